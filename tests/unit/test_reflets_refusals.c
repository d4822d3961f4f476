/* Refusals of Reflets d'Acide in words (RA-ERR): each names what its row is about, with the
 * numbers, in both languages. Which refusal comes for what is in tests/scenarios/reflets/err.json.
 */
#include "rule_ids.h"
#include "table.h"
#include "text/text.h"

static struct table t = TABLE(reflets);

/* clang-format off */
#define SAYS(notation, en, fr) table_says(&t, notation, en, fr)

#define S "\u202f"

TEST(ra_refusals_of_the_road_in_words)
{
    RULE("RA-ERR-13");
    RULE("RA-ERR-14");
    RULE("RA-ERR-15");
    RULE("RA-ERR-16");
    table_load(&t, "{'options':{'players':2},'phase':'move','gold':3,'potential':3,'gait':1,'team':'W08','avatar':'W10'}");
    SAYS("goto W12", "The team cannot stop there: Road 12.", "L’équipe ne peut pas s’arrêter là" S ": Chemin 12.");
    SAYS("goto W11", "The Avatar blocks the way: Luck square 10.", "L’Avatar barre le chemin" S ": Case Chance 10.");
    SAYS("stay", "The team cannot stop there: Road 8.", "L’équipe ne peut pas s’arrêter là" S ": Chemin 8.");
    table_load(&t, "{'options':{'players':2},'phase':'brake','gold':4,'holders':{'L30':'H03'},'active':['L30']}");
    SAYS("brake 1 A", "Ring of Nightmare forbids braking.", "Anneau du Cauchemar interdit de freiner.");
    SAYS("brake 4 A", "The Avatar moves at least one square.", "L’Avatar avance d’une case au moins.");
}

TEST(ra_refusals_of_payments_in_words)
{
    RULE("RA-ERR-10");
    RULE("RA-ERR-11");
    RULE("RA-ERR-12");
    table_load(&t, "{'options':{'players':2},'phase':'bless','guide':1,'gems':{'A':[1,1,0,0,0]}}");
    SAYS("skill H60 0", "There are not enough gems: it takes 2 gems of attack (board B).", "Il n’y a pas assez de gemmes" S ": il faut 2 gemmes d’attaque (plateau B).");
    table_load(&t, "{'options':{'players':2},'phase':'bless','heroes':['H26','H05'],'gems':{'A':[0,0,0,0,0]}}");
    SAYS("skill H26 0", "There are not enough gems: it takes 1 gem of any colour (board A).", "Il n’y a pas assez de gemmes" S ": il faut 1 gemme au choix (plateau A).");
    table_load(&t, "{'options':{'players':2},'phase':'obj_after','gold':3,'team':'W45','up':{'door':'P03'},'trial':'P03','heroes':['H26','H05','H10'],'dice':{'1':{'value':1,'hero':'H10'}},'dice_len':1,'gems':{'A':[0,0,0,0,0]},'cards':{'D41':'a'}}");
    SAYS("dilemma D41", "There are not enough gems: it takes 1 gem of any colour (board A).", "Il n’y a pas assez de gemmes" S ": il faut 1 gemme au choix (plateau A).");
    table_load(&t, "{'options':{'players':2},'phase':'gait','gold':3,'gems':{'A':[1,0,0,0,0]}}");
    SAYS("run A defence", "There are not enough gems: it takes 1 gem of defence (board A).", "Il n’y a pas assez de gemmes" S ": il faut 1 gemme de défense (plateau A).");
    SAYS("run B attack", "It must be paid from board A alone.", "Le paiement doit venir du seul plateau A.");
    table_load(&t, "{'options':{'players':2},'phase':'brake','gold':6,'gems':{'A':[1,1,0,0,0]}}");
    SAYS("brake 3 A", "There are not enough gems: it takes 3 gems of any colour (board A).", "Il n’y a pas assez de gemmes" S ": il faut 3 gemmes au choix (plateau A).");
    table_load(&t, "{'options':{'players':2},'phase':'gold','gold':5}");
    SAYS("gold_reroll A", "There are not enough gems: it takes 2 gems of defence (board A).", "Il n’y a pas assez de gemmes" S ": il faut 2 gemmes de défense (plateau A).");
    table_load(&t, "{'options':{'players':1},'phase':'options','gold':3,'team':'W26','up':{'camp':'Z19'},'gems':{'A':[1,0,0,0,0],'B':[0,0,0,0,0]}}");
    SAYS("option d", "There are not enough gems: it takes 2 gems of any colour (board A, B).", "Il n’y a pas assez de gemmes" S ": il faut 2 gemmes au choix (plateau A, B).");
    table_load(&t, "{'options':{'players':2},'phase':'bless','gems':{'A':[2,0,0,0,0],'B':[4,1,1,1,1]},'cards':{'D01':'a','D02':'b','D03':'b','D05':'b'}}");
    SAYS("transfer_gem A attack B", "There is no free place on board B.", "Il n’y a pas de place libre sur le plateau B.");
    SAYS("transfer_gem A defence B", "There are not enough gems: it takes 1 gem of defence (board A).", "Il n’y a pas assez de gemmes" S ": il faut 1 gemme de défense (plateau A).");
    SAYS("move_dilemma D01 B", "There is no free place on board B.", "Il n’y a pas de place libre sur le plateau B.");
    table_load(&t, "{'options':{'players':2},'phase':'bless','gems':{'A':[1,0,0,0,4],'B':[3,1,0,0,1]}}");
    SAYS("exchange_gem A attack B defence", "There is no free place on board A.", "Il n’y a pas de place libre sur le plateau A.");
    table_load(&t, "{'options':{'players':2},'phase':'bless','gems':{'A':[2,0,0,0,0],'B':[4,1,0,0,0]}}");
    SAYS("exchange_gem A attack B perception", "There is no free place on board B.", "Il n’y a pas de place libre sur le plateau B.");
    table_load(&t, "{'options':{'players':2},'phase':'token','team':'W04','tokens':{'grey1':{'kind':'PURSE','lies':'road','at':'W04'},'red1':{'kind':'PURSE','lies':'B'},'red2':{'kind':'LUCK','lies':'B'},'red3':{'kind':'VISION','lies':'B'}}}");
    SAYS("token_wait B", "There is no free place on board B.", "Il n’y a pas de place libre sur le plateau B.");
    table_load(&t, "{'options':{'players':2},'phase':'obj_after','gold':3,'team':'W45','up':{'door':'P03'},'trial':'P03','dice':{'1':{'value':4,'hero':'H03'}},'dice_len':1}");
    SAYS("paid_reroll 1", "There are not enough gems: it takes 2 gems of agility (board A).", "Il n’y a pas assez de gemmes" S ": il faut 2 gemmes d’agilité (plateau A).");
    SAYS("skill H03 0", "There are not enough gems: it takes 1 gem of attack (board A).", "Il n’y a pas assez de gemmes" S ": il faut 1 gemme d’attaque (plateau A).");
    table_load(&t, "{'options':{'players':2},'phase':'luck','team':'W03','gems':{'A':[1,1,1,1,0]}}");
    table_play(&t, "luck_pick 5", "draw H02");
    SAYS("offer_replace 1", "There are not enough gems: it takes 5 gems of attack, of perception, of intelligence, of agility, of defence (board A).",
         "Il n’y a pas assez de gemmes" S ": il faut 5 gemmes d’attaque, de perception, d’intelligence, d’agilité, de défense (plateau A).");
}

