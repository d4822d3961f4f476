/* The record: written canonically, read strictly, recovered on request. */
#include "match_table.h"

#include "games/runemasters/runemasters.h"
#include "registry.h"
#include "text/rules.h"

#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

/* ---- helpers ---- */

static const char *const tables[] = { "guardians=2", "guardians=3 difficulty=hero players=1",
                                      "players=2 difficulty=initiation" };

static int reads(const char *text, size_t len, struct vl_error *err)
{
    struct vl_match *m = NULL;
    int st = vl_record_read(&m, text, len, NULL, err);

    vl_match_close(m);
    return st;
}

/* A text with its last line made right again, malloc'd: what is tested then is
 * not the sum. */
static char *signed_again(const char *text)
{
    size_t len = strlen(text);
    char *out = malloc(len + 64);
    const char *body = strstr(text, "\n\n"), *end = body ? strstr(body, "\nend ") : NULL;
    char sum[VL_RECORD_SUM + 1];

    memcpy(out, text, len + 1);
    if (!end)
        return out;
    size_t head = (size_t)(end + 1 - text), lines = 0;
    for (const char *l = body + 2; l < end + 1; l = strchr(l, '\n') + 1)
        lines += *l != ';';
    vl_record_sum(out, head, sum);
    snprintf(out + head, len + 64 - head, "end %lu %s\n", (unsigned long)lines, sum);
    return out;
}

/* The text with the first `from` replaced by `to`, signed again. */
static char *altered(const char *text, const char *from, const char *to)
{
    const char *at = strstr(text, from);
    char *out = malloc(strlen(text) + strlen(to) + 1);

    if (!CHECK(at != NULL))
        at = text;
    memcpy(out, text, (size_t)(at - text));
    strcpy(out + (at - text), to);
    strcat(out, at + strlen(from));
    char *again = signed_again(out);
    free(out);
    return again;
}

static int line_of(const char *text, const char *what)
{
    int line = 1;

    for (const char *p = text; p < strstr(text, what); p++)
        line += *p == '\n';
    return line;
}

/* A short record with everything in it: names, undo, comments, a position. */
static struct vl_match *small_match(void)
{
    struct vl_match *m = match_table_at(
        "{\"base\":\"D2\",\"active\":\"kulak\",\"dice\":[\"red\","
        "\"red\",\"blue\",\"white\"],\"pile\":[\"troll_red\",\"archer_red_1\",\"dawn\"]}",
        5);

    memcpy(m->players[1].name, "Zoé", 5);
    match_say(m, "charge 0");
    vl_match_comment(m, "à la réflexion", NULL);
    CHECK_EQ(vl_match_undo(m, 0, 1, NULL), VL_OK);
    match_say(m, "block 0 1");
    match_say(m, "reroll 2");
    CHECK_EQ(vl_match_draw(m, NULL), VL_OK);
    match_say(m, "end");
    return m;
}

/* ---- round trips ---- */

TEST(records_round_trip_byte_for_byte_and_replay_the_game)
{
    RULE("RM-CHN-91");
    for (int i = 0; i < 45; i++) {
        struct vl_match *m = match_table(tables[i % 3], i % 5 == 4 ? BY_HAND : i), *again = NULL;
        struct vl_rng rng = vl_rng_seed((uint64_t)i);
        struct vl_error err = { 0 };

        match_random_game(m, &rng, i % 2 ? 15 : 0);
        char *text = match_text(m);
        if (CHECK_EQ(vl_record_read(&again, text, strlen(text), NULL, &err), VL_OK)) {
            CHECK(match_equal(m, again));
            CHECK_EQ(vl_match_verify(again, &err), i % 5 == 4 ? VL_MISSING : VL_OK);
            for (uint32_t n = 0; n <= m->len; n += 3)
                CHECK_EQ(match_hash_at(m, n), match_hash_at(again, n));
        } else
            printf("  %s: %s\n", err.where, err.what);
        free(text);
        vl_match_close(again);
        vl_match_close(m);
    }
}

