import Synchronization

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
