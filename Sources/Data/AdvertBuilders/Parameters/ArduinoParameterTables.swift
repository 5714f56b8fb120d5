/// The interval of ArduinoBLE, which the library hands to the controller without a check.
///
/// Source: ArduinoBLE 2.0.1, src/utility/GAP.cpp.
package enum ArduinoBLEParameterTable {
  package static let call = "BLE.advertise"

  static let rows = [StackParameter.interval(call, "setAdvertisingInterval", error: "returns 0")]
}

/// The intervals of NimBLE-Arduino, which the library and NimBLE hand to the controller without a check, and the kind of
/// advertising, which NimBLE checks.
///
/// Source: NimBLE-Arduino 1.4.3 and 2.5.1, src/NimBLEAdvertising.cpp; `ble_gap_adv_validate` of mynewt-nimble,
/// nimble/host/src/ble_gap.c.
package enum NimBLEArduinoParameterTable {
  package static let call = "start"
  /// The kind of directed advertising, which only a call with the address of a peer starts.
  package static let directed = "setAdvertisementType(BLE_GAP_CONN_MODE_DIR)"
  package static let peer = "the address of a peer"

  private static let invalid = "fails with BLE_HS_EINVAL (rc=3), which the log calls \"Duration too long\""

  static let rows =
    [
      StackParameter(
        call, "setAdvertisementType", .values(0...2), error: invalid,
        remedy: "set BLE_GAP_CONN_MODE_NON, BLE_GAP_CONN_MODE_DIR or BLE_GAP_CONN_MODE_UND"),
      StackParameter(
        call, directed, .needs(peer), error: invalid, remedy: "give start the peer's address, or set another type"),
      StackParameter.interval(call, "setAdvertisingInterval", error: NimBLEParameterTable.refused),
    ]
    + StackParameter.intervals(call, "setMinInterval", "setMaxInterval", error: NimBLEParameterTable.refused)
}

/// The intervals of the BLE library of arduino-esp32, which Bluedroid checks.
///
/// Source: arduino-esp32 57d7c3f (3.0), libraries/BLE/src/BLEAdvertising.cpp; ESP-IDF, as for
/// ``BluedroidParameterTable``.
package enum ESP32BLEParameterTable {
  package static let call = "start"
  /// The intervals of a program that sets none.
  package static let defaults: (least: Int64, most: Int64) = (0x20, 0x40)

  static let rows = StackParameter.intervals(
    call, "setMinInterval", "setMaxInterval", error: BluedroidParameterTable.invalid, condition: nil)
}

/// The intervals of Bluefruit, which the library hands to the SoftDevice without a check.
///
/// Source: Adafruit_nRF52_Arduino 1.7.0, libraries/Bluefruit52Lib/src/BLEAdvertising.cpp; ble_gap.h of S132 6.1.1 and S140
/// 7.3.0.
package enum BluefruitParameterTable {
  package static let call = "Bluefruit.Advertising.start"
  package static let fast = "fast of setInterval"
  package static let slow = "slow of setInterval"

  static let rows = [
    StackParameter.interval(call, fast, error: "returns false", condition: StackParameter.softDeviceChecks),
    StackParameter.interval(
      call, slow, error: "succeeds, and advertising ends when the slow interval begins",
      condition: StackParameter.softDeviceChecks),
  ]
}
