/// A defect or peculiarity of a capture, of the archive around it, or of a folder of captures. The parts before it were
/// read.
///
/// Every part of an input that was not read, decoded or searched is such a problem, with a kind.
public struct CaptureProblem: Hashable, Sendable {
  /// The kind of problem.
  public var kind: Kind
  /// Offset in the input of the problem; of several of one kind, of the first. `nil` when it has no single place.
  public var fileOffset: Int?
  /// The record with the problem, counting from 1; `nil` when it is in no record.
  public var record: Int?
  /// The archive member with the problem; `nil` when the problem is in no member. The name is hostile text.
  public var member: String?
  /// Where a text has what is wrong: where the source of a firmware image declares the array concerned, or where a manifest
  /// or a file of hex is not as expected. `nil` when that is not known.
  public var declaration: Declaration?
  /// The details.
  public var detail: Detail
  /// The order that mends it; `nil` when none is known.
  package var remedy: String?
  /// The layout that a refused request asks for; empty when that is not known, and for any other problem.
  package var asked: [DeclaredLayout] = []
  /// The number of problems of this kind.
  public var count = 1

  /// A problem that occurred once.
  public init(
    _ kind: Kind, fileOffset: Int?, record: Int?, member: String? = nil, declaration: Declaration? = nil,
    detail: Detail
  ) {
    self.kind = kind
    self.fileOffset = fileOffset
    self.record = record
    self.member = member
    self.declaration = declaration
    self.detail = detail
  }

  /// A problem that occurred once: the input differs from its format.
  public init(_ kind: Kind, fileOffset: Int?, record: Int?, expected: String, found: String) {
    self.init(kind, fileOffset: fileOffset, record: record, detail: .mismatch(expected: expected, found: found))
  }

  /// A line of source.
  public struct Declaration: Hashable, Sendable {
    /// The file. The name is hostile text.
    public var path: String
    /// The line, counting from 1; `nil` when only the file is known.
    public var line: Int?
    /// The column in Unicode code points, counting from 1; `nil` when only the line is known.
    public var column: Int?

    /// A line of a file, or a place in it.
    public init(path: String, line: Int?, column: Int? = nil) {
      self.path = path
      self.line = line
      self.column = column
    }
  }

  /// The details of a problem. Strings are phrases for people, without a verb.
  public enum Detail: Hashable, Sendable {
    /// The input differs from its format. `found` is `nil` when it must not be shown.
    case mismatch(expected: String, found: String?)
    /// The system or a decompressor could not deliver the rest of the input.
    case readingFailed(reason: String)
    /// A library rejected the input, in its own words.
    case refused(reason: String)
    /// A statement without text or values from the input's packets.
    case stated(String)
    /// The details must not be shown.
    case withheld
  }

  /// The place, for people: `record 12, offset 700`; `nil` when it has no single place.
  public var place: String? {
    if let declaration { return declaration.path + (declaration.line.map { ":\($0)" } ?? "") }
    let words = [record.map { "record \($0)" }, fileOffset.map { "offset \($0)" }].compactMap { $0 }
    return words.isEmpty ? nil : words.joined(separator: ", ")
  }

  /// The problem as one line of text: the expected and the found value.
  public var message: String {
    let text =
      switch detail {
      case .mismatch(let expected, let found): "expected \(expected)" + (found.map { ", found \($0)" } ?? "")
      case .readingFailed(let reason): "reading failed: \(reason)"
      case .refused(let reason): reason
      case .stated(let statement): statement
      case .withheld: "not as expected (\(kind.rawValue))"
      }
    return member.map { "\(Self.visible($0)): \(text)" } ?? text
  }

  /// The count, for the end of ``message``: ` (12 times, first here)`; empty for one.
  package var timesWords: String { count == 1 ? "" : " (\(count) times, first here)" }

  /// Returns a name from an archive with `?` for every character that is not printable ASCII.
  private static func visible(_ name: String) -> String {
    String(String.UnicodeScalarView(name.unicodeScalars.map { 0x20..<0x7F ~= $0.value ? $0 : "?" }))
  }

  /// Whether the problem is a command that was refused, or an error that a log reports. Each cause has an entry of its own.
  package var isRefusal: Bool { [.advertisingRefused, .scanRefused, .errorReported].contains(kind) }

