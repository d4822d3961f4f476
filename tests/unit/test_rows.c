/* Rows of moves: offered and judged by the core, played, undone and kept by the match.
 * What the server makes of them is tested in tests/server/test_rooms_rows.c. */
#include "core_table.h"
#include "match/store.h"
#include "match_table.h"

#include "games/gauntlet.h"
#include "games/walk.h"

#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

/* ---- the core ---- */

static struct walk_state walk_at(const struct vl_rules *r, const char *json)
{
    struct walk_state s;

    CHECK_STR(core_read(r, &s.base, json), "");
    return s;
}

TEST(rows_are_offered_after_the_moves_and_are_no_moves_themselves)
{
    struct vl_rules r = core_rules(&walk_game, "");
    struct walk_state s = walk_at(&r, "{\"phase\":\"walk\",\"left\":3}");
    struct vl_move list[VL_OFFERS_MAX];

    /* from place 2: 4 and 5 on, 0 back, which is a well and ends it */
    CHECK_EQ(vl_legal(&r, &s.base, list), 3);
    CHECK_EQ(vl_offers(&r, &s.base, list), 6);
    CHECK(vl_move_eq(list[3], vl_move_of(WK_MV_GO, 0, 0)));
    CHECK(vl_move_eq(list[4], vl_move_of(WK_MV_GO, 4, 0)));
    CHECK(vl_move_eq(list[5], vl_move_of(WK_MV_GO, 5, 0)));
    CHECK_EQ(vl_action_of(&r, list[3]), -1);
    CHECK_EQ(vl_actions_max(&walk_game), 3);
    s = walk_at(&r, "{}");
    CHECK_EQ(vl_offers(&r, &s.base, list), WK_STEPS); /* chance has no rows */
}

TEST(a_row_is_its_moves_or_nothing)
{
    struct vl_rules r = core_rules(&walk_game, "");
    struct walk_state s = walk_at(&r, "{\"phase\":\"walk\",\"left\":3}"), was = s;
    struct vl_move moves[VL_ROW_MAX];
    struct recorder rec;

    CHECK_EQ(vl_unfold(&r, &s.base, vl_move_of(WK_MV_GO, 5, 0), moves), 3);
    CHECK(vl_move_eq(moves[2], vl_move_of(WK_MV_STEP, WK_ON, 0)));
    CHECK_EQ(vl_unfold(&r, &s.base, vl_move_of(WK_MV_REST, 0, 0), moves), 1);
    CHECK_EQ(moves[0].kind, WK_MV_REST);
    CHECK_EQ(core_play(&r, &s.base, "go 6", 0), WK_BAD_08);  /* too far */
    CHECK_EQ(core_play(&r, &s.base, "go 23", 0), WK_BAD_08); /* a well lies between */
    CHECK_EQ(core_play(&r, &s.base, "go 24", 0), WK_BAD_07);
    CHECK_EQ(core_play(&r, &s.base, "go 5", 1), WK_BAD_06); /* the wrong seat */
    CHECK_EQ(core_play(&r, &s.base, "go", 0), WK_BAD_01);
    CHECK(memcmp(&s, &was, sizeof s) == 0);
    CHECK_EQ(vl_apply(&r, &s.base, vl_move_of(WK_MV_GO, 4, 0), 0, core_recording(&rec)), 0);
    CHECK_EQ(rec.len, 2);
    CHECK_EQ(s.place[0], 4);
    CHECK_EQ(s.left, 1);
    CHECK_EQ(core_play(&r, &s.base, "go 4", 0), WK_BAD_08); /* twice: it is there already */
}

/* What a game could get wrong; the core refuses it, and nothing has happened. */

static int too_far(const struct vl_rules *r, const struct vl_state *s, struct vl_move row,
                   struct vl_move out[VL_ROW_MAX])
{
    int n = walk_game.unfold(r, s, row, out);

    for (; n < WK_STEPS + 1; n++)
        out[n] = out[0];
    return n;
}

static int bad_tail(const struct vl_rules *r, const struct vl_state *s, struct vl_move row,
                    struct vl_move out[VL_ROW_MAX])
{
    int n = walk_game.unfold(r, s, row, out);

    out[n - 1] = vl_move_of(WK_MV_STEP, WK_WAYS, 0);
    return n;
}

static int nested(const struct vl_rules *r, const struct vl_state *s, struct vl_move row,
                  struct vl_move out[VL_ROW_MAX])
{
    (void)r;
    (void)s;
    out[0] = row;
    return 1;
}

