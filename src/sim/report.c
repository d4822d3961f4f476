/* report.c - the text and JSON reports of a simulation. */
#include "sim/report.h"

#include "text/rules.h"
#include "text/text.h"

#include <stdlib.h>

enum { WORD = 160, COLUMNS = 6, SUMMARY = 5 };

/* ---- numbers and words ---- */

void vl_put_fixed(struct vl_buf *b, int lang, uint64_t hundredths, int decimals)
{
    uint64_t v = decimals == 2 ? hundredths : (hundredths + 5) / 10;
    uint64_t unit = decimals == 2 ? 100 : 10;

    vl_put_u64(b, v / unit);
    vl_put_char(b, lang == VL_FR ? ',' : '.');
    if (decimals == 2)
        vl_put_char(b, (char)('0' + v % 100 / 10));
    vl_put_char(b, (char)('0' + v % 10));
}

void vl_put_score(struct vl_buf *b, int lang, int64_t hundredths)
{
    if (hundredths < 0)
        vl_put_char(b, '-');
    vl_put_fixed(b, lang, (uint64_t)(hundredths < 0 ? -hundredths : hundredths), 2);
}

void vl_put_percent(struct vl_buf *b, int lang, uint32_t hundredths)
{
    vl_put_fixed(b, lang, hundredths, 1);
    vl_put(b, "\xc2\xa0%");
}

void vl_put_title(struct vl_buf *b, const struct vl_sim_report *rep)
{
    char name[WORD], games[24], seed[24];
    struct vl_buf n = vl_buf_on(name, sizeof name);
    struct vl_buf g = vl_buf_on(games, sizeof games), s = vl_buf_on(seed, sizeof seed);

    vl_text_game(&n, rep->lang, rep->cells[0].rules.game);
    vl_put_u64(&g, rep->games);
    vl_put_u64(&s, rep->seed);
    const char *pairs[] = { "game", name, "games", games, "bots", rep->bots, "seed", seed, NULL };
    vl_text_str(b, rep->lang, TXT("sim.title"), pairs);
}

void vl_put_pack(struct vl_buf *b, const struct vl_sim_report *rep)
{
    const struct vl_pack_info *pack = rep->cells[0].rules.pack;
    char hash[17], file[WORD];
    struct vl_buf h = vl_buf_on(hash, sizeof hash), f = vl_buf_on(file, sizeof file);

    if (!pack)
        return;
    vl_put_hex64(&h, pack->hash);
    if (rep->content)
        vl_text_clean(&f, rep->content, strlen(rep->content));
    else
        vl_text_str(&f, rep->lang, TXT("sim.built_in"), NULL);
    const char *pairs[] = { "id", pack->id, "version", pack->version, "hash",
                            hash, "file",   file,      NULL };
    vl_text_str(b, rep->lang, TXT("sim.content"), pairs);
}

void vl_put_within(struct vl_buf *b, int lang, const struct vl_sim_score *score)
{
    int64_t within = vl_score_within100(score);

    if (within < 0)
        return;
    vl_put(b, "± ");
    vl_put_fixed(b, lang, (uint64_t)within, 2);
}

static bool is_counted(const struct vl_sim_cell *cell, int tally)
{
    for (int i = 0; i < VL_SIM_THINGS; i++)
        if (cell->count->tally[tally][i].sum != cell->count->tally[tally][i].games)
            return true;
    return false;
}

/* So often of the times that what it is measured by came. */
static struct vl_rate rate_of(const struct vl_sim_cell *cell, int tally, int thing)
{
    int among = cell->rules.game->tallies[tally].among;

    return vl_wilson(cell->count->tally[tally][thing].sum,
                     among ? cell->count->tally[among - 1][thing].sum : cell->count->games);
}

bool vl_sim_shown(const struct vl_sim_cell *cell, int tally, int thing)
{
    const struct vl_tally *t = &cell->rules.game->tallies[tally];

    return cell->count->tally[tally][thing].games > 0 ||
           ((t->flags & VL_TALLY_RATE) && t->among &&
            cell->count->tally[t->among - 1][thing].games > 0);
}

