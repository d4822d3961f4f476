/* rb_eval.c - what a position is worth to a seat, and where its turn should lead: the greedy
 * bot's eye.
 *
 * Worth is counted in hundredths of a gold piece that is won. What stands on the table has a
 * fixed worth; a fight that goes on is worth what rb_bout.c foresees; a turn that begins is worth
 * the best place to go to, by what is to be had there and how many turns away it is. Where the
 * way is long to what a move brings (dice, steps, experience), rb_plan() names the move.
 */
#include "core/engine.h"
#include "games/runebound/rb_bout.h"

enum {
    WON = 60000, /* the game */
    GOLD_WON = 100,
    GOLD_KEPT = 40, /* in the purse, where it buys nothing yet */
    WORTH = 90,     /* of a card, by its price */
    COUNTER = 500,
    LIFE = 90,
    ALLY_LIFE = 45,
    FATIGUE = 55,
    ALLY_FATIGUE = 8,
    FALL = 300,    /* of being knocked out: the way back */
    FLIGHT = 120,  /* of having fled */
    KEPT = 500,    /* a challenge that stays */
    TEST = 150,    /* a skill test that succeeds */
    MARKET = 8,    /* a market, by what could be spent on what will be laid out there */
    DENIED = 3000, /* a rune taken from somebody who has two */
    RISK = 250,    /* of attacking a hero, who has abilities to use */
    SAMPLE = 4,    /* cards of a colour that are looked at */
    GOALS = RB_SITES + RB_TOWNS + RB_SEATS_MAX,
    ITEMS = 6, /* dice and free steps that are planned with */
    STRIDE = 3 /* hexes that a turn leads on */
};

static const int32_t runes_worth[] = { 0, 4000, 14000, WON };

/* ---- what is owned ---- */

static int32_t rune_worth(const struct rb_content *c, const struct rb_state *s, int seat)
{
    int n = vl_min(rb_runes(c, s, seat), RB_RUNES_TO_WIN - 1);

    return runes_worth[n + 1] - runes_worth[n];
}

/* The attribute of a hero's own that it fights best with. */
static int strongest(const struct rb_content *c, const struct rb_state *s, int seat)
{
    int best = 0, most = INT32_MIN;

    for (int attr = 0; attr < RB_ATTRS; attr++) {
        int v = rb_value(c, s, seat, 0, attr) + 4 * rb_figure(rb_body(c, s, seat, 0), attr)[1];
        best = v > most ? attr : best;
        most = v > most ? v : most;
    }
    return best;
}

/* A weapon is worth less where its phase is not the hero's. */
static int fit_of(const struct rb_content *c, const struct rb_card *k, int strong)
{
    for (int i = 0; i < k->abilities_len; i++) {
        const struct vl_fx *fx = rb_steps(c, k->abilities[i].effects);

        for (int j = 0; j < k->abilities[i].effects.len; j++)
            if ((fx[j].verb == RB_DO_ROLL_MOD || fx[j].verb == RB_DO_DMG_MOD) &&
                !(fx[j].arg[0] >> strong & 1))
                return 75;
    }
    return 100;
}

static int32_t worth_of(const struct rb_content *c, int card, int strong)
{
    const struct rb_card *k = &c->cards[card];

    if (card >= RB_MARKET)
        return KEPT;
    if (k->sort == RB_SORT_ALLY)
        return k->price * WORTH;
    switch (k->kind) {
    case RB_WEAPON: return k->price * WORTH * fit_of(c, k, strong) / 100;
    case RB_ARMOUR: return k->price * WORTH;
    case RB_CONSUMABLE: return k->price * WORTH * 55 / 100;
    default: return k->price * WORTH * 75 / 100;
    }
}

/* The best n of what is noted one after the other. */
struct best {
    int32_t v[RB_BOUT_FIGHTERS];
};

static void note(struct best *b, int32_t v)
{
    for (int i = 0; i < VL_LEN(b->v); i++)
        if (v > b->v[i]) {
            int32_t less = b->v[i];
            b->v[i] = v;
            v = less;
        }
}

/* Allies help the less the more there are; beyond two weapons and an armour nothing helps. */
static int32_t cards_worth(const struct rb_content *c, const struct rb_state *s, int seat)
{
    static const uint8_t share[RB_BOUT_FIGHTERS] = { 100, 90, 70, 30 };
    struct best allies = { { 0 } }, weapons = { { 0 } }, armours = { { 0 } };
    const uint32_t *held = s->p[seat].held;
    int strong = strongest(c, s, seat);
    int32_t sum = 0;

    for (int card = rb_next(held, 0); card >= 0; card = rb_next(held, card + 1)) {
        int32_t worth = worth_of(c, card, strong);

        if (rb_is_rune(c, card)) {
            continue;
        } else if (rb_is_ally(c, card)) {
            note(&allies, worth);
            sum -= s->t[card].wounds * ALLY_LIFE + s->t[card].fatigue * ALLY_FATIGUE;
        } else if (c->cards[card].kind == RB_WEAPON) {
            note(&weapons, worth);
        } else if (c->cards[card].kind == RB_ARMOUR) {
            note(&armours, worth);
        } else {
            sum += worth;
        }
    }
    for (int i = 0; i < RB_BOUT_FIGHTERS; i++)
        sum += allies.v[i] * share[i] / 100;
    return sum + weapons.v[0] + weapons.v[1] + armours.v[0];
}

