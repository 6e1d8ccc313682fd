/* calls_gromov.c - Gromov-Wasserstein, pairs of clouds, pairs of rows, ranks. */
#include "register.h"

#define SPACES IN(parot_gromov_problem, problem, gromov)
#define CLOUDS IN(parot_gromov_points_problem, problem, gromov_points)
#define PLAIN IN(parot_gromov_points_problem, problem, plain_points)
#define HOW MAYBE(parot_gromov_options, options, gromov_options)
#define QUICK MAYBE(parot_gromov_options, options, product)
#define WHERE MAYBE(parot_gromov_path_options, path, path_options)
#define RESULT OUT(parot_gromov_result, result)
#define PATH OUT(parot_gromov_path_result, result)
#define DERIVATIVES IN(parot_gromov_derivatives, derivatives, gromov_derivatives)

CALL(parot_gromov, (a[0], a[1], a[2], a[3], err), {SPACES, HOW, RUN, RESULT})
CALL_AS(gromov_of_whole_rows, "parot_gromov", parot_gromov(a[0], a[1], a[2], a[3], err),
        {SPACES, MAYBE(parot_gromov_options, options, whole), RUN, RESULT}, .flags = AGAIN)
CALL(parot_gromov_points, (a[0], a[1], a[2], a[3], err), {CLOUDS, HOW, RUN, RESULT})
CALL_AS(gromov_of_distances, "parot_gromov_points",
        parot_gromov_points(a[0], a[1], a[2], a[3], err),
        {IN(parot_gromov_points_problem, problem, far_points), QUICK, RUN, RESULT}, .flags = AGAIN)
CALL(parot_gromov_path, (a[0], a[1], a[2], a[3], a[4], err), {SPACES, WHERE, QUICK, RUN, PATH},
     .ignores = "problem.mass")
CALL(parot_gromov_path_at, (a[0], a[1], a[2], a[3], a[4], err),
     {SPACES, IN(parot_gromov_path_result, path, path), HOW, RUN, RESULT})
CALL(parot_gromov_points_path, (a[0], a[1], a[2], a[3], a[4], err),
     {PLAIN, WHERE, QUICK, RUN, PATH}, .ignores = "problem.mass problem.alpha")
CALL(parot_gromov_points_path_at, (a[0], a[1], a[2], a[3], a[4], err),
     {PLAIN, IN(parot_gromov_path_result, path, points_path), HOW, RUN, RESULT},
     .ignores = "problem.alpha")
CALL(parot_gromov_gradient, (a[0], a[1], a[2], a[3], err),
     {SPACES, IN(parot_plan, plan, gromov_result.transport.plan), RUN, DERIVATIVES},
     .ignores = "problem.mass problem.cost")
CALL(parot_gromov_entropic, (a[0], a[1], a[2], err),
     {IN(parot_gromov_entropic_problem, problem, gromov_entropic), RUN,
      OUT(parot_gromov_entropic_result, result)})
CALL(parot_gromov_entropic_gradient, (a[0], a[1], a[2], a[3], err),
     {IN(parot_gromov_entropic_problem, problem, gromov_entropic),
      IN(parot_gromov_entropic_result, result, gromov_entropic_result), RUN, DERIVATIVES},
     .ignores = "problem.reg problem.tolerance problem.gromov.mass")
CALL(parot_pairwise, (a[0], L(1), a[2], a[3], a[4], err),
     {IN(parot_pairwise_cloud, clouds, clouds), SCALAR(count, three, -1),
      MAYBE(parot_pairwise_options, options, pairwise_options), RUN,
      OUT(parot_pairwise_result, result)})
CALL_AS(pairwise_gromov, "parot_pairwise", parot_pairwise(a[0], L(1), a[2], a[3], a[4], err),
        {IN(parot_pairwise_cloud, clouds, clouds), SCALAR(count, three, -1),
         MAYBE(parot_pairwise_options, options, pairwise_gromov), RUN,
         OUT(parot_pairwise_result, result)},
        .flags = AGAIN)

/* ---- Pairs of rows -------------------------------------------------------- */

#define MATCH(id, pair, how)                                                                       \
    CALL_AS(id, "parot_match", parot_match(a[0], a[1], a[2], a[3], err),                           \
            {IN(parot_match_problem, problem, pair), MAYBE(parot_match_options, options, how),     \
             RUN, OUT(parot_match_result, result)},                                                \
            .flags = AGAIN)
CALL(parot_match, (a[0], a[1], a[2], a[3], err),
     {IN(parot_match_problem, problem, match), MAYBE(parot_match_options, options, match_options),
      RUN, OUT(parot_match_result, result)},
     .ignores = "options.price")
MATCH(match_by_distance, match_many, match_distance)
MATCH(match_by_columns, match_columns, match_plain)
CALL(parot_match_certify, (a[0], a[1], a[2], a[3], a[4], err),
     {IN(parot_match_problem, problem, match), MAYBE(parot_match_options, options, match_options),
      IN(parot_match_result, result, match_result), RUN, OUT(parot_match_check, check)},
     .ignores = "options.price")
CALL_AS(certify_by_columns, "parot_match_certify",
        parot_match_certify(a[0], a[1], a[2], a[3], a[4], err),
        {IN(parot_match_problem, problem, match_columns),
         MAYBE(parot_match_options, options, match_plain),
         IN(parot_match_result, result, columns_result), RUN, OUT(parot_match_check, check)},
        .flags = AGAIN)

/* ---- Ranks ---------------------------------------------------------------- */

CALL(parot_ranks_open, (a[0], a[1], a[2], err),
     {OUT(parot_ranks_handle, ranks), IN(parot_link, link, link),
      MAYBE(parot_ranks_options, options, ranks_options)})

static parot_status set_options(void **a, parot_error *err)
{
    parot_ranks *ranks = NULL;
    parot_status status = PAROT_OK;
    if (a[0])
        status = parot_ranks_open(&ranks, a[0], NULL, err);
    if (status == PAROT_OK)
        status = parot_ranks_set_options(ranks, a[1], err);
    parot_ranks_close(ranks);
    return status;
}
CALL_AS(parot_ranks_set_options, "parot_ranks_set_options", set_options(a, err),
        {IN(parot_link, ranks, link), MAYBE(parot_ranks_options, options, ranks_options)},
        .flags = NO_FIELDS)

/* Its link has failed: answers need another rank (tests/property/test_ranks.c). */
CALL(parot_ranks_serve, (a[0], a[1], err), {IN(parot_link, link, other_link), RUN},
     .flags = NEVER_ASKS, .status = PAROT_EIO)
