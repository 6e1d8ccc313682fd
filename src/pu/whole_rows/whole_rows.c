/* whole_rows.c - the four steps of the header in order, each of which may end the search by
 * closing the gap between the best plan and the bound. */
#include "pu/whole_rows/whole_rows.h"

#include <math.h>
#include <string.h>

#include "pu/methods/rank.h"
#include "pu/whole_rows/cut_prices.h"

/* A share this near 0 or 1 is not a split row but the rounding of a sum. Rows are whole numbers
 * (wasserstein.h), and where they are not, shares keep farther away than this. */
static const double WHOLE = 1e-13;

/* Plans this near the bound, relatively, need no more search: costs are compared to about 2^-45. */
static const double CLOSE = 1e-12;

/* Problems solved in steps 2 to 4; each takes about as long as the first solve, but those of step
 * 3, which begin near their end. On large problems step 4 hardly ever ends, and more nodes change
 * little: there the pairs of rows and positives in all its problems are bounded. Beyond MOST_PAIRS
 * steps 3 and 4, which need three more matrices, are left out; and where there is no matrix at all
 * step 2 as well: of so many rows a few exchanges change hardly anything. */
enum { EXCHANGES = 8, ROUNDS = 200, SHARES_EVERY = 8, LEAST_NODES = 4, SOME_NODES = 64 };
enum { MOST_NODES = 2048 };
static const double PAIRS = 4e6, MOST_PAIRS = 4e6;

/* Small problems may have more than SOME_NODES, as long as their pairs are so few. */
static const double FEW_PAIRS = 4e5;

/* One decision of the search; the chain of parents is the whole subproblem. */
struct node {
    int32_t parent; /* -1: none */
    int32_t row;    /* -1: no decision, the root */
    int is_in;      /* the row must move, or must stay */
    int is_leaf;    /* has no children: its bound counts */
    double bound;   /* no plan of the subproblem costs less */
    int32_t split;  /* the row to decide next; -1: the subproblem is solved */
};

struct search {
    struct transport *transport;
    struct control *control;
    parot_error *err;
    double *p;                    /* n: weights of a subproblem */
    double *cost;                 /* n x m: costs of a subproblem */
    struct cut_prices cut_prices; /* what the subproblems' costs come from */
    int has_cut_prices;
    double *share, *value; /* n */
    char *is_chosen;       /* n: the rows of the best plan so far */
    char *is_tried;        /* n: the rows of a trial */
    char *decision;        /* n: those of a node, enum decision */
    struct ranked *ranked;
    parot_result best;  /* its plan */
    parot_result trial; /* the last solve */
    struct node *nodes;
    int most, count;
    double scale; /* of the costs: their largest magnitude */
    void *memory;
};

static void layout(struct search *search, struct arena *arena)
{
    int64_t n = search->transport->n, m = search->transport->m;
    search->p = arena_take(arena, n, sizeof *search->p);
    search->share = arena_take(arena, n, sizeof *search->share);
    search->value = arena_take(arena, n, sizeof *search->value);
    search->is_chosen = arena_take(arena, n, 1);
    search->is_tried = arena_take(arena, n, 1);
    search->ranked = arena_take(arena, n, sizeof *search->ranked);
    if (search->has_cut_prices) {
        search->decision = arena_take(arena, n, 1);
        search->nodes = arena_take(arena, 2 * search->most + 1, sizeof *search->nodes);
        search->cost = arena_take(arena, n, (size_t)m * sizeof *search->cost);
        cut_prices_layout(&search->cut_prices, arena);
    }
}

/* Without a matrix: the largest price of a row, which costs in use do not exceed by much. */
static double largest_price(const struct pu_result *found, int64_t n)
{
    double largest = 0;
    for (int64_t i = 0; i < n; i++)
        largest = fmax(largest, fabs(found->value[i]));
    return largest;
}

static double largest_cost(const struct transport *transport, const double *cost)
{
    double largest = 0;
    for (int64_t e = 0; e < transport->n * transport->m; e++)
        largest = fmax(largest, fabs(cost[e]));
    return largest;
}

/* ---- Solving ------------------------------------------------------------ */

static parot_status solve(struct search *search, double *cost)
{
    struct transport transport = *search->transport;
    transport.cost = cost;
    parot_result_free(&search->trial);
    return status_of_step(
        transport_solve(&transport, search->p, search->control, &search->trial, search->err));
}

