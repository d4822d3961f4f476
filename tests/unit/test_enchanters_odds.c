/* The odds of Enchanters (EN-SET-23 to -25, EN-VAR-10 to -12): the law of the
 * draws against the printed procedure (shuffle, remove, set the Dragons aside,
 * stack), by complete enumeration of small decks and by statistics of whole
 * ones. */
#include "table.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { SMALL = 8, ORDERS = 1 << 16 };

/* ---- the printed procedure ---- */

struct pile { /* bottom to top */
    int len;
    uint8_t card[EN_DECK_MAX];
};

static int kind_of(const struct table *t, int card)
{
    return en_content(&t->r)->cards[card].kind;
}

/* EN-SET-10 to -13 */
static void stack(const struct table *t, struct pile *deck, int most)
{
    struct pile found = { 0, { 0 } }, rest = { 0, { 0 } };

    for (int i = 0; i < deck->len; i++) {
        bool taken = kind_of(t, deck->card[i]) <= EN_KIND_ENCHANTMENT && found.len < most;
        struct pile *to = taken ? &found : &rest;

        to->card[to->len++] = deck->card[i];
    }
    for (int i = 0; i < found.len; i++)
        rest.card[rest.len++] = found.card[i];
    *deck = rest;
}

/* EN-VAR-06, EN-VAR-07: the Dragons are put to the lower half, which is then to
 * be shuffled; its size is returned. */
static int set_dragons_aside(const struct table *t, struct pile *deck)
{
    struct pile others = { 0, { 0 } }, dragons = { 0, { 0 } };
    int lower;

    for (int i = 0; i < deck->len; i++) {
        struct pile *to = kind_of(t, deck->card[i]) == EN_KIND_DRAGON ? &dragons : &others;

        to->card[to->len++] = deck->card[i];
    }
    lower = others.len / 2 + dragons.len;
    memcpy(deck->card, others.card, (size_t)others.len / 2);
    memcpy(deck->card + others.len / 2, dragons.card, (size_t)dragons.len);
    memcpy(deck->card + lower, others.card + others.len / 2, (size_t)(others.len - others.len / 2));
    return lower;
}

/* Example EN-EX-23, to know that the procedure here is the printed one. */
TEST(en_the_procedure_of_the_tests_is_the_printed_one)
{
    static struct table t = TABLE(enchanters);
    static const char bottom_up[] = "MeMMeeMeeMeMeMe";
    static const char *const top_down[] = { "e6", "e5", "e4", "e3", "e2", "e1", "e8", "M7",
                                            "e7", "M6", "M5", "M4", "M3", "M2", "M1" };
    const char *names[EN_CARDS_MAX] = { NULL };
    struct pile deck = { 0, { 0 } };
    char name[15][16];
    int monsters = 0, items = 0;

    RULE("EN-EX-23");
    table_open(&t, "");
    for (int i = 0; i < 15; i++) {
        bool is_monster = bottom_up[i] == 'M';
        int card = is_monster ? 12 + monsters++ : items++;

        snprintf(name[i], sizeof name[i], "%c%d", bottom_up[i], is_monster ? monsters : items);
        names[card] = name[i];
        deck.card[deck.len++] = (uint8_t)card;
    }
    stack(&t, &deck, 6);
    for (int i = 0; i < 15; i++)
        CHECK_STR(names[deck.card[14 - i]], top_down[i]);
}

/* ---- small decks, every order ---- */

struct order { /* designs in the order in which they become known, one byte each */
    uint64_t key;
    double printed, engine;
};

struct tally {
    int len;
    struct order *slot; /* by hash */
};

struct small { /* a small deck */
    const char *cards[SMALL];
    int remove;  /* cards that Quick invasion removes */
    int stacked; /* k; with remove it is all the equipment */
    bool deep;
};

static struct order *order_of(struct tally *tally, uint64_t key)
{
    uint64_t at = key * UINT64_C(0x9E3779B97F4A7C15) >> 48;

