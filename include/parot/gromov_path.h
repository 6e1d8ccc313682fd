/* gromov_path.h - partial Gromov-Wasserstein for a range of masses: how much of both spaces
 * matches.
 *
 * Where two spaces agree only in part, distances between points that match agree up to noise, and
 * those to the rest do not. So, given a plan, the price of one more pair is low as long as there
 * are such points, and rises steeply beyond. With s the share of the smaller total, lambda(s) the
 * price of mass s at the gradient of a plan, and
 *
 *   y(s) = log lambda(s),      bend(s) = y(s + h) - 2 y(s) + y(s - h),      h = 0.04,
 *
 * that plan sees an elbow where `bend` is largest: between s and s + h, where y has risen by a
 * quarter of the way. It counts if the bend is at least 1.3, y has risen by at most 1.8 from s / 2
 * to s (more than noise makes), and the plan moves from .5 to .95 of the elbow. Of what several
 * plans see the clearest bend is taken. */
#ifndef PAROT_PUBLIC_GROMOV_PATH_H
#define PAROT_PUBLIC_GROMOV_PATH_H

#include "parot/gromov_wasserstein.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Which masses are solved. */
typedef struct parot_gromov_path_options {
    size_t struct_size; /* set by parot_gromov_path_options_init */
    double least;       /* the smallest share, in (0, 1); 0.1 */
    int32_t masses;     /* shares from there to 1, 2 to 1000; 19 */
    int32_t is_plain;   /* 1: just these; 0: the elbow and the ends of its range, too */
} parot_gromov_path_options;

PAROT_API void parot_gromov_path_options_init_sized(parot_gromov_path_options *options,
                                                    size_t struct_size);
static inline void parot_gromov_path_options_init(parot_gromov_path_options *options)
{
    parot_gromov_path_options_init_sized(options, sizeof *options);
}

/* An answer for each mass, and how much of both spaces matches. */
typedef struct parot_gromov_path_result {
    int64_t count;
    double total;                /* the smaller of |p| and |q|: mass = share * total */
    double *share;               /* count numbers, ascending */
    parot_gromov_result *result; /* count of them: plan, objective, dual.lambda, stationarity */
    int32_t has_elbow;           /* 0: the curve has no clear elbow; the shares below are 1 */
    double elbow;                /* the share that matches; 1 where all mass moves at no cost */
    double low, high;            /* its range: where y has risen by a tenth, and by nine tenths,
                                    of all plans that see this elbow */
    double bend;                 /* its own, or the largest one; NAN: there is nothing to pay */
    parot_status status;
    int64_t descents; /* that were run */
    void *owner;      /* private */
    int64_t reserved[8];
} parot_gromov_path_result;

/* Five shares are solved from the starts of `options`; each of the others begins at the plans of
 * both neighbours, and a plan that improves is handed on in both directions. The lowest objective
 * is kept. Where no plan sees an elbow, starts that are drawn (triangles) are drawn up to five
 * times more. problem->mass is ignored; alpha must not be 0, options.start must be NULL and
 * options.whole_rows 0. A limit returns the masses that have a plan by then, and no elbow;
 * PAROT_ESTOPPED if there are none. */
PAROT_CHECKED parot_status parot_gromov_path(const parot_gromov_problem *problem,
                                             const parot_gromov_path_options *path,
                                             const parot_gromov_options *options,
                                             const parot_run *run, parot_gromov_path_result *result,
                                             parot_error *err);
PAROT_API void parot_gromov_path_result_free(parot_gromov_path_result *result);

/* parot_gromov at problem->mass, which may be any: begins at the plans of the path whose masses are
 * next to it. options.starts, options.restarts and options.start are ignored. */
PAROT_CHECKED parot_status parot_gromov_path_at(const parot_gromov_problem *problem,
                                                const parot_gromov_path_result *path,
                                                const parot_gromov_options *options,
                                                const parot_run *run, parot_gromov_result *result,
                                                parot_error *err);

/* The same for clouds of points without matrices: squared Euclidean distances, no features. Starts
 * are those of parot_gromov_points, of which the random ones are drawn. */
PAROT_CHECKED parot_status parot_gromov_points_path(const parot_gromov_points_problem *problem,
                                                    const parot_gromov_path_options *path,
                                                    const parot_gromov_options *options,
                                                    const parot_run *run,
                                                    parot_gromov_path_result *result,
                                                    parot_error *err);
PAROT_CHECKED parot_status parot_gromov_points_path_at(const parot_gromov_points_problem *problem,
                                                       const parot_gromov_path_result *path,
                                                       const parot_gromov_options *options,
                                                       const parot_run *run,
                                                       parot_gromov_result *result,
                                                       parot_error *err);

/* The elbow that one plan sees: `share` ascending, `lambda` the prices of these shares at its
 * gradient. */
typedef struct parot_gromov_elbow {
    double elbow, low, high, bend; /* as in parot_gromov_path_result */
    int32_t has_elbow;
    int32_t at;  /* the largest bend is at share[at]; -1: too few shares */
    double rise; /* of y up to there, from half of that share on */
    int64_t reserved[3];
} parot_gromov_elbow;

/* The elbow of `count` shares, ascending, and the marginal prices at them. */
PAROT_API parot_gromov_elbow parot_gromov_find_elbow(const double *share, const double *lambda,
                                                     int64_t count);

#ifdef __cplusplus
}
#endif
#endif /* PAROT_PUBLIC_GROMOV_PATH_H */
