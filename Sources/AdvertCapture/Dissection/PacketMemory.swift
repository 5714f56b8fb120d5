import AdvertisingData

/// Remembers packets with one whole report each, so that one like it need not be taken apart again: a capture of hours
/// holds the same few hundred packets hundreds of thousands of times, different in how they were received only.
///
/// Each packet has two places, chosen by its octets, and the latest of a place is the one remembered: memory is bounded,
/// and a capture that never repeats itself pays for one look and one copy.
struct PacketMemory: Sendable {
  /// Longer packets are not remembered. Those of legacy advertising have at most 45 octets, with extended reports 59.
  static let longestPacket = 64
  private static let fewestPlaces = 256
  private static let mostPlaces = 16_384

  private var places = Array(repeating: Place(), count: fewestPlaces)
  /// As many for every place as the longest packet has.
  private var octets: [UInt8] = Array(repeating: 0, count: fewestPlaces * longestPacket)
  private var remembered = 0

  /// What is kept of a packet besides its octets.
  private struct Place: Sendable {
    /// Of the packet's octets; 0 while none is remembered.
    var count = 0
    var context: UInt16 = 0
    var dataOffset = 0
    var dataCount = 0
    /// As in its report, `nil` while none is remembered.
    var attributes: AdvertisingReport.Attributes?
  }

  /// The number of a packet like this one.
  @inline(__always)
  func number(of packet: RepeatablePacket) -> Int? {
    let first = firstPlace(of: packet)
    if holds(packet, at: first) { return first }
    return holds(packet, at: first ^ 1) ? first ^ 1 : nil
  }

  @inline(__always)
  private func holds(_ packet: RepeatablePacket, at number: Int) -> Bool {
    let start = number * Self.longestPacket
    return places[number].count == packet.octets.count && places[number].context == packet.context
      && packet.isRepeated(by: octets.span.extracting(start..<start + packet.octets.count))
  }

  /// The number that a packet gets when it is remembered: of its two places a free one, if there is one.
  func place(of packet: RepeatablePacket) -> Int {
    let first = firstPlace(of: packet)
    return places[first].attributes != nil && places[first ^ 1].attributes == nil ? first ^ 1 : first
  }

  @inline(__always)
  private func firstPlace(of packet: RepeatablePacket) -> Int {
    Int(truncatingIfNeeded: packet.hash >> 32) & (places.count - 1)
  }

  /// Remembers a packet by its report under the number of its ``place(of:)``, and forgets the one that had it.
  mutating func remember(_ packet: RepeatablePacket, as report: borrowing AdvertisingReport) {
    let number = place(of: packet)
    if places[number].attributes == nil { remembered += 1 }
    places[number] = Place(
      count: packet.octets.count, context: packet.context, dataOffset: packet.dataOffset,
      dataCount: report.data.count, attributes: report.attributes)
    let start = number * Self.longestPacket
    for index in packet.octets.indices {
      octets[start + index] = packet.octets[index]
    }
    // Three packets that share two places forget each other all the time, so most places stay free.
    if remembered * 16 > places.count, places.count < Self.mostPlaces { growForgetting() }
  }

  private mutating func growForgetting() {
    let more = places.count * 4
    places = Array(repeating: Place(), count: more)
    octets = Array(repeating: 0, count: more * Self.longestPacket)
    remembered = 0
  }

  /// The report of a packet like the remembered one of its number; `nil` when none is remembered.
  @_lifetime(borrow self)
  func report(_ repeated: RepeatedReport) -> AdvertisingReport? {
    let place = places[repeated.number]
    guard var attributes = place.attributes else { return nil }
    attributes.time = repeated.time
    attributes.record = repeated.record
    attributes.rssi = repeated.rssi
    attributes.channel = repeated.channel
    attributes.dataFileOffset = repeated.packetFileOffset + place.dataOffset
    let start = repeated.number * Self.longestPacket + place.dataOffset
    let data = octets.span.extracting(start..<start + place.dataCount)
    return AdvertisingReport(attributes, data: data, acad: data.extracting(first: 0), repeatNumber: nil)
  }
}
