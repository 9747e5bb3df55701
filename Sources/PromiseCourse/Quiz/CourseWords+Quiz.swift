extension CourseWords {
  package var quiz: String { say("Quiz", "测验") }
  /// For the first line of the screen.
  package var quizMark: String { say("QUIZ", "测验") }
  package var score: String { say("score", "得分") }
  package var yourAnswer: String { say("your answer", "你的答案") }
  package var rightAnswer: String { say("right answer", "正确答案") }
  package var right: String { say("right", "答对了") }
  package var wrong: String { say("wrong", "答错了") }
  package var why: String { say("Why", "原因") }
  package var lookAgain: String { say("Look at again", "建议再看") }
  package var nothingMissed: String { say("nothing was missed", "没有答错的题") }
  package var summary: String { say("Summary", "小结") }
  package var nothingAsked: String {
    say("there was nothing to ask", "没有可以提的问题")
  }
  package var nothingAnswered: String { say("nothing was answered", "还没有作答") }
  package var isAnswered: String {
    say("it is answered: Enter goes on", "已经作答：按 Enter 继续")
  }
  package var isOver: String { say("the quiz is over: Enter leaves", "测验已结束：按 Enter 离开") }
  package var lastReason: String {
    say("this is the last event that decides it", "这是最后一个决定性事件")
  }
  package var firstReason: String { say("this is the first of them", "这是第一个决定性事件") }
  package var onlyAtTheEnd: String {
    say("questions are asked about a run that is over: G goes there", "运行结束之后才能提问：按 G 到末尾")
  }
  package var end: String { say("that was all", "全部题目已答完") }

  /// `3 of 4`
  package func part(_ number: Int, of count: Int) -> String {
    say("\(number) of \(count)", "\(number)/\(count)")
  }

  /// `question 2 of 5`
  package func question(_ number: Int, of count: Int) -> String {
    say("question \(number) of \(count)", "第 \(number) 题，共 \(count) 题")
  }

  /// `demo 3 of 40`
  package func demo(_ number: Int, of count: Int) -> String {
    say("demo \(number) of \(count)", "演示 \(number)/\(count)")
  }

  /// Which digits answer.
  package func choose(upTo count: Int) -> String {
    say("choose 1-\(count)", "请选择 1-\(count)")
  }

  /// Where lines are typed, how to end.
  package var orQuit: String { say(", or q", "，或 q 退出") }

  /// The questions about a demo are being made.
  package func preparing(_ demo: String) -> String {
    say("running \(demo) in other orders ...", "正在以其他顺序运行 \(demo) …")
  }

  /// No question of the kind that was asked for can be made of a demo.
  package func noQuestion(about demo: String) -> String {
    say("there is nothing to ask about \(demo)", "\(demo) 没有可以提的问题")
  }

  /// What a kind of question is called.
  package func name(of kind: QuizKind) -> String {
    switch kind {
    case .order: say("order", "顺序")
    case .winner: say("winner", "获胜者")
    case .queue: say("queue", "队列")
    case .state: say("state", "状态")
    case .first: say("first", "最先")
    }
  }
}

// MARK: - The score

extension CourseWords {
  /// The score in lines, and what to look at again.
  package func summary(of score: QuizScore) -> [String] {
    guard !score.records.isEmpty else { return [nothingAnswered] }
    let lines = ["\(self.score) \(part(score.right, of: score.records.count))"]
    guard !score.missed.isEmpty else { return lines + [nothingMissed] }
    return lines + [lookAgain]
      + score.missed.flatMap { demo, questions in
        ["  \(command(for: demo))"] + questions.map { "      \($0)" }
      }
  }

  /// How to look at a demo again.
  package func command(for demo: String) -> String { "promise-tui demo \(demo) --lesson" }
}

// MARK: - Questions and answers

extension CourseWords {
  /// The question as a sentence.
  package func text(of question: QuizQuestion) -> String {
    let name = question.subject.map { "'\($0)'" } ?? say("it", "它")
    switch question.kind {
    case .order:
      return question.continues
        ? say("What prints next, in order?", "接下来按什么顺序打印？")
        : say("What prints, in order?", "按什么顺序打印？")
    case .winner: return text(of: question.contest ?? .race, about: question.subject)
    case .queue: return say("On which queue does \(name) run?", "\(name) 在哪个队列上运行？")
    case .state:
      return say("What state is \(name) in at the end?", "运行结束时 \(name) 处于什么状态？")
    case .first: return say("Which of these runs first?", "下列哪一个最先运行？")
    }
  }

  private func text(of contest: QuizQuestion.Contest, about subject: String?) -> String {
    let name = subject.map { "'\($0)'" }
    switch contest {
    case .race:
      return say(
        name.map { "Who wins the race \($0)?" } ?? "Who wins the race?",
        name.map { "在竞速 \($0) 中谁获胜？" } ?? "竞速中谁获胜？")
    case .any:
      return say(
        name.map { "Whose value does \($0) take?" } ?? "Whose value is taken?",
        name.map { "\($0) 采用谁的值？" } ?? "采用谁的值？")
    case .failure:
      return say(
        name.map { "Whose failure makes \($0) fail?" } ?? "Whose failure makes all of them fail?",
        name.map { "谁的失败使 \($0) 失败？" } ?? "谁的失败使整体失败？")
    case .timeout:
      return say(
        name.map { "What settles \($0)?" } ?? "What is earlier, the promise or its timeout?",
        name.map { "\($0) 由谁敲定？" } ?? "谁先到：promise 还是超时？")
    }
  }

  /// An answer in words; `arrow` stands between what is printed one after the other.
  package func text(of answer: QuizAnswer, arrow: String) -> String {
    switch answer {
    case .notes(let notes): notes.joined(separator: " \(arrow) ")
    case .promise(let name): name
    case .timer: say("the end of its time", "时限到达")
    case .queue(let label): label
    case .inline: say("none: inline, inside the call", "不经过队列：在调用之内直接运行")
    case .state(let state): text(of: state)
    }
  }

  private func text(of state: QuizAnswer.State) -> String {
    switch state {
    case .fulfilled: say("fulfilled", "已兑现（fulfilled）")
    case .rejected: say("rejected", "已拒绝（rejected）")
    case .cancelled: say("cancelled", "已取消（cancelled）")
    case .pending: say("pending, for ever", "始终待定（pending）")
    }
  }
}
