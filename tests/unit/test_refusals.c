/* Refusals in words: what EN-ERR and RM-BAD ask a message to name stands in it,
 * and no refusal of any game leaves a place unfilled. */
#include "table.h"

#include <stdio.h>
#include <string.h>

#include "rule_ids.h"
#include "text/rules.h"
#include "text/text.h"
#include "text/view.h"

enum { GAMES = 4, TRIES = 12 };

/* What a reader of options is told. */
static const char *option_fault(const struct vl_game *g, const char *options, int lang)
{
    static char line[2 * VL_TEXT_MAX];
    struct vl_buf b = vl_buf_on(line, sizeof line);
    struct vl_pack pack;
    struct vl_rules r;
    struct vl_error err;

    vl_pack_builtin(&pack, g);
    vl_rules_init(&r, g, pack.block, &pack.info);
    if (vl_options_parse(&r, options, &err) != VL_OK || vl_rules_prepare(&r, &err) != VL_OK)
        vl_text_error(&b, lang, &r, &err);
    return line;
}

/* What a reader of positions is told. */
static const char *position_fault(struct table *t, const char *json, int lang)
{
    static char line[2 * VL_TEXT_MAX];
    struct vl_buf b = vl_buf_on(line, sizeof line);

    if (table_bad_position(t, json)[0] != '\0')
        vl_text_error(&b, lang, &t->r, &t->bad);
    return line;
}

TEST(en_a_refusal_names_the_card_and_the_numbers)
{
    static struct table t = TABLE(enchanters);

    RULE("EN-ERR-17");
    RULE("EN-ERR-18");
    RULE("EN-ERR-22");
    RULE("EN-ERR-23");
    table_load(&t, "{'options':{'players':3},'road':['gob_axe',null,'und_skeleton','gob_axe'],"
                   "'seats':[{'crystals':1},{'crystals':4},{'crystals':2}]}");
    CHECK_STR(table_said(&t, "journey 3", VL_EN), "The journey costs 3 crystals; you have 1.");
    CHECK_STR(table_said(&t, "journey 1", VL_EN), "Slot 1 is empty.");
    CHECK_STR(table_said(&t, "journey 1", VL_FR), "L’emplacement 1 est vide.");
    CHECK_STR(table_said(&t, "use start_fist#2 0", VL_EN),
              "There is no such ability: Fist, number 0.");
    CHECK_STR(table_said(&t, "use village 9", VL_EN),
              "There is no such ability: the village, number 9.");
    CHECK_STR(table_said(&t, "use village 2", VL_EN),
              "You cannot pay its cost: it takes 2 in crystals, there is 1.");
    CHECK_STR(table_said(&t, "use village 0", VL_EN),
              "That is not an ability of this kind: Normaltown bears a Rest action.");
    CHECK_STR(table_said(&t, "use village 0", VL_FR),
              "Ce n’est pas ce genre de capacité\u202f: Normalville porte une action de Repos.");
}

TEST(en_a_refusal_of_a_target_names_the_players)
{
    static struct table t = TABLE(enchanters);

    RULE("EN-ERR-24");
    RULE("EN-ERR-26");
    RULE("EN-ERR-28");
    table_load(&t, "{'options':{'players':4},'road':['wor_zealot'],'atk':5,"
                   "'seats':[{},{},{},{'items':['und_shield']}]}");
    table_play(&t, "journey 0", "proceed");
    CHECK_STR(table_said(&t, "target 9", VL_EN),
              "There is no such player; you may target: Player 2, Player 3.");
    CHECK_STR(table_said(&t, "target 3", VL_EN), "Player 4 is protected by the shield.");
    CHECK_STR(table_said(&t, "target 0", VL_FR), "Visez quelqu’un d’autre que vous.");
}

TEST(en_what_was_typed_is_named_even_if_it_is_nothing)
{
    static struct table t = TABLE(enchanters);

    RULE("EN-ERR-19");
    table_load(&t, "{'options':{'players':3},'road':['gob_axe']}");
    CHECK_STR(table_said(&t, "use zork 0", VL_EN), "There is no such ability: zork, number 0.");
    CHECK_STR(table_said(&t, "use \033[1mzork 0", VL_FR),
              "Cette décision est illisible à partir de «\u202f[1mzork\u202f».");
}

