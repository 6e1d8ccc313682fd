/* edge_list.c - parot_edge_list_read: names become numbers line by line; then the edges are sorted,
 * those that occur several times become one, and all are listed by the node that they leave. One
 * block, its owner, holds all of a list. */
#include "io/text/edge_list.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "io/bytes/excerpt.h"
#include "io/bytes/gzip.h"
#include "io/bytes/number.h"
#include "io/tables/foreign.h"
#include "io/tables/levels.h"
#include "io/text/cells.h"
#include "io/text/lines.h"

struct edge {
    int32_t from, to;
    double length;
};

struct edge_reader {
    const char *label;
    int is_directed;
    struct lines lines;
    struct cells cells;
    struct levels names;
    struct bytes edges; /* struct edge */
    int64_t count;      /* of edges */
    int64_t loops;
    char delimiter;       /* 0: not known yet */
    int64_t first_line;   /* the first edge of the file */
    int first_has_length; /* then all have */
    struct bytes block;   /* what becomes the owner */
    parot_error *err;
};

/* ---- Lines -------------------------------------------------------------- */

/* The delimiter of a file is what separates the cells of its first line: the first of tab, ; and
 * comma that occurs outside of quotation marks, otherwise blanks. */
static char delimiter_of(const char *line)
{
    static const char known[] = "\t;,";
    for (const char *delimiter = known; *delimiter; delimiter++) {
        int is_quoted = 0;
        for (const char *at = line; *at != '\n'; at++) {
            is_quoted ^= *at == '"';
            if (*at == *delimiter && !is_quoted)
                return *delimiter;
        }
    }
    return ' ';
}

/* A first line that names its columns. Anything else is an edge. */
static int is_header(const struct cells *cells)
{
    static const char *const ends[][2] = {
        {"from", "to"}, {"source", "target"}, {"src", "dst"}, {"node1", "node2"}};
    static const char *const lengths[] = {"length", "weight", "distance", "cost"};
    if (cells->count < 2 || cells->count > 3)
        return 0;
    const char *from = cells->text.data, *to = cells_next(from);
    for (size_t k = 0; k < sizeof ends / sizeof *ends; k++)
        if (strcasecmp(from, ends[k][0]) == 0 && strcasecmp(to, ends[k][1]) == 0)
            return 1;
    for (size_t k = 0; cells->count == 3 && k < sizeof lengths / sizeof *lengths; k++)
        if (strcasecmp(cells_next(to), lengths[k]) == 0)
            return 1;
    return 0;
}

static parot_status refuse_count(const struct edge_reader *reader, const char *line)
{
    if (memchr(line, '{', strcspn(line, "\n")))
        return fail(reader->err, PAROT_EFORMAT,
                    "%s line %lld: has attributes in braces, which are not read; of networkx use "
                    "write_weighted_edgelist, which writes FROM TO LENGTH",
                    reader->label, (long long)reader->lines.number);
    return fail(reader->err, PAROT_EFORMAT,
                "%s line %lld: has %lld cells; an edge is FROM TO or FROM TO LENGTH, separated by "
                "tabs, commas or blanks as on the first line; put names that contain these in "
                "quotation marks",
                reader->label, (long long)reader->lines.number, (long long)reader->cells.count);
}

static parot_status take_length(const struct edge_reader *reader, const char *cell, double *length)
{
    char text[EXCERPT];
    enum number_kind kind = number_parse(cell, length);
    if (kind == NUMBER_FINE && *length >= 0 && isfinite(*length))
        return PAROT_OK;
    return fail(reader->err, PAROT_EFORMAT,
                "%s line %lld: '%s' is not a length, which is a finite number >= 0; %s",
                reader->label, (long long)reader->lines.number,
                excerpt_head(cell, text, sizeof text),
                kind == NUMBER_FINE ? "a length is a distance, not a similarity"
                                    : "a first line with names of columns begins with #, or is "
                                      "from, to, length");
}

static parot_status check_mixed(struct edge_reader *reader, int has_length)
{
    if (reader->first_line == 0) {
        reader->first_line = reader->lines.number;
        reader->first_has_length = has_length;
    }
    if (has_length == reader->first_has_length)
        return PAROT_OK;
    return fail(reader->err, PAROT_EFORMAT,
                "%s line %lld: has %s length, but line %lld has %s; give every edge one, or none",
                reader->label, (long long)reader->lines.number, has_length ? "a" : "no",
                (long long)reader->first_line, has_length ? "none" : "one");
}

