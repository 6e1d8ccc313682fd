/* pu_doubts.h - what speaks against labels, or deserves a note, in sentences. */
#ifndef PAROT_COMMAND_PU_DOUBTS_H
#define PAROT_COMMAND_PU_DOUBTS_H

#include "pu/pu_summary.h"

/* What is to be said of an estimate that is not reliable, given its cost curve. */
void pu_doubt_estimate(const parot_pu_prior_result *estimate, const parot_curve *curve, char *text,
                       size_t size);

/* Copies of positives, names in one file alone, a column that outweighs all others. */
parot_status pu_doubt_tables(struct pu_summary *summary, const parot_pu_data *data,
                             const parot_run *run, parot_error *err);

/* Each of these adds warnings to the report, or none. */
void pu_doubt_rounding(struct pu_summary *summary, int64_t rows);
void pu_doubt_tuning(struct pu_summary *summary);
void pu_doubt_labels(struct pu_summary *summary); /* stopped, sampled, or one of several starts */
void pu_doubt_trust(struct pu_summary *summary);
void pu_doubt_metrics(struct pu_summary *summary);

#endif