static int32_t xp_worth(const struct vl_rules *r)
{
    return COUNTER / rb_derived(r)->xp_cost;
}

/* All but the life that the hero has left. */
static int32_t standing(const struct vl_rules *r, const struct rb_state *s, int seat)
{
    const struct rb_content *c = rb_content(r);
    const struct rb_player *p = &s->p[seat];

    return runes_worth[vl_min(rb_runes(c, s, seat), RB_RUNES_TO_WIN)] + rb_counters(p) * COUNTER +
           p->xp * xp_worth(r) * 3 / 4 + p->gold * GOLD_KEPT + cards_worth(c, s, seat) -
           p->fatigue * FATIGUE;
}

static int life_left(const struct vl_rules *r, const struct rb_state *s, int seat)
{
    return rb_life(rb_content(r), s, seat, 0) - s->p[seat].wounds;
}

/* ---- what is at stake in a fight ---- */

static int32_t reward_of(const struct vl_rules *r, const struct rb_state *s, int seat, int card)
{
    const struct rb_content *c = rb_content(r);
    const struct rb_card *k = &c->cards[card];
    const struct vl_fx *fx = rb_steps(c, k->scripts[RB_REWARD]);
    int32_t v = k->gold * GOLD_WON + (1 + k->colour) * xp_worth(r);

    for (int i = 0; i < k->scripts[RB_REWARD].len; i++) {
        if (fx[i].verb == RB_DO_WIN || (fx[i].verb == RB_DO_WIN_IF && rb_derived(r)->vorakesh_wins))
            v += WON;
        else if (fx[i].verb == RB_DO_KEEP)
            v += k->kept == RB_KEPT_RUNE ? rune_worth(c, s, seat) : KEPT;
    }
    return v;
}

/* RB-KO-01 to 03: gold and points are lost, and all wounds. */
static int32_t loss_of(const struct vl_rules *r, const struct rb_state *s, int seat, int full)
{
    const struct rb_player *p = &s->p[seat];

    return full * LIFE - FALL - p->gold / 2 * GOLD_KEPT - p->xp * xp_worth(r) * 3 / 4;
}

static void stake(struct rb_bout *b, const struct vl_rules *r, const struct rb_state *s)
{
    b->alive = LIFE;
    b->lost = loss_of(r, s, b->team->seat, b->team->full);
    b->fled = -FLIGHT;
    b->dies = 5 * WORTH;
    b->scratch = ALLY_LIFE;
}

static void foresee_challenge(struct rb_bout *b, const struct rb_team *t, const struct vl_rules *r,
                              const struct rb_state *s, int card)
{
    rb_bout_challenge(b, t, r, s, card);
    stake(b, r, s);
    b->won = reward_of(r, s, t->seat, card);
    rb_bout_foresee(b);
}

/* RB-PVP-18: the best card that a winner could take. */
static int32_t loot_worth(const struct vl_rules *r, const struct rb_state *s, int from, int to)
{
    const struct rb_content *c = rb_content(r);
    const uint32_t *held = s->p[from].held;
    int strong = strongest(c, s, to);
    int32_t best = 0;

    for (int card = rb_next(held, 0); card >= 0; card = rb_next(held, card + 1)) {
        int32_t v = rb_is_rune(c, card) ? rune_worth(c, s, to) : worth_of(c, card, strong);
        best = v > best ? v : best;
    }
    return best + (rb_runes(c, s, from) >= RB_RUNES_TO_WIN - 1 ? DENIED : 0);
}

static void foresee_duel(struct rb_bout *b, const struct rb_team *t, const struct vl_rules *r,
                         const struct rb_state *s, int other)
{
    rb_bout_duel(b, t, r, s, other);
    stake(b, r, s);
    b->won = loot_worth(r, s, other, t->seat);
    b->lost -= loot_worth(r, s, t->seat, other);
    rb_bout_foresee(b);
}

/* What it brings to have begun it. */
static int32_t gain_of(const struct rb_bout *b)
{
    return rb_bout_value(b) - b->alive * b->life;
}

/* ---- challenges that nobody has seen yet ---- */

/* Those of a colour that may come; of all but the red ones at most SAMPLE, evenly. */
static int challenges_of(const struct rb_content *c, const struct rb_state *s, int colour,
                         uint8_t out[RB_TAIL])
{
    int n = 0, most = SAMPLE;

    for (int card = rb_next(c->colours[colour], 0); card >= 0;
         card = rb_next(c->colours[colour], card + 1))
        if (c->cards[card].sort == RB_SORT_CHALLENGE &&
            (s->t[card].place == RB_IN_UNSEEN || s->t[card].place == RB_IN_TAIL))
            out[n++] = vl_u8(card);
    if (colour == RB_RED)
        return n;
    for (int i = 0; i < most && n > most; i++)
        out[i] = out[(2 * i + 1) * n / (2 * most)];
    return vl_min(n, most);
}