    while (tally->slot[at].key != 0 && tally->slot[at].key != key)
        at = (at + 1) % ORDERS;
    if (tally->slot[at].key == 0) {
        tally->slot[at].key = key;
        VL_VERIFY(++tally->len < ORDERS / 2);
    }
    return &tally->slot[at];
}

static uint64_t with(const struct table *t, uint64_t key, int card)
{
    return key << 8 | (uint64_t)(en_content(&t->r)->cards[card].design + 1);
}

static void count_deck(const struct table *t, const struct small *small, struct pile deck,
                       uint64_t key, double p, struct tally *tally)
{
    stack(t, &deck, small->stacked);
    for (int i = deck.len - 1; i >= 0; i--)
        key = with(t, key, deck.card[i]);
    order_of(tally, key)->printed += p;
}

static double factorial(int n)
{
    return n < 2 ? 1 : n * factorial(n - 1);
}

static void swap(struct pile *deck, int a, int b)
{
    uint8_t card = deck->card[a];

    deck->card[a] = deck->card[b];
    deck->card[b] = card;
}

/* Every order of the cards from..to-1, then stacking. */
static void shuffle_lower(const struct table *t, const struct small *small, struct pile *deck,
                          int from, int to, uint64_t key, double p, struct tally *tally)
{
    if (from == to) {
        count_deck(t, small, *deck, key, p, tally);
        return;
    }
    for (int i = from; i < to; i++) {
        swap(deck, from, i);
        shuffle_lower(t, small, deck, from + 1, to, key, p, tally);
        swap(deck, from, i);
    }
}

/* EN-VAR-01, EN-VAR-06 to -09 on one shuffled deck. */
static void build(const struct table *t, const struct small *small, struct pile deck, double p,
                  struct tally *tally)
{
    uint64_t key = 0;
    int lower = 0;

    for (int i = 0; i < small->remove; i++)
        key = with(t, key, deck.card[--deck.len]);
    if (small->deep)
        lower = set_dragons_aside(t, &deck);
    shuffle_lower(t, small, &deck, 0, lower, key, p / factorial(lower), tally);
}

static void shuffle_all(const struct table *t, const struct small *small, struct pile *deck,
                        int from, double p, struct tally *tally)
{
    if (from == deck->len) {
        build(t, small, *deck, p, tally);
        return;
    }
    for (int i = from; i < deck->len; i++) {
        swap(deck, from, i);
        shuffle_all(t, small, deck, from + 1, p, tally);
        swap(deck, from, i);
    }
}

/* ---- the same from the engine ---- */

static void open_small(struct table *t, const struct small *small, struct pile *deck)
{
    char json[1000];
    struct vl_buf b = vl_buf_on(json, sizeof json);
    int equipment = 0, others = 0;

    vl_put(&b, "{'options':{'village':'moulinbas','first_player':0");
    vl_put(&b, small->remove ? ",'variant_quick':'yes'" : "");
    vl_put(&b, small->deep ? ",'variant_deep_dragons':'yes'},'unseen':[" : "},'unseen':[");
    deck->len = 0;
    for (int i = 0; i < SMALL && small->cards[i]; i++) {
        if (i)
            vl_put_char(&b, ',');
        vl_put_char(&b, '\'');
        vl_put(&b, small->cards[i]);
        vl_put_char(&b, '\'');
        int card = table_find(t, EN_FAM_CARD, small->cards[i]);
        deck->card[deck->len++] = (uint8_t)card;
        equipment += kind_of(t, card) <= EN_KIND_ENCHANTMENT;
        others += kind_of(t, card) != EN_KIND_DRAGON;
    }
    vl_put(&b, "],'phase':");
    if (small->remove) {
        vl_put(&b, "'setup_remove','to_remove':");
        vl_put_int(&b, small->remove);
    } else {
        vl_put(&b, "'setup_deal','stacked':");
        vl_put_int(&b, small->stacked);
        vl_put(&b, ",'to_stack':");
        vl_put_int(&b, small->stacked);
        if (small->deep) {
            vl_put(&b, ",'upper':");
            vl_put_int(&b, others - others / 2);
            vl_put(&b, ",'holes':");
            vl_put_int(&b, small->stacked);
        }
    }
    vl_put(&b, "}");
    VL_VERIFY(!b.full && equipment >= small->stacked);
    table_load(t, json);
}

