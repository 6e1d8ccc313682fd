/* test_reading.c - tables as other programs write them, and which of their columns are meant. */
#include "test.h"

#include <stdio.h>

#include "parot/io.h"
#include "scratch.h"

static parot_frame frame;

static void read_as(const char *text, const parot_reading *reading)
{
    parot_frame_free(&frame);
    assert_ok(parot_frame_read_as(scratch_text("t.csv", text), reading, &frame, &err));
}

static void read_text(const char *text)
{
    read_as(text, NULL);
}

static double at(int64_t row, int64_t column)
{
    return frame.data[row * frame.cols + column];
}

static void assert_names(const char *names)
{
    char found[256] = "";
    assert_true(frame.has_names);
    for (int64_t k = 0; k < frame.cols; k++) {
        strcat(found, k ? "|" : "");
        strcat(found, frame.columns[k].name);
    }
    assert_string_equal(found, names);
}

/* ---- Headers ------------------------------------------------------------ */

TEST(a_header_of_pandas_may_be_all_numbers)
{
    read_text(",0,1\n0,0.5,2\n1,1.5,3\n");
    assert_names("|0|1");
    assert_true(frame.rows == 2 && at(0, 1) == 0.5);
    read_text(",0,1\nann,0.5,2\nbob,1.5,3\n");
    assert_names("|0|1");
    assert_true(frame.rows == 2 && at(1, 2) == 3);
    read_text(",1,2\n0,0.5,2\n"); /* not what pandas writes: a cell is missing */
    assert_true(!frame.has_names && frame.rows == 2 && frame.columns[0].missing == 1);
}

TEST(a_header_of_one_name_less_leaves_a_column_without)
{
    read_text("\"x\" \"y\"\n\"1\" 0.5 2\n\"2\" 1.5 3\n"); /* write.table of R */
    assert_names("|x|y");
    assert_true(frame.rows == 2 && at(1, 1) == 1.5);
    read_text("x,y\n1,2,\n3,4,\n"); /* a comma at the end of each row but the header */
    assert_names("x|y|");
    assert_true(frame.rows == 2 && at(1, 1) == 4 && frame.columns[2].missing == 2);
    read_text("x,y,\n1,2,\n3,4,\n"); /* and of the header, too */
    assert_names("x|y|");
}

TEST(without_a_header_the_first_row_is_data)
{
    const parot_reading plain = {.has_no_header = 1};
    read_as("red,1\nblue,2\n", &plain);
    assert_true(!frame.has_names && frame.rows == 2 && frame.cols == 2);
    assert_string_equal(parot_frame_text(&frame, 0, 0), "red");
    read_as("# a,b\n1,2\n", &plain);
    assert_true(!frame.has_names && frame.rows == 1);
}

TEST(excel_may_say_its_separator)
{
    const char *const texts[] = {"sep=;\na;b\n1;2\n", "\"sep=;\"\r\na;b\r\n1;2\r\n",
                                 "SEP=|\na|b\n1|2\n", "\xEF\xBB\xBFsep=,\na,b\n1,2\n"};
    for (int k = 0; k < 4; k++) {
        read_text(texts[k]);
        assert_names("a|b");
        assert_true(frame.rows == 1 && at(0, 1) == 2);
    }
    read_text("sep=x,b\n1,2\n");
    assert_names("sep=x|b");
}

/* ---- Cells -------------------------------------------------------------- */

TEST(quoted_cells_hold_line_breaks)
{
    read_text("id,\"two\nlines\",c\n\"a\n\n,b\",1,x\n\"say \"\"so\n\"\"\",2,y\n5\" pipe,3,z\n");
    assert_names("id|two\nlines|c");
    assert_int_equal(frame.rows, 3);
    assert_string_equal(parot_frame_text(&frame, 0, 0), "a\n\n,b");
    assert_string_equal(parot_frame_text(&frame, 1, 0), "say \"so\n\"");
    assert_string_equal(parot_frame_text(&frame, 2, 0), "5\" pipe");
    assert_int_equal(frame.columns[2].text_row, 3); /* as an editor counts */
}

