/* Playing, on games small enough to know every answer: null (the template) and
 * hands (secrets). And the gauntlet: that it passes them, and that it finds faults. */
#include "test.h"

#include "../games/gauntlet.h"
#include "../games/hands.h"
#include "core_table.h"
#include "games/null/null.h"

#include <stdio.h>
#include <string.h>

enum { TEXT = 8192 };

/* ---- playing ---- */

TEST(core_null_is_played_by_its_rules)
{
    struct vl_rules r = core_rules(&null_game, "pile=3");
    struct nu_state s, before;
    struct vl_result res;

    vl_start(&r, &s.base, NULL);
    CHECK_EQ(s.base.actor, VL_CHANCE);
    CHECK_EQ(core_play(&r, &s.base, "take 1", 0), NU_BAD_05);
    CHECK_EQ(core_play(&r, &s.base, "roll 4", VL_CHANCE), NU_BAD_08);
    CHECK_EQ(core_play(&r, &s.base, "roll 2", 0), NU_BAD_06);
    CHECK_EQ(core_play(&r, &s.base, "roll 2", VL_CHANCE), 0);
    CHECK_EQ(s.base.actor, 0);
    before = s;
    CHECK_EQ(core_play(&r, &s.base, "take 1", 1), NU_BAD_06);
    CHECK_EQ(core_play(&r, &s.base, "take 3", 0), NU_BAD_07);
    CHECK_EQ(core_play(&r, &s.base, "take 99999", 0), NU_BAD_07);
    CHECK_EQ(core_play(&r, &s.base, "take -1", 0), NU_BAD_07);
    CHECK_EQ(core_play(&r, &s.base, "roll 1", VL_ANYONE), NU_BAD_05);
    CHECK(memcmp(&s, &before, sizeof s) == 0);
    CHECK_EQ(core_play(&r, &s.base, "take 1", 0), 0);
    CHECK_EQ(s.turn, 1);
    CHECK_EQ(s.pile, 2);
    vl_result(&r, &s.base, &res);
    CHECK(!res.over);
    CHECK_EQ(core_play(&r, &s.base, "roll 3", VL_CHANCE), 0);
    struct vl_move list[NU_FACES];
    CHECK_EQ(vl_legal(&r, &s.base, list), 2);
    CHECK_EQ(core_play(&r, &s.base, "take 2", VL_ANYONE), 0);
    CHECK_EQ(s.base.actor, VL_OVER);
    CHECK_EQ(core_play(&r, &s.base, "take 1", VL_ANYONE), NU_BAD_04);
    vl_result(&r, &s.base, &res);
    CHECK(res.over && res.won[1] && !res.won[0]);
    CHECK_EQ(res.rule, NU_END_01);
    CHECK_EQ(res.rank[0], 2);
}

TEST(core_automatic_phases_run_one_by_one)
{
    struct vl_rules r = core_rules(&null_game, "");
    struct nu_state s, settled;
    struct vl_move m;

    vl_start(&r, &s.base, NULL);
    CHECK_EQ(core_play(&r, &s.base, "roll 3", VL_CHANCE), 0);
    settled = s;
    CHECK_EQ(core_parse(&r, "take 2", &m), 0);
    null_game.apply(&r, &s.base, m, NULL);
    CHECK_EQ(s.base.actor, VL_AUTO);
    CHECK(vl_step(&r, &s.base, NULL));
    CHECK(!vl_step(&r, &s.base, NULL));
    vl_apply_legal(&r, &settled.base, m, NULL);
    CHECK(memcmp(&s, &settled, sizeof s) == 0);
    CHECK_EQ(vl_state_hash(&r, &s.base), vl_state_hash(&r, &settled.base));
    settled.pile--;
    CHECK(vl_state_hash(&r, &s.base) != vl_state_hash(&r, &settled.base));
}

