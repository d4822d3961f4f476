/* test_api.c - the C ABI of include/veillee.h, as a program outside would use it. */
#include "test.h"

#include "registry.h"
#include "veillee.h"

#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { TEXT = 1 << 18, TABLES = 12, STEPS = 300, MANY = 4096 };

static const char game[] = "runemasters";

static struct veillee_table *open_table(const char *options)
{
    struct veillee_table *t = veillee_open(game, options, NULL, NULL);

    CHECK(t != NULL);
    return t;
}

/* Plays until a seat decides in the middle of the game, or to the end. */
static void play_on(struct veillee_table *t, struct veillee_rng *rng, int moves)
{
    for (int k = 0; k < moves && veillee_actor(t) != VEILLEE_OVER; k++) {
        if (veillee_actor(t) == VEILLEE_CHANCE)
            veillee_chance(t, rng);
        else
            veillee_apply_index(t, (int)veillee_rng_below(rng, (uint32_t)veillee_moves(t)));
    }
    while (veillee_actor(t) == VEILLEE_CHANCE)
        veillee_chance(t, rng);
}

static struct veillee_table *table_after(const char *options, uint64_t seed, int moves)
{
    struct veillee_table *t = open_table(options);
    struct veillee_rng rng;

    veillee_rng_seed(&rng, seed);
    play_on(t, &rng, moves);
    return t;
}

/* ---- faults ---- */

TEST(api_names_what_is_wrong_when_a_table_cannot_be_opened)
{
    struct veillee_error err;

    CHECK(veillee_open("chess", NULL, NULL, &err) == NULL);
    CHECK_EQ(err.status, VEILLEE_UNKNOWN);
    CHECK_STR(err.where, "chess");
    CHECK(err.text[0] != '\0');
    CHECK(veillee_open(NULL, NULL, NULL, &err) == NULL);
    CHECK_EQ(err.status, VEILLEE_USAGE);

    CHECK(veillee_open(game, "guardians=9", NULL, &err) == NULL);
    CHECK_EQ(err.status, VEILLEE_RANGE);
    CHECK_STR(err.where, "guardians");
    CHECK_STR(err.rule, "RM-BAD-03");
    CHECK(veillee_open(game, "colour=red", NULL, &err) == NULL);
    CHECK_EQ(err.status, VEILLEE_UNKNOWN);
    CHECK(veillee_open(game, "guardians", NULL, &err) == NULL);
    CHECK_EQ(err.status, VEILLEE_SYNTAX);
    CHECK(veillee_open(game, "guardians=2 guardians=3", NULL, &err) == NULL);
    CHECK_EQ(err.status, VEILLEE_DUPLICATE);

    CHECK(veillee_open(game, NULL, "no/such/pack.json", &err) == NULL);
    CHECK_EQ(err.status, VEILLEE_IO);
    CHECK(veillee_open(game, "guardians=9", NULL, NULL) == NULL);
}

TEST(api_refuses_null_where_something_is_needed)
{
    struct veillee_table *t = open_table(NULL);
    struct veillee_rng rng;
    struct veillee_result result;
    char out[8];

    veillee_rng_seed(NULL, 1);
    CHECK_EQ(veillee_rng_below(NULL, 6), 0);
    CHECK(veillee_copy(NULL) == NULL);
    veillee_close(NULL);
    CHECK_EQ(veillee_hash(NULL), 0);
    CHECK_EQ(veillee_start(NULL), VEILLEE_USAGE);
    CHECK_EQ(veillee_assign(t, NULL), VEILLEE_USAGE);
    CHECK_EQ(veillee_load(NULL, "{}", NULL), VEILLEE_USAGE);
    CHECK_EQ(veillee_load(t, NULL, NULL), VEILLEE_USAGE);
    CHECK_EQ(veillee_actor(NULL), VEILLEE_USAGE);
    CHECK_EQ(veillee_seats(NULL), VEILLEE_USAGE);
    CHECK_EQ(veillee_moves(NULL), VEILLEE_USAGE);
    CHECK_EQ(veillee_notation(NULL, 0, out, sizeof out), VEILLEE_USAGE);
    CHECK_EQ(veillee_action(NULL, 0), VEILLEE_USAGE);
    CHECK_EQ(veillee_weights(NULL, NULL, 0), VEILLEE_USAGE);
    CHECK_EQ(veillee_position(NULL, VEILLEE_ALL, out, sizeof out), VEILLEE_USAGE);
    CHECK_EQ(veillee_view(NULL, 0, NULL, out, sizeof out), VEILLEE_USAGE);
    CHECK_EQ(veillee_move_text(t, NULL, NULL, out, sizeof out), VEILLEE_USAGE);
    CHECK_EQ(veillee_preview(t, 0, NULL, NULL, out, sizeof out), VEILLEE_USAGE);
    CHECK_EQ(veillee_refuse(t, 0, NULL, NULL, NULL), VEILLEE_USAGE);
    CHECK_EQ(veillee_apply(NULL, 0, "end", NULL), VEILLEE_USAGE);
    CHECK_EQ(veillee_apply_index(NULL, 0), VEILLEE_USAGE);
    CHECK_EQ(veillee_apply_action(NULL, 0, NULL), VEILLEE_USAGE);
    CHECK_EQ(veillee_chance(t, NULL), VEILLEE_USAGE);
    CHECK_EQ(veillee_sample(NULL, &rng, out, sizeof out), VEILLEE_USAGE);
    CHECK_EQ(veillee_events(NULL, 0, NULL, out, sizeof out), VEILLEE_USAGE);
    CHECK_EQ(veillee_result(NULL, &result), VEILLEE_USAGE);
    CHECK_EQ(veillee_result(t, NULL), VEILLEE_USAGE);
    CHECK_EQ(veillee_observe(NULL, 0, NULL, 0), VEILLEE_USAGE);
    CHECK_EQ(veillee_mask(NULL, NULL, 0), VEILLEE_USAGE);
    CHECK_EQ(veillee_legal(NULL, NULL, 0), VEILLEE_USAGE);
    CHECK_EQ(veillee_sizes(game, NULL), VEILLEE_USAGE);
    CHECK_EQ(veillee_rule(NULL, NULL, out, sizeof out), VEILLEE_USAGE);
    CHECK_EQ(veillee_action_name(NULL, 0, out, sizeof out), VEILLEE_USAGE);
    CHECK_EQ(veillee_step(NULL, &rng, 1, NULL, NULL), VEILLEE_USAGE);
    CHECK_EQ(veillee_step(&t, NULL, 1, NULL, NULL), VEILLEE_USAGE);
    veillee_close(t);
}

