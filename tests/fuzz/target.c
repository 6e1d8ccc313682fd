/* target.c - see target.h. */
#include "target.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "io/bytes/filename.h"
#include "io/results/curve_file.h"
#include "io/results/plan_file.h"
#include "io/results/result_file.h"
#include "io/tables/table.h"
#include "io/text/edge_list.h"

/* A block of exactly that size, so that a sanitizer sees what is read behind it. */
static struct bytes copy(const void *data, size_t size)
{
    struct bytes bytes = {malloc(size ? size : 1), size, size};
    if (!bytes.data)
        abort();
    memcpy(bytes.data, data, size);
    return bytes;
}

static int is_fine(parot_status status, const parot_error *err)
{
    return status == PAROT_OK || (status < 0 && err->message[0]);
}

static int try_table(const struct filename *path, struct bytes *bytes)
{
    parot_error err = {0};
    parot_table table = {0};
    int is_sound = is_fine(table_parse(path, bytes, &table, &err), &err);
    for (int64_t k = 0; k < table.rows * table.cols; k++)
        is_sound &= !isnan(table.data[k]);
    parot_table_free(&table);
    return is_sound;
}

/* Every cell of a column with levels is one of them. */
static int try_frame(const struct filename *path, struct bytes *bytes)
{
    parot_error err = {0};
    parot_frame frame = {0};
    int is_sound = is_fine(frame_parse(path, bytes, &frame, &err), &err);
    for (int64_t k = 0; k < frame.rows * frame.cols; k++) {
        const parot_column *column = &frame.columns[k % frame.cols];
        is_sound &= column->level_count == 0 || isnan(frame.data[k]) ||
                    (frame.data[k] >= 0 && frame.data[k] < (double)column->level_count);
        is_sound &= !isnan(frame.data[k]) || column->missing > 0;
    }
    parot_frame_free(&frame);
    return is_sound;
}

static int try_result(const struct filename *path, struct bytes *bytes)
{
    parot_error err = {0};
    parot_result result = {0};
    int is_sound = is_fine(result_parse(path, bytes, &result, &err), &err);
    for (int64_t k = 0; k < result.plan.count; k++)
        is_sound &= result.plan.row[k] < result.plan.rows && result.plan.col[k] >= 0;
    parot_result_free(&result);
    return is_sound;
}

static int try_curve(const struct filename *path, struct bytes *bytes)
{
    parot_error err = {0};
    parot_curve curve = {0};
    int is_read = curve_parse(path, bytes, &curve, &err) == PAROT_OK;
    int is_sound = is_read || err.message[0];
    for (int64_t k = 0; is_read && k < curve.count; k++)
        is_sound &= isfinite(curve.mass[k]) && curve.elbow < curve.count;
    parot_curve_free(&curve);
    return is_sound;
}

static int try_gromov(const struct filename *path, struct bytes *bytes)
{
    parot_error err = {0};
    parot_gromov_result result = {0};
    int is_sound = is_fine(gromov_parse(path, bytes, &result, &err), &err);
    parot_gromov_result_free(&result);
    return is_sound;
}

/* For problems of two sizes, in which plans count from 0 and from 1; a result with prices has a
 * size of its own. */
static int try_plan(const struct filename *path, struct bytes *bytes)
{
    int is_sound = 1;
    for (int base = 0; base < 2; base++) {
        const parot_plan_request request = {.rows = 2 + base, .cols = 4, .base = base};
        struct bytes own = copy(bytes->data, bytes->size);
        parot_error err = {0};
        parot_gromov_result result = {.stationarity = NAN};
        parot_status status = plan_parse(path, &own, &request, &result, &err);
        const parot_plan *plan = &result.transport.plan;
        is_sound &= is_fine(status, &err);
        if (status == PAROT_OK && !result.transport.dual.u)
            is_sound &= plan->rows == request.rows && plan->cols == request.cols;
        for (int64_t k = 0; status == PAROT_OK && k < plan->count; k++)
            is_sound &= plan->row[k] >= 0 && plan->row[k] < plan->rows && plan->col[k] >= 0 &&
                        plan->col[k] < plan->cols && isfinite(plan->mass[k]);
        parot_gromov_result_free(&result);
        bytes_free(&own);
    }
    return is_sound;
}

/* What parot_graph_distances asks of a graph; and each node has a name. */
static int try_edges(const struct filename *path, struct bytes *bytes)
{
    int is_sound = 1;
    for (int is_directed = 0; is_directed < 2; is_directed++) {
        struct bytes own = copy(bytes->data, bytes->size);
        parot_error err = {0};
        parot_edge_list list = {0};
        parot_status status = edge_list_parse(path, &own, is_directed, &list, &err);
        const parot_graph *graph = &list.graph;
        is_sound &= is_fine(status, &err);
        for (int64_t i = 0; status == PAROT_OK && i < graph->nodes; i++) {
            is_sound &= list.names[i][0] != '\0' && graph->first[i] <= graph->first[i + 1];
            for (int64_t k = graph->first[i]; k < graph->first[i + 1]; k++)
                is_sound &= graph->to[k] >= 0 && graph->to[k] < graph->nodes && graph->to[k] != i &&
                            (!graph->length || graph->length[k] >= 0);
        }
        if (status == PAROT_OK)
            is_sound &= graph->first[graph->nodes] == (2 - is_directed) * list.edges;
        parot_edge_list_free(&list);
        bytes_free(&own);
    }
    return is_sound;
}

int target_try(const char *name, const void *data, size_t size)
{
    struct filename path;
    if (filename_parse(name, "standard input", &path, NULL) != PAROT_OK)
        abort();
    return target_try_as(&path, data, size);
}

int target_try_as(const struct filename *path, const void *data, size_t size)
{
    static int (*const readers[])(const struct filename *, struct bytes *) = {
        try_table, try_frame, try_result, try_curve, try_gromov, try_plan, try_edges};
    int is_sound = 1;
    for (size_t k = 0; k < sizeof readers / sizeof *readers; k++) {
        struct bytes bytes = copy(data, size);
        is_sound &= readers[k](path, &bytes);
        bytes_free(&bytes);
    }
    return is_sound;
}
