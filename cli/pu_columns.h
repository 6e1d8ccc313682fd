/* pu_columns.h - columns of two files that mean the same. */
#ifndef PAROT_CLI_PU_COLUMNS_H
#define PAROT_CLI_PU_COLUMNS_H

#include "features.h"

/* Whether both have the same names, in any order; without names, as many columns. */
int pu_columns_agree(const parot_frame *first, const parot_frame *other);

/* Refuses columns that are not in both, or twice in one. */
enum outcome pu_columns_check(const parot_frame *first, const parot_frame *other);

/* The encoding of both files together, or of the first alone if there is no other. */
enum outcome pu_columns_fit(const struct sample *first, const struct sample *other,
                            parot_encoding *encoding);

#endif
