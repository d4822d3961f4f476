/* door.h - the engine's door to the browser: JSON in, JSON out.
 *
 * A page puts a call into the engine's memory and reads the answer there:
 *
 *     char *in = vl_in(len);              // room for the call; NULL: too large
 *     memcpy(in, "{\"op\":\"games\"}", len);
 *     uint32_t n = vl_call(len);          // bytes of the answer
 *     vl_out();                           // where it stands, until the next call
 *
 * A call is one object: "op" and its arguments; null is as good as missing, a
 * member that the op does not know is refused. The answer is {"ok": ...} or
 * {"error": {"status", "rule"?, "code"?, "where"?, "given"?, "text"}}, worded in
 * "lang", or else in that of the call before (at first fr). What is refused has
 * changed nothing.
 * Matches are known by handles, numbers that are never used twice.
 * web/src/core/engine.ts lists the ops with their types; each is a function of
 * op_*.c.
 *
 * Everything that comes in is treated as hostile: sizes, numbers and handles are
 * checked, memory is bounded, and nothing is read from or written to the outside.
 * It is ordinary C, so the same calls run natively under the sanitizers.
 */
#ifndef VL_DOOR_DOOR_H
#define VL_DOOR_DOOR_H

#include "match/match.h"

enum {
    VL_DOOR_IN_MAX = 20 << 20,  /* bytes of a call: the largest record, escaped */
    VL_DOOR_OUT_MAX = 64 << 20, /* bytes of an answer */
    VL_DOOR_MATCHES = 64,       /* open at once */
    VL_DOOR_NODES = 8192        /* JSON values in a call */
};

char *vl_in(uint32_t size);
uint32_t vl_call(uint32_t len);
const char *vl_out(void);

/* ---- within src/door ---- */

/* Arguments: word, type, and the range of a number or the bytes of a text.
 * ORDER door_field */
/* clang-format off */
#define DOOR_FIELD_MAP(X)                                                      \
    X(H,       "h",       INT,  1, INT32_MAX)                                  \
    X(LANG,    "lang",    TEXT, 0, 8)                                          \
    X(GAME,    "game",    TEXT, 0, 40)                                         \
    X(OPTIONS, "options", ANY,  0, 0)                                          \
    X(PLAYERS, "players", ANY,  0, 0)                                          \
    X(SEED,    "seed",    SEED, 0, 0)                                          \
    X(DATE,    "date",    TEXT, 0, 10)                                         \
    X(START,   "start",   ANY,  0, 0)                                          \
    X(JSON,    "json",    ANY,  0, 0)                                          \
    X(DATA,    "text",    ANY,  0, 0)                                          \
    X(RECOVER, "recover", BOOL, 0, 0)                                          \
    X(TOLD,    "told",    BOOL, 0, 0)                                          \
    X(REVEAL,  "reveal",  BOOL, 0, 0)                                          \
    X(INDEX,   "index",   INT,  0, INT32_MAX)                                  \
    X(SEAT,    "seat",    INT,  0, VL_SEATS_MAX - 1)                           \
    X(REV,     "rev",     INT,  0, VL_ENTRIES_MAX)                             \
    X(FROM,    "from",    INT,  0, INT64_C(1) << 53)                           \
    X(TO,      "to",      INT,  0, VL_ENTRIES_MAX)                             \
    X(MOVE,    "move",    TEXT, 0, 255)                                        \
    X(BY,      "by",      INT,  0, VL_SEATS_MAX - 1)                           \
    X(AGREED,  "agreed",  ANY,  0, 0)                                          \
    X(LEVEL,   "level",   TEXT, 0, 31)                                         \
    X(BUDGET,  "budget",  INT,  1, 1000000)                                    \
    X(PLAYER,  "player",  INT,  0, VL_SEATS_MAX - 1)                           \
    X(KIND,    "kind",    TEXT, 0, 31)                                         \
    X(NAME,    "name",    TEXT, 0, 255)                                        \
    X(ID,      "id",      TEXT, 0, 31)                                         \
    X(GAMES,   "games",   INT,  1, 10000)
/* clang-format on */

enum door_field {
#define X(name, word, type, lo, hi) F_##name,
    DOOR_FIELD_MAP(X)
#undef X
        F_COUNT
};

/* One call while it is carried out. */
struct door {
    struct vl_json_doc doc;
    uint32_t node[F_COUNT]; /* of each argument; 0: not given */
    int64_t num[F_COUNT];   /* of numbers and booleans */
    uint8_t seed[VL_SEED_SIZE];
    int lang;
    struct vl_match *m;  /* that of "h" */
    struct vl_json w;    /* the answer */
    struct vl_error err; /* what a failing op says */
    bool has_move;       /* a rule refuses this move: the words are about it */
    struct vl_move move;
    int32_t opened;        /* the handle made by this call; closed again if it fails */
    struct vl_match *last; /* private: the match of that handle */
};

/* Says what is wrong; returns `status`. */
static inline int door_fail(struct door *d, int status, const char *where, const char *what)
{
    vl_error_set(&d->err, status, where, what);
    return status;
}

/* call.c: reading. All return an enum vl_status, the fault in d->err. */
int door_read(struct door *d, uint32_t allowed, uint32_t required);
/* A text argument, which was checked already. */
void door_text(const struct door *d, int field, char *out, size_t cap);
/* A text of any length, unescaped; the caller frees it. */
int door_data(struct door *d, int field, char **text, size_t *len);
/* A document: the object that was given, or the one that the text given spells.
 * *nodes is to be freed by the caller, *text too; both may be NULL. */
int door_document(struct door *d, int field, struct vl_json_doc *doc, uint32_t *node, char **text,
                  struct vl_json_node **nodes);
/* One player: "human", "bot" with its level, or the level itself. */
int door_player(struct door *d, const char *where, const char *kind, const char *level,
                const char *name, struct vl_player *out);

/* door.c: handles. */
int door_keep(struct door *d, struct vl_match *m); /* takes m, also when it fails */
struct vl_match *door_match(int64_t handle);
void door_drop(int64_t handle);

/* The ops: each writes one JSON value. */
int op_games(struct door *d);
int op_bots(struct door *d);
int op_rule(struct door *d);
int op_open(struct door *d);
int op_position(struct door *d);
int op_load(struct door *d);
int op_scenario(struct door *d);
int op_fork(struct door *d);
int op_close(struct door *d);
int op_play(struct door *d);
int op_draw(struct door *d);
int op_undo(struct door *d);
int op_redo(struct door *d);
int op_set_player(struct door *d);
int op_meta(struct door *d);
int op_faces(struct door *d);
int op_view(struct door *d);
int op_actions(struct door *d);
int op_start(struct door *d);
int op_entries(struct door *d);
int op_undo_free(struct door *d);
int op_undo_last(struct door *d);
int op_preview(struct door *d);
int op_why(struct door *d);
int op_over(struct door *d);
int op_record(struct door *d);
int op_verify(struct door *d);
int op_hash(struct door *d);
int op_position_of(struct door *d);
int op_bot(struct door *d);
int op_hint(struct door *d);
int op_campaign(struct door *d);
int op_digest(struct door *d);

#endif
