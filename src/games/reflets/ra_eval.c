/* ra_eval.c - how good a position is for the team, for the greedy bot. */
#include "games/reflets/reflets.h"

int32_t ra_eval(const struct vl_rules *r, const struct vl_state *state, int seat)
{
    const struct ra_content *c = ra_content(r);
    const struct ra_state *s = ra_of(state);
    int32_t sum = 0;
    int score[2];

    (void)seat;
    if (state->outcome == RA_BY_QUEST)
        return VL_EVAL_WIN / 2 + 1000 * (s->score[0] - s->score[1]);
    if (state->outcome != RA_BY_RUNNING)
        return -VL_EVAL_WIN;
    if (s->quest == VL_NONE)
        return 0;
    ra_score(r, s, score);
    sum = 100 * (score[0] - score[1]) + 40 * ra_team_gems(r, s) + 500 * s->n;
    sum += (s->lasting & RA_STEP1 ? 4000 : 0) + (s->lasting & RA_STEP2 ? 6000 : 0);
    sum += (s->lasting & RA_OPEN_DOOR ? 2000 : 0) + (s->lasting & RA_PORTAL ? 3000 : 0);
    sum += 60 * (c->nodes[s->team_at].segment * 7);
    for (int i = 0; i < s->n; i++)
        sum -= s->marker[i] ? 60 * (c->cards[s->team[i]].vitality - s->marker[i]) : 0;
    return sum - 300 * s->notch;
}
