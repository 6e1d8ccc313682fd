/* test_frame_facts.c - what may be wrong with a table, by its definition. */
#include "test.h"

#include <stdio.h>

#include "parot/io.h"
#include "scratch.h"

static parot_frame frame;
static parot_frame_facts facts;

static void examine(const char *text)
{
    parot_frame_free(&frame);
    parot_frame_facts_free(&facts);
    assert_ok(parot_frame_read(scratch_text("facts.csv", text), NULL, 0, &frame, &err));
    assert_ok(parot_frame_examine(&frame, &facts, &err));
}

static uint32_t troubles(const char *name)
{
    return facts.columns[parot_frame_column(&frame, name)].troubles;
}

static uint32_t one(parot_trouble trouble)
{
    return (uint32_t)1 << trouble;
}

TEST(an_ordinary_table_has_no_troubles)
{
    examine("x,y\n1.5,2\n3,1\n2,9\n");
    assert_int_equal(troubles("x"), 0);
    assert_int_equal(troubles("y"), 0);
    assert_true(facts.copies == 0 && facts.zeros == 0 && facts.gaps == 0 && !facts.is_symmetric);
}

/* x has the variance 2/3, y 6 and c of two levels 2 (1 - 2/3) + 1 (1 - 1/3) over 3. */
TEST(shares_are_parts_of_the_squared_distance)
{
    examine("x,y,c\n1,0,u\n2,3,v\n3,6,u\n");
    double total = 2 + 18 + 4.0 / 3;
    assert_close(facts.columns[0].share, 2 / total, 1e-15);
    assert_close(facts.columns[1].share, 18 / total, 1e-15);
    assert_close(facts.columns[2].share, 4.0 / 3 / total, 1e-15);
    assert_true(facts.widest == 1 && facts.features == 4);
}

TEST(cells_that_cannot_be_used_are_troubles)
{
    examine("a,b,c,d,e\n1,1,inf,,9007199254740993\n2,,1,,2\n4,7,2,,3\n");
    assert_int_equal(troubles("a"), 0);
    assert_int_equal(troubles("b"), one(PAROT_TROUBLE_MISSING));
    assert_int_equal(troubles("c"), one(PAROT_TROUBLE_INFINITE));
    assert_int_equal(troubles("d") & one(PAROT_TROUBLE_EMPTY), one(PAROT_TROUBLE_EMPTY));
    assert_int_equal(troubles("e"), one(PAROT_TROUBLE_ROUNDED));
    assert_int_equal(facts.gaps, 3);
}

TEST(names_that_say_what_a_column_is_are_troubles)
{
    examine("id,weight,Class,n\n7,1.5,1,1\n8,2,0,2\n3,9,0,3\n");
    assert_int_equal(troubles("id"), one(PAROT_TROUBLE_COUNTER));
    assert_int_equal(troubles("weight"), one(PAROT_TROUBLE_WEIGHT));
    assert_int_equal(troubles("Class"), one(PAROT_TROUBLE_LABEL));
    assert_int_equal(troubles("n"), one(PAROT_TROUBLE_COUNTS));
}

TEST(copies_are_found_and_constants_are_no_copies)
{
    examine("x,y,z,one,two\n1,5,1,1,1\n7,2,7,1,1\n1,5,1,1,1\n");
    assert_int_equal(troubles("z"), one(PAROT_TROUBLE_COPY));
    assert_int_equal(facts.columns[2].copy_of, 0);
    assert_int_equal(troubles("one"), one(PAROT_TROUBLE_CONSTANT));
    assert_int_equal(troubles("two"), one(PAROT_TROUBLE_CONSTANT));
    assert_int_equal(facts.copies, 1);
}

TEST(texts_that_hardly_repeat_are_names)
{
    examine("who,x\nann,1\nbob,2.5\ncy,2\ndee,7\n");
    assert_int_equal(troubles("who"), one(PAROT_TROUBLE_NAMES));
    examine("who,x\nann,1\nbob,2.5\nann,2\ndee,7\n");
    assert_int_equal(troubles("who"), 0);
}

TEST(what_equals_its_transpose_is_symmetric)
{
    examine("0,1,2\n1,0,3\n2,3,0\n");
    assert_true(facts.is_symmetric);
    examine("0,1,2\n1,0,3\n2,4,0\n");
    assert_false(facts.is_symmetric);
    examine("0,0,0\n1,0,3\n2,4,0\n");
    assert_int_equal(facts.zeros, 1);
}

/* Of 1 to 9 columns with one number of each exponent around both borders. */
TEST(what_squared_distances_refuse_is_out_of_range)
{
    static const int around[] = {509, -500};
    int refused = 0, taken = 0;
    for (int e = -9; e <= 9; e++)
        for (int side = 0; side < 2; side++)
            for (int dims = 1; dims <= 9; dims++) {
                char text[512] = "";
                double x[18] = {0}, cost[4], huge = ldexp(1.5, around[side] + e);
                for (int k = 0; k < dims; k++)
                    sprintf(text + strlen(text), "%sc%d", k ? "," : "", k);
                sprintf(text + strlen(text), "\n%.17g", huge);
                for (int k = 1; k < 2 * dims; k++)
                    sprintf(text + strlen(text), "%s0", k == dims ? "\n" : ",");
                x[0] = huge;
                parot_matrix points = {x, 2, dims, dims};
                int is_refused = parot_cost(points, points, PAROT_METRIC_SQEUCLIDEAN, NULL, cost,
                                            NULL) != PAROT_OK;
                examine(text);
                assert_int_equal((troubles("c0") & one(PAROT_TROUBLE_RANGE)) != 0, is_refused);
                assert_true(facts.columns[0].share == 1);
                refused += is_refused;
                taken += !is_refused;
            }
    assert_true(refused > 50 && taken > 50);
}

TEST(nothing_is_written_when_arguments_are_wrong)
{
    assert_int_equal(parot_frame_examine(NULL, &facts, NULL), PAROT_EINVAL);
    assert_int_equal(parot_frame_examine(&frame, NULL, NULL), PAROT_EINVAL);
    parot_frame_facts_free(NULL);
}

static int release(void **state)
{
    (void)state;
    parot_frame_free(&frame);
    parot_frame_facts_free(&facts);
    return 0;
}

AROUND(NULL, release)
