/* mined.h - a classifier of the positives against rows that are most likely negative, refitted on
 * what it finds itself. */
#ifndef PAROT_PU_MINED_H
#define PAROT_PU_MINED_H

#include "pu/methods/pu_result.h"

/* Positives, and rows that are left behind: with fewer, trees have few leaves. */
enum { MINED_LEAST = 50 };

/* Replaces PAROT_AUTO in `classifier` and `rounds`. */
void mined_settle(parot_pu_options *options, const struct pu_problem *problem);

/* PAROT_PU_METHOD_MINED, whose first negatives partial transport and a classifier choose; and
 * PAROT_PU_METHOD_RIDGE, _FOREST and _ENSEMBLE, whose first negatives are all unlabeled rows.
 */
parot_status pu_mined(const struct pu_problem *problem, const parot_pu_options *options,
                      struct control *control, struct pu_result *found, parot_error *err);

#endif
