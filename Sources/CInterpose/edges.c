// Orders within a job: code that is built for it calls these wherever it branches.

#include "interposed.h"

void __sanitizer_cov_trace_pc_guard_init(uint32_t *start, uint32_t *stop) {
  for (uint32_t *guard = start; guard < stop; guard++) *guard = 1;
}
void __sanitizer_cov_trace_pc_guard(uint32_t *guard) { (void)guard; }
