/* sim.c - plays the games of a run on several threads and counts. */
#define _POSIX_C_SOURCE 200809L
#include "sim/sim.h"

#include "base/hash.h"

#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>
#include <unistd.h>

enum {
    BATCH = 8, /* games a thread takes at a time */
    PROGRESS_MS = 200,
    BOT_STREAM = 0x626f74 /* the entry whose generator the bots share: past every log */
};

/* ---- small arithmetic ---- */

void vl_hist_add(struct vl_hist *h, uint32_t value)
{
    h->count++;
    h->sum += value;
    h->bin[value < VL_SIM_BINS ? value : VL_SIM_BINS - 1]++;
}

uint32_t vl_hist_percentile(const struct vl_hist *h, int percent)
{
    uint64_t seen = 0;

    for (uint32_t v = 0; v < VL_SIM_BINS; v++) {
        seen += h->bin[v];
        if (seen && seen * 100 >= h->count * (uint64_t)percent)
            return v;
    }
    return 0;
}

uint64_t vl_per_game100(uint64_t sum, uint64_t games)
{
    return games ? (sum * 100 + games / 2) / games : 0;
}

uint64_t vl_hist_mean100(const struct vl_hist *h)
{
    return vl_per_game100(h->sum, h->count);
}

int64_t vl_score_mean100(const struct vl_sim_score *s)
{
    int64_t n = (int64_t)s->count;

    return n ? (s->sum * 100 + (s->sum < 0 ? -n : n) / 2) / n : 0;
}

/* 97.5 % of the normal distribution lie below. */
static const double z95 = 1.959963984540054;

/* Newton's method from above: no need of libm for one root. */
static double root(double x)
{
    double r = x > 1 ? x : 1;

    for (int i = 0; i < 60 && r * r > x; i++)
        r = (r + x / r) / 2;
    return r;
}

int64_t vl_score_within100(const struct vl_sim_score *s)
{
    double n = (double)s->count, games = (double)s->games;

    if (s->games < 2 || s->count == 0)
        return -1;
    double mean = (double)s->sum / n;
    double squares = (double)s->sum_sum - 2 * mean * (double)s->sum_count +
                     mean * mean * (double)s->count_count;
    double within = squares > 0 ? z95 * root(squares * games / (games - 1)) / n : 0;
    return (int64_t)(100 * within + 0.5);
}

uint64_t vl_sim_among(const struct vl_game *g, const struct vl_sim_count *n, int tally, int thing)
{
    int among = g->tallies[tally].among;

    return among ? n->tally[among - 1][thing].games : n->games;
}

static uint32_t hundredths(double share)
{
    return share <= 0 ? 0 : share >= 1 ? 10000 : (uint32_t)(share * 10000 + 0.5);
}

struct vl_rate vl_wilson(uint64_t won, uint64_t games)
{
    struct vl_rate rate = { 0, 0, 10000 };

    if (games == 0)
        return rate;
    double n = (double)games, p = (double)won / n, z2 = z95 * z95;
    double centre = (p + z2 / (2 * n)) / (1 + z2 / n);
    double half = z95 / (1 + z2 / n) * root(p * (1 - p) / n + z2 / (4 * n * n));
    rate.mid = hundredths(p);
    rate.low = hundredths(centre - half);
    rate.high = hundredths(centre + half);
    return rate;
}

int vl_sim_cores(void)
{
    long n = sysconf(_SC_NPROCESSORS_ONLN);

    return n < 1 ? 1 : n > VL_SIM_THREADS ? VL_SIM_THREADS : (int)n;
}

/* ---- chance ---- */

void vl_sim_seed(uint8_t seed[VL_SIM_SEED], uint64_t run_seed, uint64_t k)
{
    char text[80];
    struct vl_buf b = vl_buf_on(text, sizeof text);

    vl_put(&b, "veillee sim ");
    vl_put_u64(&b, run_seed);
    vl_put_char(&b, ' ');
    vl_put_u64(&b, k);
    vl_sha256_of(text, b.len, seed);
}

