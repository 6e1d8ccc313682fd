/* entropic_costs.c - the costs of the next linear problem, G = (1 - alpha) C + 2 alpha (M o T), for
 * a dense T: two products of matrices, after sums that are added up in lanes, so that their order
 * is the same for any instruction set.
 */
#include <float.h>
#include <math.h>
#include <string.h>

#include "base/simd.h"
#include "gromov/entropic_job.h"
#include "linalg/gemm.h"
#include "partial/problem.h"

enum { LANES = 8 };

/* product = T K', then cost -= weight H product; H' = -H for the odd parts */
static void subtract_product(struct entropic_job *job, const double *plan, int is_odd,
                             double weight)
{
    const struct space *source = &job->tensor.source, *target = &job->tensor.target;
    int64_t n = source->count, m = target->count;
    gemm_nt(n, m, m, 1, plan, m, is_odd ? target->odd : target->even,
            is_odd ? m : target->even_stride, job->product, m);
    gemm_tn_add(n, m, n, is_odd ? weight : -weight, is_odd ? source->odd : source->even,
                is_odd ? n : source->even_stride, job->product, m, job->cost, m);
}

/* sum_j T_ij, which is also added to the columns. */
SIMD_CLONES static double sum_row(const double *row, int64_t m, double *cols)
{
    double lane[LANES] = {0}, sum = 0;
    int64_t j = 0;
    for (; j + LANES <= m; j += LANES)
        for (int l = 0; l < LANES; l++) {
            lane[l] += row[j + l];
            cols[j + l] += row[j + l];
        }
    for (; j < m; j++) {
        lane[0] += row[j];
        cols[j] += row[j];
    }
    for (int l = 0; l < LANES; l++)
        sum += lane[l];
    return sum;
}

void entropic_fill_tensor(struct entropic_job *job, const double *plan, double weight)
{
    int64_t n = job->tensor.source.count, m = job->tensor.target.count;
    struct bench *bench = &job->bench;
    memset(bench->col_sum, 0, (size_t)m * sizeof(double));
    for (int64_t i = 0; i < n; i++)
        bench->row_sum[i] = sum_row(plan + i * m, m, bench->col_sum);
    tensor_own(&job->tensor, bench);
    for (int64_t i = 0; i < n; i++)
        for (int64_t j = 0; j < m; j++)
            job->cost[i * m + j] = weight * (bench->own_row[i] + bench->own_col[j]);
    subtract_product(job, plan, 0, weight);
    if (job->tensor.source.odd && job->tensor.target.odd)
        subtract_product(job, plan, 1, weight);
}

/* cost += weight feature, which may be NULL; returns the largest |cost|, or NAN. */
SIMD_CLONES static double add_feature(int64_t m, double weight, const double *feature, double *cost)
{
    double lane[LANES] = {0}, most[LANES] = {0}, largest = 0, sum = 0;
    int64_t j = 0;
    for (int64_t k = 0; feature && k < m; k++)
        cost[k] += weight * feature[k];
    for (; j + LANES <= m; j += LANES)
        for (int l = 0; l < LANES; l++) {
            double size = fabs(cost[j + l]);
            most[l] = size > most[l] ? size : most[l];
            lane[l] += size;
        }
    for (; j < m; j++) {
        most[0] = fabs(cost[j]) > most[0] ? fabs(cost[j]) : most[0];
        lane[0] += fabs(cost[j]);
    }
    for (int l = 0; l < LANES; l++) {
        largest = most[l] > largest ? most[l] : largest;
        sum += lane[l];
    }
    return sum <= DBL_MAX ? largest : NAN;
}

/* cost = 2 alpha (M o T) for the product of the weights, which takes no product of matrices. */
static parot_status fill_outer(struct entropic_job *job)
{
    const parot_gromov_problem *problem = job->problem;
    struct weights p = {problem->p, problem->source.rows}, q = {problem->q, problem->target.rows};
    double *x = job->product, *y = job->next;
    double rows = weights_total(p), cols = weights_total(q);
    for (int64_t i = 0; i < p.count; i++)
        x[i] = weight_at(p, i) / rows * problem->mass;
    for (int64_t j = 0; j < q.count; j++)
        y[j] = weight_at(q, j) / cols;
    tensor_form_outer(&job->tensor, x, y, &job->bench);
    struct blend blend = {.matrix = job->cost, .weight = 2 * problem->alpha};
    return tensor_add_outer(&job->tensor, &job->bench, blend, NULL);
}

parot_status entropic_fill_cost(struct entropic_job *job, parot_error *err)
{
    const parot_gromov_problem *problem = job->problem;
    int64_t n = problem->source.rows, m = problem->target.rows;
    if (job->iterations == 0 && !job->has_start)
        TRY(fill_outer(job));
    else
        entropic_fill_tensor(job, job->plan, 2 * problem->alpha);
    job->largest_cost = 0;
    for (int64_t i = 0; i < n; i++) {
        const double *feature =
            problem->alpha < 1 ? problem->cost.data + i * problem->cost.stride : NULL;
        double largest = add_feature(m, 1 - problem->alpha, feature, job->cost + i * m);
        if (isnan(largest))
            return fail(err, PAROT_ENUMERIC,
                        "source, target, cost: the gradient leaves the range of double; "
                        "rescale them");
        job->largest_cost = fmax(job->largest_cost, largest);
    }
    return PAROT_OK;
}
