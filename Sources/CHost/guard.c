#define _GNU_SOURCE
#include "CHost.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>
#ifdef __linux__
#include <sys/prctl.h>
#include <sys/syscall.h>
#endif

// The guard is a process that waits for the end of this one, at the end of a pipe whose other end
// only this process has: whatever ends this process also closes the pipe. The guard has one thread
// and none of the locks of the other threads, so until that moment it calls only what a signal
// handler may.

enum {
  most_processes = 256,
  most_folders = 32,
  /// Small enough for a message to be written in one piece on every system.
  room = 480,
};

/// A message to the guard: what to remember or, if `keeps` is false, to forget.
struct message {
  bool keeps;
  /// A process, or a process group as a negative number; 0 if the message is about a folder.
  pid_t process;
  char folder[room];
};

static int writing = -1;

/// The arguments of this process; NULL where they are not known.
static char **arguments;

#if defined(__GLIBC__) || defined(__APPLE__)
__attribute__((constructor)) static void note_arguments(int count, char **list) {
  if (count > 0) arguments = list;
}
#endif

// MARK: - The guard's process

static pid_t processes[most_processes];
static char folders[most_folders][room];

static void replace_process(pid_t old, pid_t new) {
  for (int i = 0; i < most_processes; i++) {
    if (processes[i] == old) {
      processes[i] = new;
      return;
    }
  }
}

static void replace_folder(const char *old, const char *new) {
  for (int i = 0; i < most_folders; i++) {
    if (strcmp(folders[i], old) == 0) {
      strcpy(folders[i], new);
      return;
    }
  }
}

static void note(struct message *message) {
  message->folder[room - 1] = '\0';
  if (message->process != 0) {
    replace_process(message->keeps ? 0 : message->process, message->keeps ? message->process : 0);
  } else if (message->folder[0]) {
    replace_folder(message->keeps ? "" : message->folder, message->keeps ? message->folder : "");
  }
}

/// Sends a signal to the processes; 0 only checks. Returns whether any of them is still there.
static bool send_all(int signal) {
  bool any = false;
  for (int i = 0; i < most_processes; i++) {
    if (processes[i] != 0 && kill(processes[i], signal) == 0) any = true;
  }
  return any;
}

#ifdef __linux__
/// Returns the parent of a process, or 0.
static pid_t parent_of(const char *process) {
  char text[512];
  snprintf(text, sizeof text, "/proc/%.20s/stat", process);
  int file = open(text, O_RDONLY | O_CLOEXEC);
  ssize_t count = file < 0 ? 0 : read(file, text, sizeof text - 1);
  if (file >= 0) close(file);
  if (count <= 0) return 0;
  text[count] = '\0';
  // The name of a program may contain spaces and parentheses.
  const char *end = strrchr(text, ')');
  int parent = 0;
  return end && sscanf(end + 1, " %*c %d", &parent) == 1 ? parent : 0;
}

static bool contains(pid_t process) {
  for (int i = 0; i < most_processes; i++) {
    if (processes[i] == process) return true;
  }
  return false;
}

/// Adds the processes that those started which share our process group. What a group leader started
/// is in its group.
static void add_descendants(void) {
  bool found = true;
  while (found) {
    found = false;
    DIR *folder = opendir("/proc");
    if (!folder) return;
    for (struct dirent *entry; (entry = readdir(folder));) {
      pid_t process = atoi(entry->d_name);
      pid_t parent = process > 0 ? parent_of(entry->d_name) : 0;
      if (parent <= 0 || contains(process) || !contains(parent) || !contains(0)) continue;
      replace_process(0, process);
      found = true;
    }
    closedir(folder);
  }
}
#else
static void add_descendants(void) {}
#endif

/// Ends the processes like a closed screen does: they are asked, and killed a second later.
static void end_processes(void) {
  add_descendants();
  if (!send_all(SIGTERM)) return;
  // A stopped process would not notice.
  send_all(SIGCONT);
  struct timespec moment = {0, 10 * 1000 * 1000};
  for (int i = 0; i < 100 && send_all(0); i++) nanosleep(&moment, NULL);
  send_all(SIGKILL);
}

static void remove_folders(void) {
  for (int i = 0; i < most_folders; i++) {
    if (!folders[i][0]) continue;
    pid_t child = fork();
    if (child == 0) {
      execl("/bin/rm", "rm", "-rf", "--", folders[i], (char *)NULL);
      _exit(1);
    }
    while (child > 0 && waitpid(child, NULL, 0) < 0 && errno == EINTR) {}
  }
}

/// Closes all descriptors except one, so that no file, terminal, or pipe stays open because of the
/// guard.
static void close_all_except(int kept) {
  int nowhere = open("/dev/null", O_RDWR);
  for (int i = 0; i <= 2; i++) dup2(nowhere, i);
#ifdef SYS_close_range
  if (syscall(SYS_close_range, 3, kept - 1, 0) == 0 || kept == 3) {
    if (syscall(SYS_close_range, kept + 1, ~0U, 0) == 0) return;
  }
#endif
  long most = sysconf(_SC_OPEN_MAX);
  for (int i = 3; i < most; i++) {
    if (i != kept) close(i);
  }
}

/// Takes another name, so that what kills promise-tui by name spares the guard.
static void take_name(void) {
  static const char name[] = "guard";
#ifdef __linux__
  prctl(PR_SET_NAME, name);
#endif
  if (!arguments || !arguments[0]) return;
  for (char **argument = arguments; *argument; argument++) {
    size_t length = strlen(*argument);
    memset(*argument, 0, length);
    if (argument == arguments) strncpy(*argument, name, length);
  }
}

static _Noreturn void guard(int reading) {
  setsid();
  if (chdir("/") != 0) {}
  take_name();
  close_all_except(reading);
  struct message message;
  for (;;) {
    ssize_t count = read(reading, &message, sizeof message);
    if (count < 0 && errno == EINTR) continue;
    if (count < (ssize_t)sizeof message) break;
    note(&message);
  }
  end_processes();
  remove_folders();
  _exit(0);
}

// MARK: - This process

static void start(void) {
  int ends[2];
  if (pipe(ends) != 0) return;
  for (int i = 0; i < 2; i++) fcntl(ends[i], F_SETFD, FD_CLOEXEC);
  // The guard is not disturbed by signals, and none is handled twice.
  sigset_t all, before;
  sigfillset(&all);
  pthread_sigmask(SIG_SETMASK, &all, &before);
  pid_t child = fork();
  if (child == 0) {
    close(ends[1]);
    guard(ends[0]);
  }
  pthread_sigmask(SIG_SETMASK, &before, NULL);
  close(ends[0]);
  if (child < 0) {
    close(ends[1]);
  } else {
    writing = ends[1];
  }
}

void host_start_guard(void) {
  static pthread_once_t once = PTHREAD_ONCE_INIT;
  pthread_once(&once, start);
}

static void tell(struct message *message) {
  host_start_guard();
  if (writing < 0) return;
  // A message fits into the pipe in one piece, or not at all.
  while (write(writing, message, sizeof *message) < 0 && errno == EINTR) {}
}

void host_guard_process(pid_t process, bool keeps) {
  struct message message = {.keeps = keeps, .process = process};
  tell(&message);
}

void host_guard_folder(const char *path, bool keeps) {
  struct message message = {.keeps = keeps};
  if (strlen(path) >= room) return;
  strcpy(message.folder, path);
  tell(&message);
}
