// Symbols of the Swift runtime. They are ABI: compiled code calls them. The loader prefers the functions here to those
// of the runtime.

#include "interposed.h"

#if CAPTURE_IS_AVAILABLE
#include <execinfo.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define SWIFTCC __attribute__((swiftcall))
#define SWIFTASYNC __attribute__((swiftasynccall))
#define ASYNC_CONTEXT __attribute__((swift_async_context))

_Thread_local void *current_world;
_Thread_local int64_t current_now;
/// Whether this thread runs a world, including the time between two of its jobs.
static _Thread_local bool runs_worlds;
capture_callbacks answers;
/// Called on every thread, and therefore stored apart from the other callbacks, which only threads of worlds read.
static bool (*_Atomic take_job)(void *);
static void (*_Atomic resumed)(uint64_t);

void capture_install(const capture_callbacks *callbacks) {
  answers = *callbacks;
  take_job = callbacks->take_job;
  resumed = callbacks->resumed;
}
void capture_set_runs_worlds(bool runs) { runs_worlds = runs; }
const char *capture_problem(void) { return NULL; }
void *capture_world(void) { return current_world; }
void capture_set_world(void *world) { current_world = world; }
void capture_set_now(int64_t now) { current_now = now; }

void stop_world(const char *why) {
  ASK(stop(current_world, why));
  for (;;) pause();
}

// Uses an actor's lane in place of the actor.

typedef SWIFTASYNC void resume_function(ASYNC_CONTEXT void *);
typedef SWIFTASYNC void switch_function(ASYNC_CONTEXT void *, resume_function *, void *, uintptr_t);
typedef SWIFTCC capture_executor current_executor_function(void);
typedef SWIFTCC void actor_function(void *);
ORIGINAL(switch_function, swift_task_switch)
ORIGINAL(current_executor_function, swift_task_getCurrentExecutor)
ORIGINAL(actor_function, swift_defaultActor_destroy)

/// The lane of a default actor; the executor itself for other executors. Also the executor itself if the calling code
/// already runs in it, because the runtime would not switch executors either.
static inline capture_executor lane_instead_of(capture_executor executor) {
  if (executor.identity && executor.implementation == 0 &&
      original_swift_task_getCurrentExecutor()().identity != executor.identity) {
    return ASK(lane(current_world, executor.identity));
  }
  return executor;
}

SWIFTASYNC void swift_task_switch(
  ASYNC_CONTEXT void *context, resume_function *resume, void *identity, uintptr_t implementation
) {
  if (current_world) {
    capture_executor executor = lane_instead_of((capture_executor){identity, implementation});
    identity = executor.identity;
    implementation = executor.implementation;
  }
  switch_function *original = original_swift_task_switch();
  __attribute__((musttail)) return original(context, resume, identity, implementation);
}

SWIFTCC void swift_defaultActor_destroy(void *actor) {
  if (current_world) ASK(actor_died(current_world, actor));
  original_swift_defaultActor_destroy()(actor);
}

typedef SWIFTCC void deinit_function(void *, void *, void *, uintptr_t, size_t);
ORIGINAL(deinit_function, swift_task_deinitOnExecutor)

SWIFTCC void swift_task_deinitOnExecutor(
  void *object, void *work, void *identity, uintptr_t implementation, size_t flags
) {
  capture_executor executor = {identity, implementation};
  if (current_world) executor = lane_instead_of(executor);
  original_swift_task_deinitOnExecutor()(object, work, executor.identity, executor.implementation, flags);
}

/// An option with which a task is created; options form a list (`TaskOptionRecord` of the runtime).
typedef struct task_option {
  size_t flags;
  struct task_option *next;
  capture_executor executor;
} task_option;
enum { initial_serial_executor = 0, initial_task_name = 7 };

/// The name that the code gives a task; null for none.
static const char *name_in(const task_option *options) {
  for (; options; options = options->next) {
    if ((options->flags & 0xff) == initial_task_name) return options->executor.identity;
  }
  return NULL;
}

typedef struct {
  void *task;
  void *context;
} new_task;
typedef SWIFTCC new_task create_function(size_t, task_option *, const void *, void *, void *);
ORIGINAL(create_function, swift_task_create)

/// Starts a task that begins in an actor in the actor's lane. The runtime would send the actor's own queue to the pool.
SWIFTCC new_task swift_task_create(
  size_t flags, task_option *options, const void *type, void *entry, void *closure
) {
  if (current_world) {
    for (task_option *option = options; option; option = option->next) {
      if ((option->flags & 0xff) != initial_serial_executor) continue;
      capture_executor executor = option->executor;
      if (!executor.identity || executor.implementation != 0) continue;
      option->executor = ASK(lane(current_world, executor.identity));
      new_task made = original_swift_task_create()(flags, options, type, entry, closure);
      option->executor = executor;
      ASK(created(current_world, capture_task_id(made.task), name_in(options)));
      return made;
    }
  }
  new_task made = original_swift_task_create()(flags, options, type, entry, closure);
  if (current_world) ASK(created(current_world, capture_task_id(made.task), name_in(options)));
  return made;
}

