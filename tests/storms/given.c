/* given.c - see given.h. */
#include "given.h"

#include "test.h"

enum { MANY = 300 };

struct given given;

static double x[GIVEN_MOST * GIVEN_DIMS], y[GIVEN_MOST * GIVEN_DIMS], cost[GIVEN_MOST * GIVEN_MOST],
    source[GIVEN_MOST * GIVEN_MOST], target[GIVEN_MOST * GIVEN_MOST],
    derivatives[4][GIVEN_MOST * GIVEN_MOST];

size_t given_room(void)
{
    size_t most = (size_t)(given.x.rows > given.y.rows ? given.x.rows : given.y.rows);
    return most * most * sizeof(double);
}

static parot_matrix square(const double *data, int64_t rows, int64_t cols)
{
    return (parot_matrix){data, rows, cols, cols};
}

static void make_tables(int64_t n, int64_t m)
{
    for (int k = 0; k < GIVEN_MOST * GIVEN_DIMS; k++) {
        x[k] = sin(7 * k);
        y[k] = cos(5 * k);
    }
    given.x = square(x, n, GIVEN_DIMS);
    given.y = square(y, m, GIVEN_DIMS);
    given.wide = square(x, 4, 6); /* more columns than rows */
    assert_ok(parot_cost(given.x, given.y, PAROT_METRIC_SQEUCLIDEAN, NULL, cost, &err));
    assert_ok(parot_cost(given.x, given.x, PAROT_METRIC_EUCLIDEAN, NULL, source, &err));
    assert_ok(parot_cost(given.y, given.y, PAROT_METRIC_EUCLIDEAN, NULL, target, &err));
    given.cost = square(cost, n, m);
    given.source = square(source, n, n);
    given.target = square(target, m, m);
    given.points_derivatives = (parot_points_derivatives){derivatives[0], derivatives[1]};
    given.gromov_derivatives =
        (parot_gromov_derivatives){derivatives[0], derivatives[1], derivatives[2]};
    given.entropic_derivatives = (parot_entropic_derivatives){derivatives[0], derivatives[1],
                                                              derivatives[2], derivatives[3]};
}

static void make_numbers(void)
{
    given.price = 0.5;
    given.nan = NAN;
    given.reg = 0.01;
    given.tolerance = 1e-9;
    given.low = 0.2;
    given.high = 0.6;
    given.one = 1;
    given.two = 2;
    given.three = 3;
    given.cosine = PAROT_METRIC_COSINE;
    given.zscore = PAROT_SCALE_ZSCORE;
    for (int k = 0; k < 3; k++)
        given.masses[k] = 0.2 * (k + 1);
    for (int k = 0; k < GIVEN_DIMS; k++) {
        given.factor[k] = 1;
        given.caliper[k] = 0.4;
        given.anchor[k] = k;
    }
    given.label[0] = given.label[1] = 1;
}

static void make_transport(void)
{
    given.problem = (parot_problem){given.cost, .mass = 0.5};
    given.points = (parot_points_problem){.x = given.x, .y = given.y, .mass = 0.5};
    given.products = (parot_products_problem){.f = given.x, .g = given.y, .mass = 0.5};
    given.line = (parot_line){x, y, given.x.rows, given.y.rows, .mass = 0.5, .exponent = 2};
    given.prices = (parot_prices){.source_each = 1, .target_each = 0.5};
    for (int k = 0; k < 3; k++)
        given.batch[k] = given.problem;
    given.batch[1].mass = 0.9; /* not like the reference */
    parot_batch_options_init(&given.batch_options);
    given.certified = given.batch_options;
    given.certified.certify = 1;
    given.certified.reference = given.batch;
    assert_ok(parot_partial(&given.problem, NULL, &given.result, &err));
    assert_ok(parot_partial_lagrange(&given.problem, 0.5, NULL, &given.lagrange, &err));
    assert_ok(parot_partial_prices(&given.problem, &given.prices, NULL, &given.at_prices, &err));
    assert_ok(parot_partial_products(&given.products, NULL, &given.products_result, &err));
    assert_ok(parot_partial_curve(&given.problem, NULL, &given.curve, &err));
    assert_ok(parot_partial_entropic(&given.problem, given.reg, 1e-9, NULL, &given.entropic, &err));
    given.plan = (parot_given_plan){.plan = given.result.plan};
}

