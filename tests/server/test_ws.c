/* The handshake of WebSocket: keys, origins, what is refused and how. */
#include "unit/test.h"

#include "server/net/ws.h"

#include <stdio.h>
#include <string.h>

TEST(ws_answers_the_key_of_the_rfc)
{
    char out[WS_ACCEPT_MAX];

    ws_accept(out, "dGhlIHNhbXBsZSBub25jZQ==", 24);
    CHECK_STR(out, "s3pPLMBiTxaQ9kYGzzhZRbK+xOo=");
    ws_accept(out, "x3JJHMbDL1EzLkh9GBhXDw==", 24);
    CHECK_STR(out, "HSmrc0sMlYUkAGmm5OPpG2HaGWk=");
}

/* Figure 21: who may connect. */
TEST(ws_takes_a_page_of_its_own_and_no_other)
{
    static const struct {
        const char *origin, *host;
        bool ok;
    } tries[] = {
        { "http://veillee.example", "veillee.example", true },
        { "https://veillee.example", "veillee.example", true },
        { "HTTPS://Veillee.Example", "veillee.example", true },
        { "http://veillee.example:7777", "veillee.example:7777", true },
        { "https://veillee.example", "veillee.example:443", true },
        { "http://veillee.example:80", "veillee.example", true },
        { "http://[::1]:7777", "[::1]:7777", true },
        { "http://127.0.0.1:7777", "127.0.0.1:7777", true },
        { "https://friend.example", "veillee.example", true },
        { "", "veillee.example", false },
        { "null", "veillee.example", false },
        { "null", "null", false },
        { "file://", "veillee.example", false },
        { "veillee.example", "veillee.example", false },
        { "//veillee.example", "veillee.example", false },
        { "ftp://veillee.example", "veillee.example", false },
        { "ws://veillee.example", "veillee.example", false },
        { "chrome-extension://veillee.example", "veillee.example", false },
        { "http://", "veillee.example", false },
        { "https://veillee.example.evil", "veillee.example", false },
        { "https://evil-veillee.example", "veillee.example", false },
        { "https://veillee.exampl", "veillee.example", false },
        { "https://veillee.example@evil", "veillee.example", false },
        { "https://evil#veillee.example", "veillee.example", false },
        { "https://veillee.example/", "veillee.example", false },
        { "https://veillee.example ", "veillee.example", false },
        { "https://veillee.example, https://evil", "veillee.example", false },
        { "http://veillee.example:7778", "veillee.example:7777", false },
        { "http://veillee.example", "veillee.example:7777", false },
        { "https://veillee.example:80", "veillee.example", false },
        { "http://veillee.example:443", "veillee.example", false },
        { "https://friend.example:8443", "veillee.example", false },
        { "http://friend.example", "veillee.example", false },
        { "https://friend.example.evil", "veillee.example", false },
        { "https://xn--veille-fva.example", "veillee.example", false },
    };
    static const char *const allowed[] = { "https://friend.example" };

    for (size_t i = 0; i < sizeof tries / sizeof tries[0]; i++)
        if (!CHECK_EQ(ws_origin_ok(tries[i].origin, strlen(tries[i].origin), tries[i].host,
                                   strlen(tries[i].host), allowed, 1),
                      tries[i].ok))
            printf("%s to %s\n", tries[i].origin, tries[i].host);
}

#define START "GET /ws HTTP/1.1\r\nHost: a.example\r\n"
#define ORIGIN "Origin: http://a.example\r\n"
#define UPGRADE "Upgrade: WebSocket\r\nConnection: Upgrade\r\n"
#define KEY "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n"
#define V13 "Sec-WebSocket-Version: 13\r\n"

