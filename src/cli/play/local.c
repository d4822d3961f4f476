/* local.c - the host of a game of our own: requests carried out, chance and bots at
 * work, everything kept on disk. */
#include "cli/play/local.h"

#include "base/hash.h"
#include "registry.h"
#include "tell/tell.h"
#include "text/faces.h"
#include "text/rules.h"

#include <stdlib.h>
#include <string.h>

enum { MESSAGE = 2 << 20, LOG = 200 };

static struct local *local(struct play *p)
{
    return p->at;
}

/* ---- messages ---- */

static struct vl_json begin(struct local *l, const char *type)
{
    struct vl_json w = vl_json_on(l->memory, MESSAGE);

    vl_json_obj(&w);
    vl_json_kstr(&w, "t", type);
    return w;
}

static void deliver(struct play *p, struct vl_json *w)
{
    vl_json_end(w);
    VL_VERIFY(!w->out.full);
    play_receive(p, w->out.p, w->out.len);
}

/* {"t":"error"}: worded for the move, if a rule refuses one. */
static void refuse(struct play *p, const struct vl_move *move, const struct vl_error *err)
{
    struct local *l = local(p);
    struct vl_json w = begin(l, "error");
    char text[2 * VL_TEXT_MAX];
    struct vl_buf b = vl_buf_on(text, sizeof text);

    if (err->rule && move)
        vl_text_refused(&b, p->cli->lang, &l->match->rules, l->match->state, *move, err);
    else
        vl_text_error(&b, p->cli->lang, &l->match->rules, err);
    vl_json_kstr(&w, "status", vl_status_word(err->status));
    if (err->rule)
        vl_json_kstr(&w, "rule", vl_rule_texts[err->rule].id);
    vl_json_kstr(&w, "text", text);
    deliver(p, &w);
}

/* ---- who sees ---- */

static int humans(const struct vl_match *m)
{
    int n = 0;

    for (int i = 0; i < m->players_len; i++)
        n += vl_match_is_human(m, i);
    return n;
}

/* The seats of people, bit by bit. */
static uint32_t human_seats(const struct vl_match *m)
{
    uint32_t bits = 0;

    for (int seat = 0; seat < m->state->seats; seat++)
        if (vl_match_is_human(m, vl_match_holder(m, seat)))
            bits |= UINT32_C(1) << seat;
    return bits;
}

/* Several people at one screen see together what anybody may see. */
static vl_actor viewer(const struct vl_match *m)
{
    uint32_t seats = human_seats(m);

    for (int seat = 0; humans(m) == 1 && seat < m->state->seats; seat++)
        if (seats >> seat & 1)
            return (vl_actor)seat;
    return VL_ANYONE;
}

static void put_view(struct vl_json *w, const struct vl_match *m, int lang)
{
    static struct vl_canvas canvas;
    static union vl_any_state known;
    vl_actor actor = m->state->actor;
    bool ours = actor >= 0 && (human_seats(m) >> actor & 1);
    struct vl_board b = { &m->rules, &known.base, &canvas.view, lang };

    vl_board_fill(&canvas, &known.base, &m->rules, m->state, ours ? actor : viewer(m));
    vl_json_key(w, "view");
    vl_board_json(w, &b, m->len);
}

static void put_entries(struct vl_json *w, const char *key, const struct vl_match *m, uint32_t from,
                        int lang)
{
    static struct vl_tale tale;

    vl_json_key(w, key);
    vl_json_arr(w);
    while (from < m->len) {
        uint32_t to = m->len - from > VL_TALE_MAX ? from + VL_TALE_MAX : m->len;
        vl_tale_tell(&tale, m, from, to, NULL);
        vl_tale_entries(w, &tale, viewer(m), lang);
        from = to;
    }
    vl_json_end(w);
    vl_tale_free(&tale);
}

/* ---- telling ---- */

/* The words of both languages: people type those of either. */
static void send_faces(struct play *p)
{
    for (int lang = 0; lang < VL_LANGS; lang++) {
        struct vl_json w = begin(local(p), "faces");

        vl_faces_json(&w, &local(p)->match->rules, lang);
        deliver(p, &w);
    }
}

