/* Words and views: plurals, arguments, every event and move of random games in
 * both languages, the view as JSON, and texts that try to harm a terminal. */
#include "test.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "games/runemasters/runemasters.h"
#include "pack/pack.h"
#include "registry.h"
#include "text/remark.h"
#include "text/rules.h"
#include "text/text.h"
#include "text/view.h"

enum {
    GAMES = 12,       /* random games per table */
    VIEW_EVERY = 7,   /* positions from one view to the next */
    VIEW_P95 = 16384, /* bytes p95 */
    NODES = 20000,
    VIEWS_MAX = 4000
};

struct table {
    struct vl_pack pack;
    struct vl_rules r;
    union vl_game_state st;
};

/* A table of Runemasters at its start. */
static bool open_table(struct table *t, const char *options)
{
    struct vl_error err;

    memset(t, 0, sizeof *t);
    if (!CHECK(vl_pack_builtin(&t->pack, &runemasters_game) == VL_OK))
        return false;
    vl_rules_init(&t->r, &runemasters_game, t->pack.block, &t->pack.info);
    if (!CHECK(vl_options_parse(&t->r, options, &err) == VL_OK) ||
        !CHECK(vl_rules_prepare(&t->r, &err) == VL_OK))
        return false;
    vl_start(&t->r, &t->st.base, NULL);
    return true;
}

static const char *const tables[] = {
    "guardians=2",
    "guardians=3 difficulty=guardian",
    "guardians=4 difficulty=initiation players=1",
    "guardians=4 difficulty=legend players=2",
};

static struct vl_move any_move(const struct table *t, struct vl_rng *rng)
{
    struct vl_move list[VL_MOVES_MAX];
    int n;

    if (t->st.base.actor == VL_CHANCE)
        return vl_sample(&t->r, &t->st.base, rng);
    n = vl_legal(&t->r, &t->st.base, list);
    /* Ending the turn at once would leave most of the game unseen. */
    struct vl_move m = list[vl_rng_below(rng, (uint32_t)n)];
    return m.kind == RM_MV_END ? list[vl_rng_below(rng, (uint32_t)n)] : m;
}

/* On by random moves, until somebody has dice to play. */
static void to_actions(struct table *t, struct vl_rng *rng)
{
    while (t->st.base.phase != RM_PH_ACTIONS)
        vl_apply_legal(&t->r, &t->st.base, any_move(t, rng), NULL);
}

static char line[4 * VL_TEXT_MAX];

static struct vl_buf fresh(void)
{
    return vl_buf_on(line, sizeof line);
}

/* ---- sentences ---- */

static const char *reroll_text(int lang, int n)
{
    struct vl_msg_arg args[] = { { "n", VL_FAM_INT, (int16_t)n },
                                 { "a", VL_FAM_INT, 3 },
                                 { "cost", VL_FAM_INT, 2 } };
    struct vl_buf b = fresh();

    vl_text(&b, lang, "rm.move.reroll", NULL, args, 3);
    return line;
}

TEST(plurals_follow_the_rule_of_the_language)
{
    CHECK_STR(reroll_text(VL_FR, 0), "Relancer un dé (3) pour 2 mana");
    CHECK_STR(reroll_text(VL_FR, 1), "Relancer un dé (3) pour 2 mana");
    CHECK_STR(reroll_text(VL_FR, 2), "Relancer 2 dés (3) pour 2 mana");
    CHECK_STR(reroll_text(VL_EN, 0), "Reroll 0 dice (3) for 2 mana");
    CHECK_STR(reroll_text(VL_EN, 1), "Reroll one die (3) for 2 mana");
    CHECK_STR(reroll_text(VL_EN, 2), "Reroll 2 dice (3) for 2 mana");
}

static const char *prompt_text(int lang, const char *n)
{
    const char *pairs[] = { "guardian", "Ana", "n", n, "mana", "4", NULL };
    struct vl_buf b = fresh();

    vl_text_str(&b, lang, "rm.prompt.actions", pairs);
    return line;
}

TEST(none_can_have_words_of_its_own)
{
    CHECK_STR(prompt_text(VL_FR, "0"), "Ana, à vous : plus de dé à jouer, 4 mana.");
    CHECK_STR(prompt_text(VL_FR, "1"), "Ana, à vous : un dé à jouer, 4 mana.");
    CHECK_STR(prompt_text(VL_FR, "3"), "Ana, à vous : 3 dés à jouer, 4 mana.");
    CHECK_STR(prompt_text(VL_EN, "0"), "Ana, your turn: no dice left to play, 4 mana.");
    CHECK_STR(prompt_text(VL_EN, "1"), "Ana, your turn: one die left to play, 4 mana.");
    CHECK_STR(prompt_text(VL_EN, "2"), "Ana, your turn: 2 dice left to play, 4 mana.");
}

TEST(a_list_of_one_is_there_or_not)
{
    const char *none[] = { "hex", "Forge", "aim", "", "die", "die 1", NULL };
    const char *some[] = { "hex", "Forge", "aim", "(here)", "die", "die 1", NULL };
    struct vl_buf b = fresh();

    vl_text_str(&b, VL_EN, "rb.move.step", none);
    CHECK_STR(line, "One step to Forge: die 1");
    b = fresh();
    vl_text_str(&b, VL_EN, "rb.move.step", some);
    CHECK_STR(line, "One step to Forge (here): die 1");
}