TEST(ws_checks_the_request)
{
    static const struct {
        const char *head;
        int status;
    } tries[] = {
        { START ORIGIN UPGRADE KEY V13 "\r\n", 101 },
        { START ORIGIN UPGRADE KEY V13 "Sec-WebSocket-Protocol: veillee.v1\r\n\r\n", 101 },
        { START ORIGIN UPGRADE KEY V13 "Sec-WebSocket-Protocol: x, veillee.v2\r\n\r\n", 101 },
        { START ORIGIN UPGRADE KEY V13 "Sec-WebSocket-Extensions: permessage-deflate\r\n\r\n",
          101 },
        { START ORIGIN UPGRADE KEY V13 "Sec-WebSocket-Protocol: veillee.v3\r\n\r\n", 400 },
        { START ORIGIN UPGRADE KEY V13 "Sec-WebSocket-Protocol:\r\n\r\n", 400 },
        { START UPGRADE KEY V13 "\r\n", 403 },
        { START "Origin: null\r\n" UPGRADE KEY V13 "\r\n", 403 },
        { START "Origin: https://a.example.evil\r\n" UPGRADE KEY V13 "\r\n", 403 },
        { START ORIGIN KEY V13 "\r\n", 426 },
        { START ORIGIN "Upgrade: websocket\r\n" KEY V13 "\r\n", 426 },
        { START ORIGIN "Connection: upgrade\r\n" KEY V13 "\r\n", 426 },
        { START ORIGIN "Upgrade: h2c\r\nConnection: Upgrade\r\n" KEY V13 "\r\n", 426 },
        { START ORIGIN UPGRADE KEY "\r\n", 426 },
        { START ORIGIN UPGRADE KEY "Sec-WebSocket-Version: 8\r\n\r\n", 426 },
        { START ORIGIN UPGRADE KEY "Sec-WebSocket-Version: 13, 8\r\n\r\n", 426 },
        { START ORIGIN UPGRADE V13 "\r\n", 400 },
        { START ORIGIN UPGRADE V13 "Sec-WebSocket-Key: short\r\n\r\n", 400 },
        { START ORIGIN UPGRADE V13 "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZR==\r\n\r\n", 400 },
        { START ORIGIN UPGRADE V13 "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ=A\r\n\r\n", 400 },
        { START ORIGIN UPGRADE V13 "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25j!Q==\r\n\r\n", 400 },
        { "HEAD /ws HTTP/1.1\r\nHost: a.example\r\n" ORIGIN UPGRADE KEY V13 "\r\n", 400 },
    };

    for (size_t i = 0; i < sizeof tries / sizeof tries[0]; i++) {
        struct http_request r = { 0 };
        const char *head = tries[i].head;
        CHECK_EQ(http_parse(&r, head, strlen(head), 8192), HTTP_DONE);
        if (!CHECK_EQ(ws_check(&r, head, NULL, 0), tries[i].status))
            printf("%s", head);
    }
}

TEST(ws_writes_headers_in_their_shortest_form)
{
    uint8_t h[WS_HEADER_MAX];

    CHECK_EQ(ws_put_header(h, WS_OP_TEXT, 0), 2);
    CHECK(h[0] == 0x81 && h[1] == 0);
    CHECK_EQ(ws_put_header(h, WS_OP_PING, 125), 2);
    CHECK(h[0] == 0x89 && h[1] == 125);
    CHECK_EQ(ws_put_header(h, WS_OP_TEXT, 126), 4);
    CHECK(h[1] == 126 && h[2] == 0 && h[3] == 126);
    CHECK_EQ(ws_put_header(h, WS_OP_TEXT, 65535), 4);
    CHECK(h[1] == 126 && h[2] == 0xff && h[3] == 0xff);
    CHECK_EQ(ws_put_header(h, WS_OP_TEXT, 65536), 10);
    CHECK(h[1] == 127 && h[2] == 0 && h[7] == 1 && h[8] == 0 && h[9] == 0);
}

TEST(ws_cuts_a_long_reason_at_a_character)
{
    uint8_t out[WS_CONTROL_MAX];
    char reason[200];

    for (int i = 0; i < 198; i += 2)
        memcpy(reason + i, "\xc3\xa9", 2);
    reason[198] = '\0';
    CHECK_EQ(ws_put_close(out, 4001, reason), 2 + 122);
    CHECK(out[0] == 4001 >> 8 && out[1] == (4001 & 0xff));
    CHECK_EQ(ws_put_close(out, 1000, NULL), 2);
    CHECK_EQ(ws_put_close(out, WS_NO_CODE, "x"), 0);
}