/* All of it, with what happened lately. */
static void send_view(struct play *p)
{
    struct local *l = local(p);

    send_faces(p);
    const struct vl_match *m = l->match;
    struct vl_json w = begin(l, "view");

    vl_json_kint(&w, "rev", m->len);
    put_view(&w, m, p->cli->lang);
    put_entries(&w, "log", m, m->len > LOG ? m->len - LOG : 0, p->cli->lang);
    l->shown = m->len;
    l->offered = -1;
    deliver(p, &w);
}

/* What has happened since the session was last told. */
static void send_step(struct play *p)
{
    struct local *l = local(p);
    const struct vl_match *m = l->match;
    struct vl_json w = begin(l, "step");

    vl_json_kint(&w, "from", l->shown);
    vl_json_kint(&w, "rev", m->len);
    put_entries(&w, "entries", m, l->shown, p->cli->lang);
    put_view(&w, m, p->cli->lang);
    l->shown = m->len;
    deliver(p, &w);
}

struct told {
    struct vl_sink sink; /* first */
    const struct local *l;
    struct vl_json *w;
};

static void put_event(struct vl_sink *sink, const struct vl_event *ev)
{
    struct told *t = (struct told *)sink;

    if (vl_event_seen(ev, viewer(t->l->match)))
        vl_event_json(t->w, &t->l->match->rules, ev, t->l->cli->lang, -1);
}

static void send_start(struct play *p)
{
    struct local *l = local(p);
    struct vl_json w = begin(l, "start");
    struct told t = { { put_event }, l, &w };

    vl_json_key(&w, "events");
    vl_json_arr(&w);
    vl_match_start_events(l->match, &t.sink);
    vl_json_end(&w);
    deliver(p, &w);
}

static void send_players(struct play *p)
{
    struct local *l = local(p);
    const struct vl_match *m = l->match;
    struct vl_json w = begin(l, "players");

    vl_json_key(&w, "players");
    vl_json_arr(&w);
    for (int i = 0; i < m->players_len; i++) {
        bool human = vl_match_is_human(m, i);
        vl_json_obj(&w);
        vl_json_kstr(&w, "kind", human ? "human" : "bot");
        vl_json_kstr(&w, "level", human ? "" : m->players[i].kind);
        vl_json_kstr(&w, "name", m->players[i].name);
        vl_json_kbool(&w, "here", true);
        vl_json_end(&w);
    }
    vl_json_end(&w);
    deliver(p, &w);
}

/* What whoever is to move may do; then the same in the other language. */
static void put_actions(struct vl_json *w, const struct vl_match *m, int lang)
{
    static struct vl_canvas canvas;
    static union vl_any_state known;
    vl_actor actor = m->state->actor;
    struct vl_board b = { &m->rules, &known.base, &canvas.view, lang };

    vl_board_fill(&canvas, &known.base, &m->rules, m->state, actor);
    vl_board_actions(w, &b, actor);
    vl_board_other(w, &b);
}

/* The game is over: its campaign has it before anybody is told. As it stands on the disk
 * now, for another game of it may have ended meanwhile. */
static void count_game(struct local *l)
{
    struct cli_campaign *it = l->campaign;
    struct vl_error err = { 0 };
    int st;

    if (!it || l->counted)
        return;
    st = vl_campaign_load(&it->c, l->match->rules.game, it->path, &err);
    if (st == VL_OK)
        st = vl_campaign_add(&it->c, l->match, &err);
    if (st == VL_OK || st == VL_DUPLICATE)
        vl_campaign_end(&it->c, l->journal.id);
    if (st == VL_OK || st == VL_DUPLICATE)
        st = vl_campaign_save(&it->c, it->path, &err);
    if (st == VL_OK)
        l->counted = true;
    else
        cli_warn_error(l->cli, &l->match->rules, it->path, &err);
}

/* What is to be decided here, or entered, or how it ended. */
static void ask_people(struct play *p)
{
    struct local *l = local(p);
    const struct vl_match *m = l->match;
    vl_actor actor = m->state->actor;
    struct vl_json w = begin(l, actor == VL_OVER     ? "over"
                                : actor == VL_CHANCE ? "chance"
                                                     : "actions");

    l->offered = m->len;
    if (actor == VL_OVER)
        count_game(l);
    if (actor == VL_OVER)
        vl_tell_over(&w, m, p->cli->lang);
    else
        vl_json_kint(&w, "rev", m->len);
    if (actor >= 0)
        put_actions(&w, m, p->cli->lang);
    deliver(p, &w);
}

