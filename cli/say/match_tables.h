/* match_tables.h - the tables that `parot match` writes: pairs, rows without a partner, balance. */
#ifndef PAROT_COMMAND_MATCH_TABLES_H
#define PAROT_COMMAND_MATCH_TABLES_H

#include "input/points.h"
#include "parot/report.h"
#include "shell/outcome.h"

/* The rows of both sides; their paths are NULL for a cost matrix. */
struct matched_files {
    const parot_features *source, *target;
    const char *names[2]; /* in the column `table` */
};

/* id (of the first table), match (of the second), cost. */
enum outcome match_pairs_write(const char *path, const parot_match_result *result,
                               struct matched_files files, int force);

/* table, id, reason, candidates, nearest, nearest_cost, why: of both tables. */
enum outcome match_unmatched_write(const char *path, const parot_summary_match *match,
                                   struct matched_files files, int force);

/* column, and before and after: difference, mean_x, mean_y, variance_ratio. */
enum outcome match_balance_write(const char *path, const parot_summary_match *match, int force);

#endif
