/* match.h - pairs of rows of two tables: treated to controls, cells to cells, within a caliper.
 *
 * Pairs beyond the caliper do not exist. Of those that do, as many as possible are made, and among
 * all choices of so many pairs the cheapest; or those are made that are worth a price. Nothing is
 * paired first and dropped afterwards. The rules of parot.h for statuses, ownership and _free apply
 * here too.
 */
#ifndef PAROT_PUBLIC_MATCH_H
#define PAROT_PUBLIC_MATCH_H

#include "parot/scale.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Which choice of pairs is the best. */
typedef enum parot_match_order {
    PAROT_MATCH_ORDER_MOST = 0, /* as many pairs as possible, and of these choices the cheapest */
    PAROT_MATCH_ORDER_PRICE = 1 /* the least sum of costs, where a pair not made costs the price */
} parot_match_order;

PAROT_API const parot_word *parot_match_order_words(void);
PAROT_API const char *parot_match_order_name(parot_match_order order);
PAROT_CHECKED parot_status parot_match_order_parse(const char *name, parot_match_order *order,
                                                   parot_error *err);

/* How far two rows are apart: a parot_metric, by the same values, or one more. */
typedef enum parot_match_metric {
    PAROT_MATCH_METRIC_SQEUCLIDEAN = 0,
    PAROT_MATCH_METRIC_EUCLIDEAN = 1,
    PAROT_MATCH_METRIC_CITYBLOCK = 2,
    PAROT_MATCH_METRIC_COSINE = 3,
    PAROT_MATCH_METRIC_CHEBYSHEV = 4,
    PAROT_MATCH_METRIC_CORRELATION = 5,
    /* The root of (x - y)' S^-1 (x - y), S the covariance within the tables, pooled. Directions in
     * which no row differs from others of its table do not count. */
    PAROT_MATCH_METRIC_MAHALANOBIS = 100
} parot_match_metric;

PAROT_API const parot_word *parot_match_metric_words(void);
PAROT_API const char *parot_match_metric_name(parot_match_metric metric);
PAROT_CHECKED parot_status parot_match_metric_parse(const char *name, parot_match_metric *metric,
                                                    parot_error *err);

/* Why a row has no partner. */
typedef enum parot_match_reason {
    PAROT_MATCH_REASON_MATCHED = 0,  /* it has one */
    PAROT_MATCH_REASON_FAR = 1,      /* the nearest row is beyond the caliper */
    PAROT_MATCH_REASON_COLUMN = 2,   /* the nearest row is beyond the caliper of a column */
    PAROT_MATCH_REASON_NOBODY = 3,   /* no row of the other table is in its stratum */
    PAROT_MATCH_REASON_TAKEN = 4,    /* its candidates have other partners: those pairs are more, or
                                        as many and cheaper */
    PAROT_MATCH_REASON_PRICE = 5,    /* its cheapest candidate costs the price or more */
    PAROT_MATCH_REASON_CAPACITY = 6, /* it may have none */
    PAROT_MATCH_REASON_FORBIDDEN = 7 /* the cost matrix has no number for it */
} parot_match_reason;

PAROT_API const parot_word *parot_match_reason_words(void);
PAROT_API const char *parot_match_reason_name(parot_match_reason reason);
PAROT_CHECKED parot_status parot_match_reason_parse(const char *name, parot_match_reason *reason,
                                                    parot_error *err);

/* What is to be paired: the rows of two tables, or the rows and columns of a cost matrix. Begin
 * with = {0}. */
typedef struct parot_match_problem {
    parot_matrix x, y; /* n x d and m x d, finite; data NULL: `cost` counts */
    parot_matrix cost; /* n x m; INFINITY and NAN: the pair does not exist */
    /* Only rows of equal numbers are paired; n and m numbers, or NULL: all rows are. */
    const int32_t *x_stratum, *y_stratum;
    /* How many partners a row may have, 0 or more; n and m numbers. NULL: options.ratio for x, 1
     * for y. A pair is made at most once, so more than the other table has rows mean that many. */
    const int32_t *x_capacity, *y_capacity;
    /* Columns with a caliper of their own: n x g and m x g numbers, finite, and g widths. Rows that
     * differ by more in one of them are not paired. g = 0: none. */
    parot_matrix x_limited, y_limited;
    const double *column_caliper;
    /* Columns of the balance table, n x k and m x k, finite; data NULL: x and y. */
    parot_matrix x_covariates, y_covariates;
    int64_t reserved[8]; /* 0 */
} parot_match_problem;

/* Which pairs exist, and how many each row may have. */
typedef struct parot_match_options {
    size_t struct_size; /* set by parot_match_options_init, lets the struct grow */
    int32_t order;      /* a parot_match_order */
    int32_t metric;     /* a parot_match_metric; PAROT_MATCH_METRIC_EUCLIDEAN */
    int32_t scale;      /* a parot_scale, fitted on both tables; PAROT_SCALE_NONE */
    int32_t ratio;      /* partners that a row of x may have; 1 */
    double caliper;     /* pairs that cost more do not exist; INFINITY */
    double price;       /* of PAROT_MATCH_ORDER_PRICE, finite: a pair is made only if it saves */
} parot_match_options;

PAROT_API void parot_match_options_init_sized(parot_match_options *options, size_t struct_size);
static inline void parot_match_options_init(parot_match_options *options)
{
    parot_match_options_init_sized(options, sizeof *options);
}

/* A column of the tables, before and after. Afterwards a row of x that has partners weighs 1, and
 * each of its k partners 1 / k. */
