/* sim.c - veillee sim: many games between bots, and what became of them. */
#include "cli/cli.h"
#include "cli/trace.h"

#include "match/record.h"
#include "sim/report.h"
#include "sim/rows.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

enum {
    GAMES_DEFAULT = 1000,
    GAMES_MAX = 1000000000,
    SETS_MAX = 32,
    VALUES_MAX = 64, /* of one --set */
    LOG_EVERY_S = 2  /* progress without a terminal */
};

/* One --set name=value[,value...]. */
struct axis {
    char text[512];
    const char *name;
    const char *value[VALUES_MAX];
    int values_len;
};

struct job {
    struct cli *cli;
    struct cli_table table;
    struct axis axes[SETS_MAX];
    int axes_len;
    struct vl_bot_spec bots[VL_SEATS_MAX];
    int bots_len;
    char bots_text[VL_SEATS_MAX * 32];
    struct vl_sim_cell *cells;
    int cells_len, cell; /* the one being played */
    uint64_t seed;
    int64_t games, threads;
    const char *record; /* folder */
    char *line;         /* of the trace */
    struct vl_rows *rows;
    struct vl_draft draft; /* of the rows; fd -1: none, or they go to the output */
    struct vl_draft page;  /* of --html; fd -1: none */
    char pending[1 << 16]; /* rows that are not written yet */
    size_t pending_len;
    bool show_progress;
    struct timespec begun, told;
};

/* ---- reading the command line ---- */

static bool read_bots(struct job *job, const char *text)
{
    struct vl_error err;
    struct vl_buf out = vl_buf_on(job->bots_text, sizeof job->bots_text);

    while (job->bots_len < VL_SEATS_MAX) {
        char word[32];
        size_t len = strcspn(text, ",");
        struct vl_buf b = vl_buf_on(word, sizeof word);
        vl_put_n(&b, text, len);
        if (vl_bot_parse(&job->bots[job->bots_len], word, &err) != VL_OK) {
            cli_fail_error(job->cli, NULL, "--bots", &err);
            return false;
        }
        vl_put(&out, job->bots_len ? "," : "");
        vl_bot_format(&job->bots[job->bots_len++], &out);
        if (!text[len])
            return true;
        text += len + 1;
    }
    cli_fail(job->cli, TXT("sim.bad.bots"), NULL);
    return false;
}

static bool read_axis(struct job *job, const char *assignment)
{
    struct axis *a = &job->axes[job->axes_len];
    char *eq;

    if (job->axes_len == SETS_MAX || strlen(assignment) >= sizeof a->text) {
        cli_fail(job->cli, TXT("sim.bad.grid"), NULL);
        return false;
    }
    strcpy(a->text, assignment);
    eq = strchr(a->text, '=');
    if (!eq || eq == a->text) {
        cli_fail(job->cli, TXT("sim.bad.set"), "value", assignment, NULL);
        return false;
    }
    *eq = '\0';
    a->name = a->text;
    for (char *p = eq + 1; p && a->values_len < VALUES_MAX;) {
        a->value[a->values_len++] = p;
        p = strchr(p, ',');
        if (p)
            *p++ = '\0';
    }
    job->axes_len++;
    return true;
}

/* Several bots are as many players, unless the options say otherwise. */
static int seat_bots(const struct job *job, struct vl_rules *r, struct vl_error *err)
{
    if (job->bots_len < 2 || vl_players_wanted(r) != VL_UNSET)
        return VL_OK;
    return vl_players_set(r, job->bots_len, err);
}

/* Cell i of the grid: the last axis varies fastest. */
static bool fill_cell(struct job *job, int i)
{
    struct vl_sim_cell *cell = &job->cells[i];
    struct vl_buf label = vl_buf_on(cell->label, sizeof cell->label);
    struct vl_error err;
    int rest = i, place[SETS_MAX];

    for (int a = job->axes_len - 1; a >= 0; a--) {
        place[a] = rest % job->axes[a].values_len;
        rest /= job->axes[a].values_len;
    }
    cell->rules = job->table.rules;
    vl_options_automatic(&cell->rules);
    int st = VL_OK;
    for (int a = 0; a < job->axes_len && st == VL_OK; a++) {
        const struct axis *axis = &job->axes[a];
        st = vl_option_set(&cell->rules, axis->name, axis->value[place[a]], &err);
        if (axis->values_len > 1) {
            vl_put(&label, label.len ? " " : "");
            vl_put(&label, axis->name);
            vl_put_char(&label, '=');
            vl_put(&label, axis->value[place[a]]);
        }
    }
    if (st == VL_OK)
        st = seat_bots(job, &cell->rules, &err);
    if (st == VL_OK)
        st = vl_rules_prepare(&cell->rules, &err);
    if (st != VL_OK)
        cli_fail_error(job->cli, &cell->rules, NULL, &err);
    return st == VL_OK;
}

