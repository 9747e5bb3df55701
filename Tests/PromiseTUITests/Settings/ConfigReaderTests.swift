import PromiseGraph
import PromiseInsight
import PromiseScreens
import TOMLKit
import Testing

@testable import promise_tui

/// What a configuration file sets, and what is wrong with a bad one.
@Suite struct ConfigReaderTests {
  private static func settings(_ text: String) throws -> Settings {
    let reader = ConfigReader(Array(text.utf8))
    #expect(reader.problems == [])
    return reader.settings
  }

  /// The mistakes in a file, as they are printed.
  private static func problems(_ text: String) -> [String] { problems(Array(text.utf8)) }

  private static func problems(_ bytes: [UInt8]) -> [String] {
    ConfigReader(bytes).problems.map { $0.line(in: "c") }
  }

  @Test("An empty file sets nothing")
  func empty() throws {
    #expect(try Self.settings("") == Settings())
    #expect(try Self.settings("\n# only a comment\n[keys]\n[panes]\n") == Settings())
  }

  @Test("Every option is read")
  func options() throws {
    let settings = try Self.settings(
      """
      [screen]
      theme = "light"
      language = "zh"
      ascii = true
      mouse = false
      [playback]
      speed = "1/4"
      [panes]
      focus = "time"
      shared = "events"
      zoomed = true
      [warnings]
      silence = ["slow-handler"]
      report = ["long-queue-wait=2ms"]
      """)
    #expect(settings.theme == .light)
    #expect(settings.language == .chinese)
    #expect(settings.ascii == true)
    #expect(settings.mouse == false)
    #expect(settings.speed == -2)
    #expect(settings.focus == .time)
    #expect(settings.slot == .events)
    #expect(settings.zoomed == true)
    #expect(settings.silenced == ["slow-handler"])
    #expect(settings.reported == ["long-queue-wait=2ms"])
  }

