#include "core/engine.h"

#include "base/hash.h"
#include "core/fields.h"

/* ---- events ---- */

void vl_emit_to(struct vl_sink *sink, uint16_t see, uint16_t type, vl_rule rule, int seat,
                const int *args, int len)
{
    struct vl_event ev;

    if (sink == NULL)
        return;
    VL_ASSERT(len <= VL_EVENT_ARGS);
    memset(&ev, 0, sizeof ev);
    ev.type = type;
    ev.rule = rule;
    ev.seat = (int8_t)seat;
    ev.len = vl_u8(len);
    ev.see = see;
    for (int i = 0; i < len; i++)
        ev.arg[i] = vl_i16(args[i]);
    sink->take(sink, &ev);
}

void vl_emit(struct vl_sink *sink, uint16_t type, vl_rule rule, int seat, const int *args, int len)
{
    vl_emit_to(sink, VL_SEE_ALL, type, rule, seat, args, len);
}

/* ---- playing ---- */

void vl_start(const struct vl_rules *r, struct vl_state *s, struct vl_sink *sink)
{
    memset(s, 0, r->game->state_size);
    r->game->start(r, s);
    vl_settle(r, s, sink);
}

/* Judges a row as one, and an ordinary move. */
static vl_rule refuse_one(const struct vl_rules *r, const struct vl_state *s, struct vl_move m,
                          vl_actor by)
{
    const struct vl_game *g = r->game;

    if (m.kind == 0 || m.kind >= g->moves_len)
        return g->rule_unknown_action;
    if (!vl_move_ok(g, m))
        return g->rule_malformed;
    return g->refuse(r, s, m, by);
}

int vl_unfold(const struct vl_rules *r, const struct vl_state *s, struct vl_move m,
              struct vl_move out[VL_ROW_MAX])
{
    out[0] = m;
    if (!vl_is_row(r->game, m))
        return 1;
    int n = r->game->unfold(r, s, m, out);
    VL_VERIFY(n >= 0 && n <= VL_ROW_MAX);
    return n;
}

int vl_offers(const struct vl_rules *r, const struct vl_state *s, struct vl_move out[VL_OFFERS_MAX])
{
    int n = vl_legal(r, s, out);

    return s->actor >= 0 && r->game->rows != NULL ? n + r->game->rows(r, s, out + n) : n;
}

/* The moves of a row, tried one after the other on a copy. One that does not hold
 * together, which no game should make, is malformed. */
static vl_rule refuse_moves(const struct vl_rules *r, const struct vl_state *s, struct vl_move row)
{
    struct vl_move list[VL_ROW_MAX];
    union vl_any_state copy;
    int n = s->actor >= 0 ? vl_unfold(r, s, row, list) : 0;
    vl_rule no = n == 0 ? r->game->rule_malformed : 0;

    memcpy(&copy, s, r->game->state_size);
    for (int i = 0; i < n && no == 0; i++) {
        if (copy.base.actor != s->actor || vl_is_row(r->game, list[i]))
            return r->game->rule_malformed;
        no = refuse_one(r, &copy.base, list[i], s->actor);
        if (no == 0)
            vl_apply_legal(r, &copy.base, list[i], NULL);
    }
    return no;
}

vl_rule vl_refuse(const struct vl_rules *r, const struct vl_state *s, struct vl_move m, vl_actor by)
{
    vl_rule no = refuse_one(r, s, m, by);

    return no == 0 && vl_is_row(r->game, m) ? refuse_moves(r, s, m) : no;
}

void vl_touch_of(const struct vl_rules *r, const struct vl_state *s, struct vl_move m,
                 struct vl_touch *out)
{
    memset(out, 0, sizeof *out);
    if (m.kind == 0 || m.kind >= r->game->moves_len)
        return;
    memcpy(out->rules, r->game->moves[m.kind].rules, sizeof out->rules);
    if (r->game->touch != NULL)
        r->game->touch(r, s, m, out);
}

void vl_apply_row(const struct vl_rules *r, struct vl_state *s, struct vl_move row,
                  struct vl_sink *sink)
{
    struct vl_move list[VL_ROW_MAX];
    int n = vl_unfold(r, s, row, list);

    for (int i = 0; i < n; i++)
        vl_apply_legal(r, s, list[i], sink);
}

vl_rule vl_apply(const struct vl_rules *r, struct vl_state *s, struct vl_move m, vl_actor by,
                 struct vl_sink *sink)
{
    vl_rule no = vl_refuse(r, s, m, by);

    if (no != 0)
        return no;
    vl_apply_accepted(r, s, m, sink);
    VL_ASSERT(vl_sound(r, s, NULL) == VL_OK);
    return 0;
}

void vl_result(const struct vl_rules *r, const struct vl_state *s, struct vl_result *out)
{
    memset(out, 0, sizeof *out);
    r->game->result(r, s, out);
}