/* Across the pieces in which a file is read, whatever their size. */
TEST(line_breaks_are_found_in_long_files)
{
    enum { ROWS = 40000 };
    char *text = malloc(ROWS * 24), *to = text;
    to += sprintf(to, "a,b\n");
    for (int i = 0; i < ROWS; i++)
        to += sprintf(to, i % 3 ? "%d,\"x\ny\"\n" : "%d,plain\n", i);
    read_text(text);
    assert_true(frame.rows == ROWS && frame.columns[1].level_count == 2);
    for (int i = 0; i < ROWS; i++)
        assert_true(at(i, 0) == i && at(i, 1) == (i % 3 ? 1 : 0));
    free(text);
}

TEST(decimals_may_take_a_comma)
{
    const parot_reading comma = {.decimal = ','};
    read_as("a;b\n3,5;-1\n,5;1e3\n", &comma);
    assert_true(at(0, 0) == 3.5 && at(0, 1) == -1 && at(1, 0) == 0.5 && at(1, 1) == 1000);
    read_as("3,5\n4\n", &comma);
    assert_true(frame.cols == 1 && frame.rows == 2 && at(0, 0) == 3.5);
    read_as("a b\n3,5 1\n", &comma);
    assert_true(frame.cols == 2 && at(0, 0) == 3.5);
    read_as("a;b\n3.5;1\n", &comma);
    assert_int_equal(frame.columns[0].written, PAROT_WRITTEN_POINT);
}

TEST(further_cells_may_be_missing)
{
    const char *const list[] = {"-999", "none"};
    const parot_reading reading = {.missing = list, .missing_count = 2};
    const double numbers[] = {1, -999, 3, 4};
    parot_table table = {2, 2, (double *)(uintptr_t)numbers, NULL, NULL};
    read_as("a,b\n-999.0,none\n-99,5\n", &reading);
    assert_true(frame.columns[0].missing == 1 && frame.columns[1].missing == 1);
    assert_true(at(1, 0) == -99 && frame.columns[1].level_count == 0);
    parot_frame_free(&frame);
    assert_ok(parot_table_write(scratch_path("n.npy"), &table, 1, &err));
    assert_ok(parot_frame_read_as(scratch_path("n.npy"), &reading, &frame, &err));
    assert_true(frame.columns[1].missing == 1 && frame.columns[1].missing_row == 1);
}

TEST(numbers_in_other_dress_are_recognised)
{
    const struct {
        const char *cell;
        parot_written written;
    } cells[] = {{"3,5", PAROT_WRITTEN_COMMA},
                 {"-1,234", PAROT_WRITTEN_COMMA},
                 {"1,234,567", PAROT_WRITTEN_THOUSANDS},
                 {"1,234.5", PAROT_WRITTEN_THOUSANDS},
                 {"1 234 567", PAROT_WRITTEN_THOUSANDS},
                 {"1'234", PAROT_WRITTEN_THOUSANDS},
                 {"12%", PAROT_WRITTEN_PERCENT},
                 {"12.5 %", PAROT_WRITTEN_PERCENT},
                 {"$5", PAROT_WRITTEN_CURRENCY},
                 {"-$1,234.50", PAROT_WRITTEN_CURRENCY},
                 {"3.50 \xE2\x82\xAC", PAROT_WRITTEN_CURRENCY},
                 {"EUR 3", PAROT_WRITTEN_CURRENCY},
                 {"1e999", PAROT_WRITTEN_TOO_LARGE},
                 {"5 kg", PAROT_WRITTEN_PLAIN},
                 {"2020-01-02", PAROT_WRITTEN_PLAIN},
                 {"10.0.0.1", PAROT_WRITTEN_PLAIN},
                 {"%", PAROT_WRITTEN_PLAIN},
                 {"A-1", PAROT_WRITTEN_PLAIN}};
    for (size_t k = 0; k < sizeof cells / sizeof *cells; k++) {
        char text[64];
        snprintf(text, sizeof text, "a;b\nx;\"%s\"\n", cells[k].cell);
        read_text(text);
        if (frame.columns[1].written != cells[k].written)
            fail_msg("'%s' is %d", cells[k].cell, (int)frame.columns[1].written);
    }
    const parot_rows rows = {&frame, NULL, 1};
    parot_encoding encoding = {0};
    read_text("a;price\n1;2\n2;$3\n");
    assert_refused(parot_encoding_fit(&rows, 1, NULL, 0, &encoding, &err), PAROT_EFORMAT,
                   "t.csv line 3, column 2: '$3' is an amount of money; write the number alone");
    assert_null(parot_written_rule(PAROT_WRITTEN_PLAIN));
}

