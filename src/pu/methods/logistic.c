/* logistic.c - distances to the centres are computed once; a grid of sigma and lambda is tried by
 * cross-validation in parallel, and each fit minimises the risk with L-BFGS.
 *
 * Row r of the features belongs to positive r for r < m, else to unlabeled row r - m. Fold f of
 * cross-validation consists of every fifth row: rows are in random order.
 */
#include "pu/methods/logistic.h"

#include <math.h>
#include <pthread.h>
#include <stdatomic.h>
#include <string.h>

#include "base/parallel.h"
#include "linalg/lbfgs.h"
#include "pu/methods/kernel_width.h"

enum {
    MOST_CENTRES = 300,
    FOLDS = 5,
    SIGMAS = 9,
    LAMBDAS = 8,
    FOLD_STEPS = 40, /* of L-BFGS: to choose, a rough minimum is enough */
    FINAL_STEPS = 500,
    ROWS_BETWEEN_POLLS = 1024,        /* of exponentials of all centres */
    STEP_ROWS_BETWEEN_POLLS = 1 << 15 /* of products with all centres: some 10 ms */
};

static const double SIGMA[SIGMAS] = {.01, .05, .1, .5, 1, 2, 5, 10, 20};
static const double LAMBDA[LAMBDAS] = {5, 1, .5, .1, .05, .01, .005, .001}; /* each from the last */

struct logistic {
    const struct pu_problem *problem;
    struct risk risk;
    int64_t rows, centres; /* m + n rows */
    double *distance;      /* rows x centres: squared */
    double *feature;       /* rows x centres */
    double best;           /* least risk so far */
    int widths;            /* done */
    double sigma, lambda;  /* its setting */
    double fold_risk[FOLDS][LAMBDAS];
    struct fit *fits; /* FOLDS */
    struct control *control;
    pthread_mutex_t lock; /* of the control: fits run side by side */
    atomic_int stopped;   /* a parot_status: why to stop, or PAROT_OK */
    void *memory;
};

/* One fit, on all rows but those of a fold (-1: on all). */
struct fit {
    struct logistic *logistic;
    int fold;
    double lambda;
    struct lbfgs lbfgs; /* centres + 1 numbers, the last is beta_0 */
    int64_t positives, count;
    int32_t *row;   /* count: rows of the features, positives first */
    double *weight; /* rows: of the positives among them, if they have any */
    struct risk risk;
    double *g, *derivative; /* rows */
};

/* ---- Risk --------------------------------------------------------------- */

/* log(1 + e^z), without overflow */
static double softplus(double z)
{
    return fmax(z, 0) + log1p(exp(-fabs(z)));
}

static double sigmoid(double z)
{
    return z >= 0 ? 1 / (1 + exp(-z)) : exp(z) / (1 + exp(z));
}

double logistic_risk(struct risk risk, const double *g, int64_t positives, int64_t count,
                     double *derivative)
{
    double linear = 0, above = 0, unlabeled = 0, all = (double)positives;
    for (int64_t r = 0; risk.weight && r < positives; r++)
        all += risk.weight[r] - 1;
    double each = risk.prior / all, u = 1 / (double)(count - positives);
    for (int64_t r = 0; r < positives; r++) {
        double p = risk.weight ? each * risk.weight[r] : each;
        linear += p * g[r];
        above += risk.is_bounded ? p * softplus(g[r]) : 0;
    }
    for (int64_t r = positives; r < count; r++)
        unlabeled += u * softplus(g[r]);
    int is_cut = risk.is_bounded && unlabeled < above;
    for (int64_t r = 0; derivative && r < count; r++) {
        double p = r < positives && risk.weight ? each * risk.weight[r] : each;
        if (r < positives)
            derivative[r] = is_cut ? -p * sigmoid(-g[r]) : -p;
        else
            derivative[r] = is_cut ? 0 : u * sigmoid(g[r]);
    }
    return is_cut ? above - linear : unlabeled - linear; /* log(1 + e^-g) = log(1 + e^g) - g */
}

/* ---- One fit ------------------------------------------------------------ */

static double value_at(const struct logistic *logistic, const double *beta, int64_t row)
{
    const double *feature = logistic->feature + row * logistic->centres;
    double g = beta[logistic->centres];
    for (int64_t b = 0; b < logistic->centres; b++)
        g += beta[b] * feature[b];
    return g;
}

/* Whoever finds the lock free asks for all. */
static int is_stopped(struct logistic *logistic)
{
    if (pthread_mutex_trylock(&logistic->lock) == 0) {
        parot_status status =
            control_poll_part(logistic->control, "cross-validation", logistic->widths, SIGMAS);
        if (status != PAROT_OK)
            atomic_store(&logistic->stopped, (int)status);
        pthread_mutex_unlock(&logistic->lock);
    }
    return atomic_load(&logistic->stopped) != PAROT_OK;
}

