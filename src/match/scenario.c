#include "match/scenario.h"

#include "match/record.h"
#include "registry.h"
#include "text/rules.h"

#include <stdlib.h>

enum {
    NODES_MAX = 1 << 20,
    ID_MAX = 80,
    TEXT_MAX = 256, /* a notation, a value shown in a report */
    POINTER_MAX = 256,
    POSITION_MAX = 1 << 16,
    POSITION_NODES = 4096
};

/* One scenario while it runs. */
struct run {
    const struct vl_json_doc *doc;
    uint32_t node; /* the scenario's object */
    const struct vl_scenario_opts *opts;
    struct vl_scenario_report *rep;
    char id[ID_MAX];
    struct vl_pack pack;
    bool pack_owned;
    struct vl_rules rules;
    struct vl_state *state, *before; /* before: to see that a refusal changes nothing */
    bool settle;
    int faults, checks;
    /* the position at hand, as JSON: memory for it */
    char *json;
    struct vl_json_node *nodes;
    struct vl_json_doc position;
};

/* ---- faults ---- */

static void tell(struct run *run, struct vl_scenario_fault *f)
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

static void place(const struct run *run, uint32_t node, char out[POINTER_MAX])
{
    vl_json_where(run->doc, node, out, POINTER_MAX);
    make_local(run, out);
}

/* It cannot be run, or not any further. An error that does not point into the
 * scenario itself (a pack's) is told at `node`. */
static bool broken(struct run *run, uint32_t node, const struct vl_error *error)
{
    char where[POINTER_MAX];
    struct vl_error local = *error;
    struct vl_scenario_fault f = { .kind = VL_SCENARIO_BROKEN };
    bool inside = node == run->node || vl_json_get(run->doc, run->node, "content") != node;

    place(run, node, where);
    if (inside && local.where[0] == '/') {
        memcpy(where, local.where, sizeof local.where);
        make_local(run, where);
        local.where[0] = '\0'; /* said already */
    }
    f.where = where;
    f.error = &local;
    f.rule = error->rule;
    tell(run, &f);
    return false;
}

static bool broken_here(struct run *run, uint32_t node, int status, const char *what)
{
    struct vl_error error = { 0 };
    char where[POINTER_MAX];

    vl_json_where(run->doc, node, where, sizeof where);
    vl_error_set(&error, status, where, what);
    return broken(run, node, &error);
}

/* A value as it stands in its document, cut to a readable length. */
static void value_text(const struct vl_json_doc *doc, uint32_t node, char out[TEXT_MAX])
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

/* ---- expectations ---- */

static bool read_position(struct run *run, uint32_t node)
{
    struct vl_json w = vl_json_on(run->json, POSITION_MAX);
    struct vl_error error = { 0 };

    vl_position_write(&run->rules, run->state, VL_ANYONE, true, &w);
    VL_VERIFY(!w.out.full);
    if (vl_json_parse(&run->position, w.out.p, w.out.len, run->nodes, POSITION_NODES, &error))
        return broken(run, node, &error);
    return true;
}

/* A member that is not there is as good as null. */
static void check_value(struct run *run, uint32_t expect)
{
    char pointer[POINTER_MAX], where[POINTER_MAX], expected[TEXT_MAX], found[TEXT_MAX] = "nothing";
    struct vl_scenario_fault f = { .kind = VL_SCENARIO_DIFFERS };

    run->checks++;
    if (!vl_json_key_text(run->doc, expect, pointer, sizeof pointer)) {
        broken_here(run, expect, VL_SYNTAX, "the pointer is too long");
        return;
    }
    uint32_t at = vl_json_pointer(&run->position, pointer);
    bool same = at == UINT32_MAX ? vl_json_type_of(run->doc, expect) == VL_JSON_NULL
                                 : vl_json_equal(run->doc, expect, &run->position, at);
    if (same)
        return;
    if (at != UINT32_MAX)
        value_text(&run->position, at, found);
    value_text(run->doc, expect, expected);
    place(run, run->doc->nodes[expect].parent, where);
    f.where = where;
    f.pointer = pointer;
    f.expected = expected;
    f.found = found;
    tell(run, &f);
}

static bool check_all(struct run *run, uint32_t object)
{
    if (vl_json_type_of(run->doc, object) != VL_JSON_OBJECT)
        return broken_here(run, object, VL_SYNTAX, "an object of pointers was expected");
    if (!read_position(run, object))
        return false;
    for (uint32_t c = vl_json_first(run->doc, object); c; c = vl_json_sibling(run->doc, c))
        check_value(run, c);
    return true;
}

/* ---- moves ---- */

