internal import AdvertLint
internal import AdvertScan
internal import AdvertisingData

/// The keys of service UUIDs in a form that no filter matches.
enum MisformedKeys {
  static let uuid: Keys<MisformedUUID> = [
    Key("uuid", .uuid, "the service that the bytes mean") { $0.uuid },
    Key(
      "holder", .word(MisformedUUID.Holder.self),
      "the data that hold them: a list of `services`; `serviceData`; `solicitation`, a list of services that the device "
        + "looks for; `iBeacon`; `altBeacon`; other `manufacturerData`; `other`"
    ) { $0.holder },
    Key(
      "form", .word(MisformedUUID.Form.self),
      "`whole`; `otherWidth`, under the type of UUIDs of another width; `byteMissing`; `byteSurplus`; `numberOnly`, without "
        + "its base; `otherBase`, on another base than that of Bluetooth"
    ) { $0.form },
    Key(
      "order", .word(UUIDOrder.self),
      "the order of the bytes: `lastByteFirst`, as in lists of services; `asWritten`; `guid`, as in the memory of Windows; "
        + "`guidReversed`"
    ) { $0.order },
    Key("offset", .integer, "of the first byte in the payload") { $0.range.lowerBound },
    Key("length", .integer, "how many bytes") { $0.range.count },
  ]

  /// The keys of a UUID that nobody asked for.
  static let suspected: Keys<MisformedUUID> = [
    .all(uuid) { $0 },
    Key("guess", .boolean, "whether only the version of the UUID supports it, and no known service") { $0.isGuess },
  ]

  static let mention: Keys<MisformedMention> = [
    .all(uuid) { $0.found },
    Key("layout", .integer, "position of the layout among those of the device, from 0") { $0.layout },
    Key("block", .word(Block.self), "the block", null: "when the log does not say it") { $0.block },
    Key(
      "scanResponseIndex", .integer, "position among the scan responses of the layout, from 0",
      null: "in advertising data"
    ) { $0.response },
  ]
}

extension [MisformedUUID] {
  /// The UUIDs for people: `; likely meant: 180f (Battery), byte-reversed`. Empty when there are none.
  var note: String {
    map { "; \($0.isGuess ? "perhaps" : "likely") meant: \($0.uuid.named), \($0.words)" }.joined()
  }
}
