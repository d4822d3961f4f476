/* op_open.c - what begins and ends a match: a new game, a record, a position, a
 * scenario, a fork. */
#include "door/door.h"

#include "match/record.h"
#include "match/scenario.h"
#include "pack/pack.h"
#include "registry.h"
#include "text/view.h"

#include <stdlib.h>

static void put_handle(struct door *d)
{
    vl_json_kint(&d->w, "h", d->opened);
}

static int answer_handle(struct door *d)
{
    vl_json_obj(&d->w);
    put_handle(d);
    vl_json_end(&d->w);
    return VL_OK;
}

/* ---- rules and players ---- */

static int find_game(struct door *d, const char *id, const struct vl_game **game,
                     struct vl_pack *pack)
{
    memset(pack, 0, sizeof *pack);
    *game = vl_game_find(id);
    if (!*game)
        return door_fail(d, VL_UNKNOWN, "game", "there is no such game");
    if (vl_pack_usual(pack, *game) != VL_OK)
        return door_fail(d, VL_MISSING, "game", "it has no content");
    return VL_OK;
}

/* One member of a player: a text, or missing. */
static int player_text(struct door *d, uint32_t object, const char *key, char *out, size_t cap)
{
    uint32_t node = vl_json_get(&d->doc, object, key);
    char where[64];

    out[0] = '\0';
    if (!node || vl_json_type_of(&d->doc, node) == VL_JSON_NULL ||
        vl_json_text(&d->doc, node, out, cap))
        return VL_OK;
    vl_json_where(&d->doc, node, where, sizeof where);
    return door_fail(d, VL_RANGE, where, "a shorter text was expected");
}

static int read_player(struct door *d, uint32_t node, struct vl_player *out)
{
    static const char *const known[] = { "kind", "level", "name" };
    char kind[32], level[32], name[256], where[64];

    vl_json_where(&d->doc, node, where, sizeof where);
    if (vl_json_type_of(&d->doc, node) != VL_JSON_OBJECT)
        return door_fail(d, VL_SYNTAX, where, "a player is an object");
    for (uint32_t c = vl_json_first(&d->doc, node); c; c = vl_json_sibling(&d->doc, c)) {
        int i = 0;

        while (i < VL_LEN(known) && !vl_json_key_is(&d->doc, c, known[i]))
            i++;
        if (i == VL_LEN(known))
            return door_fail(d, VL_UNKNOWN, where, "a player has kind, level and name");
    }
    int st = player_text(d, node, "kind", kind, sizeof kind);
    if (st == VL_OK)
        st = player_text(d, node, "level", level, sizeof level);
    if (st == VL_OK)
        st = player_text(d, node, "name", name, sizeof name);
    return st == VL_OK ? door_player(d, where, kind, level, name, out) : st;
}

static int read_players(struct door *d, struct vl_player *players, int *len)
{
    uint32_t list = d->node[F_PLAYERS];
    int st = VL_OK;

    *len = 0;
    if (!list)
        return VL_OK;
    if (vl_json_type_of(&d->doc, list) != VL_JSON_ARRAY)
        return door_fail(d, VL_SYNTAX, "players", "a list was expected");
    for (uint32_t c = vl_json_first(&d->doc, list); c && st == VL_OK;
         c = vl_json_sibling(&d->doc, c)) {
        if (*len == VL_SEATS_MAX)
            return door_fail(d, VL_RANGE, "players", "too many players");
        st = read_player(d, c, &players[(*len)++]);
    }
    return st;
}

/* ---- a new game ---- */

/* Opens a match under prepared rules, with the arguments that all openings share. */
static int open_match(struct door *d, const struct vl_rules *r, const struct vl_player *players,
                      int players_len, const struct vl_state *start)
{
    struct vl_match_setup setup = { 0 };
    struct vl_match *m;
    char date[16];

    door_text(d, F_DATE, date, sizeof date);
    setup.rules = r;
    setup.players = players_len > 0 ? players : NULL;
    setup.players_len = players_len;
    setup.seed = d->node[F_SEED] ? d->seed : NULL;
    setup.start = start;
    setup.date = date;
    int st = vl_match_open(&m, &setup, &d->err);
    return st == VL_OK ? door_keep(d, m) : st;
}

/* From a position in doc, under r, which is initialised and may have options. */
static int open_position(struct door *d, struct vl_rules *r, const struct vl_json_doc *doc,
                         uint32_t node)
{
    struct vl_player players[VL_SEATS_MAX];
    union vl_any_state start, scratch;
    int len;

    memset(&start, 0, sizeof start);
    memset(&scratch, 0, sizeof scratch);
    int st = read_players(d, players, &len);
    if (st == VL_OK && len > 0)
        st = vl_options_players(r, len, &d->err);
    if (st == VL_OK)
        st = vl_position_rules(r, doc, node, &d->err);
    if (st == VL_OK)
        st = vl_position_read(r, &start.base, &scratch.base, doc, node, &d->err);
    if (st != VL_OK)
        return st;
    vl_settle(r, &start.base, NULL);
    return open_match(d, r, players, len, &start.base);
}

