/* record_write.c - the canonical text of a match. */
#include "match/record.h"

#include "base/hash.h"
#include "text/rules.h"

#include <stdlib.h>

enum { NOTATION_MAX = 256, POSITION_MAX = VL_RECORD_LINE_MAX - 16 };

/* ---- a text that grows ---- */

struct text {
    char *p;
    size_t len, cap;
    bool failed; /* no memory */
};

static void put_n(struct text *t, const char *s, size_t len)
{
    if (t->len + len + 1 > t->cap) {
        size_t cap = t->cap ? t->cap : 4096;
        while (cap < t->len + len + 1)
            cap *= 2;
        char *bigger = t->failed ? NULL : realloc(t->p, cap);
        if (!bigger) {
            t->failed = true;
            return;
        }
        t->p = bigger;
        t->cap = cap;
    }
    memcpy(t->p + t->len, s, len);
    t->len += len;
    t->p[t->len] = '\0';
}

static void put(struct text *t, const char *s)
{
    put_n(t, s, strlen(s));
}

static void put_number(struct text *t, uint64_t v)
{
    char digits[24];
    struct vl_buf b = vl_buf_on(digits, sizeof digits);

    vl_put_u64(&b, v);
    put_n(t, digits, b.len);
}

static void put_hex(struct text *t, const uint8_t *bytes, size_t n)
{
    char digits[65];
    struct vl_buf b = vl_buf_on(digits, sizeof digits);

    vl_put_hex(&b, bytes, n);
    put_n(t, digits, b.len);
}

static int finish(struct text *t, char **text, size_t *len, struct vl_error *err)
{
    if (t->failed || t->len > VL_RECORD_SIZE_MAX) {
        free(t->p);
        return t->failed ? vl_error_set(err, VL_MEMORY, "record", "out of memory")
                         : vl_error_set(err, VL_TOO_LARGE, "record", "larger than 8 MiB");
    }
    *text = t->p;
    *len = t->len;
    return VL_OK;
}

/* ---- writing ---- */

/* " won 0,2 scores 45,32,45" */
static void put_winners(const struct vl_match *m, const struct vl_result *res, struct vl_buf *out)
{
    size_t none;

    vl_put(out, " won ");
    none = out->len;
    for (int seat = 0; seat < m->state->seats; seat++)
        if (res->won[seat]) {
            vl_put(out, out->len > none ? "," : "");
            vl_put_int(out, seat);
        }
    vl_put(out, out->len == none ? "-" : "");
    vl_put(out, " scores");
    for (int seat = 0; seat < m->state->seats; seat++) {
        vl_put_char(out, seat ? ',' : ' ');
        vl_put_int(out, res->score[seat]);
    }
}

void vl_record_result(const struct vl_match *m, struct vl_buf *out)
{
    struct vl_result res;

    if (!vl_match_outcome(m)) {
        vl_put(out, "*");
        return;
    }
    vl_result(&m->rules, m->state, &res);
    vl_put(out, vl_match_outcome(m));
    vl_put(out, " ");
    vl_put(out, res.rule ? vl_rule_texts[res.rule].id : "-");
    vl_put(out, " ");
    vl_put_hex64(out, vl_state_hash(&m->rules, m->state));
    if (!m->short_result)
        put_winners(m, &res, out);
}

static void put_what(struct text *t, const struct vl_match *m)
{
    char line[1024];
    struct vl_buf b = vl_buf_on(line, sizeof line);

    put(t, "veillee-record ");
    put_number(t, VL_RECORD_FORMAT);
    put(t, "\ngame ");
    put(t, m->rules.game->id);
    put(t, " ");
    put_number(t, m->revision);
    put(t, "\ncontent ");
    put(t, m->pack.id[0] ? m->pack.id : "-"); /* a game without packs */
    put(t, " ");
    put(t, m->pack.version[0] ? m->pack.version : "-");
    put(t, " ");
    vl_put_hex64(&b, m->pack.hash);
    put_n(t, line, b.len);
    put(t, "\noptions");
    b = vl_buf_on(line, sizeof line);
    vl_options_write(&m->rules, &b, false);
    if (b.len > 0)
        put(t, " ");
    put_n(t, line, b.len);
    put(t, "\n");
}

static void put_who(struct text *t, const struct vl_match *m)
{
    put(t, "seats");
    for (int p = 0; p < m->players_len; p++) {
        put(t, " ");
        put(t, m->players[p].kind);
    }
    put(t, "\n");
    for (int p = 0; p < m->players_len; p++) {
        if (!m->players[p].name[0])
            continue;
        put(t, "name ");
        put_number(t, (uint64_t)p);
        put(t, " ");
        put(t, m->players[p].name);
        put(t, "\n");
    }
}

