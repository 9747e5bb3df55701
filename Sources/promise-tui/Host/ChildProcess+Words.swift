import PromiseSystem

extension ChildProcess {
  /// Why a program does not start, and what to do.
  static func explanation(of error: StartError, _ name: String) -> String {
    switch error.number {
    case ENOENT where !name.contains("/"):
      "there is no program '\(name)' in PATH: "
        + (Folder.isFile(name)
          ? "./\(name) is the one in this folder" : "name its path, as .build/debug/\(name)")
    case ENOENT: "there is no program \(name): is it built? 'swift build' builds that of a package"
    case EACCES where Folder.leadsToFolder(name):
      "\(name) is a folder, and no program: name the one in it"
    case EACCES: "\(name) may not be run: 'chmod +x \(shellQuoted(name))' makes a program of it"
    case ENOTDIR: "\(name) does not start: a part of its path is a file: name another path"
    case ENOEXEC:
      "\(name) does not start: it is no program of this machine, and a script begins with #!/bin/sh"
    case EAGAIN, ENOMEM, EMFILE, ENFILE:
      "\(name) does not start: \(error): end other programs, and try again"
    default: "\(name) does not start: \(error): does it start without promise-tui?"
    }
  }
}

extension ChildProcess.StartError {
  /// 66 where there is no such program, 1 where the system has no room for it.
  var exitStatus: Int32 { [ENOENT, EACCES, ENOTDIR, ENOEXEC].contains(number) ? 66 : 1 }
}

extension ChildProcess.Ending {
  /// The exit status, as a shell counts.
  var status: Int32 {
    switch self {
    case .exited(let status): status
    case .signalled(let signal): 128 + signal
    }
  }
}

/// Looks for programs as the system does, to say what is wrong before anything is begun.
enum ProgramSearch {
  /// Why a program does not start; none where nothing is known to be in its way.
  static func obstacle(to name: String) -> String? {
    guard !name.contains("/") else {
      return problem(at: name).map {
        ChildProcess.explanation(of: ChildProcess.StartError(number: $0), name)
      }
    }
    let folders = getenv("PATH").map { String(cString: $0) } ?? "/usr/bin:/bin"
    let isFound = folders.split(separator: ":").contains { problem(at: "\($0)/\(name)") == nil }
    return isFound
      ? nil : ChildProcess.explanation(of: ChildProcess.StartError(number: ENOENT), name)
  }

  private static func problem(at path: String) -> Int32? {
    if Folder.leadsToFolder(path) { return EACCES }
    return access(path, X_OK) == 0 ? nil : errno
  }
}

/// `text` as a shell reads it as one word.
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
