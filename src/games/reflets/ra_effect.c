/* ra_effect.c - what the verbs of cards do (RA-FX), and the costs of skills and dilemmas. Their
 * rows, with words and arguments, are in ra_pack.c. */
#include "games/reflets/ra_verbs.h"

static int board_of(const struct vl_frame *f)
{
    return f->reg[RA_REG_BOARD];
}

/* ---- costs ---- */

/* RA-GEM-08: from the board concerned. */
int ra_do_gems(struct vl_fx_run *x)
{
    if (x->frame->reg[RA_REG_HOW] & RA_HOW_FREE)
        return VL_FX_DONE;
    for (int i = 0; i < x->step->arg[1]; i++)
        ra_lose_gem(ra_playing(x), board_of(x->frame), x->step->arg[0], RA_BANK, RA_EV_PAID,
                    RA_BLS_04);
    return VL_FX_DONE;
}

bool ra_can_gems(const struct vl_fx_look *look)
{
    return (look->frame->reg[RA_REG_HOW] & RA_HOW_FREE) ||
           ra_of(look->s)->gems[board_of(look->frame)][look->step->arg[0]] >= look->step->arg[1];
}

int ra_do_any(struct vl_fx_run *x)
{
    struct ra_play *p = ra_playing(x);

    if (x->frame->reg[RA_REG_HOW] & RA_HOW_FREE)
        return VL_FX_DONE;
    for (; x->frame->turn < x->step->arg[0]; x->frame->turn++) {
        int answer = vl_fx_take(x);
        if (answer < 0)
            return ra_enter(p, RA_PH_PAY_GEM);
        ra_lose_gem(p, ra_first_of(answer), ra_second_of(answer), RA_BANK, RA_EV_PAID, RA_BLS_04);
    }
    return VL_FX_DONE;
}

bool ra_can_any(const struct vl_fx_look *look)
{
    return (look->frame->reg[RA_REG_HOW] & RA_HOW_FREE) ||
           ra_gems_of(ra_of(look->s), board_of(look->frame)) >= look->step->arg[0];
}

/* ---- gems ---- */

int ra_do_gem(struct vl_fx_run *x)
{
    return ra_gain(x, x->step->arg[0], RA_FX_01);
}

int ra_do_pay(struct vl_fx_run *x)
{
    return ra_owe(x, x->step->arg[0], RA_BANK, true, RA_FX_02);
}

int ra_do_cede(struct vl_fx_run *x)
{
    return ra_owe(x, x->step->arg[0], RA_VILS, true, RA_FX_03);
}

int ra_do_vgem(struct vl_fx_run *x)
{
    return ra_give_vils(x, x->step->arg[0], RA_FX_04);
}

bool ra_can_vgems(const struct vl_fx_look *look)
{
    return ra_gems_of(ra_of(look->s), RA_VILS) > 0;
}

/* RA-FX-05: each is a gain of the team. */
int ra_do_take(struct vl_fx_run *x)
{
    struct ra_play *p = ra_playing(x);
    struct vl_frame *f = x->frame;

    for (; f->turn < x->step->arg[0]; f->turn++) {
        if (!f->reg[RA_REG_MORE]) {
            if (ra_gems_of(p->s, RA_VILS) == 0)
                return VL_FX_DONE;
            int colour = vl_fx_take(x);
            if (colour < 0)
                return ra_enter(p, RA_PH_TAKE_GEM);
            if (!ra_room_for(x->r, p->s, colour, -1)) {
                ra_lose_gem(p, RA_VILS, colour, RA_BANK, RA_EV_VGEM_GONE, RA_GEM_05);
                continue;
            }
            f->reg[RA_REG_MORE] = vl_u8(1 + colour);
        }
        int board = vl_fx_take(x);
        if (board < 0)
            return ra_enter(p, RA_PH_PLACE_GEM);
        int colour = f->reg[RA_REG_MORE] - 1;
        p->s->gems[RA_VILS][colour]--;
        p->s->gems[board][colour]++;
        f->reg[RA_REG_MORE] = 0;
        VL_EMIT(x->sink, RA_EV_GEM, RA_FX_05, -1, colour, board);
    }
    return VL_FX_DONE;
}

/* RA-FX-06 */
int ra_do_burn(struct vl_fx_run *x)
{
    struct ra_play *p = ra_playing(x);

    for (; x->frame->turn < x->step->arg[0]; x->frame->turn++) {
        if (ra_gems_of(p->s, RA_VILS) == 0)
            return VL_FX_DONE;
        int colour = vl_fx_take(x);
        if (colour < 0)
            return ra_enter(p, RA_PH_BURN_GEM);
        ra_lose_gem(p, RA_VILS, colour, RA_BANK, RA_EV_VGEM_GONE, RA_FX_06);
    }
    return VL_FX_DONE;
}

/* ---- cards ---- */

