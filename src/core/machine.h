/* machine.h - carries out effects (core/effect.h), step by step, and can stop anywhere.
 *
 * What is being carried out is a stack of frames inside the state: each a list of steps,
 * the place in it, and what it must remember. A verb's function does one step and says
 * how it went (enum vl_fx_said); it never waits. To ask, it enters a phase of the game
 * and says VL_FX_ASK; the answer is put into the frame (vl_fx_answer) and the step runs
 * again. To let another card act, it pushes a frame. So a state can be stored, shown and
 * played on between any two choices, however deep.
 *
 *     static int heal(struct vl_fx_run *x)                     // ["heal", "one", 2]
 *     {
 *         take_wounds_off(x->s, x->frame->reg[0], x->step->arg[1]);
 *         return VL_FX_DONE;
 *     }
 *
 * Choices come before the cost. A frame pushed by vl_fx_use() first asks every step that
 * needs something (`choose`), pays when all is named, and then has its effects; a cost
 * that cannot be survived says VL_FX_END, and what it bought is lost. One pushed by
 * vl_fx_call() has no such round: its steps choose when it is their turn. In both cases
 * `choose` is called before `run` and has nothing to do if all is named already.
 *
 * A window is a step that asks: while it waits, apply() may push what somebody uses
 * (vl_fx_use). That goes first; then the step runs again and looks whether there is still
 * something to use. Prompts that interrupt anything are frames on top, last in first out.
 *
 * How deep the stack can become is known before the first move: a verb's row says which
 * kinds of lists it can start, and the checker of packs adds that up (vl_fx_frames).
 */
#ifndef VL_CORE_MACHINE_H
#define VL_CORE_MACHINE_H

#include "core/effect.h"

enum {
    VL_FX_KINDS = 32,       /* kinds of lists that a game can have */
    VL_FX_CHOOSING = 255,   /* as the place of a frame: before its first step */
    VL_FX_CAME_BACK = 65535 /* as an answer: what the step called has ended */
};

/* How a step went. */
enum vl_fx_said {
    VL_FX_DONE,   /* on to the next */
    VL_FX_ASK,    /* somebody, or chance, must act: then this step runs again */
    VL_FX_CALLED, /* it has pushed a frame: once that has ended, on to the next */
    VL_FX_AGAIN,  /* it runs again, after what it may have pushed */
    VL_FX_PAUSE,  /* on to the next, but the game has something to do first */
    VL_FX_END,    /* the rest of the list is lost */
    VL_FX_GONE,   /* frames were dropped (vl_fx_unwind), its own perhaps among them */
    VL_FX_ENTER   /* + k: on with its block k; the first is 0 */
};

/* ---- frames ---- */

/* What is being carried out. Games keep a stack of these in their state. */
struct vl_frame {
    uint16_t source; /* the thing whose effect it is, as the game numbers it */
    uint16_t answer; /* to what the step asked: 1 + what was chosen; 0: none yet */
    uint8_t list;    /* which of its lists, as the game numbers them */
    uint8_t at;      /* the step at hand; what lies above was started by it */
    uint8_t who;     /* whose it is: a seat */
    uint8_t turn;    /* of a step that goes round or has parts: how far it has come */
    uint8_t reg[4];  /* the game's: what was named, what is counted; kept from step to step */
};

struct vl_fx_part { /* a list that has been found */
    const struct vl_fx *steps;
    int16_t len;  /* -1: there is no such list */
    int16_t kind; /* of those that verbs start */
};

struct vl_fx_machine {
    const struct vl_fx_verb *verbs;
    int verbs_len;
    int frames_max;
    uint32_t roots;       /* kinds of lists that begin when nothing is being carried out */
    const uint8_t *most;  /* by kind: of lists that are used up when they begin (a token is
                             played) so many can be on the stack at once; 0: as many as are
                             started. NULL: there are no such kinds */
    struct vl_frame none; /* what stands in a place of the stack that is not used */
    /* The list of a frame. `f` may come from a position: source and list are anything. */
    struct vl_fx_part (*find)(const struct vl_rules *r, const struct vl_state *s,
                              const struct vl_frame *f);
    /* What is used begins: all is named, nothing is paid yet. NULL: that is nothing special. */
    void (*begin)(struct vl_fx_run *x);
};

/* A move being played, for the machine. A game may keep more behind it, in a struct
 * that begins with this one. */
struct vl_fx_run {
    const struct vl_fx_machine *m;
    const struct vl_rules *r;
    struct vl_state *s;
    struct vl_sink *sink;
    struct vl_frame *frames; /* the stack: both in *s */
    uint8_t *depth;
    struct vl_frame *frame; /* the step at hand, for the functions of its verb */
    const struct vl_fx *step;
};

