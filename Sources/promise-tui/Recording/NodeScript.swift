import NodeHook

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
