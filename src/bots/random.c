/* random.c - any legal move, each as likely as the others. */
#include "bots/bot.h"

static void choose(const struct vl_bot_ask *ask, int32_t param, struct vl_bot_answer *out)
{
    (void)param;
    out->move = ask->legal[vl_rng_below(ask->rng, (uint32_t)ask->legal_len)];
    out->reason = ask->legal_len == 1 ? TXT("bot.reason.only") : TXT("bot.reason.random");
}

const struct vl_bot vl_bot_random = { .id = "random", .choose = choose };
