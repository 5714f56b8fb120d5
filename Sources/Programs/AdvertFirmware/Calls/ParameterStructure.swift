internal import AdvertisingData

/// A structure with the parameters of a program's advertising: one entry in ``all`` for each.
///
/// Up to the last field that is read here, compilers give it the same layout on all processors of these stacks.
struct ParameterStructure: Sendable {
  /// The name of the structure, or the name that `typedef` gives it.
  let name: String
  /// The number of octets up to the end of the last field that is read.
  let size: Int
  /// Returns the meaning of the fields; `nil` when they contradict each other, so that the octets are another version
  /// of the structure, or not the structure.
  let parameters: @Sendable (Fields) -> AdvertisingParameters?

  /// The octets of a structure.
  struct Fields {
    let octets: [UInt8]
    let order: OctetOrder
    /// Whether the stack was built with extended advertising. Without it, Zephyr ignores the option.
    let canBeExtended: Bool

    func number(_ offset: Int, _ size: Int) -> UInt64 {
      offset + size <= octets.count ? order.number(of: octets[offset..<offset + size]) : 0
    }
  }

  /// Returns the forms that a structure of this name has had, the newest first.
  static func named(_ name: String) -> [ParameterStructure] { all.filter { $0.name == name } }

  /// Returns the parameters by the first form that fits the octets.
  ///
  /// - Parameter octets: returns this number of octets of the structure; `nil` when they are not known.
  static func parameters(
    of forms: [ParameterStructure], order: OctetOrder, canBeExtended: Bool, _ octets: (Int) -> [UInt8]?
  ) -> AdvertisingParameters? {
    for form in forms {
      guard let octets = octets(form.size) else { continue }
      let fields = Fields(octets: octets, order: order, canBeExtended: canBeExtended)
      if let parameters = form.parameters(fields) { return parameters }
    }
    return nil
  }

  /// Returns the channels of NimBLE's map, where no bit means all channels.
  private static func channels(_ map: UInt64) -> [Int]? { AdvertisingParameters.channels(map == 0 ? 7 : map) }

  /// ESP-IDF, as far as its PHYs, or without them.
  private static func bluedroidSet(size: Int) -> ParameterStructure {
    ParameterStructure(name: "esp_ble_gap_ext_adv_params_t", size: size) { fields in
      var parameters = AdvertisingParameters(
        properties: fields.number(0, 2), intervalUnits: (fields.number(4, 4), fields.number(8, 4))
      ).sent(onChannels: fields.number(12, 4), from: fields.number(16, 4))
      return parameters.take(fields, primary: 37, secondary: 39) ? parameters : nil
    }
  }

  /// Apache NimBLE, as far as its PHYs, or without them.
  private static func nimBLESet(size: Int) -> ParameterStructure {
    ParameterStructure(name: "ble_gap_ext_adv_params", size: size) { fields in
      var parameters = AdvertisingParameters(
        properties: fields.number(0, 1) & 0x1F, intervalUnits: (fields.number(4, 4), fields.number(8, 4)))
      parameters.channels = channels(fields.number(12, 1))
      parameters.address = AdvertisingParameters.OwnAddress(ownType: fields.number(13, 1))
      return parameters.take(fields, primary: 22, secondary: 23) ? parameters : nil
    }
  }

