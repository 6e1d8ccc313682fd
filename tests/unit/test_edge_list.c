/* test_edge_list.c - graphs from lists of edges. */
#include "test.h"

#include <stdio.h>

#include "parot/io.h"
#include "scratch.h"

static parot_status read_text(const char *text, int is_directed, parot_edge_list *list,
                              parot_error *err)
{
    return parot_edge_list_read(scratch_text("g.edges", text), is_directed, list, err);
}

static int64_t node_of(const parot_edge_list *list, const char *name)
{
    for (int64_t i = 0; i < list->graph.nodes; i++)
        if (strcmp(list->names[i], name) == 0)
            return i;
    fail_msg("no node is called %s", name);
    return -1;
}

/* The length of the edge between two names; -1: there is none; more than one is a failure. */
static double edge(const parot_edge_list *list, const char *from, const char *to)
{
    const parot_graph *graph = &list->graph;
    int64_t i = node_of(list, from), found = 0;
    double length = -1;
    for (int64_t k = graph->first[i]; k < graph->first[i + 1]; k++)
        if (graph->to[k] == node_of(list, to)) {
            length = graph->length ? graph->length[k] : 1;
            found++;
        }
    assert_true(found <= 1);
    return length;
}

TEST(any_separator_makes_the_same_graph)
{
    static const char *const cases[] = {
        "ann bob 2\nbob carla 0.5\nemil\n",
        "ann\tbob\t2\nbob\tcarla\t0.5\nemil\n",
        "ann, bob, 2\n bob,carla ,0.5\nemil",
        "ann;bob;2\r\nbob;carla;0.5\r\nemil\r\n",
        "\xEF\xBB\xBF# comment\n\n  ann   bob  2e0\n# x y\n\"bob\" carla .5\nemil\n",
        "from to length\nann bob 2\nbob carla 0.5\nemil\n",
        "Source,Target,whatever\nann,bob,2\nbob,carla,0.5\nemil\n",
        "a,b,WEIGHT\nann,bob,2\nbob,carla,0.5\nemil\n"};
    for (size_t k = 0; k < sizeof cases / sizeof *cases; k++) {
        AUTO(parot_edge_list, list);
        assert_ok(read_text(cases[k], 0, &list, &err));
        assert_int_equal(list.graph.nodes, 4);
        assert_int_equal(list.edges, 2);
        assert_string_equal(list.names[0], "ann");
        assert_string_equal(list.names[3], "emil");
        assert_true(edge(&list, "ann", "bob") == 2 && edge(&list, "bob", "ann") == 2);
        assert_true(edge(&list, "carla", "bob") == 0.5 && edge(&list, "ann", "carla") == -1);
        assert_int_equal(list.graph.first[4] - list.graph.first[3], 0);
    }
}

TEST(edges_lead_one_way_if_asked)
{
    AUTO(parot_edge_list, list);
    assert_ok(read_text("3 1\n1 2\n", 1, &list, &err));
    assert_true(edge(&list, "3", "1") == 1 && edge(&list, "1", "3") == -1);
    assert_true(edge(&list, "1", "2") == 1 && !list.graph.length);
    assert_string_equal(list.names[0], "3");
}

TEST(of_repeated_edges_the_shortest_is_kept_and_loops_are_dropped)
{
    for (int is_directed = 0; is_directed < 2; is_directed++) {
        AUTO(parot_edge_list, list);
        assert_ok(read_text("a b 3\nb a 2\na b 5\nc c 1\na b 3\n", is_directed, &list, &err));
        assert_true(edge(&list, "a", "b") == (is_directed ? 3 : 2) && edge(&list, "b", "a") == 2);
        assert_int_equal(list.graph.nodes, 3);
        assert_int_equal(list.loops, 1);
        assert_int_equal(list.repeated, is_directed ? 2 : 3);
        assert_int_equal(list.edges, is_directed ? 2 : 1);
    }
}

