/* test.h - a test is a function that says its name; what it opens is released when it ends.
 *
 *     TEST(a_plan_has_the_mass_that_was_asked_for)
 *     {
 *         AUTO(parot_result, result);
 *         FREED double *cost = malloc(...);
 *         FREED_BY(clouds_free) struct clouds clouds = clouds_make(...);
 *         ...
 *     }
 *
 * The main function is in test.c: it runs the tests of the program in the order in which they
 * stand. An assertion that fails jumps past the releases, which does not matter then.
 */
#ifndef PAROT_TESTS_TEST_H
#define PAROT_TESTS_TEST_H

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

/* cmocka's macro fail() hides our function of that name, which internal headers declare. */
#undef fail
#undef fail_msg
#define fail_msg(...)                                                                              \
    do {                                                                                           \
        print_error("ERROR: " __VA_ARGS__);                                                        \
        print_error("\n");                                                                         \
        _fail(__FILE__, __LINE__);                                                                 \
    } while (0)

#include "parot/parot.h"
#include "release.h"

/* |a - b| <= tolerance (1 + |b|); cmocka's own compares floats. */
#define assert_close(a, b, tolerance)                                                              \
    do {                                                                                           \
        double close_a = (a), close_b = (b);                                                       \
        if (!(fabs(close_a - close_b) <= (tolerance) * (1 + fabs(close_b))))                       \
            fail_msg("%s = %.17g, but %s = %.17g", #a, close_a, #b, close_b);                      \
    } while (0)

/* The call fails with this status, and the message contains all of `words`. */
#define assert_refused(call, expected, words)                                                      \
    do {                                                                                           \
        parot_error err = {0};                                                                     \
        parot_status refused = (call);                                                             \
        if (refused != (expected))                                                                 \
            fail_msg("%s returned '%s': %s", #call, parot_status_name(refused), err.message);      \
        if (!strstr(err.message, (words)))                                                         \
            fail_msg("message '%s' does not say '%s'", err.message, (words));                      \
    } while (0)

#define assert_has(text, words)                                                                    \
    do {                                                                                           \
        if (!strstr((text), (words)))                                                              \
            fail_msg("this lacks '%s': %s", (words), (text));                                      \
    } while (0)

/* The call succeeds; otherwise its message is shown. */
#define assert_ok(call)                                                                            \
    do {                                                                                           \
        parot_error err = {0};                                                                     \
        parot_status succeeded = (call);                                                           \
        if (succeeded != PAROT_OK)                                                                 \
            fail_msg("%s: %s: %s", #call, parot_status_name(succeeded), err.message);              \
    } while (0)

/* ---- Tests -------------------------------------------------------------- */

/* A test registers itself before main begins, so that none can be forgotten. */
#define TEST(name)                                                                                 \
    static void name(void **test_state);                                                           \
    __attribute__((constructor)) static void add_##name(void)                                      \
    {                                                                                              \
        test_add(#name, name);                                                                     \
    }                                                                                              \
    static void name(__attribute__((unused)) void **test_state)

/* Once in a program: what goes before its first test and after its last; NULL for neither. */
#define AROUND(setup, teardown)                                                                    \
    __attribute__((constructor)) static void add_around(void)                                      \
    {                                                                                              \
        test_around(setup, teardown);                                                              \
    }

void test_add(const char *name, void (*run)(void **state));
void test_around(int (*setup)(void **state), int (*teardown)(void **state));

/* How many tests failed. */
int test_run(void);

#endif
