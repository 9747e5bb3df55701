/// The script that records the promises of a program that Node.js runs.
package enum NodeHook {
  /// Its text. Node.js loads it before the program: `node --require ./node-hook.cjs app.js`.
  package static let text = embeddedSources["NodeHook/node-hook.cjs"] ?? ""
}