uint64_t vl_state_hash(const struct vl_rules *r, const struct vl_state *s)
{
    union vl_any_state kept;

    if (r->game->kept == NULL)
        return vl_hash(s, r->game->state_size, 0);
    return vl_hash(kept.bytes, r->game->kept(s, kept.bytes), 0);
}

void vl_hide(const struct vl_rules *r, struct vl_state *s, vl_actor viewer)
{
    if (r->game->hide != NULL)
        r->game->hide(r, s, viewer);
}

vl_rule vl_preview(const struct vl_rules *r, const struct vl_state *s, struct vl_move m,
                   vl_actor viewer, struct vl_state *scratch, struct vl_sink *sink)
{
    memcpy(scratch, s, r->game->state_size);
    vl_hide(r, scratch, viewer);
    return vl_apply(r, scratch, m, VL_ANYONE, sink);
}

/* ---- keys ---- */

/* The game's own family, NULL for those common to all games. */
static const struct vl_family *family_of(const struct vl_game *g, int family)
{
    if (family < VL_FAM_GAME || family - VL_FAM_GAME >= g->families_len)
        return NULL;
    return &g->families[family - VL_FAM_GAME];
}

/* What stands `index` records after the first one. */
static const char *at(const void *block, const struct vl_things *t, uint32_t first, int index)
{
    return (const char *)block + first + (size_t)index * t->stride;
}

const char *vl_thing_key(const void *block, const struct vl_things *t, int index)
{
    uint32_t key = 0;

    if (block != NULL && t != NULL)
        memcpy(&key, at(block, t, t->key, index), sizeof key);
    return vl_string(block, key);
}

/* A text of a thing, or of the one after which it is called. */
static const char *thing_text(const void *block, const struct vl_things *t, int index, bool about,
                              int lang)
{
    struct vl_texts text;

    if (vl_thing_key(block, t, index) == NULL)
        return NULL;
    if (t->same != NULL) {
        uint32_t of = vl_field_load((const uint8_t *)at(block, t, t->of, index), t->of_width);

        return of == (t->of_width == 1 ? VL_NONE : UINT16_MAX)
                   ? NULL
                   : thing_text(block, t->same, (int)of, about, lang);
    }
    uint32_t first = about ? t->about : t->name;
    if (first == 0)
        return NULL;
    memcpy(&text, at(block, t, first, index), sizeof text);
    return vl_string(block, text.lang[lang]);
}

const char *vl_key(const struct vl_rules *r, int family, int index)
{
    const struct vl_family *f = family_of(r->game, family);

    if (f == NULL || index < 0 || index >= f->count)
        return NULL;
    return f->keys != NULL ? f->keys[index] : vl_thing_key(r->content, f->things, index);
}

const char *vl_name(const struct vl_rules *r, int family, int index, int lang)
{
    const struct vl_family *f = family_of(r->game, family);

    if (f == NULL || index < 0 || index >= f->count)
        return NULL;
    return thing_text(r->content, f->things, index, false, lang);
}

const char *vl_about(const struct vl_rules *r, int family, int index, int lang)
{
    const struct vl_family *f = family_of(r->game, family);

    if (f == NULL || index < 0 || index >= f->count)
        return NULL;
    return thing_text(r->content, f->things, index, true, lang);
}

int vl_none_of(const struct vl_rules *r, int family)
{
    const struct vl_family *f = r != NULL ? family_of(r->game, family) : NULL;

    return f != NULL && f->count > VL_BAD_KEY ? VL_WIDE_NONE : VL_NONE;
}

bool vl_family_keyed(const struct vl_rules *r, int family)
{
    return vl_key(r, family, 0) != NULL;
}

int vl_find_key(const struct vl_rules *r, int family, const char *text, size_t len)
{
    int count = vl_family_keyed(r, family) ? vl_family_count(r, family) : 0;

    for (int i = 0; i < count; i++) {
        const char *key = vl_key(r, family, i);
        if (key != NULL && vl_str_is(text, len, key))
            return i;
    }
    return -1;
}

int vl_family_count(const struct vl_rules *r, int family)
{
    const struct vl_family *f = family_of(r->game, family);

    if (family == VL_FAM_SEAT)
        return r->game->seats_max;
    if (f == NULL)
        return 0;
    if (f->keys != NULL || !vl_family_keyed(r, family))
        return f->count;

    int n = f->count; /* the content says how many; there may be gaps */
    while (n > 0 && vl_key(r, family, n - 1) == NULL)
        n--;
    return n;
}

const char *vl_family_name(const struct vl_rules *r, int family)
{
    const struct vl_family *f = family_of(r->game, family);

    switch (family) {
    case VL_FAM_NONE: return "none";
    case VL_FAM_INT: return "number";
    case VL_FAM_SEAT: return "seat";
    default: return f != NULL ? f->name : "none";
    }
}
