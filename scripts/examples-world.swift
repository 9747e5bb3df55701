// The world that the examples in the documentation take for granted: a program with a login, pages,
// items and a view. `scripts/examples` compiles them against it, and runs those that say what they print.

import Dispatch
import Foundation

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif
import PromiseExploration
import PromiseKitLite
import PromiseKitLiteFoundation
import PromiseSimulation
import Synchronization

// What there is.
struct User: Codable, Sendable {
  var id = 0
  var name = ""
  var email: String?
  var age = 0
  var isActive = true
  var isAdmin = false
}
struct Page: Codable, Sendable { var lines: [String] = [] }
struct Order: Sendable {}
struct Place: Sendable {
  var name = ""
  /// How long it takes to answer, in seconds.
  var distance = 0.0
}
struct Image: Sendable {}
struct Album: Sendable { var urls: [URL] = [] }
final class View: Sendable {}
enum LoginError: Error, Equatable {
  case wrongPassword
  var reason: String { "" }
}
enum FetchError: Error, Equatable {
  case notFound
  var alternative: Page { Page() }
}
enum PaymentError: Error { case userBackedOut }
struct NoPage: Error, CustomStringConvertible {
  var id: Int
  var description: String { "no page \(id)" }
}

// What the examples have at hand.
let user = User()
let token = "tok_9"
let page = Page(lines: ["one", "two"])
let start = Page(lines: ["start"])
let near = Place(name: "near", distance: 0.01)
let far = Place(name: "far", distance: 0.15)
let face = Image()
let cover = Image()
let image = Image()
let text = ""
let file = ""
let data = Data([1, 2, 3])
let id = 7
let ids = [1, 2]
let album = Album()
let view = View()
let views = [View()]
let button = View()
let uploads: [Promise<Int>] = []
let cachedItems = Promise<[Int]>.value([])
let context = CancelContext()
let queue = DispatchQueue(label: "work")
let url = URL(fileURLWithPath: "/")
let missing = URL(fileURLWithPath: "/missing")
let request = URLRequest(url: url)

/// What a server replies after so many seconds.
func reply<T: Sendable>(
  after seconds: Double, _ answer: @escaping @Sendable () throws -> T
) -> Promise<T> {
  Promise { seal in
    let work = DispatchWorkItem {
      do { seal.fulfill(try answer()) } catch { seal.reject(error) }
    }
    seal.onCancel { work.cancel() }
    DispatchQueue.global().asyncAfter(deadline: .now() + seconds, execute: work)
  }
}

// What the program does.
func login() -> Promise<String> { .value("tok_9") }
func login(_ user: User) -> Promise<String> { .value("tok_9") }
func login(_ name: String) -> Promise<String> {
  name == "ann" ? .value("tok_9") : Promise(error: LoginError.wrongPassword)
}
func fetch(_ token: String) -> Promise<[Int]> { .value([1, 2, 3]) }
func fetch(_ page: Page) -> Promise<Page> { .value(page) }
func fetch(_ page: Page, from place: Place) -> Promise<Page> {
  reply(after: place.distance) { Page(lines: [place.name]) }
}
func fetchPublic() -> Promise<[Int]> { .value([]) }
func fetchUser(_ id: Int) -> Promise<User> { .value(user) }
func fetchUsers() -> Promise<[User]> { .value([]) }
func fetchIDs() -> Promise<[Int]> { .value([]) }
func fetchNames() -> Promise<[String]> { .value([]) }
func fetchPages() -> Promise<[Page]> { .value([]) }
func fetchOrders(of id: Int) -> Promise<[Order]> { .value([]) }
/// Pages from 404 on are not there, and it takes the longer to find that out the higher they are.
func load(_ id: Int) -> Promise<Page> {
  reply(after: 0.005 + 0.1 * Double(max(0, id - 404))) {
    if id >= 404 { throw NoPage(id: id) }
    return page
  }
}
func load(_ image: Image) -> Promise<Image> { .value(image) }
func download(_ url: URL) -> Promise<Data> { .value(data) }
func prefetch(_ page: Page) -> Promise<Page> { .value(page) }
func save(_ text: String) -> Promise<Int> { reply(after: 0.05) { text.count } }
func save(_ image: Image) -> Promise<Bool> { .value(true) }
func readLine(from file: String) -> Promise<String> { .value("") }
func readLines(of file: String) -> Promise<[String]> { .value([]) }
func tapped(_ button: View) -> Guarantee<Void> { after(seconds: 0.05) }
func fadeOut(_ view: View) -> Guarantee<Void> { .value(()) }
func parse<T>(_ input: T) -> Int { (input as? Page)?.lines.count ?? 0 }
/// Fails the first time.
func ask(_ attempt: Int) throws -> Int {
  if attempt == 1 { throw FetchError.notFound }
  return attempt
}
/// Things that are taken and given back.
final class Pool: Sendable {
  private let state: Mutex<(free: Int, waiting: [Resolver<Void>])>
  init(_ size: Int) { state = Mutex((size, [])) }
  func take() -> Promise<Void> {
    let (promise, seal) = Promise<Void>.pending()
    state.withLock { $0.waiting.append(seal) }
    give(0)
    return promise
  }
  func give(_ count: Int) {
    let served = state.withLock { state -> [Resolver<Void>] in
      state.free += count
      let count = min(state.free, state.waiting.count)
      state.free -= count
      defer { state.waiting.removeFirst(count) }
      return Array(state.waiting.prefix(count))
    }
    for seal in served { seal.fulfill() }
  }
}
func query(_ database: Database) -> Promise<[Int]> { .value([]) }

