public import AdvertManifest
public import AdvertObservation
public import AdvertRepack
public import AdvertisingData

/// A layout that is to be repacked, and where it is from.
public struct RepackSource: Sendable {
  /// The capture, manifest or argument.
  public let path: String
  /// `nil` for a declared layout.
  public let address: DeviceAddress?
  /// What the device calls itself.
  let deviceName: LocalName?
  /// What a declared layout is called.
  public let layoutName: String?
  /// Position among the advertiser's layouts.
  let index: Int
  /// How many layouts the advertiser has.
  let layoutCount: Int
  /// How often it was seen; `nil` for a declared layout.
  let count: Int?
  /// With the scan response seen most, when there are several.
  public let layout: Layout
  /// Where a declared layout is written.
  public let text: WrittenLayout?
  /// What it must show; `nil` for what is demanded of all.
  public var demands: Demands?
  /// A name that it must have; `nil` for any.
  public var wantedName: String?
  private let isTruncated: Bool

  /// A layout that somebody wrote down.
  public init(_ declared: DeclaredLayout, path: String) {
    self.path = path
    address = nil
    deviceName = declared.layout.blocks.compactMap(\.payload.localName).first
    layoutName = declared.name
    index = 0
    layoutCount = 1
    count = nil
    layout = declared.layout
    text = declared.text
    isTruncated = false
  }

  /// A layout of an advertiser in a capture.
  public init(_ advertiser: Advertiser, layout index: Int, path: String) {
    let observed = advertiser.layouts[index]
    self.path = path
    address = advertiser.address
    deviceName = advertiser.name
    layoutName = nil
    text = nil
    self.index = index
    layoutCount = advertiser.layouts.count
    count = observed.count
    var layout = observed.layout
    // The first of those seen equally often.
    let most = observed.scanResponses.enumerated().max {
      ($0.element.count, -$0.offset) < ($1.element.count, -$1.offset)
    }?.element
    if let most, case .observed = layout.scanResponse { layout.scanResponse = .observed([most.payload]) }
    self.layout = layout
    isTruncated = observed.isTruncated || most?.isTruncated ?? false
  }

  /// The layout of an advertiser that was seen most; of a host, the last it set. `nil` when it has none.
  public init?(mostSeenOf advertiser: Advertiser, path: String) {
    let index =
      advertiser.origin == .host
      ? advertiser.layouts.indices.last
      : advertiser.layouts.indices.max { one, other in
        let (one, other) = ((advertiser.layouts[one].count, -one), (advertiser.layouts[other].count, -other))
        return one < other
      }
    guard let index else { return nil }
    self.init(advertiser, layout: index, path: path)
  }

  func repacked(_ demands: Demands) -> Repacking {
    if let name = wantedName, deviceName?.text != name {
      return Repacking(refusedBecause: "the name is not \(HostileText.quoted(name))")
    }
    return isTruncated
      ? Repacking(refusedBecause: "only the beginning of the payload was received, so nothing is moved")
      : Repacking(of: layout, demands: self.demands ?? demands)
  }
}
