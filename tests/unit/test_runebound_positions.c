/* Runebound: positions that cannot be are refused and name what is wrong; whatever is accepted can
 * be played. */
#include "table.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- what is altered at random ---- */

static bool is_value(const struct vl_json_node *n)
{
    return n->type == VL_JSON_STRING || n->type == VL_JSON_NUMBER || n->type == VL_JSON_TRUE ||
           n->type == VL_JSON_FALSE;
}

/* Another value at a random place: a number, or a word that stands elsewhere. */
static void alter(struct table *t, char *text, size_t size, struct vl_rng *rng)
{
    static char out[TABLE_TEXT];
    struct vl_json_doc doc;
    uint32_t at, other;
    int from, to;

    VL_VERIFY(vl_json_parse(&doc, text, strlen(text), t->nodes, TABLE_NODES, NULL) == VL_OK);
    do {
        uint32_t member = vl_json_first(&doc, 0);
        for (uint32_t n = vl_rng_below(rng, t->nodes[0].count); n > 0; n--)
            member = t->nodes[member].next;
        at = member + vl_rng_below(rng, t->nodes[member].next - member);
    } while (!is_value(&t->nodes[at]));
    do
        other = 1 + vl_rng_below(rng, doc.nodes_len - 1);
    while (t->nodes[other].type != t->nodes[at].type);
    const struct vl_json_node *a = &t->nodes[at], *o = &t->nodes[other];
    char number[12];
    snprintf(number, sizeof number, "%u",
             vl_rng_below(rng, 2) ? vl_rng_below(rng, 8) : vl_rng_below(rng, 256));
    bool counts = a->type == VL_JSON_NUMBER && vl_rng_below(rng, 2);
    from = (int)a->start;
    to = (int)(a->start + a->len);
    snprintf(out, sizeof out, "%.*s%.*s%s", from, text, counts ? (int)strlen(number) : (int)o->len,
             counts ? number : text + o->start, text + to);
    VL_VERIFY(strlen(out) < size);
    strcpy(text, out);
}

static void play_on(struct table *t, int moves, struct vl_rng *rng)
{
    struct vl_error err;

    for (; moves > 0 && t->s.base.actor != VL_OVER; moves--) {
        vl_apply_legal(&t->r, &t->s.base, table_any(t, rng), NULL);
        if (!CHECK_EQ(vl_sound(&t->r, &t->s.base, &err), VL_OK)) {
            printf("  %s: %s\n", err.where, err.what);
            return;
        }
    }
}

TEST(rb_what_is_accepted_can_be_played)
{
    RULE("RB-ERR-44");
    RULE("RB-STA-13");
    static struct table t = TABLE(runebound), game = TABLE(runebound);
    static char text[TABLE_TEXT];
    struct vl_rng rng = vl_rng_seed(44);
    int accepted = 0, tries = 0;

    while (tries < 1500) {
        table_open(&game, "players=3 round_limit=12");
        while (game.s.base.actor != VL_OVER) {
            vl_apply_legal(&game.r, &game.s.base, table_any(&game, &rng), NULL);
            if (vl_rng_below(&rng, 12) != 0)
                continue;
            strcpy(text, table_state(&game));
            for (int n = 1 + (int)vl_rng_below(&rng, 3); n > 0; n--)
                alter(&t, text, sizeof text, &rng);
            tries++;
            if (table_bad_position(&t, text)[0] != '\0')
                continue;
            accepted++;
            vl_settle(&t.r, &t.s.base, NULL);
            play_on(&t, 40, &rng);
        }
    }
    CHECK(accepted > tries / 20);
}
