/* engine.h - the operations on any game.
 *
 * All are pure: they work on the caller's memory and change nothing on failure.
 */
#ifndef VL_CORE_ENGINE_H
#define VL_CORE_ENGINE_H

#include "core/game.h"

enum vl_lang { VL_FR, VL_EN, VL_LANGS };

/* ---- rules: game + content + options ---- */

/* Options at their defaults; not yet prepared. */
void vl_rules_init(struct vl_rules *r, const struct vl_game *game, const void *content,
                   const struct vl_pack_info *pack);
/* The seed of a game: an unsigned 64-bit number. */
int vl_seed_read(const struct vl_game *g, const char *text, uint64_t *out, struct vl_error *err);
/* Sets "name" or "name.k" from text, or the first entries of a list option from
 * "a,b,c"; err names the option and its rule. */
int vl_option_set(struct vl_rules *r, const char *name, const char *value, struct vl_error *err);
/* "name=value name=value ..."; no option twice; all of it, or nothing. */
int vl_options_parse(struct vl_rules *r, const char *text, struct vl_error *err);
/* The same text, only what differs from the defaults unless `all`. */
void vl_options_write(const struct vl_rules *r, struct vl_buf *out, bool all);
/* What games set that bots play among themselves to be counted (`sim`, `bench`, the gauntlet),
 * before anything else is set. */
void vl_options_automatic(struct vl_rules *r);
/* The option that says how many people play; NULL: as many as there are seats. */
const struct vl_option *vl_players_option(const struct vl_game *g);
/* What it is set to; VL_UNSET if it is open, or the game has none. */
int vl_players_wanted(const struct vl_rules *r);
/* Sets it, in a game that has it. */
int vl_players_set(struct vl_rules *r, int n, struct vl_error *err);
/* The same for a game where it is open, and not set yet; else nothing changes. */
int vl_options_players(struct vl_rules *r, int n, struct vl_error *err);
/* The same as a JSON object: {"guardians":2,"preset_paths":["red","ask"]}. */
int vl_options_read(struct vl_rules *r, const struct vl_json_doc *doc, uint32_t node,
                    struct vl_error *err);
void vl_options_json(const struct vl_rules *r, struct vl_json *w, bool all);
/* The value of an option (entry k of a list), VL_UNSET if there is no such option. */
int vl_option_get(const struct vl_rules *r, const char *name, int k);
/* game->prepare(): must be called, and succeed, before any state is made. */
int vl_rules_prepare(struct vl_rules *r, struct vl_error *err);

/* ---- playing ---- */

/* Fills s (game->state_size bytes) with the start and settles it. */
void vl_start(const struct vl_rules *r, struct vl_state *s, struct vl_sink *sink);
/* The moves of the actor, or of chance; none when the game is over. */
static inline int vl_legal(const struct vl_rules *r, const struct vl_state *s, struct vl_move *out)
{
    return r->game->legal(r, s, out);
}
/* 0, or the rule that refuses m from `by`. A move that no notation can spell
 * is malformed. Of a row, every move must be one that the same seat can make in
 * its turn, and no chance may come between them. */
vl_rule vl_refuse(const struct vl_rules *r, const struct vl_state *s, struct vl_move m,
                  vl_actor by);
/* After how many moves a game is given up that nobody ends: its own bound, which it never
 * reaches, or that of those who play many games for nobody to watch. */
static inline uint32_t vl_moves_cap(const struct vl_game *g)
{
    return g->decisions_max != 0 ? g->decisions_max : VL_PLAYOUT_MAX;
}
/* Checks, applies, settles. Returns 0, or the rule that refuses (state unchanged):
 * of a row, all of its moves happen or none. */
vl_rule vl_apply(const struct vl_rules *r, struct vl_state *s, struct vl_move m, vl_actor by,
                 struct vl_sink *sink);
/* One automatic phase; false if none is due. */
static inline bool vl_step(const struct vl_rules *r, struct vl_state *s, struct vl_sink *sink)
{
    if (s->actor != VL_AUTO)
        return false;
    r->game->step(r, s, sink);
    return true;
}
/* All automatic phases that are due. */
static inline void vl_settle(const struct vl_rules *r, struct vl_state *s, struct vl_sink *sink)
{
    for (int left = VL_STEPS_MAX; s->actor == VL_AUTO; left--) {
        VL_VERIFY(left > 0);
        r->game->step(r, s, sink);
    }
}
/* vl_apply() without the check, for moves taken from the list; never a row. */
static inline void vl_apply_legal(const struct vl_rules *r, struct vl_state *s, struct vl_move m,
                                  struct vl_sink *sink)
{
    r->game->apply(r, s, m, sink);
    vl_settle(r, s, sink);
}
/* Is it a row of moves? */
static inline bool vl_is_row(const struct vl_game *g, struct vl_move m)
{
    return m.kind < g->moves_len && (g->moves[m.kind].flags & VL_MOVE_ROW) != 0;
}
/* The ordinary moves that m, which vl_refuse() accepts, stands for: those of a
 * row, in their order, or m itself. */
