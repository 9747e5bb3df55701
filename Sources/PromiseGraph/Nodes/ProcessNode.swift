package import PromiseEvents

/// One of several processes whose events are shown together.
package struct ProcessNode: Hashable, Sendable, Identifiable {
  package let id: ProcessID
  /// The name, which several processes can have.
  package var name: String
  /// The number that the operating system gave it.
  package var systemID: Int?
  /// By how many nanoseconds its times can be off against those of the first process; `nil` if they have the same
  /// clock.
  package var uncertainty: Int64?
  /// The language of the program, as its promises say; `nil` if it has none yet.
  package var language: PromiseEvent.ProgramLanguage?

  /// The least uncertainty that says that nothing is known about the clock.
  package static var unknownUncertainty: Int64 { Int64(1) << 61 }

  package init(id: ProcessID, name: String, systemID: Int?, uncertainty: Int64?) {
    self.id = id
    self.name = name
    self.systemID = systemID
    self.uncertainty = uncertainty
  }
}
