/* outside.c - a program outside the tree: it knows veillee.h and nothing else.
 *
 *     outside [SEED]
 *
 * Plays a whole game at random, steps many tables at once on two threads, has the
 * bots play, saves and restores, and prints what came out: equal lines mean an equal library,
 * however it was built. Exits 1 if a call does not keep its promise.
 */
#include <veillee.h>

#include <stdio.h>
#include <stdlib.h>

enum { TABLES = 16, STEPS = 400, TEXT_MAX = 200, JSON_MAX = 1 << 18 };

static void need(int ok, const char *what)
{
    if (ok)
        return;
    fprintf(stderr, "outside: %s\n", what);
    exit(1);
}

/* ---- texts ---- */

static unsigned long long add_text(unsigned long long sum, const char *text, int len)
{
    need(len >= 0 && len < JSON_MAX, "a long text");
    for (int i = 0; i < len; i++)
        sum = sum * 31 + (unsigned char)text[i];
    return sum;
}

/* All that is said of a table, as one number. */
static unsigned long long words(const struct veillee_table *t, char *text)
{
    static const char *const langs[] = { "fr", "en" };
    unsigned long long sum = 0;

    for (int k = 0; k < 2; k++) {
        sum = add_text(sum, text, veillee_view(t, 0, langs[k], text, JSON_MAX));
        sum = add_text(sum, text, veillee_events(t, VEILLEE_ALL, langs[k], text, JSON_MAX));
    }
    return add_text(sum, text, veillee_position(t, VEILLEE_ALL, text, JSON_MAX));
}

/* ---- one game ---- */

static void move_once(struct veillee_table *t, struct veillee_rng *rng)
{
    char move[TEXT_MAX];
    int n = veillee_moves(t);

    need(n > 0, "no move although the game goes on");
    if (veillee_actor(t) == VEILLEE_CHANCE) {
        need(veillee_chance(t, rng) == VEILLEE_OK, "chance");
        return;
    }
    int i = (int)veillee_rng_below(rng, (uint32_t)n);
    need(veillee_notation(t, i, move, sizeof move) < TEXT_MAX, "a long notation");
    need(veillee_apply(t, veillee_actor(t), move, NULL) == VEILLEE_OK, move);
}

static void play_game(const char *game, const char *options, uint64_t seed)
{
    struct veillee_error err;
    struct veillee_table *t = veillee_open(game, options, NULL, &err);
    struct veillee_rng rng;
    struct veillee_result result;
    unsigned long long trail = 0, said = 0;
    char *text = malloc(JSON_MAX);
    int moves = 0;

    need(t != NULL && text != NULL, "open");
    veillee_rng_seed(&rng, seed);
    for (; veillee_actor(t) != VEILLEE_OVER; moves++) {
        move_once(t, &rng);
        trail = trail * 31 + veillee_hash(t);
        said = said * 31 + words(t, text);
    }
    need(veillee_result(t, &result) == VEILLEE_OK && result.over, "result");
    printf("%s %s: %s %s after %d moves, hash %016llx, trail %016llx, texts %016llx\n", game,
           options, result.outcome, result.rule, moves, (unsigned long long)veillee_hash(t), trail,
           said);
    free(text);
    veillee_close(t);
}

/* ---- many games ---- */

static int32_t any_action(const uint8_t *mask, int32_t len, struct veillee_rng *rng)
{
    int32_t legal = 0, pick;

    for (int32_t i = 0; i < len; i++)
        legal += mask[i];
    need(legal > 0, "an empty mask");
    pick = (int32_t)veillee_rng_below(rng, (uint32_t)legal);
    for (int32_t i = 0; i < len; i++) {
        if (mask[i] && pick-- == 0)
            return i;
    }
    return -1;
}

