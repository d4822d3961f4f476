/* fleet.c - the life of tables and seats, message by message. */
#include "fleet.h"

#include "secrets.h"
#include "wire.h"

#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

enum { AGAIN_MS = 200, RECONNECT_MS = 40, RECONNECT_MOST_MS = 1000, CREATE_AGAIN_MS = 500 };

static uint64_t now_ms(struct fleet *f)
{
    return uv_now(f->net->loop);
}

/* Counts what must not be, and keeps the words of the first. */
static void fault(struct fleet *f, uint64_t *counter, const char *format, ...)
{
    va_list args;

    (*counter)++;
    if (f->fault[0])
        return;
    va_start(args, format);
    vsnprintf(f->fault, sizeof f->fault, format, args);
    va_end(args);
    for (char *p = f->fault; *p; p++)
        if (*p == '"' || *p == '\\' || (unsigned char)*p < 32)
            *p = '\'';
}

__attribute__((format(printf, 2, 3))) static void say(struct seat *s, const char *format, ...)
{
    char text[2048];
    va_list args;

    va_start(args, format);
    int len = vsnprintf(text, sizeof text, format, args);
    va_end(args);
    if (s->client && len > 0 && (size_t)len < sizeof text)
        client_send(s->client, text, (size_t)len);
}

/* ---- tables ---- */

static void be_ready(struct table *t)
{
    struct fleet *f = t->fleet;

    if (t->is_ready)
        return;
    t->is_ready = true;
    f->ready[(f->ready_first + f->ready_len++) % (size_t)f->tables_len] = t;
}

static void create(struct table *t)
{
    const struct fleet_shape *shape = &t->fleet->shape;
    char seats[1024];
    size_t at = 0;

    for (int i = 0; i < shape->humans + shape->bots; i++)
        at += (size_t)snprintf(seats + at, sizeof seats - at,
                               i < shape->humans ? "%s{\"kind\":\"human\"}"
                                                 : "%s{\"kind\":\"bot\",\"level\":\"%s\"}",
                               i ? "," : "", shape->level);
    t->state = TABLE_CREATING;
    t->create_ms = 0;
    say(&t->seats[0],
        "{\"t\":\"create\",\"cid\":\"c%u\",\"game\":\"%s\",\"options\":%s,\"seats\":[%s]}",
        t->generation, shape->game, shape->options, seats);
}

static void leave_seated(struct seat *s)
{
    if (s->state == SEAT_SEATED)
        s->table->fleet->seated--;
}

static void join(struct seat *s)
{
    char since[48] = "";

    leave_seated(s);
    if (s->generation == s->table->generation)
        snprintf(since, sizeof since, ",\"since\":%u", s->rev);
    else
        s->rev = 0;
    s->state = SEAT_JOINING;
    s->acked_then = s->table->acked_rev;
    s->seen_then = s->table->seen_rev;
    say(s, "{\"t\":\"join\",\"room\":\"%s\",\"token\":\"%s\"%s}", s->table->room, s->token, since);
}

/* A table that was made: tokens to everybody, and in. */
static void created(struct table *t, const char *text, size_t len)
{
    struct fleet *f = t->fleet;
    struct span links = wire_find(text, len, "links"), link;
    size_t at = 0;
    int humans = 0;

    if (!wire_text(wire_find(text, len, "room"), t->room, sizeof t->room) ||
        !wire_text(wire_in(wire_find(text, len, "watch"), "token"), t->watch, sizeof t->watch)) {
        fault(f, &f->count.protocol, "created: %.*s", (int)len, text);
        return;
    }
    t->generation++;
    t->state = TABLE_RUNNING;
    t->seen_rev = t->acked_rev = 0;
    f->count.games++;
    while ((link = wire_next(links, &at)).p && humans < t->humans) {
        struct seat *s = &t->seats[humans++];
        s->player = (int16_t)wire_int(wire_in(link, "player"));
        wire_text(wire_in(link, "token"), s->token, sizeof s->token);
        if (f->tokens)
            fprintf(f->tokens, "%s\n", s->token);
    }
    if (f->tokens)
        fprintf(f->tokens, "%s\n", t->watch);
    for (int i = humans; i < t->seats_len; i++) {
        t->seats[i].player = -1;
        memcpy(t->seats[i].token, t->watch, sizeof t->watch);
    }
    for (int i = 0; i < t->seats_len; i++) {
        t->seats[i].heard_len = 0;
        t->seats[i].is_missing_some = false;
        /* One that is joining the old table comes over when it is in. */
        if (t->seats[i].state == SEAT_GREETED || t->seats[i].state == SEAT_SEATED)
            join(&t->seats[i]);
    }
}

