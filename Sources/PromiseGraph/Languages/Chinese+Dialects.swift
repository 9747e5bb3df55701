extension Chinese {
  /// For the key that shows a demo by the rules of another library.
  static let dialectKeys: [(key: String, text: String)] = [
    ("other library", "其他库"),
    (
      "run the demo by the rules of JavaScript beside the open run; in a run by another library's rules, by PromiseKitLite's",
      "并排显示按 JavaScript 规则的运行；若当前运行按其他库的规则，则并排显示按 PromiseKitLite 规则的运行"
    ),
    ("close the two runs, if they cover a demo", "关闭并排的两次运行（如果它们盖在演示上）"),
  ]

  /// For the rules of other libraries.
  static let dialects: [(key: String, text: String)] = [
    ("running it by the rules of another library", "正在按另一个库的规则运行"),
    (
      "to explore, open the run by PromiseKitLite's rules: O, then Enter",
      "要探索，请打开按 PromiseKitLite 规则的运行：先按 O，再按 Enter"
    ),
    (
      "for the quiz, open the run by PromiseKitLite's rules: O, then Enter",
      "要测验，请打开按 PromiseKitLite 规则的运行：先按 O，再按 Enter"
    ),
  ]
}
