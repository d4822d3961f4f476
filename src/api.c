/* api.c - the C ABI of include/veillee.h over the engine: tables, moves, texts and
 * rows of numbers; api/ has the rest.
 *
 * Only the content pack is shared between copies of a table; it counts them.
 */
#include "api/impl.h"

#include "text/describe.h"
#include "text/rules.h"
#include "text/view.h"

#include <assert.h>
#include <limits.h>
#include <stdlib.h>

/* A table and its list in one piece of memory. */
struct furniture {
    struct veillee_table table; /* first: it is what callers know */
    struct vl_api_list list;
};

enum {
    WORDS_MAX = 2 * VL_TEXT_MAX, /* bytes of a sentence with its rule */
    JSON_FIRST = 16 << 10,       /* bytes tried when the caller's do not suffice */
    JSON_MAX = 64 << 20
};

static_assert((int)VEILLEE_CHANCE == (int)VL_CHANCE && (int)VEILLEE_OVER == (int)VL_OVER &&
                  (int)VEILLEE_ANYONE == (int)VL_ANYONE,
              "the ABI shows the engine's own actors");
static_assert((int)VEILLEE_SEATS_MAX == (int)VL_SEATS_MAX, "and its seats");
static_assert(sizeof(struct veillee_rng) == sizeof(struct vl_rng), "and its generator");
static_assert((int)VEILLEE_USAGE == -100 - (int)VL_USAGE &&
                  (int)VEILLEE_REFUSED == -100 - (int)VL_REFUSED &&
                  (int)VEILLEE_MEMORY == -100 - (int)VL_MEMORY &&
                  (int)VEILLEE_OTHER_GAME == -100 - (int)VL_OTHER_GAME,
              "and its statuses, in order");

/* ---- faults ---- */

static int outer(int status) /* enum vl_status to enum veillee_status */
{
    return status == VL_OK ? VEILLEE_OK : -100 - status;
}

static void copy_word(char *out, size_t cap, const char *word)
{
    struct vl_buf b = vl_buf_on(out, cap);

    vl_put(&b, word);
}

int vl_api_report(struct veillee_error *err, const struct vl_rules *r, const struct vl_error *fault)
{
    if (err != NULL) {
        struct vl_buf b = vl_buf_on(err->text, sizeof err->text);
        struct vl_error bare = *fault;

        bare.where[0] = '\0'; /* it has its own field */
        err->status = outer(fault->status);
        copy_word(err->rule, sizeof err->rule, vl_rule_texts[fault->rule].id);
        copy_word(err->where, sizeof err->where, fault->where);
        vl_text_error(&b, VL_EN, r, &bare);
    }
    return outer(fault->status);
}

int vl_api_fault(struct veillee_error *err, int status, const char *where, const char *what)
{
    struct vl_error fault = { 0 };

    vl_error_set(&fault, status, where, what);
    return vl_api_report(err, NULL, &fault);
}

static int refusal(struct veillee_error *err, const struct veillee_table *t, struct vl_move m,
                   const struct vl_error *no, int lang)
{
    if (err != NULL) {
        struct vl_buf b = vl_buf_on(err->text, sizeof err->text);

        err->status = VEILLEE_REFUSED;
        err->where[0] = '\0';
        copy_word(err->rule, sizeof err->rule, vl_rule_texts[no->rule].id);
        vl_text_refused(&b, lang, &t->rules, &t->state.base, m, no);
    }
    return VEILLEE_REFUSED;
}

/* ---- what callers give ---- */

static int language(const char *word) /* -1: neither */
{
    return word == NULL ? VL_EN : vl_lang_find(word);
}

static const struct vl_game *game_named(const char *id)
{
    return id != NULL ? vl_game_find(id) : NULL;
}

/* The move that a text spells; a text that spells none is refused by a rule. */
static int read_move(const struct veillee_table *t, const char *text, struct vl_move *m,
                     struct vl_error *err)
{
    return vl_move_read(&t->rules, text, strlen(text), m, err);
}

/* ---- what callers get ---- */

/* What a JSON text is made of; each function takes what it needs. */
struct ask {
    const struct veillee_table *t;
    const struct vl_game *game;
    struct vl_move move;
    const char *typed; /* its notation */
    vl_actor seat;
    int lang;
};

