// Dispatch sources, of which the world controls only timers, and blocks of run loops, which it does not control.

#include "interposed.h"

#if CAPTURE_IS_AVAILABLE
#include <execinfo.h>
#include <string.h>

extern void *_Block_copy(const void *block);
extern const char _dispatch_source_type_timer;
extern void *dispatch_get_global_queue(intptr_t, uintptr_t);
typedef void *source_function(const void *, uintptr_t, uintptr_t, void *);
ORIGINAL(source_function, dispatch_source_create)
/// Whether Foundation's networking is among the callers of the calling function.
static bool is_called_by_networking(void) {
  static library networking = {"libFoundationNetworking", 0, 0};
  void *frames[12];
  int count = backtrace(frames, 12);
  for (int index = 0; index < count; index++) {
    if (is_in_library(&networking, frames[index])) return true;
  }
  return false;
}

void *dispatch_source_create(const void *type, uintptr_t handle, uintptr_t mask, void *queue) {
  // A URLSession without the world's protocol class creates this source first, and then uses its own threads.
  if (current_world && is_called_by_networking()) {
    stop_world(
      "a request of a URLSession that the world does not answer: use URLSession.shared, world.urlSession() or "
      "world.sessionConfiguration(), and world.intercept for its host");
  }
  if (!current_world) return original_dispatch_source_create()(type, handle, mask, queue);
  if (type != &_dispatch_source_type_timer) {
    ASK(escape(current_world, "a DispatchSource"));
    return original_dispatch_source_create()(type, handle, mask, queue);
  }
  void *source = original_dispatch_source_create()(type, handle, mask, queue);
  if (source) ASK(timer_made(current_world, source, queue ? queue : dispatch_get_global_queue(0, 0)));
  return source;
}

// Timers, and sources that were created before the world.

typedef void source_handler_function(void *, void *);
typedef void source_timer_function(void *, uint64_t, uint64_t, uint64_t);
typedef void source_data_function(void *, uintptr_t);
ORIGINAL(source_handler_function, dispatch_source_set_event_handler)
ORIGINAL(source_handler_function, dispatch_source_set_cancel_handler)
ORIGINAL(source_timer_function, dispatch_source_set_timer)
ORIGINAL(source_data_function, dispatch_source_merge_data)
typedef void object_function(void *);
ORIGINAL(object_function, dispatch_source_cancel)
static void note_source(void) {
  if (current_world) ASK(escape(current_world, "a DispatchSource"));
}
static void give_handler(void *source, void *block, bool is_cancel) {
  ASK(timer_handler(current_world, source, block ? _Block_copy(block) : NULL, is_cancel));
}
void dispatch_source_set_event_handler(void *source, void *block) {
  if (is_timer(source)) return give_handler(source, block, false);
  note_source();
  original_dispatch_source_set_event_handler()(source, block);
}
void dispatch_source_set_cancel_handler(void *source, void *block) {
  if (is_timer(source)) return give_handler(source, block, true);
  original_dispatch_source_set_cancel_handler()(source, block);
}
void dispatch_source_set_timer(void *source, uint64_t start, uint64_t interval, uint64_t leeway) {
  if (is_timer(source)) {
    int64_t every = interval >= INT64_MAX ? INT64_MAX : (int64_t)interval;
    return ASK(timer_set(current_world, source, delay_until(start), every));
  }
  note_source();
  original_dispatch_source_set_timer()(source, start, interval, leeway);
}
void dispatch_source_cancel(void *source) {
  if (is_timer(source)) ASK(timer_cancelled(current_world, source));
  WITHIN_DISPATCH(original_dispatch_source_cancel()(source));
}
void dispatch_source_merge_data(void *source, uintptr_t value) {
  note_source();
  original_dispatch_source_merge_data()(source, value);
}

typedef void perform_block_function(void *, const void *, void *);
ORIGINAL(perform_block_function, CFRunLoopPerformBlock)
void CFRunLoopPerformBlock(void *loop, const void *mode, void *block) {
  if (current_world) ASK(escape(current_world, "a block of a run loop"));
  original_CFRunLoopPerformBlock()(loop, mode, block);
}

const char *missing_source_symbol(void) {
#define OURS(name) {#name, (void *)name}
  const interposed_symbol symbols[] = {
    OURS(dispatch_source_create), OURS(dispatch_source_set_timer), OURS(CFRunLoopPerformBlock),
  };
  return first_missing(symbols, sizeof symbols / sizeof *symbols);
}
#endif
