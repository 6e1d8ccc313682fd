/* pu.h - positive-unlabeled learning: which unlabeled rows are like the positives?
 *
 * Two tables with the same columns: rows known to be positive, and rows of which a known fraction,
 * the prior, is positive. Only PAROT_PU_METHOD_GROMOV accepts tables whose columns have nothing in
 * common. The rules of parot.h for statuses, ownership and _free apply here too.
 *
 * Results do not depend on the order of rows, nor on the number of threads: every tie is broken by
 * a number computed from the row's contents and run->seed. Only rows that are exact copies of each
 * other are distinguished by their position.
 */
#ifndef PAROT_PU_H
#define PAROT_PU_H

#include "parot/parot.h"
#include "parot/pu_classify.h"
#include "parot/pu_evaluation.h"
#include "parot/pu_trust.h"
#include "parot/scale.h"

#endif /* PAROT_PU_H */
