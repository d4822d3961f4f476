/* Runemasters, what chance may do: the piles are drawn card by card, and must
 * give exactly what the printed procedure (shuffle, remove, hide Dawn among the
 * last four) gives. Small decks by enumeration, whole ones by statistics with a
 * fixed seed; critical values are for one chance in a thousand. The dice too. */
#include "table.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int bits(uint32_t mask)
{
    int n = 0;

    for (; mask; mask &= mask - 1)
        n++;
    return n;
}

static uint64_t gcd(uint64_t a, uint64_t b)
{
    while (b) {
        uint64_t c = a % b;
        a = b;
        b = c;
    }
    return a;
}

/* What is not expected at all must not be found. */
static double chi2(const int *found, const double *expected, int n)
{
    double x = 0;

    for (int i = 0; i < n; i++) {
        double off = found[i] - expected[i];

        if (expected[i] > 0)
            x += off * off / expected[i];
        else
            CHECK_EQ(found[i], 0);
    }
    return x;
}

/* True if a mean of n trials lies within four deviations. */
static bool near(double found, double expected, double variance, int n)
{
    return (found - expected) * (found - expected) < 16 * variance / n;
}

/* Setups in which nothing is left to decide before round 1. */
static const char *const tables[] = {
    "guardians=2 preset_guardians=kulak,kyreas preset_paths=red,blue preset_dean=0",
    "guardians=3 preset_guardians=neltai,kulak,kyreas preset_paths=red,blue,green preset_dean=0",
    "preset_guardians=neltai,ismoros,kulak,kyreas preset_paths=red,blue,green,yellow preset_dean=0",
};

/* ---- drawing one card after the other ---- */

/* Puts away what lies on the paths and asks for the next card. */
static void next_card(const struct vl_rules *r, struct rm_state *s)
{
    if (s->base.outcome != RM_RUNNING || s->base.phase == RM_PH_SETUP_DECKS)
        return;
    for (int path = 0; path < RM_PATHS_MAX; path++)
        for (int slot = 0; slot < RM_SLOTS; slot++)
            if (s->lane[path][slot] != VL_NONE) {
                s->discard |= UINT32_C(1) << s->lane[path][slot];
                s->lane[path][slot] = VL_NONE;
            }
    s->event = rm_content(r)->closing_event;
    s->base.phase = RM_PH_SPAWN;
    s->base.actor = rm_actor(r, s);
}

/* The card m, or the one that is certain. */
static int draw_card(const struct vl_rules *r, struct rm_state *s, struct vl_move m)
{
    int card = m.arg[0];

    if (s->base.actor == VL_AUTO) {
        card = rm_certain_card(s);
        vl_step(r, &s->base, NULL);
    } else {
        r->game->apply(r, &s->base, m, NULL);
    }
    next_card(r, s);
    return card;
}

/* ---- small decks: every order of the cards ---- */

enum { SMALL_DECK = 7, SMALL_PILE = 6, LEAVES_MAX = 100000, CODE_BITS = 6 };

struct leaf {
    uint64_t code, num, den; /* a sequence and its probability num / den */
};

static struct leaf leaves[LEAVES_MAX];
static uint64_t orders[LEAVES_MAX];

static int by_value(const void *a, const void *b)
{
    uint64_t x = *(const uint64_t *)a, y = *(const uint64_t *)b;

    return x < y ? -1 : x > y;
}

static int by_code(const void *a, const void *b)
{
    uint64_t x = ((const struct leaf *)a)->code, y = ((const struct leaf *)b)->code;

    return x < y ? -1 : x > y;
}

/* What is seen of a pile: its cards up to Dawn, as one number. */
static uint64_t code_of(const uint8_t *pile)
{
    uint64_t code = 1;
    int i = 0;

    do
        code = code << CODE_BITS | pile[i];
    while (pile[i++] != RM_DAWN);
    return code;
}

/* One order of the deck: the first SMALL_PILE cards stay, and Dawn goes into
 * each of the last four places (RM-SET-18). */
static int hide_dawn(const uint8_t *order, uint64_t *out)
{
    for (int below = 0; below <= 3; below++) {
        uint8_t pile[SMALL_PILE + 1];
        int at = SMALL_PILE - below;

        memcpy(pile, order, (size_t)at);
        pile[at] = RM_DAWN;
        memcpy(pile + at + 1, order + at, (size_t)below);
        out[below] = code_of(pile);
    }
    return 4;
}

