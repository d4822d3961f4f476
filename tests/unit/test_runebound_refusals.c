/* Refusals of Runebound in words (RB-ERR): each names what its row is about, with the numbers, in
 * both languages. Which refusal comes for what is in tests/scenarios/runebound/err.json. */
#include "rule_ids.h"
#include "table.h"
#include "text/text.h"

#include <string.h>

static struct table t = TABLE(runebound);

/* clang-format off */
#define SAYS(notation, en, fr) table_says(&t, notation, en, fr)

#define S "\u202f"

TEST(rb_refusals_of_movement_in_words)
{
    RULE("RB-ERR-05");
    RULE("RB-ERR-08");
    RULE("RB-ERR-10");
    RULE("RB-ERR-11");
    RULE("RB-ERR-12");
    RULE("RB-ERR-13");
    RULE("RB-ERR-14");
    RULE("RB-ERR-15");
    RULE("RB-ERR-16");
    RULE("RB-ERR-47");
    table_load(&t, "{'options':{'players':2},'phase':'move_plan','players':[{'hex':104}]}");
    SAYS("roll_dice 5", "You may roll 0 to 4 dice, not 5.", "Vous pouvez lancer de 0 à 4 dés, pas 5.");
    CHECK(strstr(table_said(&t, "end_move", VL_EN), "Not now. Player 1, how many movement dice") == table_said(&t, "end_move", VL_EN));
    table_load(&t, "{'options':{'players':2},'phase':'rest','rest':1,'to_roll':3,'players':[{'hex':104,'fatigue':1,'cards':['A14']},{'cards':['A05']}],'cards':{'A05':{'place':'held1','fatigue':1}}}");
    SAYS("rest A14", "No fatigue to remove: Iron Marta.", "Aucune fatigue à retirer" S ": Marta de Fer.");
    SAYS("rest A05", "That character is not yours: Dorrin Pike.", "Ce personnage n’est pas à vous" S ": Dorrin Pike.");
    table_load(&t, "{'options':{'players':2},'phase':'move','dice':[0,1],'spent':[1],'players':[{'hex':1}]}");
    SAYS("step 0 3", "That die was not rolled: die 3.", "Ce dé n’a pas été lancé" S ": dé 3.");
    SAYS("step 0 1", "That die is already spent: die 1.", "Ce dé a déjà servi" S ": dé 1.");
    SAYS("step 1 0", "There is no hex in that direction: 1.", "Il n’y a pas de case dans cette direction" S ": 1.");
    SAYS("step 0 0", "That die does not open this terrain: hills. It opens: plains, road, town.", "Ce dé n’ouvre pas ce terrain" S ": montagnes. Il ouvre" S ": plaines, route, ville.");
    table_load(&t, "{'options':{'players':2},'phase':'move','dice':[0,1],'players':[{'hex':1}]}");
    SAYS("step 0 1", "That die does not open this terrain: hills. It opens: plains, swamp, forest, town.", "Ce dé n’ouvre pas ce terrain" S ": montagnes. Il ouvre" S ": plaines, marécage, forêt, ville.");
    SAYS("step_free 0", "There is no free step left.", "Il ne reste plus de pas libre.");
    SAYS("go 246 0", "No way of that number leads there.", "Aucun chemin de ce numéro n’y mène.");
}

TEST(rb_refusals_of_heroes_and_places_in_words)
{
    RULE("RB-ERR-04");
    RULE("RB-ERR-06");
    RULE("RB-ERR-07");
    RULE("RB-ERR-17");
    RULE("RB-ERR-18");
    RULE("RB-ERR-19");
    RULE("RB-ERR-39");
    RULE("RB-ERR-40");
    table_load(&t, "{'options':{'players':3,'hero_mode':'chosen'},'phase':'hero_pick','active':1,'players':[{'hero':'H05'}]}");
    SAYS("choose_hero H13", "There is no such hero: H13.", "Ce héros n’existe pas" S ": H13.");
    SAYS("choose_hero H05", "That hero is already taken: One Fist.", "Ce héros est déjà pris" S ": Un-Poing.");
    table_load(&t, "{'options':{'players':3,'pvp':'off'},'phase':'arrive','players':[{'hex':85},{'hex':85},{'hex':105}]}");
    SAYS("attack_hero 2", "That hero is not here: the one of Player 3.", "Ce héros n’est pas ici" S ": celui de Joueur 3.");
    SAYS("attack_hero 1", "Heroes do not fight each other in this game.", "Les héros ne se combattent pas dans cette partie.");
    table_load(&t, "{'options':{'players':2},'phase':'arrive','players':[{'hero':'H09','hex':64},{'hero':'H06','hex':64,'wounds':3,'cards':['R01']}]}");
    SAYS("adventure", "There is no adventure here.", "Il n’y a pas d’aventure ici.");
    table_play(&t, "attack_hero 1", "stand", "attack H", "d20 1", "d20 20");
    SAYS("loot A01", "The loser does not own that card: Burning Priest.", "Le perdant n’a pas cette carte" S ": Prêtre ardent.");
    table_play(&t, "loot_none");
    SAYS("choose_town forge", "Choose one of the nearest towns: Tamalir, Frostgate.", "Choisissez l’une des villes les plus proches" S ": Tamalir, Frostgate.");
    CHECK_STR(table_refused_by(&t, "choose_town tamalir", 0), "E_NOT_YOUR_DECISION");
}

