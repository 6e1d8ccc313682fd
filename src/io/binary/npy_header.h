/* npy_header.h - the Python dictionary in front of an .npy array. */
#ifndef PAROT_IO_NPY_HEADER_H
#define PAROT_IO_NPY_HEADER_H

#include <stdint.h>

#include "io/bytes/excerpt.h"

struct npy_text {
    const char *at, *end;
};

struct npy_header {
    char type[EXCERPT]; /* 'descr'; "structured" when it is a list of fields */
    int is_fortran;
    int dims;
    int64_t shape[2]; /* the first two */
};

/* Whether `text` is {'descr': ..., 'fortran_order': ..., 'shape': ...}, in any order. */
int npy_header_parse(struct npy_text text, struct npy_header *header);

#endif