  static let all: [ParameterStructure] = [
    // Zephyr, include/zephyr/bluetooth/bluetooth.h.
    ParameterStructure(name: "bt_le_adv_param", size: 16) { fields in
      let options = fields.number(4, 4)
      let units = (fields.number(8, 4), fields.number(12, 4))
      guard options < 1 << 24, let interval = AdvertisingParameters.interval(units) else { return nil }
      var parameters = AdvertisingParameters(isConnectable: options & 1 != 0, isScannable: options & 0x200 != 0)
      parameters.isExtended = fields.canBeExtended && options & 0x400 != 0
      // Without the option for LE Coded, the host takes LE 1M, and LE 2M for the data.
      if parameters.isExtended {
        parameters.phys =
          options & 0x1000 != 0
          ? AdvertisingPHYs(primary: .coded, secondary: .coded)
          : AdvertisingPHYs(primary: .oneMegabit, secondary: options & 0x800 != 0 ? .oneMegabit : .twoMegabit)
      }
      // Connectable legacy advertising is also scannable.
      if parameters.isConnectable, !parameters.isExtended { parameters.isScannable = true }
      parameters.isScannableWithResponse = !parameters.isExtended
      parameters.interval = interval
      parameters.addsName = options & 0x8 != 0
      parameters.addsNameToAdvertising = options & 0x4_0000 != 0
      // Each of three bits disables a channel.
      parameters.channels = AdvertisingParameters.channels(~options >> 15 & 7)
      if options & 0x8_0000 != 0 { parameters.address = .nonResolvable }
      return parameters
    },
    // Zephyr before 2.1, include/bluetooth/bluetooth.h: the identity (before 1.12, no identity), an octet of options,
    // and intervals of 16 bits. Where the first octet is not zero, the form is not certain.
    ParameterStructure(name: "bt_le_adv_param", size: 6) { fields in
      let options = fields.number(1, 1)
      guard fields.number(0, 1) == 0, fields.number(4, 2) <= 0x4000,
        let interval = AdvertisingParameters.interval((fields.number(2, 2), fields.number(4, 2)))
      else { return nil }
      var parameters = AdvertisingParameters(isConnectable: options & 1 != 0, isScannable: options & 1 != 0)
      parameters.isScannableWithResponse = true
      parameters.interval = interval
      parameters.addsName = options & 0x8 != 0
      return parameters
    },
    // ESP-IDF, components/bt/host/bluedroid/api/include/api/esp_gap_ble_api.h.
    ParameterStructure(name: "esp_ble_adv_params_t", size: 28) { fields in
      AdvertisingParameters(
        legacyType: fields.number(4, 4),
        intervalUnits: (fields.number(0, 2), fields.number(2, 2))
      )?.sent(onChannels: fields.number(24, 4), from: fields.number(8, 4))
    },
    bluedroidSet(size: 40), bluedroidSet(size: 20),
    // Apache NimBLE, nimble/host/include/host/ble_gap.h.
    ParameterStructure(name: "ble_gap_adv_params", size: 7) { fields in
      let (connecting, discovering) = (fields.number(0, 1), fields.number(1, 1))
      guard connecting <= 2, discovering <= 2 else { return nil }
      var parameters = AdvertisingParameters(
        isConnectable: connecting != 0, isScannable: connecting == 2 || connecting == 0 && discovering != 0)
      parameters.isDirected = connecting == 1
      parameters.interval = AdvertisingParameters.interval((fields.number(2, 2), fields.number(4, 2)))
      parameters.channels = channels(fields.number(6, 1))
      return parameters
    },
    nimBLESet(size: 24), nimBLESet(size: 14),
    // BTstack, src/gap.h.
    ParameterStructure(name: "le_extended_advertising_parameters_t", size: 12) { fields in
      AdvertisingParameters(
        properties: fields.number(0, 2), intervalUnits: (fields.number(4, 4), fields.number(8, 4)))
    },
  ]
}

extension AdvertisingParameters {
  /// Takes the PHYs of extended advertising, by the numbers of HCI. Returns whether the octets can be PHYs, which those of
  /// another structure mostly cannot. Where the octets end before them, the PHYs stay unknown.
  fileprivate mutating func take(_ fields: ParameterStructure.Fields, primary: Int, secondary: Int) -> Bool {
    guard isExtended, secondary < fields.octets.count else { return true }
    self = sent(onPHYs: UInt32(fields.octets[primary]), UInt32(fields.octets[secondary]))
    return phys.primary != nil && phys.secondary != nil
  }
}
