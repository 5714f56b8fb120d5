public import AdvertObservation
public import AdvertisingData

/// A layout of an image: an advertising payload, and the scan response data that belong to it.
public struct FirmwareLayout: Hashable, Sendable {
  /// The advertising data; `nil` when the image has only a scan response.
  public var advertising: FirmwareImage.PayloadArray?
  /// The scan response data that belong to it; `nil` when there are none.
  public var scanResponse: FirmwareImage.PayloadArray?
  /// How it is sent; `nil` when the image does not show it.
  public var parameters: AdvertisingParameters?
  /// Whether scan response data are passed that the program fills when it runs.
  public var fillsScanResponse = false
  /// Whether the controller takes the shortest interval that the parameters allow.
  var takesShortestInterval = false
  /// The name that the host adds, where the parameters say that it does and the image shows it.
  public var deviceName: String?

  /// The names of its arrays: `ad + sd`.
  public var name: String {
    // What one function makes has its name.
    Set(arrays.map(\.name)).count == 1 ? arrays[0].name : arrays.map(\.name).joined(separator: " + ")
  }

  /// The source file that declares it, as the compiler was given it; `nil` without debug information.
  public var sourceFile: String? { arrays.first?.place.file }

  var arrays: [FirmwareImage.PayloadArray] { [advertising, scanResponse].compactMap(\.self) }

  /// What it is sent with. Where the image does not say, the device is taken for connectable, and for extended when a
  /// legacy packet has no room for its payload.
  public var pdu: AdvertisingPDU {
    let length = (advertising ?? scanResponse)?.payload.octets.count ?? 0
    guard let parameters else {
      guard length > 31 else { return .advInd }
      return advertising == nil ? .extendedScannable : .extendedConnectable
    }
    if parameters.isExtended {
      if parameters.isConnectable { return .extendedConnectable }
      return parameters.isScannable ? .extendedScannable : .extendedNonconnectable
    }
    if parameters.isConnectable { return parameters.isScannable || !parameters.isDirected ? .advInd : .advDirectInd }
    let isScannable = parameters.isScannable || parameters.isScannableWithResponse && hasScanResponse
    return isScannable ? .advScanInd : .advNonconnInd
  }

  private var hasScanResponse: Bool { scanResponse != nil || fillsScanResponse }

  /// The block that the host adds the device's name to; `nil` when it adds none.
  public var blockOfAddedName: Block? {
    guard parameters?.addsName == true else { return nil }
    return pdu.isScannable && parameters?.addsNameToAdvertising == false ? .scanResponse : .advertising
  }

  /// What the host adds, with a value that is not known.
  public var additions: [HostAddition] {
    arrays.flatMap(\.additions) + (blockOfAddedName != nil && deviceName == nil ? [.name] : [])
  }

  /// What the host leaves out or cuts without an error, each as the rest of a sentence that begins with *the host*.
  public var losses: [String] { arrays.flatMap(\.losses) }

  /// How often it is sent, in microseconds: as often as the program allows where Zephyr's own controller is linked, which
  /// takes the shortest interval of the range (subsys/bluetooth/controller/hci/hci.c, `le_set_adv_param`, in all versions);
  /// else the longest, because other controllers choose.
  public var intervalMicroseconds: Int64? {
    takesShortestInterval ? parameters?.interval?.lowerBound : parameters?.interval?.upperBound
  }

  /// As layouts of all sources are, with ``intervalMicroseconds``.
  public var declared: DeclaredLayout {
    let advertising = advertising.map { sent($0.payload, in: .advertising) }
    var response = scanResponse.map { sent($0.payload, in: .scanResponse) }
    if response == nil, !fillsScanResponse, blockOfAddedName == .scanResponse, deviceName != nil {
      response = sent(Payload(), in: .scanResponse)
    }
    let layout: Layout
    if let advertising {
      layout =
        fillsScanResponse && pdu.isScannable
        ? Layout(pdu: pdu, advertising: advertising, scanResponse: .notObserved)
        // A packet that is not scannable has none, whatever the program passes.
        : Layout(pdu: pdu, advertising: advertising, declaring: pdu.isScannable || parameters == nil ? response : nil)
    } else {
      layout = Layout(pdu: pdu, advertising: nil, scanResponse: response.map { .declared($0) } ?? .notScannable)
    }
    return declared(layout)
  }

