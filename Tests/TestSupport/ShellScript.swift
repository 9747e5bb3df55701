import Foundation

/// A shell script in a file that can be run.
package enum ShellScript {
  /// Writes `text` to a file of its own.
  ///
  /// A shell writes it. A file that this process has open for writing cannot be run as long as a process that
  /// another test has just started has it open as well.
  package static func write(_ text: String, to path: String) throws {
    let shell = Process()
    shell.executableURL = URL(fileURLWithPath: "/bin/sh")
    shell.arguments = [
      "-c", #"printf '#!/bin/sh\n%s\n' "$2" >"$1" && chmod 700 "$1""#, "sh", path, text,
    ]
    try shell.run()
    shell.waitUntilExit()
    guard shell.terminationStatus == 0 else { throw CocoaError(.fileWriteUnknown) }
  }
}
