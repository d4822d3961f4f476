/* lists.h - a list that is read more than once: its constants, its words.
 *
 *     #define QY_TOOL_MAP(X) X(QY_PICK, pick) X(QY_CART, cart)
 *     enum quarry_tool { QY_TOOL_MAP(VL_ID) QY_TOOLS };
 *     static const char *const tool_words[] = { QY_TOOL_MAP(VL_WORD) };
 *
 * An entry may say more than that; who reads it defines an X of its own.
 */
#ifndef VL_CORE_LISTS_H
#define VL_CORE_LISTS_H

#define VL_ID(id, ...) id,
#define VL_WORD(id, word) #word,

#endif
