// Work for a Dispatch queue becomes a job of the world. Each serial queue has a lane.

#include "interposed.h"

#if CAPTURE_IS_AVAILABLE
#include <stdlib.h>
#include <string.h>

/// The memory layout of a block.
typedef struct {
  void *isa;
  int flags, reserved;
  void (*invoke)(void *);
} block_layout;
extern void *_Block_copy(const void *block);
extern void _Block_release(const void *block);

void (*block_function(void *block))(void *) { return ((block_layout *)block)->invoke; }

struct capture_work {
  void *block;
  void (*function)(void *);
  void *argument;
  /// The group that the work leaves when it is done; null for none.
  void *group;
  /// The queue that the work was submitted to, whatever its target queue is.
  void *queue;
};

_Thread_local int within_dispatch;

/// The queue whose work this thread runs in its world; null for other jobs.
static _Thread_local void *running_queue;

static capture_work *work_of(void *block, void (*function)(void *), void *argument, void *group) {
  capture_work *work = malloc(sizeof *work);
  *work = (capture_work){block ? _Block_copy(block) : NULL, function, argument, group, NULL};
  return work;
}

capture_work *capture_work_of_block(void *block) { return work_of(block, NULL, NULL, NULL); }

typedef struct {
  void *source;
  int64_t setting;
} timer_work;
static void run_timer(void *argument) {
  timer_work work = *(timer_work *)argument;
  free(argument);
  void *block = current_world ? ASK(timer_runs(current_world, work.source, work.setting)) : NULL;
  if (!block) return;
  // The handler may set another one.
  block = _Block_copy(block);
  ((block_layout *)block)->invoke(block);
  _Block_release(block);
}
capture_work *capture_work_of_timer(void *source, int64_t setting) {
  timer_work *work = malloc(sizeof *work);
  *work = (timer_work){source, setting};
  return work_of(NULL, run_timer, work, NULL);
}

extern void dispatch_retain(void *object);
extern void dispatch_release(void *object);
void capture_keep(void *object) { dispatch_retain(object); }
void capture_let_go(void *object) { dispatch_release(object); }
void capture_release_block(void *block) { _Block_release(block); }

void capture_run_work(capture_work *work) {
  void *outer = running_queue;
  running_queue = work->queue;
  if (work->block) {
    ((block_layout *)work->block)->invoke(work->block);
    _Block_release(work->block);
  } else {
    work->function(work->argument);
  }
  if (work->group && current_world) ASK(group_leave(current_world, work->group));
  running_queue = outer;
  free(work);
}

static void take(void *queue, capture_work *work, int64_t delay, bool is_barrier) {
  if (work->group) ASK(group_enter(current_world, work->group));
  work->queue = queue;
  ASK(async(current_world, queue, work, delay, is_barrier));
}

// Queues.

typedef void async_function(void *, void *);
typedef void async_f_function(void *, void *, void (*)(void *));
ORIGINAL(async_function, dispatch_async)
ORIGINAL(async_function, dispatch_barrier_async)
ORIGINAL(async_f_function, dispatch_async_f)

void dispatch_async(void *queue, void *block) {
  if (current_world) return take(queue, work_of(block, NULL, NULL, NULL), 0, false);
  original_dispatch_async()(queue, block);
}
void dispatch_barrier_async(void *queue, void *block) {
  if (current_world) return take(queue, work_of(block, NULL, NULL, NULL), 0, true);
  original_dispatch_barrier_async()(queue, block);
}
void dispatch_async_f(void *queue, void *argument, void (*function)(void *)) {
  if (current_world) return take(queue, work_of(NULL, function, argument, NULL), 0, false);
  original_dispatch_async_f()(queue, argument, function);
}

typedef void after_function(uint64_t, void *, void *);
typedef void after_f_function(uint64_t, void *, void *, void (*)(void *));
ORIGINAL(after_function, dispatch_after)
ORIGINAL(after_f_function, dispatch_after_f)

/// The nanoseconds from now to a Dispatch time. Wall-clock times are negative; others count from the start of the
/// clock.
int64_t delay_until(uint64_t when) {
  const int64_t second = 1000000000;
  if (when == UINT64_MAX) return INT64_MAX;
  int64_t at = (int64_t)when < 0 ? -(int64_t)when - 1767225600 * second : (int64_t)when - 1000 * second;
  return at > current_now ? at - current_now : 0;
}

void dispatch_after(uint64_t when, void *queue, void *block) {
  if (current_world) return take(queue, work_of(block, NULL, NULL, NULL), delay_until(when), false);
  original_dispatch_after()(when, queue, block);
}
void dispatch_after_f(uint64_t when, void *queue, void *argument, void (*function)(void *)) {
  if (current_world) return take(queue, work_of(NULL, function, argument, NULL), delay_until(when), false);
  original_dispatch_after_f()(when, queue, argument, function);
}