typedef void write_json(struct vl_json *w, const struct ask *ask);

/* Written straight into the caller's memory if it fits there, else into larger
 * and larger memory of our own, to learn the length. */
static int give_json(write_json *write, const struct ask *ask, char *out, size_t cap)
{
    struct vl_json w = vl_json_on(out, out != NULL ? cap : 0);

    write(&w, ask);
    if (!w.out.full)
        return (int)w.out.len;
    if (out != NULL && cap > 0)
        out[0] = '\0';
    for (size_t size = JSON_FIRST; size <= JSON_MAX; size *= 2) {
        char *memory = malloc(size);

        if (memory == NULL)
            return VEILLEE_MEMORY;
        w = vl_json_on(memory, size);
        write(&w, ask);
        free(memory);
        if (!w.out.full)
            return (int)w.out.len;
    }
    return VEILLEE_TOO_LARGE;
}

/* ---- the library ---- */

const char *veillee_version(void)
{
    return VEILLEE_VERSION;
}

const char *veillee_status_word(int status)
{
    if (status > 0 || status <= -100 - VL_STATUS_COUNT || (status < 0 && status >= -100))
        return vl_status_word(VL_UNKNOWN);
    return vl_status_word(status == 0 ? VL_OK : -100 - status);
}

static void write_game(struct vl_json *w, const struct vl_game *game)
{
    struct vl_pack pack;
    struct vl_rules rules;

    VL_VERIFY(vl_pack_builtin(&pack, game) == VL_OK); /* every game of the library has one */
    vl_rules_init(&rules, game, pack.block, &pack.info);
    vl_game_json(w, &rules);
    vl_pack_free(&pack);
}

static void write_games(struct vl_json *w, const struct ask *ask)
{
    if (ask->game != NULL) {
        write_game(w, ask->game);
        return;
    }
    vl_json_arr(w);
    for (int i = 0; i < vl_games_len(); i++)
        write_game(w, vl_game_at(i));
    vl_json_end(w);
}

int veillee_describe(const char *game, char *out, size_t cap)
{
    struct ask ask = { .game = game_named(game) };

    if (game != NULL && ask.game == NULL)
        return VEILLEE_UNKNOWN;
    return give_json(write_games, &ask, out, cap);
}

int veillee_rule(const char *id, const char *lang, char *out, size_t cap)
{
    int in = language(lang), rule = id != NULL ? vl_rule_find(id) : 0;

    if (id == NULL)
        return VEILLEE_USAGE;
    if (rule == 0 || in < 0)
        return VEILLEE_UNKNOWN;
    const char *words = in == VL_FR ? vl_rule_texts[rule].fr : vl_rule_texts[rule].en;
    size_t len = strlen(words);

    if (out != NULL && cap > 0) {
        out[0] = '\0';
        if (len < cap)
            memcpy(out, words, len + 1);
    }
    return (int)len;
}

struct veillee_sizes vl_api_sizes(const struct vl_game *g)
{
    struct veillee_sizes size = { vl_observe_len(g),
                                  vl_actions_max(g),
                                  g->seats_max,
                                  g->moves_max,
                                  (int32_t)g->decisions_max,
                                  (int32_t)g->state_size,
                                  (int32_t)sizeof(struct furniture),
                                  g->choices_max };

    return size;
}

int veillee_sizes(const char *game, struct veillee_sizes *out)
{
    const struct vl_game *g = game_named(game);

    if (game == NULL || out == NULL)
        return VEILLEE_USAGE;
    if (g == NULL)
        return VEILLEE_UNKNOWN;
    *out = vl_api_sizes(g);
    return VEILLEE_OK;
}

static int give_name(const char *game, int i, int (*len)(const struct vl_game *),
                     void (*name)(const struct vl_game *, int, struct vl_buf *), char *out,
                     size_t cap)
{
    char words[WORDS_MAX];
    struct vl_buf b = vl_buf_on(words, sizeof words);
    const struct vl_game *g = game_named(game);

    if (game == NULL)
        return VEILLEE_USAGE;
    if (g == NULL)
        return VEILLEE_UNKNOWN;
    if (i < 0 || i >= len(g))
        return VEILLEE_RANGE;
    name(g, i, &b);
    return vl_api_give(&b, out, cap);
}

