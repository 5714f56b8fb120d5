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

  /// The code that stands for what a URI begins with, such as 0x17 for "https://example.org"; nil if there is none.
  public static func code(startOf uri: String) -> UInt32? {
    guard let colon = uri.firstIndex(of: ":") else { return nil }
    let scheme = uri[...colon]
    for line in URISchemeTable.lines.split(separator: "\n") where line.dropFirst(5) == scheme {
      return UInt32(line.prefix(4), radix: 16)
    }
    return nil
  }

  private static let emptyScheme: UInt32 = 0x01
}
