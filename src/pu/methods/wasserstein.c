/* wasserstein.c - the transport of the unlabeled rows to the positives, and what rows are worth by
 * its prices: value_i = -min_j (C_ij + v_j).
 *
 * A positive has room for (k + noise n) / m rows. If that is a fraction a / b, rows weigh b and
 * positives a, so that the simplex moves rows without remainders.
 *
 * The paper writes p_i = (1 - alpha)/n, which would leave no whole number of rows of mass s; we
 * keep p_i = 1/n and give only the positives room, q_j = (s + alpha)/m.
 */
#include "pu/methods/wasserstein.h"

#include <math.h>
#include <string.h>

#include "base/sums.h"
#include "pu/whole_rows/whole_rows.h"

static parot_matrix matrix_of(const double *rows, int64_t count, int64_t dims)
{
    return (parot_matrix){rows, count, dims, dims};
}

struct transport transport_between(const struct pu_problem *problem, const struct control *control)
{
    struct transport transport = {
        .n = problem->n, .m = problem->m, .k = problem->k, .weight = problem->weight};
    transport.pairs = pairs_of(matrix_of(problem->x, problem->n, problem->dims),
                               matrix_of(problem->y, problem->m, problem->dims),
                               problem->preset.metric, &control->run);
    return transport;
}

void transport_layout(struct transport *transport, struct arena *arena)
{
    int64_t n = transport->n, m = transport->m;
    pairs_layout(&transport->pairs, arena);
    transport->cost = transport->pairs.room;
    transport->p = arena_take(arena, n, sizeof *transport->p);
    transport->q = arena_take(arena, m, sizeof *transport->q);
}

/* A row whose parts add up to this near its weight, relatively, moves whole: the sum is rounded. */
static const double SAME_SHARE = 1e-13;

/* ---- Weights ------------------------------------------------------------ */

/* Of a capacity this near a fraction, relatively, the difference is rounding: noise comes in
 * decimals. The plans that the fraction allows miss the stated weights by no more than this. */
static const double SAME_FRACTION = 1e-12;

/* The best fraction a/b of x with b <= most, by its continued fraction; 0 if x is none. */
static int find_fraction(double x, int64_t most, double *a, double *b)
{
    double before[2] = {1, 0}, now[2] = {floor(x), 1}, rest = x - floor(x);
    double tolerance = fmin(SAME_FRACTION, 0.25 / ((double)most * (double)most));
    while (fabs(x - now[0] / now[1]) > tolerance * fmax(x, 1)) {
        if (!(rest > 0))
            return 0;
        double whole = floor(1 / rest);
        double next[2] = {whole * now[0] + before[0], whole * now[1] + before[1]};
        if (!(next[1] <= (double)most) || !(next[0] <= 0x1p50))
            return 0;
        rest = 1 / rest - whole;
        for (int side = 0; side < 2; side++) {
            before[side] = now[side];
            now[side] = next[side];
        }
    }
    *a = now[0];
    *b = now[1];
    return 1;
}

/* Rows are cut into so many parts where the weights of positives have no common measure: capacities
 * are too large by less than one part, and all numbers of parts are small. */
static const double PARTS = 0x1p20;

/* A weight is a whole multiple of another if it misses one by this much, relatively. */
static const double SAME_MULTIPLE = 1e-12;

/* q_j = the multiple of the least weight that w_j is. Returns their sum; 0: one is not whole. */
static double find_multiples(const struct transport *transport)
{
    double least = INFINITY, sum = 0;
    for (int64_t j = 0; j < transport->m; j++)
        least = fmin(least, transport->weight[j]);
    for (int64_t j = 0; j < transport->m; j++) {
        double multiple = transport->weight[j] / least;
        transport->q[j] = nearbyint(multiple);
        sum += transport->q[j];
        if (fabs(multiple - transport->q[j]) > SAME_MULTIPLE * multiple || sum > PARTS)
            return 0;
    }
    return sum;
}

/* Capacities w_j c, rounded up. */
static void weigh_in_parts(struct transport *transport, double capacity)
{
    transport->row = PARTS;
    for (int64_t j = 0; j < transport->m; j++)
        transport->q[j] = ceil(transport->weight[j] * capacity * PARTS);
}

