import PromiseSystem
import Testing

@testable import promise_tui

@Suite("The script that Node.js loads")
struct NodeScriptTests {
  @Test("The option is put before the user's own, and only once")
  func options() {
    #expect(NodeScript.options(adding: "/a/b.cjs", to: "") == "--require /a/b.cjs")
    let both = NodeScript.options(adding: "/a/b.cjs", to: "--no-warnings --require ./own.js")
    #expect(both == "--require /a/b.cjs --no-warnings --require ./own.js")
    #expect(NodeScript.options(adding: "/a/b.cjs", to: both) == both)
  }

  @Test("A path with spaces, quotes and backslashes is quoted as Node.js reads it")
  func quoting() {
    #expect(
      NodeScript.options(adding: #"/a b/"c"\d.cjs"#, to: "")
        == #"--require "/a b/\"c\"\\d.cjs""#)
  }

  @Test("It is written once into the user's cache, which nobody else can change")
  func cache() throws {
    let folder = try #require(PrivateFolder())
    defer { folder.remove() }
    let environment = TerminalEnvironment(
      outputIsTerminal: false, variables: ["XDG_CACHE_HOME": "\(folder.path)/cache"])
    let path = try #require(NodeScript.path(UserFolders(environment)))
    #expect(path == "\(folder.path)/cache/promise-tui/\(NodeScript.name)")
    var about = stat()
    #expect(stat(path, &about) == 0 && about.st_mode & 0o777 == 0o600)
    let stamp = Folder.stamp(of: path)
    #expect(NodeScript.path(UserFolders(environment)) == path && Folder.stamp(of: path) == stamp)
    // What someone has changed is written again.
    chmod(path, 0o666)
    #expect(NodeScript.path(UserFolders(environment)) == path)
    #expect(stat(path, &about) == 0 && about.st_mode & 0o777 == 0o600)
    unlink(path)
    rmdir("\(folder.path)/cache/promise-tui")
    rmdir("\(folder.path)/cache")
  }

  @Test("Without a home it is in a temporary folder")
  func temporary() throws {
    let folder = try #require(PrivateFolder())
    defer { folder.remove() }
    let nowhere = TerminalEnvironment(
      outputIsTerminal: false, variables: ["HOME": "\(folder.path)/none"])
    let path = try #require(NodeScript.path(UserFolders(nowhere)))
    #expect(path.hasPrefix(Folder.temporary))
  }

  @Test("A program gets the script with the file of its trace, unless it could not load it")
  func variables() {
    let nowhere = TerminalEnvironment(outputIsTerminal: false, variables: [:])
    let file = ChildProcess.Program(
      ["node", "a.js"], recordingTo: "/tmp/a.jsonl", in: nowhere)
    #expect((file.variables["NODE_OPTIONS"] ?? nil)?.hasPrefix("--require ") == true)
    let closed = ChildProcess.Program(
      ["node", "--permission", "a.js"], recordingTo: "/tmp/a.jsonl", in: nowhere)
    #expect(closed.variables["NODE_OPTIONS"] == nil)
  }
}
