/* auction_rest.c - what rows could not or did not place, put where there is room.
 *
 * First the dummy row's: into columns with room, then in place of rows, whose mass goes to the
 * dummy column instead. That has room enough: with all columns full, rows have placed more than the
 * mass to move by what the dummy row still has. Then the rows': into listed columns, the dummy
 * column, and any column. Pairs that are on no list are set apart for good, with their mass.
 */
#include "transport/auction/auction_state.h"

static unit_count smallest(unit_count a, unit_count b, unit_count c)
{
    unit_count least = a < b ? a : b;
    return least < c ? least : c;
}

static void place(struct auction *auction, int32_t i, int32_t j, int32_t arc)
{
    unit_count room = auction->room[j] - auction->used[j];
    unit_count mass = smallest(auction->excess[i], room, MOST_UNITS);
    auction->flow[arc] += mass;
    auction->used[j] += mass;
    auction->excess[i] -= mass;
}

/* Takes over what row i has in column j, as far as needed; the row's mass stays instead. */
static void replace(struct auction *auction, int32_t i, int32_t j, int32_t arc)
{
    int32_t slack = auction->m;
    unit_count mass = smallest(auction->excess[auction->n], auction->flow[arc],
                               auction->room[slack] - auction->used[slack]);
    auction->flow[arc] -= mass;
    auction->flow[auction_dummy_col_arc(auction, i)] += mass;
    auction->used[slack] += mass;
    auction->flow[auction_dummy_row_arc(auction, j)] += mass;
    auction->excess[auction->n] -= mass;
}

static void place_dummy(struct auction *auction)
{
    for (int32_t j = 0; j < auction->m && auction->excess[auction->n] > 0; j++)
        place(auction, auction->n, j, auction_dummy_row_arc(auction, j));
    for (int32_t i = 0; i < auction->n && auction->excess[auction->n] > 0; i++)
        for (int32_t a = auction->first[i]; a < auction->first[i + 1]; a++)
            replace(auction, i, auction->col[a], a);
}

/* A pair on no list: neither its row nor its column has that mass to offer from now on. */
static void set_apart(struct auction *auction, int32_t i, int32_t j)
{
    unit_count room = auction->room[j] - auction->used[j];
    unit_count mass = smallest(auction->excess[i], room, MOST_UNITS);
    auction->excess[i] -= mass;
    auction->supply[i] -= mass;
    auction->room[j] -= mass;
    auction->unlisted[auction->unlisted_count++] = (struct arc){i, auction->n + 1 + j, mass};
}

int64_t auction_place_rest(struct auction *auction)
{
    int64_t rows = 0;
    for (int32_t i = 0; i <= auction->n; i++)
        rows += auction->excess[i] > 0;
    if (rows == 0)
        return 0;
    place_dummy(auction);
    for (int32_t i = 0; i < auction->n; i++) {
        for (int32_t a = auction->first[i]; a < auction->first[i + 1]; a++)
            place(auction, i, auction->col[a], a);
        place(auction, i, auction->m, auction_dummy_col_arc(auction, i));
    }
    for (int32_t i = 0, j = 0; i < auction->n; i++)
        while (auction->excess[i] > 0) {
            if (auction->room[j] == auction->used[j])
                j++;
            else
                set_apart(auction, i, j);
        }
    return rows;
}
