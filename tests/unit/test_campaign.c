/* A campaign: what a game that is over adds to it, and its file, whole or hostile. */
#include "match/campaign.h"
#include "registry.h"
#include "table.h"

#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

/* ---- games that are over ---- */

static struct table t = TABLE(reflets);
static struct vl_campaign c, other;

/* A game of Reflets with these options that has just ended so, as a match. */
static struct vl_match *ended(const char *options, int challenge, int outcome, int gap,
                              uint64_t seed)
{
    uint8_t bytes[VL_SEED_SIZE];
    struct vl_match_setup setup = { .rules = &t.r, .seed = bytes, .date = "2026-11-19" };
    struct vl_match *m = NULL;

    table_open(&t, options);
    vl_seed_number(bytes, seed);
    if (!CHECK_EQ(vl_match_open(&m, &setup, NULL), VL_OK))
        abort();
    struct ra_state *s = (struct ra_state *)(void *)m->state;
    s->base.actor = VL_OVER;
    s->base.phase = RA_PH_OVER;
    s->base.outcome = vl_u8(outcome);
    s->challenge = vl_u8(challenge);
    s->score[0] = vl_i16(200 + gap);
    s->score[1] = 200;
    return m;
}

/* What the game adds: VL_OK and so many ticks of its challenge afterwards. */
static int add(const char *options, int challenge, int outcome, int gap, uint64_t seed)
{
    struct vl_match *m = ended(options, challenge, outcome, gap, seed);
    int st = vl_campaign_add(&c, m, NULL);

    vl_match_close(m);
    return st;
}

static int sum(const struct vl_campaign *it)
{
    int n = 0;

    for (int k = 0; k < VL_CAMPAIGN_COUNTS; k++)
        n += it->counts[k];
    return n;
}

TEST(campaign_has_a_count_for_each_challenge)
{
    RULE("RA-CHL-11");
    vl_campaign_init(&c, &reflets_game);
    CHECK_EQ(vl_campaign_len(&reflets_game), 10);
    CHECK_EQ(vl_campaign_most(&reflets_game), 5);
    CHECK_STR(vl_campaign_key(&reflets_game, 0), "pepere");
    CHECK_STR(vl_campaign_key(&reflets_game, 9), "infernal");
    CHECK_EQ(sum(&c), 0);
}

TEST(campaign_gets_a_tick_for_a_quest_and_its_gap_only)
{
    RULE("RA-CHL-12");
    RULE("RA-END-08");
    RULE("RA-SCO-14");
    static const int gaps[] = { 42, 69, 96, 42, 69, 96, 42, 69, 96, 123 };

    for (int k = 0; k < 10; k++) {
        vl_campaign_init(&c, &reflets_game);
        CHECK_EQ(add("", k, RA_BY_QUEST, gaps[k] - 1, 1), VL_OK);
        CHECK_EQ(sum(&c), 0);
        CHECK_EQ(c.games[0].earned, -1);
        for (int outcome = RA_BY_QUEST + 1; outcome < RA_OUTCOMES; outcome++)
            CHECK_EQ(add("", k, outcome, 200, 10 + (uint64_t)outcome), VL_OK);
        CHECK_EQ(add("", k, RA_BY_AVATAR, 200, 2), VL_OK);
        CHECK_EQ(sum(&c), 0);
        CHECK_EQ(add("", k, RA_BY_QUEST, gaps[k], 3), VL_OK);
        CHECK_EQ(c.counts[k], 1);
        CHECK_EQ(sum(&c), 1);
        CHECK_EQ(c.games[c.games_len - 1].earned, k);
    }
}

TEST(campaign_counts_five_ticks_at_most)
{
    RULE("RA-CHL-13");
    RULE("RA-SET-32");
    vl_campaign_init(&c, &reflets_game);
    for (uint64_t i = 0; i < 7; i++)
        CHECK_EQ(add("", RA_CHL_AISE, RA_BY_QUEST, 99, i), VL_OK);
    CHECK_EQ(c.counts[RA_CHL_AISE], 5);
    CHECK_EQ(c.games[4].earned, RA_CHL_AISE);
    CHECK_EQ(c.games[5].earned, -1);

    struct vl_match *m = ended("ticks.3=5", RA_CHL_AISE, RA_BY_QUEST, 99, 8); /* still playable */
    CHECK_EQ(ra_earned(&m->rules, m->state), -1);
    vl_match_close(m);
    m = ended("ticks.3=4", RA_CHL_AISE, RA_BY_QUEST, 99, 8);
    CHECK_EQ(ra_earned(&m->rules, m->state), RA_CHL_AISE);
    vl_match_close(m);
}

