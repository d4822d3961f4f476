/* The match: seats, chance from a seed or by hand, undo and redo, looking back,
 * forks. Records are tested in test_record.c, the store in test_store.c. */
#include "match_table.h"

#include "base/hash.h"
#include "games/runemasters/runemasters.h"
#include "games/null/null.h"

#include <stdlib.h>

static struct vl_move parsed(const struct vl_match *m, const char *notation)
{
    struct vl_move move = { 0 };

    CHECK_EQ(vl_move_parse(&m->rules, notation, strlen(notation), &move), 0);
    return move;
}

/* Four people place their guardians and draw the first cards: entries 0 to 10,
 * then it is the team's choice of a Dean. */
static struct vl_match *opening(const char *options, int64_t seed)
{
    struct vl_match *m = match_table(options, seed);
    struct vl_rng rng = vl_rng_seed(5);

    while (!m->len || m->state->phase != RM_PH_SETUP_DEAN)
        match_random_entry(m, &rng);
    return m;
}

/* ---- seats ---- */

TEST(a_player_holds_the_seats_that_the_options_give)
{
    struct vl_match *m = match_table("guardians=4 players=2", 1);

    CHECK_EQ(m->players_len, 2);
    CHECK_EQ(vl_match_holder(m, 0), 0);
    CHECK_EQ(vl_match_holder(m, 1), 1);
    CHECK_EQ(vl_match_holder(m, 2), 0);
    CHECK_EQ(vl_match_to_move(m), 0);
    match_say(m, "choose_guardian kulak");
    CHECK_EQ(vl_match_to_move(m), 1);
    CHECK(vl_match_is_human(m, 1));
    CHECK(!vl_match_is_human(m, 2));
    vl_match_close(m);
}

TEST(somebody_elses_move_is_refused_and_nothing_changes)
{
    RULE("RM-BAD-11");
    struct vl_match *m = match_table("guardians=4 players=2", 1);
    struct vl_error err = { 0 };
    uint64_t before = match_hash_at(m, 0);

    CHECK_EQ(vl_match_play(m, parsed(m, "choose_guardian kulak"), 1, &err), VL_REFUSED);
    CHECK_EQ(err.rule, RM_BAD_11);
    CHECK_EQ(m->len, 0);
    CHECK_EQ(match_hash_at(m, 0), before);
    CHECK_EQ(vl_match_play(m, parsed(m, "choose_guardian kulak"), 7, &err), VL_RANGE);
    CHECK_EQ(vl_match_play(m, parsed(m, "choose_guardian kulak"), 0, &err), VL_OK);
    /* seat 2 is player 0's again, once seat 1 has chosen */
    CHECK_EQ(vl_match_play(m, parsed(m, "choose_guardian kyreas"), 0, &err), VL_REFUSED);
    CHECK_EQ(vl_match_play(m, parsed(m, "choose_guardian kyreas"), 1, &err), VL_OK);
    CHECK_EQ(vl_match_play(m, parsed(m, "choose_guardian neltai"), 0, &err), VL_OK);
    vl_match_close(m);
}

TEST(players_must_be_as_many_as_the_options_seat)
{
    struct vl_rules r;
    struct vl_player players[3] = { { "human", "Ana" }, { "greedy", "" }, { "random", "" } };
    struct vl_match_setup setup = { .rules = &r, .players = players, .players_len = 3 };
    struct vl_match *m = NULL;
    struct vl_error err = { 0 };

    match_rules(&r, "guardians=2");
    CHECK_EQ(vl_match_open(&m, &setup, &err), VL_INVALID);
    CHECK_STR(err.where, "seats");
    setup.players_len = 2;
    CHECK_EQ(vl_match_open(&m, &setup, &err), VL_OK);
    CHECK(!vl_match_is_human(m, 1));
    vl_match_close(m);
    memcpy(players[0].name, "two\nlines", 10);
    CHECK_EQ(vl_match_open(&m, &setup, &err), VL_SYNTAX);
    memcpy(players[0].name, "\xff", 2);
    CHECK_EQ(vl_match_open(&m, &setup, &err), VL_SYNTAX);
    players[0].name[0] = '\0';
    memcpy(players[1].kind, "two words", 10);
    CHECK_EQ(vl_match_open(&m, &setup, &err), VL_SYNTAX);
    memcpy(players[1].kind, "mcts:500", 9);
    setup.date = "2026-13-01";
    CHECK_EQ(vl_match_open(&m, &setup, &err), VL_SYNTAX);
}

