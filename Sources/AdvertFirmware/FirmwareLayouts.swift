public import AdvertObservation
internal import AdvertisingData

/// A layout of an image: an advertising payload, and the scan response data that belong to it.
public struct FirmwareLayout: Hashable, Sendable {
  public var advertising: FirmwareImage.PayloadArray?
  public var scanResponse: FirmwareImage.PayloadArray?

  /// The names of its arrays: `ad + sd`.
  public var name: String { arrays.map(\.name).joined(separator: " + ") }

  /// The source file that declares it, as the compiler was given it; `nil` without debug information.
  public var sourceFile: String? { arrays.first?.place.file }

  private var arrays: [FirmwareImage.PayloadArray] { [advertising, scanResponse].compactMap(\.self) }

  /// As layouts of all sources are. What an image says of the kind of advertising is not read: the device is taken for
  /// connectable, and for extended when a legacy packet has no room for its payload.
  public var declared: DeclaredLayout {
    let response = scanResponse?.payload
    guard let advertising else {
      let pdu: AdvertisingPDU = response.map { $0.octets.count > 31 } ?? false ? .extendedScannable : .advInd
      let layout = Layout(pdu: pdu, advertising: nil, scanResponse: response.map { .declared($0) } ?? .notScannable)
      return declared(layout)
    }
    let pdu: AdvertisingPDU = advertising.payload.octets.count > 31 ? .extendedConnectable : .advInd
    let layout = Layout(pdu: pdu, advertising: advertising.payload, declaring: response)
    return declared(layout)
  }

  /// The layout with the places of its arrays in the source, as far as they are in its ``sourceFile``.
  private func declared(_ layout: Layout) -> DeclaredLayout {
    func written(_ array: FirmwareImage.PayloadArray?) -> WrittenPayload? {
      guard let place = array?.place, place.file == sourceFile, let line = place.line else { return nil }
      return WrittenPayload(range: TextRange(line: line, column: 1, count: 0), octets: [])
    }
    let (first, second) = (written(advertising), written(scanResponse))
    return DeclaredLayout(
      name: name, layout: layout, place: (first ?? second)?.range, advertisingText: first, scanResponseText: second)
  }
}

extension FirmwareImage {
  /// The payloads as layouts: scan response data go with the advertising data of their compilation unit. Where a unit has
  /// several of each, names that differ only in what says which they are belong together. Periodic data have no scan
  /// response and are no part of what discovers a device.
  public var layouts: [FirmwareLayout] {
    var layouts: [FirmwareLayout] = []
    var units: [String: [PayloadArray]] = [:]
    var order: [String] = []
    for array in arrays where array.role != .periodic {
      let unit = (array.place.member ?? "") + "\u{0}" + (array.place.unit ?? array.place.file ?? "")
      if units[unit] == nil { order.append(unit) }
      units[unit, default: []].append(array)
    }
    for unit in order {
      layouts += Self.paired(units[unit] ?? [])
    }
    return layouts
  }

  private static func paired(_ arrays: [PayloadArray]) -> [FirmwareLayout] {
    let advertising = arrays.filter { $0.role == .advertising }
    var responses = arrays.filter { $0.role == .scanResponse }
    guard !advertising.isEmpty else { return responses.map { FirmwareLayout(scanResponse: $0) } }
    var layouts: [FirmwareLayout] = []
    for array in advertising {
      let place =
        responses.firstIndex { key($0.name) == key(array.name) }
        ?? (responses.count == 1 && advertising.count == 1 ? 0 : nil)
      layouts.append(FirmwareLayout(advertising: array, scanResponse: place.map { responses[$0] }))
      if let place { responses.remove(at: place) }
    }
    // One response for all: the usual form of programs that change only their advertising data.
    if responses.count == 1, layouts.allSatisfy({ $0.scanResponse == nil }) {
      return layouts.map { FirmwareLayout(advertising: $0.advertising, scanResponse: responses[0]) }
    }
    return layouts + responses.map { FirmwareLayout(scanResponse: $0) }
  }

  /// A name without what says which payload it is.
  private static func key(_ name: String) -> String {
    var name = name.lowercased()
    for word in [
      "scan_response", "scan_resp", "scan_rsp", "scanresp", "scanrsp", "advertising", "advert", "adv", "rsp",
    ] {
      name = name.replacing(word, with: "")
    }
    let words = name.split(separator: "_").filter { $0 != "ad" && $0 != "sd" }
    return words.joined(separator: "_")
  }
}

extension FirmwareImage {
  /// What an image without a payload says about its advertising: never nothing.
  public enum Absence: Hashable, Sendable {
    /// No function of a known stack is linked: a boot loader, a controller, or a stack that is not known.
    case noStack
    /// Functions of these stacks are linked, and the data are made when the program runs.
    case atRunTime([Stack])
    /// Arrays are named like payloads and hold none.
    case noPayload([UnreadArray])
  }

  /// Why the image has no payload; `nil` when it has one.
  public var absence: Absence? {
    guard arrays.isEmpty else { return nil }
    let malformed = unread.filter { if case .noPayload = $0.reason { true } else { false } }
    if !malformed.isEmpty { return .noPayload(malformed) }
    let stacks = Stack.all.filter { !Set($0.functions).isDisjoint(with: functions) }
    return stacks.isEmpty && unread.isEmpty ? .noStack : .atRunTime(stacks)
  }
}

extension FirmwareImage.Absence: CustomStringConvertible {
  /// One line, with what to do instead.
  public var description: String {
    switch self {
    case .noStack:
      "no function of a known Bluetooth stack is linked: this image does not advertise, or with a stack that is not known"
    case .atRunTime(let stacks):
      "the advertising data are made when the program runs"
        + (stacks.isEmpty ? "" : " (\(stacks.map(\.name).joined(separator: ", ")))")
        + ": declare them in advert.yml, or read a capture of the device"
    case .noPayload(let arrays):
      "named like payloads and none: "
        + arrays.map { array in
          guard case .noPayload(let reason) = array.reason else { return array.name }
          return "\(array.name) (\(reason))"
        }.joined(separator: ", ")
    }
  }
}
