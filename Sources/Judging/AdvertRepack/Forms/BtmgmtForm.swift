internal import AdvertisingData

extension SourceForm {
  /// A line of BlueZ's `btmgmt`, which hands the bytes to the kernel.
  static let btmgmt = SourceForm(
    id: "btmgmt", summary: "BlueZ's btmgmt add-adv", language: .shell
  ) { entry in
    guard !entry.pdu.isExtended, entry.pdu != .advDirectInd, StackCalls.canHold(entry) else {
      return ["# add-adv takes legacy advertising of 31 bytes."] + HexForm.lines(of: entry, comment: "# ")
    }
    guard [entry.advertising, entry.scanResponse].allSatisfy({ $0.decoded.partialStructure == nil }) else {
      return ["# The kernel refuses a structure that goes beyond the end of the data."]
        + HexForm.lines(of: entry, comment: "# ")
    }
    var lines: [String] = []
    if entry.advertising.flags == nil {
      lines.append("# An adapter without BR/EDR puts the Flags 02 01 04 first.")
    }
    if let interval = entry.interval {
      lines.append("# add-adv has no interval: the kernel's is 1280 ms, not \(interval.words).")
    }
    var command = ["btmgmt", "add-adv"]
    if entry.pdu.isConnectable { command.append("-c") }
    if !entry.advertising.isEmpty { command += ["-d", HexText.compact(entry.advertising.octets)] }
    if !entry.scanResponse.isEmpty { command += ["-s", HexText.compact(entry.scanResponse.octets)] }
    return lines + [(command + ["\(entry.number ?? 1)"]).joined(separator: " ")]
  }
}
