#include "tell/tell.h"

#include "match/campaign.h"
#include "text/delta.h"
#include "text/rules.h"

#include <stdlib.h>

/* ---- entries, told again ---- */

/* Without memory, and after so many, what changes is told with a later event. */
static void keep_moment(struct vl_tale *t)
{
    size_t size = t->m->rules.game->state_size, at = (size_t)t->moments_len * size;

    if (t->moments_len != t->events_len || t->moments_len == VL_TALE_MOMENTS_MAX)
        return;
    if (at + size > t->moments_cap) {
        size_t cap = t->moments_cap > 0 ? 2 * t->moments_cap + size : 16 * size;
        void *bigger = realloc(t->moments, cap);

        if (!bigger)
            return;
        t->moments = bigger;
        t->moments_cap = cap;
    }
    memcpy(t->moments + at, t->now, size);
    t->moments_len++;
}

static void take_event(struct vl_sink *sink, const struct vl_event *ev)
{
    struct vl_tale *t = (struct vl_tale *)sink;

    if (t->has_moments)
        keep_moment(t);

    if (t->events_len == t->events_cap) {
        int cap = t->events_cap ? 2 * t->events_cap : 256;
        void *bigger = NULL;

        if (cap <= VL_TALE_EVENTS_MAX)
            bigger = realloc(t->events, (size_t)cap * sizeof *t->events);
        if (!bigger)
            return;
        t->events = bigger;
        t->events_cap = cap;
    }
    t->events[t->events_len++] = *ev;
}

static bool make_room(struct vl_tale *t, size_t bytes)
{
    if (bytes > t->before_cap) {
        free(t->before);
        t->before = malloc(bytes);
        t->before_cap = t->before ? bytes : 0;
    }
    return bytes <= t->before_cap;
}

void vl_tale_tell(struct vl_tale *t, const struct vl_match *m, uint32_t from, uint32_t to,
                  const struct vl_state *was)
{
    size_t size = m->rules.game->state_size;
    union vl_any_state s;
    bool room;

    VL_VERIFY(from <= to && to <= m->len && to - from <= VL_TALE_MAX);
    room = make_room(t, (to - from + 1) * size);
    if (was)
        memcpy(&s, was, size);
    else
        vl_match_state_at(m, from, &s.base);
    t->sink.take = take_event;
    t->m = m;
    t->from = from;
    t->len = (int)(to - from);
    t->events_len = t->moments_len = 0;
    t->now = &s.base;
    for (int i = 0; i < t->len; i++) {
        const struct vl_entry *entry = &m->entries[from + (uint32_t)i];

        t->first[i] = t->events_len;
        if (room)
            memcpy(t->before + (size_t)i * size, &s, size);
        if (entry->move.kind == 0)
            vl_match_state_at(m, from + (uint32_t)i + 1, &s.base);
        else
            vl_apply_legal(&m->rules, &s.base, entry->move, &t->sink);
    }
    if (room)
        memcpy(t->before + (size_t)t->len * size, &s, size);
    t->first[t->len] = t->events_len;
    t->now = NULL;
}

void vl_tale_free(struct vl_tale *t)
{
    free(t->events);
    free(t->before);
    free(t->moments);
    memset(t, 0, sizeof *t);
}

bool vl_tale_same(const struct vl_tale *t, vl_actor a, vl_actor b)
{
    for (int i = 0; i < t->events_len; i++)
        if (vl_event_seen(&t->events[i], a) != vl_event_seen(&t->events[i], b))
            return false;
    return true;
}

/* Was there memory for the states between the entries? */
static bool has_states(const struct vl_tale *t)
{
    return ((size_t)t->len + 1) * t->m->rules.game->state_size <= t->before_cap;
}

static bool sees_move(const struct vl_tale *t, int k, vl_actor viewer)
{
    for (int i = t->first[k]; i < t->first[k + 1]; i++)
        if (!vl_event_seen(&t->events[i], viewer))
            return false;
    return true;
}

