// Translations of a page: loaded once, kept until the next revision, with parent locales as fallback.
import Foundation
import PromiseKitLite

struct Phrase: Sendable, Hashable, CustomStringConvertible {
  let text: String
  let locale: String

  var description: String { "\(text)/\(locale)" }

  var parent: Phrase? {
    guard locale != "en" else { return nil }
    let general = locale.split(separator: "-").dropLast().joined(separator: "-")
    return Phrase(text: text, locale: general.isEmpty ? "en" : general)
  }
}

enum ServiceError: Error, Equatable {
  case missing, overloaded, unknownLocale
}

protocol TranslationService: Sendable {
  func translation(of phrase: Phrase) -> Promise<String>
  func save(locale: String) -> Promise<Void>
}

final class CannedService: TranslationService, @unchecked Sendable {
  private let queue = DispatchQueue(label: "service")
  private let lock = NSLock()
  private let missing: Set<String> = ["cart/de-AT", "exit/de-AT", "exit/de", "exit/fr"]
  private var revision = 1
  private var english = 0
  private var counts: [String: Int] = [:]
  private var isCrowded = false

  var usage: (counts: [String: Int], isCrowded: Bool) { lock.withLock { (counts, isCrowded) } }

  func publish() { lock.withLock { revision += 1 } }

  func translation(of phrase: Phrase) -> Promise<String> {
    let (count, revision) = lock.withLock { begin(phrase) }
    return Promise(label: "request \(phrase)") { seal in
      let isSlow = phrase.locale.hasPrefix("de") || phrase.text == "news" && count == 1
      queue.asyncAfter(deadline: .now() + .milliseconds(isSlow ? 18 : 4)) {
        self.lock.withLock { self.english -= phrase.locale == "en" ? 1 : 0 }
        if self.missing.contains(phrase.description) { return seal.reject(ServiceError.missing) }
        let isBusy = phrase.description == "exit/en" && count == 1
        isBusy ? seal.reject(ServiceError.overloaded) : seal.fulfill("\(phrase) r\(revision)")
      }
    }
  }

  func save(locale: String) -> Promise<Void> {
    after(label: "save \(locale)", .milliseconds(6)).done(on: queue) {
      guard locale != "tlh" else { throw ServiceError.unknownLocale }
    }
  }

  private func begin(_ phrase: Phrase) -> (count: Int, revision: Int) {
    let count = counts[phrase.description, default: 0] + 1
    counts[phrase.description] = count
    if phrase.locale == "en" { english += 1 }
    if english > 2 { isCrowded = true }
    return (count, revision)
  }
}

final class Cache<Key: Hashable & Sendable, Value: Sendable>: @unchecked Sendable {
  private let queue = DispatchQueue(label: "cache")
  private let load: @Sendable (Key) -> Promise<Value>
  private var values: [Key: Value] = [:]
  private var loads: [Key: Promise<Value>] = [:]
  private var epoch = 0

  init(load: @escaping @Sendable (Key) -> Promise<Value>) { self.load = load }

  func value(for key: Key) -> Promise<Value> {
    Guarantee().then(label: "look up \(key)", on: queue) {
      if let value = self.values[key] { return Promise.value(value) }
      if let load = self.loads[key] { return load }
      let epoch = self.epoch
      let load = self.load(key)
        .tap(label: "keep \(key)", on: self.queue) { result in
          self.keep(result, of: key, from: epoch)
        }
      self.loads[key] = load
      return load
    }
  }

  func startAnew(_ change: @escaping @Sendable () -> Void) -> Guarantee<Void> {
    queue.async(.guarantee, label: "start anew") {
      change()
      self.epoch += 1
      self.values = [:]
      self.loads = [:]
    }
  }

  private func keep(_ result: Result<Value, any Error>, of key: Key, from epoch: Int) {
    guard epoch == self.epoch else { return }
    loads[key] = nil
    if case .success(let value) = result { values[key] = value }
  }
}

struct Translator: Sendable {
  let cache: Cache<Phrase, String>

