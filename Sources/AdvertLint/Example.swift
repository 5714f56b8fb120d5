internal import AdvertManifest
public import AdvertisingData

/// A layout that shows a rule at work: in tests, in the rule's page and in the `rules` command.
public struct Example: Sendable {
  /// What the example shows.
  public let reason: String
  public let input: Input
  /// Whether the rule must find something.
  public let isFlagged: Bool
  /// Without the defect; `nil` when there is no fix that depends on the layout alone.
  public let fixed: [MarkedLayout]?
  /// Ids of other rules that have something to say about an accepted example.
  public let alsoFlaggedBy: [String]

  public enum Input: Sendable {
    /// The layouts of one advertiser.
    case layouts([MarkedLayout])
    /// A capture as a whole, described in words and made by a closure.
    case capture(String, @Sendable () -> JudgedInput)
  }

  private init(
    _ input: Input, _ reason: String, isFlagged: Bool, fixed: [MarkedLayout]? = nil, alsoFlaggedBy: [String] = []
  ) {
    self.reason = reason
    self.input = input
    self.isFlagged = isFlagged
    self.fixed = fixed
    self.alsoFlaggedBy = alsoFlaggedBy
  }

  /// Advertising data alone, of an ADV_IND whose scan response is empty.
  static func accepted(_ advertising: String, _ reason: String, alsoFlaggedBy: [String] = []) -> Example {
    accepted([MarkedLayout(advertising)], reason, alsoFlaggedBy: alsoFlaggedBy)
  }

  static func accepted(_ layouts: [MarkedLayout], _ reason: String, alsoFlaggedBy: [String] = []) -> Example {
    Example(.layouts(layouts), reason, isFlagged: false, alsoFlaggedBy: alsoFlaggedBy)
  }

  /// Advertising data alone, with `↓` before each octet a finding starts at.
  static func flagged(_ advertising: String, _ reason: String, fixed: String? = nil) -> Example {
    flagged([MarkedLayout(advertising)], reason, fixed: fixed.map { [MarkedLayout($0)] })
  }

  static func flagged(_ layouts: [MarkedLayout], _ reason: String, fixed: [MarkedLayout]? = nil) -> Example {
    Example(.layouts(layouts), reason, isFlagged: true, fixed: fixed)
  }

  static func accepted(
    capture description: String, _ reason: String, _ input: @escaping @Sendable () -> JudgedInput
  ) -> Example {
    Example(.capture(description, input), reason, isFlagged: false)
  }

  static func flagged(
    capture description: String, _ reason: String, _ input: @escaping @Sendable () -> JudgedInput
  ) -> Example {
    Example(.capture(description, input), reason, isFlagged: true)
  }
}

/// A layout in hex whose flagged octets are marked with `↓`.
public struct MarkedLayout: Sendable {
  public let pdu: AdvertisingPDU
  /// As written, marks included; `nil` when no advertisement was seen.
  public let advertising: String?
  public let scanResponse: ScanResponse

  /// The advertiser's, where it matters.
  public let address: DeviceAddress?

  /// What is known of the scan response, in marked hex.
  public enum ScanResponse: Sendable, Equatable {
    /// Written down, as on a command line. Empty when there is none.
    case declared(String)
    /// Received.
    case observed(String)
    case notObserved
  }

  init(
    pdu: AdvertisingPDU = .advInd, _ advertising: String?, scanResponse: ScanResponse = .declared(""),
    address: DeviceAddress? = nil
  ) {
    self.pdu = pdu
    self.advertising = advertising
    self.scanResponse = scanResponse
    self.address = address
  }

  /// Whether it stands for something received: only a capture can tell what was and what was not answered.
  var isFromAir: Bool {
    switch scanResponse {
    case .declared: false
    case .observed, .notObserved: true
    }
  }

  /// Octets of marked hex, and the offsets of its marks. A mark at the end stands for something missing there.
  static func read(_ marked: String) -> (octets: [UInt8], marks: [Int]) {
    var octets: [UInt8] = []
    var marks: [Int] = []
    for word in marked.split(separator: " ") {
      if word.hasPrefix("↓") { marks.append(octets.count) }
      octets += (try? HexText.octets(of: word.drop { $0 == "↓" })) ?? []
    }
    return (octets, marks)
  }

  /// The layout as the linter takes it.
  var subjectLayouts: [SubjectLayout] {
    let declared = DeclaredLayout(layout: layout)
    return Subject(declared, path: "example").layouts
  }

  /// The layout itself, without marks.
  public var layout: Layout {
    let known: Layout.ScanResponse =
      switch scanResponse {
      case .notObserved: .notObserved
      case .declared("") where !pdu.isScannable: .notScannable
      case .declared(let marked): .declared(Payload(Self.read(marked).octets))
      case .observed(let marked): .observed([Payload(Self.read(marked).octets)])
      }
    return Layout(pdu: pdu, advertising: advertising.map { Payload(Self.read($0).octets) }, scanResponse: known)
  }
}
