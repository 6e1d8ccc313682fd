/* attack_labels.c - the columns of a labelled table agree, for every method.
 *
 *     attack_labels [COUNT [FIRST]]
 *
 * COUNT small problems from number FIRST on. Labels, ranks, scores, shares and matches must say the
 * same; rows in another order, and three threads, must change nothing.
 */
#include <string.h>

#include "labelled.h"

enum { METHODS = 10, QUICK = 400 };

/* The problem, and the same with its rows in another order. */
struct draw {
    struct labelled it, moved;
    int x_from[LABELLED_ROWS], y_from[LABELLED_COLS];
};

struct tally {
    int64_t tried, refused, wrong;
};

/* ---- Problems ----------------------------------------------------------- */

/* Anywhere, on a coarse grid, with copies, or over many orders of magnitude. */
static double place(const struct labelled *it, uint64_t stream, int e)
{
    double at = test_uniform(it->number * 2 + stream, (uint64_t)e);
    double row = test_uniform(it->number * 2 + stream, 700 + (uint64_t)(e / it->dims));
    double heap = row < 0.5 ? 0 : 0.7;
    switch (choose(it, 1, 6)) {
    case 0:
        return floor(4 * at);
    case 1:
        return floor(2 * at + 1.5 * row) * 1e-160;
    case 2:
        return (at + heap) * 1e140;
    case 3:
        return exp(60 * (at - 0.5)) * (row < 0.5 ? 1 : -1);
    default:
        return at + heap;
    }
}

/* A random order: rows sorted by random numbers. */
static void shuffle(uint64_t seed, int count, int *from)
{
    for (int i = 0; i < count; i++) {
        int to = (int)(test_uniform(seed, 5000 + (uint64_t)i) * (i + 1));
        from[i] = from[to];
        from[to] = i;
    }
}

static void permute(int dims, const double *rows, const int *from, int count, double *to)
{
    for (int i = 0; i < count; i++)
        memcpy(to + i * dims, rows + from[i] * dims, (size_t)dims * sizeof *rows);
}

static void make_options(struct labelled *it)
{
    static const double noises[] = {0, 0.1, 1.0 / 3, NAN, NAN, NAN};
    parot_pu_options *options = &it->options;
    parot_pu_options_init(options);
    /* Half of them: methods that move whole rows. */
    options->method =
        (parot_pu_method)(choose(it, 2, 2) ? choose(it, 3, METHODS) : choose(it, 3, 3));
    options->whole_rows = (parot_pu_whole_rows)choose(it, 4, 3);
    options->noise = noises[choose(it, 5, 6)];
    options->scale = choose(it, 6, 2) ? PAROT_AUTO : (int32_t)choose(it, 7, 6);
    options->metric = choose(it, 8, 2) ? PAROT_AUTO : (int32_t)choose(it, 9, 3);
    options->kernel = (parot_pu_kernel)choose(it, 10, 3);
    options->fused_alpha = (double)choose(it, 11, 5) / 4;
    options->neighbours = 1 + (int32_t)choose(it, 12, 3);
}

static void fill_data(struct labelled *it, double prior)
{
    it->data = (parot_pu_data){
        {it->x, it->n, it->dims, it->dims}, {it->y, it->m, it->dims, it->dims}, prior};
}

static void make(struct draw *draw, uint64_t number)
{
    *draw = (struct draw){.it.number = number};
    struct labelled *it = &draw->it;
    it->n = 4 + (int)choose(it, 20, LABELLED_ROWS - 4);
    it->m = 2 + (int)choose(it, 21, LABELLED_COLS - 2);
    it->dims = 1 + (int)choose(it, 22, LABELLED_DIMS);
    for (int e = 0; e < it->n * it->dims; e++)
        it->x[e] = place(it, 0, e);
    for (int e = 0; e < it->m * it->dims; e++)
        it->y[e] = place(it, 1, e) * 0.9;
    double prior = (1 + (double)choose(it, 23, (uint64_t)it->n - 1)) / it->n;
    make_options(it);
    draw->moved = *it;
    shuffle(2 * number, it->n, draw->x_from);
    shuffle(2 * number + 1, it->m, draw->y_from);
    permute(it->dims, it->x, draw->x_from, it->n, draw->moved.x);
    permute(it->dims, it->y, draw->y_from, it->m, draw->moved.y);
    fill_data(it, prior);
    fill_data(&draw->moved, prior);
}

/* ---- Claims ------------------------------------------------------------- */

