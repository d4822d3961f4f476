/* pack_table.h - content packs as tables: one row for each field of the file.
 *
 * A row says what the field is called and may hold, where it is kept in the block, and
 * what it means. One walker reads every pack by its rows and reports every fault; the
 * same rows give the JSON Schema (tools/mkschema.c) and through it the field tables of
 * docs/content.md. What rows cannot say, a game checks itself, in a function for each
 * record.
 *
 *     #define VL_OF struct qy_tool                       // where the fields are kept
 *     static const struct vl_pack_field tool_fields[] = {
 *         PACK_KEY,
 *         PACK_NAME(name, PACK_MUST),
 *         PACK_INT(weight, PACK_MUST, 1, 20, "How much it weighs (QY-BAG-02)."),
 *         PACK_WORD(metal, PACK_MAY, metal_words, "What it is made of."),
 *         PACK_END
 *     };
 *     #undef VL_OF
 *     static const struct vl_pack_record tool = { "tool", "a thing to dig with", tool_fields, NULL
 * };
 *
 * Names are those of the struct's members; the _AS forms name another member. Fields
 * are read in the order of their rows, all keys of the pack before everything else, so
 * that one thing may name another wherever both stand. What is missing stays zero, but
 * of a word or a reference that is missing or unknown all bits are set (VL_NONE).
 */
#ifndef VL_CORE_PACK_TABLE_H
#define VL_CORE_PACK_TABLE_H

#include "core/content.h"

#include <assert.h>
#include <stddef.h>

enum vl_pack_type {
    VL_PF_INT,    /* a whole number, lo..hi; signed if lo is below 0 */
    VL_PF_BOOL,   /* true, false: one byte */
    VL_PF_WORD,   /* one of words[]: lo + its number, or its value in sets[] */
    VL_PF_SET,    /* a list of words[]: bit k for the word k */
    VL_PF_REF,    /* a thing of `family` by its key: its number */
    VL_PF_KEY,    /* its own key; of words[] if there are any: uint32_t */
    VL_PF_TEXT,   /* in both languages, 1..hi characters: struct vl_texts */
    VL_PF_RULE,   /* the id of a rule of the game: checked, not kept */
    VL_PF_AMOUNT, /* as in core/effect.h: struct vl_amount */
    VL_PF_STEPS,  /* a step or a list of steps: struct vl_fx_list. The lists of a record follow
                     each other: a cost and the effects of the next row are one list too */
    VL_PF_RECORD, /* an object: `of` says what of */
    VL_PF_SOURCE, /* where the values come from: seed, fact, designed; not kept */
    VL_PF_EXCEPT  /* the source of single fields, and of words[]; not kept */
};

enum {
    PACK_MUST = 0,
    PACK_MAY = 1,      /* it may be missing */
    PACK_ONCE = 2,     /* of a list: no entry stands twice; of steps, no verb */
    VL_PF_LIST = 4,    /* min..max values in a row, or records */
    VL_PF_POOL = 8,    /* records that stand in an array of the block (off), after those of
                          other lists; hi is its length */
    VL_PF_PLACED = 16, /* the first field of a record says its place, each once */
    PACK_UNKEPT = 32   /* of a text: checked and not kept */
};

struct vl_pack_record;

struct vl_pack_field {
    const char *name; /* in the file; NULL ends the table */
    uint8_t type;     /* enum vl_pack_type */
    uint8_t flags;
    uint8_t width;     /* bytes of a number */
    uint8_t len_width; /* bytes in which the number of entries is kept; 0: it is not. Of one
                          record: it is there */
    uint8_t family, words_len;
    uint16_t min, max; /* entries of a list */
    int32_t lo, hi;
    uint32_t off, len_off, stride; /* in the struct of the table, or in the block */
    const char *const *words;
    const uint8_t *sets;
    const struct vl_pack_record *of;
    const struct vl_fx_verbs *verbs;
    const char *about; /* one sentence in English; NULL: as everywhere */
};

struct vl_pack_record {
    const char *name;  /* "card"; NULL: it has no name of its own and stands in one place */
    const char *about; /* "an entry of `cards`" */
    const struct vl_pack_field *fields;
    /* The rules of the game for a record that was read: place counts from 0 in its list,
     * or is the one that its first field says. c->sound: nothing was reported in it. Of the
     * pack itself it comes last, and may complete the block if vl_content_clean(). */
    void (*check)(struct vl_content *c, uint32_t node, void *record, int place);
};

