#include "text/text.h"

#include <string.h>

#include "rule_ids.h"
#include "text/cell.h"
#include "text/effects.h"
#include "text/remark.h"
#include "text/rules.h"

enum {
    ID_MAX = 96,
    ARGS_MAX = 24, /* of a move, its touch, and the words around them */
    LISTS_MAX = 4, /* arguments of one move or refusal that are sets, lists or typed */
    LIST_BYTES = 320
};

/* One argument of a sentence: a ready text, or a thing, or a number. */
struct arg {
    const char *name;
    const char *text; /* NULL: see family */
    int64_t value;
    int family;
};

struct args {
    const struct vl_rules *r; /* names the things; may be NULL */
    int lang;
    int len;
    int lists_len;
    struct arg list[ARGS_MAX];
    char lists[LISTS_MAX][LIST_BYTES];
};

/* ---- the catalogue ---- */

const char *vl_text_find(int lang, const char *id)
{
    int lo = 0, hi = vl_catalogue_len;

    while (lo < hi) {
        int mid = lo + (hi - lo) / 2;
        int order = strcmp(id, vl_catalogue[mid].id);

        if (order == 0)
            return vl_catalogue_text(&vl_catalogue[mid], lang);
        if (order < 0)
            hi = mid;
        else
            lo = mid + 1;
    }
    return NULL;
}

/* "rm" "ev" "spawned": with dots between; NULL parts are left out. */
static const char *join_id(char id[ID_MAX], const char *a, const char *b, const char *c,
                           const char *d)
{
    const char *part[4] = { a, b, c, d };
    struct vl_buf out = vl_buf_on(id, ID_MAX);

    for (int i = 0; i < 4; i++) {
        if (part[i] == NULL)
            continue;
        if (out.len > 0)
            vl_put_char(&out, '.');
        vl_put(&out, part[i]);
    }
    return id;
}

/* ---- languages ---- */

static const char *const lang_words[VL_LANGS] = { "fr", "en" };

int vl_lang_find(const char *word)
{
    for (int i = 0; word != NULL && i < VL_LANGS; i++) {
        size_t len = strlen(lang_words[i]);

        if (strncmp(word, lang_words[i], len) == 0 &&
            (word[len] == '\0' || strchr("_-.@", word[len]) != NULL))
            return i;
    }
    return -1;
}

const char *vl_lang_word(int lang)
{
    return lang_words[lang == VL_FR ? VL_FR : VL_EN];
}

/* ---- outside texts ---- */

/* The bytes of the character at text[0..len), and its number; 1 and -1 if the
 * bytes are no UTF-8. */
static size_t decode(const char *text, size_t len, int32_t *code)
{
    unsigned char first = (unsigned char)text[0];
    size_t n = first < 0x80 ? 1 : first < 0xe0 ? 2 : first < 0xf0 ? 3 : 4;

    *code = -1;
    if (n > len || !vl_utf8_ok(text, n))
        return 1;
    *code = n == 1 ? first : first & (0x3f >> (n - 1));
    for (size_t i = 1; i < n; i++)
        *code = *code << 6 | ((unsigned char)text[i] & 0x3f);
    return n;
}

/* Characters that would be obeyed instead of shown. */
static bool is_inert(int32_t c)
{
    static const struct {
        int32_t first, last;
    } controls[] = {
        { 0x00, 0x1f },     { 0x7f, 0x9f },       { 0x061c, 0x061c }, { 0x180e, 0x180e },
        { 0x200b, 0x200f }, { 0x2028, 0x202e },   { 0x2060, 0x206f }, { 0xfeff, 0xfeff },
        { 0xfff9, 0xfffb }, { 0xe0000, 0xe007f },
    };

    for (int i = 0; i < VL_LEN(controls); i++)
        if (c >= controls[i].first && c <= controls[i].last)
            return false;
    return c >= 0;
}

void vl_text_clean(struct vl_buf *out, const char *text, size_t len)
{
    while (len > 0) {
        int32_t code;
        size_t n = decode(text, len, &code);

        if (is_inert(code)) {
            if (out->len + n >= out->cap) { /* never half a character */
                out->full = true;
                return;
            }
            vl_put_n(out, text, n);
        }
        text += n;
        len -= n;
    }
}

static void put_outside(struct vl_buf *out, const char *text)
{
    vl_text_clean(out, text, strlen(text));
}

/* ---- numbers ---- */

