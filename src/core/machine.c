#include "core/machine.h"

#include <limits.h>

/* ---- frames ---- */

struct vl_frame *vl_fx_call(struct vl_fx_run *x, int source, int list, int who)
{
    return vl_fx_push(x->m, x->frames, x->depth, source, list, who);
}

struct vl_frame *vl_fx_use(struct vl_fx_run *x, int source, int list, int who)
{
    struct vl_frame *f = vl_fx_call(x, source, list, who);

    f->at = VL_FX_CHOOSING;
    return f;
}

int vl_fx_unwind(struct vl_fx_run *x, int depth)
{
    VL_ASSERT(depth >= 0 && depth <= *x->depth);
    while (*x->depth > depth)
        x->frames[--*x->depth] = x->m->none;
    return VL_FX_GONE;
}

/* ---- choices ---- */

/* Asks the steps of a row, those in blocks excepted, from `turn` on. */
static int choose_row(struct vl_fx_run *x, const struct vl_fx *steps, int len, int base)
{
    struct vl_frame *f = x->frame;
    const struct vl_fx *mine = x->step;

    while (f->turn - base < len) {
        x->step = &steps[f->turn - base];
        int (*choose)(struct vl_fx_run *) = x->m->verbs[x->step->verb].does.choose;
        int said = choose ? choose(x) : VL_FX_DONE;

        VL_ASSERT(said == VL_FX_DONE || said == VL_FX_ASK);
        if (said == VL_FX_ASK) {
            x->step = mine;
            return VL_FX_ASK;
        }
        f->turn = vl_u8(f->turn + 1 + x->step->skip);
    }
    x->step = mine;
    return VL_FX_DONE;
}

int vl_fx_choose(struct vl_fx_run *x, int k, int base)
{
    struct vl_fx_row row = vl_fx_row(x->m->verbs, x->step, k);

    VL_ASSERT(x->frame->turn >= base);
    return choose_row(x, x->step + row.begin, row.len, base);
}

/* ---- carrying out ---- */

/* A new step begins without an answer. */
static void go_to(struct vl_frame *f, int at)
{
    f->at = vl_u8(at);
    f->turn = 0;
    f->answer = 0;
}

static int run_step(struct vl_fx_run *x)
{
    const struct vl_fx_does *v = &x->m->verbs[x->step->verb].does;

    VL_ASSERT(x->step->verb < x->m->verbs_len);
    if (x->frame->answer == VL_FX_CAME_BACK)
        return VL_FX_DONE;
    if (v->choose) {
        int said = v->choose(x);
        if (said != VL_FX_DONE)
            return said;
    }
    return v->run(x);
}

static void enter_block(struct vl_fx_run *x, int k)
{
    struct vl_fx_row row = vl_fx_row(x->m->verbs, x->step, k);

    go_to(x->frame, x->frame->at + (row.len > 0 ? row.begin : x->step->next));
}

/* Where its step leaves the frame on top; false if the machine has to stop. */
static bool follow(struct vl_fx_run *x, int said, int len)
{
    struct vl_frame *f = x->frame;

    switch (said) {
    case VL_FX_ASK: return false;
    case VL_FX_CALLED: f->answer = VL_FX_CAME_BACK; return true;
    case VL_FX_AGAIN:
    case VL_FX_GONE: return true; /* AGAIN: as it is */
    case VL_FX_END: go_to(f, len); return true;
    case VL_FX_PAUSE: go_to(f, f->at + x->step->next); return false;
    default: enter_block(x, said - VL_FX_ENTER); return true;
    }
}

