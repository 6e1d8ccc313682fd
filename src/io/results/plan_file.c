/* plan_file.c - parot_plan_read: entries of any origin become a plan of a problem of known size.
 *
 * Files with prices are results, and read as such. Of all others the first bytes choose the reader;
 * then each index and mass is checked, and a refusal says where in the file it stands.
 */
#include "io/results/plan_file.h"

#include <limits.h>
#include <math.h>
#include <stdio.h>
#include <string.h>
#include <strings.h>

#include "base/arena.h"
#include "base/options.h"
#include "io/binary/npy.h"
#include "io/binary/npz.h"
#include "io/bytes/stream.h"
#include "io/results/result_file.h"
#include "io/text/csv_table.h"

/* ---- Tables ------------------------------------------------------------- */

/* The column that has one of these names, in letters of any size; -1: none has. */
static int64_t named_column(const parot_frame *frame, const char *const *names)
{
    for (; *names; names++)
        for (int64_t k = 0; k < frame->cols; k++)
            if (frame->columns[k].name && strcasecmp(frame->columns[k].name, *names) == 0)
                return k;
    return -1;
}

static parot_status check_numbers(const char *label, const parot_frame *frame,
                                  const int64_t columns[3], parot_error *err)
{
    static const char *const names[] = {"row", "col", "mass"};
    for (int k = 0; k < 3; k++) {
        const parot_column *column = &frame->columns[columns[k]];
        if (column->level_count > 0)
            return fail(
                err, PAROT_EFORMAT,
                "%s %s %lld, column %s: '%.40s' is not a number; a plan names rows by their "
                "numbers",
                label, parot_frame_place(frame), (long long)column->text_row, names[k],
                column->text_cell);
    }
    return PAROT_OK;
}

static parot_status take_named(const char *label, const parot_frame *frame,
                               struct plan_entries *entries, parot_error *err)
{
    static const char *const row[] = {"row", "i", "source", "from", NULL};
    static const char *const col[] = {"col", "column", "j", "target", "to", "match", NULL};
    static const char *const mass[] = {"mass", "weight", "value", "data", "t", NULL};
    const int64_t columns[3] = {named_column(frame, row), named_column(frame, col),
                                named_column(frame, mass)};
    if (columns[0] < 0 || columns[1] < 0 || columns[2] < 0)
        return fail(
            err, PAROT_EFORMAT,
            "%s: has no column called %s; a plan has the columns row, col and mass (or i, j "
            "and mass)",
            label,
            columns[0] < 0   ? "row"
            : columns[1] < 0 ? "col"
                             : "mass");
    TRY(check_numbers(label, frame, columns, err));
    TRY(plan_entries_open(entries, frame->rows, err));
    for (int64_t k = 0; k < frame->rows; k++) {
        const double *at = frame->data + k * frame->cols;
        entries->row[k] = at[columns[0]];
        entries->col[k] = at[columns[1]];
        entries->mass[k] = at[columns[2]];
    }
    return PAROT_OK;
}

static parot_status take_plain(const char *label, const parot_frame *frame,
                               const parot_plan_request *request, struct plan_entries *entries,
                               parot_error *err)
{
    parot_matrix table = {frame->data, frame->rows, frame->cols, frame->cols};
    const int64_t columns[3] = {0, 1, 2};
    if (frame->cols == 3)
        TRY(check_numbers(label, frame, columns, err));
    return plan_table(label, table, request, entries, err);
}

static parot_status read_text(const char *label, const struct bytes *bytes,
                              const parot_plan_request *request, struct plan_entries *entries,
                              parot_error *err)
{
    struct stream stream = {0};
    parot_frame frame = {0};
    const struct csv_request how = {.reading = request->reading};
    parot_status status = stream_open_bytes(&stream, label, bytes, err);
    if (status == PAROT_OK)
        status = csv_read_frame(&stream, &how, &frame, err);
    if (status == PAROT_OK)
        status = frame.has_names ? take_named(label, &frame, entries, err)
                                 : take_plain(label, &frame, request, entries, err);
    entries->text = bytes;
    entries->has_header = frame.has_names;
    parot_frame_free(&frame);
    stream_close(&stream);
    return status;
}

/* ---- Where is it? -------------------------------------------------------- */

