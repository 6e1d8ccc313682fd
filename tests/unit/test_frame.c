/* test_frame.c - tables with text, as people have them. */
#include "test.h"

#include <stdio.h>

#include "base/random.h"
#include "io/bytes/gzip.h"
#include "io/tables/table.h"
#include "parot/io.h"
#include "scratch.h"

static parot_frame frame;

static void read_text(const char *text)
{
    parot_frame_free(&frame);
    assert_ok(parot_frame_read(scratch_text("unl.csv", text), NULL, 0, &frame, &err));
}

static const parot_column *column(const char *name)
{
    int64_t k = parot_frame_column(&frame, name);
    if (k < 0)
        fail_msg("there is no column '%s'", name);
    return &frame.columns[k];
}

/* The cell as text: of a number its shortest form. */
static const char *cell(int64_t row, const char *name)
{
    static char number[64];
    int64_t k = parot_frame_column(&frame, name);
    if (frame.columns[k].level_count > 0)
        return parot_frame_text(&frame, row, k);
    snprintf(number, sizeof number, "%.15g", frame.data[row * frame.cols + k]);
    return number;
}

TEST(columns_are_numbers_or_levels)
{
    read_text("age,colour,\"size, cm\"\n41,red,1.5\n7,blue,2\n9,red,-3e2\n");
    assert_true(frame.rows == 3 && frame.cols == 3 && frame.has_names);
    assert_int_equal(column("age")->level_count, 0);
    assert_int_equal(column("colour")->level_count, 2);
    assert_string_equal(column("colour")->levels[0], "blue");
    assert_string_equal(column("colour")->levels[1], "red");
    assert_string_equal(cell(1, "colour"), "blue");
    assert_string_equal(cell(2, "size, cm"), "-300");
    assert_true(column("colour")->texts == 3 && column("colour")->text_row == 2);
    assert_string_equal(column("colour")->text_cell, "red");
}

TEST(every_spelling_of_missing_is_missing)
{
    read_text(
        "b,a\nx,1\nx,\nx,NA\nx,n/a\nx,#N/A\nx,<NA>\nx,NaN\nx,-nan\nx,NULL\nx,\\N\nx,?\nx,\"\"\n");
    assert_true(frame.rows == 12 && column("a")->missing == 11 && column("a")->missing_row == 3);
    assert_string_equal(column("a")->missing_cell, "");
    assert_int_equal(column("a")->level_count, 0);
    for (int64_t i = 1; i < frame.rows; i++)
        assert_true(isnan(frame.data[i * 2 + 1]));
    read_text("a,b\n1,n/a\n2,x\n3,?\n");
    assert_true(column("b")->missing == 2 && column("b")->level_count == 1);
    assert_string_equal(column("b")->missing_cell, "n/a");
    assert_null(parot_frame_text(&frame, 0, 1));
}

TEST(numbers_among_texts_are_levels)
{
    read_text("a,b\n1,1\n1.0,1\n1e0,1\nmany,1\n01,1\n,1\n2.50,1\n");
    assert_int_equal(column("a")->level_count, 3);
    assert_string_equal(column("a")->levels[0], "1");
    assert_string_equal(column("a")->levels[1], "2.5");
    assert_string_equal(column("a")->levels[2], "many");
    assert_true(column("a")->texts == 1 && column("a")->text_row == 5 && column("a")->missing == 1);
    for (int64_t i = 0; i < 3; i++)
        assert_string_equal(cell(i, "a"), "1");
    assert_string_equal(cell(4, "a"), "1");
    assert_null(cell(5, "a"));
}

TEST(columns_read_verbatim_keep_every_byte)
{
    const char *names[] = {"id", "not there"};
    parot_frame_free(&frame);
    const char *path =
        scratch_text("v.csv", "id,x\n007,1\n1.50,2\nNA,3\n,4\n\" a \"\"b\"\" \",5\n");
    assert_ok(parot_frame_read(path, names, 2, &frame, &err));
    const char *expected[] = {"007", "1.50", "NA", "", " a \"b\" "};
    for (int64_t i = 0; i < 5; i++)
        assert_string_equal(cell(i, "id"), expected[i]);
    assert_true(column("id")->missing == 0 && column("x")->level_count == 0);
}

/* What a row of the families below must read as. */
static void assert_rows(const char *text, int64_t rows, const char *first, const char *last)
{
    read_text(text);
    if (frame.rows != rows || frame.cols != 2)
        fail_msg("'%s' was read as %d x %d", text, (int)frame.rows, (int)frame.cols);
    assert_string_equal(cell(0, "a"), first);
    assert_string_equal(cell(rows - 1, "a"), last);
}

