/* test_api_play.c - what the library plays itself, saves, and does on several threads. */
#include "test.h"

#include "veillee.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>

enum { BYTES = 1 << 16, TABLES = 37, STEPS = 120, WHOLE = 1 << 20 };

static const char *const games[] = { "runemasters", "enchanters" };
enum { GAMES = sizeof games / sizeof games[0] };

static struct veillee_table *table_after(const char *game, uint64_t seed, int moves)
{
    struct veillee_table *t = veillee_open(game, NULL, NULL, NULL);
    struct veillee_rng rng;

    CHECK(t != NULL);
    veillee_rng_seed(&rng, seed);
    CHECK(veillee_random(t, &rng, moves) <= moves);
    return t;
}

/* ---- the list is kept ---- */

TEST(api_lists_the_moves_anew_after_every_change)
{
    struct veillee_table *t = table_after(games[0], 3, 40), *fresh = table_after(games[0], 3, 40);
    struct veillee_table *other = table_after(games[1], 3, 40);
    struct veillee_rng rng;
    static char json[BYTES];
    char a[200], b[200];

    veillee_rng_seed(&rng, 8);
    for (int k = 0; k < 200 && veillee_actor(t) != VEILLEE_OVER; k++) {
        CHECK(veillee_position(t, VEILLEE_ALL, json, sizeof json) < BYTES);
        CHECK_EQ(veillee_load(fresh, json, NULL), VEILLEE_OK);
        int n = veillee_moves(t);

        CHECK_EQ(veillee_moves(fresh), n);
        CHECK(veillee_notation(t, n - 1, a, sizeof a) > 0);
        CHECK(veillee_notation(fresh, n - 1, b, sizeof b) > 0);
        CHECK_STR(a, b);
        CHECK_EQ(veillee_notation(t, n, a, sizeof a), VEILLEE_RANGE);
        if (veillee_actor(t) == VEILLEE_CHANCE)
            CHECK_EQ(veillee_chance(t, &rng), VEILLEE_OK);
        else
            CHECK_EQ(veillee_apply_index(t, (int)veillee_rng_below(&rng, (uint32_t)n)), VEILLEE_OK);
    }
    int of_other = veillee_moves(other);
    CHECK(veillee_moves(fresh) > 0);
    CHECK_EQ(veillee_assign(fresh, other), VEILLEE_OK);
    CHECK_EQ(veillee_moves(fresh), of_other);
    CHECK_EQ(veillee_start(fresh), VEILLEE_OK);
    CHECK_EQ(veillee_start(other), VEILLEE_OK);
    CHECK_EQ(veillee_moves(fresh), veillee_moves(other));
    veillee_close(t);
    veillee_close(fresh);
    veillee_close(other);
}

static void *count_moves(void *arg)
{
    const struct veillee_table *t = arg;
    char move[200];
    intptr_t n = veillee_moves(t);

    return (void *)(veillee_notation(t, (int)n - 1, move, sizeof move) > 0 ? n : -1);
}

TEST(api_several_threads_may_ask_for_one_list)
{
    enum { THREADS = 4, TIMES = 50 };
    struct veillee_table *t = table_after(games[0], 5, 60);
    struct veillee_rng rng;
    pthread_t thread[THREADS];

    veillee_rng_seed(&rng, 1);
    for (int k = 0; k < TIMES && veillee_actor(t) != VEILLEE_OVER; k++) {
        struct veillee_table *copy = veillee_copy(t);
        intptr_t alone = veillee_moves(copy);

        for (int i = 0; i < THREADS; i++)
            CHECK_EQ(pthread_create(&thread[i], NULL, count_moves, t), 0);
        for (int i = 0; i < THREADS; i++) {
            void *n;

            pthread_join(thread[i], &n);
            CHECK_EQ((intptr_t)n, alone);
        }
        veillee_close(copy);
        CHECK_EQ(veillee_random(t, &rng, 1), 1);
    }
    veillee_close(t);
}

/* ---- random moves ---- */

