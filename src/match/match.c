#include "match/match.h"

#include "base/hash.h"

#include <stdlib.h>

/* Snapshots kept of past states. When they are all used, every second one is
 * dropped: looking back costs more moves then, never more memory. */
enum { SNAPS_MAX = 1024, LEAN_STRIDE = 32 };

static int no_memory(struct vl_error *err)
{
    return vl_error_set(err, VL_MEMORY, "match", "out of memory");
}

static int refused(struct vl_error *err, vl_rule rule)
{
    return vl_error_rule(err, VL_REFUSED, rule, "move", "a rule forbids it");
}

/* ---- seeds ---- */

void vl_seed_number(uint8_t seed[VL_SEED_SIZE], uint64_t n)
{
    char text[64];
    struct vl_buf b = vl_buf_on(text, sizeof text);

    vl_put(&b, "veillee seed ");
    vl_put_u64(&b, n);
    vl_sha256_of(text, b.len, seed);
}

struct vl_rng vl_seed_rng(const uint8_t seed[VL_SEED_SIZE], uint32_t n)
{
    uint8_t message[VL_SEED_SIZE + 8] = { 0 };
    uint8_t key[32];

    memcpy(message, seed, VL_SEED_SIZE);
    for (int i = 0; i < 4; i++)
        message[VL_SEED_SIZE + i] = (uint8_t)(n >> (8 * i));
    vl_sha256_of(message, sizeof message, key);
    return vl_rng_key(key);
}

void vl_seed_bot(uint8_t key[32], const uint8_t seed[VL_SEED_SIZE], uint32_t n)
{
    static const char label[] = "veillee bot";
    uint8_t rev[4] = { (uint8_t)n, (uint8_t)(n >> 8), (uint8_t)(n >> 16), (uint8_t)(n >> 24) };
    struct vl_sha256 sha;

    vl_sha256_init(&sha);
    vl_sha256_add(&sha, label, sizeof label);
    vl_sha256_add(&sha, seed, VL_SEED_SIZE);
    vl_sha256_add(&sha, rev, sizeof rev);
    vl_sha256_end(&sha, key);
}

int vl_match_reveal(struct vl_match *m, const uint8_t seed[VL_SEED_SIZE], struct vl_error *err)
{
    uint8_t hash[32];

    vl_sha256_of(seed, VL_SEED_SIZE, hash);
    if (m->seed_kind == VL_SEED_HAND || memcmp(hash, m->seed_hash, sizeof hash) != 0)
        return vl_error_set(err, VL_MISMATCH, "seed", "it is not the seed of this game");
    m->seed_kind = VL_SEED_KNOWN;
    memcpy(m->seed, seed, VL_SEED_SIZE);
    return VL_OK;
}

/* ---- opening and closing ---- */

static bool plain_text(const char *text, size_t len)
{
    for (size_t i = 0; i < len; i++)
        if ((unsigned char)text[i] < 32 || text[i] == 127)
            return false;
    return vl_utf8_ok(text, len);
}

/* One word of printable ASCII: it stands between spaces in a record. */
static bool kind_ok(const char *kind)
{
    for (const char *c = kind; *c; c++)
        if (*c <= 32 || *c >= 127)
            return false;
    return *kind != '\0';
}

static bool name_ok(const char *name)
{
    size_t len = strlen(name);

    return len == 0 || (plain_text(name, len) && name[0] != ' ' && name[len - 1] != ' ');
}

static bool date_ok(const char *d)
{
    static const char shape[] = "dddd-dd-dd";

    if (strlen(d) != sizeof shape - 1)
        return false;
    for (int i = 0; shape[i]; i++)
        if (shape[i] == 'd' ? d[i] < '0' || d[i] > '9' : d[i] != shape[i])
            return false;
    int month = (d[5] - '0') * 10 + d[6] - '0', day = (d[8] - '0') * 10 + d[9] - '0';
    return month >= 1 && month <= 12 && day >= 1 && day <= 31;
}

static int check_player(const struct vl_player *p, struct vl_error *err)
{
    if (kind_ok(p->kind) && name_ok(p->name))
        return VL_OK;
    return vl_error_set(err, VL_SYNTAX, "seats",
                        "a player's kind is one word, a name is printable text");
}

