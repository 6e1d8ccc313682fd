/* explain_labels.c - see explain_labels.h. */
#include "explain_labels.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "costs.h"
#include "json.h"
#include "number.h"

void explain_labels_free(struct explain_labels *labels)
{
    parot_table_free(&labels->table);
    pu_tables_free(&labels->tables);
    parot_pu_scaled_free(&labels->scaled);
    parot_result_free(&labels->result);
    free(labels->cost);
    free(labels->q);
}

/* ---- Labels ------------------------------------------------------------- */

/* Columns by name; files without names have them in this order. */
enum column { ID = 0, LABEL = 1, SCORE = 2, RANK = 4, COLUMNS = 7 };

static double value(const struct explain_labels *labels, int64_t row, enum column column)
{
    static const char *const names[COLUMNS] = {"id", "label", "score", "", "rank", "", ""};
    const parot_table *table = &labels->table;
    int64_t place = table->names ? parot_table_column(table, names[column]) : (int64_t)column;
    return table->data[row * table->cols + place];
}

static enum outcome check_columns(const struct explain_labels *labels)
{
    const parot_table *table = &labels->table;
    if (table->names && parot_table_column(table, "mass") >= 0)
        return refuse(FAILED,
                      "%s: holds a plan without its prices; keep the result as .npz or .json",
                      labels->path);
    if (table->names
            ? parot_table_column(table, "id") >= 0 && parot_table_column(table, "label") >= 0 &&
                  parot_table_column(table, "score") >= 0 && parot_table_column(table, "rank") >= 0
            : table->cols == COLUMNS)
        return SOLVED;
    return refuse(
        FAILED,
        "%s: is neither a result (.npz, .json) nor labels of parot pu (columns id, label, "
        "score and rank)",
        labels->path);
}

enum outcome explain_labels_read(struct explain_labels *labels, const char *path, const char *id)
{
    parot_error err = {""};
    double wanted = 0;
    labels->path = path;
    if (parot_table_read(path, &labels->table, &err) != PAROT_OK)
        return refuse_status(&err);
    TRY(check_columns(labels));
    TRY(number_read("ROW", id, &wanted));
    labels->row = -1;
    for (int64_t i = 0; i < labels->table.rows; i++) {
        labels->positives += value(labels, i, LABEL) > 0;
        if (value(labels, i, ID) == wanted && labels->row < 0)
            labels->row = i;
    }
    if (labels->row < 0)
        return refuse(FAILED, "ROW %s: no row of %s has that id; the first has %.15g", id, path,
                      value(labels, 0, ID));
    if (labels->positives == 0 || labels->positives == labels->table.rows)
        return refuse(FAILED, "%s: labels all rows alike, so that there is no border to explain",
                      path);
    return SOLVED;
}

/* ---- Transport ---------------------------------------------------------- */

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

/* p_i = 1/n, q_j = (k/n + noise)/m, mass k/n */
static enum outcome state_problem(struct explain_labels *labels, const parot_pu_options *options,
                                  const parot_run *run, parot_problem *problem)
{
    parot_error err = {""};
    parot_pu_data data = {parot_table_matrix(&labels->tables.unlabeled.table),
                          parot_table_matrix(&labels->tables.positive.table),
                          (double)labels->positives / (double)labels->table.rows};
    int64_t n = data.unlabeled.rows, m = data.positive.rows;
    if (parot_pu_scale(&data, options, run, &labels->scaled, &err) != PAROT_OK)
        return refuse_status(&err);
    parot_matrix x = {labels->scaled.unlabeled, n, labels->scaled.cols, labels->scaled.cols};
    parot_matrix y = {labels->scaled.positive, m, labels->scaled.cols, labels->scaled.cols};
    TRY(costs_compute(x, y, labels->scaled.metric, 1, run, &labels->cost));
    labels->q = malloc((size_t)m * sizeof *labels->q);
    if (!labels->q)
        return refuse(FAILED, "out of memory");
    for (int64_t j = 0; j < m; j++)
        labels->q[j] = (data.prior + labels->scaled.noise) / (double)m;
    *problem = (parot_problem){{labels->cost, n, m, m}, NULL, labels->q, data.prior};
    return SOLVED;
}

