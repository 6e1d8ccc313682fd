/* plan_moments.c - sums over the entries of a plan, and what follows from them.
 *
 * source_ik = r_i + r_k - 2 <x_i, x_k>, and so on for the target. Written out, with w = T 1,
 *
 *   sum_k source_ik^2 w_k = r_i^2 [1] + [rr] + 2 r_i [r] + 4 x_i' [xx] x_i - 4 r_i <x_i, [x]>
 *                           - 4 <x_i, [rx]>
 *   (source T target)_ij  = r_i s_j [1] + r_i [s] + s_j [r] + [rs] - 2 r_i <y_j, [y]>
 *                           - 2 s_j <x_i, [x]> - 2 <x_i, [sx]> - 2 <y_j, [ry]> + 4 x_i' [xy] y_j
 *
 * where [.] is the moment of those letters. (docs/theory/gromov.md)
 */
#include "gromov/points/plan_moments.h"

#include <math.h>
#include <string.h>

#include "base/sums.h"
#include "gromov/points/fused.h"
#include "linalg/svd.h"

struct moments_map moments_map(const struct coordinates *at)
{
    int64_t ds = at->ds, dt = at->dt;
    struct moments_map map = {.x = MOMENT_SCALARS};
    map.rx = map.x + ds;
    map.sx = map.rx + ds;
    map.y = map.sx + ds;
    map.sy = map.y + dt;
    map.ry = map.sy + dt;
    map.xx = map.ry + dt;
    map.yy = map.xx + ds * ds;
    map.xy = map.yy + dt * dt;
    map.count = map.xy + ds * dt;
    return map;
}

/* ---- Sums ---------------------------------------------------------------- */

static double dot(const double *a, const double *b, int64_t count)
{
    double sum = 0;
    for (int64_t k = 0; k < count; k++)
        sum += a[k] * b[k];
    return sum;
}

/* to += factor from */
static void add(double *to, double factor, const double *from, int64_t count)
{
    for (int64_t k = 0; k < count; k++)
        to[k] += factor * from[k];
}

/* to += factor a b' */
static void add_outer(double *to, double factor, const double *a, int64_t rows, const double *b,
                      int64_t cols)
{
    for (int64_t k = 0; k < rows; k++)
        add(to + k * cols, factor * a[k], b, cols);
}

/* What a point of the source adds by itself, and a point of the target. */
static void add_source(const struct coordinates *at, int64_t i, double mass, double *moments)
{
    const struct moments_map map = moments_map(at);
    const double *x = at->x + i * at->ds, r = at->r[i];
    moments[MOMENT_1] += mass;
    moments[MOMENT_R] += mass * r;
    moments[MOMENT_RR] += mass * r * r;
    add(moments + map.x, mass, x, at->ds);
    add(moments + map.rx, mass * r, x, at->ds);
    add_outer(moments + map.xx, mass, x, at->ds, x, at->ds);
}

static void add_target(const struct coordinates *at, int64_t j, double mass, double *moments)
{
    const struct moments_map map = moments_map(at);
    const double *y = at->y + j * at->dt, s = at->s[j];
    moments[MOMENT_S] += mass * s;
    moments[MOMENT_SS] += mass * s * s;
    add(moments + map.y, mass, y, at->dt);
    add(moments + map.sy, mass * s, y, at->dt);
    add_outer(moments + map.yy, mass, y, at->dt, y, at->dt);
}

void moments_of_plan(const struct coordinates *at, const parot_plan *plan, double *moments)
{
    const struct moments_map map = moments_map(at);
    memset(moments, 0, (size_t)map.count * sizeof *moments);
    for (int64_t e = 0; e < plan->count; e++) {
        int64_t i = plan->row[e], j = plan->col[e];
        const double *x = at->x + i * at->ds, *y = at->y + j * at->dt, mass = plan->mass[e];
        add_source(at, i, mass, moments);
        add_target(at, j, mass, moments);
        moments[MOMENT_RS] += mass * at->r[i] * at->s[j];
        add(moments + map.sx, mass * at->s[j], x, at->ds);
        add(moments + map.ry, mass * at->r[i], y, at->dt);
        add_outer(moments + map.xy, mass, x, at->ds, y, at->dt);
    }
    moments[MOMENT_COST] = fused_cost(at, plan);
}

