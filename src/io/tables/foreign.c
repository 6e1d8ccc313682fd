/* foreign.c - the first bytes tell formats apart; zip archives, what the names of their members
 * say.
 */
#include "io/tables/foreign.h"

#include <string.h>

#define BY_PANDAS(reader)                                                                          \
    "convert it: python3 -c 'import pandas; pandas." reader                                        \
    "(\"FILE\").to_csv(\"NEW.csv\", index=False)'"

struct known {
    const char *magic;
    size_t size;
    const char *name, *way_out;
};

static const struct known KNOWN[] = {
    {"PAR1", 4, "a Parquet file", BY_PANDAS("read_parquet")},
    {"ARROW1", 6, "an Arrow file", BY_PANDAS("read_feather")},
    {"FEA1", 4, "a Feather file", BY_PANDAS("read_feather")},
    {"\xD0\xCF\x11\xE0", 4, "an old Office file (.xls)", "save the sheet as CSV UTF-8"},
    {"BZh", 3, "packed by bzip2", "unpack it: bunzip2 -k FILE"},
    {"\xFD"
     "7zXZ",
     5, "packed by xz", "unpack it: unxz -k FILE"},
    {"\x28\xB5\x2F\xFD", 4, "packed by zstd", "unpack it: unzstd FILE"},
    {"\x04\x22\x4D\x18", 4, "packed by lz4", "unpack it: unlz4 FILE"},
    {"7z\xBC\xAF\x27\x1C", 6, "a 7-Zip archive", "unpack it: 7z x FILE"},
    {"Rar!\x1A\x07", 6, "a RAR archive", "unpack it first"},
    {"\x89HDF\r\n\x1A\n", 8, "an HDF5 file without a MATLAB header", BY_PANDAS("read_hdf")},
    {"SQLite format 3", 15, "an SQLite database", "export the table: sqlite3 -csv -header"},
    {"<stata_dta>", 11, "a Stata file", BY_PANDAS("read_stata")},
    {"$FL2", 4, "an SPSS file", BY_PANDAS("read_spss")},
    {"RDX2\n", 5, "an R data file", "write it in R: write.csv(x, \"NEW.csv\", row.names = FALSE)"},
    {"RDX3\n", 5, "an R data file", "write it in R: write.csv(x, \"NEW.csv\", row.names = FALSE)"},
    {"X\n\0\0", 4, "an R object (.rds)", "write it in R: write.csv(x, \"NEW.csv\")"},
    {"\x80\x04\x95", 3, "a Python pickle", BY_PANDAS("read_pickle")},
    {"\x80\x05\x95", 3, "a Python pickle", BY_PANDAS("read_pickle")},
    {"%PDF", 4, "a PDF document", "save the table as CSV"},
    {"\x89PNG", 4, "a PNG image", "a table of images has a row for each, as .npy or IDX"},
    {"\xFF\xD8\xFF", 3, "a JPEG image", "a table of images has a row for each, as .npy or IDX"},
    {"<!DOCTYPE", 9, "a web page", "download the file itself"},
    {"<!doctype", 9, "a web page", "download the file itself"},
    {"<html", 5, "a web page", "download the file itself"},
    {"<?xml", 5, "an XML document", "save the table as CSV"}};

/* Whether the first bytes of a zip archive name a member that begins so. */
static int has_member(const struct bytes *head, const char *name)
{
    enum { LOOKED_AT = 4096 };
    size_t size = head->size < LOOKED_AT ? head->size : LOOKED_AT;
    return memmem(head->data, size, name, strlen(name)) != NULL;
}

static const struct known *find_archive(const struct bytes *head)
{
    static const struct known office[] = {
        {"opendocument.spreadsheet", 0, "an OpenDocument spreadsheet (.ods)",
         "save the sheet as CSV"},
        {"xl/", 0, "an Excel workbook (.xlsx)", "save the sheet as CSV UTF-8"},
        {"[Content_Types].xml", 0, "an Office file, such as .xlsx", "save the sheet as CSV UTF-8"}};
    for (size_t k = 0; k < sizeof office / sizeof *office; k++)
        if (has_member(head, office[k].magic) && !has_member(head, ".npy"))
            return &office[k];
    return NULL;
}

parot_status foreign_refuse(const char *label, const struct bytes *head, parot_error *err)
{
    const struct known *found = bytes_begin(head, "PK\3\4", 4) ? find_archive(head) : NULL;
    for (size_t k = 0; k < sizeof KNOWN / sizeof *KNOWN && !found; k++)
        if (bytes_begin(head, KNOWN[k].magic, KNOWN[k].size))
            found = &KNOWN[k];
    if (!found)
        return PAROT_OK;
    const char *file = strstr(found->way_out, "FILE"); /* stands for the name of the file */
    if (!file)
        return fail(err, PAROT_EFORMAT, "%s: is %s; %s", label, found->name, found->way_out);
    return fail(err, PAROT_EFORMAT, "%s: is %s; %.*s%s%s", label, found->name,
                (int)(file - found->way_out), found->way_out, label, file + strlen("FILE"));
}
