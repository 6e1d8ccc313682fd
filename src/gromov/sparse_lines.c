/* sparse_lines.c - counting sort by row or by column. */
#include "gromov/sparse_lines.h"

static int64_t larger(int64_t a, int64_t b)
{
    return a > b ? a : b;
}

void lines_layout(struct lines *lines, int64_t n, int64_t m, int64_t entries, struct arena *arena)
{
    lines->rows = n;
    lines->cols = m;
    lines->index = arena_take(arena, larger(n, m), sizeof *lines->index);
    lines->begin = arena_take(arena, larger(n, m) + 1, sizeof *lines->begin);
    lines->other = arena_take(arena, entries, sizeof *lines->other);
    lines->mass = arena_take(arena, entries, sizeof *lines->mass);
    lines->tally = arena_take(arena, 2 * larger(n, m), sizeof *lines->tally);
}

/* Entries of each line into tally[0..size); returns how many lines have any. */
static int64_t tally_up(int64_t *tally, int64_t size, const int32_t *index, int64_t entries)
{
    int64_t count = 0;
    for (int64_t k = 0; k < size; k++)
        tally[k] = 0;
    for (int64_t e = 0; e < entries; e++)
        count += tally[index[e]]++ == 0;
    return count;
}

int64_t lines_count(const struct lines *lines, const parot_plan *plan)
{
    int64_t rows = tally_up(lines->tally, lines->rows, plan->row, plan->count);
    int64_t cols = tally_up(lines->tally, lines->cols, plan->col, plan->count);
    return rows <= cols ? rows : cols;
}

void lines_set(struct lines *lines, const parot_plan *plan)
{
    int64_t size = larger(lines->rows, lines->cols), *next = lines->tally + size;
    int64_t rows = tally_up(lines->tally, lines->rows, plan->row, plan->count);
    int64_t cols = tally_up(next, lines->cols, plan->col, plan->count);
    lines->is_by_col = cols < rows;
    const int32_t *line = lines->is_by_col ? plan->col : plan->row;
    const int32_t *other = lines->is_by_col ? plan->row : plan->col;
    const int64_t *tally = lines->is_by_col ? next : lines->tally;
    size = lines->is_by_col ? lines->cols : lines->rows;

    lines->count = 0;
    lines->begin[0] = 0;
    for (int64_t k = 0; k < size; k++) {
        int64_t entries = tally[k];
        next[k] = lines->begin[lines->count];
        if (entries == 0)
            continue;
        lines->index[lines->count++] = (int32_t)k;
        lines->begin[lines->count] = next[k] + entries;
    }
    for (int64_t e = 0; e < plan->count; e++) {
        int64_t place = next[line[e]]++;
        lines->other[place] = other[e];
        lines->mass[place] = plan->mass[e];
    }
}
