/* Distances of graphs against the definition (Floyd and Warshall's recursion), also where there is
 * no path; and graphs that are matched by them. */
#include "graphs.h"
#include "test.h"

static struct small_graph graph, other;
static double distances[MOST_NODES * MOST_NODES], expected[MOST_NODES * MOST_NODES],
    more[MOST_NODES * MOST_NODES];

/* Sparse enough to fall apart now and then; lengths of 0 among the others. */
static const parot_graph *random_graph(struct small_graph *it, uint64_t seed, int is_directed,
                                       int has_lengths)
{
    int64_t n = 2 + (int64_t)(test_uniform(seed, 0) * 30);
    double share = 3 * test_uniform(seed, 1) / (double)n;
    small_graph_clear(it, n);
    for (int64_t i = 0; i < n; i++)
        for (int64_t j = 0; j < n; j++) {
            uint64_t at = (uint64_t)(2 + i * n + j);
            double length = fmax(0, 2 * test_uniform(seed + 1000, at) - 0.2);
            if (test_uniform(seed, at) < share && (is_directed || j < i))
                it->length[i * n + j] = has_lengths ? length : 1;
        }
    for (int64_t i = 0; !is_directed && i < n; i++)
        for (int64_t j = 0; j < i; j++)
            it->length[j * n + i] = it->length[i * n + j];
    return small_graph_close(it, has_lengths);
}

/* d_ij = min over k of d_ik + d_kj, for one k after the other. */
static void follow_all_paths(const struct small_graph *it, double *paths)
{
    int64_t n = it->nodes;
    for (int64_t k = 0; k < n * n; k++)
        paths[k] = k % (n + 1) == 0 ? 0 : it->length[k];
    for (int64_t k = 0; k < n; k++)
        for (int64_t i = 0; i < n; i++)
            for (int64_t j = 0; j < n; j++)
                paths[i * n + j] = fmin(paths[i * n + j], paths[i * n + k] + paths[k * n + j]);
}

/* The stated rule: the largest finite distance plus the mean length of the edges. */
static double one_step_more(const struct small_graph *it, const double *paths, double *largest)
{
    double sum = 0, edges = 0;
    *largest = 0;
    for (int64_t k = 0; k < it->nodes * it->nodes; k++) {
        *largest = isfinite(paths[k]) ? fmax(*largest, paths[k]) : *largest;
        sum += isfinite(it->length[k]) ? it->length[k] : 0;
        edges += isfinite(it->length[k]);
    }
    return *largest + (sum > 0 ? sum / edges : 1);
}

static void check_against(const double *paths, const parot_graph_facts *facts)
{
    double largest = 0, unreachable = one_step_more(&graph, paths, &largest);
    int64_t apart = 0;
    for (int64_t k = 0; k < graph.nodes * graph.nodes; k++) {
        apart += isinf(paths[k]) != 0;
        assert_close(distances[k], isinf(paths[k]) ? unreachable : paths[k], 1e-13);
    }
    assert_int_equal(facts->apart, apart);
    assert_close(facts->largest, largest, 1e-13);
    if (apart > 0)
        assert_close(facts->unreachable, unreachable, 1e-13);
    else
        assert_true(isnan(facts->unreachable));
}

TEST(shortest_paths_agree_with_the_recursion)
{
    int64_t disconnected = 0;
    for (uint64_t seed = 0; seed < 200; seed++) {
        parot_graph_facts facts = {0};
        random_graph(&graph, seed, seed % 2 == 1, seed % 4 < 2);
        follow_all_paths(&graph, expected);
        assert_ok(parot_graph_distances(&graph.graph, NULL, NULL, distances, &facts, &err));
        check_against(expected, &facts);
        disconnected += facts.components > 1;
    }
    assert_true(disconnected > 20 && disconnected < 200);
}

TEST(adjacency_is_the_length_of_the_edge)
{
    DEFAULTS(parot_graph_options, options);
    options.distance = PAROT_GRAPH_DISTANCE_ADJACENCY;
    for (uint64_t seed = 0; seed < 50; seed++) {
        parot_graph_facts facts = {0};
        random_graph(&graph, seed, seed % 2 == 1, seed % 4 < 2);
        for (int64_t k = 0; k < graph.nodes * graph.nodes; k++)
            expected[k] = k % (graph.nodes + 1) == 0 ? 0 : graph.length[k];
        assert_ok(parot_graph_distances(&graph.graph, &options, NULL, distances, &facts, &err));
        check_against(expected, &facts);
    }
}