  @Test("A byte order mark and Windows line endings are accepted, and do not move places")
  func lineEndings() throws {
    let settings = try Self.settings("\u{FEFF}[screen]\r\ntheme = \"light\"\r\n")
    #expect(settings.theme == .light)
    #expect(
      Self.problems("\u{FEFF}[screen]\r\nascii = 1\r\n") == [
        "c:2:9: screen.ascii: expected true or false, not an integer"
      ])
  }

  @Test("The default file says what is so without one")
  func defaults() throws {
    let settings = try Self.settings(DefaultConfig.text)
    #expect(settings.keyMap == .standard)
    #expect(settings.lints == Settings().lints)
    for name in Theme.Name.allCases {
      #expect(Theme(name, changing: settings.appearances[name] ?? [:]) == Theme(name))
      #expect(settings.appearances[name]?.count == Role.allCases.count)
    }
    #expect(settings.theme == .color)
    #expect(settings.mouse == true)
    #expect(settings.ascii == false)
    // What is remembered is only mentioned, so that a copy of the file does not pin it.
    #expect(
      settings.view(ViewSettings(speed: 2, focus: .time, zoomed: true))
        == ViewSettings(speed: 2, focus: .time, zoomed: true))
  }

  @Test("The default file mentions every action, and its optional values are allowed")
  func defaultsAreComplete() throws {
    let text = DefaultConfig.text
    for action in KeyMap.standard.actions where !KeyMap.standard.keys(of: action).isEmpty {
      #expect(text.contains("\n\(action.name) = ["), "\(action.name)")
    }
    let names = KeyMap.standard.actions.map(\.name)
    #expect(Set(names).count == names.count)
    for option in ConfigOption.all where option.isOptional {
      #expect(text.contains("\n# \(option.name) = \(option.standard)\n"))
      _ = try Self.settings("[\(option.table)]\n\(option.name) = \(option.standard)\n")
    }
  }

  @Test(
    "A mistake is reported at its line and column, with what is allowed",
    arguments: [
      (
        "sceen = 1",
        "c:1:1: sceen: no such table. Did you mean 'screen'? The names are: screen, playback, panes, warnings, keys, colors."
      ),
      (
        "[screen]\n\n  thme = \"light\"",
        "c:3:3: thme: no such option of [screen]. Did you mean 'theme'? The names are: theme, language, ascii, mouse, calm."
      ),
      (
        "screen.theme = \"pink\"",
        "c:1:16: screen.theme: 'pink' is not allowed; expected one of: color, light, high-contrast, monochrome."
      ),
      ("screen = {ascii = 'yes'}", "c:1:19: screen.ascii: expected true or false, not a string"),
      ("screen = 3", "c:1:1: screen: expected a table, as in [screen]; not an integer"),
      (
        "[playback]\nspeed = 2",
        "c:2:9: playback.speed: expected one of: 1/8, 1/4, 1/2, 1, 2, 4, 8, 16, in quotes; not an integer"
      ),
      (
        "[panes]\nfocus = 1979-05-27",
        "c:2:9: panes.focus: expected one of: chain, queues, source, inspect, events, warnings, time, output, in quotes; not a date"
      ),
      (
        "[keys]\nwy = ['e']",
        "c:2:1: wy: no such action. Did you mean 'why'? 'promise-tui about config print' lists them."
      ),
      (
        "[keys]\nwhy = 'W'",
        "c:2:7: keys.why: expected an array of keys, such as [\"w\", \"Enter\"], not a string"
      ),
      (
        "[keys]\nwhy = [\n  'W',\n  5]",
        "c:4:3: keys.why: expected an array of keys, such as [\"w\", \"Enter\"], not an integer"
      ),
      ("[keys]\nwhy = ['^C']", "c:2:8: keys.why: ^C always quits, and cannot be changed"),
      (
        "[keys]\nwhy = ['e']",
        "c:2:8: keys.why: e is already the key of export in the panes: give export another key, or none with export = []"
      ),
      (
        "[keys]\nwhy = ['%']\nexplore = [\"x\", '%']",
        "c:3:17: keys.explore: % is already the key of why (line 2) in the panes: give why another key, or none with why = []"
      ),
      (
        "[colors]\npink = 3",
        "c:2:1: pink: no such theme. The names are: color, light, high-contrast, monochrome."
      ),
      (
        "[colors.light]\nfulfiled = 3",
        "c:2:1: fulfiled: no such role. Did you mean 'fulfilled'? 'promise-tui about config print' lists them."
      ),
      (
        "[colors.light]\nfulfilled = 'red blue'",
        "c:2:13: colors.light.fulfilled: 'blue' is a second color; text has only one"
      ),
      (
        "a = 1\na = 2",
        "c:2:5: error while parsing key-value pair: cannot redefine existing integer 'a'"
      ),
      ("[keys]\nwhy = ['w'\n", "c:2:12: error while parsing array: encountered end-of-file"),
    ])
  func mistakes(text: String, expected: String) {
    let found = Self.problems(text)
    #expect(found == [expected])
  }

  @Test("A key that is no key names the keys")
  func noKey() {
    let found = Self.problems("[keys]\nwhy = [\"F1\"]")
    #expect(found.count == 1)
    #expect(
      found.first?.hasPrefix("c:2:8: keys.why: 'F1' is not a key; expected a character") == true)
  }

  @Test("A color that is no color names the nearest one, and what is allowed")
  func noColor() {
    let found = Self.problems("[colors.color]\nrejected = \"bold lihgt-red\"\nlost = 256")
    #expect(found.count == 2)
    #expect(
      found.first?.hasPrefix(
        "c:2:12: colors.color.rejected: 'lihgt-red' is neither a color nor an attribute; Did you mean 'light-red'?"
      ) == true)
    #expect(found.last?.hasPrefix("c:3:8: colors.color.lost: 256 is not a color") == true)
  }

  @Test("An unknown warning is reported at its place in the array")
  func noWarning() {
    let found = Self.problems("[warnings]\nsilence = [\"slow-handler\", \"slow\"]")
    #expect(found.count == 1)
    #expect(
      found.first?.hasPrefix(
        "c:2:28: warnings.silence: slow: no such warning. Did you mean slow-handler?")
        == true)
  }

  @Test("All mistakes are reported, in the order of the file")
  func all() {
    let found = Self.problems("[screen]\nascii = 2\nx = 1\n[keys]\nnone = []\n")
    #expect(found.map { $0.prefix(5) } == ["c:2:9", "c:3:1", "c:5:1"])
  }

  @Test("What is not UTF-8 text is reported where it begins")
  func notText() {
    #expect(
      Self.problems(Array("a = 1\nb = '".utf8) + [0xFF, 0x27]) == [
        "c:2:6: invalid UTF-8: save the file as UTF-8 text"
      ])
    #expect(
      Self.problems(Array("a = 1\n\0".utf8)) == [
        "c:2:1: a NUL byte: this is not a text file"
      ])
    #expect(Self.problems([0xE2, 0x82]).first?.hasPrefix("c:1:") == true)
  }

  @Test("A file that is too large, or nested too deeply, is refused")
  func large() {
    #expect(
      Self.problems([UInt8](repeating: 0x20, count: ConfigDocument.mostBytes + 1)) == [
        "c:1:1: the file is larger than 1 MiB; is it a configuration file?"
      ])
    #expect(
      Self.problems("a = " + String(repeating: "[", count: 100_000)).first?.hasPrefix("c:1:")
        == true)
  }
}

