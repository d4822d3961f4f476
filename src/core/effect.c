#include "core/effect.h"

struct block {
    struct vl_fx_row row;
    bool cost; /* leads into the one after it */
};

enum { BLOCKS_MAX = VL_FX_ARGS };

static int blocks_of(const struct vl_fx_verb *verbs, const struct vl_fx *step,
                     struct block out[BLOCKS_MAX])
{
    const struct vl_fx_verb *v = &verbs[step->verb];
    int n = 0, begin = 1;

    for (int i = 0, place = 0; i < v->args_len; i++) {
        int type = v->args[i].type;

        if (type == VL_FX_BLOCK || type == VL_FX_COST) {
            struct block b = { { begin, step->arg[place] }, type == VL_FX_COST };

            begin += b.row.len;
            out[n++] = b;
        }
        place += type == VL_FX_AMOUNT ? 3 : 1;
    }
    VL_ASSERT(begin == 1 + step->skip);
    VL_ASSERT(n == 0 || !out[n - 1].cost);
    return n;
}

struct vl_fx_row vl_fx_row(const struct vl_fx_verb *verbs, const struct vl_fx *step, int k)
{
    struct block b[BLOCKS_MAX];
    int n = blocks_of(verbs, step, b);

    VL_VERIFY(k >= 0 && k < n);
    struct vl_fx_row row = b[k].row;
    for (; b[k].cost; k++)
        row.len += b[k + 1].row.len;
    return row;
}

/* The last step of a block goes on where the step goes on that the block belongs to;
 * that one stands before it, so its own `next` is known. */
static void link_row(struct vl_fx *step, struct vl_fx_row row)
{
    for (int i = row.begin; i < row.begin + row.len; i += 1 + step[i].skip)
        if (i + 1 + step[i].skip == row.begin + row.len)
            step[i].next = vl_u8(step->next - i);
}

void vl_fx_link(const struct vl_fx_verb *verbs, struct vl_fx *steps, int len)
{
    VL_ASSERT(len <= VL_FX_STEPS_MAX);
    for (int i = 0; i < len; i++)
        steps[i].next = vl_u8(1 + steps[i].skip);
    for (int i = 0; i < len; i++) {
        struct block b[BLOCKS_MAX];
        int n = blocks_of(verbs, &steps[i], b);

        for (int k = 0; k < n; k++)
            link_row(&steps[i], vl_fx_row(verbs, &steps[i], k));
    }
}