/* `copies` positives in all, of which q_j are equal, take (k + noise n) / copies rows each. */
static void weigh_in_copies(struct transport *transport, double all, double copies)
{
    double k = (double)transport->k, rounds = all / copies;
    double capacity = fmin(rounds, k), row = 1;
    if (!find_fraction(capacity, (int64_t)copies, &capacity, &row) || capacity * copies < k * row) {
        capacity = fmin(rounds, k);
        row = 1;
    }
    transport->row = row;
    for (int64_t j = 0; j < transport->m; j++)
        transport->q[j] *= capacity;
}

void transport_weigh(struct transport *transport, double noise)
{
    int64_t n = transport->n, m = transport->m;
    double k = (double)transport->k, all = k + noise * (double)n, copies = (double)m;
    for (int64_t j = 0; j < m; j++)
        transport->q[j] = 1;
    if (transport->weight)
        copies = find_multiples(transport);
    if (copies > 0)
        weigh_in_copies(transport, all, copies);
    else
        weigh_in_parts(transport, all / (double)m);
    transport->mass = k * transport->row;
    for (int64_t i = 0; i < n; i++)
        transport->p[i] = transport->row;
    for (int64_t j = 0; j < m; j++)
        transport->q[j] = fmin(transport->q[j], transport->mass); /* more is not used */
}

double transport_part(const struct transport *transport, double mass)
{
    return mass / transport->row / (double)transport->n;
}

void transport_restore_plan(const struct transport *transport, parot_plan *plan)
{
    for (int64_t e = 0; e < plan->count; e++)
        plan->mass[e] = transport_part(transport, plan->mass[e]);
}

/* Prices are per unit of mass, and stay. */
void transport_restore(const struct transport *transport, parot_result *result)
{
    transport_restore_plan(transport, &result->plan);
    result->objective = transport_part(transport, result->objective);
    result->bound = fmin(transport_part(transport, result->bound), result->objective);
    result->mass = transport_part(transport, result->mass);
}

/* ---- Costs, shares, prices ---------------------------------------------- */

parot_status transport_fill(struct transport *transport, const struct pu_problem *problem,
                            struct control *control, parot_error *err)
{
    transport_weigh(transport, problem->noise);
    return pairs_fill(&transport->pairs, control, err);
}

struct pairs transport_pairs(const struct transport *transport)
{
    struct pairs pairs = transport->pairs;
    pairs.cost = transport->cost;
    pairs.x.rows = transport->n;
    pairs.y.rows = transport->m;
    return pairs;
}

parot_status transport_solve(const struct transport *transport, const double *p,
                             struct control *control, parot_result *result, parot_error *err)
{
    const struct pairs pairs = transport_pairs(transport);
    struct pairs_weights weights = {p, transport->q, transport->mass};
    parot_run run = control_rest(control);
    return pairs_partial(&pairs, weights, &run, result, err);
}

void transport_shares(const parot_plan *plan, double row, double *share)
{
    for (int64_t i = 0; i < plan->rows; i++)
        share[i] = 0;
    for (int64_t e = 0; e < plan->count; e++)
        share[plan->row[e]] += plan->mass[e];
    for (int64_t i = 0; i < plan->rows; i++)
        share[i] = fabs(share[i] - row) <= SAME_SHARE * row ? 1 : share[i] / row;
}

parot_status transport_values(const struct transport *transport, const double *v,
                              struct control *control, double *value, parot_error *err)
{
    const struct pairs pairs = transport_pairs(transport);
    TRY(pairs_least(&pairs, v, control, value, NULL, err));
    for (int64_t i = 0; i < transport->n; i++)
        value[i] = -value[i];
    return PAROT_OK;
}

/* u_i = lambda + value_i, or 0 for rows that stay. */
parot_status transport_find_values(const struct transport *transport, const parot_dual *dual,
                                   struct control *control, struct pu_result *found,
                                   parot_error *err)
{
    parot_status status = transport_values(transport, dual->v, control, found->value, err);
    for (int64_t i = 0; i < transport->n && status > 0; i++)
        found->value[i] = dual->u[i] - dual->lambda;
    return status;
}

