internal import AdvertCapture
public import AdvertisingData

extension Advertiser {
  /// One device from the advertisers that its addresses made, in the order first heard.
  ///
  /// Counts add up, times and signal strengths span all of them. Layouts that are equal become one. The interval is that
  /// of the address heard for the longest time of those that have one: addresses may be in use side by side, each with
  /// advertising of its own, so that the times of several cannot be thrown together.
  init(joining first: Advertiser, _ others: [Advertiser], owner: Int) {
    let members = [first] + others
    var strengths = RSSIStatistics()
    for member in members { strengths.add(member.rssiStatistics) }
    self.init(
      address: first.address, otherAddresses: Array(members.flatMap(\.addresses).dropFirst()), adapter: first.adapter,
      origin: first.origin, owner: owner,
      advertisements: members.reduce(0) { $0 + $1.advertisements },
      scanResponses: members.reduce(0) { $0 + $1.scanResponses },
      firstSeen: members.compactMap(\.firstSeen).min(), lastSeen: members.compactMap(\.lastSeen).max(),
      rssiStatistics: strengths, interval: Self.longestLived(members)?.interval, configuredInterval: nil,
      configuredChannels: nil,
      layouts: ObservedLayout.joined(members.flatMap(\.layouts)))
  }

  /// Of those with an estimated interval, the one heard for the longest time; of equals the first.
  private static func longestLived(_ members: [Advertiser]) -> Advertiser? {
    var longest: (advertiser: Advertiser, microseconds: UInt64)?
    for member in members where member.interval != nil {
      guard let first = member.firstSeen, let last = member.lastSeen else { continue }
      // As unsigned numbers the difference fits, whatever a damaged capture says.
      let microseconds = UInt64(bitPattern: last.microseconds) &- UInt64(bitPattern: first.microseconds)
      if longest.map({ $0.microseconds < microseconds }) ?? true { longest = (member, microseconds) }
    }
    return longest?.advertiser
  }
}

extension ObservedLayout {
  /// Equal layouts made one, in the order first seen.
  fileprivate static func joined(_ layouts: [ObservedLayout]) -> [ObservedLayout] {
    struct Identity: Hashable {
      let pdu: AdvertisingPDU?
      let advertisingSID: UInt8?
      let advertising: Payload?
      let isTruncated: Bool
    }
    var positions: [Identity: Int] = [:]
    var groups: [[ObservedLayout]] = []
    for layout in layouts {
      let identity = Identity(
        pdu: layout.layout.pdu, advertisingSID: layout.advertisingSID, advertising: layout.layout.advertising,
        isTruncated: layout.isTruncated)
      if let position = positions[identity] {
        groups[position].append(layout)
      } else {
        positions[identity] = groups.count
        groups.append([layout])
      }
    }
    return groups.compactMap(Self.init(joining:)).sortedStably { $0.firstRecord < $1.firstRecord }
  }

  /// One from layouts of the same advertising data; `nil` when there are none.
  private init?(joining equals: [ObservedLayout]) {
    guard let first = equals.first else { return nil }
    let responses = ObservedScanResponse.joined(equals.flatMap(\.scanResponses))
    var layout = first.layout
    if !responses.isEmpty { layout.scanResponse = .observed(responses.map(\.payload)) }
    self.init(
      layout: layout, advertisingSID: first.advertisingSID,
      reception: equals.reduce(into: Reception()) { $0.add($1.reception) },
      firstSighting: equals.compactMap(\.firstSighting).min { $0.record < $1.record },
      isTruncated: first.isTruncated, scanResponses: responses)
  }

  /// The record in which anything of it is first.
  private var firstRecord: Int {
    firstSighting?.record ?? scanResponses.map(\.firstSighting.record).min() ?? .max
  }
}

extension ObservedScanResponse {
  /// Equal scan responses made one, in the order first seen.
  fileprivate static func joined(_ responses: [ObservedScanResponse]) -> [ObservedScanResponse] {
    struct Identity: Hashable {
      let payload: Payload
      let isTruncated: Bool
    }
    var positions: [Identity: Int] = [:]
    var joined: [ObservedScanResponse] = []
    for response in responses.sortedStably({ $0.firstSighting.record < $1.firstSighting.record }) {
      let identity = Identity(payload: response.payload, isTruncated: response.isTruncated)
      if let position = positions[identity] {
        var reception = joined[position].reception
        reception.add(response.reception)
        joined[position] = ObservedScanResponse(
          payload: response.payload, reception: reception, firstSighting: joined[position].firstSighting,
          isTruncated: response.isTruncated)
      } else {
        positions[identity] = joined.count
        joined.append(response)
      }
    }
    return joined
  }
}

extension Array {
  /// Sorted, with equal elements in the order they had.
  fileprivate func sortedStably(_ precedes: (Element, Element) -> Bool) -> [Element] {
    enumerated()
      .sorted { precedes($0.element, $1.element) || !precedes($1.element, $0.element) && $0.offset < $1.offset }
      .map(\.element)
  }
}

/// Which random addresses are known to belong to one device, although they differ.
///
/// Only what a user told makes this known, with a key that resolves the addresses; nothing guesses it.
public struct AddressOwners: Sendable {
  private let owners: [DeviceAddress: Int]

  /// Nothing is known: every address stands for itself.
  public static let unknown = AddressOwners([:])

  /// Addresses with the same number belong together. What the number means is the caller's business.
  public init(_ owners: [DeviceAddress: Int]) {
    self.owners = owners
  }

  public var isEmpty: Bool { owners.isEmpty }

  public subscript(_ address: DeviceAddress) -> Int? { owners[address] }
}
