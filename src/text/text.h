/* text.h - words: events, moves, refusals and names in the reader's language.
 *
 * Every sentence stands in locale/catalogue.tsv under an id, in French and
 * English; tools/mkcatalogue makes the table that is searched here. A sentence
 * has arguments:
 *     {name}                   a number, or the name of a thing
 *     {n|one|other}            by the number n: French 0 and 1 are one, English 1
 *     {n|zero|one|other}       the same, with its own words for none
 *     {a,b,c}                  a list of those that are there; {a,} one, if it is there
 * Within the forms of a plural, # is the number. Forms hold no braces. An argument
 * that comes to nothing takes the space before it away. Card texts have further
 * arguments, {filter.a} (text/effects.h).
 *
 * Nothing written here can disturb a terminal: control characters, also those
 * that reverse the direction of writing, are dropped from every outside text
 * (names of a content pack, names of players).
 *
 *     char line[VL_TEXT_MAX];
 *     struct vl_buf b = vl_buf_on(line, sizeof line);
 *     vl_text_move(&b, VL_FR, r, s, m);
 */
#ifndef VL_TEXT_TEXT_H
#define VL_TEXT_TEXT_H

#include <string.h>

#include "core/engine.h"

enum { VL_TEXT_MAX = 512 }; /* bytes that any one sentence fits in, NUL included */

/* Marks a literal catalogue id in a source file, so that tools/catcheck finds
 * it: vl_text_str(&b, lang, TXT("cli.saved"), pairs). */
#define TXT(id) (id)

/* ---- the catalogue ---- */

struct vl_catalogue_entry {
    const char *id;
    const char *texts; /* ORDER vl_lang: one behind the other, each with its NUL */
};

/* An entry in one language: anything but VL_FR is English. */
static inline const char *vl_catalogue_text(const struct vl_catalogue_entry *e, int lang)
{
    return lang == VL_FR ? e->texts : e->texts + strlen(e->texts) + 1;
}

extern const struct vl_catalogue_entry vl_catalogue[]; /* generated, sorted by id */
extern const int vl_catalogue_len;

/* The text as it stands in the catalogue, NULL if there is no such id. */
const char *vl_text_find(int lang, const char *id);

/* ---- languages ---- */

/* "fr", "en", also as the start of a locale ("fr_FR.UTF-8"); -1 if neither. */
int vl_lang_find(const char *word);
const char *vl_lang_word(int lang);

/* ---- sentences ---- */

/* Looks the id up and fills its arguments. r names things and may be NULL if
 * all arguments are numbers. An unknown id is written as "[id]", and an
 * argument that is not given stays as it stands: "{name}". */
void vl_text(struct vl_buf *out, int lang, const char *id, const struct vl_rules *r,
             const struct vl_msg_arg *args, int n);
/* The same with texts: name, value, name, value, ..., NULL; pairs may be NULL.
 * A value that is a decimal number counts as one in plurals. */
void vl_text_str(struct vl_buf *out, int lang, const char *id, const char *const *pairs);
/* A message of a view: "<prefix>.prompt.<id>". */
void vl_text_msg(struct vl_buf *out, int lang, const struct vl_rules *r, const struct vl_msg *msg);

/* "<prefix>.ev.<name>" with the event's arguments. */
void vl_text_event(struct vl_buf *out, int lang, const struct vl_rules *r,
                   const struct vl_event *ev);
/* "<prefix>.move.<word>" (for a kind that shares its word see vl_move_entry()) with the
 * move's arguments and those of game->touch(). s is the state before the move. */
void vl_text_move(struct vl_buf *out, int lang, const struct vl_rules *r, const struct vl_state *s,
                  struct vl_move m);
/* The heading under which moves of this kind are listed: "<prefix>.group.<word>". */
void vl_text_group(struct vl_buf *out, int lang, const struct vl_rules *r, struct vl_move m);
/* Why `rule` refuses m: for RM-BAD-20 the entry "rm.bad.20", with the arguments
 * of the move, those of game->touch(), {actor} (who decides now) and {prompt}
 * (what is awaited); for a rule without an entry, the rule itself. s may be
 * NULL where there is no state yet. typed: its notation if somebody wrote it, else "": a
 * word that names nothing is shown as it was typed. */