void vl_text_int(struct vl_buf *out, int64_t n)
{
    if (n >= 0) {
        vl_put_int(out, n);
        return;
    }
    vl_put(out, "\xe2\x88\x92"); /* U+2212 */
    vl_put_u64(out, -(uint64_t)n);
}

/* ---- names ---- */

static const struct vl_family *family_of(const struct vl_rules *r, int family)
{
    int i = family - VL_FAM_GAME;

    return r != NULL && i >= 0 && i < r->game->families_len ? &r->game->families[i] : NULL;
}

void vl_text_label(struct vl_buf *out, int lang, const struct vl_game *g, const char *what,
                   const char *key)
{
    char id[ID_MAX];

    vl_text(out, lang, join_id(id, g->prefix, what, key, NULL), NULL, NULL, 0);
}

/* A thing of the game among those of the content, as the village among the cards:
 * its entry in the catalogue, else its key. */
static const char *own_word(const struct vl_rules *r, const struct vl_family *f, int family,
                            int index, int lang)
{
    const char *key = vl_key(r, family, index), *word;
    char id[ID_MAX];

    if (key == NULL)
        return NULL;
    word = vl_text_find(lang, join_id(id, r->game->prefix, f->name, key, NULL));
    return word != NULL ? word : key;
}

/* Is it the family of the cells of the game's map? */
static bool is_map(const struct vl_rules *r, int family)
{
    struct vl_map map = { 0 };

    if (r->game->map != NULL)
        r->game->map(r, &map);
    return map.cells_len > 0 && map.family == family;
}

/* "plains/road": what it shows. */
static bool put_shown(struct vl_buf *out, int lang, const struct vl_rules *r, int family, int index)
{
    struct vl_ref shown[VL_SHOWN_MAX];
    int n = r->game->shows != NULL ? r->game->shows(r, family, index, shown) : 0;

    for (int i = 0; i < n; i++) {
        vl_put(out, i > 0 ? "/" : "");
        vl_text_name(out, lang, r, shown[i].family, shown[i].index);
    }
    return n > 0;
}

void vl_text_name(struct vl_buf *out, int lang, const struct vl_rules *r, int family, int index)
{
    const struct vl_family *f = family_of(r, family);
    const char *name = NULL;

    if (family == VL_FAM_SEAT && r != NULL && index >= 0 && index < VL_SEATS_MAX &&
        r->seat_name[index]) {
        vl_put(out, r->seat_name[index]);
    } else if (family == VL_FAM_SEAT) {
        struct vl_msg_arg n = { "n", VL_FAM_INT, (int16_t)(index + 1) };
        bool player = r != NULL && r->game->seats_are_players;
        vl_text(out, lang, player ? TXT("seat.player") : TXT("seat.name"), NULL, &n, 1);
    } else if (f == NULL) {
        vl_put_int(out, index);
    } else if (index < 0 || index >= f->count) { /* a word that names nothing */
        vl_put_char(out, '-');
    } else if (f->keys != NULL) {
        vl_text_label(out, lang, r->game, f->name, f->keys[index]);
    } else {
        name = vl_name(r, family, index, lang);
        if (name == NULL && vl_text_says(out, lang, r, family, index, false))
            return;
        if (name == NULL && put_shown(out, lang, r, family, index))
            return;
        if (name == NULL && is_map(r, family) && vl_text_cell(out, lang, r, index))
            return;
        if (name == NULL)
            name = own_word(r, f, family, index, lang);
        if (name != NULL)
            put_outside(out, name);
        else
            vl_put_int(out, index);
    }
}

/* What its things mean is said by the game; what the content says is for the mood. */
static bool is_flavour(const struct vl_rules *r, int family)
{
    const struct vl_says *says = family_of(r, family) != NULL ? r->game->says : NULL;

    return says != NULL && says->families >> (family - VL_FAM_GAME) & 1;
}

static bool put_about(struct vl_buf *out, int lang, const struct vl_rules *r, int family, int index)
{
    const char *text = family_of(r, family) != NULL ? vl_about(r, family, index, lang) : NULL;

    if (text != NULL)
        put_outside(out, text);
    return text != NULL;
}

static bool put_meaning(struct vl_buf *out, int lang, const struct vl_rules *r, int family,
                        int index, bool whole)
{
    if (family_of(r, family) == NULL || vl_name(r, family, index, lang) == NULL)
        return false; /* an ability is called by what it does */
    if (vl_text_says(out, lang, r, family, index, whole))
        return true;
    return !is_flavour(r, family) && put_about(out, lang, r, family, index);
}