static parot_status take_name(struct edge_reader *reader, const char *name, int32_t *node)
{
    int64_t number = 0;
    if (!*name)
        return fail(reader->err, PAROT_EFORMAT, "%s line %lld: a node has no name", reader->label,
                    (long long)reader->lines.number);
    TRY(levels_intern(&reader->names, name, &number, reader->err));
    if (number >= INT32_MAX)
        return fail(reader->err, PAROT_EFORMAT, "%s: has more than %d nodes", reader->label,
                    INT32_MAX);
    *node = (int32_t)number;
    return PAROT_OK;
}

/* A name alone is a node that may have no edges. Separators inside say that another one was meant.
 */
static parot_status take_node(struct edge_reader *reader, const char *line)
{
    char text[EXCERPT];
    int32_t node = 0;
    const char *name = reader->cells.text.data;
    if (*cells_skip_blanks(line, reader->delimiter) != '"' && strpbrk(name, " \t;,"))
        return fail(reader->err, PAROT_EFORMAT,
                    "%s line %lld: '%s' is one name here; separate nodes as on the first line, or "
                    "put the name in quotation marks",
                    reader->label, (long long)reader->lines.number,
                    excerpt_head(name, text, sizeof text));
    return take_name(reader, name, &node);
}

static parot_status take_edge(struct edge_reader *reader)
{
    struct edge edge = {0, 0, 1};
    const char *from = reader->cells.text.data, *to = cells_next(from);
    TRY(take_name(reader, from, &edge.from));
    TRY(take_name(reader, to, &edge.to));
    TRY(check_mixed(reader, reader->cells.count == 3));
    if (reader->cells.count == 3)
        TRY(take_length(reader, cells_next(to), &edge.length));
    if (edge.from == edge.to) {
        reader->loops++;
        return PAROT_OK;
    }
    if (!reader->is_directed && edge.from > edge.to)
        edge = (struct edge){edge.to, edge.from, edge.length};
    reader->count++;
    return bytes_append(&reader->edges, &edge, sizeof edge, reader->err);
}

static parot_status take_line(struct edge_reader *reader, const char *line)
{
    const char *begin = cells_skip_blanks(line, ' ');
    int is_first = reader->delimiter == 0;
    if (*begin == '\n' || *begin == '#')
        return PAROT_OK;
    if (is_first)
        reader->delimiter = delimiter_of(line);
    parot_status status = cells_split(&reader->cells, line, reader->delimiter, reader->err);
    if (status == PAROT_EFORMAT)
        return fail(reader->err, PAROT_EFORMAT, "%s line %lld: a quotation mark is not closed",
                    reader->label, (long long)reader->lines.number);
    TRY(status);
    if (is_first && is_header(&reader->cells))
        return PAROT_OK;
    if (reader->cells.count == 1)
        return take_node(reader, line);
    return reader->cells.count > 3 ? refuse_count(reader, line) : take_edge(reader);
}

/* ---- From edges to a graph ---------------------------------------------- */

static int by_ends(const void *a, const void *b)
{
    const struct edge *x = a, *y = b;
    if (x->from != y->from)
        return x->from < y->from ? -1 : 1;
    if (x->to != y->to)
        return x->to < y->to ? -1 : 1;
    return (x->length > y->length) - (x->length < y->length);
}

/* Of edges with the same ends the first is the shortest; returns how many are left. */
static int64_t merge(struct edge *edges, int64_t count)
{
    int64_t kept = 0;
    if (count > 1)
        qsort(edges, (size_t)count, sizeof *edges, by_ends);
    for (int64_t k = 0; k < count; k++)
        if (k == 0 || edges[k].from != edges[kept - 1].from || edges[k].to != edges[kept - 1].to)
            edges[kept++] = edges[k];
    return kept;
}

struct rows {
    int64_t nodes, *first;
    int32_t *to;
    double *length;
};

/* Counts the edges of each node, then writes each behind those that are there. `first` has a
 * number more than it keeps. */
static void list_by_node(const struct edge *edges, int64_t count, int is_directed,
                         struct rows *rows)
{
    int64_t *next = rows->first + 1;
    for (int64_t k = 0; k < count; k++) {
        next[edges[k].from + 1]++;
        if (!is_directed)
            next[edges[k].to + 1]++;
    }
    for (int64_t i = 0; i < rows->nodes; i++)
        next[i + 1] += next[i];
    for (int64_t k = 0; k < count; k++) {
        int64_t at = next[edges[k].from]++;
        rows->to[at] = edges[k].to;
        rows->length[at] = edges[k].length;
        if (is_directed)
            continue;
        at = next[edges[k].to]++;
        rows->to[at] = edges[k].from;
        rows->length[at] = edges[k].length;
    }
}