static struct vl_rng generator_at(const uint8_t seed[VL_SIM_SEED], uint64_t n)
{
    uint8_t bytes[VL_SIM_SEED + 8], key[32];

    memcpy(bytes, seed, VL_SIM_SEED);
    for (int i = 0; i < 8; i++)
        bytes[VL_SIM_SEED + i] = (uint8_t)(n >> (8 * i));
    vl_sha256_of(bytes, sizeof bytes, key);
    return vl_rng_key(key);
}

struct vl_move vl_sim_draw(const struct vl_rules *r, const struct vl_state *s,
                           const uint8_t seed[VL_SIM_SEED], uint64_t n)
{
    struct vl_rng rng = generator_at(seed, n);

    return vl_sample(r, s, &rng);
}

/* ---- what is counted ---- */

/* Events of one game, counted by the tallies of the game. */
struct counting_sink {
    struct vl_sink base;
    const struct vl_rules *rules;
    const struct vl_game *game;
    const struct vl_state *state;
    int turn_event, round_event; /* -1: the game has none */
    uint32_t turns, rounds;
    int things[VL_SIM_TALLIES]; /* that can be counted */
    uint8_t tallied[256];       /* by event type: 1 if some tally reads it */
    uint32_t sum[VL_SIM_TALLIES][VL_SIM_THINGS];
    uint8_t seats[VL_SIM_TALLIES][VL_SIM_THINGS]; /* which did it, as bits */
    int16_t last[VL_SIM_TALLIES][VL_SEATS_MAX];   /* counted for a seat; -1: nothing */
};

static int thing_of(const struct counting_sink *c, const struct vl_tally *tally,
                    const struct vl_event *ev)
{
    if (tally->flags & VL_TALLY_ENDS)
        return ev->seat >= 0 ? c->last[tally->among - 1][ev->seat] : -1;
    if (tally->of)
        return tally->of(c->rules, c->state, ev);
    int family = c->game->events[ev->type].args[tally->arg].family, thing = ev->arg[tally->arg];

    if (family == tally->family || !c->game->group)
        return thing;
    return c->game->group(c->rules, family, thing, tally->family);
}

static void take_event(struct vl_sink *sink, const struct vl_event *ev)
{
    struct counting_sink *c = (struct counting_sink *)sink;

    c->turns += ev->type == c->turn_event;
    c->rounds += ev->type == c->round_event;
    if (ev->type >= VL_LEN(c->tallied) || !c->tallied[ev->type])
        return;
    for (int t = 0; t < c->game->tallies_len && t < VL_SIM_TALLIES; t++) {
        const struct vl_tally *tally = &c->game->tallies[t];
        if (tally->event != ev->type || tally->arg >= ev->len)
            continue;
        int thing = thing_of(c, tally, ev);
        if (ev->seat >= 0)
            c->last[t][ev->seat] = (int16_t)thing;
        int more = tally->weight != VL_NONE && tally->weight < ev->len ? ev->arg[tally->weight] : 1;
        if (thing < 0 || thing >= c->things[t] || more <= 0)
            continue;
        c->sum[t][thing] = tally->flags & VL_TALLY_ONCE ? 1 : c->sum[t][thing] + (uint32_t)more;
        if (tally->who && tally->who <= ev->len)
            c->seats[t][thing] |= (uint8_t)(1u << ev->arg[tally->who - 1]);
    }
}

static void sink_init(struct counting_sink *c, const struct vl_rules *r)
{
    const struct vl_game *g = r->game;

    memset(c, 0, sizeof *c);
    c->base.take = take_event;
    c->rules = r;
    c->game = g;
    c->turn_event = g->event_turn - 1;
    c->round_event = g->event_round - 1;
    for (int t = 0; t < g->tallies_len && t < VL_SIM_TALLIES; t++) {
        int things = vl_family_count(r, g->tallies[t].family);

        VL_VERIFY(g->tallies[t].event < VL_LEN(c->tallied) && things <= VL_SIM_THINGS);
        c->tallied[g->tallies[t].event] = 1;
        c->things[t] = things;
    }
}

