import Foundation
import Testing

/// Real node, if this machine has it.
enum Node {
  /// The path of node; `nil` if it is not installed, or older than 18.
  static let path: String? = ProcessInfo.processInfo.environment["PATH"]?
    .split(separator: ":").map { "\($0)/node" }
    .first { FileManager.default.isExecutableFile(atPath: $0) && isNewEnough($0) }

  private static func isNewEnough(_ path: String) -> Bool {
    let version = (try? run(path, ["--version"])).map { String(decoding: $0, as: UTF8.self) } ?? ""
    return version.dropFirst().split(separator: ".").first.flatMap { Int($0) }.map { $0 >= 18 }
      ?? false
  }

  /// Runs scripts in one process, each in a thread of its own, and returns the lines that each
  /// printed, by its path.
  static func output(of scripts: [String]) throws -> [String: [String]] {
    let arguments = ["--input-type=module", "--eval", harness, "--"] + scripts
    return try JSONDecoder().decode(
      [String: [String]].self, from: try run(try #require(path), arguments))
  }

  private static func run(_ path: String, _ arguments: [String]) throws -> Data {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: path)
    process.arguments = arguments
    process.environment = ProcessInfo.processInfo.environment.filter { $0.key != "NODE_OPTIONS" }
    let output = Pipe()
    process.standardOutput = output
    try process.run()
    let data = try output.fileHandleForReading.readToEnd() ?? Data()
    process.waitUntilExit()
    return data
  }

  /// A thread has queues and a loop of its own, and ends when nothing is left to do, as a process
  /// does. Its timers fire in the order of their times as soon as nothing else is to do, and the time
  /// passes only then and while a script asks for it: how fast the machine is does not matter.
  private static let harness = """
    import { Worker } from 'node:worker_threads';
    import { text } from 'node:stream/consumers';
    import { pathToFileURL } from 'node:url';
    const names = process.argv.slice(1);
    const printed = {};
    const begin = `
      const { workerData } = require('node:worker_threads');
      const later = setImmediate;
      let now = 0, timers = [], waits = false;
      Date.now = () => ++now;
      globalThis.setTimeout = (call, ms = 1, ...values) => {
        const timer = {
          due: now + Math.max(1, ms),
          call: () => call(...values),
          // What node's own modules set does not keep the program running, and is not needed.
          unref: () => { clearTimeout(timer); return timer; },
          refresh: () => timer,
        };
        timers.push(timer);
        wait();
        return timer;
      };
      globalThis.clearTimeout = (timer) => { timers = timers.filter((other) => other !== timer); };
      function wait() {
        if (waits || timers.length === 0) return;
        waits = true;
        later(() => later(() => {
          waits = false;
          const next = timers.reduce((one, other) => (other.due < one.due ? other : one), timers[0]);
          if (!next) return;
          clearTimeout(next);
          now = Math.max(now, next.due);
          next.call();
          wait();
        }));
      }
      import(workerData);
    `;
    async function next() {
      for (let name = names.shift(); name; name = names.shift()) {
        const worker = new Worker(begin, {
          eval: true, workerData: pathToFileURL(name).href, execArgv: [], stdout: true, stderr: true,
        });
        const problems = [];
        worker.on('error', (error) => problems.push(String(error)));
        const lines = (await text(worker.stdout)).split('\\n').slice(0, -1);
        printed[name] = [...lines, ...problems];
      }
    }
    await Promise.all(Array.from({ length: 8 }, next));
    console.log(JSON.stringify(printed));
    """
}