TEST(en_a_decision_after_the_end_is_refused_with_the_ranking)
{
    static struct table t = TABLE(enchanters);
    struct vl_rng rng = vl_rng_seed(5);
    struct vl_result res;
    char first[64];

    RULE("EN-ERR-10");
    table_open(&t, "players=2");
    while (t.s.base.actor != VL_OVER)
        vl_apply(&t.r, &t.s.base, table_any(&t, &rng), VL_ANYONE, NULL);
    vl_result(&t.r, &t.s.base, &res);
    snprintf(first, sizeof first, "The game is over; the ranking: 1. Player %d, 2. Player %d.",
             res.rank[0] <= res.rank[1] ? 1 : 2, res.rank[0] <= res.rank[1] ? 2 : 1);
    CHECK_STR(table_said(&t, "proceed", VL_EN), first);
    CHECK(strstr(table_said(&t, "proceed", VL_FR), "classement\u202f: 1. Joueur ") != NULL);

    /* who is tied to the end has the same place */
    table_load(&t, "{'options':{'players':3},'village':'moulinbas','phase':'game_over',"
                   "'outcome':'shared','road':[],'deck':[],'seats':[{'crystals':4},{'crystals':5},"
                   "{'crystals':5}]}");
    CHECK_STR(table_said(&t, "proceed", VL_EN),
              "The game is over; the ranking: 1. Player 2, 1. Player 3, 3. Player 1.");
}

TEST(en_a_kingdom_that_is_none_is_told_with_those_there_are)
{
    static struct table t = TABLE(enchanters);

    RULE("EN-ERR-02");
    RULE("EN-ERR-03");
    table_open(&t, "players=3");
    CHECK_STR(table_said(&t, "pick_kingdom zork", VL_EN),
              "There is no kingdom “zork”; there are: Worshippers, Barbarians, Draconians, Gnolls, "
              "Goblins, Unicorns, Undead, Thieves.");
    table_play(&t, "pick_kingdom goblins");
    CHECK_STR(table_said(&t, "pick_kingdom goblins", VL_EN),
              "The kingdom “Goblins” is already chosen.");
}

TEST(en_options_are_refused_with_what_is_allowed)
{
    static const struct {
        const char *options, *en;
    } rows[] = {
        { "players=7", "players=7: The game needs 2 to 4 players. [EN-ERR-01]" },
        { "kingdom_mode=list kingdoms=goblins,zork",
          "kingdoms=zork: There is no kingdom “zork”; there are: worshippers, barbarians, "
          "draconians, "
          "gnolls, goblins, unicorns, undead, thieves, ask. [EN-ERR-02]" },
        { "kingdom_mode=list kingdoms=goblins,goblins",
          "kingdoms=goblins: The kingdom “goblins” is already chosen. [EN-ERR-03]" },
        { "players=3 kingdom_mode=list kingdoms=goblins",
          "kingdoms: This number of players takes 3 kingdoms; 1 is named. [EN-ERR-04]" },
        { "players=3 first_player=3",
          "first_player: There is no such seat in this game: 0 to 2. [EN-ERR-06]" },
        { "frist_player=3", "frist_player: There is no such option. [EN-ERR-09]" },
        { "variant_quick=2",
          "variant_quick=2: That value is not allowed for variant_quick: no, yes "
          "(“kingdoms” goes with kingdom_mode=list only). [EN-ERR-36]" },
    };

    RULE("EN-ERR-01");
    RULE("EN-ERR-04");
    RULE("EN-ERR-06");
    RULE("EN-ERR-09");
    RULE("EN-ERR-36");
    for (int i = 0; i < VL_LEN(rows); i++)
        CHECK_STR(option_fault(&enchanters_game, rows[i].options, VL_EN), rows[i].en);
    CHECK(strstr(option_fault(&enchanters_game, "village=zork", VL_EN), "village=zork: ") != NULL);
    CHECK(strstr(option_fault(&enchanters_game, "village=zork", VL_FR), "normalville, ") != NULL);
}

TEST(en_a_seed_that_is_none_is_refused)
{
    static const char *const bad[] = { "", "zork", "-1", "1.5", "18446744073709551616", "0x10" };
    struct vl_error err;
    uint64_t seed = 5;

    RULE("EN-ERR-08");
    for (int i = 0; i < VL_LEN(bad); i++) {
        CHECK_EQ(vl_seed_read(&enchanters_game, bad[i], &seed, &err), VL_RANGE);
        CHECK_EQ(err.rule, EN_ERR_08);
        CHECK_STR(err.given, bad[i]);
    }
    CHECK_EQ(seed, 5);
    CHECK_EQ(vl_seed_read(&enchanters_game, "18446744073709551615", &seed, &err), VL_OK);
    CHECK_EQ(seed, UINT64_MAX);
    CHECK_EQ(vl_seed_read(&runemasters_game, "zork", &seed, &err), VL_RANGE);
    CHECK_EQ(err.rule, 0); /* Runemasters has no rule for it */
}