TEST(a_record_read_in_mid_game_goes_on_as_the_game_did)
{
    RULE("RM-GEN-19");
    struct vl_match *m = match_table("guardians=3 players=1", 7), *again = NULL;
    struct vl_rng rng = vl_rng_seed(7), rng2;

    while (m->len < 40)
        match_random_entry(m, &rng);
    CHECK_EQ(vl_match_undo(m, (uint32_t)vl_match_undo_last(m, 0), 1, NULL), VL_OK);
    char *text = match_text(m);
    CHECK_EQ(vl_record_read(&again, text, strlen(text), NULL, NULL), VL_OK);
    rng2 = rng;
    match_random_game(m, &rng, 10);
    match_random_game(again, &rng2, 10);
    CHECK(match_equal(m, again)); /* dice, comments and redo included */
    free(text);
    vl_match_close(m);
    vl_match_close(again);
}

TEST(positions_are_saved_as_text_and_read_back_to_an_equal_state)
{
    RULE("RM-STA-91");
    for (int i = 0; i < 6; i++) {
        struct vl_match *m = match_table(tables[i % 3], i);
        struct vl_rng rng = vl_rng_seed((uint64_t)i);

        do { /* a fork is a record that begins with the position at hand */
            struct vl_match *fork = NULL, *again = NULL;
            struct vl_error err = { 0 };

            CHECK_EQ(vl_match_fork(&fork, m, m->len, m->seed, NULL), VL_OK);
            char *text = match_text(fork);
            if (!CHECK_EQ(vl_record_read(&again, text, strlen(text), NULL, &err), VL_OK))
                printf("  %s: %s\n", err.where, err.what);
            else
                CHECK(memcmp(m->state, again->state, m->rules.game->state_size) == 0);
            free(text);
            vl_match_close(again);
            vl_match_close(fork);
        } while (match_random_entry(m, &rng));
        vl_match_close(m);
    }
}

TEST(the_seed_is_written_only_when_it_is_revealed)
{
    struct vl_match *m = match_table("guardians=2", 7), *again = NULL;
    struct vl_rng rng = vl_rng_seed(7);
    struct vl_error err = { 0 };
    char *text = NULL;
    size_t len;

    match_random_game(m, &rng, 0);
    CHECK_EQ(vl_record_write(m, false, &text, &len, NULL), VL_OK);
    CHECK(strstr(text, "\nseed-hash ") && !strstr(text, "\nseed "));
    CHECK_EQ(vl_record_read(&again, text, len, NULL, &err), VL_OK);
    CHECK_EQ(again->seed_kind, VL_SEED_HIDDEN);
    CHECK_EQ(vl_match_verify(again, &err), VL_MISSING);
    CHECK_EQ(vl_match_undo(again, 0, ~0u, NULL), VL_OK);
    while (again->state->actor != VL_CHANCE)
        match_random_entry(again, &rng);
    CHECK_EQ(vl_match_draw(again, &err), VL_MISSING);
    CHECK_EQ(vl_match_enter(again, m->entries[0].move, &err), VL_INVALID);
    free(text);
    vl_match_close(again);
    vl_match_close(m);
}

/* The tests run in the folder of the repository. */
TEST(the_record_shown_in_the_documents_is_one)
{
    char *page = NULL;
    size_t len;
    struct vl_match *m = NULL;
    struct vl_error err = { 0 };

    if (access("docs/formats.md", R_OK) != 0)
        return;
    CHECK_EQ(vl_file_read("docs/formats.md", 1 << 20, &page, &len, NULL), VL_OK);
    char *text = strstr(page, "```veillee\n") + 11, *end = strstr(text, "```");
    if (!CHECK_EQ(vl_record_read(&m, text, (size_t)(end - text), NULL, &err), VL_OK))
        printf("  docs/formats.md, %s of the record: %s\n", err.where, err.what);
    else {
        CHECK_EQ(vl_match_verify(m, NULL), VL_OK);
        CHECK(vl_match_stands(m, 10) && vl_match_stands(m, 13));
        CHECK(!vl_match_stands(m, 11) && !vl_match_stands(m, 12));
    }
    vl_match_close(m);
    free(page);
}

/* ---- damage ---- */

