#include "server/rooms/house.h"

#include <arpa/inet.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/buf.h"
#include "match/record.h"
#include "server/rooms/names.h"
#include "server/rooms/proto.h"

/* ORDER RULE_WORDS */
enum rule_kind { RULE_CLOSED, RULE_BLOCK, RULE_RESERVE, RULE_HIDE, RULE_SHUT, RULE_KINDS };

struct rule {
    uint8_t kind; /* enum rule_kind */
    uint8_t bits; /* BLOCK: of the address */
    uint8_t address[16];
    char text[PROTO_NAME_MAX + 1]; /* RESERVE: the name; HIDE, SHUT: the table */
};

struct house {
    int len;
    struct rule rule[];
};

static const char *const words[RULE_KINDS] = { "closed", "block", "reserve", "hide", "shut" };

/* IPv4 as ::ffff:a.b.c.d, so that there is one kind of address. */
static bool read_address(const char *text, uint8_t out[16], int *width)
{
    static const uint8_t mapped[12] = { [10] = 0xff, [11] = 0xff };

    *width = 128;
    if (inet_pton(AF_INET6, text, out) == 1)
        return true;
    *width = 32;
    memcpy(out, mapped, sizeof mapped);
    return inet_pton(AF_INET, text, out + 12) == 1;
}

/* ADDRESS or ADDRESS/BITS. */
static bool read_block(struct rule *rule, const char *text)
{
    char address[64];
    const char *slash = strchr(text, '/');
    size_t len = slash ? (size_t)(slash - text) : strlen(text);
    int64_t bits;
    int width;

    if (len >= sizeof address)
        return false;
    memcpy(address, text, len);
    address[len] = '\0';
    if (!read_address(address, rule->address, &width))
        return false;
    bits = width;
    if (slash && (!vl_str_int(slash + 1, strlen(slash + 1), &bits) || bits < 0 || bits > width))
        return false;
    rule->bits = (uint8_t)(bits + 128 - width);
    return true;
}

static bool read_rule(struct rule *rule, const char *word, const char *rest)
{
    int kind = 0;

    while (kind < RULE_KINDS && !vl_str_eq(words[kind], word))
        kind++;
    rule->kind = (uint8_t)kind;
    switch (kind) {
    case RULE_CLOSED: return rest[0] == '\0';
    case RULE_BLOCK: return read_block(rule, rest);
    case RULE_RESERVE:
        name_clean(rule->text, sizeof rule->text, rest);
        return rule->text[0] != '\0';
    case RULE_HIDE:
    case RULE_SHUT:
        if (!store_id_ok(rest))
            return false;
        memcpy(rule->text, rest, STORE_ID_LEN + 1);
        return true;
    default: return false;
    }
}

/* One line without its end; false: it is wrong. */
static bool read_line(struct house *h, char *line)
{
    size_t len = strcspn(line, "#");

    while (len > 0 && strchr(" \t\r", line[len - 1]))
        len--;
    line[len] = '\0';
    line += strspn(line, " \t");
    if (line[0] == '\0')
        return true;
    char *rest = line + strcspn(line, " \t");
    if (*rest != '\0')
        *rest++ = '\0';
    rest += strspn(rest, " \t");
    memset(&h->rule[h->len], 0, sizeof h->rule[0]);
    return read_rule(&h->rule[h->len], line, rest) && ++h->len > 0;
}

int house_parse(struct house **out, const char *text, struct vl_error *err)
{
    size_t lines = 1;
    uint32_t at = 1;

    for (const char *c = text; *c; c++)
        lines += *c == '\n';
    *out = NULL;
    struct house *h = malloc(sizeof *h + lines * sizeof h->rule[0]);
    char *copy = malloc(strlen(text) + 1);
    int st = VL_OK;
    if (!h || !copy) {
        free(h);
        free(copy);
        return vl_error_set(err, VL_MEMORY, "", "out of memory");
    }
    h->len = 0;
    memcpy(copy, text, strlen(text) + 1);
    for (char *line = copy; st == VL_OK && line; at++) {
        char *end = strchr(line, '\n');

        if (end)
            *end = '\0';
        if (!read_line(h, line)) {
            st = vl_error_set(err, VL_SYNTAX, line, "no rule: closed, block, reserve, hide, shut");
            if (err)
                err->line = at;
        }
        line = end ? end + 1 : NULL;
    }
    free(copy);
    if (st != VL_OK)
        house_free(h);
    else
        *out = h;
    return st;
}

int house_read(struct house **out, const char *path, struct vl_error *err)
{
    char *text = NULL;
    size_t len;
    int st = vl_file_read(path, HOUSE_BYTES_MAX, &text, &len, err);

    *out = NULL;
    if (st == VL_OK)
        st = house_parse(out, text, err);
    free(text);
    return st;
}

void house_free(struct house *h)
{
    free(h);
}

/* ---- questions ---- */

static bool has(const struct house *h, int kind, const char *text)
{
    for (int i = 0; h && i < h->len; i++)
        if (h->rule[i].kind == kind && vl_str_eq(h->rule[i].text, text))
            return true;
    return false;
}

static bool covers(const struct rule *rule, const uint8_t address[16])
{
    int whole = rule->bits / 8, rest = rule->bits % 8;

    return memcmp(rule->address, address, (size_t)whole) == 0 &&
           (rest == 0 || ((rule->address[whole] ^ address[whole]) >> (8 - rest)) == 0);
}

bool house_is_closed(const struct house *h)
{
    return has(h, RULE_CLOSED, "");
}

bool house_blocks(const struct house *h, const char *address)
{
    uint8_t bytes[16];
    int width;

    if (!h || !read_address(address, bytes, &width))
        return false;
    for (int i = 0; i < h->len; i++)
        if (h->rule[i].kind == RULE_BLOCK && covers(&h->rule[i], bytes))
            return true;
    return false;
}

bool house_reserves(const struct house *h, const char *name)
{
    for (int i = 0; h && i < h->len; i++)
        if (h->rule[i].kind == RULE_RESERVE && name_alike(h->rule[i].text, name))
            return true;
    return false;
}

bool house_hides(const struct house *h, const char *room)
{
    return has(h, RULE_HIDE, room) || has(h, RULE_SHUT, room);
}

bool house_shuts(const struct house *h, const char *room)
{
    return has(h, RULE_SHUT, room);
}

int house_len(const struct house *h)
{
    return h ? h->len : 0;
}