/* RA-FX-07, RA-EQP-06 */
int ra_do_loot(struct vl_fx_run *x)
{
    struct ra_play *p = ra_playing(x);

    for (; x->frame->turn < x->step->arg[0]; x->frame->turn++) {
        int card = ra_next(p, 1);
        if (card == RA_ASKS)
            return VL_FX_ASK;
        if (card < 0)
            break;
        VL_EMIT(x->sink, RA_EV_DREW, RA_FX_07, -1, card);
        ra_put(p, card, RA_IN_HELD);
    }
    return ra_loose_items(p->s) ? ra_call(p, RA_LIST_EQUIP) : VL_FX_DONE;
}

/* RA-DCK-07, RA-DCK-08: a known one stays known, the others are only counted. */
static int hide_top(struct vl_fx_run *x, int deck, vl_rule rule)
{
    struct ra_play *p = ra_playing(x);
    struct ra_state *s = p->s;

    if (!ra_refill(p, deck))
        return VL_FX_ASK;
    if (s->known_len[deck] > 0) {
        int card = ra_next(p, deck);
        ra_put(p, card, RA_IN_VPILE);
        VL_EMIT(x->sink, RA_EV_VILS_GOT, rule, -1, card);
    } else if (s->deck_len[deck] > 0) {
        s->deck_len[deck]--;
        s->vdown[deck]++;
        VL_EMIT(x->sink, RA_EV_VILS_HID, rule, -1, deck);
    }
    return VL_FX_DONE;
}

/* RA-FX-08, RA-FX-10 */
static int hide_cards(struct vl_fx_run *x, int deck, vl_rule rule)
{
    for (; x->frame->turn < x->step->arg[0]; x->frame->turn++)
        if (hide_top(x, deck, rule) == VL_FX_ASK)
            return VL_FX_ASK;
    return VL_FX_DONE;
}

int ra_do_vloot(struct vl_fx_run *x)
{
    return hide_cards(x, 1, RA_FX_08);
}

int ra_do_vimp(struct vl_fx_run *x)
{
    return hide_cards(x, 2, RA_FX_10);
}

int ra_do_vhero(struct vl_fx_run *x)
{
    return hide_top(x, 0, RA_VIL_03);
}

/* RA-FX-09: what becomes of an unforeseen card outside a revelation; false: the guide is asked. */
bool ra_settle_imp(struct vl_fx_run *x, int card)
{
    struct ra_play *p = ra_playing(x);

    if (card < RA_CREATURE0) {
        int answer = vl_fx_take(x), tag = ra_tag_of(answer);
        if (answer < 0) {
            (void)ra_enter(p, RA_PH_DILEMMA_OFFER);
            return false;
        }
        int old = ra_only_of(answer), where = tag == 1 ? p->s->in[old] : RA_IN_A + old;
        if (tag == 1) {
            VL_EMIT(x->sink, RA_EV_DISCARDED, RA_FX_09, -1, old);
            ra_put(p, old, RA_IN_DISCARD);
        }
        if (tag <= 1) {
            ra_put(p, card, where);
            VL_EMIT(x->sink, RA_EV_KEPT, RA_FX_09, -1, card, where - RA_IN_A);
            return true;
        }
    }
    VL_EMIT(x->sink, RA_EV_DISCARDED, RA_FX_09, -1, card);
    ra_put(p, card, RA_IN_DISCARD);
    return true;
}

/* reg[RA_REG_MORE]: 1 + the card at hand. */
int ra_do_imp(struct vl_fx_run *x)
{
    struct ra_play *p = ra_playing(x);
    struct vl_frame *f = x->frame;

    for (; f->turn < x->step->arg[0]; f->turn++) {
        if (!f->reg[RA_REG_MORE]) {
            int card = ra_next(p, 2);
            if (card == RA_ASKS)
                return VL_FX_ASK;
            if (card < 0)
                return VL_FX_DONE;
            VL_EMIT(x->sink, RA_EV_DREW, RA_FX_09, -1, card);
            f->reg[RA_REG_MORE] = vl_u8(1 + card - RA_IMP0);
        }
        if (!ra_settle_imp(x, RA_IMP0 + f->reg[RA_REG_MORE] - 1))
            return VL_FX_ASK;
        f->reg[RA_REG_MORE] = 0;
    }
    return VL_FX_DONE;
}

static bool any_dilemma(const struct ra_state *s)
{
    for (int card = RA_IMP0; card < RA_CREATURE0; card++)
        if (s->in[card] >= RA_IN_A && s->in[card] <= RA_IN_C)
            return true;
    return false;
}

/* RA-FX-11 */
int ra_do_give(struct vl_fx_run *x)
{
    struct ra_play *p = ra_playing(x);

    for (; x->frame->turn < x->step->arg[0] && any_dilemma(p->s); x->frame->turn++) {
        int card = vl_fx_take(x);
        if (card < 0)
            return ra_enter(p, RA_PH_PICK_DILEMMA);
        ra_put(p, card, RA_IN_VPILE);
        VL_EMIT(x->sink, RA_EV_VILS_GOT, RA_FX_11, -1, card);
    }
    return VL_FX_DONE;
}

