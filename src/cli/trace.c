#include "cli/trace.h"

static void put_next(struct vl_json *w, const struct vl_rules *r, const struct vl_state *s)
{
    struct vl_move list[VL_MOVES_MAX];
    bool is_chance = s->actor == VL_CHANCE;
    int n = s->actor == VL_OVER ? 0 : vl_legal(r, s, list);

    vl_json_key(w, is_chance ? "outcomes" : "legal");
    vl_json_arr(w);
    for (int i = 0; i < n; i++) {
        char text[128];
        struct vl_buf b = vl_buf_on(text, sizeof text);
        vl_move_format(r, list[i], &b);
        if (!is_chance) {
            vl_json_str(w, text);
            continue;
        }
        vl_json_obj(w);
        vl_json_kstr(w, "move", text);
        vl_json_key(w, "weight");
        vl_json_u64_str(w, vl_weight(r, s, list[i]));
        vl_json_end(w);
    }
    vl_json_end(w);
}

void trace_json(struct vl_json *w, const struct vl_rules *r, const struct vl_state *s,
                int64_t entry, const char *move)
{
    vl_json_obj(w);
    vl_json_kint(w, "entry", entry);
    if (!move) {
        vl_json_kstr(w, "game", r->game->id);
        vl_json_key(w, "options");
        vl_options_json(r, w, false);
    }
    vl_json_key(w, "actor");
    if (s->actor >= 0)
        vl_json_int(w, s->actor);
    else
        vl_json_str(w, s->actor == VL_CHANCE ? "chance" : "over");
    vl_json_key(w, "move");
    if (move)
        vl_json_str(w, move);
    else
        vl_json_null(w);
    vl_json_key(w, "position");
    vl_position_write(r, s, VL_ANYONE, true, w);
    put_next(w, r, s);
    vl_json_end(w);
}
