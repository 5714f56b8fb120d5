internal import AdvertCapture
internal import AdvertisingData

extension Rule {
  static let advertisingChannelsLeftOut = Rule(
    id: "advertising-channels-left-out",
    severity: .warning,
    summary: "A host advertises on fewer than three channels.",
    rationale: """
      A scanner listens to one of the three channels at a time, for as long as it likes. On one it misses all that is \
      sent on the others, so that the device is found late, and where something else disturbs the channel, never. Apple's \
      guidelines ask for all three. Only what a host's commands say is judged: a sniffer may listen to one channel itself.
      """,
    references: [
      .core(volume: 4, part: "E", section: "7.8.5"),
      .other("Apple: Accessory Design Guidelines, Bluetooth, advertising channels"),
    ],
    examples: [
      .accepted([MarkedLayout("02 01 06", channels: .all)], "all channels"),
      .flagged(
        [MarkedLayout("02 01 06", channels: [.channel37])], "one channel",
        fixed: [MarkedLayout("02 01 06", channels: .all)]),
    ],
    check: .advertiser { subject, report in
      guard let channels = subject.channels?.intersection(.all), channels != .all, !channels.isEmpty else { return }
      let used = channels.indices.map(String.init).joined(separator: " and ")
      report.flagAdvertiser(
        "the host set \(channels.indices.count == 1 ? "channel" : "channels") \(used) only",
        fix: "set the channel map to 07")
    })
}
