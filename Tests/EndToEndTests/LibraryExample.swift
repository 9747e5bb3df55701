import Dispatch
import PromiseKitLite

func login() -> Guarantee<String> { after(seconds: 0.01).map(on: nil) { "token" } }
func fetch(_ token: String) -> Promise<[Int]> { .value([1, 2, 3]) }

func total(on queue: DispatchQueue) -> Promise<Int> {
  firstly { login() }
    .then(label: "fetch", on: queue) { token in fetch(token) }
    .map(label: "add up", on: queue) { items in items.reduce(0, +) }
    .ensure(on: queue) { PromiseTrace.note("logged out") }
}
