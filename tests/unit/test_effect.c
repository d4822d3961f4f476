/* The effect machine, on a vocabulary made for it: every way in which a step can go,
 * blocks, choices before costs, knock-outs in the middle of a stack, and the proof that
 * no pack nests deeper than its stack. What real rules make of it is tested with moor
 * (tests/games/moor.h) and Enchanters. */
#include "test.h"

#include "core/machine.h"

#include <stdio.h>
#include <string.h>

enum { FRAMES = 4, LOG = 256 };

struct ink_state {
    struct vl_state base;
    struct vl_frame frames[FRAMES];
    uint8_t depth;
    uint8_t purse; /* what costs are paid from */
    uint8_t pad[2];
};

/* What happened, as words; the verbs write into it. */
static char ink[LOG];

static void write_ink(const char *word, int n)
{
    size_t len = strlen(ink);

    snprintf(ink + len, sizeof ink - len, "%s%s%d", len ? " " : "", word, n);
}

enum verb { SAY, ASK, CALL, CALL_THEN, PAUSE, STOP, DROP, ROUND, PAY, NAME, IF, MAY, VERBS };
enum kind { KIND_A, KIND_B, KIND_C, KIND_D, KIND_USED };

/* ---- verbs ---- */

/* A phase of its own in a real game; here it is enough that somebody must act. */
static int ask(struct vl_fx_run *x, int seat)
{
    x->s->actor = (int8_t)seat;
    return VL_FX_ASK;
}

static int say(struct vl_fx_run *x)
{
    write_ink("say", x->step->arg[0]);
    return VL_FX_DONE;
}

static int ask_one(struct vl_fx_run *x)
{
    int n = vl_fx_take(x);

    if (n < 0)
        return ask(x, x->frame->who);
    write_ink("got", n);
    return VL_FX_DONE;
}

static int call(struct vl_fx_run *x)
{
    vl_fx_call(x, 0, x->step->arg[0], x->frame->who);
    return VL_FX_CALLED;
}

/* Calls as often as its argument says, and then says so. */
static int call_then(struct vl_fx_run *x)
{
    if (x->frame->turn == x->step->arg[1]) {
        write_ink("back", x->frame->turn);
        return VL_FX_DONE;
    }
    x->frame->turn++;
    vl_fx_call(x, 0, x->step->arg[0], x->frame->who);
    return VL_FX_AGAIN;
}

static int pause(struct vl_fx_run *x)
{
    (void)x;
    return VL_FX_PAUSE;
}

static int stop(struct vl_fx_run *x)
{
    (void)x;
    return VL_FX_END;
}

static int drop(struct vl_fx_run *x)
{
    return vl_fx_unwind(x, x->step->arg[0]);
}

/* Asks everybody, the one left of the owner first. */
static int go_round(struct vl_fx_run *x)
{
    int n = vl_fx_take(x);

    if (n >= 0) {
        write_ink("seat", (x->frame->who + 1 + x->frame->turn) % x->s->seats);
        x->frame->turn++;
    }
    int seat = vl_fx_seat(x, x->frame->who + 1);
    return seat < 0 ? VL_FX_DONE : ask(x, seat);
}

static struct ink_state *of(struct vl_fx_run *x)
{
    return (struct ink_state *)(void *)x->s;
}

/* Whoever pays the last of it is knocked out: what it bought is lost. */
static int pay(struct vl_fx_run *x)
{
    of(x)->purse = vl_u8(of(x)->purse - x->step->arg[0]);
    write_ink("pay", x->step->arg[0]);
    return of(x)->purse ? VL_FX_DONE : VL_FX_END;
}

static bool can_pay(const struct vl_fx_look *look)
{
    return ((const struct ink_state *)(const void *)look->s)->purse >= look->step->arg[0];
}

static int name_one(struct vl_fx_run *x)
{
    if (x->frame->reg[0] == 0) {
        int n = vl_fx_take(x);

        if (n < 0)
            return ask(x, x->frame->who);
        x->frame->reg[0] = vl_u8(n);
    }
    return VL_FX_DONE;
}

static int use_named(struct vl_fx_run *x)
{
    write_ink("named", x->frame->reg[0]);
    return VL_FX_DONE;
}

static int if_rich(struct vl_fx_run *x)
{
    return VL_FX_ENTER + (of(x)->purse >= x->step->arg[0] ? 0 : 1);
}

/* Yes or no, then what the yes needs, then the cost and what it buys. */
static int may(struct vl_fx_run *x)
{
    if (x->frame->turn == 0) {
        int yes = vl_fx_take(x);

        if (yes <= 0)
            return yes < 0 ? ask(x, x->frame->who) : VL_FX_DONE;
        x->frame->turn = 1;
    }
    return vl_fx_choose(x, 0, 1) == VL_FX_ASK ? VL_FX_ASK : VL_FX_ENTER;
}

#define NO_ARG                                                                                     \
    {                                                                                              \
        NULL, 0, 0, 0, 0, 0, NULL, NULL                                                            \
    }
#define INT_ARG                                                                                    \
    {                                                                                              \
        "n", VL_FX_INT, 0, 0, 0, 99, NULL, NULL                                                    \
    }
