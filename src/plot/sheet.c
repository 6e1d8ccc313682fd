/* sheet.c - panels side by side on one sheet, and the sheet as a file or in memory. */
#include <math.h>
#include <string.h>

#include "base/options.h"
#include "base/words.h"
#include "io/bytes/gzip.h"
#include "io/bytes/output.h"
#include "plot/axes.h"
#include "plot/figures/figures.h"
#include "plot/surface.h"

enum {
    MOST_PANELS = 64,
    LEAST_SIZE = 100,
    MOST_SIZE = 10000,
    MARGIN = 14,      /* around a panel */
    SHEET_TITLE = 30, /* height of the title of all */
    PANEL_TITLE = 24
};

/* The size of a panel alone, by its kind. */
static const struct {
    double width, height;
} SIZES[] = {
    [PAROT_PANEL_KIND_CLOUDS] = {680, 480}, [PAROT_PANEL_KIND_PLAN] = {560, 520},
    [PAROT_PANEL_KIND_CURVE] = {620, 480},  [PAROT_PANEL_KIND_HISTORY] = {620, 480},
    [PAROT_PANEL_KIND_SCORES] = {620, 380}, [PAROT_PANEL_KIND_CONFUSION] = {440, 360},
    [PAROT_PANEL_KIND_PRIOR] = {560, 260},  [PAROT_PANEL_KIND_PRECISION] = {620, 400},
    [PAROT_PANEL_KIND_STEPS] = {560, 320},  [PAROT_PANEL_KIND_BALANCE] = {620, 420},
};

WORDS(panel_kind, "kind", {"clouds", PAROT_PANEL_KIND_CLOUDS}, {"plan", PAROT_PANEL_KIND_PLAN},
      {"curve", PAROT_PANEL_KIND_CURVE}, {"history", PAROT_PANEL_KIND_HISTORY},
      {"scores", PAROT_PANEL_KIND_SCORES}, {"confusion", PAROT_PANEL_KIND_CONFUSION},
      {"prior", PAROT_PANEL_KIND_PRIOR}, {"precision", PAROT_PANEL_KIND_PRECISION},
      {"steps", PAROT_PANEL_KIND_STEPS}, {"balance", PAROT_PANEL_KIND_BALANCE});

/* ---- Check -------------------------------------------------------------- */

static parot_status check_panel(const parot_panel *panel, parot_error *err)
{
    TRY(CHECK_RESERVED(panel, err));
    switch (panel->kind) {
    case PAROT_PANEL_KIND_CLOUDS:
        return clouds_check(&panel->of.clouds, err);
    case PAROT_PANEL_KIND_PLAN:
        return heat_check(&panel->of.plan, err);
    case PAROT_PANEL_KIND_CURVE:
        return curve_check(&panel->of.curve, err);
    case PAROT_PANEL_KIND_HISTORY:
        return history_check(&panel->of.history, err);
    case PAROT_PANEL_KIND_SCORES:
        return scores_check(&panel->of.scores, err);
    case PAROT_PANEL_KIND_CONFUSION:
        return confusion_check(&panel->of.confusion, err);
    case PAROT_PANEL_KIND_PRIOR:
        return prior_check(&panel->of.prior, err);
    case PAROT_PANEL_KIND_PRECISION:
        return precision_check(&panel->of.precision, err);
    case PAROT_PANEL_KIND_STEPS:
        return steps_check(&panel->of.steps, err);
    case PAROT_PANEL_KIND_BALANCE:
        return balance_check(&panel->of.balance, err);
    }
    return fail(err, PAROT_EINVAL, "kind: %d is not a kind of panel", (int)panel->kind);
}

static parot_status check_size(double size, const char *name, parot_error *err)
{
    if (size == 0 || (size >= LEAST_SIZE && size <= MOST_SIZE))
        return PAROT_OK;
    return fail_argument(err, PAROT_EINVAL, name, "must be 0 or %d to %d, got %g", LEAST_SIZE,
                         MOST_SIZE, size);
}

