/* bot.h - players made of code.
 *
 * A bot is asked for one move at a time. It gets what its seat may know and
 * nothing else: rules, a state already hidden for the seat, the legal list, a
 * generator, limits and scratch memory. It does no input or output, reads no
 * clock and keeps nothing between two questions, so the same question with the
 * same generator gets the same answer.
 *
 *     struct vl_bot_spec spec;
 *     int st = vl_bot_parse(&spec, "greedy", &err);
 *     void *scratch = malloc(vl_bot_scratch(&spec, game));
 *     struct vl_bot_ask ask = { .rules = r, .state = hidden, .seat = seat, ... };
 *     struct vl_bot_answer a;
 *     vl_bot_choose(&spec, &ask, &a);
 */
#ifndef VL_BOTS_BOT_H
#define VL_BOTS_BOT_H

#include "core/engine.h"

/* Marks a catalogue id, as in text.h, which bots do not know. */
#ifndef TXT
#define TXT(id) (id)
#endif

/* How long to think. A bot always answers with a legal move, limits or not. */
struct vl_bot_limits {
    uint64_t nodes;          /* positions to look at, at most; 0: the bot's own measure */
    bool (*stop)(void *arg); /* asked now and then: true ends thinking; NULL: never */
    void *stop_arg;
};

struct vl_bot_ask {
    const struct vl_rules *rules;
    const struct vl_state *state; /* hidden for `seat`; it is this seat's decision */
    int seat;
    const struct vl_move *legal; /* at least one */
    int legal_len;
    struct vl_rng *rng;
    void *scratch; /* vl_bot_scratch() bytes, aligned as malloc's are */
    struct vl_bot_limits limits;
};

struct vl_bot_answer {
    struct vl_move move;
    bool has_value;
    bool stopped;       /* a limit ended it before all was looked at */
    int32_t value;      /* of `move`, as game->eval() counts, for the seat */
    uint64_t nodes;     /* positions looked at */
    const char *reason; /* catalogue id, arguments {moves} and {nodes}; NULL: none */
};

struct vl_bot {
    const char *id;
    int32_t param_lo, param_hi, param_def; /* "mcts:500"; hi 0: takes no number */
    size_t (*scratch)(const struct vl_game *g, int32_t param);
    void (*choose)(const struct vl_bot_ask *ask, int32_t param, struct vl_bot_answer *out);
};

/* A bot with its number, as written in "--bots greedy,mcts:500". */
struct vl_bot_spec {
    const struct vl_bot *bot;
    int32_t param;
};

extern const struct vl_bot vl_bot_random, vl_bot_greedy;

int vl_bots_len(void);
const struct vl_bot *vl_bot_at(int i);
/* All of them, as they are typed: "random, greedy". */
void vl_bot_names(struct vl_buf *out);
/* VL_UNKNOWN if there is no such bot (err->what names those there are), VL_RANGE
 * for its number; *out unchanged then. */
int vl_bot_parse(struct vl_bot_spec *out, const char *text, struct vl_error *err);
/* The text that parses to this spec. */
void vl_bot_format(const struct vl_bot_spec *spec, struct vl_buf *out);
/* Bytes of scratch memory it needs for a game; never 0. */
size_t vl_bot_scratch(const struct vl_bot_spec *spec, const struct vl_game *g);
void vl_bot_choose(const struct vl_bot_spec *spec, const struct vl_bot_ask *ask,
                   struct vl_bot_answer *out);

/* For bots: whether thinking must end, given the positions looked at so far. */
static inline bool vl_bot_stopped(const struct vl_bot_limits *limits, uint64_t nodes)
{
    if (limits->nodes && nodes >= limits->nodes)
        return true;
    return limits->stop && limits->stop(limits->stop_arg);
}

#endif
