/* test_result_file.c - results from and to files, by the public functions. */
#include <jansson.h>
#include <locale.h>
#include <stdio.h>
#include <unistd.h>

#include "parot/json.h"
#include "sample_result.h"
#include "scratch.h"
#include "test.h"

TEST(every_format_round_trips)
{
    const char *files[] = {"r.json", "r.npz", "r.json.gz", "r.npz.gz"};
    for (size_t k = 0; k < sizeof files / sizeof *files; k++) {
        AUTO(parot_result, back);
        const char *path = scratch_path(files[k]);
        assert_ok(parot_result_write(path, &sample, 0, &err));
        assert_ok(parot_result_read(path, &back, &err));
        assert_sample(&back);
        parot_result_free(&back);
        assert_int_equal(rename(path, scratch_path("r.data")), 0);
        assert_ok(parot_result_read(scratch_path("r.data"), &back, &err));
        assert_sample(&back);
    }
}

TEST(json_keeps_the_counters)
{
    AUTO(parot_result, back);
    assert_ok(parot_result_write(scratch_path("i.json"), &sample, 0, &err));
    assert_ok(parot_result_read(scratch_path("i.json"), &back, &err));
    assert_true(back.info.iterations == 7 && back.info.pivots == 12 && back.info.passes == 3);
}

TEST(unknown_objective_and_bound_come_back_as_nan)
{
    const char *files[] = {"n.json", "n.npz"};
    parot_result result = sample, back = {0};
    result.objective = result.bound = NAN;
    for (int k = 0; k < 2; k++) {
        assert_ok(parot_result_write(scratch_path(files[k]), &result, 0, &err));
        assert_ok(parot_result_read(scratch_path(files[k]), &back, &err));
        assert_true(isnan(back.objective) && isnan(back.bound));
        parot_result_free(&back);
    }
}

TEST(csv_holds_the_plan)
{
    size_t size = 0;
    assert_ok(parot_result_write(scratch_path("p.csv"), &sample, 0, &err));
    FREED char *text = scratch_read("p.csv", &size);
    assert_string_equal(text, "row,col,mass\n0,2,0.1\n1,0,0.3333333333333333\n1,1,0.2\n");
    assert_ok(parot_result_write(scratch_path("p.tsv"), &sample, 0, &err));
    AUTO(parot_table, table);
    assert_ok(parot_table_read(scratch_path("p.tsv"), &table, &err));
    assert_true(table.rows == 3 && table.data[2] == 0.1);
    assert_int_equal(parot_table_column(&table, "mass"), 2);
}

TEST(the_archive_s_arrays_are_tables)
{
    char member[1100];
    parot_table table = {0};
    const char *path = scratch_path("a.npz");
    assert_ok(parot_result_write(path, &sample, 0, &err));
    snprintf(member, sizeof member, "%s:shape", path);
    assert_ok(parot_table_read(member, &table, &err));
    assert_true(table.rows == 2 && table.data[0] == 2 && table.data[1] == 3);
    parot_table_free(&table);
    assert_refused(parot_table_read(path, &table, &err), PAROT_EFORMAT,
                   "plan_row, plan_col, plan_mass, u, v, lambda, shape, mass, objective, bound, "
                   "status");
    assert_refused(parot_result_write(member, &sample, 1, &err), PAROT_EINVAL,
                   "leave out ':shape'");
}

static double number_of(const json_t *object, const char *key)
{
    const json_t *value = json_object_get(object, key);
    if (!json_is_number(value))
        fail_msg("'%s' is no number", key);
    return json_number_value(value);
}

TEST(every_status_of_an_answer_round_trips)
{
    const char *files[] = {"status.json", "status.npz"};
    for (size_t k = 0; k < 2; k++)
        for (int status = PAROT_OK; status <= PAROT_UNPROVED; status++) {
            parot_result stated = sample, back = {0};
            stated.status = (parot_status)status;
            assert_ok(parot_result_write(scratch_path(files[k]), &stated, 1, &err));
            assert_ok(parot_result_read(scratch_path(files[k]), &back, &err));
            assert_int_equal(back.status, status);
            parot_result_free(&back);
        }
}

