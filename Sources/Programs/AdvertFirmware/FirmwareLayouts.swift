public import AdvertReading
public import AdvertisingData

/// A layout of an image: an advertising payload, and its scan response data.
public struct FirmwareLayout: Hashable, Sendable {
  /// The advertising data; `nil` when the image has only a scan response.
  public var advertising: FirmwareImage.PayloadArray?
  /// The scan response data of the layout; `nil` when there are none.
  public var scanResponse: FirmwareImage.PayloadArray?
  /// The parameters of the advertising; `nil` when the image does not show them.
  public var parameters: AdvertisingParameters?
  /// Whether the program passes scan response data that it fills when it runs.
  public var fillsScanResponse = false
  /// Whether the controller takes the shortest interval that the parameters allow.
  var takesShortestInterval = false
  /// The name that the host adds, where the parameters ask for it and the image shows the name.
  public var deviceName: String?

  /// The names of its arrays: `ad + sd`.
  public var name: String {
    // Payloads that one function makes have its name.
    Set(arrays.map { $0.name }).count == 1 ? arrays[0].name : arrays.map { $0.name }.joined(separator: " + ")
  }

  /// The source file that declares it, under the path that the compiler received; `nil` without debug information.
  public var sourceFile: String? { arrays.first?.place.file }

  var arrays: [FirmwareImage.PayloadArray] { [advertising, scanResponse].compactMap { $0 } }

  /// The kind of advertising. Where the image does not show it, the device counts as connectable, and as extended when
  /// a legacy packet has no room for its payload.
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

  /// The block to which the host adds the device's name; `nil` when it adds none.
  public var blockOfAddedName: Block? {
    guard parameters?.addsName == true else { return nil }
    return pdu.isScannable && parameters?.addsNameToAdvertising == false ? .scanResponse : .advertising
  }

  /// The fields that the host adds with values that are not known.
  public var additions: [HostAddition] {
    arrays.flatMap { $0.additions } + (blockOfAddedName != nil && deviceName == nil ? [.name] : [])
  }

  /// The fields that the host leaves out or cuts without an error, each as the rest of a sentence that begins with *the
  /// host*.
  public var losses: [String] { arrays.flatMap { $0.losses } }

  /// The advertising interval, in microseconds. With Zephyr's own controller it is the shortest interval of the range,
  /// because that controller takes it (subsys/bluetooth/controller/hci/hci.c, `le_set_adv_param`, in all versions);
  /// otherwise the longest, because other controllers choose.
  public var intervalMicroseconds: Int64? {
    takesShortestInterval ? parameters?.interval?.lowerBound : parameters?.interval?.upperBound
  }

  /// The layout in the form that layouts of all sources have, with ``intervalMicroseconds``.
  public var declared: DeclaredLayout {
    let advertising = advertising.map { sent($0.payload, in: .advertising) }
    var response = scanResponse.map { sent($0.payload, in: .scanResponse) }
    if response == nil, !fillsScanResponse, blockOfAddedName == .scanResponse, deviceName != nil {
      response = sent(Payload(), in: .scanResponse)
    }
    var layout: Layout
    if let advertising {
      layout =
        fillsScanResponse && pdu.isScannable
        ? Layout(pdu: pdu, advertising: advertising, scanResponse: .notObserved)
        // Advertising that is not scannable has no response, whatever the program passes.
        : Layout(pdu: pdu, advertising: advertising, declaring: pdu.isScannable || parameters == nil ? response : nil)
    } else {
      layout = Layout(pdu: pdu, advertising: nil, scanResponse: response.map { .declared($0) } ?? .notScannable)
    }
    if pdu.isExtended, let phys = parameters?.phys { layout.phys = phys }
    return declared(layout)
  }

  /// Returns a payload with the name that the host adds to it, cut to the room that is left, in the way of Zephyr.
  private func sent(_ payload: Payload, in block: Block) -> Payload {
    guard block == blockOfAddedName, let deviceName, payload.localName == nil else { return payload }
    let name = Array(deviceName.utf8)
    let room = pdu.payloadLimit - payload.octets.count - 2
    guard room > 0, name.count < 255 else { return payload }
    let kept = name.prefix(room)
    let type: ADType = kept.count < name.count ? .shortenedLocalName : .completeLocalName
    return Payload(payload.octets + [UInt8(kept.count + 1), type.rawValue] + kept)
  }

  /// Returns the layout with the places of its arrays in the source, as far as they are in its ``sourceFile``.
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
      doubts: arrays.flatMap { $0.doubts } + additions.map { Doubt(.added($0.type), .unknown, .hostAdds) })
    if layout.scanResponse == .notObserved, declared.knownCount(of: .scanResponse) == nil {
      declared.doubts.append(Doubt(.rest(.scanResponse, from: 0), .unknown, .setAtRunTime))
    }
    if parameters == nil { declared.doubts.append(Doubt(.pdu, .assumed, .notStated)) }
    if let range = parameters?.interval, !takesShortestInterval, range.lowerBound != range.upperBound {
      declared.doubts.append(Doubt(.interval, .assumed, .controllerChooses))
    }
    declared.doubtPrimaryPHY()
    return declared
  }
}

/// The advertising of one ELF file.
struct FirmwareProgram: Hashable, Sendable {
  /// The positions of its payloads, and of its arrays without one, among those of the image.
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

  /// Returns the parameters of an array: those of a call that takes the array and the parameters, otherwise those that
  /// the rest of the program shows without contradiction; `nil` where several are possible.
  ///
  /// - Parameter isAlone: whether its unit has no other advertising data.
  func parameters(of array: FirmwareImage.PayloadArray, isAlone: Bool) -> AdvertisingParameters? {
    let role = array.role
    let passing = calls.filter { $0.address(role) == array.memoryAddress }
    if let parameters = Self.only(passing.compactMap({ $0.parameters })) { return parameters }
    // If several calls pass it with different parameters, it has no single ones.
    guard passing.allSatisfy({ $0.parameters == nil }) else { return nil }
    // A call for parameters alone applies to all data that are passed without parameters.
    let together = (passing.isEmpty ? calls.filter { !$0.payloads.isEmpty } : passing).contains {
      Stack.takesParameters($0.function)
    }
    let apart = calls.filter { $0.payloads.isEmpty }.compactMap { $0.parameters }
    if !together, !apart.isEmpty { return Self.only(apart) }
    // A program for Zephyr can have parameters in its code, in addition to those in variables.
    guard array.stack != Stack.zephyr.id || isAlone else { return nil }
    let ofUnit = variables.filter { $0.unit == array.place.unit }.map { $0.parameters }
    return Self.only(ofUnit.isEmpty ? variables.map { $0.parameters } : ofUnit)
  }

  /// Returns the first parameters, as far as all are equal; `nil` where kinds or intervals differ.
  private static func only(_ parameters: [AdvertisingParameters]) -> AdvertisingParameters? {
    parameters.first?.agreeing(with: parameters.lazy.map { $0 })
  }
}
