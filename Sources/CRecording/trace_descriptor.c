#define _GNU_SOURCE
#include "trace_parts.h"

#include <errno.h>
#include <fcntl.h>
#include <sys/file.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

/// A descriptor of the file, which is closed after its use if it was opened for it.
struct use {
  int descriptor;
  bool is_new;
};

static bool leads_to(int descriptor, const struct place *place) {
  struct stat status;
  return fstat(descriptor, &status) == 0 && (uint64_t)status.st_dev == place->device &&
         (uint64_t)status.st_ino == place->file;
}

/// Returns a descriptor of the file; a negative one if the file cannot be found again.
static struct use begin(const struct place *place) {
  if (leads_to(place->descriptor, place)) return (struct use){place->descriptor, false};
  int again = open(place->path, O_RDWR | O_NOFOLLOW | O_CLOEXEC | O_NOCTTY | O_NONBLOCK);
  if (again >= 0 && !leads_to(again, place)) {
    close(again);
    again = -1;
  }
  return (struct use){again, again >= 0};
}

static void end(struct use use) {
  int problem = errno;
  if (use.is_new) close(use.descriptor);
  errno = problem;
}

static int reserve(int descriptor, uint64_t size, uint64_t new_size) {
#if defined(__linux__)
  int status;
  do {
    status = posix_fallocate(descriptor, (off_t)size, (off_t)(new_size - size));
  } while (status == EINTR);
  return status;
#else
  fstore_t request = {.fst_flags = F_ALLOCATEALL,
                      .fst_posmode = F_PEOFPOSMODE,
                      .fst_length = (off_t)(new_size - size)};
  if (fcntl(descriptor, F_PREALLOCATE, &request) != 0) return errno;
  return ftruncate(descriptor, (off_t)new_size) == 0 ? 0 : errno;
#endif
}

int cr_reserve(const struct place *place, uint64_t size, uint64_t new_size) {
  struct rlimit limit;
  // Growing past the limit would send a signal to the program.
  if (getrlimit(RLIMIT_FSIZE, &limit) == 0 && new_size > (uint64_t)limit.rlim_cur) return EFBIG;
  struct use use = begin(place);
  if (use.descriptor < 0) return EBADF;
  int status = reserve(use.descriptor, size, new_size);
  end(use);
  return status;
}

void *cr_map(const struct place *place, uint64_t offset, size_t size) {
  struct use use = begin(place);
  if (use.descriptor < 0) {
    errno = EBADF;
    return NULL;
  }
  void *memory =
      mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_SHARED, use.descriptor, (off_t)offset);
  end(use);
  if (memory == MAP_FAILED) return NULL;
#if defined(__linux__)
  // A forked process has no use for it, and would keep the file locked.
  madvise(memory, size, MADV_DONTFORK);
#endif
  return memory;
}

bool cr_read_part(const struct place *place, void *bytes, uint64_t offset, size_t size) {
  struct use use = begin(place);
  size_t filled = 0;
  while (use.descriptor >= 0 && filled < size) {
    ssize_t count = pread(use.descriptor, (uint8_t *)bytes + filled, size - filled,
                          (off_t)(offset + filled));
    if (count < 0 && errno == EINTR) continue;
    if (count <= 0) break;
    filled += (size_t)count;
  }
  end(use);
  return filled == size;
}

/// Gives a part of the file back to the file system. Returns the error number.
static int punch(int descriptor, uint64_t offset, uint64_t size) {
#if defined(__linux__)
  int status;
  do {
    status = fallocate(descriptor, FALLOC_FL_PUNCH_HOLE | FALLOC_FL_KEEP_SIZE, (off_t)offset,
                       (off_t)size);
  } while (status != 0 && errno == EINTR);
#else
  fpunchhole_t hole = {.fp_offset = (off_t)offset, .fp_length = (off_t)size};
  int status = fcntl(descriptor, F_PUNCHHOLE, &hole);
#endif
  return status == 0 ? 0 : errno;
}

int cr_free_part(const struct place *place, uint64_t offset, uint64_t size) {
  struct use use = begin(place);
  if (use.descriptor < 0) return EBADF;
  int problem = 0;
  if (size > 0) {
    // A reader that has begun with the chunk finds out before it finds zeros.
    uint32_t nothing = cr_content_nothing;
    off_t content = (off_t)(offset + offsetof(struct chunk_header, content));
    if (pwrite(use.descriptor, &nothing, sizeof nothing, content) < 0) problem = errno;
  }
  if (problem == 0) problem = punch(use.descriptor, offset, size > 0 ? size : cr_chunk_size);
  end(use);
  return problem;
}

void cr_cut(const struct place *place, uint64_t size) {
  struct use use = begin(place);
  if (use.descriptor < 0) return;
  // Where that fails, the file ends with zeros, which are no chunk.
  int status = ftruncate(use.descriptor, (off_t)size);
  (void)status;
  end(use);
}

void cr_leave(const struct place *place) {
  struct use use = begin(place);
  if (use.descriptor < 0) return;
  // The mapping would keep the file locked until the process ends.
  flock(use.descriptor, LOCK_UN);
  end(use);
  if (leads_to(place->descriptor, place)) close(place->descriptor);
}

int64_t cr_next_bytes(int descriptor, int64_t offset) {
  off_t position = lseek(descriptor, 0, SEEK_CUR);
  off_t next = lseek(descriptor, (off_t)offset, SEEK_DATA);
  if (position >= 0) lseek(descriptor, position, SEEK_SET);
  return next > offset ? next : offset;
}
