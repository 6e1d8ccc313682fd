/* io.h - tables and results from and to files.
 *
 * The format follows from the name of the file and from its first bytes:
 *
 *     .csv .tsv   text; delimiter and header are detected
 *     .npy        one array; integers and floats of up to 8 bytes, any byte order
 *     .npz        the only array of the archive, or the one named in "file.npz:name"
 *     .libsvm     LABEL INDEX:VALUE ...; dense, with the columns label, x1, x2, ... (.svm, .txt)
 *     .idx        1 to 4 dimensions, all but the first are columns (.ubyte)
 *     .mat        of version 5 or 7.3; the only matrix, or the one named in "file.mat:name"
 *     .json       results and curves
 *
 * each also with .gz appended. "-" is standard input or output. Numbers are read and written in the
 * C locale whatever the program's own. A file is written under a temporary name and renamed, so it
 * is either complete or not there at all.
 *
 * Nothing that a file says of itself is believed before the bytes are there. A file that needs more
 * memory than is free, or than the environment variable PAROT_MEMORY allows (bytes), is refused
 * with PAROT_ENOMEM; the time is that of unpacking what fits. The rules of parot.h for statuses,
 * ownership and _free apply here too.
 */
#ifndef PAROT_IO_H
#define PAROT_IO_H

#include "parot/parot.h"

