/* forest.h - a random forest (Breiman, 2001) of positives against negatives.
 *
 * Each tree learns from a random half of the rows, drawn without replacement: half of the rows
 * leave as much to chance as drawing all with replacement (Buja and Stuetzle, 2006), and each row
 * has more trees that do not know it. The value of a row is the mean over those trees, "out of
 * bag", so that having been called negative does not count against it. Of rows that no tree knows
 * it is the mean over all.
 *
 * The importance of a column is what its splits contribute to telling the classes apart out of bag
 * (Li, Wang, Basu, Kumbier, Yu, 2019): with v the values of nodes and w the balanced weights,
 *
 *     importance[k] = sum over rows i and trees that do not know i of
 *                     w_i y_i sum over splits by k on the way of i of (v of child - v of parent)
 *
 * It costs nothing, since rows go these ways for their values. The usual sum of impurities favours
 * columns of many values, because it is measured on the rows that chose the splits; this has mean 0
 * for columns that tell nothing, whatever their values are.
 */
#ifndef PAROT_PU_FOREST_H
#define PAROT_PU_FOREST_H

#include "pu/methods/forest/decision_tree.h"

struct forest_options {
    int64_t trees; /* 0: FOREST_TREES */
    int64_t leaf;  /* rows that a leaf has at least; 0: FOREST_LEAF */
};

enum {
    FOREST_TREES = 200,   /* values then change by a few hundredths with the seed */
    FOREST_LEAF = 5,      /* purer leaves repeat that a hidden positive was called negative */
    FOREST_MOST = 1 << 13 /* a tree learns from a half of the rows, or a half of that half, ...,
                             until it has no more than this: then time grows with rows no more */
};

struct forest {
    int64_t trees, leaf, tries, dims;
    int64_t *first; /* trees: nodes of a tree begin here */
    int32_t *used;  /* trees: how many there are */
    struct forest_node *nodes;
    uint64_t *bag;           /* rows x bag_words: which trees learned from a row */
    int64_t rows, bag_words; /* rows of the bins */
    int64_t fitted;          /* rows that it learned from */
    double weight[2];        /* of negatives and units of positives: both classes count the same */
    double *importance;      /* dims; at least 0, and the sum is 1, or all are 0 */
    void *memory, *nodes_memory;
};

/* Fits all positives against the unlabeled rows with is_negative (NULL: all of them), and fills
 * value, a number in [0, 1] for each of bins->rows. Also on failure, what was allocated is in
 * *forest. */
parot_status forest_fit(struct forest *forest, const struct bins *bins,
                        struct forest_options options, const char *is_negative,
                        struct control *control, double *value, parot_error *err);
void forest_close(struct forest *forest);

/* Whether the tree learned from this row of the bins. */
int forest_knows(const struct forest *forest, int64_t tree, int64_t row);

/* value[i]: the mean over all trees, for each row of x (count x dims). */
parot_status forest_predict(const struct forest *forest, const double *x, int64_t count,
                            struct control *control, double *value);

#endif