TEST(api_refuses_a_bad_move_with_its_rule_and_changes_nothing)
{
    static const char *const bad[] = {
        "",         "dance",   "hit",  "hit 99", "move 0 pink", "hit 0 0", "choose_weak 3",
        "roll red", "end end", "\xff", "hit -1"
    };
    struct veillee_table *t = table_after("guardians=2", 3, 30);
    uint64_t hash = veillee_hash(t);
    struct veillee_error err;

    if (!CHECK(veillee_actor(t) >= 0))
        return;
    for (size_t k = 0; k < sizeof bad / sizeof bad[0]; k++) {
        memset(&err, 0, sizeof err);
        CHECK_EQ(veillee_apply(t, VEILLEE_ANYONE, bad[k], &err), VEILLEE_REFUSED);
        CHECK_EQ(err.status, VEILLEE_REFUSED);
        CHECK(strncmp(err.rule, "RM-BAD-", 7) == 0);
        CHECK(err.text[0] != '\0');
        CHECK_EQ(veillee_hash(t), hash);
        CHECK(veillee_move_text(t, bad[k], "fr", NULL, 0) != VEILLEE_OK);
    }
    CHECK_EQ(veillee_apply(t, 7, "end", &err), VEILLEE_RANGE);
    CHECK_EQ(veillee_apply_index(t, -1), VEILLEE_RANGE);
    CHECK_EQ(veillee_apply_index(t, veillee_moves(t)), VEILLEE_RANGE);
    CHECK_EQ(veillee_apply_action(t, -1, NULL), VEILLEE_REFUSED);
    CHECK_EQ(veillee_apply_action(t, 1 << 30, &err), VEILLEE_REFUSED);
    CHECK_EQ(veillee_hash(t), hash);
    veillee_close(t);
}

TEST(api_words_a_refusal_in_the_language_asked_for)
{
    struct veillee_table *t = open_table(NULL);
    struct veillee_error fr, en;

    CHECK_EQ(veillee_refuse(t, VEILLEE_ANYONE, "hit 0", "fr_CA.UTF-8", &fr), VEILLEE_REFUSED);
    CHECK_EQ(veillee_refuse(t, VEILLEE_ANYONE, "hit 0", NULL, &en), VEILLEE_REFUSED);
    CHECK_STR(fr.rule, en.rule);
    CHECK(strcmp(fr.text, en.text) != 0);
    CHECK_EQ(veillee_refuse(t, VEILLEE_ANYONE, "hit 0", "tlh", NULL), VEILLEE_UNKNOWN);
    CHECK_EQ(veillee_view(t, 0, "tlh", NULL, 0), VEILLEE_UNKNOWN);
    veillee_close(t);
}

TEST(api_status_words_never_fail)
{
    CHECK_STR(veillee_status_word(VEILLEE_OK), "ok");
    CHECK_STR(veillee_status_word(VEILLEE_REFUSED), "refused");
    CHECK_STR(veillee_status_word(VEILLEE_MEMORY), "memory");
    CHECK_STR(veillee_status_word(5), "unknown");
    CHECK_STR(veillee_status_word(-100), "unknown");
    CHECK_STR(veillee_status_word(-1000), "unknown");
}

