/* test_plot_sheet.c - every figure in every format: what it shows, what it refuses. */
#include "test.h"

#include <stdio.h>
#include <unistd.h>

#include "pictures.h"
#include "plots.h"
#include "scratch.h"

static parot_status write_panels(const char *name, const parot_panel *panels, int64_t count,
                                 parot_error *error)
{
    const parot_sheet sheet = {.panels = panels, .count = count};
    return parot_sheet_write(scratch_path(name), &sheet, 1, error);
}

/* ---- Every kind, every format -------------------------------------------- */

TEST(every_kind_has_a_name)
{
    for (int kind = 0; kind < PLOT_KINDS; kind++)
        assert_non_null(parot_panel_kind_name((parot_panel_kind)kind));
    assert_null(parot_panel_kind_name((parot_panel_kind)PLOT_KINDS));
    assert_null(parot_panel_kind_name((parot_panel_kind)-1));
}

TEST(every_kind_is_drawn_in_every_format)
{
    static const struct {
        const char *name, *begin, *end;
    } formats[] = {{"a.svg", "<?xml", "</svg>\n"},
                   {"a.pdf", "%PDF-1.", "%%EOF\n"},
                   {"a.png", "\x89PNG\r\n", "IEND\xAE\x42\x60\x82"},
                   {"a.SVG.gz", "\x1F\x8B", ""}};
    for (int kind = 0; kind < PLOT_KINDS; kind++)
        for (size_t f = 0; f < sizeof formats / sizeof *formats; f++) {
            parot_panel panel = plot_panel((parot_panel_kind)kind);
            size_t size = 0, begin = strlen(formats[f].begin), end = strlen(formats[f].end);
            assert_ok(write_panels(formats[f].name, &panel, 1, &err));
            FREED char *bytes = scratch_read(formats[f].name, &size);
            assert_true(size > 1000 || f == 3);
            assert_memory_equal(bytes, formats[f].begin, begin);
            assert_memory_equal(bytes + size - end, formats[f].end, end);
        }
}

TEST(the_same_input_makes_the_same_bytes)
{
    static const char *const names[] = {"b.svg", "b.pdf", "b.png"};
    for (int kind = 0; kind < PLOT_KINDS; kind++)
        for (int f = 0; f < 3; f++) {
            parot_panel panel = plot_panel((parot_panel_kind)kind);
            size_t size[2];
            char *bytes[2];
            for (int k = 0; k < 2; k++) {
                assert_ok(write_panels(names[f], &panel, 1, &err));
                bytes[k] = scratch_read(names[f], &size[k]);
            }
            assert_int_equal(size[0], size[1]);
            assert_memory_equal(bytes[0], bytes[1], size[0]);
            free(bytes[0]);
            free(bytes[1]);
        }
}

TEST(sizes_are_those_asked_for)
{
    parot_panel panel = plot_panel(PAROT_PANEL_KIND_SCORES);
    const parot_sheet sheet = {.panels = &panel, .count = 1, .width = 300, .height = 200};
    cairo_surface_t *image = paint(&sheet);
    assert_int_equal(cairo_image_surface_get_width(image), 600);
    assert_int_equal(cairo_image_surface_get_height(image), 400);
    cairo_surface_destroy(image);
    size_t size = 0;
    assert_ok(parot_sheet_write(scratch_path("size.svg"), &sheet, 0, &err));
    FREED char *text = scratch_read("size.svg", &size);
    assert_non_null(strstr(text, "viewBox=\"0 0 300 200\""));
}

/* ---- What is seen --------------------------------------------------------- */

TEST(matched_points_have_the_colours_of_their_sides)
{
    parot_panel panel = plot_panel(PAROT_PANEL_KIND_CLOUDS);
    assert_true(ink_of(&panel, COLOUR_VERMILLION, 0, 0.2, 1, 1) > 0);
    assert_true(ink_of(&panel, COLOUR_GREY, 0.1, 0.2, 1, 1) > 0);
    panel.of.clouds.plan = NULL; /* all count as matched; the frame alone is grey */
    const parot_sheet sheet = {.panels = &panel, .count = 1};
    cairo_surface_t *image = paint(&sheet);
    assert_int_equal(ink(image, COLOUR_GREY, 0.2, 0.3, 0.9, 0.8), 0);
    cairo_surface_destroy(image);
}

