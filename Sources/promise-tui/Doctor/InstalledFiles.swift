import PromiseSystem

/// The files that are installed along with the program: the manual page, and the completions of shells.
struct InstalledFiles: Sendable {
  var environment: TerminalEnvironment
  /// The folder that contains the `bin` of this program; `nil` if the program is in no such folder.
  var prefix: String?
  /// Whether a file exists.
  var exists: @Sendable (String) -> Bool
}

extension InstalledFiles {
  static func current(_ environment: TerminalEnvironment) -> Self {
    let path = NodeProcess.path(of: getpid())
    let folder = path.flatMap(Folder.parent(of:))
    let prefix = folder.flatMap {
      Folder.name(of: $0) == "bin" ? Folder.parent(of: $0) ?? "/" : nil
    }
    return Self(environment: environment, prefix: prefix, exists: Folder.isFile)
  }

  /// The folders named `share` in which shells and `man` look, the nearest first.
  private var shares: [String] {
    let home = environment[.home]
    let own = environment[.dataHome].isEmpty ? "\(home)/.local/share" : environment[.dataHome]
    return [prefix.map { "\($0)/share" }, own, "/usr/local/share", "/usr/share"].compactMap { $0 }
  }

  var findings: [DoctorFinding] { [page] + [completion].compactMap { $0 } }

  private var page: DoctorFinding {
    let folders =
      environment[.manualPath].split(separator: ":").map(String.init)
      + shares.map { "\($0)/man" }
    let files = folders.flatMap { ["\($0)/man1/promise-tui.1", "\($0)/man1/promise-tui.1.gz"] }
    if let file = files.first(where: exists) { return .ok("manual page", file) }
    return .missing(
      "manual page", "not installed",
      next:
        "'promise-tui about manual | man -l -' shows it; a package or 'make install' installs it")
  }

  /// Whether the user's shell completes; `nil` if the shell is not known, or is none that can.
  private var completion: DoctorFinding? {
    let shell = Folder.name(of: environment[.shell])
    guard let places = Self.places[shell] else { return nil }
    let home = environment[.home]
    let files =
      shares.flatMap { share in places.shared.map { "\(share)/\($0)" } }
      + places.own.map { "\(home)/\($0)" }
    if let file = files.first(where: exists) { return .ok("completions", "\(shell): \(file)") }
    return .missing(
      "completions", "not installed for \(shell)",
      next: "promise-tui --generate-completion-script \(shell) > ~/\(places.own[0])")
  }

  /// Where shells look, below a folder named `share` and below the user's home.
  private static let places: [String: (shared: [String], own: [String])] = [
    "bash": (
      ["bash-completion/completions/promise-tui"],
      [".local/share/bash-completion/completions/promise-tui"]
    ),
    "zsh": (
      ["zsh/site-functions/_promise-tui", "zsh/vendor-completions/_promise-tui"],
      [".zfunc/_promise-tui"]
    ),
    "fish": (
      ["fish/vendor_completions.d/promise-tui.fish"], [".config/fish/completions/promise-tui.fish"]
    ),
  ]
}