TEST(core_events_tell_what_happened_and_why)
{
    struct vl_rules r = core_rules(&null_game, "pile=2");
    struct nu_state s, scratch, before;
    struct recorder rec;
    struct vl_move m;

    vl_start(&r, &s.base, NULL);
    CHECK_EQ(core_play(&r, &s.base, "roll 2", VL_CHANCE), 0);
    CHECK_EQ(core_parse(&r, "take 2", &m), 0);
    before = s;
    CHECK_EQ(vl_preview(&r, &s.base, m, 0, &scratch.base, core_recording(&rec)), 0);
    CHECK_EQ(rec.len, 2);
    CHECK(memcmp(&s, &before, sizeof s) == 0);
    CHECK_EQ(vl_apply(&r, &s.base, m, 0, core_recording(&rec)), 0);
    CHECK_EQ(rec.len, 2);
    CHECK_EQ(rec.ev[0].type, NU_EV_TOOK);
    CHECK_EQ(rec.ev[0].rule, NU_TURN_02);
    CHECK_EQ(rec.ev[0].seat, 0);
    CHECK_EQ(rec.ev[0].len, 2);
    CHECK_EQ(rec.ev[0].arg[0], 2);
    CHECK_EQ(rec.ev[0].arg[1], 0);
    CHECK_EQ(rec.ev[1].type, NU_EV_WON);
    CHECK(vl_event_seen(&rec.ev[1], 3) && vl_event_seen(&rec.ev[1], VL_ANYONE));
    CHECK_EQ(vl_preview(&r, &s.base, m, 0, &scratch.base, NULL), NU_BAD_04);
}

TEST(core_samples_follow_the_weights)
{
    struct vl_rules r = core_rules(&null_game, "");
    struct nu_state s;
    struct vl_rng rng = vl_rng_seed(7);
    struct vl_move list[NU_FACES];
    int seen[NU_FACES + 1] = { 0 };
    uint64_t sum = 0;

    vl_start(&r, &s.base, NULL);
    int n = vl_legal(&r, &s.base, list);
    for (int i = 0; i < n; i++)
        sum += vl_weight(&r, &s.base, list[i]);
    CHECK_EQ(sum, 6);
    for (int i = 0; i < 60000; i++)
        seen[vl_sample(&r, &s.base, &rng).arg[0]]++;
    for (int i = 0; i < n; i++) { /* five standard deviations are about 600 */
        int expected = (int)vl_weight(&r, &s.base, list[i]) * 10000;
        CHECK(seen[i + 1] > expected - 600 && seen[i + 1] < expected + 600);
    }
}

/* ---- secrets ---- */

/* Seat 0 holds c1 c2; seat 1 holds the two cards named. */
static struct hands_state dealt(const struct vl_rules *r, const char *a, const char *b)
{
    struct hands_state s;

    vl_start(r, &s.base, NULL);
    CHECK_EQ(core_play(r, &s.base, "draw c1", VL_CHANCE), 0);
    CHECK_EQ(core_play(r, &s.base, "draw c2", VL_CHANCE), 0);
    CHECK_EQ(core_play(r, &s.base, "bury 0", 0), 0);
    CHECK_EQ(core_play(r, &s.base, a, VL_CHANCE), 0);
    CHECK_EQ(core_play(r, &s.base, b, VL_CHANCE), 0);
    return s;
}

TEST(core_hidden_states_do_not_differ_by_secrets)
{
    struct vl_rules r = core_rules(&hands_game, "");
    struct hands_state x = dealt(&r, "draw c5", "draw c9");
    struct hands_state y = dealt(&r, "draw c12", "draw c3");
    char text[TEXT];

    CHECK(memcmp(&x, &y, sizeof x) != 0);
    snprintf(text, sizeof text, "%s", core_written(&r, &x.base, 0, false));
    CHECK_STR(core_written(&r, &y.base, 0, false), text);
    CHECK_STR(text, "{\"game\":\"hands\",\"options\":{},\"phase\":\"play\",\"turn\":1,\"slot\":0,"
                    "\"seats\":[{\"score\":0,\"hand\":[\"c2\"],\"buried\":[\"c1\"]},"
                    "{\"score\":0,\"hand\":[\"-\",\"-\"],\"buried\":[]}],"
                    "\"pool\":[\"c3\",\"c4\",\"c5\",\"c6\",\"c7\",\"c8\",\"c9\",\"c10\",\"c11\","
                    "\"c12\"],\"shown\":[]}");
    CHECK(strstr(core_written(&r, &x.base, 1, false), "\"hand\":[\"c5\",\"c9\"]") != NULL);
    CHECK(strstr(core_written(&r, &x.base, VL_ANYONE, false), "c1\"]") == NULL);
    CHECK(strstr(core_written(&r, &x.base, VL_ANYONE, true), "\"top\":\"-\"") != NULL);
    vl_hide(&r, &x.base, 0);
    vl_hide(&r, &y.base, 0);
    CHECK(memcmp(&x, &y, sizeof x) == 0);
    CHECK_EQ(x.base.actor, 1);
}