/* RA-QST-01 to 05, RA-DCK-12 */
int ra_do_relic(struct vl_fx_run *x)
{
    struct ra_play *p = ra_playing(x);
    struct ra_state *s = p->s;
    const struct ra_quest *q = &p->c->quests[s->quest];
    int relic = x->step->arg[0];
    bool there = s->in[relic] == RA_IN_UNSEEN || s->in[relic] == RA_IN_KNOWN;

    if (ra_holds(s, q->relic) && s->trial.card == q->rooms[1] && !(s->lasting & RA_STEP2))
        return VL_FX_DONE; /* RA-QST-05 */
    int answer = there ? vl_fx_take(x) : 1 << 12;
    if (answer < 0)
        return ra_enter(p, RA_PH_RELIC_CHOICE);
    if (ra_tag_of(answer) == 1)
        return ra_call(p, RA_LIST_LOOT3);
    if (s->in[relic] == RA_IN_KNOWN)
        vl_take_out(s->known_relics, &s->known_len[3], relic);
    else
        s->deck_len[3]--;
    ra_put(p, relic, RA_IN_HELD);
    VL_EMIT(x->sink, RA_EV_DREW, RA_QST_02, -1, relic);
    if (relic == q->relic && !(s->lasting & RA_STEP1)) {
        s->lasting = (uint8_t)(s->lasting | RA_STEP1);
        VL_EMIT(x->sink, RA_EV_STEP_DONE, RA_QST_01, -1, 1);
    }
    return ra_call(p, RA_LIST_EQUIP);
}

/* RA-FX-13 */
int ra_do_treasure(struct vl_fx_run *x)
{
    struct ra_play *p = ra_playing(x);

    p->s->lasting = (uint8_t)(p->s->lasting | RA_TREASURE);
    VL_EMIT(x->sink, RA_EV_TREASURE, RA_FX_13, -1, p->s->treasure);
    return VL_FX_DONE;
}

/* ---- heroes ---- */

/* RA-FX-15: is the hero of that place meant? The board is that on which the card or skill lies;
 * of a salutary zone every one of the guide. */
static bool is_meant(const struct vl_rules *r, const struct ra_state *s, const struct vl_frame *f,
                     int who, int place)
{
    int source = f->source, board = ra_board_of(r, place);
    int hero = source < RA_ITEM0  ? source
               : source < RA_IMP0 ? s->holder[source - RA_ITEM0]
                                  : VL_NONE;

    switch ((enum ra_who)who) {
    case RA_WHO_GOLD: return place == s->gold - 1;
    case RA_WHO_SECOND: return place == 1;
    case RA_WHO_LEADER: return place == 0;
    case RA_WHO_BEARER: return s->team[place] == hero;
    case RA_WHO_MATE: return s->team[place] != hero;
    case RA_WHO_BOARD:
        return source >= RA_ZONE0 && source < RA_TREASURE0 ? ra_seat_of(r, board) == s->guide
                                                           : board == board_of(f);
    default: return true;
    }
}

static bool wounded_in(const struct vl_rules *r, const struct ra_state *s, const struct vl_frame *f,
                       int who)
{
    for (int i = 0; i < s->n; i++)
        if (s->marker[i] && is_meant(r, s, f, who, i))
            return true;
    return false;
}

static bool is_named(int who)
{
    return who == RA_WHO_MATE || who == RA_WHO_ONE || who == RA_WHO_PICK;
}

/* What a step aims at is named once; reg: 1 + place. */
int ra_name_hero(struct vl_fx_run *x)
{
    bool heals = x->step->verb == RA_DO_HEAL;
    int who = heals ? x->step->arg[0] : RA_WHO_PICK;

    if (x->frame->reg[RA_REG_NAMED] || !is_named(who) ||
        (heals && !wounded_in(x->r, ra_playing(x)->s, x->frame, who)))
        return VL_FX_DONE;
    int place = vl_fx_take(x);
    if (place < 0)
        return ra_enter(ra_playing(x), RA_PH_PICK_HERO);
    x->frame->reg[RA_REG_NAMED] = vl_u8(1 + place);
    return VL_FX_DONE;
}

/* RA-FX-14 */
int ra_do_swap(struct vl_fx_run *x)
{
    struct ra_play *p = ra_playing(x);
    struct ra_state *s = p->s;
    int place = x->frame->reg[RA_REG_NAMED] - 1, hero = ra_next(p, 0);

    if (hero == RA_ASKS)
        return VL_FX_ASK;
    x->frame->reg[RA_REG_NAMED] = 0;
    if (hero < 0 || place >= s->n)
        return VL_FX_DONE;
    int old = s->team[place];
    VL_EMIT(x->sink, RA_EV_REPLACED, RA_FX_14, -1, old, hero);
    ra_join(p, hero, place, RA_FX_14);
    ra_put(p, old, RA_IN_DISCARD);
    return ra_call(p, RA_LIST_EQUIP);
}

/* RA-WIN-10: does what is used act on its own board only? */
static bool is_targeted(const struct vl_fx_look *look)
{
    int source = look->frame->source;

    return source < RA_CARDS && ra_content(look->r)->cards[source].targeted;
}

static bool in_scope(const struct vl_fx_look *look, int place)
{
    return !is_targeted(look) || ra_board_of(look->r, place) == board_of(look->frame);
}

