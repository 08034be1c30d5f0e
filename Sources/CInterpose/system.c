// The C library. Time and random numbers come from the world. Calls that a world cannot control are recorded, or stop
// it.

#include "interposed.h"

#if CAPTURE_IS_AVAILABLE
#include <errno.h>
#include <linux/futex.h>
#include <netdb.h>
#include <poll.h>
#include <pthread.h>
#include <semaphore.h>
#include <signal.h>
#include <stdarg.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/select.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/time.h>
#include <sys/timerfd.h>
#include <sys/types.h>
#include <time.h>
#include <unistd.h>

static void note(const char *what) { ASK(escape(current_world, what)); }

// Time. A world begins on 1 January 2026, with clocks that have run for 1,000 s.

typedef int clock_function(clockid_t, struct timespec *);
ORIGINAL(clock_function, clock_gettime)

static const int64_t second = 1000000000;

static int64_t origin(clockid_t clock) {
  switch (clock) {
  case CLOCK_REALTIME: case CLOCK_REALTIME_COARSE: case CLOCK_TAI: return 1767225600;
  default: return 1000;
  }
}

int clock_gettime(clockid_t clock, struct timespec *time) {
  if (!current_world || clock == CLOCK_PROCESS_CPUTIME_ID || clock == CLOCK_THREAD_CPUTIME_ID) {
    return original_clock_gettime()(clock, time);
  }
  time->tv_sec = origin(clock) + current_now / second;
  time->tv_nsec = current_now % second;
  return 0;
}

typedef int timeofday_function(struct timeval *restrict, void *restrict);
ORIGINAL(timeofday_function, gettimeofday)

int gettimeofday(struct timeval *restrict value, void *restrict zone) {
  if (!current_world) return original_gettimeofday()(value, zone);
  value->tv_sec = origin(CLOCK_REALTIME) + current_now / second;
  value->tv_usec = current_now % second / 1000;
  return 0;
}

typedef time_t time_function(time_t *);
ORIGINAL(time_function, time)

time_t time(time_t *result) {
  if (!current_world) return original_time()(result);
  time_t value = origin(CLOCK_REALTIME) + current_now / second;
  if (result) *result = value;
  return value;
}

typedef int timespec_function(struct timespec *, int);
ORIGINAL(timespec_function, timespec_get)

int timespec_get(struct timespec *result, int base) {
  if (!current_world || base != TIME_UTC) return original_timespec_get()(result, base);
  clock_gettime(CLOCK_REALTIME, result);
  return base;
}

int64_t capture_real_time(void) {
  struct timespec time;
  original_clock_gettime()(CLOCK_MONOTONIC, &time);
  return time.tv_sec * second + time.tv_nsec;
}

// Random numbers.

typedef void random_function(void *, size_t);
ORIGINAL(random_function, swift_stdlib_random)
ORIGINAL(random_function, arc4random_buf)

void swift_stdlib_random(void *buffer, size_t count) {
  if (current_world) return ASK(random(current_world, buffer, count));
  original_swift_stdlib_random()(buffer, count);
}

void arc4random_buf(void *buffer, size_t count) {
  if (current_world) return ASK(random(current_world, buffer, count));
  original_arc4random_buf()(buffer, count);
}

typedef uint32_t random_word_function(void);
ORIGINAL(random_word_function, arc4random)

uint32_t arc4random(void) {
  if (!current_world) return original_arc4random()();
  uint32_t word;
  ASK(random(current_world, &word, sizeof word));
  return word;
}

typedef uint32_t random_uniform_function(uint32_t);
ORIGINAL(random_uniform_function, arc4random_uniform)

uint32_t arc4random_uniform(uint32_t bound) {
  if (!current_world) return original_arc4random_uniform()(bound);
  if (bound < 2) return 0;
  // Words below the remainder would favour small numbers.
  const uint32_t remainder = -bound % bound;
  uint32_t word;
  do ASK(random(current_world, &word, sizeof word)); while (word < remainder);
  return word % bound;
}

typedef int getentropy_function(void *, size_t);
ORIGINAL(getentropy_function, getentropy)

int getentropy(void *buffer, size_t count) {
  if (!current_world) return original_getentropy()(buffer, count);
  ASK(random(current_world, buffer, count));
  return 0;
}

typedef FILE *open_function(const char *restrict, const char *restrict);
ORIGINAL(open_function, fopen)
ORIGINAL(open_function, fopen64)

