import NodeHook
import PromiseSystem

/// A running process of Node.js, which can be recorded from now on.
struct NodeProcess {
  let id: pid_t

  /// Returns the process with an ID; `nil` if the text is not one.
  init?(_ text: String) {
    guard !text.isEmpty, text.utf8.allSatisfy({ UInt8(ascii: "0")...UInt8(ascii: "9") ~= $0 }),
      let id = pid_t(text)
    else { return nil }
    self.id = id
  }

  /// Whether the process has not ended. Until its parent waits for it, a process that has ended has an ID, but no program.
  var isRunning: Bool { Self.isRunning(id) }

  static func isRunning(_ id: pid_t) -> Bool { kill(id, 0) == 0 && path(of: id) != nil }

  /// Whether Node.js runs it.
  var runsNode: Bool {
    Self.path(of: id).map { ["node", "nodejs"].contains(Folder.name(of: $0)) } ?? false
  }

  /// Lets the process load the script that records its promises to `trace`.
  ///
  /// A signal makes Node.js open its inspector. It would end another program, so it is only sent to
  /// Node.js.
  func record(to trace: String) throws(CommandError) {
    let node = try program()
    let folders = UserFolders(.current)
    let attaching = CachedScript(name: "node-attach.cjs", text: NodeHook.attachingText)
    guard let script = NodeScript.path(folders), let client = attaching.path(folders) else {
      throw .noTemporary()
    }
    let answer = ProgramAnswer(to: [node, client, "\(id)", script, trace] + port)
    switch answer {
    case .lines(["recording"]): return
    case .lines(let lines): throw failure(lines.joined(separator: " "))
    case .missing: throw failure("\(node) does not start")
    case .failed(let reason): throw failure(reason)
    }
  }

  private func failure(_ reason: String) -> CommandError {
    CommandError("cannot record process \(id): \(reason)", status: 66)
  }

  /// Returns the path of the program that the process runs, if that is Node.js and opens its inspector.
  private func program() throws(CommandError) -> String {
    guard id > 0 else { throw CommandError("\(id) is not the ID of a process", status: 64) }
    guard kill(id, 0) == 0 else {
      throw errno == EPERM
        ? failure(RunningProgram.refusal(to: geteuid()))
        : CommandError(
          "there is no process \(id): 'pgrep -l node' lists those of Node.js", status: 66)
    }
    guard let path = Self.path(of: id) else {
      throw failure("the system does not say which program it runs")
    }
    guard runsNode else { throw failure("it runs \(Folder.name(of: path)), not Node.js") }
    guard catchesSignal else {
      throw failure("its inspector is disabled. Start it with 'promise-tui run -- node …' instead")
    }
    return path
  }

  #if os(Linux)
    /// Returns the path of the program that a process runs; `nil` if the system does not say.
    static func path(of id: pid_t) -> String? {
      var bytes = [CChar](repeating: 0, count: Int(PATH_MAX))
      let count = readlink("/proc/\(id)/exe", &bytes, bytes.count)
      guard count > 0 else { return nil }
      return String(decoding: bytes[..<count].map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }

    /// Whether the signal that opens the inspector does not end the process.
    private var catchesSignal: Bool {
      let caught = text("status").split(separator: "\n").first { $0.hasPrefix("SigCgt:") }
      guard let mask = caught.flatMap({ UInt64($0.dropFirst(7).drop { $0 == "\t" }, radix: 16) })
      else { return false }
      return mask >> (UInt64(SIGUSR1) - 1) & 1 == 1
    }

    /// The port of the inspector, if the process was started with one: `--inspect=9230`,
    /// `--inspect-port 127.0.0.1:9230`.
    private var port: [String] {
      let words = text("cmdline").split(separator: "\0")
      for (index, word) in words.enumerated() {
        let parts = word.split(separator: "=", maxSplits: 1)
        guard let name = parts.first, Self.portOptions.contains(String(name)) else { continue }
        let value = parts.count == 2 ? parts[1] : words.dropFirst(index + 1).first ?? ""
        let port = value.split(separator: ":").last ?? ""
        if UInt16(port) != nil { return [String(port)] }
      }
      return []
    }

    private static let portOptions: Set = [
      "--inspect-port", "--debug-port", "--inspect", "--inspect-brk", "--inspect-wait",
    ]

    private func text(_ name: String) -> String {
      let bytes = try? SmallFile.read("/proc/\(id)/\(name)", limit: 1 << 20)
      return String(decoding: bytes ?? [], as: UTF8.self)
    }
  #else
    static func path(of id: pid_t) -> String? {
      var bytes = [UInt8](repeating: 0, count: 4 * Int(PATH_MAX))
      let count = proc_pidpath(id, &bytes, UInt32(bytes.count))
      return count > 0 ? String(decoding: bytes[..<Int(count)], as: UTF8.self) : nil
    }

    private var catchesSignal: Bool { true }
    private var port: [String] { [] }
  #endif
}
