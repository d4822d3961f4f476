/* html.c - the report of a simulation as one page: no script, no other file.
 *
 * Charts are inline SVG drawn with the page's own colours, which follow the
 * reader's light or dark setting; every chart has its numbers in a table too.
 */
#include "sim/report.h"

#include "text/text.h"

enum { BAR_W = 420, BAR_H = 22, HIST_W = 640, HIST_H = 160, HIST_BARS = 40, WORD = 256 };

struct page {
    const struct vl_sim_report *rep;
    FILE *out;
    int lang;
};

/* ---- writing ---- */

/* Names come from content packs: nothing in them is markup. */
static void put_text(const struct page *p, const char *text)
{
    for (; *text; text++) {
        switch (*text) {
        case '<': fputs("&lt;", p->out); break;
        case '>': fputs("&gt;", p->out); break;
        case '&': fputs("&amp;", p->out); break;
        case '"': fputs("&quot;", p->out); break;
        case '\'': fputs("&#39;", p->out); break;
        default: fputc(*text, p->out); break;
        }
    }
}

static void say(const struct page *p, const char *id)
{
    char text[VL_TEXT_MAX];
    struct vl_buf b = vl_buf_on(text, sizeof text);

    vl_text_str(&b, p->lang, id, NULL);
    put_text(p, text);
}

static void element(const struct page *p, const char *open, const char *id, const char *close)
{
    fputs(open, p->out);
    say(p, id);
    fputs(close, p->out);
}

static void put_percent(const struct page *p, uint32_t hundredths)
{
    char text[32];
    struct vl_buf b = vl_buf_on(text, sizeof text);

    vl_put_percent(&b, p->lang, hundredths);
    fputs(text, p->out);
}

static void put_fixed(const struct page *p, uint64_t hundredths, int decimals)
{
    char text[32];
    struct vl_buf b = vl_buf_on(text, sizeof text);

    vl_put_fixed(&b, p->lang, hundredths, decimals);
    fputs(text, p->out);
}

/* Two cells: the mean and how far its interval reaches. */
static void put_score(const struct page *p, const struct vl_sim_score *score)
{
    char text[32];
    struct vl_buf b = vl_buf_on(text, sizeof text);

    vl_put_score(&b, p->lang, vl_score_mean100(score));
    put_text(p, text);
    fputs("</td><td>", p->out);
    b = vl_buf_on(text, sizeof text);
    vl_put_within(&b, p->lang, score);
    put_text(p, text);
}

static void put_interval(const struct page *p, struct vl_rate rate)
{
    put_percent(p, rate.low);
    fputs(" – ", p->out);
    put_percent(p, rate.high);
}

static void put_number(const struct page *p, uint64_t v)
{
    fprintf(p->out, "%llu", (unsigned long long)v);
}

/* ---- charts ---- */

/* A share of a whole with its interval, 0 to 10000 across BAR_W. */
static void rate_bar(const struct page *p, struct vl_rate rate)
{
    unsigned mid = rate.mid * BAR_W / 10000, low = rate.low * BAR_W / 10000;
    unsigned high = rate.high * BAR_W / 10000;

    fprintf(p->out,
            "<svg class=\"bar\" viewBox=\"0 0 %d %d\" width=\"%d\" height=\"%d\" "
            "aria-hidden=\"true\"><rect class=\"back\" width=\"%d\" height=\"%d\" rx=\"3\"/>"
            "<rect class=\"fill\" width=\"%u\" height=\"%d\" rx=\"3\"/>"
            "<path class=\"whisker\" d=\"M%u %dH%uM%u %dV%dM%u %dV%d\"/></svg>",
            BAR_W, BAR_H, BAR_W, BAR_H, BAR_W, BAR_H, mid, BAR_H, low, BAR_H / 2, high, low, 6,
            BAR_H - 6, high, 6, BAR_H - 6);
}

/* Bars of equal width over the range in which values came. */
struct bars {
    uint32_t first, step;
    int len;
    uint64_t n[HIST_BARS], most;
};

static struct bars bars_of(const struct vl_hist *h)
{
    struct bars bars = { .step = 1 };
    uint32_t last = 0, first = VL_SIM_BINS;

    for (uint32_t v = 0; v < VL_SIM_BINS; v++)
        if (h->bin[v]) {
            first = v < first ? v : first;
            last = v;
        }
    bars.first = first < VL_SIM_BINS ? first : 0;
    while ((last - bars.first) / bars.step >= HIST_BARS)
        bars.step++;
    bars.len = (int)((last - bars.first) / bars.step) + 1;
    for (uint32_t v = bars.first; v <= last; v++)
        bars.n[(v - bars.first) / bars.step] += h->bin[v];
    for (int i = 0; i < bars.len; i++)
        bars.most = bars.n[i] > bars.most ? bars.n[i] : bars.most;
    return bars;
}

