#include "text/view.h"

#include <stdlib.h>
#include <string.h>

#include "base/hash.h"
#include "core/view_build.h"
#include "registry.h"
#include "text/faces.h"
#include "text/rules.h"

enum { ITEM_ID_MAX = 64, NOTATION_MAX = 128 };

struct page { /* what every part of the JSON needs */
    struct vl_json *w;
    const struct vl_rules *r;
    const struct vl_state *s;
    int lang;
    bool has_faces; /* the reader has the faces: words that stand there are left out */
};

/* ---- words and ids as JSON ---- */

void vl_item_id(struct vl_buf *out, const struct vl_rules *r, struct vl_ref ref)
{
    const char *family = vl_family_name(r, ref.family), *key;

    if (ref.family == VL_FAM_NONE || family == NULL)
        return;
    vl_put(out, family);
    vl_put_char(out, '.');
    key = vl_key(r, ref.family, ref.index);
    if (key != NULL)
        vl_put(out, key);
    else
        vl_put_int(out, ref.index);
}

static void put_id(const struct page *p, const char *key, struct vl_ref ref)
{
    char id[ITEM_ID_MAX];
    struct vl_buf b = vl_buf_on(id, sizeof id);

    vl_item_id(&b, p->r, ref);
    vl_json_kstr(p->w, key, id);
}

static void put_name(const struct page *p, const char *key, struct vl_ref ref)
{
    char name[VL_TEXT_MAX];
    struct vl_buf b = vl_buf_on(name, sizeof name);

    vl_text_name(&b, p->lang, p->r, ref.family, ref.index);
    vl_json_kstr(p->w, key, name);
}

static void put_label(const struct page *p, const char *key, const char *what, const char *word)
{
    char label[VL_TEXT_MAX];
    struct vl_buf b = vl_buf_on(label, sizeof label);

    vl_text_label(&b, p->lang, p->r->game, what, word);
    vl_json_kstr(p->w, key, label);
}

/* An argument: a number as it is, a thing as its key, or its number if the family has no keys;
 * none as null. */
static void put_value(const struct page *p, int family, int value)
{
    bool thing = family >= VL_FAM_GAME && value >= 0 && value < vl_family_count(p->r, family);
    const char *key = thing ? vl_key(p->r, family, value) : NULL;

    if (key != NULL)
        vl_json_str(p->w, key);
    else if (thing || family == VL_FAM_INT || family == VL_FAM_SEAT)
        vl_json_int(p->w, value);
    else
        vl_json_null(p->w);
}

/* ---- parts of the view ---- */

const char *vl_kind_of(const struct vl_rules *r, struct vl_ref ref)
{
    const char *kind = r->game->kind != NULL ? r->game->kind(r, ref.family, ref.index) : NULL;

    return kind != NULL ? kind : vl_family_name(r, ref.family);
}

static void put_stats(const struct page *p, const char *key, const struct vl_view *v,
                      const struct vl_marks *has)
{
    const struct vl_stat *stats = &v->stats[has->stats];

    vl_json_key(p->w, key);
    vl_json_obj(p->w);
    for (int i = 0; i < has->stats_len; i++) {
        vl_json_key(p->w, stats[i].name);
        vl_json_obj(p->w);
        vl_json_kint(p->w, "value", stats[i].value);
        if (stats[i].max >= 0)
            vl_json_kint(p->w, "max", stats[i].max);
        put_label(p, "text", "stat", stats[i].name);
        vl_json_end(p->w);
    }
    vl_json_end(p->w);
}

static void put_badges(const struct page *p, const struct vl_view *v, const struct vl_marks *has)
{
    const char *const *badges = &v->badges[has->badges];

    vl_json_key(p->w, "badges");
    vl_json_arr(p->w);
    for (int i = 0; i < has->badges_len; i++) {
        vl_json_obj(p->w);
        vl_json_kstr(p->w, "id", badges[i]);
        put_label(p, "text", "badge", badges[i]);
        vl_json_end(p->w);
    }
    vl_json_end(p->w);
}

static void put_pips(const struct page *p, const struct vl_view *v, const struct vl_marks *has)
{
    const struct vl_pip *pips = &v->pips[has->pips];

    vl_json_key(p->w, "pips");
    vl_json_arr(p->w);
    for (int i = 0; i < has->pips_len; i++) {
        vl_json_obj(p->w);
        put_id(p, "face", pips[i].face);
        put_name(p, "text", pips[i].face);
        vl_json_kbool(p->w, "done", pips[i].done != 0);
        vl_json_end(p->w);
    }
    vl_json_end(p->w);
}

