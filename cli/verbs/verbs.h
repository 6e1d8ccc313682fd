/* verbs.h - what `parot` can be asked to do; each verb is a file cmd_<verb>.c. */
#ifndef PAROT_COMMAND_VERBS_H
#define PAROT_COMMAND_VERBS_H

#include "shell/args.h"

extern const struct verb VERB_PU, VERB_PREDICT, VERB_PRIOR, VERB_PARTIAL, VERB_CURVE, VERB_GROMOV,
    VERB_PLOT, VERB_ALIGN, VERB_REGISTER, VERB_DRIFT, VERB_EXPLAIN, VERB_CERTIFY, VERB_COST,
    VERB_CONVERT, VERB_DOCTOR, VERB_MAKE, VERB_PAIRWISE, VERB_MATCH;

#endif