TEST(what_is_not_given_or_not_known_is_visible)
{
    struct vl_buf b = fresh();

    vl_text(&b, VL_EN, "rm.ev.round_begun", NULL, NULL, 0);
    CHECK_STR(line, "Round {round}.");
    b = fresh();
    vl_text(&b, VL_FR, "no.such.entry", NULL, NULL, 0);
    CHECK_STR(line, "[no.such.entry]");
    CHECK(vl_text_find(VL_FR, "no.such.entry") == NULL);
    CHECK(vl_text_find(VL_FR, "") == NULL);
}

TEST(every_entry_is_found)
{
    for (int i = 0; i < vl_catalogue_len; i++)
        CHECK(vl_text_find(VL_EN, vl_catalogue[i].id) ==
              vl_catalogue_text(&vl_catalogue[i], VL_EN));
}

TEST(a_text_that_does_not_fit_is_cut)
{
    char small[8];
    struct vl_buf b = vl_buf_on(small, sizeof small);

    vl_text(&b, VL_EN, "game.runemasters.blurb", NULL, NULL, 0);
    CHECK(b.full);
    CHECK_STR(small, "Hold th");
}

TEST(languages_are_found_in_locales)
{
    CHECK_EQ(vl_lang_find("fr"), VL_FR);
    CHECK_EQ(vl_lang_find("fr_CA.UTF-8"), VL_FR);
    CHECK_EQ(vl_lang_find("en-GB"), VL_EN);
    CHECK_EQ(vl_lang_find("C"), -1);
    CHECK_EQ(vl_lang_find("french"), -1);
    CHECK_EQ(vl_lang_find(NULL), -1);
    CHECK_STR(vl_lang_word(VL_EN), "en");
}

static const char *event_text(const struct table *t, int lang, int type, int len, int a, int b,
                              int c, int d)
{
    struct vl_event ev = { 0 };
    struct vl_buf out = fresh();

    ev.type = (uint16_t)type;
    ev.len = (uint8_t)len;
    ev.arg[0] = (int16_t)a;
    ev.arg[1] = (int16_t)b;
    ev.arg[2] = (int16_t)c;
    ev.arg[3] = (int16_t)d;
    vl_text_event(&out, lang, &t->r, &ev);
    return line;
}

TEST(events_are_worded_with_names)
{
    struct table t;

    if (!open_table(&t, "guardians=4"))
        return;
    CHECK_STR(event_text(&t, VL_FR, RM_EV_ROLLED, 4, 3, RM_RUNE_RED, RM_RUNE_BLUE, RM_RUNE_WHITE),
              "Runes lancées : rouge, bleue, blanche.");
    CHECK_STR(event_text(&t, VL_EN, RM_EV_ROLLED, 4, 3, RM_RUNE_RED, RM_RUNE_BLUE, -1),
              "Runes rolled: red, blue.");
    CHECK_STR(event_text(&t, VL_EN, RM_EV_REWARDED, 4, 2, 1, 1, 0),
              "Reward, Kulak: +1 HP, +1 mana.");
    CHECK_STR(event_text(&t, VL_FR, RM_EV_REWARDED, 4, 2, 0, 0, 2),
              "Récompense, Kulak : +0 mana, 2 points perdus.");
    vl_pack_free(&t.pack);
}

/* ---- outside texts ---- */

static const char *const harmful[] = {
    "\x1b[2J\x1b]0;owned\x07",
    "\x9b"
    "31m",
    "a\xc2\x9b"
    "31mb",
    "a\rb\nc\td",
    "\x7f\x08",
    "a\xe2\x80\xae"
    "b",
    "\xe2\x81\xa6x\xe2\x81\xa9",
    "\xef\xbb\xbf"
    "bom",
    "\xe2\x80\x8b",
    "\xe2\x80\xa8line",
    "\xc3",
    "\xed\xa0\x80",
    "\xf4\x90\x80\x80",
    "\xc0\x80",
    "\xf3\xa0\x81\x81",
    "\xd8\x9c",
    "\xe2\x80\x8f",
};

/* Nothing that a terminal or page would obey. */
static bool is_harmless(const char *text)
{
    for (const unsigned char *p = (const unsigned char *)text; *p != 0; p++) {
        if (*p < 0x20 || *p == 0x7f || (p[0] == 0xc2 && p[1] < 0xa0))
            return false;
        if (p[0] == 0xe2 && p[1] == 0x80 && p[2] >= 0x8b && p[2] <= 0x8f)
            return false;
        if (p[0] == 0xe2 && p[1] == 0x80 && p[2] >= 0xa8 && p[2] <= 0xae)
            return false;
        if (p[0] == 0xe2 && p[1] == 0x81 && p[2] >= 0xa0 && p[2] <= 0xaf)
            return false;
    }
    return vl_utf8_ok(text, strlen(text));
}

TEST(numbers_below_zero_have_a_minus_sign)
{
    static const struct vl_msg_arg n = { "n", VL_FAM_INT, -3 };
    struct vl_buf b = fresh();

    vl_text_int(&b, -12);
    CHECK_STR(line, "\xe2\x88\x92"
                    "12");
    b = fresh();
    vl_text_int(&b, INT64_MIN);
    CHECK_STR(line, "\xe2\x88\x92"
                    "9223372036854775808");
    b = fresh();
    vl_text_int(&b, 0);
    CHECK_STR(line, "0");
    b = fresh();
    vl_text(&b, VL_EN, "seat.player", NULL, &n, 1);
    CHECK_STR(line, "Player \xe2\x88\x92"
                    "3");
}

