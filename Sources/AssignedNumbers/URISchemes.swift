/// The codes of URI schemes: the first character of a URI AD structure stands for the beginning of the URI.
///
/// Source: Bluetooth SIG, Assigned Numbers, "URI Scheme Name String Mapping"; `Docs/AssignedNumbers.md` names the
/// edition.
public enum URISchemes {
  /// The name of a code, such as "https:" for 0x17; for 0x01 it is "empty scheme name", which is not part of a URI.
  ///
  /// - Parameter code: The value of the first Unicode scalar. It takes two bytes of UTF-8 from 0x80 on.
  /// - Returns: Nil if the code is not assigned.
  public static func name(of code: UInt32) -> String? {
    guard let code = UInt16(exactly: code) else { return nil }
    return NumberedLines(URISchemeTable.lines).text(of: code).map(String.init)
  }

  /// What a code stands for at the beginning of a URI, such as "https:" for 0x17 and nothing for 0x01, where the URI
  /// follows in full; nil if the code is not assigned.
  public static func prefix(of code: UInt32) -> String? {
    code == emptyScheme ? "" : name(of: code)
  }

  private static let emptyScheme: UInt32 = 0x01
}
