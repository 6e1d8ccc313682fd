/* attack_whole_rows.c - all-or-nothing rows against trying all sets of rows.
 *
 *     attack_whole_rows [COUNT [FIRST]]
 *
 * COUNT small problems from number FIRST on. A claim that is false ends with 1: a bound above the
 * cheapest plan, a plan below it, a row that is partly moved, or labels, shares and matches that
 * say different things.
 */
#include <stdio.h>
#include <stdlib.h>

#include "enumerate_rows.h"
#include "instances.h"
#include "parot/pu.h"

enum { MOST_DIMS = 3, QUICK = 3000 };

/* Relative to the largest cost that could be paid: the tables' costs are rounded once. */
static const double ROUNDING = 1e-11;

struct draw {
    uint64_t number;
    double x[MOST_ROWS * MOST_DIMS], y[MOST_COLS * MOST_DIMS];
    int dims;
    parot_pu_data data;
    parot_pu_options options;
    struct whole_rows rows;
    double optimum, scale; /* of plans of weight k/n; the largest cost */
};

struct tally {
    int64_t tried, exact, optimal, proved, wrong;
};

/* ---- Problems ----------------------------------------------------------- */

static uint64_t choose(const struct draw *draw, uint64_t place, uint64_t count)
{
    return (uint64_t)(test_uniform(draw->number, 1000 + place) * (double)count);
}

/* Points anywhere, on a grid, or in two heaps with copies. */
static void place_points(struct draw *draw, double *points, int count, uint64_t stream)
{
    uint64_t kind = choose(draw, 1, 3);
    for (int e = 0; e < count * draw->dims; e++) {
        double at = test_uniform(draw->number * 2 + stream, (uint64_t)e);
        double heap = test_uniform(draw->number * 2 + stream, 500 + (uint64_t)(e / draw->dims));
        points[e] = kind == 0   ? at
                    : kind == 1 ? floor(5 * at)
                                : floor(3 * at) / 4 + (heap < 0.4 ? 10 : 0);
    }
}

static double choose_noise(const struct draw *draw, double mass)
{
    const double noises[] = {0, 0.1, 0.05, 1.0 / 3, mass, mass / 2, 0.01, mass * 3, mass / 1000};
    uint64_t k = choose(draw, 2, 12);
    return k < 9 ? noises[k] : test_uniform(draw->number, 77) * 0.5;
}

static double distance(const struct draw *draw, int i, int j, int32_t metric)
{
    double sum = 0;
    for (int c = 0; c < draw->dims; c++) {
        double d = fabs(draw->x[i * draw->dims + c] - draw->y[j * draw->dims + c]);
        sum += metric == PAROT_METRIC_CITYBLOCK ? d : d * d;
    }
    return metric == PAROT_METRIC_EUCLIDEAN ? sqrt(sum) : sum;
}

static void make(struct draw *draw, uint64_t number)
{
    static const int32_t metrics[] = {PAROT_METRIC_SQEUCLIDEAN, PAROT_METRIC_EUCLIDEAN,
                                      PAROT_METRIC_CITYBLOCK};
    *draw = (struct draw){.number = number};
    struct whole_rows *rows = &draw->rows;
    rows->n = 3 + (int)choose(draw, 3, MOST_ROWS - 3);
    rows->m = 1 + (int)choose(draw, 4, MOST_COLS - 1);
    int most = rows->n - 1 < 6 ? rows->n - 1 : 6;
    rows->k = 1 + (int)choose(draw, 5, (uint64_t)most);
    draw->dims = 1 + (int)choose(draw, 6, MOST_DIMS);
    place_points(draw, draw->x, rows->n, 0);
    place_points(draw, draw->y, rows->m, 1);
    double mass = (double)rows->k / rows->n;
    parot_pu_options_init(&draw->options);
    draw->options.method = PAROT_PU_METHOD_WASSERSTEIN;
    draw->options.scale = PAROT_SCALE_NONE;
    draw->options.metric = metrics[choose(draw, 7, 3)];
    draw->options.noise = choose_noise(draw, mass);
    draw->options.whole_rows =
        choose(draw, 8, 5) ? PAROT_PU_WHOLE_ROWS_EXACT : PAROT_PU_WHOLE_ROWS_CONCAVE;
    draw->data = (parot_pu_data){{draw->x, rows->n, draw->dims, draw->dims},
                                 {draw->y, rows->m, draw->dims, draw->dims},
                                 mass};
    rows->capacity = ((long double)rows->k + (long double)draw->options.noise * rows->n) / rows->m;
    for (int i = 0; i < rows->n; i++)
        for (int j = 0; j < rows->m; j++) {
            double cost = distance(draw, i, j, draw->options.metric);
            rows->cost[i][j] = cost;
            draw->scale = fmax(draw->scale, cost);
        }
    draw->optimum = (double)(whole_best(rows) / rows->n);
}

