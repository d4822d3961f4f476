/* schema.h - the JSON Schemas of the packs, which editors read; written beside a
 * pack that is exported. tools/mkcontent makes the table from content/. */
#ifndef VL_CLI_SCHEMA_H
#define VL_CLI_SCHEMA_H

#include "cli/cli.h"

struct cli_schema {
    const char *name; /* of its file, "runemasters.schema.json"; NULL ends the table */
    const char *text;
    size_t len;
};

extern const struct cli_schema cli_schemas[];

/* The pack into a file, and beside it the schema that its $schema names, so that an
 * editor completes and checks (cmd_content.c). CLI_OK, or reported. */
int cli_write_pack(struct cli *cli, const struct vl_pack *pack, const char *path,
                   enum vl_file_how how);

#endif
