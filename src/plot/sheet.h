/* sheet.h - a part of a sheet by itself. */
#ifndef PAROT_PLOT_SHEET_H
#define PAROT_PLOT_SHEET_H

#include "parot/plot.h"

/* Panel k alone, on paper of the given width, as parot_sheet_svg makes it; its axes are those that
 * it has among the others. */
parot_status sheet_panel_svg(const parot_sheet *sheet, int64_t k, double width, char **text,
                             parot_error *err);

#endif
