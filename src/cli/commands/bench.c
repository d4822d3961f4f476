/* bench.c - veillee bench: how fast the rules are, and their signature. */
#define _POSIX_C_SOURCE 200809L
#include "cli/cli.h"

#include "registry.h"
#include "sim/bench.h"
#include "sim/report.h"

#include <stdlib.h>
#include <string.h>
#include <time.h>

enum {
    GAMES_DEFAULT = 100000, /* of the random part */
    GREEDY_GAMES = 200,     /* of the bot's part */
    RING = 64
};

#define GAMES_MAX INT64_C(1000000000000)
#define COPIES UINT64_C(50000000)
/* Of long games as many as make so many decisions, unless told how many. */
#define ENOUGH UINT64_C(20000000)

struct figures {
    struct vl_bench bench;
    uint64_t ns;     /* of the random games */
    bool only_games; /* nothing else was asked for */
    uint64_t copies, copies_ns;
    uint64_t greedy_decisions, greedy_ns;
};

static uint64_t now_ns(void)
{
    struct timespec t;

    clock_gettime(CLOCK_MONOTONIC, &t);
    return (uint64_t)t.tv_sec * 1000000000u + (uint64_t)t.tv_nsec;
}

static uint64_t per_second(uint64_t n, uint64_t ns)
{
    return ns ? (uint64_t)((double)n * 1e9 / (double)ns) : 0;
}

/* ---- measuring ---- */

static void time_copies(const struct vl_game *g, struct figures *f)
{
    struct vl_state *ring[RING];
    int len = 0;

    while (len < RING && (ring[len] = calloc(1, g->state_size)))
        len++;
    if (len > 1) {
        uint64_t begun = now_ns();
        vl_bench_copies(g, ring, len, COPIES);
        f->copies = COPIES;
        f->copies_ns = now_ns() - begun;
    }
    while (len > 0)
        free(ring[--len]);
}

static void time_greedy(const struct vl_rules *r, uint64_t seed, struct figures *f)
{
    struct vl_sim_count *count = calloc(1, sizeof *count);
    struct vl_bot_spec greedy = { &vl_bot_greedy, 0 };
    struct vl_sim sim = { .rules = r,
                          .bots = &greedy,
                          .bots_len = 1,
                          .seed = seed,
                          .games = GREEDY_GAMES,
                          .threads = 1,
                          .stop = &cli_stop };

    if (!count)
        return;
    uint64_t begun = now_ns();
    vl_sim_run(&sim, count, NULL);
    f->greedy_ns = now_ns() - begun;
    f->greedy_decisions = count->decisions.sum;
    free(count);
}

static bool measure(const struct vl_rules *r, uint64_t seed, uint64_t games, struct figures *f)
{
    struct vl_state *state = malloc(r->game->state_size), *start = malloc(r->game->state_size);

    if (state && start) {
        uint64_t begun = now_ns();
        vl_bench_games(r, seed, games, f->only_games ? 0 : ENOUGH, state, start, &cli_stop,
                       &f->bench);
        f->ns = now_ns() - begun;
    }
    free(state);
    free(start);
    if (!f->only_games && !cli_stop) {
        time_copies(r->game, f);
        time_greedy(r, seed, f);
    }
    return state && start;
}

/* ---- telling ---- */

static void put_json(struct vl_json *w, const struct vl_rules *r, const char *content,
                     const struct figures *f)
{
    const struct vl_bench *b = &f->bench;
    char text[17];
    struct vl_buf out = vl_buf_on(text, sizeof text);

    vl_json_obj(w);
    vl_json_kstr(w, "game", r->game->id);
    vl_json_kint(w, "revision", r->game->revision);
    vl_put_hex64(&out, r->pack->hash);
    vl_json_kstr(w, "content_hash", text);
    vl_json_key(w, "content");
    vl_json_obj(w);
    vl_json_kstr(w, "id", r->pack->id);
    vl_json_kstr(w, "version", r->pack->version);
    vl_json_kstr(w, "hash", text);
    if (content)
        vl_json_kstr(w, "file", content);
    vl_json_end(w);
    vl_json_kint(w, "games", (int64_t)b->games);
    vl_json_kint(w, "decisions", (int64_t)b->decisions);
    vl_json_kint(w, "chance_moves", (int64_t)b->chance_moves);
    out = vl_buf_on(text, sizeof text);
    vl_put_hex64(&out, b->signature);
    vl_json_kstr(w, "signature", text);
    vl_json_fixed(w, "seconds", f->ns / 1000, 1000000);
    vl_json_kint(w, "decisions_per_second", (int64_t)per_second(b->decisions, f->ns));
    vl_json_kint(w, "moves_per_second", (int64_t)per_second(b->decisions + b->chance_moves, f->ns));
    vl_json_fixed(w, "ns_per_decision", vl_per_game100(f->ns, b->decisions), 100);
    vl_json_kint(w, "state_size", r->game->state_size);
    vl_json_kint(w, "moves_max", r->game->moves_max);
    if (f->copies)
        vl_json_kint(w, "copies_per_second", (int64_t)per_second(f->copies, f->copies_ns));
    if (f->greedy_decisions)
        vl_json_kint(w, "greedy_decisions_per_second",
                     (int64_t)per_second(f->greedy_decisions, f->greedy_ns));
    vl_json_end(w);
}