static void put_refusal(const struct page *p, const char *key, struct vl_move would, vl_rule rule,
                        const char *typed)
{
    char text[VL_TEXT_MAX];
    struct vl_buf b = vl_buf_on(text, sizeof text);

    vl_text_refusal(&b, p->lang, p->r, p->s, would, rule, typed);
    vl_json_key(p->w, key);
    vl_json_obj(p->w);
    vl_json_kstr(p->w, "rule", vl_rule_texts[rule].id);
    vl_json_kstr(p->w, "text", text);
    vl_json_end(p->w);
}

static const char *const zone_kinds[] = { "track", "tray", "strip", "sheet", "pile", "map" };

/* "road", "hand.2" of a seat, "lanes.red" of a thing, "pile.0.items" of both. */
static void put_zone_id(const struct page *p, const char *key, const struct vl_zone *z)
{
    char id[ITEM_ID_MAX];
    struct vl_buf b = vl_buf_on(id, sizeof id);
    const char *of = vl_is_thing(z->ref) ? vl_key(p->r, z->ref.family, z->ref.index) : NULL;

    vl_put(&b, z->id);
    if (z->owner) {
        vl_put_char(&b, '.');
        vl_put_int(&b, z->owner - 1);
    }
    if (of != NULL) {
        vl_put_char(&b, '.');
        vl_put(&b, of);
    }
    vl_json_kstr(p->w, key, id);
}

/* Its title, which begins with a capital letter. Whose it is is called as the seat is
 * (put_seat_name()). */
static void put_zone_label(const struct page *p, const struct vl_view *v, const struct vl_zone *z)
{
    struct vl_msg_arg args[] = { { "player", VL_FAM_SEAT, (int16_t)(z->owner - 1) },
                                 { "thing", z->ref.family, (int16_t)z->ref.index } };
    struct vl_ref hero = z->owner ? v->seats[z->owner - 1].face : z->ref;
    char id[2 * ITEM_ID_MAX], label[VL_TEXT_MAX];
    struct vl_buf i = vl_buf_on(id, sizeof id), b = vl_buf_on(label, sizeof label);

    if (z->owner && p->r->seat_name[z->owner - 1] == NULL && vl_is_thing(hero) &&
        !p->r->game->seats_are_players) {
        args[0].family = hero.family;
        args[0].value = (int16_t)hero.index;
    }
    vl_put(&i, p->r->game->prefix);
    vl_put(&i, ".zone.");
    vl_put(&i, z->id);
    vl_text(&b, p->lang, id, p->r, args, VL_LEN(args));
    if (label[0] >= 'a' && label[0] <= 'z')
        label[0] = (char)(label[0] - 'a' + 'A');
    vl_json_kstr(p->w, "label", label);
}

/* Whose it is stands in the label, "Items, Ana", and apart for those who know it
 * already: "Items", seat 0. */
static void put_zone(const struct page *p, const struct vl_view *v, const struct vl_zone *z)
{
    vl_json_obj(p->w);
    put_zone_id(p, "id", z);
    vl_json_kstr(p->w, "kind", zone_kinds[z->kind]);
    put_zone_label(p, v, z);
    if (z->owner && vl_is_thing(z->ref))
        put_name(p, "short", z->ref);
    if (z->owner)
        vl_json_kint(p->w, "seat", z->owner - 1);
    if (z->cells > 0)
        vl_json_kint(p->w, "cells", z->cells);
    if (z->from_zero)
        vl_json_kint(p->w, "first", 0);
    vl_json_end(p->w);
}

/* Where room is short a thing is called by its kind, "Troll". */
static void put_short(const struct page *p, struct vl_ref ref)
{
    struct vl_ref brief = { VL_FAM_NONE, 0 };

    if (p->r->game->brief != NULL)
        brief = p->r->game->brief(p->r, ref.family, ref.index);
    if (vl_is_thing(brief))
        put_name(p, "short", brief);
}

