#include "match/scenario_run.h"

#include "base/hash.h"
#include "match/record.h"
#include "registry.h"
#include "text/rules.h"

#include <stdlib.h>

/* ---- faults ---- */

void scenario_tell(struct run *run, struct vl_scenario_fault *f)
{
    run->faults++;
    f->id = run->id;
    if (!f->where)
        f->where = "";
    if (!f->pointer)
        f->pointer = "";
    if (!f->expected)
        f->expected = "";
    if (!f->found)
        f->found = "";
    if (run->rep->fault)
        run->rep->fault(run->rep, f);
}

/* A pointer into the file, from the scenario's own object on. */
static void make_local(const struct run *run, char *pointer)
{
    char root[POINTER_MAX];

    vl_json_where(run->doc, run->node, root, sizeof root);
    size_t skip = strlen(root);
    if (strncmp(pointer, root, skip) == 0)
        memmove(pointer, pointer + skip, strlen(pointer + skip) + 1);
}

void scenario_place(const struct run *run, uint32_t node, char out[POINTER_MAX])
{
    vl_json_where(run->doc, node, out, POINTER_MAX);
    make_local(run, out);
}

/* It cannot be run, or not any further. An error that does not point into the
 * scenario itself (a pack's) is told at `node`. */
bool scenario_broken(struct run *run, uint32_t node, const struct vl_error *error)
{
    char where[POINTER_MAX];
    struct vl_error local = *error;
    struct vl_scenario_fault f = { .kind = VL_SCENARIO_BROKEN };
    bool inside = node == run->node || vl_json_get(run->doc, run->node, "content") != node;

    scenario_place(run, node, where);
    if (inside && local.where[0] == '/') {
        make_local(run, local.where);
        memcpy(where, local.where, sizeof local.where);
    }
    f.where = where;
    f.error = &local;
    f.rule = error->rule;
    f.rules = run->rules.game ? &run->rules : NULL;
    scenario_tell(run, &f);
    return false;
}

bool scenario_broken_here(struct run *run, uint32_t node, int status, const char *what)
{
    struct vl_error error = { 0 };
    char where[POINTER_MAX];

    vl_json_where(run->doc, node, where, sizeof where);
    vl_error_set(&error, status, where, what);
    return scenario_broken(run, node, &error);
}

/* A value as it stands in its document, cut to a readable length. */
void scenario_value(const struct vl_json_doc *doc, uint32_t node, char out[TEXT_MAX])
{
    const struct vl_json_node *n = &doc->nodes[node];
    const char *quote = n->type == VL_JSON_STRING ? "\"" : "";
    size_t len = n->len;
    bool cut = len > TEXT_MAX - 8;

    if (cut)
        for (len = TEXT_MAX - 8; len > 0 && (doc->text[n->start + len] & 0xc0) == 0x80;)
            len--;
    struct vl_buf b = vl_buf_on(out, TEXT_MAX);
    vl_put(&b, quote);
    vl_put_n(&b, doc->text + n->start, len);
    vl_put(&b, cut ? "..." : "");
    vl_put(&b, quote);
}

/* ---- moves ---- */

/* The reason why a notation is refused, with *error for its words, or 0 and the move. */
static vl_rule refusal(const struct run *run, const char *notation, vl_actor by,
                       struct vl_move *move, struct vl_error *error)
{
    memset(error, 0, sizeof *error);
    if (vl_move_read(&run->rules, notation, strlen(notation), move, error))
        return error->rule;
    vl_rule rule = vl_refuse(&run->rules, run->state, *move, by);
    if (rule)
        vl_error_rule(error, VL_REFUSED, rule, notation, "");
    return rule;
}

static void add_refusal(const struct run *run, struct vl_scenario_fault *f, struct vl_move move,
                        const struct vl_error *error)
{
    f->rule = error->rule;
    f->refusal = error;
    f->move = move;
    f->rules = &run->rules;
    f->state = run->state;
}

