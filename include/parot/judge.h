/* judge.h - how good a plan is that came from anywhere. */
#ifndef PAROT_PUBLIC_JUDGE_H
#define PAROT_PUBLIC_JUDGE_H

#include "parot/partial_points.h"

#ifdef __cplusplus
extern "C" {
#endif

/* A plan by whatever method, such as Sinkhorn's, with or without prices. */
typedef struct parot_given_plan {
    parot_plan plan;        /* borrowed; in any order, pairs that come twice are summed; finite
                               masses; entries below 0 count as missed mass */
    const parot_dual *dual; /* prices that give the bound, with n and m numbers in u and v; NULL:
                               an exact solve gives it */
    double tolerance;       /* of "feasible" and "exact"; 0: PAROT_PROOF_TOLERANCE */
    /* What leaving points unmatched costs: then plans of any mass are compared by all that
     * parot_partial_prices minimises, and problem->mass is ignored. One price for all is
     * {.source_each = price}. NULL: plans of one mass are compared. */
    const parot_prices *prices;
    int64_t reserved[3]; /* 0 */
} parot_given_plan;

/* What is known of a plan. */
typedef enum parot_verdict {
    PAROT_VERDICT_EXACT = 0,      /* feasible, and of least cost, both up to the tolerance */
    PAROT_VERDICT_ABOVE = 1,      /* feasible, and above the optimum, which is known, by `excess` */
    PAROT_VERDICT_WITHIN = 2,     /* feasible, and at most `excess` above the optimum: given prices
                                     or a solve that was stopped show no more than that */
    PAROT_VERDICT_INFEASIBLE = 3, /* misses its constraints by more than the tolerance times the
                                     mass, or uses a forbidden pair */
} parot_verdict;

PAROT_API const parot_word *parot_verdict_words(void);
PAROT_API const char *parot_verdict_name(parot_verdict verdict);
PAROT_CHECKED parot_status parot_verdict_parse(const char *name, parot_verdict *verdict,
                                               parot_error *err);

/* The plan is compared with the optimum of the mass that it should have (`wanted`), at prices with
 * that of any mass. If it uses a forbidden pair, or if nothing can move, there is nothing to
 * compare it with: `bound`, `excess` and `above` are NAN. */
typedef struct parot_judgement {
    parot_verdict verdict;
    double mass;      /* 1' T 1 */
    double wanted;    /* the mass of the problem; if that is 0 the plan's own, but no more than can
                         move */
    double objective; /* <C,T>, at prices with what is left unmatched; +INFINITY if a forbidden pair
                         is used */
    double optimum;   /* the least cost of that mass, as solved; NAN if a dual was given */
    double bound;     /* no plan of that mass costs less: rigorous, whatever the dual */
    double excess;    /* the plan costs at most this much more than the optimum: rigorous */
    double above;     /* excess / |optimum|, or |bound| if a dual was given or the solve was
                         stopped: 0.021 is 2.1 % above the optimum; INFINITY if only the divisor is
                         0 */
    double missed;    /* mass by which rows, columns and the total miss their constraints and
                         entries are below 0, summed */
    double missed_relative;        /* ... relative to `wanted`; feasible if at most the tolerance */
    int64_t row, col;              /* the ones that carry most beyond their weight; -1: none does */
    double row_excess, col_excess; /* ... by so much mass */
    int64_t entry;     /* of the plan: on a forbidden pair, else the least one below 0; -1: none */
    parot_check check; /* what parot_certify says of this plan and the prices in use; all NAN
                          where there is nothing to compare with */
    int64_t reserved[8]; /* for fields to come */
} parot_judgement;

/* How good is this plan? Its mass, its constraints, its cost, and how far above the optimum that
 * is. problem->mass is what it should move; 0: whatever it moves. Status: that of the solve, if
 * there was one, where a limit of `run` may leave a weaker bound; PAROT_ESTOPPED if there is none
 * yet. Time and memory are those of parot_partial. */
PAROT_CHECKED parot_status parot_judge(const parot_problem *problem, const parot_given_plan *given,
                                       const parot_run *run, parot_judgement *judgement,
                                       parot_error *err);

/* The same for clouds of points, without a matrix. */
PAROT_CHECKED parot_status parot_judge_points(const parot_points_problem *problem,
                                              const parot_given_plan *given, const parot_run *run,
                                              parot_judgement *judgement, parot_error *err);

#ifdef __cplusplus
}
#endif
#endif /* PAROT_PUBLIC_JUDGE_H */
