/* game.h - what a game is to everybody else.
 *
 * A game is one constant struct of facts, tables and pure functions. Bots,
 * match, screens, simulator and server know that struct and nothing else.
 *
 * A state is a flat value that begins with struct vl_state: copied by memcpy,
 * compared and hashed as bytes (unused bytes are zero). struct vl_rules is game
 * + content + options, immutable and shared by all states of a table.
 *
 * Chance is a player: when s->actor is VL_CHANCE, legal() lists the outcomes,
 * weight() gives their exact integer weights and apply() takes one of them.
 *
 *     struct vl_move list[VL_MOVES_MAX];
 *     int n = vl_legal(r, s, list);
 *     vl_rule no = vl_apply(r, s, list[0], VL_ANYONE, NULL);   // 0: done
 */
#ifndef VL_CORE_GAME_H
#define VL_CORE_GAME_H

#include "base/buf.h"
#include "base/check.h"
#include "base/json.h"
#include "base/rng.h"
#include "base/status.h"

#include <stddef.h>
#include <string.h>

typedef int8_t vl_actor;
typedef uint16_t vl_rule; /* enum vl_rule_id of the generated rule_ids.h; 0 is none */

enum {
    VL_CHANCE = -1, /* chance moves next */
    VL_OVER = -2,   /* nobody moves any more */
    VL_AUTO = -3,   /* an automatic phase is due: only between vl_step() calls */
    VL_ANYONE = -4  /* as a sender or viewer: authority is not checked, a spectator */
};

enum {
    VL_SEATS_MAX = 8,
    VL_ARGS_MAX = 7,
    VL_ROWS_MAX = 256,     /* rows of moves that a game offers at once: one for each of 247 hexes */
    VL_ROW_MAX = 32,       /* moves in one row */
    VL_KINDS_MAX = 128,    /* no game's moves_len is larger */
    VL_ACTIONS_MAX = 2048, /* no game numbers more moves: see struct vl_span */
    VL_MOVES_MAX = 512,    /* no game's moves_max is larger. A throw or a choice that could be more
                           is a row of smaller ones: dice are thrown board by board */
    VL_OPTIONS_MAX = 32,
    VL_STATE_MAX = 4096,      /* no game's state_size is larger: room for a copy on the stack */
    VL_STEPS_MAX = 4096,      /* automatic phases in a row before the game is declared stuck */
    VL_PLAYOUT_MAX = 1000000, /* moves after which a game without a bound is given up */
    VL_FIELDS_MAX = 256,      /* no game's state has more, those inside records not counted */
    VL_FAMILY_MAX = 2048,     /* no family has more things */
    VL_NONE = 255,            /* "no card", "no path" in one byte */
    VL_BAD_KEY = 254,         /* a word that names nothing, in a move that was parsed */
    VL_BAD_NUMBER = 255,      /* a number out of any range, in a move that was parsed */
    VL_WIDE_NONE = 0xffff, /* the same three in two bytes: of a family of more than 254 things, */
    VL_WIDE_BAD_KEY = 0xfffe, /* and of an argument with higher values */
    VL_WIDE_BAD_NUMBER = 0xffff
};

/* ---- words ---- */

/* Constants and their words are one list, an X(P, NAME, word) each, P the prefix:
 *
 *     #define QY_STONE_MAP(X, P) X(P, RED, red) X(P, BLUE, blue)
 *     enum quarry_stone { QY_STONE_MAP(VL_CONSTANT, QY_STONE_) QY_STONES };
 *     static const char *const stone_words[] = { QY_STONE_MAP(VL_WORD_OF, ) };
 */
#define VL_CONSTANT(prefix, name, word) prefix##name,
#define VL_WORD_OF(prefix, name, word) #word,

/* ---- state ---- */

struct vl_state {
    int8_t actor;  /* a seat, VL_CHANCE, VL_OVER or VL_AUTO */
    uint8_t phase; /* the game's own enum; keys in game->phases */
    uint8_t seats;
    uint8_t outcome; /* 0 while running; keys in game->outcomes */
};

/* Storage for a state of any game, for those who do not know which. Only its base and
 * its bytes are touched (they may alias anything); the game gives them their type. It is
 * large: what stays, or is copied often, takes game->state_size bytes instead. */
union vl_any_state {
    struct vl_state base;
    uint64_t align;
    uint8_t bytes[VL_STATE_MAX];
};

/* Takes the first entry of a list that stands in a state: the others move up,
 * and the place that falls free is zero. */
static inline int vl_take_first(uint8_t *list, uint8_t *len)
{
    int first = list[0];

    VL_ASSERT(*len > 0);
    --*len;
    memmove(list, list + 1, *len);
    list[*len] = 0;
    return first;
}

/* ---- moves ---- */

/* Eight bytes, compared and stored as one number. kind 0 is no move. */
struct vl_move {
    uint8_t kind;
    uint8_t arg[VL_ARGS_MAX];
};

static inline uint64_t vl_move_bits(struct vl_move m)
{
    uint64_t v = 0;
    memcpy(&v, &m, sizeof v);
    return v;
}

static inline bool vl_move_eq(struct vl_move a, struct vl_move b)
{
    return vl_move_bits(a) == vl_move_bits(b);
}

/* Its place in a list; -1 if it is not there. */
static inline int vl_move_find(const struct vl_move *list, int n, struct vl_move m)
{
    for (int i = 0; i < n; i++)
        if (vl_move_eq(list[i], m))
            return i;
    return -1;
}

/* Two arguments are as many as most moves have; the others are zero. */
static inline struct vl_move vl_move_of(int kind, int a, int b)
{
    struct vl_move m = { vl_u8(kind), { vl_u8(a), vl_u8(b) } };

    return m;
}

/* Families of things that are named in notation, positions and texts. The
 * first are common to all games, the others are the game's own. */
enum vl_family_id { VL_FAM_NONE, VL_FAM_INT, VL_FAM_SEAT, VL_FAM_GAME };

#define VL_BIT(family) (UINT64_C(1) << (family))

