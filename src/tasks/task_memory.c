/* task_memory.c - estimates of memory by the largest matrices that a task keeps at the same time.
 */
#include <math.h>

#include "parot/tasks.h"

/* Two matrices of costs, one of them within the reference, and the half of the larger for each
 * split. */
double parot_drift_memory(int64_t reference, int64_t today)
{
    double m = (double)reference, n = (double)today;
    return sizeof(double) * (m * m + n * m + fmax(n, m / 2) * m / 2);
}

/* The costs, twice. */
double parot_register_memory(int64_t n, int64_t m)
{
    return 2 * parot_partial_memory(n, m);
}