int veillee_observation_name(const char *game, int i, char *out, size_t cap)
{
    return give_name(game, i, vl_observe_len, vl_observe_name, out, cap);
}

int veillee_action_name(const char *game, int action, char *out, size_t cap)
{
    return give_name(game, action, vl_actions_max, vl_action_name, out, cap);
}

/* ---- generators ---- */

void veillee_rng_seed(struct veillee_rng *rng, uint64_t seed)
{
    if (rng != NULL)
        vl_api_put_back(rng, vl_rng_seed(seed));
}

uint32_t veillee_rng_below(struct veillee_rng *rng, uint32_t n)
{
    if (rng == NULL || n == 0)
        return 0;
    struct vl_rng in = vl_api_taken(rng);
    uint32_t drawn = vl_rng_below(&in, n);

    vl_api_put_back(rng, in);
    return drawn;
}

/* ---- tables ---- */

static void release(struct vl_api_content *c)
{
    if (atomic_fetch_sub(&c->tables, 1) > 1)
        return;
    vl_pack_free(&c->pack);
    free(c);
}

static int load_pack(struct vl_pack *out, const struct vl_game *g, const char *path,
                     struct vl_error *err)
{
    if (path != NULL)
        return vl_pack_load(out, g, path, err);
    if (vl_pack_builtin(out, g) != VL_OK)
        return vl_error_set(err, VL_MISSING, g->id, "no content pack");
    return VL_OK;
}

/* Fills the table, whose content has been allocated. */
static int furnish(struct veillee_table *t, const struct vl_game *g, const char *options,
                   const char *path, struct vl_error *err)
{
    struct vl_pack *pack = &t->content->pack;
    int st = load_pack(pack, g, path, err);

    if (st != VL_OK)
        return st;
    vl_rules_init(&t->rules, g, pack->block, &pack->info);
    st = vl_options_parse(&t->rules, options != NULL ? options : "", err);
    if (st == VL_OK)
        st = vl_rules_prepare(&t->rules, err);
    if (st == VL_OK)
        vl_start(&t->rules, &t->state.base, NULL);
    return st;
}

/* Empty, and without content yet; NULL if there is no memory. */
static struct veillee_table *new_table(void)
{
    struct furniture *f = calloc(1, sizeof *f);

    if (f == NULL)
        return NULL;
    atomic_init(&f->list.made, VL_API_NONE);
    f->table.list = &f->list;
    return &f->table;
}

struct veillee_table *veillee_open(const char *game, const char *options, const char *content,
                                   struct veillee_error *err)
{
    const struct vl_game *g = game_named(game);
    struct vl_error fault = { 0 };

    if (g == NULL) {
        vl_api_fault(err, game != NULL ? VL_UNKNOWN : VL_USAGE, game != NULL ? game : "game",
                     game != NULL ? "no such game" : "NULL");
        return NULL;
    }
    struct veillee_table *t = new_table();
    struct vl_api_content *c = calloc(1, sizeof *c);
    if (t == NULL || c == NULL) {
        vl_api_fault(err, VL_MEMORY, "", "");
        free(t);
        free(c);
        return NULL;
    }
    atomic_init(&c->tables, 1);
    t->content = c;
    int st = furnish(t, g, options, content, &fault);
    if (st != VL_OK) {
        vl_api_report(err, t->rules.game != NULL ? &t->rules : NULL, &fault);
        veillee_close(t);
        return NULL;
    }
    return t;
}

/* All but the content: what a state of the game fills, and the list if it is made. */
static void take_over(struct veillee_table *t, const struct veillee_table *from)
{
    size_t size = from->rules.game->state_size;

    t->rules = from->rules;
    memcpy(&t->state, &from->state, size);
    memcpy(&t->before, &from->before, size);
    memcpy(t->trail, from->trail, sizeof t->trail);
    t->trail_len = from->trail_len;
    int made = atomic_load_explicit(&from->list->made, memory_order_acquire);
    if (made == VL_API_MADE) {
        t->list->len = from->list->len;
        memcpy(t->list->move, from->list->move, (size_t)t->list->len * sizeof t->list->move[0]);
    }
    atomic_store_explicit(&t->list->made, made == VL_API_MADE ? VL_API_MADE : VL_API_NONE,
                          memory_order_relaxed);
}