// Custom executors of the code call these functions to run jobs, even on threads outside worlds. Jobs of a world do not
// run there.

typedef SWIFTCC void run_function(void *, void *, uintptr_t);
typedef SWIFTCC void run_on_both_function(void *, void *, uintptr_t, void *, uintptr_t);
ORIGINAL(run_function, swift_job_run)
ORIGINAL(run_function, swift_job_run_on_task_executor)
ORIGINAL(run_on_both_function, swift_job_run_on_serial_and_task_executor)

static bool belongs_to_world(void *job) {
  bool (*take)(void *) = take_job;
  return take && !runs_worlds && take(job);
}
SWIFTCC void swift_job_run(void *job, void *identity, uintptr_t implementation) {
  if (!belongs_to_world(job)) original_swift_job_run()(job, identity, implementation);
}
SWIFTCC void swift_job_run_on_task_executor(void *job, void *identity, uintptr_t implementation) {
  if (!belongs_to_world(job)) original_swift_job_run_on_task_executor()(job, identity, implementation);
}
SWIFTCC void swift_job_run_on_serial_and_task_executor(
  void *job, void *serial_identity, uintptr_t serial, void *task_identity, uintptr_t task
) {
  if (belongs_to_world(job)) return;
  original_swift_job_run_on_serial_and_task_executor()(job, serial_identity, serial, task_identity, task);
}

// Hooks of the runtime, by which another library decides where jobs go.

const char *capture_hook(const void *own) {
  static const char *const names[] = {
    "swift_task_enqueueGlobal_hook", "swift_task_enqueueGlobalWithDelay_hook",
    "swift_task_enqueueGlobalWithDeadline_hook", "swift_task_enqueueMainExecutor_hook",
  };
  enum { count = sizeof names / sizeof *names };
  static void *volatile *places[count];
  static bool are_known;
  if (!are_known) {
    for (int index = 0; index < count; index++) places[index] = dlsym(RTLD_DEFAULT, names[index]);
    are_known = true;
  }
  for (int index = 0; index < count; index++) {
    if (places[index] && *places[index] && *places[index] != own) return names[index];
  }
  return NULL;
}

// Names and memory layouts.

extern SWIFTCC uint64_t swift_task_getJobTaskId(void *job);
extern SWIFTCC void *swift_task_getCurrent(void);
extern char *swift_demangle(const char *name, size_t length, char *buffer, size_t *size, uint32_t flags);
extern size_t swift_retainCount(void *object);
extern void swift_release(void *object);

/// The memory layout of a job in the runtime. It is read only for names in reports.
typedef struct {
  void *object[2];
  void *scheduler[2];
  uint32_t flags;
  uint32_t identifier;
  void *reserved[2];
  const void *resume;
  struct async_context *context;
} runtime_job;

/// The memory layout of a suspended function's frame.
struct async_context {
  struct async_context *parent;
  const void *resume;
};

uint64_t capture_task_id(void *job) {
  return (((runtime_job *)job)->flags & 0xff) == 0 ? swift_task_getJobTaskId(job) : 0;
}

size_t capture_resume_points(void *job, const void **points, size_t limit) {
  runtime_job *task = job;
  if ((task->flags & 0xff) != 0 || limit == 0) return 0;
  points[0] = task->resume;
  size_t count = 1;
  for (struct async_context *at = task->context; at && count < limit; at = at->parent) points[count++] = at->resume;
  return count;
}

size_t capture_callers(const void **points, size_t limit) { return (size_t)backtrace((void **)points, (int)limit); }
void *capture_current_task(void) { return swift_task_getCurrent(); }
char *capture_demangle(const char *name) { return swift_demangle(name, __builtin_strlen(name), NULL, NULL, 0); }
size_t capture_retain_count(void *object) { return swift_retainCount(object); }
void capture_release(void *object) { swift_release(object); }

// A thread outside may resume a continuation before its task has suspended. No job is enqueued then, so that only these
// calls of the code show it.

static void note_resume(void *task) {
  void (*note)(uint64_t) = resumed;
  if (note && task && !runs_worlds && !current_world) note(capture_task_id(task));
}

