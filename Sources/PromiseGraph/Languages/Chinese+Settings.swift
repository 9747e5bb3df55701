extension Chinese {
  /// For what is kept from one start of the program to the next.
  static let settings: [(key: String, text: String)] = [
    (
      "what was kept is damaged, and starts empty; the old file is %1",
      "保存的内容已损坏：将重新开始，旧文件为 %1"
    ),
    (
      "%1 is from a newer version of this program: nothing is kept",
      "%1 由本程序的较新版本写入：不保存任何内容"
    ),
  ]
}
