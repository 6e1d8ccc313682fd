/* example_files.c - a table to a file and back, its columns on one scale, and a JSON document. */
#include <stdio.h>
#include <stdlib.h>

#include "parot/io.h"
#include "parot/json.h"
#include "parot/pu.h"

int main(int argc, char **argv)
{
    const char *path = argc > 1 ? argv[1] : "example_files.csv";
    double numbers[] = {31, 2100, 45, 1900, 28, 2600};
    char age[] = "age", income[] = "income", *names[] = {age, income}, *text = NULL;
    parot_table table = {.rows = 3, .cols = 2, .data = numbers, .names = names}, read = {0};
    parot_matrix none = {NULL, 0, 2, 2};
    parot_error err = {0};

    if (parot_table_write(path, &table, 1, &err) != PAROT_OK ||
        parot_table_read(path, &read, &err) != PAROT_OK) {
        fprintf(stderr, "%s\n", err.message);
        return 1;
    }
    int is_same =
        read.rows == 3 && read.data[5] == 2600 && parot_table_column(&read, "income") == 1;
    parot_status status = parot_scale_tables(PAROT_SCALE_MINMAX, parot_table_matrix(&read), none,
                                             read.data, NULL, &err);
    if (status == PAROT_OK) {
        parot_json *json = parot_json_open(parot_status_name(status));
        parot_json_matrix(json, "scaled", parot_table_matrix(&read));
        status = parot_json_close(json, &text, &err);
    }
    printf("%s", status == PAROT_OK ? text : err.message);
    free(text);
    parot_table_free(&read);
    return is_same && status == PAROT_OK ? 0 : 1;
}
