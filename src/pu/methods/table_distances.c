/* table_distances.c - distances of unlike columns have unlike units, which cannot be compared.
 *
 * The rows that should move are k of the n unlabeled ones, and all of the positives. So the typical
 * distance of the unlabeled table is that of a row to its k nearest, and that of the positives that
 * of a row to all others; the median over rows leaves outliers out. The mean of all distances will
 * not do: that of the unlabeled rows is mostly a distance between classes, and dividing by it would
 * make one class as wide as the whole of the other table.
 */
#include "pu/methods/table_distances.h"

#include <string.h>

#include "base/sort.h"

void table_distances_layout(struct table_distances *distances, int64_t n, int64_t m,
                            struct arena *arena)
{
    distances->unlabeled = arena_take(arena, n, (size_t)n * sizeof(double));
    distances->positive = arena_take(arena, m, (size_t)m * sizeof(double));
    distances->scratch = arena_take(arena, n > m ? n : m, 2 * sizeof(double));
}

/* Distances that were given, whose rows are in order already and whose columns are not. */
static void reorder(const double *given, int64_t count, const int32_t *order, double *distances)
{
    for (int64_t i = 0; i < count; i++)
        for (int64_t k = 0; k < count; k++)
            distances[i * count + k] = given[i * count + order[k]];
}

parot_status table_distances_measure(const struct table_distances *distances,
                                     const struct pu_problem *problem,
                                     const parot_pu_options *options, struct control *control,
                                     parot_error *err)
{
    parot_matrix x = {problem->x, problem->n, problem->dims, problem->dims};
    parot_matrix y = {problem->y, problem->m, problem->positive_dims, problem->positive_dims};
    parot_run run = control_rest(control);
    if (options->has_distances) {
        reorder(problem->x, problem->n, problem->unlabeled_order, distances->unlabeled);
        reorder(problem->y, problem->m, problem->positive_order, distances->positive);
        return PAROT_OK;
    }
    TRY(parot_cost(x, x, problem->preset.metric, &run, distances->unlabeled, err));
    return parot_cost(y, y, problem->preset.metric, &run, distances->positive, err);
}

/* The mean of the `count` smallest numbers but the very smallest, the distance of a row to itself.
 * `scratch` holds them all. */
static double mean_of_smallest(const double *row, int64_t length, int64_t count, double *scratch)
{
    double sum = 0;
    memcpy(scratch, row, (size_t)length * sizeof *row);
    sort_numbers(scratch, length);
    for (int64_t k = 1; k < count; k++)
        sum += scratch[k];
    return count > 1 ? sum / (double)(count - 1) : 0;
}

/* The median over rows of the mean distance to the nearest ones, as many as should move. */
static parot_status typical_distance(const double *distance, int64_t rows, int64_t count,
                                     double *scratch, struct control *control, double *typical)
{
    double *means = scratch + rows;
    for (int64_t i = 0; i < rows; i++) {
        TRY(control_poll_part(control, "typical distances", i, rows));
        means[i] = mean_of_smallest(distance + i * rows, rows, count, scratch);
    }
    sort_numbers(means, rows);
    *typical = means[rows / 2];
    return PAROT_OK;
}

parot_status table_distances_compare(const struct table_distances *distances,
                                     const struct pu_problem *problem, struct control *control,
                                     double *ratio)
{
    double ours = 0, theirs = 0;
    TRY(typical_distance(distances->unlabeled, problem->n, problem->k, distances->scratch, control,
                         &ours));
    TRY(typical_distance(distances->positive, problem->m, problem->m, distances->scratch, control,
                         &theirs));
    *ratio = ours > 0 && theirs > 0 ? ours / theirs : 1;
    return PAROT_OK;
}

/* ---- For the caller ------------------------------------------------------ */

/* Works: *memory is the caller's to release. */
static parot_status find_ratio(const struct pu_problem *problem, const parot_pu_options *options,
                               struct control *control, void **memory, double *ratio,
                               parot_error *err)
{
    struct table_distances distances;
    struct arena arena = {0};
    table_distances_layout(&distances, problem->n, problem->m, &arena);
    TRY(arena_open(&arena, control, err));
    *memory = arena.block;
    table_distances_layout(&distances, problem->n, problem->m, &arena);
    TRY(table_distances_measure(&distances, problem, options, control, err));
    return table_distances_compare(&distances, problem, control, ratio);
}

/* Works. */
static parot_status open_and_find(struct pu_problem *problem, const parot_pu_data *data,
                                  const parot_pu_options *given, const parot_run *run,
                                  void **memory, double *ratio, parot_error *err)
{
    parot_pu_options options;
    struct control control;
    TRY(pu_options_take(given, &options, err));
    TRY(control_init(&control, run, err));
    TRY(pu_check_memory(data, &options, &control, err));
    TRY(pu_problem_open(problem, data, &options, &control, err));
    return find_ratio(problem, &options, &control, memory, ratio, err);
}

parot_status parot_pu_distance_ratio(const parot_pu_data *data, const parot_pu_options *options,
                                     const parot_run *run, double *ratio, parot_error *err)
{
    struct pu_problem problem = {0};
    void *memory = NULL;
    TRY(CHECK_GIVEN(err, data, ratio));
    double found = 1;
    parot_status status = open_and_find(&problem, data, options, run, &memory, &found, err);
    block_free(memory);
    pu_problem_close(&problem);
    TRY(pu_stopped(status, "the comparison of distances", err));
    *ratio = found;
    return PAROT_OK;
}
