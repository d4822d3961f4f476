/* record.c - reading the text of a match: strictly, line by line. */
#include "match/record.h"

#include "base/hash.h"
#include "registry.h"
#include "text/rules.h"

#include <stdlib.h>

/* ---- lines ---- */

struct reader {
    const char *text;
    size_t len, pos; /* pos: where the next line begins */
    uint32_t line;   /* number of the line at hand, from 1 */
    const char *cur; /* the line at hand, without its end */
    size_t cur_len;
    struct vl_record_opts *how;
    struct vl_error *err;

    /* the head */
    const struct vl_game *game;
    int64_t revision;
    struct vl_pack pack;
    struct vl_rules rules;
    struct vl_player players[VL_SEATS_MAX];
    int players_len;
    bool has_seed, has_hash;
    uint8_t seed[VL_SEED_SIZE], seed_hash[VL_SEED_SIZE];
    char date[16];
    const char *result;
    size_t result_len;
    uint32_t result_line, seats_line, date_line;
    struct vl_state *start;
    struct vl_match *match;
};

static int fault_at(struct reader *rd, uint32_t line, int status, const char *what)
{
    char where[32];
    struct vl_buf b = vl_buf_on(where, sizeof where);

    vl_put(&b, "line ");
    vl_put_u64(&b, line);
    return vl_error_set(rd->err, status, where, what);
}

static int fault(struct reader *rd, int status, const char *what)
{
    return fault_at(rd, rd->line, status, what);
}

/* The same with a piece of the text, cut to a readable length. */
static int fault_text(struct reader *rd, int status, const char *what, const char *text, size_t len)
{
    char line[200];
    struct vl_buf b = vl_buf_on(line, sizeof line);
    size_t shown = len > 60 ? 60 : len, said = strlen(what);

    /* not in the middle of a character */
    while (shown > 0 && shown < len && ((unsigned char)text[shown] & 0xc0) == 0x80)
        shown--;
    vl_put_n(&b, what, said > 100 ? 100 : said);
    vl_put(&b, ": `");
    vl_put_n(&b, text, shown);
    vl_put(&b, shown < len ? "...`" : "`");
    return fault(rd, status, line);
}

/* A fault found below, told with the line at hand. */
static int fault_below(struct reader *rd, const struct vl_error *below)
{
    char what[sizeof below->what + sizeof below->where + 4];
    struct vl_buf b = vl_buf_on(what, sizeof what);
    int st = below->status;
    vl_rule rule = below->rule;

    vl_put(&b, below->where);
    vl_put(&b, ": ");
    vl_put(&b, below->what);
    fault(rd, st, what);
    if (rd->err)
        rd->err->rule = rule;
    return st;
}

enum { NO_MORE_LINES = -1 };

/* Steps to the next line, which must be whole and printable. */
static int next_line(struct reader *rd)
{
    if (rd->pos >= rd->len)
        return NO_MORE_LINES;
    const char *begin = rd->text + rd->pos;
    const char *lf = memchr(begin, '\n', rd->len - rd->pos);
    size_t len = lf ? (size_t)(lf - begin) : rd->len - rd->pos;

    rd->line++;
    rd->cur = begin;
    rd->cur_len = len;
    rd->pos += len + (lf ? 1 : 0);
    if (!lf)
        return fault(rd, VL_MISSING, "cut off: the line has no end");
    if (len > VL_RECORD_LINE_MAX)
        return fault(rd, VL_TOO_LARGE, "the line is too long");
    for (size_t i = 0; i < len; i++)
        if ((unsigned char)begin[i] < 32 || begin[i] == 127)
            return fault(rd, VL_SYNTAX, "a control character");
    if (!vl_utf8_ok(begin, len))
        return fault(rd, VL_SYNTAX, "not UTF-8");
    return VL_OK;
}

/* True if the line at hand is `tag` or `tag rest`. */
static bool at_tag(const struct reader *rd, const char *tag, const char **rest, size_t *rest_len)
{
    size_t n = strlen(tag);

    *rest = rd->cur;
    *rest_len = 0;
    if (rd->cur_len < n || memcmp(rd->cur, tag, n) != 0)
        return false;
    if (rd->cur_len > n && rd->cur[n] != ' ')
        return false;
    *rest = rd->cur + (rd->cur_len > n ? n + 1 : n);
    *rest_len = rd->cur_len > n ? rd->cur_len - n - 1 : 0;
    return true;
}

