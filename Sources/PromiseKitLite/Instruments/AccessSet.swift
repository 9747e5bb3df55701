extension AccessTracker {
  /// Identifies a place that several steps can share.
  package struct Place: Hashable, Sendable {
    package let key: UInt64
    private init(_ tag: UInt64, _ number: UInt64) { key = tag << 32 | number }

    /// A promise that existed when the step began.
    package static func promise(_ number: UInt32) -> Place { Place(0, UInt64(number)) }
    /// The end of a queue's list of jobs.
    package static func line(of label: String) -> Place { Place(1, hash(label)) }
    /// A timer.
    package static func timer(_ timer: TimerID) -> Place { Place(2, UInt64(timer.rawValue)) }
    /// The cancel contexts: their promises, and whether they are canceled.
    package static let contexts = Place(3, 0)
    /// The notes of the program, in order.
    package static let notes = Place(4, 0)
    /// State of the program, by its declared name.
    package static func shared(_ name: String) -> Place { Place(5, hash(name)) }
    /// The waits, in the order in which they began.
    package static let waits = Place(6, 0)
    /// A place that no step accesses.
    package static let nowhere = Place(7, 0)

    private static func hash(_ text: String) -> UInt64 {
      var hash: UInt32 = 2_166_136_261
      for byte in text.utf8 { hash = (hash ^ UInt32(byte)) &* 16_777_619 }
      return UInt64(hash)
    }
  }

  /// The places that one step accessed.
  package struct AccessSet: Hashable, Sendable {
    /// The places, each once or more often.
    package var places: [Place] = []
    /// Whether the step ran code of the program that declares its access.
    package var runsDeclaredCode = false
    /// Whether the step ran code of the program that can access anything.
    package var runsUnknownCode = false
    /// Whether the step changed something on which everything depends.
    package var isUniversal = false

    package init() {}

    /// Removes all accesses, but keeps the memory.
    mutating func clear() {
      places.removeAll(keepingCapacity: true)
      (runsDeclaredCode, runsUnknownCode, isUniversal) = (false, false, false)
    }

    /// Returns whether the order of the two steps is irrelevant.
    package func isIndependent(of other: AccessSet) -> Bool {
      if isUniversal || other.isUniversal { return false }
      if runsUnknownCode, other.runsUnknownCode || other.runsDeclaredCode { return false }
      if other.runsUnknownCode, runsDeclaredCode { return false }
      return !places.contains { other.places.contains($0) }
    }
  }
}
