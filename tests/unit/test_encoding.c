/* test_encoding.c - tables with text as numbers, and files that remember how. */
#include "test.h"

#include "parot/io.h"
#include "scratch.h"

static parot_frame first, other;
static parot_encoding encoding;
static parot_table table;

static void forget(void)
{
    parot_frame_free(&first);
    parot_frame_free(&other);
    parot_encoding_free(&encoding);
    parot_table_free(&table);
}

static void read_both(const char *a, const char *b)
{
    forget();
    assert_ok(parot_frame_read(scratch_text("a.csv", a), NULL, 0, &first, &err));
    assert_ok(parot_frame_read(scratch_text("b.csv", b), NULL, 0, &other, &err));
}

static const char *names[] = {"age", "colour"};

static parot_status fit(parot_error *err)
{
    const parot_rows tables[] = {{&first, NULL, first.rows}, {&other, NULL, other.rows}};
    return parot_encoding_fit(tables, 2, names, 2, &encoding, err);
}

static const char A[] = "age,colour\n1,red\n3,blue\n,red\n";
static const char B[] = "id,colour,age\n7,green,8\n8,?,12\n";

static void assert_numbers(const double *expected, int64_t rows, int64_t cols)
{
    assert_true(table.rows == rows && table.cols == cols);
    assert_memory_equal(table.data, expected, (size_t)(rows * cols) * sizeof *expected);
}

TEST(levels_and_means_are_those_of_all_tables)
{
    read_both(A, B);
    assert_ok(fit(&err));
    assert_true(encoding.count == 2 && encoding.features == 4 && encoding.has_names);
    assert_true(encoding.columns[0].fill == 6 && encoding.columns[1].fill == 2);
    const parot_rows rows = {&other, NULL, other.rows};
    int64_t unknown = -1;
    assert_ok(parot_encoding_apply(&encoding, &rows, &table, &unknown, &err));
    assert_numbers((double[]){8, 0, 1, 0, 12, 0, 0, 1}, 2, 4);
    assert_int_equal(unknown, 0);
    assert_string_equal(table.names[0], "age");
    assert_string_equal(table.names[3], "colour=red");
}

TEST(chosen_rows_are_encoded_in_their_order)
{
    const int64_t row[] = {2, 0};
    read_both(A, B);
    assert_ok(fit(&err));
    const parot_rows rows = {&first, row, 2};
    assert_ok(parot_encoding_apply(&encoding, &rows, &table, NULL, &err));
    assert_numbers((double[]){6, 0, 0, 1, 1, 0, 0, 1}, 2, 4);
}

TEST(categories_may_look_like_numbers)
{
    const char *code[] = {"code"};
    read_both("code\n1\n2\n", "code\n1.0\nx\n");
    other.columns[0].is_category = 1;
    const parot_rows tables[] = {{&first, NULL, 2}, {&other, NULL, 2}};
    assert_ok(parot_encoding_fit(tables, 2, code, 1, &encoding, &err));
    assert_true(encoding.features == 3 && encoding.columns[0].fill == 0);
    assert_ok(parot_encoding_apply(&encoding, &tables[0], &table, NULL, &err));
    assert_numbers((double[]){1, 0, 0, 0, 1, 0}, 2, 3);
    parot_table_free(&table);
    assert_ok(parot_encoding_apply(&encoding, &tables[1], &table, NULL, &err));
    assert_numbers((double[]){1, 0, 0, 0, 0, 1}, 2, 3);
    parot_encoding_free(&encoding);
    parot_table_free(&table);
    read_both("code\n7\n9\n", "code\n9\n7\n");
    first.columns[0].is_category = 1;
    const parot_rows numbers[] = {{&first, NULL, 2}, {&other, NULL, 2}};
    assert_ok(parot_encoding_fit(numbers, 2, code, 1, &encoding, &err));
    assert_true(encoding.features == 2 && encoding.columns[0].level_count == 2);
}

