/* test_csv.c - tables in text, as people and programs write them. */
#include "test.h"

#include "io/bytes/number.h"
#include "io/text/cells.h"
#include "io/text/csv_table.h"

static parot_status parse_bytes(const struct bytes *bytes, parot_table *table, parot_error *err)
{
    FREED_BY(stream_close) struct stream stream = {0};
    parot_status status = stream_open_bytes(&stream, "unl.csv", bytes, err);
    if (status == PAROT_OK)
        status = csv_read(&stream, table, err);
    return status;
}

static parot_status parse(const char *text, parot_table *table, parot_error *err)
{
    FREED_BY(bytes_free) struct bytes bytes = {0};
    parot_status status = bytes_append_text(&bytes, text, err);
    if (status == PAROT_OK)
        status = parse_bytes(&bytes, table, err);
    return status;
}

/* The text reads as [[1 2] [3 4]], with the names a and b if it has any. */
static void assert_square(const char *text, int has_names)
{
    AUTO(parot_table, table);
    assert_ok(parse(text, &table, &err));
    if (table.rows != 2 || table.cols != 2)
        fail_msg("'%s' read as %d x %d", text, (int)table.rows, (int)table.cols);
    for (int k = 0; k < 4; k++)
        assert_true(table.data[k] == k + 1);
    assert_int_equal(table.names != NULL, has_names);
    if (has_names) {
        assert_string_equal(table.names[0], "a");
        assert_string_equal(table.names[1], "b");
    }
}

TEST(every_delimiter_is_found)
{
    assert_square("1,2\n3,4\n", 0);
    assert_square("1;2\n3;4\n", 0);
    assert_square("1\t2\n3\t4\n", 0);
    assert_square("1|2\n3|4\n", 0);
    assert_square("1 2\n3 4\n", 0);
    assert_square("  1   2 \n 3 \t 4\n", 0);
    assert_square("1 , 2\n3 , 4\n", 0);
}

TEST(every_line_end_is_understood)
{
    assert_square("1,2\r\n3,4\r\n", 0);
    assert_square("1,2\r3,4\r", 0);
    assert_square("1,2\n3,4", 0);
    assert_square("\n1,2\n\n  \n3,4\n\n", 0);
    assert_square("\xEF\xBB\xBF"
                  "1,2\n3,4\n",
                  0);
}

TEST(headers_are_found)
{
    assert_square("a,b\n1,2\n3,4\n", 1);
    assert_square("\xEF\xBB\xBF\"a\";\"b\"\r\n1;2\r\n3;4\r\n", 1);
    assert_square("a b\n1 2\n3 4\n", 1);
    assert_square("# a,b\n1,2\n3,4\n", 1);
    assert_square("#a b\n1 2\n3 4\n", 1);
    assert_square("# made by hand\n# a,b\n1,2\n3,4\n# the end\n", 1);
    assert_square("# a,b,c\n1,2\n3,4\n", 0);
    assert_square("# a comment with one \" in it\n1,2\n3,4\n", 0);
    assert_square("# x,y\na,b\n1,2\n3,4\n", 1);
    assert_square("\"1\",\"2\"\n\"3\",\"4\"\n", 0);
}

TEST(names_may_hold_anything_but_line_ends)
{
    AUTO(parot_table, table);
    assert_ok(parse("\"a, \"\"b\"\"\",,2020,\"\xC3\xA4 \"\n1,2,3,4\n", &table, &err));
    assert_string_equal(table.names[0], "a, \"b\"");
    assert_string_equal(table.names[1], "");
    assert_string_equal(table.names[2], "2020");
    assert_string_equal(table.names[3], "\xC3\xA4 ");
}

TEST(a_single_column_needs_no_delimiter)
{
    AUTO(parot_table, table);
    assert_ok(parse("first name\n1\n\n2\n3\n", &table, &err));
    assert_true(table.rows == 3 && table.cols == 1 && table.data[2] == 3);
    assert_string_equal(table.names[0], "first name");
}

TEST(infinity_is_a_number)
{
    AUTO(parot_table, table);
    assert_ok(parse("1,inf\n-Infinity,2\n", &table, &err));
    assert_true(table.data[1] == INFINITY && table.data[2] == -INFINITY);
}

static void assert_text_refused(const char *text, const char *reason)
{
    parot_table table = {0};
    assert_refused(parse(text, &table, &err), PAROT_EFORMAT, reason);
    assert_null(table.data);
}

TEST(cells_that_are_no_numbers_are_refused)
{
    assert_text_refused("id,age\n1,2\n3,n/a\n",
                        "unl.csv line 3, column 'age': 'n/a' is not a number");
    assert_text_refused("1,2\n3,x\n", "unl.csv line 2, column 2: 'x' is not a number");
    assert_text_refused("\n# c\n1,2\n\n3,x\n", "unl.csv line 5, column 2: 'x'");
    assert_text_refused("a,b\n1,nan\n", "unl.csv line 2, column 'b': 'nan' is not allowed");
    assert_text_refused("a,b\n1,\n", "unl.csv line 2, column 'b': the cell is empty");
    assert_text_refused("a,\n1,\n", "unl.csv line 2, column 2: the cell is empty");
    assert_text_refused("a,b\n1,1e999\n", "'1e999' is too large");
    assert_text_refused("1,5;2,5\n3,5;4,5\n",
                        "line 1, column 1: '1,5' has a decimal comma; decimals take a point");
    assert_text_refused("a;b\n3,5;4,5\n",
                        "line 2, column 'a': '3,5' has a decimal comma; decimals");
}

