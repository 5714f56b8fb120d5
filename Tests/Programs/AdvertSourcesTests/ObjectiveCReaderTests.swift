import AdvertObservation
import AdvertReading
import AdvertSources
import AdvertisingData
import Testing

/// CoreBluetooth in Objective-C, in the forms of public programs.
@Suite struct ObjectiveCReaderTests {
  private static let head = """
    #import <CoreBluetooth/CoreBluetooth.h>
    #define NAME @"Lamp"
    static NSString * const kService = @"FFE0";

    """

  private func program(_ lines: String) -> ProgramReader {
    ProgramReader(
      Self.head + """
        @implementation Beacon
        - (void)peripheralManagerDidUpdateState:(CBPeripheralManager *)peripheral {
          if (peripheral.state == CBPeripheralManagerStatePoweredOn) {
            \(lines)
          }
        }
        @end
        """, language: .objectiveC)
  }

  @Test(arguments: [
    ("[peripheral startAdvertising:@{ CBAdvertisementDataLocalNameKey: NAME }];", "Lamp", []),
    (
      "[_manager startAdvertising:@{ CBAdvertisementDataServiceUUIDsKey : @[[CBUUID UUIDWithString:kService]] }];", nil,
      ["ffe0"]
    ),
    (
      """
      CBUUID *one = [CBUUID UUIDWithString:@"180D"];
      NSDictionary *data = @{CBAdvertisementDataLocalNameKey:@"Lamp", // CBAdvertisementDataTxPowerLevelKey: @4,
        CBAdvertisementDataServiceUUIDsKey:@[one, [CBUUID UUIDWithString:@"BD0F6577-4A38-4D71-AF1B-4E8F57708080"]]};
      [self.manager startAdvertising:data];
      """, "Lamp", ["180d", "bd0f6577-4a38-4d71-af1b-4e8f57708080"]
    ),
  ])
  func dictionariesAreRead(_ lines: String, _ name: String?, _ services: [String]) throws {
    let program = program(lines)
    let layout = try #require(program.layouts.first, "\(program.unread)")
    #expect(program.unread.isEmpty && program.layouts.count == 1)
    let blocks = [layout.layout.advertising ?? Payload(), layout.layout.scanResponse.payloads.first ?? Payload()]
    let elements = blocks.flatMap { $0.decoded.elements }
    let found = elements.flatMap { element -> [String] in
      if case .serviceUUIDs(let list) = element.value { list.uuids.map { "\($0)" } } else { [] }
    }
    #expect(found == services)
    let names = elements.compactMap { if case .localName(let name) = $0.value { name.text } else { nil } }
    #expect(names == (name.map { [$0] } ?? []))
  }

  @Test(arguments: [
    (
      "[peripheral startAdvertising:@{ CBAdvertisementDataTxPowerLevelKey: @4 }];",
      "does not send CBAdvertisementDataTxPowerLevelKey"
    ),
    ("[peripheral startAdvertising:self.data];", "is not computed here"),
    ("[peripheral startAdvertising:@{ CBAdvertisementDataLocalNameKey: [self name] }];", "is not computed here"),
    (
      "[peripheral startAdvertising:@{ CBAdvertisementDataServiceUUIDsKey: @[_service] }];",
      "does not set _service once"
    ),
    (
      "NSString *name = @\"a\"; name = @\"b\"; [peripheral startAdvertising:@{ CBAdvertisementDataLocalNameKey: name }];",
      "name is set here"
    ),
    (
      "NSMutableDictionary *data = @{ CBAdvertisementDataLocalNameKey: NAME }; [peripheral startAdvertising:data];",
      "does not set data once"
    ),
    (
      "[peripheral startAdvertising:@{ CBAdvertisementDataLocalNameKey: NAME,\n#if DEBUG\nCBAdvertisementDataServiceUUIDsKey: @[]\n#endif\n}];",
      "the #if in line 8 decides"
    ),
    (
      "[peripheral startAdvertising:@{ CBAdvertisementDataServiceUUIDsKey: @[[CBUUID UUIDWithString:@\"180\"]] }];",
      "characters"
    ),
  ])
  func whatIsNotCertainIsNotRead(_ lines: String, _ words: String) {
    let program = program(lines)
    #expect(program.layouts.isEmpty && program.unread.contains { $0.reason.contains(words) }, "\(program.unread)")
  }

  /// A method of the same name is defined, or called on another class.
  @Test func otherMethodsAreNoAdvertising() {
    #expect(program("").isEmpty)
    #expect(
      ProgramReader(Self.head + "- (void)startAdvertising:(Command *)command { }", language: .objectiveC).isEmpty)
    #expect(ProgramReader("[self startAdvertising:@{ @\"a\": @1 }];", language: .objectiveC).isEmpty)
  }
}