/* Sentences call a seat by its player, if that one has a name. */
static void name_seats(struct vl_match *m)
{
    for (int seat = 0; seat < m->start->seats; seat++) {
        const char *name = m->players[vl_match_holder(m, seat)].name;

        m->rules.seat_name[seat] = name[0] ? name : NULL;
    }
}

static int set_players(struct vl_match *m, const struct vl_match_setup *setup, struct vl_error *err)
{
    int held = 0; /* players that the options seat */

    for (int seat = 0; seat < m->start->seats; seat++)
        if (vl_match_holder(m, seat) >= held)
            held = vl_match_holder(m, seat) + 1;
    if (setup->players && setup->players_len != held) {
        char what[80];
        struct vl_buf b = vl_buf_on(what, sizeof what);

        vl_put_int(&b, setup->players_len);
        vl_put(&b, " players are named, the options seat ");
        vl_put_int(&b, held);
        return vl_error_set(err, VL_INVALID, "seats", what);
    }
    for (int p = 0; p < held; p++) {
        if (!setup->players) {
            memcpy(m->players[p].kind, "human", sizeof "human");
            continue;
        }
        int st = check_player(&setup->players[p], err);
        if (st != VL_OK)
            return st;
        m->players[p] = setup->players[p];
    }
    m->players_len = vl_u8(held);
    name_seats(m);
    return VL_OK;
}

static int set_seed_and_date(struct vl_match *m, const struct vl_match_setup *setup,
                             struct vl_error *err)
{
    if (setup->seed) {
        m->seed_kind = VL_SEED_KNOWN;
        memcpy(m->seed, setup->seed, VL_SEED_SIZE);
        vl_sha256_of(m->seed, VL_SEED_SIZE, m->seed_hash);
    } else if (setup->seed_hash) {
        m->seed_kind = VL_SEED_HIDDEN;
        memcpy(m->seed_hash, setup->seed_hash, VL_SEED_SIZE);
    }
    if (!setup->date || !setup->date[0])
        return VL_OK;
    if (!date_ok(setup->date))
        return vl_error_set(err, VL_SYNTAX, "date", "a date is written 2026-11-15");
    memcpy(m->date, setup->date, sizeof m->date);
    return VL_OK;
}

int vl_match_open(struct vl_match **out, const struct vl_match_setup *setup, struct vl_error *err)
{
    size_t size = setup->rules->game->state_size;
    struct vl_match *m = calloc(1, sizeof *m);

    if (!m)
        return no_memory(err);
    m->rules = *setup->rules;
    if (m->rules.pack)
        m->pack = *m->rules.pack;
    m->rules.pack = &m->pack;
    m->revision = setup->revision ? setup->revision : m->rules.game->revision;
    m->last = VL_NO_ENTRY;
    m->is_lean = setup->lean;
    m->snap_stride = m->is_lean ? LEAN_STRIDE : 1;
    m->round_told = m->active_told = -1;
    m->start = calloc(1, size);
    m->state = calloc(1, size);
    if (!m->start || !m->state) {
        vl_match_close(m);
        return no_memory(err);
    }
    m->has_start = setup->start != NULL;
    if (m->has_start)
        memcpy(m->start, setup->start, size);
    else
        vl_start(&m->rules, m->start, NULL);
    memcpy(m->state, m->start, size);

    int st = set_players(m, setup, err);
    if (st == VL_OK)
        st = set_seed_and_date(m, setup, err);
    if (st != VL_OK) {
        vl_match_close(m);
        return st;
    }
    *out = m;
    return VL_OK;
}

void vl_match_close(struct vl_match *m)
{
    if (!m)
        return;
    for (uint32_t i = 0; i < m->comments_len; i++)
        free(m->comments[i].text);
    free(m->comments);
    free(m->entries);
    free(m->redo);
    free(m->path);
    free(m->snaps);
    free(m->snap_entry);
    free(m->start);
    free(m->state);
    free(m);
}

