/* example_graph.c - a path of four nodes is found in a longer one by the distances within both. */
#include <stdio.h>

#include "parot/parot.h"

enum { LONG = 6, SHORT = 4 };

/* Distances between the nodes of a path: node k is joined to k - 1 and k + 1. */
static parot_status path_distances(int64_t nodes, double *distances, parot_error *err)
{
    int64_t first[LONG + 1];
    int32_t to[2 * LONG], edges = 0;

    for (int32_t k = 0; k < nodes; k++) {
        first[k] = edges;
        if (k > 0)
            to[edges++] = k - 1;
        if (k + 1 < nodes)
            to[edges++] = k + 1;
    }
    first[nodes] = edges;
    parot_graph graph = {.nodes = nodes, .first = first, .to = to};
    return parot_graph_distances(&graph, NULL, NULL, distances, NULL, err);
}

int main(void)
{
    double source[SHORT * SHORT], target[LONG * LONG];
    const double ones[] = {1, 1, 1, 1, 1, 1};
    parot_gromov_problem problem = {.source = {source, SHORT, SHORT, SHORT},
                                    .target = {target, LONG, LONG, LONG},
                                    .alpha = 1,
                                    .p = ones,
                                    .q = ones,
                                    .mass = SHORT};
    parot_gromov_result result = {0};
    parot_error err = {0};

    if (path_distances(SHORT, source, &err) != PAROT_OK ||
        path_distances(LONG, target, &err) != PAROT_OK ||
        parot_gromov(&problem, NULL, NULL, &result, &err) != PAROT_OK) {
        fprintf(stderr, "%s\n", err.message);
        return 1;
    }
    for (int64_t k = 0; k < result.transport.plan.count; k++)
        printf("node %d is node %d\n", result.transport.plan.row[k], result.transport.plan.col[k]);
    int is_found = result.transport.objective == 0;
    parot_gromov_result_free(&result);
    return is_found ? 0 : 1;
}