bool vl_text_about(struct vl_buf *out, int lang, const struct vl_rules *r, int family, int index)
{
    return put_meaning(out, lang, r, family, index, false);
}

bool vl_text_whole(struct vl_buf *out, int lang, const struct vl_rules *r, int family, int index)
{
    return put_meaning(out, lang, r, family, index, true);
}

bool vl_text_flavour(struct vl_buf *out, int lang, const struct vl_rules *r, int family, int index)
{
    const char *key, *line = NULL;
    char id[ID_MAX];

    if (!is_flavour(r, family))
        return false;
    if (put_about(out, lang, r, family, index))
        return true;
    key = vl_key(r, family, index);
    if (key != NULL)
        line = vl_text_find(lang, join_id(id, "flavour", r->game->id, key, NULL));
    if (line != NULL)
        vl_put(out, line);
    return line != NULL;
}

void vl_text_game(struct vl_buf *out, int lang, const struct vl_game *g)
{
    char id[ID_MAX];

    vl_text(out, lang, join_id(id, "game", g->id, "name", NULL), NULL, NULL, 0);
}

void vl_text_blurb(struct vl_buf *out, int lang, const struct vl_game *g)
{
    char id[ID_MAX];

    vl_text(out, lang, join_id(id, "game", g->id, "blurb", NULL), NULL, NULL, 0);
}

void vl_text_option(struct vl_buf *out, int lang, const struct vl_game *g, int index)
{
    vl_text_label(out, lang, g, "option", g->options[index].name);
}

void vl_text_option_help(struct vl_buf *out, int lang, const struct vl_game *g, int index)
{
    char id[ID_MAX];

    join_id(id, g->prefix, "option", g->options[index].name, "help");
    vl_text(out, lang, id, NULL, NULL, 0);
}

void vl_text_option_value(struct vl_buf *out, int lang, const struct vl_rules *r, int index,
                          int value)
{
    const struct vl_option *o = &r->game->options[index];
    char id[ID_MAX];

    if (value == VL_UNSET && o->unset != NULL)
        vl_text(out, lang, join_id(id, "option", "unset", o->unset, NULL), NULL, NULL, 0);
    else if (o->type == VL_OPT_KEY && value >= 0)
        vl_text_label(out, lang, r->game, o->name, o->keys[value]);
    else if (o->type == VL_OPT_FAMILY || (o->family == VL_FAM_SEAT && value >= 0))
        vl_text_name(out, lang, r, o->family, value);
    else
        vl_put_int(out, value);
}

/* ---- arguments ---- */

static struct arg *add(struct args *a, const char *name)
{
    VL_VERIFY(a->len < ARGS_MAX);
    struct arg *new = &a->list[a->len++];
    *new = (struct arg){ name, NULL, 0, VL_FAM_INT };
    return new;
}

static void add_text(struct args *a, const char *name, const char *text)
{
    add(a, name)->text = text;
}

static void add_thing(struct args *a, const char *name, int family, int value)
{
    struct arg *new = add(a, name);

    new->family = family;
    new->value = value;
}

static const struct arg *find_arg(const struct args *a, const char *name, size_t len)
{
    for (int i = 0; i < a->len; i++)
        if (vl_str_is(name, len, a->list[i].name))
            return &a->list[i];
    return NULL;
}

static bool is_there(const struct vl_rules *r, const struct arg *arg)
{
    if (arg == NULL)
        return false;
    if (arg->text != NULL)
        return arg->text[0] != '\0';
    return arg->family == VL_FAM_INT ||
           (arg->value >= 0 && arg->value != vl_none_of(r, arg->family));
}

/* A name of the content that begins with a small letter, "of Mercy", stands
 * between quotes in a sentence. */
static bool is_quoted(const struct args *a, const struct arg *arg)
{
    const struct vl_family *f = family_of(a->r, arg->family);
    const char *name = NULL;

    if (f != NULL && f->keys == NULL)
        name = vl_name(a->r, arg->family, (int)arg->value, a->lang);
    return name != NULL && name[0] >= 'a' && name[0] <= 'z';
}

static void put_quoted(struct vl_buf *out, int lang, const char *name)
{
    const char *frame = vl_text_find(lang, TXT("text.quoted"));
    size_t before = strcspn(frame, "{");

    vl_put_n(out, frame, before);
    vl_put(out, name);
    vl_put(out, frame + before + strlen("{name}"));
}