int vl_sim_columns(const struct vl_sim_cell *cell, int tally, uint8_t out[VL_SIM_COLUMNS])
{
    bool often = (cell->rules.game->tallies[tally].flags & VL_TALLY_OFTEN) != 0;
    int len = 0;

    if (often || is_counted(cell, tally))
        out[len++] = VL_SIM_PER_GAME;
    bool rate = (cell->rules.game->tallies[tally].flags & VL_TALLY_RATE) != 0;
    int last = rate ? VL_SIM_RANGE : VL_SIM_WITHIN;
    for (int c = rate ? VL_SIM_RATE : VL_SIM_SHARE; c <= last && !often; c++)
        out[len++] = (uint8_t)c;
    return len;
}

const char *vl_sim_column_id(const struct vl_sim_cell *cell, int tally, int column)
{
    const struct vl_tally *t = &cell->rules.game->tallies[tally];

    switch (column) {
    case VL_SIM_PER_GAME: return TXT("sim.per_game");
    case VL_SIM_SHARE: return t->among ? TXT("sim.when_possible") : TXT("sim.in_games");
    case VL_SIM_RATE: return TXT("sim.rate");
    case VL_SIM_RANGE:
    case VL_SIM_WITHIN: return TXT("sim.within");
    default: break;
    }
    if (!cell->count->apart)
        return TXT("sim.won_then");
    return t->who ? TXT("sim.score_of") : TXT("sim.score");
}

static void put_interval(struct vl_buf *b, int lang, struct vl_rate rate)
{
    vl_put_fixed(b, lang, rate.low, 1);
    vl_put(b, "-");
    vl_put_fixed(b, lang, rate.high, 1);
}

void vl_put_column(struct vl_buf *b, int lang, const struct vl_sim_cell *cell, int tally, int thing,
                   int column)
{
    const struct vl_sim_thing *n = &cell->count->tally[tally][thing];
    struct vl_rate won = vl_wilson(n->won, n->games);
    bool apart = cell->count->apart != 0;

    if (column == VL_SIM_PER_GAME)
        vl_put_fixed(b, lang, vl_per_game100(n->sum, cell->count->games), 2);
    else if (column == VL_SIM_SHARE)
        vl_put_percent(
            b, lang,
            vl_wilson(n->games, vl_sim_among(cell->rules.game, cell->count, tally, thing)).mid);
    else if (column == VL_SIM_RATE)
        vl_put_percent(b, lang, rate_of(cell, tally, thing).mid);
    else if (column == VL_SIM_RANGE)
        put_interval(b, lang, rate_of(cell, tally, thing));
    else if (column == VL_SIM_THEN && apart)
        vl_put_score(b, lang, vl_score_mean100(&n->score));
    else if (column == VL_SIM_THEN)
        vl_put_percent(b, lang, won.mid);
    else if (apart)
        vl_put_within(b, lang, &n->score);
    else
        put_interval(b, lang, won);
}

void vl_put_partial(struct vl_buf *b, const struct vl_sim_report *rep)
{
    char number[24];
    struct vl_buf n = vl_buf_on(number, sizeof number);
    uint64_t games = 0;

    for (int i = 0; i < rep->cells_len; i++)
        games += rep->cells[i].count->games;
    vl_put_u64(&n, games);
    vl_text_str(b, rep->lang, TXT("sim.partial"), (const char *const[]){ "done", number, NULL });
}

void vl_put_outcome(struct vl_buf *b, int lang, const struct vl_sim_cell *cell, int outcome)
{
    const struct vl_game *g = cell->rules.game;
    uint32_t rule = cell->count->rule[outcome];

    vl_text_label(b, lang, g, "outcome",
                  outcome < g->outcomes_len ? g->outcomes[outcome] : "other");
    if (rule) {
        vl_put(b, " (");
        vl_put(b, vl_rule_texts[rule].id);
        vl_put_char(b, ')');
    }
}

const struct vl_hist *vl_sim_length(const struct vl_sim_count *c, int i, const char **id,
                                    const char **key)
{
    const struct {
        const struct vl_hist *h;
        const char *id, *key;
    } all[] = {
        { &c->turns, TXT("sim.turns"), "turns" },
        { &c->rounds, TXT("sim.rounds"), "rounds" },
        { &c->decisions, TXT("sim.decisions"), "decisions" },
        { &c->moves, TXT("sim.moves"), "moves" },
    };

    for (int k = 0; k < VL_LEN(all); k++)
        if (all[k].h->count && i-- == 0) {
            *id = all[k].id;
            *key = all[k].key;
            return all[k].h;
        }
    return NULL;
}

