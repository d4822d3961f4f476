/* rb_view.c - what a screen shows of Runebound: zones, things and why a thing cannot be used
 * (rb_view), and what a move touches (rb_touch). No words here: texts are keys of the
 * catalogue, marked with VL_TXT.
 *
 *     table    the event in play, an open adventure, the decks
 *     map      the hexes, with heroes, gems and markers on them
 *     dice     the movement dice, each with its symbols
 *     fight    the enemy, and what each phase asks for, with its chance
 *     track    undefeated challenges
 *     stack    the market of each town, "stack.tamalir"
 *     sheet    what each player owns, "sheet.2"
 */
#include "core/view_build.h"
#include "games/runebound/runebound.h"

enum { ZONE_STACKS = 5 }; /* behind those that the table above lists before it */

struct table { /* what every part of the view needs */
    const struct vl_rules *r;
    const struct rb_content *c;
    const struct rb_state *s;
    struct vl_view *v;
};

/* Values and damage of a card, by attribute: of a hero or ally what it rolls with and strikes for,
 * of a challenge its difficulties and what it strikes for. */
static void add_figures(struct table *t, const struct rb_body *is)
{
    static const char *const value[] = { VL_TXT(stat, "mind"), VL_TXT(stat, "body"),
                                         VL_TXT(stat, "spirit") };
    static const char *const damage[] = { VL_TXT(stat, "mind_damage"), VL_TXT(stat, "body_damage"),
                                          VL_TXT(stat, "spirit_damage") };

    for (int attr = 0; attr < RB_ATTRS; attr++) {
        vl_add_stat(t->v, value[attr], rb_figure(is, attr)[0]);
        vl_add_stat(t->v, damage[attr], rb_figure(is, attr)[1]);
    }
}

/* A challenge that waits, an ally for hire, a hero to choose: as it is printed. The level is what
 * the gem of an adventure is worth (RB-CMP-05). */
static void add_values(struct table *t, int card)
{
    const struct rb_body *is = &t->c->cards[card].is;

    if (card >= RB_MARKET && card < RB_DECKED)
        vl_add_stat(t->v, VL_TXT(stat, "level"), 1 + t->c->cards[card].colour);

    if (is->life == 0)
        return;
    vl_add_stat(t->v, VL_TXT(stat, "life"), is->life);
    if (is->stamina > 0)
        vl_add_stat(t->v, VL_TXT(stat, "stamina"), is->stamina);
    add_figures(t, is);
}

static void add_printed(struct table *t, int card, int pos)
{
    vl_add_item(t->v, RB_FAM_CARD, card, pos);
    add_values(t, card);
}

/* ---- the table ---- */

static int left_in(const struct table *t, int deck)
{
    int n = t->s->tail_len[deck];

    for (int w = 0; w < RB_WORDS; w++)
        n += vl_bits(t->s->unseen[w] & t->c->colours[deck][w]);
    return n;
}

static void add_table(struct table *t)
{
    const struct rb_state *s = t->s;
    int pos = 0;

    vl_add_zone(t->v, VL_TXT(zone, "table"), VL_ZONE_STRIP, 0);
    if (s->event != VL_NONE) {
        vl_add_item(t->v, RB_FAM_CARD, s->event, pos++);
        vl_add_stat(t->v, VL_TXT(stat, "numeral"), t->c->cards[s->event].numeral);
    }
    for (int hero = RB_DECKED; s->base.phase == RB_PH_HERO_PICK && hero < RB_CARDS; hero++)
        if (rb_owner(s, hero) < 0)
            add_printed(t, hero, pos++);
    for (int card = RB_MARKET; card < RB_DECKED; card++)
        if (s->t[card].place == RB_IN_OPEN && s->combat.fight == RB_NO_FIGHT)
            add_printed(t, card, pos++);
    for (int deck = 0; deck <= RB_COLOURS; deck++) {
        int spot = deck == RB_COLOURS ? RB_SPOT_DECK : RB_SPOT_GREEN + deck;
        vl_add_item(t->v, RB_FAM_SPOT, spot, pos++);
        vl_add_stat(t->v, VL_TXT(stat, "left"), left_in(t, deck));
    }
}

