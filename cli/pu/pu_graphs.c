/* pu_graphs.c - distances between nodes take the place of features; nodes are named as in their
 * lists of edges. */
#include "pu/pu_graphs.h"

#include <math.h>
#include <stdlib.h>

#include "input/points.h"
#include "shell/output_check.h"
#include "shell/wording.h"

const struct option PU_GRAPH_OPTIONS[] = {
    FLAG_OPTION("graph", struct graph_request, is_graph,
                "POSITIVES and UNLABELED are lists of edges: FROM TO [LENGTH]"),
    CHOICE_OPTION("graph-distance", struct graph_request, distance, "D", GRAPH_DISTANCES,
                  "between nodes: {} (shortest-path)"),
    FLAG_OPTION("directed", struct graph_request, is_directed, "edges lead one way"),
    SIZE_OPTION("unreachable", struct graph_request, unreachable, "D",
                "distance of nodes without a path (one mean edge above the largest)"),
    TEXT_OPTION("positive-nodes", struct graph_request, source_nodes, "FILE",
                "the labelled nodes of POSITIVES: a name on each line (all)"),
    {0}};

static enum outcome check_tables_alone(const struct args *args)
{
    static const char *const names[] = {"truth",         "tune",          "tune-limit", "check",
                                        "model",         "append",        "fused",      "apart",
                                        "raw-distances", "probabilities", "costs"};
    const char *given = args_given(args, PU_TABLE_OPTIONS);
    for (size_t k = 0; !given && k < sizeof names / sizeof *names; k++)
        given = args_text(args, names[k]) ? names[k] : NULL;
    if (given)
        return refuse(MISUSED, "--%s applies only to tables; drop it, or --graph", given);
    return SOLVED;
}

enum outcome pu_graphs_check(const struct pu_graphs *graphs, struct pu_request *request,
                             const struct args *args, double prior)
{
    const struct graph_request *graph = &graphs->request;
    const char *given = args_given(args, PU_GRAPH_OPTIONS);
    if (!graph->is_graph && given)
        return refuse(MISUSED,
                      "--%s applies only to graphs; add --graph if POSITIVES and UNLABELED are "
                      "lists of edges",
                      given);
    if (!graph->is_graph)
        return SOLVED;
    TRY(graphs_check(graph, args));
    TRY(check_tables_alone(args));
    if (isnan(prior))
        return refuse(MISUSED, "--prior: cannot be estimated from graphs; give --prior P, the "
                               "fraction of the nodes of UNLABELED that is positive");
    if (pu_request_is_auto(args))
        request->options.method = PAROT_PU_METHOD_GROMOV;
    if (request->options.method != PAROT_PU_METHOD_GROMOV)
        return refuse(MISUSED, "--method %s: compares columns, and graphs have none; use gromov",
                      args_text(args, "method"));
    request->options.has_distances = 1;
    if (args->count != 2)
        return refuse(MISUSED, "--graph needs two files, POSITIVES and UNLABELED; got %d file%s",
                      args->count, plural(args->count));
    return paths_check_streams(args->operands, args->count);
}

static enum outcome read_side(struct graph_side *side, const struct graph_request *request,
                              const char *path, const char *nodes, const parot_run *run,
                              double **within)
{
    side->path = path;
    TRY(graph_read(side, request, nodes));
    return graph_compute(side, request, run, within);
}

enum outcome pu_graphs_read(struct pu_graphs *graphs, const struct args *args, parot_pu_data *data)
{
    const struct graph_request *request = &graphs->request;
    struct graph_side *positive = &graphs->positive, *unlabeled = &graphs->unlabeled;
    TRY(read_side(positive, request, args->operands[0], request->source_nodes, &args->run,
                  &graphs->within[0]));
    TRY(read_side(unlabeled, request, args->operands[1], NULL, &args->run, &graphs->within[1]));
    int64_t m = positive->count, n = unlabeled->count, most = m > n ? m : n;
    graphs->row = malloc((size_t)most * sizeof *graphs->row);
    if (!graphs->row)
        return refuse(FAILED, "out of memory");
    for (int64_t i = 0; i < most; i++)
        graphs->row[i] = i;
    data->positive = (parot_matrix){graphs->within[0], m, m, m};
    data->unlabeled = (parot_matrix){graphs->within[1], n, n, n};
    return SOLVED;
}

struct pu_labels_rows pu_graphs_rows(const struct pu_graphs *graphs)
{
    return (struct pu_labels_rows){.row = graphs->row,
                                   .positive = graphs->row,
                                   .id = graph_names(&graphs->unlabeled),
                                   .id_name = "node",
                                   .positive_id = graph_names(&graphs->positive),
                                   .positive_count = graphs->positive.count};
}

parot_summary_side pu_graphs_side(const struct pu_graphs *graphs, const struct graph_side *side)
{
    return (parot_summary_side){.name = path_label(side->path),
                                .points = {NULL, side->count, side->count, side->count},
                                .row = graphs->row,
                                .id = graph_names(side)};
}

void pu_graphs_free(struct pu_graphs *graphs)
{
    graph_free(&graphs->positive);
    graph_free(&graphs->unlabeled);
    free(graphs->within[0]);
    free(graphs->within[1]);
    free(graphs->row);
}
