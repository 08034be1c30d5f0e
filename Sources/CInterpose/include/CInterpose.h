// Replaces functions of the Swift runtime, Dispatch and the C library that unmodified Swift code calls. On threads that
// run a world, the world handles the call; on all other threads, the original function does.

#ifndef CINTERPOSE_H
#define CINTERPOSE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifndef __has_feature
#define __has_feature(name) 0
#endif

// A sanitizer replaces the same functions of the C library. It would not see threads that the replacements here create.
#if defined(__linux__) && !__has_feature(thread_sanitizer) && !__has_feature(address_sanitizer)
#define CAPTURE_IS_AVAILABLE 1
#else
#define CAPTURE_IS_AVAILABLE 0
#endif

/// A serial executor in the runtime: an object and its implementation. For a default actor, the implementation is 0.
typedef struct {
  void *_Nullable identity;
  uintptr_t implementation;
} capture_executor;

/// A piece of work that was submitted to a Dispatch queue: a block, or a function and its argument.
typedef struct capture_work capture_work;

/// A lock that the code takes.
typedef struct {
  enum { capture_mutex, capture_futex, capture_reader, capture_writer, capture_semaphore } kind;
  void *_Nonnull lock;
} capture_lock;

/// The kind of function that a branch is in: one that the compiler generated, in which no job is interrupted, one of a
/// library, or one of the code under test.
typedef enum { capture_generated = 2, capture_of_library, capture_of_code } capture_branch;

/// The callbacks by which a world handles calls. They run on the thread that runs the world.
typedef struct {
  /// The lane of a default actor.
  capture_executor (*_Nonnull lane)(void *_Nonnull world, void *_Nonnull actor);
  void (*_Nonnull actor_died)(void *_Nonnull world, void *_Nonnull actor);
  /// Fills a buffer with random bytes.
  void (*_Nonnull random)(void *_Nonnull world, void *_Nonnull buffer, size_t count);
  /// Enqueues work for a queue, to run after `delay` nanoseconds. A barrier of a concurrent queue runs alone.
  void (*_Nonnull async)(
    void *_Nonnull world, void *_Nonnull queue, capture_work *_Nonnull work, int64_t delay, bool is_barrier);
  /// Runs the work that is in a queue, and lets the calling code continue in the queue. Returns false if the caller
  /// would wait for itself.
  bool (*_Nonnull sync_begin)(void *_Nonnull world, void *_Nonnull queue, bool is_barrier);
  void (*_Nonnull sync_end)(void *_Nonnull world);
  /// Whether the calling code runs in a queue.
  bool (*_Nonnull is_in_queue)(void *_Nonnull world, void *_Nonnull queue);
  void (*_Nonnull group_enter)(void *_Nonnull world, void *_Nonnull group);
  /// Leaves a group. Returns false if no code in the world has entered the group.
  bool (*_Nonnull group_leave)(void *_Nonnull world, void *_Nonnull group);
  void (*_Nonnull group_notify)(
    void *_Nonnull world, void *_Nonnull group, void *_Nonnull queue, capture_work *_Nonnull work);
  bool (*_Nonnull group_is_empty)(void *_Nonnull world, void *_Nonnull group);
  /// Records a new task by its number in the process. `name` is valid only during the call; null for a task without a
  /// name.
  void (*_Nonnull created)(void *_Nonnull world, uint64_t task, const char *_Nullable name);
  /// Records that the code woke a thread outside the world, and by which function.
  void (*_Nonnull woke)(void *_Nonnull world, const char *_Nonnull by);
  /// Records that a semaphore was signalled, or decremented without a wait.
  void (*_Nonnull semaphore)(void *_Nonnull world, void *_Nonnull semaphore, int change);
  /// Records that iterations that could run in parallel ran one after another, in their order.
  void (*_Nonnull iterated)(void *_Nonnull world);
  /// Takes a job that a thread outside is about to run, and returns true, if the job belongs to a world. Called on any
  /// thread.
  bool (*_Nonnull take_job)(void *_Nonnull job);
  /// Records that a thread outside resumes a continuation of a task, by the task's number in the process. Called on any
  /// thread.
  void (*_Nonnull resumed)(uint64_t task);
  /// Records that a continuation was dropped without being resumed. Returns true if the world reports this.
  bool (*_Nonnull leaked)(void *_Nonnull world, const char *_Nonnull message);
  /// Dispatch timers, identified by their sources. A timer is created for a queue, and gets an event handler or a
  /// cancel handler (copied blocks). It is set to fire after a delay and then at an interval, in nanoseconds, and is
  /// resumed and cancelled.
  void (*_Nonnull timer_made)(void *_Nonnull world, void *_Nonnull source, void *_Nonnull queue);
  bool (*_Nonnull is_timer)(void *_Nonnull world, void *_Nonnull source);
  void (*_Nonnull timer_handler)(void *_Nonnull world, void *_Nonnull source, void *_Nullable block, bool is_cancel);
  void (*_Nonnull timer_set)(void *_Nonnull world, void *_Nonnull source, int64_t delay, int64_t interval);
  void (*_Nonnull timer_resumed)(void *_Nonnull world, void *_Nonnull source);
  void (*_Nonnull timer_cancelled)(void *_Nonnull world, void *_Nonnull source);
  /// The handler of a timer is about to run: its block, or none if the timer has ended or was set again.
  void *_Nullable (*_Nonnull timer_runs)(void *_Nonnull world, void *_Nonnull source, int64_t setting);
  /// Whether a job may be interrupted at a place, and whether the place is in the code under test. It may also be in a
  /// function of a system library that the compiler emits into its callers.
  capture_branch (*_Nonnull branch)(const void *_Nonnull place);
  /// Lets other jobs run before the rest of the running job.
  void (*_Nonnull hand_over)(void *_Nonnull world, const void *_Nonnull place);
  /// Waits for a lock that another job of the world holds. Returns false if the lock will never be released.
  bool (*_Nonnull wait_for_lock)(void *_Nonnull world, capture_lock lock);
  /// Advances virtual time while a thread sleeps.
  void (*_Nonnull pass)(void *_Nonnull world, int64_t nanoseconds);
  /// Records that the running code did something that is not controlled.
  void (*_Nonnull escape)(void *_Nonnull world, const char *_Nonnull what);
  /// Ends the search with the findings so far. The calling thread stops for good.
  void (*_Nonnull stop)(void *_Nonnull world, const char *_Nonnull why);
  /// The same as `stop`, after a crash of the running code.
  void (*_Nonnull crashed)(void *_Nonnull world, const char *_Nonnull how);
} capture_callbacks;