TEST(rb_refusals_of_fights_and_abilities_in_words)
{
    RULE("RB-ERR-21");
    RULE("RB-ERR-22");
    RULE("RB-ERR-23");
    RULE("RB-ERR-24");
    RULE("RB-ERR-25");
    RULE("RB-ERR-26");
    RULE("RB-ERR-27");
    RULE("RB-ERR-28");
    RULE("RB-ERR-29");
    table_load(&t, "{'options':{'players':2},'phase':'arrive','players':[{'hero':'H08','hex':85,'prev_hex':104,'wounds':2,'cards':['R36','R46','R19','A14']},{'hero':'H06','cards':['R37']}],'cards':{'R36':{'place':'held0','face_down':true}}}");
    table_play(&t, "adventure", "draw G05");
    SAYS("use R37 0", "That card is not yours: Wardstone Pendant.", "Cette carte n’est pas à vous" S ": Pendentif de pierre de garde.");
    SAYS("use A14 0", "Iron Marta: there is no ability number 0.", "Marta de Fer" S ": pas de capacité numéro 0.");
    SAYS("use R19 0", "That ability cannot be used now: Chainmail.", "Cette capacité ne s’utilise pas maintenant" S ": Cotte de mailles.");
    SAYS("use R36 0", "That card is face down: Hawk’s-Eye Charm.", "Cette carte est face cachée" S ": Charme d’œil-de-faucon.");
    table_play(&t, "use H08 0");
    SAYS("use H08 0", "That ability is already used: Spiritspeaker Mok.", "Cette capacité a déjà servi" S ": Mok Parle-aux-Esprits.");
    table_play(&t, "start", "stand");
    SAYS("defend A14", "Only the hero can defend.", "Seul le héros peut défendre.");
    table_play(&t, "attack A14", "d20 20");
    SAYS("attack A14", "One attack per combat round: Iron Marta.", "Une seule attaque par round" S ": Marta de Fer.");
    table_load(&t, "{'options':{'players':2},'phase':'arrive','players':[{'hero':'H08','hex':85,'wounds':1,'gold':0},{'hero':'H06'}]}");
    table_play(&t, "adventure", "draw N04", "d20 20");
    SAYS("choose yes", "You cannot pay for it: it takes 1 gold, you have 0.", "Vous ne pouvez pas en payer le prix" S ": il faut 1 pièce d’or, vous en avez 0.");
    table_load(&t, "{'options':{'players':2},'phase':'arrive','players':[{'hero':'H08','hex':85,'gold':4},{'hero':'H06'}]}");
    table_play(&t, "adventure", "draw N04", "d20 20");
    SAYS("choose yes", "That is not a legal target, or there is none.", "Ce n’est pas une cible permise, ou il n’y en a aucune.");
    /* the price of the ability that was asked for */
    table_with(&t, "/artifacts/45/abilities", "[{'when':['before_combat'],'cost':[['disc']],'do':[['wound_enemy',2]]},{'when':['before_combat'],'cost':[['gold',3]],'do':[['wound_enemy',1]]}]");
    table_load(&t, "{'options':{'players':2},'phase':'arrive','players':[{'hero':'H11','hex':85,'gold':1,'cards':['R46']},{'hero':'H06'}]}");
    table_play(&t, "adventure", "draw G01");
    SAYS("use R46 1", "You cannot pay for it: it takes 3 gold, you have 1.", "Vous ne pouvez pas en payer le prix" S ": il faut 3 pièces d’or, vous en avez 1.");
    table_plain(&t);
}

