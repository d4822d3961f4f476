/* rb_bout.h - a fight foreseen: what it is worth to its attacker, by the exact chances of its
 * rolls.
 *
 * What is foreseen is a round after the other until somebody falls: who attacks in which phase
 * is settled for rounds to come, and chosen anew, as well as can be, for what is left of the
 * round at hand. Boosts and rerolls that somebody may still buy are left out; what armour stops
 * counts as life.
 *
 *     struct rb_team team;
 *     struct rb_bout b;
 *     rb_team_of(&team, r, s, seat);
 *     rb_bout_challenge(&b, &team, r, s, card);
 *     b.won = 500;
 *     b.lost = -300;
 *     rb_bout_foresee(&b);
 *     worth = rb_bout_value(&b);
 */
#ifndef VL_GAMES_RUNEBOUND_BOUT_H
#define VL_GAMES_RUNEBOUND_BOUT_H

#include "games/runebound/runebound.h"

enum {
    RB_BOUT_FIGHTERS = 4, /* the hero and the best of the allies */
    RB_BOUT_LIFE = 20,
    RB_BOUT_FOE = 12,
    RB_SURE = RB_D20 * RB_D20 /* a chance is so many of as many */
};

struct rb_fighter {
    uint8_t who; /* 0 the hero, else 1 + ally */
    uint8_t life;
    int16_t bonus[RB_FIGHTS], hits[RB_FIGHTS];
};

/* Who fights for a seat: the hero first, then the best of the allies. */
struct rb_team {
    uint8_t seat, len;
    uint8_t life, full;       /* of the hero: left, and at most */
    int16_t stops[RB_FIGHTS]; /* wounds that armour stops in a fight, by phase */
    int16_t flight;           /* what it adds to an escape */
    struct rb_fighter f[RB_BOUT_FIGHTERS];
};

struct rb_bout {
    const struct rb_team *team;
    uint8_t life, foe, skips;        /* left of either; phases that do not take place */
    int16_t blow[RB_FIGHTS], flight; /* flight: the chance of an escape, 0: none */
    int16_t chance[RB_BOUT_FIGHTERS][RB_FIGHTS];
    int32_t won, lost, fled; /* what each end is worth, */
    int32_t alive;           /* with so much for each life left; */
    int32_t dies, scratch;   /* what a dead ally costs, and its wound */
    int8_t by[RB_FIGHTS];    /* who attacks in rounds to come; -1: a defence */
    int32_t value[RB_BOUT_LIFE + 1][RB_BOUT_FOE + 1]; /* at the start of a round */
};

void rb_team_of(struct rb_team *t, const struct vl_rules *r, const struct rb_state *s, int seat);
/* The fight with a challenge from its beginning; if it is the one that goes on, as it stands.
 * What its `pre` effects change by the cards on the table is in it. */
void rb_bout_challenge(struct rb_bout *b, const struct rb_team *t, const struct vl_rules *r,
                       const struct rb_state *s, int card);
/* The same with another hero. */
void rb_bout_duel(struct rb_bout *b, const struct rb_team *t, const struct vl_rules *r,
                  const struct rb_state *s, int other);
/* Fills value[][], once won, lost and the like are set. */
void rb_bout_foresee(struct rb_bout *b);
static inline int32_t rb_bout_value(const struct rb_bout *b)
{
    return b->value[b->life][b->foe];
}
/* Within a round: before phase `phase` (RB_FIGHTS: the round is over), with so much life left
 * and those who have attacked as bits. */
int32_t rb_bout_from(const struct rb_bout *b, int phase, unsigned attacked, int life, int foe);
/* The same while a roll of that phase is to come, with its chance to succeed. */
int32_t rb_bout_roll(const struct rb_bout *b, int phase, unsigned attacked, int i, bool attacks,
                     int life, int foe, int chance, int hits);
/* The index of a character; -1: it is not among the fighters. */
int rb_team_index(const struct rb_team *t, int who);
/* How many of RB_SURE: a die and `bonus` against `against`, or against a die and `against`. */
int rb_sides_of_400(int bonus, int against);
int rb_duel_of_400(int bonus, int against);

#endif
