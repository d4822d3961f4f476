/* backup.h - copies of the live store: when told to, and by themselves.
 *
 * A copy is made as FILE.new, opened and checked as a whole on a thread of its own, and
 * only then takes the place of FILE, which becomes FILE.1, and that FILE.2 ... up to
 * `keep` of them. A copy that is not sound stays FILE.new, and the log says so.
 *
 *     struct backup *b = backup_open(loop, writer, log, "backup.db", 86400, 6);
 *     backup_now(b);                       // SIGUSR1
 *     backup_close(b, on_closed, ctx);     // before the writer stops
 */
#ifndef VL_SERVER_BACKUP_H
#define VL_SERVER_BACKUP_H

#include "server/net/log.h"
#include "server/store/writer.h"

struct backup;

/* every_s: a copy is due when FILE is as old as that; 0: only when told to. NULL: no
 * memory. */
struct backup *backup_open(uv_loop_t *loop, struct writer *w, struct log *log, const char *file,
                           int64_t every_s, int64_t keep);
void backup_now(struct backup *b);
/* Nothing begins any more; what is under way ends first. b may be NULL. */
void backup_close(struct backup *b, void (*closed)(void *ctx), void *ctx);

#endif
