/* tile_batches.h - a search of the tiles that is under way: tiles of rows, as many as one likes at
 * a time, each searched by one of the threads. */
#ifndef PAROT_TRANSPORT_POINTS_TILE_BATCHES_H
#define PAROT_TRANSPORT_POINTS_TILE_BATCHES_H

#include <pthread.h>
#include <stdatomic.h>

#include "transport/points/tile_search.h"

struct tiles {
    const struct points *points;
    struct blocks side[2];
    const struct tile_kernels *kernels;
    void *kept; /* what the last search worked with, for the next; NULL: nothing */
    size_t kept_bytes;
    parot_ranks *ranks; /* that know them, ... */
    int64_t id;         /* ... by this number; 0: none does */
    int64_t parts;      /* in which they were sent */
};

struct search;

/* What a thread works with while it has a tile. */
struct worker {
    struct tile_search search;
    struct search *shared;
    _Atomic int is_busy;
    double work;
};

struct search {
    struct tiles *tiles;
    struct tiles_query *query;
    struct filter filter;
    struct worker *worker;
    int32_t workers;
    int32_t rows, row_tiles, batch;
    int32_t first;       /* tile of the batch */
    int32_t room;        /* pairs that a row keeps */
    int64_t places;      /* for pairs on their way */
    struct lowest *list; /* of the rows of a batch */
    double *value, *cost;
    int32_t *col;
    struct control *control;
    pthread_t owner;
    _Atomic int is_stopped;
    parot_status status;
};

/* Prepares `query`, which the search keeps. One search of the same tiles at a time. On failure the
 * search may be closed, and need not be. */
parot_status search_open(struct search *search, struct tiles *tiles, struct tiles_query *query,
                         struct control *control);

/* Tiles [begin, end) of rows: answers are handed over as they are for tiles_search. */
parot_status search_rows(struct search *search, int32_t begin, int32_t end);

/* Counts what has been looked at, in the query. */
void search_close(struct search *search);

/* What search_open takes. */
void search_measure(struct tiles *tiles, struct tiles_query *query, struct control *control,
                    struct arena *arena);

/* Forgets the memory of the last search. */
void search_drop_kept(struct tiles *tiles);

#endif