static bool make_cells(struct job *job)
{
    int n = 1;

    for (int a = 0; a < job->axes_len; a++) {
        n *= job->axes[a].values_len;
        if (n > VL_SIM_CELLS_MAX) {
            cli_fail(job->cli, TXT("sim.bad.grid"), NULL);
            return false;
        }
    }
    job->cells = calloc((size_t)n, sizeof *job->cells);
    if (!job->cells) {
        cli_fail(job->cli, TXT("cli.bad.memory"), NULL);
        return false;
    }
    for (job->cells_len = 0; job->cells_len < n; job->cells_len++) {
        struct vl_sim_cell *cell = &job->cells[job->cells_len];
        cell->count = calloc(1, sizeof *cell->count);
        if (!cell->count) {
            cli_fail(job->cli, TXT("cli.bad.memory"), NULL);
            return false;
        }
        if (!fill_cell(job, job->cells_len)) {
            free(cell->count);
            return false;
        }
    }
    return true;
}

static bool read_job(struct job *job, const struct vl_game *g)
{
    struct cli *cli = job->cli;
    const char *bots = cli_value(cli, "bots"), *set;

    job->games = GAMES_DEFAULT;
    job->seed = 1;
    if (!cli_number(cli, "games", 1, GAMES_MAX, &job->games) ||
        !cli_number(cli, "threads", 0, VL_SIM_THREADS, &job->threads) ||
        !cli_seed(cli, g, &job->seed) || !read_bots(job, bots ? bots : "greedy"))
        return false;
    for (int i = 0; (set = cli_next(cli, "set", &i));)
        if (!read_axis(job, set))
            return false;
    if (!cli_table_open(cli, &job->table, g, cli_value(cli, "content")))
        return false;
    return make_cells(job);
}

/* ---- progress ---- */

static double seconds_since(const struct timespec *then)
{
    struct timespec now;

    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)(now.tv_sec - then->tv_sec) + 1e-9 * (double)(now.tv_nsec - then->tv_nsec);
}

static void tell_progress(void *arg, uint64_t done_here)
{
    struct job *job = arg;
    uint64_t all = (uint64_t)job->games * (uint64_t)job->cells_len;
    uint64_t done = (uint64_t)job->games * (uint64_t)job->cell + done_here;
    double took = seconds_since(&job->begun);
    bool tty = isatty(STDERR_FILENO) == 1;
    char text[VL_TEXT_MAX], number[4][32];

    if (!tty && seconds_since(&job->told) < LOG_EVERY_S)
        return;
    clock_gettime(CLOCK_MONOTONIC, &job->told);
    double rate = took > 0 ? (double)done / took : 0;
    long left = rate > 0 ? (long)((double)(all - done) / rate) : 0;
    snprintf(number[0], sizeof number[0], "%llu", (unsigned long long)done);
    snprintf(number[1], sizeof number[1], "%llu", (unsigned long long)all);
    snprintf(number[2], sizeof number[2], "%.0f", rate);
    snprintf(number[3], sizeof number[3], "%ld:%02ld", left / 60, left % 60);
    cli_word(job->cli, text, sizeof text, TXT("sim.progress"), "done", number[0], "games",
             number[1], "rate", number[2], "left", number[3], NULL);
    fprintf(job->cli->err, tty ? "\r\033[K%s" : "%s\n", text);
    fflush(job->cli->err);
}

static void clear_progress(struct job *job)
{
    if (job->show_progress && isatty(STDERR_FILENO) == 1) {
        fputs("\r\033[K", job->cli->err);
        fflush(job->cli->err);
    }
}

/* ---- trace and records ---- */