/* However few rows there are, a typo is not to turn numbers into categories. */
TEST(text_among_numbers_is_refused_in_files_of_any_length)
{
    const char *const TEXTS = "age,colour\nx,r\ny,r\n", *const NUMBERS = "age,colour\n1,r\n2,r\n";
    char text[256] = "age,colour\n1o,x\n";
    for (int rows = 1; rows < 12; rows++) {
        strcat(text, "3,x\n");
        read_both(text, text);
        assert_refused(fit(&err), PAROT_EFORMAT,
                       "a.csv line 2, column 'age': '1o' is not a number");
    }
    read_both(NUMBERS, TEXTS);
    assert_refused(fit(&err), PAROT_EFORMAT, "b.csv (line 2: 'x') and only numbers in ");
    read_both(TEXTS, NUMBERS);
    assert_refused(fit(&err), PAROT_EFORMAT, "a.csv (line 2: 'x') and only numbers in ");
    read_both("age,colour\nx,r\ny,r\n7,r\n", "age,colour\n?,r\nz,r\n");
    assert_ok(fit(&err));
    assert_true(encoding.columns[0].level_count == 4);
}

TEST(levels_are_those_of_the_rows_that_are_used)
{
    const int64_t row[] = {0, 2};
    read_both("colour\nred\nblue\ngreen\n", "colour\nred\n");
    const parot_rows rows = {&first, row, 2};
    assert_ok(parot_encoding_fit(&rows, 1, NULL, 0, &encoding, &err));
    assert_true(encoding.features == 2);
    assert_string_equal(encoding.columns[0].levels[0], "green");
    assert_string_equal(encoding.columns[0].levels[1], "red");
}

TEST(new_levels_are_zeros)
{
    AUTO(parot_frame, fresh);
    int64_t unknown = 0;
    read_both(A, B);
    assert_ok(fit(&err));
    assert_ok(parot_frame_read(scratch_text("n.csv", "colour,age\npink,1\nred,2\n"), NULL, 0,
                               &fresh, &err));
    const parot_rows rows = {&fresh, NULL, 2};
    assert_ok(parot_encoding_apply(&encoding, &rows, &table, &unknown, &err));
    assert_numbers((double[]){1, 0, 0, 0, 2, 0, 0, 1}, 2, 4);
    assert_int_equal(unknown, 1);
}

TEST(columns_without_names_keep_their_places)
{
    read_both("1,2\n3,4\n", "x,y\n5,6\n");
    const parot_rows tables[] = {{&first, NULL, 2}, {&other, NULL, 1}};
    assert_ok(parot_encoding_fit(tables, 2, NULL, 0, &encoding, &err));
    assert_true(encoding.count == 2 && !encoding.has_names && encoding.columns[0].fill == 3);
    assert_ok(parot_encoding_apply(&encoding, &tables[1], &table, NULL, &err));
    assert_numbers((double[]){5, 6}, 1, 2);
    assert_null(table.names);
}

static void assert_fit_refused(const char *a, const char *b, parot_status status,
                               const char *reason)
{
    read_both(a, b);
    assert_refused(fit(&err), status, reason);
    assert_null(encoding.owner);
}

TEST(what_cannot_be_encoded_is_refused)
{
    assert_fit_refused("age\n1\n", A, PAROT_ESHAPE, "a.csv has no column 'colour'");
    assert_fit_refused("age,colour\n,red\n", "age,colour\nNA,red\n", PAROT_EINVAL,
                       "column 'age' has no value in any row");
    assert_fit_refused("age,colour\n1,x\n2,x\n3,x\n4,x\n5,x\n6,x\n7,x\n8,x\n9,x\n1o,x\n", A,
                       PAROT_EFORMAT, "a.csv line 11, column 'age': '1o' is not a number");
    parot_rows none = {&first, NULL, 0};
    assert_refused(parot_encoding_fit(&none, 1, NULL, 0, &encoding, &err), PAROT_EINVAL,
                   "tables[0]: must have");
    assert_refused(parot_encoding_fit(NULL, 1, NULL, 0, &encoding, &err), PAROT_EINVAL, "tables:");
    none.count = 1;
    assert_refused(parot_encoding_fit(&none, 1, names, 0, &encoding, &err), PAROT_EINVAL, "names:");
    assert_refused(parot_encoding_fit(&none, 1, NULL, 0, NULL, &err), PAROT_EINVAL, "encoding:");
}