static int empty(const struct vl_rules *r, const struct vl_state *s, struct vl_move row,
                 struct vl_move out[VL_ROW_MAX])
{
    (void)r;
    (void)s;
    (void)row;
    (void)out;
    return 0;
}

static int next_door(const struct vl_rules *r, const struct vl_state *s, struct vl_move *out)
{
    int n = walk_game.rows(r, s, out);

    out[n] = vl_move_of(WK_MV_GO, (((const struct walk_state *)(const void *)s)->place[0] + 9) % 24,
                        0);
    return n + 1;
}

static int twice(const struct vl_rules *r, const struct vl_state *s, struct vl_move *out)
{
    int n = walk_game.rows(r, s, out);

    if (n > 0)
        out[n] = out[0];
    return n > 0 ? n + 1 : 0;
}

static void refuses(struct vl_game g, vl_rule rule)
{
    struct vl_rules r = core_rules(&g, "");
    struct walk_state s = walk_at(&r, "{\"phase\":\"walk\",\"left\":3}"), was = s;

    CHECK_EQ(core_play(&r, &s.base, "go 5", 0), rule);
    CHECK(memcmp(&s, &was, sizeof s) == 0);
}

TEST(a_row_that_does_not_hold_together_is_refused_whole)
{
    struct vl_game g;

    g = walk_game, g.unfold = too_far, refuses(g, WK_BAD_01); /* the turn ends in the midst */
    g = walk_game, g.unfold = bad_tail, refuses(g, WK_BAD_07);
    g = walk_game, g.unfold = nested, refuses(g, WK_BAD_01);
    g = walk_game, g.unfold = empty, refuses(g, WK_BAD_01);
}

static void finds(struct vl_game faulty, const char *what)
{
    struct vl_rules r = core_rules(&faulty, "");
    struct gauntlet_report rep = { .every = 1 };

    CHECK_EQ(vl_gauntlet(&r, 1, 50, &rep), 1);
    if (!CHECK(strstr(rep.fault, what) != NULL))
        CHECK_STR(rep.fault, what);
}

TEST(rows_stand_the_gauntlet_and_bad_ones_do_not)
{
    struct vl_rules r = core_rules(&walk_game, "turns=4");
    struct gauntlet_report rep = { .every = 1 };
    struct vl_move_kind quiet[WK_MOVES];
    struct vl_game g;

    CHECK_EQ(vl_gauntlet(&r, 42, 100, &rep), 0);
    CHECK_STR(rep.fault, "");
    CHECK(rep.rows > 1000);
    g = walk_game, g.unfold = too_far, finds(g, "offered and refused");
    g = walk_game, g.unfold = NULL, finds(g, "nothing unfolds");
    g = walk_game, g.rows = next_door, finds(g, "offered and refused");
    g = walk_game, g.rows = twice, finds(g, "offered twice");
    memcpy(quiet, walk_game.moves, sizeof quiet);
    quiet[WK_MV_GO].flags = VL_MOVE_ROW;
    g = walk_game, g.moves = quiet, finds(g, "may reveal");
}

/* ---- the match ---- */

static struct vl_match *walk_match(const struct vl_game *g, const char *json, int64_t seed)
{
    struct vl_rules r = core_rules(g, "");
    struct walk_state s;
    uint8_t bytes[VL_SEED_SIZE];
    struct vl_match_setup setup = { .rules = &r };
    struct vl_match *m = NULL;

    vl_seed_number(bytes, (uint64_t)seed);
    setup.seed = seed == BY_HAND ? NULL : bytes;
    if (json) {
        s = walk_at(&r, json);
        setup.start = &s.base;
    }
    CHECK_EQ(vl_match_open(&m, &setup, NULL), VL_OK);
    return m;
}

static const struct walk_state *now(const struct vl_match *m)
{
    return (const struct walk_state *)(const void *)m->state;
}