TEST(components_are_counted_and_the_distance_between_them_can_be_chosen)
{
    parot_graph_facts facts = {0};
    DEFAULTS(parot_graph_options, options);
    small_graph_clear(&graph, 6); /* 0 - 1 - 2   3 - 4   5 */
    small_graph_join(&graph, 0, 1, 2);
    small_graph_join(&graph, 1, 2, 2);
    small_graph_join(&graph, 3, 4, 1);
    small_graph_close(&graph, 1);
    assert_ok(parot_graph_distances(&graph.graph, NULL, NULL, distances, &facts, &err));
    assert_int_equal(facts.components, 3);
    assert_int_equal(facts.apart, 36 - 9 - 4 - 1);
    assert_close(facts.unreachable, 4 + 10.0 / 6, 1e-15);
    assert_close(distances[5], 4 + 10.0 / 6, 1e-15);
    options.unreachable = 50;
    assert_ok(parot_graph_distances(&graph.graph, &options, NULL, distances, &facts, &err));
    assert_true(distances[5] == 50 && distances[2] == 4 && facts.unreachable == 50);
}

TEST(some_nodes_have_the_distances_that_they_have_among_all)
{
    DEFAULTS(parot_graph_options, options);
    int32_t node[] = {1, 0};
    options.node = node;
    options.node_count = 2;
    options.unreachable = 9;
    for (uint64_t seed = 0; seed < 30; seed++) {
        random_graph(&graph, seed, 1, 1);
        follow_all_paths(&graph, expected);
        assert_ok(parot_graph_distances(&graph.graph, &options, NULL, more, NULL, &err));
        for (int k = 0; k < 4; k++) {
            double path = expected[node[k / 2] * graph.nodes + node[k % 2]];
            assert_close(more[k], isinf(path) ? 9 : path, 1e-13);
        }
    }
}

TEST(distances_there_and_back_are_equal_to_the_last_bit)
{
    for (uint64_t seed = 0; seed < 40; seed += 4) {
        random_graph(&graph, seed, 0, 1);
        assert_ok(parot_graph_distances(&graph.graph, NULL, NULL, distances, NULL, &err));
        for (int64_t i = 0; i < graph.nodes; i++)
            for (int64_t j = 0; j < i; j++)
                assert_true(distances[i * graph.nodes + j] == distances[j * graph.nodes + i]);
    }
}

TEST(several_edges_are_as_long_as_the_shortest_and_loops_are_nothing)
{
    const int64_t first[] = {0, 4, 4};
    const int32_t to[] = {0, 1, 1, 1};
    const double length[] = {3, 5, 2, 4};
    for (int distance = 0; distance < 2; distance++) {
        DEFAULTS(parot_graph_options, options);
        options.distance = (parot_graph_distance)distance;
        const parot_graph twice = {.nodes = 2, .first = first, .to = to, .length = length};
        assert_ok(parot_graph_distances(&twice, &options, NULL, distances, NULL, &err));
        assert_true(distances[0] == 0 && distances[1] == 2 && distances[3] == 0);
        assert_close(distances[2], 2 + 14.0 / 4, 1e-15);
    }
}

TEST(threads_do_not_change_a_bit)
{
    DEFAULTS(parot_run, run);
    random_graph(&graph, 7, 0, 1);
    assert_ok(parot_graph_distances(&graph.graph, NULL, &run, distances, NULL, &err));
    run.threads = 3;
    assert_ok(parot_graph_distances(&graph.graph, NULL, &run, more, NULL, &err));
    assert_memory_equal(distances, more, (size_t)(graph.nodes * graph.nodes) * sizeof *more);
}

static void refuse(const parot_graph *bad, const parot_graph_options *options, const char *words)
{
    double untouched[4] = {7, 7, 7, 7};
    assert_refused(parot_graph_distances(bad, options, NULL, untouched, NULL, &err), PAROT_EINVAL,
                   words);
    for (int k = 0; k < 4; k++)
        assert_true(untouched[k] == 7);
}