/* What a hero rolls with and strikes for, and how many counters are in it. */
static void add_hero(struct table *t, int seat)
{
    static const char *const value[] = { VL_TXT(stat, "mind"), VL_TXT(stat, "body"),
                                         VL_TXT(stat, "spirit") };
    static const char *const damage[] = { VL_TXT(stat, "mind_damage"), VL_TXT(stat, "body_damage"),
                                          VL_TXT(stat, "spirit_damage") };
    static const char *const counters[] = { VL_TXT(stat, "mind_counters"),
                                            VL_TXT(stat, "body_counters"),
                                            VL_TXT(stat, "spirit_counters") };
    const struct rb_player *p = &t->s->p[seat];

    vl_add_item(t->v, RB_FAM_CARD, p->hero, 1 + p->hex);
    for (int attr = 0; attr < RB_ATTRS; attr++) {
        vl_add_stat(t->v, value[attr], rb_value(t->c, t->s, seat, 0, attr));
        vl_add_stat(t->v, damage[attr],
                    rb_figure(rb_body(t->c, t->s, seat, 0), attr)[1] + p->sums.damage[attr]);
        if (p->counters[attr] > 0)
            vl_add_stat(t->v, counters[attr], p->counters[attr]);
    }
    vl_badge_if(t->v, p->flags & RB_FACE_DOWN, VL_TXT(badge, "face_down"));
    vl_badge_if(t->v, p->flags & RB_ATTACKED, VL_TXT(badge, "attacked"));
}

static void add_map(struct table *t)
{
    const struct rb_state *s = t->s;

    vl_add_zone(t->v, VL_TXT(zone, "map"), VL_ZONE_MAP, RB_HEXES);
    for (int site = 0; site < RB_SITES; site++) {
        if (!s->sites[site])
            continue;
        vl_add_item(t->v, RB_FAM_SITE, site, 1 + t->c->sites[site].hex)->face = vl_ref_to(
            RB_FAM_COLOUR, t->c->sites[site].colour);
        if (s->sites[site] >= 2)
            vl_add_stat(t->v, VL_TXT(stat, "marker"), s->sites[site] - 1);
    }
    for (int seat = 0; seat < s->base.seats; seat++)
        if (s->p[seat].hero != VL_NONE)
            add_hero(t, seat);
}

static void add_dice(struct table *t)
{
    const struct rb_state *s = t->s;

    vl_add_zone(t->v, VL_TXT(zone, "dice"), VL_ZONE_TRAY, 0);
    for (int die = 0; die < s->dice_len; die++) {
        vl_add_item(t->v, RB_FAM_DIE, die, die);
        vl_badge_if(t->v, s->spent >> die & 1, VL_TXT(badge, "spent"));
        for (int terrain = 0; terrain < RB_TOWN; terrain++)
            if (t->c->faces[s->dice[die]].symbols >> terrain & 1)
                vl_add_pip(t->v, vl_ref_to(RB_FAM_TERRAIN, terrain), s->spent >> die & 1);
    }
}

/* ---- the fight ---- */

/* The hero, or the ally whose roll of this kind is at hand. */
static int who_rolls(const struct rb_state *s, int kind)
{
    bool at_hand = s->roll.stage != RB_NO_ROLL && s->roll.kind == kind;

    return at_hand && s->roll.seat == s->active ? s->roll.who : 0;
}

/* In percent, rounded down: how often a roll of this kind succeeds. */
static void add_phase(struct table *t, int kind)
{
    const struct rb_state *s = t->s;
    bool duel = s->combat.fight == RB_DUEL;

    vl_add_item(t->v, RB_FAM_SPOT, RB_SPOT_RANGED + kind, 1 + kind);
    if (!duel)
        vl_add_stat(t->v, VL_TXT(stat, "difficulty"),
                    rb_difficulty(t->c, s, kind == RB_ROLL_ESCAPE ? RB_FIGHTS : kind));
    vl_add_stat(t->v, VL_TXT(stat, "damage"),
                kind == RB_ROLL_ESCAPE ? 1
                : duel                 ? rb_own_damage(t->c, s, s->combat.defender, 0, kind)
                                       : rb_enemy_damage(t->c, s, kind));
    vl_add_stat(t->v, VL_TXT(stat, "bonus"),
                rb_bonus(t->c, s, s->active, 0, kind, kind == RB_ROLL_ESCAPE ? RB_MIND : kind));
    vl_add_stat(t->v, VL_TXT(stat, "chance"), rb_chance(t->r, s, who_rolls(s, kind), kind) / 4);
    vl_badge_if(t->v, s->combat.phase == (kind == RB_ROLL_ESCAPE ? RB_FIGHTS : kind),
                VL_TXT(badge, "now"));
}

