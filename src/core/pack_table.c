#include "core/pack_table.h"

#include "core/engine.h"

/* ORDER VL_PACK_HEAD; the first may be missing */
const char *const vl_pack_head[] = { "$schema", "format", "game", "id", "version", "name" };
const char *const vl_source_words[] = { "seed", "fact", "designed" };

enum {
    TOLD_MAX = 12 /* things that a fault lists; of more it says only that there is none such */
};

/* ---- the members of an object ---- */

static const struct vl_pack_field *field_of(const struct vl_pack_record *rec,
                                            const struct vl_json_doc *doc, uint32_t member)
{
    for (const struct vl_pack_field *f = rec->fields; f->name; f++)
        if (vl_json_key_is(doc, member, f->name))
            return f;
    return NULL;
}

static bool is_head(const struct vl_json_doc *doc, uint32_t member)
{
    for (int i = 0; i < VL_PACK_HEAD; i++)
        if (vl_json_key_is(doc, member, vl_pack_head[i]))
            return true;
    return false;
}

static void require(struct vl_content *c, uint32_t node, const char *name)
{
    if (!vl_json_get(c->doc, node, name))
        vl_content_fault(c, node, name, VL_MISSING, "");
}

static void check_members(struct vl_content *c, const struct vl_pack_record *rec, uint32_t node)
{
    if (node == 0)
        for (int i = 1; i < VL_PACK_HEAD; i++)
            require(c, node, vl_pack_head[i]);
    for (const struct vl_pack_field *f = rec->fields; f->name; f++)
        if (!(f->flags & PACK_MAY))
            require(c, node, f->name);
    for (uint32_t m = vl_json_first(c->doc, node); m; m = vl_json_sibling(c->doc, m))
        if (!field_of(rec, c->doc, m) && !(node == 0 && is_head(c->doc, m)))
            vl_content_fault(c, m, NULL, VL_UNKNOWN, "there is no such field");
}

/* ---- values ---- */

static void store(char *at, int width, int v)
{
    uint8_t byte = (uint8_t)v;
    uint16_t half = (uint16_t)v;
    uint32_t whole = (uint32_t)v;

    switch (width) {
    case 1: memcpy(at, &byte, sizeof byte); break;
    case 2: memcpy(at, &half, sizeof half); break;
    case 4: memcpy(at, &whole, sizeof whole); break;
    default: break;
    }
}

/* A thing by its key; -1, and reported, if the pack has no such thing. */
static int read_ref(struct vl_content *c, int family, uint32_t node)
{
    const struct vl_family *f = &c->game->families[family - VL_FAM_GAME];
    const char *keys[TOLD_MAX];
    int told = 0;
    char text[80];
    struct vl_buf b = vl_buf_on(text, sizeof text);

    if (!vl_content_is(c, node, VL_JSON_STRING, "must be a word"))
        return -1;
    for (int i = 0; i < f->count; i++) {
        const char *key = vl_thing_key(c->block, f->things, i);

        if (key && vl_json_is(c->doc, node, key))
            return i;
        if (key && told < TOLD_MAX)
            keys[told] = key;
        told += key != NULL;
    }
    if (told <= TOLD_MAX) {
        (void)vl_content_word(c, node, keys, told); /* reports */
        return -1;
    }
    vl_put(&b, "there is no such ");
    vl_put(&b, f->name);
    vl_content_wrong(c, node, VL_UNKNOWN, text);
    return -1;
}

/* "RM-EVT-30": whether there is such a rule is checked with the schema. */
static bool is_rule_id(const char *prefix, const char *id)
{
    size_t len = strlen(id), n = strlen(prefix);

    if (len < n + 6 || memcmp(id, prefix, n) != 0 || id[n] != '-' || id[len - 3] != '-')
        return false;
    for (size_t i = n + 1; i < len - 3; i++)
        if (id[i] < 'A' || id[i] > 'Z')
            return false;
    return id[len - 2] >= '0' && id[len - 2] <= '9' && id[len - 1] >= '0' && id[len - 1] <= '9';
}