/* One line per move, as tests/oracle/check.py reads it. One thread only. */
static int trace_move(void *arg, const struct vl_sim_table *t, struct vl_error *err)
{
    struct job *job = arg;
    const struct vl_rules *r = &job->cells[job->cell].rules;
    struct vl_json w = vl_json_on(job->line, TRACE_BYTES);
    char text[128];
    struct vl_buf b = vl_buf_on(text, sizeof text);

    if (t->log_len > 0)
        vl_move_format(r, t->log[t->log_len - 1], &b);
    trace_json(&w, r, t->state, (int64_t)t->log_len - 1, t->log_len > 0 ? text : NULL);
    if (w.out.full)
        return vl_error_set(err, VL_TOO_LARGE, "--trace", "a line is longer than its buffer");
    if (fputs(job->line, job->cli->out) == EOF || fputc('\n', job->cli->out) == EOF)
        return vl_error_set(err, VL_IO, "--trace", strerror(errno));
    return VL_OK;
}

static int replay(struct vl_match *m, const struct vl_sim_table *t, struct vl_error *err)
{
    for (uint32_t i = 0; i < t->log_len; i++) {
        int st = t->actors[i] == VL_CHANCE ? vl_match_draw(m, err)
                                           : vl_match_play(m, t->log[i], VL_ANYONE, err);
        if (st != VL_OK)
            return st;
        VL_VERIFY(vl_move_eq(m->entries[i].move, t->log[i]));
    }
    return VL_OK;
}

/* Where the record of a game goes: "DIR/enchanters-SEED-CELL-GAME.veillee"; the
 * cell only where there are several. False if the name is too long. */
static bool record_path(const struct job *job, int at, uint64_t game, char *out, size_t cap)
{
    char cell[16] = "";

    if (job->cells_len > 1)
        snprintf(cell, sizeof cell, "%d-", at);
    int len = snprintf(out, cap, "%s/%s-%llu-%s%llu.veillee", job->record,
                       job->cells[at].rules.game->id, (unsigned long long)job->seed, cell,
                       (unsigned long long)game);
    return len >= 0 && (size_t)len < cap;
}

/* Plays the game again through a match, which writes the record. */
static int record_game(const struct job *job, const struct vl_sim_table *t, struct vl_error *err)
{
    const struct vl_rules *r = &job->cells[job->cell].rules;
    struct vl_player players[VL_SEATS_MAX];
    char path[1024];
    int players_len = 0;

    memset(players, 0, sizeof players);
    for (int seat = 0; seat < t->state->seats; seat++) {
        int p = vl_controller(r, seat);
        players_len = p >= players_len ? p + 1 : players_len;
    }
    for (int p = 0; p < players_len; p++) {
        struct vl_buf b = vl_buf_on(players[p].kind, sizeof players[p].kind);
        vl_bot_format(&job->bots[p % job->bots_len], &b);
    }
    if (!record_path(job, job->cell, t->game, path, sizeof path))
        return vl_error_set(err, VL_TOO_LARGE, "--record", "the path is too long");
    struct vl_match_setup setup = {
        .rules = r, .players = players, .players_len = players_len, .seed = t->seed
    };
    struct vl_match *m = NULL;
    int st = vl_match_open(&m, &setup, err);
    if (st == VL_OK)
        st = replay(m, t, err);
    if (st == VL_OK)
        st = vl_record_save(m, path, true, cli_how(job->cli), err);
    vl_match_close(m);
    return st;
}

/* ---- rows ---- */

static bool rows_are_the_output(const struct job *job)
{
    const char *path = cli_value(job->cli, "rows");

    return path && strcmp(path, "-") == 0;
}

static int write_pending(struct job *job, struct vl_error *err)
{
    int st = vl_draft_put(&job->draft, job->pending, job->pending_len, err);

    job->pending_len = 0;
    return st;
}

static int put_rows(void *arg, const char *text, size_t len, struct vl_error *err)
{
    struct job *job = arg;

    if (rows_are_the_output(job))
        return fwrite(text, 1, len, job->cli->out) == len
                   ? VL_OK
                   : vl_error_set(err, VL_IO, "--rows", strerror(errno));
    if (job->pending_len + len > sizeof job->pending) {
        int st = write_pending(job, err);
        if (st != VL_OK)
            return st;
    }
    memcpy(job->pending + job->pending_len, text, len);
    job->pending_len += len;
    return VL_OK;
}