static void put_item(const struct page *p, const struct vl_view *v, const struct vl_item *item,
                     bool decides)
{
    bool has_face = vl_is_thing(item->face);
    const char *kind = vl_kind_of(p->r, item->id);

    vl_json_obj(p->w);
    put_id(p, "id", item->id);
    vl_json_kstr(p->w, "kind", kind);
    put_label(p, "kind_text", "kind", kind);
    put_zone_id(p, "zone", &v->zones[item->zone]);
    vl_json_kint(p->w, "pos", item->pos);
    put_name(p, "name", item->id);
    put_short(p, item->id);
    put_id(p, "face", has_face ? item->face : item->id);
    if (has_face)
        put_name(p, "face_text", item->face);
    vl_about_json(p->w, p->r, p->lang, has_face ? item->face : item->id);
    if (item->has.stats_len > 0)
        put_stats(p, "stats", v, &item->has);
    if (item->has.badges_len > 0)
        put_badges(p, v, &item->has);
    if (item->has.pips_len > 0)
        put_pips(p, v, &item->has);
    if (item->why_not != 0 && decides)
        put_refusal(p, "why_not", item->would, item->why_not, "");
    vl_json_end(p->w);
}

static const char *undo_word(const struct vl_move_kind *kind)
{
    if (kind->flags & VL_MOVE_CHANCE)
        return "never";
    return kind->flags & VL_MOVE_REVEALS ? "reveal" : "free";
}

/* The other things of a set: the dice that are rerolled with the first. */
static void put_also(const struct page *p, const struct vl_touch *touch)
{
    if (touch->also_len == 0)
        return;
    vl_json_key(p->w, "also");
    vl_json_arr(p->w);
    for (int i = 0; i < touch->also_len; i++) {
        char id[ITEM_ID_MAX];
        struct vl_buf b = vl_buf_on(id, sizeof id);

        vl_item_id(&b, p->r, touch->also[i]);
        vl_json_str(p->w, id);
    }
    vl_json_end(p->w);
}

/* The same in one text, "3 4": the keys of things of the family of src. */
static void put_also_keys(const struct page *p, const struct vl_touch *touch)
{
    char keys[VL_ALSO_MAX * ITEM_ID_MAX] = "";
    struct vl_buf b = vl_buf_on(keys, sizeof keys);

    for (int i = 0; i < touch->also_len; i++) {
        char id[ITEM_ID_MAX];
        struct vl_buf one = vl_buf_on(id, sizeof id);

        vl_item_id(&one, p->r, touch->also[i]);
        vl_put(&b, i > 0 ? " " : "");
        vl_put(&b, strchr(id, '.') + 1);
    }
    if (keys[0] != '\0')
        vl_json_kstr(p->w, "also", keys);
}

/* Rows are many and all alike: whoever has the faces is told of them what differs. */
static bool is_brief(const struct page *p, struct vl_move m)
{
    return p->has_faces && vl_is_row(p->r->game, m);
}

static void put_touch(const struct page *p, struct vl_move m)
{
    struct vl_touch touch;

    vl_touch_of(p->r, p->s, m, &touch);
    if (vl_is_thing(touch.src))
        put_id(p, "src", touch.src);
    if (vl_is_thing(touch.dst))
        put_id(p, "dst", touch.dst);
    if (is_brief(p, m)) {
        put_also_keys(p, &touch);
        return;
    }
    put_also(p, &touch);
    vl_json_key(p->w, "rules");
    vl_json_arr(p->w);
    for (int i = 0; i < VL_LEN(touch.rules) && touch.rules[i] != 0; i++)
        vl_json_str(p->w, vl_rule_texts[touch.rules[i]].id);
    vl_json_end(p->w);
}

static void put_notation(const struct page *p, struct vl_move m)
{
    char notation[NOTATION_MAX];
    struct vl_buf b = vl_buf_on(notation, sizeof notation);

    vl_move_format(p->r, m, &b);
    vl_json_kstr(p->w, "id", notation);
}

/* The sentence of a move; with its notation where another move says the same. */
static void put_move_text(const struct page *p, struct vl_move m, bool is_twin)
{
    char text[VL_TEXT_MAX];
    struct vl_buf b = vl_buf_on(text, sizeof text);

    vl_text_move(&b, p->lang, p->r, p->s, m);
    if (is_twin) {
        vl_put(&b, " (");
        vl_move_format(p->r, m, &b);
        vl_put_char(&b, ')');
    }
    vl_json_kstr(p->w, "text", text);
}

