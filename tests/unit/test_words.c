/* Typed words: whatever the screen shows of a move means this move, in both languages
 * and whichever of them is shown. */
#include "table.h"

#include "cli/play/words.h"
#include "cli/words.h"
#include "text/view.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { GAMES = 3, NODES = 1 << 16 };

struct screen {
    struct cli cli;
    struct board *own, *other;
    char *text;
    struct vl_json_node *nodes;
};

static bool open_screen(struct screen *s)
{
    memset(s, 0, sizeof *s);
    s->cli.utf8 = true;
    s->cli.out = stdout;
    s->own = malloc(sizeof *s->own);
    s->other = malloc(sizeof *s->other);
    s->text = malloc(VL_VIEW_BYTES);
    s->nodes = malloc(NODES * sizeof *s->nodes);
    return CHECK(s->own && s->other && s->text && s->nodes);
}

static void close_screen(struct screen *s)
{
    free(s->own);
    free(s->other);
    free(s->text);
    free(s->nodes);
}

/* What the seat to move is shown, in one language. */
static void read_board(struct screen *s, const struct table *t, int lang, struct board *out)
{
    struct vl_view_ask ask = { .seat = t->s.base.actor, .lang = (uint8_t)lang };
    struct vl_json w = vl_json_on(s->text, VL_VIEW_BYTES);
    struct vl_json_doc doc;
    struct vl_error err;

    vl_view_json(&w, &t->r, &t->s.base, &ask);
    CHECK(!w.out.full);
    CHECK_EQ(vl_json_parse(&doc, w.out.p, w.out.len, s->nodes, NODES, &err), VL_OK);
    board_read(out, &s->cli, &doc, 0);
}

static void read_boards(struct screen *s, const struct table *t, int lang)
{
    s->cli.lang = lang;
    read_board(s, t, lang, s->own);
    read_board(s, t, lang == VL_FR ? VL_EN : VL_FR, s->other);
    s->own->other = s->other;
}

static bool holds(const struct words_found *f, int at)
{
    for (int i = 0; i < f->len; i++)
        if (f->at[i] == at)
            return true;
    return false;
}

/* The heading and a text typed, in capitals and with accents as they are: this move, or
 * a choice with it. */
static void check_line(const struct screen *s, const char *game, int at, const char *head,
                       const char *text)
{
    static struct words_found f;
    char line[4 * VL_TEXT_MAX];

    snprintf(line, sizeof line, "%s%s%s", head, head[0] ? ": " : "", text);
    words_find(s->own, &s->cli, game, line, &f);
    if (!holds(&f, at))
        test_check_str(line, s->own->actions[at].id, "typed as shown", __FILE__, __LINE__);
    CHECK(f.is_said || !head[0]);
}

static void check_shown(const struct screen *s, const char *game)
{
    for (int i = 0; i < s->own->actions_len; i++) {
        const struct board_action *a = &s->own->actions[i], *o = NULL;
        char brief[VL_TEXT_MAX], listed[2 * VL_TEXT_MAX];

        for (int k = 0; k < s->other->actions_len && !o; k++)
            if (strcmp(s->other->actions[k].id, a->id) == 0)
                o = &s->other->actions[k];
        if (!CHECK(o != NULL))
            return;
        check_line(s, game, i, a->group, a->text);
        check_line(s, game, i, o->group, o->text);
        check_line(s, game, i, a->group, o->text);
        check_line(s, game, i, "", a->text);
        check_line(s, game, i, "", a->id);
        snprintf(listed, sizeof listed, "%s (%s)", a->text, a->id);
        check_line(s, game, i, a->group, listed);
        board_brief(s->own, &s->cli, a, brief, sizeof brief);
        check_line(s, game, i, a->group, brief);
        board_brief(s->other, &s->cli, o, brief, sizeof brief);
        check_line(s, game, i, o->group, brief);
    }
}

/* A sentence that no other move shares is that move and nothing else. */
static void check_sure(const struct screen *s, const char *game)
{
    static struct words_found f;

    for (int i = 0; i < s->own->actions_len; i++) {
        words_find(s->own, &s->cli, game, s->own->actions[i].text, &f);
        for (int k = 0; k < f.len && f.len > 1; k++)
            CHECK_STR(s->own->actions[f.at[k]].text, s->own->actions[i].text);
    }
}

