/* The terminal's side of the network: links, the view kept and changed as a server
 * tells it, and the board that is made of it. */
#include "test.h"

#include "cli/board/board.h"
#include "cli/net/client.h"
#include "cli/net/view.h"
#include "cli/play/words.h"

#include <stdlib.h>
#include <string.h>

enum { NODES = 512 };

#define ROOM "abcdefghijklmnopqrstuvwx23"
#define TOKEN "77777777777777777777777777"

/* ---- links ---- */

static int parse(const char *text, struct net_url *u)
{
    struct vl_error err = { 0 };

    return net_url_parse(u, text, &err);
}

TEST(join_links_are_read_and_written)
{
    struct net_url u;
    char out[400];
    struct vl_buf b = vl_buf_on(out, sizeof out);

    CHECK_EQ(parse("http://play.example:7777/#/r/" ROOM "/" TOKEN, &u), VL_OK);
    CHECK(!u.tls);
    CHECK_STR(u.host, "play.example");
    CHECK_STR(u.port, "7777");
    CHECK_STR(u.room, ROOM);
    CHECK_STR(u.token, TOKEN);
    net_url_link(&b, &u, u.room, u.token);
    CHECK_STR(out, "http://play.example:7777/#/r/" ROOM "/" TOKEN);

    CHECK_EQ(parse("https://[::1]/#/r/" ROOM, &u), VL_OK);
    CHECK(u.tls);
    CHECK_STR(u.host, "::1");
    CHECK_STR(u.port, "443");
    CHECK_STR(u.token, "");
    b = vl_buf_on(out, sizeof out);
    net_url_server(&b, &u);
    CHECK_STR(out, "https://[::1]");

    CHECK_EQ(parse("localhost:80", &u), VL_OK);
    b = vl_buf_on(out, sizeof out);
    net_url_link(&b, &u, ROOM, NULL);
    CHECK_STR(out, "http://localhost/#/r/" ROOM);
}

TEST(join_bad_links_are_refused_and_change_nothing)
{
    static const char *const bad[] = {
        "",
        "http://",
        "ws://h/",
        "http://h:0/",
        "http://h:65536/",
        "http://h:",
        "http://h:1x/",
        "http://h/x",
        "http://h/#/x",
        "http://h/#/r/",
        "http://h/#/r/short",
        "http://h/#/r/" ROOM "/short",
        "http://[::1/",
        "http://h/#/r/" ROOM "x",
        "http://h/#/r/" ROOM "/" TOKEN "/",
        "http://h i/",
        "http://h/#/r/ABCDEFGHIJKLMNOPQRSTUVWX23",
        "http://h@evil/",
        "http://h?x",
    };
    struct net_url u = { .port = "1" };

    for (int i = 0; i < VL_LEN(bad); i++) {
        CHECK_EQ(parse(bad[i], &u), VL_SYNTAX);
        CHECK_STR(u.port, "1");
    }
}

/* ---- the view and its changes ---- */

static bool read_doc(struct vl_json_doc *doc, struct vl_json_node *nodes, const char *text)
{
    struct vl_error err = { 0 };

    return vl_json_parse(doc, text, strlen(text), nodes, NODES, &err) == VL_OK;
}

static const char start[] =
    "{\"rev\":3,\"turn\":{\"actor\":0},\"prompt\":{\"text\":\"go\"},\"zones\":[{\"id\":\"z\"}],"
    "\"items\":[{\"id\":\"a\",\"pos\":1},{\"id\":\"b\",\"pos\":2,\"badges\":[]},{\"id\":\"c\"}],"
    "\"seats\":[{\"id\":0,\"name\":\"x\"}],\"new\":1}";

