internal import AdvertReading
import AdvertisingData

/// The reports of an HCI advertising event: their number, then one structure for each.
///
/// Core Vol 4 Part E 7.7.65 lists the fields as arrays. By its notation (5.2) they are interleaved, and every
/// controller does so.
struct ReportStructures: ~Escapable, BitwiseCopyable {
  private let parameters: Span<UInt8>
  private let shape: Shape
  private let parametersFileOffset: Int
  private let record: Int
  /// Whether the event is shorter than its own length field, which is noted already.
  private let isEventCutShort: Bool
  private var left: Int
  private var offset = 2

  /// The common fields of all reports of an event.
  struct Shape {
    /// The name in messages: "an advertising report".
    let name: StaticString
    /// The number of octets of a report without its data.
    let fixedLength: Int
    /// Offset of the data length in the report; `nil` for reports without data.
    let dataLengthOffset: Int?
  }

  /// The reports of an event. `parameters` starts with the subevent code.
  @inline(__always)
  @_lifetime(copy parameters)
  init(
    _ parameters: Span<UInt8>, of packet: borrowing HCIPacket, shape: Shape, problems: inout ProblemLog
  ) {
    self.parameters = parameters
    self.shape = shape
    parametersFileOffset = packet.fileOffset + 2
    record = packet.record
    isEventCutShort = packet.isEventCutShort
    left = parameters.count >= 2 ? Int(parameters[1]) : 0
    if parameters.count < 2, !isEventCutShort {
      Self.noteMissingNumber(fileOffset: parametersFileOffset + 1, record: record, &problems)
    }
  }

  /// Returns the octets of the next report; `nil` after the last whole one.
  @inline(__always)
  @_lifetime(copy self)
  mutating func next(_ problems: inout ProblemLog) -> ReportStructure? {
    guard left > 0 else {
      if parameters.count >= 2, offset < parameters.count {
        Self.noteSurplus(
          parameters.count - offset, after: parameters[1], fileOffset: parametersFileOffset + offset, record: record,
          &problems)
      }
      return nil
    }
    let available = parameters.count - offset
    let dataLength =
      available >= shape.fixedLength ? shape.dataLengthOffset.map { Int(parameters[offset + $0]) } ?? 0 : 0
    let length = shape.fixedLength + dataLength
    guard available >= length else {
      if !isEventCutShort {
        Self.noteCutShort(
          shape, needed: length, available: available, fileOffset: parametersFileOffset + offset, record: record,
          &problems)
      }
      left = 0
      offset = parameters.count
      return nil
    }
    let structure = ReportStructure(
      octets: parameters.extracting(offset..<offset + length), fileOffset: parametersFileOffset + offset)
    offset += length
    left -= 1
    return structure
  }

  // Problems are noted in functions that take scalars, so that the common path stays short and in registers.

  @inline(never)
  private static func noteMissingNumber(fileOffset: Int, record: Int, _ problems: inout ProblemLog) {
    problems.note(
      .packetCutShort, fileOffset: fileOffset, record: record, expected: "a number of advertising reports",
      found: "the end of the event")
  }

  @inline(never)
  private static func noteCutShort(
    _ shape: Shape, needed: Int, available: Int, fileOffset: Int, record: Int, _ problems: inout ProblemLog
  ) {
    problems.note(
      .packetCutShort, fileOffset: fileOffset, record: record, expected: "\(shape.name) of \(needed) bytes",
      found: "\(available)")
  }

  @inline(never)
  private static func noteSurplus(
    _ surplus: Int, after reports: UInt8, fileOffset: Int, record: Int, _ problems: inout ProblemLog
  ) {
    problems.note(
      .surplusOctets, fileOffset: fileOffset, record: record,
      expected: "the event to end after \(counted(Int(reports), "report"))",
      found: "\(surplus) more bytes")
  }
}

/// The octets of one report of an event.
struct ReportStructure: ~Escapable, BitwiseCopyable {
  let octets: Span<UInt8>
  /// Offset in the input of the first of them.
  let fileOffset: Int

  @inline(__always)
  @_lifetime(copy octets)
  init(octets: Span<UInt8>, fileOffset: Int) {
    self.octets = octets
    self.fileOffset = fileOffset
  }
}
