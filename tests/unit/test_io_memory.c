/* test_io_memory.c - every single allocation may fail: nothing leaks, nothing is half done. */
#include "test.h"

#include <jansson.h>
#include <stdio.h>
#include <unistd.h>

#include "failing.h"
#include "parot/json.h"
#include "scratch.h"

static double numbers[] = {1, 2, 3, 4};
static char *names[] = {(char[]){"label"}, (char[]){"b;c"}};
static const parot_table table = {.rows = 2, .cols = 2, .data = numbers, .names = names};
static int32_t entry[] = {0, 1};
static const parot_result result = {
    .plan = {.rows = 2, .cols = 2, .count = 2, .row = entry, .col = entry, .mass = numbers},
    .dual = {.u = numbers, .v = numbers, .lambda = 1},
    .mass = 3};
static const parot_curve curve = {.count = 2,
                                  .mass = numbers,
                                  .objective = numbers,
                                  .slope = numbers,
                                  .rows = 2,
                                  .enter = numbers,
                                  .order = entry};

static char copy_file[1100], model_file[1100]; /* scratch_path would forget them */

/* What is tried, for a file; success releases its output again. */
typedef parot_status attempt(const char *path, parot_error *err);

static parot_status read_table(const char *path, parot_error *err)
{
    AUTO(parot_table, read);
    parot_status status = parot_table_read(path, &read, err);
    if (status != PAROT_OK)
        assert_true(!read.data && !read.owner && !read.names);
    return status;
}

static parot_status read_frame(const char *path, parot_error *err)
{
    const char *verbatim[] = {"id"};
    AUTO(parot_frame, read);
    parot_status status = parot_frame_read(path, verbatim, 1, &read, err);
    if (status != PAROT_OK)
        assert_true(!read.data && !read.owner && !read.columns);
    else
        status = parot_frame_write(copy_file, &read, 1, err);
    return status;
}

/* Fitted, applied, written and read. */
/* Filled, and with fewer columns and rows. */
static parot_status read_chosen(const char *path, parot_error *err)
{
    AUTO(parot_frame, read);
    DEFAULTS(parot_features_options, options);
    options.drop = "1";
    options.sample = 2;
    options.na = PAROT_MISSING_FILL;
    parot_status status = parot_frame_read_chosen(path, &options, 0, &read, NULL, err);
    assert_int_equal(status == PAROT_OK, read.owner != NULL);
    return status;
}

static parot_status use_frame(const parot_frame *frame, parot_encoding *encoding, parot_table *made,
                              parot_error *err)
{
    const parot_rows rows = {frame, NULL, frame->rows};
    const char *columns[] = {"colour", "x"};
    AUTO(parot_encoding, back);
    AUTO(parot_table, list);
    parot_status status = parot_encoding_fit(&rows, 1, columns, 2, encoding, err);
    if (status == PAROT_OK)
        status = parot_encoding_apply(encoding, &rows, made, NULL, err);
    if (status == PAROT_OK)
        status = parot_model_write(model_file, encoding, numbers, 4, 1, err);
    if (status == PAROT_OK)
        status = parot_model_read(model_file, &back, &list, err);
    return status;
}

static parot_status encode(const char *path, parot_error *err)
{
    AUTO(parot_frame, frame);
    AUTO(parot_encoding, encoding);
    AUTO(parot_table, made);
    parot_status status = parot_frame_read(path, NULL, 0, &frame, err);
    if (status == PAROT_OK)
        status = use_frame(&frame, &encoding, &made, err);
    return status;
}

/* The same file on both sides: roles, lists, notes and an encoding. */
static parot_status read_features(const char *path, parot_error *err)
{
    parot_features sides[2] = {{0}};
    parot_notes notes = {0};
    DEFAULTS(parot_features_options, options);
    options.drop = "x";
    options.id = "who";
    options.weight_column = "w";
    options.sample = 1;
    options.na = PAROT_MISSING_FILL;
    parot_status status = parot_features_read(path, path, &options, sides, &notes, err);
    parot_features_free(&sides[0]);
    parot_features_free(&sides[1]);
    return status;
}

static parot_status read_result(const char *path, parot_error *err)
{
    AUTO(parot_result, read);
    parot_status status = parot_result_read(path, &read, err);
    if (status != PAROT_OK)
        assert_true(!read.owner && !read.plan.row);
    return status;
}

static parot_status write_table(const char *path, parot_error *err)
{
    return parot_table_write(path, &table, 0, err);
}

static parot_status write_result(const char *path, parot_error *err)
{
    return parot_result_write(path, &result, 0, err);
}

static parot_status print_result(const char *path, parot_error *err)
{
    FREED char *text = NULL;
    (void)path;
    parot_json *json = parot_json_open("solved");
    parot_json_result(json, &result, 1);
    parot_status status = parot_json_close(json, &text, err);
    assert_int_equal(status == PAROT_OK, text != NULL);
    return status;
}