static void histogram(const struct page *p, const struct vl_hist *h, const char *title)
{
    struct bars bars = bars_of(h);
    int width = HIST_W / bars.len;

    fprintf(p->out, "<figure><figcaption>");
    put_text(p, title);
    fprintf(p->out, "</figcaption><svg class=\"hist\" viewBox=\"0 0 %d %d\" role=\"img\"><title>",
            HIST_W, HIST_H + 24);
    put_text(p, title);
    fputs("</title>", p->out);
    for (int i = 0; i < bars.len; i++) {
        int height = bars.most ? (int)(bars.n[i] * HIST_H / bars.most) : 0;
        uint32_t from = bars.first + (uint32_t)i * bars.step, to = from + bars.step - 1;
        fprintf(p->out, "<rect class=\"fill\" x=\"%d\" y=\"%d\" width=\"%d\" height=\"%d\"><title>",
                i * width + 1, HIST_H - height, width > 3 ? width - 2 : width, height);
        if (to > from)
            fprintf(p->out, "%u-%u: %llu", from, to, (unsigned long long)bars.n[i]);
        else
            fprintf(p->out, "%u: %llu", from, (unsigned long long)bars.n[i]);
        fputs("</title></rect>", p->out);
        if (bars.len <= 16 || i % 5 == 0)
            fprintf(p->out, "<text x=\"%d\" y=\"%d\">%u</text>", i * width + width / 2, HIST_H + 18,
                    from);
    }
    fprintf(p->out, "<path class=\"axis\" d=\"M0 %dH%d\"/></svg></figure>\n", HIST_H, HIST_W);
}

/* ---- tables ---- */

static void head_row(const struct page *p, const char *const *ids, int len)
{
    fputs("<thead><tr>", p->out);
    for (int i = 0; i < len; i++) {
        if (ids[i])
            element(p, "<th scope=\"col\">", ids[i], "</th>");
        else
            fputs("<td></td>", p->out);
    }
    fputs("</tr></thead>\n<tbody>\n", p->out);
}

/* Who wins against each other is told by player, further down. */
static void summary_table(const struct page *p)
{
    static const char *const ids[] = { TXT("sim.options"),   TXT("sim.games"), TXT("sim.turns"),
                                       TXT("sim.decisions"), TXT("sim.won"),   TXT("sim.interval"),
                                       TXT("sim.win_rate") };
    bool apart = p->rep->cells[0].count->apart != 0;

    fputs("<table class=\"summary\">", p->out);
    head_row(p, ids, apart ? 4 : VL_LEN(ids));
    for (int i = 0; i < p->rep->cells_len; i++) {
        const struct vl_sim_cell *cell = &p->rep->cells[i];
        struct vl_rate rate = vl_wilson(cell->count->won, cell->count->games);
        fprintf(p->out, "<tr><th scope=\"row\"><a href=\"#c%d\">", i);
        put_text(p, cell->label[0] ? cell->label : p->rep->cells[0].rules.game->id);
        fputs("</a></th><td>", p->out);
        put_number(p, cell->count->games);
        fputs("</td><td>", p->out);
        put_fixed(p, vl_hist_mean100(&cell->count->turns), 1);
        fputs("</td><td>", p->out);
        put_fixed(p, vl_hist_mean100(&cell->count->decisions), 1);
        if (!apart) {
            fputs("</td><td>", p->out);
            put_percent(p, rate.mid);
            fputs("</td><td>", p->out);
            put_interval(p, rate);
            fputs("</td><td>", p->out);
            rate_bar(p, rate);
        }
        fputs("</td></tr>\n", p->out);
    }
    fputs("</tbody></table>\n", p->out);
}

static void outcome_table(const struct page *p, const struct vl_sim_cell *cell)
{
    static const char *const ids[] = { NULL, TXT("sim.games"), TXT("sim.share"),
                                       TXT("sim.interval"), NULL };
    char name[WORD];

    element(p, "<table><caption>", TXT("sim.outcomes"), "</caption>");
    head_row(p, ids, VL_LEN(ids));
    for (int i = 0; i < VL_SIM_OUTCOMES; i++) {
        uint64_t n = cell->count->outcome[i];
        if (!n)
            continue;
        struct vl_rate rate = vl_wilson(n, cell->count->games);
        struct vl_buf b = vl_buf_on(name, sizeof name);
        vl_put_outcome(&b, p->lang, cell, i);
        fputs("<tr><th scope=\"row\">", p->out);
        put_text(p, name);
        fputs("</th><td>", p->out);
        put_number(p, n);
        fputs("</td><td>", p->out);
        put_percent(p, rate.mid);
        fputs("</td><td>", p->out);
        put_interval(p, rate);
        fputs("</td><td>", p->out);
        rate_bar(p, rate);
        fputs("</td></tr>\n", p->out);
    }
    fputs("</tbody></table>\n", p->out);
}

