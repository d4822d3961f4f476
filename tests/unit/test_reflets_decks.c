/* Reflets d'Acide: what nobody has seen (RA-DCK) and chance (RA-CHN). Drawing a thing when it is
 * first seen is compared with the printed game, which shuffles and lays out everything beforehand.
 */
#include "table.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static struct table t = TABLE(reflets);

static struct ra_state *of(struct table *it)
{
    return &it->s.reflets;
}

static int card_of(const char *key)
{
    return table_find(&t, RA_FAM_CARD, key);
}

/* The outcomes there are, each of weight 1; 0 if it is not chance's turn or they are not even. */
static int even(void)
{
    struct vl_move list[VL_MOVES_MAX];
    int n = vl_legal(&t.r, &t.s.base, list);

    if (t.s.base.actor != VL_CHANCE)
        return 0;
    for (int i = 0; i < n; i++)
        if (vl_weight(&t.r, &t.s.base, list[i]) != 1)
            return 0;
    return n;
}

/* ---- positions that only code can make ---- */

static const int first_of[] = { 0, RA_ITEM0, RA_IMP0, RA_RELIC0 },
                 end_of[] = { RA_ITEM0, RA_RELIC0, RA_DECKED, RA_IMP0 };

/* Of the cards nobody has seen all but `keep` (the first ones) lie elsewhere; `down` of those that
 * are left lie face down in the Vils' pile, for heroes as many as there are places in their team
 * too, the rest in the deck. */
static void leave(int deck, int keep, int down, int elsewhere)
{
    struct ra_state *s = of(&t);
    int left = 0, hidden = 0;

    for (int card = first_of[deck]; card < end_of[deck]; card++)
        if (s->in[card] == RA_IN_UNSEEN && ++left > keep)
            s->in[card] = vl_u8(elsewhere);
    for (int i = 0; i < RA_PLACES && deck == 0; i++)
        hidden += s->vteam[i] == VL_NONE;
    if (deck < 3)
        s->vdown[deck] = vl_u8(down);
    s->deck_len[deck] = vl_u8(keep - down - hidden);
    CHECK_EQ(vl_sound(&t.r, &t.s.base, NULL), VL_OK);
}

/* Nothing is being carried out any more but this list; then the turn ends, or what is said. */
static void carry_out(int source, int list, int stage)
{
    struct ra_state *s = of(&t);

    while (s->depth > 0)
        s->frames[--s->depth] = ra_machine.none;
    s->stage = vl_u8(stage);
    s->base.phase = RA_PH_AUTO;
    s->base.actor = VL_AUTO;
    if (list >= 0)
        vl_fx_push(&ra_machine, s->frames, &s->depth, source, list, s->guide);
    vl_settle(&t.r, &t.s.base, &t.sink);
    CHECK_EQ(vl_sound(&t.r, &t.s.base, NULL), VL_OK);
}

/* So many of the Vils' team are known, the last ones. */
static void vteam_is(int known)
{
    struct ra_state *s = of(&t);

    for (int i = 0, hero = RA_HEROES - 1; i < known; hero--)
        if (s->in[hero] == RA_IN_UNSEEN) {
            s->in[hero] = RA_IN_VTEAM;
            s->vteam[RA_PLACES - 1 - i++] = vl_u8(hero);
        }
}

/* ---- the printed game and this one ---- */

/* Every way the draws of a script can go, each with its exact share of the whole. */
struct tree {
    const char *const *script; /* decisions, in order */
    int script_len;
    uint64_t whole;
    int seen[4]; /* the things that became definite on the way here, in order */
    uint64_t share[8][8][8];
    int leaves;
};

static void grow(struct tree *k, int done, int seen_len, uint64_t share,
                 void (*then)(struct tree *k, int seen_len, uint64_t share))
{
    struct vl_move list[VL_MOVES_MAX];
    union vl_game_state here = t.s;

    if (t.s.base.actor != VL_CHANCE) {
        if (done == k->script_len) {
            then(k, seen_len, share);
        } else {
            table_play(&t, k->script[done]);
            grow(k, done + 1, seen_len, share, then);
        }
        t.s = here;
        return;
    }
    int n = vl_legal(&t.r, &t.s.base, list);
    uint64_t all = table_weights(&t);
    for (int i = 0; i < n; i++) {
        uint64_t part = share * vl_weight(&t.r, &t.s.base, list[i]);
        CHECK_EQ(part % all, 0);
        if (seen_len < VL_LEN(k->seen))
            k->seen[seen_len] = list[i].arg[0];
        CHECK_EQ(vl_apply(&t.r, &t.s.base, list[i], VL_CHANCE, NULL), 0);
        grow(k, done, seen_len + 1, part / all, then);
        t.s = here;
    }
}