/* The heading under which it is listed; whoever has the faces knows it by the verb. */
static void put_group(const struct page *p, struct vl_move m)
{
    char group[VL_TEXT_MAX];
    struct vl_buf b = vl_buf_on(group, sizeof group);

    vl_text_group(&b, p->lang, p->r, m);
    vl_json_kstr(p->w, "group", group);
}

static void put_action(const struct page *p, struct vl_move m, bool is_twin)
{
    const struct vl_move_kind *kind = &p->r->game->moves[m.kind];

    vl_json_obj(p->w);
    put_notation(p, m);
    if (!is_brief(p, m))
        vl_json_kstr(p->w, "verb", kind->word);
    if (!p->has_faces)
        put_group(p, m);
    put_move_text(p, m, is_twin);
    put_touch(p, m);
    if (!is_brief(p, m))
        vl_json_kstr(p->w, "undo", undo_word(kind));
    if (kind->flags & VL_MOVE_ENDS)
        vl_json_kbool(p->w, "ends", true);
    if ((kind->flags & VL_MOVE_ROW) && !is_brief(p, m))
        vl_json_kbool(p->w, "row", true);
    vl_json_end(p->w);
}

/* By who sits there; else where seats are players by their number, as sentences call them, and
 * where they are not by what sits there: the guardian. */
static void put_seat_name(const struct page *p, const struct vl_seat_view *seat, int k,
                          const char *typed)
{
    char name[VL_TEXT_MAX];
    struct vl_buf b = vl_buf_on(name, sizeof name);

    if (typed != NULL)
        vl_text_clean(&b, typed, strlen(typed));
    if (b.len == 0 && vl_is_thing(seat->face) && !p->r->game->seats_are_players)
        vl_text_name(&b, p->lang, p->r, seat->face.family, seat->face.index);
    if (b.len == 0)
        vl_text_name(&b, p->lang, p->r, VL_FAM_SEAT, k);
    vl_json_kstr(p->w, "name", name);
}

static void put_seat(const struct page *p, const struct vl_view *v, int k,
                     const struct vl_view_seat *who)
{
    const struct vl_seat_view *seat = &v->seats[k];

    vl_json_obj(p->w);
    vl_json_kint(p->w, "id", k);
    put_seat_name(p, seat, k, who != NULL ? who->name : NULL);
    vl_json_kstr(p->w, "kind", who != NULL && who->kind != NULL ? who->kind : "human");
    vl_json_kint(p->w, "player", vl_controller(p->r, k));
    if (vl_is_thing(seat->face)) {
        put_id(p, "face", seat->face);
        put_name(p, "face_text", seat->face);
    }
    put_stats(p, "totals", v, &seat->has);
    put_badges(p, v, &seat->has);
    vl_json_end(p->w);
}

static void put_prompt(const struct page *p, const char *key, const struct vl_msg *msg)
{
    char text[VL_TEXT_MAX], id[64];
    struct vl_buf b = vl_buf_on(text, sizeof text), whole = vl_buf_on(id, sizeof id);

    vl_text_msg(&b, p->lang, p->r, msg);
    vl_put(&whole, msg->id != NULL ? "prompt." : "");
    vl_put(&whole, msg->id != NULL ? msg->id : "");
    vl_json_key(p->w, key);
    vl_json_obj(p->w);
    vl_json_kstr(p->w, "text", text);
    vl_json_kstr(p->w, "id", id);
    vl_json_key(p->w, "args");
    vl_json_obj(p->w);
    for (int i = 0; i < msg->len; i++) {
        vl_json_key(p->w, msg->args[i].name);
        put_value(p, msg->args[i].family, msg->args[i].value);
    }
    vl_json_end(p->w);
    vl_json_end(p->w);
}

/* The seat that is to decide, "chance", or null at the end. */
static void put_turn(const struct page *p, const char *key, const struct vl_view *v)
{
    vl_json_key(p->w, key);
    vl_json_obj(p->w);
    if (v->round >= 0)
        vl_json_kint(p->w, "round", v->round);
    vl_json_kstr(p->w, "phase", p->r->game->phases[p->s->phase]);
    vl_json_key(p->w, "actor");
    if (p->s->actor >= 0)
        vl_json_int(p->w, p->s->actor);
    else if (p->s->actor == VL_CHANCE)
        vl_json_str(p->w, "chance");
    else
        vl_json_null(p->w);
    vl_json_end(p->w);
}

/* ---- the view ---- */

