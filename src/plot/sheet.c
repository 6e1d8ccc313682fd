/* sheet.c - panels side by side on one sheet, and the sheet as a file or in memory. */
#include <math.h>
#include <string.h>

#include "base/options.h"
#include "base/words.h"
#include "io/bytes/gzip.h"
#include "io/bytes/output.h"
#include "plot/axes.h"
#include "plot/figures/figures.h"
#include "plot/sheet.h"
#include "plot/surface.h"

enum {
    MOST_PANELS = 64,
    LEAST_SIZE = 100,
    MOST_SIZE = 10000,
    MARGIN = 14,       /* around a panel */
    LEAST_PANEL = 320, /* width below which panels go below each other */
    SHEET_LINE = 24,   /* height of a line of the title of all */
    PANEL_LINE = 20,   /* and of that of a panel */
    TITLE_GAP = 6,     /* below titles */
    TITLE_LINES = 2
};

static const struct text_style SHEET_STYLE = {TEXT_TITLE + 2, 1, ALIGN_START, COLOUR_INK};
static const struct text_style PANEL_STYLE = {TEXT_TITLE, 1, ALIGN_START, COLOUR_INK};

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

WORDS(theme, "theme", {"auto", PAROT_THEME_AUTO}, {"light", PAROT_THEME_LIGHT},
      {"dark", PAROT_THEME_DARK});

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
    if (!parot_theme_name(sheet->theme))
        return fail(err, PAROT_EINVAL, "theme: %d is not a theme", (int)sheet->theme);
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
    const parot_sheet *among; /* panels that may share axes with these */
};

/* As many as asked for; or all, if a width that is given has room for them. */
static int64_t columns_of(const parot_sheet *sheet)
{
    int64_t room = (int64_t)(sheet->width / LEAST_PANEL), most = sheet->count;
    if (sheet->columns > 0)
        return sheet->columns < most ? sheet->columns : most;
    return !(sheet->width > 0) || room >= most ? most : room > 1 ? room : 1;
}

/* Panels among others are somewhat smaller than alone. Where the width alone is given, panels keep
 * their shape, but are not lower than wide ones that are: legends need the same room. */
static struct layout lay_out(const parot_sheet *sheet)
{
    struct layout layout = {.sheet = sheet, .columns = columns_of(sheet)};
    double shrink = sheet->count > 1 ? 0.72 : 1, width = 0, height = 0;
    layout.rows = (sheet->count + layout.columns - 1) / layout.columns;
    for (int64_t k = 0; k < sheet->count; k++) {
        width = fmax(width, shrink * SIZES[sheet->panels[k].kind].width);
        height = fmax(height, shrink * SIZES[sheet->panels[k].kind].height);
    }
    if (sheet->width > 0)
        height *= fmax(0.8 / shrink, sheet->width / (double)layout.columns / width);
    layout.width = fmin(MOST_SIZE, round(width) * (double)layout.columns);
    layout.height =
        fmin(MOST_SIZE, round(height) * (double)layout.rows +
                            (sheet->title && *sheet->title ? SHEET_LINE + TITLE_GAP : 0));
    if (sheet->width > 0)
        layout.width = sheet->width;
    if (sheet->height > 0)
        layout.height = sheet->height;
    return layout;
}

static struct box panel_box(const struct layout *layout, int64_t k, double top)
{
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

/* Returns the height of the title, with the gap below it. */
static double draw_title(cairo_t *cairo, struct box box, const char *title, int line,
                         struct text_style style)
{
    struct text_lines lines = text_wrap(cairo, box.width, title ? title : "", TITLE_LINES, style);
    for (int k = 0; k < lines.count; k++)
        text_draw(cairo, box.x, box.y + 12 + line * k, lines.line[k], style);
    return lines.count > 0 ? line * lines.count + TITLE_GAP : 0;
}

static parot_status draw_panel(cairo_t *cairo, const struct layout *layout, int64_t k, double top,
                               parot_error *err)
{
    const parot_panel *panel = &layout->sheet->panels[k];
    struct canvas canvas = {cairo, panel_box(layout, k, top), layout->hover, layout->among->panels,
                            layout->among->count};
    canvas.box =
        box_below(canvas.box, draw_title(cairo, canvas.box, panel->title, PANEL_LINE, PANEL_STYLE));
    return draw_figure(&canvas, panel, err);
}

static parot_status draw_sheet(cairo_t *cairo, void *user, parot_error *err)
{
    const struct layout *layout = user;
    const struct box box = {MARGIN, MARGIN, layout->width - 2 * MARGIN, layout->height};
    double top = draw_title(cairo, box, layout->sheet->title, SHEET_LINE, SHEET_STYLE);
    for (int64_t k = 0; k < layout->sheet->count; k++)
        TRY(draw_panel(cairo, layout, k, top, err));
    return PAROT_OK;
}

static parot_status render(const parot_sheet *sheet, const parot_sheet *among, enum picture picture,
                           struct bytes *hover, struct bytes *out, parot_error *err)
{
    struct layout layout = lay_out(sheet);
    layout.hover = hover;
    layout.among = among;
    struct drawing drawing = {layout.width, layout.height, sheet->theme, draw_sheet, &layout};
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
    TRY(render(sheet, sheet, picture, NULL, out, err));
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
static parot_status make_text(const parot_sheet *sheet, const parot_sheet *among,
                              struct bytes buffers[3], parot_error *err)
{
    TRY(check_sheet(among, err));
    TRY(render(sheet, among, PICTURE_SVG, &buffers[1], &buffers[0], err));
    return svg_text_finish(&buffers[0], &buffers[1], &buffers[2], err);
}

static parot_status write_text(const parot_sheet *sheet, const parot_sheet *among, char **text,
                               parot_error *err)
{
    struct bytes buffers[3] = {{0}};
    parot_status status = make_text(sheet, among, buffers, err);
    if (status == PAROT_OK)
        *text = bytes_move(&buffers[2]).data;
    for (int k = 0; k < 3; k++)
        bytes_free(&buffers[k]);
    return status;
}

parot_status parot_sheet_svg(const parot_sheet *sheet, char **text, parot_error *err)
{
    if (!text)
        return fail(err, PAROT_EINVAL, "text: must not be NULL");
    return write_text(sheet, sheet, text, err);
}

parot_status sheet_panel_svg(const parot_sheet *sheet, int64_t k, double width, char **text,
                             parot_error *err)
{
    const parot_sheet one = {
        .panels = &sheet->panels[k], .count = 1, .width = width, .theme = sheet->theme};
    return write_text(&one, sheet, text, err);
}