/* ---- chance ---- */

/* The scheme, spelled out: SHA-256(seed || n as 8 bytes, little-endian). */
static struct vl_move drawn_by_hand(const struct vl_match *m)
{
    uint8_t text[40] = { 0 }, key[32];
    struct vl_rng rng;

    memcpy(text, m->seed, 32);
    text[32] = (uint8_t)(m->len & 255);
    text[33] = (uint8_t)(m->len >> 8 & 255);
    vl_sha256_of(text, sizeof text, key);
    rng = vl_rng_key(key);
    return vl_sample(&m->rules, m->state, &rng);
}

TEST(chance_at_entry_n_is_keyed_by_the_seed_and_n)
{
    struct vl_match *m = match_table("guardians=2", 42);
    struct vl_rng rng = vl_rng_seed(1);
    uint8_t seed[32], expected[32];
    int seen = 0;

    vl_seed_number(seed, 42);
    vl_sha256_of("veillee seed 42", 15, expected);
    CHECK(memcmp(seed, expected, 32) == 0);
    CHECK(memcmp(seed, m->seed, 32) == 0);
    vl_sha256_of(seed, 32, expected);
    CHECK(memcmp(m->seed_hash, expected, 32) == 0);
    for (;;) {
        if (m->state->actor == VL_CHANCE) {
            CHECK(vl_move_eq(vl_match_drawn(m), drawn_by_hand(m)));
            seen++;
        }
        if (!match_random_entry(m, &rng))
            break;
    }
    CHECK(seen > 10);
    CHECK_EQ(vl_match_verify(m, NULL), VL_OK);
    vl_match_close(m);
}

/* A bot that is asked again at another revision thinks anew, and knows nothing of the dice. */
TEST(a_bot_at_revision_n_is_keyed_by_the_seed_and_n)
{
    uint8_t message[12 + 32 + 4] = "veillee bot", expected[32], key[32];

    vl_seed_number(message + 12, 42);
    for (int i = 0; i < 4; i++)
        message[44 + i] = (uint8_t)(4 - i); /* the lowest byte first */
    vl_sha256_of(message, sizeof message, expected);
    vl_seed_bot(key, message + 12, 0x01020304);
    CHECK(memcmp(key, expected, 32) == 0);
}

TEST(the_same_seed_and_decisions_give_the_same_game)
{
    RULE("RM-GEN-19");
    static const char *const options[] = { "guardians=2", "guardians=3 difficulty=legend",
                                           "guardians=4 players=1 difficulty=initiation" };

    for (int i = 0; i < 12; i++) {
        struct vl_match *a = match_table(options[i % 3], i), *b = match_table(options[i % 3], i);
        struct vl_match *c = match_table(options[i % 3], i + 1000);
        struct vl_rng ra = vl_rng_seed((uint64_t)i), rb = ra, rc = ra;

        match_random_game(a, &ra, 5);
        match_random_game(b, &rb, 5);
        match_random_game(c, &rc, 5);
        CHECK(match_equal(a, b));
        CHECK(!match_equal(a, c));
        vl_match_close(a);
        vl_match_close(b);
        vl_match_close(c);
    }
}

TEST(every_outcome_of_chance_can_be_entered_by_hand)
{
    RULE("RM-CHN-90");
    struct vl_match *m = match_table("guardians=2", BY_HAND);
    struct vl_rng rng = vl_rng_seed(9);
    struct vl_move list[VL_MOVES_MAX];
    int events = 0, all = 0;

    while (m->state->actor != VL_OVER) {
        int n = m->state->actor == VL_CHANCE ? vl_legal(&m->rules, m->state, list) : 0;

        for (int i = 0; i < n; i++) { /* each of them, and back */
            CHECK_EQ(vl_match_enter(m, list[i], NULL), VL_OK);
            CHECK(vl_move_eq(m->entries[m->last].move, list[i]));
            CHECK_EQ(vl_match_undo(m, m->last, ~0u, NULL), VL_OK);
        }
        events += n > 0;
        all += n;
        match_random_entry(m, &rng);
    }
    CHECK(events > 20 && all > events);
    vl_match_close(m);
}

