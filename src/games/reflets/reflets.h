/* reflets.h - Reflets d'Acide, cooperation: a team on the road to the Chasm, the Vils and the
 * Avatar of the Void after it.
 *
 * The rules are rules/reflets.md. Everything that happens is a list of steps: those of cards,
 * and lists of the game's own (RA_LIST_MAP) for what the turn is made of. The machine of
 * core/machine.h carries them out, and whatever is asked is asked by a step. When nothing is
 * being carried out, the stage (RA_STAGE_MAP) says which list comes next. The files:
 *
 *     ra_turn.c    the stages: setup, the turn from blessing to end, the end of the game
 *     ra_trial.c   revelation, trials and their objectives, outcomes
 *     ra_ask.c     steps of the game's own that ask: windows, gait, tokens, luck, payments
 *     ra_effect.c  what the verbs of cards do, ra_aid.c those of aids; ra_pack.c: their rows, and
 *                  the reader of packs
 *     ra_team.c    gems, decks, death and shifting, equipment, the Vils' powers and quest
 *     ra_road.c    where the pawns can go
 *     ra_use.c     what may be used in a window, at what price
 *     ra_legal.c   lists of decisions; ra_refuse.c, ra_facts.c: refusals; ra_chance.c: draws, dice
 *     ra_count.c   characteristics, points, scores; ra_position.c: loaded positions
 *     ra_sound.c   invariants; ra_asks.c: those of what is being carried out
 *     ra_odds.c    the chance of an objective, with each aid
 *     ra_worth.c   what a position is worth; ra_eval.c: what the greedy bot does about it
 */
#ifndef VL_GAMES_REFLETS_H
#define VL_GAMES_REFLETS_H

#include "base/bits.h"
#include "core/game_functions.h"
#include "core/lists.h"
#include "core/machine.h"
#include "rule_ids.h"

#include <assert.h>

enum {
    RA_SEATS_MAX = 3,
    RA_BOARDS = 3,
    RA_PLACES = 6,
    RA_CHARS = 5,   /* characteristics, and colours of gems */
    RA_HEROES = 63, /* cards 0.. */
    RA_LOOT = 56,
    RA_RELICS = 9,
    RA_ITEMS = RA_LOOT + RA_RELICS,
    RA_DILEMMAS = 45,
    RA_CREATURES = 18,
    RA_CRITTERS = 6,
    RA_IMPS = RA_DILEMMAS + RA_CREATURES + RA_CRITTERS,
    RA_SPACES = 7,    /* six zones and the door */
    RA_OF_A_KIND = 6, /* cards of each */
    RA_SLOTS = 10,    /* rooms */
    RA_TREASURES = 6,
    RA_QUESTS = 12,
    RA_ITEM0 = RA_HEROES,
    RA_RELIC0 = RA_ITEM0 + RA_LOOT,
    RA_IMP0 = RA_ITEM0 + RA_ITEMS,
    RA_CREATURE0 = RA_IMP0 + RA_DILEMMAS,
    RA_CRITTER0 = RA_CREATURE0 + RA_CREATURES,
    RA_DECKED = RA_IMP0 + RA_IMPS, /* the cards of the four decks */
    RA_ZONE0 = RA_DECKED,
    RA_DOOR0 = RA_ZONE0 + 6 * RA_OF_A_KIND,
    RA_ROOM0 = RA_DOOR0 + RA_OF_A_KIND,
    RA_TREASURE0 = RA_ROOM0 + RA_SLOTS,
    RA_CARDS = RA_TREASURE0 + RA_TREASURES,
    RA_PLACED = RA_TREASURE0 - RA_ZONE0, /* zones, doors, rooms */
    RA_KINDS = 7,                        /* of mystery tokens; the first four are golden */
    RA_GOLDEN = 4,
    RA_HUES = 3, /* green, red, grey */
    RA_TOKENS = RA_KINDS * RA_HUES,
    RA_NODES = 88,
    RA_CELL0 = 71, /* ten rooms stand there in a row, RA-BRD-01 */
    RA_ROAD0 = 16,
    RA_ROADS = 45,
    RA_SKILLS = 2,
    RA_OPTIONS_MAX = 4,
    RA_OBJECTIVES = 4,
    RA_BONUSES = 5,
    RA_DICE = 6, /* of a move */
    RA_FOES = 4, /* creatures and critters in play */
    RA_FRAMES = 24,
    RA_CHALLENGES = 10,
    RA_TICKS_MAX = 5,
    RA_GEMS_EACH = 25,
    RA_SLOTS_EACH = 4, /* gems of a colour on a board */
    RA_ACTIVE_MAX = 3,
    RA_NOTCHES = 3,
    RA_DRAWN = RA_PLACES + RA_TICKS_MAX,
    RA_SWAPS_MAX = 5, /* RA-RUL-66 */
    RA_COUNTDOWN = 3,
    RA_POINTS_QUEST = 15,
    RA_POINTS_THWARTED = 5,
    RA_WAYS = 6 /* of giving out three dice */
};

/* clang-format off */
/* Phases: what somebody, or chance, is asked: constant, word, the list of decisions (list_<word>
 * of ra_legal.c). */
#define RA_PHASE_MAP(X)                      \
    X(AUTO,            automatic,       nobody)      \
    X(SETUP_HEROES,    setup_heroes,    heroes)    \
    X(SETUP_TEAM,      setup_team,      team)      \
    X(SETUP_QUEST,     setup_quest,     quests)    \
    X(SETUP_CHALLENGE, setup_challenge, challenges) \
    X(SETUP_TOKENS,    setup_tokens,    places)    \
    X(BLESS,           bless,           window)    \
    X(GOLD,            gold,            window)    \
    X(BRAKE,           brake,           brakes)    \
    X(GAIT,            gait,            gaits)     \
    X(MOVE,            move,            window)    \
    X(TOKEN,           token,           token)     \
    X(LUCK,            luck,            luck)      \
    X(EVENT,           event,           window)    \
    X(REV_DILEMMA,     rev_dilemma,     kept)      \
    X(REV_PICK,        rev_pick,        hazards)   \
    X(OPTIONS,         options,         options)   \
    X(DOOR,            door,            door)      \
    X(ROOM,            room,            room)      \
    X(OBJ_BEFORE,      obj_before,      window)    \
    X(OBJ_ASSIGN,      obj_assign,      assigns)   \
    X(OBJ_AFTER,       obj_after,       window)    \
    X(WON,             won,             window)    \
    X(OCTUPLE,         octuple,         octuple)   \
    X(TURN_END,        turn_end,        window)    \
    X(PAY_GEM,         pay_gem,         payments)  \
    X(PLACE_GEM,       place_gem,       boards)    \
    X(TAKE_GEM,        take_gem,        takes)     \
    X(BURN_GEM,        burn_gem,        burns)     \
    X(DEBT,            debt,            debts)     \
    X(EQUIP_ITEM,      equip_item,      items)     \
    X(EQUIP_HOLDER,    equip_holder,    holders)   \
    X(HERO_OFFER,      hero_offer,      offers)    \
    X(PICK_HERO,       pick_hero,       picks)     \
    X(VIT,             vit,             window)    \
    X(PICK_ROOM,       pick_room,       rooms)     \
    X(PEEK,            peek,            peeks)     \
    X(DILEMMA_OFFER,   dilemma_offer,   dilemmas)  \
    X(PICK_DILEMMA,    pick_dilemma,    waiting)   \
    X(RELIC_CHOICE,    relic_choice,    relic)     \
    X(ALT_CHOICE,      alt_choice,      alts)      \
    X(TRADE,           trade,           trades)    \
    X(TESTER,          tester,          testers)   \
    X(PICK_DICE,       pick_dice,       dice)      \
    X(PICK_CARD,       pick_card,       foes)     \
    X(PAY_COLOUR,      pay_colour,      colours)   \
    X(IMP_TAX,         imp_tax,         taxes)     \
    X(PICK_BOARD,      pick_board,      payers)    \
    X(C_DIE,           die,             nobody)      \
    X(C_DICE,          dice,            nobody)      \
    X(C_GEM,           gem,             nobody)      \
    X(C_DRAW,          draw,            nobody)      \
    X(OVER,            over,            nobody)
/* Stages: what comes when nothing is being carried out: constant, word; GOES: it starts this list,
 * and that stage is next; DOES: ra_stage_<word> decides. */
#define RA_STAGE_MAP(X) \
    X(SETUP, setup, GOES(DEAL, TEAM)) X(TEAM, team, GOES(TEAM, AISE)) X(AISE, aise, GOES(AISE, QUEST)) \
    X(QUEST, quest, GOES(QUEST, CHALLENGE)) X(CHALLENGE, challenge, GOES(CHALLENGE, GREEN)) \
    X(GREEN, green, GOES(GREEN, TURN)) X(TURN, turn, DOES(turn)) X(GOLDEN, golden, GOES(GOLDEN, BRAKING)) \
    X(BRAKING, braking, GOES(BRAKE, GAIT)) X(GAIT, gait, GOES(GAIT, MOVE)) X(MOVE, move, GOES(MOVE, ARRIVE)) \
    X(ARRIVE, arrive, DOES(arrive)) X(JUMP, jump, DOES(jump)) X(HAZARD, hazard, DOES(hazard)) \
    X(TRIAL, trial, DOES(trial)) X(OBJECTIVE, objective, DOES(objective)) X(ROLL, roll, DOES(roll)) \
    X(AFTER, after, GOES(AFTER, ACCEPT)) X(ACCEPT, accept, DOES(accept)) X(ARROW, arrow, DOES(arrow)) \
    X(VITAL, vital, DOES(vital)) X(LIGHT, light, GOES(LIGHT, WON)) X(WON, won, DOES(won)) X(DARK, dark, DOES(dark)) \
    X(OCTUPLE, octuple, DOES(octuple)) X(END, end, DOES(end)) X(NEXT, next, DOES(next)) \
    X(COUNT, count, GOES(COUNT, OVER)) X(OVER, over, DOES(over))