/* In scope: heroes of the board of a targeted card, else all. */
bool ra_can_swap(const struct vl_fx_look *look)
{
    int first = is_targeted(look) ? ra_first_place(look->r, board_of(look->frame)) : 0;

    return first < ra_of(look->s)->n;
}

/* RA-FX-16: as a skill or dilemma refused when nobody in range is wounded. */
bool ra_can_heal(const struct vl_fx_look *look)
{
    return wounded_in(look->r, ra_of(look->s), look->frame, look->step->arg[0]);
}

bool ra_can_heal_up_to(const struct vl_fx_look *look)
{
    return wounded_in(look->r, ra_of(look->s), look->frame, RA_WHO_ALL);
}

static void heal(struct vl_fx_run *x, int place)
{
    struct ra_state *s = ra_playing(x)->s;

    if (place >= s->n || s->marker[place] == 0)
        return;
    s->marker[place] = 0;
    VL_EMIT(x->sink, RA_EV_HEALED, RA_FX_16, -1, s->team[place]);
}

int ra_do_heal(struct vl_fx_run *x)
{
    const struct ra_state *s = ra_playing(x)->s;
    int who = x->step->arg[0], named = x->frame->reg[RA_REG_NAMED];

    x->frame->reg[RA_REG_NAMED] = 0;
    for (int i = 0; i < s->n; i++)
        if (is_named(who) ? i == named - 1 : is_meant(x->r, s, x->frame, who, i))
            heal(x, i);
    return VL_FX_DONE;
}

/* RA-ACT-43: one by one. */
int ra_do_heal_up_to(struct vl_fx_run *x)
{
    struct ra_play *p = ra_playing(x);
    const struct vl_frame *f = x->frame;

    for (; f->turn < x->step->arg[0] && wounded_in(x->r, p->s, f, RA_WHO_ALL); x->frame->turn++) {
        int answer = vl_fx_take(x);
        if (answer < 0)
            return ra_enter(p, RA_PH_PICK_HERO);
        if (ra_tag_of(answer) == 1)
            break;
        heal(x, ra_only_of(answer));
    }
    return VL_FX_DONE;
}

/* RA-FX-17: nothing to draw, nobody to offer. */
bool ra_can_offer(const struct vl_fx_look *look)
{
    const struct ra_state *s = ra_of(look->s);

    if (look->step->arg[0] == 0)
        return true;
    return ra_first_place(look->r, board_of(look->frame)) + ra_places_each(look->r) > s->n;
}

/* reg[RA_REG_MORE]: 1 + the hero on offer. arg: 0 chance, 1 at a vacancy of the board. */
int ra_do_offer(struct vl_fx_run *x)
{
    struct ra_play *p = ra_playing(x);
    struct ra_state *s = p->s;
    struct vl_frame *f = x->frame;

    if (!f->reg[RA_REG_MORE]) {
        int hero = ra_next(p, 0);
        if (hero == RA_ASKS)
            return VL_FX_ASK;
        if (hero < 0)
            return VL_FX_DONE;
        VL_EMIT(x->sink, RA_EV_DREW, RA_FX_17, -1, hero);
        f->reg[RA_REG_MORE] = vl_u8(1 + hero);
    }
    int hero = f->reg[RA_REG_MORE] - 1;
    int answer = x->step->arg[0] == 1 ? (s->n < RA_PLACES ? 1 << 12 : 0) : vl_fx_take(x);
    if (answer < 0)
        return ra_enter(p, RA_PH_HERO_OFFER);
    f->reg[RA_REG_MORE] = 0;
    if (ra_tag_of(answer) == 0) {
        VL_EMIT(x->sink, RA_EV_DISCARDED, RA_FX_17, -1, hero);
        ra_put(p, hero, RA_IN_DISCARD);
        return VL_FX_DONE;
    }
    if (ra_tag_of(answer) == 1) {
        ra_join(p, hero, s->n, RA_FX_17);
        return ra_call(p, RA_LIST_EQUIP);
    }
    int place = ra_only_of(answer), old = s->team[place];
    for (int colour = 0; colour < RA_CHARS; colour++)
        ra_lose_gem(p, ra_board_of(x->r, place), colour, RA_BANK, RA_EV_PAID, RA_FX_17);
    VL_EMIT(x->sink, RA_EV_REPLACED, RA_FX_17, -1, old, hero);
    ra_join(p, hero, place, RA_FX_17);
    ra_put(p, old, RA_IN_DISCARD);
    return ra_call(p, RA_LIST_EQUIP);
}

/* RA-DTH-01, RA-VIT-08 */
static int dies(struct vl_fx_run *x, int place, bool vils, vl_rule rule)
{
    struct ra_play *p = ra_playing(x);
    int hero = p->s->team[place];

    VL_EMIT(x->sink, RA_EV_DIED, rule, -1, hero);
    VL_EMIT(x->sink, vils ? RA_EV_VILS_GOT : RA_EV_PURSED, RA_VIT_08, -1, hero);
    ra_leave(p, place, vils ? RA_IN_VPILE : RA_IN_PURSE);
    return ra_after_loss(p, RA_LIST_EQUIP_LOSS);
}

