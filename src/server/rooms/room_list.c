/* room_list.c - the list of open tables.
 *
 * However many ask, the store is asked once a second per game: lists are kept
 * for so long, and those who come while one is being read wait for it. */
#include "server/rooms/room_impl.h"

#include <stdlib.h>

enum { LIST_MS = 1000 };

/* Somebody who waits for a list. */
struct listing {
    struct listing *next;
    struct member *m; /* NULL: gone */
    char cid[PROTO_CID_MAX + 1];
};

/* What a request to the store is about. */
struct question {
    struct rooms *rs;
    struct table_list *list;
};

/* ---- writing ---- */

static void put_players(struct vl_json *w, const struct vl_json_doc *doc)
{
    static const char *const keys[] = { "kind", "level", "name" };
    uint32_t list = vl_json_get(doc, 0, "players");
    int player = 0;

    vl_json_key(w, "players");
    vl_json_arr(w);
    for (uint32_t c = list ? vl_json_first(doc, list) : 0; c; c = vl_json_sibling(doc, c)) {
        vl_json_obj(w);
        vl_json_kint(w, "player", player++);
        for (int i = 0; i < VL_LEN(keys); i++) {
            uint32_t node = vl_json_get(doc, c, keys[i]);
            char text[PROTO_NAME_MAX + 1];

            if (node && vl_json_text(doc, node, text, sizeof text))
                vl_json_kstr(w, keys[i], text);
        }
        vl_json_end(w);
    }
    vl_json_end(w);
}

/* In which language it was made; tables from before have none. */
static void put_lang(struct vl_json *w, const struct vl_json_doc *doc)
{
    uint32_t node = vl_json_get(doc, 0, "lang");
    char word[8];

    if (node && vl_json_text(doc, node, word, sizeof word) && vl_lang_find(word) >= 0)
        vl_json_kstr(w, "lang", word);
}

/* A table whose game or head cannot be read is passed over. */
static void put_table(struct vl_json *w, const struct rooms *rs, const struct store_game *g)
{
    const struct vl_game *game = rooms_game(rs, g->game);
    struct vl_json_doc doc;
    struct vl_rules r;
    struct vl_error err;

    if (!game || house_hides(rs->house, g->id) || rooms_rules(rs, game, NULL, &r, &err) != VL_OK ||
        vl_options_parse(&r, g->options, &err) != VL_OK ||
        vl_json_parse(&doc, g->head, strlen(g->head), rs->scratch->nodes.node, PROTO_NODES_MAX,
                      &err) != VL_OK)
        return;
    vl_json_obj(w);
    vl_json_kstr(w, "room", g->id);
    vl_json_kstr(w, "game", g->game);
    vl_json_key(w, "options");
    vl_options_json(&r, w, false);
    put_players(w, &doc);
    put_lang(w, &doc);
    vl_json_kint(w, "created", g->created_ms);
    vl_json_end(w);
}

static void keep(struct rooms *rs, struct table_list *list, const struct writer_result *r)
{
    struct vl_json w = member_write(rs);

    vl_json_arr(&w);
    for (size_t i = 0; i < r->games_len; i++)
        put_table(&w, rs, &r->games[i]);
    vl_json_end(&w);
    char *text = w.out.full ? NULL : malloc(w.out.len + 1);
    if (!text)
        return;
    memcpy(text, w.out.p, w.out.len + 1);
    free(list->text);
    list->text = text;
    list->at_ms = rooms_steady(rs);
}

static void answer(struct member *m, const char *cid, const struct table_list *list)
{
    struct vl_json w = member_write(m->rs);

    proto_begin(&w, PROTO_TABLES, cid);
    vl_json_key(&w, "tables");
    vl_put(&w.out, list->text); /* written by keep(): a value as it stands */
    w.after_key = false;
    vl_json_end(&w);
    member_send(m, &w);
}

/* ---- asking ---- */

static bool is_fresh(const struct rooms *rs, const struct table_list *list)
{
    int64_t age = rooms_steady(rs) - list->at_ms;

    return list->text && age >= 0 && age < LIST_MS;
}

static void on_listed(void *ctx, const struct writer_result *r)
{
    struct question *q = ctx;
    struct table_list *list = q->list;

    list->is_asked = false;
    if (r->status == VL_OK)
        keep(q->rs, list, r);
    while (list->waiting) {
        struct listing *l = list->waiting;
        struct member *m = l->m;

        list->waiting = l->next;
        if (m)
            m->listing = NULL;
        if (m && r->status == VL_OK && list->text)
            answer(m, l->cid, list);
        else if (m)
            member_error(m, PROTO_LIST, l->cid, r->status ? r->status : VL_MEMORY, NULL);
        free(l);
    }
    free(q);
}

static bool ask(struct rooms *rs, struct table_list *list, const char *game)
{
    struct store_filter filter = {
        .game = game, .states = 1u << STORE_OPEN, .public_only = true, .limit = PROTO_TABLES_MAX
    };
    struct question *q = malloc(sizeof *q);

    if (!q)
        return false;
    *q = (struct question){ rs, list };
    if (writer_list(rs->setup.writer, &filter, on_listed, q) != VL_OK) {
        free(q);
        return false;
    }
    list->is_asked = true;
    return true;
}

/* The list of a game, the first one is of all; NULL: no such game. */
static struct table_list *find_list(struct rooms *rs, const char *game)
{
    if (!game[0])
        return &rs->lists[0];
    for (int i = 0; i < rooms_games_len(rs) && i + 1 < ROOM_LISTS_MAX; i++)
        if (vl_str_eq(rooms_game_at(rs, i)->id, game))
            return &rs->lists[i + 1];
    return NULL;
}

void lobby_list(struct member *m, const struct proto_msg *msg)
{
    struct table_list *list = find_list(m->rs, msg->game);

    if (!list) {
        member_error(m, PROTO_LIST, msg->cid, VL_UNKNOWN, "game");
        return;
    }
    if (is_fresh(m->rs, list)) {
        answer(m, msg->cid, list);
        return;
    }
    struct listing *l = m->listing ? NULL : calloc(1, sizeof *l);
    if (!l || (!list->is_asked && !ask(m->rs, list, msg->game[0] ? msg->game : NULL))) {
        free(l);
        member_error(m, PROTO_LIST, msg->cid, PROTO_BUSY, NULL);
        return;
    }
    l->m = m;
    memcpy(l->cid, msg->cid, sizeof l->cid);
    l->next = list->waiting;
    list->waiting = l;
    m->listing = l;
}

void listing_forget(struct member *m)
{
    if (m->listing)
        m->listing->m = NULL;
    m->listing = NULL;
}