static void note_device(const char *path) {
  if (current_world && (!strcmp(path, "/dev/urandom") || !strcmp(path, "/dev/random"))) {
    note("random numbers of a device by fopen");
  }
}
FILE *fopen(const char *restrict path, const char *restrict mode) {
  note_device(path);
  return original_fopen()(path, mode);
}
FILE *fopen64(const char *restrict path, const char *restrict mode) {
  note_device(path);
  return original_fopen64()(path, mode);
}

typedef ssize_t getrandom_function(void *, size_t, unsigned);
ORIGINAL(getrandom_function, getrandom)

ssize_t getrandom(void *buffer, size_t count, unsigned flags) {
  if (!current_world) return original_getrandom()(buffer, count, flags);
  ASK(random(current_world, buffer, count));
  return (ssize_t)count;
}

typedef long system_call_function(long, ...);
ORIGINAL(system_call_function, syscall)

// UUIDs use random bytes of the kernel, requested without the C library's functions.
long syscall(long number, ...) {
  va_list list;
  long arguments[6];
  va_start(list, number);
  for (int index = 0; index < 6; index++) arguments[index] = va_arg(list, long);
  va_end(list);
  // A Swift Mutex locks by inlined instructions, which cannot be intercepted. Only its request for the thread's number
  // can, once per thread.
  if (current_world && number == SYS_gettid) note_lock(__builtin_return_address(0));
  if (current_world && number == SYS_futex && (arguments[1] & FUTEX_CMD_MASK) == FUTEX_LOCK_PI &&
      !is_own_futex((void *)arguments[0]) && wait_in_world((capture_lock){capture_futex, (void *)arguments[0]})) {
    return 0;
  }
  if (number == SYS_futex && (arguments[1] & FUTEX_CMD_MASK) == FUTEX_UNLOCK_PI &&
      give_back_broken((void *)arguments[0])) {
    return 0;
  }
  if (current_world && number == SYS_getrandom) {
    ASK(random(current_world, (void *)arguments[0], (size_t)arguments[1]));
    return arguments[1];
  }
  return original_syscall()(
    number, arguments[0], arguments[1], arguments[2], arguments[3], arguments[4], arguments[5]);
}

// Threads, and waits that only another thread can end.

bool is_of_dispatch(const void *address) {
  static library dispatch = {"libdispatch", 0, 0};
  return is_in_library(&dispatch, address);
}

typedef int create_thread_function(pthread_t *, const pthread_attr_t *, void *(*)(void *), void *);
ORIGINAL(create_thread_function, pthread_create)

int pthread_create(pthread_t *thread, const pthread_attr_t *attributes, void *(*start)(void *), void *argument) {
  // Dispatch may create pool threads at any time. The world receives their work in another way.
  if (current_world && !is_of_dispatch(__builtin_return_address(0))) note("a thread of its own");
  return original_pthread_create()(thread, attributes, start, argument);
}

typedef int join_function(pthread_t, void **);
ORIGINAL(join_function, pthread_join)
int pthread_join(pthread_t thread, void **result) {
  if (current_world) stop_world("a wait for a thread to end (pthread_join)");
  return original_pthread_join()(thread, result);
}

typedef int wait_condition_function(pthread_cond_t *restrict, pthread_mutex_t *restrict);
ORIGINAL(wait_condition_function, pthread_cond_wait)
int pthread_cond_wait(pthread_cond_t *restrict condition, pthread_mutex_t *restrict mutex) {
  if (current_world) stop_world("a wait for a condition variable, as by NSCondition");
  return original_pthread_cond_wait()(condition, mutex);
}

typedef int timed_condition_function(
  pthread_cond_t *restrict, pthread_mutex_t *restrict, const struct timespec *restrict);
ORIGINAL(timed_condition_function, pthread_cond_timedwait)
int pthread_cond_timedwait(
  pthread_cond_t *restrict condition, pthread_mutex_t *restrict mutex, const struct timespec *restrict until
) {
  if (current_world) stop_world("a wait for a condition variable, as by NSCondition");
  return original_pthread_cond_timedwait()(condition, mutex, until);
}

typedef int wait_semaphore_function(sem_t *);
ORIGINAL(wait_semaphore_function, sem_wait)
int sem_wait(sem_t *semaphore) {
  if (!current_world) return original_sem_wait()(semaphore);
  if (sem_trywait(semaphore) == 0) {
    ASK(semaphore(current_world, semaphore, -1));
    note_lock(NULL);
    return 0;
  }
  stop_world("sem_wait that would block");
}

// Sleeps that block a thread. They end at once, advance virtual time, and are recorded. Events that are due during the
// sleep happen late, after the job.