TEST(a_first_row_in_doubt_is_not_dropped)
{
    assert_text_refused("1,n/a\n3,4\n", "unl.csv line 1, column 2: 'n/a' is not a number");
    assert_text_refused("1,\n3,4\n", "unl.csv line 1, column 2: the cell is empty");
    assert_text_refused("1,nan\n3,4\n", "unl.csv line 1, column 2: 'nan' is not allowed");
    assert_text_refused("1,2x\n3,4\n", "unl.csv line 1, column 2: '2x' is not a number");
    assert_text_refused("1 2\n3\n", "unl.csv line 1, column 1: '1 2' is not a number");
}

TEST(ragged_rows_are_refused)
{
    assert_text_refused("1,2\n3\n", "unl.csv line 2: has 1 cell, but the lines above have 2");
    assert_text_refused("1,2\n3,4,5\n", "unl.csv line 2: has 3 cells, but the lines above have 2");
    assert_text_refused("a,b\n3,4\n5,6,7\n", "unl.csv line 3: has 3 cells, but the header has 2");
    assert_text_refused("1 2 3\n4 5\n", "unl.csv line 2: has 2 cells");
}

TEST(what_is_no_table_is_refused)
{
    assert_text_refused("", "unl.csv: is empty");
    assert_text_refused("\n \n", "unl.csv: contains only blank lines or comments, no rows");
    assert_text_refused("a,b\n", "unl.csv: its only row ('a', ...) is taken for a header");
    assert_text_refused("# a\n", "unl.csv: contains only blank lines or comments, no rows");
    assert_text_refused("1,\"2\n3,4\n", "unl.csv line 1: a quotation mark is opened and never");
    assert_text_refused("a,b\n1,2\n1,\"2\n3,4\n", "unl.csv line 3: a quotation mark is opened");
    assert_text_refused("a,b\n1,\"2\n3\"\n", "line 2, column 'b': '2?3' is not a number");
    assert_text_refused("a,b\n1,2\n\xE4,2\n", "unl.csv line 3: byte 0xE4 is not UTF-8 text");
    assert_text_refused("\xFF\xFE"
                        "1",
                        "unl.csv: is UTF-16 text; convert it: iconv");
    FREED_BY(bytes_free) struct bytes zeros = {0};
    parot_table table = {0};
    assert_ok(bytes_append(&zeros, "1,2\0\n", 5, &err));
    assert_refused(parse_bytes(&zeros, &table, &err), PAROT_EFORMAT, "is not text");
}

TEST(long_cells_leave_room_for_the_reason)
{
    char text[4096] = "1,";
    memset(text + 2, 'x', 3000);
    strcpy(text + 3002, "\n1,");
    memset(text + 3005, 'y', 1000);
    assert_text_refused(text, "line 2, column 'xxxxxxxxxxxxxxxxxxxxxxxxxxxx...': "
                              "'yyyyyyyyyyyyyyyyyyyyyyyyyyyy...' is not a number");
}

TEST(a_written_table_reads_as_the_same_table)
{
    double data[] = {0.1, INFINITY, 1.0 / 3, -5e-324, 1e300, 0};
    char *names[] = {(char[]){"a;b"}, (char[]){" x\"y\", "}, (char[]){"#3"}};
    const parot_table table = {.rows = 2, .cols = 3, .data = data, .names = names};
    for (const char *delimiter = ",\t"; *delimiter; delimiter++) {
        FREED_BY(bytes_free) struct bytes text = {0};
        AUTO(parot_table, back);
        assert_ok(csv_append(&table, *delimiter, &text, &err));
        assert_ok(parse_bytes(&text, &back, &err));
        assert_true(back.rows == 2 && back.cols == 3);
        assert_memory_equal(back.data, data, sizeof data);
        for (int j = 0; j < 3; j++)
            assert_string_equal(back.names[j], names[j]);
    }
}

TEST(names_of_any_kind_survive)
{
    const char *difficult[] = {"a;b", "a|b", "a\tb", "a b", "\"", "#", "x ", "a,b;c d"};
    for (size_t k = 0; k < sizeof difficult / sizeof *difficult; k++) {
        char name[16];
        char *names[] = {strcpy(name, difficult[k])};
        double data[] = {1, 2};
        const parot_table table = {.rows = 2, .cols = 1, .data = data, .names = names};
        FREED_BY(bytes_free) struct bytes text = {0};
        AUTO(parot_table, back);
        assert_ok(csv_append(&table, ',', &text, &err));
        assert_ok(parse_bytes(&text, &back, &err));
        assert_true(back.rows == 2 && back.cols == 1);
        assert_string_equal(back.names[0], difficult[k]);
    }
}

/* What was read before the line grew is not read again: it may even be gone. */
TEST(a_cell_of_many_lines_is_read_once)
{
    char line[] = "1,\"two\"\"x;three\n\",4\n";
    size_t known = 0, end = (size_t)(strchr(line, '\n') - line);
    assert_int_equal(cells_is_open(line, ',', &known), 1);
    assert_int_equal(known, end);
    memset(line, '\n', end);
    line[end] = CELLS_BREAK;
    assert_int_equal(cells_is_open(line, ',', &known), 0);
}
