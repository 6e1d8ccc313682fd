/* crew_pack.c - copies without gaps, and three numbers of a run. */
#include "base/crew_pack.h"

#include <stdlib.h>
#include <string.h>

struct crew_rules crew_rules(const parot_run *run)
{
    return (struct crew_rules){run->seed, run->max_iterations, run->costs};
}

void crew_obey(parot_run *run, const struct crew_rules *rules)
{
    run->seed = rules->seed;
    run->max_iterations = rules->max_iterations;
    run->costs = rules->costs;
}

struct crew_part crew_numbers(const double *numbers, int64_t count)
{
    return (struct crew_part){numbers, numbers ? (size_t)count * sizeof *numbers : 0, 0};
}

int crew_table(parot_matrix table, double **copy, struct crew_part *part)
{
    size_t row = (size_t)table.cols * sizeof(double);
    *part = crew_numbers(table.data, table.rows * table.cols);
    if (!table.data || table.stride == table.cols || part->bytes == 0)
        return 1;
    part->data = *copy = malloc(part->bytes);
    for (int64_t i = 0; *copy && i < table.rows; i++)
        memcpy(*copy + i * table.cols, table.data + i * table.stride, row);
    return *copy != NULL;
}
