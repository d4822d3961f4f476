/* memory.c - malloc and its kin for the browser's engine.
 *
 * The C library's are made for many threads and many megabytes, and weigh a
 * twentieth of the whole engine, which the page waits for. Here free pieces stand
 * in one list by address, neighbours grow together again, and the first piece that
 * is large enough is taken, from its end. The door keeps few blocks, and most of
 * them for one call only. Only in the build for wasm.
 */
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#ifdef __wasm__

enum { PAGE = 65536 };

/* Every block begins with one of these, and is as many of them long as it says. */
union unit {
    struct {
        union unit *next; /* of a free piece: the next one, by address */
        size_t units;
    } head;
    max_align_t align;
};

extern union unit __heap_base[]; /* the linker's: the first byte that nobody has */

static union unit *pieces;   /* free ones, by address */
static uintptr_t memory_end; /* 0: nothing was asked for yet */

/* A piece comes back: it joins the free ones that touch it. */
static void give(union unit *piece)
{
    union unit *before = NULL, *after = pieces;

    while (after != NULL && after < piece) {
        before = after;
        after = after->head.next;
    }
    if (after == piece + piece->head.units) {
        piece->head.units += after->head.units;
        after = after->head.next;
    }
    piece->head.next = after;
    if (before == NULL) {
        pieces = piece;
    } else if (before + before->head.units == piece) {
        before->head.units += piece->head.units;
        before->head.next = after;
    } else {
        before->head.next = piece;
    }
}

/* At least so much more memory; false if there is none to be had. */
static bool grow(size_t units)
{
    size_t pages = (units * sizeof(union unit) + PAGE - 1) / PAGE;
    uintptr_t from = memory_end;

    if (from == 0) { /* what lies between the heap's base and the end is free from the start */
        from = ((uintptr_t)__heap_base + sizeof(union unit) - 1) / sizeof(union unit) *
               sizeof(union unit);
        memory_end = __builtin_wasm_memory_size(0) * PAGE;
    }
    if (memory_end - from < units * sizeof(union unit)) {
        if (__builtin_wasm_memory_grow(0, pages) == SIZE_MAX)
            return false;
        memory_end += pages * PAGE;
    }
    union unit *piece = (union unit *)from;
    piece->head.units = (memory_end - from) / sizeof(union unit);
    give(piece);
    return true;
}

static union unit *take(size_t units)
{
    union unit *before = NULL;

    for (union unit *piece = pieces; piece != NULL; before = piece, piece = piece->head.next) {
        if (piece->head.units < units)
            continue;
        if (piece->head.units > units) {
            piece->head.units -= units;
            piece += piece->head.units;
            piece->head.units = units;
        } else if (before == NULL) {
            pieces = piece->head.next;
        } else {
            before->head.next = piece->head.next;
        }
        return piece;
    }
    return NULL;
}

void *malloc(size_t size)
{
    size_t units = size / sizeof(union unit) + 2; /* the head, and what is begun */

    if (size > SIZE_MAX / 2)
        return NULL;
    union unit *piece = take(units);
    if (piece == NULL && grow(units))
        piece = take(units);
    return piece != NULL ? piece + 1 : NULL;
}

void free(void *block)
{
    if (block != NULL)
        give((union unit *)block - 1);
}

void *calloc(size_t n, size_t size)
{
    if (size != 0 && n > SIZE_MAX / size)
        return NULL;
    void *block = malloc(n * size);
    return block != NULL ? memset(block, 0, n * size) : NULL;
}

void *realloc(void *block, size_t size)
{
    if (block == NULL)
        return malloc(size);
    size_t room = (((union unit *)block)[-1].head.units - 1) * sizeof(union unit);
    if (size <= room)
        return block;
    void *larger = malloc(size);
    if (larger != NULL) {
        memcpy(larger, block, room);
        free(block);
    }
    return larger;
}

#endif