static struct vl_move any_move(const struct table *t, struct vl_rng *rng)
{
    struct vl_move list[VL_MOVES_MAX];
    int n;

    if (t->s.base.actor == VL_CHANCE)
        return vl_sample(&t->r, &t->s.base, rng);
    n = vl_legal(&t->r, &t->s.base, list);
    return list[vl_rng_below(rng, (uint32_t)n)];
}

static void check_games(struct table *t, const char *options, int games)
{
    struct vl_rng rng = vl_rng_seed(77);
    struct screen s;

    if (!open_screen(&s))
        return;
    for (int g = 0; g < games; g++) {
        table_open(t, options);
        for (int n = 0; t->s.base.actor != VL_OVER; n++) {
            if (t->s.base.actor >= 0 && n % 3 == 0) {
                read_boards(&s, t, n % 2 ? VL_FR : VL_EN);
                check_shown(&s, t->game->id);
                check_sure(&s, t->game->id);
            }
            vl_apply_legal(&t->r, &t->s.base, any_move(t, &rng), NULL);
        }
    }
    close_screen(&s);
}

TEST(words_shown_of_a_move_mean_it_in_runemasters)
{
    static struct table t = TABLE(runemasters);

    check_games(&t, "guardians=4", test_times(GAMES, 40));
    check_games(&t, "guardians=3 difficulty=hero", test_times(GAMES, 40));
}

TEST(words_shown_of_a_move_mean_it_in_enchanters)
{
    static struct table t = TABLE(enchanters);

    check_games(&t, "players=2", test_times(GAMES, 40));
    check_games(&t, "players=4 kingdom_mode=draft", test_times(1, 20));
}

/* ---- by hand ---- */

/* What a line means: a notation, "?" if several fit, "" if none. */
static const char *meant(struct screen *s, struct table *t, int lang, const char *line)
{
    FILE *was = s->cli.out;
    int at;

    read_boards(s, t, lang);
    s->cli.out = fopen("/dev/null", "w");
    at = words_move(s->own, &s->cli, t->game->id, line, false);
    fclose(s->cli.out);
    s->cli.out = was;
    return at >= 0 ? s->own->actions[at].id : at == WORDS_ANSWERED ? "?" : "";
}

TEST(words_of_both_languages_are_understood_in_either)
{
    static struct table t = TABLE(enchanters);
    static const char *const lines[][2] = {
        { "voyager hache", "journey 0" },
        { "take the axe", "journey 0" },
        { "JOURNEY Axe", "journey 0" },
        { "prendre hache", "journey 0" },
        { "voyagez vers hache", "journey 0" },
        { "combattre gobelin", "journey 1" },
        { "fight goblin", "journey 1" },
        { "axe", "?" }, /* a name alone is no order */
        { "journey", "?" },
        { "dance", "" },
    };
    struct screen s;

    if (!open_screen(&s))
        return;
    table_load(&t, "{'road':['gob_axe','gob_goblin'],'atk':9}");
    for (int i = 0; i < VL_LEN(lines); i++)
        for (int lang = 0; lang < VL_LANGS; lang++)
            test_check_str(meant(&s, &t, lang, lines[i][0]), lines[i][1], lines[i][0], __FILE__,
                           __LINE__);
    table_play(&t, "journey 0");
    for (int lang = 0; lang < VL_LANGS; lang++) {
        CHECK_STR(meant(&s, &t, lang, "take"), "proceed");
        CHECK_STR(meant(&s, &t, lang, "prenez hache"), "proceed");
        CHECK_STR(meant(&s, &t, lang, "Prendre"), "proceed");
    }
    table_play(&t, "proceed");
    for (int lang = 0; lang < VL_LANGS; lang++) {
        CHECK_STR(meant(&s, &t, lang, "end turn"), "end_turn");
        CHECK_STR(meant(&s, &t, lang, "terminer le tour"), "end_turn");
        CHECK_STR(meant(&s, &t, lang, "fin"), "end_turn");
    }
    close_screen(&s);
}

