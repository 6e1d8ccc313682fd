/* motion.c - the transform that fits a plan, in closed form. Kabsch (1976) for rotations, Umeyama
 * (1991) for the sign and the scale:
 *
 *   S = sum T_ij (y_j - my) (x_i - mx)' = sum_k s_k u_k v_k',   R = sum_k d_k u_k v_k',
 *
 * d_k = 1 except the last, which is det(U V'); scale = sum_k d_k s_k / sum T_ij |x_i - mx|^2.
 */
#include "tasks/register/motion.h"

#include <math.h>
#include <string.h>

#include "base/sums.h"
#include "linalg/svd.h"

/* Singular values up to this share of the largest are rounding of sums over many rows. */
static const double NO_DIRECTION = 1e-10;

void motion_layout(struct motion *motion, int64_t dims, struct arena *arena)
{
    motion->dims = dims;
    motion->rotation = arena_take(arena, dims, (size_t)dims * sizeof *motion->rotation);
    motion->shift = arena_take(arena, dims, sizeof *motion->shift);
}

static void set_identity(int64_t dims, double *rotation)
{
    for (int64_t k = 0; k < dims * dims; k++)
        rotation[k] = k % (dims + 1) == 0;
}

void motion_identity(struct motion *motion)
{
    motion->scale = 1;
    set_identity(motion->dims, motion->rotation);
    memset(motion->shift, 0, (size_t)motion->dims * sizeof *motion->shift);
}

void motion_copy(struct motion *to, const struct motion *from)
{
    size_t row = (size_t)from->dims * sizeof *from->shift;
    to->scale = from->scale;
    memcpy(to->rotation, from->rotation, (size_t)from->dims * row);
    memcpy(to->shift, from->shift, row);
}

/* Multiplications between two questions: some milliseconds. */
static const int64_t PIECE = 4000000;

/* Is a question due before item i, when each takes dims x dims multiplications? */
static int is_due(int64_t dims, int64_t i)
{
    return i > 0 && i % (1 + PIECE / (dims * dims)) == 0;
}

/* scale R x */
static void turn(const struct motion *motion, const double *x, double *to)
{
    for (int64_t k = 0; k < motion->dims; k++) {
        double sum = 0;
        for (int64_t l = 0; l < motion->dims; l++)
            sum += motion->rotation[k * motion->dims + l] * x[l];
        to[k] = motion->scale * sum;
    }
}

parot_status motion_apply(const struct motion *motion, parot_matrix points, struct control *control,
                          double *to, parot_error *err)
{
    for (int64_t i = 0; i < points.rows; i++) {
        double *row = to + i * motion->dims;
        if (control && is_due(motion->dims, i))
            TRY(control_go_on(control, "transform", i, points.rows, err));
        turn(motion, points.data + i * points.stride, row);
        for (int64_t k = 0; k < motion->dims; k++)
            row[k] += motion->shift[k];
    }
    return PAROT_OK;
}

/* With F = diag(factor) and c = centre, z = F (x - c) goes to F (y - c) = scale R z + t, hence
 *
 *   y = A x + t_k / f_k + c_k - (A c)_k,   A_kl = scale R_kl f_l / f_k.
 */
void motion_unscale(const struct motion *motion, const double *centre, const double *factor,
                    double *linear, double *shift)
{
    int64_t d = motion->dims;
    for (int64_t k = 0; k < d; k++) {
        struct sum sum = {0};
        sum_add(&sum, motion->shift[k] / factor[k]);
        sum_add(&sum, centre[k]);
        for (int64_t l = 0; l < d; l++) {
            double *entry = &linear[k * d + l];
            *entry = motion->scale * motion->rotation[k * d + l] * (factor[l] / factor[k]);
            sum_add_product(&sum, -*entry, centre[l]);
        }
        shift[k] = sum_value(&sum);
    }
}

void motion_centre(struct motion *motion, const double *x_mean, const double *y_mean)
{
    turn(motion, x_mean, motion->shift);
    for (int64_t k = 0; k < motion->dims; k++)
        motion->shift[k] = y_mean[k] - motion->shift[k];
}

/* ---- Fitting ------------------------------------------------------------ */

void fitter_layout(struct fitter *fitter, int64_t dims, struct arena *arena)
{
    size_t row = (size_t)dims * sizeof(double);
    fitter->dims = dims;
    fitter->cross = arena_take(arena, dims, row);
    fitter->u = arena_take(arena, dims, row);
    fitter->v = arena_take(arena, dims, row);
    fitter->work = arena_take(arena, svd_work(dims), sizeof *fitter->work);
    fitter->s = arena_take(arena, dims, sizeof *fitter->s);
    fitter->x_mean = arena_take(arena, dims, sizeof *fitter->x_mean);
    fitter->y_mean = arena_take(arena, dims, sizeof *fitter->y_mean);
}

