/* Positions: the field table of a game, walked once to write and once to read.
 *
 * `state` is the whole state as bytes; `rec` is where a field's offsets count
 * from: the state itself, or a record of a map in it. Maps nest at most
 * VL_FIELDS_DEPTH deep, which bounds every recursion here. */
#include "core/engine.h"
#include "core/fields.h"

enum {
    VL_FIELDS_DEPTH = 3,
    WORD_MAX = 64,       /* bytes of a key, with its NUL */
    FIXTURE_NODES = 256, /* values in the JSON of a fixture */
    NOT_FOUND = -1
};

/* ---- numbers in the state ---- */

static void store(uint8_t *at, int width, uint32_t v)
{
    uint16_t half = (uint16_t)v;

    switch (width) {
    case 2: memcpy(at, &half, sizeof half); break;
    case 4: memcpy(at, &v, sizeof v); break;
    default: at[0] = (uint8_t)v; break;
    }
}

static void set_bit(uint8_t *at, int width, int i)
{
    if (width > 4) {
        at += i / 32 * 4;
        width = 4;
        i &= 31;
    }
    store(at, width, vl_field_load(at, width) | UINT32_C(1) << i);
}

static bool is_zero(const uint8_t *at, int len)
{
    for (int i = 0; i < len; i++) {
        if (at[i] != 0)
            return false;
    }
    return true;
}

/* ---- maps ---- */

/* One record for each seat, in order: a list. */
static bool is_by_seat(const struct vl_field *f)
{
    return f->family == VL_FAM_SEAT && !(f->flags & (VL_FIELD_BY | VL_FIELD_SPARSE));
}

/* ---- places ---- */

/* The next word of a JSON pointer; a name of ours has no character to escape. */
static bool next_word(const char **pointer, const char **word, size_t *len)
{
    if (**pointer != '/')
        return false;
    *word = *pointer + 1;
    for (*len = 0; (*word)[*len] != '\0' && (*word)[*len] != '/';)
        ++*len;
    *pointer = *word + *len;
    return true;
}

/* Can `word` be an entry of the field: the number of one, or the key of a record? */
static bool has_entry(const struct vl_rules *r, const struct vl_field *f, const char *word,
                      size_t len)
{
    uint64_t n;

    if (f->type == VL_F_MAP && !is_by_seat(f) && vl_family_keyed(r, f->family))
        return vl_find_key(r, f->family, word, len) >= 0;
    return (f->type == VL_F_MAP || f->type == VL_F_ROW || f->type == VL_F_LIST ||
            f->type == VL_F_BITS) &&
           vl_str_u64(word, len, &n) && n < f->count;
}

static const struct vl_field *named_in(const struct vl_field *table, const char *word, size_t len)
{
    const struct vl_field *f = table;

    while (f->type != VL_F_END && !vl_str_is(word, len, f->name))
        f++;
    return f->type != VL_F_END ? f : NULL;
}

static bool names_option(const struct vl_game *g, const char *name)
{
    for (int i = 0; i < g->options_len; i++)
        if (vl_str_eq(name, g->options[i].name))
            return true;
    return false;
}

bool vl_position_names(const struct vl_rules *r, const char *pointer)
{
    static const char options[] = "/options/";
    const struct vl_field *table = r->game->fields, *f = NULL; /* f: the value at hand, if any */
    const char *word;
    size_t len;

    if (strncmp(pointer, options, sizeof options - 1) == 0)
        return names_option(r->game, pointer + sizeof options - 1);
    while (next_word(&pointer, &word, &len)) {
        if (f == NULL) {
            f = named_in(table, word, len);
            if (f == NULL)
                return false;
            continue;
        }
        if (!has_entry(r, f, word, len))
            return false;
        if (f->type != VL_F_MAP)
            return *pointer == '\0';
        table = f->child;
        f = table->name == NULL ? table : NULL;
    }
    return *pointer == '\0';
}

/* ---- writing ---- */

struct writer {
    const struct vl_rules *r;
    const uint8_t *state;
    bool full; /* hidden fields too */
    struct vl_json *w;
};

