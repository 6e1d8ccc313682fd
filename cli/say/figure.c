/* figure.c - the library draws the sheet. */
#include "say/figure.h"

#include <string.h>

#include "shell/output_check.h"

enum outcome figure_write(const char *path, const parot_panel *panels, int count,
                          const struct args *args)
{
    parot_error err = {0};
    const parot_sheet sheet = {.panels = panels, .count = count};
    if (path)
        output_begin(path);
    if (path && parot_sheet_write(path, &sheet, args->force, &err) != PAROT_OK)
        return refuse(FAILED, "--plot: %s", err.message);
    return SOLVED;
}