static void read_rule(struct vl_content *c, uint32_t node)
{
    char id[16], text[60];
    struct vl_buf b = vl_buf_on(text, sizeof text);

    if (vl_json_text(c->doc, node, id, sizeof id) && is_rule_id(c->game->rule_prefix, id))
        return;
    vl_put(&b, "must be a rule id such as \"");
    vl_put(&b, c->game->rule_prefix);
    vl_put(&b, "-ABC-01\"");
    vl_content_wrong(c, node, VL_SYNTAX, text);
}

/* A word's number, or the set that it stands for; -1 if it is none. */
static int word_value(int word, int first, const uint8_t *sets)
{
    if (word < 0)
        return -1;
    return sets ? sets[word] : first + word;
}

/* A value that is kept as a number. */
static int read_number(struct vl_content *c, const struct vl_pack_field *f, uint32_t node)
{
    switch (f->type) {
    case VL_PF_INT: return vl_content_int(c, node, f->lo, f->hi);
    case VL_PF_BOOL: return vl_content_bool(c, node);
    case VL_PF_REF: return read_ref(c, f->family, node);
    case VL_PF_RULE: read_rule(c, node); return 0;
    default: /* WORD, SET */
        return word_value(vl_content_word(c, node, f->words, f->words_len), f->lo, f->sets);
    }
}

/* A list of such values; of a SET they are bits of one number. */
static void read_row(struct vl_content *c, const struct vl_pack_field *f, uint32_t node, char *out)
{
    uint32_t seen = 0, bits = 0;
    int n = 0;

    if (!vl_content_list(c, node, f->min, f->max))
        return;
    for (uint32_t at = vl_json_first(c->doc, node); at && n < f->max;
         at = vl_json_sibling(c->doc, at), n++) {
        int v = read_number(c, f, at);

        if (f->flags & PACK_ONCE && v >= 0 && v < 32)
            vl_content_once(c, at, &seen, v);
        if (f->type != VL_PF_SET)
            store(out + f->off + (size_t)n * f->width, f->width, v);
        else if (v >= 0)
            bits |= UINT32_C(1) << v;
    }
    if (f->type == VL_PF_SET)
        store(out + f->off, f->width, (int)bits);
    store(out + f->len_off, f->len_width, n);
}

/* A key of a closed list is none if it is not in it. */
static uint32_t read_key(struct vl_content *c, const struct vl_pack_field *f, uint32_t node)
{
    uint32_t key = vl_content_key(c, node);

    if (key && f->words && vl_content_word(c, node, f->words, f->words_len) < 0)
        return 0;
    return key;
}

static void read_except(struct vl_content *c, const struct vl_pack_record *rec,
                        const struct vl_pack_field *except, uint32_t node)
{
    if (!vl_content_is(c, node, VL_JSON_OBJECT, "must be an object"))
        return;
    for (uint32_t m = vl_json_first(c->doc, node); m; m = vl_json_sibling(c->doc, m)) {
        const struct vl_pack_field *f = field_of(rec, c->doc, m);
        bool known = f && f->type != VL_PF_KEY && f->type != VL_PF_SOURCE && f != except;

        for (int i = 0; i < except->words_len; i++)
            known = known || vl_json_key_is(c->doc, m, except->words[i]);
        if (!known)
            vl_content_fault(c, m, NULL, VL_UNKNOWN, "no such field has a source of its own");
        (void)vl_content_word(c, m, vl_source_words, VL_SOURCES);
    }
}

/* ---- steps ---- */

/* The entries of one list, taken one by one: ["wound", "others", [1, 2, "attack"]]. */
struct entries {
    struct vl_content *c;
    uint32_t list, at; /* the next one; 0: none */
};

static uint32_t next_entry(struct entries *e)
{
    uint32_t at = e->at;

    if (at)
        e->at = vl_json_sibling(e->c->doc, at);
    else
        vl_content_fault(e->c, e->list, NULL, VL_MISSING, "too short");
    return at;
}

static void no_more(const struct entries *e)
{
    if (e->at)
        vl_content_fault(e->c, e->at, NULL, VL_SYNTAX, "one entry too many");
}