/* Four heroes: two in the deck, one in the Vils' team, one face down in their pile. The top of the
 * deck is looked at, then all of theirs is turned up for the count. */
static int four[4];

static int rank_of(int hero)
{
    for (int i = 0; i < 4; i++)
        if (four[i] == hero)
            return i;
    return -1;
}

static void note_heroes(struct tree *k, int seen_len, uint64_t share)
{
    union vl_game_state here = t.s;

    (void)seen_len;
    if (t.s.base.phase != RA_PH_OVER) { /* the vision is over: now their cards are turned up */
        struct tree *up = k;
        carry_out(0, -1, RA_ST_COUNT);
        grow(up, k->script_len, 0, share, note_heroes);
        t.s = here;
        return;
    }
    const struct ra_state *s = of(&t);
    int top = rank_of(s->known_heroes[0]), team = rank_of(s->vteam[0]), pile = -1;
    for (int i = 0; i < 4; i++)
        if (s->in[four[i]] == RA_IN_VPILE)
            pile = i;
    if (CHECK(top >= 0 && team >= 0 && pile >= 0))
        k->share[top][team][pile] += share;
    k->leaves++;
    t.s = here;
}

TEST(ra_heroes_drawn_late_lie_as_if_shuffled)
{
    RULE("RA-DCK-05");
    RULE("RA-DCK-06");
    RULE("RA-DCK-07");
    RULE("RA-SET-01");
    RULE("RA-SET-15");
    RULE("RA-SCO-16");
    RULE("RA-CHN-09");
    static const char *const script[] = { "token green VISION", "peek_deck heroes" };
    static struct tree k;

    table_load(&t, "{'base':'BASE1','tokens':{'green1':{'kind':'VISION','lies':'A'}}}");
    vteam_is(5);
    leave(0, 4, 1, RA_IN_OUT);
    for (int hero = 0, n = 0; hero < RA_HEROES; hero++)
        if (of(&t)->in[hero] == RA_IN_UNSEEN && CHECK(n < 4))
            four[n++] = hero;
    memset(&k, 0, sizeof k);
    k.script = script;
    k.script_len = 2;
    k.whole = 24 * 24;
    grow(&k, 0, 0, k.whole, note_heroes);
    CHECK_EQ(k.leaves, 24);
    /* the printed game: each of the 24 orders of four cards on four places is equally likely */
    for (int top = 0; top < 4; top++)
        for (int team = 0; team < 4; team++)
            for (int pile = 0; pile < 4; pile++) {
                bool apart = top != team && team != pile && pile != top;
                CHECK_EQ(k.share[top][team][pile], apart ? k.whole / 24 : 0);
            }
}

/* Three cards of a zone are left: two on its space (a reward of the campaign), one out of the
 * game. One is looked at, then both when the team comes. */
static int three[3];

static void note_zone(struct tree *k, int seen_len, uint64_t share)
{
    const struct ra_state *s = of(&t);
    int out = -1, top = -1;

    if (s->base.phase != RA_PH_REV_PICK) {
        union vl_game_state here = t.s;
        struct tree *on = k;
        of(&t)->team_at = ra_content(&t.r)->spaces[0];
        carry_out(RA_FROM_GAME, RA_LIST_REVELATION, RA_ST_HAZARD);
        while (t.s.base.phase != RA_PH_C_DRAW || of(&t)->pool != RA_POOL_ZONE0) {
            struct vl_move list[VL_MOVES_MAX]; /* cards and gems before it: the first there is */
            int n = vl_legal(&t.r, &t.s.base, list);
            if (t.s.base.phase == RA_PH_REV_PICK || !CHECK(n > 0))
                break;
            CHECK_EQ(vl_apply(&t.r, &t.s.base, list[0], VL_ANYONE, NULL), 0);
        }
        grow(on, k->script_len, seen_len, share, note_zone);
        t.s = here;
        return;
    }
    for (int i = 0; i < 3; i++) {
        if (s->laid[three[i] - RA_ZONE0] == RA_LAID_UNSEEN)
            out = i;
        if (s->top[0] == three[i])
            top = i;
    }
    if (CHECK(out >= 0 && top >= 0))
        k->share[top][out][0] += share;
    k->leaves++;
}

