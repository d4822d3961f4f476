/* op_ask.c - questions that change nothing. */
#include "door/door.h"

#include "bots/bot.h"
#include "match/campaign.h"
#include "match/record.h"
#include "pack/pack.h"
#include "registry.h"
#include "tell/tell.h"
#include "text/describe.h"
#include "text/faces.h"
#include "text/rules.h"

#include <stdlib.h>

/* ---- what there is ---- */

int op_games(struct door *d)
{
    vl_json_arr(&d->w);
    for (int i = 0; i < vl_games_len(); i++) {
        struct vl_pack pack = { 0 };
        struct vl_rules r;

        if (vl_pack_usual(&pack, vl_game_at(i)) != VL_OK)
            continue;
        vl_rules_init(&r, vl_game_at(i), pack.block, &pack.info);
        vl_game_json(&d->w, &r);
    }
    vl_json_end(&d->w);
    return VL_OK;
}

int op_bots(struct door *d)
{
    vl_json_arr(&d->w);
    for (int i = 0; i < vl_bots_len(); i++)
        vl_json_str(&d->w, vl_bot_at(i)->id);
    vl_json_end(&d->w);
    return VL_OK;
}

int op_rule(struct door *d)
{
    char id[32];

    door_text(d, F_ID, id, sizeof id);
    int rule = vl_rule_find(id);
    if (!rule)
        return door_fail(d, VL_UNKNOWN, "id", "there is no such rule");
    const struct vl_rule_text *t = &vl_rule_texts[rule];
    const struct vl_game *g = vl_game_find(t->game);
    const char *text = g != NULL ? vl_text_rule(d->lang, g, (vl_rule)rule) : NULL;
    if (text == NULL || strchr(text, '{') != NULL) /* no sentence, or one about a move */
        text = d->lang == VL_FR ? t->fr : t->en;
    if (text[0] == '\0')
        return door_fail(d, VL_MISSING, "id", "its words are not kept in the engine");
    vl_json_obj(&d->w);
    vl_json_kstr(&d->w, "id", t->id);
    vl_json_kstr(&d->w, "game", t->game);
    vl_json_kstr(&d->w, "text", text);
    vl_json_end(&d->w);
    return VL_OK;
}

/* ---- the match ---- */

static void put_number_or_null(struct vl_json *w, const char *key, int v)
{
    vl_json_key(w, key);
    if (v >= 0)
        vl_json_int(w, v);
    else
        vl_json_null(w);
}

static void put_players(struct vl_json *w, const struct vl_match *m)
{
    vl_json_key(w, "players");
    vl_json_arr(w);
    for (int p = 0; p < m->players_len; p++) {
        bool human = vl_match_is_human(m, p);

        vl_json_obj(w);
        vl_json_kint(w, "player", p);
        vl_json_kstr(w, "kind", human ? "human" : "bot");
        if (!human)
            vl_json_kstr(w, "level", m->players[p].kind);
        if (m->players[p].name[0])
            vl_json_kstr(w, "name", m->players[p].name);
        vl_json_key(w, "seats");
        vl_json_arr(w);
        for (int k = 0; k < m->state->seats; k++)
            if (vl_match_holder(m, k) == p)
                vl_json_int(w, k);
        vl_json_end(w);
        vl_json_end(w);
    }
    vl_json_end(w);
}

static void put_seed(struct vl_json *w, const struct vl_match *m)
{
    char hex[2 * VL_SEED_SIZE + 1];
    struct vl_buf b = vl_buf_on(hex, sizeof hex);

    vl_put_hex(&b, m->seed_hash, VL_SEED_SIZE);
    if (m->seed_kind != VL_SEED_HAND)
        vl_json_kstr(w, "seed_hash", hex);
    vl_json_kbool(w, "seed_known", m->seed_kind == VL_SEED_KNOWN);
    vl_json_kbool(w, "by_hand", m->seed_kind == VL_SEED_HAND);
}

static void put_notation(struct vl_json *w, const char *key, const struct vl_rules *r,
                         struct vl_move move)
{
    char notation[VL_NOTATION_MAX];
    struct vl_buf b = vl_buf_on(notation, sizeof notation);

    vl_move_format(r, move, &b);
    vl_json_kstr(w, key, notation);
}

int op_meta(struct door *d)
{
    const struct vl_match *m = d->m;
    struct vl_json *w = &d->w;
    struct vl_move again;

    vl_json_obj(w);
    vl_json_kstr(w, "game", m->rules.game->id);
    vl_json_key(w, "options");
    vl_options_json(&m->rules, w, false);
    put_players(w, m);
    vl_json_kint(w, "rev", m->len);
    put_seed(w, m);
    vl_json_kstr(w, "state", m->state->actor == VL_OVER ? "over" : "running");
    vl_json_kstr(w, "date", m->date);
    vl_json_kbool(w, "has_start", m->has_start);
    vl_json_key(w, "actor");
    if (m->state->actor >= 0)
        vl_json_int(w, m->state->actor);
    else if (m->state->actor == VL_CHANCE)
        vl_json_str(w, "chance");
    else
        vl_json_null(w);
    put_number_or_null(w, "player", vl_match_to_move(m));
    if (vl_match_redo_next(m, &again))
        put_notation(w, "redo", &m->rules, again);
    vl_json_end(w);
    return VL_OK;
}