/* The victory comes first, for the report of sim. */
#define RA_OUTCOME_MAP(X, P) X(P, RUNNING, running) X(P, QUEST, quest) X(P, AVATAR, avatar) X(P, VILS, vils) X(P, ESCAPE, escape) \
    X(P, WIPED, wiped_out) X(P, CAP, turn_cap)
#define RA_CHAR_MAP(X, P) X(P, ATTACK, attack) X(P, PERCEPTION, perception) X(P, INTELLIGENCE, intelligence) X(P, AGILITY, agility) \
    X(P, DEFENCE, defence)
#define RA_RACE_MAP(X, P) X(P, ELF, elf) X(P, DWARF, dwarf) X(P, HUMAN, human) X(P, HALFLING, halfling) X(P, ORC, orc) X(P, UNDEAD, undead) \
    X(P, ELEMENTAL, elemental)
#define RA_ALIGN_MAP(X, P) X(P, GOOD, good) X(P, NEUTRAL, neutral) X(P, EVIL, evil)
#define RA_TAG_MAP(X, P) X(P, DWARF, dwarf) X(P, ELF, elf) X(P, MAGIC, magic) X(P, WEAPON, weapon) X(P, CURSED, cursed)
#define RA_SKILL_MAP(X, P) X(P, DIVINE, divine) X(P, HAZARD, hazard) X(P, OPPORTUNITY, opportunity) X(P, SHIELD, shield) \
    X(P, REACTION, reaction) X(P, MOVEMENT, movement) X(P, ANY, any)
#define RA_ZONE_MAP(X, P) X(P, FOREST, forest) X(P, RIVER, river) X(P, CAVE, cave) X(P, CAMP, camp) X(P, HILLS, hills) X(P, MOUNT, mount)
#define RA_NODE_MAP(X, P) X(P, VOID, void_start) X(P, RED, red) X(P, CITY, city) X(P, PLAIN, plain) X(P, LUCK, luck) X(P, ZONE, zone) X(P, DOOR, door) \
    X(P, SHORTCUT, shortcut) X(P, CORRIDOR, corridor) X(P, ROOM, room)
#define RA_SETUP_MAP(X, P) X(P, NONE, none) X(P, GREY, grey) X(P, RED, red) X(P, FORK, fork)
#define RA_FEATURE_MAP(X, P) X(P, NONE, none) X(P, LUCK, luck) X(P, PORTAL, portal) X(P, OCTUPLE, octuple)
#define RA_KIND_MAP(X, P) X(P, PURSE, PURSE) X(P, VISION, VISION) X(P, BONUS_DIE, BONUS_DIE) X(P, LUCK, LUCK) X(P, GEM_TAX, GEM_TAX) \
    X(P, IMP_TAX, IMP_TAX) X(P, PERIL, PERIL)
#define RA_HUE_MAP(X, P) X(P, GREEN, green) X(P, RED, red) X(P, GREY, grey)
#define RA_CHALLENGE_MAP(X, P) X(P, PEPERE, pepere) X(P, PETILLANT, petillant) X(P, PENIBLE, penible) X(P, AISE, aise) X(P, AVANCE, avance) \
    X(P, ARDU, ardu) X(P, INTENSE, intense) X(P, INFECT, infect) X(P, INFAME, infame) X(P, INFERNAL, infernal)
/* Where a card of the decks is. UNSEEN: in its deck, in the Vils' team or face-down in their pile. */
#define RA_PLACE_MAP(X, P) X(P, UNSEEN, unseen) X(P, KNOWN, known) X(P, DISCARD, discard) X(P, TEAM, team) X(P, HELD, held) X(P, VTEAM, vils_team) \
    X(P, VPILE, vils_pile) X(P, PURSE, purse) X(P, PLAY, play) X(P, A, a) X(P, B, b) X(P, C, c) X(P, OPEN, open) X(P, OUT, out)
/* Where a zone, a door or a room is. */
#define RA_LAID_MAP(X, P) X(P, UNSEEN, unseen) X(P, KNOWN, known) X(P, UP, up) X(P, PURSE, purse) X(P, VPILE, vils_pile) X(P, OUT, out)
/* What stands on the board besides cards and tokens: the pawns, the golden die, the die of a test,
 * the objectives of a trial. */
#define RA_PAWN_MAP(X, P) X(P, TEAM, team) X(P, AVATAR, avatar) X(P, GOLD, gold) X(P, TEST, test) X(P, OBJECTIVE, objective1) X(P, SECOND, objective2) X(P, THIRD, objective3) X(P, FOURTH, objective4)
/* Where an objective leads. */
#define RA_ARROW_MAP(X, P) X(P, WON_LIGHT, won_light) X(P, WON_DARK, won_dark) X(P, WON_2, won_2) X(P, WON_3, won_3) X(P, WON_4, won_4) \
    X(P, LOST_LIGHT, lost_light) X(P, LOST_DARK, lost_dark) X(P, LOST_2, lost_2) X(P, LOST_3, lost_3) X(P, LOST_4, lost_4)
/* What is counted at the end, RA-SCO-01 to 13. */
#define RA_LINE_MAP(X, P) X(P, QUEST, quest) X(P, LEADER, leader) X(P, HEROES, heroes) X(P, ITEMS, items) X(P, FALLEN, fallen) X(P, THWARTED, thwarted) \
    X(P, LIVING, living) X(P, RELICS, relics) X(P, PURSE, purse) X(P, TREASURE, treasure) X(P, EPIC, epic) X(P, TOKENS, tokens) X(P, SETS, sets)
/* Where a token is; A + board: it waits there. */
#define RA_LIES_MAP(X, P) X(P, UNPLACED, unplaced) X(P, ROAD, road) X(P, A, A) X(P, B, B) X(P, C, C) X(P, VILS, vils) X(P, GONE, gone)
/* Flags of the turn, and of the game: a bit each. */
#define RA_FLAG_MAP(X) X(BLESSED, blessed) X(STOPPED, stopped) X(ENTERED, entered) X(OCTOGON, octogon) \
    X(STARTED, countdown_begun) X(LOST, item_lost)
#define RA_LASTING_MAP(X) X(OPEN_DOOR, open_door) X(PORTAL, portal) X(BLOCKED, blocked) X(STEP1, step1) X(STEP2, step2) \
    X(TREASURE, treasure) X(VTREASURE, vils_treasure) X(CHOSEN, chosen)
/* What chance draws from; ZONE + place, TOKENS + hue. */
#define RA_POOL_MAP(X, P) X(P, HERO, heroes) X(P, LOOT, loot) X(P, IMP, imps) X(P, RELIC, relics) X(P, ZONE0, forest) X(P, ZONE1, river)       \
    X(P, ZONE2, cave) X(P, ZONE3, camp) X(P, ZONE4, hills) X(P, ZONE5, mount) X(P, DOOR, doors) X(P, ROOM, rooms) X(P, GREEN, green) X(P, RED, red) \
    X(P, GREY, grey) X(P, TREASURE, treasures) X(P, QUEST, quests) X(P, PILE, pile)
/* clang-format on */

#define X(name, ...) RA_PH_##name,
enum ra_phase { RA_PHASE_MAP(X) RA_PHASES };
#undef X
#define X(name, ...) RA_ST_##name,
enum ra_stage { RA_STAGE_MAP(X) RA_STAGES };
#undef X
enum ra_outcome { RA_OUTCOME_MAP(VL_CONSTANT, RA_BY_) RA_OUTCOMES };
enum ra_char { RA_CHAR_MAP(VL_CONSTANT, RA_) RA_ANY_CHAR };
enum ra_race { RA_RACE_MAP(VL_CONSTANT, RA_RACE_) RA_RACES };
enum ra_align { RA_ALIGN_MAP(VL_CONSTANT, RA_ALIGN_) RA_ALIGNS };
enum ra_tag { RA_TAG_MAP(VL_CONSTANT, RA_TAG_) RA_TAGS };
enum ra_use_kind { RA_SKILL_MAP(VL_CONSTANT, RA_USE_) RA_USE_KINDS };
enum ra_place { RA_PLACE_MAP(VL_CONSTANT, RA_IN_) RA_PLACE_KINDS };
enum ra_laid { RA_LAID_MAP(VL_CONSTANT, RA_LAID_) RA_LAIDS };
enum ra_lies { RA_LIES_MAP(VL_CONSTANT, RA_LIES_) RA_LIES_LEN };
enum ra_pool { RA_POOL_MAP(VL_CONSTANT, RA_POOL_) RA_POOLS };
enum ra_node_kind { RA_NODE_MAP(VL_CONSTANT, RA_NODE_) RA_NODE_KINDS };
enum ra_mark { RA_SETUP_MAP(VL_CONSTANT, RA_MARK_) RA_MARKS };
enum ra_feature { RA_FEATURE_MAP(VL_CONSTANT, RA_FEATURE_) RA_FEATURES };
enum ra_kind { RA_KIND_MAP(VL_CONSTANT, RA_TOKEN_) };
enum ra_hue { RA_HUE_MAP(VL_CONSTANT, RA_HUE_) };
enum ra_challenge { RA_CHALLENGE_MAP(VL_CONSTANT, RA_CHL_) };
enum ra_pawn { RA_PAWN_MAP(VL_CONSTANT, RA_PAWN_) };
enum ra_arrow { RA_ARROW_MAP(VL_CONSTANT, RA_ARROW_) };
enum ra_line { RA_LINE_MAP(VL_CONSTANT, RA_LINE_) RA_LINES };

