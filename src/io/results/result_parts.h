/* result_parts.h - a result from the parts a file consists of: checked, then laid out in one block.
 */
#ifndef PAROT_IO_RESULT_PARTS_H
#define PAROT_IO_RESULT_PARTS_H

#include "base/status.h"

/* Numbers of any origin; `at` gives NAN for what is not a number. */
struct series {
    int64_t count; /* -1: there is no such list */
    double (*at)(const void *source, int64_t k);
    const void *source;
};

/* All of them, each of which must be finite, into as many places. */
parot_status series_copy(const char *label, const char *name, const struct series *series,
                         double *numbers, parot_error *err);

struct parts {
    double rows, cols; /* as the file has them: they may be nonsense */
    struct series row, col, mass, u, v;
    double total; /* parot_result.mass */
    double lambda;
    double objective, bound; /* NAN: not in the file */
    parot_status status;
    int64_t iterations, pivots, passes;
};

/* The result's arrays live in one block that parot_result_free releases. */
parot_status parts_assemble(const char *label, const struct parts *parts, parot_result *result,
                            parot_error *err);

#endif
