#if DEBUG
  import Dispatch
  import Foundation
  import PromiseKitLite
  import TestSupport

  // A program or several for each of the rules 1 to 12. Unless a program is about something else, all of its threads
  // try to settle the same promise.
  extension PausedProgram {
    static let all = [
      once, neverInside, attachOrder, attachesToItself, breadthFirst, breadthFirstAcrossQueues,
      breadthFirstWithFanIn, breadthFirstByResolver, breadthFirstWhileAttaching, defaultQueue,
      errorsSkip, skipsWithoutHop, adoption, adoptionOrValue, fanIn, errors, cancellation,
      handledError, unhandledError, waits, inlineWait,
    ]

    private static let once = PausedProgram(
      rule: 1, title: "the first resolution counts", ends: 2,
      body: { stage in
        let (promise, seal) = Promise<Int>.pending()
        for name in ["a", "b"] {
          promise.done(on: stage.place) {
            stage.note("\(name)\($0)")
            stage.end()
          }.cauterize()
        }
        stage.onEach { if seal.tryFulfill($0) { stage.count("wins") } }
      },
      fault: { outcome, _ in
        let values = Set(outcome.notes.compactMap(\.last))
        return outcome.counts["wins"] == 1 && outcome.notes.count == 2 && values.count == 1
          ? nil : "it settled more than once"
      })

    private static let neverInside = PausedProgram(
      rule: 2, title: "no handler runs inside the call that attaches it or resolves its promise",
      ends: 4,
      body: { stage in
        let (promise, seal) = Promise<Int>.pending()
        let handler: @Sendable (Int) -> Void = { _ in
          stage.note(stage.isInside ? "inside" : "later")
          stage.end()
        }
        promise.done(on: stage.place, handler).cauterize()
        stage.on(0) { stage.inside { seal.fulfill(1) } }
        for thread in 1...3 {
          stage.on(thread) {
            stage.inside { promise.done(on: stage.place, handler).cauterize() }
          }
        }
      },
      fault: { outcome, place in
        outcome.notes.allSatisfy { $0 == (place == .inline ? "inside" : "later") }
          ? nil : "a handler ran where it must not"
      })

    private static let attachOrder = PausedProgram(
      rule: 3, title: "handlers attached while the promise settles keep their order", ends: 5,
      isExact: false,
      body: { stage in
        let (promise, seal) = Promise<Int>.pending()
        let attach: @Sendable (String) -> Void = { name in
          promise.done(on: stage.place) { _ in
            stage.note(name)
            stage.end()
          }.cauterize()
        }
        attach("s1")
        attach("s2")
        stage.on(0) { seal.fulfill(1) }
        stage.on(1) { for name in ["a1", "a2", "a3"] { attach(name) } }
      },
      fault: { outcome, place in
        place == .concurrent || (outcome.has("s1", "s2") && outcome.has("a1", "a2", "a3"))
          ? nil : "the order of attachment is lost"
      })

    private static let attachesToItself = PausedProgram(
      rule: 3, title: "a handler that attaches another one to its own promise", ends: 3,
      body: { stage in
        let (promise, seal) = Promise<Int>.pending()
        promise.get(on: stage.place) { _ in
          stage.note("a")
          promise.done(on: stage.place) { _ in
            stage.note("late")
            stage.end()
          }.cauterize()
        }.done(on: stage.place) { _ in
          stage.note("child")
          stage.end()
        }.cauterize()
        promise.done(on: stage.place) { _ in stage.end() }.cauterize()
        stage.onEach { _ = seal.tryFulfill($0) }
      })

    private static let breadthFirst = PausedProgram(
      rule: 4, title: "siblings before grandchildren", ends: 2,
      body: { stage in
        let (promise, seal) = Promise<Int>.pending()
        for (name, child) in [("a", "b"), ("c", "d")] {
          promise.done(on: stage.place) { _ in stage.note(name) }.done(on: stage.place) {
            stage.note(child)
            stage.end()
          }.cauterize()
        }
        stage.onEach { _ = seal.tryFulfill($0) }
      })

    private static let breadthFirstAcrossQueues = PausedProgram(
      rule: 4, title: "the first handler runs on another queue", ends: 2,
      mixesQueues: true,
      body: { stage in
        let (promise, seal) = Promise<Int>.pending()
        promise.done(on: stage.other) { _ in }.done(on: stage.place) {
          stage.note("grandchild")
          stage.end()
        }.cauterize()
        promise.done(on: stage.place) { _ in
          stage.note("sibling")
          stage.end()
        }.cauterize()
        stage.onEach { _ = seal.tryFulfill($0) }
      })

    private static let breadthFirstWithFanIn = PausedProgram(
      rule: 4, title: "what an adoption and a fan-in lead to is enqueued before grandchildren",
      ends: 3,
      body: { stage in
        let (promise, seal) = Promise<Int>.pending()
        promise.done(on: stage.place) { _ in stage.note("a") }.done(on: stage.place) {
          stage.note("b")
          stage.end()
        }.cauterize()
        when(fulfilled: [promise, .value(0)]).done(on: stage.place) { _ in
          stage.note("all")
          stage.end()
        }.cauterize()
        Promise<Int> { $0.resolve(promise) }.done(on: stage.place) { _ in
          stage.note("adopter")
          stage.end()
        }.cauterize()
        stage.onEach { _ = seal.tryFulfill($0) }
      })

    private static let breadthFirstByResolver = PausedProgram(
      rule: 4, title: "a handler resolves a promise that has handlers of its own", ends: 2,
      mixesQueues: true,
      body: { stage in
        let (promise, seal) = Promise<Int>.pending()
        let (next, nextSeal) = Promise<Int>.pending()
        promise.done(on: stage.other) { nextSeal.fulfill($0) }.cauterize()
        promise.done(on: stage.place) { _ in
          stage.note("sibling")
          stage.end()
        }.cauterize()
        next.done(on: stage.place) { _ in
          stage.note("next")
          stage.end()
        }.cauterize()
        stage.onEach { _ = seal.tryFulfill($0) }
      })

    private static let breadthFirstWhileAttaching = PausedProgram(
      rule: 4, title: "a handler is attached while a thread enqueues the first one", ends: 2,
      isExact: false,
      body: { stage in
        let (promise, seal) = Promise<Int>.pending()
        // At the place, so that the first one does not start there before the second one is attached.
        Promise.value(0).done(on: stage.place) { _ in
          promise.done(on: stage.place) { _ in }.done(on: stage.place) {
            stage.note("follows")
            stage.end()
          }.cauterize()
          promise.done(on: stage.place) { _ in
            stage.note("sibling")
            stage.end()
          }.cauterize()
        }.cauterize()
        stage.onEach { _ = seal.tryFulfill($0) }
      },
      fault: { outcome, place in
        place == .concurrent || place == .own || outcome.has("sibling", "follows")
          ? nil : "a grandchild runs first"
      })

    private static let mainKey: DispatchSpecificKey<Bool> = {
      let key = DispatchSpecificKey<Bool>()
      DispatchQueue.main.setSpecific(key: key, value: true)
      return key
    }()

    private static let defaultQueue = PausedProgram(
      rule: 5, title: "a link without a queue runs on main", isExact: false,
      body: { stage in
        let (promise, seal) = Promise<Int>.pending()
        promise.map(on: stage.place) { $0 }.done { _ in
          stage.note(DispatchQueue.getSpecific(key: mainKey) == true ? "main" : "elsewhere")
          stage.end()
        }.cauterize()
        stage.onEach { _ = seal.tryFulfill($0) }
      },
      fault: { outcome, _ in outcome.notes == ["main"] ? nil : "it did not run on main" })

    private static let errorsSkip = PausedProgram(
      rule: 6, title: "an error skips links, breadth first", ends: 2,
      body: { stage in
        let (promise, seal) = Promise<Int>.pending()
        promise.map(on: stage.place) { _ in stage.note("skipped") }
          .catch(on: stage.place) { _ in
            stage.note("deep")
            stage.end()
          }
        promise.catch(on: stage.place) { _ in stage.note("direct") }
          .finally(on: stage.place) {
            stage.note("after direct")
            stage.end()
          }
        stage.onEach { _ = seal.tryReject(Failure("\($0)")) }
      })

    private static let skipsWithoutHop = PausedProgram(
      rule: 6, title: "an error does not wait for the queues of the links that it skips",
      body: { stage in
        let (promise, seal) = Promise<Int>.pending()
        let stalled = DispatchQueue(label: "stalled")
        stalled.suspend()
        promise.map(on: stalled) { $0 }.done(on: stalled) { _ in stage.note("skipped") }
          .catch(on: stage.place) { _ in
            stage.note("error")
            stalled.resume()
            stage.end()
          }
        stage.onEach { _ = seal.tryReject(Failure("\($0)")) }
      },
      fault: { outcome, _ in outcome.notes == ["error"] ? nil : "a link was not skipped" })

    private static let adoption = PausedProgram(
      rule: 7, title: "a promise settles as the one that its handler returned",
      body: { stage in
        let (inner, seal) = Promise<Int>.pending()
        let (root, rootSeal) = Promise<Int>.pending()
        root.then(on: stage.place) { _ in inner }.done(on: stage.place) {
          stage.note("\($0)")
          stage.end()
        }.cauterize()
        stage.on(0) { rootSeal.fulfill(0) }
        stage.onEach { _ = seal.tryFulfill($0) }
      },
      fault: { outcome, _ in outcome.notes.count == 1 ? nil : "it settled more than once" })

    private static let adoptionOrValue = PausedProgram(
      rule: 7, title: "a promise that adopted another one ignores later resolutions", ends: 2,
      isOrdered: false,
      body: { stage in
        let (inner, innerSeal) = Promise<Int>.pending()
        let (outer, seal) = Promise<Int>.pending()
        for name in ["a", "b"] {
          outer.done(on: stage.place) {
            stage.note("\(name)\($0)")
            stage.end()
          }.cauterize()
        }
        stage.on(0) { _ = seal.tryResolve(inner) }
        stage.on(1) { _ = seal.tryFulfill(9) }
        stage.on(2) { innerSeal.fulfill(1) }
      },
      fault: { outcome, _ in
        outcome.notes == ["a1", "b1"] || outcome.notes == ["a9", "b9"] ? nil : "both counted"
      })

    private static let fanIn = PausedProgram(
      rule: 8, title: "when keeps the order of its inputs, race takes the first", ends: 3,
      isOrdered: false,
      body: { stage in
        let pairs = (0..<4).map { _ in Promise<Int>.pending() }
        let inputs = pairs.map(\.promise)
        when(fulfilled: inputs).done(on: stage.place) {
          stage.note("all \($0)")
          stage.end()
        }.cauterize()
        race(inputs).done(on: stage.place) {
          stage.note("first \($0)")
          stage.end()
        }.cauterize()
        when(resolved: inputs).done(on: stage.place) {
          stage.note("results \($0.count)")
          stage.end()
        }
        for (index, pair) in pairs.enumerated() {
          stage.on(index) { pair.resolver.fulfill(index) }
        }
      },
      fault: { outcome, _ in
        outcome.notes.count == 3 && outcome.notes.contains("all [0, 1, 2, 3]")
          && outcome.notes.contains("results 4") ? nil : "an input is missing"
      })

    private static let errors = PausedProgram(
      rule: 9, title: "catch, recover, tap and ensure",
      body: { stage in
        let (promise, seal) = Promise<Int>.pending()
        promise.map(on: stage.place) { _ -> Int in throw Failure("map") }
          .tap(on: stage.place) { _ in stage.note("tap") }
          .recover(on: stage.place) { _ -> Promise<Int> in
            stage.note("recover")
            return .value(2)
          }
          .ensure(on: stage.place) { stage.note("ensure") }
          .get(on: stage.place) { _ in throw Failure("get") }
          .done(on: stage.place) { _ in stage.note("done") }
          .catch(on: stage.place) { _ in stage.note("catch") }
          .finally(on: stage.place) {
            stage.note("finally")
            stage.end()
          }
        stage.onEach { _ = seal.tryFulfill($0) }
      },
      fault: { outcome, _ in
        outcome.notes == ["tap", "recover", "ensure", "catch", "finally"] ? nil : "a link differs"
      })

    private static let cancellation = PausedProgram(
      rule: 10, title: "a chain is canceled, or it is not", isExact: false,
      body: { stage in
        let context = CancelContext()
        let seal = context.run {
          let (promise, seal) = Promise<Int>.pending()
          promise.map(on: stage.place) { _ in stage.note("value") }
            .ensure(on: stage.place) { stage.note("ensure") }
            .cancelled(on: stage.place) { stage.note("cancelled") }
            .catch(on: stage.place) { _ in stage.note("catch") }
            .finally(on: stage.place) { stage.end() }
          return seal
        }
        stage.on(0) { seal.fulfill(1) }
        stage.on(1) { context.cancel() }
      },
      fault: { outcome, place in
        var possible = [
          ["value", "ensure"], ["ensure", "cancelled"], ["value", "ensure", "cancelled"],
        ]
        // A handler that runs when the chain is canceled goes on, and what follows does not wait for it.
        if place == .concurrent || place == .inline {
          possible += [["ensure", "value", "cancelled"], ["ensure", "cancelled", "value"]]
        }
        return possible.contains(outcome.notes) ? nil : "it is both, or neither"
      })

    private static let handledError = PausedProgram(
      rule: 11, title: "an error that a late handler handles is not reported",
      body: { stage in
        let environment = PromiseEnvironment.current
        environment.run { conf.warningHandler = { _ in stage.count("reports") } }
        let (promise, seal) = Promise<Int>.pending()
        stage.on(0) { seal.reject(Failure("x")) }
        stage.on(1) {
          promise.map(on: stage.place) { $0 }.catch(on: stage.place) { _ in stage.end() }
        }
      },
      fault: { outcome, _ in outcome.counts["reports"] == nil ? nil : "it was reported" })

    private static let unhandledError = PausedProgram(
      rule: 11, title: "an error without a handler is reported once",
      body: { stage in
        conf.warningHandler = { _ in
          stage.count("reports")
          stage.end()
        }
        let (promise, seal) = Promise<Int>.pending()
        for _ in 0..<2 { _ = promise.map(on: stage.place) { $0 } }
        stage.onEach { _ = seal.tryReject(Failure("\($0)")) }
      },
      fault: { outcome, _ in outcome.counts["reports"] == 1 ? nil : "it was not reported once" })

    private static let waits = PausedProgram(
      rule: 12, title: "a thread waits for a promise", ends: 3, isOrdered: false,
      body: { stage in
        let (promise, seal) = Promise<Int>.pending()
        let child = promise.map(on: stage.other) { $0 + 1 }
        promise.done(on: stage.place) { _ in
          stage.note("handler")
          stage.end()
        }.cauterize()
        stage.on(0) { seal.fulfill(1) }
        for thread in 1...2 {
          stage.on(thread) {
            stage.note("waited \((try? child.wait()) ?? 0)")
            stage.end()
          }
        }
      },
      fault: { outcome, _ in
        outcome.notes == ["handler", "waited 2", "waited 2"] ? nil : "a wait ended too early"
      })

    private static let inlineWait = PausedProgram(
      rule: 12, title: "an inline handler waits for what another handler leads to", ends: 2,
      isOrdered: false,
      body: { stage in
        let (promise, seal) = Promise<Int>.pending()
        let chain = promise.map(on: stage.place) { $0 + 1 }.map(on: stage.place) { $0 + 1 }
        promise.done(on: nil) { _ in
          stage.note("waited \((try? chain.wait()) ?? 0)")
          stage.end()
        }.cauterize()
        promise.done(on: stage.place) { _ in
          stage.note("handler")
          stage.end()
        }.cauterize()
        stage.onEach { _ = seal.tryFulfill(1 + $0 - $0) }
      },
      fault: { outcome, _ in
        outcome.notes == ["handler", "waited 3"] ? nil : "the wait did not end with the value"
      })
  }
#endif