TEST(rb_refusals_of_the_market_in_words)
{
    RULE("RB-ERR-30");
    RULE("RB-ERR-31");
    RULE("RB-ERR-32");
    RULE("RB-ERR-33");
    RULE("RB-ERR-34");
    RULE("RB-ERR-35");
    RULE("RB-ERR-36");
    RULE("RB-ERR-37");
    RULE("RB-ERR-38");
    RULE("RB-ERR-41");
    RULE("RB-ERR-42");
    table_load(&t, "{'options':{'players':2,'ally_limit':1},'phase':'market','players':[{'hero':'H11','hex':28,'gold':6,'cards':['A14','R01','R05','Y08'],'xp_unspent':5},{'hero':'H06'}],"
                   "'cards':{'R03':{'place':'stack3'},'R07':{'place':'stack3'},'A05':{'place':'stack3'},'A20':{'place':'stack3'}},'sites':{'SY01':'empty'},'event':'V07'}");
    SAYS("buy R40", "That card is not for sale here: Traveller’s Cloak.", "Cette carte n’est pas en vente ici" S ": Cape du voyageur.");
    SAYS("buy A05", "That is not an artifact: Dorrin Pike.", "Ce n’est pas un artefact" S ": Dorrin Pike.");
    SAYS("hire R03", "That is not an ally: Lightning Mace.", "Ce n’est pas un allié" S ": Masse de foudre.");
    SAYS("buy R03", "You do not have enough gold: it takes 7, you have 6.", "Vous n’avez pas assez d’or" S ": il en faut 7, vous en avez 6.");
    SAYS("hire A05", "You have as many allies as this game allows: 1.", "Vous avez autant d’alliés que cette partie le permet" S ": 1.");
    SAYS("sell Y08", "A kept card cannot be sold: Cursed Cartographer.", "Une carte gardée ne se vend pas" S ": Cartographe maudit.");
    SAYS("heal H", "No wound to heal: your hero.", "Aucune blessure à soigner" S ": votre héros.");
    table_play(&t, "buy R07");
    SAYS("limit_discard Y08", "Discard a card of the excessive kind (weapon): Cursed Cartographer is not one.", "Défaussez une carte du type en excès (arme)" S ": Cartographe maudit n’en est pas.");
    table_play(&t, "limit_discard R01");
    SAYS("sell R07", "The same card is not bought and sold in the same turn: Militia Spear.", "La même carte ne s’achète et ne se vend pas dans le même tour" S ": Lance de milicien.");
    table_play(&t, "leave_market");
    SAYS("buy_xp mind", "You do not have enough experience: it takes 6 points, you have 5.", "Vous n’avez pas assez d’expérience" S ": il faut 6 points, vous en avez 5.");
    table_load(&t, "{'options':{'players':2},'phase':'market','players':[{'hero':'H11','hex':28,'gold':1,'wounds':1},{'hero':'H06'}],'event':'V07'}");
    SAYS("heal H", "You do not have enough gold: it takes 2, you have 1.", "Vous n’avez pas assez d’or" S ": il en faut 2, vous en avez 1.");
    table_load(&t, "{'options':{'players':2},'phase':'experience','players':[{'xp_unspent':9}]}");
    CHECK_STR(table_said(&t, "buy_xp luck", VL_EN), "There is no such attribute: there are Mind, Body and Spirit (mind, body, spirit).");
}
/* clang-format on */

/* Bytes that no notation writes: the first value past the last of each. */
TEST(rb_numbers_just_past_their_range_are_refused)
{
    RULE("RB-ERR-42");
    RULE("RB-ERR-14");
    RULE("RB-ERR-18");
    RULE("RB-ERR-23");
    table_load(&t, "{'options':{'players':2},'phase':'experience','players':[{'xp_unspent':9}]}");
    CHECK_EQ(vl_refuse(&t.r, &t.s.base, vl_move_of(RB_MV_BUY_XP, RB_ATTRS, 0), VL_ANYONE),
             RB_ERR_42);
    table_load(&t, "{'options':{'players':2},'phase':'move','dice':[0,0],'free_steps':1}");
    CHECK_EQ(vl_refuse(&t.r, &t.s.base, vl_move_of(RB_MV_STEP, RB_SIDES, 0), VL_ANYONE), RB_ERR_14);
    CHECK_EQ(vl_refuse(&t.r, &t.s.base, vl_move_of(RB_MV_STEP_FREE, RB_SIDES, 0), VL_ANYONE),
             RB_ERR_14);
    CHECK_EQ(vl_refuse(&t.r, &t.s.base, vl_move_of(RB_MV_USE, RB_CARDS, 0), VL_ANYONE), RB_ERR_23);
    table_load(&t,
               "{'options':{'players':2},'phase':'arrive','players':[{'hex':104},{'hex':104}]}");
    CHECK_EQ(vl_refuse(&t.r, &t.s.base, vl_move_of(RB_MV_ATTACK_HERO, 2, 0), VL_ANYONE), RB_ERR_18);
}