/* The line of entry k: lines count from 1, blank ones and comments hold none. */
static int64_t line_of(const struct plan_entries *entries, int64_t k)
{
    const char *at = entries->text->data, *end = at + entries->text->size;
    int64_t left = k + (entries->has_header != 0), line = 0;
    while (at < end) {
        const char *stop = memchr(at, '\n', (size_t)(end - at));
        stop = stop ? stop : end;
        line++;
        const char *first = at;
        while (first < stop && (*first == ' ' || *first == '\t' || *first == '\r'))
            first++;
        if (first < stop && *first != '#' && left-- == 0)
            return line;
        at = stop + 1;
    }
    return line;
}

/* "plan.csv line 3" or "plan.npz: entry 2" */
static const char *place_of(const char *label, const struct plan_entries *entries, int64_t k,
                            char text[LABEL + 64])
{
    if (entries->row_length > 0)
        snprintf(text, LABEL + 64, "%s: element [%.0f, %.0f]", label, entries->row[k],
                 entries->col[k]);
    else if (entries->text)
        snprintf(text, LABEL + 64, "%s line %lld", label, (long long)line_of(entries, k));
    else
        snprintf(text, LABEL + 64, "%s: entry %lld", label, (long long)k);
    return text;
}

/* ---- Checks ------------------------------------------------------------- */

/* Numbers of a side: from the least to the largest. */
struct span {
    double low, high;
};

static struct span span_of(const double *indices, int64_t count)
{
    struct span span = {INFINITY, -INFINITY};
    for (int64_t k = 0; k < count; k++) {
        span.low = fmin(span.low, indices[k]);
        span.high = fmax(span.high, indices[k]);
    }
    return span;
}

/* Indices that fit if they count from 1, and not if they count from 0. */
static int counts_from_one(const struct plan_entries *entries, const parot_plan_request *request)
{
    struct span row = span_of(entries->row, entries->count),
                col = span_of(entries->col, entries->count);
    return request->base == 0 && row.low >= 1 && col.low >= 1 &&
           row.high <= (double)request->rows && col.high <= (double)request->cols;
}

static parot_status refuse_index(const char *label, const struct plan_entries *entries, int64_t k,
                                 int is_row, const parot_plan_request *request, parot_error *err)
{
    char place[LABEL + 64];
    double index = is_row ? entries->row[k] : entries->col[k];
    int64_t size = is_row ? request->rows : request->cols, base = request->base;
    place_of(label, entries, k, place);
    if (isnan(index) || index != floor(index))
        return fail(err, PAROT_EFORMAT,
                    "%s: %s must be a whole number, got %g; a plan names rows and columns by their "
                    "numbers, from %lld on",
                    place, is_row ? "row" : "col", index, (long long)base);
    return fail(err, PAROT_EFORMAT,
                "%s: %s %.17g is outside the %lld %s, which count from %lld to %lld%s", place,
                is_row ? "row" : "col", index, (long long)size,
                is_row ? "rows of the source" : "rows of the target", (long long)base,
                (long long)(base + size - 1),
                counts_from_one(entries, request) ? "; this plan can only count from 1: give base 1"
                                                  : "; is it a plan of these files?");
}

static parot_status check_entry(const char *label, const struct plan_entries *entries, int64_t k,
                                const parot_plan_request *request, parot_error *err)
{
    char place[LABEL + 64];
    double row = entries->row[k] - request->base, col = entries->col[k] - request->base;
    if (!(row >= 0 && row < (double)request->rows && row == floor(row)))
        return refuse_index(label, entries, k, 1, request, err);
    if (!(col >= 0 && col < (double)request->cols && col == floor(col)))
        return refuse_index(label, entries, k, 0, request, err);
    if (!isfinite(entries->mass[k]))
        return fail(err, PAROT_EFORMAT, "%s: the mass must be a finite number, got %g",
                    place_of(label, entries, k, place), entries->mass[k]);
    return PAROT_OK;
}

/* ---- The plan ----------------------------------------------------------- */

static void layout(parot_plan *plan, struct arena *arena)
{
    plan->row = arena_take(arena, plan->count, sizeof *plan->row);
    plan->col = arena_take(arena, plan->count, sizeof *plan->col);
    plan->mass = arena_take(arena, plan->count, sizeof *plan->mass);
}