static void add_hist(struct vl_hist *to, const struct vl_hist *from)
{
    to->count += from->count;
    to->sum += from->sum;
    for (int i = 0; i < VL_SIM_BINS; i++)
        to->bin[i] += from->bin[i];
}

static void add_score(struct vl_sim_score *to, const struct vl_sim_score *from)
{
    to->sum += from->sum;
    to->sum_sum += from->sum_sum;
    to->sum_count += from->sum_count;
    to->count += from->count;
    to->count_count += from->count_count;
    to->games += from->games;
}

/* The scores of some seats of one game. */
static void add_seats(struct vl_sim_score *to, const struct vl_result *result, int seats,
                      unsigned which)
{
    int64_t sum = 0, count = 0;

    for (int seat = 0; seat < seats; seat++)
        if (which >> seat & 1) {
            sum += result->score[seat];
            count++;
        }
    add_score(to, &(struct vl_sim_score){ .sum = sum,
                                          .sum_sum = sum * sum,
                                          .sum_count = sum * count,
                                          .count = (uint64_t)count,
                                          .count_count = (uint64_t)(count * count),
                                          .games = 1 });
}

void vl_sim_add(struct vl_sim_count *to, const struct vl_sim_count *from)
{
    to->games += from->games;
    to->won += from->won;
    to->apart += from->apart;
    for (int p = 0; p < VL_SEATS_MAX; p++) {
        to->won_by[p] += from->won_by[p];
        add_score(&to->score_by[p], &from->score_by[p]);
    }
    to->players = from->players > to->players ? from->players : to->players;
    for (int i = 0; i < VL_SIM_OUTCOMES; i++) {
        to->outcome[i] += from->outcome[i];
        if (from->rule[i])
            to->rule[i] = from->rule[i];
    }
    add_hist(&to->turns, &from->turns);
    add_hist(&to->rounds, &from->rounds);
    add_hist(&to->decisions, &from->decisions);
    add_hist(&to->moves, &from->moves);
    for (int t = 0; t < VL_SIM_TALLIES; t++)
        for (int i = 0; i < VL_SIM_THINGS; i++) {
            to->tally[t][i].sum += from->tally[t][i].sum;
            to->tally[t][i].games += from->tally[t][i].games;
            to->tally[t][i].won += from->tally[t][i].won;
            add_score(&to->tally[t][i].score, &from->tally[t][i].score);
        }
}

/* ---- one thread's table ---- */

struct worker {
    const struct vl_sim *sim;
    struct run *run;
    pthread_t thread;
    struct vl_state *state, *hidden;
    void *scratch;
    struct vl_move *log;
    int8_t *actors;
    uint32_t log_cap;
    struct counting_sink sink;
    struct vl_sim_table table;
    struct vl_sim_count count;
    struct vl_error err;
};

/* Shared by the threads of a run. */
struct run {
    const struct vl_sim *sim;
    atomic_ullong next; /* first game that nobody has taken */
    atomic_ullong done;
    atomic_int failed; /* status of the first failure */
    pthread_mutex_t lock;
    pthread_cond_t ended;
    int running; /* threads; under lock */
};

static bool must_stop(const struct run *run)
{
    return atomic_load(&run->failed) != 0 || (run->sim->stop && *run->sim->stop);
}

static size_t scratch_size(const struct vl_sim *sim)
{
    size_t most = 1;

    for (int i = 0; i < sim->bots_len; i++) {
        size_t n = vl_bot_scratch(&sim->bots[i], sim->rules->game);
        most = n > most ? n : most;
    }
    return most;
}