TEST(rows_that_do_not_fit_are_refused)
{
    AUTO(parot_frame, words);
    read_both(A, B);
    assert_ok(fit(&err));
    assert_ok(
        parot_frame_read(scratch_text("w.csv", "age,colour\nold,red\n"), NULL, 0, &words, &err));
    parot_rows rows = {&words, NULL, 1};
    assert_refused(parot_encoding_apply(&encoding, &rows, &table, NULL, &err), PAROT_EFORMAT,
                   "w.csv line 2, column 'age': 'old' is not a number");
    words.columns[0].name = words.columns[1].name;
    assert_refused(parot_encoding_apply(&encoding, &rows, &table, NULL, &err), PAROT_ESHAPE,
                   "w.csv has no column 'age'");
    words.has_names = 0;
    words.cols = 1;
    assert_refused(parot_encoding_apply(&encoding, &rows, &table, NULL, &err), PAROT_ESHAPE,
                   "w.csv has 1 columns, 2 are expected");
    rows.count = 0;
    assert_refused(parot_encoding_apply(&encoding, &rows, &table, NULL, &err), PAROT_EINVAL,
                   "rows:");
    assert_refused(parot_encoding_apply(NULL, &rows, &table, NULL, &err), PAROT_EINVAL,
                   "encoding:");
    assert_refused(parot_encoding_apply(&encoding, NULL, &table, NULL, &err), PAROT_EINVAL,
                   "rows:");
    assert_refused(parot_encoding_apply(&encoding, &rows, NULL, NULL, &err), PAROT_EINVAL,
                   "table:");
    assert_null(table.owner);
}

/* ---- Files -------------------------------------------------------------- */

static const double numbers[] = {1, 0.1, -5e-324};

TEST(a_written_model_reads_as_the_same)
{
    const char *files[] = {"m.npz", "m.npz.gz"};
    read_both("age,colour\n1,\"a,\xC3\xA4\"\n0.1,\n", B); /* a letter of two bytes */
    assert_ok(fit(&err));
    for (int f = 0; f < 2; f++) {
        AUTO(parot_encoding, back);
        AUTO(parot_table, list);
        assert_ok(parot_model_write(scratch_path(files[f]), &encoding, numbers, 3, 0, &err));
        assert_ok(parot_model_read(scratch_path(files[f]), &back, &list, &err));
        assert_true(list.rows == 3 && list.cols == 1);
        assert_memory_equal(list.data, numbers, sizeof numbers);
        assert_true(back.count == 2 && back.features == 3 && back.has_names);
        for (int k = 0; k < 2; k++) {
            assert_string_equal(back.columns[k].name, encoding.columns[k].name);
            assert_true(back.columns[k].fill == encoding.columns[k].fill);
            assert_int_equal(back.columns[k].level_count, encoding.columns[k].level_count);
        }
        for (int l = 0; l < 2; l++)
            assert_string_equal(back.columns[1].levels[l], encoding.columns[1].levels[l]);
    }
}

TEST(what_is_no_model_is_refused)
{
    parot_encoding back = {0};
    parot_table list = {0};
    int32_t entry[] = {0};
    double one[] = {1};
    const parot_result result = {
        .plan = {.rows = 1, .cols = 1, .count = 1, .row = entry, .col = entry, .mass = one},
        .dual = {.u = one, .v = one},
        .mass = 1};
    assert_refused(parot_model_read(scratch_text("x.npz", "text"), &back, &list, &err),
                   PAROT_EFORMAT, "x.npz: is not a model of parot, which is an .npz file");
    assert_ok(parot_result_write(scratch_path("r.npz"), &result, 0, &err));
    assert_refused(parot_model_read(scratch_path("r.npz"), &back, &list, &err), PAROT_EFORMAT,
                   "r.npz: is not a model of parot: it has no arrays");
    read_both(A, B);
    assert_ok(fit(&err));
    assert_refused(parot_model_write("m.npy", &encoding, numbers, 3, 0, &err), PAROT_EINVAL,
                   "a model is written as .npz");
    assert_refused(parot_model_write("m.npz", NULL, numbers, 3, 0, &err), PAROT_EINVAL,
                   "encoding:");
    assert_refused(parot_model_write("m.npz", &encoding, NULL, 3, 0, &err), PAROT_EINVAL,
                   "numbers:");
    assert_refused(parot_model_read("m.npz", NULL, &list, &err), PAROT_EINVAL, "encoding:");
    assert_refused(parot_model_read("m.npz", &back, NULL, &err), PAROT_EINVAL, "numbers:");
    assert_null(back.owner);
}

static int close_all(void **state)
{
    forget();
    return scratch_close(state);
}

AROUND(scratch_open, close_all)