static parot_status assemble(const char *label, const struct plan_entries *entries,
                             const parot_plan_request *request, parot_result *result,
                             parot_error *err)
{
    struct control control;
    struct arena arena = {0};
    parot_plan plan = {.rows = request->rows, .cols = request->cols, .count = entries->count};
    int64_t base = entries->row_length > 0 ? 0 : request->base;
    parot_plan_request checked = *request;
    checked.base = (int32_t)base;
    for (int64_t k = 0; k < entries->count; k++)
        TRY(check_entry(label, entries, k, &checked, err));
    TRY(control_init(&control, NULL, err));
    layout(&plan, &arena);
    TRY(arena_open(&arena, &control, err));
    layout(&plan, &arena);
    for (int64_t k = 0; k < entries->count; k++) {
        plan.row[k] = (int32_t)(entries->row[k] - (double)base);
        plan.col[k] = (int32_t)(entries->col[k] - (double)base);
        plan.mass[k] = entries->mass[k];
    }
    *result = (parot_result){
        .plan = plan, .mass = NAN, .objective = NAN, .bound = NAN, .owner = arena.block};
    return PAROT_OK;
}

static enum format format_of(const struct filename *path, const struct bytes *bytes)
{
    size_t blanks = 0;
    if (npy_recognize(bytes))
        return FORMAT_NPY;
    if (npz_recognize(bytes))
        return FORMAT_NPZ;
    if (path->format != FORMAT_UNKNOWN)
        return path->format;
    while (blanks < bytes->size && strchr(" \t\r\n", bytes->data[blanks]) && bytes->data[blanks])
        blanks++;
    int is_json = blanks < bytes->size && strchr("{[", bytes->data[blanks]) && bytes->data[blanks];
    return is_json ? FORMAT_JSON : FORMAT_CSV;
}

static parot_status read_entries(const struct filename *path, const struct bytes *bytes,
                                 const parot_plan_request *request, struct plan_entries *entries,
                                 parot_error *err)
{
    switch (format_of(path, bytes)) {
    case FORMAT_NPY:
        return plan_npy_read(path->label, bytes->data, bytes->size, request, entries, err);
    case FORMAT_NPZ:
        return plan_npz_read(path->label, path->member, bytes, request, entries, err);
    case FORMAT_JSON:
        return plan_json_read(path->label, bytes, entries, err);
    case FORMAT_CSV:
    case FORMAT_TSV:
        return read_text(path->label, bytes, request, entries, err);
    default:
        break;
    }
    return fail(err, PAROT_EFORMAT, "%s: a plan is read from .csv, .tsv, .npy, .npz or .json",
                path->label);
}

static int has_prices(const struct filename *path, const struct bytes *bytes)
{
    switch (format_of(path, bytes)) {
    case FORMAT_NPZ:
        return !path->member && plan_npz_has_prices(path->label, bytes);
    case FORMAT_JSON:
        return plan_json_has_prices(path->label, bytes);
    default:
        return 0;
    }
}

parot_status plan_parse(const struct filename *path, struct bytes *bytes,
                        const parot_plan_request *request, parot_gromov_result *result,
                        parot_error *err)
{
    struct plan_entries entries = {0};
    if (has_prices(path, bytes))
        return gromov_parse(path, bytes, result, err);
    parot_status status = read_entries(path, bytes, request, &entries, err);
    if (status == PAROT_OK)
        status = assemble(path->label, &entries, request, &result->transport, err);
    plan_entries_free(&entries);
    return status;
}

static parot_status check_request(const parot_plan_request *request, parot_error *err)
{
    TRY(CHECK_RESERVED(request, err));
    if (request->rows < 1 || request->cols < 1 || request->rows > INT_MAX ||
        request->cols > INT_MAX)
        return fail(err, PAROT_EINVAL,
                    "request: rows and cols must be from 1 to %d, got %lld x %lld", INT_MAX,
                    (long long)request->rows, (long long)request->cols);
    if (request->base != 0 && request->base != 1)
        return fail(err, PAROT_EINVAL, "base: must be 0 or 1, got %d", (int)request->base);
    return PAROT_OK;
}

parot_status parot_plan_read(const char *path, const parot_plan_request *request,
                             parot_gromov_result *result, parot_error *err)
{
    struct filename parsed;
    struct bytes bytes = {0};
    parot_gromov_result read = {.stationarity = NAN};
    if (!request || !result)
        return fail(err, PAROT_EINVAL, "%s: must not be NULL", request ? "result" : "request");
    TRY(check_request(request, err));
    TRY(filename_parse(path, "standard input", &parsed, err));
    parot_status status = input_read(&parsed, &bytes, err);
    if (status == PAROT_OK)
        status = plan_parse(&parsed, &bytes, request, &read, err);
    if (status == PAROT_OK)
        *result = read;
    else
        parot_gromov_result_free(&read);
    bytes_free(&bytes);
    return status;
}