int vl_unfold(const struct vl_rules *r, const struct vl_state *s, struct vl_move m,
              struct vl_move out[VL_ROW_MAX]);
/* What a move touches, legal or not; no kind of move: nothing. */
void vl_touch_of(const struct vl_rules *r, const struct vl_state *s, struct vl_move m,
                 struct vl_touch *out);
/* vl_apply() without the check, for what vl_refuse() accepted: a row, or either. */
void vl_apply_row(const struct vl_rules *r, struct vl_state *s, struct vl_move row,
                  struct vl_sink *sink);
static inline void vl_apply_accepted(const struct vl_rules *r, struct vl_state *s, struct vl_move m,
                                     struct vl_sink *sink)
{
    if (vl_is_row(r->game, m))
        vl_apply_row(r, s, m, sink);
    else
        vl_apply_legal(r, s, m, sink);
}
/* All that is offered to people: the legal moves, then the rows. */
enum { VL_OFFERS_MAX = VL_MOVES_MAX + VL_ROWS_MAX };
int vl_offers(const struct vl_rules *r, const struct vl_state *s,
              struct vl_move out[VL_OFFERS_MAX]);
/* Chance: one outcome drawn from the caller's generator. */
static inline struct vl_move vl_sample(const struct vl_rules *r, const struct vl_state *s,
                                       struct vl_rng *rng)
{
    VL_ASSERT(s->actor == VL_CHANCE);
    return r->game->sample(r, s, rng);
}
/* Of an outcome of chance: its share among all that are listed. */
static inline uint64_t vl_weight(const struct vl_rules *r, const struct vl_state *s,
                                 struct vl_move m)
{
    return r->game->weight(r, s, m);
}
void vl_result(const struct vl_rules *r, const struct vl_state *s, struct vl_result *out);
uint64_t vl_state_hash(const struct vl_rules *r, const struct vl_state *s);
/* The player who holds a seat. */
static inline int vl_controller(const struct vl_rules *r, int seat)
{
    return r->game->seats_are_players ? seat : r->game->controller(r, seat);
}
/* Forgets what `viewer` cannot know. */
void vl_hide(const struct vl_rules *r, struct vl_state *s, vl_actor viewer);
/* May `viewer` (a seat, or VL_ANYONE for a spectator) see it? */
static inline bool vl_event_seen(const struct vl_event *ev, vl_actor viewer)
{
    return (ev->see >> (viewer >= 0 ? viewer : 15) & 1) != 0;
}
/* The events of a move up to the next chance or decision, computed on a copy
 * (into `scratch`, game->state_size bytes) hidden for `viewer`. */
vl_rule vl_preview(const struct vl_rules *r, const struct vl_state *s, struct vl_move m,
                   vl_actor viewer, struct vl_state *scratch, struct vl_sink *sink);

/* ---- keys ---- */

/* "red", "troll_green"; NULL if there is none. Numbers have no key. */
const char *vl_key(const struct vl_rules *r, int family, int index);
/* What the content calls a thing, and says of it, in a language (enum vl_lang); NULL if
 * it says nothing: words have their names in the catalogue. */
const char *vl_name(const struct vl_rules *r, int family, int index, int lang);
const char *vl_about(const struct vl_rules *r, int family, int index, int lang);
/* The key of one of a family's things in a block; both may be NULL. */
const char *vl_thing_key(const void *block, const struct vl_things *t, int index);
int vl_find_key(const struct vl_rules *r, int family, const char *text, size_t len); /* -1: none */
/* False: its things are numbers, in notation and positions alike. */
bool vl_family_keyed(const struct vl_rules *r, int family);
/* How many things it has; 0 for plain numbers. */
int vl_family_count(const struct vl_rules *r, int family);
/* What stands for nothing where a thing of the family could: VL_NONE, or VL_WIDE_NONE.
 * So does -1, everywhere. */
int vl_none_of(const struct vl_rules *r, int family);
const char *vl_family_name(const struct vl_rules *r, int family); /* "path" */

/* ---- notation ---- */

/* "move 0 blue": the word, then the arguments, one space (or tab, when read)
 * between them. Every move of a game has one; parse(format(m)) == m. */
void vl_move_format(const struct vl_rules *r, struct vl_move m, struct vl_buf *out);
/* 0, or game->rule_malformed / rule_unknown_action. Numbers out of range and
 * unknown keys become VL_BAD_NUMBER and VL_BAD_KEY (wide: vl_arg_bad_key()), so that
 * refuse() can name the reason; in a set they become member 7. Of kinds that share a
 * word the first is meant whose words all name something, else the one with the fewest
 * that do not. */
vl_rule vl_move_parse(const struct vl_rules *r, const char *text, size_t len, struct vl_move *out);
/* The same for whoever tells people: VL_OK, or VL_REFUSED with *out of kind 0 and
 * in *err the rule, in `where` the text, in `given` the word at which reading
 * stopped ("": the text ends too early) and in `key` the action, if there is such
 * a one. vl_text_refused() words it. */
