/* fold.h - channels of the same thing, added up. */
#ifndef PAROT_COMMAND_FOLD_H
#define PAROT_COMMAND_FOLD_H

#include "input/points.h"

/* `text`, the value of --fold, says into how many blocks of equal length the columns are cut; the
 * blocks are added. NULL: nothing is done. A colour of an image is such a block, and what remains
 * is the image without its colour. */
enum outcome fold_columns(struct points *points, const char *text);

#endif
