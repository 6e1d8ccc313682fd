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

#include <string.h>

/* Bids between two looks at the clock: about a thousandth of a second. */
enum { POLL_BIDS = 1 << 13 };

/* A row gives up after so many bids in a phase, if it would have to pay as many eps more than at
 * its beginning. Measured where all can be placed: up to 100. Where lists hold no plan, prices fall
 * until some rows give up, which takes the more bids the later they do. */
enum { GIVE_UP = 400 };

/* ---- Portions of a column: a heap by limit ------------------------------ */

static void sift_up(struct portion *heap, int32_t at, struct portion portion)
{
    for (; at > 0 && heap[(at - 1) / 2].limit < portion.limit; at = (at - 1) / 2)
        heap[at] = heap[(at - 1) / 2];
    heap[at] = portion;
}

static void sift_down(struct portion *heap, int32_t count, int32_t at, struct portion portion)
{
    for (int32_t child = 2 * at + 1; child < count; child = 2 * at + 1) {
        child += child + 1 < count && heap[child + 1].limit > heap[child].limit;
        if (heap[child].limit <= portion.limit)
            break;
        heap[at] = heap[child];
        at = child;
    }
    heap[at] = portion;
}

/* A row that has mass in the column already, and sends more, wants the lower limit for all of it.
 */
static void hold(struct auction *auction, int32_t j, struct portion portion, unit_count mass)
{
    struct portion *heap = auction->portion + auction->slot[j];
    if (auction->flow[portion.arc] == 0) {
        sift_up(heap, auction->held[j]++, portion);
    } else {
        int32_t at = 0;
        while (heap[at].arc != portion.arc)
            at++;
        if (portion.limit < heap[at].limit)
            sift_down(heap, auction->held[j], at, portion);
    }
    auction->flow[portion.arc] += mass;
    auction->used[j] += mass;
}

static void drop_top(struct auction *auction, int32_t j)
{
    struct portion *heap = auction->portion + auction->slot[j];
    int32_t count = --auction->held[j];
    if (count > 0)
        sift_down(heap, count, 0, heap[count]);
}

static void enqueue(struct auction *auction, int32_t i)
{
    if (auction->is_queued[i])
        return;
    int32_t at = auction->queue_first + auction->queue_count++;
    auction->queue[at > auction->n ? at - auction->n - 1 : at] = i;
    auction->is_queued[i] = 1;
}

/* The portion that leaves first. All of the dummy row's have the limit level - eps at most. */
static struct portion top_portion(struct auction *auction, int32_t j)
{
    struct portion *heap = auction->portion + auction->slot[j];
    while (heap[0].row == auction->n && auction->level - auction->eps < heap[0].limit) {
        struct portion lower = {auction->level - auction->eps, heap[0].row, heap[0].arc};
        sift_down(heap, auction->held[j], 0, lower);
    }
    return heap[0];
}