static int32_t colour_gain(const struct rb_team *t, const struct vl_rules *r,
                           const struct rb_state *s, int colour)
{
    uint8_t cards[RB_TAIL] = { 0 };
    int n = challenges_of(rb_content(r), s, colour, cards);
    int64_t sum = 0;

    for (int i = 0; i < n; i++) {
        struct rb_bout b;

        foresee_challenge(&b, t, r, s, cards[i]);
        sum += gain_of(&b);
    }
    return n ? (int32_t)(sum / n) : 0;
}

/* How strong a seat is: what it could win from the gems that are left, in full health. */
static int64_t power(const struct vl_rules *r, const struct rb_state *s, int seat)
{
    static const int32_t prize[RB_COLOURS] = { 450, 800, 1300, 6000 };
    const struct rb_content *c = rb_content(r);
    int gems[RB_COLOURS] = { 0 };
    struct rb_team t;
    int64_t sum = 0;

    rb_team_of(&t, r, s, seat);
    t.life = t.full;
    for (int site = 0; site < RB_SITES; site++)
        gems[c->sites[site].colour] += s->sites[site] != 0;
    for (int colour = 0; colour < RB_COLOURS; colour++) {
        uint8_t cards[RB_TAIL];
        int n = challenges_of(c, s, colour, cards);

        for (int i = 0; i < n; i++) {
            struct rb_bout b;

            rb_bout_challenge(&b, &t, r, s, cards[i]);
            b.flight = 0;
            b.won = 1000;
            rb_bout_foresee(&b);
            sum += (int64_t)rb_bout_value(&b) * prize[colour] * gems[colour] / n;
        }
    }
    return sum;
}

/* ---- fights that go on ---- */

static unsigned attacked_of(const struct rb_state *s, const struct rb_team *t)
{
    unsigned bits = 0;

    for (int i = 0; i < t->len; i++)
        if (rb_flags_of(s, rb_card_of(s, t->seat, t->f[i].who)) & RB_ATTACKED)
            bits |= 1u << i;
    return bits;
}

static int against(const struct rb_content *c, const struct rb_state *s)
{
    const struct rb_combat *cb = &s->combat;

    return cb->fight == RB_DUEL ? cb->side[1].total : rb_difficulty(c, s, cb->phase);
}

/* Of 400: that the roll at hand succeeds; the die lies, or is to come. */
static int roll_chance(const struct rb_content *c, const struct rb_state *s)
{
    const struct rb_roll *roll = &s->roll;
    int bonus = roll->bonus + rb_bonus(c, s, roll->seat, roll->who, roll->kind, roll->attr);

    if (roll->die > 0)
        return roll->die + bonus >= against(c, s) ? RB_SURE : 0;
    return rb_sides_of_400(bonus, against(c, s));
}

/* The roll of the active side. */
static int32_t rolling(const struct rb_bout *b, const struct rb_content *c,
                       const struct rb_state *s)
{
    const struct rb_combat *cb = &s->combat;
    int chance = roll_chance(c, s);

    if (s->roll.kind == RB_ROLL_ESCAPE) {
        int64_t failed = b->life > 1 ? b->value[b->life - 1][b->foe] : b->lost;
        return (int32_t)((chance * (int64_t)(b->fled + b->alive * b->life) +
                          (RB_SURE - chance) * failed) /
                         RB_SURE);
    }
    int i = rb_team_index(b->team, s->roll.who);
    i = i < 0 ? b->team->len - 1 : i;
    int hits = rb_own_damage(c, s, b->team->seat, s->roll.who, cb->phase) + s->roll.damage;
    return rb_bout_roll(b, cb->phase, attacked_of(s, b->team), i, cb->attacks, b->life, b->foe,
                        chance, hits < 0 ? 0 : hits);
}

static int32_t at_hand(const struct rb_bout *b, const struct rb_content *c,
                       const struct rb_state *s)
{
    const struct rb_combat *cb = &s->combat;
    unsigned attacked = attacked_of(s, b->team);
    int life = b->life;

    if (s->base.phase == RB_PH_SOAK && s->pending.seat == b->team->seat) {
        life -= s->pending.n;
        if (life <= 0)
            return b->lost;
        return cb->phase >= RB_FIGHTS || s->pending.kind >= RB_FIGHTS
                   ? b->value[life][b->foe]
                   : rb_bout_from(b, cb->phase + 1, attacked, life, b->foe);
    }
    if (s->roll.stage != RB_NO_ROLL && s->roll.seat == b->team->seat)
        return rolling(b, c, s);
    if (s->base.phase == RB_PH_DECLARE || s->roll.stage != RB_NO_ROLL)
        return rb_bout_from(b, vl_min(cb->phase, RB_FIGHTS), attacked, life, b->foe);
    int32_t stays = rb_bout_from(b, 0, 0, life, b->foe);
    return s->base.phase == RB_PH_ESCAPE && stays > rb_bout_value(b) ? stays : rb_bout_value(b);
}

