// Sign-up form: fields are checked while one types, drafts are kept, and the form is sent once.
import Foundation
import PromiseKitLite

enum Field: String, Sendable, CaseIterable {
  case name, mail, zip
}

enum FormError: Error, Equatable {
  case invalid(Field, String)
  case tokenExpired
  case lookupDown
}

let backend = DispatchQueue(label: "form.backend", attributes: .concurrent)

enum Backend {
  static let lock = NSLock()
  nonisolated(unsafe) static var cityLookups: [String: Int] = [:]
  nonisolated(unsafe) static var tokens = 0
  nonisolated(unsafe) static var accounts: [String] = []
  nonisolated(unsafe) static var draft: String?

  static func check(name: String) -> Promise<Void> {
    after(label: "name travels", .milliseconds(24 - name.count * 5))
      .map(label: "name \(name)", on: backend) {
        if name == "al" || name == "bob" { throw FormError.invalid(.name, "taken") }
      }
  }

  static func city(of zip: String) -> Promise<String> {
    after(label: "zip travels", .milliseconds(5))
      .map(label: "city of \(zip)", on: backend) {
        let count = lock.withLock {
          cityLookups[zip, default: 0] += 1
          return cityLookups[zip, default: 0]
        }
        if zip == "8000", count == 1 { throw FormError.lookupDown }
        guard zip.count == 4 else { throw FormError.invalid(.zip, "unknown") }
        return zip == "8000" ? "Zurich" : "Bern"
      }
  }

  static func token() -> Guarantee<Int> {
    after(label: "token travels", .milliseconds(3))
      .map(label: "token", on: backend) {
        lock.withLock {
          tokens += 1
          return tokens
        }
      }
  }

  static func register(_ values: [Field: String], token: Int) -> Promise<Int> {
    after(label: "form travels", .milliseconds(9))
      .map(label: "register", on: backend) {
        guard token > 1 else { throw FormError.tokenExpired }
        guard values[.mail] != "x@y" else { throw FormError.invalid(.mail, "refused") }
        return lock.withLock {
          accounts.append("\(values[.name] ?? "") \(values[.mail] ?? "") \(values[.zip] ?? "")")
          return accounts.count
        }
      }
  }

  static func save(draft text: String?, cost: Int) -> Guarantee<Void> {
    after(label: "draft travels", .milliseconds(cost))
      .done(label: "save draft", on: backend) { lock.withLock { draft = text } }
  }
}

enum Cities {
  nonisolated(unsafe) static var known: [String: Promise<String>] = [:]

  static func city(of zip: String) -> Promise<String> {
    if let city = known[zip] { return city }
    let lookup = Backend.city(of: zip)
      .recover(label: "forget \(zip)") { error -> Promise<String> in
        known[zip] = nil
        throw error
      }
    known[zip] = lookup
    return lookup
  }
}

enum Form {
  nonisolated(unsafe) static var values: [Field: String] = [:]
  nonisolated(unsafe) static var errors: [Field: String] = [:]
  nonisolated(unsafe) static var revisions: [Field: Int] = [:]
  nonisolated(unsafe) static var pending: [Field: Promise<Void>] = [:]
  nonisolated(unsafe) static var drafts = Promise<Void>()
  nonisolated(unsafe) static var submission: Promise<Int>?
  nonisolated(unsafe) static var token = Backend.token()
  nonisolated(unsafe) static var buttons: [Bool] = []

  static func enter(_ text: String, into field: Field) {
    values[field] = text
    revisions[field, default: 0] += 1
    let revision = revisions[field]
    pending[field] = check(text, field)
      .map(label: "\(field) is good") { nil as String? }
      .recover(label: "\(field) is bad") { error -> Promise<String?> in
        guard case FormError.invalid(_, let reason) = error else { throw error }
        return .value(reason)
      }
      .done(label: "mark \(field)") { reason in
        guard revisions[field] == revision else { return }
        errors[field] = reason
      }
    keepDraft(text, cost: max(1, 12 - text.count * 2))
  }

