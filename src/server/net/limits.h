/* limits.h - every limit of the server: its name, default, range and unit.
 *
 * One list, several readings: the struct, the defaults, `--limit name=value`,
 * the help, docs/deploy.md and the tests. A limit is added by a line here and
 * its help in the catalogue. All values are whole numbers; those whose least
 * value is 0 are switched off by 0. Names end in their unit: _ms, _us, _bytes,
 * _rate (per second); the others are counts.
 *
 *     struct server_limits l = server_limits_default();
 *     if (server_limits_set(&l, "connections=5000", &err)) ...
 */
#ifndef VL_SERVER_LIMITS_H
#define VL_SERVER_LIMITS_H

#include "base/status.h"

#include <stdint.h>

/* Named constants that nobody needs to set. */
enum {
    LIMIT_LISTEN_BACKLOG = 4096,   /* connects waiting to be accepted, per socket */
    LIMIT_READ_BYTES = 16 << 10,   /* one read from a socket; one buffer for all of them */
    LIMIT_WRITE_BUFS = 64,         /* queued messages handed to the kernel in one call */
    LIMIT_WRITE_BYTES = 32 << 10,  /* a long file goes out in pieces of this size */
    LIMIT_TICK_MS = 50,            /* how often timeouts are looked at */
    LIMIT_KERNEL_SEND = 128 << 10, /* asked of the kernel for each connection */
    LIMIT_REFUSED_OPEN = 256,      /* refused connects that are still being told why */
    LIMIT_REFUSED_MS = 1000,       /* for how long, each */
    LIMIT_REQUEST_LINE = 2048,     /* bytes of the first line of a request */
    LIMIT_HEADERS = 64,            /* header lines of a request */
    LIMIT_REQUESTS = 100,          /* of one connection, then it is closed */
    LIMIT_ADDRESSES = 16384,       /* addresses whose connects are counted; a power of two */
    LIMIT_CLOSE_REASON = 123,      /* bytes of the reason in a close frame (RFC 6455) */
    LIMIT_DESCRIPTORS_SPARE = 64   /* kept for the store, the log, the loop itself */
};

