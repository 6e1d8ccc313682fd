/* triangles.c - random triangles of the source, equal ones of the target, and how many other points
 * fit them (random sample consensus, Fischler and Bolles 1981, for distances alone).
 *
 * It works on samples of both sides. For a triangle (a, b, c) all pairs (a', b') of the target at
 * nearly the same distance are completed by the best c'. The best of these are judged by a few
 * points of the source: each looks for the target point with the most similar distances to a', b'
 * and c', and the share that moves, the best of them, counts. The best triangles of all are refined
 * like Algorithm 1 in small: points that fit become anchors in the place of the three, and all
 * points are placed again by their distances to the anchors.
 */
#include "gromov/starts/triangles.h"

#include <math.h>
#include <string.h>

#include "base/argsort.h"
#include "base/random.h"

enum {
    SOURCES = 96,    /* points of the source in the sample: anchors are chosen among them */
    TARGETS = 320,   /* and of the target, where more of them place points more exactly */
    TRIANGLES = 128, /* that are tried; at overlap 0.6, a fifth of them lie within it */
    DRAWS = 3,       /* of so many triangles the widest is taken, which places points best */
    PAIRS = 4096,    /* pairs (a', b') that are completed, for each triangle */
    EQUALS = 96,     /* triangles of the target that are judged */
    JUDGES = 32,     /* points of the source that judge them */
    KEPT = 16,       /* triangles that are refined */
    ROUNDS = 6,      /* of refining: most have settled after four */
    FEW = 16         /* with so few points, distances may differ by anything */
};

/* Distances that differ by more than this part of the median are not equal. */
static const double EQUAL = 0.05;

/* Three points of the source, and of the target; how badly they fit. */
struct guess {
    double loss;
    int32_t source[3], target[3];
};

struct triangles {
    struct control *control;
    uint64_t seed, drawn; /* random numbers used so far */
    int64_t u, v;         /* sizes of the samples */
    int32_t *rows, *cols; /* which points they hold */
    double *near, *far;   /* distances within them, u x u and v x v */
    double share;         /* of the source that moves */
    double tolerance;
    struct guess equal[EQUALS], kept[KEPT];
    int64_t equals, kept_count;
    double *fit; /* v numbers */
    double *all; /* u x v: how well each point fits each */
    struct keyed *sorted, *buffer;
    int32_t *source, *target, *best_source, *best_target; /* u: anchors, in the samples */
    int64_t anchors, best_anchors;
    double best;
    int8_t *is_taken; /* v */
};

static int64_t smaller(int64_t a, int64_t b)
{
    return a < b ? a : b;
}

static void layout(struct triangles *it, int64_t n, int64_t m, struct arena *arena)
{
    it->rows = arena_take(arena, n, sizeof *it->rows);
    it->cols = arena_take(arena, m, sizeof *it->cols);
    it->near = arena_take(arena, it->u, (size_t)it->u * sizeof(double));
    it->far = arena_take(arena, it->v, (size_t)it->v * sizeof(double));
    it->fit = arena_take(arena, it->v, sizeof *it->fit);
    it->all = arena_take(arena, it->u, (size_t)it->v * sizeof *it->all);
    it->sorted = arena_take(arena, it->u * it->u, sizeof *it->sorted);
    it->buffer = arena_take(arena, it->u * it->u, sizeof *it->buffer);
    it->source = arena_take(arena, it->u, sizeof *it->source);
    it->target = arena_take(arena, it->u, sizeof *it->target);
    it->best_source = arena_take(arena, it->u, sizeof *it->best_source);
    it->best_target = arena_take(arena, it->u, sizeof *it->best_target);
    it->is_taken = arena_take(arena, it->v, sizeof *it->is_taken);
}

/* ---- Samples ------------------------------------------------------------ */

static void sample(int32_t *points, int64_t count, uint64_t seed, uint64_t first)
{
    for (int64_t i = 0; i < count; i++)
        points[i] = (int32_t)i;
    random_shuffle(points, count, seed, RANDOM_TRIANGLE, first);
}

static void copy_distances(const struct space *space, const int32_t *points, int64_t count,
                           double *distance)
{
    for (int64_t i = 0; i < count; i++)
        for (int64_t k = 0; k < count; k++)
            distance[i * count + k] =
                space->distance[points[i] * space->distance_stride + points[k]];
}

static double median_distance(struct triangles *it)
{
    int64_t count = 0;
    for (int64_t i = 0; i < it->u; i++)
        for (int64_t k = 0; k < i; k++)
            it->sorted[count++] = (struct keyed){it->near[i * it->u + k], 0};
    argsort(it->sorted, count, it->buffer, NULL);
    return it->sorted[count / 2].key;
}

