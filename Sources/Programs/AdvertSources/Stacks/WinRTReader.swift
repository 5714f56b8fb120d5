internal import AdvertReading
internal import AdvertisingData

/// Windows in C#: `BluetoothLEAdvertisementPublisher`, and `StartAdvertising` of a `GattServiceProvider`.
///
/// Source: Microsoft's reference of Windows.Devices.Bluetooth.Advertisement (the sections that a publisher takes, and
/// UseExtendedAdvertisement), and its sample BluetoothAdvertisement (a publisher without sections, or with more than fits,
/// cannot be started). Field reports: advertising is neither connectable nor scannable (microsoft/xlang #663,
/// Windows-universal-samples #1221), and Windows adds no Flags (vicocz/brickcontroller2 #151).
struct WinRTReader {
  private let program: AppProgram
  private var expression: AppExpression

  private static let publisher = "BluetoothLEAdvertisementPublisher"

  /// The methods and members of a publisher that do not change what it sends.
  private static let plain: Set<String> = [
    "Start", "Stop", "Status", "StatusChanged", "IsAnonymous", "IncludeTransmitPowerLevel",
    "PreferredTransmitPowerLevelInDBm", "Dispose", "ToString",
  ]

  /// - Parameter isExcerpt: whether the program is lines that were copied without a function around them.
  static func read(_ program: AppProgram, isExcerpt: Bool, into found: inout SourceFindings) {
    let makings = program.makings(of: publisher)
    for making in makings {
      guard found.hasRoom(for: program.tokens[making].line) else { return }
      do throws(SourceObstacle) {
        var reader = Self(program)
        let (layout, isStarted) = try reader.layout(making, isExcerpt: isExcerpt)
        found.plain.append(layout)
        if !isStarted, !found.assumptions.contains(SourceExcerpt.noStart) {
          found.assumptions.append(SourceExcerpt.noStart)
        }
      } catch {
        found.obstacles.append(error)
      }
    }
    if makings.isEmpty, let use = program.foreignUse(of: publisher, members: ["Start", "Add"]) {
      found.obstacles.append(
        SourceObstacle(program.tokens[use], "the file does not make the \(publisher) that it uses"))
    }
    for index in program.places["\(publisher)Trigger"] ?? [] where program.isWord(index - 1, "new") {
      found.obstacles.append(SourceObstacle(program.tokens[index], "a publisher in the background is not read"))
    }
    readServices(program, into: &found)
  }

  /// Whether a text has words of calls that are read, or that cannot be.
  static func mayAdvertise(_ text: String) -> Bool {
    !SourceExcerpt.words(of: text).isDisjoint(with: [publisher, "\(publisher)Trigger", "StartAdvertising"])
  }

  private init(_ program: AppProgram) {
    self.program = program
    expression = AppExpression(program)
  }

  // MARK: Publisher

  private mutating func layout(
    _ making: Int, isExcerpt: Bool
  ) throws(SourceObstacle) -> (layout: DeclaredLayout, isStarted: Bool) {
    try program.checkNotOwn(
      Self.publisher, "BluetoothLEManufacturerData", "BluetoothLEAdvertisement", "BluetoothLEAdvertisementDataSection",
      "DataWriter", "CryptographicBuffer", "Guid")
    try CoreBluetoothReader.checkCompiled(making, since: nil, program)
    let object = try AppObject(madeAt: making, program, plain: Self.plain).checked()
    let starts = object.plainUses.filter { $0.name == "Start" }
    guard object.name != nil else {
      throw SourceObstacle(program.tokens[making], "the publisher is passed on")
    }
    guard isExcerpt || !starts.isEmpty else {
      throw SourceObstacle(program.tokens[making], "the file does not start this publisher")
    }
    if let change = object.changes.last, !object.making.contains(change.index),
      let start = starts.first(where: { max(making, program.blocks[change.index])..<change.index ~= $0.index })
    {
      throw SourceObstacle(
        program.tokens[change.index], "it is changed after it is sent in line \(program.tokens[start.index].line)")
    }
    let place = program.range(object.making)
    var block = WrittenBlock(text: place)
    var pdu = AdvertisingPDU.advNonconnInd
    var kinds: Set<String> = []
    for change in try changes(object) {
      if change.path == ["UseExtendedAdvertisement"], let value = change.arguments.first {
        if try expression.isTrue(value) { pdu = .extendedNonconnectable }
        continue
      }
      guard block.rest == nil else { continue }
      do throws(SourceObstacle) {
        let (type, value) = try section(change)
        kinds.insert(change.path[1])
        guard kinds.count == 1 else {
          throw SourceObstacle(program.tokens[change.index], "the order of these sections is not documented")
        }
        block.append(type, value, at: program.range(change.range))
      } catch {
        guard error.refusal == nil else { throw error }
        block.rest = error
      }
    }
    guard block.rest != nil || !block.octets.isEmpty else {
      throw refusal(place.line, "Start() fails: a publisher needs a section", remedy: "add manufacturer data")
    }
    let limit = pdu.payloadLimit
    guard block.octets.count <= limit else {
      throw refusal(
        place.line, "Start() fails: the sections need \(block.octets.count) bytes, \(limit) available",
        remedy: "remove \(counted(block.octets.count - limit, "byte"))")
    }
    let layout = try DeclaredLayout(
      name: Self.publisher, pdu: pdu, place: place, advertising: block, scanResponse: WrittenBlock(text: place))
    return (layout, !starts.isEmpty)
  }