/* A thing of the family; `none` is what stands for nothing. */
static void write_thing(const struct writer *wr, int family, int v, int none)
{
    const char *key = vl_key(wr->r, family, v);

    if (key != NULL)
        vl_json_str(wr->w, key);
    else if (v == none && family != VL_FAM_INT)
        vl_json_str(wr->w, "-");
    else
        vl_json_int(wr->w, v);
}

/* A seat is called by the thing that sits there, if any does yet. */
static void write_seat(const struct writer *wr, const struct vl_field *f, int seat)
{
    int sitter = seat < VL_SEATS_MAX ? wr->state[f->by_off + seat] : VL_NONE;

    if (seat != VL_NONE && sitter == VL_NONE)
        vl_json_int(wr->w, seat);
    else
        write_thing(wr, f->family, sitter, VL_NONE);
}

static void write_key(const struct writer *wr, const struct vl_field *f, const uint8_t *at)
{
    write_thing(wr, f->family, (int)vl_field_load(at, f->width), vl_field_none(f));
}

static void write_things(const struct writer *wr, const struct vl_field *f, const uint8_t *at,
                         int len)
{
    vl_json_arr(wr->w);
    for (int i = 0; i < len; i++)
        write_key(wr, f, at + i * f->width);
    vl_json_end(wr->w);
}

static void write_bits(const struct writer *wr, const struct vl_field *f, const uint8_t *at)
{
    vl_json_arr(wr->w);
    for (int i = 0; i < f->count; i++) {
        if (vl_field_bit(at, f->width, i))
            write_thing(wr, f->family, i, -1);
    }
    vl_json_end(wr->w);
}

static void write_map(const struct writer *wr, const struct vl_field *f, const uint8_t *rec,
                      int depth);

static void write_value(const struct writer *wr, const struct vl_field *f, const uint8_t *rec,
                        int depth)
{
    const uint8_t *at = rec + f->off;

    switch ((enum vl_field_type)f->type) {
    case VL_F_INT: vl_json_int(wr->w, vl_field_number(f, at)); break;
    case VL_F_BOOL: vl_json_bool(wr->w, at[0] != 0); break;
    case VL_F_FLAG: vl_json_bool(wr->w, (at[0] >> f->bit & 1) != 0); break;
    case VL_F_KEY: write_key(wr, f, at); break;
    case VL_F_SEAT: write_seat(wr, f, at[0]); break;
    case VL_F_BITS: write_bits(wr, f, at); break;
    case VL_F_ROW: write_things(wr, f, at, f->count); break;
    case VL_F_LIST: write_things(wr, f, at, vl_field_len(f, rec)); break;
    case VL_F_MAP: write_map(wr, f, rec, depth); break;
    }
}

/* The named fields of a table, into the object that is open. */
static void write_fields(const struct writer *wr, const struct vl_field *fields, const uint8_t *rec,
                         int depth)
{
    for (const struct vl_field *f = fields; f->type != VL_F_END; f++) {
        if ((f->flags & VL_FIELD_HIDDEN) && !wr->full)
            continue;
        vl_json_key(wr->w, f->name);
        write_value(wr, f, rec, depth);
    }
}

static void write_owner(const struct writer *wr, int family, int v)
{
    char number[8];
    struct vl_buf b = vl_buf_on(number, sizeof number);
    const char *key = vl_key(wr->r, family, v);

    vl_put_int(&b, v);
    vl_json_key(wr->w, key != NULL ? key : number);
}

static void write_map(const struct writer *wr, const struct vl_field *f, const uint8_t *rec,
                      int depth)
{
    int n = vl_field_records(wr->r, wr->state, f);

    VL_VERIFY(depth < VL_FIELDS_DEPTH);
    if (is_by_seat(f))
        vl_json_arr(wr->w);
    else
        vl_json_obj(wr->w);
    for (int k = 0; k < n; k++) {
        const uint8_t *at = rec + f->off + k * f->stride;

        if (vl_field_owner(wr->state, f, k) < 0)
            continue;
        if ((f->flags & VL_FIELD_SPARSE) && is_zero(at, f->stride))
            continue;
        if (!is_by_seat(f))
            write_owner(wr, f->family, vl_field_owner(wr->state, f, k));
        if (f->child->name == NULL) {
            write_value(wr, f->child, at, depth + 1);
            continue;
        }
        vl_json_obj(wr->w);
        write_fields(wr, f->child, at, depth + 1);
        vl_json_end(wr->w);
    }
    vl_json_end(wr->w);
}

