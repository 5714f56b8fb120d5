/// Something wrong or remarkable in a capture that did not stop everything before it from being read.
public struct CaptureProblem: Hashable, Sendable {
  public let kind: Kind
  /// Offset in the input where it was met; with several of one kind, of the first.
  public let fileOffset: Int
  /// The record it concerns, counting from 1; `nil` when it concerns none.
  public let record: Int?
  /// What was expected and what was there.
  public let message: String
  /// How often this kind of problem occurred.
  public var count = 1

  public init(_ kind: Kind, fileOffset: Int, record: Int?, message: String) {
    self.kind = kind
    self.fileOffset = fileOffset
    self.record = record
    self.message = message
  }

  public enum Kind: String, Hashable, Sendable, CaseIterable {
    /// The input ends inside a record, or could not be read to its end.
    case cutShort
    /// A record's header says what cannot be; reading stopped there.
    case recordInvalid
    /// A part of the capture, or of the archive around it, contradicts itself or refers to what is not there. Reading went
    /// on after it.
    case partInvalid
    /// A packet or report is shorter than its own length field says; it was left out.
    case packetCutShort
    /// A report or a command has a value no specification defines; it was left out.
    case reportInvalid
    /// A report is of a kind that is not interpreted; it was left out.
    case reportSkipped
    /// Octets follow the last report of an event.
    case surplusOctets
    /// Packets whose CRC is wrong; they were left out unless they were to be kept.
    case badCRC
    /// The pieces of an extended advertisement did not all arrive.
    case advertisementIncomplete
    /// Reserved bits of an event type are set; they were ignored.
    case reservedBits
    /// The times cannot be right.
    case implausibleTime
    /// Packets of a kind that carries no LE advertising.
    case linkTypeSkipped
    /// More devices than were to be kept apart; the reports of those beyond were left out.
    case devicesLeftOut

    /// Whether something of the capture is lost, as opposed to merely remarkable.
    public var isDamage: Bool {
      switch self {
      case .cutShort, .recordInvalid, .partInvalid, .packetCutShort, .devicesLeftOut: true
      case .reportInvalid, .reportSkipped, .surplusOctets, .badCRC, .advertisementIncomplete, .reservedBits,
        .implausibleTime, .linkTypeSkipped:
        false
      }
    }
  }
}

/// The problems of one capture, one entry for each kind: a hostile file cannot fill the memory with them.
struct ProblemLog {
  private(set) var problems: [CaptureProblem] = []

  mutating func note(_ problem: CaptureProblem) {
    if let index = problems.firstIndex(where: { $0.kind == problem.kind }) {
      problems[index].count += 1
    } else {
      problems.append(problem)
    }
  }

  /// Notes a problem whose message is made only for the first of its kind, for kinds that come in thousands.
  mutating func note(_ kind: CaptureProblem.Kind, fileOffset: Int, record: Int, message: () -> String) {
    if let index = problems.firstIndex(where: { $0.kind == kind }) {
      problems[index].count += 1
    } else {
      problems.append(CaptureProblem(kind, fileOffset: fileOffset, record: record, message: message()))
    }
  }
}

/// Why an input could not be read as a capture at all.
public enum CaptureError: Error, Hashable, Sendable {
  case unreadable(reason: String)
  case empty
  /// No format's mark is at the start; `head` holds the first octets.
  case notRecognised(head: [UInt8])
  /// An archive that can be read and holds no capture; `members` says what is in it.
  case noCaptureInside(archive: String, members: String)
  /// A known format in a variant that cannot be read.
  case unsupported(fileOffset: Int, expected: String, found: String)
}

extension CaptureError: CustomStringConvertible {
  public var description: String {
    switch self {
    case .unreadable(let reason):
      "cannot be read: \(reason)"
    case .empty:
      "offset 0: expected a capture, found an empty file"
    case .notRecognised(let head):
      "offset 0: expected the mark of a capture format (\(CaptureFormats.names)), found \(Self.hex(head))"
    case .noCaptureInside(let archive, let members):
      "offset 0: expected a capture in the \(archive) archive, found \(members)"
    case .unsupported(let fileOffset, let expected, let found):
      "offset \(fileOffset): expected \(expected), found \(found)"
    }
  }

  private static func hex(_ octets: [UInt8]) -> String {
    octets.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined(separator: " ")
  }
}
