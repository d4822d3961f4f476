/* RFC 6455 by example, after the categories of the Autobahn test suite: 1 echo,
 * 2 pings, 3 reserved bits, 4 opcodes, 5 fragments, 6 UTF-8, 7 closing, 9 limits.
 *
 * Each vector is what a client sends and what must come back. It is tried twice:
 * on the reader of frames alone, cut at every byte boundary and byte by byte,
 * where every cut is certain; and over loopback against a whole server with the
 * echo application, again cut at every boundary. A message of ours is also sent
 * in fragments, cut at every boundary, with and without pings between. */
#include "unit/test.h"

#include "base/check.h"
#include "base/rng.h"
#include "server/echo.h"
#include "server/net/ws.h"

#include <arpa/inet.h>
#include <netinet/tcp.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

enum { BYTES_MAX = 80000 };

struct vec {
    const char *name;
    size_t in_len, out_len;
    uint8_t in[BYTES_MAX];
    uint8_t out[BYTES_MAX];
};

static struct vec v; /* the one at hand */

/* ---- building ---- */

enum { FIN = 0x80, MASKED = 0x80, CONT = WS_OP_CONT, TXT_ = WS_OP_TEXT, BIN = WS_OP_BINARY };

static void in_raw(const void *bytes, size_t len)
{
    VL_VERIFY(v.in_len + len <= sizeof v.in);
    memcpy(v.in + v.in_len, bytes, len);
    v.in_len += len;
}

/* The header of a client's frame, in its shortest form. */
static void in_header(int first, uint64_t len)
{
    static const uint8_t mask[4] = { 0x37, 0xfa, 0x21, 0x3d };
    uint8_t head[WS_HEADER_MAX];
    size_t n = ws_put_header(head, 0, len);

    head[0] = (uint8_t)first;
    head[1] |= MASKED;
    in_raw(head, n);
    in_raw(mask, 4);
}

static void in(int first, const void *payload, size_t len)
{
    static const uint8_t mask[4] = { 0x37, 0xfa, 0x21, 0x3d };

    in_header(first, len);
    for (size_t i = 0; i < len; i++) {
        uint8_t c = ((const uint8_t *)payload)[i] ^ mask[i % 4];
        in_raw(&c, 1);
    }
}

static void out(int opcode, const void *payload, size_t len)
{
    size_t n = ws_put_header(v.out + v.out_len, opcode, len);

    VL_VERIFY(v.out_len + n + len <= sizeof v.out);
    if (len)
        memcpy(v.out + v.out_len + n, payload, len);
    v.out_len += n + len;
}

static void in_text(const char *text)
{
    in(FIN | TXT_, text, strlen(text));
}

static void out_text(const char *text)
{
    out(WS_OP_TEXT, text, strlen(text));
}

static void in_close(int code, const char *reason)
{
    uint8_t b[200] = { (uint8_t)(code >> 8), (uint8_t)code };
    size_t n = reason ? strlen(reason) : 0;

    if (n)
        memcpy(b + 2, reason, n);
    in(FIN | WS_OP_CLOSE, b, n + 2);
}

static void out_close(int code)
{
    uint8_t b[2] = { (uint8_t)(code >> 8), (uint8_t)code };

    out(WS_OP_CLOSE, b, code == WS_NO_CODE ? 0 : 2);
}

static void goodbye(void)
{
    in_close(1000, NULL);
    out_close(1000);
}

/* ---- comparing ---- */

/* The next frame of ours: its length, 0 if it is not whole. */
static size_t frame_at(const uint8_t *p, size_t len, size_t *head)
{
    size_t n, size = 2;

    if (len < 2)
        return 0;
    n = p[1] & 0x7f;
    if (n == 126 && len >= 4) {
        n = (size_t)p[2] << 8 | p[3];
        size = 4;
    } else if (n >= 126 && len >= 10) {
        n = (size_t)p[6] << 24 | (size_t)p[7] << 16 | (size_t)p[8] << 8 | p[9];
        size = 10;
    } else if (n >= 126)
        return 0;
    *head = size;
    return size + n <= len ? size + n : 0;
}