enum { RA_WINDOW_KINDS = RA_USE_SHIELD + 1 }; /* of skills */
enum ra_sort {
    RA_SORT_HERO,
    RA_SORT_LOOT,
    RA_SORT_RELIC,
    RA_SORT_DILEMMA,
    RA_SORT_CREATURE,
    RA_SORT_CRITTER,
    RA_SORT_ZONE,
    RA_SORT_DOOR,
    RA_SORT_ROOM,
    RA_SORT_TREASURE,
    RA_SORTS
};
/* Holders of gems: boards A, B, C, then these. */
enum { RA_VILS = RA_BOARDS, RA_BANK, RA_HOLDERS };

/* ---- content ---- */

struct ra_skill {
    uint8_t kind; /* enum ra_use_kind */
    uint8_t once;
    uint8_t pad[2];
    struct vl_fx_list costs, effects; /* one after the other */
};

struct ra_objective {
    uint8_t kind; /* 0 collective, 1 individual, 2 vitality */
    uint8_t what, value;
    uint8_t won, lost; /* RA_TO_LIGHT, RA_TO_DARK, or the number of an objective */
    uint8_t pad[3];
};
enum { RA_COLLECTIVE, RA_INDIVIDUAL, RA_VITALITY };
enum { RA_TO_LIGHT, RA_TO_DARK, RA_TO_SECOND }; /* then the third, the fourth */

struct ra_option {
    uint8_t cost, pad[3];
    struct vl_fx_list effects;
};

struct ra_card {
    uint32_t key;
    struct vl_texts name, flavour;
    uint8_t sort, race, align, vitality;
    uint8_t values[RA_CHARS]; /* of a hero */
    uint8_t points, cost, targeted;
    uint16_t gold;
    uint8_t tags, barred;
    uint8_t adds[RA_CHARS];       /* of a creature */
    uint8_t place, feature, item; /* zone; room; the key of a door, an item's card or VL_NONE */
    uint8_t sets[RA_CHARS], no_brake, skills_len, trial_len; /* sets: 0 leaves it */
    struct ra_skill skills[RA_SKILLS];                       /* a dilemma is its first one */
    struct vl_fx_list passive, light, dark;
    struct ra_objective trial[RA_OBJECTIVES];
    struct ra_option options[RA_OPTIONS_MAX];
    uint8_t options_len, pad[3];
};

struct ra_task {
    uint8_t race, align, tag, n;
    uint16_t gold;
    uint8_t points, pad;
};

struct ra_quest {
    uint32_t key;
    struct vl_texts name, flavour;
    uint8_t align, opposed, relic, pad;
    uint8_t rooms[2];
    uint8_t pad2[2];
    struct ra_task leader, team, items, fallen;
    struct vl_fx_list reward;
};

struct ra_kind_card { /* a kind of mystery token */
    uint32_t key;
    struct vl_texts name, flavour;
    struct vl_fx_list team, vils;
};

struct ra_node {
    uint32_t key;
    struct vl_texts name, flavour;
    uint8_t kind, place, segment, setup;
    uint8_t next, side, arrow, faces; /* VL_NONE: none */
    uint8_t at[2];
    uint8_t pad[2];
};

struct ra_bonus {
    struct vl_fx_list effects;
};

struct ra_content {
    struct ra_card cards[RA_CARDS];
    struct ra_quest quests[RA_QUESTS];
    struct ra_kind_card kinds[RA_KINDS];
    struct ra_node nodes[RA_NODES];
    struct ra_bonus luck[RA_BONUSES];
    struct vl_fx_list bad_luck, shortcut;
    uint16_t cards_len;
    uint8_t city, door, spaces[RA_SPACES];       /* nodes: of zones, then the door */
    uint8_t slots[RA_SLOTS], corridor[RA_SLOTS]; /* nodes */
    uint8_t octuple;                             /* the room of that feature */
    uint8_t pad[2];
    struct vl_cell cells[RA_NODES];
};

/* ---- state ---- */

struct ra_room {
    uint8_t card; /* VL_NONE: nobody has seen it */
    uint8_t up, notch, won;
};

struct ra_token {
    uint8_t kind; /* VL_NONE: nobody has seen it */
    uint8_t lies; /* enum ra_lies */
    uint8_t at;   /* on the road: the node, else VL_NONE */
};

struct ra_die {
    uint8_t value; /* 0: none */
    uint8_t hero;  /* whose it is, VL_NONE: nobody's any more */
};

struct ra_trial {
    uint8_t card;          /* VL_NONE: none */
    uint8_t node;          /* objective at hand */
    uint8_t tester;        /* hero of an individual objective */
    uint8_t points, stars; /* reductions on this objective */
    uint8_t succeeds;      /* AUTO */
    uint8_t substituted;
    uint8_t dice_len;
    struct ra_die dice[RA_PLACES];
    uint8_t result;    /* what the objective came to: 1 reached, 0 not */
    uint8_t to_assign; /* boards whose dice lie there unassigned, a bit each */
    uint8_t vital;     /* of a vitality node: 1 + the hero who is tested, 0: nobody */
    uint8_t pad;
};

/* Flags of the turn and of the game: ORDER RA_FLAG_MAP, RA_LASTING_MAP. */
enum ra_flag {
    RA_BLESSED = 1,
    RA_STOPPED = 2,  /* STOPAVA */
    RA_ENTERED = 4,  /* the pawn came to its room by this turn's move */
    RA_OCTOGON = 8,  /* the trial is that of the treasure */
    RA_STARTED = 16, /* the countdown, this turn */
    RA_LOST = 32     /* an item was used up: the others may be rearranged */
};
enum ra_lasting {
    RA_OPEN_DOOR = 1,
    RA_PORTAL = 2,
    RA_BLOCKED = 4,
    RA_STEP1 = 8,
    RA_STEP2 = 16,
    RA_TREASURE = 32,
    RA_VTREASURE = 64,
    RA_CHOSEN = 128 /* treasure or octogon */
};

struct ra_state {
    struct vl_state base;
    uint8_t stage, depth, guide, pool;
    struct vl_frame frames[RA_FRAMES];
    uint16_t turn;
    uint8_t gold, gait;              /* gait: 0, 1 walk, 2 run */
    uint8_t potential;               /* the golden value that counts */
    uint8_t dice_len, dice[RA_DICE]; /* run and bonus dice */
    uint8_t flags, lasting;
    uint8_t free_for, no_penalty; /* what waits: a bit for each board, 8: for any */
    uint8_t team_at, avatar_at;   /* nodes */
    uint8_t n, team[RA_PLACES], marker[RA_PLACES];
    uint8_t throwing; /* how many dice chance throws */
    uint32_t used[6]; /* skills: 2 * hero + which, then items */
    uint32_t active[3];
    uint32_t moved[2][3]; /* items placed once, twice in a rearrangement */
    uint8_t gems[RA_HOLDERS][RA_CHARS];
    uint8_t in[RA_DECKED];
    uint8_t holder[RA_ITEMS]; /* hero */
    uint8_t deck_len[4];      /* cards not seen, in the deck */
    uint8_t known_len[4];
    uint8_t known_heroes[RA_HEROES], known_loot[RA_LOOT], known_imps[RA_IMPS],
        known_relics[RA_RELICS];
    uint8_t vteam[RA_PLACES]; /* VL_NONE: not seen */
    uint8_t vdown[3];         /* face-down in the pile: heroes, LOOT, unforeseen cards */
    uint8_t laid[RA_PLACED];
    uint8_t stack[RA_SPACES], top[RA_SPACES],
        up[RA_SPACES]; /* cards face down, the top one if known, face up */
    uint8_t door_notch;
    struct ra_room rooms[RA_SLOTS];
    struct ra_token tokens[RA_TOKENS];
    uint8_t taken[2];                               /* red, grey tokens of the Vils */
    uint8_t play_len, play[RA_FOES], prey[RA_FOES]; /* and the hero under a critter */
    uint8_t quest, vquest, notch, countdown;        /* quests: VL_NONE */
    uint8_t offered_len, offered[RA_PLACES];        /* quests to choose from */
    uint8_t drawn_len, drawn[RA_DRAWN];             /* heroes to choose from */
    uint8_t replaced, swaps, challenge, rewards;    /* rewards: LOOT still to be drawn */
    uint8_t treasure, relic_token;                  /* which of the six; slot, VL_NONE */
    uint8_t epic, brake;
    uint8_t pad;
    struct ra_trial trial;
    int16_t score[2]; /* the team's, the Vils': once counted */
};

struct ra_derived {
    uint8_t seats, boards, quick, cascade;
    uint8_t asks, challenge, pad[2];
    uint8_t ticks[RA_CHALLENGES];
    uint16_t turn_cap;
};

VL_GAME_READS(ra)

/* ---- tables ---- */

/* clang-format off */
#define RA_FAMILY_MAP(X)                  \
    X(CARD,      THINGS(card, RA_TREASURE0)) \
    X(TREASURE,  THINGS(treasure, RA_TREASURES)) \
    X(ITEM,      THINGS(item, RA_ITEMS))   \
    X(PLACED,    THINGS(placed, RA_PLACED)) \
    X(QUEST,     THINGS(quest, RA_QUESTS)) \
    X(KIND,      THINGS(kind, RA_KINDS))   \
    X(NODE,      THINGS(node, RA_NODES))   \
    X(PHASE,     KEYS(phase))             \
    X(STAGE,     KEYS(stage))             \
    X(OUTCOME,   KEYS(outcome))           \
    X(CHAR,      KEYS(char))              \
    X(COLOUR,    KEYS(colour))            \
    X(BOARD,     KEYS(board))             \
    X(PLACE,     KEYS(spot))              \
    X(PIP,       KEYS(pip))               \
    X(HUE,       KEYS(hue))               \
    X(TOKEN,     KEYS(token))             \
    X(CHALLENGE, KEYS(challenge))         \
    X(LETTER,    KEYS(letter))            \
    X(PERM,      KEYS(perm))              \
    X(HOLD,      KEYS(hold))              \
    X(DECK,      KEYS(deck))              \
    X(IN,        KEYS(in))                \
    X(LAID,      KEYS(laid))              \
    X(LIES,      KEYS(lies))              \
    X(FLAG,      KEYS(flag))              \
    X(LASTING,   KEYS(lasting))           \
    X(SPACE,     KEYS(space))             \
    X(SLOT,      KEYS(slot))              \
    X(POOL,      KEYS(pool))              \
    X(RACE,      KEYS(race))              \
    X(ALIGN,     KEYS(align))             \
    X(FRAME,     KEYS(frame))             \
    X(PURSE,     KEYS(purse))              \
    X(PAWN,      KEYS(pawn))              \
    X(GEM,       KEYS(gem))               \
    X(ARROW,     KEYS(arrow))             \
    X(LINE,      KEYS(line))