  func translate(_ phrase: Phrase) -> Promise<String> {
    cache.value(for: phrase)
      .recover(label: "general \(phrase)", only: ServiceError.missing) { error in
        guard let parent = phrase.parent else { throw error }
        return translate(parent)
      }
  }

  func translate(_ texts: [String], to locale: String) -> Promise<[String]> {
    let phrases = texts.map { Phrase(text: $0, locale: locale) }
    return when(label: "texts in \(locale)", fulfilled: phrases.map(translate))
  }

  func prefetch(_ texts: [String], in locale: String) -> Guarantee<Int> {
    let phrases = texts.lazy.map { translate(Phrase(text: $0, locale: locale)) }
    return when(label: "prefetch", resolved: phrases.makeIterator(), concurrently: 2)
      .map { results in results.filter { (try? $0.get()) != nil }.count }
  }
}

final class Page: @unchecked Sendable {
  private let texts: [String]
  private let translator: Translator
  private let service: any TranslationService
  private var request = 0
  private(set) var lines: [String] = []
  private(set) var locales = ["en"]
  private(set) var isLoading = false

  init(_ texts: [String], _ translator: Translator, _ service: any TranslationService) {
    (self.texts, self.translator, self.service) = (texts, translator, service)
  }

  func show(_ locale: String) -> Promise<Void> {
    request += 1
    isLoading = true
    let current = request
    return translator.translate(texts, to: locale)
      .done(label: "show \(locale)") { lines in
        guard current == self.request else { return }
        self.lines = lines
      }
      .ensure(label: "loaded \(locale)") {
        if current == self.request { self.isLoading = false }
      }
  }

  func choose(_ locale: String) -> Guarantee<Void> {
    let previous = locales.last ?? "en"
    locales.append(locale)
    return service.save(locale: locale)
      .recover(label: "back to \(previous)") { _ in
        self.locales.append(previous)
      }
  }
}

let texts = ["title", "cart", "help", "exit"]
let service = CannedService()
let cache = Cache { service.translation(of: $0) }
let translator = Translator(cache: cache)
let page = Page(texts, translator, service)
let news = Phrase(text: "news", locale: "en")

func problem(_ prefetched: Int, _ english: [String]) -> String? {
  let (counts, isCrowded) = service.usage
  if prefetched != 3 || isCrowded { return "the prefetch loads \(prefetched) texts" }
  let lines = ["title/fr r1", "cart/fr r1", "help/fr r1", "exit/en r1"]
  if page.lines != lines || page.isLoading { return "the page shows \(page.lines)" }
  if page.locales != ["en", "tlh", "en", "fr"] { return "the locale changes: \(page.locales)" }
  let newest = ["news/en r1", "news/en r2", "news/en r2", "help/en r2"]
  if english != newest { return "news and help: \(english)" }
  let repeated = counts.filter { $0.value > 1 }.keys.sorted()
  return repeated == ["exit/en", "help/en", "news/en"] ? nil : "repeated: \(repeated)"
}

DispatchQueue.global().asyncAfter(deadline: .now() + 3) {
  print("check: failed: not finished")
  exit(1)
}

translator.prefetch(texts, in: "en")
  .then(label: "pages") { prefetched in
    when(fulfilled: page.show("de-AT"), page.show("fr"), page.show("fr")).map { prefetched }
  }
  .then(label: "choices") { prefetched in
    page.choose("tlh").then { page.choose("fr") }.map { prefetched }
  }
  .then(label: "revision") { prefetched in
    let old = translator.translate(news)
    let new = cache.startAnew { service.publish() }
      .then { translator.translate(news) }
    return when(fulfilled: old, new)
      .then { old, new in
        translator.translate(["news", "help"], to: "en").map { (prefetched, [old, new] + $0) }
      }
  }
  .map(label: "check") { problem($0, $1) }
  .recover(label: "failure") { error in Guarantee.value("\(error)") }
  .done(label: "verdict") { problem in
    print(problem.map { "check: failed: \($0)" } ?? "check: ok")
    exit(problem == nil ? 0 : 1)
  }

dispatchMain()