TEST(controls_are_dropped_from_outside_texts)
{
    for (int i = 0; i < VL_LEN(harmful); i++) {
        struct vl_buf b = fresh();
        vl_text_clean(&b, harmful[i], strlen(harmful[i]));
        CHECK(is_harmless(line));
    }
    struct vl_buf b = fresh();
    vl_text_clean(&b, "Zoé \x1b[1m★", strlen("Zoé \x1b[1m★"));
    CHECK_STR(line, "Zoé [1m★");
    for (int size = 1; size < 8; size++) { /* never half a character */
        b = vl_buf_on(line, (size_t)size);
        vl_text_clean(&b, "é★é", strlen("é★é"));
        CHECK(vl_utf8_ok(line, strlen(line)));
    }
}

TEST(random_bytes_come_out_harmless)
{
    struct vl_rng rng = vl_rng_seed(7);

    for (int i = 0; i < 20000; i++) {
        char bytes[24];
        size_t len = vl_rng_below(&rng, sizeof bytes);
        struct vl_buf b = fresh();

        for (size_t k = 0; k < len; k++)
            bytes[k] = (char)(vl_rng_below(&rng, 3) ? 0x80 + vl_rng_below(&rng, 0x80)
                                                    : vl_rng_below(&rng, 0x80));
        vl_text_clean(&b, bytes, len);
        CHECK(is_harmless(line));
    }
}

/* ---- faults ---- */

TEST(faults_are_one_line_with_their_rule)
{
    struct table t;
    struct vl_error err = { 0 };
    struct vl_buf b = fresh();

    if (!open_table(&t, "guardians=2"))
        return;
    vl_error_set(&err, VL_RANGE, "/cards/3/mana", "9 is not in 0..2");
    vl_text_error(&b, VL_EN, NULL, &err);
    CHECK_STR(line, "/cards/3/mana: a value is out of its range (9 is not in 0..2)");
    b = fresh();
    vl_text_error(&b, VL_FR, NULL, &err);
    CHECK_STR(line, "/cards/3/mana : valeur hors limites (9 is not in 0..2)");
    vl_error_set(&err, VL_REFUSED, "guardians", "1");
    err.rule = RM_BAD_03;
    b = fresh();
    vl_text_error(&b, VL_EN, &t.r, &err);
    CHECK_STR(line, "guardians: The game needs 2, 3 or 4 guardians; a single one will not do. "
                    "[RM-BAD-03]");
    vl_pack_free(&t.pack);
}

TEST(options_have_names_help_and_values)
{
    struct table t;

    if (!open_table(&t, "guardians=2"))
        return;
    for (int lang = 0; lang < VL_LANGS; lang++)
        for (int i = 0; i < t.r.game->options_len; i++) {
            struct vl_buf b = fresh();
            vl_text_option(&b, lang, t.r.game, i);
            vl_text_option_help(&b, lang, t.r.game, i);
            for (int v = VL_UNSET; v <= t.r.game->options[i].hi; v++)
                vl_text_option_value(&b, lang, &t.r, i, v);
            CHECK(strchr(line, '[') == NULL);
        }
    struct vl_buf b = fresh();
    vl_text_option_value(&b, VL_FR, &t.r, 3, RM_DIFF_LEGEND);
    CHECK_STR(line, "Légende");
    vl_pack_free(&t.pack);
}

/* ---- random games, worded ---- */

/* A sentence that somebody can read: filled, found, not empty. */
static bool is_whole(const struct vl_buf *b)
{
    return b->len > 0 && !b->full && b->len < VL_TEXT_MAX && strpbrk(b->p, "{}[]") == NULL &&
           is_harmless(b->p);
}

static void check_whole(const struct vl_buf *b, const char *what)
{
    if (!CHECK(is_whole(b)))
        printf("     %s: %s\n", what, b->p);
}

struct word_sink {
    struct vl_sink base;
    const struct vl_rules *r;
    bool seen[RM_EVS];
};

static void word_event(struct vl_sink *sink, const struct vl_event *ev)
{
    struct word_sink *w = (struct word_sink *)sink;

    w->seen[ev->type] = true;
    for (int lang = 0; lang < VL_LANGS; lang++) {
        struct vl_buf b = fresh();
        vl_text_event(&b, lang, w->r, ev);
        check_whole(&b, w->r->game->events[ev->type].name);
    }
}

static void word_moves(const struct table *t, bool *seen)
{
    struct vl_move list[VL_MOVES_MAX];
    int n = vl_legal(&t->r, &t->st.base, list);

    for (int i = 0; i < n; i++)
        for (int lang = 0; lang < VL_LANGS; lang++) {
            struct vl_buf b = fresh();
            vl_text_move(&b, lang, &t->r, &t->st.base, list[i]);
            check_whole(&b, t->r.game->moves[list[i].kind].word);
            b = fresh();
            vl_text_group(&b, lang, &t->r, list[i]);
            check_whole(&b, "group");
            seen[list[i].kind] = true;
        }
    for (int lang = 0; lang < VL_LANGS; lang++) {
        struct vl_buf b = fresh();
        vl_text_prompt(&b, lang, &t->r, &t->st.base, 0);
        check_whole(&b, "prompt");
        b = fresh();
        vl_text_actor(&b, lang, &t->r, &t->st.base);
        check_whole(&b, "actor");
    }
}