TEST(api_random_moves_are_those_of_the_list_drawn_one_by_one)
{
    for (int g = 0; g < GAMES; g++) {
        struct veillee_table *t = veillee_open(games[g], NULL, NULL, NULL);
        struct veillee_table *one = veillee_copy(t);
        struct veillee_rng a, b;
        int played = 0;

        veillee_rng_seed(&a, 12);
        veillee_rng_seed(&b, 12);
        while (veillee_actor(one) != VEILLEE_OVER) {
            if (veillee_actor(one) == VEILLEE_CHANCE)
                veillee_chance(one, &b);
            else
                veillee_apply_index(one, (int)veillee_rng_below(&b, (uint32_t)veillee_moves(one)));
            played++;
        }
        CHECK_EQ(veillee_random(t, &a, 10), 10);
        CHECK_EQ(veillee_random(t, &a, WHOLE), played - 10);
        CHECK_EQ(veillee_actor(t), VEILLEE_OVER);
        CHECK_EQ(veillee_hash(t), veillee_hash(one));
        CHECK(memcmp(&a, &b, sizeof a) == 0);
        CHECK_EQ(veillee_random(t, &a, WHOLE), 0);
        veillee_close(t);
        veillee_close(one);
    }
}

TEST(api_random_moves_leave_no_events_to_ask_for)
{
    struct veillee_table *t = table_after(games[0], 2, 30);
    char events[64];

    CHECK_EQ(veillee_events(t, VEILLEE_ALL, NULL, events, sizeof events), 2);
    CHECK_STR(events, "[]");
    veillee_close(t);
}

TEST(api_random_refuses_what_is_no_number_of_moves)
{
    struct veillee_table *t = veillee_open(games[0], NULL, NULL, NULL);
    struct veillee_rng rng;

    veillee_rng_seed(&rng, 1);
    CHECK_EQ(veillee_random(NULL, &rng, 1), VEILLEE_USAGE);
    CHECK_EQ(veillee_random(t, NULL, 1), VEILLEE_USAGE);
    CHECK_EQ(veillee_random(t, &rng, -1), VEILLEE_RANGE);
    CHECK_EQ(veillee_random(t, &rng, 0), 0);
    veillee_close(t);
}

/* ---- bots ---- */

/* A whole game of bots; its last position. */
static uint64_t game_of_bots(const char *game, const char *bot, uint64_t seed)
{
    struct veillee_table *t = veillee_open(game, NULL, NULL, NULL);
    struct veillee_rng dice, mind;
    uint64_t before, hash;

    veillee_rng_seed(&dice, seed);
    veillee_rng_seed(&mind, seed + 1);
    while (veillee_actor(t) != VEILLEE_OVER) {
        if (veillee_actor(t) == VEILLEE_CHANCE) {
            veillee_chance(t, &dice);
            continue;
        }
        before = veillee_hash(t);
        int i = veillee_bot(t, bot, &mind, NULL);

        CHECK(i >= 0 && i < veillee_moves(t));
        CHECK_EQ(veillee_hash(t), before);
        CHECK_EQ(veillee_apply_index(t, i), VEILLEE_OK);
    }
    hash = veillee_hash(t);
    veillee_close(t);
    return hash;
}

TEST(api_bots_choose_the_same_for_the_same_seed)
{
    for (int g = 0; g < GAMES; g++) {
        CHECK_EQ(game_of_bots(games[g], "greedy", 4), game_of_bots(games[g], "greedy", 4));
        CHECK(game_of_bots(games[g], "greedy", 4) != game_of_bots(games[g], "random", 4));
        CHECK(game_of_bots(games[g], "random", 4) != game_of_bots(games[g], "random", 5));
    }
}

TEST(api_bots_refuse_what_they_cannot_do)
{
    struct veillee_table *t = veillee_open(games[0], NULL, NULL, NULL);
    struct veillee_error err;
    struct veillee_rng rng;
    char names[64];

    veillee_rng_seed(&rng, 1);
    CHECK_EQ(veillee_bots(NULL, 0), veillee_bots(names, sizeof names));
    CHECK(strstr(names, "greedy") != NULL);
    CHECK_EQ(veillee_bots(names, 3), veillee_bots(NULL, 0));
    CHECK_STR(names, "");
    CHECK_EQ(veillee_bot(NULL, "greedy", &rng, &err), VEILLEE_USAGE);
    CHECK_EQ(veillee_bot(t, NULL, &rng, &err), VEILLEE_USAGE);
    CHECK_STR(err.where, "bot");
    CHECK_EQ(veillee_bot(t, "greedy", NULL, NULL), VEILLEE_USAGE);
    CHECK_EQ(veillee_bot(t, "deep thought", &rng, &err), VEILLEE_UNKNOWN);
    CHECK_STR(err.where, "deep thought");
    CHECK_EQ(veillee_bot(t, "greedy:5", &rng, &err), VEILLEE_RANGE);
    CHECK_EQ(veillee_bot(t, "greedy", &rng, &err) >= 0, true);
    veillee_random(t, &rng, WHOLE);
    CHECK_EQ(veillee_bot(t, "greedy", &rng, &err), VEILLEE_USAGE);
    CHECK(err.text[0] != '\0');
    veillee_close(t);
}