// The caller waits for a queue. The work in the queue runs first, and then the block, all on this thread.

ORIGINAL(async_function, dispatch_sync)
ORIGINAL(async_function, dispatch_barrier_sync)

static void run_in(void *queue, void *block, bool is_barrier) {
  if (!ASK(sync_begin(current_world, queue, is_barrier))) {
    end_job("deadlock: DispatchQueue.sync on a queue that waits for its caller");
  }
  note_lock(NULL);
  void *outer = running_queue;
  running_queue = queue;
  ((block_layout *)block)->invoke(block);
  running_queue = outer;
  if (current_world) ASK(sync_end(current_world));
}

void dispatch_sync(void *queue, void *block) {
  if (current_world) return run_in(queue, block, false);
  original_dispatch_sync()(queue, block);
}
void dispatch_barrier_sync(void *queue, void *block) {
  if (current_world) return run_in(queue, block, true);
  original_dispatch_barrier_sync()(queue, block);
}

typedef void apply_function(size_t, void *, void *);
ORIGINAL(apply_function, dispatch_apply)

void dispatch_apply(size_t count, void *queue, void *block) {
  if (!current_world) return original_dispatch_apply()(count, queue, block);
  if (count > 1) ASK(iterated(current_world));
  for (size_t index = 0; index < count; index++) {
    ((void (*)(void *, size_t))((block_layout *)block)->invoke)(block, index);
  }
}

typedef void assert_function(void *);
ORIGINAL(assert_function, dispatch_assert_queue)
ORIGINAL(assert_function, dispatch_assert_queue_barrier)
ORIGINAL(assert_function, dispatch_assert_queue_not)

void dispatch_assert_queue(void *queue) {
  if (current_world && ASK(is_in_queue(current_world, queue))) return;
  original_dispatch_assert_queue()(queue);
}
void dispatch_assert_queue_barrier(void *queue) {
  if (current_world && ASK(is_in_queue(current_world, queue))) return;
  original_dispatch_assert_queue_barrier()(queue);
}
void dispatch_assert_queue_not(void *queue) {
  // Dispatch does not know that this thread runs work of the queue, so its own check would always pass.
  if (current_world && ASK(is_in_queue(current_world, queue))) abort();
  original_dispatch_assert_queue_not()(queue);
}

// Dispatch has no function that tells whether a queue is serial, or what its target queue is. Queues are therefore
// marked when they are created.

typedef void *queue_function(const char *, void *, void *);
typedef void *plain_queue_function(const char *, void *);
typedef void *attribute_qos_function(void *, unsigned, int);
typedef void *attribute_inactive_function(void *);
typedef void *attribute_frequency_function(void *, unsigned long);
extern void *dispatch_queue_create_with_target$V2(const char *, void *, void *);
extern void dispatch_queue_set_specific(void *queue, const void *key, void *value, void *destructor);
extern void *dispatch_queue_get_specific(void *queue, const void *key);
extern const char *dispatch_queue_get_label(void *queue);
extern char _dispatch_queue_attr_concurrent, _dispatch_main_q;
ORIGINAL(plain_queue_function, dispatch_queue_create)
ORIGINAL(queue_function, dispatch_queue_create_with_target)
ORIGINAL(async_function, dispatch_set_target_queue)
ORIGINAL(attribute_qos_function, dispatch_queue_attr_make_with_qos_class)
ORIGINAL(attribute_inactive_function, dispatch_queue_attr_make_initially_inactive)
ORIGINAL(attribute_frequency_function, dispatch_queue_attr_make_with_autorelease_frequency)

/// Attributes derived from the concurrent attribute. There are only a few, and Dispatch never frees them.
static void *_Atomic concurrent_attributes[64];
static const char is_concurrent, target_of;

