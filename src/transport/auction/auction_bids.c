/* auction_bids.c - bids with limits.
 *
 * A row with excess looks for its best and its second best column, by w = c - price, and sends all
 * of its excess to the best one together with the *limit* c - (w2 + eps): the price at which it
 * would rather leave. A column with more than its room sends back the portion with the highest
 * limit and takes that as its price. Prices only fall, so limits stay valid, and for every portion
 * of row i in column j
 *
 *     c_ij - price_j <= min_k (c_ik - price_k) + eps.                 (eps-complementary slackness)
 *
 * A bid has a limit at least eps below the price, so prices fall, and when all mass is placed the
 * plan costs at most eps times its mass too much (Bertsekas, 1981; Bertsekas and Castanon, 1989).
 *
 * The dummy row costs nothing anywhere, so its best column is the one with the highest price.
 * Columns that are full of its mass follow it down: their price is min(price, level), where `level`
 * is the highest price of the others. Without that it would outbid itself in each of its columns
 * before it reached the next. They are brought up to date when a row looks at them.
 */
#include "transport/auction/auction_state.h"

/* Bids between two looks at the clock: about a thousandth of a second. */
enum { POLL_BIDS = 1 << 13 };

/* A row gives up after so many bids in a phase, if it would have to pay as many eps more than at
 * its beginning. Measured where all can be placed: up to 100. Where lists hold no plan, prices fall
 * until some rows give up, which takes the more bids the later they do. */
enum { GIVE_UP = 400 };

/* ---- Portions of a column: a heap by limit ------------------------------ */

/* heap[1] is the top. */
static inline void sift_up(union auction_cell *heap, int32_t at, struct portion portion)
{
    for (; at > 1 && heap[at / 2].portion.limit < portion.limit; at /= 2)
        heap[at].portion = heap[at / 2].portion;
    heap[at].portion = portion;
}

static inline void sift_down(union auction_cell *heap, int32_t at, struct portion portion)
{
    int32_t count = heap[0].column.held;
    for (int32_t child = 2 * at; child <= count; child = 2 * at) {
        child += child < count && heap[child + 1].portion.limit > heap[child].portion.limit;
        if (heap[child].portion.limit <= portion.limit)
            break;
        heap[at].portion = heap[child].portion;
        at = child;
    }
    heap[at].portion = portion;
}

/* The row's portion in the column; 0: there is none. */
static inline int32_t find_portion(const union auction_cell *heap, int32_t row)
{
    int32_t at = heap[0].column.held;
    while (at > 0 && heap[at].portion.row != row)
        at--;
    return at;
}

/* Notes that the row has mass in the column, and tells whether it may have had some before. */
static inline int note_holding(struct auction *auction, int32_t j, const struct portion *portion)
{
    struct bidder *bidder = &auction->bidder[portion->row];
    uint64_t bit = (uint64_t)1 << (portion->place & 63);
    int was_noted = j == auction->m ? bidder->holds_slack : (bidder->holds & bit) != 0;
    if (j == auction->m)
        bidder->holds_slack = 1;
    else
        bidder->holds |= bit;
    return was_noted || portion->row == auction->n;
}

/* A column with more portions moves to where it has room for all there can be. */
static union auction_cell *move_column(struct auction *auction, int32_t j)
{
    const union auction_cell *from = auction->cell + auction->slot[j];
    union auction_cell *to = auction->cell + auction->long_slot[j];
    for (int k = 0; k < AUCTION_SHORT_CELLS; k++)
        to[k] = from[k];
    auction->slot[j] = auction->long_slot[j];
    return to;
}

/* A row that sends more to a column wants the lower limit for all that it has there. */
void auction_hold(struct auction *auction, int32_t j, struct portion portion)
{
    union auction_cell *heap = auction->cell + auction->slot[j];
    int32_t at = note_holding(auction, j, &portion) ? find_portion(heap, portion.row) : 0;
    heap[0].column.left -= portion.mass;
    if (at == 0) {
        if (heap[0].column.held == AUCTION_SHORT && auction->slot[j] != auction->long_slot[j])
            heap = move_column(auction, j);
        sift_up(heap, ++heap[0].column.held, portion);
        return;
    }
    heap[at].portion.mass += portion.mass;
    if (portion.limit < heap[at].portion.limit) {
        portion.mass = heap[at].portion.mass;
        sift_down(heap, at, portion);
    }
}

