/* pu_gromov.c - the problem is given to parot_gromov, whose starts are compared by their labels.
 *
 * A row is ranked by the linearised problem at the plan: with G the derivatives of the objective by
 * T_ij and v the prices of that problem, its value is -min_j (G_ij + v_j), as in wasserstein.h with
 * G in place of C.
 */
#include "pu/methods/pu_gromov.h"

#include <math.h>
#include <string.h>

#include "gromov/gromov.h"
#include "gromov/objective.h"
#include "gromov/sparse.h"
#include "gromov/whole_row_oracles.h"
#include "pu/methods/rank.h"
#include "pu/methods/table_distances.h"
#include "pu/whole_rows/whole_rows.h"

/* Starts that end so near the least objective, relatively, are as good. Among them the plan of
 * partial Wasserstein comes first: it knows where rows are, which distances do not tell; on images
 * of digits plans of lower objective are common that match other digits (docs/theory/pu.md). */
static const double NEARLY_BEST = 0.1;

/* Of sums of squares: relative to the largest of them. */
static const double ROUNDING = 1e-12;

/* Labels that differ in more rows than this are other labels. */
static const double CLEARLY = 0.05;

struct comparison {
    const struct pu_problem *problem;
    const parot_pu_options *options;
    struct control *control;
    struct transport transport; /* its cost is that between rows; NULL if the tables are apart */
    double unit;                /* n rows, in its unit of mass */
    parot_gromov_problem stated;
    struct table_distances distances;
    double *fused;         /* n x m: costs in the unit of distances; NULL: none */
    double *gradient;      /* n x m: G */
    double *start;         /* n x m: a plan; NULL: none is needed */
    double *moved;         /* n: shares in one of the starts */
    struct ranked *ranked; /* n */
    char *is_chosen;       /* n: the labels */
    parot_gromov_result result[2];
};

/* ---- The problem -------------------------------------------------------- */

static int is_fused(const struct comparison *it)
{
    return it->options->method == PAROT_PU_METHOD_FUSED && it->options->fused_alpha < 1;
}

static void layout(struct comparison *it, struct pu_result *found, struct arena *arena)
{
    int64_t n = it->problem->n, m = it->problem->m;
    struct transport *transport = &it->transport;
    size_t row = (size_t)m * sizeof(double);
    *transport = (struct transport){.n = n, .m = m, .k = it->problem->k};
    transport->p = arena_take(arena, n, sizeof(double));
    transport->q = arena_take(arena, m, sizeof(double));
    table_distances_layout(&it->distances, n, m, arena);
    it->gradient = arena_take(arena, n, row);
    if (!it->problem->is_apart)
        transport->cost = arena_take(arena, n, row);
    if (is_fused(it))
        it->fused = arena_take(arena, n, row);
    if (it->options->whole_rows == PAROT_PU_WHOLE_ROWS_EXACT)
        it->start = arena_take(arena, n, row);
    it->moved = arena_take(arena, n, sizeof *it->moved);
    it->ranked = arena_take(arena, n, sizeof *it->ranked);
    it->is_chosen = arena_take(arena, n, 1);
    found->share = arena_take(arena, n, sizeof *found->share);
    found->value = arena_take(arena, n, sizeof *found->value);
    found->pairs = transport_pairs(transport);
    if (it->problem->is_apart)
        found->pairs.cost = it->gradient;
}

/* Distances of unlike columns: the positives' get the scale of the other table. Those that were
 * given have a unit of their own, and keep it. */
static parot_status balance(const struct comparison *it)
{
    const parot_pu_options *options = it->options;
    int64_t m = it->problem->m;
    double ratio = 1;
    if (!it->problem->is_apart || options->has_distances || options->raw_distances)
        return PAROT_OK;
    TRY(table_distances_compare(&it->distances, it->problem, it->control, &ratio));
    for (int64_t e = 0; e < m * m; e++)
        it->distances.positive[e] *= ratio;
    return PAROT_OK;
}

static void divide(double *numbers, int64_t count, double by)
{
    for (int64_t e = 0; e < count; e++)
        numbers[e] /= by;
}

/* J(T) is the same for a plan `unit` times as large and distances 1/unit times as large. */
static parot_status measure(const struct comparison *it, parot_error *err)
{
    const struct pu_problem *problem = it->problem;
    parot_matrix x = {problem->x, problem->n, problem->dims, problem->dims};
    parot_matrix y = {problem->y, problem->m, problem->positive_dims, problem->positive_dims};
    parot_run run = control_rest(it->control);
    TRY(table_distances_measure(&it->distances, problem, it->options, it->control, err));
    TRY(balance(it));
    divide(it->distances.unlabeled, problem->n * problem->n, it->unit);
    divide(it->distances.positive, problem->m * problem->m, it->unit);
    if (problem->is_apart)
        return PAROT_OK;
    return parot_cost(x, y, problem->preset.metric, &run, it->transport.cost, err);
}