/* Frame by frame; of a close frame the code counts, its reason is free. */
static bool same_frames(const uint8_t *a, size_t a_len, const uint8_t *b, size_t b_len)
{
    while (a_len > 0 && b_len > 0) {
        size_t a_head = 0, b_head = 0, n = frame_at(a, a_len, &a_head),
               m = frame_at(b, b_len, &b_head);
        if (!n || !m || a[0] != b[0] || (a[1] & 0x80))
            return false;
        bool is_close = (a[0] & 0x0f) == WS_OP_CLOSE;
        size_t count = is_close && n - a_head >= 2 && m - b_head >= 2 ? 2 : n - a_head;
        if ((!is_close && n != m) || (n == a_head) != (m == b_head) ||
            memcmp(a + a_head, b + b_head, count) != 0)
            return false;
        a += n;
        a_len -= n;
        b += m;
        b_len -= m;
    }
    return a_len == 0 && b_len == 0;
}

static void show(const char *what, const uint8_t *p, size_t len)
{
    printf("  %s %zu:", what, len);
    for (size_t i = 0; i < len && i < 48; i++)
        printf(" %02x", p[i]);
    printf("\n");
}

static bool check(const uint8_t *got, size_t len, const char *how, size_t cut)
{
    bool ok = same_frames(got, len, v.out, v.out_len);

    if (!CHECK(ok)) {
        printf("  %s, %s at %zu\n", v.name, how, cut);
        show("wanted", v.out, v.out_len);
        show("got   ", got, len);
    }
    return ok;
}

/* ---- the reader alone, with an echo of four lines ---- */

struct pure {
    struct ws_in *in;
    bool is_over;
    uint8_t got[BYTES_MAX];
    size_t len;
};

static void put_frame(struct pure *p, int opcode, const void *payload, size_t len)
{
    size_t n = ws_put_header(p->got + p->len, opcode, len);

    VL_VERIFY(p->len + n + len <= sizeof p->got);
    if (len)
        memcpy(p->got + p->len + n, payload, len);
    p->len += n + len;
}

static void feed_pure(struct pure *p, const struct server_limits *l, const uint8_t *bytes,
                      size_t len)
{
    /* A copy of the exact size: a read beyond it is noticed. */
    uint8_t *copy = malloc(len ? len : 1), content[WS_CONTROL_MAX];
    struct ws_bytes b = { copy, len };
    struct ws_message m;
    int event;

    memcpy(copy, bytes, len);
    while (!p->is_over && (event = ws_read(&p->in, l, &b, &m)) != WS_MORE) {
        if (event == WS_TEXT)
            put_frame(p, WS_OP_TEXT, m.text, m.len);
        else if (event == WS_PING)
            put_frame(p, WS_OP_PONG, m.text, m.len);
        else if (event != WS_PONG) {
            put_frame(p, WS_OP_CLOSE, content, ws_put_close(content, m.code, m.why));
            p->is_over = true;
        }
    }
    CHECK(p->is_over || b.len == 0);
    free(copy);
}

static void try_pure(const struct server_limits *l)
{
    static struct pure p;

    for (size_t cut = 0; cut <= v.in_len; cut += v.in_len > 3000 ? 1 + v.in_len / 97 : 1) {
        memset(&p, 0, offsetof(struct pure, got));
        p.len = 0;
        feed_pure(&p, l, v.in, cut);
        feed_pure(&p, l, v.in + cut, v.in_len - cut);
        bool ok = check(p.got, p.len, "cut", cut);
        ws_drop(&p.in);
        if (!ok)
            return;
    }
    memset(&p, 0, offsetof(struct pure, got));
    p.len = 0;
    for (size_t i = 0; i < v.in_len; i++)
        feed_pure(&p, l, v.in + i, 1);
    check(p.got, p.len, "byte by byte", 0);
    ws_drop(&p.in);
}

/* ---- a whole server ---- */

static int port;
static pid_t child;

static _Noreturn void run_server(int tell)
{
    struct server_config config = { .limits = server_limits_default() };
    struct log log = log_none();
    struct server *s;
    struct vl_error err;
    struct echo echo;
    char text[16] = "";

    config.listen[config.listen_len++] = "127.0.0.1:0";
    config.limits.address_rate = 0;
    config.limits.message_rate = 0;
    config.log = &log;
    if (server_open(&s, &config, &err) != VL_OK)
        _exit(2);
    snprintf(text, sizeof text, "%s", strrchr(server_address(s, 0), ':') + 1);
    if (write(tell, text, sizeof text) != sizeof text)
        _exit(2);
    struct server_app app = echo_app(&echo, s);
    int st = server_run(s, &app);
    int open_len = echo.open_len;
    server_close(s);
    exit(st == VL_OK && open_len == 0 ? 0 : 3);
}