int vl_columns(const char *text)
{
    int n = 0;

    for (; *text; text++)
        n += ((unsigned char)*text & 0xc0) != 0x80;
    return n;
}

/* ---- text ---- */

struct row {
    char cell[COLUMNS][WORD];
    bool left[COLUMNS];
};

struct page {
    const struct vl_sim_report *rep;
    FILE *out;
    int width[COLUMNS];
};

static struct vl_buf cell_of(struct row *row, int column)
{
    return vl_buf_on(row->cell[column], WORD);
}

static void say(struct row *row, int column, int lang, const char *id)
{
    struct vl_buf b = cell_of(row, column);

    vl_text_str(&b, lang, id, NULL);
}

static void print_rows(struct page *page, const struct row *rows, int len, int columns)
{
    for (int c = 0; c < columns; c++) {
        page->width[c] = 0;
        for (int i = 0; i < len; i++) {
            int w = vl_columns(rows[i].cell[c]);
            page->width[c] = w > page->width[c] ? w : page->width[c];
        }
    }
    for (int i = 0; i < len; i++) {
        fputs("  ", page->out);
        for (int c = 0; c < columns; c++) {
            int fill = page->width[c] - vl_columns(rows[i].cell[c]);
            bool left = rows[0].left[c];
            if (left)
                fputs(rows[i].cell[c], page->out);
            if (!left || c + 1 < columns)
                fprintf(page->out, "%*s", fill, "");
            if (!left)
                fputs(rows[i].cell[c], page->out);
            if (c + 1 < columns)
                fputs("  ", page->out);
        }
        fputc('\n', page->out);
    }
}

/* The most frequent outcome after the first, which is the victory of all. */
static int worst_cause(const struct vl_sim_cell *cell)
{
    int worst = -1;

    for (int i = 2; i < VL_SIM_OUTCOMES; i++)
        if (cell->count->outcome[i] &&
            (worst < 0 || cell->count->outcome[i] > cell->count->outcome[worst]))
            worst = i;
    return worst;
}

static void summary_head(struct row *row, int lang)
{
    static const char *const ids[] = { TXT("sim.options"), TXT("sim.won"), TXT("sim.within"),
                                       TXT("sim.turns"), TXT("sim.defeat") };

    memset(row, 0, sizeof *row);
    for (int c = 0; c < VL_LEN(ids); c++)
        say(row, c, lang, ids[c]);
    row->left[0] = row->left[4] = true;
}

static void summary_row(struct row *row, int lang, const struct vl_sim_cell *cell)
{
    const struct vl_sim_count *n = cell->count;
    struct vl_rate rate = vl_wilson(n->won, n->games);
    struct vl_buf b = cell_of(row, 0);

    vl_put(&b, cell->label);
    b = cell_of(row, 1);
    vl_put_percent(&b, lang, rate.mid);
    b = cell_of(row, 2);
    put_interval(&b, lang, rate);
    b = cell_of(row, 3);
    vl_put_fixed(&b, lang, vl_hist_mean100(&n->turns), 1);
    b = cell_of(row, 4);
    int cause = worst_cause(cell);
    if (cause >= 0) {
        vl_put(&b, vl_rule_texts[n->rule[cause]].id);
        vl_put_char(&b, ' ');
        vl_put_percent(&b, lang, vl_wilson(n->outcome[cause], n->games).mid);
    }
}

static void print_summary(struct page *page)
{
    const struct vl_sim_report *rep = page->rep;
    struct row *rows = calloc((size_t)rep->cells_len + 1, sizeof *rows);

    if (!rows)
        return;
    summary_head(&rows[0], rep->lang);
    for (int i = 0; i < rep->cells_len; i++)
        summary_row(&rows[i + 1], rep->lang, &rep->cells[i]);
    print_rows(page, rows, rep->cells_len + 1, SUMMARY);
    free(rows);
}

static void print_heading(const struct page *page, const char *text)
{
    fprintf(page->out, "\n%s\n", text);
}