TEST(wrong_labels_have_their_own_colour)
{
    parot_panel panel = plot_panel(PAROT_PANEL_KIND_CLOUDS);
    panel.of.clouds.plan = NULL;
    panel.of.clouds.label = plot_label;
    assert_int_equal(ink_of(&panel, COLOUR_VERMILLION, 0, 0, 1, 1), 0);
    panel.of.clouds.truth = plot_label;
    assert_int_equal(ink_of(&panel, COLOUR_VERMILLION, 0, 0, 1, 1), 0);
    panel.of.clouds.truth = plot_truth;
    assert_true(ink_of(&panel, COLOUR_VERMILLION, 0, 0.2, 1, 1) > 20);
}

/* With one unit for both, ages and incomes would be a line in the middle. */
TEST(columns_of_two_units_fill_the_frame)
{
    double points[] = {20, 20000, 80, 80000, 20, 80000, 80, 20000, 50, 50000};
    parot_panel panel = {.kind = PAROT_PANEL_KIND_CLOUDS};
    panel.of.clouds.source = (parot_matrix){points + 8, 1, 2, 2}; /* in the middle */
    panel.of.clouds.target = (parot_matrix){points, 4, 2, 2};
    assert_true(ink_of(&panel, COLOUR_VERMILLION, 0.1, 0.2, 0.35, 1) > 0);
    assert_true(ink_of(&panel, COLOUR_VERMILLION, 0.8, 0.2, 1, 1) > 0);
    for (int k = 1; k < 10; k += 2)
        points[k] /= 1000; /* now they have one, and the frame is wider than high */
    assert_int_equal(ink_of(&panel, COLOUR_VERMILLION, 0.05, 0.2, 0.2, 1), 0);
}

/* Row 0 of 4 keeps nothing, row 1 everything: the strip on the right has ink in its second quarter
 * and none in its first. */
TEST(strips_show_what_stays)
{
    static double p[] = {0.25, 0.25, 0.25, 0.25};
    parot_panel panel = plot_panel(PAROT_PANEL_KIND_PLAN);
    panel.of.plan.p = p;
    panel.title = NULL;
    const parot_sheet sheet = {.panels = &panel, .count = 1, .width = 400, .height = 400};
    cairo_surface_t *image = paint(&sheet);
    int64_t above = ink(image, COLOUR_VERMILLION, 0.92, 0.14, 1, 0.3);
    int64_t second = ink(image, COLOUR_VERMILLION, 0.92, 0.33, 1, 0.5);
    assert_int_equal(above, 0);
    assert_true(second > 200);
    cairo_surface_destroy(image);
}

TEST(the_elbow_is_marked_where_it_is)
{
    parot_panel panel = plot_panel(PAROT_PANEL_KIND_CURVE);
    int64_t marked = ink_of(&panel, COLOUR_VERMILLION, 0.55, 0.2, 0.8, 0.6);
    assert_true(marked > 50);
    assert_true(ink_of(&panel, COLOUR_GREEN, 0.3, 0.2, 0.5, 0.9) > 50);
    parot_curve straight = plot_curve;
    straight.elbow = 0;
    panel.of.curve = (parot_plot_curve){&straight, NAN};
    assert_int_equal(ink_of(&panel, COLOUR_VERMILLION, 0, 0, 1, 1), 0);
    assert_int_equal(ink_of(&panel, COLOUR_GREEN, 0, 0, 1, 1), 0);
}

