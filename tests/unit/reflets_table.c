#include "reflets_table.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

struct table rt_t = TABLE(reflets);

const struct ra_state *rt_now(void)
{
    return &rt_t.s.reflets;
}

const struct ra_content *rt_content(void)
{
    return ra_content(&rt_t.r);
}

const struct ra_card *rt_card(int card)
{
    return &rt_content()->cards[card];
}

const char *rt_key(int card)
{
    return card < RA_TREASURE0 ? vl_key(&rt_t.r, RA_FAM_CARD, card)
                               : vl_key(&rt_t.r, RA_FAM_TREASURE, card - RA_TREASURE0);
}

/* ---- answering ---- */

struct rt_course rt_how;

struct vl_move rt_pick(const struct vl_move *list, int n)
{
    switch (rt_now()->base.phase) {
    case RA_PH_C_DIE: return list[rt_how.die - 1];
    case RA_PH_C_GEM: return list[ra_team_gems(&rt_t.r, rt_now()) % n]; /* another one each time */
    case RA_PH_PAY_GEM:
    case RA_PH_EQUIP_ITEM:   /* done, as soon as that is possible */
    case RA_PH_EQUIP_HOLDER: /* stored with the last hero */
    case RA_PH_EVENT:
    case RA_PH_VIT: return list[n - 1]; /* pass */
    case RA_PH_ALT_CHOICE:
    case RA_PH_RELIC_CHOICE: return list[rt_how.which];
    case RA_PH_TRADE: return rt_now()->frames[rt_now()->depth - 1].turn ? list[n - 1] : list[0];
    default: return list[0];
    }
}

/* Whatever is asked above that many frames is answered. */
void rt_see_through(int depth)
{
    struct vl_move list[VL_MOVES_MAX];
    char line[64];

    for (int i = 0; i < 60 && rt_now()->depth > depth && rt_now()->base.actor != VL_OVER; i++) {
        struct vl_buf b = vl_buf_on(line, sizeof line);

        vl_move_format(&rt_t.r, rt_pick(list, vl_legal(&rt_t.r, &rt_t.s.base, list)), &b);
        if (!table_play(&rt_t, line))
            return;
    }
}

/* ---- what a list of steps does ---- */

static int count_in(int from, int to, int where)
{
    int n = 0;

    for (int card = from; card < to; card++)
        n += rt_now()->in[card] == where;
    return n;
}

struct rt_deltas rt_read_off(void)
{
    const struct ra_state *s = rt_now();
    struct rt_deltas d = { 0 };

    d.gems = ra_team_gems(&rt_t.r, s);
    d.vils = ra_gems_of(s, RA_VILS);
    d.held = count_in(RA_ITEM0, RA_IMP0, RA_IN_HELD);
    d.n = s->n;
    d.purse = count_in(0, RA_ITEM0, RA_IN_PURSE);
    d.pile = count_in(0, RA_IMP0, RA_IN_VPILE);
    d.discard = count_in(0, RA_ITEM0, RA_IN_DISCARD);
    d.epic = s->epic;
    for (int board = 0; board < RA_BOARDS; board++)
        d.waiting += count_in(RA_IMP0, RA_CREATURE0, RA_IN_A + board);
    d.known = count_in(0, RA_DECKED, RA_IN_KNOWN);
    for (int i = 0; i < RA_PLACED; i++)
        d.known += s->laid[i] == RA_LAID_KNOWN;
    for (int i = 0; i < RA_TOKENS; i++)
        d.known += s->tokens[i].kind != VL_NONE;
    for (int i = 0; i < RA_SLOTS; i++)
        d.rooms += s->rooms[i].up;
    for (int i = 0; i < RA_PLACES; i++)
        d.wounds += s->marker[i] != 0;
    d.avatar = s->avatar_at;
    return d;
}

/* How many of the wounded are meant: at places 3, 4 and 5 somebody is, at place 1 a bearer. */
static int healed(int who)
{
    switch ((enum ra_who)who) {
    case RA_WHO_ALL: return 3;
    default: return 1; /* one of them, the bearer, or who stands on board A */
    }
}

