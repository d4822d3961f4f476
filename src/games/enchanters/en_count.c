/* en_count.c - what is read off the cards on the table of Enchanters: Attack,
 * Defence, counts, protection, prices and glory. What the cards tell is not kept
 * (EN-CMP-10), but for what is asked for most: icons and tops of a player, the length
 * of the road; en_broken() counts them anew. */
#include "games/enchanters/enchanters.h"

/* ---- Attack, Defence and other amounts ---- */

/* EN-VAL-01 to -05: lower icons of all cards, upper icons of the top cards. */
void en_recount(const struct en_content *c, struct en_player *p)
{
    p->icons[0] = p->icons[1] = 0;
    for (int pile = 0; pile < EN_PILES; pile++) {
        const uint8_t *cards = en_pile_of(p, pile);
        int n = p->len[pile];

        en_top_is(c, p, pile, n ? cards[n - 1] : VL_NONE);
        for (int which = 0; which < 2; which++) {
            int sum = n ? c->cards[cards[n - 1]].upper[which] : 0;

            for (int i = 0; i < n; i++)
                sum += c->cards[cards[i]].lower[which];
            p->icons[which] = (int16_t)(p->icons[which] + sum);
        }
    }
}

static int trophies_of(const struct en_content *c, const struct en_player *p, int kind)
{
    const uint8_t *trophies = en_pile_of(p, EN_PILE_TROPHIES);
    int n = 0;

    for (int i = 0; i < p->len[EN_PILE_TROPHIES]; i++)
        n += c->cards[trophies[i]].kind == kind;
    return n;
}

/* EN-VAL-07: covered skulls count (EN-RUL-23). */
static int skulls_of(const struct en_content *c, const struct en_player *p)
{
    int n = 0;

    for (int pile = 0; pile < EN_PILES; pile++) {
        const uint8_t *cards = en_pile_of(p, pile);

        for (int i = 0; i < p->len[pile]; i++)
            n += c->cards[cards[i]].skull;
    }
    return n;
}

/* EN-VAL-07: what amounts are counted from; covered cards count. */
int en_source(const struct vl_rules *r, const struct en_state *s, int seat, int source)
{
    const struct en_content *c = en_content(r);
    const struct en_player *p = &s->p[seat];

    switch ((enum en_source)source) {
    case EN_SRC_ATK: return en_attack(s, seat);
    case EN_SRC_DEF: return en_defence(s, seat);
    case EN_SRC_WOUNDS: return p->wounds;
    case EN_SRC_CRYSTALS: return p->crystals;
    case EN_SRC_MONSTERS: return trophies_of(c, p, EN_KIND_MONSTER);
    case EN_SRC_DRAGONS: return trophies_of(c, p, EN_KIND_DRAGON);
    case EN_SRC_TROPHIES: return p->len[EN_PILE_TROPHIES];
    case EN_SRC_ITEMS: return p->len[EN_PILE_ITEMS];
    case EN_SRC_ENCHANTMENTS: return p->len[EN_PILE_ENCHANTMENTS];
    case EN_SRC_SKULLS: return skulls_of(c, p);
    case EN_SRC_GRAVEYARD: return s->grave_len;
    case EN_SRC_HEALED: return p->healed;
    case EN_SRC_RECEIVED: return p->received;
    case EN_SRC_NONE:
    case EN_SOURCES: break;
    }
    return 0;
}

/* EN-EFF-17: n for every whole d of the source. */
int en_amount(const struct vl_rules *r, const struct en_state *s, struct vl_amount a, int seat)
{
    if (a.source == EN_SRC_NONE)
        return a.n;
    VL_ASSERT(a.d > 0 && seat < EN_SEATS_MAX);
    return a.n * (en_source(r, s, seat, a.source) / a.d);
}

/* EN-CMB-03: what is printed, and what the card adds for the active player. */
static int with(const struct vl_rules *r, const struct en_state *s, int printed,
                struct vl_amount per)
{
    return per.n ? printed + en_amount(r, s, per, s->active) : printed;
}

int en_health(const struct vl_rules *r, const struct en_state *s, int card)
{
    const struct en_design *d = en_design(en_content(r), card);

    return with(r, s, d->health, d->health_per);
}

int en_strength(const struct vl_rules *r, const struct en_state *s, int card)
{
    const struct en_design *d = en_design(en_content(r), card);

    return with(r, s, d->strength, d->strength_per);
}