int vl_match_fork(struct vl_match **out, const struct vl_match *m, uint32_t revision,
                  const uint8_t *seed, struct vl_error *err)
{
    if (revision > m->len)
        return vl_error_set(err, VL_RANGE, "revision", "the match has fewer entries");
    struct vl_state *from = malloc(m->rules.game->state_size);
    if (!from)
        return no_memory(err);
    vl_match_state_at(m, revision, from);

    struct vl_match_setup setup = { 0 };
    setup.rules = &m->rules;
    setup.players = m->players;
    setup.players_len = m->players_len;
    setup.seed = seed;
    setup.date = m->date;
    /* going back to the very start needs no position in the record */
    setup.start = m->has_start || vl_match_line(m, revision, NULL, 0) > 0 ? from : NULL;
    int st = vl_match_open(out, &setup, err);
    free(from);
    return st;
}

/* ---- who ---- */

int vl_match_holder(const struct vl_match *m, int seat)
{
    return vl_controller(&m->rules, seat);
}

int vl_match_to_move(const struct vl_match *m)
{
    return m->state->actor >= 0 ? vl_match_holder(m, m->state->actor) : m->state->actor;
}

bool vl_match_is_human(const struct vl_match *m, int player)
{
    return player >= 0 && player < m->players_len && vl_str_eq(m->players[player].kind, "human");
}

int vl_match_set_player(struct vl_match *m, int player, const struct vl_player *p,
                        struct vl_error *err)
{
    if (player < 0 || player >= m->players_len)
        return vl_error_set(err, VL_RANGE, "player", "there is no such player");
    int st = check_player(p, err);
    if (st == VL_OK) {
        m->players[player] = *p;
        name_seats(m);
    }
    return st;
}

/* The seat for which a player speaks: the one to move if it is theirs, else
 * their first, so that the game refuses it. False: there is no such player. */
static bool seat_of(const struct vl_match *m, int player, vl_actor *seat)
{
    *seat = VL_ANYONE;
    if (player == VL_ANYONE)
        return true;
    if (m->state->actor >= 0 && vl_match_holder(m, m->state->actor) == player) {
        *seat = m->state->actor;
        return true;
    }
    for (int k = 0; k < m->state->seats && *seat == VL_ANYONE; k++)
        if (vl_match_holder(m, k) == player)
            *seat = (vl_actor)k;
    return *seat != VL_ANYONE;
}

/* ---- memory ---- */

static bool grow(void **p, size_t count, size_t size)
{
    void *bigger = realloc(*p, count * size);

    if (bigger)
        *p = bigger;
    return bigger != NULL;
}

/* Room for n more entries, VL_ROW_MAX at most, and all that may come with them. */
static int reserve(struct vl_match *m, uint32_t n, struct vl_error *err)
{
    if (m->len + n > VL_ENTRIES_MAX)
        return vl_error_set(err, VL_TOO_LARGE, "match", "the log is full: 100,000 entries");
    if (m->len + n <= m->entries_cap)
        return VL_OK;
    uint32_t cap = m->entries_cap ? 2 * m->entries_cap : m->is_lean ? 32 : 256;
    /* Each array on its own: one that has grown already is merely larger. */
    void *entries = m->entries, *redo = m->redo, *path = m->path;
    bool ok = grow(&entries, cap, sizeof *m->entries);
    m->entries = entries;
    ok = ok && grow(&redo, cap, sizeof *m->redo);
    m->redo = redo;
    ok = ok && grow(&path, cap, sizeof *m->path);
    m->path = path;
    if (!ok)
        return no_memory(err);
    m->entries_cap = cap;
    return VL_OK;
}

/* Room for one more snapshot; false if there is no memory for it, which only
 * makes looking back slower. */
static bool snaps_room(struct vl_match *m)
{
    if (m->snaps_len < m->snaps_cap)
        return true;
    uint32_t cap = m->snaps_cap ? 2 * m->snaps_cap : m->is_lean ? 4 : 64;
    void *snaps = m->snaps, *owner = m->snap_entry;
    bool ok = grow(&snaps, cap, m->rules.game->state_size);
    m->snaps = snaps;
    ok = ok && grow(&owner, cap, sizeof *m->snap_entry);
    m->snap_entry = owner;
    if (ok)
        m->snaps_cap = cap;
    return ok;
}

