import AdvertBuilders
import AdvertReading
import AdvertSources
import AdvertisingData
import Testing

/// The object of version 1 of NimBLE-Arduino keeps the length of the name that the device has when it is made.
@Suite struct EarlyNameTests {
  private static let get = "NimBLEAdvertising *a = NimBLEDevice::getAdvertising();"

  private static func program(_ text: String) -> ProgramReader {
    ProgramReader(
      "#include <NimBLEDevice.h>\n" + text, language: .cPlusPlus,
      project: SourceProject(versions: ["nimble-arduino": "1.4.3"]))
  }

  /// The octets of the name that is sent, and whether a finding names its change.
  private static func sent(_ text: String) throws -> (name: String, isTold: Bool) {
    let program = program(text)
    let layout = try #require(program.layouts.first, "\(program.unread.map { $0.reason })")
    let name = layout.layout.advertising?.decoded.elements.first { $0.type == .completeLocalName }
    let changes = layout.stackBuild?.changes.map { $0.change.words } ?? []
    return (HexText.compact(name?.value.octets ?? []), changes.contains { $0.contains("before init") })
  }

  private static func hex(_ text: String) -> String { HexText.compact(Array(text.utf8)) }

  @Test(arguments: [
    "static \(get)\nvoid setup() { NimBLEDevice::init(\"NimBLE-Arduino\"); a->start(); }",
    "static \(get)\nvoid setup() { NimBLEDevice::init(\"NimBLE-Arduino\"); }\nvoid loop() { a->start(); }",
    "void setup() { \(get) NimBLEDevice::init(\"NimBLE-Arduino\"); a->start(); }",
  ]) func nameIsCut(_ text: String) throws {
    let sent = try Self.sent(text)
    #expect(sent.name == Self.hex("NimBLE") && sent.isTold)
  }

  @Test func shorterNameIsFollowedByTheOldOne() throws {
    let sent = try Self.sent("static \(Self.get)\nvoid setup() { NimBLEDevice::init(\"Owl\"); a->start(); }")
    #expect(sent.name == Self.hex("Owl\0le") && sent.isTold)
  }

  @Test(arguments: [
    ("void setup() { NimBLEDevice::init(\"NimBLE-Arduino\"); \(get) a->start(); }", "NimBLE-Arduino"),
    ("static \(get)\nvoid setup() { NimBLEDevice::init(\"Helmet\"); a->start(); }", "Helmet"),
    (
      "static \(get)\nvoid setup() { NimBLEDevice::init(\"Owl 77\"); a->setName(\"Helmet 7\"); a->start(); }",
      "Helmet 7"
    ),
  ]) func otherNamesAreWhole(_ text: String, _ name: String) throws {
    let sent = try Self.sent(text)
    #expect(sent.name == Self.hex(name) && !sent.isTold)
  }
}
