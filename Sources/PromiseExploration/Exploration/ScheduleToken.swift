public import PromiseSimulation

extension Simulation {
  /// A schedule as a text, with the scenario that it is for: `ptui1:b1:checkout-bug:5f3a90c1`.
  ///
  /// ```swift
  /// if let token = Simulation.ScheduleToken("ptui1:b1:checkout-bug:5f3a90c1") { print(token.schedule) }
  /// ```
  ///
  /// The second part holds the choices, two characters for one that is not the first of what was possible:
  /// how many firsts come before it, and its place. The last part stands for the version of the scenario.
  public struct ScheduleToken: Hashable, Sendable {
    /// The choices.
    public let schedule: Simulation.Schedule
    /// The scenario's name.
    public let scenario: String
    /// What stands for the scenario's version.
    public let fingerprint: String

    /// The token of a schedule of `scenario`.
    public init(_ schedule: Simulation.Schedule, of scenario: Simulation.Scenario) {
      self.schedule = schedule
      self.scenario = scenario.name
      fingerprint = scenario.fingerprint
    }

    /// The token of another schedule of the same scenario.
    package func with(_ schedule: Schedule) -> ScheduleToken {
      ScheduleToken(schedule: schedule, scenario: scenario, fingerprint: fingerprint)
    }

    private init(schedule: Schedule, scenario: String, fingerprint: String) {
      self.schedule = schedule
      self.scenario = scenario
      self.fingerprint = fingerprint
    }

    /// Reads a token; none if it is none.
    public init?(_ text: String) {
      let parts = text.split(separator: ":", omittingEmptySubsequences: false)
      guard parts.count >= 4, parts[0] == Self.format, let choices = Self.choices(of: parts[1]),
        let fingerprint = parts.last, !fingerprint.isEmpty
      else { return nil }
      schedule = Schedule(choices)
      scenario = parts[2..<(parts.count - 1)].joined(separator: ":")
      self.fingerprint = String(fingerprint)
    }

    /// Why `scenario` refuses it, as a sentence; `nil` if it does not.
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
        return "This schedule was made with another version of '\(scenario.name)', or with other "
          + "settings: its code or knobs have changed since, so that the choices mean something else. "
          + "Explore it again."
      }
      return nil
    }

    private static let format: Substring = "ptui1"
  }
}

extension ScheduleToken: CustomStringConvertible, LosslessStringConvertible {
  /// The text.
  public var description: String {
    "\(Self.format):\(Self.text(of: schedule.choices)):\(scenario):\(fingerprint)"
  }
}

// MARK: - The choices as text

extension ScheduleToken {
  private static let digits = Array(
    "0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ-_".utf8)

  /// Pairs of numbers: how many firsts, then the place of what was chosen after them. Firsts at the end
  /// are left out.
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

  /// Five bits a character, the lowest first; the sixth bit says that more follow.
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
  /// What stands for the version in tokens: eight digits.
  public var fingerprint: String {
    var hash: UInt32 = 2_166_136_261
    for byte in version.utf8 { hash = (hash ^ UInt32(byte)) &* 16_777_619 }
    let digits = String(hash, radix: 16)
    return String(repeating: "0", count: 8 - digits.count) + digits
  }
}