/* A ring with an edge to the other side. */
static void make_graph(int64_t n)
{
    static int64_t begin[GIVEN_MOST + 1];
    static int32_t to[2 * GIVEN_MOST];
    for (int64_t i = 0; i < n; i++) {
        begin[i + 1] = 2 * (i + 1);
        to[2 * i] = (int32_t)((i + 1) % n);
        to[2 * i + 1] = (int32_t)((i + n / 2) % n);
    }
    given.graph = (parot_graph){.nodes = n, .first = begin, .to = to};
    parot_graph_options_init(&given.graph_options);
    parot_cloud_init(&given.cloud);
    given.cloud.count = n;
}

static void make_gromov(void)
{
    given.gromov =
        (parot_gromov_problem){given.source, given.target, given.cost, .alpha = 0.5, .mass = 0.5};
    given.gromov_points = (parot_gromov_points_problem){.x = given.x,
                                                        .y = given.y,
                                                        .mass = 0.5,
                                                        .x_features = x,
                                                        .y_features = y,
                                                        .features = GIVEN_DIMS,
                                                        .alpha = 0.5};
    given.plain_points = (parot_gromov_points_problem){.x = given.x, .y = given.y, .mass = 0.5};
    given.far_points = given.plain_points;
    given.far_points.metric = PAROT_METRIC_EUCLIDEAN; /* by a sketch of the gradient */
    given.gromov_entropic =
        (parot_gromov_entropic_problem){given.gromov, .reg = 0.5, .tolerance = 1e-6};
    parot_gromov_options_init(&given.gromov_options);
    given.product = given.gromov_options;
    given.product.starts = PAROT_START_PRODUCT;
    given.whole = given.product;
    given.whole.whole_rows = 1;
    parot_gromov_path_options_init(&given.path_options);
    given.path_options.masses = 3;
    assert_ok(parot_gromov(&given.gromov, NULL, NULL, &given.gromov_result, &err));
    assert_ok(
        parot_gromov_entropic(&given.gromov_entropic, NULL, &given.gromov_entropic_result, &err));
    assert_ok(parot_gromov_path(&given.gromov, &given.path_options, &given.product, NULL,
                                &given.path, &err));
    assert_ok(parot_gromov_points_path(&given.plain_points, &given.path_options, &given.product,
                                       NULL, &given.points_path, &err));
    for (int k = 0; k < 3; k++)
        given.clouds[k].points = k == 1 ? given.y : given.x;
    parot_pairwise_options_init(&given.pairwise_options);
    given.pairwise_gromov = given.pairwise_options;
    given.pairwise_gromov.method = PAROT_PAIRWISE_METHOD_GROMOV;
}

/* So many rows that tiles are searched: by distance, or by columns with calipers. */
static void make_matches(void)
{
    static double many[2][MANY * GIVEN_DIMS];
    for (int k = 0; k < MANY * GIVEN_DIMS; k++) {
        many[0][k] = fmod(0.618 * (k + 1) * (k + 3), 1);
        many[1][k] = fmod(0.377 * (k + 2) * (k + 5), 1);
    }
    given.match = (parot_match_problem){.x = given.x, .y = given.y};
    given.match_many = (parot_match_problem){.x = square(many[0], MANY, GIVEN_DIMS),
                                             .y = square(many[1], MANY, GIVEN_DIMS)};
    given.match_columns = given.match_many;
    given.match_columns.x_limited = given.match_columns.x;
    given.match_columns.y_limited = given.match_columns.y;
    given.match_columns.column_caliper = given.caliper;
    parot_match_options_init(&given.match_plain);
    given.match_options = given.match_distance = given.match_plain;
    given.match_options.metric = PAROT_MATCH_METRIC_MAHALANOBIS;
    given.match_options.scale = PAROT_SCALE_ZSCORE;
    given.match_distance.caliper = 0.15;
    assert_ok(parot_match(&given.match, &given.match_options, NULL, &given.match_result, &err));
    assert_ok(parot_match(&given.match_columns, NULL, NULL, &given.columns_result, &err));
}

static int lost(void *data, size_t bytes, int is_idle, void *user)
{
    (void)data, (void)bytes, (void)is_idle, (void)user;
    return 1;
}

static int lost_sending(int32_t to, const void *data, size_t bytes, void *user)
{
    (void)to, (void)data, (void)bytes, (void)user;
    return 1;
}

