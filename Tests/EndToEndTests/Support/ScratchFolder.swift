import Foundation

/// An empty folder that is removed with its owner.
final class ScratchFolder {
  /// Its path; short, because the path of a socket is limited.
  let root: String

  init() throws {
    var template = Array("/tmp/promise-tui.XXXXXX".utf8CString)
    guard mkdtemp(&template) != nil else {
      throw Failure("no folder below /tmp: \(String(cString: strerror(errno)))")
    }
    root = String(decoding: template.dropLast().map(UInt8.init(bitPattern:)), as: UTF8.self)
  }

  /// A shell that has just lost its terminal may still write while the folder is removed.
  deinit {
    for _ in 0..<20 {
      if (try? FileManager.default.removeItem(atPath: root)) != nil { return }
      pause(milliseconds: 10)
    }
  }

  /// The path of a file in it.
  func path(_ name: String) -> String { "\(root)/\(name)" }

  /// The text of a file in it, if it exists and is complete: ended by a newline.
  func text(_ name: String) -> String? {
    guard let text = try? String(contentsOfFile: path(name), encoding: .utf8),
      text.hasSuffix("\n")
    else { return nil }
    return text
  }
}
