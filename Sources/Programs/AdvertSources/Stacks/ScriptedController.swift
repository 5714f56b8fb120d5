internal import AdvertBuilders
internal import AdvertReading
internal import AdvertisingData

/// A controller that only the commands of a program change, and the layouts that it sends.
///
/// A controller refuses a command that breaks a rule, and goes on with what it had. So such a command ends the reading.
struct ScriptedController {
  /// The layouts that were sent for some time, and the one at the end.
  private(set) var layouts: [DeclaredLayout] = []
  private var controller = AdvertisingController<WrittenPayload>()
  /// The sets that changed since their layouts were taken.
  private var changed: Set<AdvertisingHandle> = []

  /// The effect of a command of the program.
  enum Action {
    /// Sends parameters, each with its text.
    case send(AdvertisingCommand, [UInt8], texts: [TextRange])
    case stop
    /// Ends all advertising. What the kernel sets afterwards is not known.
    case down
    /// The program waits.
    case pause
    /// Another program can set other data.
    case host(String)

    /// Whether the action has an effect only on sets that commands have named.
    var needsSets: Bool {
      switch self {
      case .send(let command, _, _): command == .enable || command == .reset || command == .enableSets
      case .stop, .down, .host: true
      case .pause: false
      }
    }
  }

  /// Follows a command.
  mutating func take(_ action: Action, of command: ShellProgram.Command) throws(SourceObstacle) {
    guard let place = command.place else { return }
    let hasSets = !controller.handles.isEmpty
    if let doubt = command.doubt {
      if case .pause = action { return }
      // Before the first data, it changes nothing that is known.
      guard hasSets || !action.needsSets else { return }
      throw SourceObstacle(command.line, doubt)
    }
    switch action {
    case .pause: try takeLayouts()
    case .stop: if controller.handles.contains(.legacy) { controller.disable(.legacy) }
    case .down: controller = AdvertisingController()
    case .host(let name):
      guard !hasSets else { throw SourceObstacle(command.line, "\(name) may set other data") }
    case .send(let sent, let parameters, let texts):
      try send(sent, parameters, WrittenPayload(range: place, octets: texts))
    }
  }

  /// Takes what is sent at the end of the program. Sets that no command enables or disables are sent.
  mutating func finish() throws(SourceObstacle) {
    try takeLayouts(isEnd: true)
    if layouts.isEmpty, let place = controller.handles.compactMap({ controller[$0].advertising.origin?.range }).first {
      throw SourceObstacle(place.line, "advertising data that the program does not start to send")
    }
  }

  private mutating func send(
    _ command: AdvertisingCommand, _ parameters: [UInt8], _ written: WrittenPayload
  ) throws(SourceObstacle) {
    if let reason = Self.unread(command, parameters) { throw SourceObstacle(written.range.line, reason) }
    if let obstacle = tooLong(command, parameters, at: written.range) { throw obstacle }
    if let reason = controller.refusal(of: command, parameters) {
      var obstacle = SourceObstacle(written.range.line, reason)
      obstacle.remedy = "correct the command"
      throw obstacle
    }
    let before = controller
    for handle in (try? controller.apply(command, parameters, from: written)) ?? [] {
      let asked = controller[handle].parameters
      if let asked, asked.isDirected {
        throw SourceObstacle(
          written.range.line,
          asked.pdu.isExtended
            ? "directed extended advertising, which is not read" : "directed advertising, which has no data")
      }
      if command.hasData || asked != before[handle].parameters { changed.insert(handle) }
    }
  }