#define X(name, row) RA_FAM_##name,
enum ra_family { RA_FAM_BEFORE = VL_FAM_GAME - 1, RA_FAMILY_MAP(X) RA_FAMILIES_END };
#undef X

/* Moves: constant, word, flags, arguments, phases in which it is made, tag of the answer (-1: it
 * is done at once, on_<word> of ra_turn.c), the rule behind it. */
#define RA_WINDOWS PH(BLESS) | PH(GOLD) | PH(MOVE) | PH(EVENT) | PH(OBJ_BEFORE) | PH(OBJ_AFTER) | PH(VIT) | PH(WON) | PH(TURN_END)
#define RA_MOVE_MAP(X)                                                                                         \
    X(KEEP_HERO, keep_hero, 0, 1, HERO, PH(SETUP_HEROES), 0, RA_ACT_01)                                       \
    X(SWAP_PLACES, swap_places, 0, 2, SPOT SPOT2, PH(SETUP_TEAM), 0, RA_ACT_02)                                \
    X(REPLACE_HERO, replace_hero, VL_MOVE_REVEALS, 1, SPOT, PH(SETUP_TEAM), 1, RA_ACT_03)                      \
    X(TEAM_DONE, team_done, 0, 0, NO_ARG, PH(SETUP_TEAM), 2, RA_ACT_04)                                        \
    X(CHOOSE_QUEST, choose_quest, 0, 1, QUEST, PH(SETUP_QUEST), 0, RA_ACT_05)                                  \
    X(CHOOSE_CHALLENGE, choose_challenge, 0, 1, CHALLENGE, PH(SETUP_CHALLENGE), 0, RA_ACT_06)                  \
    X(PLACE_TOKEN, place_token, 0, 2, KIND ROAD, PH(SETUP_TOKENS), 0, RA_ACT_07)                               \
    X(QUICK_TOKENS, quick_tokens, 0, 0, NO_ARG, PH(SETUP_TOKENS), 1, RA_ACT_08)                                \
    X(PASS, pass, VL_MOVE_REVEALS, 0, NO_ARG, RA_WINDOWS, 0, RA_ACT_09)                                        \
    X(SKILL, skill, VL_MOVE_REVEALS | VL_MOVE_SPANS, 2, CARD WHICH, PH(BLESS) | PH(OBJ_BEFORE) | PH(OBJ_AFTER) | PH(WON) | PH(VIT), -1, RA_ACT_10) \
    X(DILEMMA, dilemma, VL_MOVE_REVEALS, 1, DILEMMA, RA_WINDOWS, -1, RA_ACT_11)                                \
    X(TOKEN, token, VL_MOVE_REVEALS, 2, HUE GOLDEN, RA_WINDOWS | PH(TOKEN), -1, RA_ACT_12)                     \
    X(TOKEN_REROLL, token_reroll, VL_MOVE_REVEALS, 1, HUE, PH(MOVE), -1, RA_ACT_12)                            \
    X(TRANSFER_GEM, transfer_gem, 0, 3, BOARD CHAR BOARD2, RA_WINDOWS, -1, RA_ACT_13)                          \
    X(EXCHANGE_GEM, exchange_gem, 0, 4, BOARD CHAR BOARD2 CHAR2, RA_WINDOWS, -1, RA_ACT_14)                    \
    X(MOVE_DILEMMA, move_dilemma, 0, 2, DILEMMA BOARD, RA_WINDOWS, -1, RA_ACT_15)                              \
    X(EXCHANGE_DILEMMA, exchange_dilemma, 0, 1, DILEMMA, RA_WINDOWS, -1, RA_ACT_16)                      \
    X(GOLD_REROLL, gold_reroll, VL_MOVE_REVEALS, 1, BOARD, PH(GOLD), -1, RA_ACT_17)                            \
    X(BRAKE, brake, 0, 2, COUNT BOARD, PH(BRAKE), 0, RA_ACT_18)                                                \
    X(WALK, walk, VL_MOVE_REVEALS, 0, NO_ARG, PH(GAIT), 0, RA_ACT_19)                                          \
    X(RUN, run, VL_MOVE_REVEALS, 2, BOARD CHAR, PH(GAIT), 1, RA_ACT_19)                                        \
    X(GOTO, goto, VL_MOVE_REVEALS, 1, NODE, PH(MOVE), 1, RA_ACT_20)                                            \
    X(STAY, stay, VL_MOVE_REVEALS, 0, NO_ARG, PH(MOVE), 2, RA_ACT_21)                                          \
    X(TOKEN_NOW, token_now, VL_MOVE_REVEALS, 0, NO_ARG, PH(TOKEN), 0, RA_ACT_22)                               \
    X(TOKEN_WAIT, token_wait, 0, 1, BOARD, PH(TOKEN), 1, RA_ACT_22)                                            \
    X(LUCK_PICK, luck_pick, VL_MOVE_REVEALS, 1, BONUS, PH(LUCK), 0, RA_ACT_23)                                 \
    X(LUCK_ROLL, luck_roll, VL_MOVE_REVEALS, 0, NO_ARG, PH(LUCK), 1, RA_ACT_23)                                \
    X(KEEP_DILEMMA, keep_dilemma, 0, 1, BOARD, PH(REV_DILEMMA), 0, RA_ACT_24)                                  \
    X(DROP_DILEMMA, drop_dilemma, VL_MOVE_REVEALS, 0, NO_ARG, PH(REV_DILEMMA), 1, RA_ACT_24)                   \
    X(PICK_HAZARD, pick_hazard, 0, 1, LAID, PH(REV_PICK), 0, RA_ACT_25)                                        \
    X(OPTION, option, VL_MOVE_REVEALS, 1, LETTER, PH(OPTIONS), 0, RA_ACT_26)                                   \
    X(USE_KEY, use_key, VL_MOVE_REVEALS, 0, NO_ARG, PH(DOOR), 0, RA_ACT_27)                                    \
    X(TEST, test, VL_MOVE_REVEALS, 0, NO_ARG, PH(DOOR) | PH(ROOM), 1, RA_ACT_28)                               \
    X(SKIP_TEST, skip_test, 0, 0, NO_ARG, PH(ROOM), 2, RA_ACT_28)                                              \
    X(ROOM_LUCK, room_luck, 0, 0, NO_ARG, PH(ROOM), 3, RA_ACT_29)                                              \
    X(AUTO, auto, 0, 1, BOARD, PH(OBJ_BEFORE), -1, RA_ACT_30)                                                  \
    X(CHOOSE_TESTER, choose_tester, 0, 1, SPOT, PH(TESTER), 0, RA_ACT_31)                                      \
    X(ASSIGN, assign, 0, 2, BOARD PERM, PH(OBJ_ASSIGN), 0, RA_ACT_32)                                          \
    X(PAID_REROLL, paid_reroll, VL_MOVE_REVEALS, 1, DIE, PH(OBJ_AFTER), -1, RA_ACT_33)                         \
    X(GOLD_SUBST, gold_subst, 0, 1, DIE, PH(OBJ_AFTER), -1, RA_ACT_34)                                         \
    X(DICE_MASK, dice_mask, VL_MOVE_REVEALS, 1, DICE, PH(PICK_DICE), 0, RA_ACT_35)                             \
    X(PAY_GEM, pay_gem, 0, 2, BOARD CHAR, PH(PAY_GEM), 0, RA_ACT_36)                                           \
    X(PLACE_GEM, place_gem, 0, 1, BOARD, PH(PLACE_GEM), 0, RA_ACT_37)                                          \
    X(TAKE_GEM, take_gem, 0, 1, CHAR, PH(TAKE_GEM), 0, RA_ACT_38)                                              \
    X(BURN_GEM, burn_gem, 0, 1, CHAR, PH(BURN_GEM), 0, RA_ACT_38)                                              \
    X(DEBT_CARD, debt_card, VL_MOVE_SPANS, 1, WON, PH(DEBT), 0, RA_ACT_39)                                     \
    X(DEBT_HERO, debt_hero, 0, 1, SPOT, PH(DEBT), 1, RA_ACT_39)                                                \
    X(EQUIP_ITEM, equip_item, 0, 1, ITEM, PH(EQUIP_ITEM), 0, RA_ACT_40)                                        \
    X(EQUIP_DONE, equip_done, 0, 0, NO_ARG, PH(EQUIP_ITEM), 1, RA_ACT_40)                                      \
    X(EQUIP_HOLDER, equip_holder, 0, 2, SPOT HOLD, PH(EQUIP_HOLDER), 0, RA_ACT_41)                             \
    X(EQUIP_DISCARD, equip_discard, 0, 0, NO_ARG, PH(EQUIP_HOLDER), 1, RA_ACT_41)                              \
    X(OFFER_DISCARD, offer_discard, 0, 0, NO_ARG, PH(HERO_OFFER), 0, RA_ACT_42)                                \
    X(OFFER_ENROL, offer_enrol, 0, 0, NO_ARG, PH(HERO_OFFER), 1, RA_ACT_42)                                    \
    X(OFFER_REPLACE, offer_replace, 0, 1, SPOT, PH(HERO_OFFER), 2, RA_ACT_42)                                  \
    X(PICK_HERO, pick_hero, VL_MOVE_REVEALS, 1, SPOT, PH(PICK_HERO), 0, RA_ACT_43)                             \
    X(PICK_DONE, pick_done, 0, 0, NO_ARG, PH(PICK_HERO) | PH(PEEK), 1, RA_ACT_43)                              \
    X(PICK_ROOM, pick_room, VL_MOVE_REVEALS, 1, CELL, PH(PICK_ROOM), 0, RA_ACT_44)                             \
    X(PEEK, peek, VL_MOVE_REVEALS, 1, NODE, PH(PEEK), 0, RA_ACT_45)                                            \
    X(PEEK_DECK, peek_deck, VL_MOVE_REVEALS, 1, DECK, PH(PEEK), 2, RA_ACT_45)                                  \
    X(DILEMMA_KEEP, dilemma_keep, 0, 1, BOARD, PH(DILEMMA_OFFER), 0, RA_ACT_46)                                \
    X(DILEMMA_SWAP, dilemma_swap, 0, 1, DILEMMA, PH(DILEMMA_OFFER), 1, RA_ACT_46)                              \
    X(DILEMMA_DISCARD, dilemma_discard, 0, 0, NO_ARG, PH(DILEMMA_OFFER), 2, RA_ACT_46)                         \
    X(PICK_DILEMMA, pick_dilemma, 0, 1, DILEMMA, PH(PICK_DILEMMA), 0, RA_ACT_47)                               \
    X(RELIC, relic, 0, 0, NO_ARG, PH(RELIC_CHOICE), 0, RA_ACT_48)                                              \
    X(LOOT3, loot3, VL_MOVE_REVEALS, 0, NO_ARG, PH(RELIC_CHOICE), 1, RA_ACT_48)                                \
    X(ALT, alt, VL_MOVE_REVEALS, 1, ALT, PH(ALT_CHOICE), 0, RA_ACT_49)                                         \
    X(TRADE, trade, 0, 2, SPOT VIL, PH(TRADE), 0, RA_ACT_50)                                                   \
    X(TRADE_DONE, trade_done, 0, 0, NO_ARG, PH(TRADE), 1, RA_ACT_50)                                           \
    X(TREASURE, treasure, 0, 0, NO_ARG, PH(OCTUPLE) | PH(ROOM), 4, RA_ACT_51)                                  \
    X(OCTOGON, octogon, VL_MOVE_REVEALS, 0, NO_ARG, PH(OCTUPLE) | PH(ROOM), 5, RA_ACT_51)                      \
    X(REMAIN, remain, 0, 0, NO_ARG, PH(OCTUPLE) | PH(ROOM), 6, RA_ACT_51)                                      \
    X(PORTAL, portal, VL_MOVE_REVEALS, 0, NO_ARG, PH(OCTUPLE) | PH(ROOM), 7, RA_ACT_51)                        \
    X(IMP_TAX_DRAW, imp_tax_draw, VL_MOVE_REVEALS, 0, NO_ARG, PH(IMP_TAX), 0, RA_ACT_52)                       \
    X(IMP_TAX_TAKE, imp_tax_take, VL_MOVE_REVEALS, 0, NO_ARG, PH(IMP_TAX), 1, RA_ACT_52)                       \
    X(PICK_BOARD, pick_board, 0, 1, BOARD, PH(PICK_BOARD), 0, RA_ACT_53)                                       \
    X(CROSS, cross, 0, 0, NO_ARG, PH(ROOM), 8, RA_ACT_54)                                                      \
    X(PAY_COLOUR, pay_colour, 0, 1, CHAR, PH(PAY_COLOUR), 0, RA_ACT_55)                                        \
    X(PICK_CARD, pick_card, 0, 1, FOE, PH(PICK_CARD), 0, RA_ACT_56)                                            \
    X(DIE, die, VL_MOVE_CHANCE, 1, PIPS, PH(C_DIE), 0, RA_CHN_01)                                              \
    X(DICE, dice, VL_MOVE_CHANCE, 1, FACES, PH(C_DICE), -1, RA_CHN_02)                                         \
    X(GEM, gem, VL_MOVE_CHANCE, 1, CHAR, PH(C_GEM), 0, RA_CHN_05)                                              \
    X(DRAW, draw, VL_MOVE_CHANCE, 1, DRAWN, PH(C_DRAW), 0, RA_CHN_06)                                         \
    X(KIND, kind, VL_MOVE_CHANCE, 1, KIND, PH(C_DRAW), 0, RA_CHN_06)                                           \
    X(QUEST, quest, VL_MOVE_CHANCE, 1, QUEST, PH(C_DRAW), 0, RA_CHN_07)                                        \
    X(PRIZE, prize, VL_MOVE_CHANCE, 1, TREASURE, PH(C_DRAW), 0, RA_CHN_07)                                     \
    X(HIDDEN, hidden, VL_MOVE_CHANCE, 0, NO_ARG, PH(C_DRAW), 1, RA_CHN_08)
