import PromiseSystem

// What methods of those names hide.

/// Writes to a descriptor.
@discardableResult
func systemWrite(_ descriptor: Int32, _ bytes: UnsafeRawPointer?, _ count: Int) -> Int {
  write(descriptor, bytes, count)
}

/// Reads from a descriptor.
func systemRead(_ descriptor: Int32, _ bytes: UnsafeMutableRawPointer, _ count: Int) -> Int {
  read(descriptor, bytes, count)
}

/// Closes a descriptor.
func systemClose(_ descriptor: Int32) { _ = close(descriptor) }

/// The words of the system for the number of an error.
func systemWords(_ number: Int32) -> String { String(cString: strerror(number)) }

/// Calls `body` again as long as a signal interrupts it.
func uninterrupted(_ body: () -> Int) -> Int {
  while true {
    let result = body()
    if result >= 0 || errno != EINTR { return result }
  }
}

/// How sockets are read and written: without waiting, and without the signal that ends a program whose
/// reader is gone.
enum SocketFlags {
  static var reading: Int32 { Int32(MSG_DONTWAIT) }
  #if canImport(Darwin)
    // The thread that writes has the signal blocked.
    static var writing: Int32 { Int32(MSG_DONTWAIT) }
  #else
    static var writing: Int32 { Int32(MSG_DONTWAIT) | Int32(MSG_NOSIGNAL) }
  #endif
}
