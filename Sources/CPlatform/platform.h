#pragma once

// What Swift has no word for. Inline only: nothing here is compiled on its own.

/// The state of `inflate`, as the interface of zlib 1 lays it out; the library is loaded at run time.
struct zlib_stream {
  const unsigned char *next_in;
  unsigned available_in;
  unsigned long total_in;
  unsigned char *next_out;
  unsigned available_out;
  unsigned long total_out;
  const char *message;
  void *state, *allocate, *release, *opaque;
  int data_type;
  unsigned long checksum, reserved;
};

// The runtime's hook for jobs of its own pool of threads.
extern void *swift_task_enqueueGlobal_hook;

/// Sets the hook unless one is set.
static inline void keep_enqueue_hook(const void *hook) {
  void *none = 0;
  __atomic_compare_exchange_n(
    &swift_task_enqueueGlobal_hook, &none, (void *)hook, 0, __ATOMIC_RELAXED, __ATOMIC_RELAXED);
}

#ifdef __linux__
#include <fcntl.h>
#include <malloc.h>
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

/// Waits like `epoll_wait`, with a time in nanoseconds, negative for ever; -1 and `ENOSYS` before Linux 5.11. By number,
/// since the C library has a function for it only from glibc 2.35 on.
static inline int wait_for_events(int poller, struct epoll_event *events, int capacity, long long nanoseconds) {
  struct timespec time = {.tv_sec = nanoseconds / 1000000000, .tv_nsec = nanoseconds % 1000000000};
  return (int)syscall(441, poller, events, capacity, nanoseconds < 0 ? (void *)0 : &time, (void *)0, 0);
}

/// Takes a connection that neither blocks nor survives `exec`, as `accept4` does, which Swift does not see.
static inline int accept_without_blocking(int listener) {
  return (int)syscall(SYS_accept4, listener, (void *)0, (void *)0, O_NONBLOCK | O_CLOEXEC);
}

/// Which of the first 64 cores the calling thread may run on, a bit for each; 0 where the system does not say.
static inline unsigned long long allowed_cores(void) {
  unsigned long long cores[16] = {0};
  return syscall(SYS_sched_getaffinity, 0, sizeof(cores), cores) < 0 ? 0 : cores[0];
}

/// Lets the calling thread, and what it starts from then on, run on these cores only.
static inline int allow_cores(unsigned long long cores) {
  return (int)syscall(SYS_sched_setaffinity, 0, sizeof(cores), &cores);
}

/// Gives memory that nobody uses back to the system.
static inline void give_memory_back(void) {
#ifdef __GLIBC__
  malloc_trim(0);
#endif
}
#endif

/// Asks for the cache line at an address ahead of its use. Only a hint: harmless for any address whatever.
static inline void fetch_ahead(const void *address) {
  __builtin_prefetch(address);
}
