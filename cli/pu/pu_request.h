/* pu_request.h - the options of `pu` and `prior` that the library is asked with. */
#ifndef PAROT_COMMAND_PU_REQUEST_H
#define PAROT_COMMAND_PU_REQUEST_H

#include "input/feature_options.h"
#include "parot/pu.h"
#include "shell/args.h"

struct pu_request {
    char *kind, *scale, *metric, *fold, *pca;                /* of both verbs */
    char *method, *kernel, *noise, *whole_rows, *neighbours; /* of `pu` */
    char *fused, *restarts;                                  /* of its methods fused and gromov */
    int is_apart;                                            /* of its method gromov */
    char *id, *label_column, *positive_value, *truth;        /* what columns mean */
    struct feature_request features;                         /* which columns */
};

enum { PU_TABLE_OPTIONS = 8 + FEATURE_OPTIONS, PU_METHOD_OPTIONS = 8 };

/* Lists the options in the form args_parse takes. */
void pu_table_options(struct pu_request *request, struct option options[PU_TABLE_OPTIONS]);
void pu_method_options(struct pu_request *request, struct option options[PU_METHOD_OPTIONS]);

/* Whether the method is left to the command. */
int pu_request_is_auto(const struct pu_request *request);

/* The texts as the library's options. */
enum outcome pu_request_read(const struct pu_request *request, parot_pu_options *options);

/* Refuses a metric that nothing would depend on; the estimate of a prior does. */
enum outcome pu_metric_check(const struct pu_request *request, const parot_pu_options *options,
                             int is_estimating);

/* "0.3", or "auto": NAN. */
enum outcome pu_prior_read(const char *text, double *prior);

#endif