TEST(a_row_is_an_entry_for_each_move_and_is_undone_as_a_whole)
{
    struct vl_match *m = walk_match(&walk_game, "{\"phase\":\"walk\",\"left\":6}", 1);

    match_say(m, "step on");
    match_say(m, "go 6");
    CHECK_EQ(m->len, 4);
    CHECK(!m->entries[0].more && m->entries[1].more && m->entries[2].more && !m->entries[3].more);
    CHECK_EQ(m->entries[3].move.kind, WK_MV_STEP);
    CHECK_EQ(vl_match_row_first(m, 0), 0);
    for (uint32_t e = 1; e < 4; e++)
        CHECK_EQ(vl_match_row_first(m, e), 1);
    CHECK_EQ(vl_match_undo_last(m, 0), 1);
    CHECK_EQ(vl_match_undo_free_to(m, 0), 0);
    CHECK_EQ(vl_match_undo(m, 2, 1, NULL), VL_OK); /* any of them takes all back */
    CHECK_EQ(m->entries[4].back_to, 1);
    CHECK_EQ(now(m)->place[0], 3);
    CHECK_EQ(now(m)->left, 5);
    CHECK_EQ(vl_match_replay_undo(m, 9, NULL), VL_RANGE);
    vl_match_close(m);
}

TEST(a_row_is_redone_as_a_whole)
{
    struct vl_match *m = walk_match(&walk_game, "{\"phase\":\"walk\",\"left\":6}", 1);
    struct vl_move next;

    match_say(m, "go 4");
    match_say(m, "go 7");
    CHECK_EQ(vl_match_undo(m, 0, 1, NULL), VL_OK);
    CHECK_EQ(now(m)->place[0], 2);
    CHECK_EQ(vl_match_redo(m, 1, NULL), VL_REFUSED); /* it is not that player's */
    CHECK_EQ(m->len, 6);
    CHECK_EQ(vl_match_redo(m, 0, NULL), VL_OK);
    CHECK_EQ(m->len, 8);
    CHECK_EQ(now(m)->place[0], 4);
    CHECK(m->entries[6].more && !m->entries[7].more);
    CHECK_EQ(vl_match_redo(m, 0, NULL), VL_OK);
    CHECK_EQ(now(m)->place[0], 7);
    CHECK(!vl_match_redo_next(m, &next));
    CHECK_EQ(vl_match_undo_last(m, 0), 8);
    vl_match_close(m);
}

TEST(a_row_of_which_a_move_is_refused_leaves_no_entry)
{
    struct vl_game g = walk_game;
    struct vl_error err = { 0 };

    g.unfold = bad_tail;
    struct vl_match *m = walk_match(&g, "{\"phase\":\"walk\",\"left\":3}", 1);
    uint64_t was = match_hash_at(m, 0);
    CHECK_EQ(vl_match_play(m, vl_move_of(WK_MV_GO, 5, 0), 0, &err), VL_REFUSED);
    CHECK_EQ(err.rule, WK_BAD_07);
    CHECK_EQ(vl_match_play(m, vl_move_of(WK_MV_GO, 4, 0), 1, &err), VL_REFUSED);
    CHECK_EQ(err.rule, WK_BAD_06);
    CHECK_EQ(m->len, 0);
    CHECK_EQ(vl_state_hash(&m->rules, m->state), was);
    vl_match_close(m);
}

TEST(a_row_that_does_not_fit_into_the_log_is_not_begun)
{
    struct vl_match *m = walk_match(&walk_game, "{\"phase\":\"walk\",\"left\":6}", BY_HAND);
    struct vl_error err = { 0 };
    struct vl_move go = vl_move_of(WK_MV_GO, 7, 0);

    while (m->len + 6 <= VL_ENTRIES_MAX - 4) { /* five steps and an undo */
        CHECK_EQ(vl_match_play(m, go, 0, NULL), VL_OK);
        CHECK_EQ(vl_match_undo(m, m->last, 1, NULL), VL_OK);
    }
    uint32_t len = m->len;
    while (m->len < VL_ENTRIES_MAX - 4) {
        match_say(m, "step on");
        CHECK_EQ(vl_match_undo(m, m->last, 1, NULL), VL_OK);
    }
    len = m->len;
    CHECK_EQ(vl_match_play(m, go, 0, &err), VL_TOO_LARGE);
    CHECK_EQ(m->len, len);
    CHECK_EQ(now(m)->place[0], 2);
    vl_match_close(m);
}

