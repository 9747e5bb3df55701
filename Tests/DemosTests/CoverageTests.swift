import Demos
import PromiseCourse
import Testing

/// What the course has to cover: each of these is found by its name, not by luck.
@Suite("What the course covers")
struct CoverageTests {
  /// The parts of `from:` that name a scenario or an article: `S17`, `articles 2 and 6`.
  private func demos(naming word: String, _ number: Int) -> [Demo] {
    Demo.all.filter { demo in
      demo.from.split(separator: ";").contains { part in
        let words = part.split { !$0.isLetter && !$0.isNumber }.map { $0.lowercased() }
        return word == "s"
          ? words.contains("s\(number)")
          : words.contains { $0.hasPrefix(word) } && words.contains("\(number)")
      }
    }
  }

  private func lesson(_ demo: Demo) throws -> Lesson {
    try Lesson(markdown: try #require(demo.text(beside: ".md")))
  }

  @Test(
    "Each scenario for comparing libraries has a demo, with the observed behavior of the others",
    arguments: 1...28)
  func scenarios(number: Int) throws {
    let demos = demos(naming: "s", number)
    #expect(!demos.isEmpty, "no demo is of S\(number)")
    let tells = try demos.contains { demo in
      try lesson(demo).sections.contains { section in
        section.blocks.contains { if case .table = $0 { true } else { false } }
      }
    }
    #expect(tells, "no lesson of S\(number) has a table of the other libraries")
  }

  @Test(
    "Each error in a well-known article has a lesson that says so", arguments: 1...8)
  func articles(number: Int) throws {
    let demos = demos(naming: "article", number)
    #expect(!demos.isEmpty, "no demo is of article \(number)")
    let tells = try demos.contains { demo in
      try lesson(demo).sections.contains { $0.title == "Where articles go wrong" }
    }
    #expect(tells, "no lesson says where article \(number) goes wrong")
  }

  @Test("Every demo names its source, in a line that fits a list")
  func origins() {
    for demo in Demo.all {
      #expect(!demo.from.isEmpty, "\(demo.name) does not say where it comes from")
      #expect(demo.teaches.count <= 72 && demo.from.count <= 72, "\(demo.name)")
    }
  }

  @Test(
    "A demo without lesson, Chinese lesson, or golden order is reported",
    arguments: Demo.all.map(\.name))
  func texts(name: String) throws {
    let demo = try #require(Demo.named(name))
    for ending in [".md", ".zh.md", ".order"] {
      #expect(demo.text(beside: ending) != nil, "\(name) has no file \(ending) beside it")
    }
  }

  /// What each library can do, and the demo or variant that shows it with this library's means.
  private static let behaviours: [(library: String, behaviour: String, demo: String)] = [
    ("JPromise", "value or error from one constructor", "making"),
    ("JPromise", "executor with fulfill and reject", "making"),
    ("JPromise", "callback-style link", "callback-link"),
    ("JPromise", "a catch that breaks off the chain", "catch-recover"),
    ("JPromise", "always", "ensure-finally"),
    ("JPromise", "queue for one link and back to main", "there-and-back"),
    ("JPromise", "async default queue", "there-and-back"),
    ("JPromise", "several values", "several-values"),
    ("JPromise", "owner-bound chain with its own cancel channel", "owner-gone"),
    ("JPromise", "all", "all"),
    ("JPromise", "branching from the original", "branching"),
    ("Bolts", "completion source with set and try-set", "one-transition"),
    ("Bolts", "a continuation that sees every outcome", "every-outcome"),
    ("Bolts", "success-only continuation", "passing-links"),
    ("Bolts", "executors: immediate, main, queue", "deep-inline"),
    ("Bolts", "all that waits for everything", "all-settled/fail"),
    ("Bolts", "any", "any"),
    ("Bolts", "tokens", "cancel-chain"),
    ("Bolts", "delay", "delay"),
    ("PromiseKit", "dictionary when", "all/dictionary"),
    ("PromiseKit", "array when", "all"),
    ("PromiseKit", "ensure and finally", "ensure-finally"),
    ("PromiseKit", "cauterize", "no-catch/cauterized"),
    ("PromiseKit", "default queue configuration", "default-main/side"),
    ("PromiseKit", "callback pyramid and its chain", "authority/pyramid"),
    ("google/promises", "executor on a queue", "making"),
    ("google/promises", "validate", "validate"),
    ("google/promises", "timeout", "race-against-timeout"),
    ("google/promises", "retry", "retry"),
    ("google/promises", "reduce", "one-after-another/reduce"),
    ("google/promises", "recover", "catch-recover"),
    ("google/promises", "wrapping callbacks", "making"),
    ("google/promises", "await", "awaiting"),
    ("AYPromise", "resolve with value, error or promise", "making"),
    ("AYPromise", "then and catch on main, async, on a queue", "there-and-back"),
    ("AYPromise", "callback-style then", "callback-link"),
    ("AYPromise", "race as OR with all the errors", "any/down"),
    ("ResultPromises", "Result with map, flatMap and throwing get", "every-outcome"),
    ("ResultPromises", "promise first, resolution later", "one-transition"),
    ("ResultPromises", "success, error and complete handlers, several of each", "every-outcome"),
    ("ResultPromises", "a warning on the second resolution", "resolve-twice"),
  ]

  @Test("Each behavior of the six systems is shown by a demo or a variant")
  func systems() throws {
    for (library, behaviour, name) in Self.behaviours {
      let parts = name.split(separator: "/").map(String.init)
      let demo = try #require(Demo.named(parts[0]), "\(library), \(behaviour): \(name)")
      guard let variant = parts.dropFirst().first else { continue }
      #expect(
        demo.variants.contains { $0.name == variant }, "\(library), \(behaviour): \(name)")
    }
  }
}
