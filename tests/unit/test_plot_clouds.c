/* test_plot_clouds.c - clouds on paper: what lies at the border, which pairs have lines, which
 * panels share their axes; and that words and colours of every figure stay on the sheet and in the
 * palette. */
#include "test.h"

#include <stdio.h>

#include "base/random.h"
#include "pictures.h"
#include "plots.h"

enum { MANY = 2000 };

static double cloud[2][2 * MANY], mass[MANY];
static int32_t row[MANY], col[MANY];

/* Two clouds of `count` points in the unit square, the target further right; pairs i, i. */
static parot_panel make_clouds(int count, const parot_plan *plan)
{
    parot_panel panel = {.kind = PAROT_PANEL_KIND_CLOUDS};
    for (int k = 0; k < 2 * count; k++)
        for (int side = 0; side < 2; side++)
            cloud[side][k] = random_uniform(3, RANDOM_TEST, (uint64_t)(2 * k + side)) +
                             (side == 1 && k % 2 == 0 ? 1.5 : 0);
    for (int k = 0; k < count; k++)
        row[k] = col[k] = k;
    panel.of.clouds = (parot_plot_clouds){
        .source = {cloud[0], count, 2, 2}, .target = {cloud[1], count, 2, 2}, .plan = plan};
    return panel;
}

static char *text_of(const parot_panel *panel)
{
    const parot_sheet sheet = {.panels = panel, .count = 1, .theme = PAROT_THEME_LIGHT};
    char *text = NULL;
    assert_ok(parot_sheet_svg(&sheet, &text, &err));
    return text;
}

/* ---- Outliers ------------------------------------------------------------- */

TEST(a_far_point_is_marked_at_the_border_and_all_others_stay_wide)
{
    parot_panel panel = make_clouds(100, NULL);
    assert_int_equal(ink_of(&panel, COLOUR_VERMILLION, 0.955, 0.2, 1, 0.9), 0);
    int64_t noted = ink_of(&panel, COLOUR_GREY, 0, 0.97, 0.4, 1);
    cloud[1][6] = 1e4;
    assert_true(ink_of(&panel, COLOUR_VERMILLION, 0.955, 0.2, 1, 0.9) > 20);
    assert_true(ink_of(&panel, COLOUR_VERMILLION, 0.5, 0.2, 0.95, 0.9) > 1000);
    assert_true(ink_of(&panel, COLOUR_GREY, 0, 0.94, 0.4, 1) > noted); /* in words */
    for (int far = -1; far <= 1; far += 2) { /* beyond what cairo can place */
        cloud[1][7] = far * 1e300;
        assert_true(ink_of(&panel, COLOUR_VERMILLION, 0.5, 0.2, 0.95, 0.9) > 1000);
    }
}

/* Of two spaces, an outlier stays in the half of its own. */
TEST(far_points_of_two_spaces_stay_on_their_side)
{
    parot_panel panel = make_clouds(100, NULL);
    panel.of.clouds.is_apart = 1;
    cloud[0][6] = 1e4; /* of the source, to the right */
    assert_int_equal(ink_of(&panel, COLOUR_BLUE, 0.505, 0.15, 1, 1), 0);
    assert_true(ink_of(&panel, COLOUR_BLUE, 0.47, 0.15, 0.505, 1) > 20);
}

/* ---- Lines ---------------------------------------------------------------- */

static int has_pair(const char *text, int k)
{
    char title[64];
    snprintf(title, sizeof title, "<title>row %d to row %d:", k, k);
    return strstr(text, title) != NULL;
}

TEST(the_heaviest_pairs_have_lines)
{
    const parot_plan plan = {MANY, MANY, MANY, row, col, mass};
    parot_panel panel = make_clouds(MANY, &plan);
    for (int k = 0; k < MANY; k++)
        mass[k] = 1 + (k * 7) % MANY; /* each once */
    FREED char *text = text_of(&panel);
    assert_int_equal(occurrences(text, "<title>row "), 1500);
    for (int k = 0; k < MANY; k++)
        assert_int_equal(has_pair(text, k), mass[k] > MANY - 1500);
}

/* Of equal pairs those that are shown are from all of the plan. */
TEST(equal_pairs_are_thinned_evenly)
{
    const parot_plan plan = {MANY, MANY, MANY, row, col, mass};
    parot_panel panel = make_clouds(MANY, &plan);
    for (int k = 0; k < MANY; k++)
        mass[k] = k % 100 == 99 ? 0 : 1; /* nothing is no pair */
    FREED char *text = text_of(&panel);
    assert_int_equal(occurrences(text, "<title>row "), 1500);
    for (int tenth = 0; tenth < 10; tenth++) {
        int shown = 0;
        for (int k = tenth * MANY / 10; k < (tenth + 1) * MANY / 10; k++)
            shown += has_pair(text, k);
        assert_true(shown > 120 && shown < 180);
    }
}

