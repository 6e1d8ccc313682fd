/* lemon.cc - LEMON's network simplex as one of the compared programs: bench_lemon FILE MASS COSTS.
 *
 * The graph of Proposition 1 without its constant A: an arc for each pair, a dummy source that
 * feeds the columns, a dummy target that drains the rows, and no arc between the two. Balanced
 * problems (mass 1; all weights have total 1) get no dummies. Supplies are int64. COSTS is
 * "double", or "int64": scaled by a power of two to 44 bits, because LEMON's manual says "all input
 * data must be integer". Each line on standard input is one solve, timed from the cost matrix to
 * plan and potentials.
 */
#include <algorithm>
#include <cmath>
#include <cstring>
#include <type_traits>
#include <vector>

#include <lemon/network_simplex.h>
#include <lemon/smart_graph.h>

#include "instance.h"

namespace
{
typedef lemon::SmartDigraph Graph;
typedef std::vector<int64_t> Units;

const double UNITS = 0x1p50; /* in a mass of 1: finer than any rounding that matters */

struct Answer {
    std::vector<int> row, col;
    std::vector<double> mass, u, v;
};

/* Rounds the weights, of total 1, to units; the largest absorbs what rounding moved, so that a
 * balanced problem stays balanced. */
Units to_units(const double *weights, int64_t count)
{
    Units units(count);
    int64_t rest = std::llround(UNITS);
    for (int64_t k = 0; k < count; k++) {
        units[k] = std::llround(weights[k] * UNITS);
        rest -= units[k];
    }
    *std::max_element(units.begin(), units.end()) += rest;
    return units;
}

int64_t sum(const Units &units)
{
    int64_t total = 0;
    for (int64_t unit : units)
        total += unit;
    return total;
}

/* 2^e such that costs times 2^e have 44 bits; with 2^14 nodes a path still fits in 63. */
double integer_scale(const instance &it)
{
    int exponent = 0;
    double largest = 0;
    for (int64_t k = 0; k < it.n * it.m; k++)
        largest = std::max(largest, std::fabs(it.cost[k]));
    std::frexp(largest, &exponent);
    return std::ldexp(1.0, 44 - exponent);
}

template <typename Cost> Cost scaled(double cost, double scale)
{
    return std::is_integral<Cost>::value ? (Cost)std::llround(cost * scale) : (Cost)cost;
}

/* Nodes 0 .. n-1 are rows and n .. n+m-1 columns; arc i * m + j is the pair (i, j). */
void build(const instance &it, bool has_dummies, Graph &graph)
{
    graph.reserveNode(it.n + it.m + 2);
    graph.reserveArc(it.n * it.m + it.n + it.m);
    for (int64_t k = 0; k < it.n + it.m + (has_dummies ? 2 : 0); k++)
        graph.addNode();
    for (int64_t i = 0; i < it.n; i++)
        for (int64_t j = 0; j < it.m; j++)
            graph.addArc(graph.nodeFromId(i), graph.nodeFromId(it.n + j));
    for (int64_t i = 0; has_dummies && i < it.n; i++)
        graph.addArc(graph.nodeFromId(i), graph.nodeFromId(it.n + it.m));
    for (int64_t j = 0; has_dummies && j < it.m; j++)
        graph.addArc(graph.nodeFromId(it.n + it.m + 1), graph.nodeFromId(it.n + j));
}

template <typename Simplex>
void read_answer(const instance &it, const Graph &graph, const Simplex &simplex, double scale,
                 Answer &answer)
{
    for (int64_t k = 0; k < it.n * it.m; k++) {
        int64_t flow = simplex.flow(graph.arcFromId(k));
        if (flow > 0) {
            answer.row.push_back(k / it.m);
            answer.col.push_back(k % it.m);
            answer.mass.push_back(flow / UNITS);
        }
    }
    for (int64_t i = 0; i < it.n; i++)
        answer.u.push_back(simplex.potential(graph.nodeFromId(i)) / scale);
    for (int64_t j = 0; j < it.m; j++)
        answer.v.push_back(simplex.potential(graph.nodeFromId(it.n + j)) / scale);
}

void fill_supply(const instance &it, double mass, const Graph &graph,
                 Graph::NodeMap<int64_t> &supply)
{
    Units p = to_units(it.p, it.n), q = to_units(it.q, it.m);
    int64_t moved = std::llround(mass * UNITS);
    for (int64_t i = 0; i < it.n; i++)
        supply[graph.nodeFromId(i)] = p[i];
    for (int64_t j = 0; j < it.m; j++)
        supply[graph.nodeFromId(it.n + j)] = -q[j];
    if (graph.maxNodeId() >= it.n + it.m) {
        supply[graph.nodeFromId(it.n + it.m)] = moved - sum(p);
        supply[graph.nodeFromId(it.n + it.m + 1)] = sum(q) - moved;
    }
}

template <typename Cost> bool solve(const instance &it, double mass, Answer &answer)
{
    double scale = std::is_integral<Cost>::value ? integer_scale(it) : 1;
    Graph graph;
    build(it, mass < 1, graph);
    Graph::ArcMap<Cost> cost(graph, 0);
    for (int64_t k = 0; k < it.n * it.m; k++)
        cost[graph.arcFromId(k)] = scaled<Cost>(it.cost[k], scale);
    Graph::NodeMap<int64_t> supply(graph, 0);
    fill_supply(it, mass, graph, supply);

    lemon::NetworkSimplex<Graph, int64_t, Cost> simplex(graph);
    if (simplex.costMap(cost).supplyMap(supply).run() != simplex.OPTIMAL)
        return false;
    read_answer(it, graph, simplex, scale, answer);
    return true;
}

/* How far the plan's rows and columns exceed their weights. */
double excess(const instance &it, const Answer &answer)
{
    std::vector<double> rows(it.p, it.p + it.n), cols(it.q, it.q + it.m);
    for (size_t k = 0; k < answer.mass.size(); k++) {
        rows[answer.row[k]] -= answer.mass[k];
        cols[answer.col[k]] -= answer.mass[k];
    }
    return -std::min(*std::min_element(rows.begin(), rows.end()),
                     *std::min_element(cols.begin(), cols.end()));
}

void print_answer(const instance &it, const Answer &answer, double seconds, double bytes)
{
    double objective = 0, mass = 0;
    for (size_t k = 0; k < answer.mass.size(); k++) {
        objective += answer.mass[k] * it.cost[answer.row[k] * it.m + answer.col[k]];
        mass += answer.mass[k];
    }
    printf("{\"seconds\": %.9g, \"bytes\": %.0f, \"objective\": %.17g, \"mass\": %.17g, "
           "\"excess\": %.3g}\n",
           seconds, bytes, objective, mass, std::max(0.0, excess(it, answer)));
}
} // namespace

int main(int argc, char **argv)
{
    if (argc != 4) {
        fprintf(stderr, "usage: bench_lemon FILE MASS double|int64\n");
        return 2;
    }
    double bytes_before = peak_bytes(), mass = strtod(argv[2], NULL);
    instance it = read_instance(argv[1]);
    say_ready();
    while (another_run()) {
        Answer answer;
        double begin = clock_now();
        bool is_integer = strcmp(argv[3], "int64") == 0;
        bool solved =
            is_integer ? solve<int64_t>(it, mass, answer) : solve<double>(it, mass, answer);
        double seconds = clock_now() - begin, bytes = peak_bytes() - bytes_before;
        if (solved)
            print_answer(it, answer, seconds, bytes);
        else
            puts("{\"error\": \"not optimal\"}");
        fflush(stdout);
    }
    free(it.p);
    return 0;
}