TEST(core_hidden_states_can_be_played_on)
{
    struct vl_rules r = core_rules(&hands_game, "");
    struct hands_state s = dealt(&r, "draw c5", "draw c9");
    struct vl_move list[HD_CARDS];

    vl_hide(&r, &s.base, 0);
    CHECK_EQ(core_play(&r, &s.base, "play 1", 1), 0);
    CHECK_EQ(s.base.actor, VL_CHANCE); /* which card was that? */
    CHECK_EQ(vl_legal(&r, &s.base, list), 10);
    CHECK_EQ(core_play(&r, &s.base, "show c2", VL_CHANCE), HD_BAD_09); /* seat 0 holds it */
    CHECK_EQ(core_play(&r, &s.base, "show c12", VL_CHANCE), 0);
    CHECK_EQ(s.seat[1].score, 12);
    CHECK_EQ(s.seat[1].hand_len, 1);
    CHECK_EQ(s.base.actor, VL_CHANCE);
}

TEST(core_events_are_for_some_eyes_only)
{
    struct vl_rules r = core_rules(&hands_game, "");
    struct hands_state s = dealt(&r, "draw c5", "draw c9");
    struct recorder rec;
    struct vl_move m;

    CHECK_EQ(core_parse(&r, "bury 1", &m), 0);
    CHECK_EQ(vl_apply(&r, &s.base, m, 1, core_recording(&rec)), 0);
    CHECK_EQ(rec.len, 2);
    CHECK_EQ(rec.ev[0].type, HD_EV_BURIED);
    CHECK_EQ(rec.ev[0].arg[0], 8);
    CHECK(vl_event_seen(&rec.ev[0], 1));
    CHECK(!vl_event_seen(&rec.ev[0], 0) && !vl_event_seen(&rec.ev[0], VL_ANYONE));
    CHECK_EQ(rec.ev[1].type, HD_EV_LAID);
    CHECK(!vl_event_seen(&rec.ev[1], 1));
    CHECK(vl_event_seen(&rec.ev[1], 0) && vl_event_seen(&rec.ev[1], VL_ANYONE));
}

TEST(core_a_known_next_card_is_nobodys_business)
{
    struct vl_rules r = core_rules(&hands_game, "");
    struct hands_state s;

    CHECK_STR(core_read(&r, &s.base, "{\"top\":\"c7\"}"), "");
    CHECK_EQ(s.base.actor, VL_AUTO); /* a card whose place is known is not asked for */
    CHECK(strstr(core_written(&r, &s.base, 0, false), "top") == NULL);
    vl_settle(&r, &s.base, NULL);
    CHECK_EQ(s.seat[0].hand[0], 6);
    CHECK_EQ(s.base.actor, VL_CHANCE);
    CHECK_STR(core_read(&r, &s.base, "{\"top\":\"c7\",\"shown\":[\"c7\"]}"), "invalid 15 /pool");
    CHECK_STR(core_read(&r, &s.base, "{\"seats\":[{},{},{}]}"), "range 14 /seats");
    CHECK_STR(core_read(&r, &s.base, "{\"seats\":{\"0\":{}}}"), "syntax 14 /seats");
    CHECK_STR(core_read(&r, &s.base, "{\"seats\":[{\"hand\":[\"c1\",\"c1\"]}]}"),
              "invalid 15 /seats");
    CHECK_STR(core_read(&r, &s.base, "{\"turn\":9}"), "range 14 /turn");
}

/* ---- the gauntlet ---- */

static void run_gauntlet(const struct vl_game *g, const char *options, long games)
{
    struct vl_rules r = core_rules(g, options);
    struct gauntlet_report rep = { .every = 1 };

    CHECK_EQ(vl_gauntlet(&r, 42, games, &rep), 0);
    CHECK_STR(rep.fault, "");
    CHECK_EQ(rep.games, games);
    CHECK(rep.illegal > games);
    CHECK_EQ(rep.hidden_twins > games, g->hide != NULL); /* the leak test had something to find */
}

TEST(core_gauntlet_on_null)
{
    run_gauntlet(&null_game, "seats=2", 100);
    run_gauntlet(&null_game, "seats=4 pile=60", 20);
}

TEST(core_gauntlet_on_hands)
{
    run_gauntlet(&hands_game, "seats=2", 100);
    run_gauntlet(&hands_game, "seats=3", 100);
}

/* A gauntlet that lets everything through proves nothing: each of these games
 * is hands with one fault, and the fault is found. */