TEST(campaign_brings_all_its_ticks_to_the_next_game)
{
    RULE("RA-CHL-14");
    struct vl_error err = { 0 };

    vl_campaign_init(&c, &reflets_game);
    CHECK_EQ(add("", RA_CHL_PEPERE, RA_BY_QUEST, 42, 1), VL_OK);
    CHECK_EQ(add("ticks.0=1", RA_CHL_AISE, RA_BY_QUEST, 42, 2), VL_OK);
    CHECK_EQ(add("ticks.0=1 ticks.3=1", RA_CHL_AISE, RA_BY_QUEST, 42, 3), VL_OK);
    table_open(&t, "");
    vl_rules_init(&t.r, &reflets_game, t.pack.block, &t.pack.info);
    CHECK_EQ(vl_campaign_set(&c, &t.r, &err), VL_OK);
    CHECK_EQ(vl_rules_prepare(&t.r, &err), VL_OK);
    CHECK_EQ(ra_derived(&t.r)->ticks[RA_CHL_PEPERE], 1);
    CHECK_EQ(ra_derived(&t.r)->ticks[RA_CHL_AISE], 2);
    CHECK_EQ(ra_derived(&t.r)->ticks[RA_CHL_INFERNAL], 0);
}

TEST(campaign_is_won_by_infernal)
{
    RULE("RA-CHL-15");
    vl_campaign_init(&c, &reflets_game);
    for (int k = 0; k < RA_CHL_INFERNAL; k++)
        c.counts[k] = 5;
    CHECK(!vl_campaign_is_won(&c));
    CHECK_EQ(add("", RA_CHL_INFERNAL, RA_BY_QUEST, 122, 1), VL_OK);
    CHECK(!vl_campaign_is_won(&c));
    CHECK_EQ(add("", RA_CHL_INFERNAL, RA_BY_QUEST, 123, 2), VL_OK);
    CHECK(vl_campaign_is_won(&c));
}

TEST(campaign_counts_a_game_once_and_only_its_own)
{
    struct vl_error err = { 0 };

    vl_campaign_init(&c, &reflets_game);
    CHECK_EQ(add("", RA_CHL_AISE, RA_BY_QUEST, 42, 1), VL_OK);
    other = c;
    CHECK_EQ(add("", RA_CHL_AISE, RA_BY_QUEST, 42, 1), VL_DUPLICATE);
    CHECK_EQ(add("ticks.0=1", RA_CHL_AISE, RA_BY_QUEST, 42, 2), VL_INVALID); /* never won */
    struct vl_match *m = ended("", RA_CHL_AISE, RA_BY_QUEST, 42, 3);
    m->state->actor = 0;
    CHECK_EQ(vl_campaign_add(&c, m, &err), VL_INVALID);
    CHECK_STR(err.what, "the game is not over");
    m->state->actor = VL_OVER;
    m->has_start = true;
    CHECK_EQ(vl_campaign_add(&c, m, &err), VL_INVALID);
    vl_match_close(m);
    CHECK(memcmp(&c, &other, sizeof c) == 0);
}

TEST(campaign_remembers_the_last_games)
{
    vl_campaign_init(&c, &reflets_game);
    struct vl_match *m = ended("", RA_CHL_AISE, RA_BY_AVATAR, 0, 1);
    for (int i = 0; i < VL_CAMPAIGN_GAMES + 3; i++) {
        m->seed_hash[0] = (uint8_t)i;
        m->seed_hash[1] = (uint8_t)(i >> 8);
        CHECK_EQ(vl_campaign_add(&c, m, NULL), VL_OK);
    }
    CHECK_EQ(c.games_len, VL_CAMPAIGN_GAMES);
    CHECK_EQ(vl_campaign_add(&c, m, NULL), VL_DUPLICATE);
    vl_match_close(m);
    for (int i = 0; i < VL_CAMPAIGN_PLAYING + 2; i++) {
        char id[32];
        snprintf(id, sizeof id, "reflets-%d", i);
        vl_campaign_begin(&c, id);
        vl_campaign_begin(&c, id);
    }
    vl_campaign_begin(&c, "../../etc/passwd");
    CHECK_EQ(c.playing_len, VL_CAMPAIGN_PLAYING);
    CHECK_STR(c.playing[0], "reflets-2");
    vl_campaign_end(&c, "reflets-2");
    CHECK_STR(c.playing[0], "reflets-3");
    CHECK_EQ(c.playing_len, VL_CAMPAIGN_PLAYING - 1);
}

