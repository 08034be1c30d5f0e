// What unmodified Swift code calls in the Swift runtime, Dispatch and the C library, taken over on threads that run a
// world, and handed on to the original on every other.

#ifndef CINTERPOSE_H
#define CINTERPOSE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifndef __has_feature
#define __has_feature(name) 0
#endif

// A sanitizer takes over the same functions of the C library. It would not know of threads that are made by ours.
#if defined(__linux__) && !__has_feature(thread_sanitizer) && !__has_feature(address_sanitizer)
#define CAPTURE_IS_AVAILABLE 1
#else
#define CAPTURE_IS_AVAILABLE 0
#endif

/// A serial executor as the runtime holds it: an object and how it is called; a default actor has no second word.
typedef struct {
  void *_Nullable identity;
  uintptr_t implementation;
} capture_executor;

/// A piece of work handed to a Dispatch queue: a block, or a function and its argument.
typedef struct capture_work capture_work;

/// A lock that the code takes.
typedef struct {
  enum { capture_mutex, capture_futex, capture_reader, capture_writer } kind;
  void *_Nonnull lock;
} capture_lock;

/// What is asked of a world; called on the thread that runs it.
typedef struct {
  /// The lane of a default actor.
  capture_executor (*_Nonnull lane)(void *_Nonnull world, void *_Nonnull actor);
  void (*_Nonnull actor_died)(void *_Nonnull world, void *_Nonnull actor);
  /// Fills a buffer with random bytes.
  void (*_Nonnull random)(void *_Nonnull world, void *_Nonnull buffer, size_t count);
  /// Takes work for a queue, nanoseconds from now; of a concurrent queue, a barrier runs alone.
  void (*_Nonnull async)(
    void *_Nonnull world, void *_Nonnull queue, capture_work *_Nonnull work, int64_t delay, bool is_barrier);
  /// Lets a queue's work so far run, and the calling code go on in the queue. False if it waits for itself.
  bool (*_Nonnull sync_begin)(void *_Nonnull world, void *_Nonnull queue, bool is_barrier);
  void (*_Nonnull sync_end)(void *_Nonnull world);
  /// Whether the calling code runs in a queue.
  bool (*_Nonnull is_in_queue)(void *_Nonnull world, void *_Nonnull queue);
  void (*_Nonnull group_enter)(void *_Nonnull world, void *_Nonnull group);
  /// False if nobody has entered it there.
  bool (*_Nonnull group_leave)(void *_Nonnull world, void *_Nonnull group);
  void (*_Nonnull group_notify)(
    void *_Nonnull world, void *_Nonnull group, void *_Nonnull queue, capture_work *_Nonnull work);
  bool (*_Nonnull group_is_empty)(void *_Nonnull world, void *_Nonnull group);
  /// A task was made, by its number in the process; with a name if the code gave it one, valid during the call.
  void (*_Nonnull created)(void *_Nonnull world, uint64_t task, const char *_Nullable name);
  /// A thread outside was woken, by what.
  void (*_Nonnull woke)(void *_Nonnull world, const char *_Nonnull by);
  /// A semaphore was counted up, or down without a wait.
  void (*_Nonnull semaphore)(void *_Nonnull world, void *_Nonnull semaphore, int change);
  /// Iterations that may run at the same time run one after another, in their order.
  void (*_Nonnull iterated)(void *_Nonnull world);
  /// Takes a job that a thread outside is about to run, if it belongs to a world. Called on any thread.
  bool (*_Nonnull take_job)(void *_Nonnull job);
  /// A continuation was dropped that nobody had resumed. True if the world tells it.
  bool (*_Nonnull leaked)(void *_Nonnull world, const char *_Nonnull message);
  /// Timers of Dispatch, by their sources: made for a queue, given a handler or one for their end (copied blocks), set to
  /// fire so many nanoseconds from now and at an interval, resumed and cancelled.
  void (*_Nonnull timer_made)(void *_Nonnull world, void *_Nonnull source, void *_Nonnull queue);
  bool (*_Nonnull is_timer)(void *_Nonnull world, void *_Nonnull source);
  void (*_Nonnull timer_handler)(void *_Nonnull world, void *_Nonnull source, void *_Nullable block, bool is_cancel);
  void (*_Nonnull timer_set)(void *_Nonnull world, void *_Nonnull source, int64_t delay, int64_t interval);
  void (*_Nonnull timer_resumed)(void *_Nonnull world, void *_Nonnull source);
  void (*_Nonnull timer_cancelled)(void *_Nonnull world, void *_Nonnull source);
  /// The handler of a timer is about to run: its block, or none if the timer has ended or was set again.
  void *_Nullable (*_Nonnull timer_runs)(void *_Nonnull world, void *_Nonnull source, int64_t setting);
  /// The running job may let others go on, before the rest of it.
  void (*_Nonnull hand_over)(void *_Nonnull world, const void *_Nonnull place);
  /// Waits for a lock that another job of the world holds. False if it will never be given back.
  bool (*_Nonnull wait_for_lock)(void *_Nonnull world, capture_lock lock);
  /// Lets virtual time pass while a thread sleeps.
  void (*_Nonnull pass)(void *_Nonnull world, int64_t nanoseconds);
  /// Notes that the running code did something that is not controlled.
  void (*_Nonnull escape)(void *_Nonnull world, const char *_Nonnull what);
  /// Hands over what is known: the calling thread goes no further.
  void (*_Nonnull stop)(void *_Nonnull world, const char *_Nonnull why);
  /// The same where the running code has crashed.
  void (*_Nonnull crashed)(void *_Nonnull world, const char *_Nonnull how);
} capture_callbacks;

/// Why nothing can be captured in this build, in words; null if it can.
const char *_Nullable capture_problem(void);

