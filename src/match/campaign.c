#include "match/campaign.h"

#include "base/buf.h"

#include "base/hash.h"

#include <stdlib.h>
#include <string.h>

static const char kind_word[] = "campaign";

/* ---- the counts ---- */

static const struct vl_family *family_of(const struct vl_game *g)
{
    return &g->families[g->saga->family - VL_FAM_GAME];
}

int vl_campaign_len(const struct vl_game *g)
{
    return g->options[g->saga->option].count;
}

int vl_campaign_most(const struct vl_game *g)
{
    return g->options[g->saga->option].hi;
}

const char *vl_campaign_key(const struct vl_game *g, int k)
{
    return family_of(g)->keys[k];
}

static int find_key(const char *const *keys, int n, const char *word)
{
    for (int k = 0; k < n; k++)
        if (strcmp(keys[k], word) == 0)
            return k;
    return -1;
}

void vl_campaign_init(struct vl_campaign *c, const struct vl_game *g)
{
    VL_VERIFY(g->saga && family_of(g)->keys && vl_campaign_len(g) <= VL_CAMPAIGN_COUNTS &&
              vl_campaign_len(g) == family_of(g)->count);
    memset(c, 0, sizeof *c);
    c->game = g;
}

bool vl_campaign_is_won(const struct vl_campaign *c)
{
    return c->counts[c->game->saga->crown] > 0;
}

/* ---- reading ---- */

struct reader {
    const struct vl_json_doc *doc;
    struct vl_campaign *c;
    struct vl_error *err;
};

/* A fault at a node: where it stands, as a pointer and as a line. */
static int fault(const struct reader *r, uint32_t node, int status, const char *what)
{
    char where[120];

    vl_json_where(r->doc, node, where, sizeof where);
    vl_error_set(r->err, status, where[0] ? where : "/", what);
    if (r->err)
        vl_json_place(r->doc, node, &r->err->line, &r->err->column);
    return status;
}

/* Each member must be one of `words`, and each word must be there. */
static int check_members(const struct reader *r, uint32_t object, const char *const *words, int n)
{
    int found = 0;

    if (vl_json_type_of(r->doc, object) != VL_JSON_OBJECT)
        return fault(r, object, VL_SYNTAX, "not an object");
    for (uint32_t m = vl_json_first(r->doc, object); m; m = vl_json_sibling(r->doc, m)) {
        char word[VL_GAME_ID_MAX];
        if (!vl_json_key_text(r->doc, m, word, sizeof word) || find_key(words, n, word) < 0)
            return fault(r, m, VL_UNKNOWN, "unknown field");
        found++;
    }
    return found == n ? VL_OK : fault(r, object, VL_MISSING, "a field is missing");
}

static int read_counts(const struct reader *r, uint32_t node)
{
    const struct vl_game *g = r->c->game;
    int st = check_members(r, node, family_of(g)->keys, vl_campaign_len(g));

    for (int k = 0; st == VL_OK && k < vl_campaign_len(g); k++) {
        uint32_t at = vl_json_get(r->doc, node, vl_campaign_key(g, k));
        int64_t n;
        if (!vl_json_int_in(r->doc, at, 0, vl_campaign_most(g), &n))
            return fault(r, at, VL_RANGE, "not a number that a count can be");
        r->c->counts[k] = vl_u8((int)n);
    }
    return st;
}

/* A file's name in the store: it must not lead anywhere else. */
static bool is_game_name(const char *id)
{
    if (id[0] == '\0' || id[0] == '.')
        return false;
    for (; *id; id++)
        if (!(*id >= 'a' && *id <= 'z') && !(*id >= 'A' && *id <= 'Z') &&
            !(*id >= '0' && *id <= '9') && !strchr("_-.", *id))
            return false;
    return true;
}

static int read_playing(const struct reader *r, uint32_t node)
{
    if (vl_json_type_of(r->doc, node) != VL_JSON_ARRAY)
        return fault(r, node, VL_SYNTAX, "not a list");
    for (uint32_t at = vl_json_first(r->doc, node); at; at = vl_json_sibling(r->doc, at)) {
        if (r->c->playing_len == VL_CAMPAIGN_PLAYING)
            return fault(r, at, VL_TOO_LARGE, "too many games");
        char *id = r->c->playing[r->c->playing_len];
        if (!vl_json_text(r->doc, at, id, VL_GAME_ID_MAX) || !is_game_name(id))
            return fault(r, at, VL_SYNTAX, "not the name of a saved game");
        r->c->playing_len++;
    }
    return VL_OK;
}

