package import PromiseEvents

// How promises, jobs, timers and queues are named. A promise has three names, from short to long:
//
// - `name` is the label, or the operation as the program spells it: `fetch`, `.then`;
// - `title` adds what it is: `login`, `.then fetch`, `all`; with its number, `p3 .then fetch`;
// - `plainName` is for sentences: `p3 'fetch'`, `p4 (.map)`. `reference` is the short form for a promise that
//   a sentence mentions beside its subject: `'fetch'`, `p4`.
//
// Texts that compare runs of different schedules avoid numbers, which differ between them: `shortName` is the
// label alone, or the number and the operation: `save`, `p3 then`.

extension PromiseEvent.Creation {
  /// The operation as the program spells it: `.then`, `all`; in JavaScript `.catch`, `Promise.all`.
  package var spelling: String { operation.spelling(in: language) }

  /// The label, or the operation as the program spells it: `fetch`, `.then`.
  package var name: String { label ?? spelling }

  /// The label of a root; for a promise with parents, the operation and the label: `login`,
  /// `.then fetch`, `all`.
  package var title: String {
    guard let label, !parents.isEmpty else { return name }
    return "\(spelling) \(label)"
  }
}

extension PromiseNode {
  /// The label, or the operation as the program spells it: `fetch`, `.then`.
  package var name: String { creation.name }

  /// The name with what it is: `login`, `.then fetch`, `all`.
  package var title: String { creation.title }
}

extension Graph {
  /// Returns a promise with its number, `p3 .then fetch`; the number alone if nothing else is known.
  package func title(of id: PromiseID) -> String {
    declaredCreation(of: id).map { "\(id) \($0.title)" } ?? "\(id)"
  }

  /// Returns a promise's name for sentences: `p2 'fetch'`, or `p4 (.map)` if it has no label.
  package func plainName(of id: PromiseID) -> String {
    guard let creation = declaredCreation(of: id) else { return "\(id)" }
    guard let label = creation.label, !label.isEmpty else {
      return "\(id) (\(creation.spelling))"
    }
    return "\(id) '\(brief(label, 24))'"
  }

  /// Returns a promise's name for a sentence whose subject is another one: its label, `'fetch'`, or `p4`
  /// if it has none.
  package func reference(to id: PromiseID) -> String {
    guard let label = declaredCreation(of: id)?.label, !label.isEmpty else { return "\(id)" }
    return "'\(brief(label, 24))'"
  }

  /// Returns what runs in a job, for sentences: `the handler of p2 'fetch'`.
  package func plainName(of id: JobID, language: Language = .english) -> String {
    let job = job(id)
    if let child = job?.child { return handlerName(of: child, language) }
    guard let label = job?.label, !label.isEmpty else { return language.text("job \(id)") }
    return language.text("job \(id) '\(brief(label, 24))'")
  }

  /// Returns what settles a promise: `the handler of p2 'fetch'`, `the body of p1 'load'`.
  package func handlerName(of id: PromiseID, _ language: Language) -> String {
    if isAsyncFunction(id) { return language.text("async function \(plainName(of: id))") }
    if isTask(id) { return taskName(of: id, language) }
    return hasBody(id)
      ? language.text("the body of \(plainName(of: id))")
      : language.text("the handler of \(plainName(of: id))")
  }

  /// Returns what settles a promise, with the promise's title: `the handler of p2 .then fetch`.
  package func handlerTitle(of id: PromiseID, _ language: Language) -> String {
    if isAsyncFunction(id) { return language.text("async function \(title(of: id))") }
    if isTask(id) { return taskName(of: id, language) }
    return hasBody(id)
      ? language.text("the body of \(title(of: id))")
      : language.text("the handler of \(title(of: id))")
  }

  /// Returns the label of a queue, or its identity if no event declared it. O(1)
  package func queueLabel(_ id: QueueID) -> String {
    queueTables.queues.read(id.rawValue) { $0.label } ?? id.description
  }

