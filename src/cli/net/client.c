/* client.c - connecting, the upgrade, frames. wslay reads and writes frames;
 * bytes go through a socket, or through a pair of them to `openssl s_client`. */
#include "cli/net/client.h"

#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

int64_t net_now_ms(void)
{
    struct timespec t;

    clock_gettime(CLOCK_MONOTONIC, &t);
    return (int64_t)t.tv_sec * 1000 + t.tv_nsec / 1000000;
}

void net_random(void *out, size_t len)
{
    if (getentropy(out, len) != 0)
        abort(); /* a system without random bytes cannot keep a secret */
}

void net_new_token(char out[NET_ID + 1])
{
    static const char letters[] = "abcdefghijklmnopqrstuvwxyz234567";
    uint8_t bytes[NET_ID];

    net_random(bytes, sizeof bytes);
    for (int i = 0; i < NET_ID; i++)
        out[i] = letters[bytes[i] & (i == NET_ID - 1 ? 28 : 31)]; /* 128 bits: the last has three */
    out[NET_ID] = '\0';
}

#ifdef VL_HAVE_SERVER

#include "server/net/ws.h"
#include "text/text.h"

#include <errno.h>
#include <fcntl.h>
#include <netdb.h>
#include <poll.h>
#include <stdio.h>
#include <signal.h>
#include <sys/socket.h>
#include <sys/types.h>
#include <sys/wait.h>
#include <wslay/wslay.h>

enum { KEY = 24 }; /* characters of Sec-WebSocket-Key */

struct net {
    net_message_fn *message;
    void *ctx;
    struct net_url url;
    int state;
    bool connected; /* the socket is; the upgrade may not be */
    struct net_why why;
    int fd;
    struct addrinfo *list, *next; /* addresses, and the one to try next */
    pid_t child;                  /* openssl; 0: none */
    int child_err;                /* what it complains about; -1: none */
    int64_t began_ms, heard_ms;
    bool asked; /* a ping is on its way */
    char key[KEY + 1];
    char out[1024]; /* the request, until it is sent */
    size_t out_len, out_at;
    char head[NET_HEAD_MAX]; /* the answer, and what came with it */
    size_t head_len, head_at;
    wslay_event_context_ptr ws;
};

/* ---- ending ---- */

static void drop_list(struct net *n)
{
    if (n->list)
        freeaddrinfo(n->list);
    n->list = n->next = NULL;
}

static void end_child(struct net *n)
{
    if (n->child > 0) {
        kill(n->child, SIGTERM);
        waitpid(n->child, NULL, 0);
    }
    if (n->child_err >= 0)
        close(n->child_err);
    n->child = 0;
    n->child_err = -1;
}

static void end(struct net *n)
{
    if (n->ws)
        wslay_event_context_free(n->ws);
    n->ws = NULL;
    if (n->fd >= 0)
        close(n->fd);
    n->fd = -1;
    end_child(n);
    n->state = NET_DOWN;
    n->connected = false;
}

static void set_why(struct net *n, int cause, int code, const char *text, size_t len)
{
    struct vl_buf b = vl_buf_on(n->why.text, sizeof n->why.text);

    n->why.cause = cause;
    n->why.code = code;
    vl_text_clean(&b, text, len);
}

/* The last complaint of openssl that says what is wrong: "verify error: ...". */
static void read_complaint(struct net *n, char *out, size_t cap)
{
    char text[4096];
    struct vl_buf b = vl_buf_on(out, cap);
    ssize_t len = n->child_err >= 0 ? read(n->child_err, text, sizeof text - 1) : 0;
    const char *best = "", *line;

    text[len > 0 ? len : 0] = '\0';
    for (line = text; *line; line += strcspn(line, "\n"), line += *line == '\n')
        if (strncmp(line, "depth=", 6) != 0 && !(strstr(best, "error") && !strstr(line, "error")))
            best = line;
    vl_put_n(&b, best, strcspn(best, "\n"));
}

static void fail(struct net *n, int cause, int code, const char *text)
{
    char complaint[NET_WHY_MAX] = "";

    if (n->state == NET_DOWN)
        return;
    if (n->child > 0 && n->state == NET_CONNECTING && n->head_len == 0) {
        read_complaint(n, complaint, sizeof complaint);
        cause = NET_NO_TLS;
        text = complaint;
    }
    set_why(n, cause, code, text, strlen(text));
    end(n);
}

