/* test_json_results.c - a field of a document holds the field of the struct that has its name.
 *
 * Structs are filled by hand with numbers that all differ, so that no two fields can be confused;
 * how many fields there are says that none is missing and none is there unasked.
 */
#include "documents.h"

static double number_of(const json_t *object, const char *name)
{
    const json_t *value = json_object_get(object, name);
    if (!value)
        fail_msg("there is no field '%s'", name);
    assert_true(json_is_number(value) || json_is_boolean(value));
    return json_is_boolean(value) ? json_is_true(value) : json_number_value(value);
}

static double entry_of(const json_t *object, const char *name, size_t k)
{
    return json_number_value(json_array_get(json_object_get(object, name), k));
}

#define SAME(object, from, field) assert_true(number_of(object, #field) == (double)(from).field)

enum { OPENING = 2 }; /* fields of every document: schema, status */

TEST(a_certificate_is_proved_within_its_tolerance)
{
    const parot_check check = {.excess = 1e-11,
                               .relative = 2e-10,
                               .infeasible = 3e-12,
                               .bound = 4,
                               .primal = 5e-13,
                               .dual = 6e-13,
                               .slackness = 7e-13,
                               .relative_gap = 8e-13};
    const double tolerances[] = {1e-9, 1e-10};
    for (int k = 0; k < 2; k++) {
        parot_json *json = parot_json_open("solved");
        parot_json_check(json, &check, tolerances[k]);
        json_t *root = parsed(json), *found = json_object_get(root, "certificate");
        assert_int_equal(json_object_size(found), 9);
        assert_true(number_of(found, "proved") == (k == 0));
        SAME(found, check, excess);
        SAME(found, check, relative);
        SAME(found, check, infeasible);
        SAME(found, check, bound);
        SAME(found, check, primal);
        SAME(found, check, dual);
        SAME(found, check, slackness);
        SAME(found, check, relative_gap);
        json_decref(root);
    }
}

TEST(a_curve_has_its_breakpoints_and_rows)
{
    double mass[] = {0, 0.5, 1}, objective[] = {0, 0.05, 2}, slope[] = {0.1, 3.9};
    double enter[] = {0.5, INFINITY, 0};
    int32_t order[] = {2, 0, 1};
    parot_curve curve = {.count = 3,
                         .mass = mass,
                         .objective = objective,
                         .slope = slope,
                         .rows = 3,
                         .enter = enter,
                         .order = order,
                         .elbow = 1,
                         .info = {.iterations = 11, .pivots = 12, .passes = 13}};
    parot_json *json = parot_json_open("solved");
    parot_json_curve(json, &curve);
    json_t *root = parsed(json);
    const json_t *elbow = json_object_get(root, "elbow"), *list = json_object_get(root, "curve");
    assert_true(number_of(root, "mass") == 1 && number_of(root, "objective") == 2);
    assert_true(number_of(root, "has_elbow") == parot_curve_has_elbow(&curve));
    SAME(root, curve, rows);
    SAME(root, curve.info, iterations);
    SAME(root, curve.info, pivots);
    SAME(root, curve.info, passes);
    assert_true(number_of(elbow, "index") == 1 && number_of(elbow, "mass") == 0.5);
    assert_true(number_of(elbow, "objective") == 0.05);
    assert_true(number_of(elbow, "slope_before") == 0.1 && number_of(elbow, "slope") == 3.9);
    SAME(list, curve, count);
    assert_int_equal(json_array_size(json_object_get(list, "slope")), 2);
    for (size_t k = 0; k < 3; k++) {
        assert_true(entry_of(list, "mass", k) == mass[k]);
        assert_true(entry_of(list, "objective", k) == objective[k]);
        assert_true(entry_of(root, "order", k) == order[k]);
    }
    assert_true(entry_of(root, "enter", 0) == 0.5);
    assert_true(json_is_null(json_array_get(json_object_get(root, "enter"), 1)));
    json_decref(root);
}