void moments_of_product(const struct coordinates *at, struct weights p, struct weights q,
                        double mass, double *moments)
{
    const struct moments_map map = moments_map(at);
    double rows = mass / weights_total(p), cols = mass / weights_total(q);
    memset(moments, 0, (size_t)map.count * sizeof *moments);
    for (int64_t i = 0; i < at->n; i++)
        add_source(at, i, rows * weight_at(p, i), moments);
    for (int64_t j = 0; j < at->m; j++)
        add_target(at, j, cols * weight_at(q, j), moments);
    moments[MOMENT_RS] = moments[MOMENT_R] * moments[MOMENT_S] / mass;
    add(moments + map.sx, moments[MOMENT_S] / mass, moments + map.x, at->ds);
    add(moments + map.ry, moments[MOMENT_R] / mass, moments + map.y, at->dt);
    add_outer(moments + map.xy, 1 / mass, moments + map.x, at->ds, moments + map.y, at->dt);
    moments[MOMENT_COST] = fused_cost_of_product(at, p, q, mass);
}

/* ---- Forms --------------------------------------------------------------- */

struct terms {
    struct sum sum;
    double magnitude;
};

static void term(struct terms *terms, double value)
{
    sum_add(&terms->sum, value);
    terms->magnitude += fabs(value);
}

/* 1/2 sum_ik source_ik^2 of the moments of one side */
static void own_terms(struct terms *terms, const double *s, const double *t, enum moment first,
                      int64_t count, int64_t x, int64_t rx, int64_t xx)
{
    enum moment second = first + 1; /* rr after r, ss after s */
    term(terms, s[second] * t[MOMENT_1] / 2);
    term(terms, t[second] * s[MOMENT_1] / 2);
    term(terms, s[first] * t[first]);
    term(terms, 2 * dot(s + xx, t + xx, count * count));
    term(terms, -2 * dot(s + rx, t + x, count));
    term(terms, -2 * dot(s + x, t + rx, count));
}

/* The mean of <C,S> and <C,T>, made linear in both by their masses. */
static void add_costs(struct terms *terms, const struct coordinates *at, const double *s,
                      const double *t)
{
    if (at->features == 0)
        return;
    term(terms, at->linear * s[MOMENT_COST] * t[MOMENT_1] / (2 * at->mass));
    term(terms, at->linear * t[MOMENT_COST] * s[MOMENT_1] / (2 * at->mass));
}

double moments_form(const struct coordinates *at, const double *s, const double *t,
                    double *magnitude)
{
    const struct moments_map map = moments_map(at);
    struct terms terms = {0};
    own_terms(&terms, s, t, MOMENT_R, at->ds, map.x, map.rx, map.xx);
    own_terms(&terms, s, t, MOMENT_S, at->dt, map.y, map.sy, map.yy);
    term(&terms, -s[MOMENT_RS] * t[MOMENT_1]);
    term(&terms, -t[MOMENT_RS] * s[MOMENT_1]);
    term(&terms, -s[MOMENT_R] * t[MOMENT_S]);
    term(&terms, -t[MOMENT_R] * s[MOMENT_S]);
    term(&terms, 2 * dot(s + map.ry, t + map.y, at->dt));
    term(&terms, 2 * dot(t + map.ry, s + map.y, at->dt));
    term(&terms, 2 * dot(s + map.sx, t + map.x, at->ds));
    term(&terms, 2 * dot(t + map.sx, s + map.x, at->ds));
    term(&terms, -4 * dot(s + map.xy, t + map.xy, at->ds * at->dt));
    if (at->features > 0)
        terms = (struct terms){{at->quadratic * sum_value(&terms.sum)},
                               at->quadratic * terms.magnitude};
    add_costs(&terms, at, s, t);
    *magnitude = terms.magnitude;
    return sum_value(&terms.sum);
}

/* ---- The gradient -------------------------------------------------------- */

int64_t moments_rank(const struct coordinates *at)
{
    return (at->ds < at->dt ? at->ds : at->dt) + 1 + at->features;
}

/* What G has of each point of one side: 1/2 sum_k source_ik^2 w_k - r_i [s] + 2 <x_i, [sx]>. */
struct side {
    const double *z, *norm; /* x and r, or y and s */
    int64_t count, dims;
    enum moment own, other;
    int64_t first, third, mixed, second; /* places of [x], [rx], [sx], [xx] */
};

static struct side side_of(const struct coordinates *at, int is_target)
{
    const struct moments_map map = moments_map(at);
    return is_target ? (struct side){at->y,    at->s, at->m,  at->dt, MOMENT_S,
                                     MOMENT_R, map.y, map.sy, map.ry, map.yy}
                     : (struct side){at->x,    at->r, at->n,  at->ds, MOMENT_R,
                                     MOMENT_S, map.x, map.rx, map.sx, map.xx};
}

