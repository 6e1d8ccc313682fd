/* cover.c - greedy: the next row is the one farthest from all that were chosen before, whose
 * distances are updated after each choice (Gonzalez, 1985). */
#include "tasks/register/cover.h"

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
    parot_status status = PAROT_OK;
    parot_run plain = control->run; /* one row at a time: we look at the clock ourselves */
    plain.time_limit = 0;
    plain.progress = NULL;
    for (int64_t k = 0; k < rows.rows; k++) {
        int64_t next = farthest(distance, rows.rows);
        parot_matrix one = {rows.data + next * rows.stride, 1, rows.cols, rows.stride};
        cover->order[k] = (int32_t)next;
        if (status == PAROT_OK)
            status = control_poll_part(control, "order", k, rows.rows);
        if (status == PAROT_OK)
            TRY(parot_cost(one, rows, cover->metric, &plain, cover->scratch, err));
        for (int64_t i = 0; i < rows.rows && status == PAROT_OK; i++)
            distance[i] = fmin(distance[i], cover->scratch[i]);
        distance[next] = -INFINITY;
    }
    return status;
}