#define BLOCK_ARG(type)                                                                            \
    {                                                                                              \
        "then", type, 0, 0, 0, 0, NULL, NULL                                                       \
    }

/* clang-format off */
#define BLOCK BLOCK_ARG(VL_FX_BLOCK)
/* ORDER verb */
static const struct vl_fx_verb verbs[] = {
    { "say",       0, 1, { INT_ARG },                       FX_RUN(say) },
    { "ask",       0, 0, { NO_ARG },                        FX_RUN(ask_one) },
    { "call",      0, 1, { INT_ARG },                       FX_STARTS(call, 1u << KIND_B) },
    { "call_then", 0, 2, { INT_ARG, INT_ARG },              FX_STARTS(call_then, 1u << KIND_B) },
    { "pause",     0, 0, { NO_ARG },                        FX_RUN(pause) },
    { "stop",      0, 0, { NO_ARG },                        FX_RUN(stop) },
    { "drop",      0, 1, { INT_ARG },                       FX_RUN(drop) },
    { "round",     0, 0, { NO_ARG },                        FX_RUN(go_round) },
    { "pay",       0, 1, { INT_ARG },                       FX_PAYS(pay, can_pay) },
    { "name",      0, 0, { NO_ARG },                        FX_CHOOSE(use_named, name_one, NULL) },
    { "if",        0, 3, { INT_ARG, BLOCK, BLOCK },         FX_RUN(if_rich) },
    { "may",       0, 2, { BLOCK_ARG(VL_FX_COST), BLOCK },  FX_RUN(may) },
};
/* clang-format on */

/* ---- the lists of a test ---- */

enum { LISTS = 6, STEPS = 16 };

static struct vl_fx lists[LISTS][STEPS];
static int lists_len[LISTS]; /* -1: there is none */

static struct vl_fx_part find(const struct vl_rules *r, const struct vl_state *s,
                              const struct vl_frame *f)
{
    struct vl_fx_part part = { NULL, -1, 0 };

    (void)r;
    (void)s;
    if (f->list >= LISTS || lists_len[f->list] < 0)
        return part;
    part.steps = lists[f->list];
    part.len = vl_i16(lists_len[f->list]);
    part.kind = f->list == 0 ? KIND_A : KIND_B;
    return part;
}

static const struct vl_fx_machine machine = { verbs,        VERBS, FRAMES,
                                              1u << KIND_A, NULL,  { 0, 0, 0, 0, 0, 0, { 0 } },
                                              find,         NULL };

static struct vl_fx step(int verb, int a, int b, int c)
{
    struct vl_fx fx;

    memset(&fx, 0, sizeof fx);
    fx.verb = vl_u8(verb);
    fx.arg[0] = vl_i16(a);
    fx.arg[1] = vl_i16(b);
    fx.arg[2] = vl_i16(c);
    if (verb == IF)
        fx.skip = vl_u8(b + c);
    if (verb == MAY)
        fx.skip = vl_u8(a + b);
    return fx;
}

static void set_list(int list, const struct vl_fx *steps, int len)
{
    memcpy(lists[list], steps, sizeof *steps * (size_t)len);
    lists_len[list] = len;
    vl_fx_link(verbs, lists[list], len);
}

#define LIST(list, ...)                                                                            \
    do {                                                                                           \
        const struct vl_fx steps_[] = { __VA_ARGS__ };                                             \
        set_list((list), steps_, VL_LEN(steps_));                                                  \
    } while (0)

struct table {
    struct ink_state s;
    struct vl_fx_run x;
};

static void begin(struct table *t)
{
    struct vl_fx_run x = { &machine, NULL, &t->s.base, NULL, t->s.frames, &t->s.depth, NULL, NULL };

    memset(&t->s, 0, sizeof t->s);
    for (int i = 0; i < LISTS; i++)
        lists_len[i] = -1;
    t->s.base.seats = 3;
    t->s.base.actor = VL_AUTO;
    t->s.purse = 9;
    t->x = x;
    ink[0] = '\0';
}

static bool go(struct table *t)
{
    t->s.base.actor = VL_AUTO;
    return vl_fx_go(&t->x, 0);
}

static bool answer(struct table *t, int chosen)
{
    vl_fx_answer(&t->x, chosen);
    return go(t);
}

static struct vl_fx_look look_at(const struct table *t)
{
    struct vl_fx_look look = { &machine, NULL, &t->s.base, NULL, NULL };

    return look;
}

static const char *broken(const struct table *t)
{
    struct vl_fx_look look = look_at(t);

    return vl_fx_broken(&look, t->s.frames, t->s.depth);
}

/* ---- how a step can go ---- */

TEST(effect_steps_run_in_order_and_the_frame_goes)
{
    struct table t;
    static const struct vl_frame none;

    begin(&t);
    LIST(0, step(SAY, 1, 0, 0), step(SAY, 2, 0, 0));
    vl_fx_call(&t.x, 7, 0, 1);
    CHECK(go(&t));
    CHECK_STR(ink, "say1 say2");
    CHECK_EQ(t.s.depth, 0);
    CHECK(memcmp(&t.s.frames[0], &none, sizeof none) == 0);
    CHECK(vl_fx_top(&t.x) == NULL);
}