/* RM-CHN-91 with scripted chance: the outcomes of a seeded game, entered one
 * after the other at a table without a seed, give the same states. */
TEST(scripted_chance_and_decisions_replay_the_game)
{
    RULE("RM-CHN-90");
    RULE("RM-CHN-91");
    for (int i = 0; i < 9; i++) {
        const char *options = i % 3 == 0 ? "guardians=2" : i % 3 == 1 ? "guardians=3" : "";
        struct vl_match *a = match_table(options, i), *b = match_table(options, BY_HAND);
        struct vl_rng rng = vl_rng_seed((uint64_t)i);

        match_random_game(a, &rng, 0);
        for (uint32_t n = 0; n < a->len; n++) {
            struct vl_entry *e = &a->entries[n];

            CHECK_EQ(match_hash_at(a, n), match_hash_at(b, n));
            if (!CHECK_EQ(e->actor == VL_CHANCE ? vl_match_enter(b, e->move, NULL)
                                                : vl_match_play(b, e->move, VL_ANYONE, NULL),
                          VL_OK))
                break;
        }
        CHECK_STR(vl_match_outcome(a), vl_match_outcome(b));
        CHECK_EQ(match_hash_at(a, a->len), match_hash_at(b, b->len));
        vl_match_close(a);
        vl_match_close(b);
    }
}

TEST(a_table_has_either_a_seed_or_real_dice)
{
    struct vl_match *seeded = opening("guardians=2", 1), *hand = opening("guardians=2", BY_HAND);
    struct vl_error err = { 0 };

    match_say(seeded, "choose_dean 0");
    match_say(hand, "choose_dean 0");
    CHECK_EQ(seeded->state->actor, VL_CHANCE);
    CHECK_EQ(vl_match_enter(seeded, vl_match_drawn(seeded), &err), VL_INVALID);
    CHECK_EQ(vl_match_draw(hand, &err), VL_MISSING);
    CHECK_EQ(vl_match_verify(hand, &err), VL_MISSING);
    /* an impossible card is refused by the rules, whoever sends it */
    CHECK_EQ(vl_match_enter(hand, parsed(hand, "draw dawn"), &err), VL_REFUSED);
    CHECK(err.rule != 0);
    uint32_t len = hand->len;
    CHECK(vl_match_play(hand, parsed(hand, "event poison"), 0, &err) != VL_OK);
    CHECK_EQ(hand->len, len);
    CHECK_EQ(vl_match_enter(hand, parsed(hand, "event poison"), &err), VL_OK);
    vl_match_close(seeded);
    vl_match_close(hand);
}

TEST(a_refused_input_changes_neither_state_nor_dice_to_come)
{
    RULE("RM-BAD-90");
    struct vl_rng junk = vl_rng_seed(77);
    int refused = 0;

    for (int game = 0; game < 3; game++) {
        struct vl_match *m = match_table(game == 0   ? "guardians=2"
                                         : game == 1 ? "guardians=3"
                                                     : "",
                                         game);
        struct vl_rng rng = vl_rng_seed((uint64_t)game), quiet = rng;
        struct vl_match *same = match_table(game == 0   ? "guardians=2"
                                            : game == 1 ? "guardians=3"
                                                        : "",
                                            game);

        do {
            for (int i = 0; i < 40; i++) {
                struct vl_move move;
                uint64_t before = vl_state_hash(&m->rules, m->state);
                uint32_t len = m->len;

                move.kind = (uint8_t)vl_rng_below(&junk, RM_MOVES + 2);
                for (int k = 0; k < VL_ARGS_MAX; k++)
                    move.arg[k] = (uint8_t)vl_rng_below(&junk, i % 2 ? 6 : 256);
                if (!vl_refuse(&m->rules, m->state, move, VL_ANYONE))
                    continue;
                CHECK(vl_match_play(m, move, (int)vl_rng_below(&junk, 2), NULL) != VL_OK);
                CHECK(vl_match_enter(m, move, NULL) != VL_OK);
                CHECK_EQ(vl_state_hash(&m->rules, m->state), before);
                CHECK_EQ(m->len, len);
                refused++;
            }
        } while (match_random_entry(m, &rng));
        match_random_game(same, &quiet, 0); /* without the junk: the same dice */
        CHECK(match_equal(m, same));
        vl_match_close(m);
        vl_match_close(same);
    }
    CHECK(refused > 2000);
}

