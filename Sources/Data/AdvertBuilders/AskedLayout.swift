package import AdvertisingData

/// The layout that a request asks for, however long its blocks are.
package struct AskedLayout: Hashable, Sendable {
  /// The octets that the stack adds, then the fields of the request, each in full and in the block where the stack puts it.
  package let layout: Layout
  /// The request, with what the stack makes of it when its values are short.
  package let request: BuiltRequest

  /// Makes the layout for a request that a stack refuses or cuts because it has no room.
  ///
  /// - Returns: `nil` when the stack has another reason, when a scan response is sent that is not known, and for a stack
  ///   that decides alone what is in which block.
  package init?(_ request: BuildRequest, to stack: StackBuilder, _ version: StackBuilder.ChosenVersion) {
    guard stack.takesScanResponse || stack.control.octetsCall != nil else { return nil }
    let short = request.shortened
    let bare = BuildRequest(
      pdu: request.pdu, advertising: [], scanResponse: request.scanResponse.map { _ in [] }, options: request.options)
    let builtShort = try? stack.built(short, version: version)
    guard let built = builtShort ?? (try? stack.built(bare, version: version)), !built.isResponseUnknown else {
      return nil
    }
    var blocks = [Self.own(built.advertising), Self.own(built.scanResponse)]
    for (field, value) in request.fields(of: .advertising) + request.fields(of: .scanResponse) {
      guard value.octets.count <= ADValue.maximumOctets else { return nil }
      let isMoved =
        builtShort != nil && field.block == .advertising && built.scanResponse.fields.contains(field)
        && !built.advertising.fields.contains(field)
      Self.add(value, to: &blocks[field.block == .scanResponse || isMoved ? 1 : 0])
    }
    let payloads = blocks.map { Payload($0.flatMap { [UInt8($0.count)] + $0 }) }
    guard payloads.allSatisfy({ $0.count <= AdvertisingPDU.extendedConnectable.payloadLimit }) else { return nil }
    let isTooLong = payloads.contains { $0.count > built.pdu.payloadLimit }
    guard isTooLong || builtShort.map({ !$0.changes.contains { $0.isLoss } }) ?? false else { return nil }
    layout = Layout(pdu: built.pdu, advertising: payloads[0], declaring: built.pdu.isScannable ? payloads[1] : nil)
    self.request = BuiltRequest(request, to: stack, version, sending: built)
  }

  /// Returns the structures that the stack adds to a block, each without its length.
  private static func own(_ block: BuiltBlock) -> [[UInt8]] {
    var structures: [[UInt8]] = []
    var index = 0
    while index < block.octets.count, block.octets[index] > 0 {
      let end = min(index + 1 + Int(block.octets[index]), block.octets.count)
      if block.fields[index..<end].allSatisfy({ $0 == nil }) { structures.append(Array(block.octets[index + 1..<end])) }
      index = end
    }
    return structures
  }

  /// Adds a field. Services of one type are in one list, and Flags that are asked for take the place of the stack's.
  private static func add(_ value: ADValue, to structures: inout [[UInt8]]) {
    let octets = value.octets
    if let index = structures.firstIndex(where: { $0.first == value.type.rawValue }) {
      if case .flags = value {
        structures[index] = [value.type.rawValue] + octets
        return
      }
      if ServiceUUIDList.width(of: value.type) != nil, structures[index].count + octets.count <= 255 {
        structures[index] += octets
        return
      }
    }
    structures.append([value.type.rawValue] + octets)
  }
}

extension BuildRequest {
  /// The request with names and data of a few octets, so that all of it fits into most blocks.
  var shortened: BuildRequest {
    func short(_ value: ADValue) -> ADValue {
      switch value {
      case .localName: ADValue(type: value.type, value: [UInt8(ascii: "x")].span)
      case .manufacturerData: ADValue(type: value.type, value: Array(value.octets.prefix(3)).span)
      case .serviceData(let data):
        ADValue(type: value.type, value: Array(value.octets.prefix(data.width.octets + 1)).span)
      default: value
      }
    }
    var changed = self
    changed.advertising = advertising.map(short)
    changed.scanResponse = scanResponse.map { $0.map(short) }
    return changed
  }
}
