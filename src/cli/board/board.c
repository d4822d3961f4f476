/* board.c - the JSON of a view, read into a struct that can be drawn. */
#include "cli/board/board.h"

#include <stdlib.h>
#include <string.h>

enum { RAW = 8192 }; /* bytes of one text as it is sent; a longer one is left out */

void board_text(const struct vl_json_doc *doc, uint32_t node, char *out, size_t cap)
{
    char raw[RAW];
    struct vl_buf b = vl_buf_on(out, cap);

    if (node && vl_json_text(doc, node, raw, sizeof raw))
        vl_text_clean(&b, raw, strlen(raw));
}

const char *board_key(const char *id)
{
    const char *dot = strchr(id, '.');

    return dot ? dot + 1 : id;
}

bool board_names_zone(const struct board *b, const struct board_item *it)
{
    const char *label = b->zones[it->zone].label;
    size_t len = strlen(label), own = strlen(it->name);

    return len > own && label[len - own - 1] == ' ' && strcmp(label + len - own, it->name) == 0;
}

const char *board_shown(const struct board_item *it)
{
    const char *face = it->face_text;
    size_t len = face ? strlen(face) : 0;

    for (const char *at = it->name; len > 0 && (at = strstr(at, face)); at++)
        if ((at == it->name || at[-1] == ' ') && (at[len] == ' ' || at[len] == '\0'))
            return NULL;
    return face;
}

/* ---- reading ---- */

struct reader {
    struct board *b;
    const struct cli *cli;
    const struct vl_json_doc *doc;
};

/* Keeps a text; NULL if it is none, empty, or there is no room for it. */
static const char *keep(const struct reader *r, uint32_t node)
{
    char clean[RAW];
    size_t len;
    char *at = r->b->text + r->b->text_len;

    board_text(r->doc, node, clean, sizeof clean);
    cli_own(r->cli, clean, sizeof clean);
    len = strlen(clean);
    if (len == 0 || len >= BOARD_TEXT - r->b->text_len)
        return NULL;
    memcpy(at, clean, len + 1);
    r->b->text_len += len + 1;
    return at;
}

static const char *keep_key(const struct reader *r, uint32_t object, const char *key)
{
    return keep(r, vl_json_get(r->doc, object, key));
}

/* The same, "" instead of NULL. */
static const char *word(const struct reader *r, uint32_t object, const char *key)
{
    const char *text = keep_key(r, object, key);

    return text ? text : "";
}

static int number(const struct reader *r, uint32_t object, const char *key, int lo, int hi, int def)
{
    uint32_t node = vl_json_get(r->doc, object, key);
    int64_t v;

    return node && vl_json_int_in(r->doc, node, lo, hi, &v) ? (int)v : def;
}

static bool is_type(const struct reader *r, uint32_t node, int type)
{
    return node && vl_json_type_of(r->doc, node) == type;
}

/* The first child of a list of that type, 0 if it is none. */
static uint32_t first_of(const struct reader *r, uint32_t parent, const char *key, int type)
{
    uint32_t list = vl_json_get(r->doc, parent, key);

    return is_type(r, list, type) ? vl_json_first(r->doc, list) : 0;
}

/* The name of a member, "attack". */
static const char *key_of(const struct reader *r, uint32_t node)
{
    const struct vl_json_node *n = &r->doc->nodes[node];
    char *at = r->b->text + r->b->text_len;

    if (n->key_len >= BOARD_NAME || n->key_len >= BOARD_TEXT - r->b->text_len)
        return "";
    memcpy(at, r->doc->text + n->key, n->key_len);
    at[n->key_len] = '\0';
    r->b->text_len += n->key_len + 1u;
    return at;
}

/* {"attack":{"value","max"?,"text"}}: how many were read. */
static int read_stats(const struct reader *r, uint32_t n, struct board_stat *out)
{
    int len = 0;

    for (; n && len < BOARD_PARTS; n = vl_json_sibling(r->doc, n)) {
        struct board_stat *s = &out[len];
        uint32_t value, max;
        if (!is_type(r, n, VL_JSON_OBJECT))
            continue;
        value = vl_json_get(r->doc, n, "value");
        max = vl_json_get(r->doc, n, "max");
        s->id = key_of(r, n);
        s->text = word(r, n, "text");
        s->max = -1;
        if (!value || !vl_json_int_in(r->doc, value, INT32_MIN, INT32_MAX, &s->value))
            continue;
        if (max && !vl_json_int_in(r->doc, max, 0, INT32_MAX, &s->max))
            s->max = -1;
        len++;
    }
    return len;
}

