/* Positions of Enchanters: what is refused and by which rule (EN-ERR-31 to -35),
 * states that no game reaches, and every state of a game written and read. */
#include "table.h"

#include <stdio.h>
#include <string.h>

struct broken {
    const char *rule;  /* the code word or id that refuses */
    const char *where; /* the field at fault; "?": the position as a whole */
    const char *json;
};

static void check_refused(const struct broken *rows, int n)
{
    static struct table t = TABLE(enchanters);

    for (int i = 0; i < n; i++) {
        char where[120];

        strcpy(where, table_bad_position(&t, rows[i].json));
        if (!CHECK_STR(where, rows[i].where) || where[0] == '\0' ||
            !CHECK_STR(table_bad_rule(&t), rows[i].rule))
            printf("  %s\n", rows[i].json);
    }
}

#define CHECK_REFUSED(rows) check_refused((rows), VL_LEN(rows))

/* clang-format off */
TEST(en_a_position_names_cards_that_exist)
{
    static const struct broken rows[] = {
        { "ERR_POS_CARD_UNKNOWN", "/road/0", "{'road':['gob_sword']}" },
        { "ERR_POS_CARD_UNKNOWN", "/road/0", "{'road':['gob_axe#3']}" },
        { "ERR_POS_CARD_UNKNOWN", "/road/0", "{'road':['gob_axe#0']}" },
        { "ERR_POS_CARD_UNKNOWN", "/road/2", "{'road':['gob_axe','gob_axe','gob_axe']}" }, /* there are two */
        { "ERR_POS_CARD_UNKNOWN", "/road/1", "{'road':['uni_pink_dragon#1','uni_pink_dragon']}" },
        { "ERR_POS_CARD_UNKNOWN", "/seats/0/items/0", "{'seats':[{'items':['axe']}]}" },
        { "ERR_POS_CARD_UNKNOWN", "/deck/0", "{'deck':['gob_Axe']}" },
        { "ERR_POS_CARD_UNKNOWN", "/graveyard/0", "{'graveyard':['start_fist#5']}" },
        { "ERR_POS_CARD_UNKNOWN", "/removed/0", "{'removed':['mega_crystal']}" },
        { "ERR_POS_CARD_UNKNOWN", "/unseen/0", "{'unseen':['randomiser_goblins']}" },
        { "ERR_POS_CARD_UNKNOWN", "?", "{'road':['village']}" },
        { "ERR_POS_CARD_UNKNOWN", "?", "{'graveyard':['village']}" },
        { "ERR_POS_CARD_UNKNOWN", "?", "{'seats':[{'items':['village']}]}" },
        { "ERR_POS_CARD_UNKNOWN", "?", "{'seats':[{'items':['-']}]}" },
        { "ERR_POS_CARD_UNKNOWN", "?", "{'deck':[null]}" },
    };

    RULE("EN-ERR-31");
    CHECK_REFUSED(rows);
}

TEST(en_a_card_stands_in_one_place)
{
    static const struct broken rows[] = {
        { "ERR_POS_DUPLICATE", "?", "{'road':['gob_axe#1','gob_axe#1']}" },
        { "ERR_POS_DUPLICATE", "?", "{'road':['gob_axe#1'],'deck':['gob_axe#1']}" },
        { "ERR_POS_DUPLICATE", "?", "{'road':['gob_axe#1'],'graveyard':['gob_axe#1']}" },
        { "ERR_POS_DUPLICATE", "?", "{'road':['gob_axe#1'],'removed':['gob_axe#1']}" },
        { "ERR_POS_DUPLICATE", "?", "{'road':['gob_axe#1'],'unseen':['gob_axe#1']}" },
        { "ERR_POS_DUPLICATE", "?", "{'deck':['gob_axe#1'],'unseen':['gob_axe#1']}" },
        { "ERR_POS_DUPLICATE", "?", "{'seats':[{'items':['gob_axe#1']},{'items':['gob_axe#1']}]}" },
        { "ERR_POS_DUPLICATE", "?", "{'seats':[{'items':['start_fist#2']}]}" }, /* which is seat 1's own */
        { "ERR_POS_DUPLICATE", "?", "{'seats':[{'items':['start_fist','start_fist']}]}" },
        { "ERR_POS_DUPLICATE", "?", "{'road':['gob_axe#1'],'phase':'window_2','take':{'main':{'card':'gob_axe#1','from':1}}}" },
        { "ERR_POS_DUPLICATE", "/removed/1", "{'removed':['gob_axe#1','gob_axe#1']}" },
        { "ERR_POS_DUPLICATE", "/unseen/1", "{'unseen':['gob_axe#1','gob_axe#1']}" },
    };

    RULE("EN-ERR-32");
    RULE("EN-ST-02");
    CHECK_REFUSED(rows);
}

