/* distance_steps.h - what a descent by distances is made of: values, linear problems, the proof. */
#ifndef PAROT_GROMOV_DISTANCE_STEPS_H
#define PAROT_GROMOV_DISTANCE_STEPS_H

#include "gromov/points/points_descent.h"

/* distance_descent.c: <M o S, T> by its definition, and what costs add to that (fused_value);
 * <G,T> at T. */
double distance_form(const struct points_gromov *gromov, const parot_plan *s, const parot_plan *t);
double distance_slope(const struct points_descent *descent, const struct points_gromov *gromov);

/* distance_linear.c: alpha and beta of gromov->costs, (Dx^2 w)_i / 2 and (Dy^2 v)_j / 2 with w and
 * v at these points, and those of costs. */
void distance_offsets(struct points_gromov *gromov, const struct cloud *rows,
                      const double *row_mass, const struct cloud *cols, const double *col_mass);

/* T(0), in descent->answer: the vertex that the gradient at the start leads to. */
parot_status distance_begin(struct points_descent *descent, struct points_gromov *gromov,
                            parot_start start, int32_t number, parot_error *err);

/* S, in descent->found, for the gradient at T. */
parot_status distance_solve(struct points_descent *descent, struct points_gromov *gromov,
                            parot_error *err);

/* distance_proof.c: its room; what is proved about the gap of T, 2 (<G,T> - the least <G,S>), or
 * why to stop. Prices u of descent->found become those of G. */
void distance_proof_layout(struct points_gromov *gromov, struct arena *arena);
parot_status distance_prove(struct points_descent *descent, struct points_gromov *gromov,
                            double *gap);

#endif