  /// Returns a queue's name for sentences: its label, `main`; of one of several processes, `store/main`.
  package func plainName(of id: QueueID) -> String {
    hasProcesses ? queueName(id) : brief(queueLabel(id), 24)
  }

  /// Whether a promise is settled by its body, not by a handler.
  package func hasBody(_ id: PromiseID) -> Bool {
    self[id]?.creation.operation.has(.body) == true
  }

  /// Whether a promise is that of an async function, which can await other promises one after another.
  package func isAsyncFunction(_ id: PromiseID) -> Bool {
    promiseTable.read(id.rawValue) {
      $0.creation.operation == .async && $0.creation.language != .swift
    } ?? false
  }

  /// Whether it is the node of a task, which awaits promises and is none itself.
  package func isTask(_ id: PromiseID) -> Bool {
    promiseTable.read(id.rawValue) { $0.creation.operation == .task } ?? false
  }

  /// Returns the name of a task: `task p5 'refresh'`, `task p5`.
  package func taskName(of id: PromiseID, _ language: Language) -> String {
    let label = declaredCreation(of: id)?.label ?? ""
    return label.isEmpty
      ? language.text("task \(id)") : language.text("task \(id) '\(brief(label, 24))'")
  }

  /// Returns several promises in a row: `p1, p2 and p3`; if there are many, the first few and the number of
  /// the others.
  package func plainList(_ ids: some Collection<PromiseID>, _ language: Language) -> String {
    // A fifth name is shorter than "and 1 more".
    let shown = ids.count <= 5 ? ids.count : 4
    return language.list(ids.prefix(shown).map(\.description), more: ids.count - shown)
  }

  /// Returns the creation of a promise; `nil` if other events only mentioned it.
  private func declaredCreation(of id: PromiseID) -> PromiseEvent.Creation? {
    self[id].flatMap { $0.isDeclared ? $0.creation : nil }
  }
}

extension Graph {
  /// Returns the label, or the number and the operation: `save`, `p3 then`.
  package func shortName(of id: PromiseID) -> String {
    declaredCreation(of: id)?.shortName ?? "\(id)"
  }

  /// Returns the short name of the promise whose handler the job runs, or the job's own label.
  package func shortName(of id: JobID) -> String {
    let job = job(id)
    return job?.child.map { shortName(of: $0) } ?? job?.label ?? "\(id)"
  }

  /// Returns the short name of the promise that the timer settles.
  package func shortName(of id: TimerID) -> String {
    timer(id)?.promise.map { shortName(of: $0) } ?? "\(id)"
  }

  /// Returns what the choice takes: `save on main`, `timer of login`.
  package func shortName(
    of choice: PromiseEvent.Choice, language: Language = .english
  ) -> String {
    switch choice {
    case .resume(let job): language.text("\(shortName(of: job)) resumes")
    case .start(let queue, let job):
      language.text("\(shortName(of: job)) on \(queueName(queue))")
    case .end(let job): language.text("end of \(shortName(of: job))")
    case .fire(let timer): language.text("timer of \(shortName(of: timer))")
    }
  }
}

extension PromiseEvent.Operation {
  /// Returns the operation as a program in a language spells it.
  package func spelling(in language: PromiseEvent.ProgramLanguage) -> String {
    guard language == .javaScript else { return spelling }
    return switch self {
    case .body: "new Promise"
    case .value: "Promise.resolve"
    case .error: "Promise.reject"
    case .pending: "promise"
    case .async: "async function"
    case .all, .allSettled, .race, .any: "Promise.\(rawValue)"
    case .recover: ".catch"
    case .ensureThen: ".finally"
    default: spelling
    }
  }

  /// The operation as the program spells it: `.then`, `all`, `after`.
  package var spelling: String {
    has(.link) ? ".\(rawValue)" : self == .body ? "Promise" : rawValue
  }
}

extension SourceSite {
  /// The file name and the line: `Login.swift:14`.
  package var fileAndLine: String { "\(fileName):\(line)" }
}
