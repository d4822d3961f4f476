/* hidden.c - figure 17: two worlds that a seat cannot tell apart say the same to it.
 *
 *     hidden hands|runemasters|enchanters|runebound|reflets|leaky PAIRS [SEED]
 *
 * A game is played in one world, by random decisions. Then, for each seat and for
 * a spectator, it is played again in another world in which everything that this
 * one cannot know is different: in `hands` the cards it has not seen are dealt in
 * another order, in the others (where nothing is face down, since decks are drawn
 * when they are needed) the table has another seed. Every message that it gets,
 * from the first to the last, must be the same, byte for byte. Each revision of
 * such a game is one pair of states.
 *
 * Chance is scripted: the games are the real ones, with sample() recording what it
 * draws in the first world, call by call, and giving the same (with the cards
 * exchanged) in the second. Prints one line of JSON; exit 1 if anything differs. */
#include "hidden_seam.h"

#include "hands_view.h"
#include "match/match.h"
#include "registry.h"
#include "wire.h"

#include "base/check.h"
#include "base/rng.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { PLAYERS = 3, WATCHER = PLAYERS, CHANCES_MAX = 1024, SAYS_MAX = 4096, SAY_MAX = 256 };

/* What happens in a game, besides what the server decides. */
static struct script {
    bool is_replay;
    struct vl_move chance[CHANCES_MAX];
    int chance_len, chance_at;
    uint8_t exchange[HD_CARDS]; /* card by card, in the second world */
    struct {
        uint8_t conn;
        char text[SAY_MAX];
    } say[SAYS_MAX];
    int say_len;
    int revs;
} script;

static struct {
    uint64_t pairs, messages, bytes, different, revealed, games;
    char first[400];
} sum;

static struct vl_game game; /* the real one, with chance scripted */
static const struct vl_game *real;
static struct vl_rng rng;

static bool is_hands(void)
{
    return real == hands_with_view();
}

/* ---- chance ---- */

static struct vl_move scripted(const struct vl_rules *r, const struct vl_state *s,
                               struct vl_rng *generator)
{
    struct vl_move m;

    if (script.is_replay) {
        VL_VERIFY(script.chance_at < script.chance_len);
        m = script.chance[script.chance_at++];
        if (is_hands())
            m.arg[0] = script.exchange[m.arg[0]];
        return m;
    }
    VL_VERIFY(script.chance_len < CHANCES_MAX);
    m = real->sample(r, s, generator);
    script.chance[script.chance_len++] = m;
    return m;
}

/* ---- the first world ---- */

static void say(struct world *w, int conn, const char *text)
{
    VL_VERIFY(script.say_len < SAYS_MAX && strlen(text) < SAY_MAX);
    script.say[script.say_len].conn = vl_u8(conn);
    snprintf(script.say[script.say_len++].text, SAY_MAX, "%s", text);
    world_say(w, conn, text);
}

/* The last message of that type to a connection. */
static struct span last_since(const struct conn *c, const char *type, size_t since)
{
    char begin[40];
    size_t n = (size_t)snprintf(begin, sizeof begin, "{\"t\":\"%s\"", type);

    for (size_t end = c->len; end > since;) {
        size_t at = end - 1;
        while (at > 0 && c->heard[at - 1] != '\n')
            at--;
        if (end - 1 - at >= n && memcmp(c->heard + at, begin, n) == 0)
            return (struct span){ c->heard + at, end - 1 - at };
        end = at;
    }
    return (struct span){ NULL, 0 };
}

static struct span last_of(const struct conn *c, const char *type)
{
    return last_since(c, type, 0);
}

/* What says how many sit at the table. */
static const char *seats_option(void)
{
    return is_hands() ? "seats" : vl_str_eq(game.id, "runemasters") ? "guardians" : "players";
}