/* To the side that attacks, life left included. */
static int32_t fight_worth(const struct vl_rules *r, const struct rb_state *s)
{
    const struct rb_combat *cb = &s->combat;
    struct rb_team t;
    struct rb_bout b;

    rb_team_of(&t, r, s, s->active);
    if (cb->fight == RB_DUEL)
        foresee_duel(&b, &t, r, s, cb->defender);
    else
        foresee_challenge(&b, &t, r, s, cb->card);
    return at_hand(&b, rb_content(r), s) - (b.life - t.life) * LIFE;
}

/* ---- where to go ---- */

struct goal {
    uint8_t hex;
    uint8_t kind,
        about; /* what is done there: adventure, attack_hero of a seat, decline (market) */
    int32_t worth;
};

struct goals {
    int len;
    struct goal at[GOALS];
};

static void add_goal(struct goals *g, int hex, int32_t worth, int kind, int about)
{
    g->at[g->len].kind = vl_u8(kind);
    g->at[g->len].about = vl_u8(about);
    g->at[g->len].hex = vl_u8(hex);
    g->at[g->len++].worth = worth;
}

/* What a purchase gains over the gold it takes: the best card on offer that can be paid. */
static int32_t bargain(const struct vl_rules *r, const struct rb_state *s, int seat, int town,
                       int gold)
{
    const struct rb_content *c = rb_content(r);
    int32_t now = cards_worth(c, s, seat), best = 0;

    for (int card = 0; card < RB_MARKET; card++) {
        if (s->t[card].place != RB_IN_STACK0 + town || rb_price(c, s, seat, card) > gold)
            continue;
        struct rb_state with = *s;
        vl_set_put(with.p[seat].held, card);
        int32_t gain = cards_worth(c, &with, seat) - now - rb_price(c, s, seat, card) * GOLD_KEPT;
        best = gain > best ? gain : best;
    }
    return best;
}

static int32_t market_worth(const struct vl_rules *r, const struct rb_state *s, int seat, int town)
{
    const struct rb_content *c = rb_content(r);
    const struct rb_player *p = &s->p[seat];
    int cost = rb_heal_cost(c, s), gold = p->gold, healed = vl_min(p->wounds, gold / cost);
    int32_t v = healed * (LIFE - cost * GOLD_KEPT);

    gold -= healed * cost;
    for (int card = rb_next(p->held, 0); card >= 0; card = rb_next(p->held, card + 1)) {
        int n = rb_is_ally(c, card) ? vl_min(s->t[card].wounds, gold / cost) : 0;
        v += n * (ALLY_LIFE - cost * GOLD_KEPT) > 0 ? n * (ALLY_LIFE - cost * GOLD_KEPT) : 0;
    }
    if (gold >= 2)
        v += bargain(r, s, seat, town, gold) + vl_min(gold, 8) * MARKET;
    return v;
}

static void find_goals(struct goals *g, const struct vl_rules *r, const struct rb_state *s,
                       int seat)
{
    const struct rb_content *c = rb_content(r);
    int32_t gain[RB_COLOURS];
    struct rb_team t;
    struct rb_bout b;

    g->len = 0;
    rb_team_of(&t, r, s, seat);
    for (int colour = 0; colour < RB_COLOURS; colour++)
        gain[colour] = colour_gain(&t, r, s, colour);
    for (int site = 0; site < RB_SITES; site++) {
        if (s->sites[site] == 1) {
            add_goal(g, c->sites[site].hex, gain[c->sites[site].colour], RB_MV_ADVENTURE, 0);
        } else if (s->sites[site] >= 2) {
            foresee_challenge(&b, &t, r, s, s->track[s->sites[site] - 2].card);
            add_goal(g, c->sites[site].hex, gain_of(&b), RB_MV_ADVENTURE, 0);
        }
    }
    for (int town = 0; town < RB_TOWNS; town++) {
        int32_t worth = market_worth(r, s, seat, town);
        if (worth > 0)
            add_goal(g, c->towns[town].hex, worth, RB_MV_DECLINE, 0);
    }
    for (int other = 0; other < s->base.seats && rb_derived(r)->pvp; other++) {
        if (other == seat || rb_next(s->p[other].held, 0) < 0)
            continue;
        foresee_duel(&b, &t, r, s, other);
        add_goal(g, s->p[other].hex, gain_of(&b) - RISK, RB_MV_ATTACK_HERO, other);
    }
}

/* By how soon it is had, and how surely. Where nothing pays, the likeliest fight is better than
 * to wait. */
static int32_t score_of(int32_t worth, int turns, int away)
{
    return worth > 0 ? worth * 10 / (10 * turns + away) : worth - turns;
}

/* ---- what the dice reach ---- */

