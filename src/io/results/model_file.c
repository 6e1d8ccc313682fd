/* model_file.c - parot_model_write, parot_model_read: numbers, and how tables became numbers.
 *
 * The array "encoding" is a list of texts, each ending in NUL: VERSION; 1 or 0, whether columns
 * have names; the number of columns; and for each its name, what fills missing cells, the number
 * of its levels, and the levels.
 */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "io/binary/npy.h"
#include "io/binary/npz.h"
#include "io/bytes/filename.h"
#include "io/bytes/gzip.h"
#include "io/bytes/number.h"
#include "io/bytes/output.h"
#include "io/bytes/stream.h"
#include "io/tables/encoding.h"
#include "io/tables/table.h"

static const char VERSION[] = "parot encoding 1";
enum { MEMBERS = 2 };

/* ---- Writing ------------------------------------------------------------ */

static parot_status put_text(struct bytes *out, const char *text, parot_error *err)
{
    return bytes_append(out, text, strlen(text) + 1, err);
}

static parot_status put_number(struct bytes *out, double value, parot_error *err)
{
    char text[NUMBER_SIZE];
    return put_text(out, number_print(value, text), err);
}

static parot_status put_encoding(struct bytes *out, const parot_encoding *encoding,
                                 parot_error *err)
{
    TRY(put_text(out, VERSION, err));
    TRY(put_text(out, encoding->has_names ? "1" : "0", err));
    TRY(put_number(out, (double)encoding->count, err));
    for (int64_t k = 0; k < encoding->count; k++) {
        const parot_encoded *column = &encoding->columns[k];
        TRY(put_text(out, column->name, err));
        TRY(put_number(out, column->fill, err));
        TRY(put_number(out, (double)column->level_count, err));
        for (int64_t l = 0; l < column->level_count; l++)
            TRY(put_text(out, column->levels[l], err));
    }
    return PAROT_OK;
}

struct writing {
    struct bytes encoding, out;
    struct npz_member members[MEMBERS];
};

static parot_status pack(struct writing *writing, const parot_encoding *encoding,
                         const double *numbers, int64_t count, parot_error *err)
{
    TRY(put_encoding(&writing->encoding, encoding, err));
    const struct npy_array arrays[MEMBERS] = {
        {ELEMENT_FLOAT, 8, 1, count, 1, numbers},
        {ELEMENT_UNSIGNED, 1, 1, (int64_t)writing->encoding.size, 1, writing->encoding.data}};
    writing->members[0].name = "model.npy";
    writing->members[1].name = "encoding.npy";
    for (int k = 0; k < MEMBERS; k++)
        TRY(npy_append(&writing->members[k].array, &arrays[k], err));
    return npz_pack(writing->members, MEMBERS, &writing->out, err);
}

static parot_status write_model(struct writing *writing, const struct filename *path, int overwrite,
                                parot_error *err)
{
    if (path->is_gzip)
        TRY(gzip_pack(&writing->out, err));
    return output_write(path, &writing->out, overwrite, err);
}

parot_status parot_model_write(const char *path, const parot_encoding *encoding,
                               const double *numbers, int64_t count, int overwrite,
                               parot_error *err)
{
    struct filename parsed;
    struct writing writing = {0};
    if (!encoding || !numbers || count < 1)
        return fail(err, PAROT_EINVAL, "%s: must not be NULL or empty",
                    encoding ? "numbers" : "encoding");
    TRY(filename_parse(path, "standard output", &parsed, err));
    if (parsed.format != FORMAT_NPZ && !output_is_stream(&parsed))
        return fail(err, PAROT_EINVAL, "%s: a model is written as .npz, also with .gz",
                    parsed.label);
    parot_status status = pack(&writing, encoding, numbers, count, err);
    if (status == PAROT_OK)
        status = write_model(&writing, &parsed, overwrite, err);
    for (int k = 0; k < MEMBERS; k++)
        bytes_free(&writing.members[k].array);
    bytes_free(&writing.encoding);
    bytes_free(&writing.out);
    return status;
}

/* ---- Reading the encoding ----------------------------------------------- */

struct texts {
    const char *label, *at, *end;
};

static parot_status refuse(const struct texts *texts, parot_error *err)
{
    return fail(err, PAROT_EFORMAT, "%s: is not a model of parot, or one of another version",
                texts->label);
}

static parot_status take_text(struct texts *texts, const char **text, parot_error *err)
{
    const char *zero =
        texts->at < texts->end ? memchr(texts->at, '\0', (size_t)(texts->end - texts->at)) : NULL;
    if (!zero)
        return refuse(texts, err);
    *text = texts->at;
    texts->at = zero + 1;
    return PAROT_OK;
}

