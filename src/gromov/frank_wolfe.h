/* frank_wolfe.h - Algorithm 1 from one start: Frank-Wolfe towards a stationary plan.
 *
 * The objective is quadratic, F(T) = 2 k <C,T> + alpha <M o T, T>, and everything about a step
 * follows from half its gradient, G = k C + alpha (M o T), and from sparse sums.
 */
#ifndef PAROT_GROMOV_FRANK_WOLFE_H
#define PAROT_GROMOV_FRANK_WOLFE_H

#include "gromov/atoms.h"
#include "gromov/factors.h"
#include "gromov/listed.h"
#include "gromov/oracle.h"
#include "gromov/shared_run.h"
#include "gromov/tensor.h"

/* A problem that has been checked, in units in which its numbers are near 1. */
struct gromov {
    struct tensor tensor;
    const struct factors *factors; /* NULL: gradients are exact */
    parot_matrix cost;             /* data NULL: none */
    double alpha;
    double linear; /* k */
    int exponent;  /* of objectives: the caller's are 2^exponent times ours */
    double bound;  /* values below it are rounding */
    const double *p, *q;
    double mass;
    int mass_exponent;                  /* the caller's masses are 2^this times ours */
    double tolerance;                   /* of the relative gap */
    int64_t max_iterations;             /* steps */
    double (*step)(double a, double b); /* see step.h */
    int has_exchanges;                  /* see atoms.h */
    struct whole_rows whole_rows;       /* for the end of a descent */
};

enum place { AT_VERTEX, AT_OUTER, AT_DENSE };

/* Where long steps left the way that exact ones would have gone, too. */
struct fork {
    int is_there;  /* otherwise they have not */
    int is_vertex; /* that was at a vertex: */
    parot_plan vertex;
    int64_t steps, history; /* up to there */
};

enum { MOST_HISTORY = 1000 }; /* iterations whose objective and gap are kept */

struct frank_wolfe {
    const struct gromov *problem;
    struct shared_run shared;
    void *memory;
    struct bench bench;
    struct lines lines;
    struct oracle oracle;
    double *gradient;   /* G, n x m */
    int has_gradient;   /* a stop may come before G is that of T */
    int is_rough;       /* G is by factors */
    double *core;       /* scratch of factors.h */
    double approached;  /* the value where approach.h last gave up */
    double largest;     /* |G| since G was computed from nothing; 0: that is how it was */
    int64_t changes;    /* of G since then */
    enum place place;   /* where T is: */
    parot_plan vertex;  /* AT_VERTEX: a vertex of the set of plans */
    double *x, *y;      /* AT_OUTER: x y' */
    double *dense;      /* AT_DENSE: n x m */
    struct atoms atoms; /* AT_DENSE: what it is a mixture of, if that is known; for exchanges */
    struct listed listed;
    parot_plan base;   /* where all of G was last brought up to date */
    parot_plan change; /* what the last oracle says of a vertex: S - T */
    double cost, form; /* <C,T> and alpha <M o T, T> */
    double magnitude;  /* of the numbers whose sums `form` and the gap are, the largest since G was
                          computed from nothing: sets the rounding */
    int is_whole;      /* T moves rows as a whole, as whole_rows wants it in the end */
    int64_t steps;
    struct fork fork;
    double gap; /* of T, or an upper bound; in our units */
    parot_status status;
    int64_t history;
    double *objectives, *gaps; /* of the first iterations */
};

/* Allocates; frank_wolfe_close releases, also after a failure. The descent must not move in
 * between. */
parot_status frank_wolfe_open(struct frank_wolfe *descent, const struct gromov *problem,
                              const struct control *control, struct team *team, parot_error *err);
void frank_wolfe_close(struct frank_wolfe *descent);

/* Sets T: to the outer product of descent->x and descent->y, to the oracle's vertex, or to what is
 * in descent->dense. G, cost and form follow. A stop may leave descent->status, no G, and, where
 * not even the form was known, the product of the weights for T: its form needs no product of
 * matrices. */
void frank_wolfe_from_outer(struct frank_wolfe *descent);
void frank_wolfe_from_vertex(struct frank_wolfe *descent);
parot_status frank_wolfe_from_dense(struct frank_wolfe *descent, parot_error *err);

/* The same for the vertex where another descent, still open, has its fork, with the history that
 * led there. */
void frank_wolfe_from_fork(struct frank_wolfe *descent, const struct frank_wolfe *other);

/* What each row and each column moves: n and m numbers. */
void frank_wolfe_marginals(const struct frank_wolfe *descent, double *rows, double *cols);

/* Says whether T moves rows as a whole; a descent that begins there stays there. */
void frank_wolfe_look_for_whole_rows(struct frank_wolfe *descent);

/* To the end; T, gap and status say how it ended. Fails only when memory does. With whole_rows
 * the descent goes to a stationary plan without it first; there it makes rows whole, and goes on
 * among such plans. */
parot_status frank_wolfe_run(struct frank_wolfe *descent, parot_error *err);

/* For a T that is the answer: computes G, value and gap anew, without the rounding of the steps
 * that led there. A descent that is not stationary by these goes on. The gap is that of all plans,
 * whatever kind of plans the steps led to. */
parot_status frank_wolfe_confirm(struct frank_wolfe *descent, parot_error *err);

/* A gap that was not reached is bounded by the prices at hand, or, without G, by the objective. */
void frank_wolfe_close_gap(struct frank_wolfe *descent);

/* F(T), and no less than the bound; in our units. */
double frank_wolfe_value(const struct frank_wolfe *descent);
double frank_wolfe_objective(const struct frank_wolfe *descent);

#endif
