/* curve_words.c - the curve is evaluated at five masses, and the elbow compared by the average
 * costs on both sides. */
#include "say/curve_words.h"

#include <math.h>

/* Masses that differ by less than this share are the same. */
static const double ROUNDING = 1e-9;

static double last_mass(const parot_curve *curve)
{
    return curve->mass[curve->count - 1];
}

static int is_all(const parot_curve *curve, const struct problem *problem)
{
    return last_mass(curve) >= problem_most_mass(problem) * (1 - ROUNDING);
}

struct curve_point curve_at(const parot_curve *curve, const struct problem *problem, double mass)
{
    struct curve_point point = {NAN, NAN};
    double last = last_mass(curve);
    if (mass < last)
        point.cost = parot_curve_at(curve, mass, &point.slope);
    else if (mass <= last * (1 + ROUNDING))
        point = (struct curve_point){curve->objective[curve->count - 1],
                                     is_all(curve, problem) ? INFINITY : NAN};
    return point;
}

/* ---- Points ------------------------------------------------------------- */

static void print_number(FILE *file, double value)
{
    if (isfinite(value))
        fprintf(file, " %13.6g", value);
    else
        fprintf(file, " %13s", isnan(value) ? "unknown" : "none");
}

void curve_print_points(FILE *file, const parot_curve *curve, const struct problem *problem,
                        const double *masses, int64_t count)
{
    fprintf(file, " %13s %13s %13s\n", "mass", "cost", "next unit");
    for (int64_t k = 0; k < count; k++) {
        struct curve_point point = curve_at(curve, problem, masses[k]);
        print_number(file, masses[k]);
        print_number(file, point.cost);
        print_number(file, point.slope);
        fputs("\n", file);
    }
}

/* ---- The whole ---------------------------------------------------------- */

static void print_facts(FILE *file, const parot_curve *curve, const struct problem *problem)
{
    double last = last_mass(curve);
    fprintf(file, "  %-14s 0 to %.6g (%.4g %% of the source, %.4g %% of the target)\n", "mass",
            last, 100 * last / problem->p.total, 100 * last / problem->q.total);
    fprintf(file, "  %-14s %.6g for all of it\n", "cost", curve->objective[curve->count - 1]);
    fprintf(file, "  %-14s %lld, the first at mass 0; straight lines between them\n", "breakpoints",
            (long long)curve->count);
}

/* Four pieces of equal mass. */
static void print_quarters(FILE *file, const parot_curve *curve, const struct problem *problem)
{
    enum { POINTS = 5 };
    double masses[POINTS];
    for (int k = 0; k < POINTS; k++)
        masses[k] = last_mass(curve) * ((double)k / (POINTS - 1));
    fputs("\n", file);
    curve_print_points(file, curve, problem, masses, POINTS);
}

/* The averages on both sides tell how sharp it is. */
static void print_elbow(FILE *file, const parot_curve *curve, const struct problem *problem)
{
    int64_t k = curve->elbow, last = curve->count - 1;
    if (k == 0 || k == last) {
        fprintf(file, "\nThere is no elbow: every unit costs %.6g.\n", curve->slope[0]);
        return;
    }
    double before = curve->objective[k] / curve->mass[k];
    double behind =
        (curve->objective[last] - curve->objective[k]) / (curve->mass[last] - curve->mass[k]);
    fprintf(file,
            "\nThe elbow is at mass %.6g (%.4g %% of the source).\n"
            "The cost there is %.6g, and the next unit costs %.6g;\n"
            "on average a unit costs %.6g before it and %.6g after it.\n",
            curve->mass[k], 100 * curve->mass[k] / problem->p.total, curve->objective[k],
            curve->slope[k], before, behind);
}

const char *curve_stop_reason(const parot_curve *curve)
{
    return curve->status == PAROT_CANCELLED ? "interrupted" : parot_status_name(curve->status);
}

static void print_stop(FILE *file, const parot_curve *curve)
{
    fprintf(file,
            "%sStopped early (%s): the curve is exact as far as it goes, up to mass %.6g.\n"
            "What more mass costs, and whether there is an elbow, is not known.\n",
            curve->count > 1 ? "\n" : "", curve_stop_reason(curve), last_mass(curve));
}

static void print_problem(FILE *file, const struct problem *problem)
{
    parot_matrix cost = problem->stated.cost;
    if (problem->has_points)
        fprintf(file, "%lld source and %lld target points, %lld coordinate%s, metric %s\n\n",
                (long long)cost.rows, (long long)cost.cols, (long long)problem->source.table.cols,
                problem->source.table.cols == 1 ? "" : "s", parot_metric_name(problem->metric));
    else
        fprintf(file, "Costs of %lld rows and %lld columns\n\n", (long long)cost.rows,
                (long long)cost.cols);
}

void curve_print(FILE *file, const parot_curve *curve, const struct problem *problem)
{
    print_problem(file, problem);
    if (curve->count > 1) {
        print_facts(file, curve, problem);
        print_quarters(file, curve, problem);
    }
    if (curve->status == PAROT_UNPROVED)
        fprintf(file, "\nNot proved: the totals of both sides differ by rounding, and making them "
                      "equal costs more than "
                      "1e-9 of the whole.\n");
    else if (curve->status != PAROT_OK)
        print_stop(file, curve);
    else if (curve->count > 1)
        print_elbow(file, curve, problem);
}