  private func refusal(_ line: Int, _ words: String, remedy: String) -> SourceObstacle {
    SourceObstacle(line, words, SourceObstacle.Refusal(isCertain: true, remedy: remedy))
  }

  /// Returns the changes of a publisher, those of the advertisement that its constructor gets as members of it.
  private mutating func changes(_ object: AppObject) throws(SourceObstacle) -> [AppObject.Change] {
    guard let given = object.arguments.first else { return object.changes }
    let advertisement = try expression.object(given)
    return advertisement.changes.map { change in
      AppObject.Change(
        path: ["Advertisement"] + change.path, index: change.index, arguments: change.arguments,
        isCall: change.isCall, range: change.range)
    } + object.changes
  }

  /// Reads a section that a change adds.
  private mutating func section(_ change: AppObject.Change) throws(SourceObstacle) -> (UInt8, [UInt8]) {
    let line = program.tokens[change.index].line
    guard change.path.count > 1, change.path[0] == "Advertisement", change.arguments.count == 1 else {
      throw SourceObstacle(line, "\(change.path.joined(separator: ".")) is not read")
    }
    let value = change.arguments[0]
    switch change.path.dropFirst().joined(separator: ".") {
    case "ManufacturerData.Add":
      let (company, data) = try manufacturerData(value)
      return (0xFF, company + data)
    case "DataSections.Add":
      let fields = try WinRTFields(value, ["DataType", "Data"], &expression)
      let type = try fields.type(&expression)
      guard !Self.isReserved(type) else {
        throw reserved("sections of type 0x\(HexText.compact([type]))", line, remedy: "remove the section")
      }
      return (type, try expression.octets(fields.value("Data")))
    case "ServiceUuids.Add":
      throw reserved("service UUIDs", line, remedy: "advertise the service with a GattServiceProvider")
    case "LocalName" where !isEmpty(value): throw reserved("the name", line, remedy: "remove LocalName")
    case "Flags" where !isEmpty(value): throw reserved("Flags", line, remedy: "remove Flags")
    default: throw SourceObstacle(line, "\(change.path.joined(separator: ".")) is not read")
    }
  }

  /// Whether a value is `null`, or a text that can be empty.
  private mutating func isEmpty(_ value: Range<Int>) -> Bool {
    if value.count == 1, program.isWord(value.lowerBound, "null", "default") { return true }
    return (try? expression.text(value))?.isEmpty ?? false
  }

  private func reserved(_ name: String, _ line: Int, remedy: String) -> SourceObstacle {
    refusal(line, "Start() fails: Windows reserves \(name) for itself", remedy: remedy)
  }

  private mutating func manufacturerData(_ value: Range<Int>) throws(SourceObstacle) -> ([UInt8], [UInt8]) {
    let fields = try WinRTFields(value, ["CompanyId", "Data"], &expression)
    return (try fields.company(&expression), try expression.octets(fields.value("Data")))
  }

  /// Whether Windows takes sections of a type from itself only.
  private static func isReserved(_ type: UInt8) -> Bool {
    [0x01...0x0A, 0x0D...0x12, 0x14...0x21, 0x3D...0x3D].contains { (types: ClosedRange<UInt8>) in types.contains(type)
    }
  }

  // MARK: Services

  /// Names each service that a `GattServiceProvider` advertises: Windows makes the data, and does not say which.
  private static func readServices(_ program: AppProgram, into found: inout SourceFindings) {
    let isProvider = program.places.keys.contains { $0.hasPrefix("GattServiceProvider") }
    // Services of Bluetooth Classic have a method of this name, too.
    guard isProvider || program.places["RfcommServiceProvider"] == nil else { return }
    for index in program.places["StartAdvertising"] ?? [] {
      let isOwn = (program.places["StartAdvertising"] ?? []).contains { program.isFunction($0) }
      guard !program.isFunction(index), program.isMember(index) || !isOwn, !program.isWord(index - 2, "this") else {
        continue
      }
      let token = program.tokens[index]
      guard program.isMark(index + 1, "(") else {
        found.obstacles.append(.use(of: "StartAdvertising", token.line))
        continue
      }
      var obstacle = SourceObstacle(
        token,
        isProvider
          ? "Windows makes the advertising data of a GattServiceProvider, and no documentation says which"
          : "StartAdvertising of a library whose calls in C# are not read")
      if isProvider { obstacle.remedy = "capture what the PC sends, or declare it in advert.yml" }
      found.obstacles.append(obstacle)
    }
  }
}
