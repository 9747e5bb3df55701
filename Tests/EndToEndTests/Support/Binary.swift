import Foundation

/// The program under test.
enum Binary {
  /// Its path: it is built beside the test bundle.
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

  /// Runs it with its outputs in files.
  static func run(
    _ arguments: String..., environment: [String: String?] = [:]
  ) throws -> Command.Outcome {
    try Command([path] + arguments, environment: environment).run()
  }

  /// Runs it with the arguments as a list.
  static func run(words: [String]) throws -> Command.Outcome { try Command([path] + words).run() }
}

/// The folder of the checkout.
let checkout = URL(fileURLWithPath: #filePath)
  .deletingLastPathComponent().deletingLastPathComponent()
  .deletingLastPathComponent().deletingLastPathComponent()
