internal import AdvertObservation
package import AdvertisingData

/// How often a device advertises, with how that is known.
package struct DeviceTiming: Hashable, Sendable {
  /// What is sent and how often.
  package let advertising: AdvertisingTiming
  /// How the interval is known.
  package let source: Source

  /// How an interval is known.
  package enum Source: String, Hashable, Sendable, CaseIterable {
    /// Written down.
    case declared
    /// Set by commands of the capturing host.
    case configured
    /// Estimated from what was received.
    case measured
    /// Supposed by who asks.
    case supposed
  }

  /// An interval that is supposed, in microseconds; `nil` for packets of which nothing is said.
  init?(supposing interval: Int64, of packets: PacketLengths?) {
    guard let advertising = packets?.sent(every: interval) else { return nil }
    self.advertising = advertising
    source = .supposed
  }

  /// Of a declared layout; `nil` when its interval is not known, or only within a range.
  init?(_ declared: DeclaredLayout) {
    guard let interval = declared.intervalMicroseconds, !declared.isIntervalAssumed, !declared.isKindAssumed,
      let advertising = PacketLengths(declared).sent(every: interval)
    else { return nil }
    self.advertising = advertising
    source = .declared
  }

  /// Of a device of a capture; `nil` when its interval is not known, rests on fewer than 16 gaps, or is only within a range.
  ///
  /// - Parameters:
  ///   - advertiser: what was received of it.
  ///   - isMeasurable: whether the capture's host listened all the time.
  init?(_ advertiser: Advertiser, isMeasurable: Bool) {
    let interval: Int64
    if let configured = advertiser.configuredInterval {
      guard configured.lowerBound == configured.upperBound else { return nil }
      (interval, source) = (configured.lowerBound, .configured)
    } else if isMeasurable, let measured = advertiser.interval, !measured.isRough {
      // Controllers count in units of 0.625 ms, and a measurement is not better than that.
      (interval, source) = (max(0, measured.microseconds) / ScanDuty.unit * ScanDuty.unit, .measured)
    } else {
      return nil
    }
    guard let advertising = PacketLengths(advertiser)?.sent(every: interval) else { return nil }
    self.advertising = advertising
  }
}

/// What a device sends, as far as it decides how long its packets take.
package struct PacketLengths: Hashable, Sendable {
  private let pdu: AdvertisingPDU
  /// The octets of the longest data.
  private let advertising: Int
  private let scanResponse: Int

  /// Of a device that changes its data, so many layouts are looked at.
  private static let maximumLayouts = 8

  /// Of layouts of which nothing varies, sent by one device.
  package init(_ layouts: [Layout]) {
    pdu = layouts.lazy.compactMap { $0.pdu }.first ?? .advInd
    advertising = layouts.lazy.compactMap { $0.advertising?.octets.count }.max() ?? 0
    scanResponse = layouts.lazy.flatMap { $0.scanResponse.payloads }.map { $0.octets.count }.max() ?? 0
  }

  /// Of a declared layout. Both blocks in one are taken to fill the first.
  init(_ declared: DeclaredLayout) {
    pdu = declared.layout.pdu ?? .advInd
    let merged = declared.merged?.payload.octets.count
    advertising = merged.map { min($0, 31) } ?? declared.layout.advertising?.octets.count ?? 0
    scanResponse = declared.layout.scanResponse.payloads.map { $0.octets.count }.max() ?? 0
  }

  /// Of a device of a capture; `nil` when no advertisement of it was received.
  init?(_ advertiser: Advertiser) {
    let layouts = advertiser.layouts.prefix(Self.maximumLayouts).map { $0.layout }
    guard layouts.contains(where: { $0.pdu != nil }) else { return nil }
    self.init(layouts)
  }

  /// The same sent every so many microseconds; `nil` for what ``AdvertisingTiming`` does not take.
  package func sent(every interval: Int64) -> AdvertisingTiming? {
    AdvertisingTiming(interval: interval, pdu: pdu, advertising: advertising, scanResponse: scanResponse)
  }
}