static bool start_server(void)
{
    int ends[2];
    char text[16] = "";

    fflush(stdout);
    if (!CHECK(pipe(ends) == 0))
        return false;
    child = fork();
    if (child == 0) {
        close(ends[0]);
        run_server(ends[1]);
    }
    close(ends[1]);
    bool ok = read(ends[0], text, sizeof text) == sizeof text;
    close(ends[0]);
    port = atoi(text);
    return CHECK(ok && port > 0);
}

static void stop_server(void)
{
    int status = -1;

    kill(child, SIGTERM);
    waitpid(child, &status, 0);
    CHECK(WIFEXITED(status) && WEXITSTATUS(status) == 0);
}

static int dial(void)
{
    struct sockaddr_in a = { .sin_family = AF_INET, .sin_port = htons((uint16_t)port) };
    int fd = socket(AF_INET, SOCK_STREAM, 0), on = 1;

    a.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    if (!CHECK(fd >= 0 && connect(fd, (struct sockaddr *)&a, sizeof a) == 0))
        return -1;
    setsockopt(fd, IPPROTO_TCP, TCP_NODELAY, &on, sizeof on);
    return fd;
}

static void send_all(int fd, const void *bytes, size_t len)
{
    /* The server may have closed already; what it said is what counts. */
    for (size_t n = 0; n < len;) {
        ssize_t k = send(fd, (const char *)bytes + n, len - n, MSG_NOSIGNAL);
        if (k <= 0)
            return;
        n += (size_t)k;
    }
}

static size_t read_all(int fd, uint8_t *got, size_t cap)
{
    size_t n = 0;

    for (ssize_t k; n < cap;) {
        struct pollfd p = { .fd = fd, .events = POLLIN };
        if (poll(&p, 1, 10000) <= 0)
            break;
        k = recv(fd, got + n, cap - n, 0);
        if (k <= 0)
            break;
        n += (size_t)k;
    }
    return n;
}

/* Handshake and frames, cut once at `cut` (of the frames), until the server closes. */
static bool try_once(size_t cut)
{
    static uint8_t got[BYTES_MAX + 4096];
    char head[512];
    int fd = dial();

    if (fd < 0)
        return false;
    int n = snprintf(head, sizeof head,
                     "GET /ws HTTP/1.1\r\nHost: 127.0.0.1:%d\r\nOrigin: http://127.0.0.1:%d\r\n"
                     "Upgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\n"
                     "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n",
                     port, port);
    send_all(fd, head, (size_t)n);
    send_all(fd, v.in, cut);
    send_all(fd, v.in + cut, v.in_len - cut);
    size_t len = read_all(fd, got, sizeof got - 1);
    got[len] = 0;
    close(fd);
    const char *end = strstr((char *)got, "\r\n\r\n");
    if (!CHECK(end && strncmp((char *)got, "HTTP/1.1 101 ", 13) == 0))
        return false;
    size_t skip = (size_t)(end + 4 - (char *)got);
    return check(got + skip, len - skip, "loopback, cut", cut);
}

static void try_server(void)
{
    size_t step = v.in_len > 64 ? 1 + v.in_len / 64 : 1;

    for (size_t cut = 0; cut <= v.in_len; cut += step)
        if (!try_once(cut))
            return;
}

static int tried;

/* The vector is built: try it everywhere, then clear the table. */
static void go(const char *name)
{
    struct server_limits l = server_limits_default();

    v.name = name;
    try_pure(&l);
    try_server();
    tried++;
    v.in_len = v.out_len = 0;
}

static char big[70000];

/* ---- 1: echo ---- */

static void echo_of(size_t len)
{
    in(FIN | TXT_, big, len);
    if (len <= 4096) {
        out(WS_OP_TEXT, big, len);
        goodbye();
    } else
        out_close(1009);
    go("1.1 text of some length");
}

