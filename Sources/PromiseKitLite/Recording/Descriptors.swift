import PromiseSystem
import Synchronization

// System functions that methods with the same names hide.

/// Writes to a file descriptor.
@discardableResult
func systemWrite(_ descriptor: Int32, _ bytes: UnsafeRawPointer?, _ count: Int) -> Int {
  write(descriptor, bytes, count)
}

/// Reads from a file descriptor.
func systemRead(_ descriptor: Int32, _ bytes: UnsafeMutableRawPointer, _ count: Int) -> Int {
  read(descriptor, bytes, count)
}

/// Closes a file descriptor.
func systemClose(_ descriptor: Int32) { _ = close(descriptor) }

/// Returns the system's description of an error number.
func systemErrorText(_ number: Int32) -> String { String(cString: strerror(number)) }

/// Calls `body` again as long as a signal interrupts it.
func uninterrupted(_ body: () -> Int) -> Int {
  while true {
    let result = body()
    if result >= 0 || errno != EINTR { return result }
  }
}

/// The flags for reading from and writing to sockets: without blocking, and without the signal that
/// ends a program whose reader is gone.
enum SocketFlags {
  static var reading: Int32 { Int32(MSG_DONTWAIT) }
  #if canImport(Darwin)
    // The thread that writes has blocked the signal.
    static var writing: Int32 { Int32(MSG_DONTWAIT) }
  #else
    static var writing: Int32 { Int32(MSG_DONTWAIT) | Int32(MSG_NOSIGNAL) }
  #endif
}

/// The descriptors that a recording writes to. A forked process must close them.
///
/// The list has no locks, because a thread that holds one does not exist in the forked process.
enum OpenDescriptors {
  /// The descriptors, each stored as its number plus 1; 0 for a free slot.
  nonisolated(unsafe) private static let places: UnsafeMutablePointer<Atomic<Int32>> = {
    let places = UnsafeMutablePointer<Atomic<Int32>>.allocate(capacity: room)
    for place in 0..<room { (places + place).initialize(to: Atomic(0)) }
    return places
  }()

  private static var room: Int { 32 }

  /// Adds a descriptor. The list has room for all descriptors of a recording.
  static func keep(_ descriptor: Int32) { replace(0, by: descriptor + 1) }

  /// Removes a descriptor that is about to be closed.
  static func forget(_ descriptor: Int32) { replace(descriptor + 1, by: 0) }

  private static func replace(_ old: Int32, by new: Int32) {
    for place in 0..<room {
      let isDone = places[place].compareExchange(
        expected: old, desired: new, ordering: .relaxed
      ).exchanged
      if isDone { return }
    }
  }

  /// Closes all descriptors, in a forked process.
  static func closeAll() {
    for place in 0..<room {
      let descriptor = places[place].exchange(0, ordering: .relaxed) - 1
      if descriptor >= 0 { systemClose(descriptor) }
    }
  }
}

/// A pipe to the same process that wakes up a thread that also waits for other descriptors.
struct Bell: Sendable {
  /// The descriptor that is ready to read after a ring.
  let readEnd: Int32
  private let writeEnd: Int32

  /// Creates a bell; `nil` if the process has no descriptors left.
  init?() {
    var ends: [Int32] = [-1, -1]
    guard pipe(&ends) == 0 else { return nil }
    for end in ends {
      _ = fcntl(end, F_SETFD, FD_CLOEXEC)
      _ = fcntl(end, F_SETFL, O_NONBLOCK)
    }
    (readEnd, writeEnd) = (ends[0], ends[1])
  }

  /// Wakes up the thread.
  func ring() {
    var byte: UInt8 = 0
    _ = systemWrite(writeEnd, &byte, 1)
  }

  /// Clears the rings so far.
  func silence() {
    var bytes: (UInt64, UInt64) = (0, 0)
    while systemRead(readEnd, &bytes, 16) == 16 {}
  }
}
