/* entropic_dual.c - partial transport with an entropy.
 *
 * The projections of Benamou et al. (2015, Section 5.2) are block-coordinate ascent on the dual
 *
 *   max lambda mass - <u,p> - <v,q> - reg sum_ij exp((lambda - u_i - v_j - C_ij) / reg),
 *
 * with blocks u, v and lambda. Here u and lambda are maximised together, then v and lambda: given
 * v, row i would carry exp(lambda + log_sum_i), cut to p_i by its price, and lambda is where these
 * add up to the mass, found among sorted borders. After every half step the mass is exact and one
 * side is feasible. All of it in logarithms, so that nothing over- or underflows; but the exponents
 * are differences of numbers as large as max |C| / reg, so that sums of rows are known no better
 * than to that many units in the last place, and no residual below that can be reached. What is not
 * done after some iterations goes on with a Newton step after each (entropic_newton.h). Iterations
 * that do not move prices far are products with a matrix instead (entropic_scaling.h).
 */
#include "transport/entropic/entropic_dual.h"

#include <float.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/sums.h"
#include "linalg/exponential.h"
#include "transport/entropic/entropic_newton.h"
#include "transport/entropic/entropic_scaling.h"

/* Most problems are done by then, and a Newton step costs as much as some 100 iterations by
 * products (175 with 200 rows and columns, 50 with 1000). Where the dual cannot be told apart from
 * its rounding any more, Newton steps may lead back and forth: every fourth time so many iterations
 * do without. */
enum { PATIENCE = 100 };

/* Iterations after a Newton step: about as much work, n / 2 of them up to this many. */
enum { MOST_BALANCE = 100 };

/* Exponentials between two looks at the clock: some thousandths of a second. */
enum { POLL_TERMS = 1 << 20 };

static void side_layout(struct entropic_side *side, int64_t count, struct arena *arena)
{
    side->price = arena_take(arena, count, sizeof *side->price);
    side->log_sum = arena_take(arena, count, sizeof *side->log_sum);
    side->border = arena_take(arena, count, sizeof *side->border);
    side->order = arena_take(arena, count, sizeof *side->order);
}

void entropic_layout(struct entropic *entropic, int64_t n, int64_t m, struct arena *arena)
{
    side_layout(&entropic->row, n, arena);
    side_layout(&entropic->col, m, arena);
    entropic->cost = arena_take(arena, n * m, sizeof *entropic->cost);
    entropic->least = arena_take(arena, m, sizeof *entropic->least);
    entropic->rest = arena_take(arena, n > m ? n : m, sizeof *entropic->rest);
    newton_layout(&entropic->newton, n, m, arena);
    scaling_layout(entropic, arena);
}

parot_status entropic_take_mass(struct entropic *entropic, double mass, struct arena *arena,
                                parot_error *err)
{
    struct units units = {0};
    units.row = arena_take(arena, entropic->row.weights.count, sizeof *units.row);
    units.col = arena_take(arena, entropic->col.weights.count, sizeof *units.col);
    if (!arena->block)
        return PAROT_OK;
    TRY(units_choose(&units, entropic->row.weights, entropic->col.weights, mass, err));
    entropic->mass = units.request;
    return PAROT_OK;
}

/* ---- Sums of rows and columns ------------------------------------------- */

/* Asks whether to go on, once in some thousandths of a second. NULL: nobody is asked. */
static parot_status poll(const struct entropic *entropic, struct control *control, int64_t i)
{
    const int64_t m = entropic->col.weights.count;
    const int64_t rows = m < POLL_TERMS ? POLL_TERMS / m : 1;
    return control && i % rows == 0
               ? control_poll_part(control, "entropic", entropic->iterations, 0)
               : PAROT_OK;
}

