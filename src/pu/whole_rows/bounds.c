/* bounds.c - a bound from prices, by its definition.
 *
 * A number computed as cost + v_j is off by less than an ulp; the cost itself by one ulp for every
 * cut that was added to it. Both are taken off before the least is sought, so that no rounded
 * number is above the true one. The sums keep what they round away (base/sums.h), and one ulp of
 * each total is taken off in the end.
 */
#include "pu/whole_rows/bounds.h"

#include <float.h>
#include <math.h>

#include "base/sort.h"
#include "base/sums.h"

static double price_of(const double *v, int64_t j)
{
    return v && v[j] > 0 ? v[j] : 0;
}

/* min_j (cost_j + v_j), rounded down: `blur` ulps of all that was added up */
static double least_of_row(const double *cost, const double *v, int64_t m, double added,
                           double blur)
{
    double least = INFINITY;
    for (int64_t j = 0; j < m; j++) {
        double price = price_of(v, j);
        least = fmin(least, cost[j] + price - blur * (fabs(cost[j]) + added + price));
    }
    return least;
}

/* The `wanted` cheapest of `count` free rows, less what columns are paid. */
static void add_cheapest(const struct transport *transport, const double *v, double *least,
                         int64_t count, int64_t wanted, struct sum *sum)
{
    sort_numbers(least, count);
    for (int64_t r = 0; r < wanted; r++)
        sum_add_product(sum, transport->row, least[r]);
    for (int64_t j = 0; j < transport->m; j++)
        sum_add_product(sum, transport->q[j], -price_of(v, j));
}

double bound_of_prices(const struct transport *transport, const struct priced *priced,
                       const double *v, const char *decision, double *scratch)
{
    int64_t n = transport->n, m = transport->m, free_rows = 0, wanted = transport->k;
    struct sum sum = {0};
    for (int64_t i = 0; i < n; i++) {
        double times = priced->times ? priced->times[i] : 0;
        double added = priced->added ? priced->added[i] : 0;
        int is = decision ? decision[i] : ROW_IS_FREE;
        if (is == ROW_STAYS)
            continue;
        double least =
            least_of_row(priced->cost + i * m, v, m, 2 * added, (2 + times) * DBL_EPSILON);
        if (!isfinite(least))
            return -INFINITY;
        if (is == ROW_IS_FREE) {
            scratch[free_rows++] = least;
            continue;
        }
        sum_add_product(&sum, transport->row, least);
        wanted--;
    }
    add_cheapest(transport, v, scratch, free_rows, wanted, &sum);
    double offset = transport->row * priced->offset, bound = sum_value(&sum) - offset;
    double many = priced->times ? MOST_CUTS : 0; /* additions in the offset */
    bound -= 2 * DBL_EPSILON * fabs(bound) + many * DBL_EPSILON * offset;
    return isfinite(bound) ? bound : -INFINITY;
}

/* Costs of metrics and prices are not negative: the least of the rounded sums is above the least of
 * the sums by less than an ulp of itself. */
static parot_status sum_points(const struct transport *transport, const double *v, double *price,
                               struct control *control, double *least, double *bound,
                               parot_error *err)
{
    int64_t n = transport->n;
    const struct pairs pairs = transport_pairs(transport);
    struct sum sum = {0};
    for (int64_t j = 0; j < transport->m; j++)
        price[j] = price_of(v, j);
    TRY(pairs_least(&pairs, price, control, least, NULL, err));
    for (int64_t i = 0; i < n; i++)
        least[i] -= 2 * DBL_EPSILON * least[i];
    add_cheapest(transport, v, least, n, transport->k, &sum);
    *bound = sum_value(&sum);
    *bound -= 2 * DBL_EPSILON * fabs(*bound);
    *bound = isfinite(*bound) ? *bound : -INFINITY;
    return PAROT_OK;
}

parot_status bound_of_points(const struct transport *transport, const double *v,
                             struct control *control, double *scratch, double *bound,
                             parot_error *err)
{
    struct arena arena = {0};
    arena_take(&arena, transport->m, sizeof(double));
    TRY(arena_open(&arena, control, err));
    double *price = arena_take(&arena, transport->m, sizeof *price);
    parot_status status = sum_points(transport, v, price, control, scratch, bound, err);
    block_free(arena.block);
    return status;
}
