/* sketch.h - a curve drawn with characters. */
#ifndef PAROT_COMMAND_SKETCH_H
#define PAROT_COMMAND_SKETCH_H

#include <stdio.h>

#include "parot/parot.h"

/* Cost against mass, with an O at the elbow; braille dots where the locale has them, else ASCII.
 * A curve that is a single point is not drawn, and one that was stopped has no elbow yet. */
void sketch_print(FILE *file, const parot_curve *curve);

#endif