/* ---- texts and their sizes ---- */

/* Written twice, once to learn the size; a byte less is too small. */
static void check_sizes(int need, int (*write)(char *out, size_t cap, void *ctx), void *ctx)
{
    size_t len = (size_t)need;
    char *text = malloc(len + 1);

    if (!CHECK(need > 0) || !text)
        return;
    memset(text, 'x', len + 1);
    CHECK_EQ(write(text, len, ctx), need);
    CHECK_EQ(text[0], '\0');
    CHECK_EQ(write(text, len + 1, ctx), need);
    CHECK_EQ(strlen(text), len);
    free(text);
}

static int write_describe(char *out, size_t cap, void *ctx)
{
    (void)ctx;
    return veillee_describe(NULL, out, cap);
}

static int write_position(char *out, size_t cap, void *ctx)
{
    return veillee_position(ctx, VEILLEE_ALL, out, cap);
}

static int write_view(char *out, size_t cap, void *ctx)
{
    return veillee_view(ctx, 0, "fr", out, cap);
}

static int write_notation(char *out, size_t cap, void *ctx)
{
    return veillee_notation(ctx, 0, out, cap);
}

static int write_move_text(char *out, size_t cap, void *ctx)
{
    char move[200];

    veillee_notation(ctx, 0, move, sizeof move);
    return veillee_move_text(ctx, move, "en", out, cap);
}

static int write_preview(char *out, size_t cap, void *ctx)
{
    char move[200];

    veillee_notation(ctx, 0, move, sizeof move);
    return veillee_preview(ctx, veillee_actor(ctx), move, "en", out, cap);
}

static int write_events(char *out, size_t cap, void *ctx)
{
    return veillee_events(ctx, VEILLEE_ANYONE, "en", out, cap);
}

static int write_rule(char *out, size_t cap, void *ctx)
{
    (void)ctx;
    return veillee_rule("RM-HIT-02", "fr", out, cap);
}

static int write_action_name(char *out, size_t cap, void *ctx)
{
    (void)ctx;
    return veillee_action_name(game, 0, out, cap);
}

static int write_observation_name(char *out, size_t cap, void *ctx)
{
    (void)ctx;
    return veillee_observation_name(game, 3, out, cap);
}

TEST(api_texts_tell_the_size_they_need)
{
    int (*const all[])(char *, size_t, void *) = {
        write_describe, write_position, write_view, write_notation,    write_move_text,
        write_preview,  write_events,   write_rule, write_action_name, write_observation_name,
    };
    struct veillee_table *t = table_after("guardians=3", 5, 25);

    if (!CHECK(veillee_actor(t) >= 0))
        return;
    for (size_t k = 0; k < sizeof all / sizeof all[0]; k++)
        check_sizes(all[k](NULL, 0, t), all[k], t);
    veillee_close(t);
}

TEST(api_arrays_tell_the_size_they_need)
{
    struct veillee_table *t = table_after(NULL, 5, 25);
    struct veillee_sizes size;
    int16_t seen[MANY] = { 0 }, legal[MANY] = { 0 };
    uint8_t mask[MANY] = { 0 };

    CHECK_EQ(veillee_sizes(game, &size), VEILLEE_OK);
    CHECK_EQ(veillee_sizes("chess", &size), VEILLEE_UNKNOWN);
    CHECK(size.observation <= MANY && size.actions <= MANY);
    seen[0] = 77;
    mask[0] = 77;
    CHECK_EQ(veillee_observe(t, 0, seen, (size_t)size.observation - 1), size.observation);
    CHECK_EQ(veillee_mask(t, mask, (size_t)size.actions - 1), size.actions);
    CHECK_EQ(seen[0], 77);
    CHECK_EQ(mask[0], 77);
    legal[0] = 77;
    CHECK_EQ(veillee_legal(t, legal, (size_t)veillee_moves(t) - 1), veillee_moves(t));
    CHECK_EQ(legal[0], 77);
    CHECK_EQ(veillee_legal(t, legal, MANY), veillee_moves(t));
    CHECK(veillee_moves(t) <= size.choices);
    for (int i = 0; i < veillee_moves(t); i++)
        CHECK_EQ(legal[i], veillee_action(t, i));
    CHECK_EQ(veillee_observe(t, 9, seen, MANY), VEILLEE_RANGE);
    CHECK_EQ(veillee_observe(t, 1, seen, MANY), size.observation);
    CHECK_EQ(seen[0], 1);
    CHECK_EQ(seen[1], veillee_actor(t));
    CHECK_EQ(veillee_action_name(game, size.actions, NULL, 0), VEILLEE_RANGE);
    CHECK_EQ(veillee_observation_name(game, size.observation, NULL, 0), VEILLEE_RANGE);
    veillee_close(t);
}