TEST(en_what_was_used_can_be_used)
{
    static const struct broken rows[] = {
        { "EN-ACT-05", "/village_uses", "{'village':'normalville','village_uses':[1,0,0,0,0]}" }, /* a Rest */
        { "EN-ACT-05", "/village_uses", "{'village':'normalville','village_uses':[0,0,0,0,1]}" }, /* none */
        { "EN-ACT-05", "/village_uses", "{'village':'foire_franche','village_uses':[0,0,2,0,0]}" }, /* once a turn */
        { "EN-ACT-05", "/used", "{'seats':[{'items':['start_fist']}],'used':['start_fist#1']}" },
        { "EN-ACT-05", "/used", "{'seats':[{'enchantments':['wor_of_vengeance#1']}],'used':['wor_of_vengeance#1'],'used_twice':['wor_of_vengeance#1']}" },
        { "EN-ACT-05", "/used_twice", "{'seats':[{'enchantments':['wor_of_torment#1']}],'used_twice':['wor_of_torment#1']}" },
        { "ERR_POS_RANGE", "/run/main", "{'run':{'main':{'at':1}}}" },
        { "ERR_POS_RANGE", "/run/visit", "{'run':{'visit':{'turn':1}}}" },
        { "ERR_POS_RANGE", "/take/visit", "{'take':{'visit':{'step':1}}}" },
    };

    RULE("EN-ACT-05");
    RULE("EN-ERR-34");
    CHECK_REFUSED(rows);
}

TEST(en_a_card_lies_in_the_pile_of_its_kind)
{
    static const struct broken rows[] = {
        { "ERR_POS_WRONG_PILE", "/seats/0/items", "{'seats':[{'items':['gob_of_fire']}]}" },
        { "ERR_POS_WRONG_PILE", "/seats/0/items", "{'seats':[{'items':['gob_goblin']}]}" },
        { "ERR_POS_WRONG_PILE", "/seats/0/enchantments", "{'seats':[{'enchantments':['gob_axe']}]}" },
        { "ERR_POS_WRONG_PILE", "/seats/1/trophies", "{'seats':[{},{'trophies':['gob_axe']}]}" },
        { "ERR_POS_WRONG_PILE", "/seats/1/trophies", "{'seats':[{},{'trophies':['start_of_enchanting#4']}]}" },
    };

    RULE("EN-ERR-33");
    RULE("EN-PILE-01");
    CHECK_REFUSED(rows);
}