/* The next word of a rest, which it shortens; words are parted by one space. */
static bool word(const char **rest, size_t *rest_len, const char **w, size_t *w_len)
{
    const char *space = memchr(*rest, ' ', *rest_len);
    size_t n = space ? (size_t)(space - *rest) : *rest_len;

    *w = *rest;
    *w_len = n;
    *rest += space ? n + 1 : n;
    *rest_len -= space ? n + 1 : n;
    return n > 0;
}

static bool copy_word(const char **rest, size_t *rest_len, char *out, size_t cap)
{
    const char *w;
    size_t n;

    if (!word(rest, rest_len, &w, &n) || n >= cap)
        return false;
    memcpy(out, w, n);
    out[n] = '\0';
    return true;
}

static bool number_word(const char **rest, size_t *rest_len, int64_t *out)
{
    const char *w;
    size_t n;

    return word(rest, rest_len, &w, &n) && n <= 10 && vl_str_int(w, n, out) && *out >= 0;
}

/* ---- the head ---- */

static const char *const tags[] = { "veillee-record", "game", "content", "options", "seats", "name",
                                    "seed-hash",      "seed", "date",    "result",  "start" };

/* The line at hand is not the tag that should stand here. */
static int misplaced(struct reader *rd, const char *tag)
{
    const char *rest = rd->cur, *w;
    size_t rest_len = rd->cur_len, n;
    char what[120];
    struct vl_buf b = vl_buf_on(what, sizeof what);

    word(&rest, &rest_len, &w, &n);
    for (int i = 0; i < VL_LEN(tags); i++) {
        if (!vl_str_is(w, n, tags[i]))
            continue;
        vl_put(&b, "tag `");
        vl_put(&b, tags[i]);
        vl_put(&b, "` is out of its place; expected `");
        vl_put(&b, tag);
        vl_put(&b, "`");
        return fault(rd, VL_SYNTAX, what);
    }
    vl_put(&b, "unknown tag; expected `");
    vl_put(&b, tag);
    vl_put(&b, "`, found");
    return fault_text(rd, VL_UNKNOWN, what, w, n);
}

static int next_head_line(struct reader *rd)
{
    int st = next_line(rd);

    if (st == NO_MORE_LINES)
        return fault(rd, VL_MISSING, "cut off before the first entry");
    return st;
}

static int expect_tag(struct reader *rd, const char *tag, const char **rest, size_t *rest_len)
{
    int st = next_head_line(rd);

    if (st != VL_OK)
        return st;
    return at_tag(rd, tag, rest, rest_len) ? VL_OK : misplaced(rd, tag);
}

static int read_format(struct reader *rd)
{
    const char *rest;
    size_t n;
    int64_t format;
    int st = next_head_line(rd);

    if (st != VL_OK)
        return st;
    if (!at_tag(rd, tags[0], &rest, &n))
        return fault(rd, VL_SYNTAX, "not a game record: it begins with `veillee-record`");
    if (!number_word(&rest, &n, &format) || n > 0 || format == 0)
        return fault(rd, VL_SYNTAX, "the format number cannot be read");
    if (format != VL_RECORD_FORMAT)
        return fault_text(rd, VL_VERSION, "the record's format is newer than this program's",
                          rd->cur, rd->cur_len);
    return VL_OK;
}

static int read_game(struct reader *rd)
{
    const char *rest;
    size_t n;
    char id[40];
    int st = expect_tag(rd, "game", &rest, &n);

    if (st != VL_OK)
        return st;
    if (!copy_word(&rest, &n, id, sizeof id) || !number_word(&rest, &n, &rd->revision) ||
        rd->revision == 0 || n > 0)
        return fault(rd, VL_SYNTAX, "expected `game ID REVISION`");
    rd->game = rd->how->game && vl_str_eq(rd->how->game->id, id) ? rd->how->game : vl_game_find(id);
    if (!rd->game)
        return fault_text(rd, VL_UNKNOWN, "unknown game", id, strlen(id));
    if (rd->revision > rd->game->revision)
        return fault(rd, VL_VERSION, "recorded under newer rules than this program plays");
    return VL_OK;
}

/* The pack given is used for records made with it; any other must be one of
 * those in the program. */