/* Sends back what is above the room of the column. */
static void shed(struct auction *auction, int32_t j)
{
    while (auction->used[j] > auction->room[j]) {
        struct portion top = top_portion(auction, j);
        unit_count over = auction->used[j] - auction->room[j], held = auction->flow[top.arc];
        unit_count back = over < held ? over : held;
        auction->price[j] = top.limit < auction->price[j] ? top.limit : auction->price[j];
        auction->used[j] -= back;
        auction->flow[top.arc] -= back;
        auction->excess[top.row] += back;
        if (back == held)
            drop_top(auction, j);
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
    int32_t place[AUCTION_HOT + 1], begin = auction->first[i], end = auction->first[i + 1];
    for (int k = 0; k <= AUCTION_HOT; k++)
        w[k] = INFINITY;
    for (int32_t a = begin; a < end; a++) {
        double x = auction->cost[a] - auction->price[auction->col[a]];
        if (!(x < w[AUCTION_HOT]))
            continue;
        int k = AUCTION_HOT;
        for (; k > 0 && x < w[k - 1]; k--) {
            w[k] = w[k - 1];
            place[k] = place[k - 1];
        }
        w[k] = x;
        place[k] = a - begin;
    }
    hot->bound = w[AUCTION_HOT];
    for (int k = 0; k < AUCTION_HOT; k++) {
        int is_there = w[k] < INFINITY;
        hot->cost[k] = is_there ? auction->cost[begin + place[k]] : INFINITY;
        hot->col[k] = is_there ? auction->col[begin + place[k]] : 0;
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
        if (!follow_level(auction, hot, offer.best_place) &
            !follow_level(auction, hot, offer.second_place))
            return offer;
    }
}

static int is_hopeless(const struct auction *auction, int32_t i, double best)
{
    return !(best < INFINITY) || (auction->tries[i] >= GIVE_UP && best > auction->give_up[i]);
}

/* One bid with all of the row's excess; 0: it gives up. */
static int bid_row(struct auction *auction, int32_t i)
{
    const struct hot_arcs *hot = &auction->hot[i];
    struct offer offer = find_offer(auction, i);
    if (is_hopeless(auction, i, offer.best))
        return 0;
    int is_slack = offer.best_place < 0;
    int32_t j = is_slack ? auction->m : hot->col[offer.best_place];
    int32_t arc = is_slack ? auction_dummy_col_arc(auction, i)
                           : auction->first[i] + hot->place[offer.best_place];
    double cost = is_slack ? 0 : hot->cost[offer.best_place];
    double second = offer.second < INFINITY ? offer.second : offer.best + GIVE_UP * auction->eps;
    unit_count mass = auction->excess[i];
    auction->excess[i] = 0;
    auction->tries[i]++;
    auction->bids++;
    hold(auction, j, (struct portion){cost - (second + auction->eps), i, arc}, mass);
    shed(auction, j);
    return 1;
}

/* ---- Bids of the dummy row ---------------------------------------------- */

/* The column with the highest price of those that are not full of the dummy row's mass. There is
 * one while it has excess, since it has less mass than all columns have room. */
static int32_t highest_open(struct auction *auction)
{
    struct parametric_heap *open = &auction->open;
    while (open->count > 0) {
        int32_t j = open->item[0];
        if (auction->flow[auction_dummy_row_arc(auction, j)] == auction->room[j])
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
    int32_t arc = auction_dummy_row_arc(auction, best);
    unit_count mass = auction->excess[auction->n];
    auction->level = auction->price[best];
    auction->excess[auction->n] = 0;
    auction->bids++;
    auction->dummy_bids++;
    hold(auction, best, (struct portion){auction->level - auction->eps, auction->n, arc}, mass);
    shed(auction, best);
    return 1;
}

/* ---- A phase ------------------------------------------------------------ */

/* Keeps the portion of an arc if it is eps-optimal against `other`, the best w of the row's other
 * arcs; else its mass is excess again. */
static void renew(struct auction *auction, int32_t j, double cost, double other,
                  struct portion portion)
{
    unit_count mass = auction->flow[portion.arc];
    if (mass == 0)
        return;
    portion.limit = cost - (other + auction->eps);
    auction->flow[portion.arc] = 0;
    if (auction->price[j] >= portion.limit)
        hold(auction, j, portion, mass);
    else
        auction->excess[portion.row] += mass;
}

static void renew_row(struct auction *auction, int32_t i)
{
    read_list(auction, i);
    struct offer offer = find_offer(auction, i);
    auction->give_up[i] = offer.best + GIVE_UP * auction->eps;
    auction->tries[i] = 0;
    int32_t begin = auction->first[i];
    int32_t best = offer.best_place < 0 ? auction_dummy_col_arc(auction, i)
                                        : begin + auction->hot[i].place[offer.best_place];
    for (int32_t a = begin; a < auction->first[i + 1]; a++)
        renew(auction, auction->col[a], auction->cost[a], a == best ? offer.second : offer.best,
              (struct portion){0, i, a});
    int32_t slack = auction_dummy_col_arc(auction, i);
    renew(auction, auction->m, 0, slack == best ? offer.second : offer.best,
          (struct portion){0, i, slack});
    if (auction->excess[i] > 0)
        enqueue(auction, i);
}

/* Columns that follow the dummy row take its level, which then is the highest price of all. */
static void renew_level(struct auction *auction)
{
    auction->level = -INFINITY;
    heap_clear(&auction->open, auction->m);
    for (int32_t j = 0; j < auction->m; j++)
        if (auction->flow[auction_dummy_row_arc(auction, j)] < auction->room[j])
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

static void renew_dummy(struct auction *auction)
{
    for (int32_t j = 0; j < auction->m; j++)
        renew(auction, j, 0, -auction->level,
              (struct portion){0, auction->n, auction_dummy_row_arc(auction, j)});
    if (auction->excess[auction->n] > 0)
        enqueue(auction, auction->n);
}

static void renew_all(struct auction *auction)
{
    int has_dummy = auction->supply[auction->n] > 0;
    for (int32_t j = 0; j <= auction->m; j++) {
        auction->held[j] = 0;
        auction->used[j] = 0;
    }
    auction->queue_first = auction->queue_count = 0;
    memset(auction->is_queued, 0, (size_t)auction->n + 1);
    auction->level = INFINITY;
    if (has_dummy)
        renew_level(auction);
    for (int32_t i = 0; i < auction->n; i++)
        if (auction->supply[i] > 0)
            renew_row(auction, i);
    if (has_dummy)
        renew_dummy(auction);
}

static int32_t dequeue(struct auction *auction)
{
    int32_t i = auction->queue[auction->queue_first];
    auction->queue_first = auction->queue_first == auction->n ? 0 : auction->queue_first + 1;
    auction->queue_count--;
    auction->is_queued[i] = 0;
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
        while (auction->excess[i] > 0 &&
               (i == auction->n ? bid_dummy(auction) : bid_row(auction, i)))
            ;
    }
    return PAROT_OK;
}