static void tell_move(struct run *run, int kind, uint32_t node, const char *notation)
{
    char where[POINTER_MAX];
    struct vl_scenario_fault f = { .kind = kind };

    scenario_place(run, node, where);
    f.where = where;
    f.expected = notation;
    scenario_tell(run, &f);
}

static void tell_refused(struct run *run, uint32_t node, const char *notation, struct vl_move move,
                         const struct vl_error *error)
{
    char where[POINTER_MAX];
    struct vl_scenario_fault f = { .kind = VL_SCENARIO_REFUSED };

    scenario_place(run, node, where);
    f.where = where;
    f.expected = notation;
    f.found = vl_rule_texts[error->rule].id;
    add_refusal(run, &f, move, error);
    scenario_tell(run, &f);
}

static bool play(struct run *run, uint32_t node)
{
    char notation[TEXT_MAX];
    struct vl_move move;
    struct vl_error error;

    if (!vl_json_text(run->doc, node, notation, sizeof notation))
        return scenario_broken_here(run, node, VL_SYNTAX, "the notation is too long");
    if (refusal(run, notation, VL_ANYONE, &move, &error)) {
        tell_refused(run, node, notation, move, &error);
        return false; /* what follows would mean something else */
    }
    if (run->settle || vl_is_row(run->rules.game, move))
        (void)vl_apply(&run->rules, run->state, move, VL_ANYONE, scenario_listen(run));
    else
        run->rules.game->apply(&run->rules, run->state, move, scenario_listen(run));
    return true;
}

/* "seat", if it is given: who sends the move. */
static bool read_sender(struct run *run, uint32_t entry, vl_actor *by)
{
    uint32_t node = vl_json_get(run->doc, entry, "seat");
    int64_t seat;

    *by = VL_ANYONE;
    if (!node)
        return true;
    if (!vl_json_int_in(run->doc, node, 0, run->state->seats - 1, &seat))
        return scenario_broken_here(run, node, VL_RANGE, "there is no such seat");
    *by = (vl_actor)seat;
    return true;
}

/* The move that an entry tries, and who does. */
static bool read_try(struct run *run, uint32_t entry, uint32_t node, char notation[TEXT_MAX],
                     vl_actor *by)
{
    if (!vl_json_text(run->doc, node, notation, TEXT_MAX))
        return scenario_broken_here(run, node, VL_SYNTAX, "a notation was expected");
    return read_sender(run, entry, by);
}

static bool check_legal(struct run *run, uint32_t entry, uint32_t node)
{
    char notation[TEXT_MAX];
    struct vl_move move;
    struct vl_error error;
    vl_actor by;

    if (!read_try(run, entry, node, notation, &by))
        return false;
    run->checks++;
    if (refusal(run, notation, by, &move, &error))
        tell_refused(run, entry, notation, move, &error);
    return true;
}

/* The reason of a refusal: a member of `entry` says what it must be. `why` has its
 * words, if it is that of a move. */
static bool check_reason(struct run *run, uint32_t entry, const char *member, const char *found,
                         const struct vl_scenario_fault *why)
{
    char expected[POINTER_MAX], where[POINTER_MAX];
    uint32_t node = vl_json_get(run->doc, entry, member);
    struct vl_scenario_fault f = *why;

    if (!node)
        return true;
    if (!vl_json_text(run->doc, node, expected, sizeof expected))
        return scenario_broken_here(run, node, VL_SYNTAX,
                                    "a rule id, code word or place was expected");
    if (vl_str_eq(expected, found ? found : ""))
        return true;
    scenario_place(run, node, where);
    f.where = where;
    f.expected = expected;
    f.found = found;
    scenario_tell(run, &f);
    return true;
}