static void put_sentence(struct vl_json *w, const struct vl_tale *t, int k, vl_actor viewer,
                         int lang)
{
    const struct vl_rules *r = &t->m->rules;
    char text[VL_TEXT_MAX];
    struct vl_buf b = vl_buf_on(text, sizeof text);
    union vl_any_state s;

    if (!has_states(t))
        return;
    memcpy(&s, t->before + (size_t)k * r->game->state_size, r->game->state_size);
    vl_hide(r, &s.base, viewer);
    vl_text_move(&b, lang, r, &s.base, t->m->entries[t->from + (uint32_t)k].move);
    vl_json_kstr(w, "text", text);
}

static void put_move(struct vl_json *w, const struct vl_tale *t, int k, vl_actor viewer, int lang)
{
    char notation[VL_NOTATION_MAX];
    struct vl_buf b = vl_buf_on(notation, sizeof notation);

    if (!sees_move(t, k, viewer))
        return;
    vl_move_format(&t->m->rules, t->m->entries[t->from + (uint32_t)k].move, &b);
    vl_json_kstr(w, "move", notation);
    put_sentence(w, t, k, viewer, lang);
}

/* All of an entry but its events, into an object that is open. */
static void put_entry(struct vl_json *w, const struct vl_tale *t, int k, vl_actor viewer, int lang)
{
    const struct vl_entry *e = &t->m->entries[t->from + (uint32_t)k];

    vl_json_kint(w, "rev", (int64_t)t->from + k + 1);
    if (e->move.kind == 0) {
        vl_json_kstr(w, "kind", "undo");
        vl_json_kint(w, "to", e->back_to);
    } else if (e->actor == VL_CHANCE) {
        vl_json_kstr(w, "kind", "chance");
        put_move(w, t, k, viewer, lang);
    } else {
        vl_json_kstr(w, "kind", "move");
        vl_json_kint(w, "seat", e->actor);
        vl_json_kint(w, "player", vl_match_holder(t->m, e->actor));
        put_move(w, t, k, viewer, lang);
        if (e->more)
            vl_json_kbool(w, "more", true);
    }
}

void vl_tale_entry(struct vl_json *w, const struct vl_tale *t, int k, vl_actor viewer, int lang)
{
    vl_json_obj(w);
    put_entry(w, t, k, viewer, lang);
    vl_json_key(w, "events");
    vl_json_arr(w);
    for (int i = t->first[k]; i < t->first[k + 1]; i++)
        if (vl_event_seen(&t->events[i], viewer))
            vl_event_json(w, &t->m->rules, &t->events[i], lang, -1);
    vl_json_end(w);
    vl_json_end(w);
}

void vl_tale_entries(struct vl_json *w, const struct vl_tale *t, vl_actor viewer, int lang)
{
    for (int k = 0; k < t->len; k++)
        vl_tale_entry(w, t, k, viewer, lang);
}

/* ---- what each event changed ---- */

/* A walk through the moments of a tale, by one pair of eyes. */
struct walk {
    const struct vl_tale *t;
    vl_actor viewer;
    int lang, at; /* the canvas of the last moment is `at`, the other one is free */
    struct vl_moments *memory;
};

/* What stands on canvas k. */
static struct vl_board walk_board(const struct walk *k, int canvas)
{
    return (struct vl_board){ &k->t->m->rules, &k->memory->known[canvas].base,
                              &k->memory->canvas[canvas].view, k->lang };
}

static struct vl_board walk_fill(const struct walk *k, int canvas, const uint8_t *state)
{
    const struct vl_rules *r = &k->t->m->rules;
    union vl_any_state s;

    memcpy(&s, state, r->game->state_size);
    vl_board_fill(&k->memory->canvas[canvas], &k->memory->known[canvas].base, r, &s.base,
                  k->viewer);
    return walk_board(k, canvas);
}

static const uint8_t *state_before(const struct vl_tale *t, int entry)
{
    return t->before + (size_t)entry * t->m->rules.game->state_size;
}

