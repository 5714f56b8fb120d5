/// The types of AD structures.
///
/// Source: Bluetooth SIG, Assigned Numbers, "Common Data Types"; `Docs/AssignedNumbers.md` names the edition.
public enum ADTypes {
  /// Where an AD structure was found. It decides what type 0x10 means.
  public enum Context: Sendable, Hashable {
    /// Advertising data, scan response data or an extended inquiry response.
    case overTheAir
    /// A block of out-of-band data, for example from an NFC tag.
    case outOfBand
  }

  /// The name of a type as the SIG writes it; nil if the type is not assigned.
  ///
  /// Type 0x10 is "Device ID", but "Security Manager TK Value" out of band; no other name depends on the context.
  /// A type has its name also in a context where the specification does not allow it.
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

  /// Where the table has the names that hold only out of band: at this number plus the type.
  private static let outOfBandNumbers: UInt16 = 0x0100
}