/* Three times as many rows, three times as much ink. */
TEST(bars_are_as_high_as_there_are_rows)
{
    const double score[] = {0.26, 0.26, 0.26, 0.76};
    parot_panel panel = plot_panel(PAROT_PANEL_KIND_SCORES);
    panel.of.scores = (parot_plot_scores){.score = score, .count = 4, .border = 0.5};
    double low = (double)ink_of(&panel, COLOUR_ORANGE, 0, 0.2, 1, 1);
    double high = (double)ink_of(&panel, COLOUR_BLUE, 0, 0.2, 1, 1);
    assert_true(fabs(low / high - 3) < 0.2); /* a bar may have one more column of pixels */
}

TEST(a_sheet_of_panels_has_ink_in_each_of_them)
{
    parot_panel panels[4];
    for (int k = 0; k < 4; k++)
        panels[k] = plot_panel(PAROT_PANEL_KIND_SCORES);
    const parot_sheet sheet = {.panels = panels, .count = 3, .columns = 2, .title = "All of it"};
    cairo_surface_t *image = paint(&sheet);
    for (int k = 0; k < 4; k++) {
        double x = 0.5 * (k % 2), y = 0.5 * (k / 2);
        assert_int_equal(ink(image, COLOUR_BLUE, x, y, x + 0.5, y + 0.5) > 0, k < 3);
    }
    assert_true(ink(image, COLOUR_INK, 0, 0, 0.5, 0.05) > 20);
    cairo_surface_destroy(image);
}

/* ---- Large ---------------------------------------------------------------- */

enum { MANY = 20000 };

static double many_points[2 * MANY], many_mass[MANY];
static int32_t many_index[MANY];

TEST(twenty_thousand_points_make_a_small_file)
{
    for (int i = 0; i < MANY; i++) {
        many_points[2 * i] = i % 173;
        many_points[2 * i + 1] = i % 119;
        many_index[i] = i;
        many_mass[i] = 1.0 / MANY;
    }
    const parot_plan plan = {MANY, MANY, MANY, many_index, many_index, many_mass};
    parot_panel panels[2] = {{.kind = PAROT_PANEL_KIND_CLOUDS}, {.kind = PAROT_PANEL_KIND_PLAN}};
    panels[0].of.clouds = (parot_plot_clouds){
        .source = {many_points, MANY, 2, 2}, .target = {many_points, MANY, 2, 2}, .plan = &plan};
    panels[1].of.plan = (parot_plot_plan){&plan, NULL, NULL};
    FREED char *text = NULL;
    const parot_sheet sheet = {.panels = panels, .count = 2};
    assert_ok(parot_sheet_svg(&sheet, &text, &err));
    assert_true(strlen(text) < 2000000);
}

/* ---- In memory ------------------------------------------------------------ */

TEST(pairs_can_be_pointed_at)
{
    parot_panel panel = plot_panel(PAROT_PANEL_KIND_CLOUDS);
    const parot_sheet sheet = {.panels = &panel, .count = 1};
    FREED char *text = NULL;
    assert_ok(parot_sheet_svg(&sheet, &text, &err));
    assert_int_equal(occurrences(text, "<title>row "), 3);
    assert_non_null(strstr(text, "<title>row 2 to row 2: mass 0.25</title>"));
    assert_memory_equal(text, "<svg", 4);
    assert_string_equal(text + strlen(text) - 7, "</svg>\n");
}

/* What stands behind `form`, up to `end`, is an id of the document; returns how many there are. */
static int count_references(const char *text, const char *form, char end)
{
    int count = 0;
    for (const char *at = strstr(text, form); at; at = strstr(at, form)) {
        char id[80];
        at += strlen(form);
        snprintf(id, sizeof id, " id=\"%.*s\"", (int)(strchr(at, end) - at), at);
        assert_non_null(strstr(text, id));
        count++;
    }
    return count;
}

/* A page that holds several drawings renames their ids by these forms. */
TEST(references_are_to_ids_that_are_there)
{
    for (int kind = 0; kind < PLOT_KINDS; kind++) {
        parot_panel panel = plot_panel((parot_panel_kind)kind);
        const parot_sheet sheet = {.panels = &panel, .count = 1};
        FREED char *text = NULL;
        assert_ok(parot_sheet_svg(&sheet, &text, &err));
        assert_true(count_references(text, "href=\"#", '"') > 5);
        count_references(text, "url(#", ')');
    }
}