static void pass(const char *what, int64_t nanoseconds) {
  note(what);
  ASK(pass(current_world, nanoseconds));
}

typedef int nanosleep_function(const struct timespec *, struct timespec *);
ORIGINAL(nanosleep_function, nanosleep)
int nanosleep(const struct timespec *duration, struct timespec *rest) {
  if (!current_world) return original_nanosleep()(duration, rest);
  pass("a sleep that blocks its thread (nanosleep, Thread.sleep)", duration->tv_sec * second + duration->tv_nsec);
  return 0;
}

typedef int clock_nanosleep_function(clockid_t, int, const struct timespec *, struct timespec *);
ORIGINAL(clock_nanosleep_function, clock_nanosleep)
int clock_nanosleep(clockid_t clock, int flags, const struct timespec *duration, struct timespec *rest) {
  if (!current_world) return original_clock_nanosleep()(clock, flags, duration, rest);
  int64_t time = duration->tv_sec * second + duration->tv_nsec;
  if (flags & TIMER_ABSTIME) time -= origin(clock) * second + current_now;
  pass("a sleep that blocks its thread (clock_nanosleep)", time);
  return 0;
}

typedef int usleep_function(useconds_t);
ORIGINAL(usleep_function, usleep)
int usleep(useconds_t duration) {
  if (!current_world) return original_usleep()(duration);
  pass("a sleep that blocks its thread (usleep)", (int64_t)duration * 1000);
  return 0;
}

typedef unsigned sleep_function(unsigned);
ORIGINAL(sleep_function, sleep)
unsigned sleep(unsigned duration) {
  // Core Foundation calls this with 0 to yield while another thread briefly holds one of its locks.
  if (!current_world || duration == 0) return original_sleep()(duration);
  pass("a sleep that blocks its thread (sleep)", (int64_t)duration * second);
  return 0;
}

// Run loops and other waits for files.

static const char *const loop = "a run loop, or another wait for files, that would block";

typedef int poll_function(struct pollfd *, nfds_t, int);
ORIGINAL(poll_function, poll)
int poll(struct pollfd *files, nfds_t count, int timeout) {
  if (current_world && timeout != 0) stop_world(loop);
  return original_poll()(files, count, timeout);
}

typedef int ppoll_function(struct pollfd *, nfds_t, const struct timespec *, const sigset_t *);
ORIGINAL(ppoll_function, ppoll)
int ppoll(struct pollfd *files, nfds_t count, const struct timespec *timeout, const sigset_t *signals) {
  if (current_world && !(timeout && timeout->tv_sec == 0 && timeout->tv_nsec == 0)) stop_world(loop);
  return original_ppoll()(files, count, timeout, signals);
}

typedef int epoll_function(int, struct epoll_event *, int, int);
ORIGINAL(epoll_function, epoll_wait)
int epoll_wait(int file, struct epoll_event *events, int count, int timeout) {
  if (current_world && timeout != 0) stop_world(loop);
  return original_epoll_wait()(file, events, count, timeout);
}

typedef int select_function(int, fd_set *restrict, fd_set *restrict, fd_set *restrict, struct timeval *restrict);
ORIGINAL(select_function, select)
int select(
  int count, fd_set *restrict reads, fd_set *restrict writes, fd_set *restrict errors,
  struct timeval *restrict timeout
) {
  if (current_world && !(timeout && timeout->tv_sec == 0 && timeout->tv_usec == 0)) stop_world(loop);
  return original_select()(count, reads, writes, errors, timeout);
}

typedef int settime_function(int, int, const struct itimerspec *, struct itimerspec *);
ORIGINAL(settime_function, timerfd_settime)
int timerfd_settime(int file, int flags, const struct itimerspec *value, struct itimerspec *old) {
  if (current_world && (value->it_value.tv_sec || value->it_value.tv_nsec)) note("a timer of a run loop");
  return original_timerfd_settime()(file, flags, value, old);
}

// Calls that would affect something outside the world. They are refused.

static void refuse(const char *what, const void *caller) {
  // A library may keep the effect of a failed call for the rest of the process. The world therefore stops instead of
  // returning an error to it.
  if (!is_in_app(caller)) stop_world(what);
  note(what);
}

typedef int connect_function(int, const struct sockaddr *, socklen_t);
ORIGINAL(connect_function, connect)
int connect(int file, const struct sockaddr *address, socklen_t size) {
  if (!current_world) return original_connect()(file, address, size);
  refuse("a connection over the network (connect)", __builtin_return_address(0));
  errno = EACCES;
  return -1;
}