static void print_title(const struct page *page)
{
    const struct vl_sim_report *rep = page->rep;
    char line[VL_TEXT_MAX];
    struct vl_buf b = vl_buf_on(line, sizeof line);

    vl_put_title(&b, rep);
    fprintf(page->out, "%s\n", line);
    b = vl_buf_on(line, sizeof line);
    vl_put_pack(&b, rep);
    fprintf(page->out, "%s\n", line);
    if (!rep->complete) {
        b = vl_buf_on(line, sizeof line);
        vl_put_partial(&b, rep);
        fprintf(page->out, "%s\n", line);
    }
}

static void print_outcomes(struct page *page, const struct vl_sim_cell *cell)
{
    static const char *const heads[] = { NULL, TXT("sim.games"), TXT("sim.share"),
                                         TXT("sim.within") };
    struct row rows[VL_SIM_OUTCOMES + 1];
    int len = 1, lang = page->rep->lang;

    memset(rows, 0, sizeof rows);
    for (int c = 1; c < VL_LEN(heads); c++)
        say(&rows[0], c, lang, heads[c]);
    rows[0].left[0] = true;
    for (int i = 0; i < VL_SIM_OUTCOMES; i++) {
        uint64_t n = cell->count->outcome[i];
        if (!n)
            continue;
        struct vl_rate rate = vl_wilson(n, cell->count->games);
        struct vl_buf b = cell_of(&rows[len], 0);
        vl_put_outcome(&b, lang, cell, i);
        b = cell_of(&rows[len], 1);
        vl_put_u64(&b, n);
        b = cell_of(&rows[len], 2);
        vl_put_percent(&b, lang, rate.mid);
        b = cell_of(&rows[len], 3);
        put_interval(&b, lang, rate);
        len++;
    }
    print_rows(page, rows, len, 4);
}

/* How many rows the players of some cells take, the head included. */
static int player_rows(const struct vl_sim_cell *cells, int len)
{
    int rows = 1;

    for (int i = 0; i < len; i++)
        rows += (int)cells[i].count->players;
    return rows;
}

static void player_row(struct row *row, int lang, const struct vl_sim_cell *cell, int player)
{
    const struct vl_sim_count *n = cell->count;
    struct vl_rate rate = vl_wilson(n->won_by[player], n->games);
    struct vl_buf b = cell_of(row, 0);

    if (player == 0)
        vl_put(&b, cell->label);
    b = cell_of(row, 1);
    vl_put_u64(&b, (uint64_t)player + 1);
    b = cell_of(row, 2);
    vl_put_percent(&b, lang, rate.mid);
    b = cell_of(row, 3);
    put_interval(&b, lang, rate);
    b = cell_of(row, 4);
    vl_put_score(&b, lang, vl_score_mean100(&n->score_by[player]));
    b = cell_of(row, 5);
    vl_put_within(&b, lang, &n->score_by[player]);
}

/* Who won, by the order of the seats. */
static void print_players(struct page *page)
{
    static const char *const heads[] = { TXT("sim.options"), TXT("sim.player"), TXT("sim.won"),
                                         TXT("sim.within"),  TXT("sim.score"),  TXT("sim.within") };
    const struct vl_sim_report *rep = page->rep;
    struct row *rows = calloc((size_t)player_rows(rep->cells, rep->cells_len), sizeof *rows);
    int len = 1;

    if (!rows)
        return;
    for (int c = rep->cells_len > 1 ? 0 : 1; c < VL_LEN(heads); c++)
        say(&rows[0], c, rep->lang, heads[c]);
    rows[0].left[0] = true;
    for (int i = 0; i < rep->cells_len; i++)
        for (uint32_t p = 0; p < rep->cells[i].count->players; p++)
            player_row(&rows[len++], rep->lang, &rep->cells[i], (int)p);
    print_rows(page, rows, len, VL_LEN(heads));
    free(rows);
}

