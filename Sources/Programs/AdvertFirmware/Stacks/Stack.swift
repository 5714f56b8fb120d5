internal import AdvertisingData

/// A description of advertising payloads in the images of a Bluetooth stack: one entry in ``Stack/all`` for each.
public struct Stack: Hashable, Sendable, Identifiable {
  public var id: String
  /// The name in its makers' spelling.
  public var name: String
  /// Functions with which a program advertises. An image that does not link a function of any stack cannot advertise.
  public var functions: [String]
  /// The usual names of arrays that contain AD structures, with `*` at the end for any text.
  /// ``PayloadRole/init(name:)`` recognises scan response data.
  public var arrays: [String] = []
  /// The meanings of the arguments of functions that take payloads or parameters, by function.
  public var arguments: [String: [Argument]] = [:]
  /// The fields that the stack always adds to a payload.
  public var adds: [HostAddition] = []
  /// The data that the stack sends in addition to the data in the image, or instead of them; `nil` when it sends only
  /// the data in the image.
  public var atRunTime: String?

  /// An argument of a function.
  public enum Argument: Hashable, Sendable {
    /// The address of a payload.
    case payload(PayloadRole)
    /// The length of a payload: the number of its octets, or of its elements.
    case count(PayloadRole)
    /// Data from which the host makes a payload: a structure of fields, a buffer.
    case assembled(PayloadRole)
    /// The address of a structure with parameters of advertising, by the name of the structure.
    case parameters(String)
    /// The shortest interval, in units of 0.625 ms.
    case leastInterval
    /// The longest interval, in units of 0.625 ms.
    case mostInterval
    /// The type of legacy advertising (Core Vol 4 Part E 7.8.5).
    case kind
    /// Any other value.
    case other
  }

  /// The stack whose payloads are arrays of a structure, ``ZephyrData``.
  static let zephyr = Stack(
    id: "zephyr", name: "Zephyr",
    functions: [
      "bt_le_adv_start", "bt_le_ext_adv_set_data", "bt_le_adv_update_data", "bt_le_per_adv_set_data", "bt_mesh_init",
    ],
    arrays: ["ad", "sd", "ad_*", "sd_*", "adv_data", "scan_rsp*", "advertising_data*"],
    arguments: [
      "bt_le_adv_start": [
        .parameters("bt_le_adv_param"), .payload(.advertising), .count(.advertising), .payload(.scanResponse),
        .count(.scanResponse),
      ],
      "bt_le_adv_update_data": [
        .payload(.advertising), .count(.advertising), .payload(.scanResponse), .count(.scanResponse),
      ],
      "bt_le_ext_adv_create": [.parameters("bt_le_adv_param")],
      "bt_le_ext_adv_set_data": [
        .other, .payload(.advertising), .count(.advertising), .payload(.scanResponse), .count(.scanResponse),
      ],
      "bt_le_per_adv_set_data": [.other, .payload(.periodic), .count(.periodic)],
    ],
    atRunTime: "the host adds the device's name where the options say so")

