/// A file descriptor of this library, in a process whose program may close any descriptor and open
/// a file of its own that gets the same number.
///
/// The guard remembers which file the number stood for. Check ``isIntact`` before each use.
package struct GuardedDescriptor: Hashable, Sendable {
  /// The number of the descriptor.
  package let number: Int32
  /// The file that the number stands for.
  package let identity: FileIdentity

  /// Takes over an open descriptor: moves it to a high number, out of the way of the standard
  /// streams and of a program that expects the low numbers, and keeps child processes from
  /// inheriting it. Closes it and returns `nil` if that is impossible; `errno` has the reason.
  package init?(taking descriptor: Int32) {
    var copy = fcntl(descriptor, F_DUPFD_CLOEXEC, Self.lowest)
    // A low limit on descriptors can exclude the high numbers.
    if copy < 0 { copy = fcntl(descriptor, F_DUPFD_CLOEXEC, 3) }
    let problem = errno
    if descriptor >= 0 { closeDescriptor(descriptor) }
    errno = problem
    guard copy >= 0 else { return nil }
    guard let identity = FileIdentity(of: copy) else {
      closeDescriptor(copy)
      return nil
    }
    (number, self.identity) = (copy, identity)
  }

  /// Whether the number still stands for the same file, and not for one that the program has opened
  /// in the meantime.
  package var isIntact: Bool { FileIdentity(of: number) == identity }

  /// Closes the descriptor, unless the number now stands for another file.
  package func close() { if isIntact { closeDescriptor(number) } }

  /// The lowest number that is used if possible.
  private static var lowest: Int32 { 10 }
}

/// What tells a file from all others: its device, and its number there.
package struct FileIdentity: Hashable, Sendable {
  package let device: UInt64
  package let file: UInt64

  package init(device: UInt64, file: UInt64) { (self.device, self.file) = (device, file) }

  package init(_ status: stat) {
    // These are different integer types on different systems.
    device = UInt64(truncatingIfNeeded: status.st_dev)
    file = UInt64(truncatingIfNeeded: status.st_ino)
  }

  /// Creates the identity of an open file; `nil` if the descriptor is not open.
  package init?(of descriptor: Int32) {
    var status = stat()
    guard fstat(descriptor, &status) == 0 else { return nil }
    self.init(status)
  }

  /// Creates the identity of the file at `path`, of a link rather than what it leads to; `nil` if
  /// there is none.
  package init?(at path: String) {
    var status = stat()
    guard lstat(path, &status) == 0 else { return nil }
    self.init(status)
  }
}

/// The system function that the method with the same name hides.
private func closeDescriptor(_ descriptor: Int32) { _ = close(descriptor) }
