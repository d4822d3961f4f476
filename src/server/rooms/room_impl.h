/* room_impl.h - what the files of the rooms share; nobody else includes it.
 *
 *   rooms.c        connections, the registry of tables, dispatch
 *   room_list.c    the list of open tables
 *   room_make.c    new tables, forks
 *   room_log.c     the log: lines as they are stored, read and carried out
 *   room_load.c    a table read from the store
 *   room_seats.c   joining, leaving, names, seats handed to bots and back
 *   room_play.c    changes on their way to the disk; moves, undo, bots
 *   room_vote.c    votes
 *   room_host.c    what the host may do: mute, kick
 *   room_show.c    views, steps, actions: what members are shown
 *   room_late.c    those who watch with a delay
 *   room_follow.c  those who follow from afar whose turn it is
 *   room_ask.c     questions: preview, why, hint, record, any revision
 *   room_chat.c    chat, pointing at things
 *   room_budget.c  what one address may ask for
 *   room_expire.c  tables that nobody touched
 *   room_clock.c   what time it is
 *   room_end.c     a table deleted for good, or read again
 *
 * Life of a table in memory: LOADING (its log is being read; who wants to join
 * waits in `joins`), READY. It is idle, and may leave memory, while it is READY
 * and nobody is at it, nobody waits, nothing is on its way to the disk and no bot
 * thinks for it. room_rest() decides that, after every change; rooms_settle() lets
 * idle tables go, at the end of an event and not before.
 */
#ifndef VL_SERVER_ROOM_IMPL_H
#define VL_SERVER_ROOM_IMPL_H

#include "match/match.h"
#include "pack/pack.h"
#include "server/rooms/names.h"
#include "server/rooms/proto.h"
#include "server/rooms/room.h"
#include "server/rooms/token.h"
#include "tell/tell.h"
#include "text/faces.h"
#include "text/view.h"

enum {
    ROOM_STEP_MAX = VL_TALE_MAX, /* log lines in one change, entries in one step */
    ROOM_FACES_KEPT = 8,         /* packs in one language each */
    ROOM_TEXT_MAX = 1 << 20,     /* bytes of one message that is being written */
    ROOM_VIEWERS_MAX = VL_SEATS_MAX + 1,
    ROOM_UNDOS_SHOWN = 8, /* in one step; each costs a replay */
    ROOM_LISTS_MAX = 16,  /* games with a list of tables of their own, and one */
    ROOM_FOLLOW_BUCKETS = 1024,
    ROOM_NOBODY = -1 /* as a player: watches */
};

/* ---- the log ---- */

/* clang-format off */
#define LINE_MAP(X)      \
    X(MOVE,   "move")    \
    X(CHANCE, "chance")  \
    X(UNDO,   "undo")    \
    X(SAID,   "said")    \
    X(NAME,   "name")    \
    X(SEAT,   "seat")    \
    X(VOTE,   "vote")    \
    X(MUTE,   "mute")
/* clang-format on */

enum line_kind {
#define X(name, word) LINE_##name,
    LINE_MAP(X)
#undef X
        LINE_COUNT
};

enum vote_what { VOTE_NONE, VOTE_UNDO, VOTE_BOT, VOTE_DELETE, VOTE_KICK, VOTE_WHATS };

struct vote {
    uint8_t what; /* enum vote_what */
    int8_t by, player;
    uint32_t id, to;
    uint32_t need, yes; /* bits of players */
    char cid[PROTO_CID_MAX + 1];
    char level[PROTO_WORD_MAX + 1];
};

