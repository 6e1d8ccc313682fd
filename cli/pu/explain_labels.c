/* explain_labels.c - finds the row in the labels file and reads the tables that it was made from;
 * the library explains.
 */
#include "pu/explain_labels.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "say/document.h"
#include "shell/option_number.h"
#include "shell/output_check.h"
#include "shell/phase.h"
#include "shell/progress.h"

void explain_labels_free(struct explain_labels *labels)
{
    parot_frame_free(&labels->table);
    pu_tables_free(&labels->tables);
    parot_label_reasons_free(&labels->reasons);
}

/* ---- Labels ------------------------------------------------------------- */

/* The number in a column of the library's layout: "label", "score" or "rank". */
static double value(const struct explain_labels *labels, int64_t row, const char *column)
{
    const parot_frame *table = &labels->table;
    return table->data[row * table->cols + parot_labels_column(table, column)];
}

/* As it stands in the file; arrays have numbers. */
static const char *id_of(const struct explain_labels *labels, int64_t row, char text[32])
{
    int64_t place = labels->id_place;
    if (place < 0) {
        snprintf(text, 32, "%lld", (long long)row);
        return text;
    }
    if (labels->table.columns[place].level_count > 0)
        return parot_frame_text(&labels->table, row, place);
    snprintf(text, 32, "%.15g", labels->table.data[row * labels->table.cols + place]);
    return text;
}

static enum outcome check_columns(const struct explain_labels *labels)
{
    static const char *const wanted[] = {"label", "score", "rank"};
    const parot_frame *table = &labels->table;
    int is_complete = 1;
    if (parot_frame_column(table, "mass") >= 0)
        return refuse(FAILED,
                      "%s: holds a plan without its prices; keep the result as .npz or .json",
                      labels->path);
    for (int k = 0; k < 3 && is_complete; k++)
        is_complete = parot_labels_column(table, wanted[k]) >= 0;
    if (!is_complete)
        return refuse(FAILED,
                      "%s: is neither a result (.npz, .json) nor labels of parot pu (an id, then "
                      "columns label, score and rank)",
                      labels->path);
    for (int k = 0; k < 3; k++) {
        const parot_column *column = &table->columns[parot_labels_column(table, wanted[k])];
        if (column->level_count > 0 || column->missing > 0)
            return refuse(FAILED, "%s %s %lld, column '%s': must be a number", labels->path,
                          parot_frame_place(table),
                          (long long)(column->level_count ? column->text_row : column->missing_row),
                          wanted[k]);
    }
    return SOLVED;
}

/* The first row with that id, or -1. */
static int64_t find_row(const struct explain_labels *labels, const char *id)
{
    char text[32];
    for (int64_t i = 0; i < labels->table.rows; i++)
        if (parot_text_is_value(id_of(labels, i, text), id))
            return i;
    return -1;
}

/* A labels file begins with the ids. A table that --append widened has its own columns first: rows
 * are then named by --id, or numbered from 0. */
static enum outcome find_ids(struct explain_labels *labels, const struct pu_request *request)
{
    parot_error err = {0};
    labels->id_place = 0;
    if (parot_labels_column(&labels->table, "label") <= 1)
        return SOLVED;
    labels->id_place = -1;
    const char *id = request->features.options.id;
    if (id && parot_frame_find(&labels->table, id, &labels->id_place, &err) != PAROT_OK)
        return refuse(FAILED, "--id %s: %s", id, err.message);
    return SOLVED;
}

enum outcome explain_labels_read(struct explain_labels *labels, const struct pu_request *request,
                                 const char *path, const char *id)
{
    const char *id_name = request->features.options.id;
    const char *const names[] = {id_name ? id_name : "1", "1"};
    parot_reading reading = features_reading(&request->features);
    reading.verbatim = names;
    reading.verbatim_count = 2;
    parot_error err = {0};
    char text[32];
    labels->path = path;
    TRY(input_check(path));
    if (parot_frame_read_as(path, &reading, &labels->table, &err) != PAROT_OK)
        return refuse_status(&err);
    TRY(find_ids(labels, request));
    TRY(check_columns(labels));
    labels->row = find_row(labels, id);
    for (int64_t i = 0; i < labels->table.rows; i++)
        labels->positives += value(labels, i, "label") > 0;
    if (labels->row < 0)
        return refuse(FAILED, "ROW %s: no row of %s has that id; the first has %s", id, path,
                      id_of(labels, 0, text));
    if (labels->positives == 0 || labels->positives == labels->table.rows)
        return refuse(FAILED, "%s: all rows have the same label, so there is no border to explain",
                      path);
    return SOLVED;
}

/* ---- Reasons ------------------------------------------------------------ */

