/* calls_tasks.c - positive-unlabeled learning; registering, aligning, what is new, why. */
#include "register.h"

#define DATA IN(parot_pu_data, data, pu)
#define HOW MAYBE(parot_pu_options, options, pu_options)
#define LABELS IN(parot_pu_result, result, labels)

/* ---- Labels --------------------------------------------------------------- */

CALL(parot_pu_classify, (a[0], a[1], a[2], a[3], err),
     {DATA, HOW, RUN, OUT(parot_pu_result, result)})
#define METHOD(name) METHOD_AS(name, method[PAROT_PU_METHOD_##name])
#define METHOD_AS(name, how)                                                                       \
    CALL_AS(name, "parot_pu_classify", parot_pu_classify(a[0], a[1], a[2], a[3], err),             \
            {DATA, MAYBE(parot_pu_options, options, how), RUN, OUT(parot_pu_result, result)},      \
            .flags = AGAIN)
METHOD(GROMOV)
METHOD(FUSED)
METHOD(MATCHING)
METHOD(MINED)
METHOD(RIDGE)
METHOD(NEAREST)
METHOD(UPU)
METHOD(NNPU)
METHOD(PUSB)
METHOD(FOREST)
METHOD(ENSEMBLE)
METHOD(LEARNED)
METHOD_AS(gromov_apart, apart)
METHOD_AS(components, components)
CALL(parot_pu_train, (a[0], a[1], a[2], a[3], a[4], err),
     {DATA, MAYBE(parot_pu_options, options, method[PAROT_PU_METHOD_MINED]), RUN,
      OUT(parot_pu_model, model), OUT(parot_pu_result, result)},
     .optional = "result")
CALL(parot_pu_predict, (a[0], M(1), R(2), a[3], a[4], err),
     {IN(parot_pu_model, model, model), TABLE(rows, x), SCALAR(prior, nan, -1, 2), RUN,
      OUT(parot_pu_result, result)})
CALL(parot_pu_scale, (a[0], a[1], a[2], a[3], err), {DATA, HOW, RUN, OUT(parot_pu_scaled, scaled)})
CALL(parot_pu_transport_open, (a[0], a[1], a[2], a[3], err),
     {DATA, HOW, RUN, OUT(parot_pu_transport, transport)})
CALL(parot_pu_transport_charge, (a[0], a[1], err),
     {IN(parot_pu_transport, transport, transport), LIST(toll, masses)})
CALL(parot_pu_memory_check, (a[0], a[1], err), {DATA, HOW}, .ignores = "data options")
CALL(parot_pu_widest, (a[0], a[1], a[2], err), {DATA, NUMBERS(column), NUMBERS(part)},
     .ignores = "data.prior")
CALL(parot_pu_copies, (a[0], a[1], a[2], err), {DATA, RUN, NUMBERS(copies)},
     .ignores = "data.prior")
CALL(parot_pu_distance_ratio, (a[0], a[1], a[2], a[3], err), {DATA, HOW, RUN, NUMBERS(ratio)})
CALL(parot_pu_relabel, (a[0], L(1), err),
     {IN(parot_pu_result, result, relabelled), SCALAR(rows, three, -1, GIVEN_MOST)})
CALL(parot_pu_evaluate, (a[0], a[1], a[2], err),
     {LABELS, LIST(truth, label), OUT(parot_pu_metrics, metrics)})

/* ---- Trust ---------------------------------------------------------------- */

CALL(parot_pu_prior, (a[0], a[1], a[2], a[3], err),
     {DATA, HOW, RUN, OUT(parot_pu_prior_result, result)}, .ignores = "data.prior")
CALL(parot_pu_bias, (a[0], a[1], a[2], a[3], err), {DATA, HOW, RUN, NUMBERS(z)})
CALL(parot_pu_bias_cause, (a[0], a[1], a[2], a[3], err),
     {DATA, HOW, RUN, OUT(parot_pu_bias_result, result)})
CALL(parot_pu_spies, (a[0], a[1], a[2], a[3], err),
     {DATA, HOW, RUN, OUT(parot_pu_spies_result, result)})
CALL(parot_pu_tune, (a[0], a[1], a[2], a[3], err),
     {DATA, HOW, RUN, OUT(parot_pu_tune_result, result)})
CALL(parot_pu_curve, (a[0], a[1], a[2], a[3], err), {DATA, HOW, RUN, OUT(parot_curve, curve)},
     .ignores = "data.prior")
CALL(parot_pu_certify, (a[0], a[1], a[2], a[3], a[4], err),
     {DATA, HOW, LABELS, RUN, OUT(parot_check, check)}, .ignores = "data.prior")
CALL(parot_pu_check, (a[0], a[1], a[2], a[3], a[4], err),
     {DATA, HOW, LABELS, RUN, OUT(parot_pu_trust, trust)})
CALL(parot_pu_calibrate, (a[0], a[1], a[2], a[3], a[4], err),
     {DATA, HOW, LABELS, RUN, OUT(parot_pu_calibration, calibration)})