TEST(ra_stacked_zones_drawn_late_lie_as_if_shuffled)
{
    RULE("RA-DCK-05");
    RULE("RA-DCK-14");
    RULE("RA-REV-11");
    static const char *const script[] = { "token green VISION", "peek W06" };
    static struct tree k;

    table_load(&t, "{'base':'BASE1','gold':1,'stacks':[2,1,1,1,1,1,1],'options':{'players':1},"
                   "'tokens':{'green1':{'kind':'VISION','lies':'A'}}}");
    for (int i = 0, n = 0; i < RA_OF_A_KIND; i++)
        if (i < 3)
            of(&t)->laid[i] = RA_LAID_OUT;
        else
            three[n++] = RA_ZONE0 + i;
    memset(&k, 0, sizeof k);
    k.script = script;
    k.script_len = 2;
    k.whole = 36;
    grow(&k, 0, 0, k.whole, note_zone);
    CHECK_EQ(k.leaves, 6);
    for (int top = 0; top < 3; top++)
        for (int out = 0; out < 3; out++)
            CHECK_EQ(k.share[top][out][0], top == out ? 0 : k.whole / 6);
}

/* Three unforeseen cards nobody has seen, one in the deck and two in the Vils' pile, where a known
 * one lies too: two of the pile are taken (RA-TOK-15). */
static int taken[4]; /* the known one last */

static void note_pair(struct tree *k, int seen_len, uint64_t share)
{
    int got[4] = { 0 }, n = 0;

    (void)seen_len;
    for (int i = 0; i < 4; i++)
        if (of(&t)->in[taken[i]] == RA_IN_DISCARD)
            got[n++] = i;
    if (CHECK_EQ(n, 2))
        k->share[got[0]][got[1]][0] += share;
    k->leaves++;
}

TEST(ra_cards_taken_from_the_pile_are_as_if_shuffled)
{
    RULE("RA-DCK-09");
    RULE("RA-CHN-08");
    RULE("RA-RUL-42");
    static const char *const script[] = { "imp_tax_take", "dilemma_discard", "dilemma_discard" };
    static struct tree k;

    table_load(&t, "{'base':'BASE1','stage':'arrive','team':'W02','gold':1,"
                   "'tokens':{'green1':{'kind':'IMP_TAX'}},'cards':{'D30':'vils_pile'}}");
    leave(2, 3, 2, RA_IN_OUT);
    for (int i = 0; i < 3; i++)
        taken[i] = RA_IMP0 + i;
    taken[3] = card_of("D30");
    memset(&k, 0, sizeof k);
    k.script = script;
    k.script_len = VL_LEN(script);
    k.whole = 216;
    grow(&k, 0, 0, k.whole, note_pair);
    for (int a = 0; a < 4; a++) /* six orders of three cards, three pairs of the pile */
        for (int b = a + 1; b < 4; b++)
            CHECK_EQ(k.share[a][b][0], b == 3 ? k.whole * 2 / 9 : k.whole / 9);
}

/* Whole deals: what a shuffled deck would give, by counting. */
TEST(ra_a_deal_has_every_hero_as_often)
{
    RULE("RA-DCK-05");
    RULE("RA-SET-16");
    RULE("RA-CHN-09");
    enum { DEALS = 3000 };
    static int in_team[RA_HEROES], leads[RA_HEROES];
    struct vl_rng rng = vl_rng_seed(63);

    memset(in_team, 0, sizeof in_team);
    memset(leads, 0, sizeof leads);
    for (int k = 0; k < DEALS; k++) {
        table_open(&t, "players=1");
        table_deal(&t, &rng);
        for (int i = 0; i < RA_PLACES; i++)
            in_team[of(&t)->team[i]]++;
        of(&t)->quest = 0;
        of(&t)->vquest = 1;
        carry_out(0, -1, RA_ST_COUNT); /* the Vils' team comes to light */
        table_deal(&t, &rng);
        leads[of(&t)->vteam[0]]++;
    }
    for (int hero = 0; hero < RA_HEROES; hero++) {
        double team = in_team[hero] - DEALS * 6.0 / 63, lead = leads[hero] - DEALS / 63.0;
        CHECK(team * team <= 25 * DEALS * (6.0 / 63) * (57.0 / 63));
        CHECK(lead * lead <= 25 * DEALS * (1.0 / 63) * (62.0 / 63));
    }
}

/* ---- decks ---- */

