/* correct.c - `correct CARD`: the values of a card as the owner's box has them, walked
 * through one by one, kept as a pack of his own.
 *
 * The pack at hand is never changed: its text is copied, each answer changes one value
 * of the copy (vl_pack_edit), and a copy without faults is written under a new id or
 * version, beside its schema. The game at hand goes on with it if all that has been
 * played is possible with it. */
#include "cli/play/local.h"

#include "cli/commands/schema.h"
#include "cli/words.h"

#include <stdlib.h>
#include <string.h>

enum { FIELDS_MAX = 64, WHERE = 160, VALUE = 2048, THINGS_SHOWN = 8 };

struct fix {
    struct cli *cli;
    struct local *local;
    char *text; /* of the pack, as far as it has been changed */
    size_t len;
    char card[64];                 /* where it stands in it: "/monsters/18" */
    char field[FIELDS_MAX][WHERE]; /* where its values stand */
    int fields_len;
    bool changed;
    bool all; /* every value has been looked at */
};

/* ---- the pack at hand ---- */

int local_pack(const struct local *l, struct vl_pack *out, struct vl_error *err)
{
    const struct vl_match *m = l->match;

    if (l->table.pack.block && l->table.pack.info.hash == m->pack.hash)
        return vl_pack_read(out, m->rules.game, l->table.pack.json, l->table.pack.json_len, NULL);
    return vl_pack_of_record(out, m->rules.game, &m->pack, err);
}

/* ---- which card ---- */

struct search {
    char word[8][64];
    int words_len;
    int lang;
    int best, found; /* how well they fit, how many fit so */
    char where[64], names[VL_TEXT_MAX];
    struct vl_buf list; /* on names */
};

/* 2: called so; 1: each word begins one of its words; 0: neither. */
static int names_it(const struct search *s, const char *name)
{
    char typed[PLAY_LINE] = "", plain[PLAY_NAME];
    struct vl_buf t = vl_buf_on(typed, sizeof typed), b = vl_buf_on(plain, sizeof plain);

    cli_plain_word(&b, name, strlen(name));
    for (int i = 0; i < s->words_len; i++) {
        if (!cli_some_word_begins(name, s->word[i]))
            return 0;
        vl_put(&t, i ? " " : "");
        vl_put(&t, s->word[i]);
    }
    return strcmp(plain, typed) == 0 ? 2 : 1;
}

static bool see_item(void *ctx, const struct vl_pack_item *item)
{
    struct search *s = ctx;
    const char *called[] = { item->name[0], item->name[1], item->key };
    int fit = 0;

    for (int i = 0; i < VL_LEN(called); i++) {
        int f = names_it(s, called[i]);
        fit = f > fit ? f : fit;
    }
    if (fit == 0 || fit < s->best)
        return true;
    if (fit > s->best) {
        s->found = 0;
        s->list = vl_buf_on(s->names, sizeof s->names);
    }
    s->best = fit;
    if (s->found < THINGS_SHOWN) {
        vl_put(&s->list, s->found ? ", " : "");
        vl_text_clean(&s->list, item->name[s->lang], strlen(item->name[s->lang]));
    }
    s->found++;
    memcpy(s->where, item->where, sizeof s->where);
    return true;
}

/* The one card that is called so; false, and told, if there is none or more. */
static bool find_card(struct fix *f, const struct vl_pack *pack, const char *typed, char *name,
                      size_t cap)
{
    struct search s = { .lang = f->cli->lang };
    char plain[PLAY_LINE];
    struct vl_buf b = vl_buf_on(plain, sizeof plain), n = vl_buf_on(name, cap);

    cli_plain_word(&b, typed, strlen(typed));
    for (const char *at = plain; *at && s.words_len < VL_LEN(s.word);) {
        size_t len = strcspn(at, " ");
        struct vl_buf w = vl_buf_on(s.word[s.words_len++], sizeof s.word[0]);
        vl_put_n(&w, at, len);
        at += len + strspn(at + len, " ");
    }
    vl_pack_items(pack, see_item, &s);
    if (s.found == 1) {
        memcpy(f->card, s.where, sizeof f->card);
        vl_put(&n, s.names);
        return true;
    }
    if (s.found == 0)
        cli_say(f->cli, TXT("cli.card.none"), "what", typed, NULL);
    else
        cli_say(f->cli, TXT("cli.hand.several"), "what", typed, "list", s.names, NULL);
    return false;
}

