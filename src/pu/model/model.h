/* model.h - a model as a list of numbers, and back. */
#ifndef PAROT_PU_MODEL_H
#define PAROT_PU_MODEL_H

#include "pu/model/remembered.h"

/* The list read: settings, and pointers into it. */
struct model_view {
    parot_pu_kind kind;
    parot_metric metric;
    double noise, prior;
    double border, typical; /* of values */
    double gamma;           /* of a ridge; 0: the weights are prices */
    parot_pu_kernel kernel; /* of a ridge */
    int64_t cols;           /* that new rows must have */
    struct scaler scaler;   /* its arrays are borrowed, except `column` */
    int64_t references;
    const double *column; /* scaler.kept: which columns */
    const double *reference, *weight;
    int64_t trees, nodes;         /* of a forest; 0: there is none */
    const double *used;           /* trees: nodes of each */
    const double *node;           /* nodes x MODEL_NODE */
    struct ensemble ensemble;     /* if ridge and forest both judge; n: 0 if not */
    struct remembered remembered; /* rows of the training */
};

/* A node is three numbers: its column, -1 in leaves; its threshold, or the value of a leaf; and
 * its first child. */
enum { MODEL_NODE = 3 };

/* What there is to keep. */
struct training {
    const parot_pu_data *data;
    const parot_pu_options *options;
    const struct pu_problem *problem;
    const struct pu_result *found; /* published, with is_positive */
};

/* Refuses methods that cannot label new rows. */
parot_status model_check(const parot_pu_options *options, parot_error *err);

/* For options that model_check accepts. */
parot_status model_pack(const struct training *training, struct control *control,
                        parot_pu_model *model, parot_error *err);

/* The trees of a list into `forest`, whose arrays first, used (trees each) and nodes are there.
 * Refuses trees that lead nowhere. */
parot_status model_view_forest(const struct model_view *view, struct forest *forest,
                               parot_error *err);

/* Refuses lists of another make, version, length or check sum. */
parot_status model_view(const parot_pu_model *model, struct model_view *view, parot_error *err);

#endif