static void play_many(const char *game, uint64_t seed)
{
    struct veillee_crew *crew = veillee_crew_open(2, NULL);
    struct veillee_table *tables[TABLES];
    struct veillee_rng dice[TABLES], player;
    struct veillee_sizes size;
    int32_t actions[TABLES] = { 0 };
    uint8_t done[TABLES];
    unsigned long long sum = 0, ended = 0;

    need(veillee_sizes(game, &size) == VEILLEE_OK, "sizes");
    uint8_t *masks = calloc(TABLES, (size_t)size.actions);
    int16_t *seen = calloc((size_t)TABLES * (size_t)size.observation, sizeof *seen);
    need(masks != NULL && seen != NULL, "memory");
    struct veillee_rows rows = { .observations = seen, .masks = masks, .done = done };

    veillee_rng_seed(&player, seed);
    for (unsigned k = 0; k < TABLES; k++) {
        tables[k] = veillee_open(game, NULL, NULL, NULL);
        veillee_rng_seed(&dice[k], seed + k);
    }
    need(crew != NULL, "a crew");
    need(veillee_step(tables, dice, TABLES, NULL, &rows) == 0, "first step");
    for (int step = 0; step < STEPS; step++) {
        for (int k = 0; k < TABLES; k++)
            actions[k] = done[k] ? 0 : any_action(masks + k * size.actions, size.actions, &player);
        need(veillee_crew_step(crew, tables, dice, TABLES, actions, &rows) == 0,
             "an action of the mask");
        for (int k = 0; k < TABLES; k++)
            ended += done[k];
        for (int k = 0; k < TABLES * size.observation; k++)
            sum = sum * 31 + (uint16_t)seen[k];
    }
    printf("%s: %d tables, %d steps, %llu games ended, observations %016llx\n", game, TABLES, STEPS,
           ended, sum);
    for (int k = 0; k < TABLES; k++)
        veillee_close(tables[k]);
    veillee_crew_close(crew);
    free(masks);
    free(seen);
}

/* ---- a game of bots, saved and restored before every move ---- */

static void play_bots(const char *game, const char *bot, uint64_t seed)
{
    struct veillee_table *t = veillee_open(game, NULL, NULL, NULL), *back = veillee_copy(t);
    struct veillee_rng rng;
    unsigned char *bytes = malloc(JSON_MAX);
    int moves = 0;

    need(t != NULL && back != NULL && bytes != NULL, "open");
    veillee_rng_seed(&rng, seed);
    for (; veillee_actor(t) != VEILLEE_OVER; moves++) {
        int len = veillee_save(t, bytes, JSON_MAX);

        need(len > 0 && len <= JSON_MAX, "save");
        need(veillee_restore(back, bytes, (size_t)len, NULL) == VEILLEE_OK, "restore");
        need(veillee_hash(back) == veillee_hash(t), "the same after saving");
        if (veillee_actor(t) == VEILLEE_CHANCE)
            need(veillee_random(t, &rng, 1) == 1, "chance");
        else
            need(veillee_apply_index(t, veillee_bot(t, bot, &rng, NULL)) == VEILLEE_OK, bot);
    }
    printf("%s, %s: %d moves, hash %016llx\n", game, bot, moves,
           (unsigned long long)veillee_hash(t));
    free(bytes);
    veillee_close(t);
    veillee_close(back);
}

int main(int argc, char **argv)
{
    uint64_t seed = argc > 1 ? strtoull(argv[1], NULL, 10) : 1;
    char *text = malloc(JSON_MAX);

    need(text != NULL, "memory");
    printf("veillee %s, games %016llx\n", veillee_version(),
           add_text(0, text, veillee_describe(NULL, text, JSON_MAX)));
    free(text);
    play_game("runemasters", "guardians=2", seed);
    play_game("runemasters", "guardians=3 difficulty=hero", seed);
    play_game("runemasters", "guardians=4 difficulty=legend", seed);
    play_many("runemasters", seed);
    play_bots("runemasters", "greedy", seed);
    play_bots("enchanters", "greedy", seed);
    return 0;
}