TEST(ra_refusals_of_heroes_and_items_in_words)
{
    RULE("RA-ERR-18");
    RULE("RA-ERR-24");
    RULE("RA-ERR-25");
    RULE("RA-ERR-26");
    RULE("RA-ERR-27");
    RULE("RA-ERR-28");
    RULE("RA-ERR-33");
    table_load(&t, "{'options':{'players':2},'phase':'bless','guide':1,'markers':[0,0,0,0,0,2]}");
    SAYS("skill H60 0", "A wounded hero has no skills: Mikau.", "Un héros blessé n’a pas de compétence" S ": Mikau.");
    table_load(&t, "{'options':{'players':2},'phase':'luck','team':'W03','holders':{'L34':'H05','L13':'H03'},'active':['L34','L13']}");
    table_play(&t, "luck_pick 2", "draw L01", "draw L18");
    SAYS("equip_done", "Items cannot be thrown away now: Forge hammer, Weaver’s gloves.", "Les objets ne se défaussent pas maintenant" S ": Marteau de forge, Gants de tisserand.");
    SAYS("equip_item L34", "A cursed item stays where it is, or must be worn: Boots with holes.", "Un objet maudit reste où il est, ou doit être porté" S ": Bottes trouées.");
    table_play(&t, "equip_item L01");
    SAYS("equip_holder 1 active", "Forge hammer is barred to that race: elf.", "Marteau de forge" S ": interdit à cette race (elfe).");
    SAYS("equip_discard", "Items cannot be thrown away now: Forge hammer.", "Les objets ne se défaussent pas maintenant" S ": Marteau de forge.");
    table_play(&t, "equip_holder 3 active", "equip_item L18");
    SAYS("equip_holder 1 active", "An item sets that characteristic already: agility.", "Un objet fixe déjà cette caractéristique" S ": agilité.");
}

TEST(ra_refusals_of_limits_in_words)
{
    RULE("RA-ERR-20");
    RULE("RA-ERR-29");
    RULE("RA-ERR-31");
    table_load(&t, "{'options':{'players':2},'phase':'bless','cards':{'D38':'a'}}");
    table_play(&t, "dilemma D38");
    SAYS("pick_hero 4", "That serves its own board or hero only: A.", "Cela ne vaut que pour son plateau ou son héros" S ": A.");
    table_load(&t, "{'options':{'players':2},'phase':'obj_before','gold':2,'team':'W45','up':{'door':'P06'},'trial':'P06','objective':1}");
    SAYS("skill H10 0", "That serves its own board or hero only: Corindor.", "Cela ne vaut que pour son plateau ou son héros" S ": Corindor.");
    table_load(&t, "{'options':{'players':2},'phase':'room','team':'R01','rooms':{'1':{'card':'S04','up':true,'won':true}}}");
    SAYS("test", "That room cannot be tested: Chapel of the God of Hazards.", "Cette salle ne peut pas être tentée" S ": Chapelle du DAH.");
    table_load(&t, "{'options':{'players':2},'phase':'setup_tokens','tokens':{'green1':{'lies':'unplaced'},'green2':{'lies':'unplaced'},'green3':{'lies':'unplaced'},'green4':{'lies':'unplaced'},'green5':{'lies':'unplaced'},'green6':{'lies':'unplaced'},'green7':{'lies':'unplaced'}}}");
    SAYS("place_token PURSE W01", "A green token goes between the grey and the red one of segment 1.", "Le jeton vert va entre le gris et le rouge du segment 1.");
}
/* clang-format on */

TEST(ra_a_seed_that_is_no_number_is_refused)
{
    RULE("RA-ERR-04");
    struct vl_error err = { 0 };
    uint64_t seed = 5;

    CHECK(vl_seed_read(&reflets_game, "dragon", &seed, &err) != VL_OK);
    CHECK_EQ(err.rule, RA_ERR_04);
    CHECK_EQ(seed, 5);
    CHECK_EQ(vl_seed_read(&reflets_game, "42", &seed, &err), VL_OK);
    CHECK_EQ(seed, 42);
}
