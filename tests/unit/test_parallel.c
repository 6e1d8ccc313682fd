/* test_parallel.c - every index once, in the promised pieces, whatever the number of threads. */
#include <pthread.h>
#include <stdatomic.h>

#include "base/parallel.h"
#include "base/run.h"
#include "test.h"

enum { MOST = 1000 };

static const int64_t counts[] = {0, 1, 2, 7, 63, 64, 65, 999, MOST};
static const int64_t grains[] = {-1, 0, 1, 2, 7, 64, 1000, 5000};
static const int32_t threads[] = {-1, 0, 1, 2, 3, 8, 64, 65, 200};
enum {
    COUNTS = sizeof counts / sizeof *counts,
    GRAINS = sizeof grains / sizeof *grains,
    THREADS = sizeof threads / sizeof *threads
};

struct visits {
    int64_t count, grain;
    _Atomic int visited[MOST];
    _Atomic int strange; /* pieces that are not [b grain, min((b + 1) grain, count)) */
};

static void visit(int64_t begin, int64_t end, void *context)
{
    struct visits *visits = context;
    int64_t expected_end =
        begin + visits->grain < visits->count ? begin + visits->grain : visits->count;
    if (begin % visits->grain != 0 || end != expected_end)
        atomic_fetch_add(&visits->strange, 1);
    for (int64_t i = begin; i < end; i++)
        atomic_fetch_add(&visits->visited[i], 1);
}

static void check_visits(int32_t workers, int64_t count, int64_t grain)
{
    struct visits visits = {.count = count, .grain = grain > 0 ? grain : 1};
    parallel_for(workers, count, grain, visit, &visits);
    assert_int_equal(visits.strange, 0);
    for (int64_t i = 0; i < MOST; i++)
        assert_int_equal(visits.visited[i], i < count);
}

TEST(every_index_is_visited_once_in_pieces_of_the_grain)
{
    for (int t = 0; t < THREADS; t++)
        for (int c = 0; c < COUNTS; c++)
            for (int g = 0; g < GRAINS; g++)
                check_visits(threads[t], counts[c], grains[g]);
}

static void fill_with_sines(int64_t begin, int64_t end, void *context)
{
    double *out = context;
    for (int64_t i = begin; i < end; i++)
        out[i] = sin((double)i) + (double)(begin % 10);
}

TEST(results_do_not_depend_on_the_number_of_threads)
{
    double alone[MOST], together[MOST];
    parallel_for(1, MOST, 17, fill_with_sines, alone);
    for (int t = 0; t < THREADS; t++) {
        memset(together, 0, sizeof together);
        parallel_for(threads[t], MOST, 17, fill_with_sines, together);
        assert_memory_equal(together, alone, sizeof alone);
    }
}

enum { OUTER = 20, INNER = 30 };
struct table {
    _Atomic int visited[OUTER][INNER];
};
struct row {
    struct table *table;
    int64_t index;
};

static void visit_cells(int64_t begin, int64_t end, void *context)
{
    struct row *row = context;
    for (int64_t j = begin; j < end; j++)
        atomic_fetch_add(&row->table->visited[row->index][j], 1);
}

static void visit_rows(int64_t begin, int64_t end, void *context)
{
    for (int64_t i = begin; i < end; i++) {
        struct row row = {context, i};
        parallel_for(3, INNER, 4, visit_cells, &row);
    }
}

TEST(loops_may_be_nested)
{
    struct table table = {0};
    parallel_for(4, OUTER, 3, visit_rows, &table);
    for (int i = 0; i < OUTER; i++)
        for (int j = 0; j < INNER; j++)
            assert_int_equal(table.visited[i][j], 1);
}

static void note_the_thread(int64_t begin, int64_t end, void *context)
{
    pthread_t *caller = context;
    (void)begin;
    (void)end;
    if (!pthread_equal(*caller, pthread_self()))
        memset(caller, 0, sizeof *caller);
}

TEST(one_thread_is_the_caller_itself)
{
    pthread_t caller = pthread_self();
    parallel_for(1, 100, 1, note_the_thread, &caller);
    assert_true(pthread_equal(caller, pthread_self()));
}

/* Each of the two pieces waits for the other to begin; a single thread would wait in vain. */
static void meet(int64_t begin, int64_t end, void *context)
{
    _Atomic int *arrived = context;
    double patience = clock_seconds() + 10;
    (void)begin;
    (void)end;
    atomic_fetch_add(arrived, 1);
    while (atomic_load(arrived) < 2 && clock_seconds() < patience)
        ;
    if (atomic_load(arrived) < 2)
        atomic_store(arrived, -2);
}

TEST(two_threads_work_at_the_same_time)
{
    _Atomic int arrived = 0;
    parallel_for(2, 2, 1, meet, &arrived);
    assert_int_equal(arrived, 2);
}
