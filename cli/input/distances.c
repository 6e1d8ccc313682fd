/* distances.c - memory is asked for before the library computes the costs. */
#include "input/distances.h"

#include "shell/memory.h"
#include "shell/progress.h"
#include "shell/wording.h"

enum outcome costs_compute(parot_matrix x, parot_matrix y, parot_metric metric, int copies,
                           const parot_run *run, double **block)
{
    parot_error err = {""};
    TRY(memory_take_matrix("the cost matrix", x.rows, y.rows, copies, block));
    parot_run rest = progress_run_patient(run);
    parot_status status = parot_cost(x, y, metric, &rest, *block, &err);
    progress_clear();
    if (status == PAROT_OK)
        return SOLVED;
    return refuse_call(status, &err, run->time_limit, NULL, 0);
}
