internal import AdvertisingData

/// Adafruit's Bluefruit52Lib for nRF52.
extension StackBuilder {
  package static let bluefruit = StackBuilder(
    id: "bluefruit", name: "Bluefruit",
    summary: """
      Adds nothing. Appends structures in the order of the calls to the object they are made on: `Bluefruit.Advertising` or \
      `Bluefruit.ScanResponse`. A name that does not fit is cut. Anything else that does not fit is left out, and the call \
      returns false.
      """,
    versions: [
      Version(
        since: [0, 14, 6], read: [1, 7, 0],
        source: "Adafruit_nRF52_Arduino 1.7.0, libraries/Bluefruit52Lib/src/BLEAdvertising.cpp")
    ],
    options: [],
    calls: [
      Call(fields: "advertising", call: "calls on Bluefruit.Advertising"),
      Call(fields: "scanResponse", call: "calls on Bluefruit.ScanResponse"),
      Call(fields: "flags", call: "addFlags"), Call(fields: "txPower", call: "addTxPower, with Bluefruit.setTxPower"),
      Call(fields: "name", call: "addName, with Bluefruit.setName"),
      Call(fields: "services, services16, services128", call: "addService, addUuid with all of the list"),
      Call(fields: "appearance", call: "addAppearance"), Call(fields: "manufacturerData", call: "addManufacturerData"),
      Call(fields: "all others", call: "addData"), Call(fields: "pdu", call: "setType"),
    ],
    pdus: [.advInd, .advScanInd, .advNonconnInd], takesScanResponse: true,
    control: ProgramControl(octetsCall: "addData", interval: .exact("Bluefruit.Advertising.setInterval")),
    parameters: BluefruitParameterTable.rows,
    build: { building throws(BuildRefusal) in
      building.advertising = block(.advertising, &building)
      building.scanResponse = block(.scanResponse, &building)
    })

  private static func block(_ side: Block, _ building: inout Building) -> BuiltBlock {
    var block = BuiltBlock()
    for (field, value) in building.request.fields(of: side) {
      switch value {
      case .serviceUUIDs(let list) where list.isComplete && list.width == .bits128 && list.uuids.count > 1:
        building.change(
          .leftOut, field, "adds none of several 128-bit services, because one is the most that fits")
      case .localName(let name) where name.isComplete: append(name.octets, field, value, &block, &building)
      default:
        if !block.appendIfRoom(value.type, value.octets, from: field) {
          building.leaveOut(value.requestWords, field, value.octets.count + 2, of: block)
        }
      }
    }
    return block
  }

  private static func append(
    _ name: [UInt8], _ field: BuildRequest.Field, _ value: ADValue, _ block: inout BuiltBlock,
    _ building: inout Building
  ) {
    let room = block.room() - 2
    guard name.count > room else { return block.append(.completeLocalName, name, from: field) }
    guard room >= 0 else { return building.leaveOut("the name", field, name.count + 2, of: block) }
    block.append(.shortenedLocalName, Array(name.prefix(room)), from: field)
    building.change(.shortened, field, "cuts the name to \(room) of \(name.count) bytes")
  }
}
