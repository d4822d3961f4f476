/* ws.c - frames to messages and back, with wslay reading the frames. */
#include "server/net/ws.h"

#include "base/check.h"

#include <stdlib.h>
#include <string.h>
#include <wslay/wslay.h>

enum {
    HEAD_MAX = 14,      /* bytes of a frame's header with its mask */
    SPARE_MAX = 32,     /* readers kept for reuse */
    MESSAGE_FIRST = 512 /* bytes first allocated for a message; doubled as it grows */
};

struct ws_in {
    wslay_frame_context_ptr frames;
    struct ws_in *next_spare;
    /* The frame being read. */
    uint8_t head[HEAD_MAX];
    uint8_t head_len, head_given; /* collected; of those, taken by wslay */
    uint8_t opcode;
    bool is_final;
    bool is_begun;          /* its header is whole and within the limits */
    uint64_t left;          /* of its content, not yet taken by wslay */
    struct ws_bytes *bytes; /* during ws_read() */
    /* The message being put together, of one or more frames. */
    char *text;
    size_t len, cap, checked; /* checked: so much is known to be UTF-8 */
    int64_t fragments;        /* 0: no message is open */
    bool is_finished;         /* its text was handed out: begin anew */
    /* A control frame may stand between the frames of a message. */
    uint8_t control[WS_CONTROL_MAX];
    uint8_t control_len;
};

/* wslay's frame reader holds 4 kB; those not in use wait here for the next
 * connection that needs one. Used by the loop's thread alone. */
static struct ws_in *spare;
static int spare_len;

/* ---- making and giving back ---- */

/* wslay asks for bytes: the header as collected, then the content of this frame
 * and never of the next, so that wslay holds nothing between two frames. */
static ssize_t feed(uint8_t *buf, size_t len, int flags, void *user)
{
    struct ws_in *in = user;
    size_t n = 0;

    (void)flags;
    while (n < len && in->head_given < in->head_len)
        buf[n++] = in->head[in->head_given++];
    size_t most = len - n < in->left ? len - n : (size_t)in->left;
    most = most < in->bytes->len ? most : in->bytes->len;
    memcpy(buf + n, in->bytes->p, most);
    in->bytes->p += most;
    in->bytes->len -= most;
    in->left -= most;
    return n + most > 0 ? (ssize_t)(n + most) : -1;
}

static struct ws_in *make(void)
{
    static const struct wslay_frame_callbacks calls = { NULL, feed, NULL };
    struct ws_in *in = spare;

    if (in) {
        spare = in->next_spare;
        spare_len--;
        return in;
    }
    in = calloc(1, sizeof *in);
    if (in && wslay_frame_context_init(&in->frames, &calls, in) != 0) {
        free(in);
        return NULL;
    }
    return in;
}

static void destroy(struct ws_in *in)
{
    wslay_frame_context_free(in->frames);
    free(in->text);
    free(in);
}

/* Between two messages: as good as new. */
static void keep(struct ws_in *in)
{
    wslay_frame_context_ptr frames = in->frames;

    free(in->text);
    if (spare_len == SPARE_MAX) {
        in->text = NULL;
        destroy(in);
        return;
    }
    *in = (struct ws_in){ .frames = frames, .next_spare = spare };
    spare = in;
    spare_len++;
}

void ws_drop(struct ws_in **in)
{
    if (*in)
        destroy(*in); /* wslay may be in the middle of a frame */
    *in = NULL;
}

void ws_deinit(void)
{
    while (spare) {
        struct ws_in *in = spare;
        spare = in->next_spare;
        destroy(in);
    }
    spare_len = 0;
}

/* ---- a frame's header ---- */

static int bad(struct ws_message *m, int code, const char *why)
{
    m->code = code;
    m->why = why;
    m->text = NULL;
    m->len = 0;
    return WS_BAD;
}

/* Bytes that the header has, as far as the first two tell. */
static size_t head_need(const struct ws_in *in)
{
    size_t need = 2;

    if (in->head_len < 2)
        return need;
    int len = in->head[1] & 0x7f;
    need += len == 126 ? 2 : len == 127 ? 8 : 0;
    need += in->head[1] & 0x80 ? 4 : 0;
    return need;
}

static uint64_t content_length(const struct ws_in *in)
{
    uint64_t v = in->head[1] & 0x7f;
    int n = v == 126 ? 2 : v == 127 ? 8 : 0;

    for (int i = 0; i < n; i++)
        v = (i ? v << 8 : 0) | in->head[2 + i];
    return v;
}

