/* plan_html.c - the summary, the figures and a table of all pairs are put on a page. */
#include "say/plan_html.h"

#include <stdio.h>
#include <stdlib.h>

#include "input/points.h"

enum column { ROW, COL, MASS, COST, COLUMNS };

static void put_pairs(struct page *page, const struct plan_page *content)
{
    const parot_plan *plan = content->plan;
    int64_t count = plan->count;
    double *values = malloc((size_t)(count > 0 ? count : 1) * COLUMNS * sizeof *values);
    parot_report_column columns[COLUMNS] = {
        {.name = "row", .help = "of the source, from 0", .digits = 15},
        {.name = "col", .help = "of the target, from 0", .digits = 15},
        {.name = "mass", .help = "moved from the one to the other", .digits = 6},
        {.name = "cost", .help = "of a unit of mass", .digits = 6}};
    page_section(page, "Pairs");
    if (!values) {
        page_fail(page);
        return;
    }
    for (int64_t k = 0; k < count; k++) {
        const parot_matrix *cost = &content->cost;
        values[ROW * count + k] = plan->row[k];
        values[COL * count + k] = plan->col[k];
        values[MASS * count + k] = plan->mass[k];
        values[COST * count + k] =
            cost->data ? cost->data[plan->row[k] * cost->stride + plan->col[k]] : 0;
    }
    for (int k = 0; k < COLUMNS; k++)
        columns[k].number = values + k * count;
    page_table(page, &(parot_report_rows){.rows = count,
                                          .cols = content->cost.data ? COLUMNS : COST,
                                          .columns = columns});
    free(values);
}

static const char *caption_of(const parot_panel *panel)
{
    if (panel->kind == PAROT_PANEL_KIND_PLAN)
        return "The plan as a matrix; beside it the mass that rows and columns keep.";
    if (panel->kind == PAROT_PANEL_KIND_HISTORY)
        return "Objective and gap of each iteration, for every start.";
    if (!panel->of.clouds.plan)
        return "The points of both files, as they were read.";
    return panel->of.clouds.is_apart
               ? "The points of each file by themselves, side by side, and a line for each pair: "
                 "point "
                 "at one to see it."
               : "The points, and a line for each pair: point at one to see it.";
}

static void fill(struct page *page, const struct plan_page *content, const struct args *args)
{
    page_section(page, "The answer");
    if (content->words)
        page_code(page, content->words);
    else
        page_fail(page);
    page_section(page, "Pictures");
    for (int k = 0; k < content->panel_count; k++)
        page_sheet(page, &content->panels[k], 1, caption_of(&content->panels[k]));
    put_pairs(page, content);
    page_again(page, args, content->files);
}

enum outcome plan_page_write(const char *path, const struct plan_page *content,
                             const struct args *args)
{
    struct page page;
    char title[512];
    if (!path)
        return SOLVED;
    snprintf(title, sizeof title, "From %s to %s",
             content->files[0] ? path_label(content->files[0]) : "the source",
             content->files[0] && content->files[1] ? path_label(content->files[1]) : "the target");
    page_open(&page, title, content->summary);
    fill(&page, content, args);
    enum outcome outcome = page_write(&page, path, args->force);
    page_close(&page);
    return outcome;
}
