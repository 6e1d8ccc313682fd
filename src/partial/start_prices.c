/* start_prices.c - one pass over each side for the least price, one for what others are above it.
 */
#include "partial/start_prices.h"

#include <float.h>
#include <math.h>

#include "partial/problem.h"

/* Times the largest cost: a' and b' end there. Measured: 2000 x 2000 points with prices between 0
 * and 1e9 take 28 passes instead of 3754. */
static const double FAR_ABOVE = 4;

void start_prices_layout(struct start_prices *start, int32_t n, int32_t m, struct arena *arena)
{
    start->a = arena_take(arena, n, sizeof *start->a);
    start->b = arena_take(arena, m, sizeof *start->b);
    start->start_a = arena_take(arena, n, sizeof *start->start_a);
    start->start_b = arena_take(arena, m, sizeof *start->start_b);
}

static double highest(const double *prices, int32_t count)
{
    double highest = -INFINITY;
    for (int32_t k = 0; k < count; k++)
        highest = fmax(highest, prices[k]);
    return highest;
}

/* Counts from the least price, but from `floor` where that is below: above[k] is within [0, most].
 * Returns what is counted from. */
static double count_up(const double *prices, int32_t count, double floor, double most,
                       double *above)
{
    double least = INFINITY;
    for (int32_t k = 0; k < count; k++)
        least = fmin(least, prices[k]);
    least = fmax(least, fmax(floor, -DBL_MAX));
    for (int32_t k = 0; k < count; k++)
        above[k] = fmin(fmax(prices[k] - least, 0), most);
    return least;
}

/* Where all costs are 0, any size will do. */
void start_prices_set(struct start_prices *start, const parot_prices *prices, int32_t n, int32_t m,
                      const int32_t *row_of, const int32_t *col_of, double largest)
{
    double most = largest > 0 ? fmin(FAR_ABOVE * largest, DBL_MAX / 16) : 1;
    for (int32_t i = 0; i < n; i++)
        start->a[i] = source_price(prices, row_of ? row_of[i] : i);
    for (int32_t j = 0; j < m; j++)
        start->b[j] = target_price(prices, col_of ? col_of[j] : j);
    double highest_a = highest(start->a, n), highest_b = highest(start->b, m);
    start->a0 = count_up(start->a, n, -highest_b - most, most, start->start_a);
    start->b0 = count_up(start->b, m, -highest_a - most, most, start->start_b);
    start->price = fmax(fmin(start->a0 + start->b0, most), -4 * most);
}

double start_prices_largest(const struct start_prices *start, int32_t n, int32_t m)
{
    double largest = 0;
    for (int32_t i = 0; i < n; i++)
        largest = fmax(largest, fabs(start->a[i]));
    for (int32_t j = 0; j < m; j++)
        largest = fmax(largest, fabs(start->b[j]));
    return largest;
}