/* A document of the repository, or "" if the tests run elsewhere; the caller frees it. */
static char *document(const char *name)
{
    char *text = calloc(1, TEXT);
    FILE *f = text ? fopen(name, "r") : NULL;

    if (CHECK(f != NULL)) {
        CHECK(fread(text, 1, TEXT - 1, f) > 0);
        fclose(f);
    }
    return text;
}

TEST(an_option_set_twice_is_no_matter_of_its_rule)
{
    struct veillee_error err;

    CHECK(veillee_open(game, "guardians=2 guardians=3", NULL, &err) == NULL);
    CHECK_EQ(err.status, VEILLEE_DUPLICATE);
    CHECK_STR(err.rule, "");
    CHECK_STR(err.where, "guardians");
    CHECK_STR(err.text, "a name stands twice (set twice)");
}

TEST(documents_have_the_true_sizes_of_every_game)
{
    char *manual = document("docs/library.md"), *readme = document("README.md");
    char *architecture = document("ARCHITECTURE.md"), row[200];

    if (!manual || !readme || !architecture)
        return;
    for (int i = 0; i < vl_games_len(); i++) {
        const struct vl_game *g = vl_game_at(i);
        struct veillee_sizes n;
        CHECK_EQ(veillee_sizes(g->id, &n), VEILLEE_OK);
        CHECK_EQ(n.state, (int)g->state_size);
        snprintf(row, sizeof row, "\n| %s | %d | %d | %d | %d | %d | %d | %d | %d |\n", g->id,
                 n.observation, n.actions, n.choices, n.seats, n.moves, n.decisions, n.state,
                 n.table);
        if (sizeof(void *) == 8 && !CHECK(strstr(manual, row) != NULL))
            printf("docs/library.md lacks:%s", row);
        snprintf(row, sizeof row, "%c%s %d bytes", g->id[0] - 'a' + 'A', g->id + 1, n.state);
        CHECK(strstr(readme, row) != NULL && strstr(architecture, row) != NULL);
    }
    free(manual);
    free(readme);
    free(architecture);
}

TEST(api_describes_every_game_with_its_options)
{
    char *text = malloc(TEXT);

    if (!text)
        return;
    CHECK(veillee_describe(NULL, text, TEXT) < TEXT);
    CHECK(text[0] == '[');
    CHECK(strstr(text, "{\"id\":\"runemasters\"") != NULL);
    CHECK(veillee_describe(game, text, TEXT) < TEXT);
    CHECK(strstr(text, "{\"name\":\"guardians\",\"type\":\"number\",\"lo\":2,\"hi\":4") != NULL);
    CHECK(strstr(text, "\"values\":[\"initiation\",\"novice\"") != NULL);
    /* a screen asks for players and seats by what the game says, not by names of options */
    CHECK(strstr(text, "\"seats\":[2,4],\"seat_each\":false") != NULL);
    CHECK(strstr(text, "\"lo\":2,\"hi\":4,\"means\":\"seats\"") != NULL);
    CHECK(strstr(text, "\"lo\":1,\"hi\":4,\"means\":\"players\"") != NULL);
    CHECK(strstr(text, "\"lo\":0,\"hi\":3,\"means\":\"player\"") != NULL);
    CHECK(strstr(text, "\"lo\":0,\"hi\":3,\"means\":\"seat\"") != NULL);
    CHECK(veillee_describe("enchanters", text, TEXT) < TEXT);
    CHECK(strstr(text, "\"seat_each\":true") != NULL);
    CHECK_EQ(veillee_describe("chess", text, TEXT), VEILLEE_UNKNOWN);
    CHECK_EQ(veillee_rule("RM-XXX-99", "en", text, TEXT), VEILLEE_UNKNOWN);
    free(text);
}

/* ---- tables ---- */

TEST(api_positions_travel_from_table_to_table)
{
    struct veillee_table *a = table_after("guardians=2 difficulty=hero", 11, 35);
    struct veillee_table *b = open_table(NULL);
    struct veillee_error err;
    char *text = malloc(TEXT);

    CHECK(text && veillee_position(a, VEILLEE_ALL, text, TEXT) < TEXT);
    CHECK_EQ(veillee_load(b, text, &err), VEILLEE_OK);
    CHECK_EQ(veillee_hash(a), veillee_hash(b));
    CHECK_EQ(veillee_seats(b), 2);

    CHECK_EQ(veillee_load(b, "{\"temple\":", &err), VEILLEE_SYNTAX);
    CHECK_EQ(veillee_load(b, "[]", &err), VEILLEE_SYNTAX);
    CHECK_EQ(veillee_load(b, "{\"temple\": 99}", &err), VEILLEE_RANGE);
    CHECK_STR(err.where, "/temple");
    CHECK_EQ(veillee_load(b, "{\"game\": \"chess\"}", &err), VEILLEE_MISMATCH);
    CHECK_EQ(veillee_load(b, "{\"options\": {\"guardians\": 7}}", &err), VEILLEE_RANGE);
    CHECK_EQ(veillee_hash(a), veillee_hash(b));
    CHECK_EQ(veillee_load(b, "{\"base\": \"D3\"}", &err), VEILLEE_INVALID);
    CHECK_STR(err.where, "/dice");
    CHECK_EQ(veillee_load(
                 b, "{\"base\": \"D3\", \"dice\": [\"red\", \"red\", \"blue\", \"white\"]}", &err),
             VEILLEE_OK);
    CHECK_EQ(veillee_seats(b), 3);
    CHECK_EQ(veillee_position(b, 3, text, TEXT), VEILLEE_RANGE);
    free(text);
    veillee_close(a);
    veillee_close(b);
}