/* ---- as bytes ---- */

TEST(api_a_saved_table_comes_back_as_it_was)
{
    static unsigned char bytes[BYTES], again[BYTES];

    for (int g = 0; g < GAMES; g++) {
        struct veillee_table *t = veillee_open(games[g], NULL, NULL, NULL);
        struct veillee_table *back = table_after(games[g], 77, 50);
        struct veillee_rng rng;

        veillee_rng_seed(&rng, 21);
        for (bool on = true; on; on = veillee_random(t, &rng, 1) == 1) {
            int len = veillee_save(t, NULL, 0);

            CHECK(len > 0 && len < BYTES);
            CHECK_EQ(veillee_save(t, bytes, (size_t)len - 1), len);
            CHECK_EQ(veillee_save(t, bytes, (size_t)len), len);
            CHECK_EQ(veillee_restore(back, bytes, (size_t)len, NULL), VEILLEE_OK);
            CHECK_EQ(veillee_hash(back), veillee_hash(t));
            CHECK_EQ(veillee_moves(back), veillee_moves(t));
            CHECK_EQ(veillee_save(back, again, sizeof again), len);
            CHECK(memcmp(bytes, again, (size_t)len) == 0);
        }
        veillee_close(t);
        veillee_close(back);
    }
}

TEST(api_a_saved_table_brings_its_options)
{
    static unsigned char bytes[BYTES];
    struct veillee_table *three = veillee_open(games[0], "guardians=3", NULL, NULL);
    struct veillee_table *two = veillee_open(games[0], "guardians=2", NULL, NULL);
    int len = veillee_save(three, bytes, sizeof bytes);

    CHECK_EQ(veillee_restore(two, bytes, (size_t)len, NULL), VEILLEE_OK);
    CHECK_EQ(veillee_seats(two), 3);
    veillee_close(three);
    veillee_close(two);
}

TEST(api_refuses_saved_bytes_that_were_changed)
{
    static unsigned char bytes[BYTES];
    struct veillee_table *t = table_after(games[0], 6, 50), *back = table_after(games[0], 9, 20);
    uint64_t hash = veillee_hash(back);
    int len = veillee_save(t, bytes, sizeof bytes);
    struct veillee_error err;

    CHECK(len > 0);
    for (int i = 0; i < len; i++) {
        unsigned char was = bytes[i];

        bytes[i] = (unsigned char)(was ^ (1 + i % 255));
        err.status = 0;
        CHECK(veillee_restore(back, bytes, (size_t)len, &err) < -100);
        CHECK(err.status < -100 && err.text[0] != '\0');
        bytes[i] = was;
        CHECK(veillee_restore(back, bytes, (size_t)i, NULL) < -100);
    }
    CHECK_EQ(veillee_hash(back), hash);
    CHECK_EQ(veillee_restore(back, bytes, (size_t)len + 1, NULL), VEILLEE_MISMATCH);
    CHECK_EQ(veillee_restore(back, "VLT", 3, &err), VEILLEE_SYNTAX);
    bytes[3]++;
    CHECK_EQ(veillee_restore(back, bytes, (size_t)len, &err), VEILLEE_VERSION_DIFFERS);
    CHECK_EQ(veillee_restore(NULL, bytes, (size_t)len, &err), VEILLEE_USAGE);
    CHECK_EQ(veillee_restore(back, NULL, 0, &err), VEILLEE_USAGE);
    CHECK_STR(err.where, "bytes");
    CHECK_EQ(veillee_save(NULL, bytes, sizeof bytes), VEILLEE_USAGE);
    CHECK_EQ(veillee_hash(back), hash);
    veillee_close(t);
    veillee_close(back);
}

TEST(api_refuses_the_saved_table_of_another_game)
{
    static unsigned char bytes[BYTES];
    struct veillee_table *t = table_after(games[0], 6, 50), *other = table_after(games[1], 9, 20);
    uint64_t hash = veillee_hash(other);
    int len = veillee_save(t, bytes, sizeof bytes);

    CHECK_EQ(veillee_restore(other, bytes, (size_t)len, NULL), VEILLEE_OTHER_GAME);
    CHECK_EQ(veillee_hash(other), hash);
    veillee_close(t);
    veillee_close(other);
}