static int read_badges(const struct reader *r, uint32_t object, struct board_badge *out)
{
    uint32_t n = first_of(r, object, "badges", VL_JSON_ARRAY);
    int len = 0;

    for (; n && len < BOARD_PARTS; n = vl_json_sibling(r->doc, n)) {
        if (!is_type(r, n, VL_JSON_OBJECT))
            continue;
        out[len].id = word(r, n, "id");
        out[len++].text = word(r, n, "text");
    }
    return len;
}

static void read_pips(const struct reader *r, struct board_item *it, uint32_t item)
{
    uint32_t n = first_of(r, item, "pips", VL_JSON_ARRAY);

    for (; n && it->pips_len < BOARD_PARTS; n = vl_json_sibling(r->doc, n)) {
        struct board_pip *pip = &it->pips[it->pips_len];
        if (!is_type(r, n, VL_JSON_OBJECT))
            continue;
        pip->face = word(r, n, "face");
        pip->text = word(r, n, "text");
        pip->done = is_type(r, vl_json_get(r->doc, n, "done"), VL_JSON_TRUE);
        it->pips_len++;
    }
}

static int zone_of(const struct reader *r, uint32_t item)
{
    uint32_t zone = vl_json_get(r->doc, item, "zone");

    for (int z = 0; zone && z < r->b->zones_len; z++)
        if (vl_json_is(r->doc, zone, r->b->zones[z].id))
            return z;
    return -1;
}

static void read_why(const struct reader *r, struct board_item *it, uint32_t why)
{
    if (!is_type(r, why, VL_JSON_OBJECT))
        return;
    it->why_not = keep_key(r, why, "text");
    it->why_rule = word(r, why, "rule");
}

/* A thing in a zone that does not exist is passed over. */
static void read_item(const struct reader *r, uint32_t item)
{
    struct board_item *it = &r->b->items[r->b->items_len];

    memset(it, 0, sizeof *it);
    it->zone = zone_of(r, item);
    if (it->zone < 0)
        return;
    it->id = word(r, item, "id");
    it->name = word(r, item, "name");
    it->cell_name = keep_key(r, item, "short");
    it->kind = word(r, item, "kind_text");
    it->is_pile = strcmp(word(r, item, "kind"), "pile") == 0;
    it->face = word(r, item, "face");
    it->face_text = keep_key(r, item, "face_text");
    it->about = keep_key(r, item, "about");
    it->flavour = keep_key(r, item, "flavour");
    it->pos = number(r, item, "pos", 0, UINT16_MAX, 0);
    it->stats_len = read_stats(r, first_of(r, item, "stats", VL_JSON_OBJECT), it->stats);
    it->badges_len = read_badges(r, item, it->badges);
    read_pips(r, it, item);
    read_why(r, it, vl_json_get(r->doc, item, "why_not"));
    r->b->items_len++;
}

static void read_zone(const struct reader *r, uint32_t zone)
{
    static const char *const kinds[] = { "track", "tray", "strip", "sheet", "pile", "map" };
    struct board_zone *z = &r->b->zones[r->b->zones_len];
    uint32_t kind = vl_json_get(r->doc, zone, "kind");

    memset(z, 0, sizeof *z);
    z->id = word(r, zone, "id");
    z->label = word(r, zone, "label");
    z->own = keep_key(r, zone, "short");
    z->seat = number(r, zone, "seat", 0, BOARD_SEATS - 1, -1);
    z->kind = BOARD_SHEET; /* of what it does not know it makes a list */
    for (int i = 0; kind && i < VL_LEN(kinds); i++)
        if (vl_json_is(r->doc, kind, kinds[i]))
            z->kind = i; /* ORDER BOARD_KIND */
    z->cells = number(r, zone, "cells", 0, UINT16_MAX, 0);
    z->first = number(r, zone, "first", 0, 255, 1);
    r->b->zones_len++;
}

static void read_cell(const struct reader *r, uint32_t cell)
{
    struct board_cell *c = &r->b->cells[r->b->cells_len++];

    c->id = word(r, cell, "id");
    c->terrain = word(r, cell, "terrain_text");
    c->place = word(r, cell, "place_text");
    c->x = number(r, cell, "x", 0, BOARD_SIDE - 2, 0);
    c->y = number(r, cell, "y", 0, BOARD_SIDE - 2, 0);
    c->near_len = 0;
    for (uint32_t n = first_of(r, cell, "near", VL_JSON_ARRAY); n && c->near_len < BOARD_NEAR;
         n = vl_json_sibling(r->doc, n)) {
        int64_t to;
        if (vl_json_int_in(r->doc, n, 0, BOARD_CELLS - 1, &to))
            c->near[c->near_len++] = (uint16_t)to;
    }
}