/* ---- keeping the game ---- */

/* A failure is reported once, and tried again after every entry. */
static void keep(struct local *l)
{
    struct vl_error err = { 0 };

    if (vl_journal_sync(&l->journal, l->match, &err) == VL_OK) {
        if (l->unsaved && l->journal.fd >= 0) {
            cli_warn(l->cli, TXT("cli.play.kept_again"), NULL);
            l->unsaved = false;
        }
        return;
    }
    if (!l->unsaved)
        cli_warn_error(l->cli, NULL, NULL, &err);
    l->unsaved = true;
}

/* --record, then the journal. The worse of the two decides the exit code. */
static int let_go(struct local *l, int code)
{
    struct vl_error err = { 0 };

    if (l->record && vl_record_save(l->match, l->record, true, VL_FILE_REPLACE, &err) != VL_OK)
        code = cli_fail_error(l->cli, NULL, l->record, &err);
    else if (l->record)
        cli_say(l->cli, TXT("cli.play.saved"), "file", l->record, NULL);
    memset(&err, 0, sizeof err);
    if (vl_journal_close(&l->journal, l->match, &err) != VL_OK) {
        if (!l->unsaved)
            cli_warn_error(l->cli, NULL, NULL, &err);
        l->unsaved = true;
    }
    return code;
}

/* The name of --record is taken at once: a place that cannot be written is found
 * before the game, and what else is saved meanwhile does not get in the way. */
static int claim_record(struct local *l)
{
    struct vl_error err = { 0 };

    if (!l->record || vl_file_is_stream(l->record) ||
        vl_record_save(l->match, l->record, true, cli_how(l->cli), &err) == VL_OK)
        return CLI_OK;
    return cli_fail_error(l->cli, NULL, l->record, &err);
}

/* Left before the end, the game stays in the store. */
static int local_leave(struct play *p, int code)
{
    struct local *l = local(p);
    char game[VL_PATH_MAX + PLAY_WORD + 16];
    bool is_kept;

    snprintf(game, sizeof game, "%s%s%s", p->game, l->content[0] ? " --content " : "", l->content);
    code = let_go(l, code);
    is_kept = l->journal.path[0] && !l->unsaved;
    if (p->over || (code != CLI_OK && code < CLI_STOPPED))
        return code;
    if (is_kept)
        cli_say(p->cli, TXT("cli.play.kept"), "game", game, NULL);
    else
        cli_warn(p->cli, TXT("cli.play.lost"), NULL);
    return code == CLI_OK && !is_kept && !l->record ? CLI_NO : code;
}

static void local_over(struct play *p, const struct vl_json_doc *doc)
{
    struct local *l = local(p);

    (void)doc;
    if (l->counted) {
        cli_print(p->cli, "\n");
        cli_campaign_last(p->cli, l->campaign);
        cli_campaign_show(p->cli, l->campaign);
    }
    play_stop(p, CLI_OK);
}

/* ---- the machine ---- */

static bool stop_thinking(void *arg)
{
    (void)arg;
    return cli_stop != 0;
}

/* What a bot would do that knows what the seat to move knows. */
static struct vl_move choose(struct local *l, const struct vl_bot_spec *bot, const uint8_t key[32],
                             int *choices)
{
    static struct vl_move legal[VL_MOVES_MAX];
    const struct vl_rules *r = &l->match->rules;
    struct vl_rng rng = vl_rng_key(key);
    union vl_any_state known;
    struct vl_bot_answer answer;
    struct vl_bot_ask ask = { .rules = r,
                              .state = &known.base,
                              .seat = l->match->state->actor,
                              .legal = legal,
                              .rng = &rng,
                              .scratch = l->scratch,
                              .limits = { .stop = stop_thinking } };

    memcpy(&known, l->match->state, r->game->state_size);
    vl_hide(r, &known.base, l->match->state->actor);
    ask.legal_len = *choices = vl_legal(r, &known.base, legal);
    vl_bot_choose(bot, &ask, &answer);
    return answer.move;
}