/* All orders (Heap's algorithm). */
static int shuffle_all(const uint8_t *deck, uint64_t *out)
{
    uint8_t order[SMALL_DECK];
    int counter[SMALL_DECK] = { 0 };

    memcpy(order, deck, SMALL_DECK);
    int n = hide_dawn(order, out);
    for (int i = 0; i < SMALL_DECK;) {
        if (counter[i] == i) {
            counter[i++] = 0;
            continue;
        }
        int with = i % 2 ? counter[i] : 0;
        uint8_t card = order[with];
        order[with] = order[i];
        order[i] = card;
        counter[i]++;
        i = 0;
        n += hide_dawn(order, out + n);
    }
    return n;
}

/* Every sequence that can be drawn, with the product of its weights. At most
 * SMALL_PILE + 1 deep. */
static int draw_all(const struct vl_rules *r, const struct rm_state *s, struct leaf so_far, int n)
{
    struct vl_move list[VL_MOVES_MAX] = { { 0, { 0 } } };
    bool certain = s->base.actor == VL_AUTO;
    uint64_t all = 0;

    if (s->base.outcome == RM_VICTORY) {
        leaves[n] = so_far;
        return n + 1;
    }
    int len = certain ? 1 : vl_legal(r, &s->base, list);
    for (int i = 0; i < len; i++)
        all += certain ? 1 : vl_weight(r, &s->base, list[i]);
    for (int i = 0; i < len; i++) {
        struct rm_state next = *s;
        uint64_t num = so_far.num * (certain ? 1 : vl_weight(r, &s->base, list[i]));
        uint64_t den = so_far.den * all;
        uint64_t common = gcd(num, den);
        uint64_t card = (uint64_t)draw_card(r, &next, list[i]);
        struct leaf longer = { so_far.code << CODE_BITS | card, num / common, den / common };

        n = draw_all(r, &next, longer, n);
    }
    return n;
}

/* The two must give the same sequences with the same probabilities. */
static void compare(int orders_len, int leaves_len)
{
    int at = 0;

    qsort(orders, (size_t)orders_len, sizeof orders[0], by_value);
    qsort(leaves, (size_t)leaves_len, sizeof leaves[0], by_code);
    for (int i = 0; i < leaves_len; i++) {
        uint64_t count = 0;

        for (; at < orders_len && orders[at] == leaves[i].code; at++)
            count++;
        if (!CHECK(count > 0) ||
            !CHECK_EQ(leaves[i].num * (uint64_t)orders_len, count * leaves[i].den))
            return;
    }
    CHECK_EQ(at, orders_len); /* every order was accounted for */
}

/* A table whose deck is cut down to `cards`, one of which is removed unseen;
 * its first starting monster is drawn next. */
static void open_small(struct table *t, const char *options, uint32_t cards, uint32_t one_of)
{
    table_open(t, options);
    struct rm_derived *d = (struct rm_derived *)(void *)t->r.derived.bytes;
    d->cards = cards;
    d->one_of = one_of;
    d->pile = SMALL_PILE;
    vl_start(&t->r, &t->s.base, NULL);
    CHECK_EQ(t->s.base.phase, RM_PH_SETUP_DECKS);
}

TEST(rm_lazy_draws_equal_the_printed_procedure)
{
    RULE("RM-SET-13");
    RULE("RM-SET-14");
    RULE("RM-SET-17");
    RULE("RM-SET-18");
    RULE("RM-SET-26");
    RULE("RM-FLOW-02");
    RULE("RM-RUL-07");
    static const uint8_t deck[SMALL_DECK] = { 0, 4, 9, 13, 18, 23, 28 };
    static const struct leaf root = { 1, 1, 1 };
    struct table t = TABLE(runemasters);
    uint32_t cards = 0;

    for (int i = 0; i < SMALL_DECK; i++)
        cards |= UINT32_C(1) << deck[i];
    open_small(&t, tables[2], cards, 0);
    int shuffles = shuffle_all(deck, orders);
    CHECK_EQ(shuffles, 5040 * 4);
    compare(shuffles, draw_all(&t.r, &t.s.runemasters, root, 0));
}

