#ifndef C_FORKING_H
#define C_FORKING_H

/// fork(), which Swift does not offer: 0 in the new process, its number in the old one.
int forking_fork(void);

#endif
