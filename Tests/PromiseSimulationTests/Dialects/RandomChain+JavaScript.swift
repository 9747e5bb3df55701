extension RandomChain {
  /// The program as a function of JavaScript, which receives what logs a line.
  var javaScript: String {
    let body = statements.map { $0.javaScript + "\n" }.joined()
    return "(log) => { const p = [], settle = [];\n\(body)}"
  }
}

extension RandomChain.Statement {
  fileprivate var javaScript: String {
    switch self {
    case .make(.pending): "p.push(new Promise((f, r) => settle[p.length] = { f, r }));"
    case .make(let maker): "p.push(\(maker.javaScript));"
    case .watch(let place, let name): watchText(place, name)
    case .tick(let tick, let name): tick.javaScript(name)
    case .settle(let place, let settling):
      settling.javaScript("settle[\(place)].f", "settle[\(place)].r")
    }
  }
}

private func watchText(_ place: Int, _ name: String) -> String {
  "p[\(place)].then(v => log('\(name) ' + v), e => log('\(name) !' + text(e)));"
}

extension RandomChain.Tick {
  fileprivate func javaScript(_ name: String) -> String {
    let function =
      switch self {
      case .microtask: "queueMicrotask"
      case .nextTick: "process.nextTick"
      case .immediate: "setImmediate"
      }
    return "\(function)(() => log('\(name)'));"
  }
}

extension RandomChain.Settling {
  fileprivate func javaScript(_ fulfill: String, _ reject: String) -> String {
    switch self {
    case .fulfill(let number): "\(fulfill)(\(number));"
    case .reject(let number): "\(reject)(\(number));"
    case .adopt(let place): "\(fulfill)(p[\(place)]);"
    case .adoptSettled(let number): "\(fulfill)(Promise.resolve(\(number)));"
    }
  }
}

extension RandomChain.Maker {
  fileprivate var javaScript: String {
    switch self {
    case .value(let number): "Promise.resolve(\(number))"
    case .failed(let number): "Promise.reject(\(number))"
    case .timer(let time, let number):
      "new Promise(f => setTimeout(f, \(time))).then(() => \(number))"
    case .pending: ""
    case .body(let name, let settling):
      "new Promise((f, r) => { log('\(name)'); \(settling.javaScript("f", "r")) })"
    case .then(let parent, let handler): "p[\(parent)].then(\(handler.javaScript))"
    case .catch(let parent, let handler): "p[\(parent)].catch(\(handler.javaScript))"
    case .both(let parent, let first, let second):
      "p[\(parent)].then(\(first.javaScript), \(second.javaScript))"
    case .finally(let parent, let name, let cleanup):
      "p[\(parent)].finally(() => { log('\(name)'); \(cleanup.javaScript) })"
    case .all(let inputs): "Promise.all(\(list(inputs))).then(a => a.reduce((x, y) => x + y, 0))"
    case .allSettled(let inputs):
      "Promise.allSettled(\(list(inputs))).then(a => a.filter(x => x.status == 'fulfilled').length)"
    case .race(let inputs): "Promise.race(\(list(inputs)))"
    case .any(let inputs): "Promise.any(\(list(inputs)))"
    }
  }

  private func list(_ inputs: [Int]) -> String {
    "[" + inputs.map { "p[\($0)]" }.joined(separator: ", ") + "]"
  }
}

extension RandomChain.Cleanup {
  fileprivate var javaScript: String {
    switch self {
    case .nothing: ""
    case .settled: "return Promise.resolve();"
    case .pending(let place): "return p[\(place)].then(() => {}, () => {});"
    }
  }
}

extension RandomChain.Handler {
  fileprivate var javaScript: String {
    let actions = actions.map(\.javaScript).joined(separator: " ")
    return "x => { log('\(name) ' + text(x)); \(actions) \(result.javaScript) }"
  }
}

extension RandomChain.Action {
  fileprivate var javaScript: String {
    switch self {
    case .tick(let tick, let name): tick.javaScript(name)
    case .watch(let place, let name): watchText(place, name)
    case .settle(let place, let settling):
      settling.javaScript("settle[\(place)].f", "settle[\(place)].r")
    }
  }
}

extension RandomChain.Result {
  fileprivate var javaScript: String {
    switch self {
    case .value(let number): "return \(number);"
    case .failure(let number): "throw \(number);"
    case .promise(let place): "return p[\(place)];"
    case .settled(let number): "return Promise.resolve(\(number));"
    case .rejected(let number): "return Promise.reject(\(number));"
    }
  }
}