static parot_status write_curve(const char *path, parot_error *err)
{
    return parot_curve_write(path, &curve, 0, err);
}

static parot_status print_curve(const char *path, parot_error *err)
{
    FREED char *text = NULL;
    (void)path;
    parot_json *json = parot_json_open("solved");
    parot_json_curve(json, &curve);
    parot_status status = parot_json_close(json, &text, err);
    assert_int_equal(status == PAROT_OK, text != NULL);
    return status;
}

static parot_status read_curve(const char *path, parot_error *err)
{
    AUTO(parot_curve, read);
    parot_status status = parot_curve_read(path, &read, err);
    if (status != PAROT_OK)
        assert_true(!read.owner && !read.mass);
    return status;
}

static parot_status write_gromov(const char *path, parot_error *err)
{
    parot_trial trial = {PAROT_START_PRODUCT, 0, PAROT_OK, 1, 0, 2, 2, numbers, numbers};
    parot_gromov_result gromov = {.transport = result, .trials = 1, .trial = &trial};
    return parot_gromov_write(path, &gromov, 0, err);
}

static parot_status write_named(const char *path, parot_error *err)
{
    const char *const text[] = {"a", "b c"};
    const parot_plan_names called = {.source = text, .target = text};
    parot_gromov_result gromov = {.transport = result};
    return parot_gromov_write_named(path, &gromov, &called, 0, err);
}

static parot_status read_gromov(const char *path, parot_error *err)
{
    AUTO(parot_gromov_result, read);
    parot_status status = parot_gromov_read(path, &read, err);
    if (status != PAROT_OK)
        assert_true(!read.owner && !read.transport.owner && !read.trial);
    return status;
}

/* For a problem of 2 x 4: 3 columns are entries. */
static parot_status read_plan(const char *path, parot_error *err)
{
    const parot_plan_request request = {.rows = 2, .cols = 4};
    AUTO(parot_gromov_result, read);
    parot_status status = parot_plan_read(path, &request, &read, err);
    if (status != PAROT_OK)
        assert_true(!read.owner && !read.transport.owner && !read.transport.plan.row);
    return status;
}

static parot_status read_edges(const char *path, parot_error *err)
{
    AUTO(parot_edge_list, read);
    parot_status status = parot_edge_list_read(path, 0, &read, err);
    if (status != PAROT_OK)
        assert_true(!read.owner && !read.names && !read.graph.first);
    return status;
}

static parot_status write_text(const char *path, parot_error *err)
{
    return parot_text_write(path, "a text", 0, err);
}

/* jansson takes some of its failures for errors of the text. */
static int is_jansson_failing;

static int is_expected(parot_status status)
{
    return status == PAROT_ENOMEM || (is_jansson_failing && status == PAROT_EFORMAT);
}

/* Fails the first allocation, then the second, ... until there is none left to fail. */
static void fail_each(attempt *try_it, const char *path)
{
    for (long k = 1;; k++) {
        parot_error err = {0};
        int files = scratch_count();
        long live = failing_live();
        failing_arm(k);
        parot_status status = try_it(path, &err);
        int was_hit = failing_hit();
        failing_arm(0);
        assert_int_equal(failing_live(), live);
        if (!was_hit) {
            if (status != PAROT_OK)
                fail_msg("%s: %s", path, err.message);
            assert_true(k > 1);
            return;
        }
        if (status != PAROT_OK) { /* some failures can be done without, such as shrinking */
            if (!is_expected(status) || !err.message[0])
                fail_msg("%s, allocation %ld: %s '%s'", path, k, parot_status_name(status),
                         err.message);
            assert_int_equal(scratch_count(), files);
        } else if (scratch_count() > files) {
            assert_int_equal(unlink(path), 0);
        }
    }
}

TEST(tables_survive_failing_allocations)
{
    const char *files[] = {"t.csv", "t.tsv.gz", "t.npy", "t.npz", "t.libsvm"};
    for (size_t k = 0; k < sizeof files / sizeof *files; k++) {
        fail_each(write_table, scratch_path(files[k]));
        fail_each(read_table, scratch_path(files[k]));
    }
    fail_each(read_table, scratch_text("comment.csv", "# x y\n1 2\n3 4\n"));
    fail_each(read_table, scratch_bytes("t.idx", "\0\0\x08\1\0\0\0\2ab", 10));
}

TEST(results_survive_failing_allocations)
{
    const char *files[] = {"r.json", "r.json.gz", "r.npz"};
    for (size_t k = 0; k < sizeof files / sizeof *files; k++) {
        fail_each(write_result, scratch_path(files[k]));
        fail_each(read_result, scratch_path(files[k]));
    }
    fail_each(write_gromov, scratch_path("g.json"));
    fail_each(read_gromov, scratch_path("g.json"));
    fail_each(write_named, scratch_path("n.json"));
    fail_each(write_named, scratch_path("n.csv"));
    fail_each(read_gromov, scratch_path("r.npz"));
    fail_each(write_result, scratch_path("r.csv"));
    fail_each(print_result, "(json)");
}