TEST(en_a_notation_that_cannot_be_read_is_told_with_the_word_where_it_stops)
{
    static struct table t = TABLE(enchanters);
    static const struct {
        const char *notation, *fr, *en;
    } rows[] = {
        { "journey cimeterre", "Cette décision est illisible à partir de «\u202fcimeterre\u202f».",
          "This decision cannot be read from “cimeterre” on." },
        { "journey 1 2 3", "Cette décision est illisible à partir de «\u202f2\u202f».",
          "This decision cannot be read from “2” on." },
        { "use village x", "Cette décision est illisible à partir de «\u202fx\u202f».",
          "This decision cannot be read from “x” on." },
        { "journey",
          "Cette décision est incomplète\u202f: il manque la suite après «\u202fjourney\u202f».",
          "This decision is incomplete: something is missing after “journey”." },
        { "use village",
          "Cette décision est incomplète\u202f: il manque la suite après «\u202fuse "
          "village\u202f».",
          "This decision is incomplete: something is missing after “use village”." },
        { "journye 1", "Il n’y a pas d’action «\u202fjournye\u202f».",
          "There is no such action: “journye”." },
        { "journey  1", "Cette décision est illisible à partir de «\u202f1\u202f».",
          "This decision cannot be read from “1” on." },
        { "jour\033[2Jney 1", "Il n’y a pas d’action «\u202fjour[2Jney\u202f».",
          "There is no such action: “jour[2Jney”." },
        { "", "Cette décision est illisible.", "This decision cannot be read." },
    };

    RULE("EN-ERR-30");
    table_open(&t, "players=3");
    for (int i = 0; i < VL_LEN(rows); i++) {
        CHECK_STR(table_said(&t, rows[i].notation, VL_FR), rows[i].fr);
        CHECK_STR(table_said(&t, rows[i].notation, VL_EN), rows[i].en);
    }
}

TEST(rm_a_notation_that_cannot_be_read_is_told_with_the_word_where_it_stops)
{
    static struct table t = TABLE(runemasters);

    RULE("RM-BAD-01");
    RULE("RM-BAD-02");
    table_open(&t, "guardians=3");
    CHECK_STR(table_said(&t, "move zero blue", VL_EN),
              "This decision cannot be read from “zero” on.");
    CHECK_STR(table_said(&t, "move 0 blue red", VL_FR),
              "Cette décision est illisible à partir de «\u202fred\u202f».");
    CHECK_STR(table_said(&t, "ultimate 0", VL_EN),
              "This decision is incomplete: something is missing after “ultimate 0”.");
    CHECK_STR(table_said(&t, "dance 0", VL_EN), "There is no such action: “dance”.");
    CHECK_STR(table_said(&t, "dance 0", VL_FR), "Il n’y a pas d’action «\u202fdance\u202f».");
    CHECK_STR(table_said(&t, "roll", VL_EN),
              "This decision is incomplete: something is missing after “roll”.");
}

TEST(a_notation_that_cannot_be_read_fills_the_error)
{
    static struct table t = TABLE(enchanters);
    char text[400];
    struct vl_error err;
    struct vl_move m = { 9, { 1 } };

    RULE("EN-ERR-30");
    table_open(&t, "players=3");
    CHECK_EQ(vl_move_read(&t.r, "journey 1 x", 9, &m, &err), VL_OK);
    CHECK_EQ(m.arg[0], 1);
    CHECK_EQ(vl_move_read(&t.r, "journey x", 9, &m, NULL), VL_REFUSED);
    CHECK_EQ(m.kind, 0);
    CHECK_EQ(vl_move_read(&t.r, "journey xyz", 9, &m, &err), VL_REFUSED);
    CHECK_EQ(err.status, VL_REFUSED);
    CHECK_EQ(err.rule, EN_ERR_30);
    CHECK_STR(err.where, "journey x");
    CHECK_STR(err.given, "x");
    CHECK_STR(err.key, "journey");
    memset(text, 'x', sizeof text); /* cut, and read to its end only */
    CHECK_EQ(vl_move_read(&t.r, text, sizeof text, &m, &err), VL_REFUSED);
    CHECK_EQ(strlen(err.where), sizeof err.where - 1);
    CHECK_EQ(strlen(err.given), sizeof err.given - 1);
}

TEST(en_a_position_out_of_range_is_refused_with_the_field_and_the_range)
{
    static struct table t = TABLE(enchanters);

    RULE("EN-ERR-34");
    CHECK_STR(position_fault(&t, "{'options':{'players':3},'active':3}", VL_EN),
              "/active: This position is impossible: not a whole number in 0..2. [EN-ERR-34]");
}