/* ---- undo ---- */

TEST(undo_is_free_within_ones_own_moves_since_the_last_chance)
{
    struct vl_match *m = match_table("guardians=2 players=2", 3);
    struct vl_error err = { 0 };

    CHECK_EQ(vl_match_undo_free_to(m, 0), -1);
    CHECK_EQ(vl_match_undo(m, 0, 3, &err), VL_RANGE);
    match_say(m, "choose_guardian kulak");  /* 0, player 0 */
    match_say(m, "choose_guardian kyreas"); /* 1, player 1 */
    CHECK_EQ(vl_match_undo_free_to(m, 1), 1);
    CHECK_EQ(vl_match_undo_free_to(m, 0), -1);
    CHECK_EQ(vl_match_undo_free_to(m, VL_ANYONE), 1);
    CHECK_EQ(vl_match_undo_last(m, 0), 0);
    CHECK_EQ(vl_match_undo_last(m, VL_ANYONE), 1);
    /* the other's move is not mine to take back, nor mine alone with theirs */
    CHECK_EQ(vl_match_undo(m, 1, 1, &err), VL_REFUSED);
    CHECK_EQ(vl_match_undo(m, 0, 1, &err), VL_REFUSED);
    CHECK_EQ(vl_match_undo(m, 0, 2, &err), VL_REFUSED);
    CHECK_EQ(m->len, 2);
    CHECK_EQ(vl_match_undo(m, 1, 2, &err), VL_OK); /* player 1, freely */
    CHECK_EQ(m->len, 3);
    CHECK_EQ(match_hash_at(m, 3), match_hash_at(m, 1));
    CHECK_EQ(vl_match_to_move(m), 1);
    CHECK_EQ(vl_match_undo(m, 0, 3, &err), VL_OK); /* or both together */
    CHECK_EQ(match_hash_at(m, 4), match_hash_at(m, 0));
    vl_match_close(m);
}

TEST(beyond_a_chance_move_every_human_must_agree)
{
    struct vl_match *m = opening("guardians=2 players=2", 3);
    struct vl_error err = { 0 };
    uint32_t dice = m->last;

    CHECK_EQ(m->entries[dice].actor, VL_CHANCE);
    CHECK_EQ(vl_match_undo_free_to(m, VL_ANYONE), -1);
    match_say(m, "choose_dean 1");
    CHECK_EQ(vl_match_undo_free_to(m, 0), dice + 1);
    CHECK_EQ(vl_match_undo(m, dice, 1, &err), VL_REFUSED);
    CHECK_STR(err.where, "undo");
    CHECK_EQ(vl_match_undo(m, dice, 2, &err), VL_REFUSED);
    CHECK_EQ(vl_match_undo(m, dice, 3, &err), VL_OK);
    CHECK_EQ(m->state->actor, VL_CHANCE);
    vl_match_close(m);
}

TEST(what_was_typed_is_taken_back_freely)
{
    struct vl_rules r;
    struct vl_player players[3] = { { "human", "" }, { "human", "" }, { "greedy", "" } };
    struct vl_match_setup setup = { .rules = &r, .players = players, .players_len = 3 };
    struct vl_match *m = NULL;
    struct vl_error err = { 0 };

    match_rules(&r, "guardians=3 players=3 preset_guardians=kulak,neltai,kyreas "
                    "preset_paths=red,blue,green");
    CHECK_EQ(vl_match_open(&m, &setup, NULL), VL_OK);
    match_say(m, "draw troll_green");
    CHECK_EQ(vl_match_undo_free_to(m, VL_ANYONE), 0);
    CHECK_EQ(vl_match_undo(m, 0, 0, &err), VL_REFUSED); /* by whom? */
    CHECK_EQ(vl_match_undo(m, 0, 2, &err), VL_OK);      /* by whoever typed it */
    match_say(m, "draw troll_red");
    match_say(m, "draw shadow_red");
    CHECK_EQ(vl_match_undo_free_to(m, 1), 2);
    CHECK_EQ(vl_match_undo(m, 2, 1, &err), VL_OK); /* several at once */
    CHECK_EQ(m->state->actor, VL_CHANCE);
    CHECK_EQ(vl_match_undo_free_to(m, VL_ANYONE), -1);
    vl_match_close(m);
}