/* Doubles the distance between snapshots until there is room again. */
static void thin_snaps(struct vl_match *m)
{
    size_t size = m->rules.game->state_size;

    while (m->snaps_len >= SNAPS_MAX) {
        uint32_t kept = 0;

        m->snap_stride *= 2;
        for (uint32_t i = 0; i < m->snaps_len; i++) {
            struct vl_entry *e = &m->entries[m->snap_entry[i]];

            if (e->depth % m->snap_stride != 0) {
                e->snap = VL_NO_ENTRY;
                continue;
            }
            memmove(m->snaps + kept * size, m->snaps + i * size, size);
            m->snap_entry[kept] = m->snap_entry[i];
            e->snap = kept++;
        }
        m->snaps_len = kept;
    }
}

static void take_snap(struct vl_match *m, uint32_t entry)
{
    size_t size = m->rules.game->state_size;
    struct vl_entry *e = &m->entries[entry];

    e->snap = VL_NO_ENTRY;
    if (e->depth % m->snap_stride != 0)
        return;
    thin_snaps(m);
    if (e->depth % m->snap_stride != 0 || !snaps_room(m))
        return;
    memcpy(m->snaps + m->snaps_len * size, m->state, size);
    m->snap_entry[m->snaps_len] = entry;
    e->snap = m->snaps_len++;
}

/* ---- the line ---- */

static bool is_undo(const struct vl_entry *e)
{
    return e->move.kind == 0;
}

/* The last standing entry at a revision. */
static uint32_t last_at(const struct vl_match *m, uint32_t revision)
{
    if (revision == 0)
        return VL_NO_ENTRY;
    const struct vl_entry *e = &m->entries[revision - 1];
    return is_undo(e) ? m->entries[e->back_to].prev : revision - 1;
}

/* The state after a standing entry: from the nearest snapshot, forwards. */
static void state_after(const struct vl_match *m, uint32_t entry, struct vl_state *out)
{
    size_t size = m->rules.game->state_size;
    uint32_t n = 0;

    while (entry != VL_NO_ENTRY && m->entries[entry].snap == VL_NO_ENTRY) {
        m->path[n++] = entry;
        entry = m->entries[entry].prev;
    }
    if (entry == VL_NO_ENTRY)
        memcpy(out, m->start, size);
    else
        memcpy(out, m->snaps + m->entries[entry].snap * size, size);
    while (n > 0)
        vl_apply_legal(&m->rules, out, m->entries[m->path[--n]].move, NULL);
}

/* The entries of a row follow each other in the log. */
uint32_t vl_match_row_first(const struct vl_match *m, uint32_t entry)
{
    while (entry > 0 && entry <= m->len && m->entries[entry - 1].more)
        entry--;
    return entry;
}

bool vl_match_in_row(const struct vl_match *m)
{
    return m->len > 0 && m->entries[m->len - 1].more;
}

bool vl_match_stands(const struct vl_match *m, uint32_t entry)
{
    uint32_t e = m->last;

    while (e != VL_NO_ENTRY && e > entry)
        e = m->entries[e].prev;
    return e == entry && e != VL_NO_ENTRY;
}

uint32_t vl_match_line(const struct vl_match *m, uint32_t revision, uint32_t *out, uint32_t cap)
{
    uint32_t e = last_at(m, revision);
    uint32_t len = e == VL_NO_ENTRY ? 0 : m->entries[e].depth;

    for (uint32_t i = len; out && i-- > 0; e = m->entries[e].prev)
        if (i < cap)
            out[i] = e;
    return len;
}

void vl_match_state_at(const struct vl_match *m, uint32_t revision, struct vl_state *out)
{
    VL_ASSERT(revision <= m->len);
    if (revision == m->len)
        memcpy(out, m->state, m->rules.game->state_size);
    else
        state_after(m, last_at(m, revision), out);
}

void vl_match_events(const struct vl_match *m, uint32_t entry, struct vl_sink *sink)
{
    VL_ASSERT(entry < m->len);
    if (is_undo(&m->entries[entry]))
        return;
    struct vl_state *s = malloc(m->rules.game->state_size);
    if (!s)
        return;
    vl_match_state_at(m, entry, s);
    vl_apply_legal(&m->rules, s, m->entries[entry].move, sink);
    free(s);
}