TEST(effect_a_step_that_asks_runs_again_with_the_answer)
{
    struct table t;

    begin(&t);
    LIST(0, step(ASK, 0, 0, 0), step(ASK, 0, 0, 0), step(SAY, 1, 0, 0));
    vl_fx_call(&t.x, 7, 0, 2);
    CHECK(!go(&t));
    CHECK_EQ(t.s.base.actor, 2);
    CHECK_STR(broken(&t), NULL);
    CHECK(!go(&t)); /* nobody has answered: it asks again, and nothing has happened */
    CHECK_STR(ink, "");
    CHECK(!answer(&t, 5));
    CHECK_STR(ink, "got5"); /* the second step does not take the answer of the first */
    CHECK(answer(&t, 0));
    CHECK_STR(ink, "got5 got0 say1");
}

TEST(effect_a_called_list_comes_first)
{
    struct table t;

    begin(&t);
    LIST(0, step(CALL, 1, 0, 0), step(SAY, 2, 0, 0));
    LIST(1, step(SAY, 1, 0, 0), step(ASK, 0, 0, 0));
    vl_fx_call(&t.x, 7, 0, 0);
    CHECK(!go(&t));
    CHECK_EQ(t.s.depth, 2);
    CHECK_EQ(t.s.frames[0].at, 0); /* the step at hand is the one that called */
    CHECK_EQ(t.s.frames[0].answer, VL_FX_CAME_BACK);
    CHECK_STR(broken(&t), NULL);
    CHECK(answer(&t, 3));
    CHECK_STR(ink, "say1 got3 say2"); /* and does not call twice */
}

TEST(effect_a_step_can_call_again_and_again)
{
    struct table t;

    begin(&t);
    LIST(0, step(CALL_THEN, 1, 2, 0), step(SAY, 3, 0, 0));
    LIST(1, step(SAY, 1, 0, 0));
    vl_fx_call(&t.x, 7, 0, 0);
    CHECK(go(&t));
    CHECK_STR(ink, "say1 say1 back2 say3");
}

TEST(effect_a_pause_lets_the_game_go_first)
{
    struct table t;

    begin(&t);
    LIST(0, step(PAUSE, 0, 0, 0), step(SAY, 1, 0, 0));
    vl_fx_call(&t.x, 7, 0, 0);
    CHECK(!go(&t));
    CHECK_EQ(t.s.base.actor, VL_AUTO);
    CHECK_EQ(t.s.frames[0].at, 1); /* the step itself is done */
    CHECK(go(&t));
    CHECK_STR(ink, "say1");
}

TEST(effect_a_list_can_end_early)
{
    struct table t;

    begin(&t);
    LIST(0, step(CALL, 1, 0, 0), step(SAY, 2, 0, 0));
    LIST(1, step(SAY, 1, 0, 0), step(STOP, 0, 0, 0), step(SAY, 9, 0, 0));
    vl_fx_call(&t.x, 7, 0, 0);
    CHECK(go(&t));
    CHECK_STR(ink, "say1 say2"); /* its own list only: who called goes on */
}

TEST(effect_frames_are_dropped_down_to_a_mark)
{
    struct table t;

    begin(&t);
    LIST(0, step(CALL, 1, 0, 0), step(SAY, 4, 0, 0));
    LIST(1, step(CALL, 2, 0, 0), step(SAY, 9, 0, 0));
    LIST(2, step(SAY, 1, 0, 0), step(DROP, 1, 0, 0), step(SAY, 9, 0, 0));
    vl_fx_call(&t.x, 7, 0, 0);
    CHECK(go(&t));
    CHECK_STR(ink, "say1 say4");

    ink[0] = '\0';
    LIST(2, step(SAY, 1, 0, 0), step(DROP, 0, 0, 0), step(SAY, 9, 0, 0));
    vl_fx_call(&t.x, 7, 0, 0);
    CHECK(go(&t));
    CHECK_STR(ink, "say1"); /* nothing is left of it all */
    CHECK_EQ(t.s.depth, 0);
    CHECK_EQ(t.s.frames[2].list, 0);
}

TEST(effect_only_what_lies_above_the_mark_is_carried_out)
{
    struct table t;

    begin(&t);
    LIST(0, step(SAY, 1, 0, 0));
    vl_fx_call(&t.x, 7, 0, 0);
    vl_fx_call(&t.x, 7, 0, 0);
    CHECK(vl_fx_go(&t.x, 1));
    CHECK_STR(ink, "say1");
    CHECK_EQ(t.s.depth, 1);
}

TEST(effect_a_step_goes_round_the_players)
{
    struct table t;

    begin(&t);
    LIST(0, step(ROUND, 0, 0, 0), step(ROUND, 0, 0, 0));
    vl_fx_call(&t.x, 7, 0, 1);
    CHECK(!go(&t));
    CHECK_EQ(t.s.base.actor, 2);
    CHECK(!answer(&t, 0));
    CHECK_EQ(t.s.base.actor, 0);
    CHECK(!answer(&t, 0));
    CHECK_EQ(t.s.base.actor, 1);
    CHECK(!answer(&t, 0));
    CHECK_STR(ink, "seat2 seat0 seat1");
    CHECK_EQ(t.s.base.actor, 2); /* the second step begins at the beginning */
}

