import PromiseKitLite

@testable import PromiseScreens

extension EventStream {
  /// The source of the lines of ``login``.
  static let loginSource = """
    func checkout(_ user: User) {
      let session = login(user)
      session
        .then(on: net)  { fetch(token: $0.token) }
        .then(on: work) { items in submit(order: Order(items)) }
        .done(on: main) { receipt in show(receipt) }
        .catch(on: main) { error in alert(error) }
    }

    // bundled scenario 'login-fetch-submit'
    // net 80 ms, 120 ms, 60 ms; work busy 202-204
    """

  /// ``login`` with its source before it.
  static let loginWithSource: [PromiseEvent] = {
    var source = EventStream()
    source.post(.sourceText(file: "Demos/Login.swift", firstLine: 10, text: loginSource))
    return source.events
      + login.events.map {
        var event = $0
        event.sequence += 1
        return event
      }
  }()
}

extension State {
  /// A state with some demos, none of them open.
  static func picker(
    _ width: Int = 80, _ height: Int = 24, glyphs: GlyphSet = .unicode, theme: Theme = .color
  ) -> State {
    var login = RunDescriptor(
      name: "login-fetch-submit", title: "login, fetch, submit",
      teaches: "three steps on different queues; one then returns a promise",
      knobs: "login=80 fetch=120 submit=60")
    login.chapter = .init(name: "stories", about: "whole programs")
    login.from = "PromiseKit; rule 7"
    login.variants = [.init(name: "refused", about: "the server refuses the order")]
    var race = RunDescriptor(
      name: "dashboard-race",
      teaches: "all over three requests, a race of that against a cache and a timeout")
    race.chapter = .init(name: "fan-in", about: "several promises that become one")
    return State(
      size: Size(width: width, height: height), glyphs: glyphs, theme: theme, keys: .standard,
      demos: [login, race])
  }
}
