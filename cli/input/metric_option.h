/* metric_option.h - metrics by name. */
#ifndef PAROT_CLI_METRIC_H
#define PAROT_CLI_METRIC_H

#include "shell/outcome.h"

/* NULL is the default, sqeuclidean. */
enum outcome metric_read(const char *name, parot_metric *metric);

#endif