static void take_seats(struct world *w)
{
    char text[SAY_MAX], room[64], token[64];
    size_t at = 0;

    for (int i = 0; i < WORLD_CONNS; i++)
        say(w, i,
            i % 2 ? "{\"t\":\"hello\",\"version\":2,\"lang\":\"en\",\"told\":true}"
                  : "{\"t\":\"hello\",\"version\":2}");
    snprintf(
        text, sizeof text,
        "{\"t\":\"create\",\"game\":\"%s\",\"options\":{\"%s\":3},\"seats\":[{\"kind\":\"human\"},{"
        "\"kind\":"
        "\"human\"},{\"kind\":\"human\"}]}",
        game.id, seats_option());
    say(w, 0, text);
    struct span made = last_of(&w->conns[0], "created");
    VL_VERIFY(made.p && wire_text(wire_in(made, "room"), room, sizeof room));
    /* The one who made the table knows all links; it hears the rest as a player. */
    char tokens[WORLD_CONNS][64];
    for (int i = 0; i < PLAYERS; i++)
        VL_VERIFY(
            wire_text(wire_in(wire_next(wire_in(made, "links"), &at), "token"), tokens[i], 64));
    VL_VERIFY(wire_text(wire_in(wire_in(made, "watch"), "token"), tokens[WATCHER], 64));
    for (int i = 0; i < WORLD_CONNS; i++) {
        memcpy(token, tokens[i], sizeof token);
        snprintf(text, sizeof text, "{\"t\":\"join\",\"room\":\"%s\",\"token\":\"%s\"}", room,
                 token);
        say(w, i, text);
    }
}

static int64_t rev_of(const struct world *w)
{
    struct span step = last_of(&w->conns[WATCHER], "step");
    struct span shown = last_of(&w->conns[WATCHER], "view");

    return wire_int(wire_in(step.p > shown.p ? step : shown, "rev"));
}

/* Who decides, and one of the moves; -1: nobody any more. */
static int decide(const struct world *w, int64_t rev, char *move, size_t cap)
{
    for (int i = 0; i < PLAYERS; i++) {
        struct span actions = last_of(&w->conns[i], "actions"), one;
        size_t at = 0;
        uint32_t n = 0;
        if (!actions.p || wire_int(wire_in(actions, "rev")) != rev)
            continue;
        while ((one = wire_next(wire_in(actions, "actions"), &at)).p)
            if (vl_rng_below(&rng, ++n) == 0)
                VL_VERIFY(wire_text(wire_in(one, "id"), move, cap));
        return i;
    }
    return -1;
}

/* Everybody may ask, and the answers count. */
static void ask_around(struct world *w, int64_t rev, const char *move)
{
    char text[SAY_MAX];
    int conn = (int)vl_rng_below(&rng, WORLD_CONNS);

    switch (vl_rng_below(&rng, 9)) {
    case 0: snprintf(text, sizeof text, "{\"t\":\"resync\"}"); break;
    case 1:
        snprintf(text, sizeof text, "{\"t\":\"resync\",\"since\":%d}",
                 (int)vl_rng_below(&rng, (uint32_t)rev + 1));
        break;
    case 2:
        snprintf(text, sizeof text, "{\"t\":\"at\",\"rev\":%d}",
                 (int)vl_rng_below(&rng, (uint32_t)rev + 1));
        break;
    case 3: snprintf(text, sizeof text, "{\"t\":\"preview\",\"move\":\"%s\"}", move); break;
    case 4: snprintf(text, sizeof text, "{\"t\":\"why\",\"move\":\"%s\"}", move); break;
    case 5: snprintf(text, sizeof text, "{\"t\":\"record\"}"); break;
    case 6: snprintf(text, sizeof text, "{\"t\":\"hint\"}"); break;
    case 7: snprintf(text, sizeof text, "{\"t\":\"point\",\"item\":\"card.c1\"}"); break;
    default:
        snprintf(text, sizeof text, "{\"t\":\"move\",\"cid\":\"x%d\",\"rev\":%d,\"move\":\"%s\"}",
                 script.say_len, (int)rev + 1, move);
        break;
    }
    say(w, conn, text);
}

static void play(struct world *w)
{
    /* Hands ends with its ninth decision, and then nothing is hidden any more. */
    int most = 1 + (int)vl_rng_below(&rng, is_hands() ? 8 : 60), decisions = 0;
    char text[SAY_MAX], move[128];
    int conn;

    take_seats(w);
    int64_t rev = rev_of(w);
    while (decisions++ < most && (conn = decide(w, rev, move, sizeof move)) >= 0) {
        if (vl_rng_below(&rng, 3) == 0)
            ask_around(w, rev, move);
        snprintf(text, sizeof text, "{\"t\":\"move\",\"cid\":\"m%d\",\"rev\":%d,\"move\":\"%s\"}",
                 decisions, (int)rev, move);
        size_t before = w->conns[WATCHER].len;
        say(w, conn, text);
        int64_t now = rev_of(w);
        VL_VERIFY(now > rev);
        rev = now;
        if (last_since(&w->conns[WATCHER], "over", before).p)
            break;
    }
    for (int i = 0; i < 6; i++)
        ask_around(w, rev, move);
    script.revs = (int)rev + 1;
}

