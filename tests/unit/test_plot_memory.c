/* test_plot_memory.c - every allocation of a figure may fail: nothing leaks, no file is left. */
#include "test.h"

#include <unistd.h>

#include "failing.h"
#include "plots.h"
#include "scratch.h"

static double wide[24] = {1, 2, 3, 4, 5, 6, 7, 8, 9, 8, 7, 6, 5, 4, 3, 2, 1, 2, 3, 4, 5, 6, 7, 8};

/* All kinds at once, the clouds with principal axes. */
static void list_panels(parot_panel panels[PLOT_KINDS])
{
    for (int kind = 0; kind < PLOT_KINDS; kind++)
        panels[kind] = plot_panel((parot_panel_kind)kind);
    panels[PAROT_PANEL_KIND_CLOUDS].of.clouds.source = (parot_matrix){wide, 4, 6, 6};
    panels[PAROT_PANEL_KIND_CLOUDS].of.clouds.target = (parot_matrix){wide, 3, 6, 6};
}

TEST(files_are_written_or_not_there)
{
    static const char *const names[] = {"m.svg", "m.pdf", "m.png", "m.svg.gz"};
    parot_panel panels[PLOT_KINDS];
    list_panels(panels);
    const parot_sheet sheet = {.panels = panels, .count = PLOT_KINDS, .columns = 3};
    for (size_t f = 0; f < sizeof names / sizeof *names; f++) {
        const char *path = scratch_path(names[f]);
        int is_done = 0;
        for (long k = 1; !is_done; k++) {
            long live = failing_live();
            failing_arm(k);
            parot_status status = parot_sheet_write(path, &sheet, 0, NULL);
            is_done = !failing_hit();
            failing_arm(0);
            assert_int_equal(status, is_done ? PAROT_OK : PAROT_ENOMEM);
            assert_int_equal(access(path, F_OK) == 0, is_done);
            assert_int_equal(failing_live(), live);
            assert_true(k < 500);
        }
        assert_int_equal(scratch_count(), (int)f + 1);
    }
}

TEST(text_is_made_or_untouched)
{
    parot_panel panels[PLOT_KINDS];
    list_panels(panels);
    const parot_sheet sheet = {.panels = panels, .count = PLOT_KINDS};
    for (long k = 1, is_done = 0; !is_done; k++) {
        char *text = NULL;
        failing_arm(k);
        parot_status status = parot_sheet_svg(&sheet, &text, NULL);
        is_done = !failing_hit();
        failing_arm(0);
        assert_int_equal(status, is_done ? PAROT_OK : PAROT_ENOMEM);
        assert_int_equal(text != NULL, is_done);
        free(text);
        assert_int_equal(failing_live(), 0);
    }
}

AROUND(scratch_open, scratch_close)
