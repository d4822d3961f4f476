/* mkobs - documents the numbers that a learning program sees and sends.
 *
 *     mkobs          lists the games
 *     mkobs GAME     prints docs/observations-GAME.md
 *
 * Both lists are read off vl_observe_name() and vl_action_move(), number by
 * number; neighbours that differ only in counters are folded into one row,
 * and every row is counted out again before it is printed. */
#include "core/engine.h"
#include "pack/pack.h"
#include "registry.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { NAME_MAX_LEN = 2000, COUNTERS_MAX = 4 };

_Noreturn void vl_fail(const char *what, const char *file, int line)
{
    fprintf(stderr, "mkobs: internal check failed: %s (%s:%d)\n", what, file, line);
    exit(2);
}

/* ---- observations ---- */

/* "/guardians/2/path -1..3 path" taken apart: the place with "*" for each
 * counter, the counters, and the rest of the text. */
struct entry {
    char place[NAME_MAX_LEN];
    char rest[NAME_MAX_LEN];
    int counter[COUNTERS_MAX];
    int counters_len;
};

/* What is listed: the entries of an observation, or (family) the columns of its traits. */
struct listing {
    const struct vl_rules *r;
    int family;
};

static struct entry entry_at(const struct listing *l, int i)
{
    char text[NAME_MAX_LEN];
    struct vl_buf buf = vl_buf_on(text, sizeof text);
    struct entry e;
    size_t at = 0;
    const char *p = text;

    memset(&e, 0, sizeof e);
    if (l->family)
        vl_traits_name(l->r->game, l->family, i, &buf);
    else
        vl_observe_name(l->r->game, i, &buf);
    VL_VERIFY(!buf.full);
    while (*p != '\0' && *p != ' ') {
        if (p[0] == '/' && p[1] >= '0' && p[1] <= '9') {
            VL_VERIFY(e.counters_len < COUNTERS_MAX);
            char *end;
            e.counter[e.counters_len++] = (int)strtol(p + 1, &end, 10);
            memcpy(e.place + at, "/*", 2);
            at += 2;
            p = end;
        } else {
            e.place[at++] = *p++;
        }
    }
    snprintf(e.rest, sizeof e.rest, "%s", *p == ' ' ? p + 1 : p);
    return e;
}

static bool same_kind(const struct entry *a, const struct entry *b)
{
    return strcmp(a->place, b->place) == 0 && strcmp(a->rest, b->rest) == 0;
}

/* Does `next` follow `now` if the counters run from first to last, the last
 * one fastest? */
static bool follows(const struct entry *now, const struct entry *next, const struct entry *first,
                    const struct entry *last)
{
    for (int k = now->counters_len - 1; k >= 0; k--) {
        if (now->counter[k] < last->counter[k])
            return next->counter[k] == now->counter[k] + 1;
        if (next->counter[k] != first->counter[k])
            return false;
    }
    return false;
}

/* What the counters of a place count, "" for plain places in a row or list:
 * walks the field table along the place. */
static void counter_names(const struct vl_rules *r, const char *place,
                          const char *out[COUNTERS_MAX])
{
    const struct vl_field *fields = r->game->fields, *at = fields;
    int k = 0;

    for (const char *p = place; *p == '/';) {
        size_t len = strcspn(++p, "/");
        if (*p != '*') { /* "length" of a list is no field */
            for (const struct vl_field *f = fields; f->type != VL_F_END; f++)
                at = f->name != NULL && vl_str_is(p, len, f->name) ? f : at;
        } else if (at->type == VL_F_MAP) {
            out[k++] = at->flags & VL_FIELD_BY ? "seat" : vl_family_name(r, at->family);
            fields = at->child;
            at = fields; /* a record without names is its one value */
        } else {
            bool is_set = at->type == VL_F_BITS && at->family != VL_FAM_INT;
            out[k++] = is_set ? vl_family_name(r, at->family) : "";
        }
        p += len;
    }
}

static void print_place(const struct listing *l, const struct entry *first,
                        const struct entry *last)
{
    const char *counted[COUNTERS_MAX] = { "", "", "", "" };
    int k = 0;

    if (!l->family)
        counter_names(l->r, first->place, counted);
    printf("`");
    for (const char *p = first->place; *p != '\0'; p++) {
        if (*p != '*') {
            putchar(*p);
            continue;
        }
        const char *gap = counted[k][0] != '\0' ? " " : "";
        if (first->counter[k] == last->counter[k])
            printf("{%s%s%d}", counted[k], gap, first->counter[k]);
        else
            printf("{%s%s%d..%d}", counted[k], gap, first->counter[k], last->counter[k]);
        k++;
    }
    printf("`");
}

