import Dispatch
import PromiseKitLite
import PromiseSimulation

// Code that compiles, where a message was misleading before.

private func number() -> Promise<Int> { .value(1) }
private func zero() -> Guarantee<Int> { .value(0) }

func mixed() {
  when(fulfilled: [number(), zero()]).done { print($0) }.cauterize()
  when(resolved: [number(), zero()]).done { print($0) }
  race([number(), zero()]).done { print($0) }.cauterize()
  race(fulfilled: [number(), zero()]).done { print($0) }.cauterize()
}

func seconds() {
  retrying(times: 3, delay: 0.2) { _ in number() }.cauterize()
  retrying(times: 3, delay: .milliseconds(200)) { _ in number() }.cauterize()
}

// Names of another module that a program imports beside the library: none is ambiguous.
func names(_ search: Search, _ job: JobID, _ outcome: Outcome, _ trace: Trace) -> String {
  note("other") + work(for: 3) + retry("x")
}