/* A used thing pushes its frame on top of the step that waits (a window): when it is
 * through, that step looks again. */
TEST(effect_what_is_used_in_a_window_goes_first)
{
    struct table t;

    begin(&t);
    LIST(0, step(ASK, 0, 0, 0), step(SAY, 2, 0, 0));
    LIST(1, step(SAY, 1, 0, 0));
    vl_fx_call(&t.x, 7, 0, 0);
    CHECK(!go(&t));
    vl_fx_use(&t.x, 8, 1, 0);
    CHECK(!go(&t));
    CHECK_STR(ink, "say1");
    CHECK_EQ(t.s.depth, 1);
    CHECK_EQ(t.s.base.actor, 0); /* asked again */
    CHECK(answer(&t, 4));
    CHECK_STR(ink, "say1 got4 say2");
}

static int runs;

static int for_ever(struct vl_fx_run *x)
{
    (void)x;
    runs++;
    return VL_FX_AGAIN;
}

TEST(effect_what_never_ends_is_stopped)
{
    static const struct vl_fx_verb endless = { "for_ever", 0, 0, { NO_ARG }, FX_RUN(for_ever) };
    struct vl_fx_machine m = machine;
    struct table t;

    begin(&t);
    LIST(0, step(0, 0, 0, 0));
    m.verbs = &endless;
    m.verbs_len = 1;
    t.x.m = &m;
    runs = 0;
    vl_fx_call(&t.x, 7, 0, 0);
    CHECK(!go(&t));
    CHECK_EQ(runs, VL_STEPS_MAX - 1);
    CHECK_EQ(t.s.depth, 1);
}

TEST(effect_a_list_may_be_empty)
{
    struct table t;

    begin(&t);
    LIST(0, step(CALL, 1, 0, 0), step(SAY, 1, 0, 0));
    LIST(1, step(ASK, 0, 0, 0));
    lists_len[2] = 0;
    struct vl_fx_look look = look_at(&t);
    CHECK(vl_fx_can(&look, 7, 2, 0));
    vl_fx_call(&t.x, 7, 0, 0);
    CHECK(!go(&t));
    t.s.frames[1].list = 2;
    CHECK_STR(broken(&t), "/frames: no such step");
    CHECK(go(&t));
    CHECK_STR(ink, "say1");
}

/* ---- blocks ---- */

/* How far a block goes depends on the places of the arguments before it: an amount has three. */
TEST(effect_a_block_may_stand_behind_an_amount)
{
    static const struct vl_fx_verb deal = { "deal",
                                            0,
                                            2,
                                            { { "n", VL_FX_AMOUNT, 0, 0, 0, 9, NULL, NULL },
                                              BLOCK_ARG(VL_FX_BLOCK) },
                                            FX_RUN(say) };
    struct vl_fx fx = step(0, 1, 1, 0);

    fx.arg[3] = 2;
    fx.skip = 2;
    CHECK_EQ(vl_fx_row(&deal, &fx, 0).begin, 1);
    CHECK_EQ(vl_fx_row(&deal, &fx, 0).len, 2);
}

TEST(effect_what_stands_behind_a_list_is_not_its_own)
{
    struct vl_fx steps[] = { step(SAY, 1, 0, 0), step(IF, 5, 1, 1), step(SAY, 2, 0, 0),
                             step(SAY, 3, 0, 0) };
    struct vl_fx before[VL_LEN(steps)];
    struct vl_fx_nest n;

    memcpy(before, steps, sizeof steps);
    vl_fx_link(verbs, steps, 1);
    CHECK_EQ(steps[0].next, 1);
    CHECK(memcmp(steps + 1, before + 1, sizeof steps - sizeof *steps) == 0);

    steps[1] = step(CALL, 1, 0, 0);
    memset(&n, 0, sizeof n);
    vl_fx_note(&n, &machine, steps, 1, KIND_A, 7);
    CHECK_EQ(n.starts[KIND_A], 0);
}

TEST(effect_one_of_two_blocks_is_carried_out)
{
    struct table t;

    begin(&t);
    LIST(0, step(IF, 5, 2, 1), step(SAY, 1, 0, 0), step(SAY, 2, 0, 0), step(SAY, 3, 0, 0),
         step(SAY, 4, 0, 0));
    vl_fx_call(&t.x, 7, 0, 0);
    CHECK(go(&t));
    CHECK_STR(ink, "say1 say2 say4");
    t.s.purse = 0;
    ink[0] = '\0';
    vl_fx_call(&t.x, 7, 0, 0);
    CHECK(go(&t));
    CHECK_STR(ink, "say3 say4");
}

TEST(effect_blocks_in_blocks_end_where_the_outer_one_ends)
{
    struct table t;

    /* if 5 { if 20 { } else { say 1 } } else { say 9 } say 2 */
    begin(&t);
    LIST(0, step(IF, 5, 2, 1), step(IF, 20, 0, 1), step(SAY, 1, 0, 0), step(SAY, 9, 0, 0),
         step(SAY, 2, 0, 0));
    lists[0][0].skip = 3; /* the inner step and its block, and the other block */
    lists[0][0].arg[1] = 2;
    vl_fx_link(verbs, lists[0], 5);
    vl_fx_call(&t.x, 7, 0, 0);
    CHECK(go(&t));
    CHECK_STR(ink, "say1 say2");

    t.s.purse = 30; /* the inner block is empty */
    ink[0] = '\0';
    vl_fx_call(&t.x, 7, 0, 0);
    CHECK(go(&t));
    CHECK_STR(ink, "say2");
}

