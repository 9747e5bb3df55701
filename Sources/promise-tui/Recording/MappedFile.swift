#if os(Linux)
  import PromiseSystem

  /// A file that a process has mapped into its memory, shared with other processes and writable.
  ///
  /// The system names it by the path at which the process sees it. In this process, another file may have that path: the
  /// two may see different disks, and the file may have been deleted and written again.
  struct MappedFile: Hashable {
    /// What the system writes behind the path of a file that was deleted.
    private static let deletion = " (deleted)"

    /// The path, as the system writes it.
    let text: String
    private let device: UInt64
    private let inode: UInt64

    /// Reads a line of `/proc/PID/maps`; `nil` if it is about other memory.
    init?(_ line: Substring) {
      let fields = line.split(separator: " ", maxSplits: 5)
      guard fields.count == 6, fields[1] == "rw-s", let path = fields[5].firstIndex(of: "/"),
        let inode = UInt64(fields[4])
      else { return nil }
      let numbers = fields[3].split(separator: ":").compactMap { UInt64($0, radix: 16) }
      guard numbers.count == 2 else { return nil }
      text = String(fields[5][path...])
      device = numbers[0] << 32 | numbers[1]
      self.inode = inode
    }

    /// The path at which the file is, or was before it was deleted.
    var path: String { isDeleted ? String(text.dropLast(Self.deletion.count)) : text }

    /// Whether the file was deleted, unless that is how its name ends.
    var isDeleted: Bool { text.hasSuffix(Self.deletion) }

    /// Returns a path at which this process can open the file; `nil` if there is none.
    func place(of process: pid_t) -> String? {
      let folder = "/proc/\(process)"
      let inside = folder + "/root" + text
      let seen = about(inside)
      // Some file systems give a file another device in its mapping than everywhere else.
      if let here = about(text), Self.number(here.st_dev) == device || here.st_dev == seen?.st_dev {
        return text
      }
      if seen != nil { return inside }
      return Folder.names(of: folder + "/fd").map { "\(folder)/fd/\($0)" }.first {
        about($0) != nil && Self.target(of: $0) == text
      }
    }

    /// Returns what the system says about a file that has the number of this one; `nil` if there is no such file at
    /// `path`.
    private func about(_ path: String) -> stat? {
      var about = stat()
      guard stat(path, &about) == 0, about.st_mode & S_IFMT == S_IFREG,
        UInt64(about.st_ino) == inode
      else { return nil }
      return about
    }

    /// Returns the number of a device as in the list of mappings: the major number, and the minor one.
    private static func number(_ device: dev_t) -> UInt64 {
      let device = UInt64(device)
      let major = device >> 8 & 0xFFF | device >> 32 & 0xFFFF_F000
      let minor = device & 0xFF | device >> 12 & 0xFFFF_FF00
      return major << 32 | minor
    }

    private static func target(of link: String) -> String? {
      var bytes = [UInt8](repeating: 0, count: Int(PATH_MAX) + deletion.utf8.count)
      let count = bytes.withUnsafeMutableBytes { bytes in
        bytes.withMemoryRebound(to: CChar.self) { text in
          text.baseAddress.map { readlink(link, $0, text.count) } ?? -1
        }
      }
      return count > 0 ? String(decoding: bytes[..<count], as: UTF8.self) : nil
    }
  }
#endif