TEST(en_a_position_of_too_many_kingdoms_is_refused_with_their_names)
{
    static struct table t = TABLE(enchanters);
    static const char five[] =
        "{'road':['gob_axe','gno_bolas','thi_caftan','und_shield','uni_long_sword']}";
    static const char other[] =
        "{'kingdoms':['gnolls'],'road':['gob_axe','gno_bolas','thi_caftan']}";

    RULE("EN-ERR-35");
    CHECK_STR(position_fault(&t, five, VL_EN),
              "The position mixes more than four kingdoms, or one that is not its own: gnolls, "
              "goblins, unicorns, undead, thieves. [EN-ERR-35]");
    CHECK_STR(position_fault(&t, five, VL_FR),
              "La position mêle plus de quatre royaumes, ou un autre que les siens\u202f: gnolls, "
              "goblins, unicorns, undead, thieves. [EN-ERR-35]");
    CHECK_STR(position_fault(&t, other, VL_EN),
              "/kingdoms: The position mixes more than four kingdoms, or one that is not its own: "
              "goblins, thieves. [EN-ERR-35]");
}

TEST(rm_a_refusal_names_the_guardian)
{
    static struct table t = TABLE(runemasters);

    RULE("RM-BAD-21");
    RULE("RM-BAD-35");
    table_load(&t, "{'base':'D4','dice':['white','red','red','blue']}");
    CHECK_STR(table_said(&t, "mark_whirl 0 0", VL_EN), "Neltai has another mark.");
}

TEST(faults_as_json_have_the_code_word_and_the_value)
{
    struct vl_pack pack;
    struct vl_rules r;
    struct vl_error err;
    char memory[2048];
    struct vl_json w = vl_json_on(memory, sizeof memory);

    vl_pack_builtin(&pack, &enchanters_game);
    vl_rules_init(&r, &enchanters_game, pack.block, &pack.info);
    vl_options_parse(&r, "players=9", &err);
    vl_error_json(&w, &r, &err, VL_EN);
    CHECK_STR(memory, "{\"status\":\"range\",\"rule\":\"EN-ERR-01\",\"code\":\"ERR_PLAYERS_RANGE\","
                      "\"where\":\"players\",\"given\":\"9\","
                      "\"text\":\"The game needs 2 to 4 players. [EN-ERR-01]\"}");
}

/* ---- no place stays unfilled ---- */

static void try_anything(struct table *t, struct vl_rng *rng, bool *seen)
{
    struct vl_move m = { 0, { 0 } };

    m.kind = (uint8_t)(1 + vl_rng_below(rng, t->game->moves_len - 1u));
    for (int i = 0; i < t->game->moves[m.kind].args_len; i++)
        m.arg[i] = (uint8_t)(vl_rng_below(rng, 3) ? vl_rng_below(rng, 7) : vl_rng_next(rng) & 255);
    vl_rule no = vl_refuse(&t->r, &t->s.base, m, vl_rng_below(rng, 2) ? VL_ANYONE : 0);
    for (int lang = 0; no && lang < VL_LANGS; lang++) {
        char line[VL_TEXT_MAX];
        struct vl_buf b = vl_buf_on(line, sizeof line);

        seen[no] = true;
        vl_text_refusal(&b, lang, &t->r, &t->s.base, m, no, "");
        if (!CHECK(line[0] != '\0' && line[0] != '[' && !strchr(line, '{') && !b.full))
            printf("    %s: %s\n", vl_rule_texts[no].id, line);
    }
}

static void try_everywhere(struct table *t, const char *options, bool *seen)
{
    struct vl_rng rng = vl_rng_seed(77);

    for (int game = 0; game < test_times(GAMES, 200); game++) {
        table_open(t, options);
        while (t->s.base.actor != VL_OVER) {
            for (int i = 0; i < TRIES; i++)
                try_anything(t, &rng, seen);
            vl_apply(&t->r, &t->s.base, table_any(t, &rng), VL_ANYONE, NULL);
        }
        try_anything(t, &rng, seen);
    }
}

TEST(every_refusal_met_in_random_games_has_all_its_words)
{
    static struct table en = TABLE(enchanters), rm = TABLE(runemasters);
    static bool seen[VL_RULE_COUNT];
    int met = 0;

    try_everywhere(&en, "players=4", seen);
    try_everywhere(&en, "players=2", seen);
    try_everywhere(&rm, "guardians=3", seen);
    for (int i = 0; i < VL_RULE_COUNT; i++)
        met += seen[i];
    CHECK(met >= 30); /* that the law was put to the proof */
    CHECK(seen[EN_ERR_28]);
    CHECK(seen[RM_BAD_21]);
}