static void length_table(const struct page *p, const struct vl_sim_cell *cell)
{
    static const char *const ids[] = { NULL, TXT("sim.mean"), TXT("sim.median"), TXT("sim.p5"),
                                       TXT("sim.p95") };
    const char *id, *key;
    const struct vl_hist *h;

    element(p, "<table><caption>", TXT("sim.length"), "</caption>");
    head_row(p, ids, VL_LEN(ids));
    for (int i = 0; (h = vl_sim_length(cell->count, i, &id, &key)); i++) {
        element(p, "<tr><th scope=\"row\">", id, "</th><td>");
        put_fixed(p, vl_hist_mean100(h), 1);
        fprintf(p->out, "</td><td>%u</td><td>%u</td><td>%u</td></tr>\n", vl_hist_percentile(h, 50),
                vl_hist_percentile(h, 5), vl_hist_percentile(h, 95));
    }
    fputs("</tbody></table>\n", p->out);
}

/* Who won, by the order of the seats. */
static void player_table(const struct page *p, const struct vl_sim_cell *cell)
{
    static const char *const ids[] = { TXT("sim.player"),   TXT("sim.won"),   TXT("sim.interval"),
                                       TXT("sim.win_rate"), TXT("sim.score"), TXT("sim.within") };
    const struct vl_sim_count *n = cell->count;

    if (!n->apart)
        return;
    element(p, "<table><caption>", TXT("sim.players"), "</caption>");
    head_row(p, ids, VL_LEN(ids));
    for (uint32_t k = 0; k < n->players; k++) {
        struct vl_rate rate = vl_wilson(n->won_by[k], n->games);

        fprintf(p->out, "<tr><th scope=\"row\">%u</th><td>", k + 1);
        put_percent(p, rate.mid);
        fputs("</td><td>", p->out);
        put_interval(p, rate);
        fputs("</td><td>", p->out);
        rate_bar(p, rate);
        fputs("</td><td>", p->out);
        put_score(p, &n->score_by[k]);
        fputs("</td></tr>\n", p->out);
    }
    fputs("</tbody></table>\n", p->out);
}

static void tally_row(const struct page *p, const struct vl_sim_cell *cell, int tally, int thing,
                      uint64_t most)
{
    const struct vl_sim_thing *n = &cell->count->tally[tally][thing];
    uint32_t share = most ? (uint32_t)(n->sum * 10000 / most) : 0;
    uint8_t columns[VL_SIM_COLUMNS];
    int len = vl_sim_columns(cell, tally, columns);
    char text[WORD];
    struct vl_buf b = vl_buf_on(text, sizeof text);

    vl_text_name(&b, p->lang, &cell->rules, cell->rules.game->tallies[tally].family, thing);
    fputs("<tr><th scope=\"row\">", p->out);
    put_text(p, text);
    fputs("</th><td>", p->out);
    for (int c = 0; c < len; c++) {
        b = vl_buf_on(text, sizeof text);
        vl_put_column(&b, p->lang, cell, tally, thing, columns[c]);
        put_text(p, text);
        fputs("</td><td>", p->out);
    }
    rate_bar(p, (struct vl_rate){ share, share, share });
    fputs("</td></tr>\n", p->out);
}

static void tally_table(const struct page *p, const struct vl_sim_cell *cell, int tally)
{
    const struct vl_game *g = cell->rules.game;
    const struct vl_sim_thing *things = cell->count->tally[tally];
    const char *ids[VL_SIM_COLUMNS + 2] = { NULL };
    uint8_t columns[VL_SIM_COLUMNS];
    int len = vl_sim_columns(cell, tally, columns);
    char title[WORD];
    struct vl_buf b = vl_buf_on(title, sizeof title);
    uint64_t most = 0;

    for (int i = 0; i < VL_SIM_THINGS; i++)
        most = things[i].sum > most ? things[i].sum : most;
    if (!most)
        return;
    for (int c = 0; c < len; c++)
        ids[1 + c] = vl_sim_column_id(cell, tally, columns[c]);
    vl_text_label(&b, p->lang, g, "tally", g->tallies[tally].id);
    fputs("<table><caption>", p->out);
    put_text(p, title);
    fputs("</caption>", p->out);
    head_row(p, ids, len + 2); /* a name, the columns, a bar */
    for (int i = 0; i < VL_SIM_THINGS; i++)
        if (vl_sim_shown(cell, tally, i))
            tally_row(p, cell, tally, i, most);
    fputs("</tbody></table>\n", p->out);
}

/* ---- the page ---- */

