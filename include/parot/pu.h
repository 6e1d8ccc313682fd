/* pu.h - positive-unlabeled learning: which unlabeled rows are like the positives?
 *
 * Two tables with the same columns: rows known to be positive, and rows of which a known fraction,
 * the prior, is positive. Only PAROT_PU_METHOD_GROMOV accepts tables whose columns have nothing in
 * common. The rules of parot.h for statuses, ownership and _free apply here too.
 *
 * Results do not depend on the order of rows, nor on the number of threads: every tie is broken by
 * a number computed from the row's contents and run->seed. Only rows that are exact copies of each
 * other are distinguished by their position.
 */
#ifndef PAROT_PU_H
#define PAROT_PU_H

#include "parot/parot.h"

#ifdef __cplusplus
extern "C" {
#endif

enum { PAROT_AUTO = -1 }; /* for scale and metric: choose by the kind of data */

/* How each column is scaled, fitted on the unlabeled and the positive rows together. Columns that
 * are constant there are left out, except with PAROT_SCALE_NONE. */
typedef enum parot_scale {
    PAROT_SCALE_NONE = 0,
    PAROT_SCALE_MINMAX = 1, /* to [0, 1] */
    PAROT_SCALE_ZSCORE = 2, /* mean 0, standard deviation 1 */
    PAROT_SCALE_ROBUST = 3, /* median 0, distance of the quartiles 1 */
    PAROT_SCALE_RANK = 4,   /* average rank, to (0, 1] */
    PAROT_SCALE_LOG = 5     /* sign(x) log(1 + |x|), then to [0, 1] */
} parot_scale;

PAROT_API const parot_word *parot_scale_words(void);
PAROT_API const char *parot_scale_name(parot_scale scale);
PAROT_CHECKED parot_status parot_scale_parse(const char *name, parot_scale *scale,
                                             parot_error *err);

/* Two tables with the same columns scaled as one, row by row without gaps into arrays of their
 * sizes, which may be the tables themselves. `scale` is a parot_scale or PAROT_AUTO, which chooses
 * by the kind of data as parot_pu does. Constant columns become 0, except with PAROT_SCALE_NONE.
 * `other` may have 0 rows. */
PAROT_CHECKED parot_status parot_scale_tables(int32_t scale, parot_matrix first, parot_matrix other,
                                              double *first_scaled, double *other_scaled,
                                              parot_error *err);

/* What parot_scale_tables does to each column: x becomes (x - centre) * factor, factor > 0, with
 * arrays of first.cols numbers. PAROT_SCALE_RANK and PAROT_SCALE_LOG are not of that form and are
 * refused, also when PAROT_AUTO chooses them. */
PAROT_CHECKED parot_status parot_scale_fit(int32_t scale, parot_matrix first, parot_matrix other,
                                           double *centre, double *factor, parot_error *err);

/* to: scaled.rows x scaled.cols numbers, scaled / factor + centre, which may be the table itself.
 */
PAROT_CHECKED parot_status parot_scale_undo(const double *centre, const double *factor,
                                            parot_matrix scaled, double *to, parot_error *err);

/* Decides what PAROT_AUTO and a noise of NAN mean. PAROT_PU_KIND_ANY detects it: all columns have
 * two values, or at least 150 columns share one range as pixels do, or neither.
 * PAROT_PU_KIND_DOMAINS must be set explicitly. */
typedef enum parot_pu_kind {
    PAROT_PU_KIND_ANY = 0,
    PAROT_PU_KIND_BINARY = 1, /* min-max, city block, noise = prior */
    PAROT_PU_KIND_IMAGE = 2,  /* ranks, cosine, noise = prior */
    PAROT_PU_KIND_TABLE = 3,  /* ranks, city block, noise = prior / 2 */
    /* The tables come from two different domains. Each is already standardised with all that is
     * known of its domain, not only with the positives: no scaling, cosine, noise 0. */
    PAROT_PU_KIND_DOMAINS = 4
} parot_pu_kind;

PAROT_API const parot_word *parot_pu_kind_words(void);
PAROT_API const char *parot_pu_kind_name(parot_pu_kind kind);
PAROT_CHECKED parot_status parot_pu_kind_parse(const char *name, parot_pu_kind *kind,
                                               parot_error *err);

/* ---- Labels ------------------------------------------------------------- */

typedef struct parot_pu_data {
    parot_matrix unlabeled, positive; /* the same columns unless options.is_apart; at most 1e300 */
    double prior; /* fraction of positives in `unlabeled`, in (0, 1); NAN: parot_pu_prior's */
    /* With which probability each positive was chosen, in (0, 1]: positive.rows of them. A positive
     * then counts in proportion to 1 / propensity, so that those at hand stand for all. Only their
     * ratios matter. NULL: all the same. For wasserstein (without lasso), mined, learned, ridge,
     * forest, ensemble, upu, nnpu and pusb; refused by other methods. */
    const double *propensity;
    int64_t reserved[3]; /* 0 */
} parot_pu_data;

/* Positives of equal weight that tell as much: (sum w)^2 / sum w^2, w = 1 / propensity (Kish,
 * 1965); the number of positives if there are no propensities. */
PAROT_API double parot_pu_effective(const parot_pu_data *data);

/* k, the rows labelled +1: prior * rows, rounded to the nearest, halves up. Here and nowhere else a
 * prior becomes a number of rows. */
PAROT_API int64_t parot_pu_rows(double prior, int64_t rows);

/* The fraction of positives among all rows, n unlabeled ones and m known positives, and back:
 * (m + prior n) / (m + n) = of_all. Back, it is 0 or less if the known positives alone are more. */
PAROT_API double parot_pu_prior_to_all(double prior, int64_t unlabeled, int64_t positives);
PAROT_API double parot_pu_prior_from_all(double of_all, int64_t unlabeled, int64_t positives);

typedef enum parot_pu_method {
    PAROT_PU_METHOD_WASSERSTEIN = 0, /* the rows that partial transport moves to the positives */
    PAROT_PU_METHOD_GROMOV = 1,   /* ... that can move while distances between rows stay the same */
    PAROT_PU_METHOD_FUSED = 2,    /* a mixture of both: see options.fused_alpha */
    PAROT_PU_METHOD_MATCHING = 3, /* whole rows to positives that take a whole number each */
    PAROT_PU_METHOD_MINED = 4,    /* a classifier against rows that most likely are negative */
    PAROT_PU_METHOD_RIDGE = 5,    /* kernel ridge of the positives against all rows: no transport */
    PAROT_PU_METHOD_NEAREST = 6,  /* distance to the nearest positives */
    PAROT_PU_METHOD_UPU = 7,      /* unbiased PU risk; labels by sign, not by number */
    PAROT_PU_METHOD_NNPU = 8,     /* non-negative PU risk; labels by sign, not by number */
    PAROT_PU_METHOD_PUSB = 9,     /* the unbiased risk ranks the rows */
    PAROT_PU_METHOD_FOREST = 10,  /* random forest of the positives against all rows */
    PAROT_PU_METHOD_ENSEMBLE = 11, /* the mean of the ranks by forest and ridge */
    PAROT_PU_METHOD_LEARNED = 12   /* transport whose cost learns from what it left behind */
} parot_pu_method;

PAROT_API const parot_word *parot_pu_method_words(void);
PAROT_API const char *parot_pu_method_name(parot_pu_method method);
PAROT_CHECKED parot_status parot_pu_method_parse(const char *name, parot_pu_method *method,
                                                 parot_error *err);

/* Rows must move all of their weight or none; the cheapest plan may split some. */
typedef enum parot_pu_whole_rows {
    PAROT_PU_WHOLE_ROWS_EXACT =
        0, /* the cheapest all-or-nothing plan that a bounded search finds */
    PAROT_PU_WHOLE_ROWS_CONCAVE =
        1, /* the rows of which the largest fractions move, moved at the least cost */
    PAROT_PU_WHOLE_ROWS_NONE = 2, /* leaves the plan as it is; rows with the largest moved fractions
                                     are labelled positive */
    /* For study: equation (7) of the paper with a large eta. Its penalty is least when every row
     * that moves is spread evenly over all positives, so that the rows of smallest mean distance
     * move. There is no plan in the result. */
    PAROT_PU_WHOLE_ROWS_LASSO = 3
} parot_pu_whole_rows;

PAROT_API const parot_word *parot_pu_whole_rows_words(void);
PAROT_API const char *parot_pu_whole_rows_name(parot_pu_whole_rows whole_rows);
PAROT_CHECKED parot_status parot_pu_whole_rows_parse(const char *name,
                                                     parot_pu_whole_rows *whole_rows,
                                                     parot_error *err);

/* What separates the positives from rows that transport does not move, in mined and learned. */
typedef enum parot_pu_classifier {
    PAROT_PU_CLASSIFIER_RIDGE = 0,   /* kernel ridge regression: all columns count the same */
    PAROT_PU_CLASSIFIER_FOREST = 1,  /* random forest: finds out which columns count */
    PAROT_PU_CLASSIFIER_ENSEMBLE = 2 /* the mean of the ranks by both */
} parot_pu_classifier;

PAROT_API const parot_word *parot_pu_classifier_words(void);
PAROT_API const char *parot_pu_classifier_name(parot_pu_classifier classifier);
PAROT_CHECKED parot_status parot_pu_classifier_parse(const char *name,
                                                     parot_pu_classifier *classifier,
                                                     parot_error *err);

/* For the ridge of mined, ridge and ensemble; gamma = 1 / (columns * variance). */
typedef enum parot_pu_kernel {
    PAROT_PU_KERNEL_RBF = 0,    /* exp(-gamma |x - z|^2): any border */
    PAROT_PU_KERNEL_LINEAR = 1, /* gamma <x, z>: a plane, for many columns that add up */
    PAROT_PU_KERNEL_BOTH = 2    /* the mean of the two: a plane with dents */
} parot_pu_kernel;

PAROT_API const parot_word *parot_pu_kernel_words(void);
PAROT_API const char *parot_pu_kernel_name(parot_pu_kernel kernel);
PAROT_CHECKED parot_status parot_pu_kernel_parse(const char *name, parot_pu_kernel *kernel,
                                                 parot_error *err);

typedef struct parot_pu_options {
    size_t struct_size; /* set by parot_pu_options_init, lets the struct grow */
    parot_pu_method method;
    parot_pu_kind kind;
    int32_t scale;  /* a parot_scale, or PAROT_AUTO */
    int32_t metric; /* a parot_metric, or PAROT_AUTO */
    /* alpha >= 0, or NAN for that of the kind: with weights p_i = 1/n of the unlabeled rows and q_j
     * = (prior + noise) / m of the positives, the fraction noise / (prior + noise) of the positives
     * can stay unmatched. */
    double noise;
    parot_pu_whole_rows whole_rows; /* for wasserstein, gromov and fused; the last two do not
                                       support PAROT_PU_WHOLE_ROWS_LASSO */
    int32_t neighbours;             /* for PAROT_PU_METHOD_NEAREST: 1 or more, 1 by default */
    parot_pu_kernel kernel;
    /* After scaling, this many principal components of both tables together replace the columns; 0,
     * the default: keep the columns. */
    int32_t pca;
    /* For PAROT_PU_METHOD_FUSED, in [0, 1]: (1 - fused_alpha) f <C,T> + fused_alpha J(T), where f
     * makes both terms equal at the plan of least <C,T>. 0 is wasserstein, 1 is gromov; 0.5 by
     * default.
     */
    double fused_alpha;
    /* For PAROT_PU_METHOD_GROMOV: 1 if the columns of the two tables mean different things. Then
     * each table is scaled by itself, distances are normalised (see raw_distances), and no row of
     * one is compared with a row of the other. Tables with different numbers of columns are always
     * treated this way. */
    int32_t is_apart;
    int32_t
        restarts; /* for gromov and fused: random starts in addition to the others; 0 by default */
    /* For PAROT_PU_METHOD_GROMOV: 1 if both tables are square matrices of distances, such as those
     * of parot_graph_distances, in the same unit. They are apart, and not scaled; the kind is
     * domains unless one is set, and the prior must be given. */
    int64_t has_distances;
    /* For mined and learned: a parot_pu_classifier, or PAROT_AUTO: ensemble if the kind is table
     * and there are 50 positives and 50 rows to be left behind; else ridge. Columns of tables count
     * unequally; pixels count alike, and a forest would tell domains apart. */
    int32_t classifier;
    /* For mined, ridge, forest and ensemble: the classifier is fitted again up to this many times,
     * with the rows that it labelled -1 as its negatives. For learned: transport is solved again up
     * to this many times, with the costs that the classifier of the last labels tells. Fewer if the
     * labels stay the same. PAROT_AUTO, the default: 10 for learned, else 0. */
    int32_t rounds;
    int32_t trees; /* of a forest, 200 by default; more: steadier values, as much more time */
    int32_t leaf;  /* rows that a leaf of a tree has at least, 5 by default */
    /* For PAROT_PU_METHOD_GROMOV of tables that are apart: 1 compares distances as they are. By
     * default, 0, the distances among the positives are multiplied by parot_pu_distance_ratio, so
     * that units do not matter. Distances that are given (has_distances) stay as they are. */
    int64_t raw_distances;
} parot_pu_options;

PAROT_API void parot_pu_options_init_sized(parot_pu_options *options, size_t struct_size);
static inline void parot_pu_options_init(parot_pu_options *options)
{
    parot_pu_options_init_sized(options, sizeof *options);
}

/* Replaces PAROT_AUTO in `classifier` and `rounds` by what it means for the method. The classifier
 * of mined and learned stays as it is: the data decide, and the result tells. Every function does
 * so itself; this is for those who tell what will be used. */
PAROT_API void parot_pu_options_settle(parot_pu_options *options);

/* One plan of learned. */
typedef struct parot_pu_step {
    double objective;    /* its cost, tolls included */
    double excess;       /* it costs at most this much more than the optimum: parot_certify's */
    int64_t changed;     /* rows that it labels +1 and the plan before it did not */
    int64_t reserved[1]; /* for fields to come */
} parot_pu_step;

/* One of the starts of gromov and fused. */
typedef struct parot_pu_trial {
    parot_trial trial;
    double
        differs; /* fraction of the rows that it labels differently from the result; NAN: no time */
    int64_t reserved[1]; /* for fields to come */
} parot_pu_trial;

typedef struct parot_pu_result {
    int64_t count;     /* unlabeled rows */
    int64_t positives; /* rows labelled +1: prior * count, rounded (not with UPU and NNPU) */
    double prior;      /* that of the data, or the estimate; NAN: rows were judged one by one */
    int8_t *label;     /* +1 or -1 */
    /* In [0, 1], larger is more positive. Rows labelled +1 have 0.5 or more, the others 0.5 or
     * less; 0.75 and 0.25 are at the median distance from the border. */
    double *score;
    double *share;  /* fraction of the row that moved; 1 or 0 for methods that move nothing */
    int32_t *rank;  /* 1: the most positive row; a later rank has no larger score */
    int32_t *match; /* the positive that got most of the row; -1: none did */
    /* Its distance; NAN: no match. Where rows of the two tables have no distance, what one more
     * unit between the two would add to the objective. */
    double *match_cost;
    parot_pu_kind kind; /* and the settings that were used */
    parot_scale scale;
    parot_metric metric;
    double noise;
    int64_t dropped; /* constant columns that were left out */
    /* Rows that the classifier of mined, ridge, forest and ensemble was fitted on, a random sample
     * if there are more than 6000 to choose from (fitted_of) and it has a ridge; 0 for others. */
    int64_t fitted, fitted_of;
    /* The plan from `unlabeled` to `positive`, and the duals of the problem in which rows may
     * split; objective - bound is how far the plan can be from the optimum. Empty when nothing
     * moves. With gromov and fused the plan is stationary, the best of several starts; its bound is
     * a trivial one, and its duals are those of the problem linearised there. */
    parot_result transport;
    int64_t trials;        /* starts of gromov and fused; 0 for other methods */
    parot_pu_trial *trial; /* trials of them */
    /* The start that won: the one of least objective; but where rows can be compared across tables,
     * the plan of wasserstein (PAROT_START_PARTIAL) unless another is lower by more than a tenth.
     */
    int64_t best;
    /* The start that makes the labels doubtful: of those within a tenth of the least objective and
     * with other labels in more than a twentieth of the rows, the one of least objective. -1: none.
     */
    int64_t rival;
    parot_status status;
    void *owner;     /* private */
    int64_t rounds;  /* how often the classifier was fitted again: see options.rounds */
    int64_t changed; /* labels that the last of them changed; 0: the labels stay, or no rounds */
    /* How much each column of the tables contributes to telling positives from negatives, in
     * forests: 0 or more, and the sum is 1 (or all are 0). Measured on rows that a tree does not
     * know. NULL without a forest, and with principal components. */
    double *importance;
    int64_t importances; /* columns; 0 where importance is NULL */
    /* Of learned, else 0 and NULL: its plans, the first of them plain transport; and what each
     * unlabeled row pays beside its distance in the last one, so that the costs of `transport` are
     * distance + toll. */
    int64_t steps;
    parot_pu_step *step;
    double *toll; /* count of them */
    /* The parot_pu_classifier that was fitted, also where PAROT_AUTO chose it; PAROT_AUTO: none. */
    int32_t classifier;
    /* Of an ensemble: how much the ranks by its forest count, in (0, 1); those by its ridge count
     * the rest. The one that tells positives from unlabeled rows better counts more. 0: no
     * ensemble. */
    float forest_part;
} parot_pu_result;

PAROT_CHECKED parot_status parot_pu_classify(const parot_pu_data *data,
                                             const parot_pu_options *options, const parot_run *run,
                                             parot_pu_result *result, parot_error *err);
PAROT_API void parot_pu_result_free(parot_pu_result *result);

/* An estimate of the bytes that labelling takes, from the sizes of the tables alone. Tables that
 * need more than parot_memory_free are refused with PAROT_ENOMEM before the work begins, by
 * parot_pu_classify and all that ask it, unless run->alloc is set; parot_pu_memory_check asks that
 * question by itself. */
PAROT_API double parot_pu_memory(const parot_pu_data *data, const parot_pu_options *options);
PAROT_CHECKED parot_status parot_pu_memory_check(const parot_pu_data *data,
                                                 const parot_pu_options *options, parot_error *err);

/* The tables as the methods see them: constant columns left out, the others scaled. Partial
 * transport with weights 1/n and (k/n + noise)/m, k = prior n rounded, and mass k/n between them is
 * what PAROT_PU_METHOD_WASSERSTEIN begins with. */
typedef struct parot_pu_scaled {
    int64_t cols;                 /* kept */
    double *unlabeled, *positive; /* n x cols and m x cols */
    parot_pu_kind kind;           /* and the settings that were used */
    parot_scale scale;
    parot_metric metric;
    double noise;
    void *owner;         /* private */
    int64_t reserved[4]; /* for fields to come */
} parot_pu_scaled;

PAROT_CHECKED parot_status parot_pu_scale(const parot_pu_data *data,
                                          const parot_pu_options *options, const parot_run *run,
                                          parot_pu_scaled *scaled, parot_error *err);
PAROT_API void parot_pu_scaled_free(parot_pu_scaled *scaled);

/* Whether the labels come from one problem of partial transport, of which a plan and prices can be
 * checked: 1 for mined, for learned (its last), and for wasserstein but with lasso. NULL: the
 * defaults. */
PAROT_API int parot_pu_is_transport(const parot_pu_options *options);

/* That problem, from the unlabeled rows to the positives as the caller lists them: weights
 * p_i = 1/n and q_j = (k/n + noise)/m, at most k/n, mass k/n, with k = prior n rounded; with
 * data->propensity, q_j are in proportion to its inverses, with the same mean. The costs
 * are distances: those of learned are made by parot_pu_transport_charge. */
typedef struct parot_pu_transport {
    /* Its arrays belong to this struct. cost.data is NULL where there are so many pairs that
     * `clouds` is to be solved instead: as run->costs or else parot_points_pay says. */
    parot_problem problem;
    parot_pu_kind kind; /* and the settings that were used */
    parot_scale scale;
    parot_metric metric;
    double noise;
    void *owner;                        /* private */
    const parot_points_problem *clouds; /* the same problem by its scaled rows */
    double *private_cost;               /* private */
    int64_t reserved[2];                /* for fields to come */
} parot_pu_transport;

PAROT_CHECKED parot_status parot_pu_transport_open(const parot_pu_data *data,
                                                   const parot_pu_options *options,
                                                   const parot_run *run,
                                                   parot_pu_transport *transport, parot_error *err);
/* Adds toll[i] to the costs of row i. Both come from the same tables: `toll` from a result of
 * learned, whose transport it becomes. PAROT_EINVAL if there is no matrix of costs. */
PAROT_CHECKED parot_status parot_pu_transport_charge(parot_pu_transport *transport,
                                                     const double *toll, parot_error *err);
PAROT_API void parot_pu_transport_free(parot_pu_transport *transport);

/* The column of largest variance over both tables, and its share of the sum of all variances, which
 * is its share of the squared distances between rows that are not scaled. data->prior is not
 * used. */
PAROT_CHECKED parot_status parot_pu_widest(const parot_pu_data *data, int64_t *column, double *part,
                                           parot_error *err);

/* How the scales of two tables that are apart compare: the typical distance among the unlabeled
 * rows over that among the positives, with the scaling and metric of the options. Typical is the
 * median over rows of the mean distance to k - 1 nearest others, k = prior n rounded, or to all
 * other positives: what the rows that should match have around them. 1 if either is 0. With a ratio
 * beyond PAROT_PU_UNLIKE_DISTANCES or its inverse, raw distances say more about units than about
 * shapes. The prior must be given. */
#define PAROT_PU_UNLIKE_DISTANCES 3.0
PAROT_CHECKED parot_status parot_pu_distance_ratio(const parot_pu_data *data,
                                                   const parot_pu_options *options,
                                                   const parot_run *run, double *ratio,
                                                   parot_error *err);

/* How many unlabeled rows are exact copies of positives, in time and memory that grow with the rows
 * and not with their pairs. data->prior is ignored. */
PAROT_CHECKED parot_status parot_pu_copies(const parot_pu_data *data, const parot_run *run,
                                           int64_t *copies, parot_error *err);

/* ---- New rows ----------------------------------------------------------- */

/* What parot_pu_train learned, as a list of numbers that any file of numbers can keep: scaling,
 * settings, the positives with their prices, the rows of a ridge with their coefficients, trees. It
 * holds its version and its check sum; parot_pu_predict refuses what it does not understand. */
typedef struct parot_pu_model {
    int64_t count;
    double *data;
    void *owner; /* private; NULL: the numbers belong to the caller */
} parot_pu_model;

/* Whether the method learns something that labels new rows: 0 for learned, gromov, fused, matching,
 * upu, nnpu, pusb, wasserstein with lasso, and nearest with more than one neighbour. */
PAROT_API int parot_pu_is_trainable(const parot_pu_options *options);

/* Like parot_pu_classify, and also fills the model, for options that are trainable. `result` may be
 * NULL. */
PAROT_CHECKED parot_status parot_pu_train(const parot_pu_data *data,
                                          const parot_pu_options *options, const parot_run *run,
                                          parot_pu_model *model, parot_pu_result *result,
                                          parot_error *err);
PAROT_API void parot_pu_model_free(parot_pu_model *model);

/* Labels rows with the columns that the model was trained on. Each row is judged by itself, by the
 * border found in training; a row that is an exact copy of an unlabeled row of the training has its
 * label and score (the larger score, if copies had different labels). With a prior other than NAN,
 * the rows are a batch of which that fraction is labelled +1. There is no transport in the result;
 * its share is 1 or 0. */
PAROT_CHECKED parot_status parot_pu_predict(const parot_pu_model *model, parot_matrix rows,
                                            double prior, const parot_run *run,
                                            parot_pu_result *result, parot_error *err);

/* An estimate of the bytes that it takes for that many rows, whose data may be NULL. */
PAROT_API double parot_pu_predict_memory(const parot_pu_model *model, parot_matrix rows);

/* ---- What is the prior? ------------------------------------------------- */

/* Estimates from the scores of classifiers that separate positives from unlabeled rows; each row is
 * scored without having been used for training. A best bin is an upper bound in the population,
 * whatever the classifier: the fraction of unlabeled rows above a threshold divided by that of the
 * positives. A plateau is the level that the density ratio of the scores tends to, which may be
 * less than that of any bin where the classes overlap. */
typedef struct parot_pu_range {
    double low, high;
} parot_pu_range;

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

typedef struct parot_pu_candidate {
    parot_pu_method method;
    parot_pu_kernel kernel;
    double recall; /* fraction of the spies that were labelled +1; NAN: there was no time to try */
    double score, error; /* recall + AUC against rows labelled -1 / 2, and its standard error */
    double lead;         /* score - that of the first candidate */
    double lead_error;   /* its standard error; paired, because the spies are the same */
    int64_t reserved[2]; /* for fields to come */
} parot_pu_candidate;

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

PAROT_CHECKED parot_status parot_pu_evaluate(const parot_pu_result *result, const int8_t *truth,
                                             parot_pu_metrics *metrics, parot_error *err);

#ifdef __cplusplus
}
#endif
#endif /* PAROT_PU_H */
