/* test_tiles.c - every answer about pairs of points is that of all pairs in double, whatever the
 * clouds. */
#include "test.h"
#include "tile_scene.h"

/* ---- All kinds of clouds ------------------------------------------------ */

/* By potentials first, first + stride, and so on. */
static void check_all(struct clouds clouds, int metric, int first, int stride)
{
    OPENED(scene, scene, clouds, metric);
    for (int kind = first; kind < POTENTIALS; kind += stride) {
        set_potentials(&scene, kind);
        for (int side = 0; side < 2; side++) {
            check_best(&scene, side, kind % 2 ? 1 : 24);
            check_below(&scene, side, kind % 2 ? 0 : 7, kind % 3 ? 40 : 3);
            check_below(&scene, side, scene.points.side[!side].count / 2, 1000);
        }
    }
}

static int is_possible(enum cloud_family family, int metric)
{
    return family != CLOUD_MIXED || metric >= 0; /* products would be infinite */
}

static void check_families(int metric)
{
    static const int64_t shape[][3] = {{130, 110, 2}, {60, 150, 3},  {97, 49, 10}, {1, 200, 1},
                                       {150, 1, 5},   {50, 100, 37}, {500, 5, 2}};
    const size_t shapes = sizeof shape / sizeof *shape, stride = test_stride(shapes);
    for (int family = 0; family < CLOUD_FAMILIES; family++)
        for (size_t k = (size_t)(family + metric + 1) % stride; k < shapes; k += stride)
            if (is_possible(family, metric))
                check_all(clouds_make(family, shape[k][0], shape[k][1], shape[k][2], k), metric, 0,
                          1);
}

TEST(squared_distances_are_searched_as_defined)
{
    check_families(PAROT_METRIC_SQEUCLIDEAN);
}

TEST(distances_are_searched_as_defined)
{
    check_families(PAROT_METRIC_EUCLIDEAN);
}

TEST(city_blocks_are_searched_as_defined)
{
    check_families(PAROT_METRIC_CITYBLOCK);
}

TEST(angles_are_searched_as_defined)
{
    check_families(PAROT_METRIC_COSINE);
}

TEST(largest_differences_are_searched_as_defined)
{
    check_families(PAROT_METRIC_CHEBYSHEV);
}

TEST(products_are_searched_as_defined)
{
    check_families(PRODUCTS);
}

TEST(many_dimensions_are_searched_as_defined)
{
    const int stride = (int)test_stride(3);
    for (int metric = -1; metric < 5; metric++)
        check_all(clouds_make(CLOUD_NORMAL, 60, 110, 784, 5), metric, (metric + 1) % stride,
                  stride);
}