/* ---- its values ---- */

/* The text parsed; NULL if memory ran out. The caller frees the nodes. */
static struct vl_json_node *parse(const struct fix *f, struct vl_json_doc *doc)
{
    size_t cap = vl_json_nodes_bound(f->text, f->len);
    struct vl_json_node *nodes = malloc(cap * sizeof *nodes);

    if (nodes && vl_json_parse(doc, f->text, f->len, nodes, (uint32_t)cap, NULL) == VL_OK)
        return nodes;
    free(nodes);
    return NULL;
}

/* What names the card, and what is said about its values, is no value of it. */
static bool is_value(const struct vl_json_doc *doc, uint32_t node)
{
    return !vl_json_key_is(doc, node, "key") && !vl_json_key_is(doc, node, "source") &&
           !vl_json_key_is(doc, node, "except");
}

/* Numbers, words and lists of them; objects are gone into, other cards are not. */
static void collect(struct fix *f, const struct vl_json_doc *doc, uint32_t node)
{
    for (uint32_t n = vl_json_first(doc, node); n; n = vl_json_sibling(doc, n)) {
        int type = vl_json_type_of(doc, n);
        uint32_t first = type == VL_JSON_ARRAY ? vl_json_first(doc, n) : 0;
        bool objects = first && vl_json_type_of(doc, first) == VL_JSON_OBJECT;
        if (!is_value(doc, n) || (objects && vl_json_get(doc, first, "key")))
            continue;
        if (type == VL_JSON_OBJECT || objects)
            collect(f, doc, n);
        else if (f->fields_len < FIELDS_MAX)
            vl_json_where(doc, n, f->field[f->fields_len++], WHERE);
    }
}

static bool list_fields(struct fix *f)
{
    struct vl_json_doc doc;
    struct vl_json_node *nodes = parse(f, &doc);
    uint32_t card = nodes ? vl_json_pointer(&doc, f->card) : UINT32_MAX;

    f->fields_len = 0;
    if (card != UINT32_MAX)
        collect(f, &doc, card);
    free(nodes);
    return f->fields_len > 0;
}

/* One value: as it is written, its type, and whether its first element is a list. */
struct value {
    char text[VALUE];
    int type;
    bool nested;
    bool is_key; /* one word of a-z and _: it may name a thing */
};

static bool read_value(const struct fix *f, const char *where, struct value *out)
{
    struct vl_json_doc doc;
    struct vl_json_node *nodes = parse(f, &doc);
    uint32_t node = nodes ? vl_json_pointer(&doc, where) : UINT32_MAX;

    memset(out, 0, sizeof *out);
    if (node != UINT32_MAX) {
        uint32_t first = vl_json_first(&doc, node);
        snprintf(out->text, sizeof out->text, "%.*s", (int)nodes[node].len,
                 doc.text + nodes[node].start);
        out->type = vl_json_type_of(&doc, node);
        out->is_key = out->text[strspn(out->text, "abcdefghijklmnopqrstuvwxyz_")] == '\0';
        out->nested = first && vl_json_type_of(&doc, first) == VL_JSON_ARRAY;
    }
    free(nodes);
    return node != UINT32_MAX;
}

/* Does a family have the keys of which this value is made? */
static bool has_key_of(const struct vl_rules *r, int family, const struct value *was)
{
    for (int i = 0; i < vl_family_count(r, family); i++) {
        const char *key = vl_key(r, family, i);
        if (key && strstr(was->text, key))
            return true;
    }
    return false;
}

/* The key of the one thing of a family that is called so in either language. */
static const char *key_in(const struct vl_rules *r, int family, const char *plain)
{
    const char *found = NULL;

    for (int i = 0; i < vl_family_count(r, family); i++) {
        bool fits = false;
        for (int lang = 0; lang < VL_LANGS; lang++) {
            char name[PLAY_NAME];
            struct vl_buf b = vl_buf_on(name, sizeof name);
            vl_text_name(&b, lang, r, family, i);
            fits = fits || cli_begins(name, plain);
        }
        if (fits && found)
            return NULL;
        found = fits ? vl_key(r, family, i) : found;
    }
    return found;
}