static void print_lengths(struct page *page, const struct vl_sim_cell *cell)
{
    static const char *const heads[] = { NULL, TXT("sim.mean"), TXT("sim.median"), TXT("sim.p5"),
                                         TXT("sim.p95") };
    struct row rows[5];
    int lang = page->rep->lang, len = 1;
    const char *id, *key;

    memset(rows, 0, sizeof rows);
    for (int c = 1; c < VL_LEN(heads); c++)
        say(&rows[0], c, lang, heads[c]);
    rows[0].left[0] = true;
    for (const struct vl_hist *h; (h = vl_sim_length(cell->count, len - 1, &id, &key)); len++) {
        say(&rows[len], 0, lang, id);
        struct vl_buf b = cell_of(&rows[len], 1);
        vl_put_fixed(&b, lang, vl_hist_mean100(h), 1);
        const int percents[] = { 50, 5, 95 };
        for (int c = 0; c < VL_LEN(percents); c++) {
            b = cell_of(&rows[len], 2 + c);
            vl_put_u64(&b, vl_hist_percentile(h, percents[c]));
        }
    }
    print_rows(page, rows, len, 5);
}

static void tally_row(struct row *row, int lang, const struct vl_sim_cell *cell, int tally,
                      int thing, const uint8_t *columns, int len)
{
    struct vl_buf b = cell_of(row, 0);

    vl_text_name(&b, lang, &cell->rules, cell->rules.game->tallies[tally].family, thing);
    for (int c = 0; c < len; c++) {
        b = cell_of(row, 1 + c);
        vl_put_column(&b, lang, cell, tally, thing, columns[c]);
    }
}

static void print_tally(struct page *page, const struct vl_sim_cell *cell, int tally)
{
    const struct vl_game *g = cell->rules.game;
    uint8_t columns[VL_SIM_COLUMNS];
    int lang = page->rep->lang, len = 1, columns_len = vl_sim_columns(cell, tally, columns);
    struct row *rows = calloc(VL_SIM_THINGS + 1, sizeof *rows);
    char title[WORD];
    struct vl_buf b = vl_buf_on(title, sizeof title);

    if (!rows)
        return;
    vl_text_label(&b, lang, g, "tally", g->tallies[tally].id);
    for (int c = 0; c < columns_len; c++)
        say(&rows[0], 1 + c, lang, vl_sim_column_id(cell, tally, columns[c]));
    rows[0].left[0] = true;
    for (int i = 0; i < VL_SIM_THINGS; i++)
        if (vl_sim_shown(cell, tally, i))
            tally_row(&rows[len++], lang, cell, tally, i, columns, columns_len);
    if (len > 1) {
        print_heading(page, title);
        print_rows(page, rows, len, 1 + columns_len);
    }
    free(rows);
}

static void heading_of(const struct page *page, const char *id)
{
    char text[VL_TEXT_MAX];
    struct vl_buf b = vl_buf_on(text, sizeof text);

    vl_text_str(&b, page->rep->lang, id, NULL);
    print_heading(page, text);
}

static void print_tallies(struct page *page, const struct vl_sim_cell *cell)
{
    for (int t = 0; t < cell->rules.game->tallies_len && t < VL_SIM_TALLIES; t++)
        if (!(cell->rules.game->tallies[t].flags & VL_TALLY_BASE))
            print_tally(page, cell, t);
}

/* The details of each cell are in the JSON and in the page. If players win
 * against each other: who won in each, then the tables of all games together. */
static void print_grid(struct page *page)
{
    const struct vl_sim_report *rep = page->rep;
    struct vl_sim_cell all = rep->cells[0];

    fputc('\n', page->out);
    all.count = calloc(1, sizeof *all.count);
    for (int i = 0; all.count && i < rep->cells_len; i++)
        vl_sim_add(all.count, rep->cells[i].count);
    if (all.count && all.count->apart) {
        print_players(page);
        print_tallies(page, &all);
    } else {
        print_summary(page);
    }
    free(all.count);
}

void vl_sim_text(const struct vl_sim_report *rep, FILE *out)
{
    struct page page = { .rep = rep, .out = out };

    print_title(&page);
    if (rep->cells_len > 1) {
        print_grid(&page);
        return;
    }
    const struct vl_sim_cell *cell = &rep->cells[0];
    heading_of(&page, TXT("sim.outcomes"));
    print_outcomes(&page, cell);
    if (cell->count->apart) {
        heading_of(&page, TXT("sim.players"));
        print_players(&page);
    }
    heading_of(&page, TXT("sim.length"));
    print_lengths(&page, cell);
    print_tallies(&page, cell);
}

/* ---- JSON ---- */