TEST(api_copies_go_their_own_way)
{
    struct veillee_table *a = table_after("guardians=4", 2, 20);
    struct veillee_table *b = veillee_copy(a), *c = open_table("guardians=2");
    uint64_t hash = veillee_hash(a);
    struct veillee_rng rng;

    veillee_rng_seed(&rng, 9);
    CHECK_EQ(veillee_hash(b), hash);
    play_on(b, &rng, 10);
    CHECK(veillee_hash(b) != hash);
    CHECK_EQ(veillee_hash(a), hash);
    CHECK_EQ(veillee_assign(c, a), VEILLEE_OK);
    CHECK_EQ(veillee_assign(c, c), VEILLEE_OK);
    veillee_close(a);
    CHECK_EQ(veillee_hash(c), hash);
    CHECK_EQ(veillee_seats(c), 4);
    CHECK(veillee_moves(c) > 0);
    CHECK_EQ(veillee_start(b), VEILLEE_OK);
    a = open_table("guardians=4");
    CHECK_EQ(veillee_hash(a), veillee_hash(b));
    veillee_close(a);
    veillee_close(b);
    veillee_close(c);
}

/* The content of a file outlives the table that opened it. */
TEST(api_reads_a_content_pack_that_copies_share)
{
    struct veillee_error err = { 0 };
    struct veillee_table *a = veillee_open(game, NULL, "content/runemasters.json", &err);
    struct veillee_table *b = open_table(NULL), *c;
    struct veillee_rng one, two;

    if (a == NULL) { /* the tests may run elsewhere than in the tree */
        CHECK_EQ(err.status, VEILLEE_IO);
        veillee_close(b);
        return;
    }
    c = veillee_copy(a);
    veillee_close(a);
    veillee_rng_seed(&one, 4);
    veillee_rng_seed(&two, 4);
    play_on(b, &one, MANY);
    play_on(c, &two, MANY);
    CHECK_EQ(veillee_actor(c), VEILLEE_OVER);
    CHECK_EQ(veillee_hash(b), veillee_hash(c));
    veillee_close(b);
    veillee_close(c);
}

/* ---- moves ---- */

TEST(api_plays_the_same_by_index_by_text_and_by_number)
{
    struct veillee_table *t = open_table("guardians=3"), *by_text = veillee_copy(t);
    struct veillee_table *by_number = veillee_copy(t);
    struct veillee_rng rng;
    char move[200];

    veillee_rng_seed(&rng, 21);
    for (int k = 0; k < MANY && veillee_actor(t) != VEILLEE_OVER; k++) {
        int actor = veillee_actor(t);
        int i = (int)veillee_rng_below(&rng, (uint32_t)veillee_moves(t));
        int action = veillee_action(t, i);

        CHECK(veillee_notation(t, i, move, sizeof move) > 0);
        CHECK_EQ(veillee_refuse(t, actor, move, NULL, NULL), VEILLEE_OK);
        CHECK_EQ(veillee_apply(by_text, actor, move, NULL), VEILLEE_OK);
        if (actor == VEILLEE_CHANCE) {
            CHECK_EQ(action, VEILLEE_MISSING);
            CHECK_EQ(veillee_apply(by_number, VEILLEE_ANYONE, move, NULL), VEILLEE_OK);
        } else {
            CHECK_EQ(veillee_apply_action(by_number, action, NULL), VEILLEE_OK);
        }
        CHECK_EQ(veillee_apply_index(t, i), VEILLEE_OK);
        CHECK_EQ(veillee_hash(by_text), veillee_hash(t));
        if (!CHECK_EQ(veillee_hash(by_number), veillee_hash(t)))
            break;
    }
    CHECK_EQ(veillee_actor(t), VEILLEE_OVER);
    CHECK_EQ(veillee_moves(t), 0);
    veillee_close(t);
    veillee_close(by_text);
    veillee_close(by_number);
}