/* ---- what a seat has seen, in hands ---- */

/* The game once more, by the engine alone: the decisions as they came, chance from
 * the seed of the first world. */
static void replay(struct vl_rules *r, struct hands_state *h, const uint8_t *seed)
{
    uint32_t rev = 0;
    int at = 0;

    vl_rules_init(r, hands_with_view(), NULL, NULL);
    VL_VERIFY(vl_options_parse(r, "seats=3", NULL) == VL_OK && vl_rules_prepare(r, NULL) == VL_OK);
    vl_start(r, &h->base, NULL);
    for (;;) {
        for (; h->base.actor == VL_CHANCE; rev++) {
            struct vl_rng by_seed = vl_seed_rng(seed, rev);
            struct vl_move m = real->sample(r, &h->base, &by_seed);
            VL_VERIFY(vl_apply(r, &h->base, m, VL_ANYONE, NULL) == 0);
        }
        while (at < script.say_len &&
               strncmp(script.say[at].text, "{\"t\":\"move\",\"cid\":\"m", 20) != 0)
            at++;
        if (at == script.say_len)
            break;
        struct vl_move m;
        char move[64];
        const char *text = script.say[at++].text;
        VL_VERIFY(wire_text(wire_find(text, strlen(text), "move"), move, sizeof move));
        VL_VERIFY(vl_move_parse(r, move, strlen(move), &m) == 0);
        VL_VERIFY(vl_apply(r, &h->base, m, VL_ANYONE, NULL) == 0);
        rev++;
    }
    VL_VERIFY((int)rev + 1 == script.revs);
}

static uint32_t cards_of(const uint8_t *cards, int len)
{
    uint32_t mask = 0;

    for (int i = 0; i < len; i++)
        mask |= 1u << cards[i];
    return mask;
}

/* Another order of the cards that the viewer has not seen. */
static void exchange_unseen(const struct hands_state *h, int viewer)
{
    uint32_t seen = h->shown;
    uint8_t unseen[HD_CARDS];
    int n = 0;

    if (viewer < PLAYERS)
        seen |= cards_of(h->seat[viewer].hand, h->seat[viewer].hand_len) |
                cards_of(h->seat[viewer].buried, h->seat[viewer].buried_len);
    for (int card = 0; card < HD_CARDS; card++) {
        script.exchange[card] = vl_u8(card);
        if (!(seen >> card & 1))
            unseen[n++] = vl_u8(card);
    }
    uint8_t dealt[HD_CARDS];
    memcpy(dealt, unseen, sizeof dealt);
    for (int i = n - 1; i > 0; i--) {
        uint32_t j = vl_rng_below(&rng, (uint32_t)i + 1);
        uint8_t was = dealt[i];
        dealt[i] = dealt[j];
        dealt[j] = was;
    }
    for (int i = 0; i < n; i++)
        script.exchange[unseen[i]] = dealt[i];
}

/* Does the exchange change what somebody holds? */
static bool is_other_state(const struct hands_state *h)
{
    for (int k = 0; k < PLAYERS; k++) {
        for (int i = 0; i < h->seat[k].hand_len; i++)
            if (script.exchange[h->seat[k].hand[i]] != h->seat[k].hand[i])
                return true;
        for (int i = 0; i < h->seat[k].buried_len; i++)
            if (script.exchange[h->seat[k].buried[i]] != h->seat[k].buried[i])
                return true;
    }
    return false;
}

/* ---- comparing ---- */

/* A commitment to the seed is told to everybody, and differs with it. */
static void blank_commitments(struct conn *c)
{
    static const char *const marks[] = { "\"seed_hash\":\"", "seed-hash ", "\\nend " };

    for (int k = 0; k < VL_LEN(marks); k++) {
        size_t n = strlen(marks[k]);
        for (size_t i = 0; i + n < c->len; i++) {
            if (c->heard[i] != marks[k][0] || memcmp(c->heard + i, marks[k], n) != 0)
                continue;
            size_t at = i + n, len = 64;
            if (k == 2) { /* the number of entries, then a checksum over all of the record */
                at = at + strspn(c->heard + at, "0123456789") + 1;
                len = strspn(c->heard + at, "0123456789abcdef");
            }
            memset(c->heard + at, '0', len);
        }
    }
}