static int read_content(struct reader *rd)
{
    const char *rest;
    size_t n;
    char hex[20];
    uint8_t bytes[8];
    struct vl_pack_info want = { 0 };
    struct vl_error below = { 0 };
    int st = expect_tag(rd, "content", &rest, &n);

    if (st != VL_OK)
        return st;
    if (!copy_word(&rest, &n, want.id, sizeof want.id) ||
        !copy_word(&rest, &n, want.version, sizeof want.version) ||
        !copy_word(&rest, &n, hex, sizeof hex) || n > 0 ||
        !vl_str_hex(hex, strlen(hex), bytes, sizeof bytes))
        return fault(rd, VL_SYNTAX, "expected `content ID VERSION HASH`");
    for (int i = 0; i < 8; i++)
        want.hash = want.hash << 8 | bytes[i];
    if (!rd->game->pack && vl_str_eq(want.id, "-"))
        return VL_OK;

    const struct vl_pack *given = rd->how->pack;
    if (given && given->game == rd->game && given->info.hash == want.hash &&
        vl_str_eq(given->info.id, want.id) && vl_str_eq(given->info.version, want.version)) {
        rd->pack = *given;
        rd->pack.owned = NULL;
        return VL_OK;
    }
    st = vl_pack_of_record(&rd->pack, rd->game, &want, &below);
    return st == VL_OK ? VL_OK : fault_below(rd, &below);
}

static int read_options(struct reader *rd)
{
    const char *rest;
    size_t n;
    char text[1024];
    struct vl_error below = { 0 };
    int st = expect_tag(rd, "options", &rest, &n);

    if (st != VL_OK)
        return st;
    if (n >= sizeof text)
        return fault(rd, VL_TOO_LARGE, "the options are too long");
    memcpy(text, rest, n);
    text[n] = '\0';
    vl_rules_init(&rd->rules, rd->game, rd->pack.block, &rd->pack.info);
    st = vl_options_parse(&rd->rules, text, &below);
    if (st == VL_OK)
        st = vl_rules_prepare(&rd->rules, &below);
    return st == VL_OK ? VL_OK : fault_below(rd, &below);
}

static int read_seats(struct reader *rd)
{
    const char *rest;
    size_t n;
    int st = expect_tag(rd, "seats", &rest, &n);

    if (st != VL_OK)
        return st;
    rd->seats_line = rd->line;
    while (n > 0 || rd->players_len == 0) {
        if (rd->players_len == VL_SEATS_MAX)
            return fault(rd, VL_TOO_LARGE, "too many players");
        char *kind = rd->players[rd->players_len++].kind;
        if (!copy_word(&rest, &n, kind, sizeof rd->players[0].kind))
            return fault(rd, VL_SYNTAX, "expected `seats KIND KIND ...`");
    }
    return VL_OK;
}

static int read_name(struct reader *rd, const char *rest, size_t n)
{
    int64_t p;

    if (!number_word(&rest, &n, &p) || n == 0)
        return fault(rd, VL_SYNTAX, "expected `name PLAYER NAME`");
    if (p >= rd->players_len)
        return fault(rd, VL_RANGE, "there is no such player");
    if (rd->players[p].name[0])
        return fault(rd, VL_DUPLICATE, "this player is named twice");
    if (n >= sizeof rd->players[p].name)
        return fault(rd, VL_TOO_LARGE, "the name is too long");
    memcpy(rd->players[p].name, rest, n);
    return VL_OK;
}

static int read_hash(struct reader *rd, const char *rest, size_t n)
{
    rd->has_hash = true;
    if (!vl_str_hex(rest, n, rd->seed_hash, VL_SEED_SIZE))
        return fault(rd, VL_SYNTAX, "expected 64 hexadecimal digits");
    return VL_OK;
}

static int read_seed(struct reader *rd, const char *rest, size_t n)
{
    uint8_t hash[32];

    if (!rd->has_hash)
        return fault(rd, VL_MISSING, "a seed without its `seed-hash`");
    rd->has_seed = true;
    if (!vl_str_hex(rest, n, rd->seed, VL_SEED_SIZE))
        return fault(rd, VL_SYNTAX, "expected 64 hexadecimal digits");
    vl_sha256_of(rd->seed, VL_SEED_SIZE, hash);
    if (memcmp(hash, rd->seed_hash, sizeof hash) != 0)
        return fault(rd, VL_MISMATCH, "the seed does not have the hash of the line before");
    return VL_OK;
}

