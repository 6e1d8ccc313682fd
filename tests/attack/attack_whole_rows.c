/* attack_whole_rows.c - all-or-nothing rows against trying all sets of rows.
 *
 *     attack_whole_rows [COUNT [FIRST]]
 *
 * COUNT small problems from number FIRST on. A claim that is false ends with 1: a bound above the
 * cheapest plan, a plan below it, a row that is partly moved, or labels, shares and matches that
 * say different things.
 */
#include "enumerate_rows.h"
#include "labelled.h"

enum { MOST_DIMS = 3, QUICK = 3000 };

/* Relative to the largest cost that could be paid: the tables' costs are rounded once. */
static const double ROUNDING = 1e-11;

struct draw {
    struct labelled it;
    struct whole_rows rows;
    double optimum, scale; /* of plans of weight k/n; the largest cost */
};

struct tally {
    int64_t tried, exact, optimal, proved, wrong;
};

/* ---- Problems ----------------------------------------------------------- */

/* Points anywhere, on a grid, or in two heaps with copies. */
static void place_points(struct labelled *it, double *points, int count, uint64_t stream)
{
    uint64_t kind = choose(it, 1, 3);
    for (int e = 0; e < count * it->dims; e++) {
        double at = test_uniform(it->number * 2 + stream, (uint64_t)e);
        double heap = test_uniform(it->number * 2 + stream, 500 + (uint64_t)(e / it->dims));
        points[e] = kind == 0   ? at
                    : kind == 1 ? floor(5 * at)
                                : floor(3 * at) / 4 + (heap < 0.4 ? 10 : 0);
    }
}

static double choose_noise(const struct labelled *it, double mass)
{
    const double noises[] = {0, 0.1, 0.05, 1.0 / 3, mass, mass / 2, 0.01, mass * 3, mass / 1000};
    uint64_t k = choose(it, 2, 12);
    return k < 9 ? noises[k] : test_uniform(it->number, 77) * 0.5;
}

static double distance(const struct labelled *it, int i, int j, int32_t metric)
{
    double sum = 0;
    for (int c = 0; c < it->dims; c++) {
        double d = fabs(it->x[i * it->dims + c] - it->y[j * it->dims + c]);
        sum += metric == PAROT_METRIC_CITYBLOCK ? d : d * d;
    }
    return metric == PAROT_METRIC_EUCLIDEAN ? sqrt(sum) : sum;
}

static void make(struct draw *draw, uint64_t number)
{
    static const int32_t metrics[] = {PAROT_METRIC_SQEUCLIDEAN, PAROT_METRIC_EUCLIDEAN,
                                      PAROT_METRIC_CITYBLOCK};
    *draw = (struct draw){.it.number = number};
    struct whole_rows *rows = &draw->rows;
    struct labelled *it = &draw->it;
    it->n = rows->n = 3 + (int)choose(it, 3, MOST_ROWS - 3);
    it->m = rows->m = 1 + (int)choose(it, 4, MOST_COLS - 1);
    int most = rows->n - 1 < 6 ? rows->n - 1 : 6;
    rows->k = 1 + (int)choose(it, 5, (uint64_t)most);
    it->dims = 1 + (int)choose(it, 6, MOST_DIMS);
    place_points(it, it->x, rows->n, 0);
    place_points(it, it->y, rows->m, 1);
    double mass = (double)rows->k / rows->n;
    parot_pu_options_init(&it->options);
    it->options.method = PAROT_PU_METHOD_WASSERSTEIN;
    it->options.scale = PAROT_SCALE_NONE;
    it->options.metric = metrics[choose(it, 7, 3)];
    it->options.noise = choose_noise(it, mass);
    it->options.whole_rows =
        choose(it, 8, 5) ? PAROT_PU_WHOLE_ROWS_EXACT : PAROT_PU_WHOLE_ROWS_CONCAVE;
    it->data = (parot_pu_data){
        {it->x, rows->n, it->dims, it->dims}, {it->y, rows->m, it->dims, it->dims}, mass};
    rows->capacity = ((long double)rows->k + (long double)it->options.noise * rows->n) / rows->m;
    for (int i = 0; i < rows->n; i++)
        for (int j = 0; j < rows->m; j++) {
            double cost = distance(it, i, j, it->options.metric);
            rows->cost[i][j] = cost;
            draw->scale = fmax(draw->scale, cost);
        }
    draw->optimum = (double)(whole_best(rows) / rows->n);
}

