#include "door/door.h"

#include "tell/tell.h"

#include <assert.h>
#include <stdlib.h>

/* The one engine of a worker: its matches, and memory for a call and its answer. */
static struct {
    struct {
        struct vl_match *m;
        int32_t handle;
    } slot[VL_DOOR_MATCHES];
    int32_t handles; /* given out so far */
    char *in, *out;
    size_t in_cap, out_cap;
    size_t out_len;
    int lang; /* of the last call that named one */
    struct vl_json_node nodes[VL_DOOR_NODES];
} door;

enum { OUT_FIRST = 256 << 10, OUT_KEPT = 4 << 20, IN_KEPT = 1 << 20 };

/* ---- handles ---- */

struct vl_match *door_match(int64_t handle)
{
    for (int i = 0; i < VL_DOOR_MATCHES; i++)
        if (door.slot[i].m && door.slot[i].handle == handle)
            return door.slot[i].m;
    return NULL;
}

void door_drop(int64_t handle)
{
    for (int i = 0; i < VL_DOOR_MATCHES; i++)
        if (door.slot[i].m && door.slot[i].handle == handle) {
            vl_match_close(door.slot[i].m);
            door.slot[i].m = NULL;
        }
}

int door_keep(struct door *d, struct vl_match *m)
{
    int i = 0;

    while (i < VL_DOOR_MATCHES && door.slot[i].m)
        i++;
    if (i == VL_DOOR_MATCHES || door.handles == INT32_MAX) {
        vl_match_close(m);
        return door_fail(d, VL_TOO_LARGE, "h", "too many games are open");
    }
    door.slot[i].m = m;
    door.slot[i].handle = d->opened = ++door.handles;
    d->last = m;
    return VL_OK;
}

/* ---- the ops ---- */

#define BIT(name) (UINT32_C(1) << F_##name)
static_assert(F_COUNT <= 32, "one bit for each argument");

static const struct op {
    const char *word;
    int (*run)(struct door *d);
    uint32_t required, optional; /* "lang" may stand in every call */
} ops[] = {
    { "games", op_games, 0, 0 },
    { "bots", op_bots, 0, 0 },
    { "rule", op_rule, BIT(ID), 0 },
    { "open", op_open, BIT(GAME),
      BIT(OPTIONS) | BIT(PLAYERS) | BIT(SEED) | BIT(DATE) | BIT(START) },
    { "position", op_position, BIT(JSON), BIT(GAME) | BIT(PLAYERS) | BIT(SEED) | BIT(DATE) },
    { "load", op_load, BIT(DATA), BIT(RECOVER) | BIT(SEED) },
    { "scenario", op_scenario, BIT(DATA), BIT(INDEX) },
    { "fork", op_fork, BIT(H), BIT(REV) | BIT(SEED) },
    { "close", op_close, BIT(H), 0 },
    { "play", op_play, BIT(H) | BIT(MOVE), BIT(BY) },
    { "draw", op_draw, BIT(H), 0 },
    { "undo", op_undo, BIT(H) | BIT(TO), BIT(AGREED) },
    { "redo", op_redo, BIT(H), BIT(BY) },
    { "set_player", op_set_player, BIT(H) | BIT(PLAYER) | BIT(KIND), BIT(LEVEL) | BIT(NAME) },
    { "meta", op_meta, BIT(H), 0 },
    { "faces", op_faces, BIT(H), 0 },
    { "view", op_view, BIT(H), BIT(SEAT) | BIT(REV) },
    { "actions", op_actions, BIT(H), 0 },
    { "start", op_start, BIT(H), BIT(SEAT) },
    { "entries", op_entries, BIT(H), BIT(FROM) | BIT(TO) | BIT(SEAT) | BIT(TOLD) },
    { "undo_free", op_undo_free, BIT(H), 0 },
    { "undo_last", op_undo_last, BIT(H), BIT(PLAYER) },
    { "preview", op_preview, BIT(H) | BIT(MOVE), 0 },
    { "why", op_why, BIT(H) | BIT(MOVE), 0 },
    { "over", op_over, BIT(H), 0 },
    { "record", op_record, BIT(H), BIT(REVEAL) },
    { "verify", op_verify, BIT(H), 0 },
    { "hash", op_hash, BIT(H), BIT(REV) },
    { "position_of", op_position_of, BIT(H), BIT(REV) },
    { "bot", op_bot, BIT(H) | BIT(LEVEL), BIT(SEED) | BIT(BUDGET) },
    { "hint", op_hint, BIT(H), 0 },
    { "campaign", op_campaign, BIT(GAME), BIT(DATA) | BIT(H) },
    { "digest", op_digest, BIT(GAME) | BIT(GAMES), BIT(OPTIONS) | BIT(FROM) },
};

