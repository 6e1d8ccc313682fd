/* base.h - what every part of the library shares: version, status and errors, names of values, run
 * control, memory, matrices. parot.h says what is true of every function. */
#ifndef PAROT_PUBLIC_BASE_H
#define PAROT_PUBLIC_BASE_H

#include <stddef.h>
#include <stdint.h>

/* Both mark what the libraries export; the result of what is PAROT_CHECKED must be looked at. */
#if defined(__GNUC__)
#define PAROT_API __attribute__((visibility("default")))
#define PAROT_CHECKED __attribute__((visibility("default"), warn_unused_result))
#else
#define PAROT_API
#define PAROT_CHECKED
#endif

#ifdef __cplusplus
extern "C" {
#endif

/* The version of these headers; parot_version_number is that of the library that runs. */
#define PAROT_VERSION_MAJOR 0
#define PAROT_VERSION_MINOR 1
#define PAROT_VERSION_PATCH 0
#define PAROT_VERSION_NUMBER                                                                       \
    (PAROT_VERSION_MAJOR * 10000 + PAROT_VERSION_MINOR * 100 + PAROT_VERSION_PATCH)
PAROT_API const char *parot_version(void); /* of the library, "0.1.0" */
PAROT_API int parot_version_number(void);  /* its PAROT_VERSION_NUMBER */

/* ---- Status ------------------------------------------------------------- */

/* Negative: failed. Zero: solved, and where there is a certificate it proves the
 * answer (PAROT_PROOF_TOLERANCE). Positive: the outputs hold the best feasible
 * answer found, after a stop, or without a proof. Values are ABI: append, never
 * renumber. */
typedef enum parot_status {
    PAROT_OK = 0,
    PAROT_ITERATION_LIMIT = 1,
    PAROT_TIME_LIMIT = 2,
    PAROT_CANCELLED = 3,    /* by the caller, through `progress`; its word is "interrupted" */
    PAROT_UNPROVED = 4,     /* nothing stopped it, but weights or prices so many orders of magnitude
                               apart are rounded that parot_certify does not prove the answer */
    PAROT_EINVAL = -1,      /* an argument is outside its documented range */
    PAROT_ESHAPE = -2,      /* the sizes of two arguments disagree */
    PAROT_EINFEASIBLE = -3, /* no plan satisfies the constraints */
    PAROT_ENOMEM = -4,
    PAROT_ENUMERIC = -5, /* a result is outside the range of double */
    PAROT_EIO = -6,      /* the operating system refused */
    PAROT_EFORMAT = -7,  /* a file was read but makes no sense */
    PAROT_ENOTSUP = -8,  /* built without this feature */
    PAROT_ESTOPPED = -9  /* stopped early, before there was any feasible answer */
} parot_status;

/* Names the wrong argument, the rule and the value; allocate it on the stack. */
typedef struct parot_error {
    char message[512];
    char argument[64];   /* "mass", "options.loss", "cost": the one at fault; "": none is */
    int64_t reserved[8]; /* for fields to come */
} parot_error;

/* ---- Names of values ---------------------------------------------------- */

/* What a value of an enum is called wherever people see it: in options of the command, in Python,
 * in files and in messages. Each enum parot_X below has three functions: parot_X_words lists its
 * values and ends with a NULL name, parot_X_name is NULL for what is not one of them, and
 * parot_X_parse refuses what is not one of their names, saying what there is. */
typedef struct parot_word {
    const char *name;
    int32_t value;
} parot_word;

PAROT_API const parot_word *parot_status_words(void);
PAROT_API const char *parot_status_name(parot_status status); /* "time limit"; never NULL */
PAROT_CHECKED parot_status parot_status_parse(const char *name, parot_status *status,
                                              parot_error *err);

/* The name that was probably meant by a word that is not one of them; NULL: none is near. */
PAROT_API const char *parot_nearest_name(const char *word, const char *const *names, int64_t count);

/* ---- Run control, shared by every solver -------------------------------- */

/* How far a call has come: what the `progress` of a parot_run is given. */
typedef struct parot_progress {
    const char *stage; /* "simplex", "cost", ...: a static string */
    int64_t iteration;
    double objective, bound; /* NAN while unknown */
    double seconds;          /* since the call began */
    double stationarity;     /* of "frank-wolfe"; NAN elsewhere */
    const char *start;       /* of "frank-wolfe": its parot_start_name; NULL elsewhere */
    int64_t total;           /* iterations that the stage will have; 0: unknown */
} parot_progress;

/* How pu.h and tasks.h keep the costs between the rows of two tables. The answers are the same, up
 * to rounding and to choices among equals. */
typedef enum parot_costs {
    PAROT_COSTS_AUTO = 0,   /* as parot_points_pay says */
    PAROT_COSTS_MATRIX = 1, /* a number for each pair of rows */
    PAROT_COSTS_POINTS = 2  /* none: they are computed from the rows when they are needed */
} parot_costs;

PAROT_API const parot_word *parot_costs_words(void);
PAROT_API const char *parot_costs_name(parot_costs costs);
PAROT_CHECKED parot_status parot_costs_parse(const char *name, parot_costs *costs,
                                             parot_error *err);

struct parot_ranks; /* ranks.h */

/* How a call runs: threads, seed, limits, progress and memory. NULL stands for the defaults. */
typedef struct parot_run {
    size_t struct_size;     /* set by parot_run_init, lets the struct grow */
    int32_t threads;        /* 1 by default; 0: one per core */
    uint64_t seed;          /* the only source of randomness */
    int64_t max_iterations; /* 0: the method's own default */
    double time_limit;      /* seconds; 0: none */
    double progress_period; /* seconds between calls of `progress`; 0: as often as possible */
    int (*progress)(const parot_progress *progress, void *user); /* != 0: stop */
    void *(*alloc)(size_t bytes, void *user);                    /* NULL: malloc and free */
    void (*release)(void *block, void *user);
    void *user;                /* handed to the three callbacks */
    int64_t costs;             /* a parot_costs; PAROT_COSTS_AUTO by default */
    struct parot_ranks *ranks; /* other processes that help; NULL, the default: none */
} parot_run;

PAROT_API void parot_run_init_sized(parot_run *run, size_t struct_size);
static inline void parot_run_init(parot_run *run)
{
    parot_run_init_sized(run, sizeof *run);
}

/* What every function that takes a run refuses. */
PAROT_CHECKED parot_status parot_run_check(const parot_run *run, parot_error *err);

/* Bytes that may be allocated: what the environment variable PAROT_MEMORY allows, else what the
 * system says is free; INFINITY where it does not say. Readers refuse files, and parot_pu_classify
 * tables, that need more. */
PAROT_API double parot_memory_free(void);

/* "76 GB", "1.5 MB" */
PAROT_API const char *parot_memory_text(double bytes, char text[32]);

/* ---- Matrices ----------------------------------------------------------- */

/* Borrowed row-major matrix: entry (i, j) is data[i * stride + j]. */
typedef struct parot_matrix {
    const double *data;
    int64_t rows, cols, stride;
} parot_matrix;

#ifdef __cplusplus
}
#endif
#endif /* PAROT_PUBLIC_BASE_H */