/* A number, or [n, d, "source"]. */
static struct vl_amount read_amount(struct vl_content *c, uint32_t node, int lo, int hi,
                                    const char *const *words, int len)
{
    struct vl_amount a = { 0, 1, 0 };
    struct entries e = { c, node, vl_json_first(c->doc, node) };
    uint32_t at;

    if (vl_json_type_of(c->doc, node) == VL_JSON_NUMBER) {
        a.n = vl_i16(vl_content_int(c, node, lo, hi));
        return a;
    }
    if (!vl_content_is(c, node, VL_JSON_ARRAY, "must be a number, or [n, d, source]"))
        return a;
    if ((at = next_entry(&e)) != 0)
        a.n = vl_i16(vl_content_int(c, at, lo, hi));
    if (at && (at = next_entry(&e)) != 0)
        a.d = vl_i16(vl_content_int(c, at, 1, hi));
    if (at && (at = next_entry(&e)) != 0)
        a.source = vl_i16(1 + vl_content_word(c, at, words, len));
    no_more(&e);
    return a;
}

/* The verb of a word: of several the one with as many entries as are written. */
static int find_verb(struct vl_content *c, const struct vl_fx_verbs *verbs, uint32_t word,
                     uint32_t entries)
{
    const char *words[256];
    int n = 0, found = -1;

    for (int i = verbs->base; i < verbs->base + verbs->len; i++) {
        const struct vl_fx_verb *v = &verbs->all[i];
        uint32_t written = 1;

        for (int k = 0; k < v->args_len; k++)
            written += v->args[k].type != VL_FX_FIXED;
        if (vl_json_is(c->doc, word, v->word) && (found < 0 || written == entries))
            found = i;
        if (n == 0 || !vl_str_eq(words[n - 1], v->word))
            words[n++] = v->word;
    }
    if (found < 0)
        (void)vl_content_word(c, word, words, n); /* reports */
    return found;
}

static void read_step(struct vl_content *c, const struct vl_fx_verbs *verbs, uint32_t node);

/* A list of steps within a step: how many, with those of their own blocks. */
static int read_block(struct vl_content *c, const struct vl_fx_verbs *verbs, uint32_t node)
{
    uint32_t before = c->steps_len;

    if (!vl_content_is(c, node, VL_JSON_ARRAY, "must be a list of steps"))
        return 0;
    for (uint32_t at = vl_json_first(c->doc, node); at; at = vl_json_sibling(c->doc, at))
        read_step(c, verbs, at);
    return (int)(c->steps_len - before);
}

/* One argument into out[0], of an AMOUNT into out[0..2]. */
static void read_arg(struct vl_content *c, const struct vl_fx_verbs *verbs,
                     const struct vl_fx_arg *a, uint32_t node, int16_t *out)
{
    struct vl_amount amount;

    switch ((enum vl_fx_type)a->type) {
    case VL_FX_INT: out[0] = vl_i16(vl_content_int(c, node, a->lo, a->hi)); break;
    case VL_FX_WORD:
    case VL_FX_SET:
        out[0] = vl_i16(
            word_value(vl_content_word(c, node, a->words, a->words_len), a->lo, a->sets));
        break;
    case VL_FX_THING: out[0] = vl_i16(read_ref(c, a->family, node)); break;
    case VL_FX_AMOUNT:
        amount = read_amount(c, node, a->lo, a->hi, a->words, a->words_len);
        memcpy(out, &amount, sizeof amount);
        break;
    case VL_FX_COST:
    case VL_FX_BLOCK: /* a list that has too many is refused */
        out[0] = (int16_t)read_block(c, a->type == VL_FX_COST && verbs->pay ? verbs->pay : verbs,
                                     node);
        break;
    case VL_FX_FIXED: out[0] = a->lo; break;
    }
}

static void read_args(const struct vl_fx_verbs *verbs, const struct vl_fx_verb *v,
                      struct entries *e, struct vl_fx *fx)
{
    uint32_t first = e->c->steps_len;
    int place = 0;

