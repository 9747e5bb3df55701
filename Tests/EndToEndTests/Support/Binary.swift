import Foundation

/// The program under test.
enum Binary {
  /// Its path: it is built next to the test bundle.
  static let path: String = {
    for argument in CommandLine.arguments {
      var url = URL(fileURLWithPath: argument)
      while url.path != "/" {
        let parent = url.deletingLastPathComponent()
        if url.pathExtension == "xctest" {
          return parent.appendingPathComponent("promise-tui").path
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
let checkout = URL(fileURLWithPath: #filePath)
  .deletingLastPathComponent().deletingLastPathComponent()
  .deletingLastPathComponent().deletingLastPathComponent()