/* ---- Numbers that a double cannot hold --------------------------------- */

TEST(rounded_whole_numbers_are_noticed)
{
    parot_table table = {0};
    read_text("a,b\n9007199254740992,1\n9007199254740993,-9007199254740993\n"
              "18014398509481984,123456789012345678901234567890\n9.1e30,1\n");
    assert_true(frame.columns[0].rounded == 1 && frame.columns[0].rounded_row == 3);
    assert_true(frame.columns[1].rounded == 2 && frame.columns[1].rounded_row == 3);
    assert_refused(parot_table_read(scratch_path("t.csv"), &table, &err), PAROT_EFORMAT,
                   "t.csv line 3, column 'a': a double cannot hold 9007199254740993 exactly");
}

static const char INT64[] =
    "\x93NUMPY\1\0\x76\0{'descr': '<i8', 'fortran_order': False, 'shape': (2, 1), }"
    "                                                          \n";

TEST(rounded_whole_numbers_of_arrays_are_noticed)
{
    const int64_t fine[] = {INT64_C(1) << 60, -(INT64_C(1) << 53)};
    const int64_t rounded[] = {5, -((INT64_C(1) << 53) + 1)};
    char file[10 + 0x76 + 16];
    parot_table table = {0};
    memset(file, ' ', sizeof file);
    memcpy(file, INT64, sizeof INT64 - 1);
    file[10 + 0x76 - 1] = '\n';
    memcpy(file + 10 + 0x76, fine, sizeof fine);
    assert_ok(parot_table_read(scratch_bytes("i.npy", file, sizeof file), &table, &err));
    assert_true(table.data[0] == 1152921504606846976.0);
    parot_table_free(&table);
    memcpy(file + 10 + 0x76, rounded, sizeof rounded);
    const char *path = scratch_bytes("j.npy", file, sizeof file);
    assert_refused(parot_table_read(path, &table, &err), PAROT_EFORMAT,
                   "row 2, column 1 is a whole number above 2^53");
    parot_frame_free(&frame);
    assert_ok(parot_frame_read(path, NULL, 0, &frame, &err));
    assert_true(frame.columns[0].rounded == 1 && frame.columns[0].rounded_row == 2);
}

/* ---- Which columns ------------------------------------------------------ */

/* "101": chosen, not, chosen. */
static void assert_chosen(const char *list, const char *chosen)
{
    char marks[8] = {0}, *const to[] = {marks};
    const parot_frame *const frames[] = {&frame};
    assert_ok(parot_frame_choose(frames, 1, list, 1, to, &err));
    for (int64_t k = 0; k < frame.cols; k++)
        assert_int_equal(marks[k], chosen[k] - '0');
}

static void assert_not_chosen(const char *list, const char *reason)
{
    char marks[8] = {0}, *const to[] = {marks};
    const parot_frame *const frames[] = {&frame};
    assert_refused(parot_frame_choose(frames, 1, list, 1, to, &err), PAROT_EINVAL, reason);
}

