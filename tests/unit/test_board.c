/* What a player reads: in random games of every kind, in both languages, all moves can
 * be told apart, every sentence is whole, and a decision fits its screen. */
#include "test.h"

#include "cli/board/board.h"
#include "cli/board/card.h"
#include "pack/pack.h"
#include "registry.h"
#include "text/view.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { STEPS_MAX = 4000, NODES = 60000, FAULTS_MAX = 5 };

/* ---- random games ---- */

static const struct kind {
    const char *game, *options;
} kinds[] = {
    { "runemasters", "guardians=2" },
    { "runemasters", "guardians=3 difficulty=legend" },
    { "runemasters", "guardians=4 players=2 difficulty=hero" },
    { "runemasters", "guardians=4 difficulty=initiation" },
    { "enchanters", "players=2" },
    { "enchanters", "players=3 kingdom_mode=random" },
    { "enchanters", "players=4 kingdom_mode=random variant_quick=yes" },
    { "enchanters", "players=2 kingdom_mode=random variant_deep_dragons=yes" },
    { "enchanters", "players=4 kingdom_mode=first_game" },
    { "enchanters", "players=3 variant_super_quick=yes" },
    { "runebound", "players=2 round_limit=30" },
    { "runebound", "players=4 hero_mode=chosen round_limit=20" },
    { "runebound", "players=6 pvp=on round_limit=12" },
    { "reflets", "players=1 turn_cap=30" },
    { "reflets", "players=2 turn_cap=20 quick_tokens=yes ticks=1,2,0,1,1,1,1,0,1,0" },
    { "reflets", "players=3 turn_cap=20 challenge=infernal vils_order=cascade" },
};

/* One position, as one reader sees it. */
struct spot {
    const struct kind *kind;
    uint64_t seed;
    int game, step; /* the how manieth of its kind, and where in it */
    const struct vl_rules *r;
    const struct vl_state *s;
    struct cli *cli;
    struct board *b;
    struct vl_json_doc *doc;
    struct vl_event events[256]; /* that led here */
    int events_len;
    int faults;
};

typedef void look_fn(struct spot *at);

static void fault(struct spot *at, const char *what, const char *text)
{
    if (at->faults++ < FAULTS_MAX)
        printf("  %s %s seed %llu step %d %s: %s: \"%s\"\n", at->kind->game, at->kind->options,
               (unsigned long long)at->seed, at->step, vl_lang_word(at->cli->lang), what, text);
}

struct keeper {
    struct vl_sink sink; /* first */
    struct spot *at;
};

static void keep_event(struct vl_sink *sink, const struct vl_event *ev)
{
    struct spot *at = ((struct keeper *)sink)->at;

    if (at->events_len < VL_LEN(at->events))
        at->events[at->events_len++] = *ev;
}

/* The view of whoever decides, read as `play` reads it. */
static bool read_view(struct spot *at)
{
    static char text[VL_VIEW_BYTES];
    static struct vl_json_node nodes[NODES];
    struct vl_view_ask ask = { .seat = at->s->actor, .lang = (uint8_t)at->cli->lang };
    struct vl_json w = vl_json_on(text, sizeof text);
    struct vl_error err = { 0 };

    if (ask.seat < 0)
        ask.seat = VL_ANYONE;
    vl_view_json(&w, at->r, at->s, &ask);
    if (w.out.full || vl_json_parse(at->doc, text, w.out.len, nodes, NODES, &err) != VL_OK)
        return false;
    board_read(at->b, at->cli, at->doc, 0);
    return true;
}

static void look_both(struct spot *at, look_fn *look)
{
    for (int lang = 0; lang < VL_LANGS; lang++) {
        at->cli->lang = lang;
        if (CHECK(read_view(at)))
            look(at);
    }
}

