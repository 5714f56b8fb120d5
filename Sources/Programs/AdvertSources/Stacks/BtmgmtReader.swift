internal import AdvertBuilders
internal import AdvertReading
internal import AdvertisingData

/// Lines of the shell with BlueZ's `btmgmt add-adv`.
///
/// Source: BlueZ 5.66 and 5.87, tools/btmgmt.c and client/mgmt.c.
enum BtmgmtReader {
  static func read(_ program: ShellProgram, into found: inout SourceFindings) {
    var hasBREDR: Bool?
    for command in program.commands {
      let words = (command.arguments(of: "btmgmt") ?? []).behindOptions
      switch words.first?.text {
      case "bredr":
        let state = words.dropFirst().first?.text
        hasBREDR = command.doubt == nil && (state == "on" || state == "off") ? state == "on" : nil
      case "add-adv":
        found.take { () throws(SourceObstacle) in try layout(command, Array(words.dropFirst()), hasBREDR) }
      case "add-ext-adv-params", "add-ext-adv-data":
        found.take { () throws(SourceObstacle) in
          throw SourceObstacle(command.line, "\(words.first?.text ?? ""), whose two commands are not read together")
        }
      default: break
      }
    }
  }

  private static func layout(
    _ command: ShellProgram.Command, _ words: [ShellProgram.Word], _ hasBREDR: Bool?
  ) throws(SourceObstacle) -> SourceLayout? {
    guard let stack = StackBuilder.named("btmgmt"), let place = command.place else { return nil }
    if let doubt = command.doubt { throw SourceObstacle(command.line, doubt) }
    var layout = SourceLayout(name: "add-adv", stack: stack, place: place)
    layout.pdu = .advNonconnInd
    var services: [SourceUUID] = []
    var index = 0
    var hasInstance = false
    while index < words.count {
      guard let text = words[index].text else {
        throw SourceObstacle(words[index].range.line, "a word that something else decides")
      }
      let place = words[index].range
      index += 1
      guard text.hasPrefix("-") else {
        guard !hasInstance, Int(text).map({ 1...254 ~= $0 }) ?? false else {
          throw SourceObstacle(place.line, "add-adv has one number behind its options")
        }
        hasInstance = true
        continue
      }
      guard !hasInstance else { throw SourceObstacle(place.line, "an option behind the number of the instance") }
      func value() throws(SourceObstacle) -> String {
        guard index < words.count, let value = words[index].text else {
          throw SourceObstacle(place.line, "\(text) without a value that is certain")
        }
        index += 1
        return value
      }
      switch text {
      case "-u", "--uuid":
        let written = try value()
        guard let uuid = SourceUUID(text: Array(written.utf8)), uuid.width != .bits32 else {
          throw SourceObstacle(place.line, "a UUID that is not read")
        }
        // A UUID on the Bluetooth base has 16 bits, in whatever form it is written.
        services.append(
          uuid.uuid.shortestWidth == .bits16 ? SourceUUID(uuid.uuid, .bits16) : uuid)
      case "-d", "--adv-data": try add(value(), to: &layout.advertising, at: place)
      case "-s", "--scan-rsp":
        var block = SourceLayout.RequestedBlock()
        try add(value(), to: &block, at: place)
        layout.scanResponse = block
      case "-t", "--timeout", "-D", "--duration": _ = try value()
      case "-c", "--connectable": layout.pdu = .advInd
      case "-g", "--general-discov": layout.options.insert("general-discoverable")
      case "-l", "--limited-discov": layout.options.insert("limited-discoverable")
      case "-p", "--tx-power": layout.options.insert("tx-power")
      case "-m", "--managed-flags":
        throw SourceObstacle(place.line, "-m, with which the adapter decides the Flags")
      case "-n", "--scan-rsp-local-name", "-a", "--scan-rsp-appearance":
        throw SourceObstacle(place.line, "\(text), with which the adapter's own data are sent")
      default: throw SourceObstacle(place.line, "the option \(text) is not read")
      }
    }
    guard hasInstance else { throw SourceObstacle(command.line, "add-adv without the number of an instance") }
    try add(services, to: &layout, command)
    return try decideFlags(layout, hasBREDR)
  }