TEST(an_elbow_at_an_end_is_null)
{
    double mass[] = {0, 1, 2}, objective[] = {0, 1, 2}, slope[] = {1, 1};
    for (int64_t elbow = 0; elbow < 3; elbow += 2) {
        const parot_curve curve = {
            .count = 3, .mass = mass, .objective = objective, .slope = slope, .elbow = elbow};
        parot_json *json = parot_json_open("solved");
        parot_json_elbow(json, &curve);
        json_t *root = parsed(json);
        assert_int_equal(json_object_size(root), OPENING + 2);
        assert_true(json_is_null(json_object_get(root, "elbow")));
        assert_true(json_is_false(json_object_get(root, "has_elbow")));
        json_decref(root);
    }
}

TEST(the_gap_of_an_entropic_result_is_that_of_what_is_minimised)
{
    const parot_entropic_result result = {.rows = 2,
                                          .cols = 3,
                                          .dual = {.lambda = 4.5},
                                          .mass = 0.25,
                                          .objective = 8,
                                          .regularised = 7,
                                          .bound = 6.5,
                                          .residual = 1e-12,
                                          .info = {.iterations = 21}};
    parot_json *json = parot_json_open("solved");
    parot_json_entropic(json, &result);
    json_t *root = parsed(json);
    assert_int_equal(json_object_size(root), OPENING + 10);
    assert_true(number_of(root, "gap") == 0.5);
    SAME(root, result, mass);
    SAME(root, result, objective);
    SAME(root, result, regularised);
    SAME(root, result, bound);
    SAME(root, result.dual, lambda);
    SAME(root, result, residual);
    SAME(root, result, rows);
    SAME(root, result, cols);
    SAME(root, result.info, iterations);
    json_decref(root);
}

TEST(a_line_has_its_plan_s_size_and_breakpoints)
{
    const parot_line_result result = {.plan = {.rows = 4, .cols = 5, .count = 6},
                                      .mass = 0.5,
                                      .objective = 7,
                                      .curve = {.count = 8}};
    parot_json *json = parot_json_open("solved");
    parot_json_line(json, &result);
    json_t *root = parsed(json);
    assert_int_equal(json_object_size(root), OPENING + 6);
    SAME(root, result, mass);
    SAME(root, result, objective);
    SAME(root, result.plan, rows);
    SAME(root, result.plan, cols);
    SAME(root, result.plan, count);
    SAME(json_object_get(root, "curve"), result.curve, count);
    json_decref(root);
}

TEST(a_rotation_is_a_list_of_its_rows)
{
    double rotation[] = {1, 2, 3, 4}, shift[] = {5, 6};
    const parot_register_result result = {.dims = 2,
                                          .scale = 1.5,
                                          .rotation = rotation,
                                          .shift = shift,
                                          .overlap = 0.75,
                                          .has_elbow = 1,
                                          .rank = 7,
                                          .count = 8,
                                          .inliers = 9,
                                          .rms = 0.125,
                                          .trials = 10,
                                          .iterations = 11,
                                          .transport = {.mass = 12, .objective = 13}};
    parot_json *json = parot_json_open("solved");
    parot_json_register(json, &result);
    json_t *root = parsed(json);
    const json_t *second = json_array_get(json_object_get(root, "rotation"), 1);
    assert_int_equal(json_object_size(root), OPENING + 12);
    assert_true(json_number_value(json_array_get(second, 0)) == 3);
    assert_true(entry_of(root, "shift", 1) == 6);
    SAME(root, result, scale);
    SAME(root, result, overlap);
    SAME(root, result, has_elbow);
    SAME(root, result, rank);
    SAME(root, result, count);
    SAME(root, result, inliers);
    SAME(root, result, rms);
    SAME(root, result, trials);
    SAME(root, result, iterations);
    SAME(json_object_get(root, "transport"), result.transport, mass);
    SAME(json_object_get(root, "transport"), result.transport, objective);
    json_decref(root);
}