static void play_one(struct spot *at, look_fn *look)
{
    union vl_any_state s;
    struct vl_rng rng = vl_rng_seed(at->seed);
    struct keeper keeper = { { keep_event }, at };

    at->s = &s.base;
    at->events_len = 0;
    vl_start(at->r, &s.base, &keeper.sink);
    for (at->step = 0; at->step < STEPS_MAX && s.base.actor != VL_OVER; at->step++) {
        struct vl_move list[VL_MOVES_MAX], m;
        if (s.base.actor >= 0) {
            if (test_looks_at(at->step))
                look_both(at, look);
            at->events_len = 0;
            m = list[vl_rng_below(&rng, (uint32_t)vl_legal(at->r, &s.base, list))];
        } else {
            m = vl_sample(at->r, &s.base, &rng);
        }
        vl_apply_legal(at->r, &s.base, m, &keeper.sink);
    }
    look_both(at, look);
}

static void play_all(struct cli *cli, int games, look_fn *look)
{
    static struct board board;
    static struct spot at;
    struct vl_json_doc doc;

    for (int k = 0; k < VL_LEN(kinds); k++)
        for (int i = 0; i < games; i++) {
            const struct vl_game *g = vl_game_find(kinds[k].game);
            struct vl_pack pack = { 0 };
            struct vl_rules r;
            if (!CHECK(g != NULL) || !CHECK_EQ(vl_pack_builtin(&pack, g), VL_OK))
                return;
            vl_rules_init(&r, g, pack.block, &pack.info);
            if (!CHECK_EQ(vl_options_parse(&r, kinds[k].options, NULL), VL_OK) ||
                !CHECK_EQ(vl_rules_prepare(&r, NULL), VL_OK))
                return;
            at = (struct spot){ .kind = &kinds[k],
                                .seed = (uint64_t)(k * 1000 + i),
                                .game = i,
                                .r = &r,
                                .cli = cli,
                                .b = &board,
                                .doc = &doc };
            play_one(&at, look);
            vl_pack_free(&pack);
        }
}

static struct cli reader(void)
{
    return (struct cli){ .lang = VL_EN, .utf8 = true };
}

/* How many faults such a look finds in the games of all kinds. */
static int faults_of(look_fn *look);

/* ---- sentences ---- */

/* What no sentence holds: two full stops, a space before one, an argument that was not
 * given, a text that is not there, two spaces, nothing at all. */
static const char *broken(const char *text)
{
    static const char *const bad[] = { "..", " .",   " ,",   "{",    "}",
                                       "  ", "[rm.", "[en.", "[ra.", "()" };

    if (text[0] == '\0')
        return "empty";
    if (text[0] == ' ' || text[strlen(text) - 1] == ' ')
        return "a space at an end";
    for (int i = 0; i < VL_LEN(bad); i++)
        if (strstr(text, bad[i]))
            return bad[i];
    return NULL;
}

static void check_text(struct spot *at, const char *what, const char *text)
{
    const char *why = broken(text);
    char said[64];

    if (!why)
        return;
    snprintf(said, sizeof said, "%s has '%s'", what, why);
    fault(at, said, text);
}

static void check_items(struct spot *at)
{
    const struct board *b = at->b;

    for (int i = 0; i < b->items_len; i++) {
        check_text(at, "name", b->items[i].name);
        if (b->items[i].about)
            check_text(at, "about", b->items[i].about);
        if (b->items[i].why_not)
            check_text(at, "why not", b->items[i].why_not);
        for (int k = 0; k < b->items[i].stats_len; k++)
            check_text(at, "stat", b->items[i].stats[k].text);
        for (int k = 0; k < b->items[i].badges_len; k++)
            check_text(at, "badge", b->items[i].badges[k].text);
    }
    for (int i = 0; i < b->zones_len; i++)
        check_text(at, "zone", b->zones[i].label);
}