static parot_status take_number(struct texts *texts, double *number, parot_error *err)
{
    const char *text = NULL;
    TRY(take_text(texts, &text, err));
    if (number_parse(text, number) != NUMBER_FINE || !isfinite(*number))
        return refuse(texts, err);
    return PAROT_OK;
}

/* Of things of which each takes a byte at least. */
static parot_status take_count(struct texts *texts, int64_t *count, parot_error *err)
{
    double number = 0;
    TRY(take_number(texts, &number, err));
    if (!(number >= 0 && number <= (double)(texts->end - texts->at)) || number != floor(number))
        return refuse(texts, err);
    *count = (int64_t)number;
    return PAROT_OK;
}

static parot_status take_column(struct texts *texts, struct encoding_draft *draft, parot_error *err)
{
    int64_t count = 0;
    TRY(take_text(texts, &draft->name, err));
    TRY(take_number(texts, &draft->fill, err));
    TRY(take_count(texts, &count, err));
    draft->is_text = count > 0;
    for (int64_t l = 0; l < count; l++) {
        const char *text = NULL;
        int64_t number = 0;
        TRY(take_text(texts, &text, err));
        TRY(levels_intern(&draft->levels, text, &number, err));
        if (number != l) /* twice the same */
            return refuse(texts, err);
    }
    if (draft->is_text && !(draft->fill >= 0 && draft->fill < (double)count))
        return refuse(texts, err);
    return PAROT_OK;
}

static parot_status take_encoding(struct texts *texts, struct encoding_drafts *drafts,
                                  parot_error *err)
{
    const char *version = NULL;
    int64_t count = 0, has_names = 0;
    TRY(take_text(texts, &version, err));
    if (strcmp(version, VERSION) != 0)
        return refuse(texts, err);
    TRY(take_count(texts, &has_names, err));
    TRY(take_count(texts, &count, err));
    if (count == 0)
        return refuse(texts, err);
    TRY(encoding_drafts_open(drafts, count, err));
    for (int64_t k = 0; k < count; k++)
        drafts->draft[k].name = "";
    for (int64_t k = 0; k < count; k++)
        TRY(take_column(texts, &drafts->draft[k], err));
    drafts->has_names = has_names != 0;
    return PAROT_OK;
}

/* ---- Reading the file --------------------------------------------------- */

struct reading {
    struct bytes file, encoding;
    struct npz npz;
    struct encoding_drafts drafts;
    parot_table numbers;
    parot_encoding made;
};

static parot_status read_encoding(struct reading *reading, const char *label, parot_error *err)
{
    struct npy array = {0};
    int64_t position = 0;
    TRY(npz_find(&reading->npz, "encoding", &position, err));
    TRY(npz_extract(&reading->npz, position, &reading->encoding, err));
    TRY(npy_parse(label, reading->encoding.data, reading->encoding.size, &array, err));
    struct texts texts = {label, array.values,
                          array.values + (array.type.size == 1 ? array.count : 0)};
    TRY(take_encoding(&texts, &reading->drafts, err));
    return encoding_build(&reading->drafts, &reading->made, err);
}

static parot_status read_model(struct reading *reading, const struct filename *path,
                               parot_error *err)
{
    struct filename member = *path;
    TRY(input_read(path, &reading->file, err));
    TRY(gzip_unpack(path->label, &reading->file, err));
    if (!npz_recognize(&reading->file))
        return fail(err, PAROT_EFORMAT, "%s: is not a model of parot, which is an .npz file",
                    path->label);
    TRY(npz_open(path->label, &reading->file, &reading->npz, err));
    if (!npz_has(&reading->npz, "model") || !npz_has(&reading->npz, "encoding"))
        return fail(err, PAROT_EFORMAT,
                    "%s: is not a model of parot: it has no arrays 'model' and "
                    "'encoding'",
                    path->label);
    TRY(read_encoding(reading, path->label, err));
    member.format = FORMAT_NPZ;
    member.member = "model";
    return table_parse(&member, &reading->file, &reading->numbers, err);
}

parot_status parot_model_read(const char *path, parot_encoding *encoding, parot_table *numbers,
                              parot_error *err)
{
    struct filename parsed;
    struct reading reading = {0};
    if (!encoding || !numbers)
        return fail(err, PAROT_EINVAL, "%s: must not be NULL", encoding ? "numbers" : "encoding");
    TRY(filename_parse(path, "standard input", &parsed, err));
    parot_status status = read_model(&reading, &parsed, err);
    if (status == PAROT_OK) {
        *encoding = reading.made;
        *numbers = reading.numbers;
    } else {
        parot_encoding_free(&reading.made);
    }
    npz_close(&reading.npz);
    encoding_drafts_free(&reading.drafts);
    bytes_free(&reading.file);
    bytes_free(&reading.encoding);
    return status;
}