TEST(words_name_colours_paths_and_monsters)
{
    static struct table t = TABLE(runemasters);
    static const char *const lines[][2] = {
        { "toucher troll", "hit 0" },
        { "frapper", "hit 0" },
        { "hit red troll", "hit 0" },
        { "strike", "hit 0" },
        { "move blue", "move 1 blue" },
        { "aller bleu", "move 1 blue" },
        { "se deplacer bleu", "move 1 blue" },
        { "go to the blue path", "move 1 blue" },
        { "terminer", "end" },
        { "finir", "end" },
        { "end turn", "end" },
        { "relancer", "?" },
        { "relancer rouge", "?" },
        { "reroll one die blue", "reroll 1" },
        { "reroll red blue", "reroll 0 1" },
    };
    struct screen s;

    if (!open_screen(&s))
        return;
    table_load(&t, "{'base':'D4','active':'neltai','dice':['red','blue','green','yellow'],"
                   "'paths':{'red':['troll_red','-','-','-','-']}}");
    t.s.runemasters.used = 12;
    for (int i = 0; i < VL_LEN(lines); i++)
        for (int lang = 0; lang < VL_LANGS; lang++)
            test_check_str(meant(&s, &t, lang, lines[i][0]), lines[i][1], lines[i][0], __FILE__,
                           __LINE__);
    close_screen(&s);
}

TEST(words_of_a_move_that_is_not_possible_are_spelled_out)
{
    static struct table t = TABLE(enchanters);
    struct screen s;
    char out[128];

    if (!open_screen(&s))
        return;
    table_load(&t, "{'road':['gob_axe','gob_goblin'],'seats':[{'crystals':0}]}");
    read_boards(&s, &t, VL_FR);
    CHECK(words_spell(s.own, "enchanters", "journey goblin", out, sizeof out));
    CHECK_STR(out, "journey 1");
    CHECK(words_spell(s.own, "enchanters", "voyager vers gobelin", out, sizeof out));
    CHECK_STR(out, "journey 1");
    CHECK(words_spell(s.own, "enchanters", "journey 5", out, sizeof out));
    CHECK_STR(out, "journey 5");
    CHECK(!words_spell(s.own, "enchanters", "dance", out, sizeof out));
    CHECK_STR(meant(&s, &t, VL_EN, "rest village 2"), ""); /* not the rest that heals 2 wounds */
    read_boards(&s, &t, VL_FR);
    CHECK(words_useless(s.own, "goblin") >= 0);
    CHECK_EQ(words_useless(s.own, "zzz"), -1);
    close_screen(&s);
}

/* No word for a move is the name of a command, which would come first. */
TEST(words_for_moves_are_no_commands)
{
    static const char *const commands[] = {
        "cli.cmd.board", "cli.cmd.help",    "cli.cmd.hint",  "cli.cmd.lang", "cli.cmd.log",
        "cli.cmd.moves", "cli.cmd.preview", "cli.cmd.quit",  "cli.cmd.redo", "cli.cmd.rules",
        "cli.cmd.save",  "cli.cmd.undo",    "cli.cmd.view",  "cli.cmd.why",  "join.cmd.back",
        "join.cmd.bot",  "join.cmd.say",    "join.cmd.name",
    };

    for (int g = 0; g < vl_games_len(); g++)
        for (int k = 1; k < vl_game_at(g)->moves_len; k++)
            for (int lang = 0; lang < VL_LANGS; lang++) {
                char id[128];
                snprintf(id, sizeof id, "%s.say.%s", vl_game_at(g)->prefix,
                         vl_game_at(g)->moves[k].word);
                const char *say = vl_text_find(lang, id);
                bool chance = vl_game_at(g)->moves[k].flags & VL_MOVE_CHANCE;
                if (!test_check(say || chance, id, __FILE__, __LINE__))
                    continue;
                for (; say && *say; say += strspn(say, " ")) {
                    char word[64];
                    struct vl_buf b = vl_buf_on(word, sizeof word);
                    cli_plain_word(&b, say, strcspn(say, " "));
                    for (int c = 0; c < VL_LEN(commands); c++)
                        test_check(!cli_called(commands[c], word, false), word, __FILE__, __LINE__);
                    say += strcspn(say, " ");
                }
            }
}
