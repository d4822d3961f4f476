#include "text/remark.h"

#include "text/text.h"

#include <string.h>

#ifdef VL_LEAN /* the engine of the page has no remarks: they are a technical detail there */

void vl_text_remark(struct vl_buf *out, int lang, const char *what)
{
    (void)lang;
    vl_put(out, what);
}

#else

enum {
    HELD_MAX = 3,     /* values in one remark */
    HELD_BYTES = 200, /* as much as a remark has */
    NAME_BYTES = 16,
    DEPTH_MAX = 4 /* remarks within remarks */
};

struct held { /* what stands for the names of an entry */
    int len;
    char name[HELD_MAX][NAME_BYTES], text[HELD_MAX][HELD_BYTES];
};

static void hold(struct held *h, const char *name, size_t name_len, const char *text, size_t len)
{
    if (h->len == HELD_MAX)
        return;
    struct vl_buf n = vl_buf_on(h->name[h->len], NAME_BYTES);
    struct vl_buf t = vl_buf_on(h->text[h->len], HELD_BYTES);

    vl_put_n(&n, name, name_len);
    vl_put_n(&t, text, len);
    h->len++;
}

/* How many characters of the form stand in `what`, values apart; -1: it is not of this
 * form. A value reaches to the first place where what follows it in the form begins. */
static int match(const char *form, const char *what, struct held *h)
{
    int same = 0;

    h->len = 0;
    while (*form != '\0') {
        if (*form != '{') {
            if (*form++ != *what++)
                return -1;
            same++;
            continue;
        }
        size_t name = strcspn(++form, "}"), n = 1;
        const char *next = form + name + 1;
        size_t run = strcspn(next, "{");

        if (*what == '\0')
            return -1;
        while (what[n] != '\0' && (run == 0 || strncmp(what + n, next, run) != 0))
            n++;
        hold(h, form, name, what, n);
        form = next;
        what += n;
    }
    return *what == '\0' ? same : -1;
}

/* The entry that says most of it. */
static const struct vl_catalogue_entry *find(const char *what, struct held *best)
{
    static const char prefix[] = "remark.";
    const struct vl_catalogue_entry *out = NULL;
    int most = -1;

    for (int i = 0; i < vl_catalogue_len; i++) {
        const struct vl_catalogue_entry *e = &vl_catalogue[i];
        struct held h;

        if (strncmp(e->id, prefix, sizeof prefix - 1) != 0)
            continue;
        int same = match(vl_catalogue_text(e, VL_EN), what, &h);
        if (same > most) {
            most = same;
            *best = h;
            out = e;
        }
    }
    return out;
}

static void put(struct vl_buf *out, int lang, const char *what, int depth)
{
    struct held h;
    const struct vl_catalogue_entry *e = depth < DEPTH_MAX ? find(what, &h) : NULL;
    const char *pairs[2 * HELD_MAX + 1] = { NULL };
    char words[HELD_MAX][2 * HELD_BYTES];

    if (e == NULL) {
        vl_put(out, what);
        return;
    }
    for (int i = 0; i < h.len; i++) {
        struct vl_buf b = vl_buf_on(words[i], sizeof words[i]);

        put(&b, lang, h.text[i], depth + 1);
        pairs[2 * i] = h.name[i];
        pairs[2 * i + 1] = words[i];
    }
    vl_text_str(out, lang, e->id, pairs);
}

void vl_text_remark(struct vl_buf *out, int lang, const char *what)
{
    put(out, lang, what, 0);
}

#endif
