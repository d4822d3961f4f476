/* check.h - our own bugs stop the program at once.
 *
 * VL_ASSERT states what a caller promised and vanishes with NDEBUG;
 * VL_VERIFY stays in every build. Neither is for outside input.
 */
#ifndef VL_BASE_CHECK_H
#define VL_BASE_CHECK_H

#include <stdint.h>

#ifdef __cplusplus
#define VL_NORETURN [[noreturn]]
#else
#define VL_NORETURN _Noreturn
#endif

/* Called when a check fails. The one in base stops without a word, since base
 * has no output; a program may define its own that prints first. */
VL_NORETURN void vl_fail(const char *what, const char *file, int line);

#define VL_VERIFY(x) ((x) ? (void)0 : vl_fail(#x, __FILE__, __LINE__))
#ifdef NDEBUG
#define VL_ASSERT(x) ((void)0)
#else
#define VL_ASSERT(x) VL_VERIFY(x)
#endif

#define VL_LEN(array) ((int)(sizeof(array) / sizeof((array)[0])))

/* Narrowing with the claim that the value fits. */
static inline uint8_t vl_u8(int v)
{
    VL_ASSERT(v >= 0 && v <= 255);
    return (uint8_t)v;
}

static inline uint16_t vl_u16(int v)
{
    VL_ASSERT(v >= 0 && v <= 65535);
    return (uint16_t)v;
}

static inline int16_t vl_i16(int v)
{
    VL_ASSERT(v >= -32768 && v <= 32767);
    return (int16_t)v;
}

static inline int vl_min(int a, int b)
{
    return a < b ? a : b;
}

static inline int vl_max(int a, int b)
{
    return a > b ? a : b;
}

#endif
