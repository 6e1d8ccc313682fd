/* density_search.c - all shifts at once for each of many turns, by Fourier transforms.
 *
 * Where noise exceeds the distance between neighbours, the sum of squared distances does not tell
 * the right pose: dense parts fit anywhere. But shared points have the same density on both sides.
 * With levels a_c and b_c of the densities, the score of a pose is
 *
 *   sum over cells c of W[a_c][b_c] = sum_k sum_c f_k(a_c) g_k(b_c),   W = sum_k f_k g_k',
 *
 * a likelihood ratio (density_grid.h), and a sum of correlations: for one turn, those of all
 * shifts are a product of Fourier transforms. Two features are one complex field, z = f_1 + i f_2:
 * the real part of the correlation of two such fields is the sum of those of their parts.
 *
 * The best turns are then improved by small steps on a finer grid. */
#include "tasks/align/density_search.h"

#include <math.h>
#include <string.h>

#include "base/argsort.h"
#include "linalg/fft.h"
#include "linalg/svd.h"

enum {
    FEW_ROWS = 500,   /* with less rows a density says less than the rows themselves */
    PLANE_SIDE = 128, /* cells along each axis: 1/100 of the diameter is a cell */
    SPACE_SIDE = 32,
    FINE_SIDE = 48, /* of the grids on which poses in space are improved */
    FINEST_SIDE = 96,
    FINEST_PLANE_SIDE = 256,
    FINENESS = 2,      /* such grids */
    PLANE_TURNS = 256, /* steps of half a cell at the rim */
    SPACE_TURNS = 1536,
    FIELDS = 4, /* pairs of features: what is left out of W is below a percent of it */
    SPACE_FIELDS = 2,
    CLIMBED = 48,       /* poses that are improved */
    FINISHED = 12,      /* of these, on the finest grid */
    MOST_STEPS = 60,    /* of each */
    HALVINGS = 4,       /* of the steps */
    MOST_POSE_STEPS = 6 /* turns and shifts in three dimensions */
};

/* The grid is so many times the radii of both tables: shifts for which less than a fifth of the
 * diameter overlaps are not told from others. */
static const double EXTENT = 1.6;

struct pose {
    struct motion motion; /* between rows without their means */
    double score;
};

struct search {
    struct control *control;
    int64_t dims;
    parot_matrix x, y; /* without their means */
    double *x_rows, *y_rows, *x_mean, *y_mean;
    struct keyed *sorted, *buffer;
    struct density_grid grid, fine[FINENESS];
    int stages; /* how many of these */
    struct fft fft;
    int8_t *x_level, *y_level, *fine_x[FINENESS], *fine_y[FINENESS];
    double table[LEVELS + 1][LEVELS + 1], fine_table[FINENESS][LEVELS + 1][LEVELS + 1];
    int64_t fields;
    double f[2 * FIELDS][LEVELS + 1], g[2 * FIELDS][LEVELS + 1];
    struct complex_number *target[FIELDS], *field, *sum;
    struct pose best[CLIMBED]; /* the highest scores first */
    struct pose start[CLIMBED];
    int64_t found;
    struct pose pose, trial;
};

int density_pays(parot_matrix x, parot_matrix y)
{
    return x.cols == y.cols && (x.cols == 2 || x.cols == 3) && x.rows >= FEW_ROWS &&
           y.rows >= FEW_ROWS;
}

static void layout(struct search *search, struct arena *arena)
{
    int64_t n = search->x.rows, m = search->y.rows, d = search->dims, larger = n > m ? n : m;
    size_t row = (size_t)d * sizeof(double);
    grid_layout(&search->grid, arena);
    for (int f = 0; f < search->stages; f++) {
        grid_layout(&search->fine[f], arena);
        search->fine_x[f] = arena_take(arena, search->fine[f].cells, 1);
        search->fine_y[f] = arena_take(arena, search->fine[f].cells, 1);
    }
    fft_layout(&search->fft, arena);
    search->x_rows = arena_take(arena, n, row);
    search->y_rows = arena_take(arena, m, row);
    search->x_mean = arena_take(arena, 1, row);
    search->y_mean = arena_take(arena, 1, row);
    search->sorted = arena_take(arena, larger, sizeof *search->sorted);
    search->buffer = arena_take(arena, larger, sizeof *search->buffer);
    search->x_level = arena_take(arena, search->grid.cells, 1);
    search->y_level = arena_take(arena, search->grid.cells, 1);
    for (int64_t k = 0; k < search->fields; k++)
        search->target[k] = arena_take(arena, search->grid.cells, sizeof *search->field);
    search->field = arena_take(arena, search->grid.cells, sizeof *search->field);
    search->sum = arena_take(arena, search->grid.cells, sizeof *search->sum);
    for (int k = 0; k < CLIMBED; k++)
        motion_layout(&search->best[k].motion, d, arena);
    for (int k = 0; k < CLIMBED; k++)
        motion_layout(&search->start[k].motion, d, arena);
    motion_layout(&search->pose.motion, d, arena);
    motion_layout(&search->trial.motion, d, arena);
}