/* One entry of the store. The first three kinds are entries of the match. */
struct line {
    uint8_t kind; /* enum line_kind */
    int8_t player;
    int8_t seat;   /* MOVE */
    uint8_t who;   /* SEAT: enum proto_kind */
    bool lent;     /* SEAT */
    bool away;     /* SEAT: lent because its owner was not there */
    bool more;     /* MOVE: the next line is of the same row */
    bool on;       /* MUTE: or heard again */
    int8_t whom;   /* MUTE */
    int8_t phrase; /* SAID: its number, -1: a text */
    uint32_t to;   /* UNDO */
    struct vl_move move;
    int64_t time_ms;
    char cid[PROTO_CID_MAX + 1];
    char word[PROTO_WORD_MAX + 1]; /* SEAT: level */
    char text[PROTO_CHAT_MAX + 1]; /* SAID, NAME */
    struct vote vote;              /* VOTE: as it stands from here on */
};

/* ---- people ---- */

struct bucket { /* so many at once, then one every so often */
    int64_t at_ms;
    int64_t left;
};

/* What is counted by address. */
enum budget_what { BUDGET_TABLES, BUDGET_CLAIMS, BUDGET_JOINS, BUDGET_LINES, BUDGET_WHATS };

struct budget {
    uint64_t key;
    int64_t used_ms; /* 0: free */
    struct bucket of[BUDGET_WHATS];
};

struct room;
struct join;
struct listing;
struct making;
struct follow;

/* A connection; conn_user() points to it. */
struct member {
    struct rooms *rs;
    struct conn *conn;
    struct member *all_prev, *all_next; /* every connection */
    struct member *new_prev, *new_next; /* those that have not said hello, oldest first */
    int64_t since_ms;                   /* connected */
    struct room *room;                  /* NULL: in the lobby */
    struct member *prev, *next;         /* at the same table */
    struct join *joining;               /* or NULL */
    struct listing *listing;            /* waits for a list of tables */
    struct join *following;             /* a table that is about to be followed, or NULL */
    struct follow *follows;             /* those that are */
    int follows_len;
    int8_t player; /* at the table; ROOM_NOBODY: only looks */
    uint8_t lang;
    bool both;                          /* actions also come in the other language */
    bool told;                          /* of a step, what each event changed */
    char faces[VL_LANGS][VL_FACES_KEY]; /* that it has been told, "": none */
    bool greeted;
    struct bucket chat, tables, records, hints, points, resyncs;
    struct making *making; /* a table under way, or NULL */
    uint64_t hint;         /* serial of the question a bot thinks about for it, 0: none */
    char hint_cid[PROTO_CID_MAX + 1];
};

/* The right to change something: only made from a member who holds a player,
 * and asked for by every function that changes a table. Those who watch cannot
 * have one. */
struct hand {
    struct member *m;
    struct room *room;
    int player;
};

/* Somebody on the way to a table. */
struct join {
    struct rooms *rs;
    struct member *m; /* NULL: the connection is gone */
    struct join *next;
    char room[STORE_ID_LEN + 1];
    char cid[PROTO_CID_MAX + 1];
    uint8_t hash[STORE_TOKEN_LEN];
    bool has_token, claim;
    char fresh[STORE_ID_LEN + 1]; /* the token that the claim shall have, "": any */
    bool is_follow;               /* from afar: does not enter */
    int role;                     /* a player, TOKEN_WATCH, or -1: not known yet */
    int64_t since;
    char faces[VL_FACES_KEY]; /* that it has kept from another time, "": none */
    bool has_name;
    char name[PROTO_NAME_MAX + 1];
};

struct room_player {
    uint8_t kind;  /* enum proto_kind */
    bool lent;     /* a person's, played by a bot */
    bool away;     /* and that without a word of theirs: until they are back */
    bool muted;    /* says nothing here, and points at nothing */
    uint16_t here; /* connections */
    int64_t left;  /* when the last of them went; none has come: since the table is in memory */
    char level[PROTO_WORD_MAX + 1];
    struct { /* requests that were carried out, oldest first */
        uint8_t len;
        struct cid {
            char text[PROTO_CID_MAX + 1];
            uint32_t rev;
        } * list; /* PROTO_CIDS_MAX of them once there is one */
    } cids;
};

struct said {
    int8_t player, phrase;
    int64_t time_ms;
    uint32_t n;
    char *text; /* NULL: a phrase */
};

