internal import AdvertCapture
internal import AdvertReading

extension Rule {
  static let packetsLost = Rule(
    id: "packets-lost",
    severity: .warning,
    summary: "Packets were lost before they were recorded.",
    rationale: """
      A capture that counts dropped packets says itself that it is not whole: a device, a service or a scan response may \
      be in what is missing. What the radio lost is a note, because every capture of the air loses some: packets with a \
      wrong CRC, packets in whole records whose length or header is impossible, and auxiliary packets that did not \
      arrive. Devices repeat what they send.
      """,
    references: [
      .other("btsnoop: cumulative drops of a record"),
      .other("pcapng: isb_ifdrop, isb_osdrop and epb_dropcount"),
      .core(volume: 6, part: "B", section: "3.1.1"),
    ],
    examples: [
      .accepted(capture: "a capture that counts no dropped packets", "it is whole") {
        .example(advertisers: 1)
      },
      .flagged(capture: "a btsnoop log that counts 17 dropped packets", "they may hold anything") {
        .example(
          advertisers: 1,
          problems: [
            CaptureProblem(
              .packetsDropped, fileOffset: 700, record: 12, expected: "no dropped packets",
              found: "17 that the capture says were dropped")
          ])
      },
    ],
    check: .problem { kind in
      switch kind {
      case .packetsDropped: .warning
      case .badCRC, .packetGarbled, .auxiliaryLost, .advertisementIncomplete: .note
      default: nil
      }
    })
}
