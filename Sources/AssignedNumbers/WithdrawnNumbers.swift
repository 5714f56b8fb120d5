/// Numbers that the Bluetooth SIG assigned once and has taken back: no list has them any more, and they may be assigned
/// anew.
///
/// Source: `Docs/AssignedNumbers.md` says how they were found. Others may be withdrawn, too.
public enum WithdrawnNumbers {
  /// The company that an identifier belonged to; `nil` when it is assigned, or is not known to have been.
  public static func company(_ identifier: UInt16) -> String? {
    NumberedLines(WithdrawnTable.companies).text(of: identifier).map(String.init)
  }

  /// What a 16-bit UUID stood for, or the company that it belonged to; `nil` when it is assigned, or is not known to have
  /// been.
  public static func uuid(_ number: UInt16) -> String? {
    NumberedLines(WithdrawnTable.uuids).text(of: number).map(String.init)
  }
}
