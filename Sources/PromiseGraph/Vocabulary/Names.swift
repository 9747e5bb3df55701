package import PromiseEvents

/// Where everything is given its name. A promise has three, from short to long:
///
/// - its `name` is the label, or the operation as the program writes it: `fetch`, `.then`;
/// - its `title` says what it is as well: `login`, `.then fetch`, `all`; with its number `p3 .then fetch`;
/// - in sentences it is called by its `plainName`: `p3 'fetch'`, `p4 (.map)`.
///
/// What tells runs apart that are made by other schedules has no numbers where it can do without: its `shortName`
/// is the label alone, or the number and the operation: `save`, `p3 then`.

extension PromiseEvent.Creation {
  /// The label, or the operation as the program writes it: `fetch`, `.then`.
  package var name: String { label ?? operation.spelling }

  /// The label of a root; of a promise that follows others the operation and the label: `login`,
  /// `.then fetch`, `all`.
  package var title: String {
    guard let label, !parents.isEmpty else { return name }
    return "\(operation.spelling) \(label)"
  }
}

extension PromiseNode {
  /// The label, or the operation as the program writes it: `fetch`, `.then`.
  package var name: String { creation.name }

  /// The name and what it is: `login`, `.then fetch`, `all`.
  package var title: String { creation.title }
}

extension Graph {
  /// A promise with its number: `p3 .then fetch`; the number alone where nothing else is known of it.
  package func title(of id: PromiseID) -> String {
    declaredCreation(of: id).map { "\(id) \($0.title)" } ?? "\(id)"
  }

  /// A promise as sentences name it: `p2 'fetch'`, `p4 (.map)` where it has no label.
  package func plainName(of id: PromiseID) -> String {
    guard let creation = declaredCreation(of: id) else { return "\(id)" }
    guard let label = creation.label, !label.isEmpty else {
      return "\(id) (\(creation.operation.spelling))"
    }
    return "\(id) '\(brief(label, 24))'"
  }

  /// What runs in a job, as sentences name it: `the handler of p2 'fetch'`.
  package func plainName(of id: JobID) -> String {
    let job = job(id)
    if let child = job?.child { return "the \(handlerNoun(of: child)) of \(plainName(of: child))" }
    guard let label = job?.label, !label.isEmpty else { return "job \(id)" }
    return "job \(id) '\(brief(label, 24))'"
  }

  /// A job with its number: `j5 .then fetch`.
  func title(of id: JobID) -> String {
    let job = job(id)
    let title = job?.child.flatMap { self[$0] }?.title ?? job?.label ?? ""
    return title.isEmpty ? "\(id)" : "\(id) \(title)"
  }

  /// A timer with its number, and the promise that it settles: `t2 after`.
  func title(of id: TimerID) -> String {
    let title = timer(id)?.promise.flatMap { self[$0] }?.title ?? ""
    return title.isEmpty ? "\(id)" : "\(id) \(title)"
  }

  /// The label of a queue, or its identity if no event declared it. O(1)
  package func queueLabel(_ id: QueueID) -> String {
    queueTable.read(id.rawValue) { $0.label } ?? id.description
  }

  /// A queue as sentences name it, by its label.
  package func plainName(of id: QueueID) -> String { brief(queueLabel(id), 24) }

  /// What settles a promise: `body` or `handler`.
  func handlerNoun(of id: PromiseID) -> String {
    switch self[id]?.creation.operation {
    case .body, .async: "body"
    default: "handler"
    }
  }

  /// Several promises in a row: `p1, p2 and p3`; of many the first and how many more there are.
  func plainList(_ ids: some Collection<PromiseID>) -> String {
    // One more in words is shorter than "and 1 more".
    let shown = ids.count <= 5 ? ids.count : 4
    return inARow(ids.prefix(shown).map(\.description), more: ids.count - shown)
  }

  /// Where a promise was made: ` at Login.swift:14`; nothing where that is not known.
  func place(of node: PromiseNode) -> String {
    node.creation.site.map { " at \(brief($0.fileAndLine, 40))" } ?? ""
  }

  /// How a promise began, unless it was only mentioned.
  private func declaredCreation(of id: PromiseID) -> PromiseEvent.Creation? {
    self[id].flatMap { $0.isDeclared ? $0.creation : nil }
  }
}

extension Graph {
  /// The label, or the number and what made it: `save`, `p3 then`.
  package func shortName(of id: PromiseID) -> String {
    declaredCreation(of: id)?.shortName ?? "\(id)"
  }

  /// The short name of the promise whose handler it is, or the job's own label.
  package func shortName(of id: JobID) -> String {
    let job = job(id)
    return job?.child.map { shortName(of: $0) } ?? job?.label ?? "\(id)"
  }

  /// The short name of the promise that it settles.
  package func shortName(of id: TimerID) -> String {
    timer(id)?.promise.map { shortName(of: $0) } ?? "\(id)"
  }

  /// `save on main`, `timer of login`
  package func shortName(of choice: PromiseEvent.Choice) -> String {
    switch choice {
    case .resume(let job): "\(shortName(of: job)) goes on"
    case .start(let queue, let job): "\(shortName(of: job)) on \(queueLabel(queue))"
    case .end(let job): "end of \(shortName(of: job))"
    case .fire(let timer): "timer of \(shortName(of: timer))"
    }
  }
}

extension PromiseEvent.Operation {
  /// The operation as the program writes it: `.then`, `all`, `after`.
  package var spelling: String {
    switch self {
    case .body: "Promise"
    case .value, .error, .pending, .async, .after, .retry, .all, .allSettled, .race, .any: rawValue
    case .then, .map, .compactMap, .done, .get, .tap, .catch, .recover, .ensure, .ensureThen,
      .finally, .asVoid, .cauterize, .thenResolving, .delay, .timeout, .validate, .cancelled,
      .until, .detached, .mapValues, .flatMapValues, .compactMapValues, .thenMap, .thenFlatMap,
      .filterValues, .firstValue, .lastValue, .sortedValues:
      ".\(rawValue)"
    }
  }
}

extension SourceSite {
  /// The file without its folders, and the line: `Login.swift:14`.
  package var fileAndLine: String { "\(fileName):\(line)" }
}
