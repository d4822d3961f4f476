/* mkschema - what the tables of a game say about its files, for documents and editors.
 *
 *     mkschema               lists the games
 *     mkschema GAME          prints the JSON Schema of its content packs, as its rows
 *                            say it (core/pack_table.h); tools/schema.py adds what
 *                            rows cannot say and lays it out
 *     mkschema --fields GAME prints a line for each field of its positions: name, value
 */
#include "core/pack_table.h"
#include "registry.h"
#include "text/rules.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { TEXT_MAX = 1 << 20, DEFS_MAX = 64 };

_Noreturn void vl_fail(const char *what, const char *file, int line)
{
    fprintf(stderr, "mkschema: internal check failed: %s (%s:%d)\n", what, file, line);
    exit(2);
}

/* ---- what stands in "$defs" ---- */

/* Records and vocabularies that were referred to and wait to be written, once each. */
struct defs {
    const struct vl_pack_record *records[DEFS_MAX];
    const struct vl_fx_verbs *verbs[DEFS_MAX];
    int records_len, verbs_len;
    const struct vl_pack_field *amount; /* the first; all of a game are alike */
    struct vl_pack_field of_step;       /* room for one that stands in a step */
    bool rules;
};

static void want_record(struct defs *d, const struct vl_pack_record *rec)
{
    for (int i = 0; i < d->records_len; i++)
        if (strcmp(d->records[i]->name, rec->name) == 0)
            return;
    VL_VERIFY(d->records_len < DEFS_MAX);
    d->records[d->records_len++] = rec;
}

static void want_verbs(struct defs *d, const struct vl_fx_verbs *verbs)
{
    for (int i = 0; i < d->verbs_len; i++)
        if (d->verbs[i] == verbs)
            return;
    VL_VERIFY(d->verbs_len < DEFS_MAX);
    d->verbs[d->verbs_len++] = verbs;
}

static void put_ref(struct vl_json *w, const char *name)
{
    char text[80];

    snprintf(text, sizeof text, "#/$defs/%s", name);
    vl_json_kstr(w, "$ref", text);
}

static void put_words(struct vl_json *w, const char *const *words, int len)
{
    vl_json_key(w, "enum");
    vl_json_arr(w);
    for (int i = 0; i < len; i++)
        vl_json_str(w, words[i]);
    vl_json_end(w);
}

static void put_range(struct vl_json *w, int lo, int hi)
{
    vl_json_kstr(w, "type", "integer");
    vl_json_kint(w, "minimum", lo);
    vl_json_kint(w, "maximum", hi);
}

/* ---- fields ---- */

static void put_object(struct vl_json *w, struct defs *d, const struct vl_game *root,
                       const struct vl_pack_record *rec);

static void put_source(struct vl_json *w, const char *name)
{
    vl_json_key(w, name);
    vl_json_obj(w);
    put_ref(w, "source");
    vl_json_end(w);
}

static void put_except(struct vl_json *w, const struct vl_pack_record *rec,
                       const struct vl_pack_field *except)
{
    vl_json_kstr(w, "type", "object");
    vl_json_kbool(w, "additionalProperties", false);
    vl_json_key(w, "properties");
    vl_json_obj(w);
    for (const struct vl_pack_field *f = rec->fields; f->name; f++)
        if (f->type != VL_PF_KEY && f->type != VL_PF_SOURCE && f != except)
            put_source(w, f->name);
    for (int i = 0; i < except->words_len; i++)
        put_source(w, except->words[i]);
    vl_json_end(w);
}