typedef SWIFTCC void resume_task_function(void *);
typedef SWIFTCC void resume_with_error_function(void *, void *);
ORIGINAL(resume_task_function, swift_continuation_resume)
ORIGINAL(resume_task_function, swift_continuation_throwingResume)
ORIGINAL(resume_with_error_function, swift_continuation_throwingResumeWithError)

SWIFTCC void swift_continuation_resume(void *task) {
  note_resume(task);
  original_swift_continuation_resume()(task);
}
SWIFTCC void swift_continuation_throwingResume(void *task) {
  note_resume(task);
  original_swift_continuation_throwingResume()(task);
}
SWIFTCC void swift_continuation_throwingResumeWithError(void *task, void *error) {
  note_resume(task);
  original_swift_continuation_throwingResumeWithError()(task, error);
}

/// The memory layout of what a checked continuation refers to.
typedef struct {
  void *object[2];
  /// The task; null once it was resumed.
  void *_Atomic task;
} canary;
typedef SWIFTCC void resume_checked_function(void *, const void *, __attribute__((swift_context)) canary **);

/// Replaces a method of `CheckedContinuation`.
#define CHECKED_RESUME(name, symbol)                                                                       \
  SWIFTCC void name(void *, const void *, __attribute__((swift_context)) canary **) __asm__(symbol);       \
  SWIFTCC void name(void *value, const void *type, __attribute__((swift_context)) canary **continuation) { \
    static resume_checked_function *original;                                                              \
    if (!original) original = (resume_checked_function *)dlsym(RTLD_NEXT, symbol);                         \
    note_resume((*continuation)->task);                                                                    \
    original(value, type, continuation);                                                                   \
  }
CHECKED_RESUME(resume_returning, "$sScC6resume9returningyxn_tF")
CHECKED_RESUME(resume_throwing, "$sScC6resume8throwingyq_n_tF")

// The runtime reports here that a checked continuation was freed without being resumed.

typedef void report_function(uint32_t, const char *);
ORIGINAL(report_function, swift_reportError)
void swift_reportError(uint32_t flags, const char *message) {
  if (current_world && strstr(message, "leaked its continuation") && ASK(leaked(current_world, message))) return;
  original_swift_reportError()(flags, message);
}

extern void swift_once(void *predicate, void (*body)(void *), void *argument);

// Set-up, and its self-check.

const char *first_missing(const interposed_symbol *symbols, size_t count) {
  for (size_t index = 0; index < count; index++) {
    if (dlsym(RTLD_DEFAULT, symbols[index].name) != symbols[index].ours) return symbols[index].name;
    if (!dlsym(RTLD_NEXT, symbols[index].name)) return symbols[index].name;
  }
  return NULL;
}

const char *missing_runtime_symbol(void) {
#define OURS(name) {#name, (void *)name}
  const interposed_symbol symbols[] = {
    OURS(swift_task_switch), OURS(swift_defaultActor_destroy), OURS(swift_task_deinitOnExecutor),
    OURS(swift_task_create), OURS(swift_job_run), OURS(swift_job_run_on_task_executor),
    OURS(swift_job_run_on_serial_and_task_executor), OURS(swift_once), OURS(swift_reportError),
    OURS(swift_continuation_resume), OURS(swift_continuation_throwingResume),
    OURS(swift_continuation_throwingResumeWithError), {"$sScC6resume9returningyxn_tF", (void *)resume_returning},
    {"$sScC6resume8throwingyq_n_tF", (void *)resume_throwing},
  };
  if (!dlsym(RTLD_DEFAULT, "_swift_stdlib_Hashing_parameters")) return "_swift_stdlib_Hashing_parameters";
  return first_missing(symbols, sizeof symbols / sizeof *symbols);
}

const char *capture_missing_symbol(void) {
  const char *missing = missing_runtime_symbol();
  if (!missing) missing = missing_system_symbol();
  if (!missing) missing = missing_dispatch_symbol();
  if (!missing) missing = missing_shared_symbol();
  if (!missing) missing = missing_source_symbol();
  if (!missing) missing = missing_blocking_symbol();
  return missing;
}

/// Implemented in Swift: creates the executors that first check whether the thread runs a world.
extern void capture_create_executors(void);

__attribute__((constructor)) static void set_up(void) {
  // Makes the order of sets and dictionaries the same in every process, because tokens must work in other processes. It
  // has the effect of SWIFT_DETERMINISTIC_HASHING in the environment, and must run before the first set is created.
  struct {
    uint64_t seed[2];
    bool is_deterministic;
  } *hashing = dlsym(RTLD_DEFAULT, "_swift_stdlib_Hashing_parameters");
  if (hashing) {
    hashing->seed[0] = hashing->seed[1] = 0;
    hashing->is_deterministic = true;
  }
  capture_create_executors();
}
#endif