/* ---- Words ---------------------------------------------------------------- */

TEST(any_title_is_drawn)
{
    static char lengthy[5000];
    memset(lengthy, 'W', sizeof lengthy - 1);
    const char *const titles[] = {"",
                                  "caf\xC3\xA9 \xE2\x86\x92 \xF0\x9F\x98\x80",
                                  "bad \xFF\xC3",
                                  "\xED\xA0\x80",
                                  "\xC0\x80 \xF8\x88\x80\x80\x80",
                                  "<&\">\n\t\x7F",
                                  lengthy};
    for (size_t k = 0; k < sizeof titles / sizeof *titles; k++) {
        parot_panel panel = plot_panel(PAROT_PANEL_KIND_CONFUSION);
        panel.title = titles[k];
        const parot_sheet sheet = {.panels = &panel, .count = 1, .title = titles[k]};
        assert_ok(parot_sheet_write(scratch_path("title.svg"), &sheet, 1, &err));
    }
}

/* ---- Refusals ------------------------------------------------------------- */

TEST(names_of_other_formats_are_refused)
{
    parot_panel panel = plot_panel(PAROT_PANEL_KIND_PLAN);
    assert_refused(write_panels("a.jpg", &panel, 1, &err), PAROT_EINVAL, ".svg, .pdf or .png");
    assert_refused(write_panels("svg", &panel, 1, &err), PAROT_EINVAL, ".svg, .pdf or .png");
    assert_refused(write_panels("no/a.svg", &panel, 1, &err), PAROT_EIO, "there is no directory");
    assert_ok(write_panels("there.svg", &panel, 1, &err));
    const parot_sheet sheet = {.panels = &panel, .count = 1};
    assert_refused(parot_sheet_write(scratch_path("there.svg"), &sheet, 0, &err), PAROT_EIO,
                   "exists already");
    assert_refused(parot_sheet_write(NULL, &sheet, 0, &err), PAROT_EINVAL, "path");
}

TEST(sheets_that_make_no_sense_are_refused)
{
    parot_panel panel = plot_panel(PAROT_PANEL_KIND_PLAN), odd = {.kind = (parot_panel_kind)99};
    const struct {
        parot_sheet sheet;
        const char *words;
    } cases[] = {{{.panels = NULL, .count = 1}, "panels"},
                 {{.panels = &panel, .count = 0}, "1 to 64 panels, got 0"},
                 {{.panels = &panel, .count = 65}, "1 to 64 panels, got 65"},
                 {{.panels = &panel, .count = 1, .columns = -1}, "columns"},
                 {{.panels = &panel, .count = 1, .width = 99}, "width"},
                 {{.panels = &panel, .count = 1, .height = NAN}, "height"},
                 {{.panels = &panel, .count = 1, .height = 1e9}, "height"},
                 {{.panels = &odd, .count = 1}, "99 is not a kind"}};
    for (size_t k = 0; k < sizeof cases / sizeof *cases; k++) {
        char *text = NULL;
        assert_refused(parot_sheet_svg(&cases[k].sheet, &text, &err), PAROT_EINVAL, cases[k].words);
        assert_null(text);
    }
    const parot_sheet sheet = {.panels = &panel, .count = 1};
    assert_refused(parot_sheet_svg(&sheet, NULL, &err), PAROT_EINVAL, "text");
    assert_refused(parot_sheet_svg(NULL, (char *[]){NULL}, &err), PAROT_EINVAL, "sheet");
}

#define assert_panel_refused(panel, status, words)                                                 \
    assert_refused(write_panels("bad.svg", &(panel), 1, &err), status, words)