/* The state at "rev", or the one at hand. */
static int state_asked(struct door *d, union vl_any_state *s, uint32_t *rev)
{
    *rev = d->node[F_REV] ? (uint32_t)d->num[F_REV] : d->m->len;
    if (*rev > d->m->len)
        return door_fail(d, VL_RANGE, "rev", "the game has not come so far");
    vl_match_state_at(d->m, *rev, &s->base);
    return VL_OK;
}

static int seat_asked(struct door *d, vl_actor *seat)
{
    *seat = d->node[F_SEAT] ? (vl_actor)d->num[F_SEAT] : VL_ANYONE;
    if (*seat >= d->m->state->seats)
        return door_fail(d, VL_RANGE, "seat", "there is no such seat");
    return VL_OK;
}

/* Room for a view: too large for the stack of a small machine. */
static struct {
    struct vl_canvas canvas;
    union vl_any_state known;
} board;

static struct vl_board fill_board(const struct door *d, const struct vl_state *s, vl_actor seat)
{
    vl_board_fill(&board.canvas, &board.known.base, &d->m->rules, s, seat);
    return (struct vl_board){ &d->m->rules, &board.known.base, &board.canvas.view, d->lang };
}

int op_faces(struct door *d)
{
    vl_json_obj(&d->w);
    vl_faces_json(&d->w, &d->m->rules, d->lang);
    vl_json_end(&d->w);
    return VL_OK;
}

int op_view(struct door *d)
{
    union vl_any_state s;
    vl_actor seat;
    uint32_t rev;

    int st = state_asked(d, &s, &rev);
    if (st == VL_OK)
        st = seat_asked(d, &seat);
    if (st != VL_OK)
        return st;
    struct vl_board b = fill_board(d, &s.base, seat);
    vl_board_json(&d->w, &b, rev);
    return VL_OK;
}

int op_actions(struct door *d)
{
    const struct vl_match *m = d->m;
    vl_actor seat = m->state->actor;

    if (seat < 0) {
        vl_json_null(&d->w);
        return VL_OK;
    }
    struct vl_board b = fill_board(d, m->state, seat);
    vl_json_obj(&d->w);
    vl_json_kint(&d->w, "rev", m->len);
    vl_json_kint(&d->w, "player", vl_match_holder(m, seat));
    vl_board_actions(&d->w, &b, seat);
    vl_json_end(&d->w);
    return VL_OK;
}

struct told {            /* events written as they come */
    struct vl_sink sink; /* first */
    struct door *d;
    vl_actor viewer;
};

static void tell_event(struct vl_sink *sink, const struct vl_event *ev)
{
    struct told *t = (struct told *)sink;

    if (vl_event_seen(ev, t->viewer))
        vl_event_json(&t->d->w, &t->d->m->rules, ev, t->d->lang, -1);
}

int op_start(struct door *d)
{
    struct told t = { { tell_event }, d, VL_ANYONE };
    int st = seat_asked(d, &t.viewer);

    if (st != VL_OK)
        return st;
    vl_json_arr(&d->w);
    vl_match_start_events(d->m, &t.sink);
    vl_json_end(&d->w);
    return VL_OK;
}

int op_entries(struct door *d)
{
    static struct vl_tale tale;
    static struct vl_moments moments;
    uint32_t to = d->node[F_TO] ? (uint32_t)d->num[F_TO] : d->m->len;
    int64_t from = d->num[F_FROM];
    vl_actor seat;

    int st = seat_asked(d, &seat);
    if (st != VL_OK)
        return st;
    if (to > d->m->len || from > to)
        return door_fail(d, VL_RANGE, from > to ? "from" : "to", "there is no such entry");
    vl_json_arr(&d->w);
    for (uint32_t at = (uint32_t)from; at < to && !d->w.out.full;) {
        uint32_t next = to - at > VL_TALE_MAX ? at + VL_TALE_MAX : to;

        tale.has_moments = d->num[F_TOLD] != 0;
        vl_tale_tell(&tale, d->m, at, next, NULL);
        if (!vl_tale_changes(&d->w, &tale, seat, d->lang, &moments))
            vl_tale_entries(&d->w, &tale, seat, d->lang);
        at = next;
    }
    vl_json_end(&d->w);
    vl_tale_free(&tale);
    return VL_OK;
}

int op_undo_free(struct door *d)
{
    vl_tell_undo(&d->w, d->m);
    return VL_OK;
}

int op_undo_last(struct door *d)
{
    int player = d->node[F_PLAYER] ? (int)d->num[F_PLAYER] : VL_ANYONE;
    int64_t to = vl_match_undo_last(d->m, player);

    if (to < 0) {
        vl_json_null(&d->w);
        return VL_OK;
    }
    vl_json_obj(&d->w);
    vl_json_kint(&d->w, "to", to);
    vl_json_end(&d->w);
    return VL_OK;
}

