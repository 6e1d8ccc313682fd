/* summary_pu.h - the parts of a summary of labels. */
#ifndef PAROT_REPORT_SUMMARY_PU_H
#define PAROT_REPORT_SUMMARY_PU_H

#include "report/summary.h"

/* What speaks against labels, or deserves a note. */
parot_status pu_warnings(const parot_summary *summary, parot_notes *warnings, parot_error *err);

/* Why an estimate is not reliable, see parot_prior_doubt, and the way out at the end. */
void prior_doubt(const parot_pu_prior_result *estimate, const parot_curve *curve,
                 const char *way_out, char text[PAROT_NOTE_SIZE]);

/* The plans of learned: lines of a summary, and a section of a report. */
void pu_steps(struct telling *telling, const parot_pu_result *result);
void pu_steps_section(struct telling *telling, const parot_pu_result *result);

/* How hidden positives chose the method: lines of a summary, and a section of a report. */
void pu_candidates(struct telling *telling, const parot_summary_pu *pu);
void pu_tuning_section(struct telling *telling, const parot_pu_tune_result *tune);

/* Probabilities, precision at each recall, criteria, and the cut that costs least: lines of a
 * summary, and a section of a report. */
void pu_calibration_facts(struct telling *telling, const parot_summary_pu *pu);
void pu_calibration_section(struct telling *telling, const parot_summary_pu *pu);

/* Each column by itself: lines of a summary, a section of a report (0: nothing is known, and
 * nothing was told), and what a column may give away. */
void pu_columns_facts(struct telling *telling, const parot_summary *summary);
int pu_columns_section(struct telling *telling, const parot_summary *summary);
void pu_columns_warnings(const parot_summary *summary, parot_notes *warnings);

/* Clouds if both tables are known, scores, and with the truth what is right. */
parot_status pu_panels(const parot_summary *summary, parot_panels *drawn, parot_error *err);
void pu_pictures(struct telling *telling, const parot_summary *summary, const parot_panels *drawn);
void pu_rows(struct telling *telling, const parot_summary *summary);

#endif
