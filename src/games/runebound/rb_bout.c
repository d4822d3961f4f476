/* rb_bout.c - what a fight will come to, for the greedy bot. */
#include "games/runebound/rb_bout.h"

/* ---- chances ---- */

int rb_sides_of_400(int bonus, int against)
{
    int n = RB_D20 + 1 - (against - bonus);

    return RB_D20 * (n < 0 ? 0 : n > RB_D20 ? RB_D20 : n);
}

int rb_duel_of_400(int bonus, int against)
{
    int sum = 0;

    for (int die = 1; die <= RB_D20; die++)
        sum += rb_sides_of_400(bonus, against + die) / RB_D20;
    return sum;
}

/* ---- who fights ---- */

static void add_fighter(struct rb_fighter *f, const struct rb_content *c, const struct rb_state *s,
                        int seat, int who)
{
    const struct rb_body *body = rb_body(c, s, seat, who);

    f->who = vl_u8(who);
    int left = rb_life(c, s, seat, who) - rb_wounds(s, seat, who);

    f->life = vl_u8(left < 0 ? 0 : left);
    for (int k = 0; k < RB_FIGHTS; k++) {
        f->bonus[k] = vl_i16(rb_bonus(c, s, seat, who, k, k));
        f->hits[k] = vl_i16(rb_figure(body, k)[1] + (who ? 0 : s->p[seat].sums.damage[k]));
    }
}

/* By its best phase, and by what it strikes there. */
static int rank_of(const struct rb_fighter *f)
{
    int best = 0;

    for (int k = 0; k < RB_FIGHTS; k++)
        best = f->bonus[k] + 4 * f->hits[k] > best ? f->bonus[k] + 4 * f->hits[k] : best;
    return best;
}

static void add_ally(struct rb_team *t, const struct rb_fighter *f)
{
    int at = t->len < RB_BOUT_FIGHTERS ? t->len++ : RB_BOUT_FIGHTERS - 1;

    if (t->len == RB_BOUT_FIGHTERS && at == RB_BOUT_FIGHTERS - 1 && t->f[at].life > 0 &&
        rank_of(&t->f[at]) >= rank_of(f))
        return;
    t->f[at] = *f;
    for (; at > 1 && rank_of(&t->f[at]) > rank_of(&t->f[at - 1]); at--) {
        struct rb_fighter swap = t->f[at];
        t->f[at] = t->f[at - 1];
        t->f[at - 1] = swap;
    }
}

/* What a card can still stop in this fight, or in one of a later turn. */
static void add_armour(struct rb_team *t, const struct rb_content *c, const struct rb_state *s,
                       int card)
{
    const struct rb_card *k = &c->cards[card];
    bool fresh = s->combat.fight == RB_NO_FIGHT || !(rb_flags_of(s, card) & RB_FACE_DOWN);

    for (int i = 0; fresh && i < k->abilities_len; i++) {
        const struct vl_fx *fx = rb_steps(c, k->abilities[i].effects);

        if (!(k->abilities[i].when >> RB_AT_SOAK & 1))
            continue;
        for (int j = 0; j < k->abilities[i].effects.len; j++)
            for (int phase = 0; fx[j].verb == RB_DO_PREVENT && phase < RB_FIGHTS; phase++)
                if (fx[j].arg[2] >> phase & 1)
                    t->stops[phase] = vl_i16(t->stops[phase] + fx[j].arg[0]);
    }
}

void rb_team_of(struct rb_team *t, const struct vl_rules *r, const struct rb_state *s, int seat)
{
    const struct rb_content *c = rb_content(r);
    const struct rb_player *p = &s->p[seat];
    unsigned soaks = p->sums.when >> RB_AT_SOAK & 1;

    memset(t, 0, sizeof *t);
    t->seat = vl_u8(seat);
    t->len = 1;
    add_fighter(&t->f[0], c, s, seat, 0);
    t->full = vl_u8(rb_life(c, s, seat, 0));
    t->life = t->f[0].life;
    t->flight = vl_i16(rb_bonus(c, s, seat, 0, RB_ROLL_ESCAPE, RB_MIND));
    if (soaks)
        add_armour(t, c, s, p->hero);
    for (int card = rb_next(p->held, 0); card >= 0; card = rb_next(p->held, card + 1)) {
        struct rb_fighter f;

        if (soaks && (c->cards[card].when >> RB_AT_SOAK & 1))
            add_armour(t, c, s, card);
        if (!rb_is_ally(c, card))
            continue;
        add_fighter(&f, c, s, seat, 1 + card);
        add_ally(t, &f);
    }
}