static void json_number(struct vl_json *w, uint64_t value, uint64_t scale)
{
    vl_json_int(w, (int64_t)(value / scale));
    vl_put_char(&w->out, '.');
    for (uint64_t digit = scale / 10; digit; digit /= 10)
        vl_put_char(&w->out, (char)('0' + value / digit % 10));
}

void vl_json_fixed(struct vl_json *w, const char *key, uint64_t value, uint64_t scale)
{
    vl_json_key(w, key);
    json_number(w, value, scale);
}

static void json_rate(struct vl_json *w, uint64_t won, uint64_t games)
{
    struct vl_rate rate = vl_wilson(won, games);

    vl_json_kint(w, "won", (int64_t)won);
    vl_json_fixed(w, "win_rate", rate.mid, 10000);
    vl_json_fixed(w, "win_rate_low", rate.low, 10000);
    vl_json_fixed(w, "win_rate_high", rate.high, 10000);
}

static void json_signed(struct vl_json *w, const char *key, int64_t hundredths)
{
    vl_json_key(w, key);
    if (hundredths < 0 && hundredths > -100)
        vl_put_char(&w->out, '-'); /* of -0.5, whose whole part has no sign */
    vl_json_int(w, hundredths / 100);
    hundredths = hundredths < 0 ? -hundredths : hundredths;
    vl_put_char(&w->out, '.');
    vl_put_char(&w->out, (char)('0' + hundredths / 10 % 10));
    vl_put_char(&w->out, (char)('0' + hundredths % 10));
}

static void json_score(struct vl_json *w, const struct vl_sim_score *s)
{
    int64_t mean = vl_score_mean100(s), within = vl_score_within100(s);

    json_signed(w, "score", mean);
    if (within < 0)
        return;
    json_signed(w, "score_low", mean - within);
    json_signed(w, "score_high", mean + within);
}

/* "name=value name=value" as an object of texts. */
static void json_options(struct vl_json *w, const struct vl_rules *r)
{
    char text[2048];
    struct vl_buf b = vl_buf_on(text, sizeof text);

    vl_options_write(r, &b, true);
    vl_json_key(w, "options");
    vl_json_obj(w);
    for (char *p = text; *p;) {
        size_t len = strcspn(p, " "), name = strcspn(p, "=");
        char *next = p + len + (p[len] == ' ');
        p[len] = '\0';
        if (name < len) {
            p[name] = '\0';
            vl_json_kstr(w, p, p + name + 1);
        }
        p = next;
    }
    vl_json_end(w);
}

static void json_lengths(struct vl_json *w, const struct vl_sim_count *n)
{
    const char *id, *key;
    const struct vl_hist *h;

    vl_json_key(w, "length");
    vl_json_obj(w);
    for (int i = 0; (h = vl_sim_length(n, i, &id, &key)); i++) {
        vl_json_key(w, key);
        vl_json_obj(w);
        vl_json_fixed(w, "mean", vl_hist_mean100(h), 100);
        vl_json_kint(w, "median", vl_hist_percentile(h, 50));
        vl_json_kint(w, "p5", vl_hist_percentile(h, 5));
        vl_json_kint(w, "p95", vl_hist_percentile(h, 95));
        vl_json_end(w);
    }
    vl_json_end(w);
}

static void json_outcomes(struct vl_json *w, const struct vl_sim_cell *cell)
{
    const struct vl_game *g = cell->rules.game;

    vl_json_key(w, "outcomes");
    vl_json_arr(w);
    for (int i = 0; i < VL_SIM_OUTCOMES; i++) {
        if (!cell->count->outcome[i])
            continue;
        vl_json_obj(w);
        vl_json_kstr(w, "outcome", i < g->outcomes_len ? g->outcomes[i] : "other");
        if (cell->count->rule[i])
            vl_json_kstr(w, "rule", vl_rule_texts[cell->count->rule[i]].id);
        vl_json_kint(w, "games", (int64_t)cell->count->outcome[i]);
        vl_json_end(w);
    }
    vl_json_end(w);
}

