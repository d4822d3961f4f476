/* proto.h - the messages of the protocol, declared once (docs/protocol.md).
 *
 * What a client may send is a table of messages and a table of their fields;
 * reading, checking, the tests and the fuzzer walk them. A message that does not
 * fit its row is refused as a whole: unknown fields, wrong types, values out of
 * their range, bytes beyond a limit.
 *
 *     struct proto_msg msg;
 *     struct proto_nodes nodes;
 *     if (proto_read(&msg, &nodes, text, len, &err)) ...  // err.where: the field
 *     switch (msg.type) { case PROTO_MOVE: ... msg.move, msg.rev ... }
 *
 * What the server says is written with the JSON writer, begun by proto_begin().
 */
#ifndef VL_SERVER_PROTO_H
#define VL_SERVER_PROTO_H

#include "core/engine.h"
#include "server/store/store.h"

enum {
    PROTO_VERSION = 2,
    PROTO_NODES_MAX = 512, /* JSON values in one message */
    PROTO_CID_MAX = 24,    /* bytes, all of these; without a NUL */
    PROTO_NAME_MAX = 60,
    PROTO_CHAT_MAX = 300,
    PROTO_MOVE_MAX = 120,
    PROTO_ITEM_MAX = 60,
    PROTO_CLIENT_MAX = 64,
    PROTO_WORD_MAX = 31,    /* ids of games, bots, phrases, languages */
    PROTO_SINCE_MAX = 64,   /* revisions that a step can span */
    PROTO_LOG_MAX = 12,     /* entries shown with a view */
    PROTO_TABLES_MAX = 50,  /* in a list of tables */
    PROTO_SAID_MAX = 20,    /* lines of chat shown to who joins */
    PROTO_CIDS_MAX = 8,     /* remembered per player */
    PROTO_FOLLOWS_MAX = 64, /* tables that a connection follows from afar */
    PROTO_DELAY_MAX = 600,  /* seconds that those who watch may be behind */
    PROTO_AWAY = 600,       /* seconds away, after which a seat may be lent */
    PROTO_AWAY_MAX = 604800,
    PROTO_RECORD_PART = 48 << 10, /* bytes of a record in one message, before escapes */
    PROTO_CLOSE_VERSION = 4001
};

/* Who may send it: each includes those below. */
enum proto_right {
    PROTO_ANYONE, /* also before hello */
    PROTO_GUEST,  /* has said hello */
    PROTO_MEMBER, /* is at a table */
    PROTO_PLAYER  /* and holds a player there */
};

/* clang-format off */
/*    name     t          right */
#define PROTO_CLIENT_MAP(X)        \
    X(HELLO,   "hello",   ANYONE)  \
    X(PING,    "ping",    ANYONE)  \
    X(GAME,    "game",    GUEST)   \
    X(LIST,    "list",    GUEST)   \
    X(CREATE,  "create",  GUEST)   \
    X(JOIN,    "join",    GUEST)   \
    X(FOLLOW,  "follow",  GUEST)   \
    X(LEAVE,   "leave",   MEMBER)  \
    X(RESYNC,  "resync",  MEMBER)  \
    X(AT,      "at",      MEMBER)  \
    X(RECORD,  "record",  MEMBER)  \
    X(FACES,   "faces",   MEMBER)  \
    X(REPORT,  "report",  MEMBER)  \
    X(MOVE,    "move",    PLAYER)  \
    X(UNDO,    "undo",    PLAYER)  \
    X(VOTE,    "vote",    PLAYER)  \
    X(NAME,    "name",    PLAYER)  \
    X(BOT,     "bot",     PLAYER)  \
    X(BACK,    "back",    PLAYER)  \
    X(CHAT,    "chat",    PLAYER)  \
    X(PREVIEW, "preview", PLAYER)  \
    X(WHY,     "why",     PLAYER)  \
    X(HINT,    "hint",    PLAYER)  \
    X(POINT,   "point",   PLAYER)  \
    X(FORK,    "fork",    PLAYER)  \
    X(RENEW,   "renew",   PLAYER)  \
    X(MUTE,    "mute",    PLAYER)  \
    X(KICK,    "kick",    PLAYER)  \
    X(DELETE,  "delete",  PLAYER)

