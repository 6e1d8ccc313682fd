/* cover.c - see cover.h. */
#include "jobs/cover.h"

#include <math.h>

/* Not one of those that are chosen, whose distance is -INFINITY. */
static int64_t farthest(const double *distance, int64_t count)
{
    int64_t best = 0;
    for (int64_t i = 1; i < count; i++)
        if (distance[i] > distance[best])
            best = i;
    return best;
}

parot_status cover_order(const struct cover *cover, struct control *control, parot_error *err)
{
    parot_matrix rows = cover->rows;
    double *distance = cover->distance;
    for (int64_t k = 0; k < rows.rows; k++) {
        parot_run run = control_rest(control);
        int64_t next = farthest(distance, rows.rows);
        parot_matrix one = {rows.data + next * rows.stride, 1, rows.cols, rows.stride};
        cover->order[k] = (int32_t)next;
        TRY(parot_cost(one, rows, cover->metric, &run, cover->scratch, err));
        for (int64_t i = 0; i < rows.rows; i++)
            distance[i] = fmin(distance[i], cover->scratch[i]);
        distance[next] = -INFINITY;
    }
    return PAROT_OK;
}
