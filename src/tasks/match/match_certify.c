/* match_certify.c - how far pairs can be from the best, from the tables alone.
 *
 * Prices of the wrong sign count as 0 (with a price: at most the price), so that whatever a result
 * states, the sum in match.h is a bound. Whether c - u - v is below 0 is decided without rounding:
 * by doubles where the sign is clear, by wide_sum elsewhere; and what is below 0 is added without
 * rounding. Strata in which all pairs exist and are too many to look at are left to
 * parot_certify_points (match_certify_dense.c).
 */
#include "tasks/match/match_certify.h"

#include <float.h>
#include <math.h>
#include <string.h>

#include "base/options.h"
#include "tasks/match/match_internal.h"

/* Rows between two looks at the clock. */
enum { PIECE = 256 };

/* ---- Pairs -------------------------------------------------------------- */

/* Pairs that exist, once each, at the cost that is stated, within capacities. */
static void check_pairs(struct match_audit *audit)
{
    const parot_match_result *result = audit->result;
    for (int64_t k = 0; k < result->pairs; k++) {
        int64_t i = result->row[k], j = result->col[k];
        int is_place = i >= 0 && i < audit->n && j >= 0 && j < audit->m;
        int is_next =
            k == 0 || i > result->row[k - 1] || (i == result->row[k - 1] && j > result->col[k - 1]);
        if (!is_place || !is_next) {
            audit->check.faults++;
            continue;
        }
        double cost = match_grid_cost(&audit->grid, i, j);
        audit->check.faults += !(cost < INFINITY) || cost != result->cost[k];
        audit->row_used[i]++;
        audit->col_used[j]++;
        if (cost < INFINITY) {
            wide_sum_add(&audit->cost, cost);
            wide_sum_add(&audit->sizes, fabs(cost));
        }
    }
    double sum = wide_sum_upper(&audit->cost), size = wide_sum_upper(&audit->sizes);
    audit->check.faults += !(fabs(result->objective - sum) <= PAROT_PROOF_TOLERANCE * size);
    for (int64_t i = 0; i < audit->n; i++)
        audit->check.faults +=
            audit->row_used[i] > match_x_capacity(audit->problem, audit->options, i);
    for (int64_t j = 0; j < audit->m; j++)
        audit->check.faults += audit->col_used[j] > match_y_capacity(audit->problem, j);
}

/* ---- Prices ------------------------------------------------------------- */

/* What is not a number proves nothing: such a price is 0, and the sum is lower for it. */
static double number_or_zero(double price)
{
    return isfinite(price) ? price : 0;
}

static void take_prices(struct match_audit *audit)
{
    const parot_match_result *result = audit->result;
    for (int64_t i = 0; i < audit->n; i++) {
        double price = number_or_zero(result->x.price[i]);
        double most = audit->has_price        ? audit->options->price
                      : result->x.is_short[i] ? 0
                                              : INFINITY;
        audit->is_short_row[i] = !audit->has_price && result->x.is_short[i] != 0;
        audit->u[i] = fmin(price, most);
    }
    for (int64_t j = 0; j < audit->m; j++) {
        audit->is_short_col[j] = !audit->has_price && result->y.is_short[j] != 0;
        double price = number_or_zero(result->y.price[j]);
        audit->v[j] = audit->is_short_col[j] ? price : fmin(price, 0);
    }
}

/* capacity u, and how many pairs the capacities that are called full allow. */
static void add_nodes(struct match_audit *audit)
{
    for (int64_t i = 0; i < audit->n; i++) {
        int32_t capacity = match_x_capacity(audit->problem, audit->options, i);
        audit->capacity += capacity;
        if (audit->is_dense_row[i])
            continue;
        wide_sum_add_product(&audit->bound, capacity, audit->u[i]);
        audit->most += audit->is_short_row[i] ? 0 : capacity;
    }
    for (int64_t j = 0; j < audit->m; j++) {
        int32_t capacity = match_y_capacity(audit->problem, j);
        if (audit->is_dense_col[j])
            continue;
        wide_sum_add_product(&audit->bound, capacity, audit->v[j]);
        audit->most += audit->is_short_col[j] ? capacity : 0;
    }
}

/* The sign of c - u - v, without rounding. */
static int sign_of_rest(double c, double u, double v)
{
    double rest = c - u - v;
    if (fabs(rest) > 4 * DBL_EPSILON * (fabs(c) + fabs(u) + fabs(v)))
        return rest < 0 ? -1 : 1;
    struct wide_sum sum = {{0}, 0};
    wide_sum_add(&sum, c);
    wide_sum_add(&sum, -u);
    wide_sum_add(&sum, -v);
    return wide_sum_sign(&sum);
}

static void look_at_pair(void *user, int64_t i, int64_t j, double cost)
{
    struct match_audit *audit = user;
    int is_crossing = audit->is_short_row[i] != audit->is_short_col[j];
    audit->check.candidates++;
    if (match_x_capacity(audit->problem, audit->options, i) == 0 ||
        match_y_capacity(audit->problem, j) == 0)
        return; /* no choice has it */
    audit->has_negative |= cost < 0;
    if (is_crossing && !audit->is_short_row[i])
        return; /* no largest choice has it */
    audit->most += is_crossing;
    if (!is_crossing && sign_of_rest(cost, audit->u[i], audit->v[j]) >= 0)
        return;
    wide_sum_add(&audit->bound, cost);
    wide_sum_add(&audit->bound, -audit->u[i]);
    wide_sum_add(&audit->bound, -audit->v[j]);
}

