import Foundation
import Testing

/// Compares `text` with the file with the given name in Goldens. With `UPDATE_GOLDENS=1` in the
/// environment the file is written instead.
func expectGolden(
  _ name: String, _ text: String, sourceLocation: SourceLocation = #_sourceLocation
) throws {
  let folder = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
  let file = folder.appending(path: "Goldens/\(name).txt")
  if ProcessInfo.processInfo.environment["UPDATE_GOLDENS"] == "1" {
    try FileManager.default.createDirectory(
      at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
    try (text + "\n").write(to: file, atomically: true, encoding: .utf8)
    return
  }
  let golden = try String(contentsOf: file, encoding: .utf8)
  #expect(text + "\n" == golden, "\(name).txt is not as it was", sourceLocation: sourceLocation)
}