TEST(data_that_cannot_be_drawn_is_refused)
{
    double bad[] = {0, 0, NAN, 0, 1, 1, 0, 1};
    const double nan_score[] = {0.1, NAN}, infinite[] = {1, INFINITY, 2};
    int32_t far[] = {0, 9, 3};
    double negative[] = {0.25, -1, 0.1};
    parot_plan outside = plot_plan, minus = plot_plan;
    parot_curve curve = plot_curve;
    parot_plot_series series = {"x", 3, infinite, plot_gaps};
    outside.row = far;
    minus.mass = negative;

    parot_panel panel = plot_panel(PAROT_PANEL_KIND_CLOUDS);
    panel.of.clouds.source.data = bad;
    assert_panel_refused(panel, PAROT_EINVAL, "source: must be finite, got nan in row 1");
    panel = plot_panel(PAROT_PANEL_KIND_CLOUDS);
    panel.of.clouds.target.rows = 0;
    assert_panel_refused(panel, PAROT_EINVAL, "target");
    panel = plot_panel(PAROT_PANEL_KIND_CLOUDS);
    panel.of.clouds.target.cols = 1;
    assert_panel_refused(panel, PAROT_ESHAPE, "draw them apart");
    panel.of.clouds.is_apart = 1;
    assert_ok(write_panels("apart.svg", &panel, 1, &err));
    panel = plot_panel(PAROT_PANEL_KIND_CLOUDS);
    panel.of.clouds.target.rows = 2;
    assert_panel_refused(panel, PAROT_ESHAPE, "plan is 4 x 3");
    panel = plot_panel(PAROT_PANEL_KIND_PLAN);
    panel.of.plan.plan = &outside;
    assert_panel_refused(panel, PAROT_EINVAL, "entry 1 is at (9, 2)");
    panel.of.plan.plan = &minus;
    assert_panel_refused(panel, PAROT_EINVAL, "mass of entry 1");
    panel.of.plan.plan = NULL;
    assert_panel_refused(panel, PAROT_EINVAL, "plan");
    panel = plot_panel(PAROT_PANEL_KIND_PLAN);
    panel.of.plan.q = negative;
    assert_panel_refused(panel, PAROT_EINVAL, "q: must be 0 or more");
    panel = plot_panel(PAROT_PANEL_KIND_CURVE);
    curve.count = 1;
    panel.of.curve.curve = &curve;
    assert_panel_refused(panel, PAROT_EINVAL, "two breakpoints");
    curve.count = 4;
    curve.elbow = 4;
    assert_panel_refused(panel, PAROT_EINVAL, "elbow 4");
    curve.elbow = 0;
    curve.objective = bad;
    assert_panel_refused(panel, PAROT_EINVAL, "breakpoint 2");
    panel.of.curve.curve = NULL;
    assert_panel_refused(panel, PAROT_EINVAL, "curve");
    panel = plot_panel(PAROT_PANEL_KIND_HISTORY);
    panel.of.history = (parot_plot_history){&series, 1, 0};
    assert_panel_refused(panel, PAROT_EINVAL, "iteration 1 of series 0");
    panel.of.history.best = 1;
    assert_panel_refused(panel, PAROT_EINVAL, "best 1");
    panel.of.history.count = 0;
    assert_panel_refused(panel, PAROT_EINVAL, "history");
    panel = plot_panel(PAROT_PANEL_KIND_SCORES);
    panel.of.scores = (parot_plot_scores){.score = nan_score, .count = 2, .border = 0.5};
    assert_panel_refused(panel, PAROT_EINVAL, "got nan in row 1");
    panel.of.scores = (parot_plot_scores){.score = plot_score, .count = 4, .border = 2};
    assert_panel_refused(panel, PAROT_EINVAL, "border");
    panel.of.scores.count = 0;
    assert_panel_refused(panel, PAROT_EINVAL, "score");
    panel = plot_panel(PAROT_PANEL_KIND_CONFUSION);
    panel.of.confusion = (parot_plot_confusion){{{0, 0}, {0, -1}}};
    assert_panel_refused(panel, PAROT_EINVAL, "got -1");
    panel.of.confusion.counts[1][1] = INT64_MAX;
    assert_panel_refused(panel, PAROT_EINVAL, "0 to 1e15");
    panel.of.confusion.counts[1][1] = 0;
    assert_panel_refused(panel, PAROT_EINVAL, "not all be 0");
    panel = plot_panel(PAROT_PANEL_KIND_PRIOR);
    panel.of.prior.high = 1.5;
    assert_panel_refused(panel, PAROT_EINVAL, "0.4 to 1.5");
    panel = plot_panel(PAROT_PANEL_KIND_PRIOR);
    panel.of.prior.others = NULL;
    assert_panel_refused(panel, PAROT_EINVAL, "NULL");
    static const double ends[] = {2};
    panel = plot_panel(PAROT_PANEL_KIND_PRIOR);
    panel.of.prior.lows = ends;
    assert_panel_refused(panel, PAROT_EINVAL, "both ends");
    panel.of.prior.highs = ends;
    assert_panel_refused(panel, PAROT_EINVAL, "range 0 must be in [0, 1], got 2 to 2");
    panel = plot_panel(PAROT_PANEL_KIND_PRECISION);
    panel.of.precision.recall = plot_precision; /* falls */
    assert_panel_refused(panel, PAROT_EINVAL, "recall must not fall");
    panel = plot_panel(PAROT_PANEL_KIND_PRECISION);
    panel.of.precision.chosen_precision = 2;
    assert_panel_refused(panel, PAROT_EINVAL, "chosen (0.5, 2)");
    panel.of.precision.count = 1;
    assert_panel_refused(panel, PAROT_EINVAL, "two points");
    panel = plot_panel(PAROT_PANEL_KIND_STEPS);
    panel.of.steps.rows = 5; /* fewer than were changed */
    assert_panel_refused(panel, PAROT_EINVAL,
                         "step 1 must have a finite objective and change 0 to 5");
    panel = plot_panel(PAROT_PANEL_KIND_STEPS);
    panel.of.steps.objective = NULL;
    assert_panel_refused(panel, PAROT_EINVAL, "must have a step");
    panel = plot_panel(PAROT_PANEL_KIND_BALANCE);
    panel.of.balance.count = 0;
    assert_panel_refused(panel, PAROT_EINVAL, "must have a column before and after, got 0");
    panel = plot_panel(PAROT_PANEL_KIND_BALANCE);
    panel.of.balance.limit = -1;
    assert_panel_refused(panel, PAROT_EINVAL, "limit must be 0 or more, got -1");
    assert_true(access(scratch_path("bad.svg"), F_OK) != 0);
}