/* What does not fight has no Health. */
bool en_beats(const struct vl_rules *r, const struct en_state *s, int card)
{
    return en_attack(s, s->active) >= en_health(r, s, card);
}

/* EN-EFF-12, EN-EFF-14: the Shield on top, and not on one's own turn. */
bool en_protected(const struct vl_rules *r, const struct en_state *s, int seat)
{
    const struct en_content *c = en_content(r);
    int top = en_top(s, seat, EN_PILE_ITEMS);

    return seat != s->active && top != VL_NONE && c->cards[top].ability == 1 + EN_AB_SHIELD;
}

/* ---- the road and the deck ---- */

int en_first_on_road(const struct en_state *s)
{
    for (int slot = 0; slot < EN_SLOTS; slot++)
        if (s->road[slot] != VL_NONE)
            return slot;
    return VL_NONE;
}

int en_deck_len(const struct en_state *s)
{
    return s->known_len + s->left[EN_KIND_ITEM] + s->left[EN_KIND_ENCHANTMENT] +
           s->left[EN_KIND_MONSTER] + s->left[EN_KIND_DRAGON];
}

const struct en_ability *en_ability(const struct vl_rules *r, const struct en_state *s, int source,
                                    int index)
{
    const struct en_content *c = en_content(r);

    if (source == EN_VILLAGE) {
        if (s->village == VL_NONE)
            return NULL;
        const struct en_village *v = &c->villages[s->village];
        return index < v->abilities_len ? &v->abilities[index] : NULL;
    }
    if (source >= c->cards_len || index != 0)
        return NULL;
    const struct en_design *d = en_design(c, source);
    return d->has_ability ? &d->ability : NULL;
}

/* ---- glory ---- */

/* EN-SCO-05: scoring looks at Attack and Defence without the bonuses of a turn.
 * At the end of the game there are none left; a forecast must leave them out. */
static int counted(const struct vl_rules *r, const struct en_state *s, int seat, int source)
{
    if (source == EN_SRC_ATK || source == EN_SRC_DEF)
        return vl_max(s->p[seat].icons[source == EN_SRC_DEF], 0);
    return en_source(r, s, seat, source);
}

/* EN-SCO-09: all who have the most, or the fewest, score (EN-RUL-44). */
static bool is_best(const struct vl_rules *r, const struct en_state *s, int seat, int source,
                    bool most)
{
    int mine = counted(r, s, seat, source);

    for (int k = 0; k < s->base.seats; k++) {
        int theirs = counted(r, s, k, source);
        if (most ? theirs > mine : theirs < mine)
            return false;
    }
    return true;
}

int en_clause(const struct vl_rules *r, const struct en_state *s, int seat,
              const struct vl_fx *clause)
{
    struct vl_amount a = vl_fx_amount(clause, EN_ARG_N);

    VL_ASSERT(clause->verb >= EN_CLAUSE_PER && clause->verb < EN_CLAUSES && a.d > 0);
    if (clause->verb == EN_CLAUSE_PER)
        return a.n * (counted(r, s, seat, a.source) / a.d);
    return is_best(r, s, seat, a.source, clause->verb == EN_CLAUSE_MOST) ? a.n : 0;
}

/* EN-SCO-01 to -04: printed glory and clauses of all own cards, clauses of the village, less
 * the wounds. EN-SCO-10: nothing else counts. */
struct en_glory en_glory(const struct vl_rules *r, const struct en_state *s, int seat)
{
    const struct en_content *c = en_content(r);
    const struct en_player *p = &s->p[seat];
    struct en_glory g = { 0, 0, 0, 0, -p->wounds };

    for (int pile = 0; pile < EN_PILES; pile++) {
        const uint8_t *list = en_pile_of(p, pile);

        for (int i = 0; i < p->len[pile]; i++) {
            const struct en_design *d = en_design(c, list[i]);
            g.cards += d->glory;
            if (d->score.len)
                g.clauses += en_clause(r, s, seat, en_steps(c, d->score));
        }
    }
    if (s->village != VL_NONE) {
        const struct en_village *v = &c->villages[s->village];
        for (int i = 0; i < v->scores.len; i++)
            g.village += en_clause(r, s, seat, en_steps(c, v->scores) + i);
    }
    g.sum = g.cards + g.clauses + g.village + g.wounds;
    return g;
}
