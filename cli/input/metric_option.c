/* metric_option.c - the names of the library are compared, and the nearest one is suggested. */
#include "input/metric_option.h"

#include <string.h>

#include "shell/suggest.h"

enum { METRICS = PAROT_METRIC_COSINE + 1 };

enum outcome metric_read(const char *name, parot_metric *metric)
{
    const char *names[METRICS];
    for (int k = 0; k < METRICS; k++)
        names[k] = parot_metric_name((parot_metric)k);
    *metric = PAROT_METRIC_SQEUCLIDEAN;
    if (!name)
        return SOLVED;
    for (int k = 0; k < METRICS; k++)
        if (strcmp(name, names[k]) == 0) {
            *metric = (parot_metric)k;
            return SOLVED;
        }
    const char *near = suggest(name, names, METRICS);
    if (near)
        return refuse(MISUSED, "--metric %s: unknown; did you mean '%s'?", name, near);
    return refuse(MISUSED,
                  "--metric %s: unknown; it is one of sqeuclidean, euclidean, cityblock "
                  "and cosine",
                  name);
}