static void read_map(const struct reader *r, uint32_t view)
{
    uint32_t map = vl_json_get(r->doc, view, "map"), n;

    r->b->cells_len = 0;
    r->b->is_hex = false;
    if (!is_type(r, map, VL_JSON_OBJECT))
        return;
    n = vl_json_get(r->doc, map, "shape");
    r->b->is_hex = n && vl_json_is(r->doc, n, "hex");
    for (n = first_of(r, map, "cells", VL_JSON_ARRAY); n && r->b->cells_len < BOARD_CELLS;
         n = vl_json_sibling(r->doc, n))
        if (is_type(r, n, VL_JSON_OBJECT))
            read_cell(r, n);
}

static void read_seat(const struct reader *r, uint32_t seat)
{
    struct board_seat *s = &r->b->seats[r->b->seats_len++];

    s->name = word(r, seat, "name");
    s->face = keep_key(r, seat, "face");
    s->player = number(r, seat, "player", 0, BOARD_SEATS - 1, -1);
    s->totals_len = read_stats(r, first_of(r, seat, "totals", VL_JSON_OBJECT), s->totals);
    s->badges_len = read_badges(r, seat, s->badges);
}

/* A copy of the text up to the first space; "" if there is no room. */
static const char *first_word(const struct reader *r, const char *text)
{
    size_t n = strcspn(text, " ");
    char *at = r->b->text + r->b->text_len;

    if (n >= BOARD_TEXT - r->b->text_len)
        return "";
    memcpy(at, text, n);
    at[n] = '\0';
    r->b->text_len += n + 1;
    return at;
}

/* The things in a list of ids, or of keys in one text. */
static int count_also(const struct reader *r, uint32_t also)
{
    char text[BOARD_NAME] = "";
    int n = 0;

    if (is_type(r, also, VL_JSON_ARRAY))
        for (uint32_t k = vl_json_first(r->doc, also); k && n < VL_ALSO_MAX;
             k = vl_json_sibling(r->doc, k))
            n++;
    else if (is_type(r, also, VL_JSON_STRING))
        board_text(r->doc, also, text, sizeof text);
    for (const char *at = text; *at && n < VL_ALSO_MAX; n++) {
        at += strcspn(at, " ");
        at += strspn(at, " ");
    }
    return n;
}

static void read_action(const struct reader *r, uint32_t action, const struct reader *faces,
                        uint32_t groups)
{
    struct board_action *a = &r->b->actions[r->b->actions_len];

    a->id = keep_key(r, action, "id");
    a->verb = word(r, action, "verb");
    a->row = !a->verb[0] || is_type(r, vl_json_get(r->doc, action, "row"), VL_JSON_TRUE);
    if (!a->verb[0] && a->id) /* of a row: its notation begins with it */
        a->verb = first_word(r, a->id);
    a->group = keep_key(r, action, "group");
    if (!a->group)
        a->group = groups && is_type(faces, groups, VL_JSON_OBJECT) ? word(faces, groups, a->verb)
                                                                    : "";
    a->text = word(r, action, "text");
    a->src = keep_key(r, action, "src");
    a->dst = keep_key(r, action, "dst");
    a->things = vl_u8((a->src != NULL) + count_also(r, vl_json_get(r->doc, action, "also")));
    a->covered = false;
    if (a->id)
        r->b->actions_len++;
}

const struct board_cell *board_cell_of(const struct board *b, const char *id)
{
    for (int i = 0; i < b->cells_len && id; i++)
        if (strcmp(b->cells[i].id, id) == 0)
            return &b->cells[i];
    return NULL;
}

/* Where a move stands among those of its heading: rows to places of the map come first,
 * then those to other cells, then second ways; what a row does too comes last. */
static int turn_of(const struct board *b, int i)
{
    const struct board_action *a = &b->actions[i];
    const struct board_cell *to = board_cell_of(b, a->dst);

    if (!a->row || !to)
        return a->covered ? 4 : 0;
    for (int k = 0; k < i; k++)
        if (b->actions[k].row && strcmp(b->actions[k].dst, a->dst) == 0)
            return 3;
    return to->place[0] ? 1 : 2;
}

static bool has_row_to(const struct board *b, const char *dst)
{
    for (int i = 0; i < b->actions_len; i++)
        if (b->actions[i].row && b->actions[i].dst && strcmp(b->actions[i].dst, dst) == 0)
            return true;
    return false;
}

