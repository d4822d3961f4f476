/* disk.h - the disk of the simulated server: SQLite's files in memory, with what a
 * real disk does to them: writes that are not synced may be there after a power cut,
 * or not, or in part, in whatever order; it may be full, or fail.
 *
 *     disk_begin(folder);                    // SQLite's file layer, from now on
 *     disk_cut_after(17, DISK_POWER);        // the 17th write from now is the last
 *     if (disk_is_cut()) disk_restart();     // what survived is what there is
 */
#ifndef VL_TESTS_SIM_DISK_H
#define VL_TESTS_SIM_DISK_H

#include <stdbool.h>
#include <stdint.h>

enum disk_end {
    DISK_KILLED, /* the process alone: every write has reached the kernel */
    DISK_POWER   /* what was not synced is left to chance */
};

/* folder: for the files that the store makes beside SQLite (lock, reserve). */
void disk_begin(const char *folder);
void disk_end(void);
const char *disk_path(void);   /* of the store */
const char *disk_backup(void); /* where backups go */
/* One was finished since this was asked last. */
bool disk_take_backup(void);

/* After so many writes, truncations, syncs and removals the process dies (loop_kill). */
void disk_cut_after(long n, enum disk_end how);
/* Now. */
void disk_cut(enum disk_end how);
/* Forgets what the ghost wrote since. */
void disk_restart(void);
/* The store as another file, to be looked at by another connection. */
const char *disk_copy(void);

/* Room for so many bytes, 0: no bound. */
void disk_set_room(int64_t bytes);
int64_t disk_used(void);
/* Once in n calls of this kind fails; 0: never. */
void disk_set_faults(uint32_t write_in, uint32_t sync_in, uint32_t read_in);
bool disk_is_failing(void);
/* Once in n syncs nothing is synced: laws must be broken. */
void disk_set_lying(uint32_t in);
/* How long a sync takes, at most. */
void disk_set_slow(uint64_t us);

int64_t disk_log_bytes(void);
/* How long there has been a commit in the log that is not in the database, us. */
uint64_t disk_log_age(void);

#endif