static bool is_concurrent_attribute(void *attribute) {
  if (attribute == &_dispatch_queue_attr_concurrent) return true;
  for (int index = 0; attribute && index < 64 && concurrent_attributes[index]; index++) {
    if (concurrent_attributes[index] == attribute) return true;
  }
  return false;
}
static void *derived(void *from, void *attribute) {
  if (!is_concurrent_attribute(from) || is_concurrent_attribute(attribute)) return attribute;
  for (int index = 0; index < 64; index++) {
    void *empty = NULL;
    if (__c11_atomic_compare_exchange_strong(
          &concurrent_attributes[index], &empty, attribute, __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST)) break;
  }
  return attribute;
}
void *dispatch_queue_attr_make_with_qos_class(void *attribute, unsigned quality, int priority) {
  return derived(attribute, original_dispatch_queue_attr_make_with_qos_class()(attribute, quality, priority));
}
void *dispatch_queue_attr_make_initially_inactive(void *attribute) {
  if (current_world) ASK(escape(current_world, "a DispatchQueue that is inactive at first"));
  return derived(attribute, original_dispatch_queue_attr_make_initially_inactive()(attribute));
}
void *dispatch_queue_attr_make_with_autorelease_frequency(void *attribute, unsigned long frequency) {
  return derived(attribute, original_dispatch_queue_attr_make_with_autorelease_frequency()(attribute, frequency));
}
static void *marked(void *queue, void *attribute) {
  if (is_concurrent_attribute(attribute)) dispatch_queue_set_specific(queue, &is_concurrent, queue, NULL);
  return queue;
}
static void *targeted(void *queue, void *target) {
  if (target) dispatch_queue_set_specific(queue, &target_of, target, NULL);
  return queue;
}
void *dispatch_queue_create(const char *label, void *attribute) {
  return marked(original_dispatch_queue_create()(label, attribute), attribute);
}
void *dispatch_queue_create_with_target(const char *label, void *attribute, void *target) {
  return targeted(marked(original_dispatch_queue_create_with_target()(label, attribute, target), attribute), target);
}
void dispatch_set_target_queue(void *object, void *target) {
  // Sources and groups have target queues as well.
  original_dispatch_set_target_queue()(object, target);
  if (current_world) ASK(escape(current_world, "a queue that gets another target"));
}

const char *capture_queue_label(void *queue) {
  const char *label = dispatch_queue_get_label(queue);
  return label ? label : "";
}
void *capture_serial_queue(void *queue) {
  const char global[] = "com.apple.root";
  void *serial = NULL;
  while (queue && queue != &_dispatch_main_q && strncmp(capture_queue_label(queue), global, sizeof global - 1) != 0) {
    if (!dispatch_queue_get_specific(queue, &is_concurrent)) serial = queue;
    queue = dispatch_queue_get_specific(queue, &target_of);
  }
  return queue == &_dispatch_main_q ? queue : serial;
}
void *capture_main_queue(void) { return &_dispatch_main_q; }

// Queue-specific values are found by code that runs in the queue, or in a queue whose target it is.

typedef void *specific_function(const void *);
ORIGINAL(specific_function, dispatch_get_specific)
void *dispatch_get_specific(const void *key) {
  if (!current_world) return original_dispatch_get_specific()(key);
  void *queue = running_queue;
  if (!queue && ASK(is_in_queue(current_world, &_dispatch_main_q))) queue = &_dispatch_main_q;
  for (; queue; queue = dispatch_queue_get_specific(queue, &target_of)) {
    void *value = dispatch_queue_get_specific(queue, key);
    if (value) return value;
  }
  return NULL;
}

bool capture_runs_in(void *queue) {
  for (void *at = running_queue; at; at = dispatch_queue_get_specific(at, &target_of)) {
    if (at == queue) return true;
  }
  return false;
}
void *capture_concurrent_queue(void *queue) {
  return !capture_serial_queue(queue) && dispatch_queue_get_specific(queue, &is_concurrent) ? queue : NULL;
}
void *capture_queue_of(capture_work *work) { return work->queue; }

typedef void object_function(void *);
ORIGINAL(object_function, dispatch_suspend)
ORIGINAL(object_function, dispatch_resume)
ORIGINAL(object_function, dispatch_activate)

/// A timer of the world. The Dispatch source behind it gets no time and never fires, but is freed as the code expects.
bool is_timer(void *object) { return current_world && ASK(is_timer(current_world, object)); }

ORIGINAL(object_function, dispatch_release)
void dispatch_release(void *object) { WITHIN_DISPATCH(original_dispatch_release()(object)); }

void dispatch_suspend(void *object) {
  if (current_world) ASK(escape(current_world, "a suspended DispatchQueue"));
  original_dispatch_suspend()(object);
}
void dispatch_activate(void *object) {
  if (is_timer(object)) ASK(timer_resumed(current_world, object));
  WITHIN_DISPATCH(original_dispatch_activate()(object));
}
void dispatch_resume(void *object) {
  if (is_timer(object)) {
    ASK(timer_resumed(current_world, object));
    WITHIN_DISPATCH(original_dispatch_resume()(object));
    return;
  }
  if (current_world) ASK(escape(current_world, "a DispatchQueue that is resumed"));
  WITHIN_DISPATCH(original_dispatch_resume()(object));
}

typedef void *block_create_function(unsigned long, void *);
typedef void *block_create_qos_function(unsigned long, unsigned, int, void *);
ORIGINAL(block_create_function, dispatch_block_create)
ORIGINAL(block_create_qos_function, dispatch_block_create_with_qos_class)
static void note_flags(unsigned long flags) {
  const unsigned long barrier = 1;
  if (current_world && (flags & barrier)) {
    ASK(escape(
      current_world, "a barrier in a DispatchWorkItem: async(flags: .barrier) without group and QoS is controlled"));
  }
}
void *dispatch_block_create(unsigned long flags, void *block) {
  note_flags(flags);
  return original_dispatch_block_create()(flags, block);
}
void *dispatch_block_create_with_qos_class(unsigned long flags, unsigned quality, int priority, void *block) {
  note_flags(flags);
  return original_dispatch_block_create_with_qos_class()(flags, quality, priority, block);
}

