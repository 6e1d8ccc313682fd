/* clouds_pairs.c - which pairs of a plan are drawn: sorted by mass, equals in a random order that
 * is always the same. */
#include <math.h>
#include <stdlib.h>

#include "base/random.h"
#include "plot/figures/clouds_scene.h"

struct ranked {
    double mass;
    uint64_t key;
    int64_t entry;
};

static int compare_ranked(const void *a, const void *b)
{
    const struct ranked *x = a, *y = b;
    if (x->mass != y->mass)
        return x->mass > y->mass ? -1 : 1;
    return x->key < y->key ? -1 : x->key > y->key;
}

static int compare_entries(const void *a, const void *b)
{
    int64_t x = *(const int64_t *)a, y = *(const int64_t *)b;
    return (x > y) - (x < y);
}

static void choose(const parot_plan *plan, int64_t most, struct ranked *ranked, struct pairs *pairs)
{
    for (int64_t k = 0; k < plan->count; k++)
        if (plan->mass[k] > 0) {
            ranked[pairs->all++] =
                (struct ranked){plan->mass[k], random_bits(0, RANDOM_SAMPLE, (uint64_t)k), k};
            pairs->most_mass = fmax(pairs->most_mass, plan->mass[k]);
        }
    pairs->count = pairs->all < most ? pairs->all : most;
    if (pairs->count < pairs->all)
        qsort(ranked, (size_t)pairs->all, sizeof *ranked, compare_ranked);
    for (int64_t k = 0; k < pairs->count; k++)
        pairs->entry[k] = ranked[k].entry;
    qsort(pairs->entry, (size_t)pairs->count, sizeof *pairs->entry, compare_entries);
}

parot_status pairs_choose(const parot_plan *plan, int64_t most, struct pairs *pairs,
                          parot_error *err)
{
    *pairs = (struct pairs){0};
    if (!plan || plan->count == 0)
        return PAROT_OK;
    size_t room = (size_t)plan->count * sizeof(struct ranked);
    struct ranked *ranked = malloc(room);
    pairs->entry = malloc((size_t)(plan->count < most ? plan->count : most) * sizeof(int64_t));
    parot_status status = ranked && pairs->entry ? PAROT_OK : fail_memory(err, room);
    if (status == PAROT_OK)
        choose(plan, most, ranked, pairs);
    free(ranked);
    return status;
}