TEST(columns_are_chosen_by_name_number_and_range)
{
    read_text("age,\"income, gross\",\"a\"\"b\",size,age\n1,2,3,4,5\n");
    assert_chosen("age", "10001");
    assert_chosen("\"income, gross\",4", "01010");
    assert_chosen("\"a\"\"b\"", "00100");
    assert_chosen("2-4", "01110");
    assert_chosen(" 4- , 1", "10011");
    assert_chosen("1,3-3,5", "10101");
    assert_not_chosen("6", "t.csv has no column 6: they count from 1 to 5");
    assert_not_chosen("0", "t.csv has no column 0");
    assert_not_chosen("4-2", "t.csv has no column 4-2");
    assert_not_chosen("agee", "t.csv has no column 'agee'; did you mean 'age'?");
    assert_not_chosen("Size", "did you mean 'size'?");
    assert_not_chosen("zebra", "t.csv has no column 'zebra'");
    assert_not_chosen("\"4\"", "t.csv has no column '4'");
    assert_not_chosen("", "t.csv has no column ''");
}

TEST(names_that_are_numbers_are_names)
{
    int64_t found = -1;
    read_text("x,3,2,1\n9,8,7,6\n");
    assert_chosen("1", "0001");
    assert_chosen("2,x", "1010");
    assert_not_chosen("4", "its columns are named by numbers, so a number here is a name");
    assert_not_chosen("1-2", "its columns are named by numbers");
    assert_ok(parot_frame_find(&frame, "3", &found, &err));
    assert_int_equal(found, 1);
    assert_refused(parot_frame_find(&frame, "4", &found, &err), PAROT_EINVAL, "named by numbers");
    read_text("1,2\n3,4\n");
    assert_chosen("2", "01");
    assert_not_chosen("x", "has no column names, so no 'x'; give their numbers");
    assert_ok(parot_frame_find(&frame, "2", &found, &err));
    assert_int_equal(found, 1);
    assert_refused(parot_frame_find(&frame, "2x", &found, &err), PAROT_EINVAL, "no column names");
}

TEST(a_column_may_be_in_one_of_two_tables)
{
    AUTO(parot_frame, other);
    char marks[2][4] = {{0}, {0}}, *const to[] = {marks[0], marks[1]};
    const parot_frame *const frames[] = {&frame, &other};
    int64_t place[3] = {0};
    read_text("a,b\n1,2\n");
    assert_ok(parot_frame_read(scratch_text("o.csv", "b,c,c\n1,2,3\n"), NULL, 0, &other, &err));
    assert_ok(parot_frame_choose(frames, 2, "c,a,b", 0, to, &err));
    assert_true(marks[0][0] && marks[0][1] && marks[1][0] && marks[1][1] && marks[1][2]);
    assert_refused(parot_frame_choose(frames, 2, "b,c", 1, to, &err), PAROT_EINVAL,
                   "t.csv has no column 'c'");
    assert_ok(parot_frame_match(&frame, &other, place, &err));
    assert_true(place[0] == -1 && place[1] == 0);
    assert_ok(parot_frame_match(&other, &other, place, &err));
    assert_true(place[0] == 0 && place[1] == 1 && place[2] == 1);
}

/* Comparing each name with all others would take 10^10 comparisons. */
TEST(a_hundred_thousand_columns_are_matched)
{
    enum { COLS = 100000 };
    char *text = malloc(COLS * 20), *to = text;
    for (int k = 0; k < COLS; k++)
        to += sprintf(to, "%scolumn%d", k ? "," : "", k);
    *to++ = '\n';
    for (int k = 0; k < COLS; k++)
        to += sprintf(to, "%s%d", k ? "," : "", k);
    *to = '\0';
    read_text(text);
    free(text);
    FREED int64_t *place = malloc(COLS * sizeof *place);
    const parot_rows rows = {&frame, NULL, 1};
    const char **names = malloc(COLS * sizeof *names);
    AUTO(parot_encoding, encoding);
    AUTO(parot_table, table);
    assert_ok(parot_frame_match(&frame, &frame, place, &err));
    for (int k = 0; k < COLS; k++) {
        assert_int_equal(place[k], k);
        names[k] = frame.columns[COLS - 1 - k].name;
    }
    assert_ok(parot_encoding_fit(&rows, 1, names, COLS, &encoding, &err));
    assert_ok(parot_encoding_apply(&encoding, &rows, &table, NULL, &err));
    assert_true(table.data[0] == COLS - 1 && table.data[COLS - 1] == 0);
    free(names);
}

