/* catcheck - does the catalogue hold what the program can ask for, and no more?
 *
 *     catcheck FILE.c...        every source of the program
 *
 * An id is asked for by a table of a game in the registry (events, moves,
 * phases, options ...), by TXT("id") in a source, or by VL_TXT(what, "key") in
 * the folder of a game, or words what a card does (text/effects.h). Reports "missing" and "unused"
 * entries, and events whose sentence names an argument that they do not have; exit 1 if any. The
 * page's entries, "web.", are not in the table; web/build/strings.mjs checks them. Remarks on
 * faults, "remark.", are found by their English (text/remark.h); tests/remarks.py checks them. */
#include "base/buf.h"
#include "core/engine.h"
#include "pack/pack.h"
#include "registry.h"
#include "rule_ids.h"
#include "text/effects.h"
#include "text/rules.h"
#include "text/text.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { ID_MAX = 160, FILE_BYTES_MAX = 8 << 20, ENTRIES_MAX = 20000, MISSING_MAX = 1000 };

static bool used[ENTRIES_MAX]; /* by place in vl_catalogue */
static char missing[MISSING_MAX][ID_MAX];
static int missing_len;
static int faults;

/* ---- asking ---- */

static int by_id(const void *id, const void *entry)
{
    return strcmp(id, ((const struct vl_catalogue_entry *)entry)->id);
}

/* Each is reported once. */
static void report_missing(const char *id, const char *who)
{
    for (int i = 0; i < missing_len; i++)
        if (strcmp(missing[i], id) == 0)
            return;
    if (missing_len < MISSING_MAX)
        snprintf(missing[missing_len++], ID_MAX, "%s", id);
    printf("missing: %s (asked for by %s)\n", id, who);
    faults++;
}

static const struct vl_catalogue_entry *ask(const char *id, const char *who)
{
    const struct vl_catalogue_entry *e = bsearch(id, vl_catalogue, (size_t)vl_catalogue_len,
                                                 sizeof *e, by_id);

    if (e != NULL)
        used[e - vl_catalogue] = true;
    else
        report_missing(id, who);
    return e;
}

/* "a.b.c"; NULL parts are left out. */
static const struct vl_catalogue_entry *ask_parts(const char *who, const char *a, const char *b,
                                                  const char *c, const char *d)
{
    const char *part[4] = { a, b, c, d };
    char id[ID_MAX];
    struct vl_buf out = vl_buf_on(id, sizeof id);

    for (int i = 0; i < 4; i++) {
        if (part[i] == NULL)
            continue;
        vl_put(&out, i > 0 ? "." : "");
        vl_put(&out, part[i]);
    }
    return ask(id, who);
}

/* ---- the tables of a game ---- */

static bool event_has(const struct vl_event_kind *kind, const char *name, size_t len)
{
    for (int i = 0; i < kind->len; i++)
        if (vl_str_is(name, len, kind->args[i].name))
            return true;
    return false;
}

/* Every name between braces is an argument of the event. mkcatalogue has seen
 * to it that all languages have the same. */
static void check_event_args(const struct vl_catalogue_entry *e, const struct vl_event_kind *kind)
{
    const char *p = vl_catalogue_text(e, VL_FR);

    while ((p = strchr(p, '{')) != NULL) {
        do {
            size_t len = strcspn(++p, "|,}");

            if (!event_has(kind, p, len)) {
                printf("wrong: %s has no argument {%.*s}\n", e->id, (int)len, p);
                faults++;
            }
            p += len;
        } while (*p == ',');
    }
}

static void ask_events(const struct vl_game *g)
{
    for (int i = 0; i < g->events_len; i++) {
        const struct vl_catalogue_entry *e = ask_parts(g->id, g->prefix, "ev", g->events[i].name,
                                                       NULL);
        if (e != NULL)
            check_event_args(e, &g->events[i]);
    }
}

static void ask_moves(const struct vl_game *g)
{
    for (int i = 1; i < g->moves_len; i++) {
        const struct vl_move_kind *kind = &g->moves[i];
        char word[ID_MAX / 2];
        struct vl_buf b = vl_buf_on(word, sizeof word);

        vl_move_entry(g, i, &b);
        ask_parts(g->id, g->prefix, "move", word, NULL);
        ask_parts(g->id, g->prefix, "group", kind->word, NULL);
        if (!(kind->flags & VL_MOVE_CHANCE))
            ask_parts(g->id, g->prefix, "say", kind->word, NULL);
    }
}