/* Also as they stand in other sentences: "Taken back: {move}." */
static void look_at_sentences(struct spot *at)
{
    const struct board *b = at->b;

    check_text(at, "prompt", b->prompt);
    check_items(at);
    for (int i = 0; i < b->actions_len; i++) {
        const char *pairs[] = { "move", b->actions[i].text, NULL };
        char text[2 * VL_TEXT_MAX];
        struct vl_buf t = vl_buf_on(text, sizeof text);
        check_text(at, "move", b->actions[i].text);
        check_text(at, "group", b->actions[i].group);
        vl_text_str(&t, at->cli->lang, "cli.play.undone", pairs);
        check_text(at, "undone", text);
    }
    for (int i = 0; i < at->events_len; i++) {
        char text[VL_TEXT_MAX];
        struct vl_buf t = vl_buf_on(text, sizeof text);
        vl_text_event(&t, at->cli->lang, at->r, &at->events[i]);
        check_text(at, "event", text);
    }
}

TEST(board_sentences_are_whole)
{
    CHECK_EQ(faults_of(look_at_sentences), 0);
}

/* ---- what is printed ---- */

/* What `print` writes, until the next call. */
static const char *printed(struct spot *at, void (*print)(struct spot *at))
{
    static char *text;
    size_t len;

    free(text);
    at->cli->out = open_memstream(&text, &len);
    print(at);
    fclose(at->cli->out);
    at->cli->out = NULL;
    return text;
}

static void print_decision(struct spot *at)
{
    board_draw(at->b, at->cli, false);
    cli_wrap(at->cli, "", 0, at->b->prompt);
    board_moves(at->b, at->cli, false);
}

static void print_lists(struct spot *at)
{
    board_list(at->b, at->cli);
    cli_wrap(at->cli, "", 0, at->b->prompt);
    board_moves(at->b, at->cli, true);
    board_moves_all(at->b, at->cli);
}

static void print_moves(struct spot *at)
{
    board_moves(at->b, at->cli, false);
}

/* Every line within the screen; how many there are. */
static int check_lines(struct spot *at, const char *text)
{
    int lines = 0;

    while (*text) {
        char line[1024];
        size_t n = strcspn(text, "\n");
        snprintf(line, sizeof line, "%.*s", (int)n, text);
        if (cli_width(line) > cli_columns(at->cli))
            fault(at, "too wide", line);
        lines++;
        text += n + (text[n] != '\0');
    }
    return lines;
}

static void check_stops(struct spot *at, const char *text)
{
    static const char *const bad[] = { "..",   " .",   ". .",  "{",  "}",
                                       "[rm.", "[en.", "[ra.", "()", ",," };

    for (int i = 0; i < VL_LEN(bad); i++) {
        const char *found = strstr(text, bad[i]);
        char part[80];
        if (!found)
            continue;
        snprintf(part, sizeof part, "%.60s", found > text + 30 ? found - 30 : text);
        fault(at, bad[i], part);
    }
}

static void look_at_screen(struct spot *at)
{
    static const struct {
        int columns, rows;
    } screens[] = { { 80, 24 }, { 60, 20 }, { 132, 43 } };
    char said[64];

    if (at->step % 5 && !test_full)
        return;
    for (int i = 0; i < VL_LEN(screens); i++) {
        at->cli->columns = screens[i].columns;
        at->cli->rows = screens[i].rows;
        const char *text = printed(at, print_decision);
        int lines = check_lines(at, text);
        check_stops(at, text);
        snprintf(said, sizeof said, "%d lines on %dx%d", lines, screens[i].columns,
                 screens[i].rows);
        if (lines > screens[i].rows - 1)
            fault(at, said, at->b->prompt);
        text = printed(at, print_lists);
        check_lines(at, text);
        check_stops(at, text);
    }
}

TEST(board_decisions_fit_the_screen)
{
    CHECK_EQ(faults_of(look_at_screen), 0);
}

/* ---- moves ---- */

static void look_at_moves(struct spot *at)
{
    const struct board *b = at->b;

    for (int i = 0; i < b->actions_len; i++)
        for (int k = 0; k < i; k++)
            if (strcmp(b->actions[i].text, b->actions[k].text) == 0)
                fault(at, b->actions[k].id, b->actions[i].text);
}

