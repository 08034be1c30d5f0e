// Declarations that the files of this target share.

#ifndef INTERPOSED_H
#define INTERPOSED_H

#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif
#include "CInterpose.h"

#if CAPTURE_IS_AVAILABLE
#include <dlfcn.h>

/// The world that this thread runs; null for none. Each replaced function reads it to decide whether to call the
/// original.
extern _Thread_local void *current_world;
extern _Thread_local int64_t current_now;
extern capture_callbacks answers;

/// Above 0 while the calling thread runs code of the search on behalf of a job. Branches do not count then: the linker
/// may use a function of the code under test, such as a generic one of the standard library, in the search as well.
extern _Thread_local int in_search;
static inline void leave_search(const int *entered) { (void)entered, in_search--; }
/// Calls a callback of the world.
#define ASK(call)                                                         \
  ({                                                                      \
    __attribute__((cleanup(leave_search))) int entered = in_search++;     \
    answers.call;                                                         \
  })

/// Defines `original_NAME()`, which returns the replaced function.
#define ORIGINAL(type, name)                                            \
  static type *found_##name;                                            \
  static inline type *original_##name(void) {                           \
    if (!found_##name) found_##name = (type *)dlsym(RTLD_NEXT, #name);  \
    return found_##name;                                                \
  }

/// Reports something that is not controlled, and stops the thread for good, since it could not continue correctly.
_Noreturn void stop_world(const char *why);
/// Reports that a job cannot continue because of a fault of the code, and stops its thread for good.
_Noreturn void end_job(const char *how);
/// Gives the calling thread a stack for signal handlers until the thread ends.
void give_signal_stack(void);

/// A replaced symbol. `first_missing` returns the name of the first symbol that is absent or not replaced; null for
/// none.
typedef struct {
  const char *name;
  void *ours;
} interposed_symbol;
const char *first_missing(const interposed_symbol *symbols, size_t count);
const char *missing_runtime_symbol(void);
const char *missing_system_symbol(void);
const char *missing_dispatch_symbol(void);
const char *missing_shared_symbol(void);
const char *missing_source_symbol(void);
const char *missing_blocking_symbol(void);

/// A section of the executable's file; empty if there is none of that name, or if it is compressed.
typedef struct {
  const uint8_t *start;
  size_t size;
} section;
section executable_section(const char *name);
/// The difference between the executable's address in memory and that in its file.
uintptr_t executable_base(void);
/// The end of the function that contains an address, as an address in the file: the beginning of the next function.
uintptr_t executable_end_of_function(const void *address);

/// Whether an address is in code of the app or its packages, rather than in a system library.
bool is_in_app(const void *address);

/// Records that the running code takes a lock. `caller` is given if system libraries use the same function; otherwise
/// it is null.
void note_lock(const void *caller);

/// The nanoseconds from now to a Dispatch time.
int64_t delay_until(uint64_t when);
/// Whether a source is a timer of the world that the calling thread runs.
bool is_timer(void *object);

/// The number of running calls of Dispatch that wake its own threads. Their semaphores do not belong to the code under
/// test.
extern _Thread_local int within_dispatch;
#define WITHIN_DISPATCH(statement)   \
  do {                               \
    within_dispatch++;               \
    statement;                       \
    within_dispatch--;               \
  } while (0)

struct dl_phdr_info;
/// Where an executable or a library is loaded.
void range_of_object(const struct dl_phdr_info *info, uintptr_t *start, uintptr_t *end);

/// A library of the system. Its addresses are looked up once: `dladdr` reads all of its symbols each time.
typedef struct {
  const char *name;
  uintptr_t _Atomic start, end;
} library;
bool is_in_library(library *library, const void *address);
/// Whether an address is in the Dispatch library.
bool is_of_dispatch(const void *address);
/// The function that a block calls.
void (*block_function(void *block))(void *);

/// Whether the code under test made a call, rather than a system library.
bool is_of_code(const void *caller);
/// Lets the running job be interrupted before it takes a lock, if code is built to be searched within its jobs.
void branch_at_lock(const void *caller);

/// Records that the calling thread releases a mutex.
void release_mutex(const void *mutex);
/// Forgets the calling thread's number, which differs in a copy of the process.
void forget_thread_id(void);
/// Whether the calling thread is a worker, whose jobs can be interrupted.
bool is_worker_thread(void);
/// Whether the calling thread already holds a Swift Mutex. The Mutex then reports the error itself.
bool is_own_futex(const void *word);
/// Waits in the world for a lock that another of its jobs holds. Returns true if the lock will never be released; it
/// then counts as taken.
bool wait_in_world(capture_lock lock);
/// Whether a lock only counted as taken. The original function must then not release it.
bool give_back_broken(const void *lock);

#endif
#endif
