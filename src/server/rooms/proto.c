#include "server/rooms/proto.h"

#include "text/rules.h"
#include "text/text.h"
#include "text/view.h"

#include <stddef.h>

/* ---- the tables ---- */

const struct proto_message proto_messages[PROTO_CLIENT_COUNT] = {
#define X(name, word, right) { word, PROTO_##right },
    PROTO_CLIENT_MAP(X)
#undef X
};

const struct proto_field proto_fields[] = {
#define X(message, name, member, type, needed, least, most)                                        \
    { PROTO_##message,                                                                             \
      PROTO_TYPE_##type,                                                                           \
      needed,                                                                                      \
      name,                                                                                        \
      offsetof(struct proto_msg, member),                                                          \
      least,                                                                                       \
      most },
    PROTO_FIELD_MAP(X)
#undef X
};
const int proto_fields_len = VL_LEN(proto_fields);

static const char *const server_words[PROTO_SERVER_COUNT] = {
#define X(name, word) word,
    PROTO_SERVER_MAP(X)
#undef X
};

static const char *const kind_words[PROTO_KIND_COUNT] = { "human", "bot", "open" };

static const struct {
    const char *word, *text;
} statuses[] = {
#define X(name, word, text) { word, text },
    PROTO_STATUS_MAP(X)
#undef X
};

static const struct {
    const char *id, *text;
} phrases[] = {
#define X(id, text) { id, text },
    PROTO_PHRASE_MAP(X)
#undef X
};

const char *proto_kind_word(int kind)
{
    return kind_words[kind];
}

int proto_phrases_len(void)
{
    return VL_LEN(phrases);
}

const char *proto_phrase_id(int i)
{
    return phrases[i].id;
}

const char *proto_phrase_text(int i, int lang)
{
    return vl_text_find(lang, phrases[i].text);
}

int proto_phrase_find(const char *id)
{
    for (int i = 0; i < VL_LEN(phrases); i++)
        if (vl_str_eq(phrases[i].id, id))
            return i;
    return -1;
}

/* ---- small readings ---- */

static int fault(struct vl_error *err, int status, const char *where, const char *what)
{
    return vl_error_set(err, status, where, what);
}

/* Printable ASCII without spaces. */
static bool is_word(const char *text)
{
    for (const char *c = text; *c; c++)
        if (*c <= 32 || *c >= 127)
            return false;
    return true;
}