void vl_match_start_events(const struct vl_match *m, struct vl_sink *sink)
{
    struct vl_state *s = m->has_start ? NULL : calloc(1, m->rules.game->state_size);

    if (s)
        vl_start(&m->rules, s, sink);
    free(s);
}

/* ---- comments ---- */

static int add_comment(struct vl_match *m, const char *text, struct vl_error *err)
{
    size_t len = strlen(text);

    if (m->comments_len == m->comments_cap) {
        uint32_t cap = m->comments_cap ? 2 * m->comments_cap : 32;
        void *p = m->comments;

        if (!grow(&p, cap, sizeof *m->comments))
            return no_memory(err);
        m->comments = p;
        m->comments_cap = cap;
    }
    char *copy = malloc(len + 1);
    if (!copy)
        return no_memory(err);
    memcpy(copy, text, len + 1);
    m->comments[m->comments_len].at = m->len;
    m->comments[m->comments_len++].text = copy;
    return VL_OK;
}

/* The round and the seat whose turn it is, as the game tells them. */
static bool turn_at(const struct vl_match *m, int *round, int *active, const char **key)
{
    const struct vl_game *g = m->rules.game;
    struct vl_turn turn;

    if (!g->turn || !g->turn(&m->rules, m->state, &turn))
        return false;
    *round = turn.round;
    *active = turn.seat;
    *key = vl_key(&m->rules, turn.who.family, turn.who.index);
    return *key != NULL;
}

/* "round 2, kulak", or "round 2": the position's own words, the same in every
 * language. */
static void turn_text(char *out, size_t cap, int round, const char *key)
{
    struct vl_buf b = vl_buf_on(out, cap);

    vl_put(&b, "round ");
    vl_put_int(&b, round);
    if (key) {
        vl_put(&b, ", ");
        vl_put(&b, key);
    }
}

/* Announces a turn that was not announced yet. A round can begin before it is
 * known whose turn comes first: then only the round is told. */
static int comment_turn(struct vl_match *m, struct vl_error *err)
{
    char text[VL_COMMENT_MAX];
    const char *key;
    int round, active;

    if (!turn_at(m, &round, &active, &key) || (round == m->round_told && active == m->active_told))
        return VL_OK;
    turn_text(text, sizeof text, round, active == m->active_told ? NULL : key);
    int st = add_comment(m, text, err);
    if (st == VL_OK) {
        m->round_told = round;
        m->active_told = active;
    }
    return st;
}

/* A comment from a record may be such an announcement. */
static void hear_turn(struct vl_match *m, const char *comment)
{
    char text[VL_COMMENT_MAX];
    const char *key;
    int round, active;

    if (!turn_at(m, &round, &active, &key))
        return;
    turn_text(text, sizeof text, round, NULL);
    if (vl_str_eq(text, comment))
        m->round_told = round;
    turn_text(text, sizeof text, round, key);
    if (!vl_str_eq(text, comment))
        return;
    m->round_told = round;
    m->active_told = active;
}

int vl_match_comment(struct vl_match *m, const char *text, struct vl_error *err)
{
    size_t len = strlen(text);

    if (len == 0 || len >= VL_COMMENT_MAX || !plain_text(text, len))
        return vl_error_set(err, VL_SYNTAX, "comment",
                            "a comment is 1 to 199 bytes of printable text");
    if (m->comments_len >= 2 * VL_ENTRIES_MAX)
        return vl_error_set(err, VL_TOO_LARGE, "comment", "too many comments");
    int st = add_comment(m, text, err);
    if (st == VL_OK)
        hear_turn(m, text);
    return st;
}

/* ---- playing ---- */

/* An old record whose entries all replay is a record of today's rules too, and
 * must be one if it goes on. */
static void play_on(struct vl_match *m)
{
    m->revision = m->rules.game->revision;
    m->short_result = false;
}

/* Adds a move that the rules allow; reserve() has made room. */
static void append_move(struct vl_match *m, struct vl_move move)
{
    struct vl_entry *e = &m->entries[m->len];

    e->move = move;
    e->actor = m->state->actor;
    e->more = false;
    e->back_to = 0;
    e->prev = m->last;
    e->depth = 1 + (m->last == VL_NO_ENTRY ? 0 : m->entries[m->last].depth);
    /* A redone decision leaves the others redoable; anything else ends that. */
    if (m->redo_len > 0 && vl_move_eq(m->entries[m->redo[m->redo_len - 1]].move, move))
        m->redo_len--;
    else
        m->redo_len = 0;
    vl_apply_legal(&m->rules, m->state, move, NULL);
    m->last = m->len;
    take_snap(m, m->len++);
}

