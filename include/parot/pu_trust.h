/* pu_trust.h - positive-unlabeled learning: the prior, and whether the labels can be trusted. */
#ifndef PAROT_PUBLIC_PU_TRUST_H
#define PAROT_PUBLIC_PU_TRUST_H

#include "parot/partial_curve.h"
#include "parot/pu_classify.h"

#ifdef __cplusplus
extern "C" {
#endif

/* ---- What is the prior? ------------------------------------------------- */

/* Estimates from the scores of classifiers that separate positives from unlabeled rows; each row is
 * scored without having been used for training. A best bin is an upper bound in the population,
 * whatever the classifier: the fraction of unlabeled rows above a threshold divided by that of the
 * positives. A plateau is the level that the density ratio of the scores tends to, which may be
 * less than that of any bin where the classes overlap. */
typedef struct parot_pu_range {
    double low, high;
} parot_pu_range;

/* The estimate of the prior, and what speaks for and against it. */
typedef struct parot_pu_prior_result {
    /* Fraction of positives among the unlabeled rows: the median of what plateaus of several shapes
     * and scores and the lowest bin say together; at least one row, and not all of them, so that it
     * can be used as it is. */
    double prior;
    double low, high; /* the 5 % and 95 % points of the same: see docs/theory/pu.md */
    double by_nearest, by_linear, by_rbf; /* best bins */
    double least, most;                   /* of that range and all estimates */
    int is_reliable;   /* `low` and `high` are within 0.15 of `prior`, and a factor of 2 */
    double by_forest;  /* best bin of a random forest */
    double by_plateau; /* the median of plateaus without the bin */
    double by_density; /* density ratio of the mean of all scores (DEDPUL) */
    double upper;      /* the best bin that is known best: of the least upper confidence bound */
    double by_mean;    /* best bin of the mean of the three scores */
    /* Of each estimate, 5 % to 95 %: of bins the standard error, of the density ratio bootstrap. */
    parot_pu_range nearest_range, linear_range, rbf_range, forest_range, mean_range, upper_range,
        plateau_range, density_range;
    int64_t reserved[4]; /* for fields to come */
} parot_pu_prior_result;

/* data->prior is ignored. Any call whose data->prior is NAN asks this first. */
PAROT_CHECKED parot_status parot_pu_prior(const parot_pu_data *data,
                                          const parot_pu_options *options, const parot_run *run,
                                          parot_pu_prior_result *result, parot_error *err);

/* The cost of moving each fraction of the unlabeled rows to the positives, weights 1/n and 1/m, at
 * the scaling and metric of the options. This is for plotting and is not an estimate: where the
 * curve bends, rows begin to be unlike the positives. curve->enter is the fraction at which each
 * row enters; rows that have entered stay, so its order is one ranking for all priors at once.
 * data->prior is ignored. curve is freed by parot_curve_free. */
PAROT_CHECKED parot_status parot_pu_curve(const parot_pu_data *data,
                                          const parot_pu_options *options, const parot_run *run,
                                          parot_curve *curve, parot_error *err);

/* ---- Can it be trusted? ------------------------------------------------- */

/* Whether the positives can be a random sample of all positives, and the prior right. If so, then
 * for every score and threshold, the fraction of unlabeled rows above it is at least `prior` times
 * the fraction of positives above it. *z is the largest violation in standard errors. Above
 * PAROT_PU_BIASED the positives are a biased sample or the prior is too large: see
 * parot_pu_bias_cause; parot_pu_prior says which prior would fit. Then neither spies nor estimates
 * of accuracy mean anything. */
enum { PAROT_PU_BIASED = 3 };

/* The test for bias: see PAROT_PU_BIASED. */
PAROT_CHECKED parot_status parot_pu_bias(const parot_pu_data *data, const parot_pu_options *options,
                                         const parot_run *run, double *z, parot_error *err);

/* Why prior and positives do not fit together. */
typedef enum parot_pu_cause {
    PAROT_PU_CAUSE_NEITHER = 0, /* they do: z <= PAROT_PU_BIASED */
    /* The prior is too large: rows that it calls positive beyond `by_border` lie on the other side
     * of a border that stays where it is, and with `by_border` as the prior all fits. A choice that
     * left out a whole kind of positives, far from the others, looks just the same. */
    PAROT_PU_CAUSE_PRIOR = 1,
    /* The choice is biased: more rows lie on the side of the positives than positives chosen at
     * random could stand for. */
    PAROT_PU_CAUSE_CHOICE = 2,
    PAROT_PU_CAUSE_EITHER = 3 /* the data do not tell */
} parot_pu_cause;

PAROT_API const parot_word *parot_pu_cause_words(void);
PAROT_API const char *parot_pu_cause_name(parot_pu_cause cause);
PAROT_CHECKED parot_status parot_pu_cause_parse(const char *name, parot_pu_cause *cause,
                                                parot_error *err);

/* What tells a biased choice from a wrong prior: a ridge separates the positives from the rows that
 * the prior leaves, and again from the rows on the other side of its border, until these stay; from
 * two starts. See
 * docs/theory/pu.md for the rule, its assumption and its errors. All but z and cause are NAN if the
 * cause is neither. */
typedef struct parot_pu_bias_result {
    double z; /* that of parot_pu_bias */
    parot_pu_cause cause;
    int32_t rounds; /* fits of the ridge */
    /* Fraction of the rows that are positive by a border: the least of those it ends with. */
    double by_border;
    double by_border_error; /* its standard error */
    double most_by_border;  /* the largest of all borders */
    double border_z;        /* z if by_border were the prior */
    int64_t reserved[4];    /* for fields to come */
} parot_pu_bias_result;

/* Asks what the cause of such a bias is. */
PAROT_CHECKED parot_status parot_pu_bias_cause(const parot_pu_data *data,
                                               const parot_pu_options *options,
                                               const parot_run *run, parot_pu_bias_result *result,
                                               parot_error *err);

/* Checks the plan behind labels from the tables alone: states the transport again and asks
 * parot_certify, which shares no code with the solver. Where rows move whole, the plan may cost
 * more than one that may split them: check->excess says by how much at most. For options with
 * parot_pu_is_transport; data->prior is ignored, the rows labelled +1 tell it. PAROT_ESTOPPED if
 * `run` stops it: `check` is as it was. */
PAROT_CHECKED parot_status parot_pu_certify(const parot_pu_data *data,
                                            const parot_pu_options *options,
                                            const parot_pu_result *result, const parot_run *run,
                                            parot_check *check, parot_error *err);

/* How many positives does the method find, if the truth is not known? In each of five folds a fifth
 * of the known positives are hidden among the unlabeled rows, as "spies", and the method runs
 * again. At most one row in ten is a spy, so that with many positives not all of them are. */
typedef struct parot_pu_spies_result {
    int64_t folds, spies; /* how many were hidden in all */
    double recall;        /* fraction of the spies that at most k unlabeled rows rank before, k as
                           * many as are labelled +1 */
    double recall_error;  /* its standard error as that of a sample, and of the rows as another */
    double accuracy;      /* that this recall predicts: 1 - 2 prior (1 - recall) */
    /* The range of parot_pu_prior; and that of the accuracy that the recall predicts for priors in
     * it and a recall within 1.64 standard errors. */
    double prior_low, prior_high, accuracy_low, accuracy_high;
    double precision;    /* prior recall / fraction of rows labelled +1 */
    double auc;          /* of spies against unlabeled rows, corrected for positives among them;
                          * NAN when all of them are */
    double lee_liu;      /* recall^2 / fraction of rows labelled +1; to compare methods */
    int64_t reserved[4]; /* for fields to come */
} parot_pu_spies_result;

/* Hides positives among the unlabeled rows, labels these, and counts those that are found. */
PAROT_CHECKED parot_status parot_pu_spies(const parot_pu_data *data,
                                          const parot_pu_options *options, const parot_run *run,
                                          parot_pu_spies_result *result, parot_error *err);

/* What speaks against labels: bits of parot_pu_trust.doubts. */
typedef enum parot_pu_doubt {
    /* bias > PAROT_PU_BIASED: the prior is too large, or the positives are a biased choice; the
     * cause says which, if the data do. */
    PAROT_PU_DOUBT_FIT = 1,
    /* The prior lies outside of what the data allow by more than estimates miss. */
    PAROT_PU_DOUBT_PRIOR_SMALL = 2,
    PAROT_PU_DOUBT_PRIOR_LARGE = 4,
    PAROT_PU_DOUBT_RECALL = 8,   /* random labels find as many hidden positives */
    PAROT_PU_DOUBT_ACCURACY = 16 /* below that of labelling all rows alike */
} parot_pu_doubt;

/* The test for bias and, unless it fails, the spies. */
typedef struct parot_pu_trust {
    int32_t doubts; /* of what there was time for */
    int32_t has_bias, has_spies, has_prior;
    double bias; /* z of parot_pu_bias */
    parot_pu_spies_result spies;
    parot_pu_prior_result prior; /* if bias > PAROT_PU_BIASED: the prior that would fit */
    double chance;               /* part of the rows labelled +1: recall of random labels */
    double alike;                /* accuracy of labelling all rows alike, if the prior is right */
    /* Of parot_pu_bias_cause, if bias > PAROT_PU_BIASED and has_cause. */
    int32_t has_cause;
    parot_pu_cause cause;
    double by_border, border_z;
    int64_t reserved[1]; /* for fields to come */
} parot_pu_trust;

/* Whether `result`, labels of these data and options, can be trusted. A limit or an interrupted run
 * returns its status, and what was found out before; the has_ fields tell. */
PAROT_CHECKED parot_status parot_pu_check(const parot_pu_data *data,
                                          const parot_pu_options *options,
                                          const parot_pu_result *result, const parot_run *run,
                                          parot_pu_trust *trust, parot_error *err);

/* Spies choose between mined and ridge with each kernel. Scaling, metric and noise are those of
 * the options, whose method and kernel are ignored. */
enum {
    PAROT_PU_MOST_CANDIDATES = 16
}; /* room for them; parot_pu_tune_result.count says how many */

/* A method that was tried. */
typedef struct parot_pu_candidate {
    parot_pu_method method;
    parot_pu_kernel kernel;
    double recall; /* fraction of the spies that were labelled +1; NAN: there was no time to try */
    double score, error; /* recall + AUC against rows labelled -1 / 2, and its standard error */
    double lead;         /* score - that of the first candidate */
    double lead_error;   /* its standard error; paired, because the spies are the same */
    int64_t reserved[2]; /* for fields to come */
} parot_pu_candidate;

/* The methods that were tried, and the one to take. */
typedef struct parot_pu_tune_result {
    double bias;    /* z of parot_pu_bias; above PAROT_PU_BIASED nothing was tried */
    int64_t spies;  /* 0: nothing was tried */
    int32_t chosen; /* the best of those that lead by more than 2 lead_error; else the first */
    int32_t count;  /* candidates */
    double seconds;
    /* mined with PAROT_PU_KERNEL_RBF comes first */
    parot_pu_candidate candidates[PAROT_PU_MOST_CANDIDATES];
    int64_t reserved[4]; /* for fields to come */
} parot_pu_tune_result;

/* run->time_limit is the budget: candidates that do not fit in it are not compared; that is not a
 * failure. */
PAROT_CHECKED parot_status parot_pu_tune(const parot_pu_data *data, const parot_pu_options *options,
                                         const parot_run *run, parot_pu_tune_result *result,
                                         parot_error *err);

#ifdef __cplusplus
}
#endif
#endif /* PAROT_PUBLIC_PU_TRUST_H */
