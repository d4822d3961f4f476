/* card.c - the things on the table, found by what is typed and printed whole. */
#include "cli/board/card.h"

#include "cli/board/pen.h"
#include "cli/words.h"

#include <string.h>

enum { BYTES = 2048, FOUND_MAX = BOARD_ITEMS, NAMES_SHOWN = 12 };

static const char *colon(const struct cli *cli)
{
    return cli->lang == VL_FR ? " : " : ": ";
}

/* ---- what is meant ---- */

/* How well typed words (plain, see words.h) fit a name: 0 not at all, 1 some word of it
 * begins so, 2 it begins so, 3 it is that. */
static int fits(const char *name, const char *typed)
{
    char plain[BOARD_NAME];
    struct vl_buf b = vl_buf_on(plain, sizeof plain);

    if (!name)
        return 0;
    cli_plain_word(&b, name, strlen(name));
    if (strcmp(plain, typed) == 0)
        return 3;
    if (strncmp(plain, typed, strlen(typed)) == 0)
        return 2;
    return cli_some_word_begins(name, typed) ? 1 : 0;
}

static int better(int a, int b)
{
    return a > b ? a : b;
}

/* A thing by its name in either language, or by its key: "gob_axe"; by its whole id, "slot.1". */
static int item_fits(const struct card_known *k, int i, const char *typed)
{
    const struct board_item *it = &k->b->items[i];
    int best = fits(it->name, typed);

    if (k->b->other && i < k->b->other->items_len && strcmp(k->b->other->items[i].id, it->id) == 0)
        best = better(best, fits(k->b->other->items[i].name, typed));
    if (it->face_text)
        best = better(best, fits(it->face_text, typed) == 3 ? 2 : 0);
    if (fits(it->id, typed) == 3) /* nothing else is called so */
        return 4;
    return better(best, fits(board_key(it->id), typed) == 3 ? 3 : 0);
}

/* ---- a thing in full ---- */

static void put_parts(struct vl_buf *b, const struct board_item *it, const struct cli *cli)
{
    int n = 0;

    if (board_shown(it)) {
        vl_put(b, it->face_text);
        n++;
    }
    for (int i = 0; i < it->stats_len; i++) {
        vl_put(b, n++ ? ", " : "");
        pen_stat(b, &it->stats[i]);
    }
    for (int i = 0; i < it->badges_len; i++) {
        vl_put(b, n++ ? ", " : "");
        vl_put(b, it->badges[i].text);
    }
    for (int i = 0; i < it->pips_len; i++) {
        vl_put(b, i ? ", " : n ? cli->lang == VL_FR ? " ; " : "; " : "");
        vl_put(b, it->pips[i].text);
        vl_put(b, it->pips[i].done ? " (x)" : "");
    }
}

static void put_where(const struct card_known *k, struct cli *cli, const struct board_item *it,
                      char *out, size_t cap)
{
    const struct board_zone *z = &k->b->zones[it->zone];
    char place[16];

    snprintf(place, sizeof place, "%d", it->pos - 1 + z->first);
    if (z->kind == BOARD_TRACK && it->pos > 0)
        cli_word(cli, out, cap, TXT("cli.card.place"), "zone", z->label, "n", place, NULL);
    else
        cli_word(cli, out, cap, TXT("cli.card.zone"), "zone", z->label, NULL);
}

/* Flavour has a line of its own, behind a dash. */
static void show_flavour(struct cli *cli, int indent, const char *text)
{
    char lead[32];

    snprintf(lead, sizeof lead, "%*s\xe2\x80\x94 ", indent, "");
    cli_wrap(cli, lead, indent + 2, text);
}

/* "Axe, item", its figures, its text, where it lies, why it cannot be used now. */
static void show_item(const struct card_known *k, struct cli *cli, const struct board_item *it)
{
    char text[BYTES], title[BOARD_NAME + 64], where[BYTES];
    struct vl_buf t = vl_buf_on(text, sizeof text);

    snprintf(title, sizeof title, "%s%.250s%s", cli_style(cli, CLI_BOLD), it->name,
             cli_style(cli, CLI_NORMAL));
    cli_wrap(cli, "", 2, title);
    put_parts(&t, it, cli);
    if (it->kind[0] || text[0]) {
        snprintf(title, sizeof title, "  %.250s%s", it->kind,
                 it->kind[0] && text[0] ? colon(cli) : "");
        cli_wrap(cli, title, 4, text);
    }
    if (it->about)
        cli_wrap(cli, "  ", 4, it->about);
    if (it->flavour)
        show_flavour(cli, 2, it->flavour);
    put_where(k, cli, it, where, sizeof where);
    cli_wrap(cli, "  ", 4, where);
    if (it->why_not) {
        t = vl_buf_on(text, sizeof text);
        vl_put(&t, it->why_not);
        if (it->why_rule && it->why_rule[0]) {
            vl_put(&t, " [");
            vl_put(&t, it->why_rule);
            vl_put(&t, "]");
        }
        cli_wrap(cli, "  ", 4, text);
    }
}

