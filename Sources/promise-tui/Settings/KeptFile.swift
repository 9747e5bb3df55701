import PromiseGraph
import PromiseInsight
import PromiseKitLite
import PromiseScreens
import PromiseSystem

/// The file in which the screen keeps the speed, the panes, what was typed, and the progress of the course.
///
/// Two programs may have it open: a write replaces the whole file in one step, and adds to what the other program has
/// kept meanwhile.
struct KeptFile: Sendable {
  /// The path of the file.
  let path: String
  private let folders: UserFolders

  /// The size of the largest file that is read, which is more than the program ever writes.
  static let mostBytes = 8 << 20
  private static let version = 1

  /// Creates a value for the file in the user's folder, which need not exist; `nil` without a home.
  init?(_ folders: UserFolders) {
    guard let state = folders.state else { return nil }
    path = "\(state)/state.json"
    self.folders = folders
  }

  /// What was read.
  struct Contents {
    var kept: KeptState
    /// What is wrong with the file, if anything.
    var problem: Problem?
    /// Whether the file may be replaced.
    var canBeReplaced = true
  }

  /// What is wrong with a file.
  enum Problem: Hashable, Sendable {
    /// It was damaged, and is there now.
    case damaged(movedTo: String)
    /// A newer version of the program wrote it.
    case newer(path: String)

    /// The notice for the user.
    func notice(_ language: Language) -> String {
      switch self {
      case .damaged(let path):
        language.text("what was kept is damaged, and starts empty; the old file is \(path)")
      case .newer(let path):
        language.text("\(path) is from a newer version of this program: nothing is kept")
      }
    }
  }

  /// Reads the file. One that does not exist is empty. A damaged one counts as empty, and is kept aside.
  func read() -> Contents {
    let bytes: [UInt8]
    do {
      bytes = try SmallFile.read(path, limit: Self.mostBytes)
    } catch {
      return Contents(kept: KeptState(), canBeReplaced: error.isMissing)
    }
    guard bytes.count <= Self.mostBytes,
      case .object(let fields)? = try? JSONScanner.value(of: bytes[...]),
      let version = fields.integer("version")
    else { return setAside() }
    guard version <= Self.version else {
      return Contents(
        kept: KeptState(),
        problem: .newer(path: path),
        canBeReplaced: false)
    }
    return Contents(kept: KeptState(fields))
  }

  private func setAside() -> Contents {
    let other = "\(path).damaged"
    guard rename(path, other) == 0 else {
      return Contents(kept: KeptState(), canBeReplaced: false)
    }
    return Contents(
      kept: KeptState(),
      problem: .damaged(movedTo: other))
  }

  /// Adds to the file what has changed since the program started. Returns whether it is kept now.
  ///
  /// - Parameters:
  ///   - kept: What to keep.
  ///   - start: The same when the program started.
  @discardableResult
  func add(_ kept: KeptState, since start: KeptState) -> Bool {
    guard let folder = folders.makeState() else { return false }
    let lock = open(folder, O_RDONLY | O_CLOEXEC)
    defer { if lock >= 0 { close(lock) } }
    // Another program holds it for a moment only; one that is stopped is not waited for.
    for _ in 0..<100 where lock >= 0 {
      if flock(lock, LOCK_EX | LOCK_NB) == 0 { break }
      usleep(10_000)
    }
    let contents = read()
    guard contents.canBeReplaced else { return false }
    let merged = contents.kept.adding(kept, since: start)
    if merged == contents.kept, Folder.isFile(path) { return true }
    let text = merged.json(version: Self.version).description + "\n"
    return (try? OutputFile.replace(path, with: Array(text.utf8))) != nil
  }
}

// MARK: - Merging

extension KeptState {
  /// Returns what is in the file, with what has changed since the start.
  func adding(_ new: KeptState, since start: KeptState) -> KeptState {
    var result = self
    if new.view.speed != start.view.speed { result.view.speed = new.view.speed }
    for demo in new.progress.played { _ = result.progress.play(demo) }
    for (demo, best) in new.progress.results { _ = result.progress.take(best, of: demo) }
    for (kind, lines) in new.typed {
      let others = result.typed[kind, default: []].filter { !lines.contains($0) }
      result.typed[kind] = Array((others + lines).suffix(KeptState.mostLines))
    }
    return result
  }
}

// MARK: - JSON

extension KeptState {
  /// The state as JSON.
  fileprivate func json(version: Int) -> JSON {
    .object([
      ("version", .number(version)),
      ("speed", .number(view.speed)),
      ("played", .texts(progress.played.sorted())),
      (
        "results",
        .object(
          progress.results.sorted { $0.key < $1.key }.map { demo, best in
            (demo, .list([.number(best.right), .number(best.questions)]))
          })
      ),
      (
        "typed",
        .object(typed.sorted { $0.key < $1.key }.map { ($0.key, .texts($0.value)) })
      ),
    ])
  }

  /// Reads a state. A field that is missing or not what it should be keeps its default.
  fileprivate init(_ fields: [JSONField]) {
    self.init()
    if let speed = fields.integer("speed"), (-3...4).contains(speed) { view.speed = speed }
    for name in fields.lines("played") { _ = progress.play(name) }
    for field in fields.fields("results") ?? [] {
      guard case .array(let numbers) = field.value, numbers.count == 2,
        case .integer(let right) = numbers[0], case .integer(let questions) = numbers[1],
        right >= 0, right <= questions
      else { continue }
      _ = progress.take(CourseProgress.Result(right: right, of: questions), of: field.key)
    }
    let lines = fields.fields("typed") ?? []
    for key in lines.map(\.key) { typed[key] = Array(lines.lines(key).suffix(Self.mostLines)) }
  }
}

extension [JSONField] {
  /// The strings of an array that are no longer than what the program keeps.
  fileprivate func lines(_ key: String) -> [String] { texts(key).filter { $0.utf8.count <= 4096 } }
}

/// Keeps the state of the screen in a file, where there is one.
struct Keeper {
  let file: KeptFile
  /// The state at the start, with which is compared.
  let start: KeptState

  /// Keeps what has changed since the start. In a home that cannot be written, nothing is kept.
  func keep(_ kept: KeptState) { file.add(kept, since: start) }
}