#ifdef __cplusplus
extern "C" {
#endif

/* A table of numbers. */
typedef struct parot_table {
    int64_t rows, cols;
    double *data;        /* row-major, rows x cols */
    char **names;        /* of the columns; NULL when the file has none */
    void *owner;         /* private */
    int64_t reserved[2]; /* 0 */
} parot_table;

/* An array of one dimension is read as one column. Values must be finite or infinite: NaN and
 * text are refused with their place. In text that is a line, as an editor counts them: from 1, with
 * header, comments and blank lines; elsewhere it is a row, from 1. A first row in doubt is refused,
 * not skipped. */
PAROT_CHECKED parot_status parot_table_read(const char *path, parot_table *table, parot_error *err);
PAROT_API void parot_table_free(parot_table *table);

/* The table as a borrowed matrix. */
PAROT_API parot_matrix parot_table_matrix(const parot_table *table);

/* Index of the column called `name`, or -1. */
PAROT_API int64_t parot_table_column(const parot_table *table, const char *name);

/* An existing file is refused unless `overwrite`. .csv .tsv .npy .npz .libsvm, each also .gz; "-",
 * pipes and devices without such a name get CSV. NaN is refused, and names that would not read
 * back; .npy and .npz keep no names, .libsvm needs a column called label. "file.npz:name" names the
 * array, which is otherwise `data`. */
PAROT_CHECKED parot_status parot_table_write(const char *path, const parot_table *table,
                                             int overwrite, parot_error *err);

enum { PAROT_NUMBER_SIZE = 32 }; /* bytes for any number as text, and its NUL */

/* The shortest decimal form that reads back as the same double; "inf", "-inf", "nan". Returns
 * `text`. */
PAROT_API const char *parot_number_text(double value, char text[PAROT_NUMBER_SIZE]);

/* ---- Tables with text --------------------------------------------------- */

/* Cells that a person reads as numbers and parot treats as text, because 1,234 may mean two things.
 */
typedef enum parot_written {
    PAROT_WRITTEN_PLAIN = 0,
    PAROT_WRITTEN_COMMA = 1,     /* 3,5: a decimal comma where a point is expected */
    PAROT_WRITTEN_POINT = 2,     /* 3.5 where a comma is expected */
    PAROT_WRITTEN_THOUSANDS = 3, /* 1,234,567 or 1'234 or 1 234 */
    PAROT_WRITTEN_PERCENT = 4,   /* 12 % */
    PAROT_WRITTEN_CURRENCY = 5,  /* $5 or 3.50 EUR */
    PAROT_WRITTEN_TOO_LARGE = 6  /* 1e999 */
} parot_written;

PAROT_API const parot_word *parot_written_words(void);
PAROT_API const char *parot_written_name(parot_written written);
PAROT_CHECKED parot_status parot_written_parse(const char *name, parot_written *written,
                                               parot_error *err);

/* Why such a cell is not a number, and what to write instead; NULL for PAROT_WRITTEN_PLAIN. */
PAROT_API const char *parot_written_rule(parot_written written);

/* A column holds numbers, or texts out of a list of levels. Numbers among texts are levels too, in
 * their shortest form. Missing is what people write for it: nothing, NA, N/A, #N/A, <NA>, NaN,
 * null, \N or ?, in letters of any size. Where something is, is the number of a line or of a row:
 * see parot_frame_place; 0: none.
 */
typedef struct parot_column {
    char *name;                     /* "": it has none */
    int64_t number;                 /* which column of the file it is, from 1 */
    int64_t level_count;            /* 0: a column of numbers */
    char **levels;                  /* sorted by their bytes */
    int64_t texts, missing;         /* cells; all others are numbers */
    int64_t text_row, missing_row;  /* where the first of them is */
    char *text_cell, *missing_cell; /* and what stands there; NULL: none */
    parot_written written;          /* how the first such number is written */
    int64_t written_row;            /* where it is */
    char *written_cell;             /* and what stands there; NULL: none */
    int64_t rounded, rounded_row; /* whole numbers above 2^53 that a double cannot hold exactly, and
                                     the row of the first: the nearest double replaces them */
    int64_t is_category;          /* 1: all its cells are levels, numbers too; set by the caller */
    int64_t reserved[3];          /* for fields to come */
} parot_column;

/* A table whose columns hold numbers or texts. */
typedef struct parot_frame {
    int64_t rows, cols;
    double *data; /* row-major, rows x cols: a number, or the place of a level; NAN: missing */
    parot_column *columns;
    int has_names;
    char delimiter;      /* of text; ' ': blanks; 0: the file is not delimited text */
    char *label;         /* the file, as messages call it */
    void *owner;         /* private */
    int64_t reserved[4]; /* for fields to come */
} parot_frame;

/* Reads what parot_table_read reads, and text. The columns called as one of the `verbatim` names
 * (which may be NULL if there are none) are text whatever they hold, as it stands, and nothing in
 * them is missing. */
PAROT_CHECKED parot_status parot_frame_read(const char *path, const char *const *verbatim,
                                            int64_t verbatim_count, parot_frame *frame,
                                            parot_error *err);
PAROT_API void parot_frame_free(parot_frame *frame);

/* How to read text that is written in an unusual way. Zeroed: as above. */
typedef struct parot_reading {
    const char *const *verbatim; /* as above; a number counts columns, from 1: see below */
    int64_t verbatim_count;
    int is_verbatim;   /* all columns are text, as it stands */
    int has_no_header; /* the first row is data, whatever it looks like */
    char decimal;      /* ',': decimals take a comma, which then separates no cells */
    const char *const
        *missing;          /* more cells that are missing: texts, and numbers by their value, */
    int64_t missing_count; /* in files of any format */
    int64_t reserved[6];   /* 0 */
} parot_reading;

/* parot_frame_read for text that is written in another way. */
PAROT_CHECKED parot_status parot_frame_read_as(const char *path, const parot_reading *reading,
                                               parot_frame *frame, parot_error *err);

/* What the places of a frame's columns (text_row and others) count: "line" of a delimited text,
 * from 1 and with all that is there, or "row", from 1. */
PAROT_API const char *parot_frame_place(const parot_frame *frame);

/* Index of the column called `name`, or -1. */
PAROT_API int64_t parot_frame_column(const parot_frame *frame, const char *name);

/* The text of a cell of a column with levels; NULL: it is missing. */
PAROT_API const char *parot_frame_text(const parot_frame *frame, int64_t row, int64_t column);

/* place[k]: the first column of `other` that is called as column k of `frame`, or -1. With itself:
 * place[k] < k says that a name occurs twice. */
PAROT_CHECKED parot_status parot_frame_match(const parot_frame *frame, const parot_frame *other,
                                             int64_t *place, parot_error *err);

/* Rows of two frames with the same columns, by their names, or by their places if there are none.
 */
typedef struct parot_strata_request {
    const parot_frame *frame[2];
    const int64_t *row[2]; /* the rows that count, from 0 */
    int64_t count[2];
    int64_t reserved[2]; /* 0 */
} parot_strata_request;

/* strata[side][k]: a number for each of these rows; rows of equal cells have the same. Numbers are
 * equal by their value, also among texts; a row with a missing cell is equal to no other. */
PAROT_CHECKED parot_status parot_frame_strata(const parot_strata_request *request,
                                              int32_t *const strata[2], parot_error *err);

/* One column, by its name or its number. The rule, here and in lists: what a column is called is
 * its name; otherwise N is the N-th column, from 1, unless columns are called by whole numbers:
 * then numbers are names only. Refused with the nearest name if there is no such column. */
PAROT_CHECKED parot_status parot_frame_find(const parot_frame *frame, const char *column,
                                            int64_t *found, parot_error *err);

/* Columns by a list "age,2,5-7,9-,\"income, gross\"": names, numbers and ranges of them; in
 * quotation marks it is always a name. is_chosen[f][k] becomes 1 for them and stays as it is for
 * the others. With is_everywhere each must be in all frames, else in one of them at least. */
PAROT_CHECKED parot_status parot_frame_choose(const parot_frame *const *frames, int64_t frame_count,
                                              const char *list, int is_everywhere,
                                              char *const *is_chosen, parot_error *err);

/* What a column is by its name and its cells. */
typedef enum parot_column_use {
    PAROT_COLUMN_USE_VALUES = 0,
    PAROT_COLUMN_USE_EMPTY = 1, /* no value in any of its rows, of which there are several */
    PAROT_COLUMN_USE_NAMELESS =
        2, /* among columns with names: what pandas and R write of their rows */
    PAROT_COLUMN_USE_COUNTER = 3 /* whole numbers or texts, another one in each row, and called
                                "id", "index",   "Unnamed: 0", "customer_id" and the like */
} parot_column_use;

PAROT_API const parot_word *parot_column_use_words(void);
PAROT_API const char *parot_column_use_name(parot_column_use use);
PAROT_CHECKED parot_status parot_column_use_parse(const char *name, parot_column_use *use,
                                                  parot_error *err);

/* One for each column. All but values are rarely features. */
PAROT_CHECKED parot_status parot_frame_uses(const parot_frame *frame, parot_column_use *uses,
                                            parot_error *err);

/* What may be wrong with a column. */
typedef enum parot_trouble {
    PAROT_TROUBLE_MISTAKE = 0,   /* text among numbers: text_row of the column */
    PAROT_TROUBLE_WRITTEN = 1,   /* numbers as people write them: written_row */
    PAROT_TROUBLE_ROUNDED = 2,   /* whole numbers that a double cannot hold: rounded_row */
    PAROT_TROUBLE_MISSING = 3,   /* some cells have no value: missing_row */
    PAROT_TROUBLE_EMPTY = 4,     /* no cell has one; left out by parot_features_read */
    PAROT_TROUBLE_NAMES = 5,     /* texts that hardly ever repeat: rather names than categories */
    PAROT_TROUBLE_INFINITE = 6,  /* numbers that cannot be coordinates */
    PAROT_TROUBLE_COUNTS = 7,    /* one more in each row, but used as a coordinate */
    PAROT_TROUBLE_COUNTER = 8,   /* called so and different in each row; left out */
    PAROT_TROUBLE_NAMELESS = 9,  /* has no name, others have; left out */
    PAROT_TROUBLE_WEIGHT = 10,   /* is called so, but used as a coordinate */
    PAROT_TROUBLE_LABEL = 11,    /* is called so, or class, target, truth */
    PAROT_TROUBLE_CONSTANT = 12, /* the same in every row */
    PAROT_TROUBLE_COPY = 13,     /* has the cells of another: copy_of */
    PAROT_TROUBLE_MANY_LEVELS = 14, /* more than 20, each of which becomes a column */
    PAROT_TROUBLE_RANGE = 15        /* coordinates whose squared distances are not doubles */
} parot_trouble;

PAROT_API const parot_word *parot_trouble_words(void);
PAROT_API const char *parot_trouble_name(parot_trouble trouble);
PAROT_CHECKED parot_status parot_trouble_parse(const char *name, parot_trouble *trouble,
                                               parot_error *err);

/* What there is to know of a column. */
typedef struct parot_column_facts {
    double low, high; /* of the finite numbers */
    double share;     /* of the variance of all columns, in [0, 1]: its say in a squared distance */
    int64_t infinite; /* cells */
    int64_t copy_of;  /* a column before it with the same cells; -1: none */
    uint32_t troubles; /* 1 << parot_trouble for each */
    parot_column_use use;
    int32_t is_whole, is_constant;
    int32_t counts_rows; /* one more in each row */
    int32_t names_rows;  /* texts that hardly ever repeat */
    int64_t reserved[2]; /* 0 */
} parot_column_facts;

/* What there is to know of a table before any distance is computed. */
typedef struct parot_frame_facts {
    parot_column_facts *columns; /* as many as the frame has */
    int64_t copies;       /* rows equal to one before them, except for what counts or names rows */
    int64_t zeros;        /* rows without any number but 0 */
    int64_t gaps;         /* rows with a missing cell */
    int64_t widest;       /* the column with the largest share */
    int64_t features;     /* columns when each level is one */
    int32_t is_symmetric; /* square, of numbers, equal to its transpose: rather distances */
    int32_t padding;      /* 0 */
    int64_t reserved[3];  /* 0 */
} parot_frame_facts;

/* Looks at every cell once. */
PAROT_CHECKED parot_status parot_frame_examine(const parot_frame *frame, parot_frame_facts *facts,
                                               parot_error *err);
PAROT_API void parot_frame_facts_free(parot_frame_facts *facts);

/* Whether a column of that name is likely to name rows. */
PAROT_API int parot_names_rows(const char *name);

/* `wanted` of `count` rows at random, from 0 and in order: the same ones for the same seed. All of
 * them if there are no more. */
PAROT_API void parot_sample_rows(int64_t count, int64_t wanted, uint64_t seed, int64_t *row);

/* As parot_table_write; with text, .csv and .tsv alone. Missing cells are written as nothing. */
PAROT_CHECKED parot_status parot_frame_write(const char *path, const parot_frame *frame,
                                             int overwrite, parot_error *err);

/* ---- Text as numbers ---------------------------------------------------- */

/* Rows of a frame. */
typedef struct parot_rows {
    const parot_frame *frame;
    const int64_t *row; /* which ones, from 0; NULL: all of the frame */
    int64_t count;
    int64_t reserved[2]; /* 0 */
} parot_rows;

/* A column of numbers stays one; a column of levels becomes a column for each, 1 or 0. */
typedef struct parot_encoded {
    char *name;
    int64_t level_count; /* 0: numbers */
    char **levels;       /* sorted by their bytes */
    double fill; /* stands for missing cells: the mean, or the place of the most frequent level */
    int64_t reserved[2]; /* for fields to come */
} parot_encoded;

/* How a table with text becomes one of numbers. */
typedef struct parot_encoding {
    int64_t count;
    parot_encoded *columns;
    int64_t features; /* columns of an encoded table */
    int has_names;
    void *owner;         /* private */
    int64_t reserved[4]; /* for fields to come */
} parot_encoding;

/* Fitted on all tables together. `names` are the columns to use, in that order; NULL: all columns
 * by position, whatever their names, in tables with the same number of columns. Levels are those of
 * the rows that are used. Refused are columns that one of the tables does not have, that are empty,
 * whose texts hardly ever repeat, and, unless they are categories, those that hold text and
 * numbers: in one table, if half of the cells or more are numbers; or text in one and only numbers
 * in another. */
PAROT_CHECKED parot_status parot_encoding_fit(const parot_rows *tables, int64_t table_count,
                                              const char *const *names, int64_t name_count,
                                              parot_encoding *encoding, parot_error *err);
PAROT_API void parot_encoding_free(parot_encoding *encoding);

/* The rows as numbers, columns by their names if the encoding has names. Missing cells are filled;
 * levels that the encoding does not know are 0 everywhere, and *unknown (which may be NULL) says
 * how many cells have one. */
PAROT_CHECKED parot_status parot_encoding_apply(const parot_encoding *encoding,
                                                const parot_rows *rows, parot_table *table,
                                                int64_t *unknown, parot_error *err);

/* ---- From files to features --------------------------------------------- */

/* What becomes of missing cells. */
typedef enum parot_missing {
    PAROT_MISSING_REFUSE = 0,
    PAROT_MISSING_DROP = 1, /* their rows are left out */
    PAROT_MISSING_FILL = 2  /* by the mean, or the most frequent level */
} parot_missing;

PAROT_API const parot_word *parot_missing_words(void);
PAROT_API const char *parot_missing_name(parot_missing missing);
PAROT_CHECKED parot_status parot_missing_parse(const char *name, parot_missing *missing,
                                               parot_error *err);

/* Whether the columns of two files mean the same. */
typedef enum parot_sharing {
    PAROT_SHARING_REQUIRED = 0, /* what only one of them has is left out, or refused if strict */
    PAROT_SHARING_IF_SAME = 1,  /* they do if they have the same names */
    PAROT_SHARING_NONE = 2
} parot_sharing;

PAROT_API const parot_word *parot_sharing_words(void);
PAROT_API const char *parot_sharing_name(parot_sharing sharing);
PAROT_CHECKED parot_status parot_sharing_parse(const char *name, parot_sharing *sharing,
                                               parot_error *err);

/* What the columns of one or two files are, and which rows are used. Columns are given by name or
 * number, as parot_frame_find takes them. What is rarely a feature (see parot_frame_uses) is left
 * out with a note unless `columns` names it. */
typedef struct parot_features_options {
    size_t struct_size; /* set by parot_features_options_init */
    parot_reading reading;
    const char *columns, *drop; /* lists, as parot_frame_choose takes them; NULL: not given */
    const char *id;             /* names the rows; in one of two files, or in the other one */
    int is_id_of_other;         /* if that is wanted; NULL: none */
    const char *weight_column;  /* numbers, in all files; NULL: none */
    const char *aside;          /* texts, in the files that have such a column; NULL: none */
    const char *label_column;   /* of one file: rows where it is `positive` are the first side, all
                                others the other; NULL: none */
    const char *positive;       /* a text, or a number by its value */
    parot_missing na;
    int64_t sample; /* so many rows of each side at random; 0: all */
    uint64_t seed;  /* of `sample` */
    int strict;     /* what would be left out or rounded with a note is refused */
    parot_sharing sharing;
    const parot_encoding *encoding; /* of a model, whose columns are the only features; NULL: the
                                       encoding is fitted on what is read */
    int wants_encoding;             /* also for columns of numbers alone, which need none */
    const char *elsewhere;          /* for refusals: what takes different columns; may be NULL */
    const char *rows_called[2];     /* in notes about rows; NULL: "of FILE" */
    const char *prefix;             /* of options in messages: "--" for a command line, or "" */
    const char *price_column;       /* numbers, in all files; NULL: none */
    const char *categories;         /* a list of columns, is_category; NULL: not given */
    const char *propensity; /* another column like `aside`: how probable it was to be chosen */
} parot_features_options;

PAROT_API void parot_features_options_init_sized(parot_features_options *options,
                                                 size_t struct_size);
static inline void parot_features_options_init(parot_features_options *options)
{
    parot_features_options_init_sized(options, sizeof *options);
}

/* Sentences to print beside an answer; those beyond PAROT_NOTES are lost. */
enum { PAROT_NOTES = 16, PAROT_NOTE_SIZE = 512 };
typedef struct parot_notes {
    int count;
    char text[PAROT_NOTES][PAROT_NOTE_SIZE];
} parot_notes;

/* The features of one side: a file, or a part of its rows. */
typedef struct parot_features {
    const char *path;              /* as given; borrowed */
    parot_frame frame;             /* all rows of the file, and no columns but features */
    int64_t *row, count;           /* the rows that are used, from 0 and in order */
    int64_t *before, before_count; /* those of this side before `sample` and `na` */
    const char **id;               /* of each row of the file; NULL: they have no names */
    char *id_name;                 /* what the column is called that holds them; NULL: none */
    const char **aside;            /* of each row of the file; "": missing; NULL: no such column */
    double *weights;               /* of the rows that are used; NULL: none */
    parot_encoding encoding;       /* how cells became numbers; empty if there was nothing to do */
    parot_table table;             /* the rows that are used, as numbers */
    int is_shared;                 /* columns of both sides mean the same */
    char **names;                  /* private */
    double *prices;                /* of the rows that are used; NULL: none */
    const char **propensity;       /* of each row of the file, as `aside`; NULL: no such column */
    int64_t reserved[2];           /* 0 */
} parot_features;

/* The one way from files to numbers: reads, finds out what columns are, chooses rows, and encodes
 * text. There is one file, or two, or one that `label_column` divides: sides[0] and sides[1]. The
 * table may borrow from the frame; encodings that are shared belong to the last side. `notes` may
 * be NULL. On failure, sides may be partly filled: free them in any case. */
PAROT_CHECKED parot_status parot_features_read(const char *first, const char *other,
                                               const parot_features_options *options,
                                               parot_features sides[2], parot_notes *notes,
                                               parot_error *err);
PAROT_API void parot_features_free(parot_features *features);

/* One table as it stands, not to be computed with: columns, drop, sample, seed and reading apply as
 * above, but columns that are rarely features stay, and texts stay texts. With `keeps_missing`
 * missing cells stay as well; otherwise `na` says what becomes of them, and a column that has none
 * but missing cells is refused by PAROT_MISSING_FILL. `notes` may be NULL. */
PAROT_CHECKED parot_status parot_frame_read_chosen(const char *path,
                                                   const parot_features_options *options,
                                                   int keeps_missing, parot_frame *frame,
                                                   parot_notes *notes, parot_error *err);

/* Leaves out what only one of the frames has, with a note; or refuses it, if strict or if nothing
 * else is left. Refuses names that occur twice in one. */
PAROT_CHECKED parot_status parot_frame_share(parot_frame *first, parot_frame *other,
                                             const parot_features_options *options,
                                             parot_notes *notes, parot_error *err);

/* Leaves out what is rarely a feature, as parot_features_read does. */
PAROT_CHECKED parot_status parot_frame_leave_out(parot_frame *frame,
                                                 const parot_features_options *options,
                                                 parot_notes *notes, parot_error *err);

/* Keeps the columns for which is_kept, in their order and in place. */
PAROT_API void parot_frame_keep(parot_frame *frame, const char *is_kept);

/* *twin: a name that occurs twice, or NULL. */
PAROT_CHECKED parot_status parot_frame_twin(const parot_frame *frame, const char **twin,
                                            parot_error *err);

/* Whether a column that is not a category holds text, but at least as many numbers, which
 * parot_encoding_fit refuses. */
PAROT_API int parot_column_has_mistakes(const parot_frame *frame, int64_t column);

/* Whether these are the same text or the same number. */
PAROT_API int parot_text_is_value(const char *text, const char *value);

/* A matrix of numbers, such as costs, as parot_table_read; but columns without a name or without
 * any value are left out with a note if others are left. `reading` and `notes` may be NULL. */
PAROT_CHECKED parot_status parot_numbers_read(const char *path, const parot_reading *reading,
                                              parot_table *table, parot_notes *notes,
                                              parot_error *err);

/* ---- Graphs --------------------------------------------------------------- */

/* A graph with names for its nodes, read from a list of edges: text of any extension, also gzip'd.
 *
 *     # comment
 *     ann bob
 *     bob "carla d"
 *     emil
 *
 * Each line is FROM TO or FROM TO LENGTH, separated by tabs, semicolons, commas or blanks: by what
 * comes first in that list among those of the first line. All edges have a length, finite and >= 0,
 * or none has, and each is 1. Names are any text; numbers are names too, and in quotation marks
 * they may contain what separates. A name alone on its line is a node that need not have edges. A
 * first line "from to", "source target", "src dst" or "node1 node2", or one whose third cell is
 * length, weight, distance or cost, is a header. An edge from a node to itself is dropped, and of
 * several edges between the same nodes the shortest is kept; both are counted. */
typedef struct parot_edge_list {
    parot_graph graph;   /* its arrays belong to this struct */
    char **names;        /* of the nodes, in the order in which the file names them first */
    int64_t edges;       /* that are kept; an undirected one counts once */
    int64_t loops;       /* edges from a node to itself */
    int64_t repeated;    /* edges between nodes that have a shorter one, or an equal one before */
    void *owner;         /* private */
    int64_t reserved[4]; /* for fields to come */
} parot_edge_list;

/* Edges lead both ways unless `is_directed`. Refuses with the line what is not such a list. */
PAROT_CHECKED parot_status parot_edge_list_read(const char *path, int is_directed,
                                                parot_edge_list *list, parot_error *err);
PAROT_API void parot_edge_list_free(parot_edge_list *list);

/* ---- Models -------------------------------------------------------------- */

/* A list of numbers, such as parot_pu_model, and the encoding of the tables that it is about, in
 * an .npz file: the arrays "model" and "encoding", the latter a list of texts. */
PAROT_CHECKED parot_status parot_model_write(const char *path, const parot_encoding *encoding,
                                             const double *numbers, int64_t count, int overwrite,
                                             parot_error *err);

/* The numbers are a table of one column. */
PAROT_CHECKED parot_status parot_model_read(const char *path, parot_encoding *encoding,
                                            parot_table *numbers, parot_error *err);

/* ---- Labels -------------------------------------------------------------- */

/* The table that `parot pu -o` or `parot predict -o` wrote. */
typedef struct parot_labels {
    int64_t count;         /* rows */
    int8_t *label;         /* 1 or 0; NULL: the file is a table, but not one of labels */
    double *score;         /* in [0, 1] */
    int64_t pairs;         /* rows that were moved to a positive: */
    int32_t *row;          /* which ones, from 0 */
    double *share;         /* the fraction of each that was moved */
    int32_t *col;          /* the positive of each: a row of its file, from 0; -1: */
    const char **match_id; /* its id or number as it stands in the file; NULL: an array */
    parot_frame table;     /* private: where the ids are */
    int64_t reserved[3];   /* 0 */
} parot_labels;

/* A table is one of labels if it has the columns label and score; an array is, if it has as many
 * columns as these files have. On failure nothing has to be freed. */
PAROT_CHECKED parot_status parot_labels_read(const char *path, parot_labels *labels,
                                             parot_error *err);
PAROT_API void parot_labels_free(parot_labels *labels);

/* The column of such a table that holds "label", "score", "share", "rank", "match" or "match_cost":
 * by its name, as it is or as --append writes it, "parot_label"; in arrays by their 4 or 7 columns.
 * -1: there is none. The first column holds ids, unless --append has put its own before. */
PAROT_API int64_t parot_labels_column(const parot_frame *table, const char *name);

/* Makes `col` rows of the positive table that are used. Refuses tables that the labels, which
 * `path` names in messages, were not made from. */
PAROT_CHECKED parot_status parot_labels_match(parot_labels *labels, const char *path,
                                              const parot_features *unlabeled,
                                              const parot_features *positive, parot_error *err);

/* A text as it is, gzip'd if the name ends in .gz, and otherwise as parot_table_write writes. */
PAROT_CHECKED parot_status parot_text_write(const char *path, const char *text, int overwrite,
                                            parot_error *err);

/* ---- Results ------------------------------------------------------------ */

/* .json (what parot_json_result writes, with the plan) and .npz hold the plan and its proof; .csv
 * and .tsv the plan alone, as row,col,mass. "-" is CSV. */
PAROT_CHECKED parot_status parot_result_write(const char *path, const parot_result *result,
                                              int overwrite, parot_error *err);

/* Reads .json and .npz; the caller releases it with parot_result_free. */
PAROT_CHECKED parot_status parot_result_read(const char *path, parot_result *result,
                                             parot_error *err);

/* The same for an answer of parot_gromov, whose .json has "best" and "trials" as well: how each
 * start ended, and the objectives and stationarities of its iterations; .json and .npz have its
 * stationarity. */
PAROT_CHECKED parot_status parot_gromov_write(const char *path, const parot_gromov_result *result,
                                              int overwrite, parot_error *err);

/* What the points of both sides are called; NULL: they have numbers. */
typedef struct parot_plan_names {
    const char *const *source; /* as many as the plan has rows */
    const char *const *target; /* as many as it has columns */
    int64_t reserved[2];       /* 0 */
} parot_plan_names;

/* The same with names: .csv and .tsv have the columns source and target behind row, col and mass;
 * .json has the lists source_names and target_names; .npz keeps no names. `names` may be NULL. */
PAROT_CHECKED parot_status parot_gromov_write_named(const char *path,
                                                    const parot_gromov_result *result,
                                                    const parot_plan_names *names, int overwrite,
                                                    parot_error *err);

/* Reads what these have written; a file that says nothing of these has 0 trials and a stationarity
 * of NAN. The caller releases it with parot_gromov_result_free. */
PAROT_CHECKED parot_status parot_gromov_read(const char *path, parot_gromov_result *result,
                                             parot_error *err);

/* A plan by whatever program, for a problem of this size; see parot_judge. */
typedef struct parot_plan_request {
    int64_t rows, cols;           /* of the problem */
    int32_t base;                 /* rows and columns are numbered from 0, or from 1 */
    int32_t padding;              /* 0 */
    const parot_reading *reading; /* of text; NULL: the defaults */
    int64_t reserved[4];          /* 0 */
} parot_plan_request;

/* Entries row, col and mass, in any order: .csv and .tsv of three columns, with or without names
 * (row or i; col, column or j; mass); .npz as parot or scipy.sparse.save_npz write it, or with
 * lists row, col and mass; .json with such lists, in "plan" or not, or a list of [row, col, mass].
 * Or a whole matrix: text, .npy, or the only array of an .npz. The result has the plan alone:
 * dual.u and dual.v are NULL, mass, objective, bound and stationarity are NAN. A file that has
 * prices is a result, and read as parot_gromov_read does. The caller releases it with
 * parot_gromov_result_free. */
PAROT_CHECKED parot_status parot_plan_read(const char *path, const parot_plan_request *request,
                                           parot_gromov_result *result, parot_error *err);

/* ---- Curves ------------------------------------------------------------- */

/* .json is what parot_json_curve writes; .csv, .tsv and .npy are a table of mass,objective,slope
 * with a row for each breakpoint, whose last slope is inf, because the curve ends there. "-" is
 * CSV. */
PAROT_CHECKED parot_status parot_curve_write(const char *file, const parot_curve *curve,
                                             int overwrite, parot_error *err);

/* Reads what the above wrote; the caller releases it with parot_curve_free. A table does not list
 * rows, so `rows` is then 0. */
PAROT_CHECKED parot_status parot_curve_read(const char *file, parot_curve *curve, parot_error *err);

#ifdef __cplusplus
}
#endif
#endif /* PAROT_IO_H */