/* One value, without the list that it may stand in. */
static void put_value(struct vl_json *w, struct defs *d, const struct vl_pack_record *rec,
                      const struct vl_pack_field *f)
{
    switch ((enum vl_pack_type)f->type) {
    case VL_PF_INT: put_range(w, f->lo, f->hi); break;
    case VL_PF_BOOL: vl_json_kstr(w, "type", "boolean"); break;
    case VL_PF_WORD:
    case VL_PF_SET: put_words(w, f->words, f->words_len); break;
    case VL_PF_REF: put_ref(w, "key"); break;
    case VL_PF_KEY:
        if (f->words)
            put_words(w, f->words, f->words_len);
        else
            put_ref(w, "key");
        break;
    case VL_PF_TEXT: put_ref(w, f->hi == VL_CONTENT_NAME_MAX ? "name" : "text"); break;
    case VL_PF_RULE:
        d->rules = true;
        put_ref(w, "rule");
        break;
    case VL_PF_AMOUNT:
        d->amount = f;
        put_ref(w, "amount");
        break;
    case VL_PF_STEPS:
        want_verbs(d, f->verbs);
        put_ref(w, f->verbs->name);
        break;
    case VL_PF_RECORD:
        if (f->of->name) {
            want_record(d, f->of);
            put_ref(w, f->of->name);
        } else {
            put_object(w, d, NULL, f->of);
        }
        break;
    case VL_PF_SOURCE: put_ref(w, "source"); break;
    case VL_PF_EXCEPT: put_except(w, rec, f); break;
    }
}

static void put_field(struct vl_json *w, struct defs *d, const struct vl_pack_record *rec,
                      const struct vl_pack_field *f)
{
    vl_json_key(w, f->name);
    vl_json_obj(w);
    if (f->about)
        vl_json_kstr(w, "description", f->about);
    if (!(f->flags & VL_PF_LIST)) {
        put_value(w, d, rec, f);
    } else {
        vl_json_kstr(w, "type", "array");
        vl_json_kint(w, "minItems", f->min);
        vl_json_kint(w, "maxItems", f->max);
        if (f->flags & PACK_ONCE)
            vl_json_kbool(w, "uniqueItems", true);
        vl_json_key(w, "items");
        vl_json_obj(w);
        put_value(w, d, rec, f);
        vl_json_end(w);
    }
    vl_json_end(w);
}

/* The fields of every pack. ORDER VL_PACK_HEAD */
static void put_head(struct vl_json *w, const struct vl_game *g)
{
    static const char number[] = "(0|[1-9][0-9]{0,3})";
    char version[100];

    vl_json_key(w, "$schema");
    vl_json_obj(w);
    vl_json_kstr(w, "description", "Where this schema lies, for editors.");
    vl_json_kstr(w, "type", "string");
    vl_json_kint(w, "maxLength", 300);
    vl_json_end(w);
    vl_json_key(w, "format");
    vl_json_obj(w);
    vl_json_kstr(w, "description", "Number of the file format.");
    vl_json_kint(w, "const", 1);
    vl_json_end(w);
    vl_json_key(w, "game");
    vl_json_obj(w);
    vl_json_kstr(w, "description", "The game whose pack this is.");
    vl_json_kstr(w, "const", g->id);
    vl_json_end(w);
    vl_json_key(w, "id");
    vl_json_obj(w);
    vl_json_kstr(w, "description",
                 "The pack's own name; stands in every record. Choose another than base for a "
                 "changed pack.");
    put_ref(w, "key");
    vl_json_end(w);
    vl_json_key(w, "version");
    vl_json_obj(w);
    vl_json_kstr(w, "description",
                 "Three numbers, 1.0.0; rises with every change that is published. Stands in "
                 "every record.");
    vl_json_kstr(w, "type", "string");
    snprintf(version, sizeof version, "^%s\\.%s\\.%s$", number, number, number);
    vl_json_kstr(w, "pattern", version);
    vl_json_end(w);
    vl_json_key(w, "name");
    vl_json_obj(w);
    put_ref(w, "name");
    vl_json_end(w);
}