/// The places of keys and values.
@Suite struct TOMLPlacesTests {
  private static let text = #"""
    # comment = 1
    plain = 1 # x = 2
    "quo.ted" = 'a # b'
    a.b."c d" = """
    key = "no"
    """"
      [table.'sub']   # [no]
      list = [ "é", 'x]', # "comment"
        { deep = [1, 2], other = "}" } ]
      [[items]]
    name = '''
    it''s = 1'''
    [[items]]
    name = 2024-01-02 03:04:05
    """#

  @Test("A key and a value are found behind comments, strings, arrays, and inline tables")
  func places() {
    let places = TOMLPlaces(of: Self.text)
    #expect(places.keys[["plain"]] == FilePlace(line: 2, column: 1))
    #expect(places.values[["plain"]] == FilePlace(line: 2, column: 9))
    #expect(places.values[["quo.ted"]] == FilePlace(line: 3, column: 13))
    #expect(places.values[["a", "b", "c d"]] == FilePlace(line: 4, column: 13))
    #expect(places.keys[["table", "sub"]] == FilePlace(line: 7, column: 10))
    #expect(places.values[["table", "sub", "list", "[1]"]] == FilePlace(line: 8, column: 17))
    #expect(
      places.keys[["table", "sub", "list", "[2]", "other"]] == FilePlace(line: 9, column: 22))
    #expect(places.values[["items", "[1]", "name"]] == FilePlace(line: 14, column: 8))
  }

  @Test("Every key that the TOML library reads has a place")
  func complete() throws {
    for text in [Self.text, DefaultConfig.text] {
      let places = TOMLPlaces(of: text)
      func check(_ table: TOMLTable, _ path: [String]) {
        for key in table.keys {
          let path = path + [key]
          if table[key]?.type != .array || key != "items" {
            #expect(places.keys[path] != nil, "\(path)")
            #expect(places.values[path] != nil, "\(path)")
          }
          if let inner = table[key]?.table { check(inner, path) }
        }
      }
      check(try TOMLTable(string: text), [])
    }
  }

  @Test(
    "Text that is not TOML ends the search, too",
    arguments: [
      "[", "[[", "a", "a =", "a = [", "a = {", "a = {b", "a = \"", "a = '''", "\"", "a.", "= 1",
      "]", "[a\n=",
      "a = [}", "a = {]}", "{", "}", ",", "a = [\\", "a = \"\\",
    ])
  func ends(text: String) {
    _ = TOMLPlaces(of: text)
  }
}
