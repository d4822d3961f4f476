/* nofiles.c - in the browser there are no files.
 *
 * Scenarios may name a content pack by its path, and some readers have a variant
 * that takes a path. Here they fail as they would if the file were not there. */
#include "match/record.h"
#include "pack/pack.h"

static int no_file(const char *path, struct vl_error *err)
{
    return vl_error_set(err, VL_IO, path, "there are no files here");
}

int vl_file_read(const char *path, size_t max, char **text, size_t *len, struct vl_error *err)
{
    (void)max;
    (void)text;
    (void)len;
    return no_file(path, err);
}

int vl_pack_load(struct vl_pack *out, const struct vl_game *game, const char *path,
                 struct vl_error *err)
{
    (void)out;
    (void)game;
    return no_file(path, err);
}

void vl_pack_free(struct vl_pack *pack)
{
    memset(pack, 0, sizeof *pack); /* built-in packs own nothing */
}