/* The cheapest plan that moves exactly the rows in is_tried; kept if it is the best so far. */
static parot_status try_rows(struct search *search)
{
    int64_t n = search->transport->n;
    for (int64_t i = 0; i < n; i++)
        search->p[i] = search->is_tried[i] ? search->transport->p[i] : 0;
    TRY(solve(search, search->transport->cost));
    if (search->best.owner && !(search->trial.objective < search->best.objective))
        return PAROT_OK;
    parot_result_free(&search->best);
    search->best = search->trial;
    search->trial = (parot_result){0};
    memcpy(search->is_chosen, search->is_tried, (size_t)n);
    return PAROT_OK;
}

/* ---- 1. The largest shares ---------------------------------------------- */

/* is_tried = the k rows of largest share, then largest value */
static void choose_largest(struct search *search, const double *share, const double *value)
{
    int64_t n = search->transport->n;
    rank_rows(n, share, value, search->ranked);
    for (int64_t r = 0; r < n; r++)
        search->is_tried[search->ranked[r].row] = r < search->transport->k;
}

/* The row that is split most evenly, or -1. */
static int32_t find_split(const double *share, int64_t n)
{
    int32_t found = -1;
    double nearest = 0.5 - WHOLE;
    for (int32_t i = 0; i < n; i++)
        if (fabs(share[i] - 0.5) < nearest) {
            nearest = fabs(share[i] - 0.5);
            found = i;
        }
    return found;
}

/* ---- 2. Exchanges ------------------------------------------------------- */

static int is_close(const struct search *search, double bound)
{
    return search->best.objective - bound <= CLOSE * fabs(search->best.objective);
}

/* By the duals of the best plan, exchanging row i for row j changes its cost by at least
 * (value_i - value_j)/n: the dearest row inside and the cheapest outside promise most. */
static int find_exchange(const struct search *search, int32_t *leaves, int32_t *enters)
{
    *leaves = *enters = -1;
    for (int32_t i = 0; i < search->transport->n; i++) {
        int32_t *pick = search->is_chosen[i] ? leaves : enters;
        if (*pick < 0 || (search->is_chosen[i] ? search->value[i] < search->value[*pick]
                                               : search->value[i] > search->value[*pick]))
            *pick = i;
    }
    return *leaves >= 0 && *enters >= 0 &&
           search->value[*enters] - search->value[*leaves] > CLOSE * search->scale;
}

static parot_status price_rows(struct search *search)
{
    return transport_values(search->transport, search->best.dual.v, search->control, search->value,
                            search->err);
}

static parot_status exchange(struct search *search, double bound)
{
    int64_t n = search->transport->n;
    TRY(price_rows(search));
    for (int tried = 0; tried < EXCHANGES && !is_close(search, bound); tried++) {
        int32_t leaves = -1, enters = -1;
        double before = search->best.objective;
        if (!find_exchange(search, &leaves, &enters))
            return PAROT_OK;
        memcpy(search->is_tried, search->is_chosen, (size_t)n);
        search->is_tried[leaves] = 0;
        search->is_tried[enters] = 1;
        TRY(try_rows(search));
        if (search->best.objective < before)
            TRY(price_rows(search));
        else /* not again: at any price */
            search->value[enters] = -INFINITY;
    }
    return PAROT_OK;
}

/* ---- 3. Cuts ------------------------------------------------------------ */

/* Raises *bound; the shares of the mean plan tell which rows to move. */
static parot_status cut(struct search *search, const struct pu_result *found, double *bound)
{
    struct cut_prices *cut_prices = &search->cut_prices;
    cut_prices_start(cut_prices, &found->transport.plan, *bound);
    for (int round = 1; round <= ROUNDS && !is_close(search, *bound); round++) {
        TRY(cut_prices_round(cut_prices, search->best.objective, search->control, search->err));
        *bound = cut_prices->bound;
        if (round % SHARES_EVERY != 0)
            continue;
        choose_largest(search, cut_prices->share, found->value);
        TRY(try_rows(search));
    }
    cut_prices_finish(cut_prices);
    return PAROT_OK;
}

/* ---- 4. Branch and bound ------------------------------------------------ */