TEST(en_numbers_of_a_position_are_in_range)
{
    static const struct broken rows[] = {
        { "ERR_POS_RANGE", "/seats/0/crystals", "{'seats':[{'crystals':1000}]}" },
        { "ERR_POS_RANGE", "/seats/0/crystals", "{'seats':[{'crystals':-1}]}" },
        { "ERR_POS_RANGE", "/seats/1/wounds", "{'seats':[{},{'wounds':1000}]}" },
        { "ERR_POS_RANGE", "/seats/1/wounds", "{'seats':[{},{'wounds':-1}]}" },
        { "ERR_POS_RANGE", "/seats/0/received", "{'seats':[{'received':-1}]}" },
        { "ERR_POS_RANGE", "/seats/0/healed", "{'seats':[{'healed':1.5}]}" },
        { "ERR_POS_RANGE", "/seats", "{'seats':[{},{},{}]}" },
        { "ERR_POS_RANGE", "/seats", "{'options':{'players':3},'seats':[{},{},{},{}]}" },
        { "ERR_POS_RANGE", "/road", "{'road':['gob_axe','gob_axe','gob_helmet','gob_helmet','gno_bolas','gno_bolas','thi_caftan']}" },
        { "ERR_POS_RANGE", "/active", "{'active':2}" },
        { "ERR_POS_RANGE", "/active", "{'options':{'players':3},'active':3}" },
        { "ERR_POS_RANGE", "/active", "{'active':-1}" },
        { "ERR_POS_RANGE", "/active", "{'active':9}" },
        { "ERR_POS_RANGE", "/atk", "{'atk':1000}" },
        { "ERR_POS_RANGE", "/phase", "{'phase':'night'}" },
        { "ERR_POS_RANGE", "/village", "{'village':'rome'}" },
        { "ERR_POS_RANGE", "/village", "{'village':'-','road':['gob_axe']}" },
        { "ERR_POS_RANGE", "/weather", "{'weather':'fine'}" },
        { "ERR_PLAYERS_RANGE", "/options/players", "{'options':{'players':5}}" },
    };
    static struct table t = TABLE(enchanters);

    RULE("EN-ERR-34");
    CHECK_REFUSED(rows);
    table_load(&t, "{'seats':[{'crystals':999,'wounds':999},{'crystals':0}],'road':['gob_axe']}");
    CHECK_EQ(t.s.enchanters.p[0].wounds, 999);
}

TEST(en_a_position_has_four_kingdoms_at_most)
{
    static const struct broken rows[] = {
        { "ERR_POS_KINGDOMS", "?", "{'road':['gob_axe','gno_bolas','thi_caftan','und_shield','uni_long_sword']}" },
        { "ERR_POS_KINGDOMS", "?", "{'road':['gob_axe'],'deck':['gno_bolas'],'graveyard':['thi_caftan'],'removed':['und_shield#1'],'seats':[{'items':['uni_long_sword']}]}" },
        { "ERR_POS_KINGDOMS", "?", "{'unseen':['gob_axe#1','gno_bolas#1','thi_caftan#1','und_shield#1','uni_long_sword#1']}" },
        { "ERR_POS_KINGDOMS", "/kingdoms", "{'kingdoms':['gnolls'],'road':['gob_axe']}" },
    };
    static struct table t = TABLE(enchanters);

    RULE("EN-ERR-35");
    CHECK_REFUSED(rows);
    table_load(&t, "{'road':['gob_axe','gno_bolas','thi_caftan','und_shield']}");
    CHECK_STR(table_str(&t, "/kingdoms"), "['gnolls','goblins','undead','thieves']");
}

