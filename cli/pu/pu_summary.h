/* pu_summary.h - what `pu` found, in words and as JSON. */
#ifndef PAROT_COMMAND_PU_SUMMARY_H
#define PAROT_COMMAND_PU_SUMMARY_H

#include <stdio.h>

#include "pu/pu_files.h"
#include "pu/pu_tune.h"

enum { PU_MOST_WARNINGS = 12, PU_WARNING_SIZE = 384 };

/* The plan behind the labels, checked again by parot_pu_certify. */
struct pu_proof {
    int is_checked;
    int is_proved; /* its prices show that no plan costs less */
    parot_check check;
};

struct pu_summary {
    const struct pu_tables *tables;
    const parot_pu_options *options;
    const char *why; /* behind the name of the method; "": it was asked for */
    double prior;
    double prior_of_all;                   /* as it was given with --of-all; NAN: it was not */
    const parot_pu_prior_result *estimate; /* NULL: the prior was given */
    const parot_pu_result *result;
    const parot_pu_scaled *scaled;   /* NULL: pictures show the tables as they were read */
    const parot_pu_metrics *metrics; /* NULL: the truth is unknown */
    double ridge_accuracy;           /* beside it; NAN: not computed */
    const struct pu_tuning *tuning;
    parot_pu_trust trust; /* its has_ fields tell what was looked for */
    struct pu_proof proof;
    char warnings[PU_MOST_WARNINGS][PU_WARNING_SIZE];
    int warning_count;
};

/* One more sentence that deserves attention. */
__attribute__((format(printf, 2, 3))) void pu_summary_warn(struct pu_summary *summary,
                                                           const char *format, ...);

/* By how many percent the plan may cost more than the best one; 0: it is proved best. */
double pu_summary_excess(const parot_result *transport);

void pu_summary_print(FILE *file, const struct pu_summary *summary);

/* Warnings, then words or JSON, as the arguments ask for. */
enum outcome pu_summary_tell(const struct pu_summary *summary, const struct args *args);

#endif
