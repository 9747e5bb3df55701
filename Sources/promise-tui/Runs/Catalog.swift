import PromiseGraph
import PromiseInsight
import ArgumentParser
import Demos
import PromiseCourse
import PromiseKitLite
import PromiseScreens

/// The built-in demos, as the command line names them.
enum Catalog {
  /// Returns the demos for the list, with their default knobs and their lessons: those to begin with first.
  static func entries(in language: Language = .english) -> [RunDescriptor] {
    let first = Demo.startHere.map(\.name)
    return (Demo.startHere + Demo.all.filter { !first.contains($0.name) }).map {
      entry($0, knobs: Knobs($0.knobs), language)
    }
  }

  /// Returns one demo for the list.
  static func entry(_ demo: Demo, knobs: Knobs, _ language: Language) -> RunDescriptor {
    var entry = RunDescriptor(
      name: demo.name, title: demo.title, teaches: demo.teaches, knobs: "\(knobs)")
    entry.chapter = chapters[demo.name]
    entry.from = demo.from
    entry.startsCourse = Demo.startHere.contains { $0.name == demo.name }
    entry.variants = demo.variants.map { .init(name: $0.name, about: $0.about) }
    entry.lesson = lesson(of: demo, language)
    return entry
  }

  private static let chapters: [String: RunDescriptor.Chapter] = Dictionary(
    Chapter.all.flatMap { chapter in
      chapter.demos.map { ($0.name, .init(name: chapter.name, about: chapter.about)) }
    }, uniquingKeysWith: { first, _ in first })

  /// Returns the lesson in `language`, or in English if there is none. The tests check that every
  /// lesson can be parsed.
  private static func lesson(of demo: Demo, _ language: Language) -> Lesson? {
    let text = demo.text(beside: language.ending)
    if let text, let lesson = try? Lesson(markdown: text, language: language) { return lesson }
    return language == .english ? nil : lesson(of: demo, .english)
  }

  /// Returns the script of the demo of this name, which node has not run yet; `nil` if there is
  /// none.
  static func script(of name: String) -> DemoScript? {
    Demo.named(name)?.script.map {
      DemoScript(
        file: $0.file,
        lines: $0.text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init),
        recorded: $0.output)
    }
  }

  /// The course as text: the chapters, and for each demo what it teaches and where it comes from.
  static var list: String { list { _ in true } }

  /// The part of the course that is there in JavaScript too, as text.
  static var listOfScripts: String { list { $0.script != nil } }

  private static func list(_ isListed: (Demo) -> Bool) -> String {
    let width = Demo.all.map(\.name.count).max() ?? 0
    let indent = String(repeating: " ", count: width + 4)
    return Chapter.all.filter { $0.demos.contains(where: isListed) }.map { chapter in
      let demos = chapter.demos.filter(isListed).map { demo in
        let rest =
          (demo.from.isEmpty ? [] : ["from " + demo.from])
          + demo.variants.map { "/\($0.name): \($0.about)" }
        return "  \(demo.name.padded(to: width + 2))\(demo.teaches)\n"
          + rest.map { indent + $0 + "\n" }.joined()
      }
      return "\(chapter.name): \(chapter.about)\n" + demos.joined()
    }.joined(separator: "\n")
  }

  /// The names of all demos, in the order of the course.
  static var all: [String] { Demo.all.map(\.name) }

  /// A sentence that says how to list the names.
  static var names: String {
    "'promise-tui about demos' lists all \(Demo.all.count) demos."
  }

  /// Returns the demo of this name with its default knobs; `nil` if there is none.
  static subscript(name: String, language: Language = .english) -> RunnableDemo? {
    try? scenario(named: name, settings: [], language)
  }

  /// Returns the demo of this name, or one of its variants, such as `all/dictionary`, with
  /// `settings` applied to its knobs.
  ///
  /// - Throws: A `ValidationError` that says which demos, variants or knobs there are.
  static func scenario(
    named name: String, settings: [String], _ language: Language = .english
  ) throws -> RunnableDemo {
    let parts = name.split(separator: "/", maxSplits: 1).map(String.init)
    guard let base = parts.first, let demo = Demo.named(base) else {
      let advice = didYouMean(parts.first ?? name, among: Demo.all.map(\.name))
      throw ValidationError("\(name): no such demo.\(advice) \(names)")
    }
    let variant = try parts.dropFirst().last.map { try Self.variant($0, of: demo) }
    do {
      let knobs = try Knobs(demo, settings: (variant?.settings ?? []) + settings)
      var entry = entry(demo, knobs: knobs, language)
      if let variant {
        entry.name = "\(demo.name)/\(variant.name)"
        entry.teaches = variant.about
        // A lesson describes the demo itself, not a variant.
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
      "\(demo.name)/\(name): no such variant. "
        + (known.isEmpty
          ? "\(demo.name) has none."
          : "The variants of \(demo.name) are: \(known.joined(separator: ", ")).")
    )
  }
}

/// The option that sets a demo's knobs.
struct KnobOptions: ParsableArguments {
  @Option(
    name: .customLong("set"),
    help: ArgumentHelp("Set one of the demo's knobs. May be repeated.", valueName: "knob=value"),
    completion: .knobs)
  var settings: [String] = []
}