static struct search search_of(parot_matrix x, parot_matrix y, struct control *control)
{
    int is_plane = x.cols == 2;
    int64_t side = is_plane ? PLANE_SIDE : SPACE_SIDE;
    return (struct search){.control = control,
                           .dims = x.cols,
                           .x = x,
                           .y = y,
                           .fields = is_plane ? FIELDS : SPACE_FIELDS,
                           .fft = {.side = side, .dims = x.cols},
                           .grid = {.dims = x.cols, .side = side, .smoothing = is_plane ? 1.25 : 1},
                           .stages = FINENESS,
                           .fine = {{.dims = x.cols,
                                     .side = is_plane ? PLANE_SIDE : FINE_SIDE,
                                     .smoothing = is_plane ? 1.25 : 1.2},
                                    {.dims = x.cols,
                                     .side = is_plane ? FINEST_PLANE_SIDE : FINEST_SIDE,
                                     .smoothing = is_plane ? 1.5 : 1}}};
}

double density_memory(int64_t dims)
{
    struct arena arena = {0};
    parot_matrix none = {NULL, 0, dims == 2 ? 2 : 3, dims};
    struct search search = search_of(none, none, NULL);
    layout(&search, &arena);
    return (double)arena.used;
}

/* ---- Making ready ------------------------------------------------------- */

/* Rows without their mean. */
static parot_matrix centre(parot_matrix rows, double *mean, double *to)
{
    int64_t d = rows.cols;
    for (int64_t i = 0; i < rows.rows; i++)
        for (int64_t k = 0; k < d; k++)
            mean[k] += rows.data[i * rows.stride + k] / (double)rows.rows;
    for (int64_t i = 0; i < rows.rows; i++)
        for (int64_t k = 0; k < d; k++)
            to[i * d + k] = rows.data[i * rows.stride + k] - mean[k];
    return (parot_matrix){to, rows.rows, d, d};
}

/* The radius that holds all but the farthest fiftieth, and a little more: far outliers must not
 * make the cells wide. */
static double radius_of(struct search *search, parot_matrix rows)
{
    const double share = 0.98, more = 1.15;
    for (int64_t i = 0; i < rows.rows; i++) {
        double sum = 0;
        for (int64_t k = 0; k < rows.cols; k++)
            sum += rows.data[i * rows.stride + k] * rows.data[i * rows.stride + k];
        search->sorted[i] = (struct keyed){sum, i};
    }
    argsort(search->sorted, rows.rows, search->buffer, NULL);
    double inner = more * sqrt(search->sorted[(int64_t)(share * (double)(rows.rows - 1))].key);
    return fmin(inner, sqrt(search->sorted[rows.rows - 1].key));
}

/* table = sum_k f_k g_k', level 0 being 0 in all. */
static parot_status find_features(struct search *search)
{
    double a[LEVELS * LEVELS], s[LEVELS], u[LEVELS * LEVELS], v[LEVELS * LEVELS];
    for (int l = 0; l < LEVELS; l++)
        for (int m = 0; m < LEVELS; m++)
            a[l * LEVELS + m] = search->table[l + 1][m + 1];
    TRY(svd_plain(&(struct svd){LEVELS, s, u, v, NULL, NULL}, a));
    for (int64_t k = 0; k < 2 * search->fields; k++)
        for (int l = 0; l < LEVELS; l++) {
            search->f[k][l + 1] = u[k * LEVELS + l];
            search->g[k][l + 1] = s[k] * v[k * LEVELS + l];
        }
    return PAROT_OK;
}

/* to: features 2 k and 2 k + 1 of the levels, transformed. */
static void transform_field(struct search *search, const int8_t *level,
                            double feature[][LEVELS + 1], int64_t k, struct complex_number *to)
{
    for (int64_t c = 0; c < search->grid.cells; c++)
        to[c] = (struct complex_number){feature[2 * k][level[c]], feature[2 * k + 1][level[c]]};
    fft_transform(&search->fft, 0, to);
}

