import Dispatch
import PromiseKitLite

struct Item: Sendable {}
enum Refused: Error, Equatable { case always }
func number() -> Promise<Int> { .value(1) }
func items() -> Promise<[Item]> { .value([]) }

func labelBehindTheQueue() {
  // expected-error@+1 {{argument 'label' must precede argument 'on'}}
  number().then(on: .main, label: "x") { Promise.value($0) }.cauterize()
}

func onlyBehindTheQueue() {
  // expected-error@+1 {{argument 'only' must precede argument 'on'}}
  number().recover(on: .main, only: Refused.always) { _ in Promise.value(1) }.cauterize()
}

func recoveredWithAValue() {
  // expected-error@+1 {{'recover(label:on:flags:_:)' is unavailable: a recover handler returns a promise or a guarantee: wrap the value in .value(…)}}
  items().recover { _ in [] }.done { _ in }
}

func exhaustiveWithoutDefault(_ event: PromiseEvent) -> String {
  // expected-error@+1 {{switch covers known cases, but 'PromiseEvent.JobEnding' may have additional unknown values}} expected-note@+1 {{handle unknown values using "@unknown default"}}
  switch PromiseEvent.JobEnding.returned {
  case .returned: "returned"
  case .returnedPromise: "returned a promise"
  case .threw: "threw"
  case .skipped: "skipped"
  case .suspended: "suspended"
  }
}
