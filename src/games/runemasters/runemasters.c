/* runemasters.c - what the options of Runemasters mean, who holds a seat, results. */
#include "games/runemasters/runemasters.h"

/* RM-GEN-01, RM-END-07: one common result, no points. */
void rm_result(const struct vl_rules *r, const struct vl_state *s, struct vl_result *out)
{
    static const vl_rule rules[RM_OUTCOMES] = { 0, RM_END_01, RM_END_02, RM_END_03 };

    (void)r;
    VL_ASSERT(s->outcome < RM_OUTCOMES);
    out->over = s->outcome != RM_RUNNING;
    out->rule = rules[s->outcome];
    for (int k = 0; k < s->seats; k++) {
        out->won[k] = s->outcome == RM_VICTORY;
        out->score[k] = out->won[k] ? 1 : 0;
        out->rank[k] = 1;
    }
}

/* ---- options ---- */

/* RM-GEN-04, RM-OPT-02, 03: every seat has a player, every player a seat. */
static int prepare_players(struct rm_derived *d, const int32_t *option, struct vl_error *err)
{
    int players = option[RM_OPT_PLAYERS] == VL_UNSET ? d->seats : option[RM_OPT_PLAYERS];
    unsigned used = 0;

    if (players < 1 || players > d->seats)
        return vl_refuse_option(err, "players", RM_BAD_04, "more players than guardians");
    d->players = vl_u8(players);
    for (int k = 0; k < RM_SEATS_MAX; k++) {
        int holder = option[RM_OPT_CONTROLLER + k];
        if (k >= d->seats) {
            if (holder != VL_UNSET)
                return vl_refuse_option(err, "controller", RM_BAD_05, "a controller for no seat");
            continue;
        }
        if (holder == VL_UNSET)
            holder = k % players;
        if (holder >= players)
            return vl_refuse_option(err, "controller", RM_BAD_05, "a seat without valid player");
        d->controller[k] = vl_u8(holder);
        used |= 1u << holder;
    }
    if (used != (1u << players) - 1)
        return vl_refuse_option(err, "controller", RM_BAD_05, "a player without seat");
    return VL_OK;
}

/* RM-OPT-07: presets are legal values of the decisions they replace. */
static int prepare_presets(struct rm_derived *d, const int32_t *option, struct vl_error *err)
{
    uint32_t guardians = 0, paths = 0;

    for (int k = 0; k < RM_SEATS_MAX; k++) {
        d->preset_guardian[k] = vl_option_byte(option[RM_OPT_PRESET_GUARDIANS + k]);
        d->preset_path[k] = vl_option_byte(option[RM_OPT_PRESET_PATHS + k]);
        uint32_t guardian = rm_bit(d->preset_guardian[k]), path = rm_bit(d->preset_path[k]);

        if (guardian && k >= d->seats)
            return vl_refuse_option(err, "preset_guardians", RM_BAD_17, "no such seat");
        if (guardians & guardian)
            return vl_refuse_option(err, "preset_guardians", RM_BAD_13, "chosen twice");
        if (path && k >= d->seats)
            return vl_refuse_option(err, "preset_paths", RM_BAD_17, "no such seat");
        if (path >> d->paths)
            return vl_refuse_option(err, "preset_paths", RM_BAD_15, "path not in play");
        if (paths & path)
            return vl_refuse_option(err, "preset_paths", RM_BAD_16, "path taken twice");
        guardians |= guardian;
        paths |= path;
    }
    d->preset_dean = vl_option_byte(option[RM_OPT_PRESET_DEAN]);
    if (d->preset_dean != VL_NONE && d->preset_dean >= d->seats)
        return vl_refuse_option(err, "preset_dean", RM_BAD_17, "no such seat");
    return VL_OK;
}

static uint32_t cards_able(const struct rm_content *c, int ability)
{
    uint32_t able = 0;

    for (int card = 0; card < RM_CARDS; card++)
        able |= (uint32_t)((c->cards[card].abilities & ability) != 0) << card;
    return able;
}

/* RM-MOVE-01 to 04: a rune leads to the path of its colour; if that is not in play it
 * leads anywhere, as violet does, and white nowhere. */
static void prepare_runes(struct rm_derived *d)
{
    for (int rune = 0; rune < RM_RUNE_WHITE; rune++)
        d->leads_to[rune] = vl_u8(rune < d->paths ? 1 << rune : (1 << d->paths) - 1);
}

int rm_prepare(struct vl_rules *r, struct vl_error *err)
{
    const struct rm_content *c = rm_content(r);
    struct rm_derived *d = (struct rm_derived *)(void *)r->derived.bytes;
    int seats = r->option[RM_OPT_GUARDIANS];

    VL_ASSERT(seats >= 2 && seats <= RM_SEATS_MAX); /* as the table of options says */
    memset(d, 0, sizeof *d);
    /* RM-GEN-06: the guardians in play count, not the players */
    const struct rm_setup *setup = &c->setups[seats - 2];
    const struct rm_level *level = &c->levels[r->option[RM_OPT_DIFFICULTY]];
    d->seats = vl_u8(seats);
    d->paths = setup->paths;
    d->temple = setup->temple;
    d->cards = setup->cards;
    d->one_of = setup->one_of;
    d->level = vl_u8(r->option[RM_OPT_DIFFICULTY]);
    d->ult_start = r->option[RM_OPT_ULT_START] == VL_UNSET ? level->ultimate_start
                                                           : vl_u8(r->option[RM_OPT_ULT_START]);
    for (int k = 0; k < RM_CLASSES; k++)
        d->events[k] = level->events[k];
    d->closing_event = c->closing_event;
    d->recovers = cards_able(c, RM_AB_RECOVERS);
    d->no_block = cards_able(c, RM_AB_NO_BLOCK);
    prepare_runes(d);
    for (int e = 0; e < RM_EVENTS; e++)
        d->events_of[c->events[e].kind] |= (uint16_t)(1u << e);
    /* RM-SET-13 to 15: so many cards are left when some were removed unseen */
    d->pile = vl_u8(vl_bits(d->cards) + (d->one_of != 0) - setup->removed);
    int st = prepare_players(d, r->option, err);
    return st == VL_OK ? prepare_presets(d, r->option, err) : st;
}

/* RM-RND-01: rounds count from 1; before the first nobody's turn is announced. */
bool rm_turn(const struct vl_rules *r, const struct vl_state *base, struct vl_turn *out)
{
    const struct rm_state *s = rm_of(base);

    (void)r;
    VL_ASSERT(s->active < base->seats);
    if (s->round == 0)
        return false;
    out->round = s->round;
    out->seat = s->active;
    out->who.family = RM_FAM_GUARDIAN;
    out->who.index = s->guardian_of[s->active];
    return true;
}

int rm_controller(const struct vl_rules *r, int seat)
{
    VL_ASSERT(seat >= 0 && seat < RM_SEATS_MAX);
    return rm_derived(r)->controller[seat];
}

/* RM-GEN-10, RM-GEN-11: which paths exist. */
int rm_limit(const struct vl_rules *r, int family)
{
    return family == RM_FAM_PATH ? rm_derived(r)->paths : -1;
}