/* Names of what was found, each once. */
static int different(const struct board *b, const int *found, int n, struct vl_buf *names)
{
    int len = 0;

    for (int i = 0; i < n; i++) {
        bool told = false;
        for (int j = 0; j < i; j++)
            told = told || strcmp(b->items[found[i]].name, b->items[found[j]].name) == 0;
        if (told)
            continue;
        if (len++ < NAMES_SHOWN) {
            vl_put(names, names->len ? ", " : "");
            vl_put(names, b->items[found[i]].name);
        }
    }
    return len;
}

/* ---- what is not on the table ---- */

struct thing {
    int family, index;
};

static void name_of(const struct vl_rules *r, int lang, struct thing t, char *out, size_t cap)
{
    struct vl_buf b = vl_buf_on(out, cap);

    vl_text_name(&b, lang, r, t.family, t.index);
}

/* The first thing of the content that fits best; family 0: none. */
static struct thing find_content(const struct vl_rules *r, const char *typed)
{
    struct thing found = { 0, 0 };
    int best = 0;

    for (int f = 0; f < r->game->families_len; f++)
        for (int i = 0; i < r->game->families[f].count && r->game->families[f].keys == NULL; i++) {
            struct thing t = { VL_FAM_GAME + f, i };
            const char *key = vl_key(r, t.family, i);
            char about[BYTES];
            struct vl_buf a = vl_buf_on(about, sizeof about);
            int fit = key && fits(key, typed) == 3 ? 3 : 0;
            if (!key || !vl_text_whole(&a, VL_EN, r, t.family, i))
                continue; /* of which nothing can be said */
            for (int lang = 0; lang < VL_LANGS; lang++) {
                char name[BOARD_NAME];
                name_of(r, lang, t, name, sizeof name);
                fit = better(fit, fits(name, typed));
            }
            if (fit > best) {
                best = fit;
                found = t;
            }
        }
    return found;
}

/* "Axe: On top ...", all that is printed on it, with `indent` spaces before it. */
static void show_content(struct cli *cli, const struct vl_rules *r, struct thing t, int indent)
{
    char name[BOARD_NAME], lead[BOARD_NAME + 64], about[BYTES] = "";
    struct vl_buf a = vl_buf_on(about, sizeof about);

    name_of(r, cli->lang, t, name, sizeof name);
    vl_text_whole(&a, cli->lang, r, t.family, t.index);
    snprintf(lead, sizeof lead, "%*s%s%.250s%s%s", indent, "", cli_style(cli, CLI_BOLD), name,
             cli_style(cli, CLI_NORMAL), about[0] ? colon(cli) : "");
    cli_wrap(cli, lead, indent + 2, about);
    a = vl_buf_on(about, sizeof about);
    if (vl_text_flavour(&a, cli->lang, r, t.family, t.index))
        show_flavour(cli, indent + 2, about);
}

/* EN-INFO-03: what belongs to it, the cards of a kingdom, each name once. */
static void show_members(struct cli *cli, const struct vl_rules *r, struct thing of)
{
    for (int f = 0; f < r->game->families_len && r->game->group; f++) {
        char last[BOARD_NAME] = "";
        for (int i = 0; i < r->game->families[f].count; i++) {
            struct thing t = { VL_FAM_GAME + f, i };
            char name[BOARD_NAME];
            if (r->game->group(r, t.family, i, of.family) != of.index)
                continue;
            name_of(r, cli->lang, t, name, sizeof name);
            if (strcmp(name, last) != 0) /* copies follow each other */
                show_content(cli, r, t, 2);
            snprintf(last, sizeof last, "%s", name);
        }
    }
}

/* The thing of an item, "kingdom.goblins"; family 0: none. */
static struct thing thing_of(const struct vl_rules *r, const char *id)
{
    const char *key = board_key(id);