/* RB-TST-09 */
static void add_test(struct table *t)
{
    const struct rb_state *s = t->s;

    if (rb_test_difficulty(t->r, s) < 0)
        return;
    vl_add_item(t->v, RB_FAM_SPOT, RB_SPOT_TEST, 1 + RB_ROLL_TEST);
    vl_add_stat(t->v, VL_TXT(stat, "difficulty"), rb_test_difficulty(t->r, s));
    vl_add_stat(t->v, VL_TXT(stat, "bonus"),
                rb_bonus(t->c, s, s->roll.seat, 0, RB_ROLL_TEST, s->roll.attr));
    vl_add_stat(t->v, VL_TXT(stat, "chance"), rb_chance(t->r, s, 0, RB_ROLL_TEST) / 4);
    vl_badge_if(t->v, true, VL_TXT(badge, "now"));
}

static void add_fight(struct table *t)
{
    const struct rb_state *s = t->s;
    const struct rb_combat *cb = &s->combat;

    vl_add_zone(t->v, VL_TXT(zone, "fight"), VL_ZONE_SHEET, 0);
    add_test(t);
    if (cb->fight == RB_NO_FIGHT)
        return;
    if (cb->fight == RB_CHALLENGED) {
        int life = t->c->cards[cb->card].is.life;
        vl_add_item(t->v, RB_FAM_CARD, cb->card, 0);
        vl_add_stat_of(t->v, VL_TXT(stat, "life"), life - cb->wounds, life);
        vl_add_stat(t->v, VL_TXT(stat, "level"), 1 + t->c->cards[cb->card].colour);
        vl_badge_if(t->v, cb->slot != VL_NONE, VL_TXT(badge, "tracked"));
        vl_badge_if(t->v, t->c->cards[cb->card].no_flight, VL_TXT(badge, "no_escape"));
    }
    for (int kind = 0; kind <= RB_ROLL_ESCAPE; kind++)
        add_phase(t, kind);
}

static void add_track(struct table *t)
{
    const struct rb_combat *cb = &t->s->combat;

    vl_add_zone(t->v, VL_TXT(zone, "track"), VL_ZONE_TRACK, RB_SLOTS);
    for (int slot = 0; slot < RB_SLOTS; slot++) {
        int card = t->s->track[slot].card;
        if (card != VL_NONE && !(cb->fight == RB_CHALLENGED && cb->card == card))
            add_printed(t, card, slot + 1);
    }
}

/* ---- what is for sale, what is owned ---- */

static void add_stacks(struct table *t)
{
    const struct rb_state *s = t->s;

    for (int town = 0; town < RB_TOWNS; town++)
        vl_add_zone(t->v, VL_TXT(zone, "stack"), VL_ZONE_PILE, 0)->ref = vl_ref_to(RB_FAM_TOWN,
                                                                                   town);
    for (int card = 0; card < RB_MARKET; card++) {
        int place = s->t[card].place;

        if (place < RB_IN_STACK0 || place >= RB_IN_HELD0)
            continue;
        vl_add_item_in(t->v, ZONE_STACKS + place - RB_IN_STACK0, RB_FAM_CARD, card, 0);
        vl_add_stat(t->v, VL_TXT(stat, "price"), rb_price(t->c, s, s->active, card));
        add_values(t, card);
        if (s->base.phase == RB_PH_MARKET)
            vl_why_not(t->v, t->r, &s->base,
                       vl_move_of(card < RB_ALLIES ? RB_MV_HIRE : RB_MV_BUY, card, 0));
    }
}

