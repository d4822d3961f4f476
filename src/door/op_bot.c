/* op_bot.c - bots and advice. */
#include "door/door.h"

#include "base/hash.h"
#include "bots/bot.h"
#include "registry.h"
#include "tell/tell.h"

#include <stdlib.h>

enum { NODES_DEFAULT = 200000 }; /* positions looked at: a second at most */

/* What whoever decides now knows. */
static int read_known(struct door *d, union vl_any_state *known)
{
    const struct vl_match *m = d->m;

    if (m->state->actor < 0)
        return door_fail(d, VL_INVALID, "h", "nobody is to decide");
    memset(known, 0, sizeof *known);
    memcpy(known, m->state, m->rules.game->state_size);
    vl_hide(&m->rules, &known->base, m->state->actor);
    return VL_OK;
}

/* The bot's choice, and how many it had. */
static int choose(struct door *d, const struct vl_bot_spec *bot, const struct vl_state *known,
                  const uint8_t key[32], struct vl_move *move, int *choices)
{
    static struct vl_move list[VL_MOVES_MAX];
    const struct vl_rules *r = &d->m->rules;
    struct vl_rng rng = vl_rng_key(key);
    struct vl_bot_answer answer;
    void *scratch = malloc(vl_bot_scratch(bot, r->game));

    if (!scratch)
        return door_fail(d, VL_MEMORY, "bot", "");
    *choices = vl_legal(r, known, list);
    struct vl_bot_ask ask = { .rules = r,
                              .state = known,
                              .seat = known->actor,
                              .legal = list,
                              .legal_len = *choices,
                              .rng = &rng,
                              .scratch = scratch };
    ask.limits.nodes = d->node[F_BUDGET] ? (uint64_t)d->num[F_BUDGET] : NODES_DEFAULT;
    vl_bot_choose(bot, &ask, &answer);
    free(scratch);
    *move = answer.move;
    return VL_OK;
}

/* From "seed", or else from the table's own, so that a question asked again gets
 * the same answer. */
static int bot_key(struct door *d, uint8_t key[32])
{
    if (!d->node[F_SEED] && d->m->seed_kind != VL_SEED_KNOWN)
        return door_fail(d, VL_MISSING, "seed", "the table has none of its own");
    vl_seed_bot(key, d->node[F_SEED] ? d->seed : d->m->seed, d->m->len);
    return VL_OK;
}

static void put_move(struct vl_json *w, const struct vl_rules *r, struct vl_move move)
{
    char notation[VL_NOTATION_MAX];
    struct vl_buf b = vl_buf_on(notation, sizeof notation);

    vl_move_format(r, move, &b);
    vl_json_kstr(w, "move", notation);
}

int op_bot(struct door *d)
{
    union vl_any_state known;
    struct vl_bot_spec bot;
    struct vl_move move;
    uint8_t key[32];
    char level[32];
    int choices;

    door_text(d, F_LEVEL, level, sizeof level);
    int st = vl_bot_parse(&bot, level, &d->err);
    if (st == VL_OK)
        st = read_known(d, &known);
    if (st == VL_OK)
        st = bot_key(d, key);
    if (st == VL_OK)
        st = choose(d, &bot, &known.base, key, &move, &choices);
    if (st != VL_OK)
        return st;
    vl_json_obj(&d->w);
    put_move(&d->w, &d->m->rules, move);
    vl_json_end(&d->w);
    return VL_OK;
}

/* The same advice for the same position, here and on a server. */
int op_hint(struct door *d)
{
    struct vl_bot_spec greedy = { &vl_bot_greedy, 0 };
    union vl_any_state known;
    struct vl_move move;
    uint8_t key[32];
    int choices;

    int st = read_known(d, &known);
    if (st != VL_OK)
        return st;
    vl_sha256_of(&known, d->m->rules.game->state_size, key);
    st = choose(d, &greedy, &known.base, key, &move, &choices);
    if (st != VL_OK)
        return st;
    vl_json_obj(&d->w);
    vl_tell_hint(&d->w, &d->m->rules, &known.base, move, choices == 1, d->lang);
    vl_json_end(&d->w);
    return VL_OK;
}
