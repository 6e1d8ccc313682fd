/* plan_table.c - named_rows.h puts ids in place of numbers. Without ids these are numbers of the
 * plan, as in files without ids.
 */
#include "say/plan_table.h"

#include <stdlib.h>

#include "say/named_rows.h"
#include "shell/output_check.h"

enum { COLUMNS = 3 };

int plan_table_is_wanted(const char *path, const parot_features *source,
                         const parot_features *target)
{
    return (source->id || target->id) &&
           (output_is_stdout(path) || path_ends_in(path, ".csv .tsv"));
}

/* Ids are by rows of the file, of which the plan has those that are used. */
static int64_t row_of(const parot_features *points, int32_t row)
{
    return points->id ? points->row[row] : row;
}

enum outcome plan_table_write(const char *path, const parot_plan *plan,
                              const parot_features *source, const parot_features *target, int force)
{
    static char row[] = "row", col[] = "col", match[] = "match", mass[] = "mass";
    char *names[COLUMNS] = {row, target->id ? match : col, mass};
    int64_t *rows = malloc((size_t)plan->count * sizeof *rows);
    parot_table table = {.rows = plan->count, .cols = COLUMNS, .names = names};
    table.data = malloc((size_t)plan->count * COLUMNS * sizeof *table.data);
    enum outcome outcome = SOLVED;
    for (int64_t k = 0; rows && table.data && k < plan->count; k++) {
        rows[k] = row_of(source, plan->row[k]);
        table.data[COLUMNS * k + 1] = (double)row_of(target, plan->col[k]);
        table.data[COLUMNS * k + 2] = plan->mass[k];
    }
    const struct named_rows named = {.row = rows,
                                     .id = source->id,
                                     .count = plan->count,
                                     .id_name = source->id_name,
                                     .match = 1,
                                     .match_id = target->id,
                                     .match_count = target->frame.rows};
    outcome = rows && table.data ? named_rows_write("-o", path, &named, &table, force)
                                 : refuse(FAILED, "-o %s: out of memory", path);
    free(rows);
    free(table.data);
    return outcome;
}