static void worker_close(struct worker *w)
{
    if (!w)
        return;
    free(w->state);
    free(w->hidden);
    free(w->scratch);
    free(w->log);
    free(w->actors);
    free(w);
}

static struct worker *worker_open(struct run *run)
{
    const struct vl_game *g = run->sim->rules->game;
    struct worker *w = calloc(1, sizeof *w);

    if (!w)
        return NULL;
    w->sim = run->sim;
    w->run = run;
    w->state = malloc(g->state_size);
    w->hidden = malloc(g->state_size);
    w->scratch = malloc(scratch_size(run->sim));
    sink_init(&w->sink, run->sim->rules);
    w->sink.state = w->state;
    if (w->state && w->hidden && w->scratch)
        return w;
    worker_close(w);
    return NULL;
}

/* ---- one game ---- */

static struct vl_move ask_bot(struct worker *w, struct vl_rng *rng)
{
    const struct vl_rules *r = w->sim->rules;
    vl_actor seat = w->state->actor;
    int player = vl_controller(r, seat);
    struct vl_move list[VL_MOVES_MAX];
    struct vl_bot_answer answer;

    memcpy(w->hidden, w->state, r->game->state_size);
    vl_hide(r, w->hidden, seat);
    struct vl_bot_ask ask = { .rules = r,
                              .state = w->hidden,
                              .seat = seat,
                              .legal = list,
                              .legal_len = vl_legal(r, w->hidden, list),
                              .rng = rng,
                              .scratch = w->scratch };
    vl_bot_choose(&w->sim->bots[player % w->sim->bots_len], &ask, &answer);
    return answer.move;
}

static int tell(struct worker *w, bool is_end)
{
    const struct vl_sim_watch *watch = w->sim->watch;

    if (!watch)
        return VL_OK;
    if (is_end)
        return watch->ended ? watch->ended(watch->arg, &w->table, &w->err) : VL_OK;
    return watch->moved ? watch->moved(watch->arg, &w->table, &w->err) : VL_OK;
}

/* For one more move in the log. */
static int make_room(struct worker *w)
{
    struct vl_sim_table *t = &w->table;
    uint32_t cap = w->log_cap ? 2 * w->log_cap : 1024;

    if (t->log_len < w->log_cap)
        return VL_OK;
    if (t->log_len >= vl_moves_cap(w->sim->rules->game))
        return vl_error_set(&w->err, VL_TOO_LARGE, "", "a game that does not end");
    struct vl_move *log = realloc(w->log, cap * sizeof *log);
    w->log = log ? log : w->log;
    int8_t *actors = realloc(w->actors, cap);
    w->actors = actors ? actors : w->actors;
    if (!log || !actors)
        return vl_error_set(&w->err, VL_MEMORY, "", "");
    w->log_cap = cap;
    t->log = log;
    t->actors = actors;
    return VL_OK;
}

/* Counted by its events, or told by the game; -1: it has none. */
static int64_t last_round(const struct worker *w)
{
    const struct vl_rules *r = w->sim->rules;
    struct vl_turn turn;

    if (w->sink.round_event >= 0)
        return w->sink.rounds;
    return r->game->turn && r->game->turn(r, w->state, &turn) ? turn.round : -1;
}