/* Parts that come one by one, as a store has them. */
TEST(the_parts_of_a_row_are_of_one_seat_and_nothing_comes_between)
{
    struct vl_match *m = walk_match(&walk_game, "{\"phase\":\"walk\",\"left\":2}", BY_HAND);
    struct vl_move on = vl_move_of(WK_MV_STEP, WK_ON, 0), go = vl_move_of(WK_MV_GO, 4, 0);

    CHECK_EQ(vl_match_play_part(m, go, false, NULL), VL_INVALID);
    CHECK_EQ(vl_match_play_part(m, on, true, NULL), VL_OK);
    CHECK(vl_match_in_row(m));
    CHECK_EQ(vl_match_play(m, on, 0, NULL), VL_MISMATCH);
    CHECK_EQ(vl_match_undo(m, 0, 1, NULL), VL_RANGE);
    CHECK_EQ(vl_match_enter(m, vl_move_of(WK_MV_ROLL, 1, 0), NULL), VL_MISMATCH);
    CHECK_EQ(vl_match_play_part(m, on, true, NULL), VL_OK); /* the turn is over now */
    CHECK_EQ(vl_match_enter(m, vl_move_of(WK_MV_ROLL, 1, 0), NULL), VL_MISMATCH);
    CHECK_EQ(vl_match_replay(m, VL_CHANCE, vl_move_of(WK_MV_ROLL, 1, 0), false, NULL), VL_MISMATCH);
    vl_match_drop_part(m);
    CHECK_EQ(m->len, 0);
    CHECK_EQ(now(m)->place[0], 2);
    CHECK_EQ(vl_match_play(m, go, 0, NULL), VL_OK);
    vl_match_drop_part(m); /* nothing to drop */
    CHECK_EQ(m->len, 2);
    vl_match_close(m);
}

/* ---- records ---- */

/* One entry, a row, or an undo or redo now and then. */
static bool random_entry(struct vl_match *m, struct vl_rng *rng)
{
    struct vl_move list[VL_OFFERS_MAX], next;
    int by = vl_match_to_move(m);

    if (by == VL_OVER)
        return false;
    if (m->len > 0 && vl_rng_below(rng, 8) == 0) {
        uint32_t e = vl_rng_below(rng, m->len);

        if (vl_match_stands(m, e))
            return CHECK_EQ(vl_match_undo(m, e, ~0u, NULL), VL_OK);
        if (vl_match_redo_next(m, &next))
            return CHECK_EQ(vl_match_redo(m, by, NULL), VL_OK);
    }
    if (by == VL_CHANCE)
        return CHECK_EQ(vl_match_draw(m, NULL), VL_OK);
    uint32_t n = (uint32_t)vl_offers(&m->rules, m->state, list);
    return CHECK_EQ(vl_match_play(m, list[vl_rng_below(rng, n)], by, NULL), VL_OK);
}

/* Every state of the match is that of its standing entries; a row is never half there. */
static void check_whole(const struct vl_match *m)
{
    CHECK(!vl_match_in_row(m));
    for (uint32_t e = 0; e + 1 < m->len; e++) {
        if (!m->entries[e].more)
            continue;
        CHECK_EQ(m->entries[e + 1].actor, m->entries[e].actor);
        CHECK_EQ(m->entries[e + 1].prev, e);
        CHECK_EQ(vl_match_stands(m, e), vl_match_stands(m, e + 1));
    }
}

static struct vl_match *read_again(const char *text, size_t len, bool recover, struct vl_error *err)
{
    struct vl_record_opts how = { .game = &walk_game, .recover = recover };
    struct vl_match *m = NULL;

    memset(err, 0, sizeof *err);
    return vl_record_read(&m, text, len, &how, err) == VL_OK ? m : NULL;
}

TEST(records_keep_rows_and_undo_knows_them_after_reading)
{
    struct vl_error err;

    for (int i = 0; i < test_times(30, 300); i++) {
        struct vl_match *m = walk_match(&walk_game, NULL, i), *again;
        struct vl_rng rng = vl_rng_seed((uint64_t)i);
        int left = 120, rows = 0;

        while (left-- > 0 && random_entry(m, &rng))
            continue;
        check_whole(m);
        for (uint32_t e = 0; e < m->len; e++)
            rows += m->entries[e].more;
        CHECK(rows > 0);
        char *text = match_text(m);
        again = read_again(text, strlen(text), false, &err);
        if (!CHECK(again != NULL))
            printf("  %s: %s\n%s", err.where, err.what, text);
        CHECK(again && match_equal(m, again));
        for (uint32_t e = 0; again && e < m->len; e++)
            CHECK_EQ(again->entries[e].more, m->entries[e].more);
        CHECK_EQ(vl_match_verify(m, NULL), VL_OK);
        vl_match_close(again);
        vl_match_close(m);
        free(text);
    }
}

