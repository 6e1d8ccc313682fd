/* range.c - row by row, on several threads. */
#include "transport/range.h"

#include <stdatomic.h>

#include "base/parallel.h"
#include "linalg/scan.h"

/* Rows handed to a thread at a time. */
enum { GRAIN = 64 };

struct search {
    const struct costs *costs;
    double *largest; /* of each row */
    _Atomic int has_forbidden, is_invalid;
};

static void look_at_rows(int64_t begin, int64_t end, void *context)
{
    struct search *search = context;
    for (int64_t i = begin; i < end; i++) {
        const double *c = search->costs->data + i * search->costs->stride;
        struct survey survey = scan_survey(c, search->costs->m);
        search->largest[i] = survey.largest;
        search->has_forbidden |= survey.forbidden > 0;
        search->is_invalid |= survey.invalid > 0;
    }
}

void range_find(const struct costs *costs, int32_t threads, double *scratch,
                struct cost_range *range)
{
    struct search search = {costs, scratch, 0, 0};
    parallel_for(threads, costs->n, GRAIN, look_at_rows, &search);
    *range = (struct cost_range){0, search.has_forbidden, search.is_invalid};
    for (int32_t i = 0; i < costs->n; i++)
        range->largest = fmax(range->largest, scratch[i]);
}