/* `live`: it happens now, and is not read from a record. A row is announced, if at
 * all, before its first move: nothing stands between its entries. */
static int append_checked(struct vl_match *m, struct vl_move move, vl_actor by, bool live,
                          struct vl_error *err)
{
    struct vl_move list[VL_ROW_MAX];
    vl_rule rule = vl_refuse(&m->rules, m->state, move, by);

    if (rule)
        return refused(err, rule);
    int n = vl_unfold(&m->rules, m->state, move, list);
    int st = reserve(m, (uint32_t)n, err);
    if (st == VL_OK && live && !vl_match_in_row(m))
        st = comment_turn(m, err);
    if (st != VL_OK)
        return st;
    for (int i = 0; i < n; i++) {
        append_move(m, list[i]);
        m->entries[m->last].more = i + 1 < n;
    }
    if (live)
        play_on(m);
    return VL_OK;
}

/* The same for an entry that is one move, and perhaps part of a row. */
static int append_part(struct vl_match *m, struct vl_move move, vl_actor by, bool live, bool more,
                       struct vl_error *err)
{
    bool is_part = vl_match_in_row(m);

    if (vl_is_row(m->rules.game, move))
        return vl_error_set(err, VL_INVALID, "move", "a row is stored as its moves");
    if ((is_part || more) &&
        (m->state->actor < 0 || (is_part && m->state->actor != m->entries[m->last].actor)))
        return vl_error_set(err, VL_MISMATCH, "move", "a row is the moves of one seat");
    int st = append_checked(m, move, by, live, err);
    if (st == VL_OK)
        m->entries[m->last].more = more;
    return st;
}

static int row_open(struct vl_error *err)
{
    return vl_error_set(err, VL_MISMATCH, "move", "the row before it is not whole");
}

int vl_match_play(struct vl_match *m, struct vl_move move, int by, struct vl_error *err)
{
    vl_actor seat;

    if (vl_match_in_row(m))
        return row_open(err);
    if (!seat_of(m, by, &seat))
        return vl_error_set(err, VL_RANGE, "player", "there is no such player");
    if (m->state->actor == VL_CHANCE && !vl_refuse(&m->rules, m->state, move, seat))
        return vl_error_set(err, VL_INVALID, "move", "chance is to move");
    return append_checked(m, move, seat, true, err);
}

int vl_match_play_part(struct vl_match *m, struct vl_move move, bool more, struct vl_error *err)
{
    if (m->state->actor == VL_CHANCE)
        return vl_error_set(err, VL_INVALID, "move", "chance is to move");
    return append_part(m, move, VL_ANYONE, true, more, err);
}

static int chance_awaited(const struct vl_match *m, struct vl_error *err)
{
    if (vl_match_in_row(m))
        return row_open(err);
    if (m->state->actor != VL_CHANCE)
        return vl_error_set(err, VL_INVALID, "chance", "chance is not to move");
    return VL_OK;
}

struct vl_move vl_match_drawn(const struct vl_match *m)
{
    struct vl_rng rng = vl_seed_rng(m->seed, m->len);

    VL_ASSERT(m->state->actor == VL_CHANCE && m->seed_kind == VL_SEED_KNOWN);
    return vl_sample(&m->rules, m->state, &rng);
}

int vl_match_draw(struct vl_match *m, struct vl_error *err)
{
    if (m->seed_kind != VL_SEED_KNOWN)
        return vl_error_set(err, VL_MISSING, "seed", "this table's seed is not known");
    int st = chance_awaited(m, err);
    return st ? st : append_checked(m, vl_match_drawn(m), VL_CHANCE, true, err);
}

int vl_match_enter(struct vl_match *m, struct vl_move outcome, struct vl_error *err)
{
    if (m->seed_kind != VL_SEED_HAND)
        return vl_error_set(err, VL_INVALID, "chance", "this table draws from its seed");
    int st = chance_awaited(m, err);
    return st ? st : append_checked(m, outcome, VL_CHANCE, true, err);
}