static int open_fresh(struct door *d, struct vl_rules *r)
{
    struct vl_player players[VL_SEATS_MAX];
    int len;
    int st = read_players(d, players, &len);

    if (st == VL_OK && len > 0)
        st = vl_options_players(r, len, &d->err);
    if (st == VL_OK)
        st = vl_rules_prepare(r, &d->err);
    return st == VL_OK ? open_match(d, r, players, len, NULL) : st;
}

static int open_from(struct door *d, struct vl_rules *r, int field)
{
    struct vl_json_doc doc;
    struct vl_json_node *nodes;
    char *text;
    uint32_t node;

    int st = door_document(d, field, &doc, &node, &text, &nodes);
    if (st == VL_OK)
        st = open_position(d, r, &doc, node);
    free(text);
    free(nodes);
    return st;
}

int op_open(struct door *d)
{
    const struct vl_game *game = NULL;
    struct vl_pack pack;
    struct vl_rules r;
    char id[64];

    door_text(d, F_GAME, id, sizeof id);
    int st = find_game(d, id, &game, &pack);
    if (st != VL_OK)
        return st;
    vl_rules_init(&r, game, pack.block, &pack.info);
    if (d->node[F_OPTIONS])
        st = vl_options_read(&r, &d->doc, d->node[F_OPTIONS], &d->err);
    if (st == VL_OK)
        st = d->node[F_START] ? open_from(d, &r, F_START) : open_fresh(d, &r);
    return st == VL_OK ? answer_handle(d) : st;
}

/* ---- a position ---- */

/* The game that a position names, unless the call does. */
static int position_game(struct door *d, const struct vl_json_doc *doc, uint32_t node,
                         const struct vl_game **game, struct vl_pack *pack)
{
    uint32_t named = vl_json_get(doc, node, "game");
    char id[64];

    door_text(d, F_GAME, id, sizeof id);
    if (vl_json_type_of(doc, node) != VL_JSON_OBJECT)
        return door_fail(d, VL_SYNTAX, "json", "a position is an object");
    if (!id[0] && (!named || !vl_json_text(doc, named, id, sizeof id)))
        return door_fail(d, VL_MISSING, "/game", "the position does not name its game");
    return find_game(d, id, game, pack);
}

int op_position(struct door *d)
{
    const struct vl_game *game = NULL;
    struct vl_pack pack;
    struct vl_rules r;
    struct vl_json_doc doc;
    struct vl_json_node *nodes;
    char *text;
    uint32_t node;

    int st = door_document(d, F_JSON, &doc, &node, &text, &nodes);
    if (st == VL_OK)
        st = position_game(d, &doc, node, &game, &pack);
    if (st == VL_OK) {
        vl_rules_init(&r, game, pack.block, &pack.info);
        st = open_position(d, &r, &doc, node);
    }
    free(text);
    free(nodes);
    return st == VL_OK ? answer_handle(d) : st;
}

/* ---- a record ---- */

int op_load(struct door *d)
{
    struct vl_record_opts how = { .recover = d->num[F_RECOVER] != 0 };
    struct vl_match *m = NULL;
    char *text;
    size_t len;

    int st = door_data(d, F_DATA, &text, &len);
    if (st != VL_OK)
        return st;
    st = vl_record_read(&m, text, len, &how, &d->err);
    free(text);
    if (st != VL_OK)
        return st;
    if (d->node[F_SEED])
        st = vl_match_reveal(m, d->seed, &d->err);
    if (st != VL_OK) {
        vl_match_close(m);
        return st;
    }
    st = door_keep(d, m);
    if (st != VL_OK)
        return st;
    vl_json_obj(&d->w);
    put_handle(d);
    vl_json_kbool(&d->w, "ended", how.ended);
    if (how.fault.status) {
        vl_json_key(&d->w, "fault");
        vl_error_json(&d->w, &m->rules, &how.fault, d->lang);
    }
    vl_json_end(&d->w);
    return VL_OK;
}

/* ---- a scenario ---- */

static int play_listed(struct vl_match *m, struct vl_move move)
{
    if (vl_is_row(m->rules.game, move))
        return vl_match_play(m, move, VL_ANYONE, NULL);
    return vl_match_replay(m, m->state->actor, move, false, NULL);
}

