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

/* min_t  U(t)/P(t) + (1 + GAMMA)/P(t) (sqrt(log(4/DELTA)/(2 n)) + sqrt(log(4/DELTA)/(2 m))) */
double bestbin_estimate(const struct scored *scored, int64_t count)
{
    double m = 0, n = 0, above = 0, other = 0, best = INFINITY, estimate = 1;
    for (int64_t r = 0; r < count; r++)
        *(scored[r].is_positive ? &m : &n) += scored[r].weight;
    double width = sqrt(log(4 / DELTA) / (2 * n)) + sqrt(log(4 / DELTA) / (2 * m));
    for (int64_t r = 0; r < count; r++) {
        *(scored[r].is_positive ? &above : &other) += scored[r].weight;
        if (above == 0 || (r + 1 < count && scored[r + 1].score == scored[r].score))
            continue;
        double ratio = other / n / (above / m);
        double bound = ratio + (1 + GAMMA) * width / (above / m);
        if (bound < best) {
            best = bound;
            estimate = ratio;
        }
    }
    return fmin(1, fmax(estimate, 1 / n));
}