/* ---- changes ---- */

/* Lines on their way to the disk. It is made in the scratch memory, and has
 * memory of its own from change_submit() on. */
struct change {
    struct room *room;
    struct member *m; /* who is to be answered; NULL: nobody, or gone */
    int re;           /* enum proto_client */
    char cid[PROTO_CID_MAX + 1];
    struct member *voter; /* whose voice made a vote pass, to be answered, too; NULL: none */
    char voter_cid[PROTO_CID_MAX + 1];
    bool opens, passes; /* a vote: that is the answer; it is carried out */
    struct join *join;  /* enters when it is done */
    uint64_t began_us;
    bool meta;                    /* the facts of the table change, too */
    bool over;                    /* the game ends with it */
    bool deletes;                 /* the table ends with it */
    bool kicks;                   /* the player of its token, whose seat is open then */
    bool has_token, token_stored; /* a new token goes first */
    int role;
    struct token token;
    int len;
    struct line *line; /* ROOM_STEP_MAX at most */
};

/* A request that waits until the change before it is done. */
struct waiting {
    struct waiting *next;
    struct member *m;
    uint64_t began_us;
    struct proto_msg msg;
};

/* ---- tables ---- */

enum room_life { ROOM_LOADING, ROOM_READY };

struct room {
    struct rooms *rs;
    struct room *chain;                 /* of the registry */
    struct room *idle_prev, *idle_next; /* while nobody needs it */
    char id[STORE_ID_LEN + 1];
    uint64_t key; /* hash of the id */
    uint8_t life; /* enum room_life */
    uint8_t chat; /* enum chat_mode */
    uint8_t lang; /* of whoever made it, plus one; 0: not known */
    bool is_public, is_idle;
    bool hints;       /* players may ask for one */
    bool same;        /* the deal of the table it was forked from: its chance is known */
    bool started;     /* no player is open */
    bool has_secrets; /* its log tells what not everybody may know */
    uint64_t epoch;
    int64_t created_ms;
    char from[STORE_ID_LEN + 1]; /* forked from; "": no */
    uint32_t from_rev;
    int8_t host;     /* the player who made it */
    uint32_t away_s; /* whose seat may be lent without them after so long; 0: nobody's */
    struct vl_match *match;
    struct room_player players[VL_SEATS_MAX];
    struct { /* hashes that were seen, by player, the last: to watch */
        bool known;
        uint8_t hash[STORE_TOKEN_LEN];
    } tokens[VL_SEATS_MAX + 1];
    uint32_t log_len; /* lines in the store */
    struct member *members;
    uint32_t members_len, watching;
    struct join *joins; /* waiting to enter */
    struct change *pending;
    struct waiting *queue;
    int queue_len;
    struct vote vote;
    uint32_t votes; /* number of the last one */
    uint64_t asked; /* serial of the question a bot thinks about, 0: none */
    struct {        /* what it answered, while the table could not take it */
        bool given;
        uint32_t rev;
        struct vl_move move;
    } answer;
    bool kick_later; /* the workers or the writer could take no more */
    bool is_dead;    /* shown out, to be read again: gone as soon as nothing is pending */
    struct said *said;
    uint32_t said_len, said_n;
    uint32_t pointed; /* how often, since the table was read */
    struct {          /* what those who watch have not been shown yet, oldest first */
        uint16_t delay_s;
        uint32_t rev; /* they see the table as it was then */
        struct late {
            int64_t time_ms; /* when it was stored */
            uint32_t rev;    /* and led to */
        } * list;
        uint32_t len, cap;
        struct room *prev, *next; /* all with a list */
        bool is_listed;
    } late;
};

enum chat_mode { CHAT_ALL, CHAT_PHRASES, CHAT_OFF, CHAT_COUNT };