TEST(bots_have_no_vote)
{
    struct vl_rules r;
    struct vl_player players[2] = { { "human", "" }, { "greedy", "" } };
    struct vl_match_setup setup = { .rules = &r, .players = players, .players_len = 2 };
    struct vl_match *m = NULL;

    match_rules(&r, "guardians=2");
    CHECK_EQ(vl_match_open(&m, &setup, NULL), VL_OK);
    match_say(m, "choose_guardian kulak");
    match_say(m, "choose_guardian kyreas");
    CHECK_EQ(vl_match_undo_last(m, VL_ANYONE), 0); /* the human's move, past the bot's */
    CHECK_EQ(vl_match_undo(m, 0, 0, NULL), VL_REFUSED);
    CHECK_EQ(vl_match_undo(m, 0, 1, NULL), VL_OK);
    vl_match_close(m);
}

TEST(only_standing_entries_can_be_undone)
{
    struct vl_match *m = match_table("guardians=2 players=1", 3);
    uint32_t line[8];

    match_say(m, "choose_guardian kulak");         /* 0 */
    match_say(m, "choose_guardian kyreas");        /* 1 */
    match_say(m, "place_guardian red");            /* 2 */
    CHECK_EQ(vl_match_undo(m, 1, 1, NULL), VL_OK); /* 3 */
    match_say(m, "choose_guardian neltai");        /* 4 */
    CHECK_EQ(vl_match_line(m, m->len, line, 8), 2);
    CHECK_EQ(line[0], 0);
    CHECK_EQ(line[1], 4);
    CHECK_EQ(vl_match_line(m, 3, line, 8), 3); /* as it stood before the undo */
    CHECK_EQ(line[2], 2);
    CHECK(vl_match_stands(m, 0) && vl_match_stands(m, 4));
    CHECK(!vl_match_stands(m, 1) && !vl_match_stands(m, 2) && !vl_match_stands(m, 3));
    CHECK(!vl_match_stands(m, 5) && !vl_match_stands(m, VL_NO_ENTRY));
    for (uint32_t e = 1; e < 7; e++)
        if (e != 4)
            CHECK_EQ(vl_match_undo(m, e, 1, NULL), VL_RANGE);
    CHECK_EQ(m->len, 5);
    CHECK_EQ(vl_match_undo(m, 4, 1, NULL), VL_OK);
    CHECK_EQ(match_hash_at(m, 6), match_hash_at(m, 1));
    CHECK_EQ(vl_match_undo(m, 0, 1, NULL), VL_OK);
    CHECK_EQ(vl_match_line(m, m->len, NULL, 0), 0);
    CHECK_EQ(match_hash_at(m, m->len), match_hash_at(m, 0));
    vl_match_close(m);
}

TEST(after_an_undo_chance_is_drawn_afresh)
{
    int other = 0;

    for (int seed = 0; seed < 20; seed++) {
        struct vl_match *m = opening("guardians=4 players=1", seed);
        struct vl_move was = m->entries[m->last].move;

        CHECK_EQ(vl_match_undo(m, m->last, 1, NULL), VL_OK);
        struct vl_move fresh = drawn_by_hand(m);
        CHECK_EQ(vl_match_draw(m, NULL), VL_OK);
        CHECK(vl_move_eq(m->entries[m->last].move, fresh));
        other += !vl_move_eq(m->entries[m->last].move, was);
        CHECK_EQ(vl_match_verify(m, NULL), VL_OK);
        vl_match_close(m);
    }
    CHECK(other > 10); /* of 32 cards the same one comes rarely */
}

/* ---- redo ---- */