/* Whom a test is about: 1 + place, 0: nobody there (RA-FX-15, RA-FX-18). */
static int tested_place(const struct ra_state *s, int who)
{
    int place = who == RA_WHO_GOLD ? s->gold - 1 : who == RA_WHO_SECOND ? 1 : 0;

    return place >= 0 && place < s->n ? 1 + place : 0;
}

/* RA-VIT-01 to 08, 14, 17. turn: 0 who, 1 the die, 2 after the window. */
int ra_do_vit(struct vl_fx_run *x)
{
    struct ra_play *p = ra_playing(x);
    struct ra_state *s = p->s;
    struct vl_frame *f = x->frame;

    if (f->turn == 0) {
        int at = tested_place(s, x->step->arg[0]);
        if (x->step->arg[0] == RA_WHO_PICK) {
            int place = vl_fx_take(x);
            if (place < 0)
                return ra_enter(p, RA_PH_PICK_HERO);
            at = 1 + place;
        }
        if (at == 0)
            return VL_FX_DONE;
        memset(f->reg, 0, sizeof f->reg);
        f->reg[RA_REG_HERO] = vl_u8(1 + s->team[at - 1]);
        f->turn = 1;
    }
    if (f->turn == 1) {
        int n = ra_ask_die(x);
        if (n < 0)
            return VL_FX_ASK;
        f->reg[RA_REG_DIE] = vl_u8(n);
        VL_EMIT(x->sink, RA_EV_VITALITY, RA_VIT_01, -1, f->reg[RA_REG_HERO] - 1, n);
        f->turn = 2;
        (void)ra_call(p, RA_LIST_W_VIT);
        return VL_FX_AGAIN;
    }
    int place = ra_place_of(s, f->reg[RA_REG_HERO] - 1), die = f->reg[RA_REG_DIE],
        how = f->reg[RA_REG_SHIELD];
    memset(f->reg, 0, sizeof f->reg);
    if (place < 0)
        return VL_FX_DONE;
    int life = ra_life(p->c, s, place);
    if (die == life || (die < life && (how & RA_SHIELDED)))
        VL_EMIT(x->sink, RA_EV_UNHURT, RA_VIT_03, -1, s->team[place]);
    else if (die < life)
        ra_wound(p, place, die, RA_VIT_04);
    else if (how & RA_REVIVED)
        ra_wound(p, place, 1, RA_VIT_14);
    else
        return dies(x, place, x->step->arg[1] != 0, RA_VIT_05);
    return VL_FX_DONE;
}

/* RA-VIT-09, 13, 16 for a hero; the caller's step runs again after the window: turn + 1. Says
 * AGAIN while it goes on, DONE when the wound is taken. reg as for a test, without a die. */
int ra_hurt_hero(struct vl_fx_run *x, int hero, int n)
{
    struct ra_play *p = ra_playing(x);
    struct ra_state *s = p->s;
    struct vl_frame *f = x->frame;

    if (f->reg[RA_REG_HERO] == 0) {
        f->reg[RA_REG_HERO] = vl_u8(1 + hero);
        f->reg[RA_REG_DIE] = f->reg[RA_REG_SHIELD] = 0;
        (void)ra_call(p, RA_LIST_W_VIT);
        return VL_FX_AGAIN;
    }
    int place = ra_place_of(s, f->reg[RA_REG_HERO] - 1), how = f->reg[RA_REG_SHIELD];
    f->reg[RA_REG_HERO] = f->reg[RA_REG_SHIELD] = 0;
    if (place < 0)
        return VL_FX_DONE;
    int life = ra_life(p->c, s, place) - n;
    if (how & RA_SHIELDED) {
        VL_EMIT(x->sink, RA_EV_UNHURT, RA_VIT_13, -1, s->team[place]);
        return VL_FX_DONE;
    }
    if (life > 0) {
        ra_wound(p, place, life, RA_VIT_09);
        return VL_FX_DONE;
    }
    return dies(x, place, true, RA_VIT_09);
}

int ra_do_hurt(struct vl_fx_run *x)
{
    const struct ra_state *s = ra_playing(x)->s;
    int at = x->frame->reg[RA_REG_HERO] ? 1 : tested_place(s, x->step->arg[0]);

    return at == 0 ? VL_FX_DONE : ra_hurt_hero(x, s->team[at - 1], x->step->arg[1]);
}

/* RA-FX-20: another than the skill's hero, or the item's bearer. */
bool ra_can_sac(const struct vl_fx_look *look)
{
    return ra_of(look->s)->n > 1;
}

int ra_do_sac(struct vl_fx_run *x)
{
    int place = x->frame->reg[RA_REG_NAMED] - 1;

    x->frame->reg[RA_REG_NAMED] = 0;
    return place < ra_playing(x)->s->n ? dies(x, place, false, RA_FX_20) : VL_FX_DONE;
}

