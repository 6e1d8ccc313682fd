/* partial_curve.h - the cost of all masses at once: for a cost matrix, clouds, points on a line. */
#ifndef PAROT_PUBLIC_PARTIAL_CURVE_H
#define PAROT_PUBLIC_PARTIAL_CURVE_H

#include "parot/partial.h"
#include "parot/partial_points.h"

#ifdef __cplusplus
extern "C" {
#endif

/* mass -> PW(mass) for all masses from 0 to problem->mass: convex and piecewise linear.
 * Every value is that of an optimal plan to within PAROT_PROOF_TOLERANCE (certificate.h) of what
 * the curve has gone up and down until there, the sum of |slope| times mass, whatever the sizes of
 * costs and weights; as a rule only its last digits are rounded. The status is PAROT_UNPROVED where
 * a piece is so steep that the last digit of its mass costs more than that, and weights are rounded
 * as those of any problem. parot_partial at the same mass gives the plan and its proof. Between
 * mass[k] and mass[k + 1] one more unit costs slope[k]. */
typedef struct parot_curve {
    int64_t count;            /* breakpoints, the first at mass 0, the last at problem->mass */
    double *mass, *objective; /* count numbers each, mass increasing */
    double *slope;            /* count - 1 numbers, increasing */
    int64_t rows;
    double *enter;       /* rows numbers: the mass at which row i begins to move; INFINITY: never */
    int32_t *order;      /* rows numbers: the rows by `enter`, then by index */
    int64_t elbow;       /* breakpoint farthest below the chord from the first to the last */
    parot_status status; /* PAROT_OK, PAROT_UNPROVED, or why it ends before problem->mass */
    parot_info info;
    void *owner;         /* private */
    int64_t reserved[4]; /* for fields to come */
} parot_curve;

/* The plan grows with the mass: a row that has begun to move stays moved. */
PAROT_CHECKED parot_status parot_partial_curve(const parot_problem *problem, const parot_run *run,
                                               parot_curve *curve, parot_error *err);
PAROT_API void parot_curve_free(parot_curve *curve);

/* The same for clouds of points, without a matrix: memory grows with the number of points. The time
 * of the last tenth of the mass, if that is all of the smaller side, grows with its square. */
PAROT_CHECKED parot_status parot_partial_points_curve(const parot_points_problem *problem,
                                                      const parot_run *run, parot_curve *curve,
                                                      parot_error *err);

/* Whether that takes a minute or so at most: up to 40,000 points in all; up to 200,000 if the mass
 * does not exceed three quarters of the smaller total; any number if it does not exceed half of it.
 * For others parot_partial_points_masses gives single points of the curve. */
PAROT_API int parot_points_curve_pays(const parot_points_problem *problem);

/* An estimate of the bytes that it takes, from the sizes of the tables alone: data may be NULL. */
PAROT_API double parot_points_curve_memory(const parot_points_problem *problem);

/* Single points of the curve, each solved on its own and proved from the clouds alone, by
 * parot_certify_points with PAROT_PROOF_TOLERANCE. */
typedef struct parot_mass_costs {
    int64_t count;
    double *mass;      /* count numbers each: as given */
    double *objective; /* the least cost; NAN: the run was stopped before */
    double *slope;     /* lambda, a price of the next unit; INFINITY where no more can move; NAN: as
                          above, or the mass is 0 */
    double *relative;  /* of the check: the cost is at most so much above the least */
    parot_status status; /* PAROT_OK; PAROT_UNPROVED, one of them is not proved; or why the last
                            ones were not solved */
    void *owner;         /* private */
    int64_t reserved[4]; /* for fields to come */
} parot_mass_costs;

/* Each of the masses from 0 to the smaller total, in any order; that of the problem is not used.
 * Returns costs->status, or an error. If the run is stopped, what was solved by then is kept. */
PAROT_CHECKED parot_status parot_partial_points_masses(const parot_points_problem *problem,
                                                       const double *masses, int64_t count,
                                                       const parot_run *run,
                                                       parot_mass_costs *costs, parot_error *err);
PAROT_API void parot_mass_costs_free(parot_mass_costs *costs);

/* PW at any mass between 0 and the last breakpoint, and the slope to the right of it (of the last
 * piece at the last breakpoint). NAN outside. `slope` may be NULL. */
PAROT_API double parot_curve_at(const parot_curve *curve, double mass, double *slope);

/* The same as one reads a curve: a mass that exceeds the last breakpoint by rounding is the last
 * one, and the slope there is what a further unit costs: INFINITY if the curve ends at `most`,
 * which is all that can move, and NAN, not known, if it was not followed to there. */
PAROT_API double parot_curve_point(const parot_curve *curve, double most, double mass,
                                   double *slope);

/* The breakpoint farthest below the chord from the first one to breakpoint `last`; 0: none is
 * below. `depth`, which may be NULL, is how far: as a share of what the chord rises up to there.
 * For last = count - 1 this is curve->elbow. */
PAROT_API int64_t parot_curve_elbow(const parot_curve *curve, int64_t last, double *depth);

/* Whether the curve bends at its elbow rather than curves everywhere: two straight lines through
 * its ends and the elbow follow it more closely than the parabola through the same three points. 0
 * for a curve that was stopped. */
PAROT_API int parot_curve_has_elbow(const parot_curve *curve);

/* ---- Partial transport on a line ---------------------------------------- */

/* Points x_i with weights p and y_j with weights q; moving a unit from x_i to y_j costs
 * |x_i - y_j|^exponent, exponent >= 1. Weights and mass are as in parot_problem. */
typedef struct parot_line {
    const double *x, *y; /* n and m finite numbers, in any order */
    int64_t n, m;
    const double *p, *q;
    double mass, exponent;
    int64_t reserved[4]; /* 0 */
} parot_line;

/* The plan, and everything that parot_partial_curve returns, without a cost matrix. order and enter
 * are those of the x_i; col_enter and col_order the same for the y_j. */
typedef struct parot_line_result {
    parot_plan plan;
    double mass, objective;
    parot_curve curve;
    double *col_enter;
    int32_t *col_order;
    parot_status status;
    void *owner;         /* private */
    int64_t reserved[4]; /* for fields to come */
} parot_line_result;

/* Points on a line, for every mass at once. */
PAROT_CHECKED parot_status parot_partial_line(const parot_line *line, const parot_run *run,
                                              parot_line_result *result, parot_error *err);
PAROT_API void parot_line_result_free(parot_line_result *result);

#ifdef __cplusplus
}
#endif
#endif /* PAROT_PUBLIC_PARTIAL_CURVE_H */
