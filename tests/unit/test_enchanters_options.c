/* The options of Enchanters, what is refused before a game begins (EN-ERR-01 to
 * -09, EN-ERR-36), and the lists of decisions (EN-DEC-05). */
#include "table.h"

#include <stdio.h>
#include <string.h>

#include "text/rules.h"

TEST(en_variants_may_be_truth_values_in_json)
{
    static struct table t = TABLE(enchanters);

    table_load(&t, "{'options':{'variant_quick':true,'variant_deep_dragons':false}}");
    CHECK_EQ(vl_option_get(&t.r, "variant_quick", 0), 1);
    CHECK_EQ(vl_option_get(&t.r, "variant_deep_dragons", 0), 0);
    CHECK_EQ(vl_option_get(&t.r, "variant_super_quick", 0), 0);
}

TEST(en_bad_options_are_refused_by_name)
{
    /* clang-format off */
    static const struct { const char *code, *where, *options; } rows[] = {
        { "ERR_PLAYERS_RANGE", "players", "players=1" },
        { "ERR_PLAYERS_RANGE", "players", "players=5" },
        { "ERR_PLAYERS_RANGE", "players", "players=0" },
        { "ERR_PLAYERS_RANGE", "players", "players=-2" },
        { "ERR_PLAYERS_RANGE", "players", "players=two" },
        { "ERR_PLAYERS_RANGE", "players", "players=" },
        { "ERR_PLAYERS_RANGE", "players", "players=99999999999999999999" },
        { "ERR_KINGDOM_UNKNOWN", "kingdoms", "kingdom_mode=list kingdoms=elves,goblins,undead,thieves" },
        { "ERR_KINGDOM_UNKNOWN", "kingdoms", "kingdom_mode=list kingdoms=Goblins,gnolls,undead,thieves" },
        { "ERR_KINGDOM_DUPLICATE", "kingdoms", "kingdom_mode=list kingdoms=goblins,gnolls,undead,goblins" },
        { "ERR_KINGDOM_DUPLICATE", "kingdoms", "kingdom_mode=list kingdoms=goblins,goblins" }, /* before the number */
        { "ERR_KINGDOM_COUNT", "kingdoms", "kingdom_mode=list" },
        { "ERR_KINGDOM_COUNT", "kingdoms", "kingdom_mode=list kingdoms=goblins,gnolls,undead" },
        { "ERR_KINGDOM_COUNT", "kingdoms", "players=3 kingdom_mode=list kingdoms=goblins,gnolls" },
        { "ERR_KINGDOM_COUNT", "kingdoms", "players=3 kingdom_mode=list kingdoms=goblins,gnolls,undead,thieves" },
        { "ERR_KINGDOM_COUNT", "kingdoms", "players=4 kingdom_mode=list kingdoms=goblins,gnolls,undead" },
        { "ERR_VILLAGE_UNKNOWN", "village", "village=rome" },
        { "ERR_VILLAGE_UNKNOWN", "village", "village=" },
        { "ERR_FIRST_PLAYER_RANGE", "first_player", "first_player=2" },
        { "ERR_FIRST_PLAYER_RANGE", "first_player", "players=3 first_player=3" },
        { "ERR_FIRST_PLAYER_RANGE", "first_player", "players=4 first_player=4" },
        { "ERR_FIRST_PLAYER_RANGE", "first_player", "first_player=-1" },
        { "ERR_FIRST_PLAYER_RANGE", "first_player", "first_player=ana" },
        { "ERR_VARIANT_CONFLICT", "variant_super_quick", "variant_quick=yes variant_super_quick=yes" },
        { "ERR_OPTION_UNKNOWN", "speed", "speed=9" },
        { "ERR_OPTION_UNKNOWN", "kingdoms.4", "kingdoms.4=goblins" },
        { "ERR_OPTION_UNKNOWN", "players.0", "players.0=3" },
        { "ERR_OPTION_UNKNOWN", "EN-RUL-01", "EN-RUL-01=no" },
        { "ERR_OPTION_VALUE", "kingdom_mode", "kingdom_mode=auction" },
        { "ERR_OPTION_VALUE", "variant_quick", "variant_quick=maybe" },
        { "ERR_OPTION_VALUE", "variant_super_quick", "variant_super_quick=1" },
        { "ERR_OPTION_VALUE", "variant_deep_dragons", "variant_deep_dragons=" },
        { "ERR_OPTION_VALUE", "kingdoms", "kingdoms=goblins,gnolls,undead,thieves" },
        { "ERR_OPTION_VALUE", "kingdoms", "kingdom_mode=random kingdoms=goblins" },
        { "ERR_OPTION_VALUE", "kingdoms", "kingdom_mode=first_game kingdoms.3=goblins" },
        /* several at once: the first of the table */
        { "ERR_FIRST_PLAYER_RANGE", "first_player", "kingdoms=goblins first_player=3" },
        { "ERR_VARIANT_CONFLICT", "variant_super_quick", "kingdoms=goblins variant_quick=yes variant_super_quick=yes" },
        { "ERR_KINGDOM_COUNT", "kingdoms", "kingdom_mode=list first_player=3 variant_quick=yes variant_super_quick=yes" },
    };
    /* clang-format on */
    static struct table t = TABLE(enchanters);

    RULE("EN-ERR-01");
    RULE("EN-ERR-02");
    RULE("EN-ERR-03");
    RULE("EN-ERR-04");
    RULE("EN-ERR-05");
    RULE("EN-ERR-06");
    RULE("EN-ERR-07");
    RULE("EN-ERR-09");
    RULE("EN-ERR-36");
    RULE("EN-VAR-05");
    RULE("EN-RUL-63");
    for (int i = 0; i < VL_LEN(rows); i++) {
        CHECK_STR(table_bad_options(&t, rows[i].options), rows[i].where);
        if (!CHECK_STR(table_bad_rule(&t), rows[i].code))
            printf("  %s\n", rows[i].options);
    }
}