TEST(api_chance_draws_what_it_shows_and_weighs_every_outcome)
{
    struct veillee_table *t = table_after("guardians=2", 8, 0), *other;
    struct veillee_rng rng, same;
    uint64_t weights[MANY], sum = 0;
    char shown[200];

    while (veillee_actor(t) >= 0)
        veillee_apply_index(t, 0);
    if (!CHECK_EQ(veillee_actor(t), VEILLEE_CHANCE))
        return;
    other = veillee_copy(t);
    veillee_rng_seed(&rng, 100);
    same = rng;
    CHECK(veillee_sample(t, &rng, NULL, 0) > 0);
    CHECK(memcmp(&rng, &same, sizeof rng) == 0);
    CHECK(veillee_sample(t, &rng, shown, sizeof shown) > 0);
    CHECK(memcmp(&rng, &same, sizeof rng) != 0);
    CHECK_EQ(veillee_apply(t, VEILLEE_CHANCE, shown, NULL), VEILLEE_OK);
    CHECK_EQ(veillee_weights(other, weights, 0), veillee_moves(other));
    CHECK_EQ(veillee_weights(other, weights, MANY), veillee_moves(other));
    for (int i = 0; i < veillee_moves(other); i++) {
        CHECK(weights[i] > 0);
        sum += weights[i];
    }
    CHECK(sum > 0);
    CHECK_EQ(veillee_chance(other, &same), VEILLEE_OK);
    CHECK(memcmp(&rng, &same, sizeof rng) == 0);
    CHECK_EQ(veillee_hash(t), veillee_hash(other));
    veillee_close(t);
    veillee_close(other);
}

TEST(api_chance_is_drawn_only_when_it_is_to_move)
{
    struct veillee_table *t = table_after(NULL, 1, 0);
    struct veillee_rng rng;
    char out[200];

    veillee_rng_seed(&rng, 1);
    CHECK(veillee_actor(t) >= 0);
    CHECK_EQ(veillee_chance(t, &rng), VEILLEE_USAGE);
    CHECK_EQ(veillee_sample(t, &rng, out, sizeof out), VEILLEE_USAGE);
    CHECK_EQ(veillee_weights(t, NULL, 0), VEILLEE_USAGE);
    veillee_close(t);
}

/* The preview of a move that reveals nothing tells its events. */
TEST(api_events_are_those_of_the_last_move)
{
    struct veillee_table *t = open_table(NULL);
    char *events = malloc(TEXT), *preview = malloc(TEXT), move[200];
    int seat = veillee_actor(t);

    CHECK_EQ(veillee_events(t, VEILLEE_ALL, "en", events, TEXT), 2);
    CHECK_STR(events, "[]");
    CHECK(veillee_notation(t, 0, move, sizeof move) > 0);
    CHECK(veillee_preview(t, seat, move, "en", preview, TEXT) < TEXT);
    CHECK_EQ(veillee_apply(t, seat, move, NULL), VEILLEE_OK);
    CHECK(veillee_events(t, VEILLEE_ALL, "en", events, TEXT) > 2);
    CHECK(strstr(preview, events) != NULL);
    CHECK_EQ(veillee_start(t), VEILLEE_OK);
    CHECK_EQ(veillee_events(t, VEILLEE_ALL, "en", events, TEXT), 2);
    free(events);
    free(preview);
    veillee_close(t);
}

TEST(api_results_say_who_won_and_by_which_rule)
{
    struct veillee_table *t = open_table("guardians=2");
    struct veillee_result result;

    CHECK_EQ(veillee_result(t, &result), VEILLEE_OK);
    CHECK_EQ(result.over, 0);
    CHECK_STR(result.outcome, "running");
    CHECK_STR(result.rule, "");
    veillee_close(t);
    t = table_after("guardians=2", 6, MANY);
    CHECK_EQ(veillee_result(t, &result), VEILLEE_OK);
    CHECK_EQ(result.over, 1);
    CHECK_EQ(result.seats, 2);
    CHECK(strncmp(result.rule, "RM-END-", 7) == 0);
    CHECK_EQ(result.won[0], strcmp(result.outcome, "victory") == 0);
    CHECK_EQ(result.rank[1], 1);
    CHECK_EQ(result.rank[2], 0);
    veillee_close(t);
}

/* ---- traits ---- */