/* Whatever is dealt is taken off the road at once, so that all cards are dealt. */
static void draw_on(struct table *t, double p, struct tally *tally)
{
    struct vl_move list[VL_MOVES_MAX];
    struct en_state before = t->s.enchanters;
    int logged = t->log_len, n;
    uint64_t key = 0;

    if (t->s.base.actor != VL_CHANCE) {
        for (int i = 0; i < t->log_len; i++)
            if (t->log[i].type == EN_EV_REVEALED || t->log[i].type == EN_EV_REMOVED_AT_START)
                key = with(t, key, t->log[i].arg[0]);
        order_of(tally, key)->engine += p;
        return;
    }
    double all = (double)table_weights(t);
    n = vl_legal(&t->r, &t->s.base, list);
    for (int i = 0; i < n; i++) {
        double share = (double)vl_weight(&t->r, &t->s.base, list[i]) / all;

        vl_apply_legal(&t->r, &t->s.base, list[i], &t->sink);
        memset(t->s.enchanters.road, VL_NONE, sizeof t->s.enchanters.road);
        t->s.enchanters.road_len = 0;
        draw_on(t, p * share, tally);
        t->s.enchanters = before;
        t->log_len = logged;
    }
}

/* The two laws, order by order. Returns how many orders there are. */
static int compare(const struct small *small)
{
    static struct table t = TABLE(enchanters);
    struct tally tally = { 0, calloc(ORDERS, sizeof *tally.slot) };
    struct pile deck;
    double sum = 0;

    VL_VERIFY(tally.slot);
    table_open(&t, "");
    open_small(&t, small, &deck);
    draw_on(&t, 1, &tally);
    shuffle_all(&t, small, &deck, 0, 1 / factorial(deck.len), &tally);
    bool same = true;
    for (int i = 0; i < ORDERS; i++) {
        double off = tally.slot[i].printed - tally.slot[i].engine;

        same = same && off < 1e-12 && off > -1e-12;
        sum += tally.slot[i].engine;
    }
    CHECK(same);
    CHECK(sum > 1 - 1e-9 && sum < 1 + 1e-9);
    free(tally.slot);
    return tally.len;
}

TEST(en_small_decks_have_the_law_of_the_printed_procedure)
{
    /* clang-format off */
    static const struct {
        struct small deck;
        int orders; /* that are possible */
    } rows[] = {
        /* EN-SET-24, -25: k cards of the equipment first, then the weights */
        { { { "gob_axe#1", "gob_helmet#1", "gno_bolas#1", "gob_of_fire#1", "gob_goblin#1", "gob_ogre#1", "gob_giant#1" }, 0, 2, false }, 1440 },
        { { { "gob_axe#1", "gob_helmet#1", "gno_bolas#1", "gob_goblin#1", "gob_ogre#1", "gob_giant#1", "gob_bronze_dragon#1" }, 0, 2, false }, 720 },
        { { { "gob_axe#1", "gob_helmet#1", "gob_of_fire#1", "gob_goblin#1", "gob_bronze_dragon#1", "uni_pink_dragon#1" }, 0, 3, false }, 36 },
        { { { "gob_axe#1", "gob_helmet#1", "gno_bolas#1", "gob_of_fire#1", "gno_of_rage#1", "gob_goblin#1", "gob_ogre#1" }, 0, 1, false }, 3600 },
        { { { "gob_axe#1", "gob_goblin#1", "gob_ogre#1", "gob_bronze_dragon#1" }, 0, 0, false }, 24 },
        /* copies are alike (EN-RUL-67) */
        { { { "gob_axe#1", "gob_axe#2", "gob_helmet#1", "gob_goblin#1", "gob_goblin#2", "gob_goblin#3", "gob_ogre#1" }, 0, 2, false }, 60 },
    };
    /* clang-format on */

    RULE("EN-SET-09");
    RULE("EN-SET-10");
    RULE("EN-SET-11");
    RULE("EN-SET-12");
    RULE("EN-SET-23");
    RULE("EN-SET-24");
    RULE("EN-SET-25");
    RULE("EN-CHANCE-01");
    RULE("EN-CHANCE-07");
    RULE("EN-RUL-04");
    RULE("EN-RUL-67");
    for (int i = 0; i < VL_LEN(rows); i++)
        CHECK_EQ(compare(&rows[i].deck), rows[i].orders);
}

