/* cairo-svg.h - a surface that is an SVG file. */
#ifndef PAROT_WEB_CAIRO_SVG_H
#define PAROT_WEB_CAIRO_SVG_H

#include "cairo.h"

enum { CAIRO_SVG_UNIT_PX };

cairo_surface_t *cairo_svg_surface_create_for_stream(cairo_write_func_t write, void *closure,
                                                     double width, double height);
static inline void cairo_svg_surface_set_document_unit(cairo_surface_t *surface, int unit)
{
    (void)surface, (void)unit;
}

#endif
