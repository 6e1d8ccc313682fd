/* register.h - every public call of libparot, once, with a small valid problem.
 *
 * What each call must survive is asked by the storms (storm_*.c), of every call in turn:
 *
 *     CALL(parot_partial, (a[0], a[1], a[2], err),
 *          {IN(parot_problem, problem, problem), RUN, OUT(parot_result, result)})
 *
 * says how the call takes its arguments from an array of pointers, and what these are: here
 * given.problem (given.h), which refusals call "problem", the run of the storm, and a fresh result.
 * A type with fields that may be wrong, or with memory, is a `kind` (kinds.c). A function that
 * libparot exports and that is not in the register fails the test `register`.
 */
#ifndef PAROT_TESTS_REGISTER_H
#define PAROT_TESTS_REGISTER_H

#include "given.h"
#include "test.h"

/* ---- Kinds --------------------------------------------------------------- */

enum form { REAL, INT32, INT64, POINTER };

enum { MOST_BAD = 4, MOST_ARGUMENTS = 9 };

/* A field, and values that every call refuses which looks at it; of a pointer: NULL. */
struct field {
    const char *name;
    size_t offset;
    enum form form;
    int values;
    double bad[MOST_BAD];
};

/* A type of arguments or results. */
struct kind {
    const char *name;
    size_t size;
    const struct field *field;                /* ends with name NULL; NULL: none */
    int is_whole;                             /* refusals name the argument and not its field */
    void (*init)(void *options, size_t size); /* of structs that begin with their size */
    void (*free)(void *result);
    void (*settle)(void *result); /* asserts what is true of it, also if it was stopped, and forgets
                                     what differs from run to run: times, and blocks asked for */
};

#define FORM_OF(value)                                                                             \
    _Generic((value), double                                                                       \
             : REAL, int32_t                                                                       \
             : INT32, uint32_t                                                                     \
             : INT32, int64_t                                                                      \
             : INT64, default                                                                      \
             : sizeof(value) == 4 ? INT32 : POINTER)
#define COUNT_OF(...) ((int)(sizeof((double[]){__VA_ARGS__}) / sizeof(double)))
#define FIELD(type, name, ...)                                                                     \
    {                                                                                              \
#name, offsetof(type, name), FORM_OF(((type *)0)->name), COUNT_OF(__VA_ARGS__),            \
        {                                                                                          \
            __VA_ARGS__                                                                            \
        }                                                                                          \
    }

/* Results with a function TYPE_free, options with TYPE_init_sized, and all others. */
typedef parot_solver *parot_solver_handle;
typedef parot_ranks *parot_ranks_handle;
#define RESULTS(X)                                                                                 \
    X(parot_result)                                                                                \
    X(parot_curve)                                                                                 \
    X(parot_mass_costs)                                                                            \
    X(parot_line_result)                                                                           \
    X(parot_entropic_result)                                                                       \
    X(parot_gromov_result)                                                                         \
    X(parot_gromov_path_result)                                                                    \
    X(parot_gromov_entropic_result)                                                                \
    X(parot_axes)                                                                                  \
    X(parot_batch_result)                                                                          \
    X(parot_pairwise_result)                                                                       \
    X(parot_match_result)                                                                          \
    X(parot_pu_result) X(parot_pu_scaled) X(parot_pu_transport) X(parot_pu_model)                  \
        X(parot_pu_calibration) X(parot_pu_sensitivity) X(parot_pu_columns)                        \
            X(parot_register_result) X(parot_align_result) X(parot_drift_result)                   \
                X(parot_explain_result) X(parot_move) X(parot_label_reasons)
#define OPTIONS(X)                                                                                 \
    X(parot_run)                                                                                   \
    X(parot_graph_options)                                                                         \
    X(parot_gromov_options)                                                                        \
    X(parot_gromov_path_options)                                                                   \
    X(parot_batch_options)                                                                         \
    X(parot_pairwise_options)                                                                      \
    X(parot_match_options)                                                                         \
    X(parot_pu_options)                                                                            \
    X(parot_register_options)                                                                      \
    X(parot_align_options)                                                                         \
    X(parot_drift_options) X(parot_cloud) X(parot_link) X(parot_ranks_options)