/* Packs are written with keys: "rouge" is "red" where the value was "blue". The verbs of
 * effects have no other names. */
static void put_word(struct vl_json *w, const struct vl_rules *r, const struct value *was,
                     const char *typed, size_t n)
{
    char plain[PLAY_LINE];
    struct vl_buf b = vl_buf_on(plain, sizeof plain);
    const char *key = NULL;

    cli_plain_word(&b, typed, n);
    for (int f = VL_FAM_GAME; f < VL_FAM_GAME + r->game->families_len && !key && !was->nested; f++)
        if (r->game->families[f - VL_FAM_GAME].keys && has_key_of(r, f, was))
            key = key_in(r, f, plain);
    if (key)
        vl_json_str(w, key);
    else
        vl_json_str_n(w, typed, n);
}

/* "red blue" is ["red","blue"]; nested, "wounds 1, atk 2" is [["wounds",1],["atk",2]]. */
static void put_words(struct vl_json *w, const struct vl_rules *r, const struct value *was,
                      const char *typed)
{
    bool nested = was->nested;

    vl_json_arr(w);
    while (*typed) {
        if (nested)
            vl_json_arr(w);
        for (bool more = true; more && *typed;) {
            size_t n = strcspn(typed, " ,;");
            int64_t number;
            if (n > 0 && vl_str_int(typed, n, &number))
                vl_json_int(w, number);
            else if (n > 0)
                put_word(w, r, was, typed, n);
            typed += n;
            more = !nested || *typed == ' ';
            typed += *typed != '\0';
        }
        if (nested)
            vl_json_end(w);
        typed += strspn(typed, " ,;");
    }
    vl_json_end(w);
}

/* What was typed as JSON of the type that the value had. What is JSON already stays. */
static void to_json(const struct fix *f, const struct value *was, const char *typed, char *out,
                    size_t cap)
{
    const struct vl_rules *r = &f->local->match->rules;
    struct vl_json w = vl_json_on(out, cap);
    char word[PLAY_LINE];
    struct vl_buf b = vl_buf_on(word, sizeof word);
    bool is_bool = was->type == VL_JSON_TRUE || was->type == VL_JSON_FALSE;

    cli_plain_word(&b, typed, strlen(typed));
    if (is_bool && (cli_called(TXT("cli.word.yes"), word, false) || strcmp(word, "true") == 0))
        vl_json_bool(&w, true);
    else if (is_bool && (cli_called(TXT("cli.word.no"), word, false) || strcmp(word, "false") == 0))
        vl_json_bool(&w, false);
    else if (was->type == VL_JSON_ARRAY && typed[0] != '[')
        put_words(&w, r, was, typed);
    else if (was->type == VL_JSON_STRING && typed[0] != '"' && was->is_key)
        put_word(&w, r, was, typed, strlen(typed));
    else if (was->type == VL_JSON_STRING && typed[0] != '"')
        vl_json_str(&w, typed);
    else
        vl_put(&w.out, typed);
}

/* The copy with that value; false, and told, if it cannot stand there. */
static bool change(struct fix *f, const char *where, const char *value)
{
    char *text = NULL;
    size_t len = 0;
    int st = vl_pack_edit(f->text, f->len, where, value, &text, &len);

    if (st != VL_OK) {
        cli_say(f->cli, TXT("cli.correct.bad_value"), "value", value ? value : "-", NULL);
        return false;
    }
    free(f->text);
    f->text = text;
    f->len = len;
    return true;
}

/* ---- questions ---- */

enum answer { NEXT, DONE, LEFT };

static enum answer ask(struct fix *f, char line[PLAY_LINE])
{
    char word[PLAY_LINE];
    struct vl_buf b = vl_buf_on(word, sizeof word);

    if (play_read_line(f->cli, f->local->input, line) != PLAY_GOT)
        return LEFT;
    cli_plain_word(&b, line, strlen(line));
    return cli_called(TXT("cli.word.done"), word, false) ? DONE : NEXT;
}

