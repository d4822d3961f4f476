/* pen.h - what the parts of the drawn board share: draw.c, rows.c,
 * moves.c. */
#ifndef VL_CLI_BOARD_PEN_H
#define VL_CLI_BOARD_PEN_H

#include "cli/board/board.h"

/* How much is said, from all there is to what a low screen has room for. */
enum pen_level {
    PEN_WHOLE, /* columns of cells, every text */
    PEN_BRIEF, /* tracks line by line, a text in two lines at most, on the road in one */
    PEN_TIGHT, /* a text in one line, no lines across */
    PEN_LEAST, /* names and figures */
    PEN_NAMES, /* of things that no move is about, the name and the last figure */
    PEN_LEVELS
};

/* What is drawn, and where to. */
struct pen {
    const struct board *b;
    struct cli *cli;
    int level; /* enum pen_level */
    int spare; /* lines that are left at this level: a map takes them */
};

/* Pieces one after the other, each whole, on as many lines as it takes. */
struct flow {
    struct cli *cli;
    int indent; /* of all lines but the first */
    int used;   /* columns of this line; 0: nothing stands on it yet */
    bool fresh; /* no piece stands on it yet, only the lead */
    bool later; /* this is not the first line */
};

struct flow flow_begin(struct cli *cli, const char *lead, int indent);
void flow_put(struct flow *f, const char *gap, int style, const char *text);
void flow_end(struct flow *f);

/* "HP 4/4" */
void pen_stat(struct vl_buf *b, const struct board_stat *s);
/* A stat in few columns: of a label in several words the last one, the value. */
void pen_short_stat(const struct pen *p, struct vl_buf *b, const struct board_stat *s);
/* A line across the board, with a title in it if there is one; where room is short, the
 * title alone. */
void pen_line(const struct pen *p, const char *title);
/* A text behind a lead, as cli_wrap(), in at most `lines` lines; 0: as many as it takes. */
void pen_text(const struct pen *p, const char *lead, int indent, const char *text, int lines);

/* Is it a track of things that stand in no column: nothing stands before it? */
bool pen_is_rows(const struct board *b, int zone);
void pen_rows(const struct pen *p, int zone);
/* A pile of things that lie on each other, the last one on top. */
void pen_stack(const struct pen *p, int zone);
/* A sheet of things that have no figures, or a tray of things that show no face: a
 * line for each. */
bool pen_is_listed(const struct board *b, int zone);
void pen_listed(const struct pen *p, int zone);
/* The letter that the map has for a terrain, where there is a map; '\0': none. */
char pen_terrain(const struct board *b, const char *word);
/* The map with what stands on it, as much as this level shows, and its legend. */
void pen_map(const struct pen *p, int zone);
/* The cell of the map that matters: where whoever decides stands. */
int pen_focus(const struct board *b, int zone);
/* The seats that own something: mine with all its zones, each other one in a line. */
void pen_seats(const struct pen *p);
/* Does the seat own a zone with something in it? */
bool pen_owns(const struct board *b, int seat);
/* "Attack 4, Defence 2, wounds 1"; in few letters where room is short. */
void pen_totals(const struct pen *p, struct vl_buf *b, const struct board_seat *s);

/* ---- what fits the screen ---- */

/* The moves in few words, in at most `lines` lines; 0: as many as it takes. `brief`:
 * only the first of a kind is written out. */
void pen_moves(const struct board *b, struct cli *cli, bool brief, int lines);

struct pen_fit {
    int level;       /* of the board, enum pen_level */
    bool brief;      /* the moves, see pen_moves() */
    int moves_lines; /* the same */
    int board_lines; /* that the board may take; 0: any number */
};

/* How a decision (board, prompt, moves, the line that is typed) fits the screen. */
struct pen_fit pen_fit(const struct board *b, struct cli *cli);

#endif
