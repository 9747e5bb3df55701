package import PromiseGraph

extension RunEvidence {
  /// The evidence as sentences: `in 3 of 3 failures 'order' ran before 'write'; in 0 of 117 passes`.
  package var sentences: [String] { sentences(in: .english) }

  /// Returns the evidence as sentences in a language. If nothing was found, one sentence says so.
  package func sentences(in language: Language) -> [String] {
    var sentences = orders.map { sentence($0, language) }
    // That a handler ran says more than an order that separates the runs less well, and the other way around.
    let isOrder = !decisiveOrders.isEmpty
    let isPresence = presences.contains { isDecisive($0) }
    if isPresence || !isOrder { sentences += presences.map { sentence($0, language) } }
    guard !sentences.isEmpty else {
      return [
        language.text(
          "no order of two handlers, and no handler, is more frequent in failures than in passes")
      ]
    }
    if !isOrder, !isPresence {
      sentences.insert(
        language.text("nothing is in all failures and in no pass; the closest:"), at: 0)
    }
    return sentences
  }

  /// The limits of the evidence, as sentences in a language.
  package func remarks(in language: Language = .english) -> [String] {
    var remarks: [String] = []
    if failures < 3, isDecisive {
      remarks.append(
        language.text(
          "from \(language.plural(failures, "failure")): with more, fewer orders separate them by chance"
        ))
    }
    if runsLeftOut > 0 {
      remarks.append(
        language.text("\(language.plural(runsLeftOut, "run")) left out: too many different orders"))
    }
    if handlersLeftOut > 0 {
      remarks.append(
        language.text("\(language.plural(handlersLeftOut, "handler")) of a run left out: too many"))
    }
    if leavesOutFarPairs {
      remarks.append(
        language.text("pairs of handlers that are far apart in every run are left out"))
    }
    return remarks
  }

  /// The heading of the sentences.
  package func title(in language: Language = .english) -> String {
    isDecisive
      ? language.text("only in failures") : language.text("more often in failures")
  }

  private func sentence(_ order: Order, _ language: Language) -> String {
    let inFailures = language.text("in \(grouped(order.failures)) of \(grouped(failures)) failures")
    let inPasses = language.text("in \(grouped(order.passes)) of \(grouped(passes)) passes")
    let (first, second) = (order.first.words(language), order.second.words(language))
    var fact =
      order.isBeforeEnd
      ? language.text("\(first) started before \(second) ended")
      : order.first.isTimer
        ? language.text("\(first) fired before \(second)")
        : language.text("\(first) ran before \(second)")
    if order.withoutSecond > 0 {
      let never = grouped(order.withoutSecond)
      fact =
        order.isBeforeEnd
        ? language.text("\(fact) (which did not end in \(never))")
        : language.text("\(fact) (which did not run in \(never))")
    }
    if !order.others.isEmpty {
      let pairs = order.others.map {
        language.text("\($0.first.words(language)) before \($0.second.words(language))")
      }
      let others = language.list(pairs, more: order.moreOthers)
      return language.text("\(inFailures) \(fact); \(inPasses) (likewise \(others))")
    }
    return language.text("\(inFailures) \(fact); \(inPasses)")
  }

  private func sentence(_ presence: Presence, _ language: Language) -> String {
    let name = presence.name.words(language)
    let isMore = presence.failures * passes >= presence.passes * failures
    let counts =
      isMore
      ? (presence.failures, presence.passes)
      : (failures - presence.failures, passes - presence.passes)
    let inFailures = language.text("in \(grouped(counts.0)) of \(grouped(failures)) failures")
    let inPasses = language.text("in \(grouped(counts.1)) of \(grouped(passes)) passes")
    let fact =
      isMore
      ? presence.name.isTimer ? language.text("\(name) fired") : language.text("\(name) ran")
      : presence.name.isTimer
        ? language.text("\(name) did not fire") : language.text("\(name) did not run")
    return language.text("\(inFailures) \(fact); \(inPasses)")
  }
}

extension HandlerNumbers.Name {
  fileprivate func words(_ language: Language) -> String {
    isTimer ? language.text("the timer of \(text)") : text
  }
}
