/* schema.h - the JSON Schemas of the packs, which editors read; written beside a
 * pack that is exported. tools/mkcontent makes the table from content/. */
#ifndef VL_CLI_SCHEMA_H
#define VL_CLI_SCHEMA_H

#include <stddef.h>

struct cli_schema {
    const char *name; /* of its file, "runemasters.schema.json"; NULL ends the table */
    const char *text;
    size_t len;
};

extern const struct cli_schema cli_schemas[];

#endif