void vl_position_write(const struct vl_rules *r, const struct vl_state *s, vl_actor viewer,
                       bool full, struct vl_json *w)
{
    const struct vl_game *g = r->game;
    union vl_any_state copy;
    struct writer wr = { r, copy.bytes, full, w };

    VL_VERIFY(g->state_size <= VL_STATE_MAX);
    memcpy(copy.bytes, s, g->state_size);
    if (!full)
        vl_hide(r, &copy.base, viewer);
    vl_json_obj(w);
    vl_json_kstr(w, "game", g->id);
    vl_json_key(w, "options");
    vl_options_json(r, w, false);
    write_fields(&wr, g->fields, copy.bytes, 0);
    if (g->extras != NULL) {
        vl_json_key(w, "table");
        vl_json_obj(w);
        g->extras(r, &copy.base, w);
        vl_json_end(w);
    }
    vl_json_end(w);
}

/* ---- reading ---- */

struct reader {
    const struct vl_rules *r;
    uint8_t *state;
    const uint8_t *fresh; /* an empty state: what stands past the end of a list */
    const struct vl_json_doc *doc;
    struct vl_error *err;
    uint8_t *taken; /* of the game's alike_family: named already, a bit each */
    int seat;       /* whose record is being read, or -1 */
};

static int fault(const struct reader *rd, uint32_t node, int status, const char *what)
{
    char where[sizeof rd->err->where];

    vl_json_where(rd->doc, node, where, sizeof where);
    vl_error_rule(rd->err, status, rd->r->game->rule_bad_position, where, what);
    return status;
}

static int fault_range(const struct reader *rd, uint32_t node, const char *before, int64_t lo,
                       int64_t hi, const char *after)
{
    char what[100];
    struct vl_buf b = vl_buf_on(what, sizeof what);

    vl_put(&b, before);
    vl_put_int(&b, lo);
    vl_put(&b, "..");
    vl_put_int(&b, hi);
    vl_put(&b, after);
    return fault(rd, node, VL_RANGE, what);
}

/* Has it things that are alike, which a position may name without saying which? */
static bool has_alike(const struct vl_rules *r, int family)
{
    return r->game->alike != NULL && family == r->game->alike_family;
}

/* A game may have a rule of its own for this. */
static int fault_by(const struct reader *rd, int st, vl_rule rule)
{
    if (rd->err != NULL && rule != 0)
        rd->err->rule = rule;
    return st;
}

/* "purple: no such path"; word may be NULL where the pointer shows it already. */
static int fault_thing(const struct reader *rd, uint32_t node, const char *word, const char *what,
                       int family)
{
    char text[160];
    struct vl_buf b = vl_buf_on(text, sizeof text);

    if (word != NULL) {
        vl_put(&b, word);
        vl_put(&b, ": ");
    }
    vl_put(&b, what);
    vl_put(&b, vl_family_name(rd->r, family));
    return fault_by(rd, fault(rd, node, VL_UNKNOWN, text),
                    has_alike(rd->r, family) ? rd->r->game->rule_unknown_thing : 0);
}

static bool is_type(const struct reader *rd, uint32_t node, int type)
{
    return vl_json_type_of(rd->doc, node) == type;
}

static int read_int(const struct reader *rd, uint32_t node, int64_t lo, int64_t hi, int64_t *out)
{
    if (!is_type(rd, node, VL_JSON_NUMBER))
        return fault(rd, node, VL_SYNTAX, "a number was expected");
    if (!vl_json_int_in(rd->doc, node, lo, hi, out))
        return fault_range(rd, node, "not a whole number in ", lo, hi, "");
    return VL_OK;
}

static int read_bool(const struct reader *rd, uint32_t node, bool *out)
{
    *out = is_type(rd, node, VL_JSON_TRUE);
    if (!*out && !is_type(rd, node, VL_JSON_FALSE))
        return fault(rd, node, VL_SYNTAX, "true or false was expected");
    return VL_OK;
}