/* ---- crews ---- */

struct many {
    struct veillee_table *tables[TABLES];
    struct veillee_rng rngs[TABLES];
    struct veillee_sizes size;
    struct veillee_rows rows;
    uint8_t refused[TABLES], done[TABLES];
};

static void many_open(struct many *m, const char *game)
{
    CHECK_EQ(veillee_sizes(game, &m->size), VEILLEE_OK);
    m->rows = (struct veillee_rows){ .done = m->done, .refused = m->refused };
    m->rows.observations = calloc((size_t)TABLES * (size_t)m->size.observation, sizeof(int16_t));
    m->rows.masks = calloc(TABLES, (size_t)m->size.actions);
    CHECK(m->rows.observations != NULL && m->rows.masks != NULL);
    for (unsigned k = 0; k < TABLES; k++) {
        m->tables[k] = veillee_open(game, NULL, NULL, NULL);
        veillee_rng_seed(&m->rngs[k], 100 + k);
    }
}

static void many_close(struct many *m)
{
    for (int k = 0; k < TABLES; k++)
        veillee_close(m->tables[k]);
    free(m->rows.observations);
    free(m->rows.masks);
}

/* Every table takes the legal action after `from`; every fifth one is refused. */
static void choose(const struct many *m, int from, int32_t *actions)
{
    for (int k = 0; k < TABLES; k++) {
        const uint8_t *mask = m->rows.masks + (size_t)k * (size_t)m->size.actions;
        int n = m->size.actions, at = (from * 31 + k * 7) % n;

        for (int i = 0; i < n && !mask[at]; i++)
            at = at + 1 < n ? at + 1 : 0;
        actions[k] = (from + k) % 5 == 0 ? -1 : at;
    }
}

static void check_equal(const struct many *a, const struct many *b)
{
    size_t seen = (size_t)TABLES * (size_t)a->size.observation * sizeof(int16_t);

    CHECK(memcmp(a->rows.observations, b->rows.observations, seen) == 0);
    CHECK(memcmp(a->rows.masks, b->rows.masks, TABLES * (size_t)a->size.actions) == 0);
    CHECK(memcmp(a->rngs, b->rngs, sizeof a->rngs) == 0);
    CHECK(memcmp(a->done, b->done, sizeof a->done) == 0);
    CHECK(memcmp(a->refused, b->refused, sizeof a->refused) == 0);
    for (int k = 0; k < TABLES; k++)
        CHECK_EQ(veillee_hash(a->tables[k]), veillee_hash(b->tables[k]));
}

TEST(api_a_crew_steps_as_one_thread_does)
{
    static struct many alone, shared;

    for (int g = 0; g < GAMES; g++)
        for (int threads = 1; threads <= 4; threads += 3) {
            struct veillee_crew *crew = veillee_crew_open(threads, NULL);
            int32_t actions[TABLES];

            CHECK(crew != NULL);
            many_open(&alone, games[g]);
            many_open(&shared, games[g]);
            CHECK_EQ(veillee_step(alone.tables, alone.rngs, TABLES, NULL, &alone.rows), 0);
            CHECK_EQ(
                veillee_crew_step(crew, shared.tables, shared.rngs, TABLES, NULL, &shared.rows), 0);
            for (int step = 0; step < STEPS; step++) {
                choose(&alone, step, actions);
                int refused = veillee_step(alone.tables, alone.rngs, TABLES, actions, &alone.rows);

                CHECK_EQ(veillee_crew_step(crew, shared.tables, shared.rngs, TABLES, actions,
                                           &shared.rows),
                         refused);
                check_equal(&alone, &shared);
            }
            many_close(&alone);
            many_close(&shared);
            veillee_crew_close(crew);
        }
}

TEST(api_a_crew_has_a_sensible_number_of_threads)
{
    struct veillee_error err;

    CHECK(veillee_crew_open(0, &err) == NULL);
    CHECK_EQ(err.status, VEILLEE_RANGE);
    CHECK_STR(err.where, "threads");
    CHECK(veillee_crew_open(-1, NULL) == NULL);
    CHECK(veillee_crew_open(257, &err) == NULL);
    CHECK_EQ(err.status, VEILLEE_RANGE);
    veillee_crew_close(NULL);
    CHECK_EQ(veillee_crew_step(NULL, NULL, NULL, 0, NULL, NULL), 0);
    CHECK_EQ(veillee_crew_step(NULL, NULL, NULL, 1, NULL, NULL), VEILLEE_USAGE);
}
