/* plot.h - figures of results: SVG, PDF and PNG, by the name of the file.
 *
 * A figure is a sheet of panels, drawn in one call from data that is borrowed until the call
 * returns. The colours are distinguishable for colour-blind readers (Okabe and Ito), and where
 * colours differ, shapes, dashes or places do too. Long names take two lines or lose their middle.
 * Large inputs are thinned out, evenly and always in the same way, and the figure says so: a cloud
 * of any size makes a file of less than 2 MB. The same input makes the same picture, given the same
 * fonts. The rules of parot.h for statuses, ownership and _free apply here too.
 */
#ifndef PAROT_PLOT_H
#define PAROT_PLOT_H

#include "parot/parot.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef enum parot_panel_kind {
    PAROT_PANEL_KIND_CLOUDS = 0,
    PAROT_PANEL_KIND_PLAN = 1,
    PAROT_PANEL_KIND_CURVE = 2,
    PAROT_PANEL_KIND_HISTORY = 3,
    PAROT_PANEL_KIND_SCORES = 4,
    PAROT_PANEL_KIND_CONFUSION = 5,
    PAROT_PANEL_KIND_PRIOR = 6,
    PAROT_PANEL_KIND_PRECISION = 7,
    PAROT_PANEL_KIND_STEPS = 8,
    PAROT_PANEL_KIND_BALANCE = 9
} parot_panel_kind;

/* Two clouds, and a line for each pair of a plan; of more than 1500, for the heaviest. One
 * coordinate is drawn along a line, two as they are, three seen from the side and above, more along
 * the two principal axes of both clouds together. Clouds of different spaces are drawn side by
 * side, each in its own way. The data choose the axes: a few points far from all others are
 * triangles at the border, and a note counts them; columns of positive numbers over more than three
 * decades are logarithmic, and heavy tails of either sign nearly so. A unit is as long along x as
 * along y only if neither axis is logarithmic and their ranges are similar, the shorter at least a
 * third of the longer. */
typedef struct parot_plot_clouds {
    parot_matrix source, target;           /* finite; the same columns unless `is_apart` */
    const char *source_name, *target_name; /* in the legend; NULL: "source", "target" */
    const parot_plan *plan;                /* from source to target; NULL: no lines */
    /* Of the source's rows, > 0 for positive ones; NULL: unknown. With labels a dot is a row
     * labelled positive and a cross another one; with both, wrong labels have a colour of their
     * own. With the truth alone it takes the place of the labels. */
    const int8_t *label, *truth;
    const char *const *columns; /* names of the columns; NULL: none */
    int32_t is_apart;           /* the spaces have nothing in common */
    /* What labels are called in the legend, "not new" and "new"; NULL: "labelled negative" and
     * "labelled positive". */
    const char *negative_name, *positive_name;
    int64_t reserved[4]; /* 0 */
} parot_plot_clouds;

/* The plan as a matrix; beside it the mass that rows keep, above it the mass that columns do not
 * receive. */
typedef struct parot_plot_plan {
    const parot_plan *plan;
    const double *p, *q; /* NULL: uniform weights of total 1 */
    int64_t reserved[4]; /* 0 */
} parot_plot_plan;

/* Cost against mass, and below it the price of the next unit. */
typedef struct parot_plot_curve {
    const parot_curve
        *curve;          /* of which count, mass, objective, slope, elbow and status are used */
    double chosen;       /* the mass to mark; NAN: none */
    int64_t reserved[4]; /* 0 */
} parot_plot_curve;

/* Objective and stationarity of each iteration, for every start. */
typedef struct parot_plot_series {
    const char *name; /* in the legend */
    int64_t count;
    const double *objectives, *stationarities;
    int64_t reserved[2]; /* 0 */
} parot_plot_series;

typedef struct parot_plot_history {
    const parot_plot_series *series;
    int64_t count;       /* of series */
    int64_t best;        /* which one is drawn boldly */
    int64_t reserved[4]; /* 0 */
} parot_plot_history;

/* How many rows have each score, and the border between the labels. */
typedef struct parot_plot_scores {
    const double *score; /* in [0, 1] */
    int64_t count;
    const int8_t *truth; /* > 0: positive; NULL: unknown */
    double border;       /* 0.5 */
    const int8_t
        *label; /* > 0: above the border, which rows on it may or may not be; NULL: all are */
    const char *negative_name, *positive_name; /* of the labels; see parot_plot_clouds */
    int64_t reserved[4];                       /* 0 */
} parot_plot_scores;

/* counts[t][l]: rows that are (t = 1) or are not (t = 0) positive and were labelled l. */
typedef struct parot_plot_confusion {
    int64_t counts[2][2];
    int64_t reserved[4]; /* 0 */
} parot_plot_confusion;