#define OTHERS(X)                                                                                  \
    X(parot_matrix)                                                                                \
    X(parot_problem)                                                                               \
    X(parot_prices)                                                                                \
    X(parot_points_problem)                                                                        \
    X(parot_products_problem)                                                                      \
    X(parot_line)                                                                                  \
    X(parot_graph)                                                                                 \
    X(parot_plan)                                                                                  \
    X(parot_points_derivatives)                                                                    \
    X(parot_gromov_derivatives)                                                                    \
    X(parot_entropic_derivatives)                                                                  \
    X(parot_given_plan)                                                                            \
    X(parot_gromov_problem) X(parot_gromov_points_problem) X(parot_gromov_entropic_problem)        \
        X(parot_pairwise_cloud) X(parot_match_problem) X(parot_pu_data) X(parot_labelled_row)      \
            X(parot_check) X(parot_claims) X(parot_graph_facts) X(parot_judgement)                 \
                X(parot_pu_prior_result) X(parot_pu_bias_result) X(parot_pu_spies_result)          \
                    X(parot_pu_trust) X(parot_pu_tune_result) X(parot_pu_criteria_result)          \
                        X(parot_pu_metrics) X(parot_match_check) X(parot_solver_handle)            \
                            X(parot_ranks_handle)

/* Enums, each with its words, its name and its parse. */
#define ENUMS(X)                                                                                   \
    X(status)                                                                                      \
    X(costs)                                                                                       \
    X(batch_part)                                                                                  \
    X(batch_plans)                                                                                 \
    X(metric) X(pairwise_method) X(graph_distance) X(loss) X(start) X(steps) X(shape) X(scale)     \
        X(pu_kind) X(pu_method) X(pu_whole_rows) X(pu_kernel) X(pu_classifier) X(pu_cause)         \
            X(pu_leak) X(match_metric) X(match_order) X(match_reason) X(motion) X(unmatched)       \
                X(verdict)

#define DECLARE_KIND(type) extern const struct kind type##_kind;
RESULTS(DECLARE_KIND)
OPTIONS(DECLARE_KIND)
OTHERS(DECLARE_KIND)

/* ---- Calls --------------------------------------------------------------- */

enum part { PART_IN, PART_MAYBE, PART_RUN, PART_OUT, PART_NUMBERS };

struct argument {
    const char *name;
    enum part part;
    const struct kind *kind; /* NULL: numbers */
    void *value;
    struct field scalar; /* of a number that is passed by value */
    int is_number;
};

