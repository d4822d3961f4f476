/* What things say: passing over sayings until the one that is asked for has come. */
#include "core/saying.h"

bool vl_is_said(struct vl_speaker *sp, int row)
{
    if (sp->left-- != 0)
        return false;
    sp->out->row = &sp->rows[row];
    return true;
}

void vl_say_numbers(struct vl_speaker *sp, bool there, int row, int a, int b)
{
    if (!there || !vl_is_said(sp, row))
        return;
    sp->out->arg[0] = vl_i16(a);
    sp->out->arg[1] = vl_i16(b);
}

void vl_say_amount(struct vl_speaker *sp, int row, struct vl_amount a)
{
    if (a.n == 0 || !vl_is_said(sp, row))
        return;
    sp->out->arg[0] = a.n;
    sp->out->arg[1] = a.d;
    sp->out->arg[2] = a.source;
}

struct vl_phrases vl_phrases_of(const struct vl_speaker *sp, const struct vl_fx_verbs *verbs,
                                struct vl_fx_list list, enum vl_fx_joint joint)
{
    struct vl_phrases p = { verbs, sp->steps + list.at, list.len, joint };

    return p;
}