/* Where the things of a family stand in the content block: all offsets are those of
 * the first record, from the start of the block; 0: none. A thing without a key is
 * not there. */
struct vl_things {
    uint16_t stride;              /* from one record to the next */
    uint32_t key;                 /* uint32_t: where the text stands */
    uint32_t name, about;         /* struct vl_texts */
    uint32_t of;                  /* the thing of `same` that it is one of (a card's design), */
    uint8_t of_width;             /* a number of 1 or 2 bytes, */
    const struct vl_things *same; /* after which it is called; NULL: it has its own name */
};

struct vl_family {
    const char *name;               /* "path": ids of items, catalogue ids */
    uint16_t count;                 /* at most VL_FAMILY_MAX; of the content: an upper bound */
    const char *const *keys;        /* NULL: they are those of the content */
    const struct vl_things *things; /* NULL: they are words, with names in the catalogue */
};

/* clang-format off */
#define VL_FAMILY(name, keys)             { name, VL_LEN(keys), keys, NULL }
#define VL_FAMILY_N(name, count, keys)    { name, count, keys, NULL }
#define VL_FAMILY_AT(name, count, things) { name, count, NULL, things }
#define VL_FAMILY_ROW(id, row)            row, /* of a list of families, with their constants */
/* clang-format on */

enum vl_arg_type {
    VL_ARG_ONE, /* one value */
    VL_ARG_SET, /* a set of numbers: a byte of bits, then a byte of those named twice */
    VL_ARG_LIST /* a list, the last argument: a byte of length, then its values */
};

/* Arguments stand one after the other in the bytes of a move, as many as there is
 * room for. A value takes one byte, or two if it can be 254 or more. */
struct vl_arg {
    const char *name;
    uint8_t type;    /* enum vl_arg_type */
    uint8_t family;  /* VL_FAM_INT, VL_FAM_SEAT or one of the game's */
    uint16_t lo, hi; /* the values a legal move can have; LIST: of its elements */
};

static inline bool vl_arg_is_wide(const struct vl_arg *a)
{
    return a->type != VL_ARG_SET && a->hi >= VL_BAD_KEY;
}

/* The bytes of one of its values. */
static inline int vl_arg_width(const struct vl_arg *a)
{
    return vl_arg_is_wide(a) ? 2 : 1;
}

/* The bytes of the argument; of a list those of its length only. */
static inline int vl_arg_bytes(const struct vl_arg *a)
{
    return a->type == VL_ARG_SET ? 2 : a->type == VL_ARG_LIST ? 1 : vl_arg_width(a);
}

/* The value that stands at `at`; two bytes have the lower one first. */
static inline int vl_arg_load(const struct vl_arg *a, const uint8_t *at)
{
    return vl_arg_is_wide(a) ? at[0] | at[1] << 8 : at[0];
}

static inline void vl_arg_store(const struct vl_arg *a, uint8_t *at, int value)
{
    VL_ASSERT(value >= 0 && value <= (vl_arg_is_wide(a) ? UINT16_MAX : UINT8_MAX));
    at[0] = (uint8_t)(value & UINT8_MAX);
    if (vl_arg_is_wide(a))
        at[1] = (uint8_t)(value >> 8);
}

static inline int vl_arg_bad_key(const struct vl_arg *a)
{
    return vl_arg_is_wide(a) ? VL_WIDE_BAD_KEY : VL_BAD_KEY;
}

static inline int vl_arg_bad_number(const struct vl_arg *a)
{
    return vl_arg_is_wide(a) ? VL_WIDE_BAD_NUMBER : VL_BAD_NUMBER;
}

enum {
    VL_MOVE_CHANCE = 1,    /* an outcome of chance */
    VL_MOVE_REVEALS = 2,   /* chance may follow before the next decision: undo asks */
    VL_MOVE_SAME_WORD = 4, /* shares the word of a kind before it: told apart by what follows, the
                              number of words or what they name */
    VL_MOVE_ENDS = 8,      /* ends a turn: nobody makes it for a player who has no other choice */
    VL_MOVE_SPANS = 16,    /* numbered by its rows of game->spans */
    VL_MOVE_ROW = 32       /* a row of ordinary moves in one word: see struct vl_game, rows() */
};

struct vl_move_kind {
    const char *word; /* in notation; NULL for the unused kind 0 */
    uint8_t flags;
    uint8_t args_len;
    struct vl_arg args[VL_ARGS_MAX];
    vl_rule rules[3]; /* behind it, the most telling first; 0 ends them */
};

/* clang-format off */
#define VL_MOVE_NONE { NULL, 0, 0, { { NULL, 0, 0, 0, 0 } }, { 0 } } /* the unused kind 0 */
/* clang-format on */

/* Which arguments go together, for the numbers of actions (vl_action_of()). A kind
 * has as many numbers as its arguments have values, multiplied; one with the flag
 * VL_MOVE_SPANS has those of its rows, one after the other, and no legal move outside
 * them. A card has one ability and the village has five:
 *
 *     { USE, { 0, 0 }, { LAST_CARD, 0 } }, { USE, { VILLAGE, 0 }, { VILLAGE, 4 } }
 *
 * A number means the same move in every position and with every pack, and no game has
 * more than VL_ACTIONS_MAX. A game stays below it if a move says one thing: what
 * belongs to an effect (its target, what is paid) is asked in a phase of its own
 * (docs/choices.md). */
struct vl_span {
    uint8_t kind; /* rows of a kind stand together; VL_SPANS_END ends the table */
    uint16_t lo[VL_ARGS_MAX], hi[VL_ARGS_MAX]; /* of each argument, all of them VL_ARG_ONE */
};

/* clang-format off */
#define VL_SPANS_END { 0, { 0 }, { 0 } }
/* clang-format on */

/* ---- events ---- */

enum { VL_EVENT_ARGS = 8, VL_SEE_ALL = 0xffff };