TEST(names_are_any_text)
{
    AUTO(parot_edge_list, list);
    assert_ok(read_text("\"a, b\",01,1\n1,\"say \"\"x\"\"\",2\n\"c d\"\n", 0, &list, &err));
    assert_int_equal(list.graph.nodes, 5);
    assert_true(edge(&list, "a, b", "01") == 1 && edge(&list, "1", "say \"x\"") == 2);
    assert_int_equal(node_of(&list, "c d"), 4);
    parot_edge_list_free(&list);
    assert_ok(parot_edge_list_read(scratch_text("weight.txt", "from weight\n"), 0, &list, &err));
    assert_int_equal(list.graph.nodes, 2); /* two cells that are not a known header */
}

TEST(damage_is_refused_with_its_line)
{
    static const char *const cases[][2] = {
        {"", "is empty"},
        {"# a b\n\n", "contains no edges"},
        {"from to\n", "contains no edges"},
        {"a b\nc d e f\n", "line 2: has 4 cells; an edge is FROM TO"},
        {"a b {'weight': 1}\n", "line 1: has attributes in braces"},
        {"a b 1\n\nc d x\n", "line 3: 'x' is not a length"},
        {"a b -1\n", "not a similarity"},
        {"a b inf\n", "finite number >= 0"},
        {"a b nan\n", "'nan' is not a length"},
        {"a b 1e999\n", "is not a length"},
        {"a,b,\n", "line 1: '' is not a length"},
        {"a b 1\nb c\n", "line 2: has no length, but line 1 has one; give every edge one, or none"},
        {"a b\nb c 2\n", "line 2: has a length, but line 1 has none"},
        {"a,b\nc d\n", "line 2: 'c d' is one name here; separate nodes as on the first line"},
        {"a,b\n,c\n", "line 2: a node has no name"},
        {"a,b\nc,\n", "line 2: a node has no name"},
        {"a b\n\"c d\n", "line 2: a quotation mark is not closed"},
        {"a b\n\xFF c\n", "line 2: byte 0xFF is not UTF-8"}};
    for (size_t k = 0; k < sizeof cases / sizeof *cases; k++) {
        parot_edge_list list = {0};
        assert_refused(read_text(cases[k][0], 0, &list, &err), PAROT_EFORMAT, cases[k][1]);
        assert_true(!list.owner && !list.names);
    }
    assert_refused(parot_edge_list_read("nowhere.edges", 0, &(parot_edge_list){0}, &err), PAROT_EIO,
                   "nowhere.edges");
    assert_refused(parot_edge_list_read("x", 0, NULL, &err), PAROT_EINVAL,
                   "list: must not be NULL");
}

/* Against a matrix that the lines are written to. */
TEST(many_edges_are_where_they_belong)
{
    enum { NODES = 40, LINES = 500 };
    static double expected[NODES][NODES];
    static char text[LINES * 24];
    AUTO(parot_edge_list, list);
    size_t size = 0;
    for (int k = 0; k < LINES; k++) {
        int a = k * 7 % NODES, b = (k * k + 3 * k) % NODES, length = 1 + k * 37 % 101;
        size += (size_t)snprintf(text + size, sizeof text - size, "n%d n%d %d\n", a, b, length);
        if (a != b && (expected[a][b] == 0 || length < expected[a][b]))
            expected[a][b] = expected[b][a] = length;
    }
    assert_ok(read_text(text, 0, &list, &err));
    for (int a = 0; a < NODES; a++)
        for (int b = 0; b < NODES; b++) {
            char names[2][8];
            snprintf(names[0], sizeof names[0], "n%d", a);
            snprintf(names[1], sizeof names[1], "n%d", b);
            assert_true(edge(&list, names[0], names[1]) ==
                        (expected[a][b] > 0 ? expected[a][b] : -1));
        }
}

AROUND(scratch_open, scratch_close)
