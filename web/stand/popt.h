/* popt.h - the options of a command line, as far as the command uses popt. */
#ifndef PAROT_WEB_POPT_H
#define PAROT_WEB_POPT_H

#include <stdio.h>

enum {
    POPT_ARG_NONE = 0,
    POPT_ARG_STRING = 1,
    POPT_ARG_INCLUDE_TABLE = 4,
    POPT_BADOPTION_NOALIAS = 1,
    POPT_ERROR_NOARG = -10,
    POPT_ERROR_BADOPT = -11
};

struct poptOption {
    const char *longName;
    char shortName;
    unsigned argInfo;
    void *arg;
    int val;
    const char *descrip;
    const char *argDescrip;
};

typedef struct popt_lite *poptContext;

poptContext poptGetContext(const char *name, int argc, const char **argv,
                           const struct poptOption *options, unsigned flags);
void poptFreeContext(poptContext context);
void poptSetOtherOptionHelp(poptContext context, const char *text);
int poptGetNextOpt(poptContext context);  /* val; -1: no more; below: an error */
char *poptGetOptArg(poptContext context); /* the caller frees it */
const char **poptGetArgs(poptContext context);
const char *poptBadOption(poptContext context, unsigned flags);
const char *poptStrerror(int error);
void poptPrintHelp(poptContext context, FILE *out, int flags);

#endif