TEST(quotes_blanks_and_line_ends_are_understood)
{
    assert_rows("a,b\n\"x, y\",1\n\"he said \"\"no\"\"\",2\n", 2, "x, y", "he said \"no\"");
    assert_rows("a;b\r\nx, y;1\r\n  z  ;2", 2, "x, y", "z");
    assert_rows("a\tb\rx y\t1\r\"tab\there\"\t2\r", 2, "x y", "tab\there");
    assert_rows("\xEF\xBB\xBF"
                "a,b\n\xC3\xA4,1\n\n# note, with comma\n\xE2\x82\xAC,2\n",
                2, "\xC3\xA4", "\xE2\x82\xAC");
    assert_rows("a b\n'x' 1\n\"x y\" 2\n", 2, "'x'", "x y");
    assert_rows("a,b\n\"x\"y,1\n5\" pipe,2\n", 2, "xy", "5\" pipe");
    assert_rows("a|b\n\"#1\"|1\n#2|3\n\"\"\"\"|2\n", 2, "#1", "\"");
}

/* However the file ends its lines, and with the blanks that are there but no others. */
TEST(line_breaks_in_quotes_are_one_character)
{
    assert_rows("a,b\r\n\"x\r\ny\",1\r\n\"z \r\n w\",2\r\n", 2, "x\ny", "z \n w");
    assert_rows("a,b\r\n\"x \ny\",1\r\n\"z\rw\",2", 2, "x \ny", "z\nw");
    assert_rows("a,b\n\"x\r\n\r\ny\",1\n\"z\n\n\",2\n", 2, "x\n\ny", "z\n\n");
}

static void assert_refused_text(const char *text, const char *reason)
{
    parot_frame read = {0};
    assert_refused(parot_frame_read(scratch_text("unl.csv", text), NULL, 0, &read, &err),
                   PAROT_EFORMAT, reason);
    assert_null(read.owner);
}

TEST(what_is_in_doubt_is_refused)
{
    assert_refused_text("a,b\nx,1\nx\n", "line 3: has 1 cell, but the header has 2");
    assert_refused_text("a,b\nx,1\ny,1,2\n", "line 3: has 3 cells, but the header has 2");
    assert_refused_text("a,b\nx,\"1\n", "line 2: a quotation mark is opened and never");
    assert_refused_text("red,1\nblue,2\n", "its first row looks like data");
    assert_refused_text("a,b\n", "is taken for a header");
}

/* Longer than any window, at the lines' ends most of all. */
TEST(long_texts_are_read_in_pieces)
{
    enum { ROWS = 60000 };
    FREED_BY(bytes_free) struct bytes text = {0};
    char line[64];
    assert_ok(bytes_append_text(&text, "a,b\r\n", &err));
    for (int i = 0; i < ROWS; i++) {
        snprintf(line, sizeof line, "%d,level %d\r\n", i, i % 7);
        assert_ok(bytes_append_text(&text, line, &err));
    }
    parot_frame_free(&frame);
    for (int is_packed = 0; is_packed < 2; is_packed++) {
        if (is_packed)
            assert_ok(gzip_pack(&text, &err));
        parot_frame_free(&frame);
        assert_ok(parot_frame_read(scratch_bytes("long.csv", text.data, text.size), NULL, 0, &frame,
                                   &err));
        assert_true(frame.rows == ROWS && column("b")->level_count == 7);
        for (int64_t i = 0; i < ROWS; i++)
            assert_true(frame.data[2 * i] == (double)i && frame.data[2 * i + 1] == (double)(i % 7));
    }
}

TEST(a_line_may_be_longer_than_the_window)
{
    enum { COLS = 100000 };
    FREED_BY(bytes_free) struct bytes text = {0};
    AUTO(parot_table, table);
    for (int k = 0; k < COLS; k++)
        assert_ok(bytes_append_text(&text, k ? ",12.5" : "12.5", &err));
    assert_ok(parot_table_read(scratch_bytes("wide.csv", text.data, text.size), &table, &err));
    assert_true(table.rows == 1 && table.cols == COLS && table.data[COLS - 1] == 12.5);
}

TEST(the_order_of_rows_does_not_matter)
{
    AUTO(parot_frame, other);
    read_text("a,b\n1,x\nz,y\n1.0,x\n");
    assert_ok(
        parot_frame_read(scratch_text("o.csv", "a,b\nz,y\n1.0,x\n1,x\n"), NULL, 0, &other, &err));
    assert_int_equal(other.columns[0].level_count, 2);
    assert_memory_equal(other.data, frame.data + 2, 2 * sizeof(double));
}

TEST(a_frame_of_text_knows_its_delimiter)
{
    const char delimiters[] = {',', ';', '\t', ' '};
    for (size_t k = 0; k < sizeof delimiters; k++) {
        char text[] = "a,b\n1,x\n2,y\n";
        for (char *c = text; *c; c++)
            *c = *c == ',' ? delimiters[k] : *c;
        read_text(text);
        assert_int_equal(frame.delimiter, delimiters[k]);
        assert_string_equal(parot_frame_place(&frame), "line");
    }
}