static int play_bot(struct local *l, int player, struct vl_error *err)
{
    struct vl_move move;
    uint8_t key[32];
    int choices;

    if (!tutorial_partner(l->lesson, l->match, &move)) {
        vl_seed_bot(key, l->match->seed, l->match->len);
        move = choose(l, &l->bot[player], key, &choices);
    }
    return cli_stop ? VL_OK : vl_match_play(l->match, move, player, err);
}

/* Chance, then one bot, so that each of its moves is seen when it is made. */
static bool machine_moves(struct play *p)
{
    struct local *l = local(p);
    struct vl_error err = { 0 };
    bool any = false, done = false;

    while (!done && !cli_stop) {
        int who = vl_match_to_move(l->match), st = VL_OK;
        bool chance = who == VL_CHANCE && l->match->seed_kind != VL_SEED_HAND;
        bool bot = who >= 0 && !vl_match_is_human(l->match, who);
        if (chance)
            st = vl_match_draw(l->match, &err);
        else if (bot)
            st = play_bot(l, who, &err);
        if (st != VL_OK)
            play_stop(p, cli_fail_error(p->cli, &l->match->rules, NULL, &err));
        done = !chance || st != VL_OK;
        any = any || chance || bot;
        keep(l);
    }
    return any;
}

static int local_work(struct play *p)
{
    struct local *l = local(p);
    bool more = p->code < 0 && machine_moves(p);

    if (l->match->len > l->shown)
        send_step(p);
    if (more)
        return 0;
    if (l->offered != l->match->len)
        ask_people(p);
    return -1;
}

/* ---- requests ---- */

struct request {
    struct vl_json_doc doc;
    char type[PLAY_WORD];
    char notation[VL_NOTATION_MAX];
    struct vl_move move;
    struct vl_error err;
};

/* The match has changed by somebody's will. */
static void changed(struct play *p)
{
    struct local *l = local(p);

    l->vote = -1;
    p->vote = -1;
    keep(l);
}

/* Reads "move"; false, and refused, if that is none. */
static bool read_move(struct play *p, struct request *q)
{
    const struct vl_rules *r = &local(p)->match->rules;

    board_text(&q->doc, vl_json_get(&q->doc, 0, "move"), q->notation, sizeof q->notation);
    if (vl_move_read(r, q->notation, strlen(q->notation), &q->move, &q->err) == VL_OK)
        return true;
    refuse(p, &q->move, &q->err);
    return false;
}

static void do_move(struct play *p, struct request *q)
{
    struct vl_match *m = local(p)->match;
    int st;

    if (!read_move(p, q))
        return;
    st = m->state->actor == VL_CHANCE ? vl_match_enter(m, q->move, &q->err)
                                      : vl_match_play(m, q->move, vl_match_to_move(m), &q->err);
    if (st == VL_REFUSED)
        vl_error_rule(&q->err, st, q->err.rule, q->notation, "");
    if (st == VL_OK)
        changed(p);
    else
        refuse(p, &q->move, &q->err);
}

/* Who has to agree: a single person has by asking, and one's own moves are free. */
static void take_back(struct play *p, uint32_t to, uint32_t agreed)
{
    struct vl_error err = { 0 };

    if (vl_match_undo(local(p)->match, to, agreed, &err) == VL_OK)
        changed(p);
    else
        refuse(p, NULL, &err);
}

static void send_vote(struct play *p)
{
    struct local *l = local(p);
    struct vl_json w = begin(l, "vote");

    vl_json_kint(&w, "vote", l->vote);
    vl_json_kstr(&w, "what", "undo");
    vl_json_kint(&w, "to", l->vote_to);
    vl_json_key(&w, "need");
    vl_json_arr(&w);
    for (int i = 0; i < l->match->players_len; i++)
        if (vl_match_is_human(l->match, i) && !(l->agreed >> i & 1))
            vl_json_int(&w, i);
    vl_json_end(&w);
    deliver(p, &w);
}

static void do_undo(struct play *p, struct request *q)
{
    struct local *l = local(p);
    int64_t to = play_int(&q->doc, 0, "to", 0, l->match->len, 0);
    int64_t free_to = vl_match_undo_free_to(l->match, VL_ANYONE);

    if ((free_to >= 0 && to >= free_to) || humans(l->match) <= 1) {
        take_back(p, (uint32_t)to, UINT32_MAX);
        return;
    }
    l->vote = l->votes++;
    l->vote_to = (uint32_t)to;
    l->agreed = 0;
    send_vote(p);
}