/* The plan of least <C,T>: there both terms of the fused objective are to be equal. When either is
 * 0 there is nothing to compare, and the costs stay as they are. */
static parot_status scale_costs(const struct comparison *it, parot_error *err)
{
    const struct transport *transport = &it->transport;
    parot_matrix cost = {transport->cost, transport->n, transport->m, transport->m};
    parot_problem linear = {cost, transport->p, transport->q, transport->mass};
    parot_gromov_problem distances = it->stated;
    parot_run run = control_rest(it->control);
    parot_result result = {0};
    parot_status status = parot_partial(&linear, &run, &result, err);
    if (status < 0) {
        parot_result_free(&result);
        return status;
    }
    distances.alpha = 1;
    double form = gromov_evaluate(&distances, &result.plan);
    double factor = form > 0 && result.objective > 0 ? form / result.objective : 1 / it->unit;
    for (int64_t e = 0; e < transport->n * transport->m; e++)
        it->fused[e] = factor * transport->cost[e];
    parot_result_free(&result);
    return PAROT_OK;
}

static parot_status state(struct comparison *it, parot_error *err)
{
    const struct transport *transport = &it->transport;
    int64_t n = transport->n, m = transport->m;
    transport_weigh(&it->transport, it->problem->noise);
    it->unit = transport->row * (double)n;
    TRY(measure(it, err));
    it->stated = (parot_gromov_problem){.source = {it->distances.unlabeled, n, n, n},
                                        .target = {it->distances.positive, m, m, m},
                                        .cost = {transport->cost, n, m, m},
                                        .alpha = 1,
                                        .p = transport->p,
                                        .q = transport->q,
                                        .mass = transport->mass};
    if (!is_fused(it))
        return PAROT_OK;
    TRY(scale_costs(it, err));
    it->stated.cost.data = it->fused;
    it->stated.alpha = it->options->fused_alpha;
    return PAROT_OK;
}

/* ---- Whole rows, exactly ------------------------------------------------- */

/* Step (i) with the search of whole_rows.h, whose plan becomes the vertex. */
static parot_status search_rows(struct transport *transport, struct control *control,
                                struct pu_result *found, parot_error *err)
{
    parot_run run = control_rest(control);
    parot_problem linear = {{transport->cost, transport->n, transport->m, transport->m},
                            transport->p,
                            transport->q,
                            transport->mass};
    TRY(status_of_step(parot_partial(&linear, &run, &found->transport, err)));
    transport_shares(&found->transport.plan, transport->row, found->share);
    TRY(transport_values(transport, found->transport.dual.v, control, found->value, err));
    return make_rows_whole(transport, PAROT_PU_WHOLE_ROWS_EXACT, control, found, err);
}

static parot_status make_whole_exactly(struct oracle *oracle, parot_matrix cost,
                                       struct control *control, void *user, parot_error *err)
{
    const struct comparison *it = user;
    struct transport transport = it->transport;
    struct pu_result found = {.share = it->moved, .value = it->gradient};
    transport.cost = (double *)(uintptr_t)cost.data; /* which is only read */
    parot_status status = search_rows(&transport, control, &found, err);
    if (status >= 0 && found.transport.plan.count > 0)
        sparse_copy(&oracle->vertex, &found.transport.plan);
    parot_result_free(&found.transport);
    return status;
}

/* Goes on from the best plan, whose rows are whole. A stop leaves what there is by then. */
static parot_status go_on(struct comparison *it, parot_gromov_result *best, struct pu_result *found,
                          parot_error *err)
{
    struct whole_rows exactly = {.make = make_whole_exactly, .user = it};
    parot_gromov_options options;
    parot_gromov_result better = {0};
    parot_run run = control_rest(it->control);
    parot_gromov_options_init(&options);
    options.whole_rows = 1;
    options.start = it->start;
    parot_plan_to_dense(&best->transport.plan, it->start);
    parot_status status =
        gromov_with_whole_rows(&it->stated, &options, exactly, &run, &better, err);
    if (status == PAROT_ESTOPPED)
        found->status = control_is_time_up(it->control) ? PAROT_TIME_LIMIT : PAROT_CANCELLED;
    if (status < 0)
        return status == PAROT_ESTOPPED ? PAROT_OK : status;
    if (status == PAROT_CANCELLED || status == PAROT_TIME_LIMIT)
        found->status = status;
    if (better.transport.objective < best->transport.objective) {
        parot_result old = best->transport;
        best->transport = better.transport;
        better.transport = old;
        best->trial[best->best].objective = best->transport.objective;
    }
    parot_gromov_result_free(&better);
    return PAROT_OK;
}

