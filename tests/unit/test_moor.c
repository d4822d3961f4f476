/* The moor: a game as large as Runebound on the effect machine. The gauntlet plays it;
 * here are the places that chance finds too rarely to be relied upon. */
#include "test.h"

#include "../games/gauntlet.h"
#include "../games/moor.h"
#include "core/engine.h"

#include <stdio.h>
#include <string.h>

static struct vl_rules moor_rules(const char *options)
{
    struct vl_rules r;

    vl_rules_init(&r, &moor_game, moor_content(), NULL);
    CHECK_EQ(vl_options_parse(&r, options, NULL), VL_OK);
    CHECK_EQ(vl_rules_prepare(&r, NULL), VL_OK);
    return r;
}

/* A position over the fresh one; "" or what is wrong with it. */
static const char *put(const struct vl_rules *r, struct moor_state *s, const char *json)
{
    static struct vl_json_node nodes[512];
    static char out[400];
    struct moor_state scratch;
    struct vl_json_doc doc;
    struct vl_error err;

    memset(&err, 0, sizeof err);
    if (!CHECK_EQ(vl_json_parse(&doc, json, strlen(json), nodes, VL_LEN(nodes), &err), VL_OK))
        return "no JSON";
    if (vl_position_read(r, &s->base, &scratch.base, &doc, 0, &err) == VL_OK)
        return "";
    snprintf(out, sizeof out, "%s: %s", err.where, err.what);
    return out;
}

/* Moves by their notation, separated by "; ". False at the first that is refused. */
static bool play(const struct vl_rules *r, struct moor_state *s, const char *text)
{
    while (*text) {
        size_t len = strcspn(text, ";");
        struct vl_move m;

        if (!CHECK_EQ(vl_move_parse(r, text, len, &m), 0) ||
            !CHECK_EQ(vl_apply(r, &s->base, m, VL_ANYONE, NULL), 0)) {
            printf("  at: %s\n", text);
            return false;
        }
        text += len + strspn(text + len, "; ");
    }
    return true;
}

/* The legal moves as one text. */
static const char *legal_moves(const struct vl_rules *r, const struct moor_state *s)
{
    static char out[2048];
    struct vl_buf b = vl_buf_on(out, sizeof out);
    struct vl_move list[VL_MOVES_MAX];
    int n = vl_legal(r, &s->base, list);

    for (int i = 0; i < n; i++) {
        vl_put(&b, i ? "; " : "");
        vl_move_format(r, list[i], &b);
    }
    return out;
}

/* ---- the gauntlet, and that it sees everything ---- */

static void run_gauntlet(const char *options, int games)
{
    struct vl_rules r = moor_rules(options);
    struct gauntlet_report rep = { .every = 4 };

    CHECK_EQ(vl_gauntlet(&r, 42, games, &rep), 0);
    CHECK_STR(rep.fault, "");
    CHECK_EQ(rep.games, games);
    CHECK(rep.illegal > games);
    CHECK(rep.rows > 10 * games);
}

TEST(moor_stands_the_gauntlet)
{
    run_gauntlet("seats=2", test_times(40, 1000));
    run_gauntlet("seats=4", test_times(20, 1000));
    run_gauntlet("seats=6", test_times(20, 1000));
}

struct seen {
    bool phase[MO_PHASES], verb[MO_VERBS];
    int depth, knocked_out;
    long decisions, inside; /* those inside an effect */
};

struct watch {
    struct vl_sink sink;
    struct seen *seen;
};

static void watch_event(struct vl_sink *sink, const struct vl_event *ev)
{
    ((struct watch *)(void *)sink)->seen->knocked_out += ev->type == MO_EV_KNOCKED_OUT;
}

static void watch_state(const struct vl_rules *r, const struct moor_state *s, struct seen *seen)
{
    struct vl_fx_look look = { &moor_machine, r, &s->base, NULL, NULL };

    seen->phase[s->base.phase] = true;
    seen->depth = s->depth > seen->depth ? s->depth : seen->depth;
    seen->decisions += s->base.actor >= 0;
    seen->inside += s->base.actor >= 0 && s->depth > 0;
    for (int i = 0; i < s->depth; i++)
        seen->verb[vl_fx_asking(&look, &s->frames[i])->verb] = true;
}

/* Random play comes into every phase, knocks people out, and nests as deep as the
 * cards can: else the gauntlet would prove little. */
