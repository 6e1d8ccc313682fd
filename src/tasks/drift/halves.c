/* halves.c - prices are averages over random splits of the reference.
 *
 * Each split prices each row once, against a random half of the reference that does not contain it:
 * rows of the first half against the second and the other way round, rows of today against the
 * second. So a row of today that is like the reference has the prices of one.
 */
#include "tasks/drift/halves.h"

#include <math.h>
#include <string.h>

#include "base/random.h"

void halves_layout(struct halves *halves, struct arena *arena)
{
    int64_t n = halves->across.x.rows, m = halves->across.y.rows, cols = halves->across.x.cols;
    int64_t half = m - m / 2, rows = n > half ? n : half;
    halves->null = arena_take(arena, 2 * m, sizeof *halves->null); /* the sums, then one split's */
    halves->price = arena_take(arena, 2 * n, sizeof *halves->price);
    halves->split = arena_take(arena, m, sizeof *halves->split);
    if (halves->across.has_matrix) {
        halves->cost = arena_take(arena, rows, (size_t)half * sizeof *halves->cost);
    } else {
        halves->from = arena_take(arena, half, (size_t)cols * sizeof *halves->from);
        halves->to = arena_take(arena, half, (size_t)cols * sizeof *halves->to);
    }
    halves->capacity = arena_take(arena, half, sizeof *halves->capacity);
}

static void shuffle(struct halves *halves, int64_t number, uint64_t seed)
{
    int64_t m = halves->within.x.rows;
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

static void gather_costs(const struct pairs *from, struct part rows, struct part cols, double *to)
{
    for (int64_t i = 0; i < rows.count; i++) {
        const double *row = from->cost + part_at(rows, i) * from->y.rows;
        for (int64_t j = 0; j < cols.count; j++)
            to[i * cols.count + j] = row[part_at(cols, j)];
    }
}

static parot_matrix gather_rows(parot_matrix from, struct part rows, double *to)
{
    if (!rows.index)
        return from;
    for (int64_t i = 0; i < rows.count; i++)
        memcpy(to + i * from.cols, from.data + rows.index[i] * from.stride,
               (size_t)from.cols * sizeof *to);
    return (parot_matrix){to, rows.count, from.cols, from.cols};
}

/* Some rows of one table and some of the other. */
static struct pairs gather(const struct halves *halves, const struct pairs *from, struct part rows,
                           struct part cols)
{
    struct pairs part = *from;
    if (from->cost) {
        gather_costs(from, rows, cols, halves->cost);
        part.cost = halves->cost;
        part.x.rows = rows.count;
        part.y.rows = cols.count;
    } else {
        part.x = gather_rows(from->x, rows, halves->from);
        part.y = gather_rows(from->y, cols, halves->to);
    }
    return part;
}

/* prices[i]: of row i of `rows`, in the transport of all of them to `cols`. The price at which a
 * row enters is the slope of the curve where it does. */
static parot_status follow_curve(const struct halves *halves, const struct pairs *from,
                                 struct part rows, struct part cols, struct control *control,
                                 double *prices, parot_error *err)
{
    parot_run run = control_rest(control);
    parot_curve curve = {0};
    const struct pairs part = gather(halves, from, rows, cols);
    for (int64_t j = 0; j < cols.count; j++)
        halves->capacity[j] = halves->room / (double)cols.count;
    struct pairs_weights weights = {NULL, halves->capacity, 1};
    parot_status status = status_of_step(pairs_curve(&part, weights, &run, &curve, err));
    for (int64_t i = 0; i < rows.count && status == PAROT_OK; i++)
        parot_curve_at(&curve, fmin(curve.enter[i], curve.mass[curve.count - 1]), &prices[i]);
    parot_curve_free(&curve);
    return status;
}

parot_status halves_add(struct halves *halves, int64_t number, struct control *control,
                        parot_error *err)
{
    int64_t n = halves->across.x.rows, m = halves->within.x.rows;
    struct part all = {NULL, n}, a = {halves->split, m / 2};
    struct part b = {halves->split + a.count, m - a.count};
    double *null = halves->null + m, *price = halves->price + n;
    shuffle(halves, number, control->run.seed);
    TRY(follow_curve(halves, &halves->within, a, b, control, null, err));
    TRY(follow_curve(halves, &halves->within, b, a, control, null + a.count, err));
    TRY(follow_curve(halves, &halves->across, all, b, control, price, err));
    for (int64_t r = 0; r < m; r++)
        halves->null[halves->split[r]] += null[r];
    for (int64_t i = 0; i < n; i++)
        halves->price[i] += price[i];
    return PAROT_OK;
}
