import PromiseEvents
import PromiseExploration
import PromiseGraph
import PromiseInsight

extension Symptom {
  /// Reads what went wrong: the name of a promise, FILE:LINE, a note or a part of one, or an expectation.
  ///
  /// - Throws: A sentence that says that there is no such thing in the run.
  init(reading text: String, in run: NamedRun) throws(InputError) {
    let promises = try Self.promises(text.trimmed, in: run)
    self.init("'\(brief(text.trimmed, 40))'", about: promises, in: run.graph)
  }

  private static func promises(
    _ text: String, in run: NamedRun
  ) throws(InputError) -> [PromiseID] {
    let called = run.promises(called: text)
    guard called.isEmpty else { return called }
    let notes = run.graph.notes.filter { $0.text.contains(text) }
    let same = notes.filter { $0.text == text }
    if let place = Place(text), notes.isEmpty {
      let there = run.graph.promises.filter { place.includes($0.creation.site) }.map(\.id)
      if !there.isEmpty { return there }
      let around = place.around(run.graph.promises)
      if around.isEmpty { throw InputError("no promise was created at \(brief(text, 80))") }
      return around
    }
    if !notes.isEmpty { return try run.writers(of: same.isEmpty ? notes : same) }
    guard let expectation = RunExpectation(ofWrong: text) else {
      throw InputError(RunExpectation.Failure(unknown: brief(text, 80)).sentence(in: run))
    }
    let failure = expectation.failure(in: run)
    let promises = expectation.promises(in: run, failure)
    if promises.isEmpty, failure?.unknown != nil, let failure {
      throw InputError(failure.sentence(in: run))
    }
    return promises
  }

  /// A place as typed: `Sync.swift:41`, or with its column.
  private struct Place {
    var file: Substring
    var numbers: [Int]

    init?(_ text: String) {
      let parts = text.split(separator: ":", omittingEmptySubsequences: false)
      numbers = parts.dropFirst().compactMap { Int($0) }
      file = parts[0]
      guard !file.isEmpty, 1...2 ~= numbers.count, numbers.count == parts.count - 1 else {
        return nil
      }
    }

    func includes(_ site: SourceSite?) -> Bool {
      guard let site, site.file.isPath(endingIn: String(file)) else { return false }
      return [site.line, site.column].starts(with: numbers)
    }

    /// Returns the promises of the nearest line above, if it is near: the place is in their handler.
    func around(_ promises: PromiseList) -> [PromiseID] {
      guard numbers.count == 1 else { return [] }
      let near = max(1, numbers[0].saturatingMinus(25))..<max(1, numbers[0])
      var nearest: (line: Int, promises: [PromiseID]) = (0, [])
      for node in promises {
        guard let site = node.creation.site, near.contains(site.line), site.line >= nearest.line,
          site.file.isPath(endingIn: String(file))
        else { continue }
        if site.line > nearest.line { nearest = (site.line, []) }
        nearest.promises.append(node.id)
      }
      return nearest.promises
    }
  }
}

extension RunExpectation {
  /// Reads what went wrong as an expectation of one run; `nil` if it is a name or cannot be one.
  init?(ofWrong text: String) {
    guard let expectation = try? RunExpectation(reading: text, for: .run) else { return nil }
    self = expectation
  }
}

extension NamedRun {
  /// Returns the promises whose handlers said these notes.
  fileprivate func writers(of notes: [Note]) throws(InputError) -> [PromiseID] {
    let jobs = notes.compactMap(\.job)
    let writers = Set(jobs.compactMap { graph.job($0)?.child })
    if writers.isEmpty {
      throw InputError(
        "that was not said in a handler, so no promise led to it; name a promise or a line")
    }
    return writers.sorted()
  }
}