static void put_arg(struct vl_buf *out, const struct args *a, const struct arg *arg)
{
    char name[VL_TEXT_MAX];
    struct vl_buf b = vl_buf_on(name, sizeof name);

    if (arg->text != NULL) {
        put_outside(out, arg->text);
    } else if (arg->family == VL_FAM_INT) {
        vl_text_int(out, arg->value);
    } else {
        vl_text_name(&b, a->lang, a->r, arg->family, (int)arg->value);
        if (is_quoted(a, arg))
            put_quoted(out, a->lang, name);
        else
            vl_put(out, name);
    }
}

/* A text that spells a number counts as one. */
static int64_t number_of(const struct arg *arg)
{
    int64_t v = arg->value;

    if (arg->text != NULL && !vl_str_int(arg->text, strlen(arg->text), &v))
        return 2;
    return v;
}

/* ---- filling a sentence ---- */

/* Which of `forms` forms (2: one, other; 3: zero, one, other) n takes. */
static int pick_form(int lang, int64_t n, int forms)
{
    int one = forms - 2;

    if (n == 0)
        return forms == 3 || lang == VL_FR ? 0 : one + 1;
    return n == 1 || n == -1 ? one : one + 1;
}

/* forms[0..len) is "one|other" or "zero|one|other". */
static void put_plural(struct vl_buf *out, int lang, const struct arg *arg, const char *forms,
                       size_t len)
{
    int count = 1, at = 0, form;

    for (size_t i = 0; i < len; i++)
        count += forms[i] == '|';
    form = pick_form(lang, number_of(arg), count);
    for (size_t i = 0; i < len; i++) {
        if (forms[i] == '|')
            at++;
        else if (at == form && forms[i] == '#')
            vl_text_int(out, number_of(arg));
        else if (at == form)
            vl_put_char(out, forms[i]);
    }
}

/* text[0..len) is "a,b,c". */
static void put_list(struct vl_buf *out, const struct args *a, const char *text, size_t len)
{
    bool first = true;

    while (len > 0) {
        const char *comma = memchr(text, ',', len);
        size_t n = comma != NULL ? (size_t)(comma - text) : len;
        const struct arg *arg = find_arg(a, text, n);

        if (is_there(a->r, arg)) {
            if (!first)
                vl_put(out, ", ");
            put_arg(out, a, arg);
            first = false;
        }
        n += comma != NULL;
        text += n;
        len -= n;
    }
}

/* text[0..len) stood between braces. */
static void put_braces(struct vl_buf *out, const struct args *a, const char *text, size_t len)
{
    const char *bar = memchr(text, '|', len);
    size_t name_len = bar != NULL ? (size_t)(bar - text) : len;
    const struct arg *arg = find_arg(a, text, name_len);

    if (bar == NULL && memchr(text, ',', len) != NULL) {
        put_list(out, a, text, len);
    } else if (arg == NULL) { /* not given: the reader of a bug report sees which */
        vl_put_char(out, '{');
        vl_put_n(out, text, len);
        vl_put_char(out, '}');
    } else if (bar != NULL) {
        put_plural(out, a->lang, arg, bar + 1, len - name_len - 1);
    } else {
        put_arg(out, a, arg);
    }
}

/* An argument that is a sentence of its own has ended this one: "Taken back: Rest."
 * has no second full stop. */
static bool is_ended(const struct vl_buf *out)
{
    return out->len > 0 && strchr(".?!", out->p[out->len - 1]) != NULL;
}

/* An argument that comes to nothing takes the space before it away. */
static void drop_space(struct vl_buf *out)
{
    if (!out->full && out->len > 0 && out->p[out->len - 1] == ' ')
        out->p[--out->len] = '\0';
}

static void fill(struct vl_buf *out, const char *text, const struct args *a)
{
    while (*text != '\0') {
        size_t plain = strcspn(text, "{"), before;
        const char *end;

        vl_put_n(out, text, plain);
        text += plain;
        if (*text == '\0')
            return;
        end = strchr(text, '}');
        VL_VERIFY(end != NULL); /* mkcatalogue has checked the braces */
        before = out->len;
        put_braces(out, a, text + 1, (size_t)(end - text) - 1);
        if (out->len == before && memchr(text, '|', (size_t)(end - text)) == NULL)
            drop_space(out);
        text = end + 1;
        if (text[0] == '.' && is_ended(out))
            text++;
    }
}

