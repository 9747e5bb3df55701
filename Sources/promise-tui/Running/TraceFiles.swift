import PromiseKitLite
import PromiseScreens
import PromiseSystem

/// The traces that the processes of a program write into a folder: one is shown; the others are
/// counted.
struct TraceFiles {
  private let folder: String
  private let plan: RunPlan
  private let sender: MessageSender
  /// The names of the files that were looked at.
  private var known: Set<String> = []
  /// The trace that is shown, and those that are shown after it.
  private var queue: [LiveFile] = []
  /// The number of files.
  private var count = 0
  /// Whether the last examination brought events.
  private(set) var isBusy = false
  /// Whether any process has recorded an event.
  private(set) var hasSentEvents = false
  /// Why a trace could not be read.
  private(set) var problem: String?
  /// The number of the newest event of the trace that is shown.
  private(set) var newest = 0

  init(in folder: String, plan: RunPlan, sender: MessageSender) {
    self.folder = folder
    self.plan = plan
    self.sender = sender
  }

  /// Whether every trace that is shown was read to its end.
  var isEmpty: Bool { queue.isEmpty }
  /// How long to wait before the next examination, in milliseconds.
  var pause: Int32 { isBusy ? 0 : queue.first?.pause ?? 50 }

  /// Looks for new files, and reads what has arrived; returns `false` if the screen is closed.
  mutating func read(hasEnded: Bool) -> Bool {
    findFiles()
    isBusy = false
    // The program's output gets its turn as well.
    for _ in 0..<16 {
      guard !queue.isEmpty else { break }
      let step = queue[0].step(hasEnded: hasEnded)
      newest = queue[0].newest
      hasSentEvents = hasSentEvents || newest > 0
      isBusy = false
      switch step {
      case .closed: return false
      case .nothing: return true
      case .events: isBusy = true
      case .ended:
        problem = problem ?? queue[0].problem
        queue.removeFirst().close()
        isBusy = !queue.isEmpty
      }
    }
    return true
  }

  /// Closes the files.
  mutating func close() {
    for file in queue { file.close() }
    queue = []
  }

  // MARK: - New files

  private mutating func findFiles() {
    let new = Folder.names(of: folder).filter { !known.contains($0) }
    // Numbers of processes grow, and a process that replaces itself adds to the name.
    for name in new.sorted(by: { ($0.utf8.count, $0) < ($1.utf8.count, $1) }) {
      let shown = ShownEvents(of: plan.program, finder: plan.finder, sender: sender)
      switch LiveFile.open("\(folder)/\(name)", shown) {
      case .notYet: break
      case .unreadable(let sentence):
        known.insert(name)
        problem = problem ?? sentence
      case .file(let file):
        known.insert(name)
        add(file)
      }
    }
  }

  /// Shows a file after those whose processes have ended; otherwise only counts it.
  private mutating func add(_ file: LiveFile) {
    count += 1
    if let last = queue.indices.last {
      if let process = file.process, queue[last].process == process {
        queue[last].setReplaced()
      } else if queue[last].isRunning {
        file.close()
        let others = count - 1
        sender.post(
          .notice(
            others == 1
              ? "another process of \(plan.name) creates promises: only the first one is shown"
              : "\(others) other processes of \(plan.name) create promises: only the first one is shown"
          ))
        return
      }
    }
    queue.append(file)
  }
}
