import Dispatch
import TestSupport
import Testing

#if PROMISEKIT
  import PromiseKit
#else
  import PromiseKitLite
#endif

/// Chains as PromiseKit's users write them. That they compile in Swift 6 mode, without type
/// annotations that PromiseKit does not need, is half of the test.
@Suite("PromiseKit's call sites")
struct PromiseKitCallSites {
  @Test("completion handlers receive the resolver's functions")
  func completions() {
    let api = Api()
    let run = Run {
      let promises = [
        Promise<User> { seal in api.result(completion: seal.resolve) },
        Promise<User> { seal in api.pair(completion: seal.resolve) },
        Promise<User> { seal in api.value(completion: seal.fulfill) },
        Promise<User> { api.result(completion: $0.resolve) },
        Promise<User> { seal in api.pair { user, error in seal.resolve(user, error) } },
        Promise(Guarantee<User> { seal in api.value(completion: seal) }),
        Promise(Guarantee<User> { api.value(completion: $0) }),
      ]
      when(fulfilled: promises).done { note("\($0.count)") }.catch { _ in }
      Promise<Void> { seal in api.error(completion: seal.resolve) }
        .done { note("void") }.catch { _ in }
      let (promise, seal) = Promise<User>.pending()
      login().done(seal.fulfill).catch(seal.reject)
      promise.done { note($0.name) }.catch { _ in }
      let pending = Promise<User>.pending()
      pending.resolver.reject(ApiError.offline)
      pending.promise.catch { note("\($0)") }
      let (guarantee, resolve) = Guarantee<Int>.pending()
      resolve(3)
      guarantee.map { $0 + 1 }.done { note("\($0)") }
    }
    #expect(Set(run.notes) == ["7", "void", "ada", "offline", "4"])
  }

  @Test("a chain with every operator")
  func chain() {
    let run = Run {
      firstly {
        login()
      }.then { user in
        fetch(user)
      }.get { items in
        note("\(items)")
      }.map { items in
        items.count
      }.tap { result in
        switch result {
        case .success(let count): note("counted \(count)")
        case .failure(let error): note("\(error)")
        }
      }.done { count in
        guard count == 3 else { throw ApiError.other }
      }.ensure {
        note("over")
      }.catch { error in
        if let error = error as? ApiError { note("\(error)") }
      }.finally {
        note("finally")
      }
    }
    #expect(run.notes == ["[1, 2]", "counted 2", "over", "other", "finally"])
  }

  @Test("several values travel as a tuple and arrive as parameters")
  func tuples() {
    let run = Run {
      firstly {
        when(fulfilled: login(), fetch(User()), cached())
      }.then { user, items, number -> Promise<Int> in
        note("\(user.name) \(items) \(number)")
        return .value(number)
      }.done { note("\($0)") }.catch { _ in }
      login()
        .then { user in fetch(user).map { (user, $0) } }
        .done { user, items in note("\(user.name) \(items)") }
        .catch { _ in }
      login()
        .then { when(fulfilled: avatar($0), fetch($0)) }
        .done { image, items in note("\(image) \(items)") }
        .catch { _ in }
      when(fulfilled: submit(), submit()).done { _, _ in }.catch { _ in }
    }
    #expect(Set(run.notes) == ["ada [1, 2] 1", "1", "ada [1, 2]", "picture [1, 2]"])
  }