int rb_team_index(const struct rb_team *t, int who)
{
    for (int i = 0; i < t->len; i++)
        if (t->f[i].who == who)
            return i;
    return -1;
}

/* ---- the other side ---- */

/* RB-EFX-37, RB-EFX-38: what a `pre` effect makes of the figures by what lies on the table. */
static void add_conditions(struct rb_bout *b, const struct vl_rules *r, const struct rb_state *s,
                           const struct rb_card *k, int seat, int diff[RB_FIGHTS])
{
    const struct rb_content *c = rb_content(r);
    const struct vl_fx *fx = rb_steps(c, k->scripts[RB_PRE]);
    int runes = 0;

    for (int i = 0; i < s->base.seats; i++)
        runes += rb_runes(c, s, i);
    for (int i = 0; i < k->scripts[RB_PRE].len; i += 1 + fx[i].skip) {
        bool is_xp = fx[i].verb == RB_DO_IF_XP;

        if (!is_xp && fx[i].verb != RB_DO_IF_RUNES)
            continue;
        bool holds = (is_xp ? rb_xp_total(r, s, seat) : runes) >= fx[i].arg[0];
        struct vl_fx_row row = vl_fx_row(rb_verbs, &fx[i], holds ? 0 : 1);
        for (int j = i + row.begin; j < i + row.begin + row.len; j++)
            for (int phase = 0; phase < RB_FIGHTS; phase++) {
                if (!(fx[j].arg[0] >> phase & 1))
                    continue;
                if (fx[j].verb == RB_DO_ENEMY_DIFF)
                    diff[phase] += fx[j].arg[1];
                else if (fx[j].verb == RB_DO_ENEMY_DMG)
                    b->blow[phase] = vl_i16(b->blow[phase] + fx[j].arg[1]);
            }
    }
}

/* Armour counts as life, but never for more than it will have to stop. */
static int guarded(const struct rb_bout *b, const struct rb_team *t)
{
    int most = 0;

    for (int k = 0; k < RB_FIGHTS; k++)
        if (!(b->skips >> k & 1) && vl_min(b->blow[k], t->stops[k]) > most)
            most = vl_min(b->blow[k], t->stops[k]);
    return most;
}

static void begin(struct rb_bout *b, const struct rb_team *t)
{
    b->team = t;
    b->skips = 0;
    b->flight = 0;
    b->won = b->lost = b->fled = b->alive = b->dies = b->scratch = 0;
}

void rb_bout_challenge(struct rb_bout *b, const struct rb_team *t, const struct vl_rules *r,
                       const struct rb_state *s, int card)
{
    const struct rb_content *c = rb_content(r);
    const struct rb_card *k = &c->cards[card];
    bool goes_on = s->combat.fight == RB_CHALLENGED && s->combat.card == card &&
                   s->active == t->seat;
    int diff[RB_FIGHTS];

    begin(b, t);
    b->skips = k->skips;
    b->foe = vl_u8(vl_min(k->is.life, RB_BOUT_FOE));
    if (goes_on)
        b->foe = vl_u8(b->foe > s->combat.wounds ? b->foe - s->combat.wounds : 0);
    for (int phase = 0; phase < RB_FIGHTS; phase++) {
        const uint8_t *figure = rb_figure(&k->is, phase);

        diff[phase] = figure[0] + rb_global(c, s, RB_DO_ENEMY_DIFF, phase) +
                      (goes_on ? s->combat.tilt[phase].diff[0] : 0);
        b->blow[phase] = vl_i16(figure[1] + (goes_on ? s->combat.tilt[phase].dmg[0] : 0));
    }
    if (k->scripts[RB_PRE].len > 0 && !(goes_on && s->stage != RB_PH_CHALLENGE_PRE))
        add_conditions(b, r, s, k, t->seat, diff);
    for (int phase = 0; phase < RB_FIGHTS; phase++) {
        b->blow[phase] = vl_i16(b->blow[phase] < 0 ? 0 : b->blow[phase]);
        for (int i = 0; i < t->len; i++)
            b->chance[i][phase] = vl_i16(rb_sides_of_400(t->f[i].bonus[phase], diff[phase]));
    }
    if (!k->no_flight)
        b->flight = vl_i16(rb_sides_of_400(t->flight, diff[RB_MIND]));
    b->life = vl_u8(vl_min(t->life + guarded(b, t), RB_BOUT_LIFE));
}

