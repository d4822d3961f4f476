/* campaign_file.c - campaigns on the disk, and the games of the store that belong to them. */
#define _POSIX_C_SOURCE 200809L

#include "match/campaign.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

int vl_campaign_load(struct vl_campaign *c, const struct vl_game *g, const char *path,
                     struct vl_error *err)
{
    char *text = NULL;
    size_t len = 0;
    int st;

    if (!vl_file_exists(path)) {
        vl_campaign_init(c, g);
        return VL_OK;
    }
    st = vl_file_read(path, VL_CAMPAIGN_SIZE_MAX, &text, &len, err);
    if (st == VL_OK)
        st = vl_campaign_read(c, g, text, len, err);
    free(text);
    return st;
}

int vl_campaign_save(const struct vl_campaign *c, const char *path, struct vl_error *err)
{
    char *memory = malloc(VL_CAMPAIGN_SIZE_MAX);
    struct vl_json w;
    int st;

    if (!memory)
        return vl_error_set(err, VL_MEMORY, path, "out of memory");
    w = vl_json_on(memory, VL_CAMPAIGN_SIZE_MAX - 1);
    w.indent = true;
    vl_campaign_write(c, &w);
    VL_VERIFY(!w.out.full); /* 500 games and 16 names */
    memory[w.out.len] = '\n';
    st = vl_file_write(path, memory, w.out.len + 1, VL_FILE_REPLACE, err);
    free(memory);
    return st;
}

int vl_campaign_path(const struct vl_game *g, char path[VL_PATH_MAX], struct vl_error *err)
{
    static const char games[] = "/games";
    struct vl_store st;
    int code = vl_store_open(&st, NULL, err);
    size_t len = strlen(st.folder);

    if (code != VL_OK)
        return code;
    struct vl_buf b = vl_buf_on(path, VL_PATH_MAX);
    vl_put_n(&b, st.folder, len - (sizeof games - 1)); /* beside the games */
    vl_put(&b, "/campaigns");
    if (mkdir(path, 0700) != 0 && errno != EEXIST)
        return vl_error_set(err, VL_IO, path, strerror(errno));
    vl_put(&b, "/");
    vl_put(&b, g->id);
    vl_put(&b, ".json");
    return b.full ? vl_error_set(err, VL_TOO_LARGE, "HOME", "the path is too long") : VL_OK;
}

/* ---- games of the store ---- */

int vl_campaign_catch_up(struct vl_campaign *c, const struct vl_store *st, bool *changed)
{
    int counted = 0;

    *changed = false;
    for (int i = c->playing_len; i-- > 0;) {
        char path[2 * VL_PATH_MAX], id[VL_GAME_ID_MAX];
        struct vl_record_opts how = { .recover = true };
        struct vl_match *m = NULL;
        memcpy(id, c->playing[i], sizeof id);
        snprintf(path, sizeof path, "%s/%s.veillee", st->folder, id);
        if (!vl_file_exists(path)) {
            vl_campaign_end(c, id);
            *changed = true;
        } else if (vl_record_load(&m, path, &how, NULL) == VL_OK && m->state->actor == VL_OVER) {
            counted += vl_campaign_add(c, m, NULL) == VL_OK;
            vl_campaign_end(c, id);
            *changed = true;
        }
        vl_match_close(m);
    }
    return counted;
}