static bool open_rows(struct job *job)
{
    const char *path = cli_value(job->cli, "rows");
    struct vl_error err = { 0 };
    int st = VL_OK;

    if (!path)
        return true;
    if (rows_are_the_output(job) && (cli_has(job->cli, "trace") || job->cli->json)) {
        cli_fail(job->cli, TXT("sim.bad.rows"), NULL);
        return false;
    }
    job->rows = vl_rows_open(put_rows, job);
    if (!job->rows) {
        cli_fail(job->cli, TXT("cli.bad.memory"), NULL);
        return false;
    }
    if (!rows_are_the_output(job))
        st = vl_draft_open(&job->draft, path, cli_how(job->cli), &err);
    if (st == VL_OK)
        st = vl_rows_head(job->rows, &err);
    if (st != VL_OK)
        cli_fail_error(job->cli, NULL, path, &err);
    return st == VL_OK;
}

/* The games were played, or as many as there was time for. */
static int end_rows(struct job *job)
{
    struct vl_error err = { 0 };
    int st = VL_OK;

    if (job->draft.fd >= 0)
        st = write_pending(job, &err);
    if (st == VL_OK)
        st = vl_draft_close(&job->draft, true, &err);
    return st == VL_OK ? CLI_OK : cli_fail_error(job->cli, NULL, cli_value(job->cli, "rows"), &err);
}

/* ---- running and reporting ---- */

static int game_ended(void *arg, const struct vl_sim_table *t, struct vl_error *err)
{
    const struct job *job = arg;
    int st = job->record ? record_game(job, t, err) : VL_OK;

    return st == VL_OK && job->rows ? vl_rows_add(job->rows, t, err) : st;
}

static int play_cells(struct job *job, bool *complete)
{
    bool trace = cli_has(job->cli, "trace"), ended = job->record || job->rows;
    struct vl_sim_watch watch = { trace ? trace_move : NULL, ended ? game_ended : NULL, job };
    struct vl_error err;

    *complete = true;
    clock_gettime(CLOCK_MONOTONIC, &job->begun);
    job->told = job->begun;
    for (job->cell = 0; job->cell < job->cells_len; job->cell++) {
        struct vl_sim_cell *cell = &job->cells[job->cell];
        struct vl_sim sim = { .rules = &cell->rules,
                              .bots = job->bots,
                              .bots_len = job->bots_len,
                              .seed = job->seed,
                              .games = (uint64_t)job->games,
                              .threads = trace ? 1 : (int)job->threads,
                              .stop = &cli_stop,
                              .progress = job->show_progress ? tell_progress : NULL,
                              .progress_arg = job,
                              .watch = trace || ended ? &watch : NULL };
        if (job->rows)
            vl_rows_begin(job->rows, &sim);
        int st = vl_sim_run(&sim, cell->count, &err);
        if (st == VL_INTERRUPT) {
            *complete = false;
            break;
        }
        if (st != VL_OK) {
            clear_progress(job);
            if (ferror(job->cli->out))
                return CLI_BAD; /* a full disk, a closed pipe: cli_done() says so */
            return cli_fail_error(job->cli, &cell->rules, NULL, &err);
        }
    }
    clear_progress(job);
    return CLI_OK;
}

static int print_json(struct job *job, const struct vl_sim_report *rep)
{
    size_t room = (size_t)VL_SIM_JSON_ROOM * (size_t)(job->cells_len + 1);
    char *memory = malloc(room);

    if (!memory)
        return cli_fail(job->cli, TXT("cli.bad.memory"), NULL);
    struct vl_json w = vl_json_on(memory, room);
    vl_sim_json(rep, &w);
    int code = cli_print_json(job->cli, &w);
    free(memory);
    return code;
}

static int write_page(struct job *job, const char *text, size_t len)
{
    struct vl_error err = { 0 };
    int st = vl_draft_put(&job->page, text, len, &err);

    if (st == VL_OK)
        st = vl_draft_close(&job->page, true, &err);
    return st == VL_OK ? CLI_OK : cli_fail_error(job->cli, NULL, job->page.path, &err);
}

/* The report as one text, from the function that prints it, to the output or as the
 * page of --html. */
static int print_report(struct job *job, const struct vl_sim_report *rep,
                        void (*print)(const struct vl_sim_report *, FILE *), bool is_page)
{
    char *text = NULL;
    size_t len = 0;
    FILE *f = open_memstream(&text, &len);
    int code = CLI_OK;

    if (f)
        print(rep, f);
    if (!f || fclose(f) != 0)
        code = cli_fail(job->cli, TXT("cli.bad.memory"), NULL);
    else if (!is_page)
        cli_print(job->cli, text);
    else
        code = write_page(job, text, len);
    free(text);
    return code;
}

