/* free_memory.h - refuses what does not fit into memory, before it is tried. */
#ifndef PAROT_BASE_FREE_MEMORY_H
#define PAROT_BASE_FREE_MEMORY_H

#include "base/run.h"

/* What PAROT_MEMORY allows, in bytes; 0: it is not set. */
double memory_allowed(void);

/* What the system says is free; INFINITY where it does not say. */
double memory_by_system(void);

/* PAROT_ENOMEM: "WHAT needs 76 GB, 20 GB are free; WAY_OUT". Callers with an allocator of their own
 * know better: nothing is refused. */
parot_status memory_check_fits(const struct control *control, double bytes, const char *what,
                               const char *way_out, parot_error *err);

#endif
