/// A service UUID in octets that no filter for the service matches: in another order, under a type for UUIDs of another
/// width, or in data that are no list of services.
package struct MisformedUUID: Hashable, Sendable {
  /// The service that the octets mean.
  package let uuid: BluetoothUUID
  /// The shape of the octets, besides their order.
  package let form: Form
  /// The order of the octets.
  package let order: UUIDOrder
  /// The data that hold the octets.
  package let holder: Holder
  /// The type of the AD structure.
  package let type: ADType
  /// The octets, counted from the start of the payload.
  package let range: Range<Int>
  /// Whether only the version of the UUID supports it: nobody asked for the UUID, and it has no known name.
  package let isGuess: Bool

  /// The shapes of the octets of a UUID.
  package enum Form: String, Hashable, Sendable, CaseIterable {
    /// All octets, in another order or in another place.
    case whole
    /// All octets, under the type of UUIDs of another width.
    case otherWidth
    /// All octets but one.
    case byteMissing
    /// All octets and one more.
    case byteSurplus
    /// Only the 16-bit or 32-bit number, without the base that makes it the UUID.
    case numberOnly
    /// The number of the UUID on another base than that of Bluetooth.
    case otherBase
  }

  /// The data that hold the octets of a UUID.
  package enum Holder: String, Hashable, Sendable, CaseIterable {
    /// A list of services.
    case services
    case serviceData
    /// A list of services that the sender looks for.
    case solicitation
    /// Apple's iBeacon.
    case iBeacon
    case altBeacon
    /// Other manufacturer data.
    case manufacturerData
    /// A structure of another type.
    case other
  }
}

extension MisformedUUID {
  /// The form for people: `byte-reversed`, `inside an iBeacon`, `under the type of 16-bit UUIDs (0x16)`.
  package var words: String {
    switch holder {
    case .services, .serviceData: [orderWords, formWords].compactMap { $0 }.joined(separator: " ")
    case .solicitation: "\(orderWords.map { $0 + " " } ?? "")in a service solicitation list"
    case .iBeacon: insideBeacon("an iBeacon")
    case .altBeacon: insideBeacon("an AltBeacon")
    case .manufacturerData: "in manufacturer data"
    case .other: "in a structure of type 0x\(HexText.compact([type.rawValue]))"
    }
  }

  /// The form with its place, for people: `byte-reversed in the advertising data, bytes 5 to 20`.
  ///
  /// - Parameter block: the block of the payload; `nil` when it is not known.
  package func words(in block: Block?) -> String {
    "\(words) \(isOfServices ? "in" : "of") \(block?.withArticle ?? "the data"), \(range.byteWords)"
  }

  /// The order for people; `nil` for the one that receivers expect.
  private var orderWords: String? {
    switch order {
    case .lastByteFirst: nil
    case .asWritten: "byte-reversed"
    case .guid: "in the byte order of a Windows GUID"
    case .guidReversed: "with the bytes of its first three groups reversed"
    }
  }

  private var formWords: String? {
    switch form {
    case .whole: nil
    case .otherWidth:
      "under the type of \(width.map { "\($0.rawValue)-bit" } ?? "other") UUIDs (0x\(HexText.compact([type.rawValue])))"
    case .byteMissing: "with one byte missing"
    case .byteSurplus: "with one byte too many"
    case .numberOnly: "as a \(range.count * 8)-bit UUID, without its base"
    case .otherBase: "on another base than that of Bluetooth"
    }
  }

  /// Beacons have UUIDs as written.
  private func insideBeacon(_ beacon: String) -> String {
    switch order {
    case .asWritten: "inside \(beacon)"
    case .lastByteFirst: "byte-reversed inside \(beacon)"
    case .guid, .guidReversed: "\(orderWords.map { $0 + " " } ?? "")inside \(beacon)"
    }
  }

  /// The width of UUIDs under the type; `nil` for types without UUIDs.
  private var width: BluetoothUUID.Width? {
    ServiceUUIDList.width(of: type) ?? ServiceData.width(of: type) ?? SolicitationUUIDList.width(of: type)
  }
}

extension BluetoothUUID {
  /// Whether nearly every device that accepts connections has the service and nearly none advertises it: Generic Access,
  /// Generic Attribute and Device Information.
  package var isRarelyAdvertised: Bool {
    assignedNumber16.map { [0x1800, 0x1801, 0x180A].contains($0) } ?? false
  }
}