struct veillee_table *veillee_copy(const struct veillee_table *t)
{
    struct veillee_table *copy = t != NULL ? new_table() : NULL;

    if (copy == NULL)
        return NULL;
    copy->content = t->content;
    atomic_fetch_add(&copy->content->tables, 1);
    take_over(copy, t);
    return copy;
}

int veillee_assign(struct veillee_table *t, const struct veillee_table *from)
{
    if (t == NULL || from == NULL)
        return VEILLEE_USAGE;
    if (t->content != from->content) {
        struct vl_api_content *old = t->content;

        atomic_fetch_add(&from->content->tables, 1);
        t->content = from->content;
        release(old);
    }
    if (t != from)
        take_over(t, from);
    return VEILLEE_OK;
}

void veillee_close(struct veillee_table *t)
{
    if (t == NULL)
        return;
    release(t->content);
    free(t);
}

int veillee_start(struct veillee_table *t)
{
    if (t == NULL)
        return VEILLEE_USAGE;
    vl_api_forget(t);
    vl_start(&t->rules, &t->state.base, NULL);
    return VEILLEE_OK;
}

static int load(struct veillee_table *t, const struct vl_json_doc *doc, struct vl_error *err)
{
    const struct vl_pack *pack = &t->content->pack;
    struct vl_rules fresh;
    union vl_game_state scratch;

    vl_rules_init(&fresh, t->rules.game, pack->block, &pack->info);
    int st = vl_position_rules(&fresh, doc, 0, err);
    if (st == VL_OK)
        st = vl_position_read(&fresh, &t->state.base, &scratch.base, doc, 0, err);
    if (st != VL_OK)
        return st;
    t->rules = fresh;
    vl_api_forget(t);
    vl_settle(&t->rules, &t->state.base, NULL);
    return VL_OK;
}

int vl_api_load(struct veillee_table *t, const char *json, size_t len, struct veillee_error *err)
{
    struct vl_error fault = { 0 };
    struct vl_json_doc doc;

    if (len > VL_PACK_FILE_MAX)
        return vl_api_fault(err, VL_TOO_LARGE, "json", "");
    size_t cap = vl_json_nodes_bound(json, len);
    struct vl_json_node *nodes = malloc(cap * sizeof *nodes);
    if (nodes == NULL)
        return vl_api_fault(err, VL_MEMORY, "", "");
    int st = vl_json_parse(&doc, json, len, nodes, (uint32_t)cap, &fault);
    if (st == VL_OK)
        st = load(t, &doc, &fault);
    free(nodes);
    return st == VL_OK ? VEILLEE_OK : vl_api_report(err, &t->rules, &fault);
}

int veillee_load(struct veillee_table *t, const char *json, struct veillee_error *err)
{
    if (t == NULL || json == NULL)
        return vl_api_fault(err, VL_USAGE, t == NULL ? "table" : "json", "NULL");
    return vl_api_load(t, json, strlen(json), err);
}

/* ---- what stands on the table ---- */

int veillee_seats(const struct veillee_table *t)
{
    return t != NULL ? t->state.base.seats : VEILLEE_USAGE;
}

int veillee_actor(const struct veillee_table *t)
{
    return t != NULL ? t->state.base.actor : VEILLEE_USAGE;
}

uint64_t veillee_hash(const struct veillee_table *t)
{
    return t != NULL ? vl_state_hash(&t->rules, &t->state.base) : 0;
}

static void write_position(struct vl_json *w, const struct ask *ask)
{
    bool full = ask->seat == VEILLEE_ALL;

    vl_position_write(&ask->t->rules, &ask->t->state.base, full ? VL_ANYONE : ask->seat, full, w);
}

