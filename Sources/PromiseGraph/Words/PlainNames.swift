package import PromiseKitLite

/// The words that sentences are made of: short, harmless, and the same everywhere.
extension Graph {
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
  func plainList(_ ids: some Collection<PromiseID>, limit: Int = 4) -> String {
    listed(ids, limit: limit) { "\($0)" }
  }

  /// How a promise began, unless it was only mentioned.
  private func declaredCreation(of id: PromiseID) -> PromiseEvent.Creation? {
    self[id].flatMap { $0.isDeclared ? $0.creation : nil }
  }
}

/// The first things in words, and how many more there are: `a, b and 7 more`.
func listed<Things: Collection>(
  _ things: Things, limit: Int, _ name: (Things.Element) -> String
) -> String {
  let count = things.count
  // One more in words is shorter than "and 1 more".
  let shown = count <= limit + 1 ? count : limit
  let names = things.prefix(shown).map(name)
  if shown < count { return names.joined(separator: ", ") + " and \(count - shown) more" }
  guard let last = names.last, names.count > 1 else { return names.first ?? "" }
  return names.dropLast().joined(separator: ", ") + " and " + last
}

/// Foreign text made harmless and cut to `limit` characters.
func brief(_ text: String, _ limit: Int) -> String {
  // A character may be made of thousands of scalars: these are counted first.
  let scalars = String(String.UnicodeScalarView(text.unicodeScalars.prefix(4 * limit + 1)))
  return sanitized(scalars).cut(to: limit)
}

/// `1 handler`, `3 handlers`
func plural(_ count: Int, _ noun: String) -> String { "\(count) \(noun)\(count == 1 ? "" : "s")" }
