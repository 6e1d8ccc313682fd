/* frame.h - the memory of a parot_frame. */
#ifndef PAROT_IO_FRAME_H
#define PAROT_IO_FRAME_H

#include "io/bytes/bytes.h"
#include "parot/io.h"

/* Moves both blocks, where the frame's arrays are, to its owner. */
parot_status frame_adopt(parot_frame *frame, struct bytes *data, struct bytes *columns,
                         parot_error *err);

/* The values of a table without text, which they leave. */
parot_status frame_of_table(const char *label, parot_table *table, parot_frame *frame,
                            parot_error *err);

#endif
