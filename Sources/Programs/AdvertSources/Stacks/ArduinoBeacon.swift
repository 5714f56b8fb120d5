internal import AdvertBuilders
internal import AdvertReading
internal import AdvertisingData

/// The data of a `BLEBeacon` of arduino-esp32 or a `NimBLEBeacon`, as its setters make them.
///
/// Sources: arduino-esp32 2.0, libraries/BLE/src/BLEBeacon.cpp; NimBLE-Arduino 1.4.3 and 2.5.1, src/NimBLEBeacon.cpp.
enum ArduinoBeacon {
  /// The length of the data.
  private static let count = 25

  /// Returns the data of the beacon whose name is at a place. A value that a setter gets when the program runs is open.
  static func octets(at use: Int, in program: CProgram) throws(SourceObstacle) -> SourceOctets {
    // A beacon on which no setter is called has its company's octets exchanged.
    var data = SourceOctets([0x00, 0x4C, 0x02, 0x15] + Array(repeating: 0, count: 21))
    func set(_ octets: [UInt8]?, at range: Range<Int>) {
      data.open.subtract(range)
      if let octets { data.octets.replaceSubrange(range, with: octets) } else { data.open.formUnion(range) }
    }
    for call in try OwnObject(at: use, ofType: "BLEBeacon", in: program).calls {
      let arguments = WrittenArguments(program: program, call: call)
      switch (call.method, arguments.count) {
      case ("setManufacturerId", 1): set(try arguments.little(0).reversed(), at: 0..<2)
      case ("setProximityUUID", 1):
        let uuid = try arguments.uuid(0).uuid.littleEndian(width: .bits128) ?? []
        set(program.isNimBLEArduino ? uuid.reversed() : uuid, at: 4..<20)
      case ("setMajor", 1): set((try? arguments.little(0))?.reversed(), at: 20..<22)
      case ("setMinor", 1): set((try? arguments.little(0))?.reversed(), at: 22..<24)
      case ("setSignalPower", 1):
        set((try? arguments.number(0, in: -128...255)).map { [UInt8(truncatingIfNeeded: $0)] }, at: 24..<25)
      case ("setData", 1...2):
        let given = try arguments.data(from: 0)
        // The library does not take data of another length.
        if given.octets.count == count { data = given }
      default: throw arguments.refusal("is not read")
      }
    }
    return data
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
        && ["NimBLEDevice", "NimBLEAdvertising", "NimBLEAdvertisementData", "NIMBLE_PROPERTY"].contains {
          places[$0] != nil
        }
  }
}
