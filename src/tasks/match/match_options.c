/* match_options.c - the defaults, and names of values. */
#include <math.h>

#include "base/options.h"
#include "base/words.h"
#include "parot/match.h"

void parot_match_options_init_sized(parot_match_options *options, size_t struct_size)
{
    const parot_match_options defaults = {.order = PAROT_MATCH_ORDER_MOST,
                                          .metric = PAROT_MATCH_METRIC_EUCLIDEAN,
                                          .scale = PAROT_SCALE_NONE,
                                          .ratio = 1,
                                          .caliper = INFINITY,
                                          .price = INFINITY};
    options_init(options, struct_size, &defaults, sizeof defaults);
}

WORDS(match_order, "order", {"most", PAROT_MATCH_ORDER_MOST}, {"price", PAROT_MATCH_ORDER_PRICE});

WORDS(match_metric, "metric", {"sqeuclidean", PAROT_MATCH_METRIC_SQEUCLIDEAN},
      {"euclidean", PAROT_MATCH_METRIC_EUCLIDEAN}, {"cityblock", PAROT_MATCH_METRIC_CITYBLOCK},
      {"cosine", PAROT_MATCH_METRIC_COSINE}, {"chebyshev", PAROT_MATCH_METRIC_CHEBYSHEV},
      {"correlation", PAROT_MATCH_METRIC_CORRELATION},
      {"mahalanobis", PAROT_MATCH_METRIC_MAHALANOBIS});

WORDS(match_reason, "reason", {"matched", PAROT_MATCH_REASON_MATCHED},
      {"far", PAROT_MATCH_REASON_FAR}, {"column", PAROT_MATCH_REASON_COLUMN},
      {"nobody", PAROT_MATCH_REASON_NOBODY}, {"taken", PAROT_MATCH_REASON_TAKEN},
      {"price", PAROT_MATCH_REASON_PRICE}, {"capacity", PAROT_MATCH_REASON_CAPACITY},
      {"forbidden", PAROT_MATCH_REASON_FORBIDDEN});
