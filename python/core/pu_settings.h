/* pu_settings.h - the settings of PU learning as Python hands them over, for both extensions. */
#ifndef PAROT_PYTHON_PU_SETTINGS_H
#define PAROT_PYTHON_PU_SETTINGS_H

#define PY_SSIZE_T_CLEAN
#include <Python.h>

#include "parot/pu.h"

/* `how`: (method, kind, scale, metric, noise, whole_rows, neighbours, kernel, fused_alpha,
 * is_apart, restarts, pca, has_distances, classifier, rounds, trees, leaf, raw_distances) */
static inline int pu_settings_in(PyObject *how, parot_pu_options *options)
{
    int method = 0, kind = 0, whole_rows = 0, kernel = 0, has_distances = 0, classifier = 0;
    int raw_distances = 0;
    parot_pu_options_init(options);
    if (!PyArg_ParseTuple(how, "iiiidiiidpiipiiiip", &method, &kind, &options->scale,
                          &options->metric, &options->noise, &whole_rows, &options->neighbours,
                          &kernel, &options->fused_alpha, &options->is_apart, &options->restarts,
                          &options->pca, &has_distances, &classifier, &options->rounds,
                          &options->trees, &options->leaf, &raw_distances))
        return -1;
    options->method = (parot_pu_method)method;
    options->kind = (parot_pu_kind)kind;
    options->whole_rows = (parot_pu_whole_rows)whole_rows;
    options->kernel = (parot_pu_kernel)kernel;
    options->has_distances = has_distances;
    options->classifier = classifier;
    options->raw_distances = raw_distances;
    return 0;
}

#endif