static bool is_hex(const char *text, size_t len)
{
    return strlen(text) == len && strspn(text, "0123456789abcdef") == len;
}

/* "2026-11-19", or nothing. */
static bool is_date(const char *text)
{
    if (text[0] == '\0')
        return true;
    for (int i = 0; i < 10; i++)
        if (i == 4 || i == 7 ? text[i] != '-' : text[i] < '0' || text[i] > '9')
            return false;
    return text[10] == '\0';
}

static int read_game(const struct reader *r, uint32_t node)
{
    static const char *const words[] = { "id", "date", "outcome", "earned" };
    const struct vl_game *g = r->c->game;
    struct vl_campaign_game *it = &r->c->games[r->c->games_len];
    char word[64];
    int st = check_members(r, node, words, VL_LEN(words));

    if (st != VL_OK)
        return st;
    uint32_t id = vl_json_get(r->doc, node, "id"), date = vl_json_get(r->doc, node, "date");
    uint32_t outcome = vl_json_get(r->doc, node, "outcome");
    uint32_t earned = vl_json_get(r->doc, node, "earned");
    if (!vl_json_text(r->doc, id, it->id, sizeof it->id) || !is_hex(it->id, VL_CAMPAIGN_ID))
        return fault(r, id, VL_SYNTAX, "not what a game is known by");
    for (int i = 0; i < r->c->games_len; i++)
        if (strcmp(r->c->games[i].id, it->id) == 0)
            return fault(r, id, VL_DUPLICATE, "a game that stands twice");
    if (!vl_json_text(r->doc, date, it->date, sizeof it->date) || !is_date(it->date))
        return fault(r, date, VL_SYNTAX, "not a date");
    int end = vl_json_text(r->doc, outcome, word, sizeof word)
                  ? find_key(g->outcomes, g->outcomes_len, word)
                  : -1;
    if (end < 0)
        return fault(r, outcome, VL_UNKNOWN, "not an end of this game");
    it->outcome = vl_u8(end);
    it->earned = -1;
    if (vl_json_type_of(r->doc, earned) != VL_JSON_NULL) {
        it->earned = vl_json_text(r->doc, earned, word, sizeof word)
                         ? vl_i16(find_key(family_of(g)->keys, vl_campaign_len(g), word))
                         : (int16_t)-1;
        if (it->earned < 0)
            return fault(r, earned, VL_UNKNOWN, "nothing that this game counts");
    }
    r->c->games_len++;
    return VL_OK;
}

static int read_games(const struct reader *r, uint32_t node)
{
    int st = VL_OK;

    if (vl_json_type_of(r->doc, node) != VL_JSON_ARRAY)
        return fault(r, node, VL_SYNTAX, "not a list");
    for (uint32_t at = vl_json_first(r->doc, node); at && st == VL_OK;
         at = vl_json_sibling(r->doc, at)) {
        if (r->c->games_len == VL_CAMPAIGN_GAMES)
            return fault(r, at, VL_TOO_LARGE, "too many games");
        st = read_game(r, at);
    }
    return st;
}

static int read_doc(const struct reader *r)
{
    static const char *const words[] = {
        "veillee", "format", "game", "counts", "playing", "games"
    };
    uint32_t format, game;
    int64_t n;
    int st;

    if (vl_json_type_of(r->doc, 0) != VL_JSON_OBJECT ||
        !vl_json_is(r->doc, vl_json_get(r->doc, 0, "veillee"), kind_word))
        return fault(r, 0, VL_SYNTAX, "not a campaign");
    format = vl_json_get(r->doc, 0, "format");
    if (!vl_json_int_in(r->doc, format, 1, INT32_MAX, &n))
        return fault(r, format, VL_SYNTAX, "not the number of a format");
    if (n != VL_CAMPAIGN_FORMAT)
        return fault(r, format, VL_VERSION, "a newer program wrote it");
    st = check_members(r, 0, words, VL_LEN(words));
    if (st != VL_OK)
        return st;
    game = vl_json_get(r->doc, 0, "game");
    if (!vl_json_is(r->doc, game, r->c->game->id))
        return fault(r, game, VL_OTHER_GAME, "the campaign of another game");
    st = read_counts(r, vl_json_get(r->doc, 0, "counts"));
    if (st == VL_OK)
        st = read_playing(r, vl_json_get(r->doc, 0, "playing"));
    return st == VL_OK ? read_games(r, vl_json_get(r->doc, 0, "games")) : st;
}