/* Lines are thin and half transparent, points of the source nearly opaque, and both only there. */
TEST(lines_are_drawn_below_the_points)
{
    static const char LINE[] = "stroke-opacity:0.5;";
    parot_panel panel = plot_panel(PAROT_PANEL_KIND_CLOUDS);
    char *text = text_of(&panel), *last = NULL;
    const char *point = strstr(text, "rgb(0%,44.705882%,69.803922%);stroke-opacity:0.85;");
    for (char *at = strstr(text, LINE); at; at = strstr(at + 1, LINE))
        last = at;
    assert_non_null(last);
    assert_non_null(point);
    assert_true(last < point);
    free(text);
}

/* Of 12,000 points some 4,000 are drawn. One that is not, above all others, is drawn if it has a
 * line. */
TEST(no_line_ends_in_nothing)
{
    enum { ALL = 12000 };
    static double points[2 * ALL];
    int32_t from = 0, to = 0;
    double one = 1;
    const parot_plan plan = {ALL, ALL, 1, &from, &to, &one};
    parot_panel panel = {.kind = PAROT_PANEL_KIND_CLOUDS};
    panel.of.clouds =
        (parot_plot_clouds){.source = {points, ALL, 2, 2}, .target = {points, ALL, 2, 2}};
    for (int k = 0; k < 2 * ALL; k++)
        points[k] = random_uniform(5, RANDOM_TEST, (uint64_t)k);
    int64_t without = 1;
    for (to = 0; without > 0; to++) {
        assert_true(to < 100);
        points[2 * to + 1] += 1.5;
        without = ink_of(&panel, COLOUR_VERMILLION, 0, 0.08, 1, 0.3);
        if (without > 0)
            points[2 * to + 1] -= 1.5;
    }
    to--;
    from = to == 0; /* another point: its own mark would cover this one */
    panel.of.clouds.plan = &plan;
    assert_true(ink_of(&panel, COLOUR_VERMILLION, 0, 0.08, 1, 0.3) > 0);
}

/* ---- Panels of one space --------------------------------------------------- */

/* Where the ink of a colour lies in the left or the right half: its columns and rows. */
static void extent_of(cairo_surface_t *image, enum colour_name name, int half, int extent[4])
{
    int width = cairo_image_surface_get_width(image) / 2,
        height = cairo_image_surface_get_height(image);
    extent[0] = extent[2] = 1 << 30;
    extent[1] = extent[3] = -1;
    for (int y = height / 4; y < height; y++)
        for (int x = 0; x < width; x++)
            if (pixel(image, half * width + x, y) == code_of(name)) {
                extent[0] = x < extent[0] ? x : extent[0];
                extent[1] = x > extent[1] ? x : extent[1];
                extent[2] = y < extent[2] ? y : extent[2];
                extent[3] = y > extent[3] ? y : extent[3];
            }
}

/* The second panel has the same target, a source far away, and a longer legend. */
TEST(panels_that_share_a_cloud_share_their_axes)
{
    static double moved[2 * 50];
    static const parot_plan nothing = {50, 50, 0, row, col, mass};
    parot_panel panels[2] = {make_clouds(50, NULL), make_clouds(50, NULL)};
    for (int k = 0; k < 100; k++)
        moved[k] = cloud[0][k] - 3;
    panels[1].of.clouds.source.data = moved;
    panels[1].of.clouds.source_name = "a cloud with a long name, which takes a line of its own";
    const parot_sheet sheet = {.panels = panels, .count = 2};
    int one[4], other[4];
    for (int is_apart = 0; is_apart < 2; is_apart++) {
        panels[1].of.clouds.is_apart = is_apart;
        cairo_surface_t *image = paint(&sheet);
        extent_of(image, COLOUR_VERMILLION, 0, one);
        extent_of(image, COLOUR_VERMILLION, 1, other);
        cairo_surface_destroy(image);
        assert_int_equal(memcmp(one, other, sizeof one) == 0, !is_apart);
    }
    panels[1].of.clouds.is_apart = 0;
    panels[1].of.clouds.plan = &nothing;
    cairo_surface_t *image = paint(&sheet);
    extent_of(image, COLOUR_VERMILLION, 0, one);
    extent_of(image, COLOUR_GREY, 1, other);
    cairo_surface_destroy(image);
    assert_true(one[0] >= other[0] && one[1] <= other[1]); /* the frame is grey, too */
}

/* ---- Every kind ------------------------------------------------------------ */

#define LONG_NAME                                                                                  \
    "the average annual household income before taxes in thousands of euros, as reported by the "  \
    "person who answered first, \xC3\xA9t\xC3\xA9 2025, revised_and_checked_twice_version_17.csv"

static const char *const LONG_NAMES[] = {LONG_NAME, LONG_NAME, LONG_NAME, LONG_NAME};