/* The head of a match by hand with six steps to walk, and these lines. */
static const char *bad_record(const char *lines, struct vl_error *err)
{
    struct vl_match *m = walk_match(&walk_game, "{\"phase\":\"walk\",\"left\":6}", BY_HAND);
    char *head = NULL, *text;
    size_t len = 0;
    static char what[300];

    CHECK_EQ(vl_record_head(m, false, &head, &len, err), VL_OK);
    text = calloc(1, len + strlen(lines) + 64);
    memcpy(text, head, len);
    memcpy(text + len, lines, strlen(lines));
    struct vl_match *read = read_again(text, strlen(text), false, err);
    CHECK(read == NULL);
    snprintf(what, sizeof what, "%s", err->what);
    read = read_again(text, strlen(text), true, err);
    if (CHECK(read != NULL))
        check_whole(read);
    vl_match_close(read);
    vl_match_close(m);
    free(head);
    free(text);
    return what;
}

TEST(a_record_with_half_a_row_or_something_between_is_refused)
{
    struct vl_error err;

    CHECK(strstr(bad_record("0+ step on\nend 1 0000000000000000\n", &err), "not whole") != NULL);
    CHECK(strstr(bad_record("0+ step on\n", &err), "cut off") != NULL);
    CHECK(strstr(bad_record("0+ step on\n; so far\n0 step on\n", &err), "not whole") != NULL);
    CHECK(strstr(bad_record("0+ step on\nundo 0\n", &err), "as a whole") != NULL);
    CHECK(strstr(bad_record("0+ step on\n0 step on\nundo 1\n", &err), "as a whole") != NULL);
    CHECK(strstr(bad_record("0+ step back\n0+ step back\nc find 1\n", &err), "one seat") != NULL);
    CHECK(strstr(bad_record("0 go 5\n", &err), "as its moves") != NULL);
    CHECK(strstr(bad_record("c+ find 1\n", &err), "neither an entry") != NULL);
    CHECK(strstr(bad_record("+ step on\n", &err), "neither an entry") != NULL);
}

/* ---- saved games ---- */

/* A journal that was cut off anywhere holds whole rows only, and goes on from there. */
TEST(a_torn_journal_has_all_moves_of_a_row_or_none)
{
    const char *tmp = getenv("TMPDIR");
    char folder[200], path[VL_PATH_MAX + 40], command[300];
    struct vl_match *m = walk_match(&walk_game, NULL, 7);
    struct vl_rng rng = vl_rng_seed(7);
    struct vl_store st;
    struct vl_error err = { 0 };
    char *head = NULL, *lines = NULL;
    size_t head_len = 0, lines_len = 0;

    snprintf(folder, sizeof folder, "%s/veillee-rows-%ld", tmp && tmp[0] ? tmp : "/tmp",
             (long)getpid());
    CHECK_EQ(vl_store_open(&st, folder, &err), VL_OK);
    for (int i = 0; i < 25; i++)
        random_entry(m, &rng);
    CHECK_EQ(vl_record_head(m, true, &head, &head_len, &err), VL_OK);
    CHECK_EQ(vl_record_entries(m, 0, &lines, &lines_len, &err), VL_OK);
    CHECK(strstr(lines, "+ step") != NULL);
    snprintf(path, sizeof path, "%s/walk-1.veillee", st.folder);
    for (size_t cut = 0; cut <= lines_len; cut += test_full ? 1 : 3) {
        struct vl_record_opts how = { .game = &walk_game };
        struct vl_journal j = VL_JOURNAL_NONE;
        struct vl_match *again = NULL;
        FILE *f = fopen(path, "wb");

        CHECK(f && fwrite(head, 1, head_len, f) == head_len && fwrite(lines, 1, cut, f) == cut);
        if (f)
            fclose(f);
        if (!CHECK_EQ(vl_journal_resume(&j, &st, "walk-1", &again, &how, &err), VL_OK))
            break;
        check_whole(again);
        CHECK_EQ(vl_state_hash(&m->rules, again->state), match_hash_at(m, again->len));
        CHECK(j.size <= (int64_t)(head_len + cut));
        if (again->state->actor == VL_CHANCE)
            CHECK_EQ(vl_match_draw(again, NULL), VL_OK);
        CHECK_EQ(vl_journal_close(&j, again, &err), VL_OK);
        vl_match_close(again);
    }
    snprintf(command, sizeof command, "rm -rf '%s'", folder);
    CHECK_EQ(system(command), 0);
    free(head);
    free(lines);
    vl_match_close(m);
}