static void fill_grids(struct search *search, const struct motion *none)
{
    struct density_grid *grid = &search->grid;
    grid_fill(grid, search->x, none);
    grid_choose_step(grid);
    double step = grid->step;
    grid_fill(grid, search->y, none);
    grid_choose_step(grid);
    grid->step = fmax(step, grid->step);
    grid_levels(grid, search->y_level);
    grid_fill(grid, search->x, none);
    grid_levels(grid, search->x_level);
    grid_table(grid, search->x_level, search->y_level, search->table);
    for (int f = 0; f < search->stages; f++) {
        struct density_grid *fine = &search->fine[f];
        fine->step = grid->step;
        grid_fill(fine, search->x, none);
        grid_levels(fine, search->fine_x[f]);
        grid_fill(fine, search->y, none);
        grid_levels(fine, search->fine_y[f]);
        grid_table(fine, search->fine_x[f], search->fine_y[f], search->fine_table[f]);
    }
}

/* 0: all points are one. */
static parot_status prepare(struct search *search, int *is_wide)
{
    search->x = centre(search->x, search->x_mean, search->x_rows);
    search->y = centre(search->y, search->y_mean, search->y_rows);
    double extent = EXTENT * (radius_of(search, search->x) + radius_of(search, search->y));
    *is_wide = extent > 0 && isfinite(extent);
    if (!*is_wide)
        return PAROT_OK;
    search->grid.cell = extent / (double)search->grid.side;
    grid_prepare(&search->grid);
    for (int f = 0; f < search->stages; f++) {
        search->fine[f].cell = extent / (double)search->fine[f].side;
        grid_prepare(&search->fine[f]);
    }
    fft_prepare(&search->fft);
    motion_identity(&search->pose.motion);
    fill_grids(search, &search->pose.motion);
    TRY(find_features(search));
    for (int64_t k = 0; k < search->fields; k++)
        transform_field(search, search->y_level, search->g, k, search->target[k]);
    return PAROT_OK;
}

/* ---- Turns -------------------------------------------------------------- */

/* Unit quaternions that cover all turns of space evenly: super-Fibonacci spirals (Alexa, 2022). */
static void turn_in_space(int64_t number, double *rotation)
{
    const double first = sqrt(2), second = 1.533751168755204288118041;
    double at = (double)number + 0.5, share = at / SPACE_TURNS, full = 2 * acos(-1) * at;
    double x = sqrt(share) * sin(full / first), y = sqrt(share) * cos(full / first);
    double z = sqrt(1 - share) * sin(full / second), w = sqrt(1 - share) * cos(full / second);
    const double turn[9] = {
        1 - 2 * (y * y + z * z), 2 * (x * y - z * w),     2 * (x * z + y * w),
        2 * (x * y + z * w),     1 - 2 * (x * x + z * z), 2 * (y * z - x * w),
        2 * (x * z - y * w),     2 * (y * z + x * w),     1 - 2 * (x * x + y * y)};
    memcpy(rotation, turn, sizeof turn);
}

static void turn_in_plane(double angle, double *rotation)
{
    const double turn[4] = {cos(angle), -sin(angle), sin(angle), cos(angle)};
    memcpy(rotation, turn, sizeof turn);
}

static int64_t turn_count(const struct search *search)
{
    return search->dims == 2 ? PLANE_TURNS : SPACE_TURNS;
}

/* search->sum: the score of each shift of the x that is turned by search->pose. */
static void correlate(struct search *search)
{
    int64_t cells = search->grid.cells;
    grid_fill(&search->grid, search->x, &search->pose.motion);
    grid_levels(&search->grid, search->x_level);
    memset(search->sum, 0, (size_t)cells * sizeof *search->sum);
    for (int64_t k = 0; k < search->fields; k++) {
        const struct complex_number *target = search->target[k], *field = search->field;
        transform_field(search, search->x_level, search->f, k, search->field);
        for (int64_t c = 0; c < cells; c++) { /* conj(field) target */
            search->sum[c].re += field[c].re * target[c].re + field[c].im * target[c].im;
            search->sum[c].im += field[c].re * target[c].im - field[c].im * target[c].re;
        }
    }
    fft_transform(&search->fft, 1, search->sum);
}

