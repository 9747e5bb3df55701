package import PromiseSystem

/// A file that was opened for a new trace.
package struct TraceOpening: Sendable {
  /// The open descriptor.
  package let descriptor: GuardedDescriptor
  /// The path of the file, which can differ from the one that was asked for.
  package let path: String
  /// A note for the user, as a sentence; `nil` if there is none.
  package var remark: String?

  init(_ descriptor: GuardedDescriptor, path: String, remark: String? = nil) {
    (self.descriptor, self.path, self.remark) = (descriptor, path, remark)
  }
}

/// The system function, which takes its mode as a variadic argument.
func systemOpen(_ path: String, _ flags: Int32, _ mode: mode_t) -> Int32 {
  open(path, flags, mode)
}
