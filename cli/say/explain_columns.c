/* explain_columns.c - the library trains the method again and credits the columns; here they get
 * their names.
 */
#include "say/explain_columns.h"

#include <math.h>
#include <stdio.h>

#include "pu/pu_memory.h"
#include "say/json.h"
#include "shell/progress.h"

static enum outcome train(const struct pu_tables *tables, const parot_pu_data *data,
                          const parot_pu_options *options, const struct args *args,
                          parot_pu_model *model, parot_pu_result *result)
{
    parot_error err = {""};
    parot_run run = progress_run(&args->run);
    TRY(pu_memory_check(data, options));
    parot_status status = parot_pu_train(data, options, &run, model, result, &err);
    if (status < 0)
        return pu_tables_refuse(tables, status, &err, args->run.time_limit);
    if (status != PAROT_OK)
        return refuse(progress_interrupted() ? INTERRUPTED : FAILED,
                      "stopped (%s) before the labels were there; nothing was explained",
                      parot_status_name(status));
    return SOLVED;
}

/* Works: model and result are the caller's. */
static enum outcome find(struct explain_columns *columns, const struct pu_tables *tables,
                         const parot_pu_options *options, const int8_t *labels,
                         const struct args *args, parot_pu_model *model, parot_pu_result *result)
{
    parot_error err = {""};
    int64_t n = tables->unlabeled.table.rows, positives = 0;
    for (int64_t i = 0; i < n; i++)
        positives += labels[i] > 0;
    const parot_pu_data data = {parot_table_matrix(&tables->unlabeled.table),
                                parot_table_matrix(&tables->positive.table),
                                (double)positives / (double)n};
    TRY(train(tables, &data, options, args, model, result));
    for (int64_t i = 0; i < n; i++)
        columns->other_labels += (result->label[i] > 0) != (labels[i] > 0);
    parot_run run = progress_run(&args->run);
    parot_status status =
        parot_explain_row(model, data.positive, columns->row, &run, &columns->parts, &err);
    if (status < 0)
        return pu_tables_refuse(tables, status, &err, args->run.time_limit);
    return SOLVED;
}

enum outcome explain_columns_find(struct explain_columns *columns, const struct pu_tables *tables,
                                  const parot_pu_options *options, const int8_t *labels,
                                  int64_t row, const struct args *args)
{
    parot_pu_model model = {0};
    parot_pu_result result = {0};
    columns->has_model = parot_pu_is_trainable(options) && !tables->is_apart;
    columns->row = tables->unlabeled.table.data + row * tables->unlabeled.table.cols;
    if (!columns->has_model)
        return SOLVED;
    enum outcome outcome = find(columns, tables, options, labels, args, &model, &result);
    parot_pu_model_free(&model);
    parot_pu_result_free(&result);
    return outcome;
}

void explain_columns_free(struct explain_columns *columns)
{
    parot_explain_result_free(&columns->parts);
}

/* ---- Words -------------------------------------------------------------- */

static const char *name_of(const struct pu_tables *tables, int64_t column, char text[32])
{
    char **names = tables->unlabeled.table.names;
    if (names && names[column] && *names[column])
        return names[column];
    snprintf(text, 32, "column %lld", (long long)column + 1);
    return text;
}

/* Of the parts that speak against the row, or for it. */
static void print_parts(const struct explain_columns *columns, const struct pu_tables *tables,
                        int sign)
{
    enum { SHOWN = 5 };
    const parot_explain_result *parts = &columns->parts;
    int64_t d = parts->columns, shown = 0;
    char text[32];
    for (int64_t k = 0; k < d && shown < SHOWN; k++) {
        int32_t column = parts->order[sign < 0 ? k : d - 1 - k];
        double part = parts->part[column];
        if (!(sign * part > 0 && fabs(part) >= 0.0005)) /* three digits are printed */
            break;
        printf("    %-20.20s %+.3f +- %.3f   %.5g; positives have %.5g\n",
               name_of(tables, column, text), part, parts->error[column], columns->row[column],
               parts->median[column]);
        shown++;
    }
    if (shown == 0)
        puts("    none");
}

void explain_columns_print(const struct explain_columns *columns, const struct pu_tables *tables,
                           const parot_pu_options *options)
{
    const parot_explain_result *parts = &columns->parts;
    const char *method = parot_pu_method_name(options->method);
    if (!columns->has_model) {
        printf(
            "\nThe method %s labels all rows together, so no single column explains this label.\n",
            method);
        return;
    }
    printf("\nThe method %s scores this row %.3f, and positives %.3f on average; 0.5 is the "
           "border.\nColumns that make it less like the positives, and by how much of the score:\n",
           method, parts->score, parts->usual);
    print_parts(columns, tables, -1);
    puts("Columns that make it more like them:");
    print_parts(columns, tables, 1);
    if (fabs(parts->rest) >= 0.0005)
        printf("The other columns together: %+.3f\n", parts->rest);
    if (columns->other_labels)
        printf("With these options the method labels %lld row%s differently from the file: give "
               "the options\n"
               "and the --seed that pu was given.\n",
               (long long)columns->other_labels, columns->other_labels == 1 ? "" : "s");
}

void explain_columns_json(const struct explain_columns *columns, const struct pu_tables *tables)
{
    const parot_explain_result *parts = &columns->parts;
    char text[32];
    if (!columns->has_model)
        return;
    json_number("model_score", parts->score);
    json_number("usual_score", parts->usual);
    json_number("rest", parts->rest);
    json_count("other_labels", columns->other_labels);
    json_list("columns");
    for (int64_t k = 0; k < parts->columns; k++) {
        int32_t column = parts->order[k];
        printf("%s{\"number\": %d", k ? ", " : "", (int)column);
        json_text("name", name_of(tables, column, text));
        json_number("value", columns->row[column]);
        json_number("median", parts->median[column]);
        json_number("part", parts->part[column]);
        json_number("error", parts->error[column]);
        fputs("}", stdout);
    }
    json_list_end();
}