TEST(ra_an_empty_deck_is_refilled_from_its_own_discard)
{
    RULE("RA-DCK-01");
    RULE("RA-RUL-52");
    table_load(&t, "{'base':'BASE1','cards':{'D40':'a','L01':'discard','H01':'discard'}}");
    leave(2, 1, 0, RA_IN_DISCARD);
    table_play(&t, "dilemma D40", "pay_gem A attack"); /* the last card needs no draw */
    CHECK_EQ(table_happened(&t, RA_EV_REFILLED), 0);
    CHECK_STR(table_phase(&t), "dilemma_offer");
    table_play(&t, "dilemma_discard");
    CHECK_EQ(table_happened(&t, RA_EV_REFILLED), 1);
    CHECK_EQ(table_event(&t, RA_EV_REFILLED, 0)->arg[0], 2);
    CHECK_EQ(of(&t)->pool, RA_POOL_IMP);
    CHECK_EQ(even(), RA_IMPS); /* all of the discard, what was drawn and the card that drew too */
    CHECK_EQ(of(&t)->in[card_of("L01")], RA_IN_DISCARD);
    CHECK_EQ(of(&t)->in[card_of("H01")], RA_IN_DISCARD);
    CHECK_EQ(of(&t)->deck_len[2], RA_IMPS);
}

/* What is known on top is a card of the deck: as long as it lies there nothing is shuffled. */
TEST(ra_a_deck_with_a_known_card_is_not_empty)
{
    RULE("RA-DCK-01");
    RULE("RA-DCK-07");
    table_load(&t, "{'base':'BASE1','known_imps':['D44'],'cards':{'D40':'a'}}");
    leave(2, 0, 0, RA_IN_DISCARD);
    table_forget(&t);
    table_play(&t, "dilemma D40", "pay_gem A attack");
    CHECK_EQ(table_happened(&t, RA_EV_REFILLED), 0);
    CHECK_EQ(table_event(&t, RA_EV_DREW, 0)->arg[0], card_of("D44"));
    table_play(&t, "dilemma_keep A");
    CHECK_EQ(table_happened(&t, RA_EV_REFILLED), 1);
    CHECK_EQ(even(), RA_IMPS - 1);
}

TEST(ra_nothing_is_drawn_from_nothing)
{
    RULE("RA-DCK-02");
    RULE("RA-FX-47");
    table_load(&t, "{'base':'BASE1','cards':{'D40':'a'}}");
    leave(2, 0, 0, RA_IN_OUT);
    table_forget(&t);
    table_play(&t, "dilemma D40", "pay_gem A attack");
    /* it lies on its discard when it acts (RA-RUL-69): the first card is itself, the second none */
    CHECK_EQ(table_happened(&t, RA_EV_DREW), 1);
    CHECK_STR(table_phase(&t), "dilemma_offer");
    table_play(&t, "dilemma_keep B");
    CHECK_EQ(table_happened(&t, RA_EV_DREW), 1);
    CHECK_STR(table_phase(&t), "bless");
    table_load(&t, "{'base':'BASE1','tokens':{'green1':{'kind':'LUCK','lies':'A'}}}");
    leave(1, 0, 0, RA_IN_OUT);
    table_forget(&t);
    table_play(&t, "token green LUCK", "luck_pick 2");
    CHECK_EQ(table_happened(&t, RA_EV_DREW), 0);
    CHECK_STR(table_phase(&t), "bless");
}

TEST(ra_relics_and_what_lies_on_the_map_are_not_reshuffled)
{
    RULE("RA-DCK-03");
    table_load(&t, "{'base':'BASE1','laid':{'Z01':'out','Z02':'purse','Z03':'vils_pile'},"
                   "'cards':{'D27':'a'}}");
    leave(3, 0, 0, RA_IN_DISCARD);
    table_play(&t, "dilemma D27");
    CHECK(!table_can(&t, "peek_deck relics"));
    table_play(&t, "peek W06");
    CHECK_EQ(even(), 3); /* neither those that are gone nor those that were won */
    table_play(&t, "draw Z05");
    CHECK_EQ(of(&t)->in[RA_RELIC0], RA_IN_DISCARD);
    struct ra_play p = ra_play_on(&t.r, &t.s.base, &t.sink);
    CHECK(ra_refill(&p, 3));
    CHECK_EQ(of(&t)->deck_len[3], 0);
    CHECK_EQ(of(&t)->in[RA_RELIC0], RA_IN_DISCARD);
}

