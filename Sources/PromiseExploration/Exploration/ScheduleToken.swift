public import PromiseSimulation

extension Simulation {
  /// A schedule as text, including the scenario that it is for: `ptui1:b1:checkout-bug:5f3a90c1`.
  ///
  /// ```swift
  /// if let token = Simulation.ScheduleToken("ptui1:b1:checkout-bug:5f3a90c1") { print(token.schedule) }
  /// ```
  ///
  /// The second part contains the choices, with two numbers for each choice that is not the first
  /// possible one: how many first choices precede it, and its index. The last part identifies the
  /// version of the scenario.
  public struct ScheduleToken: Hashable, Sendable {
    /// The choices.
    public let schedule: Simulation.Schedule
    /// The scenario's name.
    public let scenario: String
    /// Identifies the version of the scenario.
    public let fingerprint: String

    /// Creates the token of a schedule of `scenario`.
    public init(_ schedule: Simulation.Schedule, of scenario: Simulation.Scenario) {
      self.schedule = schedule
      self.scenario = scenario.name
      fingerprint = scenario.fingerprint
    }

    /// Returns the token of another schedule of the same scenario.
    package func with(_ schedule: Schedule) -> ScheduleToken {
      ScheduleToken(schedule: schedule, scenario: scenario, fingerprint: fingerprint)
    }

    private init(schedule: Schedule, scenario: String, fingerprint: String) {
      self.schedule = schedule
      self.scenario = scenario
      self.fingerprint = fingerprint
    }

    /// Reads a token; `nil` if the text is not a valid token.
    public init?(_ text: String) {
      let parts = text.split(separator: ":", omittingEmptySubsequences: false)
      guard parts.count >= 4, parts[0] == Self.format, let choices = Self.choices(of: parts[1]),
        let fingerprint = parts.last, !fingerprint.isEmpty
      else { return nil }
      schedule = Schedule(choices)
      scenario = parts[2..<(parts.count - 1)].joined(separator: ":")
      self.fingerprint = String(fingerprint)
    }

    /// Returns why `scenario` refuses the token, as a sentence; `nil` if it accepts the token.
    ///
    /// ```swift
    /// if let finding = scenario.explore().findings.first {
    ///   let other = Simulation.Scenario("login") { login() }
    ///   print(finding.token.refusal(by: other) ?? "accepted")
    /// }
    /// // Prints "This schedule is for 'checkout', not for 'login'."
    /// ```
    public func refusal(by scenario: Simulation.Scenario) -> String? {
      if self.scenario != scenario.name {
        return "This schedule is for '\(self.scenario)', not for '\(scenario.name)'."
      }
      if fingerprint != scenario.fingerprint {
        return "This schedule was created with another version of '\(scenario.name)', or with "
          + "other settings: its code or knobs have changed, so its choices no longer apply. "
          + "Explore it again."
      }
      return nil
    }

    private static let format: Substring = "ptui1"
  }
}

extension ScheduleToken: CustomStringConvertible, LosslessStringConvertible {
  /// The token as text.
  public var description: String {
    "\(Self.format):\(Self.text(of: schedule.choices)):\(scenario):\(fingerprint)"
  }
}

// MARK: - The choices as text

extension ScheduleToken {
  private static let digits = Array(
    "0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ-_".utf8)

  /// Encodes pairs of numbers: the number of first choices, and the index of the choice after them.
  /// First choices at the end are left out.
  private static func text(of choices: [Int]) -> String {
    var text: [UInt8] = []
    var firsts = 0
    for choice in choices {
      if choice == 0 {
        firsts += 1
      } else {
        append(firsts, to: &text)
        append(choice, to: &text)
        firsts = 0
      }
    }
    return text.isEmpty ? "0" : String(decoding: text, as: UTF8.self)
  }

  /// Appends five bits per character, lowest first; the sixth bit means that more follow.
  private static func append(_ number: Int, to text: inout [UInt8]) {
    var rest = number
    while rest >= 32 {
      text.append(digits[32 + rest % 32])
      rest /= 32
    }
    text.append(digits[rest])
  }

  private static func choices(of text: Substring) -> [Int]? {
    if text == "0" { return [] }
    var numbers: [Int] = []
    var number = 0
    var scale = 1
    var isOpen = false
    for character in text.utf8 {
      guard let value = digits.firstIndex(of: character), scale < 1 << 30 else { return nil }
      number += value % 32 * scale
      isOpen = value >= 32
      if isOpen {
        scale *= 32
      } else {
        numbers.append(number)
        (number, scale) = (0, 1)
      }
    }
    guard !isOpen, numbers.count.isMultiple(of: 2), !numbers.isEmpty else { return nil }
    var choices: [Int] = []
    for place in stride(from: 0, to: numbers.count, by: 2) {
      guard numbers[place] <= 1_000_000, choices.count < 10_000_000, numbers[place + 1] > 0 else {
        return nil
      }
      choices.append(contentsOf: repeatElement(0, count: numbers[place]))
      choices.append(numbers[place + 1])
    }
    return choices
  }
}

extension Scenario {
  /// Identifies the version in tokens: eight digits.
  public var fingerprint: String {
    var hash: UInt32 = 2_166_136_261
    for byte in version.utf8 { hash = (hash ^ UInt32(byte)) &* 16_777_619 }
    let digits = String(hash, radix: 16)
    return String(repeating: "0", count: 8 - digits.count) + digits
  }
}