int vl_move_read(const struct vl_rules *r, const char *text, size_t len, struct vl_move *out,
                 struct vl_error *err);
/* What the catalogue calls a kind: its word, "<word>_on" for the second kind of a word,
 * "<word>_on3" for the third. */
void vl_move_entry(const struct vl_game *g, int kind, struct vl_buf *out);
/* True if some notation spells m: known kind, unused bytes zero. */
bool vl_move_ok(const struct vl_game *g, struct vl_move m);

/* ---- numbered actions and observations ---- */

/* Every move of a seat has a fixed number below vl_actions_max(): kind by kind, the
 * last argument counting fastest; see struct vl_span. Lists are for chance only, and
 * rows have no number. */
int vl_actions_max(const struct vl_game *g);
int vl_action_of(const struct vl_rules *r, struct vl_move m);        /* -1: no such */
struct vl_move vl_action_move(const struct vl_rules *r, int action); /* kind 0: no such */
/* The numbers of the legal moves, in the order of their list: fills
 * out[0..game->choices_max), returns how many; none if no seat is to move. */
int vl_action_list(const struct vl_rules *r, const struct vl_state *s, int16_t *out);
/* The same of a list that was made already, of a seat. */
void vl_action_numbers(const struct vl_rules *r, const struct vl_move *list, int len, int16_t *out);
/* The same with one byte per number: 1 if it is in the list. */
void vl_action_mask(const struct vl_rules *r, const struct vl_state *s, uint8_t *mask);
void vl_action_name(const struct vl_game *g, int action, struct vl_buf *out);
/* Counts the numbers; part of vl_rules_init(). */
void vl_actions_count(struct vl_rules *r);
/* The state as `seat` may know it, flattened by the field table: first the seat
 * and the actor, then the fields in order. None is -1; a list is its length and
 * then its entries, -1 past the end; a large number is split into limbs of 15
 * bits, lowest first. */
int vl_observe_len(const struct vl_game *g);
void vl_observe(const struct vl_rules *r, const struct vl_state *s, vl_actor seat, int16_t *out);
/* What index i means: "/guardians/2/path -1..3 path", the place, the range and the
 * family, if any; a map's records are numbered. */
void vl_observe_name(const struct vl_game *g, int i, struct vl_buf *out);

/* ---- traits: what a thing is ---- */

enum { VL_TRAIT_STEPS = 8 }; /* where steps contain steps, the first ones are told */

/* The printed values of the things of a family (a card's health, its abilities), told once
 * for a pack beside the observations, so that a program may know a card that it never met.
 * A row of numbers for every number of the family; the columns are the fields of the pack's
 * file, flattened, with "there" before them: 0, and the row empty, for a number that
 * stands for nothing. What is not there is 0, or -1 where it is a word or a thing.
 *
 * Columns of a family; 0: it is no content, or told by an earlier one with the same keys. */
int vl_traits_len(const struct vl_game *g, int family);
/* Fills out[0..vl_traits_len()). */
void vl_traits(const struct vl_rules *r, int family, int index, int16_t *out);
/* "/health 0..20", "/kind -1..3 0=item,1=enchantment,2=monster,3=dragon": place,
 * range, and the words or the family that the numbers stand for, if any. */
void vl_traits_name(const struct vl_game *g, int family, int i, struct vl_buf *out);

/* ---- positions ---- */

/* VL_OK, or VL_INVALID: *err (which may be NULL) says which field is none that its row
 * allows, or what game->broken() remarks, with a JSON pointer and the rule. */
int vl_sound(const struct vl_rules *r, const struct vl_state *s, struct vl_error *err);

/* All fields as JSON (one object): `full`, or else for `viewer` without what it
 * may not know; with "game", "options" and, under "table", the extras a player
 * reads off the table. */
void vl_position_write(const struct vl_rules *r, const struct vl_state *s, vl_actor viewer,
                       bool full, struct vl_json *w);
/* Can something stand at this JSON pointer of a position: a field, an entry of a
 * list, a record by its key, an option? What stands under "table" is not told. */
bool vl_position_names(const struct vl_rules *r, const char *pointer);
/* Options named by a position (those of its "base", then "options") into r, which
 * must be initialised and is prepared by this. */
int vl_position_rules(struct vl_rules *r, const struct vl_json_doc *doc, uint32_t node,
                      struct vl_error *err);
/* Reads a whole or partial position over its base: the fixture it names or, if a
 * field is missing, the first fixture that fits the options. "game" and "options"
 * must be those of r; "table" is skipped. s is unchanged on failure; err->where is
 * the JSON pointer of the offending field. Not settled. scratch holds
 * game->state_size bytes. */
int vl_position_read(const struct vl_rules *r, struct vl_state *s, struct vl_state *scratch,
                     const struct vl_json_doc *doc, uint32_t node, struct vl_error *err);

#endif
