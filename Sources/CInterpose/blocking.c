// Calls of the C library and of Dispatch that block until another thread or process acts. If a call would block, the
// world stops and reports what the code waits for.

#include "interposed.h"

#if CAPTURE_IS_AVAILABLE
#include <fcntl.h>
#include <poll.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/sysmacros.h>
#include <sys/wait.h>

static bool is_random_device(const struct stat *status) {
  return S_ISCHR(status->st_mode) && major(status->st_rdev) == 1
    && (minor(status->st_rdev) == 8 || minor(status->st_rdev) == 9);
}

/// Whether a pipe or a socket has nothing to read.
static bool would_block(int file, const struct stat *status) {
  if (!S_ISFIFO(status->st_mode) && !S_ISSOCK(status->st_mode)) return false;
  struct pollfd one = {file, POLLIN, 0};
  return !(fcntl(file, F_GETFL) & O_NONBLOCK) && poll(&one, 1, 0) == 0;
}
static bool file_would_block(int file) {
  struct stat status;
  return fstat(file, &status) == 0 && would_block(file, &status);
}

typedef ssize_t read_function(int, void *, size_t);
ORIGINAL(read_function, read)
ssize_t read(int file, void *buffer, size_t count) {
  struct stat status;
  if (current_world && fstat(file, &status) == 0) {
    if (is_random_device(&status)) {
      ASK(random(current_world, buffer, count));
      return (ssize_t)count;
    }
    if (would_block(file, &status)) stop_world("a read that would block, of a pipe or a socket");
  }
  return original_read()(file, buffer, count);
}

typedef ssize_t receive_function(int, void *, size_t, int);
ORIGINAL(receive_function, recv)
ssize_t recv(int file, void *buffer, size_t count, int flags) {
  if (current_world && !(flags & MSG_DONTWAIT) && file_would_block(file)) {
    stop_world("a read that would block, of a socket (recv)");
  }
  return original_recv()(file, buffer, count, flags);
}

typedef int accept_function(int, struct sockaddr *restrict, socklen_t *restrict);
ORIGINAL(accept_function, accept)
int accept(int file, struct sockaddr *restrict address, socklen_t *restrict size) {
  if (current_world && file_would_block(file)) stop_world("a wait for a connection (accept)");
  return original_accept()(file, address, size);
}

typedef pid_t wait_process_function(pid_t, int *, int);
ORIGINAL(wait_process_function, waitpid)
pid_t waitpid(pid_t process, int *status, int options) {
  if (!current_world || (options & WNOHANG)) return original_waitpid()(process, status, options);
  pid_t ended = original_waitpid()(process, status, options | WNOHANG);
  if (ended == 0) stop_world("a wait for a process to end (waitpid)");
  return ended;
}

typedef intptr_t wait_semaphore_function(void *, uint64_t);
ORIGINAL(wait_semaphore_function, dispatch_semaphore_wait)
intptr_t dispatch_semaphore_wait(void *semaphore, uint64_t timeout) {
  if (!current_world) return original_dispatch_semaphore_wait()(semaphore, timeout);
  branch_at_lock(__builtin_return_address(0));
  intptr_t result = original_dispatch_semaphore_wait()(semaphore, 0);
  if (result != 0 && timeout != 0) {
    // An interrupted job may hold a semaphore that is used as a lock.
    if (wait_in_world((capture_lock){capture_semaphore, semaphore})) return 0;
    result = original_dispatch_semaphore_wait()(semaphore, 0);
    if (result != 0) stop_world("DispatchSemaphore.wait that would block");
  }
  if (result == 0) {
    ASK(semaphore(current_world, semaphore, -1));
    note_lock(NULL);
  }
  return result;
}

const char *missing_blocking_symbol(void) {
#define OURS(name) {#name, (void *)name}
  const interposed_symbol symbols[] = {
    OURS(read), OURS(recv), OURS(accept), OURS(waitpid), OURS(dispatch_semaphore_wait),
  };
  return first_missing(symbols, sizeof symbols / sizeof *symbols);
}
#endif