TEST(api_traits_are_a_matrix_for_each_family)
{
    struct veillee_table *t = open_table(NULL);
    static int16_t rows[1 << 16];
    struct veillee_traits traits;
    char name[200];
    int k = 0;

    for (; veillee_traits_of(game, k, &traits) == VEILLEE_OK; k++) {
        int all = traits.things * traits.columns;

        rows[0] = 77;
        CHECK(all > 0 && all < (1 << 16));
        CHECK_EQ(veillee_traits(t, traits.family, rows, (size_t)all - 1), all);
        CHECK_EQ(rows[0], 77);
        CHECK_EQ(veillee_traits(t, traits.family, rows, (size_t)all), all);
        for (int i = 0; i < traits.things; i++)
            CHECK_EQ(rows[i * traits.columns], 1); /* every number stands for something */
        CHECK(veillee_trait_name(game, traits.family, traits.columns - 1, name, sizeof name) > 0);
        CHECK_EQ(veillee_trait_name(game, traits.family, traits.columns, name, sizeof name),
                 VEILLEE_RANGE);
    }
    CHECK_EQ(k, 4); /* guardians, cards, events, types */
    CHECK_EQ(veillee_traits_of(game, k, &traits), VEILLEE_RANGE);
    CHECK_EQ(veillee_traits_of(game, -1, &traits), VEILLEE_RANGE);
    CHECK_EQ(veillee_traits_of("chess", 0, &traits), VEILLEE_UNKNOWN);
    CHECK_EQ(veillee_traits_of(game, 0, NULL), VEILLEE_USAGE);
    CHECK_EQ(veillee_trait_name(game, "card", 0, name, sizeof name), 11);
    CHECK_STR(name, "/there 0..1");
    CHECK_EQ(veillee_trait_name(game, "path", 0, name, sizeof name), VEILLEE_UNKNOWN);
    CHECK_EQ(veillee_trait_name(game, NULL, 0, name, sizeof name), VEILLEE_USAGE);
    CHECK_EQ(veillee_traits(t, "path", rows, 10), VEILLEE_UNKNOWN);
    CHECK_EQ(veillee_traits(NULL, "card", rows, 10), VEILLEE_USAGE);
    CHECK_EQ(veillee_traits(t, NULL, rows, 10), VEILLEE_USAGE);
    veillee_close(t);
}

/* ---- many tables ---- */

struct batch { /* one step of TABLES tables, with room for every row */
    struct veillee_table *tables[TABLES];
    struct veillee_rng rngs[TABLES];
    struct veillee_sizes size;
    int16_t *seen, *legal, legal_len[TABLES];
    uint8_t *masks;
    int8_t actors[TABLES], rewards[TABLES * VEILLEE_SEATS_MAX];
    int32_t scores[TABLES * VEILLEE_SEATS_MAX];
    uint8_t done[TABLES], refused[TABLES];
    struct veillee_rows rows;
};

static void batch_open(struct batch *b, uint64_t seed)
{
    memset(b, 0, sizeof *b);
    veillee_sizes(game, &b->size);
    for (int k = 0; k < TABLES; k++) {
        b->tables[k] = open_table(k % 2 ? "guardians=2" : NULL);
        veillee_rng_seed(&b->rngs[k], seed + (uint64_t)k);
    }
    b->seen = calloc(TABLES * (size_t)b->size.observation, sizeof *b->seen);
    b->masks = calloc(TABLES, (size_t)b->size.actions);
    b->legal = calloc(TABLES * (size_t)b->size.choices, sizeof *b->legal);
    b->rows = (struct veillee_rows){ b->seen, b->masks,   b->actors, b->rewards,  b->scores,
                                     b->done, b->refused, b->legal,  b->legal_len };
}

static void batch_close(struct batch *b)
{
    for (int k = 0; k < TABLES; k++)
        veillee_close(b->tables[k]);
    free(b->seen);
    free(b->masks);
    free(b->legal);
}

static int32_t pick_action(const struct batch *b, int k, struct veillee_rng *rng)
{
    const uint8_t *mask = b->masks + k * b->size.actions;
    int32_t legal = 0, nth;

    for (int32_t i = 0; i < b->size.actions; i++)
        legal += mask[i];
    nth = (int32_t)veillee_rng_below(rng, (uint32_t)legal);
    for (int32_t i = 0; i < b->size.actions; i++)
        if (mask[i] && nth-- == 0)
            return i;
    return -1;
}

/* The same decision with the calls for one table. */
static void step_one(struct veillee_table *t, struct veillee_rng *rng, int32_t action)
{
    if (veillee_actor(t) == VEILLEE_OVER)
        veillee_start(t);
    else
        veillee_apply_action(t, action, NULL);
    while (veillee_actor(t) == VEILLEE_CHANCE)
        veillee_chance(t, rng);
}

/* The short list and the mask say the same. */
static void check_legal(const struct batch *b, int k, const struct veillee_table *t)
{
    static int16_t legal[MANY];
    const int16_t *row = b->legal + k * b->size.choices;
    const uint8_t *mask = b->masks + k * b->size.actions;
    int len = veillee_legal(t, legal, MANY), ones = 0;

    CHECK_EQ(b->legal_len[k], len);
    for (int i = 0; i < b->size.actions; i++)
        ones += mask[i];
    CHECK_EQ(ones, len);
    for (int i = 0; i < len; i++) {
        CHECK_EQ(row[i], legal[i]);
        CHECK_EQ(mask[row[i]], 1);
    }
    for (int i = len; i < b->size.choices; i++)
        CHECK_EQ(row[i], -1);
}