/* decision: those on the way to the node. 0: too many rows must move, or too few may. */
static int list_decisions(struct search *search, int32_t node)
{
    int64_t moving = 0, staying = 0;
    memset(search->decision, ROW_IS_FREE, (size_t)search->transport->n);
    for (; search->nodes[node].row >= 0; node = search->nodes[node].parent) {
        int is_in = search->nodes[node].is_in;
        search->decision[search->nodes[node].row] = is_in ? ROW_MOVES : ROW_STAYS;
        *(is_in ? &moving : &staying) += 1;
    }
    return moving <= search->transport->k && search->transport->n - staying >= search->transport->k;
}

/* Rows that must stay have no weight. Rows that must move are cheaper by 4 times the largest cost,
 * so that replacing any other by them pays. */
static void state_subproblem(struct search *search, const double *cost)
{
    const struct transport *transport = search->transport;
    int64_t n = transport->n, m = transport->m;
    double reward = 4 * largest_cost(transport, cost);
    memcpy(search->cost, cost, (size_t)(n * m) * sizeof *cost);
    for (int64_t i = 0; i < n; i++) {
        search->p[i] = search->decision[i] == ROW_STAYS ? 0 : transport->p[i];
        for (int64_t j = 0; search->decision[i] == ROW_MOVES && j < m; j++)
            search->cost[i * m + j] -= reward;
    }
}

/* Solves the node's subproblem with split rows under some costs: its bound, the row that it splits
 * most evenly, and a plan from its shares. */
static parot_status relax(struct search *search, struct node *node, const struct priced *priced)
{
    const struct transport *transport = search->transport;
    state_subproblem(search, priced->cost);
    TRY(solve(search, search->cost));
    const double *v = search->trial.dual.v;
    node->bound =
        fmax(node->bound, bound_of_prices(transport, priced, v, search->decision, search->value));
    transport_shares(&search->trial.plan, transport->row, search->share);
    TRY(transport_values(transport, v, search->control, search->value, search->err));
    node->split = find_split(search->share, transport->n);
    choose_largest(search, search->share, search->value);
    return try_rows(search);
}

/* A plan that is cheapest under the costs with cuts and splits no row need not be the cheapest
 * under the costs themselves: the cuts that it does not fill have a price too. So the node is not
 * solved by it; it is when the plan under the costs themselves splits no row. */
static parot_status explore(struct search *search, int32_t number)
{
    struct node *node = &search->nodes[number];
    struct priced with_cuts = cut_prices_now(&search->cut_prices);
    struct priced without = {.cost = search->transport->cost};
    if (!list_decisions(search, number))
        return PAROT_OK;
    node->bound = search->nodes[node->parent].bound;
    TRY(relax(search, node, &with_cuts));
    return node->split < 0 ? relax(search, node, &without) : PAROT_OK;
}

/* The least bound of all leaves, or of those that are worth a look: *next is that leaf, or -1. */
static double least_bound(const struct search *search, int32_t *next)
{
    double least = INFINITY;
    *next = -1;
    for (int32_t k = 0; k < search->count; k++) {
        const struct node *node = &search->nodes[k];
        if (!node->is_leaf)
            continue;
        least = fmin(least, node->bound);
        if (node->split >= 0 && !is_close(search, node->bound) &&
            (*next < 0 || node->bound < search->nodes[*next].bound))
            *next = k;
    }
    return least;
}

static int nodes_for(const struct transport *transport)
{
    double pairs = (double)transport->n * (double)transport->m;
    double nodes = fmax(fmin(SOME_NODES, PAIRS / pairs), fmin(MOST_NODES, FEW_PAIRS / pairs));
    return (int)fmax(LEAST_NODES, nodes);
}

/* Leaves *bound at what the leaves prove. */
static parot_status branch(struct search *search, const struct pu_result *found, double *bound)
{
    int32_t next = 0;
    if (!isfinite(8 * largest_cost(search->transport, search->cut_prices.priced)))
        return PAROT_OK; /* no room for rewards */
    search->nodes[0] =
        (struct node){-1, -1, 0, 1, *bound, find_split(found->share, search->transport->n)};
    search->count = 1;
    for (int done = 0; done < search->most && next >= 0; done++) {
        search->nodes[next].is_leaf = 0;
        for (int is_in = 0; is_in < 2; is_in++) {
            search->nodes[search->count] =
                (struct node){next, search->nodes[next].split, is_in, 1, INFINITY, -1};
            TRY(explore(search, search->count++));
        }
        *bound = fmax(*bound, fmin(least_bound(search, &next), search->best.objective));
    }
    return PAROT_OK;
}

