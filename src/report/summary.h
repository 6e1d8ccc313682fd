/* summary.h - what the kinds of summary have to provide, and what they share. */
#ifndef PAROT_REPORT_SUMMARY_H
#define PAROT_REPORT_SUMMARY_H

#include "report/telling.h"

enum { TITLE = 512, CAPTION = 320, HISTORIES = 33, HISTORY_NAME = 24, PRIORS = 8, RECALLS = 201 };

/* What panels borrow that the caller does not have. */
struct panels_room {
    parot_pu_scaled scaled;
    parot_plot_series series[HISTORIES];
    char names[HISTORIES][HISTORY_NAME];
    double others[PRIORS];              /* estimates of a prior */
    double lows[PRIORS], highs[PRIORS]; /* their ranges */
    double recall[RECALLS], precision[RECALLS], low[RECALLS], high[RECALLS];
    parot_plan pairs; /* of tables that were matched, or of rows and their positives */
    double *numbers;  /* masses of these, or balance before and after; from malloc, or NULL */
    int32_t *ends;    /* of pairs; from malloc, or NULL */
};

/* A kind: the title and the sentence of its page; what page and text have in common; and what
 * only the page has, above its pictures and below them. */
struct summary_kind {
    parot_status (*check)(const parot_summary *summary, parot_error *err);
    void (*head)(const parot_summary *summary, char title[TITLE], char sentence[TITLE]);
    void (*answer)(struct telling *telling, const parot_summary *summary);
    /* NULL: nothing can speak against it. */
    parot_status (*warnings)(const parot_summary *summary, parot_notes *warnings, parot_error *err);
    /* NULL: there are no pictures, no rows. */
    parot_status (*panels)(const parot_summary *summary, parot_panels *panels, parot_error *err);
    void (*pictures)(struct telling *telling, const parot_summary *summary,
                     const parot_panels *panels);
    void (*rows)(struct telling *telling, const parot_summary *summary);
};

extern const struct summary_kind summary_partial, summary_gromov, summary_register, summary_drift,
    summary_pu, summary_curve, summary_prior, summary_certificate, summary_move, summary_label,
    summary_judge, summary_match;

/* ---- Shared ------------------------------------------------------------- */

parot_status summary_need(const char *name, const void *value, parot_error *err);

/* Whether a side, if its points are known, has the rows that the result has. */
parot_status summary_check_side(const char *name, const parot_summary_side *side, int64_t rows,
                                parot_error *err);

/* The plan, and the sides that it leads from and to. */
parot_status summary_check_plan(const parot_summary *summary, const parot_plan *plan,
                                parot_error *err);

/* One more sentence, unless there is no room. */
__attribute__((format(printf, 2, 3))) void summary_warn(parot_notes *warnings, const char *format,
                                                        ...);

/* The run that pictures are made with: no limit, no callbacks. */
parot_run summary_run(const parot_summary *summary);

/* "--" for a command line, "" for arguments. */
const char *summary_prefix(const parot_summary *summary);

/* Both sides as clouds; side by side when their columns are not the same. */
parot_panel summary_clouds(const parot_summary *summary, const parot_plan *plan);

/* The clouds scaled as `options` say, if they have more than two columns; drawn->scale tells.
 */
parot_status summary_scale_clouds(const parot_summary *summary, const parot_pu_options *options,
                                  parot_panels *drawn, parot_panel *clouds, parot_error *err);

/* "20 source and 30 target points, 2 coordinates, metric sqeuclidean"; `metric` may be NULL. */
void tell_sizes(struct telling *telling, const parot_summary *summary, int64_t rows, int64_t cols,
                const char *metric);

/* "mass moved" of the plan, and how many rows and columns moved fully, partly, or not at all. */
struct weights_pair {
    const double *p, *q; /* NULL: uniform of total 1 */
};
void tell_mass(struct telling *telling, const parot_result *result, struct weights_pair weights);
void tell_tallies(struct telling *telling, const parot_summary *summary, const parot_plan *plan,
                  struct weights_pair weights);

/* Of weights, which are uniform of total 1 if NULL. */
double summary_total(const double *weights, int64_t count);

/* min(|p|, |q|) */
double summary_most_mass(const parot_plan *plan, struct weights_pair weights);

parot_panel plan_matrix(const parot_plan *plan, struct weights_pair weights);
const char *plan_caption(const parot_panel *panel);

/* Pictures of a plan with their captions, and a table of its pairs: by the ids of the rows, or by
 * their numbers in the files. */
struct pair_costs {
    parot_matrix of_pair;   /* costs of all pairs; data NULL: not known */
    const double *distance; /* or how far each row of the source is from its partner; NULL */
};
void tell_plan_pictures(struct telling *telling, const parot_panels *panels);
void tell_pairs(struct telling *telling, const parot_summary *summary, const parot_plan *plan,
                struct pair_costs costs);

/* "From a.csv to b.csv" */
void plan_title(const parot_summary *summary, char title[TITLE]);

/* A table of `count` rows, whose first column has the ids of a side if there are any: in line k
 * that of row order[k]. */
void tell_rows(struct telling *telling, const parot_summary_side *side, int64_t count,
               const int64_t *order, parot_report_column *columns, int cols);

/* Its name, or "column 3" for the third. */
const char *summary_column(const parot_summary_side *side, int64_t column, char text[32]);

/* The column of largest importance after `last` (-1: of all); -1: there is none. */
int64_t summary_next_important(const double *importance, int64_t count, int64_t last);

/* "alcohol 31 %, pH 12 %": the columns of largest importance, five at most and 1 % at least. */
enum { IMPORTANT = 320 };
const char *summary_important(const parot_summary_side *side, const double *importance,
                              int64_t count, char text[IMPORTANT]);

/* Number or id of a row; and the id, or else the number as text. */
double side_row(const parot_summary_side *side, int64_t i);
const char *side_id(const parot_summary_side *side, int64_t i);
const char *side_name(const parot_summary_side *side, int64_t i, char text[32]);

#endif
