/* gromov_masses.c - masses of a path as a table, in JSON, and drawn as a curve. */
#include "verbs/gromov_masses.h"

#include <math.h>
#include <stdlib.h>

#include "parot/parot.h"
#include "parot/plot.h"
#include "say/told.h"
#include "shell/output_check.h"

enum { COLUMNS = 5 };

/* share, mass, objective, lambda, and lambda / (2 mass): what one more pair adds, on average over
 * the pairs that are there */
static void row_of(const parot_gromov_path_result *path, int64_t k, double row[COLUMNS])
{
    const parot_result *transport = &path->result[k].transport;
    row[0] = path->share[k];
    row[1] = transport->mass;
    row[2] = transport->objective;
    row[3] = transport->dual.lambda;
    row[4] = transport->dual.lambda / (2 * transport->mass);
}

void masses_print_elbow(FILE *file, const char *prefix, const parot_gromov_path_result *path)
{
    if (path->has_elbow && isnan(path->bend))
        fprintf(file, "%sall of the smaller side matches: the objective is 0\n", prefix);
    else if (path->has_elbow)
        fprintf(file, "%s%.3g of the smaller side matches (%.3g to %.3g)\n", prefix, path->elbow,
                path->low, path->high);
    else
        fprintf(file,
                "%sunreliable: the curve has no clear elbow%s, so that all mass is as good a "
                "choice as any\n",
                prefix, path->status == PAROT_OK ? "" : " (it was stopped early)");
}

void masses_print(FILE *file, const parot_gromov_path_result *path)
{
    fprintf(file, "  %6s %12s %13s %13s %13s\n", "share", "mass", "objective", "lambda",
            "distortion");
    for (int64_t k = 0; k < path->count; k++) {
        double row[COLUMNS];
        row_of(path, k, row);
        fprintf(file, "  %6.4g %12.6g %13.6g %13.6g %13.6g\n", row[0], row[1], row[2], row[3],
                row[4]);
    }
    masses_print_elbow(file, "\nElbow: ", path);
}

enum outcome masses_write(const char *output, const parot_gromov_path_result *path, int force)
{
    char *names[COLUMNS] = {(char[]){"share"}, (char[]){"mass"}, (char[]){"objective"},
                            (char[]){"lambda"}, (char[]){"distortion"}};
    parot_table table = {path->count, COLUMNS,
                         malloc((size_t)path->count * COLUMNS * sizeof(double)), names, NULL};
    if (!table.data)
        return refuse(FAILED, "%s: out of memory", output);
    for (int64_t k = 0; k < path->count; k++)
        row_of(path, k, table.data + k * COLUMNS);
    enum outcome outcome = table_write(output, &table, force);
    free(table.data);
    return outcome;
}

void masses_put(parot_json *json, const parot_gromov_path_result *path)
{
    static const char *const NAMES[COLUMNS] = {"share", "mass", "objective", "lambda",
                                               "distortion"};
    parot_json_flag(json, "has_elbow", path->has_elbow);
    parot_json_number(json, "elbow", path->elbow);
    parot_json_number(json, "low", path->low);
    parot_json_number(json, "high", path->high);
    parot_json_number(json, "bend", path->bend);
    parot_json_number(json, "total", path->total);
    parot_json_integer(json, "descents", path->descents);
    for (int c = 0; c < COLUMNS; c++) {
        parot_json_list(json, NAMES[c]);
        for (int64_t k = 0; k < path->count; k++) {
            double row[COLUMNS];
            row_of(path, k, row);
            parot_json_number(json, NULL, row[c]);
        }
        parot_json_end(json);
    }
}

enum outcome masses_draw(const struct figure *plot, const parot_gromov_path_result *path,
                         const struct args *args)
{
    if (!plot->path)
        return SOLVED;
    if (path->count < 2)
        return refuse(FAILED, "--plot: a curve needs two masses, and only %lld was solved",
                      (long long)path->count);
    double *room = malloc((size_t)path->count * 3 * sizeof *room);
    if (!room)
        return refuse(FAILED, "--plot: out of memory");
    parot_curve curve = {.count = path->count,
                         .mass = room,
                         .objective = room + path->count,
                         .slope = room + 2 * path->count,
                         .status = path->status};
    for (int64_t k = 0; k < path->count; k++) {
        double row[COLUMNS];
        row_of(path, k, row);
        curve.mass[k] = row[1];
        curve.objective[k] = row[2];
        curve.slope[k] = row[3];
        if (path->has_elbow && row[0] <= path->elbow)
            curve.elbow = k;
    }
    const parot_panel panel = {
        .kind = PAROT_PANEL_KIND_CURVE,
        .title = "Objective and price of every mass",
        .of.curve = {.curve = &curve, .chosen = path->has_elbow ? path->elbow * path->total : NAN}};
    enum outcome outcome = figure_write(plot, &panel, 1, args);
    free(room);
    return outcome;
}
