/// The script of a page: it computes the state of the run at an event and a time from the facts in the page,
/// and shows it.
package enum PageScript {
  /// The script. It never turns text into markup, and requests nothing from outside.
  package static let text = """
    (function (root) {
    "use strict";
    \(file("page-model.js"))
    \(file("page-words.js"))
    root.promiseRun = { open: open };
    if (typeof document === "undefined") return;
    \(file("page-panes.js"))
    \(file("page-lanes.js"))
    \(file("page-lists.js"))
    \(file("page-graph.js"))
    \(file("page-flow.js"))
    \(file("page-player.js"))
    })(typeof window === "undefined" ? globalThis : window);
    """

  /// Returns the text of a file of this folder.
  static func file(_ name: String) -> String { embeddedFiles["PromiseScreens/\(name)"] ?? "" }

  /// The hash that identifies it in a content security policy.
  static let hash = "sha256-" + base64(SHA256.digest(Array(text.utf8)))

  /// Returns bytes in Base64 (RFC 4648), with padding.
  package static func base64(_ bytes: [UInt8]) -> String {
    let signs = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/")
    var result = ""
    for start in stride(from: 0, to: bytes.count, by: 3) {
      let group = bytes[start..<min(start + 3, bytes.count)]
      let value = group.reduce(0) { $0 << 8 | Int($1) } << (8 * (3 - group.count))
      for place in 0..<4 {
        result.append(place <= group.count ? signs[value >> (18 - 6 * place) & 63] : "=")
      }
    }
    return result
  }
}
