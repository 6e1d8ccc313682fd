/* test_status.c - every status has a name, and every failure a message that fits. */
#include <stdio.h>

#include "base/status.h"
#include "test.h"

/* cmocka has a macro of this name; the parentheses reach the function. */
#define FAIL (fail)

static const parot_status every_status[] = {
    PAROT_OK,      PAROT_ITERATION_LIMIT, PAROT_TIME_LIMIT, PAROT_CANCELLED, PAROT_EINVAL,
    PAROT_ESHAPE,  PAROT_EINFEASIBLE,     PAROT_ENOMEM,     PAROT_ENUMERIC,  PAROT_EIO,
    PAROT_EFORMAT, PAROT_ENOTSUP,         PAROT_ESTOPPED,   PAROT_UNPROVED,
};
enum { STATUSES = sizeof every_status / sizeof *every_status };

TEST(version_is_that_of_the_header)
{
    char expected[64] = "";
    snprintf(expected, sizeof expected, "%d.%d.%d", PAROT_VERSION_MAJOR, PAROT_VERSION_MINOR,
             PAROT_VERSION_PATCH);
    assert_string_equal(parot_version(), expected);
    assert_int_equal(parot_version_number(), PAROT_VERSION_NUMBER);
    assert_true(PAROT_VERSION_NUMBER > 0 && PAROT_VERSION_MINOR < 100 && PAROT_VERSION_PATCH < 100);
}

TEST(every_status_has_a_name_of_its_own)
{
    for (int a = 0; a < STATUSES; a++) {
        const char *name = parot_status_name(every_status[a]);
        assert_true(strlen(name) > 0);
        assert_string_not_equal(name, "unknown status");
        for (int b = 0; b < a; b++)
            assert_string_not_equal(name, parot_status_name(every_status[b]));
    }
}

TEST(a_number_that_is_no_status_is_called_unknown)
{
    assert_string_equal(parot_status_name((parot_status)99), "unknown status");
    assert_string_equal(parot_status_name((parot_status)-99), "unknown status");
}

TEST(fail_formats_its_message_and_returns_the_status)
{
    parot_error err = {0};
    assert_int_equal(FAIL(&err, PAROT_ESHAPE, "x has %d columns, y has %d", 2, 3), PAROT_ESHAPE);
    assert_string_equal(err.message, "x has 2 columns, y has 3");
}

TEST(fail_without_a_place_for_the_message_only_returns)
{
    assert_int_equal(FAIL(NULL, PAROT_EINVAL, "unread %d", 1), PAROT_EINVAL);
    assert_int_equal(fail_memory(NULL, 1), PAROT_ENOMEM);
}

TEST(a_long_message_is_cut_and_terminated)
{
    struct {
        parot_error err;
        char after;
    } place = {{""}, 'a'};
    char text[2 * sizeof place.err.message];
    memset(text, 'x', sizeof text - 1);
    text[sizeof text - 1] = '\0';
    assert_int_equal(FAIL(&place.err, PAROT_EIO, "%s", text), PAROT_EIO);
    assert_int_equal(strlen(place.err.message), sizeof place.err.message - 1);
    assert_int_equal(place.after, 'a');
}

TEST(a_refusal_of_memory_says_how_much)
{
    parot_error err = {0};
    assert_int_equal(fail_memory(&err, 12345), PAROT_ENOMEM);
    assert_non_null(strstr(err.message, "12345 bytes"));
}

static parot_status try_then_mark(parot_status status, int *marked)
{
    TRY(status);
    *marked = 1;
    return PAROT_OK;
}

TEST(try_leaves_with_anything_but_ok)
{
    for (int a = 0; a < STATUSES; a++) {
        int marked = 0;
        assert_int_equal(try_then_mark(every_status[a], &marked), every_status[a]);
        assert_int_equal(marked, every_status[a] == PAROT_OK);
    }
}

TEST(an_error_names_the_argument_by_itself)
{
    parot_error error = {0};
    fail(&error, PAROT_EINVAL, "options.loss: unknown value %d", 7);
    assert_string_equal(error.argument, "options.loss");
    fail(&error, PAROT_ENUMERIC, "x, y: too large");
    assert_string_equal(error.argument, "x");
    fail(&error, PAROT_ESHAPE, "rows has %d columns", 3);
    assert_string_equal(error.argument, "rows");
    fail_argument(&error, PAROT_EINVAL, "q", "must be %s", "finite");
    assert_string_equal(error.argument, "q");
    assert_string_equal(error.message, "q: must be finite");
    fail(&error, PAROT_ESTOPPED, "cost: stopped after %d of %d rows", 1, 2);
    assert_string_equal(error.argument, "");
    fail(&error, PAROT_EFORMAT, "%s: not an array", "a.npy");
    assert_string_equal(error.argument, "");
}
