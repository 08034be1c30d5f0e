// Stops a thread whose job never ends, so that it uses no processor time and touches no memory that is freed after its
// test.

#include "interposed.h"

#if CAPTURE_IS_AVAILABLE
#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <sys/syscall.h>
#include <ucontext.h>
#include <unistd.h>

static int hold_signal(void) { return SIGRTMAX - 3; }

enum { idle, asked, waiting, let_go, held };
static _Atomic int state;
static _Atomic uintptr_t place;

static uintptr_t program_counter(const ucontext_t *context) {
#if defined(__x86_64__)
  return (uintptr_t)context->uc_mcontext.gregs[REG_RIP];
#elif defined(__aarch64__)
  return (uintptr_t)context->uc_mcontext.pc;
#else
  return 0;
#endif
}

/// The signal handler of that thread. It reports the thread's position, and waits until the caller decides whether to
/// hold the thread.
static void hold(int signal, siginfo_t *info, void *context) {
  (void)signal;
  (void)info;
  int expected = asked;
  atomic_store(&place, program_counter(context));
  if (!atomic_compare_exchange_strong(&state, &expected, waiting)) return;
  while (atomic_load(&state) == waiting) {
    struct timespec moment = {0, 100000};
    // Not through the C library's function, which this target replaces.
    syscall(SYS_nanosleep, &moment, NULL);
  }
  if (atomic_load(&state) == held) for (;;) pause();
  atomic_store(&state, idle);
}

bool capture_hold_thread(uintptr_t thread) {
  const int number = hold_signal();
  struct sigaction action = {.sa_sigaction = hold, .sa_flags = SA_SIGINFO | SA_RESTART}, before;
  static pthread_mutex_t one_at_a_time = PTHREAD_MUTEX_INITIALIZER;
  pthread_mutex_lock(&one_at_a_time);
  sigaction(number, &action, &before);
  bool is_held = false;
  for (int attempt = 0; attempt < 50 && !is_held; attempt++) {
    atomic_store(&state, asked);
    if (pthread_kill((pthread_t)thread, number) != 0) break;
    for (int moment = 0; moment < 1000 && atomic_load(&state) == asked; moment++) usleep(100);
    int expected = asked;
    // The thread blocks signals at its position, so it is not in a loop of the code under test.
    if (atomic_compare_exchange_strong(&state, &expected, idle)) break;
    // Inside a library, the thread may hold a lock that other threads need.
    is_held = is_in_app((const void *)atomic_load(&place));
    atomic_store(&state, is_held ? held : let_go);
    while (!is_held && atomic_load(&state) != idle) usleep(100);
    usleep(1000);
  }
  // Waits until a held thread has read its state for the last time.
  if (is_held) usleep(10000);
  pthread_mutex_unlock(&one_at_a_time);
  return is_held;
}

uintptr_t capture_thread_to_hold(void) {
  sigset_t signals;
  sigemptyset(&signals);
  sigaddset(&signals, hold_signal());
  pthread_sigmask(SIG_UNBLOCK, &signals, NULL);
  give_signal_stack();
  return (uintptr_t)pthread_self();
}
#endif
