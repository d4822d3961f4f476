/* traits.c - what is printed on the things of a pack, as numbers. */
#include "api/impl.h"

enum { NAME_BYTES = 2048 }; /* of a column, with the words that it lists */

/* The family of that name; 0: there is none, or nothing is printed on it. */
static int family_named(const struct vl_game *g, const char *name)
{
    for (int f = VL_FAM_GAME; f < VL_FAM_GAME + g->families_len; f++)
        if (vl_str_eq(g->families[f - VL_FAM_GAME].name, name) && vl_traits_len(g, f) > 0)
            return f;
    return 0;
}

int veillee_traits_of(const char *game, int k, struct veillee_traits *out)
{
    const struct vl_game *g = game != NULL ? vl_game_find(game) : NULL;

    if (game == NULL || out == NULL)
        return VEILLEE_USAGE;
    if (g == NULL)
        return VEILLEE_UNKNOWN;
    for (int f = VL_FAM_GAME; k >= 0 && f < VL_FAM_GAME + g->families_len; f++) {
        const struct vl_family *family = &g->families[f - VL_FAM_GAME];
        struct vl_buf name = vl_buf_on(out->family, sizeof out->family);
        int columns = vl_traits_len(g, f);

        if (columns == 0 || k-- > 0)
            continue;
        vl_put(&name, family->name);
        out->things = family->count;
        out->columns = columns;
        return VEILLEE_OK;
    }
    return VEILLEE_RANGE;
}

int veillee_trait_name(const char *game, const char *family, int i, char *out, size_t cap)
{
    char words[NAME_BYTES];
    struct vl_buf b = vl_buf_on(words, sizeof words);
    const struct vl_game *g = game != NULL ? vl_game_find(game) : NULL;
    int f = g != NULL && family != NULL ? family_named(g, family) : 0;

    if (game == NULL || family == NULL)
        return VEILLEE_USAGE;
    if (f == 0)
        return VEILLEE_UNKNOWN;
    if (i < 0 || i >= vl_traits_len(g, f))
        return VEILLEE_RANGE;
    vl_traits_name(g, f, i, &b);
    return vl_api_give(&b, out, cap);
}

int veillee_traits(const struct veillee_table *t, const char *family, int16_t *out, size_t cap)
{
    int f = t != NULL && family != NULL ? family_named(t->rules.game, family) : 0;

    if (t == NULL || family == NULL)
        return VEILLEE_USAGE;
    if (f == 0)
        return VEILLEE_UNKNOWN;
    int columns = vl_traits_len(t->rules.game, f);
    int things = t->rules.game->families[f - VL_FAM_GAME].count;

    if (out != NULL && (size_t)columns * (size_t)things <= cap) {
        for (int i = 0; i < things; i++)
            vl_traits(&t->rules, f, i, out + (size_t)i * (size_t)columns);
    }
    return columns * things;
}
