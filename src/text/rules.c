#include "text/rules.h"

#include <string.h>

#include "rule_ids.h"

int vl_rule_find(const char *id)
{
    for (int i = VL_RULE_NONE + 1; i < VL_RULE_COUNT && id[0] != '\0'; i++) {
        if (strcmp(vl_rule_texts[i].id, id) == 0)
            return i;
    }
    return VL_RULE_NONE;
}

void vl_rule_json(struct vl_json *w, int rule)
{
    const struct vl_rule_text *t = &vl_rule_texts[rule];

    if (rule == VL_RULE_NONE)
        return;
    vl_json_kstr(w, "rule", t->id);
    if (t->code != NULL)
        vl_json_kstr(w, "code", t->code);
}