static parot_status check_sheet(const parot_sheet *sheet, parot_error *err)
{
    if (!sheet || !sheet->panels)
        return fail(err, PAROT_EINVAL, "sheet: must have panels, got NULL");
    TRY(CHECK_RESERVED(sheet, err));
    if (sheet->count < 1 || sheet->count > MOST_PANELS)
        return fail(err, PAROT_EINVAL, "sheet: must have 1 to %d panels, got %lld", MOST_PANELS,
                    (long long)sheet->count);
    if (sheet->columns < 0)
        return fail(err, PAROT_EINVAL, "columns: must be 0 or more, got %lld",
                    (long long)sheet->columns);
    TRY(check_size(sheet->width, "width", err));
    TRY(check_size(sheet->height, "height", err));
    for (int64_t k = 0; k < sheet->count; k++)
        TRY(check_panel(&sheet->panels[k], err));
    return PAROT_OK;
}

/* ---- Layout ------------------------------------------------------------- */

struct layout {
    const parot_sheet *sheet;
    int64_t columns, rows;
    double width, height;
    struct bytes *hover;
};

static double title_height(const parot_sheet *sheet)
{
    return sheet->title && *sheet->title ? SHEET_TITLE : 0;
}

/* Panels among others are somewhat smaller than alone. */
static struct layout lay_out(const parot_sheet *sheet)
{
    struct layout layout = {.sheet = sheet};
    double shrink = sheet->count > 1 ? 0.72 : 1;
    layout.columns =
        sheet->columns > 0 && sheet->columns < sheet->count ? sheet->columns : sheet->count;
    layout.rows = (sheet->count + layout.columns - 1) / layout.columns;
    for (int64_t k = 0; k < sheet->count; k++) {
        layout.width = fmax(layout.width, shrink * SIZES[sheet->panels[k].kind].width);
        layout.height = fmax(layout.height, shrink * SIZES[sheet->panels[k].kind].height);
    }
    layout.width = fmin(MOST_SIZE, round(layout.width) * (double)layout.columns);
    layout.height =
        fmin(MOST_SIZE, round(layout.height) * (double)layout.rows + title_height(sheet));
    if (sheet->width > 0)
        layout.width = sheet->width;
    if (sheet->height > 0)
        layout.height = sheet->height;
    return layout;
}

static struct box panel_box(const struct layout *layout, int64_t k)
{
    double top = title_height(layout->sheet);
    double width = layout->width / (double)layout->columns;
    double height = (layout->height - top) / (double)layout->rows;
    return (struct box){(double)(k % layout->columns) * width + MARGIN,
                        top + (double)(k / layout->columns) * height + MARGIN,
                        fmax(20, width - 2 * MARGIN), fmax(20, height - 2 * MARGIN)};
}

/* ---- Drawing ------------------------------------------------------------ */

static parot_status draw_figure(const struct canvas *canvas, const parot_panel *panel,
                                parot_error *err)
{
    switch (panel->kind) {
    case PAROT_PANEL_KIND_CLOUDS:
        return clouds_draw(canvas, &panel->of.clouds, err);
    case PAROT_PANEL_KIND_PLAN:
        return heat_draw(canvas, &panel->of.plan, err);
    case PAROT_PANEL_KIND_CURVE:
        curve_draw(canvas, &panel->of.curve);
        break;
    case PAROT_PANEL_KIND_HISTORY:
        history_draw(canvas, &panel->of.history);
        break;
    case PAROT_PANEL_KIND_SCORES:
        scores_draw(canvas, &panel->of.scores);
        break;
    case PAROT_PANEL_KIND_CONFUSION:
        confusion_draw(canvas, &panel->of.confusion);
        break;
    case PAROT_PANEL_KIND_PRIOR:
        prior_draw(canvas, &panel->of.prior);
        break;
    case PAROT_PANEL_KIND_PRECISION:
        precision_draw(canvas, &panel->of.precision);
        break;
    case PAROT_PANEL_KIND_STEPS:
        steps_draw(canvas, &panel->of.steps);
        break;
    case PAROT_PANEL_KIND_BALANCE:
        return balance_draw(canvas, &panel->of.balance, err);
    }
    return PAROT_OK;
}