TEST(drift_names_the_settings_in_force)
{
    const parot_drift_result result = {.count = 1,
                                       .scale = PAROT_SCALE_ZSCORE,
                                       .metric = PAROT_METRIC_CITYBLOCK,
                                       .dropped = 2,
                                       .threshold = 3.5,
                                       .alarms = 4,
                                       .expected = 5.5,
                                       .z = 6.5,
                                       .beyond = 7,
                                       .beyond_chance = 0.008,
                                       .is_drift = 1,
                                       .share = 0.09,
                                       .low = 0.01,
                                       .high = 0.11,
                                       .splits = 12};
    parot_json *json = parot_json_open("solved");
    parot_json_drift(json, &result);
    json_t *root = parsed(json);
    assert_int_equal(json_object_size(root), OPENING + 15);
    assert_string_equal(json_string_value(json_object_get(root, "scale")),
                        parot_scale_name(PAROT_SCALE_ZSCORE));
    assert_string_equal(json_string_value(json_object_get(root, "metric")), "cityblock");
    SAME(root, result, count);
    SAME(root, result, dropped);
    SAME(root, result, threshold);
    SAME(root, result, alarms);
    SAME(root, result, expected);
    SAME(root, result, z);
    SAME(root, result, beyond);
    SAME(root, result, beyond_chance);
    SAME(root, result, is_drift);
    SAME(root, result, share);
    SAME(root, result, low);
    SAME(root, result, high);
    SAME(root, result, splits);
    json_decref(root);
}

TEST(pairs_have_both_sides_and_their_proof)
{
    int32_t row[] = {1}, col[] = {0}, partners[] = {0, 1}, candidates[] = {0, 2},
            nearest[] = {-1, 0};
    int32_t reason[] = {PAROT_MATCH_REASON_FAR, PAROT_MATCH_REASON_MATCHED}, limited[] = {-1, -1};
    double cost[] = {2.5}, nearest_cost[] = {INFINITY, 2.5}, limited_by[] = {NAN, NAN};
    parot_match_balance before = {1, 2, -0.5, NAN}, after = {3, 4, 0.25, 2};
    parot_match_side side = {.count = 2,
                             .matched = 1,
                             .partners = partners,
                             .candidates = candidates,
                             .reason = reason,
                             .nearest = nearest,
                             .nearest_cost = nearest_cost,
                             .limited = limited,
                             .limited_by = limited_by};
    const parot_match_result result = {.pairs = 1,
                                       .row = row,
                                       .col = col,
                                       .cost = cost,
                                       .objective = 2.5,
                                       .bound = 2.25,
                                       .x = side,
                                       .y = side,
                                       .candidates = 2,
                                       .strata = 3,
                                       .covariates = 1,
                                       .before = &before,
                                       .after = &after,
                                       .order = PAROT_MATCH_ORDER_PRICE,
                                       .capacity_most = 4};
    const parot_match_check check = {.most = 1, .bound = 2.25, .excess = 0.25, .relative = 0.1};
    const char *const names[] = {"age"};
    parot_json *json = parot_json_open("solved");
    parot_json_match(json, &result, names, 1);
    parot_json_match_check(json, &result, &check, 1e-9);
    json_t *root = parsed(json), *x = json_object_get(root, "x");
    assert_int_equal(json_object_size(root), OPENING + 17);
    SAME(root, result, pairs);
    SAME(root, result, capacity_most);
    SAME(root, result, price);
    SAME(root, result, objective);
    SAME(root, result, bound);
    SAME(root, result, candidates);
    SAME(root, result, strata);
    SAME(x, side, count);
    SAME(x, side, matched);
    assert_string_equal(json_string_value(json_object_get(root, "order")), "price");
    assert_int_equal(json_integer_value(json_object_get(json_object_get(x, "reasons"), "far")), 1);
    assert_true(json_is_null(json_array_get(json_object_get(x, "nearest_cost"), 0)));
    json_t *column = json_array_get(json_object_get(root, "balance"), 0);
    assert_string_equal(json_string_value(json_object_get(column, "name")), "age");
    SAME(json_object_get(column, "after"), after, difference);
    assert_true(json_is_null(json_object_get(json_object_get(column, "before"), "variance_ratio")));
    json_t *proof = json_object_get(root, "certificate");
    assert_true(json_is_false(json_object_get(proof, "proved")));
    SAME(proof, check, excess);
    SAME(proof, check, most);
    json_decref(root);
}