/* Is this frame within the limits, and does it belong here? What wslay checks
 * (reserved bits, long or broken control frames, lengths not in their shortest
 * form) is left to it, but the mask and the opcode are not its concern. */
static int begin_frame(struct ws_in *in, const struct server_limits *l, struct ws_message *m)
{
    bool is_control = in->head[0] & 0x08;

    in->opcode = in->head[0] & 0x0f;
    in->is_final = in->head[0] & 0x80;
    in->left = content_length(in);
    if (in->head[0] & 0x70)
        return bad(m, WS_PROTOCOL_ERROR, "reserved bits");
    if (in->opcode > WS_OP_PONG || (in->opcode > WS_OP_BINARY && !is_control))
        return bad(m, WS_PROTOCOL_ERROR, "unknown opcode");
    if (!(in->head[1] & 0x80))
        return bad(m, WS_PROTOCOL_ERROR, "not masked");
    if (is_control && (in->left > WS_CONTROL_MAX || !in->is_final))
        return bad(m, WS_PROTOCOL_ERROR, "bad control frame");
    if (!is_control && (in->opcode == WS_OP_CONT) != (in->fragments > 0))
        return bad(m, WS_PROTOCOL_ERROR, "fragment out of order");
    if (in->opcode == WS_OP_BINARY)
        return bad(m, WS_UNSUPPORTED, "binary message");
    if (in->left > (uint64_t)l->frame_bytes)
        return bad(m, WS_TOO_BIG, "frame too big");
    if (!is_control && in->left > (uint64_t)l->message_bytes - in->len)
        return bad(m, WS_TOO_BIG, "message too big");
    if (!is_control && ++in->fragments > l->fragments)
        return bad(m, WS_TOO_BIG, "too many fragments");
    in->is_begun = true;
    return WS_MORE;
}

/* ---- its content ---- */

/* Are there any bytes that would make this start of a character a whole one?
 * Within a sequence all continuations are alike but for the first, whose range
 * reaches either its lower or its upper end. */
static bool may_begin_char(const char *p, size_t len)
{
    char low[4], high[4];

    memset(low, 0x80, sizeof low);
    memset(high, 0xbf, sizeof high);
    memcpy(low, p, len);
    memcpy(high, p, len);
    return vl_utf8_step(low, 4) > len || vl_utf8_step(high, 4) > len;
}

/* Checks what came since the last time; the end of it may be half a character
 * unless the message is whole. */
static bool check_utf8(struct ws_in *in, bool is_whole)
{
    size_t step;

    while (in->checked < in->len &&
           (step = vl_utf8_step(in->text + in->checked, in->len - in->checked)) > 0)
        in->checked += step;
    size_t rest = in->len - in->checked;
    return rest == 0 || (!is_whole && rest < 4 && may_begin_char(in->text + in->checked, rest));
}

static bool add_text(struct ws_in *in, const uint8_t *data, size_t len)
{
    size_t cap = in->cap ? in->cap : MESSAGE_FIRST;

    while (cap < in->len + len)
        cap *= 2;
    if (cap != in->cap) {
        char *text = realloc(in->text, cap);
        if (!text)
            return false;
        in->text = text;
        in->cap = cap;
    }
    memcpy(in->text + in->len, data, len);
    in->len += len;
    return true;
}

static int add_content(struct ws_in *in, const uint8_t *data, size_t len, struct ws_message *m)
{
    if (in->opcode & 0x08) {
        VL_VERIFY(len <= sizeof in->control - in->control_len);
        memcpy(in->control + in->control_len, data, len);
        in->control_len = (uint8_t)(in->control_len + len);
        return WS_MORE;
    }
    if (!add_text(in, data, len))
        return bad(m, WS_INTERNAL, "out of memory");
    return check_utf8(in, false) ? WS_MORE : bad(m, WS_NOT_UTF8, "not UTF-8");
}

/* ---- whole frames ---- */

/* RFC 6455 7.4 and the registry it founded. */
static bool is_close_code(int code)
{
    return (code >= 1000 && code <= 1014 && code != 1004 && code != 1005 && code != 1006) ||
           (code >= 3000 && code <= 4999);
}

static int end_close(struct ws_in *in, struct ws_message *m)
{
    m->code = WS_NO_CODE;
    if (in->control_len == 1)
        return bad(m, WS_PROTOCOL_ERROR, "bad close frame");
    if (in->control_len >= 2) {
        m->code = in->control[0] << 8 | in->control[1];
        m->text = (const char *)in->control + 2;
        m->len = in->control_len - 2u;
        if (!is_close_code(m->code))
            return bad(m, WS_PROTOCOL_ERROR, "bad close code");
        if (!vl_utf8_ok(m->text, m->len))
            return bad(m, WS_NOT_UTF8, "not UTF-8");
    }
    return WS_CLOSE;
}

