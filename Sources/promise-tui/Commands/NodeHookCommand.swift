import ArgumentParser
import NodeHook

/// `promise-tui node-hook`: prints the script that records a program of Node.js.
struct NodeHookCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "node-hook",
    abstract: "Print the script that records a program of Node.js.",
    usage: "promise-tui node-hook",
    discussion: """
      'run', 'record' and 'repeat' give this script to Node.js themselves. Print it to read it, or to \
      record a program that something else starts: a server, a container, another machine. It needs \
      Node.js 18 or later, and no package; PROMISE_TRACE must be the absolute path of a file. \
      docs/javascript.md says what it records.

      EXAMPLES
        promise-tui run -- node app.js
        promise-tui node-hook > hook.cjs
        PROMISE_TRACE=/tmp/run.jsonl node --require ./hook.cjs app.js
        promise-tui open /tmp/run.jsonl
      """)

  func run() throws { Output.emit(NodeHook.text) }
}
