/* pictures.h - looking at figures: the pixels of a PNG, and the words of an SVG. Needs
 * scratch_open. */
#ifndef PAROT_TESTS_PICTURES_H
#define PAROT_TESTS_PICTURES_H

#include <cairo.h>

#include "parot/plot.h"
#include "plot/palette.h"
#include "scratch.h"

static inline cairo_surface_t *paint(const parot_sheet *sheet)
{
    const char *path = scratch_path("look.png");
    assert_ok(parot_sheet_write(path, sheet, 1, &err));
    cairo_surface_t *image = cairo_image_surface_create_from_png(path);
    assert_int_equal(cairo_surface_status(image), CAIRO_STATUS_SUCCESS);
    return image;
}

static inline uint32_t pixel(cairo_surface_t *image, int x, int y)
{
    const unsigned char *data = cairo_image_surface_get_data(image);
    uint32_t value;
    memcpy(&value, data + y * cairo_image_surface_get_stride(image) + 4 * x, sizeof value);
    return value & 0xFFFFFF;
}

static inline uint32_t code_of(enum colour_name name)
{
    struct colour c = palette(name);
    return (uint32_t)lround(255 * c.red) << 16 | (uint32_t)lround(255 * c.green) << 8 |
           (uint32_t)lround(255 * c.blue);
}

/* Pixels of just this colour, in a part of the picture given by fractions of its size. */
static inline int64_t ink(cairo_surface_t *image, enum colour_name name, double left, double top,
                          double right, double bottom)
{
    int width = cairo_image_surface_get_width(image),
        height = cairo_image_surface_get_height(image);
    int64_t count = 0;
    for (int y = (int)(top * height); y < (int)(bottom * height); y++)
        for (int x = (int)(left * width); x < (int)(right * width); x++)
            count += pixel(image, x, y) == code_of(name);
    return count;
}

static inline int64_t ink_of(const parot_panel *panel, enum colour_name name, double left,
                             double top, double right, double bottom)
{
    const parot_sheet sheet = {.panels = panel, .count = 1};
    cairo_surface_t *image = paint(&sheet);
    int64_t count = ink(image, name, left, top, right, bottom);
    cairo_surface_destroy(image);
    return count;
}

#endif