/// The reason why nothing can be captured in this build; null if it can.
const char *_Nullable capture_problem(void);

/// Installs the callbacks. Called once.
void capture_install(const capture_callbacks *_Nonnull callbacks);

/// The world that the calling thread runs; null for threads that run none.
void *_Nullable capture_world(void);

/// Makes the calling thread run a world, or an ordinary thread again if `world` is null.
void capture_set_world(void *_Nullable world);

/// Sets whether the calling thread runs worlds, including the time between two of their jobs.
void capture_set_runs_worlds(bool runs);

/// The calling thread begins a job within the one that it runs, or ends it.
void capture_begin_job(void);
void capture_end_job(void);

/// Whether the code has taken a lock on this thread since the last call. Of a Swift Mutex, only the first use on each
/// thread and in each module is seen. Atomic operations are not seen.
bool capture_took_lock(void);

/// While `learns` is true, records the places in Foundation from which the calling thread takes locks. Locks taken at
/// these places count as locks of the code under test.
void capture_learn_locks(bool learns);

/// Makes Foundation create objects that it creates once in a process, but not by a `once` function, such as the sockets
/// that wake its threads. In a world their creation would be refused, with an effect for the rest of the process.
void capture_warm_up(void);

/// The name of a hook of the runtime that another library has set, so that it decides where jobs go. Null if no hook is
/// set except `own`.
const char *_Nullable capture_hook(const void *_Nullable own);

/// The calling thread begins to run code of the search on behalf of a job, or ends it. Branches do not count in between.
void capture_enter_search(void);
void capture_leave_search(void);

/// Whether code of this process is built to be searched within its jobs.
bool capture_has_edges(void);
/// Whether such code has branched on this thread, in a world, since the last call.
bool capture_took_branch(void);
/// An address in the code of this library.
const void *_Nonnull capture_code_address(void);

/// The number of branches that the job of the calling thread has taken.
uint64_t capture_edges(void);

/// Records that a job begins or continues that has already taken `done` branches. At branch `ask`, the world decides
/// whether to interrupt it.
void capture_begin_edges(uint64_t done, uint64_t ask);

/// Makes the calling thread a worker, whose jobs can be interrupted. Returns false if there are too many workers.
bool capture_begin_worker(void);
void capture_end_worker(void);

/// Whether a lock is held by no interrupted job.
bool capture_is_free(capture_lock lock);

