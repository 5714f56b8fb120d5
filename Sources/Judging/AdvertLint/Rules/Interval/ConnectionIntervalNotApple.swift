internal import AdvertisingData

extension Rule {
  static let connectionIntervalNotApple = Rule(
    id: "connection-interval-not-apple",
    severity: .note,
    summary: "The preferred connection interval is none that Apple devices grant.",
    rationale: """
      Apple's guidelines ask for a minimum that is a multiple of 15 ms; input devices may ask for 11.25 ms. An iPhone \
      answers other wishes with an interval of its own, so connections are slower than was planned. As far as is known \
      from the guidelines; devices that are not meant for Apple can ignore this.
      """,
    references: [.other("Apple: Accessory Design Guidelines, Bluetooth, connection parameters")],
    examples: [
      .accepted("02 01 06 05 12 0c 00 18 00", "15 to 30 ms"),
      .accepted("02 01 06 03 03 12 18 05 12 09 00 0c 00", "an input device"),
      .flagged("02 01 06 05 12 ↓06 00 0c 00", "7.5 to 15 ms", fixed: "02 01 06 05 12 0c 00 18 00"),
    ],
    check: .structures(of: TypeSet([.peripheralConnectionIntervalRange]).union(.serviceLists).union(.serviceData)) {
      structures, report in
      guard structures.contains(where: { $0.type == .peripheralConnectionIntervalRange }) else { return }
      let isInputDevice = structures.flatMap { $0.mentionedServices }.contains { $0.uuid == BluetoothUUID(0x1812) }
      for structure in structures {
        guard case .connectionIntervalRange(let range) = structure.value, range.isValid,
          range.minimum != ConnectionIntervalRange.unspecified, !range.minimum.isMultiple(of: 12),
          !(isInputDevice && range.minimum == 9)
        else { continue }
        // The next multiple that leaves the range in order.
        let next = (range.minimum + 11) / 12 * 12
        let wanted = next <= range.maximum || range.minimum < 12 ? next : range.minimum / 12 * 12
        let maximum = max(wanted, range.maximum)
        // The maximum changes only where it is shorter.
        let octets =
          Array(littleEndian: wanted, count: 2)
          + (maximum == range.maximum ? [] : Array(littleEndian: maximum, count: 2))
        report.flag(
          structure.offset + 2, length: octets.count,
          "a minimum of \(IntervalText.milliseconds(Int64(range.minimum) * 1250)) is no multiple of 15 ms",
          fix: "ask for a minimum of \(IntervalText.milliseconds(Int64(wanted) * 1250))"
            + (maximum == range.maximum ? "" : " and a maximum that is no shorter")
            + ", if the device is meant for Apple's: \(HexText.spaced(octets))",
          remedy: .replacing(with: octets))
      }
    })
}