static const char style[] =
    ":root{color-scheme:light dark;--ink:#1d1f24;--paper:#fbfaf7;--soft:#e4e1d8;--fill:#3b6ea5;"
    "--mark:#8a2b2b;--line:#c9c4b6}"
    "@media(prefers-color-scheme:dark){:root{--ink:#e9e6dd;--paper:#17181c;--soft:#2b2d34;"
    "--fill:#7fb0e6;--mark:#f0a3a3;--line:#45474f}}"
    "body{margin:2rem auto;max-width:62rem;padding:0 1rem;background:var(--paper);color:var(--ink);"
    "font:1rem/1.5 system-ui,sans-serif}"
    "h1{font-size:1.6rem;margin:0}h2{font-size:1.2rem;margin:2.5rem 0 .5rem;"
    "border-top:1px solid var(--line);padding-top:1rem}"
    "table{border-collapse:collapse;margin:1rem 0}caption{text-align:left;font-weight:600;"
    "padding:.3rem 0}"
    "th,td{padding:.2rem .7rem .2rem 0;text-align:right;font-weight:400;vertical-align:middle}"
    "th[scope=row],thead td{text-align:left}thead th{border-bottom:1px solid var(--line);"
    "font-size:.85rem}"
    "tbody tr:hover{background:var(--soft)}a{color:inherit}"
    ".wide{overflow-x:auto}.note{color:var(--mark);font-weight:600}"
    "svg{display:block;max-width:100%;height:auto}svg.bar{min-width:8rem}"
    ".back{fill:var(--soft)}.fill{fill:var(--fill)}"
    ".whisker{stroke:var(--mark);stroke-width:2;fill:none}.axis{stroke:var(--line)}"
    "svg text{fill:var(--ink);font:12px system-ui,sans-serif;text-anchor:middle}"
    "figure{margin:1rem 0}figcaption{font-weight:600}";

static void put_title(const struct page *p)
{
    char line[VL_TEXT_MAX];
    struct vl_buf b = vl_buf_on(line, sizeof line);

    vl_put_title(&b, p->rep);
    put_text(p, line);
}

static void put_pack(const struct page *p)
{
    char line[VL_TEXT_MAX];
    struct vl_buf b = vl_buf_on(line, sizeof line);

    vl_put_pack(&b, p->rep);
    put_text(p, line);
}

static void put_cell(const struct page *p, int i)
{
    const struct vl_sim_cell *cell = &p->rep->cells[i];
    char options[1024];
    struct vl_buf b = vl_buf_on(options, sizeof options);
    const char *id, *key;
    const struct vl_hist *h;

    vl_options_write(&cell->rules, &b, true);
    fprintf(p->out, "<section id=\"c%d\"><h2>", i);
    put_text(p, cell->label[0] ? cell->label : cell->rules.game->id);
    fputs("</h2><p><small>", p->out);
    put_text(p, options);
    fputs("</small></p>\n<div class=\"wide\">\n", p->out);
    outcome_table(p, cell);
    player_table(p, cell);
    length_table(p, cell);
    for (int k = 0; (h = vl_sim_length(cell->count, k, &id, &key)); k++) {
        char title[WORD];
        b = vl_buf_on(title, sizeof title);
        vl_text_str(&b, p->lang, id, NULL);
        histogram(p, h, title);
    }
    for (int t = 0; t < cell->rules.game->tallies_len && t < VL_SIM_TALLIES; t++)
        if (!(cell->rules.game->tallies[t].flags & VL_TALLY_BASE))
            tally_table(p, cell, t);
    fputs("</div></section>\n", p->out);
}

void vl_sim_html(const struct vl_sim_report *rep, FILE *out)
{
    struct page page = { .rep = rep, .out = out, .lang = rep->lang };

    fprintf(out,
            "<!DOCTYPE html>\n<html lang=\"%s\">\n<head>\n<meta charset=\"utf-8\">\n"
            "<meta name=\"viewport\" content=\"width=device-width,initial-scale=1\">\n<title>",
            vl_lang_word(rep->lang));
    put_title(&page);
    fprintf(out, "</title>\n<style>%s</style>\n</head>\n<body>\n<main>\n<h1>", style);
    put_title(&page);
    fputs("</h1>\n<p>", out);
    put_pack(&page);
    fputs("</p>\n", out);
    if (!rep->complete) {
        char text[VL_TEXT_MAX];
        struct vl_buf b = vl_buf_on(text, sizeof text);
        vl_put_partial(&b, rep);
        fputs("<p class=\"note\">", out);
        put_text(&page, text);
        fputs("</p>\n", out);
    }
    element(&page, "<p>", TXT("sim.interval_note"), "</p>\n<div class=\"wide\">\n");
    summary_table(&page);
    fputs("</div>\n", out);
    for (int i = 0; i < rep->cells_len; i++)
        put_cell(&page, i);
    fputs("</main>\n</body>\n</html>\n", out);
}