static void drop_top(struct auction *auction, int32_t j)
{
    union auction_cell *heap = auction->cell + auction->slot[j];
    struct bidder *bidder = &auction->bidder[heap[1].portion.row];
    if (j == auction->m)
        bidder->holds_slack = 0;
    else if (heap[1].portion.place < 64) /* else another place may need the bit */
        bidder->holds &= ~((uint64_t)1 << heap[1].portion.place);
    int32_t count = heap[0].column.held--;
    if (count > 1)
        sift_down(heap, 1, heap[count].portion);
}

static void enqueue(struct auction *auction, int32_t i)
{
    if (auction->bidder[i].is_queued)
        return;
    int32_t at = auction->queue_first + auction->queue_count++;
    auction->queue[at > auction->n ? at - auction->n - 1 : at] = i;
    auction->bidder[i].is_queued = 1;
}

/* The portion that leaves first. All of the dummy row's have the limit level - eps at most. */
static inline struct portion top_portion(struct auction *auction, union auction_cell *heap)
{
    while (heap[1].portion.row == auction->n &&
           auction->level - auction->eps < heap[1].portion.limit) {
        struct portion lower = heap[1].portion;
        lower.limit = auction->level - auction->eps;
        sift_down(heap, 1, lower);
    }
    return heap[1].portion;
}

/* Sends back what is above the room of the column. */
static void shed(struct auction *auction, int32_t j)
{
    union auction_cell *heap = auction->cell + auction->slot[j];
    while (heap[0].column.left < 0) {
        struct portion top = top_portion(auction, heap);
        unit_count over = -heap[0].column.left, back = over < top.mass ? over : top.mass;
        auction->price[j] = top.limit < auction->price[j] ? top.limit : auction->price[j];
        heap[0].column.left += back;
        auction->bidder[top.row].excess += back;
        if (back == top.mass)
            drop_top(auction, j);
        else
            heap[1].portion.mass -= back;
        enqueue(auction, top.row);
        if (top.row == auction->n && auction->open.place[j] < 0)
            heap_set(&auction->open, j, -auction->price[j]);
    }
}

/* ---- Bids of rows ------------------------------------------------------- */

/* w = c - price of the best and the second best column of a row. */
struct offer {
    double best, second;
    int best_place, second_place; /* among the hot arcs; -1: the dummy column */
};

static inline struct offer look_at_hot(const struct auction *auction, int32_t i)
{
    const struct hot_arcs *hot = &auction->hot[i];
    struct offer offer = {-auction->price[auction->m], INFINITY, -1, -1};
    for (int k = 0; k < AUCTION_HOT; k++) {
        double w = hot->cost[k] - auction->price[hot->col[k]];
        if (w < offer.best) {
            offer.second = offer.best;
            offer.second_place = offer.best_place;
            offer.best = w;
            offer.best_place = k;
        } else if (w < offer.second) {
            offer.second = w;
            offer.second_place = k;
        }
    }
    return offer;
}

/* Reads the whole list and keeps the best. */
static void read_list(struct auction *auction, int32_t i)
{
    struct hot_arcs *hot = &auction->hot[i];
    double w[AUCTION_HOT + 1];
    int32_t place[AUCTION_HOT + 1];
    struct candidate_list list = candidates_of(auction->lists, i);
    for (int k = 0; k <= AUCTION_HOT; k++)
        w[k] = INFINITY;
    for (int32_t a = 0; a < list.count; a++) { /* infinite where a column has no mass */
        double x = list.cost[a] - auction->price[list.col[a]];
        if (!(x < w[AUCTION_HOT]))
            continue;
        int k = AUCTION_HOT;
        for (; k > 0 && x < w[k - 1]; k--) {
            w[k] = w[k - 1];
            place[k] = place[k - 1];
        }
        w[k] = x;
        place[k] = a;
    }
    hot->bound = w[AUCTION_HOT];
    for (int k = 0; k < AUCTION_HOT; k++) {
        int is_there = w[k] < INFINITY;
        hot->cost[k] = is_there ? list.cost[place[k]] : INFINITY;
        hot->col[k] = is_there ? list.col[place[k]] : 0;
        hot->place[k] = is_there ? (uint16_t)place[k] : 0;
    }
}