struct vl_event {
    uint16_t type; /* the game's own enum; described by game->events */
    vl_rule rule;  /* the rule that caused it */
    int8_t seat;   /* whose doing, or -1 */
    uint8_t len;   /* arguments used */
    uint16_t see;  /* bit k: seat k may see it; bit 15: spectators */
    int16_t arg[VL_EVENT_ARGS];
};

struct vl_event_kind {
    const char *name; /* catalogue id is "<prefix>.ev.<name>" */
    uint8_t len;
    struct {
        const char *name;
        uint8_t family;
    } args[VL_EVENT_ARGS];
};

/* A list of events with their constants: an X(ID, name, n, arguments) each. */
/* clang-format off */
#define VL_EVENT_ROW(id, name, n, args) { #name, n, { args } },
/* clang-format on */

struct vl_sink {
    void (*take)(struct vl_sink *sink, const struct vl_event *ev);
};

void vl_emit(struct vl_sink *sink, uint16_t type, vl_rule rule, int seat, const int *args, int len);
/* The same for the eyes in `see` only (struct vl_event). */
void vl_emit_to(struct vl_sink *sink, uint16_t see, uint16_t type, vl_rule rule, int seat,
                const int *args, int len);

/* Without a sink this costs one test. At least one argument is written. */
#define VL_EMIT(sink, type, rule, seat, ...)                                                       \
    do {                                                                                           \
        if (sink) {                                                                                \
            const int vl_args_[] = { __VA_ARGS__ };                                                \
            vl_emit((sink), (uint16_t)(type), (vl_rule)(rule), (seat), vl_args_,                   \
                    VL_LEN(vl_args_));                                                             \
        }                                                                                          \
    } while (0)
/* The same of a seat whose doing it is, and which is the first argument. */
#define VL_EMIT_BY(sink, type, rule, ...)                                                          \
    do {                                                                                           \
        if (sink) {                                                                                \
            const int vl_args_[] = { __VA_ARGS__ };                                                \
            vl_emit((sink), (uint16_t)(type), (vl_rule)(rule), vl_args_[0], vl_args_,              \
                    VL_LEN(vl_args_));                                                             \
        }                                                                                          \
    } while (0)

/* ---- options ---- */

enum vl_option_type { VL_OPT_INT, VL_OPT_KEY, VL_OPT_FAMILY };

enum vl_option_flag {
    VL_OPTION_PLAYERS = 1, /* how many people play: vl_players_option() */
    VL_OPTION_ASKED = 2,   /* while it is open, the players are asked before the game begins */
    VL_OPTION_SEATS = 4,   /* how many seats there are, where that is not the number of players */
    VL_OPTION_WHO = 8      /* its numbers are players, from 0 on */
};

struct vl_option {
    const char *name;
    uint8_t count;           /* 1, or the entries of a list option (name.0, name.1 ...) */
    uint8_t type;            /* enum vl_option_type */
    uint8_t family;          /* of VL_OPT_FAMILY; of an INT: what its numbers count, or 0 */
    int32_t lo, hi;          /* of VL_OPT_INT; else the first and the last value */
    int32_t quick;           /* for those who want to begin at once; VL_UNSET: the default */
    int32_t automatic;       /* what games set that bots play to be counted; VL_UNSET: nothing */
    const char *const *keys; /* of VL_OPT_KEY, NULL-terminated */
    int32_t def;             /* VL_UNSET: decided by game->prepare() or asked in play */
    const char *unset;       /* the word for VL_UNSET ("auto", "ask"), NULL if not allowed */
    uint8_t flags;           /* enum vl_option_flag */
    vl_rule rule;            /* what refuses a bad value */
    vl_rule about;           /* the rule that explains the option */
};

enum { VL_UNSET = -1 };

/* The value of an option in a byte; VL_NONE if it is not set. */
static inline uint8_t vl_option_byte(int32_t value)
{
    return value == VL_UNSET ? (uint8_t)VL_NONE : vl_u8(value);
}

/* The values of an option, in a table: numbers, seats, words, things of a family. */
/* clang-format off */
#define VL_OPTION_INT(lo, hi)                VL_OPTION_INT_AUTO(lo, hi, VL_UNSET)
#define VL_OPTION_INT_AUTO(lo, hi, n)        VL_OPT_INT, 0, lo, hi, VL_UNSET, n, NULL
#define VL_OPTION_SEAT(n)                    VL_OPT_INT, VL_FAM_SEAT, 0, (n) - 1, VL_UNSET, VL_UNSET, NULL
#define VL_OPTION_KEY(keys, n)               VL_OPT_KEY, 0, 0, (n) - 1, VL_UNSET, VL_UNSET, keys
#define VL_OPTION_KEY_QUICK(keys, n, quick)  VL_OPT_KEY, 0, 0, (n) - 1, quick, VL_UNSET, keys
#define VL_OPTION_FAMILY(family, n)          VL_OPT_FAMILY, family, 0, (n) - 1, VL_UNSET, VL_UNSET, NULL
/* clang-format on */

/* A game's options are one list, an X(ID, name, entries, values, default, open, flags, rule,
 * about) each. It gives the table, and where each begins in vl_rules.option[]:
 *
 *     #define X(id, name, n, ...) QY_OPT_##id, QY_OPT_##id##_LAST = QY_OPT_##id + (n) - 1,
 *     enum quarry_option { QY_OPTION_MAP(X) QY_OPT_END };
 *     const struct vl_option quarry_options[] = { QY_OPTION_MAP(VL_OPTION_ROW) };
 */
#define VL_OPTION_ROW(id, name, n, ...) { #name, n, __VA_ARGS__ },
#define VL_OPTION_COUNT(id, name, n, ...) +1

/* For game->prepare(): fills *err, which may be NULL, and returns VL_REFUSED. */
int vl_refuse_option(struct vl_error *err, const char *name, vl_rule rule, const char *what);

struct vl_game;
struct vl_pack_table;
struct vl_says; /* core/saying.h */

/* Faults found in a content pack: each with its JSON pointer and a reason. */
struct vl_faults {
    void (*report)(struct vl_faults *f, const struct vl_error *fault);
    int count;
};

