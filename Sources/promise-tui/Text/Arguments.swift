import ArgumentParser
import PromiseExploration
import PromiseGraph
import PromiseInsight
import PromiseKitLite
import PromiseScreens
import PromiseSimulation

/// Parses the values of options. Each function says what it expects if it is given something else.
enum Arguments {
  /// Parses a size in cells: `80x24`.
  static func size(_ text: String) throws -> Size {
    let parts = text.lowercased().split(separator: "x", omittingEmptySubsequences: false)
    guard parts.count == 2, let width = Int(parts[0]), let height = Int(parts[1]),
      (1...mostCells).contains(width), (1...mostCells).contains(height)
    else {
      throw ValidationError(
        "expected columns x rows, each from 1 to \(mostCells), such as 80x24")
    }
    return Size(width: width, height: height)
  }

  /// Parses the number of an event, or a time in the run: `31`, `150ms`.
  static func place(_ text: String) throws -> Effect.Place {
    if let time = GoTo.nanoseconds(text) { return .time(time) }
    guard let number = Int(text), number >= 0 else {
      throw ValidationError(
        "expected the number of an event, 0 for the start, or a time, such as 150ms; separate several with commas, as in 12,31"
      )
    }
    return .event(number)
  }

  /// Parses several of these, separated by commas: `12,31,150ms`.
  static func places(_ text: String) throws -> [Effect.Place] {
    try text.split(separator: ",", omittingEmptySubsequences: false).map { try place(String($0)) }
  }

  /// Parses one promise, or two, separated by a comma or, if they are numbers, a space.
  static func promises(_ text: String) throws -> [String] {
    let words = text.split(separator: " ")
    let areNumbers = words.allSatisfy { $0.first == "p" && Int($0.dropFirst()) != nil }
    let names = (areNumbers ? words : text.split(separator: ",", omittingEmptySubsequences: false))
      .map { $0.split(separator: " ").joined(separator: " ") }
    guard (1...2).contains(names.count), !names.contains("") else {
      throw ValidationError("expected a promise, such as p3 or its name, or two, such as p5,p3")
    }
    return names
  }

  /// Parses a speed, as a power of two.
  static func speed(_ text: String) throws -> Int {
    guard let speed = speeds.first(where: { $0.names.contains(text) }) else {
      throw ValidationError(
        "expected one of: \(speedNames.joined(separator: ", "))")
    }
    return speed.power
  }

  /// A language that the lessons are written in: `en`, `zh`, or a locale of it.
  static func language(_ text: String) throws -> Language {
    let language = Language(locale: text)
    guard language != .english || text.lowercased().hasPrefix("en") else {
      throw ValidationError("the lessons are in en (English) and zh (Chinese)")
    }
    return language
  }

  /// Parses a count from 1 to `limit`.
  static func count(_ text: String, what: String, upTo limit: Int) throws -> Int {
    guard let number = Int(text), (1...limit).contains(number) else {
      throw ValidationError("expected a number of \(what) from 1 to \(limit)")
    }
    return number
  }

  /// Parses a time in seconds.
  static func seconds(_ text: String) throws -> Duration {
    guard let seconds = Double(text), (0.001...1_000_000).contains(seconds) else {
      throw ValidationError("expected a number of seconds from 0.001 to 1000000")
    }
    return .milliseconds(Int64((seconds * 1000).rounded()))
  }

  /// Parses the seed of random numbers.
  static func seed(_ text: String) throws -> UInt64 {
    guard let seed = UInt64(text) else {
      throw ValidationError("expected a whole number from 0 to \(UInt64.max)")
    }
    return seed
  }

  /// Parses the name of a dialect: `javascript`, `js`.
  static func dialect(_ text: String) throws -> Dialect {
    if let dialect = Dialect.named(text) { return dialect }
    let names = Dialect.all.flatMap { [$0.name] + $0.aliases }
    throw ValidationError(
      "expected one of: \(names.joined(separator: ", ")).\(didYouMean(text, among: names, quote: ""))"
    )
  }

  /// Parses several of these, separated by commas: `js,promisekit`.
  static func dialects(_ text: String) throws -> [Dialect] {
    try text.split(separator: ",", omittingEmptySubsequences: false).map { try dialect(String($0)) }
  }

  /// Parses the token of a schedule.
  static func token(_ text: String) throws -> ScheduleToken {
    guard let token = ScheduleToken(text) else {
      throw ValidationError(
        "expected a token from 'promise-tui explore', such as ptui1:b1:checkout-bug:5f3a90c1")
    }
    return token
  }

  /// Parses an expectation about a run.
  static func expectation(_ text: String) throws -> RunExpectation {
    try RunExpectation(reading: text, for: .run)
  }

  /// Checks what went wrong, which is read when the run is known: it is not empty, and no expectation about other runs.
  static func wrong(_ text: String) throws -> String {
    guard !text.trimmed.isEmpty else {
      throw ValidationError(
        "expected the name of a promise, a note, FILE:LINE, or an expectation that should hold")
    }
    if RunExpectation(text) != nil { _ = try expectation(text) }
    return text
  }

  /// Parses an expectation about every schedule of a program.
  static func invariant(_ text: String) throws -> Invariant {
    try Invariant(reading: text, for: .exploration)
  }

  /// Parses a breakpoint. A warning in it is one of those that there are.
  static func breakpoint(_ text: String) throws -> Breakpoint {
    var breakpoint = try Breakpoint(text)
    if case .warning(let name) = breakpoint.place {
      guard let lint = Lints.named(name) else {
        let nearest = didYouMean(name, among: Lints.every.map { $0.id }, quote: "")
        throw ValidationError(
          "\(name): no such warning.\(nearest) 'promise-tui about lints' lists them")
      }
      breakpoint.place = .warning(lint.id)
    }
    return breakpoint
  }

  private static let mostCells = 1000

  /// The speeds as they are typed on the command line.
  static var speedNames: [String] { speeds.map { $0.names[0] } }

  static let speeds: [(names: [String], power: Int)] = [
    (["1/8", "0.125"], -3), (["1/4", "0.25"], -2), (["1/2", "0.5"], -1), (["1"], 0), (["2"], 1),
    (["4"], 2), (["8"], 3), (["16"], 4),
  ]
}

/// Returns those of these options that are given.
func given(_ options: KeyValuePairs<String, Bool>) -> [String] {
  options.filter(\.value).map(\.key)
}

/// Rejects an option that is given together with one that excludes it.
///
/// - Parameters:
///   - option: The option.
///   - others: Those that are given of the options that exclude it.
///   - reason: Why they exclude each other, or what to use instead.
func reject(
  _ option: String, with others: [String], _ reason: String = ""
) throws {
  guard let other = others.first else { return }
  throw ValidationError(
    "\(option) and \(other) cannot be used together" + (reason.isEmpty ? "." : ": \(reason)."))
}
