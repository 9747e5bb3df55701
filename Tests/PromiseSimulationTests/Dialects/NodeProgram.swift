import Foundation

/// Runs programs in node, if this machine has it.
enum NodeProgram {
  static let path: String? = ProcessInfo.processInfo.environment["PATH"]?
    .split(separator: ":").map { "\($0)/node" }
    .first { FileManager.default.isExecutableFile(atPath: $0) }

  /// Runs functions of JavaScript, one after another in one process, and returns what each logs.
  ///
  /// Each function receives what logs a line, and runs as a task of its own. It has ended when all of its
  /// timers have fired. After what it logs there is a line for each rejection that was handled after it was
  /// reported as unhandled.
  static func output(of functions: [String]) throws -> [[String]] {
    let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let script = harness(functions)
    try Data(script.utf8).write(to: folder.appending(path: "programs.cjs"))
    let process = Process()
    process.executableURL = URL(filePath: path ?? "node")
    process.arguments = ["programs.cjs"]
    process.currentDirectoryURL = folder
    try process.run()
    process.waitUntilExit()
    guard process.terminationStatus == 0 else { throw Failed(status: process.terminationStatus) }
    let data = try Data(contentsOf: folder.appending(path: "output.json"))
    return try JSONDecoder().decode([[String]].self, from: data)
  }

  struct Failed: Error { var status: Int32 }

  private static func harness(_ functions: [String]) -> String {
    """
    const text = e => e instanceof AggregateError ? 'aggregate' : e instanceof TypeError ? 'self' : String(e);
    const programs = [
    \(functions.joined(separator: ",\n"))
    ];
    let log;
    const reported = new Map();
    process.on('unhandledRejection', (e, p) => { reported.set(p, text(e)); log('unhandled ' + text(e)); });
    let late;
    process.on('rejectionHandled', p => late.push('handled late ' + reported.get(p)));
    const output = [];
    let pending = 0, finish;
    const end = () => {
      const mine = finish;
      const check = () => { if (pending == 0 && finish == mine) finish(); };
      setImmediate(() => setImmediate(() => setImmediate(check)));
    };
    const schedule = setTimeout;
    globalThis.setTimeout = (body, ...rest) => {
      pending += 1;
      return schedule((...values) => { try { body(...values); } finally { pending -= 1; if (pending == 0) end(); } }, ...rest);
    };
    function next(place) {
      if (place == programs.length) {
        require('fs').writeFileSync('output.json', JSON.stringify(output));
        return;
      }
      const lines = [];
      log = line => lines.push(line);
      late = [];
      finish = () => { finish = () => {}; output.push(lines.concat(late.sort())); next(place + 1); };
      setImmediate(() => { programs[place](log); if (pending == 0) end(); });
    }
    next(0);
    """
  }
}