TEST(moor_play_comes_everywhere)
{
    struct vl_rules r = moor_rules("seats=3");
    struct seen seen;
    struct watch watch = { { watch_event }, &seen };
    struct vl_rng rng = vl_rng_seed(7);

    memset(&seen, 0, sizeof seen);
    for (int game = 0; game < 200; game++) {
        struct moor_state s;
        struct vl_move list[VL_MOVES_MAX];

        vl_start(&r, &s.base, NULL);
        while (s.base.actor != VL_OVER) {
            int n = vl_legal(&r, &s.base, list);

            watch_state(&r, &s, &seen);
            vl_apply_legal(&r, &s.base, list[vl_rng_below(&rng, (uint32_t)n)], &watch.sink);
        }
    }
    for (int phase = 0; phase < MO_PH_OVER; phase++)
        CHECK_EQ(seen.phase[phase], phase != MO_PH_END); /* which nobody is asked in */
    for (int verb = MO_WOUND; verb <= MO_TOLL; verb++)
        CHECK_EQ(seen.verb[verb], verb != MO_IF_GOLD); /* asks nothing */
    CHECK_EQ(seen.depth, MO_FRAMES);
    CHECK(seen.knocked_out > 100);
    CHECK(seen.inside > seen.decisions / 8);
}

/* ---- the machine under real rules ---- */

TEST(moor_all_is_named_before_anything_is_paid)
{
    RULE("MO-USE-01");
    RULE("MO-NAME-01");
    struct vl_rules r = moor_rules("");
    struct moor_state s;

    CHECK_STR(put(&r, &s, "{\"cards\":{\"c005\":\"seat0\"},\"seats\":[{},{\"wounds\":3}]}"), "");
    play(&r, &s, "use c005 0");
    CHECK_EQ(s.base.phase, MO_PH_NAME_SEAT);
    CHECK_STR(legal_moves(&r, &s), "target 1");
    play(&r, &s, "target 1");
    CHECK_EQ(s.base.phase, MO_PH_NAME_TOWN);
    CHECK_EQ(s.seat[0].wounds, 0);
    CHECK_EQ(s.spent[0] >> 5 & 1, 0);
    play(&r, &s, "town 23");
    CHECK_EQ(s.seat[0].wounds, 2);
    CHECK_EQ(s.spent[0] >> 5 & 1, 1);
    CHECK_EQ(s.seat[1].wounds, 2);
    CHECK_EQ(s.seat[0].hex, 23);
    CHECK_EQ(s.base.phase, MO_PH_PLAN);
    CHECK_EQ(s.depth, 0);
    CHECK(strstr(legal_moves(&r, &s), "use c005") == NULL); /* spent */
}

/* Who is knocked out by the price has lost what it bought; on one's own turn all ends. */
TEST(moor_a_deadly_price_buys_nothing)
{
    RULE("MO-PAY-01");
    RULE("MO-HURT-02");
    struct vl_rules r = moor_rules("");
    struct moor_state s;

    CHECK_STR(put(&r, &s, "{\"cards\":{\"c003\":\"seat0\"},\"seats\":[{\"wounds\":3,\"gold\":7}]}"),
              "");
    play(&r, &s, "use c003 0"); /* a wound for three gold */
    CHECK_EQ(s.seat[0].gold, 3);
    CHECK_EQ(s.seat[0].wounds, 0);
    CHECK_EQ(s.active, 1);

    /* Seat 1 would guard itself against two wounds for one: it falls, the guard is lost. */
    CHECK_STR(put(&r, &s,
                  "{\"phase\":\"draw\",\"stage\":\"end\",\"cards\":{\"c012\":\"seat1\"},"
                  "\"seats\":[{},{\"wounds\":2,\"hex\":40}]}"),
              "");
    play(&r, &s, "draw c090"); /* a toll that it cannot pay, then two wounds */
    CHECK_EQ(s.base.phase, MO_PH_SOAK);
    CHECK_EQ(s.base.actor, 1);
    CHECK_EQ(s.seat[1].wounds, 3);
    play(&r, &s, "use c012 0");
    CHECK_EQ(s.seat[1].hex, 0);
    CHECK_EQ(s.seat[1].wounds, 2);
    CHECK_EQ(s.active, 1); /* and the turn of the other has gone its way */
}