/* ---- All together ------------------------------------------------------- */

/* Stopping early is not a failure: the best plan so far is kept. */
static parot_status look(struct search *search, parot_pu_whole_rows whole_rows,
                         struct pu_result *found, double *bound)
{
    choose_largest(search, found->share, found->value);
    TRY(try_rows(search));
    if (whole_rows == PAROT_PU_WHOLE_ROWS_CONCAVE || !search->transport->cost)
        return PAROT_OK;
    TRY(exchange(search, *bound));
    if (search->has_cut_prices && !is_close(search, *bound))
        TRY(cut(search, found, bound));
    return search->has_cut_prices && !is_close(search, *bound) ? branch(search, found, bound)
                                                               : PAROT_OK;
}

/* The best plan with the duals, and the bound, of the relaxed problem. */
static void adopt(struct search *search, double bound, struct pu_result *found)
{
    parot_result *from = &search->best, *to = &found->transport;
    memcpy(from->dual.u, to->dual.u, (size_t)search->transport->n * sizeof *from->dual.u);
    memcpy(from->dual.v, to->dual.v, (size_t)search->transport->m * sizeof *from->dual.v);
    from->dual.lambda = to->dual.lambda;
    from->bound = fmin(bound, from->objective);
    from->info = to->info;
    parot_result_free(to);
    *to = *from;
    *from = (parot_result){0};
    for (int64_t i = 0; i < search->transport->n; i++)
        found->share[i] = search->is_chosen[i];
}

/* By the prices of the relaxed problem and by none: without prices nothing cancels, and a cost of 0
 * is proved as 0. */
static parot_status find_bound(struct search *search, const struct pu_result *found, double *bound)
{
    struct transport *transport = search->transport;
    const struct priced plain = {.cost = transport->cost};
    const double *v = found->transport.dual.v;
    if (transport->cost) {
        *bound = fmax(bound_of_prices(transport, &plain, v, NULL, search->value),
                      bound_of_prices(transport, &plain, NULL, NULL, search->value));
        return PAROT_OK;
    }
    double by_prices = -INFINITY, by_costs = -INFINITY;
    TRY(bound_of_points(transport, v, search->control, search->value, &by_prices, search->err));
    TRY(bound_of_points(transport, NULL, search->control, search->value, &by_costs, search->err));
    *bound = fmax(by_prices, by_costs);
    return PAROT_OK;
}

static parot_status run_search(struct search *search, parot_pu_whole_rows whole_rows,
                               struct pu_result *found)
{
    struct arena arena = {0};
    layout(search, &arena);
    TRY(arena_open(&arena, search->control, search->err));
    search->memory = arena.block;
    layout(search, &arena);
    search->scale = search->transport->cost
                        ? largest_cost(search->transport, search->transport->cost)
                        : largest_price(found, search->transport->n);
    double bound = -INFINITY;
    parot_status status = find_bound(search, found, &bound);
    if (status == PAROT_OK)
        status = look(search, whole_rows, found, &bound);
    if (status == PAROT_ESTOPPED) /* before a step had an answer: what there is stays */
        status = control_is_time_up(search->control) ? PAROT_TIME_LIMIT : PAROT_CANCELLED;
    if (status < 0)
        return status;
    found->status = status;
    if (search->best.owner)
        adopt(search, bound, found);
    return PAROT_OK;
}

parot_status make_rows_whole(struct transport *transport, parot_pu_whole_rows whole_rows,
                             struct control *control, struct pu_result *found, parot_error *err)
{
    if (find_split(found->share, transport->n) < 0)
        return PAROT_OK;
    struct search search = {
        .transport = transport, .control = control, .err = err, .most = nodes_for(transport)};
    search.has_cut_prices = whole_rows == PAROT_PU_WHOLE_ROWS_EXACT && transport->cost &&
                            (double)transport->n * (double)transport->m <= MOST_PAIRS;
    search.cut_prices =
        (struct cut_prices){.transport = transport, .cuts = {.n = transport->n, .m = transport->m}};
    parot_status status = run_search(&search, whole_rows, found);
    parot_result_free(&search.best);
    parot_result_free(&search.trial);
    cut_prices_close(&search.cut_prices);
    block_free(search.memory);
    return status;
}