/* On to another moment; its changes with their key, if there are any. */
static void walk_to(struct vl_json *w, struct walk *k, const uint8_t *state, int head)
{
    struct vl_board from = walk_board(k, k->at), to = walk_fill(k, 1 - k->at, state);

    k->at = 1 - k->at;
    if (head == 0 && vl_delta_same_lists(&from, &to))
        return;
    vl_json_key(w, "ops");
    vl_delta_parts(w, &from, &to, head);
}

static void put_event_changes(struct vl_json *w, struct walk *k, int i)
{
    const struct vl_tale *t = k->t;

    vl_event_open(w, &t->m->rules, &t->events[i], k->lang, -1);
    if (i < t->moments_len)
        walk_to(w, k, t->moments + (size_t)i * t->m->rules.game->state_size, 0);
    vl_json_end(w);
}

static void put_entry_changes(struct vl_json *w, struct walk *k, int entry, int head)
{
    const struct vl_tale *t = k->t;

    vl_json_obj(w);
    put_entry(w, t, entry, k->viewer, k->lang);
    vl_json_key(w, "events");
    vl_json_arr(w);
    for (int i = t->first[entry]; i < t->first[entry + 1]; i++)
        if (vl_event_seen(&t->events[i], k->viewer))
            put_event_changes(w, k, i);
    vl_json_end(w);
    walk_to(w, k, state_before(t, entry + 1), entry + 1 == t->len ? head : 0);
    vl_json_end(w);
}

bool vl_tale_changes(struct vl_json *w, const struct vl_tale *t, vl_actor viewer, int lang,
                     struct vl_moments *memory)
{
    struct walk k = { t, viewer, lang, 0, memory };

    if (!t->has_moments || !has_states(t))
        return false;
    struct vl_board from = walk_fill(&k, 0, state_before(t, 0));
    struct vl_board to = walk_fill(&k, 1, state_before(t, t->len));
    int head = vl_delta_head(&from, &to);
    for (int entry = 0; entry < t->len; entry++)
        put_entry_changes(w, &k, entry, head);
    return true;
}

bool vl_tale_moments_same(const struct vl_tale *t, vl_actor a, vl_actor b,
                          struct vl_moments *memory)
{
    size_t size = t->m->rules.game->state_size;
    struct walk of_a = { t, a, 0, 0, memory }, of_b = { t, b, 0, 0, memory };

    for (int i = 0; i < t->moments_len; i++) {
        struct vl_board is_a = walk_fill(&of_a, 0, t->moments + (size_t)i * size);
        struct vl_board is_b = walk_fill(&of_b, 1, t->moments + (size_t)i * size);

        if (!vl_delta_same_lists(&is_a, &is_b))
            return false;
    }
    return true;
}

/* ---- about the match ---- */

void vl_tell_undo(struct vl_json *w, const struct vl_match *m)
{
    int64_t to = m->state->actor == VL_OVER ? -1 : vl_match_undo_free_to(m, VL_ANYONE);

    if (to < 0 || m->entries[m->last].actor < 0 ||
        !vl_match_is_human(m, vl_match_holder(m, m->entries[m->last].actor))) {
        vl_json_null(w);
        return;
    }
    vl_json_obj(w);
    vl_json_kint(w, "player", vl_match_holder(m, m->entries[m->last].actor));
    vl_json_kint(w, "to", to);
    vl_json_end(w);
}

static void put_results(struct vl_json *w, const struct vl_match *m, const struct vl_result *res)
{
    vl_json_key(w, "results");
    vl_json_arr(w);
    for (int k = 0; k < m->state->seats; k++) {
        vl_json_obj(w);
        vl_json_kint(w, "seat", k);
        vl_json_kint(w, "score", res->score[k]);
        vl_json_kint(w, "rank", res->rank[k]);
        vl_json_kbool(w, "won", res->won[k]);
        vl_json_end(w);
    }
    vl_json_end(w);
}