/* One room for everything big that is needed for a moment: all on one thread. */
struct scratch {
    char text[ROOM_TEXT_MAX];
    struct {
        struct vl_canvas from, to;
        union vl_any_state was, is;
    } board[ROOM_VIEWERS_MAX];
    struct vl_outlook outlook;
    struct vl_tale tale;
    struct vl_moments moments;
    struct vl_pack pack;
    struct work_job job;
    struct vl_move moves[VL_MOVES_MAX];
    struct proto_nodes nodes;
    struct proto_msg msg;
    struct change change;
    struct line lines[ROOM_STEP_MAX];
};

/* A list of open tables, read from the store now and then. */
struct table_list {
    char *text; /* of the array, NULL: none yet */
    int64_t at_ms;
    bool is_asked;
    struct listing *waiting;
};

struct rooms {
    struct rooms_setup setup;
    struct server_limits limits;
    struct log *log;
    struct room **buckets;
    uint32_t buckets_len, live;
    struct room *idle_first, *idle_last; /* longest idle first */
    uint32_t idle_len;
    struct { /* when the clock was last believed; 0: never yet */
        int64_t now_ms, steady_ms;
        int64_t ahead_ms; /* steadily, when it jumped; 0: it did not */
    } clock;
    struct room *late;      /* tables with something to show later */
    int64_t late_ms;        /* when they were looked at last */
    struct member *members; /* every connection */
    struct member *new_first, *new_last;
    struct budget *budgets; /* LIMIT_ADDRESSES */
    struct house *house;    /* the rules that the operator wrote, or NULL */
    struct {
        int64_t next_ms;
        bool is_looking;
    } expire;
    uint32_t pending;    /* changes and new tables on their way to the disk */
    uint64_t asked;      /* serial of the last question to a bot */
    uint32_t kick_later; /* tables that could not go on for want of room in a queue */
    uint64_t began_us;   /* when the request at hand came, 0: none */
    bool is_read_only, is_stopping;
    struct blob *welcome[VL_LANGS];
    struct faces_kept { /* of the packs that are played, framed once */
        char key[VL_FACES_KEY];
        struct blob *blob;
    } faces[ROOM_FACES_KEPT];
    uint32_t faces_next;                         /* the place that is taken next */
    struct follow *follows[ROOM_FOLLOW_BUCKETS]; /* by the key of their table */
    struct table_list lists[ROOM_LISTS_MAX];     /* all games, then one by one */
    struct rooms_stats stats;
    struct scratch *scratch;
};

/* ---- room_clock.c ---- */

/* As people have it, for what is stored and shown. */
int64_t rooms_now(const struct rooms *rs);
/* For durations: never set. */
int64_t rooms_steady(const struct rooms *rs);
/* As rooms_now(), but not ahead for a day should the clock have been set ahead: for what
 * is lost, or told, if too much time seems to have passed. */
int64_t rooms_sure(struct rooms *rs);
uint64_t rooms_clock_us(void);

/* ---- rooms.c ---- */

void rooms_random(const struct rooms *rs, void *out, size_t n);
int rooms_games_len(const struct rooms *rs);
const struct vl_game *rooms_game_at(const struct rooms *rs, int i);
const struct vl_game *rooms_game(const struct rooms *rs, const char *id);
int rooms_rules(const struct rooms *rs, const struct vl_game *g, const struct vl_pack_info *want,
                struct vl_rules *out, struct vl_error *err);
struct room *rooms_find(const struct rooms *rs, const char *id);
/* By struct room.key. */
struct room *rooms_find_key(const struct rooms *rs, uint64_t key);
/* False: too many tables are in use. An idle one may have made room: no pointer
 * to one may be kept across this. */
bool rooms_add(struct rooms *rs, struct room *room);
void rooms_remove(struct rooms *rs, struct room *room);
/* A table with nothing in it, not in the registry yet. NULL: no memory. */
struct room *room_new(struct rooms *rs, const char *id);
void room_free(struct room *room);
/* Puts the table on the list of idle ones, or takes it off: the only function that
 * does. Called after every change of what keeps it in memory (life, members, joins,
 * pending, queue, asked), whoever made the change. Frees nothing. */
