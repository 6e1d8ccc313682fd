/* pu_tune.c - see pu_tune.h. */
#include "pu_tune.h"

#include <math.h>

#include "clock.h"

static const parot_pu_method METHODS[PU_CANDIDATES] = {PAROT_PU_MINED, PAROT_PU_RIDGE,
                                                       PAROT_PU_WASSERSTEIN};

/* The variance of a part of the spies: two more of them, one found and one not, keep it above 0. */
static double variance(double part, double spies)
{
    double p = (part * spies + 1) / (spies + 2);
    return p * (1 - p) / spies;
}

/* Of recall + AUC/2. The spies of two methods are the same, so that their difference varies less
 * than if they were not, as is assumed here: chance switches even less often. */
static double variance_of_score(const parot_pu_spies_result *spies)
{
    double count = (double)spies->spies;
    return variance(spies->recall, count) + 0.25 * variance(spies->auc, count);
}

static int is_better(const struct pu_candidate *other, const struct pu_candidate *best)
{
    double lead = other->score - best->score;
    return lead > 0 &&
           lead > sqrt(variance_of_score(&other->spies) + variance_of_score(&best->spies));
}

parot_status pu_tune(const parot_pu_data *data, parot_pu_options *options, const parot_run *run,
                     struct pu_candidate candidates[PU_CANDIDATES], parot_error *err)
{
    double begin = clock_now();
    int best = 0;
    for (int k = 0; k < PU_CANDIDATES; k++) {
        struct pu_candidate *candidate = &candidates[k];
        parot_pu_options asked = *options;
        parot_run rest = *run;
        *candidate = (struct pu_candidate){.method = METHODS[k], .score = NAN};
        asked.method = METHODS[k];
        asked.group = PAROT_PU_SPLIT; /* labels hardly differ, and it is much faster */
        rest.time_limit = run->time_limit > 0 ? run->time_limit - (clock_now() - begin) : 0;
        if (run->time_limit > 0 && rest.time_limit <= 0)
            continue;
        parot_status status = parot_pu_spies(data, &asked, &rest, &candidate->spies, err);
        if (status == PAROT_ESTOPPED && k > 0 && run->time_limit > 0)
            continue;
        if (status != PAROT_OK)
            return status;
        candidate->score = candidate->spies.recall + 0.5 * candidate->spies.auc;
        if (k > 0 && is_better(candidate, &candidates[best]))
            best = k;
    }
    options->method = METHODS[best];
    return PAROT_OK;
}
