/* fold.c - the blocks of columns are added up in place. */
#include "input/fold.h"

#include "shell/option_number.h"

enum outcome fold_columns(struct points *points, const char *text)
{
    parot_table *table = &points->table;
    int64_t blocks = 1;
    if (!text)
        return SOLVED;
    TRY(number_read_count("--fold", text, 1, INT32_MAX, &blocks));
    int64_t cols = table->cols / blocks;
    if (table->cols % blocks != 0)
        return refuse(
            FAILED,
            "--fold %s: the %lld columns of %s cannot be cut into %s blocks of equal length", text,
            (long long)table->cols, path_label(points->path), text);
    for (int64_t i = 0; i < table->rows; i++)
        for (int64_t k = 0; k < cols; k++) {
            double sum = 0;
            for (int64_t block = 0; block < blocks; block++)
                sum += table->data[i * table->cols + block * cols + k];
            table->data[i * cols + k] = sum;
        }
    table->cols = cols;
    return SOLVED;
}
