/* scenario_check.c - what a scenario expects: values of the position, events, legal moves. */
#include "match/scenario_run.h"

#include "text/rules.h"

/* ---- expectations ---- */

/* What was written is at hand. */
static bool read_back(struct run *run, uint32_t node, const struct vl_json *w)
{
    struct vl_error error = { 0 };

    if (vl_json_parse(&run->at_hand, w->out.p, w->out.len, run->nodes, POSITION_NODES, &error))
        return scenario_broken(run, node, &error);
    return true;
}

static bool read_position(struct run *run, uint32_t node)
{
    struct vl_json w = vl_json_on(run->json, POSITION_MAX);

    vl_position_write(&run->rules, run->state, VL_ANYONE, true, &w);
    VL_VERIFY(!w.out.full);
    return read_back(run, node, &w);
}

/* A member that could be there and is not is as good as null. */
static void check_value(struct run *run, uint32_t expect)
{
    char pointer[POINTER_MAX], where[POINTER_MAX], expected[TEXT_MAX],
        found[TEXT_MAX] = VL_SCENARIO_NOTHING;
    struct vl_scenario_fault f = { .kind = VL_SCENARIO_DIFFERS };

    run->checks++;
    if (!vl_json_key_text(run->doc, expect, pointer, sizeof pointer)) {
        scenario_broken_here(run, expect, VL_SYNTAX, "the pointer is too long");
        return;
    }
    uint32_t at = vl_json_pointer(&run->at_hand, pointer);
    bool none = at == UINT32_MAX && vl_json_type_of(run->doc, expect) == VL_JSON_NULL;
    if (none && !vl_position_names(&run->rules, pointer)) {
        scenario_broken_here(run, expect, VL_UNKNOWN, "a position has no such place");
        return;
    }
    if (none || (at != UINT32_MAX && vl_json_equal(run->doc, expect, &run->at_hand, at)))
        return;
    if (at != UINT32_MAX)
        scenario_value(&run->at_hand, at, found);
    scenario_value(run->doc, expect, expected);
    scenario_place(run, run->doc->nodes[expect].parent, where);
    f.where = where;
    f.pointer = pointer;
    f.expected = expected;
    f.found = found;
    scenario_tell(run, &f);
}

bool scenario_check_values(struct run *run, uint32_t object)
{
    if (vl_json_type_of(run->doc, object) != VL_JSON_OBJECT)
        return scenario_broken_here(run, object, VL_SYNTAX, "an object of pointers was expected");
    if (!read_position(run, object))
        return false;
    for (uint32_t c = vl_json_first(run->doc, object); c; c = vl_json_sibling(run->doc, c))
        check_value(run, c);
    return true;
}

/* ---- events ---- */

static void hear(struct vl_sink *sink, const struct vl_event *ev)
{
    struct heard *h = (struct heard *)sink;

    if (h->len < EVENTS_MAX)
        h->list[h->len] = *ev;
    h->len++;
}

/* What is played next is listened to. */
struct vl_sink *scenario_listen(struct run *run)
{
    run->heard->base.take = hear;
    run->heard->len = 0;
    return &run->heard->base;
}

/* A number as it is, a thing as its key, or its number if it has none; no thing as null. */
static void write_arg(const struct run *run, struct vl_json *w, int family, int value)
{
    bool thing = family >= VL_FAM_GAME;
    bool some = thing && value >= 0 && value < vl_family_count(&run->rules, family);
    const char *key = some ? vl_key(&run->rules, family, value) : NULL;

    if (key)
        vl_json_str(w, key);
    else if (thing && !some)
        vl_json_null(w);
    else
        vl_json_int(w, value);
}

