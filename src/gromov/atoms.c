/* atoms.c - a list of at most MOST_ATOMS vertices with weights; a vertex that is already there
 * gains weight. If the list is full, the mixture is no longer known. */
#include "gromov/atoms.h"

#include <math.h>
#include <string.h>

void atoms_layout(struct atoms *atoms, int64_t n, int64_t m, struct arena *arena)
{
    for (int k = 0; k < MOST_ATOMS; k++)
        sparse_layout(&atoms->vertex[k], n, m, n + m + 1, arena);
}

void atoms_reset(struct atoms *atoms, const parot_plan *vertex)
{
    atoms->is_known = 1;
    atoms->count = 1;
    atoms->weight[0] = 1;
    sparse_copy(&atoms->vertex[0], vertex);
}

static void add_weight(struct atoms *atoms, const parot_plan *vertex, double weight)
{
    for (int32_t k = 0; k < atoms->count; k++)
        if (sparse_equal(&atoms->vertex[k], vertex)) {
            atoms->weight[k] += weight;
            return;
        }
    if (atoms->count == MOST_ATOMS) {
        atoms->is_known = 0;
        return;
    }
    atoms->weight[atoms->count] = weight;
    sparse_copy(&atoms->vertex[atoms->count++], vertex);
}

void atoms_mix(struct atoms *atoms, const parot_plan *vertex, double step)
{
    for (int32_t k = 0; k < atoms->count; k++)
        atoms->weight[k] *= 1 - step;
    if (atoms->is_known)
        add_weight(atoms, vertex, step);
}

int32_t atoms_worst(const struct atoms *atoms, parot_matrix gradient)
{
    int32_t worst = 0;
    double most = -INFINITY;
    for (int32_t k = 0; k < atoms->count; k++) {
        double value = sparse_inner(gradient, &atoms->vertex[k]);
        if (value > most) {
            most = value;
            worst = k;
        }
    }
    return worst;
}

void atoms_move(struct atoms *atoms, int32_t from, const parot_plan *vertex, double weight)
{
    if (weight < atoms->weight[from]) {
        atoms->weight[from] -= weight;
    } else { /* the last takes the place of the one that goes */
        parot_plan gone = atoms->vertex[from];
        int32_t last = --atoms->count;
        atoms->vertex[from] = atoms->vertex[last];
        atoms->weight[from] = atoms->weight[last];
        atoms->vertex[last] = gone;
    }
    add_weight(atoms, vertex, weight);
}

void atoms_spread(const struct atoms *atoms, double *dense)
{
    const parot_plan *first = &atoms->vertex[0];
    memset(dense, 0, (size_t)(first->rows * first->cols) * sizeof *dense);
    for (int32_t k = 0; k < atoms->count; k++)
        sparse_add_to(dense, atoms->weight[k], &atoms->vertex[k]);
}