/* RA-FX-21, RA-FX-22: for the hero of the test below. */
const struct vl_frame *ra_test_below(const struct ra_state *s)
{
    const struct vl_frame *w = ra_window(s);

    return w != NULL && w > s->frames && s->base.phase == RA_PH_VIT ? w - 1 : NULL;
}

bool ra_can_revive(const struct vl_fx_look *look)
{
    const struct ra_state *s = ra_of(look->s);
    const struct vl_frame *t = ra_test_below(s);
    int place = t ? ra_place_of(s, t->reg[RA_REG_HERO] - 1) : -1;

    return place >= 0 && t->reg[RA_REG_DIE] > ra_life(ra_content(look->r), s, place) &&
           !(t->reg[RA_REG_SHIELD] & RA_REVIVED) && in_scope(look, place);
}

bool ra_can_shield(const struct vl_fx_look *look)
{
    const struct ra_state *s = ra_of(look->s);
    const struct vl_frame *t = ra_test_below(s);
    int place = t ? ra_place_of(s, t->reg[RA_REG_HERO] - 1) : -1, source = look->frame->source;

    if (place < 0 || (t->reg[RA_REG_SHIELD] & RA_SHIELDED))
        return false;
    if (t->reg[RA_REG_DIE] && t->reg[RA_REG_DIE] >= ra_life(ra_content(look->r), s, place))
        return false;
    if (source < RA_ITEM0) /* a hero's own shield, or that of an item on its bearer */
        return s->team[place] == source;
    return source >= RA_IMP0 ? in_scope(look, place)
                             : s->holder[source - RA_ITEM0] == s->team[place];
}

int ra_do_revive(struct vl_fx_run *x)
{
    struct vl_frame *t = ra_tested(ra_playing(x));

    t->reg[RA_REG_SHIELD] = (uint8_t)(t->reg[RA_REG_SHIELD] | RA_REVIVED);
    return VL_FX_DONE;
}

int ra_do_shield(struct vl_fx_run *x)
{
    struct vl_frame *t = ra_tested(ra_playing(x));

    t->reg[RA_REG_SHIELD] = (uint8_t)(t->reg[RA_REG_SHIELD] | RA_SHIELDED);
    return VL_FX_DONE;
}

/* ---- pawns ---- */

int ra_do_move(struct vl_fx_run *x)
{
    return ra_push_team(ra_playing(x), x->step->arg[0]);
}

/* RA-FX-24: as a dilemma in GOLD or MOVE. */
bool ra_can_avatar(const struct vl_fx_look *look)
{
    return look->s->phase == RA_PH_GOLD || look->s->phase == RA_PH_MOVE;
}

int ra_do_avatar(struct vl_fx_run *x)
{
    struct ra_play *p = ra_playing(x);

    if (x->frame->turn == 0) {
        x->frame->turn = 1;
        int said = ra_push_avatar(p, x->step->arg[0]);
        if (said != VL_FX_DONE)
            return said;
    }
    return x->step->arg[0] > 0 ? ra_avatar_stops(p) : VL_FX_DONE;
}

static bool is_progression(const struct ra_state *s)
{
    return s->base.phase == RA_PH_GOLD && s->stage == RA_ST_BRAKING && s->depth == 2;
}

/* RA-FX-25 */
bool ra_can_stop_avatar(const struct vl_fx_look *look)
{
    const struct ra_state *s = ra_of(look->s);

    return is_progression(s) && !(s->flags & RA_STOPPED);
}

int ra_do_stop_avatar(struct vl_fx_run *x)
{
    struct ra_state *s = ra_playing(x)->s;

    s->flags = (uint8_t)(s->flags | RA_STOPPED);
    return VL_FX_DONE;
}

/* RA-FX-26 */
bool ra_can_add_die(const struct vl_fx_look *look)
{
    return look->s->phase == RA_PH_MOVE && ra_of(look->s)->dice_len < RA_DICE;
}

int ra_do_add_die(struct vl_fx_run *x)
{
    return ra_do_run_die(x);
}

/* ---- looking, turning up ---- */

bool ra_can_peek(const struct vl_fx_look *look)
{
    (void)look;
    return true;
}

/* The thing that was looked at becomes known (RA-DCK-07). Answers: a node, or a deck. */
static int see(struct vl_fx_run *x, int answer)
{
    struct ra_play *p = ra_playing(x);
    struct ra_state *s = p->s;
    int node = ra_only_of(answer), slot = ra_slot_at(p->c, node), space = ra_space_at(p->c, node);

    if (ra_tag_of(answer) == 2) {
        int card = ra_drawn(p, RA_POOL_HERO + node);
        if (card == RA_ASKS)
            return RA_ASKS;
        s->deck_len[node]--;
        ra_put(p, card, RA_IN_KNOWN);
        ra_known(s, node)[s->known_len[node]++] = vl_u8(card);
        return card;
    }
    if (slot >= 0) {
        int card = ra_drawn(p, RA_POOL_ROOM);
        if (card >= 0)
            ra_see_room(p, slot, card);
        return card;
    }
    if (space >= 0) {
        int card = ra_drawn(p, RA_POOL_ZONE0 + space);
        if (card >= 0) {
            s->top[space] = vl_u8(card);
            s->laid[card - RA_ZONE0] = RA_LAID_KNOWN;
        }
        return card;
    }
    int token = ra_token_at(s, node), kind = ra_reveal_token(p, token);
    if (kind >= 0)
        VL_EMIT(x->sink, RA_EV_TOKEN_SEEN, RA_TOK_10, -1, token / RA_KINDS, kind, node);
    return kind == RA_ASKS ? RA_ASKS : RA_NOTHING;
}