TEST(board_moves_are_told_apart)
{
    CHECK_EQ(faults_of(look_at_moves), 0);
}

/* The words behind "7)" in a list of moves, as one line; "" if it is not there. */
static void shown_move(const char *text, int n, int len, char *out, size_t cap)
{
    char lead[16], next[16];
    struct vl_buf o = vl_buf_on(out, cap);
    const char *from, *to = NULL;

    snprintf(lead, sizeof lead, " %d) ", n);
    from = strstr(text, lead);
    for (int i = n + 1; from && i <= len && !to; i++) {
        snprintf(next, sizeof next, " %d) ", i);
        to = strstr(from, next);
    }
    for (const char *at = from ? from + strlen(lead) : ""; *at && at != to; at++) {
        bool space = *at == ' ' || *at == '\n';
        if (!space || (o.len && out[o.len - 1] != ' '))
            vl_put_char(&o, space ? ' ' : *at);
    }
}

/* On the drawn board, under one heading. */
static void look_at_short_moves(struct spot *at)
{
    const struct board *b = at->b;
    const char *text;

    if (at->step % 3 && !test_full)
        return;
    for (int columns = 60; columns <= 100; columns += 40) {
        at->cli->columns = columns;
        text = printed(at, print_moves);
        for (int i = 0; i < b->actions_len; i++) {
            char one[512], other[512];
            shown_move(text, i + 1, b->actions_len, one, sizeof one);
            for (int k = i + 1; k < b->actions_len; k++) {
                if (strcmp(b->actions[i].group, b->actions[k].group) != 0)
                    continue;
                shown_move(text, k + 1, b->actions_len, other, sizeof other);
                if (one[0] && strcmp(one, other) == 0)
                    fault(at, b->actions[i].id, other);
            }
            if (!one[0] && !board_in_row(b, i))
                fault(at, "not shown", b->actions[i].id);
        }
    }
}

TEST(board_short_moves_are_told_apart)
{
    CHECK_EQ(faults_of(look_at_short_moves), 0);
}

/* ---- card and look ---- */

/* Every thing on the table is found by its name, and its text is there. */
static struct card_known known_at;
static const char *typed_at;
static bool found_at;

static void print_card(struct spot *at)
{
    found_at = card_show(&known_at, at->cli, typed_at);
}

static void print_look(struct spot *at)
{
    found_at = card_look(&known_at, at->cli, typed_at);
}

/* The words of a text in a row, wherever its lines were broken. */
static bool says(const char *text, const char *words)
{
    static char flat[1 << 16];
    struct vl_buf b = vl_buf_on(flat, sizeof flat);

    for (; *text; text++)
        if ((*text != ' ' && *text != '\n') || (b.len && flat[b.len - 1] != ' '))
            vl_put_char(&b, *text == '\n' ? ' ' : *text);
    return strstr(flat, words) != NULL;
}

static void look_at_cards(struct spot *at)
{
    const struct board *b = at->b;

    if (at->step % 17)
        return;
    known_at = (struct card_known){ b, at->r };
    for (int i = 0; i < b->items_len; i++) {
        typed_at = board_key(b->items[i].id);
        for (int k = 0; k < b->items_len; k++) /* a room 1 and a die 1 */
            if (k != i && strcmp(board_key(b->items[k].id), board_key(b->items[i].id)) == 0)
                typed_at = b->items[i].id;
        const char *text = printed(at, print_card);
        if (!found_at || !says(text, b->items[i].name))
            fault(at, "not found", typed_at);
        if (b->items[i].about && !says(text, b->items[i].about))
            fault(at, "without its text", text);
        if (!says(text, b->zones[b->items[i].zone].label))
            fault(at, "lies nowhere", text);
        check_lines(at, text);
    }
    typed_at = "";
    const char *text = printed(at, print_look);
    for (int z = 0; z < b->zones_len; z++)
        for (int i = 0; i < b->items_len; i++)
            if (b->items[i].zone == z && !says(text, b->zones[z].label))
                fault(at, "zone not in look", b->zones[z].label);
    check_stops(at, text);
}