TEST(undone_decisions_can_be_redone_until_something_else_is_played)
{
    struct vl_match *m = match_table("guardians=2 players=1", 3);
    struct vl_move next;

    CHECK(!vl_match_redo_next(m, &next));
    CHECK_EQ(vl_match_redo(m, 0, NULL), VL_MISSING);
    match_say(m, "choose_guardian kulak");  /* 0 */
    match_say(m, "choose_guardian kyreas"); /* 1 */
    match_say(m, "place_guardian red");     /* 2 */
    uint64_t after = match_hash_at(m, 3);
    CHECK_EQ(vl_match_undo(m, 2, 1, NULL), VL_OK); /* 3 */
    CHECK_EQ(vl_match_undo(m, 0, 1, NULL), VL_OK); /* 4 */
    CHECK(vl_match_redo_next(m, &next) && vl_move_eq(next, parsed(m, "choose_guardian kulak")));
    CHECK_EQ(vl_match_redo(m, 0, NULL), VL_OK); /* 5: an ordinary entry */
    CHECK_EQ(m->len, 6);
    CHECK(vl_move_eq(m->entries[5].move, m->entries[0].move));
    CHECK_EQ(vl_match_redo(m, 0, NULL), VL_OK);
    CHECK_EQ(vl_match_redo(m, 0, NULL), VL_OK);
    CHECK_EQ(vl_match_redo(m, 0, NULL), VL_MISSING);
    CHECK_EQ(match_hash_at(m, m->len), after);

    CHECK_EQ(vl_match_undo(m, m->last, 1, NULL), VL_OK);
    match_say(m, "place_guardian red"); /* the same by hand is as good as redo */
    CHECK_EQ(vl_match_undo(m, m->entries[m->last].prev, 1, NULL), VL_OK);
    match_say(m, "choose_guardian neltai"); /* something else */
    CHECK(!vl_match_redo_next(m, &next));
    vl_match_close(m);
}

TEST(redo_never_brings_old_dice_back)
{
    struct vl_match *m = opening("guardians=2 players=1", 3);
    struct vl_move next;
    uint32_t first = m->last, line[16];

    match_say(m, "choose_dean 1");
    CHECK_EQ(vl_match_undo(m, first, 1, NULL), VL_OK); /* beyond the last card */
    CHECK(!vl_match_redo_next(m, &next));
    CHECK_EQ(vl_match_line(m, m->len, line, 16), 6); /* 2 guardians, 2 places, 2 cards */
    CHECK_EQ(vl_match_undo(m, line[2], 1, NULL), VL_OK);
    /* the two placements before the cards can be redone, the cards cannot */
    CHECK_EQ(vl_match_redo(m, 0, NULL), VL_OK);
    CHECK_EQ(vl_match_redo(m, 0, NULL), VL_OK);
    CHECK_EQ(m->state->actor, VL_CHANCE);
    CHECK_EQ(vl_match_redo(m, 0, NULL), VL_MISSING);
    CHECK_EQ(vl_match_draw(m, NULL), VL_OK);
    vl_match_close(m);
}

TEST(only_the_holder_of_the_seat_redoes)
{
    struct vl_match *m = match_table("guardians=2 players=2", 3);
    struct vl_error err = { 0 };

    match_say(m, "choose_guardian kulak");
    CHECK_EQ(vl_match_undo(m, 0, 1, NULL), VL_OK);
    CHECK_EQ(vl_match_redo(m, 1, &err), VL_REFUSED);
    CHECK_EQ(err.rule, RM_BAD_11);
    CHECK_EQ(vl_match_redo(m, 0, &err), VL_OK);
    vl_match_close(m);
}

/* ---- looking back ---- */

struct counter {
    struct vl_sink sink;
    int count;
    uint64_t hash;
};

static void count(struct vl_sink *sink, const struct vl_event *ev)
{
    struct counter *c = (struct counter *)sink;

    c->count++;
    c->hash = vl_hash(ev, sizeof *ev, c->hash);
}

TEST(events_of_any_entry_can_be_told_again)
{
    struct vl_match *m = match_table("guardians=3 players=1", 8);
    struct vl_rng rng = vl_rng_seed(8);
    struct counter live = { { count }, 0, 0 }, again = { { count }, 0, 0 };
    union vl_any_state s;

    vl_match_state_at(m, 0, &s.base);
    match_random_game(m, &rng, 0);
    for (uint32_t n = 0; n < m->len; n++) {
        CHECK_EQ(vl_apply(&m->rules, &s.base, m->entries[n].move, VL_ANYONE, &live.sink), 0);
        vl_match_events(m, n, &again.sink);
    }
    CHECK(live.count > 50);
    CHECK_EQ(live.count, again.count);
    CHECK_EQ(live.hash, again.hash);
    vl_match_start_events(m, &again.sink);
    vl_match_close(m);
}

/* Far more branches than there are snapshots: each past state is still the one
 * that was there. */