TEST(effect_a_cost_and_what_it_buys_are_one_row)
{
    struct vl_fx fx = step(IF, 5, 2, 1);

    CHECK_EQ(vl_fx_row(verbs, &fx, 0).begin, 1);
    CHECK_EQ(vl_fx_row(verbs, &fx, 0).len, 2);
    CHECK_EQ(vl_fx_row(verbs, &fx, 1).begin, 3);
    CHECK_EQ(vl_fx_row(verbs, &fx, 1).len, 1);
    fx = step(MAY, 1, 2, 0);
    CHECK_EQ(vl_fx_row(verbs, &fx, 0).len, 3);
    CHECK_EQ(vl_fx_row(verbs, &fx, 1).len, 2);
}

/* ---- choices before costs ---- */

TEST(effect_all_is_named_before_anything_is_paid)
{
    struct table t;

    begin(&t);
    LIST(0, step(PAY, 2, 0, 0), step(NAME, 0, 0, 0), step(SAY, 1, 0, 0));
    vl_fx_use(&t.x, 7, 0, 1);
    CHECK(!go(&t));
    CHECK_EQ(t.s.purse, 9);
    CHECK_EQ(t.s.frames[0].at, VL_FX_CHOOSING);
    CHECK_STR(broken(&t), NULL);
    struct vl_fx_look look = look_at(&t);
    CHECK_EQ(vl_fx_asking(&look, &t.s.frames[0])->verb, NAME);
    CHECK(answer(&t, 3));
    CHECK_STR(ink, "pay2 named3 say1");
    CHECK_EQ(t.s.purse, 7);
}

TEST(effect_what_blocks_need_is_named_when_they_are_entered)
{
    struct table t;

    begin(&t);
    LIST(0, step(IF, 5, 1, 1), step(NAME, 0, 0, 0), step(SAY, 2, 0, 0), step(NAME, 0, 0, 0));
    vl_fx_use(&t.x, 7, 0, 1);
    CHECK(!go(&t));
    CHECK_EQ(t.s.frames[0].turn, 3); /* the step behind the blocks */
}

static int begun, purse_then;

static void note_begin(struct vl_fx_run *x)
{
    begun++;
    purse_then = ((const struct ink_state *)(const void *)x->s)->purse;
}

/* What is used begins when all is named, before it is paid for; what is called never does. */
TEST(effect_a_game_is_told_when_what_is_used_begins)
{
    struct vl_fx_machine told = machine;
    struct table t;

    told.begin = note_begin;
    begun = 0;
    begin(&t);
    t.x.m = &told;
    LIST(0, step(PAY, 2, 0, 0), step(NAME, 0, 0, 0), step(SAY, 1, 0, 0));
    vl_fx_use(&t.x, 7, 0, 1);
    CHECK(!go(&t));
    CHECK_EQ(begun, 0);
    CHECK(answer(&t, 3));
    CHECK_EQ(begun, 1);
    CHECK_EQ(purse_then, 9);
    vl_fx_call(&t.x, 7, 0, 1);
    CHECK(!go(&t));
    CHECK(answer(&t, 3));
    CHECK_EQ(begun, 1);
}

TEST(effect_a_called_list_chooses_when_the_step_is_reached)
{
    struct table t;

    begin(&t);
    LIST(0, step(SAY, 1, 0, 0), step(NAME, 0, 0, 0));
    vl_fx_call(&t.x, 7, 0, 1);
    CHECK(!go(&t));
    CHECK_STR(ink, "say1");
    CHECK(answer(&t, 3));
    CHECK_STR(ink, "say1 named3");
}

/* As RB-WND-09 will have it: who pays with the last has lost what it bought. */
TEST(effect_what_a_deadly_cost_bought_is_lost)
{
    struct table t;

    begin(&t);
    LIST(0, step(PAY, 9, 0, 0), step(SAY, 1, 0, 0));
    vl_fx_use(&t.x, 7, 0, 1);
    CHECK(go(&t));
    CHECK_STR(ink, "pay9");
}

TEST(effect_an_offer_names_pays_and_gives)
{
    struct table t;

    begin(&t);
    LIST(0, step(MAY, 1, 2, 0), step(PAY, 2, 0, 0), step(NAME, 0, 0, 0), step(SAY, 1, 0, 0),
         step(SAY, 2, 0, 0));
    vl_fx_call(&t.x, 7, 0, 1);
    CHECK(!go(&t));
    CHECK(answer(&t, 0)); /* no */
    CHECK_STR(ink, "say2");

    ink[0] = '\0';
    vl_fx_call(&t.x, 7, 0, 1);
    CHECK(!go(&t));
    CHECK(!answer(&t, 1)); /* yes: and for whom? */
    CHECK_EQ(t.s.purse, 9);
    CHECK_STR(broken(&t), NULL);
    CHECK(answer(&t, 6));
    CHECK_STR(ink, "pay2 named6 say1 say2");
}