TEST(en_dragons_of_the_deep_has_the_law_of_the_printed_procedure)
{
    /* clang-format off */
    static const struct {
        struct small deck;
    } rows[] = {
        { { { "gob_axe#1", "gob_helmet#1", "gno_bolas#1", "gob_goblin#1", "gob_ogre#1", "gob_giant#1", "gob_bronze_dragon#1" }, 0, 2, true } },
        { { { "gob_axe#1", "gob_helmet#1", "gob_goblin#1", "gob_ogre#1", "gob_giant#1", "gno_gnoll#1", "gob_bronze_dragon#1" }, 0, 2, true } },
        { { { "gob_axe#1", "gob_helmet#1", "gno_bolas#1", "gob_goblin#1", "gob_ogre#1", "gob_bronze_dragon#1", "uni_pink_dragon#1" }, 0, 1, true } },
        { { { "gob_axe#1", "gob_goblin#1", "gob_ogre#1", "gob_giant#1", "gno_gnoll#1", "gob_bronze_dragon#1", "uni_pink_dragon#1" }, 0, 1, true } },
        { { { "gob_axe#1", "gob_helmet#1", "gno_bolas#1", "gob_of_fire#1", "gno_of_rage#1", "gob_goblin#1", "gob_bronze_dragon#1" }, 0, 3, true } },
        { { { "gob_axe#1", "gob_helmet#1", "gno_bolas#1", "gob_goblin#1", "gob_bronze_dragon#1", "uni_pink_dragon#1" }, 0, 3, true } },
        { { { "gob_axe#1", "gob_axe#2", "gob_helmet#1", "gob_goblin#1", "gob_goblin#2", "gob_goblin#3", "gob_bronze_dragon#1" }, 0, 2, true } },
        { { { "gob_axe#1", "gob_helmet#1", "gob_bronze_dragon#1", "uni_pink_dragon#1" }, 0, 2, true } },
    };
    /* clang-format on */

    RULE("EN-VAR-06");
    RULE("EN-VAR-07");
    RULE("EN-VAR-08");
    RULE("EN-VAR-11");
    RULE("EN-VAR-12");
    RULE("EN-CHANCE-02");
    RULE("EN-RUL-08");
    for (int i = 0; i < VL_LEN(rows); i++)
        CHECK(compare(&rows[i].deck) > 1);
}

TEST(en_quick_invasion_has_the_law_of_the_printed_procedure)
{
    /* clang-format off */
    static const struct small rows[] = {
        { { "gob_axe#1", "gob_helmet#1", "gob_goblin#1", "gob_ogre#1", "gob_bronze_dragon#1", "uni_pink_dragon#1" }, 2, 2, false },
        { { "gob_axe#1", "gob_helmet#1", "gob_goblin#1", "gob_ogre#1", "gno_gnoll#1", "gob_bronze_dragon#1" }, 1, 2, true },
        { { "gob_axe#1", "gob_axe#2", "gob_goblin#1", "gob_goblin#2", "gob_ogre#1", "gob_bronze_dragon#1" }, 2, 2, true },
    };
    /* clang-format on */

    RULE("EN-VAR-01");
    RULE("EN-VAR-09");
    RULE("EN-VAR-10");
    RULE("EN-SET-13");
    RULE("EN-SET-19");
    RULE("EN-CHANCE-06");
    RULE("EN-RUL-07");
    RULE("EN-RUL-09");
    for (int i = 0; i < VL_LEN(rows); i++)
        CHECK(compare(&rows[i]) > 1);
}