static uint64_t no_weight(const struct vl_rules *r, const struct vl_state *s, struct vl_move m)
{
    (void)r;
    (void)s;
    return m.arg[0] == 3 ? 0 : 1;
}

static struct vl_move biased(const struct vl_rules *r, const struct vl_state *s, struct vl_rng *rng)
{
    struct vl_move m = hands_game.sample(r, s, rng);

    m.arg[0] = (uint8_t)(m.arg[0] + vl_rng_below(rng, 2));
    return m;
}

static int doubled(const struct vl_rules *r, const struct vl_state *s, struct vl_move *out)
{
    int n = hands_game.legal(r, s, out);

    if (n > 0 && n < HD_CARDS)
        out[n++] = out[0];
    return n;
}

static vl_rule lenient(const struct vl_rules *r, const struct vl_state *s, struct vl_move m,
                       vl_actor by)
{
    (void)by;
    return hands_game.refuse(r, s, m, VL_ANYONE);
}

static vl_rule fussy(const struct vl_rules *r, const struct vl_state *s, struct vl_move m,
                     vl_actor by)
{
    return m.kind == HD_MV_BURY && m.arg[0] == 1 ? HD_BAD_07 : hands_game.refuse(r, s, m, by);
}

/* hides hands, but not what is buried */
static void leaky(const struct vl_rules *r, struct vl_state *s, vl_actor viewer)
{
    struct hands_state *h = (struct hands_state *)(void *)s;
    struct hands_state was = *h;

    hands_game.hide(r, s, viewer);
    for (int k = 0; k < s->seats; k++) {
        for (int i = 0; i < h->seat[k].buried_len; i++) {
            h->seat[k].buried[i] = was.seat[k].buried[i];
            if (h->seat[k].buried[i] != VL_NONE)
                h->pool = (uint16_t)(h->pool & ~(1u << h->seat[k].buried[i]));
        }
    }
}

/* leaves bytes that no position holds */
static void untidy(const struct vl_rules *r, struct vl_state *s, struct vl_move m,
                   struct vl_sink *sink)
{
    hands_game.apply(r, s, m, sink);
    if (m.kind == HD_MV_PLAY)
        ((struct hands_state *)(void *)s)->pad = 1;
}

static void talks(const struct vl_rules *r, struct vl_state *s, struct vl_move m,
                  struct vl_sink *sink)
{
    if (m.kind == HD_MV_BURY)
        VL_EMIT(sink, HD_EV_PLAYED, HD_PLAY_01, 0, HD_CARDS);
    hands_game.apply(r, s, m, sink);
}

static void lazy(const struct vl_rules *r, struct vl_state *s, struct vl_move m,
                 struct vl_sink *sink)
{
    if (sink != NULL || m.kind != HD_MV_BURY)
        hands_game.apply(r, s, m, sink);
}

static void find_fault(struct vl_game faulty, const char *what)
{
    struct vl_rules r = core_rules(&faulty, "seats=3");
    struct gauntlet_report rep = { .every = 1 };

    CHECK_EQ(vl_gauntlet(&r, 1, 200, &rep), 1);
    if (!CHECK(strstr(rep.fault, what) != NULL))
        CHECK_STR(rep.fault, what);
}

/* Kind 1 does not say that it has spans. */
static const struct vl_span foreign_span = { 1, { 0 }, { 0 } };

TEST(core_gauntlet_finds_faults)
{
    struct vl_game g;

    g = hands_game, g.weight = no_weight, find_fault(g, "without weight");
    g = hands_game, g.sample = biased, find_fault(g, "sampled and refused");
    g = hands_game, g.legal = doubled, find_fault(g, "listed twice");
    g = hands_game, g.refuse = lenient, find_fault(g, "accepted from a stranger");
    g = hands_game, g.refuse = fussy, find_fault(g, "listed and refused");
    g = hands_game, g.hide = leaky, find_fault(g, "trace of a secret");
    g = hands_game, g.apply = untidy, find_fault(g, "reads back as another state");
    g = hands_game, g.apply = talks, find_fault(g, "does not exist");
    g = hands_game, g.apply = lazy, find_fault(g, "changes nothing");
    g = hands_game, g.moves_max = 11, g.choices_max = 2, find_fault(g, "moves_max");
    g = hands_game, g.choices_max = 1, find_fault(g, "choices_max");
    g = hands_game, g.spans = &foreign_span, find_fault(g, "a span of a kind that has none");
    g = hands_game, g.decisions_max = 12, find_fault(g, "in time");
}
