/// What was found out about one thing that promise-tui uses.
struct DoctorFinding: Hashable, Sendable {
  /// Whether it can be used.
  enum State: String, Hashable, Sendable, CaseIterable {
    case ok = "OK"
    /// It works in part, or in another way.
    case limited
    case missing
    /// It could not be found out.
    case untested
  }

  /// What was looked at, in one or two words.
  let name: String
  let state: State
  /// What was found, in one sentence without a period.
  let fact: String
  /// What the user can do; `nil` if there is nothing to do.
  let next: String?
  /// Whether promise-tui cannot show its screen, or record a program, without it.
  let isNeeded: Bool

  private init(
    _ name: String, _ state: State, _ fact: String, next: String? = nil, isNeeded: Bool = false
  ) {
    (self.name, self.state, self.fact) = (name, state, fact)
    (self.next, self.isNeeded) = (next, isNeeded)
  }

  static func ok(_ name: String, _ fact: String) -> Self { Self(name, .ok, fact) }

  static func limited(_ name: String, _ fact: String, next: String? = nil) -> Self {
    Self(name, .limited, fact, next: next)
  }

  /// Creates a finding about what is not there, and what promise-tui can do without.
  static func missing(_ name: String, _ fact: String, next: String) -> Self {
    Self(name, .missing, fact, next: next)
  }

  /// Creates a finding about what is not there, and what promise-tui needs.
  static func needed(_ name: String, _ fact: String, next: String) -> Self {
    Self(name, .missing, fact, next: next, isNeeded: true)
  }

  static func untested(_ name: String, _ reason: String, next: String? = nil) -> Self {
    Self(name, .untested, reason, next: next)
  }
}

/// The findings about one area, in the order in which they are printed.
struct DoctorGroup: Hashable, Sendable {
  /// The area, in one or two words.
  var title: String
  var findings: [DoctorFinding]
}