typedef struct parot_match_balance {
    double mean_x, mean_y;
    /* (mean_x - mean_y) / s, s^2 the mean of the two variances before; 0 if the means are equal,
     * NAN if nothing else can be said. */
    double difference;
    double variance_ratio; /* of x to y; NAN: that of y is 0, or there are fewer than two rows */
} parot_match_balance;

/* What is known of the rows of one table, `count` numbers each. */
typedef struct parot_match_side {
    int64_t count;
    int64_t matched;      /* rows with a partner */
    int32_t *partners;    /* how many it has */
    int32_t *candidates;  /* pairs that exist */
    int32_t *reason;      /* a parot_match_reason */
    int32_t *nearest;     /* of rows without a partner: the row that costs least, if it were not
                             for calipers; -1: there is none */
    double *nearest_cost; /* INFINITY: there is none */
    int32_t *limited;     /* of PAROT_MATCH_REASON_COLUMN: the column, from 0; else -1 */
    double *limited_by;   /* and how far the nearest is apart in it; else NAN */
    int8_t *is_short;     /* see parot_match_certify */
    double *price;        /* u or v */
    int64_t reserved[4];  /* for fields to come */
} parot_match_side;

/* The pairs, what became of each row, and prices that prove it. */
typedef struct parot_match_result {
    int64_t pairs;
    int32_t *row, *col; /* ascending */
    double *cost;
    double objective; /* their sum */
    double bound;     /* no choice of as many pairs (with a price: of pairs at that price) has a
                         lower sum, up to rounding */
    parot_match_side x, y;
    int64_t
        candidates; /* pairs that exist; -1: all of a table so large that they were not listed */
    int64_t strata; /* in which both tables have rows */
    int64_t covariates;
    parot_match_balance *before, *after; /* covariates each */
    parot_match_order order;
    int64_t capacity_most; /* pairs that the capacities alone would allow */
    parot_status status;
    void *owner;            /* private */
    double caliper, price;  /* that were asked for; INFINITY: none */
    int64_t limits;         /* columns with a caliper of their own */
    double *column_caliper; /* limits */
    int64_t reserved[4];    /* for fields to come */
} parot_match_result;

/* Why a row of x (is_target 0) or of y has no partner: "nearest at 0.31, beyond the caliper 0.25".
 * "" if it has one. `limited` are the names of the columns with calipers; NULL: they have numbers.
 */
enum { PAROT_MATCH_WHY = 256 };
PAROT_API const char *parot_match_why(const parot_match_result *result, int is_target, int64_t row,
                                      const char *const *limited, char text[PAROT_MATCH_WHY]);

/* Finds the pairs, exactly. Tables with calipers are searched without a matrix; without any caliper
 * all pairs are listed up to 16 million, beyond that parot_partial_points is asked. The sum of
 * costs depends neither on the order of rows nor on the number of threads; the pairs do not either,
 * except for rows that are exact copies, whatever their capacities, and, of a cost matrix, choices
 * that cost the same. A limit returns pairs that may be made but are not the best; PAROT_ESTOPPED
 * before the candidates are known. */
PAROT_CHECKED parot_status parot_match(const parot_match_problem *problem,
                                       const parot_match_options *options, const parot_run *run,
                                       parot_match_result *result, parot_error *err);
PAROT_API void parot_match_result_free(parot_match_result *result);

/* An estimate of the bytes that this takes with about so many candidates, from the sizes alone:
 * data may be NULL. */
PAROT_API double parot_match_memory(const parot_match_problem *problem, double candidates);

/* What a result proves about itself. */
typedef struct parot_match_check {
    int64_t most;       /* no choice has more pairs; with a price as many as there are */
    double bound;       /* no choice of so many pairs costs less; with a price: no choice at all */
    double excess;      /* by how much the pairs can be above that, rounded up */
    double relative;    /* ... relative to the sum of |costs|; with a price, of |price| + |cost| */
    int64_t faults;     /* pairs that do not exist, are made twice, state another cost, or exceed a
                           capacity; one more if the objective is not their sum */
    int64_t candidates; /* counted anew; -1: not counted */
    int64_t reserved[6];
} parot_match_check;

/* Checks a result from the tables alone. Pairs that exist are found by a grid, of which the solver
 * knows nothing, and costs are computed again. The proof: call rows and columns short or not. A
 * choice cannot have more pairs than the capacities of rows that are not short, those of short
 * columns, and the pairs from short rows to columns that are not. If there are as many pairs, every
 * largest choice fills those capacities, has all of the last pairs and none from rows that are not
 * short to short columns. So if the prices u_i of short rows and v_j of columns that are not short
 * are at most 0,
 *
 *   sum_i capacity_i u_i + sum_j capacity_j v_j + sum_ij min(0, c_ij - u_i - v_j)
 *
 * over pairs of a row and a column that are both short or both not, with c_ij - u_i - v_j of the
 * pairs that all have, is a bound. With a price nothing is short, u_i is at most the price, and the
 * bound has, beside the costs, the price of all capacity of rows that is not used. Sums are exact.
 * PAROT_ESTOPPED if `run` stops it: `check` is as it was. */
PAROT_CHECKED parot_status parot_match_certify(const parot_match_problem *problem,
                                               const parot_match_options *options,
                                               const parot_match_result *result,
                                               const parot_run *run, parot_match_check *check,
                                               parot_error *err);

/* Whether there are no faults, no choice has more pairs, and `relative` is at most the tolerance.
 */
PAROT_API int parot_match_is_proved(const parot_match_result *result,
                                    const parot_match_check *check, double tolerance);

#ifdef __cplusplus
}
#endif
#endif /* PAROT_PUBLIC_MATCH_H */