/* Returns room for the prices v. */
static double *layout(struct pu_result *found, struct transport *transport, struct arena *arena)
{
    found->share = arena_take(arena, transport->n, sizeof *found->share);
    found->value = arena_take(arena, transport->n, sizeof *found->value);
    transport_layout(transport, arena);
    found->pairs = transport_pairs(transport);
    return arena_take(arena, transport->m, sizeof(double));
}

/* As eta grows, equation (7) becomes: least sum of ||T_i||_2 first. It is at least s / sqrt(m),
 * with equality when T_ij = a_i / m; then <C,T> = sum_i a_i mean_j C_ij is least for the k smallest
 * means. */
static void fill_mean_distances(const double *cost, int64_t rows, int64_t m, double *value)
{
    for (int64_t i = 0; i < rows; i++) {
        struct sum sum = {0};
        for (int64_t j = 0; j < m; j++)
            sum_add(&sum, cost[i * m + j]);
        value[i] = -sum_value(&sum) / (double)m;
    }
}

enum { BLOCK = 256 }; /* rows whose distances are kept at a time, where there is no matrix */

static parot_status fill_by_blocks(const struct transport *transport, struct control *control,
                                   double *value, parot_error *err)
{
    struct arena arena = {0};
    const struct pairs *pairs = &transport->pairs;
    int64_t n = transport->n, m = transport->m;
    arena_take(&arena, BLOCK, (size_t)m * sizeof(double));
    TRY(arena_open(&arena, control, err));
    double *cost = arena_take(&arena, BLOCK, (size_t)m * sizeof *cost);
    parot_status status = PAROT_OK;
    for (int64_t first = 0; first < n && status == PAROT_OK; first += BLOCK) {
        parot_run run = control_rest(control);
        parot_matrix part = pairs->x;
        part.data += first * part.stride;
        part.rows = n - first < BLOCK ? n - first : BLOCK;
        status = control_poll_part(control, "mean distances", first, n);
        if (status == PAROT_OK)
            status = parot_cost(part, pairs->y, pairs->metric, &run, cost, err);
        if (status == PAROT_OK)
            fill_mean_distances(cost, part.rows, m, value + first);
    }
    block_free(arena.block);
    return status;
}

static parot_status rank_by_mean_distance(const struct transport *transport,
                                          struct control *control, struct pu_result *found,
                                          parot_error *err)
{
    found->share = NULL;
    if (!transport->cost)
        return fill_by_blocks(transport, control, found->value, err);
    fill_mean_distances(transport->cost, transport->n, transport->m, found->value);
    return PAROT_OK;
}

parot_status pu_wasserstein(const struct pu_problem *problem, parot_pu_whole_rows whole_rows,
                            struct control *control, struct pu_result *found, parot_error *err)
{
    struct transport transport = transport_between(problem, control);
    struct arena arena = {0};
    layout(found, &transport, &arena);
    TRY(arena_open(&arena, control, err));
    found->memory = arena.block;
    double *price = layout(found, &transport, &arena);
    TRY(transport_fill(&transport, problem, control, err));

    if (whole_rows == PAROT_PU_WHOLE_ROWS_LASSO)
        return rank_by_mean_distance(&transport, control, found, err);
    parot_status status = transport_solve(&transport, transport.p, control, &found->transport, err);
    if (status < 0)
        return status;
    if (whole_rows != PAROT_PU_WHOLE_ROWS_NONE) /* else the plan is the answer */
        status = status_of_step(status);
    transport_shares(&found->transport.plan, transport.row, found->share);
    parot_status valued =
        transport_find_values(&transport, &found->transport.dual, control, found, err);
    if (valued < 0)
        return valued;
    status = status == PAROT_OK ? valued : status;
    found->status = status;
    memcpy(price, found->transport.dual.v, (size_t)transport.m * sizeof *price);
    found->reference = problem->y;
    found->references = problem->m;
    found->weight = price;
    if (status == PAROT_OK && whole_rows != PAROT_PU_WHOLE_ROWS_NONE)
        status = make_rows_whole(&transport, whole_rows, control, found, err);
    transport_restore(&transport, &found->transport);
    return status < 0 ? status : PAROT_OK;
}
