/* step.c - the objective along a step is a parabola; its minimum between 0 and 1 has a closed
 * form. */
#include "gromov/step.h"

#include <math.h>

double exact_step(double a, double b)
{
    if (a > 0)
        return fmin(1.0, fmax(0.0, -b / (2 * a)));
    return a + b < 0 ? 1.0 : 0.0;
}

double long_step(double a, double b)
{
    return a + b < 0 ? 1.0 : exact_step(a, b);
}

double whole_step(double a, double b)
{
    return a + b < 0 ? 1.0 : 0.0;
}
