import Dispatch
import PromiseKitLite

private let database = DispatchQueue(label: "database")

extension CorpusProgram {
  /// Steps of a migration, one after another; each is undone if it fails.
  package static let migrations = CorpusProgram(right: "migrations") {
    let migration = Migration()
    migration.begin()
    return migration
  }
}

private struct Locked: Error {}
private struct Unknown: Error { var column: String }

private final class Migration: Sendable {
  private let version = Shared(0)

  func begin() {
    (1...6).reduce(backup()) { before, step in
      before.then(label: "begin step") { self.run(step) }
    }
    .then(label: "vacuum") { self.execute("vacuum", 12) }
    .done(label: "migrated") { note("at version \(self.version.value)") }
    .catch(label: "not migrated") { error in
      note("stopped at version \(self.version.value): \(error)")
    }
    .finally(label: "unlock") { note("unlocked") }
  }

  private func run(_ step: Int) -> Promise<Void> {
    execute("begin", 1)
      .then(label: "alter") { self.alter(step) }
      .then(label: "copy rows") { self.copyRows(step) }
      .then(label: "commit") { self.execute("commit", 2) }
      .recover(label: "undo") { error -> Promise<Void> in
        // Undone, and still an error, unless it is known to be harmless.
        self.execute("rollback", 2).done(label: "undone") {
          guard error is Locked else { throw error }
        }
      }
      .done(label: "set version", on: database) { self.version.value = step }
  }

  private func alter(_ step: Int) -> Promise<Void> { execute("alter \(step)", 3) }

  private func copyRows(_ step: Int) -> Promise<Void> {
    let tables = (0..<3).map { table in execute("copy \(step) \(table)", 4 + table) }
    return when(label: "all copied", fulfilled: tables).asVoid(label: "copied")
      .done(label: "check rows") { if step == 4 { throw Locked() } }
  }

  private func backup() -> Promise<Void> { execute("backup", 20) }

  private func execute(_ statement: String, _ milliseconds: Int) -> Promise<Void> {
    database.async(.promise, label: statement) { work(milliseconds) }
  }
}
