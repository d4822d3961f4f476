/* url.c - the links of tables. */
#include "cli/net/client.h"

#include <string.h>

static int bad(struct vl_error *err, const char *text, const char *what)
{
    char where[64];
    struct vl_buf b = vl_buf_on(where, sizeof where);

    vl_put_n(&b, text, strlen(text) < 60 ? strlen(text) : 60); /* never the whole of a token */
    return vl_error_set(err, VL_SYNTAX, where, what);
}

static bool is_host_char(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '-' ||
           c == '.' || c == '_';
}

/* "host", "1.2.3.4" or "[::1]"; the brackets are left out. Bytes used, 0 if bad. */
static size_t read_host(char out[NET_HOST_MAX + 1], const char *p)
{
    size_t n = 0, from = p[0] == '[' ? 1 : 0;

    if (from) {
        n = strspn(p + 1, "0123456789abcdefABCDEF:.");
        if (p[1 + n] != ']')
            return 0;
    } else {
        while (is_host_char(p[n]))
            n++;
    }
    if (n == 0 || n > NET_HOST_MAX)
        return 0;
    memcpy(out, p + from, n);
    out[n] = '\0';
    return from ? n + 2 : n;
}

static size_t read_port(char out[6], const char *p)
{
    size_t n = strspn(p, "0123456789");
    int64_t v;

    if (n == 0 || n > 5 || !vl_str_int(p, n, &v) || v < 1 || v > 65535)
        return 0;
    memcpy(out, p, n);
    out[n] = '\0';
    return n;
}

/* 26 characters of base32. */
static size_t read_id(char out[NET_ID + 1], const char *p)
{
    size_t n = strspn(p, "abcdefghijklmnopqrstuvwxyz234567");

    if (n != NET_ID)
        return 0;
    memcpy(out, p, n);
    out[n] = '\0';
    return n;
}

/* "/#/r/ROOM/TOKEN" and its beginnings. */
static int read_place(struct net_url *u, const char *text, const char *p, struct vl_error *err)
{
    size_t n;

    if (*p == '/')
        p++;
    if (*p == '\0' || strcmp(p, "#") == 0 || strcmp(p, "#/") == 0)
        return VL_OK;
    if (strncmp(p, "#/r/", 4) != 0)
        return bad(err, text, "after the address stands /#/r/ROOM/TOKEN, or nothing");
    p += 4;
    n = read_id(u->room, p);
    if (!n)
        return bad(err, text, "a table's name has 26 characters of a-z and 2-7");
    p += n;
    if (*p == '/')
        p++;
    if (*p == '\0')
        return VL_OK;
    n = read_id(u->token, p);
    if (!n || p[n] != '\0')
        return bad(err, text, "the last part of a link has 26 characters of a-z and 2-7");
    return VL_OK;
}

int net_url_parse(struct net_url *u, const char *text, struct vl_error *err)
{
    struct net_url fresh = { 0 };
    const char *p = text;
    size_t n;

    if (strncmp(p, "http://", 7) == 0) {
        p += 7;
    } else if (strncmp(p, "https://", 8) == 0) {
        p += 8;
        fresh.tls = true;
    } else if (strstr(p, "://")) {
        return bad(err, text, "a link begins with http:// or https://");
    }
    n = read_host(fresh.host, p);
    if (!n)
        return bad(err, text, "no host");
    p += n;
    memcpy(fresh.port, fresh.tls ? "443" : "80", fresh.tls ? 4 : 3);
    if (*p == ':') {
        n = read_port(fresh.port, p + 1);
        if (!n)
            return bad(err, text, "a port is a number from 1 to 65535");
        p += 1 + n;
    }
    if (*p != '\0' && *p != '/' && *p != '#')
        return bad(err, text, "after the host stands :PORT or /");
    int st = read_place(&fresh, text, p, err);
    if (st == VL_OK)
        *u = fresh;
    return st;
}

void net_url_server(struct vl_buf *out, const struct net_url *u)
{
    bool is_six = strchr(u->host, ':') != NULL;

    vl_put(out, u->tls ? "https://" : "http://");
    vl_put(out, is_six ? "[" : "");
    vl_put(out, u->host);
    vl_put(out, is_six ? "]" : "");
    if (strcmp(u->port, u->tls ? "443" : "80") != 0) {
        vl_put(out, ":");
        vl_put(out, u->port);
    }
}

void net_url_link(struct vl_buf *out, const struct net_url *u, const char *room, const char *token)
{
    net_url_server(out, u);
    vl_put(out, "/#/r/");
    vl_put(out, room);
    if (token && token[0]) {
        vl_put(out, "/");
        vl_put(out, token);
    }
}
