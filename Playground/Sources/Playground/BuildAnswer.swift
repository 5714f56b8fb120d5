internal import AdvertBuilders
internal import AdvertReport
internal import AdvertisingData

/// The octets that a stack makes of names and UUIDs.
enum BuildAnswer {
  /// Returns the answer to a request with the parts `stack` (an id, with @ and a version where one is known), `name`,
  /// `services` (one on each line), `manufacturer` (hex), `pdu`, `options` (separated by spaces), and the same with the
  /// prefix `response-` for the data that the program sets as the scan response.
  static func text(for request: Request) -> String {
    do throws(RequestProblem) {
      let (stack, version) = try stack(of: request.text("stack") ?? "")
      let asked = try asked(of: request)
      let (built, addsFlags) = try built(asked, by: stack, version)
      var answer = Answer(problem: nil)
      answer.add("build", document: document(of: built, by: stack, version, withFlags: addsFlags))
      return answer.text
    } catch {
      var answer = Answer(problem: error.words)
      answer.add("build", document: nil)
      return answer.text
    }
  }

  private static func stack(of text: String) throws(RequestProblem) -> (StackBuilder, StackBuilder.ChosenVersion) {
    let parts = text.split(separator: "@", maxSplits: 1, omittingEmptySubsequences: false)
    guard let id = parts.first, let stack = StackBuilder.named(String(id)) else {
      throw RequestProblem(words: "stack: expected the id of a stack, found \(HostileText.quoted(text))")
    }
    guard parts.count == 2 else {
      guard stack.unknownFrom == nil else {
        throw RequestProblem(words: "version: \(stack.name) needs one: \(stack.versionWords)")
      }
      return (stack, stack.newest)
    }
    guard let version = stack.version(String(parts[1])) else {
      throw RequestProblem(
        words: "version: expected \(stack.versionWords), found \(HostileText.quoted(String(parts[1])))")
    }
    return (stack, version)
  }

  private static func asked(of request: Request) throws(RequestProblem) -> BuildRequest {
    let advertising = try values(of: request, "")
    let response = try values(of: request, "response-")
    let words = request.text("pdu") ?? AdvertisingPDU.advInd.rawValue
    guard let pdu = AdvertisingPDU(rawValue: words) else {
      throw RequestProblem(words: "expected a type of PDU, found \(HostileText.quoted(words))")
    }
    guard !advertising.isEmpty || !response.isEmpty else {
      throw RequestProblem(words: "expected a name, a service or manufacturer data, found none")
    }
    var options: Set<String> = []
    for option in (request.text("options") ?? "").utf8.split(separator: UInt8(ascii: " ")) {
      options.insert(String(decoding: Array(option), as: UTF8.self))
    }
    return BuildRequest(
      pdu: pdu, advertising: advertising, scanResponse: response.isEmpty ? nil : response, options: options)
  }

  /// Returns the values in the order of most programs: services, name, manufacturer data.
  private static func values(of request: Request, _ prefix: String) throws(RequestProblem) -> [ADValue] {
    var values: [ADValue] = []
    let uuids = try AskedService.uuids(of: request.text(prefix + "services") ?? "")
    guard uuids.count <= 1024 else {
      throw RequestProblem(words: "services: expected at most 1024, found \(uuids.count)")
    }
    for width in BluetoothUUID.Width.allCases {
      let wide = uuids.filter { $0.shortestWidth == width }
      guard !wide.isEmpty, let list = ServiceUUIDList(wide, width: width, isComplete: true) else { continue }
      values.append(.serviceUUIDs(list))
    }
    if let name = request.text(prefix + "name"), !name.isEmpty {
      values.append(.localName(LocalName(name, isComplete: true)))
    }
    let octets: [UInt8]
    do throws(PastedOctets.Problem) {
      octets = try PastedOctets.octets(of: request.text(prefix + "manufacturer") ?? "")
    } catch {
      throw RequestProblem(words: "manufacturer data: \(error)")
    }
    guard octets.count != 1 else {
      throw RequestProblem(words: "manufacturer data: expected two bytes of the company at least, found one")
    }
    if octets.count >= 2 {
      let company = UInt16(octets[0]) | UInt16(octets[1]) << 8
      values.append(.manufacturerData(ManufacturerData(company: company, data: Array(octets.dropFirst(2)))))
    }
    return values
  }

  /// Returns the stack's result. For a stack that does not add Flags, the request also asks for the Flags of a device
  /// that others can discover, as in the examples of all these stacks.
  private static func built(
    _ asked: BuildRequest, by stack: StackBuilder, _ version: StackBuilder.ChosenVersion
  ) throws(RequestProblem) -> (layout: BuiltLayout, addsFlags: Bool) {
    do throws(BuildRefusal) {
      let built = try stack.built(asked, version: version)
      // Android takes no Flags from a program, and has none when it is not to be discovered.
      let isSilent = asked.options.contains("not-discoverable")
      guard !hasFlags(built.advertising), built.pdu.isConnectable, !isSilent else { return (built, false) }
      var withFlags = asked
      withFlags.advertising.insert(.flags([.generalDiscoverable, .brEDRNotSupported]), at: 0)
      return (try stack.built(withFlags, version: version), true)
    } catch {
      throw RequestProblem(words: "\(stack.name) does not send this: \(error.reason)")
    }
  }

  private static func hasFlags(_ block: BuiltBlock) -> Bool {
    let payload = Payload(block.octets)
    var walk = payload.structures
    while let structure = walk.next() {
      if structure.type == .flags { return true }
    }
    return false
  }

  private static func document(
    of built: BuiltLayout, by stack: StackBuilder, _ version: StackBuilder.ChosenVersion, withFlags: Bool
  ) -> String {
    var json = JSONWriter(isIndented: false)
    json.object { json in
      json.value("stack", stack.name)
      json.value("version", version.words)
      json.value("isAssumed", version.isAssumed)
      json.value("addedFlags", withFlags)
      json.value("pdu", built.pdu.rawValue)
      json.value("advertising", HexText.compact(built.advertising.octets))
      json.value("scanResponse", HexText.compact(built.scanResponse.octets))
      json.array("changes", built.changes) { json, change in
        json.object { json in
          json.value("words", change.words)
          json.value("remedy", change.remedy)
        }
      }
    }
    return json.text
  }
}