/* ---- its text ---- */

static char *text_of(const struct vl_campaign *it, size_t *len)
{
    static char text[VL_CAMPAIGN_SIZE_MAX];
    struct vl_json w = vl_json_on(text, sizeof text);

    vl_campaign_write(it, &w);
    CHECK(!w.out.full);
    *len = w.out.len;
    return text;
}

/* One with something of everything. */
static void fill(struct vl_campaign *it)
{
    vl_campaign_init(it, &reflets_game);
    it->counts[0] = 5;
    it->counts[9] = 1;
    vl_campaign_begin(it, "reflets-20261119-152853-e16eff");
    for (int i = 0; i < 3; i++) {
        struct vl_campaign_game *g = &it->games[it->games_len++];
        memset(g, 0, sizeof *g);
        snprintf(g->id, sizeof g->id, "0123456789abcde%d", i);
        strcpy(g->date, i ? "2026-11-19" : "");
        g->outcome = i ? RA_BY_QUEST : RA_BY_AVATAR;
        g->earned = vl_i16(i - 1);
    }
}

TEST(campaign_is_written_and_read)
{
    size_t len;
    struct vl_error err = { 0 };

    fill(&c);
    const char *text = text_of(&c, &len);
    memset(&other, 0, sizeof other);
    if (!CHECK_EQ(vl_campaign_read(&other, &reflets_game, text, len, &err), VL_OK))
        printf("  %s: %s\n", err.where, err.what);
    CHECK(memcmp(&c, &other, sizeof c) == 0);
}

/* Refused, with the place of the fault, and nothing has changed. */
static void check_refused(const char *text, int status, const char *where)
{
    struct vl_error err = { 0 };

    fill(&c);
    other = c;
    if (!CHECK_EQ(vl_campaign_read(&c, &reflets_game, text, strlen(text), &err), status))
        printf("  %s: %s: %s\n", text, err.where, err.what);
    CHECK_STR(err.where, where);
    CHECK(err.what[0] != '\0');
    CHECK(memcmp(&c, &other, sizeof c) == 0);
}

#define COUNTS                                                                                     \
    "\"counts\":{\"pepere\":0,\"petillant\":0,\"penible\":0,\"aise\":0,\"avance\":0,\"ardu\":0,"   \
    "\"intense\":0,\"infect\":0,\"infame\":0,\"infernal\":0}"
#define HEAD "{\"veillee\":\"campaign\",\"format\":1,\"game\":\"reflets\","

TEST(campaign_refuses_what_is_none)
{
    check_refused("", VL_SYNTAX, "line 1, column 1");
    check_refused("[]", VL_SYNTAX, "/");
    check_refused("{}", VL_SYNTAX, "/");
    check_refused("{\"veillee\":\"campaign\",\"format\":2}", VL_VERSION, "/format");
    check_refused("{\"veillee\":\"campaign\",\"format\":\"1\"}", VL_SYNTAX, "/format");
    check_refused(HEAD COUNTS ",\"playing\":[]}", VL_MISSING, "/");
    check_refused(HEAD COUNTS ",\"playing\":[],\"games\":[],\"more\":1}", VL_UNKNOWN, "/more");
    check_refused("{\"veillee\":\"campaign\",\"format\":1,\"game\":\"runebound\"," COUNTS
                  ",\"playing\":[],\"games\":[]}",
                  VL_OTHER_GAME, "/game");
    check_refused(HEAD "\"counts\":{},\"playing\":[],\"games\":[]}", VL_MISSING, "/counts");
    check_refused(HEAD "\"counts\":[6],\"playing\":[],\"games\":[]}", VL_SYNTAX, "/counts");
    check_refused(HEAD COUNTS ",\"playing\":[\"../x\"],\"games\":[]}", VL_SYNTAX, "/playing/0");
    check_refused(HEAD COUNTS ",\"playing\":[\".x\"],\"games\":[]}", VL_SYNTAX, "/playing/0");
    check_refused(HEAD COUNTS ",\"playing\":{},\"games\":[]}", VL_SYNTAX, "/playing");
    check_refused(HEAD COUNTS ",\"playing\":[],\"games\":[1]}", VL_SYNTAX, "/games/0");
}