static void write_event(const struct run *run, struct vl_json *w, const struct vl_event *ev)
{
    const struct vl_event_kind *kind = &run->rules.game->events[ev->type];

    vl_json_obj(w);
    vl_json_kstr(w, "type", kind->name);
    vl_json_kstr(w, "rule", vl_rule_texts[ev->rule].id);
    vl_json_key(w, "seat");
    if (ev->seat >= 0)
        vl_json_int(w, ev->seat);
    else
        vl_json_null(w);
    vl_json_key(w, "args");
    vl_json_obj(w);
    for (int i = 0; i < kind->len && i < ev->len; i++) {
        vl_json_key(w, kind->args[i].name);
        write_arg(run, w, kind->args[i].family, ev->arg[i]);
    }
    vl_json_end(w);
    vl_json_end(w);
}

static bool read_events(struct run *run, uint32_t node)
{
    struct vl_json w = vl_json_on(run->json, POSITION_MAX);

    vl_json_arr(&w);
    for (int i = 0; i < run->heard->len && i < EVENTS_MAX; i++)
        write_event(run, &w, &run->heard->list[i]);
    vl_json_end(&w);
    if (w.out.full || run->heard->len > EVENTS_MAX)
        return scenario_broken_here(run, node, VL_TOO_LARGE, "the move caused too many events");
    return read_back(run, node, &w);
}

/* Only these members. */
bool scenario_members_ok(struct run *run, uint32_t object, const char *const *names, int len)
{
    for (uint32_t c = vl_json_first(run->doc, object); c; c = vl_json_sibling(run->doc, c)) {
        int i = 0;

        while (i < len && !vl_json_key_is(run->doc, c, names[i]))
            i++;
        if (i == len)
            return scenario_broken_here(run, c, VL_UNKNOWN, "unknown member");
    }
    return true;
}

/* The kind of event that an entry names: its type must be one, its arguments too. */
static bool event_ok(struct run *run, uint32_t want)
{
    static const char *const members[] = { "type", "rule", "seat", "args" };
    const struct vl_game *g = run->rules.game;
    bool object = vl_json_type_of(run->doc, want) == VL_JSON_OBJECT;
    uint32_t type = object ? vl_json_get(run->doc, want, "type") : want;
    uint32_t args = object ? vl_json_get(run->doc, want, "args") : 0;
    const char *names[VL_EVENT_ARGS];
    int i = 0;

    if (object && !scenario_members_ok(run, want, members, VL_LEN(members)))
        return false;
    while (type && i < g->events_len && !vl_json_is(run->doc, type, g->events[i].name))
        i++;
    if (!type || i == g->events_len)
        return scenario_broken_here(run, type ? type : want, VL_UNKNOWN, "no such event");
    if (!args)
        return true;
    if (vl_json_type_of(run->doc, args) != VL_JSON_OBJECT)
        return scenario_broken_here(run, args, VL_SYNTAX, "an object was expected");
    for (int k = 0; k < g->events[i].len; k++)
        names[k] = g->events[i].args[k].name;
    return scenario_members_ok(run, args, names, g->events[i].len);
}

/* Every member of `want` stands in `have` (at hand), with the same value. */
static bool holds(const struct run *run, uint32_t want, uint32_t have)
{
    char name[ID_MAX];

    for (uint32_t c = vl_json_first(run->doc, want); c; c = vl_json_sibling(run->doc, c)) {
        bool known = vl_json_key_text(run->doc, c, name, sizeof name);
        uint32_t at = known ? vl_json_get(&run->at_hand, have, name) : 0;

        if (!at || (!vl_str_eq(name, "args") && !vl_json_equal(run->doc, c, &run->at_hand, at)))
            return false;
    }
    return true;
}

static uint32_t event_type(const struct run *run, uint32_t want)
{
    bool object = vl_json_type_of(run->doc, want) == VL_JSON_OBJECT;

    return object ? vl_json_get(run->doc, want, "type") : want;
}

static bool same_type(const struct run *run, uint32_t want, uint32_t have)
{
    return vl_json_equal(run->doc, event_type(run, want), &run->at_hand,
                         vl_json_get(&run->at_hand, have, "type"));
}

