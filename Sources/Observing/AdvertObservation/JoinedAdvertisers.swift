internal import AdvertCapture
internal import AdvertisingData

extension Advertiser {
  /// Joins the advertisers of a device's addresses, in the order of the capture, to one.
  ///
  /// Counts are added; times and signal strengths span all addresses. Equal layouts become one. The interval is that of
  /// the address with an interval that was received for the longest time: several addresses can be in use at a time,
  /// each with its own advertising, so their gaps cannot be mixed.
  init(joining first: Advertiser, _ others: [Advertiser], owner: Int) {
    let members = [first] + others
    var strengths = RSSIStatistics()
    for member in members { strengths.add(member.rssiStatistics) }
    let longest = Self.longestLived(members)
    self.init(
      address: first.address, otherAddresses: Array(members.flatMap { $0.addresses }.dropFirst()),
      adapter: first.adapter,
      origin: first.origin, owner: owner,
      advertisements: members.reduce(0) { $0 + $1.advertisements },
      scanResponses: members.reduce(0) { $0 + $1.scanResponses },
      scanRequests: members.reduce(nil) { sum, one in one.scanRequests.map { (sum ?? 0) + $0 } ?? sum },
      firstSeen: members.compactMap { $0.firstSeen }.min(), lastSeen: members.compactMap { $0.lastSeen }.max(),
      rssiStatistics: strengths, measured: longest?.measured ?? first.measured,
      layouts: ObservedLayout.joined(members.flatMap { $0.layouts }))
  }

  /// Returns the member with estimated intervals that was received for the longest time; of equals the first.
  private static func longestLived(_ members: [Advertiser]) -> Advertiser? {
    var longest: (advertiser: Advertiser, microseconds: UInt64)?
    for member in members where member.interval != nil || member.severalIntervals != nil {
      guard let first = member.firstSeen, let last = member.lastSeen else { continue }
      // As an unsigned number the difference always fits, also in a damaged capture.
      let microseconds = UInt64(bitPattern: last.microseconds) &- UInt64(bitPattern: first.microseconds)
      if longest.map({ $0.microseconds < microseconds }) ?? true { longest = (member, microseconds) }
    }
    return longest?.advertiser
  }
}

extension ObservedLayout {
  /// Merges equal layouts, in the order of the capture: sorting keeps the order of equal elements.
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
    return groups.compactMap(Self.init(joining:)).sorted { $0.firstRecord < $1.firstRecord }
  }

  /// Joins layouts with the same advertising data to one; `nil` when there are none.
  private init?(joining equals: [ObservedLayout]) {
    guard let first = equals.first else { return nil }
    let responses = ObservedScanResponse.joined(equals.flatMap { $0.scanResponses })
    var layout = first.layout
    if !responses.isEmpty { layout.scanResponse = .observed(responses.map({ $0.payload })) }
    self.init(
      layout: layout, advertisingSID: first.advertisingSID,
      reception: equals.reduce(into: Reception()) { $0.add($1.reception) },
      firstSighting: equals.compactMap { $0.firstSighting }.min { $0.record < $1.record },
      isTruncated: first.isTruncated, isBlockKnown: first.isBlockKnown, scanResponses: responses,
      bySpan: equals.flatMap { $0.bySpan })
  }

  /// The first record of the layout or of its scan responses.
  private var firstRecord: Int {
    firstSighting?.record ?? scanResponses.map { $0.firstSighting.record }.min() ?? .max
  }
}

extension ObservedScanResponse {
  /// Merges equal scan responses, in the order of the capture.
  fileprivate static func joined(_ responses: [ObservedScanResponse]) -> [ObservedScanResponse] {
    struct Identity: Hashable {
      let payload: Payload
      let isTruncated: Bool
    }
    var positions: [Identity: Int] = [:]
    var joined: [ObservedScanResponse] = []
    for response in responses.sorted(by: { $0.firstSighting.record < $1.firstSighting.record }) {
      let identity = Identity(payload: response.payload, isTruncated: response.isTruncated)
      if let position = positions[identity] {
        var reception = joined[position].reception
        reception.add(response.reception)
        joined[position] = ObservedScanResponse(
          payload: response.payload, reception: reception, firstSighting: joined[position].firstSighting,
          isTruncated: response.isTruncated, bySpan: joined[position].bySpan + response.bySpan)
      } else {
        positions[identity] = joined.count
        joined.append(response)
      }
    }
    return joined
  }
}