/* ---- whole decks ---- */

struct profile { /* at each place of the deck, in how many decks there is ... */
    int equipment[EN_DECK_MAX], dragon[EN_DECK_MAX],
        first[EN_DECK_MAX]; /* a card of the first kingdom */
};

static void note(const struct table *t, struct profile *p, int place, int card)
{
    int kind = kind_of(t, card);

    p->equipment[place] += kind <= EN_KIND_ENCHANTMENT;
    p->dragon[place] += kind == EN_KIND_DRAGON;
    p->first[place] += card / EN_PER_KINGDOM == t->s.enchanters.kingdoms[0];
}

static void shuffle(struct pile *deck, int len, struct vl_rng *rng)
{
    for (int i = len - 1; i > 0; i--)
        swap(deck, i, (int)vl_rng_below(rng, (uint32_t)i + 1));
}

/* One deck built by hand; what Quick invasion removes is left out. */
static int build_deck(const struct table *t, struct vl_rng *rng, struct profile *p)
{
    const struct en_derived *d = en_derived(&t->r);
    struct pile deck = { 0, { 0 } };
    int seats = t->s.base.seats;

    for (int i = 0; i < t->s.enchanters.kingdoms_len; i++)
        for (int k = 0; k < EN_PER_KINGDOM; k++) {
            int card = t->s.enchanters.kingdoms[i] * EN_PER_KINGDOM + k;
            if ((seats > 2 && !d->super_quick) || vl_set_has(en_content(&t->r)->marked, card))
                deck.card[deck.len++] = (uint8_t)card;
        }
    shuffle(&deck, deck.len, rng);
    deck.len -= d->quick ? 5 * seats : 0;
    if (d->deep)
        shuffle(&deck, set_dragons_aside(t, &deck), rng);
    stack(t, &deck, seats * (d->super_quick ? 2 : 3));
    for (int i = 0; i < deck.len; i++)
        note(t, p, i, deck.card[deck.len - 1 - i]);
    return deck.len;
}

static int draw_deck(struct table *t, struct vl_rng *rng, struct profile *p)
{
    int place = 0;

    while (t->s.base.actor == VL_CHANCE) {
        table_forget(t);
        vl_apply_legal(&t->r, &t->s.base, vl_sample(&t->r, &t->s.base, rng), &t->sink);
        memset(t->s.enchanters.road, VL_NONE, sizeof t->s.enchanters.road);
        t->s.enchanters.road_len = 0;
        for (int i = 0; i < t->log_len; i++)
            if (t->log[i].type == EN_EV_REVEALED)
                note(t, p, place++, t->log[i].arg[0]);
    }
    return place;
}

/* Two counts of the same law differ by less than five standard deviations. */
static bool alike(int a, int b)
{
    return (a - b) * (a - b) <= 25 * (a + b) + 25;
}