static bool same_event(const struct run *run, uint32_t want, uint32_t have)
{
    if (vl_json_type_of(run->doc, want) != VL_JSON_OBJECT)
        return same_type(run, want, have);
    uint32_t args = vl_json_get(run->doc, want, "args");

    return holds(run, want, have) &&
           (!args || holds(run, args, vl_json_get(&run->at_hand, have, "args")));
}

/* Shown instead: the next event of that type, else the types of all from there on. */
static void tell_event(struct run *run, uint32_t want, uint32_t from)
{
    char where[POINTER_MAX], expected[TEXT_MAX], found[TEXT_MAX];
    struct vl_scenario_fault f = { .kind = VL_SCENARIO_NO_EVENT };
    struct vl_buf b = vl_buf_on(found, sizeof found);
    uint32_t like = from;

    while (like && !same_type(run, want, like))
        like = vl_json_sibling(&run->at_hand, like);
    if (like)
        scenario_value(&run->at_hand, like, found);
    for (uint32_t h = like ? 0 : from; h; h = vl_json_sibling(&run->at_hand, h)) {
        char type[ID_MAX] = "";

        vl_json_text(&run->at_hand, vl_json_get(&run->at_hand, h, "type"), type, sizeof type);
        vl_put(&b, h != from ? ", " : "");
        vl_put(&b, type);
    }
    scenario_value(run->doc, want, expected);
    scenario_place(run, want, where);
    f.where = where;
    f.expected = expected;
    f.found = from ? found : VL_SCENARIO_NOTHING;
    scenario_tell(run, &f);
}

/* These events, in this order; others may come before, between and after. */
bool scenario_check_events(struct run *run, uint32_t list)
{
    if (vl_json_type_of(run->doc, list) != VL_JSON_ARRAY || !vl_json_first(run->doc, list))
        return scenario_broken_here(run, list, VL_SYNTAX, "a list of events was expected");
    if (!read_events(run, list))
        return false;
    uint32_t from = vl_json_first(&run->at_hand, 0);
    for (uint32_t c = vl_json_first(run->doc, list); c; c = vl_json_sibling(run->doc, c)) {
        uint32_t have = from;

        run->checks++;
        if (!event_ok(run, c))
            return false;
        while (have && !same_event(run, c, have))
            have = vl_json_sibling(&run->at_hand, have);
        if (!have) {
            tell_event(run, c, from);
            return true;
        }
        from = vl_json_sibling(&run->at_hand, have);
    }
    return true;
}

/* ---- legal moves ---- */

static void tell_entry(struct run *run, uint32_t node, const char *expected, const char *found)
{
    char where[POINTER_MAX];
    struct vl_scenario_fault f = { .kind = VL_SCENARIO_MOVES };

    scenario_place(run, node, where);
    f.where = where;
    f.expected = expected;
    f.found = found;
    scenario_tell(run, &f);
}

/* All of them, in the order in which they are listed; the first that is another
 * is told. */
bool scenario_check_moves(struct run *run, uint32_t list)
{
    struct vl_move moves[VL_MOVES_MAX];
    char found[TEXT_MAX], expected[TEXT_MAX];
    uint32_t c = vl_json_first(run->doc, list);
    int n = run->state->actor == VL_AUTO ? 0 : vl_legal(&run->rules, run->state, moves);

    if (vl_json_type_of(run->doc, list) != VL_JSON_ARRAY)
        return scenario_broken_here(run, list, VL_SYNTAX, "a list was expected");
    run->checks++;
    for (int i = 0; i < n || c; i++, c = c ? vl_json_sibling(run->doc, c) : 0) {
        struct vl_buf b = vl_buf_on(found, sizeof found);

        if (c && !vl_json_text(run->doc, c, expected, sizeof expected))
            return scenario_broken_here(run, c, VL_SYNTAX, "a notation was expected");
        if (i < n)
            vl_move_format(&run->rules, moves[i], &b);
        if (c && i < n && vl_str_eq(found, expected))
            continue;
        tell_entry(run, c ? c : list, c ? expected : VL_SCENARIO_NOTHING,
                   i < n ? found : VL_SCENARIO_NOTHING);
        return true;
    }
    return true;
}