/* The seat that asks for a new game once this one is over. */
static void next_game(struct table *t)
{
    struct fleet *f = t->fleet;

    if (f->is_stopped || (f->games_max && f->count.games >= f->games_max))
        return;
    if (t->seats[0].state >= SEAT_GREETED)
        create(t);
}

static void over(struct seat *s, const char *text, size_t len)
{
    struct table *t = s->table;
    struct fleet *f = t->fleet;

    if (f->is_recorded)
        f->count.leaks += (uint64_t)secrets_search(s, wire_find(text, len, "seed"), f->fault,
                                                   sizeof f->fault);
    if (t->state != TABLE_RUNNING)
        return;
    t->state = TABLE_OVER;
    f->count.over++;
    /* Not at once: the other seats are to hear of the end first. */
    t->create_ms = now_ms(f) + 20;
}

/* ---- moves ---- */

static void send_pending(struct table *t)
{
    struct pending *p = &t->pending;

    p->again_ms = 0;
    say(p->seat, "{\"t\":\"move\",\"cid\":\"%s\",\"rev\":%u,\"move\":\"%s\"}", p->cid, p->rev,
        p->move);
}

static void resend(struct table *t)
{
    t->pending.is_resent = true;
    t->fleet->count.resent++;
    send_pending(t);
}

bool fleet_move(struct fleet *f)
{
    while (f->ready_len > 0) {
        struct table *t = f->ready[f->ready_first];
        struct pending *p = &t->pending;

        f->ready_first = (f->ready_first + 1) % (size_t)f->tables_len;
        f->ready_len--;
        t->is_ready = false;
        if (t->state != TABLE_RUNNING || p->is_there || !t->ready_seat)
            continue;
        p->is_there = true;
        p->is_resent = false;
        p->seat = t->ready_seat;
        p->rev = t->ready_rev;
        memcpy(p->move, t->ready_move, sizeof p->move);
        snprintf(p->cid, sizeof p->cid, "%x-%x-%x", t->index, t->generation, ++t->cids);
        f->pending_len++;
        f->count.sent++;
        p->sent_ns = net_now();
        if (p->seat->state == SEAT_SEATED)
            send_pending(t);
        else
            p->is_resent = true; /* when it is back; no time is measured */
        t->ready_seat = NULL;
        return true;
    }
    return false;
}

static void end_pending(struct table *t)
{
    t->pending.is_there = false;
    t->pending.again_ms = 0;
    t->fleet->pending_len--;
}

static void acked(struct seat *s, const char *text, size_t len)
{
    struct table *t = s->table;
    struct fleet *f = t->fleet;
    struct pending *p = &t->pending;
    int64_t rev = wire_int(wire_find(text, len, "rev"));

    if (!p->is_there || !wire_is(wire_find(text, len, "cid"), p->cid))
        return; /* the answer to one that was sent twice */
    if (rev != (int64_t)p->rev + 1)
        fault(f, &f->count.answer, "ack %lld for a move at %u: %s", (long long)rev, p->rev,
              p->move);
    if (!p->is_resent)
        samples_add(&f->ack, net_now() - p->sent_ns);
    if (f->ledger)
        fprintf(f->ledger, "%s\t%d\t%lld\t%s\t%s\n", t->room, s->player, (long long)rev, p->cid,
                p->move);
    f->count.acked++;
    if (rev > (int64_t)t->acked_rev)
        t->acked_rev = (uint32_t)rev;
    end_pending(t);
    if (t->ready_seat)
        be_ready(t);
}

