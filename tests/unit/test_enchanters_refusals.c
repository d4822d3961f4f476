/* Refusals of Enchanters in words (EN-ERR): each names what its row is about, with the numbers, in
 * both languages. Which refusal comes for what is in tests/scenarios/enchanters. */
#include "rule_ids.h"
#include "table.h"

static struct table t = TABLE(enchanters);

/* clang-format off */
#define SAYS(notation, en, fr) table_says(&t, notation, en, fr)

#define S "\u202f"

TEST(en_refusals_of_abilities_in_words)
{
    RULE("EN-ERR-22");
    RULE("EN-ERR-23");
    table_load(&t, "{'village':'fjordosan','seats':[{'items':['start_fist','thi_scimitar'],'crystals':9}],'road':['gob_axe']}");
    table_play(&t, "use thi_scimitar#1 0");
    SAYS("use thi_scimitar#1 0", "This action is used up for this turn: 1 time, no more.", "Cette action est épuisée pour ce tour" S ": 1 fois, pas plus.");
    table_play(&t, "use village 2", "use village 2");
    SAYS("use village 2", "This action is used up for this turn: 2 times, no more.", "Cette action est épuisée pour ce tour" S ": 2 fois, pas plus.");
    table_load(&t, "{'options':{'players':3},'seats':[{'enchantments':['start_of_enchanting','uni_of_mercy'],'wounds':4},{'wounds':0},{'wounds':0}],'road':['gob_axe']}");
    SAYS("use uni_of_mercy#1 0", "You cannot pay its cost: it takes 1 in wounds of another player, there is 0.", "Vous ne pouvez pas en payer le coût" S ": il faut 1 en blessures d’un autre joueur, il y en a 0.");
}

TEST(en_refusals_of_targets_in_words)
{
    RULE("EN-ERR-27");
    table_load(&t, "{'options':{'players':4},'seats':[{'enchantments':['start_of_enchanting','uni_of_mercy'],'wounds':4},{'wounds':0},{'wounds':2},{'wounds':1}],'road':['gob_axe']}");
    table_play(&t, "use uni_of_mercy#1 0");
    SAYS("target 1", "Player 2 does not have enough wounds: 0, and it takes 1.", "Joueur 2 n’a pas assez de blessures" S ": 0, et il en faut 1.");
}

TEST(en_refusals_of_outcomes_in_words)
{
    RULE("EN-ERR-28");
    RULE("EN-SET-24");
    table_open(&t, "kingdom_mode=list kingdoms=goblins,gnolls,undead,thieves village=moulinbas first_player=1");
    SAYS("draw gob_goblin", "Goblin cannot be chosen here.", "Gobelin n’est pas à choisir ici."); /* the setup stacks Items and Enchantments (EN-SET-24) */
}
/* clang-format on */