static double own_cost(const struct side *side, const double *t, int64_t i)
{
    const double *z = side->z + i * side->dims, r = side->norm[i];
    double turned = 0;
    for (int64_t k = 0; k < side->dims; k++)
        turned += z[k] * dot(t + side->second + k * side->dims, z, side->dims);
    return (r * r * t[MOMENT_1] + t[side->own + 1]) / 2 + r * (t[side->own] - t[side->other]) +
           2 * (turned - r * dot(z, t + side->first, side->dims) -
                dot(z, t + side->third, side->dims) + dot(z, t + side->mixed, side->dims));
}

/* Of the side with fewer coordinates: (x_i, r_i) */
static void plain_features(const struct side *side, double *features)
{
    int64_t rank = side->dims + 1;
    for (int64_t i = 0; i < side->count; i++) {
        memcpy(features + i * rank, side->z + i * side->dims, (size_t)side->dims * sizeof(double));
        features[i * rank + side->dims] = side->norm[i];
    }
}

/* Of the other side: (4 [xy] y_j - 2 s_j [x], [1] s_j - 2 <y_j, [y]>); `step` and `stride` lead
 * through [xy] or its transpose. */
static void turned_features(const struct side *side, const struct side *fewer, const double *t,
                            const double *xy, int64_t step, int64_t stride, double *features)
{
    int64_t rank = fewer->dims + 1;
    for (int64_t j = 0; j < side->count; j++) {
        const double *y = side->z + j * side->dims, s = side->norm[j];
        double *g = features + j * rank;
        for (int64_t k = 0; k < fewer->dims; k++) {
            double sum = 0;
            for (int64_t l = 0; l < side->dims; l++)
                sum += xy[k * step + l * stride] * y[l];
            g[k] = 4 * sum - 2 * s * t[fewer->first + k];
        }
        g[fewer->dims] = t[MOMENT_1] * s - 2 * dot(y, t + side->first, side->dims);
    }
}

void moments_gradient(const struct coordinates *at, const double *moments,
                      const struct linear_costs *costs)
{
    const struct side source = side_of(at, 0), target = side_of(at, 1);
    const double *xy = moments + moments_map(at).xy;
    for (int64_t i = 0; i < at->n; i++)
        costs->alpha[i] = own_cost(&source, moments, i);
    for (int64_t j = 0; j < at->m; j++)
        costs->beta[j] = own_cost(&target, moments, j) - moments[MOMENT_RS];
    if (at->ds <= at->dt) {
        plain_features(&source, costs->f);
        turned_features(&target, &source, moments, xy, at->dt, 1, costs->g);
    } else {
        turned_features(&source, &target, moments, xy, 1, at->dt, costs->f);
        plain_features(&target, costs->g);
    }
    fused_offsets(at, costs);
    fused_append(at, moments_rank(at) - at->features, costs);
}

/* ---- The objective of a plan --------------------------------------------- */

static int64_t longer(const struct coordinates *at)
{
    return at->ds > at->dt ? at->ds : at->dt;
}

void aligned_layout(struct aligned *aligned, const struct coordinates *at, struct arena *arena)
{
    int64_t d = longer(at);
    size_t row = (size_t)d * sizeof(double);
    aligned->mean_x = arena_take(arena, d, sizeof(double));
    aligned->mean_y = arena_take(arena, d, sizeof(double));
    aligned->at_x = arena_take(arena, d, sizeof(double));
    aligned->at_y = arena_take(arena, d, sizeof(double));
    aligned->values = arena_take(arena, d, sizeof(double));
    aligned->xy = arena_take(arena, d, row);
    aligned->u = arena_take(arena, d, row);
    aligned->v = arena_take(arena, d, row);
    aligned->work = arena_take(arena, svd_work(d), sizeof(double));
    aligned->xx = arena_take(arena, d, row);
    aligned->xe = arena_take(arena, d, row);
    aligned->ee = arena_take(arena, d, row);
}

