// Runs a schedule, which may crash, in a copy of the process. The copy has one thread, that of the world.

#include "interposed.h"

#if CAPTURE_IS_AVAILABLE
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

typedef pid_t fork_function(void);
ORIGINAL(fork_function, fork)

static bool close_both(int pair[2]) { return close(pair[0]), close(pair[1]), false; }

bool capture_fork(capture_child *child) {
  int results[2], output[2];
  if (pipe2(results, O_CLOEXEC) != 0) return false;
  if (pipe2(output, O_CLOEXEC) != 0) return close_both(results);
  pid_t pid = original_fork()();
  if (pid < 0) return close_both(output), close_both(results);
  if (pid == 0) {
    forget_thread_id();
    dup2(output[1], STDERR_FILENO);
    close(results[0]);
    close_both(output);
    *child = (capture_child){0, results[1], -1};
    return true;
  }
  close(results[1]);
  close(output[1]);
  *child = (capture_child){pid, results[0], output[0]};
  return true;
}

void capture_end_child(capture_child child, const void *bytes, size_t count) {
  for (const char *at = bytes; count > 0;) {
    ssize_t written = write(child.results, at, count);
    if (written < 0 && errno != EINTR) break;
    if (written > 0) (at += written), (count -= (size_t)written);
  }
  _exit(0);
}

/// Reads the available bytes; false at the end.
static bool read_into(int file, capture_bytes *into) {
  char *more = realloc(into->bytes, into->count + 65536);
  if (!more) return false;
  into->bytes = more;
  ssize_t count = read(file, more + into->count, 65536);
  if (count > 0) into->count += (size_t)count;
  return count > 0 || (count < 0 && errno == EINTR);
}

/// Reads the processor time of a process, in nanoseconds, and whether it is ready to run; false if the process has
/// ended.
static bool read_state(pid_t process, int64_t *used, bool *is_runnable) {
  char path[32], text[512];
  snprintf(path, sizeof path, "/proc/%d/stat", (int)process);
  int file = open(path, O_RDONLY | O_CLOEXEC);
  if (file < 0) return false;
  ssize_t count = read(file, text, sizeof text - 1);
  close(file);
  if (count <= 0) return false;
  text[count] = 0;
  const char *end_of_name = strrchr(text, ')');
  char state;
  unsigned long user, system;
  const char *form = " %c %*d %*d %*d %*d %*d %*u %*u %*u %*u %*u %lu %lu";
  if (!end_of_name || sscanf(end_of_name + 1, form, &state, &user, &system) != 3) return false;
  *used = (int64_t)(user + system) * (1000000000 / sysconf(_SC_CLK_TCK));
  *is_runnable = state == 'R' || state == 'D'; // running, waiting for a processor, or for a page
  return true;
}

/// The interval between checks of a copy's state, in nanoseconds.
static const int64_t slice = 20000000;

/// On a busy machine, the copy and the thread that waits for it may get no processor for seconds. While the copy is
/// ready to run, only its processor time counts. Otherwise real time counts, but at most two intervals for each check.
bool capture_await_child(capture_child child, int64_t nanoseconds, capture_bytes *results, capture_bytes *output) {
  struct pollfd files[2] = {{child.results, POLLIN, 0}, {child.output, POLLIN, 0}};
  capture_bytes *into[2] = {results, output};
  int64_t left = nanoseconds, last = capture_real_time(), last_used = 0;
  bool is_in_time = true;
  *results = *output = (capture_bytes){NULL, 0};
  while (files[0].fd >= 0 || files[1].fd >= 0) {
    int ready = poll(files, 2, left > 0 ? (int)((left < slice ? left : slice) / 1000000) + 1 : 0);
    if (ready < 0 && errno == EINTR) continue;
    int64_t now = capture_real_time(), used = last_used;
    bool is_runnable = false;
    bool is_known = read_state(child.process, &used, &is_runnable);
    int64_t passed = now - last < 2 * slice ? now - last : 2 * slice;
    left -= is_known && is_runnable ? used - last_used : passed;
    last = now;
    last_used = used;
    if (ready <= 0 && left <= 0) {
      is_in_time = false;
      kill(child.process, SIGKILL);
      break;
    }
    if (ready <= 0) continue;
    for (int index = 0; index < 2; index++) {
      if (files[index].fd >= 0 && files[index].revents && !read_into(files[index].fd, into[index])) files[index].fd = -1;
    }
  }
  close(child.results);
  close(child.output);
  while (waitpid(child.process, NULL, 0) < 0 && errno == EINTR) {}
  return is_in_time;
}
#endif
