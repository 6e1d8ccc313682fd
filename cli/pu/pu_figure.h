/* pu_figure.h - figures of labels. */
#ifndef PAROT_COMMAND_PU_FIGURE_H
#define PAROT_COMMAND_PU_FIGURE_H

#include "pu/pu_files.h"
#include "say/figure.h"

enum { PU_CAPTION = 320 };

/* Labels of the unlabeled rows, and what belongs to them. */
struct pu_figure {
    const struct pu_tables *tables;
    int64_t count;
    const int8_t *label, *truth; /* truth NULL: unknown */
    const double *score;
    const parot_plan *plan;        /* to the positives; NULL: none */
    const parot_pu_scaled *scaled; /* the tables as the method saw them; NULL: draw them as read */
};

/* Tables of more than two columns as the method saw them, for the pictures: raw ones hide behind
 * the column with the largest numbers. figure->scaled stays NULL where they are drawn as they are.
 */
enum outcome pu_figure_scale(struct pu_figure *figure, const parot_pu_options *options,
                             const struct args *args, parot_pu_scaled *scaled);

/* A sentence below the clouds. */
const char *pu_figure_caption(const struct pu_figure *figure, char text[PU_CAPTION]);

parot_panel pu_figure_clouds(const struct pu_figure *figure);
parot_panel pu_figure_truth(const struct pu_figure *figure); /* the clouds without the labels */
parot_panel pu_figure_scores(const struct pu_figure *figure);
parot_panel pu_figure_confusion(const struct pu_figure *figure);

/* All that there is to show. */
enum outcome pu_figure_write(const char *path, const struct pu_figure *figure,
                             const struct args *args);

#endif
