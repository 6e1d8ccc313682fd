/* test_features.c - one way from files to numbers: roles, lists, habits, rows, and text. */
#include "test.h"

#include "parot/io.h"
#include "scratch.h"

static parot_features sides[2];
static parot_notes notes;
static parot_features_options options;
static parot_error refusal;

static void start(void)
{
    parot_features_free(&sides[0]);
    parot_features_free(&sides[1]);
    memset(&notes, 0, sizeof notes);
    parot_features_options_init(&options);
}

static parot_status read_two(const char *a, const char *b)
{
    const char *first = scratch_text("a.csv", a);
    return parot_features_read(first, b ? scratch_text("b.csv", b) : NULL, &options, sides, &notes,
                               &refusal);
}

static void assert_numbers(int side, const double *expected, int64_t rows, int64_t cols)
{
    const parot_table *table = &sides[side].table;
    assert_true(table->rows == rows && table->cols == cols);
    assert_memory_equal(table->data, expected, (size_t)(rows * cols) * sizeof *expected);
}

static void assert_noted(const char *words)
{
    int found = 0;
    for (int k = 0; k < notes.count; k++)
        found |= strstr(notes.text[k], words) != NULL;
    assert_true(found);
}

TEST(columns_are_matched_by_name)
{
    start();
    assert_ok(read_two("x,y\n1,2\n3,4\n", "y,x\n5,6\n"));
    assert_numbers(0, (double[]){1, 2, 3, 4}, 2, 2);
    assert_numbers(1, (double[]){6, 5}, 1, 2);
    assert_true(sides[0].is_shared && notes.count == 0);
}

TEST(what_only_one_file_has_is_left_out_or_refused)
{
    start();
    assert_ok(read_two("x,y\n1,2\n", "y,z\n5,6\n"));
    assert_numbers(0, (double[]){2}, 1, 1);
    assert_numbers(1, (double[]){5}, 1, 1);
    assert_noted("a.csv has 'x'; left out");
    start();
    options.strict = 1;
    assert_int_equal(read_two("x,y\n1,2\n", "y,z\n5,6\n"), PAROT_ESHAPE);
    start();
    options.sharing = PAROT_SHARING_IF_SAME;
    assert_ok(read_two("x,y\n1,2\n", "y,z\n5,6\n"));
    assert_true(!sides[0].is_shared && sides[0].table.cols == 2);
}

TEST(counters_and_nameless_columns_are_no_features_unless_named)
{
    start();
    assert_ok(read_two(",id,x\n0,7,1\n1,8,3\n", NULL));
    assert_numbers(0, (double[]){1, 3}, 2, 1);
    assert_noted("add it with columns");
    start();
    options.columns = "2-3";
    assert_ok(read_two(",id,x\n0,7,1\n1,8,3\n", NULL));
    assert_numbers(0, (double[]){7, 1, 8, 3}, 2, 2);
}

TEST(roles_leave_the_features_and_keep_their_rows)
{
    start();
    options.id = "who";
    options.weight_column = "3";
    options.aside = "truth";
    options.na = PAROT_MISSING_DROP;
    assert_ok(read_two("who,x,w,truth\nann,1,5,yes\nbob,,6,no\ncid,3,7,\n", NULL));
    assert_numbers(0, (double[]){1, 3}, 2, 1);
    assert_true(sides[0].count == 2 && sides[0].row[1] == 2 && sides[0].before_count == 3);
    assert_true(sides[0].weights[0] == 5 && sides[0].weights[1] == 7);
    assert_string_equal(sides[0].id[2], "cid");
    assert_string_equal(sides[0].id_name, "who");
    assert_string_equal(sides[0].aside[1], "no");
    assert_string_equal(sides[0].aside[2], "");
    assert_noted("rows left out because of missing values: 1");
}

TEST(labels_divide_one_file)
{
    start();
    options.label_column = "known";
    options.positive = "1";
    options.id = "who";
    assert_ok(read_two("known,who,colour\n1.0,a,red\n0,b,blue\n,c,red\n", NULL));
    assert_numbers(0, (double[]){0, 1}, 1, 2);
    assert_numbers(1, (double[]){1, 0, 0, 1}, 2, 2);
    assert_true(sides[1].row[0] == 1 && sides[1].encoding.count == 1);
    assert_string_equal(sides[1].id[2], "c");
    start();
    options.label_column = "known";
    options.positive = "2";
    assert_int_equal(read_two("known,x\n1,3\n0,4\n", NULL), PAROT_EINVAL);
    assert_non_null(strstr(refusal.message, "label_column: no row of"));
}

TEST(a_sample_is_the_same_for_the_same_seed)
{
    int64_t row[2];
    start();
    options.sample = 2;
    options.seed = 7;
    assert_ok(read_two("x\n1\n2\n3\n4\n5\n", NULL));
    assert_true(sides[0].count == 2 && sides[0].row[0] < sides[0].row[1]);
    parot_sample_rows(5, 2, 7, row);
    assert_memory_equal(sides[0].row, row, sizeof row);
}

TEST(a_model_decides_which_columns_are_used)
{
    AUTO(parot_features, known);
    start();
    options.wants_encoding = 1;
    assert_ok(read_two("age,colour\n1,red\n3,blue\n", NULL));
    known = sides[0];
    memset(&sides[0], 0, sizeof sides[0]);
    start();
    options.encoding = &known.encoding;
    assert_ok(read_two("size,colour,age\n9,red,5\n9,pink,6\n", NULL));
    assert_numbers(0, (double[]){5, 0, 1, 6, 0, 0}, 2, 3);
    assert_noted("the model does not know 'size'");
    assert_noted("has not seen, which match no level: 1");
}

TEST(messages_name_options_as_the_caller_spells_them)
{
    start();
    assert_int_equal(read_two("x,y\n1,\n", NULL), PAROT_EFORMAT);
    assert_non_null(strstr(refusal.message, "use na drop or na mean"));
    start();
    options.prefix = "--";
    assert_int_equal(read_two("x,y\n1,\n", NULL), PAROT_EFORMAT);
    assert_non_null(strstr(refusal.message, "use --na drop or --na mean"));
}

TEST(matrices_lose_nameless_columns_and_may_have_commas)
{
    parot_table table = {0};
    parot_reading reading = {.decimal = ','};
    start();
    assert_ok(parot_numbers_read(scratch_text("c.csv", ",a,b\nr1,1,2\nr2,3,4\n"), NULL, &table,
                                 &notes, &err));
    assert_true(table.rows == 2 && table.cols == 2 && table.data[3] == 4 && notes.count == 1);
    parot_table_free(&table);
    assert_ok(
        parot_numbers_read(scratch_text("d.csv", "1,5;2\n3;4,25\n"), &reading, &table, NULL, &err));
    assert_true(table.data[0] == 1.5 && table.data[3] == 4.25);
    parot_table_free(&table);
    assert_true(
        parot_numbers_read(scratch_text("e.csv", "a,b\n1,x\n"), NULL, &table, NULL, &refusal) < 0);
}

TEST(what_contradicts_itself_is_refused)
{
    start();
    options.columns = "x";
    options.drop = "y";
    assert_int_equal(read_two("x,y\n1,2\n", NULL), PAROT_EINVAL);
    start();
    options.label_column = "x";
    assert_int_equal(read_two("x,y\n1,2\n", "x,y\n1,2\n"), PAROT_EINVAL);
    assert_int_equal(parot_features_read(NULL, NULL, NULL, sides, NULL, &refusal), PAROT_EINVAL);
    start();
}

AROUND(scratch_open, scratch_close)