static parot_status draw_panel(cairo_t *cairo, const struct layout *layout, int64_t k,
                               parot_error *err)
{
    static const struct text_style STYLE = {TEXT_TITLE, 1, ALIGN_START, COLOUR_INK};
    const parot_panel *panel = &layout->sheet->panels[k];
    struct canvas canvas = {cairo, panel_box(layout, k), layout->hover};
    if (panel->title && *panel->title) {
        text_draw_within(cairo, canvas.box.x, canvas.box.y + 11, canvas.box.width, panel->title,
                         STYLE);
        canvas.box = box_below(canvas.box, PANEL_TITLE);
    }
    return draw_figure(&canvas, panel, err);
}

static parot_status draw_sheet(cairo_t *cairo, void *user, parot_error *err)
{
    static const struct text_style STYLE = {TEXT_TITLE + 2, 1, ALIGN_START, COLOUR_INK};
    const struct layout *layout = user;
    if (title_height(layout->sheet) > 0)
        text_draw_within(cairo, MARGIN, 26, layout->width - 2 * MARGIN, layout->sheet->title,
                         STYLE);
    for (int64_t k = 0; k < layout->sheet->count; k++)
        TRY(draw_panel(cairo, layout, k, err));
    return PAROT_OK;
}

static parot_status render(const parot_sheet *sheet, enum picture picture, struct bytes *hover,
                           struct bytes *out, parot_error *err)
{
    struct layout layout = lay_out(sheet);
    layout.hover = hover;
    struct drawing drawing = {layout.width, layout.height, draw_sheet, &layout};
    return surface_render(picture, &drawing, out, err);
}

/* ---- Files -------------------------------------------------------------- */

static parot_status write_sheet(const struct filename *path, const parot_sheet *sheet,
                                int overwrite, struct bytes *out, parot_error *err)
{
    enum picture picture = picture_of(path);
    if (picture == PICTURE_UNKNOWN && output_is_stream(path))
        picture = PICTURE_SVG;
    if (picture == PICTURE_UNKNOWN)
        return fail(err, PAROT_EINVAL,
                    "%s: a figure is written as .svg, .pdf or .png, each also with .gz",
                    path->label);
    TRY(check_sheet(sheet, err));
    TRY(render(sheet, picture, NULL, out, err));
    if (path->is_gzip)
        TRY(gzip_pack(out, err));
    return output_write(path, out, overwrite, err);
}

parot_status parot_sheet_write(const char *path, const parot_sheet *sheet, int overwrite,
                               parot_error *err)
{
    struct filename parsed;
    struct bytes out = {0};
    TRY(filename_parse(path, "standard output", &parsed, err));
    parot_status status = write_sheet(&parsed, sheet, overwrite, &out, err);
    bytes_free(&out);
    return status;
}

/* Works on three buffers of the caller: what cairo draws, what lies on top of it, and both. */
static parot_status make_text(const parot_sheet *sheet, struct bytes buffers[3], parot_error *err)
{
    TRY(check_sheet(sheet, err));
    TRY(render(sheet, PICTURE_SVG, &buffers[1], &buffers[0], err));
    return svg_text_finish(&buffers[0], &buffers[1], &buffers[2], err);
}

parot_status parot_sheet_svg(const parot_sheet *sheet, char **text, parot_error *err)
{
    struct bytes buffers[3] = {{0}};
    if (!text)
        return fail(err, PAROT_EINVAL, "text: must not be NULL");
    parot_status status = make_text(sheet, buffers, err);
    if (status == PAROT_OK)
        *text = bytes_move(&buffers[2]).data;
    for (int k = 0; k < 3; k++)
        bytes_free(&buffers[k]);
    return status;
}
