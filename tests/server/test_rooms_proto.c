/* The messages: every row of the tables is checked, and documented. */
#include "rooms_table.h"
#include "unit/test.h"

#include "match/record.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int read_msg(const char *text, struct proto_msg *msg, struct vl_error *err)
{
    static struct proto_nodes nodes;

    memset(err, 0, sizeof *err);
    return proto_read(msg, &nodes, text, strlen(text), err);
}

/* A value that fits a field. */
static const char *good(const struct proto_field *f)
{
    switch ((enum proto_type)f->type) {
    case PROTO_TYPE_INT: return "1";
    case PROTO_TYPE_BOOL: return "true";
    case PROTO_TYPE_TEXT: return "\"hello\"";
    case PROTO_TYPE_WORD: return "\"greedy\"";
    case PROTO_TYPE_ID: return "\"aaaaaaaaaaaaaaaaaaaaaaaaaa\"";
    case PROTO_TYPE_ITEM: return "\"card.troll_red\"";
    case PROTO_TYPE_OBJECT: return "{\"a\":1}";
    case PROTO_TYPE_SEATS: return "[{\"kind\":\"human\"}]";
    }
    return "";
}

/* A message with its required fields, but `field` is `value` (NULL: left out). */
static void compose(char *out, size_t cap, int type, const struct proto_field *field,
                    const char *value)
{
    struct vl_buf b = vl_buf_on(out, cap);

    vl_put(&b, "{\"t\":\"");
    vl_put(&b, proto_messages[type].word);
    vl_put(&b, "\",\"cid\":\"a-1_Z\"");
    for (int i = 0; i < proto_fields_len; i++) {
        const struct proto_field *f = &proto_fields[i];
        const char *v = f == field ? value : good(f);
        bool phrase = type == PROTO_CHAT && !field && strcmp(f->name, "phrase") == 0;

        if (f->message != type || !v || (!f->needed && f != field && !phrase))
            continue;
        vl_put(&b, ",\"");
        vl_put(&b, f->name);
        vl_put(&b, "\":");
        vl_put(&b, v);
        if (type == PROTO_JOIN && strcmp(f->name, "new") == 0)
            vl_put(&b, ",\"claim\":true");
    }
    vl_put(&b, "}");
}

static const char *const wrong_types[] = { "null", "1.5", "{}", "[]", "\"\\u0000\"", "-1", "1e3" };

static bool suits(const struct proto_field *f, const char *value)
{
    return f->type == PROTO_TYPE_OBJECT && value[0] == '{';
}

TEST(proto_checks_every_field_of_every_message)
{
    char text[4096], longer[1024];
    struct proto_msg msg;
    struct vl_error err;

    for (int t = 0; t < PROTO_CLIENT_COUNT; t++) {
        compose(text, sizeof text, t, NULL, NULL);
        if (!CHECK_EQ(read_msg(text, &msg, &err), VL_OK))
            printf("  %s: %s %s\n", text, err.where, err.what);
        CHECK_EQ(msg.type, t);
        CHECK_STR(msg.cid, "a-1_Z");
    }
    for (int i = 0; i < proto_fields_len; i++) {
        const struct proto_field *f = &proto_fields[i];

        compose(text, sizeof text, f->message, f, good(f));
        CHECK_EQ(read_msg(text, &msg, &err), VL_OK);
        if (f->needed) {
            compose(text, sizeof text, f->message, f, NULL);
            CHECK_EQ(read_msg(text, &msg, &err), VL_MISSING);
            CHECK_STR(err.where, f->name);
        }
        for (int k = 0; k < VL_LEN(wrong_types); k++) {
            compose(text, sizeof text, f->message, f, wrong_types[k]);
            if (!suits(f, wrong_types[k]) && !CHECK(read_msg(text, &msg, &err) != VL_OK))
                printf("  %s\n", text);
            CHECK(suits(f, wrong_types[k]) || strcmp(err.where, f->name) == 0);
        }
        if (f->type == PROTO_TYPE_TEXT || f->type == PROTO_TYPE_WORD) {
            memset(longer, 'x', sizeof longer);
            longer[0] = '"';
            longer[f->most + 1] = '"';
            longer[f->most + 2] = '\0';
            compose(text, sizeof text, f->message, f, longer);
            CHECK_EQ(read_msg(text, &msg, &err), VL_OK);
            longer[f->most + 1] = 'x';
            longer[f->most + 2] = '"';
            longer[f->most + 3] = '\0';
            compose(text, sizeof text, f->message, f, longer);
            CHECK_EQ(read_msg(text, &msg, &err), VL_RANGE);
        }
    }
}