/* "-1..3 path": the range, then the family if there is one. */
static void print_values(const char *rest)
{
    const char *space = strchr(rest, ' ');

    if (space == NULL)
        printf("%s | ", rest);
    else
        printf("%.*s | %s", (int)(space - rest), rest, space + 1);
}

static void print_entries(const struct listing *l, int len)
{
    for (int i = 0, end; i < len; i = end) {
        struct entry first = entry_at(l, i);
        struct entry last = first;

        for (end = i + 1; end < len; end++) {
            struct entry e = entry_at(l, end);
            if (!same_kind(&first, &e))
                break;
            last = e;
        }
        struct entry now = first;
        for (int k = i + 1; k < end; k++) { /* counted out again */
            struct entry e = entry_at(l, k);
            VL_VERIFY(follows(&now, &e, &first, &last));
            now = e;
        }
        if (end - i == 1)
            printf("| %d | ", i);
        else
            printf("| %d..%d | ", i, end - 1);
        print_place(l, &first, &last);
        printf(" | ");
        print_values(first.rest);
        printf(" |\n");
    }
}

static void print_observations(const struct vl_rules *r)
{
    struct listing l = { r, 0 };
    int len = vl_observe_len(r->game);

    printf("## Observation: %d entries\n\n", len);
    printf("| index | what | range | family |\n|---|---|---|---|\n");
    print_entries(&l, len);
}

/* ---- traits ---- */

static void print_traits(const struct vl_rules *r)
{
    printf("\n## Traits: what is printed on a thing\n");
    for (int f = VL_FAM_GAME; f < VL_FAM_GAME + r->game->families_len; f++) {
        struct listing l = { r, f };
        int len = vl_traits_len(r->game, f);

        if (len == 0)
            continue;
        printf("\n### %s: %d things, %d columns\n\n", vl_family_name(r, f),
               r->game->families[f - VL_FAM_GAME].count, len);
        printf("| column | what | range | family or words |\n|---|---|---|---|\n");
        print_entries(&l, len);
    }
}

/* ---- actions ---- */

static int arg_values(const struct vl_arg *a)
{
    return a->type == VL_ARG_SET ? 1 << (a->hi + 1) : a->hi - a->lo + 1;
}

static int kind_values(const struct vl_move_kind *kind)
{
    int n = 1;

    for (int i = 0; i < kind->args_len; i++)
        n *= arg_values(&kind->args[i]);
    return n;
}

/* The number of a move among those of its row. */
static int by_row(const struct vl_move_kind *kind, struct vl_move m)
{
    int n = 0, at = 0;

    for (int i = 0; i < kind->args_len; i++) {
        const struct vl_arg *a = &kind->args[i];
        int v = vl_arg_load(a, &m.arg[at]) - (a->type == VL_ARG_SET ? 0 : a->lo);
        n = n * arg_values(a) + v;
        at += vl_arg_bytes(a);
    }
    return n;
}

static const char *family_name(const struct vl_rules *r, const struct vl_arg *a)
{
    return a->family == VL_FAM_INT ? "" : vl_family_name(r, a->family);
}

static void print_args(const struct vl_rules *r, const struct vl_move_kind *kind)
{
    for (int i = 0; i < kind->args_len; i++) {
        const struct vl_arg *a = &kind->args[i];
        const char *family = family_name(r, a);

        printf("%s`%s`", i > 0 ? ", " : "", a->name);
        if (a->type == VL_ARG_SET)
            printf(": set of %d..%d", a->lo, a->hi);
        else if (a->lo == a->hi)
            printf(" %d", a->lo);
        else
            printf(" %d..%d", a->lo, a->hi);
        if (a->type != VL_ARG_SET && family[0] != '\0' && strcmp(family, a->name) != 0)
            printf(" (%s)", family);
    }
}

/* "10 + 4 x die + path" */
static void print_number(const struct vl_move_kind *kind, int first)
{
    int factor = kind_values(kind);

    printf("%d", first);
    for (int i = 0; i < kind->args_len; i++) {
        const struct vl_arg *a = &kind->args[i];

        factor /= arg_values(a);
        if (arg_values(a) == 1)
            continue;
        printf(" + ");
        if (factor > 1)
            printf("%d × ", factor);
        if (a->type == VL_ARG_SET)
            printf("Σ 2^d");
        else if (a->lo > 0)
            printf("(%s − %d)", a->name, a->lo);
        else
            printf("%s", a->name);
    }
}