/* Its moves as entries of a match; what they expect is judged by the runner. */
static void play_scenario(const struct door *d, const struct vl_json_doc *doc, uint32_t moves)
{
    struct vl_match *m = d->last;
    char notation[256];

    for (uint32_t c = vl_json_first(doc, moves); c; c = vl_json_sibling(doc, c)) {
        struct vl_move move;

        if (vl_json_type_of(doc, c) != VL_JSON_STRING)
            continue;
        if (!vl_json_text(doc, c, notation, sizeof notation) ||
            vl_move_parse(&m->rules, notation, strlen(notation), &move) ||
            play_listed(m, move) != VL_OK)
            return; /* the report says why; the match ends here */
    }
}

static int open_scenario(struct door *d, const struct vl_json_doc *doc, uint32_t node)
{
    uint32_t options = vl_json_get(doc, node, "options");
    uint32_t position = vl_json_get(doc, node, "position");
    uint32_t settle = vl_json_get(doc, node, "settle");
    uint32_t moves = vl_json_get(doc, node, "moves");
    uint32_t named = vl_json_get(doc, node, "game");
    const struct vl_game *game = NULL;
    struct vl_pack pack;
    struct vl_rules r;
    char id[64] = "";

    if (!named || !vl_json_text(doc, named, id, sizeof id))
        return door_fail(d, VL_MISSING, "/game", "the scenario does not name its game");
    if (moves && vl_json_type_of(doc, moves) != VL_JSON_ARRAY)
        return door_fail(d, VL_SYNTAX, "/moves", "a list was expected");
    if (vl_json_get(doc, node, "content"))
        return door_fail(d, VL_INVALID, "/content", "other content cannot be used here");
    if (settle && vl_json_type_of(doc, settle) == VL_JSON_FALSE)
        return door_fail(d, VL_INVALID, "/settle", "it stops between the phases of a turn");
    int st = find_game(d, id, &game, &pack);
    if (st != VL_OK)
        return st;
    vl_rules_init(&r, game, pack.block, &pack.info);
    if (options)
        st = vl_options_read(&r, doc, options, &d->err);
    if (st == VL_OK)
        st = position ? open_position(d, &r, doc, position) : open_fresh(d, &r);
    if (st == VL_OK && moves)
        play_scenario(d, doc, moves);
    return st;
}

/* The scenario asked for: the document itself, or one of its list. */
static int pick_scenario(struct door *d, const struct vl_json_doc *doc, uint32_t *node, int *count)
{
    *node = 0;
    *count = 1;
    if (vl_json_type_of(doc, 0) == VL_JSON_ARRAY) {
        *count = (int)doc->nodes[0].count;
        *node = vl_json_at(doc, 0, (uint32_t)d->num[F_INDEX]);
    }
    if (d->num[F_INDEX] >= *count)
        return door_fail(d, VL_RANGE, "index", "there is no such scenario");
    if (vl_json_type_of(doc, *node) != VL_JSON_OBJECT)
        return door_fail(d, VL_SYNTAX, "text", "a scenario is an object");
    return VL_OK;
}

/* What the scenario expects, compared with what happens. */
static int judge_scenario(struct door *d, const char *text, const struct vl_json_node *n)
{
    struct vl_scenario_json report;

    vl_scenario_json_init(&report, &d->w);
    vl_json_key(&d->w, "report");
    vl_json_arr(&d->w);
    int st = vl_scenario_run(text + n->start, n->len, NULL, &report.base, &d->err);
    vl_scenario_report_free(&report.base);
    vl_json_end(&d->w);
    return st;
}

int op_scenario(struct door *d)
{
    struct vl_json_doc doc;
    struct vl_json_node *nodes;
    char *text;
    uint32_t node;
    int count = 0;

    int st = door_document(d, F_DATA, &doc, &node, &text, &nodes);
    if (st == VL_OK && !text)
        st = door_fail(d, VL_SYNTAX, "text", "a text was expected");
    if (st == VL_OK)
        st = pick_scenario(d, &doc, &node, &count);
    if (st == VL_OK)
        st = open_scenario(d, &doc, node);
    if (st == VL_OK) {
        vl_json_obj(&d->w);
        put_handle(d);
        vl_json_kint(&d->w, "count", count);
        st = judge_scenario(d, text, &doc.nodes[node]);
        vl_json_end(&d->w);
    }
    free(text);
    free(nodes);
    return st;
}

/* ---- forks, and the end ---- */

int op_fork(struct door *d)
{
    uint32_t rev = d->node[F_REV] ? (uint32_t)d->num[F_REV] : d->m->len;
    struct vl_match *m;

    int st = vl_match_fork(&m, d->m, rev, d->node[F_SEED] ? d->seed : NULL, &d->err);
    if (st == VL_OK)
        st = door_keep(d, m);
    return st == VL_OK ? answer_handle(d) : st;
}

int op_close(struct door *d)
{
    door_drop(d->num[F_H]);
    d->m = NULL;
    vl_json_obj(&d->w);
    vl_json_end(&d->w);
    return VL_OK;
}
