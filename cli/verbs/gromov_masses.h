/* gromov_masses.h - `parot gromov --path` and `--mass auto`: plans for a range of masses. */
#ifndef PAROT_COMMAND_GROMOV_MASSES_H
#define PAROT_COMMAND_GROMOV_MASSES_H

#include <stdio.h>

#include "parot/json.h"
#include "say/told.h"

/* A table of the masses, and the elbow in words. */
void masses_print(FILE *file, const parot_gromov_path_result *path);

/* The elbow alone, in one line that begins with `prefix`. */
void masses_print_elbow(FILE *file, const char *prefix, const parot_gromov_path_result *path);

/* share,mass,objective,lambda,distortion */
enum outcome masses_write(const char *output, const parot_gromov_path_result *path, int force);

/* The elbow and the lists of that table, into the object that is open. */
void masses_put(parot_json *json, const parot_gromov_path_result *path);

/* The objective and the price of every mass, the elbow marked; nothing without a file. */
enum outcome masses_draw(const struct figure *plot, const parot_gromov_path_result *path,
                         const struct args *args);

#endif
