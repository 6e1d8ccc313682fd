/* synthetic.c - synthetic point clouds: point i is a function of the cloud, the seed and i. */
#include <math.h>

#include "base/options.h"
#include "base/random.h"
#include "base/run.h"
#include "base/sums.h"
#include "base/words.h"

/* Larger noise, spread or center could carry a point out of the range of double. */
static const double LARGEST = 1e300;

static const double PI = 3.141592653589793;

WORDS(shape, "shape", {"moons", PAROT_SHAPE_MOONS}, {"blobs", PAROT_SHAPE_BLOBS},
      {"spiral", PAROT_SHAPE_SPIRAL});

void parot_cloud_init_sized(parot_cloud *cloud, size_t struct_size)
{
    parot_cloud defaults = {
        .shape = PAROT_SHAPE_MOONS, .count = 100, .dims = 2, .blobs = 1, .spread = 4, .noise = 0.1};
    options_init(cloud, struct_size, &defaults, sizeof defaults);
}

/* The upper half of the unit circle, and its mirror image shifted by (1, 0.5). */
static void moon(double t, int64_t i, double *point)
{
    double sign = i % 2 == 0 ? 1 : -1;
    point[0] = (i % 2 == 0 ? 0 : 1) + sign * cos(PI * t);
    point[1] = (i % 2 == 0 ? 0 : 0.5) + sign * sin(PI * t);
}

/* Archimedes: radius proportional to angle; the square root spreads the points evenly. */
static void spiral(double t, double *point)
{
    double turn = sqrt(t);
    point[0] = turn * cos(4 * PI * turn);
    point[1] = turn * sin(4 * PI * turn);
}

static void blob(const parot_cloud *cloud, int64_t i, double *point)
{
    double turn = 2 * PI * (double)(i % cloud->blobs) / (double)cloud->blobs;
    double radius = cloud->blobs > 1 ? cloud->spread : 0;
    point[0] = radius * cos(turn);
    if (cloud->dims > 1)
        point[1] = radius * sin(turn);
}

static void rotate(double angle, double *point)
{
    double x = point[0], y = point[1];
    point[0] = cos(angle) * x - sin(angle) * y;
    point[1] = sin(angle) * x + cos(angle) * y;
}

static void make_point(const parot_cloud *cloud, uint64_t seed, int64_t i, double *point)
{
    double t = random_uniform(seed, RANDOM_POINT, (uint64_t)i);
    for (int64_t k = 0; k < cloud->dims; k++)
        point[k] = 0;
    if (cloud->shape == PAROT_SHAPE_MOONS)
        moon(t, i, point);
    else if (cloud->shape == PAROT_SHAPE_SPIRAL)
        spiral(t, point);
    else
        blob(cloud, i, point);
    for (int64_t k = 0; k < cloud->dims; k++)
        point[k] += cloud->noise *
                    random_normal(seed, RANDOM_NOISE, (uint64_t)i * (uint64_t)cloud->dims + k);
    if (cloud->dims > 1)
        rotate(cloud->angle, point);
    for (int64_t k = 0; k < cloud->dims && k < 2; k++)
        point[k] += cloud->center[k];
}

static parot_status check_cloud(const parot_cloud *cloud, parot_error *err)
{
    if (!parot_shape_name(cloud->shape))
        return fail(err, PAROT_EINVAL, "cloud.shape: unknown value %d", (int)cloud->shape);
    if (cloud->count < 1 || cloud->dims < 1 || cloud->blobs < 1)
        return fail(err, PAROT_EINVAL,
                    "cloud: count, dims and blobs must be positive, got %lld, %lld and %lld",
                    (long long)cloud->count, (long long)cloud->dims, (long long)cloud->blobs);
    if (cloud->shape != PAROT_SHAPE_BLOBS && cloud->dims != 2)
        return fail(err, PAROT_EINVAL, "cloud.dims: moons and spirals have 2, got %lld",
                    (long long)cloud->dims);
    double largest =
        fmax(fmax(fabs(cloud->center[0]), fabs(cloud->center[1])), fabs(cloud->spread));
    double sum = cloud->center[0] + cloud->center[1] + cloud->spread + cloud->angle;
    if (!(cloud->noise >= 0 && cloud->noise <= LARGEST && largest <= LARGEST && isfinite(sum)))
        return fail(err, PAROT_EINVAL,
                    "cloud: noise must be >= 0, and all numbers finite and below %g; got noise %g, "
                    "spread %g, angle %g, center (%g, %g)",
                    LARGEST, cloud->noise, cloud->spread, cloud->angle, cloud->center[0],
                    cloud->center[1]);
    return PAROT_OK;
}

parot_status parot_make_points(const parot_cloud *given, const parot_run *run, double *points,
                               parot_error *err)
{
    struct control control;
    parot_cloud cloud;
    parot_cloud_init(&cloud);
    TRY(control_init(&control, run, err));
    if (!given || !points)
        return fail_argument(err, PAROT_EINVAL, given ? "points" : "cloud", "must not be NULL");
    TRY(options_take(&cloud, sizeof cloud, given, "cloud", "parot_cloud", err));
    TRY(check_cloud(&cloud, err));
    for (int64_t i = 0; i < cloud.count; i++)
        make_point(&cloud, control.run.seed, i, points + i * cloud.dims);
    return PAROT_OK;
}

/* Exponential variables divided by their sum: uniform on the simplex. */
parot_status parot_make_weights(int64_t count, const parot_run *run, double *weights,
                                parot_error *err)
{
    struct control control;
    struct sum sum = {0};
    TRY(control_init(&control, run, err));
    if (!weights)
        return fail(err, PAROT_EINVAL, "weights: must not be NULL");
    if (count < 1)
        return fail(err, PAROT_EINVAL, "weights: need room for a positive count, got %lld",
                    (long long)count);
    for (int64_t i = 0; i < count; i++) {
        weights[i] = -log(random_uniform(control.run.seed, RANDOM_WEIGHT, (uint64_t)i));
        sum_add(&sum, weights[i]);
    }
    for (int64_t i = 0; i < count; i++)
        weights[i] /= sum_value(&sum);
    return PAROT_OK;
}
