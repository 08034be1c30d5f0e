// A crash of the code under test is the result of a search, and not the end of the process: its thread stays where it is.

#include "interposed.h"

#if CAPTURE_IS_AVAILABLE
#include <signal.h>
#include <unistd.h>

static const int signals[] = {SIGILL, SIGTRAP, SIGABRT, SIGSEGV, SIGBUS, SIGFPE};
enum { count = sizeof signals / sizeof *signals };
static struct sigaction before[count];

static const char *reason(int signal) {
  switch (signal) {
  case SIGILL: case SIGTRAP:
    return "crashes (a trap, as by fatalError, precondition, try!, an index out of range or a broken exclusive access; "
      "what it says stands in the output)";
  case SIGABRT: return "crashes (abort)";
  case SIGSEGV: case SIGBUS: return "crashes (an access to memory that is not there, or a stack that is full)";
  default: return "crashes (an impossible operation on numbers)";
  }
}

static void crashed(int signal, siginfo_t *info, void *context) {
  (void)info;
  (void)context;
  if (current_world) {
    answers.crashed(current_world, reason(signal));
    for (;;) pause();
  }
  // Not ours: as if we had never been there. Going on repeats what went wrong.
  for (int index = 0; index < count; index++) {
    if (signals[index] == signal) sigaction(signal, &before[index], NULL);
  }
  if (signal == SIGABRT) raise(signal);
}

void capture_crashes(void) {
  struct sigaction action = {.sa_sigaction = crashed, .sa_flags = SA_SIGINFO | SA_ONSTACK | SA_NODEFER};
  for (int index = 0; index < count; index++) sigaction(signals[index], &action, &before[index]);
}
#endif
