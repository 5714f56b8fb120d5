/// Numbers that the Bluetooth SIG assigned once and has withdrawn: they are no longer in any list, and may be assigned
/// again.
///
/// Source: `Reference/AssignedNumbers.md` says how they were found. Others may be withdrawn, too.
public enum WithdrawnNumbers {
  /// Returns the company that an identifier belonged to; `nil` when it is assigned now, or no earlier company is known.
  public static func company(_ identifier: UInt16) -> String? {
    NumberedLines(WithdrawnTable.companies).text(of: identifier).map(String.init)
  }

  /// Returns the earlier meaning of a 16-bit UUID, or the company that it belonged to; `nil` when it is assigned now,
  /// or no earlier meaning is known.
  public static func uuid(_ number: UInt16) -> String? {
    NumberedLines(WithdrawnTable.uuids).text(of: number).map(String.init)
  }
}