  /// Returns the refusal of whole structures that are longer than legacy advertising takes, with the smallest change.
  private func tooLong(_ command: AdvertisingCommand, _ parameters: [UInt8], at place: TextRange) -> SourceObstacle? {
    guard command == .setData || command == .setScanResponse, parameters.first ?? 0 > 31 else { return nil }
    let given = Payload(Array(parameters.dropFirst()))
    let data = Payload(Array(given.octets.prefix(given.significantCount)))
    guard data.count > 31, case .complete = data.decoded.ending else { return nil }
    let set = controller[.legacy]
    let block: Block = command == .setData ? .advertising : .scanResponse
    let response = block == .scanResponse ? data : set.scanResponse.payload
    let layout = Layout(
      pdu: set.parameters?.pdu ?? .advInd,
      advertising: block == .advertising ? data : set.advertising.payload ?? Payload(),
      scanResponse: response.map { .declared($0) } ?? .notObserved)
    var declared = DeclaredLayout(name: "hcitool", layout: layout, place: place)
    if set.parameters == nil { declared.doubts.append(Doubt(.pdu, .assumed, .notStated)) }
    let name = ControllerCommand.name(of: command.rawValue) ?? "the command"
    return SourceObstacle(
      place.line,
      "\(name) fails with Invalid HCI Command Parameters (0x12): \(block.withArticle) needs \(data.count) bytes, 31 "
        + "available",
      tooLong: declared, in: block, scanResponse: "cmd 0x08 0x0009")
  }

  /// Returns the reason why a command is not read, although controllers take it.
  private static func unread(_ command: AdvertisingCommand, _ parameters: [UInt8]) -> String? {
    switch command {
    case .androidMultiAdvertising: "an HCI command of Android, which is not read"
    case .setExtendedParametersV2: "parameters with options of the PHY, which are not read"
    case .setExtendedData where parameters.count > 1 && parameters[1] != DataOperation.complete.rawValue,
      .setExtendedScanResponse where parameters.count > 1 && parameters[1] != DataOperation.complete.rawValue:
      "data in several commands, which are not put together"
    default: nil
    }
  }

  // MARK: Layouts

  private mutating func takeLayouts(isEnd: Bool = false) throws(SourceObstacle) {
    for handle in controller.handles where changed.contains(handle) && controller[handle].isEnabled ?? isEnd {
      if let layout = try layout(of: handle) { layouts.append(layout) }
      changed.remove(handle)
    }
  }

  private func layout(of handle: AdvertisingHandle) throws(SourceObstacle) -> DeclaredLayout? {
    let set = controller[handle]
    guard let place = (set.advertising.origin ?? set.scanResponse.origin)?.range else { return nil }
    guard set.parameters != nil || handle == .legacy else {
      throw SourceObstacle(place.line, "the kind of this advertising set, which no command sets")
    }
    let pdu = set.parameters?.pdu ?? .advInd
    let isSent = pdu.carriesAdvertisingData
    guard isSent ? set.advertising.payload != nil : set.advertising.payload?.isEmpty ?? true else {
      throw SourceObstacle(
        place.line,
        isSent ? "the advertising data, which no command sets" : "advertising data, which \(pdu.rawValue) has none of")
    }
    for data in [set.advertising, set.scanResponse] {
      guard let origin = data.origin, data.payload?.count ?? 0 > pdu.payloadLimit else { continue }
      throw SourceObstacle(origin.range.line, "more than \(pdu.payloadLimit) bytes, which a controller refuses")
    }
    var declared = DeclaredLayout(
      name: "hcitool", layout: set.layout(as: pdu), addressKind: addressKind(of: set), place: place,
      advertisingText: text(of: set.advertising),
      scanResponseText: pdu.isScannable ? text(of: set.scanResponse) : nil)
    if declared.layout.scanResponse == .notObserved {
      // The kernel may have set the name of the adapter.
      declared.doubts.append(Doubt(.rest(.scanResponse, from: 0), .assumed, .notStated))
    }
    if set.parameters == nil { declared.doubts.append(Doubt(.pdu, .assumed, .notStated)) }
    if let interval = set.parameters?.interval {
      declared.intervalMicroseconds = Int64(interval.lowerBound) * 625
      if interval.count > 1 { declared.doubts.append(Doubt(.interval, .assumed, .controllerChooses)) }
    }
    return declared
  }

  private func text(of data: SetData<WrittenPayload>) -> WrittenPayload? {
    guard let origin = data.origin, let range = data.range else { return nil }
    return WrittenPayload(range: origin.range, octets: Array(origin.octets[range]))
  }

  private func addressKind(of set: AdvertisingSet<WrittenPayload>) -> DeviceAddress.Kind? {
    switch set.parameters?.ownAddressType {
    case 0: .public
    case 1: set.randomAddress?.kind
    default: nil
    }
  }
}