static void put_entry(struct vl_buf *out, const char *id, const struct args *a)
{
    const char *text = vl_text_find(a->lang, id);

    if (text != NULL) {
        fill(out, text, a);
        return;
    }
    vl_put_char(out, '[');
    vl_put(out, id);
    vl_put_char(out, ']');
}

static void args_init(struct args *a, int lang, const struct vl_rules *r)
{
    a->r = r;
    a->lang = lang;
    a->len = a->lists_len = 0;
}

static void add_msg_args(struct args *a, const struct vl_msg_arg *args, int n)
{
    for (int i = 0; i < n; i++)
        add_thing(a, args[i].name, args[i].family, args[i].value);
}

void vl_text(struct vl_buf *out, int lang, const char *id, const struct vl_rules *r,
             const struct vl_msg_arg *args, int n)
{
    struct args a;

    args_init(&a, lang, r);
    add_msg_args(&a, args, n);
    put_entry(out, id, &a);
}

void vl_text_str(struct vl_buf *out, int lang, const char *id, const char *const *pairs)
{
    struct args a;

    args_init(&a, lang, NULL);
    for (; pairs != NULL && pairs[0] != NULL; pairs += 2)
        add_text(&a, pairs[0], pairs[1]);
    put_entry(out, id, &a);
}

void vl_text_msg(struct vl_buf *out, int lang, const struct vl_rules *r, const struct vl_msg *msg)
{
    char id[ID_MAX];

    if (msg->id != NULL)
        vl_text(out, lang, join_id(id, r->game->prefix, "prompt", msg->id, NULL), r, msg->args,
                msg->len);
}

/* ---- events ---- */

void vl_text_event(struct vl_buf *out, int lang, const struct vl_rules *r,
                   const struct vl_event *ev)
{
    const struct vl_event_kind *kind = &r->game->events[ev->type];
    struct args a;
    char id[ID_MAX];

    VL_ASSERT(ev->type < r->game->events_len);
    args_init(&a, lang, r);
    for (int i = 0; i < kind->len && i < ev->len; i++)
        add_thing(&a, kind->args[i].name, kind->args[i].family, ev->arg[i]);
    put_entry(out, join_id(id, r->game->prefix, "ev", kind->name, NULL), &a);
}

/* ---- moves ---- */

/* `bad` stands for no number at all. */
static void put_member(struct vl_buf *out, const struct args *a, int family, int value, int bad)
{
    if (out->len > 0)
        vl_put(out, ", ");
    if (value == bad)
        vl_put_char(out, '-');
    else
        vl_text_name(out, a->lang, a->r, family, value);
}

/* An empty list that is now the argument `name`. */
static struct vl_buf add_list(struct args *a, const char *name)
{
    VL_VERIFY(a->lists_len < LISTS_MAX);
    add_text(a, name, a->lists[a->lists_len]);
    return vl_buf_on(a->lists[a->lists_len++], LIST_BYTES);
}

/* The argument that stands at byte `at` of the move; the byte after it. */
static int add_move_arg(struct args *a, const struct vl_arg *arg, struct vl_move m, int at)
{
    struct vl_buf list;

    int width = vl_arg_width(arg), value = vl_arg_load(arg, &m.arg[at]);
    int bad = vl_arg_bad_number(arg);

    if (arg->type == VL_ARG_ONE && value != bad) {
        add_thing(a, arg->name, arg->family, value);
        return at + width;
    }
    list = add_list(a, arg->name);
    if (arg->type == VL_ARG_ONE) {
        put_member(&list, a, arg->family, value, bad);
        return at + width;
    }
    if (arg->type == VL_ARG_SET) {
        for (int i = 0; i < 8; i++)
            if (m.arg[at] >> i & 1)
                put_member(&list, a, arg->family, i, bad);
        return at + 2;
    }
    for (int i = 0; i < m.arg[at] && at + 1 + (i + 1) * width <= VL_ARGS_MAX; i++)
        put_member(&list, a, arg->family, vl_arg_load(arg, &m.arg[at + 1 + i * width]), bad);
    return VL_ARGS_MAX;
}

/* A word that names nothing is shown as it was typed in the notation, for
 * sentences that name the thing and for those that say {given}. */