/* Plays game k to its end; *decisions of seats. */
static int play(struct worker *w, uint64_t k, uint32_t *decisions)
{
    const struct vl_rules *r = w->sim->rules;
    struct vl_sim_table *t = &w->table;

    *t = (struct vl_sim_table){ .game = k, .state = w->state, .log = w->log, .actors = w->actors };
    memset(w->sink.last, 0xff, sizeof w->sink.last);
    vl_sim_seed(t->seed, w->sim->seed, k);
    struct vl_rng bots = generator_at(t->seed, UINT64_C(1) << 32 | BOT_STREAM);
    vl_start(r, w->state, &w->sink.base);
    int st = tell(w, false);
    for (*decisions = 0; st == VL_OK && w->state->actor != VL_OVER; st = tell(w, false)) {
        VL_VERIFY(r->game->decisions_max == 0 || t->log_len < r->game->decisions_max);
        st = make_room(w);
        if (st != VL_OK)
            return st;
        bool is_chance = w->state->actor == VL_CHANCE;
        struct vl_move m = is_chance ? vl_sim_draw(r, w->state, t->seed, t->log_len)
                                     : ask_bot(w, &bots);
        *decisions += !is_chance;
        w->actors[t->log_len] = w->state->actor;
        w->log[t->log_len++] = m;
        vl_apply_legal(r, w->state, m, &w->sink.base);
    }
    t->decisions = *decisions;
    t->turns = w->sink.turn_event >= 0 ? (int64_t)w->sink.turns : -1;
    t->rounds = last_round(w);
    return st == VL_OK ? tell(w, true) : st;
}

/* A game is won if all its players won, or if exactly one did: a team, or a
 * winner. */
static bool count_result(struct worker *w, const struct vl_result *result)
{
    const struct vl_rules *r = w->sim->rules;
    unsigned winners = 0, players = 0, seats_of[VL_SEATS_MAX] = { 0 };

    for (int seat = 0; seat < w->state->seats; seat++) {
        int player = vl_controller(r, seat);
        unsigned bit = 1u << player;
        players |= bit;
        winners |= result->won[seat] ? bit : 0;
        seats_of[player] |= 1u << seat;
    }
    for (int p = 0; p < VL_SEATS_MAX; p++)
        if (seats_of[p])
            add_seats(&w->count.score_by[p], result, w->state->seats, seats_of[p]);
    for (uint32_t p = 0; p < VL_SEATS_MAX; p++) {
        w->count.won_by[p] += winners >> p & 1;
        if ((players >> p & 1) && p >= w->count.players)
            w->count.players = p + 1;
    }
    w->count.apart += winners != 0 && winners != players;
    int outcome = w->state->outcome < VL_SIM_OUTCOMES ? w->state->outcome : VL_SIM_OUTCOMES - 1;
    w->count.outcome[outcome]++;
    w->count.rule[outcome] = result->rule;
    return winners == players || (winners && (winners & (winners - 1)) == 0);
}

static void count_game(struct worker *w, uint32_t decisions)
{
    struct counting_sink *c = &w->sink;
    struct vl_result result;

    vl_result(w->sim->rules, w->state, &result);
    bool won = count_result(w, &result);
    w->count.games++;
    w->count.won += won;
    vl_hist_add(&w->count.decisions, decisions);
    vl_hist_add(&w->count.moves, w->table.log_len);
    if (c->turn_event >= 0)
        vl_hist_add(&w->count.turns, c->turns);
    if (w->table.rounds >= 0)
        vl_hist_add(&w->count.rounds, (uint32_t)w->table.rounds);
    for (int t = 0; t < c->game->tallies_len && t < VL_SIM_TALLIES; t++)
        for (int i = 0; i < c->things[t]; i++)
            if (c->sum[t][i]) {
                w->count.tally[t][i].sum += c->sum[t][i];
                w->count.tally[t][i].games++;
                w->count.tally[t][i].won += won;
                add_seats(&w->count.tally[t][i].score, &result, w->state->seats,
                          c->game->tallies[t].who ? c->seats[t][i] : ~0u);
                c->sum[t][i] = 0;
                c->seats[t][i] = 0;
            }
    c->turns = c->rounds = 0;
}

/* ---- the threads ---- */

/* A batch once taken is finished, so that the games counted are the first ones. */
static int play_batch(struct worker *w, uint64_t first)
{
    for (uint64_t k = first; k < first + BATCH && k < w->sim->games; k++) {
        uint32_t decisions;
        int st = play(w, k, &decisions);
        if (st != VL_OK)
            return st;
        count_game(w, decisions);
        atomic_fetch_add(&w->run->done, 1);
    }
    return VL_OK;
}