/* Of each hex the sets of dice and free steps with which it can be stood on: a bit for each
 * set of what is left. */
struct reach {
    int len; /* items: dice that are not spent, then free steps */
    uint8_t die[ITEMS], opens[ITEMS];
    int hexes_len;
    uint8_t hexes[RB_HEXES];
    uint64_t left[RB_HEXES];
};

/* The sets that have item i, of all sets of ITEMS things. */
static uint64_t with_item(int i)
{
    static const uint64_t has[ITEMS] = {
        UINT64_C(0xaaaaaaaaaaaaaaaa), UINT64_C(0xcccccccccccccccc), UINT64_C(0xf0f0f0f0f0f0f0f0),
        UINT64_C(0xff00ff00ff00ff00), UINT64_C(0xffff0000ffff0000), UINT64_C(0xffffffff00000000)
    };

    return has[i];
}

static void take_items(struct reach *w, const struct rb_content *c, const struct rb_state *s)
{
    w->len = 0;
    for (int die = 0; die < s->dice_len && w->len < ITEMS; die++)
        if (!(s->spent >> die & 1)) {
            w->die[w->len] = vl_u8(die);
            w->opens[w->len++] = vl_u8((int)rb_opens(c, s, die));
        }
    for (int i = 0; i < s->free_steps && w->len < ITEMS; i++) {
        w->die[w->len] = VL_NONE;
        w->opens[w->len++] = (1u << RB_TERRAINS) - 1;
    }
}

/* A hero that is tired out does not walk where walking costs life. */
static unsigned too_dear(const struct rb_content *c, const struct rb_state *s)
{
    unsigned bits = 0;

    if (s->p[s->active].fatigue < rb_stamina(c, s, s->active, 0))
        return 0;
    for (int terrain = 0; terrain < RB_TERRAINS; terrain++)
        if (rb_global(c, s, RB_DO_MOVE_COST, terrain) > 0)
            bits |= 1u << terrain;
    return bits;
}

static void find_reach(struct reach *w, const struct rb_content *c, const struct rb_state *s)
{
    unsigned shut = too_dear(c, s);

    take_items(w, c, s);
    memset(w->left, 0, sizeof w->left);
    w->hexes_len = 0;
    w->hexes[w->hexes_len++] = s->p[s->active].hex;
    w->left[s->p[s->active].hex] = UINT64_C(1) << ((1u << w->len) - 1);
    /* each round spends one item more; a hex is looked at again if it gained a set */
    for (int spent = 0; spent < w->len; spent++) {
        int end = w->hexes_len;

        for (int k = 0; k < end; k++) {
            int hex = w->hexes[k];
            for (int side = 0; side < RB_SIDES; side++) {
                int to = c->hexes[hex].next[side];
                uint64_t got = 0;

                if (to == VL_NONE || (shut >> c->hexes[to].terrain & 1))
                    continue;
                for (int i = 0; i < w->len; i++)
                    if (w->opens[i] >> c->hexes[to].terrain & 1)
                        got |= (w->left[hex] & with_item(i)) >> (1u << i);
                if (got && !w->left[to])
                    w->hexes[w->hexes_len++] = vl_u8(to);
                w->left[to] |= got;
            }
        }
    }
}

/* The first step of a way to a hex: it is followed back, item by item, to where one stands. */
static struct vl_move first_step(const struct reach *w, const struct rb_content *c,
                                 const struct rb_state *s, int hex)
{
    unsigned all = (1u << w->len) - 1;
    unsigned set = 0;
    int fewest = ITEMS + 1;

    for (unsigned k = 0; k <= all; k++) /* with as much left as can be */
        if ((w->left[hex] >> k & 1) && w->len - vl_bits(k) < fewest) {
            fewest = w->len - vl_bits(k);
            set = k;
        }
    for (int steps = 0; steps < ITEMS; steps++) {
        bool found = false;

        for (int side = 0; side < RB_SIDES && !found; side++) {
            int from = c->hexes[hex].next[side];

            for (int i = 0; from != VL_NONE && i < w->len && !found; i++) {
                unsigned before = set | 1u << i;
                if ((set >> i & 1) || !(w->opens[i] >> c->hexes[hex].terrain & 1) ||
                    !(w->left[from] >> before & 1))
                    continue;
                found = true;
                if (before == all && from == s->p[s->active].hex) {
                    int back = (side + RB_SIDES / 2) % RB_SIDES;
                    return w->die[i] == VL_NONE ? vl_move_of(RB_MV_STEP_FREE, back, 0)
                                                : vl_move_of(RB_MV_STEP, back, w->die[i]);
                }
                hex = from;
                set = before;
            }
        }
        if (!found)
            break;
    }
    return vl_move_of(RB_MV_END_MOVE, 0, 0);
}

/* ---- plans ---- */