static bool check_illegal(struct run *run, uint32_t entry, uint32_t node)
{
    size_t size = run->rules.game->state_size;
    char notation[TEXT_MAX];
    struct vl_move move = { 0 };
    struct vl_error error;
    struct vl_scenario_fault f = { .kind = VL_SCENARIO_REASON };
    vl_actor by;

    if (!read_try(run, entry, node, notation, &by))
        return false;
    run->checks++;
    memcpy(run->before, run->state, size);
    vl_rule rule = refusal(run, notation, by, &move, &error);
    if (!rule) {
        tell_move(run, VL_SCENARIO_ALLOWED, entry, notation);
        return true;
    }
    /* a notation that cannot even be read has no move to apply */
    if (move.kind && vl_apply(&run->rules, run->state, move, by, NULL) != rule)
        return scenario_broken_here(run, entry, VL_MISMATCH, "refused and applied disagree");
    if (memcmp(run->before, run->state, size) != 0)
        return scenario_broken_here(run, entry, VL_MISMATCH, "the refusal changed the state");
    add_refusal(run, &f, move, &error);
    return check_reason(run, entry, "rule", vl_rule_texts[rule].id, &f) &&
           check_reason(run, entry, "error", vl_rule_texts[rule].code, &f);
}

static bool check_step(struct run *run, uint32_t entry, uint32_t node)
{
    if (vl_json_type_of(run->doc, node) != VL_JSON_TRUE || run->settle)
        return scenario_broken_here(run, node, VL_INVALID,
                                    "\"step\" is true, in a scenario with \"settle\": false");
    run->checks++;
    if (!vl_step(&run->rules, run->state, scenario_listen(run))) {
        tell_move(run, VL_SCENARIO_NO_STEP, entry, NULL);
        return false;
    }
    return true;
}

/* What is true now, by the members of an entry or of the scenario. */
static bool check_now(struct run *run, uint32_t object)
{
    static const struct {
        const char *name;
        bool (*check)(struct run *run, uint32_t node);
    } members[] = { { "expect", scenario_check_values },
                    { "events", scenario_check_events },
                    { "legal_moves", scenario_check_moves } };

    for (int i = 0; i < VL_LEN(members); i++) {
        uint32_t node = vl_json_get(run->doc, object, members[i].name);

        if (node && !members[i].check(run, node))
            return false;
    }
    return true;
}

/* Returns false if the scenario cannot go on. */
static bool run_entry(struct run *run, uint32_t entry)
{
    static const char *const refused[] = { "illegal", "rule", "error", "seat" };
    static const char *const allowed[] = { "legal", "seat" };
    static const char *const nows[] = { "expect", "events", "legal_moves" };
    static const char *const steps[] = { "step" };
    uint32_t node;

    if (vl_json_type_of(run->doc, entry) == VL_JSON_STRING)
        return play(run, entry);
    if (vl_json_type_of(run->doc, entry) != VL_JSON_OBJECT)
        return scenario_broken_here(run, entry, VL_SYNTAX, "a notation or an object was expected");
    if ((node = vl_json_get(run->doc, entry, "illegal")) != 0)
        return scenario_members_ok(run, entry, refused, VL_LEN(refused)) &&
               check_illegal(run, entry, node);
    if ((node = vl_json_get(run->doc, entry, "legal")) != 0)
        return scenario_members_ok(run, entry, allowed, VL_LEN(allowed)) &&
               check_legal(run, entry, node);
    if ((node = vl_json_get(run->doc, entry, "step")) != 0)
        return scenario_members_ok(run, entry, steps, VL_LEN(steps)) &&
               check_step(run, entry, node);
    if (!vl_json_first(run->doc, entry))
        return scenario_broken_here(run, entry, VL_MISSING, "the entry asks for nothing");
    return scenario_members_ok(run, entry, nows, VL_LEN(nows)) && check_now(run, entry);
}

