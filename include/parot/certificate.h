/* certificate.h - the proof that a result is optimal, checked from the problem alone. */
#ifndef PAROT_PUBLIC_CERTIFICATE_H
#define PAROT_PUBLIC_CERTIFICATE_H

#include "parot/partial.h"

#ifdef __cplusplus
extern "C" {
#endif

/* What a result proves about itself. Rigorous: sums are exact, and each of the first four numbers
 * is rounded towards its worse side. Inaccurate or even wrong prices make the bound weaker, never
 * wrong. */
typedef struct parot_check {
    double excess;     /* the plan costs at most this much more than the optimum */
    double relative;   /* ... relative to <|C|,T>, the cost of what really moves; 0 if excess is */
    double infeasible; /* mass by which rows, columns and the total miss their constraints (and
                          entries are below 0), summed, relative to the mass; 0 if there is none */
    double bound;      /* no plan of the mass costs less */
    /* Diagnostics of what is wrong, each relative to the mass or to <|C|,T>: */
    double primal;       /* the largest of the missed masses */
    double dual;         /* by how much u and v had to be raised, times p and q, summed */
    double slackness;    /* T_ij |C_ij - lambda + u_i + v_j|, u_i (p - T 1)_i, v_j (q - T' 1)_j */
    double relative_gap; /* |<C,T> - (lambda mass - <u,p> - <v,q>)|, prices as they are */
    int64_t reserved[4]; /* for fields to come */
} parot_check;

/* How far from the optimum the result's plan can be, from the problem and its plan and prices
 * alone. The plan is compared with the optimum of the problem and with that of the problem it
 * solves exactly (its own mass, weights raised to what it moves): `excess` holds for both. A mass
 * of 0 is allowed and proved by an empty plan. For an infeasible problem (status PAROT_EINFEASIBLE)
 * the cut is checked: all numbers are 0, or infinite if it proves nothing. PAROT_ESTOPPED if `run`
 * stops it: `check` is as it was. */
PAROT_CHECKED parot_status parot_certify(const parot_problem *problem, const parot_result *result,
                                         const parot_run *run, parot_check *check,
                                         parot_error *err);

/* The same for the answer of parot_partial_lagrange at this price: `excess` is that of
 * <C,T> - price 1' T 1, relative to <|C|,T> + |price| 1' T 1, and `bound` that of plans of this
 * mass. result->dual.lambda and problem->mass are ignored. */
PAROT_CHECKED parot_status parot_certify_price(const parot_problem *problem, double price,
                                               const parot_result *result, const parot_run *run,
                                               parot_check *check, parot_error *err);

/* The same for the answer of parot_partial_prices: `excess` and `bound` are those of its objective,
 * and `relative` is relative to <|C|,T> + <|a|, T 1> + <|b|, T' 1>. */
PAROT_CHECKED parot_status parot_certify_prices(const parot_problem *problem,
                                                const parot_prices *prices,
                                                const parot_result *result, const parot_run *run,
                                                parot_check *check, parot_error *err);

/* Whether `relative` and `infeasible` are both at most the tolerance. The command and the Python
 * package take PAROT_PROOF_TOLERANCE: a thousand times what good answers have. */
#define PAROT_PROOF_TOLERANCE 1e-9
PAROT_API int parot_is_proved(const parot_check *check, double tolerance);

/* A time limit for parot_certify_points; 0: none. The proof computes all costs again, and whoever
 * stopped the solve does not wait for that: a result that was stopped has half a second, after
 * which the solver's own bound is what is known. */
PAROT_API double parot_certify_seconds(const parot_result *result);

/* What a result states of itself, for one that comes from elsewhere, such as a file. */
typedef struct parot_claims {
    double objective; /* <C,T> of its plan, with prices of points also what is left unmatched */
    double error; /* the largest relative error of the objective, of the bound against lambda mass -
                     <u,p> - <v,q>, and of lambda against the price; what is NAN is not stated */
    int64_t reserved[2]; /* 0 */
} parot_claims;

/* `price` is that of a problem that has one instead of a mass; NAN: none. `prices` are those of its
 * points; NULL: none. A plan that parot_certify would refuse is refused. */
PAROT_CHECKED parot_status parot_result_claims(const parot_problem *problem, double price,
                                               const parot_prices *prices,
                                               const parot_result *result, parot_claims *claims,
                                               parot_error *err);

#ifdef __cplusplus
}
#endif
#endif /* PAROT_PUBLIC_CERTIFICATE_H */
