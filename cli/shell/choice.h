/* choice.h - options whose value is one of a few names.
 *
 * The names are the library's; help, completion and refusals list them from here, so that a value
 * that the library learns is known everywhere.
 */
#ifndef PAROT_COMMAND_CHOICE_H
#define PAROT_COMMAND_CHOICE_H

#include "shell/outcome.h"

struct choice {
    const parot_word *(*words)(void); /* of the library; NULL: none */
    const parot_word *own;            /* in front of them, such as "auto"; ends with a NULL name */
    int hidden[3], hidden_count;      /* the library's values that are not offered */
};

extern const struct choice METRICS, METRICS_OR_AUTO, METRICS_OR_GEODESIC, SCALES, AFFINE_SCALES,
    PU_METHODS, PU_KINDS, PU_WHOLE_ROWS, PU_KERNELS, PU_CLASSIFIERS, LOSSES, STEPS, STARTS, MOTIONS,
    SHAPES, GRAPH_DISTANCES, FIGURES, THEMES, MISSING, DECIMALS, MATCH_METRICS, MATCH_ORDERS;

/* Names beside numbers. */
extern const struct choice PAIRWISE_METHODS, ONLY_AUTO, ONLY_MAX, ONLY_RANDOM, MAX_OR_AUTO;

enum {
    MOST_CHOICES = 16,
    SHAPE_ROTATED = -1,  /* of SHAPES: moons, turned */
    FIGURE_TRUTH = -1,   /* of FIGURES: clouds with the truth in place of labels */
    ALL_STARTS = 0,      /* of STARTS: auto */
    METRIC_GEODESIC = -1 /* of METRICS_OR_GEODESIC */
};

/* All names in their order; returns how many. */
int choice_names(const struct choice *choice, const char *names[MOST_CHOICES]);

/* "a, b and c", with `last` " and " or " or ". */
void choice_list(const struct choice *choice, const char *last, char *text, size_t size);

/* `option` is for the message, "--scale". */
enum outcome choice_read(const char *option, const char *text, const struct choice *choice,
                         int *value);

#endif
