// A crash of the code under test is a result of the search and does not end the process. The crashed thread stops where
// it is.

#include "interposed.h"

#if CAPTURE_IS_AVAILABLE
#include <errno.h>
#include <pthread.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <unistd.h>

static const int signals[] = {SIGILL, SIGTRAP, SIGABRT, SIGSEGV, SIGBUS, SIGFPE, SIGPIPE};
enum { count = sizeof signals / sizeof *signals };
static struct sigaction before[count];

static const char *reason(int signal) {
  switch (signal) {
  case SIGILL: case SIGTRAP:
    return "crashes (a trap, as by fatalError, precondition, try!, an index out of range or a broken exclusive access; "
      "what it says stands in the output)";
  case SIGABRT: return "crashes (abort)";
  case SIGPIPE: return "crashes (SIGPIPE: a write to a pipe or socket that nobody reads any more)";
  case SIGSEGV: case SIGBUS: return "crashes (an access to memory that is not there, or a stack that is full)";
  default: return "crashes (an impossible operation on numbers)";
  }
}

void end_job(const char *how) {
  ASK(crashed(current_world, how));
  for (;;) pause();
}

static void crashed(int signal, siginfo_t *info, void *context) {
  (void)info;
  (void)context;
  if (current_world) end_job(reason(signal));
  // The crash is not in a world. The earlier handlers are restored, and returning repeats the faulty instruction.
  for (int index = 0; index < count; index++) {
    if (signals[index] == signal) sigaction(signal, &before[index], NULL);
  }
  if (signal == SIGABRT || signal == SIGPIPE) raise(signal);
}

void capture_crashes(void) {
  struct sigaction action = {.sa_sigaction = crashed, .sa_flags = SA_SIGINFO | SA_ONSTACK | SA_NODEFER};
  for (int index = 0; index < count; index++) {
    sigaction(signals[index], NULL, &before[index]);
    // A signal that the process ignores is not a crash.
    if (before[index].sa_handler != SIG_IGN) sigaction(signals[index], &action, NULL);
  }
}

// Signal handlers have a stack of their own, because a full stack has no room for them.

static const size_t stack_size = 1 << 20;
static pthread_key_t stack_key;
static pthread_once_t stack_once = PTHREAD_ONCE_INIT;

static void free_stack(void *stack) {
  const stack_t none = {.ss_flags = SS_DISABLE};
  sigaltstack(&none, NULL);
  munmap(stack, stack_size);
}
static void make_key(void) { pthread_key_create(&stack_key, free_stack); }

void give_signal_stack(void) {
  pthread_once(&stack_once, make_key);
  if (pthread_getspecific(stack_key)) return;
  void *stack = mmap(NULL, stack_size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (stack == MAP_FAILED) return;
  const stack_t new = {.ss_sp = stack, .ss_size = stack_size};
  if (sigaltstack(&new, NULL) == 0) pthread_setspecific(stack_key, stack);
}

// Functions by which code in a world would end the process.

#define END(name)                                              \
  typedef void name##_function(int);                           \
  ORIGINAL(name##_function, name)                              \
  _Noreturn void name(int code) {                              \
    if (current_world) end_job("ends the process (" #name ")"); \
    original_##name()(code);                                   \
    __builtin_unreachable();                                   \
  }
END(exit)
END(_exit)
END(_Exit)
END(quick_exit)

typedef int kill_function(pid_t, int);
ORIGINAL(kill_function, kill)
int kill(pid_t process, int signal) {
  if (!current_world || signal == 0) return original_kill()(process, signal);
  ASK(escape(current_world, "a signal that is sent to a process (kill)"));
  errno = EPERM;
  return -1;
}

typedef int raise_function(int);
ORIGINAL(raise_function, raise)
int raise(int signal) {
  for (int index = 0; index < count; index++) {
    if (!current_world || signals[index] == signal) return original_raise()(signal);
  }
  ASK(escape(current_world, "a signal that the code sends itself (raise)"));
  return 0;
}
#endif
