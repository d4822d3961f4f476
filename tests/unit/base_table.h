/* base_table.h - what the tests of src/base have in common. */
#ifndef VL_TESTS_BASE_TABLE_H
#define VL_TESTS_BASE_TABLE_H

#include <stddef.h>
#include <stdint.h>

#include "base/json.h"
#include "base/rng.h"
#include "base/status.h"

/* Many values into one, for comparison with an expected number. */
uint64_t base_fold(uint64_t acc, uint64_t v);
/* Memory of exactly len bytes, so that ASan sees a read past the end. */
void *base_exact_copy(const void *bytes, size_t len);
void base_fill_random(struct vl_rng *rng, uint8_t *out, size_t len);

/* A document with something of everything. */
#define BASE_SAMPLE                                                                                \
    "{\"id\": \"crane\", \"cost\": -7, \"caf\\u00e9\": \"\\uD83C\\uDFB2 \\\"d\xC3\xA9\\\" \\\\ "   \
    "\\/\",\n"                                                                                     \
    " \"effects\": [[\"lift\", 4], [\"shore_up\", 1.5e-3]],\t\"open\": true, \"shut\": false,\r\n" \
    " \"none\": null, \"a/b\": {\"m~n\": [0, {\"\": 12}]}, \"\xE2\x82\xAC\": {} }"

/* Room for two documents that are compared. */
enum { BASE_NODES = 4096 };
extern struct vl_json_node base_nodes_a[BASE_NODES], base_nodes_b[BASE_NODES];

/* Parses an exact copy into base_nodes_a, then points the document at the
 * caller's text. */
int base_parse_n(struct vl_json_doc *doc, const char *text, size_t len, struct vl_error *err);
int base_parse(struct vl_json_doc *doc, const char *text);

#endif