/* What the way from every hex to a goal costs, in tenths of a die. */
static void distances(const struct rb_content *c, const struct rb_state *s, int goal,
                      uint16_t out[RB_HEXES])
{
    static const uint8_t dear[RB_TERRAINS] = { 10, 10, 15, 15, 10, 15, 5 };
    uint8_t queue[RB_HEXES + 1];
    bool queued[RB_HEXES] = { false };
    int first = 0, n = 0;

    for (int hex = 0; hex < RB_HEXES; hex++)
        out[hex] = UINT16_MAX;
    out[goal] = 0;
    queue[n++] = vl_u8(goal);
    while (n > 0) { /* each hex is taken up again when a cheaper way to it is found */
        int hex = queue[first], terrain = c->hexes[hex].terrain;
        int cost = s->p[s->active].sums.wild >> terrain & 1 ? 5 : dear[terrain];

        first = (first + 1) % VL_LEN(queue);
        n--;
        queued[hex] = false;
        cost += out[hex] + 12 * rb_global(c, s, RB_DO_MOVE_COST, terrain);
        for (int side = 0; side < RB_SIDES; side++) {
            int to = c->hexes[hex].next[side];
            if (to == VL_NONE || out[to] <= cost)
                continue;
            out[to] = vl_u16(cost);
            if (!queued[to])
                queue[(first + n++) % VL_LEN(queue)] = vl_u8(to);
            queued[to] = true;
        }
    }
}

struct choice {
    int goal;  /* index, -1: none */
    int hex;   /* where this turn ends */
    int turns; /* 1: it is reached in this one */
    int32_t score;
};

/* The goal that pays best by the turns it takes. `reach`: what the dice open; NULL: none is
 * thrown yet. */
static struct choice best_goal(const struct rb_content *c, const struct rb_state *s,
                               const struct goals *g, const struct reach *reach)
{
    struct choice best = { -1, s->p[s->active].hex, 0, INT32_MIN };

    for (int i = 0; i < g->len; i++) {
        int hex = g->at[i].hex, away = 0;

        if (!reach)
            away = rb_distance(c, s->p[s->active].hex, hex);
        else if (!reach->left[hex])
            away = RB_HEXES;
        for (int k = 0; away > 0 && reach && k < reach->hexes_len; k++)
            away = vl_min(away, rb_distance(c, reach->hexes[k], hex));
        int turns = (away + STRIDE - 1) / STRIDE + (reach || away == 0);
        int32_t score = score_of(g->at[i].worth, turns, away);
        if (score <= best.score)
            continue;
        best.goal = i;
        best.hex = hex;
        best.turns = turns;
        best.score = score;
    }
    return best;
}

/* Of all that is reached the hex from which the way to the goal is shortest. */
static int approach(const struct rb_content *c, const struct rb_state *s, const struct reach *w,
                    int goal)
{
    uint16_t away[RB_HEXES];
    int best = s->p[s->active].hex;

    distances(c, s, goal, away);
    for (int k = 0; k < w->hexes_len; k++)
        if (away[w->hexes[k]] < away[best])
            best = w->hexes[k];
    return best;
}

/* RB-DEC-07 to 09: dice are thrown again first if they lead to nothing (RB-MOV-28). */
static struct vl_move plan_steps(const struct vl_rules *r, const struct rb_state *s, int seat,
                                 int32_t *value)
{
    const struct rb_content *c = rb_content(r);
    struct vl_move list[VL_MOVES_MAX];
    struct goals g;
    struct reach w;

    find_goals(&g, r, s, seat);
    find_reach(&w, c, s);
    struct choice best = best_goal(c, s, &g, &w);
    *value = best.score;
    if (best.goal < 0)
        return vl_move_of(RB_MV_END_MOVE, 0, 0);
    if (best.turns > 1 && rb_has_use(r, s, seat, RB_AT_MOVING)) {
        (void)rb_legal(r, &s->base, list);
        if (list[0].kind == RB_MV_USE)
            return list[0];
    }
    int hex = best.turns == 1 ? best.hex : approach(c, s, &w, best.hex);
    return hex == s->p[seat].hex ? vl_move_of(RB_MV_END_MOVE, 0, 0) : first_step(&w, c, s, hex);
}

static int fatigue_of(const struct rb_content *c, const struct rb_state *s, int seat)
{
    int n = s->p[seat].fatigue;

    for (int card = rb_next(s->p[seat].held, 0); card >= 0;
         card = rb_next(s->p[seat].held, card + 1))
        n += rb_is_ally(c, card) ? s->t[card].fatigue : 0;
    return n;
}

/* What a seat has after a `use` and the best of its targets; a market that it leads to counts. */
static int32_t after_use(const struct vl_rules *r, const struct rb_state *s, int seat,
                         struct vl_move use)
{
    struct vl_move list[VL_MOVES_MAX];
    struct rb_state next = *s;
    int32_t best = INT32_MIN;