/* The members that make an object; of the pack itself with those of every pack. */
static void put_object(struct vl_json *w, struct defs *d, const struct vl_game *root,
                       const struct vl_pack_record *rec)
{
    if (rec->about)
        vl_json_kstr(w, "title", rec->about);
    vl_json_kstr(w, "type", "object");
    vl_json_kbool(w, "additionalProperties", false);
    vl_json_key(w, "required");
    vl_json_arr(w);
    for (int i = 1; root && i < VL_PACK_HEAD; i++)
        vl_json_str(w, vl_pack_head[i]);
    for (const struct vl_pack_field *f = rec->fields; f->name; f++)
        if (!(f->flags & PACK_MAY))
            vl_json_str(w, f->name);
    vl_json_end(w);
    vl_json_key(w, "properties");
    vl_json_obj(w);
    if (root)
        put_head(w, root);
    for (const struct vl_pack_field *f = rec->fields; f->name; f++)
        put_field(w, d, rec, f);
    vl_json_end(w);
}

/* ---- steps ---- */

static void put_arg(struct vl_json *w, struct defs *d, const struct vl_fx_verbs *verbs,
                    const struct vl_fx_arg *a)
{
    const struct vl_fx_verbs *block = a->type == VL_FX_COST && verbs->pay ? verbs->pay : verbs;

    vl_json_obj(w);
    vl_json_kstr(w, "title", a->name);
    switch ((enum vl_fx_type)a->type) {
    case VL_FX_INT: put_range(w, a->lo, a->hi); break;
    case VL_FX_WORD:
    case VL_FX_SET: put_words(w, a->words, a->words_len); break;
    case VL_FX_THING: put_ref(w, "key"); break;
    case VL_FX_AMOUNT:
        d->of_step = (struct vl_pack_field){
            .lo = a->lo, .hi = a->hi, .words = a->words, .words_len = a->words_len
        };
        d->amount = d->amount ? d->amount : &d->of_step;
        put_ref(w, "amount");
        break;
    case VL_FX_BLOCK:
    case VL_FX_COST:
        want_verbs(d, block);
        vl_json_kstr(w, "type", "array");
        vl_json_key(w, "items");
        vl_json_obj(w);
        put_ref(w, block->name);
        vl_json_end(w);
        break;
    case VL_FX_FIXED: break;
    }
    vl_json_end(w);
}

static void put_verb(struct vl_json *w, struct defs *d, const struct vl_fx_verbs *verbs, int row)
{
    const struct vl_fx_verb *v = &verbs->all[verbs->base + row];
    char about[300];
    int n = 1;

    for (int i = 0; i < v->args_len; i++)
        n += v->args[i].type != VL_FX_FIXED;
    snprintf(about, sizeof about, "%s", verbs->about[row]);
    if (v->rule && about[0] && about[strlen(about) - 1] == '.')
        snprintf(about + strlen(about) - 1, sizeof about - strlen(about) + 1, " (%s).",
                 vl_rule_texts[v->rule].id);
    vl_json_obj(w);
    vl_json_kstr(w, "description", about);
    vl_json_kstr(w, "type", "array");
    vl_json_kint(w, "minItems", n);
    vl_json_kint(w, "maxItems", n);
    vl_json_key(w, "prefixItems");
    vl_json_arr(w);
    vl_json_obj(w);
    vl_json_kstr(w, "const", v->word);
    vl_json_end(w);
    for (int i = 0; i < v->args_len; i++)
        if (v->args[i].type != VL_FX_FIXED)
            put_arg(w, d, verbs, &v->args[i]);
    vl_json_end(w);
    vl_json_end(w);
}

/* A number, or [n, d, what is counted]. */
static void put_amount(struct vl_json *w, const struct vl_pack_field *f)
{
    vl_json_key(w, "amount");
    vl_json_obj(w);
    vl_json_kstr(w, "description", "A number n, or [n, d, what is counted]: n for every d of it.");
    vl_json_key(w, "oneOf");
    vl_json_arr(w);
    vl_json_obj(w);
    put_range(w, f->lo, f->hi);
    vl_json_end(w);
    vl_json_obj(w);
    vl_json_kstr(w, "type", "array");
    vl_json_kint(w, "minItems", 3);
    vl_json_kint(w, "maxItems", 3);
    vl_json_key(w, "prefixItems");
    vl_json_arr(w);
    vl_json_obj(w);
    put_range(w, f->lo, f->hi);
    vl_json_end(w);
    vl_json_obj(w);
    put_range(w, 1, f->hi);
    vl_json_end(w);
    vl_json_obj(w);
    put_words(w, f->words, f->words_len);
    vl_json_end(w);
    vl_json_end(w);
    vl_json_end(w);
    vl_json_end(w);
    vl_json_end(w);
}