static int read_date(struct reader *rd, const char *rest, size_t n)
{
    if (n != 10)
        return fault(rd, VL_SYNTAX, "a date is written 2026-11-15");
    memcpy(rd->date, rest, n);
    rd->date_line = rd->line;
    return VL_OK;
}

static int read_result(struct reader *rd, const char *rest, size_t n)
{
    if (n == 0)
        return fault(rd, VL_SYNTAX,
                     "expected `result *` or `result OUTCOME RULE HASH won SEATS scores SCORES`");
    rd->result = rest;
    rd->result_len = n;
    rd->result_line = rd->line;
    return VL_OK;
}

/* The position a match begins from: parsed, loaded, and settled already. */
static int read_start(struct reader *rd, const char *rest, size_t n)
{
    uint32_t cap = (uint32_t)(n / 2 + 16);
    size_t size = rd->game->state_size;
    struct vl_json_node *nodes = malloc(cap * sizeof *nodes);
    struct vl_state *scratch = calloc(1, size);
    struct vl_json_doc doc;
    struct vl_error below = { 0 };
    int st = VL_MEMORY;

    rd->start = calloc(1, size);
    if (!nodes || !scratch || !rd->start)
        fault(rd, st, "out of memory");
    else if ((st = vl_json_parse(&doc, rest, n, nodes, cap, &below)) != VL_OK ||
             (st = vl_position_read(&rd->rules, rd->start, scratch, &doc, 0, &below)) != VL_OK)
        fault_below(rd, &below);
    else
        vl_settle(&rd->rules, rd->start, NULL);
    free(nodes);
    free(scratch);
    return st;
}

/* The tags that may be left out, in their order; `result` may not. */
static int read_rest_of_head(struct reader *rd)
{
    static const struct {
        const char *tag;
        int (*read)(struct reader *rd, const char *rest, size_t n);
        bool repeats;
    } order[] = {
        { "name", read_name, true },      { "seed-hash", read_hash, false },
        { "seed", read_seed, false },     { "date", read_date, false },
        { "result", read_result, false }, { "start", read_start, false },
    };
    const char *rest;
    size_t n;
    int at = 0, len = VL_LEN(order);

    for (;;) {
        int st = next_head_line(rd);
        if (st != VL_OK)
            return st;
        if (rd->cur_len == 0)
            return rd->result ? VL_OK : fault(rd, VL_MISSING, "there is no `result` tag");
        int k = at;
        while (k < len && !at_tag(rd, order[k].tag, &rest, &n))
            k++;
        if (k == len || (!rd->result && order[k].read == read_start))
            return misplaced(rd, rd->result ? "start" : "result");
        st = order[k].read(rd, rest, n);
        if (st != VL_OK)
            return st;
        at = order[k].repeats ? k : k + 1;
    }
}

static int read_head(struct reader *rd)
{
    static int (*const steps[])(struct reader *) = { read_format,  read_game,  read_content,
                                                     read_options, read_seats, read_rest_of_head };
    struct vl_match_setup setup = { 0 };
    struct vl_error below = { 0 };
    int st = VL_OK;

    for (int i = 0; i < VL_LEN(steps) && st == VL_OK; i++)
        st = steps[i](rd);
    if (st != VL_OK)
        return st;
    setup.rules = &rd->rules;
    setup.players = rd->players;
    setup.players_len = rd->players_len;
    setup.seed = rd->has_seed ? rd->seed : NULL;
    setup.seed_hash = rd->has_hash ? rd->seed_hash : NULL;
    setup.start = rd->start;
    setup.date = rd->date;
    setup.revision = (uint16_t)rd->revision; /* at most the game's own */
    st = vl_match_open(&rd->match, &setup, &below);
    if (st == VL_OK)
        return VL_OK;
    rd->line = vl_str_eq(below.where, "date") ? rd->date_line : rd->seats_line;
    return fault_below(rd, &below);
}

/* ---- the entries ---- */

/* What a reader of an old record should know when it no longer replays. */
static void blame_revision(const struct reader *rd)
{
    if (!rd->err || rd->revision >= rd->game->revision)
        return;
    size_t used = strlen(rd->err->what);
    struct vl_buf b = vl_buf_on(rd->err->what + used, sizeof rd->err->what - used);
    vl_put(&b, " (recorded under rules revision ");
    vl_put_int(&b, rd->revision);
    vl_put(&b, ", this program plays ");
    vl_put_int(&b, rd->game->revision);
    vl_put(&b, ")");
}

