/// Finds a company by the name that people use for it.
extension CompanyIdentifiers {
  /// Returns the identifiers of the companies with this whole name, or if there are none, of those whose names begin
  /// with these words. `Apple` is Apple, Inc., and `Nordic Semiconductor` is Nordic Semiconductor ASA. Case does not
  /// matter. Several when the words match several companies.
  public static func identifiers(called name: String) -> [UInt16] {
    let name = name.lowercased()
    return whole[name] ?? beginnings[name] ?? []
  }

  /// All names, in the order of their identifiers.
  public static var names: [String] {
    CompanyTable.lines.split(separator: "\n").map { String($0.dropFirst(5)) }
  }

  /// The identifiers by names in lower case. A manifest looks names up often.
  private static let whole: [String: [UInt16]] = {
    var whole: [String: [UInt16]] = [:]
    for (identifier, name) in entries { whole[name, default: []].append(identifier) }
    return whole
  }()

  /// The identifiers by the first words of names, in lower case.
  private static let beginnings: [String: [UInt16]] = {
    var beginnings: [String: [UInt16]] = [:]
    for (identifier, name) in entries {
      for index in name.indices.dropFirst() where !name[index].isLetter && !name[index].isNumber {
        beginnings[String(name[..<index]), default: []].append(identifier)
      }
    }
    return beginnings
  }()

  private static var entries: [(UInt16, String)] {
    CompanyTable.lines.split(separator: "\n").compactMap { line in
      UInt16(line.prefix(4), radix: 16).map { ($0, line.dropFirst(5).lowercased()) }
    }
  }
}
