/* scaled_tables.c - asks the library for the scaled tables, without the limits of the command. */
#include "input/scaled_tables.h"

enum outcome scaled_tables(const parot_pu_data *data, const parot_pu_options *options,
                           const struct args *args, parot_pu_scaled *scaled, int *is_scaled)
{
    parot_error err = {0};
    parot_run plain;
    *is_scaled = 0;
    if (data->unlabeled.cols <= 2)
        return SOLVED;
    parot_run_init(&plain);
    plain.threads = args->run.threads;
    plain.seed = args->run.seed;
    if (parot_pu_scale(data, options, &plain, scaled, &err) != PAROT_OK)
        return refuse_status(&err);
    *is_scaled = 1;
    return SOLVED;
}