/* Those that are named in full are taken before any that is not. */
static void mark_named(const struct reader *rd, uint32_t object)
{
    const struct vl_json_node *n = &rd->doc->nodes[object];
    char word[WORD_MAX];

    for (uint32_t i = object; rd->r->game->alike != NULL && i < n->next; i++) {
        if (!is_type(rd, i, VL_JSON_STRING) || !vl_json_text(rd->doc, i, word, sizeof word))
            continue;
        int v = vl_find_key(rd->r, rd->r->game->alike_family, word, strlen(word));
        if (v >= 0)
            rd->taken[v >> 3] = (uint8_t)(rd->taken[v >> 3] | 1 << (v & 7));
    }
}

/* The index of the thing a string names. */
static int read_key(const struct reader *rd, uint32_t node, int family, int *out)
{
    char word[WORD_MAX];

    if (!is_type(rd, node, VL_JSON_STRING))
        return fault(rd, node, VL_SYNTAX, "a key was expected");
    if (!vl_json_text(rd->doc, node, word, sizeof word))
        return fault_thing(rd, node, NULL, "no such ", family);
    *out = vl_find_key(rd->r, family, word, strlen(word));
    if (*out < 0 && has_alike(rd->r, family))
        *out = rd->r->game->alike(rd->r, word, strlen(word), rd->seat, rd->taken);
    if (*out < 0)
        return fault_thing(rd, node, word, "no such ", family);
    if (has_alike(rd->r, family))
        rd->taken[*out >> 3] = (uint8_t)(rd->taken[*out >> 3] | 1 << (*out & 7));
    return VL_OK;
}

/* A thing: a key, a number, or "-" for none where that can be. */
static int read_thing(const struct reader *rd, const struct vl_field *f, uint32_t node, int *out)
{
    int64_t v = 0;
    int index = 0, st;

    if (f->family != VL_FAM_INT && !(f->flags & VL_FIELD_MUST) &&
        (vl_json_is(rd->doc, node, "-") || is_type(rd, node, VL_JSON_NULL))) {
        *out = vl_field_none(f);
        return VL_OK;
    }
    if (vl_family_keyed(rd->r, f->family)) {
        st = read_key(rd, node, f->family, &index);
        v = index;
    } else {
        bool bounded = f->family == VL_FAM_INT || f->hi != 0;
        st = read_int(rd, node, f->lo,
                      bounded ? vl_field_max(f) : vl_family_count(rd->r, f->family) - 1, &v);
    }
    if (st == VL_OK)
        *out = (int)v;
    return st;
}

/* The same into the state. */
static int read_entry(const struct reader *rd, const struct vl_field *f, uint32_t node, uint8_t *at)
{
    int v = 0;
    int st = read_thing(rd, f, node, &v);

    if (st == VL_OK)
        store(at, f->width, (uint32_t)v);
    return st;
}

/* The seat of a thing, by number while nothing sits there. */
static int read_seat(const struct reader *rd, const struct vl_field *f, uint32_t node, uint8_t *out)
{
    int seats = ((const struct vl_state *)(const void *)rd->state)->seats;
    int64_t v;
    int index, st;

    if (vl_json_is(rd->doc, node, "-")) {
        *out = VL_NONE;
        return VL_OK;
    }
    if (is_type(rd, node, VL_JSON_NUMBER)) {
        st = read_int(rd, node, 0, seats - 1, &v);
        if (st == VL_OK)
            *out = (uint8_t)v;
        return st;
    }
    st = read_key(rd, node, f->family, &index);
    if (st != VL_OK)
        return st;
    for (int k = 0; k < seats; k++) {
        if (rd->state[f->by_off + k] == index) {
            *out = vl_u8(k);
            return VL_OK;
        }
    }
    return fault_thing(rd, node, vl_key(rd->r, f->family, index), "not in play as a ", f->family);
}