int vl_match_replay(struct vl_match *m, int actor, struct vl_move move, bool more,
                    struct vl_error *err)
{
    vl_rule rule = vl_refuse(&m->rules, m->state, move, (vl_actor)actor);

    if (!rule && actor != m->state->actor)
        return vl_error_set(err, VL_MISMATCH, "move", "somebody else is to move");
    return append_part(m, move, (vl_actor)actor, false, more, err);
}

void vl_match_drop_part(struct vl_match *m)
{
    if (!vl_match_in_row(m))
        return;
    uint32_t first = vl_match_row_first(m, m->len - 1);
    while (m->snaps_len > 0 && m->snap_entry[m->snaps_len - 1] >= first)
        m->snaps_len--;
    m->last = m->entries[first].prev;
    m->len = first;
    m->redo_len = 0;
    state_after(m, m->last, m->state);
}

/* ---- undo and redo ---- */

/* Real dice lie on the table: to say again what they show reveals nothing, and a
 * bot has no vote. Elsewhere what chance or a bot did is not taken back freely. */
static bool is_passed_over(const struct vl_match *m, vl_actor actor)
{
    return m->seed_kind == VL_SEED_HAND &&
           (actor == VL_CHANCE || !vl_match_is_human(m, vl_match_holder(m, actor)));
}

/* The first entry of the free tail of the line, -1 if there is none; *player
 * (VL_ANYONE: not known yet) becomes the one whose decisions are in it. */
static int64_t free_tail(const struct vl_match *m, int *player)
{
    int64_t to = -1;

    for (uint32_t e = m->last; e != VL_NO_ENTRY; e = m->entries[e].prev) {
        vl_actor actor = m->entries[e].actor;
        if (!is_passed_over(m, actor)) {
            int holder = actor < 0 ? VL_ANYONE : vl_match_holder(m, actor);
            if (holder == VL_ANYONE || (*player != VL_ANYONE && holder != *player))
                break;
            *player = holder;
        }
        to = e;
    }
    return to;
}

int64_t vl_match_undo_free_to(const struct vl_match *m, int player)
{
    return free_tail(m, &player);
}

int64_t vl_match_undo_last(const struct vl_match *m, int player)
{
    for (uint32_t e = m->last; e != VL_NO_ENTRY; e = m->entries[e].prev) {
        if (m->entries[e].actor < 0)
            continue;
        int holder = vl_match_holder(m, m->entries[e].actor);
        if (player == VL_ANYONE ? vl_match_is_human(m, holder) : holder == player)
            return vl_match_row_first(m, e);
    }
    return -1;
}

static uint32_t humans(const struct vl_match *m)
{
    uint32_t mask = 0;

    for (int p = 0; p < m->players_len; p++)
        if (vl_match_is_human(m, p))
            mask |= UINT32_C(1) << p;
    return mask;
}

static bool undo_agreed(const struct vl_match *m, uint32_t entry, uint32_t agreed)
{
    int player = VL_ANYONE;
    int64_t free_to = free_tail(m, &player);

    if (free_to >= 0 && entry >= free_to &&
        (player == VL_ANYONE ? agreed != 0 : (agreed >> player & 1) != 0))
        return true;
    return (humans(m) & ~agreed) == 0;
}

/* Puts the undone decisions where redo finds them. Going backwards, a chance
 * move forgets all that came after it. */
static void remember_undone(struct vl_match *m, uint32_t entry)
{
    for (uint32_t e = m->last;; e = m->entries[e].prev) {
        if (m->entries[e].actor == VL_CHANCE)
            m->redo_len = 0;
        else
            m->redo[m->redo_len++] = e;
        if (e == entry)
            break;
    }
}