TEST(every_truncation_is_noticed_and_what_precedes_it_recovered)
{
    struct vl_match *m = small_match();
    char *text = match_text(m);
    size_t len = strlen(text), body = (size_t)(strstr(text, "\n\n") + 2 - text);
    uint32_t most = 0;

    for (size_t cut = 0; cut < len; cut++) {
        struct vl_record_opts how = { .recover = true };
        struct vl_match *rest = NULL;
        struct vl_error err = { 0 };
        char *copy = malloc(cut + 1); /* exact: a read past it is caught */

        memcpy(copy, text, cut);
        CHECK(reads(copy, cut, &err) != VL_OK);
        CHECK(strncmp(err.where, "line ", 5) == 0);
        int st = vl_record_read(&rest, copy, cut, &how, &err);
        CHECK_EQ(st == VL_OK, cut >= body);
        if (st == VL_OK) {
            CHECK(how.fault.status != VL_OK && !how.ended);
            CHECK(rest->len >= most && rest->len <= m->len);
            most = rest->len;
            for (uint32_t n = 0; n <= rest->len; n++)
                CHECK_EQ(match_hash_at(rest, n), match_hash_at(m, n));
        }
        vl_match_close(rest);
        free(copy);
    }
    CHECK_EQ(most, m->len);
    free(text);
    vl_match_close(m);
}

TEST(every_altered_byte_is_noticed)
{
    static const unsigned char other[] = {
        0, '\n', ' ', '0', '9', 'a', ';', '"', 0x7f, 0xc3, 0xff
    };
    struct vl_match *m = small_match();
    char *text = match_text(m);
    size_t len = strlen(text);
    int same = 0, differ = 0;

    for (size_t i = 0; i < len; i++) {
        for (int k = 0; k < VL_LEN(other) + 2; k++) {
            char was = text[i];
            struct vl_match *got = NULL;
            struct vl_error err = { 0 };

            text[i] = k < VL_LEN(other) ? (char)other[k]
                                        : (char)(was ^ (k == VL_LEN(other) ? 1 : 32));
            if (text[i] != was) {
                CHECK(reads(text, len, &err) != VL_OK);
                /* With a right sum it may be another record, but a sound one:
                 * it is read whole, and written the same again. */
                char *resigned = memchr(text, 0, len) ? NULL : signed_again(text);
                if (resigned &&
                    vl_record_read(&got, resigned, strlen(resigned), NULL, &err) == VL_OK) {
                    char *again = NULL;
                    size_t n;
                    CHECK_EQ(
                        vl_record_write(got, got->seed_kind == VL_SEED_KNOWN, &again, &n, NULL),
                        VL_OK);
                    CHECK_STR(again, resigned);
                    free(again);
                    same++;
                } else
                    differ++;
                vl_match_close(got);
                free(resigned);
            }
            text[i] = was;
        }
    }
    CHECK(same > 10 && differ > 1000);
    free(text);
    vl_match_close(m);
}

/* ---- faults, each with its line and reason ---- */

static void check_fault(const char *text, const char *from, const char *to, int status,
                        const char *at)
{
    char *bad = altered(text, from, to);
    char where[32];
    struct vl_error err = { 0 };
    struct vl_match *m = NULL;

    snprintf(where, sizeof where, "line %d", line_of(bad, at));
    int st = vl_record_read(&m, bad, strlen(bad), NULL, &err);
    bool ok = CHECK_EQ(st, status);
    ok = CHECK_STR(err.where, where) && ok;
    if (!CHECK(err.what[0] != '\0') || !ok)
        printf("  for `%s`: %s: %s\n", to, err.where, err.what);
    CHECK_EQ(err.status, status);
    vl_match_close(m);
    free(bad);
}