static bool run_moves(struct run *run)
{
    uint32_t list = vl_json_get(run->doc, run->node, "moves");

    if (list && vl_json_type_of(run->doc, list) != VL_JSON_ARRAY)
        return scenario_broken_here(run, list, VL_SYNTAX, "a list was expected");
    for (uint32_t c = list ? vl_json_first(run->doc, list) : 0; c; c = vl_json_sibling(run->doc, c))
        if (!run_entry(run, c))
            return false;
    return true;
}

/* ---- the start ---- */

/* Content, options or position are refused: as the scenario says, or it cannot be
 * run. `where` of the error is a place in the scenario, or what it names itself. */
static bool refused(struct run *run, uint32_t node, const struct vl_error *error)
{
    struct vl_scenario_fault f = { .kind = VL_SCENARIO_REASON, .rule = error->rule };
    const char *rule = error->rule ? vl_rule_texts[error->rule].id : "no rule";
    char where[POINTER_MAX];

    if (!vl_json_get(run->doc, run->node, "refused"))
        return scenario_broken(run, node, error);
    memcpy(where, error->where, sizeof error->where);
    make_local(run, where);
    run->checks++;
    (void)(check_reason(run, run->node, "refused", rule, &f) &&
           check_reason(run, run->node, "where", where, &f));
    return false;
}

/* With "refused" nothing is played, and the rule must be one. */
static bool refusal_ok(struct run *run)
{
    static const char *const played[] = { "moves", "expect", "events", "legal_moves" };
    uint32_t node = vl_json_get(run->doc, run->node, "refused");
    uint32_t where = vl_json_get(run->doc, run->node, "where");
    char rule[ID_MAX];

    if (!node)
        return where
                   ? scenario_broken_here(run, where, VL_INVALID, "\"where\" goes with \"refused\"")
                   : true;
    if (!vl_json_text(run->doc, node, rule, sizeof rule) || !vl_rule_find(rule))
        return scenario_broken_here(run, node, VL_UNKNOWN, "no such rule");
    for (int i = 0; i < VL_LEN(played); i++) {
        uint32_t other = vl_json_get(run->doc, run->node, played[i]);

        if (other)
            return scenario_broken_here(run, other, VL_INVALID, "what is refused is not played");
    }
    return true;
}

static bool tell_accepted(struct run *run)
{
    uint32_t node = vl_json_get(run->doc, run->node, "refused");
    struct vl_scenario_fault f = { .kind = VL_SCENARIO_ACCEPTED, .where = "/refused" };
    char rule[ID_MAX] = "";

    if (!node)
        return true;
    run->checks++;
    vl_json_text(run->doc, node, rule, sizeof rule);
    f.expected = rule;
    scenario_tell(run, &f);
    return false;
}

static bool prove(struct run *run)
{
    uint32_t list = vl_json_get(run->doc, run->node, "rules");

    if (list && vl_json_type_of(run->doc, list) != VL_JSON_ARRAY)
        return scenario_broken_here(run, list, VL_SYNTAX, "a list was expected");
    for (uint32_t c = list ? vl_json_first(run->doc, list) : 0; c;
         c = vl_json_sibling(run->doc, c)) {
        char rule[ID_MAX];

        if (!vl_json_text(run->doc, c, rule, sizeof rule) || !vl_rule_find(rule))
            return scenario_broken_here(run, c, VL_UNKNOWN, "no such rule");
        if (run->rep->proves)
            run->rep->proves(run->rep, run->id, rule);
    }
    return true;
}

static bool find_game(struct run *run, const struct vl_game **out)
{
    const struct vl_game *given = run->opts->game;
    uint32_t node = vl_json_get(run->doc, run->node, "game");
    char id[ID_MAX];

    if (!node)
        return scenario_broken_here(run, run->node, VL_MISSING, "which game? \"game\" is missing");
    if (!vl_json_text(run->doc, node, id, sizeof id))
        return scenario_broken_here(run, node, VL_SYNTAX, "the id of a game was expected");
    *out = given && vl_str_eq(given->id, id) ? given : vl_game_find(id);
    return *out ? true : scenario_broken_here(run, node, VL_UNKNOWN, "no such game");
}

