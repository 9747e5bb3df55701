import PromiseGraph
import PromiseInsight

/// The texts that the script of a page fills with values: `%1` and `%2` stand for the first and the second.
struct PageWords {
  let language: Language

  /// The texts by the names that the script uses.
  var object: PageObject {
    var words = PageObject()
    for (name, text) in states + waiting + facts + controls { words.add(name, text: text) }
    return words
  }

  private var states: [(String, String)] {
    let one = "%1"
    return [
      ("pending", language.text("pending")), ("queued", language.text("queued")),
      ("running", language.text("running")), ("lockedIn", language.text("locked in to \(one)")),
      ("fulfilled", language.text("fulfilled")), ("rejected", language.text("rejected")),
      ("cancelled", language.text("cancelled")), ("lost", language.text("freed pending")),
      ("forwarded", language.text("forwarded to \(one)")),
      ("unknown", language.text("unknown since the gap")),
      ("awaitsNothing", language.text("awaits nothing")),
    ]
  }

  private var waiting: [(String, String)] {
    let (one, two, three) = ("%1", "%2", "%3")
    return [
      ("adopts", language.text("settles when \(one) does")),
      ("unhandled", language.text("unhandled: \(one)")),
      ("passed", language.text("passed: \(one)")), ("skipped", language.text("passed")),
      ("runs", language.text("running \(one) ms")),
      ("runsOf", language.text("\(one) of \(two) ms")),
      ("waits", language.text("waits \(one) ms for \(two)")),
      ("behind", language.text("waits \(one) ms for \(two), behind \(three)")),
      ("forever", language.text("forever: \(one) was freed")),
      ("returned", language.text("its handler returned")),
      ("timer", language.text("timer: \(one) of \(two) ms")),
      ("next", language.text("comes next")),
      ("waitsFor", language.text("waits for \(one)")),
      ("firstOf", language.text("the first of \(one)")),
      ("inputs", language.text("\(one) of \(two), waits for \(three)")),
    ]
  }

  private var facts: [(String, String)] {
    let one = "%1"
    return [
      ("state", language.text("state")), ("value", language.text("value")),
      ("error", language.text("error")), ("parent", language.text("parent")),
      ("children", language.text("children")), ("input", language.text("inputs")),
      ("adopted", language.text("adopts")), ("created", language.text("created")),
      ("enqueued", language.text("queued")), ("started", language.text("started")),
      ("ended", language.text("ended")), ("settled", language.text("settled")),
      ("from", language.text("came from")), ("queue", language.text("queue")),
      ("source", language.text("source")),
      ("idle", language.text("idle")),
      ("waitedFor", language.text("waited \(one)") + " ms"), ("by", language.text("by \(one)")),
      ("waitsNow", language.text("waits \(one) ms")), ("none", language.text("does not exist yet")),
    ]
  }

  private var controls: [(String, String)] {
    let (one, two) = ("%1", "%2")
    return [
      ("play", language.text("play")), ("pause", language.text("pause")),
      ("again", language.text("play again")),
      ("eventOf", language.text("event \(one) of \(two)")), ("more", language.text("\(one) more")),
    ]
  }
}
