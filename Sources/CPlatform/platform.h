#pragma once

// Declarations that Swift cannot express or import. All functions are inline.

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

// The Swift runtime's hook for jobs of its global thread pool.
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

/// Waits like `epoll_wait`, with a time-out in nanoseconds; negative means no time-out. Returns -1 with `ENOSYS` before
/// Linux 5.11. Uses the number of the system call, since glibc has a function for it only from 2.35 on.
static inline int wait_for_events(int poller, struct epoll_event *events, int capacity, long long nanoseconds) {
  struct timespec time = {.tv_sec = nanoseconds / 1000000000, .tv_nsec = nanoseconds % 1000000000};
  return (int)syscall(441, poller, events, capacity, nanoseconds < 0 ? (void *)0 : &time, (void *)0, 0);
}

/// Accepts a connection that is non-blocking and closed on `exec`, by `accept4`, which Swift does not import.
static inline int accept_without_blocking(int listener) {
  return (int)syscall(SYS_accept4, listener, (void *)0, (void *)0, O_NONBLOCK | O_CLOEXEC);
}

/// The first 64 cores on which the calling thread may run, one bit each; 0 if the system does not provide this.
static inline unsigned long long allowed_cores(void) {
  unsigned long long cores[16] = {0};
  return syscall(SYS_sched_getaffinity, 0, sizeof(cores), cores) < 0 ? 0 : cores[0];
}

/// Restricts the calling thread, and the threads and processes that it starts, to these cores.
static inline int allow_cores(unsigned long long cores) {
  return (int)syscall(SYS_sched_setaffinity, 0, sizeof(cores), &cores);
}

/// Returns unused memory to the system.
static inline void give_memory_back(void) {
#ifdef __GLIBC__
  malloc_trim(0);
#endif
}
#endif

/// Prefetches the cache line at an address. It is only a hint, and is harmless for any address.
static inline void fetch_ahead(const void *address) {
  __builtin_prefetch(address);
}
