import TestSupport
import Testing

#if PROMISEKIT
  import PromiseKit
#else
  import PromiseKitLite
#endif

/// Classes of the main actor, such as view controllers, whose handlers change what they show.
@Suite("PromiseKit's call sites in Swift 5 mode: the main actor")
@MainActor
struct MainActorCallSites5 {
  class Label {
    var text = ""
  }

  @MainActor
  class Controller {
    let label = Label()
    var isBusy = false
    var errors: [Error] = []

    func fetch() -> Promise<Kitten> { .value(Kitten(name: "Tom")) }
    func show(_ text: String) { label.text += text }

    func load() {
      isBusy = true
      firstly {
        fetch()
      }.get { kitten in
        self.show(kitten.name)
      }.then { kitten -> Promise<Int> in
        self.label.text += " has "
        return .value(kitten.lives)
      }.map { lives -> String in
        "\(lives) lives"
      }.done(show).ensure {
        self.isBusy = false
      }.catch { error in
        self.errors.append(error)
      }.finally { [weak self] in
        self?.label.text += "."
      }
      after(seconds: 1).done { self.label.text += " Later." }
    }
  }

  @Test("the handlers of a controller change its state, on main")
  func controller() {
    let controller = Controller()
    _ = Run { controller.load() }
    #expect(controller.label.text == "Tom has 9 lives. Later.")
    #expect(!controller.isBusy && controller.errors.isEmpty)
  }
}
