/// The messages that Bluedroid's functions send to a task of the host. In a program without symbols they are recognised
/// instead of these functions, and answered like them.
///
/// Source: ESP-IDF, components/bt/host/bluedroid: btc/include/btc/btc_task.h (messages, profiles), and
/// btc/profile/std/include: btc_gap_ble.h, btc_gatts.h, btc_dev.h (actions).
struct BluedroidMessages {
  /// The function that copies what the arguments of messages about advertising point to.
  let copy: UInt32
  /// The action that sets raw advertising data. The next one sets raw scan response data, and the one before the name.
  let rawData: UInt8
  /// The functions of the program that receive the events of a profile.
  private var handlers: [UInt8: UInt32] = [:]
  /// The profile of messages about advertising; `nil` before the first one.
  private var advertising: UInt8?

  init(copy: UInt32, rawData: UInt8) {
    self.copy = copy
    self.rawData = rawData
  }

  static let transfer = "btc_transfer_context"
  static let register = "btc_profile_cb_set"

  static let functions = [
    AnsweredFunction(register, stack: BluedroidCalls.stack) { arguments, host, _ in
      host.messages?.handlers[UInt8(arguments.octet(0))] = arguments[1]
      return .result(0)
    },
    // A message, the address of its arguments, their number of octets, and the function that copies what they point to.
    AnsweredFunction(transfer, stack: BluedroidCalls.stack) { arguments, host, memory in
      // A signal, a number without a use, the profile and the action.
      guard let message = memory.octets(at: arguments[0], count: 4),
        let asked = host.messages?.call(message[2], message[3], size: arguments[2], copy: arguments[3]),
        let function = AnsweredFunction.all[asked.function]
      else { return .result(0) }
      host.handlers[.gap] = host.messages?.advertising.flatMap { host.messages?.handlers[$0] }
      host.handlers[.attributes] = host.messages?.handlers[attributes]
      host.begin(asCallOf: asked.function)
      let place = arguments[1]
      let words = [memory.load(place, size: 4) ?? 0, memory.load(place &+ 4, size: 4) ?? 0]
      return function.answer(CallArguments(asked.isInPlace ? [place] : words), &host, &memory)
    },
  ]

  private static let device: UInt8 = 1
  private static let attributes: UInt8 = 2
  private static let data: UInt8 = 0
  private static let start: UInt8 = 4
  private static let stop: UInt8 = 5
  /// The number of octets of arguments that hold the name, not its address.
  private static let sizeWithName: UInt32 = 33

  /// Returns the function of the host's interface that sends a message, and whether it was given the address of the
  /// message's arguments, not the words in them; `nil` for a message that is not answered.
  ///
  /// - Parameters:
  ///   - size: the number of octets of its arguments.
  ///   - copy: the function that copies what they point to.
  private mutating func call(
    _ profile: UInt8, _ action: UInt8, size: UInt32, copy: UInt32
  ) -> (function: String, isInPlace: Bool)? {
    if copy == self.copy {
      advertising = profile
      switch action {
      case Self.data: return ("esp_ble_gap_config_adv_data", true)
      case rawData: return ("esp_ble_gap_config_adv_data_raw", false)
      case rawData + 1: return ("esp_ble_gap_config_scan_rsp_data_raw", false)
      case rawData - 1: return ("esp_ble_gap_set_device_name", false)
      default: return nil
      }
    }
    switch (profile, action) {
    case (advertising, Self.start): return ("esp_ble_gap_start_advertising", true)
    case (advertising, Self.stop): return ("esp_ble_gap_stop_advertising", true)
    case (Self.device, 0): return ("esp_bt_dev_set_device_name", size == Self.sizeWithName)
    case (Self.attributes, 0): return ("esp_ble_gatts_app_register", false)
    default: return nil
    }
  }
}