static void test_of(const struct vl_fx *fx, struct rt_deltas *d)
{
    bool dies = fx->verb == RA_DO_VIT && rt_how.die == 6;

    if (!dies) {
        d->wounds++;
        return;
    }
    d->n--;
    d->pile += fx->arg[1] != 0;
    d->purse += fx->arg[1] == 0;
}

void rt_add_step(const struct vl_fx *fx, struct rt_deltas *d)
{
    int n = fx->arg[0];

    switch ((enum ra_verb)fx->verb) {
    case RA_DO_GEM: d->gems += n; break;
    case RA_DO_CEDE:
        d->gems -= n;
        d->vils += n;
        break;
    case RA_DO_TAKE:
        d->gems += n;
        d->vils -= n;
        break;
    case RA_DO_BURN: d->vils -= n; break;
    case RA_DO_LOOT: d->held += n; break;
    case RA_DO_IMP: d->waiting += n; break;
    case RA_DO_RELIC: d->held += rt_how.which ? 3 : 1; break;
    case RA_DO_SWAP: d->discard++; break;
    case RA_DO_OFFER: /* declined, or enrolled at a vacancy */
        d->discard += n == 0;
        d->n += n == 1;
        break;
    case RA_DO_HEAL: d->wounds -= healed(n); break;
    case RA_DO_HEAL_UP_TO: d->wounds -= n < 3 ? n : 3; break;
    case RA_DO_VIT:
    case RA_DO_HURT: test_of(fx, d); break;
    case RA_DO_SAC:
        d->n--;
        d->purse++;
        break;
    case RA_DO_AVATAR: d->avatar += n; break;
    case RA_DO_PEEK: d->known += fx->arg[1]; break;
    case RA_DO_ROOM: d->rooms += n; break;
    case RA_DO_STEAL:
        d->held--;
        d->pile++;
        break;
    case RA_DO_EPIC: d->epic += n; break;
    default: break; /* seen by what_else() */
    }
}

int rt_steps_along(int from, int n)
{
    const struct ra_content *c = rt_content();

    if (c->nodes[from].kind == RA_NODE_ROOM) {
        if (n >= 0)
            return from;
        from = c->nodes[from].faces;
        n++;
    }
    return from + n; /* squares of the road, and of the corridor, stand in a row */
}

/* What no count shows. */
void rt_check_step(const struct vl_fx *fx, const struct ra_state *b, int source)
{
    const struct ra_state *s = rt_now();
    bool right = true;

    switch ((enum ra_verb)fx->verb) {
    case RA_DO_REDUCE:
        right = s->trial.points - b->trial.points == fx->arg[1] &&
                s->trial.stars - b->trial.stars == fx->arg[2];
        break;
    case RA_DO_MOVE: right = s->team_at == rt_steps_along(b->team_at, fx->arg[0]); break;
    case RA_DO_RELIC: right = rt_how.which || s->in[fx->arg[0]] == RA_IN_HELD; break;
    case RA_DO_OPEN: right = (s->lasting & RA_OPEN_DOOR) != 0; break;
    case RA_DO_PORTAL: right = (s->lasting & RA_PORTAL) != 0; break;
    case RA_DO_TREASURE: right = (s->lasting & RA_TREASURE) != 0; break;
    case RA_DO_SLIDE:
        right = source < RA_ROOM0 ? s->door_notch == 1 : s->rooms[3].notch == 1;
        break;
    case RA_DO_FREE: right = s->free_for == (rt_card(source)->targeted ? 1 : 1 << RA_BOARDS); break;
    case RA_DO_NO_PENALTY: right = s->no_penalty == 1; break;
    case RA_DO_BANISH: right = s->play_len == 1 && b->play_len == 2; break;
    case RA_DO_STOP_AVATAR: right = (s->flags & RA_STOPPED) != 0; break;
    case RA_DO_SWAP: right = s->in[b->team[0]] == RA_IN_DISCARD && s->n == b->n; break;
    default: break;
    }
    if (!CHECK(right))
        printf("%s\n", rt_key(source));
}

