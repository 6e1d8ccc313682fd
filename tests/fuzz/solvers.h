/* solvers.h - what is tried with every string of bytes: a problem is made of it, solved, and the
 * answer judged by the certificate, by definition, or by another solver. */
#ifndef PAROT_TESTS_SOLVERS_H
#define PAROT_TESTS_SOLVERS_H

#include <stddef.h>
#include <stdint.h>

#include "draw.h"
#include "release.h"

/* Returns NULL, or what is wrong: a static text. */
typedef const char *solver_trial(struct draw *draw);

solver_trial try_partial, try_kept, try_price, try_curve, try_forged, try_line;
solver_trial try_entropic, try_gromov, try_whole_rows, try_register, try_drift, try_match;

/* The first byte chooses the solver. Returns NULL, or what is wrong. */
const char *solvers_try(const uint8_t *data, size_t size);

/* The name of the solver that such bytes try. */
const char *solvers_name(const uint8_t *data, size_t size);

/* ---- Judgements that several trials share ------------------------------- */

/* A status that says stopped, though nothing could stop it, or a refusal without a word. */
const char *judge_status(parot_status status, const parot_error *err, int may_stop);

/* Whether the certificate of the plan holds; NULL: yes. */
const char *judge_result(const parot_problem *problem, const parot_result *result);

/* Whether the cut proves that the mass cannot move; NULL: yes. */
const char *judge_cut(const parot_problem *problem, const parot_cut *cut);

/* sum |C_ij| T_ij of a plan */
double judge_scale(const parot_problem *problem, const parot_plan *plan);

#endif