static void ask_option(const struct vl_game *g, const struct vl_option *o)
{
    ask_parts(g->id, g->prefix, "option", o->name, NULL);
    ask_parts(g->id, g->prefix, "option", o->name, "help");
    if (o->unset != NULL)
        ask_parts(g->id, "option", "unset", o->unset, NULL);
    for (int i = 0; o->type == VL_OPT_KEY && o->keys[i] != NULL; i++)
        ask_parts(g->id, g->prefix, o->name, o->keys[i], NULL);
}

static void ask_families(const struct vl_game *g)
{
    for (int i = 0; i < g->families_len; i++)
        for (int k = 0; g->families[i].keys != NULL && k < g->families[i].count; k++)
            ask_parts(g->id, g->prefix, g->families[i].name, g->families[i].keys[k], NULL);
}

/* RM-BAD-20 is worded by "rm.bad.20". */
static void ask_refusals(const struct vl_game *g)
{
    size_t prefix = strlen(g->rule_prefix);

    for (int i = 1; i < VL_RULE_COUNT; i++) {
        const struct vl_rule_text *rule = &vl_rule_texts[i];
        char rest[ID_MAX / 2];
        size_t n = 0;

        if (rule->code == NULL || strcmp(rule->game, g->id) != 0)
            continue;
        for (const char *p = rule->id + prefix + 1; *p != '\0' && n + 1 < sizeof rest; p++)
            rest[n++] = *p == '-' ? '.' : (char)tolower((unsigned char)*p);
        rest[n] = '\0';
        ask_parts(g->id, g->prefix, rest, NULL, NULL);
    }
}

/* ---- card texts ---- */

static void ask_words(const struct vl_game *g, const struct vl_fx_verb *row,
                      const struct vl_catalogue_entry *e);

/* "<prefix>.fx.<a>.<b>", the entry of which may name arguments in turn. */
static void ask_fx(const struct vl_game *g, const struct vl_fx_verb *row, const char *a,
                   const char *b, const char *form)
{
    char id[ID_MAX];

    snprintf(id, sizeof id, "%s.fx.%s.%s%s%s", g->prefix, a, b, form[0] ? "." : "", form);
    const struct vl_catalogue_entry *e = ask(id, g->id);
    if (e != NULL)
        ask_words(g, row, e);
}

static void ask_noun(const struct vl_game *g, const char *name)
{
    const char *const *tones = g->says->tones;
    char id[ID_MAX];

    ask_parts(g->id, g->prefix, "fx.noun", name, NULL);
    snprintf(id, sizeof id, "%s.fx.noun.%s.again", g->prefix, name);
    ask(id, g->id);
    for (int i = 0; tones != NULL && tones[i] != NULL; i++)
        for (int again = 0; again < 2; again++) {
            snprintf(id, sizeof id, "%s.fx.noun.%s.%s%s", g->prefix, name, tones[i],
                     again ? ".again" : "");
            if (vl_text_find(VL_EN, id) != NULL)
                ask(id, g->id);
        }
}

/* What stands between braces: "filter.a" is asked for in all words of its argument. */
static void ask_word(const struct vl_game *g, const struct vl_fx_verb *row, const char *name)
{
    size_t len = strcspn(name, ".");
    const char *form = name[len] == '.' ? name + len + 1 : "";

    if (strcmp(name, "does") == 0 || strcmp(name, "d") == 0)
        return;
    for (int i = 0; i < row->args_len; i++) {
        const struct vl_fx_arg *a = &row->args[i];

        if (a->name == NULL || !vl_str_is(name, len, a->name))
            continue;
        bool worded = a->type == VL_FX_WORD || a->type == VL_FX_SET;
        bool counts = a->type == VL_FX_AMOUNT && strcmp(form, "per") == 0;
        for (int k = 0; (worded || counts) && k < a->words_len; k++)
            ask_fx(g, row, worded ? a->name : "source", a->words[k], form);
        if (!worded && !counts && form[0] != '\0' && strcmp(form, "signed") != 0 &&
            strcmp(form, "size") != 0) {
            printf("wrong: %s has no {%s}\n", row->word, name);
            faults++;
        }
        return;
    }
    ask_noun(g, name);
}

static void ask_words(const struct vl_game *g, const struct vl_fx_verb *row,
                      const struct vl_catalogue_entry *e)
{
    for (int lang = 0; lang < VL_LANGS; lang++)
        for (const char *p = vl_catalogue_text(e, lang); (p = strchr(p, '{')) != NULL;) {
            char name[ID_MAX];

            snprintf(name, sizeof name, "%.*s", (int)strcspn(p + 1, "|}"), p + 1);
            p++;
            ask_word(g, row, name);
        }
}

/* The k-th tone of a game; -1, and past the last: none. */
static const char *tone_of(const struct vl_game *g, int k)
{
    return k < 0 || g->says->tones == NULL ? NULL : g->says->tones[k];
}