static void failed_move(struct table *t, struct span status)
{
    struct fleet_counts *n = &t->fleet->count;
    bool again = wire_is(status, "io") || wire_is(status, "busy") || wire_is(status, "memory");

    if (again) {
        *(wire_is(status, "io") ? &n->io : &n->busy) += 1;
        t->pending.is_resent = true;
        t->pending.again_ms = now_ms(t->fleet) + AGAIN_MS;
        return;
    }
    *(wire_is(status, "stale") ? &n->stale : &n->refused) += 1;
    end_pending(t);
    if (t->ready_seat)
        be_ready(t);
}

/* What another try may bring about; anything else is a fault of the client, and would be refused
 * for ever. */
static bool may_pass(struct span status)
{
    return wire_is(status, "io") || wire_is(status, "busy") || wire_is(status, "memory") ||
           wire_is(status, "often");
}

static void failed(struct seat *s, const char *text, size_t len)
{
    struct table *t = s->table;
    struct span status = wire_find(text, len, "status"), re = wire_find(text, len, "re");

    if (t->pending.is_there && wire_is(wire_find(text, len, "cid"), t->pending.cid)) {
        failed_move(t, status);
    } else if (wire_is(re, "create") && t->state == TABLE_CREATING && may_pass(status)) {
        t->state = t->generation ? TABLE_OVER : TABLE_NONE;
        t->create_ms = now_ms(t->fleet) + CREATE_AGAIN_MS;
    } else if (wire_is(re, "join") && (wire_is(status, "busy") || wire_is(status, "io"))) {
        client_abort(s->client); /* it tries again from the start, after a pause */
    } else {
        fault(t->fleet, &t->fleet->count.protocol, "%.*s", (int)len, text);
    }
}

/* ---- what a seat is told ---- */

static void pick_action(struct seat *s, const char *text, size_t len)
{
    struct table *t = s->table;
    struct span actions = wire_find(text, len, "actions"), one;
    size_t at = 0;
    uint32_t n = 0;

    t->ready_seat = NULL;
    while ((one = wire_next(actions, &at)).p) {
        if (!wire_in(one, "verb").p)
            continue; /* each entry is to be of one move, for the ledger: its moves are listed too
                       */
        if (net_random(t->fleet->net, ++n) == 0 &&
            wire_text(wire_in(one, "id"), t->ready_move, sizeof t->ready_move))
            t->ready_seat = s;
    }
    t->ready_rev = (uint32_t)wire_int(wire_find(text, len, "rev"));
    if (!t->ready_seat)
        fault(t->fleet, &t->fleet->count.protocol, "actions: %.*s", (int)len, text);
    else if (!t->pending.is_there)
        be_ready(t);
}

static void see(struct seat *s, int64_t rev)
{
    struct table *t = s->table;

    s->rev = (uint32_t)rev;
    if (s->rev > t->seen_rev)
        t->seen_rev = s->rev;
    if (t->fleet->step)
        t->fleet->step(t->fleet->step_ctx, s, s->rev);
}

static void stepped(struct seat *s, const char *text, size_t len)
{
    struct fleet *f = s->table->fleet;
    int64_t from = wire_int(wire_find(text, len, "from"));
    int64_t rev = wire_int(wire_find(text, len, "rev"));

    f->count.steps++;
    if (from != s->rev || rev < from)
        fault(f, &f->count.gap, "step from %lld to %lld, at %u", (long long)from, (long long)rev,
              s->rev);
    see(s, rev);
}