TEST(moor_a_knock_out_ends_what_lies_below)
{
    RULE("MO-HURT-02");
    RULE("MO-DRAW-01");
    struct vl_rules r = moor_rules("");
    struct moor_state s;

    CHECK_STR(put(&r, &s, "{\"phase\":\"draw\",\"stage\":\"end\",\"seats\":[{\"wounds\":2}]}"), "");
    play(&r, &s, "draw c086; draw c145"); /* a peril, and four gold; a snare and a snare */
    CHECK_EQ(s.depth, 2);
    CHECK_EQ(s.base.phase, MO_PH_DRAW);
    play(&r, &s, "draw c160"); /* two wounds */
    CHECK_EQ(s.depth, 0);
    CHECK_EQ(s.seat[0].gold, 0);
    CHECK_EQ(s.seat[0].wounds, 0);
    CHECK_EQ(s.active, 1);
    CHECK_EQ(s.base.phase, MO_PH_PLAN);
}

TEST(moor_who_is_drawn_comes_first_then_the_rest)
{
    RULE("MO-DRAW-01");
    struct vl_rules r = moor_rules("");
    struct moor_state s;

    CHECK_STR(put(&r, &s, "{\"phase\":\"draw\",\"stage\":\"end\"}"), "");
    play(&r, &s, "draw c086; draw c145; draw c160");
    CHECK_EQ(s.seat[0].wounds, 2);
    CHECK_EQ(s.depth, 2); /* the second snare of the peril */
    CHECK_EQ(s.seat[0].gold, 0);
    play(&r, &s, "draw c161; side 1");
    CHECK_EQ(s.seat[0].wounds, 3);
    CHECK_EQ(s.seat[0].gold, 4);
    CHECK_EQ(s.active, 1);
}

/* A window inside a test, and another seat's window inside what is used in it. */
TEST(moor_windows_in_windows)
{
    RULE("MO-TEST-01");
    RULE("MO-HURT-01");
    struct vl_rules r = moor_rules("");
    struct moor_state s;
    char text[8192];
    struct vl_json w = vl_json_on(text, sizeof text);

    CHECK_STR(put(&r, &s,
                  "{\"phase\":\"draw\",\"stage\":\"end\","
                  "\"cards\":{\"c000\":\"seat0\",\"c008\":\"seat0\",\"c009\":\"seat0\","
                  "\"c010\":\"seat1\",\"c012\":\"seat1\"}}"),
              "");
    play(&r, &s, "draw c084");
    CHECK_STR(legal_moves(&r, &s), "use c000 1; use c009 0; on"); /* c008 costs gold */
    play(&r, &s, "use c009 0"); /* wounds the others and adds four */
    CHECK_EQ(s.base.actor, 1);
    CHECK_STR(legal_moves(&r, &s), "use c010 0; use c012 0; use c012 1; on");
    CHECK_EQ(s.depth, 2);
    vl_position_write(&r, &s.base, VL_ANYONE, true, &w);
    CHECK(strstr(text, "\"depth\":2,\"frames\":{"
                       "\"0\":{\"card\":\"c084\",\"list\":0,\"at\":0,\"who\":0,\"turn\":0,"
                       "\"answer\":0,\"notes\":[0,0,0,0]},"
                       "\"1\":{\"card\":\"c009\",\"list\":0,\"at\":1,\"who\":0,\"turn\":1,"
                       "\"answer\":0,\"notes\":[0,0,1,1]}}") != NULL);
    play(&r, &s, "use c010 0");
    CHECK_EQ(s.seat[1].wounds, 0);
    CHECK_EQ(s.base.phase, MO_PH_BOOST);              /* the first window again, */
    CHECK_STR(legal_moves(&r, &s), "use c000 1; on"); /* with what is left for it */
    play(&r, &s, "use c000 1");                       /* nothing is left: it closes by itself */
    CHECK_EQ(s.base.phase, MO_PH_ROLL);
    CHECK_EQ(s.frames[0].reg[MO_REG_SUM], 6);
    play(&r, &s, "roll 1");
    CHECK_EQ(s.seat[0].gold, 3);
}