/* What the game brings to the campaign that it is part of, if it is part of one. */
static void put_campaign(struct vl_json *w, const struct vl_match *m, int lang)
{
    const struct vl_game *g = m->rules.game;
    const struct vl_family *f = &g->families[g->saga->family - VL_FAM_GAME];
    int earned = g->saga->earned(&m->rules, m->state);
    char id[VL_CAMPAIGN_ID + 1], name[64], thing[VL_TEXT_MAX] = "", text[VL_TEXT_MAX];
    const char *pairs[] = { "thing", thing, NULL };
    struct vl_buf n = vl_buf_on(name, sizeof name), b = vl_buf_on(thing, sizeof thing);
    struct vl_buf t = vl_buf_on(text, sizeof text);

    vl_campaign_game_id(m, id);
    if (earned >= 0)
        vl_text_label(&b, lang, g, f->name, f->keys[earned]);
    vl_put(&n, g->prefix);
    vl_put(&n, earned < 0                 ? ".campaign.nothing"
               : earned == g->saga->crown ? ".campaign.won"
                                          : ".campaign.earned");
    vl_text_str(&t, lang, name, pairs);
    vl_json_key(w, "campaign");
    vl_json_obj(w);
    vl_json_kstr(w, "id", id);
    vl_json_key(w, "earned");
    if (earned < 0)
        vl_json_null(w);
    else
        vl_json_str(w, f->keys[earned]);
    vl_json_kstr(w, "text", text);
    vl_json_end(w);
}

void vl_tell_over(struct vl_json *w, const struct vl_match *m, int lang)
{
    char text[VL_TEXT_MAX], seed[2 * VL_SEED_SIZE + 1];
    struct vl_buf b = vl_buf_on(text, sizeof text);
    struct vl_buf hex = vl_buf_on(seed, sizeof seed);
    struct vl_result res;

    VL_VERIFY(m->state->actor == VL_OVER); /* the seed is told */
    vl_result(&m->rules, m->state, &res);
    vl_text_prompt(&b, lang, &m->rules, m->state, VL_ANYONE);
    vl_put_hex(&hex, m->seed, VL_SEED_SIZE);
    vl_json_kint(w, "rev", m->len);
    vl_json_kstr(w, "outcome", vl_match_outcome(m));
    if (res.rule)
        vl_json_kstr(w, "rule", vl_rule_texts[res.rule].id);
    vl_json_kstr(w, "text", text);
    put_results(w, m, &res);
    if (m->rules.game->saga && !m->has_start)
        put_campaign(w, m, lang);
    if (m->seed_kind == VL_SEED_KNOWN)
        vl_json_kstr(w, "seed", seed);
}

static void put_rules(struct vl_json *w, const vl_rule *rules, int n, int lang)
{
    vl_json_key(w, "rules");
    vl_json_arr(w);
    for (int i = 0; i < n && rules[i]; i++) {
        const struct vl_rule_text *text = &vl_rule_texts[rules[i]];

        vl_json_obj(w);
        vl_json_kstr(w, "id", text->id);
        vl_json_kstr(w, "text", lang == VL_FR ? text->fr : text->en);
        vl_json_end(w);
    }
    vl_json_end(w);
}

void vl_tell_why(struct vl_json *w, const struct vl_rules *r, const struct vl_state *known,
                 vl_actor seat, struct vl_move move, const char *typed, int lang)
{
    vl_rule no = vl_refuse(r, known, move, seat);
    char text[VL_TEXT_MAX];
    struct vl_buf b = vl_buf_on(text, sizeof text);
    struct vl_touch touch;

    memset(&touch, 0, sizeof touch);
    vl_json_kbool(w, "legal", no == 0);
    if (no) {
        vl_text_refusal(&b, lang, r, known, move, no, typed);
        vl_rule_json(w, no);
        touch.rules[0] = no;
    } else {
        vl_text_move(&b, lang, r, known, move);
        vl_touch_of(r, known, move, &touch);
    }
    vl_json_kstr(w, "text", text);
    put_rules(w, touch.rules, VL_LEN(touch.rules), lang);
}

void vl_tell_refusal(struct vl_json *w, const struct vl_rules *r, const struct vl_state *known,
                     struct vl_move move, const struct vl_error *err, int lang)
{
    char text[2 * VL_TEXT_MAX];
    struct vl_buf b = vl_buf_on(text, sizeof text);