/* A pack may have fewer than nine: by number, the last there is and the first there is not. */
TEST(en_a_kingdom_that_the_pack_has_not_is_refused)
{
    static struct table t = TABLE(enchanters);
    int kingdoms;

    RULE("EN-ERR-02");
    table_open(&t, "");
    kingdoms = ((const struct en_content *)t.r.content)->kingdoms_len;
    CHECK_EQ(enchanters_game.refuse(&t.r, &t.s.base,
                                    vl_move_of(EN_MV_PICK_KINGDOM, kingdoms - 1, 0), VL_ANYONE),
             0);
    CHECK_EQ(enchanters_game.refuse(&t.r, &t.s.base, vl_move_of(EN_MV_PICK_KINGDOM, kingdoms, 0),
                                    VL_ANYONE),
             EN_ERR_02);
}

TEST(en_the_options_are_those_of_the_rule_file)
{
    static const char *const names[] = { "players",
                                         "kingdom_mode",
                                         "kingdoms",
                                         "village",
                                         "first_player",
                                         "variant_quick",
                                         "variant_super_quick",
                                         "variant_deep_dragons" };
    static struct table t = TABLE(enchanters);
    char text[400];
    struct vl_buf b = vl_buf_on(text, sizeof text);

    RULE("EN-ERR-09");
    if (!CHECK_EQ(enchanters_game.options_len, VL_LEN(names)))
        return;
    for (int i = 0; i < VL_LEN(names); i++)
        CHECK_STR(enchanters_game.options[i].name, names[i]);
    table_open(&t, ""); /* the defaults */
    vl_options_write(&t.r, &b, true);
    CHECK_STR(
        text,
        "players=2 kingdom_mode=draft kingdoms=ask,ask,ask,ask village=random first_player=random "
        "variant_quick=no variant_super_quick=no variant_deep_dragons=no");
}

TEST(en_two_to_four_players)
{
    static struct table t = TABLE(enchanters);
    char text[60];

    RULE("EN-SET-01");
    for (int n = 2; n <= 4; n++) {
        snprintf(text, sizeof text, "players=%d", n);
        table_open(&t, text);
        CHECK_EQ(t.s.base.seats, n);
        for (int seat = 0; seat < n; seat++) {
            CHECK_EQ(vl_controller(&t.r, seat), seat);
            RULE("EN-SET-02");
            RULE("EN-SET-03");
            RULE("EN-SET-04");
            CHECK_EQ(t.s.enchanters.p[seat].crystals, 5);
            CHECK_EQ(t.s.enchanters.p[seat].wounds, 0);
            CHECK_EQ(en_top(&t.s.enchanters, seat, EN_PILE_ITEMS), en_content(&t.r)->starts + seat);
            CHECK_EQ(en_top(&t.s.enchanters, seat, EN_PILE_ENCHANTMENTS),
                     en_content(&t.r)->starts + 4 + seat);
            CHECK_EQ(t.s.enchanters.p[seat].len[EN_PILE_TROPHIES], 0);
        }
    }
}

