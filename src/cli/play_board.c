/* play_board.c - the game at hand on the board, and the names of its things. */
#include "cli/play.h"

#include "cli/board.h"
#include "text/view.h"

#include <stdlib.h>
#include <string.h>

int play_colour(struct play *p, struct vl_ref ref, const char **letter)
{
    const char *key = NULL;

    *letter = NULL;
    if (ref.family >= VL_FAM_GAME && ref.index != VL_NONE)
        key = vl_key(play_rules(p), ref.family, ref.index);
    return key ? board_colour(p->cli, key, letter) : CLI_NORMAL;
}

void play_name(struct play *p, struct vl_ref ref, char *out, size_t cap)
{
    struct vl_buf b = vl_buf_on(out, cap);

    if (ref.family != VL_FAM_NONE && ref.index != VL_NONE)
        vl_text_name(&b, p->cli->lang, play_rules(p), ref.family, ref.index);
    cli_own(p->cli, out, cap);
}

bool play_is_numbered(struct play *p, struct vl_ref ref)
{
    const char *key = vl_key(play_rules(p), ref.family, ref.index);
    int64_t number;

    return !key || vl_str_int(key, strlen(key), &number);
}

/* The view of whoever decides, read as any reader of it would. */
static bool read_view(struct play *p, struct board *b, char *text)
{
    struct vl_view_ask ask = { .seat = play_state(p)->actor,
                               .lang = (uint8_t)p->cli->lang,
                               .rev = p->match->len };
    struct vl_json w = vl_json_on(text, VL_VIEW_BYTES);
    struct vl_json_doc doc;
    struct vl_json_node *nodes;
    struct vl_error err = { 0 };

    if (ask.seat < 0)
        ask.seat = VL_ANYONE;
    vl_view_json(&w, play_rules(p), play_state(p), &ask);
    VL_VERIFY(!w.out.full);
    uint32_t most = (uint32_t)vl_json_nodes_bound(text, w.out.len);
    nodes = malloc(most * sizeof *nodes);
    if (!nodes)
        return false;
    bool ok = vl_json_parse(&doc, text, w.out.len, nodes, most, &err) == VL_OK;
    if (ok)
        board_read(b, p->cli, &doc, 0);
    free(nodes);
    return ok;
}

/* Without memory nothing is shown: the game itself goes on. */
static struct board *look(struct play *p)
{
    struct board *b = malloc(sizeof *b);
    char *text = malloc(VL_VIEW_BYTES);

    if (b && text && !read_view(p, b, text)) {
        free(b);
        b = NULL;
    }
    if (!text) {
        free(b);
        b = NULL;
    }
    free(text);
    play_look(p);
    return b;
}

void play_board(struct play *p)
{
    struct board *b = look(p);

    if (b)
        board_draw(b, p->cli, p->view.round != p->about_round);
    p->about_round = p->view.round;
    free(b);
}

void play_text_board(struct play *p)
{
    struct board *b = look(p);

    if (b)
        board_list(b, p->cli);
    free(b);
}

void play_legend(struct play *p)
{
    struct board *b = look(p);

    if (b)
        board_legend(b, p->cli);
    free(b);
}

void play_list(struct play *p, bool whole)
{
    struct board *b = look(p);
    int n = b ? b->actions_len : 0;

    p->moves_len = 0;
    for (int i = 0; i < n; i++) /* the numbers on the screen */
        if (vl_move_parse(play_rules(p), b->actions[i].id, strlen(b->actions[i].id),
                          &p->moves[p->moves_len]) == 0)
            p->moves_len++;
    if (b)
        board_moves(b, p->cli, p->plain || whole);
    else
        p->moves_len = vl_legal(play_rules(p), play_state(p), p->moves);
    free(b);
}
