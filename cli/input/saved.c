/* saved.c - everything is read as a result of parot_gromov; a gap that is not NAN says that it is
 * one. */
#include "input/saved.h"

#include <math.h>

#include "shell/output_check.h"

enum outcome saved_read(const char *path, parot_result *result, int *is_gromov)
{
    parot_error err = {""};
    parot_gromov_result read = {0};
    TRY(input_check(path));
    if (parot_gromov_read(path, &read, &err) != PAROT_OK)
        return refuse_status(&err);
    *is_gromov = !isnan(read.gap);
    *result = read.transport;
    read.transport = (parot_result){0};
    parot_gromov_result_free(&read);
    return SOLVED;
}