/* "/monsters/18/reward/hp" is "reward.hp" on its card. */
static void put_label(const struct fix *f, const char *where, char *out, size_t cap)
{
    snprintf(out, cap, "%s", where + strlen(f->card) + 1);
    for (char *c = out; *c; c++)
        *c = *c == '/' ? '.' : *c;
}

static bool exists(const struct fix *f, const char *where)
{
    struct value v;

    return read_value(f, where, &v);
}

/* What was read off the printed card was not designed. */
static void mark_field(struct fix *f, const char *field)
{
    char except[WHERE];

    snprintf(except, sizeof except, "%s/except/%.*s", f->card, (int)strcspn(field, "/"), field);
    if (exists(f, except))
        change(f, except, "\"fact\"");
}

static enum answer ask_value(struct fix *f, const char *where)
{
    struct value was;
    char label[WHERE], line[PLAY_LINE], json[3 * PLAY_LINE], text[VALUE + 256];
    enum answer got;

    put_label(f, where, label, sizeof label);
    do {
        if (!read_value(f, where, &was))
            return NEXT;
        cli_word(f->cli, text, sizeof text, TXT("cli.correct.value"), "field", label, "value",
                 was.text, NULL);
        cli_wrap(f->cli, "", 2, text);
        got = ask(f, line);
        if (got != NEXT || !line[0])
            return got;
        to_json(f, &was, line, json, sizeof json);
    } while (!change(f, where, strcmp(line, "-") == 0 ? NULL : json));
    f->changed = true;
    mark_field(f, where + strlen(f->card) + 1);
    return NEXT;
}

/* "glory 2": a value that the card did not have. */
static enum answer ask_more(struct fix *f)
{
    char line[PLAY_LINE], where[WHERE];
    struct value none = { .type = VL_JSON_STRING };

    for (;;) {
        cli_say(f->cli, TXT("cli.correct.more"), NULL);
        enum answer got = ask(f, line);
        size_t n = strcspn(line, " =:");
        const char *value = line + n + strspn(line + n, " =:");
        if (got != NEXT || !line[0])
            return got;
        snprintf(where, sizeof where, "%s/%.*s", f->card, (int)(n < 40 ? n : 40), line);
        bool is_json = strpbrk(value, "[{\"0123456789") == value || *value == '-' ||
                       strcmp(value, "true") == 0 || strcmp(value, "false") == 0;
        char json[3 * PLAY_LINE];
        to_json(f, &none, value, json, sizeof json);
        f->changed = change(f, where, is_json ? value : json) || f->changed;
    }
}

/* All values of the card, until `done`. */
static enum answer walk(struct fix *f)
{
    enum answer got = NEXT;

    for (int i = 0; list_fields(f) && i < f->fields_len && got == NEXT; i++) {
        char where[WHERE];
        memcpy(where, f->field[i], sizeof where);
        int before = f->fields_len;
        got = ask_value(f, where);
        i -= list_fields(f) && f->fields_len < before; /* it was taken off the card */
    }
    if (got == NEXT)
        got = ask_more(f);
    f->all = got != DONE && got != LEFT;
    return got;
}

/* ---- the pack of one's own ---- */

/* A card that was compared with the printed one is a fact. */
static void mark_source(struct fix *f)
{
    char source[WHERE], except[WHERE];

    snprintf(source, sizeof source, "%s/source", f->card);
    snprintf(except, sizeof except, "%s/except", f->card);
    if (!f->all || !exists(f, source))
        return;
    change(f, source, "\"fact\"");
    if (exists(f, except))
        change(f, except, NULL);
}

/* "1.0.0" is "1.0.1", and "1.0.9999" is "1.1.0". */
static void next_version(char version[16])
{
    int64_t n[3] = { 0 };
    struct vl_buf b;
    const char *at = version;

    for (int i = 0; i < 3; i++) {
        size_t len = strcspn(at, ".");
        if (!vl_str_int(at, len, &n[i]))
            return;
        at += len + (at[len] == '.');
    }
    n[2]++;
    n[1] += n[2] / 10000;
    n[0] += n[1] / 10000;
    b = vl_buf_on(version, 16);
    for (int i = 0; i < 3; i++) {
        vl_put(&b, i ? "." : "");
        vl_put_int(&b, n[i] % 10000);
    }
}