static void count_agreeing(struct explain_labels *labels)
{
    const parot_plan *plan = &labels->result.plan;
    double half = 0.5 / (double)plan->rows, moved = 0;
    for (int64_t e = 0; e < plan->count; e++) {
        int is_last = e + 1 == plan->count || plan->row[e + 1] != plan->row[e];
        moved += plan->mass[e];
        if (!is_last)
            continue;
        labels->agreeing += moved >= half && value(labels, plan->row[e], LABEL) > 0;
        moved = 0;
    }
}

enum outcome explain_labels_solve(struct explain_labels *labels, const struct pu_request *request,
                                  const struct args *args)
{
    parot_error err = {""};
    parot_pu_options options;
    parot_problem problem = {0};
    TRY(pu_request_read(request, &options));
    TRY(read_tables(labels, request, args));
    TRY(state_problem(labels, &options, &args->run, &problem));
    if (parot_partial(&problem, &args->run, &labels->result, &err) != PAROT_OK)
        return refuse(FAILED, "%s", *err.message ? err.message : "stopped before the end");
    count_agreeing(labels);
    labels->explanation =
        (struct explanation){.problem = problem, .result = &labels->result, .row = labels->row};
    return explain(&labels->explanation, &args->run);
}

/* ---- Words -------------------------------------------------------------- */

/* The id of the row of that rank; NAN: none. */
static double id_of_rank(const struct explain_labels *labels, int64_t rank)
{
    for (int64_t i = 0; i < labels->table.rows; i++)
        if (value(labels, i, RANK) == (double)rank)
            return value(labels, i, ID);
    return NAN;
}

static void print_label(const struct explain_labels *labels)
{
    int64_t n = labels->table.rows, k = labels->positives;
    double rank = value(labels, labels->row, RANK);
    int is_positive = value(labels, labels->row, LABEL) > 0;
    printf("Row %.15g of %s is labelled %d: rank %.0f of %lld, score %.4g.\n\n",
           value(labels, labels->row, ID), labels->path, is_positive, rank, (long long)n,
           value(labels, labels->row, SCORE));
    printf("  %-14s the first %lld rows are labelled 1, a prior of %.4g\n", "labels", (long long)k,
           (double)k / (double)n);
    if (is_positive)
        printf("  %-14s label 0 with a prior below %.4g, if the ranking stays; row %.15g comes "
               "next\n",
               "changes", (rank - 0.5) / (double)n, id_of_rank(labels, k + 1));
    else
        printf("  %-14s label 1 with a prior of %.4g, if the ranking stays; row %.15g is the last "
               "with 1\n",
               "changes", rank / (double)n, id_of_rank(labels, k));
}

void explain_labels_print(const struct explain_labels *labels)
{
    const struct explanation *explanation = &labels->explanation;
    print_label(labels);
    printf("\nTransport of %lld rows' weight to the positives (scale %s, metric %s, noise %.4g)\n"
           "moves %s of this row; of the rows that it moves, %lld are labelled 1.\n\n",
           (long long)labels->positives, parot_scale_name(labels->scaled.scale),
           parot_metric_name(labels->scaled.metric), labels->scaled.noise,
           explanation_is_whole(explanation)  ? "all"
           : explanation_is_none(explanation) ? "none"
                                              : "some",
           (long long)labels->agreeing);
    explanation_print(explanation, "unlabeled row", "positive");
}

void explain_labels_json(const struct explain_labels *labels)
{
    double n = (double)labels->table.rows, rank = value(labels, labels->row, RANK);
    json_begin(parot_status_name(labels->result.status));
    json_number("id", value(labels, labels->row, ID));
    json_count("label", value(labels, labels->row, LABEL) > 0);
    json_number("score", value(labels, labels->row, SCORE));
    json_number("rank", rank);
    json_count("k", labels->positives);
    json_number("prior", (double)labels->positives / n);
    json_number("prior_at_border", rank / n);
    json_number("last_positive", id_of_rank(labels, labels->positives));
    json_number("first_negative", id_of_rank(labels, labels->positives + 1));
    json_count("agreeing", labels->agreeing);
    explanation_json(&labels->explanation);
    json_end();
}