int vl_campaign_read(struct vl_campaign *c, const struct vl_game *g, const char *text, size_t len,
                     struct vl_error *err)
{
    struct vl_campaign *fresh = malloc(sizeof *fresh);
    size_t cap = len <= VL_CAMPAIGN_SIZE_MAX ? vl_json_nodes_bound(text, len) : 1;
    struct vl_json_node *nodes = malloc(cap * sizeof *nodes);
    struct vl_json_doc doc;
    struct reader r = { &doc, fresh, err };
    int st = VL_OK;

    if (!fresh || !nodes) {
        free(nodes);
        free(fresh);
        return vl_error_set(err, VL_MEMORY, "", "out of memory");
    }
    if (len > VL_CAMPAIGN_SIZE_MAX)
        st = vl_error_set(err, VL_TOO_LARGE, "", "the file is too large");
    if (st == VL_OK)
        st = vl_json_parse(&doc, text, len, nodes, (uint32_t)cap, err);
    if (st == VL_OK) {
        vl_campaign_init(fresh, g);
        st = read_doc(&r);
    }
    if (st == VL_OK)
        *c = *fresh;
    free(nodes);
    free(fresh);
    return st;
}

/* ---- writing ---- */

void vl_campaign_write(const struct vl_campaign *c, struct vl_json *w)
{
    const struct vl_game *g = c->game;

    vl_json_obj(w);
    vl_json_kstr(w, "veillee", kind_word);
    vl_json_kint(w, "format", VL_CAMPAIGN_FORMAT);
    vl_json_kstr(w, "game", g->id);
    vl_json_key(w, "counts");
    vl_json_obj(w);
    for (int k = 0; k < vl_campaign_len(g); k++)
        vl_json_kint(w, vl_campaign_key(g, k), c->counts[k]);
    vl_json_end(w);
    vl_json_key(w, "playing");
    vl_json_arr(w);
    for (int i = 0; i < c->playing_len; i++)
        vl_json_str(w, c->playing[i]);
    vl_json_end(w);
    vl_json_key(w, "games");
    vl_json_arr(w);
    for (int i = 0; i < c->games_len; i++) {
        const struct vl_campaign_game *it = &c->games[i];
        vl_json_obj(w);
        vl_json_kstr(w, "id", it->id);
        vl_json_kstr(w, "date", it->date);
        vl_json_kstr(w, "outcome", g->outcomes[it->outcome]);
        vl_json_key(w, "earned");
        if (it->earned < 0)
            vl_json_null(w);
        else
            vl_json_str(w, vl_campaign_key(g, it->earned));
        vl_json_end(w);
    }
    vl_json_end(w);
    vl_json_end(w);
}

/* ---- games ---- */

int vl_campaign_set(const struct vl_campaign *c, struct vl_rules *r, struct vl_error *err)
{
    const struct vl_option *o = &c->game->options[c->game->saga->option];
    int st = VL_OK;

    for (int k = 0; st == VL_OK && k < vl_campaign_len(c->game); k++) {
        char name[80], value[16];
        struct vl_buf entry = vl_buf_on(name, sizeof name), count = vl_buf_on(value, sizeof value);

        vl_put(&entry, o->name);
        vl_put_char(&entry, '.');
        vl_put_int(&entry, k);
        vl_put_int(&count, c->counts[k]);
        st = vl_option_set(r, name, value, err);
    }
    return st;
}