TEST(faults_in_the_head_have_their_line)
{
    struct vl_match *m = small_match();
    char *t = match_text(m);

    CHECK_EQ(reads("", 0, NULL), VL_MISSING);
    CHECK_EQ(reads("PGN\n", 4, NULL), VL_SYNTAX);
    check_fault(t, "veillee-record 1", "veillee-record 2", VL_VERSION, "veillee-record");
    check_fault(t, "veillee-record 1", "veillee-record x", VL_SYNTAX, "veillee-record");
    check_fault(t, "veillee-record 1", "veillee-record 1 ", VL_SYNTAX, "veillee-record");
    check_fault(t, "game runemasters 1", "game runemasters 2", VL_VERSION, "game");
    check_fault(t, "game runemasters 1", "game runemasters 0", VL_SYNTAX, "game");
    check_fault(t, "game runemasters 1", "game chess 1", VL_UNKNOWN, "game");
    check_fault(t, "game runemasters 1", "game runemasters", VL_SYNTAX, "game");
    check_fault(t, "game runemasters 1", "game runemasters 99999999999", VL_SYNTAX, "game");
    check_fault(t, "content base", "content house", VL_UNKNOWN, "content");
    check_fault(t, "content base 1.1.0 ", "content base 1.1.0 0", VL_SYNTAX, "content");
    check_fault(t, "content base 1.1.0 ", "content base 9.9.9 ", VL_UNKNOWN, "content");
    check_fault(t, "options guardians=2", "options guardians=5", VL_RANGE, "options");
    check_fault(t, "options guardians=2", "options guardian=2", VL_UNKNOWN, "options");
    check_fault(t, "options guardians=2", "options guardians=2 difficulty=novice", VL_SYNTAX,
                "options");
    check_fault(t, "seats human human", "seats human human human", VL_INVALID, "seats");
    check_fault(t, "seats human human", "seats", VL_SYNTAX, "seats");
    check_fault(t, "seats human human", "seats human  human", VL_SYNTAX, "seats");
    check_fault(t, "name 1 Zoé", "name 2 Zoé", VL_RANGE, "name");
    check_fault(t, "name 1 Zoé", "name 1", VL_SYNTAX, "name");
    check_fault(t, "name 1 Zoé", "name 1 Zoé\nname 1 Zoé", VL_DUPLICATE, "name 1 Zoé\nseed");
    check_fault(t, "name 1 Zoé", "nom 1 Zoé", VL_UNKNOWN, "nom");
    check_fault(t, "seed-hash ", "seed-hash x", VL_SYNTAX, "seed-hash");
    check_fault(t, "date 2026-11-15", "date 15 November", VL_SYNTAX, "date");
    check_fault(t, "date 2026-11-15", "date 2026-11-32", VL_SYNTAX, "date");
    check_fault(t, "date 2026-11-15\n", "date 2026-11-15\nseats human human\n", VL_SYNTAX,
                "seats human human\nresult");
    check_fault(t, "result *", "result victory RM-END-01 0123456789abcdef", VL_MISMATCH, "result");
    check_fault(t, "result *\n", "", VL_SYNTAX, "start");
    check_fault(t, "start {", "start [", VL_SYNTAX, "start");
    check_fault(t, "\"temple\":6", "\"temple\":9", VL_RANGE, "start");
    check_fault(t, "\"game\":\"runemasters\"", "\"game\":\"chess\"", VL_MISMATCH, "start");
    free(t);
    vl_match_close(m);
}

TEST(faults_in_the_entries_have_their_line_and_rule)
{
    struct vl_match *m = small_match(), *got = NULL;
    char *t = match_text(m);
    struct vl_error err = { 0 };

    check_fault(t, "0 block 0 1", "0 block 0 2", VL_REFUSED, "0 block 0 2");
    check_fault(t, "0 block 0 1", "1 block 0 1", VL_REFUSED, "1 block");
    check_fault(t, "0 block 0 1", "c block 0 1", VL_REFUSED, "c block");
    check_fault(t, "0 block 0 1", "7 block 0 1", VL_RANGE, "7 block");
    check_fault(t, "0 block 0 1", "0 smile", VL_REFUSED, "0 smile");
    check_fault(t, "0 block 0 1", "0  block 0 1", VL_REFUSED, "0  block");
    check_fault(t, "0 reroll 2", "0 reroll 02", VL_REFUSED, "0 reroll 02");
    check_fault(t, "0 block 0 1", "zero block 0 1", VL_SYNTAX, "zero");
    check_fault(t, "0 block 0 1", "", VL_SYNTAX, "\n0 reroll");
    check_fault(t, "undo 0", "undo 1", VL_RANGE, "undo 1");
    check_fault(t, "undo 0", "undo 99999999999999", VL_SYNTAX, "undo 9");
    check_fault(t, "undo 0", "undo 00", VL_SYNTAX, "undo 00");
    check_fault(t, "undo 0", "undo", VL_SYNTAX, "undo");
    check_fault(t, "; à la", ";à la", VL_SYNTAX, ";à");

    char *bad = altered(t, "0 block 0 1", "0 block 0 2");
    CHECK_EQ(vl_record_read(&got, bad, strlen(bad), NULL, &err), VL_REFUSED);
    CHECK_EQ(err.rule, RM_BAD_36);
    CHECK(strstr(err.what, "RM-BAD-36") && strstr(err.what, "E_RUNES_DIFFER"));
    free(bad);
    bad = altered(t, "0 block 0 1", "0 block x 1");
    CHECK_EQ(vl_record_read(&got, bad, strlen(bad), NULL, &err), VL_REFUSED);
    CHECK_EQ(err.rule, RM_BAD_01);
    CHECK(strstr(err.what, "RM-BAD-01 E_MALFORMED cannot be read from `x` on: `0 block x 1`"));
    free(bad);

    size_t len = strlen(t);
    char *more = malloc(len + 10);
    memcpy(more, t, len);
    memcpy(more + len, "0 end\n", 7);
    CHECK_EQ(reads(more, len + 6, &err), VL_SYNTAX);
    free(more);
    free(t);
    vl_match_close(m);
}