/* What no game reaches, and what could not go on. */
TEST(en_a_position_can_go_on)
{
    static const struct broken rows[] = {
        /* the deck */
        { "ERR_POS_RANGE", "/kingdoms", "{'kingdoms':['goblins','goblins']}" },
        { "ERR_POS_RANGE", "/kingdoms", "{'kingdoms':['-']}" },
        { "ERR_POS_RANGE", "/kingdoms", "{'phase':'setup_kingdoms','kingdoms':['goblins','gnolls','undead','thieves']}" },
        { "ERR_POS_RANGE", "/kingdoms", "{'phase':'setup_kingdoms','road':['gob_axe']}" },
        { "ERR_POS_RANGE", "/to_stack", "{'phase':'turn_end','unseen':['gob_goblin#1','gob_ogre#1'],'stacked':6,'to_stack':1}" },
        { "ERR_POS_RANGE", "/to_stack", "{'phase':'turn_end','unseen':['gob_axe#1','gob_ogre#1'],'to_stack':1}" },
        { "ERR_POS_RANGE", "/upper", "{'phase':'turn_end','unseen':['gob_goblin#1','gob_ogre#1','gob_bronze_dragon#1'],'upper':3}" },
        { "ERR_POS_RANGE", "/upper", "{'phase':'turn_end','unseen':['gob_bronze_dragon#1'],'upper':3,'holes':2}" },
        { "ERR_POS_RANGE", "/to_remove", "{'to_remove':1,'unseen':['gob_axe#1']}" },
        { "ERR_POS_RANGE", "/to_remove", "{'phase':'setup_remove','unseen':['gob_axe#1']}" },
        { "ERR_POS_RANGE", "/to_remove", "{'phase':'setup_remove','to_remove':2,'unseen':['gob_axe#1']}" },
        { "ERR_POS_RANGE", "/deck", "{'phase':'setup_remove','to_remove':1,'unseen':['gob_axe#1'],'deck':['gob_goblin']}" },
        { "EN-ST-02", "/unseen", "{'unseen':['start_fist#3']}" },
        /* phases */
        { "ERR_POS_RANGE", "/outcome", "{'phase':'game_over'}" },
        { "ERR_POS_RANGE", "/outcome", "{'outcome':'won'}" },
        { "ERR_POS_RANGE", "/stage", "{'phase':'window_1','stage':'window_3'}" },
        { "ERR_POS_RANGE", "/stage", "{'phase':'choose_target'}" },
        { "ERR_POS_RANGE", "/stage", "{'phase':'choose_target','stage':'choose_card'}" },
        { "ERR_POS_RANGE", "/stage", "{'phase':'setup_deal','stage':'window_1'}" },
        { "ERR_POS_RANGE", "/phase", "{'phase':'choose_target','stage':'window_1'}" },
        { "ERR_POS_RANGE", "/phase", "{'phase':'order_trigger','stage':'window_1'}" },
        { "ERR_POS_RANGE", "/phase", "{'phase':'order_graveyard','stage':'window_1'}" },
        { "ERR_POS_RANGE", "/phase", "{'phase':'choose_slot','stage':'window_1','run':{'main':{'source':'village','index':2,'at':1}},'road':['gob_axe']}" },
        { "ERR_POS_RANGE", "/phase", "{'phase':'choose_card','stage':'window_1','run':{'main':{'source':'village','index':2,'at':1}},'road':['gob_axe']}" },
        { "ERR_POS_RANGE", "/phase", "{'phase':'choose_pay_card','stage':'window_1','run':{'main':{'source':'village','index':2}},'road':['gob_axe']}" },
        /* cards being taken */
        { "ERR_POS_RANGE", "/take/main", "{'phase':'window_2'}" },
        { "ERR_POS_RANGE", "/take/main", "{'phase':'take'}" },
        { "ERR_POS_RANGE", "/take/main", "{'phase':'window_3','take':{'main':{'card':'gob_axe#1'}}}" },
        { "ERR_POS_RANGE", "/take/main", "{'phase':'window_2','take':{'main':{'card':'gob_axe#1','from':6}}}" },
        { "ERR_POS_RANGE", "/take/main", "{'phase':'window_2','take':{'main':{'card':'gob_axe#1','from':0}},'road':['gob_helmet']}" },
        { "ERR_POS_RANGE", "/take/visit", "{'take':{'visit':{'card':'gob_axe#1','from':6}}}" },
        { "ERR_POS_RANGE", "/take", "{'phase':'window_2','take':{'main':{'card':'gob_axe#1','receiver':2}}}" },
        { "ERR_POS_RANGE", "/take", "{'phase':'window_2','take':{'main':{'card':'gob_axe#1','receiver':0}}}" },
        { "ERR_POS_RANGE", "/take/main", "{'take':{'main':{'held':'gob_axe#1'}}}" },
        /* abilities being carried out */
        { "ERR_POS_RANGE", "/run", "{'run':{'main':{'source':'village','index':2}}}" },
        { "ERR_POS_RANGE", "/run", "{'phase':'rest_resolve','run':{'main':{'source':'village','index':4}}}" },
        { "ERR_POS_RANGE", "/run", "{'phase':'rest_resolve','run':{'main':{'source':'start_fist#1'}}}" },
        { "ERR_POS_RANGE", "/run", "{'phase':'rest_resolve','run':{'main':{'source':'village','at':2}}}" },
        { "ERR_POS_RANGE", "/run", "{'phase':'rest_resolve','run':{'main':{'source':'village','target':2}}}" },
        { "ERR_POS_RANGE", "/run", "{'phase':'rest_resolve','run':{'main':{'source':'village','turn':3}}}" },
        { "ERR_POS_RANGE", "/run", "{'phase':'rest_resolve','run':{'main':{'source':'und_ghoul#1'}},'graveyard':['und_ghoul#1']}" },
        { "ERR_POS_RANGE", "/run", "{'phase':'rest_resolve','run':{'main':{'source':'gno_necklace#1'}},'graveyard':['gno_necklace#1']}" },
        { "ERR_POS_RANGE", "/run", "{'phase':'rest_resolve','seats':[{'crystals':1}],'run':{'main':{'source':'village','index':2}}}" },
        { "ERR_POS_RANGE", "/run/visit", "{'phase':'rest_resolve','run':{'visit':{'source':'gno_bolas#1'}},'graveyard':['gno_bolas#1']}" },
        /* triggers, cards on their way to the graveyard */
        { "ERR_POS_RANGE", "/triggers", "{'phase':'turn_start','listed':true,'triggers':{'main':{'village':[2]}}}" },
        { "ERR_POS_RANGE", "/triggers", "{'phase':'turn_start','listed':true,'triggers':{'main':{'cards':['gob_axe#1','-','-']}},'graveyard':['gob_axe#1']}" },
        { "ERR_POS_RANGE", "/triggers", "{'phase':'turn_start','listed':true,'triggers':{'main':{'cards':['village','-','-']}}}" },
        { "ERR_POS_RANGE", "/aside", "{'aside':['gob_axe#1']}" },
        { "ERR_POS_RANGE", "/aside", "{'phase':'order_graveyard','stage':'take','take':{'main':{'card':'gno_chieftain#1','step':2}},'run':{'main':{'source':'gno_chieftain#1'}},'aside':['gob_goblin#1','gob_goblin#2']}" },
        { "ERR_POS_RANGE", "/phase", "{'phase':'order_graveyard','stage':'take','take':{'main':{'card':'gno_chieftain#1','step':2}},'run':{'main':{'source':'gno_chieftain#1','turn':1}},'aside':['gob_goblin#1']}" },
        { "ERR_POS_RANGE", "/phase", "{'phase':'order_graveyard','stage':'take','take':{'main':{'card':'gno_chieftain#1','step':2}},'run':{'main':{'source':'gno_chieftain#1','turn':2}},'aside':['gob_goblin#1']}" },
        { "ERR_POS_RANGE", "/phase", "{'phase':'choose_card','stage':'take','take':{'main':{'card':'gno_roc#1','step':2}},'run':{'main':{'source':'gno_roc#1'}},'seats':[{},{'trophies':['gob_goblin','gno_gnoll']}]}" },
    };
    static struct table t = TABLE(enchanters);

    RULE("EN-ERR-34");
    RULE("EN-ST-03");
    CHECK_REFUSED(rows);
    /* and these can */
    table_load(&t, "{'phase':'setup_remove','to_remove':1,'unseen':['gob_axe#1']}"); /* the last one */
    table_load(&t, "{'phase':'choose_card','stage':'take','take':{'main':{'card':'gno_roc#1','step':2}},'run':{'main':{'source':'gno_roc#1','target':1}},'seats':[{},{'trophies':['gob_goblin','gno_gnoll']}]}");
    table_play(&t, "card gno_gnoll#1");
    CHECK_STR(table_str(&t, "/seats/0/trophies"), "['gno_gnoll#1','gno_roc#1']");
    table_load(&t, "{'phase':'rest_resolve','run':{'main':{'source':'village','index':0}},'road':['gob_axe']}");
    CHECK_EQ(t.s.enchanters.p[0].crystals, 8);
}
/* clang-format on */

