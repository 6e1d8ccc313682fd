/* pu_request.h - the options of `pu` and `prior` that the library is asked with. */
#ifndef PAROT_COMMAND_PU_REQUEST_H
#define PAROT_COMMAND_PU_REQUEST_H

#include "input/feature_options.h"
#include "parot/pu.h"
#include "shell/args.h"

struct pu_request {
    parot_pu_options options;
    const char *noise;               /* a number or auto; NULL: not given */
    int64_t fold;                    /* blocks of columns to add up; 0: not given */
    int has_raw_distances;           /* becomes options.raw_distances */
    struct feature_request features; /* which columns, and what some of them mean */
};

/* For a pu_request. */
extern const struct option PU_TABLE_OPTIONS[], PU_METHOD_OPTIONS[];

/* Whether the method is left to the command. */
int pu_request_is_auto(const struct args *args);

/* Reads the noise, and refuses options that the method does not use. */
enum outcome pu_request_check(struct pu_request *request, const struct args *args);

/* Refuses a metric that nothing would depend on; the estimate of a prior does. */
enum outcome pu_metric_check(const struct pu_request *request, const struct args *args,
                             int is_estimating);

/* What a wrong 1 and a wrong 0 cost, "1,5": 0 or more, not both 0. */
enum outcome pu_costs_read(const char *text, double costs[2]);

/* "0.3", or "auto": NAN. */
enum outcome pu_prior_read(const char *text, double *prior);

#endif