struct vl_rules {
    const struct vl_game *game;
    const void *content; /* the game's own block: offsets, no pointers */
    const struct vl_pack_info *pack;
    const char
        *seat_name[VL_SEATS_MAX];   /* who sits there, for sentences; NULL: seats are numbered */
    int32_t option[VL_OPTIONS_MAX]; /* in the order of game->options, lists spread out */
    int16_t action[VL_KINDS_MAX];   /* by kind, the number of its first action; then of none */
    union {                         /* what game->prepare() computed from the options */
        uint64_t align;
        uint8_t bytes[512];
    } derived;
};

/* What everybody may know of a content pack. */
struct vl_pack_info {
    char id[32];
    char version[16];
    uint64_t hash; /* over the parsed content: spacing does not matter */
};

/* A text of a content block in every language (enum vl_lang): where it stands, NUL-
 * terminated UTF-8 from the start of the block; 0: none. */
struct vl_texts {
    uint32_t lang[2];
};

/* What stands at an offset of a block: NULL if there is none. */
static inline const char *vl_string(const void *block, uint32_t off)
{
    return off ? (const char *)block + off : NULL;
}

/* ---- the state described ---- */

enum vl_field_type {
    VL_F_INT,  /* a number of `width` bytes, unsigned */
    VL_F_BOOL, /* one byte, 0 or 1 */
    VL_F_FLAG, /* bit `bit` of one byte, shown as a boolean */
    VL_F_KEY,  /* `width` bytes, a key of `family`; VL_NONE or VL_WIDE_NONE is "-" */
    VL_F_SEAT, /* one byte, a seat, shown as the key of by_off[seat] in `family`; VL_NONE is "-" */
    VL_F_BITS, /* a bit mask of `width` bytes (1, 2, or words of 4), shown as a list of keys or
                  numbers */
    VL_F_ROW,  /* `count` entries of `width` bytes, each a key or number */
    VL_F_LIST, /* as a row, with its length in the byte (two: `wide_len`) at len_off */
    VL_F_MAP   /* `count` records of `stride` bytes, shown as an object by key; by seat as a list */
};

enum {
    VL_FIELD_HIDDEN = 1, /* no seat may know it: gone after hide(), absent from views */
    VL_FIELD_SPARSE = 2, /* in a map: records that are all zero are left out */
    VL_FIELD_SIGNED = 8, /* of an INT */
    VL_FIELD_SHORT = 16, /* a row may be given shorter: the rest is as in a fresh state */
    VL_FIELD_MUST = 32,  /* of a KEY, or of entries: never "-" */
    VL_FIELD_BY = 4      /* in a map by seat: record k belongs to the key in byte by_off + k */
};

struct vl_field {
    const char *name; /* NULL: the map's record is this value itself */
    uint8_t type;     /* enum vl_field_type */
    uint8_t family;   /* VL_FAM_INT for numbers */
    uint8_t flags;
    uint8_t wide_len; /* of a LIST: 1 if its length has two bytes */
    uint8_t bit;    /* of a FLAG; of BITS: a family whose keys may stand for the numbers, 0: none */
    uint16_t width; /* bytes of an INT: 1, 2 or 4; of a key, or of an entry: 1 or 2;
                       of BITS: 1, 2, or words of 4 */
    uint16_t count; /* entries of a ROW, LIST (most) or MAP; bits of BITS */
    uint16_t stride;              /* of a MAP */
    uint16_t off;                 /* in the state, or in the record of a map */
    uint16_t len_off;             /* of a LIST: where its length stands */
    uint16_t by_off;              /* of VL_F_SEAT and VL_FIELD_BY: in the state */
    int32_t lo, hi;               /* range of numbers; 0, 0: whatever the width holds */
    const struct vl_field *child; /* of a MAP; ends with type VL_F_END */
};

enum { VL_F_END = 255 };

/* Rows of a table of fields. VL_OF is the struct in which the members stand; the game
 * defines it before each table. Places, widths and counts are those of the members:
 *
 *     #define VL_OF struct quarry_state
 *     static const struct vl_field fields[] = {
 *         VL_FIELD_KEY("phase", base.phase, QY_FAM_PHASE),
 *         VL_FIELD_INT("pit", pit, 0, QY_PIT_MAX),
 *         VL_FIELD_MAP("players", player, VL_FAM_SEAT, 0, player_fields),
 *         VL_FIELDS_END
 *     };
 */
/* clang-format off */
#define VL_AT(m)    ((uint16_t)offsetof(VL_OF, m))
#define VL_SIZE(m)  ((uint16_t)sizeof(((VL_OF *)0)->m))
#define VL_EACH(m)  ((uint16_t)sizeof(((VL_OF *)0)->m[0]))
#define VL_COUNT(m) ((uint16_t)(VL_SIZE(m) / VL_EACH(m)))
#define VL_LONG(m)  ((uint8_t)(VL_SIZE(m) > 1))

