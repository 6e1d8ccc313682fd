/* pu_memory.h - whether labelling two tables of rows fits into memory. */
#ifndef PAROT_COMMAND_PU_MEMORY_H
#define PAROT_COMMAND_PU_MEMORY_H

#include "parot/pu.h"
#include "shell/outcome.h"

/* For the method of the options, with these rows. */
enum outcome pu_memory_check(const parot_pu_data *data, const parot_pu_options *options);

/* What that takes, in bytes. */
double pu_memory_bytes(const parot_pu_data *data, parot_pu_method method);

/* For an estimate of the prior. */
enum outcome pu_memory_check_prior(const parot_pu_data *data);

#endif
