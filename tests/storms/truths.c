/* truths.c - functions that answer without a status. */
#include "register.h"

static parot_ranks_info no_ranks(void)
{
    parot_ranks_info info;
    memset(&info, 0xff, sizeof info);
    parot_ranks_get_info(NULL, &info);
    return info;
}

static int settled_rounds(parot_pu_method method)
{
    parot_pu_options options;
    parot_pu_options_init(&options);
    options.method = method;
    parot_pu_options_settle(&options);
    return options.rounds;
}

static double dense_mass(void)
{
    static double dense[GIVEN_MOST * GIVEN_MOST];
    double mass = 0;
    parot_plan_to_dense(&given.result.plan, dense);
    for (int64_t k = 0; k < given.x.rows * given.y.rows; k++)
        mass += dense[k];
    return mass;
}

static const char *const NAMES[] = {"income", "age"};

TRUE_OF(parot_version, strlen(parot_version()) >= 5)
TRUE_OF(parot_version_number, parot_version_number() == PAROT_VERSION_NUMBER)
TRUE_OF(parot_nearest_name, strcmp(parot_nearest_name("incmoe", NAMES, 2), "income") == 0 &&
                                !parot_nearest_name("age", NAMES, 0))
TRUE_OF(parot_memory_free, parot_memory_free() > 0)
TRUE_OF(parot_memory_text, strcmp(parot_memory_text(1.5e6, (char[32]){0}), "1.5 MB") == 0)
TRUE_OF(parot_is_all, parot_is_all(1, 1) && !parot_is_all(0.5, 1))
TRUE_OF(parot_plan_to_dense, fabs(dense_mass() - 0.5) < 1e-12)
TRUE_OF(parot_partial_memory, parot_partial_memory(10, 20) >= 8 * 200)
TRUE_OF(parot_is_proved, parot_is_proved(&(parot_check){.relative = 1e-15}, 1e-12) &&
                             !parot_is_proved(&(parot_check){.relative = 1e-9}, 1e-12))
TRUE_OF(parot_certify_seconds, parot_certify_seconds(&given.result) == 0)
TRUE_OF(parot_curve_at,
        parot_curve_at(&given.curve, 0, NULL) == 0 && isnan(parot_curve_at(&given.curve, 2, NULL)))
TRUE_OF(parot_curve_point, parot_curve_point(&given.curve, 1, 0, NULL) == 0)
TRUE_OF(parot_curve_elbow,
        parot_curve_elbow(&given.curve, given.curve.count - 1, NULL) == given.curve.elbow)
TRUE_OF(parot_curve_has_elbow, parot_curve_has_elbow(&given.curve) >= 0)
TRUE_OF(parot_points_curve_pays, parot_points_curve_pays(&given.points))
TRUE_OF(parot_points_curve_memory, parot_points_curve_memory(&given.points) > 0)
TRUE_OF(parot_points_pay, !parot_points_pay(&given.points))
TRUE_OF(parot_partial_points_memory,
        parot_partial_points_memory(&given.points) > 0 && parot_partial_points_memory(NULL) == 0)
TRUE_OF(parot_gromov_memory,
        parot_gromov_memory(100, 100, 2, 0) > parot_gromov_memory(100, 100, 1, 0))
TRUE_OF(parot_gromov_entropic_memory, parot_gromov_entropic_memory(100, 100, 0) > 8 * 10000)
TRUE_OF(parot_gromov_points_pay, !parot_gromov_points_pay(&given.plain_points, NULL))
TRUE_OF(parot_gromov_points_can, parot_gromov_points_can(&given.plain_points, NULL))
TRUE_OF(parot_gromov_points_memory, parot_gromov_points_memory(&given.plain_points) > 0 &&
                                        parot_gromov_points_memory(NULL) == 0)
TRUE_OF(parot_gromov_choose_way,
        !parot_gromov_choose_way(&given.plain_points, NULL, 1, INFINITY).without_matrices)
TRUE_OF(parot_gromov_find_elbow, parot_gromov_find_elbow(given.masses, given.masses, 0).at == -1)
TRUE_OF(parot_pairwise_place,
        parot_pairwise_place(4, 2, 3) == 5 && parot_pairwise_place(4, 1, 1) == -1)
TRUE_OF(parot_match_why, strlen(parot_match_why(&given.match_result, 0, 0, NULL,
                                                (char[PAROT_MATCH_WHY]){0})) < PAROT_MATCH_WHY)
TRUE_OF(parot_match_memory, parot_match_memory(&given.match, 100) > 0)
TRUE_OF(parot_match_is_proved,
        !parot_match_is_proved(&given.match_result, &(parot_match_check){.faults = 1}, 1))
TRUE_OF(parot_ranks_get_info, no_ranks().count == 0 && no_ranks().link_seconds == 0)
TRUE_OF(parot_pu_effective, parot_pu_effective(&given.pu) == (double)given.y.rows)
TRUE_OF(parot_pu_rows, parot_pu_rows(0.25, 10) == 3)
TRUE_OF(parot_pu_prior_to_all, parot_pu_prior_to_all(0.5, 10, 10) == 0.75)
TRUE_OF(parot_pu_prior_from_all, parot_pu_prior_from_all(0.75, 10, 10) == 0.5)
TRUE_OF(parot_pu_options_settle,
        settled_rounds(PAROT_PU_METHOD_LEARNED) == 10 && settled_rounds(PAROT_PU_METHOD_MINED) == 0)
TRUE_OF(parot_pu_memory, parot_pu_memory(&given.pu, NULL) > 0)
TRUE_OF(parot_pu_is_transport, parot_pu_is_transport(NULL))
TRUE_OF(parot_pu_is_trainable, parot_pu_is_trainable(&given.method[PAROT_PU_METHOD_MINED]) &&
                                   !parot_pu_is_trainable(&given.method[PAROT_PU_METHOD_UPU]))
TRUE_OF(parot_pu_predict_memory, parot_pu_predict_memory(&given.model, given.x) > 0)
TRUE_OF(parot_pu_recall_rows,
        parot_pu_recall_rows(&given.calibration, 2) == given.calibration.count)
TRUE_OF(parot_pu_cutoff, parot_pu_cutoff(&given.calibration, 0, 1) == given.calibration.count)
TRUE_OF(parot_pu_is_shifted,
        !parot_pu_is_shifted(
            &(parot_pu_columns_result){.count = 1, .z = 3, .column = &(parot_pu_column){0}}, 0))
TRUE_OF(parot_register_memory, parot_register_memory(given.x, given.y) > 0)
TRUE_OF(parot_register_is_proved,
        parot_register_is_proved(&given.registered, given.y, &(parot_check){0}))
TRUE_OF(parot_align_memory, parot_align_memory(given.x, given.y, NULL) > 0)
TRUE_OF(parot_drift_memory, parot_drift_memory(given.x, given.y) > 0)
TRUE_OF(parot_ranks_close, (parot_ranks_close(NULL), 1))