static void category_1(void)
{
    static const size_t lengths[] = {
        0, 1, 124, 125, 126, 127, 128, 4095, 4096, 4097, 65535, 65536
    };

    for (size_t i = 0; i < sizeof lengths / sizeof lengths[0]; i++)
        echo_of(lengths[i]);
    in(FIN | BIN, "abc", 3);
    out_close(1003);
    go("1.2 binary");
    in(FIN | BIN, "", 0);
    out_close(1003);
    go("1.2 empty binary");
}

/* ---- 2: pings ---- */

static void category_2(void)
{
    in(FIN | WS_OP_PING, "", 0);
    out(WS_OP_PONG, "", 0);
    goodbye();
    go("2.1 ping");
    in(FIN | WS_OP_PING, "Hello, world!", 13);
    out(WS_OP_PONG, "Hello, world!", 13);
    goodbye();
    go("2.2 ping with text");
    in(FIN | WS_OP_PING, "\x00\xff\xfe\xfd\xfc\xfb\x00\xff", 8);
    out(WS_OP_PONG, "\x00\xff\xfe\xfd\xfc\xfb\x00\xff", 8);
    goodbye();
    go("2.3 ping with bytes");
    in(FIN | WS_OP_PING, big, 125);
    out(WS_OP_PONG, big, 125);
    goodbye();
    go("2.4 ping of 125");
    in(FIN | WS_OP_PING, big, 126);
    out_close(1002);
    go("2.5 ping of 126");
    in(FIN | WS_OP_PONG, "", 0);
    goodbye();
    go("2.7 pong nobody asked for");
    in(FIN | WS_OP_PONG, "abc", 3);
    in(FIN | WS_OP_PING, "def", 3);
    out(WS_OP_PONG, "def", 3);
    goodbye();
    go("2.9 pong, then ping");
    for (int i = 0; i < 10; i++) {
        in(FIN | WS_OP_PING, &"0123456789"[i], 1);
        out(WS_OP_PONG, &"0123456789"[i], 1);
    }
    goodbye();
    go("2.10 ten pings");
}

/* ---- 3: reserved bits, 4: opcodes ---- */

static void category_3_4(void)
{
    for (int rsv = 1; rsv < 8; rsv++) {
        in_text("good");
        out_text("good");
        in(FIN | rsv << 4 | TXT_, "bad", 3);
        in(FIN | WS_OP_PING, "unseen", 6);
        out_close(1002);
        go("3 reserved bits of a text");
        in(FIN | rsv << 4 | WS_OP_PING, "", 0);
        out_close(1002);
        go("3 reserved bits of a ping");
        in(FIN | rsv << 4 | WS_OP_CLOSE, "", 0);
        out_close(1002);
        go("3 reserved bits of a close");
    }
    for (int op = 3; op < 16; op++) {
        if (op >= 8 && op <= 10)
            continue;
        in_text("good");
        out_text("good");
        in(FIN | op, "", 0);
        out_close(1002);
        go("4 unknown opcode");
        in(FIN | op, "content", 7);
        out_close(1002);
        go("4 unknown opcode with content");
        in(op, "content", 7);
        out_close(1002);
        go("4 unknown opcode, not final");
    }
}

/* ---- 5: fragments ---- */