int op_over(struct door *d)
{
    if (d->m->state->actor != VL_OVER) {
        vl_json_null(&d->w);
        return VL_OK;
    }
    vl_json_obj(&d->w);
    vl_tell_over(&d->w, d->m, d->lang);
    vl_json_end(&d->w);
    return VL_OK;
}

static int put_campaign(struct door *d)
{
    char id[40], *text = NULL;
    size_t len = 0;
    struct vl_campaign *c = calloc(1, sizeof *c);
    const struct vl_game *g;
    int st = c ? VL_OK : door_fail(d, VL_MEMORY, "", "out of memory");

    door_text(d, F_GAME, id, sizeof id);
    g = vl_game_find(id);
    if (st == VL_OK && (!g || !g->saga))
        st = door_fail(d, VL_UNKNOWN, "game", "no such game, or one without campaigns");
    if (st == VL_OK)
        vl_campaign_init(c, g);
    if (st == VL_OK && d->node[F_DATA])
        st = door_data(d, F_DATA, &text, &len);
    if (st == VL_OK && text)
        st = vl_campaign_read(c, g, text, len, &d->err);
    if (st == VL_OK && d->node[F_H])
        st = vl_campaign_add(c, d->m, &d->err);
    if (st == VL_OK)
        vl_campaign_write(c, &d->w);
    free(text);
    free(c);
    return st;
}

/* A campaign as it is read, or an empty one; with the game of "h", which is over, counted. */
int op_campaign(struct door *d)
{
    if (!vl_games_have_sagas())
        return door_fail(d, VL_UNKNOWN, "game", "no such game, or one without campaigns");
    return put_campaign(d);
}

/* ---- moves that are only thought of ---- */

/* What whoever decides now knows, and the move. */
static int read_thought(struct door *d, union vl_any_state *known, vl_actor *seat,
                        struct vl_move *move, char notation[256])
{
    const struct vl_match *m = d->m;

    *seat = m->state->actor >= 0 ? m->state->actor : 0;
    memcpy(known, m->state, m->rules.game->state_size);
    vl_hide(&m->rules, &known->base, *seat);
    door_text(d, F_MOVE, notation, 256);
    int st = vl_move_read(&m->rules, notation, strlen(notation), move, &d->err);
    d->has_move = st != VL_OK;
    d->move = *move;
    return st;
}

int op_preview(struct door *d)
{
    union vl_any_state known;
    struct vl_move move;
    vl_actor seat;
    char notation[256];

    int st = read_thought(d, &known, &seat, &move, notation);
    if (st == VL_OK)
        vl_preview_json(&d->w, &d->m->rules, &known.base, move, notation, seat, d->lang);
    return st;
}

int op_why(struct door *d)
{
    union vl_any_state known;
    struct vl_move move;
    vl_actor seat;
    char notation[256];

    int st = read_thought(d, &known, &seat, &move, notation);
    if (st != VL_OK)
        return st;
    vl_json_obj(&d->w);
    vl_json_kstr(&d->w, "move", notation);
    vl_tell_why(&d->w, &d->m->rules, &known.base, seat, move, notation, d->lang);
    vl_json_end(&d->w);
    return VL_OK;
}

/* ---- the match as a whole ---- */

int op_record(struct door *d)
{
    bool over = d->m->state->actor == VL_OVER;
    bool reveal = d->node[F_REVEAL] ? d->num[F_REVEAL] != 0 : over;
    char *text;
    size_t len;

    int st = vl_record_write(d->m, reveal, &text, &len, &d->err);
    if (st != VL_OK)
        return st;
    vl_json_obj(&d->w);
    vl_json_key(&d->w, "text");
    vl_json_str_n(&d->w, text, len);
    vl_json_end(&d->w);
    free(text);
    return VL_OK;
}

int op_verify(struct door *d)
{
    int st = vl_match_verify(d->m, &d->err);

    if (st != VL_OK)
        return st;
    vl_json_obj(&d->w);
    vl_json_kbool(&d->w, "verified", true);
    vl_json_end(&d->w);
    return VL_OK;
}

int op_hash(struct door *d)
{
    char hex[20];
    struct vl_buf b = vl_buf_on(hex, sizeof hex);
    union vl_any_state s;
    uint32_t rev;

    int st = state_asked(d, &s, &rev);
    if (st != VL_OK)
        return st;
    vl_put_hex64(&b, vl_state_hash(&d->m->rules, &s.base));
    vl_json_obj(&d->w);
    vl_json_kint(&d->w, "rev", rev);
    vl_json_kstr(&d->w, "hash", hex);
    vl_json_end(&d->w);
    return VL_OK;
}

int op_position_of(struct door *d)
{
    union vl_any_state s;
    uint32_t rev;

    int st = state_asked(d, &s, &rev);
    if (st == VL_OK)
        vl_position_write(&d->m->rules, &s.base, VL_ANYONE, true, &d->w);
    return st;
}
