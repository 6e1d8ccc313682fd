/* try_methods.c - solvers that are built on the linear one: entropic, Gromov-Wasserstein, rows that
 * move whole, registering, drift. Answers are judged by the definitions in the headers. */
#include <float.h>
#include <math.h>
#include <string.h>

#include "parot/pu.h"
#include "parot/tasks.h"
#include "solvers.h"

enum { ITERATIONS = 60, DIMS = 3 };

/* Of what is compared; iterations that sum thousands of terms round more than one sum does. */
static const double ROUNDING = 1e-9;

static parot_run short_run(void)
{
    parot_run run;
    parot_run_init(&run);
    run.max_iterations = ITERATIONS;
    return run;
}

/* ---- Entropic ----------------------------------------------------------- */

/* T >= 0, T 1 <= p, T' 1 <= q, 1' T 1 = mass */
static const char *judge_dense(const parot_problem *problem, const double *plan)
{
    int64_t n = problem->cost.rows, m = problem->cost.cols;
    long double total = 0, room = ROUNDING * problem->mass + DBL_MIN;
    for (int64_t i = 0; i < n; i++) {
        long double row = 0;
        for (int64_t j = 0; j < m; j++) {
            if (!(plan[i * m + j] >= 0))
                return "a dense plan has an entry below 0";
            row += plan[i * m + j];
        }
        if (!(row <= problem->p[i] + room))
            return "a row of a dense plan exceeds its weight";
        total += row;
    }
    for (int64_t j = 0; j < m; j++) {
        long double col = 0;
        for (int64_t i = 0; i < n; i++)
            col += plan[i * m + j];
        if (!(col <= problem->q[j] + room))
            return "a column of a dense plan exceeds its weight";
    }
    return fabsl(total - problem->mass) <= room ? NULL : "a dense plan has another mass";
}

const char *try_entropic(struct draw *draw)
{
    struct drawn drawn;
    AUTO(parot_entropic_result, result);
    parot_error err = {0};
    parot_run run = short_run();
    draw_problem(draw, &drawn);
    double reg = drawn.manner == DRAW_WILD ? draw_number(draw, DRAW_WILD)
                                           : ldexp(1, (int)draw_below(draw, 40) - 30);
    parot_status status = parot_partial_entropic(&drawn.problem, reg, 1e-9, &run, &result, &err);
    const char *wrong = judge_status(status, &err, 1);
    if (!wrong && status >= 0)
        wrong = judge_dense(&drawn.problem, result.plan);
    if (!wrong && status >= 0 &&
        !(result.bound <=
          result.regularised + ROUNDING * (fabs(result.regularised) + 1 + fabs(reg))))
        wrong = "the entropic bound is above the value, or not a number";
    return wrong;
}

/* ---- Gromov-Wasserstein ------------------------------------------------- */

static long double loss(const parot_gromov_problem *problem, double a, double b)
{
    long double d = (long double)a - b;
    if (problem->loss == PAROT_LOSS_SQUARE)
        return d * d / 2;
    return (a > 0 ? a * logl((long double)a / b) : 0) - d;
}

/* The definition: (1 - alpha) <C,T> + alpha J(T); *scale is the same with absolute values. */
static long double objective_of(const parot_gromov_problem *problem, const parot_plan *plan,
                                long double *scale)
{
    long double linear = 0, quadratic = 0;
    *scale = 0;
    for (int64_t k = 0; k < plan->count; k++) {
        int64_t i = plan->row[k], j = plan->col[k];
        long double cost =
            problem->alpha < 1 ? problem->cost.data[i * problem->cost.stride + j] : 0;
        linear += cost * plan->mass[k];
        *scale += (1 - problem->alpha) * fabsl(cost) * plan->mass[k];
        for (int64_t l = 0; l < plan->count; l++) {
            double a = problem->source.data[i * problem->source.stride + plan->row[l]];
            double b = problem->target.data[j * problem->target.stride + plan->col[l]];
            long double mass = (long double)plan->mass[k] * plan->mass[l];
            quadratic += loss(problem, a, b) * mass;
            *scale += problem->alpha *
                      ((long double)a * a + (long double)b * b + fabsl(a) + fabsl(b)) * mass;
        }
    }
    return (1 - problem->alpha) * linear + problem->alpha * quadratic;
}