/* A field set to what it cannot be, in a state that was sound. */
TEST(en_broken_states_are_noticed)
{
    static struct table t = TABLE(enchanters);
    struct en_state sound;
    vl_rule rule = 0;

    RULE("EN-ST-02");
    table_load(&t, "{'seats':[{'trophies':['gob_goblin#1']}],'road':['gob_axe#1'],'unseen':['"
                   "gob_ogre#1','gob_helmet#1']}");
    sound = t.s.enchanters;
    CHECK_STR(enchanters_game.broken(&t.r, &t.s.base, &rule), NULL);
    t.s.enchanters.road[1] = t.s.enchanters.road[0];
    CHECK(enchanters_game.broken(&t.r, &t.s.base, &rule) != NULL);
    CHECK_EQ(rule, EN_ERR_32);
    t.s.enchanters = sound;
    t.s.enchanters.left[EN_KIND_ITEM]++;
    CHECK(enchanters_game.broken(&t.r, &t.s.base, &rule) != NULL);
    CHECK_EQ(rule, EN_ST_02);
    t.s.enchanters = sound;
    t.s.enchanters.to_stack = 1;
    CHECK(enchanters_game.broken(&t.r, &t.s.base, &rule) != NULL);
    CHECK_EQ(rule, EN_ERR_34);
}