static void joined(struct seat *s, const char *text, size_t len)
{
    struct table *t = s->table;
    struct fleet *f = t->fleet;
    int64_t rev = wire_int(wire_find(text, len, "rev"));

    if (s->state != SEAT_JOINING)
        return;
    if (!wire_is(wire_find(text, len, "room"), t->room)) {
        join(s);
        return;
    }
    s->state = SEAT_SEATED;
    s->tries = 0;
    f->seated++;
    if (s->generation != t->generation)
        s->generation = t->generation;
    if (rev < (int64_t)s->acked_then)
        fault(f, &f->count.lost, "%s is at %lld, %u was acknowledged", t->room, (long long)rev,
              s->acked_then);
    else if (rev < (int64_t)s->seen_then)
        fault(f, &f->count.shown, "%s is at %lld, %u was shown", t->room, (long long)rev,
              s->seen_then);
    if (s->lost_ns) {
        samples_add(&f->back, net_now() - s->lost_ns);
        f->count.reconnects++;
        s->lost_ns = 0;
    }
    if (t->pending.is_there && t->pending.seat == s)
        resend(t);
}

static void welcomed(struct seat *s)
{
    struct table *t = s->table;

    s->state = SEAT_GREETED;
    if (t->state == TABLE_RUNNING || t->state == TABLE_OVER)
        join(s);
    else if (t->state == TABLE_NONE && s == &t->seats[0])
        create(t);
}

static void said_bye(struct seat *s, const char *text, size_t len)
{
    struct span range = wire_find(text, len, "retry");
    size_t at = 0;
    int64_t lo = wire_int(wire_next(range, &at)), hi = wire_int(wire_next(range, &at));

    s->table->fleet->count.byes++;
    s->retry_ms = lo < 0 || hi < lo
                      ? 0
                      : lo + net_random(s->table->fleet->net, (uint32_t)(hi - lo) + 1);
}

static void on_text(void *ctx, struct client *c, const char *text, size_t len)
{
    struct seat *s = ctx;
    struct fleet *f = s->table->fleet;
    struct span t = wire_find(text, len, "t");
    bool is_here = s->state == SEAT_SEATED && s->generation == s->table->generation;

    (void)c;
    if (wire_is(t, "step") && is_here)
        stepped(s, text, len);
    else if (wire_is(t, "ack"))
        acked(s, text, len);
    else if (wire_is(t, "actions") && is_here)
        pick_action(s, text, len);
    else if (wire_is(t, "view") && is_here) {
        f->count.views++;
        see(s, wire_int(wire_find(text, len, "rev")));
    } else if (wire_is(t, "over") && is_here)
        over(s, text, len);
    else if (wire_is(t, "welcome") && s->state == SEAT_OPENING)
        welcomed(s);
    else if (wire_is(t, "created") && s->table->state == TABLE_CREATING) {
        created(s->table, text, len);
        is_here = false; /* it tells the links, and it may */
    } else if (wire_is(t, "joined"))
        joined(s, text, len);
    else if (wire_is(t, "error"))
        failed(s, text, len);
    else if (wire_is(t, "bye"))
        said_bye(s, text, len);
    else if (wire_is(t, "store"))
        *(wire_is(wire_find(text, len, "state"), "ok") ? &f->count.writable
                                                       : &f->count.read_only) += 1;
    else if (wire_is(t, "left"))
        client_abort(s->client); /* the table must be joined again */
    if (f->is_recorded && is_here)
        secrets_hear(s, text, len);
}

/* ---- connections ---- */

static void on_open(void *ctx, struct client *c)
{
    struct seat *s = ctx;

    (void)c;
    say(s, "{\"t\":\"hello\",\"version\":2,\"lang\":\"en\",\"client\":\"load\"}");
}

static void on_closed(void *ctx, struct client *c, int code)
{
    struct seat *s = ctx;
    struct table *t = s->table;
    struct fleet *f = t->fleet;
    uint64_t wait = (uint64_t)RECONNECT_MS << (s->tries < 5 ? s->tries : 5);

    (void)c;
    (void)code;
    leave_seated(s);
    if (s->state >= SEAT_GREETED) {
        f->count.lost_connections++;
        s->lost_ns = net_now();
    }
    if (s == &t->seats[0] && t->state == TABLE_CREATING) {
        t->state = t->generation ? TABLE_OVER : TABLE_NONE;
        t->create_ms = now_ms(f) + CREATE_AGAIN_MS;
    }
    s->client = NULL;
    s->state = SEAT_OUT;
    if (wait > RECONNECT_MOST_MS)
        wait = RECONNECT_MOST_MS;
    s->due_ms = now_ms(f) + (s->retry_ms >= 0 ? (uint64_t)s->retry_ms
                                              : wait / 2 + net_random(f->net, (uint32_t)wait));
    s->retry_ms = -1;
    s->tries = (uint8_t)(s->tries + (s->tries < 255));
}

