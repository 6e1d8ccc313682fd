/* pu_classify.h - positive-unlabeled learning: labels for the unlabeled rows, and for new ones. */
#ifndef PAROT_PUBLIC_PU_CLASSIFY_H
#define PAROT_PUBLIC_PU_CLASSIFY_H

#include "parot/gromov_wasserstein.h"
#include "parot/partial_points.h"
#include "parot/scale.h"

#ifdef __cplusplus
extern "C" {
#endif

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

/* Two tables: rows to be labelled, and rows that are known to be positive. */
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

/* How rows are labelled. */
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

/* The method and its settings; those of PAROT_AUTO and NAN are chosen by the kind of data. */
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

/* Labels, scores and ranks of the unlabeled rows, and the transport that they come from. */
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

/* Labels the unlabeled rows. */
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

/* The tables as parot_pu_classify scales them. */
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

/* The problem of partial transport that the labels come from. */
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

#ifdef __cplusplus
}
#endif
#endif /* PAROT_PUBLIC_PU_CLASSIFY_H */