/*                                                                 type       family   flags            wide len    bit  width       count       stride      off       len_off     by_off     lo  hi  child */
#define VL_FIELD_INT(name, m, lo, hi)                       { name, VL_F_INT,  VL_FAM_INT, 0,           0,          0,   VL_SIZE(m), 0,          0,          VL_AT(m), 0,          0,         lo, hi, NULL }
#define VL_FIELD_SIGNED_INT(name, m, lo, hi)                { name, VL_F_INT,  VL_FAM_INT, VL_FIELD_SIGNED, 0,      0,   VL_SIZE(m), 0,          0,          VL_AT(m), 0,          0,         lo, hi, NULL }
#define VL_FIELD_HIDDEN_INT(name, m, lo, hi)                { name, VL_F_INT,  VL_FAM_INT, VL_FIELD_HIDDEN, 0,      0,   VL_SIZE(m), 0,          0,          VL_AT(m), 0,          0,         lo, hi, NULL }
#define VL_FIELD_BOOL(name, m)                              { name, VL_F_BOOL, VL_FAM_INT, 0,           0,          0,   1,          0,          0,          VL_AT(m), 0,          0,         0,  1,  NULL }
#define VL_FIELD_FLAG(name, m, bit)                         { name, VL_F_FLAG, VL_FAM_INT, 0,           0,          bit, 1,          0,          0,          VL_AT(m), 0,          0,         0,  1,  NULL }
#define VL_FIELD_KEY(name, m, family)                       { name, VL_F_KEY,  family, 0,               0,          0,   VL_SIZE(m), 0,          0,          VL_AT(m), 0,          0,         0,  0,  NULL }
#define VL_FIELD_WORD(name, m, family)                      { name, VL_F_KEY,  family, VL_FIELD_MUST,   0,          0,   VL_SIZE(m), 0,          0,          VL_AT(m), 0,          0,         0,  0,  NULL }
#define VL_FIELD_HIDDEN_KEY(name, m, family)                { name, VL_F_KEY,  family, VL_FIELD_HIDDEN, 0,          0,   VL_SIZE(m), 0,          0,          VL_AT(m), 0,          0,         0,  0,  NULL }
#define VL_FIELD_SEAT(name, m, family, by)                  { name, VL_F_SEAT, family, 0,               0,          0,   1,          0,          0,          VL_AT(m), 0,          VL_AT(by), 0,  0,  NULL }
#define VL_FIELD_BITS(name, m, family, count)               { name, VL_F_BITS, family, 0,               0,          0,   VL_SIZE(m), count,      0,          VL_AT(m), 0,          0,         0,  0,  NULL }
/* Numbers, for which the keys of a family may stand when they are read. */
#define VL_FIELD_NUMBERS(name, m, keys, count)              { name, VL_F_BITS, VL_FAM_INT, 0,           0,          keys, VL_SIZE(m), count,     0,          VL_AT(m), 0,          0,         0,  0,  NULL }
#define VL_FIELD_ROW(name, m, family, flags, lo, hi)        { name, VL_F_ROW,  family, flags,           0,          0,   VL_EACH(m), VL_COUNT(m), 0,         VL_AT(m), 0,          0,         lo, hi, NULL }
/* `n` numbers that stand one after the other from a member on. */
#define VL_FIELD_RUN(name, m, n, lo, hi)                    { name, VL_F_ROW,  VL_FAM_INT, 0,           0,          0,   VL_SIZE(m), n,          0,          VL_AT(m), 0,          0,         lo, hi, NULL }
#define VL_FIELD_LIST(name, m, len, family, flags)          { name, VL_F_LIST, family, flags,           VL_LONG(len), 0, VL_EACH(m), VL_COUNT(m), 0,         VL_AT(m), VL_AT(len), 0,         0,  0,  NULL }
/* A list in a part of a longer array. */
#define VL_FIELD_SLICE(name, m, from, n, len, family)       { name, VL_F_LIST, family, 0,               VL_LONG(len), 0, VL_EACH(m), n,          0,          VL_AT(m[from]), VL_AT(len), 0,   0,  0,  NULL }
#define VL_FIELD_MAP(name, m, family, flags, child)         { name, VL_F_MAP,  family, flags,           0,          0,   0,          VL_COUNT(m), VL_EACH(m), VL_AT(m), 0,         0,         0,  0,  child }
#define VL_FIELD_MAP_BY(name, m, family, by, child)         { name, VL_F_MAP,  family, VL_FIELD_BY,     0,          0,   0,          VL_COUNT(m), VL_EACH(m), VL_AT(m), 0,         VL_AT(by), 0,  0,  child }
/* The record of a map is one value, without a name: a key, `count` entries, or bits of a byte. */
#define VL_RECORD_ROW(count, family)                        { NULL, VL_F_ROW,  family, 0,               0,          0,   1,          count,      0,          0,        0,          0,         0,  0,  NULL }
#define VL_RECORD_KEY(family)                               { NULL, VL_F_KEY,  family, 0,               0,          0,   1,          0,          0,          0,        0,          0,         0,  0,  NULL }
#define VL_RECORD_BITS(count, family)                       { NULL, VL_F_BITS, family, 0,               0,          0,   1,          count,      0,          0,        0,          0,         0,  0,  NULL }
#define VL_FIELDS_END                                       { NULL, VL_F_END,  0, 0,                    0,          0,   0,          0,          0,          0,        0,          0,         0,  0,  NULL }
/* clang-format on */

/* For game->loaded(): which fields stood in the position. */
struct vl_given {
    const struct vl_field *fields;
    uint32_t bits[VL_FIELDS_MAX / 32]; /* by place in the table */
};

/* Did the field stand there? It must be one of the game's own, not of a record. */
static inline bool vl_given(const struct vl_given *given, const char *name)
{
    int k = 0;

    while (given->fields[k].type != VL_F_END && strcmp(given->fields[k].name, name) != 0)
        k++;
    VL_VERIFY(given->fields[k].type != VL_F_END); /* a name that the table does not have */
    return given->bits[k / 32] >> (k & 31) & 1;
}

/* For game->broken(): what cannot be, as rows of a table that is filled from a state:
 *
 *     const struct vl_invariant rows[] = {
 *         { QY_INV_02, q->pit > full,             "/pit: more stones than it holds" },
 *         { QY_INV_03, digging && q->stones == 0, "/phase: nothing to dig with" },
 *     };
 *     return vl_first_broken(rows, VL_LEN(rows), rule);
 */
struct vl_invariant {
    vl_rule rule;
    bool is_broken;
    const char *remark;
};

/* The remark of the first that is broken, and its rule; NULL if none is, *rule unchanged. */
const char *vl_first_broken(const struct vl_invariant *rows, int n, vl_rule *rule);

/* A named start for positions ("D4"): options ("guardians=4") and a position. */
struct vl_fixture {
    const char *name;
    const char *options; /* "name=value name=value" */
    const char *json;
};

/* ---- views ---- */

/* The badge of whose turn it is. Screens that mark them anyway do not write it out. */
#define VL_BADGE_ACTIVE "active"

/* Marks the key of a catalogue entry "<prefix>.<what>.<key>" in a game's source,
 * so that tools/catcheck finds it: VL_TXT(badge, "shield"). */