    vl_text_refused(&b, lang, r, known, move, err);
    vl_json_obj(w);
    vl_json_kstr(w, "status", vl_status_word(err->status));
    vl_rule_json(w, err->rule);
    if (err->where[0])
        vl_json_kstr(w, "where", err->where);
    vl_json_kstr(w, "text", text);
    vl_json_end(w);
}

/* ---- advice ---- */

struct foresight {
    struct vl_sink sink; /* first: the engine knows this part */
    const struct vl_rules *r;
    int lang, told;
    vl_actor viewer;
    struct vl_buf text;
};

enum { TOLD_MAX = 3 };

static void foresee(struct vl_sink *sink, const struct vl_event *ev)
{
    struct foresight *f = (struct foresight *)sink;

    if (!vl_event_seen(ev, f->viewer) || f->told++ >= TOLD_MAX)
        return;
    if (f->text.len > 0)
        vl_put_char(&f->text, ' ');
    vl_text_event(&f->text, f->lang, f->r, ev);
}

void vl_tell_hint(struct vl_json *w, const struct vl_rules *r, const struct vl_state *known,
                  struct vl_move move, bool only, int lang)
{
    char notation[VL_NOTATION_MAX], said[VL_TEXT_MAX], then[3 * VL_TEXT_MAX], text[5 * VL_TEXT_MAX];
    struct vl_buf n = vl_buf_on(notation, sizeof notation), s = vl_buf_on(said, sizeof said);
    struct vl_buf b = vl_buf_on(text, sizeof text);
    struct foresight f = { { foresee }, r, lang, 0, known->actor, { 0 } };
    const char *pairs[] = { "move", said, "then", then, NULL };
    union vl_any_state scratch;

    f.text = vl_buf_on(then, sizeof then);
    vl_move_format(r, move, &n);
    vl_text_move(&s, lang, r, known, move);
    (void)vl_preview(r, known, move, f.viewer, &scratch.base, &f.sink);
    if (only)
        vl_text_str(&b, lang, TXT("hint.only"), pairs);
    else if (f.told == 0)
        vl_text_str(&b, lang, TXT("hint.move"), pairs);
    else
        vl_text_str(&b, lang, TXT("hint.then"), pairs);
    vl_json_kstr(w, "move", notation);
    vl_json_kstr(w, "text", text);
}

/* ---- what would change ---- */

enum { CONCERNED_MAX = 32 };

/* The things that a move or its events speak of. */
struct concern {
    struct vl_sink sink; /* first: the engine knows this part */
    const struct vl_rules *r;
    vl_actor viewer;
    int len;
    struct vl_ref ref[CONCERNED_MAX];
};

static void note(struct concern *c, struct vl_ref ref)
{
    if (ref.family >= VL_FAM_GAME && c->len < CONCERNED_MAX)
        c->ref[c->len++] = ref;
}

static void note_event(struct vl_sink *sink, const struct vl_event *ev)
{
    struct concern *c = (struct concern *)sink;
    const struct vl_event_kind *kind = &c->r->game->events[ev->type];

    for (int i = 0; vl_event_seen(ev, c->viewer) && i < kind->len && i < ev->len; i++)
        if (ev->arg[i] >= 0 && ev->arg[i] != vl_none_of(c->r, kind->args[i].family))
            note(c, (struct vl_ref){ kind->args[i].family, (uint16_t)ev->arg[i] });
}

static bool is_noted(const struct concern *c, struct vl_ref ref)
{
    for (int i = 0; i < c->len; i++)
        if (vl_same_ref(c->ref[i], ref))
            return true;
    return false;
}

struct outlook {
    struct vl_json *w;
    const struct vl_rules *r;
    int lang;
    const struct vl_view *before, *after;
    char who[VL_TEXT_MAX];
};

