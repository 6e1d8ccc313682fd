/* points.h - files whose rows are points: which columns are coordinates, and text as numbers. */
#ifndef PAROT_COMMAND_POINTS_H
#define PAROT_COMMAND_POINTS_H

#include "input/feature_options.h"
#include "parot/pu.h"

struct points_request {
    struct feature_request features;
    int scale; /* a parot_scale or PAROT_AUTO, for verbs whose library does not scale by itself */
};

extern const struct option POINTS_OPTIONS[]; /* --id and which columns, for a feature_request */
extern const struct option SCALE_OPTION[];   /* for a points_request */

/* What every verb with points begins with: they are not scaled. */
void points_defaults(struct points_request *request);

/* Reads the files that their paths name; there may be no other. Rows have the order of the file,
 * and columns of both tables that of the first file, if they are the same. `elsewhere` is what
 * takes different columns, for refusals; NULL: the files may have nothing in common. */
enum outcome points_read(parot_features *first, parot_features *other,
                         const struct points_request *request, const struct args *args,
                         const char *elsewhere);

/* Refuses what has no distance: infinite coordinates, zero points with cosine, points of equal
 * coordinates with correlation. */
enum outcome points_check(const parot_features *points, parot_metric metric);

/* Cuts the columns into so many blocks of equal length and adds these up; 0 and 1: nothing is done.
 * A colour of an image is such a block, and what remains is the image without its colour. */
enum outcome fold_columns(parot_features *points, int64_t blocks);

/* Does it stand for standard input? NULL does not. */
int path_is_stream(const char *path);

/* Refuses to read standard input twice. Paths may be NULL. */
enum outcome paths_check_streams(const char *const *paths, int count);

/* "standard input" for "-". */
const char *path_label(const char *path);

#endif
