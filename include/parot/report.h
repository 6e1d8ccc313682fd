/* report.h - one HTML file with the question, the answer and the reasons to trust it.
 *
 * The file needs no network and no other file; it can be read in light and dark mode, on paper and
 * on a phone. Without JavaScript the first rows of a table are there; with it, all of them, to sort
 * and to search. A report grows from top to bottom: every call below adds something at its end.
 * Texts are plain UTF-8, whatever they hold. The rules of parot.h for statuses and errors apply
 * here too.
 */
#ifndef PAROT_REPORT_H
#define PAROT_REPORT_H

#include "parot/io.h"
#include "parot/plot.h"
#include "parot/tasks.h"

#ifdef __cplusplus
extern "C" {
#endif

/* A report that is being written. */
typedef struct parot_report parot_report;

/* `summary` is the answer in a sentence or two. */
PAROT_CHECKED parot_status parot_report_open(const char *title, const char *summary,
                                             parot_report **report, parot_error *err);
PAROT_API void parot_report_close(parot_report *report);

/* A heading, a paragraph, a paragraph in a box. */
PAROT_CHECKED parot_status parot_report_section(parot_report *report, const char *heading,
                                                parot_error *err);
PAROT_CHECKED parot_status parot_report_text(parot_report *report, const char *text,
                                             parot_error *err);
PAROT_CHECKED parot_status parot_report_warning(parot_report *report, const char *text,
                                                parot_error *err);

/* "prior" "0.3, given"; facts that follow each other make a list. */
PAROT_CHECKED parot_status parot_report_fact(parot_report *report, const char *name,
                                             const char *value, parot_error *err);

/* Text to copy, such as a command. */
PAROT_CHECKED parot_status parot_report_code(parot_report *report, const char *text,
                                             parot_error *err);

/* An SVG document; `caption` says in words what it shows. */
PAROT_CHECKED parot_status parot_report_figure(parot_report *report, const char *svg,
                                               const char *caption, parot_error *err);

/* ---- Tables ------------------------------------------------------------- */

/* A column of a table: numbers or texts. */
typedef struct parot_report_column {
    const char *name;
    const char *help;        /* a sentence; NULL: none */
    const double *number;    /* one of both; NAN is an empty cell */
    const char *const *text; /* NULL is an empty cell */
    int32_t digits;          /* significant ones; 0: six */
    int64_t reserved[2];     /* 0 */
} parot_report_column;

/* Rows in the order in which they are read without JavaScript: the most interesting first. */
typedef struct parot_report_rows {
    int64_t rows;
    int32_t cols;
    const parot_report_column *columns;
    int64_t reserved[2]; /* 0 */
} parot_report_rows;

/* A table that readers can sort. */
PAROT_CHECKED parot_status parot_report_table(parot_report *report, const parot_report_rows *table,
                                              parot_error *err);

/* Writes the file, whole or not at all; an existing one is refused unless `overwrite`. */
PAROT_CHECKED parot_status parot_report_write(const parot_report *report, const char *path,
                                              int overwrite, parot_error *err);

/* ---- Results in words, pictures and whole reports ------------------------ */

/* A result, and what is known of where it comes from. From this the library makes the summary that
 * the command prints, its pictures, and a report; the same input makes the same bytes, whoever
 * asks. Everything is borrowed until the call returns. */

/* What a summary is about. */
typedef enum parot_summary_kind {
    PAROT_SUMMARY_KIND_PARTIAL = 0,
    PAROT_SUMMARY_KIND_GROMOV = 1,
    PAROT_SUMMARY_KIND_REGISTER = 2,
    PAROT_SUMMARY_KIND_DRIFT = 3,
    PAROT_SUMMARY_KIND_PU = 4,
    PAROT_SUMMARY_KIND_CURVE = 5,
    PAROT_SUMMARY_KIND_PRIOR = 6,
    PAROT_SUMMARY_KIND_CERTIFICATE = 7,
    PAROT_SUMMARY_KIND_MOVE = 8,
    PAROT_SUMMARY_KIND_LABEL = 9,
    PAROT_SUMMARY_KIND_JUDGE = 10,
    PAROT_SUMMARY_KIND_MATCH = 11
} parot_summary_kind;

/* One of the two tables or clouds. */
typedef struct parot_summary_side {
    const char *name;           /* such as the file's; NULL: none */
    parot_matrix points;        /* as they were read; data NULL: not known, and not drawn */
    const char *const *columns; /* names of the columns; NULL: none */
    const int64_t *row;         /* the number of each row in its file; NULL: 0, 1, ... */
    const char *const *id;      /* of each row of the file, at `row`; NULL: rows have numbers */
    int64_t reserved[4];        /* 0 */
} parot_summary_side;

/* Of parot_partial, of parot_partial_lagrange at a price, or of parot_partial_prices. */
typedef struct parot_summary_partial {
    const parot_problem *problem; /* weights; and costs of the pairs, unless their data is NULL */
    const parot_result *result;
    const parot_check *check;   /* of parot_certify; NULL: it was not asked */
    const double *price;        /* NULL: a mass was asked for, or prices of points */
    const char *metric;         /* of the points; NULL: not known */
    const parot_prices *prices; /* of points; NULL: there are none */
    int64_t reserved[3];        /* 0 */
} parot_summary_partial;

/* Of parot_gromov. */
typedef struct parot_summary_gromov {
    const parot_gromov_problem *problem; /* alpha, loss and weights */
    const parot_gromov_result *result;
    const char *metric;       /* of the points, or of graphs, which have none; NULL: not known */
    int32_t whole_rows;       /* options.whole_rows */
    int32_t without_matrices; /* 1: by parot_gromov_points */
    int64_t reserved[4];      /* 0 */
} parot_summary_gromov;

/* The sides are the clouds as they were read; they may have been scaled before. */
typedef struct parot_summary_register {
    const parot_register_options *options;
    const parot_register_result *result;
    const parot_check *check;     /* of parot_register_certify; NULL: it was not asked */
    int32_t is_proved;            /* by parot_register_is_proved */
    int32_t is_alignment;         /* 1: of parot_align, which calls the overlap its mass */
    const double *moved;          /* the source after the transform, in the units of the files */
    const double *distance;       /* of parot_register_distances; NULL: not known */
    const char *scale;            /* that columns were scaled by; NULL: none, and no map below */
    const double *linear, *shift; /* of parot_register_unscale */
    int64_t reserved[4];          /* 0 */
} parot_summary_register;

/* The source is today's table, the target the reference. */
typedef struct parot_summary_drift {
    const parot_drift_options *options;
    const parot_drift_result *result;
    int64_t reserved[4]; /* 0 */
} parot_summary_drift;

/* The row that is to be labelled at that place, from 1; -1: there are fewer new rows. */
PAROT_API int64_t parot_drift_row(const parot_drift_result *result, int64_t place);

/* The source are the unlabeled rows, the target the positives. All but the first two may be NULL:
 * then it is not known. */
typedef struct parot_summary_pu {
    const parot_pu_options *options;
    const parot_pu_result *result;
    const char *method;                    /* its name, if it is not that of the options */
    int32_t is_auto;                       /* the method was left to parot */
    int32_t is_prior_auto;                 /* the prior was estimated, if `estimate` is NULL */
    double prior_of_all;                   /* that was given for all rows together; 0: none was */
    const parot_pu_prior_result *estimate; /* of the prior, which was not given */
    const parot_curve *curve;              /* of parot_pu_curve, if that estimate is not reliable */
    const parot_pu_tune_result *tune;
    double tune_budget; /* in seconds */
    const parot_pu_trust *trust;
    const char *trust_stop;       /* why parot_pu_check ended early */
    const parot_check *check;     /* of parot_pu_certify */
    const int8_t *truth;          /* of the unlabeled rows, > 0 for positive */
    const double *ridge_accuracy; /* of the method ridge, with that truth */
    const parot_pu_calibration *calibration;
    /* What a wrong +1 and a wrong -1 cost, if parot_pu_relabel made the labels that cost least;
     * both 0: it did not. */
    double false_positive, false_negative;
    const parot_pu_columns_result *columns;
    const parot_pu_sensitivity_result *sensitivity;
    int64_t reserved[3]; /* 0 */
} parot_summary_pu;

/* Of parot_partial_curve. */
typedef struct parot_summary_curve {
    const parot_problem *problem; /* weights, and the size of the costs, whose data may be NULL */
    const parot_curve *curve;
    const char *metric; /* of the points; NULL: not known */
    const double *at;   /* at_count masses to tell of, instead of the whole curve */
    int64_t at_count;
    /* Masses that were solved one by one, in place of `curve` and `at`. NULL: there are none. */
    const parot_mass_costs *costs;
    int64_t reserved[3]; /* 0 */
} parot_summary_curve;

/* The source are the unlabeled rows, the target the positives; of both only the rows are used. */
typedef struct parot_summary_prior {
    const parot_pu_prior_result *estimate;
    const parot_curve *curve; /* of parot_pu_curve; NULL: not known */
    int32_t with_elbow;       /* tell of it; else the curve serves a warning alone */
    int32_t of_all;           /* ranges are fractions of all rows, positives included */
    int64_t reserved[4];      /* 0 */
} parot_summary_prior;

/* A result that comes from elsewhere, such as the file `name`, and what is proved of it. */
typedef struct parot_summary_certificate {
    const char *name;
    const parot_problem *problem; /* its mass; the rest is not used */
    const parot_result *result;
    const parot_check *check;
    const parot_claims *claims; /* not used if is_gromov */
    const double *price;        /* NULL: a mass was asked for, or prices of points */
    const parot_prices *prices; /* of points; NULL: there are none */
    double tolerance;
    int32_t is_proved;   /* parot_is_proved, and the claims hold */
    int32_t is_gromov;   /* of parot_gromov, whose prices prove nothing */
    int64_t reserved[4]; /* 0 */
} parot_summary_certificate;

/* Of parot_explain_move; the sides name rows. */
typedef struct parot_summary_move {
    const parot_move *move;
    double enters;       /* of parot_explain_entry; NAN: not known */
    int64_t reserved[4]; /* 0 */
} parot_summary_move;

/* Of parot_explain_label, and what the labels say of the row. The source are the unlabeled rows,
 * the target the positives. */
typedef struct parot_summary_label {
    const parot_label_reasons *reasons;
    parot_pu_method method; /* that labelled the rows */
    const char *name;       /* of the labels, such as their file; NULL: none */
    const char *id;         /* of the row, as the labels have it */
    const char *neighbour;  /* id of the row on the other side of the border between labels */
    int64_t row;            /* of the source */
    int64_t count;          /* rows with labels */
    double rank, score;     /* of the row */
    int32_t is_positive;
    int64_t reserved[4]; /* 0 */
} parot_summary_label;

/* Of parot_judge or parot_judge_points. */
typedef struct parot_summary_judge {
    const parot_plan *plan;
    const parot_judgement *judgement;
    parot_status status;        /* of the call */
    double tolerance;           /* that it was judged by */
    const double *p, *q;        /* weights, as in parot_problem */
    const char *metric;         /* of the points; NULL: not known */
    const parot_prices *prices; /* of points, that it was compared at; NULL: those of one mass */
    int32_t base;               /* that rows, columns and entries count from: 0 or 1 */
    int32_t padding;            /* 0 */
    int64_t reserved[2];        /* 0 */
} parot_summary_judge;

/* Of parot_match. The source is x, the target y. */
typedef struct parot_summary_match {
    const parot_match_problem *problem;
    const parot_match_options *options;
    const parot_match_result *result;
    const parot_match_check *check; /* of parot_match_certify; NULL: it was not asked */
    const char *const *covariates;  /* names of result->covariates columns; NULL: none */
    const char *const *limited;     /* names of the columns with calipers; NULL: none */
    int64_t reserved[2];            /* 0 */
} parot_summary_match;

/* A result of any kind. */
typedef struct parot_summary {
    parot_summary_kind kind;
    parot_summary_side source, target;
    union {
        parot_summary_partial partial;
        parot_summary_gromov gromov;
        parot_summary_register registered;
        parot_summary_drift drift;
        parot_summary_pu pu;
        parot_summary_curve curve;
        parot_summary_prior prior;
        parot_summary_certificate certificate;
        parot_summary_move move;
        parot_summary_label label;
        parot_summary_judge judge;
        parot_summary_match match;
        int64_t room[40]; /* keeps the size when members grow */
    } of;                 /* the member that `kind` names */
    const parot_run *run; /* of which seed and threads are used; NULL: the defaults */
    /* That made the result, to run it again; sentences then name options as a command line does.
     * NULL: none. */
    const char *command;
    const char *const *files; /* that it was made from, for their SHA-256; "-" is left out */
    int64_t file_count;
    const parot_notes *remarks; /* more sentences that deserve attention; NULL: none */
    int64_t reserved[8];        /* 0 */
} parot_summary;

/* What deserves attention: the remarks, and what speaks against the result. */
PAROT_CHECKED parot_status parot_summary_warnings(const parot_summary *summary,
                                                  parot_notes *warnings, parot_error *err);

/* The summary in words, in lines of a terminal's width; released with free(). */
PAROT_CHECKED parot_status parot_summary_text(const parot_summary *summary, char **text,
                                              parot_error *err);

/* Its pictures. Tables of more than two columns are drawn scaled, as they were compared: raw ones
 * hide behind the column with the largest numbers. */
enum { PAROT_MOST_PANELS = 4 };
typedef struct parot_panels {
    int64_t count;
    const char *scale;                    /* that clouds were scaled by; NULL: none */
    parot_panel panel[PAROT_MOST_PANELS]; /* borrow from the summary, and from `owner` */
    void *owner;                          /* private */
    int64_t reserved[4];                  /* for fields to come */
} parot_panels;
PAROT_CHECKED parot_status parot_summary_panels(const parot_summary *summary, parot_panels *panels,
                                                parot_error *err);
PAROT_API void parot_panels_free(parot_panels *panels);

/* One HTML file with all of that, and with every pair or row. */
PAROT_CHECKED parot_status parot_summary_report(const parot_summary *summary, const char *path,
                                                int overwrite, parot_error *err);

/* Why an estimate that is not reliable is not, given the curve of parot_pu_curve, which may be
 * NULL; `prefix` of options in it: "--" for a command line, or "". */
PAROT_API const char *parot_prior_doubt(const parot_pu_prior_result *estimate,
                                        const parot_curve *curve, const char *prefix,
                                        char text[PAROT_NOTE_SIZE]);

/* "costs at most 2e-17 more than the optimum (1e-16 relative), feasible to 0": numbers are rounded
 * up, so that they hold as they are printed. */
enum { PAROT_CHECK_WORDS = 160 };
PAROT_API const char *parot_check_words(const parot_check *check, char text[PAROT_CHECK_WORDS]);

/* One of its numbers in few characters: "0", "2e-17", "inf". */
PAROT_API const char *parot_check_number(double violation, char text[32]);

#ifdef __cplusplus
}
#endif
#endif /* PAROT_REPORT_H */