static const char *judge_gromov(const parot_gromov_problem *problem, const struct drawn *drawn,
                                const parot_gromov_result *result)
{
    double dense[DRAW_SIDE * DRAW_SIDE];
    long double scale = 0;
    const parot_result *transport = &result->transport;
    parot_plan_to_dense(&transport->plan, dense);
    const char *wrong = judge_dense(&drawn->problem, dense);
    long double objective = objective_of(problem, &transport->plan, &scale);
    if (wrong)
        return wrong;
    if (!(fabsl(objective - transport->objective) <= ROUNDING * scale + DBL_MIN))
        return "the objective of gromov is not that of its plan";
    if (!(result->stationarity >= -ROUNDING * (double)scale))
        return "the gap of gromov is negative, or not a number";
    /* A start may be millions above the end, and its last bits with it. */
    double rounding =
        ROUNDING * ((double)scale + (result->history > 0 ? fabs(result->objectives[0]) : 0));
    for (int64_t k = 1; k < result->history; k++)
        if (!(result->objectives[k] <= result->objectives[k - 1] + rounding))
            return "an objective of gromov rises";
    return transport->bound <= transport->objective + ROUNDING * (double)scale
               ? NULL
               : "the bound of gromov is above its objective";
}

const char *try_gromov(struct draw *draw)
{
    struct drawn drawn;
    double source[DRAW_SIDE * DRAW_SIDE], target[DRAW_SIDE * DRAW_SIDE];
    parot_gromov_options options;
    AUTO(parot_gromov_result, result);
    parot_error err = {0};
    parot_run run = short_run();
    draw_problem(draw, &drawn);
    enum draw_manner manner = draw_finite(drawn.manner);
    draw_numbers(draw, manner, source, drawn.n * drawn.n);
    draw_numbers(draw, manner, target, drawn.m * drawn.m);
    parot_gromov_options_init(&options);
    options.steps = draw_byte(draw) % 2 ? PAROT_STEPS_LONG : PAROT_STEPS_EXACT;
    parot_gromov_problem problem = {
        .source = {source, drawn.n, drawn.n, drawn.n},
        .target = {target, drawn.m, drawn.m, drawn.m},
        .cost = drawn.problem.cost,
        .alpha = draw_byte(draw) % 5 / 4.0,
        .loss = draw_byte(draw) % 4 == 0 ? PAROT_LOSS_KL : PAROT_LOSS_SQUARE,
        .p = drawn.p,
        .q = drawn.q,
        .mass = drawn.problem.mass,
    };
    parot_status status = parot_gromov(&problem, &options, &run, &result, &err);
    const char *wrong = judge_status(status, &err, 1);
    if (!wrong && status < 0 && problem.loss == PAROT_LOSS_SQUARE &&
        !draw_has_holes(drawn.manner) && drawn.manner != DRAW_WILD)
        wrong = "gromov refused a problem with nothing wrong in it";
    if (!wrong && status >= 0)
        wrong = judge_gromov(&problem, &drawn, &result);
    return wrong;
}

/* ---- Rows that move whole ----------------------------------------------- */

static const char *judge_labels(const parot_pu_result *result, parot_pu_method method)
{
    int64_t labelled = 0;
    for (int64_t i = 0; i < result->count; i++) {
        labelled += result->label[i] == 1;
        if (!(result->score[i] >= 0 && result->score[i] <= 1))
            return "a score is outside [0, 1]";
        if (method == PAROT_PU_METHOD_WASSERSTEIN && result->share[i] != (result->label[i] == 1))
            return "a row is partly moved, or its label says otherwise";
        if (result->label[i] == 1 ? result->score[i] < 0.5 : result->score[i] > 0.5)
            return "a score contradicts a label";
    }
    if (labelled != result->positives)
        return "the number of labels is not what is claimed";
    const parot_result *transport = &result->transport;
    return transport->bound <= transport->objective + ROUNDING * fabs(transport->objective)
               ? NULL
               : "the bound of whole rows is above the objective";
}