void vl_text_refusal(struct vl_buf *out, int lang, const struct vl_rules *r,
                     const struct vl_state *s, struct vl_move m, vl_rule rule, const char *typed);
/* The same for the error of a move, whose `where` is the notation: a word that
 * names nothing is shown as it was typed, and what could not be read
 * (vl_move_read()) is told with the word at which reading stopped. */
void vl_text_refused(struct vl_buf *out, int lang, const struct vl_rules *r,
                     const struct vl_state *s, struct vl_move m, const struct vl_error *err);
/* The sentence with which a game refuses by a rule, its arguments not yet
 * filled in; NULL if the catalogue has none. */
const char *vl_text_rule(int lang, const struct vl_game *g, vl_rule rule);
/* Who decides now: the name of what sits on the seat, or of chance. */
void vl_text_actor(struct vl_buf *out, int lang, const struct vl_rules *r,
                   const struct vl_state *s);
/* What is awaited now, as one sentence. */
void vl_text_prompt(struct vl_buf *out, int lang, const struct vl_rules *r,
                    const struct vl_state *s, vl_actor seat);

/* ---- names ---- */

/* The name of one thing: "<prefix>.<family>.<key>" where the family's keys are
 * fixed, else what the content says; an ability that has no name is called by what it
 * does; the key or the number if there is nothing else. */
void vl_text_name(struct vl_buf *out, int lang, const struct vl_rules *r, int family, int index);
/* What it does (text/effects.h), or what the content says about it if it does nothing
 * (a kingdom); nothing is written and false is returned if there is nothing to say.
 * Whole: its printed values too, which stand beside it on the table. */
bool vl_text_about(struct vl_buf *out, int lang, const struct vl_rules *r, int family, int index);
bool vl_text_whole(struct vl_buf *out, int lang, const struct vl_rules *r, int family, int index);
/* What is said beside that, for the mood: by the content, else "flavour.<game>.<key>" of the
 * catalogue (which the engine of the page leaves out: the page has those lines in a file of
 * their own); false: nothing. */
bool vl_text_flavour(struct vl_buf *out, int lang, const struct vl_rules *r, int family, int index);
/* "<prefix>.<what>.<key>", e.g. "stat" "hp", "badge" "shield", "outcome" "victory". */
void vl_text_label(struct vl_buf *out, int lang, const struct vl_game *g, const char *what,
                   const char *key);
/* The game's name, and what it is in a sentence. */
void vl_text_game(struct vl_buf *out, int lang, const struct vl_game *g);
void vl_text_blurb(struct vl_buf *out, int lang, const struct vl_game *g);
/* Option `index` of game->options: its name, its help in one line, one value. */
void vl_text_option(struct vl_buf *out, int lang, const struct vl_game *g, int index);
void vl_text_option_help(struct vl_buf *out, int lang, const struct vl_game *g, int index);
void vl_text_option_value(struct vl_buf *out, int lang, const struct vl_rules *r, int index,
                          int value);

/* ---- faults ---- */

/* One line: what kind of fault, where, and the remark; with the rule's id if a
 * rule refuses. r may be NULL. */
void vl_text_error(struct vl_buf *out, int lang, const struct vl_rules *r,
                   const struct vl_error *err);

/* ---- numbers ---- */

/* A number as people read it: below zero with a minus sign, not a hyphen. */
void vl_text_int(struct vl_buf *out, int64_t n);

/* ---- outside texts ---- */

/* Copies text[0..len) without what a terminal or page would obey: C0 and C1
 * controls, DEL, line and paragraph separators, bidi controls, zero-width
 * marks, BOM, broken UTF-8. Use it for every name or message typed by people. */
void vl_text_clean(struct vl_buf *out, const char *text, size_t len);

#endif
