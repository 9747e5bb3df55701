import PromiseKitLite
import PromiseSystem
import Synchronization

/// The breakpoints of a program, in a file of its own in the folder of the state. The file has a line for
/// each, after a heading.
final class KeptBreakpoints: Sendable {
  /// The path of the file; `nil` if the user has no home.
  let path: String?
  /// What is wrong with the file, as a sentence.
  let problem: String?
  private let folders: UserFolders
  private let executable: String
  private let current: Mutex<[Breakpoint]>

  /// Reads those of the program with the executable at this absolute path, and adds `more`. A damaged file
  /// is kept aside.
  init(of executable: String, adding more: [Breakpoint] = [], in folders: UserFolders) {
    (self.folders, self.executable) = (folders, executable)
    path = folders.state.map { "\($0)/\(Self.folder)/\(Self.name(of: executable))" }
    let (kept, problem) = path.map { Self.read($0) } ?? ([], nil)
    self.problem = problem
    current = Mutex(kept + more.filter { !kept.contains($0) })
  }

  /// The breakpoints.
  var list: [Breakpoint] { current.withLock { $0 } }

  /// Replaces the breakpoints, and keeps them. Returns why they are not kept, as a sentence.
  func set(_ breakpoints: [Breakpoint]) -> String? {
    current.withLock { $0 = breakpoints }
    guard let path, folders.makeState() != nil, let folder = Folder.parent(of: path),
      mkdir(folder, 0o700) == 0 || errno == EEXIST
    else { return "the breakpoints are not kept: the folder of the state cannot be written" }
    do {
      try OutputFile.replace(path, with: Array(text(of: breakpoints).utf8))
      return nil
    } catch {
      return "the breakpoints are not kept: \(error.sentence)"
    }
  }

  private func text(of breakpoints: [Breakpoint]) -> String {
    ([Self.heading, "# \(executable)"] + breakpoints.map(\.text)).joined(separator: "\n") + "\n"
  }

  private static func read(_ path: String) -> ([Breakpoint], problem: String?) {
    let bytes: [UInt8]
    do {
      bytes = try SmallFile.read(path, limit: mostBytes)
    } catch {
      return ([], error.isMissing ? nil : error.sentence)
    }
    let lines = String(decoding: bytes, as: UTF8.self).split(separator: "\n")
    let kept = lines.dropFirst().filter { !$0.hasPrefix("#") }.map { try? Breakpoint(String($0)) }
    guard bytes.count <= mostBytes, lines.first == Substring(heading), !kept.contains(nil) else {
      return (kept.compactMap { $0 }, setAside(path))
    }
    return (kept.compactMap { $0 }, nil)
  }

  private static func setAside(_ path: String) -> String {
    let other = "\(path).damaged"
    return rename(path, other) == 0
      ? "some breakpoints cannot be read: the old file is \(other)"
      : "some breakpoints in \(path) cannot be read: delete the file"
  }

  /// Returns the name of the file: that of the program, and a number for its folder.
  private static func name(of executable: String) -> String {
    var hash: UInt64 = 0xcbf2_9ce4_8422_2325
    for byte in executable.utf8 { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01b3 }
    return "\(Folder.name(of: executable).prefix(100))-\(String(hash, radix: 36)).txt"
  }

  private static let folder = "breakpoints"
  private static let heading = "promise-tui breakpoints 1"
  private static let mostBytes = 1 << 20
}

extension ProgramSearch {
  /// Returns the absolute path of a program, without links; a name that is found nowhere is taken as a path.
  static func executable(of name: String) -> String {
    let path =
      name.contains("/")
      ? name
      : folders.map { "\($0)/\(name)" }.first { Folder.isFile($0) && access($0, X_OK) == 0 } ?? name
    guard let real = realpath(path, nil) else { return Folder.absolute(path) }
    defer { free(real) }
    return String(cString: real)
  }
}