TEST(ra_looking_changes_no_order)
{
    RULE("RA-DCK-04");
    RULE("RA-DCK-06");
    RULE("RA-DCK-07");
    table_load(&t, "{'base':'BASE1','known_loot':['L20'],'cards':{'D27':'a'},"
                   "'tokens':{'green1':{'kind':'LUCK','lies':'A'}}}");
    table_play(&t, "dilemma D27");
    CHECK(!table_can(&t, "peek_deck loot")); /* its top is known: only what is not is offered */
    table_play(&t, "peek_deck imps");
    CHECK_EQ(even(), RA_IMPS - 1);
    table_play(&t, "draw C11", "peek R04");
    CHECK_EQ(even(), RA_SLOTS);
    table_play(&t, "draw S07");
    CHECK_EQ(of(&t)->rooms[3].card, card_of("S07"));
    CHECK_EQ(of(&t)->rooms[3].up, 0);
    CHECK_STR(table_phase(&t), "bless");
    table_forget(&t);
    table_play(&t, "token green LUCK", "luck_pick 2"); /* the known LOOT, then one by chance */
    CHECK_EQ(table_event(&t, RA_EV_DREW, 0)->arg[0], card_of("L20"));
    CHECK_EQ(even(), RA_LOOT - 1);
    CHECK_EQ(of(&t)->known_imps[0], card_of("C11"));
}

/* A known top goes to whoever gets the next card, and stays known in the pile. */
TEST(ra_vils_take_the_known_top_and_the_rest_unseen)
{
    RULE("RA-DCK-07");
    RULE("RA-DCK-08");
    RULE("RA-VIL-05");
    table_load(&t, "{'base':'BASE1','known_imps':['D33']}");
    table_forget(&t);
    carry_out(RA_FROM_GAME, RA_LIST_P_IMPS, RA_ST_END);
    CHECK_EQ(of(&t)->in[card_of("D33")], RA_IN_VPILE);
    CHECK_EQ(of(&t)->vdown[2], 2);
    CHECK_EQ(of(&t)->deck_len[2], RA_IMPS - 3);
    CHECK_EQ(table_happened(&t, RA_EV_VILS_GOT), 1);
    CHECK_EQ(table_happened(&t, RA_EV_VILS_HID), 2);
}

TEST(ra_vils_hide_cards_of_a_deck_that_is_refilled)
{
    RULE("RA-DCK-08");
    RULE("RA-DCK-13");
    table_load(&t, "{'base':'BASE1'}");
    leave(1, 1, 0, RA_IN_DISCARD);
    table_forget(&t);
    carry_out(RA_FROM_GAME, RA_LIST_P_LOOT, RA_ST_END);
    /* the first goes unseen; before the refill it is turned up, being the only one it can be */
    CHECK_EQ(table_happened(&t, RA_EV_REFILLED), 1);
    CHECK_EQ(table_happened(&t, RA_EV_TURNED_UP), 1);
    CHECK_EQ(of(&t)->in[card_of("L01")], RA_IN_VPILE);
    CHECK_EQ(of(&t)->vdown[1], 3);
    CHECK_EQ(of(&t)->deck_len[1], RA_LOOT - 1 - 3);
    CHECK(t.s.base.actor != VL_CHANCE || of(&t)->pool != RA_POOL_LOOT);
}

TEST(ra_before_a_refill_the_vils_cards_are_turned_up)
{
    RULE("RA-DCK-13");
    RULE("RA-DCK-01");
    struct ra_state *s = of(&t);
    int team = 0, pile = 0;

    table_load(&t, "{'base':'BASE1','cards':{'D39':'a'}}");
    leave(0, 8, 2, RA_IN_DISCARD); /* six in their team, two in their pile, none in the deck */
    CHECK_EQ(s->deck_len[0], 0);
    table_play(&t, "dilemma D39");
    for (int left = 8; left > 1; left--) { /* the team first, then the pile; the last is certain */
        CHECK_EQ(even(), left);
        table_play(&t, left == 8   ? "draw H09"
                       : left == 7 ? "draw H02"
                       : left == 6 ? "draw H04"
                       : left == 5 ? "draw H06"
                       : left == 4 ? "draw H07"
                       : left == 3 ? "draw H08"
                                   : "draw H01");
    }
    for (int i = 0; i < RA_PLACES; i++)
        team += s->in[s->vteam[i]] == RA_IN_VTEAM;
    for (int hero = 0; hero < RA_HEROES; hero++)
        pile += s->in[hero] == RA_IN_VPILE;
    CHECK_EQ(team, 6);
    CHECK_EQ(pile, 2);
    CHECK_EQ(s->vteam[0], card_of("H09"));
    CHECK_EQ(s->vteam[5], card_of("H08"));
    CHECK_EQ(s->in[card_of("H01")], RA_IN_VPILE);
    CHECK_EQ(s->vdown[0], 0);
    CHECK_EQ(even(), RA_HEROES - 6 - 8); /* the new deck is exactly the old discard */
    CHECK_EQ(s->deck_len[0], RA_HEROES - 6 - 8);
}