TEST(a_result_names_winners_and_scores)
{
    struct vl_match *m = match_table("guardians=2 players=1", 3);
    struct vl_rng rng = vl_rng_seed(3);
    char result[VL_RECORD_RESULT_MAX];
    struct vl_buf b = vl_buf_on(result, sizeof result);

    match_random_game(m, &rng, 5);
    vl_record_result(m, &b);
    CHECK(strstr(result, " won - scores 0,0"));
    vl_match_close(m);
}

/* Records that end with the hash are read as ever, and written so again. */
TEST(a_result_without_winners_stays_as_it_is)
{
    struct vl_match *m = match_table("guardians=2 players=1", 3), *got = NULL;
    struct vl_rng rng = vl_rng_seed(3);
    struct vl_error err = { 0 };

    match_random_game(m, &rng, 5);
    char *t = match_text(m), *won = strstr(t, " won "), *rest = strchr(won, '\n');
    memmove(won, rest, strlen(rest) + 1);
    char *old = signed_again(t);
    CHECK_EQ(vl_record_read(&got, old, strlen(old), NULL, &err), VL_OK);
    char *again = match_text(got);
    CHECK_STR(again, old);
    free(again);
    /* a game that goes on from there has a result of today */
    CHECK_EQ(vl_match_undo(got, got->last, ~0u, &err), VL_OK);
    again = match_text(got);
    CHECK(strstr(again, "\nresult *\n"));
    CHECK(!got->short_result);
    free(again);
    vl_match_close(got);
    free(old);
    free(t);
    vl_match_close(m);
}

TEST(an_altered_end_result_or_seed_is_noticed)
{
    struct vl_match *m = match_table("guardians=2 players=1", 3), *got = NULL;
    struct vl_rng rng = vl_rng_seed(3);
    struct vl_error err = { 0 };

    match_random_game(m, &rng, 5);
    char *t = match_text(m);
    char *hash = strstr(t, "\nresult ");
    hash = strstr(hash + 1, " won ") - 1;
    char was = *hash;
    *hash = was == '0' ? '1' : '0'; /* the final position's hash */
    char *bad = signed_again(t);
    *hash = was;
    CHECK_EQ(reads(bad, strlen(bad), &err), VL_MISMATCH);
    CHECK(strstr(err.what, "the moves lead to"));
    free(bad);

    char *seed = strstr(t, "\nseed ") + 6;
    was = *seed;
    *seed = was == '0' ? '1' : '0';
    bad = signed_again(t);
    *seed = was;
    CHECK_EQ(reads(bad, strlen(bad), &err), VL_MISMATCH);
    CHECK(strstr(err.what, "hash"));
    free(bad);

    /* another card than the one the seed gives: it reads, and does not verify */
    char *first = strstr(t, "\nc draw ");
    bad = NULL;
    for (int card = 0; card < RM_CARDS && !bad; card++) {
        char line[64], old[64];
        snprintf(old, sizeof old, "%.*s", (int)(strchr(first + 1, '\n') - first - 1), first + 1);
        snprintf(line, sizeof line, "c draw %s", vl_key(&m->rules, RM_FAM_CARD, card));
        if (strcmp(line, old) == 0)
            continue;
        struct vl_record_opts how = { .recover = true };
        char *try = altered(t, old, line);
        if (vl_record_read(&got, try, strlen(try), &how, &err) == VL_OK && got->len > 4) {
            CHECK_EQ(vl_match_verify(got, &err), VL_MISMATCH);
            CHECK(strstr(err.what, "the seed gives"));
            bad = try;
        } else
            free(try);
        vl_match_close(got);
    }
    CHECK(bad != NULL);
    free(bad);

    /* the number of entries */
    char *end = strstr(t, "\nend ");
    end[5] = (char)(end[5] == '9' ? '8' : end[5] + 1);
    CHECK_EQ(reads(t, strlen(t), &err), VL_MISMATCH);
    free(t);
    vl_match_close(m);
}