/* ---- Claims ------------------------------------------------------------- */

static int check_value(const struct draw *draw, const parot_pu_result *result)
{
    double objective = result->transport.objective, bound = result->transport.bound;
    double rounding = ROUNDING * draw->scale * draw->rows.k / draw->rows.n;
    if (!(bound <= objective))
        return complain(&draw->it, "the bound exceeds the cost", -1, bound, objective);
    if (!(bound <= draw->optimum + rounding))
        return complain(&draw->it, "the bound exceeds the optimum", -1, bound, draw->optimum);
    if (!(objective >= draw->optimum - rounding))
        return complain(&draw->it, "the plan costs less than any", -1, objective, draw->optimum);
    return 0;
}

/* A row is moved or not. */
static int check_rows(const struct draw *draw, const parot_pu_result *result)
{
    int64_t positives = 0;
    for (int64_t i = 0; i < result->count; i++) {
        int is_positive = result->label[i] > 0;
        positives += is_positive;
        double moved = (double)(plan_row(&result->transport.plan, i) * draw->rows.n);
        if (is_positive ? fabs(moved - 1) > 1e-14 : moved != 0)
            return complain(&draw->it, "a plan that is not the label's", i, moved, is_positive);
        if (check_row(&draw->it, result, i))
            return 1;
    }
    return positives == draw->rows.k
               ? 0
               : complain(&draw->it, "labels positive", -1, (double)positives, draw->rows.k);
}

/* Rows of the plan as stated; columns within the rounding of their capacity. */
static int check_plan(const struct draw *draw, const parot_pu_result *result)
{
    const parot_plan *plan = &result->transport.plan;
    double capacity = (double)(draw->rows.capacity / draw->rows.n), cost = 0;
    for (int j = 0; j < draw->rows.m; j++)
        if (plan_col(plan, j) > capacity * (1 + 1e-10))
            return complain(&draw->it, "a positive gets more than it may", -1,
                            (double)plan_col(plan, j), capacity);
    for (int64_t e = 0; e < plan->count; e++)
        cost += plan->mass[e] * (double)draw->rows.cost[plan->row[e]][plan->col[e]];
    if (fabs(cost - result->transport.objective) > 1e-13 * draw->scale)
        return complain(&draw->it, "the cost of the plan", -1, result->transport.objective, cost);
    return 0;
}

static void attack(struct draw *draw, uint64_t number, struct tally *tally)
{
    parot_error err = {0};
    AUTO(parot_pu_result, result);
    make(draw, number);
    parot_status status = parot_pu_classify(&draw->it.data, &draw->it.options, NULL, &result, &err);
    if (status != PAROT_OK) {
        /* Tables whose rows are all equal are refused, and nothing else is. */
        if (draw->scale > 0) {
            printf("problem %llu: %s\n", (unsigned long long)number, err.message);
            tally->wrong++;
        }
        return;
    }
    double objective = result.transport.objective, gap = objective - result.transport.bound;
    tally->tried++;
    tally->wrong +=
        check_value(draw, &result) || check_rows(draw, &result) || check_plan(draw, &result);
    if (draw->it.options.whole_rows == PAROT_PU_WHOLE_ROWS_EXACT) {
        tally->exact++;
        tally->optimal += objective <= draw->optimum + ROUNDING * draw->scale;
        tally->proved += gap <= 1e-9 * objective;
    }
}

int main(int argc, char **argv)
{
    struct tally tally = {0};
    struct draw draw;
    uint64_t count = argc > 1 ? strtoull(argv[1], NULL, 10) : QUICK;
    uint64_t first = argc > 2 ? strtoull(argv[2], NULL, 10) : 0;
    for (uint64_t number = first; number < first + count; number++)
        attack(&draw, number, &tally);
    printf(
        "whole rows: %lld problems against all sets of rows: %lld wrong; of %lld with --whole-rows "
        "exact the best set found in %lld, proved in %lld\n",
        (long long)tally.tried, (long long)tally.wrong, (long long)tally.exact,
        (long long)tally.optimal, (long long)tally.proved);
    return tally.wrong > 0;
}