TEST(moor_an_offer_that_cannot_be_accepted_is_declined)
{
    RULE("MO-USE-01");
    struct vl_rules r = moor_rules("");
    struct moor_state s;

    CHECK_STR(put(&r, &s, "{\"phase\":\"draw\",\"stage\":\"end\",\"seats\":[{\"gold\":2},{}]}"),
              "");
    play(&r, &s, "draw c085");
    CHECK_STR(legal_moves(&r, &s), "no"); /* nobody to heal */
    CHECK_STR(put(&r, &s,
                  "{\"phase\":\"draw\",\"stage\":\"end\",\"seats\":[{\"gold\":2},{\"wounds\":1}]}"),
              "");
    play(&r, &s, "draw c085");
    CHECK_STR(legal_moves(&r, &s), "no; yes");
    play(&r, &s, "yes");
    CHECK_STR(legal_moves(&r, &s), "target 1");
    CHECK_EQ(s.seat[0].gold, 2);
    play(&r, &s, "target 1");
    CHECK_EQ(s.seat[0].gold, 0);
    CHECK_EQ(s.seat[1].wounds, 0);
    CHECK_EQ(s.base.phase, MO_PH_DRAW); /* and something is found */
}

TEST(moor_the_others_pay_or_suffer)
{
    RULE("MO-TOLL-01");
    struct vl_rules r = moor_rules("seats=4");
    struct moor_state s;

    CHECK_STR(put(&r, &s,
                  "{\"phase\":\"draw\",\"stage\":\"end\","
                  "\"seats\":[{},{\"gold\":2},{\"gold\":1},{\"gold\":3}]}"),
              "");
    play(&r, &s, "draw c090");
    CHECK_EQ(s.base.actor, 1);
    play(&r, &s, "pay");
    CHECK_EQ(s.base.actor, 3); /* seat 2 could not */
    CHECK_EQ(s.seat[2].wounds, 1);
    play(&r, &s, "suffer");
    CHECK_EQ(s.seat[0].gold, 2);
    CHECK_EQ(s.seat[3].gold, 3);
}

/* ---- positions ---- */

TEST(moor_a_stack_from_outside_must_be_one_that_play_could_make)
{
    struct vl_rules r = moor_rules("");
    struct moor_state s;

#define TALE                                                                                       \
    "\"stage\":\"end\",\"cards\":{\"c000\":\"seat0\",\"c084\":\"gone\",\"c145\":\"gone\","         \
    "\"c160\":\"gone\"}"
    CHECK_STR(put(&r, &s,
                  "{\"phase\":\"boost\"," TALE
                  ",\"depth\":1,\"frames\":{\"0\":{\"card\":\"c084\"}}}"),
              "");
    CHECK_STR(put(&r, &s,
                  "{\"phase\":\"roll\"," TALE
                  ",\"depth\":1,\"frames\":{\"0\":{\"card\":\"c084\"}}}"),
              "/phase: nothing asks for this"); /* there is something to use first */
    CHECK_STR(put(&r, &s,
                  "{\"phase\":\"roll\"," TALE
                  ",\"depth\":1,\"frames\":{\"0\":{\"card\":\"c084\",\"turn\":1}}}"),
              "");
    CHECK_STR(put(&r, &s,
                  "{\"phase\":\"boost\",\"stage\":\"end\",\"depth\":1,"
                  "\"frames\":{\"0\":{\"card\":\"c084\"}}}"),
              "/frames: a card of the deck");
    CHECK_STR(put(&r, &s,
                  "{\"phase\":\"boost\"," TALE
                  ",\"depth\":2,\"frames\":{\"0\":{\"card\":\"c084\"},\"1\":{\"card\":\"c145\"}}}"),
              "/frames: nothing starts this list");
    CHECK_STR(put(&r, &s,
                  "{\"phase\":\"draw\"," TALE
                  ",\"depth\":1,\"frames\":{\"0\":{\"card\":\"c145\"}}}"),
              "/frames: nothing starts this list"); /* a peril comes from a tale */
    CHECK_STR(put(&r, &s, "{\"phase\":\"soak\"}"), "/depth: nothing is carried out");
    CHECK_STR(put(&r, &s, "{\"frames\":{\"4\":{\"at\":1}}}"), "/frames: a frame above the top");
    CHECK_STR(put(&r, &s, "{\"frames\":{\"5\":{\"at\":1}}}"), "/frames/5: no such frame");
#undef TALE
}

/* ---- the pack ---- */

TEST(moor_cards_nest_as_deep_as_the_stack_is)
{
    static struct moor_content c;
    int source;

    CHECK_EQ(moor_frames(moor_content(), &source), MO_FRAMES);

    /* A snare that leads back to a peril never ends: its card is named. */
    c = *moor_content();
    c.steps[c.cards[163].list[0].at].verb = MO_DRAW_PERIL;
    CHECK_EQ(moor_frames(&c, &source), -1);
    CHECK_EQ(source, 163);
}
