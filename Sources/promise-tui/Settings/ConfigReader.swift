import PromiseScreens

/// Reads the settings of a configuration document, and collects what is wrong with it.
struct ConfigReader {
  private(set) var settings = Settings()
  /// The mistakes, in the order of the file.
  private(set) var problems: [ConfigProblem] = []

  /// Reads the bytes of a file.
  init(_ bytes: [UInt8]) {
    do {
      read(try ConfigDocument(bytes))
    } catch {
      problems = [error]
    }
    problems.sort { $0.place < $1.place }
  }

  /// The names of the tables.
  private static var tables: [String] { ConfigOption.tables.map(\.name) + ["keys", "colors"] }

  private mutating func read(_ document: ConfigDocument) {
    for entry in document.entries {
      guard Self.tables.contains(entry.key) else {
        unknown(entry, "table", among: Self.tables)
        continue
      }
      guard let rows = table(entry, entry.key) else { continue }
      switch entry.key {
      case "keys": readKeys(rows)
      case "colors": readColors(rows)
      default: for row in rows { readOption(row, of: entry.key) }
      }
    }
  }

  private mutating func readOption(_ entry: ConfigEntry, of table: String) {
    let options = ConfigOption.all.filter { $0.table == table }
    guard let option = options.first(where: { $0.name == entry.key }) else {
      return unknown(entry, "option of [\(table)]", among: options.map(\.name))
    }
    do {
      try option.take(entry.value, &settings)
    } catch {
      add("\(table).\(entry.key): \(error.sentence)", at: error.place)
    }
  }

  /// Returns the entries of a table; `nil` if the value is none.
  private mutating func table(_ entry: ConfigEntry, _ name: String) -> [ConfigEntry]? {
    guard case .table(let entries) = entry.value.kind else {
      add(
        "\(name): expected a table, as in [\(name)]; not \(entry.value.kind.name)", at: entry.place)
      return nil
    }
    return entries
  }

  private mutating func unknown(_ entry: ConfigEntry, _ kind: String, among names: [String]) {
    let allowed =
      names.count > 12
      ? "'promise-tui about config print' lists them."
      : "The names are: \(names.joined(separator: ", "))."
    add(
      "\(entry.key): no such \(kind).\(didYouMean(entry.key, among: names)) \(allowed)",
      at: entry.place)
  }

  private mutating func add(_ sentence: String, at place: FilePlace) {
    problems.append(ConfigProblem(place: place, sentence: sentence))
  }
}

// MARK: - Keys

extension ConfigReader {
  private mutating func readKeys(_ entries: [ConfigEntry]) {
    let actions = KeyMap.standard.actions
    var places: [Action: [Key: FilePlace]] = [:]
    for entry in entries {
      guard let action = actions.first(where: { $0.name == entry.key }) else {
        unknown(entry, "action", among: actions.map(\.name))
        continue
      }
      var keys: [Key] = []
      do {
        for item in try entry.value.texts("expected an array of keys, such as [\"w\", \"Enter\"]") {
          keys.append(try key(item))
          places[action, default: [:]][keys[keys.count - 1]] = item.value.place
        }
        settings.keys.keys[action] = keys
      } catch {
        add("keys.\(entry.key): \(error.sentence)", at: error.place)
      }
    }
    for conflict in KeyMap.standard.conflicts(in: settings.keys) {
      report(conflict, places)
    }
  }

  private func key(_ item: (text: String, value: ConfigValue)) throws(ConfigProblem) -> Key {
    guard let key = Key(named: item.text) else {
      throw item.value.mistake(
        "'\(item.text)' is not a key; expected a character, ^ and a letter, or one of: space, Enter, Esc, "
          + "Tab, S-Tab, Backspace, Up, Down, Left, Right, Home, End, PgUp, PgDn")
    }
    guard key != KeyMap.fixedKey else {
      throw item.value.mistake("^C always quits, and cannot be changed")
    }
    return key
  }

  private mutating func report(
    _ conflict: Rebinding.Conflict, _ places: [Action: [Key: FilePlace]]
  ) {
    let name = conflict.key.name(.ascii)
    let found = conflict.actions.compactMap { action in
      places[action]?[conflict.key].map { (action, $0) }
    }.sorted { $0.1 < $1.1 }
    guard let (action, place) = found.last,
      let other = found.count > 1 ? found[0].0 : conflict.actions.first(where: { $0 != action })
    else { return }
    let mode = "in \(conflict.mode.place)"
    let first = found.count > 1 ? " (line \(found[0].1.line))" : ""
    add(
      "keys.\(action.name): \(name) is already the key of \(other.name)\(first) \(mode): "
        + "give \(other.name) another key, or none with \(other.name) = []", at: place)
  }
}

// MARK: - Colors

extension ConfigReader {
  private mutating func readColors(_ entries: [ConfigEntry]) {
    for entry in entries {
      guard let theme = Theme.Name(rawValue: entry.key) else {
        unknown(entry, "theme", among: Theme.Name.allCases.map(\.rawValue))
        continue
      }
      let name = "colors.\(entry.key)"
      for row in table(entry, name) ?? [] {
        guard let role = Role.allCases.first(where: { $0.name == row.key }) else {
          unknown(row, "role", among: Role.allCases.map(\.name))
          continue
        }
        do {
          settings.appearances[theme, default: [:]][role] = try row.value.appearance()
        } catch {
          add("\(name).\(row.key): \(error.sentence)", at: error.place)
        }
      }
    }
  }
}

extension ConfigValue {
  /// The value as an appearance: the number of a color, or words.
  fileprivate func appearance() throws(ConfigProblem) -> Appearance {
    let allowed =
      "expected a color (\(Color.named.map(\.name).joined(separator: ", ")), or 0 to 255) "
      + "and attributes (bold, dim, underline, reverse)"
    switch kind {
    case .number(let number):
      guard let index = UInt8(exactly: number) else {
        throw mistake("\(number) is not a color; \(allowed)")
      }
      return Appearance(.number(index))
    case .text(let text):
      do {
        return try Appearance(parsing: text)
      } catch {
        guard !error.isSecondColor else {
          throw mistake("'\(error.word)' is a second color; text has only one")
        }
        throw mistake(
          "'\(error.word)' is neither a color nor an attribute;"
            + "\(didYouMean(error.word, among: Appearance.words)) \(allowed)")
      }
    case .flag, .list, .table, .other:
      throw mistake("\(allowed), not \(kind.name)")
    }
  }
}