#define X(name, ...) RA_MV_##name,
enum ra_move { RA_MV_NONE, RA_MOVE_MAP(X) RA_MOVES };
#undef X
/* clang-format on */

/* clang-format off */
#define RA_EV_MAP(X)                                                                              \
    X(DEALT, dealt, 1, A(card, RA_FAM_TREASURE))                                                      \
    X(QUEST_DRAWN, quest_drawn, 1, A(quest, RA_FAM_QUEST))                                        \
    X(QUESTS, quests, 2, A(quest, RA_FAM_QUEST) A(vils, RA_FAM_QUEST))                            \
    X(HERO_KEPT, hero_kept, 1, A(hero, RA_FAM_CARD))                                              \
    X(SWAPPED, swapped, 2, A(hero, RA_FAM_CARD) A(with, RA_FAM_CARD))                             \
    X(REPLACED, replaced, 2, A(hero, RA_FAM_CARD) A(with, RA_FAM_CARD))                           \
    X(CHALLENGE, challenge, 1, A(challenge, RA_FAM_CHALLENGE))                                    \
    X(TOKEN_LAID, token_laid, 2, A(kind, RA_FAM_KIND) A(node, RA_FAM_NODE))                       \
    X(TOKENS_HIDDEN, tokens_hidden, 1, A(n, VL_FAM_INT))                                                          \
    X(TURN_BEGUN, turn_begun, 2, A(turn, VL_FAM_INT) A(player, VL_FAM_SEAT))                      \
    X(USED, used, 1, A(card, RA_FAM_CARD))                                                        \
    X(TOKEN_USED, token_used, 2, A(hue, RA_FAM_HUE) A(kind, RA_FAM_KIND))                         \
    X(GOLDEN, golden, 1, A(n, VL_FAM_INT))                                                        \
    X(BRAKED, braked, 1, A(n, VL_FAM_INT))                                                        \
    X(AVATAR, avatar, 2, A(node, RA_FAM_NODE) A(n, VL_FAM_INT))                                   \
    X(SWEPT, swept, 1, A(node, RA_FAM_NODE))                                                      \
    X(WALKS, walks, 1, A(n, VL_FAM_INT))                                                          \
    X(RUNS, runs, 1, A(n, VL_FAM_INT))                                                            \
    X(MOVE_DIE, move_die, 1, A(n, VL_FAM_INT))                                                    \
    X(WENT, went, 1, A(node, RA_FAM_NODE))                                                        \
    X(PUSHED, pushed, 2, A(node, RA_FAM_NODE) A(n, VL_FAM_INT))                                   \
    X(TOKEN_SEEN, token_seen, 3, A(hue, RA_FAM_HUE) A(kind, RA_FAM_KIND) A(node, RA_FAM_NODE))    \
    X(TOKEN_KEPT, token_kept, 3, A(hue, RA_FAM_HUE) A(kind, RA_FAM_KIND) A(board, RA_FAM_BOARD))  \
    X(TOKEN_GONE, token_gone, 2, A(hue, RA_FAM_HUE) A(kind, RA_FAM_KIND))                         \
    X(TOKEN_TAKEN, token_taken, 3, A(hue, RA_FAM_HUE) A(kind, RA_FAM_KIND) A(n, VL_FAM_INT))      \
    X(TOKEN_MOVED, token_moved, 2, A(hue, RA_FAM_HUE) A(node, RA_FAM_NODE))                       \
    X(GEM, gem, 2, A(colour, RA_FAM_COLOUR) A(board, RA_FAM_BOARD))                                 \
    X(GEM_LOST, gem_lost, 1, A(colour, RA_FAM_COLOUR))                                              \
    X(PAID, paid, 2, A(colour, RA_FAM_COLOUR) A(board, RA_FAM_BOARD))                               \
    X(CEDED, ceded, 2, A(colour, RA_FAM_COLOUR) A(board, RA_FAM_BOARD))                             \
    X(VGEM, vgem, 1, A(colour, RA_FAM_COLOUR))                                                      \
    X(VGEM_GONE, vgem_gone, 2, A(colour, RA_FAM_COLOUR) A(board, RA_FAM_BOARD))                                      \
    X(GEM_MOVED, gem_moved, 3, A(colour, RA_FAM_COLOUR) A(board, RA_FAM_BOARD) A(to, RA_FAM_BOARD)) \
    X(CARD_MOVED, card_moved, 2, A(card, RA_FAM_CARD) A(to, RA_FAM_BOARD))                        \
    X(DEBT, debt, 2, A(card, RA_FAM_CARD) A(n, VL_FAM_INT))                                       \
    X(POWER, power, 1, A(colour, RA_FAM_CHAR))                                                    \
    X(VILS_GOT, vils_got, 1, A(card, RA_FAM_CARD))                                                \
    X(VILS_HID, vils_hid, 1, A(deck, RA_FAM_DECK))                                                \
    X(DREW, drew, 1, A(card, RA_FAM_CARD))                                                        \
    X(KEPT, kept, 2, A(card, RA_FAM_CARD) A(board, RA_FAM_BOARD))                                 \
    X(DISCARDED, discarded, 1, A(card, RA_FAM_CARD))                                              \
    X(REFILLED, refilled, 1, A(deck, RA_FAM_DECK))                                                \
    X(SAW, saw, 1, A(card, RA_FAM_CARD))                                                          \
    X(TURNED_UP, turned_up, 1, A(card, RA_FAM_CARD))                                              \
    X(VILS_STEP, vils_step, 1, A(n, VL_FAM_INT))                                                  \
    X(VILS_BLOCKED, vils_blocked, 1, A(n, VL_FAM_INT))                                                            \
    X(COUNTDOWN, countdown, 1, A(n, VL_FAM_INT))                                                  \
    X(FOE, foe, 2, A(card, RA_FAM_CARD) A(n, VL_FAM_INT))                                         \
    X(PREY, prey, 2, A(card, RA_FAM_CARD) A(hero, RA_FAM_CARD))                                   \
    X(FOE_GONE, foe_gone, 1, A(card, RA_FAM_CARD))                                                \
    X(HAZARD, hazard, 2, A(card, RA_FAM_CARD) A(node, RA_FAM_NODE))                               \
    X(OBJECTIVE, objective, 3, A(card, RA_FAM_CARD) A(what, RA_FAM_COLOUR) A(n, VL_FAM_INT))        \
    X(TESTER, tester, 1, A(hero, RA_FAM_CARD))                                                    \
    X(THREW, threw, 2, A(board, RA_FAM_BOARD) A(n, VL_FAM_INT))                                   \
    X(DIE_CHANGED, die_changed, 2, A(hero, RA_FAM_CARD) A(n, VL_FAM_INT))                         \
    X(EASED, eased, 2, A(n, VL_FAM_INT) A(stars, VL_FAM_INT))                                     \
    X(REACHED, reached, 2, A(n, VL_FAM_INT) A(against, VL_FAM_INT))                               \
    X(MISSED, missed, 2, A(n, VL_FAM_INT) A(against, VL_FAM_INT))                                 \
    X(TRIAL_WON, trial_won, 1, A(card, RA_FAM_CARD))                                              \
    X(TRIAL_LOST, trial_lost, 1, A(card, RA_FAM_CARD))                                            \
    X(PURSED, pursed, 1, A(card, RA_FAM_CARD))                                                    \
    X(SLID, slid, 2, A(card, RA_FAM_CARD) A(n, VL_FAM_INT))                                       \
    X(DOOR_OPEN, door_open, 1, A(n, VL_FAM_INT))                                                                  \
    X(VITALITY, vitality, 2, A(hero, RA_FAM_CARD) A(n, VL_FAM_INT))                               \
    X(WOUNDED, wounded, 2, A(hero, RA_FAM_CARD) A(n, VL_FAM_INT))                                 \
    X(UNHURT, unhurt, 1, A(hero, RA_FAM_CARD))                                                    \
    X(DIED, died, 1, A(hero, RA_FAM_CARD))                                                        \
    X(HEALED, healed, 1, A(hero, RA_FAM_CARD))                                                    \
    X(ENROLLED, enrolled, 2, A(hero, RA_FAM_CARD) A(place, RA_FAM_PLACE))                         \
    X(EQUIPPED, equipped, 3, A(card, RA_FAM_CARD) A(hero, RA_FAM_CARD) A(how, RA_FAM_HOLD))       \
    X(TRADED, traded, 2, A(hero, RA_FAM_CARD) A(with, RA_FAM_CARD))                               \
    X(STEP_DONE, step_done, 1, A(n, VL_FAM_INT))                                                  \
    X(PORTAL, portal, 1, A(n, VL_FAM_INT))                                                                        \
    X(TREASURE, treasure, 1, A(card, RA_FAM_TREASURE))                                            \
    X(TREASURE_LOST, treasure_lost, 1, A(card, RA_FAM_TREASURE))                                                \
    X(EPIC, epic, 1, A(n, VL_FAM_INT))                                                            \
    X(COUNTED, counted, 3, A(n, VL_FAM_INT) A(vils, VL_FAM_INT) A(gap, VL_FAM_INT))               \
    X(GAME_ENDED, game_ended, 1, A(outcome, RA_FAM_OUTCOME))