static int64_t draw(struct triangles *it, int64_t count)
{
    double x = random_uniform(it->seed, RANDOM_TRIANGLE, it->drawn++);
    return smaller((int64_t)(x * (double)count), count - 1);
}

/* ---- Triangles ---------------------------------------------------------- */

static double least_side(const struct triangles *it, const int32_t corner[3])
{
    const double *near = it->near;
    int64_t u = it->u;
    return fmin(near[corner[0] * u + corner[1]],
                fmin(near[corner[0] * u + corner[2]], near[corner[1] * u + corner[2]]));
}

/* Triangle number t: one after the other if there are few, else random ones. */
static void choose_triangle(struct triangles *it, int64_t t, int32_t corner[3])
{
    int64_t u = it->u, count = 0;
    double widest = -1;
    if (u * (u - 1) * (u - 2) / 6 <= TRIANGLES) {
        for (int32_t a = 0; a < u; a++)
            for (int32_t b = a + 1; b < u; b++)
                for (int32_t c = b + 1; c < u; c++)
                    if (count++ == t)
                        memcpy(corner, (int32_t[]){a, b, c}, 3 * sizeof *corner);
        return;
    }
    for (int k = 0; k < DRAWS; k++) {
        int32_t a = (int32_t)draw(it, u), b = (int32_t)draw(it, u - 1),
                c = (int32_t)draw(it, u - 2);
        b += b >= a;
        int32_t low = a < b ? a : b, high = a < b ? b : a;
        c += c >= low;
        c += c >= high;
        int32_t drawn[3] = {a, b, c};
        if (least_side(it, drawn) > widest) {
            widest = least_side(it, drawn);
            memcpy(corner, drawn, sizeof drawn);
        }
    }
}

/* Keeps the guess if it is among the best of `most`; the list is sorted by loss. */
static void remember(struct guess *list, int64_t *count, int64_t most, const struct guess *guess)
{
    int64_t k = *count < most ? *count : most - 1;
    if (*count == most && !(guess->loss < list[most - 1].loss))
        return;
    for (; k > 0 && list[k - 1].loss > guess->loss; k--)
        list[k] = list[k - 1];
    list[k] = *guess;
    *count += *count < most;
}

/* The least of `count` numbers. Eight at a time, or each comparison would wait for the last. */
static double least_of(const double *number, int64_t count)
{
    double low[8], least = INFINITY;
    int64_t j = 0;
    for (int l = 0; l < 8; l++)
        low[l] = INFINITY;
    for (; j + 8 <= count; j += 8)
        for (int l = 0; l < 8; l++)
            low[l] = number[j + l] < low[l] ? number[j + l] : low[l];
    for (; j < count; j++)
        least = number[j] < least ? number[j] : least;
    for (int l = 0; l < 8; l++)
        least = low[l] < least ? low[l] : least;
    return least;
}

/* The best third corner for a' and b'. */
static void complete(struct triangles *it, struct guess *guess)
{
    const double *from_a = it->far + guess->target[0] * it->v,
                 *from_b = it->far + guess->target[1] * it->v;
    double to_a = it->near[guess->source[2] * it->u + guess->source[0]],
           to_b = it->near[guess->source[2] * it->u + guess->source[1]];
    for (int64_t j = 0; j < it->v; j++)
        it->fit[j] = fabs(from_a[j] - to_a) + fabs(from_b[j] - to_b);
    it->fit[guess->target[0]] = it->fit[guess->target[1]] = INFINITY;
    double least = least_of(it->fit, it->v);
    int64_t j = 0;
    while (it->fit[j] != least)
        j++;
    guess->target[2] = (int32_t)j;
    guess->loss += least;
}

/* it->equal = the triangles of the target that are most like this one. */
static void find_equals(struct triangles *it, const int32_t corner[3])
{
    double side = it->near[corner[0] * it->u + corner[1]];
    int64_t v = it->v, fitting = 0;
    it->equals = 0;
    for (int64_t k = 0; k < v * v; k++)
        fitting += fabs(it->far[k] - side) <= it->tolerance;
    int64_t stride = 1 + fitting / PAIRS, seen = 0;
    for (int32_t i = 0; i < v; i++)
        for (int32_t j = 0; j < v; j++) {
            double difference = fabs(it->far[i * v + j] - side);
            if (i == j || !(difference <= it->tolerance) || seen++ % stride != 0)
                continue;
            struct guess guess = {difference, {corner[0], corner[1], corner[2]}, {i, j, 0}};
            complete(it, &guess);
            remember(it->equal, &it->equals, EQUALS, &guess);
        }
}

