extension Chinese {
  /// For the list of demos and the end of a run.
  package static let picker: [(key: String, text: String)] = [
    ("type to find one", "输入即可查找"),
    ("find: %1", "查找：%1"),
    ("no demo matches; Esc shows all of them", "没有匹配的演示；按 Esc 显示全部"),
    ("%1 of %2 played", "已播放 %1/%2"),
    ("played", "已播放"),
    ("quiz: %1 of %2 right", "测验：答对 %1/%2"),
    ("%1 more chain", "另外 %1 条链"),
    ("and %1", "还有%1"),
    ("%1 never settle", "%1 个从未敲定"),
    ("every demo here was played", "这里的演示都已播放过"),
    ("nothing is typed: letters find a demo", "还没有输入：输入字母即可查找演示"),
    ("nothing is open: q quits", "没有打开的内容：按 q 退出"),
    (
      "nothing is open: D goes to the list of demos, q quits",
      "没有打开的内容：按 D 转到演示列表，按 q 退出"
    ),
    ("there is no list: this run was not opened from one", "没有列表：此运行不是从列表打开的"),
    ("this is the last demo", "已是最后一个演示"),
    ("there is no other demo", "没有其他演示"),
    ("End of %1", "%1 结束"),
    ("%1 never settled", "%1 从未敲定"),
    ("printed", "输出"),
    ("nothing came out", "没有任何结果"),
    ("everything else", "其余"),
    ("why %1 took so long", "%1 为何这么久"),
    ("next demo: %1", "下一演示：%1"),
  ]

  /// For the heading of the demos to begin with.
  static let startHere: [(key: String, text: String)] = [
    ("start here", "从这里开始"),
    ("the best demos to begin with, in order", "最适合入门的演示，按顺序排列"),
  ]

  /// For the keys of the list and of the end of a run.
  static let pickerTables: [(key: String, text: String)] = [
    ("all", "全部"),
    ("not played", "未播放"),
    ("play again", "再播放一次"),
    ("next demo", "下一演示"),
    ("in the list: show all demos again; never quits", "在列表中：重新显示所有演示；从不退出"),
    ("in the list: run the selected demo with its lesson", "在列表中：运行所选演示并打开课程"),
    ("in the list: previous, next demo", "在列表中：上一个、下一个演示"),
    (
      "in the list: next demo that was not played yet; wraps around",
      "在列表中：下一个尚未播放的演示；循环"
    ),
    (
      "in the list: explore every schedule of the selected demo",
      "在列表中：探索所选演示的所有调度"
    ),
    ("in the list: next, previous chapter", "在列表中：下一章、上一章"),
    ("in the list: run a demo by its number", "在列表中：按编号运行演示"),
    (
      "in the list: find a demo by letters of its name, or by its title, its topic or its source; small "
        + "letters do that immediately, and after this key all characters",
      "在列表中：按名称中的字母，或按标题、主题、来源查找演示；小写字母直接开始查找，按过此键之后所有字符都可输入"
    ),
    (
      "in the list: erase a letter, a word, everything; ^U is half a page up while nothing is typed",
      "在列表中：删除一个字母、一个词、全部；没有输入时 ^U 上移半页"
    ),
    (
      "in the list: first, last demo; a page, half a page",
      "在列表中：第一个、最后一个演示；移动一页、半页"
    ),
    ("at the end of a run: play it again from its start", "在运行结束时：从头再播放一次"),
    ("at the end of a run: open the next demo", "在运行结束时：打开下一个演示"),
    (
      "at the end of a run: close the card; moving closes it, too",
      "在运行结束时：关闭卡片；移动也会关闭它"
    ),
    (
      "close what is open, end the search, zoom out, clear the selection, the filter, return to the "
        + "list that opened the run; never quits",
      "关闭已打开的内容、结束搜索、缩小、清除选择和筛选、返回打开此运行的列表；从不退出"
    ),
    ("go to the list of demos", "转到演示列表"),
  ]
}