/* The status of the ops on `start`; the view afterwards in out. */
static int change(const char *ops, char *out, size_t cap)
{
    struct net_view v = { 0 };
    struct vl_json_node nodes[NODES];
    struct vl_json_doc doc;
    size_t len = 0;
    struct vl_buf b = vl_buf_on(out, cap);

    CHECK(read_doc(&doc, nodes, start));
    CHECK_EQ(net_view_set(&v, &doc, 0), VL_INVALID); /* a view is nobody's root */
    CHECK(read_doc(&doc, nodes, "[0]"));
    CHECK_EQ(net_view_set(&v, &doc, 1), VL_INVALID);
    char whole[1024];
    struct vl_buf w = vl_buf_on(whole, sizeof whole);
    vl_put(&w, "{\"view\":");
    vl_put(&w, start);
    vl_put(&w, "}");
    CHECK(read_doc(&doc, nodes, whole));
    CHECK_EQ(net_view_set(&v, &doc, vl_json_get(&doc, 0, "view")), VL_OK);
    w = vl_buf_on(whole, sizeof whole);
    vl_put(&w, "{\"ops\":");
    vl_put(&w, ops);
    vl_put(&w, "}");
    CHECK(read_doc(&doc, nodes, whole));
    int st = net_view_apply(&v, &doc, vl_json_get(&doc, 0, "ops"));
    char *text = net_view_text(&v, &len);
    CHECK(text != NULL);
    vl_put(&b, text);
    CHECK_EQ(strlen(text), len);
    free(text);
    net_view_free(&v);
    return st;
}

TEST(join_changes_make_the_view_of_the_server)
{
    char out[1024];

    CHECK_EQ(change("[]", out, sizeof out), VL_OK);
    CHECK_STR(out,
              "{\"turn\":{\"actor\":0},\"prompt\":{\"text\":\"go\"},\"zones\":[{\"id\":\"z\"}],"
              "\"items\":[{\"id\":\"a\",\"pos\":1},{\"id\":\"b\",\"pos\":2,\"badges\":[]},"
              "{\"id\":\"c\"}],\"seats\":[{\"id\":0,\"name\":\"x\"}]}");
    CHECK_EQ(change("[{\"set\":\"turn\",\"to\":{\"actor\":null}},"
                    "{\"patch\":\"items\",\"id\":\"b\",\"to\":{\"pos\":5,\"badges\":null,\"n\":"
                    "\"\\u00e9\"}},"
                    "{\"put\":\"items\",\"id\":\"d\",\"after\":\"a\",\"to\":{\"id\":\"d\"}},"
                    "{\"put\":\"items\",\"id\":\"c\",\"after\":null},"
                    "{\"drop\":\"items\",\"id\":\"a\"},"
                    "{\"patch\":\"seats\",\"id\":0,\"to\":{\"name\":null}},"
                    "{\"set\":\"zones\",\"to\":[]},{\"set\":\"later\",\"to\":7}]",
                    out, sizeof out),
             VL_OK);
    CHECK_STR(
        out, "{\"turn\":{\"actor\":null},\"prompt\":{\"text\":\"go\"},\"zones\":[],"
             "\"items\":[{\"id\":\"c\"},{\"id\":\"d\"},{\"id\":\"b\",\"pos\":5,\"n\":\"\\u00e9\"}],"
             "\"seats\":[{\"id\":0}]}");
    CHECK_EQ(
        change("[{\"put\":\"items\",\"id\":\"a\",\"after\":\"c\",\"to\":{\"id\":\"a\",\"new\":1}}]",
               out, sizeof out),
        VL_OK);
    CHECK(strstr(out, "{\"id\":\"c\"},{\"id\":\"a\",\"new\":1}]") != NULL);
}