static void do_vote(struct play *p, struct request *q)
{
    struct local *l = local(p);
    bool agree = play_true(&q->doc, 0, "agree");
    uint32_t all = 0;

    if (l->vote < 0)
        return;
    for (int i = 0; i < l->match->players_len; i++)
        if (vl_match_is_human(l->match, i))
            all |= 1u << i;
    if (agree)
        l->agreed |= 1u << p->voter;
    if (agree && (l->agreed & all) != all) {
        send_vote(p);
        return;
    }
    l->vote = -1;
    struct vl_json w = begin(l, "voted");
    vl_json_kbool(&w, "passed", agree);
    deliver(p, &w);
    if (agree)
        take_back(p, l->vote_to, all);
}

static void do_redo(struct play *p, struct request *q)
{
    struct vl_match *m = local(p)->match;
    char text[VL_TEXT_MAX];
    struct vl_buf b = vl_buf_on(text, sizeof text);

    if (!vl_match_redo_next(m, &q->move)) {
        cli_say(p->cli, TXT("cli.play.redo_none"), NULL);
        return;
    }
    vl_text_move(&b, p->cli->lang, &m->rules, m->state, q->move);
    if (vl_match_redo(m, vl_match_to_move(m), &q->err) != VL_OK) {
        refuse(p, &q->move, &q->err);
        return;
    }
    cli_say(p->cli, TXT("cli.play.redone"), "move", text, NULL);
    changed(p);
}

/* What the seat to move knows; at chance, what anybody does. */
static vl_actor read_known(const struct vl_match *m, union vl_any_state *known)
{
    memcpy(known, m->state, m->rules.game->state_size);
    vl_hide(&m->rules, &known->base, m->state->actor >= 0 ? m->state->actor : VL_ANYONE);
    return m->state->actor >= 0 ? m->state->actor : 0;
}

/* What a move would change in figures. */
static void put_changes(struct play *p, struct vl_json *w, const struct vl_state *known,
                        struct vl_move move)
{
    static struct vl_outlook memory;
    vl_actor seat = known->actor >= 0 ? known->actor : 0;

    vl_tell_changes(w, &local(p)->match->rules, known, seat, move, p->cli->lang, &memory);
}

static void do_preview(struct play *p, struct request *q)
{
    struct local *l = local(p);
    union vl_any_state known;
    vl_actor seat = read_known(l->match, &known);

    if (!read_move(p, q))
        return;
    struct vl_json w = begin(l, "preview");
    vl_json_key(&w, "preview");
    vl_preview_json(&w, &l->match->rules, &known.base, q->move, q->notation, seat, p->cli->lang);
    put_changes(p, &w, &known.base, q->move);
    deliver(p, &w);
}

static void do_why(struct play *p, struct request *q)
{
    struct local *l = local(p);
    union vl_any_state known;
    vl_actor seat = read_known(l->match, &known);

    if (!read_move(p, q))
        return;
    struct vl_json w = begin(l, "why");
    vl_json_kstr(&w, "move", q->notation);
    vl_tell_why(&w, &l->match->rules, &known.base, seat, q->move, q->notation, p->cli->lang);
    deliver(p, &w);
}

/* The same advice for the same position, here and on a server. */
static void do_hint(struct play *p, struct request *q)
{
    struct vl_bot_spec greedy = { &vl_bot_greedy, vl_bot_greedy.param_def };
    struct local *l = local(p);
    union vl_any_state known;
    uint8_t key[32];
    int choices;

    if (l->match->state->actor < 0)
        return;
    read_known(l->match, &known);
    vl_sha256_of(&known, l->match->rules.game->state_size, key);
    q->move = choose(l, &greedy, key, &choices);
    struct vl_json w = begin(l, "hint");
    vl_tell_hint(&w, &l->match->rules, &known.base, q->move, choices == 1, p->cli->lang);
    put_changes(p, &w, &known.base, q->move);
    deliver(p, &w);
}

