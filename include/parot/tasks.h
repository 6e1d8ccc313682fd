/* tasks.h - tasks done with partial transport: registering clouds of points, finding what is new in
 * a table, and saying why a row got its label. The rules of parot.h for statuses, ownership and
 * _free apply here too.
 *
 * Results depend neither on the order of rows, except for exact copies and rounding, nor on the
 * number of threads.
 */
#ifndef PAROT_TASKS_H
#define PAROT_TASKS_H

#include "parot/match.h"
#include "parot/pu.h"

#ifdef __cplusplus
extern "C" {
#endif

/* ---- Registering -------------------------------------------------------- */

/* y = scale R x + shift, with R a rotation: its determinant is 1, reflections are not considered.
 */
typedef enum parot_motion {
    PAROT_MOTION_RIGID = 0,      /* scale 1 */
    PAROT_MOTION_SIMILARITY = 1, /* any scale > 0 */
    PAROT_MOTION_TRANSLATION = 2 /* scale 1, R the identity */
} parot_motion;

PAROT_API const parot_word *parot_motion_words(void);
PAROT_API const char *parot_motion_name(parot_motion motion);
PAROT_CHECKED parot_status parot_motion_parse(const char *name, parot_motion *motion,
                                              parot_error *err);

/* Which motions are allowed, from how many starts, and how much overlaps. */
typedef struct parot_register_options {
    size_t struct_size; /* set by parot_register_options_init, lets the struct grow */
    parot_motion motion;
    /* Random starts in addition to the fixed ones; 8. For a given overlap, more never end higher.
     */
    int32_t restarts;
    /* Fraction of the smaller cloud that has a partner in the other, in (0, 1]; NAN, the default:
     * from the elbow of the curve. */
    double overlap;
} parot_register_options;

PAROT_API void parot_register_options_init_sized(parot_register_options *options,
                                                 size_t struct_size);
static inline void parot_register_options_init(parot_register_options *options)
{
    parot_register_options_init_sized(options, sizeof *options);
}

/* The motion, and the partner of each row. */
typedef struct parot_register_result {
    int64_t dims;
    double scale;
    double *rotation; /* dims x dims, row-major */
    double *shift;    /* dims */
    double overlap;   /* that was used */
    int has_elbow; /* 0: the overlap was to be found, but the curve has no clear elbow: 1 is used */
    /* Of the inliers' directions; below dims - 1 other rotations fit as well as this one. */
    int64_t rank;
    int64_t count, inliers; /* source rows; those with a partner */
    int32_t *match;         /* count: the row of the target; -1: none */
    double rms;             /* root mean square distance of the inliers to their partners */
    int64_t trials;         /* starts that were tried */
    int64_t iterations;     /* of all of them */
    /* The last transport step: the moved source onto the target, squared Euclidean costs, every row
     * of weight 1, the mass a whole number of rows. */
    parot_result transport;
    parot_status status;
    void *owner;         /* private */
    int64_t reserved[4]; /* for fields to come */
} parot_register_result;

/* Alternates exact partial transport with the transform that fits its plan best (Kabsch, Umeyama)
 * from several starts; neither step ever raises the sum of squared distances, and the lowest one is
 * the answer. That is a local minimum: the plan is proved optimal for the transform, the transform
 * is not. run->max_iterations counts alternations of one start (200). A limit returns the best so
 * far. */
PAROT_CHECKED parot_status parot_register(parot_matrix source, parot_matrix target,
                                          const parot_register_options *options,
                                          const parot_run *run, parot_register_result *result,
                                          parot_error *err);
PAROT_API void parot_register_result_free(parot_register_result *result);

/* An estimate of the bytes that this takes, from the sizes of the clouds alone: data may be NULL.
 */
PAROT_API double parot_register_memory(parot_matrix source, parot_matrix target);

/* moved: points.rows x dims numbers, scale R x + shift for each row x of `points`. */
PAROT_CHECKED parot_status parot_register_apply(const parot_register_result *result,
                                                parot_matrix points, double *moved,
                                                parot_error *err);

/* How far each row of the source is from its partner, INFINITY without one: distance has
 * result->count numbers. `moved` holds the points that parot_register_apply made of the source. */
PAROT_CHECKED parot_status parot_register_distances(const parot_register_result *result,
                                                    parot_matrix moved, parot_matrix target,
                                                    double *distance, parot_error *err);

/* Checks the plan behind a transform from the clouds alone: moves the source, computes the costs
 * and asks parot_certify, which shares no code with the solver. It proves the partners for this
 * transform; the transform itself is not proved. PAROT_ESTOPPED if `run` stops it: `check` is as it
 * was. */
PAROT_CHECKED parot_status parot_register_certify(parot_matrix source, parot_matrix target,
                                                  const parot_register_result *result,
                                                  const parot_run *run, parot_check *check,
                                                  parot_error *err);

/* Whether that check proves the partners: parot_is_proved; or they coincide, so that their costs
 * are rounding, relative to which nothing can be proved: at most 1e-12 of the target's coordinates.
 */
PAROT_API int parot_register_is_proved(const parot_register_result *result, parot_matrix target,
                                       const parot_check *check);

/* A transform between tables that were scaled by (x - centre) * factor (parot_scale_fit), in the
 * units before scaling, where it is affine: y = linear x + shift. linear: dims x dims, row-major;
 * shift: dims. */
PAROT_CHECKED parot_status parot_register_unscale(const parot_register_result *result,
                                                  const double *centre, const double *factor,
                                                  double *linear, double *shift, parot_error *err);

/* ---- Aligning ----------------------------------------------------------- */

/* What rows are compared by, how many match, and where the search begins. */
typedef struct parot_align_options {
    size_t struct_size;    /* set by parot_align_options_init, lets the struct grow */
    double mass;           /* share of the smaller table that has a match, in (0, 1]; NAN: found */
    int32_t by_distances;  /* 1: by distances within each table alone, also if columns agree */
    int32_t allow_mirrors; /* 1: a motion may be a mirror image; 0 */
    int32_t restarts;      /* turns that are tried on samples, each from several places; 32 */
    /* Rows that are known to match; they are a start, not a rule. NULL: none. */
    const int32_t *anchor_source, *anchor_target;
    int64_t anchors;
    /* What is known of the rows beside their coordinates, in the same columns for both tables; data
     * NULL: nothing. Then there is no motion: rows match by their distances within each table and
     * by their features, which are the share feature_share of what is minimised, in (0, 1); .5. */
    parot_matrix source_features, target_features;
    double feature_share;
} parot_align_options;

PAROT_API void parot_align_options_init_sized(parot_align_options *options, size_t struct_size);
static inline void parot_align_options_init(parot_align_options *options)
{
    parot_align_options_init_sized(options, sizeof *options);
}

/* Why a row has no match. */
typedef enum parot_unmatched {
    PAROT_UNMATCHED_NOT = 0,   /* it has one */
    PAROT_UNMATCHED_FAR = 1,   /* the nearest row costs more than the last pair that was made */
    PAROT_UNMATCHED_TAKEN = 2, /* the nearest row is taken by others, which are cheaper together */
    PAROT_UNMATCHED_PARTLY = 3 /* some of its weight moves: less than half */
} parot_unmatched;

PAROT_API const parot_word *parot_unmatched_words(void);
PAROT_API const char *parot_unmatched_name(parot_unmatched reason);
PAROT_CHECKED parot_status parot_unmatched_parse(const char *name, parot_unmatched *reason,
                                                 parot_error *err);

/* The partner of each row, and how sure it is. */
typedef struct parot_align_result {
    int64_t count;   /* rows of the source */
    int64_t matched; /* those that have a match */
    int32_t *match;  /* count: the row of the target that it gives at least half of its weight;
                        -1: none */
    /* count: share (1 - c / d) of the match, in [0, 1]; 0 without one. `share` is the share of the
     * row's weight that it gets, c what the pair costs, and d what the cheapest other pair of
     * either row costs. Costs are squared distances after the motion, or mean squared differences
     * between the distances to pairs that match. So rows that coincide with one row alone have 1,
     * and rows with two equally good matches 0. */
    double *confidence;
    double *cost;     /* count: of the match; INFINITY without one */
    int32_t *nearest; /* count: the row of the target that costs least */
    double *nearest_cost;
    int32_t *reason;   /* count: parot_unmatched */
    double limit;      /* what the most expensive match costs */
    double share;      /* of the smaller table that has a match */
    double low, high;  /* its range; NAN: the share was given */
    int32_t has_elbow; /* 0: the share was to be found, but nothing separates pairs from others: it
                          is a guess (1 without a motion), and the answer is unreliable */
    int32_t has_motion, is_mirrored;  /* is_mirrored: registered.rotation has determinant -1 */
    parot_register_result registered; /* with a motion: that, its plan, and the starts */
    parot_gromov_result distances;    /* without: the plan by distances */
    parot_status status;
    void *owner; /* private */
    /* The same for rows of the target: the row of the source that matches, -1 for none, and why;
     * the row of the source that costs least. */
    int64_t target_count;
    int32_t *target_match, *target_nearest, *target_reason;
    double *target_nearest_cost;
    /* Half widths of 95 % ranges of the motion, from the residuals of the pairs. Turns, in radians:
     * one in a plane; in space about the axes x, y and z of the target. Shift: for each coordinate.
     * NAN: most pairs have rivals that are about as good, or are too few. NULL: there is no motion,
     * or it has more than three coordinates. */
    double *turn_range, *shift_range;
    int64_t reserved[1];
} parot_align_result;

/* Which rows of two tables are the same? Tables with as many columns are taken for coordinates that
 * a rotation and a shift bring together. Two or three columns and 500 rows of each table or more:
 * the motion in which the densities of the tables agree best where they overlap, by a likelihood,
 * among all shifts of many turns. Others: turns and shifts are tried on samples, the best of them
 * are followed on all rows as in parot_register, and the lowest sum of squared distances wins. The
 * share is found where the number of pairs depends least on the price of a pair.
 * Others, and those with features, are matched by Euclidean distances within each, as in
 * parot_gromov, and parot_gromov_path if the share is to be found. Neither is proved lowest. A
 * limit returns the best so far; PAROT_ESTOPPED if there is none. */
PAROT_CHECKED parot_status parot_align(parot_matrix source, parot_matrix target,
                                       const parot_align_options *options, const parot_run *run,
                                       parot_align_result *result, parot_error *err);
PAROT_API void parot_align_result_free(parot_align_result *result);

/* An estimate of the bytes that this takes, from the sizes of the tables alone: data may be NULL.
 */
PAROT_API double parot_align_memory(parot_matrix source, parot_matrix target,
                                    const parot_align_options *options);

/* ---- What is new? ------------------------------------------------------- */

/* When a row counts as new. */
typedef struct parot_drift_options {
    size_t struct_size; /* set by parot_drift_options_init, lets the struct grow */
    int32_t scale;      /* a parot_scale, fitted on both tables together; PAROT_AUTO: robust */
    int32_t metric;     /* a parot_metric; PAROT_AUTO: Euclidean */
    double level;       /* fraction of rows flagged as new when nothing is; in (0, 1), 0.05 */
    /* A row of the reference takes up to `room` times its share of the weight; 1 or more, 2 by
     * default. With 1, rows of a kind that has become more frequent are flagged too. */
    double room;
    int64_t splits; /* of the reference into random halves; 5 */
} parot_drift_options;

PAROT_API void parot_drift_options_init_sized(parot_drift_options *options, size_t struct_size);
static inline void parot_drift_options_init(parot_drift_options *options)
{
    parot_drift_options_init_sized(options, sizeof *options);
}

/* The price of each row of today, and which are new. */
typedef struct parot_drift_result {
    int64_t count; /* rows of today */
    /* The cost of placing one more unit of weight at the moment the row enters, when all cheaper
     * rows are placed; averaged over the splits. */
    double *price;
    double *score;      /* fraction of the reference rows that cost less, in [0, 1): 1 - p-value */
    int8_t *is_new;     /* score >= 1 - level */
    int32_t *match;     /* the nearest row of the reference */
    double *match_cost; /* its distance */
    int32_t *order;     /* 1: label it first; 0: not new */
    parot_scale scale;  /* the settings in force */
    parot_metric metric;
    int64_t dropped;      /* constant columns that were left out */
    double threshold;     /* prices above it are new: a price of the reference */
    int64_t alarms;       /* rows that are new */
    double expected;      /* expected number of them, if today's rows were like the reference */
    double z;             /* by how many standard errors there are more */
    int64_t beyond;       /* rows that cost more than any row of the reference */
    double beyond_chance; /* of so many or more, if today's rows were like the reference */
    int is_drift;         /* z > 2.33 or beyond_chance < 0.01 */
    double share;         /* of today's rows that are new, by the alarms or by those beyond */
    double low, high;     /* its range, 90 % */
    int64_t splits;       /* that were finished */
    parot_status status;
    void *owner;         /* private */
    int64_t reserved[8]; /* for fields to come */
} parot_drift_result;

/* Finds the rows of `today` that do not fit `reference`. Partial transport moves today's rows to
 * the reference, cheapest first; the price at which a row enters says how poorly it fits. Rows of
 * the reference, moved from one random half to the other, show which prices are usual. The order
 * among the new rows is for labelling: each is the one farthest from all that is known by then, the
 * reference and the rows before it. A limit leaves out splits; once it is over, the order of the
 * rest is by their distance from what is known. */
PAROT_CHECKED parot_status parot_drift(parot_matrix reference, parot_matrix today,
                                       const parot_drift_options *options, const parot_run *run,
                                       parot_drift_result *result, parot_error *err);
PAROT_API void parot_drift_result_free(parot_drift_result *result);

/* An estimate of the bytes that this takes, from the sizes of the tables alone: data may be NULL.
 */
PAROT_API double parot_drift_memory(parot_matrix reference, parot_matrix today);

/* ---- Why this label? ---------------------------------------------------- */

/* Which columns make a row unlike the positives, for the model that judges it. */
typedef struct parot_explain_result {
    int64_t columns;
    double score; /* of the row, by the model: in [0, 1], 0.5 is the border */
    double usual; /* of the positives that the row is compared with, on average */
    /* What each column contributes: `part` and `rest` add up to score - usual. Below 0 the column
     * makes the row less like the positives. */
    double *part;
    double *error;  /* standard error of each part, which is an average over walks */
    double *median; /* of each column, among the positives */
    int32_t *order; /* columns, those first that lower the score most */
    /* Of the columns beyond the 256 in which the row differs most from the positives. These change
     * together, and each has part 0. */
    double rest;
    int64_t walks;       /* from a positive to the row, column by column in random order */
    void *owner;         /* private */
    int64_t reserved[4]; /* for fields to come */
} parot_explain_result;

/* Shapley values: a positive turns into the row, one column after the other, and each column is
 * credited with the change of the score at its turn, on average over random orders and positives.
 * `model` comes from parot_pu_train, `positive` holds its positives, `row` has as many numbers as
 * they have columns. The order of the positives does not matter. */
PAROT_CHECKED parot_status parot_explain_row(const parot_pu_model *model, parot_matrix positive,
                                             const double *row, const parot_run *run,
                                             parot_explain_result *result, parot_error *err);
PAROT_API void parot_explain_result_free(parot_explain_result *result);

/* ---- Why does this row move? -------------------------------------------- */

enum { PAROT_MOVE_OTHERS = 3 };

/* One row of a transport: where it goes, what that costs, and what would change it. A row moves if
 * its price, min_j C_ij + v_j, is below lambda; at lambda some of it may. */
typedef struct parot_move {
    int64_t row;
    double weight, moved;      /* how much it weighs, and how much of that moves */
    int32_t is_whole, is_none; /* all of it moves; none of it does */
    double mass, lambda;       /* of the plan */
    double most;               /* mass that can move at all */
    int64_t matches;           /* columns that it moves to */
    int32_t *match;
    double *match_mass, *match_cost;
    int64_t nearest, price_at; /* columns: of the least cost, of the price; -1: all are forbidden */
    double nearest_cost, price;
    /* What if it were not there (a row that moves whole), or had to move (any other)? */
    int32_t is_removed; /* the first question */
    int32_t is_needed;  /* without it the mass cannot move: there is no answer */
    int32_t has_answer;
    int64_t others;                   /* rows that would move, or stay, in its place */
    int64_t other[PAROT_MOVE_OTHERS]; /* those of most mass first */
    double other_mass[PAROT_MOVE_OTHERS];
    double others_cost;  /* by how much the cost of the plan would rise */
    void *owner;         /* private */
    int64_t reserved[8]; /* for fields to come */
} parot_move;

/* `result` is one of parot_partial or parot_partial_lagrange for the problem, whose mass is
 * ignored: that of the result counts. One of parot_partial_prices is refused; one that
 * parot_certify does not prove has prices that may mislead. The question is answered by solving the
 * changed problem; a limit returns its status and leaves has_answer 0. */
PAROT_CHECKED parot_status parot_explain_move(const parot_problem *problem,
                                              const parot_result *result, int64_t row,
                                              const parot_run *run, parot_move *move,
                                              parot_error *err);
PAROT_API void parot_move_free(parot_move *move);

/* The same for parot_partial_points, without a matrix. */
PAROT_CHECKED parot_status parot_explain_move_points(const parot_points_problem *problem,
                                                     const parot_result *result, int64_t row,
                                                     const parot_run *run, parot_move *move,
                                                     parot_error *err);

/* The mass at which the row begins to move, from the curve of all masses; INFINITY: at no mass.
 * problem->mass is ignored. A limit returns its status, and NAN. */
PAROT_CHECKED parot_status parot_explain_entry(const parot_problem *problem, int64_t row,
                                               const parot_run *run, double *mass,
                                               parot_error *err);

/* The same for points, without a matrix. Where the whole curve would take too long
 * (parot_points_curve_pays) a row that has not moved at half of the smaller total, or at three
 * quarters of it, has NAN: not known. */
PAROT_CHECKED parot_status parot_explain_entry_points(const parot_points_problem *problem,
                                                      int64_t row, const parot_run *run,
                                                      double *mass, parot_error *err);

/* ---- Why this label, of all labels? ------------------------------------- */

/* Labels of all unlabeled rows, > 0 for positive, and the row in question. */
typedef struct parot_labelled_row {
    const int8_t *label;
    int64_t row;
    int64_t reserved[2]; /* 0 */
} parot_labelled_row;

/* Why a row has its label. */
typedef struct parot_label_reasons {
    int64_t positives; /* rows labelled positive */
    /* The method judges a row by its columns alone (parot_pu_is_trainable). */
    int32_t has_columns;
    parot_explain_result columns;
    /* Rows that the method, asked again, labels otherwise; 0 where it is not asked. */
    int64_t other_labels;
    /* The method moves rows (parot_pu_is_transport). */
    int32_t has_transport;
    parot_move move;
    int64_t agreeing; /* rows that move at least half and are labelled positive */
    parot_pu_kind kind;
    parot_scale scale; /* of that transport */
    parot_metric metric;
    double noise;
    /* Of each column in the forest that judges, if there is one: see parot_pu_result. */
    double *importance;
    int64_t importances;
    void *owner;         /* private */
    double toll;         /* of learned: part of all costs of `move`; 0 for others */
    int64_t reserved[4]; /* for fields to come */
} parot_label_reasons;

/* Asks the method again which columns decide, and solves the transport that it begins with; of
 * learned, the last one, whose costs are distances and tolls.
 * data->prior is ignored: the labels tell it. PAROT_ESTOPPED if `run` stops it before all but the
 * answer of move, which a limit leaves out. */
PAROT_CHECKED parot_status parot_explain_label(const parot_pu_data *data,
                                               const parot_pu_options *options,
                                               const parot_labelled_row *labelled,
                                               const parot_run *run, parot_label_reasons *reasons,
                                               parot_error *err);
PAROT_API void parot_label_reasons_free(parot_label_reasons *reasons);

#ifdef __cplusplus
}
#endif
#endif /* PAROT_TASKS_H */
