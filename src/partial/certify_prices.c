/* certify_prices.c - what the prices v and lambda prove about every plan.
 *
 * Given v >= 0 and lambda, the least u that makes lambda - u_i - v_j <= C_ij for all j is
 *
 *   u_i = max(0, lambda - min_j (v_j + C_ij)),
 *
 * whatever u the result states: its u cannot make the bound better, nor wrong. v_j + C_ij is
 * rounded to nearest, which keeps the order, so that the minimum is found among doubles; only where
 * several are equal do the exact sums decide, v + c = sum + error (Knuth). Then u_i is exactly
 * lambda - sum - error, three doubles, and what is paid for it is summed without rounding.
 *
 * With prices for each point, lambda is a_i in row i, and v_j >= -b_j: U_i = u_i + a_i and
 * V_j = v_j + b_j are what is paid for, beside the constant <a,p> + <b,q>.
 */
#include <float.h>
#include <math.h>
#include <stdlib.h>

#include "base/simd.h"
#include "partial/certify.h"
#include "partial/problem.h"

enum {
    LANES = 32,  /* fewer are not vectorised by gcc 12, which unrolls them */
    BLOCK = 256, /* costs at a time, at least; a row has at most so many blocks: */
    BLOCKS = 64
};

/* Rows that add up to the mass to within this share of it do so in exact arithmetic, or nearly. */
static const double SAME_MASS = 1e-13;

struct look {
    double least;      /* min_j (v_j + c_j) */
    double magnitudes; /* sum_j |c_j|: not finite if some cost is not */
};

/* Lanes become vector registers. */
SIMD_CLONES static struct look look_at(const double *restrict v, const double *restrict c,
                                       int64_t count)
{
    double least[LANES], sum[LANES] = {0};
    struct look all = {INFINITY, 0};
    int64_t whole = count - count % LANES;
    for (int k = 0; k < LANES; k++)
        least[k] = INFINITY;
    for (int64_t j = 0; j < whole; j += LANES)
        for (int k = 0; k < LANES; k++) {
            double total = v[j + k] + c[j + k];
            least[k] = total < least[k] ? total : least[k];
            sum[k] += fabs(c[j + k]);
        }
    for (int64_t j = whole; j < count; j++) {
        double total = v[j] + c[j];
        all.least = total < all.least ? total : all.least;
        all.magnitudes += fabs(c[j]);
    }
    for (int k = 0; k < LANES; k++) {
        all.least = least[k] < all.least ? least[k] : all.least;
        all.magnitudes += sum[k];
    }
    return all;
}

/* What is rounded away where v + c rounds to `sum`; INFINITY elsewhere. */
static inline double error_of(double v, double c, double sum)
{
    double shift = sum - v, error = (v - (sum - shift)) + (c - shift);
    return v + c == sum ? error : INFINITY;
}

/* The least error among the v_j + c_j that round to `sum`. */
SIMD_CLONES static double least_error(const double *restrict v, const double *restrict c,
                                      int64_t count, double sum)
{
    double least[LANES], all = INFINITY;
    int64_t whole = count - count % LANES;
    for (int k = 0; k < LANES; k++)
        least[k] = INFINITY;
    for (int64_t j = 0; j < whole; j += LANES)
        for (int k = 0; k < LANES; k++) {
            double error = error_of(v[j + k], c[j + k], sum);
            least[k] = error < least[k] ? error : least[k];
        }
    for (int64_t j = whole; j < count; j++)
        all = fmin(all, error_of(v[j], c[j], sum));
    for (int k = 0; k < LANES; k++)
        all = least[k] < all ? least[k] : all;
    return all;
}

/* One row of costs. *magnitudes is sum_j |c_j|. Blocks that have the minimum are read again, from
 * the cache. */
static struct least read_row(const struct audit *audit, int64_t i, double *magnitudes)
{
    parot_matrix cost = audit->problem->cost;
    const double *c = cost.data + i * cost.stride, *v = audit->v;
    int64_t m = cost.cols, block = BLOCK * (1 + m / (BLOCK * BLOCKS));
    struct least least = {INFINITY, INFINITY};
    double minima[BLOCKS];
    *magnitudes = 0;
    for (int64_t k = 0; k * block < m; k++) {
        int64_t begin = k * block, count = m - begin < block ? m - begin : block;
        struct look look = look_at(v + begin, c + begin, count);
        *magnitudes += look.magnitudes;
        minima[k] = look.least;
        least.sum = look.least < least.sum ? look.least : least.sum;
    }
    if (!(least.sum <= DBL_MAX))
        return (struct least){INFINITY, 0};
    for (int64_t k = 0; k * block < m; k++)
        if (minima[k] == least.sum) {
            int64_t begin = k * block, count = m - begin < block ? m - begin : block;
            least.error = fmin(least.error, least_error(v + begin, c + begin, count, least.sum));
        }
    return least;
}

/* A stated price, where it is above its least raised by its rounding; finite, since INFINITY is for
 * columns that can carry nothing. */
static double guarded(double v, double least, double lambda, double guard)
{
    v = fmax(v, least);
    v += v > least ? guard * fabs(lambda) + guard * fabs(v) : 0;
    return fmin(v, DBL_MAX);
}

/* v_j + C_ij cannot fall below -DBL_MAX where v_j >= 0; beside prices it might, and proves nothing.
 * Where it rises above DBL_MAX it is above lambda as well, and asks for nothing. */