TEST(effect_what_cannot_be_paid_cannot_be_begun)
{
    struct table t;

    begin(&t);
    LIST(0, step(SAY, 1, 0, 0), step(PAY, 5, 0, 0));
    LIST(1, step(IF, 1, 1, 0), step(PAY, 50, 0, 0), step(SAY, 1, 0, 0));
    LIST(2, step(MAY, 1, 1, 0), step(PAY, 4, 0, 0), step(SAY, 1, 0, 0), step(PAY, 50, 0, 0));
    struct vl_fx_look look = look_at(&t);
    CHECK(vl_fx_can(&look, 7, 0, 0));
    CHECK(vl_fx_can(&look, 7, 1, 0));  /* it may never come to that */
    CHECK(!vl_fx_can(&look, 7, 5, 0)); /* no such list */
    t.s.purse = 4;
    CHECK(!vl_fx_can(&look, 7, 0, 0));
    struct vl_frame f = { 7, 0, 2, 0, 0, 0, { 0 } };
    CHECK(vl_fx_can_enter(&look, &f, 0));
    t.s.purse = 3;
    CHECK(!vl_fx_can_enter(&look, &f, 0));
}

/* ---- what a stack cannot be ---- */

TEST(effect_a_stack_from_outside_is_checked)
{
    struct table t;
    struct vl_frame *f = t.s.frames;

    begin(&t);
    LIST(0, step(CALL, 1, 0, 0), step(SAY, 2, 0, 0));
    LIST(1, step(ASK, 0, 0, 0));
    vl_fx_call(&t.x, 7, 0, 0);
    CHECK(!go(&t));
    CHECK_STR(broken(&t), NULL);

    struct ink_state sound = t.s;
    t.s.depth = FRAMES + 1;
    CHECK_STR(broken(&t), "/frames: more frames than there is room for");
    t.s = sound, f[1].list = 5;
    CHECK_STR(broken(&t), "/frames: no such list");
    t.s = sound, f[0].at = 1; /* `say` starts nothing */
    CHECK_STR(broken(&t), "/frames: nothing starts this list");
    t.s = sound, f[0].list = 1;
    CHECK_STR(broken(&t), "/frames: nothing starts this list");
    t.s = sound, f[1].list = 0; /* only the lowest is of this kind */
    CHECK_STR(broken(&t), "/frames: nothing starts this list");
    t.s = sound, f[1].at = 1;
    CHECK_STR(broken(&t), "/frames: no such step");
    t.s = sound, f[1].who = 3;
    CHECK_STR(broken(&t), "/frames: no such seat");
    t.s = sound, f[1].answer = VL_FX_CAME_BACK;
    CHECK_STR(broken(&t), "/frames: an answer that was not given"); /* nothing has been called */
    t.s = sound, f[1].answer = 3;
    CHECK_STR(broken(&t), "/frames: an answer that was not given");
    t.s = sound, f[3].reg[2] = 1;
    CHECK_STR(broken(&t), "/frames: a frame above the top");
    t.s = sound, f[0].at = VL_FX_CHOOSING; /* nothing is carried out while it chooses */
    CHECK_STR(broken(&t), "/frames: nothing starts this list");
    f[1].list = 0; /* of the lowest kind neither */
    CHECK_STR(broken(&t), "/frames: nothing starts this list");
}

TEST(effect_a_full_stack_is_sound)
{
    struct table t;

    begin(&t);
    for (int list = 0; list < FRAMES - 1; list++)
        LIST(list, step(CALL, list + 1, 0, 0));
    LIST(FRAMES - 1, step(ASK, 0, 0, 0));
    vl_fx_call(&t.x, 7, 0, 0);
    CHECK(!go(&t));
    CHECK_EQ(t.s.depth, FRAMES);
    CHECK_STR(broken(&t), NULL); /* also: three of a kind of which there may be any number */
}

/* ---- as large as it will be ---- */

/* Reflets d'Acide needs 24 frames and 45 verbs, Runebound 8 and 38. */
enum { DEEP = 24, WIDE = 45 };

static struct vl_fx wide_steps[DEEP]
                              [WIDE]; /* list k says what its verbs are and starts list k + 1 */
static int deepest;

static struct vl_fx_part wide_find(const struct vl_rules *r, const struct vl_state *s,
                                   const struct vl_frame *f)
{
    struct vl_fx_part part = { NULL, -1, 0 };

    (void)r;
    (void)s;
    if (f->list >= DEEP)
        return part;
    part.steps = wide_steps[f->list];
    part.len = WIDE;
    part.kind = f->list;
    return part;
}

static int wide_run(struct vl_fx_run *x)
{
    x->frame->reg[0]++;
    deepest = *x->depth > deepest ? *x->depth : deepest;
    return VL_FX_DONE;
}

static int wide_call(struct vl_fx_run *x)
{
    CHECK_EQ(x->frame->reg[0], WIDE - 1); /* all other verbs of the list have run */
    if (x->frame->list + 1 == DEEP)
        return ask(x, 0); /* on the highest frame of all */
    vl_fx_call(x, 0, x->frame->list + 1, 0);
    return VL_FX_CALLED;
}