/* ---- the whole ---- */

/* What means the same in every pack. */
static void put_common(struct vl_json *w, const struct vl_game *g, const struct defs *d)
{
    static const struct {
        const char *name, *about;
        int most;
    } texts[] = {
        { "name", "A short name in both languages.", VL_CONTENT_NAME_MAX },
        { "text", "One or two sentences in both languages, for players.", VL_CONTENT_TEXT_MAX },
    };
    char pattern[40];

    vl_json_key(w, "key");
    vl_json_obj(w);
    vl_json_kstr(w, "description",
                 "Names a thing in notation, positions and records; stable once released.");
    vl_json_kstr(w, "type", "string");
    snprintf(pattern, sizeof pattern, "^[A-Za-z][A-Za-z0-9_]{0,%d}$", VL_CONTENT_KEY_MAX - 1);
    vl_json_kstr(w, "pattern", pattern);
    vl_json_end(w);
    for (int i = 0; i < VL_LEN(texts); i++) {
        vl_json_key(w, texts[i].name);
        vl_json_obj(w);
        vl_json_kstr(w, "description", texts[i].about);
        vl_json_kstr(w, "type", "object");
        vl_json_kbool(w, "additionalProperties", false);
        vl_json_key(w, "required");
        vl_json_arr(w);
        vl_json_str(w, "fr");
        vl_json_str(w, "en");
        vl_json_end(w);
        vl_json_key(w, "properties");
        vl_json_obj(w);
        for (int lang = 0; lang < 2; lang++) {
            vl_json_key(w, lang ? "en" : "fr");
            vl_json_obj(w);
            vl_json_kstr(w, "type", "string");
            vl_json_kint(w, "minLength", 1);
            vl_json_kint(w, "maxLength", texts[i].most);
            vl_json_kstr(w, "pattern", "^[^\\u0000-\\u001f\\u007f-\\u009f]*$");
            vl_json_end(w);
        }
        vl_json_end(w);
        vl_json_end(w);
    }
    vl_json_key(w, "source");
    vl_json_obj(w);
    vl_json_kstr(w, "description",
                 "Where the values come from: seed is the booklet, fact is otherwise known of "
                 "the printed game, designed is ours and may be tuned.");
    put_words(w, vl_source_words, VL_SOURCES);
    vl_json_end(w);
    if (!d->rules)
        return;
    vl_json_key(w, "rule");
    vl_json_obj(w);
    snprintf(pattern, sizeof pattern, "^%s-[A-Z]{2,10}-[0-9]{2}$", g->rule_prefix);
    vl_json_kstr(w, "description", "The id of a rule of the game.");
    vl_json_kstr(w, "type", "string");
    vl_json_kstr(w, "pattern", pattern);
    vl_json_end(w);
}

static void put_schema(struct vl_json *w, const struct vl_game *g)
{
    struct defs d;
    int records = 0, verbs = 0;

    memset(&d, 0, sizeof d);
    vl_json_obj(w);
    vl_json_kstr(w, "$schema", "https://json-schema.org/draft/2020-12/schema");
    put_object(w, &d, g, &g->pack->root);
    vl_json_key(w, "$defs");
    vl_json_obj(w);
    while (records < d.records_len || verbs < d.verbs_len) {
        if (records < d.records_len) {
            vl_json_key(w, d.records[records]->name);
            vl_json_obj(w);
            put_object(w, &d, NULL, d.records[records++]);
            vl_json_end(w);
            continue;
        }
        const struct vl_fx_verbs *v = d.verbs[verbs++];
        vl_json_key(w, v->name);
        vl_json_obj(w);
        vl_json_key(w, "oneOf");
        vl_json_arr(w);
        for (int i = 0; i < v->len; i++)
            put_verb(w, &d, v, i);
        vl_json_end(w);
        vl_json_end(w);
    }
    if (d.amount)
        put_amount(w, d.amount);
    put_common(w, g, &d);
    vl_json_end(w);
    vl_json_end(w);
}