static void add_typed(struct args *a, struct vl_move m, const char *notation)
{
    const struct vl_move_kind *kind = &a->r->game->moves[m.kind];

    for (int i = 0, at = 0; i < kind->args_len && kind->args[i].type == VL_ARG_ONE; i++) {
        const struct vl_arg *arg = &kind->args[i];
        bool bad = vl_arg_load(arg, &m.arg[at]) == vl_arg_bad_key(arg);

        at += vl_arg_bytes(arg);
        notation += strcspn(notation, " \t");
        notation += *notation != '\0';
        if (*notation == '\0')
            return;
        if (bad && vl_family_keyed(a->r, arg->family)) {
            struct vl_buf word = add_list(a, arg->name);
            vl_text_clean(&word, notation, strcspn(notation, " \t"));
            add_text(a, "given", word.p);
            return;
        }
    }
}

/* Those of one name are a list. */
static void add_grouped(struct args *a, const struct vl_msg_arg *args, int n)
{
    for (int i = 0; i < n;) {
        int end = i + 1;

        while (end < n && strcmp(args[end].name, args[i].name) == 0)
            end++;
        if (end == i + 1) {
            add_msg_args(a, &args[i], 1);
        } else {
            struct vl_buf list = add_list(a, args[i].name);
            for (int k = i; k < end; k++)
                put_member(&list, a, args[k].family, args[k].value, VL_BAD_NUMBER);
        }
        i = end;
    }
}

static void add_move(struct args *a, const struct vl_state *s, struct vl_move m)
{
    const struct vl_game *g = a->r->game;
    struct vl_touch touch;

    if (m.kind == 0 || m.kind >= g->moves_len)
        return;
    const struct vl_move_kind *kind = &g->moves[m.kind];
    for (int i = 0, at = 0; i < kind->args_len && at < VL_ARGS_MAX; i++)
        at = add_move_arg(a, &kind->args[i], m, at);
    if (s == NULL)
        return;
    vl_touch_of(a->r, s, m, &touch);
    add_grouped(a, touch.args, touch.args_len);
}

void vl_text_move(struct vl_buf *out, int lang, const struct vl_rules *r, const struct vl_state *s,
                  struct vl_move m)
{
    struct args a;
    char id[ID_MAX], word[ID_MAX / 2];
    struct vl_buf w = vl_buf_on(word, sizeof word);

    VL_ASSERT(m.kind > 0 && m.kind < r->game->moves_len);
    args_init(&a, lang, r);
    add_move(&a, s, m);
    vl_move_entry(r->game, m.kind, &w);
    put_entry(out, join_id(id, r->game->prefix, "move", word, NULL), &a);
}

void vl_text_group(struct vl_buf *out, int lang, const struct vl_rules *r, struct vl_move m)
{
    VL_ASSERT(m.kind > 0 && m.kind < r->game->moves_len);
    vl_text_label(out, lang, r->game, "group", r->game->moves[m.kind].word);
}

/* ---- who decides, and what ---- */

void vl_text_prompt(struct vl_buf *out, int lang, const struct vl_rules *r,
                    const struct vl_state *s, vl_actor seat)
{
    struct vl_view view;

    memset(&view, 0, sizeof view);
    r->game->view(r, s, seat, &view);
    vl_text_msg(out, lang, r, &view.prompt);
}

void vl_text_actor(struct vl_buf *out, int lang, const struct vl_rules *r, const struct vl_state *s)
{
    struct vl_view view;

    if (s->actor == VL_CHANCE) {
        vl_text(out, lang, TXT("actor.chance"), NULL, NULL, 0);
    } else if (s->actor < 0) {
        vl_text(out, lang, TXT("actor.nobody"), NULL, NULL, 0);
    } else {
        memset(&view, 0, sizeof view);
        r->game->view(r, s, s->actor, &view);
        struct vl_ref face = view.seats[s->actor].face;
        if (face.family == VL_FAM_NONE)
            vl_text_name(out, lang, r, VL_FAM_SEAT, s->actor);
        else
            vl_text_name(out, lang, r, face.family, face.index);
    }
}

/* ---- refusals and faults ---- */

/* The catalogue entry of a rule: RM-BAD-20 is "rm.bad.20". */
static const char *refusal_id(char id[ID_MAX], const struct vl_game *g, vl_rule rule)
{
    struct vl_buf out = vl_buf_on(id, ID_MAX);
    const char *name = vl_rule_texts[rule].id;
    size_t prefix = strlen(g->rule_prefix);

    vl_put(&out, g->prefix);
    if (strncmp(name, g->rule_prefix, prefix) == 0)
        name += prefix;
    for (; *name != '\0'; name++) {
        char c = *name == '-' ? '.' : *name;
        vl_put_char(&out, c >= 'A' && c <= 'Z' ? (char)(c - 'A' + 'a') : c);
    }
    return id;
}

