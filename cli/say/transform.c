/* transform.c - rotation and scale are combined into one matrix with the shift in its last
 * column. */
#include "say/transform.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "parot/io.h"
#include "say/html_page.h"
#include "shell/output_check.h"
#include "shell/phase.h"

static void number(FILE *file, const char *name, double value)
{
    char text[PAROT_NUMBER_SIZE];
    fprintf(file, ", \"%s\": %s", name, isfinite(value) ? parot_number_text(value, text) : "null");
}

static void list(FILE *file, const double *values, int64_t count)
{
    char text[PAROT_NUMBER_SIZE];
    for (int64_t k = 0; k < count; k++)
        fprintf(file, "%s%s", k == 0 ? "[" : ", ", parot_number_text(values[k], text));
    fputs("]", file);
}

/* [[...], ...] */
static void square(FILE *file, const double *values, int64_t dims)
{
    for (int64_t k = 0; k < dims; k++) {
        fputs(k == 0 ? "[" : ", ", file);
        list(file, values + k * dims, dims);
    }
    fputs("]", file);
}

/* What was done to the columns, and the transform without that. */
static void print_rescaled(FILE *file, const struct rescaled *rescaled)
{
    int64_t d = rescaled->source.cols;
    fprintf(file, ", \"columns\": {\"scale\": \"%s\", \"centre\": ",
            parot_scale_name((parot_scale)rescaled->scale));
    list(file, rescaled->centre, d);
    fputs(", \"factor\": ", file);
    list(file, rescaled->factor, d);
    fputs("}, \"affine\": {\"linear\": ", file);
    square(file, rescaled->linear, d);
    fputs(", \"translation\": ", file);
    list(file, rescaled->shift, d);
    fputs("}", file);
}

static void print_motion(FILE *file, const struct transform *transform)
{
    const parot_register_result *result = transform->result;
    fprintf(file, ", \"transform\": \"%s\"", parot_motion_name(transform->motion));
    number(file, "scale", result->scale);
    fputs(", \"rotation\": ", file);
    square(file, result->rotation, result->dims);
    fputs(", \"translation\": ", file);
    list(file, result->shift, result->dims);
    if (transform->rescaled->factor)
        print_rescaled(file, transform->rescaled);
}

static void print_fit(FILE *file, const struct transform *transform)
{
    const parot_register_result *result = transform->result;
    number(file, "overlap", result->overlap);
    fprintf(file, ", \"overlap_from\": \"%s\"",
            !transform->is_overlap_found ? "given"
            : result->has_elbow          ? "elbow"
                                         : "none");
    fprintf(file, ", \"inliers\": %lld", (long long)result->inliers);
    number(file, "rms", result->rms);
    fprintf(file, ", \"rank\": %lld, \"starts\": %lld, \"iterations\": %lld",
            (long long)result->rank, (long long)result->trials, (long long)result->iterations);
    number(file, "objective", result->transport.objective);
    number(file, "bound", result->transport.bound);
    number(file, "mass", result->transport.mass);
    fprintf(file, ", \"rows\": %lld, \"cols\": %lld", (long long)result->transport.plan.rows,
            (long long)result->transport.plan.cols);
}

static void print_document(FILE *file, const void *subject)
{
    const struct transform *transform = subject;
    const parot_check *check = transform->check;
    fprintf(file, "{\"schema\": 1, \"status\": \"%s\"",
            parot_status_name(transform->result->status));
    print_motion(file, transform);
    print_fit(file, transform);
    fputs(", \"certificate\": {\"of\": \"plan\"", file);
    number(file, "excess", check->excess);
    number(file, "relative", check->relative);
    number(file, "infeasible", check->infeasible);
    number(file, "bound", check->bound);
    number(file, "primal", check->primal);
    number(file, "dual", check->dual);
    number(file, "slackness", check->slackness);
    number(file, "gap", check->gap);
    fputs("}", file);
    phase_json(file);
    fputs("}\n", file);
}

char *transform_document(const struct transform *transform)
{
    return page_words(print_document, transform);
}

/* ---- Words -------------------------------------------------------------- */

/* Up to so many coordinates a transform is printed. */
enum { PRINTED = 4 };

/* y = linear x + shift, a line for each column */
static void print_affine(FILE *file, const struct transform *transform)
{
    const struct rescaled *rescaled = transform->rescaled;
    int64_t d = transform->result->dims;
    fprintf(file, "  %-14s affine%s\n", "in file units",
            d <= PRINTED ? "" : ": --matrix FILE writes the matrix");
    for (int64_t k = 0; k < d && d <= PRINTED; k++) {
        fprintf(file, "  %-14s", k == 0 ? "matrix" : "");
        for (int64_t l = 0; l < d; l++)
            fprintf(file, " %.6g", rescaled->linear[k * d + l]);
        fprintf(file, " %.6g\n", rescaled->shift[k]);
    }
}

void transform_print(FILE *file, const struct transform *transform)
{
    const parot_register_result *result = transform->result;
    int64_t d = result->dims;
    if (transform->rescaled->linear) {
        print_affine(file, transform);
        return;
    }
    if (transform->motion == PAROT_MOTION_SIMILARITY)
        fprintf(file, "  %-14s %.6g\n", "scale", result->scale);
    if (d == 2 && transform->motion != PAROT_MOTION_TRANSLATION)
        fprintf(file, "  %-14s %.6g degrees\n", "angle",
                atan2(result->rotation[2], result->rotation[0]) * 180 / acos(-1));
    for (int64_t k = 0; k < d && d > 2 && d <= PRINTED; k++) {
        fprintf(file, "  %-14s", k == 0 ? "rotation" : "");
        for (int64_t l = 0; l < d; l++)
            fprintf(file, " %9.6f", result->rotation[k * d + l]);
        fputs("\n", file);
    }
    if (d > PRINTED)
        return;
    fprintf(file, "  %-14s", "translation");
    for (int64_t k = 0; k < d; k++)
        fprintf(file, " %.6g", result->shift[k]);
    fputs("\n", file);
}

/* ---- Files -------------------------------------------------------------- */

static enum outcome write_document(const char *path, const struct transform *transform, int force)
{
    parot_error err = {0};
    char *text = transform_document(transform);
    if (!text)
        return refuse(FAILED, "--matrix %s: out of memory", path);
    parot_status status = parot_text_write(path, text, force, &err);
    free(text);
    return status == PAROT_OK ? SOLVED : refuse_status(&err);
}

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
    if (path_ends_in(path, ".json"))
        return write_document(path, transform, force);
    table.data = malloc((size_t)(size * size) * sizeof *table.data);
    if (!table.data)
        return refuse(FAILED, "--matrix %s: out of memory", path);
    fill_matrix(transform, table.data);
    parot_status status = parot_table_write(path, &table, force, &err);
    free(table.data);
    return status == PAROT_OK ? SOLVED : refuse_status(&err);
}