/* Does the player who holds `seat` decide now? */
static bool is_to_decide(const struct vl_rules *r, const struct vl_state *s, vl_actor seat)
{
    if (seat < 0 || seat >= s->seats || s->actor < 0)
        return false;
    return vl_controller(r, seat) == vl_controller(r, s->actor);
}

/* What the sentence of a move comes to, to find those that are alike: two dice that show
 * the same, of which one was rerolled. */
static uint64_t mark_of(const struct page *p, struct vl_move m)
{
    char text[VL_TEXT_MAX];
    struct vl_buf b = vl_buf_on(text, sizeof text);

    vl_text_move(&b, p->lang, p->r, p->s, m);
    return vl_hash(text, b.len, 0);
}

static void put_actions(const struct page *p, bool decides)
{
    struct vl_move list[VL_OFFERS_MAX];
    uint64_t mark[VL_OFFERS_MAX];
    int n = decides ? vl_offers(p->r, p->s, list) : 0;

    vl_json_key(p->w, "actions");
    vl_json_arr(p->w);
    for (int i = 0; i < n; i++)
        mark[i] = mark_of(p, list[i]);
    for (int i = 0; i < n; i++) {
        bool is_twin = false;
        for (int k = 0; k < n && !is_twin; k++)
            is_twin = k != i && mark[k] == mark[i];
        put_action(p, list[i], is_twin);
    }
    vl_json_end(p->w);
}

static void put_log(const struct page *p, const struct vl_view_ask *ask)
{
    vl_json_key(p->w, "log");
    vl_json_arr(p->w);
    for (int i = 0; ask->log != NULL && i < ask->log_len; i++)
        if (vl_event_seen(&ask->log[i].event, ask->seat))
            vl_event_json(p->w, p->r, &ask->log[i].event, p->lang, ask->log[i].rev);
    vl_json_end(p->w);
}

static void put_board(const struct page *p, const struct vl_view *v, bool decides)
{
    put_turn(p, "turn", v);
    put_prompt(p, "prompt", &v->prompt);
    vl_json_key(p->w, "zones");
    vl_json_arr(p->w);
    for (int i = 0; i < v->len.zones; i++)
        put_zone(p, v, &v->zones[i]);
    vl_json_end(p->w);
    vl_json_key(p->w, "items");
    vl_json_arr(p->w);
    for (int i = 0; i < v->len.items; i++)
        put_item(p, v, &v->items[i], decides);
    vl_json_end(p->w);
}

void vl_board_fill(struct vl_canvas *c, struct vl_state *known, const struct vl_rules *r,
                   const struct vl_state *s, vl_actor seat)
{
    memcpy(known, s, r->game->state_size);
    vl_hide(r, known, seat);
    r->game->view(r, known, seat, vl_canvas_clear(c, r->game));
}

void vl_view_json(struct vl_json *w, const struct vl_rules *r, const struct vl_state *s,
                  const struct vl_view_ask *ask)
{
    union vl_any_state known; /* what the seat may know, and nothing else */
    struct page page = { w, r, &known.base, ask->lang, false };
    bool decides = is_to_decide(r, s, ask->seat);
    struct vl_canvas *canvas = malloc(sizeof *canvas);

    VL_VERIFY(r->game->state_size <= sizeof known);
    if (canvas == NULL) {
        w->out.full = true;
        return;
    }
    vl_board_fill(canvas, &known.base, r, s, ask->seat);
    const struct vl_view *v = &canvas->view;

    vl_json_obj(w);
    vl_json_kint(w, "rev", ask->rev);
    vl_json_kstr(w, "game", r->game->id);
    vl_json_key(w, "seat");
    if (ask->seat >= 0)
        vl_json_int(w, ask->seat);
    else
        vl_json_null(w);
    vl_json_kstr(w, "lang", vl_lang_word(ask->lang));
    put_board(&page, v, decides);
    put_actions(&page, decides);
    vl_json_key(w, "seats");
    vl_json_arr(w);
    for (int k = 0; k < s->seats; k++)
        put_seat(&page, v, k, ask->seats != NULL ? &ask->seats[k] : NULL);
    vl_json_end(w);
    put_log(&page, ask);
    if (ask->map)
        vl_map_json(w, r, ask->lang, true);
    vl_json_end(w);
    free(canvas);
}

/* ---- boards: what the faces do not say ---- */

static struct page page_of(struct vl_json *w, const struct vl_board *b)
{
    struct page page = { w, b->r, b->s, b->lang, true };