TEST(the_document_says_what_the_result_is)
{
    const parot_check check = {
        .excess = 0.375, .relative = 0.125, .bound = 2.375, .primal = 1e-16, .relative_gap = NAN};
    FREED char *text = NULL;
    parot_json *json = parot_json_open(parot_status_name(sample.status));
    parot_json_result(json, &sample, 1);
    parot_json_check(json, &check, PAROT_PROOF_TOLERANCE);
    assert_ok(parot_json_close(json, &text, &err));
    assert_int_equal(text[strlen(text) - 1], '\n');
    json_t *root = json_loads(text, 0, NULL);
    assert_non_null(root);
    assert_true(number_of(root, "schema") == 1);
    assert_string_equal(json_string_value(json_object_get(root, "status")), "time limit");
    assert_true(number_of(root, "objective") == 2.75 && number_of(root, "bound") == 2.5);
    assert_true(number_of(root, "gap") == 0.25 && number_of(root, "mass") == sample.mass);
    assert_true(number_of(root, "lambda") == -1.5 && number_of(root, "count") == 3);
    assert_true(number_of(root, "iterations") == 7 && number_of(root, "pivots") == 12 &&
                number_of(root, "passes") == 3);
    assert_true(number_of(root, "rows") == 2 && number_of(root, "cols") == 3);
    const json_t *certificate = json_object_get(root, "certificate");
    assert_true(json_is_false(json_object_get(certificate, "proved")));
    assert_true(number_of(certificate, "bound") == 2.375);
    assert_true(number_of(certificate, "relative") == 0.125);
    assert_true(number_of(certificate, "primal") == 1e-16);
    assert_true(json_is_null(json_object_get(certificate, "relative_gap")));
    assert_int_equal(json_array_size(json_object_get(json_object_get(root, "plan"), "row")), 3);
    json_decref(root);
}

TEST(a_document_without_plan_cannot_be_read_back)
{
    FREED char *text = NULL;
    parot_result result = sample, back = {0};
    result.plan.row = NULL; /* not looked at */
    parot_json *json = parot_json_open(parot_status_name(result.status));
    parot_json_result(json, &result, 0);
    assert_ok(parot_json_close(json, &text, &err));
    assert_null(strstr(text, "plan"));
    assert_null(strstr(text, "seconds"));
    assert_refused(parot_result_read(scratch_text("s.json", text), &back, &err), PAROT_EFORMAT,
                   "has no \"plan\"");
}

/* The sample's document with `from` replaced by `to`. */
static void assert_edit_refused(const char *from, const char *to, const char *reason)
{
    size_t size = 0;
    char edited[2048];
    assert_ok(parot_result_write(scratch_path("whole.json"), &sample, 1, &err));
    FREED char *text = scratch_read("whole.json", &size);
    const char *place = strstr(text, from);
    assert_non_null(place);
    snprintf(edited, sizeof edited, "%.*s%s%s", (int)(place - text), text, to,
             place + strlen(from));
    parot_result back = {.mass = 42};
    assert_refused(parot_result_read(scratch_text("e.json", edited), &back, &err), PAROT_EFORMAT,
                   reason);
    assert_true(back.mass == 42 && !back.owner);
}