static int read_bits(const struct reader *rd, const struct vl_field *f, uint32_t node, uint8_t *at)
{
    struct vl_field one = *f;

    if (!is_type(rd, node, VL_JSON_ARRAY))
        return fault(rd, node, VL_SYNTAX, "a list was expected");
    one.lo = 0;
    one.hi = f->count - 1;
    one.width = 2;
    memset(at, 0, f->width);
    for (uint32_t c = vl_json_first(rd->doc, node); c != 0; c = vl_json_sibling(rd->doc, c)) {
        int v = 0;

        one.family = f->bit != 0 && is_type(rd, c, VL_JSON_STRING) ? f->bit : f->family;
        int st = read_thing(rd, &one, c, &v);

        if (st != VL_OK)
            return st;
        if (v >= f->count)
            return fault(rd, c, VL_RANGE, "cannot stand here");
        if (vl_field_bit(at, f->width, v))
            return fault_by(rd, fault(rd, c, VL_DUPLICATE, "stands twice"),
                            has_alike(rd->r, f->family) ? rd->r->game->rule_twice : 0);
        set_bit(at, f->width, v);
    }
    return VL_OK;
}

/* The elements of a row or list into at[0..]; *len is how many. */
static int read_things(const struct reader *rd, const struct vl_field *f, uint32_t node, int least,
                       uint8_t *at, int *len)
{
    int n = 0;

    if (!is_type(rd, node, VL_JSON_ARRAY))
        return fault(rd, node, VL_SYNTAX, "a list was expected");
    *len = (int)rd->doc->nodes[node].count;
    if (*len < least || *len > f->count)
        return fault_range(rd, node, "not ", least, f->count, " entries");
    for (uint32_t c = vl_json_first(rd->doc, node); c != 0; c = vl_json_sibling(rd->doc, c)) {
        int st = read_entry(rd, f, c, at + f->width * n++);
        if (st != VL_OK)
            return st;
    }
    return VL_OK;
}

/* What stands past the end of a row or list: the same as in a fresh state. */
static void refresh(const struct reader *rd, const struct vl_field *f, uint8_t *at, int len)
{
    at += len * f->width;
    memcpy(at, rd->fresh + (at - rd->state), (size_t)(f->count - len) * f->width);
}

static int read_list(const struct reader *rd, const struct vl_field *f, uint32_t node, uint8_t *rec)
{
    uint8_t *at = rec + f->off;
    int len = 0;
    int st = read_things(rd, f, node, 0, at, &len);

    if (st != VL_OK)
        return st;
    refresh(rd, f, at, len);
    store(rec + f->len_off, f->wide_len ? 2 : 1, (uint32_t)len);
    return VL_OK;
}

static int read_row(const struct reader *rd, const struct vl_field *f, uint32_t node, uint8_t *at)
{
    int len = 0;
    int st = read_things(rd, f, node, f->flags & VL_FIELD_SHORT ? 0 : f->count, at, &len);

    if (st == VL_OK)
        refresh(rd, f, at, len);
    return st;
}

static int read_map(const struct reader *rd, const struct vl_field *f, uint32_t node, uint8_t *rec,
                    int depth);

static int read_value(const struct reader *rd, const struct vl_field *f, uint32_t node,
                      uint8_t *rec, int depth)
{
    uint8_t *at = rec + f->off;
    int64_t v = 0;
    bool yes = false;
    int st = VL_OK;

    switch ((enum vl_field_type)f->type) {
    case VL_F_INT:
        st = read_int(rd, node, f->lo, vl_field_max(f), &v);
        if (st == VL_OK)
            store(at, f->width, (uint32_t)v);
        break;
    case VL_F_BOOL:
        st = read_bool(rd, node, &yes);
        at[0] = yes;
        break;
    case VL_F_FLAG:
        st = read_bool(rd, node, &yes);
        at[0] = (uint8_t)((at[0] & ~(1 << f->bit)) | (yes ? 1 << f->bit : 0));
        break;
    case VL_F_KEY: st = read_entry(rd, f, node, at); break;
    case VL_F_SEAT: st = read_seat(rd, f, node, at); break;
    case VL_F_BITS: st = read_bits(rd, f, node, at); break;
    case VL_F_ROW: st = read_row(rd, f, node, at); break;
    case VL_F_LIST: st = read_list(rd, f, node, rec); break;
    case VL_F_MAP: st = read_map(rd, f, node, rec, depth); break;
    }
    return st;
}

static const struct vl_field *field_named(const struct reader *rd, const struct vl_field *fields,
                                          uint32_t node)
{
    for (const struct vl_field *f = fields; f->type != VL_F_END; f++) {
        if (vl_json_key_is(rd->doc, node, f->name))
            return f;
    }
    return NULL;
}