static void compare(struct conn *a, struct conn *b, int viewer)
{
    size_t at = 0, n = a->len < b->len ? a->len : b->len;

    for (size_t i = 0; i < a->len; i++)
        sum.messages += a->heard[i] == '\n';
    sum.bytes += a->len;
    sum.pairs += (uint64_t)script.revs;
    if (a->len == b->len && memcmp(a->heard, b->heard, n) == 0)
        return;
    sum.different++;
    while (at < n && a->heard[at] == b->heard[at])
        at++;
    at = at > 60 ? at - 60 : 0;
    if (!sum.first[0]) {
        snprintf(sum.first, sizeof sum.first, "viewer %d: %.150s <> %.150s", viewer, a->heard + at,
                 b->heard + at);
        for (char *p = sum.first; *p; p++)
            if (*p == '"' || *p == '\\' || *p == '\n')
                *p = '\'';
    }
}

static void play_again(struct world *w)
{
    script.is_replay = true;
    script.chance_at = 0;
    for (int i = 0; i < script.say_len; i++)
        world_say(w, script.say[i].conn, script.say[i].text);
    script.is_replay = false;
}

static void twin_hands(struct world *first, const struct vl_game *const *games)
{
    static struct world second;

    for (int viewer = 0; viewer < WORLD_CONNS; viewer++) {
        struct vl_rules r;
        struct hands_state state;
        memset(&state, 0, sizeof state);
        replay(&r, &state, first->table_seed);
        exchange_unseen(&state, viewer);
        sum.revealed += is_other_state(&state);
        world_begin(&second, games, 1, 1, hands_rules);
        play_again(&second);
        compare(&first->conns[viewer], &second.conns[viewer], viewer);
        world_end(&second);
    }
}

static void twin_seed(struct world *first, const struct vl_game *const *games)
{
    static struct world second;

    world_begin(&second, games, 1, 2, hands_rules);
    play_again(&second);
    sum.revealed += !last_of(&first->conns[WATCHER], "over").p;
    for (int viewer = 0; viewer < WORLD_CONNS; viewer++) {
        blank_commitments(&first->conns[viewer]);
        blank_commitments(&second.conns[viewer]);
        /* At the end the seed is told. */
        if (!last_of(&first->conns[WATCHER], "over").p)
            compare(&first->conns[viewer], &second.conns[viewer], viewer);
    }
    world_end(&second);
}

/* A game that hides nothing, to see that it is found out. */
static void leaky_hide(const struct vl_rules *r, struct vl_state *s, vl_actor viewer)
{
    (void)r;
    (void)s;
    (void)viewer;
}

int main(int argc, char **argv)
{
    static struct world first;
    const struct vl_game *games[] = { &game };
    uint64_t want = argc > 2 ? strtoull(argv[2], NULL, 10) : 1000;
    bool is_leaky = argc > 1 && strcmp(argv[1], "leaky") == 0;
    bool has_hands = is_leaky || (argc > 1 && strcmp(argv[1], "hands") == 0);

    real = has_hands ? hands_with_view() : argc > 1 ? vl_game_find(argv[1]) : NULL;
    if (!real) {
        fprintf(stderr, "usage: hidden hands|leaky|GAME PAIRS [SEED]\n");
        return 2;
    }
    game = *real;
    game.sample = scripted;
    if (is_leaky)
        game.hide = leaky_hide;
    rng = vl_rng_seed(argc > 3 ? strtoull(argv[3], NULL, 10) : 17);
    while (sum.pairs < want && sum.different == 0 && sum.games < want) {
        memset(&script, 0, sizeof script);
        world_begin(&first, games, 1, 1, hands_rules);
        play(&first);
        if (has_hands)
            twin_hands(&first, games);
        else
            twin_seed(&first, games);
        world_end(&first);
        sum.games++;
    }
    printf("{\"pairs\":%llu,\"games\":%llu,\"messages\":%llu,\"bytes\":%llu,\"different\":%llu,"
           "\"revealed\":%llu,"
           "\"first\":\"%s\"}\n",
           (unsigned long long)sum.pairs, (unsigned long long)sum.games,
           (unsigned long long)sum.messages, (unsigned long long)sum.bytes,
           (unsigned long long)sum.different, (unsigned long long)sum.revealed, sum.first);
    return sum.different != 0;
}