/* The pack: that of the scenario, else the caller's, else the built-in one. */
static bool find_content(struct run *run, const struct vl_game *game)
{
    uint32_t node = vl_json_get(run->doc, run->node, "content");
    char file[TEXT_MAX], path[1024];
    struct vl_error error = { 0 };
    int st;

    if (!node && run->opts->pack && run->opts->pack->game == game) {
        run->pack = *run->opts->pack;
        return true;
    }
    if (!node) {
        st = vl_pack_usual(&run->pack, game);
        return st == VL_OK ? true
                           : scenario_broken_here(run, run->node, st, "the game has no content");
    }
    struct vl_buf b = vl_buf_on(path, sizeof path);
    bool named = run->opts->folder && vl_json_text(run->doc, node, file, sizeof file);
    vl_put(&b, named ? run->opts->folder : "");
    vl_put(&b, "/");
    vl_put(&b, named ? file : "");
    if (!named || b.full)
        return scenario_broken_here(run, node, VL_SYNTAX, "the path of a pack was expected");
    if (vl_pack_load(&run->pack, game, path, &error))
        return refused(run, node, &error);
    run->pack_owned = true;
    return true;
}

/* An option of the scenario that the position, or its base, sets to another value. */
static int check_options(const struct run *run, uint32_t options, struct vl_error *error)
{
    struct vl_rules with = run->rules;
    char where[POINTER_MAX], name[ID_MAX];

    /* again after those of the position: nothing may change */
    if (vl_options_read(&with, run->doc, options, error))
        return error->status;
    (void)vl_rules_prepare(&with, NULL);
    if (memcmp(with.option, run->rules.option, sizeof with.option) == 0)
        return VL_OK;
    vl_json_where(run->doc, options, where, sizeof where);
    for (uint32_t c = vl_json_first(run->doc, options); c; c = vl_json_sibling(run->doc, c))
        for (int k = 0; k < VL_OPTIONS_MAX; k++)
            if (vl_json_key_text(run->doc, c, name, sizeof name) &&
                vl_option_get(&with, name, k) != vl_option_get(&run->rules, name, k))
                vl_json_where(run->doc, c, where, sizeof where);
    return vl_error_rule(error, VL_MISMATCH, run->rules.game->rule_bad_position, where,
                         "the position is made for another value");
}

static bool make_rules(struct run *run, const struct vl_game *game, uint32_t position)
{
    uint32_t options = vl_json_get(run->doc, run->node, "options");
    struct vl_error error = { 0 };
    int st = VL_OK;

    vl_rules_init(&run->rules, game, run->pack.block, &run->pack.info);
    if (options)
        st = vl_options_read(&run->rules, run->doc, options, &error);
    if (st == VL_OK)
        st = position ? vl_position_rules(&run->rules, run->doc, position, &error)
                      : vl_rules_prepare(&run->rules, &error);
    if (st == VL_OK && options && position)
        st = check_options(run, options, &error);
    return st == VL_OK ? true : refused(run, position ? position : run->node, &error);
}

static bool make_state(struct run *run, uint32_t position)
{
    size_t size = run->rules.game->state_size;
    struct vl_error error = { 0 };

    run->state = calloc(1, size);
    run->before = calloc(1, size);
    run->json = malloc(POSITION_MAX);
    run->nodes = malloc(POSITION_NODES * sizeof *run->nodes);
    run->heard = calloc(1, sizeof *run->heard);
    if (!run->state || !run->before || !run->json || !run->nodes || !run->heard)
        return scenario_broken_here(run, run->node, VL_MEMORY, "out of memory");
    if (!position)
        run->rules.game->start(&run->rules, run->state);
    else if (vl_position_read(&run->rules, run->state, run->before, run->doc, position, &error))
        return refused(run, position, &error);
    if (run->settle)
        vl_settle(&run->rules, run->state, scenario_listen(run));
    return true;
}