static const struct op *find_op(const struct vl_json_doc *doc)
{
    uint32_t node = vl_json_get(doc, 0, "op");

    for (int i = 0; node && i < VL_LEN(ops); i++)
        if (vl_json_is(doc, node, ops[i].word))
            return &ops[i];
    return NULL;
}

/* ---- answers ---- */

static bool grow_out(size_t cap)
{
    if (cap <= door.out_cap)
        return true;
    char *bigger = realloc(door.out, cap);
    if (!bigger)
        return false;
    door.out = bigger;
    door.out_cap = cap;
    return true;
}

static void begin(struct door *d, const char *key)
{
    d->w = vl_json_on(door.out, door.out_cap);
    vl_json_obj(&d->w);
    vl_json_key(&d->w, key);
}

static void end(struct door *d)
{
    vl_json_end(&d->w);
    door.out_len = d->w.out.len;
}

static void answer_error(struct door *d)
{
    const struct vl_rules *r = d->m ? &d->m->rules : NULL;

    if (d->opened)
        door_drop(d->opened);
    begin(d, "error");
    if (d->err.rule && r && d->has_move)
        vl_tell_refusal(&d->w, r, d->m->state, d->move, &d->err, d->lang);
    else
        vl_error_json(&d->w, r, &d->err, d->lang);
    end(d);
}

/* Carries it out; an answer that did not fit is written again with more room, for
 * which the op must be a mere question. */
static int carry_out(struct door *d, const struct op *op)
{
    for (;;) {
        begin(d, "ok");
        int st = op->run(d);
        if (st != VL_OK)
            return st;
        end(d);
        if (!d->w.out.full)
            return VL_OK;
        if (d->opened || 2 * door.out_cap > VL_DOOR_OUT_MAX)
            return door_fail(d, VL_TOO_LARGE, "answer", "ask for less at once");
        if (!grow_out(2 * door.out_cap))
            return door_fail(d, VL_MEMORY, "answer", "");
    }
}

static int answer(struct door *d, uint32_t len)
{
    uint32_t every = BIT(LANG);
    const struct op *op;
    int st;

    if (len > door.in_cap)
        return door_fail(d, VL_TOO_LARGE, "call", "");
    st = vl_json_parse(&d->doc, door.in, len, door.nodes, VL_DOOR_NODES, &d->err);
    if (st != VL_OK)
        return st;
    op = find_op(&d->doc);
    if (!op)
        return door_fail(d, VL_UNKNOWN, "op", "there is no such call");
    st = door_read(d, op->required | op->optional | every, op->required);
    return st == VL_OK ? carry_out(d, op) : st;
}

/* ---- the door ---- */

char *vl_in(uint32_t size)
{
    if (size > VL_DOOR_IN_MAX)
        return NULL;
    if (size > door.in_cap || (door.in_cap > IN_KEPT && size <= IN_KEPT)) {
        size_t cap = size > 4096 ? size : 4096;
        char *room = realloc(door.in, cap);

        if (!room && size > door.in_cap)
            return NULL;
        door.in = room ? room : door.in;
        door.in_cap = room ? cap : door.in_cap;
    }
    return door.in;
}

static const char no_memory[] = "{\"error\":{\"status\":\"memory\",\"text\":\"\"}}";

uint32_t vl_call(uint32_t len)
{
    static struct door d;

    memset(&d, 0, sizeof d);
    d.lang = door.lang;
    if (door.out_cap > OUT_KEPT) { /* a large answer was read; the next one is small */
        free(door.out);
        door.out = NULL;
        door.out_cap = 0;
    }
    if (!grow_out(OUT_FIRST))
        door.out_len = sizeof no_memory - 1;
    else if (answer(&d, len) != VL_OK)
        answer_error(&d);
    door.lang = d.lang;
    return (uint32_t)door.out_len;
}

const char *vl_out(void)
{
    return door.out ? door.out : no_memory;
}