/* Any bytes at all, as somebody may send them. */
static void word_refusals(const struct table *t, struct vl_rng *rng)
{
    struct vl_move m = { 0, { 0 } };

    m.kind = (uint8_t)(1 + vl_rng_below(rng, RM_MOVES - 1));
    for (int i = 0; i < VL_ARGS_MAX; i++)
        m.arg[i] = (uint8_t)(vl_rng_below(rng, 4) ? vl_rng_below(rng, 6) : vl_rng_next(rng) & 255);
    vl_rule no = vl_refuse(&t->r, &t->st.base, m, VL_ANYONE);
    for (int lang = 0; no && lang < VL_LANGS; lang++) {
        struct vl_buf b = fresh();
        vl_text_refusal(&b, lang, &t->r, &t->st.base, m, no, "");
        check_whole(&b, vl_rule_texts[no].id);
        b = fresh();
        vl_text_move(&b, lang, &t->r, &t->st.base, m); /* only that it stays in bounds */
    }
}

TEST(every_event_and_move_of_random_games_has_words)
{
    struct word_sink sink = { { word_event }, NULL, { false } };
    bool moves_seen[RM_MOVES] = { false };
    struct vl_rng rng = vl_rng_seed(2026);
    int events = 0, moves = 0;

    for (int k = 0; k < VL_LEN(tables) * GAMES; k++) {
        struct table t;
        if (!open_table(&t, tables[k % VL_LEN(tables)]))
            return;
        sink.r = &t.r;
        while (t.st.base.actor != VL_OVER) {
            word_moves(&t, moves_seen);
            word_refusals(&t, &rng);
            vl_apply_legal(&t.r, &t.st.base, any_move(&t, &rng), &sink.base);
        }
        vl_pack_free(&t.pack);
    }
    for (int i = 0; i < RM_EVS; i++)
        events += sink.seen[i];
    for (int i = 1; i < RM_MOVES; i++)
        moves += moves_seen[i];
    CHECK_EQ(moves, RM_MOVES - 1);
    CHECK(events >= RM_EVS - 6); /* some are too rare for so few games */
}

TEST(the_rare_events_have_words_too)
{
    struct table t;

    if (!open_table(&t, "guardians=4"))
        return;
    for (int type = 0; type < RM_EVS; type++)
        for (int lang = 0; lang < VL_LANGS; lang++) {
            struct vl_event ev = { 0 };
            struct vl_buf b = fresh();

            ev.type = (uint16_t)type;
            ev.len = t.r.game->events[type].len;
            vl_text_event(&b, lang, &t.r, &ev);
            check_whole(&b, t.r.game->events[type].name);
        }
    vl_pack_free(&t.pack);
}

TEST(refusals_say_what_is_missing_and_whose_turn_it_is)
{
    struct table t;
    struct vl_rng rng = vl_rng_seed(5);
    struct vl_move release = { RM_MV_RELEASE, { 0 } }, early = { RM_MV_CHOOSE_WEAK, { 0 } };
    struct vl_buf b;

    if (!open_table(&t, "guardians=2 preset_guardians.0=kulak preset_guardians.1=kyreas "
                        "preset_paths.0=red preset_paths.1=blue preset_dean=0"))
        return;
    to_actions(&t, &rng);
    t.st.runemasters.g[t.st.runemasters.active].mana = 3;
    b = fresh();
    vl_text_refusal(&b, VL_EN, &t.r, &t.st.base, release, RM_BAD_46, "");
    CHECK_STR(line, "It takes 4 mana; you have 3.");
    b = fresh();
    vl_text_refusal(&b, VL_FR, &t.r, &t.st.base, release, RM_BAD_11, "");
    CHECK_STR(line, "La décision revient à Kulak.");
    b = fresh();
    vl_text_refusal(&b, VL_EN, &t.r, &t.st.base, early, RM_BAD_10, "");
    CHECK_STR(line, "Not now. Kulak, your turn: 4 dice left to play, 3 mana.");
    b = fresh(); /* a rule without a sentence of its own speaks for itself */
    vl_text_refusal(&b, VL_EN, &t.r, &t.st.base, early, RM_HIT_02, "");
    CHECK_STR(line, vl_rule_texts[RM_HIT_02].en);
    vl_pack_free(&t.pack);
}

/* ---- the view ---- */

static char memory[VL_VIEW_BYTES];
static struct vl_json_node nodes[NODES];

static bool parse(struct vl_json_doc *doc, const struct vl_json *w)
{
    struct vl_error err;

    if (!CHECK(!w->out.full) || !CHECK_EQ(w->depth, 0))
        return false;
    if (CHECK(vl_json_parse(doc, w->out.p, w->out.len, nodes, NODES, &err) == VL_OK))
        return true;
    printf("     %s: %s\n", err.where, err.what);
    return false;
}

static bool write_view(struct vl_json_doc *doc, const struct table *t, vl_actor seat, int lang,
                       size_t *len)
{
    struct vl_json w = vl_json_on(memory, sizeof memory);
    struct vl_view_ask ask = { 0 };

    ask.seat = seat;
    ask.lang = (uint8_t)lang;
    ask.rev = 12;
    vl_view_json(&w, &t->r, &t->st.base, &ask);
    *len = w.out.len;
    return parse(doc, &w);
}

/* Is there an item, or a zone, with the id that stands in field `key` of node? */
static bool names_one_of(const struct vl_json_doc *doc, uint32_t node, const char *key,
                         const char *list)
{
    uint32_t all = vl_json_get(doc, 0, list);
    char id[128];

    if (!vl_json_text(doc, vl_json_get(doc, node, key), id, sizeof id))
        return false;
    for (uint32_t c = vl_json_first(doc, all); c; c = vl_json_sibling(doc, c))
        if (vl_json_is(doc, vl_json_get(doc, c, "id"), id))
            return true;
    return false;
}

static bool has_text(const struct vl_json_doc *doc, uint32_t node, const char *key)
{
    char text[VL_TEXT_MAX];

    return vl_json_text(doc, vl_json_get(doc, node, key), text, sizeof text) && text[0] != '\0' &&
           strpbrk(text, "{}[]") == NULL;
}