static void add_owned(struct table *t, int seat, int card)
{
    const struct rb_state *s = t->s;
    const struct rb_token *k = &s->t[card];

    vl_add_item(t->v, RB_FAM_CARD, card, 0);
    if (rb_is_ally(t->c, card)) {
        int life = rb_life(t->c, s, seat, 1 + card), stamina = rb_stamina(t->c, s, seat, 1 + card);
        vl_add_stat_of(t->v, VL_TXT(stat, "life"), life - k->wounds, life);
        vl_add_stat_of(t->v, VL_TXT(stat, "fatigue"), k->fatigue, stamina);
        add_figures(t, rb_body(t->c, s, seat, 1 + card));
    }
    vl_badge_if(t->v, rb_is_rune(t->c, card), VL_TXT(badge, "rune"));
    vl_badge_if(t->v, k->flags & RB_FACE_DOWN, VL_TXT(badge, "face_down"));
    vl_badge_if(t->v, k->flags & RB_ATTACKED, VL_TXT(badge, "attacked"));
}

static void add_seat(struct table *t, int seat)
{
    const struct rb_state *s = t->s;
    const struct rb_player *p = &s->p[seat];
    int life = rb_life(t->c, s, seat, 0);

    vl_add_seat(t->v, seat)->face = vl_ref_to(RB_FAM_CARD, p->hero);
    vl_add_stat_of(t->v, VL_TXT(stat, "life"), life - p->wounds, life);
    vl_add_stat_of(t->v, VL_TXT(stat, "fatigue"), p->fatigue, rb_stamina(t->c, s, seat, 0));
    vl_add_stat(t->v, VL_TXT(stat, "mind"), rb_value(t->c, s, seat, 0, RB_MIND));
    vl_add_stat(t->v, VL_TXT(stat, "body"), rb_value(t->c, s, seat, 0, RB_BODY));
    vl_add_stat(t->v, VL_TXT(stat, "spirit"), rb_value(t->c, s, seat, 0, RB_SPIRIT));
    vl_add_stat(t->v, VL_TXT(stat, "gold"), p->gold);
    vl_add_stat(t->v, VL_TXT(stat, "xp"), p->xp);
    vl_add_stat_of(t->v, VL_TXT(stat, "runes"), rb_runes(t->c, s, seat), RB_RUNES_TO_WIN);
    vl_badge_if(t->v, s->active == seat && s->base.outcome == RB_BY_RUNNING,
                VL_TXT(badge, "active"));
    vl_badge_if(t->v, p->flags & RB_FACE_DOWN, VL_TXT(badge, "face_down"));
    vl_badge_if(t->v, s->winners >> seat & 1, VL_TXT(badge, "winner"));
}

static void add_sheet(struct table *t, int seat)
{
    const struct rb_player *p = &t->s->p[seat];

    vl_add_zone(t->v, VL_TXT(zone, "sheet"), VL_ZONE_SHEET, 0)->owner = vl_u8(1 + seat);
    if (p->hero == VL_NONE)
        return;
    add_seat(t, seat);
    for (int card = rb_next(p->held, 0); card >= 0; card = rb_next(p->held, card + 1))
        add_owned(t, seat, card);
}

/* ---- the prompt ---- */

/* RB-SET-05: the town whose market is dealt its card. */
static int next_market(const struct table *t)
{
    bool has[RB_TOWNS] = { true }; /* Tamalir's begins empty */
    int town = 0;

    for (int card = 0; card < RB_MARKET; card++)
        if (t->s->t[card].place >= RB_IN_STACK0 && t->s->t[card].place < RB_IN_HELD0)
            has[t->s->t[card].place - RB_IN_STACK0] = true;
    while (town < RB_TOWNS - 1 && has[town])
        town++;
    return town;
}

