import ArgumentParser
import PromiseGraph
import PromiseInsight
import PromiseScreens

/// An option of the configuration file: a row of the table that reading, checking, and the default file
/// are made from.
struct ConfigOption: Sendable {
  /// The table of the file that contains the option.
  let table: String
  /// The key of the option.
  let name: String
  /// What it does, in sentences.
  let about: String
  /// The names that it takes, if it takes only these.
  let allowed: [String]
  /// Its default, in TOML.
  let standard: String
  /// Whether it has no default of its own, so that the default file only mentions it.
  let isOptional: Bool
  /// Takes in a value. The sentence of a mistake begins after the name of the option.
  let take: @Sendable (ConfigValue, inout Settings) throws(ConfigProblem) -> Void

  /// The tables of the file with their meaning, in the order of the default file.
  static let tables: [(name: String, about: String)] = [
    ("screen", "What the screen looks like."),
    ("playback", "How runs play."),
    ("panes", "What a run begins with."),
    ("warnings", "Which warnings are reported; 'promise-tui about lints' lists them."),
  ]

  /// Every option, in the order of the default file.
  static let all: [ConfigOption] = [
    ConfigOption(
      "screen", "theme", "The colors. PROMISE_TUI_THEME, NO_COLOR and --theme come before it.",
      \.theme, Theme.Name.allCases.map { ($0.rawValue, $0) }, standard: "\"color\""),
    ConfigOption(
      "screen", "language", "The language. Without a value, it is that of the locale.",
      \.language, Language.all.map { ($0.code, $0) }, standard: "\"en\"", isOptional: true),
    ConfigOption("screen", "ascii", "Whether to draw with ASCII characters only.", \.ascii),
    ConfigOption(
      "screen", "mouse",
      "Whether clicks and the wheel do something; if not, they are the terminal's.", \.mouse),
    ConfigOption(
      "screen", "calm",
      "Whether to do without movements: no value moves along an edge, and clocks advance twice a second.",
      \.calm),
    ConfigOption(
      "playback", "speed", "The speed of playback. Without a value, it is that of the last run.",
      \.speed, Arguments.speeds.map { ($0.names[0], $0.power) }, standard: "\"1\"",
      isOptional: true),
    ConfigOption(
      "panes", "focus", "The pane that has the focus.",
      \.focus, PaneKind.allCases.map { ("\($0)", $0) }, standard: "\"chain\"", isOptional: true),
    ConfigOption(
      "panes", "shared", "The visible pane where several share a place.",
      \.slot, ViewSettings.slots.map { ("\($0)", $0) }, standard: "\"source\"", isOptional: true),
    ConfigOption(
      "panes", "zoomed", "Whether the focused pane covers the whole screen.", standard: "false",
      isOptional: true
    ) { value, settings throws(ConfigProblem) in settings.zoomed = try value.flag() },
    ConfigOption(
      "warnings", "silence", "The warnings to silence.", standard: "[]"
    ) { value, settings throws(ConfigProblem) in
      settings.silenced = try value.warnings { try LintSettings(reading: ["\($0)=off"]) }
    },
    ConfigOption(
      "warnings", "report",
      "The warnings to report nevertheless, or with another threshold, as -W takes them.",
      standard: "[]"
    ) { value, settings throws(ConfigProblem) in
      settings.reported = try value.warnings { try LintSettings(reading: [$0]) }
    },
  ]

  /// An option that takes only these names.
  private init<Value: Sendable>(
    _ table: String, _ name: String, _ about: String,
    _ setting: any WritableKeyPath<Settings, Value?> & Sendable,
    _ values: [(name: String, value: Value)], standard: String, isOptional: Bool = false
  ) {
    self.init(
      table, name, about, allowed: values.map(\.name), standard: standard, isOptional: isOptional
    ) { value, settings throws(ConfigProblem) in
      settings[keyPath: setting] = try value.choice(values)
    }
  }

  /// An option that is `true` or `false`.
  private init(
    _ table: String, _ name: String, _ about: String,
    _ setting: any WritableKeyPath<Settings, Bool> & Sendable
  ) {
    self.init(table, name, about, standard: "\(Settings()[keyPath: setting])") {
      value, settings throws(ConfigProblem) in
      settings[keyPath: setting] = try value.flag()
    }
  }

  private init(
    _ table: String, _ name: String, _ about: String, allowed: [String] = [], standard: String,
    isOptional: Bool = false,
    take: @escaping @Sendable (ConfigValue, inout Settings) throws(ConfigProblem) -> Void
  ) {
    self.table = table
    self.name = name
    self.about = about
    self.allowed = allowed
    self.standard = standard
    self.isOptional = isOptional
    self.take = take
  }
}

extension ConfigValue {
  /// The value, if it is `true` or `false`.
  fileprivate func flag() throws(ConfigProblem) -> Bool {
    guard case .flag(let flag) = kind else {
      throw mistake("expected true or false, not \(kind.name)")
    }
    return flag
  }

  /// The value, if it is one of these names.
  fileprivate func choice<Value>(
    _ values: [(name: String, value: Value)]
  ) throws(ConfigProblem) -> Value {
    let names = values.map(\.name)
    let allowed = "expected one of: \(names.joined(separator: ", "))"
    guard case .text(let text) = kind else {
      throw mistake("\(allowed), in quotes; not \(kind.name)")
    }
    guard let value = values.first(where: { $0.name == text })?.value else {
      throw mistake(
        "'\(text)' is not allowed; \(allowed).\(didYouMean(text, among: names))")
    }
    return value
  }

  /// The strings of an array, each of which `check` accepts.
  fileprivate func warnings(
    _ check: (String) throws -> LintSettings
  ) throws(ConfigProblem) -> [String] {
    try texts("expected an array of warnings, such as [\"slow-handler\"]").map {
      item throws(ConfigProblem) in
      do {
        _ = try check(item.text)
      } catch {
        let reason = (error as? ValidationError)?.message ?? "\(error)"
        throw item.value.mistake(reason)
      }
      return item.text
    }
  }

  /// The strings of an array.
  func texts(_ expected: String) throws(ConfigProblem) -> [(text: String, value: ConfigValue)] {
    guard case .list(let items) = kind else {
      throw mistake("\(expected), not \(kind.name)")
    }
    return try items.map { item throws(ConfigProblem) in
      guard case .text(let text) = item.kind else {
        throw item.mistake("\(expected), not \(item.kind.name)")
      }
      return (text, item)
    }
  }

  /// Returns an error about the value.
  func mistake(_ sentence: String) -> ConfigProblem {
    ConfigProblem(place: place, sentence: sentence)
  }
}