void room_rest(struct room *room);
/* The end of an event (a message, an answer of the store or of a bot): now that
 * nobody holds a pointer, idle tables beyond the limit are let go. */
void rooms_settle(struct rooms *rs);
bool bucket_take(struct bucket *b, int64_t now_ms, int64_t burst, int64_t every_ms);

/* ---- room_budget.c ---- */

/* n of them from what the member's address has left. */
bool budget_take(struct member *m, enum budget_what what, int64_t n);

/* ---- room_expire.c ---- */

void expire_tick(struct rooms *rs);

/* Answers. The writer of a message is begun with member_write() and sent with
 * member_send(); one at a time. */
struct vl_json member_write(struct rooms *rs);
void member_send(struct member *m, struct vl_json *w);
/* The same to several: NULL if it did not fit or there is no memory. */
struct blob *rooms_blob(struct rooms *rs, struct vl_json *w);
void member_error(struct member *m, int re, const char *cid, int status, const char *where);
void member_fault(struct member *m, int re, const char *cid, const struct vl_error *err,
                  const struct vl_rules *r, const struct vl_state *s, const struct vl_move *move);
void member_ack(struct member *m, const char *cid, uint32_t rev);
/* A request that was read: its right is checked, it waits if it must. */
void rooms_dispatch(struct member *m, const struct proto_msg *msg, uint64_t began_us);
/* Its turn has come. */
void rooms_carry_out(struct member *m, const struct proto_msg *msg, uint64_t began_us);
bool hand_of(struct member *m, struct hand *out);

/* ---- room_list.c ---- */

void lobby_list(struct member *m, const struct proto_msg *msg);
void listing_forget(struct member *m);

/* ---- room_make.c ---- */

void lobby_create(struct member *m, const struct proto_msg *msg);
void table_fork(const struct hand *h, const struct proto_msg *msg);
/* The connection is gone that waits for a new table. */
void making_forget(struct member *m);

/* ---- room_log.c ---- */

const char *chat_word(int chat);
int chat_find(const char *word); /* -1: none */

/* A line as JSON text; false if it does not fit. */
bool line_write(struct vl_buf *out, const struct vl_rules *r, const struct line *line);
int line_read(struct line *line, const struct vl_rules *r, const struct store_entry *e,
              struct vl_error *err);
/* Carries out a line that is durable. */
int line_apply(struct room *room, const struct line *line, struct vl_error *err);

/* The facts of a table, beside its log. */
struct head {
    uint16_t revision; /* of the game's rules */
    struct vl_pack_info pack;
    uint8_t chat;
    uint8_t lang; /* as a room has it */
    bool hints, same;
    uint16_t delay_s;
    uint32_t away_s;
    int8_t host;
    uint8_t seed[VL_SEED_SIZE];
    char date[11];
    int players_len;
    struct {
        uint8_t kind;
        bool lent, away;
        char level[PROTO_WORD_MAX + 1];
        char name[PROTO_NAME_MAX + 1];
    } players[VL_SEATS_MAX];
    char from[STORE_ID_LEN + 1];
    uint32_t from_rev;
    const struct vl_state *start; /* NULL: the game's own */
};

void head_of(struct head *h, const struct room *room);
/* How many players are people, here or to come. */
int head_people(const struct head *h);
/* Who is taken for the host where nobody says: the first person. */
int8_t head_host(const struct head *h);
/* False if it does not fit. r writes the start. */
bool head_write(struct vl_buf *out, const struct head *h, const struct vl_rules *r);
/* Makes the match of a table from what the store has of it, without its log. */
int room_open(struct room *room, const struct store_game *g, struct vl_error *err);
/* Does the state hold what the viewer may not know? */
bool is_hiding(const struct vl_rules *r, const struct vl_state *s, vl_actor viewer);
uint8_t room_store_state(const struct room *room);
bool room_is_started(const struct room *room);
bool cid_known(const struct room *room, int player, const char *cid, uint32_t *rev);

/* ---- room_load.c ---- */

