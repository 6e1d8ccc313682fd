/* example_curve.c - what every mass costs, where the elbow is, and a picture of it. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "parot/plot.h"

int main(void)
{
    /* Three points that are near, and one that is far away. */
    const double cost[] = {0, 1, 4, 9, 1, 0, 1, 4, 4, 1, 0, 1, 400, 361, 324, 289};
    parot_problem problem = {.cost = {cost, 4, 4, 4}, .mass = 1};
    parot_curve curve = {0};
    parot_error err = {0};

    if (parot_partial_curve(&problem, NULL, &curve, &err) != PAROT_OK) {
        fprintf(stderr, "%s\n", err.message);
        return 1;
    }
    for (int64_t k = 0; k < curve.count; k++)
        printf("mass %.2f costs %g\n", curve.mass[k], curve.objective[k]);
    double elbow = curve.mass[curve.elbow];
    printf("the elbow is at mass %.2f\n", elbow);

    parot_panel panel = {.kind = PAROT_PANEL_KIND_CURVE,
                         .of.curve = {.curve = &curve, .chosen = elbow}};
    parot_sheet sheet = {.panels = &panel, .count = 1};
    char *svg = NULL;
    parot_status status = parot_sheet_svg(&sheet, &svg, &err);
    int is_drawn = status == PAROT_OK && strstr(svg, "<svg") != NULL;
    free(svg);
    parot_curve_free(&curve);
    return is_drawn && fabs(elbow - 0.75) < 1e-12 ? 0 : 1;
}
