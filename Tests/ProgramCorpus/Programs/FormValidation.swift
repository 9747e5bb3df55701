import Dispatch
import PromiseKitLite

private let net = DispatchQueue(label: "net", attributes: .concurrent)

extension CorpusProgram {
  /// A form whose fields are checked by the server while the user types, and that is then sent.
  package static let formValidation = CorpusProgram(
    right: "form-validation", isLabelled: false, concurrent: ["net"]
  ) {
    let form = Form()
    for (number, field) in ["name", "mail", "street", "town", "country"].enumerated() {
      for change in 0..<3 {
        after(.milliseconds(number * 90 + change * 25)).done { form.typed(field, change) }
      }
    }
    after(.milliseconds(600)).done { form.send() }
    return form
  }
}

private enum FormError: Error { case tooShort(String), taken(String) }

private final class Form: Sendable {
  private let pending = Shared<[String: CancelContext]>([:])
  private let marks = Shared<[String: Bool]>([:])

  /// Checks the field after a short pause; a newer change cancels the check of an older one.
  func typed(_ field: String, _ change: Int) {
    let context = CancelContext()
    pending.value[field]?.cancel()
    pending.value[field] = context
    context.run {
      after(.milliseconds(20))
        .then { self.check(field, change) }
        .done { self.marks.value[field] = true }
        .catch { error in
          self.marks.value[field] = false
          note("\(field): \(error)")
        }
    }
  }

  func send() {
    let fields = ["name", "mail", "street", "town", "country"]
    when(resolved: fields.map { check($0, 3) })
      .map { results in
        for result in results { _ = try result.get() }
        return results.count
      }
      .recover { error -> Promise<Int> in
        guard case FormError.tooShort = error else { throw error }
        return self.check("default", 3).map { _ in 0 }
      }
      .then { count in self.post(count) }
      .ensure { note("the button is back") }
      .done { note("sent \($0) fields") }
      .catch { note("not sent: \($0)") }
  }

  private func check(_ field: String, _ change: Int) -> Promise<Void> {
    net.async(.promise) {
      work(15 + field.count * 3)
      if field == "mail", change == 0 { throw FormError.taken(field) }
    }
  }

  private func post(_ count: Int) -> Promise<Int> {
    net.async(.promise) {
      work(40)
      return count
    }
  }
}
