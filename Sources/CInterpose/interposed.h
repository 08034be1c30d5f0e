// What the files of this target share.

#ifndef INTERPOSED_H
#define INTERPOSED_H

#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif
#include "CInterpose.h"

#if CAPTURE_IS_AVAILABLE
#include <dlfcn.h>

/// The world of this thread. One load decides between a world and the original.
extern _Thread_local void *current_world;
extern _Thread_local int64_t current_now;
extern capture_callbacks answers;

/// Defines `original_NAME()`, the function that ours stands before.
#define ORIGINAL(type, name)                                            \
  static type *found_##name;                                            \
  static inline type *original_##name(void) {                           \
    if (!found_##name) found_##name = (type *)dlsym(RTLD_NEXT, #name);  \
    return found_##name;                                                \
  }

/// Notes what is not controlled, once and for all: the thread stays where it is, for it could only go on wrongly.
_Noreturn void stop_world(const char *why);
/// A job cannot go on, by a fault of the code: its thread stays where it is, and others tell it.
_Noreturn void end_job(const char *how);
/// Gives the calling thread a stack for signals, until it ends.
void give_signal_stack(void);

/// Whether all symbols of a file are there and are ours; else the name of the first that is not.
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

/// A part of the executable's file, empty if it has none of that name or if it is compressed.
typedef struct {
  const uint8_t *start;
  size_t size;
} section;
section executable_section(const char *name);
/// How far the executable was moved from where its file says that it is.
uintptr_t executable_base(void);
/// Where the function ends that holds an address, as its file counts: where the next one begins.
uintptr_t executable_end_of_function(const void *address);

/// Whether an address is in code of the app or of its packages, not of a library of the system.
bool is_in_app(const void *address);

/// The running code takes a lock. A caller is given where libraries of the system come that way as well.
void note_lock(const void *caller);

/// How many nanoseconds from now a time of Dispatch is.
int64_t delay_until(uint64_t when);
/// Whether a source is a timer of the world that the calling thread runs.
bool is_timer(void *object);

/// How many calls of Dispatch run that wake its own threads, by semaphores that are no part of the code under test.
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
/// Whether an address is in the library of Dispatch.
bool is_of_dispatch(const void *address);
/// The function that a block calls.
void (*block_function(void *block))(void *);

/// Whether a call is the code's own, and not one of a library of the system.
bool is_of_code(const void *caller);
/// The running job may be interrupted before it takes a lock, where code is built to be searched within its jobs.
void branch_at_lock(const void *caller);

/// The calling thread gives back a mutex.
void release_mutex(const void *mutex);
/// In a copy of the process, the calling thread has another number than before.
void forget_thread_id(void);
/// Whether the calling thread runs jobs that others interrupt.
bool is_worker_thread(void);
/// Whether the calling thread holds a Mutex of Swift, which then says so itself.
bool is_own_futex(const void *word);
/// Waits in the world for a lock that another of its jobs holds. True if it is never given back: it then counts as taken.
bool wait_in_world(capture_lock lock);
/// Whether a lock only counted as taken; then it is not to be given back.
bool give_back_broken(const void *lock);

#endif
#endif