TEST(ra_vdrop_turns_up_all_heroes_of_the_pile)
{
    RULE("RA-DCK-10");
    RULE("RA-FX-42");
    const struct ra_state *s = of(&t);

    table_load(&t, "{'base':'BASE1','quest':'Q03','vils_quest':'Q04','cards':{'H19':'vils_pile',"
                   "'H24':'vils_pile'},'vdown':[2,0,0]}");
    table_forget(&t);
    carry_out(RA_FROM_QUEST + s->quest, 0, RA_ST_END);
    CHECK_EQ(even(), RA_HEROES - 6 - 2);
    table_play(&t, "draw H01");
    CHECK_EQ(even(), RA_HEROES - 6 - 3);
    table_play(&t, "draw H02");
    CHECK_EQ(s->in[card_of("H01")], RA_IN_DISCARD); /* good */
    CHECK_EQ(s->in[card_of("H19")], RA_IN_DISCARD); /* good, and known before */
    CHECK_EQ(s->in[card_of("H02")], RA_IN_VPILE);   /* evil: face up there */
    CHECK_EQ(s->in[card_of("H24")], RA_IN_VPILE);
    CHECK_EQ(s->vdown[0], 0);
}

TEST(ra_trade_turns_up_the_vils_team_first)
{
    RULE("RA-DCK-11");
    RULE("RA-QST-13");
    static const char *const elves[] = { "draw H01", "draw H02", "draw H04",
                                         "draw H06", "draw H07", "draw H08" };
    const struct ra_state *s = of(&t);

    table_load(&t, "{'base':'BASE1'}"); /* Q01: TRADE(dwarf) */
    table_forget(&t);
    carry_out(RA_FROM_QUEST + s->quest, 0, RA_ST_END);
    for (int i = 0; i < RA_PLACES; i++) {
        CHECK_EQ(even(), RA_HEROES - 6 - i);
        table_play(&t, elves[i]);
        CHECK_EQ(s->in[s->vteam[i]], RA_IN_VTEAM);
    }
    CHECK_EQ(table_happened(&t, RA_EV_TURNED_UP), 6); /* though there is no dwarf among them */
    CHECK(t.s.base.phase != RA_PH_TRADE);
}

TEST(ra_relic_deck_is_a_set)
{
    RULE("RA-DCK-12");
    const struct ra_state *s = of(&t);

    table_load(&t, "{'base':'BASE1','known_relics':['X04'],'team':'R01','gold':1,"
                   "'rooms':{'1':{'card':'S01','up':true}},'trial':'S01','stage':'light'}");
    table_play(&t, "relic");
    CHECK_EQ(s->in[card_of("X01")], RA_IN_HELD);
    CHECK_EQ(s->known_len[3], 1);
    CHECK_EQ(s->known_relics[0], card_of("X04"));
    CHECK_EQ(s->deck_len[3], RA_RELICS - 2);
    table_load(&t, "{'base':'BASE1','known_relics':['X01'],'team':'R01','gold':1,"
                   "'rooms':{'1':{'card':'S01','up':true}},'trial':'S01','stage':'light'}");
    table_play(&t, "relic");
    CHECK_EQ(s->in[card_of("X01")], RA_IN_HELD);
    CHECK_EQ(s->known_len[3], 0);
    CHECK_EQ(s->deck_len[3], RA_RELICS - 1);
    /* the Vils' too: S03 is the room of X03 (RA-VIL-09) */
    table_load(&t, "{'base':'BASE1','known_relics':['X03'],'stage':'hazard','team':'W45','gold':1,"
                   "'up':{'door':'P01'}}");
    table_play(&t, "pick_room R01", "draw S03");
    CHECK_EQ(s->in[card_of("X03")], RA_IN_VPILE);
    CHECK_EQ(s->known_len[3], 0);
    CHECK_EQ(s->notch, 1);
}

/* Each card there as likely, whether it is known or not; unseen, it then becomes definite. */
TEST(ra_a_card_of_the_pile_is_taken_evenly)
{
    RULE("RA-DCK-09");
    RULE("RA-CHN-08");
    RULE("RA-TOK-21");
    table_load(
        &t, "{'base':'BASE1','stage':'arrive','team':'W02','gold':1,"
            "'tokens':{'green1':{'kind':'IMP_TAX'}},'cards':{'D05':'vils_pile','C03':'vils_pile',"
            "'L05':'vils_pile'},'vdown':[1,2,3]}");
    table_play(&t, "imp_tax_take");
    CHECK_EQ(table_weight(&t, "draw D05"), 1);
    CHECK_EQ(table_weight(&t, "draw C03"), 1);
    CHECK_EQ(table_weight(&t, "hidden"), 3);
    CHECK_EQ(table_weights(&t), 5);
    struct vl_rng rng = vl_rng_seed(9);
    table_check_sampler(&t, 4000, &rng, NULL);
    table_play(&t, "hidden");
    CHECK_EQ(of(&t)->pool, RA_POOL_IMP);
    CHECK_EQ(even(), RA_IMPS - 2);
    table_play(&t, "draw D06", "dilemma_keep A");
    CHECK_EQ(of(&t)->vdown[2], 2);
    CHECK_EQ(table_weight(&t, "hidden"), 2);
    CHECK_EQ(table_weights(&t), 4);
}

