// Records what the code under test shares with threads outside the world: the locks that it takes, and the threads that
// it wakes.

#include "interposed.h"

#if CAPTURE_IS_AVAILABLE
#include <execinfo.h>
#include <link.h>
#include <pthread.h>
#include <semaphore.h>
#include <stdatomic.h>
#include <string.h>
#include <sys/eventfd.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <unistd.h>

/// What is loaded, as far as it was asked for: `dladdr` would read all symbols of a library each time.
static struct {
  uintptr_t start, end;
  bool is_app;
} objects[512];
static _Atomic size_t object_count;

static bool is_of_system(const char *path) {
  static const char *const libraries[] = {
    "libc.", "libm.", "ld-linux", "libpthread", "libgcc_s", "libstdc++", "libswift", "lib_", "libFoundation",
    "libdispatch", "libBlocksRuntime", "libTesting", "libXCTest",
  };
  const char *slash = strrchr(path, '/');
  const char *name = slash ? slash + 1 : path;
  for (size_t index = 0; index < sizeof libraries / sizeof *libraries; index++) {
    if (strncmp(name, libraries[index], strlen(libraries[index])) == 0) return true;
  }
  return false;
}

static size_t object_at(const void *address) {
  size_t count = object_count;
  for (size_t index = 0; index < count; index++) {
    if ((uintptr_t)address >= objects[index].start && (uintptr_t)address < objects[index].end) return index;
  }
  return SIZE_MAX;
}

static int note_object(struct dl_phdr_info *info, size_t size, void *unused) {
  (void)size, (void)unused;
  uintptr_t start, end;
  range_of_object(info, &start, &end);
  size_t count = object_count;
  if (start >= end || count == sizeof objects / sizeof *objects) return 0;
  if (object_at((const void *)start) != SIZE_MAX) return 0;
  objects[count].start = start;
  objects[count].end = end;
  objects[count].is_app = !is_of_system(info->dlpi_name ? info->dlpi_name : "");
  object_count = count + 1;
  return 0;
}

bool is_in_app(const void *address) {
  size_t index = object_at(address);
  if (index == SIZE_MAX) {
    // Not by a lock of the C library, which asks where it is taken.
    static atomic_flag is_taken = ATOMIC_FLAG_INIT;
    while (atomic_flag_test_and_set(&is_taken)) {}
    dl_iterate_phdr(note_object, NULL);
    atomic_flag_clear(&is_taken);
    index = object_at(address);
  }
  return index != SIZE_MAX && objects[index].is_app;
}

/// The places at which locks of Foundation call locks of the C library. A lock taken there belongs to the caller of
/// Foundation. These places have no symbols, so each kind of lock is taken once to learn them.
static const void *lock_places[64];
static size_t lock_place_count;
static _Thread_local bool learns_locks;

void capture_learn_locks(bool learns) { learns_locks = learns; }

static void learn(const void *caller) {
  // The runtime takes its own locks at the same time; these are ignored.
  Dl_info info;
  if (!dladdr(caller, &info) || !info.dli_fname || !strstr(info.dli_fname, "libFoundation.so")) return;
  if (lock_place_count < sizeof lock_places / sizeof *lock_places) lock_places[lock_place_count++] = caller;
}

static bool is_in_lock(const void *address) {
  for (size_t index = 0; index < lock_place_count; index++) {
    if (lock_places[index] == address) return true;
  }
  // Swift calls semaphores of Dispatch through its overlay.
  static library overlay = {"libswiftDispatch", 0, 0};
  return is_in_library(&overlay, address);
}

/// Whether the app called a lock of Foundation or of Dispatch. Foundation also uses these locks itself, for example in operations.
static bool is_called_by_app(const void *caller) {
  void *frames[8];
  int count = backtrace(frames, 8), index = 0;
  while (index < count && frames[index] != caller) index++;
  // One lock may be implemented by another.
  for (int next = index + 1; next < count && next <= index + 2; next++) {
    if (is_in_app(frames[next])) return true;
  }
  return false;
}