const char *vl_text_rule(int lang, const struct vl_game *g, vl_rule rule)
{
    char id[ID_MAX];

    return rule == 0 || rule >= VL_RULE_COUNT ? NULL : vl_text_find(lang, refusal_id(id, g, rule));
}

/* {ranking}: "1. Ana, 1. Bo, 3. Cy"; who is tied has the same number. */
static void add_ranking(struct args *a, const struct vl_state *s)
{
    struct vl_buf list = add_list(a, "ranking");
    struct vl_result res;

    vl_result(a->r, s, &res);
    for (int rank = 1; rank <= s->seats; rank++)
        for (int seat = 0; seat < s->seats; seat++) {
            if (res.rank[seat] != rank)
                continue;
            vl_put(&list, list.len > 0 ? ", " : "");
            vl_put_int(&list, rank);
            vl_put(&list, ". ");
            vl_text_name(&list, a->lang, a->r, VL_FAM_SEAT, seat);
        }
}

static void put_refusal(struct vl_buf *out, const struct vl_game *g, const struct vl_state *s,
                        vl_rule rule, const struct args *a)
{
    char id[ID_MAX], actor[128], prompt[VL_TEXT_MAX];
    const char *text;
    struct args all = *a; /* and two texts that live no longer than this call */

    if (rule == 0 || rule >= VL_RULE_COUNT)
        return;
    text = vl_text_find(a->lang, refusal_id(id, g, rule));
    if (text == NULL) {
        const struct vl_rule_text *words = &vl_rule_texts[rule];
        vl_put(out, a->lang == VL_FR ? words->fr : words->en);
        return;
    }
    if (s != NULL && strstr(text, "{actor}") != NULL) {
        struct vl_buf b = vl_buf_on(actor, sizeof actor);
        vl_text_actor(&b, a->lang, a->r, s);
        add_text(&all, "actor", actor);
    }
    if (s != NULL && strstr(text, "{prompt}") != NULL) {
        struct vl_buf b = vl_buf_on(prompt, sizeof prompt);
        vl_text_prompt(&b, a->lang, a->r, s, s->actor);
        add_text(&all, "prompt", prompt);
    }
    if (s != NULL && strstr(text, "{ranking}") != NULL)
        add_ranking(&all, s);
    fill(out, text, &all);
}

/* What the game says of the refusal. */
static void add_facts(struct args *a, const struct vl_state *s, struct vl_move m, vl_rule rule)
{
    const struct vl_game *g = a->r->game;
    struct vl_msg_arg facts[VL_FACTS_MAX];

    if (s != NULL && g->facts != NULL)
        add_grouped(a, facts, g->facts(a->r, s, m, rule, facts));
}

/* `notation`: what was typed, if that is known. */
static void put_move_refusal(struct vl_buf *out, int lang, const struct vl_rules *r,
                             const struct vl_state *s, struct vl_move m, vl_rule rule,
                             const char *notation)
{
    struct args a;

    args_init(&a, lang, r);
    if (m.kind < r->game->moves_len)
        add_typed(&a, m, notation);
    add_move(&a, s, m);
    add_facts(&a, s, m, rule);
    put_refusal(out, r->game, s, rule, &a);
}

void vl_text_refusal(struct vl_buf *out, int lang, const struct vl_rules *r,
                     const struct vl_state *s, struct vl_move m, vl_rule rule, const char *typed)
{
    put_move_refusal(out, lang, r, s, m, rule, typed);
}

/* Is it a notation that could not be read? vl_move_read() says where it stopped. */
static bool is_unread(const struct vl_game *g, const struct vl_error *err)
{
    return err->rule != 0 &&
           (err->rule == g->rule_malformed || err->rule == g->rule_unknown_action) &&
           (err->given[0] != '\0' || err->key[0] != '\0');
}

static void put_unread(struct vl_buf *out, int lang, const struct vl_error *err)
{
    const char *after = err->where[0] != '\0' ? err->where : err->key;
    const char *pairs[] = { "word", err->given, "after", after, NULL };

    vl_text_str(out, lang,
                err->key[0] == '\0'     ? TXT("unread.action")
                : err->given[0] == '\0' ? TXT("unread.end")
                                        : TXT("unread.word"),
                pairs);
}