TEST(a_record_made_with_another_pack_needs_that_pack)
{
    struct vl_pack mine;
    struct vl_rules r;
    struct vl_match_setup setup = { .rules = &r };
    struct vl_match *m = NULL, *again = NULL;
    struct vl_error err = { 0 };
    struct vl_record_opts how = { .pack = &mine };

    CHECK_EQ(vl_pack_builtin(&mine, vl_game_find("runemasters")), VL_OK);
    mine.info.hash ^= 1; /* as if a card had been changed */
    vl_rules_init(&r, mine.game, mine.block, &mine.info);
    CHECK_EQ(vl_rules_prepare(&r, NULL), VL_OK);
    CHECK_EQ(vl_match_open(&m, &setup, NULL), VL_OK);
    char *t = match_text(m);
    CHECK_EQ(reads(t, strlen(t), &err), VL_MISMATCH);
    CHECK_STR(err.where, "line 3");
    CHECK_EQ(vl_record_read(&again, t, strlen(t), &how, &err), VL_OK);
    CHECK(again && match_equal(m, again));
    free(t);
    vl_match_close(again);
    vl_match_close(m);
}

TEST(a_record_has_limits)
{
    size_t len = VL_RECORD_SIZE_MAX + 1;
    char *big = malloc(len);
    struct vl_match *m = small_match();
    struct vl_error err = { 0 };

    memset(big, 'x', len);
    CHECK_EQ(reads(big, len, &err), VL_TOO_LARGE);
    CHECK(reads(big, len - 1, &err) != VL_OK); /* one endless line */
    free(big);

    char *t = match_text(m), *line = malloc(VL_RECORD_LINE_MAX + 100);
    memset(line, 'x', VL_RECORD_LINE_MAX + 99);
    line[VL_RECORD_LINE_MAX + 99] = '\0';
    memcpy(line, "; ", 2);
    check_fault(t, "0 block 0 1", line, VL_TOO_LARGE, "; xxx");
    line[VL_COMMENT_MAX + 2] = '\0';
    check_fault(t, "0 block 0 1", line, VL_TOO_LARGE, "; xxx");
    free(line);
    free(t);
    vl_match_close(m);
}

/* ---- files ---- */

static void temp_path(char *out, size_t cap, const char *name)
{
    const char *dir = getenv("TMPDIR");

    snprintf(out, cap, "%s/veillee-test-%ld-%s", dir && dir[0] ? dir : "/tmp", (long)getpid(),
             name);
}

TEST(saving_replaces_the_file_in_one_piece)
{
    char path[256], link[256];
    struct vl_match *m = small_match(), *again = NULL;
    struct vl_error err = { 0 };
    struct stat info;

    temp_path(path, sizeof path, "save.veillee");
    temp_path(link, sizeof link, "link.veillee");
    CHECK_EQ(vl_record_save(m, path, true, VL_FILE_REPLACE, &err), VL_OK);
    CHECK_EQ(chmod(path, 0600), 0);
    CHECK_EQ(symlink(path, link), 0);
    /* through a link: the file itself */
    CHECK_EQ(vl_record_save(m, link, true, VL_FILE_REPLACE, &err), VL_OK);
    CHECK(lstat(link, &info) == 0 && S_ISLNK(info.st_mode));
    CHECK(stat(path, &info) == 0 && (info.st_mode & 0777) == 0600);
    CHECK_EQ(vl_record_load(&again, path, NULL, &err), VL_OK);
    CHECK(again && match_equal(m, again));
    vl_match_close(again);
    unlink(link);
    unlink(path);
    CHECK_EQ(vl_record_load(&again, path, NULL, &err), VL_IO);
    CHECK_STR(err.where, path);
    CHECK_EQ(vl_record_save(m, "/nowhere/at/all", true, VL_FILE_REPLACE, &err), VL_IO);
    CHECK_EQ(vl_record_save(m, "/tmp", true, VL_FILE_REPLACE, &err), VL_IO);
    vl_match_close(m);
}

