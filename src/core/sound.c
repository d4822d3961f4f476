/* Is a state sound? First its fields, each by its row of the table; then what the game
 * itself finds, which may rely on them.
 *
 * `rec` is where a field's offsets count from, as in position.c. */
#include "core/engine.h"
#include "core/fields.h"

enum { PLACE_MAX = 64, TEXT_MAX = 100 };

struct walk {
    const struct vl_rules *r;
    const uint8_t *state;
    struct vl_error *err;
    struct vl_buf at; /* the JSON pointer of the field that is looked at */
};

static int fault(const struct walk *w, const char *what, const char *more)
{
    char text[TEXT_MAX];
    struct vl_buf b = vl_buf_on(text, sizeof text);

    vl_put(&b, what);
    vl_put(&b, more);
    return vl_error_rule(w->err, VL_INVALID, w->r->game->rule_bad_position, w->at.p, text);
}

static int fault_range(const struct walk *w, int64_t lo, int64_t hi)
{
    char text[TEXT_MAX];
    struct vl_buf b = vl_buf_on(text, sizeof text);

    vl_put_int(&b, lo);
    vl_put(&b, "..");
    vl_put_int(&b, hi);
    return fault(w, "not a whole number in ", text);
}

/* One step down the pointer, by a word or, without one, by a number. */
static size_t go_down(struct walk *w, const char *word, int number)
{
    size_t before = w->at.len;

    vl_put_char(&w->at, '/');
    if (word != NULL)
        vl_put(&w->at, word);
    else
        vl_put_int(&w->at, number);
    return before;
}

static void go_up(struct walk *w, size_t before)
{
    w->at.len = before;
    w->at.p[before] = '\0';
    w->at.full = false;
}

/* A number within its range, or a thing of the family; none where that can be. */
static int check_entry(const struct walk *w, const struct vl_field *f, const uint8_t *at)
{
    int64_t v = vl_field_number(f, at);
    bool ranged = f->lo != 0 || f->hi != 0;

    if (f->family != VL_FAM_INT && v == vl_field_none(f) && !(f->flags & VL_FIELD_MUST))
        return VL_OK;
    if (ranged)
        return v < f->lo || v > f->hi ? fault_range(w, f->lo, f->hi) : VL_OK;
    if (f->family == VL_FAM_INT || v < vl_family_count(w->r, f->family))
        return VL_OK;
    return fault(w, "no such ", vl_family_name(w->r, f->family));
}

static int check_entries(struct walk *w, const struct vl_field *f, const uint8_t *at, int len)
{
    int st = VL_OK;

    for (int i = 0; i < len && st == VL_OK; i++) {
        size_t before = go_down(w, NULL, i);

        st = check_entry(w, f, at + i * f->width);
        go_up(w, before);
    }
    return st;
}

static int check_list(struct walk *w, const struct vl_field *f, const uint8_t *rec)
{
    int len = (int)vl_field_load(rec + f->len_off, f->wide_len ? 2 : 1);

    return len > f->count ? fault(w, "too many", "") : check_entries(w, f, rec + f->off, len);
}

static int check_bits(const struct walk *w, const struct vl_field *f, const uint8_t *at)
{
    int bits = f->width * 8;

    for (int i = f->count; i < bits; i++)
        if (vl_field_bit(at, f->width, i))
            return fault(w, "no such ", vl_family_name(w->r, f->family));
    return VL_OK;
}

static int check_map(struct walk *w, const struct vl_field *f, const uint8_t *rec);

static int check_value(struct walk *w, const struct vl_field *f, const uint8_t *rec)
{
    const uint8_t *at = rec + f->off;
    int seats = ((const struct vl_state *)(const void *)w->state)->seats;

    switch ((enum vl_field_type)f->type) {
    case VL_F_INT:
    case VL_F_KEY: return check_entry(w, f, at);
    case VL_F_BOOL: return at[0] > 1 ? fault(w, "neither true nor false", "") : VL_OK;
    case VL_F_FLAG: break;
    case VL_F_SEAT:
        return at[0] != VL_NONE && at[0] >= seats ? fault(w, "names no seat", "") : VL_OK;
    case VL_F_BITS: return check_bits(w, f, at);
    case VL_F_ROW: return check_entries(w, f, at, f->count);
    case VL_F_LIST: return check_list(w, f, rec);
    case VL_F_MAP: return check_map(w, f, rec);
    }
    return VL_OK;
}

static int check_fields(struct walk *w, const struct vl_field *fields, const uint8_t *rec)
{
    int st = VL_OK;

    for (const struct vl_field *f = fields; f->type != VL_F_END && st == VL_OK; f++) {
        size_t before = w->at.len;

        if (f->name != NULL)
            go_down(w, f->name, 0);
        st = check_value(w, f, rec);
        go_up(w, before);
    }
    return st;
}

/* The records in play, each called by the thing that it is about. */
static int check_map(struct walk *w, const struct vl_field *f, const uint8_t *rec)
{
    int st = VL_OK, n = vl_field_records(w->r, w->state, f);

    for (int k = 0; k < n && st == VL_OK; k++) {
        int owner = vl_field_owner(w->state, f, k);
        size_t before = go_down(w, vl_key(w->r, f->family, owner), k);

        if (owner >= 0)
            st = check_fields(w, f->child, rec + f->off + k * f->stride);
        go_up(w, before);
    }
    return st;
}

static bool ends_pointer(char c)
{
    return c == '\0' || c == ' ' || c == ':' || c == ',';
}

/* A remark of the game: the pointer with which it may begin, and the rest. */
static int found_broken(const char *remark, vl_rule rule, struct vl_error *err)
{
    char where[PLACE_MAX];
    struct vl_buf b = vl_buf_on(where, sizeof where);

    if (remark[0] == '/') {
        while (!ends_pointer(*remark))
            vl_put_char(&b, *remark++);
        while (*remark != '\0' && ends_pointer(*remark))
            remark++;
    }
    return vl_error_rule(err, VL_INVALID, rule, where, remark);
}

const char *vl_first_broken(const struct vl_invariant *rows, int n, vl_rule *rule)
{
    for (int i = 0; i < n; i++) {
        if (rows[i].is_broken) {
            *rule = rows[i].rule;
            return rows[i].remark;
        }
    }
    return NULL;
}

int vl_sound(const struct vl_rules *r, const struct vl_state *s, struct vl_error *err)
{
    char where[PLACE_MAX];
    struct walk w = { r, (const uint8_t *)s, err, vl_buf_on(where, sizeof where) };
    vl_rule rule = r->game->rule_bad_position;
    int st = check_fields(&w, r->game->fields, w.state);

    if (st != VL_OK)
        return st;
    const char *remark = r->game->broken(r, s, &rule);
    return remark != NULL ? found_broken(remark, rule, err) : VL_OK;
}
