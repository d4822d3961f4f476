/* report.h - what a simulation found, as text, JSON or one HTML page.
 *
 * A report is a grid of cells, one for each combination of options. JSON holds
 * keys and numbers and no words; text and page speak `lang`.
 *
 * Of a game that some players win and others lose, a report tells who won, and of
 * each thing the mean score of those who did it, or of all in the games in which it
 * came; of one that is won or lost together, how many of those games were won.
 * Each of these has its 95 % interval. It names the pack that was played with.
 */
#ifndef VL_SIM_REPORT_H
#define VL_SIM_REPORT_H

#include "sim/sim.h"

#include <stdio.h>

enum { VL_SIM_CELLS_MAX = 256, VL_SIM_LABEL = 256 };

struct vl_sim_cell {
    struct vl_rules rules;
    char label[VL_SIM_LABEL]; /* the options that differ between cells; "" if none do */
    struct vl_sim_count *count;
};

struct vl_sim_report {
    int lang;
    const struct vl_sim_cell *cells;
    int cells_len;
    const char *bots;     /* "greedy,random" */
    const char *content;  /* the file of the pack; NULL: it is built in */
    uint64_t seed, games; /* games asked for, per cell */
    bool complete;        /* all of them were played */
};

void vl_sim_text(const struct vl_sim_report *rep, FILE *out);
void vl_sim_html(const struct vl_sim_report *rep, FILE *out);
/* w.out.full tells if it did not fit; VL_SIM_JSON_ROOM bytes a cell are enough. */
void vl_sim_json(const struct vl_sim_report *rep, struct vl_json *w);
enum { VL_SIM_JSON_ROOM = 1 << 18 };

/* ---- shared by the three ---- */

/* 1234 as "12.34" (French: "12,34"), with one decimal as "12.3". */
void vl_put_fixed(struct vl_buf *b, int lang, uint64_t hundredths, int decimals);
/* -1234 as "-12.34". */
void vl_put_score(struct vl_buf *b, int lang, int64_t hundredths);
/* 7215 as "72.2 %". */
void vl_put_percent(struct vl_buf *b, int lang, uint32_t hundredths);
/* key and value/scale, with the decimals of scale (100: two). */
void vl_json_fixed(struct vl_json *w, const char *key, uint64_t value, uint64_t scale);
/* What was played: the game, how often, by whom, with which seed. */
void vl_put_title(struct vl_buf *b, const struct vl_sim_report *rep);
/* With which cards: the pack's id, version, hash, and its file. */
void vl_put_pack(struct vl_buf *b, const struct vl_sim_report *rep);
/* "± 0.85"; nothing where there is no interval. */
void vl_put_within(struct vl_buf *b, int lang, const struct vl_sim_score *score);
/* The columns of a tally that say something, in the order they are shown. */
enum vl_sim_column {
    VL_SIM_PER_GAME, /* unless a thing comes once in a game at most */
    VL_SIM_SHARE,    /* of the games in which it came, or could */
    VL_SIM_THEN,     /* score, or games won */
    VL_SIM_WITHIN,   /* its 95 % interval */
    VL_SIM_RATE,     /* of a rate of success, instead of the three before it, */
    VL_SIM_RANGE,    /* with its 95 % interval */
    VL_SIM_COLUMNS
};
/* Is there anything to tell of a thing? */
bool vl_sim_shown(const struct vl_sim_cell *cell, int tally, int thing);
int vl_sim_columns(const struct vl_sim_cell *cell, int tally, uint8_t out[VL_SIM_COLUMNS]);
/* The catalogue id of its head, and what stands in it. */
const char *vl_sim_column_id(const struct vl_sim_cell *cell, int tally, int column);
void vl_put_column(struct vl_buf *b, int lang, const struct vl_sim_cell *cell, int tally, int thing,
                   int column);
/* That a run was stopped, and after how many games. */
void vl_put_partial(struct vl_buf *b, const struct vl_sim_report *rep);
/* A defeat or win in words, with its rule: "victory (RM-END-01)". */
void vl_put_outcome(struct vl_buf *b, int lang, const struct vl_sim_cell *cell, int outcome);
/* The lengths in the order they are shown; NULL past the last. *id is a
 * catalogue id, *key the word in JSON. */
const struct vl_hist *vl_sim_length(const struct vl_sim_count *c, int i, const char **id,
                                    const char **key);
/* Columns that UTF-8 text takes on a terminal. */
int vl_columns(const char *text);

#endif