TEST(past_states_are_exact_however_long_the_log)
{
    enum { ENTRIES = 6000 };
    struct vl_match *m = match_table("guardians=3 players=1", 8);
    struct vl_rng rng = vl_rng_seed(8);
    uint64_t *seen = malloc((ENTRIES + 1) * sizeof *seen);
    uint32_t line[4096];

    if (!CHECK(seen != NULL))
        return;
    for (;;) {
        seen[m->len] = vl_state_hash(&m->rules, m->state);
        if (m->len == ENTRIES)
            break;
        uint32_t len = vl_match_line(m, m->len, line, 4096);
        bool back = m->state->actor == VL_OVER || (len > 0 && vl_rng_below(&rng, 30) == 0);
        if (back)
            CHECK_EQ(vl_match_undo(m, line[vl_rng_below(&rng, len)], 1, NULL), VL_OK);
        else
            match_random_entry(m, &rng);
    }
    for (uint32_t n = 0; n <= ENTRIES; n++)
        CHECK_EQ(match_hash_at(m, n), seen[n]);
    CHECK(m->snaps_len <= 1024);
    CHECK_EQ(vl_match_verify(m, NULL), VL_OK);
    free(seen);
    vl_match_close(m);
}

TEST(a_log_ends_at_its_limit)
{
    struct vl_match *m = match_table("guardians=2 players=1", 8);
    struct vl_move first = parsed(m, "choose_guardian kulak");
    struct vl_error err = { 0 };

    while (m->len < VL_ENTRIES_MAX) {
        int st = m->len % 2 ? vl_match_undo(m, m->len - 1, 1, &err)
                            : vl_match_play(m, first, 0, &err);
        if (!CHECK_EQ(st, VL_OK))
            break;
    }
    CHECK_EQ(vl_match_play(m, first, 0, &err), VL_TOO_LARGE);
    CHECK_EQ(m->len, VL_ENTRIES_MAX);
    CHECK_EQ(match_hash_at(m, m->len), match_hash_at(m, 0));
    vl_match_close(m);
}

TEST(turns_are_announced_once)
{
    struct vl_match *m = match_table("guardians=2 players=1", 3);
    struct vl_rng rng = vl_rng_seed(2);
    struct vl_error err = { 0 };

    match_random_game(m, &rng, 0);
    if (!CHECK(m->comments_len > 3))
        return;
    CHECK(strncmp(m->comments[0].text, "round 1, ", 9) == 0);
    for (uint32_t i = 1; i < m->comments_len; i++) {
        CHECK(strcmp(m->comments[i].text, m->comments[i - 1].text) != 0);
        CHECK(m->comments[i].at > m->comments[i - 1].at);
    }
    CHECK_EQ(vl_match_comment(m, "", &err), VL_SYNTAX);
    CHECK_EQ(vl_match_comment(m, "two\nlines", &err), VL_SYNTAX);
    CHECK_EQ(vl_match_comment(m, "\xc3", &err), VL_SYNTAX);
    vl_match_close(m);
}

/* A game whose rounds are more than a byte holds: the match asks it, not its fields. */
static bool late_turn(const struct vl_rules *r, const struct vl_state *s, struct vl_turn *out)
{
    if (!runemasters_game.turn(r, s, out))
        return false;
    out->round += 300;
    return true;
}

TEST(turns_are_told_by_the_game)
{
    struct vl_game late = runemasters_game, none = runemasters_game;
    struct vl_match_setup setup = { .date = "2026-11-15" };
    struct vl_rng rng = vl_rng_seed(2);
    struct vl_match *m = NULL;
    struct vl_rules r;
    uint8_t seed[VL_SEED_SIZE];

    late.turn = late_turn;
    none.turn = NULL;
    vl_seed_number(seed, 3);
    match_rules(&r, "guardians=2 players=1");
    setup.rules = &r;
    setup.seed = seed;
    r.game = &late;
    CHECK_EQ(vl_match_open(&m, &setup, NULL), VL_OK);
    match_random_game(m, &rng, 0);
    CHECK(m->comments_len > 3 && strncmp(m->comments[0].text, "round 301, ", 11) == 0);
    vl_match_close(m);
    r.game = &none;
    CHECK_EQ(vl_match_open(&m, &setup, NULL), VL_OK);
    match_random_game(m, &rng, 0);
    CHECK_EQ(m->comments_len, 0);
    vl_match_close(m);
}

