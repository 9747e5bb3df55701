extension Chinese {
  /// For the runs of a repeated program: what they are judged by, and what distinguishes those that fail.
  static let repeating: [(key: String, text: String)] = [
    ("printed '%1'", "输出了“%1”"),
    ("did not print '%1'", "没有输出“%1”"),
    ("check: %1", "检查：%1"),
    ("exit status", "退出状态"),
    ("signal", "信号"),
    ("time limit (%1)", "时限（%1）"),
    ("%1 expectation", "%1 个预期"),
    ("%1 text", "%1 个文本"),
    ("output (%1)", "输出（%1）"),
    ("check '%1'", "检查“%1”"),
    ("judged by %1", "判断依据：%1"),
    ("%1, and by nothing else; see also %2", "%1，此外没有别的依据；另见 %2"),
    (
      "the runs printed %1 different outputs: --by output lists them",
      "各次运行有 %1 种不同的输出：--by output 会列出它们"
    ),
    ("the runs printed at least %1 different outputs", "各次运行至少有 %1 种不同的输出"),
    (
      "run %1 starts %2 before %3 has ended; run %4 only after that",
      "第 %1 次运行在 %3 结束前就开始 %2；第 %4 次运行在其后才开始"
    ),
    ("run %1 starts %2 before %3; run %4 after it", "第 %1 次运行在 %3 之前开始 %2；第 %4 次运行在其后"),
    (
      "run %1 starts %2, and %3 never; run %4 starts %5 first",
      "第 %1 次运行开始了 %2，从未开始 %3；第 %4 次运行先开始 %5"
    ),
    ("every run failed: there is none that passed to compare with", "每次运行都失败了：没有通过的运行可供比较"),
    ("the output", "输出的内容"),
    ("how they ended", "如何结束"),
    (
      "no order of two handlers, and no handler, is more frequent in failures than in passes",
      "没有哪两个处理函数的顺序，也没有哪个处理函数，在失败的运行中更常见"
    ),
    ("nothing is in all failures and in no pass; the closest:", "没有什么是所有失败都有而通过的都没有的；最接近的："),
    ("%1 failure", "%1 次失败"),
    (
      "from %1: with more, fewer orders separate them by chance",
      "仅依据 %1：失败越多，碰巧能区分的顺序就越少"
    ),
    ("%1 left out: too many different orders", "略去了 %1：不同的顺序太多"),
    ("%1 of a run left out: too many", "略去了一次运行的 %1：太多"),
    ("pairs of handlers that are far apart in every run are left out", "略去了在每次运行中都相距很远的处理函数对"),
    ("only in failures", "只在失败时"),
    ("more often in failures", "在失败时更常见"),
    ("in %1 of %2 failures", "%2 次失败中有 %1 次"),
    ("in %1 of %2 passes", "%2 次通过中有 %1 次"),
    ("%1 started before %2 ended", "%1 在 %2 结束之前开始"),
    ("%1 fired before %2", "%1 先于 %2 触发"),
    ("%1 ran before %2", "%1 先于 %2 运行"),
    ("%1 (which did not end in %2)", "%1（其中 %2 次后者没有结束）"),
    ("%1 (which did not run in %2)", "%1（其中 %2 次后者没有运行）"),
    ("%1 %2; %3", "%1，%2；%3"),
    ("%1 %2; %3 (likewise %4)", "%1，%2；%3（同样：%4）"),
    ("%1 fired", "%1 触发了"),
    ("%1 did not fire", "%1 没有触发"),
    ("%1 did not run", "%1 没有运行"),
    ("differs", "差异"),
  ]
}