#define X(name, ...) RA_EV_##name,
enum ra_ev { RA_EV_MAP(X) RA_EVS };
#undef X

#define RA_OPTION_MAP(X)                                                                          \
    X(PLAYERS,   players,      1, VL_OPTION_INT(1, 3), 1, NULL, VL_OPTION_PLAYERS, RA_ERR_01, RA_OPT_01) \
    X(CHALLENGE, challenge,    1, VL_OPTION_FAMILY(RA_FAM_CHALLENGE, RA_CHALLENGES), VL_UNSET, "ask", VL_OPTION_ASKED, RA_ERR_02, RA_OPT_02) \
    X(TICKS,     ticks,        RA_CHALLENGES, VL_OPTION_INT(0, RA_TICKS_MAX), 0, NULL, 0, RA_ERR_03, RA_OPT_03) \
    X(QUICK,     quick_tokens, 1, VL_OPTION_KEY_QUICK(ra_no_yes, 2, 1), 0, NULL, 0, RA_ERR_02, RA_OPT_04) \
    X(ORDER,     vils_order,   1, VL_OPTION_KEY(ra_orders, 2), 0, NULL, 0, RA_ERR_02, RA_OPT_05)  \
    X(CAP,       turn_cap,     1, VL_OPTION_INT(1, 65535), 200, NULL, 0, RA_ERR_02, RA_OPT_06)
enum ra_option_id {
#define X(id, name, n, ...) RA_OPT_##id, RA_OPT_##id##_LAST = RA_OPT_##id + (n) - 1,
    RA_OPTION_MAP(X)
#undef X
    RA_OPTION_ENTRIES
};
enum { RA_OPTION_ROWS = 0 RA_OPTION_MAP(VL_OPTION_COUNT) };
/* The same by their rows in the table. */
enum ra_option_row {
#define X(id, ...) RA_OPTION_##id,
    RA_OPTION_MAP(X)
#undef X
};

/* Verbs: costs, effects of cards, then steps of the game's own. */
#define RA_VERB_MAP(X)                                                                            \
    X(GEMS) X(ANY)                                                                                \
    X(GEM) X(PAY) X(CEDE) X(VGEM) X(TAKE) X(BURN) X(LOOT) X(VLOOT) X(IMP) X(VIMP) X(GIVE) X(RELIC) X(TREASURE)    \
    X(SWAP) X(HEAL) X(HEAL_UP_TO) X(OFFER) X(VIT) X(HURT) X(SAC) X(REVIVE) X(SHIELD) X(MOVE) X(AVATAR)           \
    X(STOP_AVATAR) X(ADD_DIE) X(PEEK) X(ROOM) X(REDUCE) X(SUCCEED) X(REROLL) X(REROLL_GOLD) X(SET_DIE) X(FREE)   \
    X(NO_PENALTY) X(BANISH) X(OPEN) X(SLIDE) X(PORTAL) X(STEAL) X(VDROP) X(TRADE) X(EPIC) X(EITHER) X(SET)       \
    X(NO_BRAKE) X(LUCK) X(IMP_TAX) X(BONUS_DIE)                                                                  \
    X(WINDOW) X(DEAL) X(DRAW_TEAM) X(KEEP_TEAM) X(FORM_TEAM) X(EQUIP) X(GAIN_LOOT) X(CHOOSE_QUEST)               \
    X(CHOOSE_CHALLENGE) X(PLACE_TOKENS) X(ROLL_GOLD) X(BRAKE) X(AVATAR_GO) X(GAIT) X(RUN_DIE) X(SEE_TOKEN) X(ASK_TOKEN)       \
    X(REVEAL) X(REVEAL_GEMS) X(PICK_HAZARD) X(TURN_HAZARD) X(PAY_HAZARD) X(ASK_OPTION) X(ASK_DOOR) X(ASK_ROOM)   \
    X(ASK_TESTER) X(ROLL_TRIAL) X(ASSIGN) X(CRITS) X(FUMBLES) X(HURTS) X(LIGHT) X(DARK) X(ASK_OCTUPLE) X(POWERS) \
    X(VHERO) X(VROOMS) X(VTOKENS) X(PENALTY) X(PAID) X(DROP_GEMS) X(TURN_UP)
#define X(name) RA_DO_##name,
enum ra_verb { RA_VERB_MAP(X) RA_VERBS };
#undef X
enum { RA_COSTS = RA_DO_GEM, RA_PACK_VERBS = RA_DO_WINDOW };