/* `why`: what the rule says, or where reading stopped. */
static int fault_refused(struct reader *rd, vl_rule rule, const char *why)
{
    const struct vl_rule_text *t = &vl_rule_texts[rule];
    char what[200];
    struct vl_buf b = vl_buf_on(what, sizeof what);

    vl_put(&b, t->id);
    vl_put(&b, " ");
    vl_put(&b, t->code ? t->code : "");
    vl_put(&b, t->code ? " " : "");
    vl_put(&b, why);
    fault_text(rd, VL_REFUSED, what, rd->cur, rd->cur_len);
    if (rd->err)
        rd->err->rule = rule;
    blame_revision(rd);
    return VL_REFUSED;
}

static int fault_unread(struct reader *rd, const struct vl_error *no)
{
    char why[100];
    struct vl_buf b = vl_buf_on(why, sizeof why);

    vl_put(&b, no->given[0] ? "cannot be read from `" : "ends too early");
    vl_put(&b, no->given);
    vl_put(&b, no->given[0] ? "` on" : "");
    return fault_refused(rd, no->rule, why);
}

static int read_undo(struct reader *rd, const char *rest, size_t n)
{
    struct vl_error below = { 0 };
    int64_t entry;

    if (!number_word(&rest, &n, &entry) || n > 0)
        return fault(rd, VL_SYNTAX, "expected `undo ENTRY`");
    uint32_t target = entry < VL_ENTRIES_MAX ? (uint32_t)entry : VL_ENTRIES_MAX;
    int st = vl_match_replay_undo(rd->match, target, &below);
    return st == VL_OK ? VL_OK : fault_below(rd, &below);
}

static int read_move(struct reader *rd)
{
    const char *rest = rd->cur, *w;
    size_t n = rd->cur_len, w_len;
    int64_t actor;
    struct vl_move move;
    struct vl_error below = { 0 };
    bool more;

    word(&rest, &n, &w, &w_len);
    more = w_len > 1 && w[w_len - 1] == '+';
    w_len -= more;
    if (!more && vl_str_is(w, w_len, "c"))
        actor = VL_CHANCE;
    else if (w_len > 2 || !vl_str_int(w, w_len, &actor) || actor < 0)
        return fault_text(rd, VL_SYNTAX, "neither an entry nor a comment nor the end", rd->cur,
                          rd->cur_len);
    else if (actor >= rd->match->state->seats)
        return fault(rd, VL_RANGE, "there is no such seat");
    if (vl_move_read(&rd->rules, rest, n, &move, &below) != VL_OK)
        return fault_unread(rd, &below);
    int st = vl_match_replay(rd->match, (int)actor, move, more, &below);
    if (st == VL_REFUSED)
        return fault_refused(rd, below.rule, vl_rule_texts[below.rule].en);
    return st == VL_OK ? VL_OK : fault_below(rd, &below);
}

static int read_comment(struct reader *rd)
{
    char text[VL_COMMENT_MAX];
    struct vl_error below = { 0 };
    size_t n = rd->cur_len - 2;

    if (n >= sizeof text)
        return fault(rd, VL_TOO_LARGE, "the comment is too long");
    memcpy(text, rd->cur + 2, n);
    text[n] = '\0';
    int st = vl_match_comment(rd->match, text, &below);
    return st == VL_OK ? VL_OK : fault_below(rd, &below);
}

/* `end N SUM`: as many entries as there are, and the bytes as they were. */
static int read_end(struct reader *rd, const char *rest, size_t n)
{
    int64_t count;
    char found[VL_RECORD_SUM + 1], sum[VL_RECORD_SUM + 1], what[80];

    if (!number_word(&rest, &n, &count) || !copy_word(&rest, &n, found, sizeof found) || n > 0)
        return fault(rd, VL_SYNTAX, "expected `end ENTRIES SUM`");
    if (count != rd->match->len) {
        struct vl_buf b = vl_buf_on(what, sizeof what);

        vl_put(&b, "the record has ");
        vl_put_u64(&b, rd->match->len);
        vl_put(&b, " entries, its end says ");
        vl_put_int(&b, count);
        return fault(rd, VL_MISMATCH, what);
    }
    if (rd->pos < rd->len)
        return fault(rd, VL_SYNTAX, "something stands after the end");
    vl_record_sum(rd->text, (size_t)(rd->cur - rd->text), sum);
    if (!vl_str_eq(found, sum))
        return fault(rd, VL_MISMATCH, "the record was altered: its sum is not the one at its end");
    rd->how->ended = true;
    return VL_OK;
}

