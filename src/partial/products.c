/* products.c - tables are checked as points are, offsets as numbers, and all together for their
 * range.
 */
#include "partial/products.h"

#include <math.h>

#include "base/options.h"
#include "cost/metric.h"

/* No cost may be beyond: sums of a few prices stay inside double. */
static const double LARGEST = 0x1p1000;

parot_points_problem products_as_points(const parot_products_problem *problem)
{
    return (parot_points_problem){.x = problem->f,
                                  .y = problem->g,
                                  .metric = PAROT_METRIC_CITYBLOCK,
                                  .p = problem->p,
                                  .q = problem->q,
                                  .mass = problem->mass};
}

static parot_status check_table(const char *name, parot_matrix table, double *largest,
                                parot_error *err)
{
    *largest = 0;
    return check_points(name, table, PAROT_METRIC_CITYBLOCK, largest, err);
}

static parot_status check_offset(const char *name, const double *offset, int64_t count,
                                 double *largest, parot_error *err)
{
    *largest = 0;
    for (int64_t i = 0; offset && i < count; i++) {
        if (!isfinite(offset[i]))
            return fail_argument(err, PAROT_EINVAL, name, "must be finite, got %g at %lld",
                                 offset[i], (long long)i);
        *largest = fmax(*largest, fabs(offset[i]));
    }
    return PAROT_OK;
}

parot_status check_products(const parot_products_problem *problem, parot_error *err)
{
    parot_matrix f = problem->f, g = problem->g;
    double largest_f, largest_g, largest_alpha, largest_beta;
    TRY(CHECK_RESERVED(problem, err));
    TRY(check_table("f", f, &largest_f, err));
    TRY(check_table("g", g, &largest_g, err));
    if (f.cols != g.cols)
        return fail(err, PAROT_ESHAPE, "f has %lld columns, g has %lld", (long long)f.cols,
                    (long long)g.cols);
    TRY(check_offset("alpha", problem->alpha, f.rows, &largest_alpha, err));
    TRY(check_offset("beta", problem->beta, g.rows, &largest_beta, err));
    double largest = largest_alpha + largest_beta + largest_f * largest_g * (double)f.cols;
    if (!(largest <= LARGEST))
        return fail(
            err, PAROT_ENUMERIC,
            "f, g: products of numbers near %g and %g, with alpha and beta, leave the range "
            "of double; rescale them",
            largest_f, largest_g);
    return PAROT_OK;
}

struct product_costs product_costs_of(const parot_products_problem *problem)
{
    return (struct product_costs){.n = (int32_t)problem->f.rows,
                                  .m = (int32_t)problem->g.rows,
                                  .dims = (int32_t)problem->f.cols,
                                  .alpha = problem->alpha,
                                  .beta = problem->beta,
                                  .f = problem->f.data,
                                  .g = problem->g.data,
                                  .f_stride = problem->f.stride,
                                  .g_stride = problem->g.stride};
}
