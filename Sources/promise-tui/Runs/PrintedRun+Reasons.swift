import ArgumentParser
import PromiseExploration
import PromiseGraph
import PromiseInsight
import PromiseKitLite
import PromiseScreens

extension PrintedRun {
  /// Returns what the warnings and the relations say of the run, what touches something that went wrong first.
  ///
  /// - Throws: A `ValidationError` if there is no such thing in the run.
  func report(ofWrong text: String) throws -> String {
    let run = NamedRun(Array(history.events), in: history.graph(at: history.last))
    let symptom: Symptom
    do { symptom = try Symptom(reading: text, in: run) } catch {
      throw ValidationError("--wrong: in \(entry.name), \(error) (--plain lists its promises)")
    }
    let named = symptom.promises.prefix(4).map { promise in
      let site = run.graph[promise]?.creation.site.map { " at \($0.fileAndLine)" } ?? ""
      return run.graph.plainName(of: promise) + site
    }
    let list = Language.english.list(named, more: symptom.promises.count - named.count)
    let heading = [
      "\(sanitized(entry.name)): \(verdict(text.trimmed, symptom, in: run))",
      named.isEmpty
        ? "that is about no promise, so what follows is in the usual order" : "that is \(list)",
    ]
    return LinearReport.text(history, heading: heading, symptom: symptom)
  }

  /// Returns what went wrong, and for an expectation whether it holds.
  private func verdict(_ text: String, _ symptom: Symptom, in run: NamedRun) -> String {
    guard run.promises(called: text).isEmpty, let expectation = RunExpectation(ofWrong: text),
      !expectation.isName
    else { return "what touches \(symptom.name) comes first" }
    guard let failure = expectation.failure(in: run) else {
      return "expected \(symptom.name), which holds in this run"
    }
    return "expected \(symptom.name), which does not hold: \(failure.sentence(in: run))"
  }

  /// Returns why a promise is in its state at `place` or after the last event; for two promises, why they ran in
  /// their order; for the name of a queue, what runs and waits there, unless a promise has that name. If several promises have a name, it explains
  /// the only one that failed or is pending, or else lists them.
  ///
  /// - Throws: A `ValidationError` if no promise has one of the names.
  func reasons(for names: [String], at place: Effect.Place?) throws -> String {
    let form = ScreenForm(size: Size(width: 80, height: 24), glyphs: .ascii)
    let state = try state(form, at: place)
    var promises: [PromiseID] = []
    var remarks: [String] = []
    for name in names {
      let found = state.promises(called: name)
      if names.count == 1, !found.contains(where: { state.isWhole(name, of: $0) }),
        let queue = state.explanation(ofQueue: name)
      {
        return text(queue, [], state, place)
      }
      guard let first = found.first else {
        throw ValidationError(
          "--why: \(entry.name) has no promise '\(name)'. --plain lists its promises.")
      }
      guard found.count > 1 else {
        promises.append(first)
        continue
      }
      let namesakes = Namesakes(of: found, in: history.graph(at: history.last))
      guard let choice = choice(among: found, state) else { return list(namesakes, name) }
      promises.append(choice)
      remarks.append(remark(choice, among: namesakes, name))
    }
    guard let asked = promises.last else { return "" }
    return text(
      state.explanation(of: asked, beside: promises.dropLast().last, searching: search), remarks,
      state, place)
  }

  private func text(
    _ explanation: Explanation, _ remarks: [String], _ state: State, _ place: Effect.Place?
  ) -> String {
    var moment = "event \(state.run?.playhead ?? history.last) of \(history.last)"
    if case .time(let time) = place { moment = "\(milliseconds(time)) ms, \(moment)" }
    return (["\(explanation.title), at \(moment)"] + remarks + [explanation.text, ""])
      .joined(separator: "\n")
  }

  // MARK: - Several promises with one name

  /// Returns the only one of these promises that failed or is pending.
  private func choice(among promises: [PromiseID], _ state: State) -> PromiseID? {
    let graph = state.run?.graph
    let wanted = promises.filter { promise in
      switch graph?[promise]?.state {
      case .fulfilled, .forwarded, .idle, nil: false
      case .pending, .queued, .running, .lockedIn, .rejected, .cancelled, .lost, .unknown: true
      }
    }
    return wanted.count == 1 ? wanted.first : nil
  }

  /// Returns that another promise could have been meant, and how to name it.
  private func remark(_ choice: PromiseID, among namesakes: Namesakes, _ name: String) -> String {
    let promises = namesakes.promises
    let others = promises.filter { $0 != choice }.prefix(3).map { namesakes.names[$0] ?? "\($0)" }
    let more = promises.count - 1 - others.count
    let list = others.joined(separator: ", ") + (more > 0 ? " and \(grouped(more)) more" : "")
    return "'\(sanitized(name))' names \(grouped(promises.count)) promises: this is "
      + "\(namesakes.names[choice] ?? "\(choice)"), the only one that failed or is pending; the others are \(list)"
  }

  /// Returns a table of these promises, each with a name that only it has.
  private func list(_ namesakes: Namesakes, _ name: String) -> String {
    let nodes = namesakes.promises.prefix(Self.mostListed).compactMap { namesakes.graph[$0] }
    var table = TextTable([
      TextTable.Column(title: "name", limit: 30), TextTable.Column(title: "promise", limit: 8),
      TextTable.Column(title: "created", limit: 12, isNumber: true),
      TextTable.Column(title: "source", limit: 40), TextTable.Column(title: "tag", limit: 24),
      TextTable.Column(title: "state", limit: 60),
    ])
    for node in nodes {
      var state = node.stateWords
      if let settled = node.settled { state += " at \(milliseconds(settled.time))" }
      if let text = node.settlement?.description, !text.isEmpty { state += ": \(text)" }
      table.add([
        namesakes.names[node.id] ?? "\(node.id)", "\(node.id)", milliseconds(node.created.time),
        node.creation.site?.fileAndLine ?? "", node.creation.tag ?? "--", state,
      ])
    }
    let count = namesakes.promises.count
    let title =
      "'\(sanitized(name))' names \(grouped(count)) promises; to explain one, pass its name or number:"
    let more = count > nodes.count ? ["  and \(grouped(count - nodes.count)) more"] : []
    return ([title] + table.lines(indent: 2) + more + [""]).joined(separator: "\n")
  }

  /// The most promises with one name that are listed.
  private static var mostListed: Int { 40 }
}

/// Promises that one name can mean, each with a name that only it has: `send#2` is the second that is called
/// `send`.
private struct Namesakes {
  let promises: [PromiseID]
  let graph: Graph
  private(set) var names: [PromiseID: String] = [:]

  /// O(promises of the graph)
  init(of promises: [PromiseID], in graph: Graph) {
    (self.promises, self.graph) = (promises, graph)
    var counts: [String: Int] = [:]
    for promise in promises { graph[promise].map { counts[$0.name.lowercased()] = 0 } }
    var isAlone: [String: PromiseID] = [:]
    for node in graph.promises {
      let name = node.name.lowercased()
      guard let count = counts[name] else { continue }
      counts[name] = count + 1
      isAlone[name] = count == 0 ? node.id : nil
      names[node.id] = "\(sanitized(node.name))#\(count + 1)"
    }
    for promise in isAlone.values { names[promise] = graph[promise].map { sanitized($0.name) } }
  }
}
