/* test_plot_palette.c - colours stand out from paper, and from each other to every kind of eye. */
#include "test.h"

#include "plot/palette.h"

static double linear(double channel)
{
    return channel <= 0.04045 ? channel / 12.92 : pow((channel + 0.055) / 1.055, 2.4);
}

/* ---- Eyes ----------------------------------------------------------------- */

/* What a dichromat sees, in linear RGB: the matrices of Machado, Oliveira and Fernandes, A
 * Physiologically-based Model for Simulation of Color Vision Deficiency (2009), severity 1. */
static void simulate(const double matrix[3][3], struct colour colour, double seen[3])
{
    const double rgb[3] = {linear(colour.red), linear(colour.green), linear(colour.blue)};
    for (int k = 0; k < 3; k++)
        seen[k] =
            fmin(1, fmax(0, matrix[k][0] * rgb[0] + matrix[k][1] * rgb[1] + matrix[k][2] * rgb[2]));
}

static double lab_part(double ratio)
{
    return ratio > 216.0 / 24389 ? cbrt(ratio) : (24389.0 / 27 * ratio + 16) / 116;
}

/* CIE 1976 L*a*b* of linear sRGB, white D65. */
static void to_lab(const double rgb[3], double lab[3])
{
    double x = lab_part((0.4124 * rgb[0] + 0.3576 * rgb[1] + 0.1805 * rgb[2]) / 0.9505);
    double y = lab_part(0.2126 * rgb[0] + 0.7152 * rgb[1] + 0.0722 * rgb[2]);
    double z = lab_part((0.0193 * rgb[0] + 0.1192 * rgb[1] + 0.9505 * rgb[2]) / 1.089);
    lab[0] = 116 * y - 16;
    lab[1] = 500 * (x - y);
    lab[2] = 200 * (y - z);
}

