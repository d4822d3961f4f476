/* rulebook.h - looking rules up, for `veillee rules` and the `rules` and `why`
 * of a game at the terminal. */
#ifndef VL_CLI_RULEBOOK_H
#define VL_CLI_RULEBOOK_H

#include "cli/cli.h"

/* The rules of a game that answer a question, in the order of the rule file:
 * how many there are; out receives those below cap. A question is an id
 * ("RM-HIT-02", "hit-02"), an area ("RM-HIT", "hit"), the code word of a refusal
 * ("E_DIE_USED"), or words that must all stand in the rule, accents and case
 * apart. "" is every rule. */
int rulebook_find(const struct vl_game *g, int lang, const char *question, vl_rule *out, int cap);
const char *rulebook_text(int lang, vl_rule rule);
/* "RM-HIT-02  Only the first monster ...", wrapped. */
void rulebook_print(struct cli *cli, vl_rule rule);

#endif