/* ---- Claims ------------------------------------------------------------- */

static int complain(const struct draw *draw, const char *what, double got, double wanted)
{
    printf("problem %llu (%d rows, %d positives, %d to move, noise %g, whole_rows %s): %s: %.17g, "
           "should be %.17g\n",
           (unsigned long long)draw->number, draw->rows.n, draw->rows.m, draw->rows.k,
           draw->options.noise, parot_pu_whole_rows_name(draw->options.whole_rows), what, got,
           wanted);
    return 1;
}

static int check_value(const struct draw *draw, const parot_pu_result *result)
{
    double objective = result->transport.objective, bound = result->transport.bound;
    double rounding = ROUNDING * draw->scale * draw->rows.k / draw->rows.n;
    if (!(bound <= objective))
        return complain(draw, "the bound exceeds the cost", bound, objective);
    if (!(bound <= draw->optimum + rounding))
        return complain(draw, "the bound exceeds the optimum", bound, draw->optimum);
    if (!(objective >= draw->optimum - rounding))
        return complain(draw, "the plan costs less than any", objective, draw->optimum);
    return 0;
}

/* A row is moved or not: label, share and match say the same. */
static int check_rows(const struct draw *draw, const parot_pu_result *result)
{
    int64_t positives = 0;
    for (int64_t i = 0; i < result->count; i++) {
        int is_positive = result->label[i] > 0;
        positives += is_positive;
        if (result->share[i] != is_positive)
            return complain(draw, "a share that is not the label's", result->share[i], is_positive);
        if ((result->match[i] >= 0) != is_positive)
            return complain(draw, "a match that is not the label's", result->match[i], is_positive);
        double moved = (double)(plan_row(&result->transport.plan, i) * draw->rows.n);
        if (is_positive ? fabs(moved - 1) > 1e-14 : moved != 0)
            return complain(draw, "a plan that is not the label's", moved, is_positive);
        if (is_positive != (result->rank[i] <= draw->rows.k))
            return complain(draw, "a rank that is not the label's", result->rank[i], is_positive);
        if (is_positive ? result->score[i] < 0.5 : result->score[i] > 0.5)
            return complain(draw, "a score that is not the label's", result->score[i], 0.5);
    }
    return positives == draw->rows.k
               ? 0
               : complain(draw, "labels positive", (double)positives, draw->rows.k);
}

/* Rows of the plan as stated; columns within the rounding of their capacity. */
static int check_plan(const struct draw *draw, const parot_pu_result *result)
{
    const parot_plan *plan = &result->transport.plan;
    double capacity = (double)(draw->rows.capacity / draw->rows.n), cost = 0;
    for (int j = 0; j < draw->rows.m; j++)
        if (plan_col(plan, j) > capacity * (1 + 1e-10))
            return complain(draw, "a positive gets more than it may", (double)plan_col(plan, j),
                            capacity);
    for (int64_t e = 0; e < plan->count; e++)
        cost += plan->mass[e] * (double)draw->rows.cost[plan->row[e]][plan->col[e]];
    if (fabs(cost - result->transport.objective) > 1e-13 * draw->scale)
        return complain(draw, "the cost of the plan", result->transport.objective, cost);
    return 0;
}

static void attack(struct draw *draw, uint64_t number, struct tally *tally)
{
    parot_error err = {0};
    parot_pu_result result = {0};
    make(draw, number);
    parot_status status = parot_pu_classify(&draw->data, &draw->options, NULL, &result, &err);
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
    if (draw->options.whole_rows == PAROT_PU_WHOLE_ROWS_EXACT) {
        tally->exact++;
        tally->optimal += objective <= draw->optimum + ROUNDING * draw->scale;
        tally->proved += gap <= 1e-9 * objective;
    }
    parot_pu_result_free(&result);
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
