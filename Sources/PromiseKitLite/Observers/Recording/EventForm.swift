/// What has to be known of an event before it is packed.
struct EventForm {
  var name: PromiseEvent.Kind.Name
  var weight: EventWeight
  /// More bytes than it takes.
  var size: Int

  /// An event of that name; `text` is how many bytes its texts take and what else has no bound.
  @inline(__always)
  init(_ name: PromiseEvent.Kind.Name, _ weight: EventWeight, text: Int = 0) {
    self.name = name
    self.weight = weight
    size = Self.rest + text
  }

  @inline(__always)
  init(_ kind: PromiseEvent.Kind) { self.init(kind.name, kind.weight, text: kind.variableSize) }

  /// More bytes than everything takes that has a bound.
  private static var rest: Int { 120 }
}