static const struct client_calls calls = { on_open, on_text, on_closed, NULL, NULL };

static void open_seat(struct seat *s)
{
    s->state = SEAT_OPENING;
    s->client = client_connect(s->table->fleet->net, &calls, s, CLIENT_NEXT_SOURCE);
    if (!s->client)
        s->state = SEAT_OUT;
}

void fleet_cut(struct seat *s)
{
    if (s->client)
        client_abort(s->client);
}

/* ---- the fleet ---- */

int fleet_init(struct fleet *f, struct net *n, const struct fleet_shape *shape, int tables)
{
    int seats = shape->humans + shape->watchers;

    memset(f, 0, sizeof *f);
    f->net = n;
    f->shape = *shape;
    f->tables_len = tables;
    f->tables = calloc((size_t)tables, sizeof *f->tables);
    f->ready = calloc((size_t)tables, sizeof *f->ready);
    if (!f->tables || !f->ready || seats < 1 || seats > FLEET_SEATS_MAX)
        return -1;
    for (int i = 0; i < tables; i++) {
        struct table *t = &f->tables[i];
        t->fleet = f;
        t->index = (uint32_t)i;
        t->seats_len = (uint16_t)seats;
        t->humans = (uint16_t)shape->humans;
        t->seats = calloc((size_t)seats, sizeof *t->seats);
        if (!t->seats)
            return -1;
        for (int k = 0; k < seats; k++) {
            t->seats[k].table = t;
            t->seats[k].retry_ms = -1;
            t->seats[k].due_ms = UINT64_MAX; /* until fleet_open() comes to it */
        }
    }
    f->seats_len = seats * tables;
    return 0;
}

void fleet_deinit(struct fleet *f)
{
    for (int i = 0; f->tables && i < f->tables_len; i++) {
        for (int k = 0; f->tables[i].seats && k < f->tables[i].seats_len; k++)
            free(f->tables[i].seats[k].heard);
        free(f->tables[i].seats);
    }
    free(f->tables);
    free(f->ready);
    samples_deinit(&f->ack);
    samples_deinit(&f->back);
    if (f->ledger)
        fclose(f->ledger);
    if (f->tokens)
        fclose(f->tokens);
}

bool fleet_open(struct fleet *f, int n)
{
    int per_table = f->seats_len / f->tables_len;

    for (; n > 0 && f->next_opened < f->seats_len; n--, f->next_opened++)
        open_seat(&f->tables[f->next_opened / per_table].seats[f->next_opened % per_table]);
    return f->next_opened < f->seats_len;
}

static void tick_table(struct table *t, uint64_t now)
{
    struct fleet *f = t->fleet;

    for (int k = 0; k < t->seats_len; k++) {
        struct seat *s = &t->seats[k];
        if (s->state == SEAT_OUT && s->due_ms <= now && !f->is_stopped)
            open_seat(s);
    }
    if (t->pending.is_there && t->pending.again_ms && t->pending.again_ms <= now &&
        t->pending.seat->state == SEAT_SEATED)
        resend(t);
    if ((t->state == TABLE_OVER || t->state == TABLE_NONE) && t->create_ms && t->create_ms <= now &&
        !t->pending.is_there)
        next_game(t);
}

void fleet_tick(struct fleet *f, uint64_t now)
{
    for (int i = 0; i < f->tables_len; i++)
        tick_table(&f->tables[i], now);
}

void fleet_stop(struct fleet *f)
{
    f->is_stopped = true;
    for (int i = 0; i < f->tables_len; i++)
        for (int k = 0; k < f->tables[i].seats_len; k++)
            if (f->tables[i].seats[k].client)
                client_close(f->tables[i].seats[k].client, 1000);
}
