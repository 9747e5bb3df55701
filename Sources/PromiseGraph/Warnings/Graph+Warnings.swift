import PromiseKitLite

extension Graph {
  /// What a lint found, and its place among all.
  struct Found: Hashable, Sendable {
    var lint: Int
    var finding: Finding
  }

  /// What is probably a mistake, in the order of the events. Each is put into words when it is read.
  package var warnings: WarningList { WarningList(self) }
  /// How many warnings there are. O(1)
  package var warningCount: Int { findings.count }

  /// What is a mistake only if nothing comes after this.
  package var warningsAtEnd: [Warning] {
    Lints.all.flatMap { lint in
      lint.findings(atEnd: self).map { Warning($0, by: lint, in: self) }
    }
  }

  /// Asks every lint what `event` shows.
  mutating func warn(after event: PromiseEvent) {
    for (place, lint) in Lints.all.enumerated() {
      guard let finding = lint.finding(after: event, in: self) else { continue }
      findings.append(Found(lint: place, finding: finding))
      lint.remember(finding, in: &self)
    }
  }
}
