/* preset.h - what to do with a kind of data when nobody says: scaling, metric and noise.
 *
 * Chosen by a study on public data sets; the noise is a multiple of the prior.
 */
#ifndef PAROT_PU_PRESET_H
#define PAROT_PU_PRESET_H

#include "parot/pu.h"

struct preset {
    parot_pu_kind kind; /* never PAROT_PU_KIND_ANY */
    parot_scale scale;
    parot_metric metric;
    double noise_share; /* noise / prior */
};

/* The kind that the two tables are: columns with two values, many columns, or a table. */
parot_pu_kind preset_find_kind(parot_matrix a, parot_matrix b);

struct preset preset_of_kind(parot_pu_kind kind);

#endif