/* ---- forks, the end, other games ---- */

TEST(a_fork_goes_on_from_any_revision)
{
    struct vl_match *m = match_table("guardians=4 players=2", 3), *fork = NULL;
    struct vl_rng rng = vl_rng_seed(4);
    struct vl_error err = { 0 };
    uint8_t seed[32];

    vl_seed_number(seed, 99);
    match_random_game(m, &rng, 10);
    for (uint32_t n = 0; n <= m->len; n += 7) {
        if (!CHECK_EQ(vl_match_fork(&fork, m, n, seed, &err), VL_OK))
            break;
        CHECK_EQ(fork->len, 0);
        CHECK_EQ(fork->players_len, 2);
        CHECK_EQ(match_hash_at(fork, 0), match_hash_at(m, n));
        CHECK_EQ(fork->has_start, n > 0);
        match_random_game(fork, &rng, 0);
        CHECK_EQ(vl_match_verify(fork, NULL), VL_OK);
        vl_match_close(fork);
    }
    CHECK_EQ(vl_match_fork(&fork, m, m->len + 1, seed, &err), VL_RANGE);
    CHECK_EQ(vl_match_fork(&fork, m, 0, NULL, &err), VL_OK); /* a restart, with real dice */
    CHECK_EQ(fork->seed_kind, VL_SEED_HAND);
    vl_match_close(fork);
    vl_match_close(m);
}

TEST(after_the_end_nothing_is_played_but_it_can_be_undone)
{
    RULE("RM-BAD-09");
    struct vl_match *m = match_table("guardians=2 players=1", 3);
    struct vl_rng rng = vl_rng_seed(4);
    struct vl_error err = { 0 };

    CHECK(vl_match_outcome(m) == NULL);
    match_random_game(m, &rng, 0);
    CHECK(vl_match_outcome(m) != NULL);
    CHECK_EQ(vl_match_to_move(m), VL_OVER);
    CHECK_EQ(vl_match_play(m, parsed(m, "end"), 0, &err), VL_REFUSED);
    CHECK_EQ(err.rule, RM_BAD_09);
    CHECK_EQ(vl_match_draw(m, &err), VL_INVALID);
    CHECK_EQ(vl_match_undo(m, (uint32_t)vl_match_undo_last(m, 0), 1, &err), VL_OK);
    CHECK(vl_match_outcome(m) == NULL);
    vl_match_close(m);
}

TEST(an_altered_draw_does_not_verify)
{
    struct vl_match *m = match_table("guardians=2 players=1", 3);
    struct vl_rng rng = vl_rng_seed(4);
    struct vl_move list[VL_MOVES_MAX];
    struct vl_error err = { 0 };

    while (m->state->actor != VL_CHANCE)
        match_random_entry(m, &rng);
    int n = vl_legal(&m->rules, m->state, list), k = 0;
    while (k < n && vl_move_eq(list[k], vl_match_drawn(m)))
        k++;
    CHECK_EQ(vl_match_replay(m, VL_CHANCE, list[k], false, NULL), VL_OK);
    CHECK_EQ(vl_match_verify(m, &err), VL_MISMATCH);
    CHECK_STR(err.where, "entry 4");
    vl_match_close(m);
}

TEST(a_match_knows_its_game_by_the_struct_only)
{
    struct vl_rules r;
    struct vl_match_setup setup = { .rules = &r };
    struct vl_match *m = NULL, *again = NULL;
    struct vl_rng rng = vl_rng_seed(4);
    struct vl_record_opts how = { .game = &null_game };
    struct vl_error err = { 0 };

    vl_rules_init(&r, &null_game, NULL, NULL);
    CHECK_EQ(vl_rules_prepare(&r, NULL), VL_OK);
    CHECK_EQ(vl_match_open(&m, &setup, NULL), VL_OK);
    match_random_game(m, &rng, 10);
    CHECK(m->comments_len == 0 || strcmp(m->comments[0].text, "quelle soirée") == 0);
    char *text = match_text(m);
    CHECK_EQ(vl_record_read(&again, text, strlen(text), &how, &err), VL_OK);
    CHECK(again && match_equal(m, again));
    vl_match_close(again);
    CHECK_EQ(vl_record_read(&again, text, strlen(text), NULL, &err), VL_UNKNOWN);
    free(text);
    vl_match_close(m);
}
