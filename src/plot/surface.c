/* surface.c - cairo draws into a stream or an image, with font hinting off and without dates, so
 * that the same drawing gives the same bytes. */
#include "plot/surface.h"

#include <cairo-pdf.h>
#include <cairo-svg.h>
#include <math.h>
#include <string.h>
#include <strings.h>

#include "plot/canvas.h"
#include "plot/svg_theme.h"

enum { PIXELS = 2 };               /* of a PNG, along 1/96 inch: sharp on paper and good screens */
static const double POINTS = 0.75; /* of 1/72 inch, in 1/96 inch */

enum picture picture_of(const struct filename *path)
{
    static const struct {
        const char *extension;
        enum picture picture;
    } known[] = {{".svg", PICTURE_SVG}, {".pdf", PICTURE_PDF}, {".png", PICTURE_PNG}};
    size_t length = strlen(path->file) - (path->is_gzip ? strlen(".gz") : 0);
    for (size_t k = 0; k < sizeof known / sizeof *known; k++) {
        size_t size = strlen(known[k].extension);
        if (length > size && strncasecmp(path->file + length - size, known[k].extension, size) == 0)
            return known[k].picture;
    }
    return PICTURE_UNKNOWN;
}

/* Where cairo's bytes go. It does not pass on every failure of a sink. */
struct sink {
    struct bytes *out;
    parot_status status;
    parot_error *err;
};

static cairo_status_t take(void *closure, const unsigned char *data, unsigned size)
{
    struct sink *sink = closure;
    if (sink->status == PAROT_OK)
        sink->status = bytes_append(sink->out, data, size, sink->err);
    return sink->status == PAROT_OK ? CAIRO_STATUS_SUCCESS : CAIRO_STATUS_NO_MEMORY;
}

static cairo_surface_t *open_surface(enum picture picture, const struct drawing *drawing,
                                     struct sink *sink)
{
    double width = drawing->width, height = drawing->height;
    cairo_surface_t *surface = NULL;
    switch (picture) {
    case PICTURE_PDF:
        surface = cairo_pdf_surface_create_for_stream(take, sink, POINTS * width, POINTS * height);
        cairo_pdf_surface_set_metadata(surface, CAIRO_PDF_METADATA_CREATE_DATE, "");
        break;
    case PICTURE_PNG:
        surface = cairo_image_surface_create(CAIRO_FORMAT_RGB24, (int)ceil(PIXELS * width),
                                             (int)ceil(PIXELS * height));
        break;
    case PICTURE_SVG:
    case PICTURE_UNKNOWN:
        surface = cairo_svg_surface_create_for_stream(take, sink, width, height);
        cairo_svg_surface_set_document_unit(surface, CAIRO_SVG_UNIT_PX);
        break;
    }
    return surface;
}

static parot_status fail_cairo(cairo_status_t status, parot_error *err)
{
    if (status == CAIRO_STATUS_SUCCESS)
        return PAROT_OK;
    if (status == CAIRO_STATUS_NO_MEMORY)
        return fail(err, PAROT_ENOMEM, "out of memory while drawing");
    return fail(err, PAROT_EIO, "cannot be drawn: %s", cairo_status_to_string(status));
}

static parot_status draw(cairo_surface_t *surface, enum picture picture,
                         const struct drawing *drawing, parot_error *err)
{
    cairo_t *cairo = cairo_create(surface);
    /* Letters are placed alike in every format. */
    double unit = picture == PICTURE_PDF ? POINTS : picture == PICTURE_PNG ? PIXELS : 1;
    cairo_font_options_t *options = cairo_font_options_create();
    cairo_font_options_set_hint_style(options, CAIRO_HINT_STYLE_NONE);
    cairo_font_options_set_hint_metrics(options, CAIRO_HINT_METRICS_OFF);
    cairo_font_options_set_antialias(options, CAIRO_ANTIALIAS_GRAY);
    cairo_set_font_options(cairo, options);
    cairo_font_options_destroy(options);
    cairo_scale(cairo, unit, unit);
    cairo_set_line_join(cairo, CAIRO_LINE_JOIN_ROUND);
    cairo_rectangle(cairo, 0, 0, drawing->width, drawing->height);
    parot_status status =
        drawing->theme == PAROT_THEME_DARK ? fail_cairo(draw_in_the_dark(cairo), err) : PAROT_OK;
    set_ink(cairo, COLOUR_PAPER, 1);
    cairo_fill(cairo);
    if (status == PAROT_OK)
        status = drawing->draw(cairo, drawing->user, err);
    if (status == PAROT_OK)
        status = fail_cairo(cairo_status(cairo), err);
    cairo_destroy(cairo);
    return status;
}

/* The group of all that is drawn has an id with the number of surfaces so far; nobody needs it. */
static void forget_surface(struct bytes *out)
{
    static const char ID[] = " id=\"surface";
    char *end = out->data + out->size, *id = memmem(out->data, out->size, ID, strlen(ID));
    char *close = id ? memchr(id + strlen(ID), '"', (size_t)(end - id) - strlen(ID)) : NULL;
    if (!close)
        return;
    memmove(id, close + 1, (size_t)(end - close - 1));
    out->size -= (size_t)(close + 1 - id);
}

static parot_status render(enum picture picture, const struct drawing *drawing, struct bytes *out,
                           parot_error *err)
{
    struct sink sink = {out, PAROT_OK, err};
    cairo_surface_t *surface = open_surface(picture, drawing, &sink);
    parot_status status = draw(surface, picture, drawing, err);
    if (status == PAROT_OK && picture == PICTURE_PNG)
        status = fail_cairo(cairo_surface_write_to_png_stream(surface, take, &sink), err);
    cairo_surface_finish(surface);
    if (status == PAROT_OK)
        status = fail_cairo(cairo_surface_status(surface), err);
    cairo_surface_destroy(surface);
    if (sink.status != PAROT_OK)
        return sink.status;
    if (status == PAROT_OK && picture == PICTURE_SVG)
        forget_surface(out);
    return status;
}

parot_status surface_render(enum picture picture, const struct drawing *drawing, struct bytes *out,
                            parot_error *err)
{
    struct bytes light = {0};
    if (picture != PICTURE_SVG || drawing->theme != PAROT_THEME_AUTO)
        return render(picture, drawing, out, err);
    parot_status status = render(picture, drawing, &light, err);
    if (status == PAROT_OK)
        status = svg_theme_follow(&light, out, err);
    bytes_free(&light);
    return status;
}

/* The XML declaration is cut off, and invisible lines with titles are inserted before </svg>. */
parot_status svg_text_finish(const struct bytes *svg, const struct bytes *hover, struct bytes *out,
                             parot_error *err)
{
    const char *end = svg->data + svg->size;
    const char *begin = memmem(svg->data, svg->size, "<svg", 4);
    const char *close = begin ? memmem(begin, (size_t)(end - begin), "</svg>", 6) : NULL;
    if (!close)
        return fail(err, PAROT_EIO, "cannot be drawn: cairo made no SVG");
    TRY(bytes_append(out, begin, (size_t)(close - begin), err));
    if (hover->size > 0) {
        TRY(bytes_append_text(out,
                              "<g class=\"pairs\" stroke=\"#000\" stroke-opacity=\"0\" "
                              "stroke-width=\"6\" pointer-events=\"stroke\">\n",
                              err));
        TRY(bytes_append(out, hover->data, hover->size, err));
        TRY(bytes_append_text(out, "</g>\n", err));
    }
    TRY(bytes_append_text(out, "</svg>\n", err));
    return bytes_append(out, "", 1, err);
}
