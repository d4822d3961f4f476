#include "rooms_table.h"

#include "unit/test.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

const char *text_at(const json_t *o, const char *key)
{
    const char *text = json_string_value(json_object_get(o, key));

    return text ? text : "";
}

int64_t int_at(const json_t *o, const char *key)
{
    const json_t *v = json_object_get(o, key);

    return json_is_integer(v) ? json_integer_value(v) : -1;
}

static void keep(char *out, size_t cap, const char *text)
{
    snprintf(out, cap, "%s", text);
}

/* ---- tables ---- */

static void put_players(char *out, size_t cap, const char *players)
{
    struct vl_buf b = vl_buf_on(out, cap);

    for (const char *p = players; *p; p++) {
        vl_put(&b, p == players ? "" : ",");
        vl_put(&b, *p == 'h'   ? "{\"kind\":\"human\"}"
                   : *p == 'o' ? "{\"kind\":\"open\"}"
                   : *p == 'r' ? "{\"kind\":\"bot\",\"level\":\"random\"}"
                               : "{\"kind\":\"bot\",\"level\":\"greedy\"}");
    }
}

bool table_make(struct table *t, struct seam *s, const char *game, const char *options,
                const char *players, const char *more)
{
    struct client c;
    char seats[1024];
    size_t i;
    json_t *link;

    memset(t, 0, sizeof *t);
    t->seam = s;
    client_open(&c, s, "en");
    put_players(seats, sizeof seats, players);
    seam_sayf(c.conn, "{\"t\":\"create\",\"game\":\"%s\",\"options\":%s,\"seats\":[%s]%s}", game,
              options, seats, more);
    seam_run(s);
    client_listen(&c);
    bool ok = c.last && strcmp(text_at(c.last, "t"), "created") == 0;
    if (ok) {
        keep(t->room, sizeof t->room, text_at(c.last, "room"));
        keep(t->seed_hash, sizeof t->seed_hash, text_at(c.last, "seed_hash"));
        keep(t->watch, sizeof t->watch, text_at(json_object_get(c.last, "watch"), "token"));
        json_array_foreach(json_object_get(c.last, "links"), i, link)
            keep(t->token[int_at(link, "player")], sizeof t->token[0], text_at(link, "token"));
    }
    client_close(&c);
    return ok;
}

/* ---- views ---- */

static bool has_id(const json_t *thing, const json_t *id)
{
    return json_equal(json_object_get(thing, "id"), id);
}

static int find(const json_t *list, const json_t *id)
{
    for (size_t i = 0; i < json_array_size(list); i++)
        if (has_id(json_array_get(list, i), id))
            return (int)i;
    return -1;
}

static bool apply_patch(json_t *thing, json_t *to)
{
    const char *key;
    json_t *v;

    if (!thing)
        return false;
    json_object_foreach(to, key, v)
    {
        if (json_is_null(v))
            json_object_del(thing, key);
        else
            json_object_set(thing, key, v);
    }
    return true;
}

static bool apply_put(json_t *list, const json_t *op)
{
    const json_t *id = json_object_get(op, "id"), *after = json_object_get(op, "after");
    json_t *thing = json_object_get(op, "to");
    int at = find(list, id);

    if (!thing && at < 0)
        return false;
    thing = json_incref(thing ? thing : json_array_get(list, (size_t)at));
    if (at >= 0)
        json_array_remove(list, (size_t)at);
    at = json_is_null(after) ? 0 : find(list, after) + 1;
    bool ok = json_is_null(after) || at > 0;
    json_array_insert_new(list, (size_t)at, thing);
    return ok;
}

static bool apply_op(json_t *view, const json_t *op)
{
    json_t *list, *id = json_object_get(op, "id");

    if (json_object_get(op, "set")) {
        json_object_set(view, text_at(op, "set"), json_object_get(op, "to"));
        return true;
    }
    if (json_object_get(op, "put"))
        return apply_put(json_object_get(view, text_at(op, "put")), op);
    bool patch = json_object_get(op, "patch") != NULL;
    list = json_object_get(view, text_at(op, patch ? "patch" : "drop"));
    int at = find(list, id);
    if (at < 0)
        return false;
    if (patch)
        return apply_patch(json_array_get(list, (size_t)at), json_object_get(op, "to"));
    return json_array_remove(list, (size_t)at) == 0;
}

static bool apply_ops(json_t *view, const json_t *told)
{
    json_t *op;
    size_t i;
    bool ok = true;

    json_array_foreach(json_object_get(told, "ops"), i, op) ok &= apply_op(view, op);
    return ok;
}

bool view_apply(json_t *view, const json_t *step)
{
    json_t *fresh, *entry, *event;
    size_t i, k;
    bool ok = apply_ops(view, step);

    json_array_foreach(json_object_get(step, "entries"), i, entry)
    {
        json_array_foreach(json_object_get(entry, "events"), k, event) ok &= apply_ops(view, event);
        ok &= apply_ops(view, entry);
    }
    fresh = json_object_get(step, "rev");
    json_object_set(view, "rev", fresh);
    return ok;
}

/* ---- clients ---- */

void client_open(struct client *c, struct seam *s, const char *lang)
{
    memset(c, 0, sizeof *c);
    c->seam = s;
    c->lang = lang;
    c->player = -1;
    c->rev = c->acked = -1;
    c->conn = seam_connect(s);
    c->told = strcmp(lang, "fr") == 0;
    seam_sayf(c->conn, "{\"t\":\"hello\",\"version\":2,\"lang\":\"%s\",\"told\":%s}", lang,
              c->told ? "true" : "false");
    CHECK(seam_find(c->conn, "welcome") != NULL);
}

