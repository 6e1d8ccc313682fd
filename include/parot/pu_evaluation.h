/* pu_evaluation.h - positive-unlabeled learning: probabilities, cuts and criteria without
 * negatives, what depends on the prior, what single columns tell, and labels beside the truth. */
#ifndef PAROT_PUBLIC_PU_EVALUATION_H
#define PAROT_PUBLIC_PU_EVALUATION_H

#include "parot/pu_trust.h"

#ifdef __cplusplus
extern "C" {
#endif

/* How probable it is that a row is positive, and what labelling the first ranks would find. Known
 * positives are hidden among the unlabeled rows as parot_pu_spies does; where they rank tells where
 * the positives among those rows do. It holds as far as the positives are a random choice of all
 * positives and the prior is right: see parot_pu_bias. */
typedef struct parot_pu_calibration {
    int64_t count, spies; /* unlabeled rows, hidden positives */
    double prior;
    double *probability; /* of each unlabeled row; a later rank never has a larger one */
    /* If the rows of rank 1..r are labelled +1, entry r - 1 has the fraction of the positives that
     * is found, and the fraction of the rows that is rightly labelled. Ranges hold 90 % of the
     * chance; those of the precision are for priors between `low` and `high` of
     * parot_pu_prior.
     */
    double *recall, *recall_low, *recall_high;
    double *precision, *precision_low, *precision_high;
    void *owner; /* private */
    /* As many hidden positives of equal weight have means of the same error: fewer than `spies` if
     * propensities differ. */
    double effective;
    double prior_low, prior_high; /* that ranges allow: those of parot_pu_prior, and `prior` */
    int64_t reserved[1];          /* for fields to come */
} parot_pu_calibration;

/* `result`: labels of these data and options. Needs five positives. PAROT_ESTOPPED if `run` stops
 * it. */
PAROT_CHECKED parot_status parot_pu_calibrate(const parot_pu_data *data,
                                              const parot_pu_options *options,
                                              const parot_pu_result *result, const parot_run *run,
                                              parot_pu_calibration *calibration, parot_error *err);
PAROT_API void parot_pu_calibration_free(parot_pu_calibration *calibration);

/* parot_pu_check and parot_pu_calibrate with the same hidden positives, which takes the time of
 * one of them. `estimate`: what parot_pu_prior said of these data and options; NULL: it is asked.
 * The calibration is made also where trust->doubts has PAROT_PU_DOUBT_FIT; then it means little.
 * Where the time was up it is as it was. NULL: it is not wanted. */
PAROT_CHECKED parot_status parot_pu_inspect(const parot_pu_data *data,
                                            const parot_pu_options *options,
                                            const parot_pu_result *result,
                                            const parot_pu_prior_result *estimate,
                                            const parot_run *run, parot_pu_trust *trust,
                                            parot_pu_calibration *calibration, parot_error *err);

/* The fewest of the first ranks that hold the fraction `recall` of the positives, and are at least
 * one; all of them if it is above 1. */
PAROT_API int64_t parot_pu_recall_rows(const parot_pu_calibration *calibration, double recall);

/* What the hidden positives of a calibration say of labelling the rows of rank 1..rows +1: criteria
 * that need no negatives. Errors are standard errors, for a prior that is right. */
typedef struct parot_pu_criteria_result {
    int64_t rows;
    double recall, recall_error;
    double precision;                /* prior recall / fraction of rows labelled +1, at most 1 */
    double accuracy, accuracy_error; /* 1 - that fraction - prior + 2 prior recall */
    double f1;                       /* 2 prior recall / (prior + that fraction) */
    double lee_liu;                  /* recall^2 / that fraction; 0 if there are none */
    /* Fraction of the pairs of a hidden positive and an unlabeled row in which the positive ranks
     * first; and the AUC against negatives that follows, (proxy_auc - prior / 2) / (1 - prior),
     * within [0, 1]. */
    double proxy_auc, proxy_auc_error;
    double auc, auc_error;
    /* For priors between prior_low and prior_high of the calibration, and 1.64 standard errors. */
    double accuracy_low, accuracy_high, auc_low, auc_high;
    int64_t reserved[4]; /* for fields to come */
} parot_pu_criteria_result;

/* How good it is to label the `rows` rows of the highest rank. */
PAROT_CHECKED parot_status parot_pu_criteria(const parot_pu_calibration *calibration, int64_t rows,
                                             parot_pu_criteria_result *result, parot_error *err);

/* Labels the rows of rank 1..rows +1 instead, such as parot_pu_cutoff's: positives, label and score
 * change, so that 0.5 is the new border. Ranks, shares, matches and the plan are as they were, so
 * that parot_pu_certify must come before. */
PAROT_CHECKED parot_status parot_pu_relabel(parot_pu_result *result, int64_t rows,
                                            parot_error *err);

/* How many of the first ranks to label +1, so that the expected cost is least, if a wrong +1 costs
 * false_positive and a wrong -1 costs false_negative (0 or more, not both 0): those of a
 * probability of at least false_positive / (false_positive + false_negative). */
PAROT_API int64_t parot_pu_cutoff(const parot_pu_calibration *calibration, double false_positive,
                                  double false_negative);

/* How labels depend on the prior: what they would be at both ends of its range. */
typedef struct parot_pu_sensitivity_result {
    int64_t count;                         /* unlabeled rows */
    double low, high;                      /* the priors */
    int64_t low_positives, high_positives; /* rows that are labelled +1 there */
    int64_t low_changed, high_changed;     /* rows that are labelled otherwise than in the result */
    int64_t changed;                       /* at either end */
    int8_t *is_firm;                       /* of each row: 1 if it keeps its label at both */
    int32_t
        is_relabelled; /* 1: the method ran again; 0: the prior only moves a border along ranks */
    int32_t padding;
    void *owner;         /* private */
    int64_t reserved[4]; /* for fields to come */
} parot_pu_sensitivity_result;

/* `result`: labels of these data and options. A `low` or `high` of NAN is that of parot_pu_prior.
 * For nearest, for ridge and forest without rounds, and for wasserstein with lasso the ranks
 * tell; other methods run twice more. One row at least is labelled +1, and one -1.
 * PAROT_ESTOPPED if `run` stops it. */
PAROT_CHECKED parot_status parot_pu_sensitivity(const parot_pu_data *data,
                                                const parot_pu_options *options,
                                                const parot_pu_result *result, double low,
                                                double high, const parot_run *run,
                                                parot_pu_sensitivity_result *sensitivity,
                                                parot_error *err);
PAROT_API void parot_pu_sensitivity_free(parot_pu_sensitivity_result *sensitivity);

/* Columns that tell more than they should: bits of parot_pu_column.leaks. */
typedef enum parot_pu_leak {
    /* Values that the known positives have are so rare among the unlabeled rows that these could
     * not hold the prior's fraction of positives: the column tells the tables apart, the positives
     * are a biased choice, or the prior is far too large. */
    PAROT_PU_LEAK_APART = 1,
    /* All known positives have one value, which less than half of the unlabeled rows have, although
     * the column has more than two values: they may have been chosen by it. */
    PAROT_PU_LEAK_CONSTANT = 2,
    PAROT_PU_LEAK_NUMBERED = 4 /* whole numbers that count rows, as an id does */
} parot_pu_leak;

PAROT_API const parot_word *parot_pu_leak_words(void);
PAROT_API const char *parot_pu_leak_name(parot_pu_leak leak);
PAROT_CHECKED parot_status parot_pu_leak_parse(const char *name, parot_pu_leak *leak,
                                               parot_error *err);

/* What a column says by itself. An AUC is the fraction of pairs of a row of the first group and one
 * of the second in which the first has the larger value; equal values are half. A z is its distance
 * from 0.5 in standard errors (Mann and Whitney), NAN for groups without rows. */
typedef struct parot_pu_column {
    double separation;           /* AUC of rows labelled +1 against those labelled -1 */
    double shift, shift_z;       /* AUC of rows labelled +1 against known positives */
    double contrast, contrast_z; /* AUC of known positives against unlabeled rows */
    /* The median of known positives, of rows labelled +1 and of the others; of columns with two
     * values, and where these are all the same, the mean. */
    double known, found, rest;
    /* The values, from `low` to `high`, that speak most for PAROT_PU_LEAK_APART: which fractions of
     * the known positives and of the unlabeled rows have them, and by how many standard errors the
     * latter is less than prior times the former. NAN, 0: no values do. */
    double low, high, known_inside, unlabeled_inside, leak_z;
    int32_t leaks; /* of parot_pu_leak */
    int32_t padding;
    int64_t reserved[2]; /* for fields to come */
} parot_pu_column;

/* A finding for each column. */
typedef struct parot_pu_columns_result {
    int64_t count;
    parot_pu_column *column;
    /* If nothing differed, no |z| of all columns would exceed this in 95 of 100 tables
     * (Bonferroni).
     */
    double z;
    int64_t leaks, shifts; /* columns with a leak, and with a shift: see parot_pu_is_shifted */
    int64_t rows; /* of both tables that were looked at: evenly chosen ones of large tables */
    void *owner;  /* private */
    int64_t reserved[4]; /* for fields to come */
} parot_pu_columns_result;

/* Each column by itself: which ones separate the labels, where rows labelled +1 differ from the
 * known positives, and which ones may give away what the labels should find out. `result`: labels
 * of these data. Takes the time of sorting the columns. PAROT_ESTOPPED if `run` stops it. */
PAROT_CHECKED parot_status parot_pu_columns(const parot_pu_data *data,
                                            const parot_pu_result *result, const parot_run *run,
                                            parot_pu_columns_result *columns, parot_error *err);
PAROT_API void parot_pu_columns_free(parot_pu_columns_result *columns);

/* Whether rows labelled +1 differ from the known positives in a column: |shift_z| > z, and shift
 * differs from 0.5 by 0.1 or more. */
PAROT_API int parot_pu_is_shifted(const parot_pu_columns_result *columns, int64_t column);

/* With the truth, > 0 for positive rows; NAN where there is nothing to divide by. */
typedef struct parot_pu_metrics {
    double accuracy, precision, recall, f1, auc;
    double majority;     /* accuracy of giving all rows the more frequent label */
    double random_k;     /* of labelling as many rows at random; on average */
    double worst_k;      /* of labelling as many rows in the worst possible way */
    int64_t reserved[4]; /* for fields to come */
} parot_pu_metrics;

/* Compares labels with the truth: truth[i] > 0 if row i is positive. */
PAROT_CHECKED parot_status parot_pu_evaluate(const parot_pu_result *result, const int8_t *truth,
                                             parot_pu_metrics *metrics, parot_error *err);

#ifdef __cplusplus
}
#endif
#endif /* PAROT_PUBLIC_PU_EVALUATION_H */