    for (int i = 0; i < v->args_len; i++) {
        uint32_t at = v->args[i].type == VL_FX_FIXED ? e->list : next_entry(e);

        if (!at)
            return;
        read_arg(e->c, verbs, &v->args[i], at, &fx->arg[place]);
        place += v->args[i].type == VL_FX_AMOUNT ? 3 : 1;
    }
    no_more(e);
    fx->skip = (uint8_t)(e->c->steps_len - first); /* a list that has too many is refused */
}

static void read_step(struct vl_content *c, const struct vl_fx_verbs *verbs, uint32_t node)
{
    struct entries e = { c, node, vl_json_first(c->doc, node) };

    if (!vl_content_is(c, node, VL_JSON_ARRAY, "must be a list that begins with a verb"))
        return;
    if (!e.at) {
        vl_content_fault(c, node, NULL, VL_MISSING, "the verb is missing");
        return;
    }
    int verb = find_verb(c, verbs, next_entry(&e), c->doc->nodes[node].count);
    if (verb < 0)
        return;
    VL_VERIFY(c->steps_len < c->steps_cap); /* as many were counted */
    struct vl_fx *fx = &c->steps[c->steps_len++];
    fx->verb = vl_u8(verb);
    read_args(verbs, &verbs->all[verb], &e, fx);
}

static void read_steps(struct vl_content *c, const struct vl_pack_field *f, uint32_t node,
                       struct vl_fx_list *out)
{
    uint32_t first = c->steps_len, seen = 0;
    int n = 0, before = c->faults->count;

    if (!(f->flags & VL_PF_LIST)) {
        read_step(c, f->verbs, node);
    } else if (vl_content_list(c, node, f->min, f->max)) {
        for (uint32_t at = vl_json_first(c->doc, node); at && n < f->max;
             at = vl_json_sibling(c->doc, at), n++) {
            uint32_t mine = c->steps_len;

            read_step(c, f->verbs, at);
            if (f->flags & PACK_ONCE && c->steps_len > mine)
                vl_content_once(c, at, &seen, (c->steps[mine].verb - f->verbs->base) & 31);
        }
    }
    out->len = (uint16_t)(c->steps_len - first);
    if (out->len > VL_FX_STEPS_MAX)
        vl_content_fault(c, node, NULL, VL_TOO_LARGE, "more steps than a list may have");
    if (c->faults->count == before)
        vl_fx_link(f->verbs->all, c->steps + first, out->len);
}

/* ---- records ---- */

static void read_record(struct vl_content *c, const struct vl_pack_record *rec, uint32_t node,
                        char *out, int place);

/* The place that the first field of a record says; `otherwise` if it says none. */
static int place_of(struct vl_content *c, const struct vl_pack_field *list, uint32_t node,
                    int otherwise, uint32_t *seen)
{
    const struct vl_pack_field *f = &list->of->fields[0];
    uint32_t says = vl_json_get(c->doc, node, f->name);
    int place = -1;
    int64_t v;

    if (says && f->type == VL_PF_INT && vl_json_int_in(c->doc, says, f->lo, f->hi, &v))
        place = (int)v - f->lo;
    for (int i = 0; says && i < f->words_len; i++)
        if (vl_json_is(c->doc, says, f->words[i]))
            place = i;
    if (place < 0 || place >= list->max)
        return otherwise;
    if (!c->keys_only)
        vl_content_once(c, says, seen, place);
    return place;
}

/* No two records of a list, or of a pool, have the same key. */
static void check_key(struct vl_content *c, const struct vl_pack_field *list, const char *first,
                      int place, uint32_t node)
{
    const struct vl_pack_field *f = list->of->fields;
    uint32_t mine, other;

    while (f->name && f->type != VL_PF_KEY)
        f++;
    if (!f->name || f->words)
        return;
    memcpy(&mine, first + (size_t)place * list->stride + f->off, sizeof mine);
    for (int i = 0; mine && i < place; i++) {
        memcpy(&other, first + (size_t)i * list->stride + f->off, sizeof other);
        if (other == mine) {
            vl_content_wrong(c, vl_json_get(c->doc, node, f->name), VL_DUPLICATE, "stands twice");
            return;
        }
    }
}