void vl_campaign_begin(struct vl_campaign *c, const char *id)
{
    for (int i = 0; i < c->playing_len; i++)
        if (strcmp(c->playing[i], id) == 0)
            return;
    if (!is_game_name(id) || strlen(id) >= VL_GAME_ID_MAX)
        return;
    if (c->playing_len == VL_CAMPAIGN_PLAYING) {
        memmove(c->playing[0], c->playing[1], sizeof c->playing - sizeof c->playing[0]);
        c->playing_len--;
    }
    strcpy(c->playing[c->playing_len++], id);
}

static void forget_playing(struct vl_campaign *c, int i)
{
    memmove(c->playing[i], c->playing[i + 1],
            (size_t)(--c->playing_len - i) * sizeof c->playing[0]);
}

void vl_campaign_end(struct vl_campaign *c, const char *id)
{
    for (int i = c->playing_len; i-- > 0;)
        if (strcmp(c->playing[i], id) == 0)
            forget_playing(c, i);
}

void vl_campaign_game_id(const struct vl_match *m, char out[VL_CAMPAIGN_ID + 1])
{
    struct vl_sha256 sha;
    uint8_t sum[32];
    struct vl_buf b = vl_buf_on(out, VL_CAMPAIGN_ID + 1);

    vl_sha256_init(&sha);
    vl_sha256_add(&sha, m->seed_hash, sizeof m->seed_hash);
    for (int i = 0; i < VL_OPTIONS_MAX; i++) {
        uint8_t value[4];
        for (int k = 0; k < 4; k++)
            value[k] = (uint8_t)((uint32_t)m->rules.option[i] >> 8 * k);
        vl_sha256_add(&sha, value, sizeof value);
    }
    for (uint32_t i = 0; i < m->len; i++) {
        const struct vl_entry *e = &m->entries[i];
        uint8_t back[4];
        vl_sha256_add(&sha, &e->move.kind, 1);
        vl_sha256_add(&sha, e->move.arg, sizeof e->move.arg);
        for (int k = 0; k < 4; k++)
            back[k] = (uint8_t)(e->move.kind ? 0 : e->back_to >> 8 * k);
        vl_sha256_add(&sha, back, sizeof back);
    }
    vl_sha256_end(&sha, sum);
    vl_put_hex(&b, sum, VL_CAMPAIGN_ID / 2);
}

/* Was it played with what the campaign has won, or with less: from before its last ticks? */
static bool had_more(const struct vl_campaign *c, const struct vl_match *m)
{
    const char *name = c->game->options[c->game->saga->option].name;

    for (int k = 0; k < vl_campaign_len(c->game); k++)
        if (vl_option_get(&m->rules, name, k) > c->counts[k])
            return true;
    return false;
}

static void remember(struct vl_campaign *c, const struct vl_match *m, const char *id, int earned)
{
    if (c->games_len == VL_CAMPAIGN_GAMES) {
        memmove(c->games, c->games + 1, sizeof c->games - sizeof c->games[0]);
        c->games_len--;
    }
    struct vl_campaign_game *it = &c->games[c->games_len++];
    memset(it, 0, sizeof *it);
    strcpy(it->id, id);
    memcpy(it->date, m->date, sizeof it->date);
    it->outcome = m->state->outcome;
    it->earned = vl_i16(earned);
}

int vl_campaign_add(struct vl_campaign *c, const struct vl_match *m, struct vl_error *err)
{
    char id[VL_CAMPAIGN_ID + 1];
    int earned;

    if (m->rules.game != c->game)
        return vl_error_set(err, VL_OTHER_GAME, "", "the campaign of another game");
    if (m->state->actor != VL_OVER)
        return vl_error_set(err, VL_INVALID, "", "the game is not over");
    if (m->has_start)
        return vl_error_set(err, VL_INVALID, "", "the game began from a position");
    vl_campaign_game_id(m, id);
    for (int i = 0; i < c->games_len; i++)
        if (strcmp(c->games[i].id, id) == 0)
            return vl_error_set(err, VL_DUPLICATE, "", "the game has been counted");
    if (had_more(c, m))
        return vl_error_set(err, VL_INVALID, "",
                            "the game was played with more than the campaign has");
    earned = c->game->saga->earned(&m->rules, m->state);
    if (earned >= 0 && c->counts[earned] == vl_campaign_most(c->game))
        earned = -1;
    if (earned >= 0)
        c->counts[earned]++;
    remember(c, m, id, earned);
    return VL_OK;
}