/* Brings a column that follows the dummy row up to date; 0: it was. */
static inline int follow_level(struct auction *auction, const struct hot_arcs *hot, int place)
{
    if (place < 0 || !(auction->price[hot->col[place]] > auction->level))
        return 0;
    auction->price[hot->col[place]] = auction->level;
    return 1;
}

/* The best two of the whole list, under prices that are up to date. */
static struct offer find_offer(struct auction *auction, int32_t i)
{
    const struct hot_arcs *hot = &auction->hot[i];
    for (;;) {
        struct offer offer = look_at_hot(auction, i);
        if (!(offer.second <= hot->bound)) {
            read_list(auction, i);
            offer = look_at_hot(auction, i);
        }
        int is_best_new = follow_level(auction, hot, offer.best_place);
        int is_second_new = follow_level(auction, hot, offer.second_place);
        if (!is_best_new && !is_second_new)
            return offer;
    }
}

static int is_hopeless(const struct auction *auction, int32_t i, double best)
{
    return !(best < INFINITY) ||
           (auction->bidder[i].tries >= GIVE_UP && best > auction->give_up[i]);
}

/* One bid with all of the row's excess; 0: it gives up. */
static int bid_row(struct auction *auction, int32_t i)
{
    const struct hot_arcs *hot = &auction->hot[i];
    struct bidder *bidder = &auction->bidder[i];
    struct offer offer = find_offer(auction, i);
    if (is_hopeless(auction, i, offer.best))
        return 0;
    int is_slack = offer.best_place < 0;
    int32_t j = is_slack ? auction->m : hot->col[offer.best_place];
    int32_t place = is_slack ? 0 : hot->place[offer.best_place];
    double cost = is_slack ? 0 : hot->cost[offer.best_place];
    double second = offer.second < INFINITY ? offer.second : offer.best + GIVE_UP * auction->eps;
    struct portion portion = {cost - (second + auction->eps), i, place, bidder->excess};
    bidder->excess = 0;
    bidder->tries++;
    auction->bids++;
    auction_hold(auction, j, portion);
    shed(auction, j);
    return 1;
}

/* ---- Bids of the dummy row ---------------------------------------------- */

static int is_full_of_dummy(const struct auction *auction, int32_t j)
{
    const struct auction_column *column = auction_column(auction, j);
    return column->left == 0 &&
           (column->held == 0 ||
            (column->held == 1 && auction_portion(auction, j, 1)->row == auction->n));
}

/* The column with the highest price of those that are not full of the dummy row's mass. There is
 * one while it has excess, since it has less mass than all columns have room. */
static int32_t highest_open(struct auction *auction)
{
    struct heap *open = &auction->open;
    while (open->count > 0) {
        int32_t j = open->item[0];
        if (is_full_of_dummy(auction, j))
            heap_remove(open, j);
        else if (open->key[j] != -auction->price[j])
            heap_set(open, j, -auction->price[j]);
        else
            return j;
    }
    return -1;
}

/* One bid of the dummy row; 0: no column is open. All other columns have at most the price of the
 * best, or follow it, so that price less eps is the limit of all of its portions. */
static int bid_dummy(struct auction *auction)
{
    int32_t best = highest_open(auction);
    if (best < 0)
        return 0;
    struct bidder *dummy = &auction->bidder[auction->n];
    auction->level = auction->price[best];
    struct portion portion = {auction->level - auction->eps, auction->n, 0, dummy->excess};
    dummy->excess = 0;
    auction->bids++;
    auction->dummy_bids++;
    auction_hold(auction, best, portion);
    shed(auction, best);
    return 1;
}