/* The whole record in one piece, however long it is. */
static void do_record(struct play *p, struct request *q)
{
    struct local *l = local(p);
    char *text = NULL, *memory = NULL;
    size_t len = 0, cap;

    if (vl_record_write(l->match, true, &text, &len, &q->err) != VL_OK) {
        refuse(p, NULL, &q->err);
        return;
    }
    cap = 6 * len + 256; /* every byte escaped */
    memory = malloc(cap);
    if (memory) {
        struct vl_json w = vl_json_on(memory, cap);
        vl_json_obj(&w);
        vl_json_kstr(&w, "t", "record");
        vl_json_kint(&w, "from", 0);
        vl_json_key(&w, "text");
        vl_json_str_n(&w, text, len);
        deliver(p, &w);
    }
    free(memory);
    free(text);
}

static void local_send(struct play *p, const char *text, size_t len, bool must_arrive)
{
    static const struct {
        const char *type;
        void (*carry_out)(struct play *p, struct request *q);
    } requests[] = {
        { "move", do_move }, { "undo", do_undo },       { "vote", do_vote },
        { "redo", do_redo }, { "preview", do_preview }, { "why", do_why },
        { "hint", do_hint }, { "record", do_record },
    };
    struct vl_json_node nodes[64];
    struct request q = { 0 };

    (void)must_arrive;
    if (vl_json_parse(&q.doc, text, len, nodes, VL_LEN(nodes), &q.err) != VL_OK)
        return;
    board_text(&q.doc, vl_json_get(&q.doc, 0, "t"), q.type, sizeof q.type);
    for (int i = 0; i < VL_LEN(requests); i++)
        if (strcmp(q.type, requests[i].type) == 0)
            requests[i].carry_out(p, &q);
}

static bool local_waits(struct play *p, const char *type)
{
    (void)p;
    (void)type;
    return false;
}

/* ---- the game ---- */

static const struct play_host local_host = {
    .kind = PLAY_LOCAL,
    .send = local_send,
    .waits = local_waits,
    .tongue = send_view,
    .work = local_work,
    .leave = local_leave,
    .over = local_over,
    .correct = local_correct,
};

/* The values of the real cards are printed on them, ours may be others. */
static void warn_designed(struct local *l)
{
    struct vl_pack pack = { 0 };
    char count[16];
    int n = local_pack(l, &pack, NULL) == VL_OK ? vl_pack_designed(&pack) : 0;

    snprintf(count, sizeof count, "%d", n);
    if (n > 0)
        cli_say(l->cli, TXT("cli.hand.designed"), "n", count, NULL);
    vl_pack_free(&pack);
}

/* What is played, and how to get help. */
static void greet(struct local *l)
{
    const struct vl_rules *r = &l->match->rules;
    char name[PLAY_NAME], options[VL_TEXT_MAX] = "";
    struct vl_buf n = vl_buf_on(name, sizeof name), o = vl_buf_on(options, sizeof options);

    vl_text_game(&n, l->cli->lang, r->game);
    local_options(l->cli, r, &o);
    cli_say(l->cli, TXT("cli.play.greet"), "game", name, "options", options, NULL);
    if (l->match->len > 0)
        cli_say(l->cli, TXT("cli.play.resumed"), NULL);
    cli_say(l->cli, TXT("cli.play.start_help"), NULL);
    if (l->match->seed_kind == VL_SEED_HAND)
        warn_designed(l);
}

int local_play(struct local *l, struct play *p)
{
    int code = claim_record(l);

    if (code != CLI_OK)
        return code;
    code = CLI_BAD;
    l->memory = malloc(MESSAGE);
    l->offered = l->vote = -1;
    if (!l->memory)
        return cli_fail(l->cli, TXT("cli.bad.memory"), NULL);
    if (play_begin_session(p, l->cli, &local_host, l)) {
        p->match = l->match;
        p->met = p->seated = true;
        p->player = 0;
        p->seats = human_seats(l->match);
        snprintf(p->game, sizeof p->game, "%s", l->match->rules.game->id);
        greet(l);
        send_players(p);
        if (l->match->len == 0)
            send_start(p);
        send_view(p);
        keep(l);
        code = play_run(p);
    }
    play_end(p);
    free(l->memory);
    return code;
}