static void check_row(const struct batch *b, int k, const struct veillee_table *t)
{
    static int16_t seen[MANY];
    static uint8_t mask[MANY];
    size_t n = (size_t)b->size.observation, m = (size_t)b->size.actions;
    int actor = veillee_actor(t);
    struct veillee_result result;

    veillee_observe(t, actor >= 0 ? actor : VEILLEE_ANYONE, seen, MANY);
    veillee_mask(t, mask, MANY);
    veillee_result(t, &result);
    CHECK_EQ(veillee_hash(b->tables[k]), veillee_hash(t));
    CHECK(memcmp(seen, b->seen + (size_t)k * n, n * sizeof *seen) == 0);
    CHECK(memcmp(mask, b->masks + (size_t)k * m, m) == 0);
    check_legal(b, k, t);
    CHECK_EQ(b->actors[k], actor);
    CHECK_EQ(b->done[k], result.over);
    for (int s = 0; s < b->size.seats; s++) {
        int reward = !result.over || s >= result.seats ? 0 : result.won[s] ? 1 : -1;

        CHECK_EQ(b->rewards[k * b->size.seats + s], reward);
        CHECK_EQ(b->scores[k * b->size.seats + s], result.over ? result.score[s] : 0);
    }
}

TEST(api_stepping_many_tables_equals_stepping_each)
{
    static struct batch b, single;
    struct veillee_rng player;
    int32_t actions[TABLES];
    int ended = 0;

    batch_open(&b, 50);
    batch_open(&single, 50);
    veillee_rng_seed(&player, 1);
    CHECK_EQ(veillee_step(b.tables, b.rngs, TABLES, NULL, &b.rows), 0);
    for (int step = 0; step < STEPS; step++) {
        for (int k = 0; k < TABLES; k++)
            actions[k] = b.done[k] ? -5 : pick_action(&b, k, &player);
        CHECK_EQ(veillee_step(b.tables, b.rngs, TABLES, actions, &b.rows), 0);
        for (int k = 0; k < TABLES; k++) {
            step_one(single.tables[k], &single.rngs[k], actions[k]);
            check_row(&b, k, single.tables[k]);
            ended += b.done[k];
        }
    }
    CHECK(ended > TABLES);
    CHECK(memcmp(b.rngs, single.rngs, sizeof b.rngs) == 0);
    batch_close(&b);
    batch_close(&single);
}

TEST(api_a_refused_action_of_many_leaves_its_table_alone)
{
    static struct batch b;
    int32_t actions[TABLES];
    struct veillee_rng player;
    uint64_t hash;

    batch_open(&b, 3);
    veillee_rng_seed(&player, 1);
    CHECK_EQ(veillee_step(b.tables, b.rngs, TABLES, NULL, &b.rows), 0);
    for (int k = 0; k < TABLES; k++)
        actions[k] = pick_action(&b, k, &player);
    actions[2] = -1;
    actions[5] = b.size.actions;
    hash = veillee_hash(b.tables[2]);
    CHECK_EQ(veillee_step(b.tables, b.rngs, TABLES, actions, &b.rows), 2);
    for (int k = 0; k < TABLES; k++)
        CHECK_EQ(b.refused[k], k == 2 || k == 5);
    CHECK_EQ(veillee_hash(b.tables[2]), hash);
    CHECK_EQ(veillee_step(b.tables, b.rngs, TABLES, actions, NULL) > 0, true);
    CHECK_EQ(veillee_step(b.tables, b.rngs, 0, actions, &b.rows), 0);
    batch_close(&b);
}

/* ---- determinism ---- */

static void *play_and_hash(void *arg)
{
    uint64_t *out = arg;
    struct veillee_table *t = table_after("guardians=3", *out, MANY);

    *out = veillee_hash(t);
    veillee_close(t);
    return NULL;
}

TEST(api_a_seed_is_a_game_on_any_thread)
{
    enum { THREADS = 4 };
    pthread_t thread[THREADS];
    uint64_t hash[THREADS], alone = 17;

    play_and_hash(&alone);
    for (int k = 0; k < THREADS; k++) {
        hash[k] = 17;
        CHECK_EQ(pthread_create(&thread[k], NULL, play_and_hash, &hash[k]), 0);
    }
    for (int k = 0; k < THREADS; k++) {
        pthread_join(thread[k], NULL);
        CHECK_EQ(hash[k], alone);
    }
}

TEST(api_generators_are_values)
{
    struct veillee_rng a, b;

    veillee_rng_seed(&a, 42);
    b = a;
    for (int k = 0; k < 100; k++) {
        uint32_t drawn = veillee_rng_below(&a, 6);

        CHECK(drawn < 6);
        CHECK_EQ(veillee_rng_below(&b, 6), drawn);
    }
    CHECK_EQ(veillee_rng_below(&a, 0), 0);
    veillee_rng_seed(&b, 43);
    CHECK(memcmp(&a, &b, sizeof a) != 0);
}