TEST(join_changes_that_do_not_fit_are_refused)
{
    static const char *const bad[] = {
        "{}",
        "[1]",
        "[{}]",
        "[{\"drop\":\"items\",\"id\":\"nobody\"}]",
        "[{\"drop\":\"items\"}]",
        "[{\"drop\":\"nothing\",\"id\":\"a\"}]",
        "[{\"patch\":\"items\",\"id\":\"a\"}]",
        "[{\"patch\":\"items\",\"id\":\"a\",\"to\":[]}]",
        "[{\"patch\":\"items\",\"id\":0,\"to\":{}}]",
        "[{\"put\":\"items\",\"id\":\"a\"}]",
        "[{\"put\":\"items\",\"id\":\"a\",\"after\":\"nobody\"}]",
        "[{\"put\":\"items\",\"id\":\"new\",\"after\":null}]",
        "[{\"put\":\"items\",\"id\":\"new\",\"after\":null,\"to\":{\"name\":1}}]",
        "[{\"put\":\"items\",\"id\":\"a\",\"after\":\"a\"}]",
        "[{\"set\":\"turn\"}]",
        "[{\"set\":\"items\",\"to\":{}}]",
        "[{\"set\":\"items\",\"to\":[1]}]",
    };
    char out[1024];

    for (int i = 0; i < VL_LEN(bad); i++)
        CHECK_EQ(change(bad[i], out, sizeof out), VL_INVALID);
}

/* ---- the board ---- */

TEST(join_board_takes_what_fits_and_cleans_it)
{
    static struct cli cli = { .lang = VL_EN, .utf8 = true };
    struct board *b = calloc(1, sizeof *b);
    struct vl_json_node nodes[NODES];
    struct vl_json_doc doc;

    CHECK(b != NULL);
    CHECK(read_doc(
        &doc, nodes,
        "{\"turn\":{\"actor\":\"chance\",\"round\":2},\"prompt\":{\"text\":\"a\\u001b[2Jb\\u202e\"}"
        ","
        "\"zones\":[{\"id\":\"z\",\"kind\":\"track\",\"cells\":5},{\"id\":\"y\",\"kind\":\"new\"}],"
        "\"items\":[{\"id\":\"die.2\",\"zone\":\"z\",\"pos\":1,\"name\":\"die\",\"face\":\"rune."
        "red\","
        "\"face_text\":\"red\",\"stats\":{\"hp\":{\"value\":1,\"text\":\"HP\"},\"x\":7}},"
        "{\"id\":\"lost\",\"zone\":\"nowhere\"},7,{\"id\":\"e\",\"zone\":\"y\",\"pos\":-4}],"
        "\"seats\":[{\"id\":0,\"name\":7,\"player\":99}],"
        "\"actions\":[{\"id\":\"end\",\"group\":\"B\"},{\"id\":\"hit "
        "2\",\"verb\":\"hit\",\"group\":\"A\"},"
        "{\"id\":\"stop\",\"group\":\"B\"},{\"verb\":\"none\"}]}"));
    board_read(b, &cli, &doc, 0);
    CHECK_EQ(b->actor, VL_CHANCE);
    CHECK_EQ(b->round, 2);
    CHECK_STR(b->prompt, "a[2Jb");
    CHECK_EQ(b->zones_len, 2);
    CHECK_EQ(b->zones[1].kind, BOARD_SHEET);
    CHECK_EQ(b->items_len, 2);
    CHECK_EQ(b->items[0].stats_len, 1);
    CHECK_EQ(b->items[0].stats[0].max, -1);
    CHECK_STR(board_key(b->items[0].id), "2");
    CHECK_EQ(b->items[1].pos, 0);
    CHECK_EQ(b->seats[0].player, -1);
    CHECK_STR(b->seats[0].name, "");
    CHECK_EQ(b->actions_len, 3); /* one heading after the other */
    CHECK_STR(b->actions[1].id, "stop");
    CHECK_STR(b->actions[2].id, "hit 2");
    CHECK_EQ(words_move(b, &cli, "", "3", false), 2);
    CHECK_EQ(words_move(b, &cli, "", "stop", false), 1);
    CHECK_EQ(words_move(b, &cli, "", "h 2", false), 2);
    CHECK_EQ(words_move(b, &cli, "", "jump", false), -1);
    free(b);
}