func show(_ things: Any...) {}
func report(_ things: Any...) {}
func alert(_ error: any Error) {}
func write(to email: String) {}
func askAgain(_ reason: String = "") {}
func hideSpinner() {}
func hideBanner() {}
func showLoginForm() {}
func showNext() {}
func dismiss() {}
func retry() {}
func begin() {}

struct Database: Sendable { func close() -> Guarantee<Void> { .value(()) } }
let database = Database()
struct Cancellable: Sendable { func cancel() {} }
struct Session: Sendable {
  func data(from url: URL) async throws -> (Data, Int) { (Data(), 0) }
  @discardableResult
  func load(_ url: URL, _ completion: @escaping @Sendable (Data?, (any Error)?) -> Void)
    -> Cancellable
  {
    DispatchQueue.global().async {
      completion(
        url == missing ? nil : Data([1, 2, 3]), url == missing ? FetchError.notFound : nil)
    }
    return Cancellable()
  }
}
let session = Session()
let callbacks = Mutex<[@Sendable ([Int]?, (any Error)?) -> Void]>([])
struct Api: Sendable {
  /// Knows one token, and keeps its callbacks for ever.
  func fetch(_ token: String, _ completion: @escaping @Sendable ([Int]?, (any Error)?) -> Void) {
    callbacks.withLock { $0.append(completion) }
    DispatchQueue.global().async {
      if token == "tok_9" {
        completion([1, 2, 3], nil)
      } else {
        completion(nil, FetchError.notFound)
      }
    }
  }
}
let api = Api()
struct Loop: Sendable { func post(_ body: @escaping @Sendable () -> Void) {} }
let loop = Loop()
struct ProgramLog: Sendable { func warning(_ text: String) {} }
let logger = ProgramLog()

// What PromiseKitLiteFoundation's examples have at hand.
struct Item: Codable, Sendable {}
let operations = OperationQueue()
let order = Data()
let place = URL(fileURLWithPath: "/tmp/file")
func load(_ file: String) -> Promise<Data> { .value(data) }
func open(_ file: URL) {}
extension Notification.Name { static let saved = Notification.Name("saved") }
func digest(_ data: Data) -> Int {
  usleep(120_000)
  return data.count
}
actor Counter {
  func next() -> Int { 0 }
  var value: Int { 0 }
  var count = 0
}
let counter = Counter()
final class EventLoop: SerialExecutor {
  private let queue = DispatchQueue(label: "event loop")
  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    queue.async { [self] in job.runSynchronously(on: asUnownedSerialExecutor()) }
  }
}
let eventLoop = EventLoop()
final class Workers: TaskExecutor {
  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    DispatchQueue.global().async { [self] in job.runSynchronously(on: asUnownedTaskExecutor()) }
  }
}
let workers = Workers()

// What PromiseSimulation's examples have at hand.
let recorder = RecordingObserver()
let simulation = Simulation(observers: [recorder])
let scenario = Simulation.Scenario("checkout", queues: [.serial("disk")]) {
  login().then { token in fetch(token) }.map { items in items.count }
}
