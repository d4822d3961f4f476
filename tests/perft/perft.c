/* perft.c - counts the move sequences from fixed positions.
 *
 *     perft FILE...          compares with the counts in the files
 *     perft --print FILE     prints the counts instead
 *
 * A file is {"game": ID, "positions": [{"id", "position", "counts": [n1, n2,
 * ...]}]}: n_d is the number of sequences of d moves, listed moves and listed
 * outcomes of chance alike; a game that is over ends its sequence. With "moves":
 * [...] they are played first, to count from the middle of an ability. */
#include "core/engine.h"
#include "match/record.h"
#include "pack/pack.h"
#include "registry.h"

#include <stdio.h>
#include <stdlib.h>

enum { NODES_MAX = 1 << 16, DEPTH_MAX = 6 };

static uint64_t perft(const struct vl_rules *r, const struct vl_state *s, int depth)
{
    struct vl_move list[VL_MOVES_MAX];
    int n = vl_legal(r, s, list);
    uint64_t sum = 0;

    if (depth == 1)
        return (uint64_t)n;
    for (int i = 0; i < n; i++) {
        union vl_any_state next;
        memcpy(&next, s, r->game->state_size);
        vl_apply_legal(r, &next.base, list[i], NULL);
        sum += perft(r, &next.base, depth - 1);
    }
    return sum;
}

/* The moves that lead from the position to the one counted from. */
static bool play_moves(const struct vl_rules *r, struct vl_state *s, const struct vl_json_doc *doc,
                       uint32_t list)
{
    for (uint32_t c = list ? vl_json_first(doc, list) : 0; c; c = vl_json_sibling(doc, c)) {
        struct vl_move m;
        char text[120] = "";
        if (!vl_json_text(doc, c, text, sizeof text) || vl_move_parse(r, text, strlen(text), &m) ||
            vl_apply(r, s, m, s->actor, NULL)) {
            printf("FAIL %s: refused on the way\n", text);
            return false;
        }
    }
    return true;
}

static bool check_one(const struct vl_game *g, const struct vl_json_doc *doc, uint32_t node,
                      bool print)
{
    union vl_any_state s, scratch;
    struct vl_rules r;
    struct vl_pack pack;
    struct vl_error err = { 0 };
    char id[120];
    bool good = true;
    uint32_t position = vl_json_get(doc, node, "position");

    if (!vl_json_text(doc, vl_json_get(doc, node, "id"), id, sizeof id) ||
        vl_pack_builtin(&pack, g))
        return false;
    vl_rules_init(&r, g, pack.block, &pack.info);
    if (vl_position_rules(&r, doc, position, &err) ||
        vl_position_read(&r, &s.base, &scratch.base, doc, position, &err)) {
        printf("FAIL %s: %s %s\n", id, err.where, err.what);
        return false;
    }
    vl_settle(&r, &s.base, NULL);
    if (!play_moves(&r, &s.base, doc, vl_json_get(doc, node, "moves")))
        return false;
    uint32_t counts = vl_json_get(doc, node, "counts");
    int depth = 1;
    if (print)
        printf("%s:", id);
    for (uint32_t c = vl_json_first(doc, counts); c && depth <= DEPTH_MAX;
         c = vl_json_sibling(doc, c), depth++) {
        int64_t want = -1;
        uint64_t got = perft(&r, &s.base, depth);
        vl_json_int_in(doc, c, 0, INT64_MAX, &want);
        if (print)
            printf(" %llu", (unsigned long long)got);
        else if ((int64_t)got != want) {
            printf("FAIL %s: depth %d gives %llu, not %lld\n", id, depth, (unsigned long long)got,
                   (long long)want);
            good = false;
        }
    }
    if (print)
        putchar('\n');
    return good && counts;
}

int main(int argc, char **argv)
{
    static struct vl_json_node nodes[NODES_MAX];
    int passed = 0, failed = 0;
    bool print = argc > 1 && vl_str_eq(argv[1], "--print");

    for (int i = print ? 2 : 1; i < argc; i++) {
        struct vl_json_doc doc;
        struct vl_error err = { 0 };
        char *text = NULL, game[40];
        size_t len = 0;
        if (vl_file_read(argv[i], 1 << 20, &text, &len, &err) ||
            vl_json_parse(&doc, text, len, nodes, NODES_MAX, &err) ||
            !vl_json_text(&doc, vl_json_get(&doc, 0, "game"), game, sizeof game) ||
            !vl_game_find(game)) {
            printf("FAIL %s: %s %s\n", argv[i], err.where, err.what);
            free(text);
            return 1;
        }
        uint32_t list = vl_json_get(&doc, 0, "positions");
        for (uint32_t c = vl_json_first(&doc, list); c; c = vl_json_sibling(&doc, c)) {
            bool good = check_one(vl_game_find(game), &doc, c, print);
            passed += good;
            failed += !good;
        }
        free(text);
    }
    if (!print)
        printf("%d passed, %d failed\n", passed, failed);
    return failed != 0;
}