/* Reads the table into memory; those who wait in `joins` enter afterwards. */
void room_load(struct join *j);

/* ---- room_seats.c ---- */

void lobby_join(struct member *m, const struct proto_msg *msg);
void join_fail(struct join *j, int status, const char *where);
/* On its way, with a token. */
void join_begin(struct join *j, const char *token);
/* Goes on with a join: the table is READY. */
void join_enter(struct join *j);
/* The change that a join waited for is done; token: of the player it claimed, or
 * NULL. */
void join_done(struct join *j, int status, const struct token *token);
/* Where room.tokens has the hash of a role. */
int token_slot(int role);
/* A new token is stored. */
void seats_renewed(const struct change *c);
void member_leave(struct member *m);
/* Not at the table any more, and told why; the table itself is not told. */
void member_show_out(struct member *m, const char *why);
void seats_leave(struct member *m, const struct proto_msg *msg);
void table_name(const struct hand *h, const struct proto_msg *msg);
void table_bot(const struct hand *h, const struct proto_msg *msg);
void table_back(const struct hand *h, const struct proto_msg *msg);
void table_renew(const struct hand *h, const struct proto_msg *msg);
/* away: its owner has not agreed, and has it back on return. */
void room_lend(struct room *room, struct member *m, int player, const char *level, bool away,
               const char *cid);
/* Gives back what was lent for an absence that has ended, and ends a vote that has
 * become idle. True: a change is on its way. */
bool room_tidy(struct room *room);
void players_json(struct vl_json *w, const struct room *room);
void room_tell_players(struct room *room);
/* The first seat of a player: through its eyes the player looks. */
vl_actor player_seat(const struct room *room, int player);
/* Who looks: a seat, or VL_ANYONE. */
vl_actor member_viewer(const struct member *m);
/* Bits of players: all who are persons, whoever plays for them at the moment; those
 * of them who are here. */
uint32_t room_people(const struct room *room, bool here_only);

/* ---- room_play.c ---- */

void table_move(const struct hand *h, const struct proto_msg *msg);
void table_undo(const struct hand *h, const struct proto_msg *msg);
/* A change that is being made; none may be pending. */
struct change *change_begin(struct room *room, struct member *m, int re, const char *cid);
struct line *change_line(struct change *c, int kind, int player);
/* A new token for a role of the table, stored before the lines are: `text`, or any
 * (""). */
void change_token(struct change *c, int role, const char *text);
/* Hands it to the writer; if that cannot take it, the asker hears so, and false. */
bool change_submit(struct change *c);
/* The undo that everybody agreed to. */
void room_undo(struct room *room, struct member *m, int player, uint32_t to, const char *cid);
/* The question what to do now, for who is to decide; in the scratch memory. */
struct work_job *room_question(struct room *room, struct vl_bot_spec bot);
/* What nobody has to ask for: chance at the start, bots. */
void room_kick(struct room *room);
/* After a change: those who wait, then bots. The table may be gone afterwards. */
void room_pump(struct room *room);

/* ---- room_vote.c ---- */

void table_vote(const struct hand *h, const struct proto_msg *msg);
void vote_open(struct room *room, const struct vote *v, struct member *asker);
/* Is it about a seat that nobody needs to lend any more? */
bool vote_is_idle(const struct room *room);
/* The line that says how a vote stands. */
void vote_line(struct change *c, const struct vote *v);
/* The change is what a vote about the player asks for: with it the vote ends. */
void vote_fulfilled(struct change *c, int what, int player);
/* After a change: what has become of the vote that there was. */
void vote_show(const struct change *c, const struct vote *was);
void vote_json(struct vl_json *w, const struct room *room);

/* ---- room_host.c ---- */