    return page;
}

void vl_board_turn(struct vl_json *w, const struct vl_board *b, const char *key)
{
    struct page page = page_of(w, b);

    put_turn(&page, key, b->v);
}

void vl_board_prompt(struct vl_json *w, const struct vl_board *b, const char *key)
{
    struct page page = page_of(w, b);

    put_prompt(&page, key, &b->v->prompt);
}

void vl_board_zone(struct vl_json *w, const struct vl_board *b, int i)
{
    const struct vl_zone *z = &b->v->zones[i];
    struct page page = page_of(w, b);

    vl_json_obj(w);
    put_zone_id(&page, "id", z);
    vl_json_kstr(w, "kind", zone_kinds[z->kind]);
    if (vl_is_thing(z->ref))
        put_id(&page, "of", z->ref);
    if (z->owner)
        vl_json_kint(w, "seat", z->owner - 1);
    if (z->cells > 0)
        vl_json_kint(w, "cells", z->cells);
    if (z->from_zero)
        vl_json_kint(w, "first", 0);
    vl_json_end(w);
}

/* In a patch, a part that is not there is null: it may have been there before. */
static void put_none(struct vl_json *w, const char *key, bool patch)
{
    if (!patch)
        return;
    vl_json_key(w, key);
    vl_json_null(w);
}

/* {"hp":3,"mana":[2,4]}: the value, or with the most it can be. */
static void put_figures(struct vl_json *w, const char *key, const struct vl_view *v,
                        const struct vl_marks *has)
{
    vl_json_key(w, key);
    vl_json_obj(w);
    for (int i = has->stats; i < has->stats + has->stats_len; i++) {
        vl_json_key(w, v->stats[i].name);
        if (v->stats[i].max < 0) {
            vl_json_int(w, v->stats[i].value);
            continue;
        }
        vl_json_arr(w);
        vl_json_int(w, v->stats[i].value);
        vl_json_int(w, v->stats[i].max);
        vl_json_end(w);
    }
    vl_json_end(w);
}

static void put_badge_ids(struct vl_json *w, const struct vl_view *v, const struct vl_marks *has)
{
    vl_json_key(w, "badges");
    vl_json_arr(w);
    for (int i = 0; i < has->badges_len; i++)
        vl_json_str(w, v->badges[has->badges + i]);
    vl_json_end(w);
}

/* ["rune.red","-rune.blue"]: one that is done has a line before it. */
static void put_pip_ids(struct vl_json *w, const struct vl_board *b, const struct vl_marks *has)
{
    vl_json_key(w, "pips");
    vl_json_arr(w);
    for (int i = has->pips; i < has->pips + has->pips_len; i++) {
        char id[ITEM_ID_MAX];
        struct vl_buf out = vl_buf_on(id, sizeof id);

        vl_put(&out, b->v->pips[i].done ? "-" : "");
        vl_item_id(&out, b->r, b->v->pips[i].face);
        vl_json_str(w, id);
    }
    vl_json_end(w);
}

static void put_item_lists(struct vl_json *w, const struct vl_board *b, const struct vl_marks *has,
                           int parts, bool patch)
{
    if ((parts & VL_PART_STATS) && has->stats_len > 0)
        put_figures(w, "stats", b->v, has);
    else if (parts & VL_PART_STATS)
        put_none(w, "stats", patch);
    if ((parts & VL_PART_BADGES) && has->badges_len > 0)
        put_badge_ids(w, b->v, has);
    else if (parts & VL_PART_BADGES)
        put_none(w, "badges", patch);
    if ((parts & VL_PART_PIPS) && has->pips_len > 0)
        put_pip_ids(w, b, has);
    else if (parts & VL_PART_PIPS)
        put_none(w, "pips", patch);
}

void vl_board_item(struct vl_json *w, const struct vl_board *b, int i, int parts, bool patch)
{
    const struct vl_item *item = &b->v->items[i];
    struct page page = page_of(w, b);

    vl_json_obj(w);
    if (!patch)
        put_id(&page, "id", item->id);
    if (parts & VL_PART_ZONE)
        vl_json_kint(w, "zone", item->zone);
    if ((parts & VL_PART_POS) && item->pos > 0)
        vl_json_kint(w, "pos", item->pos);
    else if (parts & VL_PART_POS)
        put_none(w, "pos", patch);
    if ((parts & VL_PART_FACE) && vl_is_thing(item->face))
        put_id(&page, "face", item->face);
    else if (parts & VL_PART_FACE)
        put_none(w, "face", patch);
    put_item_lists(w, b, &item->has, parts, patch);
    vl_json_end(w);
}

