/* near_name.c - edit distances: insertions, deletions, changes and swaps of neighbours.
 *
 * row[i][j] = distance of the first i letters of one name and the first j of the other (optimal
 * alignment); three rows are enough. Long names, and the columns behind the first thousands, are
 * not looked at: a message is not worth more.
 */
#include "io/tables/near_name.h"

#include <ctype.h>
#include <string.h>
#include <strings.h>

enum { LONGEST = 63, MOST_COLUMNS = 5000 };

static int least(int a, int b)
{
    return a < b ? a : b;
}

static int is_same(char a, char b)
{
    return tolower((unsigned char)a) == tolower((unsigned char)b);
}

static int distance(const char *a, const char *b)
{
    int rows[3][LONGEST + 1];
    int length = (int)strlen(a), width = (int)strlen(b);
    for (int i = 0; i <= length; i++) {
        int *row = rows[i % 3];
        const int *above = rows[(i + 2) % 3], *second = rows[(i + 1) % 3];
        for (int j = 0; j <= width; j++) {
            if (i == 0 || j == 0) {
                row[j] = i + j;
                continue;
            }
            row[j] = above[j - 1] + !is_same(a[i - 1], b[j - 1]);
            row[j] = least(row[j], 1 + least(above[j], row[j - 1]));
            if (i > 1 && j > 1 && is_same(a[i - 1], b[j - 2]) && is_same(a[i - 2], b[j - 1]))
                row[j] = least(row[j], 1 + second[j - 2]);
        }
    }
    return rows[length % 3][width];
}

const char *near_name(const parot_frame *frame, const char *name)
{
    const char *nearest = NULL;
    size_t length = strlen(name);
    int nearest_distance = length < 2 ? 1 : length < 4 ? 2 : 1 + (int)length / 3;
    if (length > LONGEST)
        return NULL;
    for (int64_t k = 0; frame->has_names && k < frame->cols && k < MOST_COLUMNS; k++) {
        const char *known = frame->columns[k].name;
        size_t size = strlen(known);
        if (size == 0 || size > LONGEST)
            continue;
        int is_beginning = length >= 2 && strncasecmp(name, known, length) == 0;
        int found = is_beginning && length < size ? 1 : distance(name, known);
        if (found < nearest_distance) {
            nearest = known;
            nearest_distance = found;
        }
    }
    return nearest;
}