static bool begin(struct run *run)
{
    static const char *const names[] = { "id",     "game",    "options", "content", "position",
                                         "rules",  "moves",   "expect",  "events",  "legal_moves",
                                         "settle", "refused", "where",   "note" };
    uint32_t position = vl_json_get(run->doc, run->node, "position");
    uint32_t settle = vl_json_get(run->doc, run->node, "settle");
    const struct vl_game *game = NULL;

    run->settle = !settle || vl_json_type_of(run->doc, settle) == VL_JSON_TRUE;
    if (!run->settle && vl_json_type_of(run->doc, settle) != VL_JSON_FALSE)
        return scenario_broken_here(run, settle, VL_SYNTAX, "true or false was expected");
    return scenario_members_ok(run, run->node, names, VL_LEN(names)) && refusal_ok(run) &&
           find_game(run, &game) && prove(run) && find_content(run, game) &&
           make_rules(run, game, position) && make_state(run, position) && tell_accepted(run);
}

/* ---- ids ---- */

/* The place of an id in the table, or the free one where it belongs. */
static uint64_t *id_place(uint64_t *ids, uint32_t cap, uint64_t hash)
{
    uint32_t at = (uint32_t)hash & (cap - 1);

    while (ids[at] != 0 && ids[at] != hash)
        at = (at + 1) & (cap - 1);
    return &ids[at];
}

/* Room for one more; at most half of the table is used. */
static bool grow_ids(struct vl_scenario_report *rep)
{
    uint32_t cap = rep->ids_cap ? 2 * rep->ids_cap : 64;

    if (2 * (rep->ids_len + 1) <= rep->ids_cap)
        return true;
    uint64_t *ids = calloc(cap, sizeof *ids);
    if (!ids)
        return false;
    for (uint32_t i = 0; i < rep->ids_cap; i++)
        if (rep->ids[i] != 0)
            *id_place(ids, cap, rep->ids[i]) = rep->ids[i];
    free(rep->ids);
    rep->ids = ids;
    rep->ids_cap = cap;
    return true;
}

/* No other scenario that was told to the report has this id. */
static bool id_is_new(struct run *run)
{
    struct vl_scenario_report *rep = run->rep;
    uint64_t hash = vl_hash(run->id, strlen(run->id), 0);
    uint32_t node = vl_json_get(run->doc, run->node, "id");

    if (!grow_ids(rep))
        return scenario_broken_here(run, node, VL_MEMORY, "out of memory");
    uint64_t *at = id_place(rep->ids, rep->ids_cap, hash ? hash : 1);
    if (*at != 0)
        return scenario_broken_here(run, node, VL_DUPLICATE, "another scenario has this id");
    *at = hash ? hash : 1;
    rep->ids_len++;
    return true;
}

void vl_scenario_report_free(struct vl_scenario_report *rep)
{
    free(rep->ids);
    rep->ids = NULL;
    rep->ids_len = rep->ids_cap = 0;
}

/* ---- one scenario ---- */

static void run_scenario(const struct vl_json_doc *doc, uint32_t node,
                         const struct vl_scenario_opts *opts, struct vl_scenario_report *rep)
{
    struct run run = { .doc = doc, .node = node, .opts = opts, .rep = rep };

    vl_json_text(doc, vl_json_get(doc, node, "id"), run.id, sizeof run.id);
    if (rep->begin)
        rep->begin(rep, run.id);
    if (id_is_new(&run) && begin(&run) && run_moves(&run))
        (void)check_now(&run, node);
    if (run.faults == 0 && run.checks == 0)
        scenario_broken_here(&run, node, VL_MISSING, "it checks nothing");
    bool passed = run.faults == 0;
    rep->passed += passed;
    rep->failed += !passed;
    rep->checks += run.checks;
    if (rep->end)
        rep->end(rep, run.id, passed, run.checks);
    if (run.pack_owned)
        vl_pack_free(&run.pack);
    free(run.state);
    free(run.before);
    free(run.json);
    free(run.nodes);
    free(run.heard);
}

