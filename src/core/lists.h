/* lists.h - lists in the code that are read more than once, and lists in a state.
 *
 *     #define QY_TOOL_MAP(X) X(QY_PICK, pick) X(QY_CART, cart)
 *     enum quarry_tool { QY_TOOL_MAP(VL_ID) QY_TOOLS };
 *     static const char *const tool_words[] = { QY_TOOL_MAP(VL_WORD) };
 *
 * An entry may say more than that; who reads it defines an X of its own.
 */
#ifndef VL_CORE_LISTS_H
#define VL_CORE_LISTS_H

#include "core/game.h"

#define VL_ID(id, ...) id,
#define VL_WORD(id, word) #word,

/* Takes a value out of a list that stands in a state, where it is: the others close up, and the
 * place that falls free is zero. */
static inline void vl_take_out(uint8_t *list, uint8_t *len, int value)
{
    uint8_t *at = (uint8_t *)memchr(list, value, *len);

    VL_ASSERT(at != NULL);
    memmove(at, at + 1, (size_t)(list + *len - at) - 1);
    list[--*len] = 0;
}

#endif