  /// The known stacks. A new stack needs one entry.
  public static let all: [Stack] = [
    zephyr,
    Stack(
      id: "bluedroid", name: "ESP-IDF Bluedroid",
      functions: [
        "esp_ble_gap_config_adv_data", "esp_ble_gap_config_adv_data_raw", "esp_ble_gap_config_scan_rsp_data_raw",
        "esp_ble_gap_config_ext_adv_data_raw",
      ],
      arrays: [
        "raw_adv_data*", "raw_scan_rsp_data*", "adv_raw_data*", "scan_rsp_raw_data*", "ext_adv_raw_data*",
        "raw_ext_adv_data*", "spp_adv_data*",
      ],
      arguments: [
        "esp_ble_gap_config_adv_data_raw": [.payload(.advertising), .count(.advertising)],
        "esp_ble_gap_config_scan_rsp_data_raw": [.payload(.scanResponse), .count(.scanResponse)],
        "esp_ble_gap_config_ext_adv_data_raw": [.other, .count(.advertising), .payload(.advertising)],
        "esp_ble_gap_config_ext_scan_rsp_data_raw": [.other, .count(.scanResponse), .payload(.scanResponse)],
        "esp_ble_gap_config_periodic_adv_data_raw": [.other, .count(.periodic), .payload(.periodic)],
      ],
      atRunTime: "the host adds the name and the transmit power, and leaves out what does not fit"),
    Stack(
      id: "nimble", name: "Apache NimBLE",
      functions: [
        "ble_gap_adv_set_fields", "ble_gap_adv_set_data", "ble_gap_adv_rsp_set_fields", "ble_gap_ext_adv_set_data",
      ],
      arrays: ["ext_adv_pattern*"],
      arguments: [
        "ble_gap_adv_start": [.other, .other, .other, .parameters("ble_gap_adv_params")],
        "ble_gap_ext_adv_configure": [.other, .parameters("ble_gap_ext_adv_params")],
        "ble_gap_adv_set_data": [.payload(.advertising), .count(.advertising)],
        "ble_gap_adv_rsp_set_data": [.payload(.scanResponse), .count(.scanResponse)],
        "ble_gap_adv_set_fields": [.assembled(.advertising)], "ble_gap_adv_rsp_set_fields": [.assembled(.scanResponse)],
        "ble_gap_ext_adv_set_data": [.other, .payload(.advertising)],
        "ble_gap_ext_adv_rsp_set_data": [.other, .payload(.scanResponse)],
        "ble_gap_periodic_adv_set_data": [.other, .payload(.periodic)],
      ],
      atRunTime: "the host puts the fields together when the program runs"),
    Stack(
      id: "btstack", name: "BTstack",
      functions: [
        "gap_advertisements_set_data", "gap_scan_response_set_data", "gap_extended_advertising_set_adv_data",
      ],
      arrays: ["adv_data*", "extended_adv_data*", "scan_resp_data*"],
      arguments: [
        "gap_advertisements_set_params": [.leastInterval, .mostInterval, .kind],
        "gap_advertisements_set_data": [.count(.advertising), .payload(.advertising)],
        "gap_scan_response_set_data": [.count(.scanResponse), .payload(.scanResponse)],
        "gap_extended_advertising_setup": [.other, .parameters("le_extended_advertising_parameters_t")],
        "gap_extended_advertising_set_adv_data": [.other, .count(.advertising), .payload(.advertising)],
        "gap_extended_advertising_set_scan_data": [.other, .count(.scanResponse), .payload(.scanResponse)],
        "gap_periodic_advertising_set_data": [.other, .count(.periodic), .payload(.periodic)],
      ]),
    Stack(
      id: "nrf5", name: "nRF5 SDK",
      functions: [
        "ble_advdata_encode", "ble_advdata_set", "sd_ble_gap_adv_set_configure", "sd_ble_gap_adv_data_set",
        "ble_advertising_init", "sd_ble_gap_adv_start", "ble_advertising_start",
      ],
      arguments: [
        "ble_advertising_init": [.assembled(.advertising)], "ble_advdata_set": [.assembled(.advertising)],
        "ble_advdata_encode": [.assembled(.advertising)],
      ],
      atRunTime: "the SDK puts the data together when the program runs"),
    Stack(
      id: "ti", name: "TI and WCH",
      functions: ["GAPRole_SetParameter", "GapAdv_loadByHandle", "GAP_UpdateAdvertisingData"],
      arrays: ["advertData*", "advData*", "scanRspData*", "scanResData*"]),
    Stack(
      id: "telink", name: "Telink", functions: ["bls_ll_setAdvData", "bls_ll_setScanRspData", "blc_ll_setAdvData"],
      arrays: ["tbl_advData*", "tbl_scanRsp*", "adv_buf*"],
      arguments: [
        "bls_ll_setAdvData": [.payload(.advertising), .count(.advertising)],
        "bls_ll_setScanRspData": [.payload(.scanResponse), .count(.scanResponse)],
        "blc_ll_setAdvData": [.payload(.advertising), .count(.advertising)],
        "blc_ll_setScanRspData": [.payload(.scanResponse), .count(.scanResponse)],
        "blc_ll_setExtAdvData": [.other, .count(.advertising), .payload(.advertising)],
        "blc_ll_setExtScanRspData": [.other, .count(.scanResponse), .payload(.scanResponse)],
      ]),
    Stack(
      id: "realtek", name: "Realtek", functions: ["le_adv_set_param", "le_adv_start"],
      arrays: ["adv_data", "scan_rsp_data"]),
    Stack(
      id: "beken", name: "Beken", functions: ["bk_ble_set_adv_data", "bk_ble_set_scan_rsp_data"],
      arrays: ["ble_adv_data*", "adv_data"],
      arguments: [
        "bk_ble_set_adv_data": [.other, .payload(.advertising), .count(.advertising)],
        "bk_ble_set_scan_rsp_data": [.other, .payload(.scanResponse), .count(.scanResponse)],
      ]),
    Stack(
      id: "tuya", name: "Tuya", functions: ["tuya_ble_gap_advertising_adv_data_update", "tuya_ble_adv_change"],
      arrays: ["adv_data_const", "scan_rsp_data_const"], atRunTime: "the SDK copies the data and changes parts of them"),
    Stack(
      id: "stm32", name: "STM32 and BlueNRG",
      functions: ["aci_gap_set_discoverable", "hci_le_set_advertising_data", "aci_gap_update_adv_data"],
      arrays: ["a_AdvData*"],
      arguments: [
        "hci_le_set_advertising_data": [.count(.advertising), .payload(.advertising)],
        "hci_le_set_scan_response_data": [.count(.scanResponse), .payload(.scanResponse)],
        "aci_gap_update_adv_data": [.count(.advertising), .payload(.advertising)],
        "aci_gap_set_discoverable": [.assembled(.advertising)],
      ], adds: [.flags, .transmitPower], atRunTime: "the stack adds Flags and the transmit power"),
    Stack(
      id: "dialog", name: "Dialog and Renesas",
      functions: ["app_easy_gap_undirected_advertise_start", "ble_gap_adv_data_set"],
      arrays: ["stored_adv_data", "stored_scan_rsp_data"], adds: [.flags],
      atRunTime: "the stack reserves three bytes for Flags, which it adds"),
    Stack(
      id: "silabs", name: "Silicon Labs",
      functions: [
        "sl_bt_legacy_advertiser_generate_data", "sl_bt_advertiser_start", "sl_bt_legacy_advertiser_set_data",
        "sl_bt_extended_advertiser_set_data", "sl_bt_advertiser_set_data",
      ],
      arguments: [
        "sl_bt_extended_advertiser_set_data": [.other, .count(.advertising), .payload(.advertising)]
      ],
      atRunTime: "the stack puts the data together from its database"),
    Stack(
      id: "cordio", name: "Mbed and Cordio",
      functions: [
        "HciLeSetAdvDataCmd", "HciLeSetScanRespDataCmd", "HciLeSetExtAdvDataCmd", "DmAdvSetData",
      ],
      atRunTime: "objects of the program put the data together when it runs"),
    Stack(
      id: "arduinoble", name: "ArduinoBLE", functions: ["_ZN8HCIClass20leSetAdvertisingDataEhPh"],
      atRunTime: "objects of the program put the data together when it runs"),
  ]