TEST(what_is_not_a_graph_is_refused)
{
    const int64_t first[] = {0, 1, 2}, falls[] = {0, 2, 1}, late[] = {1, 1, 2};
    const int32_t to[] = {1, 0}, outside[] = {1, 2}, below[] = {-1, 0};
    const double negative[] = {1, -1}, nan[] = {NAN, 1}, infinite[] = {1, INFINITY};
    const parot_graph good = {.nodes = 2, .first = first, .to = to};
    refuse(&(parot_graph){.nodes = 2, .first = late, .to = to}, NULL, "that begin with 0");
    refuse(&(parot_graph){.nodes = 2, .first = falls, .to = to}, NULL, "must not decrease");
    refuse(&(parot_graph){.nodes = 2, .first = first, .to = outside}, NULL, "leads to node 2 of 2");
    refuse(&(parot_graph){.nodes = 2, .first = first, .to = below}, NULL, "leads to node -1");
    const double *const lengths[] = {negative, nan, infinite};
    for (int k = 0; k < 3; k++)
        refuse(&(parot_graph){.nodes = 2, .first = first, .to = to, .length = lengths[k]}, NULL,
               "graph.length: must be finite and >= 0");

    parot_graph_options options;
    parot_graph_options_init(&options);
    parot_graph_options_init(&options);
    parot_graph_options_init(&options);
    options.node = to;
    refuse(&good, &options, "options.node_count: must be positive");
    options.node = outside;
    options.node_count = 2;
    refuse(&good, &options, "there is no node 2 among 2");
}

TEST(paths_longer_than_any_double_are_refused)
{
    small_graph_clear(&graph, 3);
    small_graph_join(&graph, 0, 1, 1e308);
    small_graph_join(&graph, 1, 2, 1e308);
    small_graph_close(&graph, 1);
    assert_refused(parot_graph_distances(&graph.graph, NULL, NULL, distances, NULL, &err),
                   PAROT_ENUMERIC, "divide them all by the same number");
}

/* ---- Matching ----------------------------------------------------------- */

static double match(const struct small_graph *a, const struct small_graph *b, double mass,
                    int distance)
{
    DEFAULTS(parot_graph_options, options);
    options.distance = (parot_graph_distance)distance;
    assert_ok(parot_graph_distances(&a->graph, &options, NULL, distances, NULL, &err));
    assert_ok(parot_graph_distances(&b->graph, &options, NULL, more, NULL, &err));
    parot_gromov_problem problem = {.source = {distances, a->nodes, a->nodes, a->nodes},
                                    .target = {more, b->nodes, b->nodes, b->nodes},
                                    .alpha = 1,
                                    .mass = mass};
    AUTO(parot_gromov_result, result);
    assert_ok(parot_gromov(&problem, NULL, NULL, &result, &err));
    double objective = result.transport.objective;
    assert_true(isfinite(objective) && objective >= 0);
    assert_close((double)plan_total(&result.transport.plan), mass, 1e-9);
    return objective;
}

TEST(graphs_in_pieces_are_matched_at_any_mass)
{
    static const double masses[] = {1e-6, 0.3, 1};
    for (uint64_t seed = 0; seed < 12; seed++)
        for (int k = 0; k < 3; k++) {
            random_graph(&graph, seed, seed % 2 == 1, 1);
            random_graph(&other, seed + 50, seed % 3 == 1, 1);
            match(&graph, &other, masses[k], (int)seed % 2);
        }
}

/* One node; nodes without edges; edges of length 0 alone. */
TEST(degenerate_graphs_are_matched)
{
    static const int64_t nodes[] = {1, 5, 6};
    for (int a = 0; a < 3; a++)
        for (int b = 0; b < 3; b++)
            for (int distance = 0; distance < 2; distance++) {
                small_graph_clear(&graph, nodes[a]);
                small_graph_clear(&other, nodes[b]);
                for (int64_t i = 1; a == 2 && i < nodes[a]; i++)
                    small_graph_join(&graph, 0, i, 0);
                for (int64_t i = 1; b == 2 && i < nodes[b]; i++)
                    small_graph_join(&other, 0, i, 0);
                small_graph_close(&graph, 1);
                small_graph_close(&other, 1);
                double objective = match(&graph, &other, 1, distance);
                if (a == b)
                    assert_close(objective, 0, 1e-15);
            }
}

/* Three pieces and two isolated nodes, and the same in another order. */
TEST(a_permuted_graph_in_pieces_is_found_again)
{
    int64_t order[14];
    small_graph_clear(&graph, 14);
    for (int64_t i = 1; i < 6; i++)
        small_graph_join(&graph, i - 1, i, 1 + 0.1 * (double)i);
    small_graph_join(&graph, 6, 7, 1);
    small_graph_join(&graph, 6, 8, 1.5);
    small_graph_join(&graph, 6, 9, 2);
    small_graph_join(&graph, 10, 11, 3);
    shuffled(order, 14, 5);
    small_graph_part(&graph, order, 14, &other);
    small_graph_close(&graph, 1);
    small_graph_close(&other, 1);
    assert_close(match(&graph, &other, 1, PAROT_GRAPH_DISTANCE_SHORTEST_PATH), 0, 1e-12);
}