TEST(en_whole_decks_follow_the_printed_procedure)
{
    static const struct {
        const char *options;
        int cards;
    } rows[] = {
        { "players=2", 52 },
        { "players=3", 75 },
        { "players=4", 100 },
        { "players=2 variant_quick=yes", 42 },
        { "players=3 variant_quick=yes", 60 },
        { "players=4 variant_quick=yes", 80 },
        { "players=2 variant_super_quick=yes", 52 },
        { "players=3 variant_super_quick=yes", 39 },
        { "players=4 variant_super_quick=yes", 52 },
        { "players=2 variant_deep_dragons=yes", 52 },
        { "players=3 variant_deep_dragons=yes", 75 },
        { "players=4 variant_deep_dragons=yes variant_quick=yes", 80 },
        { "players=3 variant_deep_dragons=yes variant_super_quick=yes", 39 },
        { "players=2 variant_deep_dragons=yes variant_quick=yes", 42 },
    };
    static struct table t = TABLE(enchanters);
    static struct profile printed, engine;
    int decks = test_full ? 20000 : 800;
    struct vl_rng rng = vl_rng_seed(51);
    char options[160];

    RULE("EN-EX-24");
    RULE("EN-SET-07");
    RULE("EN-SET-08");
    RULE("EN-SET-09");
    RULE("EN-SET-23");
    RULE("EN-VAR-02");
    RULE("EN-VAR-03");
    RULE("EN-VAR-04");
    RULE("EN-VAR-08");
    RULE("EN-VAR-09");
    for (int i = 0; i < VL_LEN(rows); i++) {
        snprintf(options, sizeof options,
                 "%s kingdom_mode=first_game village=moulinbas first_player=0", rows[i].options);
        memset(&printed, 0, sizeof printed);
        memset(&engine, 0, sizeof engine);
        for (int k = 0; k < decks; k++) {
            table_open(&t, options);
            CHECK_EQ(build_deck(&t, &rng, &printed), rows[i].cards);
            CHECK_EQ(draw_deck(&t, &rng, &engine), rows[i].cards);
        }
        for (int place = 0; place < rows[i].cards; place++)
            if (!CHECK(alike(printed.equipment[place], engine.equipment[place])) ||
                !CHECK(alike(printed.dragon[place], engine.dragon[place])) ||
                !CHECK(alike(printed.first[place], engine.first[place])))
                printf("  %s, place %d\n", rows[i].options, place);
    }
}

/* ---- exact weights ---- */

static const char *const dealt[] = { "draw gob_axe",        "draw gob_helmet",
                                     "draw wor_dagger",     "draw uni_long_sword",
                                     "draw uni_of_healing", "draw gob_of_fire" };

static void deal(struct table *t, const char *options)
{
    char text[160];

    snprintf(text, sizeof text, "kingdom_mode=first_game village=moulinbas first_player=0 %s",
             options);
    table_open(t, text);
    for (int i = 0; i < VL_LEN(dealt); i++)
        table_play(t, dealt[i]);
}

/* Example EN-EX-27. */
TEST(en_the_first_refill_has_the_odds_of_the_example)
{
    static struct table t = TABLE(enchanters);

    RULE("EN-EX-27");
    RULE("EN-SET-24");
    RULE("EN-SET-25");
    deal(&t, "");
    table_play(&t, "journey 0", "proceed", "end_turn");
    CHECK_EQ(table_weights(&t), 936);
    CHECK_EQ(table_weight(&t, "draw gob_plate_armour"), 24);
    CHECK_EQ(table_weight(&t, "draw thi_of_greed"), 24);
    CHECK_EQ(table_weight(&t, "draw gob_ogre"), 18);
    CHECK_EQ(table_weight(&t, "draw gob_bronze_dragon"), 18);
    CHECK_EQ(table_weight(&t, "draw uni_unicorn"), 2 * 18); /* two copies are in the deck */
    CHECK_EQ(table_weight(&t, "draw gob_axe"), 0);
    table_play(&t, "draw gob_plate_armour", "journey 0", "proceed", "end_turn");
    CHECK_EQ(table_weights(&t), 867);
    CHECK_EQ(table_weight(&t, "draw thi_of_greed"), 23);
    CHECK_EQ(table_weight(&t, "draw gob_ogre"), 17);

    RULE("EN-VAR-11");
    deal(&t, "variant_deep_dragons=yes");
    table_play(&t, "journey 0", "proceed", "end_turn");
    uint64_t all = table_weights(&t);
    CHECK_EQ(table_weight(&t, "draw gob_plate_armour") * 36, all);
    CHECK_EQ(table_weight(&t, "draw gob_ogre") * 48, all);
    CHECK_EQ(table_weight(&t, "draw gob_bronze_dragon"), 0);
}