  /// Functions that change some AD structures of what the stack sends, and leave the others.
  static let changingParts: Set<String> = ["aci_gap_update_adv_data"]

  /// The stack that a function belongs to.
  static let byFunction: [String: Stack] = Dictionary(
    firstOf: all.flatMap { stack in stack.functions.map { ($0, stack) } })

  /// The meanings of the arguments of a function.
  static let argumentsByFunction: [String: [Argument]] = all.reduce([:]) { $0.adding($1.arguments) }

  /// Whether a function takes elements of Zephyr's structure.
  static func takesStructures(_ function: String) -> Bool { zephyr.arguments[function] != nil }

  /// Whether a function takes both scan response data and advertising data.
  static func takesBoth(_ function: String) -> Bool {
    argumentsByFunction[function].map { $0.contains(.payload(.advertising)) && $0.contains(.payload(.scanResponse)) }
      ?? false
  }

  /// Whether a function also takes parameters.
  static func takesParameters(_ function: String) -> Bool {
    argumentsByFunction[function]?.contains { if case .parameters = $0 { true } else { false } } ?? false
  }

  /// Zephyr's function that returns the device's name.
  static let nameFunction = "bt_get_name"

  /// Whether an array with this name usually contains a payload.
  func names(_ array: String) -> Bool {
    arrays.contains { $0.hasSuffix("*") ? array.hasPrefix($0.dropLast()) : array == $0 }
  }
}

/// The role of an array among the payloads.
public enum PayloadRole: String, Hashable, Sendable {
  /// Sent in advertising packets.
  case advertising
  /// Sent in answer to scan requests.
  case scanResponse
  /// Sent in periodic advertising, which scanners do not use to discover a device.
  case periodic

  init(_ block: Block) { self = block == .advertising ? .advertising : .scanResponse }

  /// The block in which scanners receive it; periodic data count as advertising data.
  var block: Block { self == .scanResponse ? .scanResponse : .advertising }

  /// Finds the role from the name of the array: in every image whose source was examined, names distinguish scan
  /// response data.
  public init(name: String) {
    let name = name.lowercased()
    if name.hasPrefix("per_adv") || name.hasPart("periodic") {
      self = .periodic
    } else if name == "sd" || name.hasPrefix("sd_") || name.hasSuffix("_sd")
      || ["scan_r", "scanr", "scan_data", "rsp", "srdata"].contains(where: name.hasPart)
    {
      self = .scanResponse
    } else {
      self = .advertising
    }
  }
}