/* Each way in which a row can be worded: all words, counted or not, nothing or something, in
 * every tone. */
static void ask_rows(const struct vl_game *g, const struct vl_fx_verbs *verbs,
                     const struct vl_fx_verb *row, int i, int at, int16_t *arg)
{
    const struct vl_fx_arg *a = &row->args[i];
    char id[VL_TEXT_ID_MAX];

    for (int told = 0; i == row->args_len && told < 2; told++)
        for (int k = -1; k < 0 || tone_of(g, k) != NULL; k++) {
            vl_text_row(id, g, verbs->name, row, arg, told == 1, tone_of(g, k));
            const struct vl_catalogue_entry *e = ask(id, g->id);
            if (e != NULL)
                ask_words(g, row, e);
        }
    if (i == row->args_len)
        return;
    bool worded = a->type == VL_FX_WORD || a->type == VL_FX_SET;
    for (int k = 0; k < (worded ? a->words_len : a->lo < 0 ? 3 : 2); k++) {
        arg[at] = (int16_t)(a->type == VL_FX_SET ? a->sets[k]
                            : worded             ? a->lo + k
                            : k < 2              ? k
                                                 : -1);
        if (a->type == VL_FX_AMOUNT)
            arg[at + 2] = (int16_t)k;
        ask_rows(g, verbs, row, i + 1, at + (a->type == VL_FX_AMOUNT ? 3 : 1), arg);
    }
}

static void ask_vocabulary(const struct vl_game *g, const struct vl_fx_verbs *verbs)
{
    int16_t arg[VL_FX_ARGS] = { 0 };

    for (int i = 0; i < verbs->len; i++)
        if (verbs->all[verbs->base + i].word != NULL)
            ask_rows(g, verbs, &verbs->all[verbs->base + i], 0, 0, arg);
}

static void ask_says(const struct vl_game *g)
{
    if (g->says == NULL)
        return;
    ask_vocabulary(g, g->says->rows);
    for (int i = 0; g->says->verbs[i] != NULL; i++)
        ask_vocabulary(g, g->says->verbs[i]);
}

/* What a campaign brings, and what it comes to. */
static void ask_saga(const struct vl_game *g)
{
    static const char *const ends[] = { "earned", "nothing", "won" };

    if (g->saga == NULL)
        return;
    const struct vl_family *f = &g->families[g->saga->family - VL_FAM_GAME];
    for (int i = 0; i < f->count; i++)
        ask_parts(g->id, g->prefix, "brings", f->keys[i], NULL);
    for (int i = 0; i < VL_LEN(ends); i++)
        ask_parts(g->id, g->prefix, "campaign", ends[i], NULL);
}

/* What is said of a card for the mood may be missing, but it must be a card of the game. */
static void note_flavours(const struct vl_game *g)
{
    struct vl_pack pack = { 0 };
    struct vl_rules r;
    char id[ID_MAX];

    if (vl_pack_builtin(&pack, g) != VL_OK)
        return;
    vl_rules_init(&r, g, pack.block, &pack.info);
    for (int f = VL_FAM_GAME; f < VL_FAM_GAME + g->families_len; f++)
        for (int i = 0; i < vl_family_count(&r, f); i++) {
            const char *key = vl_key(&r, f, i);

            snprintf(id, sizeof id, "flavour.%s.%s", g->id, key != NULL ? key : "");
            if (key != NULL && vl_text_find(VL_EN, id) != NULL)
                ask(id, g->id);
        }
    vl_pack_free(&pack);
}

static void ask_game(const struct vl_game *g)
{
    ask_parts(g->id, "game", g->id, "name", NULL);
    ask_parts(g->id, "game", g->id, "blurb", NULL);
    ask_events(g);
    ask_moves(g);
    ask_families(g);
    ask_refusals(g);
    ask_says(g);
    ask_saga(g);
    note_flavours(g);
    for (int i = 0; i < g->phases_len; i++) {
        ask_parts(g->id, g->prefix, "phase", g->phases[i], NULL);
        ask_parts(g->id, g->prefix, "prompt", g->phases[i], NULL);
    }
    for (int i = 0; i < g->outcomes_len; i++)
        ask_parts(g->id, g->prefix, "outcome", g->outcomes[i], NULL);
    for (int i = 0; i < g->options_len; i++)
        ask_option(g, &g->options[i]);
    for (int i = 0; i < g->tallies_len; i++)
        ask_parts(g->id, g->prefix, "tally", g->tallies[i].id, NULL);
}

/* ---- sources ---- */