static void add_prompt(struct table *t)
{
    const struct rb_state *s = t->s;
    struct vl_msg *msg = &t->v->prompt;
    int asked = s->base.actor >= 0 ? s->base.actor : s->active;
    bool test = s->roll.kind == RB_ROLL_TEST;

    msg->id = t->r->game->phases[s->base.phase];
    vl_say(msg, "player", VL_FAM_SEAT, asked);
    vl_say(msg, "n", VL_FAM_INT, s->base.phase == RB_PH_REST ? s->rest : rb_dice_max(s));
    if (s->combat.fight == RB_CHALLENGED)
        vl_say(msg, "enemy", RB_FAM_CARD, s->combat.card);
    else if (s->combat.fight == RB_DUEL)
        vl_say(msg, "enemy", RB_FAM_CARD, s->p[s->combat.defender].hero);
    if (s->roll.stage != RB_NO_ROLL)
        vl_say(msg, "roll", RB_FAM_ROLL, test ? RB_ROLL_TEST : s->roll.kind);
    else if (s->combat.fight != RB_NO_FIGHT)
        vl_say(msg, "roll", RB_FAM_ROLL, s->combat.phase);
    vl_say(msg, "wounds", VL_FAM_INT, s->pending.n);
    vl_say(msg, "die", VL_FAM_INT, s->roll.die);
    if (s->base.phase == RB_PH_DRAW)
        vl_say(msg, "colour", RB_FAM_COLOUR, s->colour);
    else if (s->base.phase == RB_PH_SETUP)
        vl_say(msg, "town", RB_FAM_TOWN, next_market(t));
}

void rb_view(const struct vl_rules *r, const struct vl_state *state, vl_actor seat,
             struct vl_view *v)
{
    struct table t = { r, rb_content(r), rb_of(state), v };

    (void)seat; /* RB-GEN-02: all information is public */
    v->round = vl_i16(t.s->round);
    add_prompt(&t);
    add_table(&t);
    add_map(&t);
    add_dice(&t);
    add_fight(&t);
    add_track(&t);
    add_stacks(&t);
    for (int k = 0; k < state->seats; k++)
        add_sheet(&t, k);
}

const char *rb_kind(const struct vl_rules *r, int family, int index)
{
    static const char *const sorts[] = { VL_TXT(kind, "ally"),      VL_TXT(kind, "artifact"),
                                         VL_TXT(kind, "challenge"), VL_TXT(kind, "event"),
                                         VL_TXT(kind, "encounter"), VL_TXT(kind, "hero") };

    static const char *const kinds[] = { VL_TXT(kind, "weapon"),     VL_TXT(kind, "armour"),
                                         VL_TXT(kind, "ring"),       VL_TXT(kind, "amulet"),
                                         VL_TXT(kind, "cloak"),      VL_TXT(kind, "boots"),
                                         VL_TXT(kind, "consumable"), VL_TXT(kind, "scroll") };
    const struct rb_card *card;

    switch (family) {
    case RB_FAM_CARD:
        if (index >= RB_CARDS)
            return NULL;
        card = &rb_content(r)->cards[index];
        return card->sort == RB_SORT_ARTIFACT ? kinds[card->kind] : sorts[card->sort];
    case RB_FAM_SITE: return VL_TXT(kind, "site");
    case RB_FAM_TOWN: return VL_TXT(kind, "town");
    case RB_FAM_DIE: return VL_TXT(kind, "die");
    case RB_FAM_SPOT: return index <= RB_SPOT_RED ? VL_TXT(kind, "deck") : VL_TXT(kind, "phase");
    default: return NULL;
    }
}

void rb_map(const struct vl_rules *r, struct vl_map *out)
{
    static const char *const lands[] = { VL_TXT(land, "plains"), VL_TXT(land, "road"),
                                         VL_TXT(land, "river"),  VL_TXT(land, "swamp"),
                                         VL_TXT(land, "forest"), VL_TXT(land, "hills"),
                                         VL_TXT(land, "town") }; /* ORDER RB_TERRAIN_MAP */

    out->lands = lands;
    out->shape = VL_MAP_HEX;
    out->family = RB_FAM_HEX;
    out->cells_len = RB_HEXES;
    out->cells = rb_content(r)->cells;
}

