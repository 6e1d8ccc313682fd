/* parot.h - frozen: what a program was compiled with before structs had grown.
 *
 * Not a release but a model of one, for older_caller.c: options lack the fields at their end, and
 * parts of parot_info and parot_check are still reserved room. It is never edited; if a program
 * made with it stops working, the library has broken a promise of VERSIONING.md.
 */
#ifndef PAROT_H
#define PAROT_H

#include <stddef.h>
#include <stdint.h>

typedef int parot_status;
enum { PAROT_OK = 0, PAROT_EINVAL = -1 };

typedef struct parot_error {
    char message[512];
    int64_t reserved[16];
} parot_error;

typedef struct parot_run {
    size_t struct_size;
    int32_t threads;
    uint64_t seed;
    int64_t max_iterations;
    double time_limit;
} parot_run;

void parot_run_init_sized(parot_run *run, size_t struct_size);
static inline void parot_run_init(parot_run *run)
{
    parot_run_init_sized(run, sizeof *run);
}

typedef struct parot_matrix {
    const double *data;
    int64_t rows, cols, stride;
} parot_matrix;

typedef struct parot_problem {
    parot_matrix cost;
    const double *p, *q;
    double mass;
    int64_t reserved[4];
} parot_problem;

typedef struct parot_plan {
    int64_t rows, cols, count;
    int32_t *row, *col;
    double *mass;
} parot_plan;

typedef struct parot_dual {
    double *u, *v;
    double lambda;
} parot_dual;

typedef struct parot_info {
    int64_t iterations, pivots;
    int64_t reserved[8];
} parot_info;

typedef struct parot_cut {
    int64_t rows, cols;
    int32_t *row, *col;
    double most;
} parot_cut;

typedef struct parot_result {
    parot_plan plan;
    parot_dual dual;
    double mass, objective, bound;
    parot_status status;
    parot_info info;
    parot_cut cut;
    void *owner;
    int64_t reserved[8];
} parot_result;

void parot_result_free(parot_result *result);

typedef struct parot_check {
    double excess, relative, infeasible, bound;
    int64_t reserved[8];
} parot_check;

parot_status parot_certify(const parot_problem *problem, const parot_result *result,
                           const parot_run *run, parot_check *check, parot_error *err);
int parot_is_proved(const parot_check *check, double tolerance);

parot_status parot_partial(const parot_problem *problem, const parot_run *run, parot_result *result,
                           parot_error *err);

typedef struct parot_gromov_problem {
    parot_matrix source, target, cost;
    double alpha;
    int loss;
    const double *p, *q;
    double mass;
    int64_t reserved[4];
} parot_gromov_problem;

typedef struct parot_gromov_options {
    size_t struct_size;
    double tolerance;
    uint32_t starts;
    int32_t restarts;
} parot_gromov_options;

void parot_gromov_options_init_sized(parot_gromov_options *options, size_t struct_size);
static inline void parot_gromov_options_init(parot_gromov_options *options)
{
    parot_gromov_options_init_sized(options, sizeof *options);
}

typedef struct parot_gromov_result {
    parot_result transport;
    double gap;
    int64_t trials, best;
    void *trial;
    double *moved;
    int64_t history;
    double *objectives, *gaps;
    double asymmetry[2];
    void *owner;
    int64_t reserved[8];
} parot_gromov_result;

parot_status parot_gromov(const parot_gromov_problem *problem, const parot_gromov_options *options,
                          const parot_run *run, parot_gromov_result *result, parot_error *err);
void parot_gromov_result_free(parot_gromov_result *result);

typedef struct parot_cloud {
    size_t struct_size;
    int shape;
    int64_t count, dims;
} parot_cloud;

void parot_cloud_init_sized(parot_cloud *cloud, size_t struct_size);
static inline void parot_cloud_init(parot_cloud *cloud)
{
    parot_cloud_init_sized(cloud, sizeof *cloud);
}

parot_status parot_make_points(const parot_cloud *cloud, const parot_run *run, double *points,
                               parot_error *err);

#endif
