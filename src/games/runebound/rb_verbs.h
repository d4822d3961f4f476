/* rb_verbs.h - the functions of the verbs, for their rows in rb_pack.c. */
#ifndef VL_GAMES_RB_VERBS_H
#define VL_GAMES_RB_VERBS_H

#include "games/runebound/runebound.h"

int rb_do_act(struct vl_fx_run *x);
bool rb_can_act(const struct vl_fx_look *look);
int rb_do_disc(struct vl_fx_run *x);
int rb_do_fat(struct vl_fx_run *x);
int rb_do_pay(struct vl_fx_run *x);
bool rb_can_pay(const struct vl_fx_look *look);
bool rb_can_roll_mod(const struct vl_fx_look *look);
int rb_do_roll_mod(struct vl_fx_run *x);
bool rb_can_dmg_mod(const struct vl_fx_look *look);
int rb_do_dmg_mod(struct vl_fx_run *x);
bool rb_can_reroll(const struct vl_fx_look *look);
int rb_do_reroll(struct vl_fx_run *x);
bool rb_can_prevent(const struct vl_fx_look *look);
int rb_do_prevent(struct vl_fx_run *x);
int rb_do_enemy_diff(struct vl_fx_run *x);
int rb_do_enemy_dmg(struct vl_fx_run *x);
bool rb_can_fight(const struct vl_fx_look *look);
int rb_do_wound_enemy(struct vl_fx_run *x);
bool rb_can_escape(const struct vl_fx_look *look);
int rb_do_auto_escape(struct vl_fx_run *x);
int rb_do_fail(struct vl_fx_run *x);
int rb_do_wound(struct vl_fx_run *x);
int rb_do_fatigue(struct vl_fx_run *x);
bool rb_can_mend(const struct vl_fx_look *look);
int rb_name_mended(struct vl_fx_run *x);
int rb_do_mend(struct vl_fx_run *x);
int rb_do_gold(struct vl_fx_run *x);
int rb_do_xp(struct vl_fx_run *x);
bool rb_can_refresh(const struct vl_fx_look *look);
int rb_name_refreshed(struct vl_fx_run *x);
int rb_do_refresh(struct vl_fx_run *x);
int rb_do_gain_card(struct vl_fx_run *x);
int rb_do_keep(struct vl_fx_run *x);
int rb_do_win(struct vl_fx_run *x);
int rb_do_win_if(struct vl_fx_run *x);
int rb_do_extra_step(struct vl_fx_run *x);
bool rb_can_reroll_dice(const struct vl_fx_look *look);
int rb_name_dice(struct vl_fx_run *x);
int rb_do_reroll_dice(struct vl_fx_run *x);
int rb_name_town(struct vl_fx_run *x);
int rb_do_teleport(struct vl_fx_run *x);
int rb_do_test(struct vl_fx_run *x);
int rb_do_may(struct vl_fx_run *x);
int rb_do_if_xp(struct vl_fx_run *x);
int rb_do_if_runes(struct vl_fx_run *x);

#endif