/* clang-format off */
#define IN(type, name, value) {#name, PART_IN, &type##_kind, &given.value}
#define MAYBE(type, name, value) {#name, PART_MAYBE, &type##_kind, &given.value} /* or NULL */
#define TABLE(name, value) IN(parot_matrix, name, value)
#define RUN {"run", PART_RUN, &parot_run_kind, &given.run}
#define OUT(type, name) {#name, PART_OUT, &type##_kind}
#define NUMBERS(name) {#name, PART_NUMBERS} /* room for many */
#define LIST(name, value) {#name, PART_IN, NULL, given.value}
#define SCALAR(name, value, ...)                                                                   \
    {#name, PART_IN, NULL, &given.value,                                                           \
     {#name, 0, FORM_OF(given.value), COUNT_OF(__VA_ARGS__), {__VA_ARGS__}}, 1}
#define NUMBER(name, value) {#name, PART_IN, NULL, &given.value, {NULL}, 1} /* any is fine */
/* clang-format on */

/* What a scalar or a matrix is in the call. */
#define M(k) (*(parot_matrix *)a[k])
#define R(k) (*(double *)a[k])
#define L(k) (*(int64_t *)a[k])
#define W(k) (*(int32_t *)a[k])

struct call {
    const char *name, *id;
    parot_status (*call)(void **a, parot_error *err);
    struct argument argument[MOST_ARGUMENTS];
    const char *ignores;  /* fields of its arguments that it does not look at: "mass p" */
    const char *optional; /* outputs that may be NULL */
    unsigned flags;
    parot_status status; /* that it returns; PAROT_OK if nothing is said */
    struct call *next;
};

enum {
    AGAIN = 1,         /* of a function that is there already: refusals are those of the other */
    NEVER_ASKS = 2,    /* nobody asks its run whether to stop */
    PARTLY = 4,        /* its numbers may have been written when it fails */
    STOPS_QUIETLY = 8, /* a stop is no failure of it */
    NO_FIELDS = 16     /* fields of its first argument are not its business */
};

#define CALL_AS(id, title, with, ...)                                                              \
    static parot_status call_##id(void **a, parot_error *err)                                      \
    {                                                                                              \
        return with;                                                                               \
    }                                                                                              \
    __attribute__((constructor)) static void add_##id(void)                                        \
    {                                                                                              \
        static struct call call = {title, #id, call_##id, __VA_ARGS__};                            \
        register_add(&call);                                                                       \
    }
#define CALL(name, with, ...) CALL_AS(name, #name, name with, __VA_ARGS__)

/* What answers without a status, with something that is true of it. */
struct truth {
    const char *name;
    int (*is_true)(void);
    struct truth *next;
};

#define TRUE_OF(name, ...)                                                                         \
    static int is_true_of_##name(void)                                                             \
    {                                                                                              \
        return __VA_ARGS__;                                                                        \
    }                                                                                              \
    __attribute__((constructor)) static void add_##name(void)                                      \
    {                                                                                              \
        static struct truth truth = {#name, is_true_of_##name};                                    \
        register_add_truth(&truth);                                                                \
    }

void register_add_truth(struct truth *truth);
const struct truth *register_truths(void);
void register_add(struct call *call);
const struct call *register_calls(void);

/* ---- Making a call ------------------------------------------------------- */

/* Its outputs are its own, and are filled with a pattern before the call. */
struct attempt {
    const struct call *call;
    parot_run run;
    void *argument[MOST_ARGUMENTS];
    parot_status status;
    parot_error err;
};

/* Bytes of an output; of other arguments 0. */
size_t argument_room(const struct argument *argument);

struct attempt attempt_open(const struct call *call);
void attempt_make(struct attempt *attempt);
/* Makes an output as it was before the call. */
void output_reset(void *output, size_t bytes);
int attempt_is_untouched(const struct attempt *attempt);
void attempt_settle(struct attempt *attempt); /* what its results say is true */
void attempt_close(struct attempt *attempt);

/* A complaint about it, which fails the storm when it is over. */
void attempt_blame(const struct attempt *attempt, const char *what, ...)
    __attribute__((format(printf, 2, 3)));
void storm_end(void);

/* A storm over clouds of so many points. */
#define STORM(n, m)                                                                                \
    static int open_storm(void **state)                                                            \
    {                                                                                              \
        (void)state;                                                                               \
        given_open(n, m);                                                                          \
        return 0;                                                                                  \
    }                                                                                              \
    static int close_storm(void **state)                                                           \
    {                                                                                              \
        (void)state;                                                                               \
        given_close();                                                                             \
        return 0;                                                                                  \
    }                                                                                              \
    AROUND(open_storm, close_storm)

/* Whether a list of names, which may be NULL, has this one or what it is a part of: "problem.cost"
 * has problem.cost.rows. */
int has_name(const char *names, const char *name);

/* Whether it takes a run. */
int call_runs(const struct call *call);

#define FOR_CALLS(call) for (const struct call *call = register_calls(); call; call = call->next)

#endif
