/* cairo-pdf.h - there are no PDF files here. */
#ifndef PAROT_WEB_CAIRO_PDF_H
#define PAROT_WEB_CAIRO_PDF_H

#include "cairo.h"

enum { CAIRO_PDF_METADATA_CREATE_DATE };

cairo_surface_t *cairo_pdf_surface_create_for_stream(cairo_write_func_t write, void *closure,
                                                     double width, double height);
static inline void cairo_pdf_surface_set_metadata(cairo_surface_t *surface, int what,
                                                  const char *text)
{
    (void)surface, (void)what, (void)text;
}

#endif
