/* suggest.c - edit distances: insertions, deletions, changes and swaps of neighbours. */
#include "shell/suggest.h"

#include <string.h>

enum { LONGEST = 31 }; /* no verb, option or metric is longer */

static int least(int a, int b)
{
    return a < b ? a : b;
}

/* row[i][j] = distance of the first i letters of a and the first j of b (optimal alignment) */
static int distance(const char *a, const char *b)
{
    int row[LONGEST + 1][LONGEST + 1] = {{0}};
    int rows = (int)strlen(a), cols = (int)strlen(b);
    for (int i = 0; i <= rows; i++)
        for (int j = 0; j <= cols; j++) {
            if (i == 0 || j == 0) {
                row[i][j] = i + j;
                continue;
            }
            row[i][j] = row[i - 1][j - 1] + (a[i - 1] != b[j - 1]);
            row[i][j] = least(row[i][j], 1 + least(row[i - 1][j], row[i][j - 1]));
            if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1])
                row[i][j] = least(row[i][j], 1 + row[i - 2][j - 2]);
        }
    return row[rows][cols];
}

/* A word that continues or begins a name is near, whatever is missing. */
static int is_prefix(const char *word, const char *name)
{
    size_t length = strlen(word);
    return length >= 2 && strncmp(word, name, length) == 0;
}

const char *suggest(const char *word, const char *const *names, size_t count)
{
    const char *nearest = NULL;
    size_t length = strlen(word);
    if (length > LONGEST)
        return NULL;
    int nearest_distance = length < 4 ? 2 : 1 + (int)length / 3; /* one letter in three */
    for (size_t k = 0; k < count; k++) {
        if (strlen(names[k]) > LONGEST) /* columns may be called anything */
            continue;
        int found = is_prefix(word, names[k]) ? 0 : distance(word, names[k]);
        if (found < nearest_distance) {
            nearest = names[k];
            nearest_distance = found;
        }
    }
    return nearest;
}