/* The reason why a notation is refused, or 0 and the move. */
static vl_rule refusal(const struct run *run, const char *notation, vl_actor by,
                       struct vl_move *move)
{
    vl_rule rule = vl_move_parse(&run->rules, notation, strlen(notation), move);

    return rule ? rule : vl_refuse(&run->rules, run->state, *move, by);
}

static void tell_move(struct run *run, int kind, uint32_t node, const char *notation, vl_rule rule)
{
    char where[POINTER_MAX];
    struct vl_scenario_fault f = { .kind = kind };

    place(run, node, where);
    f.where = where;
    f.expected = notation;
    f.rule = rule;
    if (rule)
        f.found = vl_rule_texts[rule].id;
    tell(run, &f);
}

static bool play(struct run *run, uint32_t node)
{
    char notation[TEXT_MAX];
    struct vl_move move;

    if (!vl_json_text(run->doc, node, notation, sizeof notation))
        return broken_here(run, node, VL_SYNTAX, "the notation is too long");
    vl_rule rule = refusal(run, notation, VL_ANYONE, &move);
    if (rule) {
        tell_move(run, VL_SCENARIO_REFUSED, node, notation, rule);
        return false; /* what follows would mean something else */
    }
    if (run->settle)
        (void)vl_apply(&run->rules, run->state, move, VL_ANYONE, NULL);
    else
        run->rules.game->apply(&run->rules, run->state, move, NULL);
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
        return broken_here(run, node, VL_RANGE, "there is no such seat");
    *by = (vl_actor)seat;
    return true;
}

/* The move that an entry tries, and who does. */
static bool read_try(struct run *run, uint32_t entry, uint32_t node, char notation[TEXT_MAX],
                     vl_actor *by)
{
    if (!vl_json_text(run->doc, node, notation, TEXT_MAX))
        return broken_here(run, node, VL_SYNTAX, "a notation was expected");
    return read_sender(run, entry, by);
}

static bool check_legal(struct run *run, uint32_t entry, uint32_t node)
{
    char notation[TEXT_MAX];
    struct vl_move move;
    vl_actor by;

    if (!read_try(run, entry, node, notation, &by))
        return false;
    run->checks++;
    vl_rule rule = refusal(run, notation, by, &move);
    if (rule)
        tell_move(run, VL_SCENARIO_REFUSED, entry, notation, rule);
    return true;
}

/* The reason of a refusal, by rule id ("rule") or code word ("error"). */
static bool check_reason(struct run *run, uint32_t entry, const char *member, const char *found)
{
    char expected[ID_MAX], where[POINTER_MAX];
    uint32_t node = vl_json_get(run->doc, entry, member);
    struct vl_scenario_fault f = { .kind = VL_SCENARIO_REASON };

    if (!node)
        return true;
    if (!vl_json_text(run->doc, node, expected, sizeof expected))
        return broken_here(run, node, VL_SYNTAX, "a rule id or a code word was expected");
    if (vl_str_eq(expected, found ? found : ""))
        return true;
    place(run, node, where);
    f.where = where;
    f.expected = expected;
    f.found = found;
    tell(run, &f);
    return true;
}

static bool check_illegal(struct run *run, uint32_t entry, uint32_t node)
{
    size_t size = run->rules.game->state_size;
    char notation[TEXT_MAX];
    struct vl_move move = { 0 };
    vl_actor by;

    if (!read_try(run, entry, node, notation, &by))
        return false;
    run->checks++;
    memcpy(run->before, run->state, size);
    vl_rule rule = refusal(run, notation, by, &move);
    if (!rule) {
        tell_move(run, VL_SCENARIO_ALLOWED, entry, notation, 0);
        return true;
    }
    /* a notation that cannot even be read has no move to apply */
    bool parsed = vl_move_parse(&run->rules, notation, strlen(notation), &move) == 0;
    if (parsed && vl_apply(&run->rules, run->state, move, by, NULL) != rule)
        return broken_here(run, entry, VL_MISMATCH, "refused and applied disagree");
    if (memcmp(run->before, run->state, size) != 0)
        return broken_here(run, entry, VL_MISMATCH, "the refusal changed the state");
    return check_reason(run, entry, "rule", vl_rule_texts[rule].id) &&
           check_reason(run, entry, "error", vl_rule_texts[rule].code);
}

static bool check_step(struct run *run, uint32_t entry, uint32_t node)
{
    if (vl_json_type_of(run->doc, node) != VL_JSON_TRUE || run->settle)
        return broken_here(run, node, VL_INVALID,
                           "\"step\" is true, in a scenario with \"settle\": false");
    run->checks++;
    if (!vl_step(&run->rules, run->state, NULL)) {
        tell_move(run, VL_SCENARIO_NO_STEP, entry, NULL, 0);
        return false;
    }
    return true;
}

