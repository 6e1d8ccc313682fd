/* weights.h - how much mass the rows of one side have. */
#ifndef PAROT_COMMAND_WEIGHTS_H
#define PAROT_COMMAND_WEIGHTS_H

#include "input/features.h"
#include "shell/outcome.h"

struct weights {
    const double *values; /* NULL: uniform of total 1 */
    int64_t count;
    double total;
    parot_table table; /* private: where the values come from, unless they are borrowed */
};

/* Reads them from a file of one column; `side` is for messages, "source" or "rows of the cost". */
enum outcome weights_read(struct weights *weights, const struct feature_request *features,
                          const char *path, int64_t count, const char *side);

/* Borrows `values`, or makes them uniform if that is NULL; `label` is for messages. */
enum outcome weights_borrow(struct weights *weights, const double *values, int64_t count,
                            const char *label);
void weights_free(struct weights *weights);

double weights_at(const struct weights *weights, int64_t i);

#endif
