/* faces.c - a board and the faces of its pack become a view. */
#include "cli/net/faces.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { TEXT = 8192, ID = 256 };

/* ---- keeping ---- */

static int parse(struct vl_json_doc *doc, struct vl_json_node **nodes, const char *text, size_t len)
{
    size_t most = vl_json_nodes_bound(text, len);
    struct vl_error err;

    *nodes = malloc(most * sizeof **nodes);
    return *nodes ? vl_json_parse(doc, text, len, *nodes, (uint32_t)most, &err) : VL_MEMORY;
}

int net_faces_set(struct net_faces *f, const struct vl_json_doc *doc)
{
    size_t len = doc->nodes[0].len;
    struct vl_json_node *nodes = NULL;
    struct vl_json_doc fresh;

    if (vl_json_type_of(doc, 0) != VL_JSON_OBJECT || !vl_json_get(doc, 0, "things") ||
        !vl_json_get(doc, 0, "words"))
        return VL_INVALID;
    if (len > NET_FACES_BYTES)
        return VL_TOO_LARGE;
    char *text = malloc(len + 1);
    if (!text)
        return VL_MEMORY;
    memcpy(text, doc->text + doc->nodes[0].start, len);
    text[len] = '\0';
    int st = parse(&fresh, &nodes, text, len);
    if (st != VL_OK) {
        free(nodes);
        free(text);
        return st;
    }
    net_faces_free(f);
    f->text = text;
    f->nodes = nodes;
    f->doc = fresh;
    return VL_OK;
}

void net_faces_free(struct net_faces *f)
{
    free(f->text);
    free(f->nodes);
    memset(f, 0, sizeof *f);
}

/* ---- what the faces say ---- */

struct joiner {
    const struct vl_json_doc *faces; /* nodes NULL: none */
    const struct vl_json_doc *view;
    struct vl_json w;
};

static bool is_type(const struct vl_json_doc *doc, uint32_t node, int type)
{
    return node && vl_json_type_of(doc, node) == type;
}

static uint32_t member(const struct vl_json_doc *doc, uint32_t object, const char *key)
{
    return is_type(doc, object, VL_JSON_OBJECT) ? vl_json_get(doc, object, key) : 0;
}

/* "words"/what/key or "things"/id/key, 0: it is not there. */
static uint32_t told(const struct joiner *j, const char *part, const char *what, const char *key)
{
    uint32_t of = j->faces->nodes ? vl_json_get(j->faces, 0, part) : 0;

    return member(j->faces, member(j->faces, of, what), key);
}

static bool told_text(const struct joiner *j, const char *part, const char *what, const char *key,
                      char out[TEXT])
{
    uint32_t node = told(j, part, what, key);

    return node && vl_json_text(j->faces, node, out, TEXT);
}

/* A text of the faces, if there is one. */
static void put_told(struct joiner *j, const char *as, const char *part, const char *what,
                     const char *key)
{
    char text[TEXT];

    if (told_text(j, part, what, key, text))
        vl_json_kstr(&j->w, as, text);
}

/* The same, or else the key itself. */
static void put_word(struct joiner *j, const char *as, const char *what, const char *key)
{
    char text[TEXT];

    vl_json_kstr(&j->w, as, told_text(j, "words", what, key, text) ? text : key);
}

/* The name of a thing, or else what its id says. */
static void name_of(const struct joiner *j, const char *id, char out[TEXT])
{
    const char *dot = strchr(id, '.');
    struct vl_buf b = vl_buf_on(out, TEXT);

    if (!told_text(j, "things", id, "name", out))
        vl_put(&b, dot ? dot + 1 : id);
}

/* ---- what the board says ---- */

static void put_raw(struct joiner *j, const char *key, const struct vl_json_doc *doc, uint32_t node)
{
    const struct vl_json_node *n = &doc->nodes[node];
    bool quoted = n->type == VL_JSON_STRING;

    vl_json_key(&j->w, key);
    vl_json_null(&j->w); /* the writer knows of a value; its text takes that place */
    j->w.out.len -= j->w.out.full ? 0 : 4;
    vl_put_n(&j->w.out, doc->text + n->start - quoted, n->len + 2u * quoted);
}

