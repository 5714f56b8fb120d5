/// The types of AD structures.
///
/// Source: Bluetooth SIG, Assigned Numbers, "Common Data Types"; `Reference/AssignedNumbers.md` names the edition.
public enum ADTypes {
  /// The place where an AD structure was found. It decides the meaning of type 0x10.
  public enum Context: Sendable, Hashable {
    /// Advertising data, scan response data or an extended inquiry response.
    case overTheAir
    /// A block of out-of-band data, for example from an NFC tag.
    case outOfBand
  }

  /// Returns the name of a type in the SIG's spelling; nil if the type is not assigned.
  ///
  /// Type 0x10 is "Device ID", but "Security Manager TK Value" out of band; no other name depends on the context.
  /// A type also has its name in a context where the specification does not allow the type.
  public static func name(of type: UInt8, in context: Context = .overTheAir) -> String? {
    let table = NumberedLines(ADTypeTable.lines)
    let number = UInt16(type)
    let text =
      switch context {
      case .overTheAir: table.text(of: number)
      case .outOfBand: table.text(of: outOfBandNumbers + number) ?? table.text(of: number)
      }
    return text.map(String.init)
  }

  /// The offset in the table of the names that are valid only out of band: their lines have this number plus the type.
  private static let outOfBandNumbers: UInt16 = 0x0100
}

/// The company identifiers at the start of manufacturer specific data, which also identify the maker of a controller.
///
/// Source: Bluetooth SIG, Assigned Numbers, "Company Identifiers"; `Reference/AssignedNumbers.md` names the edition.
public enum CompanyIdentifiers {
  /// Returns the name of the company that an identifier is assigned to, in the SIG's spelling.
  ///
  /// Nil if the identifier is not assigned. 0xFFFF is not assigned either: the specifications reserve it for tests, and
  /// a product must not send it.
  public static func name(of identifier: UInt16) -> String? {
    NumberedLines(CompanyTable.lines).text(of: identifier).map(String.init)
  }

  /// Whether the identifier is that of a company. This costs less than its name.
  package static func isAssigned(_ identifier: UInt16) -> Bool {
    NumberedLines(CompanyTable.lines).hasLine(of: identifier)
  }
}

/// The values of the Appearance AD type and characteristic: the kind of device that a user sees.
///
/// Bits 15 to 6 of a value are its category; bits 5 to 0 are its subcategory, where zero means no subcategory.
///
/// Source: Bluetooth SIG, Assigned Numbers, "Appearance Values"; `Reference/AssignedNumbers.md` names the edition.
public enum Appearances {
  /// Returns the name of a value, such as "Human Interface Device: Keyboard", or "Phone" where the subcategory is zero.
  ///
  /// Nil if the value is not assigned, even if its category is.
  public static func name(of value: UInt16) -> String? {
    guard let category = category(of: value) else { return nil }
    guard value & subcategoryBits != 0 else { return category }
    return subcategory(of: value).map { "\(category): \($0)" }
  }

  /// Returns the name of a value's category, for any subcategory; nil if the category is not assigned.
  public static func category(of value: UInt16) -> String? {
    table.text(of: value & ~subcategoryBits).map(String.init)
  }

  /// Returns the name of a value's subcategory within its category; nil if the value has none or it is not assigned.
  public static func subcategory(of value: UInt16) -> String? {
    guard value & subcategoryBits != 0 else { return nil }
    return table.text(of: value).map(String.init)
  }

  private static let subcategoryBits: UInt16 = 0x3F
  private static var table: NumberedLines { NumberedLines(AppearanceTable.lines) }
}

/// The codes of URI schemes: the first character of a URI AD structure encodes the beginning of the URI.
///
/// Source: Bluetooth SIG, Assigned Numbers, "URI Scheme Name String Mapping"; `Reference/AssignedNumbers.md` names the
/// edition.
public enum URISchemes {
  /// Returns the name of a code, such as "https:" for 0x17; for 0x01 it is "empty scheme name", which is not part of a
  /// URI.
  ///
  /// - Parameter code: The value of the first Unicode scalar. It takes two bytes of UTF-8 from 0x80 on.
  /// - Returns: Nil if the code is not assigned.
  public static func name(of code: UInt32) -> String? {
    guard let code = UInt16(exactly: code) else { return nil }
    return NumberedLines(URISchemeTable.lines).text(of: code).map(String.init)
  }

  /// Returns the beginning of a URI that a code encodes, such as "https:" for 0x17. For 0x01 it is empty, because the
  /// URI follows in full. Nil if the code is not assigned.
  public static func prefix(of code: UInt32) -> String? {
    code == emptyScheme ? "" : name(of: code)
  }

  /// Returns the code for the beginning of a URI, such as 0x17 for "https://example.org"; nil if there is none.
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

/// The makers of Matter devices.
///
/// Source: the Distributed Compliance Ledger of the Connectivity Standards Alliance; `Reference/AssignedNumbers.md` names the
/// edition.
public enum MatterVendors {
  /// Returns the name of a maker in the ledger's spelling: `Nanoleaf`. Numbers from 0xFFF1 to 0xFFF4 are for tests:
  /// `test vendor 1`.
  ///
  /// Nil if the table does not have the number. The alliance assigns new numbers all the time.
  public static func name(of vendor: UInt16) -> String? {
    NumberedLines(MatterVendorTable.lines).text(of: vendor).map(String.init)
  }
}
