/* test_plan_file.c - plans by any program: the forms that a file may have, and what is refused. */
#include "parot/io.h"
#include "sample_result.h"
#include "scratch.h"
#include "test.h"

/* The plan of 3 x 4 with T_02 = 0.5 and T_23 = 0.25, whatever its form. */
static void assert_reads(const char *name, const char *text, int base)
{
    const char *path = scratch_text(name, text);
    const parot_plan_request request = {.rows = 3, .cols = 4, .base = base};
    AUTO(parot_gromov_result, result);
    assert_ok(parot_plan_read(path, &request, &result, &err));
    const parot_plan *plan = &result.transport.plan;
    assert_true(plan->rows == 3 && plan->cols == 4 && plan->count == 2);
    assert_true(plan->row[0] == 0 && plan->col[0] == 2 && plan->mass[0] == 0.5);
    assert_true(plan->row[1] == 2 && plan->col[1] == 3 && plan->mass[1] == 0.25);
    assert_true(!result.transport.dual.u && isnan(result.transport.objective));
    assert_true(isnan(result.stationarity));
}

TEST(all_forms_of_a_plan_are_read)
{
    assert_reads("a.csv", "row,col,mass\n0,2,0.5\n2,3,0.25\n", 0);
    assert_reads("b.csv", "0,2,0.5\n2,3,0.25\n", 0);
    assert_reads("c.csv", "mass;j;more;I\n0.5;2;9;0\n0.25;3;9;2\n", 0);
    assert_reads("d.tsv", "source\ttarget\tmass\n1\t3\t0.5\n3\t4\t0.25\n", 1);
    assert_reads("e.csv", "0,0,0.5,0\n0,0,0,0\n0,0,0,0.25\n", 0);
    assert_reads("e.csv", "0,0,0.5,0\n0,0,0,0\n0,0,0,0.25\n", 1); /* a matrix counts by itself */
    assert_reads("f.json", "{\"row\": [0, 2], \"col\": [2, 3], \"mass\": [0.5, 0.25]}", 0);
    assert_reads("g.json", "{\"plan\": {\"row\": [0, 2], \"col\": [2, 3], \"mass\": [0.5, 0.25]}}",
                 0);
    assert_reads("h.json", "[[1, 3, 0.5], [3, 4, 0.25]]", 1);
    assert_reads("i.json", "{\"plan\": [[0, 2, 0.5], [2, 3, 0.25]]}", 0);
    assert_reads("noname", " [[0, 2, 0.5], [2, 3, 0.25]]", 0);
}

static void assert_refuses(const char *name, const char *text, const char *words)
{
    const char *path = scratch_text(name, text);
    const parot_plan_request request = {.rows = 3, .cols = 4};
    parot_gromov_result result = {.best = 42};
    assert_refused(parot_plan_read(path, &request, &result, &err), PAROT_EFORMAT, words);
    assert_int_equal(result.best, 42);
}

TEST(what_is_not_a_plan_is_refused_with_its_place)
{
    assert_refuses("a.csv", "row,col,mass\n\n0,2,1\n# more\n0,4,1\n",
                   "a.csv line 5: col 4 is outside the 4 rows of the target, which count from 0 to "
                   "3; is it");
    assert_refuses("a.csv", "1,1,1\n3,4,1\n", "line 2: row 3 is outside the 3 rows of the source");
    assert_refuses("a.csv", "1,1,1\n3,4,1\n", "can only count from 1: give base 1");
    assert_refuses("a.csv", "1,1,1\n-1,2,1\n", "line 2: row -1 is outside");
    assert_refuses("a.csv", "1,1,1\n1e300,2,1\n", "line 2: row 1");
    assert_refuses("a.csv", "1,1,1\n0.5,2,1\n", "line 2: row must be a whole number, got 0.5");
    assert_refuses("a.csv", "row,col,mass\n1,1,\n", "line 2: the mass must be a finite number");
    assert_refuses("a.csv", "0,0,nan,0\n0,0,0,0\n0,0,0,0\n",
                   "a.csv: element [0, 2]: the mass must be a finite number");
    assert_refuses("a.csv", "1,2\n3,4\n", "is a table of 2 x 2");
    assert_refuses("a.csv", "row,col,cost\n1,2,3\n", "has no column called mass");
    assert_refuses("a.json", "{\"row\": [0], \"col\": [1]}", "lists of the same length");
    assert_refuses("a.json", "{\"row\": [0], \"col\": [1], \"mass\": [\"x\"]}",
                   "entry 0: the mass");
    assert_refuses("a.json", "{\"schema\": 1}", "has no plan");
    assert_refuses("a.json", "[[0, 1]]", "entry 0 must be [row, col, mass]");
    assert_refuses("a.json", "[[0, 1,", "not JSON");
    assert_refuses("a.npz", "PK\3\4 and no more", "a.npz");
    assert_refuses("a.npy", "\x93NUMPY", "a.npy");
    assert_refuses("a.libsvm", "1 1:2\n", "a plan is read from");
}

TEST(requests_are_checked)
{
    parot_plan_request request = {.rows = 3, .cols = 4, .base = 2};
    parot_gromov_result result = {0};
    assert_refused(parot_plan_read("x.csv", &request, &result, &err), PAROT_EINVAL,
                   "base: must be 0 or 1, got 2");
    request = (parot_plan_request){.rows = 0, .cols = 4};
    assert_refused(parot_plan_read("x.csv", &request, &result, &err), PAROT_EINVAL,
                   "rows and cols must be from 1");
    request = (parot_plan_request){.rows = 1, .cols = 1, .reserved = {0, 1}};
    assert_refused(parot_plan_read("x.csv", &request, &result, &err), PAROT_EINVAL, "reserved");
    assert_refused(parot_plan_read("x.csv", NULL, &result, &err), PAROT_EINVAL, "request");
    request = (parot_plan_request){.rows = 1, .cols = 1};
    assert_refused(parot_plan_read("x.csv", &request, NULL, &err), PAROT_EINVAL, "result");
    assert_refused(parot_plan_read("missing.csv", &request, &result, &err), PAROT_EIO,
                   "cannot be opened");
}

/* What parot writes with prices stays a result. */
TEST(results_are_read_as_results)
{
    const parot_plan_request request = {.rows = 2, .cols = 3};
    const char *const names[] = {"r.npz", "r.json"};
    for (int k = 0; k < 2; k++) {
        const char *path = scratch_path(names[k]);
        AUTO(parot_gromov_result, read);
        assert_ok(parot_result_write(path, &sample, 1, &err));
        assert_ok(parot_plan_read(path, &request, &read, &err));
        assert_sample(&read.transport);
    }
}

AROUND(scratch_open, scratch_close)
