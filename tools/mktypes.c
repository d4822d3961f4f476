/* mktypes - what the games say in keys, as types of the page.
 *
 *     mktypes > tables.ts
 *
 * Phases, outcomes, moves, events with their arguments and families come from the tables
 * of the games; badges, figures, zones and kinds of things from the catalogue, whose
 * entries are exactly those that a view can ask for (tools/catcheck.c). */
#include "core/game.h"
#include "registry.h"
#include "text/text.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

_Noreturn void vl_fail(const char *what, const char *file, int line)
{
    fprintf(stderr, "mktypes: internal check failed: %s (%s:%d)\n", what, file, line);
    exit(2);
}

/* ---- a union of words ---- */

/* Returns how many words the union has now. */
static int put_word(int len, const char *word)
{
    printf("%s\"%s\"", len > 0 ? " | " : " ", word);
    return len + 1;
}

static void end_union(int len)
{
    puts(len > 0 ? ";" : " never;");
}

static void put_words(const char *name, const char *const *words, int n)
{
    int len = 0;

    printf("    %s:", name);
    for (int i = 0; i < n; i++)
        if (words[i] != NULL)
            len = put_word(len, words[i]);
    end_union(len);
}

/* "rm.badge.dead" is a badge of rm; "rm.option.x.help" has more after it and is none. */
static void put_entries(const char *name, const char *prefix)
{
    char start[64];
    size_t at = (size_t)snprintf(start, sizeof start, "%s.%s.", prefix, name);
    int len = 0;

    printf("    %s:", name);
    for (int i = 0; i < vl_catalogue_len; i++) {
        const char *id = vl_catalogue[i].id;

        if (strncmp(id, start, at) == 0 && strchr(id + at, '.') == NULL)
            len = put_word(len, id + at);
    }
    end_union(len);
}

/* ---- a game ---- */

/* Several kinds may share a word. */
static void put_moves(const struct vl_game *g)
{
    int len = 0;

    printf("    verb:");
    for (int i = 1; i < g->moves_len; i++)
        if (!(g->moves[i].flags & (VL_MOVE_CHANCE | VL_MOVE_SAME_WORD)))
            len = put_word(len, g->moves[i].word);
    end_union(len);
}

static void put_families(const struct vl_game *g)
{
    puts("    key: {");
    for (int i = 0; i < g->families_len; i++) {
        const struct vl_family *f = &g->families[i];

        printf("  ");
        if (f->keys != NULL)
            put_words(f->name, f->keys, f->count);
        else
            printf("    %s: %s;\n", f->name, f->things != NULL ? "string" : "number");
    }
    puts("    };");
}

static void put_events(const struct vl_game *g)
{
    puts("    event: {");
    for (int i = 0; i < g->events_len; i++) {
        const struct vl_event_kind *e = &g->events[i];

        printf("      %s: {", e->name);
        for (int k = 0; k < e->len; k++) {
            int family = e->args[k].family;

            if (family < VL_FAM_GAME)
                printf(" %s?: number;", e->args[k].name);
            else
                printf(" %s?: Tables[\"%s\"][\"key\"][\"%s\"] | null;", e->args[k].name, g->id,
                       g->families[family - VL_FAM_GAME].name);
        }
        puts(" };");
    }
    puts("    };");
}

static void put_game(const struct vl_game *g)
{
    static const char *const shown[] = { "badge", "stat", "zone", "kind" };

    printf("  %s: {\n", g->id);
    put_words("phase", g->phases, g->phases_len);
    put_words("outcome", g->outcomes, g->outcomes_len);
    put_moves(g);
    for (size_t i = 0; i < VL_LEN(shown); i++)
        put_entries(shown[i], g->prefix);
    put_families(g);
    put_events(g);
    puts("  };");
}

int main(void)
{
    puts("// Made by tools/mktypes.c from the tables of the games.\nexport interface Tables {");
    for (int i = 0; i < vl_games_len(); i++)
        put_game(vl_game_at(i));
    puts("}");
    return fflush(stdout) == 0 ? 0 : 1;
}
