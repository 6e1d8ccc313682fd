/* test_idx.c - IDX arrays of every type and 1 to 4 dimensions. */
#include "test.h"

#include "parot/io.h"
#include "scratch.h"

static parot_status read_bytes(const char *name, const char *data, size_t size, parot_table *table,
                               parot_error *err)
{
    return parot_table_read(scratch_bytes(name, data, size), table, err);
}

TEST(every_type_is_read)
{
    /* one column of -2 (254 for unsigned bytes) and 3 */
    static const struct {
        char type;
        int item;
        char data[16];
        double first;
    } types[] = {{0x08, 1, {'\xFE', 3}, 254},
                 {0x09, 1, {'\xFE', 3}, -2},
                 {0x0B, 2, {'\xFF', '\xFE', 0, 3}, -2},
                 {0x0C, 4, {'\xFF', '\xFF', '\xFF', '\xFE', 0, 0, 0, 3}, -2},
                 {0x0D, 4, {'\xC0', 0, 0, 0, 0x40, 0x40, 0, 0}, -2},
                 {0x0E, 8, {'\xC0', 0, 0, 0, 0, 0, 0, 0, 0x40, 0x08}, -2}};
    for (size_t k = 0; k < sizeof types / sizeof *types; k++) {
        char file[32] = {0, 0, types[k].type, 1, 0, 0, 0, 2};
        AUTO(parot_table, table);
        memcpy(file + 8, types[k].data, sizeof types[k].data);
        assert_ok(read_bytes("a.idx", file, 8 + 2 * (size_t)types[k].item, &table, &err));
        assert_true(table.rows == 2 && table.cols == 1 && !table.names);
        assert_true(table.data[0] == types[k].first && table.data[1] == 3);
    }
}

TEST(all_but_the_first_dimension_are_columns)
{
    const char *names[] = {"t10k-labels-idx1-ubyte", "b.ubyte", "t10k-images-idx3-ubyte", "b"};
    for (int dims = 1; dims <= 4; dims++) {
        char file[64] = {0, 0, 0x08, (char)dims};
        int64_t cells = 1;
        for (int k = 0; k < dims; k++) {
            file[4 + 4 * k + 3] = (char)(k == 1 ? 3 : 2);
            cells *= k == 1 ? 3 : 2;
        }
        for (int k = 0; k < cells; k++)
            file[4 + 4 * dims + k] = (char)k;
        AUTO(parot_table, table);
        size_t size = (size_t)(4 + 4 * dims + cells);
        assert_ok(read_bytes(names[dims - 1], file, size, &table, &err));
        assert_true(table.rows == 2 && table.cols == cells / 2);
        for (int k = 0; k < cells; k++)
            assert_true(table.data[k] == k);
    }
}

TEST(damage_is_refused)
{
    static const struct {
        char data[24];
        size_t size;
        const char *words;
    } cases[] = {{{0, 0, 0x08, 1, 0, 0}, 6, "inside the IDX header"},
                 {{0, 0, 0x08, 1, 0, 0, 0, 3, 1, 2}, 10, "cut short"},
                 {{0, 0, 0x08, 1, 0, 0, 0, 1, 1, 2}, 10, "too long"},
                 {{0, 0, 0x08, 2, '\xFF', 0, 0, 0, '\xFF', 0, 0, 0}, 13, "cut short"},
                 {{0, 0, 0x08, 1, 0, 0, 0, 0}, 8, "empty"},
                 {{0, 0, 0x0A, 1, 0, 0, 0, 1, 1}, 9, "not an IDX"},
                 {{0, 0, 0x08, 5, 0, 0, 0, 1, 1}, 9, "not an IDX"},
                 {{0, 0, 0x0D, 1, 0, 0, 0, 1, 0x7F, '\xC0', 0, 0}, 12, "nan"},
                 {{1}, 0, "not an IDX"}};
    for (size_t k = 0; k < sizeof cases / sizeof *cases; k++) {
        parot_table table = {0};
        assert_refused(read_bytes("c.idx", cases[k].data, cases[k].size, &table, &err),
                       PAROT_EFORMAT, cases[k].words);
        assert_true(!table.data && !table.owner);
    }
    static const char huge[] = {0,      0,      0x08,   4,      '\xFF', '\xFF', '\xFF',
                                '\xFF', '\xFF', '\xFF', '\xFF', '\xFF', '\xFF', '\xFF',
                                '\xFF', '\xFF', '\xFF', '\xFF', '\xFF', '\xFF'};
    parot_table table = {0};
    assert_refused(read_bytes("h.idx", huge, sizeof huge, &table, &err), PAROT_EFORMAT,
                   "impossible");
}

AROUND(scratch_open, scratch_close)
