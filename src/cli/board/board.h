/* board.h - a view (docs/protocol.md) as a board for the screen at hand, or as lists.
 *
 * Made from the JSON of the view and from nothing else: `play` draws the game it
 * plays, `join` what a server sends, and neither knows which game it shows. A
 * server is not to be trusted: every text is cleaned when it is read, what is
 * too much is left out, and what is missing or of another type is empty.
 *
 *     struct board *b = malloc(sizeof *b);
 *     board_read(b, cli, &doc, view_node);
 *     board_draw(b, cli, true);
 */
#ifndef VL_CLI_BOARD_H
#define VL_CLI_BOARD_H

#include "cli/cli.h"

enum {
    BOARD_ZONES = 64,
    BOARD_ITEMS = 512,
    BOARD_SEATS = VL_SEATS_MAX,
    BOARD_CELLS = 512,
    BOARD_NEAR = 12,  /* ways that lead from a cell */
    BOARD_SIDE = 512, /* half cells along a side of a map; what lies farther is left out */
    BOARD_PARTS = 12, /* stats, badges, pips of one thing, each */
    BOARD_ACTIONS = VL_MOVES_MAX,
    BOARD_TEXT = 256 << 10, /* bytes of all its texts */
    BOARD_NAME = 256        /* bytes of one name or label, at most */
};

struct board_stat {
    const char *id;
    const char *text;   /* what it is called, "HP" */
    int64_t value, max; /* max -1: none */
};

struct board_badge {
    const char *id, *text;
};

struct board_pip {
    const char *face, *text; /* "rune.red", "red" */
    bool done;
};

struct board_item {
    const char *id, *name; /* "card.troll_red", "Red Troll" */
    const char *cell_name; /* where room is short: "Troll"; NULL: the name */
    const char *kind;      /* "monster", in the reader's language */
    bool is_pile;          /* it stands for a whole pile, whose cards are not shown */
    const char *face;      /* what it shows, "rune.red"; its own id if nothing else */
    const char *face_text; /* NULL: it shows nothing but itself */
    const char *about;     /* what it does; NULL: nothing is said of it */
    const char *flavour;   /* what is said beside that; NULL: nothing */
    int zone, pos;
    struct board_stat stats[BOARD_PARTS];
    struct board_badge badges[BOARD_PARTS];
    struct board_pip pips[BOARD_PARTS];
    int stats_len, badges_len, pips_len;
    const char *why_not, *why_rule; /* looks usable and is not; NULL: usable */
};

enum board_kind { BOARD_TRACK, BOARD_TRAY, BOARD_STRIP, BOARD_SHEET, BOARD_PILE, BOARD_MAP };

/* A cell of the map, in a grid of half cells. */
struct board_cell {
    const char *id;              /* by which moves name it, "hex.12" */
    const char *terrain, *place; /* in words; "": none */
    int x, y;
    int near_len;
    uint16_t near[BOARD_NEAR]; /* the cells one can go to */
};

struct board_zone {
    const char *id, *label;
    const char *own; /* of a zone of a seat: its label without whose it is */
    int seat;        /* whose it is; -1: nobody's */
    int kind;        /* enum board_kind */
    int cells;
    int first; /* what its first cell is called: the number that a move is typed with */
};

struct board_seat {
    const char *name, *face; /* face NULL: nobody sits there yet */
    int player;
    struct board_stat totals[BOARD_PARTS];
    struct board_badge badges[BOARD_PARTS];
    int totals_len, badges_len;
};

struct board_action {
    const char *id, *verb;    /* "move 0 blue", "move" */
    const char *group, *text; /* its heading, its sentence */
    const char *src, *dst;    /* the thing it is done with, "die.0", and to; NULL: none */
    uint8_t things;           /* how many it is done with */
    bool row;                 /* several moves in one */
    bool covered;             /* a row does the same and more: it stands behind all others */
};

struct board {
    int round; /* -1: the game has none */
    int actor; /* a seat, VL_CHANCE or VL_OVER */
    int me;    /* the seat whose things are shown in full; -1: that of the actor */
    const char *prompt;
    int zones_len, items_len, seats_len;
    struct board_zone zones[BOARD_ZONES];
    struct board_item items[BOARD_ITEMS];
    struct board_seat seats[BOARD_SEATS];
    bool is_hex; /* the map: how its cells lie tells in which direction they are */
    int above;   /* lines that were just told, which a map leaves on the screen if it can */
    int cells_len;
    struct board_cell cells[BOARD_CELLS]; /* of the map; a thing on cell i stands at i + 1 */
    int actions_len;
    struct board_action actions[BOARD_ACTIONS]; /* as numbered on the screen, from 1 */
    const struct board *other; /* the same in another language, for typed words; or NULL */
    size_t text_len;
    char text[BOARD_TEXT];
};

/* Reads a view; words are folded if the reader has no UTF-8. */
void board_read(struct board *b, const struct cli *cli, const struct vl_json_doc *doc,
                uint32_t view);
/* {"die.1":{"rule","text"}}: what cannot be used, where it comes apart from the view. */
void board_read_why(struct board *b, const struct cli *cli, const struct vl_json_doc *doc,
                    uint32_t why_not);

/* [{"id","verb","group"?,"text","src"?,"dst"?}]: the legal moves, where they come apart
 * from the view. A heading that a move does not have stands under its verb in the object
 * `groups` of another document; 0: none does. Those under the same heading stand together
 * afterwards, in the order of the first of each. */
void board_read_actions(struct board *b, const struct cli *cli, const struct vl_json_doc *doc,
                        uint32_t actions, const struct vl_json_doc *faces, uint32_t groups);

/* The board, as wide as the screen, and so high that the prompt and the moves fit
 * below it; texts are cut for that, and `card` and `look` have them whole (card.h).
 * `about`: with what the things of the strip say about themselves. */
void board_draw(const struct board *b, struct cli *cli, bool about);
/* The same as lists of sentences: for pipes, screen readers, braille. */
void board_list(const struct board *b, struct cli *cli);

/* What the signs on the drawn board mean: those that are there. */
void board_legend(const struct board *b, struct cli *cli);

/* Does the number of the move stand on the drawn board, before the thing it is done
 * with? */
bool board_in_row(const struct board *b, int action);

/* The legal moves with their numbers. `lists`: one a line, with its sentence; else in few
 * words, as many as the screen has room for, and how to see them all. */
void board_moves(const struct board *b, struct cli *cli, bool lists);
/* The same with the notation of each, for who asked for the list. */
void board_moves_all(const struct board *b, struct cli *cli);
/* A move in short, as it stands under its heading: "0R blue"; what a typed line means is
 * found by play/words.h. */
void board_brief(const struct board *b, const struct cli *cli, const struct board_action *a,
                 char *out, size_t cap);

/* The cell of the map with this id; NULL: none. */
const struct board_cell *board_cell_of(const struct board *b, const char *id);

/* The style and the letter of things that are named after a colour ("red", or
 * "rune.red"); the letter is NULL for others. */
int board_colour(const struct cli *cli, const char *key, const char **letter);
/* What it shows, unless its name says it: a "red token" that shows "red" shows nothing more. */
const char *board_shown(const struct board_item *it);
/* What its zone is called after: "Board A" and its thing "A". */
bool board_names_zone(const struct board *b, const struct board_item *it);
/* The part of an id after the first dot, "troll_red". */
const char *board_key(const char *id);

/* A text of a document, cleaned: "" if it is none. Cut if it must be. */
void board_text(const struct vl_json_doc *doc, uint32_t node, char *out, size_t cap);

#endif
