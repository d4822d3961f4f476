/* odds.c - chances that are told before a choice, read at a table. */
#include "odds.h"

#include <string.h>

static void take(struct vl_sink *sink, const struct vl_event *ev)
{
    struct odds_witness *w = (struct odds_witness *)sink;

    if (w->seen || (ev->type != w->good && ev->type != w->bad))
        return;
    w->seen = true;
    w->met = ev->type == w->good;
}

struct odds_witness odds_witness(int good, int bad)
{
    return (struct odds_witness){ { take }, good, bad, false, false };
}

struct vl_move odds_move(const struct table *t, const char *notation)
{
    struct vl_error err;
    struct vl_move m = { 0 };

    CHECK_EQ(vl_move_read(&t->r, notation, strlen(notation), &m, &err), VL_OK);
    return m;
}

int odds_told(const struct table *t, struct vl_move m, const char *name)
{
    struct vl_touch touch;

    vl_touch_of(&t->r, &t->s.base, m, &touch);
    for (int i = 0; i < touch.args_len; i++)
        if (strcmp(touch.args[i].name, name) == 0)
            return touch.args[i].value;
    return -1;
}

int odds_shown(const struct table *t, int family, int index)
{
    enum { ZONES = 40, ITEMS = 600, STATS = 2000, BADGES = 800, PIPS = 200 };
    static struct vl_item items[ITEMS];
    static struct vl_stat stats[STATS];
    static struct vl_zone zones[ZONES];
    static const char *badges[BADGES];
    static struct vl_pip pips[PIPS];
    struct vl_view v = { .max = { ZONES, ITEMS, STATS, BADGES, PIPS },
                         .zones = zones,
                         .items = items,
                         .stats = stats,
                         .badges = badges,
                         .pips = pips };

    t->game->view(&t->r, &t->s.base, VL_ANYONE, &v);
    for (int i = 0; i < v.len.items; i++) {
        if (family >= 0 && (items[i].id.family != family || items[i].id.index != index))
            continue;
        for (int k = 0; k < items[i].has.stats_len; k++)
            if (strcmp(stats[items[i].has.stats + k].name, "chance") == 0)
                return stats[items[i].has.stats + k].value;
    }
    return -1;
}