static void category_5(void)
{
    in(WS_OP_PING, "fragment1", 9);
    in(FIN | CONT, "fragment2", 9);
    out_close(1002);
    go("5.1 fragmented ping");
    in(WS_OP_PONG, "fragment1", 9);
    in(FIN | CONT, "fragment2", 9);
    out_close(1002);
    go("5.2 fragmented pong");
    in(TXT_, "fragment1", 9);
    in(FIN | CONT, "fragment2", 9);
    out_text("fragment1fragment2");
    goodbye();
    go("5.3 two fragments");
    in(TXT_, "fragment1", 9);
    in(FIN | WS_OP_PING, "ping", 4);
    out(WS_OP_PONG, "ping", 4);
    in(FIN | CONT, "fragment2", 9);
    out_text("fragment1fragment2");
    goodbye();
    go("5.6 ping between fragments");
    in(FIN | CONT, "non-continuation", 16);
    in_text("Hello");
    out_close(1002);
    go("5.9 continuation of nothing");
    in(CONT, "non-continuation", 16);
    in_text("Hello");
    out_close(1002);
    go("5.12 continuation of nothing, not final");
    in(TXT_, "fragment1", 9);
    in(FIN | CONT, "fragment2", 9);
    out_text("fragment1fragment2");
    in(CONT, "fragment3", 9);
    in(TXT_, "fragment4", 9);
    out_close(1002);
    go("5.15 continuation after the end");
    in(TXT_, "fragment1", 9);
    in_text("fragment2");
    out_close(1002);
    go("5.18 text within a text");
    in(TXT_, "fragment1", 9);
    in(CONT, "fragment2", 9);
    in(FIN | WS_OP_PING, "ping1", 5);
    out(WS_OP_PONG, "ping1", 5);
    in(CONT, "fragment3", 9);
    in(CONT, "fragment4", 9);
    in(FIN | WS_OP_PING, "ping2", 5);
    out(WS_OP_PONG, "ping2", 5);
    in(FIN | CONT, "fragment5", 9);
    out_text("fragment1fragment2fragment3fragment4fragment5");
    goodbye();
    go("5.19 five fragments and two pings");
    in(TXT_, "", 0);
    in(CONT, "", 0);
    in(FIN | CONT, "", 0);
    out_text("");
    goodbye();
    go("6.1.2 empty fragments");
    in(TXT_, "", 0);
    in(CONT, "middle", 6);
    in(FIN | CONT, "", 0);
    out_text("middle");
    goodbye();
    go("6.1.3 empty fragments around");
    in(BIN, "a", 1);
    in(FIN | CONT, "b", 1);
    out_close(1003);
    go("5 fragmented binary");
}

/* A message in two, three, and many fragments at every boundary, with pings. */
static void category_5_boundaries(void)
{
    static const char text[] = "Veill\xc3\xa9"
                               "e \xe2\x99\xa5 \xf0\x9f\x90\x89 \xc5\x93uvre";
    size_t len = sizeof text - 1;

    for (size_t a = 0; a <= len; a++) {
        in(TXT_, text, a);
        if (a % 2) {
            in(FIN | WS_OP_PING, "p", 1);
            out(WS_OP_PONG, "p", 1);
        }
        in(CONT, text + a, (len - a) / 2);
        in(FIN | CONT, text + a + (len - a) / 2, len - a - (len - a) / 2);
        out_text(text);
        goodbye();
        go("5 every boundary");
    }
    in(TXT_, text, 1);
    for (size_t i = 1; i < len; i++)
        in(i + 1 < len ? CONT : FIN | CONT, text + i, 1);
    out_text(text);
    goodbye();
    go("5 a fragment per byte");
}

/* ---- 6: UTF-8 ---- */

static const char *const good_utf8[] = {
    "\xce\xba\xe1\xbd\xb9\xcf\x83\xce\xbc\xce\xb5",
    "Hello-\xc2\xb5@\xc3\x9f\xc3\xb6\xc3\xa4\xc3\xbc\xc3\xa0\xc3\xa1-UTF-8!!",
    "\x7f",
    "\xc2\x80",
    "\xdf\xbf",
    "\xe0\xa0\x80",
    "\xef\xbf\xbf",
    "\xf0\x90\x80\x80",
    "\xf4\x8f\xbf\xbf",
    "\xed\x9f\xbf",
    "\xee\x80\x80",
    "\xef\xbf\xbd",
    "\xef\xbf\xbe",
    "\xf0\x9f\xbf\xbe",
    "\xf3\xaf\xbf\xbf",
    "a\xcc\x81",
};

static const char *const bad_utf8[] = {
    "\xce\xba\xe1\xbd\xb9\xcf\x83\xce\xbc\xce\xb5\xed\xa0\x80 edited",
    "\x80",
    "\xbf",
    "\x80\xbf",
    "\xc0\x80",
    "\xc0\xaf",
    "\xc1\xbf",
    "\xc2",
    "\xc2 ",
    "\xe0\x80\x80",
    "\xe0\x80\xaf",
    "\xe0\x9f\xbf",
    "\xe1\x80",
    "\xed\xa0\x80",
    "\xed\xbf\xbf",
    "\xed\xa0\x80\xed\xb0\x80",
    "\xf0\x80\x80\x80",
    "\xf0\x8f\xbf\xbf",
    "\xf4\x90\x80\x80",
    "\xf5\x80\x80\x80",
    "\xf7\xbf\xbf\xbf",
    "\xf8\x88\x80\x80\x80",
    "\xfb\xbf\xbf\xbf\xbf",
    "\xfc\x84\x80\x80\x80\x80",
    "\xfd\xbf\xbf\xbf\xbf\xbf",
    "\xfe",
    "\xff",
    "\xfe\xfe\xff\xff",
    "abc\xff",
    "\xe2\x99",
    "\xf0\x9f\x90",
    "\xc3\xc3\xa9",
    "\xe2\x99\xa5\x80",
};

