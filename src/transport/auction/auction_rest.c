/* auction_rest.c - what rows could not or did not place, put where there is room.
 *
 * First the dummy row's: into columns with room, then in place of rows, whose mass goes to the
 * dummy column instead. That has room enough: with all columns full, rows have placed more than the
 * mass to move by what the dummy row still has. Then the rows': into listed columns, the dummy
 * column, and any column. Pairs that are on no list are set apart for good, with their mass.
 */
#include "transport/auction/auction_state.h"

static unit_count smaller(unit_count a, unit_count b)
{
    return a < b ? a : b;
}

/* Moves mass into a column. Limits do not matter: the next phase sets them anew. */
static void put(struct auction *auction, int32_t j, int32_t row, int32_t place, unit_count mass)
{
    if (mass > 0)
        auction_hold(auction, j, (struct portion){-INFINITY, row, place, mass});
}

/* As much of the row's excess as there is room for. */
static void place(struct auction *auction, int32_t i, int32_t j, int32_t place_on_list)
{
    unit_count mass = smaller(auction->bidder[i].excess, auction_column(auction, j)->left);
    auction->bidder[i].excess -= mass;
    put(auction, j, i, place_on_list, mass);
}

/* Takes over what rows have in column j, as far as needed; their mass stays instead. */
static void replace(struct auction *auction, int32_t j)
{
    struct bidder *dummy = &auction->bidder[auction->n];
    unit_count taken = 0;
    for (int32_t k = 1; k <= auction_column(auction, j)->held && dummy->excess > taken; k++) {
        struct portion *portion = auction_portion(auction, j, k);
        if (portion->row == auction->n)
            continue;
        unit_count mass = smaller(dummy->excess - taken, portion->mass);
        portion->mass -= mass;
        put(auction, auction->m, portion->row, 0, mass);
        taken += mass;
    }
    dummy->excess -= taken;
    auction_column(auction, j)->left += taken;
    put(auction, j, auction->n, 0, taken);
}

static void place_dummy(struct auction *auction)
{
    for (int32_t j = 0; j < auction->m; j++)
        place(auction, auction->n, j, 0);
    for (int32_t j = 0; j < auction->m && auction->bidder[auction->n].excess > 0; j++)
        replace(auction, j);
}

/* A pair on no list: neither its row nor its column has that mass to offer from now on. */
static void set_apart(struct auction *auction, int32_t i, int32_t j)
{
    struct auction_column *column = auction_column(auction, j);
    unit_count mass = smaller(auction->bidder[i].excess, column->left);
    auction->bidder[i].excess -= mass;
    auction->supply[i] -= mass;
    column->left -= mass;
    auction->room[j] -= mass;
    auction->unlisted[auction->unlisted_count++] = (struct arc){i, auction->n + 1 + j, mass};
}

int64_t auction_place_rest(struct auction *auction)
{
    int64_t rows = 0;
    for (int32_t i = 0; i <= auction->n; i++)
        rows += auction->bidder[i].excess > 0;
    if (rows == 0)
        return 0;
    place_dummy(auction);
    for (int32_t i = 0; i < auction->n; i++) {
        struct candidate_list list = candidates_of(auction->lists, i);
        for (int32_t k = 0; k < list.count; k++)
            if (auction_is_useful(auction, i, list.col[k], list.cost[k]))
                place(auction, i, list.col[k], k);
        place(auction, i, auction->m, 0);
    }
    for (int32_t i = 0, j = 0; i < auction->n; i++)
        while (auction->bidder[i].excess > 0) {
            if (auction_column(auction, j)->left == 0)
                j++;
            else
                set_apart(auction, i, j);
        }
    return rows;
}
