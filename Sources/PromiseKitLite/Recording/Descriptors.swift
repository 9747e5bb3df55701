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
    // The thread of the gate has blocked the signal.
    static var writing: Int32 { Int32(MSG_DONTWAIT) }
  #else
    static var writing: Int32 { Int32(MSG_DONTWAIT) | Int32(MSG_NOSIGNAL) }
  #endif
}

/// The descriptors that a recording writes to. A forked process must close them.
///
/// The list has no locks, because a thread that holds one does not exist in the forked process.
enum OpenDescriptors {
  /// A descriptor and the file that it stands for.
  private struct Place: ~Copyable {
    /// The number of the descriptor plus 1; 0 if the place is free, and -1 while it is changed.
    let number = Atomic<Int32>(0)
    let device = Atomic<UInt64>(0)
    let file = Atomic<UInt64>(0)
  }

  nonisolated(unsafe) private static let places: UnsafeMutablePointer<Place> = {
    let places = UnsafeMutablePointer<Place>.allocate(capacity: room)
    for place in 0..<room { (places + place).initialize(to: Place()) }
    return places
  }()

  private static var room: Int { 32 }

  /// Adds a descriptor. The list has room for all descriptors of a recording.
  static func keep(_ descriptor: GuardedDescriptor) {
    for place in 0..<room where replace(0, by: -1, at: place) {
      places[place].device.store(descriptor.identity.device, ordering: .relaxed)
      places[place].file.store(descriptor.identity.file, ordering: .relaxed)
      places[place].number.store(descriptor.number + 1, ordering: .releasing)
      return
    }
  }

  /// Removes a descriptor that is about to be closed.
  static func forget(_ descriptor: GuardedDescriptor) {
    for place in 0..<room where replace(descriptor.number + 1, by: 0, at: place) { return }
  }

  private static func replace(_ old: Int32, by new: Int32, at place: Int) -> Bool {
    places[place].number.compareExchange(
      expected: old, desired: new, ordering: .relaxed
    ).exchanged
  }

  /// Closes all descriptors, in a forked process.
  static func closeAll() {
    for place in 0..<room {
      let descriptor = places[place].number.exchange(0, ordering: .acquiring) - 1
      let identity = FileIdentity(
        device: places[place].device.load(ordering: .relaxed),
        file: places[place].file.load(ordering: .relaxed))
      // The program may have opened a file of its own with the same number.
      if descriptor >= 0, FileIdentity(of: descriptor) == identity { systemClose(descriptor) }
    }
  }
}
