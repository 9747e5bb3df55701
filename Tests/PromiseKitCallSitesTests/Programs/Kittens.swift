import Dispatch
import PromiseKitLite

// The ingredients of Swift 5 programs: classes with state, closures that capture them, and
// callbacks and delegates without thread annotations.

enum KittenError: Error { case none, angry(Int) }

/// Neither it nor its contents are declared `Sendable`.
class Kitten {
  var name: String
  var lives = 9
  init(name: String) { self.name = name }
}

/// A value that contains classes.
struct Litter {
  var kittens: [Kitten]
  var mother: Kitten?
}

/// A type from elsewhere that is compared.
class Badge: Comparable {
  let number: Int
  init(_ number: Int) { self.number = number }
  static func == (left: Badge, right: Badge) -> Bool { left.number == right.number }
  static func < (left: Badge, right: Badge) -> Bool { left.number < right.number }
}

/// Completion handlers of the forms in PromiseKit's documentation.
class Shelter {
  var isOpen = true

  func fetchKitten(completion: @escaping (Kitten?, Error?) -> Void) {
    isOpen ? completion(Kitten(name: "Tom"), nil) : completion(nil, KittenError.none)
  }
  func fetchErrorFirst(completion: @escaping (Error?, Kitten?) -> Void) {
    isOpen ? completion(nil, Kitten(name: "Tim")) : completion(KittenError.none, nil)
  }
  func fetchNothing(completion: @escaping (Kitten?, Error?) -> Void) { completion(nil, nil) }
  func feed(_ kitten: Kitten, completion: @escaping (Error?) -> Void) { completion(nil) }
  func count(completion: @escaping (Swift.Result<Int, Error>) -> Void) { completion(.success(3)) }
  func ages(completion: @escaping (Swift.Result<[Int], KittenError>) -> Void) {
    completion(.failure(.angry(1)))
  }
  func name(completion: @escaping (String) -> Void) { completion("shelter") }
  func close(completion: @escaping () -> Void) {
    isOpen = false
    completion()
  }
}

protocol DoorDelegate: AnyObject {
  func doorDidOpen(_ door: Door, by kitten: Kitten)
  func doorDidFail(_ door: Door, with error: Error)
}

/// Calls its delegate, as UIKit's classes do.
class Door {
  weak var delegate: DoorDelegate?
  func push(by kitten: Kitten) {
    if kitten.lives > 0 {
      delegate?.doorDidOpen(self, by: kitten)
    } else {
      delegate?.doorDidFail(self, with: KittenError.angry(kitten.lives))
    }
  }
}
