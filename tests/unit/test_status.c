/* test_status.c - every status has a name, and every failure a message that fits. */
#include <stdio.h>

#include "base/status.h"
#include "support.h"

/* cmocka has a macro of this name; the parentheses reach the function. */
#define FAIL (fail)

static const parot_status every_status[] = {
    PAROT_OK,      PAROT_ITERATION_LIMIT, PAROT_TIME_LIMIT, PAROT_CANCELLED, PAROT_EINVAL,
    PAROT_ESHAPE,  PAROT_EINFEASIBLE,     PAROT_ENOMEM,     PAROT_ENUMERIC,  PAROT_EIO,
    PAROT_EFORMAT, PAROT_ENOTSUP,         PAROT_ESTOPPED,   PAROT_UNPROVED,
};
enum { STATUSES = sizeof every_status / sizeof *every_status };

static void version_is_that_of_the_header(void **state)
{
    (void)state;
    char expected[64] = "";
    snprintf(expected, sizeof expected, "%d.%d.%d", PAROT_VERSION_MAJOR, PAROT_VERSION_MINOR,
             PAROT_VERSION_PATCH);
    assert_string_equal(parot_version(), expected);
    assert_int_equal(parot_version_number(), PAROT_VERSION_NUMBER);
    assert_true(PAROT_VERSION_NUMBER > 0 && PAROT_VERSION_MINOR < 100 && PAROT_VERSION_PATCH < 100);
}

static void every_status_has_a_name_of_its_own(void **state)
{
    (void)state;
    for (int a = 0; a < STATUSES; a++) {
        const char *name = parot_status_name(every_status[a]);
        assert_true(strlen(name) > 0);
        assert_string_not_equal(name, "unknown status");
        for (int b = 0; b < a; b++)
            assert_string_not_equal(name, parot_status_name(every_status[b]));
    }
}

static void a_number_that_is_no_status_is_called_unknown(void **state)
{
    (void)state;
    assert_string_equal(parot_status_name((parot_status)99), "unknown status");
    assert_string_equal(parot_status_name((parot_status)-99), "unknown status");
}

static void fail_formats_its_message_and_returns_the_status(void **state)
{
    (void)state;
    parot_error err = {0};
    assert_int_equal(FAIL(&err, PAROT_ESHAPE, "x has %d columns, y has %d", 2, 3), PAROT_ESHAPE);
    assert_string_equal(err.message, "x has 2 columns, y has 3");
}

static void fail_without_a_place_for_the_message_only_returns(void **state)
{
    (void)state;
    assert_int_equal(FAIL(NULL, PAROT_EINVAL, "unread %d", 1), PAROT_EINVAL);
    assert_int_equal(fail_memory(NULL, 1), PAROT_ENOMEM);
}

static void a_long_message_is_cut_and_terminated(void **state)
{
    (void)state;
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

static void a_refusal_of_memory_says_how_much(void **state)
{
    (void)state;
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

static void try_leaves_with_anything_but_ok(void **state)
{
    (void)state;
    for (int a = 0; a < STATUSES; a++) {
        int marked = 0;
        assert_int_equal(try_then_mark(every_status[a], &marked), every_status[a]);
        assert_int_equal(marked, every_status[a] == PAROT_OK);
    }
}

static void an_error_names_the_argument_by_itself(void **state)
{
    (void)state;
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

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(an_error_names_the_argument_by_itself),
        cmocka_unit_test(version_is_that_of_the_header),
        cmocka_unit_test(every_status_has_a_name_of_its_own),
        cmocka_unit_test(a_number_that_is_no_status_is_called_unknown),
        cmocka_unit_test(fail_formats_its_message_and_returns_the_status),
        cmocka_unit_test(fail_without_a_place_for_the_message_only_returns),
        cmocka_unit_test(a_long_message_is_cut_and_terminated),
        cmocka_unit_test(a_refusal_of_memory_says_how_much),
        cmocka_unit_test(try_leaves_with_anything_but_ok),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