TEST(a_new_file_replaces_nothing)
{
    char path[256], link[256], *text = NULL;
    struct vl_error err = { 0 };
    struct vl_draft d;
    size_t len = 0;

    temp_path(path, sizeof path, "new");
    temp_path(link, sizeof link, "new-link");
    CHECK_EQ(vl_file_write(path, "mine", 4, VL_FILE_NEW, &err), VL_OK);
    CHECK(vl_file_exists(path));
    CHECK_EQ(vl_file_write(path, "other", 5, VL_FILE_NEW, &err), VL_EXISTS);
    CHECK_STR(err.where, path);
    CHECK_EQ(symlink("/nowhere/at/all", link), 0);
    CHECK_EQ(vl_file_write(link, "other", 5, VL_FILE_NEW, &err), VL_EXISTS);
    unlink(link);
    /* somebody makes the file while ours is being written */
    unlink(path);
    CHECK_EQ(vl_draft_open(&d, path, VL_FILE_NEW, &err), VL_OK);
    CHECK_EQ(vl_file_write(path, "mine", 4, VL_FILE_NEW, &err), VL_OK);
    CHECK_EQ(vl_draft_put(&d, "other", 5, &err), VL_OK);
    CHECK_EQ(vl_draft_close(&d, true, &err), VL_EXISTS);
    CHECK(access(d.temp, F_OK) != 0);
    CHECK_EQ(vl_file_read(path, 100, &text, &len, &err), VL_OK);
    CHECK_STR(text, "mine");
    free(text);
    unlink(path);
    /* what is given up leaves nothing; devices and folders are no files */
    CHECK_EQ(vl_draft_open(&d, path, VL_FILE_NEW, &err), VL_OK);
    CHECK_EQ(vl_draft_close(&d, false, &err), VL_OK);
    CHECK(!vl_file_exists(path) && access(d.temp, F_OK) != 0);
    CHECK_EQ(vl_file_write("/dev/null", "x", 1, VL_FILE_NEW, &err), VL_OK);
    CHECK_EQ(vl_file_write("/tmp", "x", 1, VL_FILE_NEW, &err), VL_IO);
}

TEST(a_byte_order_mark_is_no_part_of_a_text)
{
    char path[256], *text = NULL;
    struct vl_error err = { 0 };
    size_t len = 0;

    temp_path(path, sizeof path, "bom");
    CHECK_EQ(vl_file_write(path, "\xef\xbb\xbf{}", 5, VL_FILE_NEW, &err), VL_OK);
    CHECK_EQ(vl_file_read(path, 100, &text, &len, &err), VL_OK);
    CHECK_EQ(len, 2);
    CHECK_STR(text, "{}");
    free(text);
    unlink(path);
}

TEST(a_full_disk_leaves_the_old_file)
{
    char path[256];
    struct vl_match *m = small_match(), *again = NULL;
    struct vl_error err = { 0 };
    struct rlimit was, tiny;

    if (access("/dev/full", W_OK) == 0) {
        CHECK_EQ(vl_record_save(m, "/dev/full", true, VL_FILE_REPLACE, &err), VL_IO);
        CHECK_STR(err.what, strerror(ENOSPC));
    }
    temp_path(path, sizeof path, "full.veillee");
    CHECK_EQ(vl_record_save(m, path, true, VL_FILE_REPLACE, &err), VL_OK);
    uint32_t entries = m->len;
    CHECK_EQ(vl_match_undo(m, m->last, ~0u, NULL), VL_OK);

    void (*old)(int) = signal(SIGXFSZ, SIG_IGN);
    getrlimit(RLIMIT_FSIZE, &was);
    tiny = was;
    tiny.rlim_cur = 100;
    setrlimit(RLIMIT_FSIZE, &tiny);
    int st = vl_record_save(m, path, true, VL_FILE_REPLACE, &err);
    setrlimit(RLIMIT_FSIZE, &was);
    signal(SIGXFSZ, old);
    CHECK_EQ(st, VL_IO);
    CHECK_EQ(vl_record_load(&again, path, NULL, &err), VL_OK);
    CHECK_EQ(again->len, entries);
    vl_match_close(again);
    unlink(path);
    vl_match_close(m);
}