/* How many records stand in a pool already, in this walk. */
static uint32_t *pool_len(struct vl_content *c, uint32_t len_off)
{
    int i = 0;

    while (i < VL_CONTENT_POOLS && c->pools[i].len_off != len_off && c->pools[i].len_off)
        i++;
    VL_VERIFY(len_off && i < VL_CONTENT_POOLS);
    c->pools[i].len_off = len_off;
    return &c->pools[i].n;
}

static void read_records(struct vl_content *c, const struct vl_pack_field *f, uint32_t node,
                         char *out)
{
    uint32_t seen = 0, none = 0;
    uint32_t *joined = f->flags & VL_PF_POOL ? pool_len(c, f->len_off) : &none;
    char *base = f->flags & VL_PF_POOL ? c->block : out;
    int n = 0;

    if (c->keys_only ? vl_json_type_of(c->doc, node) != VL_JSON_ARRAY
                     : !vl_content_list(c, node, f->min, f->max))
        return;
    for (uint32_t at = vl_json_first(c->doc, node); at && n < f->max;
         at = vl_json_sibling(c->doc, at), n++) {
        int place = (int)*joined + n, told = n;

        if (f->flags & VL_PF_POOL)
            VL_VERIFY(place < f->hi);
        if (f->flags & VL_PF_PLACED)
            told = place = place_of(c, f, at, n, &seen);
        read_record(c, f->of, at, base + f->off + (size_t)place * f->stride, told);
        if (c->keys_only && !(f->flags & VL_PF_PLACED))
            check_key(c, f, base + f->off, place, at);
    }
    *joined += (uint32_t)n;
    store(base + f->len_off, f->len_width, (int)*joined);
}

static void read_text(struct vl_content *c, const struct vl_pack_field *f, uint32_t node, char *out)
{
    struct vl_texts unkept;
    bool kept = !(f->flags & PACK_UNKEPT);
    size_t before = c->len;

    vl_content_text(c, node, f->hi, kept ? (struct vl_texts *)(void *)(out + f->off) : &unkept);
    if (!kept)
        c->len = before;
}

static void read_value(struct vl_content *c, const struct vl_pack_record *rec,
                       const struct vl_pack_field *f, uint32_t node, char *out)
{
    struct vl_amount amount;
    uint32_t key;

    switch ((enum vl_pack_type)f->type) {
    case VL_PF_KEY:
        key = read_key(c, f, node);
        if (key) /* else it may stand at the place of another, which keeps its own */
            memcpy(out + f->off, &key, sizeof key);
        break;
    case VL_PF_TEXT: read_text(c, f, node, out); break;
    case VL_PF_SOURCE: (void)vl_content_word(c, node, vl_source_words, VL_SOURCES); break;
    case VL_PF_EXCEPT: read_except(c, rec, f, node); break;
    case VL_PF_AMOUNT:
        amount = read_amount(c, node, f->lo, f->hi, f->words, f->words_len);
        memcpy(out + f->off, &amount, sizeof amount);
        break;
    case VL_PF_STEPS: read_steps(c, f, node, (struct vl_fx_list *)(void *)(out + f->off)); break;
    case VL_PF_RECORD:
        if (f->flags & VL_PF_LIST) {
            read_records(c, f, node, out);
        } else {
            store(out + f->len_off, f->len_width, 1);
            read_record(c, f->of, node, out + f->off, 0);
        }
        break;
    case VL_PF_INT:
    case VL_PF_BOOL:
    case VL_PF_WORD:
    case VL_PF_SET:
    case VL_PF_REF:
    case VL_PF_RULE:
        if (f->flags & VL_PF_LIST)
            read_row(c, f, node, out);
        else
            store(out + f->off, f->width, read_number(c, f, node));
        break;
    }
}

/* What is not there: zero, but of words and things none. */
static void leave_out(const struct vl_pack_field *f, char *out)
{
    if ((f->type == VL_PF_WORD || f->type == VL_PF_REF) && !(f->flags & VL_PF_LIST))
        store(out + f->off, f->width, f->sets ? 0 : -1);
}

