internal import AdvertRepack
internal import AdvertisingData

/// How a layout can be sent so that nothing is found any more. The bytes are worked out for findings that are told only.
enum Remedy: Hashable, Sendable {
  /// Without the flagged octets: whole structures, or what is behind the last.
  case leavingOut
  /// The flagged structure before all others.
  case puttingFirst
  /// The scan response behind the advertising data.
  case joining
  /// Packed anew, with this service in the advertising data.
  case advertising(BluetoothUUID)
  /// Packed anew, into what the blocks hold.
  case fitting
}

/// What to do about a finding.
struct Fix {
  /// In one line; `nil` where the rule's own words are all there is to say.
  var words: String?
  /// What comes of it; `nil` where that cannot be told.
  var blocks: FixedBlocks?
}

extension Remedy {
  /// The fix of what is flagged in a layout.
  ///
  /// - Parameter resolves: whether the blocks are without the finding.
  func fix(
    _ flag: Report.Flag, of layout: SubjectLayout, _ repackings: inout Repackings, resolves: (FixedBlocks) -> Bool
  ) -> Fix {
    guard layout.payloads.allSatisfy({ !$0.payload.isTruncated }) else { return Fix() }
    switch self {
    case .leavingOut, .puttingFirst:
      guard let blocks = edited(flag, of: layout), resolves(blocks) else { return Fix() }
      return Fix(blocks: blocks)
    case .joining:
      guard let blocks = joined(layout), resolves(blocks) else { return Fix() }
      return Fix(blocks: blocks)
    case .advertising, .fitting:
      return RepackingFix(of: layout.asking(flag), remedy: self).fix(&repackings, resolves: resolves)
    }
  }

  /// The flagged octets left out or put first.
  private func edited(_ flag: Report.Flag, of layout: SubjectLayout) -> FixedBlocks? {
    guard let position = flag.location.payload, let offset = flag.offset, let length = flag.length,
      let advertising = layout.advertising?.payload
    else { return nil }
    let payload: Payload? =
      switch position {
      case .advertising: advertising
      case .scanResponse(let index): layout.scanResponses[index].payload
      }
    guard var octets = payload?.octets, offset >= 0, length > 0, length <= octets.count, offset <= octets.count - length
    else { return nil }
    let flagged = Array(octets[offset..<offset + length])
    octets.removeSubrange(offset..<offset + length)
    if self == .puttingFirst { octets = flagged + octets }
    return position == .advertising
      ? FixedBlocks(advertising: Payload(octets), scanResponse: layout.onlyScanResponse)
      : FixedBlocks(advertising: advertising, scanResponse: Payload(octets))
  }

  private func joined(_ layout: SubjectLayout) -> FixedBlocks? {
    guard let advertising = layout.advertising?.payload, let response = layout.onlyScanResponse else { return nil }
    let octets =
      Array(advertising.octets.prefix(advertising.significantCount))
      + Array(response.octets.prefix(response.significantCount))
    return FixedBlocks(advertising: Payload(octets), scanResponse: Payload())
  }
}

extension SubjectLayout {
  /// The scan response when there is exactly one.
  fileprivate var onlyScanResponse: Payload? { scanResponses.count == 1 ? scanResponses[0].payload : nil }

  /// The layout with the scan response that is flagged, when it has several.
  fileprivate func asking(_ flag: Report.Flag) -> Layout {
    var layout = layout
    if case .scanResponse(let index) = flag.location.payload, scanResponses.count > 1 {
      layout.scanResponse = .observed([scanResponses[index].payload])
    }
    return layout
  }
}