/// Whether the code under test made a call. Locks and threads of system libraries do not count.
bool is_of_code(const void *caller) {
  enum place { library, app, lock };
  static _Thread_local struct {
    const void *caller;
    enum place place;
  } known[32];
  size_t index = ((uintptr_t)caller >> 2) % (sizeof known / sizeof *known);
  if (known[index].caller != caller) {
    known[index].place = is_in_app(caller) ? app : is_in_lock(caller) ? lock : library;
    known[index].caller = caller;
  }
  return known[index].place == app || (known[index].place == lock && is_called_by_app(caller));
}

static _Thread_local int thread_id;

static int current_thread_id(void) {
  if (!thread_id) thread_id = (int)gettid();
  return thread_id;
}
void forget_thread_id(void) { thread_id = 0; }

// Locks. A free lock is taken without asking the search, so other jobs never run between two locks of one job.

static _Thread_local bool took_lock;

bool capture_took_lock(void) {
  bool took = took_lock;
  took_lock = false;
  return took;
}

void note_lock(const void *caller) {
  if (!took_lock && (!caller || is_of_code(caller))) took_lock = true;
}

/// The mutexes that jobs of a world hold on this thread, each with the job that took it.
static _Thread_local struct {
  const void *mutex;
  uint64_t job;
} held[32];
static _Thread_local size_t held_count;
/// The jobs that run on this thread: one runs within another that waits for its queue. Numbers are never used again.
static _Thread_local uint64_t jobs[64], last_job;
static _Thread_local size_t depth;

void capture_begin_job(void) {
  if (depth < sizeof jobs / sizeof *jobs) jobs[depth] = last_job + 1;
  last_job++;
  depth++;
}
void capture_end_job(void) { depth--; }
static uint64_t running_job(void) { return depth > 0 && depth <= sizeof jobs / sizeof *jobs ? jobs[depth - 1] : 0; }
static bool is_running(uint64_t job) {
  for (size_t index = 0; index < depth && index < sizeof jobs / sizeof *jobs; index++) {
    if (jobs[index] == job) return true;
  }
  return false;
}

static void hold_mutex(const void *mutex) {
  if (held_count == sizeof held / sizeof *held) held_count = 0;
  held[held_count].mutex = mutex;
  held[held_count++].job = running_job();
}
void release_mutex(const void *mutex) {
  for (size_t index = held_count; index > 0; index--) {
    if (held[index - 1].mutex != mutex) continue;
    held[index - 1] = held[--held_count];
    return;
  }
}
/// The job of this thread that holds a mutex; 0 if none is known to.
static uint64_t holder(const void *mutex) {
  for (size_t index = 0; index < held_count; index++) {
    if (held[index].mutex == mutex) return held[index].job;
  }
  return 0;
}

/// Whether a wait for a mutex would never end. A thread does not wait for a recursive mutex that it holds itself.
static bool waits_for_mutex(pthread_mutex_t *mutex) {
  if (!current_world) return false;
  int kind = mutex->__data.__kind & 3;
  if (mutex->__data.__owner == current_thread_id()) {
    if (kind == PTHREAD_MUTEX_RECURSIVE || kind == PTHREAD_MUTEX_ERRORCHECK) return false;
    uint64_t by = holder(mutex);
    if (by && by == running_job()) end_job("deadlock: a job waits for a lock that it holds itself");
    if (by && is_running(by)) end_job("deadlock: a job waits for a lock whose holder waits for the job's queue");
    if (!is_worker_thread()) stop_world("a lock that a job holds across an await, while another one waits for it");
  }
  if (wait_in_world((capture_lock){capture_mutex, mutex})) return true;
  hold_mutex(mutex);
  return false;
}

