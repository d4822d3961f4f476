/* play.c - moves that the library picks itself, and tables kept as bytes. */
#include "api/impl.h"

#include "base/hash.h"
#include "bots/bot.h"

#include <limits.h>
#include <stdlib.h>

/* ---- chance and random players ---- */

static struct vl_move any_move(const struct vl_rules *r, const struct vl_state *s,
                               struct vl_rng *rng, struct vl_move *list)
{
    if (s->actor == VL_CHANCE)
        return vl_sample(r, s, rng);
    return list[vl_rng_below(rng, (uint32_t)vl_legal(r, s, list))];
}

int veillee_random(struct veillee_table *t, struct veillee_rng *rng, int moves)
{
    if (t == NULL || rng == NULL)
        return VEILLEE_USAGE;
    if (moves < 0)
        return VEILLEE_RANGE;
    struct vl_rng in = vl_api_taken(rng);
    struct vl_state *s = &t->state.base;
    int played = 0;

    vl_api_forget(t);
    for (; played < moves && s->actor != VL_OVER; played++)
        vl_apply_legal(&t->rules, s, any_move(&t->rules, s, &in, t->list->move), NULL);
    vl_api_put_back(rng, in);
    return played;
}

/* ---- bots ---- */

int veillee_bots(char *out, size_t cap)
{
    char words[200];
    struct vl_buf b = vl_buf_on(words, sizeof words);

    vl_bot_names(&b);
    if (out != NULL && cap > 0) {
        out[0] = '\0';
        if (b.len < cap)
            memcpy(out, words, b.len + 1);
    }
    return (int)b.len;
}

/* The bot is told what its seat may know, and nothing else. */
static int choose(const struct veillee_table *t, const struct vl_bot_spec *bot, struct vl_rng *rng,
                  void *scratch)
{
    struct vl_move own[VL_MOVES_MAX];
    union vl_game_state known = t->state;
    struct vl_bot_answer answer;
    int len;
    const struct vl_move *list = vl_api_moves(t, own, &len);
    struct vl_bot_ask ask = { .rules = &t->rules,
                              .state = &known.base,
                              .seat = known.base.actor,
                              .legal = list,
                              .legal_len = len,
                              .rng = rng,
                              .scratch = scratch };

    vl_hide(&t->rules, &known.base, known.base.actor);
    vl_bot_choose(bot, &ask, &answer);
    return vl_move_find(list, len, answer.move);
}

int veillee_bot(const struct veillee_table *t, const char *bot, struct veillee_rng *rng,
                struct veillee_error *err)
{
    struct vl_error fault = { 0 };
    struct vl_bot_spec spec;

    if (t == NULL || bot == NULL || rng == NULL)
        return vl_api_fault(err, VL_USAGE,
                            t == NULL     ? "table"
                            : bot == NULL ? "bot"
                                          : "rng",
                            "NULL");
    if (t->state.base.actor < 0)
        return vl_api_fault(err, VL_USAGE, "table", "no seat is to decide");
    if (vl_bot_parse(&spec, bot, &fault) != VL_OK)
        return vl_api_report(err, &t->rules, &fault);
    void *scratch = malloc(vl_bot_scratch(&spec, t->rules.game));
    if (scratch == NULL)
        return vl_api_fault(err, VL_MEMORY, "", "");
    struct vl_rng in = vl_api_taken(rng);
    int i = choose(t, &spec, &in, scratch);

    free(scratch);
    vl_api_put_back(rng, in);
    return i;
}

/* ---- as bytes ----
 *
 * "VLT", the number of this format, the revision of the game (2 bytes), the hash of
 * the content (8), the length of the game's id (1) and the id, the position as JSON,
 * and at the end the hash of all that (8). Numbers are little-endian.
 */

enum { MAGIC = 3, FORMAT = 1, HEAD = MAGIC + 1 + 2 + 8 + 1, TAIL = 8 };

static void put_number(uint8_t *at, uint64_t v, int bytes)
{
    for (int i = 0; i < bytes; i++)
        at[i] = (uint8_t)(v >> 8 * i);
}

static uint64_t get_number(const uint8_t *at, int bytes)
{
    uint64_t v = 0;

    for (int i = bytes; i-- > 0;)
        v = v << 8 | at[i];
    return v;
}

int veillee_save(const struct veillee_table *t, void *out, size_t cap)
{
    if (t == NULL)
        return VEILLEE_USAGE;
    const struct vl_game *g = t->rules.game;
    size_t id = strlen(g->id), head = HEAD + id;
    uint8_t *at = out;
    bool fits = out != NULL && cap > head + TAIL;
    /* the position is written where it belongs, and its NUL where the hash will stand */
    int len = veillee_position(t, VEILLEE_ALL, fits ? (char *)at + head : NULL,
                               fits ? cap - head - TAIL + 1 : 0);

    if (len < 0)
        return len;
    if ((size_t)len > INT_MAX - head - TAIL)
        return VEILLEE_TOO_LARGE;
    size_t whole = head + (size_t)len + TAIL;
    if (!fits || whole > cap)
        return (int)whole;
    memcpy(at, "VLT", MAGIC);
    at[MAGIC] = FORMAT;
    put_number(at + MAGIC + 1, g->revision, 2);
    put_number(at + MAGIC + 3, t->rules.pack->hash, 8);
    at[HEAD - 1] = vl_u8((int)id);
    memcpy(at + HEAD, g->id, id);
    put_number(at + whole - TAIL, vl_hash(at, whole - TAIL, FORMAT), TAIL);
    return (int)whole;
}

/* Whether the bytes are whole, of this format, and of the table's game and content. */
static int check_saved(const struct veillee_table *t, const uint8_t *at, size_t len,
                       struct veillee_error *err)
{
    const struct vl_game *g = t->rules.game;

    if (len < HEAD + TAIL || memcmp(at, "VLT", MAGIC) != 0)
        return vl_api_fault(err, VL_SYNTAX, "bytes", "no saved table");
    if (at[MAGIC] != FORMAT)
        return vl_api_fault(err, VL_VERSION, "bytes", "saved in another format");
    if (get_number(at + len - TAIL, TAIL) != vl_hash(at, len - TAIL, FORMAT))
        return vl_api_fault(err, VL_MISMATCH, "bytes", "damaged, or not whole");
    size_t id = at[HEAD - 1];
    if (len < HEAD + id + TAIL || !vl_str_is((const char *)at + HEAD, id, g->id))
        return vl_api_fault(err, VL_OTHER_GAME, "bytes", "a table of another game");
    if (get_number(at + MAGIC + 1, 2) != g->revision)
        return vl_api_fault(err, VL_VERSION, "bytes", "another revision of the game");
    if (get_number(at + MAGIC + 3, 8) != t->rules.pack->hash)
        return vl_api_fault(err, VL_MISMATCH, "bytes", "a table with other content");
    return VEILLEE_OK;
}

int veillee_restore(struct veillee_table *t, const void *bytes, size_t len,
                    struct veillee_error *err)
{
    if (t == NULL || bytes == NULL)
        return vl_api_fault(err, VL_USAGE, t == NULL ? "table" : "bytes", "NULL");
    int st = check_saved(t, bytes, len, err);
    if (st != VEILLEE_OK)
        return st;
    size_t head = HEAD + strlen(t->rules.game->id);

    return vl_api_load(t, (const char *)bytes + head, len - head - TAIL, err);
}
