// Orders within a job. Code that is built with branch coverage calls this file at each branch, where a job may be
// interrupted so that others run. Waits for locks are then waits of the world.

#include "interposed.h"

#if CAPTURE_IS_AVAILABLE
#include <execinfo.h>
#include <linux/futex.h>
#include <pthread.h>
#include <stdatomic.h>
#include <sys/syscall.h>
#include <unistd.h>

static bool has_edges;
/// The number of branches that the running job has taken, and the number at which the world decides whether to
/// interrupt it.
static _Thread_local uint64_t edges, ask_at;
/// Above 0 in an initializer of a global, which runs under a lock of the runtime.
static _Thread_local int in_once;
_Thread_local int in_search;
/// Whether code that is built for it has branched since the last question.
static _Thread_local bool took_branch;

/// The state of a branch that has not been taken. Afterwards, its state is its kind.
static const uint32_t unseen = 1;

__attribute__((weak)) void __sanitizer_cov_trace_pc_guard_init(uint32_t *start, uint32_t *stop) {
  for (uint32_t *guard = start; guard < stop; guard++) *guard = unseen;
  if (start < stop) has_edges = true;
}

static capture_branch kind_of_branch(const void *place) {
  void *world = current_world;
  current_world = NULL;
  capture_branch kind = answers.branch(place);
  current_world = world;
  return kind;
}

__attribute__((weak)) void __sanitizer_cov_trace_pc_guard(uint32_t *guard) {
  if (!current_world || in_once || in_search) return;
  const void *place = __builtin_return_address(0);
  uint32_t state = __atomic_load_n(guard, __ATOMIC_RELAXED);
  if (state == unseen) __atomic_store_n(guard, state = kind_of_branch(place), __ATOMIC_RELAXED);
  // Whether generated functions take a branch depends on caches of the process.
  if (state == capture_generated) return;
  if (state == capture_of_code) took_branch = true;
  if (++edges >= ask_at) ASK(hand_over(current_world, place));
}

/// The place in the app that takes a lock, directly or through Foundation.
static const void *place_in_app(const void *caller) {
  void *frames[16];
  int count = backtrace(frames, 16), index = 0;
  while (index < count && frames[index] != caller) index++;
  while (index < count && !is_in_app(frames[index])) index++;
  return index < count ? (const char *)frames[index] - 1 : NULL;
}

void branch_at_lock(const void *caller) {
  if (!has_edges || in_once || in_search || !is_of_code(caller) || ++edges < ask_at) return;
  const void *place = place_in_app(caller);
  if (place) ASK(hand_over(current_world, place));
}

void capture_enter_search(void) { in_search++; }
void capture_leave_search(void) { in_search--; }
bool capture_has_edges(void) { return has_edges; }
bool capture_took_branch(void) {
  bool took = took_branch;
  took_branch = false;
  return took;
}
const void *capture_code_address(void) { return (const void *)capture_has_edges; }
uint64_t capture_edges(void) { return edges; }
void capture_begin_edges(uint64_t done, uint64_t ask) {
  edges = done;
  ask_at = ask;
}

// One-time initializations. Their results stay in the process after the world that first needed them. Those of system
// libraries therefore run outside of every world: otherwise a refused call, or the world's clock, would remain in
// effect for the rest of the process.

typedef struct {
  void (*body)(void *);
  void *argument;
} once;

static void run_once(void *argument) {
  const once *once = argument;
  void *world = current_world;
  in_once++;
  if (!is_in_app((const void *)once->body)) current_world = NULL;
  once->body(once->argument);
  current_world = world;
  in_once--;
}

typedef void once_function(void *, void (*)(void *), void *);
ORIGINAL(once_function, swift_once)
void swift_once(void *predicate, void (*body)(void *), void *argument) {
  if (!current_world) return original_swift_once()(predicate, body, argument);
  once once = {body, argument};
  original_swift_once()(predicate, run_once, &once);
}

typedef void block_once_function(intptr_t *, void *);
typedef void function_once_function(intptr_t *, void *, void (*)(void *));
ORIGINAL(block_once_function, dispatch_once)
ORIGINAL(function_once_function, dispatch_once_f)
void dispatch_once_f(intptr_t *predicate, void *argument, void (*body)(void *)) {
  if (!current_world) return original_dispatch_once_f()(predicate, argument, body);
  once once = {body, argument};
  original_dispatch_once_f()(predicate, &once, run_once);
}
void dispatch_once(intptr_t *predicate, void *block) {
  if (!current_world) return original_dispatch_once()(predicate, block);
  dispatch_once_f(predicate, block, block_function(block));
}

typedef int posix_once_function(pthread_once_t *, void (*)(void));
ORIGINAL(posix_once_function, pthread_once)
int pthread_once(pthread_once_t *control, void (*body)(void)) {
  // The body has no argument to carry the world, so the world is switched off for the whole call. Most calls run
  // nothing.
  void *world = current_world;
  if (world && !is_of_code(__builtin_return_address(0))) current_world = NULL;
  int result = original_pthread_once()(control, body);
  current_world = world;
  return result;
}

