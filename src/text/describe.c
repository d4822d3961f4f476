#include "text/describe.h"

#include "text/rules.h"
#include "text/text.h"

/* ---- words ---- */

/* A text about the game, or about one of its options. */
typedef void put_words(struct vl_buf *out, int lang, const struct vl_game *g, int option);

static void put_game_name(struct vl_buf *out, int lang, const struct vl_game *g, int option)
{
    (void)option;
    vl_text_game(out, lang, g);
}

static void put_game_blurb(struct vl_buf *out, int lang, const struct vl_game *g, int option)
{
    (void)option;
    vl_text_blurb(out, lang, g);
}

static void put_every_language(struct vl_json *w, const char *key, const struct vl_game *g,
                               int option, put_words *put)
{
    vl_json_key(w, key);
    vl_json_obj(w);
    for (int lang = 0; lang < VL_LANGS; lang++) {
        char text[VL_TEXT_MAX];
        struct vl_buf b = vl_buf_on(text, sizeof text);

        put(&b, lang, g, option);
        vl_json_kstr(w, vl_lang_word(lang), text);
    }
    vl_json_end(w);
}

/* ---- options ---- */

/* How many values stand one by one; 0: they are a range of numbers. */
static int values_len(const struct vl_rules *r, const struct vl_option *o)
{
    int n = 0;

    if (o->type == VL_OPT_FAMILY && vl_family_keyed(r, o->family))
        return vl_family_count(r, o->family);
    while (o->type == VL_OPT_KEY && o->keys[n] != NULL)
        n++;
    return n;
}

static void put_value(struct vl_json *w, const struct vl_rules *r, const struct vl_option *o,
                      int value)
{
    const char *key = NULL;

    if (value == VL_UNSET && o->unset != NULL)
        key = o->unset;
    else if (o->type == VL_OPT_KEY)
        key = o->keys[value];
    else if (o->type == VL_OPT_FAMILY)
        key = vl_key(r, o->family, value);
    if (key != NULL)
        vl_json_str(w, key);
    else
        vl_json_int(w, value);
}

static void put_values(struct vl_json *w, const struct vl_rules *r, const struct vl_option *o)
{
    int n = values_len(r, o);

    vl_json_kstr(w, "type", n > 0 ? "word" : "number");
    if (o->count > 1)
        vl_json_kint(w, "entries", o->count);
    if (n == 0) {
        vl_json_kint(w, "lo", o->lo);
        vl_json_kint(w, "hi", o->hi);
        return;
    }
    vl_json_key(w, "values");
    vl_json_arr(w);
    for (int i = 0; i < n; i++)
        put_value(w, r, o, i);
    vl_json_end(w);
}

/* {"hero":{"fr":...,"en":...},...}: the words of those values that are words. */
static void put_value_names(struct vl_json *w, const struct vl_rules *r, int index)
{
    const struct vl_option *o = &r->game->options[index];
    int n = values_len(r, o);

    if (n == 0)
        return;
    vl_json_key(w, "value_names");
    vl_json_obj(w);
    for (int i = 0; i < n; i++) {
        vl_json_key(w, o->type == VL_OPT_KEY ? o->keys[i] : vl_key(r, o->family, i));
        vl_json_obj(w);
        for (int lang = 0; lang < VL_LANGS; lang++) {
            char text[VL_TEXT_MAX];
            struct vl_buf b = vl_buf_on(text, sizeof text);

            vl_text_option_value(&b, lang, r, index, i);
            vl_json_kstr(w, vl_lang_word(lang), text);
        }
        vl_json_end(w);
    }
    vl_json_end(w);
}

/* What its numbers are, where a screen asks for them by a list of players or seats. */
static const char *meaning(const struct vl_option *o)
{
    if (o->flags & VL_OPTION_PLAYERS)
        return "players";
    if (o->flags & VL_OPTION_SEATS)
        return "seats";
    if (o->flags & VL_OPTION_WHO)
        return "player";
    return o->type == VL_OPT_INT && o->family == VL_FAM_SEAT ? "seat" : NULL;
}

