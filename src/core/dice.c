#include "core/dice.h"

int vl_dice_list(int kind, int n, int faces, struct vl_move *out)
{
    struct vl_move m = { vl_u8(kind), { vl_u8(n) } };
    int len = 0;

    VL_ASSERT(n > 0 && n <= VL_DICE_MAX && faces <= VL_DIE_FACES_MAX);
    for (;;) {
        out[len++] = m;
        int i = n;
        while (i > 0 && m.arg[i] == faces - 1)
            i--;
        if (i == 0)
            return len;
        uint8_t face = (uint8_t)(m.arg[i] + 1);
        for (; i <= n; i++)
            m.arg[i] = face;
    }
}

uint64_t vl_dice_weight(struct vl_move m)
{
    uint64_t weight = 1;
    int times[VL_DIE_FACES_MAX] = { 0 };

    VL_ASSERT(m.arg[0] <= VL_DICE_MAX);
    for (int i = 1; i <= m.arg[0];
         i++) { /* i dice so far, this face so often: whole at each step */
        VL_ASSERT(m.arg[i] < VL_DIE_FACES_MAX);
        weight = weight * (uint64_t)i / (uint64_t)++times[m.arg[i]];
    }
    return weight;
}

bool vl_dice_fit(struct vl_move m, int n, int faces)
{
    if (m.arg[0] != n)
        return false;
    for (int i = 1; i < VL_ARGS_MAX; i++)
        if (m.arg[i] >= (i <= n ? faces : 1))
            return false;
    return true;
}