/* J and its gradient; the penalty leaves beta_0 alone. Who is stopped gets no number, and L-BFGS
 * finds no step. */
static double objective(const double *beta, double *gradient, void *user)
{
    struct fit *fit = user;
    struct logistic *logistic = fit->logistic;
    int64_t centres = logistic->centres;
    for (int64_t r = 0; r < fit->count; r++) {
        if (r % STEP_ROWS_BETWEEN_POLLS == 0 && is_stopped(logistic))
            return NAN;
        fit->g[r] = value_at(logistic, beta, fit->row[r]);
    }
    double value = logistic_risk(fit->risk, fit->g, fit->positives, fit->count, fit->derivative);
    gradient[centres] = 0;
    for (int64_t b = 0; b < centres; b++) {
        gradient[b] = 2 * fit->lambda * beta[b];
        value += fit->lambda * beta[b] * beta[b];
    }
    for (int64_t r = 0; r < fit->count; r++) {
        if (r % STEP_ROWS_BETWEEN_POLLS == 0 && is_stopped(logistic))
            return NAN;
        const double *feature = logistic->feature + fit->row[r] * centres;
        for (int64_t b = 0; b < centres; b++)
            gradient[b] += fit->derivative[r] * feature[b];
        gradient[centres] += fit->derivative[r];
    }
    return value;
}

/* Rows of the fold, or all others. */
static void choose_rows(struct fit *fit, int is_inside)
{
    int64_t m = fit->logistic->problem->m;
    fit->count = 0;
    for (int32_t r = 0; r < fit->logistic->rows; r++) {
        if (r == m)
            fit->positives = fit->count;
        int64_t place = r < m ? r : r - m;
        if (fit->fold >= 0 && (place % FOLDS == fit->fold) != is_inside)
            continue;
        if (fit->risk.weight && r < m)
            fit->weight[fit->count] = fit->logistic->problem->weight[r];
        fit->row[fit->count++] = r;
    }
}

static double risk_of_fold(struct fit *fit)
{
    choose_rows(fit, 1);
    for (int64_t r = 0; r < fit->count; r++)
        fit->g[r] = value_at(fit->logistic, fit->lbfgs.x, fit->row[r]);
    double risk = logistic_risk(fit->risk, fit->g, fit->positives, fit->count, NULL);
    choose_rows(fit, 0);
    return risk;
}

static void run_folds(int64_t begin, int64_t end, void *context)
{
    struct logistic *logistic = context;
    for (int64_t f = begin; f < end; f++) {
        struct fit *fit = &logistic->fits[f];
        memset(fit->lbfgs.x, 0, (size_t)fit->lbfgs.n * sizeof *fit->lbfgs.x);
        choose_rows(fit, 0);
        for (int l = 0; l < LAMBDAS && !is_stopped(logistic); l++) {
            fit->lambda = LAMBDA[l];
            lbfgs_minimise(&fit->lbfgs, objective, fit, FOLD_STEPS, 1e-5);
            logistic->fold_risk[f][l] = risk_of_fold(fit);
        }
    }
}

/* ---- The choice --------------------------------------------------------- */

static parot_status fill_features(struct logistic *logistic, double sigma)
{
    int64_t centres = logistic->centres;
    for (int64_t r = 0; r < logistic->rows; r++) {
        if (r % ROWS_BETWEEN_POLLS == 0 && is_stopped(logistic))
            return (parot_status)atomic_load(&logistic->stopped);
        for (int64_t e = r * centres; e < (r + 1) * centres; e++)
            logistic->feature[e] = exp(-logistic->distance[e] / (2 * sigma * sigma));
    }
    return PAROT_OK;
}

static parot_status choose_setting(struct logistic *logistic)
{
    logistic->best = INFINITY;
    for (int s = 0; s < SIGMAS; s++) {
        logistic->widths = s;
        TRY(fill_features(logistic, SIGMA[s]));
        parallel_for(logistic->control->run.threads, FOLDS, 1, run_folds, logistic);
        TRY((parot_status)atomic_load(&logistic->stopped));
        for (int l = 0; l < LAMBDAS; l++) {
            double risk = 0;
            for (int f = 0; f < FOLDS; f++)
                risk += logistic->fold_risk[f][l] / FOLDS;
            if (risk < logistic->best) {
                logistic->best = risk;
                logistic->sigma = SIGMA[s];
                logistic->lambda = LAMBDA[l];
            }
        }
    }
    return PAROT_OK;
}

/* ---- The method --------------------------------------------------------- */