// Worker threads, which run jobs of worlds in turns. Only the thread that holds a lock can release it.

enum { most_workers = 1024 };
static _Atomic int worker_ids[most_workers];
static _Atomic int worker_count;
static _Thread_local bool is_worker;

bool is_worker_thread(void) { return is_worker; }
bool capture_begin_worker(void) {
  int id = (int)syscall(SYS_gettid);
  for (int index = 0; index < most_workers && !is_worker; index++) {
    int none = 0;
    is_worker = atomic_compare_exchange_strong(&worker_ids[index], &none, id);
    int count = worker_count;
    while (is_worker && count <= index && !atomic_compare_exchange_weak(&worker_count, &count, index + 1)) {}
  }
  return is_worker;
}

void capture_end_worker(void) {
  int id = (int)syscall(SYS_gettid);
  for (int index = 0; index < most_workers; index++) {
    int own = id;
    if (atomic_compare_exchange_strong(&worker_ids[index], &own, 0)) break;
  }
  is_worker = false;
}

static bool is_id_of_worker(int id) {
  for (int index = worker_count; id && index > 0; index--) {
    if (worker_ids[index - 1] == id) return true;
  }
  return false;
}

typedef int lock_function(pthread_mutex_t *);
typedef int rwlock_function(pthread_rwlock_t *);
ORIGINAL(lock_function, pthread_mutex_trylock)
ORIGINAL(rwlock_function, pthread_rwlock_tryrdlock)
ORIGINAL(rwlock_function, pthread_rwlock_trywrlock)
typedef intptr_t wait_function(void *, uint64_t);
typedef intptr_t signal_function(void *);
ORIGINAL(wait_function, dispatch_semaphore_wait)
ORIGINAL(signal_function, dispatch_semaphore_signal)

// Locks that this thread treats as taken although another thread holds them, so that its job can end.

enum { most_broken = 16 };
static _Thread_local const void *broken[most_broken];
static _Thread_local int broken_count;

bool is_own_futex(const void *word) {
  return (*(const _Atomic uint32_t *)word & FUTEX_TID_MASK) == (uint32_t)gettid();
}

bool give_back_broken(const void *lock) {
  for (int index = broken_count; index > 0; index--) {
    if (broken[index - 1] != lock) continue;
    broken[index - 1] = broken[--broken_count];
    return true;
  }
  return false;
}

typedef int unlock_mutex_function(pthread_mutex_t *);
ORIGINAL(unlock_mutex_function, pthread_mutex_unlock)
int pthread_mutex_unlock(pthread_mutex_t *lock) {
  if (broken_count && give_back_broken(lock)) return 0;
  release_mutex(lock);
  return original_pthread_mutex_unlock()(lock);
}
ORIGINAL(rwlock_function, pthread_rwlock_unlock)
int pthread_rwlock_unlock(pthread_rwlock_t *lock) {
  if (broken_count && give_back_broken(lock)) return 0;
  return original_pthread_rwlock_unlock()(lock);
}

bool capture_is_free(capture_lock lock) {
  switch (lock.kind) {
  case capture_mutex: return !is_id_of_worker(((pthread_mutex_t *)lock.lock)->__data.__owner);
  case capture_futex: return !is_id_of_worker((int)(*(_Atomic uint32_t *)lock.lock & FUTEX_TID_MASK));
  case capture_reader:
    if (original_pthread_rwlock_tryrdlock()(lock.lock) != 0) return false;
    break;
  case capture_writer:
    if (original_pthread_rwlock_trywrlock()(lock.lock) != 0) return false;
    break;
  case capture_semaphore:
    if (original_dispatch_semaphore_wait()(lock.lock, 0) != 0) return false;
    original_dispatch_semaphore_signal()(lock.lock);
    return true;
  }
  original_pthread_rwlock_unlock()(lock.lock);
  return true;
}

/// Waits until a lock is free. Returns true if another job of the world holds the lock and will never release it. The
/// lock then counts as taken.
bool wait_in_world(capture_lock lock) {
  if (!current_world || !is_worker) return false;
  bool is_free;
  while (!(is_free = capture_is_free(lock)) && ASK(wait_for_lock(current_world, lock))) {}
  if (!is_free && broken_count < most_broken) broken[broken_count++] = lock.lock;
  return !is_free;
}
#else
void __sanitizer_cov_trace_pc_guard_init(uint32_t *start, uint32_t *stop);
void __sanitizer_cov_trace_pc_guard(uint32_t *guard);
__attribute__((weak)) void __sanitizer_cov_trace_pc_guard_init(uint32_t *start, uint32_t *stop) {
  (void)start, (void)stop;
}
__attribute__((weak)) void __sanitizer_cov_trace_pc_guard(uint32_t *guard) { (void)guard; }
#endif