    vl_apply_legal(r, &next.base, use, NULL);
    bool asks = next.base.phase == RB_PH_TARGET && next.base.actor == seat;
    int n = asks ? rb_legal(r, &next.base, list) : 1;
    for (int i = 0; i < n; i++) {
        struct rb_state end = next;

        if (asks)
            vl_apply_legal(r, &end.base, list[i], NULL);
        int32_t v = standing(r, &end, seat) + life_left(r, &end, seat) * LIFE;
        if (end.base.phase == RB_PH_MARKET_ENTER)
            v += market_worth(r, &end, seat, rb_content(r)->hexes[end.p[seat].hex].town);
        best = v > best ? v : best;
    }
    return best;
}

/* RB-MOV-03: what gains at once, or more than the way would. */
static bool plan_use(const struct vl_rules *r, const struct rb_state *s, int seat, int32_t way,
                     struct vl_move *out)
{
    struct vl_move list[VL_MOVES_MAX];
    int32_t now = standing(r, s, seat) + life_left(r, s, seat) * LIFE;
    int n = rb_has_use(r, s, seat, RB_AT_BEFORE_MOVE) ? rb_legal(r, &s->base, list) : 0;

    for (int i = 0; i < n && list[i].kind == RB_MV_USE; i++) {
        struct rb_state next = *s;

        vl_apply_legal(r, &next.base, list[i], NULL);
        bool leaves = next.base.phase == RB_PH_TARGET && next.base.actor == seat &&
                      rb_content(r)->cards[list[i].arg[0]].kind == RB_SCROLL;
        if (after_use(r, s, seat, list[i]) <= now + (leaves && way > 0 ? way : 0))
            continue;
        *out = list[i];
        return true;
    }
    return false;
}

/* After a `use` and the best of its targets. */
static int32_t eval_use(const struct vl_rules *r, const struct rb_state *s, int seat,
                        struct vl_move use)
{
    struct vl_move list[VL_MOVES_MAX];
    struct rb_state next = *s;
    int32_t best = INT32_MIN;

    vl_apply_legal(r, &next.base, use, NULL);
    if (next.base.phase != RB_PH_TARGET || next.base.actor != seat)
        return rb_eval(r, &next.base, seat);
    int n = rb_legal(r, &next.base, list);
    for (int i = 0; i < n; i++) {
        struct rb_state end = next;

        vl_apply_legal(r, &end.base, list[i], NULL);
        int32_t v = rb_eval(r, &end.base, seat);
        best = v > best ? v : best;
    }
    return best;
}

/* A window around a roll, wounds or a fight: what is worth more used than kept. To close it is
 * worth what is foreseen where it stands, a fall with all that it costs. */
static struct vl_move plan_window(const struct vl_rules *r, const struct rb_state *s, int seat,
                                  int32_t *value)
{
    struct vl_move list[VL_MOVES_MAX];
    int n = rb_legal(r, &s->base, list);
    struct vl_move best = list[n - 1];

    *value = rb_eval(r, &s->base, seat);
    for (int i = 0; i + 1 < n; i++) {
        int32_t v = eval_use(r, s, seat, list[i]);

        if (v <= *value)
            continue;
        *value = v;
        best = list[i];
    }
    return best;
}

/* RB-DEC-10 to 12: what is here is taken if it pays, or if nothing else is better. */
static struct vl_move plan_arrival(const struct vl_rules *r, const struct rb_state *s, int seat,
                                   int32_t *value)
{
    const struct rb_content *c = rb_content(r);
    struct vl_move list[VL_MOVES_MAX], best = vl_move_of(RB_MV_DECLINE, 0, 0);
    int n = rb_legal(r, &s->base, list), hex = s->p[seat].hex;
    struct goals g;

    find_goals(&g, r, s, seat);
    struct choice to = best_goal(c, s, &g, NULL);
    int32_t most = to.goal >= 0 && to.hex == hex ? INT32_MIN : 0;
    for (int i = 0; i < n; i++) {
        int kind = list[i].kind, about = list[i].arg[0];
        int32_t v = INT32_MIN;

        for (int k = 0; k < g.len; k++)
            if (g.at[k].hex == hex && g.at[k].kind == kind &&
                (kind != RB_MV_ATTACK_HERO || g.at[k].about == about))
                v = g.at[k].worth;
        if (v <= most)
            continue;
        most = v;
        best = list[i];
    }
    *value = most > INT32_MIN ? most : 0;
    return best;
}

/* RB-DEC-40, RB-DEC-41: as many dice as may be; the town with the best market. */
static bool plan_target(const struct vl_rules *r, const struct rb_state *s, int seat,
                        struct vl_move *out)
{
    struct vl_move list[VL_MOVES_MAX];
    int n = rb_legal(r, &s->base, list);
    int32_t most = INT32_MIN;

    for (int i = 0; i < n; i++) {
        int32_t v = list[i].kind == RB_MV_TARGET_DICE   ? vl_bits(list[i].arg[0])
                    : list[i].kind == RB_MV_TARGET_TOWN ? market_worth(r, s, seat, list[i].arg[0])
                                                        : INT32_MIN;
        if (v > most)
            *out = list[i];
        most = v > most ? v : most;
    }
    return most > INT32_MIN;
}

