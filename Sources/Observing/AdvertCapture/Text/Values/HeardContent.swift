package import AdvertisingData

/// The parts of some values, without the values themselves: a name, and each list entry and each kind of data.
package struct HeardContent: Hashable, Sendable {
  /// Whether there is a name.
  package var hasName: Bool
  /// The services of the service lists.
  package var services: Set<BluetoothUUID>
  /// The services that have data.
  package var serviceData: Set<BluetoothUUID>
  /// The companies that have data.
  package var companies: Set<UInt16>

  /// The parts of these values.
  package init(_ values: HeardValues) {
    hasName = values.name != nil
    services = Set(values.services)
    serviceData = Set(values.serviceData.keys).union(values.unreadServiceData)
    companies = Set(values.manufacturerData.keys).union(values.unreadManufacturerData)
  }

  /// Whether the content has no parts.
  package var isEmpty: Bool { !hasName && services.isEmpty && serviceData.isEmpty && companies.isEmpty }

  /// Returns whether the other has all of these parts.
  package func isSubset(of other: HeardContent) -> Bool {
    (!hasName || other.hasName) && services.isSubset(of: other.services)
      && serviceData.isSubset(of: other.serviceData) && companies.isSubset(of: other.companies)
  }

  /// Returns the parts that the other does not have.
  package func subtracting(_ other: HeardContent) -> HeardContent {
    var rest = self
    rest.hasName = hasName && !other.hasName
    rest.services.subtract(other.services)
    rest.serviceData.subtract(other.serviceData)
    rest.companies.subtract(other.companies)
    return rest
  }
}

/// The receptions of a device at different times or by different scanners, by their contents.
package struct HeardContents: Hashable, Sendable {
  /// The source of a reception.
  package enum Witness: Hashable, Sendable {
    /// A line of a log, counting from 1.
    case line(Int)
    /// A scanner, by its position.
    case scanner(Int)
  }

  /// One content with its first witness, and its count.
  package struct Entry: Hashable, Sendable {
    package let content: HeardContent
    package let witness: Witness
    package var count: Int
  }

  /// The different contents in the order first met, at most one more than can be divided.
  package private(set) var entries: [Entry] = []
  /// Whether some receptions were of connectable advertising and others were not. Such receptions are not of one
  /// advertisement with and without its scan response.
  package var areOfSeveralTypes = false

  /// No receptions.
  package init() {}

  private static let most = 3

  /// Adds one or several receptions.
  package mutating func note(_ content: HeardContent, _ witness: Witness, count: Int = 1) {
    if let known = entries.firstIndex(where: { $0.content == content }) {
      entries[known].count += count
    } else if entries.count < Self.most {
      entries.append(Entry(content: content, witness: witness, count: count))
    }
  }

  /// Adds those of another.
  package mutating func add(_ other: HeardContents) {
    for entry in other.entries { note(entry.content, entry.witness, count: entry.count) }
    areOfSeveralTypes = areOfSeveralTypes || other.areOfSeveralTypes
  }

  /// The likely division of the two packets.
  package struct Division: Hashable, Sendable {
    /// The parts that are likely in the advertising data.
    package let advertising: HeardContent
    /// The parts that are likely in the scan response.
    package let scanResponse: HeardContent
    /// The first witness of the advertising data alone.
    package let witness: Witness
    /// The number of receptions of the advertising data alone.
    package let count: Int
  }

  /// The division that explains all receptions: some had one part alone, all others had both. Receivers sometimes miss
  /// scan responses, and passive scanners never have them. `nil` when there were one or more than two different
  /// contents, or several types of advertising.
  ///
  /// It is likely and never certain: a host can get a name in another way, and a device can change its data.
  package var likelyDivision: Division? {
    guard entries.count == 2, !areOfSeveralTypes else { return nil }
    let (one, other) = entries[0].content.isSubset(of: entries[1].content) ? (0, 1) : (1, 0)
    let (alone, both) = (entries[one], entries[other])
    guard alone.content.isSubset(of: both.content), !alone.content.isEmpty else { return nil }
    return Division(
      advertising: alone.content, scanResponse: both.content.subtracting(alone.content), witness: alone.witness,
      count: alone.count)
  }
}

extension HeardValues {
  /// Leaves only the parts of a content.
  package mutating func keep(_ content: HeardContent) {
    if !content.hasName { name = nil }
    services.removeAll { !content.services.contains($0) }
    for service in Array(serviceData.keys) where !content.serviceData.contains(service) { serviceData[service] = nil }
    for company in Array(manufacturerData.keys) where !content.companies.contains(company) {
      manufacturerData[company] = nil
    }
    unreadServiceData.formIntersection(content.serviceData)
    unreadManufacturerData.formIntersection(content.companies)
  }
}