static int64_t lost_waiting(int32_t from, void *user)
{
    (void)from, (void)user;
    return PAROT_LINK_LOST;
}

static int lost_receiving(int32_t from, void *data, size_t bytes, void *user)
{
    (void)from, (void)data, (void)bytes, (void)user;
    return 1;
}

static void make_link(void)
{
    parot_link_init(&given.link);
    given.link.count = 1;
    given.link.broadcast = lost;
    given.link.send = lost_sending;
    given.link.waiting = lost_waiting;
    given.link.receive = lost_receiving;
    given.other_link = given.link;
    given.other_link.count = 2;
    given.other_link.rank = 1;
    parot_ranks_options_init(&given.ranks_options);
}

static void make_labels(void)
{
    given.pu = (parot_pu_data){given.x, given.y, 0.4};
    parot_pu_options_init(&given.pu_options);
    for (int k = 0; k <= PAROT_PU_METHOD_LEARNED; k++) {
        given.method[k] = given.pu_options;
        given.method[k].method = (parot_pu_method)k;
        given.method[k].kernel = PAROT_PU_KERNEL_BOTH;
    }
    given.apart = given.method[PAROT_PU_METHOD_GROMOV];
    given.apart.is_apart = 1;
    given.components = given.pu_options;
    given.components.pca = 1;
    parot_pu_options *mined = &given.method[PAROT_PU_METHOD_MINED];
    mined->classifier = PAROT_PU_CLASSIFIER_ENSEMBLE;
    mined->rounds = 1;
    mined->trees = 5;
    given.method[PAROT_PU_METHOD_FOREST].trees = given.method[PAROT_PU_METHOD_ENSEMBLE].trees = 5;
    given.labelled = (parot_labelled_row){given.label, 1};
    assert_ok(parot_pu_train(&given.pu, mined, NULL, &given.model, NULL, &err));
    assert_ok(parot_pu_classify(&given.pu, NULL, NULL, &given.labels, &err));
    assert_ok(parot_pu_classify(&given.pu, NULL, NULL, &given.relabelled, &err));
    assert_ok(parot_pu_transport_open(&given.pu, NULL, NULL, &given.transport, &err));
    assert_ok(parot_pu_calibrate(&given.pu, NULL, &given.labels, NULL, &given.calibration, &err));
    assert_ok(parot_pu_prior(&given.pu, NULL, NULL, &given.prior, &err));
}

static void make_tasks(void)
{
    parot_register_options_init(&given.register_options);
    parot_align_options_init(&given.align_options);
    given.align_options.allow_mirrors = 1;
    given.align_options.restarts = 1;
    given.align_options.anchor_source = given.align_options.anchor_target = given.anchor;
    given.align_options.anchors = 2;
    given.align_distances = given.align_options;
    given.align_distances.by_distances = 1;
    given.align_distances.mass = 0.5;
    given.align_distances.source_features = given.x;
    given.align_distances.target_features = given.y;
    parot_drift_options_init(&given.drift_options);
    given.drift_options.level = 0.2; /* a smaller one needs more rows */
    assert_ok(parot_register(given.x, given.y, NULL, NULL, &given.registered, &err));
}

void given_open(int64_t n, int64_t m)
{
    given = (struct given){0};
    parot_run_init(&given.run);
    make_tables(n, m);
    make_numbers();
    make_transport();
    make_graph(n);
    make_gromov();
    make_matches();
    make_link();
    make_labels();
    make_tasks();
}

void given_close(void)
{
    parot_result_free(&given.result);
    parot_result_free(&given.lagrange);
    parot_result_free(&given.at_prices);
    parot_result_free(&given.products_result);
    parot_curve_free(&given.curve);
    parot_entropic_result_free(&given.entropic);
    parot_gromov_result_free(&given.gromov_result);
    parot_gromov_entropic_result_free(&given.gromov_entropic_result);
    parot_gromov_path_result_free(&given.path);
    parot_gromov_path_result_free(&given.points_path);
    parot_match_result_free(&given.match_result);
    parot_match_result_free(&given.columns_result);
    parot_pu_model_free(&given.model);
    parot_pu_result_free(&given.labels);
    parot_pu_result_free(&given.relabelled);
    parot_pu_transport_free(&given.transport);
    parot_pu_calibration_free(&given.calibration);
    parot_register_result_free(&given.registered);
}
