extension Demo {
  /// A demo's chain in JavaScript, for node 18 or later. It uses no packages.
  package struct Script: Hashable, Sendable {
    /// The file's name, such as `ThenOrder.mjs`.
    package let file: String
    /// The file's text at build time.
    package let text: String
    /// The lines that node printed when the script was recorded.
    package let output: [String]
  }

  /// The script next to the demo's source; `nil` if there is none. `.mjs` is the script, and
  /// `.mjs.out` what node prints.
  package var script: Script? {
    guard let text = self.text(beside: ".mjs"), let output = self.text(beside: ".mjs.out"),
      let name = file.split(separator: "/").last
    else { return nil }
    return Script(
      file: name.dropLast(".swift".count) + ".mjs", text: text,
      output: output.split(separator: "\n").map(String.init))
  }
}
