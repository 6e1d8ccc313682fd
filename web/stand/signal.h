/* signal.h - there is nobody to send a signal: a page stops a run by ending its worker. */
#ifndef PAROT_WEB_SIGNAL_H
#define PAROT_WEB_SIGNAL_H

enum { SIGINT = 2, SIGTERM = 15, SA_RESETHAND = 1, SA_RESTART = 2 };
#define SIG_IGN ((void (*)(int))1)

struct sigaction {
    void (*sa_handler)(int);
    int sa_flags, sa_mask;
};

static inline int sigemptyset(int *set)
{
    return *set = 0;
}

static inline int sigaction(int signal, const struct sigaction *action, struct sigaction *before)
{
    (void)signal, (void)action, (void)before;
    return 0;
}

#endif
