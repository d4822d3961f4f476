/* bots.c - the list of bots, and their names with numbers. */
#include "bots/bot.h"

static const struct vl_bot *const bots[] = { &vl_bot_random, &vl_bot_greedy };

int vl_bots_len(void)
{
    return VL_LEN(bots);
}

const struct vl_bot *vl_bot_at(int i)
{
    return i >= 0 && i < VL_LEN(bots) ? bots[i] : NULL;
}

static const struct vl_bot *find(const char *text, size_t len)
{
    for (int i = 0; i < VL_LEN(bots); i++)
        if (vl_str_is(text, len, bots[i]->id))
            return bots[i];
    return NULL;
}

void vl_bot_names(struct vl_buf *out)
{
    for (int i = 0; i < VL_LEN(bots); i++) {
        vl_put(out, i ? ", " : "");
        vl_put(out, bots[i]->id);
        vl_put(out, bots[i]->param_hi ? "[:N]" : "");
    }
}

static int unknown(const char *text, struct vl_error *err)
{
    char what[sizeof err->what];
    struct vl_buf b = vl_buf_on(what, sizeof what);

    vl_put(&b, "bots: ");
    vl_bot_names(&b);
    return vl_error_set(err, VL_UNKNOWN, text, what);
}

int vl_bot_parse(struct vl_bot_spec *out, const char *text, struct vl_error *err)
{
    size_t len = strlen(text), name_len = strcspn(text, ":");
    const struct vl_bot *bot = find(text, name_len);

    if (!bot)
        return unknown(text, err);
    int64_t param = bot->param_def;
    if (name_len < len) {
        if (!bot->param_hi)
            return vl_error_set(err, VL_RANGE, text, "this bot takes no number");
        if (!vl_str_int(text + name_len + 1, len - name_len - 1, &param) || param < bot->param_lo ||
            param > bot->param_hi)
            return vl_error_set(err, VL_RANGE, text, "the bot's number is out of range");
    }
    out->bot = bot;
    out->param = (int32_t)param;
    return VL_OK;
}

void vl_bot_format(const struct vl_bot_spec *spec, struct vl_buf *out)
{
    vl_put(out, spec->bot->id);
    if (spec->bot->param_hi) {
        vl_put_char(out, ':');
        vl_put_int(out, spec->param);
    }
}

size_t vl_bot_scratch(const struct vl_bot_spec *spec, const struct vl_game *g)
{
    return spec->bot->scratch ? spec->bot->scratch(g, spec->param) : 1;
}

void vl_bot_choose(const struct vl_bot_spec *spec, const struct vl_bot_ask *ask,
                   struct vl_bot_answer *out)
{
    VL_ASSERT(ask->legal_len > 0);
    *out = (struct vl_bot_answer){ .move = ask->legal[0] };
    spec->bot->choose(ask, spec->param, out);
}