int vl_match_replay_undo(struct vl_match *m, uint32_t entry, struct vl_error *err)
{
    if (!vl_match_stands(m, entry))
        return vl_error_set(err, VL_RANGE, "undo",
                            "there is no such entry, or it is undone already");
    if (vl_match_in_row(m) || vl_match_row_first(m, entry) != entry)
        return vl_error_set(err, VL_RANGE, "undo", "a row of moves is taken back as a whole");
    int st = reserve(m, 1, err);
    if (st != VL_OK)
        return st;
    struct vl_entry *e = &m->entries[m->len];
    memset(e, 0, sizeof *e);
    e->actor = VL_OVER;
    e->back_to = entry;
    e->prev = e->snap = VL_NO_ENTRY;
    remember_undone(m, entry);
    m->last = m->entries[entry].prev;
    m->len++;
    state_after(m, m->last, m->state);
    return VL_OK;
}

int vl_match_undo(struct vl_match *m, uint32_t entry, uint32_t agreed, struct vl_error *err)
{
    if (entry < m->len)
        entry = vl_match_row_first(m, entry);
    if (vl_match_stands(m, entry) && !undo_agreed(m, entry, agreed))
        return vl_error_set(err, VL_REFUSED, "undo", "every human player must agree");
    int st = vl_match_replay_undo(m, entry, err);
    if (st == VL_OK)
        play_on(m);
    return st;
}

bool vl_match_redo_next(const struct vl_match *m, struct vl_move *out)
{
    if (m->redo_len == 0)
        return false;
    *out = m->entries[m->redo[m->redo_len - 1]].move;
    return true;
}

/* The moves of a row are undone together, so the rest of one stands behind its first;
 * from the state it began in it is as legal as it was. */
int vl_match_redo(struct vl_match *m, int by, struct vl_error *err)
{
    struct vl_move move;

    if (!vl_match_redo_next(m, &move))
        return vl_error_set(err, VL_MISSING, "redo", "nothing to redo");
    bool more = m->entries[m->redo[m->redo_len - 1]].more;
    int st = more ? reserve(m, VL_ROW_MAX, err) : VL_OK;
    if (st == VL_OK)
        st = vl_match_play(m, move, by, err);
    while (st == VL_OK && more && vl_match_redo_next(m, &move)) {
        m->entries[m->last].more = true;
        more = m->entries[m->redo[m->redo_len - 1]].more;
        append_move(m, move);
    }
    return st;
}

/* ---- the end ---- */

const char *vl_match_outcome(const struct vl_match *m)
{
    if (m->state->actor != VL_OVER)
        return NULL;
    return m->rules.game->outcomes[m->state->outcome];
}

static int wrong_draw(const struct vl_match *m, uint32_t entry, struct vl_move drawn,
                      struct vl_error *err)
{
    char where[32], what[200];
    struct vl_buf b = vl_buf_on(where, sizeof where);

    vl_put(&b, "entry ");
    vl_put_u64(&b, entry);
    b = vl_buf_on(what, sizeof what);
    vl_put(&b, "the seed gives `");
    vl_move_format(&m->rules, drawn, &b);
    vl_put(&b, "`, the record has `");
    vl_move_format(&m->rules, m->entries[entry].move, &b);
    vl_put(&b, "`");
    return vl_error_set(err, VL_MISMATCH, where, what);
}

int vl_match_verify(const struct vl_match *m, struct vl_error *err)
{
    uint8_t hash[32];

    if (m->seed_kind != VL_SEED_KNOWN)
        return vl_error_set(err, VL_MISSING, "seed",
                            m->seed_kind == VL_SEED_HAND ? "dice and cards were entered by hand"
                                                         : "the seed is not known");
    vl_sha256_of(m->seed, VL_SEED_SIZE, hash);
    if (memcmp(hash, m->seed_hash, sizeof hash) != 0)
        return vl_error_set(err, VL_MISMATCH, "seed", "the seed has another hash");

    struct vl_state *s = malloc(m->rules.game->state_size);
    if (!s)
        return no_memory(err);
    int st = VL_OK;
    for (uint32_t n = 0; n < m->len && st == VL_OK; n++) {
        if (is_undo(&m->entries[n]) || m->entries[n].actor != VL_CHANCE)
            continue;
        struct vl_rng rng = vl_seed_rng(m->seed, n);
        vl_match_state_at(m, n, s);
        struct vl_move drawn = vl_sample(&m->rules, s, &rng);
        if (!vl_move_eq(drawn, m->entries[n].move))
            st = wrong_draw(m, n, drawn, err);
    }
    free(s);
    return st;
}