static void check_items(const struct vl_json_doc *doc)
{
    uint32_t items = vl_json_get(doc, 0, "items");

    for (uint32_t c = vl_json_first(doc, items); c; c = vl_json_sibling(doc, c)) {
        char id[128];
        int same = 0;

        CHECK(has_text(doc, c, "id") && has_text(doc, c, "kind") && has_text(doc, c, "name"));
        CHECK(has_text(doc, c, "face") && has_text(doc, c, "kind_text"));
        CHECK(names_one_of(doc, c, "zone", "zones"));
        vl_json_text(doc, vl_json_get(doc, c, "id"), id, sizeof id);
        for (uint32_t d = vl_json_first(doc, items); d; d = vl_json_sibling(doc, d))
            same += vl_json_is(doc, vl_json_get(doc, d, "id"), id);
        CHECK_EQ(same, 1);
        uint32_t why = vl_json_get(doc, c, "why_not");
        if (why)
            CHECK(has_text(doc, why, "rule") && has_text(doc, why, "text"));
    }
}

/* What it takes to undo a move of Runemasters: those after which something is drawn or rolled
 * show it, outcomes of chance are not taken back alone. */
static const char *undo_of(const char *notation)
{
    static const char *const reveal[] = { "place_guardian", "choose_dean", "assign_angel", "reroll",
                                          "end" };
    static const char *const never[] = { "draw", "event", "roll" };
    size_t n = strcspn(notation, " ");

    for (int i = 0; i < VL_LEN(reveal); i++)
        if (strlen(reveal[i]) == n && memcmp(notation, reveal[i], n) == 0)
            return "reveal";
    for (int i = 0; i < VL_LEN(never); i++)
        if (strlen(never[i]) == n && memcmp(notation, never[i], n) == 0)
            return "never";
    return "free";
}

static void check_action(const struct vl_json_doc *doc, uint32_t c, const struct table *t,
                         struct vl_move m)
{
    char notation[128];
    struct vl_buf b = vl_buf_on(notation, sizeof notation);
    uint32_t rules = vl_json_get(doc, c, "rules");

    vl_move_format(&t->r, m, &b);
    CHECK(vl_json_is(doc, vl_json_get(doc, c, "id"), notation));
    CHECK(has_text(doc, c, "verb") && has_text(doc, c, "group") && has_text(doc, c, "text"));
    CHECK(vl_json_is(doc, vl_json_get(doc, c, "undo"), undo_of(notation)));
    CHECK_EQ(vl_json_get(doc, c, "ends") != 0, m.kind == RM_MV_END);
    CHECK(vl_json_first(doc, rules) != 0);
    for (uint32_t k = vl_json_first(doc, rules); k; k = vl_json_sibling(doc, k)) {
        char id[32];
        CHECK(vl_json_text(doc, k, id, sizeof id) && vl_rule_find(id) != 0);
    }
    if (vl_json_get(doc, c, "src"))
        CHECK(names_one_of(doc, c, "src", "items"));
    if (vl_json_get(doc, c, "dst"))
        CHECK(names_one_of(doc, c, "dst", "items"));
    if (vl_json_is(doc, vl_json_get(doc, c, "verb"), "reroll"))
        CHECK((vl_json_get(doc, c, "also") != 0) == (strchr(notation + 7, ' ') != NULL));
}

/* The actions are the legal moves, for the player who decides and no other. */
static void check_actions(const struct vl_json_doc *doc, const struct table *t, vl_actor seat)
{
    struct vl_move list[VL_MOVES_MAX];
    bool decides = seat >= 0 && t->st.base.actor >= 0 &&
                   vl_controller(&t->r, seat) == vl_controller(&t->r, t->st.base.actor);
    int n = decides ? vl_legal(&t->r, &t->st.base, list) : 0, i = 0;
    uint32_t actions = vl_json_get(doc, 0, "actions");

    for (uint32_t c = vl_json_first(doc, actions); c && i < n; c = vl_json_sibling(doc, c))
        check_action(doc, c, t, list[i++]);
    CHECK_EQ(nodes[actions].count, n);
}

static void check_view(const struct vl_json_doc *doc, const struct table *t, vl_actor seat)
{
    uint32_t turn = vl_json_get(doc, 0, "turn"), prompt = vl_json_get(doc, 0, "prompt");
    uint32_t zones = vl_json_get(doc, 0, "zones"), seats = vl_json_get(doc, 0, "seats");
    int64_t v = -1;

    CHECK(vl_json_int_in(doc, vl_json_get(doc, 0, "rev"), 12, 12, &v));
    CHECK(vl_json_is(doc, vl_json_get(doc, 0, "game"), "runemasters"));
    CHECK(has_text(doc, 0, "lang") && has_text(doc, turn, "phase"));
    CHECK(vl_json_get(doc, turn, "actor") && vl_json_get(doc, 0, "seat"));
    CHECK(has_text(doc, prompt, "text") && has_text(doc, prompt, "id"));
    CHECK_EQ(vl_json_type_of(doc, vl_json_get(doc, prompt, "args")), VL_JSON_OBJECT);
    for (uint32_t c = vl_json_first(doc, zones); c; c = vl_json_sibling(doc, c))
        CHECK(has_text(doc, c, "id") && has_text(doc, c, "kind") && has_text(doc, c, "label"));
    CHECK_EQ(nodes[seats].count, t->st.base.seats);
    for (uint32_t c = vl_json_first(doc, seats); c; c = vl_json_sibling(doc, c)) {
        CHECK(has_text(doc, c, "name") && has_text(doc, c, "kind"));
        CHECK_EQ(vl_json_type_of(doc, vl_json_get(doc, c, "totals")), VL_JSON_OBJECT);
    }
    CHECK_EQ(vl_json_type_of(doc, vl_json_get(doc, 0, "log")), VL_JSON_ARRAY);
    check_items(doc);
    check_actions(doc, t, seat);
}

