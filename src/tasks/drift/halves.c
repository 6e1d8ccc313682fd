/* halves.c - prices are averages over random splits of the reference.
 *
 * Each split prices each row once, against a random half of the reference that does not contain it:
 * rows of the first half against the second and the other way round, rows of today against the
 * second. So a row of today that is like the reference has the prices of one.
 */
#include "tasks/drift/halves.h"

#include <math.h>

#include "base/random.h"

void halves_layout(struct halves *halves, int64_t n, int64_t m, struct arena *arena)
{
    int64_t half = m - m / 2, rows = n > half ? n : half;
    halves->null = arena_take(arena, 2 * m, sizeof *halves->null); /* the sums, then one split's */
    halves->price = arena_take(arena, 2 * n, sizeof *halves->price);
    halves->split = arena_take(arena, m, sizeof *halves->split);
    halves->cost = arena_take(arena, rows, (size_t)half * sizeof *halves->cost);
    halves->capacity = arena_take(arena, half, sizeof *halves->capacity);
}

static void shuffle(struct halves *halves, int64_t number, uint64_t seed)
{
    int64_t m = halves->within.rows;
    for (int64_t r = 0; r < m; r++)
        halves->split[r] = (int32_t)r;
    random_shuffle(halves->split, m, seed, RANDOM_SPLIT, (uint64_t)(number * m));
}

/* Some rows, or some columns, of a matrix. */
struct part {
    const int32_t *index; /* NULL: all of them */
    int64_t count;
};

static int64_t part_at(struct part part, int64_t k)
{
    return part.index ? part.index[k] : k;
}

/* prices[i]: of row i of `rows`, in the transport of all of them to `cols`. The price at which a
 * row enters is the slope of the curve where it does. */
static parot_status follow_curve(const struct halves *halves, struct part rows, struct part cols,
                                 struct control *control, double *prices, parot_error *err)
{
    parot_run run = control_rest(control);
    parot_curve curve = {0};
    parot_problem problem = {
        {halves->cost, rows.count, cols.count, cols.count}, NULL, halves->capacity, 1};
    for (int64_t j = 0; j < cols.count; j++)
        halves->capacity[j] = halves->room / (double)cols.count;
    parot_status status = status_of_step(parot_partial_curve(&problem, &run, &curve, err));
    for (int64_t i = 0; i < rows.count && status == PAROT_OK; i++)
        parot_curve_at(&curve, fmin(curve.enter[i], curve.mass[curve.count - 1]), &prices[i]);
    parot_curve_free(&curve);
    return status;
}

static void gather(const struct halves *halves, parot_matrix from, struct part rows,
                   struct part cols)
{
    for (int64_t i = 0; i < rows.count; i++) {
        const double *row = from.data + part_at(rows, i) * from.stride;
        for (int64_t j = 0; j < cols.count; j++)
            halves->cost[i * cols.count + j] = row[part_at(cols, j)];
    }
}

parot_status halves_add(struct halves *halves, int64_t number, struct control *control,
                        parot_error *err)
{
    int64_t n = halves->across.rows, m = halves->within.rows;
    struct part all = {NULL, n}, a = {halves->split, m / 2};
    struct part b = {halves->split + a.count, m - a.count};
    double *null = halves->null + m, *price = halves->price + n;
    shuffle(halves, number, control->run.seed);
    gather(halves, halves->within, a, b);
    TRY(follow_curve(halves, a, b, control, null, err));
    gather(halves, halves->within, b, a);
    TRY(follow_curve(halves, b, a, control, null + a.count, err));
    gather(halves, halves->across, all, b);
    TRY(follow_curve(halves, all, b, control, price, err));
    for (int64_t r = 0; r < m; r++)
        halves->null[halves->split[r]] += null[r];
    for (int64_t i = 0; i < n; i++)
        halves->price[i] += price[i];
    return PAROT_OK;
}
