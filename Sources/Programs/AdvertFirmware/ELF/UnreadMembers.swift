/// Members of an archive that are not object files, or have no machine code yet, by the reason: an archive can have
/// thousands of one kind.
struct UnreadMembers {
  private var members: [Reason: (first: String, count: Int)] = [:]

  /// The reason why a member was not read.
  enum Reason: CaseIterable {
    /// Code that a compiler leaves for the linker to compile (`-flto`).
    case intermediateCode
    case archive
    case unknown

    /// Finds the reason from the first octets of a member that is not an ELF file.
    init(_ bytes: ImageBytes) {
      let head = bytes.octets(at: 0, count: 4) ?? []
      if bytes.octets(at: 0, count: UInt64(ObjectArchive.magic.count)) == ObjectArchive.magic {
        self = .archive
      } else {
        self = Self.bitcode.contains(head) ? .intermediateCode : .unknown
      }
    }

    /// LLVM's bitcode, without and with a wrapper (LLVM Bitcode File Format, llvm.org/docs/BitCodeFormat.html).
    private static let bitcode: [[UInt8]] = [[0x42, 0x43, 0xC0, 0xDE], [0xDE, 0xC0, 0x17, 0x0B]]

    var description: String {
      switch self {
      case .intermediateCode:
        "no machine code, only what the linker compiles (-flto): lint the linked program, or compile with "
          + "-ffat-lto-objects"
      case .archive: "an archive in an archive, which is not read: lint it by itself"
      case .unknown: "expected an object file, found something else"
      }
    }
  }

  mutating func note(_ member: String, _ reason: Reason) {
    members[reason, default: (member, 0)].count += 1
  }

  mutating func replaceNames(_ path: (String) -> String) {
    members = members.mapValues { (path($0.first), $0.count) }
  }

  /// One line for each reason.
  var lines: [String] {
    Reason.allCases.compactMap { reason in
      members[reason].map { first, count in
        first + (count > 1 ? " and \(count - 1) more" : "") + ": " + reason.description
      }
    }
  }
}

extension ELFFile {
  /// Whether the file is an object of gcc's `-flto` without machine code or data: these are made when the program is
  /// linked.
  var holdsOnlyIntermediateCode: Bool {
    isRelocatable && sections.contains { $0.name.hasPrefix(".gnu.lto_") }
      && !sections.contains { $0.isAllocated && $0.size > 0 }
  }
}