/* RA-FX-27. reg[MORE], reg[NAMED]: what is being looked at, while chance decides. */
int ra_do_peek(struct vl_fx_run *x)
{
    struct ra_play *p = ra_playing(x);
    struct vl_frame *f = x->frame;
    struct vl_move list[VL_MOVES_MAX];

    for (; f->turn < x->step->arg[1]; f->turn++) {
        if (!f->reg[RA_REG_MORE]) {
            int answer = vl_fx_take(x);
            p->s->base.phase = RA_PH_PEEK;
            int n = ra_options_of(x->r, p->s, list);
            p->s->base.phase = RA_PH_AUTO;
            if (answer < 0)
                return n > 1 ? ra_enter(p, RA_PH_PEEK) : VL_FX_DONE; /* only "done" is left */
            if (ra_tag_of(answer) == 1)
                return VL_FX_DONE;
            f->reg[RA_REG_MORE] = vl_u8(1 + ra_only_of(answer));
            f->reg[RA_REG_NAMED] = vl_u8(ra_tag_of(answer));
        }
        int card = see(x, (f->reg[RA_REG_MORE] - 1) | f->reg[RA_REG_NAMED] << 12);
        if (card == RA_ASKS)
            return VL_FX_ASK;
        if (card >= 0)
            VL_EMIT(x->sink, RA_EV_SAW, RA_FX_27, -1, card);
        f->reg[RA_REG_MORE] = f->reg[RA_REG_NAMED] = 0;
    }
    return VL_FX_DONE;
}

static int hidden_rooms(const struct ra_state *s)
{
    int n = 0;

    for (int i = 0; i < RA_SLOTS; i++)
        n += !s->rooms[i].up;
    return n;
}

/* RA-FX-28, RA-REV-15. reg[MORE]: 1 + the slot that is being turned. */
int ra_do_room(struct vl_fx_run *x)
{
    struct ra_play *p = ra_playing(x);
    struct vl_frame *f = x->frame;

    for (; f->turn < x->step->arg[0] && (hidden_rooms(p->s) > 0 || f->reg[RA_REG_MORE]);
         f->turn++) {
        if (!f->reg[RA_REG_MORE]) {
            int node = vl_fx_take(x);
            if (node < 0)
                return ra_enter(p, RA_PH_PICK_ROOM);
            f->reg[RA_REG_MORE] = vl_u8(1 + ra_slot_at(p->c, node));
        }
        int slot = f->reg[RA_REG_MORE] - 1;
        if (p->s->rooms[slot].card == VL_NONE) {
            int card = ra_drawn(p, RA_POOL_ROOM);
            if (card == RA_ASKS)
                return VL_FX_ASK;
            ra_see_room(p, slot, card);
        }
        ra_turn_room(p, slot);
        f->reg[RA_REG_MORE] = 0;
    }
    return VL_FX_DONE;
}

/* ---- hazards ---- */

int ra_do_open(struct vl_fx_run *x)
{
    struct ra_state *s = ra_playing(x)->s;

    s->lasting = (uint8_t)(s->lasting | RA_OPEN_DOOR);
    VL_EMIT(x->sink, RA_EV_DOOR_OPEN, RA_FX_37, -1, 0);
    return VL_FX_DONE;
}

/* RA-OUT-06: what was tested, wherever the pawn is by now. */
int ra_do_slide(struct vl_fx_run *x)
{
    struct ra_play *p = ra_playing(x);
    struct ra_state *s = p->s;
    int card = x->frame->source;
    uint8_t *notch = card >= RA_DOOR0 && card < RA_ROOM0 ? &s->door_notch : NULL;

    for (int i = 0; i < RA_SLOTS && card >= RA_ROOM0; i++)
        if (s->rooms[i].card == card)
            notch = &s->rooms[i].notch;
    if (notch == NULL || *notch >= RA_NOTCHES)
        return VL_FX_DONE;
    ++*notch;
    VL_EMIT(x->sink, RA_EV_SLID, RA_OUT_06, -1, card, *notch);
    return VL_FX_DONE;
}

/* RA-QST-08 */
int ra_do_portal(struct vl_fx_run *x)
{
    struct ra_state *s = ra_playing(x)->s;

    s->lasting = (uint8_t)(s->lasting | RA_PORTAL);
    VL_EMIT(x->sink, RA_EV_PORTAL, RA_QST_08, -1, 0);
    return VL_FX_DONE;
}