/* Pushes a list, as vl_fx_call() does, for games that do so before the machine runs. */
static inline struct vl_frame *vl_fx_push(const struct vl_fx_machine *m, struct vl_frame *frames,
                                          uint8_t *depth, int source, int list, int who)
{
    VL_VERIFY(*depth < m->frames_max); /* vl_fx_frames() has proved it */
    struct vl_frame *f = &frames[(*depth)++];

    *f = m->none;
    f->source = (uint16_t)source;
    f->list = vl_u8(list);
    f->who = vl_u8(who);
    f->at = 0;
    return f;
}

/* Pushes a list. Its choices come first and then its cost (use), or each step chooses
 * when its turn comes (call). Returns the frame, for what the game wants to note in it. */
struct vl_frame *vl_fx_use(struct vl_fx_run *x, int source, int list, int who);
struct vl_frame *vl_fx_call(struct vl_fx_run *x, int source, int list, int who);
/* For a verb with blocks: asks for what the steps of block k need, one after the other,
 * `turn` counting them from `base`; DONE once all is named. */
int vl_fx_choose(struct vl_fx_run *x, int k, int base);

/* Carries out what is on the stack above `mark` frames. True when that is done; false
 * if somebody must act, or if the game has something else to do first. */
bool vl_fx_go(struct vl_fx_run *x, int mark);
/* Drops all frames above `depth`: a knock-out, the end of a turn. */
int vl_fx_unwind(struct vl_fx_run *x, int depth);

/* The frame on top, whose step has asked; NULL if nothing is being carried out. */
static inline struct vl_frame *vl_fx_top(const struct vl_fx_run *x)
{
    return *x->depth ? &x->frames[*x->depth - 1] : NULL;
}

/* For apply(): the answer to what the topmost step asked. */
static inline void vl_fx_answer(struct vl_fx_run *x, int chosen)
{
    VL_ASSERT(*x->depth > 0);
    VL_ASSERT(chosen >= 0 && chosen < VL_FX_CAME_BACK - 1);
    vl_fx_top(x)->answer = (uint16_t)(chosen + 1);
}

/* For a verb: the answer, which is used up by this; -1 if there is none. */
static inline int vl_fx_take(struct vl_fx_run *x)
{
    int chosen = (int)x->frame->answer - 1;

    x->frame->answer = 0;
    return chosen;
}

/* For a verb that goes round the players: the seat whose turn it is, clockwise from
 * `first`; -1 once all had theirs. It counts x->frame->turn up itself. */
static inline int vl_fx_seat(const struct vl_fx_run *x, int first)
{
    return x->frame->turn < x->s->seats ? (first + x->frame->turn) % x->s->seats : -1;
}

/* ---- looking at it: for legal(), refuse(), broken() ---- */

struct vl_fx_look { /* nothing changes */
    const struct vl_fx_machine *m;
    const struct vl_rules *r;
    const struct vl_state *s;
    const struct vl_frame *frame; /* the step at hand, for `can` */
    const struct vl_fx *step;
};

/* The step of a frame that asks, or would run next; NULL if there is none. */
const struct vl_fx *vl_fx_asking(const struct vl_fx_look *look, const struct vl_frame *f);
/* Could it be begun now: does every step that costs or needs something find it? Steps
 * inside blocks are not looked at. */
bool vl_fx_can(const struct vl_fx_look *look, int source, int list, int who);
/* The same for block k of the step that a frame has at hand, and for the block after it
 * if this is its cost: an offer that can be accepted. */
bool vl_fx_can_enter(const struct vl_fx_look *look, const struct vl_frame *f, int k);
/* What a stack cannot be, and no game makes it, as a remark for broken() ("/frames: ...",
 * as positions call it); NULL if it is sound. Every frame must
 * have its list and a place in it, and be of a kind that the step below can start, the
 * lowest of one in `roots`, none more often than `most`; places above `depth` are
 * unused. So a stack that a position brings can go on without outgrowing its room. */
const char *vl_fx_broken(const struct vl_fx_look *look, const struct vl_frame *frames, int depth);

/* ---- how deep it can become ---- */

/* A pack's lists added up: which kind of list can start which, and by whom. */
struct vl_fx_nest {
    uint32_t starts[VL_FX_KINDS];
    uint32_t by[VL_FX_KINDS][VL_FX_KINDS];   /* the last source that lets one start another */
    uint16_t many[VL_FX_KINDS][VL_FX_KINDS]; /* and how many do */
};

/* Adds one list of a source to it. */
void vl_fx_note(struct vl_fx_nest *n, const struct vl_fx_machine *m, const struct vl_fx *steps,
                int len, int kind, int source);
/* How many frames the lists can need. -1: there is no bound, they can start each other
 * for ever. *source is the one to be looked at, on the way to the deepest stack or on
 * the loop: whose start fewest others share; -1: no list starts any other. */
int vl_fx_frames(const struct vl_fx_nest *n, const struct vl_fx_machine *m, int *source);

#endif
