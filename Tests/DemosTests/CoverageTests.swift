import Demos
import PromiseCourse
import Testing

/// What the course has to cover: each of these is found by its name, not by luck.
@Suite("What the course covers")
struct CoverageTests {
  private func lesson(_ demo: Demo) throws -> Lesson {
    try Lesson(markdown: try #require(demo.text(beside: ".md")))
  }

  /// What the libraries do differently, and the demos whose lessons compare them.
  private static let comparisons: [(question: String, demos: [String])] = [
    ("a handler attached to a settled promise", ["settled-or-not", "zalgo"]),
    ("the queue of a handler that names none", ["default-main", "login-fetch-submit"]),
    ("siblings and grandchildren", ["then-order"]),
    ("the cost of a link, and of a skipped one", ["inside-then", "passing-links"]),
    ("attaching inside a handler", ["attach-inside"]),
    ("a handler that is attached while others run", ["overtaking"]),
    ("a slow handler on one of two queues", ["two-queues"]),
    ("the winner of a race", ["race", "any", "dashboard-race"]),
    ("a race and an all of nothing", ["empty"]),
    ("the moment at which an all fails", ["all-fails", "all-settled"]),
    ("the order of an all's values", ["all", "image-pipeline"]),
    ("what always does to the chain", ["ensure-finally"]),
    ("what a cancellation runs", ["always-and-cancel"]),
    ("what follows a catch", ["catch-recover"]),
    ("a second resolution", ["one-transition", "callback-twice", "resolve-twice"]),
    ("a resolution while locked in", ["lock-in"]),
    ("a handler that returns its own promise", ["adoption-cycle"]),
    ("a promise that is dropped while pending", ["freed-pending"]),
    ("the moment at which a body runs", ["making"]),
    ("a promise that is not returned", ["forgotten-return", "for-each"]),
    ("a wait on main", ["wait-on-main"]),
    ("a promise wrapped by hand", ["constructor-antipattern"]),
    ("deep chains", ["loop", "deep-inline"]),
    ("an error and a cancellation in one all", ["error-and-cancel"]),
    ("what a handler that returns nothing passes on", ["then-returns"]),
    ("an error as a value", ["error-as-value"]),
    ("the cost of adoption", ["adoption-ticks"]),
    ("the input that failed", ["which-input"]),
    ("a body that throws", ["body-throws"]),
    ("a promise that nothing holds", ["not-held"]),
  ]

  @Test("What the libraries do differently is compared in a table of a lesson")
  func compared() throws {
    for (question, names) in Self.comparisons {
      for name in names {
        let demo = try #require(Demo.named(name), "\(question): \(name)")
        let hasTable = try lesson(demo).sections.contains { section in
          section.blocks.contains { if case .table = $0 { true } else { false } }
        }
        #expect(hasTable, "\(question): \(name)")
      }
    }
  }

  @Test(
    "A widespread misunderstanding is set right with its source",
    arguments: [
      "then-order", "settled-or-not", "making", "all-fails", "ensure-finally", "cancel-chain",
      "owner-gone",
    ])
  func misunderstandings(name: String) throws {
    let demo = try #require(Demo.named(name))
    #expect(try lesson(demo).sections.contains { $0.title == "A common misunderstanding" })
  }

  @Test("A source is named so that a reader can follow it: no numbers of a private list")
  func sources() {
    for demo in Demo.all {
      #expect(demo.from.firstMatch(of: /\bS\d|article/) == nil, "\(demo.name): \(demo.from)")
    }
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
