/* certify.h - the parts of the certificate. */
#ifndef PAROT_PARTIAL_CERTIFY_H
#define PAROT_PARTIAL_CERTIFY_H

#include "base/arena.h"
#include "base/wide_sum.h"
#include "partial/problem.h"

/* A sum of numbers >= 0: high + low, and at most `slip` more. */
struct total {
    double high, low, slip;
};

/* The rows or the columns. */
struct side {
    const double *weights; /* NULL: 1 / count each, the fraction and not the double next to it */
    int64_t count;
    struct total *moved; /* what the plan moves: T 1 or T' 1, entries below 0 left out */
    struct wide_sum sum; /* of the weights */
};

/* v_j + C_ij at its least in a row: exactly sum + error. */
struct least {
    double sum, error;
};

struct audit_clouds;

/* A problem, a claimed answer, and what has been found out about them. */
struct audit {
    struct control *control;
    const parot_problem *problem;
    struct audit_clouds *clouds; /* points that have the costs; NULL: the problem's matrix has */
    int has_products;            /* ... which may be below 0 */
    const parot_plan *plan;
    const parot_dual *dual;
    double lambda; /* the result's, or the price that was asked for; 0 beside `prices` */
    int has_price; /* min <C,T> - lambda 1' T 1 without a mass */
    const parot_prices *prices; /* min <C,T> - <a, T 1> - <b, T' 1>, up to a constant; NULL: none */
    struct side rows, cols;
    double *v;                   /* m prices >= -b; INFINITY where a column can carry nothing */
    struct least *least;         /* n: what v makes of the costs */
    struct offer *offers;        /* n, scratch */
    struct wide_sum mass, moved; /* that the plan should have, and that it has */
    struct wide_sum cost, scale; /* <C,T>, <|C|,T>; with prices <C - a - b,T>, <|C|+|a|+|b|,T> */
    struct wide_sum minus_fixed; /* -<a,p> - <b,q>: less what the objective has beside `cost` */
    struct wide_sum missed;      /* mass by which constraints are missed, summed */
    double worst_mass;           /* the largest of the missed masses */
    double cap;                  /* no row and no column carries more */
    int is_nonsense;             /* NaN or infinite where only numbers prove something */
};

/* <u,p> + <v,q>; what uniform weights contribute still has to be divided by their count. */
struct payment {
    struct wide_sum given, rows, cols;
    struct wide_sum beyond; /* for what the plan moves beyond the weights */
};

/* What it costs to leave row i, or column j, unmatched: a_i and b_j; lambda and 0 without such
 * prices. u_i >= 0 and v_j >= 0 are counted from their negatives: u_i = U_i - a_i. */
static inline double audit_row_price(const struct audit *audit, int64_t i)
{
    return audit->prices ? source_price(audit->prices, i) : audit->lambda;
}

static inline double audit_col_price(const struct audit *audit, int64_t j)
{
    return audit->prices ? target_price(audit->prices, j) : 0;
}

/* By how much node i carries more than its weight, rounded up; 0 if it does not. */
double side_excess(const struct side *side, int64_t i);

/* The weight as a double, for comparisons. */
double side_weight(const struct side *side, int64_t i);

/* The weights that the plan does not reach: node i has none and is not used. */
int side_is_idle(const struct side *side, int64_t i);

void audit_plan(struct audit *audit);

/* C_ij */
double audit_cloud_cost(const struct audit_clouds *clouds, int64_t i, int64_t j);
static inline double audit_cost(const struct audit *audit, int64_t i, int64_t j)
{
    parot_matrix cost = audit->problem->cost;
    return audit->clouds ? audit_cloud_cost(audit->clouds, i, j) : cost.data[i * cost.stride + j];
}

/* Fills `least` from v and the points. */
parot_status audit_cloud_least(struct audit *audit, parot_error *err);

/* Takes the answer, after checks; `price` is NULL if the problem has a mass. */
parot_status audit_take(struct audit *audit, const double *price, const parot_result *result,
                        parot_error *err);

/* Are there a plan with entries inside the problem, and prices? Of the problem the size counts. */
parot_status audit_check_result(const parot_problem *problem, const parot_result *result,
                                parot_error *err);

/* The whole of it, for an answer that has been taken. */
parot_status audit_certify(struct audit *audit, const parot_run *run, parot_check *check,
                           parot_error *err);

/* Are the stated prices numbers that can be computed with? */
int audit_has_prices(const struct audit *audit);

/* Before row i of a pass over the costs: PAROT_OK, or PAROT_ESTOPPED and a message. */
parot_status audit_poll(struct audit *audit, int64_t i, parot_error *err);

/* The one pass over the costs. Fills v with the stated prices, where they are positive raised by
 * `guard` times |lambda| + v_j, and `least`. Refuses costs that are not numbers. */
parot_status audit_costs(struct audit *audit, double guard, parot_error *err);

/* What v, or the least u that v and lambda allow, adds to a payment. */
void pay_columns(const struct audit *audit, struct payment *payment);
void pay_rows(const struct audit *audit, double lambda, struct payment *payment);

/* The lambda for which v proves most; of several the least. */
struct offer {
    double sum, weight;
};
double audit_best_lambda(struct audit *audit);

/* The prices as they are stated: what they pay, and <p, by how much u must be raised> with the same
 * for q and v. */
double pay_stated(const struct audit *audit, struct payment *payment);

/* Does the cut prove that the mass cannot move? `marks` are n + m zeros. */
parot_status audit_cut(struct audit *audit, const parot_cut *cut, uint8_t *marks, int *is_proof,
                       parot_error *err);

#endif