static int by_size(const void *a, const void *b)
{
    size_t x = *(const size_t *)a, y = *(const size_t *)b;

    return x < y ? -1 : x > y;
}

TEST(views_of_random_positions_hold_what_a_screen_needs)
{
    static size_t sizes[VIEWS_MAX];
    struct vl_rng rng = vl_rng_seed(11);
    int views = 0, step = 0;

    for (int k = 0; k < VL_LEN(tables) * GAMES; k++) {
        struct table t;
        if (!open_table(&t, tables[k % VL_LEN(tables)]))
            return;
        while (t.st.base.actor != VL_OVER) {
            struct vl_json_doc doc;
            vl_actor seat = step % 5 == 4 ? VL_ANYONE : t.st.base.actor >= 0 ? t.st.base.actor : 0;

            if (step++ % VIEW_EVERY == 0 && views < VIEWS_MAX) {
                if (!write_view(&doc, &t, seat, step % 2 ? VL_FR : VL_EN, &sizes[views++]))
                    return;
                check_view(&doc, &t, seat);
            }
            vl_apply_legal(&t.r, &t.st.base, any_move(&t, &rng), NULL);
        }
        vl_pack_free(&t.pack);
    }
    qsort(sizes, (size_t)views, sizeof sizes[0], by_size);
    CHECK(views > 300);
    CHECK(sizes[views * 95 / 100] <= VIEW_P95);
    CHECK(sizes[views - 1] < VL_VIEW_BYTES);
}

/* The value of a stat of one item, -1 if it has none. */
static int stat_of(const struct vl_json_doc *doc, const char *item, const char *stat)
{
    int64_t v = -1;

    for (uint32_t c = vl_json_first(doc, vl_json_get(doc, 0, "items")); c;
         c = vl_json_sibling(doc, c))
        if (vl_json_is(doc, vl_json_get(doc, c, "id"), item)) {
            uint32_t s = vl_json_get(doc, vl_json_get(doc, c, "stats"), stat);
            if (!s || !vl_json_int_in(doc, vl_json_get(doc, s, "value"), 0, 1000, &v))
                return -1;
        }
    return (int)v;
}

TEST(a_spectator_sees_dice_and_the_sizes_of_the_piles)
{
    RULE("RM-INF-02");
    RULE("RM-INF-05");
    struct table t;
    struct vl_rng rng = vl_rng_seed(3);
    struct vl_json_doc doc;
    size_t len;

    if (!open_table(&t, "guardians=4"))
        return;
    to_actions(&t, &rng);
    const struct rm_state *s = &t.st.runemasters;
    if (!write_view(&doc, &t, VL_ANYONE, VL_EN, &len))
        return;
    CHECK_EQ(stat_of(&doc, "place.pile", "left"), s->to_come);
    CHECK_EQ(s->to_come, 20); /* 24, less 3 at the start and 1 spawned */
    CHECK_EQ(stat_of(&doc, "place.pile", "dawn_from"), 18);
    CHECK_EQ(stat_of(&doc, "place.pile", "dawn_by"), 21);
    CHECK_EQ(stat_of(&doc, "place.events", "left"), 4);
    int dice = 0;
    for (uint32_t c = vl_json_first(&doc, vl_json_get(&doc, 0, "items")); c;
         c = vl_json_sibling(&doc, c)) {
        if (!vl_json_is(&doc, vl_json_get(&doc, c, "kind"), "die"))
            continue;
        char face[32];
        snprintf(face, sizeof face, "rune.%s", vl_key(&t.r, RM_FAM_RUNE, s->dice[dice++]));
        CHECK(vl_json_is(&doc, vl_json_get(&doc, c, "face"), face));
        CHECK(!vl_json_get(&doc, c, "why_not"));
    }
    CHECK_EQ(dice, s->dice_len);
    vl_pack_free(&t.pack);
}

/* Two tables that differ only in the order of their piles look the same. */
TEST(the_view_does_not_depend_on_the_order_of_the_piles)
{
    RULE("RM-INF-01");
    static char other[VL_VIEW_BYTES];
    struct table t;
    struct vl_rng rng = vl_rng_seed(8);
    struct vl_json_doc doc;
    size_t len;

    if (!open_table(&t, "guardians=4"))
        return;
    to_actions(&t, &rng);
    struct rm_state *s = &t.st.runemasters;
    for (int seat = VL_ANYONE; seat < s->base.seats; seat++) {
        if (seat < 0 && seat != VL_ANYONE)
            continue;
        s->known_len = 0;
        if (!write_view(&doc, &t, (vl_actor)seat, VL_FR, &len))
            return;
        memcpy(other, memory, len);
        for (int card = 0; card < RM_CARDS; card++)
            if (s->unseen >> card & 1 && s->known_len < 3)
                s->known[s->known_len++] = (uint8_t)card;
        size_t again;
        if (!write_view(&doc, &t, (vl_actor)seat, VL_FR, &again))
            return;
        CHECK_EQ(len, again);
        CHECK(memcmp(other, memory, len) == 0);
    }
    vl_pack_free(&t.pack);
}

/* ---- what a monster is said to do, and what it then does ---- */