static void category_6(void)
{
    for (size_t i = 0; i < sizeof good_utf8 / sizeof good_utf8[0]; i++) {
        in_text(good_utf8[i]);
        out_text(good_utf8[i]);
        goodbye();
        go("6 good UTF-8");
    }
    for (size_t i = 0; i < sizeof bad_utf8 / sizeof bad_utf8[0]; i++) {
        const char *t = bad_utf8[i];
        in_text(t);
        out_close(1007);
        go("6 bad UTF-8");
        in(TXT_, "ok ", 3);
        in(CONT, t, strlen(t) / 2);
        in(FIN | CONT, t + strlen(t) / 2, strlen(t) - strlen(t) / 2);
        out_close(1007);
        go("6 bad UTF-8 in fragments");
    }
    /* Noticed at once, not at the end of a message that may never come. */
    in(TXT_, "\xce\xba\xf4\x90", 4);
    out_close(1007);
    go("6.4 fails fast, after half a character that cannot be finished");
    in(TXT_, "ok", 2);
    in(CONT, "\xed\xa0", 2);
    out_close(1007);
    go("6.4 fails fast, surrogate");
}

/* ---- 7: closing ---- */

static void category_7(void)
{
    static const int good[] = { 1000, 1001, 1002, 1003, 1007, 1008, 1009, 1010,
                                1011, 1012, 1013, 1014, 3000, 3999, 4000, 4999 };
    static const int bad[] = { 0,    1,    999,  1004, 1005, 1006, 1015,
                               1016, 1100, 2000, 2999, 5000, 9999, 65535 };

    in_text("before");
    out_text("before");
    goodbye();
    go("7.1.1 text, then close");
    goodbye();
    in_close(1000, NULL);
    go("7.1.2 two closes");
    goodbye();
    in(FIN | WS_OP_PING, "late", 4);
    go("7.1.3 ping after close");
    goodbye();
    in_text("late");
    go("7.1.4 text after close");
    in(TXT_, "fragment1", 9);
    goodbye();
    in(FIN | CONT, "fragment2", 9);
    go("7.1.5 close within a message");
    in(FIN | WS_OP_CLOSE, "", 0);
    out_close(WS_NO_CODE);
    go("7.3.1 close without a code");
    in(FIN | WS_OP_CLOSE, "a", 1);
    out_close(1002);
    go("7.3.2 close with half a code");
    in_close(1000, "Hello World!");
    out_close(1000);
    go("7.3.4 close with a reason");
    memset(big, '*', 124);
    big[123] = '\0';
    in_close(1000, big);
    out_close(1000);
    go("7.3.5 reason of 123");
    big[123] = '*';
    big[124] = '\0';
    in_close(1000, big);
    out_close(1002);
    go("7.3.6 reason of 124");
    in_close(1000, "\xce\xba\xed\xa0\x80");
    out_close(1007);
    go("7.5.1 reason that is no UTF-8");
    in(WS_OP_CLOSE, "", 0);
    out_close(1002);
    go("7 fragmented close");
    for (size_t i = 0; i < sizeof good / sizeof good[0]; i++) {
        in_close(good[i], NULL);
        out_close(good[i]);
        go("7.7 good code");
    }
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++) {
        in_close(bad[i], NULL);
        out_close(1002);
        go("7.9 bad code");
    }
}

/* ---- masks, lengths, limits ---- */

static void unmasked(int first, const char *text)
{
    uint8_t head[WS_HEADER_MAX];
    size_t n = ws_put_header(head, 0, strlen(text));

    head[0] = (uint8_t)first;
    in_raw(head, n);
    in_raw(text, strlen(text));
    out_close(1002);
    go("5.1 of the RFC: not masked");
}