TEST(proto_refuses_what_it_does_not_know)
{
    static const struct {
        const char *text;
        int status;
    } bad[] = {
        { "", VL_SYNTAX },
        { "nonsense", VL_SYNTAX },
        { "[]", VL_SYNTAX },
        { "\"ping\"", VL_SYNTAX },
        { "{}", VL_SYNTAX },
        { "{\"t\":1}", VL_SYNTAX },
        { "{\"t\":\"dance\"}", VL_UNKNOWN },
        { "{\"t\":\"ping\",\"t\":\"ping\"}", VL_SYNTAX },
        { "{\"t\":\"ping\",\"x\":1}", VL_SYNTAX },
        { "{\"t\":\"ping\"} ", VL_OK },
        { "{\"t\":\"ping\"}x", VL_SYNTAX },
        { "{\"t\":\"ping\",\"cid\":\"\"}", VL_RANGE },
        { "{\"t\":\"ping\",\"cid\":\"a b\"}", VL_RANGE },
        { "{\"t\":\"ping\",\"cid\":\"abcdefghijklmnopqrstuvwxy\"}", VL_RANGE },
        { "{\"t\":\"ping\",\"cid\":7}", VL_RANGE },
        { "{\"t\":\"move\",\"rev\":0,\"move\":\"x\"}", VL_MISSING },
        { "{\"t\":\"chat\",\"cid\":\"a\"}", VL_INVALID },
        { "{\"t\":\"chat\",\"cid\":\"a\",\"phrase\":\"yes\",\"text\":\"no\"}", VL_INVALID },
        { "{\"t\":\"join\",\"room\":\"aaaaaaaaaaaaaaaaaaaaaaaaaa\",\"claim\":true,"
          "\"token\":\"aaaaaaaaaaaaaaaaaaaaaaaaaa\"}",
          VL_INVALID },
        { "{\"t\":\"fork\",\"same\":true,\"rev\":0}", VL_OK },
        { "{\"t\":\"fork\",\"same\":true,\"rev\":1}", VL_INVALID },
        { "{\"t\":\"fork\",\"same\":false,\"rev\":1}", VL_OK },
        { "{\"t\":\"point\",\"item\":\"die\"}", VL_SYNTAX },
        { "{\"t\":\"join\",\"room\":\"AAAAAAAAAAAAAAAAAAAAAAAAAA\"}", VL_SYNTAX },
        { "{\"t\":\"join\",\"room\":\"aaaaaaaaaaaaaaaaaaaaaaaaa\"}", VL_SYNTAX },
        { "{\"t\":\"ping\",\"cid\":\"\xc3\x28\"}", VL_SYNTAX },
    };
    struct proto_msg msg;
    struct vl_error err;
    char many[8192];
    struct vl_buf b = vl_buf_on(many, sizeof many);

    for (int i = 0; i < VL_LEN(bad); i++)
        if (!CHECK_EQ(read_msg(bad[i].text, &msg, &err), bad[i].status))
            printf("  %s\n", bad[i].text);
    vl_put(&b, "{\"t\":\"create\",\"game\":\"x\",\"seats\":[1");
    for (int i = 0; i < PROTO_NODES_MAX; i++)
        vl_put(&b, ",1");
    vl_put(&b, "]}");
    CHECK_EQ(read_msg(many, &msg, &err), VL_TOO_LARGE);
}

/* Every byte of every sample changed, cut or doubled: refused or read, never more. */
TEST(proto_survives_changed_messages)
{
    struct vl_rng rng = vl_rng_seed(12);
    struct proto_msg msg;
    struct vl_error err;
    char text[4096];

    for (int n = 0; n < test_times(50000, 2000000); n++) {
        int t = (int)vl_rng_below(&rng, PROTO_CLIENT_COUNT);
        const struct proto_field *f = &proto_fields[vl_rng_below(&rng, (uint32_t)proto_fields_len)];

        compose(text, sizeof text, t, f->message == t ? f : NULL, good(f));
        size_t len = strlen(text);
        for (uint32_t k = 1 + vl_rng_below(&rng, 3); k > 0; k--)
            text[vl_rng_below(&rng, (uint32_t)len)] = (char)(1 + vl_rng_below(&rng, 255));
        if (vl_rng_below(&rng, 4) == 0)
            text[vl_rng_below(&rng, (uint32_t)len)] = '\0';
        int st = read_msg(text, &msg, &err);
        CHECK(st == VL_OK || err.status == st);
        CHECK(msg.type <= PROTO_CLIENT_COUNT);
    }
}

/* ---- the document ---- */

static bool stands_in(const char *doc, const char *word)
{
    char quoted[96];

    snprintf(quoted, sizeof quoted, "`%s`", word);
    if (strstr(doc, quoted))
        return true;
    snprintf(quoted, sizeof quoted, "**%s**", word);
    if (strstr(doc, quoted))
        return true;
    snprintf(quoted, sizeof quoted, "\"%s\"", word);
    return strstr(doc, quoted) != NULL;
}

TEST(proto_is_documented_word_by_word)
{
    static const char *const server_words[] = {
#define X(name, word) word,
        PROTO_SERVER_MAP(X)
#undef X
    };
    static const char *const statuses[] = {
#define X(name, word, text) word,
        PROTO_STATUS_MAP(X)
#undef X
    };
    char *doc = NULL;
    size_t len;
    struct vl_error err;

    if (!CHECK_EQ(vl_file_read("docs/protocol.md", 1 << 20, &doc, &len, &err), VL_OK))
        return;
    for (int i = 0; i < PROTO_CLIENT_COUNT; i++)
        if (!CHECK(stands_in(doc, proto_messages[i].word)))
            printf("  %s\n", proto_messages[i].word);
    for (int i = 0; i < proto_fields_len; i++)
        if (!CHECK(stands_in(doc, proto_fields[i].name)))
            printf("  %s\n", proto_fields[i].name);
    for (int i = 0; i < VL_LEN(server_words); i++)
        if (!CHECK(stands_in(doc, server_words[i])))
            printf("  %s\n", server_words[i]);
    for (int i = 0; i < VL_LEN(statuses); i++)
        CHECK(stands_in(doc, statuses[i]));
    free(doc);
}
