/* The rules of the house: what the operator writes, and whom it concerns. */
#include "rooms_table.h"
#include "server/rooms/house.h"
#include "unit/test.h"

#include <stdio.h>
#include <string.h>

static struct house *house_of(const char *text)
{
    struct house *h = NULL;
    struct vl_error err = { 0 };

    if (!CHECK_EQ(house_parse(&h, text, &err), VL_OK))
        printf("  line %u\n", (unsigned)err.line);
    return h;
}

TEST(house_rules_are_read_or_refused_with_their_line)
{
    static const char *const wrong[] = { "close",
                                         "closed now",
                                         "block",
                                         "block here",
                                         "block 10.0.0.0/33",
                                         "block ::1/129",
                                         "block 10.0.0.0/-1",
                                         "reserve",
                                         "reserve \u200b",
                                         "hide abc",
                                         "shut",
                                         "hide AAAAAAAAAAAAAAAAAAAAAAAAAA" };
    char text[128];
    struct vl_error err;

    for (int i = 0; i < VL_LEN(wrong); i++) {
        struct house *h;

        snprintf(text, sizeof text, "closed\n\n# all of it\n%s\nclosed", wrong[i]);
        CHECK_EQ(house_parse(&h, text, &err), VL_SYNTAX);
        CHECK_EQ(err.line, 4);
        CHECK(h == NULL);
    }
    struct house *h = house_of("  # nothing\r\n\n\t\n");
    CHECK_EQ(house_len(h), 0);
    CHECK(!house_is_closed(h) && !house_is_closed(NULL) && !house_blocks(NULL, "1.2.3.4"));
    house_free(h);
}

TEST(house_rules_name_addresses)
{
    struct house *h = house_of("block 203.0.113.0/24 # a street\nblock 198.51.100.7\n"
                               "block 2001:db8:1::/47\nblock ::ffff:192.0.2.9\n");

    CHECK(house_blocks(h, "203.0.113.255") && house_blocks(h, "198.51.100.7"));
    CHECK(house_blocks(h, "2001:db8:0::1") && house_blocks(h, "2001:db8:1:ffff::"));
    CHECK(house_blocks(h, "192.0.2.9") && house_blocks(h, "::ffff:203.0.113.1"));
    CHECK(!house_blocks(h, "203.0.114.1") && !house_blocks(h, "198.51.100.8"));
    CHECK(!house_blocks(h, "2001:db8:2::") && !house_blocks(h, "") && !house_blocks(h, "x"));
    house_free(h);
    h = house_of("block 0.0.0.0/0"); /* everybody of the old internet, and nobody else */
    CHECK(house_blocks(h, "8.8.8.8") && !house_blocks(h, "2001:db8::1"));
    house_free(h);
}

static const char one[] = ",\"game\":\"runemasters\",\"seats\":[{\"kind\":\"human\"}]";

TEST(rooms_keep_the_rules_of_the_house)
{
    struct seam s;
    struct table t, other;
    struct client a, b;
    char text[256];

    seam_open(&s, NULL);
    CHECK(table_make(&t, &s, "runemasters", "{}", "ho", ",\"public\":true"));
    CHECK(table_make(&other, &s, "runemasters", "{}", "ho", ",\"public\":true"));
    client_join(&a, &t, 0, "en");
    client_open(&b, &s, "en");
    client_ask(&b, "list", "");
    CHECK_EQ(json_array_size(json_object_get(b.last, "tables")), 2);
    rooms_house(s.rooms, house_of("closed\nreserve Admin\n"));
    client_ask(&b, "create", "%s", one);
    CHECK_STR(b.error, "closed");
    client_ask(&a, "fork", "");
    CHECK_STR(a.error, "closed");
    client_ask(&a, "name", ",\"name\":\"\u0410dm1n\"");
    CHECK_STR(a.error, "taken");
    snprintf(text, sizeof text, "hide %s\nshut %s\n", other.room, t.room);
    rooms_house(s.rooms, house_of(text)); /* the rules from before are gone */
    client_listen(&a);
    CHECK_STR(text_at(a.last, "t"), "left");
    CHECK_STR(text_at(a.last, "why"), "shut");
    client_ask(&b, "list", "");
    CHECK_EQ(json_array_size(json_object_get(b.last, "tables")), 0);
    client_enter(&a, &t, t.token[0], -1);
    seam_run(&s);
    a.error[0] = '\0';
    client_listen(&a);
    CHECK_STR(a.error, "denied");
    a.error[0] = '\0';
    client_ask(&a, "follow", ",\"room\":\"%s\",\"token\":\"%s\"", t.room, t.token[0]);
    CHECK_STR(a.error, "denied");
    client_enter(&a, &other, other.token[0], -1); /* hidden, but who has the link is in */
    seam_run(&s);
    client_listen(&a);
    CHECK_EQ(a.player, 0);
    rooms_house(s.rooms, house_of("block 192.0.2.0/24"));
    CHECK_EQ(seam_closed_with(a.conn), 1008);
    struct conn *late = seam_connect(&s);
    CHECK_EQ(seam_closed_with(late), 1008);
    seam_hang_up(late);
    rooms_house(s.rooms, NULL);
    client_close(&a);
    client_close(&b);
    client_join(&a, &t, 0, "en"); /* nothing was lost by it */
    CHECK_EQ(a.player, 0);
    client_close(&a);
    seam_close(&s);
}

TEST(rooms_tell_the_operator_what_is_reported)
{
    struct seam s;
    struct table t;
    struct client a, w;

    seam_open(&s, NULL);
    CHECK(table_make(&t, &s, "runemasters", "{}", "hh", ""));
    client_join(&a, &t, 0, "en");
    client_join(&w, &t, VL_SEATS_MAX, "en");
    client_ask(&a, "report", ",\"why\":\"abuse\",\"player\":1");
    CHECK_EQ(a.acked, 0);
    client_ask(&w, "report", ",\"why\":\"name\"");
    CHECK_EQ(w.acked, 0);
    client_ask(&a, "report", ",\"why\":\"abuse\",\"player\":2");
    CHECK_STR(a.error, "range");
    client_ask(&a, "report", ",\"why\":\"dislike\"");
    CHECK_STR(a.error, "unknown");
    client_close(&a);
    client_close(&w);
    seam_close(&s);
}