/* The fields of these messages; all of them may have "t" and "cid".
 *    message  field      member     type     needed  least  most
 * INT: its range; TEXT, WORD and ITEM: bytes; ID: 26 characters of base32. A WORD
 * is printable ASCII without spaces, an ITEM is written as the view writes its ids. */
#define PROTO_FIELD_MAP(X)                                                \
    X(HELLO,   "version", version,   INT,     1,      0,     1000000)     \
    X(HELLO,   "lang",    word,      WORD,    0,      1,     PROTO_WORD_MAX)   \
    X(HELLO,   "both",    both,      BOOL,    0,      0,     1)           \
    X(HELLO,   "told",    told,      BOOL,    0,      0,     1)           \
    X(HELLO,   "client",  text,      TEXT,    0,      0,     PROTO_CLIENT_MAX) \
    X(GAME,    "game",    game,      WORD,    1,      1,     PROTO_WORD_MAX)   \
    X(LIST,    "game",    game,      WORD,    0,      1,     PROTO_WORD_MAX)   \
    X(CREATE,  "game",    game,      WORD,    1,      1,     PROTO_WORD_MAX)   \
    X(CREATE,  "options", options,   OBJECT,  0,      0,     0)           \
    X(CREATE,  "seats",   seats,     SEATS,   1,      1,     VL_SEATS_MAX)\
    X(CREATE,  "public",  is_public, BOOL,    0,      0,     1)           \
    X(CREATE,  "chat",    word,      WORD,    0,      1,     PROTO_WORD_MAX)   \
    X(CREATE,  "hints",   hints,     BOOL,    0,      0,     1)           \
    X(CREATE,  "watch_delay", delay, INT,     0,      0,     PROTO_DELAY_MAX)  \
    X(CREATE,  "away",    away,      INT,     0,      0,     PROTO_AWAY_MAX)   \
    X(CREATE,  "host",    host,      INT,     0,      0,     VL_SEATS_MAX - 1) \
    X(JOIN,    "room",    room,      ID,      1,      0,     0)           \
    X(JOIN,    "token",   token,     ID,      0,      0,     0)           \
    X(JOIN,    "claim",   claim,     BOOL,    0,      0,     1)           \
    X(JOIN,    "new",     fresh,     ID,      0,      0,     0)           \
    X(JOIN,    "name",    text,      TEXT,    0,      0,     PROTO_NAME_MAX)   \
    X(JOIN,    "since",   since,     INT,     0,      0,     PROTO_REV_MAX)    \
    X(JOIN,    "faces",   word,      WORD,    0,      1,     PROTO_WORD_MAX)   \
    X(FOLLOW,  "room",    room,      ID,      1,      0,     0)           \
    X(FOLLOW,  "token",   token,     ID,      1,      0,     0)           \
    X(RESYNC,  "since",   since,     INT,     0,      0,     PROTO_REV_MAX)    \
    X(AT,      "rev",     rev,       INT,     1,      0,     PROTO_REV_MAX)    \
    X(RECORD,  "from",    from,      INT,     0,      0,     1 << 30)     \
    X(MOVE,    "rev",     rev,       INT,     1,      0,     PROTO_REV_MAX)    \
    X(MOVE,    "move",    move,      TEXT,    1,      1,     PROTO_MOVE_MAX)   \
    X(MOVE,    "seat",    seat,      INT,     0,      0,     VL_SEATS_MAX - 1) \
    X(UNDO,    "rev",     rev,       INT,     1,      0,     PROTO_REV_MAX)    \
    X(UNDO,    "to",      to,        INT,     0,      0,     PROTO_REV_MAX)    \
    X(VOTE,    "vote",    vote,      INT,     1,      0,     PROTO_REV_MAX)    \
    X(VOTE,    "agree",   agree,     BOOL,    1,      0,     1)           \
    X(NAME,    "name",    text,      TEXT,    1,      0,     PROTO_NAME_MAX)   \
    X(BOT,     "level",   word,      WORD,    1,      1,     PROTO_WORD_MAX)   \
    X(BOT,     "player",  player,    INT,     0,      0,     VL_SEATS_MAX - 1) \
    X(CHAT,    "phrase",  word,      WORD,    0,      1,     PROTO_WORD_MAX)   \
    X(CHAT,    "text",    text,      TEXT,    0,      1,     PROTO_CHAT_MAX)   \
    X(PREVIEW, "move",    move,      TEXT,    1,      1,     PROTO_MOVE_MAX)   \
    X(WHY,     "move",    move,      TEXT,    1,      1,     PROTO_MOVE_MAX)   \
    X(POINT,   "item",    text,      ITEM,    1,      1,     PROTO_ITEM_MAX)   \
    X(RENEW,   "new",     fresh,     ID,      0,      0,     0)           \
    X(RENEW,   "watch",   watch,     BOOL,    0,      0,     1)           \
    X(REPORT,  "why",     word,      WORD,    1,      1,     PROTO_WORD_MAX)   \
    X(REPORT,  "player",  player,    INT,     0,      0,     VL_SEATS_MAX - 1) \
    X(MUTE,    "player",  player,    INT,     1,      0,     VL_SEATS_MAX - 1) \
    X(MUTE,    "on",      agree,     BOOL,    1,      0,     1)           \
    X(KICK,    "player",  player,    INT,     1,      0,     VL_SEATS_MAX - 1) \
    X(FORK,    "rev",     rev,       INT,     0,      0,     PROTO_REV_MAX)    \
    X(FORK,    "same",    same,      BOOL,    0,      0,     1)

