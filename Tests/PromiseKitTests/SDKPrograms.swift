import Dispatch
import Foundation
import PromiseKit
import TestSupport
import Testing

// A wrapper of a system class in the style of PromiseKit's extensions: `.promise` distinguishes two
// functions with the same name.

class Session {
  var answers: [String: Swift.Result<String, Error>] = [:]

  func task(with path: String, completion: @escaping (String?, Error?) -> Void) {
    switch answers[path] {
    case .success(let text)?: completion(text, nil)
    case .failure(let error)?: completion(nil, error)
    case nil: completion(nil, nil)
    }
  }
}

extension Session {
  func task(_: PMKNamespacer, with path: String) -> Promise<(text: String, path: String)> {
    return Promise { seal in
      task(with: path) { text, error in
        seal.resolve(text.map { (text: $0, path: path) }, error)
      }
    }
  }

  func ready(_: PMKGuaranteeNamespacer) -> Guarantee<Void> { after(.milliseconds(1)) }
}

enum SessionError: LocalizedError {
  case denied
  var errorDescription: String? { "Denied" }
}

@Suite("Programs of PromiseKit's users: an SDK with PMKNamespacer, descriptions of errors")
struct SDKPrograms {
  let log = Log()

  @Test("a custom task is asked for a promise")
  func namespacer() {
    let session = Session()
    session.answers = ["/a": .success("a"), "/b": .failure(SessionError.denied)]
    _ = Run {
      session.ready(.guarantee).then {
        session.task(.promise, with: "/a")
      }.map { $0.text + $0.path }.done { self.log.add($0) }.cauterize()
      firstly {
        session.task(.promise, with: "/b")
      }.done { text, path in
        self.log.add("never \(text) \(path)")
      }.catch { self.log.add($0.localizedDescription) }
      DispatchQueue.global().async(.promise) { 7 }.done { self.log.add("\($0)") }
      DispatchQueue.global().async(.promise) { () throws -> Int in throw SessionError.denied }
        .catch { _ in self.log.add("thrown") }
    }
    #expect(log.lines.sorted() == ["7", "Denied", "a/a", "thrown"])
  }

  @Test("the description of PMKError, without another import")
  func words() {
    #expect(PMKError.cancelled.errorDescription == "The asynchronous sequence was cancelled")
    let error: Error = PMKError.badInput
    #expect(error.localizedDescription == "Bad input was provided to a PromiseKit function")
    #expect((error as? LocalizedError)?.errorDescription == PMKError.badInput.errorDescription)
    #expect(PMKError.returnedSelf.debugDescription == "A promise handler returned itself")
    #expect(PMKError.emptySequence.localizedDescription.hasPrefix("The first or last element"))
  }
}

@Suite("Programs of PromiseKit's users: what PromiseKit 8 deprecates, and hang")
struct DeprecatedPrograms {
  let log = Log()

  @Test("wrap, always, filter, first, last, sorted")
  func deprecated() {
    let shelter = Shelter()
    _ = Run {
      wrap(shelter.fetchKitten).done { self.log.add($0.name) }.cauterize()
      wrap { shelter.fetchKitten(completion: $0) }.done { (kitten: Kitten) in
        self.log.add(kitten.name)
      }.cauterize()
      wrap { shelter.feed(Kitten(name: ""), completion: $0) }.done { self.log.add("fed") }
        .cauterize()
      wrap { shelter.name(completion: $0) }.done { (name: String) in self.log.add(name) }
        .cauterize()
      Promise.value([3, 1, 2]).filter { $0 > 1 }.sorted().first.always { self.log.add("always") }
        .done { self.log.add("\($0)") }.cauterize()
      Promise.value([3, 1, 2]).last.done { self.log.add("last \($0)") }.cauterize()
    }
    #expect(log.lines.sorted() == ["2", "Tom", "Tom", "always", "fed", "last 2", "shelter"])
  }

  @Test("hang waits: for a settled promise, on any thread, and in virtual time")
  func hanging() throws {
    #expect(try hang(Promise.value(1)) == 1)
    #expect(throws: FetchFailure.offline) { try hang(Promise<Int>(error: FetchFailure.offline)) }
    #expect(try hang(after(.milliseconds(5)).then(on: nil) { Promise.value(8) }) == 8)
    var inSimulation: Int?
    _ = Run { inSimulation = try? hang(after(seconds: 3600).then(on: nil) { Promise.value(2) }) }
    #expect(inSimulation == 2)
  }

  @MainActor
  @Test("hang on main, in an inline handler: what the thread has yet to notify is notified first")
  func hangingInline() {
    let (root, seal) = Promise<Int>.pending()
    let waited = root.map(on: nil) { $0 }.map(on: .global()) { $0 + 1 }
    root.done(on: nil) { _ in self.log.add("\(try hang(waited))") }.cauterize()
    seal.fulfill(1)
    #expect(log.lines == ["2"])
  }

  @Test("values of several types in one array")
  func anyThenables() {
    _ = Run {
      let inputs: [any Thenable] = [Promise.value(1), Guarantee.value("b")]
      when(fulfilled: inputs).done { values in
        self.log.add("\(values[0] as? Int ?? 0) \(values[1] as? String ?? "")")
      }.cauterize()
    }
    #expect(log.lines == ["1 b"])
  }
}
