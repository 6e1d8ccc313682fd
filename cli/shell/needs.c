/* needs.c - the sizes of the largest matrices of each verb, in bytes. */
#include "shell/needs.h"

#include <math.h>

double needs_of_transport(double n, double m)
{
    return sizeof(double) * n * m;
}

double needs_of_gromov(double n, double m, double threads, int has_points)
{
    return sizeof(double) * (3 * n * m * threads + (has_points ? n * n + m * m : 0));
}

double needs_of_drift(double n, double m)
{
    return sizeof(double) * (m * m + n * m + fmax(n, m / 2) * m / 2);
}

double needs_of_register(double n, double m)
{
    return 2 * needs_of_transport(n, m);
}
