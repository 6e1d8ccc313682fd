/* test_preset.c - the kind of data, and what follows from it. */
#include "pu/problem/preset.h"

#include "test.h"

static const double two_valued[] = {0, 7, 1, 7, 1, 8};
static const double table[] = {0, 7, 1, 7, 2, 8};

TEST(columns_of_two_values_are_binary)
{
    parot_matrix a = {two_valued, 3, 2, 2}, b = {two_valued, 1, 2, 2};
    assert_int_equal(preset_find_kind(a, b), PAROT_PU_KIND_BINARY);
    assert_int_equal(preset_find_kind(b, a), PAROT_PU_KIND_BINARY);
}

TEST(a_third_value_in_either_table_makes_a_table)
{
    parot_matrix a = {two_valued, 3, 2, 2}, b = {table, 3, 2, 2};
    assert_int_equal(preset_find_kind(a, b), PAROT_PU_KIND_TABLE);
    assert_int_equal(preset_find_kind(b, a), PAROT_PU_KIND_TABLE);
}

TEST(many_pixels_are_an_image_unless_they_have_two_values)
{
    static double rows[3 * 150];
    parot_matrix a = {rows, 3, 150, 150};
    assert_int_equal(preset_find_kind(a, a), PAROT_PU_KIND_BINARY);
    for (int k = 0; k < 150; k++) {
        rows[k] = k % 3 ? 255 : 0;
        rows[150 + k] = k % 7 + 1;
    }
    assert_int_equal(preset_find_kind(a, a), PAROT_PU_KIND_IMAGE);
    a.cols = 149;
    assert_int_equal(preset_find_kind(a, a), PAROT_PU_KIND_TABLE);
}

/* Columns of genes have ranges of their own: counts over orders of magnitude, or logarithms. */
TEST(many_measurements_are_a_table)
{
    static double counts[3 * 200], logarithms[3 * 200];
    parot_matrix a = {counts, 3, 200, 200}, b = {logarithms, 3, 200, 200};
    for (int i = 0; i < 600; i++) {
        counts[i] = i < 200 ? 0 : (double)(i % 200) * (i % 200) * (i % 200) * (1 + (double)i / 600);
        logarithms[i] = 2 + 10 * (double)(i % 200 * 37 % 200) / 200 + (double)i / 600;
    }
    assert_int_equal(preset_find_kind(a, a), PAROT_PU_KIND_TABLE);
    assert_int_equal(preset_find_kind(b, b), PAROT_PU_KIND_TABLE);
}

TEST(every_kind_has_its_base)
{
    for (int kind = PAROT_PU_KIND_BINARY; kind <= PAROT_PU_KIND_DOMAINS; kind++) {
        struct preset preset = preset_of_kind((parot_pu_kind)kind);
        assert_int_equal(preset.kind, kind);
        assert_non_null(parot_scale_name(preset.scale));
        assert_non_null(parot_metric_name(preset.metric));
        assert_true(preset.noise_share >= 0);
    }
}

TEST(kinds_have_names)
{
    assert_string_equal(parot_pu_kind_name(PAROT_PU_KIND_DOMAINS), "domains");
    assert_string_equal(parot_pu_kind_name(PAROT_PU_KIND_ANY), "any");
    assert_null(parot_pu_kind_name((parot_pu_kind)5));
    assert_null(parot_pu_kind_name((parot_pu_kind)-1));
}
