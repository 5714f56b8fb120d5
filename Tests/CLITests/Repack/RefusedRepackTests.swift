import Testing

@testable import advert

/// `repack` of what a program asks for, where the stack refuses or cuts it.
@Suite struct RefusedRepackTests {
  private static let service = "0xafd0ffa0, 0x2a9e, 0x41a9, 0xb9db, 0x115a0e511de4"

  private static func zephyr(_ fields: String) -> String {
    """
    #include <zephyr/bluetooth/bluetooth.h>
    static const struct bt_data ad[] = {
      BT_DATA_BYTES(BT_DATA_FLAGS, (BT_LE_AD_GENERAL | BT_LE_AD_NO_BREDR)),
    \(fields)
    };
    int main(void) { return bt_le_adv_start(BT_LE_ADV_CONN, ad, ARRAY_SIZE(ad), NULL, 0); }

    """
  }

  private static let refused = zephyr(
    """
      BT_DATA(BT_DATA_NAME_COMPLETE, "Helmet", 6),
      BT_DATA_BYTES(BT_DATA_UUID128_ALL, BT_UUID_128_ENCODE(\(service))),
    """)
  private static let cut = zephyr(
    """
      BT_DATA_BYTES(BT_DATA_UUID128_ALL, BT_UUID_128_ENCODE(\(service))),
      BT_DATA(BT_DATA_NAME_COMPLETE, "HelmetSensor123", 15),
    """)
  private static let sixteen = zephyr(
    """
      BT_DATA_BYTES(BT_DATA_UUID128_ALL, BT_UUID_128_ENCODE(0x0000180d, 0x0000, 0x1000, 0x8000, 0x00805f9b34fb)),
      BT_DATA(BT_DATA_NAME_COMPLETE, "HelmetSensor123", 15),
    """)

  private static func manifest(_ stack: String) -> String {
    """
    layouts:
      sensor:
        stack: \(stack)
        advertising:
          - name: SHS-2071
          - services: [afd0ffa0-2a9e-41a9-b9db-115a0e511de4]
          - manufacturerData: { company: 0x0059, data: 01 02 }
      plain:
        advertising: 02 01 06

    """
  }

  private func run(_ text: String, _ name: String, _ arguments: [String]) throws -> CommandLineRun {
    var run: CommandLineRun?
    try TextFile.inFolder { folder in
      try TextFile.write(text, to: folder + "/" + name)
      run = CommandLineRun([arguments[0], folder + "/" + name] + arguments.dropFirst())
    }
    return try #require(run)
  }

  /// A refused request has its refusal first, then plans with what they cost, and code.
  @Test func refusedPrograms() throws {
    let name = "SHS-2071-Sensor-1"
    let text = Self.refused.replacing("\"Helmet\", 6", with: "\"\(name)\", \(name.utf8.count)")
    let plans = try run(text, "main.c", ["repack"])
    #expect(plans.status == .success, "\(plans.diagnostics)")
    #expect(plans.diagnostics.contains("the stack refuses the request: bt_le_adv_start fails with -EINVAL (-22)"))
    #expect(plans.output.contains("as the program asks for it: bt_le_adv_start fails"), "\(plans.output)")
    #expect(plans.output.contains("Plan 1: the smallest change") && plans.output.contains("lost: "))
    let code = try run(text, "main.c", ["repack", "--form", "zephyr"])
    #expect(code.status == .success)
    #expect(code.output.contains("sd[]") && code.output.contains(name), "\(code.output)")
  }

  /// A name that a stack cuts is packed whole.
  @Test func cutPrograms() throws {
    let plans = try run(Self.cut, "main.c", ["repack"])
    #expect(plans.output.contains("cuts the name to 8 of 15 bytes") && plans.output.contains("HelmetSensor123"))
    #expect(!plans.output.contains("No other packing"), "\(plans.output)")
    let short = try run(Self.sixteen, "main.c", ["repack"])
    #expect(short.output.contains("24 of 31 bytes") && short.output.contains("HelmetSensor123"), "\(short.output)")
  }

  /// Of a manifest, the other layouts are judged, and the refused one is packed.
  @Test func manifests() throws {
    let text = Self.manifest("zephyr")
    let lint = try run(text, "advert.yml", ["lint"])
    #expect(lint.status == .findings)
    #expect(
      lint.output.contains("[stack-refuses-request]") && lint.output.contains("1 layout judged"), "\(lint.output)")
    let reach = try run(text, "advert.yml", ["reach"])
    #expect(reach.status != .failure, "\(reach.diagnostics)")
    #expect(reach.diagnostics.contains("the stack refuses the request"))
    let plans = try run(text, "advert.yml", ["repack"])
    #expect(plans.status == .success, "\(plans.diagnostics)")
    #expect(plans.output.contains("sensor \"SHS-2071\"") && plans.output.contains("plain"), "\(plans.output)")
    let diff = try run(text, "advert.yml", ["repack", "--diff"])
    #expect(
      diff.diagnostics.contains("not rewritten: Zephyr 4.3 makes the blocks of the fields"), "\(diff.diagnostics)")
  }

  /// A service that a library leaves out is packed too.
  @Test(arguments: ["bluefruit", "nimble-arduino"]) func servicesLeftOut(_ stack: String) throws {
    let plans = try run(Self.manifest(stack), "advert.yml", ["repack", "--layout", "sensor"])
    #expect(plans.output.contains("Plan 1"), "\(plans.output)")
    #expect(!plans.output.contains("No other packing"))
  }
}
