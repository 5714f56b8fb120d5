/// The values of the Appearance AD type and characteristic: what a device looks like to its user.
///
/// Bits 15 to 6 of a value are its category; bits 5 to 0 are its subcategory, where zero stands for none.
///
/// Source: Bluetooth SIG, Assigned Numbers, "Appearance Values"; `Docs/AssignedNumbers.md` names the edition.
public enum Appearances {
  /// The name of a value, such as "Human Interface Device: Keyboard", or "Phone" where the subcategory is zero.
  ///
  /// Nil if the value is not assigned, even if its category is.
  public static func name(of value: UInt16) -> String? {
    guard let category = category(of: value) else { return nil }
    guard value & subcategoryBits != 0 else { return category }
    return subcategory(of: value).map { "\(category): \($0)" }
  }

  /// The name of a value's category, whatever its subcategory; nil if the category is not assigned.
  public static func category(of value: UInt16) -> String? {
    table.text(of: value & ~subcategoryBits).map(String.init)
  }

  /// The name of a value's subcategory within its category; nil if the value has none or it is not assigned.
  public static func subcategory(of value: UInt16) -> String? {
    guard value & subcategoryBits != 0 else { return nil }
    return table.text(of: value).map(String.init)
  }

  private static let subcategoryBits: UInt16 = 0x3F
  private static var table: NumberedLines { NumberedLines(AppearanceTable.lines) }
}
