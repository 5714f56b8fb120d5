/// The company identifiers that begin manufacturer specific data and name a controller's maker.
///
/// Source: Bluetooth SIG, Assigned Numbers, "Company Identifiers"; `Docs/AssignedNumbers.md` names the edition.
public enum CompanyIdentifiers {
  /// The name of the company that an identifier is assigned to, as the SIG writes it.
  ///
  /// Nil if the identifier is not assigned, which is also so for 0xFFFF: the specifications set it aside for tests and
  /// a product must not send it.
  public static func name(of identifier: UInt16) -> String? {
    NumberedLines(CompanyTable.lines).text(of: identifier).map(String.init)
  }
}