// The world counts entries into groups by code in the world, and the matching calls to leave. If a group was entered
// elsewhere, Dispatch handles the call to leave. An example is the group inside each DispatchWorkItem.

typedef void group_function(void *);
typedef void group_async_function(void *, void *, void *);
typedef intptr_t wait_function(void *, uint64_t);
ORIGINAL(group_function, dispatch_group_enter)
ORIGINAL(group_function, dispatch_group_leave)
ORIGINAL(group_async_function, dispatch_group_async)
ORIGINAL(group_async_function, dispatch_group_notify)
ORIGINAL(wait_function, dispatch_group_wait)

void dispatch_group_enter(void *group) {
  if (current_world) return ASK(group_enter(current_world, group));
  original_dispatch_group_enter()(group);
}
void dispatch_group_leave(void *group) {
  if (current_world && ASK(group_leave(current_world, group))) return;
  original_dispatch_group_leave()(group);
}
void dispatch_group_async(void *group, void *queue, void *block) {
  if (current_world) return take(queue, work_of(block, NULL, NULL, group), 0, false);
  original_dispatch_group_async()(group, queue, block);
}
void dispatch_group_notify(void *group, void *queue, void *block) {
  if (current_world) {
    return ASK(group_notify(current_world, group, queue, work_of(block, NULL, NULL, NULL)));
  }
  original_dispatch_group_notify()(group, queue, block);
}
intptr_t dispatch_group_wait(void *group, uint64_t timeout) {
  if (!current_world) return original_dispatch_group_wait()(group, timeout);
  if (ASK(group_is_empty(current_world, group))) return 0;
  if (timeout == 0) return 1;
  stop_world("DispatchGroup.wait that would block");
}

// Calls that block, and parts of Dispatch that the world does not control.

ORIGINAL(wait_function, dispatch_block_wait)
intptr_t dispatch_block_wait(void *block, uint64_t timeout) {
  if (current_world && timeout != 0) stop_world("DispatchWorkItem.wait");
  return original_dispatch_block_wait()(block, timeout);
}

typedef void block_notify_function(void *, void *, void *);
ORIGINAL(block_notify_function, dispatch_block_notify)
void dispatch_block_notify(void *block, void *queue, void *notification) {
  if (current_world) ASK(escape(current_world, "DispatchWorkItem.notify"));
  original_dispatch_block_notify()(block, queue, notification);
}

// File input and output by Dispatch, which uses its own queues.

typedef void *io_create_function(unsigned long, int, void *, void *);
typedef void *io_path_function(unsigned long, const char *, int, unsigned, void *, void *);
typedef void io_read_function(int, size_t, void *, void *);
typedef void io_write_function(int, void *, void *, void *);
ORIGINAL(io_create_function, dispatch_io_create)
ORIGINAL(io_path_function, dispatch_io_create_with_path)
ORIGINAL(io_read_function, dispatch_read)
ORIGINAL(io_write_function, dispatch_write)
void *dispatch_io_create(unsigned long type, int file, void *queue, void *handler) {
  if (current_world) stop_world("DispatchIO");
  return original_dispatch_io_create()(type, file, queue, handler);
}
void *dispatch_io_create_with_path(
  unsigned long type, const char *path, int flags, unsigned mode, void *queue, void *handler
) {
  if (current_world) stop_world("DispatchIO");
  return original_dispatch_io_create_with_path()(type, path, flags, mode, queue, handler);
}
void dispatch_read(int file, size_t length, void *queue, void *handler) {
  if (current_world) stop_world("DispatchIO");
  original_dispatch_read()(file, length, queue, handler);
}
void dispatch_write(int file, void *data, void *queue, void *handler) {
  if (current_world) stop_world("DispatchIO");
  original_dispatch_write()(file, data, queue, handler);
}

const char *missing_dispatch_symbol(void) {
#define OURS(name) {#name, (void *)name}
  const interposed_symbol symbols[] = {
    OURS(dispatch_async), OURS(dispatch_after), OURS(dispatch_sync), OURS(dispatch_group_enter),
    OURS(dispatch_group_leave), OURS(dispatch_group_async), OURS(dispatch_group_notify), OURS(dispatch_group_wait),
    OURS(dispatch_queue_create), OURS(dispatch_queue_create_with_target),
  };
  return first_missing(symbols, sizeof symbols / sizeof *symbols);
}
#endif
