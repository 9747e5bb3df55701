import PromiseScreens
import PromiseSystem

/// A program to run, and what it is to find.
struct RunPlan: Sendable {
  /// Its name or path, and its arguments.
  var words: [String]
  /// What it reads, as an open descriptor; nothing, if none is given.
  var input: Int32? {
    didSet { inputStart = input.map { lseek($0, 0, SEEK_CUR) } ?? -1 }
  }
  /// Where a file that it reads begins; negative where it is no file.
  private var inputStart: off_t = -1
  /// Values and errors are written as text.
  var includesValues = true
  /// Who finds its files.
  var finder: SourceFinder

  init(words: [String], finder: SourceFinder) {
    self.words = words
    self.finder = finder
  }

  /// What it is called.
  var name: String { Folder.name(of: words.first ?? "") }

  /// As the screens name it.
  var program: LiveProgram {
    LiveProgram(
      entry: DemoEntry(name: name, teaches: words.joined(separator: " ")), hasOutput: true,
      canRunAgain: true)
  }

  /// The program, with its trace at a socket, and its two outputs.
  func process(socket: String, output: Int32, error: Int32) -> ChildProcess.Program {
    var variables = traceVariables("unix:\(socket)")
    // What it prints is shown as text: colours and moves of a cursor would be noise.
    variables["TERM"] = "dumb"
    variables["NO_COLOR"] = "1"
    var descriptors = [STDOUT_FILENO: output, STDERR_FILENO: error]
    descriptors[STDIN_FILENO] = input
    return ChildProcess.Program(words: words, variables: variables, descriptors: descriptors)
  }

  /// Has a file that it reads begin again; what is piped in can be read once.
  func rewindInput() {
    if let input, inputStart >= 0 { lseek(input, inputStart, SEEK_SET) }
  }

  /// What has a program record at that place.
  func traceVariables(_ place: String) -> [String: String?] {
    var variables: [String: String?] = ["PROMISE_TRACE": place]
    if !includesValues { variables["PROMISE_TRACE_VALUES"] = "off" }
    return variables
  }
}

/// A program in the place of the demos.
struct RunSource: DemoSource {
  let plan: RunPlan

  func open(_ opening: Opening, _ outlet: Outlet) -> (any Feed)? {
    plan.rewindInput()
    do throws(Refusal) {
      return try RunFeed(plan, outlet: outlet)
    } catch {
      outlet.post(.programEnded(.notStarted(error.sentence)))
      return NoFeed(farewell: Farewell(status: error.status, sentences: [error.sentence]))
    }
  }

  // A program that runs has one schedule.
  func findOrder(_ demo: String, _ request: OrderRequest, _ outlet: Outlet) {}
  func findCritical(_ demo: String, _ request: CriticalRequest, _ outlet: Outlet) {}
}

/// Of a program that did not start nothing comes.
private struct NoFeed: Feed {
  let farewell: Farewell

  func runNextJob() {}
  func close() {}
}