void vl_text_refused(struct vl_buf *out, int lang, const struct vl_rules *r,
                     const struct vl_state *s, struct vl_move m, const struct vl_error *err)
{
    if (is_unread(r->game, err))
        put_unread(out, lang, err);
    else
        put_move_refusal(out, lang, r, s, m, err->rule, err->where);
}

/* The option that an error is about: "players", "kingdoms.2", "/options/players". */
static const struct vl_option *option_of(const struct vl_game *g, const char *where)
{
    const char *slash = strrchr(where, '/');
    const char *name = slash != NULL ? slash + 1 : where;

    for (int i = 0; i < g->options_len; i++)
        if (vl_str_is(name, strcspn(name, "."), g->options[i].name))
            return &g->options[i];
    return NULL;
}

/* {option} and {values}: what may be written there. */
static void add_option(struct args *a, const struct vl_option *o)
{
    struct vl_buf list = add_list(a, "values");
    int n = o->type == VL_OPT_FAMILY ? vl_family_count(a->r, o->family) : o->hi + 1;

    add_text(a, "option", o->name);
    for (int i = 0; i < n; i++) {
        const char *word = o->type == VL_OPT_FAMILY ? vl_key(a->r, o->family, i)
                           : o->type == VL_OPT_KEY  ? o->keys[i]
                                                    : NULL;
        if (word == NULL)
            break;
        vl_put(&list, i > 0 ? ", " : "");
        put_outside(&list, word);
    }
    if (o->unset != NULL) {
        vl_put(&list, list.len > 0 ? ", " : "");
        vl_put(&list, o->unset);
    }
}

/* What a fault names: its words, and what would have been allowed. */
static void add_fault(struct args *a, const struct vl_error *err)
{
    const struct vl_option *o = option_of(a->r->game, err->where);
    struct vl_buf what = add_list(a, "what");

    vl_text_remark(&what, a->lang, err->what);
    add_text(a, "given", err->given);
    add_thing(a, "lo", VL_FAM_INT, err->lo);
    add_thing(a, "hi", VL_FAM_INT, err->hi);
    if (o != NULL)
        add_option(a, o);
}

/* What happened: the refusal's sentence, or the status and the remark. */
static void put_fault(struct vl_buf *out, int lang, const struct vl_rules *r,
                      const struct vl_error *err)
{
    char id[ID_MAX], kind[VL_TEXT_MAX];
    struct vl_buf words = vl_buf_on(kind, sizeof kind);
    struct args a;

    args_init(&a, lang, r);
    if (err->rule != 0 && r != NULL) {
        add_fault(&a, err);
        if (is_unread(r->game, err))
            put_unread(&words, lang, err);
        else
            put_refusal(&words, r->game, NULL, err->rule, &a);
        const char *pairs[] = { "text", kind, "rule", vl_rule_texts[err->rule].id, NULL };
        vl_text_str(out, lang, TXT("error.rule"), pairs);
        return;
    }
    join_id(id, "status", vl_status_word(err->status), NULL, NULL);
    put_entry(&words, id, &a);
    char what[VL_TEXT_MAX];
    struct vl_buf remark = vl_buf_on(what, sizeof what);
    vl_text_remark(&remark, lang, err->what);
    const char *pairs[] = { "text", kind, "what", what, NULL };
    vl_text_str(out, lang, err->what[0] != '\0' ? TXT("error.detail") : TXT("error.plain"), pairs);
}

/* "players", or with what stood there "players=7". */
static void put_place(struct vl_buf *out, const struct vl_rules *r, const struct vl_error *err)
{
    vl_put(out, err->where);
    if (err->given[0] != '\0' && (r == NULL || !is_unread(r->game, err))) {
        vl_put_char(out, '=');
        vl_put(out, err->given);
    }
}

void vl_text_error(struct vl_buf *out, int lang, const struct vl_rules *r,
                   const struct vl_error *err)
{
    char fault[2 * VL_TEXT_MAX], where[VL_TEXT_MAX];
    struct vl_buf words = vl_buf_on(fault, sizeof fault), at = vl_buf_on(where, sizeof where);

    put_fault(&words, lang, r, err);
    if (err->where[0] == '\0') {
        vl_put(out, fault);
        return;
    }
    put_place(&at, r, err);
    const char *pairs[] = { "where", where, "text", fault, NULL };
    vl_text_str(out, lang, TXT("error.at"), pairs);
}