/* The folder of the owner's packs, made if need be. */
static bool packs_folder(struct vl_store *out)
{
    struct vl_store games;
    char path[VL_PATH_MAX];

    if (vl_store_open(&games, NULL, NULL) != VL_OK)
        return false;
    char *slash = strrchr(games.folder, '/');
    snprintf(path, sizeof path, "%.*s/packs", (int)(slash - games.folder), games.folder);
    return vl_store_open(out, path, NULL) == VL_OK;
}

bool local_own_pack(const char *game, const char *id, const char *version, char *path, size_t cap)
{
    struct vl_store folder;

    path[0] = '\0';
    if (packs_folder(&folder))
        snprintf(path, cap, "%s/%s-%s-%s.json", folder.folder, game, id, version);
    return path[0] && vl_file_exists(path);
}

/* The id and the version under which it is written: those of the program's packs stay
 * theirs. The version is the first that the owner's folder does not have. */
static void name_pack(struct fix *f, const struct vl_pack *pack, char *path, size_t cap)
{
    struct vl_pack builtin = { 0 };
    char id[32], version[16], json[64];
    bool ours = vl_pack_builtin(&builtin, pack->game) == VL_OK &&
                strcmp(builtin.info.id, pack->info.id) == 0;

    snprintf(id, sizeof id, ours ? "%.27s_own" : "%.31s", pack->info.id);
    memcpy(version, pack->info.version, sizeof version);
    if (!ours)
        next_version(version);
    while (local_own_pack(pack->game->id, id, version, path, cap))
        next_version(version);
    snprintf(json, sizeof json, "\"%s\"", id);
    change(f, "/id", json);
    snprintf(json, sizeof json, "\"%s\"", version);
    change(f, "/version", json);
    vl_pack_free(&builtin);
}

static void tell_faults(struct fix *f, const struct vl_fault_list *faults)
{
    for (int i = 0; i < faults->len; i++) {
        char line[2 * VL_TEXT_MAX];
        struct vl_buf b = vl_buf_on(line, sizeof line);
        cli_put_fault(f->cli, &b, NULL, NULL, &faults->items[i]);
        cli_wrap(f->cli, "  ", 2, line);
    }
}

/* Asks where to, until it is written. Nothing is replaced. */
static bool write_out(struct fix *f, const struct vl_pack *pack, char *path, size_t cap)
{
    char line[PLAY_LINE];

    for (;;) {
        cli_say(f->cli, path[0] ? TXT("cli.correct.file") : TXT("cli.correct.file_none"), "file",
                path, NULL);
        if (ask(f, line) == LEFT)
            return false;
        if (line[0])
            snprintf(path, cap, "%s", line);
        if (path[0] && cli_write_pack(f->cli, pack, path, VL_FILE_NEW) == CLI_OK)
            return true;
    }
}

/* ---- the game at hand ---- */

/* All that was played, again, on the other pack: by its notation, as a record. */
static int replay(const struct vl_match *old, const struct vl_pack *pack, struct vl_match **out,
                  struct vl_error *err)
{
    struct vl_record_opts how = { .pack = pack };
    struct vl_match as_if = *old;
    char *text = NULL;
    size_t len = 0;
    int st;

    as_if.pack = pack->info;
    st = vl_record_write(&as_if, true, &text, &len, err);
    if (st == VL_OK)
        st = vl_record_read(out, text, len, &how, err);
    free(text);
    return st;
}

/* The journal names its pack, so the game goes on in another one. */
static int move_journal(struct local *l, const struct vl_match *m, struct vl_error *err)
{
    struct vl_journal fresh = VL_JOURNAL_NONE;
    struct vl_store store;
    int st;

    if (l->journal.fd < 0)
        return VL_OK;
    st = vl_store_open(&store, NULL, err);
    if (st == VL_OK)
        st = vl_journal_begin(&fresh, &store, m, err);
    if (st != VL_OK)
        return st;
    (void)vl_journal_discard(&l->journal, NULL);
    l->journal = fresh;
    return VL_OK;
}