/* RB-DEC-03, RB-DEC-04: whoever is tired rests with the dice that the way can spare. */
static struct vl_move plan_dice(const struct vl_rules *r, const struct rb_state *s, int seat,
                                int32_t *value)
{
    const struct rb_content *c = rb_content(r);
    int dice = rb_dice_max(s), tired = fatigue_of(c, s, seat);
    struct goals g;

    find_goals(&g, r, s, seat);
    struct choice best = best_goal(c, s, &g, NULL);
    struct vl_move use;
    *value = best.score;
    if (plan_use(r, s, seat, best.score, &use))
        return use;
    int away = best.goal < 0 ? 0 : rb_distance(c, s->p[seat].hex, best.hex);
    if (away == 0)
        return vl_move_of(RB_MV_ROLL_DICE, 0, 0);
    if (away == 1 && (tired == 0 || dice == 0))
        return vl_move_of(RB_MV_FREE_STEP_MODE, 0, 0);
    int wanted = too_dear(c, s) ? 2 : away + 2;
    int spare = wanted < dice ? dice - wanted : tired > 3 && dice > 3 ? 1 : 0;
    return vl_move_of(RB_MV_ROLL_DICE, dice - vl_min(spare, tired), 0);
}

/* RB-XP-03: where a counter makes strongest. */
static struct vl_move plan_growth(const struct vl_rules *r, const struct rb_state *s, int seat)
{
    int best = -1;
    int64_t most = -1;

    for (int attr = 0; attr < RB_ATTRS; attr++) {
        struct rb_state with = *s;

        if (with.p[seat].counters[attr] >= RB_COUNTERS_MAX ||
            with.p[seat].xp < rb_derived(r)->xp_cost)
            continue;
        with.p[seat].counters[attr]++;
        int64_t v = power(r, &with, seat);
        best = v > most ? attr : best;
        most = v > most ? v : most;
    }
    return best < 0 ? vl_move_of(RB_MV_END_TURN, 0, 0) : vl_move_of(RB_MV_BUY_XP, best, 0);
}

/* ---- for the bot ---- */

/* A fight whose end is open. */
static bool is_fighting(const struct rb_state *s)
{
    switch (s->base.phase) {
    case RB_PH_BEFORE_COMBAT:
    case RB_PH_ESCAPE:
    case RB_PH_DECLARE:
    case RB_PH_BOOST:
    case RB_PH_D20:
    case RB_PH_REROLL:
    case RB_PH_SOAK:
    case RB_PH_TARGET: break;
    default: return false;
    }
    return s->combat.fight != RB_NO_FIGHT && !s->combat.won && s->combat.loser == VL_NONE;
}

int32_t rb_eval(const struct vl_rules *r, const struct vl_state *state, int seat)
{
    const struct rb_state *s = rb_of(state);

    if (s->winners)
        return s->winners >> seat & 1 ? VL_EVAL_WIN : -VL_EVAL_WIN;
    if (s->p[seat].hero == VL_NONE)
        return 0;
    int32_t v = standing(r, s, seat);
    if (is_fighting(s) && seat == s->active)
        return v + fight_worth(r, s);
    v += life_left(r, s, seat) * LIFE;
    if (is_fighting(s) && seat == s->combat.defender)
        return v - fight_worth(r, s);
    if (s->base.phase == RB_PH_DRAW && seat == s->active) {
        struct rb_team t;
        rb_team_of(&t, r, s, seat);
        v += colour_gain(&t, r, s, s->colour);
    }
    if (s->roll.stage != RB_NO_ROLL && s->roll.kind == RB_ROLL_TEST && s->roll.seat == seat)
        v += TEST / 20 * (s->roll.die > 0 ? s->roll.die : RB_D20 / 2) + TEST / 20 * s->roll.bonus;
    if (s->base.phase == RB_PH_MARKET_DRAW && s->depth > 0)
        v += 4 * WORTH; /* a card for nothing */
    if (s->base.phase == RB_PH_MARKET_DRAW || s->base.phase == RB_PH_MARKET)
        v += 1; /* to look costs nothing */
    return v;
}

bool rb_plan(const struct vl_rules *r, const struct vl_state *state, int seat, struct vl_move *out,
             int32_t *value)
{
    const struct rb_state *s = rb_of(state);

    switch (state->phase) {
    case RB_PH_MOVE_PLAN: *out = plan_dice(r, s, seat, value); return true;
    case RB_PH_MOVE: *out = plan_steps(r, s, seat, value); return true;
    case RB_PH_ARRIVE: *out = plan_arrival(r, s, seat, value); return true;
    case RB_PH_BEFORE_COMBAT:
    case RB_PH_BOOST:
    case RB_PH_REROLL:
    case RB_PH_SOAK:
    case RB_PH_AFTER_COMBAT: *out = plan_window(r, s, seat, value); return true;
    case RB_PH_TARGET: *value = 0; return plan_target(r, s, seat, out);
    case RB_PH_EXPERIENCE:
        *out = plan_growth(r, s, seat);
        *value = 0;
        return true;
    default: return false;
    }
}