void client_enter(struct client *c, const struct table *t, const char *token, int64_t since)
{
    char tail[64] = "";

    if (since >= 0)
        snprintf(tail, sizeof tail, ",\"since\":%lld", (long long)since);
    if (token)
        seam_sayf(c->conn, "{\"t\":\"join\",\"room\":\"%s\",\"token\":\"%s\"%s}", t->room, token,
                  tail);
    else
        seam_sayf(c->conn, "{\"t\":\"join\",\"room\":\"%s\"%s}", t->room, tail);
}

void client_join(struct client *c, struct table *t, int player, const char *lang)
{
    client_open(c, t->seam, lang);
    client_enter(c, t, player < VL_SEATS_MAX ? t->token[player] : t->watch, -1);
    seam_run(t->seam);
    client_listen(c);
    CHECK(c->view != NULL);
    CHECK_EQ(c->player, player < VL_SEATS_MAX ? player : -1);
}

static void drop(json_t **p)
{
    json_decref(*p);
    *p = NULL;
}

void client_close(struct client *c)
{
    if (c->conn)
        seam_hang_up(c->conn);
    c->conn = NULL;
    drop(&c->view);
    drop(&c->actions);
    drop(&c->joined);
    drop(&c->over);
    drop(&c->players);
    drop(&c->last);
}

static void take(json_t **p, json_t *m)
{
    json_decref(*p);
    *p = json_incref(m);
}

static void take_step(struct client *c, const json_t *m)
{
    c->steps++;
    drop(&c->actions);
    if (!c->view) /* joined with `since`: the view is somebody else's */
        return;
    CHECK_EQ(int_at(m, "from"), c->rev);
    CHECK_EQ(json_object_get(m, "ops") == NULL, c->told);
    CHECK(view_apply(c->view, m));
    c->rev = int_at(m, "rev");
    CHECK_EQ(json_array_size(json_object_get(m, "entries")), c->rev - int_at(m, "from"));
}

static void take_view(struct client *c, const json_t *m)
{
    drop(&c->actions);
    json_decref(c->view);
    c->view = json_deep_copy(json_object_get(m, "view"));
    c->rev = int_at(m, "rev");
}

static void take_message(struct client *c, json_t *m)
{
    const char *t = text_at(m, "t");

    if (strcmp(t, "joined") == 0) {
        const json_t *player = json_object_get(m, "player");
        c->player = json_is_integer(player) ? (int)json_integer_value(player) : -1;
        take(&c->joined, m);
    } else if (strcmp(t, "view") == 0) {
        take_view(c, m);
    } else if (strcmp(t, "step") == 0) {
        take_step(c, m);
    } else if (strcmp(t, "actions") == 0) {
        take(&c->actions, m);
    } else if (strcmp(t, "over") == 0) {
        take(&c->over, m);
    } else if (strcmp(t, "players") == 0) {
        take(&c->players, m);
    } else if (strcmp(t, "ack") == 0) {
        c->acks++;
        c->acked = int_at(m, "rev");
    } else if (strcmp(t, "error") == 0) {
        c->errors++;
        keep(c->error, sizeof c->error, text_at(m, "status"));
        CHECK(text_at(m, "text")[0] != '\0');
        take(&c->last, m);
    } else {
        take(&c->last, m);
    }
}

void client_listen(struct client *c)
{
    const char *text;
    json_error_t err;

    while ((text = seam_next(c->conn)) != NULL) {
        json_t *m = json_loads(text, JSON_REJECT_DUPLICATES, &err);

        if (CHECK(m != NULL))
            take_message(c, m);
        json_decref(m);
    }
}

static void say(struct client *c, const char *type, const char *rest, va_list args)
{
    char tail[2048];

    vsnprintf(tail, sizeof tail, rest, args);
    c->error[0] = '\0';
    c->acked = -1;
    seam_sayf(c->conn, "{\"t\":\"%s\",\"cid\":\"p%d-%d\"%s}", type, c->player, ++c->cids, tail);
}

void client_say(struct client *c, const char *type, const char *rest, ...)
{
    va_list args;

    va_start(args, rest);
    say(c, type, rest, args);
    va_end(args);
}

void client_ask(struct client *c, const char *type, const char *rest, ...)
{
    va_list args;

    va_start(args, rest);
    say(c, type, rest, args);
    va_end(args);
    seam_run(c->seam);
    client_listen(c);
}

bool client_play(struct client *c, struct vl_rng *rng)
{
    const json_t *list = json_object_get(c->actions, "actions");
    size_t n = json_array_size(list);

    if (n == 0)
        return false;
    const json_t *a = json_array_get(list, vl_rng_below(rng, (uint32_t)n));
    client_ask(c, "move", ",\"rev\":%lld,\"move\":\"%s\"", (long long)int_at(c->actions, "rev"),
               text_at(a, "id"));
    CHECK_STR(c->error, "");
    CHECK(c->acked >= 0);
    return true;
}

bool client_is_right(struct client *c)
{
    json_t *kept = json_deep_copy(c->view);
    json_t *actions = c->actions ? json_deep_copy(c->actions) : NULL;

    client_ask(c, "resync", "");
    bool ok = json_equal(kept, c->view) &&
              (actions ? json_equal(actions, c->actions) : c->actions == NULL);
    if (!ok) {
        char *a = json_dumps(kept, JSON_SORT_KEYS), *b = json_dumps(c->view, JSON_SORT_KEYS);

        printf("kept %.3000s\nsent %.3000s\n", a, b);
        free(a);
        free(b);
    }
    json_decref(kept);
    json_decref(actions);
    return ok;
}
