/* runebound.c - the game as everybody else sees it: options and the struct that ties its files
 * together. */
#include "core/pack_table.h"
#include "games/runebound/runebound.h"

/* RB-XP-01: what a counter costs, of two players and more. */
int rb_prepare(struct vl_rules *r, struct vl_error *err)
{
    static const uint8_t cost[] = { 6, 5, 5, 4, 3 };
    struct rb_derived *d = (struct rb_derived *)(void *)r->derived.bytes;

    (void)err;
    memset(d, 0, sizeof *d);
    d->seats = vl_u8(r->option[RB_OPT_PLAYERS]);
    d->mode = vl_u8(r->option[RB_OPT_MODE]);
    d->pvp = vl_u8(r->option[RB_OPT_PVP]);
    d->vorakesh_wins = vl_u8(r->option[RB_OPT_VORAKESH]);
    d->ally_limit = vl_u8(r->option[RB_OPT_ALLY_LIMIT]);
    d->combat_cap = vl_u8(r->option[RB_OPT_CAP]);
    d->round_limit = vl_u16(r->option[RB_OPT_LIMIT]);
    d->xp_cost = cost[d->seats - 2];
    return VL_OK;
}

bool rb_turn(const struct vl_rules *r, const struct vl_state *s, struct vl_turn *out)
{
    const struct rb_state *state = rb_of(s);

    (void)r;
    if (s->phase < RB_PH_TURN_START)
        return false;
    out->round = state->round;
    out->seat = state->active;
    out->who.family = RB_FAM_CARD;
    out->who.index = state->p[state->active].hero;
    return true;
}

const struct vl_game runebound_game = {
    .id = "runebound",
    .prefix = "rb",
    .rule_prefix = "RB",
    .revision = 1,
    .seats_min = RB_SEATS_MIN,
    .seats_max = RB_SEATS_MAX,
    .seats_are_players = true,
    .state_size = sizeof(struct rb_state),
    .moves_max = 252,   /* throws of five movement dice, each multiset once */
    .choices_max = 192, /* RB-DEC-35 */
    .decisions_max = 0, /* RB-RUL-46: no bound */
    .families = rb_families,
    .families_len = RB_FAMILIES_END - VL_FAM_GAME,
    .moves = rb_move_kinds,
    .moves_len = RB_MOVES,
    .events = rb_event_kinds,
    .events_len = RB_EVS,
    .phases = rb_phase_keys,
    .phases_len = RB_PHASES,
    .outcomes = rb_outcome_keys,
    .outcomes_len = RB_OUTCOMES,
    .options = rb_options,
    .options_len = RB_OPTIONS,
    .fields = rb_fields,
    .tallies = rb_tallies,
    .tallies_len = RB_TALLIES,
    .spans = rb_spans,
    .event_turn = 1 + RB_EV_TURN_BEGUN,
    .rule_malformed = RB_ERR_45,
    .rule_unknown_action = RB_ERR_46,
    .rule_bad_position = RB_ERR_44,
    .rule_bad_content = RB_ERR_48,
    .rule_unknown_option = RB_ERR_03,
    VL_GAME_CALLS(rb),
    .rows = rb_rows,
    .unfold = rb_unfold,
    .turn = rb_turn,
    .view_max = { 24, 2 * RB_CARDS + RB_SITES + 64, 8 * RB_CARDS, 4 * RB_CARDS, 64 },
    .faces = VL_BIT(RB_FAM_CARD) | VL_BIT(RB_FAM_HEX) | VL_BIT(RB_FAM_TOWN) | VL_BIT(RB_FAM_SITE) |
             VL_BIT(RB_FAM_TERRAIN) | VL_BIT(RB_FAM_SPOT) | VL_BIT(RB_FAM_COLOUR) |
             VL_BIT(RB_FAM_DIE) | VL_BIT(RB_FAM_SLOT),
    .shows = rb_shows,
    .map = rb_map,
    .facts = rb_facts,
    .eval_foresees = true,
    .plan = rb_plan,
};