int veillee_position(const struct veillee_table *t, int seat, char *out, size_t cap)
{
    struct ask ask = { .t = t, .seat = (vl_actor)seat };

    if (t == NULL)
        return VEILLEE_USAGE;
    if (!vl_api_is_seat(t, seat) && seat != VEILLEE_ANYONE && seat != VEILLEE_ALL)
        return VEILLEE_RANGE;
    return give_json(write_position, &ask, out, cap);
}

static void write_view(struct vl_json *w, const struct ask *ask)
{
    struct vl_view_ask view = { .seat = ask->seat, .lang = vl_u8(ask->lang) };

    vl_view_json(w, &ask->t->rules, &ask->t->state.base, &view);
}

int veillee_view(const struct veillee_table *t, int seat, const char *lang, char *out, size_t cap)
{
    struct ask ask = { .t = t, .seat = (vl_actor)seat, .lang = language(lang) };

    if (t == NULL)
        return VEILLEE_USAGE;
    if (ask.lang < 0)
        return VEILLEE_UNKNOWN;
    if (!vl_api_is_seat(t, seat) && seat != VEILLEE_ANYONE)
        return VEILLEE_RANGE;
    return give_json(write_view, &ask, out, cap);
}

int veillee_result(const struct veillee_table *t, struct veillee_result *out)
{
    struct vl_result in;

    if (t == NULL || out == NULL)
        return VEILLEE_USAGE;
    const struct vl_state *s = &t->state.base;

    vl_result(&t->rules, s, &in);
    memset(out, 0, sizeof *out);
    out->over = in.over;
    out->seats = s->seats;
    copy_word(out->outcome, sizeof out->outcome, t->rules.game->outcomes[s->outcome]);
    copy_word(out->rule, sizeof out->rule, vl_rule_texts[in.rule].id);
    for (int k = 0; k < s->seats; k++) {
        out->score[k] = in.score[k];
        out->rank[k] = in.rank[k];
        out->won[k] = in.won[k];
    }
    return VEILLEE_OK;
}

/* ---- moves ---- */

/* Whoever finds nothing made, and is the first to say so, makes it for all. */
const struct vl_move *vl_api_make(const struct veillee_table *t, struct vl_move *own, int *len)
{
    struct vl_api_list *list = t->list;
    int none = VL_API_NONE;

    if (!atomic_compare_exchange_strong(&list->made, &none, VL_API_MAKING)) {
        *len = vl_legal(&t->rules, &t->state.base, own);
        return own;
    }
    *len = list->len = vl_legal(&t->rules, &t->state.base, list->move);
    atomic_store_explicit(&list->made, VL_API_MADE, memory_order_release);
    return list->move;
}

/* Move i of the list; VEILLEE_OK, or why there is none. */
static int listed(const struct veillee_table *t, int i, struct vl_move *out)
{
    struct vl_move own[VL_MOVES_MAX];
    int len;

    if (t == NULL)
        return VEILLEE_USAGE;
    const struct vl_move *list = vl_api_moves(t, own, &len);
    if (i < 0 || i >= len)
        return VEILLEE_RANGE;
    *out = list[i];
    return VEILLEE_OK;
}

int veillee_moves(const struct veillee_table *t)
{
    struct vl_move own[VL_MOVES_MAX];
    int len = VEILLEE_USAGE;

    if (t != NULL)
        (void)vl_api_moves(t, own, &len);
    return len;
}

static int give_notation(const struct veillee_table *t, struct vl_move m, char *out, size_t cap)
{
    char words[WORDS_MAX];
    struct vl_buf b = vl_buf_on(words, sizeof words);

    vl_move_format(&t->rules, m, &b);
    return vl_api_give(&b, out, cap);
}

int veillee_notation(const struct veillee_table *t, int i, char *out, size_t cap)
{
    struct vl_move m = { 0 };
    int st = listed(t, i, &m);

    return st == VEILLEE_OK ? give_notation(t, m, out, cap) : st;
}

int veillee_action(const struct veillee_table *t, int i)
{
    struct vl_move m = { 0 };
    int st = listed(t, i, &m);

    if (st != VEILLEE_OK)
        return st;
    int action = vl_action_of(&t->rules, m);
    return action >= 0 ? action : VEILLEE_MISSING;
}