TEST(board_card_and_look_show_everything)
{
    RULE("EN-INFO-01");
    CHECK_EQ(faults_of(look_at_cards), 0);
}

/* At any time, also of kingdoms that are not in the game. */
static void look_at_kingdoms(struct spot *at)
{
    const struct board *b = at->b;
    bool en = at->cli->lang == VL_EN;

    if (strcmp(at->kind->game, "enchanters") != 0 || at->step % 49)
        return;
    known_at = (struct card_known){ b, at->r };
    for (int i = 0; i < 2; i++) {
        typed_at = i ? "Mort" : "goblins";
        const char *text = printed(at, print_card);
        if (!found_at || (!i && (!says(text, en ? "Helmet" : "Casque") ||
                                 !says(text, en ? "+3 Defence this turn." : "+3 en D\u00e9fense"))))
            fault(at, "kingdom", text);
        check_lines(at, text);
    }
    typed_at = "nothing at all";
    printed(at, print_card);
    if (found_at)
        fault(at, "found", typed_at);
}

TEST(board_kingdoms_can_be_read_at_any_time)
{
    RULE("EN-INFO-03");
    CHECK_EQ(faults_of(look_at_kingdoms), 0);
}

/* ---- all of them ---- */

static struct {
    look_fn *look;
    int full; /* so many games of each kind with --full, else one */
    int faults;
} looks[] = {
    { look_at_sentences, 10, 0 },  { look_at_screen, 4, 0 }, { look_at_moves, 10, 0 },
    { look_at_short_moves, 4, 0 }, { look_at_cards, 4, 0 },  { look_at_kingdoms, 1, 0 },
};

/* Reading a view is most of the work: everything is looked at in the same one. */
static void look_at_all(struct spot *at)
{
    int lang = at->cli->lang;

    for (int i = 0; i < VL_LEN(looks); i++) {
        if (at->game >= test_times(1, looks[i].full))
            continue;
        *at->cli = reader();
        at->cli->lang = lang;
        at->faults = looks[i].faults;
        looks[i].look(at);
        looks[i].faults = at->faults;
    }
}

static int faults_of(look_fn *look)
{
    static bool is_played;
    struct cli cli = reader();
    int faults = -1;

    if (!is_played)
        play_all(&cli, test_times(1, 10), look_at_all);
    is_played = true;
    for (int i = 0; i < VL_LEN(looks); i++)
        if (looks[i].look == look)
            faults = looks[i].faults;
    return faults;
}

/* ---- the screen ---- */

TEST(board_words_stay_whole)
{
    struct cli cli = reader();
    char text[64];
    struct vl_buf b = vl_buf_on(text, sizeof text);

    cli_fit(&cli, &b, "Guardians off the paths", 15, false);
    CHECK_STR(text, "Guardians off\u2026");
    b = vl_buf_on(text, sizeof text);
    cli_fit(&cli, &b, "immune to rerolled dice", 23, false);
    CHECK_STR(text, "immune to rerolled dice");
    b = vl_buf_on(text, sizeof text);
    cli_fit(&cli, &b, "Une fois par tour\u00a0: payez", 21, false);
    CHECK_STR(text, "Une fois par tour\u2026");
    cli.utf8 = false;
    b = vl_buf_on(text, sizeof text);
    cli_fit(&cli, &b, "Guardians off the paths", 16, true);
    CHECK_STR(text, "Guardians off...");
    cli.columns = 20;
    CHECK_EQ(cli_columns(&cli), CLI_WIDTH_MIN);
    cli.columns = 1000;
    CHECK_EQ(cli_columns(&cli), CLI_WIDTH_MAX);
    cli.columns = 0;
    CHECK_EQ(cli_columns(&cli), CLI_WIDTH);
}