/* Two guardians: six cards and one Dragon of the four; one of the seven, perhaps
 * the Dragon, is removed. */
TEST(rm_lazy_draws_with_a_random_dragon_equal_the_printed_procedure)
{
    RULE("RM-SET-15");
    RULE("RM-SET-16");
    RULE("RM-SET-17");
    RULE("RM-SET-18");
    RULE("RM-RUL-68");
    enum { DRAGONS = 28 };
    static const struct leaf root = { 1, 1, 1 };
    uint8_t deck[SMALL_DECK] = { 0, 9, 10, 13, 16, 19, 0 };
    struct table t = TABLE(runemasters);
    uint32_t cards = 0;
    int shuffles = 0, without = 0;

    for (int i = 0; i < SMALL_DECK - 1; i++)
        cards |= UINT32_C(1) << deck[i];
    open_small(&t, tables[0], cards, UINT32_C(15) << DRAGONS);
    for (int dragon = DRAGONS; dragon < RM_CARDS; dragon++) {
        deck[SMALL_DECK - 1] = (uint8_t)dragon;
        shuffles += shuffle_all(deck, orders + shuffles);
    }
    CHECK_EQ(shuffles, 4 * 5040 * 4);
    int n = draw_all(&t.r, &t.s.runemasters, root, 0);
    compare(shuffles, n);
    /* all six other cards may come, and no Dragon: it was the one removed */
    for (int i = 0; i < n; i++) {
        int len = 0, dragons = 0;

        for (uint64_t c = leaves[i].code; c > 1; c >>= CODE_BITS, len++)
            dragons += (c & 63) >= DRAGONS && (c & 63) < RM_DAWN;
        CHECK(dragons <= 1);
        without += len == SMALL_PILE + 1 && dragons == 0;
    }
    CHECK_EQ(without, 720);
}

/* ---- whole decks: statistics ---- */

enum { PILES = 12000 };

struct piles {
    int first[RM_CARDS]; /* how often a card came first, tenth, at all */
    int tenth[RM_CARDS];
    int seen[RM_CARDS];
    int dawn[4]; /* how often Dawn came with so many monsters below it */
};

/* One pile, from the first starting monster to Dawn. */
static void sample_pile(const struct vl_rules *r, struct rm_state *s, struct vl_rng *rng,
                        struct piles *p)
{
    const struct rm_derived *d = rm_derived(r);
    int deck = bits(d->cards) + (d->one_of != 0);
    int drawn = 0;
    uint32_t cards = 0;

    for (;;) {
        struct vl_move m = { 0 };

        if (s->base.actor == VL_CHANCE)
            m = vl_sample(r, &s->base, rng);
        int card = draw_card(r, s, m);
        if (card == RM_DAWN)
            break;
        if (!CHECK(!(cards >> card & 1))) /* RM-SPN-17: nothing comes back */
            return;
        cards |= UINT32_C(1) << card;
        drawn++;
        p->first[card] += drawn == 1;
        p->tenth[card] += drawn == 10;
        p->seen[card]++;
    }
    /* RM-SPN-17: Dawn comes before the pile runs out, RM-SET-18: among the last four */
    if (!CHECK(drawn <= d->pile && drawn >= d->pile - 3))
        return;
    CHECK_EQ(s->to_come, d->pile - drawn);
    p->dawn[d->pile - drawn]++;
    /* RM-SET-17: the removed ones, and those below Dawn, were never shown */
    uint32_t maybe = s->unseen & d->one_of;
    CHECK_EQ(bits(s->unseen & ~maybe) + (maybe != 0), deck - drawn);
    CHECK_EQ(cards & s->unseen, 0);
}

static void sample_piles(const struct table *t, uint64_t seed, struct piles *p)
{
    struct vl_rng rng = vl_rng_seed(seed);

    memset(p, 0, sizeof *p);
    for (int i = 0; i < PILES; i++) {
        struct rm_state s = t->s.runemasters;

        sample_pile(&t->r, &s, &rng, p);
    }
}

