import Foundation
import Synchronization

/// The program under test.
enum Binary {
  /// Its path: it is built next to the test bundle.
  static let path: String = {
    for argument in CommandLine.arguments {
      var url = URL(fileURLWithPath: argument)
      while url.path != "/" {
        let parent = url.deletingLastPathComponent()
        if url.pathExtension == "xctest" {
          return withoutSpaces(parent).appendingPathComponent("promise-tui").path
        }
        url = parent
      }
    }
    return "promise-tui"
  }()

  /// Runs the program, with its output in files.
  static func run(
    _ arguments: String..., environment: [String: String?] = [:]
  ) throws -> Command.Outcome {
    try Command([path] + arguments, environment: environment).run()
  }

  /// Runs the program with a list of arguments.
  static func run(words: [String]) throws -> Command.Outcome { try Command([path] + words).run() }
}

/// The folder of the checkout.
let checkout = withoutSpaces(
  URL(fileURLWithPath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent())

/// Returns a path to a folder that can be written into a script: the folder's own, or that of a link to it,
/// which exists as long as this process.
private func withoutSpaces(_ folder: URL) -> URL {
  guard folder.path.contains(" ") else { return folder }
  return links.withLock { links in
    if links.isEmpty { atexit { removeLinks() } }
    let link = FileManager.default.temporaryDirectory
      .appendingPathComponent("promise-tui-\(getpid())-\(links.count)")
    symlink(folder.path, link.path)
    links.append(link.path)
    return link
  }
}

private func removeLinks() { for link in links.withLock({ $0 }) { unlink(link) } }

private let links = Mutex<[String]>([])
