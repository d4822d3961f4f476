/* scenario_json.c - a report of scenarios as JSON. */
#include "match/scenario.h"

#include "text/rules.h"

static const struct {
    const char *word, *text;
    int status;
} fault_kinds[] = {
    /* ORDER vl_scenario_fault_kind */
    { "differs", "the position differs", VL_MISMATCH },
    { "no_event", "the move did not cause the event", VL_MISMATCH },
    { "moves", "the list of legal moves differs", VL_MISMATCH },
    { "refused", "the move is refused", VL_REFUSED },
    { "allowed", "the move should be refused", VL_MISMATCH },
    { "accepted", "options and position should be refused", VL_MISMATCH },
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
    struct vl_scenario_json *json = (struct vl_scenario_json *)rep;
    struct vl_json *w = json->w;
    const struct vl_error *e = f->error;
    char text[1024];
    struct vl_buf b = vl_buf_on(text, sizeof text);

    if (f->refusal && json->words)
        json->words(&b, f, json->user);
    else
        vl_put(&b, e ? e->what : fault_kinds[f->kind].text);
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
    if (f->refusal && !f->move.kind) /* where reading stopped */
        vl_json_kstr(w, "word", f->refusal->given);
    vl_json_kstr(w, "text", text);
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