TEST(ra_without_such_a_card_nothing_is_taken_from_the_pile)
{
    RULE("RA-DCK-09");
    RULE("RA-TOK-21");
    static const char *const here = "{'base':'BASE1','stage':'arrive','team':'W02','gold':1,"
                                    "'tokens':{'green1':{'kind':'IMP_TAX'}},'vdown':[1,1,%d]%s}";
    char json[240];

    snprintf(json, sizeof json, here, 0, ",'cards':{'H01':'vils_pile','L05':'vils_pile'}");
    table_load(&t, json);
    CHECK_EQ(of(&t)->pool, RA_POOL_IMP); /* two are drawn from the deck at once */
    CHECK_EQ(even(), RA_IMPS);
    snprintf(json, sizeof json, here, 0, ",'cards':{'D05':'vils_pile'}");
    table_load(&t, json);
    table_play(&t, "imp_tax_take"); /* the only card there needs no draw */
    CHECK_STR(table_phase(&t), "dilemma_offer");
    table_play(&t, "dilemma_keep A");
    CHECK_EQ(of(&t)->in[card_of("D05")], RA_IN_A);
    CHECK(t.s.base.phase != RA_PH_DILEMMA_OFFER);
    snprintf(json, sizeof json, here, 1, "");
    table_load(&t, json);
    table_play(&t, "imp_tax_take");
    CHECK_EQ(of(&t)->pool, RA_POOL_IMP);
    CHECK_EQ(even(), RA_IMPS);
    table_play(&t, "draw D44", "dilemma_keep A");
    CHECK_EQ(of(&t)->vdown[2], 0);
    snprintf(json, sizeof json, here, 1, ",'cards':{'D05':'vils_pile'}");
    table_load(&t, json);
    table_play(&t, "imp_tax_take");
    CHECK_EQ(table_weight(&t, "hidden"), 1);
    CHECK_EQ(table_weights(&t), 2);
}

/* ---- chance ---- */

TEST(ra_each_die_is_even)
{
    RULE("RA-CHN-01");
    RULE("RA-GEN-09");
    static const char *const thrown[] = {
        "{'base':'BASE1','stage':'golden'}",                       /* golden die */
        "{'base':'BASE1','stage':'arrive','team':'PS1','gold':1}", /* vitality */
        "{'base':'BASE1','phase':'gait','gold':1}",                /* run */
        "{'base':'BASE1','phase':'move','gold':1,'potential':1,'tokens':{'green1':{'kind':'BONUS_"
        "DIE',"
        "'lies':'A'}}}", /* bonus */
    };
    static const char *const first[] = { NULL, NULL, "run A attack", "token green BONUS_DIE" };
    struct vl_rng rng = vl_rng_seed(6);

    for (int i = 0; i < VL_LEN(thrown); i++) {
        table_load(&t, thrown[i]);
        if (first[i])
            table_play(&t, first[i]);
        CHECK_STR(table_phase(&t), "die");
        CHECK_EQ(even(), 6);
        table_check_sampler(&t, 4000, &rng, NULL);
    }
}

/* Dice in any order are one outcome. */
static struct vl_move in_order(struct vl_move m)
{
    for (int i = 1; i <= m.arg[0]; i++)
        for (int k = i + 1; k <= m.arg[0]; k++)
            if (m.arg[k] < m.arg[i]) {
                uint8_t face = m.arg[i];
                m.arg[i] = m.arg[k];
                m.arg[k] = face;
            }
    return m;
}

