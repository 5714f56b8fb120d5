internal import AdvertCapture
package import AdvertObservation
internal import AdvertisingData

/// Other addresses that a device with a private address may have used, in words and in JSON.
package struct RelativesWords {
  private let relatives: AddressRelatives

  package init(_ relatives: AddressRelatives) { self.relatives = relatives }

  /// The nearest likely address, or the number of addresses that fit, in a sentence; `nil` when none does.
  var sentence: String? {
    if let nearest = relatives.likely.min(by: { $0.gap < $1.gap }) {
      return "Likely the device also used \(nearest.address)."
    }
    return relatives.equallyFitting > 1 ? "\(relatives.equallyFitting) other addresses fit equally well." : nil
  }

  /// The addresses, one line each.
  package var lines: [String] {
    var lines = relatives.likely.map { one in
      let order = one.isEarlier ? "before" : "after"
      return "likely also \(one.address), \(order) this one: it sent the same data from "
        + "\(TimeOfDay.words(one.times.lowerBound)) to \(TimeOfDay.words(one.times.upperBound)), "
        + "\(Seconds.words(one.gap)) s \(order) the \(one.isEarlier ? "next" : "last") address"
    }
    if relatives.equallyFitting > 1 {
      lines.append(
        "address: it changes, and \(relatives.equallyFitting) others fit equally well as the next or the last")
    }
    return lines
  }

  static let keys: Keys<AddressRelatives> = [
    Key("likely", .list(.object(relative)), "addresses that likely were the device's, in their order") { $0.likely },
    Key(
      "fittingEqually", .integer,
      "addresses that fit equally well as the next or the one before; 0 when there are no two"
    ) { $0.equallyFitting },
  ]

  private static let relative: Keys<AddressRelatives.Relative> = [
    Key("address", .address, "the address") { $0.address },
    Key("earlier", .boolean, "whether it was used before the address of the device") { $0.isEarlier },
    Key("firstSeen", .time, "its first report") { $0.times.lowerBound },
    Key("lastSeen", .time, "its last report") { $0.times.upperBound },
    Key("gap", .seconds, "seconds between it and the address next to it") { $0.gap },
  ]
}