/* CIE 1976; about 2.3 is just noticed. */
static double distance(const double matrix[3][3], struct colour a, struct colour b)
{
    double one[3], other[3], lab[2][3], sum = 0;
    simulate(matrix, a, one);
    simulate(matrix, b, other);
    to_lab(one, lab[0]);
    to_lab(other, lab[1]);
    for (int k = 0; k < 3; k++)
        sum += pow(lab[0][k] - lab[1][k], 2);
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

enum { NORMAL, PROTAN, DEUTAN, TRITAN, EYE_COUNT };

static struct colour on_paper(int is_dark, enum colour_name name)
{
    return is_dark ? palette_dark(name) : palette(name);
}

/* ---- Colours -------------------------------------------------------------- */

/* In one figure: clouds, labels, curves, scores, priors, balance, what stays beside a plan. */
TEST(colours_that_share_a_figure_differ_for_every_eye)
{
    static const enum colour_name PAIRS[][2] = {
        {COLOUR_BLUE, COLOUR_VERMILLION}, {COLOUR_BLUE, COLOUR_ORANGE},
        {COLOUR_BLUE, COLOUR_GREY},       {COLOUR_VERMILLION, COLOUR_GREY},
        {COLOUR_BLUE, COLOUR_INK},        {COLOUR_VERMILLION, COLOUR_GREEN},
        {COLOUR_BLUE, COLOUR_GREEN},      {COLOUR_INK, COLOUR_GREY}};
    for (int is_dark = 0; is_dark < 2; is_dark++)
        for (size_t k = 0; k < sizeof PAIRS / sizeof *PAIRS; k++)
            for (int eye = 0; eye < EYE_COUNT; eye++)
                assert_true(distance(EYES[eye], on_paper(is_dark, PAIRS[k][0]),
                                     on_paper(is_dark, PAIRS[k][1])) > 10);
}

/* Curves have dashes as well; and others are grey. */
TEST(series_differ_until_they_repeat)
{
    for (int is_dark = 0; is_dark < 2; is_dark++)
        for (int a = 0; a < 6; a++) {
            for (int b = 0; b < a; b++)
                for (int eye = 0; eye < EYE_COUNT; eye++)
                    assert_true(distance(EYES[eye], on_paper(is_dark, palette_series(a)),
                                         on_paper(is_dark, palette_series(b))) > 10);
            for (int eye = 0; eye < EYE_COUNT; eye++)
                assert_true(distance(EYES[eye], on_paper(is_dark, palette_series(a)),
                                     on_paper(is_dark, COLOUR_GREY)) > 10);
        }
    assert_true(palette_series(6) == palette_series(0));
}

/* A palette of pure red and green must fail: or else the eyes see too much. */
TEST(the_simulated_eyes_confuse_what_real_ones_do)
{
    const struct colour red = {0.80, 0.32, 0.20}, green = {0.45, 0.50, 0.20};
    assert_true(distance(EYES[NORMAL], red, green) > 50);
    assert_true(distance(EYES[DEUTAN], red, green) < 20);
}

/* WCAG 2: 4.5 for text, 3 for graphics that carry the meaning alone; others have shapes as well. */
TEST(text_and_lines_stand_out_from_paper)
{
    for (int is_dark = 0; is_dark < 2; is_dark++) {
        struct colour paper = on_paper(is_dark, COLOUR_PAPER);
        assert_true(colour_contrast(on_paper(is_dark, COLOUR_INK), paper) > 7);
        assert_true(colour_contrast(on_paper(is_dark, COLOUR_GREY), paper) > 4.5);
        assert_true(colour_contrast(on_paper(is_dark, COLOUR_BLUE), paper) > 4.5);
        assert_true(colour_contrast(on_paper(is_dark, COLOUR_VERMILLION), paper) > 3);
        assert_true(colour_contrast(on_paper(is_dark, COLOUR_GREEN), paper) > 3);
        for (int k = 0; k < 6; k++)
            assert_true(colour_contrast(on_paper(is_dark, palette_series(k)), paper) > 2);
    }
}

TEST(contrast_is_that_of_the_definition)
{
    struct colour black = {0, 0, 0}, white = {1, 1, 1}, red = {1, 0, 0};
    assert_close(colour_contrast(black, white), 21, 1e-12);
    assert_close(colour_contrast(white, black), 21, 1e-12);
    assert_close(colour_contrast(white, white), 1, 1e-12);
    assert_close(colour_luminance(red), 0.2126, 1e-12);
}

TEST(heat_leaves_paper_step_by_step)
{
    assert_close(colour_luminance(palette_heat(0)), 1, 1e-9);
    for (int k = 1; k <= HEAT_STEPS; k++) {
        double value = (double)k / HEAT_STEPS, before = (k - 1.0) / HEAT_STEPS;
        assert_true(colour_luminance(palette_heat(value)) < colour_luminance(palette_heat(before)));
        assert_true(colour_luminance(palette_heat_dark(value)) >
                    colour_luminance(palette_heat_dark(before)));
    }
    assert_true(colour_contrast(palette_heat(1), palette(COLOUR_PAPER)) > 12);
    assert_true(colour_contrast(palette_heat_dark(1), palette_dark(COLOUR_PAPER)) > 12);
    assert_close(colour_luminance(palette_heat(7)), colour_luminance(palette_heat(1)), 1e-12);
}

/* A number on a ground is in ink or in the colour of paper, whichever stands out on light paper; in
 * the dark it must do so too. */
TEST(numbers_on_heat_can_be_read_on_both_papers)
{
    for (int k = 0; k <= HEAT_STEPS; k++) {
        double value = (double)k / HEAT_STEPS;
        struct colour ground = palette_heat(value);
        enum colour_name ink = colour_contrast(palette(COLOUR_INK), ground) >=
                                       colour_contrast(palette(COLOUR_PAPER), ground)
                                   ? COLOUR_INK
                                   : COLOUR_PAPER;
        assert_true(colour_contrast(palette(ink), ground) > 3.9);
        assert_true(colour_contrast(palette_dark(ink), palette_heat_dark(value)) > 3.9);
    }
}

TEST(every_colour_has_one_in_the_dark)
{
    for (int name = 0; name < COLOURS; name++) {
        struct colour dark = {0};
        assert_true(palette_darken(palette((enum colour_name)name), &dark));
        assert_true(colour_equal(dark, palette_dark((enum colour_name)name)));
    }
    for (int k = 0; k <= HEAT_STEPS; k++) {
        struct colour dark = {0};
        assert_true(palette_darken(palette_heat((double)k / HEAT_STEPS), &dark));
        assert_true(colour_equal(dark, palette_heat_dark((double)k / HEAT_STEPS)));
    }
    struct colour dark = {0.5, 0.5, 0.5};
    assert_false(palette_darken((struct colour){0.123, 0.456, 0.789}, &dark));
    assert_close(dark.red, 0.5, 0);
}