TEST(columns_that_are_no_features_are_recognised)
{
    parot_column_use uses[6];
    read_text(",id,index,a,b,Unnamed: 5\nann,7,1,1,,0\nann,9,1,2,NA,2\nbob,8,2,3,?,1\n");
    assert_ok(parot_frame_uses(&frame, uses, &err));
    assert_int_equal(uses[0], PAROT_COLUMN_USE_NAMELESS);
    assert_int_equal(uses[1], PAROT_COLUMN_USE_COUNTER);
    assert_int_equal(uses[2], PAROT_COLUMN_USE_VALUES); /* occurs twice */
    assert_int_equal(uses[3], PAROT_COLUMN_USE_VALUES);
    assert_int_equal(uses[4], PAROT_COLUMN_USE_EMPTY);
    assert_int_equal(uses[5], PAROT_COLUMN_USE_COUNTER);
    assert_true(parot_names_rows("customer_ID") && !parot_names_rows("time"));
    read_text("id,row,name\nann,p,ann\nbob,q,bob\ncid,p,cid\n");
    assert_ok(parot_frame_uses(&frame, uses, &err));
    assert_int_equal(uses[0], PAROT_COLUMN_USE_COUNTER);
    assert_int_equal(uses[1], PAROT_COLUMN_USE_VALUES); /* occurs twice */
    assert_int_equal(uses[2], PAROT_COLUMN_USE_VALUES); /* not called so */
}

TEST(a_sample_is_random_and_the_same_each_time)
{
    enum { ROWS = 20, WANTED = 5, TRIALS = 4000 };
    int64_t row[ROWS], again[ROWS], counts[ROWS] = {0};
    for (uint64_t seed = 0; seed < TRIALS; seed++) {
        parot_sample_rows(ROWS, WANTED, seed, row);
        parot_sample_rows(ROWS, WANTED, seed, again);
        assert_memory_equal(row, again, WANTED * sizeof *row);
        for (int k = 0; k < WANTED; k++) {
            assert_true(row[k] >= 0 && row[k] < ROWS && (k == 0 || row[k] > row[k - 1]));
            counts[row[k]]++;
        }
    }
    for (int i = 0; i < ROWS; i++) /* 1000 expected, deviation 27 */
        assert_true(counts[i] > 850 && counts[i] < 1150);
    parot_sample_rows(3, 7, 1, row);
    assert_true(row[0] == 0 && row[1] == 1 && row[2] == 2);
}

TEST(arguments_are_checked)
{
    const parot_reading wrong = {.decimal = 'x'}, none = {.missing_count = 1};
    parot_frame read = {0};
    assert_refused(parot_frame_read_as("x.csv", &wrong, &read, &err), PAROT_EINVAL, "decimal:");
    assert_refused(parot_frame_read_as("x.csv", &none, &read, &err), PAROT_EINVAL, "missing:");
    assert_refused(parot_frame_find(NULL, "a", NULL, &err), PAROT_EINVAL, "frame:");
    assert_refused(parot_frame_choose(NULL, 1, "a", 0, NULL, &err), PAROT_EINVAL, "frames:");
    assert_refused(parot_frame_match(&read, NULL, NULL, &err), PAROT_EINVAL, "other:");
    assert_refused(parot_frame_uses(&read, NULL, &err), PAROT_EINVAL, "uses:");
}

static int close_all(void **state)
{
    parot_frame_free(&frame);
    return scratch_close(state);
}

AROUND(scratch_open, close_all)