/* How well point i fits the triangle: least squared difference of its three distances. */
static double fit_of(struct triangles *it, const struct guess *guess, int64_t i)
{
    const double *restrict a = it->far + guess->target[0] * it->v,
                           *restrict b = it->far + guess->target[1] * it->v,
                           *restrict c = it->far + guess->target[2] * it->v,
                           *near = it->near + i * it->u;
    double to_a = near[guess->source[0]], to_b = near[guess->source[1]],
           to_c = near[guess->source[2]], *restrict fit = it->fit;
    for (int64_t j = 0; j < it->v; j++)
        fit[j] = (a[j] - to_a) * (a[j] - to_a) + (b[j] - to_b) * (b[j] - to_b) +
                 (c[j] - to_c) * (c[j] - to_c);
    return least_of(fit, it->v);
}

static int64_t share_of(const struct triangles *it, int64_t count)
{
    int64_t part = (int64_t)floor(it->share * (double)count + 0.5);
    return smaller(count, part < 3 ? 3 : part);
}

/* The mean over the judges that fit best. Judges are points from `first` on, in the order of the
 * sample, which is random. */
static double judge(struct triangles *it, const struct guess *guess, int64_t first)
{
    int64_t judges = smaller(JUDGES, it->u), counted = share_of(it, judges);
    double sum = 0;
    for (int64_t k = 0; k < judges; k++)
        it->sorted[k] = (struct keyed){fit_of(it, guess, (first + k) % it->u), k};
    argsort(it->sorted, judges, it->buffer, NULL);
    for (int64_t k = 0; k < counted; k++)
        sum += it->sorted[k].key;
    return sum / (double)counted;
}

static void try_triangle(struct triangles *it, int64_t t)
{
    int32_t corner[3] = {0, 1, 2};
    struct guess best = {.loss = INFINITY};
    choose_triangle(it, t, corner);
    find_equals(it, corner);
    int64_t first = it->u > JUDGES ? draw(it, it->u) : 0;
    for (int64_t k = 0; k < it->equals; k++) {
        it->equal[k].loss = judge(it, &it->equal[k], first);
        if (it->equal[k].loss < best.loss)
            best = it->equal[k];
    }
    if (best.loss < INFINITY)
        remember(it->kept, &it->kept_count, KEPT, &best);
}

/* ---- Refining ----------------------------------------------------------- */

/* Row i of it->all = the mean squared differences of the distances of i and j to the anchors. */
static void compare(struct triangles *it, int64_t i)
{
    double *restrict fit = it->all + i * it->v;
    memset(fit, 0, (size_t)it->v * sizeof *fit);
    for (int64_t k = 0; k < it->anchors; k++) {
        double own = it->near[i * it->u + it->source[k]];
        const double *restrict other = it->far + it->target[k] * it->v;
        for (int64_t j = 0; j < it->v; j++)
            fit[j] += (other[j] - own) * (other[j] - own);
    }
    for (int64_t j = 0; j < it->v; j++)
        fit[j] /= (double)it->anchors;
}

static int64_t nearest_free(const struct triangles *it, int64_t i)
{
    const double *fit = it->all + i * it->v;
    int64_t best = -1;
    for (int64_t j = 0; j < it->v; j++)
        if (!it->is_taken[j] && (best < 0 || fit[j] < fit[best]))
            best = j;
    return best;
}

/* Points of the source in the order in which they fit take the best target point that is left: no
 * two of them the same, or dense parts of the target would take all. Returns their mean loss. */
static double place_points(struct triangles *it, int32_t *source, int32_t *target, int64_t most,
                           int64_t *count)
{
    double sum = 0;
    memset(it->is_taken, 0, (size_t)it->v);
    for (int64_t i = 0; i < it->u; i++) {
        compare(it, i);
        it->sorted[i] = (struct keyed){least_of(it->all + i * it->v, it->v), i};
    }
    argsort(it->sorted, it->u, it->buffer, NULL);
    *count = 0;
    for (int64_t k = 0; k < it->u && *count < most; k++) {
        int64_t i = it->sorted[k].index, j = nearest_free(it, i);
        it->is_taken[j] = 1;
        sum += it->all[i * it->v + j];
        source[*count] = (int32_t)i;
        target[(*count)++] = (int32_t)j;
    }
    return sum / (double)*count;
}

