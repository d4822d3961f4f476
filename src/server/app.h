/* app.h - the application of `veillee serve`: store, store thread, bot threads
 * and rooms, put together.
 *
 *     struct app *app;
 *     server_open(&s, &config, &err);
 *     app_open(&app, s, &app_config, &err);
 *     server_run(s, app_calls(app));
 *     app_close(app);
 *     server_close(s);
 */
#ifndef VL_SERVER_APP_H
#define VL_SERVER_APP_H

#include "server/net/server.h"

struct app;
struct rooms_setup;

struct app_config {
    const char *store;   /* "sqlite:PATH" */
    const char *backup;  /* SIGUSR1 copies the live store to this file; NULL: nothing */
    const char *house;   /* file with the rules of the house (house.h); NULL: none */
    const char *version; /* of the program */
    int workers;         /* threads for bots; 0: as many as the machine has cores, less one */
    const struct rooms_setup *rooms; /* tests: games and rules of their own; NULL: the program's */
};

/* Opens the store and starts the threads. On failure nothing is left open but
 * handles that are being closed: server_close() is due in either case. */
int app_open(struct app **out, struct server *s, const struct app_config *config,
             struct vl_error *err);
const struct server_app *app_calls(const struct app *app);
/* After server_run(). The store thread writes what it has taken; it ends, and
 * the application with it, while server_close() runs the loop. NULL: nothing. */
void app_close(struct app *app);

#endif