/* Entries with names and without, a matrix, lists in both forms of JSON and in an archive, what
 * scipy.sparse writes, and a result. */
TEST(plans_survive_failing_allocations)
{
    double matrix[] = {0.5, 0, 0, 0, 0, 0, 0.25, 0};
    const parot_table dense = {.rows = 2, .cols = 4, .data = matrix};
    fail_each(read_plan, scratch_text("p.csv", "row,col,mass\n0,2,0.5\n1,0,0.25\n"));
    fail_each(read_plan, scratch_text("p.tsv", "0\t2\t0.5\n1\t0\t0.25\n0\t1\t1\n"));
    fail_each(read_plan,
              scratch_text("p.json", "{\"row\": [0, 1], \"col\": [2, 0], \"mass\": [1, 2]}"));
    fail_each(read_plan, scratch_text("q.json", "{\"plan\": [[0, 2, 0.5], [1, 0, 0.25]]}"));
    const char *files[] = {"m.csv", "m.npy", "m.npz"};
    for (size_t k = 0; k < sizeof files / sizeof *files; k++) {
        assert_ok(parot_table_write(scratch_path(files[k]), &dense, 0, &err));
        fail_each(read_plan, scratch_path(files[k]));
    }
    assert_ok(parot_result_write(scratch_path("w.npz"), &result, 0, &err));
    fail_each(read_plan, scratch_path("w.npz"));
    assert_ok(parot_result_write(scratch_path("w.json"), &result, 0, &err));
    fail_each(read_plan, scratch_path("w.json"));
}

TEST(graphs_survive_failing_allocations)
{
    char text[4000] = "from,to,length\n";
    for (int k = 0; k < 100; k++) /* names that make their index grow */
        snprintf(text + strlen(text), sizeof text - strlen(text), "n%d,\"m %d\",%d\n", k, k % 7, k);
    fail_each(read_edges, scratch_text("g.edges", text));
    assert_ok(parot_text_write(scratch_path("h.edges.gz"), text, 0, &err));
    fail_each(read_edges, scratch_path("h.edges.gz"));
}

TEST(curves_survive_failing_allocations)
{
    const char *files[] = {"k.json", "k.json.gz", "k.csv", "k.npy"};
    for (size_t k = 0; k < sizeof files / sizeof *files; k++) {
        fail_each(write_curve, scratch_path(files[k]));
        fail_each(read_curve, scratch_path(files[k]));
    }
    fail_each(print_curve, "(json)");
}

TEST(texts_survive_failing_allocations)
{
    fail_each(write_text, scratch_path("t.txt"));
    fail_each(write_text, scratch_path("t.txt.gz"));
}

TEST(converted_arrays_survive_failing_allocations)
{
    char member[1100];
    strcpy(member, scratch_path("c.npz"));
    assert_ok(parot_result_write(member, &result, 0, &err));
    fail_each(read_table, strcat(member, ":plan_row"));
}

TEST(failures_inside_jansson_are_survived)
{
    json_set_alloc_funcs(__wrap_malloc, __wrap_free);
    is_jansson_failing = 1;
    assert_ok(parot_result_write(scratch_path("j.json"), &result, 0, &err));
    fail_each(read_result, scratch_path("j.json"));
    fail_each(read_plan, scratch_text("k.json", "[[0, 2, 0.5], [1, 0, 0.25]]"));
    is_jansson_failing = 0;
}

TEST(frames_survive_failing_allocations)
{
    char text[8192] = "id,colour,x\n7,1,n/a\n";
    for (int k = 0; k < 200; k++)
        sprintf(text + strlen(text), "%d,c%d,%d\n", k, k, k);
    assert_ok(parot_table_write(strcpy(copy_file, scratch_path("copy.csv.gz")), &table, 0, &err));
    assert_ok(parot_table_write(scratch_path("f.npy"), &table, 0, &err));
    fail_each(read_frame, scratch_text("f.csv", text));
    fail_each(read_chosen, scratch_text("gaps.csv", "a,b,c\n1,x,\n2,,3\n3,y,4\n"));
    fail_each(read_frame, scratch_path("f.npy"));
}

TEST(encodings_survive_failing_allocations)
{
    strcpy(model_file, scratch_text("model.npz", ""));
    fail_each(read_features,
              scratch_text("f.csv", "who,w,colour,x\na,1,red,1\nb,2,blue,NA\nc,3,red,3\n"));
    fail_each(encode, scratch_text("e.csv", "colour,x\nred,1\nblue,NA\nred,3\n"));
}

AROUND(scratch_open, scratch_close)
