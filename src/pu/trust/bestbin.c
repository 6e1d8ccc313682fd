/* bestbin.c - rows are sorted by score; one pass over them evaluates the bound at every
 * threshold. */
#include "pu/trust/bestbin.h"

#include <math.h>
#include <stdlib.h>

/* Of the authors: the bound holds with probability 1 - DELTA, and bins must be better by GAMMA. */
static const double DELTA = 0.1, GAMMA = 0.01;

static int by_score(const void *a, const void *b)
{
    const struct scored *x = a, *y = b;
    if (x->score != y->score)
        return x->score > y->score ? -1 : 1;
    return x->is_positive - y->is_positive;
}

void bestbin_sort(struct scored *scored, int64_t count)
{
    qsort(scored, (size_t)count, sizeof *scored, by_score);
}

/* Of two independent fractions u of n rows and p of m: the relative variances are added. */
static double error_of(double u, double n, double p, double m)
{
    double floor = 1 / n; /* no row at all may be chance */
    return sqrt(fmax(u * (1 - u), floor) / n + u / p * (u / p) * p * (1 - p) / m) / p;
}

/* min_t  U(t)/P(t) + (1 + GAMMA)/P(t) (sqrt(log(4/DELTA)/(2 n)) + sqrt(log(4/DELTA)/(2 m))) */
struct bestbin bestbin_find(const struct scored *scored, int64_t count)
{
    double m = 0, n = 0, above = 0, other = 0;
    struct bestbin best = {.estimate = 1, .bound = INFINITY};
    for (int64_t r = 0; r < count; r++)
        *(scored[r].is_positive ? &m : &n) += scored[r].weight;
    double width = sqrt(log(4 / DELTA) / (2 * n)) + sqrt(log(4 / DELTA) / (2 * m));
    for (int64_t r = 0; r < count; r++) {
        *(scored[r].is_positive ? &above : &other) += scored[r].weight;
        if (above == 0 || (r + 1 < count && scored[r + 1].score == scored[r].score))
            continue;
        double u = other / n, p = above / m, bound = u / p + (1 + GAMMA) * width / p;
        if (bound < best.bound)
            best = (struct bestbin){u / p, bound, error_of(u, n, p, m), p, u / p};
    }
    above = other = 0;
    for (int64_t r = 0; r < count && above / m < best.recall / 2; r++) {
        *(scored[r].is_positive ? &above : &other) += scored[r].weight;
        best.half = above > 0 ? other / n / (above / m) : best.half;
    }
    best.estimate = fmin(1, fmax(best.estimate, 1 / n));
    return best;
}