/* What the server says. */
#define PROTO_SERVER_MAP(X)    \
    X(WELCOME,  "welcome")     \
    X(PONG,     "pong")        \
    X(ERROR,    "error")       \
    X(BYE,      "bye")         \
    X(STORE,    "store")       \
    X(RULES,    "game")        \
    X(TABLES,   "tables")      \
    X(CREATED,  "created")     \
    X(JOINED,   "joined")      \
    X(NEWS,     "news")        \
    X(LEFT,     "left")        \
    X(FACED,    "faces")       \
    X(VIEW,     "view")        \
    X(STEP,     "step")        \
    X(ACTIONS,  "actions")     \
    X(OVER,     "over")        \
    X(ACK,      "ack")         \
    X(PLAYERS,  "players")     \
    X(VOTING,   "vote")        \
    X(VOTED,    "voted")       \
    X(SAID,     "said")        \
    X(STATE_AT, "at")          \
    X(PREVIEWED,"preview")     \
    X(REASON,   "why")         \
    X(RECORDED, "record")      \
    X(HINTED,   "hint")        \
    X(POINTED,  "pointed")     \
    X(FORKED,   "forked")      \
    X(RENEWED,  "renewed")     \
    X(KICKED,   "kicked")

/* Errors beyond those of base/status.h: their words and sentences. */
#define PROTO_STATUS_MAP(X)                                \
    X(HELLO_FIRST, "hello",   TXT("proto.error.hello"))    \
    X(DENIED,      "denied",  TXT("proto.error.denied"))   \
    X(STALE,       "stale",   TXT("proto.error.stale"))    \
    X(WAITING,     "waiting", TXT("proto.error.waiting"))  \
    X(BUSY,        "busy",    TXT("proto.error.busy"))     \
    X(OFTEN,       "often",   TXT("proto.error.often"))    \
    X(SECRET,      "secret",  TXT("proto.error.secret"))   \
    X(GAME_OVER,   "over",    TXT("proto.error.over"))     \
    X(FOREIGN,     "version", TXT("proto.error.version"))  \
    X(CLOSED,      "closed",  TXT("proto.error.closed"))   \
    X(TAKEN,       "taken",   TXT("proto.error.taken"))

/* What can be said with one click: "phrase.<id>" in the catalogue. */
#define PROTO_PHRASE_MAP(X)                          \
    X("hello",       TXT("phrase.hello"))            \
    X("good_luck",   TXT("phrase.good_luck"))        \
    X("well_played", TXT("phrase.well_played"))      \
    X("thanks",      TXT("phrase.thanks"))           \
    X("sorry",       TXT("phrase.sorry"))            \
    X("yes",         TXT("phrase.yes"))              \
    X("no",          TXT("phrase.no"))               \
    X("thinking",    TXT("phrase.thinking"))         \
    X("wait",        TXT("phrase.wait"))             \
    X("your_turn",   TXT("phrase.your_turn"))        \
    X("help",        TXT("phrase.help"))             \
    X("bye",         TXT("phrase.bye"))
/* clang-format on */

#define PROTO_REV_MAX INT64_C(9007199254740991) /* 2^53 - 1: what JavaScript counts exactly */

enum proto_client {
#define X(name, word, right) PROTO_##name,
    PROTO_CLIENT_MAP(X)
#undef X
        PROTO_CLIENT_COUNT
};

