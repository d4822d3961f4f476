#include "base/status.h"

#include <string.h>

static const char *const words[VL_STATUS_COUNT] = {
#define X(name, word, text) word,
    VL_STATUS_MAP(X)
#undef X
};

const char *vl_status_word(int status)
{
    return status >= 0 && status < VL_STATUS_COUNT ? words[status] : "?";
}

/* Copies text (NULL: nothing), cut to fit before a UTF-8 sequence rather than
 * inside it. The text may be `out` itself: callers re-word their own errors. */
static void copy_cut(char *out, size_t cap, const char *text)
{
    size_t len = 0;

    if (text == NULL)
        text = "";
    while (len < cap - 1 && text[len] != '\0')
        len++;
    if (text[len] != '\0') {
        for (int back = 0; back < 3 && len > 0 && (text[len] & 0xC0) == 0x80; back++)
            len--;
    }
    memmove(out, text, len);
    out[len] = '\0';
}

int vl_error_set(struct vl_error *err, int status, const char *where, const char *what)
{
    if (err == NULL)
        return status;
    err->status = (uint16_t)status;
    err->rule = 0;
    err->line = err->column = 0;
    err->key[0] = '\0';
    err->lo = err->hi = 0;
    err->given[0] = '\0';
    copy_cut(err->where, sizeof err->where, where);
    copy_cut(err->what, sizeof err->what, what);
    return status;
}

int vl_error_rule(struct vl_error *err, int status, uint16_t rule, const char *where,
                  const char *what)
{
    vl_error_set(err, status, where, what);
    if (err != NULL)
        err->rule = rule;
    return status;
}

void vl_error_given(struct vl_error *err, const char *text, size_t len)
{
    char word[sizeof err->given + 4];

    if (err == NULL)
        return;
    if (len >= sizeof word)
        len = sizeof word - 1; /* longer than `given`, so that it is cut at a character */
    memcpy(word, text, len);
    word[len] = '\0';
    copy_cut(err->given, sizeof err->given, word);
}

void vl_error_range(struct vl_error *err, int lo, int hi)
{
    if (err != NULL) {
        err->lo = lo;
        err->hi = hi;
    }
}