TEST(a_move_tells_who_else_would_move_only_if_that_is_known)
{
    int32_t match[] = {3, 1};
    double match_mass[] = {0.25, 0.5}, match_cost[] = {6, 7};
    parot_move move = {.row = 1,
                       .weight = 2,
                       .moved = 0.75,
                       .is_none = 1,
                       .mass = 4,
                       .lambda = 5,
                       .most = 8,
                       .matches = 2,
                       .match = match,
                       .match_mass = match_mass,
                       .match_cost = match_cost,
                       .nearest = 9,
                       .price_at = 10,
                       .nearest_cost = 11,
                       .price = 12,
                       .is_needed = 1,
                       .others = 1,
                       .other = {14},
                       .other_mass = {0.15},
                       .others_cost = 16};
    for (move.has_answer = 0; move.has_answer < 2; move.has_answer++) {
        parot_json *json = parot_json_open("solved");
        parot_json_move(json, &move);
        json_t *root = parsed(json), *found = json_object_get(root, "move");
        assert_int_equal(json_object_size(found), move.has_answer ? 20 : 17);
        SAME(found, move, row);
        SAME(found, move, weight);
        SAME(found, move, moved);
        SAME(found, move, is_whole);
        SAME(found, move, is_none);
        SAME(found, move, mass);
        SAME(found, move, lambda);
        SAME(found, move, most);
        SAME(found, move, nearest);
        SAME(found, move, nearest_cost);
        SAME(found, move, price_at);
        SAME(found, move, price);
        SAME(found, move, is_removed);
        SAME(found, move, is_needed);
        for (size_t k = 0; k < 2; k++) {
            assert_true(entry_of(found, "match", k) == match[k]);
            assert_true(entry_of(found, "match_mass", k) == match_mass[k]);
            assert_true(entry_of(found, "match_cost", k) == match_cost[k]);
        }
        if (move.has_answer) {
            assert_true(entry_of(found, "other", 0) == 14);
            assert_true(entry_of(found, "other_mass", 0) == 0.15);
            SAME(found, move, others_cost);
        }
        json_decref(root);
    }
}

TEST(a_prior_has_its_range_and_all_estimates)
{
    const parot_pu_prior_result result = {.prior = 0.1,
                                          .low = 0.2,
                                          .high = 0.3,
                                          .by_nearest = 0.4,
                                          .by_linear = 0.5,
                                          .by_rbf = 0.6,
                                          .least = 0.7,
                                          .most = 0.8,
                                          .is_reliable = 1,
                                          .by_forest = 0.15,
                                          .by_plateau = 0.25,
                                          .by_density = 0.35,
                                          .upper = 0.45,
                                          .by_mean = 0.55,
                                          .forest_range = {0.05, 0.95}};
    parot_json *json = parot_json_open("solved");
    parot_json_prior(json, &result);
    json_t *root = parsed(json);
    assert_int_equal(json_object_size(root), OPENING + 22);
    SAME(root, result, prior);
    SAME(root, result, low);
    SAME(root, result, high);
    SAME(root, result, by_nearest);
    SAME(root, result, by_linear);
    SAME(root, result, by_rbf);
    SAME(root, result, by_forest);
    SAME(root, result, by_mean);
    const json_t *range = json_object_get(root, "forest_range");
    assert_int_equal(json_array_size(range), 2);
    assert_true(json_number_value(json_array_get(range, 0)) == 0.05);
    assert_true(json_number_value(json_array_get(range, 1)) == 0.95);
    SAME(root, result, by_plateau);
    SAME(root, result, by_density);
    SAME(root, result, upper);
    SAME(root, result, least);
    SAME(root, result, most);
    SAME(root, result, is_reliable);
    json_decref(root);
}

