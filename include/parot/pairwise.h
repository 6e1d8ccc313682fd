/* pairwise.h - how far clouds of points, or graphs, are from each other: every pair of them. */
#ifndef PAROT_PUBLIC_PAIRWISE_H
#define PAROT_PUBLIC_PAIRWISE_H

#include "parot/gromov_wasserstein.h"

#ifdef __cplusplus
extern "C" {
#endif

/* How two clouds are compared. */
typedef enum parot_pairwise_method {
    PAROT_PAIRWISE_METHOD_WASSERSTEIN = 0, /* points of one space: the least cost of the mass */
    PAROT_PAIRWISE_METHOD_GROMOV = 1       /* distances within each: the least change of these */
} parot_pairwise_method;

PAROT_API const parot_word *parot_pairwise_method_words(void);
PAROT_API const char *parot_pairwise_method_name(parot_pairwise_method method);
PAROT_CHECKED parot_status parot_pairwise_method_parse(const char *name,
                                                       parot_pairwise_method *method,
                                                       parot_error *err);

/* One of those that are compared. */
typedef struct parot_pairwise_cloud {
    parot_matrix points;    /* a row for each point */
    parot_matrix distances; /* of Gromov: within it, of a graph for instance, and then `points` are
                               not used; data NULL: those that the metric has between its points */
    const double *weights;  /* of its points; NULL: uniform, of total 1 */
    int64_t reserved[4];    /* 0 */
} parot_pairwise_cloud;

/* What is solved for each pair of clouds. */
typedef struct parot_pairwise_options {
    size_t struct_size; /* set by parot_pairwise_options_init */
    parot_pairwise_method method;
    int32_t metric; /* a parot_metric; -1, the default: squared Euclidean, or Euclidean for
                       Gromov */
    double mass;    /* of each pair; NAN, the default: `share` of the smaller total */
    double share;   /* in (0, 1]; 1 by default */
    /* A file of finished pairs, which grows while they are solved. What it holds is not solved
     * again, so that a call that was stopped, or killed, goes on where it was; a last line that was
     * half written is dropped. It knows clouds and settings by a fingerprint, and that of others is
     * refused. NULL: none. */
    const char *journal;
    const parot_gromov_options *gromov; /* of Gromov; NULL: the defaults. Neither `start` nor
                                           anchors */
} parot_pairwise_options;

PAROT_API void parot_pairwise_options_init_sized(parot_pairwise_options *options,
                                                 size_t struct_size);
static inline void parot_pairwise_options_init(parot_pairwise_options *options)
{
    parot_pairwise_options_init_sized(options, sizeof *options);
}

/* What was wrong with one pair. */
typedef struct parot_pairwise_failure {
    int64_t first, second;
    parot_error error;
} parot_pairwise_failure;

/* The matrix of all pairs. */
typedef struct parot_pairwise_result {
    int64_t count;          /* of clouds */
    double *objective;      /* count x count, symmetric, 0 on its diagonal; NAN: not solved,
                               or stopped before the end */
    parot_status *statuses; /* count x count, of each pair; PAROT_ESTOPPED: it was not begun */
    parot_status status;    /* PAROT_OK, or why not all pairs were begun */
    int64_t pairs;          /* count (count - 1) / 2 */
    int64_t solved, failed; /* of status PAROT_OK, and below 0 */
    int64_t known;          /* solved before, by the journal */
    int64_t failures;       /* those that were refused, by number */
    parot_pairwise_failure *failure;
    void *owner;         /* private */
    int64_t reserved[8]; /* for fields to come */
} parot_pairwise_result;

PAROT_API void parot_pairwise_result_free(parot_pairwise_result *result);

/* Compares each pair once, run->threads of them side by side; the result does not depend on how
 * many. A pair is what parot_partial gives for the costs between its points, or parot_gromov for
 * the distances within, and their versions for large clouds. Distances of Gromov are local optima.
 * When it is stopped, what is solved is kept, and in the journal; with run->ranks, what others of
 * them have not yet sent is not. The journal then has the pairs in their order: one that is solved
 * waits for those before it. `run` may report progress: its stage is "pairs". PAROT_EIO: the
 * journal cannot be read or written. */
PAROT_CHECKED parot_status parot_pairwise(const parot_pairwise_cloud *clouds, int64_t count,
                                          const parot_pairwise_options *options,
                                          const parot_run *run, parot_pairwise_result *result,
                                          parot_error *err);

/* Where the pair (i, j) is in the condensed form of its upper triangle, which programs that cluster
 * take: row by row without the diagonal. -1 for i = j, or outside. */
PAROT_API int64_t parot_pairwise_place(int64_t count, int64_t i, int64_t j);

#ifdef __cplusplus
}
#endif
#endif /* PAROT_PUBLIC_PAIRWISE_H */