#define VL_TXT(what, key) (key)

struct vl_ref { /* one thing: family and index; family VL_FAM_NONE is nothing */
    uint8_t family;
    uint16_t index;
};

/* A text to be worded at the edge: a catalogue id with named arguments. */
struct vl_msg_arg {
    const char *name;
    uint8_t family; /* VL_FAM_INT: the number itself; else the thing's name */
    int16_t value;
};

enum { VL_MSG_ARGS = 8, VL_FACTS_MAX = 16 };

struct vl_msg {
    const char *id; /* "actions" of "<prefix>.prompt.actions"; NULL: none */
    uint8_t len;
    struct vl_msg_arg args[VL_MSG_ARGS];
};

enum vl_zone_kind {
    VL_ZONE_TRACK, /* cells in a row, 1..cells; cell 0 stands before them */
    VL_ZONE_TRAY,  /* dice or tokens at hand */
    VL_ZONE_STRIP, /* facts in one line */
    VL_ZONE_SHEET, /* things with their totals, one below the other */
    VL_ZONE_PILE,
    VL_ZONE_MAP /* the game's map; a thing on cell i stands at i + 1, one that is not on it at 0 */
};

/* A cell of a map, in a grid of half cells: those of a row are two apart, and every other
 * row of hexes is shifted by one. */
enum { VL_NEAR_MAX = 8, VL_SHOWN_MAX = 8 };

struct vl_cell {
    uint16_t x, y;
    struct vl_ref terrain; /* what it is made of, or nothing */
    struct vl_ref place;   /* the town, site, room ... that stands there, or nothing */
    uint16_t near[VL_NEAR_MAX];
    uint8_t near_len;
};

enum vl_map_shape {
    VL_MAP_HEX,  /* cells that touch */
    VL_MAP_GRAPH /* squares joined by lines */
};

struct vl_map {
    uint8_t shape;  /* enum vl_map_shape */
    uint8_t family; /* cell i is the thing i of this family: what moves name */
    uint16_t cells_len;
    const struct vl_cell *cells;
    /* What a cell of each terrain is called in a sentence, "the forest": VL_TXT(land, key);
     * NULL: as its terrain. */
    const char *const *lands;
};

struct vl_zone { /* its id in JSON: "road", "hand.2" of a seat, "lanes.red" of a thing, or both */
    const char *id;    /* catalogue id "<prefix>.zone.<id>", with {player} and {thing} */
    struct vl_ref ref; /* the thing it belongs to, if any: a path, a kind of pile */
    uint8_t kind;      /* enum vl_zone_kind */
    uint8_t from_zero; /* its cells are counted from 0 in notation, else from 1 */
    uint8_t owner;     /* seat + 1: this seat's; 0: nobody's */
    uint16_t cells;
};

struct vl_stat {
    const char *name; /* catalogue id "<prefix>.stat.<name>" */
    int16_t value;
    int16_t max; /* -1: none */
};

struct vl_pip { /* a weak point, a symbol: a thing that is open or done */
    struct vl_ref face;
    uint8_t done;
};

/* What a thing or a seat shows: rows of the pools of its view. */
struct vl_marks {
    uint16_t stats, badges, pips; /* the first of each */
    uint8_t stats_len, badges_len, pips_len;
};

struct vl_item {
    struct vl_ref id;   /* stable: the JSON id is "<family>.<key or number>" */
    struct vl_ref face; /* what it shows, if that is not its id (a die's rune) */
    uint16_t zone;      /* index in view.zones */
    uint16_t pos;       /* cell of a track */
    struct vl_marks has;
    vl_rule why_not;      /* looks usable and is not: the refusal, else 0 */
    struct vl_move would; /* the move that why_not refuses, for its words; kind 0: none */
};

struct vl_seat_view {
    struct vl_ref face; /* the guardian, hero ... who sits there */
    struct vl_marks has;
};

/* How many of each a view holds, or can hold at most. */
struct vl_view_size {
    uint16_t zones, items, stats, badges, pips;
};

enum { VL_ALSO_MAX = 8 };

/* Its pools stand in memory of the caller's (core/view_build.h). Without any, the view
 * still has its round, its prompt and the faces of its seats. */
struct vl_view {
    int16_t round; /* -1: the game has none */
    struct vl_msg prompt;
    struct vl_seat_view seats[VL_SEATS_MAX];
    struct vl_view_size len, max;
    struct vl_zone *zones;
    struct vl_item *items;
    struct vl_stat *stats;
    const char **badges; /* catalogue ids "<prefix>.badge.<id>" */
    struct vl_pip *pips;
    struct vl_zone no_zone; /* written to where there are no pools */
    struct vl_item no_item;
    struct vl_marks *shown; /* while it is written: those of the thing or seat added last */
};

/* What a move touches, and what a sentence about it needs. */
struct vl_touch {
    struct vl_ref src, dst;
    uint8_t also_len; /* a move of a set of things: src is the first, these are the others */
    struct vl_ref also[VL_ALSO_MAX];
    vl_rule rules[3]; /* 0 ends them */
    uint8_t args_len; /* beyond the move's own arguments; several of one name are a list */
    struct vl_msg_arg args[VL_MSG_ARGS];
};

/* Whose turn it is, for the announcements in a record: "round 2, kulak". */
struct vl_turn {
    int round;
    int seat;
    struct vl_ref who; /* what the seat is called by */
};

/* ---- result ---- */

struct vl_result {
    bool over;
    vl_rule rule; /* that ended it */
    int32_t score[VL_SEATS_MAX];
    uint8_t rank[VL_SEATS_MAX]; /* 1 is best; ties share it */
    bool won[VL_SEATS_MAX];
};

/* Ranks by a key, the higher the better; who is tied shares a rank. */
static inline void vl_rank(struct vl_result *out, const int64_t *key, int seats)
{
    for (int k = 0; k < seats; k++) {
        out->rank[k] = 1;
        for (int other = 0; other < seats; other++)
            out->rank[k] = (uint8_t)(out->rank[k] + (key[other] > key[k]));
    }
}