TEST(en_variants_combine_with_deep_dragons_only)
{
    static const struct {
        const char *options;
        int cards, removed, stacked, upper;
    } rows[] = {
        { "players=2 variant_deep_dragons=yes", 52, 0, 6, 24 },
        { "players=3 variant_deep_dragons=yes", 75, 0, 9, 36 },
        { "players=4 variant_deep_dragons=yes", 100, 0, 12, 48 },
        { "players=2 variant_deep_dragons=yes variant_super_quick=yes", 52, 0, 4, 24 },
        { "players=3 variant_deep_dragons=yes variant_super_quick=yes", 39, 0, 6, 18 },
        { "players=4 variant_super_quick=yes", 52, 0, 8, 0 },
        { "players=2 variant_quick=yes", 42, 10, 6, 0 },
        { "players=3 variant_quick=yes", 60, 15, 9, 0 },
        { "players=4 variant_quick=yes variant_deep_dragons=yes", 80, 20, 12, -1 },
    };
    static struct table t = TABLE(enchanters);
    struct vl_rng rng = vl_rng_seed(61);
    char text[200];

    RULE("EN-VAR-02");
    RULE("EN-VAR-03");
    RULE("EN-VAR-04");
    RULE("EN-VAR-07");
    RULE("EN-VAR-09");
    RULE("EN-EX-24");
    for (int i = 0; i < VL_LEN(rows); i++) {
        int removed = 0, equipment;

        snprintf(text, sizeof text, "%s kingdom_mode=first_game village=moulinbas first_player=0",
                 rows[i].options);
        table_open(&t, text);
        while (t.s.base.phase == EN_PH_SETUP_REMOVE)
            vl_apply_legal(&t.r, &t.s.base, vl_sample(&t.r, &t.s.base, &rng), NULL);
        for (int card = 0; card < en_content(&t.r)->cards_len; card++)
            removed += vl_set_has(t.s.enchanters.removed, card);
        CHECK_EQ(removed, rows[i].removed);
        CHECK_EQ(en_deck_len(&t.s.enchanters), rows[i].cards);
        CHECK_EQ(t.s.enchanters.stacked, rows[i].stacked);
        equipment = t.s.enchanters.left[EN_KIND_ITEM] + t.s.enchanters.left[EN_KIND_ENCHANTMENT];
        CHECK_EQ(t.s.enchanters.upper,
                 rows[i].upper >= 0 ? rows[i].upper
                                    : (equipment + t.s.enchanters.left[EN_KIND_MONSTER] + 1) / 2);
        CHECK_EQ(t.s.enchanters.holes, rows[i].upper ? rows[i].stacked : 0);
        table_deal(&t, &rng);
        CHECK_EQ(en_deck_len(&t.s.enchanters), rows[i].cards - 6);
    }
}

TEST(en_travel_costs_are_the_slots)
{
    static struct table t = TABLE(enchanters);
    char move[20];

    RULE("EN-SET-16");
    RULE("EN-ROAD-02");
    RULE("EN-RUL-01");
    RULE("EN-RUL-02");
    for (int slot = 0; slot < 6; slot++)
        for (int discount = 0; discount <= 6; discount += 2) {
            table_load(
                &t,
                "{'road':['gob_axe','gob_axe','gob_helmet','gob_helmet','gno_bolas','gno_bolas']}");
            t.s.enchanters.discount = (int16_t)discount;
            snprintf(move, sizeof move, "journey %d", slot);
            table_play(&t, move);
            CHECK_EQ(t.s.enchanters.p[0].crystals, 5 - (slot > discount ? slot - discount : 0));
        }
}

/* ---- the order of the lists ---- */

