public import AdvertisingData

/// Which random addresses are known to belong to one device, although they differ.
///
/// Only what a user told makes this known, with a key that resolves the addresses; nothing guesses it.
public struct AddressOwners: Sendable {
  private let owners: [DeviceAddress: Int]

  /// Nothing is known: every address stands for itself.
  public static let unknown = AddressOwners([:])

  /// Addresses with the same number belong together. What the number means is the caller's business.
  public init(_ owners: [DeviceAddress: Int]) {
    self.owners = owners
  }

  public var isEmpty: Bool { owners.isEmpty }

  public subscript(_ address: DeviceAddress) -> Int? { owners[address] }
}
