/* join_send.c - messages to the server, and those that wait for an answer. */
#include "cli/join.h"

#include <stdlib.h>
#include <string.h>

#ifndef VEILLEE_VERSION
#define VEILLEE_VERSION "0.1.0"
#endif

/* A fresh name for a request: random, then counted. */
static void next_cid(struct join *j, char out[JOIN_CID + 1])
{
    static const char digits[] = "abcdefghijklmnopqrstuvwxyz234567";

    if (!j->cid_prefix[0]) {
        uint8_t bytes[sizeof j->cid_prefix - 1];
        net_random(bytes, sizeof bytes);
        for (size_t i = 0; i < sizeof bytes; i++)
            j->cid_prefix[i] = digits[bytes[i] % 32];
        j->cid_prefix[sizeof bytes] = '\0';
    }
    snprintf(out, JOIN_CID + 1, "%s-%u", j->cid_prefix, j->cid_count++ % 1000000000u);
}

struct vl_json join_begin(struct join *j, const char *type)
{
    static char memory[JOIN_MESSAGE];
    struct vl_json w = vl_json_on(memory, sizeof memory);
    char cid[JOIN_CID + 1];

    next_cid(j, cid);
    vl_json_obj(&w);
    vl_json_kstr(&w, "t", type);
    vl_json_kstr(&w, "cid", cid);
    return w;
}

/* Remembers a message under its own cid; a full list drops its oldest. */
static void keep(struct join *j, const char *text, size_t len)
{
    struct vl_json_node nodes[64];
    struct vl_json_doc doc;
    struct vl_error err;
    struct join_pending *p = NULL;

    if (vl_json_parse(&doc, text, len, nodes, VL_LEN(nodes), &err) != VL_OK)
        return;
    for (int i = 0; i < JOIN_PENDING && !p; i++)
        if (!j->pending[i].text)
            p = &j->pending[i];
    if (!p) {
        free(j->pending[0].text);
        memmove(j->pending, j->pending + 1, (JOIN_PENDING - 1) * sizeof *p);
        p = &j->pending[JOIN_PENDING - 1];
    }
    memset(p, 0, sizeof *p);
    board_text(&doc, vl_json_get(&doc, 0, "cid"), p->cid, sizeof p->cid);
    board_text(&doc, vl_json_get(&doc, 0, "t"), p->type, sizeof p->type);
    p->text = malloc(len + 1);
    if (p->text)
        memcpy(p->text, text, len + 1);
}

void join_send(struct join *j, struct vl_json *w, bool keep_it)
{
    vl_json_end(w);
    if (w->out.full) {
        cli_say(j->cli, TXT("join.too_long"), NULL);
        return;
    }
    if (keep_it)
        keep(j, w->out.p, w->out.len);
    net_send(j->net, w->out.p, w->out.len);
}

void join_ask(struct join *j, const char *type)
{
    struct vl_json w = join_begin(j, type);

    join_send(j, &w, false);
}

void join_hello(struct join *j)
{
    struct vl_json w = join_begin(j, "hello");

    vl_json_kint(&w, "version", JOIN_VERSION);
    vl_json_kstr(&w, "lang", vl_lang_word(j->cli->lang));
    vl_json_kstr(&w, "client", "veillee-join " VEILLEE_VERSION);
    join_send(j, &w, false);
}

void join_table(struct join *j)
{
    struct vl_json w = join_begin(j, "join");

    vl_json_kstr(&w, "room", j->url.room);
    if (j->url.token[0])
        vl_json_kstr(&w, "token", j->url.token);
    else if (j->claim)
        vl_json_kbool(&w, "claim", true);
    if (j->name[0])
        vl_json_kstr(&w, "name", j->name);
    if (j->rev >= 0)
        vl_json_kint(&w, "since", j->rev);
    join_send(j, &w, false);
}

struct join_pending *join_waits(struct join *j, const char *type)
{
    for (int i = 0; i < JOIN_PENDING; i++)
        if (j->pending[i].text && strcmp(j->pending[i].type, type) == 0)
            return &j->pending[i];
    return NULL;
}

void join_answered(struct join *j, const char *cid, char type[JOIN_WORD])
{
    type[0] = '\0';
    for (int i = 0; i < JOIN_PENDING && cid[0]; i++) {
        struct join_pending *p = &j->pending[i];
        if (!p->text || strcmp(p->cid, cid) != 0)
            continue;
        memcpy(type, p->type, JOIN_WORD);
        free(p->text);
        memset(p, 0, sizeof *p);
        return;
    }
}

void join_resend(struct join *j)
{
    for (int i = 0; i < JOIN_PENDING; i++)
        if (j->pending[i].text)
            net_send(j->net, j->pending[i].text, strlen(j->pending[i].text));
}
