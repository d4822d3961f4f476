/* Positions with one value changed: whatever a game could write and somebody
 * then edited is refused, or it is sound and can be played to its end. */
#include "table.h"

#include <stdio.h>
#include <string.h>

enum { GAMES = 6, EVERY = 5, EDITS = 6 };

struct edit {
    char text[TABLE_TEXT]; /* a position with one value replaced */
    char value[64];        /* the new one, as it stands in JSON */
    uint32_t node;
};

/* The value of another node of the same type, a number nearby, the other boolean. */
static void pick_value(const struct table *t, struct vl_rng *rng, struct edit *e)
{
    const struct vl_json_doc *doc = &t->doc;
    const struct vl_json_node *n = &doc->nodes[e->node];
    uint32_t other = vl_rng_below(rng, doc->nodes_len);

    if (n->type == VL_JSON_TRUE || n->type == VL_JSON_FALSE) {
        strcpy(e->value, n->type == VL_JSON_TRUE ? "false" : "true");
    } else if (n->type == VL_JSON_NUMBER) {
        snprintf(e->value, sizeof e->value, "%u", vl_rng_below(rng, 8));
    } else {
        for (int i = 0; i < 200 && doc->nodes[other].type != VL_JSON_STRING; i++)
            other = vl_rng_below(rng, doc->nodes_len);
        n = &doc->nodes[doc->nodes[other].type == VL_JSON_STRING ? other : e->node];
        snprintf(e->value, sizeof e->value, "\"%.*s\"", n->len < 60 ? (int)n->len : 1,
                 doc->text + n->start);
    }
}

static bool is_scalar(const struct vl_json_node *n)
{
    return n->type == VL_JSON_NUMBER || n->type == VL_JSON_STRING || n->type == VL_JSON_TRUE ||
           n->type == VL_JSON_FALSE;
}

static bool is_within(const struct vl_json_doc *doc, uint32_t node, uint32_t object)
{
    return object != 0 && node >= object && node < doc->nodes[object].next;
}

/* One scalar of the position, other than its options, becomes another. */
static bool make_edit(struct table *t, struct vl_rng *rng, struct edit *e)
{
    const char *text = table_state(t);
    const struct vl_json_doc *doc = &t->doc;
    uint32_t options = vl_json_get(doc, 0, "options"), extras = vl_json_get(doc, 0, "table");
    size_t quote;

    for (int tries = 0; tries < 200; tries++) {
        e->node = 1 + vl_rng_below(rng, doc->nodes_len - 1);
        const struct vl_json_node *n = &doc->nodes[e->node];

        if (!is_scalar(n) || is_within(doc, e->node, options) || is_within(doc, e->node, extras))
            continue;
        pick_value(t, rng, e);
        quote = n->type == VL_JSON_STRING;
        snprintf(e->text, sizeof e->text, "%.*s%s%s", (int)(n->start - quote), text, e->value,
                 text + n->start + n->len + quote);
        return true;
    }
    return false;
}

/* It loaded: then it is sound and stays so until it is over. */
static bool plays_on(struct table *t, struct vl_rng *rng)
{
    vl_settle(&t->r, &t->s.base, NULL);
    for (int i = 0; t->s.base.actor != VL_OVER; i++) {
        if ((uint32_t)i > t->game->decisions_max || vl_sound(&t->r, &t->s.base, NULL) != VL_OK)
            return false;
        vl_apply(&t->r, &t->s.base, table_any(t, rng), VL_ANYONE, NULL);
    }
    return true;
}

static void check_edits(struct table *t, struct table *again, const char *options, int seed)
{
    static struct edit e;
    struct vl_rng rng = vl_rng_seed((uint64_t)seed);
    int loaded = 0, refused = 0;

    for (int game = 0; game < test_times(GAMES, 60); game++) {
        table_open(t, options);
        for (int i = 0; t->s.base.actor != VL_OVER; i++) {
            for (int k = 0; i % EVERY == 0 && k < EDITS && make_edit(t, &rng, &e); k++) {
                if (table_bad_position(again, e.text)[0] != '\0') {
                    refused++;
                } else {
                    loaded++;
                    if (!CHECK(plays_on(again, &rng)))
                        printf("  %s\n", e.text);
                }
            }
            vl_apply(&t->r, &t->s.base, table_any(t, &rng), VL_ANYONE, NULL);
        }
    }
    CHECK(loaded > 20); /* both happen */
    CHECK(refused > 20);
}

TEST(rm_a_position_with_one_value_changed_is_refused_or_plays)
{
    static struct table t = TABLE(runemasters), again = TABLE(runemasters);

    RULE("RM-BAD-52");
    check_edits(&t, &again, "guardians=4", 1);
    check_edits(&t, &again, "guardians=2 difficulty=legend", 2);
    check_edits(&t, &again, "guardians=3 players=1", 3);
}

TEST(en_a_position_with_one_value_changed_is_refused_or_plays)
{
    static struct table t = TABLE(enchanters), again = TABLE(enchanters);

    RULE("EN-ERR-34");
    check_edits(&t, &again, "players=2", 4);
    check_edits(&t, &again, "players=4 kingdom_mode=random", 5);
    check_edits(&t, &again, "players=3 variant_quick=yes variant_deep_dragons=yes", 6);
}