/* On a map, stable. */
static void arrange_rows(struct board *b)
{
    struct board_action was[BOARD_ACTIONS];
    int turn[BOARD_ACTIONS], n = 0;

    for (int i = 0; i < b->actions_len; i++) {
        struct board_action *a = &b->actions[i];
        a->covered = !a->row && board_cell_of(b, a->dst) && has_row_to(b, a->dst);
        if (a->row && !a->dst)
            return;
    }
    for (int i = 0; i < b->actions_len; i++)
        turn[i] = turn_of(b, i);
    memcpy(was, b->actions, sizeof was);
    for (int t = 0; t <= 4; t++)
        for (int i = 0; i < b->actions_len; i++)
            if (turn[i] == t)
                b->actions[n++] = was[i];
}

/* Stable: moves of one heading keep their order, and what rows do too stands last. */
static void arrange(struct board *b)
{
    int at = 0;

    if (b->cells_len)
        arrange_rows(b);

    while (at < b->actions_len) {
        const char *group = b->actions[at++].group;
        for (int i = at; i < b->actions_len; i++) {
            struct board_action a = b->actions[i];
            if (strcmp(a.group, group) != 0 || a.covered != b->actions[at - 1].covered)
                continue;
            memmove(&b->actions[at + 1], &b->actions[at], (size_t)(i - at) * sizeof a);
            b->actions[at++] = a;
        }
    }
}

static void read_turn(const struct reader *r, uint32_t turn)
{
    uint32_t actor = is_type(r, turn, VL_JSON_OBJECT) ? vl_json_get(r->doc, turn, "actor") : 0;
    int64_t seat;

    r->b->round = -1;
    r->b->actor = VL_OVER;
    if (!actor)
        return;
    r->b->round = number(r, turn, "round", 0, INT16_MAX, -1);
    if (vl_json_int_in(r->doc, actor, 0, BOARD_SEATS - 1, &seat))
        r->b->actor = (int)seat;
    else if (vl_json_is(r->doc, actor, "chance"))
        r->b->actor = VL_CHANCE;
}

void board_read(struct board *b, const struct cli *cli, const struct vl_json_doc *doc,
                uint32_t view)
{
    struct reader r = { b, cli, doc };
    uint32_t n, prompt;

    b->zones_len = b->items_len = b->seats_len = b->actions_len = 0;
    b->text_len = 0;
    b->other = NULL;
    b->me = number(&r, view, "seat", 0, BOARD_SEATS - 1, -1);
    read_turn(&r, vl_json_get(doc, view, "turn"));
    prompt = vl_json_get(doc, view, "prompt");
    b->prompt = is_type(&r, prompt, VL_JSON_OBJECT) ? word(&r, prompt, "text") : "";
    for (n = first_of(&r, view, "zones", VL_JSON_ARRAY); n && b->zones_len < BOARD_ZONES;
         n = vl_json_sibling(doc, n))
        if (is_type(&r, n, VL_JSON_OBJECT))
            read_zone(&r, n);
    for (n = first_of(&r, view, "items", VL_JSON_ARRAY); n && b->items_len < BOARD_ITEMS;
         n = vl_json_sibling(doc, n))
        if (is_type(&r, n, VL_JSON_OBJECT))
            read_item(&r, n);
    for (n = first_of(&r, view, "seats", VL_JSON_ARRAY); n && b->seats_len < BOARD_SEATS;
         n = vl_json_sibling(doc, n))
        if (is_type(&r, n, VL_JSON_OBJECT))
            read_seat(&r, n);
    read_map(&r, view);
    board_read_actions(b, cli, doc, vl_json_get(doc, view, "actions"), NULL, 0);
}

void board_read_actions(struct board *b, const struct cli *cli, const struct vl_json_doc *doc,
                        uint32_t actions, const struct vl_json_doc *faces, uint32_t groups)
{
    struct reader r = { b, cli, doc }, f = { b, cli, faces };

    b->actions_len = 0;
    if (!is_type(&r, actions, VL_JSON_ARRAY))
        return;
    for (uint32_t n = vl_json_first(doc, actions); n && b->actions_len < BOARD_ACTIONS;
         n = vl_json_sibling(doc, n))
        if (is_type(&r, n, VL_JSON_OBJECT))
            read_action(&r, n, &f, groups);
    arrange(b);
}

void board_read_why(struct board *b, const struct cli *cli, const struct vl_json_doc *doc,
                    uint32_t why_not)
{
    struct reader r = { b, cli, doc };

    if (!is_type(&r, why_not, VL_JSON_OBJECT))
        return;
    for (int i = 0; i < b->items_len; i++)
        read_why(&r, &b->items[i], vl_json_get(doc, why_not, b->items[i].id));
}
