public import AdvertCapture
public import AdvertisingData

/// A layout in hex whose flagged octets are marked with `↓`.
public struct MarkedLayout: Sendable {
  public let pdu: AdvertisingPDU
  /// As written, marks included; `nil` when no advertisement was seen.
  public let advertising: String?
  public let scanResponse: ScanResponse

  /// The advertiser's, where it matters.
  public let address: DeviceAddress?
  /// What kind of address it has, where only that is said.
  public let addressKind: DeviceAddress.Kind?
  /// How often it advertises, where it matters.
  public let interval: Subject.Interval?
  /// For how long it was heard, in microseconds, where it matters.
  public let heardFor: Int64?
  /// The primary channels a host set, where they matter.
  public let channels: PrimaryChannels?
  /// How often the advertisement was received.
  public let count: Int

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
    address: DeviceAddress? = nil, addressKind: DeviceAddress.Kind? = nil, interval: Subject.Interval? = nil,
    heardFor: Int64? = nil, channels: PrimaryChannels? = nil, count: Int = 1
  ) {
    self.pdu = pdu
    self.advertising = advertising
    self.scanResponse = scanResponse
    self.address = address
    self.addressKind = address?.kind ?? addressKind
    self.interval = interval
    self.heardFor = heardFor
    self.channels = channels
    self.count = count
  }

  /// Whether it stands for something received: only a capture can tell what was and what was not answered.
  var isFromAir: Bool {
    switch scanResponse {
    case .declared: heardFor != nil
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
  var subjectLayout: SubjectLayout {
    let layout = layout
    return SubjectLayout(
      pdu: layout.pdu, advertising: layout.advertising.map { SubjectPayload(payload: $0, count: count) },
      scanResponses: layout.scanResponse.payloads.map { SubjectPayload(payload: $0) },
      scanResponse: layout.scanResponse)
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

extension Subject {
  /// One advertiser with these layouts.
  init(example layouts: [MarkedLayout]) {
    self.init(
      path: "example", address: layouts.lazy.compactMap(\.address).first,
      addressKind: layouts.lazy.compactMap(\.addressKind).first,
      isFromAir: layouts.contains(where: \.isFromAir), interval: layouts.lazy.compactMap(\.interval).first,
      heardFor: layouts.lazy.compactMap(\.heardFor).first,
      channels: layouts.lazy.compactMap(\.channels).first, layouts: layouts.map(\.subjectLayout))
  }
}