static void json_thing(struct vl_json *w, const struct vl_sim_cell *cell, int tally, int thing)
{
    const struct vl_sim_thing *n = &cell->count->tally[tally][thing];
    const char *key = vl_key(&cell->rules, cell->rules.game->tallies[tally].family, thing);
    uint64_t among = vl_sim_among(cell->rules.game, cell->count, tally, thing);

    vl_json_obj(w);
    vl_json_key(w, "key");
    if (key)
        vl_json_str(w, key);
    else
        vl_json_int(w, thing);
    vl_json_kint(w, "sum", (int64_t)n->sum);
    vl_json_fixed(w, "per_game", vl_per_game100(n->sum, cell->count->games), 100);
    vl_json_kint(w, "games", (int64_t)n->games);
    if (cell->rules.game->tallies[tally].among)
        vl_json_kint(w, "among", (int64_t)among);
    vl_json_fixed(w, "share", vl_wilson(n->games, among).mid, 10000);
    if (cell->rules.game->tallies[tally].flags & VL_TALLY_RATE) {
        struct vl_rate rate = rate_of(cell, tally, thing);
        vl_json_fixed(w, "rate", rate.mid, 10000);
        vl_json_fixed(w, "rate_low", rate.low, 10000);
        vl_json_fixed(w, "rate_high", rate.high, 10000);
    } else if (cell->count->apart) {
        json_score(w, &n->score);
    } else {
        json_rate(w, n->won, n->games);
    }
    vl_json_end(w);
}

static void json_tallies(struct vl_json *w, const struct vl_sim_cell *cell)
{
    const struct vl_game *g = cell->rules.game;

    vl_json_key(w, "tallies");
    vl_json_arr(w);
    for (int t = 0; t < g->tallies_len && t < VL_SIM_TALLIES; t++) {
        vl_json_obj(w);
        vl_json_kstr(w, "id", g->tallies[t].id);
        vl_json_kstr(w, "family", vl_family_name(&cell->rules, g->tallies[t].family));
        vl_json_key(w, "things");
        vl_json_arr(w);
        for (int i = 0; i < VL_SIM_THINGS; i++)
            if (vl_sim_shown(cell, t, i))
                json_thing(w, cell, t, i);
        vl_json_end(w);
        vl_json_end(w);
    }
    vl_json_end(w);
}

static void json_players(struct vl_json *w, const struct vl_sim_cell *cell)
{
    vl_json_key(w, "players");
    vl_json_arr(w);
    for (uint32_t p = 0; p < cell->count->players; p++) {
        vl_json_obj(w);
        json_rate(w, cell->count->won_by[p], cell->count->games);
        if (cell->count->apart)
            json_score(w, &cell->count->score_by[p]);
        vl_json_end(w);
    }
    vl_json_end(w);
}

static void json_cell(struct vl_json *w, const struct vl_sim_cell *cell)
{
    vl_json_obj(w);
    json_options(w, &cell->rules);
    vl_json_kint(w, "games", (int64_t)cell->count->games);
    if (!cell->count->apart) /* else somebody always wins */
        json_rate(w, cell->count->won, cell->count->games);
    json_players(w, cell);
    json_outcomes(w, cell);
    json_lengths(w, cell->count);
    json_tallies(w, cell);
    vl_json_end(w);
}

void vl_sim_json(const struct vl_sim_report *rep, struct vl_json *w)
{
    const struct vl_rules *r = &rep->cells[0].rules;
    char hash[17];
    struct vl_buf b = vl_buf_on(hash, sizeof hash);

    vl_json_obj(w);
    vl_json_kstr(w, "game", r->game->id);
    vl_json_kint(w, "revision", r->game->revision);
    if (r->pack) {
        vl_put_hex64(&b, r->pack->hash);
        vl_json_key(w, "content");
        vl_json_obj(w);
        vl_json_kstr(w, "id", r->pack->id);
        vl_json_kstr(w, "version", r->pack->version);
        vl_json_kstr(w, "hash", hash);
        if (rep->content)
            vl_json_kstr(w, "file", rep->content);
        vl_json_end(w);
    }
    vl_json_kstr(w, "bots", rep->bots);
    vl_json_key(w, "seed");
    vl_json_u64_str(w, rep->seed);
    vl_json_kint(w, "games", (int64_t)rep->games);
    vl_json_kbool(w, "complete", rep->complete);
    vl_json_key(w, "cells");
    vl_json_arr(w);
    for (int i = 0; i < rep->cells_len; i++)
        json_cell(w, &rep->cells[i]);
    vl_json_end(w);
    vl_json_end(w);
}
