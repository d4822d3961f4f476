/* echo.h - an application for tests of the network layer: it says everything back.
 *
 * Messages that begin with "!" are orders:
 *     !close CODE WHY   closes the connection
 *     !send N SIZE      sends N messages of SIZE bytes
 *     !all TEXT         sends one blob to every connection
 *     !fault            from now on /healthz says "read-only"
 *     !busy             a stop waits until it has waited long enough
 *     !stop             stops the server
 */
#ifndef VL_TESTS_SERVER_ECHO_H
#define VL_TESTS_SERVER_ECHO_H

#include "server/net/server.h"

struct echo {
    struct server *server;
    struct conn *first; /* linked through conn_user() */
    int open_len;
    int closed_len;
    bool is_faulty, is_busy;
};

struct server_app echo_app(struct echo *e, struct server *s);

#endif
