/* figure_checks.c - what several figures ask of their input, and how they print it. */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "plot/figures/figures.h"

parot_status check_plan(const parot_plan *plan, parot_error *err)
{
    if (!plan)
        return fail(err, PAROT_EINVAL, "plan: must not be NULL");
    if (plan->rows < 1 || plan->cols < 1 || plan->count < 0)
        return fail(err, PAROT_EINVAL, "plan: must have rows and columns, got %lld x %lld",
                    (long long)plan->rows, (long long)plan->cols);
    if (plan->count > 0 && (!plan->row || !plan->col || !plan->mass))
        return fail(err, PAROT_EINVAL, "plan: has %lld entries, but arrays that are NULL",
                    (long long)plan->count);
    for (int64_t k = 0; k < plan->count; k++) {
        if (plan->row[k] < 0 || plan->row[k] >= plan->rows || plan->col[k] < 0 ||
            plan->col[k] >= plan->cols)
            return fail(err, PAROT_EINVAL,
                        "plan: entry %lld is at (%d, %d), outside of %lld x %lld", (long long)k,
                        (int)plan->row[k], (int)plan->col[k], (long long)plan->rows,
                        (long long)plan->cols);
        if (!(plan->mass[k] >= 0 && plan->mass[k] < INFINITY))
            return fail(err, PAROT_EINVAL, "plan: mass of entry %lld must be 0 or more, got %g",
                        (long long)k, plan->mass[k]);
    }
    return PAROT_OK;
}

const char *print_count(int64_t count, char text[COUNT_SIZE])
{
    char digits[COUNT_SIZE];
    int length = snprintf(digits, sizeof digits, "%lld", (long long)count), at = 0;
    for (int k = 0; k < length; k++) {
        int left = length - k;
        if (k > 0 && left % 3 == 0 && digits[k - 1] != '-')
            text[at++] = ',';
        text[at++] = digits[k];
    }
    text[at] = '\0';
    return text;
}