/* What the simulator counts: every event of a type, by one of its arguments. */
struct vl_tally {
    const char *id; /* catalogue id "<prefix>.tally.<id>" */
    uint16_t event;
    uint8_t arg;    /* which argument names the thing */
    uint8_t family; /* of what is counted; if the argument has another, group() is asked */
    uint8_t weight; /* which argument is added up; VL_NONE: count one */
    uint8_t among;  /* 1 + the tally of the games in which it could happen; 0: all games */
    uint8_t who;    /* 1 + the argument that is the seat which did it; 0: nobody in particular */
    uint8_t flags;  /* enum vl_tally_flag */
    /* The thing that is counted, -1: none; s is as it is when the event is told. NULL: the
     * argument names it. */
    int (*of)(const struct vl_rules *r, const struct vl_state *s, const struct vl_event *ev);
};

enum vl_tally_flag {
    VL_TALLY_ONCE = 1,  /* it is there in a game or not: how often says nothing */
    VL_TALLY_OFTEN = 2, /* how often, and nothing else: it comes in every game */
    VL_TALLY_BASE = 4,  /* only what others are measured by; reports do not show it */
    VL_TALLY_RATE = 8,  /* so often of the times that `among` came: a rate of success */
    VL_TALLY_ENDS = 16  /* what `among` last counted for the same seat, and of that only */
};

/* ---- what outlives a game ---- */

/* Games of one group that follow each other: a count for each thing of a family, which a
 * game that is over may raise by one, and which the next one gets as a list option. What
 * is kept between two games is a file (match/campaign.h); here stand its rules. The
 * catalogue has "<prefix>.brings.<key>", what {n} of a count bring the next games, and
 * "<prefix>.campaign.earned", ".nothing" and ".won", with {thing}. */
struct vl_saga {
    uint8_t family; /* whose things have a count */
    uint8_t option; /* the list option that takes them, one for each thing; the most it may be */
    uint8_t crown;  /* the thing whose first count wins the campaign */
    /* The thing whose count a game that is over raises, -1: none. */
    int (*earned)(const struct vl_rules *r, const struct vl_state *s);
};

/* ---- the game ---- */

struct vl_game {
    const char *id;          /* "runemasters": directories, URLs, records */
    const char *prefix;      /* of its catalogue entries: "rm" */
    const char *rule_prefix; /* of its rule ids: "RM" */
    uint16_t revision;       /* rises whenever the game behaves differently */
    uint8_t seats_min, seats_max;
    bool seats_are_players; /* each player holds one seat, and is called by it */
    uint16_t state_size;
    uint16_t moves_max;     /* hard bound; listed chance outcomes count too */
    uint16_t choices_max;   /* the same for what a seat may choose from */
    uint32_t decisions_max; /* hard bound on a game's length in moves, chance included; 0: none */

    /* ---- tables ---- */

    const struct vl_family *families; /* from VL_FAM_GAME on: families[f - VL_FAM_GAME] */
    uint8_t families_len;
    const struct vl_move_kind *moves; /* by kind; moves[0] is unused */
    uint8_t moves_len;
    const struct vl_event_kind *events;
    uint8_t events_len;
    const char *const *phases;
    uint8_t phases_len;
    const char *const *outcomes;
    uint8_t outcomes_len;
    const struct vl_option *options;
    uint8_t options_len;
    const struct vl_field *fields; /* ends with VL_F_END */
    const struct vl_tally *tallies;
    uint8_t tallies_len;

    const struct vl_span *spans; /* of the kinds that say so; NULL if none does */
    const struct vl_fixture *fixtures;
    uint8_t fixtures_len;
    uint8_t event_turn, event_round; /* 1 + the event that begins each, to count them; 0: none */

    /* the refusals that are made outside the game's own refuse() */
    vl_rule rule_malformed, rule_unknown_action, rule_bad_position, rule_bad_content;
    /* 0 where the game has none: an option that is none; in a position, a thing
     * of alike_family that is none, and one that stands twice */
    vl_rule rule_unknown_option, rule_unknown_thing, rule_twice;
    vl_rule rule_bad_seed; /* 0: the status alone says it */

    /* ---- what a game with rules, a pack and screens has (core/game_functions.h) ---- */

    /* Completes VL_UNSET options that have a rule for it, checks them against
     * each other and fills r->derived. On failure err names the option. */
    int (*prepare)(struct vl_rules *r, struct vl_error *err);
    void (*start)(const struct vl_rules *r, struct vl_state *s); /* the state is all zero */
    int (*legal)(const struct vl_rules *r, const struct vl_state *s, struct vl_move *out);
    /* 0, or the first reason in the order of the refusal table. `by` is the
     * seat that sends the move (VL_CHANCE for chance), or VL_ANYONE. */
    vl_rule (*refuse)(const struct vl_rules *r, const struct vl_state *s, struct vl_move m,
                      vl_actor by);
    uint64_t (*weight)(const struct vl_rules *r, const struct vl_state *s, struct vl_move m);
    struct vl_move (*sample)(const struct vl_rules *r, const struct vl_state *s,
                             struct vl_rng *rng);
    /* m is known to be legal. Leaves the state in a decision, a chance event,
     * the end, or VL_AUTO. */
    void (*apply)(const struct vl_rules *r, struct vl_state *s, struct vl_move m,
                  struct vl_sink *sink);
    /* One automatic phase; only called while actor is VL_AUTO. */
    void (*step)(const struct vl_rules *r, struct vl_state *s, struct vl_sink *sink);
    /* NULL if the state is sound, else a short remark; *rule is the invariant.
     * A remark may begin with the field at fault: "/temple: more than its maximum". Each
     * field by itself is what its row says: vl_sound() has looked at that before. */
    const char *(*broken)(const struct vl_rules *r, const struct vl_state *s, vl_rule *rule);
    void (*result)(const struct vl_rules *r, const struct vl_state *s, struct vl_result *out);
    /* positions: an empty state, all zero, to be filled, and completion of a loaded one, with
     * what stood in the input in `given` (it sets the actor). What the base of a
     * partial position says is not in `given`. */
    void (*fresh)(const struct vl_rules *r, struct vl_state *s);
    int (*loaded)(const struct vl_rules *r, struct vl_state *s, const struct vl_given *given,
                  struct vl_error *err);
    /* What a seat sees of a state that is hidden for it, into a view that is empty. Also of
     * a state as it is while apply() or step() tells an event. */
    void (*view)(const struct vl_rules *r, const struct vl_state *s, vl_actor seat,
                 struct vl_view *out);
    /* What a thing is, "monster": catalogue id "<prefix>.kind.<kind>". NULL, or no answer:
     * the name of its family. */
    const char *(*kind)(const struct vl_rules *r, int family, int index);
    /* What a move touches, which may be illegal, into what is empty but for the rules of its
     * kind. NULL: nothing. Asked by vl_touch_of(). */
    void (*touch)(const struct vl_rules *r, const struct vl_state *s, struct vl_move m,
                  struct vl_touch *out);
    /* How good a position is for a seat, for the greedy bot and search:
     * -VL_EVAL_WIN .. VL_EVAL_WIN. */
    int32_t (*eval)(const struct vl_rules *r, const struct vl_state *s, int seat);
    const struct vl_says *says; /* what its things say, of which texts are made; NULL: nothing */
    const struct vl_pack_table *pack; /* its content packs (core/pack_table.h); NULL: it has none */

