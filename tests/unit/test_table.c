/* test_table.c - tables from and to files, by the public functions. */
#include "test.h"

#include <stdio.h>
#include <unistd.h>

#include "io/binary/npy.h"
#include "io/bytes/bytes.h"
#include "io/bytes/filename.h"
#include "io/bytes/gzip.h"
#include "io/tables/table.h"
#include "parot/io.h"
#include "scratch.h"

static double numbers[] = {1, 0.1, INFINITY, -5e-324, 1.0 / 3, 1e300};
static const parot_table plain = {.rows = 3, .cols = 2, .data = numbers};

static void assert_same(const parot_table *table)
{
    assert_int_equal(table->rows, 3);
    assert_int_equal(table->cols, 2);
    assert_memory_equal(table->data, numbers, sizeof numbers);
}

TEST(every_format_round_trips)
{
    const char *files[] = {"t.csv",    "t.tsv", "t.npy",    "t.csv.gz",    "t.tsv.gz",
                           "t.npy.gz", "t.npz", "t.npz.gz", "u.npz:values"};
    for (size_t k = 0; k < sizeof files / sizeof *files; k++) {
        AUTO(parot_table, back);
        assert_ok(parot_table_write(scratch_path(files[k]), &plain, 0, &err));
        assert_ok(parot_table_read(scratch_path(files[k]), &back, &err));
        assert_same(&back);
        assert_null(back.names);
    }
}

TEST(content_decides_where_the_name_does_not)
{
    const char *files[] = {"c.csv", "c.tsv", "c.npy", "c.csv.gz"};
    for (size_t k = 0; k < sizeof files / sizeof *files; k++) {
        AUTO(parot_table, back);
        assert_ok(parot_table_write(scratch_path(files[k]), &plain, 0, &err));
        assert_int_equal(rename(scratch_path(files[k]), scratch_path("c.data")), 0);
        assert_ok(parot_table_read(scratch_path("c.data"), &back, &err));
        assert_same(&back);
    }
}

TEST(names_round_trip_and_find_their_column)
{
    char *names[] = {(char[]){"age"}, (char[]){"height (m), net"}};
    parot_table named = plain, back = {0};
    named.names = names;
    assert_ok(parot_table_write(scratch_path("n.csv"), &named, 0, &err));
    assert_ok(parot_table_read(scratch_path("n.csv"), &back, &err));
    assert_int_equal(parot_table_column(&back, "age"), 0);
    assert_int_equal(parot_table_column(&back, "height (m), net"), 1);
    assert_int_equal(parot_table_column(&back, "weight"), -1);
    parot_table_free(&back);
    assert_int_equal(parot_table_column(&plain, "age"), -1);
}

TEST(a_table_is_a_matrix)
{
    parot_matrix matrix = parot_table_matrix(&plain);
    assert_ptr_equal(matrix.data, numbers);
    assert_true(matrix.rows == 3 && matrix.cols == 2 && matrix.stride == 2);
    parot_table_free(NULL);
    AUTO(parot_table, empty);
}

TEST(an_array_of_doubles_is_not_copied)
{
    const struct npy_array array = {ELEMENT_FLOAT, 8, 2, 3, 2, numbers};
    struct bytes bytes = {0};
    struct filename path;
    AUTO(parot_table, table);
    assert_ok(filename_parse("x.npy", "standard input", &path, &err));
    assert_ok(npy_append(&bytes, &array, &err));
    const char *block = bytes.data;
    assert_ok(table_parse(&path, &bytes, &table, &err));
    assert_ptr_equal(table.owner, block);
    assert_true((char *)table.data > block);
    assert_null(bytes.data);
    assert_same(&table);
}

TEST(an_array_at_an_odd_place_is_read_too)
{
    const char header[] = "{'descr':'<f8','fortran_order':False,'shape':(3,2)}";
    const char lead[] = {'\x93', 'N', 'U', 'M', 'P', 'Y', 1, 0, sizeof header - 1, 0};
    struct bytes bytes = {0};
    struct filename path;
    AUTO(parot_table, table);
    assert_true((sizeof lead + sizeof header - 1) % 8 != 0);
    assert_ok(filename_parse("x.npy", "standard input", &path, &err));
    assert_ok(bytes_append(&bytes, lead, sizeof lead, &err));
    assert_ok(bytes_append(&bytes, header, sizeof header - 1, &err));
    assert_ok(bytes_append(&bytes, numbers, sizeof numbers, &err));
    assert_ok(table_parse(&path, &bytes, &table, &err));
    assert_same(&table);
}

