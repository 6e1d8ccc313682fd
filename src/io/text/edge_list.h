/* edge_list.h - graphs as text: an edge on each line, FROM TO or FROM TO LENGTH. See io.h. */
#ifndef PAROT_IO_EDGE_LIST_H
#define PAROT_IO_EDGE_LIST_H

#include "io/bytes/filename.h"
#include "io/bytes/stream.h"
#include "parot/io.h"

parot_status edge_list_read(struct stream *stream, int is_directed, parot_edge_list *list,
                            parot_error *err);

/* From bytes in memory, which may be gzip and are used up. */
parot_status edge_list_parse(const struct filename *path, struct bytes *bytes, int is_directed,
                             parot_edge_list *list, parot_error *err);

#endif