TEST(en_with_no_equipment_left_all_are_equally_likely)
{
    static struct table t = TABLE(enchanters);

    RULE("EN-SET-25");
    table_load(&t, "{'phase':'turn_end','stacked':6,'unseen':['gob_goblin#1','gob_goblin#3','"
                   "gob_ogre#2','gob_bronze_dragon#1']}");
    CHECK_EQ(table_weights(&t), 4);
    CHECK_EQ(table_weight(&t, "draw gob_goblin"), 2);
    CHECK_EQ(table_weight(&t, "draw gob_bronze_dragon"), 1);
    RULE("EN-RUL-67");
    table_play(&t, "draw gob_goblin"); /* the lowest copy */
    CHECK_STR(table_str(&t, "/road/0"), "gob_goblin#1");
    table_play(&t, "draw gob_goblin");
    CHECK_STR(table_str(&t, "/road/1"), "gob_goblin#3");

    RULE("EN-VAR-12");
    table_load(&t,
               "{'options':{'variant_deep_dragons':'yes'},'phase':'turn_end','stacked':6,'upper'"
               ":3,'holes':5,"
               "'unseen':['gob_goblin#1','gob_goblin#3','gob_ogre#2','gob_bronze_dragon#1']}");
    CHECK_EQ(table_weights(&t), 3 + 5);
    CHECK_EQ(table_weight(&t, "empty"), 5);
    CHECK_EQ(table_weight(&t, "draw gob_goblin"), 2);
    CHECK_EQ(table_weight(&t, "draw gob_bronze_dragon"), 0);
    table_play(&t, "empty");
    CHECK_EQ(table_weight(&t, "empty"), 4);
    table_play(&t, "draw gob_ogre", "empty");
    CHECK_EQ(table_weight(&t, "empty"), 0);
    CHECK_EQ(table_weight(&t, "draw gob_bronze_dragon"), 1);
    CHECK_EQ(table_weights(&t), 3);
}

TEST(en_nobody_learns_which_monsters_were_passed_over)
{
    static struct table t = TABLE(enchanters);
    struct vl_rng rng = vl_rng_seed(52);
    struct vl_move list[VL_MOVES_MAX];

    RULE("EN-SET-26");
    RULE("EN-RUL-59");
    for (int k = 0; k < 20; k++) {
        table_open(&t, "players=3 kingdom_mode=random");
        table_deal(&t, &rng);
        while (t.s.enchanters.to_stack > 0) {
            table_play(&t, "rest village 0", "end_turn");
            table_deal(&t, &rng);
        }
        for (int i = 0; i < t.log_len; i++) /* no event names one before it is revealed */
            CHECK(t.log[i].type != EN_EV_REVEALED ||
                  kind_of(&t, t.log[i].arg[0]) <= EN_KIND_ENCHANTMENT);
        table_play(&t, "rest village 0", "end_turn");
        int n = vl_legal(&t.r, &t.s.base, list), trophies = 0;
        for (int i = 0; i < n; i++) {
            const struct en_design *d = &en_content(&t.r)->designs[list[i].arg[0]];

            if (d->kind < EN_KIND_MONSTER)
                continue;
            trophies++;
            CHECK_EQ(vl_weight(&t.r, &t.s.base, list[i]) / d->copies, /* all copies are unseen */
                     t.s.enchanters.left[EN_KIND_ITEM] + t.s.enchanters.left[EN_KIND_ENCHANTMENT]);
        }
        CHECK_EQ(trophies, 3 * 6);
    }
}

/* ---- the other chances ---- */

static void check_even(const struct table *t, int outcomes)
{
    struct vl_move list[VL_MOVES_MAX];
    int n = vl_legal(&t->r, &t->s.base, list);

    CHECK_EQ(t->s.base.actor, VL_CHANCE);
    CHECK_EQ(n, outcomes);
    for (int i = 0; i < n; i++)
        CHECK_EQ(vl_weight(&t->r, &t->s.base, list[i]), vl_weight(&t->r, &t->s.base, list[0]));
}

