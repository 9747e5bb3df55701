package import PromiseSystem

/// A trace destination that was opened.
package struct TraceOpening: Sendable {
  /// The kind of the destination.
  package enum Way: Sendable, Equatable {
    /// A regular file, which accepts complete lines without blocking.
    case file
    /// A pipe or a device.
    case pipe
    /// A connected socket whose other end reads.
    case socket
    /// A socket at that path, to which readers connect.
    case listener(path: String)
  }

  /// The open descriptor.
  package let descriptor: GuardedDescriptor
  package let way: Way
  /// The path of the file that was opened, which can differ from the one that was asked for; `nil`
  /// for a descriptor that was already open.
  package let path: String?
  /// A note for the user, as a sentence; `nil` if there is none.
  package var remark: String?

  init(_ descriptor: GuardedDescriptor, _ way: Way, path: String? = nil, remark: String? = nil) {
    (self.descriptor, self.way, self.path, self.remark) = (descriptor, way, path, remark)
  }

  /// Opens the target.
  package static func open(_ target: PromiseTrace.Target) throws(PromiseTrace.Failure)
    -> TraceOpening
  {
    switch target.resolved {
    case .file(let path): try file(path)
    case .socket(let path): try socket(path)
    case .descriptor(let number): try descriptor(number)
    }
  }

  /// Takes over an open descriptor.
  static func descriptor(_ number: Int32) throws(PromiseTrace.Failure) -> TraceOpening {
    guard number >= 0 else {
      throw PromiseTrace.Failure("fd: needs the number of an open file descriptor, as in fd:3")
    }
    guard number > 2 else {
      throw PromiseTrace.Failure(
        "fd:\(number) belongs to the program: use a file descriptor above 2")
    }
    guard let descriptor = GuardedDescriptor(taking: number) else {
      throw PromiseTrace.Failure(
        errno == EBADF
          ? "fd:\(number) is not open: open it in the shell, as with \(number)>run.jsonl"
          : "fd:\(number) cannot be used: \(systemErrorText(errno)); close some files first")
    }
    return TraceOpening(descriptor, way(of: descriptor.number))
  }

  private static func way(of descriptor: Int32) -> Way {
    var status = stat()
    guard fstat(descriptor, &status) == 0 else { return .pipe }
    switch status.st_mode & S_IFMT {
    case S_IFREG: return .file
    case S_IFSOCK: return .socket
    default: return .pipe
    }
  }
}

/// The system function, which takes its mode as a variadic argument.
func systemOpen(_ path: String, _ flags: Int32, _ mode: mode_t) -> Int32 {
  open(path, flags, mode)
}
