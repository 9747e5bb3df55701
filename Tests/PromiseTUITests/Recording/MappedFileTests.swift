#if os(Linux)
  import PromiseSystem
  import Testing

  @testable import promise_tui

  @Suite("A file that a process has mapped")
  struct MappedFileTests {
    /// A file that this process has mapped, in a folder of its own.
    private final class File {
      let path: String
      private(set) var descriptor: Int32
      private let folder: PrivateFolder
      private let memory: UnsafeMutableRawPointer?

      init() throws {
        folder = try #require(PrivateFolder())
        path = "\(folder.path)/a trace.ptrace"
        descriptor = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
        #expect(ftruncate(descriptor, 4096) == 0)
        memory = mmap(nil, 4096, PROT_READ | PROT_WRITE, MAP_SHARED, descriptor, 0)
        try #require(memory != MAP_FAILED)
      }

      func close() {
        if descriptor >= 0 { PromiseSystem.close(descriptor) }
        descriptor = -1
      }

      deinit {
        munmap(memory, 4096)
        close()
        folder.remove()
      }

      /// What the system says about it.
      var mapped: MappedFile? {
        get throws {
          let bytes = try SmallFile.read("/proc/self/maps", limit: 64 << 20)
          return String(decoding: bytes, as: UTF8.self).split(separator: "\n")
            .compactMap { MappedFile($0) }.first { $0.path == path }
        }
      }
    }

    @Test("Only shared memory that can be written, and has a file, is one")
    func lines() throws {
      let place = "7f5c8c000000-7f5c8c021000"
      let file = try #require(
        MappedFile("\(place) rw-s 00000000 fe:00 1234                       /my data/run.ptrace"))
      #expect(file.path == "/my data/run.ptrace" && !file.isDeleted)
      let deleted = try #require(
        MappedFile("\(place) rw-s 00001000 fe:00 1234                       /run.ptrace (deleted)"))
      #expect(deleted.path == "/run.ptrace" && deleted.isDeleted)
      for line in [
        "\(place) r--s 00000000 fe:00 1234     /run.ptrace", "\(place) rw-s 00000000 00:00 0 ",
        "\(place) rw-p 00000000 fe:00 1234     /run.ptrace", "\(place) rw-s 00000000 fe:00", "",
        "\(place) rw-s 00000000 00:0e 1042     anon_inode:[io_uring]",
      ] {
        #expect(MappedFile(line[...]) == nil, "\(line)")
      }
    }

    @Test("It is opened by its path, if that is the same file")
    func here() throws {
      let file = try File()
      let mapped = try #require(try file.mapped)
      #expect(mapped.place(of: getpid()) == file.path)
      file.close()
      #expect(mapped.place(of: getpid()) == file.path)
    }

    @Test("A file that was deleted is not the one that has its path now")
    func deleted() throws {
      let file = try File()
      #expect(unlink(file.path) == 0 && Folder.write("another\n", to: file.path) == nil)
      let mapped = try #require(try file.mapped)
      #expect(mapped.isDeleted && mapped.path == file.path)
      let place = try #require(mapped.place(of: getpid()))
      #expect(place == "/proc/\(getpid())/fd/\(file.descriptor)")
      #expect(Folder.size(of: place) == 4096)
      file.close()
      #expect(mapped.place(of: getpid()) == nil)
    }

    @Test("A path at which the process has another file is not taken for the mapped one")
    func replaced() throws {
      let file = try File()
      let mapped = try #require(try file.mapped)
      let moved = "\(file.path).1"
      #expect(rename(file.path, moved) == 0 && Folder.write("another\n", to: file.path) == nil)
      // What the system said before does not fit any more.
      #expect(mapped.place(of: getpid()) == nil)
    }
  }
#endif