TEST(en_decisions_are_listed_in_order)
{
    static struct table t = TABLE(enchanters);

    RULE("EN-DEC-05");
    table_load(&t, "{'village':'foire_franche','road':['gob_axe','gob_giant','gob_helmet',null,"
                   "null,'gno_bolas'],"
                   "'seats':[{'crystals':9,'wounds':1,'items':['start_fist','uni_arboris_apple']"
                   ",'enchantments':['start_of_enchanting','und_of_the_crypt'],"
                   "'trophies':['uni_homo_arboris']}]}");
    CHECK_STR(
        table_moves(&t),
        "use village 2, use village 3, use village 4, use uni_homo_arboris#1 0, journey 0, journey "
        "2, journey 5, "
        "rest village 0, rest village 1, rest uni_arboris_apple#1 0, rest und_of_the_crypt#1 0");
    table_play(&t, "journey 0");
    CHECK_STR(table_moves(&t),
              "use village 2, use village 3, use village 4, use uni_homo_arboris#1 0, proceed");
    table_play(&t, "proceed");
    CHECK_STR(table_moves(&t),
              "use village 2, use village 3, use village 4, use uni_homo_arboris#1 0, end_turn");
    table_load(&t, "{'road':['gob_axe'],'seats':[{'crystals':9,'items':['start_fist','thi_"
                   "scimitar'],'enchantments':['dra_of_venom'],'trophies':['wor_acolyte']}]}");
    CHECK_STR(table_moves(&t), "use village 2, use thi_scimitar#1 0, use dra_of_venom#1 0, use "
                               "wor_acolyte#1 0, journey 0, rest village 0, rest village 1");

    /* players clockwise from the active one, cards from bottom to top, slots ascending */
    table_load(&t, "{'options':{'players':4},'active':2,'road':['gno_bolas'],'seats':[{'"
                   "trophies':['gno_gnoll#3','gob_goblin','gno_gnoll#1']}]}");
    table_play(&t, "journey 0", "proceed");
    CHECK_STR(table_moves(&t), "target 3, target 0, target 1");
    table_play(&t, "target 0");
    CHECK_STR(table_moves(&t), "card gno_gnoll#3, card gob_goblin#1, card gno_gnoll#1");
    table_load(
        &t,
        "{'seats':[{'items':['und_scythe'],'enchantments':['gno_of_hunger'],'trophies':['gno_gnoll#"
        "2','uni_pink_dragon','gob_goblin']}],'road':[null,'gob_axe',null,'gob_helmet']}");
    table_play(&t, "use und_scythe#1 0");
    CHECK_STR(table_moves(&t), "slot 1, slot 3");
    table_play(&t, "slot 1", "use gno_of_hunger#1 0");
    CHECK_STR(table_moves(&t), "pay_card gno_gnoll#2, pay_card gob_goblin#1");
    table_load(&t, "{'phase':'turn_start','village':'roche_claire','seats':[{'enchantments':['"
                   "uni_of_regeneration']}],'road':['gob_axe']}");
    CHECK_STR(table_moves(&t), "trigger village 2, trigger uni_of_regeneration#1 0");
    table_open(&t, "");
    CHECK_STR(
        table_moves(&t),
        "pick_kingdom worshippers, pick_kingdom barbarians, pick_kingdom draconians, pick_kingdom "
        "gnolls, "
        "pick_kingdom goblins, pick_kingdom unicorns, pick_kingdom undead, pick_kingdom thieves");
}

/* Whatever is listed is allowed, and what is not listed is refused, with a reason. */
/* A card with a second ability, a card that is none: no number, and never legal. */
static void check_numbers_suffice(const struct table *t)
{
    static const int kinds[] = { EN_MV_USE, EN_MV_REST, EN_MV_TRIGGER };

    for (int i = 0; i < VL_LEN(kinds) * 256 * 8; i++) {
        struct vl_move m = vl_move_of(kinds[i / (256 * 8)], i / 8 % 256, i % 8);

        if (vl_action_of(&t->r, m) < 0)
            CHECK(vl_refuse(&t->r, &t->s.base, m, t->s.base.actor) != 0);
    }
}

TEST(en_the_list_and_the_refusals_agree)
{
    static const char *const tables[] = {
        "kingdom_mode=random", "players=3 kingdom_mode=random variant_quick=yes",
        "players=4 kingdom_mode=random variant_super_quick=yes variant_deep_dragons=yes"
    };
    static struct table t = TABLE(enchanters);
    struct vl_rng rng = vl_rng_seed(62);
    struct vl_move list[VL_MOVES_MAX];
    int actions = vl_actions_max(&enchanters_game), refused = 0;

    RULE("EN-ACTION-01");
    RULE("EN-ACTION-02");
    RULE("EN-ACTION-03");
    RULE("EN-ACTION-04");
    RULE("EN-ACTION-05");
    RULE("EN-ACTION-06");
    for (int k = 0; k < VL_LEN(tables); k++) {
        table_open(&t, tables[k]);
        while (t.s.base.actor != VL_OVER) {
            int n = vl_legal(&t.r, &t.s.base, list);

            if (t.s.base.actor >= 0 && vl_rng_below(&rng, 32) == 0)
                check_numbers_suffice(&t);
            if (t.s.base.actor >= 0 && vl_rng_below(&rng, 8) == 0)
                for (int a = 0; a < actions; a++) {
                    struct vl_move m = vl_action_move(&t.r, a);
                    bool listed = false;

                    for (int i = 0; i < n; i++)
                        listed = listed || vl_move_eq(list[i], m);
                    vl_rule no = vl_refuse(&t.r, &t.s.base, m, t.s.base.actor);
                    if (!CHECK_EQ(listed, no == 0))
                        return;
                    refused += no != 0;
                    CHECK(no == 0 || vl_rule_texts[no].code != NULL);
                }
            vl_apply_legal(&t.r, &t.s.base, table_any(&t, &rng), NULL);
        }
    }
    CHECK(refused > 1000);
}
