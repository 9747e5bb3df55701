import PromiseGraph
import ArgumentParser
import Demos
import PromiseCourse
import PromiseScreens

/// The demos that are built in, as the command line names them.
enum Catalogue {
  /// The demos as the picker lists them, with their knobs as they are built in and their lessons.
  static func entries(in language: Language = .english) -> [RunDescriptor] {
    Chapter.all.flatMap { chapter in
      chapter.demos.map { entry($0, knobs: Knobs($0.knobs), language) }
    }
  }

  /// A demo as the picker lists it.
  static func entry(_ demo: Demo, knobs: Knobs, _ language: Language) -> RunDescriptor {
    var entry = RunDescriptor(
      name: demo.name, title: demo.title, teaches: demo.teaches, knobs: "\(knobs)")
    entry.chapter = chapters[demo.name]
    entry.from = demo.from
    entry.variants = demo.variants.map { .init(name: $0.name, about: $0.about) }
    entry.lesson = lesson(of: demo, language)
    return entry
  }

  private static let chapters: [String: RunDescriptor.Chapter] = Dictionary(
    Chapter.all.flatMap { chapter in
      chapter.demos.map { ($0.name, .init(name: chapter.name, about: chapter.about)) }
    }, uniquingKeysWith: { first, _ in first })

  /// The lesson in that language, or in English where there is none. Those of the demos can be read: the
  /// tests see to it.
  private static func lesson(of demo: Demo, _ language: Language) -> Lesson? {
    let text = demo.text(beside: language.ending)
    if let text, let lesson = try? Lesson(markdown: text, language: language) { return lesson }
    return language == .english ? nil : lesson(of: demo, .english)
  }

  /// The course as text: the chapters, and of each demo what it teaches and where it comes from.
  static var list: String {
    let width = Demo.all.map(\.name.count).max() ?? 0
    let indent = String(repeating: " ", count: width + 4)
    return Chapter.all.filter { !$0.demos.isEmpty }.map { chapter in
      let demos = chapter.demos.map { demo in
        let rest =
          (demo.from.isEmpty ? [] : ["from " + demo.from])
          + demo.variants.map { "--variant \($0.name): \($0.about)" }
        return "  \(demo.name.padded(to: width + 2))\(demo.teaches)\n"
          + rest.map { indent + $0 + "\n" }.joined()
      }
      return "\(chapter.name): \(chapter.about)\n" + demos.joined()
    }.joined(separator: "\n")
  }

  /// The names of all demos, in the order of the course.
  static var all: [String] { Demo.all.map(\.name) }

  /// Where the names are told, in a sentence.
  static var names: String {
    "'promise-tui demo --list' tells the \(Demo.all.count) demos."
  }

  /// The demo of that name, with its knobs as they are built in; none if there is none.
  static subscript(name: String, language: Language = .english) -> RunnableDemo? {
    try? scenario(named: name, settings: [], language)
  }

  /// The demo of that name, or its variant as `all/dictionary`, with its knobs turned as `settings` say.
  ///
  /// - Throws: a sentence that names what there is.
  static func scenario(
    named name: String, settings: [String], _ language: Language = .english
  ) throws -> RunnableDemo {
    let parts = name.split(separator: "/", maxSplits: 1).map(String.init)
    guard let base = parts.first, let demo = Demo.named(base) else {
      let advice = didYouMean(parts.first ?? name, among: Demo.all.map(\.name))
      throw ValidationError("There is no demo '\(name)'.\(advice) \(names)")
    }
    let variant = try parts.dropFirst().last.map { try Self.variant($0, of: demo) }
    do {
      let knobs = try Knobs(demo, settings: (variant?.settings ?? []) + settings)
      var entry = entry(demo, knobs: knobs, language)
      if let variant {
        entry.name = "\(demo.name)/\(variant.name)"
        entry.teaches = variant.about
        // A lesson speaks of the demo as it is.
        entry.lesson = nil
      }
      return RunnableDemo(demo, knobs: knobs, entry: entry)
    } catch {
      throw ValidationError("--set: \(error).")
    }
  }

  private static func variant(_ name: String, of demo: Demo) throws -> Variant {
    if let variant = demo.variants.first(where: { $0.name == name }) { return variant }
    let known = demo.variants.map(\.name)
    throw ValidationError(
      "\(demo.name) has no variant '\(name)'."
        + (known.isEmpty ? " It has none." : " Its variants are: \(known.joined(separator: ", ")).")
    )
  }
}

/// How a demo's knobs are turned.
struct KnobOptions: ParsableArguments {
  @Option(
    name: .customLong("set"),
    help: ArgumentHelp("Turn one of the demo's knobs. May be repeated.", valueName: "knob=value"),
    completion: .knobs)
  var settings: [String] = []
}

extension CompletionKind {
  /// The names of the demos.
  static var demos: CompletionKind { .list(Demo.all.map(\.name)) }

  /// The knobs of the demo that the command line names, or of all of them.
  static var knobs: CompletionKind {
    .custom { words, _, _ in knobs(in: words) }
  }

  /// `login=`, `fetch=`: what a shell is offered after `--set`.
  static func knobs(in words: [String]) -> [String] {
    let named = Demo.all.filter { words.contains($0.name) }
    let knobs = (named.isEmpty ? Demo.all : named).flatMap(\.knobs)
    return Set(knobs.map { "\($0.name)=" }).sorted()
  }
}