/* Some fields are told by others (a map by the seats), so they are read in the
 * table's order, whatever the document's. `given`, if not NULL: which were there. */
static int read_fields(const struct reader *rd, const struct vl_field *fields, uint32_t object,
                       uint8_t *rec, int depth, struct vl_given *given)
{
    for (int k = 0; fields[k].type != VL_F_END; k++) {
        uint32_t node = vl_json_get(rd->doc, object, fields[k].name);

        VL_VERIFY(k < VL_FIELDS_MAX);
        if (node == 0)
            continue;
        if (given != NULL)
            given->bits[k / 32] |= UINT32_C(1) << (k & 31);
        int st = read_value(rd, &fields[k], node, rec, depth);
        if (st != VL_OK)
            return st;
    }
    return VL_OK;
}

/* The index of the thing a member of a map is called by, or NOT_FOUND. */
static int owner_named(const struct reader *rd, const struct vl_field *f, uint32_t node)
{
    char word[WORD_MAX];
    uint64_t v;

    if (!vl_json_key_text(rd->doc, node, word, sizeof word))
        return NOT_FOUND;

    size_t len = strlen(word);
    if (vl_family_keyed(rd->r, f->family))
        return vl_find_key(rd->r, f->family, word, len);
    if (!vl_str_u64(word, len, &v) || v >= VL_FAMILY_MAX || (word[0] == '0' && len > 1))
        return NOT_FOUND;
    return (int)v;
}

static int record_of(const struct reader *rd, const struct vl_field *f, int thing)
{
    int n = vl_field_records(rd->r, rd->state, f);

    for (int k = 0; k < n && thing >= 0; k++) {
        if (vl_field_owner(rd->state, f, k) == thing)
            return k;
    }
    return NOT_FOUND;
}

static int read_record(const struct reader *rd, const struct vl_field *child, uint32_t node,
                       uint8_t *at, int depth)
{
    if (child->name == NULL)
        return read_value(rd, child, node, at, depth);
    if (!is_type(rd, node, VL_JSON_OBJECT))
        return fault(rd, node, VL_SYNTAX, "an object was expected");
    for (uint32_t c = vl_json_first(rd->doc, node); c != 0; c = vl_json_sibling(rd->doc, c)) {
        if (field_named(rd, child, c) == NULL)
            return fault(rd, c, VL_UNKNOWN, "no such field");
    }
    return read_fields(rd, child, node, at, depth, NULL);
}

/* A list of records, the first ones. */
static int read_seats(const struct reader *rd, const struct vl_field *f, uint32_t node,
                      uint8_t *rec, int depth)
{
    struct reader in = *rd;
    int n = vl_field_records(rd->r, rd->state, f), k = 0;

    if (!is_type(rd, node, VL_JSON_ARRAY))
        return fault(rd, node, VL_SYNTAX, "a list was expected");
    for (uint32_t c = vl_json_first(rd->doc, node); c != 0; c = vl_json_sibling(rd->doc, c), k++) {
        if (k >= n)
            return fault_range(rd, node, "not ", 0, n, " entries");
        in.seat = k;
        int st = read_record(&in, f->child, c, rec + f->off + k * f->stride, depth + 1);
        if (st != VL_OK)
            return st;
    }
    return VL_OK;
}

/* A map names some of its records; a sparse one names all that are not zero. */
static int read_map(const struct reader *rd, const struct vl_field *f, uint32_t node, uint8_t *rec,
                    int depth)
{
    VL_VERIFY(depth < VL_FIELDS_DEPTH);
    if (is_by_seat(f))
        return read_seats(rd, f, node, rec, depth);
    if (!is_type(rd, node, VL_JSON_OBJECT))
        return fault(rd, node, VL_SYNTAX, "an object was expected");
    if (f->flags & VL_FIELD_SPARSE)
        memset(rec + f->off, 0, (size_t)f->count * f->stride);
    for (uint32_t c = vl_json_first(rd->doc, node); c != 0; c = vl_json_sibling(rd->doc, c)) {
        int thing = owner_named(rd, f, c);
        int k = record_of(rd, f, thing);

        if (k < 0)
            return fault_thing(rd, c, NULL, thing < 0 ? "no such " : "not in play as a ",
                               f->family);
        int st = read_record(rd, f->child, c, rec + f->off + k * f->stride, depth + 1);
        if (st != VL_OK)
            return st;
    }
    return VL_OK;
}

