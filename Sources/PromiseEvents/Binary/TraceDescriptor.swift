package import PromiseSystem

/// The descriptor of a trace's file. The program may close it, or reuse its number for a file of
/// its own, so it is checked before each use, and opened again by its path if it is gone.
package struct TraceDescriptor: Sendable {
  private let descriptor: GuardedDescriptor
  private let path: String

  /// Takes a descriptor, which was opened at `path`.
  package init(_ descriptor: GuardedDescriptor, path: String) {
    (self.descriptor, self.path) = (descriptor, path)
  }

  /// Calls `body` with the descriptor, or with a new one for the same file. Returns the error
  /// number that `body` returns, or `EBADF` if the file cannot be found again.
  private func use(_ body: (Int32) -> Int32) -> Int32 {
    if descriptor.isIntact { return body(descriptor.number) }
    let again = open(path, O_RDWR | O_NOFOLLOW | O_CLOEXEC | O_NOCTTY | O_NONBLOCK)
    guard again >= 0 else { return EBADF }
    defer { _ = PromiseSystem.close(again) }
    return FileIdentity(of: again) == descriptor.identity ? body(again) : EBADF
  }

  /// Reserves space in the file. Returns the error number; 0 if there is enough space.
  func grow(from size: Int, to newSize: Int) -> Int32 {
    var limit = rlimit()
    #if canImport(Glibc)
      let isLimited = getrlimit(__rlimit_resource_t(RLIMIT_FSIZE.rawValue), &limit) == 0
    #else
      let isLimited = getrlimit(RLIMIT_FSIZE, &limit) == 0
    #endif
    // Growing past the limit would send a signal to the program.
    if isLimited, UInt64(newSize) > UInt64(limit.rlim_cur) { return EFBIG }
    return use { descriptor in
      #if os(Linux)
        return uninterrupted { posix_fallocate(descriptor, off_t(size), off_t(newSize - size)) }
      #else
        var request = fstore_t(
          fst_flags: UInt32(F_ALLOCATEALL), fst_posmode: F_PEOFPOSMODE, fst_offset: 0,
          fst_length: off_t(newSize - size), fst_bytesalloc: 0)
        guard fcntl(descriptor, F_PREALLOCATE, &request) == 0 else { return errno }
        return ftruncate(descriptor, off_t(newSize)) == 0 ? 0 : errno
      #endif
    }
  }

  /// Calls `body` again as long as a signal interrupts it.
  private func uninterrupted(_ body: () -> Int32) -> Int32 {
    while true {
      let status = body()
      if status != EINTR { return status }
    }
  }

  /// Maps a part of the file; `nil` if that is not possible.
  func map(_ offset: Int, _ size: Int) -> UnsafeMutableRawPointer? {
    var memory: UnsafeMutableRawPointer?
    _ = use { descriptor in
      memory = mmap(nil, size, PROT_READ | PROT_WRITE, MAP_SHARED, descriptor, off_t(offset))
      #if os(Linux)
        // A forked process has no use for it, and would keep the file locked.
        if memory != MAP_FAILED { madvise(memory, size, 10) }  // MADV_DONTFORK
      #endif
      return 0
    }
    return memory == MAP_FAILED ? nil : memory
  }

  /// Cuts the file off after `size` bytes.
  func cut(at size: Int) { _ = use { ftruncate($0, off_t(size)) } }

  /// Lets other processes write to the file.
  func unlock() { _ = use { flock($0, LOCK_UN) } }

  /// Closes the descriptor, if it still belongs to the file.
  func close() { descriptor.close() }
}
