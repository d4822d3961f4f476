/* store.h - games of this user kept on disk, so that a closed terminal loses
 * nothing.
 *
 * A running game is a journal: a record without its `end` line, to which each
 * entry is appended and synced before it is shown. At the end of the game the
 * journal is replaced by the whole record. A file is <folder>/<id>.veillee.
 *
 * Only one process writes a game: the journal is locked (flock) while open.
 *
 *     struct vl_store store;
 *     struct vl_journal j = VL_JOURNAL_NONE;
 *     if (vl_store_open(&store, NULL, &err)) warn(&err);          // play on
 *     else if (vl_journal_begin(&j, &store, m, &err)) warn(&err); // play on
 *     ... after each entry: if (vl_journal_sync(&j, m, &err)) warn(&err);
 *     vl_journal_close(&j, m, &err);
 *
 * Every journal function does nothing, successfully, on a journal that is not
 * open: a game without a store plays on with the same code.
 */
#ifndef VL_MATCH_STORE_H
#define VL_MATCH_STORE_H

#include "match/record.h"

enum { VL_PATH_MAX = 1024, VL_GAME_ID_MAX = 80 };

struct vl_store {
    char folder[VL_PATH_MAX];
};

struct vl_journal {
    int fd;           /* -1: not open */
    uint32_t written; /* entries on disk */
    int64_t size;     /* bytes of whole lines on disk */
    char id[VL_GAME_ID_MAX];
    char path[VL_PATH_MAX];
};

#define VL_JOURNAL_NONE                                                                            \
    {                                                                                              \
        -1, 0, 0, "", ""                                                                           \
    }

/* The folder of games, made if need be: `folder`, or if NULL
 * $XDG_DATA_HOME/veillee/games, or ~/.local/share/veillee/games. VL_IO with the
 * path and the reason if it cannot be used. */
int vl_store_open(struct vl_store *st, const char *folder, struct vl_error *err);

/* A saved game that is not over. */
struct vl_saved {
    char id[VL_GAME_ID_MAX];
    int64_t changed; /* seconds since 1970 */
    bool is_open;    /* another process is playing it */
};

/* Unfinished games of `game_id` (NULL: of any game), newest first: how many
 * stand in out[0..cap). Files that are no records are passed over. */
int vl_store_list(const struct vl_store *st, const char *game_id, struct vl_saved *out, int cap);

/* Begins the journal of a match under a new id. */
int vl_journal_begin(struct vl_journal *j, const struct vl_store *st, const struct vl_match *m,
                     struct vl_error *err);
/* Takes a saved game up again: reads what is whole, drops a torn end (how->fault
 * says what), and goes on appending. VL_INVALID if another process has it. The
 * caller owns *out. `how` may be NULL. */
int vl_journal_resume(struct vl_journal *j, const struct vl_store *st, const char *id,
                      struct vl_match **out, struct vl_record_opts *how, struct vl_error *err);
/* Appends the entries that are not on disk yet and waits until they are. On
 * failure the journal keeps its whole lines, and the next call tries again. */
int vl_journal_sync(struct vl_journal *j, const struct vl_match *m, struct vl_error *err);
/* Syncs, replaces the journal by the whole record if the game is over, and
 * lets go of it. */
int vl_journal_close(struct vl_journal *j, const struct vl_match *m, struct vl_error *err);
/* Removes the game from the disk and lets go of it. */
int vl_journal_discard(struct vl_journal *j, struct vl_error *err);

#endif
