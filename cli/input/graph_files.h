/* graph_files.h - two graphs from lists of edges, and the distances between their nodes. */
#ifndef PAROT_COMMAND_GRAPH_FILES_H
#define PAROT_COMMAND_GRAPH_FILES_H

#include "parot/io.h"
#include "shell/args.h"

struct graph_request {
    int is_graph; /* the files hold edges */
    int distance; /* a parot_graph_distance */
    int is_directed;
    double unreachable;       /* 0: the library's rule */
    const char *source_nodes; /* a file; NULL: all nodes of the source */
};

extern const struct option GRAPH_OPTIONS[]; /* for a graph_request */

struct graph_side {
    const char *path; /* borrowed */
    parot_edge_list list;
    int32_t *node;      /* those that are matched; NULL: all */
    const char **names; /* theirs; NULL: those of the list */
    int64_t count;
};

/* Refuses options that apply to graphs alone. */
enum outcome graphs_check(const struct graph_request *request, const struct args *args);

/* Reads the list of edges; `nodes` names the file of those that are matched, NULL: all. */
enum outcome graph_read(struct graph_side *side, const struct graph_request *request,
                        const char *nodes);

/* count x count distances in *block, released with free(). */
enum outcome graph_compute(const struct graph_side *side, const struct graph_request *request,
                           const parot_run *run, double **block);

/* Of each node that is matched. */
const char *const *graph_names(const struct graph_side *side);

void graph_free(struct graph_side *side);

#endif
