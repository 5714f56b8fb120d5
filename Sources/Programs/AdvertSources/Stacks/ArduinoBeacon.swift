internal import AdvertBuilders
internal import AdvertReading
internal import AdvertisingData

/// The data of a `BLEBeacon` of arduino-esp32 or a `NimBLEBeacon`, as its setters make them.
///
/// Sources: arduino-esp32 2.0, libraries/BLE/src/BLEBeacon.cpp; NimBLE-Arduino 1.4.3 and 2.5.1, src/NimBLEBeacon.cpp.
enum ArduinoBeacon {
  /// The length of the data.
  private static let count = 25

  /// Returns the data of the beacon whose name is at a place.
  static func octets(at use: Int, in program: CProgram) throws(SourceObstacle) -> [UInt8] {
    // A beacon on which no setter is called has its company's octets exchanged.
    var octets: [UInt8] = [0x00, 0x4C, 0x02, 0x15] + Array(repeating: 0, count: 21)
    for call in try OwnObject(at: use, ofType: "BLEBeacon", in: program).calls {
      let arguments = WrittenArguments(program: program, call: call)
      switch (call.method, arguments.count) {
      case ("setManufacturerId", 1): octets.replaceSubrange(0..<2, with: try arguments.little(0).reversed())
      case ("setProximityUUID", 1):
        let uuid = try arguments.uuid(0).uuid.littleEndian(width: .bits128) ?? []
        octets.replaceSubrange(4..<20, with: program.isNimBLEArduino ? uuid.reversed() : uuid)
      case ("setMajor", 1): octets.replaceSubrange(20..<22, with: try arguments.little(0).reversed())
      case ("setMinor", 1): octets.replaceSubrange(22..<24, with: try arguments.little(0).reversed())
      case ("setSignalPower", 1): octets[24] = UInt8(truncatingIfNeeded: try arguments.number(0, in: -128...255))
      case ("setData", 1...2):
        let data = try arguments.data(from: 0)
        // The library does not take data of another length.
        if data.count == count { octets = data }
      default: throw arguments.refusal("is not read")
      }
    }
    return octets
  }

  /// Returns what the library for Bluedroid changes of the UUIDs that a program gives its beacons.
  static func changes(in program: CProgram) -> [StackBuild.Change] {
    (program.places["setProximityUUID"] ?? []).filter { program.isMember($0) }.map { index in
      StackBuild.Change(
        BuildChange(
          .replaced, nil, "sends the UUID of setProximityUUID with its bytes in reverse order",
          remedy: "write the bytes of the UUID in reverse order, unless they are already"),
        at: program.range(program.statements[index]..<program.partners[index + 1] + 1))
    }
  }
}

extension CProgram {
  /// Whether the text is a program for NimBLE-Arduino or esp-nimble-cpp. Another file of the project may include the library.
  var isNimBLEArduino: Bool {
    includes.contains { $0.hasSuffix("NimBLEDevice.h") }
      || !includes.contains { $0.hasSuffix("BLEDevice.h") }
        && ["NimBLEDevice", "NimBLEAdvertising", "NIMBLE_PROPERTY"].contains { places[$0] != nil }
  }
}
