extension Chinese {
  /// For panes, header, sheets and notices.
  static let screens = panes + header + sheets + exploration + notices + narration

  /// For the header, and the lines above the footer.
  static let header: [(key: String, text: String)] = [
    ("%1 left", "剩余 %1"),
    ("%1 elapsed", "用时 %1"),
    ("%1 newer", "新增 %1"),
    ("%1 per second", "每秒 %1"),
    ("CHOOSE", "选择"),
    ("ENDED", "已结束"),
    ("EXPLORE", "探索"),
    ("LIVE", "实时"),
    ("PAUSED", "暂停"),
    ("REPEAT", "重复运行"),
    ("WHAT IF", "假设"),
    ("as of the last build", "来自上次构建"),
    ("clock real", "真实时钟"),
    ("clock virtual", "虚拟时钟"),
    ("demos", "演示"),
    ("event", "事件"),
    ("last build", "上次构建"),
    ("live", "运行中"),
    ("rec %1 of %2 MB", "记录 %1/%2 MB"),
    ("v marks %1", "v 标记 %1"),
    ("before the first event", "第一个事件之前"),
    ("event %1 was lost", "事件 %1 已丢失"),
    ("too small: needs %1x%2, is %3x%4; q quits", "屏幕太小：需要 %1x%2，现为 %3x%4；q 退出"),
    ("what existed at event %1", "事件 %1 时已存在的内容"),
  ]

  /// For the panels over the panes, and the prompts.
  static let sheets: [(key: String, text: String)] = [
    ("Enter writes  Esc closes", "Enter 写入  Esc 关闭"),
    ("Export", "导出"),
    ("to %1, readable only by you", "写入 %1，仅你可读"),
    ("everything so far", "到目前为止的全部"),
    ("from event %1 on", "从事件 %1 起"),
    ("from event %1 to %2, the bookmarks", "从事件 %1 到 %2（书签之间）"),
    ("the screen at event %1", "事件 %1 处的屏幕"),
    ("the whole run", "整个运行"),
    ("up to event %1", "到事件 %1 为止"),
    ("Emphasis", "强调"),
    ("Help", "帮助"),
    ("Signs", "符号"),
    ("Demos", "演示"),
    ("default; variants: %1", "默认；变体：%1"),
    ("from", "出处"),
    ("there are no demos", "没有演示"),
    (
      "a name, value or error; source:FILE   Enter accepts  Esc cancels",
      "名称、值或错误；source:文件   Enter 接受  Esc 取消"
    ),
    ("filter: ", "筛选："),
    ("find: ", "查找："),
    ("go to: ", "跳转："),
    (
      "state:rejected queue:main name: source: value: ! inverts   Enter accepts  Esc cancels",
      "state:rejected queue:main name: source: value: ! 取反   Enter 接受  Esc 取消"
    ),
    ("%1 by hand", "手动%1"),
    ("%1 by hand at event %2", "在事件 %2 处手动%1"),
    ("%1 changed", "已改 %1 处"),
    ("%1 has no length of its own", "%1 没有自己的时长"),
    ("Critical values of %1", "%1 的临界值"),
    ("If %1:", "如果 %1："),
    ("PgUp PgDn text", "PgUp PgDn 翻页"),
    ("Settle %1 now: f fulfills it, r rejects it, c cancels it.", "现在敲定 %1：f 兑现，r 拒绝，c 取消。"),
    ("What if", "假设"),
    ("covers only the first events of this long run", "只涵盖这次长时间运行的前一部分"),
    ("job", "任务"),
    ("looking for critical values ...", "正在寻找临界值 …"),
    ("no change", "没有改动"),
    ("nothing else changes", "其余不变"),
    ("pending at the end", "最后仍待定"),
    ("wait %1", "等待 %1"),
    ("was %1", "原 %1"),
    ("%1 runs before %2 in none of the %3 simulated schedules", "在全部 %3 个模拟的调度中，%1 都不先于 %2 运行"),
    (
      "%1 runs before %2 in none of the %3 simulated schedules tried; there are more",
      "在试过的 %3 个调度中，%1 都不先于 %2 运行；还有更多调度"
    ),
    ("yes: in this schedule %1 runs before %2: %3", "可能：在此调度中 %1 先于 %2 运行：%3"),
    ("looking for a schedule in which %1 runs before %2 ...", "正在寻找 %1 先于 %2 运行的调度 …"),
    ("%1 marked", "已标记 %1"),
    ("Why %1", "原因：%1"),
    ("v marks a promise to compare", "v 标记要比较的 promise"),
  ]
}
