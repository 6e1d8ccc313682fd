/* points.h - files whose rows are points: which columns are coordinates, and text as numbers. */
#ifndef PAROT_COMMAND_POINTS_H
#define PAROT_COMMAND_POINTS_H

#include "input/feature_options.h"
#include "parot/pu.h"

/* As given; NULL: not given. */
struct points_request {
    char *id, *weight_column, *scale;
    struct feature_request features;
};

enum { POINTS_OPTIONS = 1 + FEATURE_OPTIONS };

/* The options that fill a request, but for --weight-column and --scale. */
void points_options(struct points_request *request, struct option options[POINTS_OPTIONS]);

/* --scale, for verbs whose library does not scale by itself. */
struct option points_scale_option(struct points_request *request);

/* Finds fault with what can be wrong before any file is read. */
enum outcome points_check_request(const struct points_request *request);

/* The option that is given and is about points, without its dashes, or NULL. */
const char *points_option_given(const struct points_request *request);

/* How two files are read. */
struct points_bond {
    const char *elsewhere; /* what takes different columns; NULL: they may have nothing in common */
    int is_quiet, is_verbose;
    uint64_t seed; /* of --sample */
};

/* As the common options say. */
struct points_bond points_bond_of(const struct args *args, const char *elsewhere);

/* Reads the files that their paths name; there may be no other. Rows have the order of the file,
 * and columns of both tables that of the first file, if they are the same. */
enum outcome points_read(parot_features *first, parot_features *other,
                         const struct points_request *request, const struct points_bond *bond);

/* Refuses what has no distance: infinite coordinates, and zero points with cosine. */
enum outcome points_check(const parot_features *points, parot_metric metric);

/* `text`, the value of --fold, says into how many blocks of equal length the columns are cut; the
 * blocks are added. NULL: nothing is done. A colour of an image is such a block, and what remains
 * is the image without its colour. */
enum outcome fold_columns(parot_features *points, const char *text);

/* Does it stand for standard input? NULL does not. */
int path_is_stream(const char *path);

/* Refuses to read standard input twice. Paths may be NULL. */
enum outcome paths_check_streams(const char *const *paths, int count);

/* "standard input" for "-". */
const char *path_label(const char *path);

#endif
