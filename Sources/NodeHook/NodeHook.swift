/// The script that records the promises of a program that Node.js runs.
package enum NodeHook {
  /// Its text. Node.js loads it before the program: `node --require ./node-hook.cjs app.js`.
  package static let text = embeddedFiles["NodeHook/node-hook.cjs"] ?? ""

  /// The text of a script that lets a program load the other one while it runs.
  package static let attachingText = embeddedFiles["NodeHook/node-attach.cjs"] ?? ""
}