/* As it stands, if it is there. */
static void copy(struct joiner *j, uint32_t object, const char *key)
{
    uint32_t node = vl_json_get(j->view, object, key);

    if (node)
        put_raw(j, key, j->view, node);
}

static bool text_at(const struct joiner *j, uint32_t object, const char *key, char *out, size_t cap)
{
    uint32_t node = member(j->view, object, key);

    out[0] = '\0';
    return node && vl_json_text(j->view, node, out, cap);
}

static uint32_t first_of(const struct joiner *j, uint32_t object, const char *key, int type)
{
    uint32_t list = vl_json_get(j->view, object, key);

    return is_type(j->view, list, type) ? vl_json_first(j->view, list) : 0;
}

/* {"hp":3,"mana":[2,4]} */
static void join_stats(struct joiner *j, uint32_t of, const char *key)
{
    uint32_t n = first_of(j, of, key, VL_JSON_OBJECT);

    if (!vl_json_get(j->view, of, key))
        return;
    vl_json_key(&j->w, key);
    vl_json_obj(&j->w);
    for (; n; n = vl_json_sibling(j->view, n)) {
        bool pair = vl_json_type_of(j->view, n) == VL_JSON_ARRAY;
        uint32_t value = pair ? vl_json_at(j->view, n, 0) : n;
        uint32_t max = pair ? vl_json_at(j->view, n, 1) : 0;
        char name[ID];

        if (!value || !vl_json_key_text(j->view, n, name, sizeof name))
            continue;
        vl_json_key(&j->w, name);
        vl_json_obj(&j->w);
        put_raw(j, "value", j->view, value);
        if (max)
            put_raw(j, "max", j->view, max);
        put_word(j, "text", "stat", name);
        vl_json_end(&j->w);
    }
    vl_json_end(&j->w);
}

static void join_badges(struct joiner *j, uint32_t of)
{
    uint32_t n = first_of(j, of, "badges", VL_JSON_ARRAY);

    if (!vl_json_get(j->view, of, "badges"))
        return;
    vl_json_key(&j->w, "badges");
    vl_json_arr(&j->w);
    for (; n; n = vl_json_sibling(j->view, n)) {
        char id[ID];

        if (!vl_json_text(j->view, n, id, sizeof id))
            continue;
        vl_json_obj(&j->w);
        vl_json_kstr(&j->w, "id", id);
        put_word(j, "text", "badge", id);
        vl_json_end(&j->w);
    }
    vl_json_end(&j->w);
}

/* ["rune.red","-rune.blue"]: what is done has a line before it. */
static void join_pips(struct joiner *j, uint32_t of)
{
    uint32_t n = first_of(j, of, "pips", VL_JSON_ARRAY);

    if (!n)
        return;
    vl_json_key(&j->w, "pips");
    vl_json_arr(&j->w);
    for (; n; n = vl_json_sibling(j->view, n)) {
        char id[ID], name[TEXT];

        if (!vl_json_text(j->view, n, id, sizeof id))
            continue;
        bool done = id[0] == '-';
        name_of(j, id + done, name);
        vl_json_obj(&j->w);
        vl_json_kstr(&j->w, "face", id + done);
        vl_json_kstr(&j->w, "text", name);
        vl_json_kbool(&j->w, "done", done);
        vl_json_end(&j->w);
    }
    vl_json_end(&j->w);
}

/* What it shows, if that is not itself. */
static bool join_face(struct joiner *j, uint32_t of, char face[ID])
{
    char name[TEXT];

    if (!text_at(j, of, "face", face, ID))
        return false;
    name_of(j, face, name);
    vl_json_kstr(&j->w, "face", face);
    vl_json_kstr(&j->w, "face_text", name);
    return true;
}

/* The id of the zone with this number: things name theirs by it. */
static bool zone_id(const struct joiner *j, uint32_t item, char out[ID])
{
    uint32_t zones = vl_json_get(j->view, 0, "zones"), at = vl_json_get(j->view, item, "zone");
    int64_t i;

    if (!is_type(j->view, zones, VL_JSON_ARRAY) || !at ||
        !vl_json_int_in(j->view, at, 0, UINT16_MAX, &i))
        return false;
    return text_at(j, vl_json_at(j->view, zones, (uint32_t)i), "id", out, ID);
}

