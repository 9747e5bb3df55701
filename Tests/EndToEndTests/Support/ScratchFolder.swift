import Foundation

/// An empty folder that is deleted with its owner.
final class ScratchFolder {
  /// Its path; short, since the path of a socket must be.
  let root: String

  init() throws {
    var template = Array("/tmp/promise-tui.XXXXXX".utf8CString)
    guard mkdtemp(&template) != nil else {
      throw Failure("no folder below /tmp: \(String(cString: strerror(errno)))")
    }
    root = String(decoding: template.dropLast().map(UInt8.init(bitPattern:)), as: UTF8.self)
  }

  /// A shell that has just lost its terminal may still write while the folder is deleted.
  deinit {
    for _ in 0..<20 {
      if (try? FileManager.default.removeItem(atPath: root)) != nil { return }
      pause(milliseconds: 10)
    }
  }

  /// Returns the path of a file in it.
  func path(_ name: String) -> String { "\(root)/\(name)" }

  /// Returns the text of a file in it, if the file exists and ends with a newline.
  func text(_ name: String) -> String? {
    guard let text = try? String(contentsOfFile: path(name), encoding: .utf8),
      text.hasSuffix("\n")
    else { return nil }
    return text
  }
}
