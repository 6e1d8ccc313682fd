/* support.h - what every test program includes: cmocka, and assertions on doubles. */
#ifndef PAROT_TESTS_SUPPORT_H
#define PAROT_TESTS_SUPPORT_H

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

/* The call succeeds; otherwise its message is shown. */
#define assert_ok(call)                                                                            \
    do {                                                                                           \
        parot_error err = {0};                                                                     \
        parot_status succeeded = (call);                                                           \
        if (succeeded != PAROT_OK)                                                                 \
            fail_msg("%s: %s: %s", #call, parot_status_name(succeeded), err.message);              \
    } while (0)

#endif
