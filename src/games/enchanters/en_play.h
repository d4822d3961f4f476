/* en_play.h - what the files that make things happen share (en_rules.c, en_ability.c):
 * the move being played, and the small steps of which everything consists. Nobody
 * else includes it. */
#ifndef VL_GAMES_ENCHANTERS_EN_PLAY_H
#define VL_GAMES_ENCHANTERS_EN_PLAY_H

#include "games/enchanters/enchanters.h"

struct en_play { /* what every step of a move needs */
    const struct en_content *c;
    const struct vl_rules *r;
    struct en_state *s;
    struct vl_sink *sink;
};

/* An event: what, its rule, whose doing; of a player, who is its first argument too. */
#define TELL(p, what, rule, ...) VL_EMIT((p)->sink, EN_EV_##what, rule, __VA_ARGS__)
#define TELL_BY(p, what, rule, ...) VL_EMIT_BY((p)->sink, EN_EV_##what, rule, __VA_ARGS__)
/* Of an ability: its source, and the village if it is one of its. */
#define TELL_USE(p, what, rule, source)                                                            \
    TELL_BY(p, what, rule, (p)->s->active, source,                                                 \
            (source) == EN_VILLAGE ? (p)->s->village : VL_NONE)

/* en_rules.c: somebody is asked; the stage goes on with the answer. */
void en_enter(struct en_play *p, enum en_phase phase);

/* en_ability.c: triggers, and abilities, whose costs and effects the machine carries out. */
/* Lists what fires now; false if nothing does. */
bool en_list_triggers(struct en_play *p, int level, int when, int kind);
void en_run_ability(struct en_play *p, int source, int index);
void en_fire(struct en_play *p, int level, int source, int index);
bool en_fire_next(struct en_play *p, int level);
/* Goes on with the abilities above level `mark`, until one asks, or a visit comes first. */
void en_run_on(struct en_play *p, int mark);

/* The player who is asked for the effect at hand (EN-EFF-11): clockwise,
 * starting left of the active one. */
static inline int en_asked(const struct en_state *s, const struct vl_frame *run)
{
    return (s->active + 1 + run->turn) % s->base.seats;
}

/* ---- cards on the move ---- */

static inline void en_push(const struct en_content *c, struct en_player *p, int pile, int card)
{
    const struct en_card *k = &c->cards[card];
    const struct en_card *covered = p->len[pile] ? &c->cards[p->top[pile]] : NULL;

    VL_ASSERT(pile < EN_PILES && p->len[pile] < en_pile_max(pile));
    for (int i = 0; i < 2; i++)
        p->icons[i] = (int16_t)(p->icons[i] + k->lower[i] + k->upper[i] -
                                (covered ? covered->upper[i] : 0));
    en_top_is(c, p, pile, card);
    en_pile(p, pile)[p->len[pile]++] = vl_u8(card);
}

/* EN-GRV-01: on top of the one graveyard that all share. */
static inline void en_bury(struct en_play *p, int card)
{
    VL_ASSERT(p->s->grave_len < EN_GRAVE_MAX);
    p->s->grave[p->s->grave_len++] = vl_u8(card);
}

/* EN-REST-05, EN-CMB-05: the first card of the road, if there is one. */
static inline void en_bury_slot(struct en_play *p, int slot, vl_rule rule)
{
    if (slot == VL_NONE)
        return;
    int card = p->s->road[slot];
    VL_ASSERT(card != VL_NONE && p->s->road_len > 0);
    p->s->road[slot] = VL_NONE;
    p->s->road_len--;
    en_bury(p, card);
    TELL(p, ROAD_DISCARDED, rule, -1, card, slot);
}

/* ---- wounds and crystals ---- */

/* EN-ST-04, EN-RUL-68: counters fit 16 bits, and stop at 999. */
static inline void en_add(int16_t *counter, int n)
{
    *counter = (int16_t)vl_max(vl_min(*counter + n, EN_COUNTER_MAX), -EN_COUNTER_MAX);
}

/* EN-EFF-15, EN-EFF-20, EN-EFF-21, EN-VAL-11: no more than there is. How much that was. */
static inline int en_take_off(int16_t *counter, int n)
{
    int taken = n < *counter ? n : *counter;

    if (taken <= 0)
        return 0;
    *counter = (int16_t)(*counter - taken);
    return taken;
}

/* EN-VAL-09: wounds of all origins count as received this turn. */
static inline void en_receive(struct en_play *p, int seat, int n, vl_rule rule)
{
    struct en_player *who = &p->s->p[seat];

    if (n <= 0)
        return;
    en_add(&who->wounds, n);
    en_add(&who->received, n);
    TELL_BY(p, WOUNDED, rule, seat, n, who->wounds);
}

#endif