static char *read_file(const char *path)
{
    FILE *f = fopen(path, "rb");
    char *text = malloc(FILE_BYTES_MAX + 1);
    size_t len;

    if (f == NULL || text == NULL) {
        fprintf(stderr, "catcheck: cannot read %s\n", path);
        exit(1);
    }
    len = fread(text, 1, FILE_BYTES_MAX, f);
    text[len] = '\0';
    fclose(f);
    return text;
}

/* Past the string or character literal that begins at p. */
static char *skip_literal(char *p)
{
    char quote = *p++;

    while (*p != '\0' && *p != quote && *p != '\n')
        p += p[0] == '\\' && p[1] != '\0' ? 2 : 1;
    return *p == quote ? p + 1 : p;
}

/* Comments become spaces; their lines stay. */
static void drop_comments(char *p)
{
    while (*p != '\0') {
        if (*p == '"' || *p == '\'') {
            p = skip_literal(p);
        } else if (p[0] == '/' && p[1] == '*') {
            char *end = strstr(p + 2, "*/");
            end = end != NULL ? end + 2 : p + strlen(p);
            for (; p < end; p++)
                if (*p != '\n')
                    *p = ' ';
        } else if (p[0] == '/' && p[1] == '/') {
            while (*p != '\0' && *p != '\n')
                *p++ = ' ';
        } else {
            p++;
        }
    }
}

static char *skip_space(char *p)
{
    while (isspace((unsigned char)*p))
        p++;
    return p;
}

/* The literal at p, up to the closing parenthesis, into out. */
static bool read_literal(char *p, char out[ID_MAX])
{
    size_t n = 0;

    p = skip_space(p);
    if (*p++ != '"')
        return false;
    while (*p != '"' && *p != '\0' && *p != '\n' && *p != '\\' && n + 1 < ID_MAX)
        out[n++] = *p++;
    out[n] = '\0';
    return *p == '"' && *skip_space(p + 1) == ')';
}

/* The game in whose folder a source lies, NULL if in none. */
static const struct vl_game *game_of(const char *path)
{
    for (int i = 0; i < vl_games_len(); i++) {
        char folder[ID_MAX];

        snprintf(folder, sizeof folder, "games/%s/", vl_game_at(i)->id);
        if (strstr(path, folder) != NULL)
            return vl_game_at(i);
    }
    return NULL;
}

/* p stands behind "VL_TXT(": "badge, "shield")". */
static bool ask_key(const char *path, char *p)
{
    const struct vl_game *g = game_of(path);
    char what[ID_MAX], key[ID_MAX];
    size_t n = 0;

    p = skip_space(p);
    while ((islower((unsigned char)*p) || *p == '_') && n + 1 < sizeof what)
        what[n++] = *p++;
    what[n] = '\0';
    p = skip_space(p);
    if (g == NULL || n == 0 || *p != ',' || !read_literal(p + 1, key))
        return false;
    ask_parts(path, g->prefix, what, key, NULL);
    return true;
}

static void scan(const char *path)
{
    char *text = read_file(path);
    char *p = text, id[ID_MAX];
    int line = 1;

    drop_comments(text);
    for (char *from = text; (p = strstr(p, "TXT(")) != NULL; p += 4) {
        bool whole = p == text || (!isalnum((unsigned char)p[-1]) && p[-1] != '_');
        bool keyed = p - text >= 3 && memcmp(p - 3, "VL_", 3) == 0;
        bool ok = true;

        for (; from < p; from++)
            line += *from == '\n';
        if (keyed)
            ok = ask_key(path, p + 4);
        else if (whole && (ok = read_literal(p + 4, id)))
            ask(id, path);
        if (!ok) {
            printf("wrong: %s:%d: TXT without a literal, or VL_TXT outside a game\n", path, line);
            faults++;
        }
    }
    free(text);
}

int main(int argc, char **argv)
{
    if (argc < 2) {
        fputs("usage: catcheck FILE.c...\n", stderr);
        return 2;
    }
    if (vl_catalogue_len > ENTRIES_MAX) {
        fputs("catcheck: too many entries\n", stderr);
        return 1;
    }
    for (int i = 0; i < VL_STATUS_COUNT; i++)
        ask_parts("base", "status", vl_status_word(i), NULL, NULL);
    for (int i = 0; i < vl_games_len(); i++)
        ask_game(vl_game_at(i));
    for (int i = 1; i < argc; i++)
        scan(argv[i]);
    for (int i = 0; i < vl_catalogue_len; i++)
        if (!used[i] && strncmp(vl_catalogue[i].id, "remark.", 7) != 0) {
            printf("unused: %s\n", vl_catalogue[i].id);
            faults++;
        }
    return faults > 0 ? 1 : 0;
}
