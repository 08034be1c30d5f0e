// Where nothing can be captured there is no world: what Swift calls of this target finds none.

#include "CInterpose.h"

#if !CAPTURE_IS_AVAILABLE
#include <time.h>

void *capture_world(void) { return NULL; }
void capture_set_world(void *world) { (void)world; }
void capture_set_now(int64_t now) { (void)now; }
int64_t capture_real_time(void) { return (int64_t)clock_gettime_nsec_np(CLOCK_UPTIME_RAW); }
void capture_run_work(capture_work *work) { (void)work; }
const char *capture_queue_label(void *queue) { return queue ? "" : ""; }
void *capture_serial_queue(void *queue) { return queue; }
void *capture_concurrent_queue(void *queue) { return queue ? NULL : NULL; }
bool capture_runs_in(void *queue) { return queue == NULL; }
void *capture_queue_of(capture_work *work) { return work; }
void *capture_main_queue(void) { return NULL; }
uint64_t capture_task_id(void *job) { return job ? 0 : 0; }
size_t capture_resume_points(void *job, const void **points, size_t limit) {
  (void)job, (void)points, (void)limit;
  return 0;
}
#endif