  /// The kinds of problems.
  public enum Kind: String, Hashable, Sendable, CaseIterable {
    /// The input ends inside a record, or the rest of it could not be read.
    case cutShort
    /// Octets that are no record, such as those of a hole. Reading continued at the next record, if there is one.
    case recordInvalid
    /// Another capture file begins inside the file. It was read too.
    case fileJoined
    /// A part of the capture, or of the archive around it, contradicts itself or refers to a missing part. Reading
    /// continued after it.
    case partInvalid
    /// A packet or report is shorter than its own length field. It was left out.
    case packetCutShort
    /// A report or a command has a value that no specification defines. It was left out.
    case reportInvalid
    /// A report is of a kind that is not decoded. It was left out.
    case reportSkipped
    /// A vendor's events of an unknown kind that seem to contain advertising data. They were left out.
    case vendorEventUnknown
    /// Reports of a format that no specification describes. They were read by inference.
    case formatInferred
    /// Octets follow the last report of an event.
    case surplusOctets
    /// Packets with a wrong CRC. They were left out, unless the options keep them.
    case badCRC
    /// Packets that the radio received wrongly: whole records whose packet has an impossible length or header. They were
    /// left out.
    case packetGarbled
    /// Auxiliary packets of extended and periodic advertising that the radio did not receive.
    case auxiliaryLost
    /// Fragments of an extended advertisement are missing.
    case advertisementIncomplete
    /// Reserved bits of an event type are set. They were ignored.
    case reservedBits
    /// The times cannot be right.
    case implausibleTime
    /// Packets of a link type that carries no LE advertising.
    case linkTypeSkipped
    /// More devices than the limit. Reports of further devices were left out.
    case devicesLeftOut
    /// The capture reports packets that were dropped before they were recorded.
    case packetsDropped
    /// A member of an archive that is encrypted, compressed by an unknown method, or not a capture although its name is
    /// that of one. It was left out.
    case memberUnread
    /// A file or folder that cannot be opened, whose path cannot be written, or that is not a capture although its name
    /// is that of one.
    case fileUnread
    /// An array of a firmware image that has the name or the type of a payload, but does not contain one.
    case payloadInvalid
    /// An array of a firmware image that the program fills when it runs.
    case payloadAtRunTime
    /// A part of a payload of a firmware image that is not known: its making was not seen to the end, or no code wrote it.
    case payloadUncertain
    /// An array that the user named and that a firmware image does not have.
    case symbolMissing
    /// A payload of a firmware image from which the host leaves out a part, without an error.
    case payloadCut
    /// A call of a firmware image that sets advertising which was not read.
    case callUnread
    /// A call of a program that its library refuses: nothing is sent.
    case requestRefused
    /// A call of a program that its library refuses in some versions or configurations.
    case requestDoubtful
    /// A call of a firmware image that was not read, and that may send payloads that were read elsewhere.
    case callAssumed
    /// Payloads of a firmware image without their parameters: the usual ones were assumed.
    case parametersAssumed
    /// A version of a program's library was assumed, and another one sends something else.
    case assumptionDecides
    /// A line of a log in text that seems to contain advertising and was not read in full.
    case lineUnread
    /// A line of a log has advertising data and scan response data in one, and it is not known where the first end: it
    /// is not a report.
    case blocksMerged
    /// A line of a log has values instead of bytes: it is not a report.
    case valuesOnly
    /// A command of the host about advertising that its controller, or Linux, refused.
    case advertisingRefused
    /// A command of the host about scanning that its controller, or Linux, refused.
    case scanRefused
    /// A line of a log in text that reports an error of a stack, beside the advertising in the log.
    case errorReported
    /// A link in a folder that leads to another folder. It was not followed, because it may lead anywhere.
    case linkSkipped

    /// Whether a part of the input is lost.
    public var isDamage: Bool {
      switch self {
      case .cutShort, .recordInvalid, .partInvalid, .packetCutShort, .devicesLeftOut, .memberUnread, .fileUnread,
        .symbolMissing:
        true
      case .fileJoined, .reportInvalid, .reportSkipped, .surplusOctets, .badCRC, .packetGarbled, .auxiliaryLost,
        .advertisementIncomplete, .reservedBits, .implausibleTime, .linkTypeSkipped, .packetsDropped, .linkSkipped,
        .payloadInvalid, .payloadAtRunTime,
        .payloadUncertain, .payloadCut, .callUnread, .requestRefused, .requestDoubtful, .callAssumed,
        .parametersAssumed,
        .assumptionDecides,
        .vendorEventUnknown, .formatInferred, .lineUnread,
        .blocksMerged, .valuesOnly, .advertisingRefused, .scanRefused, .errorReported:
        false
      }
    }

    /// Whether only the running device shows what an image or a program sends there.
    package var isOfRunTime: Bool {
      switch self {
      case .callUnread, .callAssumed, .payloadAtRunTime, .payloadUncertain: true
      default: false
      }
    }

    /// Whether the input is incomplete: a part of it was not read, not decoded or not searched, or it reports a missing
    /// part itself. Packets that the radio lost are no gap, because every radio loses some.
    public var isGap: Bool {
      switch self {
      case .fileJoined, .surplusOctets, .badCRC, .packetGarbled, .auxiliaryLost, .reservedBits, .implausibleTime,
        .formatInferred, .requestDoubtful,
        .advertisingRefused, .scanRefused, .errorReported:
        false
      case .cutShort, .recordInvalid, .partInvalid, .packetCutShort, .reportInvalid, .reportSkipped,
        .advertisementIncomplete, .linkTypeSkipped, .devicesLeftOut, .packetsDropped, .memberUnread, .fileUnread,
        .linkSkipped, .payloadInvalid, .payloadAtRunTime, .payloadUncertain, .payloadCut, .callUnread, .requestRefused,
        .callAssumed,
        .parametersAssumed, .assumptionDecides,
        .vendorEventUnknown, .symbolMissing, .lineUnread, .blocksMerged,
        .valuesOnly:
        true
      }
    }
  }
}

extension CaptureProblem {
  /// The advice where only the running device shows what it sends.
  package static let runTimeAdvice = "log what the device sends (Docs/RunTime.md), or declare the layout in advert.yml"
}
