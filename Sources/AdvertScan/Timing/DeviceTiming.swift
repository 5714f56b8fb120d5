internal import AdvertObservation
internal import AdvertisingData

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
  }

  /// Of a device that changes its data, so many layouts are looked at.
  private static let maximumLayouts = 8

  /// Of a declared layout; `nil` when its interval is not known, or only within a range.
  init?(_ declared: DeclaredLayout) {
    guard let interval = declared.intervalMicroseconds, !declared.isIntervalAssumed, !declared.isKindAssumed else {
      return nil
    }
    let merged = declared.merged?.payload.octets.count
    guard
      let advertising = AdvertisingTiming(
        interval: interval, pdu: declared.layout.pdu ?? .advInd,
        advertising: merged.map { min($0, 31) } ?? declared.layout.advertising?.octets.count ?? 0,
        scanResponse: declared.layout.scanResponse.payloads.map { $0.octets.count }.max() ?? 0)
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
    let layouts = advertiser.layouts.prefix(Self.maximumLayouts).map { $0.layout }
    guard let pdu = layouts.lazy.compactMap({ $0.pdu }).first else { return nil }
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
    let data = layouts.lazy.compactMap { $0.advertising?.octets.count }.max() ?? 0
    let response = layouts.lazy.flatMap { $0.scanResponse.payloads }.map { $0.octets.count }.max() ?? 0
    guard
      let advertising = AdvertisingTiming(interval: interval, pdu: pdu, advertising: data, scanResponse: response)
    else { return nil }
    self.advertising = advertising
  }
}
