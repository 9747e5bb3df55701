/// Changes the state as `message` asks, and says what is to be done outside.
package func update(_ state: inout State, _ message: Message) -> [Effect] {
  switch message {
  case .key(.character("q")), .key(.control("c")): return [.quit]
  case .resize(let size):
    state.size = size
    return []
  default: return []
  }
}