static void refine(struct triangles *it, const struct guess *guess)
{
    int64_t most = smaller(share_of(it, it->u), it->v), count = 0;
    int32_t source[SOURCES], target[SOURCES];
    double loss = INFINITY;
    memcpy(it->source, guess->source, sizeof guess->source);
    memcpy(it->target, guess->target, sizeof guess->target);
    it->anchors = 3;
    for (int round = 0; round < ROUNDS; round++) {
        loss = place_points(it, source, target, most, &count);
        memcpy(it->source, source, (size_t)count * sizeof *source);
        memcpy(it->target, target, (size_t)count * sizeof *target);
        it->anchors = count;
    }
    if (!(loss < it->best))
        return;
    it->best = loss;
    it->best_anchors = it->anchors;
    memcpy(it->best_source, it->source, (size_t)it->anchors * sizeof *it->source);
    memcpy(it->best_target, it->target, (size_t)it->anchors * sizeof *it->target);
}

/* ---- The costs ---------------------------------------------------------- */

static void copy_columns(const struct space *space, const int32_t *point, int64_t count,
                         double *table)
{
    for (int64_t i = 0; i < space->count; i++)
        for (int64_t k = 0; k < count; k++)
            table[i * count + k] = space->distance[i * space->distance_stride + point[k]];
}

parot_status anchors_cost(struct frank_wolfe *descent, const int32_t *source, const int32_t *target,
                          int64_t count, double *cost, parot_error *err)
{
    const struct tensor *tensor = &descent->problem->tensor;
    int64_t n = tensor->source.count, m = tensor->target.count;
    struct arena arena = {0};
    (void)arena_take(&arena, n + m, (size_t)count * sizeof(double));
    TRY(arena_open(&arena, &descent->shared.control, err));
    double *x = arena_take(&arena, n + m, (size_t)count * sizeof(double)), *y = x + n * count;
    copy_columns(&tensor->source, source, count, x);
    copy_columns(&tensor->target, target, count, y);
    parot_run run = control_rest(&descent->shared.control);
    memset(cost, 0, (size_t)(n * m) * sizeof *cost);
    parot_status status =
        parot_cost((parot_matrix){x, n, count, count}, (parot_matrix){y, m, count, count},
                   PAROT_METRIC_SQEUCLIDEAN, &run, cost, err);
    block_free(arena.block);
    return status == PAROT_ESTOPPED ? PAROT_OK : status; /* a start is wanted in any case */
}

/* Works: the block in `arena` belongs to the caller. */
static parot_status search(struct triangles *it, struct frank_wolfe *descent, struct arena *arena,
                           double *cost, parot_error *err)
{
    const struct tensor *tensor = &descent->problem->tensor;
    int64_t n = tensor->source.count, m = tensor->target.count;
    layout(it, n, m, arena);
    TRY(arena_open(arena, it->control, err));
    layout(it, n, m, arena);
    sample(it->rows, n, it->seed, 0);
    sample(it->cols, m, it->seed, (uint64_t)n);
    it->drawn = (uint64_t)(n + m);
    copy_distances(&tensor->source, it->rows, it->u, it->near);
    copy_distances(&tensor->target, it->cols, it->v, it->far);
    it->tolerance = it->v <= FEW ? INFINITY : EQUAL * median_distance(it);
    int64_t all = it->u * (it->u - 1) * (it->u - 2) / 6, tried = smaller(TRIANGLES, all);
    for (int64_t t = 0; t < tried; t++) {
        if (t > 0 && control_poll_part(it->control, "triangles", t, tried) != PAROT_OK)
            break; /* what was found is a start all the same */
        try_triangle(it, t);
    }
    for (int64_t k = 0; k < it->kept_count; k++)
        refine(it, &it->kept[k]);
    for (int64_t k = 0; k < it->best_anchors; k++) {
        it->best_source[k] = it->rows[it->best_source[k]];
        it->best_target[k] = it->cols[it->best_target[k]];
    }
    if (it->best_anchors == 0) { /* no triangle has an equal: any plan is as good */
        memset(cost, 0, (size_t)(n * m) * sizeof *cost);
        return PAROT_OK;
    }
    return anchors_cost(descent, it->best_source, it->best_target, it->best_anchors, cost, err);
}

parot_status triangles_cost(struct frank_wolfe *descent, double *cost, parot_error *err)
{
    const struct gromov *problem = descent->problem;
    struct weights p = {problem->p, problem->tensor.source.count};
    struct arena arena = {0};
    struct triangles it = {.control = &descent->shared.control,
                           .seed = descent->shared.control.run.seed,
                           .u = smaller(SOURCES, problem->tensor.source.count),
                           .v = smaller(TARGETS, problem->tensor.target.count),
                           .share = fmin(1, problem->mass / weights_total(p)),
                           .best = INFINITY};
    parot_status status = search(&it, descent, &arena, cost, err);
    block_free(arena.block);
    return status;
}
