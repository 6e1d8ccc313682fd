/* test_json_writer.c - the fields of documents, read back by jansson. */
#include <float.h>

#include "documents.h"

TEST(numbers_read_back_as_they_were)
{
    const double values[] = {0,       -0.0,    0.1,    1.0 / 3, 1e22,  123456789012345678.0,
                             DBL_MIN, DBL_MAX, 5e-324, -2.5,    1e-300};
    enum { COUNT = sizeof values / sizeof *values };
    parot_json *json = parot_json_open("solved");
    parot_json_numbers(json, "values", values, COUNT);
    json_t *root = parsed(json), *list = json_object_get(root, "values");
    assert_int_equal(json_array_size(list), COUNT);
    for (size_t k = 0; k < COUNT; k++)
        assert_true(json_number_value(json_array_get(list, k)) == values[k]);
    json_decref(root);
}

TEST(numbers_have_one_form_and_it_is_short)
{
    FREED char *text = NULL;
    parot_json *json = parot_json_open("solved");
    parot_json_number(json, "a", 0.1);
    parot_json_numbers(json, "b", (const double[]){0.1, 0.3, 1e22}, 3);
    parot_json_matrix(json, "c", (parot_matrix){(const double[]){1, 2, 3, 4.5}, 2, 2, 2});
    parot_json_integer(json, "d", INT64_MIN);
    assert_ok(parot_json_close(json, &text, &err));
    assert_string_equal(text,
                        "{\"schema\": 1, \"status\": \"solved\", \"a\": 0.1, \"b\": [0.1, 0.3, "
                        "1e+22], \"c\": [[1, 2], [3, 4.5]], \"d\": -9223372036854775808}\n");
}

TEST(what_is_not_finite_is_null)
{
    const double values[] = {NAN, INFINITY, -INFINITY};
    parot_json *json = parot_json_open("solved");
    parot_json_number(json, "one", NAN);
    parot_json_numbers(json, "all", values, 3);
    parot_json_text(json, "text", NULL);
    json_t *root = parsed(json);
    assert_true(json_is_null(json_object_get(root, "one")));
    assert_true(json_is_null(json_object_get(root, "text")));
    for (size_t k = 0; k < 3; k++)
        assert_true(json_is_null(json_array_get(json_object_get(root, "all"), k)));
    json_decref(root);
}

TEST(texts_come_back_whatever_they_hold)
{
    const char *const texts[][2] = {
        {"", ""},
        {"a \"b\" \\ c", "a \"b\" \\ c"},
        {"tab\t line\n \x01\x7F", "tab\t line\n \x01\x7F"},
        {"</script>&amp;", "</script>&amp;"},
        {"gr\xC3\xBC\xC3\x9F \xF0\x9F\x99\x82", "gr\xC3\xBC\xC3\x9F \xF0\x9F\x99\x82"},
        {"latin \xFC.", "latin \xEF\xBF\xBD."},
        {"cut \xC3", "cut \xEF\xBF\xBD"}};
    for (size_t k = 0; k < sizeof texts / sizeof *texts; k++) {
        parot_json *json = parot_json_open("solved");
        parot_json_text(json, texts[k][0], texts[k][0]);
        json_t *root = parsed(json);
        const char *back = json_string_value(json_object_get(root, texts[k][1]));
        assert_non_null(back);
        assert_string_equal(back, texts[k][1]);
        json_decref(root);
    }
}

TEST(no_text_ends_the_page_that_it_stands_in)
{
    FREED char *text = NULL;
    parot_json *json = parot_json_open("</script>");
    assert_ok(parot_json_close(json, &text, &err));
    assert_null(strchr(text, '<'));
}

TEST(all_that_is_open_is_closed)
{
    parot_json *json = parot_json_open("solved");
    parot_json_object(json, "a");
    parot_json_list(json, "b");
    parot_json_object(json, NULL);
    parot_json_flag(json, "c", 1);
    json_t *root = parsed(json);
    const json_t *list = json_object_get(json_object_get(root, "a"), "b");
    assert_true(json_is_true(json_object_get(json_array_get(list, 0), "c")));
    json_decref(root);
}

TEST(the_first_failure_is_kept_to_the_end)
{
    char *text = NULL;
    parot_json *json = parot_json_open("solved");
    for (int k = 0; k < 20; k++)
        parot_json_list(json, k ? NULL : "deep");
    parot_json_integer(json, NULL, 7);
    for (int k = 0; k < 30; k++)
        parot_json_end(json);
    assert_refused(parot_json_close(json, &text, &err), PAROT_EINVAL, "at most 16 deep");
    assert_null(text);
    assert_refused(parot_json_close(parot_json_open("solved"), NULL, &err), PAROT_EINVAL,
                   "text: must not be NULL");
    assert_refused(parot_json_close(NULL, &text, &err), PAROT_ENOMEM, "memory");
}

TEST(no_phase_is_forgotten)
{
    double seconds[PAROT_PHASES];
    for (int k = 0; k < PAROT_PHASES; k++)
        seconds[k] = k + 0.123456789012;
    parot_json *json = parot_json_open("solved");
    parot_json_seconds(json, seconds);
    seconds[PAROT_PHASE_TUNE] = -1;
    parot_json_object(json, "again");
    parot_json_seconds(json, seconds);
    json_t *root = parsed(json), *spent = json_object_get(root, "seconds");
    assert_int_equal(json_object_size(spent), PAROT_PHASES);
    for (int k = 0; k < PAROT_PHASES; k++) {
        const char *name = parot_phase_name((parot_phase)k);
        assert_non_null(name);
        assert_true(json_number_value(json_object_get(spent, name)) == k + 0.123456789);
    }
    spent = json_object_get(json_object_get(root, "again"), "seconds");
    assert_int_equal(json_object_size(spent), PAROT_PHASES - 1);
    assert_null(json_object_get(spent, "tune"));
    json_decref(root);
}

TEST(an_infeasible_problem_has_its_cut_alone)
{
    int32_t row[] = {1}, col[] = {0, 2};
    const parot_result result = {
        .status = PAROT_EINFEASIBLE,
        .cut = {.rows = 1, .cols = 2, .row = row, .col = col, .most = 0.5}};
    parot_json *json = parot_json_open(parot_status_name(result.status));
    parot_json_result(json, &result, 1);
    json_t *root = parsed(json);
    assert_int_equal(json_object_size(root), 3);
    assert_int_equal(json_array_size(json_object_get(json_object_get(root, "cut"), "col")), 2);
    json_decref(root);
}