/* Only these members, and the one that says what the entry is. */
static bool members_ok(struct run *run, uint32_t object, const char *const *names, int len)
{
    for (uint32_t c = vl_json_first(run->doc, object); c; c = vl_json_sibling(run->doc, c)) {
        int i = 0;

        while (i < len && !vl_json_key_is(run->doc, c, names[i]))
            i++;
        if (i == len)
            return broken_here(run, c, VL_UNKNOWN, "unknown member");
    }
    return true;
}

/* Returns false if the scenario cannot go on. */
static bool run_entry(struct run *run, uint32_t entry)
{
    static const char *const refused[] = { "illegal", "rule", "error", "seat" };
    static const char *const allowed[] = { "legal", "seat" };
    static const char *const expects[] = { "expect" };
    static const char *const steps[] = { "step" };
    uint32_t node;

    if (vl_json_type_of(run->doc, entry) == VL_JSON_STRING)
        return play(run, entry);
    if (vl_json_type_of(run->doc, entry) != VL_JSON_OBJECT)
        return broken_here(run, entry, VL_SYNTAX, "a notation or an object was expected");
    if ((node = vl_json_get(run->doc, entry, "illegal")) != 0)
        return members_ok(run, entry, refused, VL_LEN(refused)) && check_illegal(run, entry, node);
    if ((node = vl_json_get(run->doc, entry, "legal")) != 0)
        return members_ok(run, entry, allowed, VL_LEN(allowed)) && check_legal(run, entry, node);
    if ((node = vl_json_get(run->doc, entry, "expect")) != 0)
        return members_ok(run, entry, expects, VL_LEN(expects)) && check_all(run, node);
    if ((node = vl_json_get(run->doc, entry, "step")) != 0)
        return members_ok(run, entry, steps, VL_LEN(steps)) && check_step(run, entry, node);
    return broken_here(run, entry, VL_UNKNOWN, "neither illegal, legal, expect nor step");
}

static bool run_moves(struct run *run)
{
    uint32_t list = vl_json_get(run->doc, run->node, "moves");

    if (list && vl_json_type_of(run->doc, list) != VL_JSON_ARRAY)
        return broken_here(run, list, VL_SYNTAX, "a list was expected");
    for (uint32_t c = list ? vl_json_first(run->doc, list) : 0; c; c = vl_json_sibling(run->doc, c))
        if (!run_entry(run, c))
            return false;
    return true;
}

/* ---- the start ---- */