/* Lists of the game's own: constant, kind of list, its steps (ra_pack.c). */
#define RA_LIST_MAP(X)                                                                            \
    X(DEAL, TURN, STEP(DEAL))                                                                     \
    X(TEAM, TURN, STEP(DRAW_TEAM) STEP(KEEP_TEAM) STEP(FORM_TEAM))                                \
    X(AISE, TURN, STEP(GAIN_LOOT))                                                                \
    X(QUEST, TURN, STEP(CHOOSE_QUEST))                                                            \
    X(CHALLENGE, TURN, STEP(CHOOSE_CHALLENGE))                                                    \
    X(GREEN, TURN, STEP(PLACE_TOKENS))                                                            \
    X(BLESS, TURN, STEP1(WINDOW, RA_PH_BLESS))                                                    \
    X(GOLDEN, TURN, STEP1(ROLL_GOLD, 1))                                                          \
    X(BRAKE, TURN, STEP(BRAKE) STEP(AVATAR_GO))                                                                   \
    X(GAIT, TURN, STEP(GAIT))                                                                     \
    X(MOVE, TURN, STEP1(WINDOW, RA_PH_MOVE))                                                      \
    X(TOKEN, TURN, STEP(SEE_TOKEN) STEP(ASK_TOKEN))                                               \
    X(SQUARE, SQUARE, STEP(LUCK))                                                                   \
    X(REVELATION, TURN, STEP(REVEAL) STEP(REVEAL_GEMS) STEP(PICK_HAZARD) STEP(TURN_HAZARD) STEP(PAY_HAZARD)) \
    X(OPTIONS, TURN, STEP(ASK_OPTION))                                                            \
    X(DOOR, TURN, STEP(ASK_DOOR))                                                                 \
    X(ROOM, TURN, STEP(ASK_ROOM))                                                                 \
    X(BEFORE, TURN, STEP1(WINDOW, RA_PH_OBJ_BEFORE))                                              \
    X(ROLL, TURN, STEP(ROLL_TRIAL) STEP(ASSIGN))                                                  \
    X(AFTER, TURN, STEP1(WINDOW, RA_PH_OBJ_AFTER))                                                \
    X(ACCEPT, TURN, STEP(CRITS) STEP(FUMBLES) STEP(HURTS))                                        \
    X(VITAL, TURN, STEP2(VIT, RA_WHO_GOLD, 1))                                                    \
    X(LIGHT, TURN, STEP(LIGHT))                                                                   \
    X(WON, TURN, STEP1(WINDOW, RA_PH_WON))                                                        \
    X(DARK, TURN, STEP(DARK))                                                                     \
    X(OCTUPLE, TURN, STEP(ASK_OCTUPLE))                                                           \
    X(END, TURN, STEP1(WINDOW, RA_PH_TURN_END))                                                   \
    X(COUNT, TURN, STEP(TURN_UP))                                                                 \
    X(W_GOLD, WINDOW, STEP1(WINDOW, RA_PH_GOLD))                                                  \
    X(W_EVENT, WINDOW, STEP1(WINDOW, RA_PH_EVENT))                                                \
    X(W_VIT, WINDOW, STEP1(WINDOW, RA_PH_VIT))                                                    \
    X(TESTER, PROMPT, STEP(ASK_TESTER))                                                           \
    X(EQUIP, PROMPT, STEP1(EQUIP, 0))                                                             \
    X(EQUIP_LOSS, PROMPT, STEP1(EQUIP, 1))                                                        \
    X(POWERS, POWERS, STEP(POWERS))                                                               \
    X(P_HERO, PROMPT, STEP(VHERO))                                                                \
    X(P_ROOMS, PROMPT, STEP(VROOMS))                                                              \
    X(P_IMPS, PROMPT, STEP1(VIMP, 3))                                                             \
    X(P_LOOT, PROMPT, STEP1(VLOOT, 4))                                                            \
    X(P_TOKENS, PROMPT, STEP(VTOKENS))                                                            \
    X(PENALTY, PROMPT, STEP(PENALTY))                                                             \
    X(PAID, PROMPT, STEP(PAID))                                                                   \
    X(GOLD_AGAIN, PROMPT, STEP(REROLL_GOLD))                                                      \
    X(ONE_DIE, PROMPT, STEP1(REROLL, 1))                                                          \
    X(ANY_DICE, PROMPT, STEP1(REROLL, 6))                                                         \
    X(BONUS, PROMPT, STEP(RUN_DIE))                                                               \
    X(DROPPED, DROP, STEP(DROP_GEMS))                                                             \
    X(DRAW2, PROMPT, STEP1(IMP, 2))                                                               \
    X(LOOT3, LOOT, STEP1(LOOT, 3))
#define X(name, ...) RA_LIST_##name,
enum ra_list { RA_LIST_MAP(X) RA_LISTS };
#undef X
/* clang-format on */

/* Kinds of lists. TURN: what a turn is made of; SQUARE: luck, on a square; WINDOW: windows inside
 * something else; CARD: what a hazard, a quest or a shortcut does; BONUS: luck and bad luck; USE:
 * skills, dilemmas, tokens that open no window; LUCKY: a luck token, of which there are three;
 * POWERS, DROP, LOOT; PROMPT: what starts nothing else. */
enum ra_list_kind {
    RA_KIND_TURN,
    RA_KIND_SQUARE,
    RA_KIND_WINDOW,
    RA_KIND_CARD,
    RA_KIND_BONUS,
    RA_KIND_USE,
    RA_KIND_LUCKY,
    RA_KIND_POWERS,
    RA_KIND_DROP,
    RA_KIND_LOOT,
    RA_KIND_PROMPT,
    RA_LIST_KINDS
};

/* Sources of frames: cards, then these. */
enum {
    RA_FROM_QUEST = RA_CARDS,
    RA_FROM_KIND = RA_FROM_QUEST + RA_QUESTS,
    RA_FROM_LUCK = RA_FROM_KIND + RA_KINDS,
    RA_FROM_GAME,
    RA_SOURCES
};
/* Lists of a card: its skills, its outcomes, its options; of a kind of token: for the team, for the
 * Vils; of luck: the five bonuses, bad luck, the shortcut. */
enum { RA_OF_LIGHT = RA_SKILLS, RA_OF_DARK, RA_OF_OPTIONS };
enum { RA_OF_TEAM, RA_OF_VILS };
enum { RA_OF_BAD_LUCK = RA_BONUSES, RA_OF_SHORTCUT };
/* Registers of a frame. Of what is used: what was named, a second thing, how it is used, its board.
 */
enum { RA_REG_NAMED, RA_REG_MORE, RA_REG_HOW, RA_REG_BOARD };
enum { RA_HOW_FREE = 1 };
/* Of a window: whose turn from the guide on, who passed in a row, the penalty that is due (colours,
 * a bit each, and above them the board), only going is left. */
enum { RA_REG_CURSOR, RA_REG_PASSES, RA_REG_DUE, RA_REG_LATE };
/* Of a test of vitality: hero + 1, die, what protects, whose corpse. */
enum { RA_REG_HERO, RA_REG_DIE, RA_REG_SHIELD, RA_REG_CORPSE };
enum { RA_SHIELDED = 1, RA_REVIVED = 2 };

enum ra_who {
    RA_WHO_GOLD,
    RA_WHO_SECOND,
    RA_WHO_LEADER,
    RA_WHO_PICK,
    RA_WHO_BEARER,
    RA_WHO_MATE,
    RA_WHO_ONE,
    RA_WHO_BOARD,
    RA_WHO_ALL
};

extern const struct vl_game reflets_game;
typedef struct ra_state reflets_state; /* as games.def calls it */

struct ra_play { /* a move being played: the machine sees its first part */
    struct vl_fx_run x;
    const struct ra_content *c;
    const struct ra_derived *d;
    struct ra_state *s;
};

static inline struct ra_play *ra_playing(struct vl_fx_run *x)
{
    return (struct ra_play *)(void *)x;
}

/* ---- the files of the game ---- */

VL_GAME_FUNCTIONS(ra)

/* ra_tables.c */
extern const char *const ra_char_keys[], *const ra_race_keys[], *const ra_align_keys[],
                                                                    *const ra_tag_keys[];
extern const char *const ra_use_keys[], *const ra_zone_keys[], *const ra_node_keys[],
                                                                   *const ra_mark_keys[];
extern const char *const ra_feature_keys[], *const ra_kind_keys[];
extern const char *const ra_no_yes[], *const ra_orders[]; /* and NULL */
extern const int8_t ra_perms[6][3];

/* ra_count.c: what is read off the table */
/* The next item that is worn, from i on; RA_ITEMS: none. */
static inline int ra_next_active(const struct ra_state *s, int i)
{
    for (int w = i / 32; w < VL_LEN(s->active); w++, i = 0) {
        uint32_t left = s->active[w] & UINT32_MAX << i % 32;
        if (left)
            return 32 * w + vl_low_bit(left);
    }
    return RA_ITEMS;
}
int ra_sort(int card);
int ra_board_of(const struct vl_rules *r, int place); /* the board that covers a place */
int ra_seat_of(const struct vl_rules *r, int board);  /* who owns it (RA-GEN-05) */
int ra_first_place(const struct vl_rules *r, int board);
int ra_places_each(const struct vl_rules *r);
int ra_place_of(const struct ra_state *s, int hero); /* 0..5, -1: not in the team */
int ra_life(const struct ra_content *c, const struct ra_state *s, int place);
int ra_value(const struct ra_content *c, const struct ra_state *s, int place,
             int what);                             /* RA-OBJ-01 */
int ra_prey_of(const struct ra_state *s, int hero); /* the critter on it, or -1 */
int ra_foe_at(const struct ra_state *s, int card);  /* its place in play, or -1 */
void ra_drop_foe(struct ra_state *s, int at);       /* out of play, with its prey */
bool ra_is_active(const struct ra_state *s, int item);
int ra_gems_of(const struct ra_state *s, int board);
int ra_team_gems(const struct vl_rules *r, const struct ra_state *s);
int ra_waiting(const struct ra_state *s, int board, int *tokens); /* dilemmas; and golden tokens */
bool ra_any_waiting(const struct ra_state *s);                    /* a dilemma, on any board */
/* How many cards of the decks, from..to, are there (enum ra_place). */
int ra_cards_in(const struct ra_state *s, int from, int to, int where);
int ra_points_of(const struct ra_content *c, int card); /* epic points */
int ra_trial_card(const struct ra_state *s);            /* the treasure's, at the octogon */
const struct ra_objective *ra_objective(const struct ra_content *c, const struct ra_state *s);
int ra_target(const struct ra_content *c, const struct ra_state *s); /* RA-TRI-04 */
int ra_reached(const struct ra_content *c,
               const struct ra_state *s); /* points or stars of the dice */
