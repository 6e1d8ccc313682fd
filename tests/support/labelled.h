/* labelled.h - small tables to label, drawn by place: number k has the same value wherever it is
 * asked for; and what must be true of every row of an answer. */
#ifndef PAROT_TESTS_LABELLED_H
#define PAROT_TESTS_LABELLED_H

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "instances.h"
#include "parot/pu.h"
#include "release.h"

enum { LABELLED_ROWS = 40, LABELLED_COLS = 20, LABELLED_DIMS = 4 };

struct labelled {
    uint64_t number;
    int n, m, dims;
    double x[LABELLED_ROWS * LABELLED_DIMS], y[LABELLED_COLS * LABELLED_DIMS];
    parot_pu_data data;
    parot_pu_options options;
};

/* 0 ... count - 1 */
static inline uint64_t choose(const struct labelled *it, uint64_t place, uint64_t count)
{
    return (uint64_t)(test_uniform(it->number, 1000 + place) * (double)count);
}

static inline int complain(const struct labelled *it, const char *what, int64_t row, double got,
                           double wanted)
{
    const parot_pu_options *options = &it->options;
    printf("problem %llu (%s, whole_rows %s, %d rows, %d positives, prior %.3g, noise %g, scale "
           "%d, metric %d): %s: row %lld, %.17g, should be %.17g\n",
           (unsigned long long)it->number, parot_pu_method_name(options->method),
           parot_pu_whole_rows_name(options->whole_rows), it->n, it->m, it->data.prior,
           options->noise, (int)options->scale, (int)options->metric, what, (long long)row, got,
           wanted);
    return 1;
}

static inline int moves_whole_rows(const parot_pu_options *options)
{
    return options->method <= PAROT_PU_METHOD_FUSED &&
           options->whole_rows <= PAROT_PU_WHOLE_ROWS_CONCAVE;
}

/* Label, rank, score, share and match say the same. */
static inline int check_row(const struct labelled *it, const parot_pu_result *result, int64_t i)
{
    int label = result->label[i], is_positive = label > 0, is_matched = result->match[i] >= 0;
    double score = result->score[i], share = result->share[i];
    const struct {
        int is_true;
        const char *what;
        double got;
    } claims[] = {
        {label == 1 || label == -1, "the label", label},
        {is_positive == (result->rank[i] <= result->positives), "the rank", result->rank[i]},
        {score >= 0 && score <= 1 && (is_positive ? score >= 0.5 : score <= 0.5), "score", score},
        {share >= 0 && share <= 1, "the share", share},
        {is_matched == !isnan(result->match_cost[i]), "a match", result->match_cost[i]},
        {!result->transport.owner || is_matched == (share > 0), "a match of the share", share},
        {!moves_whole_rows(&it->options) || share == is_positive, "the label's share", share},
    };
    for (size_t k = 0; k < sizeof claims / sizeof *claims; k++)
        if (!claims[k].is_true)
            return complain(it, claims[k].what, i, claims[k].got, label);
    return 0;
}

#endif