/* A prior, the range it is thought to be in, and what others estimate. */
typedef struct parot_plot_prior {
    double prior, low, high;
    int64_t count; /* of other estimates */
    const double *others;
    const char *const *names;   /* of these */
    const double *lows, *highs; /* their ranges; NULL: not known */
    int64_t reserved[2];        /* 0 */
} parot_plot_prior;

/* The precision that labels have at each recall, and the range that it is thought to be in. */
typedef struct parot_plot_precision {
    const double *recall; /* not falling, in [0, 1] as the others are */
    const double *precision, *low, *high;
    int64_t count;                          /* of points, two or more */
    double chosen_recall, chosen_precision; /* to mark; NAN: nothing is marked */
    int64_t reserved[4];                    /* 0 */
} parot_plot_precision;

/* Steps that lead to labels, one after the other: what the plan of each costs, and how many of the
 * rows it labels otherwise than the one before. */
typedef struct parot_plot_steps {
    const double *objective, *changed;
    int64_t count;       /* of steps, one or more */
    int64_t rows;        /* that are labelled; changed is at most that */
    int64_t reserved[4]; /* 0 */
} parot_plot_steps;

/* How far the means of columns are apart before and after pairing, in standard deviations: a line
 * for each column, the largest difference before on top (a love plot). */
typedef struct parot_plot_balance {
    const double *before, *after; /* of any sign; NAN: not known, and not drawn */
    const char *const *names;     /* of the columns; NULL: "column 1" and so on */
    int64_t count;                /* of columns, one or more; those with the least are left out */
    double limit;                 /* a dashed line: differences below are small; 0: none */
    int64_t reserved[4];          /* 0 */
} parot_plot_balance;

typedef struct parot_panel {
    parot_panel_kind kind;
    const char *title; /* UTF-8, what is not is shown as ?; NULL: none */
    union {
        parot_plot_clouds clouds;
        parot_plot_plan plan;
        parot_plot_curve curve;
        parot_plot_history history;
        parot_plot_scores scores;
        parot_plot_confusion confusion;
        parot_plot_prior prior;
        parot_plot_precision precision;
        parot_plot_steps steps;
        parot_plot_balance balance;
        int64_t room[32]; /* keeps the size of a panel when members grow */
    } of;                 /* the member that `kind` names */
    int64_t reserved[2];  /* 0 */
} parot_panel;

/* The paper. An SVG of the theme auto is light or dark as its reader prefers (a style sheet in it
 * asks for prefers-color-scheme); PDF and PNG are light then. */
typedef enum parot_theme {
    PAROT_THEME_AUTO = 0,
    PAROT_THEME_LIGHT = 1,
    PAROT_THEME_DARK = 2
} parot_theme;

/* Panels are put side by side, `columns` to a row. Clouds that are not apart and have a cloud in
 * common with another panel are drawn on the axes of that panel. */
typedef struct parot_sheet {
    const parot_panel *panels;
    int64_t count;        /* 1 to 64 */
    int64_t columns;      /* 0: all in one row, or as many as have room in a width that is given */
    double width, height; /* 1/96 inch, 100 to 10000; 0: by the panels and their number. A PNG has
                             two pixels for each */
    const char *title;    /* UTF-8, above all panels; NULL: none */
    parot_theme theme;
    int64_t reserved[3]; /* 0 */
} parot_sheet;

PAROT_API const parot_word *parot_panel_kind_words(void);
PAROT_API const char *parot_panel_kind_name(parot_panel_kind kind);
PAROT_CHECKED parot_status parot_panel_kind_parse(const char *name, parot_panel_kind *kind,
                                                  parot_error *err);

PAROT_API const parot_word *parot_theme_words(void);
PAROT_API const char *parot_theme_name(parot_theme theme);
PAROT_CHECKED parot_status parot_theme_parse(const char *name, parot_theme *theme,
                                             parot_error *err);

/* .svg, .pdf or .png, each also with .gz; "-", pipes and devices without such a name get SVG. An
 * existing file is refused unless `overwrite`. */
PAROT_CHECKED parot_status parot_sheet_write(const char *path, const parot_sheet *sheet,
                                             int overwrite, parot_error *err);

/* The same as an SVG document in memory, without an XML declaration, followed by a newline and
 * released with free(). Pairs of clouds are hidden lines with a <title>, which browsers show. */
PAROT_CHECKED parot_status parot_sheet_svg(const parot_sheet *sheet, char **text, parot_error *err);

#ifdef __cplusplus
}
#endif
#endif /* PAROT_PLOT_H */