  /// A payload with the name that the host adds to it, cut to the room there is, as Zephyr cuts it.
  private func sent(_ payload: Payload, in block: Block) -> Payload {
    guard block == blockOfAddedName, let deviceName, payload.localName == nil else { return payload }
    let name = Array(deviceName.utf8)
    let room = pdu.payloadLimit - payload.octets.count - 2
    guard room > 0, name.count < 255 else { return payload }
    let kept = name.prefix(room)
    let type: ADType = kept.count < name.count ? .shortenedLocalName : .completeLocalName
    return Payload(payload.octets + [UInt8(kept.count + 1), type.rawValue] + kept)
  }

  private func variation(of array: FirmwareImage.PayloadArray?) -> Variation {
    var variation = Variation()
    for offset in array?.varying ?? [] { variation[offset] = Variation.Octet(.any) }
    return variation
  }

  /// The layout with the places of its arrays in the source, as far as they are in its ``sourceFile``.
  private func declared(_ layout: Layout) -> DeclaredLayout {
    func written(_ array: FirmwareImage.PayloadArray?) -> WrittenPayload? {
      guard let place = array?.place, place.file == sourceFile, let line = place.line else { return nil }
      func range(_ line: Int) -> TextRange { TextRange(line: line, column: 1, count: 0) }
      let octets = array.map { array in array.lines.map { range($0 ?? line) } } ?? []
      return WrittenPayload(range: range(line), octets: octets)
    }
    let (first, second) = (written(advertising), written(scanResponse))
    var declared = DeclaredLayout(
      name: name, layout: layout, intervalMicroseconds: intervalMicroseconds,
      place: (first ?? second)?.range, advertisingText: first, scanResponseText: second,
      advertisingVariation: variation(of: advertising), scanResponseVariation: variation(of: scanResponse),
      addedTypes: Set(additions.map(\.type)))
    declared.isKindAssumed = parameters == nil
    if let range = parameters?.interval, !takesShortestInterval {
      declared.isIntervalAssumed = range.lowerBound != range.upperBound
    }
    declared.changingAdvertising = advertising?.changing ?? []
    declared.changingScanResponse = scanResponse?.changing ?? []
    return declared
  }
}

/// What one ELF file says about how it advertises.
struct FirmwareProgram: Hashable, Sendable {
  /// Its payloads, and the arrays without one, among those of the image.
  let arrays: Range<Int>
  let unread: Range<Int>
  let calls: [AdvertisingCall]
  let variables: [Variable]
  /// Whether Zephyr's own controller is linked.
  let hasZephyrController: Bool
  /// The name that Zephyr's host sends, where the image shows it.
  var deviceName: String?

  /// Parameters in a variable.
  struct Variable: Hashable, Sendable {
    let unit: String
    let parameters: AdvertisingParameters
  }

  /// How an array is sent: by a call that is given it and the parameters, else by what the rest of the program says
  /// without contradiction; `nil` where it could be otherwise.
  ///
  /// - Parameter isAlone: whether its unit has no other advertising data.
  func parameters(of array: FirmwareImage.PayloadArray, isAlone: Bool) -> AdvertisingParameters? {
    let role = array.role
    let passing = calls.filter { $0.address(role) == array.memoryAddress }
    if let parameters = Self.only(passing.compactMap(\.parameters)) { return parameters }
    // Several calls with different parameters send it in different ways.
    guard passing.allSatisfy({ $0.parameters == nil }) else { return nil }
    // Calls for parameters alone say how all data are sent that are given without any.
    let together = (passing.isEmpty ? calls.filter { !$0.payloads.isEmpty } : passing).contains {
      Stack.takesParameters($0.function)
    }
    let apart = calls.filter { $0.payloads.isEmpty }.compactMap(\.parameters)
    if !together, !apart.isEmpty { return Self.only(apart) }
    // A program for Zephyr can have parameters in its code beside those in variables.
    guard array.stack != Stack.zephyr.id || isAlone else { return nil }
    let ofUnit = variables.filter { $0.unit == array.place.unit }.map(\.parameters)
    return Self.only(ofUnit.isEmpty ? variables.map(\.parameters) : ofUnit)
  }

  /// The first of several that say the same.
  private static func only(_ parameters: [AdvertisingParameters]) -> AdvertisingParameters? {
    guard let first = parameters.first else { return nil }
    return parameters.allSatisfy { $0.saysTheSame(as: first) } ? first : nil
  }
}

extension AdvertisingParameters {
  fileprivate func saysTheSame(as other: AdvertisingParameters) -> Bool {
    var same = other
    same.evidence = evidence
    return self == same
  }
}
