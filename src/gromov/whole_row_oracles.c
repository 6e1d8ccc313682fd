/* whole_row_oracles.c - the rows that move most in the oracle's plan are kept whole, and the
 * problem is solved again with only their weights. */
#include "gromov/whole_row_oracles.h"

#include <math.h>

#include "base/argsort.h"
#include "gromov/sparse.h"

/* Relative, of masses that were computed in doubles. */
static const double WHOLE = 1e-9;

parot_status whole_rows_check(struct weights p, double mass, parot_error *err)
{
    double weight = 0;
    for (int64_t i = 0; i < p.count; i++)
        weight = fmax(weight, weight_at(p, i));
    for (int64_t i = 0; i < p.count; i++) {
        double other = weight_at(p, i);
        if (other > 0 && !(weight - other <= WHOLE * weight))
            return fail(err, PAROT_EINVAL,
                        "options.whole_rows: rows need equal weights (or 0), got %g and %g", weight,
                        other);
    }
    double rows = mass / weight;
    if (!(fabs(rows - nearbyint(rows)) <= WHOLE * rows))
        return fail(err, PAROT_EINVAL,
                    "options.whole_rows: mass %g is %g rows of weight %g; it must be a whole "
                    "number of them",
                    mass, rows, weight);
    return PAROT_OK;
}

struct choice {
    double *weight;                /* of the rows that are kept; 0 for the others */
    struct keyed *sorted, *buffer; /* rows by what they move, the most first */
};

static void layout(struct choice *choice, int64_t n, struct arena *arena)
{
    choice->weight = arena_take(arena, n, sizeof *choice->weight);
    choice->sorted = arena_take(arena, n, sizeof *choice->sorted);
    choice->buffer = arena_take(arena, n, sizeof *choice->buffer);
}

/* What each row moves, negated; returns whether any moves in part. */
static int find_shares(const struct oracle *oracle, struct choice *choice)
{
    const parot_plan *vertex = &oracle->vertex;
    struct weights p = oracle->solver->p;
    int is_split = 0;
    for (int64_t i = 0; i < p.count; i++)
        choice->sorted[i] = (struct keyed){0, i};
    for (int64_t e = 0; e < vertex->count; e++)
        choice->sorted[vertex->row[e]].key -= vertex->mass[e];
    for (int64_t i = 0; i < p.count; i++) {
        double share = -choice->sorted[i].key;
        is_split |= share > 0 && !parot_is_all(share, weight_at(p, i));
    }
    return is_split;
}

static void keep_largest(const struct oracle *oracle, struct choice *choice, double mass)
{
    struct weights p = oracle->solver->p;
    argsort(choice->sorted, p.count, choice->buffer, NULL);
    double left = mass * (1 - WHOLE);
    for (int64_t k = 0; k < p.count && left > 0; k++) {
        int64_t i = choice->sorted[k].index;
        choice->weight[i] = weight_at(p, i);
        left -= choice->weight[i];
    }
}

/* What a problem is solved again with. */
struct again {
    struct arena arena;
    parot_run run;
    parot_result result;
};

/* Works: what it acquires is in *again. */
static parot_status solve_again(struct oracle *oracle, parot_matrix cost, struct control *control,
                                struct again *again, parot_error *err)
{
    struct choice choice = {0};
    struct arena *arena = &again->arena;
    parot_result *result = &again->result;
    double mass = oracle->solver->simplex.units.request;
    layout(&choice, cost.rows, arena);
    TRY(arena_open(arena, control, err));
    layout(&choice, cost.rows, arena);
    if (!find_shares(oracle, &choice) && oracle->vertex.count > 0)
        return PAROT_OK;
    keep_largest(oracle, &choice, mass);
    parot_problem kept = {cost, choice.weight, oracle->solver->q.values, mass};
    parot_status status = parot_partial(&kept, &again->run, result, err);
    if (status < 0)
        return status;
    control->allocations += result->info.allocations;
    oracle->pivots += result->info.pivots;
    sparse_copy(&oracle->vertex, &result->plan);
    return status_of_step(status);
}

/* Owns. */
static parot_status keep_whole_rows(struct oracle *oracle, parot_matrix cost,
                                    struct control *control, parot_run run, parot_error *err)
{
    struct again again = {.run = run};
    parot_status status = solve_again(oracle, cost, control, &again, err);
    parot_result_free(&again.result);
    block_free(again.arena.block);
    return status;
}

parot_status whole_rows_make(struct oracle *oracle, parot_matrix cost, struct control *control,
                             void *user, parot_error *err)
{
    (void)user;
    return keep_whole_rows(oracle, cost, control, control_rest(control), err);
}

parot_status whole_rows_hurry(struct oracle *oracle, parot_matrix cost, struct control *control,
                              parot_error *err)
{
    parot_run run = control->run;
    run.time_limit = 1e-9;
    run.progress = NULL;
    parot_status status = keep_whole_rows(oracle, cost, control, run, err);
    return status < 0 ? status : PAROT_OK;
}