static void say_number(struct cli *cli, const char *id, uint64_t v)
{
    char text[32], label[VL_TEXT_MAX];

    snprintf(text, sizeof text, "%llu", (unsigned long long)v);
    cli_word(cli, label, sizeof label, id, NULL);
    cli_printf(cli, "  %s%*s%s\n", label, 36 - cli_width(label), "", text);
}

static void say_text(struct cli *cli, const char *id, const char *text)
{
    char label[VL_TEXT_MAX];

    cli_word(cli, label, sizeof label, id, NULL);
    cli_printf(cli, "  %s%*s%s\n", label, 36 - cli_width(label), "", text);
}

static void print_figures(struct cli *cli, const struct vl_rules *r, const struct figures *f)
{
    const struct vl_bench *b = &f->bench;
    char hash[17], pack[128], seconds[32], cost[32];
    struct vl_buf out = vl_buf_on(seconds, sizeof seconds);

    cli_printf(cli, "%s\n", r->game->id);
    say_number(cli, TXT("bench.games"), b->games);
    say_number(cli, TXT("bench.decisions"), b->decisions);
    say_number(cli, TXT("bench.chance"), b->chance_moves);
    vl_put_fixed(&out, cli->lang, f->ns / 10000000, 2);
    say_text(cli, TXT("bench.seconds"), seconds);
    say_number(cli, TXT("bench.per_second"), per_second(b->decisions, f->ns));
    out = vl_buf_on(cost, sizeof cost);
    vl_put_fixed(&out, cli->lang, vl_per_game100(f->ns, b->decisions), 1);
    say_text(cli, TXT("bench.cost"), cost);
    if (f->copies)
        say_number(cli, TXT("bench.copies"), per_second(f->copies, f->copies_ns));
    if (f->greedy_decisions)
        say_number(cli, TXT("bench.greedy"), per_second(f->greedy_decisions, f->greedy_ns));
    say_number(cli, TXT("bench.state_size"), r->game->state_size);
    out = vl_buf_on(hash, sizeof hash);
    vl_put_hex64(&out, r->pack->hash);
    snprintf(pack, sizeof pack, "%s %s, %s", r->pack->id, r->pack->version, hash);
    say_text(cli, TXT("bench.content"), pack);
    out = vl_buf_on(hash, sizeof hash);
    vl_put_hex64(&out, b->signature);
    say_text(cli, TXT("bench.signature"), hash);
}

static int bench_game(struct cli *cli, const struct vl_game *g, int64_t games, uint64_t seed,
                      struct vl_json *w)
{
    struct figures f = { .only_games = cli_has(cli, "games") };
    struct cli_table t;

    if (!cli_table_open(cli, &t, g, cli_value(cli, "content")))
        return CLI_BAD;
    vl_options_automatic(&t.rules);
    int code = cli_table_ready(cli, &t) ? CLI_OK : CLI_BAD;
    if (code == CLI_OK && !measure(&t.rules, seed, (uint64_t)games, &f))
        code = cli_fail(cli, TXT("cli.bad.memory"), NULL);
    if (code == CLI_OK && cli->json)
        put_json(w, &t.rules, cli_value(cli, "content"), &f);
    else if (code == CLI_OK)
        print_figures(cli, &t.rules, &f);
    cli_table_close(&t);
    return code;
}

static int run(struct cli *cli)
{
    char memory[8192];
    struct vl_json w = vl_json_on(memory, sizeof memory);
    const struct vl_game *only = NULL;
    int64_t games = GAMES_DEFAULT;
    uint64_t seed = 1;
    int code = CLI_OK;

    if (cli->args_len > 0 && !(only = cli_game(cli, cli->arg[0])))
        return CLI_BAD;
    if (!cli_number(cli, "games", 1, GAMES_MAX, &games) ||
        !cli_seed(cli, only ? only : vl_game_at(0), &seed))
        return CLI_BAD;
    if (!only)
        vl_json_arr(&w);
    for (int i = 0; i < vl_games_len() && code == CLI_OK && !cli_stop; i++)
        if (!only || only == vl_game_at(i))
            code = bench_game(cli, vl_game_at(i), games, seed, &w);
    if (!only)
        vl_json_end(&w);
    if (code == CLI_OK && cli->json)
        code = cli_print_json(cli, &w);
    return code == CLI_OK && cli_stop ? CLI_STOPPED + cli_stop : code;
}

static const struct cli_opt options[] = {
    { "games", 'n', "N", TXT("bench.opt.games"), 0 },
    { "set", 's', "NAME=VALUE", TXT("cli.opt.set"), CLI_OPT_MANY },
    { "seed", 0, "N", TXT("sim.opt.seed"), 0 },
    { "json", 0, NULL, TXT("cli.opt.json"), 0 },
    { "content", 0, "FILE", TXT("cli.opt.content"), 0 },
    { 0 },
};

const struct cli_command cli_bench = {
    "bench", "[GAME]", TXT("bench.sum"), options, 0, 1, run, NULL
};