void vl_board_seat(struct vl_json *w, const struct vl_board *b, int k, int parts, bool patch)
{
    struct page page = page_of(w, b);
    const struct vl_seat_view *seat = &b->v->seats[k];

    vl_json_obj(w);
    if (!patch)
        vl_json_kint(w, "id", k);
    if (parts & VL_PART_FACE)
        put_seat_name(&page, seat, k, NULL);
    if (!patch)
        vl_json_kint(w, "player", vl_controller(b->r, k));
    if ((parts & VL_PART_FACE) && vl_is_thing(seat->face))
        put_id(&page, "face", seat->face);
    else if (parts & VL_PART_FACE)
        put_none(w, "face", patch);
    if (parts & VL_PART_STATS)
        put_figures(w, "totals", b->v, &seat->has);
    if (parts & VL_PART_BADGES)
        put_badge_ids(w, b->v, &seat->has);
    vl_json_end(w);
}

static void put_lists(struct vl_json *w, const struct vl_board *b)
{
    vl_json_key(w, "zones");
    vl_json_arr(w);
    for (int i = 0; i < b->v->len.zones; i++)
        vl_board_zone(w, b, i);
    vl_json_end(w);
    vl_json_key(w, "items");
    vl_json_arr(w);
    for (int i = 0; i < b->v->len.items; i++)
        vl_board_item(w, b, i, VL_PART_ALL, false);
    vl_json_end(w);
    vl_json_key(w, "seats");
    vl_json_arr(w);
    for (int k = 0; k < b->s->seats; k++)
        vl_board_seat(w, b, k, VL_PART_ALL, false);
    vl_json_end(w);
}

void vl_board_json(struct vl_json *w, const struct vl_board *b, int64_t rev)
{
    char faces[VL_FACES_KEY];

    vl_faces_key(faces, b->r, b->lang);
    vl_json_obj(w);
    vl_json_kint(w, "rev", rev);
    vl_json_kstr(w, "game", b->r->game->id);
    vl_json_kstr(w, "lang", vl_lang_word(b->lang));
    vl_json_kstr(w, "faces", faces);
    vl_board_turn(w, b, "turn");
    vl_board_prompt(w, b, "prompt");
    put_lists(w, b);
    vl_json_end(w);
}

static void put_why_not(struct vl_json *w, const struct vl_board *b)
{
    struct page page = page_of(w, b);

    vl_json_key(w, "why_not");
    vl_json_obj(w);
    for (int i = 0; i < b->v->len.items; i++) {
        const struct vl_item *item = &b->v->items[i];
        char id[ITEM_ID_MAX];
        struct vl_buf out = vl_buf_on(id, sizeof id);

        if (item->why_not == 0)
            continue;
        vl_item_id(&out, b->r, item->id);
        put_refusal(&page, id, item->would, item->why_not, "");
    }
    vl_json_end(w);
}

void vl_board_actions(struct vl_json *w, const struct vl_board *b, vl_actor seat)
{
    struct page page = page_of(w, b);

    vl_json_kint(w, "seat", seat);
    put_actions(&page, true);
    put_why_not(w, b);
}

void vl_board_other(struct vl_json *w, const struct vl_board *b)
{
    struct vl_board o = *b;

    o.lang = b->lang == VL_FR ? VL_EN : VL_FR;
    vl_json_key(w, "other");
    vl_json_obj(w);
    vl_board_actions(w, &o, b->s->actor);
    vl_json_end(w);
}

/* ---- events ---- */

static void put_event_args(const struct page *p, const struct vl_event_kind *kind,
                           const struct vl_event *ev)
{
    vl_json_key(p->w, "args");
    vl_json_obj(p->w);
    for (int i = 0; i < kind->len && i < ev->len; i++) {
        vl_json_key(p->w, kind->args[i].name);
        put_value(p, kind->args[i].family, ev->arg[i]);
    }
    vl_json_end(p->w);
}

