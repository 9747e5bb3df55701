import Dispatch
import TestSupport
import Testing

#if PROMISEKIT
  import PromiseKit
#else
  import PromiseKitLite
#endif

/// View models and controllers that change their own state in handlers.
@Suite("Programs of PromiseKit's users: view models")
struct ViewModelPrograms {
  class ListModel {
    enum State: Equatable { case idle, loading, loaded([String]), failed(String) }

    private let fetch: (String) -> Promise<[String]>
    private var generation = 0
    private(set) var states: [State] = []
    var state: State = .idle { didSet { states.append(state) } }
    var onChange: ((State) -> Void)?

    init(fetch: @escaping (String) -> Promise<[String]>) { self.fetch = fetch }

    func reload(_ query: String = "") {
      generation += 1
      let mine = generation
      state = .loading
      firstly {
        self.fetch(query)
      }.sortedValues().done { [weak self] items in
        guard let self = self, mine == self.generation else { return }
        self.state = .loaded(items)
      }.catch { [weak self] error in
        self?.state = .failed("\(error)")
      }.finally { [weak self] in
        guard let self = self else { return }
        self.onChange?(self.state)
      }
    }
  }

  @Test("loading, loaded, failed")
  func states() {
    var isOnline = true
    let model = ListModel { _ in
      isOnline ? .value(["b", "a"]) : Promise(error: ServerError.offline)
    }
    _ = Run { model.reload() }
    isOnline = false
    _ = Run { model.reload() }
    #expect(model.states == [.loading, .loaded(["a", "b"]), .loading, .failed("offline")])
  }

  @Test("a response that arrives after that of a later query is dropped")
  func lateAnswers() {
    let model = ListModel { query in
      after(seconds: query == "slow" ? 2 : 1).then { Promise.value([query]) }
    }
    var changes = 0
    model.onChange = { _ in changes += 1 }
    _ = Run {
      model.reload("slow")
      model.reload("quick")
    }
    #expect(model.state == .loaded(["quick"]) && changes == 2)
  }

  @Test("a chain does not keep a model alive")
  func gone() {
    let log = Log()
    _ = Run {
      var model: ListModel? = ListModel { _ in
        Promise(after(seconds: 1).map { ["x"] })
      }
      model?.onChange = { _ in log.add("never") }
      model?.reload()
      model = nil
      after(seconds: 2).done { log.add("after") }
    }
    #expect(log.lines == ["after"])
  }

  @Test("sign-in: validation, two requests in parallel, a step that depends on both")
  func signIn() {
    enum FormError: Error, Equatable { case empty(String) }
    struct Form {
      var name = ""
      var password = ""
      func validated() -> Promise<Form> {
        if name.isEmpty { return Promise(error: FormError.empty("name")) }
        if password.isEmpty { return Promise(error: FormError.empty("password")) }
        return .value(self)
      }
    }
    class SignIn {
      var isBusy = false
      let log = Log()
      func submit(_ form: Form) {
        isBusy = true
        form.validated().then { form in
          when(fulfilled: self.token(form.name), self.settings())
        }.then { token, settings in
          self.profile(token).map { ($0, settings) }
        }.ensure {
          self.isBusy = false
        }.done { profile, settings in
          self.log.add("\(profile) \(settings)")
        }.catch(only: FormError.empty("name")) { _ in
          self.log.add("name?")
        }.catch { error in
          self.log.add("\(error)")
        }
      }
      func token(_ name: String) -> Promise<String> { .value("t-" + name) }
      func settings() -> Guarantee<[String: Int]> { after(seconds: 1).map { ["size": 3] } }
      func profile(_ token: String) -> Promise<String> { .value("profile of \(token)") }
    }
    let model = SignIn()
    _ = Run { model.submit(Form(name: "ada", password: "x")) }
    _ = Run { model.submit(Form()) }
    _ = Run { model.submit(Form(name: "ada")) }
    #expect(!model.isBusy)
    #expect(
      model.log.lines == [#"profile of t-ada ["size": 3]"#, "name?", #"empty("password")"#])
  }

  @Test("a guarantee's values, sorted by a predicate")
  func sorting() {
    let log = Log()
    _ = Run {
      Guarantee.value([5, 2, 3, 4, 1]).sortedValues { $0 > $1 }.done { log.add("\($0)") }
      Guarantee.value(["b", "aa"]).sortedValues(on: nil) { $0.count < $1.count }.done {
        log.add("\($0)")
      }
      Guarantee.value([2, 1]).sortedValues().done { log.add("\($0)") }
      Guarantee.value([1, 2, 3]).filterValues { $0 > 1 }.mapValues { $0 * 2 }.sortedValues {
        $0 > $1
      }
      .done { log.add("\($0)") }
    }
    #expect(Set(log.lines) == ["[5, 4, 3, 2, 1]", #"["b", "aa"]"#, "[1, 2]", "[6, 4]"])
  }

  @Test("an animation that lasts at least as long as the request")
  func spinner() {
    let log = Log()
    _ = Run {
      let request = after(seconds: 0.2).map { "page" }
      let spinner = after(seconds: 1)
      when(guarantees: request, spinner).done { page, _ in log.add(page) }
      race(request.asVoid(), spinner).done { log.add("first") }
      spinner.done { log.add("spinner") }
    }
    #expect(log.lines == ["first", "spinner", "page"])
  }
}
