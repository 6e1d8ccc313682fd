/* memory.h - refuses what does not fit into memory, before it is tried. */
#ifndef PAROT_COMMAND_MEMORY_H
#define PAROT_COMMAND_MEMORY_H

#include "shell/outcome.h"

/* Refuses what needs more than is free: "WHAT needs 76 GB, 20 GB are free; WAY_OUT". Free is what
 * the system says, or the environment variable PAROT_MEMORY, in bytes. */
enum outcome memory_check(const char *what, double bytes, const char *way_out);

/* The way out of verbs that read points. */
#define TAKE_A_SAMPLE "use fewer points: --sample N takes a random sample"

/* rows x cols numbers, and `copies` more of them at the same time; free() releases the block.
 * `what` and `way_out` are for the message: "the cost matrix". */
enum outcome memory_take_matrix(const char *what, int64_t rows, int64_t cols, int copies,
                                const char *way_out, double **block);

#endif