TEST(en_kingdoms_village_and_first_player_are_drawn_evenly)
{
    static struct table t = TABLE(enchanters);
    char options[60];

    for (int seats = 2; seats <= 4; seats++) {
        snprintf(options, sizeof options, "players=%d kingdom_mode=random", seats);
        table_open(&t, options);
        RULE("EN-CHANCE-05");
        RULE("EN-SET-21");
        check_even(&t, 8);
        table_play(&t, "kingdom goblins");
        check_even(&t, 7);
        table_play(&t, "kingdom unicorns");
        check_even(&t, 6);
        table_play(&t, "kingdom worshippers");
        if (seats != 3) {
            check_even(&t, 5);
            table_play(&t, "kingdom thieves");
        }
        CHECK_STR(table_phase(&t), "setup_deal");
        for (int i = 0; i < VL_LEN(dealt); i++)
            table_play(&t, dealt[i]);
        RULE("EN-CHANCE-03");
        RULE("EN-SET-15");
        CHECK_STR(table_phase(&t), "setup_village");
        check_even(&t, 22);
        table_play(&t, "village foire_franche");
        RULE("EN-CHANCE-04");
        RULE("EN-SET-18");
        CHECK_STR(table_phase(&t), "setup_first");
        check_even(&t, seats);
    }
    RULE("EN-CHANCE-06");
    RULE("EN-VAR-10");
    table_open(&t, "variant_quick=yes kingdom_mode=first_game");
    for (int i = 0; i < 10; i++) {
        struct vl_move list[VL_MOVES_MAX];
        int n = vl_legal(&t.r, &t.s.base, list);

        CHECK_EQ(table_weights(&t), 52 - i); /* one for each card */
        CHECK_EQ(table_weight(&t, "remove wor_dagger"), 1);
        CHECK_EQ(table_weight(&t, "remove uni_unicorn"), 2);
        vl_apply_legal(&t.r, &t.s.base, list[n - 1], NULL);
    }
}

TEST(en_the_sampler_follows_the_weights)
{
    static struct table t = TABLE(enchanters);
    struct vl_rng rng = vl_rng_seed(53);

    RULE("EN-CHANCE-03");
    RULE("EN-CHANCE-04");
    RULE("EN-CHANCE-05");
    RULE("EN-CHANCE-06");
    RULE("EN-CHANCE-07");
    table_open(&t, "kingdom_mode=random");
    table_check_sampler(&t, 20000, &rng, NULL);
    table_open(&t, "players=3 kingdom_mode=first_game variant_quick=yes");
    table_check_sampler(&t, 20000, &rng, NULL);
    table_open(&t, "players=4 kingdom_mode=first_game");
    table_check_sampler(&t, 20000, &rng, NULL);
    for (int i = 0; i < VL_LEN(dealt); i++)
        table_play(&t, dealt[i]);
    table_check_sampler(&t, 20000, &rng, NULL); /* the village */
    table_play(&t, "village moulinbas");
    table_check_sampler(&t, 20000, &rng, NULL); /* the first player */
    deal(&t, "");
    table_play(&t, "journey 0", "proceed", "end_turn");
    table_check_sampler(&t, 50000, &rng, NULL);
    deal(&t, "variant_deep_dragons=yes");
    table_play(&t, "journey 0", "proceed", "end_turn");
    table_check_sampler(&t, 50000, &rng, NULL);
    table_load(&t,
               "{'options':{'variant_deep_dragons':'yes'},'phase':'turn_end','stacked':6,'upper'"
               ":3,'holes':5,"
               "'unseen':['gob_goblin#1','gob_goblin#3','gob_ogre#2','gob_bronze_dragon#1']}");
    table_check_sampler(&t, 20000, &rng, NULL);
}