static parot_status look_at_rows(struct match_audit *audit, parot_error *err)
{
    for (int64_t i = 0; i < audit->n; i++) {
        if (i % PIECE == 0)
            TRY(control_go_on(&audit->control, "certificate", i, audit->n, err));
        if (!audit->is_dense_row[i])
            match_grid_row(&audit->grid, i, look_at_pair, audit);
    }
    return PAROT_OK;
}

/* ---- The verdict -------------------------------------------------------- */

static void judge(struct match_audit *audit)
{
    parot_match_check *check = &audit->check;
    double price = audit->has_price ? audit->options->price : 0;
    int64_t idle = audit->capacity - audit->result->pairs;
    struct wide_sum excess = audit->cost;
    if (audit->has_price) { /* both sides have the price of what is not paired */
        wide_sum_add_product(&excess, price, (double)idle);
        wide_sum_add_product(&audit->sizes, fabs(price), (double)audit->result->pairs);
    }
    wide_sum_join(&excess, &audit->bound, -1);
    double sizes = wide_sum_lower(&audit->sizes);
    check->most = audit->has_price ? audit->result->pairs : audit->most;
    check->bound = wide_sum_lower(&audit->bound);
    check->excess = fmax(0, wide_sum_upper(&excess));
    if (sizes == 0 && !audit->has_negative && !audit->has_price)
        check->excess = 0; /* nothing costs less than nothing */
    check->relative = check->excess == 0 ? 0 : sizes > 0 ? check->excess / sizes : INFINITY;
    if (audit->dense_groups > 0)
        check->candidates = -1;
}

/* ---- The call ----------------------------------------------------------- */

static void layout(struct match_audit *audit, struct arena *arena)
{
    audit->u = arena_take(arena, audit->n, sizeof *audit->u);
    audit->v = arena_take(arena, audit->m, sizeof *audit->v);
    audit->row_used = arena_take(arena, audit->n, sizeof *audit->row_used);
    audit->col_used = arena_take(arena, audit->m, sizeof *audit->col_used);
    audit->is_short_row = arena_take(arena, audit->n, 1);
    audit->is_short_col = arena_take(arena, audit->m, 1);
    audit->is_dense_row = arena_take(arena, audit->n, 1);
    audit->is_dense_col = arena_take(arena, audit->m, 1);
}

static parot_status check_arrays(const parot_match_result *result, parot_error *err)
{
    const parot_match_side *sides[] = {&result->x, &result->y};
    int is_whole = result->pairs < 1 || (result->row && result->col && result->cost);
    for (int k = 0; k < 2; k++)
        is_whole = is_whole && (sides[k]->count < 1 || (sides[k]->price && sides[k]->is_short));
    return is_whole
               ? PAROT_OK
               : fail(err, PAROT_EINVAL, "result: has no pairs or prices; ask parot_match first");
}

/* Works: what it allocates is in *audit. */
static parot_status certify(struct match_audit *audit, parot_error *err)
{
    struct arena arena = {0};
    const parot_match_problem *problem = audit->problem;
    TRY(match_check_problem(problem, audit->options, &audit->control, err));
    TRY(check_arrays(audit->result, err));
    audit->n = match_rows(problem);
    audit->m = match_cols(problem);
    if (audit->result->x.count != audit->n || audit->result->y.count != audit->m)
        return fail(err, PAROT_ESHAPE,
                    "result: is for %lld x %lld rows, the problem has %lld x %lld",
                    (long long)audit->result->x.count, (long long)audit->result->y.count,
                    (long long)audit->n, (long long)audit->m);
    if (match_has_tables(problem)) {
        TRY(match_space_open(&audit->space, problem, audit->options, &audit->control, err));
        audit->grid.space = &audit->space;
    }
    audit->grid.problem = problem;
    audit->grid.options = audit->options;
    TRY(match_grid_open(&audit->grid, &audit->control, err));
    layout(audit, &arena);
    TRY(arena_open(&arena, &audit->control, err));
    audit->memory = arena.block;
    layout(audit, &arena);
    check_pairs(audit);
    take_prices(audit);
    TRY(match_certify_dense(audit, err));
    add_nodes(audit);
    TRY(look_at_rows(audit, err));
    judge(audit);
    return PAROT_OK;
}

parot_status parot_match_certify(const parot_match_problem *problem,
                                 const parot_match_options *options,
                                 const parot_match_result *result, const parot_run *run,
                                 parot_match_check *check, parot_error *err)
{
    struct match_audit audit = {.problem = problem, .result = result};
    parot_match_options taken;
    parot_match_options_init(&taken);
    TRY(CHECK_GIVEN(err, problem, result, check));
    if (options)
        TRY(options_take(&taken, sizeof taken, options, "options", "parot_match_options", err));
    TRY(match_check_options(&taken, err));
    TRY(control_init(&audit.control, run, err));
    audit.control.run.max_iterations = 0;
    audit.options = &taken;
    audit.has_price = taken.order == PAROT_MATCH_ORDER_PRICE;
    parot_status status = certify(&audit, err);
    block_free(audit.memory);
    match_grid_close(&audit.grid);
    match_space_close(&audit.space);
    if (status == PAROT_OK)
        *check = audit.check;
    return status;
}

int parot_match_is_proved(const parot_match_result *result, const parot_match_check *check,
                          double tolerance)
{
    return check->faults == 0 && check->most == result->pairs && check->relative <= tolerance;
}
