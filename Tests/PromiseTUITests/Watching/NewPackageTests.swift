import Testing

@testable import promise_tui

@Suite("A new package")
struct NewPackageTests {
  private static func package(_ folder: String, _ library: NewPackage.Library) -> NewPackage {
    NewPackage(folder: folder, library: library)
  }

  @Test(
    "Its program is named after its folder, as far as Swift allows it",
    arguments: [
      ("hello", "Hello"), ("my-first_demo", "MyFirstDemo"), ("Checkout", "Checkout"),
      ("1st", "Demo1st"), ("", "Demo"), ("日本", "Demo"), ("promiseKitLite", "PromiseKitLiteDemo"),
      ("swift", "SwiftDemo"), ("a.b c", "ABC"),
    ])
  func names(folder: String, program: String) {
    #expect(NewPackage.program(for: folder) == program)
  }

  @Test("It has a manifest, a program, a readme and a .gitignore")
  func files() {
    let package = Self.package("/tmp/my-demo", .path("/src/promise-tui"))
    #expect(
      package.files.map(\.path)
        == ["Package.swift", "Sources/MyDemo/main.swift", "README.md", ".gitignore"])
    let manifest = package.files[0].text
    #expect(manifest.contains(#".package(name: "promise-tui", path: "/src/promise-tui")"#))
    #expect(manifest.contains(#"name: "my-demo","#))
    #expect(manifest.contains(#"name: "MyDemo","#))
    let main = package.files[1].text
    #expect(main.contains("Simulation.run {"))
    #expect(main.split(separator: "\n").allSatisfy { $0.count <= 72 })
  }

  @Test("A repository is identified by the last part of its URL")
  func urls() {
    let package = Self.package("/tmp/x", .url("https://example.com/a/Promise-TUI.git"))
    #expect(package.libraryIdentity == "promise-tui")
    let manifest = package.files[0].text
    #expect(
      manifest.contains(#".package(url: "https://example.com/a/Promise-TUI.git", branch: "main")"#))
    #expect(manifest.contains(#"package: "promise-tui""#))
  }

  @Test("Quotes and backslashes in a path are escaped")
  func quoting() {
    let package = Self.package(#"/tmp/a"b\c"#, .path("/x"))
    #expect(package.files[0].text.contains(#"name: "a\"b\\c","#))
  }

  @Test("It may not have the name of the checkout that it depends on")
  func sameName() {
    #expect(Self.package("/tmp/Promise-TUI", .path("/src/promise-tui")).hasLibraryName)
    #expect(!Self.package("/tmp/hello", .path("/src/promise-tui")).hasLibraryName)
  }

  @Test("Paths are absolute")
  func absolute() {
    #expect(Folder.absolute("/a/./b/../c//d/") == "/a/c/d")
    #expect(Folder.absolute("/..") == "/")
    #expect(Folder.absolute("x").hasSuffix("/x"))
    #expect(Folder.parent(of: "/a/b") == "/a")
    #expect(Folder.parent(of: "/a") == nil)
  }
}

@Suite("The description of a package")
struct PackageDescriptionTests {
  @Test("Its programs are its executable products, even after warnings")
  func programs() throws {
    let text = """
      warning: 'hello': something about the package
      { "dependencies": [], "name": "hello", "products": [
        { "name": "Lib", "type": { "library": ["automatic"] } },
        { "name": "One", "type": { "executable": null } },
        { "name": "Two", "type": { "executable": null } } ] }
      """
    let description = try #require(PackageDescription(json: Array(text.utf8)))
    #expect(description.name == "hello")
    #expect(description.programs == ["One", "Two"])
  }

  @Test(
    "Invalid descriptions are rejected", arguments: ["", "{", "{}", "[1]", "error: no package"])
  func garbage(text: String) {
    #expect(PackageDescription(json: Array(text.utf8)) == nil)
  }
}
