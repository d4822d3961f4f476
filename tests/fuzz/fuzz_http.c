/* Any bytes as a request: the same answer however they are cut, and only what
 * keeps to the limits is accepted. */
#include "fuzz/fuzz.h"

#include "server/net/http.h"
#include "server/net/limits.h"
#include "server/net/ws.h"

#include <string.h>

enum { HEAD_MAX = 1024 };

static int parse(struct http_request *r, const char *bytes, size_t len, size_t first, size_t step)
{
    int got = HTTP_MORE;

    memset(r, 0, sizeof *r);
    for (size_t n = first; got == HTTP_MORE; n += step) {
        size_t now = n < len ? n : len;
        char *copy = malloc(now ? now : 1); /* of the exact size, and elsewhere each time */
        FUZZ_CHECK(copy);
        memcpy(copy, bytes, now);
        got = http_parse(r, copy, now, HEAD_MAX);
        free(copy);
        if (now == len)
            break;
    }
    return got;
}

static void check_done(const struct http_request *r, const char *head, size_t len)
{
    static const char *const allowed[] = { "https://friend.example" };

    FUZZ_CHECK(r->head_len <= len && r->head_len <= HEAD_MAX);
    FUZZ_CHECK(memcmp(head + r->head_len - 4, "\r\n\r\n", 4) == 0);
    FUZZ_CHECK(head[r->path.at] == '/' && r->path.at + r->path.len <= r->head_len);
    FUZZ_CHECK(r->path.len < LIMIT_REQUEST_LINE);
    FUZZ_CHECK(r->header[HTTP_HOST].len > 0);
    for (int i = 0; i < HTTP_HEADERS; i++)
        FUZZ_CHECK(r->header[i].at + r->header[i].len <= r->head_len);
    for (uint32_t i = 0; i < r->head_len; i++) {
        unsigned char c = (unsigned char)head[i];
        FUZZ_CHECK(c >= 32 ? c != 127 : c == '\t' || c == '\r' || c == '\n');
    }
    (void)http_wants_close(r, head);
    (void)http_matches(r, head, "\"0123456789abcdef\"");
    int status = ws_check(r, head, allowed, 1);
    FUZZ_CHECK(status == 101 || status == 400 || status == 403 || status == 426);
    FUZZ_CHECK(status != 101 || r->header[HTTP_ORIGIN].len > 0);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct http_request a, b;

    if (size < 2)
        return 0;
    const char *bytes = (const char *)data + 2;
    size_t len = size - 2;
    int whole = parse(&a, bytes, len, len, 1);
    int cut = parse(&b, bytes, len, data[0], 1 + data[1]);
    FUZZ_CHECK(whole == cut && memcmp(&a, &b, sizeof a) == 0);
    if (whole == HTTP_DONE)
        check_done(&a, bytes, len);
    else if (whole == HTTP_BAD)
        FUZZ_CHECK(a.status == 400 || a.status == 405 || a.status == 413 || a.status == 414 ||
                   a.status == 431 || a.status == 505);
    else
        FUZZ_CHECK(len <= HEAD_MAX);
    return 0;
}
