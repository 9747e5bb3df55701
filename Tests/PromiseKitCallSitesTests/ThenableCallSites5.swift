import Dispatch
import TestSupport
import Testing

#if PROMISEKIT
  import PromiseKit
#else
  import PromiseKitLite
#endif

/// Value links, with values and captures that are not `Sendable`.
@Suite("PromiseKit's call sites in Swift 5 mode: Thenable")
struct ThenableCallSites5 {
  let litter = Litter(kittens: [Kitten(name: "Kit"), Kitten(name: "Kat")], mother: nil)

  @Test("variables that closures share")
  func captures() {
    var count = 0
    var names: [String] = []
    let run = Run {
      Promise.value(litter).get { litter in
        count = litter.kittens.count
      }.map { litter in
        litter.kittens.map { $0.name }
      }.done { found in
        names += found
        note("\(count) \(names)")
      }.catch { _ in
        count = -1
      }
    }
    #expect(run.notes == [#"2 ["Kit", "Kat"]"#])
    #expect(count == 2 && names == ["Kit", "Kat"])
  }

  @Test("classes and structs of classes, in every link")
  func links() {
    let run = Run {
      Promise.value(litter)
        .map(\.kittens)
        .mapValues { kitten -> Kitten in
          kitten.lives -= 1
          return kitten
        }
        .filterValues { $0.lives > 1 }
        .thenMap { kitten in after(seconds: 1).map { kitten } }
        .flatMapValues { [$0, Kitten(name: $0.name + "ten")] }
        .thenFlatMap { Promise.value([$0]) }
        .compactMapValues { kitten -> Kitten? in kitten.name.isEmpty ? nil : kitten }
        .tap { result in
          if case .success(let kittens) = result { note("tap \(kittens.count)") }
        }
        .get { note("\($0.count)") }
        .firstValue
        .then { kitten -> Promise<Kitten> in
          note(kitten.name)
          return .value(kitten)
        }
        .done { note("\($0.name) \($0.lives)") }
        .catch { _ in note("never") }
      Promise.value(litter).compactMap { $0.mother }.done { note($0.name) }.catch { error in
        guard case PMKError.compactMap = error else { return note("never") }
        note("no mother")
      }
      Promise.value([Badge(2), Badge(1)]).sortedValues().lastValue
        .done { note("badge \($0.number)") }.cauterize()
    }
    #expect(Set(run.notes) == ["tap 4", "4", "Kit", "Kit 8", "no mother", "badge 2"])
  }

  @Test("functions, methods and key paths in variables")
  func functions() {
    class Screen {
      var shown: [String] = []
      func show(_ text: String) { shown.append(text) }
      func rename(_ kitten: Kitten) -> Promise<Kitten> {
        kitten.name += "!"
        return .value(kitten)
      }
    }
    let screen = Screen()
    let name = \Kitten.name
    let show = screen.show
    let run = Run {
      Promise.value(Kitten(name: "Tom")).then(screen.rename).map(name).done(show).cauterize()
      Promise.value([Kitten(name: "Kit")]).mapValues(name).done { note("\($0)") }.cauterize()
      Promise.value("Kat").map(Kitten.init(name:)).done { note($0.name) }.cauterize()
      Promise.value("7").compactMap(Int.init).map(String.init).done(screen.show).cauterize()
    }
    #expect(Set(run.notes) == [#"["Kit"]"#, "Kat"])
    #expect(Set(screen.shown) == ["Tom!", "7"])
  }

  @Test("a step that passes on the previous value next to its own")
  func both() {
    let run = Run {
      Promise.value(Kitten(name: "Tom"))
        .then { kitten in after(seconds: 1).map { (kitten, Badge(7)) } }
        .done { kitten, badge in note("\(kitten.name) \(badge.number)") }
        .catch { _ in note("never") }
    }
    #expect(run.notes == ["Tom 7"])
  }

  @Test("the pyramid of callbacks, and the equivalent chain")
  func pyramid() {
    let shelter = Shelter()
    var order: [String] = []
    shelter.fetchKitten { kitten, error in
      guard let kitten = kitten else { return }
      shelter.feed(kitten) { error in
        guard error == nil else { return }
        shelter.count { result in
          order.append("\((try? result.get()) ?? 0)")
        }
      }
    }
    let run = Run {
      Promise { shelter.fetchKitten(completion: $0.resolve) }.then { kitten in
        Promise<Void> { shelter.feed(kitten, completion: $0.resolve) }
      }.then {
        Promise { shelter.count(completion: $0.resolve) }
      }.done { count in
        order.append("\(count)")
        note("\(count)")
      }.catch { _ in
        note("never")
      }
    }
    #expect(run.notes == ["3"] && order == ["3", "3"])
  }
}
