internal import AdvertReading
internal import AdvertisingData

/// Finds vendor events that are not decoded but seem to contain advertising data.
///
/// Vendors do not publish the form of their events, so unknown events must be reported. One event proves nothing: any
/// octets can look like AD structures. Advertising data are frequent, differ, and are at one place of the events of
/// their kind, after an octet with their length.
struct UnknownVendorEvents {
  private static let fewestEvents = 4
  /// The largest share: at least one in this many of the events with the same first octet.
  private static let largestShare = 20
  /// The most places that are examined: a hostile capture can invent them.
  private static let maximumPlaces = 64

  private var places: [Place] = []
  /// The number of events by their first octet.
  private var events: [Int] = []

  /// A place in the events with one first octet that seems to have advertising data.
  private struct Place {
    let firstOctet: UInt8
    let offset: Int
    let first: CaptureProblem
    let firstData: [UInt8]
    var count = 1
    var isVarying = false
  }

  /// Notes a vendor's event, from its event code on.
  mutating func note(_ event: Span<UInt8>, of packet: borrowing HCIPacket) {
    guard event.count >= 4 else { return }
    if events.isEmpty { events = Array(repeating: 0, count: 256) }
    events[Int(event[2])] += 1
    guard let data = Self.likelyData(in: event) else { return }
    let octets = Array(copying: event.extracting(data))
    if let index = places.firstIndex(where: { $0.firstOctet == event[2] && $0.offset == data.lowerBound }) {
      places[index].count += 1
      places[index].isVarying = places[index].isVarying || places[index].firstData != octets
    } else if places.count < Self.maximumPlaces {
      let beginning = HexText.spaced(Array(copying: event.extracting(first: 4)))
      places.append(
        Place(
          firstOctet: event[2], offset: data.lowerBound,
          first: CaptureProblem(
            .vendorEventUnknown, fileOffset: packet.fileOffset, record: packet.record,
            expected: "a vendor's event of a known kind",
            found: "one that begins with \(beginning) and seems to hold advertising data"),
          firstData: octets))
    }
  }

  /// Notes the problem for each frequent kind.
  func finish(problems: inout ProblemLog) {
    for place in places
    where place.isVarying && place.count >= Self.fewestEvents
      && place.count * Self.largestShare >= events[Int(place.firstOctet)]
    {
      var problem = place.first
      problem.count = place.count
      problems.note(problem)
    }
  }

  /// Returns the first place that seems to have advertising data after their length.
  private static func likelyData(in event: Span<UInt8>) -> Range<Int>? {
    var offset = 4
    while offset + shortestData < event.count {
      let end = offset + 1 + Int(event[offset])
      if end <= event.count, Int(event[offset]) >= shortestData, isLikelyData(event.extracting(offset + 1..<end)) {
        return offset + 1..<end
      }
      offset += 1
    }
    return nil
  }

  /// The shortest data that count: Flags and one more structure, or a name with a few letters.
  private static let shortestData = 7

  /// Returns whether octets are AD structures of common types to the last octet, with a length that each type can have.
  private static func isLikelyData(_ octets: Span<UInt8>) -> Bool {
    var offset = 0
    while offset < octets.count {
      let length = Int(octets[offset])
      guard length >= 2, offset + length < octets.count else { return false }
      let value = octets.extracting(offset + 2..<offset + 1 + length)
      let isPossible =
        switch octets[offset + 1] {
        case 0x01: value.count == 1 && value[0] < 0x20
        case 0x02, 0x03: value.count.isMultiple(of: 2)
        case 0x04, 0x05: value.count.isMultiple(of: 4)
        case 0x06, 0x07: value.count.isMultiple(of: 16)
        case 0x08, 0x09: isText(value)
        case 0x0A: value.count == 1
        case 0x16, 0xFF: value.count >= 2
        case 0x19: value.count == 2
        case 0x20: value.count >= 4
        case 0x21: value.count >= 16
        default: false
        }
      guard isPossible else { return false }
      offset += 1 + length
    }
    return true
  }

  private static func isText(_ octets: Span<UInt8>) -> Bool {
    for index in octets.indices where octets[index] < 0x20 || octets[index] == 0x7F { return false }
    return true
  }
}
