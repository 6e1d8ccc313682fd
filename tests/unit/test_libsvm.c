/* test_libsvm.c - sparse text to dense tables and back. */
#include "test.h"

#include "parot/io.h"
#include "scratch.h"

static parot_status read_text(const char *name, const char *text, parot_table *table,
                              parot_error *err)
{
    return parot_table_read(scratch_text(name, text), table, err);
}

TEST(what_is_not_listed_is_zero)
{
    AUTO(parot_table, table);
    assert_ok(
        read_text("a.libsvm", "# comment\n+1 1:0.5 3:-2e1 # tail\r\n\n-1\n2 2:7", &table, &err));
    const double expected[] = {1, 0.5, 0, -20, -1, 0, 0, 0, 2, 0, 7, 0};
    assert_true(table.rows == 3 && table.cols == 4);
    assert_memory_equal(table.data, expected, sizeof expected);
    assert_string_equal(table.names[0], "label");
    assert_string_equal(table.names[3], "x3");
}

TEST(content_tells_where_the_name_does_not)
{
    const struct {
        const char *text;
        int64_t cols;
    } cases[] = {
        {"1 1:2 2:3\n0 2:1\n", 3}, {"1\n2 1:4\n", 2}, {"1 2\n3 4\n", 2}, {"1;2\n3;4\n", 2}};
    for (size_t k = 0; k < sizeof cases / sizeof *cases; k++) {
        AUTO(parot_table, table);
        assert_ok(read_text(k % 2 ? "b.txt" : "b", cases[k].text, &table, &err));
        assert_int_equal(table.cols, cases[k].cols);
    }
    parot_table table = {0};
    assert_refused(read_text("b.csv", "1 1:2\n", &table, &err), PAROT_EFORMAT, "not a number");
}

TEST(damage_is_refused_with_its_line)
{
    static const char *const cases[][2] = {{"1 1:2\nspam 1:1\n", "line 2: 'spam' is not a label"},
                                           {"1,2 1:2\n", "line 1: '1,2' is several labels"},
                                           {"1 1:2 3\n", "line 1: '3' is not INDEX:VALUE"},
                                           {"1 :2\n", "':2' is not INDEX:VALUE"},
                                           {"\n1 0:2\n", "line 2: '0:2' has index 0"},
                                           {"1 2:2 2:3\n", "larger index"},
                                           {"1 2:2 1:3\n", "sort the row"},
                                           {"1 2:x\n", "no number after the colon"},
                                           {"1 2:nan\n", "no number after the colon"},
                                           {"1 qid:3 2:1\n", "query ids"},
                                           {"1 2000000000:1\n", "keep fewer columns"},
                                           {"1 99999999999999999999:1\n", "keep fewer columns"},
                                           {"# nothing\n", "no rows"},
                                           {"", "is empty"}};
    for (size_t k = 0; k < sizeof cases / sizeof *cases; k++) {
        parot_table table = {0};
        assert_refused(read_text("c.svm", cases[k][0], &table, &err), PAROT_EFORMAT, cases[k][1]);
        assert_true(!table.data && !table.owner);
    }
    parot_table table = {0};
    assert_refused(parot_table_read(scratch_bytes("z.svm", "1 1:1\0\n", 7), &table, &err),
                   PAROT_EFORMAT, "zero bytes");
}

TEST(tables_read_back_equal)
{
    double numbers[] = {0.1, 7, 0, -0.0, -1, 0, 1e300, 1, 0, 5e-324, -2, 0};
    char *names[] = {(char[]){"a"}, (char[]){"label"}, (char[]){"b"}, (char[]){"c"}};
    const double expected[] = {7, 0.1, 0, -0.0, 0, -1, 1e300, 1, 5e-324, 0, -2, 0};
    const parot_table table = {.rows = 3, .cols = 4, .data = numbers, .names = names};
    const char *files[] = {"t.libsvm", "t.svm.gz"};
    for (int k = 0; k < 2; k++) {
        AUTO(parot_table, back);
        assert_ok(parot_table_write(scratch_path(files[k]), &table, 0, &err));
        assert_ok(parot_table_read(scratch_path(files[k]), &back, &err));
        assert_true(back.rows == 3 && back.cols == 4);
        assert_memory_equal(back.data, expected, sizeof expected);
    }
    assert_refused(parot_table_write(scratch_path("n.svm"),
                                     &(parot_table){3, 4, numbers, NULL, NULL}, 0, &err),
                   PAROT_EINVAL, "needs a label");
}

TEST(an_only_column_of_labels_reads_back)
{
    double numbers[] = {1, -1};
    char *names[] = {(char[]){"label"}};
    const parot_table table = {.rows = 2, .cols = 1, .data = numbers, .names = names};
    AUTO(parot_table, back);
    assert_ok(parot_table_write(scratch_path("o.libsvm"), &table, 0, &err));
    assert_ok(parot_table_read(scratch_path("o.libsvm"), &back, &err));
    assert_true(back.rows == 2 && back.cols == 1 && back.data[1] == -1);
}

AROUND(scratch_open, scratch_close)