struct vl_pack_table {
    struct vl_pack_record root; /* the pack; format, game, id, version and name are everybody's */
    uint32_t size;              /* of its struct, after which the steps stand */
};

/* The packs of a game. The browser's engine has them compiled and reads none: a table that
 * nobody walks, and with it every check of a pack, is left out of it. */
#ifdef VL_LEAN
extern const struct vl_pack_table vl_pack_unread;
#define VL_PACKS(table) (&vl_pack_unread)
#else
#define VL_PACKS(table) (&(table))
#endif

/* Compiles a parsed pack into block[0..cap), reporting every fault; the size of the
 * block, 0 if there was any fault. */
size_t vl_content_compile(const struct vl_game *game, const struct vl_json_doc *doc, void *block,
                          size_t cap, struct vl_faults *faults);

/* For checks: was nothing reported so far; in this field of the pack, which is read? */
bool vl_content_clean(const struct vl_content *c);
bool vl_content_field_clean(const struct vl_content *c, const char *field);
/* The steps of a list. */
static inline const struct vl_fx *vl_content_steps(const struct vl_content *c,
                                                   struct vl_fx_list list)
{
    return c->steps + list.at;
}

/* The fields of every pack, which pack/ reads, and the words of a source. */
extern const char *const vl_pack_head[];
extern const char *const vl_source_words[];
enum { VL_PACK_HEAD = 6, VL_SOURCES = 3 };

/* ---- rows ---- */

/* The same bytes on every platform: no hidden padding. */
#define VL_PACKED(type, bytes) static_assert(sizeof(type) == (bytes), "no hidden padding: " #type)

#define VL_PF_SIZE(m) sizeof(((VL_OF *)0)->m)
#define VL_PF_WIDTH(m) (uint8_t) VL_PF_SIZE(m)
/* n, if the array has room for so many */
#define VL_PF_FITS(m, n)                                                                           \
    (uint16_t)((n) + 0 * sizeof(char[VL_PF_SIZE(m) / VL_PF_SIZE(m[0]) >= (size_t)(n) ? 1 : -1]))

/* clang-format off */
#define PACK_INT(m, flag, least, most, doc) PACK_INT_AS(#m, m, flag, least, most, doc)
#define PACK_INT_AS(n, m, flag, least, most, doc)                                                 \
    { .name = n, .type = VL_PF_INT, .flags = flag, .width = VL_PF_WIDTH(m), .lo = least,          \
      .hi = most, .off = offsetof(VL_OF, m), .about = VL_DOC(doc) }
#define PACK_BOOL(m, flag, doc)                                                                   \
    { .name = #m, .type = VL_PF_BOOL, .flags = flag, .width = VL_PF_WIDTH(m),                     \
      .off = offsetof(VL_OF, m), .about = VL_DOC(doc) }
#define PACK_WORD(m, flag, of, doc) PACK_WORD_AS(#m, m, flag, of, VL_LEN(of), doc)
#define PACK_WORD_AS(n, m, flag, list, len, doc)                                                  \
    { .name = n, .type = VL_PF_WORD, .flags = flag, .width = VL_PF_WIDTH(m), .words_len = len,    \
      .off = offsetof(VL_OF, m), .words = list, .about = VL_DOC(doc) }
#define PACK_WORD_SET(m, flag, list, values, doc) /* words that stand for sets */                 \
    { .name = #m, .type = VL_PF_WORD, .flags = flag, .width = VL_PF_WIDTH(m),                     \
      .words_len = VL_LEN(list), .off = offsetof(VL_OF, m), .words = list, .sets = values,    \
      .about = VL_DOC(doc) }
#define PACK_SET(m, flag, least, list, doc)                                                       \
    { .name = #m, .type = VL_PF_SET, .flags = (flag) | VL_PF_LIST, .width = VL_PF_WIDTH(m),       \
      .words_len = VL_LEN(list), .min = least, .max = VL_LEN(list),                               \
      .off = offsetof(VL_OF, m), .words = list, .about = VL_DOC(doc) }