/* The probability that a card stands at a given place of the deck of n. */
static double share(int n, int card, const struct rm_content *c)
{
    if (n == 4)
        return 1.0 / 32;
    if (n == 3)
        return c->cards[card].colour == RM_RUNE_YELLOW ? 0 : 1.0 / 25;
    if (c->cards[card].type == RM_TYPE_DRAGON)
        return 1.0 / 17 / 4;
    return c->cards[card].two_player ? 1.0 / 17 : 0;
}

TEST(rm_whole_piles_follow_the_printed_procedure)
{
    RULE("RM-SET-13");
    RULE("RM-SET-14");
    RULE("RM-SET-15");
    RULE("RM-SET-16");
    RULE("RM-SET-17");
    RULE("RM-SET-18");
    RULE("RM-SPN-17");
    RULE("RM-RUL-07");
    static const double limit[] = { 43.8, 51.2, 61.1 }; /* 19, 24 and 31 degrees of freedom */
    static const double quarter[] = { PILES / 4.0, PILES / 4.0, PILES / 4.0, PILES / 4.0 };
    static const int sizes[] = { 13, 19, 24 };
    struct piles p, again;
    struct table t = TABLE(runemasters);

    for (int n = 2; n <= 4; n++) {
        double expected[RM_CARDS];
        int seen = 0, dragons = 0;

        table_open(&t, tables[n - 2]);
        CHECK_EQ(rm_derived(&t.r)->pile, sizes[n - 2]);
        sample_piles(&t, 7, &p);
        for (int card = 0; card < RM_CARDS; card++) {
            expected[card] = PILES * share(n, card, rm_content(&t.r));
            seen += p.seen[card];
            dragons += rm_content(&t.r)->cards[card].type == RM_TYPE_DRAGON ? p.seen[card] : 0;
        }
        CHECK(chi2(p.first, expected, RM_CARDS) < limit[n - 2]);
        CHECK(chi2(p.tenth, expected, RM_CARDS) < limit[n - 2]);
        CHECK(chi2(p.dawn, quarter, 4) < 16.3); /* 3 degrees of freedom */
        CHECK(near((double)seen / PILES, sizes[n - 2] - 1.5, 1.25, PILES));
        if (n == 2) /* the Dragon is one of 17, of which 11.5 come before Dawn */
            CHECK(near((double)dragons / PILES, 11.5 / 17, 11.5 / 17 * 5.5 / 17, PILES));
    }
    sample_piles(&t, 7, &again); /* the same seed, the same counts */
    CHECK(memcmp(&p, &again, sizeof p) == 0);
}

/* Near the bottom, with Dawn and the Dragons in play: sampling follows the
 * weights, and the weights say 1 / (r + 1) for Dawn. */
TEST(rm_the_last_cards_are_sampled_by_their_weights)
{
    RULE("RM-SET-15");
    RULE("RM-SET-18");
    enum { DRAWS = 20000 };
    struct table t = TABLE(runemasters);
    struct vl_rng rng = vl_rng_seed(31);

    for (int left = 1; left <= 3; left++) {
        struct vl_move list[VL_MOVES_MAX];
        int found[RM_CARDS + 1] = { 0 }, in_list[VL_MOVES_MAX];
        double expected[VL_MOVES_MAX];
        char json[200];
        uint64_t all = 0;

        snprintf(json, sizeof json,
                 "{'base':'D2','phase':'spawn','active':'kulak','to_come':%d,"
                 "'discard':['troll_red','troll_blue','troll_green','troll_yellow']}",
                 left);
        table_load(&t, json);
        int n = vl_legal(&t.r, &t.s.base, list);
        for (int i = 0; i < n; i++)
            all += vl_weight(&t.r, &t.s.base, list[i]);
        CHECK_EQ(table_weight(&t, "draw dawn") * (uint64_t)(left + 1), all);
        CHECK_EQ(table_weight(&t, "draw dragon_red") * 4, table_weight(&t, "draw shadow_red"));
        for (int i = 0; i < DRAWS; i++)
            found[vl_sample(&t.r, &t.s.base, &rng).arg[0]]++;
        for (int i = 0; i < n; i++) {
            in_list[i] = found[list[i].arg[0]];
            expected[i] = DRAWS * (double)vl_weight(&t.r, &t.s.base, list[i]) / (double)all;
        }
        CHECK_EQ(n, 12 + 4 + 1);
        CHECK(chi2(in_list, expected, n) < 39.3); /* 16 degrees of freedom */
    }
}