/* ---- A phase ------------------------------------------------------------ */

/* Columns that follow the dummy row take its level, which then is the highest price of all. */
static void renew_level(struct auction *auction)
{
    auction->level = -INFINITY;
    heap_clear(&auction->open, auction->m);
    for (int32_t j = 0; j < auction->m; j++)
        if (!is_full_of_dummy(auction, j))
            auction->level = fmax(auction->level, auction->price[j]);
    if (auction->level == -INFINITY) /* all columns are full of its mass, and stay so */
        auction->level = INFINITY;
    for (int32_t j = 0; j < auction->m; j++) {
        if (auction->room[j] == 0)
            continue;
        auction->price[j] = fmin(auction->price[j], auction->level);
        heap_set(&auction->open, j, -auction->price[j]);
    }
}

static void renew_row(struct auction *auction, int32_t i)
{
    struct bidder *bidder = &auction->bidder[i];
    bidder->holds = 0;
    bidder->tries = bidder->holds_slack = bidder->is_queued = 0;
    if (i == auction->n || auction->supply[i] == 0)
        return;
    read_list(auction, i);
    auction->give_up[i] = look_at_hot(auction, i).best + GIVE_UP * auction->eps;
}

/* The best w = c - price among the other arcs of the portion's row. */
static double best_other(const struct auction *auction, int32_t j, const struct portion *portion)
{
    if (portion->row == auction->n)
        return -auction->level;
    struct offer offer = look_at_hot(auction, portion->row);
    int is_best = offer.best_place < 0 ? j == auction->m
                                       : auction->hot[portion->row].col[offer.best_place] == j;
    return is_best ? offer.second : offer.best;
}

/* Keeps the portions of a column that are eps-optimal; what the others have is excess again. */
static void renew_column(struct auction *auction, int32_t j)
{
    struct auction_column *column = auction_column(auction, j);
    int32_t count = column->held;
    column->left = auction->room[j];
    column->held = 0;
    for (int32_t k = 1; k <= count; k++) {
        struct portion portion = *auction_portion(auction, j, k);
        portion.limit = auction_arc_cost(auction, j, portion) -
                        (best_other(auction, j, &portion) + auction->eps);
        if (portion.mass > 0 && auction->price[j] >= portion.limit)
            auction_hold(auction, j, portion);
        else
            auction->bidder[portion.row].excess += portion.mass;
    }
}

static void renew_all(struct auction *auction)
{
    auction->level = INFINITY;
    if (auction->supply[auction->n] > 0)
        renew_level(auction);
    for (int32_t i = 0; i <= auction->n; i++)
        renew_row(auction, i);
    for (int32_t j = 0; j <= auction->m; j++)
        renew_column(auction, j);
    auction->queue_first = auction->queue_count = 0;
    for (int32_t i = 0; i <= auction->n; i++)
        if (auction->bidder[i].excess > 0)
            enqueue(auction, i);
}

static int32_t dequeue(struct auction *auction)
{
    int32_t i = auction->queue[auction->queue_first];
    auction->queue_first = auction->queue_first == auction->n ? 0 : auction->queue_first + 1;
    auction->queue_count--;
    auction->bidder[i].is_queued = 0;
    return i;
}

parot_status auction_bid(struct auction *auction, struct control *control)
{
    int64_t next_poll = auction->bids;
    renew_all(auction);
    while (auction->queue_count > 0) {
        if (auction->bids >= next_poll) {
            next_poll = auction->bids + POLL_BIDS;
            TRY(control_poll_part(control, "auction", auction->bids, auction->most_bids));
            if (auction->bids >= auction->most_bids)
                return PAROT_ITERATION_LIMIT;
        }
        int32_t i = dequeue(auction);
        int goes_on = 1;
        while (goes_on && auction->bidder[i].excess > 0 && auction->bids < next_poll)
            goes_on = i == auction->n ? bid_dummy(auction) : bid_row(auction, i);
        if (goes_on && auction->bidder[i].excess > 0) /* after a look at the clock */
            enqueue(auction, i);
    }
    return PAROT_OK;
}
