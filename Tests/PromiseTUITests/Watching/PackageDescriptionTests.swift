import Testing

@testable import promise_tui

@Suite("What a package says of itself")
struct PackageDescriptionTests {
  @Test("Its programs are its executable products, warnings before the answer or not")
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

  @Test("What is no description is none", arguments: ["", "{", "{}", "[1]", "error: no package"])
  func garbage(text: String) {
    #expect(PackageDescription(json: Array(text.utf8)) == nil)
  }
}