int veillee_weights(const struct veillee_table *t, uint64_t *out, size_t cap)
{
    struct vl_move own[VL_MOVES_MAX];
    int n;

    if (t == NULL || t->state.base.actor != VL_CHANCE)
        return VEILLEE_USAGE;
    const struct vl_move *list = vl_api_moves(t, own, &n);

    for (int i = 0; out != NULL && (size_t)n <= cap && i < n; i++)
        out[i] = vl_weight(&t->rules, &t->state.base, list[i]);
    return n;
}

int veillee_move_text(const struct veillee_table *t, const char *move, const char *lang, char *out,
                      size_t cap)
{
    char words[WORDS_MAX];
    struct vl_buf b = vl_buf_on(words, sizeof words);
    int in = language(lang);
    struct vl_move m = { 0 };

    if (t == NULL || move == NULL)
        return VEILLEE_USAGE;
    if (in < 0)
        return VEILLEE_UNKNOWN;
    if (read_move(t, move, &m, NULL) != VL_OK)
        return VEILLEE_SYNTAX;
    vl_text_move(&b, in, &t->rules, &t->state.base, m);
    return vl_api_give(&b, out, cap);
}

static void write_preview(struct vl_json *w, const struct ask *ask)
{
    vl_preview_json(w, &ask->t->rules, &ask->t->state.base, ask->move, ask->typed, ask->seat,
                    ask->lang);
}

int veillee_preview(const struct veillee_table *t, int seat, const char *move, const char *lang,
                    char *out, size_t cap)
{
    struct ask ask = { .t = t, .typed = move, .seat = (vl_actor)seat, .lang = language(lang) };

    if (t == NULL || move == NULL)
        return VEILLEE_USAGE;
    if (ask.lang < 0)
        return VEILLEE_UNKNOWN;
    if (!vl_api_is_seat(t, seat) && seat != VEILLEE_ANYONE)
        return VEILLEE_RANGE;
    if (read_move(t, move, &ask.move, NULL) != VL_OK)
        return VEILLEE_SYNTAX;
    return give_json(write_preview, &ask, out, cap);
}

/* A move is about to be played: it joins the trail, and the list is of the past. */
static inline void remember(struct veillee_table *t, struct vl_move m)
{
    if (t->trail_len == VL_API_TRAIL)
        t->trail_len = 0;
    if (t->trail_len == 0)
        memcpy(&t->before, &t->state, t->rules.game->state_size);
    t->trail[t->trail_len++] = m;
    atomic_store_explicit(&t->list->made, VL_API_NONE, memory_order_relaxed);
}

/* A move that was asked for, perhaps a row. */
static void play(struct veillee_table *t, struct vl_move m)
{
    remember(t, m);
    vl_apply_accepted(&t->rules, &t->state.base, m, NULL);
}

/* One that stands in the list: no row. */
static inline void play_listed(struct veillee_table *t, struct vl_move m)
{
    remember(t, m);
    vl_apply_legal(&t->rules, &t->state.base, m, NULL);
}

/* Reads a move and asks whether `seat` may make it. */
static int judge(const struct veillee_table *t, int seat, const char *move, int lang,
                 struct vl_move *m, struct veillee_error *err)
{
    struct vl_error no;

    if (t == NULL || move == NULL)
        return vl_api_fault(err, VL_USAGE, t == NULL ? "table" : "move", "NULL");
    if (lang < 0)
        return vl_api_fault(err, VL_UNKNOWN, "lang", "no such language");
    if (!vl_api_is_seat(t, seat) && seat != VEILLEE_CHANCE && seat != VEILLEE_ANYONE)
        return vl_api_fault(err, VL_RANGE, "seat", "no such seat");
    if (read_move(t, move, m, &no) == VL_OK) {
        vl_rule rule = vl_refuse(&t->rules, &t->state.base, *m, (vl_actor)seat);

        if (rule == 0)
            return VEILLEE_OK;
        vl_error_rule(&no, VL_REFUSED, rule, move, "");
    }
    return refusal(err, t, *m, &no, lang);
}

int veillee_refuse(const struct veillee_table *t, int seat, const char *move, const char *lang,
                   struct veillee_error *err)
{
    struct vl_move m = { 0 };

