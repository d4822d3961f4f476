/* Any bytes as WebSocket frames: the same events however they are cut, messages
 * within the limits and in UTF-8, and nothing kept that is not needed. With the
 * first bit set the bytes are orders from which sound headers and masks are made,
 * so that the fuzzer gets past them. */
#include "fuzz/fuzz.h"

#include "base/buf.h"
#include "base/hash.h"
#include "server/net/ws.h"

#include <string.h>

enum { STREAM_MAX = 1 << 17 };

static const struct server_limits limits = { .frame_bytes = 300,
                                             .message_bytes = 900,
                                             .fragments = 8 };

/* Orders: opcode and flags, length, then so many bytes of content. */
static size_t make_stream(uint8_t *out, const uint8_t *in, size_t len)
{
    size_t n = 0;

    while (len >= 2 && n + 400 < STREAM_MAX) {
        static const uint8_t opcodes[8] = { 0x81, 0x01, 0x00, 0x80, 0x89, 0x8a, 0x88, 0x82 };
        size_t size = in[1] < len - 2 ? in[1] : len - 2;
        uint8_t mask = in[0];
        out[n++] = opcodes[in[0] & 7];
        out[n++] = (uint8_t)(0x80 | (size < 126 ? size : 126));
        if (size >= 126) {
            out[n++] = 0;
            out[n++] = (uint8_t)size;
        }
        memset(out + n, mask, 4);
        n += 4;
        for (size_t i = 0; i < size; i++)
            out[n++] = in[2 + i] ^ mask;
        in += 2 + size;
        len -= 2 + size;
    }
    return n;
}

static void check_event(int event, const struct ws_message *m)
{
    switch (event) {
    case WS_TEXT:
        FUZZ_CHECK(m->len <= (size_t)limits.message_bytes && vl_utf8_ok(m->text, m->len));
        break;
    case WS_PING:
    case WS_PONG: FUZZ_CHECK(m->len <= WS_CONTROL_MAX); break;
    case WS_CLOSE:
        FUZZ_CHECK(m->len <= LIMIT_CLOSE_REASON && vl_utf8_ok(m->text, m->len));
        FUZZ_CHECK(m->code >= 1000 && m->code <= 4999);
        break;
    default: FUZZ_CHECK(event == WS_BAD && m->why && m->code >= 1002 && m->code <= 1011);
    }
}

/* A hash of all events. */
static uint64_t read_all(const uint8_t *bytes, size_t len, size_t first, size_t step)
{
    struct ws_in *in = NULL;
    struct ws_message m;
    uint64_t h = 1;
    bool is_over = false;

    for (size_t at = 0, n = first; at < len && !is_over; n = step) {
        size_t size = n && n < len - at ? n : n ? len - at : 1;
        uint8_t *copy = malloc(size);
        struct ws_bytes b = { copy, size };
        int event = WS_MORE;
        FUZZ_CHECK(copy);
        memcpy(copy, bytes + at, size);
        while (!is_over && (event = ws_read(&in, &limits, &b, &m)) != WS_MORE) {
            check_event(event, &m);
            h = vl_hash(m.text ? m.text : "", m.len, h + (uint64_t)event + ((uint64_t)m.code << 8));
            is_over = event == WS_BAD || event == WS_CLOSE;
        }
        FUZZ_CHECK(is_over || b.len == 0);
        free(copy);
        at += size;
    }
    ws_drop(&in);
    return h;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static uint8_t stream[STREAM_MAX];
    size_t len = 0;

    if (size < 3 || size > STREAM_MAX / 2)
        return 0;
    if (data[0] & 1)
        len = make_stream(stream, data + 3, size - 3);
    else
        memcpy(stream, data + 3, len = size - 3);
    uint64_t whole = read_all(stream, len, len, len);
    FUZZ_CHECK(whole == read_all(stream, len, data[1], (size_t)data[2] + 1));
    FUZZ_CHECK(whole == read_all(stream, len, 1, 1));
    return 0;
}