/* search->pose takes the best shift and its score. */
static void take_shift(struct search *search)
{
    int64_t best = 0, side = search->grid.side, left = 0;
    for (int64_t c = 1; c < search->grid.cells; c++)
        if (search->sum[c].re > search->sum[best].re)
            best = c;
    search->pose.score = search->sum[best].re / (double)search->grid.cells;
    left = best;
    for (int64_t k = search->dims - 1; k >= 0; k--, left /= side) {
        int64_t cells = left % side < side / 2 ? left % side : left % side - side;
        search->pose.motion.shift[k] = (double)cells * search->grid.cell;
    }
}

static void copy_pose(struct pose *to, const struct pose *from)
{
    motion_copy(&to->motion, &from->motion);
    to->score = from->score;
}

/* search->pose takes its place among the best. */
static void keep_pose(struct search *search)
{
    struct pose *best = search->best;
    int64_t k = search->found;
    if (k == CLIMBED && !(search->pose.score > best[CLIMBED - 1].score))
        return;
    if (k < CLIMBED)
        search->found++;
    else
        k = CLIMBED - 1;
    for (; k > 0 && search->pose.score > best[k - 1].score; k--)
        copy_pose(&best[k], &best[k - 1]);
    copy_pose(&best[k], &search->pose);
}

static parot_status try_turns(struct search *search, int64_t *trials)
{
    int64_t count = turn_count(search);
    for (int64_t t = 0; t < count; t++) {
        struct motion *motion = &search->pose.motion;
        TRY(control_poll_part(search->control, "turns", t, count));
        motion_identity(motion);
        if (search->dims == 2)
            turn_in_plane(2 * acos(-1) * (double)t / (double)count, motion->rotation);
        else
            turn_in_space(t, motion->rotation);
        correlate(search);
        take_shift(search);
        keep_pose(search);
        ++*trials;
    }
    return PAROT_OK;
}

/* ---- Small steps -------------------------------------------------------- */

static double score_of(struct search *search, int stage, const struct motion *motion)
{
    double sum = 0;
    struct density_grid *fine = &search->fine[stage];
    const int8_t *x = search->fine_x[stage], *y = search->fine_y[stage];
    grid_fill(fine, search->x, motion);
    grid_levels(fine, search->fine_x[stage]);
    for (int64_t c = 0; c < fine->cells; c++)
        if (x[c])
            sum += search->fine_table[stage][x[c]][y[c]];
    return sum;
}

/* rotation = turn by `angle` in the plane of axes a and b, after rotation */
static void turn_by(double *rotation, int64_t d, int64_t a, int64_t b, double angle)
{
    for (int64_t l = 0; l < d; l++) {
        double p = rotation[a * d + l], q = rotation[b * d + l];
        rotation[a * d + l] = cos(angle) * p - sin(angle) * q;
        rotation[b * d + l] = sin(angle) * p + cos(angle) * q;
    }
}

/* search->trial = search->pose after step `number` of size `size`: first shifts, then turns. */
static void take_step(struct search *search, int stage, int64_t number, double size)
{
    int64_t d = search->dims;
    double radius = (double)search->grid.side * search->grid.cell / (4 * EXTENT);
    copy_pose(&search->trial, &search->pose);
    if (number < d)
        search->trial.motion.shift[number] += size;
    else
        turn_by(search->trial.motion.rotation, d, (number - d) % d, (number - d + 1) % d,
                size / radius);
    search->trial.score = score_of(search, stage, &search->trial.motion);
}

/* search->pose goes up, a step at a time, until no step of the least size helps. */
static parot_status climb(struct search *search, int stage)
{
    int64_t steps = search->dims == 2 ? 3 : MOST_POSE_STEPS;
    double size = stage == 0 ? search->grid.cell : search->fine[stage].cell;
    search->pose.score = score_of(search, stage, &search->pose.motion);
    for (int taken = 0, halved = 0; taken < MOST_STEPS && halved <= HALVINGS; taken++) {
        double before = search->pose.score;
        TRY(control_poll_part(search->control, "steps", taken, MOST_STEPS));
        for (int64_t s = 0; s < 2 * steps; s++) {
            take_step(search, stage, s / 2, s % 2 ? -size : size);
            if (search->trial.score > search->pose.score)
                copy_pose(&search->pose, &search->trial);
        }
        if (!(search->pose.score > before)) {
            size /= 2;
            halved++;
        }
    }
    return PAROT_OK;
}