parot_status audit_costs(struct audit *audit, double guard, parot_error *err)
{
    parot_matrix cost = audit->problem->cost;
    struct cost_range range = {0};
    for (int64_t j = 0; j < cost.cols; j++) {
        double v = guarded(audit->dual->v[j], 0 - audit_col_price(audit, j), audit->lambda, guard);
        audit->v[j] = side_is_idle(&audit->cols, j) ? INFINITY : v;
    }
    if (audit->clouds)
        TRY(audit_cloud_least(audit, err));
    for (int64_t i = 0; !audit->clouds && i < cost.rows; i++) {
        double magnitudes;
        TRY(audit_poll(audit, i, err));
        audit->least[i] = read_row(audit, i, &magnitudes);
        if (!isfinite(magnitudes))
            TRY(check_cost_row(cost, i, &range, err));
    }
    for (int64_t i = 0; i < cost.rows; i++)
        audit->is_nonsense |= !isfinite(audit->least[i].error);
    return PAROT_OK;
}

int audit_has_prices(const struct audit *audit)
{
    const parot_dual *dual = audit->dual;
    int is_fine = isfinite(audit->lambda);
    for (int64_t i = 0; i < audit->rows.count; i++)
        is_fine &= isfinite(dual->u[i]) || side_is_idle(&audit->rows, i);
    for (int64_t j = 0; j < audit->cols.count; j++)
        is_fine &= isfinite(dual->v[j]) || side_is_idle(&audit->cols, j);
    return is_fine;
}

/* ---- What is paid -------------------------------------------------------- */

/* A price for node i, the sum of three doubles: for its weight, or for as much of it as can move,
 * and for what the plan moves beyond. */
static void pay(const struct audit *audit, const struct side *side, int64_t i,
                const double price[3], struct payment *payment)
{
    double weight = side_weight(side, i), excess = side_excess(side, i);
    struct wide_sum *paid = &payment->given;
    if (weight > audit->cap) {
        weight = audit->cap;
    } else if (!side->weights) {
        paid = side == &audit->rows ? &payment->rows : &payment->cols;
        weight = 1;
    }
    for (int k = 0; k < 3; k++)
        wide_sum_add_product(paid, weight, price[k]);
    for (int k = 0; k < 3 && excess > 0 && excess <= DBL_MAX; k++)
        wide_sum_add_product(&payment->beyond, excess, price[k]);
}

void pay_columns(const struct audit *audit, struct payment *payment)
{
    for (int64_t j = 0; j < audit->cols.count; j++) {
        double b = audit_col_price(audit, j);
        if (audit->v[j] > -b && audit->v[j] <= DBL_MAX)
            pay(audit, &audit->cols, j, (const double[3]){audit->v[j], b, 0}, payment);
    }
}

/* Is lambda > sum + error? If they differ, no double lies between sum and sum + error. */
static int has_price(struct least least, double lambda)
{
    return lambda > least.sum || (lambda == least.sum && least.error < 0);
}

void pay_rows(const struct audit *audit, double lambda, struct payment *payment)
{
    for (int64_t i = 0; i < audit->rows.count; i++) {
        struct least least = audit->least[i];
        lambda = audit->prices ? audit_row_price(audit, i) : lambda;
        if (has_price(least, lambda) && !side_is_idle(&audit->rows, i))
            pay(audit, &audit->rows, i, (const double[3]){lambda, -least.sum, -least.error},
                payment);
    }
}

/* <price, weights> of one side as stated. */
static void add_stated(const struct side *side, const double *price, struct wide_sum *given,
                       struct wide_sum *uniform)
{
    for (int64_t i = 0; i < side->count; i++)
        if (!side->weights)
            wide_sum_add(uniform, price[i]);
        else if (!side_is_idle(side, i))
            wide_sum_add_product(given, side->weights[i], price[i]);
}

double pay_stated(const struct audit *audit, struct payment *payment)
{
    const parot_dual *dual = audit->dual;
    long double repair = 0; /* its terms may be beyond double */
    add_stated(&audit->rows, dual->u, &payment->given, &payment->rows);
    add_stated(&audit->cols, dual->v, &payment->given, &payment->cols);
    for (int64_t i = 0; i < audit->rows.count; i++) {
        struct least least = audit->least[i];
        double lambda = audit_row_price(audit, i), least_u = audit->lambda - lambda;
        long double u = has_price(least, lambda)
                            ? (long double)audit->lambda - least.sum - least.error
                            : least_u;
        if (!side_is_idle(&audit->rows, i))
            repair += fmaxl(0, u - dual->u[i]) * side_weight(&audit->rows, i);
    }
    for (int64_t j = 0; j < audit->cols.count; j++)
        if (!side_is_idle(&audit->cols, j))
            repair +=
                fmaxl(0, -audit_col_price(audit, j) - dual->v[j]) * side_weight(&audit->cols, j);
    return (double)repair;
}

/* ---- The best lambda ----------------------------------------------------- */

static int compare_offers(const void *a, const void *b)
{
    double x = ((const struct offer *)a)->sum, y = ((const struct offer *)b)->sum;
    return (x > y) - (x < y);
}

/* The bound lambda s - sum_i p_i max(0, lambda - least_i) - <v,q> is concave in lambda, and rises
 * as long as the rows with least_i < lambda weigh less than s. */
double audit_best_lambda(struct audit *audit)
{
    struct offer *offers = audit->offers;
    double wanted = wide_sum_lower(&audit->mass) * (1 - SAME_MASS), weight = 0;
    int64_t n = audit->rows.count, k = 0;
    for (int64_t i = 0; i < n; i++)
        offers[i] = (struct offer){audit->least[i].sum, side_weight(&audit->rows, i)};
    qsort(offers, (size_t)n, sizeof *offers, compare_offers);
    for (; k < n - 1 && weight + offers[k].weight < wanted; k++)
        weight += offers[k].weight;
    return fmin(offers[k].sum, DBL_MAX);
}
