import PromiseSystem
import Synchronization

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

/// The descriptors that a recording writes to, for a process that is forked and must not have them.
///
/// A list without locks: the thread that holds one is not there in the other process.
enum OpenDescriptors {
  /// One more than the number of a descriptor at each place; 0 where there is none.
  nonisolated(unsafe) private static let places: UnsafeMutablePointer<Atomic<Int32>> = {
    let places = UnsafeMutablePointer<Atomic<Int32>>.allocate(capacity: room)
    for place in 0..<room { (places + place).initialize(to: Atomic(0)) }
    return places
  }()

  private static var room: Int { 32 }

  /// Adds one. There is room for all that a recording has.
  static func keep(_ descriptor: Int32) { replace(0, by: descriptor + 1) }

  /// Removes one, which is about to be closed.
  static func forget(_ descriptor: Int32) { replace(descriptor + 1, by: 0) }

  private static func replace(_ old: Int32, by new: Int32) {
    for place in 0..<room {
      let isDone = places[place].compareExchange(
        expected: old, desired: new, ordering: .relaxed
      ).exchanged
      if isDone { return }
    }
  }

  /// Closes all of them, in a process that was forked.
  static func closeAll() {
    for place in 0..<room {
      let descriptor = places[place].exchange(0, ordering: .relaxed) - 1
      if descriptor >= 0 { systemClose(descriptor) }
    }
  }
}

/// What a thread sleeps at that waits for files too: a pipe to itself.
struct Bell: Sendable {
  /// What is ready to be read when the bell was rung.
  let hearing: Int32
  private let ringing: Int32

  /// A bell; none where the process has no descriptors left.
  init?() {
    var ends: [Int32] = [-1, -1]
    guard pipe(&ends) == 0 else { return nil }
    for end in ends {
      _ = fcntl(end, F_SETFD, FD_CLOEXEC)
      _ = fcntl(end, F_SETFL, O_NONBLOCK)
    }
    (hearing, ringing) = (ends[0], ends[1])
  }

  /// Wakes who sleeps.
  func ring() {
    var byte: UInt8 = 0
    _ = systemWrite(ringing, &byte, 1)
  }

  /// Makes the bell silent.
  func silence() {
    var bytes: (UInt64, UInt64) = (0, 0)
    while systemRead(hearing, &bytes, 16) == 16 {}
  }
}