/* ---- the fields of positions ---- */

/* What an entry of a field is: "0 to 4", "a card". */
static void print_entry(const struct vl_game *g, const struct vl_field *f)
{
    const struct vl_family *fam = f->family >= VL_FAM_GAME ? &g->families[f->family - VL_FAM_GAME]
                                                           : NULL;

    if (f->family == VL_FAM_SEAT)
        printf("a seat");
    else if (fam && (!fam->keys || fam->count > 7))
        printf("%s %s", strchr("aeiou", fam->name[0]) ? "an" : "a", fam->name);
    else if (fam)
        for (int i = 0; i < fam->count; i++)
            printf("%s`%s`", i ? ", " : "", fam->keys[i]);
    else if (f->lo || f->hi)
        printf("%d to %d", (int)f->lo, (int)f->hi);
    else
        printf("a number");
}

static void print_value(const struct vl_game *g, const struct vl_field *f)
{
    switch ((enum vl_field_type)f->type) {
    case VL_F_BOOL:
    case VL_F_FLAG: printf("`true`, `false`"); return;
    case VL_F_ROW:
        printf("a list of %s%d: ", f->flags & VL_FIELD_SHORT ? "up to " : "", f->count);
        break;
    case VL_F_LIST: printf("a list of up to %d: ", f->count); break;
    case VL_F_BITS: printf("a list, each once: "); break;
    case VL_F_MAP:
        printf(f->family == VL_FAM_SEAT ? "a list, by seat" : "an object, by %s",
               f->family >= VL_FAM_GAME ? g->families[f->family - VL_FAM_GAME].name : "number");
        if (f->child && !f->child->name) {
            printf(": ");
            print_value(g, f->child);
        }
        return;
    case VL_F_INT:
    case VL_F_KEY:
    case VL_F_SEAT: break;
    }
    print_entry(g, f);
    if (f->type == VL_F_BITS && f->family == VL_FAM_INT && f->count)
        printf(" below %d", f->count);
}

static void print_fields(const struct vl_game *g, const struct vl_field *f, const char *under)
{
    for (; f->type != VL_F_END; f++) {
        char path[120];

        if (!f->name)
            continue;
        snprintf(path, sizeof path, "%s%s", under, f->name);
        printf("%s\t", path);
        print_value(g, f);
        printf("%s\n", f->flags & VL_FIELD_HIDDEN ? "; hidden from everybody" : "");
        if (f->type == VL_F_MAP && f->child->name) {
            strncat(path, ".", sizeof path - strlen(path) - 1);
            print_fields(g, f->child, path);
        }
    }
}

int main(int argc, char **argv)
{
    static char text[TEXT_MAX];
    bool positions = argc == 3 && strcmp(argv[1], "--fields") == 0;
    const struct vl_game *g = argc == 2 || positions ? vl_game_find(argv[argc - 1]) : NULL;
    struct vl_json w = vl_json_on(text, sizeof text);

    if (argc == 1) {
        for (int i = 0; i < vl_games_len(); i++)
            puts(vl_game_at(i)->id);
        return 0;
    }
    if (!g || (!positions && !g->pack)) {
        fputs("usage: mkschema [[--fields] GAME]\n", stderr);
        return 2;
    }
    if (positions) {
        print_fields(g, g->fields, "");
        return 0;
    }
    put_schema(&w, g);
    VL_VERIFY(!w.out.full);
    puts(text);
    return 0;
}