#define LOCK(name, type, wait)                                              \
  typedef int name##_function(type *);                                 \
  ORIGINAL(name##_function, name)                                      \
  int name(type *lock) {                                               \
    if (current_world) {                                               \
      note_lock(__builtin_return_address(0));                          \
      branch_at_lock(__builtin_return_address(0));                     \
    }                                                                  \
    if (learns_locks) learn(__builtin_return_address(0));              \
    if (wait) return 0;                                                \
    return original_##name()(lock);                                    \
  }
LOCK(pthread_mutex_lock, pthread_mutex_t, waits_for_mutex(lock))
LOCK(pthread_mutex_trylock, pthread_mutex_t, false)
LOCK(pthread_rwlock_rdlock, pthread_rwlock_t, wait_in_world((capture_lock){capture_reader, lock}))
LOCK(pthread_rwlock_tryrdlock, pthread_rwlock_t, false)
LOCK(pthread_rwlock_wrlock, pthread_rwlock_t, wait_in_world((capture_lock){capture_writer, lock}))
LOCK(pthread_rwlock_trywrlock, pthread_rwlock_t, false)
LOCK(pthread_spin_lock, pthread_spinlock_t, false)
LOCK(pthread_spin_trylock, pthread_spinlock_t, false)

// Calls that wake threads outside the world. Such a thread may resume a task of the world at any time.

#define WAKE(name, type)                                               \
  typedef int name##_function(type *);                                 \
  ORIGINAL(name##_function, name)                                      \
  int name(type *condition) {                                          \
    if (current_world && is_of_code(__builtin_return_address(0))) {    \
      ASK(woke(current_world, "a condition variable, as of NSCondition")); \
    }                                                                  \
    if (learns_locks) learn(__builtin_return_address(0));              \
    return original_##name()(condition);                               \
  }
WAKE(pthread_cond_signal, pthread_cond_t)
WAKE(pthread_cond_broadcast, pthread_cond_t)

/// Whether the code under test signals a semaphore. Dispatch does so too, to wake its pool threads, whose work the
/// world receives in another way.
static bool is_signal_of_code(const void *caller) {
  return current_world && !within_dispatch && !is_of_dispatch(caller);
}

typedef int post_function(sem_t *);
ORIGINAL(post_function, sem_post)
int sem_post(sem_t *semaphore) {
  if (is_signal_of_code(__builtin_return_address(0))) ASK(semaphore(current_world, semaphore, 1));
  return original_sem_post()(semaphore);
}

typedef intptr_t signal_function(void *);
ORIGINAL(signal_function, dispatch_semaphore_signal)
intptr_t dispatch_semaphore_signal(void *semaphore) {
  if (give_back_broken(semaphore)) return 0;
  intptr_t has_woken = original_dispatch_semaphore_signal()(semaphore);
  if (!is_signal_of_code(__builtin_return_address(0))) return has_woken;
  // A semaphore that is used as a lock. No thread outside waits for it.
  if (has_woken) {
    ASK(woke(current_world, "a semaphore"));
  } else {
    ASK(semaphore(current_world, semaphore, 1));
  }
  return has_woken;
}

/// Records a write that may wake a reader: to a pipe, a socket or an eventfd, but not to the standard streams.
static void note_write(int file) {
  struct stat status;
  if (!current_world || file <= STDERR_FILENO || fstat(file, &status) != 0) return;
  if (S_ISFIFO(status.st_mode) || S_ISSOCK(status.st_mode) || (status.st_mode & S_IFMT) == 0) {
    ASK(woke(current_world, "a pipe, a socket or an eventfd"));
  }
}

typedef ssize_t write_function(int, const void *, size_t);
ORIGINAL(write_function, write)
ssize_t write(int file, const void *bytes, size_t count) {
  note_write(file);
  return original_write()(file, bytes, count);
}

typedef int event_function(int, eventfd_t);
ORIGINAL(event_function, eventfd_write)
int eventfd_write(int file, eventfd_t value) {
  note_write(file);
  return original_eventfd_write()(file, value);
}

typedef ssize_t send_function(int, const void *, size_t, int);
ORIGINAL(send_function, send)
ssize_t send(int file, const void *bytes, size_t count, int flags) {
  note_write(file);
  return original_send()(file, bytes, count, flags);
}

const char *missing_shared_symbol(void) {
#define OURS(name) {#name, (void *)name}
  const interposed_symbol symbols[] = {
    OURS(pthread_mutex_lock), OURS(pthread_cond_signal), OURS(dispatch_semaphore_signal), OURS(sem_post),
    OURS(eventfd_write),
  };
  return first_missing(symbols, sizeof symbols / sizeof *symbols);
}
#endif