void rb_bout_duel(struct rb_bout *b, const struct rb_team *t, const struct vl_rules *r,
                  const struct rb_state *s, int other)
{
    const struct rb_content *c = rb_content(r);
    const struct rb_player *p = &s->p[other];

    begin(b, t);
    b->foe = vl_u8(vl_min(rb_life(c, s, other, 0) - p->wounds, RB_BOUT_FOE));
    for (int phase = 0; phase < RB_FIGHTS; phase++) {
        int bonus = rb_bonus(c, s, other, 0, phase, phase);

        b->blow[phase] = vl_i16(rb_figure(rb_body(c, s, other, 0), phase)[1] +
                                p->sums.damage[phase]);
        for (int i = 0; i < t->len; i++)
            b->chance[i][phase] = vl_i16(rb_duel_of_400(t->f[i].bonus[phase], bonus));
    }
    b->flight = vl_i16(rb_duel_of_400(t->flight, rb_value(c, s, other, 0, RB_MIND)));
    b->life = vl_u8(vl_min(t->life + guarded(b, t), RB_BOUT_LIFE));
}

/* ---- what it comes to ---- */

static int hits_of(const struct rb_bout *b, int i, int phase)
{
    return i < 0 ? 0 : b->team->f[i].hits[phase];
}

/* What a failure costs an ally. */
static int32_t price_of(const struct rb_bout *b, int i, int phase)
{
    int blow = b->blow[phase];

    return i <= 0 ? 0 : blow >= b->team->f[i].life ? b->dies : blow * b->scratch;
}

/* What an assignment of a phase promises, in rounds to come: wounds dealt against wounds taken. */
static int32_t promise(const struct rb_bout *b, int i, int phase, int dealt, int taken)
{
    int32_t p = b->chance[i < 0 ? 0 : i][phase], miss = RB_SURE - p;
    int32_t v = i < 0 ? 0 : p * vl_min(hits_of(b, i, phase), b->foe) * dealt;

    return v - (i > 0 ? miss * price_of(b, i, phase) : miss * b->blow[phase] * taken);
}

/* Who attacks when: of all ways the one that promises most. */
static void assign(struct rb_bout *b)
{
    int32_t stake = b->won - b->lost, best = INT32_MIN, v[RB_FIGHTS][1 + RB_BOUT_FIGHTERS];
    int dealt = b->foe ? stake / b->foe : 0, taken = b->life ? stake / b->life + b->alive : 0;
    int n = b->team->len;

    dealt = dealt > 2000 ? 2000 : dealt; /* no more than 32 bits hold */
    taken = taken > 2000 ? 2000 : taken;
    for (int phase = 0; phase < RB_FIGHTS; phase++)
        for (int i = -1; i < n; i++)
            v[phase][1 + i] = b->skips >> phase & 1 ? 0 : promise(b, i, phase, dealt, taken);
    for (int i = -1; i < n; i++)
        for (int j = -1; j < n; j++)
            for (int k = -1; k < n; k++) {
                if ((i >= 0 && (i == j || i == k)) || (j >= 0 && j == k))
                    continue;
                int32_t sum = v[0][1 + i] + v[1][1 + j] + v[2][1 + k];
                if (sum <= best)
                    continue;
                best = sum;
                b->by[0] = (int8_t)i;
                b->by[1] = (int8_t)j;
                b->by[2] = (int8_t)k;
            }
}

static int32_t end_value(const struct rb_bout *b, int life, int foe)
{
    return foe <= 0 ? b->won + b->alive * life : b->lost;
}

/* One way that a round by the assignment can go, and how often: what each phase takes. */
struct course {
    int64_t weight; /* of RB_SURE to the power of RB_FIGHTS */
    int8_t life[RB_FIGHTS], foe[RB_FIGHTS];
    int32_t cost[RB_FIGHTS];
};

enum { COURSES = 1 << RB_FIGHTS };

