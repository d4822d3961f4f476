#include "base_table.h"

#include <stdlib.h>
#include <string.h>

struct vl_json_node base_nodes_a[BASE_NODES], base_nodes_b[BASE_NODES];

uint64_t base_fold(uint64_t acc, uint64_t v)
{
    return ((acc << 1) | (acc >> 63)) ^ v;
}

void *base_exact_copy(const void *bytes, size_t len)
{
    void *p = malloc(len > 0 ? len : 1);

    if (p == NULL)
        abort();
    if (len > 0)
        memcpy(p, bytes, len);
    return p;
}

void base_fill_random(struct vl_rng *rng, uint8_t *out, size_t len)
{
    for (size_t i = 0; i < len; i++)
        out[i] = (uint8_t)vl_rng_below(rng, 256);
}

int base_parse_n(struct vl_json_doc *doc, const char *text, size_t len, struct vl_error *err)
{
    char *copy = base_exact_copy(text, len);
    int st = vl_json_parse(doc, copy, len, base_nodes_a, BASE_NODES, err);

    if (st == VL_OK)
        doc->text = text;
    free(copy);
    return st;
}

int base_parse(struct vl_json_doc *doc, const char *text)
{
    return base_parse_n(doc, text, strlen(text), NULL);
}
