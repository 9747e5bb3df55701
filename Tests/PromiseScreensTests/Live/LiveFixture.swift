import PromiseKitLite

@testable import PromiseScreens

extension Driver {
  /// A program whose events up to `count` have arrived, and what it has printed so far.
  static func live(
    _ events: [PromiseEvent] = EventStream.loginWithSource, upTo count: Int = .max,
    since: Int = 0, output: [PrintedLine]? = nil, state: State = .picker()
  ) -> Driver {
    var driver = Driver(state: state)
    driver.send(
      .began(
        LiveProgram(
          entry: RunDescriptor(name: "checkout", teaches: "a program of your own"), since: since,
          hasOutput: output != nil, canRunAgain: output != nil)))
    driver.send(.events(events.filter { $0.sequence <= count }))
    if let output { driver.send(.printed(output)) }
    return driver
  }

  /// The output of a program that logs in.
  static let printed = [
    PrintedLine(text: "logging in", after: 0), PrintedLine(text: "logged in as tok_9", after: 10),
    PrintedLine(text: "warning: 3 items are cached", isError: true, after: 24),
    PrintedLine(text: "submitting", after: 31),
  ]
}

extension State {
  /// A live program that has printed something.
  static func printing() -> State { Driver.live(output: Driver.printed).state }
}