static void read_fields(struct vl_content *c, const struct vl_pack_record *rec, uint32_t node,
                        char *out)
{
    for (const struct vl_pack_field *f = rec->fields; f->name; f++) {
        uint32_t value = vl_json_get(c->doc, node, f->name);
        int before = c->faults->count;

        if (c->keys_only ? f->type != VL_PF_KEY && f->type != VL_PF_RECORD : f->type == VL_PF_KEY)
            continue;
        if (f->type == VL_PF_STEPS) /* the lists of a record follow each other */
            store(out + f->off, sizeof(uint16_t), (int)c->steps_len);
        if (value)
            read_value(c, rec, f, value, out);
        else
            leave_out(f, out);
        if (node == 0 && (c->faults->count != before || !value))
            c->faulty |= UINT32_C(1) << (f - rec->fields);
    }
}

static void read_record(struct vl_content *c, const struct vl_pack_record *rec, uint32_t node,
                        char *out, int place)
{
    int before = c->faults->count;

    if (c->keys_only) {
        read_fields(c, rec, node, out);
        return;
    }
    if (!vl_content_is(c, node, VL_JSON_OBJECT, "must be an object"))
        return;
    check_members(c, rec, node);
    read_fields(c, rec, node, out);
    c->sound = c->faults->count == before;
    if (rec->check)
        rec->check(c, node, out, place);
}

/* ---- the whole ---- */

/* As many steps as a value can have: each is a list that begins with a word. */
static uint32_t steps_in(const struct vl_json_doc *doc, uint32_t node)
{
    uint32_t n = 0;

    for (uint32_t i = node; i < doc->nodes[node].next; i++) {
        uint32_t first = vl_json_type_of(doc, i) == VL_JSON_ARRAY ? vl_json_first(doc, i) : 0;

        n += first && vl_json_type_of(doc, first) == VL_JSON_STRING;
    }
    return n;
}

static uint32_t steps_of(const struct vl_json_doc *doc, const struct vl_pack_record *rec,
                         uint32_t node)
{
    uint32_t n = 0;

    for (const struct vl_pack_field *f = rec->fields; f->name; f++) {
        uint32_t value = vl_json_get(doc, node, f->name);

        if (value && f->type == VL_PF_STEPS)
            n += steps_in(doc, value);
        if (!value || f->type != VL_PF_RECORD)
            continue;
        if (!(f->flags & VL_PF_LIST))
            n += steps_of(doc, f->of, value);
        else
            for (uint32_t at = vl_json_first(doc, value); at; at = vl_json_sibling(doc, at))
                n += steps_of(doc, f->of, at);
    }
    return n;
}

bool vl_content_clean(const struct vl_content *c)
{
    return c->faults->count == c->faults_before;
}

bool vl_content_field_clean(const struct vl_content *c, const char *field)
{
    const struct vl_pack_field *fields = c->game->pack->root.fields, *f = fields;

    while (f->name && !vl_str_eq(f->name, field))
        f++;
    VL_ASSERT(f->name);
    return !(c->faulty >> (f - fields) & 1);
}

#ifdef VL_LEAN
const struct vl_pack_table vl_pack_unread = { { NULL, NULL, NULL, NULL }, 0 };
#endif

size_t vl_content_compile(const struct vl_game *game, const struct vl_json_doc *doc, void *block,
                          size_t cap, struct vl_faults *faults)
{
    const struct vl_pack_table *table = game->pack;
    uint32_t steps = steps_of(doc, &table->root, 0);
    struct vl_content c;

    VL_ASSERT(table->size % 4 == 0);
    if (!vl_content_begin(&c, doc, block, cap, table->size + steps * sizeof(struct vl_fx), faults))
        return 0;
    if (steps > UINT16_MAX) {
        vl_content_fault(&c, 0, NULL, VL_TOO_LARGE, "more steps than a pack may have");
        return 0;
    }
    c.game = game;
    c.steps = (struct vl_fx *)(void *)(c.block + table->size);
    c.steps_cap = steps;
    c.keys_only = true;
    read_record(&c, &table->root, 0, c.block, 0);
    c.keys_only = false;
    c.faulty = 0;
    memset(c.pools, 0, sizeof c.pools);
    read_record(&c, &table->root, 0, c.block, 0);
    return vl_content_end(&c);
}
