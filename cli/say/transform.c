/* transform.c - rotation and scale are combined into one matrix with the shift in its last
 * column. */
#include "say/transform.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "shell/output_check.h"

/* What was done to the columns, and the transform without that. */
static void put_rescaled(parot_json *json, const struct rescaled *rescaled)
{
    int64_t d = rescaled->source.cols;
    parot_json_object(json, "scaling");
    parot_json_text(json, "scale", parot_scale_name((parot_scale)rescaled->scale));
    parot_json_numbers(json, "centre", rescaled->centre, d);
    parot_json_numbers(json, "factor", rescaled->factor, d);
    parot_json_end(json);
    parot_json_object(json, "affine");
    parot_json_matrix(json, "linear", (parot_matrix){rescaled->linear, d, d, d});
    parot_json_numbers(json, "shift", rescaled->shift, d);
    parot_json_end(json);
}

parot_json *transform_document(const struct transform *transform)
{
    const parot_register_result *result = transform->result;
    parot_json *json = parot_json_open(parot_status_name(result->status));
    parot_json_text(json, "motion", parot_motion_name(transform->motion));
    parot_json_text(json, "overlap_from",
                    !transform->is_overlap_found ? "given"
                    : result->has_elbow          ? "elbow"
                                                 : "none");
    parot_json_register(json, result);
    if (transform->rescaled->factor)
        put_rescaled(json, transform->rescaled);
    parot_json_check(json, transform->check, PAROT_PROOF_TOLERANCE);
    return json;
}

/* ---- Files -------------------------------------------------------------- */

/* scale R, or what it is before scaling columns, beside the shift, above (0 ... 0 1) */
static void fill_matrix(const struct transform *transform, double *data)
{
    const parot_register_result *result = transform->result;
    const struct rescaled *rescaled = transform->rescaled;
    int64_t d = result->dims;
    for (int64_t k = 0; k < d; k++) {
        for (int64_t l = 0; l < d; l++)
            data[k * (d + 1) + l] = rescaled->linear ? rescaled->linear[k * d + l]
                                                     : result->scale * result->rotation[k * d + l];
        data[k * (d + 1) + d] = rescaled->shift ? rescaled->shift[k] : result->shift[k];
    }
    for (int64_t l = 0; l <= d; l++)
        data[d * (d + 1) + l] = l == d;
}

enum outcome transform_write(const char *path, const struct transform *transform, int force)
{
    parot_error err = {0};
    int64_t size = transform->result->dims + 1;
    parot_table table = {.rows = size, .cols = size};
    output_begin(path);
    if (path_ends_in(path, ".json")) {
        parot_status status = parot_json_write(transform_document(transform), path, force, &err);
        return status == PAROT_OK ? SOLVED : refuse_status(&err);
    }
    table.data = malloc((size_t)(size * size) * sizeof *table.data);
    if (!table.data)
        return refuse(FAILED, "--matrix %s: out of memory", path);
    fill_matrix(transform, table.data);
    parot_status status = parot_table_write(path, &table, force, &err);
    free(table.data);
    return status == PAROT_OK ? SOLVED : refuse_status(&err);
}