  @Test("when and race over arrays, and over single inputs of both kinds")
  func fanIns() {
    let run = Run {
      when(fulfilled: [1, 2].map { number in fetch(User()).map { $0.count + number } })
        .done { note("\($0)") }.catch { _ in }
      when(fulfilled: [submit(), submit()]).done { _ in note("both") }.catch { _ in }
      when(resolved: [login(), login()]).done { results in
        for case .success(let user) in results { note(user.name) }
      }
      when(resolved: Promise<Int>(error: ApiError.offline), cached()).done { results in
        note("\(results.map { (try? $0.get()) ?? 0 })")
      }
      race(login(), after(seconds: 1).map { User(name: "late") }).done { note("1 \($0.name)") }
        .catch { _ in }
      race([login(), login()]).done { note("2 \($0.name)") }.catch { _ in }
      race(fulfilled: [Promise(error: ApiError.offline), login()]).done { note("3 \($0.name)") }
        .catch { _ in }
    }
    #expect(
      run.notes.sorted() == [
        "1 ada", "2 ada", "3 ada", "[0, 1]", "[3, 4]", "ada", "ada", "both",
      ])
  }

  @Test("queues by their short names, inline, with flags")
  func queues() {
    let run = Run {
      login()
        .then(on: .global()) { fetch($0) }
        .map(label: "a", on: .global(qos: .background)) { $0.count }
        .map(label: "b", on: DispatchQueue.global(qos: .userInitiated), flags: .barrier) { $0 + 1 }
        .get(on: nil) { note("\($0)") }
        .done(label: "c", on: .main, flags: .enforceQoS) { note("\($0)") }
        .catch(on: .immediate) { _ in }
      DispatchQueue.global().async(.promise) { try number() }.done { note("\($0)") }.catch { _ in }
      after(.milliseconds(3)).then { login() }.done { _ in note("later") }.catch { _ in }
      firstly { after(seconds: 1) }.then { cached() }.done { note("\($0)") }
    }
    #expect(run.notes.sorted() == ["1", "3", "3", "3", "later"])
    #expect(["a", "b", "c"].map(run.queue(of:)) == ["global.background", "global.user", "main"])
  }

  @Test("recover with a promise, a guarantee, a bare value, or an error")
  func recover() {
    let run = Run {
      let failing = Promise<User>(error: ApiError.offline)
      failing.recover { error -> Promise<User> in
        guard case ApiError.offline = error else { throw error }
        return login()
      }.done { note("1 \($0.name)") }.catch { _ in }
      failing.recover { _ in login() }.done { note("2 \($0.name)") }.catch { _ in }
      failing.recover { _ in Guarantee.value(User(name: "b")) }.done { note("3 \($0.name)") }
      failing.recover { _ in .value(User(name: "c")) }.done { note("4 \($0.name)") }
      let void = Promise<Void>(error: ApiError.other)
      void.recover { note("5 \($0)") }.done { note("6") }
      void.recover { error in
        guard case ApiError.offline = error else { throw error }
      }.done { note("never") }.catch { note("7 \($0)") }
      Promise<Void>(error: Cancelled()).recover { _ in }.done { note("8") }
    }
    #expect(
      run.notes.sorted() == [
        "1 ada", "2 ada", "3 b", "4 c", "5 other", "6", "7 other", "8",
      ])
  }
}

private struct User: Sendable { var name = "ada" }

private enum ApiError: Error { case offline, other }

/// Functions with completion handlers of the usual forms.
private struct Api: Sendable {
  func result(completion: @escaping @Sendable (Swift.Result<User, any Error>) -> Void) {
    completion(.success(User()))
  }
  func pair(completion: @escaping @Sendable (User?, (any Error)?) -> Void) {
    completion(User(), nil)
  }
  func error(completion: @escaping @Sendable ((any Error)?) -> Void) { completion(nil) }
  func value(completion: @escaping @Sendable (User) -> Void) { completion(User()) }
}

@Sendable private func login() -> Promise<User> { .value(User()) }
@Sendable private func fetch(_ user: User) -> Promise<[Int]> { Promise { $0.fulfill([1, 2]) } }
@Sendable private func avatar(_ user: User) -> Promise<String> { .value("picture") }
@Sendable private func cached() -> Guarantee<Int> { .value(1) }
@Sendable private func submit() -> Promise<Void> { Promise.value(()) }
@Sendable private func number() throws -> Int { 3 }