TEST(ra_dice_thrown_together_have_their_weights)
{
    RULE("RA-CHN-02");
    RULE("RA-CHN-03");
    RULE("RA-GEN-09");
    RULE("RA-OBJ-05");
    RULE("RA-OBJ-07");
    struct vl_rng rng = vl_rng_seed(56);

    table_load(&t,
               "{'base':'BASE1','stage':'roll','team':'W06','trial':'Z04','up':{'forest':'Z04'},"
               "'gold':1}");
    CHECK_STR(table_phase(&t), "dice");
    CHECK_EQ(table_count(&t, "dice"), 56);
    CHECK_EQ(table_weights(&t), 216);
    CHECK_EQ(table_weight(&t, "dice 1 1 1"), 1);
    CHECK_EQ(table_weight(&t, "dice 1 1 6"), 3);
    CHECK_EQ(table_weight(&t, "dice 2 3 5"), 6);
    table_check_sampler(&t, 20000, &rng, in_order);
    table_play(&t, "dice 1 1 1");
    CHECK_EQ(table_weights(&t), 216); /* then the other board */
    table_load(&t,
               "{'base':'BASE1','stage':'roll','team':'W06','trial':'Z03','up':{'forest':'Z03'},"
               "'gold':4,'tester':'H16'}");
    CHECK_EQ(table_count(&t, "dice"), 252);
    CHECK_EQ(table_weights(&t), 7776);
    CHECK_EQ(table_weight(&t, "dice 6 6 6 6 6"), 1);
    CHECK_EQ(table_weight(&t, "dice 1 1 2 2 6"), 30);
    CHECK_EQ(table_weight(&t, "dice 1 2 3 4 5"), 120);
    table_check_sampler(&t, 20000, &rng, in_order);
    table_load(&t,
               "{'base':'BASE3','stage':'roll','team':'W06','trial':'Z04','up':{'forest':'Z04'},"
               "'gold':1,'heroes':['H03','H05','H10']}");
    CHECK_EQ(table_weights(&t), 36);
    table_play(&t, "dice 1 1");
    CHECK_EQ(table_weights(&t), 6); /* one hero on B, none on C */
}

TEST(ra_a_gem_is_drawn_by_what_the_bank_holds)
{
    RULE("RA-CHN-05");
    RULE("RA-GEM-03");
    RULE("RA-GEM-20");
    struct vl_rng rng = vl_rng_seed(25);

    table_load(&t,
               "{'base':'BASE1','phase':'gait','gold':1,'gems':{'A':[4,3,2,1,0],'B':[4,0,0,0,0],"
               "'V':[3,0,0,0,0]}}");
    of(&t)->gems[RA_BANK][3] = 0; /* no green one: they lie with the Vils, far too many of them */
    of(&t)->gems[RA_VILS][3] = 24;
    table_play(&t, "walk");
    CHECK_EQ(table_count(&t, "gem"), 4);
    CHECK_EQ(table_weight(&t, "gem attack"), 14);
    CHECK_EQ(table_weight(&t, "gem perception"), 22);
    CHECK_EQ(table_weight(&t, "gem intelligence"), 23);
    CHECK_EQ(table_weight(&t, "gem defence"), 25);
    CHECK_EQ(table_weights(&t), 84);
    CHECK_STR(table_refused(&t, "gem agility"), "E_FORCED");
    table_check_sampler(&t, 8000, &rng, NULL);
}

TEST(ra_what_cannot_be_is_no_outcome)
{
    RULE("RA-CHN-10");
    RULE("RA-ERR-34");
    table_open(&t, "players=1");
    table_play(&t, "prize TR1", "quest Q02");
    CHECK_STR(table_refused(&t, "draw L01"), "E_FORCED"); /* of another deck */
    table_play(&t, "draw H03");
    CHECK_STR(table_refused(&t, "draw H03"), "E_FORCED"); /* it lies elsewhere */
    table_load(&t, "{'base':'BASE1','stage':'golden'}");
    CHECK(!table_can(&t, "die 7"));
    CHECK(!table_can(&t, "die 0"));
    table_load(&t,
               "{'base':'BASE1','stage':'roll','team':'W06','trial':'Z04','up':{'forest':'Z04'},"
               "'gold':1}");
    CHECK_STR(table_refused(&t, "dice 1 1"), "E_FORCED"); /* three are thrown */
    CHECK_STR(table_refused(&t, "dice 1 1 1 1"), "E_FORCED");
    table_load(&t, "{'base':'BASE1','cards':{'D27':'a'},'vdown':[0,0,2]}");
    table_play(&t, "dilemma D27", "peek_deck heroes");
    CHECK_STR(table_refused(&t, "hidden"), "E_FORCED"); /* only where a card is taken from a pile */
    CHECK_STR(table_refused(&t, "draw D05"), "E_FORCED");
    CHECK_STR(table_refused(&t, "kind PURSE"), "E_FORCED");
    CHECK_STR(table_refused(&t, "prize TR1"), "E_FORCED");
    CHECK_STR(table_refused(&t, "gem attack"), "E_PHASE");
}