/* The largest distance between the images of a row at the radius, about. */
static double apart(const struct search *search, const struct motion *a, const struct motion *b)
{
    int64_t d = search->dims;
    double turn = 0, shift = 0, radius = (double)search->grid.side * search->grid.cell / 4 / EXTENT;
    for (int64_t k = 0; k < d * d; k++)
        turn += (a->rotation[k] - b->rotation[k]) * (a->rotation[k] - b->rotation[k]);
    for (int64_t k = 0; k < d; k++)
        shift += (a->shift[k] - b->shift[k]) * (a->shift[k] - b->shift[k]);
    return sqrt(shift) + radius * sqrt(turn / 2);
}

/* search->pose takes its place among the first `search->found`, or that of one nearby. */
static void rank_pose(struct search *search)
{
    for (int64_t k = 0; k < search->found; k++)
        if (apart(search, &search->pose.motion, &search->best[k].motion) < search->grid.cell) {
            if (!(search->pose.score > search->best[k].score))
                return;
            for (search->found--; k < search->found; k++)
                copy_pose(&search->best[k], &search->best[k + 1]);
        }
    keep_pose(search);
}

/* The first `count` poses are improved; the highest is first afterwards. */
static parot_status climb_all(struct search *search, int stage, int64_t count)
{
    struct pose *start = search->start;
    parot_status status = PAROT_OK;
    count = count < search->found ? count : search->found;
    for (int64_t k = 0; k < count; k++)
        copy_pose(&start[k], &search->best[k]);
    search->found = 0;
    for (int64_t k = 0; k < count && status == PAROT_OK; k++) {
        copy_pose(&search->pose, &start[k]);
        status = climb(search, stage);
        rank_pose(search);
    }
    return status;
}

/* ---- The call ----------------------------------------------------------- */

/* y - y_mean = R (x - x_mean) + shift */
static void publish(const struct search *search, struct motion *motion)
{
    const struct motion *best = &search->best[0].motion;
    motion_copy(motion, best);
    motion_centre(motion, search->x_mean, search->y_mean);
    for (int64_t k = 0; k < search->dims; k++)
        motion->shift[k] += best->shift[k];
}

/* The highest score of a pose elsewhere: farther away than one is improved. */
static double other_score(const struct search *search)
{
    const double elsewhere = 8 * search->grid.cell;
    for (int64_t k = 1; k < search->found; k++)
        if (apart(search, &search->best[0].motion, &search->best[k].motion) > elsewhere)
            return search->best[k].score;
    return 0;
}

parot_status density_search(parot_matrix x, parot_matrix y, struct control *control,
                            struct motion *motion, struct density_found *found, parot_error *err)
{
    struct arena arena = {0};
    struct search search = search_of(x, y, control);
    int is_wide = 0;
    layout(&search, &arena);
    TRY(arena_open(&arena, control, err));
    layout(&search, &arena);
    parot_status status = prepare(&search, &is_wide);
    if (status == PAROT_OK && is_wide)
        status = try_turns(&search, &found->trials);
    if (search.found > 0) {
        for (int stage = 0; stage < search.stages && status == PAROT_OK; stage++)
            status = climb_all(&search, stage,
                               (stage == 0 ? CLIMBED : FINISHED) / (search.dims == 2 ? 1 : 3));
        publish(&search, motion);
        found->score = search.best[0].score;
        found->other = other_score(&search);
    }
    block_free(arena.block);
    return status;
}

/* The motion between rows without their means. */
static double score_motion(struct search *search, const struct motion *motion)
{
    struct motion *pose = &search->pose.motion;
    motion_copy(pose, motion);
    motion_centre(pose, search->x_mean, search->y_mean);
    for (int64_t k = 0; k < search->dims; k++)
        pose->shift[k] = motion->shift[k] - pose->shift[k];
    return score_of(search, search->stages - 1, pose);
}

parot_status density_score(parot_matrix x, parot_matrix y, struct control *control,
                           const struct motion *motion, double *score, parot_error *err)
{
    struct arena arena = {0};
    struct search search = search_of(x, y, control);
    int is_wide = 0;
    layout(&search, &arena);
    TRY(arena_open(&arena, control, err));
    layout(&search, &arena);
    parot_status status = prepare(&search, &is_wide);
    *score = status == PAROT_OK && is_wide ? score_motion(&search, motion) : 0;
    block_free(arena.block);
    return status;
}