/* ---- connecting ---- */

static bool no_wait(int fd)
{
    return fcntl(fd, F_SETFL, O_NONBLOCK) == 0 && fcntl(fd, F_SETFD, FD_CLOEXEC) == 0;
}

/* Tries the addresses one after the other until one may answer. */
static void connect_next(struct net *n, int because)
{
    for (; n->next; n->next = n->next->ai_next) {
        const struct addrinfo *a = n->next;
        int fd = socket(a->ai_family, a->ai_socktype, a->ai_protocol);
        if (fd < 0 || !no_wait(fd)) {
            because = errno;
        } else if (connect(fd, a->ai_addr, a->ai_addrlen) == 0 || errno == EINPROGRESS) {
            n->fd = fd;
            n->next = a->ai_next;
            return;
        } else {
            because = errno;
        }
        if (fd >= 0)
            close(fd);
    }
    fail(n, NET_NO_CONNECT, 0, strerror(because));
}

static void resolve(struct net *n)
{
    struct addrinfo hints = { 0 };
    int no;

    hints.ai_socktype = SOCK_STREAM;
    hints.ai_flags = AI_ADDRCONFIG | AI_NUMERICSERV;
    no = getaddrinfo(n->url.host, n->url.port, &hints, &n->list);
    if (no) {
        n->list = NULL;
        fail(n, NET_NO_HOST, 0, gai_strerror(no));
        return;
    }
    n->next = n->list;
    connect_next(n, ECONNREFUSED);
}

/* In the child: its input and output are the connection. */
static void run_openssl(const struct net_url *u, int io, int err)
{
    char where[NET_HOST_MAX + 16];

    snprintf(where, sizeof where, strchr(u->host, ':') ? "[%s]:%s" : "%s:%s", u->host, u->port);
    dup2(io, 0);
    dup2(io, 1);
    dup2(err, 2);
    execlp("openssl", "openssl", "s_client", "-quiet", "-verify_return_error", "-verify_hostname",
           u->host, "-servername", u->host, "-connect", where, (char *)NULL);
    fprintf(stderr, "openssl: %s\n", strerror(errno));
    _exit(127);
}

static void connect_tls(struct net *n)
{
    int pair[2], errs[2];

    if (socketpair(AF_UNIX, SOCK_STREAM, 0, pair) != 0 || pipe(errs) != 0) {
        fail(n, NET_NO_TLS, 0, strerror(errno));
        return;
    }
    n->child = fork();
    if (n->child == 0) {
        close(pair[0]);
        run_openssl(&n->url, pair[1], errs[1]);
    }
    close(pair[1]);
    close(errs[1]);
    n->fd = pair[0];
    n->child_err = errs[0];
    no_wait(n->fd);
    no_wait(n->child_err);
    if (n->child < 0)
        fail(n, NET_NO_TLS, 0, strerror(errno));
}

