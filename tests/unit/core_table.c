#include "core_table.h"

#include "test.h"

#include "../games/hands.h"
#include "../games/toy.h"
#include "games/null/null.h"

#include <stdio.h>
#include <string.h>

enum { NODES = 512, TEXT = 8192 };

struct vl_rules core_rules(const struct vl_game *g, const char *options)
{
    struct vl_rules r;

    vl_rules_init(&r, g, g->families == toy_game.families ? &toy_content : NULL, NULL);
    CHECK_EQ(vl_options_parse(&r, options, NULL), VL_OK);
    CHECK_EQ(vl_rules_prepare(&r, NULL), VL_OK);
    return r;
}

vl_rule core_parse(const struct vl_rules *r, const char *text, struct vl_move *m)
{
    memset(m, 0xAA, sizeof *m);
    return vl_move_parse(r, text, strlen(text), m);
}

vl_rule core_play(const struct vl_rules *r, struct vl_state *s, const char *text, vl_actor by)
{
    struct vl_move m;
    vl_rule no = core_parse(r, text, &m);

    return no ? no : vl_apply(r, s, m, by, NULL);
}

const char *core_read(const struct vl_rules *r, struct vl_state *s, const char *json)
{
    static char out[300];
    union vl_any_state scratch;
    static struct vl_json_node nodes[NODES];
    struct vl_json_doc doc;
    struct vl_error err;

    memset(&err, 0, sizeof err);
    if (!CHECK_EQ(vl_json_parse(&doc, json, strlen(json), nodes, NODES, &err), VL_OK))
        return "no JSON";
    if (vl_position_read(r, s, &scratch.base, &doc, 0, &err) == VL_OK)
        return "";
    snprintf(out, sizeof out, "%s %d %s", vl_status_word(err.status), err.rule, err.where);
    return out;
}

const char *core_written(const struct vl_rules *r, const struct vl_state *s, vl_actor viewer,
                         bool full)
{
    static char out[TEXT];
    struct vl_json w = vl_json_on(out, sizeof out);

    vl_position_write(r, s, viewer, full, &w);
    CHECK(!w.out.full);
    return out;
}

static void record(struct vl_sink *sink, const struct vl_event *ev)
{
    struct recorder *rec = (struct recorder *)(void *)sink;

    if (rec->len < VL_LEN(rec->ev))
        rec->ev[rec->len] = *ev;
    rec->len++;
}

struct vl_sink *core_recording(struct recorder *rec)
{
    memset(rec, 0, sizeof *rec);
    rec->sink.take = record;
    return &rec->sink;
}
