/* fuzz_io.c - damaged files are refused with a message, or read; nothing else may happen.
 *
 * Starts from valid files of every format and damages them in ways that depend on the number of
 * the trial alone: a failure names that number, and `fuzz_io FIRST COUNT` repeats it. Meant for a
 * build with sanitizers, which see what a status does not.
 */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <zip.h>

#include "base/random.h"
#include "instances.h"
#include "io/binary/npy.h"
#include "io/binary/npz.h"
#include "io/bytes/filename.h"
#include "io/bytes/gzip.h"
#include "io/results/json_writer.h"
#include "io/results/result_npz.h"
#include "target.h"

enum { TRIALS = 20000, SEEDS = 23, LARGEST = 4096, MEMBERS = 16 };

struct seed {
    const char *name; /* decides the format, as that of a file would */
    struct bytes bytes;
};

/* A stream of random numbers for one trial. */
struct dice {
    uint64_t trial, drawn;
};

static size_t roll(struct dice *dice, size_t sides)
{
    return (size_t)(random_bits(dice->trial, RANDOM_TEST, dice->drawn++) % sides);
}

static void must(parot_status status)
{
    if (status != PAROT_OK)
        abort();
}

static void make_text(struct seed *seed, const char *name, const char *text)
{
    seed->name = name;
    must(bytes_append_text(&seed->bytes, text, NULL));
}

static void make_array(struct seed *seed, const char *name, const struct npy_array *array)
{
    seed->name = name;
    must(npy_append(&seed->bytes, array, NULL));
}

static void make_results(struct seed *json, struct seed *npz)
{
    static int32_t row[] = {0, 1, 1}, col[] = {2, 0, 1};
    static double mass[] = {0.1, 0.3, 0.2}, u[] = {0, 0.5}, v[] = {0, 1e-300, 2};
    const parot_result result = {
        .plan = {.rows = 2, .cols = 3, .count = 3, .row = row, .col = col, .mass = mass},
        .dual = {.u = u, .v = v, .lambda = -1.5},
        .mass = 0.6,
        .objective = 2.75,
        .bound = 2.5};
    parot_json *document = parot_json_open("solved");
    parot_json_result(document, &result, 1);
    json->name = "x.json";
    npz->name = "x.npz";
    must(json_take(document, &json->bytes, NULL));
    must(result_npz_append(&npz->bytes, &result, NULL, NULL));
}

/* Of 2 x 4 that count from 0, or of 3 x 4 that count from 1. */
static void make_plans(struct seed seeds[6])
{
    static const int32_t row[] = {0, 1, 1}, col[] = {2, 0, 1}, ends[] = {0, 1, 3};
    static const double mass[] = {0.1, 0.3, 0.2};
    const struct npy_array lists[] = {{ELEMENT_SIGNED, 4, 1, 3, 1, row},
                                      {ELEMENT_SIGNED, 4, 1, 3, 1, col},
                                      {ELEMENT_FLOAT, 8, 1, 3, 1, mass},
                                      {ELEMENT_SIGNED, 4, 1, 3, 1, ends}};
    struct npz_member coo[] = {{"row.npy", {0}}, {"col.npy", {0}}, {"data.npy", {0}}};
    struct npz_member csr[] = {{"indptr.npy", {0}}, {"indices.npy", {0}}, {"data.npy", {0}}};
    static const int of_csr[] = {3, 1, 2};
    for (int k = 0; k < 3; k++) {
        must(npy_append(&coo[k].array, &lists[k], NULL));
        must(npy_append(&csr[k].array, &lists[of_csr[k]], NULL));
    }
    make_text(&seeds[0], "x.csv", "row,col,mass\n1,4,0.5\n\n# next\n3,1,0.25\n2,1,-1e-3\n");
    make_text(&seeds[1], "x.tsv", "0\t0\t0.5\t0\n0.25\t0\t0\t1e-9\n");
    make_text(&seeds[2], "x.json",
              "{\"plan\": {\"row\": [0, 1], \"col\": [2, 0], \"mass\": [1, 2]}}");
    make_text(&seeds[3], "x.json", " [[1, 4, 0.5], [3, 1, 0.25], [3, 1, 0.25]]");
    seeds[4].name = seeds[5].name = "x.npz";
    must(npz_pack(coo, 3, &seeds[4].bytes, NULL));
    must(npz_pack(csr, 3, &seeds[5].bytes, NULL));
    for (int k = 0; k < 3; k++) {
        bytes_free(&coo[k].array);
        bytes_free(&csr[k].array);
    }
}

