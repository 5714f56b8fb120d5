package import AdvertCapture
package import AdvertisingData

/// Other addresses that a device may have used, when its address is a private one, which changes every few minutes.
///
/// An address *likely* belongs to the same device when it sent the same octets except those that change, when its
/// reports end just before those of the other begin, and when no third address fits as well. Such addresses stay
/// separate devices: only a key proves that they are one.
package struct AddressRelatives: Sendable {
  /// The likely addresses, in the order of their times.
  package private(set) var likely: [Relative] = []
  /// The number of addresses that could be the next or the previous one, when several fit equally; else 0.
  package private(set) var equallyFitting = 0

  /// An address that likely belonged to the same device.
  package struct Relative: Hashable, Sendable {
    package let address: DeviceAddress
    /// The times of its reception.
    package let times: ClosedRange<Timestamp>
    /// Whether the address was used before the address in question.
    package let isEarlier: Bool
    /// Microseconds between it and the address before or after it.
    package let gap: Int64
  }

  /// The most microseconds of scanning between the last report of an address and the first of the next.
  private static let longestGap: Int64 = 30_000_000
  /// The most addresses before, and the most after.
  private static let maximumRelatives = 8
  /// The most advertisers that are compared.
  private static let maximumAdvertisers = 20_000

  /// Looks for the other addresses of a device; `nil` for an address that does not change, and for a known owner.
  ///
  /// - Parameters:
  ///   - advertiser: the device in question.
  ///   - advertisers: all of the capture; `nil` to look for no others.
  ///   - timeline: the times in which the host scanned.
  package init?(of advertiser: Advertiser, among advertisers: Observation.Advertisers?, timeline: ScanTimeline) {
    guard advertiser.mayChangeAddress else { return nil }
    let form = SentForm(advertiser)
    guard let advertisers, let one = Candidate(advertiser), form.isTelling else { return }
    let alike = advertisers.prefix(Self.maximumAdvertisers).compactMap { other -> Candidate? in
      guard other.mayChangeAddress, other.adapter == advertiser.adapter,
        other.address.kind == advertiser.address.kind, other.address != advertiser.address,
        form.fits(SentForm(other))
      else { return nil }
      return Candidate(other)
    }
    let all = alike + [one]
    func gap(from earlier: Candidate, to later: Candidate) -> Int64? {
      guard earlier.address != later.address else { return nil }
      return timeline.gap(from: earlier.times.upperBound, to: later.times.lowerBound, adapter: advertiser.adapter)
    }
    for isEarlier in [true, false] {
      var current = one
      for _ in 0..<Self.maximumRelatives {
        let next = all.filter { other in
          (isEarlier ? gap(from: other, to: current) : gap(from: current, to: other)).map { $0 <= Self.longestGap }
            ?? false
        }
        guard let other = next.first else { break }
        // The other address must have no other continuation either.
        let rivals = all.filter { rival in
          (isEarlier ? gap(from: other, to: rival) : gap(from: rival, to: other)).map { $0 <= Self.longestGap } ?? false
        }
        guard next.count == 1, rivals.count == 1 else {
          equallyFitting = max(equallyFitting, next.count, rivals.count)
          break
        }
        let gap =
          isEarlier
          ? current.times.lowerBound.microseconds(since: other.times.upperBound)
          : other.times.lowerBound.microseconds(since: current.times.upperBound)
        likely.append(Relative(address: other.address, times: other.times, isEarlier: isEarlier, gap: gap ?? 0))
        current = other
      }
    }
    likely.sort { $0.times.lowerBound < $1.times.lowerBound }
  }

  private struct Candidate {
    let address: DeviceAddress
    let times: ClosedRange<Timestamp>

    init?(_ advertiser: Advertiser) {
      guard let first = advertiser.firstSeen, let last = advertiser.lastSeen, first <= last else { return nil }
      address = advertiser.address
      times = first...last
    }
  }
}

extension Advertiser {
  /// Whether the address of the advertiser is a private one that no key resolved.
  public var mayChangeAddress: Bool {
    origin == .air && owner == nil && (address.kind == .randomResolvable || address.kind == .randomNonResolvable)
  }
}

extension ScanTimeline {
  /// Returns the microseconds from one time to a later one, without those in which the host is known not to have
  /// scanned; `nil` when the second time is earlier.
  fileprivate func gap(from first: Timestamp, to second: Timestamp, adapter: UInt16) -> Int64? {
    guard let all = second.microseconds(since: first) else { return nil }
    guard let one = scan(at: first, adapter: adapter), let other = scan(at: second, adapter: adapter) else {
      return all
    }
    let (scanned, overflows) = one.restOfAll.subtractingReportingOverflow(other.restOfAll)
    return overflows ? all : max(0, scanned)
  }
}

/// The octets of a device's advertising data, by their structure, with those that the device changes.
private struct SentForm {
  /// The most payloads that are compared, of a device that changes its data ten thousand times.
  private static let maximumLayouts = 64
  /// The number of octets, besides Flags and power, that two devices hardly share by chance.
  private static let fewestOctets = 6

  private struct Structure: Hashable {
    let pdu: AdvertisingPDU?
    /// Type and length of each structure.
    let shape: [UInt16]
  }

  private struct Octets {
    var values: [UInt8]
    var isFixed: [Bool]
    /// Whether a structure identifies the device: Flags and transmit power do not.
    let isTelling: [Bool]

    var telling: Int { values.indices.count { isFixed[$0] && isTelling[$0] } }
  }

  private var octets: [Structure: Octets] = [:]

  init(_ advertiser: Advertiser) {
    for observed in advertiser.layouts.prefix(Self.maximumLayouts) {
      guard let payload = observed.layout.advertising else { continue }
      var shape: [UInt16] = []
      var values: [UInt8] = []
      var isTelling: [Bool] = []
      var walk = payload.structures
      while let structure = walk.next() {
        shape.append(UInt16(structure.type.rawValue) << 8 | UInt16(truncatingIfNeeded: structure.value.count))
        values += Array(copying: structure.value)
        isTelling += Array(
          repeating: structure.type != .flags && structure.type != .txPowerLevel, count: structure.value.count)
      }
      let key = Structure(pdu: observed.layout.pdu, shape: shape)
      guard var known = octets[key] else {
        octets[key] = Octets(
          values: values, isFixed: Array(repeating: true, count: values.count), isTelling: isTelling)
        continue
      }
      for position in values.indices where known.values[position] != values[position] {
        known.isFixed[position] = false
      }
      octets[key] = known
    }
  }

  /// Whether the data have enough octets to recognise a device.
  var isTelling: Bool { octets.values.contains { $0.telling >= Self.fewestOctets } }

  /// Returns whether another device sends the same, except for octets that one of them changes.
  func fits(_ other: SentForm) -> Bool {
    octets.contains { key, mine in
      guard let theirs = other.octets[key] else { return false }
      var same = 0
      for position in mine.values.indices where mine.isFixed[position] && theirs.isFixed[position] {
        guard mine.values[position] == theirs.values[position] else { return false }
        same += mine.isTelling[position] ? 1 : 0
      }
      return same >= Self.fewestOctets
    }
  }
}
