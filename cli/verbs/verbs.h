/* verbs.h - what `parot` can be asked to do; each verb is a file cmd_<verb>.c. */
#ifndef PAROT_COMMAND_VERBS_H
#define PAROT_COMMAND_VERBS_H

#include "shell/outcome.h"

/* argv[0] is the verb itself; the list ends in NULL. */
enum outcome cmd_pu(const char **argv);
enum outcome cmd_predict(const char **argv);
enum outcome cmd_prior(const char **argv);
enum outcome cmd_partial(const char **argv);
enum outcome cmd_plot(const char **argv);
enum outcome cmd_curve(const char **argv);
enum outcome cmd_gromov(const char **argv);
enum outcome cmd_register(const char **argv);
enum outcome cmd_drift(const char **argv);
enum outcome cmd_explain(const char **argv);
enum outcome cmd_certify(const char **argv);
enum outcome cmd_cost(const char **argv);
enum outcome cmd_convert(const char **argv);
enum outcome cmd_doctor(const char **argv);
enum outcome cmd_make(const char **argv);

#endif