/* ---- Labels of every start ----------------------------------------------- */

/* rank_rows keeps the order that does not depend on the caller's for rows with equal shares. */
static double part_that_differs(const struct comparison *it, const double *moved)
{
    int64_t n = it->problem->n, differing = 0;
    for (int64_t i = 0; i < n; i++)
        it->moved[i] = moved[i] / it->transport.row;
    rank_rows(n, it->moved, it->moved, it->ranked);
    for (int64_t r = 0; r < n; r++)
        differing += (r < it->problem->k) != it->is_chosen[it->ranked[r].row];
    return (double)differing / (double)n;
}

/* The most that is about as good as the least; when that is 0, what rounding leaves of it is 0. */
static double nearly_best(const struct pu_result *found)
{
    double least = INFINITY, most = 0;
    for (int64_t t = 0; t < found->trials; t++) {
        least = fmin(least, found->trial[t].trial.objective);
        most = fmax(most, found->trial[t].trial.objective);
    }
    return (1 + NEARLY_BEST) * least + ROUNDING * most;
}

static void find_rival(struct pu_result *found)
{
    double limit = nearly_best(found);
    found->rival = -1;
    for (int64_t t = 0; t < found->trials; t++) {
        const parot_pu_trial *trial = &found->trial[t];
        double rival = found->rival < 0 ? INFINITY : found->trial[found->rival].trial.objective;
        if (trial->differs > CLEARLY && trial->trial.objective <= limit &&
            trial->trial.objective < rival)
            found->rival = t;
    }
}

/* Returns how many there are. */
static int64_t measure_starts(const struct comparison *it, struct arena *arena)
{
    int64_t trials = it->result[0].trials + it->result[1].trials;
    arena_take(arena, trials, sizeof(parot_pu_trial));
    for (int k = 0; k < 2; k++)
        for (int64_t t = 0; t < it->result[k].trials; t++)
            gromov_lay_history(NULL, &it->result[k].trial[t], arena);
    return trials;
}

static void list_starts(struct comparison *it, const parot_gromov_result *result, int is_chosen,
                        struct pu_result *found, struct arena *arena)
{
    int64_t n = it->problem->n;
    if (is_chosen)
        found->best = found->trials + result->best;
    for (int64_t t = 0; t < result->trials; t++) {
        const parot_trial *trial = &result->trial[t];
        double differs = is_chosen && t == result->best ? 0
                         : isnan(trial->objective)      ? NAN
                                                   : part_that_differs(it, result->moved + t * n);
        parot_pu_trial *listed = &found->trial[found->trials++];
        *listed = (parot_pu_trial){*trial, differs};
        gromov_lay_history(&listed->trial, trial, arena);
    }
}

/* Of what was found, whose shares and values are there, and of all starts. */
static parot_status compare_labels(struct comparison *it, const parot_gromov_result *chosen,
                                   struct pu_result *found, parot_error *err)
{
    struct arena arena = {0};
    int64_t trials = measure_starts(it, &arena);
    TRY(arena_open(&arena, it->control, err));
    found->learned_memory = arena.block;
    found->trial = arena_take(&arena, trials, sizeof *found->trial);
    rank_rows(it->problem->n, found->share, found->value, it->ranked);
    for (int64_t r = 0; r < it->problem->n; r++)
        it->is_chosen[it->ranked[r].row] = r < it->problem->k;
    for (int k = 0; k < 2; k++)
        list_starts(it, &it->result[k], &it->result[k] == chosen, found, &arena);
    find_rival(found);
    return PAROT_OK;
}

/* ---- The method ---------------------------------------------------------- */

static parot_status try_starts(struct comparison *it, uint32_t starts, int32_t restarts,
                               parot_gromov_result *result, parot_error *err)
{
    parot_run run = control_rest(it->control);
    parot_gromov_options options;
    parot_gromov_options_init(&options);
    options.starts = starts;
    options.restarts = restarts;
    options.whole_rows = it->options->whole_rows != PAROT_PU_WHOLE_ROWS_NONE;
    struct whole_rows whole_rows = {.make = options.whole_rows ? whole_rows_make : NULL,
                                    .tries_all = 1}; /* their labels are compared */
    return gromov_with_whole_rows(&it->stated, &options, whole_rows, &run, result, err);
}