#define PACK_REF(m, flag, fam, doc)                                                               \
    { .name = #m, .type = VL_PF_REF, .flags = flag, .width = VL_PF_WIDTH(m), .family = fam,       \
      .off = offsetof(VL_OF, m), .about = VL_DOC(doc) }

/* n values in a row, and rows of least..most values with their number in m_len */
#define PACK_INTS(m, flag, n, least, most, doc)                                                   \
    { .name = #m, .type = VL_PF_INT, .flags = (flag) | VL_PF_LIST, .width = VL_PF_WIDTH(m[0]),    \
      .min = n, .max = VL_PF_FITS(m, n), .lo = least, .hi = most,                                 \
      .off = offsetof(VL_OF, m), .about = VL_DOC(doc) }
#define PACK_WORDS(m, flag, least, most, list, len, doc)                                          \
    { .name = #m, .type = VL_PF_WORD, .flags = (flag) | VL_PF_LIST, .width = VL_PF_WIDTH(m[0]),   \
      .len_width = VL_PF_WIDTH(m##_len), .words_len = len, .min = least,                          \
      .max = VL_PF_FITS(m, most), .off = offsetof(VL_OF, m),                                  \
      .len_off = offsetof(VL_OF, m##_len), .words = list, .about = VL_DOC(doc) }
#define PACK_REFS(m, flag, n, fam, doc)                                                           \
    { .name = #m, .type = VL_PF_REF, .flags = (flag) | VL_PF_LIST, .width = VL_PF_WIDTH(m[0]),    \
      .family = fam, .min = n, .max = VL_PF_FITS(m, n), .off = offsetof(VL_OF, m),            \
      .about = VL_DOC(doc) }
#define PACK_REFS_LEN(m, flag, least, most, fam, doc)                                             \
    { .name = #m, .type = VL_PF_REF, .flags = (flag) | VL_PF_LIST, .width = VL_PF_WIDTH(m[0]),    \
      .len_width = VL_PF_WIDTH(m##_len), .family = fam, .min = least,                             \
      .max = VL_PF_FITS(m, most), .off = offsetof(VL_OF, m),                                  \
      .len_off = offsetof(VL_OF, m##_len), .about = VL_DOC(doc) }

#define PACK_KEY                                                                                  \
    { .name = "key", .type = VL_PF_KEY, .off = offsetof(VL_OF, key) }
#define PACK_KEY_OF(list, doc)                                                                    \
    { .name = "key", .type = VL_PF_KEY, .words_len = VL_LEN(list),                                \
      .off = offsetof(VL_OF, key), .words = list, .about = VL_DOC(doc) }
#define PACK_NAME(m, flag) PACK_TEXT_AS(#m, m, flag, VL_CONTENT_NAME_MAX, NULL)
#define PACK_TEXT(m, flag) PACK_TEXT_AS(#m, m, flag, VL_CONTENT_TEXT_MAX, NULL)
#define PACK_TEXT_AS(n, m, flag, most, doc)                                                       \
    { .name = n, .type = VL_PF_TEXT, .flags = flag, .hi = most, .off = offsetof(VL_OF, m),    \
      .about = VL_DOC(doc) }
#define PACK_FLAVOUR(m)                                                                           \
    PACK_TEXT_AS("flavour", m, PACK_MAY, VL_CONTENT_TEXT_MAX, "Words for the mood, shown beside what it does and apart from it.")
#define PACK_OLD_TEXT /* what a thing does was written by hand once */                            \
    { .name = "text", .type = VL_PF_TEXT, .flags = PACK_MAY | PACK_UNKEPT,                        \
      .hi = VL_CONTENT_TEXT_MAX,                                                                  \
      .about = VL_DOC("Of packs written before texts were worded from what a thing does; read and not shown.") }
#define PACK_RULES(n, flag, least, most, doc)                                                     \
    { .name = n, .type = VL_PF_RULE, .flags = (flag) | VL_PF_LIST, .min = least, .max = most,     \
      .about = VL_DOC(doc) }
#define PACK_SOURCE { .name = "source", .type = VL_PF_SOURCE }
#define PACK_EXCEPT { .name = "except", .type = VL_PF_EXCEPT, .flags = PACK_MAY }
#define PACK_EXCEPT_TOO(list) /* parts of fields, or what others of its kind have */              \
    { .name = "except", .type = VL_PF_EXCEPT, .flags = PACK_MAY, .words_len = VL_LEN(list),       \
      .words = list }

#define PACK_AMOUNT(m, flag, least, most, list, len, doc)                                         \
    { .name = #m, .type = VL_PF_AMOUNT, .flags = flag, .words_len = len, .lo = least,             \
      .hi = most, .off = offsetof(VL_OF, m), .words = list, .about = VL_DOC(doc) }
#define PACK_STEP(m, flag, vocabulary, doc)                                                       \
    { .name = #m, .type = VL_PF_STEPS, .flags = flag, .off = offsetof(VL_OF, m),              \
      .verbs = vocabulary, .about = VL_DOC(doc) }
#define PACK_STEPS(m, flag, least, most, vocabulary, doc)                                         \
    PACK_STEPS_AS(#m, m, flag, least, most, vocabulary, doc)
#define PACK_STEPS_AS(n, m, flag, least, most, vocabulary, doc)                                   \
    { .name = n, .type = VL_PF_STEPS, .flags = (flag) | VL_PF_LIST, .min = least, .max = most,    \
      .off = offsetof(VL_OF, m), .verbs = vocabulary, .about = VL_DOC(doc) }

/* an object kept at m; one whose fields are members of the same struct; one that may be
 * missing, which the byte `has` tells */
#define PACK_RECORD(m, flag, record, doc)                                                         \
    { .name = #m, .type = VL_PF_RECORD, .flags = flag, .off = offsetof(VL_OF, m),             \
      .of = record, .about = VL_DOC(doc) }
#define PACK_RECORD_AT(n, at, flag, record, doc)                                                  \
    { .name = n, .type = VL_PF_RECORD, .flags = flag, .off = at, .of = record,                    \
      .about = VL_DOC(doc) }
#define PACK_RECORD_MAY(m, has, record, doc)                                                      \
    { .name = #m, .type = VL_PF_RECORD, .flags = PACK_MAY, .len_width = VL_PF_WIDTH(has),         \
      .off = offsetof(VL_OF, m), .len_off = offsetof(VL_OF, has), .of = record,           \
      .about = VL_DOC(doc) }
/* n records; records of which the first field says the place; least..most of them with
 * their number in m_len; those that join the array m of the block `type` */
#define PACK_RECORDS(m, n, record, doc) PACK_RECORDS_AS(#m, m, 0, n, record, doc)
#define PACK_PLACED(m, n, record, doc) PACK_RECORDS_AS(#m, m, VL_PF_PLACED, n, record, doc)
#define PACK_RECORDS_AS(json, m, flag, n, record, doc)                                            \
    { .name = json, .type = VL_PF_RECORD, .flags = (flag) | VL_PF_LIST, .min = n,                 \
      .max = VL_PF_FITS(m, n), .off = offsetof(VL_OF, m), .stride = VL_PF_SIZE(m[0]),         \
      .of = record, .about = VL_DOC(doc) }
#define PACK_LIST(m, least, most, record, doc)                                                    \
    { .name = #m, .type = VL_PF_RECORD, .flags = VL_PF_LIST, .len_width = VL_PF_WIDTH(m##_len),   \
      .min = least, .max = VL_PF_FITS(m, most), .off = offsetof(VL_OF, m),                    \
      .len_off = offsetof(VL_OF, m##_len), .stride = VL_PF_SIZE(m[0]), .of = record,          \
      .about = VL_DOC(doc) }
#define PACK_POOL(json, block, m, least, most, record, doc)                                       \
    { .name = json, .type = VL_PF_RECORD, .flags = VL_PF_LIST | VL_PF_POOL,                       \
      .len_width = sizeof(((block *)0)->m##_len), .min = least, .max = most,                      \
      .hi = sizeof(((block *)0)->m) / sizeof(((block *)0)->m[0]), .off = offsetof(block, m),      \
      .len_off = offsetof(block, m##_len), .stride = sizeof(((block *)0)->m[0]), .of = record,    \
      .about = VL_DOC(doc) }
#define PACK_END { .name = NULL }
/* clang-format on */

#endif
