package import AdvertisingData

/// What is in some values, whatever it holds: a name, and each list entry and each kind of data.
package struct HeardContent: Hashable, Sendable {
  /// Whether there is a name.
  package var hasName: Bool
  /// What the lists of services have.
  package var services: Set<BluetoothUUID>
  /// The services that have data.
  package var serviceData: Set<BluetoothUUID>
  /// The companies that have data.
  package var companies: Set<UInt16>

  /// What is in these values.
  package init(_ values: HeardValues) {
    hasName = values.name != nil
    services = Set(values.services)
    serviceData = Set(values.serviceData.keys)
    companies = Set(values.manufacturerData.keys)
  }

  /// Whether there is nothing.
  package var isEmpty: Bool { !hasName && services.isEmpty && serviceData.isEmpty && companies.isEmpty }

  /// Whether the other has all of this.
  package func isSubset(of other: HeardContent) -> Bool {
    (!hasName || other.hasName) && services.isSubset(of: other.services)
      && serviceData.isSubset(of: other.serviceData) && companies.isSubset(of: other.companies)
  }

  /// What this has and the other has not.
  package func subtracting(_ other: HeardContent) -> HeardContent {
    var rest = self
    rest.hasName = hasName && !other.hasName
    rest.services.subtract(other.services)
    rest.serviceData.subtract(other.serviceData)
    rest.companies.subtract(other.companies)
    return rest
  }
}

/// What was heard of a device at different times or by different scanners, by what was in it.
package struct HeardContents: Hashable, Sendable {
  /// Who or what had it.
  package enum Witness: Hashable, Sendable {
    /// A line of a log, counting from 1.
    case line(Int)
    /// A scanner, by its position.
    case scanner(Int)
  }

  /// One content with its first witness, and how many there are.
  package struct Entry: Hashable, Sendable {
    package let content: HeardContent
    package let witness: Witness
    package var count: Int
  }

  /// The different ones in the order first met, at most one more than can be told apart.
  package private(set) var entries: [Entry] = []

  /// Nothing was heard.
  package init() {}

  private static let most = 3

  /// Adds what was heard once, or some times.
  package mutating func note(_ content: HeardContent, _ witness: Witness, count: Int = 1) {
    if let known = entries.firstIndex(where: { $0.content == content }) {
      entries[known].count += count
    } else if entries.count < Self.most {
      entries.append(Entry(content: content, witness: witness, count: count))
    }
  }

  /// Adds what another has.
  package mutating func add(_ other: HeardContents) {
    for entry in other.entries { note(entry.content, entry.witness, count: entry.count) }
  }

  /// Where the two packets likely divide.
  package struct Division: Hashable, Sendable {
    /// Likely in the advertising data.
    package let advertising: HeardContent
    /// Likely in the scan response.
    package let scanResponse: HeardContent
    /// The first that had the former alone.
    package let witness: Witness
    /// How many had the former alone.
    package let count: Int
  }

  /// The division that explains all that was heard: some had one part alone, all others had both. Scan responses are missed
  /// at times, and scanners that only listen never have them. `nil` when there was only one content or there were more than
  /// two.
  ///
  /// It is likely and never certain: a host can learn a name otherwise, and a device can change what it sends.
  package var likelyDivision: Division? {
    guard entries.count == 2 else { return nil }
    let (one, other) = entries[0].content.isSubset(of: entries[1].content) ? (0, 1) : (1, 0)
    let (alone, both) = (entries[one], entries[other])
    guard alone.content.isSubset(of: both.content), !alone.content.isEmpty else { return nil }
    return Division(
      advertising: alone.content, scanResponse: both.content.subtracting(alone.content), witness: alone.witness,
      count: alone.count)
  }
}

extension HeardValues {
  /// Leaves only what a content has.
  package mutating func keep(_ content: HeardContent) {
    if !content.hasName { name = nil }
    services.removeAll { !content.services.contains($0) }
    for service in Array(serviceData.keys) where !content.serviceData.contains(service) { serviceData[service] = nil }
    for company in Array(manufacturerData.keys) where !content.companies.contains(company) {
      manufacturerData[company] = nil
    }
  }
}
