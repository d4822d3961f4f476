/* Names: what nobody sees is no name, and nobody passes for somebody else. */
#include "rooms_table.h"
#include "server/rooms/names.h"
#include "unit/test.h"

#include <string.h>

static void check_clean(const char *text, const char *wanted)
{
    char name[PROTO_NAME_MAX + 1];

    name_clean(name, sizeof name, text);
    CHECK_STR(name, wanted);
}

TEST(names_are_seen)
{
    static const char *const unseen[] = {
        "",       "   ",    "\u200b\u200d", "\u00a0\u2003\u3000", "\u2800", "\u3164\u115f",
        "\u00ad", "\ufe0f", "\u0301\u0302", "\U000e0041",         "\u202e", "\ue000",
    };

    for (int i = 0; i < VL_LEN(unseen); i++)
        check_clean(unseen[i], "");
    check_clean("  Ana \u00a0\u200b  Zoé\u00ad ", "Ana Zoé");
    check_clean("A\u0301\u0302\u0303\u0304\u0305na", "A\u0301\u0302na");
    check_clean("\u0301Ana", "Ana");
    check_clean("\u732b \u05d3\u05e0\u05d4", "\u732b \u05d3\u05e0\u05d4"); /* any alphabet */
    char name[8];
    name_clean(name, sizeof name, "ééééé"); /* never half a character */
    CHECK_STR(name, "ééé");
}

TEST(names_are_alike_if_they_are_read_alike)
{
    static const char *const alike[][2] = {
        { "Ana", "ana" },         { "Ana", "A n a" },          { "aha", "\u0410\u043d\u0430" },
        { "Zoe", "Zoé" },         { "Zoe", "Z\u043e\u0451" },  { "Zoe", "Z0E." },
        { "Paul", "PAUI" },       { "Paul", "Pau1" },          { "Marn", "Mam" },
        { "Nina", "\uff2eina" },  { "Nina", "\U0001d40dina" }, { "Oscar", "\u039fscar" },
        { "Yves", "Y\u0301ves" }, { "\u2605", "\u2605" },
    };
    static const char *const apart[][2] = {
        { "Ana", "Anna" }, { "Ana", "" }, { "", "" }, { "Paul", "Paula" }, { "\u2605", "\u2606" }
    };

    for (int i = 0; i < VL_LEN(alike); i++)
        CHECK(name_alike(alike[i][0], alike[i][1]) && name_alike(alike[i][1], alike[i][0]));
    for (int i = 0; i < VL_LEN(apart); i++)
        CHECK(!name_alike(apart[i][0], apart[i][1]));
}

static const char *name_of(struct client *c, int p)
{
    client_listen(c);
    return text_at(json_array_get(json_object_get(c->players, "players"), (size_t)p), "name");
}

TEST(rooms_let_nobody_pass_for_somebody_else)
{
    struct seam s;
    struct table t;
    struct client a, b;

    seam_open(&s, NULL);
    CHECK(table_make(&t, &s, "runemasters", "{}", "hho", ",\"public\":true"));
    client_join(&a, &t, 0, "en");
    client_join(&b, &t, 1, "en");
    client_ask(&a, "name", ",\"name\":\"Oscar\"");
    client_ask(&b, "name", ",\"name\":\"\u039f5car\"");
    CHECK_STR(b.error, ""); /* 5 is no s */
    client_ask(&b, "name", ",\"name\":\"\u039fscar\"");
    CHECK_STR(b.error, "taken");
    CHECK_STR(name_of(&a, 1), "\u039f5car");
    client_ask(&a, "name", ",\"name\":\"OSCAR\""); /* one's own */
    CHECK_STR(name_of(&b, 0), "OSCAR");
    client_close(&b);
    client_open(&b, &s, "en"); /* with a name that is taken: in, without it */
    seam_sayf(b.conn, "{\"t\":\"join\",\"room\":\"%s\",\"claim\":true,\"name\":\"0scar\"}", t.room);
    seam_run(&s);
    client_listen(&b);
    CHECK_EQ(b.player, 2);
    CHECK_STR(b.error, "taken");
    CHECK_STR(name_of(&a, 2), "");
    client_ask(&b, "create",
               ",\"game\":\"runemasters\",\"seats\":[{\"kind\":\"human\",\"name\":\"Ana\"},"
               "{\"kind\":\"human\",\"name\":\"An\u00e1\"}]");
    CHECK_STR(b.error, "taken");
    client_ask(&b, "chat", ",\"text\":\"\u2800 \u3164\"");
    CHECK_STR(b.error, "range");
    client_close(&a);
    client_close(&b);
    seam_close(&s);
}