/* "mana 3 → 4". */
static void put_change(const struct outlook *o, struct vl_buf *out, const struct vl_stat *was,
                       int is)
{
    char what[VL_TEXT_MAX], from[32], to[32];
    struct vl_buf n = vl_buf_on(what, sizeof what), f = vl_buf_on(from, sizeof from);
    struct vl_buf t = vl_buf_on(to, sizeof to);
    const char *pairs[] = { "what", what, "from", from, "to", to, NULL };

    vl_text_label(&n, o->lang, o->r->game, "stat", was->name);
    vl_text_int(&f, was->value);
    vl_text_int(&t, is);
    if (out->len > 0)
        vl_put(out, ", ");
    vl_text_str(out, o->lang, TXT("change.stat"), pairs);
}

/* All that changes with one player or thing is one text. */
static void compare_stats(const struct outlook *o, const struct vl_marks *before,
                          const struct vl_marks *after)
{
    const struct vl_stat *was = &o->before->stats[before->stats],
                         *is = &o->after->stats[after->stats];
    char list[2 * VL_TEXT_MAX], text[4 * VL_TEXT_MAX];
    struct vl_buf l = vl_buf_on(list, sizeof list), b = vl_buf_on(text, sizeof text);
    const char *pairs[] = { "thing", o->who, "list", list, NULL };

    for (int i = 0; i < before->stats_len; i++)
        for (int k = 0; k < after->stats_len; k++)
            if (strcmp(was[i].name, is[k].name) == 0 && was[i].value != is[k].value)
                put_change(o, &l, &was[i], is[k].value);
    if (l.len == 0)
        return;
    vl_text_str(&b, o->lang, TXT("change.of"), pairs);
    vl_json_str(o->w, text);
}

static void name_seat(struct outlook *o, const struct vl_seat_view *seat, int k)
{
    struct vl_buf b = vl_buf_on(o->who, sizeof o->who);
    bool thing = vl_is_thing(seat->face);

    vl_text_name(&b, o->lang, o->r, thing ? seat->face.family : VL_FAM_SEAT,
                 thing ? seat->face.index : k);
}

static void compare_seats(struct outlook *o, int seats)
{
    for (int k = 0; k < seats; k++) {
        name_seat(o, &o->before->seats[k], k);
        compare_stats(o, &o->before->seats[k].has, &o->after->seats[k].has);
    }
}

/* Whose figures are those of a seat, which have been told? */
static bool is_seated(const struct vl_view *v, int seats, struct vl_ref ref)
{
    for (int k = 0; k < seats; k++)
        if (vl_same_ref(v->seats[k].face, ref))
            return true;
    return false;
}

static void compare_items(struct outlook *o, const struct concern *c, int seats)
{
    for (int i = 0; i < o->before->len.items; i++) {
        const struct vl_item *was = &o->before->items[i];
        struct vl_buf b = vl_buf_on(o->who, sizeof o->who);
        if (!is_noted(c, was->id) || is_seated(o->before, seats, was->id))
            continue;
        vl_text_name(&b, o->lang, o->r, was->id.family, was->id.index);
        for (int k = 0; k < o->after->len.items; k++)
            if (vl_same_ref(o->after->items[k].id, was->id))
                compare_stats(o, &was->has, &o->after->items[k].has);
    }
}

void vl_tell_changes(struct vl_json *w, const struct vl_rules *r, const struct vl_state *known,
                     vl_actor seat, struct vl_move move, int lang, struct vl_outlook *memory)
{
    struct outlook o = { w, r, lang, &memory->before.view, &memory->after.view, "" };
    struct concern c = { { note_event }, r, seat, 0, { { 0, 0 } } };
    struct vl_touch touch;
    union vl_any_state then, seen;

    vl_json_key(w, "changes");
    vl_json_arr(w);
    if (vl_preview(r, known, move, seat, &then.base, &c.sink) == 0) {
        vl_touch_of(r, known, move, &touch);
        note(&c, touch.dst);
        vl_board_fill(&memory->before, &seen.base, r, known, seat);
        vl_board_fill(&memory->after, &seen.base, r, &then.base, seat);
        compare_seats(&o, known->seats);
        compare_items(&o, &c, known->seats);
    }
    vl_json_end(w);
}