struct deeds {
    struct vl_sink base;
    uint8_t advanced[RM_CARDS], struck[RM_CARDS], shot[RM_CARDS];
    bool ended;
};

static void take_deed(struct vl_sink *sink, const struct vl_event *ev)
{
    struct deeds *d = (struct deeds *)sink;

    if (ev->type == RM_EV_ADVANCED)
        d->advanced[ev->arg[0]] = 1;
    if (ev->type == RM_EV_STRUCK)
        d->struck[ev->arg[0]] = (uint8_t)ev->arg[2];
    if (ev->type == RM_EV_SHOT)
        d->shot[ev->arg[0]] = 1;
    if (ev->type == RM_EV_GAME_ENDED)
        d->ended = true;
}

static bool has_badge(const struct vl_view *v, const struct vl_item *item, const char *id)
{
    for (int i = 0; i < item->has.badges_len; i++)
        if (strcmp(v->badges[item->has.badges + i], id) == 0)
            return true;
    return false;
}

TEST(monsters_do_what_their_badge_says)
{
    struct vl_rng rng = vl_rng_seed(99);
    struct vl_move end = { RM_MV_END, { 0 } };
    int told = 0;

    for (int k = 0; k < VL_LEN(tables) * GAMES; k++) {
        struct table t;
        if (!open_table(&t, tables[k % VL_LEN(tables)]))
            return;
        while (t.st.base.actor != VL_OVER) {
            struct deeds d = { { take_deed }, { 0 }, { 0 }, { 0 }, false };
            static struct vl_canvas canvas;
            const struct vl_view *v = &canvas.view;
            union vl_game_state scratch;

            if (t.st.base.phase == RM_PH_ACTIONS) {
                t.r.game->view(&t.r, &t.st.base, 0, vl_canvas_clear(&canvas, t.r.game));
                vl_preview(&t.r, &t.st.base, end, 0, &scratch.base, &d.base);
            }
            for (int i = 0; t.st.base.phase == RM_PH_ACTIONS && !d.ended && i < v->len.items; i++) {
                const struct vl_item *m = &v->items[i];
                if (m->id.family != RM_FAM_CARD)
                    continue;
                int c = m->id.index;
                CHECK_EQ(has_badge(v, m, "will_shoot"), d.shot[c]);
                CHECK_EQ(has_badge(v, m, "will_advance") || has_badge(v, m, "will_shoot"),
                         d.advanced[c]);
                CHECK_EQ(has_badge(v, m, "will_strike_1"), d.struck[c] == 1);
                CHECK_EQ(has_badge(v, m, "will_strike_2"), d.struck[c] == 2);
                CHECK_EQ(has_badge(v, m, "will_wait") || has_badge(v, m, "will_hold"),
                         !d.advanced[c] && !d.struck[c]);
                told++;
            }
            vl_apply_legal(&t.r, &t.st.base, any_move(&t, &rng), NULL);
        }
        vl_pack_free(&t.pack);
    }
    CHECK(told > 1000);
}

/* A thing that can be used has no reason against it, and the other way round. */
TEST(powers_say_why_not_exactly_when_there_is_no_such_move)
{
    struct vl_rng rng = vl_rng_seed(17);
    int asked = 0;

    for (int k = 0; k < VL_LEN(tables) * GAMES; k++) {
        struct table t;
        if (!open_table(&t, tables[k % VL_LEN(tables)]))
            return;
        while (t.st.base.actor != VL_OVER) {
            static struct vl_canvas canvas;
            const struct vl_view *v = &canvas.view;
            struct vl_move list[VL_MOVES_MAX];
            bool mark = false, release = false, ultimate = false;

            if (t.st.base.phase == RM_PH_ACTIONS) {
                int n = vl_legal(&t.r, &t.st.base, list);
                for (int i = 0; i < n; i++) {
                    mark |= list[i].kind >= RM_MV_MARK_SWAP && list[i].kind <= RM_MV_MARK_WHIRL;
                    release |= list[i].kind == RM_MV_RELEASE;
                    ultimate |= list[i].kind == RM_MV_ULTIMATE || list[i].kind == RM_MV_ULTIMATE_ON;
                }
                t.r.game->view(&t.r, &t.st.base, 0, vl_canvas_clear(&canvas, t.r.game));
                for (int i = 0; i < v->len.items; i++) {
                    if (v->items[i].id.family != RM_FAM_PLACE)
                        continue;
                    bool usable = v->items[i].why_not == 0;
                    switch (v->items[i].id.index) {
                    case RM_AT_MARK:
                        CHECK_EQ(usable, mark);
                        asked++;
                        break;
                    case RM_AT_MANA: CHECK_EQ(usable, release); break;
                    case RM_AT_ULTIMATE: CHECK_EQ(usable, ultimate); break;
                    default: break;
                    }
                }
            }
            vl_apply_legal(&t.r, &t.st.base, any_move(&t, &rng), NULL);
        }
        vl_pack_free(&t.pack);
    }
    CHECK(asked > 500);
}

/* ---- previews, events, faults, harmful names as JSON ---- */