static parot_status sum_rows(struct entropic *entropic, struct control *control)
{
    struct entropic_side *row = &entropic->row;
    const int64_t n = row->weights.count, m = entropic->col.weights.count;
    const double *v = entropic->col.price;
    for (int64_t i = 0; i < n; i++) {
        const double *c = entropic->cost + i * m;
        TRY(poll(entropic, control, i));
        double least = exponential_least(m, c, v);
        row->log_sum[i] = weight_at(row->weights, i) > 0
                              ? log(exponential_sum(m, least, c, v)) - least
                              : -INFINITY;
    }
    return PAROT_OK;
}

static parot_status sum_cols(struct entropic *entropic, struct control *control)
{
    struct entropic_side *col = &entropic->col;
    const int64_t n = entropic->row.weights.count, m = col->weights.count;
    const double *u = entropic->row.price;
    for (int64_t j = 0; j < m; j++) {
        entropic->least[j] = INFINITY;
        col->log_sum[j] = 0;
    }
    for (int64_t i = 0; i < n; i++) {
        TRY(poll(entropic, control, i));
        if (u[i] < INFINITY)
            exponential_lower(m, u[i], entropic->cost + i * m, entropic->least);
    }
    for (int64_t i = 0; i < n; i++) {
        TRY(poll(entropic, control, i));
        if (u[i] < INFINITY)
            exponential_add(m, u[i], entropic->cost + i * m, entropic->least, col->log_sum);
    }
    for (int64_t j = 0; j < m; j++)
        col->log_sum[j] =
            weight_at(col->weights, j) > 0 ? log(col->log_sum[j]) - entropic->least[j] : -INFINITY;
    return PAROT_OK;
}

/* ---- One side's prices and lambda --------------------------------------- */

static int by_border(const void *a, const void *b, void *context)
{
    const double *border = context;
    int32_t i = *(const int32_t *)a, j = *(const int32_t *)b;
    if (border[i] != border[j])
        return border[i] < border[j] ? -1 : 1;
    return i < j ? -1 : 1;
}

/* log (exp(a) + exp(b)) */
static double log_add(double a, double b)
{
    double high = fmax(a, b);
    return high == -INFINITY ? high : high + log1p(exp(fmin(a, b) - high));
}

/* The lambda for which sum_i min(w_i, exp(lambda + log_sum_i)) is the mass. With rows full in the
 * order of their borders, the first k of them:
 *
 *   lambda_k = log(mass - sum of full weights) - log(sum of exp(log_sum) of the others)
 *
 * is right for the first k that fills no further row. Sums of the others are made backwards. */
static double find_lambda(const struct entropic_side *side, double *rest, double mass)
{
    const int64_t count = side->weights.count;
    struct sum full = {0};
    double lambda = -INFINITY, others = -INFINITY;
    for (int64_t k = count - 1; k >= 0; k--) {
        others = log_add(others, side->log_sum[side->order[k]]);
        rest[k] = others;
    }
    for (int64_t k = 0; k < count; k++) {
        int32_t i = side->order[k];
        double left = (mass - full.high) - full.low;
        if (side->log_sum[i] == -INFINITY)
            break;
        lambda = left > 0 ? fmax(lambda, log(left) - rest[k]) : lambda;
        if (lambda <= side->border[i])
            return lambda;
        lambda = side->border[i]; /* no less: this one is full */
        sum_add(&full, weight_at(side->weights, i));
    }
    return lambda;
}

/* Returns sum_i |new - old| of the side's sums: what this half step moved. */
static double settle(struct entropic_side *side, double *rest, double mass, double *lambda)
{
    const int64_t count = side->weights.count;
    struct sum moved = {0};
    for (int64_t i = 0; i < count; i++) {
        side->border[i] = log(weight_at(side->weights, i)) - side->log_sum[i];
        side->order[i] = (int32_t)i;
        if (side->log_sum[i] == -INFINITY)
            side->border[i] = INFINITY;
    }
    qsort_r(side->order, (size_t)count, sizeof *side->order, by_border, side->border);
    double next = find_lambda(side, rest, mass);
    for (int64_t i = 0; i < count; i++) {
        double before = exp(*lambda + side->log_sum[i] - side->price[i]);
        side->price[i] = side->log_sum[i] == -INFINITY ? INFINITY : fmax(0, next - side->border[i]);
        double after = exp(next + side->log_sum[i] - side->price[i]);
        if (side->log_sum[i] > -INFINITY)
            sum_add(&moved, fabs(after - before));
    }
    *lambda = next;
    return sum_value(&moved);
}

