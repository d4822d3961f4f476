/* campaign.h - what a group keeps from game to game: the counts of a saga (core/game.h),
 * the games that made them, and the games that are still being played.
 *
 * A campaign is a file of JSON (docs/formats.md). It is read whole, strictly, and written
 * whole: the old one stays until the new one is safely on the disk. A game counts once,
 * known by what was played in it, however often it is handed in.
 *
 *     struct vl_campaign *c = malloc(sizeof *c);
 *     if (vl_campaign_load(c, g, path, &err)) ...          // no such file: an empty one
 *     vl_campaign_set(c, &rules, &err);                    // its counts as options
 *     vl_campaign_begin(c, journal.id), vl_campaign_save(c, path, &err);
 *     ... the game ...
 *     vl_campaign_add(c, match, &err), vl_campaign_save(c, path, &err);
 *
 * A program that dies between the end of a game and the last line loses nothing: the game
 * is in the store, its id in `playing`, and vl_campaign_catch_up() counts it.
 */
#ifndef VL_MATCH_CAMPAIGN_H
#define VL_MATCH_CAMPAIGN_H

#include "match/store.h"

enum {
    VL_CAMPAIGN_FORMAT = 1,
    VL_CAMPAIGN_COUNTS = 32,
    VL_CAMPAIGN_GAMES = 500, /* remembered; the oldest make room */
    VL_CAMPAIGN_PLAYING = 16,
    VL_CAMPAIGN_ID = 16, /* digits */
    VL_CAMPAIGN_SIZE_MAX = 256 << 10
};

struct vl_campaign_game {
    char id[VL_CAMPAIGN_ID + 1];
    char date[11];   /* "2026-11-19", or "" */
    uint8_t outcome; /* of the game's outcomes */
    int16_t earned;  /* whose count it raised; -1: none */
};

struct vl_campaign {
    const struct vl_game *game; /* with a saga */
    uint8_t counts[VL_CAMPAIGN_COUNTS];
    int games_len, playing_len;
    struct vl_campaign_game games[VL_CAMPAIGN_GAMES];  /* oldest first */
    char playing[VL_CAMPAIGN_PLAYING][VL_GAME_ID_MAX]; /* ids of the store, oldest first */
};

/* An empty one; the game must have a saga. */
void vl_campaign_init(struct vl_campaign *c, const struct vl_game *g);
int vl_campaign_len(const struct vl_game *g);  /* its counts, */
int vl_campaign_most(const struct vl_game *g); /* and what each may be */
const char *vl_campaign_key(const struct vl_game *g, int k);
bool vl_campaign_is_won(const struct vl_campaign *c);

/* ---- as text ---- */

/* Strictly; VL_OTHER_GAME if it is another's. *c is unchanged by what is refused. */
int vl_campaign_read(struct vl_campaign *c, const struct vl_game *g, const char *text, size_t len,
                     struct vl_error *err);
void vl_campaign_write(const struct vl_campaign *c, struct vl_json *w);
/* With a file; where there is none yet, loading gives an empty one. */
int vl_campaign_load(struct vl_campaign *c, const struct vl_game *g, const char *path,
                     struct vl_error *err);
int vl_campaign_save(const struct vl_campaign *c, const char *path, struct vl_error *err);
/* The file of this user's own campaign, its folder made if need be:
 * $XDG_DATA_HOME/veillee/campaigns/GAME.json, or below ~/.local/share. */
int vl_campaign_path(const struct vl_game *g, char path[VL_PATH_MAX], struct vl_error *err);

/* ---- games ---- */

/* The counts as options of a game that is about to begin. */
int vl_campaign_set(const struct vl_campaign *c, struct vl_rules *r, struct vl_error *err);
/* A game of the store is being played. */
void vl_campaign_begin(struct vl_campaign *c, const char *id);
/* It is not being played any more. */
void vl_campaign_end(struct vl_campaign *c, const char *id);
/* What a game is known by: digits made of all that was played in it. */
void vl_campaign_game_id(const struct vl_match *m, char out[VL_CAMPAIGN_ID + 1]);
/* Counts a game that is over: VL_DUPLICATE if it has been counted, VL_INVALID if it is not
 * over, if it began from a position, or if it had more of a count than the campaign has. */
int vl_campaign_add(struct vl_campaign *c, const struct vl_match *m, struct vl_error *err);
/* Counts what was being played and is over by now, forgets what is not in the store any
 * more: how many were counted. True in *changed: it is to be saved. */
int vl_campaign_catch_up(struct vl_campaign *c, const struct vl_store *st, bool *changed);

#endif