/// Sets the virtual time of the calling thread's world, in nanoseconds since its beginning.
void capture_set_now(int64_t now);

/// The real, monotonic time in nanoseconds, on any thread.
int64_t capture_real_time(void);

/// Creates work that calls a copy of a block.
capture_work *_Nonnull capture_work_of_block(void *_Nonnull block);
/// Work that calls the handler of a timer, if it is still the one of this setting when the work runs.
capture_work *_Nonnull capture_work_of_timer(void *_Nonnull source, int64_t setting);
/// Keeps an object of Dispatch alive, and no longer.
void capture_keep(void *_Nonnull object);
void capture_let_go(void *_Nonnull object);
/// Frees a block that was copied.
void capture_release_block(void *_Nonnull block);

/// Runs a piece of work, and frees it.
void capture_run_work(capture_work *_Nonnull work);

/// Prepares the calling thread for worlds, and returns its identity for `capture_hold_thread`. Unblocks the signal that
/// holds it, since a thread inherits its creator's signal mask. Gives it a stack on which a stack overflow can be
/// reported.
uintptr_t capture_thread_to_hold(void);

/// Stops a thread for good that is in an endless loop. Returns false if the thread is inside a library that other
/// threads use.
bool capture_hold_thread(uintptr_t thread);

/// The label of a Dispatch queue; empty if it has none.
const char *_Nonnull capture_queue_label(void *_Nonnull queue);
/// The serial queue that runs the blocks of a Dispatch queue: the queue itself, or one of its target queues; null if
/// there is none.
void *_Nullable capture_serial_queue(void *_Nonnull queue);
/// The queue itself if the code created it as a concurrent queue and none of its target queues is serial; otherwise
/// null.
void *_Nullable capture_concurrent_queue(void *_Nonnull queue);
/// Whether the calling thread runs work of a queue, or of a queue that has it as target.
bool capture_runs_in(void *_Nonnull queue);
/// The queue that work was submitted to.
void *_Nonnull capture_queue_of(capture_work *_Nonnull work);
/// Makes worlds report crashes of their code. Other crashes end the process as usual.
void capture_crashes(void);
/// A copy of this process, with one thread. In the copy itself, `process` is 0.
typedef struct {
  int process, results, output;
} capture_child;

/// Bytes that the caller frees.
typedef struct {
  char *_Nullable bytes;
  size_t count;
} capture_bytes;

/// Copies the process. Returns false if this is not possible. The copy's standard error is sent to the original
/// process.
bool capture_fork(capture_child *_Nonnull child);
/// Ends the copy with its results. Called in the copy.
_Noreturn void capture_end_child(capture_child child, const void *_Nonnull bytes, size_t count);
/// Waits for a copy to end, and returns its results and its standard error. Returns false if the copy took too long and
/// was ended.
bool capture_await_child(
  capture_child child, int64_t nanoseconds, capture_bytes *_Nonnull results, capture_bytes *_Nonnull output);
/// The main queue of Dispatch.
void *_Nullable capture_main_queue(void);

/// The number of a task, unique in the process; 0 for a job that belongs to no task.
uint64_t capture_task_id(void *_Nonnull job);

/// The task that the calling thread runs, if any.
void *_Nullable capture_current_task(void);

/// The addresses at which a suspended task and its callers will continue, innermost first. They are used only for names
/// in reports.
///
/// Returns the number of addresses, at most `limit`.
size_t capture_resume_points(void *_Nonnull job, const void *_Nullable *_Nonnull points, size_t limit);

/// The mangled name of the function that contains an address; null if it is unknown. The caller frees it.
char *_Nullable capture_symbol(const void *_Nonnull address);

/// The file and line of source of an address in the executable, from its debugging information; null if it has none. The
/// caller frees it.
char *_Nullable capture_line(const void *_Nonnull address, size_t *_Nonnull line);

/// The return addresses of the calling functions, innermost first. They are used only for names in reports.
///
/// Returns the number of addresses, at most `limit`.
size_t capture_callers(const void *_Nullable *_Nonnull points, size_t limit);

/// The plain form of a mangled name, null if it is none; the caller frees it.
char *_Nullable capture_demangle(const char *_Nonnull name);

/// The number of references to the object with a closure's captured values.
size_t capture_retain_count(void *_Nonnull object);
/// Releases one reference to that object.
void capture_release(void *_Nonnull object);

/// The name of the first symbol that is missing, or that another library replaces; null if capture works.
const char *_Nullable capture_missing_symbol(void);

#endif
