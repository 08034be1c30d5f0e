// A schedule in a process of its own, which may crash there: a copy of this one that has one thread, that of the world.

#include "interposed.h"

#if CAPTURE_IS_AVAILABLE
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
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

/// Reads what there is; false at the end.
static bool read_into(int file, capture_bytes *into) {
  char *more = realloc(into->bytes, into->count + 65536);
  if (!more) return false;
  into->bytes = more;
  ssize_t count = read(file, more + into->count, 65536);
  if (count > 0) into->count += (size_t)count;
  return count > 0 || (count < 0 && errno == EINTR);
}

bool capture_await_child(capture_child child, int64_t nanoseconds, capture_bytes *results, capture_bytes *output) {
  struct pollfd files[2] = {{child.results, POLLIN, 0}, {child.output, POLLIN, 0}};
  capture_bytes *into[2] = {results, output};
  int64_t end = capture_real_time() + nanoseconds;
  bool is_in_time = true;
  *results = *output = (capture_bytes){NULL, 0};
  while (files[0].fd >= 0 || files[1].fd >= 0) {
    int64_t left = end - capture_real_time();
    int ready = left > 0 ? poll(files, 2, (int)(left / 1000000) + 1) : 0;
    if (ready < 0 && errno == EINTR) continue;
    if (ready <= 0) {
      is_in_time = false;
      kill(child.process, SIGKILL);
      break;
    }
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