static void make_seeds(struct seed seeds[SEEDS])
{
    static const double numbers[] = {1, 0.1, INFINITY, -5e-324, 1.0 / 3, 1e300};
    static const int32_t whole[] = {1, -2, 3};
    const struct npy_array matrix = {ELEMENT_FLOAT, 8, 2, 3, 2, numbers};
    const struct npy_array list = {ELEMENT_SIGNED, 4, 1, 3, 1, whole};
    make_text(&seeds[0], "x.csv", "a,\"b \"\"c\"\"\"\n1,2\n-3.5,inf\n\n4e5,6\n");
    make_text(&seeds[1], "x.tsv", "\xEF\xBB\xBFid\tage\r\n1\t2\r\n3\t4\r\n");
    make_text(&seeds[2], "x", "# x y z\n 1  2 3\n4 5   6\n# end\n");
    make_text(&seeds[3], "x.csv", "1;2\n3;4\n");
    make_array(&seeds[4], "x.npy", &matrix);
    make_array(&seeds[5], "x.npy", &list);
    make_results(&seeds[6], &seeds[7]);
    make_text(&seeds[8], "x.csv.gz", "1,2\n3,4\n");
    must(gzip_pack(&seeds[8].bytes, NULL));
    make_array(&seeds[9], "x", &matrix);
    must(gzip_pack(&seeds[9].bytes, NULL));
    const struct npz_member member = {"only.npy", seeds[4].bytes};
    seeds[10].name = "x.npz:only";
    must(npz_pack(&member, 1, &seeds[10].bytes, NULL));
    make_text(&seeds[11], "x.libsvm", "+1 1:0.5 3:-2e1 # tail\n-1\n2 2:7 4:1\n");
    seeds[12].name = "x.idx";
    must(bytes_append(&seeds[12].bytes, "\0\0\x0B\2\0\0\0\2\0\0\0\2abcdefgh", 20, NULL));
    make_text(&seeds[13], "x.csv", "id,\"a, b\",c\n007,red,1\n8,\"x \"\"y\"\"\",NA\n,?,2.5\n");
    make_text(&seeds[14], "x.tsv", "a\tb\r\nlow\t12345678.9012345678\rhigh\t-1e-7\n5\t\n");
    make_plans(seeds + 15);
    make_text(&seeds[21], "x.edges", "# g\nfrom to weight\na b 1\n\"c d\" a 0.5\nb a 2\ne\n");
    make_text(&seeds[22], "x.edges.gz", "1,2\n2,3\n3,3\n\n4\n");
    must(gzip_pack(&seeds[22].bytes, NULL));
}

static void truncate_bytes(struct bytes *bytes, struct dice *dice)
{
    bytes->size = roll(dice, bytes->size + 1);
}

static void flip_bytes(struct bytes *bytes, struct dice *dice)
{
    for (size_t k = 1 + roll(dice, 4); k > 0 && bytes->size > 0; k--)
        bytes->data[roll(dice, bytes->size)] = (char)roll(dice, 256);
}

/* Puts `size` bytes in place of `removed` ones at `place`. */
static void replace(struct bytes *bytes, size_t place, size_t removed, const char *data,
                    size_t size)
{
    size_t rest = bytes->size - place - removed;
    must(bytes_reserve(bytes, size, NULL));
    memmove(bytes->data + place + size, bytes->data + place + removed, rest);
    memcpy(bytes->data + place, data, size);
    bytes->size = place + size + rest;
}

static void insert_token(struct bytes *bytes, struct dice *dice)
{
    static const char *const tokens[] = {",",     "\"", "\n",        "\r",     "\t", "nan", "inf",
                                         "1e999", "#",  "{",         "}",      "[",  "]",   "null",
                                         "'",     "(",  "\x93NUMPY", "PK\1\2", "-1", "True"};
    const char *token = tokens[roll(dice, sizeof tokens / sizeof *tokens)];
    replace(bytes, roll(dice, bytes->size + 1), 0, token, strlen(token));
}

static void repeat_part(struct bytes *bytes, struct dice *dice)
{
    char part[64];
    if (bytes->size == 0)
        return;
    size_t start = roll(dice, bytes->size);
    size_t size = roll(dice, sizeof part);
    size = size < bytes->size - start ? size : bytes->size - start;
    memcpy(part, bytes->data + start, size);
    replace(bytes, roll(dice, bytes->size + 1), 0, part, size);
}