/* clang-format off */
/*    name                 default  least      most  catalogue id of its help */
#define SERVER_LIMITS_MAP(X)                                                               \
    X(connections,           19500,     1,  1000000, TXT("limit.connections"))             \
    X(address_connections,     500,     0,  1000000, TXT("limit.address_connections"))     \
    X(address_rate,            200,     0,  1000000, TXT("limit.address_rate"))            \
    X(address_burst,          2000,     1,  1000000, TXT("limit.address_burst"))           \
    X(address_tables,          200,     1,  1000000, TXT("limit.address_tables"))          \
    X(address_table_ms,       5000,     0,  3600000, TXT("limit.address_table_ms"))        \
    X(address_claims,           60,     1,  1000000, TXT("limit.address_claims"))          \
    X(address_claim_ms,       5000,     0,  3600000, TXT("limit.address_claim_ms"))        \
    X(address_joins,          2000,     1,  1000000, TXT("limit.address_joins"))           \
    X(address_join_ms,          50,     0,  3600000, TXT("limit.address_join_ms"))         \
    X(address_lines,         20000,     1,  1000000, TXT("limit.address_lines"))           \
    X(address_line_ms,          20,     0,  3600000, TXT("limit.address_line_ms"))         \
    X(hello_ms,              10000,     0,  3600000, TXT("limit.hello_ms"))                \
    X(handshake_ms,           8000,   100,   600000, TXT("limit.handshake_ms"))            \
    X(header_bytes,           8192,  1024,    65536, TXT("limit.header_bytes"))            \
    X(frame_bytes,            4096,   125,  1048576, TXT("limit.frame_bytes"))             \
    X(message_bytes,         16384,   125,  1048576, TXT("limit.message_bytes"))           \
    X(fragments,              1000,     1,  1000000, TXT("limit.fragments"))               \
    X(queue_bytes,          262144, 16384, 67108864, TXT("limit.queue_bytes"))             \
    X(queues_bytes,      134217728, 65536, 1LL << 40, TXT("limit.queues_bytes"))           \
    X(message_rate,            100,     0,  1000000, TXT("limit.message_rate"))            \
    X(message_burst,           400,     1,  1000000, TXT("limit.message_burst"))           \
    X(ping_ms,               30000,   100,  3600000, TXT("limit.ping_ms"))                 \
    X(idle_ms,               75000,   200,  3600000, TXT("limit.idle_ms"))                 \
    X(close_ms,               2000,   100,    60000, TXT("limit.close_ms"))                \
    X(stop_ms,                2000,   100,   600000, TXT("limit.stop_ms"))                 \
    X(store_wait_ms,             0,     0,   600000, TXT("limit.store_wait_ms"))           \
    X(store_group_entries,      64,     1,   100000, TXT("limit.store_group_entries"))     \
    X(store_group_us,         2000,     1,  1000000, TXT("limit.store_group_us"))          \
    X(store_queue,            8192,    16,  1000000, TXT("limit.store_queue"))             \
    X(store_queue_bytes,  16777216, 1048576, 1LL << 32, TXT("limit.store_queue_bytes"))    \
    X(store_read_bytes,    1048576,  8192, 67108864, TXT("limit.store_read_bytes"))        \
    X(store_probe_ms,         1000,    10,   600000, TXT("limit.store_probe_ms"))          \
    X(store_checkpoint_pages, 4096,   256,  1000000, TXT("limit.store_checkpoint_pages"))  \
    X(store_backup_pages,       64,     1,   100000, TXT("limit.store_backup_pages"))      \
    X(backup_s,              86400,     0, 1LL << 32, TXT("limit.backup_s"))               \
    X(backup_keep,               6,     0,     1000, TXT("limit.backup_keep"))             \
    X(store_check_bytes,  67108864,     1, 1LL << 50, TXT("limit.store_check_bytes"))      \
    X(rooms,                 20000,     1,  1000000, TXT("limit.rooms"))                   \
    X(rooms_idle,              500,     0,  1000000, TXT("limit.rooms_idle"))              \
    X(room_queue,               16,     1,     1024, TXT("limit.room_queue"))              \
    X(room_members,           1000,     1,  1000000, TXT("limit.room_members"))            \
    X(player_members,           16,     1,    65535, TXT("limit.player_members"))          \
    X(room_talk,             10000,     1,  1000000, TXT("limit.room_talk"))               \
    X(tables,               200000,     0, 1LL << 32, TXT("limit.tables"))                 \
    X(table_idle_s,          86400,     0, 1LL << 32, TXT("limit.table_idle_s"))           \
    X(game_idle_s,               0,     0, 1LL << 32, TXT("limit.game_idle_s"))            \
    X(resync_burst,            100,     1,  1000000, TXT("limit.resync_burst"))            \
    X(resync_ms,                50,     0,  3600000, TXT("limit.resync_ms"))               \
    X(chat_burst,                5,     1,  1000000, TXT("limit.chat_burst"))              \
    X(chat_ms,                1000,     0,  3600000, TXT("limit.chat_ms"))                 \
    X(table_burst,              10,     1,  1000000, TXT("limit.table_burst"))             \
    X(table_ms,               2000,     0,  3600000, TXT("limit.table_ms"))                \
    X(record_burst,             10,     1,  1000000, TXT("limit.record_burst"))            \
    X(record_ms,               500,     0,  3600000, TXT("limit.record_ms"))               \
    X(hint_burst,                5,     1,  1000000, TXT("limit.hint_burst"))              \
    X(hint_ms,                1000,     0,  3600000, TXT("limit.hint_ms"))                 \
    X(point_burst,               5,     1,  1000000, TXT("limit.point_burst"))             \
    X(point_ms,                500,     0,  3600000, TXT("limit.point_ms"))                \
    X(bot_ms,                 2000,     1,   600000, TXT("limit.bot_ms"))                  \
    X(bot_nodes,                 0,     0, 1LL << 40, TXT("limit.bot_nodes"))              \
    X(bot_queue,              4096,     1,   100000, TXT("limit.bot_queue"))
/* clang-format on */

struct server_limits {
#define X(name, value, least, most, help) int64_t name;
    SERVER_LIMITS_MAP(X)
#undef X
};

/* The table of limits, for help and tests; name NULL ends it. */
struct server_limit {
    const char *name;
    int64_t value, least, most;
    const char *help; /* catalogue id */
};
extern const struct server_limit server_limit_table[];

struct server_limits server_limits_default(void);
/* "name=value". VL_UNKNOWN, VL_SYNTAX or VL_RANGE with *l unchanged. */
int server_limits_set(struct server_limits *l, const char *assignment, struct vl_error *err);
/* By place in the table. */
int64_t server_limits_get(const struct server_limits *l, int i);

#endif
