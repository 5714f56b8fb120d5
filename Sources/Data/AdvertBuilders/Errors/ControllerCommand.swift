/// The names of the commands that advertise and scan, by their opcodes.
///
/// Source: Core Vol 4 Part E 7.3.2 and 7.8, and Android's HCI requirements.
package enum ControllerCommand {
  /// Returns the name of a command; `nil` for a command that neither advertises nor scans.
  package static func name(of opcode: UInt16) -> String? { names.first { $0.opcode == opcode }?.name }

  private static let names: [(opcode: UInt16, name: String)] = [
    (0x0C03, "Reset"),
    (0x2005, "LE Set Random Address"),
    (0x2006, "LE Set Advertising Parameters"),
    (0x2008, "LE Set Advertising Data"),
    (0x2009, "LE Set Scan Response Data"),
    (0x200A, "LE Set Advertising Enable"),
    (0x200B, "LE Set Scan Parameters"),
    (0x200C, "LE Set Scan Enable"),
    (0x2035, "LE Set Advertising Set Random Address"),
    (0x2036, "LE Set Extended Advertising Parameters"),
    (0x2037, "LE Set Extended Advertising Data"),
    (0x2038, "LE Set Extended Scan Response Data"),
    (0x2039, "LE Set Extended Advertising Enable"),
    (0x203A, "LE Read Maximum Advertising Data Length"),
    (0x203B, "LE Read Number of Supported Advertising Sets"),
    (0x203C, "LE Remove Advertising Set"),
    (0x203D, "LE Clear Advertising Sets"),
    (0x203E, "LE Set Periodic Advertising Parameters"),
    (0x203F, "LE Set Periodic Advertising Data"),
    (0x2040, "LE Set Periodic Advertising Enable"),
    (0x2041, "LE Set Extended Scan Parameters"),
    (0x2042, "LE Set Extended Scan Enable"),
    (0x207F, "LE Set Extended Advertising Parameters [v2]"),
    (0xFD54, "LE Multi Advt (Android)"),
    (0xFD56, "LE Batch Scan (Android)"),
    (0xFD57, "LE APCF (Android)"),
    (0xFD5A, "LE Extended Set Scan Parameters (Android)"),
  ]
}
