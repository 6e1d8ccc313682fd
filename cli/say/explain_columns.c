/* explain_columns.c - the library credits the columns; here they get their names. */
#include "say/explain_columns.h"

#include <math.h>
#include <stdio.h>

static const char *name_of(const struct pu_tables *tables, int64_t column, char text[32])
{
    char **names = tables->unlabeled.table.names;
    if (names && names[column] && *names[column])
        return names[column];
    snprintf(text, 32, "column %lld", (long long)column + 1);
    return text;
}

static const double *values_of(const struct pu_tables *tables, int64_t row)
{
    return tables->unlabeled.table.data + row * tables->unlabeled.table.cols;
}

/* Of the parts that speak against the row, or for it. */
static void print_parts(const parot_explain_result *parts, const struct pu_tables *tables,
                        int64_t row, int sign)
{
    enum { SHOWN = 5 };
    const double *values = values_of(tables, row);
    int64_t d = parts->columns, shown = 0;
    char text[32];
    for (int64_t k = 0; k < d && shown < SHOWN; k++) {
        int32_t column = parts->order[sign < 0 ? k : d - 1 - k];
        double part = parts->part[column];
        if (!(sign * part > 0 && fabs(part) >= 0.0005)) /* three digits are printed */
            break;
        printf("    %-20.20s %+.3f +- %.3f   %.5g; positives have %.5g\n",
               name_of(tables, column, text), part, parts->error[column], values[column],
               parts->median[column]);
        shown++;
    }
    if (shown == 0)
        puts("    none");
}

void explain_columns_print(const parot_label_reasons *reasons, const struct pu_tables *tables,
                           int64_t row, parot_pu_method judge)
{
    const parot_explain_result *parts = &reasons->columns;
    const char *method = parot_pu_method_name(judge);
    if (!reasons->has_columns) {
        printf(
            "\nThe method %s labels all rows together, so no single column explains this label.\n",
            method);
        return;
    }
    printf("\nThe method %s scores this row %.3f, and positives %.3f on average; 0.5 is the "
           "border.\nColumns that make it less like the positives, and by how much of the score:\n",
           method, parts->score, parts->usual);
    print_parts(parts, tables, row, -1);
    puts("Columns that make it more like them:");
    print_parts(parts, tables, row, 1);
    if (fabs(parts->rest) >= 0.0005)
        printf("The other columns together: %+.3f\n", parts->rest);
    if (reasons->other_labels)
        printf("With these options the method labels %lld row%s differently from the file: give "
               "the options\n"
               "and the --seed that pu was given.\n",
               (long long)reasons->other_labels, reasons->other_labels == 1 ? "" : "s");
}
