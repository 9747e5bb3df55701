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
  /// Takes in a value.
  let take: @Sendable (ConfigValue, inout Settings) throws(Mistake) -> Void

  /// What is wrong with a value, as the end of a sentence that begins with the option; `at` is its place if
  /// it is only a part of the value.
  struct Mistake: Error, Hashable {
    var sentence: String
    var place: FilePlace?

    init(_ sentence: String, at place: FilePlace? = nil) {
      self.sentence = sentence
      self.place = place
    }
  }

  /// The tables of the file with their meaning, in the order of the default file.
  static let tables: [(name: String, about: String)] = [
    ("screen", "What the screen looks like."),
    ("playback", "How runs play."),
    ("panes", "What a run begins with. Without a value, it is what the last run ended with."),
    ("warnings", "Which warnings are reported; 'promise-tui about lints' lists them."),
  ]

  /// Every option, in the order of the default file.
  static let all: [ConfigOption] = [
    ConfigOption(
      "screen", "theme", "The colors. PROMISE_TUI_THEME, NO_COLOR and --theme come before it.",
      allowed: Theme.Name.allCases.map(\.rawValue), standard: "\"color\""
    ) { value, settings throws(Mistake) in
      settings.theme = try value.choice(Theme.Name.allCases.map { ($0.rawValue, $0) })
    },
    ConfigOption(
      "screen", "language", "The language. Without a value, it is that of the locale.",
      allowed: Language.all.map(\.code), standard: "\"en\"", isOptional: true
    ) { value, settings throws(Mistake) in
      settings.language = try value.choice(Language.all.map { ($0.code, $0) })
    },
    ConfigOption(
      "screen", "ascii", "Whether to draw with ASCII characters only.", standard: "false"
    ) { value, settings throws(Mistake) in settings.ascii = try value.flag() },
    ConfigOption(
      "screen", "mouse",
      "Whether clicks and the wheel do something; if not, they are the terminal's.",
      standard: "true"
    ) { value, settings throws(Mistake) in settings.mouse = try value.flag() },
    ConfigOption(
      "screen", "calm",
      "Whether to do without movements: no value moves along an edge, and clocks advance twice a second.",
      standard: "false"
    ) { value, settings throws(Mistake) in settings.calm = try value.flag() },
    ConfigOption(
      "playback", "speed", "The speed of playback. Without a value, it is that of the last run.",
      allowed: Arguments.speedNames, standard: "\"1\"", isOptional: true
    ) { value, settings throws(Mistake) in
      settings.speed = try value.choice(
        Arguments.speedNames.compactMap { name in
          (try? Arguments.speed(name)).map { (name, $0) }
        })
    },
    ConfigOption(
      "panes", "focus", "The pane that has the focus.", allowed: PaneKind.allCases.map { "\($0)" },
      standard: "\"chain\"", isOptional: true
    ) { value, settings throws(Mistake) in
      settings.focus = try value.choice(PaneKind.allCases.map { ("\($0)", $0) })
    },
    ConfigOption(
      "panes", "shared", "The visible pane where several share a place.",
      allowed: ViewSettings.slots.map { "\($0)" }, standard: "\"source\"", isOptional: true
    ) { value, settings throws(Mistake) in
      settings.slot = try value.choice(ViewSettings.slots.map { ("\($0)", $0) })
    },
    ConfigOption(
      "panes", "zoomed", "Whether the focused pane covers the whole screen.", standard: "false",
      isOptional: true
    ) { value, settings throws(Mistake) in settings.zoomed = try value.flag() },
    ConfigOption(
      "warnings", "silence", "The warnings to silence.", standard: "[]"
    ) { value, settings throws(Mistake) in
      settings.silenced = try value.warnings { try LintSettings(reading: ["\($0)=off"]) }
    },
    ConfigOption(
      "warnings", "report",
      "The warnings to report nevertheless, or with another threshold, as -W takes them.",
      standard: "[]"
    ) { value, settings throws(Mistake) in
      settings.reported = try value.warnings { try LintSettings(reading: [$0]) }
    },
  ]

  private init(
    _ table: String, _ name: String, _ about: String, allowed: [String] = [], standard: String,
    isOptional: Bool = false,
    take: @escaping @Sendable (ConfigValue, inout Settings) throws(Mistake) -> Void
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
  fileprivate func flag() throws(ConfigOption.Mistake) -> Bool {
    guard case .flag(let flag) = kind else {
      throw ConfigOption.Mistake("expected true or false, not \(kind.name)")
    }
    return flag
  }

  /// The value, if it is one of these names.
  fileprivate func choice<Value>(
    _ values: [(name: String, value: Value)]
  ) throws(ConfigOption.Mistake) -> Value {
    let names = values.map(\.name)
    let allowed = "expected one of: \(names.joined(separator: ", "))"
    guard case .text(let text) = kind else {
      throw ConfigOption.Mistake("\(allowed), in quotes; not \(kind.name)")
    }
    guard let value = values.first(where: { $0.name == text })?.value else {
      throw ConfigOption.Mistake(
        "'\(text)' is not allowed; \(allowed).\(didYouMean(text, among: names))")
    }
    return value
  }

  /// The strings of an array, each of which `check` accepts.
  fileprivate func warnings(
    _ check: (String) throws -> LintSettings
  ) throws(ConfigOption.Mistake) -> [String] {
    try texts("expected an array of warnings, such as [\"slow-handler\"]").map {
      item throws(ConfigOption.Mistake) in
      do {
        _ = try check(item.text)
      } catch {
        let reason = (error as? ValidationError)?.message ?? "\(error)"
        throw ConfigOption.Mistake(reason, at: item.place)
      }
      return item.text
    }
  }

  /// The strings of an array with their places.
  func texts(
    _ expected: String
  ) throws(ConfigOption.Mistake) -> [(text: String, place: FilePlace)] {
    guard case .list(let items) = kind else {
      throw ConfigOption.Mistake("\(expected), not \(kind.name)")
    }
    var texts: [(text: String, place: FilePlace)] = []
    for item in items {
      guard case .text(let text) = item.kind else {
        throw ConfigOption.Mistake("\(expected), not \(item.kind.name)", at: item.place)
      }
      texts.append((text, item.place))
    }
    return texts
  }
}