void rt_check_seats(void)
{
    for (int i = 0; i < rt_t.log_len; i++) {
        const struct vl_event *ev = &rt_t.log[i];
        int type = ev->type;
        bool somebodys = type == RA_EV_USED || type == RA_EV_TURN_BEGUN ||
                         (type == RA_EV_TOKEN_USED && ev->rule == RA_WIN_04) ||
                         (type == RA_EV_DIE_CHANGED && ev->rule == RA_AID_13);

        if (!CHECK(somebodys ? ev->seat >= 0 && ev->seat < rt_now()->base.seats : ev->seat == -1))
            printf("event %d: seat %d\n", type, ev->seat);
    }
}

void rt_check_deltas(const char *what, const struct rt_deltas *b, const struct rt_deltas *want)
{
    struct rt_deltas a = rt_read_off();
    const int *was = (const int *)b, *is = (const int *)&a, *by = (const int *)want;
    bool right = true;

    rt_check_seats();
    for (size_t i = 0; i < sizeof a / sizeof *is; i++)
        right = right && is[i] - was[i] == by[i];
    if (CHECK(right))
        return;
    printf("%s, die %d, way %d:", what, rt_how.die, rt_how.which);
    for (size_t i = 0; i < sizeof a / sizeof *is; i++)
        printf(" %d/%d", is[i] - was[i], by[i]);
    printf("\n");
}

/* ---- tables ---- */

char rt_json[2400];
static size_t json_len;

void rt_put(const char *format, ...)
{
    va_list args;

    va_start(args, format);
    json_len += (size_t)vsnprintf(rt_json + json_len, sizeof rt_json - json_len, format, args);
    va_end(args);
}

/* Gems enough, somebody hurt on either board, and a dilemma that may be played at any time, so
 * that no window closes by itself. */
void rt_begin_with(const char *markers, int gold, const char *lasting)
{
    json_len = 0;
    rt_put("{'base':'BASE','gems':{'A':[3,3,3,3,3],'B':[2,2,2,2,2],'V':[1,1,1,1,1]},'markers':%s,"
           "'gold':%d,'lasting':[%s]",
           markers, gold, lasting);
}

void rt_begin(const char *markers, int gold)
{
    rt_begin_with(markers, gold, "'blocked'"); /* rooms that turn up do nothing for the Vils */
}

void rt_put_waiting(const char *other)
{
    rt_put(",'cards':{'%s':'a'", other && strcmp(other, "D21") == 0 ? "D28" : "D21");
    if (other)
        rt_put(",'%s':'a'", other);
    rt_put("}");
}

bool rt_open(void)
{
    rt_put("}");
    bool ok = table_load(&rt_t, rt_json);
    if (!ok)
        printf("%s\n", rt_json);
    return ok;
}

static const char *const zone_of[] = { "Z04", "Z05", "Z09", "Z02", "Z15" }; /* by characteristic */
static const char *const spot_of[] = { "W06", "W06", "W13", "W06", "W19" };
static const char *const space_of[] = { "forest", "forest", "river", "forest", "cave" };

void rt_put_objective(int what)
{
    rt_put(",'trial':'%s','team':'%s','up':{'%s':'%s'}", zone_of[what], spot_of[what],
           space_of[what], zone_of[what]);
}

/* The team: the hero, or the bearer, and five who do nothing of their own here. */
void rt_put_team(int card)
{
    rt_put(",'heroes':['%s'", card < RA_ITEM0 ? rt_key(card) : "H22");
    for (int i = 0, n = 1; n < RA_PLACES; i++) {
        static const char *const others[] = { "H43", "H51", "H17", "H39", "H48", "H34" };
        if (card >= RA_ITEM0 || strcmp(others[i], rt_key(card)) != 0) {
            rt_put(",'%s'", others[i]);
            n++;
        }
    }
    rt_put("]");
    if (card >= RA_ITEM0)
        rt_put(",'holders':{'%s':'H22'},'active':['%s']", rt_key(card), rt_key(card));
}