/* Takes the pack over if the game can go on with it. */
static int go_on(struct play *p, struct vl_pack *pack, struct vl_error *err)
{
    struct local *l = p->at;
    struct vl_match *m = NULL;
    int st = replay(l->match, pack, &m, err);

    if (st == VL_OK)
        st = move_journal(l, m, err);
    if (st != VL_OK) {
        vl_match_close(m);
        return st;
    }
    vl_match_close(l->match);
    vl_pack_free(&l->table.pack);
    l->table.pack = *pack;
    l->match = m;
    l->table.rules = m->rules;
    p->match = m;
    p->shown_actor = VL_ANYONE; /* the table looks different now */
    p->about_round = PLAY_NO_ROUND;
    memset(pack, 0, sizeof *pack);
    return VL_OK;
}

static void tell_use(struct play *p, struct vl_pack *pack, const char *path)
{
    struct vl_error err = { 0 };
    char why[VL_TEXT_MAX];
    struct vl_buf b = vl_buf_on(why, sizeof why);
    const char *game = pack->game->id;

    if (go_on(p, pack, &err) == VL_OK) {
        struct local *l = p->at;
        snprintf(l->content, sizeof l->content, "%s", path);
        cli_say(p->cli, TXT("cli.correct.goes_on"), NULL);
    } else {
        vl_text_error(&b, p->cli->lang, &p->match->rules, &err);
        cli_say(p->cli, TXT("cli.correct.stays"), "why", why, NULL);
    }
    cli_say(p->cli, TXT("cli.correct.next"), "game", game, "file", path, NULL);
}

/* Walks until the pack is sound, then writes it; false: it is left as it was. */
static bool make(struct fix *f, const struct vl_pack *pack, struct vl_pack *fresh, char *path,
                 size_t cap)
{
    for (;;) {
        struct vl_fault_list faults = { 0 };
        int st;
        if (walk(f) == LEFT || !f->changed)
            return false;
        mark_source(f);
        name_pack(f, pack, path, cap);
        st = vl_pack_read(fresh, pack->game, f->text, f->len, &faults);
        if (st != VL_OK) {
            cli_say(f->cli, TXT("cli.correct.faults"), NULL);
            tell_faults(f, &faults);
        }
        vl_fault_list_free(&faults);
        if (st == VL_OK)
            return write_out(f, fresh, path, cap);
    }
}

static void correct(struct fix *f, struct play *p, const struct vl_pack *pack, const char *card)
{
    struct vl_pack fresh = { 0 };
    char name[VL_TEXT_MAX], path[VL_PATH_MAX] = "";

    if (!find_card(f, pack, card, name, sizeof name))
        return;
    f->text = malloc(pack->json_len + 1);
    if (!f->text)
        return;
    memcpy(f->text, pack->json, pack->json_len + 1);
    f->len = pack->json_len;
    cli_say(f->cli, TXT("cli.correct.begin"), "card", name, NULL);
    if (make(f, pack, &fresh, path, sizeof path))
        tell_use(p, &fresh, path);
    else
        cli_say(f->cli, TXT("cli.correct.nothing"), NULL);
    free(f->text);
    vl_pack_free(&fresh);
}

/* The questions go to the screen at once, past the page that is being written. */
void local_correct(struct play *p, const char *card)
{
    struct fix f = { .cli = p->cli, .local = p->at };
    struct vl_error err = { 0 };
    struct vl_pack pack = { 0 };
    FILE *page;

    if (p->match->seed_kind != VL_SEED_HAND || !card[0]) {
        cli_say(p->cli, card[0] ? TXT("cli.correct.not_here") : TXT("cli.correct.how"), NULL);
        return;
    }
    if (local_pack(p->at, &pack, &err) != VL_OK) {
        cli_warn_error(p->cli, NULL, NULL, &err);
        return;
    }
    p->busy = true; /* no prompt of the table */
    play_flush(p);
    page = p->cli->out;
    p->cli->out = p->screen;
    correct(&f, p, &pack, card);
    cli_flush(p->cli);
    p->cli->out = page;
    vl_pack_free(&pack);
    p->host->tongue(p);
}