TEST(effect_a_stack_of_24_frames_and_a_table_of_45_verbs)
{
    static struct vl_fx_verb rows[WIDE];
    struct vl_frame stack[DEEP];
    struct vl_fx_machine m = machine;
    struct vl_fx_nest n;
    struct table t;
    uint8_t depth = 0;
    int source;

    for (int k = 0; k < WIDE; k++) {
        rows[k].word = "wide";
        rows[k].does.run = k + 1 < WIDE ? wide_run : wide_call;
        for (int list = 0; list < DEEP; list++)
            wide_steps[list][k] = step(k, 0, 0, 0);
    }
    memset(&n, 0, sizeof n);
    memset(stack, 0, sizeof stack);
    m.verbs = rows;
    m.verbs_len = WIDE;
    m.frames_max = DEEP;
    m.find = wide_find;
    for (int list = 0; list < DEEP; list++) {
        vl_fx_link(rows, wide_steps[list], WIDE);
        rows[WIDE - 1].does.starts = list + 1 < DEEP ? 1u << (list + 1) : 0;
        vl_fx_note(&n, &m, wide_steps[list], WIDE, list, list);
    }
    CHECK_EQ(vl_fx_frames(&n, &m, &source), DEEP);

    begin(&t);
    struct vl_fx_run x = { &m, NULL, &t.s.base, NULL, stack, &depth, NULL, NULL };
    deepest = 0;
    vl_fx_push(&m, stack, &depth, 0, 0, 0);
    vl_fx_go(&x, 0);
    CHECK_EQ(depth, DEEP);
    CHECK_EQ(deepest, DEEP);
}

/* ---- how deep a pack can nest ---- */

struct nesting {
    struct vl_fx_nest n;
    struct vl_fx_verb verbs[8]; /* verb k starts starts[k] */
    struct vl_fx_machine m;
    uint8_t most[VL_FX_KINDS];
    int source;
};

static void nest(struct nesting *t, uint32_t roots)
{
    memset(t, 0, sizeof *t);
    t->m = machine;
    t->m.verbs = t->verbs;
    t->m.roots = roots;
    t->m.most = t->most;
}

/* A card with one list of a kind that starts others. */
static void card(struct nesting *t, int source, int kind, uint32_t starts)
{
    struct vl_fx fx = step(0, 0, 0, 0);

    t->verbs[0].does.starts = starts;
    vl_fx_note(&t->n, &t->m, &fx, 1, kind, source);
}

static int frames(struct nesting *t)
{
    return vl_fx_frames(&t->n, &t->m, &t->source);
}

TEST(effect_a_pack_without_calls_needs_one_frame)
{
    struct nesting t;

    nest(&t, 1u << KIND_A);
    card(&t, 10, KIND_A, 0);
    CHECK_EQ(frames(&t), 1);
    CHECK_EQ(t.source, -1);
}

TEST(effect_the_deepest_chain_is_found_and_who_makes_it)
{
    struct nesting t;

    nest(&t, 1u << KIND_A);
    card(&t, 10, KIND_A, 1u << KIND_B);
    card(&t, 11, KIND_A, 1u << KIND_B | 1u << KIND_C);
    card(&t, 12, KIND_B, 0);
    CHECK_EQ(frames(&t), 2);
    card(&t, 13, KIND_B, 1u << KIND_C); /* the one card that makes it deeper */
    CHECK_EQ(frames(&t), 3);
    CHECK_EQ(t.source, 13);
}

/* Four frames: a chain of four kinds just fits, one of five just does not. */
TEST(effect_a_pack_just_fits_or_just_does_not)
{
    struct nesting t;

    nest(&t, 1u << 0);
    for (int kind = 0; kind < FRAMES - 1; kind++) {
        card(&t, 20 + kind, kind, 1u << (kind + 1));
        card(&t, 30 + kind, kind, 1u << (kind + 1));
    }
    CHECK_EQ(frames(&t), FRAMES);
    card(&t, 99, FRAMES - 1, 1u << FRAMES);
    CHECK_EQ(frames(&t), FRAMES + 1);
    CHECK_EQ(t.source, 99);
}

/* Every kind there can be, whatever their order. */
TEST(effect_the_longest_chain_has_all_kinds)
{
    struct nesting t;

    nest(&t, 1u << 0);
    for (int kind = 0; kind + 1 < VL_FX_KINDS; kind++)
        card(&t, kind, kind, 1u << (kind + 1));
    CHECK_EQ(frames(&t), VL_FX_KINDS);

    nest(&t, 1u << (VL_FX_KINDS - 1));
    for (int kind = VL_FX_KINDS - 1; kind > 0; kind--)
        card(&t, kind, kind, 1u << (kind - 1));
    CHECK_EQ(frames(&t), VL_FX_KINDS);
}

TEST(effect_the_source_is_the_rarest_on_the_way_and_the_topmost_of_several)
{
    struct nesting t;

    nest(&t, 1u << KIND_A);
    card(&t, 10, KIND_A, 1u << KIND_B);
    card(&t, 11, KIND_B, 1u << KIND_C);
    CHECK_EQ(frames(&t), 3);
    CHECK_EQ(t.source, 11);

    nest(&t, 1u << KIND_A); /* a source may have the number 0 */
    card(&t, 0, KIND_A, 1u << KIND_B);
    card(&t, 11, KIND_B, 1u << KIND_C);
    card(&t, 12, KIND_B, 1u << KIND_C);
    CHECK_EQ(frames(&t), 3);
    CHECK_EQ(t.source, 0);
}

