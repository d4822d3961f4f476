#include "text/faces.h"

#include "base/hash.h"
#include "core/view_build.h"
#include "text/effects.h"
#include "text/view.h"

enum { ID_MAX = 96 };

struct page { /* what every part needs */
    struct vl_json *w;
    const struct vl_rules *r;
    int lang;
};

/* What is told of the catalogue: "<prefix>.<what>.<key>". */
static const char *const told[] = { "zone", "kind", "stat", "badge", "group" };

/* ---- words ---- */

static void put_prefix(struct vl_buf *out, const struct vl_game *g, const char *what)
{
    vl_put(out, g->prefix);
    vl_put_char(out, '.');
    vl_put(out, what);
    vl_put_char(out, '.');
}

/* The first entry of the catalogue that does not stand before the prefix. */
static int first_entry(const char *prefix)
{
    int lo = 0, hi = vl_catalogue_len;

    while (lo < hi) {
        int mid = lo + (hi - lo) / 2;
        if (strcmp(vl_catalogue[mid].id, prefix) < 0)
            lo = mid + 1;
        else
            hi = mid;
    }
    return lo;
}

static bool begins(int entry, const char *prefix, size_t len)
{
    return entry < vl_catalogue_len && strncmp(vl_catalogue[entry].id, prefix, len) == 0;
}

static void put_words(const struct page *p, const char *what)
{
    char prefix[ID_MAX];
    struct vl_buf b = vl_buf_on(prefix, sizeof prefix);

    put_prefix(&b, p->r->game, what);
    vl_json_key(p->w, what);
    vl_json_obj(p->w);
    for (int i = first_entry(prefix); begins(i, prefix, b.len); i++)
        vl_json_kstr(p->w, vl_catalogue[i].id + b.len,
                     vl_catalogue_text(&vl_catalogue[i], p->lang));
    vl_json_end(p->w);
}

/* ---- things ---- */

static void put_name(const struct page *p, const char *key, struct vl_ref ref)
{
    char name[VL_TEXT_MAX];
    struct vl_buf b = vl_buf_on(name, sizeof name);

    vl_text_name(&b, p->lang, p->r, ref.family, ref.index);
    vl_json_kstr(p->w, key, name);
}

/* "key": what `put` says of the thing, if it says anything. */
static void put_said(struct vl_json *w, const char *key, const struct vl_rules *r, int lang,
                     struct vl_ref ref,
                     bool (*put)(struct vl_buf *, int, const struct vl_rules *, int, int))
{
    char text[VL_SAYS_MAX];
    struct vl_buf b = vl_buf_on(text, sizeof text);

    if (put(&b, lang, r, ref.family, ref.index))
        vl_json_kstr(w, key, text);
}

void vl_about_json(struct vl_json *w, const struct vl_rules *r, int lang, struct vl_ref ref)
{
    put_said(w, "about", r, lang, ref, vl_text_about);
    put_said(w, "flavour", r, lang, ref, vl_text_flavour);
}

static void put_thing(const struct page *p, struct vl_ref ref)
{
    const struct vl_game *g = p->r->game;
    struct vl_ref brief = { VL_FAM_NONE, 0 };
    char id[ID_MAX];
    struct vl_buf b = vl_buf_on(id, sizeof id);

    vl_item_id(&b, p->r, ref);
    vl_json_key(p->w, id);
    vl_json_obj(p->w);
    put_name(p, "name", ref);
    if (g->brief != NULL)
        brief = g->brief(p->r, ref.family, ref.index);
    if (vl_is_thing(brief))
        put_name(p, "short", brief);
    vl_json_kstr(p->w, "kind", vl_kind_of(p->r, ref));
    vl_about_json(p->w, p->r, p->lang, ref);
    vl_json_end(p->w);
}