static bool is_cid(const char *text)
{
    size_t n = 0;

    for (; text[n]; n++) {
        char c = text[n];

        if (!((c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
              c == '_' || c == '-'))
            return false;
    }
    return n > 0 && n <= PROTO_CID_MAX;
}

/* "die.2", "card.troll_red": a family and a key, as vl_item_id() writes them. */
static bool is_item(const char *text)
{
    static const char letters[] = "abcdefghijklmnopqrstuvwxyz0123456789_-";
    size_t family = strspn(text, letters);
    const char *key = text + family + 1;

    return family > 0 && text[family] == '.' && key[0] && key[strspn(key, letters)] == '\0';
}

/* A string of least..most bytes into out, which has room for most and a NUL. */
static int read_text(char *out, const struct vl_json_doc *doc, uint32_t node, const char *where,
                     int64_t least, int64_t most, struct vl_error *err)
{
    char text[PROTO_CHAT_MAX + 1];

    if (vl_json_type_of(doc, node) != VL_JSON_STRING)
        return fault(err, VL_SYNTAX, where, "a text is awaited");
    if (!vl_json_text(doc, node, text, (size_t)most + 1))
        return fault(err, VL_RANGE, where, "the text is too long");
    if ((int64_t)strlen(text) < least)
        return fault(err, VL_RANGE, where, "the text is empty");
    memcpy(out, text, strlen(text) + 1);
    return VL_OK;
}

static int read_word(char *out, const struct vl_json_doc *doc, uint32_t node, const char *where,
                     int64_t least, int64_t most, struct vl_error *err)
{
    int st = read_text(out, doc, node, where, least, most, err);

    if (st == VL_OK && !is_word(out)) {
        out[0] = '\0';
        return fault(err, VL_SYNTAX, where, "a word without spaces is awaited");
    }
    return st;
}

static int read_item(char *out, const struct vl_json_doc *doc, uint32_t node,
                     const struct proto_field *f, struct vl_error *err)
{
    int st = read_text(out, doc, node, f->name, f->least, f->most, err);

    if (st == VL_OK && !is_item(out)) {
        out[0] = '\0';
        return fault(err, VL_SYNTAX, f->name, "the id of an item is awaited");
    }
    return st;
}

static int read_id(char *out, const struct vl_json_doc *doc, uint32_t node, const char *where,
                   struct vl_error *err)
{
    char text[STORE_ID_LEN + 1];

    if (vl_json_type_of(doc, node) != VL_JSON_STRING ||
        !vl_json_text(doc, node, text, sizeof text) || !store_id_ok(text))
        return fault(err, VL_SYNTAX, where, "26 characters of a-z and 2-7 are awaited");
    memcpy(out, text, sizeof text);
    return VL_OK;
}

static int read_bool(bool *out, const struct vl_json_doc *doc, uint32_t node, const char *where,
                     struct vl_error *err)
{
    int type = vl_json_type_of(doc, node);

    if (type != VL_JSON_TRUE && type != VL_JSON_FALSE)
        return fault(err, VL_SYNTAX, where, "true or false is awaited");
    *out = type == VL_JSON_TRUE;
    return VL_OK;
}

static int read_int(int64_t *out, const struct vl_json_doc *doc, uint32_t node,
                    const struct proto_field *f, struct vl_error *err)
{
    if (vl_json_type_of(doc, node) != VL_JSON_NUMBER)
        return fault(err, VL_SYNTAX, f->name, "an integer is awaited");
    if (!vl_json_int_in(doc, node, f->least, f->most, out))
        return fault(err, VL_RANGE, f->name, "the number is out of its range, or no integer");
    return VL_OK;
}

/* ---- seats of a new table ---- */

static int read_kind(struct proto_seat *seat, const struct vl_json_doc *doc, uint32_t node,
                     struct vl_error *err)
{
    for (int k = 0; k < PROTO_KIND_COUNT; k++) {
        if (!vl_json_is(doc, node, kind_words[k]))
            continue;
        seat->kind = vl_u8(k);
        return VL_OK;
    }
    return fault(err, VL_UNKNOWN, "seats", "a seat is human, bot or open");
}

static int read_seat(struct proto_seat *seat, const struct vl_json_doc *doc, uint32_t node,
                     struct vl_error *err)
{
    uint32_t kind = vl_json_get(doc, node, "kind");
    int st = VL_OK;

    if (vl_json_type_of(doc, node) != VL_JSON_OBJECT)
        return fault(err, VL_SYNTAX, "seats", "a seat is an object");
    if (!kind)
        return fault(err, VL_MISSING, "seats", "a seat has a kind");
    for (uint32_t c = vl_json_first(doc, node); c && st == VL_OK; c = vl_json_sibling(doc, c)) {
        if (c == kind)
            st = read_kind(seat, doc, c, err);
        else if (vl_json_key_is(doc, c, "name"))
            st = read_text(seat->name, doc, c, "seats", 0, PROTO_NAME_MAX, err);
        else if (vl_json_key_is(doc, c, "level"))
            st = read_word(seat->level, doc, c, "seats", 1, PROTO_WORD_MAX, err);
        else
            st = fault(err, VL_SYNTAX, "seats", "a seat has kind, name and level");
    }
    if (st == VL_OK && (seat->kind == PROTO_BOT_KIND) != (seat->level[0] != '\0'))
        st = fault(err, VL_INVALID, "seats", "a bot has a level, nobody else does");
    return st;
}

static int read_seats(struct proto_msg *msg, uint32_t node, const struct proto_field *f,
                      struct vl_error *err)
{
    const struct vl_json_doc *doc = &msg->doc;
    int st = VL_OK;

    if (vl_json_type_of(doc, node) != VL_JSON_ARRAY)
        return fault(err, VL_SYNTAX, f->name, "a list is awaited");
    if (doc->nodes[node].count < f->least || doc->nodes[node].count > f->most)
        return fault(err, VL_RANGE, f->name, "1 to 8 players");
    for (uint32_t c = vl_json_first(doc, node); c && st == VL_OK; c = vl_json_sibling(doc, c))
        st = read_seat(&msg->seats[msg->seats_len++], doc, c, err);
    return st;
}

/* ---- a message ---- */

static int read_field(struct proto_msg *msg, uint32_t node, const struct proto_field *f,
                      struct vl_error *err)
{
    const struct vl_json_doc *doc = &msg->doc;
    void *to = (char *)msg + f->offset;

    switch ((enum proto_type)f->type) {
    case PROTO_TYPE_INT: return read_int(to, doc, node, f, err);
    case PROTO_TYPE_BOOL:
        msg->has_hints |= to == &msg->hints;
        return read_bool(to, doc, node, f->name, err);
    case PROTO_TYPE_TEXT:
        msg->has_text |= to == msg->text;
        return read_text(to, doc, node, f->name, f->least, f->most, err);
    case PROTO_TYPE_WORD: return read_word(to, doc, node, f->name, f->least, f->most, err);
    case PROTO_TYPE_ID: return read_id(to, doc, node, f->name, err);
    case PROTO_TYPE_ITEM: return read_item(to, doc, node, f, err);
    case PROTO_TYPE_SEATS: return read_seats(msg, node, f, err);
    case PROTO_TYPE_OBJECT: break;
    }
    if (vl_json_type_of(doc, node) != VL_JSON_OBJECT)
        return fault(err, VL_SYNTAX, f->name, "an object is awaited");
    msg->options = node;
    return VL_OK;
}

static const struct proto_field *find_field(int type, const struct vl_json_doc *doc, uint32_t node)
{
    for (int i = 0; i < proto_fields_len; i++)
        if (proto_fields[i].message == type && vl_json_key_is(doc, node, proto_fields[i].name))
            return &proto_fields[i];
    return NULL;
}

static int read_fields(struct proto_msg *msg, struct vl_error *err)
{
    const struct vl_json_doc *doc = &msg->doc;

    for (uint32_t c = vl_json_first(doc, 0); c; c = vl_json_sibling(doc, c)) {
        const struct proto_field *f = find_field(msg->type, doc, c);
        char key[PROTO_WORD_MAX + 1];

        if (vl_json_key_is(doc, c, "t") || vl_json_key_is(doc, c, "cid"))
            continue;
        if (!f && !vl_json_key_text(doc, c, key, sizeof key))
            key[0] = '\0';
        if (!f)
            return fault(err, VL_SYNTAX, key, "there is no such field");
        int st = read_field(msg, c, f, err);
        if (st != VL_OK)
            return st;
    }
    for (int i = 0; i < proto_fields_len; i++) {
        const struct proto_field *f = &proto_fields[i];

        if (f->message == msg->type && f->needed && !vl_json_get(doc, 0, f->name))
            return fault(err, VL_MISSING, f->name, "this field is required");
    }
    return VL_OK;
}

/* What no table of fields can say. */
static int check_together(const struct proto_msg *msg, struct vl_error *err)
{
    bool once = msg->type == PROTO_MOVE || msg->type == PROTO_UNDO || msg->type == PROTO_CHAT;

    if (once && !msg->cid[0])
        return fault(err, VL_MISSING, "cid", "this field is required");
    if (msg->type == PROTO_CHAT && (msg->word[0] != '\0') == msg->has_text)
        return fault(err, VL_INVALID, "text", "either a phrase or a text");
    if (msg->type == PROTO_JOIN && msg->claim && msg->token[0])
        return fault(err, VL_INVALID, "claim", "either a token or a claim");
    if (msg->type == PROTO_JOIN && msg->fresh[0] && !msg->claim)
        return fault(err, VL_INVALID, "new", "a new token comes with a claim");
    if (msg->type == PROTO_FORK && msg->same && msg->rev > 0)
        return fault(err, VL_INVALID, "same", "the same deal begins at revision 0");
    return VL_OK;
}

static int read_cid(struct proto_msg *msg, struct vl_error *err)
{
    uint32_t node = vl_json_get(&msg->doc, 0, "cid");
    char cid[PROTO_CID_MAX + 1];

    if (!node)
        return VL_OK;
    if (!vl_json_text(&msg->doc, node, cid, sizeof cid) || !is_cid(cid))
        return fault(err, VL_RANGE, "cid", "1 to 24 of A-Z a-z 0-9 _ -");
    memcpy(msg->cid, cid, sizeof cid);
    return VL_OK;
}

static int read_type(struct proto_msg *msg, struct vl_error *err)
{
    uint32_t t = vl_json_type_of(&msg->doc, 0) == VL_JSON_OBJECT ? vl_json_get(&msg->doc, 0, "t")
                                                                 : 0;

    if (!t || vl_json_type_of(&msg->doc, t) != VL_JSON_STRING)
        return fault(err, VL_SYNTAX, "t", "a message is an object with its type in t");
    for (int i = 0; i < PROTO_CLIENT_COUNT; i++) {
        if (!vl_json_is(&msg->doc, t, proto_messages[i].word))
            continue;
        msg->type = vl_u8(i);
        return VL_OK;
    }
    return fault(err, VL_UNKNOWN, "t", "there is no such message");
}

int proto_read(struct proto_msg *msg, struct proto_nodes *nodes, const char *text, size_t len,
               struct vl_error *err)
{
    memset(msg, 0, sizeof *msg);
    msg->type = PROTO_CLIENT_COUNT;
    msg->rev = msg->since = msg->from = msg->to = msg->seat = msg->player = msg->vote = -1;
    msg->delay = msg->away = msg->host = -1;
    int st = vl_json_parse(&msg->doc, text, len, nodes->node, PROTO_NODES_MAX, err);
    if (st != VL_OK)
        return st == VL_TOO_LARGE ? st : fault(err, VL_SYNTAX, "", "this is no JSON");
    st = read_type(msg, err);
    int cid = vl_json_type_of(&msg->doc, 0) == VL_JSON_OBJECT
                  ? read_cid(msg, st == VL_OK ? err : NULL)
                  : VL_OK;
    if (st == VL_OK)
        st = cid;
    if (st == VL_OK)
        st = read_fields(msg, err);
    return st == VL_OK ? check_together(msg, err) : st;
}

/* ---- what the server says ---- */

void proto_begin(struct vl_json *w, int type, const char *cid)
{
    vl_json_obj(w);
    vl_json_kstr(w, "t", server_words[type]);
    if (cid && cid[0])
        vl_json_kstr(w, "cid", cid);
}

const char *proto_status_word(int status)
{
    if (status < VL_STATUS_COUNT)
        return vl_status_word(status);
    VL_ASSERT(status < PROTO_STATUS_END);
    return statuses[status - VL_STATUS_COUNT].word;
}

static void put_error_text(struct vl_buf *out, const struct vl_error *err, int lang,
                           const struct vl_rules *r, const struct vl_state *s,
                           const struct vl_move *m)
{
    struct vl_error plain = *err;

    plain.where[0] = '\0'; /* it has a field of its own */
    if (err->status >= VL_STATUS_COUNT)
        vl_text_str(out, lang, statuses[err->status - VL_STATUS_COUNT].text, NULL);
    else if (err->rule && r && m)
        vl_text_refused(out, lang, r, s, *m, err);
    else
        vl_text_error(out, lang, r, &plain);
}

void proto_error(struct vl_json *w, int re, const char *cid, const struct vl_error *err, int lang,
                 const struct vl_rules *r, const struct vl_state *s, const struct vl_move *m)
{
    char text[2 * VL_TEXT_MAX];
    struct vl_buf b = vl_buf_on(text, sizeof text);

    put_error_text(&b, err, lang, r, s, m);
    proto_begin(w, PROTO_ERROR, cid);
    if (re < PROTO_CLIENT_COUNT)
        vl_json_kstr(w, "re", proto_messages[re].word);
    vl_json_kstr(w, "status", proto_status_word(err->status));
    vl_rule_json(w, err->rule);
    if (err->where[0])
        vl_json_kstr(w, "where", err->where);
    if (err->given[0])
        vl_json_kstr(w, "given", err->given);
    vl_json_kstr(w, "text", text);
    vl_json_end(w);
}

/* ---- what people type ---- */

size_t proto_clean(char *out, size_t cap, const char *text)
{
    struct vl_buf b = vl_buf_on(out, cap);
    size_t from = 0;

    vl_text_clean(&b, text, strlen(text));
    while (b.len > 0 && out[b.len - 1] == ' ')
        out[--b.len] = '\0';
    while (out[from] == ' ')
        from++;
    memmove(out, out + from, b.len - from + 1);
    return b.len - from;
}
