/* tiles_answers.h - what ranks answer to a search of the tiles, as it travels and as rank 0 hands
 * it over: in the order of rows, like tiles_search. */
#ifndef PAROT_TRANSPORT_POINTS_TILES_ANSWERS_H
#define PAROT_TRANSPORT_POINTS_TILES_ANSWERS_H

#include "base/crew.h"
#include "transport/points/tile_batches.h"

/* Pairs of a row that are sent if they are only offered. Rows that have more, which only ties bring
 * about, are searched again by rank 0. */
enum { TILES_OFFERED = 64 };

/* An answer begins with what was looked at. Each row that found something follows with this, its
 * costs and its columns, which end at a multiple of eight bytes. */
struct looked_at {
    int64_t pairs, decided;
};

struct row_answer {
    int32_t row, count;
    double limit; /* up to here all pairs are in the answer; less than what was asked: not all */
};

/* ---- On any rank --------------------------------------------------------- */

/* 0: there is no memory. */
int tiles_put_row(struct crew_answer *answer, struct row_answer head, const int32_t *col,
                  const double *cost);

/* Searches tiles [begin, end) of rows, whose `take` puts rows into *answer; puts what was looked at
 * before them. */
parot_status tiles_put_search(struct search *search, int32_t begin, int32_t end,
                              struct crew_answer *answer);

/* ---- On rank 0 ----------------------------------------------------------- */

/* A listed pair beyond the limit of its row cannot be found, and need not be sent. */
static inline int tiles_can_find(const struct tiles_query *query, int32_t row, int32_t col,
                                 double cost)
{
    double value = query->potential ? cost - query->potential[col] : cost;
    return !(query->limit && value > query->limit[row]);
}

struct tiles_answers {
    struct tiles *tiles;
    struct tiles_query *query; /* the caller's */
    int32_t rows;
    double *limit;     /* a copy, of rows that are only offered; else the caller's or NULL */
    uint8_t *is_short; /* of these: not all pairs have come */
    int32_t again;     /* how many of these there are */
};

/* The caller sets tiles and query. 0: there is no memory; what there is, answers_close gives back.
 */
int answers_open(struct tiles_answers *answers);
void answers_close(struct tiles_answers *answers);

/* Counts what was looked at and returns where the rows begin. */
const char *answers_count(struct tiles_answers *answers, const char *answer);

/* Hands over rows [row, end), those that found nothing as well. */
parot_status answers_take(struct tiles_answers *answers, int64_t row, int64_t end,
                          const char *answer, size_t bytes);

/* When all have been taken: rows of which not all pairs have come are searched here. */
parot_status answers_finish(struct tiles_answers *answers, struct control *control);

#endif
