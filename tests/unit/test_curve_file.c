/* test_curve_file.c - curves to files, by the public functions. */
#include "test.h"

#include <jansson.h>

#include "parot/json.h"
#include "scratch.h"

/* Costs 1, 2 and 4 on a diagonal; a fourth row stays where it is. */
static double mass[] = {0, 1, 2, 3}, objective[] = {0, 1, 3, 7}, slope[] = {1, 2, 4};
static double enter[] = {2, 0, INFINITY, 1};
static int32_t order[] = {1, 3, 0, 2};
static const parot_curve sample = {
    .count = 4,
    .mass = mass,
    .objective = objective,
    .slope = slope,
    .rows = 4,
    .enter = enter,
    .order = order,
    .elbow = 2,
    .status = PAROT_OK,
    .info = {.iterations = 7, .pivots = 12, .passes = 3},
};

TEST(tables_have_a_row_for_each_breakpoint)
{
    const char *files[] = {"c.csv", "c.tsv.gz", "c.npy"};
    for (size_t f = 0; f < sizeof files / sizeof *files; f++) {
        AUTO(parot_table, back);
        assert_ok(parot_curve_write(scratch_path(files[f]), &sample, 0, &err));
        assert_ok(parot_table_read(scratch_path(files[f]), &back, &err));
        assert_true(back.rows == 4 && back.cols == 3);
        for (int k = 0; k < 4; k++) {
            assert_true(back.data[3 * k] == mass[k] && back.data[3 * k + 1] == objective[k]);
            assert_true(back.data[3 * k + 2] == (k < 3 ? slope[k] : INFINITY));
        }
    }
    size_t size = 0;
    FREED char *text = scratch_read("c.csv", &size);
    assert_string_equal(text, "mass,objective,slope\n0,0,1\n1,1,2\n2,3,4\n3,7,inf\n");
}

static double number_in(const json_t *object, const char *key)
{
    return json_number_value(json_object_get(object, key));
}

static void assert_list(const json_t *object, const char *key, const double *values, size_t count)
{
    const json_t *list = json_object_get(object, key);
    assert_int_equal(json_array_size(list), count);
    for (size_t k = 0; k < count; k++)
        if (isinf(values[k]))
            assert_true(json_is_null(json_array_get(list, k)));
        else
            assert_true(json_number_value(json_array_get(list, k)) == values[k]);
}

static parot_json *document_of(const parot_curve *curve)
{
    parot_json *json = parot_json_open(parot_status_name(curve->status));
    parot_json_curve(json, curve);
    return json;
}

TEST(the_document_says_what_the_curve_is)
{
    FREED char *text = NULL;
    assert_ok(parot_json_close(document_of(&sample), &text, &err));
    json_t *root = json_loads(text, 0, NULL);
    assert_non_null(root);
    assert_true(number_in(root, "schema") == 1 &&
                number_in(json_object_get(root, "curve"), "count") == 4);
    assert_true(number_in(root, "mass") == 3 && number_in(root, "objective") == 7);
    assert_true(json_is_true(json_object_get(root, "has_elbow")));
    const json_t *elbow = json_object_get(root, "elbow"), *curve = json_object_get(root, "curve");
    assert_true(number_in(elbow, "mass") == 2 && number_in(elbow, "objective") == 3);
    assert_true(number_in(elbow, "slope_before") == 2 && number_in(elbow, "slope") == 4);
    assert_list(curve, "mass", mass, 4);
    assert_list(curve, "objective", objective, 4);
    assert_list(curve, "slope", slope, 3);
    assert_list(root, "enter", enter, 4);
    json_decref(root);
}

TEST(a_curve_that_is_a_point_or_straight_has_no_elbow)
{
    for (int64_t count = 1; count <= 2; count++) {
        FREED char *text = NULL;
        parot_curve curve = sample;
        curve.count = count;
        curve.elbow = count - 1;
        assert_ok(parot_json_close(document_of(&curve), &text, &err));
        assert_non_null(strstr(text, "\"elbow\": null"));
    }
}

TEST(arguments_are_checked)
{
    const char *path = scratch_path("x.json");
    parot_curve empty = {0}, elbow = sample;
    elbow.elbow = 4;
    assert_refused(parot_curve_write(path, NULL, 0, &err), PAROT_EINVAL, "curve: must not be");
    assert_refused(parot_curve_write(path, &empty, 0, &err), PAROT_EINVAL, "a breakpoint");
    assert_refused(parot_curve_write(path, &elbow, 0, &err), PAROT_EINVAL, "elbow 4 is not one");
    assert_refused(parot_curve_write(scratch_path("x.npz"), &sample, 0, &err), PAROT_EINVAL,
                   "a curve is written as .json, .csv, .tsv or .npy");
    assert_refused(parot_curve_write(scratch_path("c.csv"), &sample, 0, &err), PAROT_EIO,
                   "exists already");
}

TEST(what_was_written_is_read_back)
{
    const char *files[] = {"back.json", "back.json.gz", "back.csv", "back.tsv", "back.npy"};
    for (int f = 0; f < 5; f++) {
        AUTO(parot_curve, back);
        assert_ok(parot_curve_write(scratch_path(files[f]), &sample, 0, &err));
        assert_ok(parot_curve_read(scratch_path(files[f]), &back, &err));
        assert_int_equal(back.count, 4);
        assert_memory_equal(back.mass, mass, sizeof mass);
        assert_memory_equal(back.objective, objective, sizeof objective);
        assert_memory_equal(back.slope, slope, sizeof slope);
        assert_int_equal(back.elbow, 2);
        assert_int_equal(back.status, PAROT_OK);
        assert_int_equal(back.rows, f < 2 ? 4 : 0);
        if (f < 2) {
            assert_memory_equal(back.enter, enter, sizeof enter);
            assert_memory_equal(back.order, order, sizeof order);
        }
    }
}

TEST(what_is_no_curve_is_refused)
{
    static const struct {
        const char *name, *text, *words;
    } cases[] = {
        {"a.csv", "x,y\n1,2\n", "mass, objective and slope"},
        {"b.csv", "mass,objective,price\n0,0,1\n", "mass, objective and slope"},
        {"c.csv", "mass,objective,slope\n0,0,1\n0,1,inf\n", "masses must increase"},
        {"d.csv", "mass,objective,slope\n0,0,inf\n1,1,inf\n", "breakpoint 0"},
        {"a.json", "{\"schema\": 2}", "\"schema\" must be 1"},
        {"b.json", "{\"schema\": 1, \"status\": \"solved\"}", "is not a curve"},
        {"c.json", "[1", "not JSON"},
        {"d.json",
         "{\"schema\": 1, \"status\": \"solved\", \"curve\": {\"mass\": [0], \"objective\": [0], "
         "\"slope\": []}, \"enter\": [0], \"order\": [3]}",
         "order[0]"},
        {"e.json",
         "{\"schema\": 1, \"status\": \"solved\", \"elbow\": {\"index\": 7}, \"curve\": {\"mass\": "
         "[0], \"objective\": [0], \"slope\": []}, \"enter\": [], \"order\": []}",
         "the elbow"}};
    for (size_t k = 0; k < sizeof cases / sizeof *cases; k++) {
        parot_curve back = {0};
        scratch_text(cases[k].name, cases[k].text);
        assert_refused(parot_curve_read(scratch_path(cases[k].name), &back, &err), PAROT_EFORMAT,
                       cases[k].words);
        assert_null(back.owner);
    }
    assert_refused(parot_curve_read("x.csv", NULL, &err), PAROT_EINVAL, "curve");
}

AROUND(scratch_open, scratch_close)