    return judge(t, seat, move, language(lang), &m, err);
}

int veillee_apply(struct veillee_table *t, int seat, const char *move, struct veillee_error *err)
{
    struct vl_move m = { 0 };
    int st = judge(t, seat, move, VL_EN, &m, err);

    if (st == VEILLEE_OK)
        play(t, m);
    return st;
}

int veillee_apply_index(struct veillee_table *t, int i)
{
    if (t == NULL)
        return VEILLEE_USAGE;
    struct vl_api_list *list = t->list;

    if (atomic_load_explicit(&list->made, memory_order_relaxed) != VL_API_MADE) {
        list->len = vl_legal(&t->rules, &t->state.base, list->move); /* nobody else is here */
        atomic_store_explicit(&list->made, VL_API_MADE, memory_order_relaxed);
    }
    if (i < 0 || i >= list->len)
        return VEILLEE_RANGE;
    play_listed(t, list->move[i]);
    return VEILLEE_OK;
}

int veillee_apply_action(struct veillee_table *t, int action, struct veillee_error *err)
{
    if (t == NULL)
        return vl_api_fault(err, VL_USAGE, "table", "NULL");
    struct vl_move m = vl_action_move(&t->rules, action);
    struct vl_error no;
    vl_rule rule = vl_refuse(&t->rules, &t->state.base, m, VL_ANYONE);

    if (rule != 0) {
        vl_error_rule(&no, VL_REFUSED, rule, "", "");
        return refusal(err, t, m, &no, VL_EN);
    }
    play(t, m);
    return VEILLEE_OK;
}

int veillee_sample(const struct veillee_table *t, struct veillee_rng *rng, char *out, size_t cap)
{
    if (t == NULL || rng == NULL || t->state.base.actor != VL_CHANCE)
        return VEILLEE_USAGE;
    struct vl_rng in = vl_api_taken(rng);
    int len = give_notation(t, vl_sample(&t->rules, &t->state.base, &in), out, cap);

    if (out != NULL && (size_t)len < cap) /* else it is asked again, and must be the same */
        vl_api_put_back(rng, in);
    return len;
}

int veillee_chance(struct veillee_table *t, struct veillee_rng *rng)
{
    if (t == NULL || rng == NULL || t->state.base.actor != VL_CHANCE)
        return VEILLEE_USAGE;
    struct vl_rng in = vl_api_taken(rng);

    play_listed(t, vl_sample(&t->rules, &t->state.base, &in));
    vl_api_put_back(rng, in);
    return VEILLEE_OK;
}

/* ---- events ---- */

struct events_sink {
    struct vl_sink base; /* first: the engine knows this part */
    struct vl_json *w;
    const struct ask *ask;
};

static void take_event(struct vl_sink *sink, const struct vl_event *ev)
{
    const struct events_sink *e = (const struct events_sink *)sink;

    if (e->ask->seat == VEILLEE_ALL || vl_event_seen(ev, e->ask->seat))
        vl_event_json(e->w, &e->ask->t->rules, ev, e->ask->lang, -1);
}

static void write_events(struct vl_json *w, const struct ask *ask)
{
    struct events_sink sink = { { take_event }, w, ask };
    const struct veillee_table *t = ask->t;
    union vl_game_state again = t->before;

    vl_json_arr(w);
    for (int i = 0; i < t->trail_len; i++)
        vl_apply_accepted(&t->rules, &again.base, t->trail[i],
                          i == t->trail_len - 1 ? &sink.base : NULL);
    vl_json_end(w);
}

int veillee_events(const struct veillee_table *t, int seat, const char *lang, char *out, size_t cap)
{
    struct ask ask = { .t = t, .seat = (vl_actor)seat, .lang = language(lang) };

    if (t == NULL)
        return VEILLEE_USAGE;
    if (ask.lang < 0)
        return VEILLEE_UNKNOWN;
    if (!vl_api_is_seat(t, seat) && seat != VEILLEE_ANYONE && seat != VEILLEE_ALL)
        return VEILLEE_RANGE;
    return give_json(write_events, &ask, out, cap);
}
