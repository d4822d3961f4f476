/* Tests of base/status.h and base/check.h: what an error says, and that our
 * own bugs stop the program. */
#define _POSIX_C_SOURCE 200809L /* fork */

#include "test.h"

#include <stdio.h>
#include <string.h>

#if defined(__unix__) && !defined(__EMSCRIPTEN__)
#define HAVE_FORK 1
#include <sys/wait.h>
#include <unistd.h>
#else
#define HAVE_FORK 0
#endif

#include "base/buf.h"
#include "base/check.h"
#include "base/json.h"
#include "base/status.h"

/* ---- status ---- */

TEST(status_words)
{
    CHECK_EQ(VL_OK, 0);
    CHECK_STR(vl_status_word(VL_OK), "ok");
    CHECK_STR(vl_status_word(VL_SYNTAX), "syntax");
    CHECK_STR(vl_status_word(VL_TOO_LARGE), "too_large");
    CHECK_STR(vl_status_word(VL_INTERRUPT), "interrupt");
    CHECK_STR(vl_status_word(-1), "?");
    CHECK_STR(vl_status_word(VL_STATUS_COUNT), "?");
    for (int i = 0; i < VL_STATUS_COUNT; i++) {
        for (int j = 0; j < i; j++)
            CHECK(strcmp(vl_status_word(i), vl_status_word(j)) != 0);
    }
}

TEST(error_set_fills_cuts_and_accepts_null)
{
    struct vl_error err;
    char big[400];

    memset(&err, 0xEE, sizeof err);
    CHECK_EQ(vl_error_set(NULL, VL_IO, "a", "b"), VL_IO);
    CHECK_EQ(vl_error_set(&err, VL_RANGE, "/cards/3/mana", "12 is above 9"), VL_RANGE);
    CHECK_EQ(err.status, VL_RANGE);
    CHECK_EQ(err.rule, 0);
    CHECK_STR(err.where, "/cards/3/mana");
    CHECK_STR(err.what, "12 is above 9");

    vl_error_set(&err, VL_RANGE, NULL, NULL);
    CHECK_STR(err.where, "");
    CHECK_STR(err.what, "");

    memset(big, 'x', sizeof big);
    big[sizeof big - 1] = '\0';
    vl_error_set(&err, VL_RANGE, big, big);
    CHECK_EQ(strlen(err.where), sizeof err.where - 1);
    CHECK_EQ(strlen(err.what), sizeof err.what - 1);

    vl_error_set(&err, VL_RANGE, "w", "first");
    vl_error_set(&err, VL_IO, err.where, err.what); /* re-worded in place */
    CHECK_STR(err.where, "w");
    CHECK_STR(err.what, "first");
}

TEST(error_rule_names_the_rule)
{
    struct vl_error err;

    CHECK_EQ(vl_error_rule(NULL, VL_REFUSED, 7, "a", "b"), VL_REFUSED);
    CHECK_EQ(vl_error_rule(&err, VL_REFUSED, 7, "village", "no such village"), VL_REFUSED);
    CHECK_EQ(err.rule, 7);
    CHECK_EQ(err.status, VL_REFUSED);
    CHECK_STR(err.where, "village");
    CHECK_STR(err.what, "no such village");
}

TEST(error_set_does_not_cut_inside_a_character)
{
    static const char *const chars[] = { "\xC3\xA9", "\xE2\x82\xAC", "\xF0\x9F\x8E\xB2" };
    struct vl_error err;

    for (int c = 0; c < VL_LEN(chars); c++) {
        for (int lead = 0; lead < 5; lead++) {
            char text[400];
            size_t at = (size_t)lead;
            size_t step = strlen(chars[c]);

            memset(text, 'x', at);
            while (at + step < sizeof text) {
                memcpy(text + at, chars[c], step);
                at += step;
            }
            text[at] = '\0';
            vl_error_set(&err, VL_IO, text, text);
            CHECK(vl_utf8_ok(err.where, strlen(err.where)));
            CHECK(vl_utf8_ok(err.what, strlen(err.what)));
            CHECK(strlen(err.what) > sizeof err.what - 1 - step);
        }
    }
}

/* ---- check ---- */

TEST(narrowing_keeps_values)
{
    CHECK_EQ(vl_u8(0), 0);
    CHECK_EQ(vl_u8(255), 255);
    CHECK_EQ(vl_i16(-32768), -32768);
    CHECK_EQ(vl_i16(32767), 32767);
    CHECK_EQ(VL_LEN("abc"), 4);
}

#if HAVE_FORK
/* True if f ends its process by a signal. */
static bool dies(void (*f)(void))
{
    fflush(stdout);
    fflush(stderr);
    pid_t child = fork();
    if (child == 0) {
        if (freopen("/dev/null", "w", stdout) == NULL || freopen("/dev/null", "w", stderr) == NULL)
            _exit(2);
        f();
        _exit(0);
    }
    int status = 0;
    if (child < 0 || waitpid(child, &status, 0) != child)
        return false;
    return WIFSIGNALED(status);
}

static void verify_false(void)
{
    VL_VERIFY(1 + 1 == 3);
}

static void verify_true(void)
{
    VL_VERIFY(1 + 1 == 2);
    VL_ASSERT(1 + 1 == 2);
}

static void write_too_deep(void)
{
    char memory[200];
    struct vl_json w = vl_json_on(memory, sizeof memory);

    for (int i = 0; i <= VL_JSON_DEPTH; i++)
        vl_json_arr(&w);
}

static void end_too_often(void)
{
    char memory[200];
    struct vl_json w = vl_json_on(memory, sizeof memory);

    vl_json_arr(&w);
    vl_json_end(&w);
    vl_json_end(&w);
}

#ifndef NDEBUG
static void narrow_256(void)
{
    (void)vl_u8(256);
}

static void narrow_32768(void)
{
    (void)vl_i16(32768);
}

#ifdef VL_LIBRARY_ASSERTS
static void value_without_key(void)
{
    char memory[200];
    struct vl_json w = vl_json_on(memory, sizeof memory);

    vl_json_obj(&w);
    vl_json_int(&w, 1);
}
#endif
#endif

TEST(our_own_bugs_stop_the_program)
{
    CHECK(dies(verify_false));
    CHECK(!dies(verify_true));
    CHECK(dies(write_too_deep));
    CHECK(dies(end_too_often));
#ifndef NDEBUG
    CHECK(dies(narrow_256));
    CHECK(dies(narrow_32768));
#endif
#ifdef VL_LIBRARY_ASSERTS
    CHECK(dies(value_without_key));
#endif
}
#endif
