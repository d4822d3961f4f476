/* serve.h - what `veillee serve` and plain `veillee` share: where things are
 * kept, and how a server that cannot start says so. */
#ifndef VL_CLI_SERVE_H
#define VL_CLI_SERVE_H

#include "cli/cli.h"
#include "server/app.h"

#ifndef VEILLEE_VERSION
#define VEILLEE_VERSION "0.1.0"
#endif

enum { SERVE_PATH_MAX = 1024 };

/* The store of this user, $XDG_DATA_HOME/veillee/server.db, and the log,
 * $XDG_STATE_HOME/veillee/server.log, their folders made. False: reported. */
bool serve_store(struct cli *cli, char out[SERVE_PATH_MAX]);
bool serve_log(struct cli *cli, char out[SERVE_PATH_MAX]);

/* Report why server_open() or app_open() failed; CLI_BAD. */
int serve_fail_listen(struct cli *cli, const struct vl_error *err);
int serve_fail_store(struct cli *cli, const char *store, const struct vl_error *err);

#endif
