#define _GNU_SOURCE
#include <errno.h>
#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <unistd.h>

#include "CHost.h"

static volatile sig_atomic_t descriptor = -1;

// MARK: - Signals that the program handles later

static const int caught[] = {SIGWINCH, SIGTERM, SIGHUP, SIGINT, SIGQUIT, SIGTSTP, SIGCONT};
enum { caught_count = sizeof caught / sizeof *caught };

static void forward(int number) {
  int before = errno;
  unsigned char byte = (unsigned char)number;
  // A full pipe already contains enough signals.
  if (write(descriptor, &byte, 1) < 0) {}
  errno = before;
}

static void catch_signal(int number) {
  struct sigaction action = {0};
  action.sa_handler = forward;
  action.sa_flags = SA_RESTART | SA_ONSTACK;
  sigemptyset(&action.sa_mask);
  sigaction(number, &action, NULL);
}

static void set_default(int number) {
  struct sigaction action = {0};
  action.sa_handler = SIG_DFL;
  sigemptyset(&action.sa_mask);
  sigaction(number, &action, NULL);
}

// MARK: - Crashes

static const int crashes[] = {SIGSEGV, SIGBUS, SIGILL, SIGABRT, SIGFPE, SIGTRAP};
enum { crash_count = sizeof crashes / sizeof *crashes };
static struct sigaction before[crash_count];

/// Restores the terminal, and passes the crash to the previous handler: Swift's backtracer, or the
/// system. A signal that another process sent is not a crash of this process and goes directly to
/// the system.
static void crash(int number, siginfo_t *info, void *context) {
  (void)context;
  host_stop_drawing();
  host_emergency_restore();
  set_default(number);
  if (info && info->si_code != SI_USER) {
    for (int i = 0; i < crash_count; i++) {
      if (crashes[i] == number) sigaction(number, &before[i], NULL);
    }
  }
  // The signal is blocked while this handler runs, so it arrives when the handler returns.
  raise(number);
}

// MARK: - Other signals that end the process

/// Restores the terminal; then the signal ends the process as it does by default.
static void die(int number) {
  host_stop_drawing();
  host_emergency_restore();
  set_default(number);
  // The signal is blocked while this handler runs, so it arrives when the handler returns.
  raise(number);
}

/// Returns whether a signal ends the process by default. Those that are caught, and crashes, have
/// handlers by then.
static bool is_deadly(int number) {
  switch (number) {
  case SIGKILL: case SIGSTOP: case SIGTSTP: case SIGTTIN: case SIGTTOU: case SIGCONT: case SIGCHLD:
  case SIGURG: case SIGWINCH:
#ifdef SIGINFO
  case SIGINFO:
#endif
    return false;
  default: return true;
  }
}

/// All others, the real-time signals included.
static void catch_deadly(void) {
  for (int i = 1; i < NSIG; i++) {
    struct sigaction current;
    if (!is_deadly(i) || sigaction(i, NULL, &current) != 0) continue;
    if (current.sa_handler != SIG_DFL) continue;
    struct sigaction action = {0};
    action.sa_handler = die;
    action.sa_flags = SA_ONSTACK;
    sigemptyset(&action.sa_mask);
    sigaction(i, &action, NULL);
  }
}

/// The system sends this process SIGXFSZ in its own name.
static void pass_limit(int number, siginfo_t *info, void *context) {
  (void)context;
  if (info && info->si_pid > 0 && info->si_pid != getpid()) die(number);
}

void host_survive_file_limit(void) {
  struct sigaction current;
  if (sigaction(SIGXFSZ, NULL, &current) == 0 && current.sa_handler == SIG_IGN) return;
  struct sigaction action = {0};
  action.sa_sigaction = pass_limit;
  action.sa_flags = SA_SIGINFO | SA_ONSTACK;
  sigemptyset(&action.sa_mask);
  sigaction(SIGXFSZ, &action, NULL);
}

void host_catch_signal(int number) {
  struct sigaction current;
  if (sigaction(number, NULL, &current) == 0 && current.sa_handler == SIG_IGN) return;
  catch_signal(number);
}

void host_catch_signals(int pipe) {
  descriptor = pipe;
  for (int i = 0; i < caught_count; i++) host_catch_signal(caught[i]);
  struct sigaction action = {0};
  action.sa_sigaction = crash;
  action.sa_flags = SA_SIGINFO | SA_ONSTACK;
  sigemptyset(&action.sa_mask);
  for (int i = 0; i < crash_count; i++) sigaction(crashes[i], &action, &before[i]);
  catch_deadly();
}

void host_release_signals(void) {
  for (int i = 1; i < NSIG; i++) {
    struct sigaction current;
    if (sigaction(i, NULL, &current) != 0) continue;
    if (current.sa_handler == forward || current.sa_handler == die) set_default(i);
  }
}

bool host_ignores(int number) {
  struct sigaction current;
  return sigaction(number, NULL, &current) == 0 && current.sa_handler == SIG_IGN;
}

static atomic_bool interrupted;

static void note_interrupt(int number) {
  (void)number;
  atomic_store(&interrupted, true);
}

void host_note_interrupt(void) {
  struct sigaction current;
  if (sigaction(SIGINT, NULL, &current) == 0 && current.sa_handler == SIG_IGN) return;
  struct sigaction action = {0};
  action.sa_handler = note_interrupt;
  action.sa_flags = SA_RESTART | SA_RESETHAND;
  sigemptyset(&action.sa_mask);
  sigaction(SIGINT, &action, NULL);
}

bool host_interrupted(void) { return atomic_load(&interrupted); }

// MARK: - Stopping and ending

static void allow(int number) {
  sigset_t set;
  sigemptyset(&set);
  sigaddset(&set, number);
  pthread_sigmask(SIG_UNBLOCK, &set, NULL);
}

void host_stop(bool group) {
  struct sigaction ignored = {0};
  ignored.sa_handler = SIG_IGN;
  sigemptyset(&ignored.sa_mask);
  sigaction(SIGTSTP, &ignored, NULL);
  if (group) kill(0, SIGTSTP);
  // Sent to this thread, because a signal to the process could arrive after the handler is
  // restored.
  set_default(SIGTSTP);
  allow(SIGTSTP);
  raise(SIGTSTP);
  catch_signal(SIGTSTP);
}

_Noreturn void host_die(int number) {
  set_default(number);
  allow(number);
  raise(number);
  _exit(128 + number);
}
