/* nearest_name.c - edit distances: insertions, deletions, changes and swaps of neighbours.
 *
 * row[i][j] = distance of the first i letters of one name and the first j of the other (optimal
 * alignment); three rows are enough. Names of more than 63 bytes are not looked at: a message is
 * not worth more.
 */
#include "base/nearest_name.h"

#include <ctype.h>
#include <string.h>
#include <strings.h>

#include "parot/parot.h"

enum { LONGEST = 63 };

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

struct nearest_name nearest_name_begin(const char *word)
{
    size_t length = strlen(word);
    int limit = length < 2 ? 1 : length < 4 ? 2 : 1 + (int)length / 3;
    return (struct nearest_name){word, NULL, length > LONGEST ? 0 : limit};
}

void nearest_name_try(struct nearest_name *nearest, const char *name)
{
    size_t length = strlen(nearest->word), size = name ? strlen(name) : 0;
    if (size == 0 || size > LONGEST || nearest->distance == 0)
        return;
    int is_beginning =
        length >= 2 && length < size && strncasecmp(nearest->word, name, length) == 0;
    int found = is_beginning ? 1 : distance(nearest->word, name);
    if (found < nearest->distance) {
        nearest->name = name;
        nearest->distance = found;
    }
}

const char *parot_nearest_name(const char *word, const char *const *names, int64_t count)
{
    struct nearest_name nearest = nearest_name_begin(word);
    for (int64_t k = 0; k < count; k++)
        nearest_name_try(&nearest, names[k]);
    return nearest.name;
}
