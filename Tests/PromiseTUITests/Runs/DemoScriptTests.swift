import Foundation
import PromiseCourse
import TestSupport
import Testing

@testable import promise_tui

@Suite("A demo's script is run by node")
struct DemoScriptTests {
  private static let script = DemoScript(
    file: "One.mjs", lines: ["console.log(1);"], recorded: ["1"])

  /// Returns the script's result with a program in place of node, which is a shell script.
  private func result(_ program: String) throws -> DemoScript.Result? {
    let path = NSTemporaryDirectory() + "node-\(UUID().uuidString)"
    defer { try? FileManager.default.removeItem(atPath: path) }
    try ShellScript.write(program, to: path)
    return Self.script.run(by: path).result
  }

  @Test("It is given to node as a module, and its lines are what node prints")
  func printed() throws {
    let node = #"test "$1" = --version && { echo v18.0.1; exit; }; echo "$1"; echo "$3"; echo"#
    #expect(
      try result(node)
        == .printed(["--input-type=module", "console.log(1);", ""], version: "18.0.1"))
  }

  @Test("A missing node, an old one, and one that fails are told apart")
  func problems() throws {
    #expect(Self.script.run(by: "/nowhere/node").result == .notInstalled)
    #expect(try result("echo v16.20.0") == .tooOld(version: "16.20.0"))
    let fails = #"test "$1" = --version && { echo v20.0.0; exit; }; echo no; exit 7"#
    #expect(try result(fails) == .failed("it ended with status 7"))
    guard case .failed? = try result("echo hello") else {
      Issue.record("a program that is not node")
      return
    }
  }

  @Test("Options in the environment do not reach node")
  func environment() throws {
    let node = #"test "$1" = --version && { echo v20.0.0; exit; }; echo "[$NODE_OPTIONS]""#
    #expect(try result(node) == .printed(["[]"], version: "20.0.0"))
  }
}
