/* crew_pack.h - what goes along with a job: tables, and what a run says of the answer. */
#ifndef PAROT_BASE_CREW_PACK_H
#define PAROT_BASE_CREW_PACK_H

#include "base/crew.h"

/* What the answer depends on. Threads come with each job, and rank 0 watches the time;
 * callbacks and memory are each rank's own. */
struct crew_rules {
    uint64_t seed;
    int64_t max_iterations, costs;
};

struct crew_rules crew_rules(const parot_run *run);

/* Makes them the rules of another run. */
void crew_obey(parot_run *run, const struct crew_rules *rules);

/* `count` numbers as they are sent; NULL: none. */
struct crew_part crew_numbers(const double *numbers, int64_t count);

/* The same of a table; *copy is one without gaps between its rows if it has any, the caller's to
 * free. 0: there is no memory. */
int crew_table(parot_matrix table, double **copy, struct crew_part *part);

#endif