/* rotation = sum_k sign_k u_k v_k', the last sign being `last` */
static void compose(const struct fitter *fitter, double last, double *rotation)
{
    int64_t d = fitter->dims;
    memset(rotation, 0, (size_t)(d * d) * sizeof *rotation);
    for (int64_t k = 0; k < d; k++) {
        double sign = k == d - 1 ? last : 1;
        for (int64_t i = 0; i < d; i++)
            for (int64_t j = 0; j < d; j++)
                rotation[i * d + j] += sign * fitter->u[k * d + i] * fitter->v[k * d + j];
    }
}

parot_status fit_rotation(struct fitter *fitter, double *rotation, double *value, int64_t *rank)
{
    int64_t d = fitter->dims;
    TRY(svd(&(struct svd){d, fitter->s, fitter->u, fitter->v, fitter->work, fitter->control},
            fitter->cross));
    *value = 0;
    for (*rank = 0; *rank < d && fitter->s[*rank] > NO_DIRECTION * fitter->s[0]; ++*rank)
        *value += fitter->s[*rank];
    if (*rank == 0) { /* any rotation fits: the simplest */
        set_identity(d, rotation);
        return PAROT_OK;
    }
    compose(fitter, 1, rotation);
    if (determinant(d, rotation, fitter->work) < 0) {
        compose(fitter, -1, rotation);
        *value -= *rank == d ? 2 * fitter->s[d - 1] : 0;
    }
    return PAROT_OK;
}

static void find_means(struct fitter *fitter, parot_matrix x, parot_matrix y,
                       const parot_plan *plan)
{
    double total = 0;
    size_t row = (size_t)fitter->dims * sizeof(double);
    memset(fitter->x_mean, 0, row);
    memset(fitter->y_mean, 0, row);
    for (int64_t e = 0; e < plan->count; e++) {
        total += plan->mass[e];
        for (int64_t k = 0; k < fitter->dims; k++) {
            fitter->x_mean[k] += plan->mass[e] * x.data[plan->row[e] * x.stride + k];
            fitter->y_mean[k] += plan->mass[e] * y.data[plan->col[e] * y.stride + k];
        }
    }
    for (int64_t k = 0; k < fitter->dims; k++) {
        fitter->x_mean[k] /= total;
        fitter->y_mean[k] /= total;
    }
}

/* fitter->cross = S; *spread = sum T_ij |x_i - mx|^2 */
static parot_status find_cross(struct fitter *fitter, parot_matrix x, parot_matrix y,
                               const parot_plan *plan, double *spread)
{
    int64_t d = fitter->dims;
    *spread = 0;
    memset(fitter->cross, 0, (size_t)(d * d) * sizeof *fitter->cross);
    for (int64_t e = 0; e < plan->count; e++) {
        const double *from = x.data + plan->row[e] * x.stride;
        const double *to = y.data + plan->col[e] * y.stride;
        if (fitter->control && is_due(fitter->dims, e))
            TRY(control_poll_part(fitter->control, "fit", e, plan->count));
        for (int64_t k = 0; k < d; k++) {
            double part = plan->mass[e] * (to[k] - fitter->y_mean[k]);
            for (int64_t l = 0; l < d; l++)
                fitter->cross[k * d + l] += part * (from[l] - fitter->x_mean[l]);
            *spread +=
                plan->mass[e] * (from[k] - fitter->x_mean[k]) * (from[k] - fitter->x_mean[k]);
        }
    }
    return PAROT_OK;
}

parot_status motion_fit(struct fitter *fitter, parot_matrix x, parot_matrix y,
                        const parot_plan *plan, struct motion *motion, int64_t *rank)
{
    double spread = 0, value = 0;
    find_means(fitter, x, y, plan);
    if (fitter->kind == PAROT_MOTION_TRANSLATION) {
        motion_identity(motion);
        *rank = fitter->dims;
    } else {
        TRY(find_cross(fitter, x, y, plan, &spread));
        TRY(fit_rotation(fitter, motion->rotation, &value, rank));
        int is_scaled = fitter->kind == PAROT_MOTION_SIMILARITY && value > 0 && spread > 0;
        motion->scale = is_scaled ? value / spread : 1;
    }
    motion_centre(motion, fitter->x_mean, fitter->y_mean);
    return PAROT_OK;
}