const char *try_whole_rows(struct draw *draw)
{
    static const parot_pu_method methods[] = {
        PAROT_PU_METHOD_WASSERSTEIN, PAROT_PU_METHOD_WASSERSTEIN, PAROT_PU_METHOD_WASSERSTEIN,
        PAROT_PU_METHOD_GROMOV,      PAROT_PU_METHOD_FUSED,       PAROT_PU_METHOD_MATCHING,
        PAROT_PU_METHOD_MINED,       PAROT_PU_METHOD_NEAREST,     PAROT_PU_METHOD_LEARNED};
    double unlabeled[2 * DRAW_SIDE * DIMS], positive[DRAW_SIDE * DIMS];
    parot_pu_options options;
    AUTO(parot_pu_result, result);
    parot_error err = {0};
    parot_run run = short_run();
    enum draw_manner manner = draw_finite((enum draw_manner)draw_below(draw, DRAW_MANNERS));
    int64_t n = 2 + draw_below(draw, 2 * DRAW_SIDE - 2), m = 1 + draw_below(draw, DRAW_SIDE);
    int64_t dims = 1 + draw_below(draw, DIMS);
    draw_numbers(draw, manner, unlabeled, n * dims);
    draw_numbers(draw, manner, positive, m * dims);
    parot_pu_options_init(&options);
    options.method = methods[draw_byte(draw) % (sizeof methods / sizeof *methods)];
    options.whole_rows =
        draw_byte(draw) % 3 == 0 ? PAROT_PU_WHOLE_ROWS_CONCAVE : PAROT_PU_WHOLE_ROWS_EXACT;
    options.noise = draw_byte(draw) % 6 / 10.0;
    options.metric = (int32_t)draw_below(draw, 3);
    options.scale = draw_byte(draw) % 2 ? PAROT_SCALE_NONE : PAROT_AUTO;
    parot_pu_data data = {
        {unlabeled, n, dims, dims}, {positive, m, dims, dims}, (1 + draw_byte(draw) % 254) / 255.0};
    options.classifier = (parot_pu_classifier)(draw_byte(draw) % 3);
    options.rounds = draw_byte(draw) % 4;
    options.trees = 1 + draw_byte(draw) % 9;
    options.leaf = 1 + draw_byte(draw) % 5;
    parot_status status = parot_pu_classify(&data, &options, &run, &result, &err);
    const char *wrong = judge_status(status, &err, 1);
    if (!wrong && status >= 0)
        wrong = judge_labels(&result, options.method);
    return wrong;
}

/* ---- Registering -------------------------------------------------------- */

static const char *judge_rotation(const parot_register_result *result)
{
    for (int64_t a = 0; a < result->dims; a++)
        for (int64_t b = 0; b < result->dims; b++) {
            double dot = 0;
            for (int64_t k = 0; k < result->dims; k++)
                dot +=
                    result->rotation[a * result->dims + k] * result->rotation[b * result->dims + k];
            if (!(fabs(dot - (a == b)) <= ROUNDING))
                return "the rotation is not a rotation";
        }
    for (int64_t i = 0; i < result->count; i++)
        if (result->match[i] < -1 || result->match[i] >= result->transport.plan.cols)
            return "a match is outside the target";
    if (!(result->scale > 0) || !isfinite(result->scale) || !(result->rms >= 0))
        return "scale or distance is not a number";
    return result->inliers <= result->count ? NULL : "more inliers than rows";
}

const char *try_register(struct draw *draw)
{
    double source[DRAW_SIDE * DIMS], target[DRAW_SIDE * DIMS];
    parot_register_options options;
    AUTO(parot_register_result, result);
    parot_error err = {0};
    parot_run run = short_run();
    enum draw_manner manner = draw_finite((enum draw_manner)draw_below(draw, DRAW_MANNERS));
    int64_t n = 1 + draw_below(draw, DRAW_SIDE), m = 1 + draw_below(draw, DRAW_SIDE);
    int64_t dims = 1 + draw_below(draw, DIMS);
    draw_numbers(draw, manner, source, n * dims);
    draw_numbers(draw, manner, target, m * dims);
    parot_register_options_init(&options);
    options.motion = (parot_motion)draw_below(draw, 3);
    options.overlap = draw_byte(draw) % 4 == 0 ? NAN : (1 + draw_byte(draw)) / 256.0;
    options.restarts = 1;
    run.max_iterations = 10;
    parot_status status =
        parot_register((parot_matrix){source, n, dims, dims}, (parot_matrix){target, m, dims, dims},
                       &options, &run, &result, &err);
    const char *wrong = judge_status(status, &err, 1);
    if (!wrong && status >= 0)
        wrong = judge_rotation(&result);
    return wrong;
}

/* ---- Drift -------------------------------------------------------------- */

static const char *judge_drift(const parot_drift_result *result, double level)
{
    int64_t alarms = 0;
    for (int64_t i = 0; i < result->count; i++) {
        alarms += result->is_new[i];
        if (!(result->score[i] >= 0 && result->score[i] < 1) || isnan(result->price[i]))
            return "a score of drift is outside [0, 1), or a price is not a number";
        if (result->is_new[i] != (result->score[i] >= 1 - level))
            return "what is new contradicts its score";
        if ((result->order[i] > 0) != result->is_new[i])
            return "the order for labelling is not that of the new rows";
    }
    return alarms == result->alarms ? NULL : "the number of new rows is not what is claimed";
}