/* ---- base and options ---- */

static const struct vl_fixture *fixture_named(const struct vl_game *g,
                                              const struct vl_json_doc *doc, uint32_t node)
{
    for (int i = 0; i < g->fixtures_len; i++) {
        if (vl_json_is(doc, node, g->fixtures[i].name))
            return &g->fixtures[i];
    }
    return NULL;
}

static bool same_options(const struct vl_rules *a, const struct vl_rules *b)
{
    return memcmp(a->option, b->option, sizeof a->option) == 0;
}

/* True if the options that the fixture names are those of r. */
static bool fits(const struct vl_rules *r, const struct vl_fixture *x)
{
    struct vl_rules with = *r;

    VL_VERIFY(vl_options_parse(&with, x->options, NULL) == VL_OK);
    return same_options(r, &with);
}

/* True if every field that everybody may see is there. */
static bool is_whole(const struct vl_game *g, const struct vl_json_doc *doc, uint32_t object)
{
    for (const struct vl_field *f = g->fields; f->type != VL_F_END; f++) {
        if (!(f->flags & VL_FIELD_HIDDEN) && vl_json_get(doc, object, f->name) == 0)
            return false;
    }
    return true;
}

/* The fixture a position stands on, NULL if none. */
static int find_base(const struct reader *rd, uint32_t object, const struct vl_fixture **out)
{
    const struct vl_game *g = rd->r->game;
    uint32_t node = vl_json_get(rd->doc, object, "base");

    *out = NULL;
    if (node != 0) {
        const struct vl_fixture *x = fixture_named(g, rd->doc, node);

        if (x == NULL)
            return fault(rd, node, VL_UNKNOWN, "no such base");
        if (!fits(rd->r, x))
            return fault(rd, node, VL_MISMATCH, "made for other options");
        *out = x;
        return VL_OK;
    }
    if (is_whole(g, rd->doc, object))
        return VL_OK;
    for (int i = 0; i < g->fixtures_len && *out == NULL; i++) {
        if (fits(rd->r, &g->fixtures[i]))
            *out = &g->fixtures[i];
    }
    return VL_OK;
}

/* Fixtures are part of the program, and made for the content that is: false for a pack that does
 * not have what one names, and nothing is read. */
static bool read_fixture(const struct reader *rd, const struct vl_fixture *x)
{
    struct vl_json_node nodes[FIXTURE_NODES];
    struct vl_json_doc doc;
    struct reader in = *rd;

    VL_VERIFY(vl_json_parse(&doc, x->json, strlen(x->json), nodes, FIXTURE_NODES, NULL) == VL_OK);
    in.doc = &doc;
    in.err = NULL;
    if (read_fields(&in, rd->r->game->fields, 0, rd->state, 0, NULL) == VL_OK)
        return true;
    memcpy(rd->state, rd->fresh, rd->r->game->state_size);
    return false;
}

/* "game" and "options", where given, are those of the table. */
static int check_head(const struct reader *rd, uint32_t object)
{
    uint32_t game = vl_json_get(rd->doc, object, "game");
    uint32_t options = vl_json_get(rd->doc, object, "options");
    struct vl_rules with = *rd->r;

    if (game != 0 && !vl_json_is(rd->doc, game, rd->r->game->id))
        return fault(rd, game, VL_MISMATCH, "of another game");
    if (options == 0)
        return VL_OK;
    int st = vl_options_read(&with, rd->doc, options, rd->err);
    if (st == VL_OK)
        st = vl_rules_prepare(&with, rd->err);
    if (st == VL_OK && !same_options(&with, rd->r))
        st = fault(rd, options, VL_MISMATCH, "made for other options");
    return st;
}

int vl_position_rules(struct vl_rules *r, const struct vl_json_doc *doc, uint32_t node,
                      struct vl_error *err)
{
    struct vl_rules with = *r;
    struct reader rd = { r, NULL, NULL, doc, err, NULL, -1 };
    uint32_t base = vl_json_get(doc, node, "base");
    uint32_t options = vl_json_get(doc, node, "options");
    int st = VL_OK;

