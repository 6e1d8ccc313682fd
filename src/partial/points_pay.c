/* points_pay.c - whether clouds are better solved without a matrix: by measurements. */
#include <math.h>

#include "cost/metric.h"
#include "parot/parot.h"
#include "transport/units.h"

/* With so many pairs points are faster than the matrix: measured with uniform and random weights,
 * shares from .5 to 1, in 2 to 50 dimensions (docs/notes/points.md). From so many dimensions on the
 * matrix is a product, which takes much less time than so many differences. */
static const double MANY_PAIRS = 4e6, MANY_PRODUCTS = 0x1p26;
enum { PRODUCT_DIMS = 24 };

int parot_points_pay(const parot_points_problem *problem)
{
    if (!problem)
        return 0;
    int is_product = problem->x.cols >= PRODUCT_DIMS && metric_has_products(problem->metric);
    return (double)problem->x.rows * (double)problem->y.rows >=
           (is_product ? MANY_PRODUCTS : MANY_PAIRS);
}

/* Points in all that the whole curve is followed for: a minute or so (docs/notes/points.md, "The
 * curve"). Its last quarter takes nearly all of the time, and its first half hardly any. */
static const double FEW_POINTS = 4e4, SOME_POINTS = 2e5, MOST_SHARE = 0.75, LOW_SHARE = 0.5;

int parot_points_curve_pays(const parot_points_problem *problem)
{
    if (!problem)
        return 0;
    struct weights p = {problem->p, problem->x.rows}, q = {problem->q, problem->y.rows};
    double count = (double)problem->x.rows + (double)problem->y.rows;
    double share = problem->mass / fmin(weights_total(p), weights_total(q));
    return count <= FEW_POINTS || (count <= SOME_POINTS && share <= MOST_SHARE) ||
           share <= LOW_SHARE;
}

/* Bytes for each point, measured at 10,000 to 200,000 of them in 3 and 10 dimensions: lists take
 * nearly all of it. */
static const double CURVE_POINT_BYTES = 4000;

double parot_points_curve_memory(const parot_points_problem *problem)
{
    if (!problem)
        return 0;
    double count = (double)problem->x.rows + (double)problem->y.rows;
    return count * (CURVE_POINT_BYTES + 4 * sizeof(double) * (double)problem->x.cols);
}
