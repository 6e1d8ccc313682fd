/* mined.h - a classifier of the positives against rows that are surely negative, refitted on what
 * it finds itself. */
#ifndef PAROT_PU_MINED_H
#define PAROT_PU_MINED_H

#include "pu/methods/pu_result.h"

/* Positives, and rows that are left behind: with fewer, trees have few leaves, and a wrong label
 * among the negatives weighs too much to learn from again. */
enum { MINED_LEAST = 50 };

/* Replaces PAROT_AUTO in `classifier` and `rounds` of mined. */
void mined_settle(parot_pu_options *options, const struct pu_problem *problem);

/* PAROT_PU_METHOD_MINED, whose first negatives are the rows that partial transport does not move;
 * and PAROT_PU_METHOD_RIDGE, _FOREST and _ENSEMBLE, whose first negatives are all unlabeled rows.
 */
parot_status pu_mined(const struct pu_problem *problem, const parot_pu_options *options,
                      struct control *control, struct pu_result *found, parot_error *err);

#endif