static int read_body(struct reader *rd)
{
    const char *rest;
    size_t n;

    for (;;) {
        int st = next_line(rd);
        if (st == NO_MORE_LINES)
            return fault(rd, VL_MISSING, "cut off: the record has no `end` line");
        if (st != VL_OK)
            return st;
        bool is_end = at_tag(rd, "end", &rest, &n);
        bool is_comment = rd->cur_len > 2 && rd->cur[0] == ';' && rd->cur[1] == ' ';
        if ((is_end || is_comment) && vl_match_in_row(rd->match))
            return fault(rd, VL_MISSING, "the row of moves before it is not whole");
        if (is_end)
            return read_end(rd, rest, n);
        if (is_comment)
            st = read_comment(rd);
        else if (at_tag(rd, "undo", &rest, &n))
            st = read_undo(rd, rest, n);
        else
            st = read_move(rd);
        if (st != VL_OK)
            return st;
    }
}

static bool has_result(const struct reader *rd, char result[VL_RECORD_RESULT_MAX])
{
    struct vl_buf b = vl_buf_on(result, VL_RECORD_RESULT_MAX);

    vl_record_result(rd->match, &b);
    return vl_str_is(rd->result, rd->result_len, result);
}

/* The result that the moves lead to is the one in the head, in its form of today or
 * in the one that ended with the hash. */
static int check_result(struct reader *rd)
{
    char result[VL_RECORD_RESULT_MAX], old[VL_RECORD_RESULT_MAX], what[200];
    struct vl_buf w = vl_buf_on(what, sizeof what);

    if (has_result(rd, result))
        return VL_OK;
    rd->match->short_result = true;
    if (has_result(rd, old))
        return VL_OK;
    rd->match->short_result = false;
    vl_put(&w, "the moves lead to the result `");
    vl_put(&w, result);
    vl_put(&w, "`");
    fault_at(rd, rd->result_line, VL_MISMATCH, what);
    blame_revision(rd);
    return VL_MISMATCH;
}

/* Whatever was read, written again, must be the text itself. */
static int check_canonical(struct reader *rd)
{
    char *again = NULL;
    size_t len = 0, i = 0;
    uint32_t line = 1;
    int st = vl_record_write(rd->match, rd->has_seed, &again, &len, rd->err);

    if (st != VL_OK)
        return st;
    while (i < len && i < rd->len && again[i] == rd->text[i])
        line += again[i++] == '\n';
    if (i < len || i < rd->len)
        st = fault_at(rd, line, VL_SYNTAX, "not written as this program writes it");
    free(again);
    return st;
}

static int read_all(struct reader *rd)
{
    int st = rd->len > VL_RECORD_SIZE_MAX
                 ? vl_error_set(rd->err, VL_TOO_LARGE, "record", "larger than 8 MiB")
                 : read_head(rd);

    if (st != VL_OK)
        return st;
    VL_VERIFY(rd->game && rd->match);
    struct vl_error *err = rd->err;
    if (rd->how->recover)
        rd->err = &rd->how->fault;
    st = read_body(rd);
    if (st != VL_OK) /* what is kept of a torn record has no half of a row */
        vl_match_drop_part(rd->match);
    if (st == VL_OK)
        st = check_result(rd);
    if (st == VL_OK && !rd->how->recover)
        st = check_canonical(rd);
    rd->err = err;
    return rd->how->recover ? VL_OK : st;
}

int vl_record_read(struct vl_match **out, const char *text, size_t len, struct vl_record_opts *how,
                   struct vl_error *err)
{
    struct vl_record_opts plain = { 0 };
    struct reader *rd = calloc(1, sizeof *rd);

    if (!rd)
        return vl_error_set(err, VL_MEMORY, "record", "out of memory");
    rd->text = rd->cur = text;
    rd->len = len;
    rd->how = how ? how : &plain;
    rd->err = err;
    memset(&rd->how->fault, 0, sizeof rd->how->fault);
    rd->how->ended = false;
    int st = read_all(rd);
    if (st == VL_OK)
        *out = rd->match;
    else
        vl_match_close(rd->match);
    vl_pack_free(&rd->pack);
    free(rd->start);
    free(rd);
    return st;
}