/* The last value that a counter can have, and the first that it cannot. */
TEST(en_counters_out_of_range_are_noticed)
{
    static struct table t = TABLE(enchanters);
    struct en_player *p = &t.s.enchanters.p[1];
    int16_t *const counters[] = { &p->crystals, &p->wounds, &p->received, &p->healed };

    RULE("EN-ERR-34");
    RULE("EN-VAL-11");
    table_load(&t, "{'road':['gob_axe#1']}");
    for (int k = 0; k < VL_LEN(counters); k++) {
        struct en_player sound = *p;
        struct vl_error err = { 0 };

        *counters[k] = -1;
        CHECK_EQ(vl_sound(&t.r, &t.s.base, &err), VL_INVALID);
        CHECK_EQ(err.rule, EN_ERR_34);
        *counters[k] = 0;
        CHECK_EQ(vl_sound(&t.r, &t.s.base, NULL), VL_OK);
        *counters[k] = EN_COUNTER_MAX;
        CHECK_EQ(vl_sound(&t.r, &t.s.base, NULL), VL_OK);
        *counters[k] = EN_COUNTER_MAX + 1;
        CHECK_EQ(vl_sound(&t.r, &t.s.base, &err), VL_INVALID);
        CHECK_EQ(err.rule, EN_ERR_34);
        *p = sound;
    }
}

/* What is kept although the cards tell it is counted anew. */
TEST(en_what_the_cards_tell_is_kept_rightly)
{
    static struct table t = TABLE(enchanters);
    struct en_state sound;
    vl_rule rule = 0;
    const char *wrong = "what the cards tell is kept wrongly";

    RULE("EN-ST-02");
    RULE("EN-VAL-01");
    table_load(&t, "{'seats':[{'items':['start_fist','gob_axe']}],'road':['gno_gnoll']}");
    sound = t.s.enchanters;
    CHECK_EQ(sound.road_len, 1);
    CHECK_EQ(sound.depth, 0);
    t.s.enchanters.road_len = 2;
    CHECK_STR(enchanters_game.broken(&t.r, &t.s.base, &rule), wrong);
    CHECK_EQ(rule, EN_ST_02);
    t.s.enchanters = sound;
    t.s.enchanters.p[0].icons[0]++;
    CHECK_STR(enchanters_game.broken(&t.r, &t.s.base, &rule), wrong);
    t.s.enchanters = sound;
    t.s.enchanters.p[0].top[EN_PILE_ITEMS]--;
    CHECK_STR(enchanters_game.broken(&t.r, &t.s.base, &rule), wrong);
    t.s.enchanters = sound;
    t.s.enchanters.p[1].tops ^= 1;
    CHECK_STR(enchanters_game.broken(&t.r, &t.s.base, &rule), wrong);
    t.s.enchanters = sound;
    t.s.enchanters.depth = 1;
    CHECK_STR(enchanters_game.broken(&t.r, &t.s.base, &rule), wrong);
}

/* Records of version 1.0.0 carry the hash of the bytes that a state had then: this one is
 * in the middle of a Rest, a visit, and the ability of what is visited. */