ORIGINAL(connect_function, bind)
int bind(int file, const struct sockaddr *address, socklen_t size) {
  if (!current_world) return original_bind()(file, address, size);
  refuse("a socket that is bound to an address (bind)", __builtin_return_address(0));
  errno = EACCES;
  return -1;
}

typedef ssize_t send_to_function(int, const void *, size_t, int, const struct sockaddr *, socklen_t);
ORIGINAL(send_to_function, sendto)
ssize_t sendto(int file, const void *bytes, size_t count, int flags, const struct sockaddr *address, socklen_t size) {
  if (!current_world) return original_sendto()(file, bytes, count, flags, address, size);
  refuse("a packet sent over the network (sendto)", __builtin_return_address(0));
  errno = EACCES;
  return -1;
}

typedef ssize_t send_message_function(int, const struct msghdr *, int);
ORIGINAL(send_message_function, sendmsg)
ssize_t sendmsg(int file, const struct msghdr *message, int flags) {
  if (!current_world) return original_sendmsg()(file, message, flags);
  refuse("a packet sent over the network (sendmsg)", __builtin_return_address(0));
  errno = EACCES;
  return -1;
}

typedef int address_function(
  const char *restrict, const char *restrict, const struct addrinfo *restrict, struct addrinfo **restrict);
ORIGINAL(address_function, getaddrinfo)
int getaddrinfo(
  const char *restrict name, const char *restrict service, const struct addrinfo *restrict hints,
  struct addrinfo **restrict result
) {
  if (!current_world) return original_getaddrinfo()(name, service, hints, result);
  refuse("a name looked up over the network (getaddrinfo)", __builtin_return_address(0));
  return EAI_FAIL;
}

typedef int shell_function(const char *);
ORIGINAL(shell_function, system)
int system(const char *command) {
  if (!current_world || !command) return original_system()(command);
  refuse("a process of its own (system)", __builtin_return_address(0));
  errno = EACCES;
  return -1;
}

ORIGINAL(open_function, popen)
FILE *popen(const char *command, const char *type) {
  if (!current_world) return original_popen()(command, type);
  refuse("a process of its own (popen)", __builtin_return_address(0));
  errno = EACCES;
  return NULL;
}

typedef int spawn_function(
  pid_t *restrict, const char *restrict, const posix_spawn_file_actions_t *, const posix_spawnattr_t *restrict,
  char *const[restrict], char *const[restrict]);
ORIGINAL(spawn_function, posix_spawn)
int posix_spawn(
  pid_t *restrict process, const char *restrict path, const posix_spawn_file_actions_t *actions,
  const posix_spawnattr_t *restrict attributes, char *const arguments[restrict], char *const environment[restrict]
) {
  if (!current_world) return original_posix_spawn()(process, path, actions, attributes, arguments, environment);
  refuse("a process of its own (posix_spawn)", __builtin_return_address(0));
  return EACCES;
}

typedef pid_t fork_function(void);
ORIGINAL(fork_function, fork)
pid_t fork(void) {
  if (!current_world) return original_fork()();
  refuse("a process of its own (fork)", __builtin_return_address(0));
  errno = EACCES;
  return -1;
}

// Core Foundation creates its wake-up sockets when it gets its first socket.
void capture_warm_up(void) {
  void *(*create)(void *, int, unsigned long, void *, void *) = dlsym(RTLD_DEFAULT, "CFSocketCreateWithNative");
  void (*invalidate)(void *) = dlsym(RTLD_DEFAULT, "CFSocketInvalidate");
  void (*release)(void *) = dlsym(RTLD_DEFAULT, "CFRelease");
  int files[2];
  if (!create || !invalidate || !release || socketpair(AF_UNIX, SOCK_STREAM, 0, files) != 0) return;
  void *made = create(NULL, files[0], 0, NULL, NULL);
  if (made) {
    invalidate(made); // closes the file
    release(made);
  } else {
    close(files[0]);
  }
  close(files[1]);
}

const char *missing_system_symbol(void) {
#define OURS(name) {#name, (void *)name}
  const interposed_symbol symbols[] = {
    OURS(clock_gettime), OURS(gettimeofday), OURS(time), OURS(swift_stdlib_random), OURS(getrandom), OURS(syscall),
    OURS(pthread_create), OURS(pthread_cond_wait), OURS(nanosleep), OURS(ppoll), OURS(epoll_wait), OURS(connect),
    OURS(posix_spawn),
  };
  return first_missing(symbols, sizeof symbols / sizeof *symbols);
}
#endif