/* The frame on top, until it ends, stops, or is no longer on top; false: it stops. */
static bool run_top(struct vl_fx_run *x, int *left)
{
    struct vl_frame *f = vl_fx_top(x);
    struct vl_fx_part part = x->m->find(x->r, x->s, f);
    int depth = *x->depth;

    VL_ASSERT(part.len >= 0 && part.len <= VL_FX_STEPS_MAX);
    x->frame = f;
    if (f->at == VL_FX_CHOOSING) {
        x->step = part.steps;
        if (choose_row(x, part.steps, part.len, 0) == VL_FX_ASK)
            return false;
        go_to(f, 0);
        if (x->m->begin != NULL)
            x->m->begin(x);
    }
    while (f->at < part.len && --*left > 0) {
        x->step = &part.steps[f->at];
        int said = run_step(x);

        if (said == VL_FX_DONE) {
            VL_ASSERT(x->s->actor == VL_AUTO && *x->depth == depth);
            go_to(f, f->at + x->step->next);
            continue;
        }
        if (said == VL_FX_GONE)
            return true;
        VL_ASSERT((said == VL_FX_ASK) == (x->s->actor != VL_AUTO));
        VL_ASSERT(*x->depth == depth || said == VL_FX_CALLED || said == VL_FX_AGAIN);
        if (!follow(x, said, part.len))
            return false;
        if (*x->depth != depth)
            return true;
    }
    if (f->at < part.len)
        return false; /* it has run for too long */
    vl_fx_unwind(x, depth - 1);
    return true;
}

bool vl_fx_go(struct vl_fx_run *x, int mark)
{
    int left = VL_STEPS_MAX; /* more than any sound list needs in one go */

    while (*x->depth > mark)
        if (!run_top(x, &left))
            return false;
    return true;
}

/* ---- looking at it ---- */

const struct vl_fx *vl_fx_asking(const struct vl_fx_look *look, const struct vl_frame *f)
{
    struct vl_fx_part part = look->m->find(look->r, look->s, f);
    int at = f->at == VL_FX_CHOOSING ? f->turn : f->at;

    return at < part.len ? &part.steps[at] : NULL;
}

static bool can_all(const struct vl_fx_look *look, const struct vl_frame *f,
                    const struct vl_fx *steps, int len)
{
    struct vl_fx_look at = *look;

    at.frame = f;
    for (int i = 0; i < len; i += 1 + steps[i].skip) {
        bool (*can)(const struct vl_fx_look *) = look->m->verbs[steps[i].verb].does.can;

        at.step = &steps[i];
        if (can && !can(&at))
            return false;
    }
    return true;
}

bool vl_fx_can(const struct vl_fx_look *look, int source, int list, int who)
{
    struct vl_frame f = look->m->none;

    f.source = (uint16_t)source;
    f.list = vl_u8(list);
    f.who = vl_u8(who);
    f.at = VL_FX_CHOOSING;
    struct vl_fx_part part = look->m->find(look->r, look->s, &f);
    return part.len >= 0 && can_all(look, &f, part.steps, part.len);
}

bool vl_fx_can_enter(const struct vl_fx_look *look, const struct vl_frame *f, int k)
{
    const struct vl_fx *step = vl_fx_asking(look, f);

    VL_VERIFY(step != NULL);
    struct vl_fx_row row = vl_fx_row(look->m->verbs, step, k);
    return can_all(look, f, step + row.begin, row.len);
}

/* 0: of this kind there can be any number. */
static int most_of(const struct vl_fx_machine *m, int kind)
{
    return m->most ? m->most[kind] : 0;
}

static bool same_frame(const struct vl_frame *a, const struct vl_frame *b)
{
    return memcmp(a, b, sizeof *a) == 0;
}

const char *vl_fx_broken(const struct vl_fx_look *look, const struct vl_frame *frames, int depth)
{
    uint32_t may = look->m->roots;
    int count[VL_FX_KINDS] = { 0 };

    if (depth > look->m->frames_max)
        return "/frames: more frames than there is room for";
    for (int i = 0; i < depth; i++) {
        struct vl_fx_part part = look->m->find(look->r, look->s, &frames[i]);

        if (part.len < 0)
            return "/frames: no such list";
        if (!(may >> part.kind & 1))
            return "/frames: nothing starts this list";
        if (++count[part.kind] > most_of(look->m, part.kind) && most_of(look->m, part.kind) > 0)
            return "/frames: more of a kind than there are";
        const struct vl_fx *step = vl_fx_asking(look, &frames[i]);
        if (step == NULL)
            return "/frames: no such step";
        if (frames[i].who >= look->s->seats)
            return "/frames: no such seat";
        if (frames[i].answer != 0 && (frames[i].answer != VL_FX_CAME_BACK || i + 1 == depth))
            return "/frames: an answer that was not given";
        may = frames[i].at == VL_FX_CHOOSING ? 0 : look->m->verbs[step->verb].does.starts;
    }
    for (int i = depth; i < look->m->frames_max; i++)
        if (!same_frame(&frames[i], &look->m->none))
            return "/frames: a frame above the top";
    return NULL;
}

