/* memory.h - polite refusal of what does not fit. */
#ifndef PAROT_CLI_MEMORY_H
#define PAROT_CLI_MEMORY_H

#include "outcome.h"

/* rows x cols numbers, and `copies` more of them at the same time; free() releases the block.
 * `what` is for the message: "the cost matrix". */
enum outcome memory_take_matrix(const char *what, int64_t rows, int64_t cols, int copies,
                                double **block);

#endif
