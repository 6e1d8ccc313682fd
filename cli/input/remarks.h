/* remarks.h - notes about files, collected until they are printed. */
#ifndef PAROT_COMMAND_REMARKS_H
#define PAROT_COMMAND_REMARKS_H

enum { MOST_REMARKS = 12, REMARK_SIZE = 512 };

struct remarks {
    char text[MOST_REMARKS][REMARK_SIZE];
    int count;
};

/* One more; those beyond MOST_REMARKS are lost. */
__attribute__((format(printf, 2, 3))) void remark(struct remarks *remarks, const char *format, ...);

/* All of them on stderr. */
void remarks_tell(const struct remarks *remarks);

#endif
