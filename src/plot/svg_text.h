/* svg_text.h - cairo's SVG made fit to be a part of a page. */
#ifndef PAROT_PLOT_SVG_TEXT_H
#define PAROT_PLOT_SVG_TEXT_H

#include "io/bytes/bytes.h"

/* The document without its XML declaration, and `hover`, which is hidden but feels the pointer,
 * behind the drawing. Ends with a newline and NUL. */
parot_status svg_text_finish(const struct bytes *svg, const struct bytes *hover, struct bytes *out,
                             parot_error *err);

#endif