static void layout(struct logistic *logistic, double **centre, struct arena *arena)
{
    int64_t rows = logistic->rows, centres = logistic->centres, dims = logistic->problem->dims;
    *centre = arena_take(arena, centres, (size_t)dims * sizeof **centre);
    logistic->distance = arena_take(arena, rows, (size_t)centres * sizeof *logistic->distance);
    logistic->feature = arena_take(arena, rows, (size_t)centres * sizeof *logistic->feature);
    logistic->fits = arena_take(arena, FOLDS, sizeof *logistic->fits);
    for (int f = 0; f < FOLDS; f++) {
        struct fit fit = {.logistic = logistic, .fold = f, .lbfgs = {.n = centres + 1}};
        lbfgs_layout(&fit.lbfgs, arena);
        fit.row = arena_take(arena, rows, sizeof *fit.row);
        fit.weight = arena_take(arena, rows, sizeof *fit.weight);
        fit.risk = logistic->risk;
        fit.risk.weight = logistic->problem->weight ? fit.weight : NULL;
        fit.g = arena_take(arena, rows, sizeof *fit.g);
        fit.derivative = arena_take(arena, rows, sizeof *fit.derivative);
        if (logistic->fits)
            logistic->fits[f] = fit;
    }
}

/* Centres are the first rows of both tables, in proportion: a random sample. */
static parot_status measure(struct logistic *logistic, double *centre, struct control *control,
                            parot_error *err)
{
    const struct pu_problem *problem = logistic->problem;
    int64_t centres = logistic->centres, dims = problem->dims;
    int64_t own = (centres * problem->m + logistic->rows - 1) / logistic->rows;
    memcpy(centre, problem->y, (size_t)(own * dims) * sizeof *centre);
    memcpy(centre + own * dims, problem->x, (size_t)((centres - own) * dims) * sizeof *centre);
    parot_matrix to = {centre, centres, dims, dims};
    parot_run run = control_rest(control);
    TRY(parot_cost((parot_matrix){problem->y, problem->m, dims, dims}, to, PAROT_METRIC_SQEUCLIDEAN,
                   &run, logistic->distance, err));
    return parot_cost((parot_matrix){problem->x, problem->n, dims, dims}, to,
                      PAROT_METRIC_SQEUCLIDEAN, &run, logistic->distance + problem->m * centres,
                      err);
}

static parot_status learn(struct logistic *logistic, struct control *control,
                          struct pu_result *found, parot_error *err)
{
    struct arena arena = {0};
    double *centre = NULL, gamma = 0;
    layout(logistic, &centre, &arena);
    TRY(arena_open(&arena, control, err));
    logistic->memory = arena.block;
    layout(logistic, &centre, &arena);
    TRY(kernel_width_gamma(logistic->problem, &gamma,
                           err)); /* for its refusal: sigma has a scale */
    TRY(measure(logistic, centre, control, err));
    TRY(choose_setting(logistic));

    struct fit *fit = &logistic->fits[0];
    fit->fold = -1;
    fit->lambda = logistic->lambda;
    memset(fit->lbfgs.x, 0, (size_t)fit->lbfgs.n * sizeof *fit->lbfgs.x);
    choose_rows(fit, 0);
    TRY(fill_features(logistic, logistic->sigma));
    lbfgs_minimise(&fit->lbfgs, objective, fit, FINAL_STEPS, 1e-7);
    TRY((parot_status)atomic_load(&logistic->stopped));
    for (int64_t i = 0; i < logistic->problem->n; i++)
        found->value[i] = value_at(logistic, fit->lbfgs.x, logistic->problem->m + i);
    return PAROT_OK;
}

parot_status pu_logistic(const struct pu_problem *problem, parot_pu_method method,
                         struct control *control, struct pu_result *found, parot_error *err)
{
    struct arena arena = {0};
    int64_t rows = problem->n + problem->m;
    struct logistic logistic = {.problem = problem,
                                .risk = {.prior = (double)problem->k / (double)problem->n,
                                         .is_bounded = method == PAROT_PU_METHOD_NNPU},
                                .rows = rows,
                                .centres = rows < MOST_CENTRES ? rows : MOST_CENTRES,
                                .control = control};
    if (problem->n < FOLDS || problem->m < FOLDS)
        return fail(err, PAROT_EINVAL,
                    "%s: cross-validation needs %d rows, got %lld; use another method",
                    problem->n < FOLDS ? "unlabeled" : "positive", FOLDS,
                    (long long)(problem->n < FOLDS ? problem->n : problem->m));
    arena_take(&arena, problem->n, sizeof *found->value);
    TRY(arena_open(&arena, control, err));
    found->memory = arena.block;
    found->value = arena_take(&arena, problem->n, sizeof *found->value);
    found->is_by_sign = method != PAROT_PU_METHOD_PUSB;
    if (pthread_mutex_init(&logistic.lock, NULL) != 0)
        return fail_argument(err, PAROT_ENOMEM, parot_pu_method_name(method),
                             "a lock for its threads cannot be made");
    parot_status status = learn(&logistic, control, found, err);
    pthread_mutex_destroy(&logistic.lock);
    block_free(logistic.memory);
    return status;
}