static bool prove(struct run *run)
{
    uint32_t list = vl_json_get(run->doc, run->node, "rules");

    if (list && vl_json_type_of(run->doc, list) != VL_JSON_ARRAY)
        return broken_here(run, list, VL_SYNTAX, "a list was expected");
    for (uint32_t c = list ? vl_json_first(run->doc, list) : 0; c;
         c = vl_json_sibling(run->doc, c)) {
        char rule[ID_MAX];

        if (!vl_json_text(run->doc, c, rule, sizeof rule) || !vl_rule_find(rule))
            return broken_here(run, c, VL_UNKNOWN, "no such rule");
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
        return broken_here(run, run->node, VL_MISSING, "which game? \"game\" is missing");
    if (!vl_json_text(run->doc, node, id, sizeof id))
        return broken_here(run, node, VL_SYNTAX, "the id of a game was expected");
    *out = given && vl_str_eq(given->id, id) ? given : vl_game_find(id);
    return *out ? true : broken_here(run, node, VL_UNKNOWN, "no such game");
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
    if (!node && !game->compile)
        return true;
    if (!node) {
        st = vl_pack_builtin(&run->pack, game);
        return st == VL_OK ? true : broken_here(run, run->node, st, "the game has no content");
    }
    struct vl_buf b = vl_buf_on(path, sizeof path);
    bool named = run->opts->folder && vl_json_text(run->doc, node, file, sizeof file);
    vl_put(&b, named ? run->opts->folder : "");
    vl_put(&b, "/");
    vl_put(&b, named ? file : "");
    if (!named || b.full)
        return broken_here(run, node, VL_SYNTAX, "the path of a pack was expected");
    if (vl_pack_load(&run->pack, game, path, &error))
        return broken(run, node, &error);
    run->pack_owned = true;
    return true;
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
    return st == VL_OK ? true : broken(run, position ? position : run->node, &error);
}

static bool make_state(struct run *run, uint32_t position)
{
    size_t size = run->rules.game->state_size;
    struct vl_error error = { 0 };

    run->state = calloc(1, size);
    run->before = calloc(1, size);
    run->json = malloc(POSITION_MAX);
    run->nodes = malloc(POSITION_NODES * sizeof *run->nodes);
    if (!run->state || !run->before || !run->json || !run->nodes)
        return broken_here(run, run->node, VL_MEMORY, "out of memory");
    if (!position)
        run->rules.game->start(&run->rules, run->state);
    else if (vl_position_read(&run->rules, run->state, run->before, run->doc, position, &error))
        return broken(run, position, &error);
    if (run->settle)
        vl_settle(&run->rules, run->state, NULL);
    return true;
}

static bool begin(struct run *run)
{
    static const char *const names[] = { "id",    "game",  "options", "content", "position",
                                         "rules", "moves", "expect",  "settle",  "note" };
    uint32_t position = vl_json_get(run->doc, run->node, "position");
    uint32_t settle = vl_json_get(run->doc, run->node, "settle");
    const struct vl_game *game = NULL;

    run->settle = !settle || vl_json_type_of(run->doc, settle) == VL_JSON_TRUE;
    if (!run->settle && vl_json_type_of(run->doc, settle) != VL_JSON_FALSE)
        return broken_here(run, settle, VL_SYNTAX, "true or false was expected");
    return members_ok(run, run->node, names, VL_LEN(names)) && find_game(run, &game) &&
           find_content(run, game) && make_rules(run, game, position) && prove(run) &&
           make_state(run, position);
}

static void run_scenario(const struct vl_json_doc *doc, uint32_t node,
                         const struct vl_scenario_opts *opts, struct vl_scenario_report *rep)
{
    struct run run = { .doc = doc, .node = node, .opts = opts, .rep = rep };

    vl_json_text(doc, vl_json_get(doc, node, "id"), run.id, sizeof run.id);
    if (rep->begin)
        rep->begin(rep, run.id);
    if (begin(&run) && run_moves(&run)) {
        uint32_t expect = vl_json_get(doc, node, "expect");

        if (expect)
            check_all(&run, expect);
    }
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

/* ---- reporting as JSON ---- */

static const struct {
    const char *word, *text;
    int status;
} fault_kinds[] = {
    /* ORDER vl_scenario_fault_kind */
    { "differs", "the position differs", VL_MISMATCH },
    { "refused", "the move is refused", VL_REFUSED },
    { "allowed", "the move should be refused", VL_MISMATCH },
    { "reason", "refused for another reason", VL_MISMATCH },
    { "no_step", "no automatic phase is due", VL_MISMATCH },
    { "broken", "the scenario cannot be run", VL_INVALID },
};

const char *vl_scenario_fault_word(int kind)
{
    return fault_kinds[kind].word;
}

static void json_begin(struct vl_scenario_report *rep, const char *id)
{
    struct vl_scenario_json *json = (struct vl_scenario_json *)rep;

    vl_json_obj(json->w);
    vl_json_kstr(json->w, "id", id);
    vl_json_key(json->w, "faults");
    vl_json_arr(json->w);
}

static void json_fault(struct vl_scenario_report *rep, const struct vl_scenario_fault *f)
{
    struct vl_json *w = ((struct vl_scenario_json *)rep)->w;
    const struct vl_error *e = f->error;

    vl_json_obj(w);
    vl_json_kstr(w, "status", vl_status_word(e ? e->status : fault_kinds[f->kind].status));
    vl_json_kstr(w, "kind", fault_kinds[f->kind].word);
    vl_rule_json(w, f->rule);
    vl_json_kstr(w, "where", f->where);
    if (f->pointer[0])
        vl_json_kstr(w, "pointer", f->pointer);
    if (f->expected[0])
        vl_json_kstr(w, "expected", f->expected);
    if (f->found[0])
        vl_json_kstr(w, "found", f->found);
    vl_json_kstr(w, "text", e ? e->what : fault_kinds[f->kind].text);
    vl_json_end(w);
}

static void json_end(struct vl_scenario_report *rep, const char *id, bool passed, int checks)
{
    struct vl_json *w = ((struct vl_scenario_json *)rep)->w;

    (void)id;
    vl_json_end(w);
    vl_json_kbool(w, "passed", passed);
    vl_json_kint(w, "checks", checks);
    vl_json_end(w);
}

void vl_scenario_json_init(struct vl_scenario_json *rep, struct vl_json *w)
{
    memset(rep, 0, sizeof *rep);
    rep->base.begin = json_begin;
    rep->base.fault = json_fault;
    rep->base.end = json_end;
    rep->w = w;
}