/* Things of the content that the event speaks of: what a screen lights up. */
static void put_event_items(const struct page *p, const struct vl_event_kind *kind,
                            const struct vl_event *ev)
{
    const struct vl_game *g = p->r->game;

    vl_json_key(p->w, "items");
    vl_json_arr(p->w);
    for (int i = 0; i < kind->len && i < ev->len; i++) {
        int family = kind->args[i].family, value = ev->arg[i];
        char id[ITEM_ID_MAX];
        struct vl_buf b = vl_buf_on(id, sizeof id);

        if (family < VL_FAM_GAME || g->families[family - VL_FAM_GAME].keys != NULL || value < 0 ||
            value >= vl_family_count(p->r, family))
            continue;
        struct vl_ref ref = { (uint8_t)family, (uint16_t)value };
        vl_item_id(&b, p->r, ref);
        vl_json_str(p->w, id);
    }
    vl_json_end(p->w);
}

void vl_event_open(struct vl_json *w, const struct vl_rules *r, const struct vl_event *ev, int lang,
                   int64_t rev)
{
    const struct vl_event_kind *kind = &r->game->events[ev->type];
    struct page page = { w, r, NULL, lang, false };
    char text[VL_TEXT_MAX];
    struct vl_buf b = vl_buf_on(text, sizeof text);

    VL_ASSERT(ev->type < r->game->events_len);
    vl_text_event(&b, lang, r, ev);
    vl_json_obj(w);
    if (rev >= 0)
        vl_json_kint(w, "rev", rev);
    vl_json_kstr(w, "type", kind->name);
    vl_json_kstr(w, "rule", vl_rule_texts[ev->rule].id);
    vl_json_key(w, "seat");
    if (ev->seat >= 0)
        vl_json_int(w, ev->seat);
    else
        vl_json_null(w);
    put_event_args(&page, kind, ev);
    put_event_items(&page, kind, ev);
    vl_json_kstr(w, "text", text);
}

void vl_event_json(struct vl_json *w, const struct vl_rules *r, const struct vl_event *ev, int lang,
                   int64_t rev)
{
    vl_event_open(w, r, ev, lang, rev);
    vl_json_end(w);
}

/* ---- previews ---- */

struct preview_sink {
    struct vl_sink base; /* first: the engine knows this part */
    const struct page *page;
    vl_actor viewer;
};

static void take_event(struct vl_sink *sink, const struct vl_event *ev)
{
    const struct preview_sink *p = (const struct preview_sink *)sink;

    if (vl_event_seen(ev, p->viewer))
        vl_event_json(p->page->w, p->page->r, ev, p->page->lang, -1);
}

void vl_preview_json(struct vl_json *w, const struct vl_rules *r, const struct vl_state *s,
                     struct vl_move m, const char *typed, vl_actor seat, int lang)
{
    struct page page = { w, r, s, lang, false };
    struct preview_sink sink = { { take_event }, &page, seat };
    vl_rule no = vl_refuse(r, s, m, seat);
    union vl_any_state scratch;

    VL_VERIFY(r->game->state_size <= sizeof scratch);
    vl_json_obj(w);
    put_notation(&page, m);
    put_move_text(&page, m, false);
    if (no) {
        put_refusal(&page, "why_not", m, no, typed);
    } else {
        vl_json_key(w, "events");
        vl_json_arr(w);
        vl_preview(r, s, m, seat, &scratch.base, &sink.base);
        vl_json_end(w);
        if (scratch.base.actor == VL_CHANCE)
            vl_json_kbool(w, "chance", true);
    }
    vl_json_end(w);
}

/* ---- faults ---- */

void vl_error_json(struct vl_json *w, const struct vl_rules *r, const struct vl_error *err,
                   int lang)
{
    struct vl_error fault = *err;
    char text[2 * VL_TEXT_MAX];
    struct vl_buf b = vl_buf_on(text, sizeof text);

    fault.where[0] = '\0'; /* it has its own field */
    vl_text_error(&b, lang, r, &fault);
    vl_json_obj(w);
    vl_json_kstr(w, "status", vl_status_word(err->status));
    vl_rule_json(w, err->rule);
    if (err->where[0] != '\0')
        vl_json_kstr(w, "where", err->where);
    if (err->given[0] != '\0')
        vl_json_kstr(w, "given", err->given);
    if (err->line != 0) {
        vl_json_kint(w, "line", err->line);
        vl_json_kint(w, "column", err->column);
    }
    if (err->key[0] != '\0')
        vl_json_kstr(w, "key", err->key);
    vl_json_kstr(w, "text", text);
    vl_json_end(w);
}