enum proto_server {
#define X(name, word) PROTO_##name,
    PROTO_SERVER_MAP(X)
#undef X
        PROTO_SERVER_COUNT
};

/* Continues enum vl_status, so that one number says what is wrong. */
enum proto_status {
    PROTO_STATUS_BASE = VL_STATUS_COUNT - 1,
#define X(name, word, text) PROTO_##name,
    PROTO_STATUS_MAP(X)
#undef X
        PROTO_STATUS_END
};

enum proto_type {
    PROTO_TYPE_INT,
    PROTO_TYPE_BOOL,
    PROTO_TYPE_TEXT,
    PROTO_TYPE_WORD,
    PROTO_TYPE_ID,
    PROTO_TYPE_ITEM,
    PROTO_TYPE_OBJECT,
    PROTO_TYPE_SEATS
};

enum proto_kind { PROTO_HUMAN, PROTO_BOT_KIND, PROTO_OPEN, PROTO_KIND_COUNT };

struct proto_seat {
    uint8_t kind; /* enum proto_kind */
    char name[PROTO_NAME_MAX + 1];
    char level[PROTO_WORD_MAX + 1]; /* of a bot */
};

/* A message that was read. A field that is not there is -1, false or "". */
struct proto_msg {
    uint8_t type; /* enum proto_client */
    char cid[PROTO_CID_MAX + 1];
    bool is_public, claim, agree, hints, same, both, told, watch;
    bool has_hints; /* also if it is false */
    int64_t version, rev, since, from, to, seat, player, vote, delay, away, host;
    char game[PROTO_WORD_MAX + 1];
    char word[PROTO_WORD_MAX + 1]; /* lang, level, phrase, chat, faces */
    char room[STORE_ID_LEN + 1], token[STORE_ID_LEN + 1], fresh[STORE_ID_LEN + 1];
    char move[PROTO_MOVE_MAX + 1];
    char text[PROTO_CHAT_MAX + 1]; /* name, chat, client, item */
    bool has_text;                 /* also if it is empty */
    struct proto_seat seats[VL_SEATS_MAX];
    int seats_len;
    bool is_quiet;    /* never read: a request of the server's own, without an answer */
    uint32_t options; /* node in the document, 0: none */
    struct vl_json_doc doc;
};

/* Memory for the values of one message; the message refers to it. */
struct proto_nodes {
    struct vl_json_node node[PROTO_NODES_MAX];
};

/* The tables, for tests and documents. */
struct proto_message {
    const char *word;
    uint8_t right; /* enum proto_right */
};
extern const struct proto_message proto_messages[PROTO_CLIENT_COUNT];

struct proto_field {
    uint8_t message, type;
    bool needed;
    const char *name;
    size_t offset; /* in struct proto_msg */
    int64_t least, most;
};
extern const struct proto_field proto_fields[];
extern const int proto_fields_len;

/* Reads one message. On failure err->where names the field, and msg->type (or
 * PROTO_CLIENT_COUNT) and msg->cid are still good, for the answer. `text` and
 * `nodes` must outlive the use of msg->options. */
int proto_read(struct proto_msg *msg, struct proto_nodes *nodes, const char *text, size_t len,
               struct vl_error *err);

/* ---- what the server says ---- */

/* {"t":"<type>","cid":...: the caller goes on and ends the object. cid NULL or
 * "": none. */
void proto_begin(struct vl_json *w, int type, const char *cid);
/* A whole error message. re: enum proto_client, or PROTO_CLIENT_COUNT. r words
 * refusals and may be NULL; with s and m, the refusal speaks of that move. */
void proto_error(struct vl_json *w, int re, const char *cid, const struct vl_error *err, int lang,
                 const struct vl_rules *r, const struct vl_state *s, const struct vl_move *m);
/* The word of an enum vl_status or enum proto_status. */
const char *proto_status_word(int status);

int proto_phrases_len(void);
const char *proto_phrase_id(int i);
const char *proto_phrase_text(int i, int lang);
int proto_phrase_find(const char *id); /* -1: none */

const char *proto_kind_word(int kind); /* "human", "bot", "open" */

/* A name or chat line as typed: cleaned (vl_text_clean), without spaces at its
 * ends. out has room for its bytes. Returns the length. */
size_t proto_clean(char *out, size_t cap, const char *text);

#endif