static int courses_of(const struct rb_bout *b, struct course out[COURSES])
{
    int n = 0;

    for (unsigned misses = 0; misses < COURSES; misses++) {
        struct course *to = &out[n];

        memset(to, 0, sizeof *to);
        to->weight = 1;
        for (int k = 0; k < RB_FIGHTS; k++) {
            int8_t i = b->by[k];
            int p = b->chance[i < 0 ? 0 : i][k];
            bool missed = misses >> k & 1;

            if (b->skips >> k & 1) {
                to->weight *= missed ? 0 : RB_SURE;
                continue;
            }
            to->weight *= missed ? RB_SURE - p : p;
            to->foe[k] = (int8_t)(missed ? 0 : hits_of(b, i, k));
            to->life[k] = (int8_t)(missed && i <= 0 ? b->blow[k] : 0);
            to->cost[k] = missed ? price_of(b, i, k) : 0;
        }
        n += to->weight > 0;
    }
    return n;
}

/* The mean over the rounds until something has changed; RB-CBT-27: where nothing ever does, the
 * challenge is failed. */
static int32_t round_value(const struct rb_bout *b, const struct course *way, int n, int life,
                           int foe)
{
    const int64_t all = (int64_t)RB_SURE * RB_SURE * RB_SURE;
    int64_t sum = 0, stay = 0;

    for (int i = 0; i < n; i++) {
        int h = life, e = foe;
        int32_t v = 0;

        for (int k = 0; k < RB_FIGHTS && h > 0 && e > 0; k++) {
            h -= way[i].life[k];
            e -= way[i].foe[k];
            v -= way[i].cost[k];
        }
        if (h == life && e == foe)
            stay += way[i].weight;
        else
            v += h > 0 && e > 0 ? b->value[h][e] : end_value(b, h, e);
        sum += way[i].weight * v;
    }
    return stay == all ? b->fled : (int32_t)(sum / (all - stay));
}

/* RB-ESC-06: an attempt that fails costs a wound. */
static int32_t flight_value(const struct rb_bout *b, int life, int foe)
{
    int64_t failed = life > 1 ? b->value[life - 1][foe] : b->lost;

    return (int32_t)((b->flight * (int64_t)(b->fled + b->alive * life) +
                      (RB_SURE - b->flight) * failed) /
                     RB_SURE);
}

void rb_bout_foresee(struct rb_bout *b)
{
    struct course way[COURSES];

    assign(b);
    int n = courses_of(b, way);
    for (int life = 0; life <= b->life; life++)
        b->value[life][0] = end_value(b, life, 0);
    for (int foe = 1; foe <= b->foe; foe++) {
        b->value[0][foe] = b->lost;
        for (int life = 1; life <= b->life; life++) {
            int32_t v = round_value(b, way, n, life, foe);
            int32_t away = b->flight > 0 ? flight_value(b, life, foe) : INT32_MIN;

            b->value[life][foe] = away > v ? away : v;
        }
    }
}

int32_t rb_bout_roll(const struct rb_bout *b, int phase, unsigned attacked, int i, bool attacks,
                     int life, int foe, int chance, int hits)
{
    int64_t v = 0;

    if (chance > 0)
        v += (int64_t)chance *
             rb_bout_from(b, phase + 1, attacked, life, attacks ? foe - hits : foe);
    if (chance < RB_SURE)
        v += (int64_t)(RB_SURE - chance) *
             (rb_bout_from(b, phase + 1, attacked, i > 0 ? life : life - b->blow[phase], foe) -
              price_of(b, i, phase));
    return (int32_t)(v / RB_SURE);
}

/* RB-CBT-07 to 09: whoever has not attacked, or a defence. */
int32_t rb_bout_from(const struct rb_bout *b, int phase, unsigned attacked, int life, int foe)
{
    while (phase < RB_FIGHTS && (b->skips >> phase & 1))
        phase++;
    if (foe <= 0 || life <= 0)
        return end_value(b, life, foe);
    if (phase == RB_FIGHTS)
        return b->value[life][foe];
    int32_t best = rb_bout_roll(b, phase, attacked, 0, false, life, foe, b->chance[0][phase], 0);
    for (int i = 0; i < b->team->len; i++) {
        if (attacked >> i & 1)
            continue;
        int32_t v = rb_bout_roll(b, phase, attacked | 1u << i, i, true, life, foe,
                                 b->chance[i][phase], b->team->f[i].hits[phase]);
        best = v > best ? v : best;
    }
    return best;
}