/* ---- the event pile ---- */

/* After five reveals: the box still holds the others, unseen. */
static void check_box(const struct vl_rules *r, const struct rm_state *s, const uint8_t *kinds)
{
    static const int printed[RM_CLASSES] = { 5, 5, 1 };

    CHECK_EQ(bits(s->unseen_events), RM_EVENTS - RM_EVENT_PILE); /* RM-SET-31, 32 */
    for (int k = 0; k < RM_CLASSES; k++) {
        int left = 0;

        for (int e = 0; e < RM_EVENTS; e++)
            left += (s->unseen_events >> e & 1) && rm_content(r)->events[e].kind == k;
        CHECK_EQ(left, printed[k] - kinds[k]);
        CHECK_EQ(s->events_to_come[k], 0);
    }
}

/* Counts the sequences of events that can come; each must have probability
 * 1 / all. At most RM_EVENT_PILE deep. */
static int reveal_all(const struct vl_rules *r, const struct rm_state *s, int depth, uint64_t num,
                      uint64_t den, uint64_t all, const uint8_t *kinds)
{
    struct vl_move list[VL_MOVES_MAX];
    bool certain = s->base.actor == VL_AUTO;
    uint64_t sum = 0;
    int n = 0;

    if (depth == RM_EVENT_PILE) {
        CHECK_EQ(num * all, den);
        check_box(r, s, kinds);
        return 1;
    }
    int len = certain ? 1 : vl_legal(r, &s->base, list);
    for (int i = 0; i < len; i++)
        sum += certain ? 1 : vl_weight(r, &s->base, list[i]);
    for (int i = 0; i < len; i++) {
        struct rm_state next = *s;
        uint64_t up = num * (certain ? 1 : vl_weight(r, &s->base, list[i]));
        uint64_t common = gcd(up, den * sum);

        if (certain)
            vl_step(r, &next.base, NULL);
        else
            r->game->apply(r, &next.base, list[i], NULL);
        next.base.phase = RM_PH_ROUND_START;
        next.base.actor = rm_actor(r, &next);
        n += reveal_all(r, &next, depth + 1, up / common, den * sum / common, all, kinds);
    }
    return n;
}

/* Positives and negatives are chosen at random, then the five are shuffled:
 * every sequence that can be is equally likely. */
TEST(rm_lazy_events_equal_the_printed_procedure)
{
    RULE("RM-SET-30");
    RULE("RM-SET-31");
    RULE("RM-SET-32");
    RULE("RM-SET-33");
    RULE("RM-SET-34");
    RULE("RM-SET-35");
    RULE("RM-SET-36");
    RULE("RM-SET-37");
    RULE("RM-FLOW-02");
    static const struct {
        const char *level;
        uint8_t kinds[RM_CLASSES];
        int sequences; /* C(5,positive) x C(5,negative) x 5! */
    } levels[] = {
        { "initiation", { 3, 1, 1 }, 6000 }, { "novice", { 2, 2, 1 }, 12000 },
        { "guardian", { 1, 3, 1 }, 6000 },   { "hero", { 0, 4, 1 }, 600 },
        { "legend", { 0, 5, 0 }, 120 },
    };
    struct table t = TABLE(runemasters);

    for (int i = 0; i < VL_LEN(levels); i++) {
        char options[160];

        snprintf(options, sizeof options, "%s difficulty=%s", tables[0], levels[i].level);
        table_open(&t, options);
        table_play(&t, "draw troll_red", "draw archer_red_1", "draw shadow_blue");
        CHECK_STR(table_phase(&t), "round_start");
        for (int k = 0; k < RM_CLASSES; k++)
            CHECK_EQ(t.s.runemasters.events_to_come[k], levels[i].kinds[k]);
        CHECK_EQ(reveal_all(&t.r, &t.s.runemasters, 0, 1, 1, (uint64_t)levels[i].sequences,
                            levels[i].kinds),
                 levels[i].sequences);
    }
}