TEST(arrays_are_frames_too)
{
    double data[] = {1, 2, 3, 4};
    const parot_table table = {.rows = 2, .cols = 2, .data = data};
    parot_frame_free(&frame);
    assert_ok(parot_table_write(scratch_path("f.npy"), &table, 0, &err));
    assert_ok(parot_frame_read(scratch_path("f.npy"), NULL, 0, &frame, &err));
    assert_true(frame.rows == 2 && frame.cols == 2 && !frame.has_names);
    assert_int_equal(frame.delimiter, 0);
    assert_string_equal(parot_frame_place(&frame), "row");
    assert_memory_equal(frame.data, data, sizeof data);
    assert_string_equal(frame.columns[1].name, "");
}

TEST(a_written_frame_reads_as_the_same_frame)
{
    const char *files[] = {"w.csv", "w.tsv", "w.csv.gz"};
    for (int f = 0; f < 3; f++) {
        AUTO(parot_frame, back);
        read_text("a,\"b;c\",d\n1,\" x\",0.1\n,\"y\"\"z\",2\n3,#4,3\n");
        assert_ok(parot_frame_write(scratch_path(files[f]), &frame, 0, &err));
        assert_ok(parot_frame_read(scratch_path(files[f]), NULL, 0, &back, &err));
        assert_true(back.rows == 3 && back.cols == 3);
        for (int64_t k = 0; k < 9; k++)
            assert_true(back.data[k] == frame.data[k] || (isnan(back.data[k]) && k == 3));
        for (int64_t l = 0; l < 3; l++)
            assert_string_equal(back.columns[1].levels[l], frame.columns[1].levels[l]);
    }
}

TEST(arguments_are_checked)
{
    parot_frame none = {0};
    read_text("a,b\nx,1\n");
    assert_refused(parot_frame_read("x.csv", NULL, 0, NULL, &err), PAROT_EINVAL, "frame: must not");
    assert_refused(parot_frame_read("x.csv", NULL, 2, &none, &err), PAROT_EINVAL, "verbatim: must");
    assert_refused(parot_frame_read(NULL, NULL, 0, &none, &err), PAROT_EINVAL, "path: must name");
    assert_refused(parot_frame_write("x.csv", NULL, 0, &err), PAROT_EINVAL, "frame: must not");
    assert_refused(parot_frame_write("x.csv", &none, 0, &err), PAROT_EINVAL, "got 0 x 0");
    assert_refused(parot_frame_write(scratch_path("x.npy"), &frame, 0, &err), PAROT_EINVAL,
                   "a table with text is written as .csv or .tsv");
    frame.has_names = 0;
    assert_refused(parot_frame_write(scratch_path("x.csv"), &frame, 0, &err), PAROT_EINVAL,
                   "frame.has_names: must be set");
    parot_frame_free(NULL);
    assert_int_equal(parot_frame_column(&frame, "a"), -1);
}

static int close_all(void **state)
{
    parot_frame_free(&frame);
    return scratch_close(state);
}

/* Numbers by their value, texts by their letters, columns by their names; gaps are equal to
 * nothing.
 */
TEST(rows_of_equal_cells_share_a_stratum)
{
    AUTO(parot_frame, first, other);
    const int64_t rows[] = {0, 1, 2, 3, 4};
    int32_t a[5], b[4], *const strata[] = {a, b};
    assert_ok(parot_frame_read(scratch_text("a.csv", "sex,room\nf,1\nm,1\nf,2\nf,\nx,3\n"), NULL, 0,
                               &first, &err));
    assert_ok(parot_frame_read(scratch_text("b.csv", "room,sex\n1.0,f\n2,m\n2,f\n,f\n"), NULL, 0,
                               &other, &err));
    const parot_strata_request request = {
        .frame = {&first, &other}, .row = {rows, rows}, .count = {5, 4}};
    assert_ok(parot_frame_strata(&request, strata, &err));
    for (int i = 0; i < 5; i++)
        for (int j = 0; j < 4; j++)
            assert_true((a[i] == b[j]) == ((i == 0 && j == 0) || (i == 2 && j == 2)));
    parot_frame_free(&other);
    assert_ok(parot_frame_read(scratch_text("c.csv", "ward,sex\n1,f\n"), NULL, 0, &other, &err));
    const parot_strata_request wrong = {
        .frame = {&first, &other}, .row = {rows, rows}, .count = {5, 1}};
    assert_refused(parot_frame_strata(&wrong, strata, &err), PAROT_EINVAL, "has no column 'room'");
}

AROUND(scratch_open, close_all)