/* Who made the table, or whoever is there once they are gone. */
bool hand_is_host(const struct hand *h);
/* Has the player been away for as long as was agreed when the table was made? */
bool player_is_gone(const struct room *room, int player);
void table_mute(const struct hand *h, const struct proto_msg *msg);
void table_kick(const struct hand *h, const struct proto_msg *msg);
/* Everybody has agreed, or nobody needed to. */
void room_kick_out(struct room *room, struct member *m, int player, const char *cid);
/* It is done: they are shown out, and who asked gets the new link. */
void host_kicked(const struct change *c);

/* To the operator: something is wrong at this table. */
void table_report(struct member *m, const struct proto_msg *msg);

/* ---- room_show.c ---- */

/* What happened since `from`, to everybody but those who see it later, in each
 * one's words; was: the state then. */
void room_show_step(struct room *room, uint32_t from, const struct vl_state *was);
/* To those, what happened between two revisions. */
void room_show_late(struct room *room, uint32_t from, uint32_t to);
/* To one: the whole view, or the step since a revision. */
void member_show(struct member *m, int64_t since, const char *cid);
/* To everybody, the whole view: its words have changed, though nothing happened. */
void room_show_again(struct room *room);
/* What the views of the table need, if it has not been told yet. */
void member_show_faces(struct member *m);
/* To those who are to decide, or to one of them. */
void room_show_actions(struct room *room);
void member_show_actions(struct member *m);
/* To one, if they know it already, or with NULL to all but those who watch late. */
void room_show_over(struct room *room, struct member *only);
void member_show_at(struct member *m, uint32_t rev, const char *cid);
/* The player who sits at the table and decides now, or ROOM_NOBODY. */
int room_decider(const struct room *room);

/* ---- room_late.c ---- */

/* Is it somebody who watches with a delay? Who does is not told what would be
 * ahead of it: steps, votes, chat. */
bool member_is_late(const struct member *m);
/* The revision that a member sees. */
uint32_t member_rev(const struct member *m);
/* An entry of the match was carried out that was stored then. */
void late_keep(struct room *room, int64_t time_ms);
/* Shows what is due. */
void late_tick(struct rooms *rs);
void late_forget(struct room *room);

/* ---- room_follow.c ---- */

void lobby_follow(struct member *m, const struct proto_msg *msg);
/* The token is good: what stands is told, and what changes from now on. */
void follow_begin(struct join *j, struct room *room);
/* To those who follow the table, if whose turn it is has changed, or always. */
void follow_tell(struct room *room, bool always);
/* Nothing more is told to those who hold the player, or to all (ROOM_NOBODY). */
void follow_end(struct room *room, int player, const char *why);
/* The connection is gone. */
void follow_forget(struct member *m);

/* ---- room_ask.c ---- */

void ask_resync(struct member *m, const struct proto_msg *msg);
void ask_at(struct member *m, const struct proto_msg *msg);
void ask_record(struct member *m, const struct proto_msg *msg);
void ask_faces(struct member *m, const struct proto_msg *msg);
void table_preview(const struct hand *h, const struct proto_msg *msg);
void table_why(const struct hand *h, const struct proto_msg *msg);
void table_hint(const struct hand *h, const struct proto_msg *msg);
/* A bot has thought about it. */
void hint_done(struct rooms *rs, const struct work_job *job, const struct vl_bot_answer *answer);

/* ---- room_chat.c ---- */

void table_chat(const struct hand *h, const struct proto_msg *msg);
void table_point(const struct hand *h, const struct proto_msg *msg);
/* A line that is durable, kept; and told to everybody. */
void said_keep(struct room *room, const struct line *line);
void room_tell_said(struct room *room);
void said_json(struct vl_json *w, const struct said *s, int lang);

/* ---- room_end.c ---- */

void table_delete(const struct hand *h, const struct proto_msg *msg);
/* What everybody agreed to: the table goes, from the store too. */
void room_delete(struct room *room, struct member *m, const char *cid);
/* It is gone from the store: everybody is shown out. */
void room_deleted(struct room *room);
/* What is in memory is not the truth: everybody is shown out, and who waits to
 * enter waits for it to be read again. The table may be gone afterwards. */
void room_reload(struct room *room);

#endif