/* Fills result[0], from the plan of partial Wasserstein if there is one, and result[1], from
 * everywhere else; *chosen is the better one. */
static parot_status try_all_starts(struct comparison *it, parot_gromov_result **chosen,
                                   parot_error *err)
{
    const uint32_t usual = PAROT_START_PRODUCT | PAROT_START_CLUSTERS | PAROT_START_PROFILES |
                           PAROT_START_PRIOR_PROFILES;
    int has_triangles = it->options->has_distances && it->problem->n >= 3 && it->problem->m >= 3;
    const uint32_t others = usual | (has_triangles ? PAROT_START_TRIANGLES : 0);
    parot_gromov_result *first = &it->result[0], *rest = &it->result[1];
    parot_status status = PAROT_OK;
    *chosen = rest;
    if (!it->problem->is_apart) {
        status = try_starts(it, PAROT_START_PARTIAL, 0, first, err);
        *chosen = first;
    }
    if (status != PAROT_OK)
        return status;
    status = try_starts(it, others, it->options->restarts, rest, err);
    if (status < 0)
        return status;
    if (rest->transport.objective * (1 + NEARLY_BEST) < (*chosen)->transport.objective)
        *chosen = rest;
    return status;
}

/* Derivatives are by a mass that is 1/unit times as large as that of the problem. */
static void restore_unit(struct comparison *it, parot_result *transport)
{
    int64_t n = it->problem->n, m = it->problem->m;
    double part = 1 / it->unit;
    transport_restore_plan(&it->transport, &transport->plan);
    transport->mass = transport_part(&it->transport, transport->mass);
    divide(it->gradient, n * m, part);
    divide(transport->dual.u, n, part);
    divide(transport->dual.v, m, part);
    transport->dual.lambda /= part;
}

/* What a unit between each pair costs. After a stop nothing: the labels are there, and scores are
 * then those of the prices alone. */
static parot_status find_plan_gradient(struct comparison *it, const parot_plan *plan,
                                       struct pu_result *found, parot_error *err)
{
    parot_status status = gromov_plan_gradient(&it->stated, plan, it->control, it->gradient, err);
    if (status != PAROT_ESTOPPED)
        return status;
    memset(it->gradient, 0, (size_t)(it->problem->n * it->problem->m) * sizeof *it->gradient);
    found->status = control_is_time_up(it->control) ? PAROT_TIME_LIMIT : PAROT_CANCELLED;
    return PAROT_OK;
}

/* Works: what it allocates is in *found and *it. */
static parot_status solve(struct comparison *it, struct pu_result *found, parot_error *err)
{
    struct arena arena = {0};
    parot_gromov_result *chosen = NULL;
    layout(it, found, &arena);
    TRY(arena_open(&arena, it->control, err));
    found->memory = arena.block;
    layout(it, found, &arena);
    TRY(state(it, err));
    found->status = try_all_starts(it, &chosen, err);
    if (found->status < 0)
        return found->status;
    if (found->status == PAROT_OK && it->options->whole_rows == PAROT_PU_WHOLE_ROWS_EXACT)
        TRY(go_on(it, chosen, found, err));

    parot_result *transport = &chosen->transport;
    struct transport linear = it->transport;
    transport_shares(&transport->plan, it->transport.row, found->share);
    TRY(find_plan_gradient(it, &transport->plan, found, err));
    restore_unit(it, transport);
    linear.cost = it->gradient;
    TRY(transport_values(&linear, transport->dual.v, it->control, found->value, err));
    TRY(compare_labels(it, chosen, found, err));
    found->transport = *transport;
    *transport = (parot_result){0};
    return PAROT_OK;
}

parot_status pu_gromov(const struct pu_problem *problem, const parot_pu_options *options,
                       struct control *control, struct pu_result *found, parot_error *err)
{
    struct comparison it = {.problem = problem, .options = options, .control = control};
    if (options->whole_rows == PAROT_PU_WHOLE_ROWS_LASSO)
        return fail(err, PAROT_EINVAL,
                    "options.whole_rows: lasso applies only to wasserstein; use exact, concave or "
                    "none with %s",
                    parot_pu_method_name(options->method));
    if (options->method == PAROT_PU_METHOD_FUSED && options->fused_alpha == 0)
        return pu_wasserstein(problem, options->whole_rows, control, found, err);
    parot_status status = solve(&it, found, err);
    for (int k = 0; k < 2; k++)
        parot_gromov_result_free(&it.result[k]);
    return status;
}