int ra_die_says(const struct ra_content *c, const struct ra_state *s, int i); /* enum ra_said */
enum ra_said { RA_SAYS_NOTHING, RA_SAYS_MISS, RA_SAYS_OK, RA_SAYS_CRIT, RA_SAYS_FUMBLE };
bool ra_fails(const struct ra_content *c,
              const struct ra_state *s); /* the objective, as the dice lie */
int ra_hazard_notch(const struct ra_content *c, const struct ra_state *s);
int ra_slot_at(const struct ra_content *c, int node);         /* of a room, or -1 */
int ra_space_at(const struct ra_content *c, int node);        /* of a zone or the door, or -1 */
void ra_lay_token(struct ra_token *t, int node);              /* on the road */
void ra_put_token(struct ra_token *t, int where);             /* enum ra_lies */
int ra_waits_on(const struct ra_token *t);                    /* the board, or -1 */
int ra_token_at(const struct ra_state *s, int node);          /* or -1 */
int ra_token_of(const struct ra_state *s, int hue, int kind); /* the one that waits, or -1 */
int ra_difficulty(const struct ra_state *s);
int ra_gap(int challenge);
/* The challenge that a game which is over ticks, -1: none. */
int ra_earned(const struct vl_rules *r, const struct vl_state *s);
bool ra_holds(const struct ra_state *s, int item);
bool ra_meets(const struct ra_content *c, const struct ra_task *t, int hero);
/* What each line of the count gives the team, and the Vils. */
void ra_count(const struct vl_rules *r, const struct ra_state *s, int16_t out[2][RA_LINES]);
void ra_score(const struct vl_rules *r, const struct ra_state *s, int out[2]);
int ra_die_gives(const struct ra_content *c, const struct ra_state *s, int i); /* points or stars */

/* ra_odds.c */
enum { RA_SURE = 46656 }; /* six dice */
/* Of RA_SURE: that the objective at hand is reached. The dice that lie there count as they are,
 * those of `again` (a bit each) and all that are still to be thrown by chance; boards give theirs
 * out as well as they can. */
int ra_odds(const struct vl_rules *r, const struct ra_state *s, unsigned again);
/* The same once this move is made: an aid, a way of giving dice out, a tester, the first objective
 * of a trial that it begins; -1: it is about no objective. */
int ra_odds_of(const struct vl_rules *r, const struct ra_state *s, struct vl_move m);
/* Of an objective of a card, were it begun now, by the best tester if anybody may be named. */
int ra_odds_begun(const struct vl_rules *r, const struct ra_state *s, int card, int node,
                  bool octogon);

/* ra_turn.c */
struct ra_play ra_play_on(const struct vl_rules *r, struct vl_state *s, struct vl_sink *sink);
int ra_enter(struct ra_play *p, int phase); /* somebody is asked; VL_FX_ASK */
void ra_go_on(struct ra_play *p);
void ra_resume(const struct vl_rules *r, struct ra_state *s);  /* the actor of a loaded state */
int ra_end_game(struct ra_play *p, int outcome, vl_rule rule); /* VL_FX_GONE */
int ra_call(struct ra_play *p, int list); /* one of the game's own; VL_FX_CALLED */
void ra_begin(struct ra_play *p, int list,
              int next); /* the same from a stage; the stage after it */
int ra_asked_seat(const struct vl_rules *r, const struct ra_state *s);

/* ra_team.c */
enum { RA_ASKS = -1, RA_NOTHING = -2 };
int ra_drawn(struct ra_play *p,
             int pool); /* the thing; RA_ASKS: chance is asked; RA_NOTHING: there is none */
void ra_pool_bounds(int pool, int *from, int *to);
bool ra_in_pool(const struct vl_rules *r, const struct ra_state *s, int pool, int thing);
int ra_member_count(const struct vl_rules *r, const struct ra_state *s, int pool, int *only);
/* RA-DCK-01: an empty deck gets its discard; false if chance is asked. */
bool ra_refill(struct ra_play *p, int deck);
/* The next card of a deck: RA_ASKS, RA_NOTHING. It is taken off and lies open. */
int ra_next(struct ra_play *p, int deck);
void ra_put(struct ra_play *p, int card, int where);
uint8_t *ra_known(struct ra_state *s, int deck);
void ra_lose_gem(struct ra_play *p, int board, int colour, int to, int event, vl_rule rule);
/* The one board on which what a frame brings can lie (RA-WIN-10), -1: any. */
int ra_only_board(const struct ra_content *c, const struct vl_frame *f);
bool ra_room_for(const struct vl_rules *r, const struct ra_state *s, int colour, int only);
void ra_wound(struct ra_play *p, int place, int n, vl_rule rule);
/* A hero leaves: to the purse, the pile, the discard. Its items stay behind. */
void ra_leave(struct ra_play *p, int place, int where);
void ra_join(struct ra_play *p, int hero, int place, vl_rule rule);
bool ra_loose_items(const struct ra_state *s);
int ra_after_loss(struct ra_play *p, int list); /* equips (RA_LIST_EQUIP...), or ends the game */
void ra_see_room(struct ra_play *p, int slot, int card);
void ra_turn_room(struct ra_play *p, int slot);
int ra_reveal_token(struct ra_play *p, int token); /* its kind, or RA_ASKS */
void ra_take_token(struct ra_play *p, int token);  /* to the Vils, or away if it is green */
void ra_set_gold(struct ra_play *p, int n);
bool ra_may_hold(const struct ra_content *c, const struct ra_state *s, int item, int place,
                 bool active);
bool ra_must_wear(const struct ra_content *c, const struct ra_state *s, int item);
bool ra_cursed_waits(const struct ra_content *c, const struct ra_state *s); /* RA-EQP-08 */
bool ra_is_stuck(const struct ra_content *c, const struct ra_state *s, int item);
bool ra_brake_is_held(const struct ra_content *c, const struct ra_state *s);

/* ra_road.c */
void ra_destinations(const struct vl_rules *r, const struct ra_state *s, uint32_t out[3]);
int ra_potential(const struct ra_state *s);
bool ra_reaches(const struct vl_rules *r, const struct ra_state *s,
                int node);                  /* going through the Avatar */
int ra_push_team(struct ra_play *p, int n); /* RA-OUT-10 to 15; VL_FX_ of an end, or DONE */
int ra_push_avatar(struct ra_play *p, int n);
int ra_avatar_stops(struct ra_play *p);

/* ra_use.c */
vl_rule ra_refuse_skill(const struct vl_rules *r, const struct ra_state *s, int seat, int card,
                        int which);
vl_rule ra_refuse_dilemma(const struct vl_rules *r, const struct ra_state *s, int seat, int card);
vl_rule ra_refuse_token(const struct vl_rules *r, const struct ra_state *s, int seat, int hue,
                        int kind);
vl_rule ra_refuse_swap(const struct vl_rules *r, const struct ra_state *s, int seat,
                       struct vl_move m);
vl_rule ra_refuse_paid(const struct vl_rules *r, const struct ra_state *s, int seat, int kind,
                       int a);
/* What a use lacks, for its refusal: so many gems of these colours (a bit each; RA_ANY_CHAR: any).
 */
int ra_lacks(const struct vl_rules *r, const struct ra_state *s, int card, int which, int board,
             unsigned *colours);
int ra_right_board(const struct ra_state *s,
                   const struct vl_rules *r); /* of a payment, VL_NONE: any */
bool ra_window_open(const struct vl_rules *r, const struct ra_state *s,
                    int seat); /* more than PASS */
int ra_list_window(const struct vl_rules *r, const struct ra_state *s, int seat,
                   struct vl_move *out);
const struct vl_frame *
ra_window(const struct ra_state *s);           /* the frame of the window that is open */
struct vl_frame *ra_tested(struct ra_play *p); /* the test of vitality that a window is about */
void ra_use(struct ra_play *p, struct vl_move m);

/* ra_trial.c */
void ra_begin_trial(struct ra_play *p, int card);
void ra_find_tester(struct ra_play *p);
void ra_clear_foes(struct ra_play *p, vl_rule rule);

typedef void ra_stage_step(struct ra_play *p);
#define GOES(list, next)
#define DOES(word) ra_stage_step ra_stage_##word;
#define X(name, word, does) does
RA_STAGE_MAP(X)
#undef X
#undef GOES
#undef DOES

/* ra_pack.c */
extern const struct vl_fx_verb ra_verbs[];
extern const struct vl_fx_machine ra_machine;
extern const struct vl_fx_verbs ra_costs, ra_effects;
extern const struct vl_pack_table ra_pack;
const struct vl_frame *ra_test_below(const struct ra_state *s); /* ra_effect.c: or NULL */
/* ra_aid.c: the dice of the open window that a card on a board may act on, a bit each; shows:
 * those with that face only, 0: any. */
unsigned ra_dice_open(const struct vl_rules *r, const struct ra_state *s, int source, int board,
                      int shows);
/* ra_legal.c, ra_chance.c */
bool ra_is_laid(const struct ra_state *s, int kind); /* a green token, while they are placed */
bool ra_is_loose(const struct ra_state *s, int item);
int ra_options_of(const struct vl_rules *r, const struct ra_state *s,
                  struct vl_move *out); /* of a prompt */
unsigned ra_dice_to_pick(const struct vl_rules *r, const struct ra_state *s,
                         int *most); /* ra_aid.c */
bool ra_serves_elsewhere(const struct vl_rules *r, const struct ra_state *s,
                         const struct vl_fx *step); /* ra_aid.c: if it were not targeted */
int ra_outcomes(const struct vl_rules *r, const struct ra_state *s, struct vl_move *out);
vl_rule ra_refuse_outcome(const struct vl_rules *r, const struct ra_state *s, struct vl_move m);

/* ra_asks.c: can what is being carried out go on, and ask what it asks? A remark, or NULL. */
const char *ra_broken_frames(const struct vl_rules *r, const struct ra_state *s);

extern const struct vl_says ra_says;
void ra_map(const struct vl_rules *r, struct vl_map *out);

#endif