/* ---- files ---- */

/* Every scenario is an object with an id; nothing runs before that is known. */
static int check_shape(const struct vl_json_doc *doc, uint32_t node, struct vl_error *err)
{
    char where[POINTER_MAX], id[ID_MAX];

    vl_json_where(doc, node, where, sizeof where);
    if (vl_json_type_of(doc, node) != VL_JSON_OBJECT)
        return vl_error_set(err, VL_SYNTAX, where, "a scenario is an object");
    uint32_t at = vl_json_get(doc, node, "id");
    if (!at)
        return vl_error_set(err, VL_MISSING, where, "the scenario has no id");
    if (!vl_json_text(doc, at, id, sizeof id) || id[0] == '\0')
        return vl_error_set(err, VL_SYNTAX, where, "an id is a text of 1 to 79 bytes");
    return VL_OK;
}

static int run_document(const struct vl_json_doc *doc, const struct vl_scenario_opts *opts,
                        struct vl_scenario_report *rep, struct vl_error *err)
{
    int st = VL_OK;

    if (vl_json_type_of(doc, 0) != VL_JSON_ARRAY) {
        st = check_shape(doc, 0, err);
        if (st == VL_OK)
            run_scenario(doc, 0, opts, rep);
        return st;
    }
    if (!vl_json_first(doc, 0))
        return vl_error_set(err, VL_MISSING, "scenario", "the file holds none");
    for (uint32_t c = vl_json_first(doc, 0); c && st == VL_OK; c = vl_json_sibling(doc, c))
        st = check_shape(doc, c, err);
    for (uint32_t c = vl_json_first(doc, 0); c && st == VL_OK; c = vl_json_sibling(doc, c))
        run_scenario(doc, c, opts, rep);
    return st;
}

int vl_scenario_run(const char *text, size_t len, const struct vl_scenario_opts *opts,
                    struct vl_scenario_report *rep, struct vl_error *err)
{
    static const struct vl_scenario_opts none = { 0 };
    struct vl_json_doc doc;

    if (len > VL_SCENARIO_SIZE_MAX)
        return vl_error_set(err, VL_TOO_LARGE, "scenario", "larger than 8 MiB");
    /* a value takes two bytes at least: itself and what parts it from the next */
    uint32_t cap = (uint32_t)(len / 2 + 16 < NODES_MAX ? len / 2 + 16 : NODES_MAX);
    struct vl_json_node *nodes = malloc(cap * sizeof *nodes);
    if (!nodes)
        return vl_error_set(err, VL_MEMORY, "scenario", "out of memory");
    int st = vl_json_parse(&doc, text, len, nodes, cap, err);
    if (st == VL_OK)
        st = run_document(&doc, opts ? opts : &none, rep, err);
    free(nodes);
    return st;
}

int vl_scenario_run_file(const char *path, const struct vl_scenario_opts *opts,
                         struct vl_scenario_report *rep, struct vl_error *err)
{
    struct vl_scenario_opts with = { 0 };
    char folder[1024];
    const char *slash = strrchr(path, '/');
    char *text = NULL;
    size_t len = 0;

    if (opts)
        with = *opts;
    if (!with.folder) {
        struct vl_buf b = vl_buf_on(folder, sizeof folder);

        if (slash)
            vl_put_n(&b, path, (size_t)(slash - path));
        else
            vl_put(&b, ".");
        with.folder = folder;
    }
    int st = vl_file_read(path, VL_SCENARIO_SIZE_MAX, &text, &len, err);
    if (st != VL_OK)
        return st;
    st = vl_scenario_run(text, len, &with, rep, err);
    free(text);
    return st;
}