static void category_9(void)
{
    static const uint8_t lengths[][10] = {
        { FIN | TXT_, MASKED | 127, 0x80, 0, 0, 0, 0, 0, 0, 0 }, /* 2^63 */
        { FIN | TXT_, MASKED | 127, 0xff, 255, 255, 255, 255, 255, 255, 255 },
        { FIN | TXT_, MASKED | 127, 0x7f, 255, 255, 255, 255, 255, 255, 255 },
        { FIN | TXT_, MASKED | 127, 0, 0, 0, 1, 0, 0, 0, 0 },
        { FIN | TXT_, MASKED | 127, 0, 0, 0, 0, 0, 1, 0, 0 },
    };
    static const uint8_t long_forms[][14] = {
        { FIN | TXT_, MASKED | 126, 0, 1, 0, 0, 0, 0, 'a' },
        { FIN | TXT_, MASKED | 126, 0, 125, 0, 0, 0, 0, 'a' },
        { FIN | TXT_, MASKED | 127, 0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0 },
    };

    unmasked(FIN | TXT_, "");
    unmasked(FIN | TXT_, "Hello");
    unmasked(FIN | WS_OP_PING, "");
    unmasked(FIN | WS_OP_CLOSE, "");
    for (size_t i = 0; i < sizeof lengths / sizeof lengths[0]; i++) {
        in_raw(lengths[i], 10);
        in_raw("mask", 4);
        out_close(1009); /* before a single byte of the content came */
        go("frame too big");
    }
    for (size_t i = 0; i < sizeof long_forms / sizeof long_forms[0]; i++) {
        in_raw(long_forms[i], 14);
        in_raw("a", 1);
        out_close(1002);
        go("length not in its shortest form");
    }
    in(TXT_, big, 4096);
    for (int i = 0; i < 2; i++)
        in(CONT, big, 4096);
    in(FIN | CONT, big, 4096);
    char *whole = malloc(16384);
    for (int i = 0; i < 4; i++)
        memcpy(whole + 4096 * i, big, 4096);
    out(WS_OP_TEXT, whole, 16384);
    free(whole);
    goodbye();
    go("message of 16 kB");
    in(TXT_, big, 4096);
    for (int i = 0; i < 3; i++)
        in(CONT, big, 4096);
    in_header(FIN | CONT, 1);
    out_close(1009);
    go("message of 16 kB and a byte");
    in(TXT_, "", 0);
    for (int i = 0; i < 998; i++)
        in(CONT, "", 0);
    in(FIN | CONT, "x", 1);
    out_text("x");
    goodbye();
    go("1000 fragments");
    in(TXT_, "", 0);
    for (int i = 0; i < 1000; i++)
        in(CONT, "", 0);
    out_close(1009);
    go("1001 fragments");
}

/* Many messages in one stream, cut at random: nothing is lost between them. */
static void streams(void)
{
    struct vl_rng rng = vl_rng_seed(5);

    for (int k = 0; k < 60; k++) {
        for (int i = 0; i < 20; i++) {
            size_t len = vl_rng_below(&rng, 300), cut = vl_rng_below(&rng, (uint32_t)len + 1);
            if (vl_rng_below(&rng, 3) == 0) {
                in(FIN | WS_OP_PING, big, len % 126);
                out(WS_OP_PONG, big, len % 126);
            }
            in(TXT_, big, cut);
            in(FIN | CONT, big + cut, len - cut);
            out(WS_OP_TEXT, big, len);
        }
        goodbye();
        v.name = "stream";
        try_once(vl_rng_below(&rng, (uint32_t)v.in_len));
        struct server_limits l = server_limits_default();
        if (k % 20 == 0)
            try_pure(&l);
        v.in_len = v.out_len = 0;
    }
}

static void fill_big(void)
{
    for (size_t i = 0; i < sizeof big; i++)
        big[i] = (char)('a' + i % 26);
}

TEST(ws_vectors_of_the_rfc)
{
    fill_big();
    if (!start_server())
        return;
    category_1();
    category_2();
    category_3_4();
    category_5();
    category_5_boundaries();
    category_6();
    category_7();
    fill_big();
    category_9();
    fill_big();
    streams();
    stop_server();
    ws_deinit();
    printf("NOTE websocket: %d vectors, each cut at every byte boundary\n", tried);
}
