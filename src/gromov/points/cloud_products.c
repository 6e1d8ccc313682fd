/* cloud_products.c - panels of METRIC_TILE points by METRIC_TILE points. */
#include "gromov/points/cloud_products.h"

#include <string.h>

#include "base/parallel.h"
#include "base/sums.h"
#include "linalg/gemm.h"

enum { PANEL = METRIC_TILE };

struct task {
    const struct cloud *cloud, *others;
    const double *v;
    int64_t rank;
    int power;
    const struct cloud_pairs *a, *b;
    double *out;
};

static int64_t least(int64_t a, int64_t b)
{
    return a < b ? a : b;
}

/* panel[k - first][i - begin] = the distance of others k and point i */
static void fill_panel(const struct cloud *cloud, int64_t begin, int64_t end,
                       const struct cloud *others, int64_t first, int64_t last, double *panel)
{
    struct point_pair pair = {
        .metric = cloud->metric, .n = last - first, .m = end - begin, .dims = cloud->dims};
    double *mutable_x, *mutable_y;
    memcpy(&mutable_x, &others->at, sizeof mutable_x); /* they are only read */
    memcpy(&mutable_y, &cloud->at, sizeof mutable_y);
    pair.x = mutable_x + first * cloud->dims;
    pair.y = mutable_y + begin * cloud->dims;
    metric_rows(&pair, 0, last - first, panel, PANEL);
}

static void times(int64_t begin, int64_t end, void *context)
{
    const struct task *task = context;
    double panel[PANEL * PANEL];
    double *out = task->out + begin * task->rank;
    memset(out, 0, (size_t)((end - begin) * task->rank) * sizeof *out);
    for (int64_t first = 0; first < task->others->count; first += PANEL) {
        int64_t last = least(first + PANEL, task->others->count);
        fill_panel(task->cloud, begin, end, task->others, first, last, panel);
        gemm_tn_add(end - begin, task->rank, last - first, 1, panel, PANEL,
                    task->v + first * task->rank, task->rank, out, task->rank);
    }
}

void cloud_times(const struct cloud *cloud, const struct cloud *others, const double *v,
                 int64_t rank, double *out, int32_t threads)
{
    struct task task = {.cloud = cloud, .others = others, .v = v, .rank = rank, .out = out};
    parallel_for(threads, cloud->count, PANEL, times, &task);
}

static void sums(int64_t begin, int64_t end, void *context)
{
    const struct task *task = context;
    double panel[PANEL * PANEL];
    memset(task->out + begin, 0, (size_t)(end - begin) * sizeof *task->out);
    for (int64_t first = 0; first < task->others->count; first += PANEL) {
        int64_t last = least(first + PANEL, task->others->count);
        fill_panel(task->cloud, begin, end, task->others, first, last, panel);
        for (int64_t k = first; k < last; k++)
            for (int64_t i = begin; i < end; i++) {
                double distance = panel[(k - first) * PANEL + i - begin];
                task->out[i] += task->v[k] * (task->power == 2 ? distance * distance : distance);
            }
    }
}

void cloud_sums(const struct cloud *cloud, const struct cloud *others, const double *weight,
                int power, double *out, int32_t threads)
{
    struct task task = {.cloud = cloud, .others = others, .v = weight, .power = power, .out = out};
    parallel_for(threads, cloud->count, PANEL, sums, &task);
}

static void form(int64_t begin, int64_t end, void *context)
{
    const struct task *task = context;
    const struct cloud_pairs *a = task->a, *b = task->b;
    double x[PANEL * PANEL], y[PANEL * PANEL];
    memset(task->out + begin, 0, (size_t)(end - begin) * sizeof *task->out);
    for (int64_t first = 0; first < b->source.count; first += PANEL) {
        int64_t last = least(first + PANEL, b->source.count);
        fill_panel(&a->source, begin, end, &b->source, first, last, x);
        fill_panel(&a->target, begin, end, &b->target, first, last, y);
        for (int64_t f = first; f < last; f++)
            for (int64_t e = 0; e < end - begin; e++) {
                double apart = x[(f - first) * PANEL + e] - y[(f - first) * PANEL + e];
                task->out[begin + e] += b->mass[f] * apart * apart;
            }
    }
}

double cloud_form(const struct cloud_pairs *a, const struct cloud_pairs *b, double *part,
                  int32_t threads)
{
    struct task task = {.a = a, .b = b, .out = part};
    struct sum sum = {0};
    parallel_for(threads, a->source.count, PANEL, form, &task);
    for (int64_t e = 0; e < a->source.count; e++)
        sum_add_product(&sum, a->mass[e], part[e]);
    return sum_value(&sum) / 2;
}
