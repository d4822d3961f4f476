/* test.h - the test framework of all C tests.
 *
 *     TEST(digging_never_takes_more_than_the_pit_holds)
 *     {
 *         RULE("QY-DIG-02");
 *         CHECK_EQ(q.pit, 0);
 *     }
 *
 * A test registers itself; link the file with test_main.c. A failed check is
 * reported and the test goes on; a check's value is whether it held, for
 * tests that cannot: if (!CHECK(p)) return;
 */
#ifndef VL_TESTS_TEST_H
#define VL_TESTS_TEST_H

#include <stdbool.h>

struct test {
    const char *name, *file;
    void (*run)(void);
    struct test *next; /* in order of registration */
};

/* The program was called with --full: the large counts, minutes instead of
 * seconds. */
extern bool test_full;
/* How often a long loop goes round: `full` times with --full, else `usual`
 * times; a sanitized program, many times slower, a fifth of it. */
int test_times(int usual, int full);
/* Whether a long loop over positions looks at this one: at every one, or, in a sanitized
 * program, at every seventh. */
bool test_looks_at(int step);

void test_register(struct test *t);
bool test_check(bool ok, const char *text, const char *file, int line);
bool test_check_eq(long long a, long long b, const char *text, const char *file, int line);
bool test_check_str(const char *a, const char *b, const char *text, const char *file, int line);

#define TEST(name)                                                                                 \
    static void test_##name(void);                                                                 \
    static struct test entry_##name = { #name, __FILE__, test_##name, 0 };                         \
    __attribute__((constructor)) static void register_##name(void)                                 \
    {                                                                                              \
        test_register(&entry_##name);                                                              \
    }                                                                                              \
    static void test_##name(void)

#define CHECK(x) test_check((x) ? true : false, #x, __FILE__, __LINE__)

/* Integers of any type; both are printed. Two values of 64 bits are equal if
 * their bits are. */
#define CHECK_EQ(a, b)                                                                             \
    test_check_eq((long long)(a), (long long)(b), #a " == " #b, __FILE__, __LINE__)

/* Texts; NULL equals only NULL. */
#define CHECK_STR(a, b) test_check_str((a), (b), #a " == " #b, __FILE__, __LINE__)

/* Says which rule a test proves; tools/rulecov greps for it. */
#define RULE(id) ((void)sizeof("" id))

#endif