TEST(effect_the_deepest_of_several_roots_counts)
{
    struct nesting t;

    nest(&t, 1u << KIND_A | 1u << KIND_D);
    card(&t, 10, KIND_A, 1u << KIND_B);
    card(&t, 11, KIND_D, 0);
    CHECK_EQ(frames(&t), 2);
    CHECK_EQ(t.source, 10);
}

TEST(effect_a_loop_is_refused_by_the_card_that_closes_it)
{
    struct nesting t;

    nest(&t, 1u << KIND_A);
    card(&t, 10, KIND_A, 1u << KIND_B);
    for (int i = 0; i < 5; i++) {
        card(&t, 20 + i, KIND_B, 1u << KIND_C);
        card(&t, 30 + i, KIND_C, 1u << KIND_D);
    }
    CHECK_EQ(frames(&t), 4);
    card(&t, 77, KIND_D, 1u << KIND_B);
    CHECK_EQ(frames(&t), -1);
    CHECK_EQ(t.source, 77);

    nest(&t, 1u << KIND_A);
    card(&t, 10, KIND_A, 1u << KIND_A); /* itself */
    CHECK_EQ(frames(&t), -1);
    CHECK_EQ(t.source, 10);

    nest(&t, 1u << 5); /* the way to it is rarer than the loop */
    card(&t, 10, 5, 1u << 4);
    card(&t, 11, 4, 1u << KIND_D);
    card(&t, 12, KIND_D, 1u << KIND_A);
    card(&t, 13, KIND_A, 1u << KIND_B);
    for (int i = 0; i < 3; i++) {
        card(&t, 20 + i, KIND_B, 1u << KIND_C);
        card(&t, 30 + i, KIND_C, 1u << KIND_B);
    }
    card(&t, 29, KIND_B, 1u << KIND_C);
    CHECK_EQ(frames(&t), -1);
    CHECK_EQ(t.source, 32);
}

TEST(effect_a_loop_that_nobody_reaches_does_no_harm)
{
    struct nesting t;

    nest(&t, 1u << KIND_A);
    card(&t, 10, KIND_A, 1u << KIND_B);
    card(&t, 11, KIND_C, 1u << KIND_C);
    CHECK_EQ(frames(&t), 2);
}

/* Three tokens, each with at most six frames, on a stack of six: 24 (reflets 12). */
TEST(effect_what_is_used_up_may_come_back_as_often_as_there_is_of_it)
{
    struct nesting t;

    nest(&t, 1u << 0);
    t.most[KIND_USED] = 3;
    for (int kind = 6; kind < 10; kind++)
        card(&t, 40 + kind, kind, 1u << (kind + 1));
    card(&t, 1, KIND_USED, 1u << 6 | 1u << KIND_USED);
    CHECK_EQ(frames(&t), 1); /* nobody plays one */
    for (int kind = 11; kind < 15; kind++)
        card(&t, 60 + kind, kind, 1u << (kind + 1));
    card(&t, 2, 15, 1u << KIND_USED);
    card(&t, 3, 0, 1u << 11);
    CHECK_EQ(frames(&t), 6 + 3 * 6);
}

/* A token that starts itself, of which there is one, and nothing else begins. */
TEST(effect_what_is_used_up_may_be_all_that_begins)
{
    struct nesting t;

    nest(&t, 1u << KIND_A);
    t.most[KIND_A] = 1;
    card(&t, 10, KIND_A, 1u << KIND_A | 1u << KIND_B);
    CHECK_EQ(frames(&t), 2);

    nest(&t, 1u << KIND_A | 1u << KIND_C); /* it may lie on another that is deeper by itself */
    t.most[KIND_A] = 1;
    card(&t, 10, KIND_A, 1u << KIND_B);
    card(&t, 11, KIND_B, 1u << KIND_D);
    card(&t, 12, KIND_C, 1u << KIND_A);
    CHECK_EQ(frames(&t), 3 + 1);
}

TEST(effect_a_stack_holds_no_more_of_a_kind_than_there_are)
{
    struct table t;
    struct vl_fx_machine m = machine;
    uint8_t most[VL_FX_KINDS] = { 0 };

    begin(&t);
    LIST(0, step(CALL, 1, 0, 0));
    LIST(1, step(CALL, 2, 0, 0));
    LIST(2, step(ASK, 0, 0, 0));
    vl_fx_call(&t.x, 7, 0, 0);
    CHECK(!go(&t));
    m.most = most;
    most[KIND_A] = 1;
    most[KIND_B] = 2;
    struct vl_fx_look look = { &m, NULL, &t.s.base, NULL, NULL };
    CHECK_STR(vl_fx_broken(&look, t.s.frames, t.s.depth), NULL);
    most[KIND_B] = 1;
    CHECK_STR(vl_fx_broken(&look, t.s.frames, t.s.depth), "/frames: more of a kind than there are");
}