/* A seat that stands among the things is called as it is. */
static bool name_seat(const struct joiner *j, const char *id, char out[TEXT])
{
    uint32_t seats = vl_json_get(j->view, 0, "seats");
    int64_t seat;

    return strncmp(id, "seat.", 5) == 0 && vl_str_int(id + 5, strlen(id + 5), &seat) && seat >= 0 &&
           seat <= UINT8_MAX && is_type(j->view, seats, VL_JSON_ARRAY) &&
           text_at(j, vl_json_at(j->view, seats, (uint32_t)seat), "name", out, TEXT);
}

/* A thing that has no id or stands nowhere is passed over. */
static void join_item(struct joiner *j, uint32_t item)
{
    char id[ID], face[ID], zone[ID], text[TEXT];

    if (!text_at(j, item, "id", id, sizeof id) || !zone_id(j, item, zone))
        return;
    vl_json_obj(&j->w);
    vl_json_kstr(&j->w, "id", id);
    if (!told_text(j, "things", id, "kind", text))
        snprintf(text, sizeof text, "%.*s", (int)strcspn(id, "."), id);
    vl_json_kstr(&j->w, "kind", text);
    put_word(j, "kind_text", "kind", text);
    vl_json_kstr(&j->w, "zone", zone);
    if (vl_json_get(j->view, item, "pos"))
        copy(j, item, "pos");
    else
        vl_json_kint(&j->w, "pos", 0);
    if (!name_seat(j, id, text))
        name_of(j, id, text);
    vl_json_kstr(&j->w, "name", text);
    put_told(j, "short", "things", id, "short");
    if (!join_face(j, item, face)) {
        memcpy(face, id, sizeof face);
        vl_json_kstr(&j->w, "face", id);
    }
    put_told(j, "about", "things", face, "about");
    put_told(j, "flavour", "things", face, "flavour");
    join_stats(j, item, "stats");
    join_badges(j, item);
    join_pips(j, item);
    vl_json_end(&j->w);
}

static void join_seat(struct joiner *j, uint32_t seat)
{
    char face[ID];

    vl_json_obj(&j->w);
    copy(j, seat, "id");
    copy(j, seat, "name");
    copy(j, seat, "player");
    join_face(j, seat, face);
    join_stats(j, seat, "totals");
    join_badges(j, seat);
    vl_json_end(&j->w);
}

/* ---- zones ---- */

static void seat_name(const struct joiner *j, uint32_t zone, char out[TEXT])
{
    uint32_t seats = vl_json_get(j->view, 0, "seats"), node = vl_json_get(j->view, zone, "seat");
    int64_t seat;

    out[0] = '\0';
    if (is_type(j->view, seats, VL_JSON_ARRAY) && node &&
        vl_json_int_in(j->view, node, 0, UINT8_MAX, &seat))
        text_at(j, vl_json_at(j->view, seats, (uint32_t)seat), "name", out, TEXT);
}

/* "{thing}, {player}": filled, and its first letter a capital. */
static void put_title(struct joiner *j, const char *text, const char *thing, const char *player)
{
    char title[2 * TEXT];
    struct vl_buf b = vl_buf_on(title, sizeof title);

    for (const char *c = text; *c;) {
        if (strncmp(c, "{thing}", 7) == 0) {
            vl_put(&b, thing);
            c += 7;
        } else if (strncmp(c, "{player}", 8) == 0) {
            vl_put(&b, player);
            c += 8;
        } else {
            vl_put_char(&b, *c++);
        }
    }
    if (title[0] >= 'a' && title[0] <= 'z')
        title[0] = (char)(title[0] - 'a' + 'A');
    vl_json_kstr(&j->w, "label", title);
}

static void join_zone(struct joiner *j, uint32_t zone)
{
    char id[ID], of[ID], text[TEXT], thing[TEXT] = "", player[TEXT];

    if (!text_at(j, zone, "id", id, sizeof id))
        id[0] = '\0';
    vl_json_obj(&j->w);
    copy(j, zone, "id");
    copy(j, zone, "kind");
    id[strcspn(id, ".")] = '\0';
    if (text_at(j, zone, "of", of, sizeof of))
        name_of(j, of, thing);
    seat_name(j, zone, player);
    put_title(j, told_text(j, "words", "zone", id, text) ? text : id, thing, player);
    if (vl_json_get(j->view, zone, "seat") && thing[0])
        vl_json_kstr(&j->w, "short", thing);
    copy(j, zone, "seat");
    copy(j, zone, "cells");
    copy(j, zone, "first");
    vl_json_end(&j->w);
}

