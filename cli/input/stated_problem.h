/* stated_problem.h - the transport problem that a command line states: two files of points, or the
 * costs themselves; and the weights. */
#ifndef PAROT_COMMAND_STATED_PROBLEM_H
#define PAROT_COMMAND_STATED_PROBLEM_H

#include "input/feature_options.h"
#include "input/points.h"
#include "parot/io.h"
#include "shell/args.h"
#include "shell/outcome.h"

/* ---- Weights: how much mass the rows of one side have ------------------- */

struct weights {
    const double *values; /* NULL: uniform of total 1 */
    int64_t count;
    double total;
    parot_table table; /* private: where the values come from, unless they are borrowed */
};

/* Reads them from a file of one column; `side` is for messages, "source" or "rows of the cost". */
enum outcome weights_read(struct weights *weights, const struct feature_request *features,
                          const char *path, int64_t count, const char *side);

/* Borrows `values`, or makes them uniform if that is NULL; `label` is for messages. */
enum outcome weights_borrow(struct weights *weights, const double *values, int64_t count,
                            const char *label);
void weights_free(struct weights *weights);

double weights_at(const struct weights *weights, int64_t i);

/* ---- Problems ------------------------------------------------------------ */

/* As given; NULL: not given. */
struct problem_request {
    struct points_request points;
    parot_metric metric;
    const char *cost, *p, *q;
    const char *price_source, *price_target;
    const char *source, *target;
    const char *result; /* the other file that is read, by `certify` and `explain` */
};

/* For a problem_request: all of them, and those that are for points or weights alone. */
extern const struct option PROBLEM_OPTIONS[], WEIGHTS_OPTIONS[];

/* A price for each point, instead of a mass; and whether the request has one. */
extern const struct option PRICES_OPTIONS[];
int problem_has_prices(const struct problem_request *request);

/* What every verb with a problem begins with. */
void problem_defaults(struct problem_request *request, parot_metric metric);

struct problem {
    parot_problem stated; /* borrows from below; its mass is set by the verb */
    int has_price;        /* what costs less than `price` moves, whatever its mass */
    double price;
    int has_prices; /* instead, what leaving each point unmatched costs */
    parot_prices prices;
    parot_table price_tables[2]; /* private: where these come from, unless they are borrowed */
    int has_points;
    int is_saved;       /* it belongs to a plan in a file, which has as many rows */
    int is_matrix_free; /* the library asks `clouds`, without a cost matrix */
    parot_points_problem clouds;
    parot_metric metric;
    parot_features source, target; /* or */
    parot_table cost_table;
    double *cost; /* computed from the points */
    struct weights p, q;
};

/* Takes SOURCE and TARGET from the operands after the first `before`, and finds fault with what can
 * be wrong before any file is read. */
enum outcome problem_check_request(struct problem_request *request, const struct args *args,
                                   int before);

/* The rules that hold for two spaces as well: options of points need points, which `instead` takes
 * the place of if it is not NULL; weights are said once, and standard input is read once. */
enum outcome problem_check_files(const struct problem_request *request, const struct args *args,
                                 const char *instead);

/* There is one mass, or one price, or prices of points. */
enum outcome problem_check_amount(const struct problem_request *request, const struct args *args);

/* The weights, for costs whose size is known. */
enum outcome problem_read_weights(struct problem *problem, const struct problem_request *request);

/* Reads all but computes nothing yet. */
enum outcome problem_read(struct problem *problem, const struct problem_request *request,
                          const struct args *args);

/* Computes the costs, unless they were read. */
enum outcome problem_compute_cost(struct problem *problem, const parot_run *run);

/* The same, unless the library is faster without a matrix. The mass has been chosen. */
enum outcome problem_prepare(struct problem *problem, const parot_run *run);

/* The plan at the mass or the price of the problem. */
parot_status problem_solve(const struct problem *problem, const parot_run *run,
                           parot_result *result, parot_error *err);

/* What the library's certificate says about a plan, for the mass or the price of the problem. */
parot_status problem_certify(const struct problem *problem, const parot_result *result,
                             const parot_run *run, parot_check *check, parot_error *err);

/* What the library says of a plan without prices: the mass of the problem is what it should move, 0
 * for its own. */
parot_status problem_judge(const struct problem *problem, const parot_given_plan *given,
                           const parot_run *run, parot_judgement *judgement, parot_error *err);

/* A failure of the library, said of the files and options of this problem. */
enum outcome problem_refuse(const struct problem_request *request, parot_status status,
                            const parot_error *err, double time_limit);

/* Refuses a plan that was made for other files: it is not of their size. */
enum outcome problem_check_plan(const struct problem *problem, const parot_plan *plan,
                                const char *path);

/* min(|p|, |q|) */
double problem_most_mass(const struct problem *problem);

/* Whether no weights were given, so that both sides have a total of 1. */
int problem_is_uniform(const struct problem *problem);

void problem_free(struct problem *problem);

/* For messages about costs that are computed. */
struct cost_words {
    const char *paths[2]; /* of x and y */
    const char *way_out;  /* if there is no room */
};

/* *block: x.rows x y.rows distances, released with free(). `copies` is how many more of its size
 * the caller will need at the same time. */
enum outcome costs_compute(parot_matrix x, parot_matrix y, parot_metric metric, int copies,
                           struct cost_words say, const parot_run *run, double **block);

/* The value of --mass; INFINITY stands for `max`. */
enum outcome mass_read(const char *text, double *mass);

/* Makes it the mass of the problem, or refuses it; `text` is for the message. */
enum outcome mass_choose(struct problem *problem, const char *text, double mass);

/* *is_gromov: it was written by `parot gromov`, whose prices prove nothing. */
enum outcome saved_read(const char *path, parot_result *result, int *is_gromov);

/* The same, or a plan by any program, whose rows and columns count from `base`: that has no prices.
 */
enum outcome plan_read(const char *path, const struct problem *problem,
                       const struct problem_request *request, int32_t base, parot_result *result,
                       int *is_gromov);

#endif