static int end_message(struct ws_in *in, struct ws_message *m)
{
    if (!in->is_final)
        return WS_MORE;
    if (!check_utf8(in, true))
        return bad(m, WS_NOT_UTF8, "not UTF-8");
    m->text = in->len ? in->text : "";
    m->len = in->len;
    in->is_finished = true;
    return WS_TEXT;
}

static int end_frame(struct ws_in *in, struct ws_message *m)
{
    in->head_len = in->head_given = 0;
    in->is_begun = false;
    m->text = (const char *)in->control;
    m->len = in->control_len;
    switch (in->opcode) {
    case WS_OP_PING: return WS_PING;
    case WS_OP_PONG: return WS_PONG;
    case WS_OP_CLOSE: return end_close(in, m);
    default: return end_message(in, m);
    }
}

/* ---- the bytes as they come ---- */

/* Collects the header; WS_MORE with is_begun false: it is not whole yet. */
static int read_head(struct ws_in *in, const struct server_limits *l, struct ws_message *m)
{
    while (in->bytes->len > 0 && in->head_len < head_need(in)) {
        in->head[in->head_len++] = *in->bytes->p++;
        in->bytes->len--;
    }
    return in->head_len >= 2 && in->head_len == head_need(in) ? begin_frame(in, l, m) : WS_MORE;
}

/* One step of the frame: content, its end, or the need for more. */
static int read_content(struct ws_in *in, bool *is_idle, struct ws_message *m)
{
    struct wslay_frame_iocb io;

    memset(&io, 0, sizeof io);
    ssize_t n = wslay_frame_recv(in->frames, &io);
    if (n == WSLAY_ERR_WANT_READ) {
        *is_idle = true;
        return WS_MORE;
    }
    if (n < 0)
        return bad(m, WS_PROTOCOL_ERROR, "bad frame");
    int ev = add_content(in, io.data, io.data_length, m);
    if (ev == WS_MORE && in->left == 0 && in->head_given == in->head_len)
        return end_frame(in, m);
    return ev;
}

/* What was handed out by the last call is done with. */
static void begin_anew(struct ws_in *in)
{
    if (in->is_finished) {
        in->len = in->checked = 0;
        in->fragments = 0;
        in->is_finished = false;
    }
    if (!in->is_begun)
        in->control_len = 0;
}

int ws_read(struct ws_in **at, const struct server_limits *l, struct ws_bytes *b,
            struct ws_message *m)
{
    struct ws_in *in = *at;
    bool is_idle = false;
    int ev = WS_MORE;

    memset(m, 0, sizeof *m);
    if (!in && b->len == 0)
        return WS_MORE;
    if (!in && !(in = *at = make()))
        return bad(m, WS_INTERNAL, "out of memory");
    begin_anew(in);
    in->bytes = b;
    while (ev == WS_MORE && !is_idle) {
        if (!in->is_begun) {
            if (b->len == 0)
                break;
            ev = read_head(in, l, m);
        } else
            ev = read_content(in, &is_idle, m);
    }
    in->bytes = NULL;
    if (ev == WS_MORE && in->head_len == 0 && in->fragments == 0) {
        keep(in);
        *at = NULL;
    }
    return ev;
}

/* ---- writing ---- */

size_t ws_put_header(uint8_t out[WS_HEADER_MAX], int opcode, uint64_t len)
{
    size_t n = len < 126 ? 0 : len < 65536 ? 2 : 8;

    out[0] = (uint8_t)(0x80 | opcode);
    out[1] = (uint8_t)(n == 0 ? len : n == 2 ? 126 : 127);
    for (size_t i = 0; i < n; i++)
        out[2 + i] = (uint8_t)(len >> (8 * (n - 1 - i)));
    return 2 + n;
}

size_t ws_put_close(uint8_t out[WS_CONTROL_MAX], int code, const char *reason)
{
    size_t n = 0, step, len = reason ? strlen(reason) : 0;

    if (code == WS_NO_CODE)
        return 0;
    out[0] = (uint8_t)(code >> 8);
    out[1] = (uint8_t)code;
    while (n < len && (step = vl_utf8_step(reason + n, len - n)) > 0 &&
           n + step <= LIMIT_CLOSE_REASON)
        n += step;
    memcpy(out + 2, reason ? reason : "", n);
    return n + 2;
}