/* ---- Iterations --------------------------------------------------------- */

/* Returns the largest |C|. */
static double scale_costs(struct entropic *entropic, parot_matrix cost, double reg)
{
    double largest = 0;
    for (int64_t i = 0; i < cost.rows; i++)
        for (int64_t j = 0; j < cost.cols; j++) {
            double c = cost.data[i * cost.stride + j];
            largest = fabs(c) > largest ? fabs(c) : largest;
            entropic->cost[i * cost.cols + j] = c / reg;
        }
    return largest;
}

double entropic_rounding(double largest, double reg)
{
    return 4 * DBL_EPSILON * largest / reg;
}

/* Potentials are prices divided by reg. */
static void change_reg(struct entropic *entropic, double reg)
{
    double factor = entropic->reg > 0 ? entropic->reg / reg : 0;
    struct entropic_side *sides[] = {&entropic->row, &entropic->col};
    for (int s = 0; s < 2; s++)
        for (int64_t i = 0; i < sides[s]->weights.count; i++)
            sides[s]->price[i] =
                weight_at(sides[s]->weights, i) > 0 ? sides[s]->price[i] * factor : INFINITY;
    entropic->lambda *= factor;
    entropic->reg = reg;
}

void entropic_settle_cols(struct entropic *entropic)
{
    (void)sum_cols(entropic, NULL);
    (void)settle(&entropic->col, entropic->rest, entropic->mass, &entropic->lambda);
}

/* Both sides. A stop in between leaves prices of half an iteration, which are as good. */
static parot_status iterate(struct entropic *entropic, struct control *control)
{
    double *rest = entropic->rest;
    TRY(sum_cols(entropic, control));
    double moved = settle(&entropic->col, rest, entropic->mass, &entropic->lambda);
    TRY(sum_rows(entropic, control));
    moved += settle(&entropic->row, rest, entropic->mass, &entropic->lambda);
    entropic->residual = moved / entropic->mass;
    entropic->iterations++;
    return PAROT_OK;
}

/* Iterations until the residual is small, at most so many: by products where numbers stay in their
 * range, one in logarithms elsewhere. The first iteration is not stopped: with prices of another
 * reg there is no plan yet, and no residual. */
static parot_status iterate_some(struct entropic *entropic, double enough, int64_t most,
                                 struct control *control, int is_first)
{
    const int64_t before = entropic->iterations;
    int is_open = 0;
    TRY(scaling_open(entropic, is_first ? NULL : control, &is_open));
    entropic->is_scaled = is_open;
    if (is_open) {
        parot_status status = scaling_run(entropic, enough, most, control, is_first);
        scaling_close(entropic);
        if (status != PAROT_OK || entropic->iterations > before)
            return status;
    }
    entropic->is_scaled = 0;
    return iterate(entropic, is_first ? NULL : control);
}

parot_status entropic_run(struct entropic *entropic, parot_matrix cost, double reg,
                          double tolerance, struct control *control)
{
    double largest = scale_costs(entropic, cost, reg);
    double enough = fmax(tolerance, entropic_rounding(largest, reg));
    const int64_t first = entropic->iterations, n = entropic->row.weights.count;
    const int64_t balance = n / 2 < 1 ? 1 : n / 2 < MOST_BALANCE ? n / 2 : MOST_BALANCE;
    change_reg(entropic, reg);
    for (;;) {
        const int64_t k = entropic->iterations - first;
        const int with_newton = k / PATIENCE % 4 != 0;
        if (with_newton)
            TRY(newton_step(entropic, control));
        TRY(iterate_some(entropic, enough, with_newton ? balance : PATIENCE - k % PATIENCE, control,
                         k == 0));
        if (entropic->residual <= enough)
            return PAROT_OK;
        TRY(control_poll(control, "entropic", entropic->iterations, NAN, NAN));
    }
}

