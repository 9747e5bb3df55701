import PromiseScreens
import PromiseSystem

/// The trace of a program that is shown while it runs: where the program sends it, and what has
/// arrived.
///
/// The program and the processes that it starts connect to our socket. This is the only place that
/// chooses how such a trace reaches us.
struct LiveTrace {
  /// The folder that is removed when the program is no longer shown.
  let folder: PrivateFolder
  private let listener: Int32
  private var connections: TraceConnections

  /// Prepares the place for the trace.
  ///
  /// - Throws: Why that is impossible, with the next step.
  init(of plan: RunPlan, sender: MessageSender) throws(CommandError) {
    guard let folder = PrivateFolder() else { throw CommandError(FileError.temporary(errno)) }
    self.folder = folder
    connections = TraceConnections(plan: plan, sender: sender)
    do throws(LocalSocket.Failure) {
      listener = try LocalSocket.listen(at: folder.trace)
    } catch {
      folder.remove()
      throw CommandError(FileError.temporary(error.number))
    }
  }

  /// Where the program writes.
  var target: TraceTarget { .socket(folder.trace) }

  /// The descriptors to wait on.
  var descriptors: [Int32] { (hasRoom ? [listener] : []) + connections.descriptors }
  /// Whether every process that has sent something is done.
  var isEmpty: Bool { connections.isEmpty }
  /// Whether any of them has sent an event.
  var hasSentEvents: Bool { connections.hasSentEvents }
  /// Why the trace could not be read.
  var problem: String? { connections.problem }
  /// The number of the newest event that is shown.
  var newest: Int { connections.newest }

  /// Reads what has arrived, and blocks while the screen has enough to do; returns `false` if the
  /// screen is closed.
  mutating func read() -> Bool {
    while hasRoom, let connection = LocalSocket.accept(listener) { connections.add(connection) }
    return connections.read()
  }

  /// Accepts no further processes.
  func close() { PromiseSystem.close(listener) }

  /// The processes beyond these wait until another one ends.
  private var hasRoom: Bool { connections.descriptors.count < Self.mostConnections }
  private static let mostConnections = 64
}