TEST(metrics_have_their_names)
{
    const parot_pu_metrics metrics = {.accuracy = 0.1,
                                      .precision = 0.2,
                                      .recall = 0.3,
                                      .f1 = 0.4,
                                      .auc = 0.5,
                                      .majority = 0.6,
                                      .random_k = 0.7,
                                      .worst_k = 0.8};
    parot_json *json = parot_json_open("solved");
    parot_json_metrics(json, &metrics);
    json_t *root = parsed(json), *found = json_object_get(root, "metrics");
    assert_int_equal(json_object_size(found), 8);
    SAME(found, metrics, accuracy);
    SAME(found, metrics, precision);
    SAME(found, metrics, recall);
    SAME(found, metrics, f1);
    SAME(found, metrics, auc);
    SAME(found, metrics, majority);
    SAME(found, metrics, random_k);
    SAME(found, metrics, worst_k);
    json_decref(root);
}

TEST(trust_has_what_there_was_time_for)
{
    parot_pu_trust trust = {.bias = 1.5,
                            .spies = {.folds = 2,
                                      .spies = 3,
                                      .recall = 0.25,
                                      .recall_error = 0.1,
                                      .accuracy = 0.2,
                                      .prior_low = 0.3,
                                      .prior_high = 0.4,
                                      .accuracy_low = 0.5,
                                      .accuracy_high = 0.6,
                                      .precision = 0.7,
                                      .auc = 0.8,
                                      .lee_liu = 0.9}};
    for (int k = 0; k < 4; k++) {
        trust.has_bias = k & 1;
        trust.has_spies = k >> 1;
        parot_json *json = parot_json_open("solved");
        parot_json_trust(json, &trust);
        json_t *root = parsed(json), *spies = json_object_get(root, "spies");
        assert_int_equal(json_object_size(root), OPENING + trust.has_bias + trust.has_spies);
        if (trust.has_bias)
            SAME(root, trust, bias);
        if (trust.has_spies) {
            assert_int_equal(json_object_size(spies), 12);
            SAME(spies, trust.spies, folds);
            SAME(spies, trust.spies, spies);
            SAME(spies, trust.spies, recall);
            SAME(spies, trust.spies, recall_error);
            SAME(spies, trust.spies, accuracy);
            SAME(spies, trust.spies, prior_low);
            SAME(spies, trust.spies, prior_high);
            SAME(spies, trust.spies, accuracy_low);
            SAME(spies, trust.spies, accuracy_high);
            SAME(spies, trust.spies, precision);
            SAME(spies, trust.spies, auc);
            SAME(spies, trust.spies, lee_liu);
        }
        json_decref(root);
    }
}

TEST(tuning_lists_as_many_candidates_as_there_were)
{
    parot_pu_tune_result result = {.bias = 0.5, .spies = 6, .chosen = 1, .count = 2, .seconds = 7};
    result.candidates[1] = (parot_pu_candidate){.method = PAROT_PU_METHOD_MINED,
                                                .kernel = PAROT_PU_KERNEL_LINEAR,
                                                .recall = 0.1,
                                                .score = 0.2,
                                                .error = 0.3,
                                                .lead = 0.4,
                                                .lead_error = 0.6};
    parot_json *json = parot_json_open("solved");
    parot_json_tuning(json, &result);
    json_t *root = parsed(json), *tuning = json_object_get(root, "tuning");
    const json_t *list = json_object_get(tuning, "candidates"), *second = json_array_get(list, 1);
    assert_int_equal(json_object_size(tuning), 5);
    assert_int_equal(json_array_size(list), 2);
    SAME(tuning, result, bias);
    SAME(tuning, result, spies);
    SAME(tuning, result, chosen);
    SAME(tuning, result, seconds);
    assert_string_equal(json_string_value(json_object_get(second, "method")), "mined");
    assert_string_equal(json_string_value(json_object_get(second, "kernel")), "linear");
    SAME(second, result.candidates[1], recall);
    SAME(second, result.candidates[1], score);
    SAME(second, result.candidates[1], error);
    SAME(second, result.candidates[1], lead);
    SAME(second, result.candidates[1], lead_error);
    json_decref(root);
}