/// Says who answers for worlds; once.
void capture_install(const capture_callbacks *_Nonnull callbacks);

/// The world that the calling thread runs, nil for almost all threads.
void *_Nullable capture_world(void);

/// Lets the calling thread run a world, or go back to being an ordinary thread.
void capture_set_world(void *_Nullable world);

/// Says whether the calling thread runs worlds, also between two of their jobs.
void capture_set_runs_worlds(bool runs);

/// The calling thread begins a job, within the one that it runs, and ends it.
void capture_begin_job(void);
void capture_end_job(void);

/// Whether the code has taken a lock on this thread since the last call. Of a Mutex of Swift only the first use in each
/// module is seen on a thread, and of atomic operations nothing.
bool capture_took_lock(void);

/// Remembers where the locks that the calling thread takes are taken: from there, they are locks of the code under test.
void capture_learn_locks(bool learns);

/// Lets Foundation create objects that it creates once in a process and without a `once` call, such as the sockets that
/// wake its threads. A refusal would stay for the rest of the process.
void capture_warm_up(void);

/// A hook of the runtime that is set, by its name: another one than the world decides then where jobs go. Null if none
/// is, or only `own`.
const char *_Nullable capture_hook(const void *_Nullable own);

/// Whether code of this process is built to be searched within its jobs.
bool capture_has_edges(void);
/// Whether such code has branched on this thread, in a world, since the last call.
bool capture_took_branch(void);
/// An address in the code of this library.
const void *_Nonnull capture_code_address(void);

/// The number of branches that the job of the calling thread has taken.
uint64_t capture_edges(void);

/// A job begins or goes on that has taken so many branches. From one of them on, it is asked whether it hands over.
void capture_begin_edges(uint64_t done, uint64_t ask);

/// The calling thread runs jobs that others interrupt. False if there are too many of these.
bool capture_begin_worker(void);
void capture_end_worker(void);

/// Whether no job that was interrupted holds a lock.
bool capture_is_free(capture_lock lock);

/// The virtual time of the calling thread's world, in nanoseconds since it began.
void capture_set_now(int64_t now);

/// The real, monotonic time in nanoseconds, on whatever thread.
int64_t capture_real_time(void);

/// Work that calls a block; the block stays as it is.
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

/// The calling thread, made ready for worlds: it takes the signal by which it can be held, for threads begin with the mask
/// of their maker, and tells a stack that is full.
uintptr_t capture_thread_to_hold(void);

/// Holds a thread for good where it is, in a loop without an end; false if it is in a library that others need as well.
bool capture_hold_thread(uintptr_t thread);

/// The label of a Dispatch queue; empty if it has none.
const char *_Nonnull capture_queue_label(void *_Nonnull queue);
/// The queue that runs the blocks of a Dispatch queue one after another: itself, or one that its work goes to; null if
/// there is none.
void *_Nullable capture_serial_queue(void *_Nonnull queue);
/// The queue itself if it is a concurrent one of the code's own, with no serial one behind it; null otherwise.
void *_Nullable capture_concurrent_queue(void *_Nonnull queue);
/// Whether the calling thread runs work of a queue, or of one that sends its work there.
bool capture_runs_in(void *_Nonnull queue);
/// The queue that work was given to.
void *_Nonnull capture_queue_of(capture_work *_Nonnull work);
/// Lets a crash of code in a world be told by the world, as what stops it; any other takes its way.
void capture_crashes(void);
/// A copy of this process, which has one thread; in the copy itself, its number is 0.
typedef struct {
  int process, results, output;
} capture_child;

/// Bytes that the caller frees.
typedef struct {
  char *_Nullable bytes;
  size_t count;
} capture_bytes;

/// Copies the process; false if that cannot be. The copy's standard error goes to the original.
bool capture_fork(capture_child *_Nonnull child);
/// Ends the copy, called in it, with its results.
_Noreturn void capture_end_child(capture_child child, const void *_Nonnull bytes, size_t count);
/// Waits for a copy to end: its results, and what it wrote to standard error. False if it took longer and was ended.
bool capture_await_child(
  capture_child child, int64_t nanoseconds, capture_bytes *_Nonnull results, capture_bytes *_Nonnull output);
/// The main queue of Dispatch.
void *_Nullable capture_main_queue(void);

/// The number of a task for as long as the process lives; 0 for a job that belongs to no task.
uint64_t capture_task_id(void *_Nonnull job);

/// The task that the calling thread runs, if any.
void *_Nullable capture_current_task(void);

/// Where a task's job goes on, and where its callers do, innermost first; for reports: looked up, never called. For a
/// task that does not run.
///
/// Returns how many there are, at most `limit`.
size_t capture_resume_points(void *_Nonnull job, const void *_Nullable *_Nonnull points, size_t limit);

/// The name of the function that holds an address, mangled; null if not known. The caller frees it.
char *_Nullable capture_symbol(const void *_Nonnull address);

/// The file and line of source of an address in the executable, from its debugging information; null if it has none. The
/// caller frees it.
char *_Nullable capture_line(const void *_Nonnull address, size_t *_Nonnull line);

/// Where the calling functions go on, innermost first; for reports.
///
/// Returns how many there are, at most `limit`.
size_t capture_callers(const void *_Nullable *_Nonnull points, size_t limit);

/// The plain form of a mangled name, null if it is none; the caller frees it.
char *_Nullable capture_demangle(const char *_Nonnull name);

/// How many references hold the object of a closure's captured values, and one less.
size_t capture_retain_count(void *_Nonnull object);
void capture_release(void *_Nonnull object);

/// The first symbol that something else answers for, or that is not there at all; null if capture works.
const char *_Nullable capture_missing_symbol(void);

#endif
