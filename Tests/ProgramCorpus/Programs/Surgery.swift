import Dispatch
import PromiseKitLite

private let wards = DispatchQueue(label: "wards", attributes: .concurrent)
private let plan = DispatchQueue(label: "plan")

extension CorpusProgram {
  /// Operations are planned; if something is missing, what was reserved is given back, in the end.
  package static let surgery = CorpusProgram(right: "surgery", concurrent: ["wards"]) {
    let reserved = Shared<[String]>([])
    for patient in 0..<6 {
      after(label: "patient \(patient)", .milliseconds(patient * 25)).done {
        let needs = ["room", "team", "blood"].map { reserve($0, for: patient, reserved) }
        when(label: "all answers", resolved: needs)
          .map(label: "complete?") { try $0.map { try $0.get() } }
          .then(label: "fix date") { _ in
            plan.async(.promise, label: "enter date") { work(3) }
          }
          .recover(label: "give back") { error -> Promise<Void> in
            guard error is Shortage else { throw error }
            return plan.async(.promise, label: "free all") {
              work(2)
              reserved.update { $0.removeAll { $0.hasSuffix(" \(patient)") } }
            }
          }
          .done { note("patient \(patient): \(reserved.value.count) reserved in all") }
          .catch { note("patient \(patient): \($0)") }
      }
    }
    return reserved
  }
}

private struct Shortage: Error {}

private func reserve(
  _ what: String, for patient: Int, _ reserved: Shared<[String]>
) -> Promise<String> {
  wards.async(.promise, label: "ask for \(what)") { () -> String in
    work(10 + what.count * 5)
    if patient == 2, what == "team" { throw Shortage() }
    return "\(what) \(patient)"
  }
  .get(label: "note \(what)", on: plan) { entry in reserved.update { $0.append(entry) } }
}