    if (vl_json_type_of(doc, node) != VL_JSON_OBJECT)
        return fault(&rd, node, VL_SYNTAX, "an object was expected");
    if (base != 0) {
        const struct vl_fixture *x = fixture_named(r->game, doc, base);

        if (x == NULL)
            return fault(&rd, base, VL_UNKNOWN, "no such base");
        VL_VERIFY(vl_options_parse(&with, x->options, NULL) == VL_OK);
    }
    if (options != 0)
        st = vl_options_read(&with, doc, options, err);
    if (st == VL_OK)
        st = vl_rules_prepare(&with, err);
    if (st == VL_OK)
        *r = with;
    return st;
}

/* ---- the whole ---- */

static int check_names(const struct reader *rd, uint32_t object)
{
    static const char *const others[] = { "game", "options", "base", "table" };

    for (uint32_t c = vl_json_first(rd->doc, object); c != 0; c = vl_json_sibling(rd->doc, c)) {
        bool known = field_named(rd, rd->r->game->fields, c) != NULL;

        for (int i = 0; i < VL_LEN(others) && !known; i++)
            known = vl_json_key_is(rd->doc, c, others[i]);
        if (!known)
            return fault(rd, c, VL_UNKNOWN, "no such field");
    }
    return VL_OK;
}

/* Puts the position's own place before a pointer into it. */
static void place_error(const struct reader *rd, uint32_t object)
{
    char where[sizeof rd->err->where];
    char joined[sizeof rd->err->where];
    struct vl_buf b = vl_buf_on(joined, sizeof joined);

    if (rd->err == NULL)
        return;
    vl_json_where(rd->doc, object, where, sizeof where);
    vl_put(&b, where);
    vl_put(&b, rd->err->where);
    memcpy(rd->err->where, joined, b.len + 1);
    if (rd->err->rule == 0)
        rd->err->rule = rd->r->game->rule_bad_position;
}

static int read_position(const struct reader *rd, uint32_t object)
{
    const struct vl_game *g = rd->r->game;
    const struct vl_fixture *base;
    struct vl_given given = { g->fields, { 0 } };
    int st;

    if (!is_type(rd, object, VL_JSON_OBJECT))
        return fault(rd, object, VL_SYNTAX, "an object was expected");
    st = check_names(rd, object);
    if (st == VL_OK)
        st = check_head(rd, object);
    if (st == VL_OK)
        st = find_base(rd, object, &base);
    if (st != VL_OK)
        return st;
    if (base != NULL && !read_fixture(rd, base) && vl_json_get(rd->doc, object, "base") != 0)
        return fault(rd, vl_json_get(rd->doc, object, "base"), VL_MISMATCH,
                     "made for other content");
    st = read_fields(rd, g->fields, object, rd->state, 0, &given);
    if (st != VL_OK)
        return st;
    if (g->loaded != NULL) {
        st = g->loaded(rd->r, (struct vl_state *)(void *)rd->state, &given, rd->err);
        if (st != VL_OK) {
            place_error(rd, object);
            return st;
        }
    }
    st = vl_sound(rd->r, (const struct vl_state *)(const void *)rd->state, rd->err);
    if (st != VL_OK)
        place_error(rd, object);
    return st;
}

int vl_position_read(const struct vl_rules *r, struct vl_state *s, struct vl_state *scratch,
                     const struct vl_json_doc *doc, uint32_t node, struct vl_error *err)
{
    union vl_any_state fresh;
    uint8_t taken[VL_FAMILY_MAX / 8] = { 0 };
    struct reader rd = { r, (uint8_t *)scratch, fresh.bytes, doc, err, taken, -1 };
    size_t size = r->game->state_size;

    VL_VERIFY(size <= VL_STATE_MAX);
    memset(fresh.bytes, 0, size);
    r->game->fresh(r, &fresh.base);
    memcpy(scratch, fresh.bytes, size);
    mark_named(&rd, node);
    int st = read_position(&rd, node);
    if (st == VL_OK)
        memcpy(s, scratch, size);
    return st;
}