    /* ---- what some have ---- */

    /* A choice may be a row of ordinary moves of one seat, made one after the other with
     * no chance and nobody else's decision between them: "go 85" is the steps that lead
     * there. Its kind has VL_MOVE_ROW. A row is offered, sent and taken back as one, and
     * stored as its moves: it has no place in legal(), records and action numbers.
     * rows() lists those that are offered to the actor, by what it may know; refuse()
     * judges them as it judges moves; unfold() writes the moves of one that refuse()
     * accepts and returns how many. NULL: the game has none. */
    int (*rows)(const struct vl_rules *r, const struct vl_state *s,
                struct vl_move out[VL_ROWS_MAX]);
    int (*unfold)(const struct vl_rules *r, const struct vl_state *s, struct vl_move row,
                  struct vl_move out[VL_ROW_MAX]);
    /* How many cards not seen yet an outcome can be, 0: it is no such card. NULL: there
     * is one of each. */
    int (*left)(const struct vl_rules *r, const struct vl_state *s, struct vl_move m);
    /* Forgets what `viewer` (a seat, or VL_ANYONE for a spectator) cannot know. */
    void (*hide)(const struct vl_rules *r, struct vl_state *s, vl_actor viewer);
    /* The bytes that the hash of a state is made of, and how many: as its first version
     * laid it out, so that the hashes in records stay what they are. NULL: the state's own. */
    size_t (*kept)(const struct vl_state *s, uint8_t out[VL_STATE_MAX]);
    /* The turn that is going on; false: none that could be announced. NULL: the game
     * has no turns to announce. */
    bool (*turn)(const struct vl_rules *r, const struct vl_state *s, struct vl_turn *out);
    /* Who holds a seat: a player number. NULL if seats_are_players: see vl_controller(). */
    int (*controller)(const struct vl_rules *r, int seat);
    /* The thing of family `to` that a thing belongs to (a card's kingdom); -1 if
     * none. NULL: no tally asks for it. */
    int (*group)(const struct vl_rules *r, int family, int index, int to);
    /* Values a player reads off the table, written under "table" of a position and not read. */
    void (*extras)(const struct vl_rules *r, const struct vl_state *s, struct vl_json *w);
    /* A thing that a position names without saying which of several alike (a card
     * without its copy): the index of one that is not in `taken` (a bit each), -1
     * if there is none. `seat`: whose record it stands in, or -1. Of `alike_family`
     * only; NULL if the game has no such things. */
    int (*alike)(const struct vl_rules *r, const char *word, size_t len, int seat,
                 const uint8_t *taken);
    uint8_t alike_family;
    /* How many things of a family are in play, the first ones (-1: all): a MAP of a
     * position has only those. May be NULL. Seats need no answer. */
    int (*limit)(const struct vl_rules *r, int family);
    /* The size of its views, seats included: never more of anything. */
    struct vl_view_size view_max;
    /* Families whose things stand in views, also as a face or a pip: bit by bit, 1 << family.
     * What is said of them is told once (text/faces.h). */
    uint64_t faces;
    /* The thing by whose name another is called where room is short: the type of monster
     * that a card shows. NULL: none is. */
    struct vl_ref (*brief)(const struct vl_rules *r, int family, int index);
    /* What a thing without a name shows, by which it is called: the terrains of a face of a
     * die. Fills out[0..VL_SHOWN_MAX), returns how many; NULL: nothing. */
    int (*shows)(const struct vl_rules *r, int family, int index, struct vl_ref *out);
    const struct vl_saga *saga; /* NULL: no game depends on another */
    /* The map of this content; out is all zero. NULL: the game has none. */
    void (*map)(const struct vl_rules *r, struct vl_map *out);
    /* What the sentence of a refusal names beside the arguments of the move and
     * of touch(): fills out[0..VL_FACTS_MAX), returns how many. Several of one
     * name are a list. For words only, so that refusing stays cheap; may be NULL. */
    int (*facts)(const struct vl_rules *r, const struct vl_state *s, struct vl_move m, vl_rule rule,
                 struct vl_msg_arg *out);
    /* eval() knows by itself what chance will bring where chance is due; else the bot takes
     * the mean over the outcomes. */
    bool eval_foresees;
    /* Where what a move brings is many moves away, for the same bot: the first move of the
     * plan that is best for a seat that must decide, and what eval() would say of its end.
     * False: the moves are to be compared. NULL: they always are. */
    bool (*plan)(const struct vl_rules *r, const struct vl_state *s, int seat, struct vl_move *out,
                 int32_t *value);
};

enum { VL_EVAL_WIN = 1000000 };

#endif
