/* metric_option.h - metrics by name. */
#ifndef PAROT_COMMAND_METRIC_OPTION_H
#define PAROT_COMMAND_METRIC_OPTION_H

#include "shell/outcome.h"

/* NULL is the default, sqeuclidean. */
enum outcome metric_read(const char *name, parot_metric *metric);

#endif