/* Of every family that stands in views, the things that this pack has. */
static void put_things(const struct page *p)
{
    const struct vl_game *g = p->r->game;

    vl_json_key(p->w, "things");
    vl_json_obj(p->w);
    for (int f = VL_FAM_GAME; f < VL_FAM_GAME + g->families_len; f++)
        for (int i = 0; (g->faces >> f & 1) && i < vl_family_count(p->r, f); i++)
            if (vl_key(p->r, f, i) != NULL || !vl_family_keyed(p->r, f))
                put_thing(p, (struct vl_ref){ (uint8_t)f, (uint16_t)i });
    vl_json_end(p->w);
}

/* ---- the map ---- */

static void put_id(const struct page *p, const char *key, struct vl_ref ref)
{
    char id[ID_MAX];
    struct vl_buf b = vl_buf_on(id, sizeof id);

    if (!vl_is_thing(ref))
        return;
    vl_item_id(&b, p->r, ref);
    vl_json_kstr(p->w, key, id);
}

static void put_cell(const struct page *p, struct vl_ref id, const struct vl_cell *c, bool words)
{
    vl_json_obj(p->w);
    put_id(p, "id", id);
    vl_json_kint(p->w, "x", c->x);
    vl_json_kint(p->w, "y", c->y);
    put_id(p, "terrain", c->terrain);
    if (words && vl_is_thing(c->terrain))
        put_name(p, "terrain_text", c->terrain);
    put_id(p, "place", c->place);
    if (words && vl_is_thing(c->place))
        put_name(p, "place_text", c->place);
    vl_json_key(p->w, "near");
    vl_json_arr(p->w);
    for (int i = 0; i < c->near_len; i++)
        vl_json_int(p->w, c->near[i]);
    vl_json_end(p->w);
    vl_json_end(p->w);
}

void vl_map_json(struct vl_json *w, const struct vl_rules *r, int lang, bool words)
{
    struct page page = { w, r, lang };
    const struct page *p = &page;
    static const char *const shapes[] = { "hex", "graph" }; /* ORDER vl_map_shape */
    struct vl_map map = { 0 };

    if (p->r->game->map == NULL)
        return;
    p->r->game->map(p->r, &map);
    vl_json_key(p->w, "map");
    vl_json_obj(p->w);
    vl_json_kstr(p->w, "shape", shapes[map.shape]);
    vl_json_key(p->w, "cells");
    vl_json_arr(p->w);
    for (int i = 0; i < map.cells_len; i++)
        put_cell(p, (struct vl_ref){ map.family, (uint16_t)i }, &map.cells[i], words);
    vl_json_end(p->w);
    vl_json_end(p->w);
}

/* ---- all of it ---- */

/* The content, and the words that this program has for the game. */
void vl_faces_key(char key[VL_FACES_KEY], const struct vl_rules *r, int lang)
{
    struct vl_buf b = vl_buf_on(key, VL_FACES_KEY);
    uint64_t h = vl_hash_mix(r->pack != NULL ? r->pack->hash : 0, r->game->revision);
    char prefix[ID_MAX];
    struct vl_buf id = vl_buf_on(prefix, sizeof prefix);

    vl_put(&id, r->game->prefix);
    vl_put_char(&id, '.');
    for (int i = first_entry(prefix); begins(i, prefix, id.len); i++) {
        h = vl_hash(vl_catalogue[i].id, strlen(vl_catalogue[i].id), h);
        const char *text = vl_catalogue_text(&vl_catalogue[i], lang);
        h = vl_hash(text, strlen(text), h);
    }
    vl_put_hex64(&b, vl_hash_mix(h, (uint64_t)lang));
}

void vl_faces_json(struct vl_json *w, const struct vl_rules *r, int lang)
{
    struct page p = { w, r, lang };
    char key[VL_FACES_KEY];

    vl_faces_key(key, r, lang);
    vl_json_kstr(w, "faces", key);
    vl_json_kstr(w, "game", r->game->id);
    vl_json_kstr(w, "lang", vl_lang_word(lang));
    vl_json_key(w, "words");
    vl_json_obj(w);
    for (int i = 0; i < VL_LEN(told); i++)
        put_words(&p, told[i]);
    vl_json_end(w);
    put_things(&p);
    vl_map_json(w, r, lang, false);
}
