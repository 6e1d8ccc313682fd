/* approach.c - whole steps along gradients by factors, as long as they lower the true objective.
 *
 * Early vertices differ in most of their lines, so that each exact gradient is a full product of
 * matrices; yet none of its digits but the first few matters there. Here S comes from a gradient by
 * thin factors (factors.h), and is taken if F(S), which is a sparse sum and exact, is lower than
 * F(T). Where it is not, G is computed exactly once, and frank_wolfe.c goes on: what is stationary
 * is decided by exact gradients alone.
 */
#include "gromov/approach.h"

#include <math.h>

#include "gromov/place.h"

/* Of the value: below, the next step is as likely a wrong one, and exact changes are cheap. */
static const double LEAST_FALL = 1e-3;

/* After an approach has ended a step that changes most lines, to a value so much lower, begins
 * another. */
static const double FAR_SHARE = 0.5, FAR_FALL = 0.7;

/* <G,T>; of a vertex by its entries, as G may be rough. */
static double inner_here(const struct frank_wolfe *descent)
{
    if (descent->place == AT_VERTEX)
        return sparse_inner(frank_wolfe_gradient(descent), &descent->vertex);
    return descent->problem->linear * descent->cost + descent->form;
}

static void note_iteration(struct frank_wolfe *descent)
{
    double there = sparse_inner(frank_wolfe_gradient(descent), &descent->oracle.vertex);
    descent->gap = fmax(0, 2 * (inner_here(descent) - there));
    frank_wolfe_note(descent);
}

/* How many lines of S are others than those of T, as a share of them. */
static double share_of_change(struct frank_wolfe *descent)
{
    const parot_plan *vertex = &descent->oracle.vertex;
    if (descent->place != AT_VERTEX)
        return 1;
    sparse_subtract(&descent->change, vertex, &descent->vertex);
    return (double)lines_count(&descent->lines, &descent->change) /
           (double)lines_count(&descent->lines, vertex);
}

/* T <- S if that is lower by more than rounding, and G by factors; otherwise 0. */
static int take_step(struct frank_wolfe *descent)
{
    const struct gromov *problem = descent->problem;
    const parot_plan *vertex = &descent->oracle.vertex;
    double share = share_of_change(descent), before = frank_wolfe_value(descent);
    lines_set(&descent->lines, vertex);
    double form =
        problem->alpha * tensor_form(&problem->tensor, &descent->lines, &descent->bench, NULL);
    double cost = frank_wolfe_cost(descent, vertex);
    double after = 2 * problem->linear * cost + form;
    if (!(after < before - LEAST_FALL * fabs(before)))
        return 0;
    frank_wolfe_move(descent, 1);
    descent->cost = cost;
    descent->form = form;
    descent->magnitude = frank_wolfe_magnitude(descent);
    descent->steps++;
    descent->oracle.change = share;
    frank_wolfe_rough_gradient(descent);
    return 1;
}

/* S for the G at hand. */
static parot_status find_vertex(struct frank_wolfe *descent, parot_error *err)
{
    struct control *control = &descent->shared.control;
    descent->status = oracle_solve(&descent->oracle, frank_wolfe_gradient(descent), control, err);
    if (descent->status == PAROT_OK)
        descent->status = control_poll(control, "frank-wolfe", descent->steps, 0, NAN);
    return descent->status < 0 ? descent->status : PAROT_OK;
}

parot_status frank_wolfe_approach(struct frank_wolfe *descent, parot_error *err)
{
    if (!descent->problem->factors || descent->oracle.whole_rows.make)
        return PAROT_OK;
    while (descent->has_gradient) {
        TRY(find_vertex(descent, err));
        if (descent->status != PAROT_OK || descent->steps >= descent->problem->max_iterations)
            break;
        note_iteration(descent);
        if (!take_step(descent))
            break;
    }
    descent->approached = frank_wolfe_value(descent);
    if (!descent->is_rough)
        return PAROT_OK;
    if (descent->status == PAROT_OK)
        return frank_wolfe_refresh(descent, err);
    descent->has_gradient = 0;
    return PAROT_OK;
}

int frank_wolfe_may_approach(const struct frank_wolfe *descent, double share, double value)
{
    return descent->problem->factors && !descent->oracle.whole_rows.make && share >= FAR_SHARE &&
           value < FAR_FALL * descent->approached;
}

parot_status frank_wolfe_approach_again(struct frank_wolfe *descent, parot_error *err)
{
    return take_step(descent) ? frank_wolfe_approach(descent, err) : PAROT_OK;
}