static void *work(void *arg)
{
    struct worker *w = arg;
    struct run *run = w->run;

    while (!must_stop(run)) {
        uint64_t first = atomic_fetch_add(&run->next, BATCH);
        if (first >= w->sim->games)
            break;
        int st = play_batch(w, first);
        if (st != VL_OK) {
            int none = 0;
            if (!atomic_compare_exchange_strong(&run->failed, &none, st))
                w->err.status = 0; /* somebody else failed first */
            break;
        }
    }
    pthread_mutex_lock(&run->lock);
    run->running--;
    pthread_cond_signal(&run->ended);
    pthread_mutex_unlock(&run->lock);
    return NULL;
}

static void wait_for_end(struct run *run)
{
    pthread_mutex_lock(&run->lock);
    while (run->running > 0) {
        struct timespec until;
        clock_gettime(CLOCK_REALTIME, &until);
        until.tv_nsec += PROGRESS_MS * 1000000L;
        until.tv_sec += until.tv_nsec / 1000000000L;
        until.tv_nsec %= 1000000000L;
        pthread_cond_timedwait(&run->ended, &run->lock, &until);
        if (run->sim->progress) {
            pthread_mutex_unlock(&run->lock);
            run->sim->progress(run->sim->progress_arg, atomic_load(&run->done));
            pthread_mutex_lock(&run->lock);
        }
    }
    pthread_mutex_unlock(&run->lock);
}

static int threads_of(const struct vl_sim *sim)
{
    int n = sim->threads > 0 ? sim->threads : vl_sim_cores();
    uint64_t batches = (sim->games + BATCH - 1) / BATCH;

    n = n > VL_SIM_THREADS ? VL_SIM_THREADS : n;
    return (uint64_t)n > batches ? (batches ? (int)batches : 1) : n;
}

/* Joins the threads and adds up what they counted, in the order of the threads. */
static int gather(struct worker **workers, int n, struct vl_sim_count *out, struct vl_error *err)
{
    int st = VL_OK;

    for (int i = 0; i < n; i++) {
        pthread_join(workers[i]->thread, NULL);
        vl_sim_add(out, &workers[i]->count);
        if (workers[i]->err.status && st == VL_OK) {
            st = workers[i]->err.status;
            if (err)
                *err = workers[i]->err;
        }
    }
    return st;
}

int vl_sim_run(const struct vl_sim *sim, struct vl_sim_count *out, struct vl_error *err)
{
    struct run run = { .sim = sim };
    struct worker *workers[VL_SIM_THREADS];
    int wanted = threads_of(sim), n = 0;

    VL_ASSERT(sim->bots_len > 0);
    pthread_mutex_init(&run.lock, NULL);
    pthread_cond_init(&run.ended, NULL);
    for (; n < wanted; n++) {
        struct worker *w = workers[n] = worker_open(&run);
        if (!w)
            break;
        pthread_mutex_lock(&run.lock);
        run.running++;
        pthread_mutex_unlock(&run.lock);
        if (pthread_create(&w->thread, NULL, work, w) != 0) {
            pthread_mutex_lock(&run.lock);
            run.running--; /* those already running do the work alone */
            pthread_mutex_unlock(&run.lock);
            worker_close(w);
            break;
        }
    }
    wait_for_end(&run);
    uint64_t before = out->games;
    int st = gather(workers, n, out, err);
    for (int i = 0; i < n; i++)
        worker_close(workers[i]);
    pthread_cond_destroy(&run.ended);
    pthread_mutex_destroy(&run.lock);
    if (n == 0)
        return vl_error_set(err, VL_MEMORY, "sim", "cannot start a thread");
    if (st == VL_OK && out->games - before < sim->games)
        st = vl_error_set(err, VL_INTERRUPT, "sim", "stopped before all games were played");
    return st;
}
