#include "match_table.h"

#include "registry.h"

#include <stdio.h>
#include <stdlib.h>

void match_rules(struct vl_rules *r, const char *options)
{
    static struct vl_pack pack; /* built in: constant, shared by all tables */
    struct vl_error err = { 0 };

    CHECK_EQ(vl_pack_builtin(&pack, vl_game_find("runemasters")), VL_OK);
    vl_rules_init(r, pack.game, pack.block, &pack.info);
    if (!CHECK_EQ(vl_options_parse(r, options, &err), VL_OK) ||
        !CHECK_EQ(vl_rules_prepare(r, &err), VL_OK))
        printf("  %s: %s\n", err.where, err.what);
}

static struct vl_match *open_table(const struct vl_rules *r, const struct vl_state *start,
                                   int64_t seed)
{
    uint8_t bytes[VL_SEED_SIZE];
    struct vl_match_setup setup = { .rules = r, .start = start, .date = "2026-11-15" };
    struct vl_match *m = NULL;

    vl_seed_number(bytes, (uint64_t)seed);
    setup.seed = seed == BY_HAND ? NULL : bytes;
    CHECK_EQ(vl_match_open(&m, &setup, NULL), VL_OK);
    return m;
}

struct vl_match *match_table(const char *options, int64_t seed)
{
    struct vl_rules r;

    match_rules(&r, options);
    return open_table(&r, NULL, seed);
}

struct vl_match *match_table_at(const char *position, int64_t seed)
{
    struct vl_json_node nodes[512];
    struct vl_json_doc doc;
    struct vl_rules r;
    struct vl_error err = { 0 };
    union vl_any_state s = { 0 }, scratch = { 0 };

    match_rules(&r, "");
    if (!CHECK_EQ(vl_json_parse(&doc, position, strlen(position), nodes, 512, &err), VL_OK) ||
        !CHECK_EQ(vl_position_rules(&r, &doc, 0, &err), VL_OK) ||
        !CHECK_EQ(vl_position_read(&r, &s.base, &scratch.base, &doc, 0, &err), VL_OK))
        printf("  %s: %s\n", err.where, err.what);
    vl_settle(&r, &s.base, NULL);
    return open_table(&r, &s.base, seed);
}

bool match_say(struct vl_match *m, const char *notation)
{
    struct vl_move move;
    struct vl_error err = { 0 };

    if (!CHECK_EQ(vl_move_parse(&m->rules, notation, strlen(notation), &move), 0))
        return false;
    int st = m->state->actor == VL_CHANCE ? vl_match_enter(m, move, &err)
                                          : vl_match_play(m, move, vl_match_to_move(m), &err);
    if (!CHECK_EQ(st, VL_OK))
        printf("  %s: %s (rule %d)\n", notation, err.what, err.rule);
    return st == VL_OK;
}

bool match_random_entry(struct vl_match *m, struct vl_rng *rng)
{
    struct vl_move list[VL_MOVES_MAX];
    int by = vl_match_to_move(m);

    if (by == VL_OVER)
        return false;
    if (by == VL_CHANCE && m->seed_kind == VL_SEED_KNOWN)
        return CHECK_EQ(vl_match_draw(m, NULL), VL_OK);
    if (by == VL_CHANCE)
        return CHECK_EQ(vl_match_enter(m, vl_sample(&m->rules, m->state, rng), NULL), VL_OK);
    uint32_t n = (uint32_t)vl_legal(&m->rules, m->state, list);
    return CHECK_EQ(vl_match_play(m, list[vl_rng_below(rng, n)], by, NULL), VL_OK);
}

static void disturb(struct vl_match *m, struct vl_rng *rng)
{
    uint32_t line[4096];
    uint32_t len = vl_match_line(m, m->len, line, 4096);

    switch (vl_rng_below(rng, 3)) {
    case 0:
        if (len > 0)
            CHECK_EQ(
                vl_match_undo(m, line[len - 1 - vl_rng_below(rng, len < 9 ? len : 9)], ~0u, NULL),
                VL_OK);
        break;
    case 1: {
        struct vl_move next;
        if (vl_match_redo_next(m, &next))
            CHECK_EQ(vl_match_redo(m, vl_match_to_move(m), NULL), VL_OK);
        break;
    }
    default: CHECK_EQ(vl_match_comment(m, "quelle soirée", NULL), VL_OK);
    }
}

void match_random_game(struct vl_match *m, struct vl_rng *rng, uint32_t undo)
{
    do {
        if (undo > 0 && m->len < 4000 && vl_rng_below(rng, 100) < undo)
            disturb(m, rng);
    } while (match_random_entry(m, rng));
}

char *match_text(const struct vl_match *m)
{
    char *text = NULL;
    size_t len;

    CHECK_EQ(vl_record_write(m, true, &text, &len, NULL), VL_OK);
    return text;
}

bool match_equal(const struct vl_match *a, const struct vl_match *b)
{
    char *x = match_text(a), *y = match_text(b);
    bool same = x && y && strcmp(x, y) == 0 && a->redo_len == b->redo_len &&
                memcmp(a->state, b->state, a->rules.game->state_size) == 0;

    free(x);
    free(y);
    return same;
}

uint64_t match_hash_at(const struct vl_match *m, uint32_t revision)
{
    union vl_any_state s = { 0 };

    vl_match_state_at(m, revision, &s.base);
    return vl_state_hash(&m->rules, &s.base);
}
