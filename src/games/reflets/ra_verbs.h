/* ra_verbs.h - the functions of the steps, for their rows in ra_pack.c. */
#ifndef VL_GAMES_RA_VERBS_H
#define VL_GAMES_RA_VERBS_H

#include "games/reflets/reflets.h"

#define RA_RUN(name) int ra_do_##name(struct vl_fx_run *x)
#define RA_CHOOSE(name) int ra_name_##name(struct vl_fx_run *x)
#define RA_CAN(name) bool ra_can_##name(const struct vl_fx_look *look)

/* ra_effect.c */
RA_RUN(gems);
RA_CAN(gems);
RA_RUN(any);
RA_CAN(any);
RA_RUN(gem);
RA_RUN(pay);
RA_RUN(cede);
RA_RUN(vgem);
RA_RUN(take);
RA_RUN(burn);
RA_CAN(vgems);
RA_RUN(loot);
RA_RUN(vloot);
RA_RUN(imp);
RA_RUN(vimp);
RA_RUN(give);
RA_RUN(relic);
RA_RUN(treasure);
RA_RUN(swap);
RA_CHOOSE(hero);
RA_CAN(swap);
RA_RUN(heal);
RA_CAN(heal);
RA_RUN(heal_up_to);
RA_CAN(heal_up_to);
RA_RUN(offer);
RA_CAN(offer);
RA_RUN(vit);
RA_RUN(hurt);
RA_RUN(sac);
RA_CAN(sac);
RA_RUN(revive);
RA_CAN(revive);
RA_RUN(shield);
RA_CAN(shield);
RA_RUN(move);
RA_RUN(avatar);
RA_CAN(avatar);
RA_RUN(stop_avatar);
RA_CAN(stop_avatar);
RA_RUN(add_die);
RA_CAN(add_die);
RA_RUN(peek);
RA_CAN(peek);
RA_RUN(room);
RA_RUN(reduce);
RA_CAN(reduce);
RA_RUN(succeed);
RA_CAN(succeed);
RA_RUN(reroll);
RA_CHOOSE(dice);
RA_CAN(reroll);
RA_RUN(reroll_gold);
RA_CAN(reroll_gold);
RA_RUN(set_die);
RA_CAN(set_die);
RA_RUN(free);
RA_RUN(no_penalty);
RA_RUN(banish);
RA_CHOOSE(foe);
RA_CAN(banish);
RA_RUN(open);
RA_RUN(slide);
RA_RUN(portal);
RA_RUN(steal);
RA_RUN(vdrop);
RA_RUN(trade);
RA_RUN(epic);
RA_RUN(either);
RA_CHOOSE(either);
/* ra_ask.c */
RA_RUN(luck);
RA_RUN(imp_tax);
RA_RUN(bonus_die);
RA_RUN(window);
RA_RUN(deal);
RA_RUN(draw_team);
RA_RUN(keep_team);
RA_RUN(form_team);
RA_RUN(equip);
RA_RUN(gain_loot);
RA_RUN(choose_quest);
RA_RUN(choose_challenge);
RA_RUN(place_tokens);
RA_RUN(roll_gold);
RA_RUN(brake);
RA_RUN(avatar_go);
RA_RUN(gait);
RA_RUN(run_die);
RA_RUN(see_token);
RA_RUN(ask_token);
RA_RUN(penalty);
RA_RUN(paid);
/* ra_trial.c */
RA_RUN(reveal);
RA_RUN(reveal_gems);
RA_RUN(pick_hazard);
RA_RUN(turn_hazard);
RA_RUN(pay_hazard);
RA_RUN(ask_option);
RA_RUN(ask_door);
RA_RUN(ask_room);
RA_RUN(ask_tester);
RA_RUN(roll_trial);
RA_RUN(assign);
RA_RUN(crits);
RA_RUN(fumbles);
RA_RUN(hurts);
RA_RUN(light);
RA_RUN(dark);
RA_RUN(ask_octuple);
RA_RUN(powers);
RA_RUN(vhero);
RA_RUN(vrooms);
RA_RUN(vtokens);
RA_RUN(drop_gems);
RA_RUN(turn_up);

/* Shared: they go on where they were when they run again. */
int ra_gain(struct vl_fx_run *x, int n, vl_rule rule);                   /* gems for the team */
int ra_owe(struct vl_fx_run *x, int n, int to, bool debt, vl_rule rule); /* a mandatory payment */
int ra_give_vils(struct vl_fx_run *x, int n, vl_rule rule);              /* gems of the bank */
int ra_ask_die(struct vl_fx_run *x);                    /* 1..6, or -1: chance is asked */
int ra_ask_dice(struct vl_fx_run *x, int n);            /* faces as ra_apply() packs them */
int ra_hurt_hero(struct vl_fx_run *x, int hero, int n); /* RA-VIT-09; uses the registers */
bool ra_settle_imp(struct vl_fx_run *x, int card);      /* kept, swapped or discarded */

static inline int ra_tag_of(int answer)
{
    return answer >> 12;
}

static inline int ra_first_of(int answer)
{
    return answer & 15;
}

static inline int ra_second_of(int answer)
{
    return (answer & 4095) >> 4;
}

static inline int ra_only_of(int answer)
{
    return answer & 4095;
}

#endif
