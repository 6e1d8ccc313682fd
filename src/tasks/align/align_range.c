/* align_range.c - how far the motion may be off, from how the pairs scatter.
 *
 * A motion near (R, t) is y = (I + [w]) R x + t + s, with a small turn w and a small shift s. For
 * pairs with residuals e_i = y_i - R x_i - t the least squares equations are linear in (w, s), with
 *
 *   J_i = ([.] u_i, I),   u_i = R x_i - their mean,   H = sum J_i' J_i,
 *
 * and the covariance of their solution is the sandwich f H^-1 (sum J_i' e_i e_i' J_i) H^-1, which
 * does not assume that noise is the same everywhere. f = (N d / (N d - p))^2 for p unknowns makes
 * up for residuals that the fit has made smaller, as if each pair had its share of that. With u_i
 * about the mean, turn and shift do not mix in H; the shift of y = R x + t is s - [w] mean.
 *
 * That holds for pairs that are true partners. Pairs that were chosen among equally good ones have
 * residuals that are too small, so that there is no range where most have such rivals. */
#include <math.h>
#include <string.h>

#include "linalg/cholesky.h"
#include "tasks/align/align.h"

enum { MOST_DIMS = 3, MOST_TURNS = 3, UNKNOWNS = MOST_DIMS + MOST_TURNS };

/* Of the normal distribution, for 95 %. */
static const double NORMAL = 1.959963984540054;

/* Half of the pairs have this confidence at least: the next best costs four times as much, so that
 * it is twice as far. */
static const double CLEAR = 0.75;

struct equations {
    int64_t dims, turns, unknowns, pairs;
    double mean[MOST_DIMS];            /* of R x */
    double bread[UNKNOWNS * UNKNOWNS]; /* H */
    double meat[UNKNOWNS * UNKNOWNS];  /* sum J' e e' J */
};

int64_t align_turns(int64_t dims)
{
    return dims <= MOST_DIMS ? dims * (dims - 1) / 2 : 0;
}

/* to = R x */
static void turn_row(const parot_register_result *motion, const double *x, double *to)
{
    int64_t d = motion->dims;
    for (int64_t k = 0; k < d; k++) {
        to[k] = 0;
        for (int64_t l = 0; l < d; l++)
            to[k] += motion->rotation[k * d + l] * x[l];
    }
}

/* [w] u for a turn by 1 about axis `turn`; in the plane there is one. */
static void turn_rate(int64_t d, int64_t turn, const double *u, double *rate)
{
    memset(rate, 0, MOST_DIMS * sizeof *rate);
    int64_t a = d == 2 ? 0 : (turn + 1) % 3, b = d == 2 ? 1 : (turn + 2) % 3;
    rate[a] = -u[b];
    rate[b] = u[a];
}

/* One pair: gradient J' e, and J' J. */
static void add_pair(struct equations *eq, const double *u, const double *residual)
{
    int64_t d = eq->dims, p = eq->unknowns;
    double column[UNKNOWNS][MOST_DIMS] = {{0}}, gradient[UNKNOWNS] = {0};
    for (int64_t a = 0; a < p; a++) {
        if (a < eq->turns)
            turn_rate(d, a, u, column[a]);
        else
            column[a][a - eq->turns] = 1;
        for (int64_t k = 0; k < d; k++)
            gradient[a] += column[a][k] * residual[k];
    }
    for (int64_t a = 0; a < p; a++)
        for (int64_t b = 0; b < p; b++) {
            for (int64_t k = 0; k < d; k++)
                eq->bread[a * p + b] += column[a][k] * column[b][k];
            eq->meat[a * p + b] += gradient[a] * gradient[b];
        }
}

static void add_pairs(const struct alignment *job, const parot_align_result *result,
                      struct equations *eq)
{
    const parot_register_result *motion = &result->registered;
    double u[MOST_DIMS], residual[MOST_DIMS];
    for (int pass = 0; pass < 2; pass++) /* the mean, then the sums */
        for (int64_t i = 0; i < result->count; i++) {
            int32_t j = result->match[i];
            if (j < 0)
                continue;
            turn_row(motion, job->source.data + i * job->source.stride, u);
            for (int64_t k = 0; k < eq->dims; k++) {
                double y = job->target.data[j * job->target.stride + k];
                residual[k] = y - u[k] - motion->shift[k];
                if (pass == 0)
                    eq->mean[k] += u[k] / (double)eq->pairs;
                u[k] -= eq->mean[k];
            }
            if (pass > 0)
                add_pair(eq, u, residual);
        }
}

/* The half width for sum_a row[a] (unknown a): 1.96 roots of row' H^-1 meat H^-1 row. */
static double half_width(const struct equations *eq, const struct cholesky *factor, double *row)
{
    int64_t p = eq->unknowns;
    double sum = 0, numbers = (double)(eq->pairs * eq->dims);
    if (cholesky_solve(factor, row) != PAROT_OK)
        return NAN;
    for (int64_t a = 0; a < p; a++)
        for (int64_t b = 0; b < p; b++)
            sum += row[a] * eq->meat[a * p + b] * row[b];
    return NORMAL * sqrt(fmax(0, sum)) * numbers / (numbers - (double)p);
}

static void solve(struct equations *eq, parot_align_result *result)
{
    double inverse[UNKNOWNS * CHOLESKY_TILE];
    struct cholesky factor = {
        .n = eq->unknowns, .matrix = eq->bread, .inverse = inverse, .threads = 1};
    if (cholesky_factor(&factor) != PAROT_OK) /* pairs on a line, in space */
        return;
    for (int64_t a = 0; a < eq->turns; a++) {
        double row[UNKNOWNS] = {0};
        row[a] = 1;
        result->turn_range[a] = half_width(eq, &factor, row);
    }
    for (int64_t k = 0; k < eq->dims; k++) {
        double row[UNKNOWNS] = {0}, rate[MOST_DIMS];
        row[eq->turns + k] = 1;
        for (int64_t a = 0; a < eq->turns; a++) {
            turn_rate(eq->dims, a, eq->mean, rate);
            row[a] = -rate[k];
        }
        result->shift_range[k] = half_width(eq, &factor, row);
    }
}

static int is_clear(const parot_align_result *result)
{
    int64_t clear = 0;
    for (int64_t i = 0; i < result->count; i++)
        clear += result->match[i] >= 0 && result->confidence[i] >= CLEAR;
    return 2 * clear >= result->matched;
}

void align_range(const struct alignment *job, parot_align_result *result)
{
    int64_t d = result->registered.dims;
    struct equations eq = {.dims = d, .turns = align_turns(d), .pairs = result->matched};
    if (!result->has_motion || d > MOST_DIMS)
        return;
    eq.unknowns = eq.turns + d;
    for (int64_t a = 0; a < eq.turns; a++)
        result->turn_range[a] = NAN;
    for (int64_t k = 0; k < d; k++)
        result->shift_range[k] = NAN;
    if (eq.pairs * d <= eq.unknowns || !is_clear(result))
        return;
    add_pairs(job, result, &eq);
    solve(&eq, result);
}