CALL(parot_pu_inspect, (a[0], a[1], a[2], a[3], a[4], a[5], a[6], err),
     {DATA, HOW, LABELS, MAYBE(parot_pu_prior_result, estimate, prior), RUN,
      OUT(parot_pu_trust, trust), OUT(parot_pu_calibration, calibration)},
     .optional = "calibration")
CALL(parot_pu_columns, (a[0], a[1], a[2], a[3], err),
     {DATA, LABELS, RUN, OUT(parot_pu_columns, columns)}, .ignores = "data.prior")
CALL(parot_pu_sensitivity, (a[0], a[1], a[2], R(3), R(4), a[5], a[6], err),
     {DATA, HOW, LABELS, SCALAR(low, low, 0, 1, -1), SCALAR(high, high, 0, 1, -1), RUN,
      OUT(parot_pu_sensitivity, sensitivity)},
     .ignores = "data.prior")
CALL(parot_pu_criteria, (a[0], L(1), a[2], err),
     {IN(parot_pu_calibration, calibration, calibration), SCALAR(rows, three, -1, GIVEN_MOST),
      OUT(parot_pu_criteria_result, result)})

/* ---- Tasks ---------------------------------------------------------------- */

#define MOTION IN(parot_register_result, result, registered)
CALL(parot_register, (M(0), M(1), a[2], a[3], a[4], err),
     {TABLE(source, x), TABLE(target, y), MAYBE(parot_register_options, options, register_options),
      RUN, OUT(parot_register_result, result)})
CALL(parot_register_apply, (a[0], M(1), a[2], err), {MOTION, TABLE(points, x), NUMBERS(moved)})
CALL(parot_register_distances, (a[0], M(1), M(2), a[3], err),
     {MOTION, TABLE(moved, x), TABLE(target, y), NUMBERS(distance)})
CALL(parot_register_certify, (M(0), M(1), a[2], a[3], a[4], err),
     {TABLE(source, x), TABLE(target, y), MOTION, RUN, OUT(parot_check, check)})
CALL(parot_register_unscale, (a[0], a[1], a[2], a[3], a[4], err),
     {MOTION, LIST(centre, centre), LIST(factor, factor), NUMBERS(linear), NUMBERS(shift)})
CALL(parot_align, (M(0), M(1), a[2], a[3], a[4], err),
     {TABLE(source, x), TABLE(target, y), MAYBE(parot_align_options, options, align_options), RUN,
      OUT(parot_align_result, result)},
     .ignores = "options.feature_share")
CALL_AS(align_by_distances, "parot_align", parot_align(M(0), M(1), a[2], a[3], a[4], err),
        {TABLE(source, x), TABLE(target, y), MAYBE(parot_align_options, options, align_distances),
         RUN, OUT(parot_align_result, result)},
        .flags = AGAIN)
CALL(parot_drift, (M(0), M(1), a[2], a[3], a[4], err),
     {TABLE(reference, x), TABLE(today, y), MAYBE(parot_drift_options, options, drift_options), RUN,
      OUT(parot_drift_result, result)})

/* ---- Why ------------------------------------------------------------------ */

#define ROW SCALAR(row, zero, -1, GIVEN_MOST)
#define ANSWER IN(parot_result, result, result)
#define PROBLEM IN(parot_problem, problem, problem)
#define POINTS IN(parot_points_problem, problem, points)
CALL(parot_explain_row, (a[0], M(1), a[2], a[3], a[4], err),
     {IN(parot_pu_model, model, model), TABLE(positive, y), LIST(row, masses), RUN,
      OUT(parot_explain_result, result)})
CALL(parot_explain_move, (a[0], a[1], L(2), a[3], a[4], err),
     {PROBLEM, ANSWER, ROW, RUN, OUT(parot_move, move)}, .ignores = "problem.mass")
CALL(parot_explain_move_points, (a[0], a[1], L(2), a[3], a[4], err),
     {POINTS, ANSWER, ROW, RUN, OUT(parot_move, move)}, .ignores = "problem.mass")
/* Row 0 moves and is taken away, or stays and is forced. */
CALL_AS(explain_another_move, "parot_explain_move",
        parot_explain_move(a[0], a[1], L(2), a[3], a[4], err),
        {PROBLEM, ANSWER, SCALAR(row, three, -1), RUN, OUT(parot_move, move)}, .flags = AGAIN)
CALL(parot_explain_entry, (a[0], L(1), a[2], a[3], err), {PROBLEM, ROW, RUN, NUMBERS(mass)},
     .ignores = "problem.mass")
CALL(parot_explain_entry_points, (a[0], L(1), a[2], a[3], err), {POINTS, ROW, RUN, NUMBERS(mass)},
     .ignores = "problem.mass")
CALL(parot_explain_label, (a[0], a[1], a[2], a[3], a[4], err),
     {DATA, HOW, IN(parot_labelled_row, labelled, labelled), RUN,
      OUT(parot_label_reasons, reasons)},
     .ignores = "data.prior")
