/* py_graph.c - distances between the nodes of a graph. */
#include "core.h"

struct graph_request {
    parot_graph graph;
    parot_graph_options how;
    double *distances;
    Py_buffer first, to, length, node, out;
};

/* Which array is at fault is for the package, which makes them: `args` are its own. */
static int graph_open(struct graph_request *request, PyObject *args, PyObject *how, PyObject *out)
{
    parot_graph *graph = &request->graph;
    parot_graph_options *options = &request->how;
    PyObject *first = NULL, *to = NULL, *length = NULL, *node = NULL;
    int distance = 0;
    parot_graph_options_init(options);
    if (!PyArg_ParseTuple(args, "OOO", &first, &to, &length) ||
        !PyArg_ParseTuple(how, "idO", &distance, &options->unreachable, &node) ||
        plain_in(first, "graph", "l", &request->first) < 0 ||
        plain_in(to, "graph", "i", &request->to) < 0 ||
        vector_in(length, "graph", &request->length, &graph->length) < 0 ||
        (node != Py_None && plain_in(node, "nodes", "i", &request->node) < 0))
        return -1;
    graph->nodes = request->first.shape[0] - 1;
    graph->first = request->first.buf;
    graph->to = request->to.buf;
    options->distance = (parot_graph_distance)distance;
    options->node = request->node.buf;
    options->node_count = request->node.obj ? request->node.shape[0] : 0;
    int64_t count = request->node.obj ? options->node_count : graph->nodes;
    return output_in(out, "distances", count * count, &request->out, &request->distances);
}

static void graph_close(struct graph_request *request)
{
    PyBuffer_Release(&request->first);
    PyBuffer_Release(&request->to);
    PyBuffer_Release(&request->length);
    PyBuffer_Release(&request->node);
    PyBuffer_Release(&request->out);
}

static PyObject *measure(const struct graph_request *request, PyObject *options)
{
    struct call call;
    parot_status status = PAROT_OK;
    if (call_begin(&call, options) < 0)
        return NULL;
    Py_BEGIN_ALLOW_THREADS;
    status = parot_graph_distances(&request->graph, &request->how, &call.run, request->distances,
                                   NULL, &call.err);
    Py_END_ALLOW_THREADS;
    if (call_end(&call, status) < 0)
        return NULL;
    Py_RETURN_NONE;
}

static PyObject *core_graph_distances(PyObject *module, PyObject *args)
{
    struct graph_request request = {0};
    PyObject *graph = NULL, *how = NULL, *into = NULL, *options = NULL, *out = NULL;
    (void)module;
    if (!PyArg_ParseTuple(args, "O!O!OO!", &PyTuple_Type, &graph, &PyTuple_Type, &how, &into,
                          &PyTuple_Type, &options))
        return NULL;
    if (graph_open(&request, graph, how, into) == 0)
        out = measure(&request, options);
    graph_close(&request);
    return out;
}

PyMethodDef graph_methods[] = {
    {"graph_distances", core_graph_distances, METH_VARARGS,
     "graph_distances((first, to, length), (distance, unreachable, node), out, options)"},
    {NULL, NULL, 0, NULL},
};