  private static func check(_ text: String, _ field: Field) -> Promise<Void> {
    switch field {
    case .name:
      return Backend.check(name: text)
    case .mail:
      let isMail = text.contains("@")
      return isMail ? Promise() : Promise(error: FormError.invalid(.mail, "no mail"))
    case .zip:
      return retrying(
        label: "zip or again", times: 2, delay: .milliseconds(2),
        while: { error, _ in error as? FormError == .lookupDown }
      ) { _ in
        Cities.city(of: text)
      }
      .asVoid(label: "zip is known")
    }
  }

  private static func keepDraft(_ text: String?, cost: Int) {
    drafts = drafts.then(label: "draft") { Backend.save(draft: text, cost: cost) }
  }

  static func submit() -> Promise<Int> {
    if let submission { return submission }
    buttons.append(false)
    let sent = when(label: "all checked", fulfilled: pending.values)
      .then(label: "send") { _ -> Promise<Int> in
        if let bad = errors.first { throw FormError.invalid(bad.key, bad.value) }
        return send()
      }
      .get(label: "forget draft") { _ in keepDraft(nil, cost: 1) }
      .then(label: "drafts are saved") { number in drafts.map(label: "number") { number } }
      .recover(label: "show refusal") { error -> Promise<Int> in
        if case FormError.invalid(let field, let reason) = error { errors[field] = reason }
        throw error
      }
      .ensure(label: "button again") {
        submission = nil
        buttons.append(true)
      }
    submission = sent
    return sent
  }

  private static func send() -> Promise<Int> {
    token.then(label: "register") { Backend.register(values, token: $0) }
      .recover(label: "fresh token", only: FormError.tokenExpired) { _ -> Promise<Int> in
        token = Backend.token()
        return send()
      }
  }
}

func fill(_ entries: [(String, Field)]) -> Guarantee<String> {
  for (text, field) in entries {
    Form.enter(text, into: field)
  }
  return when(label: "pressed twice", fulfilled: Form.submit(), Form.submit())
    .map(label: "answer") { first, second in "\(first)=\(second)" }
    .recover(label: "refusal") { error in
      guard case FormError.invalid(let field, let reason) = error else { return .value("failed") }
      return .value("\(field) is \(reason)")
    }
}

func problem(answers: [String]) -> String? {
  if answers != ["1=1", "name is taken", "mail is refused", "2=2"] {
    return "the user reads \(answers)"
  }
  if Backend.accounts != ["alba a@b 8000", "alba x@z 3000"] {
    return "accounts \(Backend.accounts)"
  }
  let lookups = Backend.lock.withLock { Backend.cityLookups }
  if lookups["8000"] != 2 || lookups["3000"] != 1 { return "lookups were \(lookups)" }
  if Backend.tokens != 2 { return "\(Backend.tokens) tokens were used" }
  if Backend.draft != nil { return "the draft \(Backend.draft ?? "") is left" }
  if !Form.errors.isEmpty { return "marked are \(Form.errors)" }
  if Form.buttons != (0..<8).map({ $0 % 2 == 1 }) { return "the button was \(Form.buttons)" }
  return nil
}

func finish(_ problem: String?) -> Never {
  print(problem.map { "check: failed: \($0)" } ?? "check: ok")
  exit(problem == nil ? 0 : 1)
}

DispatchQueue.global().asyncAfter(deadline: .now() + 3) { finish("not finished") }

Promise.value([String]())
  .reduce(
    label: "four tries",
    [
      [("al", .name), ("alba", .name), ("a@b", .mail), ("80", .zip), ("8000", .zip)],
      [("bob", .name), ("3000", .zip)],
      [("alba", .name), ("x@y", .mail)],
      [("x@z", .mail), ("3000", .zip)],
    ] as [[(String, Field)]]
  ) { answers, entries in
    fill(entries).map(label: "answers") { answers + [$0] }
  }
  .done(label: "check") { answers in finish(problem(answers: answers)) }
  .catch(label: "failed") { error in finish("\(error)") }

dispatchMain()
