import PromiseGraph
import PromiseInsight
import PromiseKitLite
import Testing

@testable import promise_tui

import PromiseSystem

/// A folder with files, which is deleted with its owner.
private final class Checkout {
  let root: String
  private var files: [String] = []

  init(_ files: String...) throws {
    var template = Array("/tmp/promise-tui-checkout.XXXXXX".utf8CString)
    guard mkdtemp(&template) != nil else { throw POSIXProblem(number: errno) }
    root = String(decoding: template.dropLast().map(UInt8.init(bitPattern:)), as: UTF8.self)
    for file in files {
      let path = "\(root)/\(file)"
      _ = Folder.parent(of: path).flatMap { Folder.make($0) }
      _ = Folder.write("// \(file)\n", to: path)
      self.files.append(path)
    }
  }

  deinit {
    for file in files {
      unlink(file)
      var folder = Folder.parent(of: file)
      while let path = folder, path.hasPrefix(root), rmdir(path) == 0 {
        folder = Folder.parent(of: path)
      }
    }
    rmdir(root)
  }

  struct POSIXProblem: Error { var number: Int32 }
}

/// Creates an event for a promise that was created in a file.
private func created(in file: String, line: Int = 1) -> PromiseEvent {
  PromiseEvent(
    sequence: 1, time: 0, thread: nil, queue: nil,
    kind: .created(
      .init(promise: 1, operation: .body, site: SourceSite(file: file, line: line, column: 1))))
}

@Suite("The files of a checkout")
struct SourceFinderTests {
  @Test("Of two files with the same name, the one in the module's folder is found")
  func module() throws {
    let checkout = try Checkout("Sources/App/Cart.swift", "Sources/Shop/deep/Cart.swift")
    var finder = SourceFinder(below: checkout.root)
    #expect(finder.path(of: "App/Cart.swift") == "\(checkout.root)/Sources/App/Cart.swift")
    #expect(finder.path(of: "Shop/Cart.swift") == "\(checkout.root)/Sources/Shop/deep/Cart.swift")
    #expect(finder.path(of: "Other/Cart.swift") == nil)
  }

  @Test("If the package has the name of the module, the nearest file that has the lines is shown")
  func package() throws {
    let checkout = try Checkout(
      "mini/Sources/bare/main.swift", "mini/Sources/mini/main.swift", "mini/old/main.swift")
    var finder = SourceFinder(below: checkout.root)
    #expect(finder.path(of: "mini/main.swift") == "\(checkout.root)/mini/Sources/mini/main.swift")
    let texts = finder.texts(for: [created(in: "mini/main.swift")])
    #expect(texts.first?.lines == ["// mini/Sources/mini/main.swift"])
    let old = checkout.root + "/mini/Sources/bare/main.swift"
    unlink(old)
    _ = Folder.write("one\ntwo\n", to: old)
    finder = SourceFinder(below: checkout.root)
    #expect(
      finder.texts(for: [created(in: "mini/main.swift", line: 2)]).first?.lines.first == "one")
    finder = SourceFinder(below: checkout.root)
    #expect(finder.texts(for: [created(in: "mini/main.swift", line: 3)]).isEmpty)
  }

  @Test("A unique file may be anywhere, except in build folders")
  func alone() throws {
    let checkout = try Checkout("main.swift", ".build/checkouts/Lib/Sources/Lib/Part.swift")
    var finder = SourceFinder(below: checkout.root)
    #expect(finder.path(of: "App/main.swift") == "\(checkout.root)/main.swift")
    #expect(finder.path(of: "Lib/Part.swift") == nil)
  }

  @Test("A named place comes first")
  func places() throws {
    let checkout = try Checkout("here/App/Cart.swift", "there/Cart.swift")
    var finder = SourceFinder(
      below: "\(checkout.root)/here",
      places: [
        (from: "App", to: "\(checkout.root)/there"),
        (from: "App/Other.swift", to: "\(checkout.root)/there/Cart.swift"),
      ])
    #expect(finder.path(of: "App/Cart.swift") == "\(checkout.root)/there/Cart.swift")
    #expect(finder.path(of: "App/Other.swift") == "\(checkout.root)/there/Cart.swift")
  }

  @Test("A file with an absolute path is read there, or found by its folder")
  func wholePath() throws {
    let checkout = try Checkout("here/App/Cart.swift", "here/Shop/Cart.swift", "there/Cart.swift")
    var finder = SourceFinder(below: "\(checkout.root)/here")
    let path = "\(checkout.root)/there/Cart.swift"
    #expect(finder.path(of: path) == path)
    #expect(
      finder.path(of: "/built/elsewhere/App/Cart.swift") == "\(checkout.root)/here/App/Cart.swift")
    #expect(finder.path(of: "/etc/hostname") == nil)
    finder = SourceFinder(
      below: "\(checkout.root)/here", places: [(from: "/built", to: "\(checkout.root)")])
    #expect(finder.path(of: "/built/there/Cart.swift") == path)
  }

  @Test("Each text is returned once, and never if the trace contains it")
  func texts() throws {
    let checkout = try Checkout("Sources/App/Cart.swift", "Sources/App/Login.swift")
    var finder = SourceFinder(below: checkout.root)
    let told = PromiseEvent(
      sequence: 1, time: 0, thread: nil, queue: nil,
      kind: .sourceText(file: "App/Login.swift", firstLine: 1, text: "told"))
    let texts = finder.texts(for: [
      told, created(in: "App/Cart.swift"), created(in: "App/Login.swift"),
      created(in: "App/Cart.swift"),
    ])
    #expect(texts.map(\.file) == ["App/Cart.swift"])
    #expect(texts.first?.lines == ["// Sources/App/Cart.swift"])
    #expect(finder.texts(for: [created(in: "App/Cart.swift")]).isEmpty)
  }
}