TEST(en_the_hash_of_a_state_is_that_of_the_first_version)
{
    static struct table t = TABLE(enchanters);

    RULE("EN-ST-03");
    table_load(&t, "{'options':{'players':3},'village':'tombeville','phase':'choose_target',"
                   "'stage':'rest_resolve','atk':3,'def':-2,'discount':1,'listed':true,"
                   "'seats':[{'wounds':2,'received':1},{'items':['start_fist','uni_long_sword']},"
                   "{}],'road':['wor_acolyte#1'],'graveyard':['dra_kobold#1'],"
                   "'unseen':['uni_dryad#1'],'removed':['uni_dryad#2'],"
                   "'take':{'visit':{'card':'dra_trap#1','from':6,'step':2}},"
                   "'run':{'main':{'source':'village','index':1,'at':1},"
                   "'visit':{'source':'dra_trap#1'}}}");
    CHECK_EQ(t.s.enchanters.depth, 2);
    CHECK_EQ(vl_state_hash(&t.r, &t.s.base), 0x3a7c2fb76460fbb5);
}

/* ---- the notation of positions ---- */

TEST(en_a_card_without_its_copy_is_the_lowest_left)
{
    static struct table t = TABLE(enchanters);

    RULE("EN-ST-01");
    table_load(&t, "{'seats':[{'items':['start_fist','gob_axe']},{'items':['start_fist'],'"
                   "trophies':['gob_goblin']}],"
                   "'road':['gob_goblin','gob_axe'],'deck':['gob_ogre'],'graveyard':['gob_"
                   "goblin#1','start_fist']}");
    CHECK_STR(table_str(&t, "/seats/0/items"), "['start_fist#1','gob_axe#1']");
    CHECK_STR(table_str(&t, "/seats/1/items"), "['start_fist#2']");    /* a seat's own */
    CHECK_STR(table_str(&t, "/seats/1/trophies"), "['gob_goblin#2']"); /* 1 is named elsewhere */
    CHECK_STR(table_str(&t, "/road"), "['gob_goblin#3','gob_axe#2','-','-','-','-']");
    CHECK_STR(table_str(&t, "/graveyard"), "['gob_goblin#1','start_fist#3']");
    CHECK_STR(table_str(&t, "/seats/0/enchantments"),
              "['start_of_enchanting#1']"); /* the defaults */
    CHECK_EQ(table_int(&t, "/seats/1/crystals"), 5);
    CHECK_STR(table_str(&t, "/village"), "normalville");
    CHECK_STR(table_phase(&t), "window_1");
}

/* Every state that a decision or chance is asked for in, written and read again. */
TEST(en_states_survive_being_written)
{
    static const char *const tables[] = {
        "", "players=3 kingdom_mode=random variant_quick=yes",
        "players=4 variant_super_quick=yes variant_deep_dragons=yes",
        "kingdom_mode=first_game variant_deep_dragons=yes"
    };
    static struct table t = TABLE(enchanters);
    struct vl_rng rng = vl_rng_seed(91);
    int phases[EN_PHASES] = { 0 };

    RULE("EN-ST-01");
    for (int k = 0; k < 16; k++) {
        table_open(&t, tables[k % VL_LEN(tables)]);
        for (;;) {
            struct en_state read, scratch;
            struct vl_error err = { 0 };

            phases[t.s.base.phase]++;
            table_state(&t);
            int st = vl_position_read(&t.r, &read.base, &scratch.base, &t.doc, 0, &err);
            if (!CHECK_EQ(st, VL_OK)) {
                printf("  %s: %s\n  %s\n", err.where, err.what, t.text);
                return;
            }
            if (!CHECK(memcmp(&read, &t.s.enchanters, sizeof read) == 0)) {
                printf("  %s\n", t.text);
                return;
            }
            if (t.s.base.actor == VL_OVER)
                break;
            vl_apply_legal(&t.r, &t.s.base, table_any(&t, &rng), NULL);
        }
    }
    CHECK(phases[EN_PH_CHOOSE_TARGET] > 0 && phases[EN_PH_CHOOSE_CARD] > 0 &&
          phases[EN_PH_SETUP_REMOVE] > 0);
}