static parot_panel long_panel(parot_panel_kind kind)
{
    static const parot_plot_series series[] = {{LONG_NAME, 3, plot_objectives, plot_gaps},
                                               {LONG_NAME, 2, plot_objectives, plot_gaps}};
    parot_panel panel = plot_panel(kind);
    panel.title = LONG_NAME;
    if (kind == PAROT_PANEL_KIND_CLOUDS) {
        panel.of.clouds.columns = LONG_NAMES;
        panel.of.clouds.source_name = panel.of.clouds.target_name = LONG_NAME;
    }
    if (kind == PAROT_PANEL_KIND_HISTORY)
        panel.of.history.series = series;
    if (kind == PAROT_PANEL_KIND_SCORES)
        panel.of.scores.negative_name = panel.of.scores.positive_name = LONG_NAME;
    if (kind == PAROT_PANEL_KIND_PRIOR)
        panel.of.prior.names = LONG_NAMES;
    if (kind == PAROT_PANEL_KIND_BALANCE)
        panel.of.balance.names = LONG_NAMES;
    return panel;
}

/* Letters are <use ... x="X" y="Y"/> of a symbol, at the left end of their base line. */
static void assert_letters_within(const char *text, double width, double height)
{
    int letters = 0;
    for (const char *at = strstr(text, "<use "); at; at = strstr(at + 1, "<use ")) {
        double x = atof(strstr(at, " x=\"") + 4), y = atof(strstr(at, " y=\"") + 4);
        assert_true(x >= 0 && x <= width - 4);
        assert_true(y >= 4 && y <= height);
        letters++;
    }
    assert_true(letters > 20);
}

TEST(no_letter_leaves_the_sheet_however_long_names_are)
{
    static const double widths[] = {320, 440, 0};
    for (int kind = 0; kind < PLOT_KINDS; kind++)
        for (size_t k = 0; k < sizeof widths / sizeof *widths; k++) {
            parot_panel panel = long_panel((parot_panel_kind)kind);
            const parot_sheet sheet = {
                .panels = &panel, .count = 1, .width = widths[k], .title = LONG_NAME};
            double width = 0, height = 0;
            FREED char *text = NULL;
            assert_ok(parot_sheet_svg(&sheet, &text, &err));
            assert_int_equal(
                sscanf(strstr(text, "viewBox"), "viewBox=\"0 0 %lf %lf", &width, &height), 2);
            assert_letters_within(text, width, height);
        }
}

/* The columns of a 3D figure are named beside its axes. */
TEST(names_of_three_axes_stay_in_the_frame)
{
    double points[] = {0, 0, 0, 1, 2, 3, 2, 1, 4};
    parot_panel panel = {.kind = PAROT_PANEL_KIND_CLOUDS};
    panel.of.clouds = (parot_plot_clouds){
        .source = {points, 3, 3, 3}, .target = {points, 3, 3, 3}, .columns = LONG_NAMES};
    FREED char *text = text_of(&panel);
    assert_letters_within(text, 680, 480);
}

/* ---- Paper ---------------------------------------------------------------- */

/* What an SVG paints has a rule in its style sheet for dark paper. */
TEST(every_colour_of_every_figure_has_a_rule)
{
    for (int kind = 0; kind < PLOT_KINDS; kind++) {
        parot_panel panel = plot_panel((parot_panel_kind)kind);
        const parot_sheet sheet = {.panels = &panel, .count = 1};
        FREED char *text = NULL;
        int colours = 0;
        assert_ok(parot_sheet_svg(&sheet, &text, &err));
        const char *body = strstr(text, "</style>");
        assert_non_null(body);
        for (const char *at = strstr(body, ":rgb("); at; at = strstr(at + 1, ":rgb("), colours++) {
            char rule[96];
            const char *property = at[-1] == 'l' ? "fill" : "stroke";
            snprintf(rule, sizeof rule, "[style*=\"%s%.*s\"]{%s:#", property,
                     (int)(strchr(at, ')') + 1 - at), at, property);
            const char *found = strstr(text, rule);
            assert_true(found && found < body);
        }
        assert_true(colours > 10);
    }
}

/* Both have ink where the other has, and each its own paper; but for the faintest edges of letters,
 * which differ from dark paper by less than 1/255. */
TEST(dark_figures_are_the_light_ones_in_other_colours)
{
    for (int kind = 0; kind < PLOT_KINDS; kind++) {
        parot_panel panel = plot_panel((parot_panel_kind)kind);
        parot_sheet sheet = {.panels = &panel, .count = 1, .theme = PAROT_THEME_LIGHT};
        cairo_surface_t *light = paint(&sheet);
        sheet.theme = PAROT_THEME_DARK;
        cairo_surface_t *dark = paint(&sheet);
        uint32_t white = pixel(light, 0, 0), black = pixel(dark, 0, 0);
        struct colour paper = palette_dark(COLOUR_PAPER);
        int inked = 0, different = 0;
        assert_int_equal(white, code_of(COLOUR_PAPER));
        assert_int_equal(black >> 16, lround(255 * paper.red));
        for (int y = 0; y < cairo_image_surface_get_height(light); y++)
            for (int x = 0; x < cairo_image_surface_get_width(light); x++) {
                inked += pixel(light, x, y) != white;
                different += (pixel(light, x, y) == white) != (pixel(dark, x, y) == black);
            }
        assert_true(inked > 1000 && different < inked / 25);
        cairo_surface_destroy(light);
        cairo_surface_destroy(dark);
    }
}

AROUND(scratch_open, scratch_close)