/* ---- how deep it can become ---- */

void vl_fx_note(struct vl_fx_nest *n, const struct vl_fx_machine *m, const struct vl_fx *steps,
                int len, int kind, int source)
{
    uint32_t starts = 0;

    VL_ASSERT(kind >= 0 && kind < VL_FX_KINDS);
    for (int i = 0; i < len; i++)
        starts |= m->verbs[steps[i].verb].does.starts;
    n->starts[kind] |= starts;
    for (int k = 0; k < VL_FX_KINDS; k++)
        if (starts >> k & 1) {
            n->by[kind][k] = (uint32_t)source;
            n->many[kind][k]++;
        }
}

struct depths { /* by kind, as far as it can come into play */
    uint32_t reached;
    int frames[VL_FX_KINDS]; /* from a list of it upwards, without kinds that are used up */
    int then[VL_FX_KINDS];   /* the kind that the deepest of them starts; -1: none */
};

static uint32_t reached(const struct vl_fx_nest *n, uint32_t roots)
{
    uint32_t all = roots, before;

    do { /* a kind more each time, or it is all */
        before = all;
        for (int k = 0; k < VL_FX_KINDS; k++)
            if (all >> k & 1)
                all |= n->starts[k];
    } while (all != before);
    return all;
}

/* One round of looking one start further; false if nothing became deeper. */
static bool deepen(const struct vl_fx_nest *n, const struct vl_fx_machine *m, struct depths *d)
{
    bool deeper = false;

    for (int k = 0; k < VL_FX_KINDS; k++) {
        uint32_t starts = d->reached >> k & 1 ? n->starts[k] : 0;

        for (int to = 0; to < VL_FX_KINDS; to++) {
            if (!(starts >> to & 1) || most_of(m, to) > 0 || d->frames[k] > d->frames[to])
                continue;
            d->frames[k] = 1 + d->frames[to];
            d->then[k] = to;
            deeper = true;
        }
    }
    return deeper;
}

/* The rarest start on the way up from `kind`, the topmost of several; once round a loop. */
static int rarest(const struct vl_fx_nest *n, const struct depths *d, int kind)
{
    int source = -1, many = INT_MAX;

    for (uint32_t seen = 0; d->then[kind] >= 0 && !(seen >> kind & 1);) {
        int to = d->then[kind];

        seen |= 1u << kind;
        if (n->many[kind][to] <= many) {
            source = (int)n->by[kind][to];
            many = n->many[kind][to];
        }
        kind = to;
    }
    return source;
}

/* The kind with most frames above it among those of a set. */
static int deepest_of(const struct depths *d, uint32_t set)
{
    int best = -1;

    for (int k = 0; k < VL_FX_KINDS; k++)
        if ((set >> k & 1) && (best < 0 || d->frames[k] > d->frames[best]))
            best = k;
    return best;
}

int vl_fx_frames(const struct vl_fx_nest *n, const struct vl_fx_machine *m, int *source)
{
    struct depths d;
    uint32_t plain = m->roots;
    int frames = 0;

    d.reached = reached(n, m->roots);
    for (int k = 0; k < VL_FX_KINDS; k++) {
        d.frames[k] = 1;
        d.then[k] = -1;
    }
    bool loops = true; /* a way without a loop has each kind once: so many rounds find it */
    for (int round = 0; round < VL_FX_KINDS && loops; round++)
        loops = deepen(n, m, &d);
    if (loops) {
        int kind = deepest_of(&d, d.reached);

        for (uint32_t seen = 0; !(seen >> kind & 1); kind = d.then[kind]) /* onto the loop */
            seen |= 1u << kind;
        *source = rarest(n, &d, kind);
        return -1;
    }
    /* Each one that is used up can lie in the middle, with all that it starts on it. */
    for (int k = 0; k < VL_FX_KINDS; k++) {
        if (!(d.reached >> k & 1) || most_of(m, k) == 0)
            continue;
        frames += most_of(m, k) * d.frames[k];
        plain &= ~(1u << k);
    }
    int deepest = deepest_of(&d, plain ? plain : d.reached);
    *source = rarest(n, &d, deepest);
    return frames + (plain ? d.frames[deepest] : 0);
}