/* ---- The plan ----------------------------------------------------------- */

/* Room for the rounding of whoever adds the plan up again. */
static double room_of(struct weights weights, int64_t i)
{
    return weight_at(weights, i) * (1 - 4 * DBL_EPSILON);
}

static double total_of(const double *values, int64_t count)
{
    struct sum total = {0};
    for (int64_t i = 0; i < count; i++)
        sum_add(&total, values[i]);
    return sum_value(&total);
}

/* col_j = what is too much in column j of the prices' plan comes down to its weight times this */
static void fill_plan(struct entropic *entropic, double *plan)
{
    const int64_t n = entropic->row.weights.count, m = entropic->col.weights.count;
    double *col = entropic->col.log_sum;
    memset(col, 0, (size_t)m * sizeof *col);
    for (int64_t i = 0; i < n; i++) {
        exponential_row(m, entropic->lambda - entropic->row.price[i], entropic->cost + i * m,
                        entropic->col.price, plan + i * m);
        for (int64_t j = 0; j < m; j++)
            col[j] += plan[i * m + j];
    }
    for (int64_t j = 0; j < m; j++) {
        double room = room_of(entropic->col.weights, j);
        col[j] = col[j] > room ? room / col[j] : 1;
    }
}

static void cut_row(double *row, int64_t m, const double *factor, double room)
{
    for (int64_t j = 0; j < m; j++)
        row[j] *= factor[j];
    double total = total_of(row, m);
    for (int64_t j = 0; total > room && j < m; j++)
        row[j] *= room / total;
}

/* Columns by their factors, then rows that are still too full by theirs. The sums of both are left
 * where their logarithms were. */
static void cut_plan(struct entropic *entropic, double *plan)
{
    const int64_t n = entropic->row.weights.count, m = entropic->col.weights.count;
    const double *factor = entropic->col.log_sum;
    double *col = entropic->least;
    memset(col, 0, (size_t)m * sizeof *col);
    for (int64_t i = 0; i < n; i++) {
        double *row = plan + i * m;
        cut_row(row, m, factor, room_of(entropic->row.weights, i));
        entropic->row.log_sum[i] = total_of(row, m);
        for (int64_t j = 0; j < m; j++)
            col[j] += row[j];
    }
    memcpy(entropic->col.log_sum, col, (size_t)m * sizeof *col);
}

/* What is left of the weights, in place of the sums; returns its total. */
static double leave_rest(struct entropic_side *side)
{
    struct sum total = {0};
    for (int64_t i = 0; i < side->weights.count; i++) {
        side->log_sum[i] = fmax(0, room_of(side->weights, i) - side->log_sum[i]);
        sum_add(&total, side->log_sum[i]);
    }
    return sum_value(&total);
}

void entropic_near_plan(struct entropic *entropic, double *plan)
{
    if (entropic->is_scaled)
        scaling_plan(entropic, plan);
    else
        fill_plan(entropic, plan);
}

void entropic_plan(struct entropic *entropic, double *plan)
{
    const int64_t n = entropic->row.weights.count, m = entropic->col.weights.count;
    const double *row = entropic->row.log_sum, *col = entropic->col.log_sum;
    fill_plan(entropic, plan);
    cut_plan(entropic, plan);
    double total = total_of(row, n), missing = entropic->mass - total;
    for (int64_t k = 0; missing < 0 && k < n * m; k++) /* rounding of large exponents */
        plan[k] *= entropic->mass / total;
    double rows = leave_rest(&entropic->row), cols = leave_rest(&entropic->col);
    missing = fmin(missing, fmin(rows, cols));
    for (int64_t i = 0; missing > 0 && i < n; i++) {
        double part = missing * (row[i] / rows); /* 1 / cols alone may be 0 */
        for (int64_t j = 0; part > 0 && j < m; j++)
            plan[i * m + j] += part * (col[j] / cols);
    }
}