/* RB-MOV-13: a face of a movement die is called by its terrains. */
int rb_shows(const struct vl_rules *r, int family, int index, struct vl_ref *out)
{
    int n = 0;

    for (int terrain = 0; family == RB_FAM_FACE && index < RB_FACES && terrain < RB_TOWN; terrain++)
        if (rb_content(r)->faces[index].symbols >> terrain & 1)
            out[n++] = vl_ref_to(RB_FAM_TERRAIN, terrain);
    return n;
}
static_assert((int)RB_TOWN <= (int)VL_SHOWN_MAX, "room for every terrain");

/* ---- what a move touches ---- */

static struct vl_ref character(const struct rb_state *s, int who)
{
    return vl_ref_to(RB_FAM_CARD,
                     rb_card_of(s, s->base.actor < 0 ? s->active : s->base.actor, who));
}

/* What waits where a step leads: the colour of its gem, or of the challenge that is there. */
static void touch_aim(const struct vl_rules *r, const struct rb_state *s, int hex,
                      struct vl_touch *t)
{
    int site = rb_content(r)->hexes[hex].site;
    bool waits = site != VL_NONE && s->sites[site] != 0;

    vl_touch_arg(t, "aim", RB_FAM_AIM, waits ? rb_content(r)->sites[site].colour : -1);
}

static void touch_step(const struct vl_rules *r, const struct rb_state *s, struct vl_move m,
                       struct vl_touch *t)
{
    int hex = rb_content(r)->hexes[s->p[s->active].hex].next[m.arg[0] % RB_SIDES];

    if (m.kind == RB_MV_STEP)
        t->src = vl_ref_to(RB_FAM_DIE, m.arg[1]);
    t->dst = vl_ref_to(RB_FAM_HEX, hex);
    if (hex != VL_NONE) {
        vl_touch_arg(t, "hex", RB_FAM_HEX, hex);
        vl_touch_arg(t, "terrain", RB_FAM_TERRAIN, rb_content(r)->hexes[hex].terrain);
        touch_aim(r, s, hex, t);
    }
}

/* What a way takes, and from where it comes: the first die is where it begins, the others go
 * along. */
static void touch_go(const struct vl_rules *r, const struct rb_state *s, struct vl_move m,
                     struct vl_touch *t)
{
    struct vl_move steps[VL_ROW_MAX];
    int n = rb_unfold(r, &s->base, m, steps), hex = s->p[s->active].hex, fatigue = 0, dice = 0;

    for (int i = 0; i < n; i++) {
        hex = rb_content(r)->hexes[hex].next[steps[i].arg[0]];
        if (steps[i].kind == RB_MV_STEP && dice++ == 0)
            t->src = vl_ref_to(RB_FAM_DIE, steps[i].arg[1]);
        else if (steps[i].kind == RB_MV_STEP)
            t->also[t->also_len++] = vl_ref_to(RB_FAM_DIE, steps[i].arg[1]);
        fatigue += rb_global(rb_content(r), s, RB_DO_MOVE_COST, rb_content(r)->hexes[hex].terrain);
    }
    t->dst = vl_ref_to(RB_FAM_HEX, m.arg[0]);
    if (m.arg[0] < RB_HEXES && m.arg[1] == 0) /* the other ways lead there too */
        touch_aim(r, s, m.arg[0], t);
    vl_touch_arg(t, "n", VL_FAM_INT, dice);
    vl_touch_arg(t, "fatigue", VL_FAM_INT, fatigue);
    /* Which dice, and from where: the opposite of its last step's side. Of the first way the
     * number is enough. */
    for (int i = 0; i < n && m.arg[1] > 0; i++)
        if (steps[i].kind == RB_MV_STEP)
            vl_touch_arg(t, "dice", VL_FAM_INT, steps[i].arg[1]);
    if (dice == 0 || m.arg[1] == 0)
        vl_touch_arg(t, "dice", RB_FAM_DIE, -1);
    vl_touch_arg(t, "from", RB_FAM_COURSE,
                 n > 0 && m.arg[1] > 0 ? (steps[n - 1].arg[0] + 3) % RB_SIDES : -1);
}

/* ---- chances ---- */