static void write_key(char out[KEY + 1])
{
    static const char digits[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    uint8_t bytes[18] = { 0 };

    net_random(bytes, 16);
    for (int i = 0; i < 6; i++) {
        uint32_t v = (uint32_t)bytes[3 * i] << 16 | (uint32_t)bytes[3 * i + 1] << 8 |
                     bytes[3 * i + 2];
        for (int k = 0; k < 4; k++)
            out[4 * i + k] = digits[v >> (18 - 6 * k) & 63];
    }
    out[22] = out[23] = '=';
    out[24] = '\0';
}

static void write_request(struct net *n)
{
    struct vl_buf b = vl_buf_on(n->out, sizeof n->out);
    char origin[NET_HOST_MAX + 32];
    struct vl_buf o = vl_buf_on(origin, sizeof origin);

    net_url_server(&o, &n->url);
    write_key(n->key);
    vl_put(&b, "GET /ws HTTP/1.1\r\nHost: ");
    vl_put(&b, strstr(origin, "://") + 3);
    vl_put(&b, "\r\nOrigin: ");
    vl_put(&b, origin);
    vl_put(&b, "\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\n"
               "Sec-WebSocket-Protocol: veillee.v2, veillee.v1\r\nSec-WebSocket-Key: ");
    vl_put(&b, n->key);
    vl_put(&b, "\r\n\r\n");
    n->out_len = b.len;
    n->out_at = 0;
}

void net_open(struct net *n, const struct net_url *u)
{
    end(n);
    drop_list(n);
    n->url = *u;
    n->state = NET_CONNECTING;
    n->began_ms = n->heard_ms = net_now_ms();
    n->head_len = n->head_at = 0;
    n->asked = false;
    memset(&n->why, 0, sizeof n->why);
    write_request(n);
    if (u->tls)
        connect_tls(n);
    else
        resolve(n);
}

/* ---- the upgrade ---- */

/* The value of a header of the answer, without spaces around it. */
static const char *header(const struct net *n, const char *name, size_t *len)
{
    size_t name_len = strlen(name);
    const char *p = strstr(n->head, "\r\n");

    for (; p && p[2] != '\r'; p = strstr(p + 2, "\r\n")) {
        const char *h = p + 2;
        size_t i = 0;
        while (i < name_len && (h[i] | 0x20) == name[i])
            i++;
        if (i < name_len || h[i] != ':')
            continue;
        h += i + 1;
        h += strspn(h, " \t");
        *len = strcspn(h, "\r\n");
        while (*len && (h[*len - 1] == ' ' || h[*len - 1] == '\t'))
            --*len;
        return h;
    }
    return NULL;
}

static ssize_t ws_recv(wslay_event_context_ptr ws, uint8_t *buf, size_t len, int flags, void *arg);
static ssize_t ws_send(wslay_event_context_ptr ws, const uint8_t *data, size_t len, int flags,
                       void *arg);
static void ws_message(wslay_event_context_ptr ws, const struct wslay_event_on_msg_recv_arg *msg,
                       void *arg);

static int ws_mask(wslay_event_context_ptr ws, uint8_t *buf, size_t len, void *arg)
{
    (void)ws;
    (void)arg;
    net_random(buf, len);
    return 0;
}

static void begin_frames(struct net *n)
{
    static const struct wslay_event_callbacks calls = { .recv_callback = ws_recv,
                                                        .send_callback = ws_send,
                                                        .genmask_callback = ws_mask,
                                                        .on_msg_recv_callback = ws_message };

    if (wslay_event_context_client_init(&n->ws, &calls, n) != 0) {
        n->ws = NULL;
        fail(n, NET_LOST, 0, strerror(ENOMEM));
        return;
    }
    wslay_event_config_set_max_recv_msg_length(n->ws, NET_MESSAGE_MAX);
    n->state = NET_UP;
}

/* What a refusal says: the first line of its text. */
static void refuse(struct net *n, int code, const char *body)
{
    char line[NET_WHY_MAX];
    struct vl_buf b = vl_buf_on(line, sizeof line);

    if (body[0] != '<') /* a page of a proxy says nothing that the code does not */
        vl_put_n(&b, body, strcspn(body, "\r\n"));
    fail(n, NET_HTTP, code, line);
}

/* The head is whole: is it the upgrade that we asked for? */
static void check_answer(struct net *n, const char *body)
{
    char want[WS_ACCEPT_MAX];
    size_t len = 0;
    int64_t code;
    const char *accept;

    if (strncmp(n->head, "HTTP/1.1 ", 9) != 0 || !vl_str_int(n->head + 9, 3, &code)) {
        fail(n, NET_NO_SERVER, 0, "");
        return;
    }
    if (code != 101) {
        refuse(n, (int)code, body);
        return;
    }
    ws_accept(want, n->key, KEY);
    accept = header(n, "sec-websocket-accept", &len);
    if (!accept || !vl_str_is(accept, len, want)) {
        fail(n, NET_NO_SERVER, 0, "");
        return;
    }
    n->head_at = (size_t)(body - n->head); /* the first frames may have come with it */
    begin_frames(n);
}

static void read_head(struct net *n)
{
    ssize_t got = read(n->fd, n->head + n->head_len, sizeof n->head - 1 - n->head_len);
    char *body;

    if (got < 0 && (errno == EAGAIN || errno == EINTR))
        return;
    if (got <= 0) {
        fail(n, NET_LOST, 0, got < 0 ? strerror(errno) : "");
        return;
    }
    n->head_len += (size_t)got;
    n->head[n->head_len] = '\0';
    body = strstr(n->head, "\r\n\r\n");
    if (body)
        check_answer(n, body + 4);
    else if (n->head_len == sizeof n->head - 1 || memchr(n->head, '\0', n->head_len))
        fail(n, NET_NO_SERVER, 0, "");
}

static void write_head(struct net *n)
{
    ssize_t sent = write(n->fd, n->out + n->out_at, n->out_len - n->out_at);

    if (sent < 0 && errno != EAGAIN && errno != EINTR)
        fail(n, NET_LOST, 0, strerror(errno));
    else if (sent > 0)
        n->out_at += (size_t)sent;
}

/* The socket is writable for the first time: connected, or not. */
static void finish_connect(struct net *n)
{
    int no = 0;
    socklen_t len = sizeof no;

    if (n->child <= 0 && (getsockopt(n->fd, SOL_SOCKET, SO_ERROR, &no, &len) != 0 || no != 0)) {
        close(n->fd);
        n->fd = -1;
        connect_next(n, no ? no : errno);
        return;
    }
    n->connected = true;
    drop_list(n);
}

/* ---- frames ---- */

static ssize_t ws_recv(wslay_event_context_ptr ws, uint8_t *buf, size_t len, int flags, void *arg)
{
    struct net *n = arg;
    ssize_t got;

    (void)flags;
    if (n->head_at < n->head_len) {
        size_t some = n->head_len - n->head_at < len ? n->head_len - n->head_at : len;
        memcpy(buf, n->head + n->head_at, some);
        n->head_at += some;
        return (ssize_t)some;
    }
    do
        got = read(n->fd, buf, len);
    while (got < 0 && errno == EINTR);
    if (got > 0)
        return got;
    if (got < 0 && errno == EAGAIN) {
        wslay_event_set_error(ws, WSLAY_ERR_WOULDBLOCK);
    } else {
        set_why(n, NET_LOST, 0, got < 0 ? strerror(errno) : "",
                got < 0 ? strlen(strerror(errno)) : 0);
        wslay_event_set_error(ws, WSLAY_ERR_CALLBACK_FAILURE);
    }
    return -1;
}

static ssize_t ws_send(wslay_event_context_ptr ws, const uint8_t *data, size_t len, int flags,
                       void *arg)
{
    struct net *n = arg;
    ssize_t sent;

    (void)flags;
    do
        sent = write(n->fd, data, len);
    while (sent < 0 && errno == EINTR);
    if (sent < 0)
        wslay_event_set_error(ws,
                              errno == EAGAIN ? WSLAY_ERR_WOULDBLOCK : WSLAY_ERR_CALLBACK_FAILURE);
    return sent;
}

static void ws_message(wslay_event_context_ptr ws, const struct wslay_event_on_msg_recv_arg *msg,
                       void *arg)
{
    struct net *n = arg;

    (void)ws;
    if (msg->opcode == WSLAY_TEXT_FRAME) {
        n->message(n->ctx, (const char *)msg->msg, msg->msg_length);
    } else if (msg->opcode == WSLAY_CONNECTION_CLOSE) {
        size_t skip = msg->msg_length >= 2 ? 2 : msg->msg_length;
        set_why(n, NET_CLOSED, msg->status_code, (const char *)msg->msg + skip,
                msg->msg_length - skip);
    }
}

/* Both sides have said goodbye, or one cannot any more. */
static void end_frames(struct net *n, int cause)
{
    struct net_why why = n->why;

    if (why.cause == NET_FINE) {
        fail(n, cause, 0, "");
        return;
    }
    end(n);
    n->why = why;
}

static void run_frames(struct net *n, short revents)
{
    if ((revents & (POLLIN | POLLHUP | POLLERR)) || n->head_at < n->head_len) {
        n->heard_ms = net_now_ms();
        n->asked = false;
        if (wslay_event_recv(n->ws) != 0) {
            end_frames(n, NET_LOST);
            return;
        }
    }
    if (wslay_event_want_write(n->ws) && wslay_event_send(n->ws) != 0) {
        end_frames(n, NET_LOST);
        return;
    }
    if (wslay_event_get_close_received(n->ws) ||
        (!wslay_event_want_read(n->ws) && !wslay_event_want_write(n->ws)))
        end_frames(n, NET_NO_SERVER);
}

/* ---- what the caller sees ---- */

struct net *net_create(net_message_fn *message, void *ctx)
{
    struct net *n = calloc(1, sizeof *n);

    if (!n)
        return NULL;
    n->message = message;
    n->ctx = ctx;
    n->fd = n->child_err = -1;
    return n;
}

void net_destroy(struct net *n)
{
    if (!n)
        return;
    net_close(n);
    drop_list(n);
    free(n);
}

void net_close(struct net *n)
{
    if (n->state == NET_UP) {
        wslay_event_queue_close(n->ws, WSLAY_CODE_NORMAL_CLOSURE, NULL, 0);
        wslay_event_send(n->ws); /* as far as it goes at once */
    }
    end(n);
}

void net_give_up(struct net *n)
{
    fail(n, NET_TIMEOUT, 0, "");
}

int net_state(const struct net *n)
{
    return n->state;
}

const struct net_why *net_why(const struct net *n)
{
    return &n->why;
}

int net_fd(const struct net *n)
{
    return n->fd;
}

short net_events(const struct net *n)
{
    if (n->state == NET_UP)
        return (short)(POLLIN | (wslay_event_want_write(n->ws) ? POLLOUT : 0));
    if (!n->connected || n->out_at < n->out_len)
        return POLLOUT;
    return POLLIN;
}

int net_timeout_ms(const struct net *n)
{
    int64_t now = net_now_ms(), at;

    if (n->state == NET_DOWN)
        return -1;
    if (n->state == NET_CONNECTING)
        at = n->began_ms + NET_OPEN_MS;
    else
        at = n->heard_ms + (n->asked ? NET_SILENT_MS : NET_QUIET_MS);
    if (n->head_at < n->head_len && n->state == NET_UP)
        return 0;
    return at > now ? (int)(at - now) : 0;
}

static void check_time(struct net *n)
{
    int64_t now = net_now_ms();

    if (n->state == NET_CONNECTING && now - n->began_ms >= NET_OPEN_MS)
        fail(n, NET_TIMEOUT, 0, "");
    if (n->state != NET_UP)
        return;
    if (now - n->heard_ms >= NET_SILENT_MS) {
        fail(n, NET_TIMEOUT, 0, "");
    } else if (now - n->heard_ms >= NET_QUIET_MS && !n->asked) {
        struct wslay_event_msg ping = { WSLAY_PING, (const uint8_t *)"", 0 };
        wslay_event_queue_msg(n->ws, &ping);
        n->asked = true;
    }
}

void net_ready(struct net *n, short revents)
{
    if (n->state == NET_CONNECTING && !n->connected && revents)
        finish_connect(n);
    else if (n->state == NET_CONNECTING && n->connected && n->out_at < n->out_len && revents)
        write_head(n);
    else if (n->state == NET_CONNECTING && n->connected && revents)
        read_head(n);
    else if (n->state == NET_UP)
        run_frames(n, revents);
    check_time(n);
}

void net_send(struct net *n, const char *text, size_t len)
{
    struct wslay_event_msg msg = { WSLAY_TEXT_FRAME, (const uint8_t *)text, len };

    if (n->state == NET_UP)
        wslay_event_queue_msg(n->ws, &msg);
}

#else /* built without wslay: every attempt says so */

struct net {
    struct net_why why;
};

struct net *net_create(net_message_fn *message, void *ctx)
{
    struct net *n = calloc(1, sizeof *n);

    (void)message;
    (void)ctx;
    return n;
}

void net_destroy(struct net *n)
{
    free(n);
}

void net_open(struct net *n, const struct net_url *u)
{
    (void)u;
    n->why.cause = NET_NO_SUPPORT;
}

void net_close(struct net *n)
{
    (void)n;
}

void net_give_up(struct net *n)
{
    (void)n;
}

int net_state(const struct net *n)
{
    (void)n;
    return NET_DOWN;
}

const struct net_why *net_why(const struct net *n)
{
    return &n->why;
}

int net_fd(const struct net *n)
{
    (void)n;
    return -1;
}

short net_events(const struct net *n)
{
    (void)n;
    return 0;
}

int net_timeout_ms(const struct net *n)
{
    (void)n;
    return -1;
}

void net_ready(struct net *n, short revents)
{
    (void)n;
    (void)revents;
}

void net_send(struct net *n, const char *text, size_t len)
{
    (void)n;
    (void)text;
    (void)len;
}

#endif
