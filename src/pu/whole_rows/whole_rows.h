/* whole_rows.h - plans in which every row moves all of its weight or nothing (paper, equation 6).
 *
 * The cheapest plan is a bound. If it splits no row it is the answer. Otherwise finding the best
 * plan is NP-hard, and we look for a good one:
 *
 *   1. the k rows of largest share, moved at the least cost;
 *   2. exchanges of one row for another that the prices recommend;
 *   3. cuts, which raise the bound (cuts.h), and the rows that their mean plan moves
 * (cut_prices.h);
 *   4. branch and bound, a bounded number of nodes: a split row is forced to move, or to stay.
 */
#ifndef PAROT_PU_WHOLE_ROWS_H
#define PAROT_PU_WHOLE_ROWS_H

#include "pu/methods/wasserstein.h"

/* Replaces plan, objective and bound of found->transport, and found->share; the duals stay those
 * of the problem in which rows may split. PAROT_PU_WHOLE_ROWS_CONCAVE stops after the first step.
 */
parot_status make_rows_whole(struct transport *transport, parot_pu_whole_rows whole_rows,
                             struct control *control, struct pu_result *found, parot_error *err);

#endif
