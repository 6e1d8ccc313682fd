/* range.c - threads look at blocks of rows; what they find is combined as they go: the largest
 * magnitude, and whether a pair is forbidden or not a number. */
#include "transport/range.h"

#include "base/parallel.h"

/* Rows handed to a thread at a time. */
enum { GRAIN = 64 };

struct search {
    const struct costs *costs;
    struct range_tally tally;
};

void range_add(struct range_tally *tally, struct survey survey)
{
    double largest = tally->largest;
    while (largest < survey.largest &&
           !atomic_compare_exchange_weak(&tally->largest, &largest, survey.largest))
        ;
    if (survey.forbidden > 0)
        tally->has_forbidden = 1;
    if (survey.invalid > 0)
        tally->is_invalid = 1;
}

static void look_at_rows(int64_t begin, int64_t end, void *context)
{
    struct search *search = context;
    const struct costs *costs = search->costs;
    for (int64_t i = begin; i < end; i++)
        range_add(&search->tally, scan_survey(costs->data + i * costs->stride, costs->m));
}

struct cost_range range_find(const struct costs *costs, int32_t threads)
{
    struct search search = {costs, {0, 0, 0}};
    parallel_for(threads, costs->n, GRAIN, look_at_rows, &search);
    return range_of(&search.tally);
}
