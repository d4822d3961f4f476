/* Any lines as calls of a page: each is answered with one JSON object that says ok
 * or why not, and what was opened can be closed again. Handles are never the same
 * twice, so "h":0 stands for the last one. */
#include "fuzz/fuzz.h"
#include "door/door.h"

enum { OPENED_MAX = 256, NODES_MAX = 1 << 16 };

static struct {
    int64_t list[OPENED_MAX];
    int len;
} opened;

/* One object with one member. */
static void check_answer(uint32_t len)
{
    static struct vl_json_node nodes[NODES_MAX];
    struct vl_json_doc doc;
    int64_t h;

    FUZZ_CHECK(vl_json_parse(&doc, vl_out(), len, nodes, NODES_MAX, NULL) == VL_OK);
    uint32_t ok = vl_json_get(&doc, 0, "ok"), error = vl_json_get(&doc, 0, "error");
    FUZZ_CHECK((ok != 0) != (error != 0));
    FUZZ_CHECK(!error || vl_json_get(&doc, error, "status"));
    uint32_t handle = ok ? vl_json_get(&doc, ok, "h") : 0;
    if (handle && opened.len < OPENED_MAX && vl_json_int_in(&doc, handle, 1, INT32_MAX, &h))
        opened.list[opened.len++] = h;
}

static void call(const char *text, size_t len)
{
    static const char last[] = "\"h\":0";
    const size_t n = sizeof last - 1;
    size_t room = 2 * len + 32;
    char *in = vl_in((uint32_t)room);

    FUZZ_CHECK(in);
    struct vl_buf b = vl_buf_on(in, room);
    for (size_t i = 0; i < len; i++) {
        if (i + n > len || memcmp(text + i, last, n) != 0 || opened.len == 0) {
            vl_put_char(&b, text[i]);
            continue;
        }
        vl_put_n(&b, last, n - 1);
        vl_put_int(&b, opened.list[opened.len - 1]);
        i += n - 1;
    }
    check_answer(vl_call((uint32_t)b.len));
}

static bool is_slow(const char *text, size_t len)
{
    for (size_t i = 0; i + 6 < len; i++)
        if (memcmp(text + i, "digest", 6) == 0)
            return true;
    return false;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    const char *p = (const char *)data, *end = p + size;
    char text[64];

    while (p < end) {
        const char *lf = memchr(p, '\n', (size_t)(end - p));
        size_t len = lf ? (size_t)(lf - p) : (size_t)(end - p);

        if (!is_slow(p, len))
            call(p, len);
        p += len + (lf ? 1 : 0);
    }
    while (opened.len > 0) {
        int n = snprintf(text, sizeof text, "{\"op\":\"close\",\"h\":%lld}",
                         (long long)opened.list[--opened.len]);
        call(text, (size_t)n);
    }
    return 0;
}