static int report(struct job *job, bool complete)
{
    struct vl_sim_report rep = { .lang = job->cli->lang,
                                 .cells = job->cells,
                                 .cells_len = job->cells_len,
                                 .bots = job->bots_text,
                                 .content = cli_value(job->cli, "content"),
                                 .seed = job->seed,
                                 .games = (uint64_t)job->games,
                                 .complete = complete };
    int code = CLI_OK;

    if (job->page.fd >= 0)
        code = print_report(job, &rep, vl_sim_html, true);
    if (code != CLI_OK || cli_has(job->cli, "trace") || rows_are_the_output(job))
        return code; /* the trace, the rows are the output */
    return job->cli->json ? print_json(job, &rep) : print_report(job, &rep, vl_sim_text, false);
}

/* What is to be written may be written: asked before the games, not after them. A
 * folder in which a run of this seed lies is known by its first games. */
static bool open_files(struct job *job)
{
    const char *html = cli_value(job->cli, "html");
    struct vl_error err;
    char path[1024];

    if (html && vl_draft_open(&job->page, html, cli_how(job->cli), &err) != VL_OK) {
        cli_fail_error(job->cli, NULL, html, &err);
        return false;
    }
    job->record = cli_value(job->cli, "record");
    for (int i = 0; job->record && i < job->cells_len; i++)
        if (record_path(job, i, 0, path, sizeof path) && !cli_may_write(job->cli, path))
            return false;
    if (!job->record || mkdir(job->record, 0777) == 0 || errno == EEXIST)
        return open_rows(job);
    vl_error_set(&err, VL_IO, job->record, strerror(errno));
    cli_fail_error(job->cli, NULL, NULL, &err);
    return false;
}

static void close_job(struct job *job)
{
    vl_rows_close(job->rows);
    vl_draft_close(&job->draft, false, NULL);
    vl_draft_close(&job->page, false, NULL);
    for (int i = 0; i < job->cells_len; i++)
        free(job->cells[i].count);
    free(job->cells);
    free(job->line);
    if (job->table.rules.game)
        cli_table_close(&job->table);
    free(job);
}

static int run(struct cli *cli)
{
    const struct vl_game *g = cli_game(cli, cli->arg[0]);
    struct job *job = calloc(1, sizeof *job);
    bool complete = true;
    int code = CLI_BAD;

    if (g && job) {
        job->cli = cli;
        job->draft.fd = job->page.fd = -1;
        job->line = malloc(TRACE_BYTES);
        job->show_progress = cli_has(cli, "progress") || isatty(STDERR_FILENO) == 1;
        if (!job->line)
            code = cli_fail(cli, TXT("cli.bad.memory"), NULL);
        else if (read_job(job, g) && open_files(job))
            code = play_cells(job, &complete);
        if (code == CLI_OK)
            code = end_rows(job);
        if (code == CLI_OK)
            code = report(job, complete);
    }
    if (job)
        close_job(job);
    return code == CLI_OK && !complete && cli_stop ? CLI_STOPPED + cli_stop : code;
}

static const struct cli_opt options[] = {
    { "games", 'n', "N", TXT("sim.opt.games"), 0 },
    { "bots", 'b', "BOT[,BOT...]", TXT("sim.opt.bots"), 0 },
    { "set", 's', "NAME=VALUE[,VALUE...]", TXT("sim.opt.set"), CLI_OPT_MANY },
    { "seed", 0, "N", TXT("sim.opt.seed"), 0 },
    { "threads", 't', "T", TXT("sim.opt.threads"), 0 },
    { "html", 0, "FILE", TXT("sim.opt.html"), 0 },
    { "rows", 0, "FILE", TXT("sim.opt.rows"), 0 },
    { "json", 0, NULL, TXT("cli.opt.json"), 0 },
    { "record", 0, "DIR", TXT("sim.opt.record"), 0 },
    { "force", 0, NULL, TXT("cli.opt.force"), 0 },
    { "trace", 0, NULL, TXT("sim.opt.trace"), 0 },
    { "progress", 0, NULL, TXT("sim.opt.progress"), 0 },
    { "content", 0, "FILE", TXT("cli.opt.content"), 0 },
    { 0 },
};

const struct cli_command cli_sim = { "sim", "GAME", TXT("sim.sum"), options, 1, 1, run, NULL };