static enum outcome read_tables(struct explain_labels *labels, const struct pu_request *request,
                                const struct args *args)
{
    struct args files = *args; /* POSITIVES and UNLABELED come behind RESULT and ROW */
    files.operands += 2;
    files.count -= 2;
    TRY(pu_tables_check(request, &files));
    TRY(pu_tables_read(&labels->tables, request, &files));
    if (labels->tables.unlabeled.table.rows == labels->table.rows)
        return SOLVED;
    return refuse(FAILED,
                  "%s has %lld labels, %s %lld rows; these are not the files it was made "
                  "from",
                  labels->path, (long long)labels->table.rows,
                  path_label(labels->tables.unlabeled.path),
                  (long long)labels->tables.unlabeled.table.rows);
}

/* Works: `given` is the caller's, with room for each label. */
static enum outcome ask(struct explain_labels *labels, int8_t *given, const struct args *args)
{
    parot_error err = {0};
    const parot_pu_data data = {parot_table_matrix(&labels->tables.unlabeled.table),
                                parot_table_matrix(&labels->tables.positive.table),
                                NAN,
                                labels->tables.propensity,
                                {0}};
    for (int64_t i = 0; i < labels->table.rows; i++)
        given[i] = value(labels, i, "label") > 0;
    const parot_labelled_row labelled = {given, labels->row};
    parot_run run = progress_run(&args->run);
    parot_status status = parot_pu_memory_check(&data, &labels->options, &err);
    if (status == PAROT_OK)
        status =
            parot_explain_label(&data, &labels->options, &labelled, &run, &labels->reasons, &err);
    progress_clear();
    if (progress_interrupted())
        return refuse(INTERRUPTED, "interrupted; nothing was explained");
    return status < 0 ? pu_tables_refuse(&labels->tables, status, &err, args->run.time_limit)
                      : SOLVED;
}

enum outcome explain_labels_solve(struct explain_labels *labels, struct pu_request *request,
                                  const struct args *args)
{
    TRY(pu_request_check(request, args));
    labels->options = request->options;
    TRY(read_tables(labels, request, args));
    labels->options.is_apart = labels->tables.is_apart;
    phase_begin(PAROT_PHASE_SOLVE, "explaining", NULL);
    int8_t *given = malloc((size_t)labels->table.rows);
    if (!given)
        return refuse(FAILED, "out of memory");
    enum outcome outcome = ask(labels, given, args);
    free(given);
    return outcome;
}

/* ---- Words -------------------------------------------------------------- */

/* The id of the row of that rank. */
static const char *id_of_rank(const struct explain_labels *labels, int64_t rank, char text[32])
{
    for (int64_t i = 0; i < labels->table.rows; i++)
        if (value(labels, i, "rank") == (double)rank)
            return id_of(labels, i, text);
    return "?";
}

enum outcome explain_labels_tell(const struct explain_labels *labels, struct told *told,
                                 const struct args *args)
{
    int is_positive = value(labels, labels->row, "label") > 0;
    char id[32], neighbour[32];
    TRY(told_open(told, PAROT_SUMMARY_KIND_LABEL, args, NULL, NULL));
    told->summary.source = told_side(&labels->tables.unlabeled);
    told->summary.target = told_side(&labels->tables.positive);
    told->summary.of.label = (parot_summary_label){
        .reasons = &labels->reasons,
        .method = labels->options.method,
        .name = labels->path,
        .id = id_of(labels, labels->row, id),
        .neighbour = id_of_rank(labels, labels->positives + is_positive, neighbour),
        .row = labels->row,
        .count = labels->table.rows,
        .rank = value(labels, labels->row, "rank"),
        .score = value(labels, labels->row, "score"),
        .is_positive = is_positive};
    return told_show(told, NULL, NULL, args);
}

enum outcome explain_labels_json(const struct explain_labels *labels)
{
    const parot_table *table = &labels->tables.unlabeled.table;
    double n = (double)labels->table.rows, rank = value(labels, labels->row, "rank");
    char text[32];
    parot_json *json = parot_json_open(parot_status_name(PAROT_OK));
    document_id(json, "id", id_of(labels, labels->row, text));
    parot_json_integer(json, "label", value(labels, labels->row, "label") > 0);
    parot_json_number(json, "score", value(labels, labels->row, "score"));
    parot_json_number(json, "rank", rank);
    parot_json_number(json, "prior", (double)labels->positives / n);
    parot_json_number(json, "prior_at_border", rank / n);
    document_id(json, "last_positive", id_of_rank(labels, labels->positives, text));
    document_id(json, "first_negative", id_of_rank(labels, labels->positives + 1, text));
    parot_json_text(json, "method", parot_pu_method_name(labels->options.method));
    parot_json_reasons(json, &labels->reasons, table->data + labels->row * table->cols,
                       (const char *const *)table->names);
    return document_print(json);
}