static void assert_npy_refused(const struct npy_array *array, const char *reason)
{
    FREED_BY(bytes_free) struct bytes bytes = {0};
    parot_table table = {0};
    assert_ok(npy_append(&bytes, array, &err));
    const char *path = scratch_bytes("bad.npy", bytes.data, bytes.size);
    assert_refused(parot_table_read(path, &table, &err), PAROT_EFORMAT, reason);
    assert_null(table.data);
}

TEST(arrays_with_nan_or_nothing_are_refused)
{
    const double bad[] = {1, 2, 3, NAN};
    const struct npy_array nan_source = {ELEMENT_FLOAT, 8, 2, 2, 2, bad};
    const struct npy_array empty_source = {ELEMENT_FLOAT, 8, 2, 0, 3, NULL};
    assert_npy_refused(&nan_source, "bad.npy: row 2, column 2 is nan");
    assert_npy_refused(&empty_source, "bad.npy: the array is empty: its shape is (0, 3)");
}

TEST(a_name_that_lies_about_the_format_is_refused)
{
    parot_table table = {0};
    assert_refused(parot_table_read(scratch_text("x.npy", "1,2\n"), &table, &err), PAROT_EFORMAT,
                   "not an .npy array");
    assert_refused(parot_table_read(scratch_text("x.json", "{}"), &table, &err), PAROT_EFORMAT,
                   "x.json: is JSON, which holds results");
    assert_refused(parot_table_read(scratch_text("x", " {}"), &table, &err), PAROT_EFORMAT,
                   "is JSON");
    assert_refused(parot_table_read(scratch_text("e.csv", ""), &table, &err), PAROT_EFORMAT,
                   "e.csv: is empty");
    assert_null(table.data);
}

TEST(arguments_are_checked)
{
    parot_table table = {0};
    assert_refused(parot_table_read("x.csv", NULL, &err), PAROT_EINVAL, "table: must not be NULL");
    assert_refused(parot_table_read(NULL, &table, &err), PAROT_EINVAL, "path: must name a file");
    assert_int_equal(parot_table_read(NULL, &table, NULL), PAROT_EINVAL);
    assert_refused(parot_table_write("x.csv", NULL, 0, &err), PAROT_EINVAL, "table: must not");
    assert_refused(parot_table_write("x.csv", &table, 0, &err), PAROT_EINVAL, "got 0 x 0");
    table = (parot_table){.rows = 1, .cols = 1};
    assert_refused(parot_table_write("x.csv", &table, 0, &err), PAROT_EINVAL, "table.data");
    assert_refused(parot_table_write("x.txt", &plain, 0, &err), PAROT_EINVAL, "is written as .csv");
    double bad[] = {1, NAN};
    table = (parot_table){.rows = 1, .cols = 2, .data = bad};
    assert_refused(parot_table_write("x.csv", &table, 0, &err), PAROT_EINVAL, "[0, 1] is nan");
}

TEST(names_that_would_not_read_back_are_refused)
{
    char *broken[] = {(char[]){"a"}, (char[]){"b\nc"}};
    char *numeric[] = {(char[]){"1"}, (char[]){"2"}};
    char *missing[] = {(char[]){"a"}, NULL};
    parot_table table = plain;
    table.names = broken;
    assert_refused(parot_table_write(scratch_path("b.csv"), &table, 0, &err), PAROT_EINVAL,
                   "[1] contains a line break");
    table.names = numeric;
    assert_refused(parot_table_write(scratch_path("b.csv"), &table, 0, &err), PAROT_EINVAL,
                   "at least one must be text");
    table.names = missing;
    assert_refused(parot_table_write(scratch_path("b.csv"), &table, 0, &err), PAROT_EINVAL,
                   "[1] is NULL");
    assert_int_equal(access(scratch_path("b.csv"), F_OK), -1);
}

TEST(a_failed_read_leaves_the_table_alone)
{
    parot_table table = plain;
    assert_refused(parot_table_read(scratch_text("f.csv", "1,x\n"), &table, &err), PAROT_EFORMAT,
                   "f.csv");
    assert_same(&table);
}

TEST(a_device_takes_csv)
{
    assert_ok(parot_table_write("/dev/null", &plain, 0, &err));
}

AROUND(scratch_open, scratch_close)