static bool rolls(const struct rb_state *s, struct vl_move m)
{
    return m.kind == RB_MV_ATTACK || m.kind == RB_MV_DEFEND || m.kind == RB_MV_TRY_ESCAPE ||
           m.kind == RB_MV_ROLL || (m.kind == RB_MV_USE && s->base.phase == RB_PH_REROLL);
}

/* In percent, rounded down: that the roll a move leads to succeeds; of a defender's roll, that
 * it holds off the other side. */
static int move_chance(const struct vl_rules *r, const struct rb_state *s, struct vl_move m)
{
    bool asked = s->roll.stage != RB_NO_ROLL;
    int kind = asked ? s->roll.kind : m.kind == RB_MV_TRY_ESCAPE ? RB_ROLL_ESCAPE : s->combat.phase;
    int who = asked ? s->roll.who
              : m.kind == RB_MV_ATTACK && rb_is_own(rb_content(r), s, s->active, m.arg[0])
                  ? m.arg[0]
                  : 0;
    bool defends = asked && s->roll.seat != s->active;

    if (defends && s->combat.fight == RB_DUEL)
        who = s->combat.who;
    struct rb_state fresh = *s;
    if (m.kind == RB_MV_USE) /* a die that is thrown again */
        fresh.roll.die = 0;
    int chance = rb_chance(r, &fresh, who, kind);
    return chance < 0 ? 0 : (defends ? RB_D20 * RB_D20 - chance : chance) / 4;
}

void rb_touch(const struct vl_rules *r, const struct vl_state *state, struct vl_move m,
              struct vl_touch *t)
{
    const struct rb_state *s = rb_of(state);
    int a = m.arg[0];

    switch ((enum rb_move)m.kind) {
    case RB_MV_CHOOSE_HERO:
    case RB_MV_USE:
    case RB_MV_LIMIT_DISCARD:
    case RB_MV_LOOT:
    case RB_MV_BUY:
    case RB_MV_HIRE:
    case RB_MV_SELL:
    case RB_MV_DISCARD: t->src = vl_ref_to(RB_FAM_CARD, a); break;
    case RB_MV_REST:
    case RB_MV_ATTACK:
    case RB_MV_HEAL:
    case RB_MV_TARGET:
    case RB_MV_DEFEND_WITH: t->src = character(s, a); break;
    case RB_MV_DEFEND: t->src = character(s, 0); break;
    case RB_MV_STEP:
    case RB_MV_STEP_FREE: touch_step(r, s, m, t); break;
    case RB_MV_GO: touch_go(r, s, m, t); break;
    case RB_MV_CHOOSE_TOWN:
    case RB_MV_TARGET_TOWN:
        t->dst = vl_ref_to(RB_FAM_HEX, a < RB_TOWNS ? rb_content(r)->towns[a].hex : VL_NONE);
        break;
    case RB_MV_ADVENTURE:
        t->src = vl_ref_to(RB_FAM_SITE, rb_content(r)->hexes[s->p[s->active].hex].site);
        break;
    case RB_MV_ATTACK_HERO:
        t->src = vl_ref_to(RB_FAM_CARD, a < s->base.seats ? s->p[a].hero : VL_NONE);
        break;
    case RB_MV_TRY_ESCAPE: t->src = vl_ref_to(RB_FAM_SPOT, RB_SPOT_ESCAPE); break;
    default: break;
    }
    if (m.kind == RB_MV_ATTACK || m.kind == RB_MV_DEFEND)
        t->dst = vl_ref_to(RB_FAM_SPOT,
                           RB_SPOT_RANGED + (s->combat.phase < RB_FIGHTS ? s->combat.phase : 0));
    if (m.kind == RB_MV_BUY || m.kind == RB_MV_HIRE)
        vl_touch_arg(t, "price", VL_FAM_INT,
                     a < RB_MARKET ? rb_price(rb_content(r), s, s->active, a) : 0);
    if (m.kind == RB_MV_SELL)
        vl_touch_arg(t, "price", VL_FAM_INT,
                     a < RB_MARKET ? (rb_content(r)->cards[a].price + 1) / 2 : 0);
    if (rolls(s, m))
        vl_touch_arg(t, "chance", VL_FAM_INT, move_chance(r, s, m));
}
