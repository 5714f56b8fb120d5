package import AdvertisingData

/// An HCI command with data to advertise, in the octets of an array or of a paste.
package struct DataCommand {
  /// The name of the command in the specification.
  package let name: String
  /// The block that the command fills.
  package let block: Block
  /// Whether the command is one of extended advertising.
  package let isExtended: Bool
  /// The place of the data in the octets.
  package let place: Range<Int>
  /// The reason why the length of the data is wrong; `nil` when as many octets follow, and fit.
  package let wrongLength: String?

  /// Finds the command that octets begin with; `nil` for other octets.
  ///
  /// The packet indicator 01 can be missing where the data show that it is a command: they are whole structures, and the
  /// octets are not. Some programs put the number of its octets before a command, in four. Where the lengths count more
  /// than there is, the data go to the end of the octets.
  package init?(_ octets: [UInt8]) {
    let start = Self.isCounted(octets) ? 4 : 0
    let hasIndicator = octets.dropFirst(start).first == Self.indicator
    let opcode = start + (hasIndicator ? 1 : 0)
    guard octets.count > opcode + 3,
      let command = AdvertisingCommand(rawValue: UInt16(octets.span.littleEndian(at: opcode, count: 2))),
      let lengthPlace = command.dataLengthPlace, let name = ControllerCommand.name(of: command.rawValue)
    else { return nil }
    let end = min(opcode + 3 + Int(octets[opcode + 2]), octets.count)
    let first = opcode + 3 + lengthPlace + 1
    guard first < end else { return nil }
    let length = Int(octets[first - 1])
    place = first..<min(first + length, end)
    let room = min(end - first, command.isExtended ? 251 : 31)
    wrongLength =
      length <= room ? nil : "an HCI command whose length says \(length) bytes of data, and at most \(room) can follow"
    guard hasIndicator || KnownStructures(octets[place]).areAll && !KnownStructures(octets[...]).areAll else {
      return nil
    }
    self.name = name
    block = command == .setScanResponse || command == .setExtendedScanResponse ? .scanResponse : .advertising
    isExtended = command.isExtended
  }

  private static let indicator: UInt8 = 0x01

  /// Whether a command with its indicator is behind the number of its octets.
  private static func isCounted(_ octets: [UInt8]) -> Bool {
    octets.count > 7 && octets[1...3].allSatisfy { $0 == 0 } && octets[4] == indicator
      && Int(octets[0]) == 4 + Int(octets[7])
  }
}