TEST(rm_sampled_events_follow_their_weights)
{
    RULE("RM-SET-30");
    RULE("RM-SET-35");
    enum { DRAWS = 20000 };
    static const double by_kind[RM_CLASSES] = { 1.0 / 5 / 5, 3.0 / 5 / 5, 1.0 / 5 };
    struct table t = TABLE(runemasters);
    struct vl_rng rng = vl_rng_seed(11);
    int found[RM_EVENTS] = { 0 };
    double expected[RM_EVENTS];
    char options[160];

    snprintf(options, sizeof options, "%s difficulty=guardian", tables[0]);
    table_open(&t, options);
    table_play(&t, "draw troll_red", "draw archer_red_1", "draw shadow_blue");
    for (int i = 0; i < DRAWS; i++)
        found[vl_sample(&t.r, &t.s.base, &rng).arg[0]]++;
    for (int e = 0; e < RM_EVENTS; e++)
        expected[e] = DRAWS * by_kind[rm_content(&t.r)->events[e].kind];
    CHECK(chi2(found, expected, RM_EVENTS) < 29.6); /* 10 degrees of freedom */
}

/* ---- dice ---- */

TEST(rm_dice_are_fair_and_independent)
{
    RULE("RM-DIE-01");
    RULE("RM-DIE-02");
    RULE("RM-DIE-03");
    RULE("RM-DIE-04");
    static const struct {
        const char *event;
        int dice, multisets, orders;
    } rolls[] = { { "rain_of_arrows", 3, 56, 216 },
                  { "curse", 4, 126, 1296 },
                  { "transcendence", 5, 252, 7776 } };
    struct table t = TABLE(runemasters);

    for (int i = 0; i < VL_LEN(rolls); i++) {
        struct vl_move list[VL_MOVES_MAX];
        char json[100];
        uint64_t all = 0;

        snprintf(json, sizeof json, "{'base':'D4','phase':'roll','active':'kulak','event':'%s'}",
                 rolls[i].event);
        table_load(&t, json);
        int n = vl_legal(&t.r, &t.s.base, list);
        CHECK_EQ(n, rolls[i].multisets);
        for (int k = 0; k < n; k++) {
            CHECK_EQ(list[k].arg[0], rolls[i].dice);
            all += vl_weight(&t.r, &t.s.base, list[k]);
        }
        CHECK_EQ(all, rolls[i].orders); /* every order of every multiset once */
    }
    table_load(&t, "{'base':'D4','phase':'roll','active':'kulak'}");
    CHECK_EQ(table_weight(&t, "roll red red red red"), 1);
    CHECK_EQ(table_weight(&t, "roll red red red white"), 4);
    CHECK_EQ(table_weight(&t, "roll red red white white"), 6);
    CHECK_EQ(table_weight(&t, "roll red red violet white"), 12);
    CHECK_EQ(table_weight(&t, "roll red blue green white"), 24);
}

TEST(rm_sampled_dice_are_fair_and_independent)
{
    RULE("RM-DIE-04");
    enum { ROLLS = 60000, FOUR = 1296, TWO = 36 };
    static int four[FOUR], two[TWO];
    static double expected[FOUR];
    struct table t = TABLE(runemasters);
    struct vl_rng rng = vl_rng_seed(23);

    memset(four, 0, sizeof four);
    memset(two, 0, sizeof two);
    table_load(&t, "{'base':'D4','phase':'roll','active':'kulak'}");
    for (int i = 0; i < ROLLS; i++) {
        struct vl_move m = vl_sample(&t.r, &t.s.base, &rng);
        const uint8_t *face = m.arg;
        four[((face[1] * 6 + face[2]) * 6 + face[3]) * 6 + face[4]]++;
    }
    for (int i = 0; i < FOUR; i++)
        expected[i] = (double)ROLLS / FOUR;
    CHECK(chi2(four, expected, FOUR) < 1456); /* 1295 degrees of freedom */
    table_play(&t, "roll red red blue white", "reroll 1 3");
    for (int i = 0; i < ROLLS; i++) {
        struct vl_move m = vl_sample(&t.r, &t.s.base, &rng);
        CHECK_EQ(m.arg[0], 2);
        two[m.arg[1] * 6 + m.arg[2]]++;
    }
    for (int i = 0; i < TWO; i++)
        expected[i] = (double)ROLLS / TWO;
    CHECK(chi2(two, expected, TWO) < 66.6); /* 35 degrees of freedom */
}
