/* Reflets d'Acide, in general: how many play, and how large a state is. */
#include "table.h"

#include <stdio.h>

TEST(reflets_is_played_by_one_to_three)
{
    RULE("RA-GEN-01");
    struct table t = TABLE(reflets);

    for (int n = 1; n <= 3; n++) {
        char options[32];

        snprintf(options, sizeof options, "players=%d", n);
        table_open(&t, options);
        CHECK_EQ(ra_derived(&t.r)->seats, n);
    }
    CHECK_STR(table_bad_options(&t, "players=0"), "players");
    CHECK_STR(table_bad_options(&t, "players=4"), "players");
}

TEST(reflets_state_is_small)
{
    CHECK(sizeof(struct ra_state) <= 2048);
}
