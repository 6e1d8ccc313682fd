/* pu_graphs.h - `pu --graph`: which nodes of one graph are like the labelled nodes of another? */
#ifndef PAROT_COMMAND_PU_GRAPHS_H
#define PAROT_COMMAND_PU_GRAPHS_H

#include "input/graph_files.h"
#include "parot/report.h"
#include "pu/pu_labels.h"
#include "pu/pu_request.h"

struct pu_graphs {
    struct graph_request request;
    struct graph_side positive, unlabeled;
    double *within[2]; /* distances of the positive and of the unlabeled nodes */
    int64_t *row;      /* 0, 1, ..., as many as either side has nodes */
};

extern const struct option PU_GRAPH_OPTIONS[]; /* for a graph_request */

/* Refuses what applies to tables alone, and sets the method that compares distances. */
enum outcome pu_graphs_check(const struct pu_graphs *graphs, struct pu_request *request,
                             const struct args *args, double prior);

/* Reads both lists of edges and computes distances, which are the data. */
enum outcome pu_graphs_read(struct pu_graphs *graphs, const struct args *args, parot_pu_data *data);

/* The nodes as rows of labels, and as the side of a summary. */
struct pu_labels_rows pu_graphs_rows(const struct pu_graphs *graphs);
parot_summary_side pu_graphs_side(const struct pu_graphs *graphs, const struct graph_side *side);

void pu_graphs_free(struct pu_graphs *graphs);

#endif