static void put_option(struct vl_json *w, const struct vl_rules *r, int index)
{
    const struct vl_option *o = &r->game->options[index];

    vl_json_obj(w);
    vl_json_kstr(w, "name", o->name);
    put_values(w, r, o);
    if (meaning(o) != NULL)
        vl_json_kstr(w, "means", meaning(o));
    if (o->unset != NULL)
        vl_json_kstr(w, "unset", o->unset);
    vl_json_key(w, "default");
    put_value(w, r, o, o->def);
    if (o->about != 0)
        vl_json_kstr(w, "rule", vl_rule_texts[o->about].id);
    put_every_language(w, "names", r->game, index, vl_text_option);
    put_every_language(w, "help", r->game, index, vl_text_option_help);
    put_value_names(w, r, index);
    vl_json_end(w);
}

/* ---- the game ---- */

static void put_content(struct vl_json *w, const struct vl_pack_info *pack)
{
    char hash[20];
    struct vl_buf b = vl_buf_on(hash, sizeof hash);

    vl_put_hex64(&b, pack->hash);
    vl_json_key(w, "content");
    vl_json_obj(w);
    vl_json_kstr(w, "id", pack->id);
    vl_json_kstr(w, "version", pack->version);
    vl_json_kstr(w, "hash", hash);
    vl_json_end(w);
}

/* What outlives a game: which option takes it, and what each count brings. */
static void put_saga(struct vl_json *w, const struct vl_game *g)
{
    const struct vl_saga *saga = g->saga;
    const struct vl_family *f = &g->families[saga->family - VL_FAM_GAME];
    const char *const what[] = { f->name, "brings" };
    static const char *const keys[] = { "names", "brings" };

    vl_json_key(w, "campaign");
    vl_json_obj(w);
    vl_json_kstr(w, "option", g->options[saga->option].name);
    vl_json_kint(w, "most", g->options[saga->option].hi);
    vl_json_kstr(w, "crown", f->keys[saga->crown]);
    vl_json_key(w, "counts");
    vl_json_arr(w);
    for (int k = 0; k < f->count; k++) {
        vl_json_obj(w);
        vl_json_kstr(w, "key", f->keys[k]);
        for (int i = 0; i < VL_LEN(keys); i++) {
            vl_json_key(w, keys[i]);
            vl_json_obj(w);
            for (int lang = 0; lang < VL_LANGS; lang++) {
                char text[VL_TEXT_MAX];
                struct vl_buf b = vl_buf_on(text, sizeof text);
                vl_text_label(&b, lang, g, what[i], f->keys[k]);
                vl_json_kstr(w, vl_lang_word(lang), text);
            }
            vl_json_end(w);
        }
        vl_json_end(w);
    }
    vl_json_end(w);
    vl_json_end(w);
}

void vl_game_json(struct vl_json *w, const struct vl_rules *r)
{
    const struct vl_game *g = r->game;

    vl_json_obj(w);
    vl_json_kstr(w, "id", g->id);
    put_every_language(w, "names", g, 0, put_game_name);
    put_every_language(w, "blurb", g, 0, put_game_blurb);
    vl_json_key(w, "seats");
    vl_json_arr(w);
    vl_json_int(w, g->seats_min);
    vl_json_int(w, g->seats_max);
    vl_json_end(w);
    vl_json_kbool(w, "seat_each", g->seats_are_players);
    vl_json_kint(w, "revision", g->revision);
    put_content(w, r->pack);
    vl_json_key(w, "options");
    vl_json_arr(w);
    for (int i = 0; i < g->options_len; i++)
        put_option(w, r, i);
    vl_json_end(w);
    if (g->saga)
        put_saga(w, g);
    vl_json_end(w);
}