  /// Adds the services of `-u`, which btmgmt puts before all other data.
  private static func add(
    _ services: [SourceUUID], to layout: inout SourceLayout, _ command: ShellProgram.Command
  ) throws(SourceObstacle) {
    guard let one = services.first else { return }
    guard services.allSatisfy({ $0.width == one.width }) else {
      throw SourceObstacle(command.line, "UUIDs of two widths, which btmgmt refuses")
    }
    guard one.width == .bits128 else {
      throw SourceObstacle(
        command.line,
        "what -u sends of 16 bits depends on the version of BlueZ: from 5.69 on, the list has the type 0x07 of 128-bit UUIDs, "
          + "and no scanner finds them. Write it with -d, as 03 03 0d 18 for 180d")
    }
    guard !layout.advertising.values.contains(where: { if case .serviceUUIDs = $0 { true } else { false } }) else {
      throw SourceObstacle(command.line, "services of -u and of -d")
    }
    layout.options.insert("uuid-option")
    var block = SourceLayout.RequestedBlock()
    block.add(services: services, at: layout.place)
    for (value, text) in zip(layout.advertising.values, layout.advertising.texts) {
      block.add(value.type, value.octets, at: text)
    }
    layout.advertising = block
  }

  private static func add(
    _ hex: String, to block: inout SourceLayout.RequestedBlock, at place: TextRange
  ) throws(SourceObstacle) {
    guard block.values.isEmpty else { throw SourceObstacle(place.line, "data that are given twice") }
    guard let octets = try? HexText.octets(of: hex), hex.utf8.allSatisfy({ HexDigits.value(of: $0) != nil }) else {
      throw SourceObstacle(place.line, "data that are no hex")
    }
    let decoded = Payload(octets).decoded
    guard decoded.elements.allSatisfy({ !$0.overruns }), decoded.remainder.isEmpty else {
      throw SourceObstacle(place.line, "data that are no whole AD structures")
    }
    for element in decoded.elements { block.add(element.type, element.value.octets, at: place) }
  }

  /// The kernel adds 0x04 to the Flags when the adapter has no BR/EDR, which a program seldom says.
  private static func decideFlags(_ layout: SourceLayout, _ hasBREDR: Bool?) throws(SourceObstacle) -> SourceLayout {
    var (dual, single) = (layout, layout)
    single.options.insert("le-only")
    guard hasBREDR == nil else { return hasBREDR == true ? dual : single }
    let blocks: [[UInt8]]
    do throws(BuildRefusal) {
      blocks = [try octets(dual), try octets(single)]
    } catch {
      throw SourceObstacle(layout.place.line, "btmgmt: \(error.reason)")
    }
    guard blocks[0].count == blocks[1].count else {
      throw SourceObstacle(
        layout.place.line,
        "without Flags in -d, an adapter without BR/EDR puts Flags first and another one does not: say btmgmt bredr off or on"
      )
    }
    dual.openOctets = Set(blocks[0].indices.filter { blocks[0][$0] != blocks[1][$0] })
    return dual
  }

  private static func octets(_ layout: SourceLayout) throws(BuildRefusal) -> [UInt8] {
    try layout.stack.built(
      BuildRequest(
        pdu: layout.pdu, advertising: layout.advertising.values, scanResponse: layout.scanResponse?.values,
        options: layout.options),
      version: layout.stack.newest
    ).advertising.octets
  }
}

extension ArraySlice<ShellProgram.Word> {
  /// The words behind the options of btmgmt, of which one has a value.
  fileprivate var behindOptions: ArraySlice<ShellProgram.Word> {
    var words = self
    while let text = words.first?.text, text.hasPrefix("-") {
      words = words.dropFirst(text == "-i" || text == "--index" ? 2 : 1)
    }
    return words
  }
}