    for (int f = 0; f < r->game->families_len && key != id; f++) {
        struct thing t = { VL_FAM_GAME + f, -1 };
        const char *family = vl_family_name(r, t.family);
        if (!family || !vl_str_is(id, (size_t)(key - id) - 1, family))
            continue;
        t.index = vl_find_key(r, t.family, key, strlen(key));
        if (t.index >= 0)
            return t;
    }
    return (struct thing){ 0, 0 };
}

/* ---- card ---- */

static void to_plain(const char *typed, char *out, size_t cap)
{
    struct vl_buf b = vl_buf_on(out, cap);

    cli_plain_word(&b, typed, strlen(typed));
}

bool card_show(const struct card_known *k, struct cli *cli, const char *typed)
{
    int found[FOUND_MAX], len = 0, best = 0;
    char plain[BOARD_NAME], names[BYTES] = "";
    struct vl_buf n = vl_buf_on(names, sizeof names);

    to_plain(typed, plain, sizeof plain);
    for (int i = 0; i < k->b->items_len && plain[0]; i++) {
        int fit = item_fits(k, i, plain);
        if (fit > best)
            len = 0;
        best = better(best, fit);
        if (fit && fit == best)
            found[len++] = i;
    }
    struct thing t = k->rules && plain[0] && best < 3 ? find_content(k->rules, plain)
                                                      : (struct thing){ 0, 0 };
    if (!len && t.family) {
        show_content(cli, k->rules, t, 0);
        show_members(cli, k->rules, t);
        return true;
    }
    if (len && different(k->b, found, len, &n) > 1) {
        cli_say(cli, TXT("cli.card.several"), "names", names, NULL);
        return true;
    }
    for (int i = 0; i < len; i++)
        show_item(k, cli, &k->b->items[found[i]]);
    if (len && k->rules) {
        t = thing_of(k->rules, k->b->items[found[0]].id);
        if (t.family)
            show_members(cli, k->rules, t);
    }
    return len > 0;
}

/* ---- look ---- */

static bool zone_fits(const struct card_known *k, int z, const char *typed)
{
    const struct board_zone *zone = &k->b->zones[z];

    if (fits(zone->label, typed) || strcmp(zone->id, typed) == 0)
        return true;
    if (zone->seat >= 0 && zone->seat < k->b->seats_len &&
        fits(k->b->seats[zone->seat].name, typed))
        return true;
    return k->b->other && z < k->b->other->zones_len && fits(k->b->other->zones[z].label, typed);
}

static int count_in(const struct board *b, int zone)
{
    int n = 0;

    for (int i = 0; i < b->items_len; i++)
        n += b->items[i].zone == zone;
    return n;
}

/* "Perilous Road: 0 Axe · 1 of Mercy". */
static void glance(const struct board *b, struct cli *cli, int zone)
{
    const struct board_zone *z = &b->zones[zone];
    char text[BYTES], lead[BOARD_NAME + 8];
    struct vl_buf t = vl_buf_on(text, sizeof text);

    for (int i = 0; i < b->items_len; i++) {
        if (b->items[i].zone != zone)
            continue;
        vl_put(&t, t.len ? cli->utf8 ? " · " : " - " : "");
        if (z->kind == BOARD_TRACK && b->items[i].pos > 0) {
            vl_put_int(&t, b->items[i].pos - 1 + z->first);
            vl_put_char(&t, ' ');
        }
        vl_put(&t, b->items[i].name);
        if (t.len && text[t.len - 1] == '.') /* a name that is a sentence */
            text[--t.len] = '\0';
        if (b->items[i].face_text) {
            vl_put_char(&t, ' ');
            vl_put(&t, b->items[i].face_text);
        }
    }
    snprintf(lead, sizeof lead, "%.250s%s", z->label, colon(cli));
    cli_wrap(cli, lead, 2, text);
}

bool card_look(const struct card_known *k, struct cli *cli, const char *typed)
{
    char plain[BOARD_NAME];
    bool any = false;

    to_plain(typed, plain, sizeof plain);
    for (int z = 0; z < k->b->zones_len; z++) {
        if (!count_in(k->b, z) || (plain[0] && !zone_fits(k, z, plain)))
            continue;
        any = true;
        if (!plain[0]) {
            glance(k->b, cli, z);
            continue;
        }
        for (int i = 0; i < k->b->items_len; i++)
            if (k->b->items[i].zone == z)
                show_item(k, cli, &k->b->items[i]);
    }
    if (!plain[0])
        cli_say(cli, TXT("cli.card.how"), NULL);
    return any || !plain[0];
}
