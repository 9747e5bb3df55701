/// A program that uses promises, as data: the library runs it, and so does the model.
///
/// Every step happens at most once, so its name is also the label of the promise that it creates. A
/// step that refers to a promise that has not been created, or that was dropped, does nothing.
package struct Program: Sendable {
  /// What each thread does; in a simulation, what the main function does one after the other.
  package var threads: [[Step]]
}

package typealias Name = Int

package struct Step: Sendable {
  package let name: Name
  package var action: Action
  /// Later steps can refer to the promise. Other promises are referenced only by the library.
  var isKept = true

  package indirect enum Action: Sendable {
    /// A settled promise.
    case value(Int)
    case error(Fault)
    /// A pending promise, which later steps settle.
    case pending
    /// A promise whose body runs now, or on a queue.
    case body(Body, on: Queue?)
    /// A promise that is fulfilled after the given number of microseconds.
    case after(Int)
    /// The promise of an operator applied to a promise.
    case link(Link, of: Name, on: Queue, Body)
    /// One promise from several.
    case fanIn(FanInRule, [Name])
    /// Settles a pending promise.
    case resolve(Name, with: Ending)
    /// Drops the promise, so that it can no longer be used or settled.
    case drop(Name)
    /// Performs these steps in a context that can be cancelled later.
    case context([Step])
    case cancel(Name)
    /// Creates an owner; releases it.
    case owner
    case leave(Name)
    /// A promise whose chain belongs to the context, or to the owner, of that step.
    case until(Name, of: Name)
  }
}

/// What a handler does.
package struct Body: Sendable {
  package var steps: [Step] = []
  /// For how many nanoseconds it keeps its queue busy.
  var work = 0
  var ending = Ending.returns(0)
}

/// How a handler ends, or what a promise is resolved with.
package enum Ending: Sendable, Equatable {
  /// A number, which is added to the input.
  case returns(Int)
  case fails(Fault)
  /// The promise of that step, possibly the same one that it settles.
  case promise(Name)
}

/// The errors of the program.
package enum Fault: String, Sendable, CaseIterable {
  case wrong, bad, cancelled
}

/// Where a handler runs.
package enum Queue: String, Sendable, CaseIterable {
  case inline, main, side, other, wide

  /// How many of its jobs run at a time.
  package var width: Int { self == .wide ? 2 : 1 }
}

package enum Link: String, Sendable, CaseIterable {
  case then, thenResolving, map, done, get, compactMap, validate, tap, ensure, cancelled
  case recover, recoverAll, recoverOnly, thenEither
  case `catch`, catchAll, finally
  case delay, timeout
}

package enum FanInRule: String, Sendable, CaseIterable { case all, allSettled, race, any }

// MARK: - In words

extension Program: CustomStringConvertible {
  package var description: String {
    threads.enumerated().map { number, steps in
      "thread \(number):\n" + steps.map { $0.lines(1) }.joined()
    }.joined()
  }
}

extension Step {
  private func lines(_ depth: Int, _ text: String, _ body: Body? = nil) -> String {
    let head =
      String(repeating: "  ", count: depth) + "\(name)\(isKept ? "" : " (not kept)"): \(text)"
    guard let body else { return head + "\n" }
    let work = body.work > 0 ? "works for \(body.work), " : ""
    return head + " { \(work)\(body.ending) }\n" + body.steps.map { $0.lines(depth + 1) }.joined()
  }

  fileprivate func lines(_ depth: Int) -> String {
    switch action {
    case .body(let body, let queue):
      lines(depth, "body on \(queue?.rawValue ?? "this thread")", body)
    case .link(let link, let parent, let queue, let body):
      lines(depth, "\(link) of \(parent) on \(queue)", body)
    case .context(let steps): lines(depth, "context") + steps.map { $0.lines(depth + 1) }.joined()
    case .fanIn(let rule, let names): lines(depth, "\(rule) of \(names)")
    default: lines(depth, "\(action)")
    }
  }
}
