/* clock.h - monotonic seconds. */
#ifndef PAROT_COMMAND_CLOCK_H
#define PAROT_COMMAND_CLOCK_H

double clock_now(void);

#endif
