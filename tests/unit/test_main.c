/* Runs the tests linked with it: all, or those whose name contains the first
 * argument. -v names the tests that pass, too; -x stops at the first that fails;
 * --full: see test.h; -t NAME ...: these alone, in this order. */
#include "test.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "base/check.h"

/* gcc says it by a macro, clang by a feature. */
#ifdef __has_feature
#define IS_SANITIZED __has_feature(address_sanitizer)
#elif defined __SANITIZE_ADDRESS__
#define IS_SANITIZED 1
#else
#define IS_SANITIZED 0
#endif

/* A check in a long loop shall not bury the others. */
#define REPORTS_MAX 50

bool test_full;
static struct test *first, **last = &first;
static const struct test *running;
static int faults; /* in the running test */

int test_times(int usual, int full)
{
    if (IS_SANITIZED)
        usual = (usual + 4) / 5;
    return test_full ? full : usual;
}

bool test_looks_at(int step)
{
    return !IS_SANITIZED || step % 7 == 0;
}

void test_register(struct test *t)
{
    *last = t;
    last = &t->next;
}

/* Counts a failed check; true if it is to be printed. */
static bool report(const char *file, int line)
{
    faults++;
    if (faults > REPORTS_MAX)
        return false;
    printf("FAIL %s:%d %s: ", file, line, running != NULL ? running->name : "?");
    return true;
}

bool test_check(bool ok, const char *text, const char *file, int line)
{
    if (!ok && report(file, line))
        printf("%s\n", text);
    return ok;
}

static void print_number(long long v)
{
    if (v >= -999999 && v <= 999999)
        printf("%lld", v);
    else
        printf("%lld (0x%llx)", v, (unsigned long long)v);
}

bool test_check_eq(long long a, long long b, const char *text, const char *file, int line)
{
    if (a != b && report(file, line)) {
        printf("%s: ", text);
        print_number(a);
        printf(" != ");
        print_number(b);
        printf("\n");
    }
    return a == b;
}

bool test_check_str(const char *a, const char *b, const char *text, const char *file, int line)
{
    bool ok = a != NULL && b != NULL ? strcmp(a, b) == 0 : a == b;

    if (!ok && report(file, line))
        printf("%s: \"%s\" != \"%s\"\n", text, a != NULL ? a : "(NULL)", b != NULL ? b : "(NULL)");
    return ok;
}

/* A failed VL_VERIFY cannot go on, but says where it was. */
_Noreturn void vl_fail(const char *what, const char *file, int line)
{
    if (report(file, line))
        printf("VL_VERIFY(%s)\n", what);
    fflush(stdout);
    abort();
}

static bool run(const struct test *t, bool verbose)
{
    clock_t began = clock();

    running = t;
    faults = 0;
    t->run();
    if (faults > REPORTS_MAX)
        printf("FAIL %s:0 %s: and %d more\n", t->file, t->name, faults - REPORTS_MAX);
    if (faults == 0 && verbose)
        printf("ok %s (%ld ms)\n", t->name, (long)((clock() - began) * 1000 / CLOCKS_PER_SEC));
    fflush(stdout);
    return faults == 0;
}

/* The list becomes the tests named, in that order; false if no test has one of the names. */
static bool pick(char **names, int n)
{
    struct test *all = first;

    first = NULL;
    last = &first;
    for (int i = 0; i < n; i++) {
        struct test **at = &all;

        while (*at != NULL && strcmp((*at)->name, names[i]) != 0)
            at = &(*at)->next;
        struct test *t = *at;
        if (t == NULL) {
            printf("no test is called %s\n", names[i]);
            return false;
        }
        *at = t->next;
        t->next = NULL;
        test_register(t);
    }
    return true;
}

int main(int argc, char **argv)
{
    const char *wanted = "";
    bool verbose = false, first_only = false, named = false;
    int passed = 0, failed = 0;

    for (int i = 1; i < argc && !named; i++) {
        if (strcmp(argv[i], "-v") == 0)
            verbose = true;
        else if (strcmp(argv[i], "-x") == 0)
            first_only = true;
        else if (strcmp(argv[i], "--full") == 0)
            test_full = true;
        else if (strcmp(argv[i], "-t") == 0)
            named = true;
        else
            wanted = argv[i];
        if (named && !pick(argv + i + 1, argc - i - 1))
            return 1;
    }
    for (const struct test *t = first; t != NULL && !(first_only && failed > 0); t = t->next) {
        if (strstr(t->name, wanted) == NULL)
            continue;
        if (run(t, verbose))
            passed++;
        else
            failed++;
    }
    printf("%d passed, %d failed\n", passed, failed);
    return failed > 0 ? 1 : 0;
}