static int is_by_sign(parot_pu_method method)
{
    return method == PAROT_PU_METHOD_UPU || method == PAROT_PU_METHOD_NNPU;
}

/* by_rank[r]: the row of rank r + 1. Later ranks have no larger scores. */
static int check_order(const struct labelled *it, const parot_pu_result *result)
{
    int by_rank[LABELLED_ROWS];
    memset(by_rank, -1, sizeof by_rank);
    for (int i = 0; i < it->n; i++) {
        if (result->rank[i] < 1 || result->rank[i] > it->n || by_rank[result->rank[i] - 1] >= 0)
            return complain(it, "ranks are not 1 to n", i, result->rank[i], it->n);
        by_rank[result->rank[i] - 1] = i;
    }
    for (int r = 1; r < it->n; r++)
        if (result->score[by_rank[r]] > result->score[by_rank[r - 1]])
            return complain(it, "a later rank has a larger score", by_rank[r],
                            result->score[by_rank[r]], result->score[by_rank[r - 1]]);
    return 0;
}

static int check_value(const struct labelled *it, const parot_pu_result *result)
{
    const parot_result *transport = &result->transport;
    int64_t k = llround(it->data.prior * it->n);
    if (!is_by_sign(it->options.method) && result->positives != k)
        return complain(it, "rows labelled positive", -1, result->positives, (double)k);
    if (!transport->owner)
        return 0;
    if (!isfinite(transport->objective) || !(transport->bound <= transport->objective))
        return complain(it, "bound and objective", -1, transport->bound, transport->objective);
    double moved = (double)plan_total(&transport->plan) * it->n;
    return fabs(moved - (double)k) > 1e-12 * it->n
               ? complain(it, "rows moved by the plan", -1, moved, (double)k)
               : 0;
}

static int is_copy(const struct labelled *it, int i)
{
    size_t size = (size_t)it->dims * sizeof(double);
    for (int j = 0; j < it->n; j++)
        if (j != i && memcmp(it->x + i * it->dims, it->x + j * it->dims, size) == 0)
            return 1;
    return 0;
}

/* The same numbers for the same row; copies may change places. */
static int check_moved(const struct draw *draw, const parot_pu_result *result)
{
    parot_run run;
    parot_error err = {0};
    AUTO(parot_pu_result, other);
    int wrong = 0;
    parot_run_init(&run);
    run.threads = 3;
    if (parot_pu_classify(&draw->moved.data, &draw->it.options, &run, &other, &err) != PAROT_OK)
        return complain(&draw->it, err.message, -1, NAN, 0);
    for (int i = 0; i < draw->it.n && !wrong; i++) {
        int from = draw->x_from[i];
        if (is_copy(&draw->it, from))
            continue;
        if (other.label[i] != result->label[from] || other.score[i] != result->score[from] ||
            other.rank[i] != result->rank[from] || other.share[i] != result->share[from])
            wrong = complain(&draw->it, "another order of rows changes the row", from,
                             other.score[i], result->score[from]);
    }
    return wrong;
}

static int check(const struct draw *draw, const parot_pu_result *result)
{
    for (int64_t i = 0; i < draw->it.n; i++)
        if (check_row(&draw->it, result, i))
            return 1;
    return check_order(&draw->it, result) || check_value(&draw->it, result) ||
           check_moved(draw, result);
}

static void attack(struct draw *draw, uint64_t number, struct tally *tally)
{
    parot_error err = {0};
    parot_pu_result result = {0};
    make(draw, number);
    tally->tried++;
    parot_status status = parot_pu_classify(&draw->it.data, &draw->it.options, NULL, &result, &err);
    if (status == PAROT_OK) {
        tally->wrong += check(draw, &result);
        parot_pu_result_free(&result);
    } else {
        tally->refused++;
        if (status > 0 || !err.message[0])
            tally->wrong += complain(&draw->it, "no reason", -1, status, 0);
    }
}

int main(int argc, char **argv)
{
    struct tally tally = {0};
    static struct draw draw;
    uint64_t count = argc > 1 ? strtoull(argv[1], NULL, 10) : QUICK / test_stride(2);
    uint64_t first = argc > 2 ? strtoull(argv[2], NULL, 10) : 0;
    for (uint64_t number = first; number < first + count; number++)
        attack(&draw, number, &tally);
    printf("labels: %lld problems, %lld refused with a reason, %lld wrong\n",
           (long long)tally.tried, (long long)tally.refused, (long long)tally.wrong);
    return tally.wrong > 0;
}
