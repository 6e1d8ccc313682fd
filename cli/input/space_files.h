/* space_files.h - the two spaces that `parot gromov` compares: points, their distances, or graphs.
 */
#ifndef PAROT_COMMAND_SPACE_FILES_H
#define PAROT_COMMAND_SPACE_FILES_H

#include "input/graph_files.h"
#include "input/stated_problem.h"
#include "shell/args.h"

struct spaces_request {
    struct problem_request problem; /* its cost is between the spaces */
    int has_distances;              /* the files hold distances, not points */
    struct graph_request graph;     /* or edges */
    int wants_cost;                 /* fused: the spaces must be comparable */
    const char *metric;             /* a name, or geodesic:K */
    int64_t neighbours;             /* geodesic: K; 0: another metric */
};

extern const struct option SPACES_OPTIONS[]; /* for a spaces_request */

struct spaces {
    struct problem problem; /* points, weights, sizes; its costs are those between the spaces */
    int has_distances, has_graphs; /* neither: points */
    struct graph_side graphs[2];   /* source and target */
    double *ones;                  /* weights of their nodes */
    int64_t neighbours; /* distances within are along the graph of so many; 0: the metric's */
    char metric[32];    /* its name */
    parot_table source_table, target_table; /* distances that were read */
    double *source_block, *target_block;    /* or computed */
    parot_matrix source, target;
};

/* Finds fault with what can be wrong before any file is read. */
enum outcome spaces_check_request(struct spaces_request *request, const struct args *args);

/* Reads all but computes nothing yet. */
enum outcome spaces_read(struct spaces *spaces, const struct spaces_request *request,
                         const struct args *args);

/* Computes distances and, if they are wanted, costs between the spaces. */
enum outcome spaces_compute(struct spaces *spaces, const struct spaces_request *request,
                            const parot_run *run);

void spaces_free(struct spaces *spaces);

#endif
