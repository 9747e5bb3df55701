import PromiseSystem

extension CommandError {
  /// A program does not start; the status is 66 if there is no such program, 1 if the system has no resources for it.
  static func noStart(_ name: String, _ number: Int32 = errno) -> CommandError {
    CommandError(
      explanation(name, number), number,
      status: [ENOENT, EACCES, ENOTDIR, ENOEXEC].contains(number) ? 66 : 1)
  }

  private static func explanation(_ name: String, _ number: Int32) -> String {
    let reason = String(cString: strerror(number))
    return switch number {
    case ENOENT where ["node", "npm", "npx"].contains(name):
      "\(name): no such program in PATH. Install Node.js 18 or later, or name its path"
    case ENOENT where name == "curl":
      "curl: no such program in PATH. Install curl, with which --otlp sends spans"
    case ENOENT where !name.contains("/"):
      "\(name): no such program in PATH. "
        + (Folder.isFile(name)
          ? "Use ./\(name) for the one in this folder"
          : "Name its path, such as .build/debug/\(name)")
    case ENOENT: "\(name): no such program. Is it built? 'swift build' builds the one in a package"
    case EACCES where Folder.leadsToFolder(name):
      "\(name) is a folder, not a program: name a program in it"
    case EACCES: "\(name) is not executable: 'chmod +x \(shellQuoted(name))' makes it so"
    case ENOTDIR: "\(name) does not start: part of its path is a file; choose another path"
    case ENOEXEC:
      "\(name) does not start: it is not a program for this machine; a script must begin with #!/bin/sh"
    case EAGAIN, ENOMEM, EMFILE, ENFILE:
      "\(name) does not start: \(reason): end other programs and try again"
    default: "\(name) does not start: \(reason): does it start without promise-tui?"
    }
  }
}

extension ChildProcess.Ending {
  /// The exit status, as a shell reports it.
  var status: Int32 {
    switch self {
    case .exited(let status): status
    case .signalled(let signal): 128 + signal
    }
  }
}

/// Looks up programs as the system does, to report a problem before anything starts.
enum ProgramSearch {
  /// Returns why a program does not start; `nil` if no problem is known.
  static func problem(with name: String) -> CommandError? {
    var number = name.contains("/") ? problem(at: name) : ENOENT
    if !name.contains("/"), folders.contains(where: { problem(at: "\($0)/\(name)") == nil }) {
      number = nil
    }
    return number.map { CommandError(CommandError.noStart(name, $0).sentence, $0, status: 66) }
  }

  /// The folders in `PATH`, in order; an empty one is the current folder.
  static var folders: [String] {
    let path = getenv("PATH").map { String(cString: $0) } ?? "/usr/bin:/bin"
    return path.split(separator: ":", omittingEmptySubsequences: false).map {
      $0.isEmpty ? "." : String($0)
    }
  }

  private static func problem(at path: String) -> Int32? {
    if Folder.leadsToFolder(path) { return EACCES }
    return access(path, X_OK) == 0 ? nil : errno
  }
}

/// Returns `text` quoted, if necessary, so that a shell reads it as one word.
func shellQuoted(_ text: String) -> String {
  let isPlain = text.utf8.allSatisfy { byte in
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"):
      true
    default: "-_=./:,+@%".utf8.contains(byte)
    }
  }
  if isPlain, !text.isEmpty { return text }
  return
    "'\(text.split(separator: "'", omittingEmptySubsequences: false).joined(separator: "'\\''"))'"
}