/* Another number in place of a run of digits: shapes, counts and indices that lie. */
static void splice_number(struct bytes *bytes, struct dice *dice)
{
    static const char *const numbers[] = {"0",
                                          "-1",
                                          "1",
                                          "7",
                                          "65536",
                                          "2147483647",
                                          "4294967296",
                                          "4611686018427387904",
                                          "9223372036854775807",
                                          "99999999999999999999",
                                          "0.5",
                                          "1e400"};
    size_t place = roll(dice, bytes->size + 1), size = 0;
    while (place < bytes->size && (bytes->data[place] < '0' || bytes->data[place] > '9'))
        place++;
    while (place + size < bytes->size && bytes->data[place + size] >= '0' &&
           bytes->data[place + size] <= '9')
        size++;
    const char *number = numbers[roll(dice, sizeof numbers / sizeof *numbers)];
    replace(bytes, place, size, number, strlen(number));
}

/* A block of exactly the size, so that the sanitizer sees a read behind it. */
static struct bytes tighten(const struct bytes *bytes)
{
    struct bytes tight = {0};
    must(bytes_append(&tight, bytes->data, bytes->size, NULL));
    return tight;
}

static struct bytes damage_bytes(const struct bytes *original, struct dice *dice)
{
    static void (*const ways[])(struct bytes *, struct dice *) = {
        truncate_bytes, flip_bytes, insert_token, repeat_part, splice_number, splice_number};
    struct bytes bytes = tighten(original);
    for (size_t k = 1 + roll(dice, 3); k > 0 && bytes.size < LARGEST; k--)
        ways[roll(dice, sizeof ways / sizeof *ways)](&bytes, dice);
    struct bytes damaged = tighten(&bytes);
    bytes_free(&bytes);
    return damaged;
}

/* Damages one array of an archive and packs it again: otherwise the checksums of zip would keep
 * nearly all damage from those who read the arrays. */
static struct bytes damage_inside(const struct bytes *archive, struct dice *dice)
{
    struct npz npz = {0};
    struct npz_member members[MEMBERS] = {0};
    struct bytes out = {0};
    must(npz_open("x", archive, &npz, NULL));
    int count = (int)zip_get_num_entries(npz.zip, 0);
    for (int k = 0; k < count; k++) {
        members[k].name = zip_get_name(npz.zip, (zip_uint64_t)k, 0);
        must(npz_extract(&npz, k, &members[k].array, NULL));
    }
    size_t chosen = roll(dice, (size_t)count);
    struct bytes damaged = damage_bytes(&members[chosen].array, dice);
    bytes_free(&members[chosen].array);
    members[chosen].array = damaged;
    must(npz_pack(members, count, &out, NULL));
    for (int k = 0; k < count; k++)
        bytes_free(&members[k].array);
    npz_close(&npz);
    return out;
}

static struct bytes damage(const struct seed *seed, struct dice *dice)
{
    if (npz_recognize(&seed->bytes) && roll(dice, 2) == 0)
        return damage_inside(&seed->bytes, dice);
    return damage_bytes(&seed->bytes, dice);
}

static int try_damage(const struct seed *seed, uint64_t trial)
{
    struct dice dice = {trial, 0};
    struct bytes bytes = damage(seed, &dice);
    struct filename path;
    must(filename_parse(seed->name, "standard input", &path, NULL));
    if (roll(&dice, 4) == 0)
        path.format = FORMAT_UNKNOWN; /* as if it had no extension */
    int is_sound = target_try_as(&path, bytes.data, bytes.size);
    if (!is_sound)
        printf("trial %llu: read, but not sound, or refused without a message\n",
               (unsigned long long)trial);
    bytes_free(&bytes);
    return is_sound;
}

int main(int argc, char **argv)
{
    struct seed seeds[SEEDS] = {0};
    uint64_t first = argc > 2 ? strtoull(argv[1], NULL, 10) : 0;
    uint64_t count = argc > 2 ? strtoull(argv[2], NULL, 10) : TRIALS / test_stride(2);
    int failures = 0;
    make_seeds(seeds);
    for (uint64_t trial = first; trial < first + count; trial++)
        failures += !try_damage(&seeds[trial % SEEDS], trial);
    for (int k = 0; k < SEEDS; k++)
        bytes_free(&seeds[k].bytes);
    printf("%llu damaged files, %d failures\n", (unsigned long long)count, failures);
    return failures > 0;
}
