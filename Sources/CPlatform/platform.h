#pragma once

// What Swift has no word for. Inline only: nothing here is compiled on its own.

#ifdef __linux__
#include <fcntl.h>
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
#endif

/// Asks for the cache line at an address ahead of its use. Only a hint: harmless for any address whatever.
static inline void fetch_ahead(const void *address) {
  __builtin_prefetch(address);
}