/* Whatever the numbers are, the sheet is drawn. */
TEST(extreme_numbers_are_drawn)
{
    double wide[] = {-1.7e308, 1.7e308, 1e-300, 0, 0, 0, 1, 1}, same[] = {3, 3, 3, 3, 3, 3, 3, 3};
    double *data[] = {wide, same};
    for (int k = 0; k < 2; k++)
        for (int64_t dims = 1; dims <= 4; dims *= 2)
            for (int apart = 0; apart < 2; apart++) {
                parot_panel panel = plot_panel(PAROT_PANEL_KIND_CLOUDS);
                parot_matrix cloud = {data[k], 8 / dims, dims, dims};
                panel.of.clouds =
                    (parot_plot_clouds){.source = cloud, .target = cloud, .is_apart = apart};
                assert_ok(write_panels("wide.png", &panel, 1, &err));
            }
    double mass[] = {0, 1e-300, 1e300}, cost[] = {0, 0, 0}, slope[] = {-1e300, 1e300};
    const parot_curve curve = {.count = 3, .mass = mass, .objective = cost, .slope = slope};
    parot_panel panel = plot_panel(PAROT_PANEL_KIND_CURVE);
    panel.of.curve = (parot_plot_curve){&curve, 1e305};
    assert_ok(write_panels("wide.png", &panel, 1, &err));
}

AROUND(scratch_open, scratch_close)