TEST(previews_tell_the_events_or_the_reason)
{
    struct table t;
    struct vl_rng rng = vl_rng_seed(21);
    struct vl_move end = { RM_MV_END, { 0 } }, early = { RM_MV_CHOOSE_WEAK, { 0 } };
    struct vl_json_doc doc;

    if (!open_table(&t, "guardians=3"))
        return;
    to_actions(&t, &rng);
    union vl_game_state before = t.st;
    struct vl_json w = vl_json_on(memory, sizeof memory);
    vl_preview_json(&w, &t.r, &t.st.base, end, "", t.st.base.actor, VL_FR);
    if (!parse(&doc, &w))
        return;
    CHECK(vl_json_is(&doc, vl_json_get(&doc, 0, "id"), "end"));
    uint32_t first = vl_json_first(&doc, vl_json_get(&doc, 0, "events"));
    CHECK(first && has_text(&doc, first, "type") && has_text(&doc, first, "rule"));
    CHECK(has_text(&doc, first, "text") && vl_json_get(&doc, first, "args"));
    CHECK(memcmp(&before, &t.st, t.r.game->state_size) == 0);

    w = vl_json_on(memory, sizeof memory);
    vl_preview_json(&w, &t.r, &t.st.base, early, "", t.st.base.actor, VL_EN);
    if (!parse(&doc, &w))
        return;
    CHECK(!vl_json_get(&doc, 0, "events"));
    CHECK(
        vl_json_is(&doc, vl_json_get(&doc, vl_json_get(&doc, 0, "why_not"), "rule"), "RM-BAD-10"));
    vl_pack_free(&t.pack);
}

TEST(events_are_flat_json_with_keys_and_words)
{
    struct table t;
    struct vl_event ev = { RM_EV_SPAWNED, RM_SPN_03, -1, 3, VL_SEE_ALL, { 18, 2, 3 } };
    struct vl_json w = vl_json_on(memory, sizeof memory);

    if (!open_table(&t, "guardians=4"))
        return;
    vl_event_json(&w, &t.r, &ev, VL_FR, 5);
    CHECK_STR(memory, "{\"rev\":5,\"type\":\"spawned\",\"rule\":\"RM-SPN-03\",\"seat\":null,"
                      "\"args\":{\"card\":\"troll_green\",\"path\":\"green\",\"slot\":3},"
                      "\"items\":[\"card.troll_green\"],"
                      "\"text\":\"Apparition : Troll vert, chemin vert, case 3.\"}");
    vl_pack_free(&t.pack);
}

TEST(faults_as_json_keep_status_rule_and_place_apart)
{
    struct table t;
    struct vl_error err = { 0 };
    struct vl_json w = vl_json_on(memory, sizeof memory);

    if (!open_table(&t, "guardians=4"))
        return;
    vl_error_set(&err, VL_REFUSED, "players", "5");
    err.rule = RM_BAD_04;
    vl_error_json(&w, &t.r, &err, VL_EN);
    CHECK_STR(memory, "{\"status\":\"refused\",\"rule\":\"RM-BAD-04\",\"code\":"
                      "\"E_PLAYER_COUNT\",\"where\":\"players\",\"text\":\"There must be at least "
                      "one player, and at most one per "
                      "guardian. [RM-BAD-04]\"}");
    vl_pack_free(&t.pack);
}

/* A pack whose names carry escape sequences, past the checks of its loader. */
TEST(names_with_control_characters_are_inert)
{
    struct table t;
    struct vl_rng rng = vl_rng_seed(4);
    struct vl_view_seat who[4] = { { "\x1b[31mEve\xe2\x80\xae", "human" },
                                   { NULL, "ai" },
                                   { "\x07", "ai" },
                                   { "Bob\r\n", "empty" } };
    struct vl_view_ask ask = { .seat = 0, .lang = VL_EN, .seats = who };

    if (!open_table(&t, "guardians=4"))
        return;
    char *block = malloc(t.pack.size);
    memcpy(block, t.pack.block, t.pack.size);
    struct rm_content *c = (struct rm_content *)(void *)block;
    for (int i = 0; i < RM_CARDS; i++)
        memcpy(block + c->cards[i].name.lang[VL_EN], "\x1b[1m\r", 5);
    t.r.content = block;
    to_actions(&t, &rng);
    struct vl_json w = vl_json_on(memory, sizeof memory);
    vl_view_json(&w, &t.r, &t.st.base, &ask);
    CHECK(is_harmless(memory));
    CHECK(strstr(memory, "\\u00") == NULL); /* nor hidden in an escape of JSON */
    CHECK(strstr(memory, "\"name\":\"[31mEve\"") != NULL);
    CHECK(strstr(memory, "\"name\":\"Bob\"") != NULL);
    struct vl_json_doc doc;
    CHECK(parse(&doc, &w));
    free(block);
    vl_pack_free(&t.pack);
}

/* ---- remarks on faults ---- */

static const char *remark(int lang, const char *what)
{
    static char out[512];
    struct vl_buf b = vl_buf_on(out, sizeof out);

    vl_text_remark(&b, lang, what);
    return out;
}

TEST(remarks_on_faults_are_said_in_french_with_their_values)
{
    static const char *const pairs[] = {
        "not a whole number in 0..999",
        "pas un nombre entier de 0 à 999",
        "purple: no such path",
        "purple : ce chemin n’existe pas",
        "no such banner",
        "banner : cela n’existe pas",
        "5: must be a whole number, 1 to 4",
        "5 : il faut un nombre entier, de 1 à 4",
        "copies: 1, must be 2",
        "exemplaires : 1, il en faut 2",
        "too short; and 3 more faults",
        "trop court ; et 3 autres fautes",
        "a list: must be a word",
        "une liste : il faut un mot",
        "what nobody ever said",
        "what nobody ever said",
        "",
        "",
    };

    for (int i = 0; i < VL_LEN(pairs); i += 2) {
        CHECK_STR(remark(VL_FR, pairs[i]), pairs[i + 1]);
        CHECK_STR(remark(VL_EN, pairs[i]), pairs[i]);
    }
}