static void find_means(const struct coordinates *at, const parot_plan *plan,
                       const struct aligned *aligned)
{
    double mass = 0;
    memset(aligned->mean_x, 0, (size_t)at->ds * sizeof(double));
    memset(aligned->mean_y, 0, (size_t)at->dt * sizeof(double));
    for (int64_t e = 0; e < plan->count; e++) {
        mass += plan->mass[e];
        add(aligned->mean_x, plan->mass[e], at->x + plan->row[e] * at->ds, at->ds);
        add(aligned->mean_y, plan->mass[e], at->y + plan->col[e] * at->dt, at->dt);
    }
    for (int64_t k = 0; k < at->ds; k++)
        aligned->mean_x[k] /= mass;
    for (int64_t k = 0; k < at->dt; k++)
        aligned->mean_y[k] /= mass;
}

/* to = from - mean, and zeros up to d */
static void centre(double *to, const double *from, const double *mean, int64_t dims, int64_t d)
{
    for (int64_t k = 0; k < d; k++)
        to[k] = k < dims ? from[k] - mean[k] : 0;
}

static void centre_pair(const struct coordinates *at, const parot_plan *plan, int64_t e,
                        const struct aligned *aligned)
{
    int64_t d = longer(at);
    centre(aligned->at_x, at->x + plan->row[e] * at->ds, aligned->mean_x, at->ds, d);
    centre(aligned->at_y, at->y + plan->col[e] * at->dt, aligned->mean_y, at->dt, d);
}

/* The rotations of both clouds that bring points which correspond closest: [xy] is diagonal then.
 */
static void find_rotations(const struct coordinates *at, const parot_plan *plan,
                           const struct aligned *aligned)
{
    int64_t d = longer(at);
    memset(aligned->xy, 0, (size_t)(d * d) * sizeof(double));
    for (int64_t e = 0; e < plan->count; e++) {
        centre_pair(at, plan, e, aligned);
        add_outer(aligned->xy, plan->mass[e], aligned->at_x, d, aligned->at_y, d);
    }
    const struct svd of = {
        .n = d, .s = aligned->values, .u = aligned->u, .v = aligned->v, .work = aligned->work};
    (void)svd(&of, aligned->xy); /* without a control it does not stop */
}

/* With x and y about their means and turned, and e = x - y, letters in [.] as above:
 *
 *   J = [1] [(r - s)^2] + [r - s]^2 + 2 (|[xx]|^2 + |[yy]|^2 - 2 |[xy]|^2),    r - s = <e, x + y>
 *   |[xx]|^2 + |[yy]|^2 - 2 |[xy]|^2 = 2 <[xx], [ee]> + 2 tr [xe]^2 + |[ee]|^2 - 4 <[xe], [ee]>
 */
double plan_objective(const struct coordinates *at, const parot_plan *plan,
                      const struct aligned *aligned)
{
    int64_t d = longer(at), square = d * d;
    double *x = aligned->at_x, *y = aligned->at_y, *e = aligned->values; /* its use is over */
    double *xx = aligned->xx, *xe = aligned->xe, *ee = aligned->ee, *turned = aligned->work;
    struct sum mass = {0}, difference = {0}, squares = {0};
    find_means(at, plan, aligned);
    find_rotations(at, plan, aligned);
    memset(xx, 0, (size_t)square * sizeof *xx);
    memset(xe, 0, (size_t)square * sizeof *xe);
    memset(ee, 0, (size_t)square * sizeof *ee);
    for (int64_t k = 0; k < plan->count; k++) {
        double here = plan->mass[k], apart = 0;
        centre_pair(at, plan, k, aligned);
        for (int64_t l = 0; l < d; l++) {
            double along_x = dot(aligned->u + l * d, x, d), along_y = dot(aligned->v + l * d, y, d);
            turned[l] = along_x;
            e[l] = along_x - along_y;
            apart += e[l] * (along_x + along_y);
        }
        sum_add(&mass, here);
        sum_add_product(&difference, here, apart);
        sum_add_product(&squares, here * apart, apart);
        add_outer(xx, here, turned, d, turned, d);
        add_outer(xe, here, turned, d, e, d);
        add_outer(ee, here, e, d, e, d);
    }
    double trace = 0;
    for (int64_t k = 0; k < d; k++)
        for (int64_t l = 0; l < d; l++)
            trace += xe[k * d + l] * xe[l * d + k];
    double quadratic =
        2 * (dot(xx, ee, square) + trace) + dot(ee, ee, square) - 4 * dot(xe, ee, square);
    double shift = sum_value(&difference);
    double value = fmax(0, sum_value(&mass) * sum_value(&squares) + shift * shift + 2 * quadratic);
    return fused_value(at, value, fused_cost(at, plan));
}