const char *try_drift(struct draw *draw)
{
    double reference[2 * DRAW_SIDE * DIMS], today[DRAW_SIDE * DIMS];
    parot_drift_options options;
    AUTO(parot_drift_result, result);
    parot_error err = {0};
    enum draw_manner manner = draw_finite((enum draw_manner)draw_below(draw, DRAW_MANNERS));
    int64_t n = 2 + draw_below(draw, 2 * DRAW_SIDE - 2), m = 1 + draw_below(draw, DRAW_SIDE);
    int64_t dims = 1 + draw_below(draw, DIMS);
    draw_numbers(draw, manner, reference, n * dims);
    draw_numbers(draw, manner, today, m * dims);
    parot_drift_options_init(&options);
    options.level = (1 + draw_byte(draw) % 100) / 128.0;
    options.splits = 1 + (int32_t)draw_below(draw, 3);
    parot_status status =
        parot_drift((parot_matrix){reference, n, dims, dims}, (parot_matrix){today, m, dims, dims},
                    &options, NULL, &result, &err);
    const char *wrong = judge_status(status, &err, 0);
    if (!wrong && status >= 0)
        wrong = judge_drift(&result, options.level);
    return wrong;
}

/* ---- Pairs -------------------------------------------------------------- */

const char *try_match(struct draw *draw)
{
    double x[DRAW_SIDE * DIMS], y[DRAW_SIDE * DIMS], caliper[DIMS] = {0};
    int32_t x_room[DRAW_SIDE], y_room[DRAW_SIDE], x_stratum[DRAW_SIDE], y_stratum[DRAW_SIDE];
    parot_match_options options;
    AUTO(parot_match_result, result);
    parot_match_check check = {0};
    parot_error err = {0};
    enum draw_manner manner = draw_finite((enum draw_manner)draw_below(draw, DRAW_MANNERS));
    int64_t n = 1 + draw_below(draw, DRAW_SIDE), m = 1 + draw_below(draw, DRAW_SIDE);
    int64_t dims = 1 + draw_below(draw, DIMS);
    unsigned kind = draw_byte(draw);
    draw_numbers(draw, manner, x, n * dims);
    draw_numbers(draw, manner, y, m * dims);
    draw_numbers(draw, manner, caliper, dims);
    for (int k = 0; k < DRAW_SIDE; k++) {
        x_room[k] = (int32_t)draw_below(draw, 4);
        y_room[k] = (int32_t)draw_below(draw, 3);
        x_stratum[k] = (int32_t)draw_below(draw, 2);
        y_stratum[k] = (int32_t)draw_below(draw, 2);
    }
    parot_match_problem problem = {.x = {x, n, dims, dims}, .y = {y, m, dims, dims}};
    parot_match_options_init(&options);
    options.metric = (int32_t)draw_below(draw, 7);
    if (options.metric == 6)
        options.metric = PAROT_MATCH_METRIC_MAHALANOBIS;
    options.caliper = kind & 1 ? fabs(x[0] - y[0]) : INFINITY;
    problem.x_capacity = kind & 2 ? x_room : NULL;
    problem.y_capacity = kind & 4 ? y_room : NULL;
    problem.x_stratum = kind & 8 ? x_stratum : NULL;
    problem.y_stratum = kind & 8 ? y_stratum : NULL;
    if (kind & 16) {
        problem.x_limited = problem.x;
        problem.y_limited = problem.y;
        for (int k = 0; k < DIMS; k++)
            caliper[k] = fabs(caliper[k]);
        problem.column_caliper = caliper;
    }
    if (kind & 32) {
        options.order = PAROT_MATCH_ORDER_PRICE;
        options.price = x[n * dims - 1];
    }
    parot_status status = parot_match(&problem, &options, NULL, &result, &err);
    const char *wrong = judge_status(status, &err, 0);
    if (!wrong && status >= 0 &&
        parot_match_certify(&problem, &options, &result, NULL, &check, &err) != PAROT_OK)
        wrong = "pairs that were found cannot be checked";
    if (!wrong && status == PAROT_OK &&
        !parot_match_is_proved(&result, &check, PAROT_PROOF_TOLERANCE))
        wrong = "pairs that are called solved are not proved";
    if (!wrong && status >= 0 && (check.faults > 0 || check.most != result.pairs))
        wrong = "pairs do not exist, or there can be more";
    return wrong;
}