/* The text of a campaign with one word of it replaced. */
static void check_changed(const char *from, const char *to, int status, const char *where)
{
    static char text[VL_CAMPAIGN_SIZE_MAX];
    size_t len;

    fill(&c);
    const char *whole = text_of(&c, &len), *at = strstr(whole, from);
    if (!CHECK(at != NULL))
        return;
    snprintf(text, sizeof text, "%.*s%s%s", (int)(at - whole), whole, to, at + strlen(from));
    check_refused(text, status, where);
}

TEST(campaign_refuses_values_that_cannot_be)
{
    RULE("RA-CHL-13");
    check_changed("\"pepere\":5", "\"pepere\":6", VL_RANGE, "/counts/pepere");
    check_changed("\"pepere\":5", "\"pepere\":-1", VL_RANGE, "/counts/pepere");
    check_changed("\"pepere\":5", "\"pepere\":null", VL_RANGE, "/counts/pepere");
    check_changed("\"pepere\"", "\"papere\"", VL_UNKNOWN, "/counts/papere");
    check_changed("abcde0", "abcdeg", VL_SYNTAX, "/games/0/id");
    check_changed("abcde0", "abcde1", VL_DUPLICATE, "/games/1/id");
    check_changed("2026-11-19", "yesterday!", VL_SYNTAX, "/games/1/date");
    check_changed("\"outcome\":\"quest\"", "\"outcome\":\"q\"", VL_UNKNOWN, "/games/1/outcome");
    check_changed("\"earned\":\"pepere\"", "\"earned\":\"p\"", VL_UNKNOWN, "/games/1/earned");
}

/* Bytes changed, cut, doubled: refused and nothing has changed, or a campaign that is
 * written and read again as itself. */
TEST(campaign_survives_any_bytes)
{
    static char text[VL_CAMPAIGN_SIZE_MAX], again[VL_CAMPAIGN_SIZE_MAX];
    struct vl_rng rng = vl_rng_seed(14);
    int read = 0;

    for (int i = 0; i < test_times(4000, 400000); i++) {
        size_t len, written;
        fill(&c);
        memcpy(text, text_of(&c, &len), VL_CAMPAIGN_SIZE_MAX);
        for (uint32_t k = 1 + vl_rng_below(&rng, 3); k > 0; k--) {
            uint32_t at = vl_rng_below(&rng, (uint32_t)len);
            if (vl_rng_below(&rng, 4) == 0)
                len = at + 1;
            else
                text[at] = vl_rng_below(&rng, 2) ? (char)vl_rng_below(&rng, 256)
                                                 : text[vl_rng_below(&rng, (uint32_t)len)];
        }
        other = c;
        if (vl_campaign_read(&c, &reflets_game, text, len, NULL) != VL_OK) {
            CHECK(memcmp(&c, &other, sizeof c) == 0);
            continue;
        }
        read++;
        memcpy(again, text_of(&c, &written), VL_CAMPAIGN_SIZE_MAX);
        CHECK_EQ(vl_campaign_read(&other, &reflets_game, again, written, NULL), VL_OK);
        CHECK(memcmp(&c, &other, sizeof c) == 0);
    }
    CHECK(read > 0);
}

/* ---- its file ---- */

static void file_name(char *out, size_t cap)
{
    const char *tmp = getenv("TMPDIR");

    snprintf(out, cap, "%s/veillee-campaign-%ld.json", tmp && tmp[0] ? tmp : "/tmp",
             (long)getpid());
}

TEST(campaign_is_kept_in_a_file)
{
    char path[256];
    struct vl_error err = { 0 };

    file_name(path, sizeof path);
    unlink(path);
    CHECK_EQ(vl_campaign_load(&c, &reflets_game, path, &err), VL_OK);
    CHECK_EQ(sum(&c) + c.games_len + c.playing_len, 0);
    fill(&c);
    CHECK_EQ(vl_campaign_save(&c, path, &err), VL_OK);
    CHECK_EQ(vl_campaign_load(&other, &reflets_game, path, &err), VL_OK);
    CHECK(memcmp(&c, &other, sizeof c) == 0);
    CHECK_EQ(vl_campaign_save(&c, "/nowhere/at/all.json", &err), VL_IO);
    FILE *f = fopen(path, "wb");
    if (CHECK(f != NULL)) {
        for (int i = 0; i <= VL_CAMPAIGN_SIZE_MAX; i++)
            fputc(' ', f);
        fclose(f);
    }
    CHECK_EQ(vl_campaign_load(&c, &reflets_game, path, &err), VL_TOO_LARGE);
    CHECK(memcmp(&c, &other, sizeof c) == 0);
    unlink(path);
}
