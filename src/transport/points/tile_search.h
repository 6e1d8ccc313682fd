/* tile_search.h - the lowest pairs of the rows of one tile, among all columns. */
#ifndef PAROT_TRANSPORT_POINTS_TILE_SEARCH_H
#define PAROT_TRANSPORT_POINTS_TILE_SEARCH_H

#include "transport/points/filter.h"
#include "transport/points/lowest.h"

/* A node that waits, and a bound of its pairs. */
struct waiting {
    double bound;
    struct block_node node;
};

/* Pairs to be computed together, row by row; a row may add a block's columns. */
enum { HITS = 512 };

struct hits {
    int32_t row[HITS + TILE_COLS], col[HITS + TILE_COLS];
    double cost[HITS + TILE_COLS];
    int32_t count;
};

/* What one thread needs. */
struct tile_search {
    const struct filter *filter;
    const struct tiles_query *query;
    tile_kernel *kernel;
    struct row_tile tile;
    struct waiting *queue; /* a heap, the lowest bound on top; as many places as there are blocks */
    int32_t waiting;
    struct hits hits;
    struct lowest *list; /* of the rows of the tile */
    int64_t pairs, decided;

    /* Asked after each block; 0: go on. */
    int (*is_stopped)(void *user);
    void *user;
};

void tile_search_layout(struct tile_search *search, struct arena *arena);

/* Fills search->list, whose heaps are empty and have their limits, for the rows of a tile. */
void tile_search_run(struct tile_search *search, int32_t tile);

#endif
