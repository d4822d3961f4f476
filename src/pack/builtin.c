#include "pack/builtin.h"

#include "pack/pack.h"

static void use(struct vl_pack *out, const struct vl_game *game, const struct vl_builtin *b)
{
    memset(out, 0, sizeof *out);
    out->game = game;
    out->info = b->info;
    out->block = b->block;
    out->size = b->size;
    out->json = b->json;
    out->json_len = b->json_len;
}

bool vl_pack_builtin_at(struct vl_pack *out, const struct vl_game *game, int index)
{
    for (int i = 0; vl_builtins[i]; i++)
        if (vl_str_eq(vl_builtins[i]->game, game->id) && index-- == 0) {
            use(out, game, vl_builtins[i]);
            return true;
        }
    return false;
}

int vl_pack_builtin(struct vl_pack *out, const struct vl_game *game)
{
    return vl_pack_builtin_at(out, game, 0) ? VL_OK : VL_MISSING;
}

int vl_pack_usual(struct vl_pack *out, const struct vl_game *game)
{
    if (game->pack != NULL)
        return vl_pack_builtin(out, game);
    memset(out, 0, sizeof *out);
    out->game = game;
    return VL_OK;
}

int vl_pack_released(struct vl_pack *out, const struct vl_game *game, const char *id,
                     const char *version)
{
    struct vl_pack pack;

    for (int i = 0; vl_pack_builtin_at(&pack, game, i); i++)
        if (vl_str_eq(pack.info.id, id) && vl_str_eq(pack.info.version, version)) {
            *out = pack;
            return VL_OK;
        }
    return VL_UNKNOWN;
}

int vl_pack_of_record(struct vl_pack *out, const struct vl_game *game,
                      const struct vl_pack_info *want, struct vl_error *err)
{
    struct vl_pack pack;
    char where[64], what[160];
    struct vl_buf b = vl_buf_on(where, sizeof where);
    int status = want->id[0] == '\0' && game->pack == NULL
                     ? vl_pack_usual(&pack, game)
                     : vl_pack_released(&pack, game, want->id, want->version);

    if (status == VL_OK && pack.info.hash == want->hash) {
        *out = pack;
        return VL_OK;
    }
    vl_put(&b, "content ");
    vl_put(&b, want->id);
    vl_put_char(&b, ' ');
    vl_put(&b, want->version);
    b = vl_buf_on(what, sizeof what);
    if (status != VL_OK) {
        vl_put(&b, "the program has no such pack");
        return vl_error_set(err, VL_UNKNOWN, where, what);
    }
    vl_put(&b, "the pack of this version in the program has hash ");
    vl_put_hex64(&b, pack.info.hash);
    vl_put(&b, ", not ");
    vl_put_hex64(&b, want->hash);
    return vl_error_set(err, VL_MISMATCH, where, what);
}