/* RA-OUT-07, RA-EQP-06: the hero under that critter; of a hazard the designated one. */
int ra_do_steal(struct vl_fx_run *x)
{
    struct ra_play *p = ra_playing(x);
    struct ra_state *s = p->s;
    int hero = s->gold >= 1 && s->gold <= s->n ? s->team[s->gold - 1] : VL_NONE;
    bool any = false;

    for (int i = 0; i < s->play_len; i++)
        if (s->play[i] == x->frame->source)
            hero = s->prey[i];
    for (int i = 0; i < RA_ITEMS && hero != VL_NONE; i++)
        if (s->holder[i] == hero && s->in[RA_ITEM0 + i] == RA_IN_HELD) {
            ra_put(p, RA_ITEM0 + i, RA_IN_VPILE);
            VL_EMIT(x->sink, RA_EV_VILS_GOT, RA_OUT_07, -1, RA_ITEM0 + i);
            any = true;
        }
    return any ? ra_call(p, RA_LIST_EQUIP) : VL_FX_DONE;
}

/* RA-DCK-10 */
int ra_do_vdrop(struct vl_fx_run *x)
{
    struct ra_play *p = ra_playing(x);
    struct ra_state *s = p->s;

    while (s->vdown[0] > 0) {
        int hero = ra_drawn(p, RA_POOL_HERO);
        if (hero == RA_ASKS)
            return VL_FX_ASK;
        s->vdown[0]--;
        ra_put(p, hero, RA_IN_VPILE);
        VL_EMIT(x->sink, RA_EV_TURNED_UP, RA_DCK_10, -1, hero);
    }
    for (int hero = 0; hero < RA_HEROES; hero++)
        if (s->in[hero] == RA_IN_VPILE && p->c->cards[hero].align == x->step->arg[0]) {
            ra_put(p, hero, RA_IN_DISCARD);
            VL_EMIT(x->sink, RA_EV_DISCARDED, RA_FX_42, -1, hero);
        }
    return VL_FX_DONE;
}

static bool can_trade(const struct ra_play *p, int race)
{
    bool ours = false, theirs = false;

    for (int i = 0; i < p->s->n; i++)
        ours = ours || p->c->cards[p->s->team[i]].race != race;
    for (int i = 0; i < RA_PLACES; i++)
        theirs = theirs || p->c->cards[p->s->vteam[i]].race == race;
    return ours && theirs;
}

/* RA-QST-13, RA-DCK-11 */
int ra_do_trade(struct vl_fx_run *x)
{
    struct ra_play *p = ra_playing(x);
    struct ra_state *s = p->s;
    bool any = x->frame->turn > 0;

    for (int i = 0; i < RA_PLACES; i++)
        if (s->vteam[i] == VL_NONE) {
            int hero = ra_drawn(p, RA_POOL_HERO);
            if (hero == RA_ASKS)
                return VL_FX_ASK;
            s->vteam[i] = vl_u8(hero);
            ra_put(p, hero, RA_IN_VTEAM);
            VL_EMIT(x->sink, RA_EV_TURNED_UP, RA_DCK_11, -1, hero);
        }
    while (can_trade(p, x->step->arg[0])) {
        int answer = vl_fx_take(x);
        if (answer < 0)
            return ra_enter(p, RA_PH_TRADE);
        if (ra_tag_of(answer) == 1)
            break;
        int place = ra_first_of(answer), rank = ra_second_of(answer), old = s->team[place];
        VL_EMIT(x->sink, RA_EV_TRADED, RA_FX_43, -1, old, s->vteam[rank]);
        ra_join(p, s->vteam[rank], place, RA_FX_43);
        s->vteam[rank] = vl_u8(old);
        ra_put(p, old, RA_IN_VTEAM);
        x->frame->turn = 1;
        any = true;
    }
    return any ? ra_call(p, RA_LIST_EQUIP) : VL_FX_DONE;
}

int ra_do_epic(struct vl_fx_run *x)
{
    struct ra_state *s = ra_playing(x)->s;

    s->epic = vl_u8(s->epic + x->step->arg[0]);
    VL_EMIT(x->sink, RA_EV_EPIC, RA_FX_44, -1, x->step->arg[0]);
    return VL_FX_DONE;
}

/* ---- alternatives ---- */

/* RA-ACT-49: which, then what that one needs. reg[MORE]: 1 + which. */
int ra_name_either(struct vl_fx_run *x)
{
    (void)x;
    return VL_FX_DONE;
}

int ra_do_either(struct vl_fx_run *x)
{
    struct ra_play *p = ra_playing(x);
    struct vl_frame *f = x->frame;
    struct vl_fx_look look = { x->m, x->r, x->s, f, x->step };

    if (!f->reg[RA_REG_MORE]) {
        int which = vl_fx_take(x);
        if (which < 0) {
            bool first = vl_fx_can_enter(&look, f, 0), second = vl_fx_can_enter(&look, f, 1);
            if (first && second)
                return ra_enter(p, RA_PH_ALT_CHOICE);
            which = first || !second ? 0 : 1;
        }
        f->reg[RA_REG_MORE] = vl_u8(1 + which);
    }
    int which = f->reg[RA_REG_MORE] - 1;
    f->reg[RA_REG_MORE] = 0;
    return VL_FX_ENTER + which;
}
