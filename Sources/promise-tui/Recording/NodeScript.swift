import NodeHook
import PromiseSystem

/// The file with the script that records the promises of a program that Node.js runs.
enum NodeScript {
  /// The environment variable with the options of Node.js.
  static let variable = "NODE_OPTIONS"

  /// Returns the path of the script; `nil` if it cannot be written anywhere.
  static func path(_ folders: UserFolders) -> String? {
    CachedScript(name: name, text: NodeHook.text).path(folders)
  }

  /// Returns the options with one that loads the script before anything else. Node.js divides them at
  /// spaces, unless they are in quotes.
  static func options(adding path: String, to options: String) -> String {
    let isPlain = !path.contains { $0 == " " || $0 == "\"" || $0 == "\\" }
    let quoted = path.map { $0 == "\"" || $0 == "\\" ? "\\\($0)" : "\($0)" }.joined()
    let ours = "--require " + (isPlain ? path : "\"\(quoted)\"")
    if options.contains(ours) { return options }
    return options.isEmpty ? ours : "\(ours) \(options)"
  }

  /// Returns whether a program is Node.js, or one that starts it.
  static func startsNode(_ name: String) -> Bool {
    ["node", "nodejs", "npm", "npx", "yarn", "pnpm", "tsx"].contains(name)
  }

  /// The name of the file, which differs for each version of the script.
  static var name: String { "node-hook-\(String(hash(of: NodeHook.text), radix: 36)).cjs" }

  /// Returns a number for a text: FNV-1a.
  private static func hash(of text: String) -> UInt64 {
    text.utf8.reduce(0xCBF2_9CE4_8422_2325) { ($0 ^ UInt64($1)) &* 0x100_0000_01B3 }
  }
}

/// A script of promise-tui, as a file that Node.js can read.
struct CachedScript {
  /// The name of the file.
  let name: String
  let text: String

  /// Returns the path of the file, in the user's cache, or else in a temporary folder; `nil` if it
  /// cannot be written anywhere.
  func path(_ folders: UserFolders) -> String? {
    if let folder = folders.makeCache(), let path = write(in: folder) { return path }
    return Self.temporary.flatMap { write(in: $0.path) }
  }

  /// A folder that is removed when this process ends.
  private static let temporary = PrivateFolder()

  /// Writes the script into a folder, unless it is there. Returns its path; `nil` if that failed.
  private func write(in folder: String) -> String? {
    let path = "\(folder)/\(name)"
    if isThere(path) { return path }
    try? OutputFile.replace(path, with: Array(text.utf8))
    return isThere(path) ? path : nil
  }

  /// Whether a file is the script, and no other user can change it.
  private func isThere(_ path: String) -> Bool {
    var about = stat()
    guard lstat(path, &about) == 0, about.st_mode & S_IFMT == S_IFREG, about.st_uid == geteuid(),
      about.st_mode & (S_IWGRP | S_IWOTH) == 0
    else { return false }
    let bytes = Array(text.utf8)
    return (try? SmallFile.read(path, limit: bytes.count)) == bytes
  }
}