static void put_seed(struct text *t, const struct vl_match *m, bool reveal)
{
    if (m->seed_kind == VL_SEED_HAND)
        return;
    put(t, "seed-hash ");
    put_hex(t, m->seed_hash, VL_SEED_SIZE);
    put(t, "\n");
    if (!reveal || m->seed_kind != VL_SEED_KNOWN)
        return;
    put(t, "seed ");
    put_hex(t, m->seed, VL_SEED_SIZE);
    put(t, "\n");
}

static void put_start(struct text *t, const struct vl_match *m)
{
    char *memory = malloc(POSITION_MAX);

    if (!memory) {
        t->failed = true;
        return;
    }
    struct vl_json w = vl_json_on(memory, POSITION_MAX);
    vl_position_write(&m->rules, m->start, VL_ANYONE, true, &w);
    VL_VERIFY(!w.out.full);
    put(t, "start ");
    put_n(t, w.out.p, w.out.len);
    put(t, "\n");
    free(memory);
}

static void put_head(struct text *t, const struct vl_match *m, bool reveal)
{
    char result[VL_RECORD_RESULT_MAX];
    struct vl_buf b = vl_buf_on(result, sizeof result);

    put_what(t, m);
    put_who(t, m);
    put_seed(t, m, reveal);
    if (m->date[0]) {
        put(t, "date ");
        put(t, m->date);
        put(t, "\n");
    }
    put(t, "result ");
    vl_record_result(m, &b);
    put_n(t, result, b.len);
    put(t, "\n");
    if (m->has_start)
        put_start(t, m);
    put(t, "\n");
}

static void put_entry(struct text *t, const struct vl_match *m, const struct vl_entry *e)
{
    char notation[NOTATION_MAX];
    struct vl_buf b = vl_buf_on(notation, sizeof notation);

    if (e->move.kind == 0) {
        put(t, "undo ");
        put_number(t, e->back_to);
    } else {
        if (e->actor == VL_CHANCE)
            put(t, "c ");
        else {
            put_number(t, (uint64_t)e->actor);
            put(t, e->more ? "+ " : " ");
        }
        vl_move_format(&m->rules, e->move, &b);
        put_n(t, notation, b.len);
    }
    put(t, "\n");
}

/* Entries from..to-1, each after its comments; comments that stand at `to`
 * belong to an entry that is not there yet. */
static void put_entries(struct text *t, const struct vl_match *m, uint32_t from, uint32_t to,
                        bool trailing)
{
    uint32_t c = 0;

    while (c < m->comments_len && m->comments[c].at < from)
        c++;
    for (uint32_t n = from; n < to || (n == to && trailing); n++) {
        for (; c < m->comments_len && m->comments[c].at == n; c++) {
            put(t, "; ");
            put(t, m->comments[c].text);
            put(t, "\n");
        }
        if (n < to)
            put_entry(t, m, &m->entries[n]);
    }
}

void vl_record_sum(const char *text, size_t len, char out[VL_RECORD_SUM + 1])
{
    uint8_t sha[32];
    struct vl_buf b = vl_buf_on(out, VL_RECORD_SUM + 1);

    vl_sha256_of(text, len, sha);
    vl_put_hex(&b, sha, VL_RECORD_SUM / 2);
}

int vl_record_head(const struct vl_match *m, bool reveal, char **text, size_t *len,
                   struct vl_error *err)
{
    struct text t = { 0 };

    put_head(&t, m, reveal);
    return finish(&t, text, len, err);
}

int vl_record_entries(const struct vl_match *m, uint32_t from, char **text, size_t *len,
                      struct vl_error *err)
{
    struct text t = { 0 };

    put_entries(&t, m, from, m->len, false);
    put(&t, "");
    return finish(&t, text, len, err);
}

int vl_record_write(const struct vl_match *m, bool reveal, char **text, size_t *len,
                    struct vl_error *err)
{
    struct text t = { 0 };
    char sum[VL_RECORD_SUM + 1];

    put_head(&t, m, reveal);
    put_entries(&t, m, 0, m->len, true);
    if (!t.failed) {
        vl_record_sum(t.p, t.len, sum);
        put(&t, "end ");
        put_number(&t, m->len);
        put(&t, " ");
        put(&t, sum);
        put(&t, "\n");
    }
    return finish(&t, text, len, err);
}