/* ---- the map ---- */

static void put_thing_of(struct joiner *j, uint32_t cell, const char *key, const char *as)
{
    char id[ID], name[TEXT];
    uint32_t node = vl_json_get(j->faces, cell, key);

    if (!node || !vl_json_text(j->faces, node, id, sizeof id))
        return;
    name_of(j, id, name);
    vl_json_kstr(&j->w, key, id);
    vl_json_kstr(&j->w, as, name);
}

static void join_cell(struct joiner *j, uint32_t cell)
{
    static const char *const kept[] = { "id", "x", "y", "near" };

    vl_json_obj(&j->w);
    for (int i = 0; i < (int)(sizeof kept / sizeof kept[0]); i++) {
        uint32_t node = vl_json_get(j->faces, cell, kept[i]);
        if (node)
            put_raw(j, kept[i], j->faces, node);
    }
    put_thing_of(j, cell, "terrain", "terrain_text");
    put_thing_of(j, cell, "place", "place_text");
    vl_json_end(&j->w);
}

/* Its cells, with what they are called. */
static void join_map(struct joiner *j)
{
    uint32_t map = j->faces->nodes ? vl_json_get(j->faces, 0, "map") : 0;
    uint32_t shape = member(j->faces, map, "shape"), cells = member(j->faces, map, "cells");

    if (!is_type(j->faces, cells, VL_JSON_ARRAY))
        return;
    vl_json_key(&j->w, "map");
    vl_json_obj(&j->w);
    if (shape)
        put_raw(j, "shape", j->faces, shape);
    vl_json_key(&j->w, "cells");
    vl_json_arr(&j->w);
    for (uint32_t n = vl_json_first(j->faces, cells); n; n = vl_json_sibling(j->faces, n))
        if (is_type(j->faces, n, VL_JSON_OBJECT))
            join_cell(j, n);
    vl_json_end(&j->w);
    vl_json_end(&j->w);
}

/* ---- all of it ---- */

static void join_list(struct joiner *j, const char *key, void (*join)(struct joiner *, uint32_t))
{
    uint32_t n = first_of(j, 0, key, VL_JSON_ARRAY);

    vl_json_key(&j->w, key);
    vl_json_arr(&j->w);
    for (; n; n = vl_json_sibling(j->view, n))
        if (is_type(j->view, n, VL_JSON_OBJECT))
            join(j, n);
    vl_json_end(&j->w);
}

static void join_view(struct joiner *j)
{
    vl_json_obj(&j->w);
    copy(j, 0, "turn");
    copy(j, 0, "prompt");
    join_list(j, "zones", join_zone);
    join_list(j, "items", join_item);
    join_list(j, "seats", join_seat);
    join_map(j);
    vl_json_end(&j->w);
}

/* As much as it takes, within reason: a text of the faces may stand in it many times. */
static char *write_view(const struct net_faces *f, const struct vl_json_doc *view, size_t *out_len)
{
    for (size_t cap = 64 << 10; cap <= NET_WHOLE_BYTES; cap *= 4) {
        char *out = malloc(cap);
        struct joiner j = { &f->doc, view, vl_json_on(out, out ? cap : 0) };

        if (!out)
            return NULL;
        join_view(&j);
        *out_len = j.w.out.len;
        if (!j.w.out.full)
            return out;
        free(out);
    }
    return NULL;
}

char *net_faces_join(const struct net_faces *f, const char *text, size_t len, size_t *out_len)
{
    struct vl_json_node *nodes = NULL;
    struct vl_json_doc view;
    char *out = NULL;

    if (parse(&view, &nodes, text, len) == VL_OK && vl_json_type_of(&view, 0) == VL_JSON_OBJECT)
        out = write_view(f, &view, out_len);
    free(nodes);
    return out;
}