static parot_status build(struct edge_reader *reader, parot_edge_list *list)
{
    struct edge *edges = (struct edge *)(void *)reader->edges.data;
    int64_t nodes = reader->names.count, count = merge(edges, reader->count);
    size_t listed = (size_t)(reader->is_directed ? count : 2 * count), n = (size_t)nodes;
    size_t size = (n + 2) * sizeof(int64_t) + n * sizeof(char *) +
                  listed * (sizeof(double) + sizeof(int32_t)) + reader->names.text.size;
    TRY(bytes_reserve(&reader->block, size, reader->err));
    memset(reader->block.data, 0, size);
    struct rows rows = {.nodes = nodes, .first = (int64_t *)(void *)reader->block.data};
    char **names = (char **)(void *)(rows.first + n + 2);
    rows.length = (double *)(void *)(names + n);
    rows.to = (int32_t *)(void *)(rows.length + listed);
    char *text = (char *)(rows.to + listed);
    list_by_node(edges, count, reader->is_directed, &rows);
    memcpy(text, reader->names.text.data, reader->names.text.size);
    for (int64_t i = 0; i < nodes; i++)
        names[i] = text + (levels_text(&reader->names, i) - reader->names.text.data);
    *list = (parot_edge_list){.graph = {.nodes = nodes,
                                        .first = rows.first,
                                        .to = rows.to,
                                        .length = reader->first_has_length ? rows.length : NULL},
                              .names = names,
                              .edges = count,
                              .loops = reader->loops,
                              .repeated = reader->count - count,
                              .owner = bytes_move(&reader->block).data};
    return PAROT_OK;
}

/* ---- Reading ------------------------------------------------------------ */

static parot_status read_lines(struct edge_reader *reader, struct stream *stream,
                               parot_edge_list *list)
{
    const char *line = NULL;
    TRY(lines_open(&reader->lines, stream, reader->err));
    for (;;) {
        TRY(lines_next(&reader->lines, &line, reader->err));
        if (!line)
            break;
        TRY(take_line(reader, line));
    }
    if (reader->names.count == 0)
        return fail(reader->err, PAROT_EFORMAT,
                    "%s: contains no edges; a line is FROM TO or FROM TO LENGTH", reader->label);
    return build(reader, list);
}

parot_status edge_list_read(struct stream *stream, int is_directed, parot_edge_list *list,
                            parot_error *err)
{
    struct edge_reader reader = {.label = stream->label, .is_directed = is_directed, .err = err};
    parot_status status = read_lines(&reader, stream, list);
    lines_close(&reader.lines);
    bytes_free(&reader.cells.text);
    levels_free(&reader.names);
    bytes_free(&reader.edges);
    bytes_free(&reader.block);
    return status;
}

parot_status edge_list_parse(const struct filename *path, struct bytes *bytes, int is_directed,
                             parot_edge_list *list, parot_error *err)
{
    struct stream stream = {.file = -1};
    TRY(gzip_unpack(path->label, bytes, err));
    TRY(foreign_refuse(path->label, bytes, err));
    parot_status status = stream_open_bytes(&stream, path->label, bytes, err);
    if (status == PAROT_OK)
        status = edge_list_read(&stream, is_directed, list, err);
    stream_close(&stream);
    return status;
}

static parot_status open_and_read(struct stream *stream, const struct filename *path,
                                  int is_directed, parot_edge_list *list, parot_error *err)
{
    const struct bytes *head = NULL;
    TRY(stream_open(stream, path, err));
    TRY(stream_peek(stream, &head, err));
    TRY(foreign_refuse(path->label, head, err));
    return edge_list_read(stream, is_directed, list, err);
}

parot_status parot_edge_list_read(const char *path, int is_directed, parot_edge_list *list,
                                  parot_error *err)
{
    struct filename parsed;
    struct stream stream = {.file = -1};
    if (!list)
        return fail(err, PAROT_EINVAL, "list: must not be NULL");
    TRY(filename_parse(path, "standard input", &parsed, err));
    parot_status status = open_and_read(&stream, &parsed, is_directed, list, err);
    stream_close(&stream);
    return status;
}

void parot_edge_list_free(parot_edge_list *list)
{
    if (!list)
        return;
    free(list->owner);
    *list = (parot_edge_list){0};
}
