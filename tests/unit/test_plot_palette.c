/* test_plot_palette.c - colours stand out from paper, and from each other to every kind of eye. */
#include "support.h"

#include "plot/palette.h"

static double linear(double channel)
{
    return channel <= 0.04045 ? channel / 12.92 : pow((channel + 0.055) / 1.055, 2.4);
}

/* Relative luminance is what dichromats keep in full; protans see red as dark, deutans and tritans
 * mix other channels. Full dichromacy in linear RGB, by the matrices of Machado, Oliveira and
 * Fernandes (2009), severity 1. */
static void simulate(const double matrix[3][3], struct colour colour, double seen[3])
{
    const double rgb[3] = {linear(colour.red), linear(colour.green), linear(colour.blue)};
    for (int k = 0; k < 3; k++)
        seen[k] =
            fmin(1, fmax(0, matrix[k][0] * rgb[0] + matrix[k][1] * rgb[1] + matrix[k][2] * rgb[2]));
}

static double distance(const double matrix[3][3], struct colour a, struct colour b)
{
    double one[3], other[3], sum = 0;
    simulate(matrix, a, one);
    simulate(matrix, b, other);
    for (int k = 0; k < 3; k++)
        sum += pow(cbrt(one[k]) - cbrt(other[k]), 2); /* lightness is about a cube root */
    return sqrt(sum);
}

static const double EYES[4][3][3] = {
    {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}},
    {{0.152286, 1.052583, -0.204868},
     {0.114503, 0.786281, 0.099216},
     {-0.003882, -0.048116, 1.051998}},
    {{0.367322, 0.860646, -0.227968},
     {0.280085, 0.672501, 0.047413},
     {-0.011820, 0.042940, 0.968881}},
    {{1.255528, -0.076749, -0.178779},
     {-0.078411, 0.930809, 0.147602},
     {0.004733, 0.691367, 0.303900}},
};

static void colours_that_share_a_figure_differ_for_every_eye(void **state)
{
    (void)state;
    static const enum colour_name PAIRS[][2] = {{COLOUR_BLUE, COLOUR_VERMILLION},
                                                {COLOUR_BLUE, COLOUR_ORANGE},
                                                {COLOUR_BLUE, COLOUR_GREY},
                                                {COLOUR_VERMILLION, COLOUR_GREEN},
                                                {COLOUR_BLUE, COLOUR_INK}};
    for (size_t k = 0; k < sizeof PAIRS / sizeof *PAIRS; k++)
        for (int eye = 0; eye < 4; eye++)
            assert_true(distance(EYES[eye], palette(PAIRS[k][0]), palette(PAIRS[k][1])) > 0.1);
}

static void series_differ_until_they_repeat(void **state)
{
    (void)state;
    for (int a = 0; a < 6; a++)
        for (int b = 0; b < a; b++)
            assert_true(distance(EYES[0], palette(palette_series(a)), palette(palette_series(b))) >
                        0.2);
    assert_true(palette_series(6) == palette_series(0));
}

/* WCAG 2: 4.5 for text, 3 for graphics that carry the meaning alone; others have shapes as well. */
static void text_and_lines_stand_out_from_paper(void **state)
{
    (void)state;
    struct colour paper = palette(COLOUR_PAPER);
    assert_true(colour_contrast(palette(COLOUR_INK), paper) > 7);
    assert_true(colour_contrast(palette(COLOUR_GREY), paper) > 4.5);
    assert_true(colour_contrast(palette(COLOUR_BLUE), paper) > 4.5);
    assert_true(colour_contrast(palette(COLOUR_VERMILLION), paper) > 3);
    assert_true(colour_contrast(palette(COLOUR_GREEN), paper) > 3);
    for (int k = 0; k < 6; k++)
        assert_true(colour_contrast(palette(palette_series(k)), paper) > 2);
}

static void contrast_is_that_of_the_definition(void **state)
{
    (void)state;
    struct colour black = {0, 0, 0}, white = {1, 1, 1}, red = {1, 0, 0};
    assert_close(colour_contrast(black, white), 21, 1e-12);
    assert_close(colour_contrast(white, black), 21, 1e-12);
    assert_close(colour_contrast(white, white), 1, 1e-12);
    assert_close(colour_luminance(red), 0.2126, 1e-12);
}

static void heat_grows_darker_all_the_way(void **state)
{
    (void)state;
    assert_close(colour_luminance(palette_heat(0)), 1, 1e-9);
    for (int k = 1; k <= 100; k++)
        assert_true(colour_luminance(palette_heat(k / 100.0)) <
                    colour_luminance(palette_heat((k - 1) / 100.0)));
    assert_true(colour_contrast(palette_heat(1), palette(COLOUR_PAPER)) > 12);
    assert_close(colour_luminance(palette_heat(7)), colour_luminance(palette_heat(1)), 1e-12);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(colours_that_share_a_figure_differ_for_every_eye),
        cmocka_unit_test(series_differ_until_they_repeat),
        cmocka_unit_test(text_and_lines_stand_out_from_paper),
        cmocka_unit_test(contrast_is_that_of_the_definition),
        cmocka_unit_test(heat_grows_darker_all_the_way),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
