import ArgumentParser
import Demos
import PromiseScreens

/// The demos that are built in, as the command line names them.
enum Catalogue {
  /// The demos as the picker lists them, with their knobs as they are built in.
  static let entries = Demo.all.map { Scenario($0, knobs: Knobs($0.knobs)).entry }

  /// The demos as text: a line each, with the name and what it teaches.
  static var list: String {
    let width = entries.map(\.name.count).max() ?? 0
    return entries.map { entry in
      let gap = String(repeating: " ", count: width - entry.name.count + 2)
      return entry.name + gap + entry.teaches + "\n"
    }.joined()
  }

  /// The names that there are, in a sentence.
  static var names: String { "The demos are: \(entries.map(\.name).joined(separator: ", "))." }

  /// The demo of that name, with its knobs as they are built in; none if there is none.
  static subscript(name: String) -> Scenario? {
    Demo.named(name).map { Scenario($0, knobs: Knobs($0.knobs)) }
  }

  /// The demo of that name, with its knobs turned as `settings` say.
  ///
  /// - Throws: a sentence that names what there is.
  static func scenario(named name: String, settings: [String]) throws -> Scenario {
    guard let demo = Demo.named(name) else {
      let nearest = nearestName(to: name, among: Demo.all.map(\.name))
      let advice = nearest.map { " Did you mean '\($0)'?" } ?? ""
      throw ValidationError("There is no demo '\(name)'.\(advice) \(names)")
    }
    do {
      return Scenario(demo, knobs: try Knobs(demo, settings: settings))
    } catch {
      throw ValidationError("--set: \(error).")
    }
  }
}
