/* sparse.c - entries are sorted, so differences and comparisons are merges of two lists. */
#include "gromov/sparse.h"

#include <string.h>

#include "base/sums.h"

void sparse_layout(parot_plan *plan, int64_t n, int64_t m, int64_t entries, struct arena *arena)
{
    *plan = (parot_plan){.rows = n, .cols = m};
    plan->mass = arena_take(arena, entries, sizeof *plan->mass);
    plan->row = arena_take(arena, entries, sizeof *plan->row);
    plan->col = arena_take(arena, entries, sizeof *plan->col);
}

void sparse_put(parot_plan *plan, int32_t row, int32_t col, double mass)
{
    plan->row[plan->count] = row;
    plan->col[plan->count] = col;
    plan->mass[plan->count++] = mass;
}

void sparse_copy(parot_plan *to, const parot_plan *from)
{
    to->count = from->count;
    memcpy(to->row, from->row, (size_t)from->count * sizeof *to->row);
    memcpy(to->col, from->col, (size_t)from->count * sizeof *to->col);
    memcpy(to->mass, from->mass, (size_t)from->count * sizeof *to->mass);
}

int sparse_equal(const parot_plan *a, const parot_plan *b)
{
    size_t count = (size_t)a->count;
    return a->count == b->count && memcmp(a->row, b->row, count * sizeof *a->row) == 0 &&
           memcmp(a->col, b->col, count * sizeof *a->col) == 0 &&
           memcmp(a->mass, b->mass, count * sizeof *a->mass) == 0;
}

/* Negative, zero or positive as entry e of a comes before, with or after entry f of b. */
static int64_t compare(const parot_plan *a, int64_t e, const parot_plan *b, int64_t f)
{
    if (e == a->count || f == b->count)
        return e == a->count ? 1 : -1;
    return a->row[e] != b->row[f] ? (int64_t)a->row[e] - b->row[f] : (int64_t)a->col[e] - b->col[f];
}

void sparse_subtract(parot_plan *to, const parot_plan *a, const parot_plan *b)
{
    to->count = 0;
    for (int64_t e = 0, f = 0; e < a->count || f < b->count;) {
        int64_t order = compare(a, e, b, f);
        double mass = (order <= 0 ? a->mass[e] : 0) - (order >= 0 ? b->mass[f] : 0);
        if (mass != 0)
            sparse_put(to, order <= 0 ? a->row[e] : b->row[f], order <= 0 ? a->col[e] : b->col[f],
                       mass);
        e += order <= 0;
        f += order >= 0;
    }
}

double sparse_inner(parot_matrix matrix, const parot_plan *plan)
{
    struct sum sum = {0};
    for (int64_t e = 0; e < plan->count; e++)
        sum_add_product(&sum, plan->mass[e],
                        matrix.data[plan->row[e] * matrix.stride + plan->col[e]]);
    return sum_value(&sum);
}

void sparse_add_to(double *dense, double weight, const parot_plan *plan)
{
    for (int64_t e = 0; e < plan->count; e++)
        dense[plan->row[e] * plan->cols + plan->col[e]] += weight * plan->mass[e];
}
