/* costs.c - see costs.h. */
#include "costs.h"

#include "memory.h"
#include "progress.h"

enum outcome costs_compute(parot_matrix x, parot_matrix y, parot_metric metric, int copies,
                           const parot_run *run, double **block)
{
    parot_error err = {""};
    TRY(memory_take_matrix("the cost matrix", x.rows, y.rows, copies, block));
    parot_status status = parot_cost(x, y, metric, run, *block, &err);
    progress_clear();
    if (status == PAROT_OK)
        return SOLVED;
    if (status == PAROT_ESTOPPED && progress_interrupted())
        return refuse(INTERRUPTED, "interrupted (%s); nothing was written", err.message);
    if (status == PAROT_ESTOPPED)
        return refuse(FAILED, "--time-limit %g is too short (%s); nothing was written",
                      run->time_limit, err.message);
    return refuse_status(&err);
}
