/* op_digest.c - many random games in short: the same on every machine.
 *
 * Game i is played with the generator seeded by from + i, which draws chance and
 * picks a legal move for whoever decides. Its digest mixes the hash of the state
 * after every move. So two builds that agree on a digest agree on the list of
 * legal moves, the odds, the rules and the bytes of the state all along. */
#include "door/door.h"

#include "base/hash.h"
#include "pack/pack.h"
#include "registry.h"

struct game_digest {
    uint64_t hash;
    int moves;
};

static struct game_digest play_one(const struct vl_rules *r, uint64_t seed)
{
    static struct vl_move list[VL_MOVES_MAX];
    struct vl_rng rng = vl_rng_seed(seed);
    struct game_digest out = { 0, 0 };
    union vl_any_state s;

    memset(&s, 0, sizeof s);
    vl_start(r, &s.base, NULL);
    out.hash = vl_state_hash(r, &s.base);
    while (s.base.actor != VL_OVER && (uint32_t)out.moves < vl_moves_cap(r->game)) {
        struct vl_move move;

        if (s.base.actor == VL_CHANCE)
            move = vl_sample(r, &s.base, &rng);
        else
            move = list[vl_rng_below(&rng, (uint32_t)vl_legal(r, &s.base, list))];
        vl_apply_legal(r, &s.base, move, NULL);
        out.hash = vl_hash_mix(out.hash, vl_state_hash(r, &s.base));
        out.moves++;
    }
    return out;
}

static int read_rules(struct door *d, struct vl_rules *r, struct vl_pack *pack)
{
    char id[64];
    int st = VL_OK;

    door_text(d, F_GAME, id, sizeof id);
    const struct vl_game *game = vl_game_find(id);
    memset(pack, 0, sizeof *pack);
    if (!game || vl_pack_usual(pack, game) != VL_OK)
        return door_fail(d, VL_UNKNOWN, "game", "there is no such game");
    vl_rules_init(r, game, pack->block, &pack->info);
    if (d->node[F_OPTIONS])
        st = vl_options_read(r, &d->doc, d->node[F_OPTIONS], &d->err);
    return st == VL_OK ? vl_rules_prepare(r, &d->err) : st;
}

/* {"moves": all of them, "games": ["0123456789abcdef:57", ...]} */
int op_digest(struct door *d)
{
    struct vl_pack pack;
    struct vl_rules r;
    int64_t moves = 0;
    char text[40];

    int st = read_rules(d, &r, &pack);
    if (st != VL_OK)
        return st;
    vl_json_obj(&d->w);
    vl_json_key(&d->w, "games");
    vl_json_arr(&d->w);
    for (int64_t i = 0; i < d->num[F_GAMES]; i++) {
        struct game_digest g = play_one(&r, (uint64_t)(d->num[F_FROM] + i));
        struct vl_buf b = vl_buf_on(text, sizeof text);

        moves += g.moves;
        vl_put_hex64(&b, g.hash);
        vl_put_char(&b, ':');
        vl_put_int(&b, g.moves);
        vl_json_str(&d->w, text);
    }
    vl_json_end(&d->w);
    vl_json_kint(&d->w, "moves", moves);
    vl_json_end(&d->w);
    return VL_OK;
}