static void print_notation(const struct vl_rules *r, int action)
{
    char text[NAME_MAX_LEN];
    struct vl_buf buf = vl_buf_on(text, sizeof text);

    vl_move_format(r, vl_action_move(r, action), &buf);
    printf("`%s`", text);
}

/* One row of the table: a kind, or one span of it. Returns the number after it. */
static int print_row(const struct vl_rules *r, int k, const struct vl_span *span, int first)
{
    struct vl_move_kind kind = r->game->moves[k];

    for (int i = 0; span != NULL && i < kind.args_len; i++) {
        kind.args[i].lo = span->lo[i];
        kind.args[i].hi = span->hi[i];
    }
    int end = first + kind_values(&kind);

    for (int i = first; i < end; i++) { /* counted out again */
        struct vl_move m = vl_action_move(r, i);

        VL_VERIFY(m.kind == k && by_row(&kind, m) == i - first);
    }
    if (end - first == 1)
        printf("| %d | `%s` | ", first, kind.word);
    else
        printf("| %d..%d | `%s` | ", first, end - 1, kind.word);
    print_args(r, &kind);
    printf(" | ");
    print_number(&kind, first);
    printf(" | ");
    print_notation(r, first);
    printf(" | ");
    print_notation(r, end - 1);
    printf(" |\n");
    return end;
}

static void print_actions(const struct vl_rules *r)
{
    const struct vl_game *g = r->game;
    int n = 0;

    printf("\n## Actions: %d numbers\n\n", vl_actions_max(g));
    printf("| number | word | arguments | number of a move | first | last "
           "|\n|---|---|---|---|---|---|\n");
    for (int k = 1; k < g->moves_len; k++) {
        const struct vl_span *span = g->spans;

        if (g->moves[k].flags & (VL_MOVE_CHANCE | VL_MOVE_ROW))
            continue;
        if (!(g->moves[k].flags & VL_MOVE_SPANS))
            n = print_row(r, k, NULL, n);
        for (; span != NULL && span->kind != 0; span++)
            n = span->kind == k ? print_row(r, k, span, n) : n;
    }
    VL_VERIFY(n == vl_actions_max(g));
}

/* ---- families ---- */

static void print_families(const struct vl_rules *r)
{
    printf("\n## Families: what a number stands for\n\n");
    printf("−1 is none. The keys of cards, events and other content are those of the built-in "
           "pack; another pack\n"
           "numbers its own in the order in which it lists them. Numbers between them that are not "
           "listed\n"
           "stand for nothing in this pack.\n\n");
    printf("| family | numbers |\n|---|---|\n");
    for (int f = VL_FAM_GAME; f < VL_FAM_GAME + r->game->families_len; f++) {
        printf("| %s |", vl_family_name(r, f));
        for (int i = 0; i < vl_family_count(r, f); i++)
            if (vl_key(r, f, i))
                printf(" %d `%s`", i, vl_key(r, f, i));
        printf(" |\n");
    }
}

static int document(const struct vl_game *g)
{
    struct vl_pack pack;
    struct vl_rules r;

    if (vl_pack_builtin(&pack, g) != VL_OK) {
        fprintf(stderr, "mkobs: %s has no built-in pack\n", g->id);
        return 2;
    }
    vl_rules_init(&r, g, pack.block, &pack.info);
    printf("# Numbers of %s: observation and actions\n\n", g->id);
    printf("Made by `make docs` from the tables of the game; do not edit. How to read it: "
           "[observations](observations.md).\n\n");
    printf("Rules revision %d, content %s %s; at most %d legal moves, and %d listed outcomes, at "
           "once.\n\n",
           g->revision, pack.info.id, pack.info.version, g->choices_max, g->moves_max);
    print_observations(&r);
    print_actions(&r);
    print_traits(&r);
    print_families(&r);
    vl_pack_free(&pack);
    return 0;
}

int main(int argc, char **argv)
{
    if (argc < 2) {
        for (int i = 0; i < vl_games_len(); i++)
            printf("%s\n", vl_game_at(i)->id);
        return 0;
    }
    const struct vl_game *g = vl_game_find(argv[1]);
    if (g == NULL) {
        fprintf(stderr, "mkobs: no game %s\n", argv[1]);
        return 2;
    }
    return document(g);
}
