import AdvertisingData

/// The reports of an HCI advertising event: their number, then one structure for each, back to back.
///
/// Core Vol 4 Part E 7.7.65 lists the fields as arrays, but its notation interleaves them (5.2), and so does every
/// controller.
struct ReportStructures: ~Escapable {
  private let parameters: Span<UInt8>
  private let shape: Shape
  private let parametersFileOffset: Int
  private let record: Int
  /// The event's own length field already told of the damage.
  private let isEventCutShort: Bool
  private var left: Int
  private var offset = 2

  /// What the reports of an event look like.
  struct Shape {
    /// For messages: "an advertising report".
    let name: StaticString
    /// Octets of a report without its data.
    let fixedLength: Int
    /// Where in the report the length of its data stands; `nil` for reports without data.
    let dataLengthOffset: Int?
  }

  /// `parameters` starts with the subevent code.
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
      problems.note(.packetCutShort, fileOffset: parametersFileOffset + 1, record: record) {
        "expected a number of advertising reports, found the end of the event"
      }
    }
  }

  /// The octets of the next report, `nil` after the last whole one.
  @_lifetime(copy self)
  mutating func next(_ problems: inout ProblemLog) -> ReportStructure? {
    guard left > 0 else {
      noteSurplus(&problems)
      return nil
    }
    let available = parameters.count - offset
    let dataLength =
      available >= shape.fixedLength ? shape.dataLengthOffset.map { Int(parameters[offset + $0]) } ?? 0 : 0
    let length = shape.fixedLength + dataLength
    guard available >= length else {
      left = 0
      if !isEventCutShort {
        problems.note(.packetCutShort, fileOffset: parametersFileOffset + offset, record: record) {
          "expected \(shape.name) of \(length) bytes, found \(available)"
        }
      }
      offset = parameters.count
      return nil
    }
    let structure = ReportStructure(
      octets: parameters.extracting(offset..<offset + length), fileOffset: parametersFileOffset + offset)
    offset += length
    left -= 1
    return structure
  }

  private func noteSurplus(_ problems: inout ProblemLog) {
    guard parameters.count >= 2, offset < parameters.count else { return }
    let reports = parameters[1] == 1 ? "1 report" : "\(parameters[1]) reports"
    problems.note(.surplusOctets, fileOffset: parametersFileOffset + offset, record: record) {
      "expected the event to end after \(reports), found \(parameters.count - offset) more bytes"
    }
  }
}

/// The octets of one report of an event.
struct ReportStructure: ~Escapable {
  let octets: Span<UInt8>
  /// Offset in the input of the first of them.
  let fileOffset: Int

  @_lifetime(copy octets)
  init(octets: Span<UInt8>, fileOffset: Int) {
    self.octets = octets
    self.fileOffset = fileOffset
  }
}