TEST(documents_that_make_no_sense_are_refused)
{
    assert_edit_refused("\"schema\": 1", "\"schema\": 2",
                        "\"schema\" must be 1, got 2: a later version of parot");
    assert_edit_refused("\"schema\": 1", "\"schema\": 0", "is not a result: \"schema\" must be 1");
    assert_edit_refused("\"schema\": 1", "\"schema\": 0.5", "is not a result");
    assert_edit_refused("\"schema\": 1", "\"schema\": null", "is not a result");
    assert_edit_refused("time limit", "asleep", "'asleep' is not a status");
    assert_edit_refused("\"rows\": 2", "\"rows\": 0", "e.json: rows: must be a whole number");
    assert_edit_refused("\"rows\": 2", "\"rows\": 2000000000", "u: must have 2000000000 numbers");
    assert_edit_refused("\"rows\": 2", "\"rows\": 2.5", "rows: must be a whole number");
    assert_edit_refused("\"cols\": 3", "\"cols\": 4", "v: must have 4 numbers, has 3");
    assert_edit_refused("[0, 1, 1]", "[0, 1, 2]", "row[2]: must be a whole number from 0 to 1");
    assert_edit_refused("[0, 1, 1]", "[0, -1, 1]", "row[1]: must be");
    assert_edit_refused("[2, 0, 1]", "[2, 0]", "col: must have 3 numbers, has 2");
    assert_edit_refused("[2, 0, 1]", "[2, 0.5, 1]", "col[1]: must be a whole number");
    assert_edit_refused("[2, 0, 1]", "7", "col: must be there, a list of numbers");
    assert_edit_refused("[0.1, ", "[\"x\", ", "mass[0]: must be a finite number");
    assert_edit_refused("\"u\": [0, ", "\"u\": [null, ", "u[0]: must be a finite number");
    assert_edit_refused("\"lambda\": -1.5", "\"lambda\": null",
                        "lambda: must be there, and finite");
    assert_edit_refused("\"mass\": ", "\"moss\": ", "mass of the plan: must be there");
    assert_edit_refused("{\"row\"", "{\"raw\"", "\"plan\" must have lists");
    assert_edit_refused("}\n", "", "e.json line 1: not JSON");
    assert_edit_refused("{\"schema\"", "{\"count\": 0, \"schema\"", "duplicate");
}

TEST(a_comma_locale_changes_nothing)
{
    if (!setlocale(LC_ALL, "de_DE.UTF-8") && !setlocale(LC_ALL, "fr_FR.UTF-8"))
        skip();
    const char *files[] = {"l.json", "l.npz"};
    for (int k = 0; k < 2; k++) {
        AUTO(parot_result, back);
        assert_ok(parot_result_write(scratch_path(files[k]), &sample, 0, &err));
        assert_ok(parot_result_read(scratch_path(files[k]), &back, &err));
        assert_sample(&back);
    }
    setlocale(LC_ALL, "C");
}

TEST(files_of_other_kinds_are_refused)
{
    parot_result back = {0};
    assert_refused(parot_result_read(scratch_text("x.csv", "1"), &back, &err), PAROT_EFORMAT,
                   "x.csv: holds no proof");
    assert_refused(parot_result_read(scratch_text("x.npz", "1"), &back, &err), PAROT_EFORMAT,
                   "x.npz: damaged, or not an .npz");
    assert_refused(parot_result_read(scratch_path("missing.npz"), &back, &err), PAROT_EIO,
                   "missing.npz");
    assert_refused(parot_result_read(scratch_text("list.json", "[1]"), &back, &err), PAROT_EFORMAT,
                   "is not a result");
}

TEST(arguments_are_checked)
{
    parot_result result = sample;
    assert_refused(parot_result_read("x.json", NULL, &err), PAROT_EINVAL, "result: must not");
    assert_refused(parot_result_write("x.json", NULL, 0, &err), PAROT_EINVAL, "result: must not");
    assert_refused(parot_result_write("x.npy", &sample, 0, &err), PAROT_EINVAL,
                   "a result is written as .json, .npz");
    result.dual.u = NULL;
    assert_refused(parot_result_write("x.npz", &result, 0, &err), PAROT_EINVAL, "result.dual");
    result.plan.mass = NULL;
    assert_refused(parot_result_write("x.csv", &result, 0, &err), PAROT_EINVAL, "result.plan");
    result.plan.count = -1;
    assert_refused(parot_result_write("x.csv", &result, 0, &err), PAROT_EINVAL, "0 or more");
    assert_refused(parot_result_write(scratch_text("there.json", ""), &sample, 0, &err), PAROT_EIO,
                   "exists already");
    assert_int_equal(access("x.csv", F_OK), -1);
}

AROUND(scratch_open, scratch_close)
