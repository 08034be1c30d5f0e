// Replacements for platforms on which nothing can be captured. They report that there is no world.

#include "CInterpose.h"

#if !CAPTURE_IS_AVAILABLE
#include <stdlib.h>
#include <time.h>

const char *capture_problem(void) {
#if __has_feature(thread_sanitizer)
  return "the thread sanitizer is on, which takes over the same functions of the C library: run searches in a build "
    "without it";
#elif __has_feature(address_sanitizer)
  return "the address sanitizer is on, which takes over the same functions of the C library: run searches in a build "
    "without it";
#else
  return "only threads of Linux can be captured: this platform binds symbols to their library as it links";
#endif
}

int64_t capture_real_time(void) {
  struct timespec time;
  clock_gettime(CLOCK_MONOTONIC, &time);
  return (int64_t)time.tv_sec * 1000000000 + time.tv_nsec;
}

void capture_install(const capture_callbacks *callbacks) { (void)callbacks; }
void capture_crashes(void) {}
void *capture_world(void) { return NULL; }
void capture_set_world(void *world) { (void)world; }
void capture_set_runs_worlds(bool runs) { (void)runs; }
void capture_learn_locks(bool learns) { (void)learns; }
bool capture_took_lock(void) { return false; }
void capture_begin_job(void) {}
void capture_end_job(void) {}
void capture_warm_up(void) {}
const char *capture_hook(const void *own) {
  (void)own;
  return NULL;
}
void capture_enter_search(void) {}
void capture_leave_search(void) {}
bool capture_has_edges(void) { return false; }
bool capture_took_branch(void) { return false; }
const void *capture_code_address(void) { return (const void *)capture_has_edges; }
uint64_t capture_edges(void) { return 0; }
void capture_begin_edges(uint64_t done, uint64_t ask) { (void)done, (void)ask; }
bool capture_begin_worker(void) { return false; }
void capture_end_worker(void) {}
// Never called: a search reports that it is not available before it copies the process.
bool capture_fork(capture_child *child) { return (void)child, false; }
void capture_end_child(capture_child child, const void *bytes, size_t count) {
  (void)child, (void)bytes, (void)count;
  abort();
}
bool capture_await_child(capture_child child, int64_t nanoseconds, capture_bytes *results, capture_bytes *output) {
  (void)child, (void)nanoseconds;
  *results = *output = (capture_bytes){NULL, 0};
  return false;
}
bool capture_is_free(capture_lock lock) { return lock.lock != NULL; }
void capture_set_now(int64_t now) { (void)now; }
struct capture_work {
  void *block;
};
capture_work *capture_work_of_block(void *block) {
  capture_work *work = malloc(sizeof *work);
  return work->block = block, work;
}
capture_work *capture_work_of_timer(void *source, int64_t setting) {
  (void)setting;
  return capture_work_of_block(source);
}
void capture_keep(void *object) { (void)object; }
void capture_let_go(void *object) { (void)object; }
void capture_release_block(void *block) { (void)block; }
void capture_run_work(capture_work *work) { (void)work; }
uintptr_t capture_thread_to_hold(void) { return 0; }
bool capture_hold_thread(uintptr_t thread) { return (void)thread, false; }
const char *capture_queue_label(void *queue) { return queue ? "" : ""; }
void *capture_serial_queue(void *queue) { return queue; }
void *capture_concurrent_queue(void *queue) { return (void)queue, NULL; }
bool capture_runs_in(void *queue) { return queue == NULL; }
void *capture_queue_of(capture_work *work) { return work; }
void *capture_main_queue(void) { return NULL; }
uint64_t capture_task_id(void *job) { return (void)job, 0; }
void *capture_current_task(void) { return NULL; }
size_t capture_resume_points(void *job, const void **points, size_t limit) {
  (void)job, (void)points, (void)limit;
  return 0;
}
char *capture_symbol(const void *address) { return (void)address, NULL; }
char *capture_line(const void *address, size_t *line) { return (void)address, *line = 0, NULL; }
size_t capture_callers(const void **points, size_t limit) { return (void)points, (void)limit, 0; }
char *capture_demangle(const char *name) { return (void)name, NULL; }
size_t capture_retain_count(void *object) { return object ? 1 : 0; }
void capture_release(void *object) { (void)object; }
const char *capture_missing_symbol(void) { return NULL; }
#endif
